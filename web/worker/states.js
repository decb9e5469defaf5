// The pages besides the game itself: loading, no work, not found, a name to start with, and the end.
import { useEffect, useRef, useState } from 'preact/hooks';
import { html } from './html.js';
import { Hourglass, Trophy } from './icons.js';
import { useSecond } from './progress.js';

const LATE_MS = 4000;

export function Loading({ opening, online, onTryNow }) {
	useSecond();
	const late = opening && Date.now() - opening.since > LATE_MS;
	const text = !online
		? 'You are offline. We go on as soon as you are back.'
		: opening?.tries
			? 'The server cannot be reached. Trying again …'
			: late
				? 'This takes longer than usual …'
				: 'Getting your passage …';
	return html`<div class="board" aria-busy="true">
		<div class="card passage skeleton">
			<p class="skeleton-text" role="status">${text}</p>
			${opening?.until ? html`<button type="button" class="button" onClick=${onTryNow}>Try now</button>` : null}
			<div aria-hidden="true">${Array.from({ length: 7 }, () => html`<i></i>`)}</div>
		</div>
		<div class="card skeleton skeleton-side" aria-hidden="true"><i></i><i></i><i></i></div>
	</div>`;
}

// One message in the middle of the page. `end` gets the focus when the page arrives here.
function Message({ icon, title, children }) {
	return html`<section class="card message" aria-labelledby="end">
		${icon ? html`<p class="message-icon">${icon}</p>` : null}
		<h2 id="end" tabindex="-1">${title}</h2>
		${children}
	</section>`;
}

const FAILURES = {
	'no-project': ['This task does not exist', 'The address may be mistyped, or the task has been taken down. Please check the link that you were given.'],
	'not-found': ['This task does not exist', 'The address may be mistyped. Please check the link that you were given.'],
	unauthorized: ['This link is not valid', 'Please open the link that you were given once more, complete and unchanged.'],
};

export function Failed({ problem, onRetry }) {
	const [title, text] = FAILURES[problem.slug] ?? ['This did not work', problem.detail || 'Something went wrong. Please try again in a moment.'];
	return html`<${Message} title=${title}>
		<p>${text}</p>
		<div class="row row-middle"><button type="button" class="button" onClick=${onRetry}>Try again</button></div>
	</${Message}>`;
}

const DONE = {
	no_work: ['No passage left for you', 'Everything here is taken or done. Thank you; do look in again later.'],
	paused: ['Taking a break', 'The researchers have paused this project. Please come back later.'],
	closed: ['This project has ended', 'It takes no more questions. Thank you to everybody who played.'],
	not_open: ['Not open to you yet', 'This project is for workers who have passed its qualification.'],
	revoked: ['This project is closed to you', 'You can no longer take part in this project.'],
	closed_platform: ['Not available here', 'This project does not take workers from this platform.'],
};

export function Done({ session, onRetry }) {
	const [title, text] = DONE[session.reason] ?? ['Nothing to do', ''];
	const mayChange = ['no_work', 'paused'].includes(session.reason);
	return html`<${Message} title=${title} icon=${html`<${Hourglass} size="40" />`}>
		<p>${session.message || text}</p>
		${mayChange ? html`<div class="row row-middle"><button type="button" class="button" onClick=${onRetry}>Look again</button></div>` : null}
	</${Message}>`;
}

// Direct play without a name: a plain form that opens this page again with ?worker=…
export function NameForm({ params }) {
	return html`<${Message} title="Beat the AI">
		<p>Ask questions that a machine cannot answer. Under which name do you play? Use the same one again to go on where you stopped.</p>
		<form class="name-form" method="get" onSubmit=${(e) => {
			const field = e.currentTarget.elements.worker;
			field.value = field.value.trim();
			if (!field.value) e.preventDefault();
		}}>
			${Object.entries(params).filter(([k]) => k !== 'worker').map(([k, v]) => html`<input type="hidden" name=${k} value=${v} />`)}
			<label for="worker">Your name or worker id</label>
			<div class="row">
				<input id="worker" name="worker" type="text" required maxlength="128" autocomplete="nickname" autocapitalize="none" spellcheck="false" />
				<button type="submit" class="button button-main">Start</button>
			</div>
		</form>
	</${Message}>`;
}

const score = (won) => (won === 1 ? '1 winning question' : `${won} winning questions`);

// MTurk wants a form posted from this very page. It is sent by itself, but stays as a button.
function MturkEnd({ receipt }) {
	const form = useRef();
	useEffect(() => {
		if (receipt.auto) form.current.submit();
	}, []);
	return html`<${Message} title=${receipt.auto ? 'Handing in your HIT …' : 'This HIT is finished'} icon=${html`<${Trophy} size="40" />`}>
		<p>${score(receipt.won)}. ${receipt.auto ? 'If nothing happens, press the button.' : 'Press the button to hand it in on Mechanical Turk.'}</p>
		<form ref=${form} method="post" action=${receipt.action} class="row row-middle">
			${Object.entries(receipt.fields).map(([name, value]) => html`<input type="hidden" name=${name} value=${String(value)} />`)}
			<button type="submit" class="button button-main">Submit the HIT</button>
		</form>
	</${Message}>`;
}

function ProlificEnd({ receipt }) {
	useEffect(() => {
		if (receipt.auto) location.assign(receipt.url);
	}, []);
	return html`<${Message} title="Thank you!" icon=${html`<${Trophy} size="40" />`}>
		<p>${score(receipt.won)}. ${receipt.auto ? 'Taking you back to Prolific …' : 'Go back to Prolific to complete the study.'}</p>
		<p><a class="button button-main" href=${receipt.url}>Complete on Prolific</a></p>
	</${Message}>`;
}

function DirectEnd({ receipt, onNext }) {
	const [gone, setGone] = useState(false);
	return html`<${Message} title="Thank you!" icon=${html`<${Trophy} size="40" />`}>
		<p>${score(receipt.won)} on this passage. ${receipt.message && !/^thank you[.!]?$/i.test(receipt.message) ? receipt.message : ''}</p>
		<div class="row row-middle">
			<button type="button" class="button button-main" aria-disabled=${gone ? 'true' : null}
				onClick=${() => {
					if (gone) return;
					setGone(true);
					onNext();
				}}>Next passage</button>
		</div>
	</${Message}>`;
}

export function Submitted({ receipt, onNext }) {
	if (receipt.platform === 'mturk') return html`<${MturkEnd} receipt=${receipt} />`;
	if (receipt.platform === 'prolific') return html`<${ProlificEnd} receipt=${receipt} />`;
	return html`<${DirectEnd} receipt=${receipt} onNext=${onNext} />`;
}

export function Moved({ onTakeOver }) {
	return html`<section class="card message" aria-labelledby="moved">
		<h2 id="moved" tabindex="-1">You play this in another window</h2>
		<p>This task was opened again elsewhere, so it continues there. Nothing is lost. You can also bring it back here.</p>
		<div class="row row-middle"><button type="button" class="button button-main" onClick=${onTakeOver}>Continue here</button></div>
	</section>`;
}
