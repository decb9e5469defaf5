// Validation of a project: how far it is, what it comes to, how far validators agree, and who of them to look at.
import { get, path } from '../api.js';
import { loadCharts } from '../chart.js';
import { plural } from '../format.js';
import { useLoad } from '../hooks.js';
import { html, useEffect } from '../../shared/html.js';
import { Ballot } from '../icons.js';
import { useLive } from '../live.js';
import { Link } from '../router.js';
import { Card, Empty, Loaded, Notice, Page } from '../ui.js';
import { Agreement, Validators } from '../validation/agreement.js';
import { Answerable } from '../validation/answerable.js';
import { HumanPerformance } from '../validation/human.js';
import { decides, Figures, Progress } from '../validation/progress.js';
import { Settling } from '../validation/settling.js';

const TOPICS = ['validation', 'submit', 'question', 'revocation', 'project'];

// What a project without an adversary asks for.
function furtherRule({ further_answers: n, further_splits: splits, further_decide: decides }) {
	if (!n) return 'Nobody is asked for further answers.';
	return (
		`${plural(n, 'other')} ${n === 1 ? 'answers' : 'answer'} each question of ${splits.join(', ')}, and all answers are released. ` +
		(decides ? 'They also decide, as votes do, what is answerable.' : 'Nothing leaves the data because they answer differently.')
	);
}

// What the project asks for, in words.
function rule(settings) {
	if (settings?.adversary === 'none') return furtherRule(settings);
	const votes = settings?.validation_votes;
	if (!votes) return 'Others answer the questions of dev and test; what nobody can answer leaves the dataset.';
	const { validation_matches: matches, validation_match: match, validation_f1_permille: permille, validation_early_stop: stop } = settings;
	const who = matches === 1 ? 'the answer of at least one' : `the answers of at least ${matches}`;
	const how = match === 'f1' ? `overlap with the author’s by an F1 above ${permille / 10} %` : 'the author’s';
	const verb = match === 'f1' ? (matches === 1 ? 'has an ' : 'have an ') : matches === 1 ? 'is ' : 'are ';
	const early = stop > 0 && stop < votes;
	return (
		`${plural(votes, 'validator')} ${votes === 1 ? 'answers' : 'answer'} each question of dev and test${early ? `, fewer where ${Math.max(stop, matches)} match before` : ''}. ` +
		`${early ? 'Then' : 'With all its votes'} it is answerable if ${who} ${verb}${how}.`
	);
}

// Where nobody votes and nobody has: what to do about it.
function Off({ project, isPlain }) {
	return html`<${Card}>
		<${Empty} title=${isPlain ? 'This project asks for no further answers' : 'This project asks for no votes'} icon=${Ballot}>
			<p>
				Questions stay as they are. Ask for ${isPlain ? 'further answers' : 'votes'} in the${' '}
				<${Link} to=${path`/admin/p/${project}/settings`}>settings</${Link}>, and workers can validate.
			</p>
		</${Empty}>
	</${Card}>`;
}

function Nothing() {
	return html`<${Card}>
		<${Empty} title="Nothing to validate yet" icon=${Ballot}>
			<p>Questions on passages of dev and test come here as soon as their HITs are handed in.</p>
		</${Empty}>
	</${Card}>`;
}

function Slow({ project }) {
	const load = useLoad(() => get('/projects/{project}/validation/agreement', { project }), [project]);
	useLive(project, ['validation', 'revocation'], load.reload, { every: 10000 });
	return html`<${Loaded} load=${load} skeleton=${{ kind: 'cards', lines: 2 }}>
		${(data) => html`<div class="stack">
			<${Validators} project=${project} data=${data} onDone=${load.reload} />
			<${Agreement} data=${data} />
		</div>`}
	</${Loaded}>`;
}

function Body({ project, data, reload }) {
	const { settings } = data;
	const isPlain = settings.adversary === 'none';
	const isOff = (isPlain ? settings.further_answers : settings.validation_votes) === 0;
	if (isOff && !data.votes) return html`<${Off} project=${project} isPlain=${isPlain} />`;
	if (![...data.splits, data.lost].some((row) => row.questions > 0)) return html`<${Nothing} />`;
	return html`<div class="stack">
		${
			isOff &&
			html`<${Notice} level="warn">
				The project asks for no ${isPlain ? 'further answers' : 'votes'} any more: what was decided is kept, nothing new is handed out.
			</${Notice}>`
		}
		<${Figures} data=${data} />
		<${Progress} data=${data} />
		<${Settling} project=${project} data=${data} onDone=${reload} />
		${decides(data) && html`<${Answerable} project=${project} data=${data} />`}
		<${Slow} project=${project} />
		<${HumanPerformance} project=${project} />
	</div>`;
}

export function Validation({ project }) {
	const load = useLoad(() => get('/projects/{project}/validation', { project }), [project]);
	useLive(project, TOPICS, load.reload, { every: 3000 });
	useEffect(() => void loadCharts().catch(() => {}), []);
	return html`<${Page} title="Validation" lead=${rule(load.data?.settings)}>
		<${Loaded} load=${load} skeleton=${{ kind: 'cards', lines: 4 }}>
			${(data) => html`<${Body} project=${project} data=${data} reload=${load.reload} />`}
		</${Loaded}>
	</${Page}>`;
}
