// A new release: its options, and beside them what it would hold.
import { get, path, post } from '../api.js';
import { localTime, plural } from '../format.js';
import { useBusy, useDelayed, useLoad, useMe } from '../hooks.js';
import { html, useEffect, useState } from '../../shared/html.js';
import { Box } from '../icons.js';
import { useLive } from '../live.js';
import { Link, navigate, useQuery } from '../router.js';
import { Button, ButtonLink, Card, Check, Empty, Field, Loaded, Notice, Page } from '../ui.js';
import { chosenOf, Preview } from '../release/preview.js';
import { FORMATS, LICENCES, nextVersion, problemsOf } from '../release/words.js';

const ALL = FORMATS.map(([key]) => key);

// What the address asks for, as when a failed release is to be built again.
/** @param {Record<string, string>} wish */
const begin = ({ version = '', seed = '1', licence = LICENCES[0], formats, as_of: asOf, provisional }) => ({
	version,
	seed,
	licence,
	formats: formats ? ALL.filter((key) => formats.split(',').includes(key)) : ALL,
	asOf: Number.isNaN(Date.parse(asOf)) ? '' : localTime(asOf),
	provisional: provisional === 'true',
	cites: /** @type {{name: string, record: string}[]} */ ([]),
});

function Formats({ value, error, onChange }) {
	const toggle = (key, on) => onChange(ALL.filter((x) => (x === key ? on : value.includes(x))));
	return html`<fieldset class="checks">
		<legend class="label">Formats</legend>
		${FORMATS.map(
			([key, name, what]) =>
				html`<${Check} key=${key} label=${name} hint=${what} checked=${value.includes(key)} onChange=${(on) => toggle(key, on)} />`,
		)}
		${error && html`<p class="wrong">${error}</p>`}
	</fieldset>`;
}

// Records of provenance, read here and sent as they are; the server says what is none.
function Cites({ value, error, onChange }) {
	const add = async (event) => {
		const input = event.currentTarget;
		const files = await Promise.all([...input.files].map(async (file) => ({ name: file.name, record: await file.text() })));
		input.value = '';
		onChange([...value.filter((c) => !files.some((f) => f.name === c.name)), ...files]);
	};
	return html`<div>
		<${Field} label="Cites" hint="Records of datasets made to be compared with it, as “beatctl dataset” writes them beside what it makes (….provenance.json). They are frozen with the release, and its card tells of them." type="file" accept=".json,application/json" multiple onChange=${add} error=${error} />
		${
			value.length > 0 &&
			html`<ul class="plain">
				${value.map(
					(c) =>
						html`<li key=${c.name} class="row"><bdi>${c.name}</bdi><${Button} kind="small" aria-label=${`Remove ${c.name}`} onClick=${() => onChange(value.filter((x) => x !== c))}>Remove</${Button}></li>`,
				)}
			</ul>`
		}
	</div>`;
}

function Fields({ draft, wrong, change }) {
	return html`<div class="form">
		<${Field} label="Version" hint="Such as 1.0. A version that is published never changes." value=${draft.version} onInput=${change('version')} error=${wrong.version} autocomplete="off" maxlength="64" />
		<${Formats} value=${draft.formats} error=${wrong.formats} onChange=${change('formats')} />
		<${Field} label="Licence" hint="By its SPDX name; it goes into the card and the metadata." value=${draft.licence} onInput=${change('licence')} error=${wrong.licence} list="licences" autocomplete="off" maxlength="200" />
		<datalist id="licences">${LICENCES.map((name) => html`<option value=${name}></option>`)}</datalist>
		<${Field} label="Seed" hint="Decides which questions are taken where there are more than wanted." value=${draft.seed} onInput=${change('seed')} error=${wrong.seed} autocomplete="off" maxlength="64" />
		<${Field} label="As of" hint="Left empty: as it is now. A moment in the past gives what was valid then." type="datetime-local" step="1" value=${draft.asOf} onInput=${change('asOf')} error=${wrong.asOf} />
		<${Cites} value=${draft.cites} error=${wrong.cites} onChange=${change('cites')} />
	</div>`;
}

const bodyOf = ({ asOf, licence, ...draft }) => ({
	...draft,
	licence: licence.trim(),
	...(asOf && { as_of: new Date(asOf).toISOString() }),
});

