// The page's entry: builds the game from the address, and shows what it says.
import { render } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { html } from './html.js';
import { createApi } from './api.js';
import { inWords, leaseStage } from './clock.js';
import { Composer } from './composer.js';
import { createMemory, openBox } from './draft.js';
import { FinishDialog } from './finish.js';
import { Game } from './game.js';
import { History } from './history.js';
import { Cross, Half, Moon, Robot, Sun } from './icons.js';
import { Instructions } from './instructions.js';
import { Passage } from './passage.js';
import { createPeers } from './peers.js';
import { readAddress } from './platform.js';
import { Progress, useSecond } from './progress.js';
import { Result } from './result.js';
import { fromAnswer } from './spans.js';
import { Done, Failed, Loading, Moved, NameForm, Submitted } from './states.js';
import { createTheme } from './theme.js';

const FOCUS = { result: 'result', passage: 'passage', question: 'question', end: 'end', moved: 'moved' };
const THEMES = { auto: ['as the system', Half], light: ['light', Sun], dark: ['dark', Moon] };

// Scrolls only if part of it is out of sight, and then shows its beginning.
function bringIntoView(card) {
	const { top, bottom } = card.getBoundingClientRect();
	const bar = document.querySelector('.progress')?.offsetHeight ?? 0;
	if (top < bar || bottom > window.innerHeight) card.scrollIntoView({ block: 'start' });
}

function useGame(game) {
	const [state, setState] = useState(game.state);
	useEffect(() => {
		setState(game.state); // it may have moved on between the first paint and now
		return game.subscribe(setState);
	}, []);
	return state;
}

// What a screen reader is told without the focus moving. A space comes and goes so that the same words twice
// are said twice.
function Live({ say, urgent }) {
	const pad = (s) => (s.n % 2 ? `${s.text}\u00a0` : s.text);
	return html`<div class="sr" role="status" aria-live="polite">${pad(say)}</div>
		<div class="sr" aria-live="assertive">${pad(urgent)}</div>`;
}

function ThemeButton({ theme }) {
	const [choice, setChoice] = useState(theme.choice);
	const [name, Icon] = THEMES[choice];
	return html`<button type="button" class="icon-button" aria-label=${`Colours: ${name}. Change`} title=${`Colours: ${name}`}
		onClick=${() => setChoice(theme.next())}><${Icon} size="20" /></button>`;
}

function Header({ session, theme }) {
	const title = session?.project?.title;
	return html`<header class="top">
		<p class="brand"><span class="brand-mark"><${Robot} size="22" /></span><span class="brand-text"><span class="brand-name">Beat the AI</span> ${title ? html`<span class="brand-project" dir="auto">${title}</span>` : null}</span></p>
		<${ThemeButton} theme=${theme} />
	</header>`;
}

// In whole minutes, so that a screen reader is not told every second.
function leaseWarning(leftMs, won) {
	const left = `About ${inWords(Math.ceil(leftMs / 60000) * 60000)} left for this passage.`;
	return won ? `${left} Hand in what you have won before the time is up.` : left;
}

function Notices({ game, state }) {
	useSecond();
	const { notice, online, phase, sending, won } = state;
	const stage = phase === 'play' ? leaseStage(game.leftMs()) : 'plenty';
	const items = [];
	if (phase === 'preview') items.push({ kind: 'info', text: 'This is a preview of the task. Accept the HIT to start.' });
	if (!online && phase !== 'loading' && !sending) items.push({ kind: 'warn', text: 'You are offline. What you write is kept on this page.' });
	if (stage === 'soon' || stage === 'last')
		items.push({ kind: 'warn', text: leaseWarning(game.leftMs(), won) });
	if (notice && !sending) items.push({ ...notice, close: true });
	return html`<div class="notices" role="status">
		${items.map(
			({ kind, text, close }) => html`<div class=${`notice notice-${kind}`}>
				<p>${text}</p>
				${close ? html`<button type="button" class="icon-button" aria-label="Close this message" onClick=${() => game.dismiss()}><${Cross} size="18" /></button>` : null}
			</div>`,
		)}
	</div>`;
}

function Side({ game, state, attempt, announce }) {
	const { phase, won, wanted, attempts } = state;
	const full = phase === 'play' && won >= wanted;
	return html`<div class="side">
		${attempt
			? html`<${Result} key=${attempt.id} game=${game} state=${state} attempt=${attempt} />`
			: full
				? html`<${AllWon} game=${game} state=${state} />`
				: html`<${Composer} game=${game} state=${state} announce=${announce} disabled=${phase === 'preview'} />`}
		<${History} attempts=${attempts} shown=${attempt?.id ?? null} onShow=${(id) => game.show(id)} />
	</div>`;
}

function AllWon({ game, state }) {
	return html`<section class="card result result-human" aria-labelledby="result">
		<h2 id="result" class="result-title" tabindex="-1">All ${state.wanted} won</h2>
		<p>You beat the AI ${state.wanted === 1 ? 'on this passage' : `${state.wanted} times on this passage`}. There is nothing left to win here.</p>
		<div class="row">
			<button type="button" class="button button-main" aria-disabled=${state.finishing ? 'true' : null} onClick=${() => void game.finish()}>
				${state.finishing ? 'Handing in …' : 'Hand in and finish'}
			</button>
		</div>
	</section>`;
}

