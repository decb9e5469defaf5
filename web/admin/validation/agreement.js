// How far validators agree with one another and with the authors; those far below come first.
import { decimal, number, percent } from '../format.js';
import { useMe } from '../hooks.js';
import { html } from '../../shared/html.js';
import { Scales } from '../icons.js';
import { Badge, Button, Card, Empty, Rate, Stat, Stats, Table, Worker } from '../ui.js';
import { useExclusion } from './exclusion.js';

// As Krippendorff reads it (2004).
const reading = (alpha) => {
	if (alpha === null || alpha === undefined) return 'not defined yet';
	if (alpha >= 0.8) return 'reliable';
	return alpha >= 0.667 ? 'good enough for tentative conclusions' : 'too low to rely on';
};

const spoken = (key) => `${key[0].toUpperCase()}${key.slice(1).replaceAll('_', ' ')}`;

export function Meanings({ definitions }) {
	const entries = Object.entries(definitions ?? {});
	if (!entries.length) return null;
	return html`<details class="data meanings-box">
		<summary>What the figures mean</summary>
		<dl class="meanings">
			${entries.map(
				([key, text]) =>
					html`<div>
						<dt>${spoken(key)}</dt>
						<dd>${text}</dd>
					</div>`,
			)}
		</dl>
	</details>`;
}

export function Agreement({ data }) {
	if (!data.pairs)
		return html`<${Card} title="Agreement"><${Empty} title="Nothing was answered twice yet" icon=${Scales}>
			<p>As soon as two validators have answered the same question, this says how far they agree.</p>
		</${Empty}></${Card}>`;
	return html`<${Card} title="Agreement" note="of validators who answered the same question">
		<${Stats}>
			<${Stat} name="Same answer" value=${html`<${Rate} value=${data.exact} />`} note="pairs, exact match" />
			<${Stat} name="Overlap" value=${percent(data.f1)} note="mean F1 of the pairs" />
			<${Stat} name="Krippendorff’s α" value=${decimal(data.alpha, 3)} note=${reading(data.alpha)} />
			<${Stat} name="Questions" value=${number(data.questions)} note=${`with two votes or more, ${number(data.pairs)} pairs`} />
		</${Stats}>
		${data.sampled && html`<p class="hint">Computed on a part of the questions, the same each time.</p>`}
		<${Meanings} definitions=${data.definitions} />
	</${Card}>`;
}

// Who wants looking at comes first: far below and still counted, then the others by their agreement.
const rank = (v) => (v.far_below && !v.excluded ? 0 : v.excluded ? 2 : 1);
const rateOf = (v) => v.exact?.rate ?? 2;
const ranked = (validators) => [...validators].sort((a, b) => rank(a) - rank(b) || rateOf(a) - rateOf(b));

function State({ validator }) {
	return html`${validator.far_below && html`<${Badge} tone="bad" text="far below" title="agrees much less with the others than they do with one another" />`}
	${validator.excluded && html`<${Badge} tone="warn" text="excluded" title="these votes do not count" />`}`;
}

function columnsOf(project, exclusion, mayReview) {
	const act = (v) => exclusion.act(v.excluded ? 'include' : 'exclude', v.worker, v.votes);
	const button = {
		key: 'act',
		title: html`<span class="sr">Action</span>`,
		align: 'end',
		cell: (v) =>
			html`<${Button} kind="small" busy=${exclusion.busy} onClick=${() => act(v)} aria-label=${`${v.excluded ? 'Include' : 'Exclude'} the votes of validator #${v.worker.id}`}>
				${v.excluded ? 'Include …' : 'Exclude …'}
			</${Button}>`,
	};
	return [
		{
			key: 'worker',
			title: 'Validator',
			cell: (v) => html`<span class="row"><${Worker} worker=${v.worker} project=${project} /><${State} validator=${v} /></span>`,
		},
		{ key: 'votes', title: 'Votes', align: 'end', hide: 'phone', cell: (v) => number(v.votes) },
		{
			key: 'exact',
			title: 'As the others',
			hint: 'share of the pairs with other validators that have the same answer',
			cell: (v) => html`<${Rate} value=${v.exact} />`,
		},
		{ key: 'f1', title: 'F1', align: 'end', hide: 'tablet', hint: 'mean overlap with the others', cell: (v) => percent(v.f1) },
		{
			key: 'original',
			title: 'As the author',
			hide: 'phone',
			hint: 'share of the votes that have the author’s answer',
			cell: (v) => html`<${Rate} value=${v.with_original?.exact} />`,
		},
		{
			key: 'originalF1',
			title: 'F1',
			align: 'end',
			hide: 'tablet',
			hint: 'mean overlap with the author',
			cell: (v) => percent(v.with_original?.f1),
		},
		{
			key: 'unanswerable',
			title: 'Unanswerable',
			align: 'end',
			hide: 'phone',
			hint: 'how often the validator found no answer',
			cell: (v) => number(v.unanswerable),
		},
		...(mayReview ? [button] : []),
	];
}

export function Validators({ project, data, onDone }) {
	const { may } = useMe();
	const exclusion = useExclusion(project, onDone);
	const rows = ranked(data.validators);
	const low = rows.filter((v) => v.far_below && !v.excluded).length;
	return html`<${Card} title="Validators" note=${low ? `${number(low)} to look at` : 'by how far they agree with the others'} flush>
		${
			rows.length
				? html`<${Table} caption="Validators" columns=${columnsOf(project, exclusion, may('review'))} rows=${rows.map((v) => ({ ...v, class: v.far_below && !v.excluded ? 'row-low' : '' }))} keyOf=${(v) => v.worker.id} />`
				: html`<p class="card-empty quiet">Nobody has cast a vote yet.</p>`
		}
	</${Card}>`;
}
