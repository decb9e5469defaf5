// Questions: full-text search, filters in the address, and many at once out of the dataset or back.
import { get, path } from '../api.js';
import { number } from '../format.js';
import { useBusy, useLoad, useMe, useMore } from '../hooks.js';
import { html, useEffect, useState } from '../../shared/html.js';
import { Search as SearchIcon } from '../icons.js';
import { useLive } from '../live.js';
import { Link, useQuery } from '../router.js';
import {
	Badge,
	Button,
	Card,
	Check,
	Empty,
	Field,
	Loaded,
	More,
	Page,
	Search,
	Select,
	Standing,
	Tag,
	toast,
	When,
	Worker,
} from '../ui.js';
import { discardOrRestore } from '../review/bulk.js';
import { spoken, useWords } from '../review/words.js';

const FILTERS = ['q', 'split', 'model', 'state', 'label', 'worker'];
const STATES = [
	['', 'any state'],
	['in', 'kept'],
	['waiting', 'waiting for votes'],
	['out', 'discarded'],
	['unanswerable', 'unanswerable'],
	['reviewed', 'reviewed'],
	['rejected', 'rejected by review'],
	['revoked', 'of revoked workers'],
];
const SPLITS = [['', 'all splits'], 'train', 'dev', 'test'];

const only = (params) => Object.fromEntries(FILTERS.filter((k) => params[k]).map((k) => [k, params[k]]));

// The server counts a page and whether there is more; only of all questions it knows roughly how many there are.
const howMany = ({ count, count_is: kind }, hasFilter) =>
	kind === 'exact' ? number(count) : hasFilter ? `more than ${number(count - 1)}` : `at least ${number(count)}`;

function Filters({ params, setParams, models, labels }) {
	const set = (key) => (value) => setParams({ [key]: value });
	const pick = (key, label, options) =>
		html`<${Select} hideLabel ...${{ label, options }} value=${params[key]} onChange=${set(key)} />`;
	return html`<div class="filters">
		<div class="filters-search">
			<${Search}
				label="Search questions and answers"
				value=${params.q ?? ''}
				onSearch=${(q) => setParams({ q }, { replace: true })}
			/>
		</div>
		${pick('split', 'Split', SPLITS)} ${pick('state', 'State', STATES)}
		${pick('model', 'Model', [['', 'any model'], ...models])} ${pick('label', 'Label', [['', 'any label'], ...labels])}
		<${WorkerField} value=${params.worker ?? ''} onSet=${set('worker')} />
	</div>`;
}

