// The pages besides the game itself: loading, not found, a name to start with, and the end.
import { Button } from './button.js';
import { html, useEffect, useRef, useState } from '../shared/html.js';
import { Trophy } from '../shared/icons.js';
import { money } from './clock.js';
import { Late } from './finish.js';
import { useSecond } from './progress.js';
import { TASKS, taskOf } from './tasks.js';

const LATE_MS = 4000;

export function loadingText(opening, online, words) {
	if (!online) return 'You are offline. We go on as soon as you are back.';
	if (opening?.slug === 'busy') return 'Many people are starting just now. One moment, it goes on by itself …';
	if (opening?.tries) return 'The server cannot be reached. Trying again …';
	const late = opening && Date.now() - opening.since > LATE_MS;
	return late ? 'This takes longer than usual …' : words.loading;
}

export function Loading({ opening, online, words, onTryNow }) {
	useSecond();
	return html`<div class="board" aria-busy="true">
		<div class="card passage skeleton">
			<p class="skeleton-text" role="status">${loadingText(opening, online, words)}</p>
			${opening?.until && opening.slug !== 'busy' ? html`<${Button} onPress=${onTryNow}>Try now</${Button}>` : null}
			<div aria-hidden="true">${Array.from({ length: 7 }, () => html`<i></i>`)}</div>
		</div>
		<div class="card skeleton skeleton-side" aria-hidden="true"><i></i><i></i><i></i></div>
	</div>`;
}

// One message in the middle of the page. `id` gets the focus when the page arrives here.
export function Message({ id = 'end', icon: Icon, title, children }) {
	return html`<section class="card message" aria-labelledby=${id}>
		${Icon ? html`<p class="message-icon"><${Icon} size="40" /></p>` : null}
		<h2 id=${id} tabindex="-1">${title}</h2>
		${children}
	</section>`;
}

const FAILURES = {
	'no-project': [
		'This task does not exist',
		'The address may be mistyped, or the task has been taken down. Please check the link that you were given.',
	],
	'not-found': [
		'This task does not exist',
		'The address may be mistyped. Please check the link that you were given.',
	],
};

export function Failed({ problem, onRetry }) {
	const detail = problem.detail || 'Something went wrong. Please try again in a moment.';
	const [title, text] = FAILURES[problem.slug] ?? ['This did not work', detail];
	return html`<${Message} title=${title}>
		<p>${text}</p>
		<div class="row row-middle"><${Button} onPress=${onRetry}>Try again</${Button}></div>
	</${Message}>`;
}

const hidden = (fields) =>
	Object.entries(fields).map(([name, value]) => html`<input type="hidden" name=${name} value=${String(value)} />`);

// Direct play without a name: a plain form that opens this page again with ?worker=…
export function NameForm({ params, words }) {
	const { worker: _, ...others } = params;
	const onSubmit = (event) => {
		const field = event.currentTarget.elements.worker;
		field.value = field.value.trim();
		if (!field.value) event.preventDefault();
	};
	return html`<${Message} title="Welcome">
		<p>${words.welcome} Use the same one again, in this browser, to go on where you stopped.</p>
		<form class="name-form" method="get" onSubmit=${onSubmit}>
			${hidden(others)}
			<label for="worker">Your name or worker id</label>
			<div class="row">
				<input
					id="worker"
					name="worker"
					type="text"
					required
					maxlength="100"
					autocomplete="nickname"
					autocapitalize="none"
					spellcheck="false"
				/>
				<button type="submit" class="button button-main">Start</button>
			</div>
		</form>
	</${Message}>`;
}

const wins = (won) => (won === 1 ? '1 winning question' : `${won} winning questions`);
const answers = (n) => (n === 1 ? '1 answer' : `${n} answers`);
const SCORES = { plain: ({ won }) => (won === 1 ? '1 question' : `${won} questions`), onboarding: () => 'Your onboarding is done', validate: ({ won }) => answers(won) };
const score = (receipt) => (SCORES[receipt.kind] ?? (({ won }) => wins(won)))(receipt);

