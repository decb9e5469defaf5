// The pages besides the game itself: loading, no work, not found, a name to start with, and the end.
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from './button.js';
import { html } from './html.js';
import { Hourglass, Trophy } from './icons.js';
import { useSecond } from './progress.js';

const LATE_MS = 4000;

function loadingText(opening, online) {
	if (!online) return 'You are offline. We go on as soon as you are back.';
	if (opening?.tries) return 'The server cannot be reached. Trying again …';
	const late = opening && Date.now() - opening.since > LATE_MS;
	return late ? 'This takes longer than usual …' : 'Getting your passage …';
}

export function Loading({ opening, online, onTryNow }) {
	useSecond();
	return html`<div class="board" aria-busy="true">
		<div class="card passage skeleton">
			<p class="skeleton-text" role="status">${loadingText(opening, online)}</p>
			${opening?.until ? html`<${Button} onPress=${onTryNow}>Try now</${Button}>` : null}
			<div aria-hidden="true">${Array.from({ length: 7 }, () => html`<i></i>`)}</div>
		</div>
		<div class="card skeleton skeleton-side" aria-hidden="true"><i></i><i></i><i></i></div>
	</div>`;
}

// One message in the middle of the page. `id` gets the focus when the page arrives here.
function Message({ id = 'end', icon: Icon, title, children }) {
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
	const again = html`<div class="row row-middle"><${Button} onPress=${onRetry}>Look again</${Button}></div>`;
	return html`<${Message} title=${title} icon=${Hourglass}>
		<p>${session.message || text}</p>
		${mayChange ? again : null}
	</${Message}>`;
}

const hidden = (fields) =>
	Object.entries(fields).map(([name, value]) => html`<input type="hidden" name=${name} value=${String(value)} />`);

// Direct play without a name: a plain form that opens this page again with ?worker=…
export function NameForm({ params }) {
	const { worker: _, ...others } = params;
	const onSubmit = (event) => {
		const field = event.currentTarget.elements.worker;
		field.value = field.value.trim();
		if (!field.value) event.preventDefault();
	};
	return html`<${Message} title="Beat the AI">
		<p>
			Ask questions that a machine cannot answer. Under which name do you play? Use the same one again to go on
			where you stopped.
		</p>
		<form class="name-form" method="get" onSubmit=${onSubmit}>
			${hidden(others)}
			<label for="worker">Your name or worker id</label>
			<div class="row">
				<input
					id="worker"
					name="worker"
					type="text"
					required
					maxlength="128"
					autocomplete="nickname"
					autocapitalize="none"
					spellcheck="false"
				/>
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
	const [title, what] = receipt.auto
		? ['Handing in your HIT …', 'If nothing happens, press the button.']
		: ['This HIT is finished', 'Press the button to hand it in on Mechanical Turk.'];
	return html`<${Message} title=${title} icon=${Trophy}>
		<p>${score(receipt.won)}. ${what}</p>
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
		<p>${score(receipt.won)}. ${what}</p>
		<p><a class="button button-main" href=${receipt.url}>Complete on Prolific</a></p>
	</${Message}>`;
}

function DirectEnd({ receipt, onNext }) {
	const [gone, setGone] = useState(false);
	const next = () => {
		setGone(true);
		onNext();
	};
	const said = (receipt.message ?? '').replace(/^thank you[.!]?\s*/i, ''); // the title says that
	return html`<${Message} title="Thank you!" icon=${Trophy}>
		<p>${said || `${score(receipt.won)} on this passage.`}</p>
		<div class="row row-middle">
			<${Button} kind="button-main" busy=${gone} onPress=${next}>Next passage</${Button}>
		</div>
	</${Message}>`;
}

const ENDS = { mturk: MturkEnd, prolific: ProlificEnd, direct: DirectEnd };

export function Submitted({ receipt, onNext }) {
	const End = ENDS[receipt.platform] ?? DirectEnd;
	return html`<${End} receipt=${receipt} onNext=${onNext} />`;
}

export function Moved({ onTakeOver }) {
	const [busy, setBusy] = useState(false);
	const take = async () => {
		setBusy(true);
		await onTakeOver();
		setBusy(false);
	};
	return html`<${Message} id="moved" title="You play this in another window">
		<p>
			This task was opened again elsewhere, so it continues there. Nothing is lost. You can also bring it back
			here.
		</p>
		<div class="row row-middle">
			<${Button} kind="button-main" busy=${busy} onPress=${take}>Continue here</${Button}>
		</div>
	</${Message}>`;
}