function WorkerField({ value, onSet }) {
	const [text, setText] = useState(value);
	useEffect(() => setText(value), [value]);
	const send = () => text !== value && onSet(text.replace(/^#/, '').trim());
	return html`<div class="field-worker">
		<${Field}
			hideLabel
			label="Worker’s number"
			placeholder="worker #"
			inputmode="numeric"
			value=${text}
			onInput=${setText}
			onBlur=${send}
			onKeyDown=${(e) => e.key === 'Enter' && send()}
		/>
	</div>`;
}

// The words of the search, marked: as the eye looks for them, not as the server stems them.
function Marked({ text, q }) {
	const words = (q ?? '').split(/[^\p{L}\p{N}]+/u).filter((w) => w.length > 1);
	if (!words.length) return text;
	const pattern = new RegExp(`(${words.map((w) => w.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`, 'giu');
	return text.split(pattern).map((part, i) => (i % 2 ? html`<mark>${part}</mark>` : part));
}

function Row({ item, project, q, isChosen, onChoose }) {
	const { answer, model } = item;
	return html`<li class=${`found ${item.in ? '' : 'found-out'}`}>
		${onChoose && html`<input type="checkbox" class="found-box" aria-label=${`Choose: ${item.question}`} checked=${isChosen} onChange=${onChoose} />`}
		<div class="found-body">
			<p class="found-question" dir="auto"><${Link} to=${path`/admin/p/${project}/questions/${item.id}`}><${Marked} text=${item.question} q=${q} /></${Link}></p>
			<p class="found-answers">
				<span dir="auto"><i class="swatch swatch-human"></i><span class="sr">Answer: </span><${Marked} text=${answer.text} q=${q} /></span>
				${model && html`<span class="quiet" dir="auto"><i class="swatch swatch-model"></i><span class="sr">Model: </span>${model.answer || 'no answer'}</span>`}
			</p>
			<p class="found-facts quiet">
				<span dir="auto"><${Marked} text=${item.passage_title} q=${q} /></span><span>${item.split}</span>
				<span><${Worker} worker=${item.worker} project=${project} /></span>
				<span><${Link} to=${path`/admin/p/${project}/hits/${item.hit}`}>HIT ${item.hit}</${Link}></span>
				${model && html`<bdi>${model.name}</bdi>`}
				<${When} at=${item.created_at} />
				${item.waits && html`<${Standing} item=${item} />`}
				${item.labels.map((label) => html`<${Tag}>${spoken(label)}</${Tag}>`)}
			</p>
			${item.reasons.map((reason) => html`<p class="found-reason" dir="auto"><${Badge} state="out" text="discarded" /> ${reason}</p>`)}
		</div>
	</li>`;
}

// What the chosen ones are: some ids, or everything that the filter finds.
function BulkBar({ list, chosen, setChosen, all, setAll, onRun, busy }) {
	const { items } = list;
	const isWhole = !list.next; // nothing matches that is not shown
	const shownAll = items.length > 0 && items.every((i) => chosen.has(i.id));
	const any = all || chosen.size > 0;
	const name = all ? 'All that match are chosen' : chosen.size ? `${number(chosen.size)} chosen` : 'Choose all shown';
	const toggle = (on) => {
		setAll(false);
		setChosen(on ? new Set(items.map((i) => i.id)) : new Set());
	};
	return html`<div class=${`bulk ${any ? 'bulk-on' : ''}`}>
		<${Check} label=${name} checked=${all || shownAll} onChange=${toggle} />
		${!all && shownAll && !isWhole && html`<${Button} kind="plain small" onClick=${() => setAll(true)}>Choose all that match</${Button}>`}
		${
			any &&
			html`<div class="bulk-actions">
			<${Button} kind="small" busy=${busy} onClick=${() => onRun('restore')}>Restore …</${Button}>
			<${Button} kind="danger small" busy=${busy} onClick=${() => onRun('discard')}>Discard …</${Button}>
		</div>`
		}
	</div>`;
}

export function Questions({ project }) {
	const [params, setParams] = useQuery();
	const filter = only(params);
	const key = JSON.stringify(filter);
	const { may } = useMe();
	const list = useMore((before) => get('/projects/{project}/questions', { project, ...filter, before }), [project, key]);
	const models = useLoad(() => get('/models'), []);
	const words = useWords();
	const [chosen, setChosen] = useState(new Set());
	const [all, setAll] = useState(false);
	const [busy, run] = useBusy();
	const clear = () => {
		setChosen(new Set());
		setAll(false);
	};
	useEffect(clear, [key]);
	useLive(project, ['question', 'review', 'revocation', 'validation'], list.reload);
	const bulk = (what) =>
		run(async () => {
			const which = all ? { filter } : { ids: [...chosen] };
			try {
				if (!(await discardOrRestore({ what, project, ...which, onUndone: list.reload }))) return;
				clear();
				await list.reload();
			} catch (error) {
				toast(error.detail ?? error.message, { kind: 'bad' });
			}
		});
	const toggle = (id) => () => {
		const next = new Set(chosen);
		next[next.has(id) ? 'delete' : 'add'](id);
		setAll(false);
		setChosen(next);
	};
	const { data } = list;
	const hasFilter = Object.keys(filter).length > 0;
	const count = data && `${howMany(data, hasFilter)} ${hasFilter ? 'found' : 'in all'}`;
	const reset = () => setParams(Object.fromEntries(FILTERS.map((k) => [k, null])));
	return html`<${Page} title="Questions" lead="What was asked and kept, and whether it is in the dataset." actions=${hasFilter && html`<${Button} kind="plain small" onClick=${reset}>Clear the filters</${Button}>`}>
		<${Filters}
			...${{ params, setParams }}
			models=${(models.data?.items ?? []).map((m) => m.name)}
			labels=${(words.data?.labels ?? []).map((l) => [l.word, l.name])}
		/>
		<p class="found-count quiet" role="status">${count ?? 'Searching …'}</p>
		<${Card} flush>
			<${Loaded} load=${list} skeleton=${{ kind: 'table', lines: 8 }}>
				${() =>
					list.items.length
						? html`${may('manage') && html`<${BulkBar} ...${{ list, chosen, setChosen, all, setAll, busy }} onRun=${bulk} />`}
								<ul class=${`founds ${list.loading ? 'is-busy' : ''}`}>
									${list.items.map(
										(item) =>
											html`<${Row}
												key=${item.id}
												isChosen=${all || chosen.has(item.id)}
												onChoose=${may('manage') ? toggle(item.id) : null}
												q=${params.q}
												...${{ item, project }}
											/>`,
									)}
								</ul>
								<${More} list=${list} what="questions" />`
						: html`<${Empty} title=${hasFilter ? 'Nothing fits' : 'No questions yet'} icon=${SearchIcon}>
								<p>${hasFilter ? 'Try fewer words or another filter.' : 'Questions come here once they are kept.'}</p>
							</${Empty}>`}
			</${Loaded}>
		</${Card}>
	</${Page}>`;
}
