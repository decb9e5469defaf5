// A new project: the few things that are needed to begin, or the settings of another one.
import { get, path, post } from '../api.js';
import { useBusy, useLoad } from '../hooks.js';
import { html, useRef, useState } from '../../shared/html.js';
import { navigate } from '../router.js';
import { Button, Card, Field, Notice, Page, Select, toast } from '../ui.js';
import { Setting } from './setting_fields.js';
import { useLists } from './settings.js';

// The settings of another project to begin with. They come a moment later, in which nothing can be typed, and never over
// what was typed before: rounds tells which fields have to be drawn anew.
function useCopied(keys, typed, setError) {
	const [base, setBase] = useState('');
	const [settings, setSettings] = useState(/** @type {Record<string, any>} */ ({}));
	const [rounds, setRounds] = useState(/** @type {Record<string, number>} */ ({}));
	const [isCopying, setCopying] = useState(false);
	const latest = useRef('');
	const now = useRef();
	now.current = typed;
	const take = (values) => {
		setSettings(values);
		const free = keys.filter((key) => !(key in now.current));
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
			const { protocol: _, title: __, ...values } = (await get('/projects/{project}', { project })).settings;
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
	const [typed, setTyped] = useState(/** @type {Record<string, any>} */ ({}));
	const [wrong, setWrong] = useState(/** @type {Record<string, string>} */ ({}));
	const [error, setError] = useState(null);
	const [busy, run] = useBusy();
	const entries = (useLoad(() => get('/project-settings'), []).data?.items ?? []).filter((entry) => entry.first);
	const from = useCopied(entries.map((entry) => entry.key), typed, setError);
	const usual = Object.fromEntries(entries.map((entry) => [entry.key, entry.default ?? null]));
	/** @type {Record<string, any>} */
	const draft = { ...usual, ...from.settings, ...typed };
	const model = draft.model ?? lists.models[0] ?? '';
	const change = (key) => (value, problem) => {
		setTyped((before) => ({ ...before, [key]: value }));
		// what is left empty gets its default
		setWrong(({ [key]: _, ...rest }) => (problem && value !== '' ? { ...rest, [key]: problem } : rest));
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
				const made = await post('/projects', { name: name.trim(), settings });
				if (made.beyond) toast(made.beyond, { kind: 'bad' });
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
					${entries.map(
						(entry) =>
							html`<${Setting}
								key=${`${entry.key}-${from.rounds[entry.key] ?? 0}`}
								entry=${entry}
								value=${entry.key === 'model' ? model : draft[entry.key]}
								lists=${lists}
								error=${wrong[entry.key] ?? (error?.speaksOf?.(`settings.${entry.key}`) && error.detail)}
								disabled=${from.isCopying}
								onChange=${change(entry.key)}
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
