// API tokens for scripts: made here, shown once, revoked here.
import { get, post } from '../api.js';
import { useForm, useLoad, useMe } from '../hooks.js';
import { html, useState } from '../../shared/html.js';
import { Key, Plus } from '../icons.js';
import {
	Badge,
	Button,
	Card,
	Check,
	confirm,
	Copyable,
	Dialog,
	Empty,
	Field,
	Loaded,
	Notice,
	Select,
	Table,
	Tag,
	toast,
	When,
} from '../ui.js';

const LIVES = [
	['30', '30 days'],
	['90', '90 days'],
	['365', 'a year'],
	['', 'until it is revoked'],
];

function NewToken({ meanings, granted, onClose, onMade }) {
	const [name, setName] = useState('');
	const [scopes, setScopes] = useState(/** @type {import('../api_types').Body<'/tokens'>['scopes']} */ (['look']));
	const [days, setDays] = useState('90');
	const toggle = (scope, on) => setScopes((before) => (on ? [...before, scope] : before.filter((s) => s !== scope)));
	const { busy, errorAt, elsewhere, onSubmit } = useForm(async () => {
		const wish = { name: name.trim(), scopes, ...(days && { days: Number(days) }) };
		onMade({ name, ...(await post('/tokens', wish)) });
	});
	const error = elsewhere('name', 'days');
	return html`<${Dialog} title="New API token" onClose=${onClose}>
		<form onSubmit=${onSubmit}>
			<${Field} label="What is it for?" value=${name} error=${errorAt('name')} onInput=${setName} maxlength="100" required autofocus />
			<fieldset class="checks">
				<legend class="label">It may</legend>
				${granted.map((scope) => html`<${Check}
					key=${scope}
					label=${scope}
					hint=${meanings[scope]}
					checked=${scopes.includes(scope)}
					onChange=${(on) => toggle(scope, on)}
				/>`)}
			</fieldset>
			<${Select} label="It works" options=${LIVES} value=${days} error=${errorAt('days')} onChange=${setDays} />
			${error && html`<${Notice} level="error">${error}</${Notice}>`}
			<div class="row row-end"><${Button} onClick=${onClose}>Cancel</${Button}>
			<${Button} type="submit" kind="main" busy=${busy}>Create</${Button}></div>
		</form>
	</${Dialog}>`;
}

function Shown({ made, onClose }) {
	return html`<${Dialog} title=${`Token “${made.name}”`} onClose=${onClose}>
		<div class="form">
			<${Notice} level="warn">This is the only time that it is shown.</${Notice}>
			<${Copyable} value=${made.token} label="API token" />
			<p class="hint">Send it as a header: <code>Authorization: Bearer bt_…</code></p>
			<div class="row row-end"><${Button} kind="main" onClick=${onClose}>Done</${Button}></div>
		</div>
	</${Dialog}>`;
}

function stateOf(token) {
	if (token.revoked_at) return 'revoked';
	return token.expires_at && new Date(token.expires_at) < new Date() ? 'expired' : 'active';
}

export function Tokens({ meanings, granted }) {
	const load = useLoad(() => get('/tokens'), []);
	const [adding, setAdding] = useState(false);
	const [made, setMade] = useState(null);
	const { account } = useMe();
	const revoke = async (token) => {
		const { ok } = await confirm({
			title: `Revoke “${token.name}”?`,
			text: 'Scripts that use it stop working at once.',
			action: 'Revoke',
			danger: true,
		});
		if (!ok) return;
		try {
			await post('/tokens/{id}/revoke', {}, { at: { id: token.id } });
			toast('Revoked.');
		} catch (error) {
			toast(error.detail, { kind: 'bad' });
		}
		await load.reload();
	};
	const columns = [
		{
			key: 'name',
			title: 'Token',
			cell: (t) =>
				html`<span class="row">
					<strong dir="auto">${t.name}</strong>
					${t.account !== account.name && html`<span class="quiet">of <bdi>${t.account}</bdi></span>`}
				</span>`,
		},
		{ key: 'state', title: 'State', cell: (t) => html`<${Badge} state=${stateOf(t)} />` },
		{
			key: 'scopes',
			title: 'May',
			hide: 'phone',
			cell: (t) =>
				html`<span class="tags">
					${t.scopes.map((s) => html`<${Tag} key=${s} title=${meanings[s]}>${s}</${Tag}>`)}
				</span>`,
		},
		{ key: 'created_at', title: 'Made', hide: 'tablet', cell: (t) => html`<${When} at=${t.created_at} />` },
		{ key: 'used_at', title: 'Last used', hide: 'phone', cell: (t) => html`<${When} at=${t.used_at} />` },
		{
			key: 'expires_at',
			title: 'Ends',
			hide: 'tablet',
			cell: (t) => (t.expires_at ? html`<${When} at=${t.expires_at} />` : html`<span class="quiet">never</span>`),
		},
		{
			key: 'actions',
			title: html`<span class="sr">Actions</span>`,
			align: 'end',
			cell: (t) =>
				stateOf(t) === 'active' &&
				html`<${Button}
					kind="small danger"
					aria-label=${`Revoke ${t.name}`}
					onClick=${() => revoke(t)}
				>
					Revoke
				</${Button}>`,
		},
	];
	const done = (token) => {
		setAdding(false);
		setMade(token);
		void load.reload();
	};
	return html`<${Card}
		title="API tokens"
		note="for scripts"
		flush
		actions=${html`<${Button} kind="small" icon=${Plus} onClick=${() => setAdding(true)}>New token</${Button}>`}
	>
		<${Loaded} load=${load} skeleton=${{ kind: 'table', lines: 3 }}>
			${({ items }) =>
				items.length
					? html`<${Table} caption="API tokens" columns=${columns} rows=${items} />`
					: html`<${Empty} title="No token yet" icon=${Key}>
					<p>Everything that the dashboard does can be done by a script with a token.</p></${Empty}>`}
		</${Loaded}>
		${adding && html`<${NewToken} ...${{ meanings, granted }} onClose=${() => setAdding(false)} onMade=${done} />`}
		${made && html`<${Shown} made=${made} onClose=${() => setMade(null)} />`}
	</${Card}>`;
}
