// The models that workers play against, and how they are.
import { Alerts } from '../alerts.js';
import { get, post } from '../api.js';
import { measured, milliseconds, money, nanodollars, number } from '../format.js';
import { modelsHealth } from '../health.js';
import { useForm, useLoad, useMe } from '../hooks.js';
import { html, useEffect, useState } from '../../shared/html.js';
import { Chip, Plus } from '../icons.js';
import { useLive } from '../live.js';
import { Badge, Button, Card, Dialog, Empty, Field, Loaded, Page, Table, Tag, toast, When } from '../ui.js';

const HEALTH_MS = 5000;

function NewModel({ onClose, onDone }) {
	const [name, setName] = useState('');
	const [url, setUrl] = useState('');
	const [protocol, setProtocol] = useState('');
	const [share, setShare] = useState('');
	const [questions, setQuestions] = useState('');
	const { busy, errorAt, elsewhere, onSubmit } = useForm(async () => {
		await post('/models', {
			name: name.trim(),
			url: url.trim(),
			...(protocol.trim() && { protocol: protocol.trim() }),
			...(questions.trim() && { measured_on: questions.trim() }),
			...(share.trim() && { measured_permille: Math.round(Number(share) * 10) }),
		});
		toast(`The model “${name.trim()}” can be chosen in projects now.`);
		onDone();
	});
	const error = elsewhere('name', 'url', 'protocol', 'measured_on', 'measured_permille');
	return html`<${Dialog} title="New model" onClose=${onClose}>
		<form onSubmit=${onSubmit}>
			<${Field}
				label="Name"
				hint="Workers see it when it is a plain name."
				value=${name}
				error=${errorAt('name')}
				onInput=${setName}
				autocapitalize="none"
				spellcheck="false"
				required
				autofocus
			/>
			<${Field}
				label="Address"
				type="url"
				hint="Where questions are posted to, for example http://127.0.0.1:8081/predict"
				value=${url}
				error=${errorAt('url')}
				onInput=${setUrl}
				required
			/>
			<${Field}
				label="Protocol (optional)"
				hint="How it is spoken to; the usual one if left empty."
				value=${protocol}
				error=${errorAt('protocol')}
				onInput=${setProtocol}
				autocapitalize="none"
				spellcheck="false"
			/>
			<${Field}
				label="Measured on (optional)"
				hint="The name of known questions, like SQuAD. Workers are told how many of ten it answers."
				value=${questions}
				error=${errorAt('measured_on')}
				onInput=${setQuestions}
				maxlength="40"
			/>
			<${Field}
				label="Questions that it answers (optional)"
				type="number"
				min="0"
				max="100"
				step="0.1"
				unit="%"
				value=${share}
				error=${errorAt('measured_permille')}
				onInput=${setShare}
			/>
			${error && html`<p class="wrong" role="alert">${error}</p>`}
			<div class="row row-end"><${Button} onClick=${onClose}>Cancel</${Button}>
			<${Button} type="submit" kind="main" busy=${busy}>Add</${Button}></div>
		</form>
	</${Dialog}>`;
}

// Healthy is who answered the last time.
function healthState({ state, last_failed: lastFailed }) {
	if (state === 'half-open') return state;
	return state === 'closed' && lastFailed ? 'failed-last' : `${state}-breaker`;
}

const differs = ({ build_before: a, build_after: b }) => (a === b ? `the same build, ${b}` : `build ${a} before, ${b} now`);

// Canaries that are answered otherwise than accepted, model by model.
function Changed({ models, onDone }) {
	const { may } = useMe();
	const accept = async (name) => {
		try {
			await post('/models/canary', { name, accept: true });
			toast(`The new answers of “${name}” are accepted.`);
			onDone();
		} catch (error) {
			toast(error.detail ?? error.message, { kind: 'bad' });
		}
	};
	return models
		.filter((m) => m.canary?.changes.length)
		.map(
			(m) => html`<${Card}
				key=${m.name}
				title=${`Canaries that ${m.name} answers otherwise`}
				actions=${may('manage') && html`<${Button} kind="small" onClick=${() => accept(m.name)}>Accept the new answers</${Button}>`}
			>
				<${Table}
					caption=${`Changed canaries of ${m.name}`}
					columns=${[
						{ key: 'question', title: 'Question', cell: (c) => html`<span dir="auto">${c.question}</span>` },
						{ key: 'before', title: 'Before', cell: (c) => html`<bdi>${c.before || '(no answer)'}</bdi>` },
						{ key: 'after', title: 'Now', cell: (c) => html`<bdi>${c.after || '(no answer)'}</bdi>` },
						{ key: 'build', title: 'Build', hide: 'phone', cell: differs },
					]}
					rows=${m.canary.changes}
					keyOf=${(c) => c.place}
				/>
			</${Card}>`,
		);
}

