// Lines above the work: a preview, no network, little time, and whatever the server had to say.
import { inWords, leaseStage } from './clock.js';
import { html } from '../shared/html.js';
import { Cross } from '../shared/icons.js';
import { useSecond } from './progress.js';
import { useTranslated } from './translated.js';

const PREVIEW = 'This is a preview of the task. Accept the HIT to start.';
const NEW_HERE = 'If you are new to this project, it begins with a few exercises; they are part of the HIT.';
const WHERE = {
	generate: 'You are offline. What you write is kept on this page.',
	validate: 'You are offline. Your answers are kept on this page and saved when you are back.',
	expert: 'You are offline. What you have marked is kept on this page.',
};

const TRANSLATED =
	'Your browser is translating this page. The passage stays as it was written, because answers are found by their place ' +
	'in it. Please write in the language of the passage, or switch the translation off.';

// In whole minutes, so that a screen reader is not told every second.
function leaseWarning(leftMs, { won, session }) {
	const left = `About ${inWords(Math.ceil(leftMs / 60000) * 60000)} left for this passage.`;
	if (session.kind === 'validate') return `${left} Hand in your answers before the time is up.`;
	return won ? `${left} Hand in what you have won before the time is up.` : left;
}

function noticesOf(game, state, translated) {
	const { notice, online, phase, sending, saving, finishing, session } = state;
	const stage = game.isWorking ? leaseStage(game.leftMs()) : 'plenty';
	const items = [];
	if (translated) items.push({ kind: 'warn', text: TRANSLATED });
	if (phase === 'preview')
		items.push({ kind: 'info', text: session.onboarding_first ? `${PREVIEW} ${NEW_HERE}` : PREVIEW });
	if (!online && !sending) items.push({ kind: 'warn', text: WHERE[game.address.task] ?? WHERE.generate });
	if (finishing && (finishing.until || saving?.until))
		items.push({
			kind: 'warn',
			text: 'The server cannot be reached. Your work is handed in as soon as it is back.',
		});
	if (stage === 'soon' || stage === 'last') items.push({ kind: 'warn', text: leaseWarning(game.leftMs(), state) });
	if (notice && !sending) items.push({ ...notice, canClose: true });
	return items;
}

export function Notices({ game, state }) {
	useSecond();
	const translated = useTranslated();
	const close = html`<button
		type="button"
		class="icon-button"
		aria-label="Close this message"
		onClick=${() => game.dismiss()}
	>
		<${Cross} size="18" />
	</button>`;
	return html`<div class="notices" role="status">
		${noticesOf(game, state, translated).map(
			({ kind, text, canClose }) =>
				html`<div class=${`notice notice-${kind}`}>
					<p>${text}</p>
					${canClose ? close : null}
				</div>`,
		)}
	</div>`;
}
