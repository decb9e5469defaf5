// How things stand between a worker and a project when there is nothing to play: no work, the screening and its
// outcome, the end of a qualification. Said kindly, with what is paid and what can be done next.
import { Button } from './button.js';
import { money } from './clock.js';
import { html, useState } from '../shared/html.js';
import { Hourglass, Trophy } from '../shared/icons.js';
import { Message } from './states.js';
import { taskOf } from './tasks.js';

const DONE = {
	paused: ['Taking a break', 'The researchers have paused this project. Please come back later.'],
	no_validation: ['Nothing to answer', 'This project does not ask for answers at the moment.'],
	closed: ['This project has ended', 'It takes no more work. Thank you to everybody who took part.'],
	not_open: ['Not open to you yet', 'This project is for workers who have passed its qualification.'],
	screening: ['Your answers are being looked at', 'A researcher looks at them by hand. Please come back later.'],
	failed: ['Not passed this time', 'Thank you for taking part. This project has no work for you.'],
	revoked: ['This project is closed to you', 'You can no longer take part in this project.'],
	blocked: ['You cannot take part', 'There is no work for you here.'],
	closed_platform: ['Not available here', 'This project does not take workers from this platform.'],
};

const WAITING =
	'You may close this page and come back later by the same link. If you leave it open, it tells you as soon as it is ' +
	'decided.';

const AWAY = 'The server cannot be reached. It is tried again by itself.';

// The button that hands in what there is, and how that goes.
export function HandIn({ game, state, kind = '', label }) {
	const { finishing, notice } = state;
	return html`${notice ? html`<p class="wrong" role="alert">${notice.text}</p>` : null}
		${finishing?.until ? html`<p role="status">${AWAY}</p>` : null}
		<div class="row row-middle">
			<${Button} kind=${kind} busy=${finishing} onPress=${() => void game.finish()}>
				${finishing ? 'Handing in …' : label}
			</${Button}>
		</div>`;
}

function Why({ text }) {
	if (!text) return null;
	return html`<div class="why outcome-why">
		<p class="quiet">The researchers wrote:</p>
		<blockquote dir="auto">${text}</blockquote>
	</div>`;
}

export function Done({ game, session, onRetry }) {
	const known = session.reason === 'no_work' ? taskOf(game).noWork : DONE[session.reason];
	const [title, text] = known ?? ['Nothing to do', ''];
	const waits = session.reason === 'screening';
	const mayChange = waits || ['no_work', 'no_validation', 'paused'].includes(session.reason);
	const again = html`<div class="row row-middle"><${Button} onPress=${onRetry}>Look again</${Button}></div>`;
	return html`<${Message} title=${title} icon=${Hourglass}>
		<p>${session.message || text}</p>
		<${Why} text=${session.why} />
		${waits ? html`<p class="quiet">${WAITING}</p>` : null} ${mayChange ? again : null}
	</${Message}>`;
}

// The qualification was taken away while a task was under way: it can still be handed in, and is paid.
export function Ended({ game, state }) {
	const { session } = state;
	const { reward_cents: cents, currency } = session;
	return html`<${Message} title="This task ends here">
		<p>${session.message}</p>
		${cents > 0 ? html`<p>It pays <strong>${money(cents, currency)}</strong>.</p>` : null}
		<${Why} text=${session.why} />
		<${HandIn} game=${game} state=${state} kind="button-main" label="Finish" />
	</${Message}>`;
}

export function Passed({ session, onStart }) {
	const [gone, setGone] = useState(false);
	const start = () => {
		setGone(true);
		onStart();
	};
	const { reward_cents: cents, currency } = session;
	return html`<${Message} title="You have passed!" icon=${Trophy}>
		<p>
			A researcher has looked at your answers, and you are in. From now on the questions that beat the AI become
			part of the dataset${cents > 0 ? html`, and each passage pays ${money(cents, currency)}` : null}.
		</p>
		<div class="row row-middle">
			<${Button} kind="button-main" busy=${gone} onPress=${start}>Start playing</${Button}>
		</div>
	</${Message}>`;
}
