// A project at a glance: how far it is, how it runs, and what asks for somebody.
import { Alerts } from '../alerts.js';
import { get, path, post } from '../api.js';
import { loadCharts } from '../chart.js';
import { compact, day, decimal, duration, milliseconds, money, nanodollars, number, percent, plural } from '../format.js';
import { modelsHealth } from '../health.js';
import { useBusy, useLoad, useMe } from '../hooks.js';
import { html, useEffect } from '../../shared/html.js';
import { Check, Pause, Play } from '../icons.js';
import { useLive } from '../live.js';
import { Link, useQuery } from '../router.js';
import { Badge, Bar, Button, Card, Loaded, Page, Select, Stat, Stats, Table, toast, When } from '../ui.js';
import { ValidationCard } from '../validation/brief.js';
import { Documents } from './documents.js';
import { Lengths } from './lengths.js';
import { DurationChart, HoursChart, WinRateChart } from './overview_charts.js';

const TOPICS = [
	'attempt',
	'submit',
	'worker',
	'review',
	'screening',
	'revocation',
	'batch',
	'question',
	'validation',
	'project',
	'model',
];
const RANGES = [
	['24', 'Last 24 hours'],
	['72', 'Last 3 days'],
	['168', 'Last week'],
	['720', 'Last 30 days'],
	['2160', 'Last 90 days'],
];
const HEALTH_MS = 10000;

function forecast({ target, kept, waiting, per_day: perDay, forecast: date }) {
	if (!target) return 'no target';
	if (kept >= target) return waiting ? 'reached if those that wait are answerable' : 'reached';
	if (date) return `at ${decimal(perDay)} a day, about ${day(date)}`;
	return perDay > 0 ? `at ${decimal(perDay)} a day` : 'nothing kept in the last 7 days';
}

const Waiting = ({ project, split: { split, waiting } }) =>
	html`<${Link} to=${path`/admin/p/${project}/questions?state=waiting&split=${split}`}>${number(waiting)} ${waiting === 1 ? 'waits' : 'wait'} for votes</${Link}>`;

// Those that wait for votes are kept, so nobody is asked for more; but some may turn out to be unanswerable.
function Progress({ project, splits }) {
	return html`<${Card} title="Progress" note="questions kept in each split">
		<ul class="splits">
			${splits.map((s) => {
				const done = s.target && s.kept - s.waiting >= s.target;
				return html`<li key=${s.split}>
					<p class="splits-head">
						<strong>${s.split}</strong>
						<span class="figure">
							${number(s.kept)}${s.target > 0 && html`<span class="quiet"> of ${number(s.target)}</span>`}
						</span>
						<span class="splits-part">${s.target ? percent(s.kept / s.target, 0) : ''}</span>
					</p>
					${s.target > 0 && html`<${Bar}
						value=${s.kept - s.waiting}
						coming=${s.waiting}
						max=${s.target}
						tone=${done ? 'win' : 'main'}
						label=${s.waiting ? `${s.split}: questions kept that wait for no votes` : `${s.split}: questions kept`}
					/>`}
					${s.waiting > 0 && html`<p class="quiet splits-note">kept, of which <${Waiting} project=${project} split=${s} /></p>`}
					<p class="quiet splits-note">
						${done && html`<${Check} size="16" />`}
						${forecast(s)}
						<span>${plural(s.passages, 'passage')}</span>
					</p>
				</li>`;
			})}
		</ul>
	</${Card}>`;
}

const QUEUES = [
	['screening', 'Screening', 'onboardings to pass or fail'],
	['review', 'Review', 'sampled HITs to judge'],
	['adjudication', 'Adjudication', 'reviews that differ'],
	['revocations', 'Revocations', 'to confirm by a second person'],
];

function Queues({ project, queues }) {
	const total = QUEUES.reduce((sum, [key]) => sum + (queues[key] ?? 0), 0);
	const note = total ? html`oldest <${When} at=${queues.oldest_at} />` : 'nothing waits';
	return html`<${Card} title="Waiting for a person" note=${note}>
		<ul class="queues">
			${QUEUES.map(
				([key, name, what]) => html`<li key=${key}>
					<${Link} to=${path`/admin/p/${project}/${key}`} class=${queues[key] ? 'queue queue-full' : 'queue'}>
						<span class="queue-count">${compact(queues[key] ?? 0)}</span>
						<span><strong>${name}</strong><span class="quiet">${what}</span></span>
					</${Link}>
				</li>`,
			)}
		</ul>
	</${Card}>`;
}

// Of all the models of the server, those that this project plays or played against.
const concerns = (models, model) => (m) => m.name === model || models.some((x) => x.name === m.name);

const TROUBLE = {
	open: 'does not answer; workers wait',
	'half-open': 'did not answer and is being tried again',
};

