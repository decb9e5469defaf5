// Reviewing: a HIT at a time, by keyboard, by touch or by mouse. The third person's page is the same with the judgements
// of the two who differ.
import { get, post } from '../api.js';
import { Fragment, html, useEffect, useMemo, useReducer, useRef, useState } from '../../shared/html.js';
import { useBusy, useMe, useTick } from '../hooks.js';
import { number, plural } from '../format.js';
import { Check, Clock, Eye, Keyboard, Scales } from '../icons.js';
import { useLive } from '../live.js';
import { Button, ButtonLink, Card, Empty, ErrorBox, Loading, Notice, Page, When, Worker } from '../ui.js';
import { actionsOf } from '../review/actions.js';
import { Agreement } from '../review/agreement.js';
import { Desk } from '../review/desk.js';
import * as say from '../review/judgements.js';
import { createLocks, createMemory } from '../review/memory.js';
import { Passage } from '../review/passage.js';
import { Hint, Question } from '../review/question.js';
import { useKeysOff, useReviewKeys } from '../review/shortcuts.js';
import { useWords } from '../review/words.js';

const memory = createMemory(globalThis.localStorage);
const locks = createLocks(navigator.locks);

function createDesk(project, kind, onChange) {
	memory.sweep();
	const api = {
		queue: () => get('/projects/{project}/review', { project }),
		next: () => post('/projects/{project}/review/next', { queue: kind }, { at: { project } }),
		one: (id) => get('/reviews/{id}', { id }),
		finish: (id, judgements) => post('/reviews/{id}/finish', { judgements }, { at: { id } }),
		release: (id, options) => post('/reviews/{id}/release', {}, { ...options, at: { id } }),
		undo: (id) => post('/reviews/{id}/undo', {}, { at: { id } }),
	};
	return new Desk({ kind, api, memory, locks, onChange });
}

// The desk lives as long as the page is shown; a page kept by the browser for "back" starts anew.
function useDesk(project, kind) {
	const [, draw] = useReducer((n) => n + 1, 0);
	const [round, setRound] = useState(0);
	const desk = useMemo(() => createDesk(project, kind, draw), [project, kind, round]);
	useEffect(() => {
		void desk.start();
		const hide = () => desk.close();
		const show = (event) => event.persisted && setRound((n) => n + 1);
		addEventListener('pagehide', hide);
		addEventListener('pageshow', show);
		return () => {
			removeEventListener('pagehide', hide);
			removeEventListener('pageshow', show);
			desk.close();
		};
	}, [desk]);
	useLive(project, ['review', 'batch'], () => desk.look());
	return desk;
}

// Says things to those who cannot see them; the same words twice are said twice.
function useAnnounce() {
	const box = useRef();
	const odd = useRef(false);
	const announce = (text) => {
		odd.current = !odd.current;
		if (box.current) box.current.textContent = odd.current ? text : `${text}\u00a0`;
	};
	return /** @type {const} */ ([announce, html`<p class="sr" role="status" ref=${box}></p>`]);
}

function Lease({ at }) {
	useTick(1000);
	const left = Math.floor((new Date(at).getTime() - Date.now()) / 1000);
	if (left <= 0)
		return html`<span class="lease lease-over" title="Finish it before somebody else takes it"
			><${Clock} size="16" />time is over</span
		>`;
	const text = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
	return html`<span class=${`lease ${left < 180 ? 'lease-soon' : ''}`} title="This HIT is yours for so long">
		<${Clock} size="16" /><span class="sr">yours for another </span>${text}
	</span>`;
}

function Pips({ questions, draft, onGo }) {
	return html`<ol class="pips" aria-label="Questions">
		${questions.map((q, i) => {
			const judgement = say.judgementOf(draft, q.id);
			const state = say.isJudged(judgement) ? (judgement.valid ? 'valid' : 'invalid') : 'open';
			return html`<li>
				<button
					type="button"
					class=${`pip pip-${state}`}
					aria-current=${i === draft.index ? 'true' : null}
					aria-label=${`Question ${i + 1}, ${state === 'open' ? 'not judged' : state}`}
					onClick=${() => onGo(i)}
				>
					${i + 1}
				</button>
			</li>`;
		})}
	</ol>`;
}

