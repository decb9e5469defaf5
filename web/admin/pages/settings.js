// The settings of a project. The form is made from what the server says of each: its section, label, limits and meaning;
// only what was changed is sent.
import { get, path, post } from '../api.js';
import { buildWords, measured, plural } from '../format.js';
import { useBusy, useLoad, useMe } from '../hooks.js';
import { html, useEffect, useState } from '../../shared/html.js';
import { Pause, Play } from '../icons.js';
import { useLive } from '../live.js';
import { guard } from '../router.js';
import { Badge, Button, Card, confirm, Facts, Loaded, Notice, Page, toast, When } from '../ui.js';
import { Setting, shown } from './setting_fields.js';

// The entries that the server gives, in their order: [[section, entries]].
function sectionsOf(explain) {
	const entries = Object.values(explain);
	const titles = [...new Set(entries.map((entry) => entry.section))];
	return titles.map((title) => /** @type {[string, any[]]} */ ([title, entries.filter((entry) => entry.section === title)]));
}

const hintOf = ({ text, counts }) => (counts === 'at once' ? text : `${text} Counts ${counts}.`);

const same = (a, b) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

function useDraft(settings) {
	const [draft, setDraft] = useState(/** @type {Record<string, any>} */ ({}));
	const [wrong, setWrong] = useState(/** @type {Record<string, string>} */ ({}));
	const change = (key) => (value, problem) => {
		setWrong(({ [key]: _, ...rest }) => (problem ? { ...rest, [key]: problem } : rest));
		setDraft(({ [key]: _, ...rest }) =>
			!problem && same(value, settings[key]) ? rest : { ...rest, [key]: value },
		);
	};
	const clear = () => {
		setDraft({});
		setWrong({});
	};
	return { draft, wrong, change, clear, count: Object.keys(draft).length };
}

// Leaving with changes that are not saved is asked about, in the page and by the browser.
function useGuard(active) {
	useEffect(() => {
		if (!active) return undefined;
		const stop = guard(async () => {
			const { ok } = await confirm({
				title: 'Leave without saving?',
				text: 'Your changes of the settings are lost.',
				action: 'Leave',
				danger: true,
			});
			return ok;
		});
		const warn = (event) => event.preventDefault();
		window.addEventListener('beforeunload', warn);
		return () => {
			stop();
			window.removeEventListener('beforeunload', warn);
		};
	}, [active]);
}

function SaveBar({ draft, wrong, settings, explain, busy, error, onSave, onDiscard }) {
	const keys = Object.keys(draft);
	const bad = Object.keys(wrong).length;
	if (!keys.length) return null;
	const change = (key) =>
		`${explain[key].label}: ${shown(explain[key], settings[key])} → ${shown(explain[key], draft[key])}`;
	return html`<div class="save-bar" role="region" aria-label="Changes">
		<div>
			<p class="row">
				<strong>${plural(keys.length, 'change')}</strong>
				${bad > 0 && html`<span class="wrong">${plural(bad, 'field')} to correct</span>`}
			</p>
			<p class="quiet save-what">${keys.map(change).join('; ')}</p>
			${error && html`<p class="wrong" role="alert">${error}</p>`}
		</div>
		<div class="row">
			<${Button} onClick=${onDiscard}>Discard</${Button}>
			<${Button} kind="main" busy=${busy} disabled=${bad > 0} onClick=${onSave}>Save</${Button}>
		</div>
	</div>`;
}

const STATES = {
	active: 'Workers who may enter get work.',
	paused: 'Nobody gets new work; what was begun can be finished.',
	closed: 'The project takes no more questions.',
};

function StateCard({ project, onDone }) {
	const [busy, run] = useBusy();
	const { name, state } = project;
	const set = (to) => post('/projects/{project}/state', { state: to }, { at: { project: name } });
	const go = (to, said, question) =>
		run(async () => {
			if (question && !(await confirm(question)).ok) return;
			try {
				await set(to);
				toast(said, { undo: () => set(state).then(onDone) });
			} catch (error) {
				toast(error.detail, { kind: 'bad' });
			}
			await onDone();
		});
	const close = {
		title: `Close ${name}?`,
		text: 'Nobody gets work any more, for good. Everything that was collected stays.',
		action: 'Close',
		danger: true,
		typed: name,
	};
	return html`<${Card} title="State" actions=${html`<${Badge} state=${state} />`}>
		<p class="quiet">${STATES[state]}</p>
		<div class="row card-buttons">
			${state === 'active' && html`<${Button}
				icon=${Pause}
				busy=${busy}
				onClick=${() => go('paused', 'Paused: nobody gets new work.')}
			>
				Pause
			</${Button}>`}
			${state !== 'active' && html`<${Button}
				icon=${Play}
				busy=${busy}
				onClick=${() => go('active', 'Workers get work again.')}
			>
				${state === 'closed' ? 'Open again' : 'Resume'}
			</${Button}>`}
			${state !== 'closed' && html`<${Button}
				kind="danger"
				busy=${busy}
				onClick=${() => go('closed', 'Closed.', close)}
			>
				Close
			</${Button}>`}
		</div>
	</${Card}>`;
}