// What is wrong with models as this server process sees it.
const broken = (health) =>
	(health ?? [])
		.filter((m) => m.state !== 'closed')
		.map((m) => ({
			level: m.state === 'open' ? 'error' : 'warn',
			kind: `breaker-${m.name}`,
			text: `The model “${m.name}” ${TROUBLE[m.state]}. ${plural(m.waiting, 'request')} waiting.`,
		}));

// Attempts against models, what people won of them, and questions without an adversary, which are not won. A project may
// have both: adversaries come and go.
function playOf({ models, counts }, settings) {
	const sum = (of) => models.reduce((total, model) => total + of(model), 0);
	const played = sum((m) => m.human.n + m.none);
	const asked = counts.attempts - played;
	return { played, asked, won: sum((m) => m.human.k), isPlain: !played && (asked > 0 || settings?.adversary === 'none') };
}

function Attempts({ play: { played, asked, won, isPlain } }) {
	if (isPlain) return html`<${Stat} name="Questions asked" value=${compact(asked)} note="without an adversary" />`;
	const rate = `${percent(played ? won / played : null)} won by people`;
	const note = asked ? `${number(played)} against models, ${rate}` : rate;
	return html`<${Stat} name="Attempts" value=${compact(played + asked)} note=${note} />`;
}

function Figures({ project, data, play }) {
	const { counts, pay, workers, cost } = data;
	return html`<${Stats}>
		<${Stat}
			name="Questions kept"
			value=${compact(counts.kept)}
			note=${`${number(counts.discarded)} discarded`}
			to=${path`/admin/p/${project}/questions`}
		/>
		<${Stat}
			name="HITs handed in"
			value=${compact(counts.submitted)}
			note=${`${number(counts.live)} at work now`}
		/>
		<${Attempts} play=${play} />
		<${Stat}
			name="Workers"
			value=${compact(workers.total)}
			note=${`${number(workers.active_hour)} in the last hour, ${number(workers.active_day)} today`}
			to=${path`/admin/p/${project}/workers`}
		/>
		<${Stat}
			name="Pay so far"
			value=${money(pay.cents)}
			note=${pay.per_kept_cents ? `${money(pay.per_kept_cents)} per kept question` : 'nothing kept or paid yet'}
		/>
		${
			cost.calls > 0 &&
			html`<${Stat}
				name="Models’ cost"
				value=${nanodollars(cost.nanos)}
				note=${`${nanodollars(cost.nanos_today)} today, ${compact(cost.tokens_in + cost.tokens_out)} tokens in ${plural(cost.calls, 'call')}`}
			/>`
		}
		<${Stat} name="A HIT takes" value=${duration(data.mean_seconds)} note="on average" />
	</${Stats}>`;
}

const HEALTH_COLUMNS = [
	{ key: 'name', title: 'Model', cell: (m) => html`<bdi>${m.name}</bdi>` },
	{
		key: 'state',
		title: 'Health',
		cell: (m) =>
			m.state
				? html`<${Badge} state=${m.state === 'half-open' ? m.state : `${m.state}-breaker`} />`
				: html`<span class="quiet">not asked yet</span>`,
	},
	{
		key: 'load',
		title: 'Running, waiting',
		align: 'end',
		hide: 'phone',
		cell: (m) => (m.state ? `${number(m.running)}, ${number(m.waiting)}` : '–'),
	},
	{
		key: 'p50',
		title: 'Median',
		align: 'end',
		hint: 'half of the answers took at most so long',
		cell: (m) => milliseconds(m.p50_ms),
	},
	{
		key: 'p95',
		title: '95 %',
		align: 'end',
		hint: '95 % of the answers took at most so long',
		cell: (m) => milliseconds(m.p95_ms),
	},
	{ key: 'mean', title: 'Mean', align: 'end', hide: 'phone', cell: (m) => milliseconds(m.mean_ms) },
	{
		key: 'faults',
		title: 'Faults',
		align: 'end',
		hint: 'attempts without an answer from the model',
		cell: (m) => number(m.none ?? m.faults),
	},
];

function Models({ models, health }) {
	const byName = new Map((health ?? []).map((m) => [m.name, m]));
	const rows = models.map((m) => ({ ...byName.get(m.name), ...m }));
	return html`<${Card} title="Model health and latency" flush>
		${
			rows.length
				? html`<${Table}
						caption="Model health and latency"
						columns=${HEALTH_COLUMNS}
						rows=${rows}
						keyOf=${(m) => m.name}
					/>`
				: html`<p class="card-empty quiet">No attempt yet.</p>`
		}
	</${Card}>`;
}

const STATES = ['qualified', 'onboarding', 'screening', 'new', 'failed', 'revoked'];