function Bench({ desk, act, words, project }) {
	const { item, draft } = desk;
	const { questions } = item;
	const marks = useMemo(() => questions.map((q, i) => ({ key: q.id, answer: q.answer, number: i + 1 })), [item]);
	const current = questions[draft.index];
	const left = say.leftOf(draft, questions);
	return html`<div class="bench">
		<div class="card bench-passage">
			<${Passage} passage=${item.passage} marks=${marks} current=${[current.id]} onPick=${(key) => act.go(questions.findIndex((q) => q.id === key))}>
				${
					item.worker &&
					html`<p class="reading-legend quiet">
						<span>by <${Worker} worker=${item.worker} project=${project} /> against <bdi>${item.model?.name}</bdi></span>
					</p>`
				}
			</${Passage}>
		</div>
		<div class="bench-side">
			${desk.trouble && html`<${Notice} level="error" title="Not saved yet">${desk.trouble.detail} Press Enter to try again.</${Notice}>`}
			<ol class="asks" aria-label="Questions">
				${questions.map(
					(question, i) =>
						html`<${Question}
							key=${question.id}
							number=${i + 1}
							judgement=${say.judgementOf(draft, question.id)}
							isCurrent=${i === draft.index}
							panel=${i === draft.index ? draft.panel : null}
							modelAnswer=${modelAnswer(item, question)}
							on=${{ ...act, open: () => act.go(i) }}
							...${{ question, words }}
						/>`,
				)}
			</ol>
		</div>
		<div class="bench-bar">
			<${Pips} questions=${questions} draft=${draft} onGo=${act.go} />
			<${Lease} at=${item.expires_at} />
			<div class="bench-actions">
				<${Button} kind="plain small" onClick=${act.skip} busy=${act.busy}>Skip<${Hint}>s</${Hint}></${Button}>
				<${Button} kind="small" onClick=${act.undo} busy=${act.busy}>Undo<${Hint}>u</${Hint}></${Button}>
				${left > 0 && html`<${Button} kind="small" onClick=${act.all}>All valid<${Hint}>a</${Hint}></${Button}>`}
				<${Button} kind="main small" onClick=${act.finish} disabled=${left > 0} title=${left ? `${plural(left, 'question')} to judge` : null}>
					Finish<${Hint}>↵</${Hint}>
				</${Button}>
			</div>
		</div>
	</div>`;
}

// Only where the project does not review blind.
const modelAnswer = (item, question) => (item.model ? (question.model_answer ?? '') : undefined);

function Skipped({ desk }) {
	const count = Math.min(desk.skipped.size, desk.queue?.remaining[desk.kind] ?? 0);
	if (!count) return null;
	return html`<p>You have skipped ${plural(count, 'HIT')}. <${Button} kind="small" onClick=${() => void desk.unskip()}>Take them up again</${Button}></p>`;
}

function Done({ desk, project, third }) {
	const other = third ? 'review' : 'adjudication';
	const waiting = desk.queue?.remaining[other] ?? 0;
	const doneToday = desk.queue?.done_today ?? 0;
	return html`<${Card}>
		<${Empty} title=${third ? 'Nothing is disputed' : 'All caught up'} icon=${third ? Scales : Check}>
			<p>
				${
					third
						? 'When two reviewers differ about a question, the HIT comes here for a third person.'
						: 'New HITs come here when a batch closes. This page looks by itself.'
				}
			</p>
			<${Skipped} desk=${desk} />
			${doneToday > 0 && html`<p>You have reviewed ${plural(doneToday, 'HIT')} today. Thank you.</p>`}
			${desk.done.length > 0 && html`<p><${Button} kind="small" onClick=${() => void desk.undo()}>Open the last one again<${Hint}>u</${Hint}></${Button}></p>`}
			${
				waiting > 0 &&
				html`<p><${ButtonLink} kind="main" to=${`/admin/p/${encodeURIComponent(project)}/${other}`}>
				${third ? `Review ${plural(waiting, 'HIT')}` : `Adjudicate ${plural(waiting, 'HIT')}`}
			</${ButtonLink}></p>`
			}
		</${Empty}>
	</${Card}>`;
}

