// One worker in a project: figures, sampling, notes, HITs, and what happened; and what can be done about it.
import { get, path, post } from '../api.js';
import { Timeline } from '../events.js';
import { actor, clock, duration, number, percent, plural, successOf } from '../format.js';
import { useBusy, useLoad, useMe, useMore } from '../hooks.js';
import { html, useState } from '../../shared/html.js';
import { Note, Stack } from '../icons.js';
import { useLive } from '../live.js';
import { Link } from '../router.js';
import {
	Badge,
	Bar,
	Button,
	Card,
	Copyable,
	Empty,
	Facts,
	Loaded,
	More,
	Notice,
	Page,
	Rate,
	Stat,
	Stats,
	Table,
	TextArea,
	When,
} from '../ui.js';
import { WorkerValidation } from '../validation/brief.js';
import { useActions } from './worker_actions.js';

function Actions({ project, worker, reload }) {
	const { allowed, act, busy } = useActions(project, worker, reload);
	return allowed.map(
		(action) =>
			html`<${Button}
				key=${action.key}
				kind=${action.danger ? 'danger' : ''}
				busy=${busy}
				onClick=${() => act(action)}
			>
				${action.text}
			</${Button}>`,
	);
}

function Figures({ worker, limit, settings }) {
	const { submitted, attempts, wins, kept, mean_seconds: seconds, success } = worker;
	const isPlain = settings?.adversary === 'none' && wins === attempts;
	return html`<${Stats}>
		<${Stat}
			name="Success"
			value=${html`<${Rate} value=${success} limit=${limit} />`}
			note=${success?.n ? `95 %: ${percent(success.low)} to ${percent(success.high)}` : 'nothing reviewed yet'}
		/>
		<${Stat} name="HITs" value=${number(submitted)} note="completed" />
		${!isPlain && html`<${Stat} name="Attempts" value=${number(attempts)} note=${attempts ? `${percent(wins / attempts)} won` : ''} />`}
		<${Stat} name=${isPlain ? 'Questions asked' : 'Wins'} value=${number(wins)} note=${submitted ? `${(wins / submitted).toFixed(1)} a HIT` : ''} />
		<${Stat} name="Questions kept" value=${number(kept)} note=${wins > kept ? `${number(wins - kept)} not` : ''} />
		<${Stat} name="A HIT takes" value=${duration(seconds)} note="on average" />
	</${Stats}>`;
}

function About({ worker, project }) {
	const { may } = useMe();
	const elsewhere = worker.other_projects ?? [];
	const questions = path`/admin/p/${project}/questions`;
	return html`<${Card} title="About">
		<${Facts}
			items=${[
				['State', html`<${Badge} state=${worker.state} /> since <${When} at=${worker.state_at} />`],
				['Platform', worker.platform],
				may('identity') &&
					worker.platform_worker_id && [
						'Platform id',
						html`<${Copyable} value=${worker.platform_worker_id} label="platform id" compact />`,
					],
				['First seen', html`<${When} at=${worker.created_at} />`],
				['Last seen', html`<${When} at=${worker.seen_at} />`],
				['Onboarding', worker.onboarding && `${worker.onboarding.name}, version ${worker.onboarding.version}`],
				worker.tries > 0 && ['Handed in', plural(worker.tries, 'onboarding')],
				worker.pool && [
					'Pool',
					html`<${Link} to=${path`/admin/pools/${worker.pool.name}`}><bdi>${worker.pool.name}</bdi></${Link}>
						<${Badge} state=${worker.pool.state} />`,
				],
				worker.pool?.projects.length > 1 && [
					'In all its projects',
					html`${plural(worker.pool.total.submitted, 'HIT')}, success <${Rate} value=${worker.pool.total.success} plain />`,
				],
				elsewhere.length > 0 && [
					'Other projects',
					html`<ul class="plain">
						${elsewhere.map((o) => html`<li><${Link} to=${path`/admin/p/${o.project}/workers/${worker.id}`}>
						<bdi>${o.project}</bdi></${Link}> <${Badge} state=${o.state} /></li>`)}
					</ul>`,
				],
				[
					'Questions',
					html`<${Link} to=${`${questions}?worker=${worker.id}`}>of this worker</${Link}>`,
				],
			]}
		/>
	</${Card}>`;
}

