// What is said before anything is done: what one agrees to, how long it takes, what it pays, whom to ask.
import { Button } from './button.js';
import { money } from './clock.js';
import { html } from '../shared/html.js';
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

// Before anything else: what one agrees to. The server gives no work before.
export function Consent({ game, session }) {
	return html`<section class="card message" aria-labelledby="end">
		<h2 id="end" tabindex="-1">Before you begin</h2>
		<${Languages} game=${game} session=${session} />
		<${Terms} session=${session} />
		<p class="quiet">If you do not agree, close this page: nothing of you is asked for or counted.</p>
		<div class="row row-middle">
			<${Button} kind="button-main" onPress=${() => void game.agree()}>I agree</${Button}>
		</div>
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
