// Screening: who waits for a decision, and one onboarding on one screen with the decision below it.
import { get, path, post } from '../api.js';
import { actor, duration, percent, plural } from '../format.js';
import { useBusy, useLoad, useMe, useMore } from '../hooks.js';
import { html, useMemo, useState } from '../../shared/html.js';
import { Check, Cross, Door, Right } from '../icons.js';
import { useKeys } from '../keys.js';
import { useLive } from '../live.js';
import { Link, navigate, useQuery } from '../router.js';
import {
	Badge,
	Button,
	ButtonLink,
	Card,
	Empty,
	Facts,
	Loaded,
	More,
	Notice,
	Page,
	Table,
	Tabs,
	TextArea,
	toast,
	When,
	Worker,
} from '../ui.js';
import { asksNoModel, Chain } from '../review/chain.js';
import { Passage } from '../review/passage.js';
import { Hint } from '../review/question.js';

const STATES = ['waiting', 'passed', 'failed'];
const listPath = (project) => path`/admin/p/${project}/screening`;
const onePath = (project, id) => path`/admin/p/${project}/screening/${id}`;

const NOTHING = {
	waiting: ['Nobody waits', 'Workers who hand their onboarding in come here. This page looks by itself.'],
	passed: ['Nobody passed yet', ''],
	failed: ['Nobody failed', ''],
};

const DECISION = [
	{ key: 'decided_at', title: 'Decided', cell: (s) => html`<${When} at=${s.decided_at} />` },
	{ key: 'decided_by', title: 'By', hide: 'phone', cell: (s) => html`<bdi>${actor(s.decided_by)}</bdi>` },
	{ key: 'reason', title: 'Reason', cell: (s) => html`<span dir="auto">${s.reason}</span>` },
];

const columns = (project, state) => [
	{
		key: 'worker',
		title: 'Worker',
		cell: (s) => html`<${Link} to=${onePath(project, s.id)}>#${s.worker.id}</${Link}>`,
	},
	{ key: 'handed_in_at', title: 'Handed in', cell: (s) => html`<${When} at=${s.handed_in_at} />` },
	{ key: 'tries', title: 'Try', align: 'end', cell: (s) => s.tries },
	{ key: 'won', title: 'Kept', align: 'end', hint: 'questions that were won, or asked without an adversary', cell: (s) => s.won },
	{ key: 'seconds', title: 'Took', align: 'end', hide: 'phone', cell: (s) => duration(s.seconds) },
	...(state === 'waiting' ? [] : DECISION),
];

export function Screening({ project }) {
	const [{ state = 'waiting' }, setParams] = useQuery();
	const list = useMore((before) => get('/projects/{project}/screenings', { project, state, before }), [project, state]);
	useLive(project, ['screening'], list.reload);
	const { may } = useMe();
	const counts = list.data?.counts;
	const tabs = STATES.map((key) => ({ key, text: key[0].toUpperCase() + key.slice(1), count: counts?.[key] }));
	const first = state === 'waiting' && list.items[list.items.length - 1]; // who has waited longest
	const start =
		first &&
		may('review') &&
		html`<${ButtonLink} kind="main" to=${onePath(project, first.id)}>Start screening<${Right} size="18" /></${ButtonLink}>`;
	const [title, text] = NOTHING[state] ?? NOTHING.waiting;
	return html`<${Page} title="Screening" lead="Onboardings that were handed in: a person passes or fails them." actions=${start}>
		<${Tabs} label="State" tabs=${tabs} current=${state} onPick=${(key) => setParams({ state: key === 'waiting' ? null : key })} />
		<${Card} flush>
			<${Loaded} load=${list} skeleton=${{ kind: 'table' }}>
				${() =>
					list.items.length
						? html`<${Table}
									caption=${`Onboardings: ${state}`}
									columns=${columns(project, state)}
									rows=${list.items}
									rowTo=${(s) => onePath(project, s.id)}
								/>
								<${More} list=${list} />`
						: html`<${Empty} title=${title} icon=${Door}>${text && html`<p>${text}</p>`}</${Empty}>`}
			</${Loaded}>
		</${Card}>
	</${Page}>`;
}

const KINDS = { write: 'Write a question', highlight: 'Find the answer', pair: 'Question and answer' };

