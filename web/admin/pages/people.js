// Who may enter the dashboard, and as what.
import { get, post } from '../api.js';
import { useBusy, useForm, useLoad, useMe } from '../hooks.js';
import { html, useState } from '../../shared/html.js';
import { Plus } from '../icons.js';
import { useLive } from '../live.js';
import {
	Badge,
	Button,
	Card,
	confirm,
	Copyable,
	Dialog,
	Field,
	Loaded,
	Notice,
	Page,
	Select,
	Table,
	toast,
	When,
} from '../ui.js';

export const ROLES = [
	['viewer', 'viewer: sees everything but platform ids'],
	['reviewer', 'reviewer: also reviews and screens'],
	['admin', 'admin: may do everything'],
];
const NOWHERE = ['none', 'none: only what is given in projects'];

// [[value, text]] of all projects that there are; none while they are not known.
function useProjects() {
	const load = useLoad(() => get('/projects'), []);
	return (load.data?.items ?? []).map((p) => [p.name, p.title || p.name]);
}

function NewPerson({ onClose, onDone }) {
	const [name, setName] = useState('');
	const [role, setRole] = useState(/** @type {import('openapi').Person['role']} */ ('reviewer'));
	const [project, setProject] = useState('');
	const projects = useProjects();
	const { busy, errorAt, elsewhere, onSubmit } = useForm(async () =>
		onDone(await post('/people', { name: name.trim(), role, ...(project && { project }) })),
	);
	return html`<${Dialog} title="New person" onClose=${onClose}>
		<form onSubmit=${onSubmit}>
			<${Field}
				label="Name"
				hint="Lower-case letters, digits and . _ -"
				value=${name}
				onInput=${setName}
				error=${elsewhere('role', 'project')}
				autocapitalize="none"
				spellcheck="false"
				autocomplete="off"
				required
				autofocus
			/>
			<${Select} label="Role" options=${ROLES} value=${role} error=${errorAt('role')} onChange=${setRole} />
			<${Select}
				label="Where"
				hint="Who has a role in one project alone sees nothing of the others."
				options=${[['', 'in all projects'], ...projects]}
				value=${project}
				error=${errorAt('project')}
				onChange=${setProject}
			/>
			<p class="hint">A password is made up and shown once.</p>
			<div class="row row-end"><${Button} onClick=${onClose}>Cancel</${Button}>
			<${Button} type="submit" kind="main" busy=${busy}>Create</${Button}></div>
		</form>
	</${Dialog}>`;
}

function Secret({ made, onClose }) {
	return html`<${Dialog} title=${`Password of ${made.name}`} onClose=${onClose}>
		<div class="form">
			<${Notice} level="warn">
				This is the only time that it is shown. Hand it over safely; it can be changed under “Your account”.
			</${Notice}>
			<${Copyable} value=${made.password} label="Password" />
			<div class="row row-end"><${Button} kind="main" onClick=${onClose}>Done</${Button}></div>
		</div>
	</${Dialog}>`;
}

// What can be done with an account: [text, question, body, danger].
function choicesOf(person) {
	const { name } = person;
	return [
		[
			'New password',
			{
				title: `Make a new password for ${name}?`,
				text: 'The old one stops working, and all sessions end.',
				action: 'New password',
			},
			{ new_password: true },
		],
		person.totp && [
			'Turn codes off',
			{
				title: `Turn sign-in codes off for ${name}?`,
				text: 'For somebody who has lost the device. Only the password is asked for then.',
				action: 'Turn off',
				danger: true,
			},
			{ totp_off: true },
		],
		person.disabled
			? [
					'Enable',
					{ title: `Let ${name} in again?`, text: 'The password works again.', action: 'Enable' },
					{ disabled: false },
				]
			: [
					'Disable',
					{
						title: `Disable ${name}?`,
						text: 'All sessions and API tokens end at once, and nobody can sign in under this name.',
						action: 'Disable',
						danger: true,
					},
					{ disabled: true },
				],
	].filter(Boolean);
}

function Actions({ person, onChanged, onSecret }) {
	const [busy, run] = useBusy();
	const at = { name: person.name };
	const change = async (body) => {
		const answer = await post('/people/{name}', body, { at });
		if (answer?.password) onSecret(answer);
		else toast('Done.');
	};
	const signOut = async () => {
		await post('/people/{name}/sign-out', {}, { at });
		toast(`${person.name} is signed out everywhere.`);
	};
	const call = (fn) =>
		run(async () => {
			try {
				await fn();
			} catch (error) {
				toast(error.detail, { kind: 'bad' });
			}
			await onChanged();
		});
	const ask = async (question, body) => {
		const { ok } = await confirm(question);
		if (ok) await call(() => change(body));
	};
	return html`<div class="row row-end">
		${choicesOf(person).map(
			([text, question, body]) =>
				html`<${Button}
					key=${text}
					kind=${question.danger ? 'small danger' : 'small'}
					busy=${busy}
					aria-label=${`${text}: ${person.name}`}
					onClick=${() => ask(question, body)}
				>
					${text}
				</${Button}>`,
		)}
		${person.sessions > 0 && html`<${Button}
			kind="small"
			busy=${busy}
			aria-label=${`Sign out: ${person.name}`}
			onClick=${() => call(signOut)}
		>
			Sign out
		</${Button}>`}
	</div>`;
}