function usePreview(project, asOf) {
	const at = useDelayed(asOf, 400);
	const load = useLoad(() => get('/projects/{project}/validity', { project, as_of: at && new Date(at).toISOString() }), [project, at]);
	useLive(project, ['question', 'validation', 'submit', 'revocation', 'review'], load.reload, { every: 10000 });
	return load;
}

// Votes that are missing: what to do about them, or a provisional release.
function Waiting({ project, data, draft, change }) {
	const splits = data?.splits.filter((s) => s.split !== 'train' && s.waiting > 0) ?? [];
	if (!splits.length && !draft.provisional) return null;
	return html`<div class="stack after">
		${
			splits.length > 0 &&
			html`<${Notice} level="warn" title="Votes are missing">
				${splits.map((s) => `${s.split}: ${plural(s.waiting, 'question')} ${s.waiting === 1 ? 'waits' : 'wait'}`).join('; ')}. A release is
				refused until${' '}<${Link} to=${path`/admin/p/${project}/validation`}>validation</${Link}> is complete, or is provisional.
			</${Notice}>`
		}
		<${Check}
			label="Provisional"
			hint="Built without what waits for votes. Its version ends in “-provisional”; card, MANIFEST and folder say it, too."
			checked=${draft.provisional}
			onChange=${change('provisional')}
		/>
	</div>`;
}

function Form({ project, releases }) {
	const [params] = useQuery();
	const taken = releases.filter((r) => r.state !== 'failed' && !r.parts?.length).map((r) => r.version);
	const [draft, setDraft] = useState(() => {
		const first = begin(params);
		return { ...first, version: first.version || nextVersion(taken) };
	});
	const [tried, setTried] = useState(false);
	const [error, setError] = useState('');
	const [busy, run] = useBusy();
	const problems = problemsOf(draft, taken);
	const isWrong = Object.values(problems).some(Boolean);
	const preview = usePreview(project, problems.asOf ? '' : draft.asOf);
	const total = preview.data?.splits.reduce((sum, s) => sum + chosenOf(s), 0);
	const change = (key) => (value) => setDraft((before) => ({ ...before, [key]: value }));
	useEffect(() => setError(''), [draft]);
	const submit = (event) => {
		event.preventDefault();
		setTried(true);
		if (isWrong) return;
		void run(async () => {
			try {
				const { id } = await post('/projects/{project}/releases', bodyOf(draft), { at: { project } });
				await navigate(path`/admin/p/${project}/releases/${id}`);
			} catch (problem) {
				setError(problem.detail);
			}
		});
	};
	// an empty version is no mistake before it was sent
	const wrong = { ...problems, version: tried || draft.version ? problems.version : '' };
	return html`<form class="columns columns-release" onSubmit=${submit} novalidate>
		<${Card} title="Options"><${Fields} ...${{ draft, wrong, change }} /></${Card}>
		<div class="stack">
			<${Card} title="What it would hold" flush>
				<${Loaded} load=${preview} skeleton=${{ kind: 'table', lines: 4 }}>
					${(data) => html`<${Preview} data=${data} busy=${preview.loading} />`}
				</${Loaded}>
			</${Card}>
			<${Card} title="Build">
				<${Waiting} project=${project} data=${preview.data} draft=${draft} change=${change} />
				<p class="quiet">The files are written beside the server, checked, and only then listed. A check that fails publishes nothing and says what to put right.</p>
				${error && html`<div class="after"><${Notice} level="error">${error}</${Notice}></div>`}
				<div class="row row-end card-buttons">
					<${ButtonLink} to=${path`/admin/p/${project}/releases`}>Cancel</${ButtonLink}>
					<${Button} type="submit" kind="main" icon=${Box} busy=${busy} disabled=${total === 0 || (tried && isWrong)}>Build the release</${Button}>
				</div>
			</${Card}>
		</div>
	</form>`;
}

export function NewRelease({ project }) {
	const { may } = useMe();
	const load = useLoad(() => get('/releases', { project }), [project]);
	return html`<${Page} title="New release" crumbs=${[['Releases', path`/admin/p/${project}/releases`]]}>
		${
			may('manage')
				? html`<${Loaded} load=${load} skeleton=${{ kind: 'cards', lines: 2 }}>
						${({ items }) => html`<${Form} project=${project} releases=${items} />`}
					</${Loaded}>`
				: html`<${Card}><${Empty} title="You may look, but not release" icon=${Box}><p>Ask an admin to build one.</p></${Empty}></${Card}>`
		}
	</${Page}>`;
}
