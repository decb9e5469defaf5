// One pool: how far its workers came, the figures of its projects, its settings, its members.
import { get, path } from '../api.js';
import { save } from '../chart.js';
import { number } from '../format.js';
import { useBusy, useLoad, useMe } from '../hooks.js';
import { html, useState } from '../../shared/html.js';
import { Download, People, Plus } from '../icons.js';
import { useLive } from '../live.js';
import { Link, useQuery } from '../router.js';
import {
	Badge,
	Bar,
	Button,
	Card,
	Empty,
	Facts,
	Loaded,
	Page,
	Pager,
	Rate,
	Search,
	Select,
	Stat,
	Stats,
	Table,
	toast,
	When,
} from '../ui.js';
import { ImportList, PoolSettings } from './pool_forms.js';

const LIMIT = 50;
const STATES = [
	['', 'Any state'],
	['qualified', 'Qualified'],
	['onboarding', 'Onboarding'],
	['screening', 'Screening'],
	['new', 'New'],
	['failed', 'Failed'],
	['revoked', 'Revoked'],
];
const SOURCES = { came: 'itself', invited: 'invitation', imported: 'import' };
const STEPS = [
	['invited', 'Invited or came', 'known to the pool: invited, imported, or came by themselves'],
	['began', 'Began', 'began the onboarding'],
	['handed_in', 'Handed in', 'handed an onboarding in'],
	['passed', 'Passed', 'passed by a reviewer'],
	['working', 'Working', 'handed work in, and not revoked; in open projects without a qualification, too'],
	['revoked', 'Revoked', 'lost the qualification'],
	['validators', 'Validators by exercises', 'may validate in its projects, by the exercises of validators'],
];

function Funnel({ funnel }) {
	const { reference } = funnel;
	return html`<${Card}
		title="Funnel"
		note=${`In the paper ${number(reference.handed_in)} handed in, ${number(reference.passed)} passed, ${number(reference.revoked)} were revoked.`}
	>
		<ol class="funnel">
			${STEPS.map(
				([key, text, hint]) =>
					html`<li key=${key}>
						<p class="meter-line">
							<span title=${hint}>${text}</span>
							<span class="figure">
								<strong>${number(funnel[key])}</strong>
								${
									reference[key] &&
									html`<span class="quiet">${` paper ${number(reference[key])}`}</span>`
								}
							</span>
						</p>
						<${Bar}
							value=${funnel[key]}
							max=${funnel.invited}
							tone=${key === 'revoked' ? 'model' : 'main'}
							label=${`${text}, of all that are known`}
						/>
					</li>`,
			)}
		</ol>
	</${Card}>`;
}

const PROJECT_COLUMNS = [
	{
		key: 'name',
		title: 'Project',
		cell: (p) => html`<${Link} to=${path`/admin/p/${p.name}/workers`}><bdi>${p.name}</bdi></${Link}>`,
	},
	{ key: 'state', title: 'State', hide: 'phone', cell: (p) => html`<${Badge} state=${p.state} />` },
	{ key: 'workers', title: 'Workers', align: 'end', cell: (p) => number(p.workers) },
	{ key: 'revoked', title: 'Revoked', align: 'end', hide: 'tablet', cell: (p) => number(p.revoked) },
	{ key: 'submitted', title: 'HITs', align: 'end', cell: (p) => number(p.submitted) },
	{ key: 'kept', title: 'Kept', align: 'end', hide: 'phone', cell: (p) => number(p.kept) },
	{
		key: 'sampled',
		title: 'Sampled',
		align: 'end',
		hide: 'phone',
		hint: 'HITs drawn for review; + how many more are due',
		cell: (p) => html`${number(p.sampled)}${p.due > 0 && html` <span class="due">+${number(p.due)}</span>`}`,
	},
	{ key: 'success', title: 'Success', cell: (p) => html`<${Rate} value=${p.success} />` },
	{
		key: 'waiting',
		title: 'To screen',
		align: 'end',
		hide: 'tablet',
		cell: (p) =>
			p.waiting > 0
				? html`<${Link} to=${path`/admin/p/${p.name}/screening`}>${number(p.waiting)}</${Link}>`
				: number(0),
	},
];

