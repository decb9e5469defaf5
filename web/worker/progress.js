// The bar that stays in sight: wins as pips, the clock, the pay, and the way out.
import { useEffect, useState } from 'preact/hooks';
import { html } from './html.js';
import { Check, Clock } from './icons.js';
import { hourly, leaseStage, minutesSeconds, money } from './clock.js';

export function useSecond() {
	const [, tick] = useState(0);
	useEffect(() => {
		const timer = setInterval(() => tick((n) => n + 1), 1000);
		return () => clearInterval(timer);
	}, []);
}

function Pips({ won, wanted }) {
	const pips = Array.from({ length: wanted }, (_, i) => html`<i class=${i < won ? 'pip pip-won' : 'pip'}>${i < won ? html`<${Check} size="14" />` : null}</i>`);
	return html`<p class="pips"><span class="pips-row" aria-hidden="true">${pips}</span><span class="pips-text"><strong>${won}</strong> of ${wanted} won</span></p>`;
}

function Pay({ session, elapsed }) {
	if (!(session.reward_cents > 0)) return null;
	const rate = hourly(session.reward_cents, elapsed);
	return html`<p class="fact" title="What this task pays, and what that comes to per hour if you finished now">
		${money(session.reward_cents, session.currency)}${rate === null ? null : html`<span class="quiet"> · ${money(rate, session.currency)}/h</span>`}
	</p>`;
}

function Time({ game }) {
	const left = game.leftMs();
	const stage = leaseStage(left);
	const rest = left === Infinity ? null : stage === 'plenty' ? `${Math.ceil(left / 60000)} min left` : `${minutesSeconds(left)} left`;
	return html`<p class=${`fact fact-time time-${stage}`} role="timer" aria-label="Time">
		<${Clock} size="18" /><span>${minutesSeconds(game.elapsedMs())}</span>${rest ? html`<span class="quiet time-left">· ${rest}</span>` : null}
	</p>`;
}

export function Progress({ game, state, onFinish }) {
	useSecond();
	const { session, won, wanted, phase, finishing, sending } = state;
	const play = phase === 'play';
	return html`<div class="progress" role="region" aria-label="Progress">
		<${Pips} won=${won} wanted=${wanted} />
		<div class="facts">
			${play ? html`<${Time} game=${game} />` : null}
			<${Pay} session=${session} elapsed=${play ? game.elapsedMs() : 0} />
			${play && won > 0
				? html`<button type="button" class="button button-small" aria-disabled=${finishing || sending ? 'true' : null}
						onClick=${() => !finishing && !sending && onFinish()}>${finishing ? 'Handing in …' : 'Finish'}</button>`
				: null}
		</div>
	</div>`;
}
