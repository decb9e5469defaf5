// The releases of a project, newest first; those being built move by themselves.
import { get, path } from '../api.js';
import { actor, bytes, number } from '../format.js';
import { useLoad, useMe } from '../hooks.js';
import { html } from '../../shared/html.js';
import { Box, Plus } from '../icons.js';
import { useLive } from '../live.js';
import { Link } from '../router.js';
import { Badge, ButtonLink, Card, Empty, Loaded, Page, Table, Tag, When } from '../ui.js';
import { Progress } from '../release/progress.js';
import { formatName } from '../release/words.js';

export const isCombined = (release) => release.parts?.length > 0;

export function ReleaseState({ state }) {
	const tone = { ready: 'good', building: 'busy', failed: 'bad' }[state];
	return html`<${Badge} state=${state} tone=${tone} />`;
}

const countOf = ({ questions: q }) => (q?.train ?? 0) + (q?.dev ?? 0) + (q?.test ?? 0);

function Size({ release }) {
	if (release.state === 'building') return html`<${Progress} progress=${release.progress} name=${`${release.name} ${release.version}`} />`;
	if (release.state === 'failed') return html`<span class="quiet">nothing was published</span>`;
	const { train = 0, dev = 0, test = 0 } = release.questions;
	return html`<span>
		<strong>${number(countOf(release))}</strong>
		<span class="quiet hide-phone"> ${number(train)} train, ${number(dev)} dev, ${number(test)} test</span>
	</span>`;
}

const columnsOf = (project) => [
	{
		key: 'version',
		title: 'Release',
		cell: (r) =>
			html`<span class="release-name">
				<${Link} to=${path`/admin/p/${project}/releases/${r.id}`}><bdi>${r.name}</bdi> <strong>${r.version}</strong></${Link}>
				${isCombined(r) && html`<${Tag} title=${r.parts.map((p) => `${p.name} ${p.version}`).join(', ')}>combined of ${r.parts.length}</${Tag}>`}
				${r.provisional && html`<${Tag} title="Votes were missing when it was made.">provisional</${Tag}>`}
			</span>`,
	},
	{ key: 'state', title: 'State', cell: (r) => html`<${ReleaseState} state=${r.state} />` },
	{ key: 'questions', title: 'Questions', class: 'cell-size', cell: (r) => html`<${Size} release=${r} />` },
	{ key: 'formats', title: 'Formats', hide: 'tablet', cell: (r) => r.formats.map(formatName).join(', ') },
	{ key: 'bytes', title: 'Size', align: 'end', hide: 'phone', cell: (r) => (r.state === 'ready' ? bytes(r.bytes) : '') },
	{ key: 'as_of', title: 'As of', hide: 'phone', cell: (r) => html`<${When} at=${r.as_of} />` },
	{ key: 'actor', title: 'By', hide: 'tablet', cell: (r) => html`<bdi>${actor(r.actor)}</bdi>` },
];

export function Releases({ project }) {
	const load = useLoad(() => get('/releases', { project }), [project]);
	useLive(project, ['release'], load.reload);
	const { may } = useMe();
	const button = may('manage') && html`<${ButtonLink} kind="main" icon=${Plus} to=${path`/admin/p/${project}/releases/new`}>New release</${ButtonLink}>`;
	return html`<${Page} title="Releases" lead="What was published: frozen, checked, and the same bytes whenever it is built again." actions=${Boolean(load.data?.items.length) && button}>
		<${Card} flush>
			<${Loaded} load=${load} skeleton=${{ kind: 'table' }}>
				${({ items }) =>
					items.length
						? html`<${Table} caption="Releases, newest first" columns=${columnsOf(project)} rows=${items} rowTo=${(r) => path`/admin/p/${project}/releases/${r.id}`} />`
						: html`<${Empty} title="Nothing was released yet" icon=${Box}>
								<p>A release freezes the valid questions of this moment and writes them as SQuAD, MRQA and Hugging Face files.</p>
								${button ? html`<p>${button}</p>` : html`<p>An admin can build one.</p>`}
							</${Empty}>`}
			</${Loaded}>
		</${Card}>
	</${Page}>`;
}
