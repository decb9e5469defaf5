// One release: while it is built its progress, then its files and what was checked, or what to put right.
import { get, path, post } from '../api.js';
import { actor, bytes, number, plural } from '../format.js';
import { useBusy, useLoad, useMe } from '../hooks.js';
import { html, useEffect } from '../../shared/html.js';
import { useLive } from '../live.js';
import { Link } from '../router.js';
import { Button, ButtonLink, Card, Facts, Loaded, Notice, Page, toast, When } from '../ui.js';
import { Files } from '../release/files.js';
import { Progress } from '../release/progress.js';
import { Alike, Failed, Gate, Splits } from '../release/report.js';
import { formatName } from '../release/words.js';
import { isCombined, ReleaseState } from './releases.js';

const AGAIN_MS = 5000; // should the live stream be down while something is built

// What stopped the writing, which is nothing in the data. Asking for the same version goes on with it.
function Stopped({ release, reload }) {
	const { may } = useMe();
	const [busy, run] = useBusy();
	const again = () =>
		run(async () => {
			try {
				await post('/projects/{project}/releases', { version: release.version }, { at: { project: release.name } });
			} catch (error) {
				toast(error.detail, { kind: 'bad' });
			}
			await reload();
		});
	return html`<${Notice} level="error" title="Writing it has stopped">
		<p dir="auto">${release.trouble}</p>
		<p>What was written is kept. The server tries again by itself, after longer and longer pauses.</p>
		${may('manage') && !isCombined(release) && html`<p class="card-buttons"><${Button} kind="small" busy=${busy} onClick=${again}>Try again now</${Button}></p>`}
	</${Notice}>`;
}

function Building({ release, reload }) {
	if (release.trouble) return html`<${Stopped} release=${release} reload=${reload} />`;
	return html`<${Card} title="Being built" note=${html`begun <${When} at=${release.created_at} />`}>
		<div role="status"><${Progress} progress=${release.progress} name=${`${release.name} ${release.version}`} /></div>
		<p class="hint">This page moves by itself; it can be left meanwhile. Until every check has passed nothing is listed.</p>
	</${Card}>`;
}

function Parts({ release, project }) {
	return html`<ul class="plain">
		${release.parts.map(
			(part) =>
				html`<li><${Link} to=${path`/admin/p/${project}/releases/${part.id}`}><bdi>${part.name}</bdi> ${part.version}</${Link}></li>`,
		)}
	</ul>`;
}

function Cites({ cites }) {
	return html`<ul class="plain">
		${cites.map((c) => html`<li key=${c.name}><bdi>${c.name}</bdi><div class="hint" dir="auto">${c.command}</div></li>`)}
	</ul>`;
}

function About({ release, project }) {
	const { questions: q } = release;
	return html`<${Card} title="About">
		<${Facts}
			items=${[
				['State', html`<${ReleaseState} state=${release.state} />`],
				isCombined(release) && ['Combined of', html`<${Parts} release=${release} project=${project} />`],
				release.state === 'ready' && ['Questions', `${number(q.train ?? 0)} train, ${number(q.dev ?? 0)} dev, ${number(q.test ?? 0)} test`],
				release.state === 'ready' && ['Size', bytes(release.bytes)],
				['As of', html`<${When} at=${release.as_of} exact />`],
				['Seed', html`<code>${release.seed}</code>`],
				['Licence', html`<bdi>${release.licence}</bdi>`],
				['Formats', release.formats.map(formatName).join(', ')],
				release.cites?.length > 0 && ['Cites', html`<${Cites} cites=${release.cites} />`],
				['Begun', html`<${When} at=${release.created_at} /> by <bdi>${actor(release.actor)}</bdi>`],
				release.ready_at && ['Ready', html`<${When} at=${release.ready_at} />`],
			]}
		/>
	</${Card}>`;
}

const shown = (value) => (value !== null && typeof value === 'object' ? JSON.stringify(value) : String(value ?? 'none'));

function FrozenSettings({ settings }) {
	const entries = Object.entries(settings ?? {});
	if (!entries.length) return null;
	return html`<${Card} title="Settings, as they were frozen">
		<details class="data">
			<summary>${number(entries.length)} settings</summary>
			<${Facts} items=${entries.map(([key, value]) => [key.replaceAll('_', ' '), html`<bdi>${shown(value)}</bdi>`])} />
		</details>
	</${Card}>`;
}

// The form again, with the same options.
const againPath = (project, r) =>
	`${path`/admin/p/${project}/releases/new`}?${new URLSearchParams({ version: r.version.replace(/-provisional$/, ''), seed: r.seed, licence: r.licence, formats: r.formats.join(','), provisional: String(r.provisional) })}`;

function Body({ release, project, reload }) {
	const { may } = useMe();
	const { report, state } = release;
	const splits = report?.splits ?? release.splits;
	return html`<div class="stack">
		${
			state === 'failed' &&
			html`<${Failed} release=${release}>
				${may('manage') && !isCombined(release) && html`<p class="card-buttons"><${ButtonLink} kind="small" to=${againPath(project, release)}>Build it again …</${ButtonLink}></p>`}
			</${Failed}>`
		}
		${
			release.provisional &&
			html`<${Notice} level="warn" title="Provisional">
				${release.missing?.questions ? `${plural(release.missing.votes, 'vote')} on ${plural(release.missing.questions, 'question')} ${release.missing.votes === 1 ? 'was' : 'were'} missing when it was made; what had to be decided by them is not in it.` : 'Validation was not complete when it was made.'}
			</${Notice}>`
		}
		${state === 'building' && html`<${Building} release=${release} reload=${reload} />`}
		<div class="columns columns-worker">
			<div class="stack">
				${state === 'failed' && report?.gate?.length > 0 && html`<${Gate} gate=${report.gate} findings=${release.findings} project=${isCombined(release) ? null : project} onDone=${reload} />`}
				${state === 'ready' && html`<${Files} release=${release} />`}
				${splits?.length > 0 && html`<${Splits} splits=${splits} />`}
				${state !== 'failed' && report?.gate?.length > 0 && html`<${Gate} gate=${report.gate} />`}
				<${Alike} pairs=${report?.near_duplicates} hasMore=${report?.near_duplicates_more} />
			</div>
			<div class="stack">
				<${About} release=${release} project=${project} />
				<${FrozenSettings} settings=${release.settings} />
			</div>
		</div>
	</div>`;
}

export function ReleasePage({ project, id }) {
	const load = useLoad(() => get('/releases/{id}', { id }), [id]);
	useLive(null, ['release'], load.reload);
	const release = load.data;
	const isBuilding = release?.state === 'building';
	useEffect(() => {
		if (!isBuilding) return undefined;
		const timer = setInterval(() => !document.hidden && load.reload(), AGAIN_MS);
		return () => clearInterval(timer);
	}, [isBuilding]);
	const actions = release && html`<${ReleaseState} state=${release.state} />`;
	return html`<${Page} title=${release ? `${release.name} ${release.version}` : 'Release'} crumbs=${[['Releases', path`/admin/p/${project}/releases`]]} actions=${actions}>
		<${Loaded} load=${load} skeleton=${{ kind: 'cards', lines: 3 }}>
			${(data) => html`<${Body} release=${data} project=${project} reload=${load.reload} />`}
		</${Loaded}>
	</${Page}>`;
}
