// Who changed what, when and why: every event, newest first.
import { get } from '../api.js';
import { KINDS, Timeline } from '../events.js';
import { actor as actorName } from '../format.js';
import { useLoad, useMe, useMore } from '../hooks.js';
import { html, useRef } from '../../shared/html.js';
import { List } from '../icons.js';
import { useLive } from '../live.js';
import { useQuery } from '../router.js';
import { Button, Card, Empty, Loaded, More, Page, Search, Select } from '../ui.js';

const TOPICS = ['worker', 'review', 'screening', 'revocation', 'batch', 'question', 'project', 'model', 'people'];
const FILTERS = ['project', 'worker', 'kind', 'actor'];

// Whom to choose from: the accounts, if one may see them, and whoever was met so far.
function useActors(items, chosen) {
	const { account, may } = useMe();
	const people = useLoad(
		async () => (may('people') ? (await get('/people')).items.map((p) => p.name) : [account.name]),
		[],
	);
	const known = useRef(new Set());
	for (const item of items) known.current.add(item.actor);
	const accounts = (people.data ?? []).map((name) => `user:${name}`);
	return [...new Set([...accounts, ...known.current, ...(chosen ? [chosen] : [])])].sort();
}

export function Audit() {
	const [params, setParams] = useQuery();
	const { project = '', worker = '', kind = '', actor = '' } = params;
	const wanted = { project, worker: worker.replace(/^#/, ''), kind, actor };
	const list = useMore((before) => get('/events', { ...wanted, before, limit: 50 }), [project, worker, kind, actor]);
	const projects = useLoad(() => get('/projects'), []);
	useLive(null, TOPICS, list.reload, { every: 2000 });
	const set = (name) => (value) => setParams({ [name]: value }, { replace: true });
	const pick = (name, label, options) =>
		html`<${Select} hideLabel ...${{ label, options }} value=${params[name] ?? ''} onChange=${set(name)} />`;
	const filtered = FILTERS.some((name) => params[name]);
	const showAll = () => setParams(Object.fromEntries(FILTERS.map((name) => [name, null])));
	const clear = html`<${Button} onClick=${showAll}>Show all</${Button}>`;
	const kinds = Object.entries(KINDS).sort(([, a], [, b]) => a.localeCompare(b));
	const seen = useActors(list.items, actor);
	const actors = seen.map((name) => [name, actorName(name)]);
	const names = (projects.data?.items ?? []).map((p) => p.name);
	return html`<${Page}
		title="Audit log"
		lead="Every change of a worker, question, setting or account: who made it, and why. Nothing here ever changes."
	>
		<div class="filters">
			${pick('kind', 'What', [['', 'Anything'], ...kinds])} ${pick('actor', 'Who', [['', 'By anybody'], ...actors])}
			${pick('project', 'Project', [['', 'Any project'], ...names])}
			<${Search}
				label="Worker number"
				value=${worker}
				onSearch=${(text) => set('worker')(text.replace(/[^0-9]/g, ''))}
			/>
			${filtered && clear}
		</div>
		<${Card}>
			<${Loaded} load=${list} skeleton=${{ lines: 12 }}>
				${() =>
					list.items.length
						? html`<${Timeline} events=${list.items} /><${More} list=${list} what="events" />`
						: html`<${Empty}
							title=${filtered ? 'No such event' : 'Nothing has happened yet'}
							icon=${List}
						>
							${filtered && clear}
						</${Empty}>`}
			</${Loaded}>
		</${Card}>
	</${Page}>`;
}