function Body({ desk, act, words, project, third }) {
	if (words.error) return html`<${ErrorBox} error=${words.error} retry=${words.reload} />`;
	if (desk.phase === 'error')
		return html`<${Card}><${ErrorBox} error=${desk.error} retry=${() => desk.start()} /></${Card}>`;
	if (desk.phase === 'elsewhere')
		return html`<${Card}>
			<${Empty} title="Your HITs are open in another tab" icon=${Eye}>
				<p>${desk.error.detail}</p>
				<p><${Button} onClick=${() => desk.start()}>Look again</${Button}></p>
			</${Empty}>
		</${Card}>`;
	if (desk.phase === 'empty') return html`<${Done} ...${{ desk, project, third }} />`;
	if (!words.data || !desk.item)
		return html`<div class="bench">
			<div class="card"><${Loading} lines="10" text="Getting the next HIT …" /></div>
			<div class="bench-side">
				<div class="card"><${Loading} lines="6" text="" /></div>
			</div>
		</div>`;
	return html`<${Bench} key=${desk.item.review} ...${{ desk, act, project }} words=${words.data} />`;
}

function Waiting({ desk, kind }) {
	if (!desk.queue) return null;
	const { remaining, done_today: today, oldest_waiting_at: oldest } = desk.queue;
	return html`<${Fragment}>
		<strong>${number(remaining[kind])}</strong> waiting${' · '}<strong>${number(today)}</strong> by you today
		${oldest && remaining[kind] > 0 && html`<span class="hide-phone"> · the oldest since <${When} at=${oldest} /></span>`}
	</${Fragment}>`;
}

function ReviewDesk({ project, kind }) {
	const third = kind === 'adjudication';
	const desk = useDesk(project, kind);
	const words = useWords();
	const [announce, live] = useAnnounce();
	const [busy, run] = useBusy();
	const act = actionsOf({ desk, words: words.data, announce, busy, run });
	const [isOff, toggleKeys] = useKeysOff();
	useReviewKeys(desk, act, words.data, isOff);
	useEffect(() => {
		if (desk.item) announce(`${plural(desk.item.questions.length, 'question')} about ${desk.item.passage.title}.`);
	}, [desk.item?.review]);
	const lead = html`<${Waiting} desk=${desk} kind=${kind} />`;
	const actions = html`<${Button} kind="plain small" icon=${Keyboard} aria-pressed=${String(!isOff)} onClick=${toggleKeys}>
		Keys ${isOff ? 'off' : 'on'}
	</${Button}>`;
	return html`<${Page} title=${third ? 'Adjudication' : 'Review'} lead=${lead} actions=${actions} wide>
		${live}
		<div class=${`stack ${isOff ? 'keys-off' : ''}`}>
			<${Body} ...${{ desk, act, words, project, third }} />
			${third && html`<${Agreement} project=${project} />`}
		</div>
	</${Page}>`;
}

function Desks(props) {
	const { may } = useMe();
	if (!may('review'))
		return html`<${Page} title=${props.kind === 'adjudication' ? 'Adjudication' : 'Review'}>
			<div class="stack">
				<${Card}><${Empty} title="You may look, but not review" icon=${Eye}><p>Ask an admin to make you a reviewer.</p></${Empty}></${Card}>
				${props.kind === 'adjudication' && html`<${Agreement} project=${props.project} />`}
			</div>
		</${Page}>`;
	return html`<${ReviewDesk} ...${props} />`;
}

export const Review = ({ project }) => html`<${Desks} key="review" project=${project} kind="review" />`;
export const Adjudication = ({ project }) =>
	html`<${Desks} key="adjudication" project=${project} kind="adjudication" />`;