function Figures({ pool }) {
	const { total } = pool;
	return html`<${Stats}>
			<${Stat} name="Success" value=${html`<${Rate} value=${total.success} />`} note="over all its projects" />
			<${Stat} name="HITs" value=${number(total.submitted)} note="completed" />
			<${Stat} name="Questions kept" value=${number(total.kept)} />
			<${Stat} name="Sampled" value=${number(total.sampled)} note=${total.due > 0 ? `${number(total.due)} more due` : ''} />
		</${Stats}>
		<${Card} title="Projects" flush>
			${
				pool.figures.length
					? html`<${Table}
							caption="Projects of this pool"
							columns=${PROJECT_COLUMNS}
							rows=${pool.figures}
							keyOf=${(p) => p.name}
						/>`
					: html`<${Empty} title="No project names this pool">
							<p>A new project can: “Pool of workers” in its settings.</p>
						</${Empty}>`
			}
		</${Card}>`;
}

function About({ pool, onEdit }) {
	const { may } = useMe();
	const model =
		pool.onboarding_model ?? (pool.weakest ? `${pool.weakest}, the weakest that was measured` : 'the project’s own');
	return html`<${Card}
		title="Rules"
		actions=${may('manage') && html`<${Button} kind="small" onClick=${onEdit}>Change</${Button}>`}
	>
		<${Facts}
			items=${[
				['Onboarding', pool.onboarding ?? 'none, unless a project names one'],
				['Played against', model],
				['Further tries', number(pool.onboarding_retries)],
				[
					'A revocation takes',
					pool.revokes === 'pool'
						? 'the qualification, and the worker’s data in all projects of the pool'
						: 'the worker’s data in its project alone',
				],
				['Made', html`<${When} at=${pool.created_at} />`],
			]}
		/>
	</${Card}>`;
}