function RolePick({ person, onChanged }) {
	const [busy, run] = useBusy();
	const set = (role) =>
		run(async () => {
			const change = (to) => post('/people/{name}', { role: to }, { at: { name: person.name } });
			try {
				await change(role);
				toast(`${person.name} is ${role} now.`, { undo: () => change(person.role).then(onChanged) });
			} catch (error) {
				toast(error.detail, { kind: 'bad' });
			}
			await onChanged();
		});
	return html`<${Select}
		key=${person.role}
		label=${`Role of ${person.name}`}
		hideLabel
		options=${[...ROLES, NOWHERE].map(([role]) => role)}
		value=${person.role}
		onChange=${set}
		disabled=${busy}
	/>`;
}

// The roles of somebody in single projects: each is changed as it is chosen.
function ProjectRoles({ person, onClose, onChanged }) {
	const [busy, run] = useBusy();
	const projects = useProjects();
	const own = new Map(person.projects.map((p) => [p.project, p.role]));
	const set = (project, role) =>
		run(async () => {
			try {
				await post('/people/{name}', { role: role || 'none', project }, { at: { name: person.name } });
			} catch (error) {
				toast(error.detail, { kind: 'bad' });
			}
			await onChanged();
		});
	const everywhere = person.role === 'none' ? 'nothing' : `${person.role}, as everywhere`;
	return html`<${Dialog} title=${`Projects of ${person.name}`} onClose=${onClose}>
		<div class="form">
			<p class="hint">A role in a project holds there instead of the one that the account has everywhere.</p>
			${projects.map(([name, title]) => html`<${Select}
				key=${`${name} ${own.get(name) ?? ''}`}
				label=${title}
				options=${[['', everywhere], ...ROLES.map(([role]) => role)]}
				value=${own.get(name) ?? ''}
				onChange=${(role) => set(name, role)}
				disabled=${busy}
			/>`)}
			<div class="row row-end"><${Button} kind="main" onClick=${onClose}>Done</${Button}></div>
		</div>
	</${Dialog}>`;
}

function ProjectsCell({ person, onPick }) {
	return html`<span class="row">
		${person.projects.map((p) => html`<span key=${p.project} class="quiet"><bdi>${p.project}</bdi>: ${p.role}</span>`)}
		<${Button} kind="small" aria-label=${`Choose projects: ${person.name}`} onClick=${() => onPick(person.name)}>Choose</${Button}>
	</span>`;
}

export function PeoplePage() {
	const load = useLoad(() => get('/people'), []);
	const [adding, setAdding] = useState(false);
	const [made, setMade] = useState(null);
	const [picked, setPicked] = useState(/** @type {string | null} */ (null));
	const { account } = useMe();
	useLive(null, ['people'], load.reload);
	const columns = [
		{
			key: 'name',
			title: 'Name',
			cell: (p) =>
				html`<span class="row">
					<strong><bdi>${p.name}</bdi></strong>
					${p.name === account.name && html`<span class="quiet">you</span>`}
					${p.disabled && html`<${Badge} state="disabled" />`}
				</span>`,
		},
		{ key: 'role', title: 'Role', cell: (p) => html`<${RolePick} person=${p} onChanged=${load.reload} />` },
		{
			key: 'projects',
			title: 'In projects',
			hide: 'phone',
			cell: (p) => html`<${ProjectsCell} person=${p} onPick=${setPicked} />`,
		},
		{
			key: 'totp',
			title: 'Codes',
			hint: 'whether a code of an authenticator app is asked for too',
			hide: 'phone',
			cell: (p) => (p.totp ? html`<${Badge} tone="good" text="on" />` : html`<span class="quiet">off</span>`),
		},
		{ key: 'seen_at', title: 'Last seen', hide: 'phone', cell: (p) => html`<${When} at=${p.seen_at} />` },
		{ key: 'sessions', title: 'Sessions', align: 'end', hide: 'tablet' },
		{
			key: 'actions',
			title: html`<span class="sr">Actions</span>`,
			cell: (p) => html`<${Actions} person=${p} onChanged=${load.reload} onSecret=${setMade} />`,
		},
	];
	const done = (person) => {
		setAdding(false);
		setMade(person);
		void load.reload();
	};
	const person = load.data?.items.find((p) => p.name === picked);
	return html`<${Page}
		title="People"
		lead="Who may enter the dashboard. Workers need no account here."
		actions=${html`<${Button} kind="main" icon=${Plus} onClick=${() => setAdding(true)}>New person</${Button}>`}
	>
		<${Card} flush>
			<${Loaded} load=${load} skeleton=${{ kind: 'table' }}>
				${({ items }) => html`<${Table}
					caption="People"
					columns=${columns}
					rows=${items}
					keyOf=${(p) => p.name}
				/>`}
			</${Loaded}>
		</${Card}>
		${adding && html`<${NewPerson} onClose=${() => setAdding(false)} onDone=${done} />`}
		${person && html`<${ProjectRoles} person=${person} onClose=${() => setPicked(null)} onChanged=${load.reload} />`}
		${made && html`<${Secret} made=${made} onClose=${() => setMade(null)} />`}
	</${Page}>`;
}
