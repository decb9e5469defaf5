// All projects: how far each is, and what waits in them.
import { get, path } from '../api.js';
import { number, plural } from '../format.js';
import { useLoad, useMe } from '../hooks.js';
import { html } from '../../shared/html.js';
import { Grid, Plus } from '../icons.js';
import { useLive } from '../live.js';
import { Link } from '../router.js';
import { Badge, Bar, ButtonLink, Card, Empty, Loaded, Page } from '../ui.js';

const SPLITS = ['train', 'dev', 'test'];
const OPEN = 'open to anyone';
const QUALIFIED = 'for qualified workers';
const QUEUES = [
	['screening', 'to screen'],
	['review', 'to review'],
	['adjudication', 'to adjudicate'],
	['revocations', 'to confirm'],
];

function bar(split, kept, target) {
	const tone = kept >= target ? 'win' : 'main';
	return html`<${Bar} value=${kept} max=${target} tone=${tone} label=${`${split}: kept questions`} />`;
}

function Progress({ project }) {
	const splits = SPLITS.filter((s) => project.targets?.[s] || project.kept?.[s]);
	if (!splits.length) return html`<p class="quiet">Nothing kept yet, and no targets.</p>`;
	return html`<ul class="progress-list">
		${splits.map((split) => {
			const [kept, target] = [project.kept?.[split] ?? 0, project.targets?.[split] ?? 0];
			return html`<li>
				<span>${split}</span>
				${target ? bar(split, kept, target) : html`<span class="quiet">no target</span>`}
				<span class="figure">${number(kept)}${target ? ` / ${number(target)}` : ''}</span>
			</li>`;
		})}
	</ul>`;
}

function Waiting({ project }) {
	const queues = QUEUES.filter(([key]) => project.waiting?.[key] > 0);
	if (!queues.length) return html`<p class="quiet">Nothing waits for a person.</p>`;
	return html`<ul class="chips">
		${queues.map(
			([key, text]) =>
				html`<li>
					<${Link} class="chip" to=${path`/admin/p/${project.name}/${key}`}>
						<strong>${number(project.waiting[key])}</strong>${` ${text}`}
					</${Link}>
				</li>`,
		)}
	</ul>`;
}

function ProjectCard({ project }) {
	const to = path`/admin/p/${project.name}/overview`;
	return html`<${Card} class="project">
		<div class="project-head">
			<h2 dir="auto"><${Link} to=${to}>${project.title || project.name}</${Link}></h2>
			<${Badge} state=${project.state} />
		</div>
		<p class="quiet project-facts">
			<bdi>${project.name}</bdi> · against <bdi>${project.model}</bdi> · ${project.open ? OPEN : QUALIFIED}
		</p>
		<${Progress} project=${project} />
		<p class="project-facts">
			${plural(project.submitted, 'HIT')} handed in, ${plural(project.live, 'worker')} at work
		</p>
		<${Waiting} project=${project} />
	</${Card}>`;
}

export function Projects() {
	const load = useLoad(() => get('/projects'), []);
	const { may } = useMe();
	useLive(null, ['project', 'submit', 'question', 'screening', 'review', 'revocation', 'batch'], load.reload, { every: 2000 });
	const create =
		may('manage') &&
		html`<${ButtonLink} kind="main" icon=${Plus} to="/admin/new-project">New project</${ButtonLink}>`;
	return html`<${Page} title="Projects" actions=${create}>
		<${Loaded} load=${load} skeleton=${{ kind: 'cards', lines: 3 }}>
			${({ items }) =>
				items.length
					? html`<div class="projects">
							${items.map((p) => html`<${ProjectCard} key=${p.name} project=${p} />`)}
						</div>`
					: html`<${Card}><${Empty} title="No project yet" icon=${Grid}>
							<p>Workers ask questions about the passages of a collection, against one model.</p>
							${may('manage') && html`<p>
							<${Link} to="/admin/new-project">Create the first one</${Link}></p>`}
						</${Empty}></${Card}>`}
		</${Loaded}>
	</${Page}>`;
}
