// The comprehension studies there are.
import { get, path } from '../api.js';
import { number } from '../format.js';
import { useLoad } from '../hooks.js';
import { html } from '../../shared/html.js';
import { Bars } from '../icons.js';
import { Link } from '../router.js';
import { Card, Empty, Loaded, Page, Table, When } from '../ui.js';

const COLUMNS = [
	{
		key: 'name',
		title: 'Study',
		cell: (s) => html`<${Link} to=${path`/admin/studies/${s.name}`}><strong><bdi>${s.name}</bdi></strong></${Link}>`,
	},
	{ key: 'datasets', title: 'Datasets', align: 'end', hide: 'phone', cell: (s) => number(s.datasets) },
	{ key: 'items', title: 'Questions', align: 'end', cell: (s) => number(s.items) },
	{ key: 'decided', title: 'Decided', align: 'end', cell: (s) => number(s.decided) },
	{ key: 'disputed', title: 'To adjudicate', align: 'end', cell: (s) => number(s.disputed) },
	{ key: 'created_at', title: 'Made', hide: 'phone', cell: (s) => html`<${When} at=${s.created_at} />` },
];

export function Studies() {
	const load = useLoad(() => get('/studies'), []);
	return html`<${Page} title="Studies" lead="What questions of several datasets ask of a reader, labelled by people who do not know which is which.">
		<${Card} flush>
			<${Loaded} load=${load} skeleton=${{ kind: 'table', lines: 3 }}>
				${({ items }) =>
					items.length
						? html`<${Table} caption="Studies" columns=${COLUMNS} rows=${items} keyOf=${(s) => s.name} />`
						: html`<${Empty} title="No study yet" icon=${Bars}><p>Draw one with <code>beatctl study create NAME --from DATASET</code>.</p></${Empty}>`}
			</${Loaded}>
		</${Card}>
	</${Page}>`;
}
