// Batches: what was drawn for review, and what closing now would draw.
import { get, path, post } from '../api.js';
import { actor, number, plural } from '../format.js';
import { useBusy, useLoad, useMe } from '../hooks.js';
import { html, useState } from '../../shared/html.js';
import { Stack } from '../icons.js';
import { useLive } from '../live.js';
import { Link } from '../router.js';
import { Bar, Button, Card, Dialog, Empty, Field, Loaded, Page, Stat, Stats, Table, toast, When } from '../ui.js';

const CAUSES = { hand: 'by hand', hits: 'by the number of HITs', hours: 'by time' };

const COLUMNS = [
	{ key: 'number', title: 'Batch', cell: (b) => html`<strong>${b.number}</strong>` },
	{ key: 'closed_at', title: 'Closed', cell: (b) => html`<${When} at=${b.closed_at} />` },
	{
		key: 'cause',
		title: 'How',
		hide: 'phone',
		cell: (b) => html`${CAUSES[b.cause]}${b.cause === 'hand' && html` <bdi class="quiet">${actor(b.actor)}</bdi>`}`,
	},
	{ key: 'hits', title: 'HITs', align: 'end', hint: 'Completed since the batch before', cell: (b) => number(b.hits) },
	{
		key: 'workers',
		title: 'Workers',
		align: 'end',
		hide: 'phone',
		hint: 'With at least one HIT drawn',
		cell: (b) => number(b.workers),
	},
	{ key: 'sampled', title: 'Drawn', align: 'end', hint: 'HITs sampled for review', cell: (b) => number(b.sampled) },
	{
		key: 'settled',
		title: 'Reviewed',
		cell: (b) =>
			html`<span class="settled"
				><${Bar}
					value=${b.settled}
					max=${b.sampled}
					tone=${b.settled >= b.sampled ? 'win' : 'main'}
					label=${`Batch ${b.number}: reviewed`}
				/>
				<span class="figure">${number(b.settled)}</span></span
			>`,
	},
	{
		key: 'seed',
		title: 'Seed',
		hide: 'tablet',
		hint: 'The draw follows from it',
		cell: (b) => html`<code>${b.seed}</code>`,
	},
];

const SEED = /^[0-9A-Za-z._-]{0,64}$/;

function CloseDialog({ open, onClose, onConfirm, busy }) {
	const [seed, setSeed] = useState('');
	const wrong = SEED.test(seed) ? '' : 'Letters, digits, dot, line and underscore only, 64 at most.';
	const submit = (event) => {
		event.preventDefault();
		if (!wrong) onConfirm(seed);
	};
	return html`<${Dialog} title="Close the batch?" onClose=${onClose}>
		<form onSubmit=${submit}>
			<div class="dialog-text">
				<p>
					<strong>${plural(open.due, 'HIT')}</strong> of ${plural(open.hits, 'completed HIT')} since the last batch ${open.due === 1 ? 'is' : 'are'} drawn for review.
					This cannot be taken back, and nothing is drawn twice.
				</p>
			</div>
			<${Field} label="Seed (optional)" hint="Left empty, a random one is made and recorded." value=${seed} onInput=${setSeed} error=${wrong} autocomplete="off" />
			<div class="row row-end">
				<${Button} onClick=${onClose}>Cancel</${Button}>
				<${Button} type="submit" kind="main" busy=${busy}>Close and draw ${plural(open.due, 'HIT')}</${Button}>
			</div>
		</form>
	</${Dialog}>`;
}

function Automatic({ settings, project }) {
	if (!settings) return null;
	const { batch_hits: hits, batch_hours: hours } = settings;
	const rules = [hits && `every ${plural(hits, 'completed HIT')}`, hours && `every ${plural(hours, 'hour')}`].filter(
		Boolean,
	);
	return html`<p class="quiet batch-rule">
		${rules.length ? `Closes by itself ${rules.join(' or ')}.` : 'Does not close by itself.'}${' '}
		<${Link} to=${path`/admin/p/${project}/settings`}>Settings</${Link}>
	</p>`;
}

function Open({ open, project, settings, onAsk }) {
	const { may } = useMe();
	return html`<${Card} title="The open batch" actions=${may('manage') && html`<${Button} kind="main small" onClick=${onAsk}>Close the batch …</${Button}>`}>
		<${Stats}>
			<${Stat} name="Completed HITs" value=${number(open.hits)} note=${open.since ? html`since <${When} at=${open.since} />` : 'since the beginning'} />
			<${Stat} name="Closing now would draw" value=${plural(open.due, 'HIT')} note="⌊5·log₁₀ n + 1⌋ of each worker’s n, less what was drawn before" />
		</${Stats}>
		<${Automatic} settings=${settings} project=${project} />
	</${Card}>`;
}

export function Batches({ project }) {
	const load = useLoad(() => get('/projects/{project}/batches', { project }), [project]);
	const settings = useLoad(() => get('/projects/{project}', { project }), [project]);
	useLive(project, ['batch', 'submit', 'review', 'project'], load.reload, { every: 2000 });
	const [asking, setAsking] = useState(false);
	const [busy, run] = useBusy();
	const close = (seed) =>
		run(async () => {
			try {
				const batch = await post('/projects/{project}/batches', seed ? { seed } : {}, { at: { project } });
				toast(
					`Batch ${batch.number} is closed: ${plural(batch.sampled, 'HIT')} of ${plural(batch.workers, 'worker')} drawn.`,
				);
			} catch (error) {
				toast(error.detail, { kind: 'bad' });
			}
			setAsking(false);
			load.reload();
		});
	return html`<${Page} title="Batches" lead="When a batch closes, a sample of every worker’s HITs is drawn for review.">
		<${Loaded} load=${load} skeleton=${{ kind: 'cards', lines: 2 }}>
			${({ items, open }) => html`<div class="stack">
				<${Open} open=${open} project=${project} settings=${settings.data?.settings} onAsk=${() => setAsking(true)} />
				<${Card} title="Closed batches" flush>
					${
						items.length
							? html`<${Table} caption="Batches, newest first" columns=${COLUMNS} rows=${items} />`
							: html`<${Empty} title="No batch was closed yet" icon=${Stack}><p>Close one when enough work has come in.</p></${Empty}>`
					}
				</${Card}>
				${asking && html`<${CloseDialog} open=${open} onClose=${() => setAsking(false)} onConfirm=${close} busy=${busy} />`}
			</div>`}
		</${Loaded}>
	</${Page}>`;
}
