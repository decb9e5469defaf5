// One question of a HIT under review: what was asked and answered, and the reviewer's word on it.
import { path } from '../api.js';
import { html, useEffect, useRef } from '../../shared/html.js';
import { plural } from '../format.js';
import { Check, Cross, Note } from '../icons.js';
import { Link } from '../router.js';
import { Badge, Tag, TextArea } from '../ui.js';
import { isJudged, MAX_LABELS } from './judgements.js';
import { gently } from './passage.js';
import { markWords, spoken } from './words.js';

export const Hint = ({ children }) => html`<kbd class="hint-key" aria-hidden="true">${children}</kbd>`;

// Words to choose from; each shows the key that picks it while the panel is open.
function Words({ legend, words, chosen, hasKeys, isFull, onToggle, kind }) {
	return html`<fieldset class=${`words words-${kind}`}>
		<legend>${legend}</legend>
		<div class="words-row">
			${words.map(({ word, name, meaning, key }) => {
				const on = chosen.includes(word);
				return html`<button
					type="button"
					class="word"
					aria-pressed=${String(on)}
					aria-disabled=${isFull && !on ? 'true' : null}
					title=${meaning}
					onClick=${() => onToggle(word)}
				>
					${hasKeys && html`<${Hint}>${key}</${Hint}>`}${name}
				</button>`;
			})}
		</div>
	</fieldset>`;
}

// What a reviewer should look at twice.
export const Marks = ({ marks = [] }) =>
	marks.map((mark) => html`<span class="tag tag-warn" title=${markWords(mark)[1]}>${markWords(mark)[0]}</span> `);

function Verdict({ judgement }) {
	if (judgement.valid === true) return html`<${Badge} state="valid" />`;
	if (judgement.valid === false && isJudged(judgement)) return html`<${Badge} state="invalid" />`;
	if (judgement.valid === false) return html`<${Badge} state="invalid" tone="warn" text="why?" />`;
	return null;
}

function Said({ judgement }) {
	const { tags, labels, comment } = judgement;
	if (!tags.length && !labels.length && !comment) return null;
	return html`<p class="said">
		${tags.map((word) => html`<span class="tag tag-bad">${spoken(word)}</span>`)}
		${labels.map((word) => html`<${Tag}>${spoken(word)}</${Tag}>`)}
		${comment && html`<span class="said-comment" dir="auto"><${Note} size="16" /> ${comment}</span>`}
	</p>`;
}

// What the other two said, for the third person.
function Others({ others, onTake }) {
	const differ = others.length > 1 && others[0].valid !== others[1].valid;
	return html`<div class=${`others ${differ ? 'others-differ' : ''}`}>
		${others.map(
			(other, i) => html`<div class="other">
				<p class="other-head">
					<span class="quiet">Reviewer ${other.reviewer}</span> <${Verdict} judgement=${other} />
				</p>
				<${Said} judgement=${other} />
				<button type="button" class="button button-tiny" onClick=${() => onTake(other)}>
					Take over<span class="sr"> what reviewer ${other.reviewer} said</span><${Hint}>${i + 1}</${Hint}>
				</button>
			</div>`,
		)}
	</div>`;
}

function Buttons({ judgement, on }) {
	return html`<div class="verdicts" role="group" aria-label="Judgement">
		<button type="button" class="verdict verdict-valid" aria-pressed=${String(judgement.valid === true)} onClick=${on.valid}>
			<${Check} size="20" />Valid<${Hint}>v</${Hint}>
		</button>
		<button type="button" class="verdict verdict-invalid" aria-pressed=${String(judgement.valid === false)} onClick=${on.invalid}>
			<${Cross} size="20" />Invalid<${Hint}>x</${Hint}>
		</button>
	</div>`;
}

