// The attempts of a HIT in order: what was asked, what both sides answered, and who won. Choosing one lights its answers
// up in the passage.
import { html, useMemo, useState } from '../../shared/html.js';
import { path } from '../api.js';
import { actor, percent } from '../format.js';
import { Check, Hourglass, Note, Robot, Trophy } from '../icons.js';
import { useKeys } from '../keys.js';
import { Link } from '../router.js';
import { Badge, Standing, Tag, When } from '../ui.js';
import { Passage } from './passage.js';
import { Marks } from './question.js';
import { spoken } from './words.js';

const VERDICTS = {
	human: ['The human won', Trophy],
	model: ['The model got it', Robot],
	none: ['Not judged', Hourglass],
	plain: ['Asked', Check],
};

// An attempt without an adversary: there is nobody to win against.
export const asksNoModel = (attempt) => attempt.verdict === 'plain';

// What one side answered, or why it did not.
export function Side({ of, name, text, none = 'no answer' }) {
	return html`<div>
		<dt><i class=${`swatch swatch-${of}`}></i>${name}</dt>
		<dd dir="auto">${text ? html`<q>${text}</q>` : html`<span class="quiet">${none}</span>`}</dd>
	</div>`;
}

function Sides({ attempt }) {
	const { answer, model, f1 } = attempt;
	const known = model && (model.answer !== null || model.start !== null);
	return html`<dl class="sides">
		<${Side} of="human" name="Worker" text=${answer.text} />
		${model && html`<${Side} of="model" name="Model" text=${known && model.answer} none=${attempt.fault ?? 'no answer'} />`}
		${
			f1 &&
			html`<div>
				<dt>Overlap</dt>
				<dd class="figure">${percent(f1.value, 0)} <span class="quiet">F1</span></dd>
			</div>`
		}
	</dl>`;
}

function Fate({ attempt }) {
	const { discards = [], labels = [], judgement } = attempt;
	if (!attempt.question_id) return null;
	return html`<div class="fate">
		<p class="said">
			<${Standing} item=${attempt} />
			${judgement && html`<${Badge} state=${judgement.valid ? 'valid' : 'invalid'} text=${judgement.valid ? 'reviewed: valid' : 'reviewed: invalid'} />`}
			${judgement?.tags?.map((word) => html`<span class="tag tag-bad">${spoken(word)}</span>`)}
			${labels.map((word) => html`<${Tag}>${spoken(word)}</${Tag}>`)}
			<${Link} class="fate-more" to=${path`/admin/questions/${attempt.question_id}`}>Why?<span class="sr"> About the question “${attempt.question}”</span></${Link}>
		</p>
		${judgement?.comment && html`<p class="said-comment" dir="auto"><${Note} size="16" /> ${judgement.comment}</p>`}
		${discards.map(
			(d) =>
				html`<p class="fate-why quiet">
					<span dir="auto">${d.cause}: ${d.reason}</span>${' · '}<bdi>${actor(d.actor)}</bdi>, <${When} at=${d.at} />
				</p>`,
		)}
	</div>`;
}

function Attempt({ attempt, number, isShown, onShow }) {
	const [text, Icon] = VERDICTS[attempt.verdict];
	return html`<li class=${`link link-${attempt.verdict} ${isShown ? 'link-shown' : ''}`}>
		<span class="link-number" aria-hidden="true">${number}</span>
		<button type="button" class="link-body" aria-pressed=${String(isShown)} onClick=${onShow}>
			<span class="link-head">
				<span class="link-question" dir="auto">${attempt.question}</span>
				<${Marks} marks=${attempt.marks} />
				<span class="link-verdict"><${Icon} size="18" />${text}</span>
			</span>
		</button>
		<${Sides} attempt=${attempt} />
		<${Fate} attempt=${attempt} />
	</li>`;
}

const marksOf = (attempts) =>
	attempts.flatMap((a, i) => [
		{
			key: a.id,
			answer: a.answer,
			number: i + 1,
			tone: asksNoModel(a) || a.verdict === 'human' ? (a.in === false ? 'out' : 'human') : 'lost',
		},
		...(a.model?.start !== null && a.model?.start !== undefined
			? [{ key: `${a.id}/model`, answer: a.model, kind: 'model' }]
			: []),
	]);

// The passage with every answer marked, and the chain beside it.
export function Chain({ passage, attempts, keysTitle = 'HIT', children }) {
	const [shown, setShown] = useState(attempts[0]?.id ?? null);
	const marks = useMemo(() => marksOf(attempts), [attempts]);
	const isPlayed = !attempts.length || !attempts.every(asksNoModel);
	const at = attempts.findIndex((a) => a.id === shown);
	const go = (index) => attempts[index] && setShown(attempts[index].id);
	useKeys(keysTitle, [
		{ keys: ['j', 'ArrowDown'], text: 'next attempt', run: () => go(at + 1) },
		{ keys: ['k', 'ArrowUp'], text: 'previous attempt', run: () => go(at - 1) },
	]);
	const pick = (key) => setShown(key.replace(/\/model$/, ''));
	return html`<div class="hit">
		<section class="card hit-passage" aria-label="Passage">
			<${Passage} passage=${passage} marks=${marks} current=${shown ? [shown, `${shown}/model`] : []} onPick=${pick}>
				<p class="reading-legend quiet">
					<span><i class="swatch swatch-human"></i>worker’s answer</span>
					${isPlayed && html`<span><i class="swatch swatch-model"></i>model’s answer</span>`}
					<span><i class="swatch swatch-out"></i>discarded</span>
					${isPlayed && html`<span><i class="swatch swatch-lost"></i>the model got it</span>`}
				</p>
			</${Passage}>
		</section>
		<section class="hit-side" aria-label="Attempts">
			${children}
			${
				attempts.length === 0
					? html`<p class="card quiet">Nothing was asked yet.</p>`
					: html`<ol class="chain">
							${attempts.map(
								(attempt, i) =>
									html`<${Attempt}
										key=${attempt.id}
										number=${i + 1}
										isShown=${attempt.id === shown}
										onShow=${() => setShown(attempt.id)}
										...${{ attempt }}
									/>`,
							)}
						</ol>`
			}
		</section>
	</div>`;
}
