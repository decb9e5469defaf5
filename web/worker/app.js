// The page's entry: builds the game from the address, and shows what it says.
import { createApi } from './api.js';
import { Board } from './board.js';
import { createMemory } from './draft.js';
import { openBox } from '../shared/box.js';
import { Expert } from './expert.js';
import { ExpertDone, ExpertPage } from './expert_page.js';
import { Game } from './game.js';
import { html, render, useEffect, useLayoutEffect, useState } from '../shared/html.js';
import { Half, Moon, Robot, Sun } from '../shared/icons.js';
import { OnboardingPage } from './onboarding_page.js';
import { isName } from './opponent.js';
import { Done, Ended, Passed } from './outcomes.js';
import { createPeers } from './peers.js';
import { readAddress } from './platform.js';
import { Failed, Loading, NameForm, Submitted } from './states.js';
import { isPlain, taskOf } from './tasks.js';
import { Consent } from './terms.js';
import { createTheme } from '../shared/theme.js';
import { ValidatePage } from './validate_page.js';
import { Validation } from './validation.js';

const THEMES = { auto: ['as the system', Half], light: ['light', Sun], dark: ['dark', Moon] };

// Scrolls only if part of it is out of sight, and then shows its beginning. What begins a board (data-start names it)
// brings the board's beginning with it, as it may itself stay in sight all the time.
function bringIntoView(target) {
	const board = target.closest('[data-start]');
	const starts = board?.dataset.start === target.id;
	const card = starts ? board : (target.closest('.card') ?? target);
	const { top, bottom } = card.getBoundingClientRect();
	const bar = /** @type {HTMLElement | null} */ (document.querySelector('.progress'))?.offsetHeight ?? 0;
	if (top < bar || (!starts && bottom > window.innerHeight)) card.scrollIntoView({ block: 'start' });
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
	return html`<button
		type="button"
		class="icon-button"
		aria-label=${`Colours: ${name}. Change`}
		title=${`Colours: ${name}`}
		onClick=${() => setChoice(theme.next())}
	>
		<${Icon} size="20" />
	</button>`;
}

// Who only answers, or asks without an adversary, plays no game.
function Header({ session, task, theme }) {
	const title = session?.project?.title;
	const isGame = !isPlain(session) && task === 'generate';
	return html`<header class="top">
		<p class="brand">
			<span class="brand-mark"><${Robot} size="22" /></span>
			<span class="brand-text">
				<span class="brand-name">${isGame ? 'Beat the AI' : 'Questions about a text'}</span>
				${title ? html`<span class="brand-project" dir="auto">${title}</span>` : null}
			</span>
		</p>
		<${ThemeButton} theme=${theme} />
	</header>`;
}

function opponent(session) {
	const name = session?.model?.name;
	return isName(name) && !session.opponent?.names ? ` You play against “${name}”.` : '';
}

const PAGES = {
	loading: ({ game, state }) =>
		html`<${Loading}
			opening=${state.opening}
			online=${state.online}
			words=${taskOf(game)}
			onTryNow=${() => game.tryNow()}
		/>`,
	name: ({ game }) => html`<${NameForm} params=${game.address.params} words=${taskOf(game)} />`,
	failed: ({ game, state }) => html`<${Failed} problem=${state.problem} onRetry=${() => void game.start()} />`,
	done: ({ game, state }) => html`<${Done} game=${game} session=${state.session} onRetry=${() => void game.start()} />`,
	answered: ({ state }) => html`<${ExpertDone} session=${state.session} />`,
	consent: ({ game, state }) => html`<${Consent} game=${game} state=${state} />`,
	ended: ({ game, state }) => html`<${Ended} game=${game} state=${state} />`,
	passed: ({ game, state }) => html`<${Passed} session=${state.session} onStart=${() => game.begin()} />`,
	submitted: ({ game, state }) =>
		html`<${Submitted}
			receipt=${state.receipt}
			last=${Boolean(state.session.ended)}
			onNext=${() => void game.start(state.receipt.kind === 'onboarding' ? 'end' : 'passage')}
		/>`,
};

// What a visit is, and what it shows while there is work to do.
const KINDS = { generate: [Game, Board], validate: [Validation, ValidatePage], expert: [Expert, ExpertPage] };

function Middle({ game, state, memory, announce }) {
	const Page = PAGES[state.phase];
	const Table = state.phase === 'exercises' ? OnboardingPage : KINDS[game.address.task][1];
	if (!Page) return html`<${Table} game=${game} state=${state} memory=${memory} announce=${announce} />`;
	return html`<main class="main">
		<h1 class="sr">${taskOf(game).name}</h1>
		<${Page} game=${game} state=${state} />
	</main>`;
}

function App({ game, memory, theme }) {
	const state = useGame(game);
	const { session } = state;
	const [urgent, setUrgent] = useState({ text: '', n: 0 });
	const announce = (text) => setUrgent((before) => ({ text, n: before.n + 1 }));
	useLayoutEffect(() => {
		const target = document.getElementById(state.focus.target);
		if (!target) return;
		target.focus({ preventScroll: true });
		bringIntoView(target);
	}, [state.focus.n]);
	return html`<${Header} session=${session} task=${game.address.task} theme=${theme} />
		<${Middle} game=${game} state=${state} memory=${memory} announce=${announce} />
		<footer class="foot">
			<p>No cookies, no tracking. ${taskOf(game).stored}${opponent(session)}</p>
		</footer>
		<${Live} say=${state.say} urgent=${urgent} />`;
}

function main() {
	const memory = createMemory(openBox(window));
	const theme = createTheme(document.documentElement, memory, window.matchMedia('(prefers-color-scheme: dark)'));
	const peers = createPeers((news) => game.heard(news));
	const address = readAddress(location);
	const [Visit] = KINDS[address.task];
	const game = new Visit({ api: createApi(), address, memory, tell: peers.tell });
	window.addEventListener('online', () => game.setOnline(true));
	window.addEventListener('offline', () => game.setOnline(false));
	window.addEventListener('pagehide', () => game.leave());
	document.addEventListener('visibilitychange', () => document.hidden && game.leave());
	setInterval(() => {
		void game.watchLease();
		if (!document.hidden) void game.look();
	}, 1000);
	if (navigator.onLine === false) game.setOnline(false);
	render(html`<${App} game=${game} memory=${memory} theme=${theme} />`, /** @type {HTMLElement} */ (document.getElementById('app')));
	void game.start();
}

main();