function Comment({ judgement, isOpen, on }) {
	const frame = useRef();
	useEffect(() => {
		if (isOpen) frame.current?.querySelector('textarea')?.focus();
	}, [isOpen]);
	const leave = (event) => {
		const sends = event.key === 'Enter' && !event.shiftKey;
		if (event.key !== 'Escape' && !sends) return;
		event.preventDefault();
		event.stopPropagation();
		event.currentTarget.blur();
		on.panel(null);
	};
	return html`<div class="comment" ref=${frame}>
		<${TextArea}
			label="Comment"
			hint="Enter or Escape leaves the field, Shift+Enter makes a new line."
			rows="2"
			maxlength="4000"
			dir="auto"
			value=${judgement.comment}
			onInput=${on.comment}
			onKeyDown=${leave}
		/>
	</div>`;
}

// isBlind: what others said of the question, validators too, is not for this reviewer.
function Opened({ question, judgement, panel, words, on, isBlind }) {
	const labelled = judgement.labels.length;
	const isLabelling = panel === 'labels';
	return html`<div class="judge">
		${question.others && html`<${Others} others=${question.others} onTake=${on.take} />`}
		<${Buttons} judgement=${judgement} on=${on} />
		${
			judgement.valid === false &&
			html`<${Words}
				kind="tags"
				legend="Why? Choose one or more."
				words=${words.tags}
				chosen=${judgement.tags}
				hasKeys=${panel === 'tags'}
				onToggle=${on.tag}
			/>`
		}
		${
			(isLabelling || labelled > 0) &&
			html`<${Words}
				kind="labels"
				legend=${`What does it take to answer it? Up to three. ${labelled ? `${labelled} chosen.` : ''}`}
				words=${isLabelling ? words.labels : words.labels.filter((w) => judgement.labels.includes(w.word))}
				chosen=${judgement.labels}
				hasKeys=${isLabelling}
				isFull=${labelled >= MAX_LABELS}
				onToggle=${on.label}
			/>`
		}
		${(panel === 'comment' || judgement.comment) && html`<${Comment} judgement=${judgement} isOpen=${panel === 'comment'} on=${on} />`}
		<p class="judge-more">
			<button type="button" class="button button-tiny" aria-expanded=${String(isLabelling)} onClick=${() => on.panel(isLabelling ? null : 'labels')}>
				Labels<${Hint}>l</${Hint}>
			</button>
			${
				panel !== 'comment' &&
				html`<button type="button" class="button button-tiny" onClick=${() => on.panel('comment')}>Comment<${Hint}>c</${Hint}></button>`
			}
			${!isBlind && html`<${Link} class="button button-tiny" to=${path`/admin/questions/${question.id}`} target="_blank">All about it</${Link}>`}
		</p>
	</div>`;
}

// modelAnswer: only where the project does not review blind.
export function Question({ question, number, judgement, isCurrent, panel, words, on, modelAnswer }) {
	const card = useRef();
	useEffect(() => {
		if (isCurrent) card.current.scrollIntoView({ block: 'nearest', behavior: gently() });
	}, [isCurrent, panel]);
	const lost = question.lost_before;
	return html`<li
		ref=${card}
		class=${`ask ${isCurrent ? 'ask-current' : ''} ${isJudged(judgement) ? 'ask-judged' : ''}`}
		aria-current=${isCurrent ? 'true' : null}
	>
		<button type="button" class="ask-head" onClick=${on.open}>
			<span class="ask-number">${number}</span>
			<span class="ask-text" dir="auto">${question.question}</span>
			<${Marks} marks=${question.marks} />
			<${Verdict} judgement=${judgement} />
		</button>
		<p class="ask-answer" dir="auto"><q>${question.answer.text}</q></p>
		${modelAnswer !== undefined && html`<p class="ask-model quiet" dir="auto">The model said <q>${modelAnswer || '(nothing)'}</q></p>`}
		${
			isCurrent
				? html`${lost > 0 && html`<p class="ask-lost quiet">after ${plural(lost, 'question')} that the model answered</p>`}
						<${Opened} isBlind=${modelAnswer === undefined} ...${{ question, judgement, panel, words, on }} />`
				: html`<${Said} judgement=${judgement} />`
		}
	</li>`;
}