// One exercise: what was given, and what the worker made of it.
function Exercise({ exercise }) {
	const { kind, number, answer, expected } = exercise;
	const given = exercise.given_answer ?? null;
	const marked = answer?.answer ?? given;
	const marks = useMemo(
		() => [
			...(marked ? [{ key: 'own', answer: marked }] : []),
			...(expected ? [{ key: 'expected', answer: expected, kind: 'model' }] : []),
		],
		[exercise],
	);
	const question = exercise.given_question ?? answer?.question;
	const f1 = answer?.f1 ?? null;
	return html`<li class="card exercise">
		<p class="exercise-head">
			<span class="ask-number">${number}</span>
			<span class="quiet">${KINDS[kind] ?? kind}</span>
			${f1 !== null && html`<${Badge} tone=${f1 >= 0.999 ? 'good' : f1 >= 0.5 ? 'warn' : 'bad'} text=${`F1 ${percent(f1, 0)}`} title="How far the marked words are the expected ones" />`}
			${answer && answer.tries > 1 && html`<span class="quiet">${plural(answer.tries, 'try', 'tries')}</span>`}
		</p>
		${
			answer
				? html`<p class=${`exercise-question ${exercise.given_question ? 'is-given' : ''}`} dir="auto">
							${exercise.given_question && html`<span class="sr">Given: </span>`}${question}
						</p>
						<p class="exercise-answer" dir="auto">
							<q>${marked?.text}</q> ${given && html`<span class="quiet">(given)</span>`}
						</p>
						${expected && f1 !== null && f1 < 0.999 && html`<p class="exercise-answer quiet" dir="auto">expected <q>${expected.text}</q></p>`}`
				: html`<p class="quiet">Not answered.</p>`
		}
		<details class="exercise-passage">
			<summary>${exercise.passage.title}</summary>
			<${Passage} passage=${exercise.passage} marks=${marks} current=${['own', 'expected']} level="h3" />
		</details>
	</li>`;
}

// Ready-made, to be changed before they are sent: the worker reads them.
export const REASONS = [
	'Several questions cannot be answered from the passage.',
	'Several answers are too long: mark only the words that answer.',
	'Several questions have more than one right answer in the passage.',
	'The questions copy whole sentences of the passage.',
	'The English is too hard to understand.',
	'The exercises were not taken seriously.',
];

function Decision({ screening, onDecide, busy }) {
	const [failing, setFailing] = useState(false);
	const [reason, setReason] = useState('');
	const [wrong, setWrong] = useState('');
	const pass = () => onDecide(true, '');
	const fail = () =>
		reason.trim() ? onDecide(false, reason.trim()) : setWrong('Choose or write a reason: the worker reads it.');
	const pick = (text) => {
		setReason((before) => (before.includes(text) ? before : `${before} ${text}`.trim()));
		setWrong('');
	};
	useKeys('Screening', [
		{ keys: 'p', text: 'pass', off: busy, run: pass },
		{ keys: 'f', text: 'fail: then 1 to 6 for a reason, Enter sends', off: busy, run: () => setFailing(true) },
		{ keys: 's', text: 'the next one, this one later', off: !screening.next_waiting, run: () => onDecide(null) },
		{ keys: 'Escape', off: !failing, always: true, run: () => setFailing(false) },
		...REASONS.map((text, i) => ({ keys: String(i + 1), off: !failing, run: () => pick(text) })),
		{ keys: 'Enter', off: !failing, run: fail },
	]);
	if (!failing)
		return html`<div class="decide">
			<p class="quiet decide-text">Good enough for real work?</p>
			${screening.next_waiting && html`<${Button} kind="plain" onClick=${() => onDecide(null)}>Later<${Hint}>s</${Hint}></${Button}>`}
			<${Button} onClick=${() => setFailing(true)} busy=${busy} icon=${Cross}>Fail …<${Hint}>f</${Hint}></${Button}>
			<${Button} kind="main" onClick=${pass} busy=${busy} icon=${Check}>Pass<${Hint}>p</${Hint}></${Button}>
		</div>`;
	const submit = (event) => {
		event.preventDefault();
		fail();
	};
	return html`<form class="decide decide-fail" onSubmit=${submit}>
		<div class="words-row" role="group" aria-label="Ready-made reasons">
			${REASONS.map((text, i) => html`<button type="button" class="word" onClick=${() => pick(text)}><${Hint}>${i + 1}</${Hint}>${text}</button>`)}
		</div>
		<${TextArea} label="Reason, as the worker will read it" rows="2" maxlength="1000" value=${reason} onInput=${setReason} error=${wrong} dir="auto" />
		<div class="row row-end">
			<${Button} onClick=${() => setFailing(false)}>Back<${Hint}>Esc</${Hint}></${Button}>
			<${Button} type="submit" kind="danger" busy=${busy}>Fail<${Hint}>↵</${Hint}></${Button}>
		</div>
	</form>`;
}

function Decided({ screening, onUndo, busy }) {
	const { may } = useMe();
	return html`<div class="decide">
		<p class="decide-text">
			<${Badge} state=${screening.state} /> by <bdi>${actor(screening.decided_by)}</bdi>,${' '}
			<${When} at=${screening.decided_at} />
			${screening.reason && html`: <span dir="auto">${screening.reason}</span>`}
		</p>
		${may('review') && html`<${Button} onClick=${onUndo} busy=${busy}>Take the decision back</${Button}>`}
	</div>`;
}