function Sampling({ worker }) {
	const { n, due_total: due, sampled, settled } = worker.sampling;
	const { reviewed } = worker;
	return html`<${Card} title="Sampling">
		<p class="meter-line">
			<span>Drawn for review</span>
			<span class="figure">${number(sampled)} of ${number(due)} due</span>
		</p>
		<${Bar} value=${sampled} max=${due} label="drawn of those due" />
		<p class="meter-line">
			<span>Judged</span>
			<span class="figure">${number(settled)} of ${number(sampled)} drawn</span>
		</p>
		<${Bar} value=${settled} max=${sampled} tone="win" label="judged of those drawn" />
		<${Facts}
			items=${[
				['Questions valid', `${number(reviewed.valid_questions)} of ${number(reviewed.questions)} reviewed`],
				['HITs valid', `${number(reviewed.valid_hits)} of ${number(reviewed.hits)} reviewed`],
			]}
		/>
		<p class="hint">
			After ${plural(n, 'HIT')}, ${number(due)} are due in all: as many as the fifth power of that number has
			digits. They are drawn when a batch closes.
		</p>
	</${Card}>`;
}

function Notes({ worker, project, reload }) {
	const { may } = useMe();
	const [text, setText] = useState('');
	const [error, setError] = useState('');
	const [busy, run] = useBusy();
	const add = (event) => {
		event.preventDefault();
		if (!text.trim()) return setError('Write something first.');
		return run(async () => {
			try {
				await post('/workers/{id}/note', { project, text: text.trim() }, { at: { id: worker.id } });
				setText('');
				setError('');
				await reload();
			} catch (problem) {
				setError(problem.detail);
			}
		});
	};
	return html`<${Card} title="Notes" note="for the team; the worker never sees them">
		${
			worker.notes.length
				? html`<ul class="notes">
						${worker.notes.map(
							(note) =>
								html`<li>
									<p class="note-text" dir="auto">${note.text}</p>
									<p class="quiet note-who">
										<bdi>${actor(note.actor)}</bdi>, <${When} at=${note.at} />
									</p>
								</li>`,
						)}
					</ul>`
				: html`<p class="quiet">No notes yet.</p>`
		}
		${
			may('review') &&
			html`<form class="form note-form" onSubmit=${add}>
			<${TextArea}
				label="New note"
				hideLabel
				placeholder="Write a note …"
				value=${text}
				onInput=${setText}
				error=${error}
				rows="2"
				maxlength="4000"
			/>
			<div class="row row-end"><${Button}
				type="submit"
				kind="small"
				icon=${Note}
				busy=${busy}
			>
				Add the note
			</${Button}>
			</div>
		</form>`
		}
	</${Card}>`;
}

// Without an adversary every attempt is a question; a HIT may be older than that setting.
const done = ({ won, attempts }, isPlain) => {
	if (isPlain && won === attempts) return number(won);
	return `${number(won)} of ${number(attempts)}${isPlain ? ' won' : ''}`;
};

const hitColumns = (project, isPlain) => [
	{
		key: 'id',
		title: 'HIT',
		cell: (h) =>
			html`<${Link} to=${path`/admin/p/${project}/hits/${h.id}`}>${h.id}</${Link}>
				${h.kind !== 'generate' && html`<span class="quiet">${` ${h.kind}`}</span>`}`,
	},
	{ key: 'state', title: 'State', cell: (h) => html`<${Badge} state=${h.state} />` },
	{ key: 'started_at', title: 'Started', hide: 'phone', cell: (h) => html`<${When} at=${h.started_at} />` },
	{ key: 'seconds', title: 'Took', align: 'end', hide: 'phone', cell: (h) => clock(h.seconds) },
	{
		key: 'won',
		title: isPlain ? 'Asked' : 'Won',
		align: 'end',
		cell: (h) => (h.kind === 'validate' ? '–' : done(h, isPlain)),
	},
	{ key: 'kept', title: 'Kept', align: 'end', cell: (h) => (h.kind === 'validate' ? '–' : number(h.kept)) },
	{ key: 'review', title: 'Review', hide: 'phone', cell: reviewOf },
];

