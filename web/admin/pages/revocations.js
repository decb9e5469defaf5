// Revocations: those that wait for a second person, and what has happened before.
import { get, path, post } from '../api.js';
import { actor, number, plural, successOf } from '../format.js';
import { useBusy, useLoad, useMe, useMore } from '../hooks.js';
import { html } from '../../shared/html.js';
import { Ban } from '../icons.js';
import { useLive } from '../live.js';
import { Link, useQuery } from '../router.js';
import {
	Button,
	Card,
	confirm,
	Empty,
	Loaded,
	More,
	Page,
	Rate,
	Table,
	Tabs,
	toast,
	When,
	Worker,
} from '../ui.js';

const TABS = [
	{ key: 'proposed', text: 'Waiting' },
	{ key: 'done', text: 'Revoked' },
	{ key: 'undone', text: 'Reinstated' },
	{ key: 'dismissed', text: 'Dismissed' },
];
const NOTHING = {
	proposed: 'Nothing waits for a second person',
	done: 'Nobody is revoked',
	undone: 'Nobody was reinstated',
	dismissed: 'Nothing was dismissed',
};
const CAUSES = { review: 'review', hand: 'by hand', answerability: 'answerability' };
const AFTER = { review: 'after a review of', hand: 'by hand of', answerability: 'after the votes of validators, by' };

async function decide({ project, revocation, isConfirmed, onDone }) {
	const name = `worker #${revocation.worker.id}`;
	const { ok, reason } = await confirm(
		isConfirmed
			? {
					title: `Revoke ${name}?`,
					text: 'The qualification is taken away, the live work is ended kindly and paid, and all questions of this worker leave the dataset, in all projects of the pool unless it says otherwise. An admin can reinstate, and then exactly these come back.',
					action: 'Revoke',
					danger: true,
					reason: 'optional',
				}
			: {
					title: `Dismiss the revocation of ${name}?`,
					text: 'The worker keeps the qualification and notices nothing.',
					action: 'Dismiss',
					reason: 'required',
				},
	);
	if (!ok) return;
	try {
		const answer = await post('/revocations/{id}/decide', { confirm: isConfirmed, reason }, { at: { id: revocation.id } });
		const gone = answer?.discarded ? `, ${plural(answer.discarded, 'question')} discarded` : '';
		toast(isConfirmed ? `Revoked ${name}${gone}.` : `Dismissed: ${name} goes on.`);
	} catch (error) {
		toast(error.detail, { kind: 'bad' });
	}
	onDone(project);
}

async function reinstate({ project, revocation, onDone }) {
	const name = `worker #${revocation.worker.id}`;
	const { ok, reason } = await confirm({
		title: `Reinstate ${name}?`,
		text: `The qualification comes back, and with it the ${plural(revocation.discarded, 'question')} that this revocation discarded.`,
		action: 'Reinstate',
		reason: 'required',
	});
	if (!ok) return;
	try {
		const answer = await post('/projects/{project}/workers/{id}/reinstate', { reason }, { at: { project, id: revocation.worker.id } });
		toast(`Reinstated ${name}, ${plural(answer.restored, 'question')} restored.`);
	} catch (error) {
		toast(error.detail, { kind: 'bad' });
	}
	onDone();
}

function Proposed({ project, revocation, limit, onDone }) {
	const { may } = useMe();
	const [busy, run] = useBusy();
	const act = (isConfirmed) => run(() => decide({ project, revocation, isConfirmed, onDone }));
	return html`<${Card} class="proposed">
		<div class="proposed-body">
			<h2 class="proposed-title"><${Worker} worker=${revocation.worker} project=${project} /></h2>
			<p dir="auto">${revocation.reason}</p>
			<p class="quiet">
				proposed <${When} at=${revocation.at} /> ${AFTER[revocation.cause]} <bdi>${actor(revocation.actor)}</bdi>
				${revocation.hit && html`${' · '}<${Link} to=${path`/admin/p/${project}/hits/${revocation.hit}`}>the HIT</${Link}>`}
			</p>
		</div>
		${revocation.rate?.n > 0 && html`<div class="proposed-rate"><${Rate} value=${revocation.rate} limit=${limit} /></div>`}
		${
			may('review') &&
			html`<div class="proposed-actions">
			<${Button} busy=${busy} onClick=${() => act(false)}>Dismiss …</${Button}>
			<${Button} kind="danger" busy=${busy} onClick=${() => act(true)}>Revoke …</${Button}>
		</div>`
		}
	</${Card}>`;
}

