// The game on the screen: progress, notices, instructions, the passage, and beside it the composer or a result.
import { Composer } from './composer.js';
import { FinishDialog } from './finish.js';
import { History } from './history.js';
import { html, useMemo, useState } from '../shared/html.js';
import { useHow } from './how.js';
import { Instructions } from './instructions.js';
import { Notices } from './notices.js';
import { Onward } from './onward.js';
import { strength } from './opponent.js';
import { Passage } from './passage.js';
import { Progress } from './progress.js';
import { HandIn, Result } from './result.js';
import { fromAnswer } from '../shared/points.js';
import { StepSix } from './steps.js';
import { Moved } from './states.js';
import { isPlain, taskOf } from './tasks.js';

const NOBODY = { tag: '', legend: '', none: '' }; // else answers where there is no adversary

const focusOn = (id) => document.getElementById(id)?.focus();

function AllWon({ game, state }) {
	const { wanted, finishing, session } = state;
	const plain = isPlain(session);
	const times = wanted === 1 ? 'once' : `${wanted} times`;
	return html`<section class="card result result-human" aria-labelledby="result">
		<h2 id="result" class="result-title" tabindex="-1">All ${wanted} ${plain ? 'asked' : 'won'}</h2>
		<p>
			${plain ? 'This paragraph is done.' : `You beat the AI ${times} on this passage. There is nothing left to win here.`}
		</p>
		<div class="row"><${Onward} game=${game} state=${state} kind="button-main" /><${HandIn} game=${game} finishing=${finishing} /></div>
	</section>`;
}

function Side({ game, state, attempt, announce }) {
	const { phase, won, wanted, attempts, session } = state;
	const preview = phase === 'preview';
	let top = html`<${Composer} game=${game} state=${state} announce=${announce} disabled=${preview} />`;
	if (attempt) top = html`<${Result} key=${attempt.id} game=${game} state=${state} attempt=${attempt} />`;
	else if (!preview && won >= wanted) top = html`<${AllWon} game=${game} state=${state} />`;
	return html`<div class="side">
		${top}
		${attempt || won >= wanted ? null : html`<div class="row"><${Onward} game=${game} state=${state} /></div>`}
		${session.opponent ? html`<p class="strength quiet">${strength(session.opponent)}</p>` : null}
		<${History} attempts=${attempts} shown=${attempt?.id ?? null} onShow=${(id) => game.show(id)} />
	</div>`;
}

function Table({ game, state, announce }) {
	const { session, passage, attempts, shown, draft, errors, sending, phase, won, wanted } = state;
	const attempt = attempts.find((a) => a.id === shown) ?? null;
	const marks = useMemo(() => {
		const place = (answer) => fromAnswer(passage.text, answer);
		if (attempt?.verdict === 'plain') return { human: place(attempt.answer), model: null, other: NOBODY };
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
			thinking=${sending !== null && !isPlain(session)}
			onMark=${(span) => game.mark(span)}
			onLeave=${() => focusOn('question')}
			announce=${announce}
		/>
		<${Side} game=${game} state=${state} attempt=${attempt} announce=${announce} />
	</div>`;
}

function Help({ game, state, memory }) {
	const preview = state.phase === 'preview';
	const { open, toggle, start } = useHow({ memory, note: 'seen', preview, begun: state.attempts.length > 0 });
	return html`<${Instructions} game=${game} state=${state} open=${open} onToggle=${toggle} onStart=${start} />`;
}

export function Board({ game, state, memory, announce }) {
	const [asking, setAsking] = useState(false);
	const finish = () => {
		setAsking(false);
		void game.finish();
	};
	const wish = () => (state.won >= state.wanted ? finish() : setAsking(true));
	const play = html`${state.session.onboarding ? html`<${StepSix} session=${state.session} />` : null}
		<${Help} game=${game} state=${state} memory=${memory} />
		<${Table} game=${game} state=${state} announce=${announce} />`;
	const dialog = html`<${FinishDialog} state=${state} onClose=${() => setAsking(false)} onFinish=${finish} />`;
	return html`<${Progress} game=${game} state=${state} onFinish=${wish} />
		<main class="main">
			<h1 class="sr">${taskOf(game).heading}</h1>
			<${Notices} game=${game} state=${state} />
			${state.moved ? html`<${Moved} game=${game} onTakeOver=${() => game.takeOver()} />` : play}
		</main>
		${asking ? dialog : null}`;
}
