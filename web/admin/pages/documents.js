// How far the documents of a project are: a document may be released whole or not at all.
import { get } from '../api.js';
import { number, plural } from '../format.js';
import { useLoad } from '../hooks.js';
import { html, useState } from '../../shared/html.js';
import { Stack } from '../icons.js';
import { useLive } from '../live.js';
import { Badge, Bar, Card, Empty, Loaded, Pager, Table } from '../ui.js';

const LIMIT = 10;

const count = (key, title, more = {}) => ({ key, title, align: 'end', cell: (d) => number(d[key]), ...more });

const COLUMNS = [
	{ key: 'title', title: 'Document', cell: (d) => html`<span dir="auto">${d.title}</span>` },
	{ key: 'split', title: 'Split', hide: 'phone', cell: (d) => d.split },
	{
		key: 'progress',
		title: 'Progress',
		hide: 'phone',
		cell: (d) => html`<${Bar} value=${d.done} max=${d.paragraphs} tone=${d.whole ? 'win' : 'main'} label=${`paragraphs done of “${d.title}”`} />`,
	},
	{ key: 'done', title: 'Done', align: 'end', hint: 'paragraphs with a question that was handed in and is not discarded', cell: (d) => `${number(d.done)} of ${number(d.paragraphs)}` },
	count('questions', 'Questions'),
	{ key: 'whole', title: 'Whole', hide: 'phone', cell: (d) => (d.whole ? html`<${Badge} tone="good" text="whole" />` : html`<span class="quiet">–</span>`) },
];

const note = ({ total, whole, paragraphs, done }) =>
	`${number(whole)} of ${plural(total, 'document')} whole, ${number(done)} of ${plural(paragraphs, 'paragraph')} done`;

export function Documents({ project }) {
	const [offset, setOffset] = useState(0);
	const load = useLoad(() => get('/projects/{project}/documents', { project, limit: LIMIT, offset }), [project, offset]);
	useLive(project, ['submit', 'question', 'project'], load.reload, { every: 10000 });
	return html`<${Card} title="Documents" note=${load.data?.total ? note(load.data) : ''} flush>
		<${Loaded} load=${load} skeleton=${{ kind: 'table' }}>
			${(data) =>
				data.total
					? html`<${Table} caption="Documents of this project" columns=${COLUMNS} rows=${data.items} keyOf=${(d) => d.id} busy=${load.loading} />
							${data.total > data.limit && html`<${Pager} ...${data} what="documents" onOffset=${setOffset} />`}`
					: html`<${Empty} title="No documents yet" icon=${Stack}><p>They come with the passages of a collection: add one in the settings.</p></${Empty}>`}
		</${Loaded}>
	</${Card}>`;
}