function WorkerStates({ project, workers }) {
	const max = Math.max(1, ...Object.values(workers.by_state));
	const states = [...STATES, ...Object.keys(workers.by_state).filter((s) => !STATES.includes(s))];
	return html`<${Card} title="Workers by state">
		<ul class="by-state">
			${states.map((state) => {
				const n = workers.by_state[state] ?? 0;
				return html`<li key=${state}>
					<${Link} to=${`${path`/admin/p/${project}/workers`}?state=${state}`}>${state}</${Link}>
					<${Bar}
						value=${n}
						max=${max}
						tone=${state === 'revoked' || state === 'failed' ? 'edge' : 'main'}
						label=${`workers that are ${state}`}
					/>
					<span class="figure">${number(n)}</span>
				</li>`;
			})}
		</ul>
	</${Card}>`;
}

function StateButton({ project, state, onDone }) {
	const [busy, run] = useBusy();
	if (state === 'closed') return null;
	const next = state === 'active' ? 'paused' : 'active';
	const set = (to) => post('/projects/{project}/state', { state: to }, { at: { project } });
	const press = () =>
		run(async () => {
			try {
				await set(next);
				const undo = async () => {
					await set(state);
					onDone();
				};
				toast(next === 'paused' ? 'Paused: nobody gets new work.' : 'Resumed: workers get work again.', {
					undo,
				});
				onDone();
			} catch (error) {
				toast(error.detail, { kind: 'bad' });
			}
		});
	return html`<${Button}
		icon=${next === 'paused' ? Pause : Play}
		busy=${busy}
		onClick=${press}
	>
		${next === 'paused' ? 'Pause' : 'Resume'}
	</${Button}>`;
}

// The state of the models in the server, asked now and then while somebody looks.
function useHealth() {
	const load = useLoad(() => get('/models/health'), []);
	useEffect(() => {
		const timer = setInterval(() => !document.hidden && load.reload(), HEALTH_MS);
		return () => clearInterval(timer);
	}, []);
	return load.data && modelsHealth(load.data.models);
}

// Where documents are asked through paragraph by paragraph, or released whole.
const countsDocuments = (settings) => settings?.adversary === 'none' || settings?.release_whole_documents;

function Body({ project, data, about, health, hours, reload }) {
	const play = playOf(data, about?.settings);
	const durations = html`<${DurationChart} durations=${data.durations} mean=${data.mean_seconds} />`;
	return html`<div class="stack">
		<${Alerts}
			alerts=${[...broken(health?.filter(concerns(data.models, about?.model))), ...data.alerts]}
			onChange=${reload}
		/>
		<${Figures} project=${project} data=${data} play=${play} />
		<div class="columns">
			<${Progress} project=${project} splits=${data.splits} /><${Queues} project=${project} queues=${data.queues} />
		</div>
		<${ValidationCard} project=${project} />
		${countsDocuments(about?.settings) && html`<${Documents} project=${project} />`}
		<${Lengths} project=${project} />
		<${HoursChart} hours=${data.hours} count=${hours} at=${data.at} play=${play} />
		${play.isPlain ? durations : html`<div class="columns"><${WinRateChart} models=${data.models} several=${about?.settings?.also?.length > 0} />${durations}</div>`}
		${!play.isPlain && html`<${Models} models=${data.models} health=${health} />`}
		<${WorkerStates} project=${project} workers=${data.workers} />
	</div>`;
}

export function Overview({ project }) {
	const [{ hours = '72' }, setParams] = useQuery();
	const load = useLoad(() => get('/projects/{project}/overview', { project, hours }), [hours]);
	const about = useLoad(() => get('/projects/{project}', { project }), []);
	const health = useHealth();
	useEffect(() => void loadCharts().catch(() => {}), []);
	const { may } = useMe();
	useLive(project, TOPICS, load.reload, { every: 3000 });
	useLive(project, ['project'], about.reload);
	const state = about.data?.state;
	const range = html`<${Select}
		label="Time shown"
		hideLabel
		options=${RANGES}
		value=${hours}
		onChange=${(v) => setParams({ hours: v === '72' ? null : v })}
	/>`;
	const actions = html`${state && html`<${Badge} state=${state} />`}${range}
	${state && may('manage') && html`<${StateButton}
		key=${state}
		project=${project}
		state=${state}
		onDone=${about.reload}
	/>`}`;
	return html`<${Page} title=${about.data?.title || project} actions=${actions}>
		<${Loaded} load=${load} skeleton=${{ kind: 'cards', lines: 6 }}>
			${(data) => html`<${Body}
				project=${project}
				data=${data}
				about=${about.data}
				health=${health}
				hours=${Number(hours)}
				reload=${load.reload}
			/>`}
		</${Loaded}>
	</${Page}>`;
}