function End({ revocation: r }) {
	if (r.state === 'undone')
		return html`<span>
			reinstated <${When} at=${r.undone_at} /> by <bdi>${actor(r.undone_by)}</bdi>:${' '}
			<span dir="auto">${r.undone_reason}</span>
		</span>`;
	if (r.decided_at)
		return html`<span>
			${r.state === 'dismissed' ? 'dismissed' : 'confirmed'} <${When} at=${r.decided_at} /> by${' '}
			<bdi>${actor(r.decided_by)}</bdi>
		</span>`;
	return html`<span class="quiet">at once</span>`;
}

const columns = (project, limit, onReinstate) => [
	{ key: 'worker', title: 'Worker', cell: (r) => html`<${Worker} worker=${r.worker} project=${project} />` },
	{ key: 'at', title: 'When', cell: (r) => html`<${When} at=${r.at} />` },
	{
		key: 'reason',
		title: 'Why',
		class: 'cell-text',
		cell: (r) =>
			html`<span dir="auto">${r.reason}</span>
				<span class="quiet">${CAUSES[r.cause]}, <bdi>${actor(r.actor)}</bdi></span>`,
	},
	{ key: 'rate', title: 'Success', hide: 'tablet', cell: (r) => html`<${Rate} value=${r.rate} limit=${limit} />` },
	{
		key: 'discarded',
		title: 'Discarded',
		align: 'end',
		hide: 'phone',
		hint: 'Questions that left the dataset',
		cell: (r) => number(r.discarded),
	},
	{ key: 'end', title: 'Decision', class: 'cell-text', hide: 'phone', cell: (r) => html`<${End} revocation=${r} />` },
	{
		key: 'hit',
		title: 'HIT',
		cell: (r) => (r.hit ? html`<${Link} to=${path`/admin/p/${project}/hits/${r.hit}`}>${r.hit}</${Link}>` : ''),
	},
	...(onReinstate
		? [
				{
					key: 'act',
					title: html`<span class="sr">Action</span>`,
					align: 'end',
					cell: (r) => html`<${Button} kind="small" onClick=${() => onReinstate(r)}>Reinstate …</${Button}>`,
				},
			]
		: []),
];

export function Revocations({ project }) {
	const [{ state = 'proposed' }, setParams] = useQuery();
	const list = useMore((before) => get('/projects/{project}/revocations', { project, state, before }), [project, state]);
	const settings = useLoad(() => get('/projects/{project}', { project }), [project]);
	const { may } = useMe();
	useLive(project, ['revocation', 'worker'], list.reload);
	const limit = successOf(settings.data?.settings);
	const needsConfirm = settings.data?.settings?.revoke_confirm;
	const lead =
		needsConfirm === undefined
			? 'Qualifications taken away for poor work.'
			: needsConfirm
				? 'When the success rate falls too low, a second person decides here.'
				: 'When the success rate falls too low, the qualification is revoked at once.';
	const rows = list.items;
	const canReinstate = state === 'done' && may('manage');
	const tabs = TABS.map((tab) => (tab.key === 'proposed' ? { ...tab, count: list.data?.proposed } : tab));
	const body = () => {
		if (!rows.length)
			return html`<${Card}><${Empty} title=${NOTHING[state] ?? 'Nothing here'} icon=${Ban}>
				${state === 'proposed' && html`<p>${needsConfirm ? 'Proposals come here as reviews are finished.' : 'Set “revoke confirm” in the settings, and revocations wait here first.'}</p>`}
			</${Empty}></${Card}>`;
		if (state === 'proposed')
			return html`<div class="proposals">
					${rows.map((revocation) => html`<${Proposed} key=${revocation.id} onDone=${list.reload} ...${{ project, revocation, limit }} />`)}
				</div>
				<${More} list=${list} />`;
		return html`<${Card} flush><${Table} caption="Revocations" columns=${columns(project, limit, canReinstate && ((revocation) => reinstate({ project, revocation, onDone: list.reload })))} rows=${rows} /><${More} list=${list} /></${Card}>`;
	};
	return html`<${Page} title="Revocations" lead=${lead}>
		<${Tabs} label="State" tabs=${tabs} current=${state} onPick=${(key) => setParams({ state: key === 'proposed' ? null : key })} />
		<${Loaded} load=${list} skeleton=${{ kind: state === 'proposed' ? 'cards' : 'table' }}>${body}</${Loaded}>
	</${Page}>`;
}