// The sum that was earned, and what may be added to it; nothing is said of work that is not paid.
const Earned = ({ receipt: { earned_cents: cents, waiting, waiting_cents: later, currency } }) => html`
	${cents > 0 ? html`<p>You have earned <strong>${money(cents, currency)}</strong>.</p>` : null}
	<${Late} waiting=${waiting} cents=${later} currency=${currency} />
`;

// MTurk wants a form posted from this very page. It is sent by itself, but stays as a button.
function MturkEnd({ receipt }) {
	const form = useRef();
	useEffect(() => {
		if (receipt.auto) form.current.submit();
	}, []);
	const [title, what] = receipt.auto
		? ['Handing in your HIT …', 'If nothing happens, press the button.']
		: ['This HIT is finished', 'Press the button to hand it in on Mechanical Turk.'];
	return html`<${Message} title=${title} icon=${Trophy}>
		<p>${score(receipt)}. ${what}</p>
		<${Earned} receipt=${receipt} />
		<form ref=${form} method="post" action=${receipt.action} class="row row-middle">
			${hidden(receipt.fields)}
			<button type="submit" class="button button-main">Submit the HIT</button>
		</form>
	</${Message}>`;
}

function ProlificEnd({ receipt }) {
	useEffect(() => {
		if (receipt.auto) location.assign(receipt.url);
	}, []);
	const what = receipt.auto ? 'Taking you back to Prolific …' : 'Go back to Prolific to complete the study.';
	return html`<${Message} title="Thank you!" icon=${Trophy}>
		<p>${score(receipt)}. ${what}</p>
		<${Earned} receipt=${receipt} />
		<p><a class="button button-main" href=${receipt.url}>Complete on Prolific</a></p>
	</${Message}>`;
}

// As the server's own message says it, but for the thanks, which are the title.
function handedIn({ kind, won }) {
	if (kind === 'onboarding') return 'Your onboarding is handed in.';
	if (!won) return 'Your work is handed in.';
	if (kind === 'validate') return `Your ${won === 1 ? '1 answer is' : `${won} answers are`} handed in.`;
	const which = kind === 'plain' ? '' : ' that beat the AI';
	return won === 1 ? `1 question${which} is saved.` : `${won} questions${which} are saved.`;
}

// What comes after the onboarding, wherever it was handed in.
const LOOKED_AT =
	'A researcher looks at your answers by hand. If they are passed you can start at once: come back to this task to ' +
	'see.';

function DirectEnd({ receipt, last, onNext }) {
	const [gone, setGone] = useState(false);
	const next = () => {
		setGone(true);
		onNext();
	};
	const onboarding = receipt.kind === 'onboarding';
	const button = html`<div class="row row-middle">
		<${Button} kind="button-main" busy=${gone} onPress=${next}>
			${onboarding ? 'What happens next' : (TASKS[receipt.kind] ?? TASKS.generate).nextTask}
		</${Button}>
	</div>`;
	return html`<${Message} title="Thank you!" icon=${Trophy}>
		<p>${handedIn(receipt)}</p>
		<${Earned} receipt=${receipt} />
		${onboarding && !last ? html`<p>${LOOKED_AT}</p>` : null} ${last ? null : button}
	</${Message}>`;
}

const ENDS = { mturk: MturkEnd, prolific: ProlificEnd, direct: DirectEnd };

// `last`: there is nothing to go on with.
export function Submitted({ receipt, last, onNext }) {
	const End = ENDS[receipt.platform] ?? DirectEnd;
	return html`<${End} receipt=${receipt} last=${last} onNext=${onNext} />`;
}

export function Moved({ game, onTakeOver }) {
	const [busy, setBusy] = useState(false);
	const take = async () => {
		setBusy(true);
		await onTakeOver();
		setBusy(false);
	};
	return html`<${Message} id="moved" title=${taskOf(game).moved}>
		<p>
			This task was opened again elsewhere, so it continues there. Nothing is lost. You can also bring it back
			here.
		</p>
		<div class="row row-middle">
			<${Button} kind="button-main" busy=${busy} onPress=${take}>Continue here</${Button}>
		</div>
	</${Message}>`;
}
