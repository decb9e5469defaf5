// The workers of a project. The server searches, sorts and pages; the address tells which view it is.
import { get, path } from '../api.js';
import { clock, number, successOf } from '../format.js';
import { useLoad, useMe } from '../hooks.js';
import { html } from '../../shared/html.js';
import { People } from '../icons.js';
import { useLive } from '../live.js';
import { Link, useQuery } from '../router.js';
import { Badge, Button, Card, Empty, Loaded, Page, Pager, Rate, Search, Select, Table, When } from '../ui.js';

const LIMIT = 50;
const STATES = [
	['', 'Any state'],
	['qualified', 'Qualified'],
	['onboarding', 'Onboarding'],
	['screening', 'Screening'],
	['new', 'New'],
	['failed', 'Failed'],
	['revoked', 'Revoked'],
	['blocked', 'Blocked'],
];

function Name({ worker, project }) {
	return html`<span class="worker-cell">
		<${Link} to=${path`/admin/p/${project}/workers/${worker.id}`}>#${worker.id}</${Link}>
		${worker.platform_worker_id && html`<bdi
			class="quiet worker-id"
			title=${`${worker.platform}: ${worker.platform_worker_id}`}
		>
			${worker.platform_worker_id}
		</bdi>`}
	</span>`;
}

const columnsOf = (project, limit) => [
	{
		key: 'id',
		title: 'Worker',
		sort: 'id',
		first: 'asc',
		cell: (w) => html`<${Name} worker=${w} project=${project} />`,
	},
	{
		key: 'state',
		title: 'State',
		sort: 'state',
		first: 'asc',
		cell: (w) => html`<${Badge} state=${w.state} />${w.blocked && html` <${Badge} state="blocked" />`}`,
	},
	{
		key: 'submitted',
		title: 'HITs',
		sort: 'submitted',
		align: 'end',
		hint: 'completed generate HITs',
		cell: (w) => number(w.submitted),
	},
	{
		key: 'attempts',
		title: 'Attempts',
		sort: 'attempts',
		align: 'end',
		hide: 'laptop',
		cell: (w) => number(w.attempts),
	},
	{ key: 'wins', title: 'Wins', sort: 'wins', align: 'end', hide: 'tablet', cell: (w) => number(w.wins) },
	{
		key: 'kept',
		title: 'Kept',
		sort: 'kept',
		align: 'end',
		hint: 'questions kept',
		hide: 'phone',
		cell: (w) => number(w.kept),
	},
	{
		key: 'success',
		title: 'Success',
		sort: 'success',
		first: 'asc',
		hint: 'valid of the reviewed, with 95 % interval',
		cell: (w) => html`<${Rate} value=${w.success} limit=${limit} />`,
	},
	{
		key: 'sampled',
		title: 'Sampled',
		sort: 'sampled',
		align: 'end',
		hide: 'tablet',
		hint: 'HITs drawn for review; + how many more are due at the next closing of a batch',
		cell: (w) => html`${number(w.sampled)}${w.due > 0 && html` <span class="due">+${number(w.due)}</span>`}`,
	},
	{
		key: 'mean_seconds',
		title: 'Mean time',
		sort: 'mean_seconds',
		align: 'end',
		hide: 'tablet',
		cell: (w) => clock(w.mean_seconds),
	},
	{
		key: 'seen_at',
		title: 'Last seen',
		sort: 'seen_at',
		hide: 'phone',
		cell: (w) => html`<${When} at=${w.seen_at} />`,
	},
];

export function Workers({ project }) {
	const [params, setParams] = useQuery();
	const { q = '', state = '', sort = 'seen_at', dir = 'desc', offset = '0' } = params;
	const { may } = useMe();
	const load = useLoad(
		() => get('/projects/{project}/workers', { project, q, state, sort, dir, limit: LIMIT, offset }),
		[q, state, sort, dir, offset],
	);
	const about = useLoad(() => get('/projects/{project}', { project }), []);
	useLive(project, ['worker', 'submit', 'review', 'batch', 'revocation', 'screening'], load.reload, { every: 3000 });
	const filtered = Boolean(q || state);
	const showAll = () => setParams({ q: null, state: null, offset: null });
	const clear = html`<${Button} onClick=${showAll}>Show all</${Button}>`;
	const limit = successOf(about.data?.settings);
	return html`<${Page}
		title="Workers"
		lead="Everyone who has come to this project. Workers go by their number; platform ids are shown to admins only."
		wide
	>
		<div class="filters">
			<${Search}
				label=${may('identity') ? 'Number, platform id or note' : 'Number or note'}
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
			${filtered && clear}
		</div>
		<${Card} flush>
			<${Loaded} load=${load} skeleton=${{ kind: 'table', lines: 12 }}>
				${(data) =>
					data.items.length
						? html`<${Table}
									caption="Workers"
									columns=${columnsOf(project, Number.isFinite(limit) ? limit : undefined)}
									rows=${data.items}
									sort=${{ key: sort, dir }}
									onSort=${({ key, dir: to }) => setParams({ sort: key, dir: to, offset: null })}
									rowTo=${(w) => path`/admin/p/${project}/workers/${w.id}`}
									busy=${load.loading}
								/>
								<${Pager}
									total=${data.total}
									offset=${data.offset}
									limit=${data.limit}
									what="workers"
									onOffset=${(to) => setParams({ offset: to || null })}
								/>`
						: html`<${Empty} title=${filtered ? 'Nobody fits' : 'Nobody has come yet'} icon=${People}>
								<p>${filtered ? 'No worker matches.' : 'They appear here once they open the task.'}</p>
								${filtered && clear}
							</${Empty}>`}
			</${Loaded}>
		</${Card}>
	</${Page}>`;
}
