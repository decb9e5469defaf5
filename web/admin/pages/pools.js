// The pools of workers, and a new one.
import { get, path, post } from '../api.js';
import { number } from '../format.js';
import { useForm, useLoad, useMe } from '../hooks.js';
import { html, useState } from '../../shared/html.js';
import { Plus } from '../icons.js';
import { useLive } from '../live.js';
import { Link, navigate } from '../router.js';
import { Button, Card, Dialog, Field, Loaded, Page, Table, toast } from '../ui.js';

function NewPool({ onClose }) {
	const [name, setName] = useState('');
	const [title, setTitle] = useState('');
	const { busy, errorAt, elsewhere, onSubmit } = useForm(async () => {
		await post('/pools', { name: name.trim(), settings: title.trim() ? { title: title.trim() } : {} });
		toast(`The pool “${name.trim()}” was made. Projects can name it now.`);
		await navigate(path`/admin/pools/${name.trim()}`);
	});
	return html`<${Dialog} title="New pool" onClose=${onClose}>
		<form onSubmit=${onSubmit}>
			<${Field}
				label="Name"
				hint="Lower-case letters, digits, _ and -"
				value=${name}
				error=${elsewhere('settings.title')}
				onInput=${setName}
				autocapitalize="none"
				autocomplete="off"
				spellcheck="false"
				required
				autofocus
			/>
			<${Field}
				label="Title (optional)"
				value=${title}
				error=${errorAt('settings.title')}
				onInput=${setTitle}
				maxlength="200"
			/>
			<div class="row row-end"><${Button} onClick=${onClose}>Cancel</${Button}>
			<${Button} type="submit" kind="main" busy=${busy}>Create</${Button}></div>
		</form>
	</${Dialog}>`;
}

const figure = (key, title, hide) => ({
	key,
	title,
	hide,
	align: 'end',
	cell: (pool) => number(pool.funnel[key]),
});

const COLUMNS = [
	{
		key: 'name',
		title: 'Pool',
		cell: (pool) =>
			html`<${Link} to=${path`/admin/pools/${pool.name}`}><strong><bdi>${pool.name}</bdi></strong></${Link}>
				<p class="quiet" dir="auto">${pool.title}</p>`,
	},
	{
		key: 'projects',
		title: 'Projects',
		hide: 'phone',
		cell: (pool) => html`<bdi>${pool.projects.join(', ') || '–'}</bdi>`,
	},
	figure('invited', 'Invited', 'tablet'),
	figure('handed_in', 'Handed in', 'phone'),
	figure('passed', 'Passed', 'phone'),
	figure('working', 'Working'),
	figure('revoked', 'Revoked'),
];

export function Pools() {
	const load = useLoad(() => get('/pools'), []);
	const [adding, setAdding] = useState(false);
	const { may } = useMe();
	useLive(null, ['pool'], load.reload, { every: 3000 });
	const add =
		may('manage') && html`<${Button} kind="main" icon=${Plus} onClick=${() => setAdding(true)}>New pool</${Button}>`;
	return html`<${Page}
		title="Pools"
		lead="Who is qualified in a pool may work in each of its projects. Projects name their pool when they are made."
		actions=${add}
	>
		<${Card} flush>
			<${Loaded} load=${load} skeleton=${{ kind: 'table', lines: 3 }}>
				${({ items }) => html`<${Table}
					caption="Pools"
					columns=${COLUMNS}
					rows=${items}
					keyOf=${(pool) => pool.name}
					rowTo=${(pool) => path`/admin/pools/${pool.name}`}
				/>`}
			</${Loaded}>
		</${Card}>
		${adding && html`<${NewPool} onClose=${() => setAdding(false)} />`}
	</${Page}>`;
}
