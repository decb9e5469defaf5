// What is said before anything is done: what one agrees to, how long it takes, what it pays, whom to ask.
import { Button } from './button.js';
import { earned, money } from './clock.js';
import { html } from '../shared/html.js';
import { HandIn } from './outcomes.js';
import { Markdown } from '../shared/markdown.js';

const minutesOf = (n) => (n === 1 ? 'about a minute' : `about ${n} minutes`);

function pay({ reward_cents: cents, currency, terms, hit }) {
	const perWin = terms?.win_reward_cents ?? 0;
	const each = perWin > 0 && !terms.validates ? `${money(perWin, currency)} for every ${hit ? 'question' : 'win'}` : null;
	return [cents > 0 ? money(cents, currency) : null, each].filter(Boolean).join(', and ') || null;
}

export function Terms({ session }) {
	const { terms } = session;
	if (!terms) return null;
	const facts = [
		['Takes', terms.minutes && minutesOf(terms.minutes)],
		['Pays', pay(session)],
		['Contact', terms.contact],
	].filter(([, text]) => text);
	if (!facts.length && !terms.consent) return null;
	return html`<section class="terms" aria-label="Before you begin">
		${terms.consent ? html`<${Markdown} text=${terms.consent} heading="Consent" />` : null}
		<dl class="terms-facts">
			${facts.map(([name, text]) => html`<div><dt>${name}</dt><dd dir="auto">${text}</dd></div>`)}
		</dl>
	</section>`;
}

// The words have changed under somebody's hands: what was done before is taken, and paid, without agreeing.
function Leave({ game, state }) {
	const { session, won = 0, wanted = 0 } = state;
	const cents = earned(session, won, wanted);
	return html`<section class="leave" aria-labelledby="leave">
		<h3 id="leave">You do not have to agree</h3>
		<p>
			The terms have changed since you began. What you have done so far was done under the earlier ones: you can hand it in as it
			is${cents > 0 ? html`, and it pays <strong>${money(cents, session.currency)}</strong>` : null}. To go on with the task, please agree.
		</p>
		<${HandIn} game=${game} state=${state} label="Hand in without agreeing" />
	</section>`;
}

// Before anything else: what one agrees to. The server gives no work before.
export function Consent({ game, state }) {
	const { session } = state;
	const refuse = html`<p class="quiet">If you do not agree, close this page: nothing of you is asked for or counted.</p>`;
	return html`<section class="card message" aria-labelledby="end">
		<h2 id="end" tabindex="-1">Before you ${session.terms.may_leave ? 'go on' : 'begin'}</h2>
		<${Languages} game=${game} session=${session} />
		<${Terms} session=${session} />
		${session.terms.may_leave ? null : refuse}
		<div class="row row-middle">
			<${Button} kind="button-main" onPress=${() => void game.agree()}>I agree</${Button}>
		</div>
		${session.terms.may_leave ? html`<${Leave} game=${game} state=${state} />` : null}
	</section>`;
}

// Where a project tells things in several languages.
export function Languages({ game, session }) {
	const { languages = [], language } = session.terms ?? {};
	if (languages.length < 2) return null;
	const names = new Intl.DisplayNames(['en'], { type: 'language' });
	return html`<p class="languages">
		<label for="language">Language of the instructions</label>
		<select id="language" value=${language} onChange=${(event) => game.speak(event.currentTarget.value)}>
			${languages.map((code) => html`<option value=${code} lang=${code}>${names.of(code) ?? code}</option>`)}
		</select>
	</p>`;
}