function Earlier({ tries }) {
	if (!tries?.length) return null;
	return html`<${Notice} title=${tries.length === 1 ? 'There was an earlier try' : `There were ${tries.length} earlier tries`}>
		${tries.map(
			(t) =>
				html`<p>
					<${Badge} state=${t.state} />${' '}
					<${When} at=${t.decided_at ?? t.handed_in_at} />${t.reason && html`: <span dir="auto">${t.reason}</span>`}
				</p>`,
		)}
	</${Notice}>`;
}

// What was done on a real passage: a title, and how it went.
function played({ attempts, won, wanted, model }) {
	if (attempts.length > 0 && attempts.every(asksNoModel))
		return ['Questions on a passage', `${won} of up to ${wanted} asked, without an adversary`];
	return ['The game', html`won ${won} of ${wanted} in ${plural(attempts.length, 'attempt')} against <bdi>${model}</bdi>`];
}

function Onboarding({ screening }) {
	const { hit, onboarding } = screening;
	const [title, how] = played(hit);
	return html`<div class="screen">
		<${Earlier} tries=${screening.history} />
		<section aria-labelledby="exercises">
			<h2 id="exercises" class="part-title">
				Exercises <span class="quiet">${onboarding.name}, version ${onboarding.version}</span>
			</h2>
			<ol class="exercises">
				${screening.exercises.map((exercise) => html`<${Exercise} key=${exercise.number} exercise=${exercise} />`)}
			</ol>
		</section>
		<section aria-labelledby="game">
			<h2 id="game" class="part-title">
				${title}${' '}
				<span class="quiet">${how}</span>
			</h2>
			<${Chain} passage=${hit.passage} attempts=${hit.attempts} keysTitle="Attempts" />
		</section>
	</div>`;
}

// Those put off for now: they come again when all others are done.
const putOff = new Set();

async function nextAfter(project, id) {
	putOff.add(id);
	const { items } = await get('/projects/{project}/screenings', { project, state: 'waiting', limit: 200 });
	const others = items
		.map((s) => s.id)
		.filter((other) => other !== id)
		.reverse(); // who waits longest first
	const fresh = others.find((other) => !putOff.has(other));
	if (!fresh) putOff.clear();
	return fresh ?? others[0] ?? null;
}

export function ScreeningOne({ project, id }) {
	const load = useLoad(() => get('/screenings/{id}', { id }), [id]);
	useLive(project, ['screening'], load.reload);
	const { may } = useMe();
	const [busy, run] = useBusy();
	const goOn = (next) => navigate(next ? onePath(project, next) : listPath(project));
	const undo = async () => {
		await post('/screenings/{id}/undo', { reason: 'Taken back' }, { at: { id } });
		toast('Waiting again.');
		navigate(onePath(project, id));
		load.reload();
	};
	const decide = (pass, reason) =>
		run(async () => {
			if (!load.data) return;
			const { worker, next_waiting: next } = load.data;
			try {
				if (pass === null) return goOn(await nextAfter(project, id));
				const answer = await post('/screenings/{id}/decide', { pass, reason }, { at: { id } });
				toast(`Worker #${worker.id} ${pass ? 'passed' : 'failed'}.`, { undo });
				goOn(answer?.next_waiting ?? next);
			} catch (error) {
				toast(error.detail, { kind: 'bad' });
				load.reload();
			}
			return undefined;
		});
	const takeBack = () => run(() => undo().catch((error) => toast(error.detail, { kind: 'bad' })));
	const s = load.data;
	const facts =
		s &&
		html`<${Facts}
			items=${[
				['Worker', html`<${Worker} worker=${s.worker} project=${project} />`],
				['Handed in', html`<${When} at=${s.handed_in_at} />`],
				['Took', duration(s.seconds)],
				s.tries > 1 && ['Try', s.tries],
			]}
		/>`;
	return html`<${Page} title=${s ? `Screening of worker #${s.worker.id}` : 'Screening'} crumbs=${[['Screening', listPath(project)]]} lead=${facts} wide>
		<${Loaded} load=${load} skeleton=${{ kind: 'cards', lines: 4 }}>
			${(data) => html`
				<${Onboarding} screening=${data} />
				<div class="bench-bar">
					${
						data.state !== 'waiting'
							? html`<${Decided} screening=${data} onUndo=${takeBack} busy=${busy} />`
							: may('review')
								? html`<${Decision} screening=${data} onDecide=${decide} busy=${busy} />`
								: html`<p class="quiet">A reviewer decides.</p>`
					}
				</div>
			`}
		</${Loaded}>
	</${Page}>`;
}