const canaryWords = ({ every_minutes: every, fault, changes, questions }) => {
	if (!every) return 'off';
	if (fault) return `not answered: ${fault}`;
	return changes.length ? `${changes.length} of ${questions} changed` : `as before, every ${every} min`;
};

const COLUMNS = [
	{
		key: 'name',
		title: 'Model',
		cell: (m) =>
			html`<strong><bdi>${m.name}</bdi></strong>${m.measured_on && html`<p class="quiet">answers ${measured(m)}</p>`}`,
	},
	{
		key: 'url',
		title: 'Address',
		hide: 'tablet',
		cell: (m) => html`${m.addresses.map((a) => html`<div key=${a}><code>${a}</code></div>`)}${m.protocol && html` <${Tag}>${m.protocol}</${Tag}>`}`,
	},
	{
		key: 'health',
		title: 'Health',
		cell: (m) =>
			m.health
				? html`<${Badge} state=${healthState(m.health)} />
						${
							m.addresses.length > 1 &&
							html`<p class="quiet">${m.addresses.filter((a) => !m.health.down.includes(a)).length} of ${m.addresses.length} addresses</p>`
						}`
				: html`<span class="quiet">not asked yet</span>`,
	},
	{
		key: 'running',
		title: 'Running, waiting',
		align: 'end',
		hide: 'phone',
		cell: (m) => (m.health ? `${number(m.health.running)}, ${number(m.health.waiting)}` : '–'),
	},
	{
		key: 'canary',
		title: 'Canaries',
		hide: 'phone',
		cell: (m) => (m.canary ? canaryWords(m.canary) : html`<span class="quiet">none</span>`),
	},
	{
		key: 'cost',
		title: 'Cost today',
		align: 'end',
		hide: 'phone',
		cell: (m) =>
			m.usage.calls
				? html`${nanodollars(m.usage.nanos_today)}${m.budget_cents !== null && html`<p class="quiet">of ${money(m.budget_cents)}</p>`}`
				: '–',
	},
	{ key: 'mean', title: 'Mean answer', align: 'end', cell: (m) => milliseconds(m.health?.mean_ms) },
	{
		key: 'faults',
		title: 'Faults',
		align: 'end',
		hide: 'phone',
		cell: (m) => (m.health ? `${number(m.health.faults)} of ${number(m.health.requests)}` : '–'),
	},
];

export function Models() {
	const load = useLoad(() => get('/models'), []);
	const health = useLoad(() => get('/models/health'), []);
	const alerts = useLoad(() => get('/alerts'), []);
	const [adding, setAdding] = useState(false);
	const { may } = useMe();
	useLive(null, ['model'], () => {
		void load.reload();
		void alerts.reload();
	});
	useEffect(() => {
		const timer = setInterval(() => !document.hidden && health.reload(), HEALTH_MS);
		return () => clearInterval(timer);
	}, []);
	const byName = new Map(modelsHealth(health.data?.models).map((m) => [m.name, m]));
	const { server } = health.data ?? {};
	const add =
		may('manage') &&
		html`<${Button} kind="main" icon=${Plus} onClick=${() => setAdding(true)}>New model</${Button}>`;
	return html`<${Page}
		title="Models"
		lead="Projects play against one of them, or several. Health and times are those of one server process."
		actions=${add}
	>
		<div class="stack">
			<${Alerts} alerts=${(alerts.data?.items ?? []).filter((a) => !a.acknowledged_at)} onChange=${alerts.reload} />
			<${Card} flush>
				<${Loaded} load=${load} skeleton=${{ kind: 'table', lines: 4 }}>
					${({ items }) =>
						items.length
							? html`<${Table}
									caption="Models"
									columns=${COLUMNS}
									rows=${items.map((m) => ({ ...m, health: byName.get(m.name) }))}
									keyOf=${(m) => m.name}
								/>`
							: html`<${Empty} title="No model yet" icon=${Chip}>
							<p>A model answers questions about a passage over HTTP.</p></${Empty}>`}
				</${Loaded}>
			</${Card}>
			<${Changed} models=${load.data?.items ?? []} onDone=${load.reload} />
		</div>
		${server && html`<p class="quiet after">Server ${server.version}, started <${When} at=${server.since} />.</p>`}
		${adding && html`<${NewModel}
			onClose=${() => setAdding(false)}
			onDone=${() => {
				setAdding(false);
				void load.reload();
			}}
		/>`}
	</${Page}>`;
}
