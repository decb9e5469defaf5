// The worker's answer to the question in focus: what is marked, or why there is none; whether it is saved; and onwards.
import { Button } from './button.js';
import { length } from './checks.js';
import { AnswerStep } from './composer.js';
import { html } from '../shared/html.js';
import { Check, Cloud } from '../shared/icons.js';
import { useSecond } from './progress.js';
import { MAX_COMMENT, missing } from './validation.js';

const COUNT_FROM = 800; // characters after which the counter appears

function Comment({ game, pick, error, busy }) {
	const count = length(pick.comment);
	return html`<div class="reason-comment">
		<label class="step-title" for="comment">What is the matter with it?</label>
		<textarea
			id="comment"
			class=${error ? 'is-wrong' : ''}
			rows="2"
			dir="auto"
			value=${pick.comment}
			readonly=${busy}
			aria-invalid=${error ? 'true' : null}
			aria-describedby=${error ? 'reason-error' : null}
			onInput=${(event) => game.comment(event.currentTarget.value)}
		></textarea>
		${
			count >= COUNT_FROM
				? html`<p class=${`count ${count > MAX_COMMENT ? 'wrong' : ''}`}>${count} / ${MAX_COMMENT}</p>`
				: null
		}
	</div>`;
}

function Reasons({ game, state, pick }) {
	const { session, errors, finishing } = state;
	const busy = finishing !== null;
	const choice = ({ word, meaning }) => html`<label class="reason">
		<input
			type="radio"
			name="reason"
			value=${word}
			checked=${pick.reason === word}
			disabled=${busy}
			onChange=${() => game.because(word)}
		/>
		<span>${meaning}</span>
	</label>`;
	return html`<fieldset
		class=${`reasons ${errors.reason ? 'is-wrong' : ''}`}
		id="reasons"
		tabindex="-1"
		aria-describedby=${errors.reason ? 'reason-error' : null}
	>
		<legend class="step-title">Why not?</legend>
		${(session.reasons ?? []).map(choice)}
		${pick.reason === 'other' ? html`<${Comment} ...${{ game, pick, error: errors.reason, busy }} />` : null}
		${errors.reason ? html`<p class="wrong" id="reason-error">${errors.reason}</p>` : null}
	</fieldset>`;
}

// Whether the server has it. Words that come and go with every mark are not read out.
function Saved({ game, state, question }) {
	useSecond();
	const { saving, online, faults, passage } = state;
	const pick = game.pick(question.id);
	const fault = faults[question.id];
	if (missing(pick, passage.text)) return html`<p class="saved quiet">${pick.none ? '' : 'Not answered yet'}</p>`;
	if (game.isSaved(question.id)) return html`<p class="saved saved-ok"><${Check} size="18" />Saved</p>`;
	if (fault) return html`<p class="saved wrong" role="alert">${fault.text}</p>`;
	if (saving?.until)
		return html`<p class="saved saved-away">
			<${Cloud} size="18" />
			<span>${online ? 'The server cannot be reached; it is tried again.' : 'Kept here until you are online.'}</span>
			<${Button} kind="button-small" onPress=${() => game.tryNow()}>Try now</${Button}>
		</p>`;
	return html`<p class="saved quiet">Saving …</p>`;
}

// Pressed too early it says what is missing, so it is never out of reach.
export function HandInButton({ game, state, kind = 'button-main', ...rest }) {
	const { finishing } = state;
	const waiting = !game.isComplete;
	return html`<button
		type="button"
		class=${`button ${kind} ${waiting ? 'button-waiting' : ''}`}
		aria-disabled=${finishing || waiting ? 'true' : null}
		onClick=${() => game.wishToFinish()}
		...${rest}
	>
		${finishing ? 'Handing in …' : 'Hand in'}
	</button>`;
}

function Onwards({ game, state, question }) {
	const { questions, at, finishing } = state;
	const open = !question.closed && game.statusOf(question) === 'open';
	const others = questions.some((q, i) => i !== at && game.statusOf(q) === 'open');
	const next = html`<${Button} id="next" kind="button-main" busy=${finishing} onPress=${() => game.next()}>
		${others ? 'Next question' : 'Go on'}
	</${Button}>`;
	return html`<div class="row row-onwards">
		${game.isComplete ? html`<${HandInButton} game=${game} state=${state} id="hand-in" />` : next}
		${
			open && others
				? html`<${Button} kind="button-plain" onPress=${() => game.skip()}>Later</${Button}>`
				: null
		}
	</div>`;
}

function Closed({ game, state, question }) {
	return html`<section class="card reply reply-closed" aria-label="Your answer">
		<p class="reply-title"><strong>This question is no longer needed</strong></p>
		<p class="quiet">
			It has enough answers by now, or was taken out. That costs you nothing:
			${game.count().total ? 'just go on.' : 'nothing is left to answer, so you can hand in.'}
		</p>
		<${Onwards} game=${game} state=${state} question=${question} />
	</section>`;
}

export function Reply({ game, state, announce }) {
	const { passage, errors, finishing } = state;
	const { question } = game;
	const pick = game.pick(question.id);
	const busy = finishing !== null;
	if (question.closed) return html`<${Closed} game=${game} state=${state} question=${question} />`;
	const marked = html`<${AnswerStep}
		number=${null}
		title="Your answer"
		passage=${passage}
		answer=${pick.answer}
		error=${errors.answer}
		busy=${busy}
		onMark=${(span) => game.mark(span)}
		announce=${announce}
	/>`;
	return html`<section class="card composer reply" aria-label="Your answer">
		${pick.none ? null : marked}
		<label class="deny">
			<input
				id="deny"
				type="checkbox"
				checked=${pick.none}
				disabled=${busy}
				onChange=${(event) => game.deny(event.currentTarget.checked)}
			/>
			<span>This question has no answer in the passage</span>
		</label>
		${pick.none ? html`<${Reasons} game=${game} state=${state} pick=${pick} />` : null}
		<${Saved} game=${game} state=${state} question=${question} />
		<${Onwards} game=${game} state=${state} question=${question} />
	</section>`;
}
