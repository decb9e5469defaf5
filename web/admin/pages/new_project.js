// A new project: the few things that are needed to begin, or the settings of another one.
import { get, path, post } from '../api.js';
import { useBusy, useLoad } from '../hooks.js';
import { html, useRef, useState } from '../html.js';
import { navigate } from '../router.js';
import { Button, Card, Field, Notice, Page, Select, toast } from '../ui.js';
import { Setting } from './setting_fields.js';
import { useLists } from './settings.js';

const START = {
	title: '',
	open: false,
	collections: [],
	questions: 5,
	reward: 0,
	targets: [null, null, null],
	onboarding: null,
};
const EXPLAIN = {
	title: 'What workers see above the passage; the name, if it is left empty.',
	model: 'The model that workers try to beat.',
	open: 'Anyone may work. Otherwise workers need the qualification, which they get by the onboarding.',
	collections: 'Where the passages come from.',
	questions: { text: 'A HIT is complete with so many.', min: 1, max: 50 },
	reward: { text: 'What a completed HIT earns.', min: 0, max: 1000000 },
	targets: 'How many questions are wanted in each split.',
	onboarding: 'What workers without the qualification are given first.',
};
const ORDER = ['title', 'model', 'collections', 'open', 'onboarding', 'questions', 'reward', 'targets'];

// The settings of another project to begin with. They come a moment later, in which nothing can be typed, and never over
// what was typed before: rounds tells which fields have to be drawn anew.
function useCopied(typed, setError) {
	const [base, setBase] = useState('');
	const [settings, setSettings] = useState({});
	const [rounds, setRounds] = useState({});
	const [isCopying, setCopying] = useState(false);
	const latest = useRef('');
	const now = useRef();
	now.current = typed;
	const take = (values) => {
		setSettings(values);
		const free = ORDER.filter((key) => !(key in now.current));
		setRounds((before) => ({ ...before, ...Object.fromEntries(free.map((key) => [key, (before[key] ?? 0) + 1])) }));
	};
	const copy = async (project) => {
		latest.current = project;
		setBase(project);
		setCopying(project !== '');
		if (!project) {
			take({});
			return;
		}
		try {
			const { protocol: _, title: __, ...values } = (await get(path`/projects/${project}`)).settings;
			if (latest.current === project) take(values);
		} catch (problem) {
			setError(problem);
		}
		if (latest.current === project) setCopying(false);
	};
	return { base, settings, rounds, isCopying, copy };
}

export function NewProject() {
	const lists = useLists();
	const projects = useLoad(() => get('/projects'), []);
	const [name, setName] = useState('');
	const [typed, setTyped] = useState({});
	const [wrong, setWrong] = useState({});
	const [error, setError] = useState(null);
	const [busy, run] = useBusy();
	const from = useCopied(typed, setError);
	const draft = { ...START, ...from.settings, ...typed };
	const model = draft.model ?? lists.models[0] ?? '';
	const change = (key) => (value, problem) => {
		setTyped((before) => ({ ...before, [key]: value }));
		setWrong(({ [key]: _, ...rest }) => (problem ? { ...rest, [key]: problem } : rest));
	};
	const submit = (event) => {
		event.preventDefault();
		return run(async () => {
			const given = { ...draft, model };
			const settings = Object.fromEntries(
				Object.entries(given).filter(([, value]) => value !== null && value !== ''),
			);
			if (!settings.collections?.length) delete settings.collections;
			if (settings.targets?.every((t) => t === null)) delete settings.targets;
			try {
				await post('/projects', { name: name.trim(), settings });
				toast(`The project “${name.trim()}” was made. Here is everything that can be set.`);
				await navigate(path`/admin/p/${name.trim()}/settings`);
			} catch (problem) {
				setError(problem);
			}
		});
	};
	const others = (projects.data?.items ?? []).map((p) => [p.name, p.title || p.name]);
	return html`<${Page}
		title="New project"
		crumbs=${[['Projects', '/admin']]}
		lead="It takes work as soon as it is made, from those who may enter; pause it if it should not."
	>
		<form class="narrow" onSubmit=${submit}>
			<${Card}>
				<div class="form">
					${error && html`<${Notice} level="error">${error.detail}</${Notice}>`}
					<${Field}
						label="Name"
						hint=${`Lower-case letters, digits, _ and -. The task will be at /hit/${name || 'name'}`}
						value=${name}
						onInput=${setName}
						pattern="[a-z0-9][a-z0-9_\\-]*"
						maxlength="63"
						autocapitalize="none"
						autocomplete="off"
						spellcheck="false"
						required
					/>
					${others.length > 0 && html`<${Select}
						label="Begin with the settings of"
						options=${[['', 'none'], ...others]}
						value=${from.base}
						onChange=${from.copy}
					/>`}
					${ORDER.map(
						(key) =>
							html`<${Setting}
								key=${`${key}-${from.rounds[key] ?? 0}`}
								name=${key}
								value=${key === 'model' ? model : draft[key]}
								explain=${EXPLAIN[key]}
								lists=${lists}
								error=${wrong[key]}
								disabled=${from.isCopying}
								onChange=${change(key)}
							/>`,
					)}
					<div class="row row-end"><${Button} onClick=${() => navigate('/admin')}>Cancel</${Button}><${Button}
						type="submit"
						kind="main"
						busy=${busy}
						disabled=${from.isCopying || Object.keys(wrong).length > 0}
					>
						Create the project
					</${Button}>
					</div>
				</div>
			</${Card}>
		</form>
	</${Page}>`;
}
