// Do the questions of this project beat other models too? Live while shadows answer.
import { get } from '../api.js';
import { number, plural } from '../format.js';
import { useLoad } from '../hooks.js';
import { html } from '../../shared/html.js';
import { useLive } from '../live.js';
import { Card, Loaded, Notice, Page, Rate, Table } from '../ui.js';

const build = ({ name, version, weights }) =>
	html`<bdi>${name}</bdi><p class="quiet"><bdi>${[version, weights.slice(0, 12)].filter(Boolean).join(' · ')}</bdi></p>`;

const COLUMNS = [
	{
		key: 'against',
		title: 'Written against',
		cell: (row) => build({ name: row.loop_name, version: row.loop_version, weights: row.loop_weights }),
	},
	{ key: 'reader', title: 'Answered by', cell: build },
	{ key: 'role', title: 'When', hide: 'phone', cell: (row) => (row.in_loop ? 'in the game' : 'afterwards, or as one of several') },
	{ key: 'won', title: 'Won questions that beat it', cell: (row) => html`<${Rate} value=${row.won} />` },
	{ key: 'all', title: 'All attempts that beat it', hide: 'tablet', cell: (row) => html`<${Rate} value=${row.all} />` },
];

function Shadows({ shadows, due }) {
	if (!shadows.length)
		return html`<${Notice}>
			This project has no shadows. Name models under Settings, and they answer every new attempt after its verdict; of attempts
			made before, ask with <code>beatctl rejudge PROJECT --model NAME</code>.
		</${Notice}>`;
	return html`<p class="quiet">
		${plural(shadows.length, 'shadow')}: <bdi>${shadows.join(', ')}</bdi>.
		${due ? ` ${number(due)} answers are still to come.` : ' All have answered.'}
	</p>`;
}

export function Transfer({ project }) {
	const load = useLoad(() => get('/projects/{project}/transfer', { project }), []);
	useLive(project, ['attempt'], load.reload, { every: 3000 });
	return html`<${Page}
		title="Transfer"
		lead="Which models the questions beat: the share with its 95 % interval, without what is set aside."
	>
		<${Loaded} load=${load} skeleton=${{ kind: 'table', lines: 3 }}>
			${({ items, shadows, due }) => html`<${Shadows} shadows=${shadows} due=${due} />
				<${Card} flush>
					<${Table}
						caption="Transfer between models"
						columns=${COLUMNS}
						rows=${items}
						keyOf=${(row) => [row.loop_name, row.loop_version, row.loop_weights, row.name, row.version, row.weights].join('\n')}
						empty="No attempt was judged yet."
					/>
				</${Card}>`}
		</${Loaded}>
	</${Page}>`;
}