function Board({ game, state, memory, announce }) {
	const { session, passage, attempts, shown, draft, sending, phase, won, wanted } = state;
	const [help, setHelp] = useState(phase === 'preview' || (memory.preference('seen') === null && attempts.length === 0));
	const [asking, setAsking] = useState(false);
	const attempt = attempts.find((a) => a.id === shown) ?? null;
	const marks = useMemo(
		() => attempt && { human: fromAnswer(passage.text, attempt.answer), model: fromAnswer(passage.text, attempt.model) },
		[attempt, passage],
	);
	const toggleHelp = (open) => {
		setHelp(open);
		if (!open) memory.prefer('seen', '1');
	};
	const start = () => {
		toggleHelp(false);
		requestAnimationFrame(() => document.getElementById('passage')?.focus());
	};
	const finish = () => (won >= wanted ? void game.finish() : setAsking(true));
	return html`<${Progress} game=${game} state=${state} onFinish=${finish} />
		<main class="main">
			<h1 class="sr">Beat the AI: ask a question that it cannot answer</h1>
			<${Notices} game=${game} state=${state} />
			${state.moved
				? html`<${Moved} onTakeOver=${() => void game.takeOver()} />`
				: html`<${Instructions} open=${help} onToggle=${toggleHelp} onStart=${start} preview=${phase === 'preview'} wanted=${wanted} threshold=${session.threshold_permille} />
						<div class="board">
							<${Passage}
								key=${session.passage.id}
								id="passage"
								title=${session.passage.title}
								passage=${passage}
								answer=${draft.answer}
								marks=${marks}
								error=${state.errors.answer}
								disabled=${phase === 'preview'}
								locked=${sending !== null || marks !== null || won >= wanted}
								onMark=${(span) => game.mark(span)}
								onLeave=${() => document.getElementById('question')?.focus()}
								announce=${announce}
							/>
							<${Side} game=${game} state=${state} attempt=${attempt} announce=${announce} />
						</div>`}
		</main>
		${asking
			? html`<${FinishDialog} state=${state} onClose=${() => setAsking(false)}
					onFinish=${() => {
						setAsking(false);
						void game.finish();
					}} />`
			: null}`;
}

const PAGES = {
	loading: ({ game, state }) => html`<${Loading} opening=${state.opening} online=${state.online} onTryNow=${() => game.tryNow()} />`,
	name: ({ game }) => html`<${NameForm} params=${game.address.params} />`,
	failed: ({ game, state }) => html`<${Failed} problem=${state.problem} onRetry=${() => void game.start()} />`,
	done: ({ game, state }) => html`<${Done} session=${state.session} onRetry=${() => void game.start()} />`,
	submitted: ({ game, state }) => html`<${Submitted} receipt=${state.receipt} onNext=${() => void game.start('passage')} />`,
};

// A model registered without a name is called after its address, which means nothing to a worker.
function opponent(session) {
	const name = session?.model?.name;
	return name && !/[:/]/.test(name) ? ` You play against “${name}”.` : '';
}

function App({ game, memory, theme }) {
	const state = useGame(game);
	const [urgent, setUrgent] = useState({ text: '', n: 0 });
	const announce = (text) => setUrgent((before) => ({ text, n: before.n + 1 }));
	useEffect(() => {
		const target = document.getElementById(FOCUS[state.focus.target]);
		if (!target) return;
		target.focus({ preventScroll: true });
		bringIntoView(target.closest('.card') ?? target);
	}, [state.focus.n]);
	const Page = PAGES[state.phase];
	return html`<${Header} session=${state.session} theme=${theme} />
		${Page
			? html`<main class="main"><h1 class="sr">Beat the AI</h1><${Page} game=${game} state=${state} /></main>`
			: html`<${Board} game=${game} state=${state} memory=${memory} announce=${announce} />`}
		<footer class="foot">
			<p>No cookies, no tracking. Your questions and answers are stored for research.${opponent(state.session)}</p>
		</footer>
		<${Live} say=${state.say} urgent=${urgent} />`;
}

function main() {
	const memory = createMemory(openBox(window));
	const theme = createTheme(document.documentElement, memory, window.matchMedia('(prefers-color-scheme: dark)'));
	const peers = createPeers((news) => game.heard(news));
	const game = new Game({ api: createApi(), address: readAddress(location), memory, tell: peers.tell });
	window.addEventListener('online', () => game.setOnline(true));
	window.addEventListener('offline', () => game.setOnline(false));
	window.addEventListener('pagehide', () => game.save());
	setInterval(() => void game.watchLease(), 1000);
	if (navigator.onLine === false) game.setOnline(false);
	render(html`<${App} game=${game} memory=${memory} theme=${theme} />`, document.getElementById('app'));
	void game.start();
}

main();