function Form({ project, lists, reload }) {
	const { may } = useMe();
	const { settings, explain } = project;
	const { draft, wrong, change, clear, count } = useDraft(settings);
	const [busy, run] = useBusy();
	const [problem, setProblem] = useState(null);
	const said = (key) => problem?.speaksOf?.(`settings.${key}`) && problem.detail;
	const [round, setRound] = useState(0); // fields with text of their own start afresh
	useGuard(count > 0);
	const send = (values) => post('/projects/{project}', { settings: values }, { at: { project: project.name } });
	const done = () => {
		clear();
		setProblem(null);
		setRound((n) => n + 1);
	};
	const save = () =>
		run(async () => {
			const before = Object.fromEntries(Object.keys(draft).map((key) => [key, settings[key] ?? null]));
			try {
				await send(draft);
				done();
				const undo = async () => {
					await send(before);
					await reload();
					setRound((n) => n + 1);
				};
				toast('Saved.', { undo });
				await reload();
				setRound((n) => n + 1);
			} catch (problem) {
				setProblem(problem);
			}
		});
	const section = ([title, entries]) =>
		html`<${Card} key=${title} title=${title}>
			<div class="form">
				${entries.map(
					(entry) =>
						html`<${Setting}
							key=${`${entry.key}-${round}`}
							entry=${entry}
							value=${entry.key in draft ? draft[entry.key] : settings[entry.key]}
							hint=${hintOf(entry)}
							lists=${lists}
							error=${wrong[entry.key] ?? said(entry.key)}
							disabled=${!may(entry.who)}
							onChange=${change(entry.key)}
						/>`,
				)}
			</div>
		</${Card}>`;
	return html`${!may('manage') && html`<${Notice}>Only admins can change these.</${Notice}>`}
		<div class="flow">${sectionsOf(explain).map(section)}</div>
		<${SaveBar} ...${{ draft, wrong, settings, explain, busy, error: problem?.detail }} onSave=${save} onDiscard=${done} />`;
}

// What fields choose from; a list that cannot be had leaves the field as it is.
export function useLists() {
	/** @type {(to: '/collections' | '/onboardings' | '/pools') => () => Promise<string[]>} */
	const names = (to) => async () => [...new Set((await get(to)).items.map((item) => item.name))];
	const models = useLoad(() => get('/models'), []);
	const collections = useLoad(names('/collections'), []);
	const onboardings = useLoad(names('/onboardings'), []);
	const pools = useLoad(names('/pools'), []);
	const items = models.data?.items ?? [];
	return {
		models: items.map((m) => m.name),
		strengths: new Map(items.map((m) => [m.name, measured(m)])),
		builds: new Map(items.flatMap((m) => m.builds.map((b) => [b.id, `${b.id}: ${m.name}, ${buildWords(b)}`]))),
		collections: collections.data ?? [],
		onboardings: onboardings.data ?? [],
		pools: pools.data ?? [],
	};
}

export function Settings({ project }) {
	const load = useLoad(() => get('/projects/{project}', { project }), []);
	const lists = useLists();
	const { may } = useMe();
	const task = path`/hit/${project}`;
	useLive(project, ['project'], load.reload);
	return html`<${Page}
		title="Settings"
		crumbs=${[[load.data?.title || project, path`/admin/p/${project}/overview`]]}
		lead="A change takes effect at once, unless the setting says since when it counts."
	>
		<${Loaded} load=${load} skeleton=${{ kind: 'cards', lines: 4 }}>
			${(data) => html`<div class="stack">
				<div class="columns">
					${may('manage') && html`<${StateCard} project=${data} onDone=${load.reload} />`}
					<${Card} title="About">
						<${Facts} items=${[
							['Name', html`<bdi>${data.name}</bdi>`],
							['Made', html`<${When} at=${data.created_at} />`],
							[
								'Task for workers',
								html`<a href=${task} target="_blank" rel="noreferrer">${task}</a>`,
							],
							['Model’s address', data.model_url && html`<code>${data.model_url}</code>`],
						]} />
					</${Card}>
				</div>
				<${Form} project=${data} lists=${lists} reload=${load.reload} />
			</div>`}
		</${Loaded}>
	</${Page}>`;
}