function reviewOf(hit) {
	if (!hit.sampled) return html`<span class="quiet">–</span>`;
	if (!hit.settled) return html`<${Badge} state="waiting" text="to review" />`;
	if (hit.valid === null || hit.valid === undefined) return html`<${Badge} state="settled" />`;
	return html`<${Badge}
		tone=${hit.valid < hit.won ? 'warn' : 'good'}
		text=${`${number(hit.valid)} of ${number(hit.won)} valid`}
	/>`;
}

function Hits({ project, id, live, isPlain }) {
	const list = useMore((before) => get('/projects/{project}/workers/{id}/hits', { project, id, before, limit: 20 }), []);
	live.current = list.reload;
	return html`<${Card} title="HITs" flush>
		<${Loaded} load=${list} skeleton=${{ kind: 'table' }}>
			${() =>
				list.items.length
					? html`<${Table}
								caption="HITs of this worker"
								columns=${hitColumns(project, isPlain)}
								rows=${list.items}
								rowTo=${(h) => path`/admin/p/${project}/hits/${h.id}`}
							/><${More} list=${list} what="HITs" />`
					: html`<${Empty} title="No HIT yet" icon=${Stack} />`}
		</${Loaded}>
	</${Card}>`;
}

function Revocations({ items }) {
	if (!items?.length) return null;
	return html`<${Card} title="Revocations">
		<ul class="notes">
			${items.map(
				(r) =>
					html`<li>
						<p class="row">
							<${Badge}
								state=${r.state}
								text=${r.state === 'done' ? 'in force' : r.state}
								tone=${r.state === 'done' ? 'bad' : undefined}
							/>
							<span class="quiet"><bdi>${actor(r.actor)}</bdi>, <${When} at=${r.at} /></span>
							<span class="quiet">${plural(r.discarded, 'question')} discarded</span>
							${r.pool && html`<span class="quiet">in the pool <bdi>${r.pool}</bdi></span>`}
						</p>
						<p dir="auto">${r.reason}</p>
						${r.undone_at &&
						html`<p class="quiet">
								Undone by <bdi>${actor(r.undone_by)}</bdi>, <${When} at=${r.undone_at} />
							</p>
							<p dir="auto">${r.undone_reason}</p>`}
					</li>`,
			)}
		</ul>
	</${Card}>`;
}

export function WorkerPage({ project, id }) {
	const load = useLoad(() => get('/projects/{project}/workers/{id}', { project, id }), []);
	const about = useLoad(() => get('/projects/{project}', { project }), []);
	const [hits] = useState({ current: /** @type {(() => void) | null} */ (null) });
	useLive(project, ['worker', 'submit', 'review', 'revocation', 'screening', 'batch', 'validation'], () => {
		void load.reload();
		void hits.current?.();
	});
	const limit = successOf(about.data?.settings);
	const worker = load.data;
	const title = `Worker #${id}`;
	return html`<${Page}
		title=${title}
		crumbs=${[['Workers', path`/admin/p/${project}/workers`]]}
		actions=${worker && html`<${Actions} project=${project} worker=${worker} reload=${load.reload} />`}
	>
		<${Loaded} load=${load} skeleton=${{ kind: 'cards', lines: 4 }}>
			${(w) => html`<div class="stack">
				${
					w.blocked &&
					html`<${Notice} level="error">This worker is blocked and may enter no project.</${Notice}>`
				}
				<${Figures} worker=${w} limit=${limit} settings=${about.data?.settings} />
				<div class="columns columns-worker">
					<div class="stack"><${Hits} project=${project} id=${id} live=${hits} isPlain=${about.data?.settings.adversary === 'none'} />
					<${Card} title="What happened"><${Timeline} events=${w.timeline} here first=${12} /></${Card}></div>
					<div class="stack"><${About} worker=${w} project=${project} />
					<${Sampling} worker=${w} /><${WorkerValidation}
						worker=${w}
						project=${project}
						settings=${about.data?.settings}
						reload=${load.reload}
					/><${Revocations} items=${w.revocations} /><${Notes}
						worker=${w}
						project=${project}
						reload=${load.reload}
					/></div>
				</div>
			</div>`}
		</${Loaded}>
	</${Page}>`;
}
