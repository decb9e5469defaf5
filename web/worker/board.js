// The game on the screen: progress, notices, instructions, the passage, and beside it the composer or a result.
import { useMemo, useState } from 'preact/hooks';
import { inWords, leaseStage } from './clock.js';
import { Composer } from './composer.js';
import { FinishDialog } from './finish.js';
import { History } from './history.js';
import { html } from './html.js';
import { Cross } from './icons.js';
import { Instructions } from './instructions.js';
import { Passage } from './passage.js';
import { Progress, useSecond } from './progress.js';
import { HandIn, Result } from './result.js';
import { fromAnswer } from './spans.js';
import { StepSix } from './steps.js';
import { Moved } from './states.js';

const focusOn = (id) => document.getElementById(id)?.focus();

// In whole minutes, so that a screen reader is not told every second.
function leaseWarning(leftMs, won) {
	const left = `About ${inWords(Math.ceil(leftMs / 60000) * 60000)} left for this passage.`;
	return won ? `${left} Hand in what you have won before the time is up.` : left;
}

const PREVIEW = 'This is a preview of the task. Accept the HIT to start.';
const NEW_HERE = 'If you are new to this project, it begins with a few exercises; they are part of the HIT.';

function noticesOf(game, { notice, online, phase, sending, finishing, won, session }) {
	const stage = game.isWorking ? leaseStage(game.leftMs()) : 'plenty';
	const items = [];
	if (phase === 'preview')
		items.push({ kind: 'info', text: session.onboarding_first ? `${PREVIEW} ${NEW_HERE}` : PREVIEW });
	if (!online && !sending)
		items.push({ kind: 'warn', text: 'You are offline. What you write is kept on this page.' });
	if (finishing?.until)
		items.push({
			kind: 'warn',
			text: 'The server cannot be reached. Your work is handed in as soon as it is back.',
		});
	if (stage === 'soon' || stage === 'last') items.push({ kind: 'warn', text: leaseWarning(game.leftMs(), won) });
	if (notice && !sending) items.push({ ...notice, canClose: true });
	return items;
}

export function Notices({ game, state }) {
	useSecond();
	const close = html`<button
		type="button"
		class="icon-button"
		aria-label="Close this message"
		onClick=${() => game.dismiss()}
	>
		<${Cross} size="18" />
	</button>`;
	return html`<div class="notices" role="status">
		${noticesOf(game, state).map(
			({ kind, text, canClose }) =>
				html`<div class=${`notice notice-${kind}`}>
					<p>${text}</p>
					${canClose ? close : null}
				</div>`,
		)}
	</div>`;
}

function AllWon({ game, state }) {
	const { wanted, finishing } = state;
	return html`<section class="card result result-human" aria-labelledby="result">
		<h2 id="result" class="result-title" tabindex="-1">All ${wanted} won</h2>
		<p>
			You beat the AI ${wanted === 1 ? 'once' : `${wanted} times`} on this passage. There is nothing left to win
			here.
		</p>
		<div class="row"><${HandIn} game=${game} finishing=${finishing} /></div>
	</section>`;
}

function Side({ game, state, attempt, announce }) {
	const { phase, won, wanted, attempts } = state;
	const preview = phase === 'preview';
	let top = html`<${Composer} game=${game} state=${state} announce=${announce} disabled=${preview} />`;
	if (attempt) top = html`<${Result} key=${attempt.id} game=${game} state=${state} attempt=${attempt} />`;
	else if (!preview && won >= wanted) top = html`<${AllWon} game=${game} state=${state} />`;
	return html`<div class="side">
		${top}
		<${History} attempts=${attempts} shown=${attempt?.id ?? null} onShow=${(id) => game.show(id)} />
	</div>`;
}

function Table({ game, state, announce }) {
	const { session, passage, attempts, shown, draft, errors, sending, phase, won, wanted } = state;
	const attempt = attempts.find((a) => a.id === shown) ?? null;
	const marks = useMemo(() => {
		const place = (answer) => fromAnswer(passage.text, answer);
		return attempt && { human: place(attempt.answer), model: place(attempt.model) };
	}, [attempt, passage]);
	return html`<div class="board">
		<${Passage}
			key=${session.passage.id}
			id="passage"
			title=${session.passage.title}
			passage=${passage}
			answer=${draft.answer}
			marks=${marks}
			error=${errors.answer}
			disabled=${phase === 'preview'}
			locked=${sending !== null || marks !== null || won >= wanted}
			thinking=${sending !== null}
			onMark=${(span) => game.mark(span)}
			onLeave=${() => focusOn('question')}
			announce=${announce}
		/>
		<${Side} game=${game} state=${state} attempt=${attempt} announce=${announce} />
	</div>`;
}

function Help({ state, memory }) {
	const preview = state.phase === 'preview';
	const firstVisit = memory.preference('seen') === null && state.attempts.length === 0;
	const [open, setOpen] = useState(preview || firstVisit);
	const toggle = (wish) => {
		setOpen(wish);
		if (!wish) memory.prefer('seen', '1');
	};
	const start = () => {
		toggle(false);
		requestAnimationFrame(() => focusOn('passage'));
	};
	return html`<${Instructions}
		open=${open}
		preview=${preview}
		wanted=${state.wanted}
		threshold=${state.session.threshold_permille}
		onToggle=${toggle}
		onStart=${start}
	/>`;
}

export function Board({ game, state, memory, announce }) {
	const [asking, setAsking] = useState(false);
	const finish = () => {
		setAsking(false);
		void game.finish();
	};
	const wish = () => (state.won >= state.wanted ? finish() : setAsking(true));
	const play = html`${state.session.onboarding ? html`<${StepSix} session=${state.session} />` : null}
		<${Help} state=${state} memory=${memory} />
		<${Table} game=${game} state=${state} announce=${announce} />`;
	const dialog = html`<${FinishDialog} state=${state} onClose=${() => setAsking(false)} onFinish=${finish} />`;
	return html`<${Progress} game=${game} state=${state} onFinish=${wish} />
		<main class="main">
			<h1 class="sr">Beat the AI: ask a question that it cannot answer</h1>
			<${Notices} game=${game} state=${state} />
			${state.moved ? html`<${Moved} onTakeOver=${() => game.takeOver()} />` : play}
		</main>
		${asking ? dialog : null}`;
}
