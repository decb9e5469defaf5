// What workers and validators are told: written as Markdown, seen as they will see it, stored in versions.
import { get, post } from '../api.js';
import { actor, number } from '../format.js';
import { useBusy, useLoad, useMe } from '../hooks.js';
import { html, useEffect, useState } from '../../shared/html.js';
import { Markdown } from '../../shared/markdown.js';
import { Button, Card, Field, Loaded, Page, Select, Table, TextArea, toast, When } from '../ui.js';

const ROLES = [['worker', 'Workers, who write questions'], ['validator', 'Validators, who answer them']];
const VALUES = { questions: '5', overlap: '40 %', opponent: 'This AI answers 7 of 10 SQuAD questions.' };

const newest = (items, role, language) => items.find((i) => i.role === role && i.language === language);

const VERSIONS = [
	{ key: 'role', title: 'For', cell: (i) => i.role },
	{ key: 'language', title: 'Language', cell: (i) => i.language },
	{ key: 'version', title: 'Version', align: 'end', cell: (i) => number(i.version) },
	{ key: 'assignments', title: 'Shown with', align: 'end', hide: 'phone', cell: (i) => number(i.assignments) },
	{ key: 'consents', title: 'Agreed', align: 'end', cell: (i) => (i.consent ? number(i.consents) : '–') },
	{ key: 'by', title: 'Stored', hide: 'phone', cell: (i) => html`<${When} at=${i.created_at} /> by <bdi>${actor(i.actor)}</bdi>` },
];

function Editor({ data, project, reload }) {
	const { may } = useMe();
	const [busy, run] = useBusy();
	const [role, setRole] = useState(/** @type {'worker' | 'validator'} */ ('worker'));
	const [language, setLanguage] = useState('en');
	const [draft, setDraft] = useState(/** @type {{ body: string, consent: string } | null} */ (null));
	const [error, setError] = useState(null);
	const known = newest(data.items, role, language);
	const stored = { body: known?.body ?? data.usual[role], consent: known?.consent ?? '' };
	useEffect(() => setDraft(null), [role, language]);
	const text = draft ?? stored;
	const write = (key) => (value) => setDraft({ ...text, [key]: value });
	const wrong = (field) => (error?.speaksOf?.(field) ? error.detail : undefined);
	const save = (event) => {
		event.preventDefault();
		return run(async () => {
			try {
				const made = await post('/projects/{project}/instructions', { role, language, ...text }, { at: { project } });
				setError(null);
				setDraft(null);
				toast(made.change === 'unchanged' ? 'Nothing has changed.' : `Version ${made.version} counts from now on.`);
				await reload();
			} catch (problem) {
				setError(problem);
			}
		});
	};
	const languages = [...new Set(data.items.filter((i) => i.role === role).map((i) => i.language))];
	const hint = languages.length ? `There are: ${languages.join(', ')}.` : 'None is stored yet: the text below is the one that is shown.';
	return html`<div class="columns columns-instructions">
		<${Card} title="The text" note=${known ? `version ${number(known.version)}` : 'the usual one'}>
			<form class="form" onSubmit=${save}>
				<${Select} label="For" options=${ROLES} value=${role} onChange=${setRole} />
				<${Field} label="Language" hint=${hint} value=${language} error=${wrong('language')} onInput=${setLanguage} maxlength="12" required />
				<${TextArea} label="Instructions, examples and tips (Markdown)" rows="20" dir="auto" value=${text.body} error=${wrong('body')} onInput=${write('body')} />
				<${TextArea} label="Consent (Markdown; may be empty)" rows="6" dir="auto" value=${text.consent} error=${wrong('consent')} onInput=${write('consent')} />
				${error && !['language', 'body', 'consent'].some(wrong) && html`<p class="wrong" role="alert">${error.detail}</p>`}
				${
					may('manage') &&
					html`<div class="row row-end">
						<${Button} disabled=${!draft} onClick=${() => setDraft(null)}>Discard changes</${Button}>
						<${Button} type="submit" kind="main" busy=${busy}>Store as a new version</${Button}>
					</div>`
				}
			</form>
		</${Card}>
		<${Card} title="As it is seen" class="preview-card">
			${text.consent && html`<${Markdown} text=${text.consent} heading="Consent" />`}
			<${Markdown} text=${text.body} values=${VALUES} />
		</${Card}>
	</div>`;
}

export function InstructionsPage({ project }) {
	const load = useLoad(() => get('/projects/{project}/instructions', { project }), [project]);
	return html`<${Page}
		title="Instructions"
		lead="Each HIT records the version that it was shown, and a release contains the texts. Contact, duration and pay are settings."
		wide
	>
		<${Loaded} load=${load} skeleton=${{ kind: 'cards', lines: 3 }}>
			${(data) => html`<div class="stack">
				<${Editor} data=${data} project=${project} reload=${load.reload} />
				${
					data.items.length > 0 &&
					html`<${Card} title="Versions" flush>
						<${Table} caption="Versions" columns=${VERSIONS} rows=${data.items} keyOf=${(i) => `${i.role} ${i.language} ${i.version}`} />
					</${Card}>`
				}
			</div>`}
		</${Loaded}>
	</${Page}>`;
}