const memberColumns = (to) => [
	{
		key: 'id',
		title: 'Worker',
		sort: 'id',
		first: 'asc',
		cell: (m) =>
			html`<span class="worker-cell">
				${to ? html`<${Link} to=${path`/admin/p/${to}/workers?q=${m.id}`}>#${m.id}</${Link}>` : html`<span>#${m.id}</span>`}
				${m.platform_worker_id && html`<bdi class="quiet worker-id">${m.platform_worker_id}</bdi>`}
			</span>`,
	},
	{
		key: 'state',
		title: 'State',
		sort: 'state',
		first: 'asc',
		cell: (m) => html`<${Badge} state=${m.state} />${m.blocked && html` <${Badge} state="blocked" />`}`,
	},
	{ key: 'source', title: 'Came by', sort: 'source', hide: 'laptop', cell: (m) => SOURCES[m.source] },
	{ key: 'projects', title: 'Projects', sort: 'projects', align: 'end', hide: 'phone', cell: (m) => number(m.projects) },
	{ key: 'submitted', title: 'HITs', sort: 'submitted', align: 'end', cell: (m) => number(m.submitted) },
	{ key: 'kept', title: 'Kept', sort: 'kept', align: 'end', hide: 'tablet', cell: (m) => number(m.kept) },
	{
		key: 'success',
		title: 'Success',
		sort: 'success',
		first: 'asc',
		hide: 'phone',
		cell: (m) => html`<${Rate} value=${m.success} />`,
	},
	{
		key: 'sampled',
		title: 'Sampled',
		sort: 'sampled',
		align: 'end',
		hide: 'laptop',
		cell: (m) => html`${number(m.sampled)}${m.due > 0 && html` <span class="due">+${number(m.due)}</span>`}`,
	},
	{ key: 'seen_at', title: 'Last seen', sort: 'seen_at', hide: 'phone', cell: (m) => html`<${When} at=${m.seen_at} />` },
];

function Members({ pool, project, changed }) {
	const [params, setParams] = useQuery();
	const { q = '', state = '', sort = 'id', dir = 'asc', offset = '0' } = params;
	const { may } = useMe();
	const load = useLoad(
		() => get('/pools/{pool}/members', { pool, q, state: state || undefined, sort, dir, limit: LIMIT, offset }),
		[q, state, sort, dir, offset, changed],
	);
	useLive(null, ['pool', 'worker', 'revocation', 'screening'], load.reload, { every: 3000 });
	return html`<${Card} title="Members" flush>
		<div class="filters card-filters">
			<${Search}
				label=${may('identity') ? 'Number or platform id' : 'Number'}
				value=${q}
				onSearch=${(text) => setParams({ q: text, offset: null }, { replace: true })}
			/>
			<${Select}
				label="State"
				hideLabel
				options=${STATES}
				value=${state}
				onChange=${(v) => setParams({ state: v, offset: null })}
			/>
		</div>
		<${Loaded} load=${load} skeleton=${{ kind: 'table', lines: 8 }}>
			${(data) =>
				data.items.length
					? html`<${Table}
								caption="Members of this pool"
								columns=${memberColumns(project)}
								rows=${data.items}
								sort=${{ key: sort, dir }}
								onSort=${({ key, dir: to }) => setParams({ sort: key, dir: to, offset: null })}
								busy=${load.loading}
							/><${Pager}
								total=${data.total}
								offset=${data.offset}
								limit=${data.limit}
								what="members"
								onOffset=${(to) => setParams({ offset: to || null })}
							/>`
					: html`<${Empty} title=${q || state ? 'Nobody fits' : 'Nobody is known yet'} icon=${People}>
							<p>Workers appear once they come, are invited or are imported.</p>
						</${Empty}>`}
		</${Loaded}>
	</${Card}>`;
}

function Lists({ pool, onImport }) {
	const { may } = useMe();
	const [busy, run] = useBusy();
	const out = () =>
		run(async () => {
			try {
				const { file, text, workers } = await get('/pools/{pool}/export', { pool });
				save(file, new Blob([text], { type: 'text/csv;charset=utf-8' }));
				toast(`${number(workers)} qualified workers are in ${file}.`);
			} catch (error) {
				toast(error.detail, { kind: 'bad' });
			}
		});
	return html`${may('manage') && html`<${Button} icon=${Plus} onClick=${onImport}>Import workers</${Button}>`}
		${may('identity') && html`<${Button} icon=${Download} busy=${busy} onClick=${out}>Export workers</${Button}>`}`;
}

export function PoolPage({ pool }) {
	const load = useLoad(() => get('/pools/{pool}', { pool }), []);
	const [open, setOpen] = useState('');
	const [changed, setChanged] = useState(0);
	useLive(null, ['pool', 'submit', 'review', 'revocation', 'screening'], load.reload, { every: 3000 });
	const done = () => {
		setOpen('');
		setChanged((n) => n + 1);
		void load.reload();
	};
	return html`<${Page}
		title=${pool}
		crumbs=${[['Pools', '/admin/pools']]}
		lead=${load.data?.title}
		actions=${html`<${Lists} pool=${pool} onImport=${() => setOpen('import')} />`}
		wide
	>
		<${Loaded} load=${load} skeleton=${{ kind: 'cards', lines: 4 }}>
			${(data) => html`<div class="stack">
				<div class="columns">
					<${Funnel} funnel=${data.funnel} />
					<${About} pool=${data} onEdit=${() => setOpen('settings')} />
				</div>
				<${Figures} pool=${data} />
				<${Members} pool=${pool} project=${data.projects[0]} changed=${changed} />
				${open === 'settings' && html`<${PoolSettings} pool=${data} onClose=${() => setOpen('')} onDone=${done} />`}
				${open === 'import' && html`<${ImportList} pool=${data} onClose=${() => setOpen('')} onDone=${done} />`}
			</div>`}
		</${Loaded}>
	</${Page}>`;
}
