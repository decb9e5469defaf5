// The bar that stays in sight: wins as pips, the clock, the pay, and the way out.
import { Button } from './button.js';
import { earned, hourly, leaseStage, minutesSeconds, money } from './clock.js';
import { html, useEffect, useState } from '../shared/html.js';
import { Check, Clock } from '../shared/icons.js';

// Shows the component again every second.
export function useSecond() {
	const [, tick] = useState(0);
	useEffect(() => {
		const timer = setInterval(() => tick((n) => n + 1), 1000);
		return () => clearInterval(timer);
	}, []);
}

function Pips({ won, wanted, hit }) {
	const pip = (_, i) =>
		i < won ? html`<i class="pip pip-won"><${Check} size="14" /></i>` : html`<i class="pip"></i>`;
	return html`<p class="pips">
		<span class="pips-row" aria-hidden="true">${Array.from({ length: wanted }, pip)}</span>
		<span class="pips-text"><strong>${won}</strong> of ${wanted} ${hit ? 'asked' : 'won'}${hit?.parts > 1 ? ` · paragraph ${hit.part} of up to ${hit.parts}` : ''}</span>
	</p>`;
}

export function Pay({ session, elapsed, won = 0, wanted = 0 }) {
	const { currency, terms } = session;
	const cents = earned(session, won, wanted);
	const perWin = terms?.win_reward_cents ?? 0;
	if (!(cents > 0 || perWin > 0)) return null;
	const rate = hourly(cents, elapsed);
	return html`<p class="fact" title="What this task pays, and what that comes to per hour if you finished now">
		${money(cents, currency)}${perWin > 0 ? html` <span class="quiet">+ ${money(perWin, currency)} ${session.hit ? 'a question' : 'a win'}</span>` : null}
		${rate === null ? null : html`<span class="quiet">· ${money(rate, currency)}/h</span>`}
	</p>`;
}

function timeLeft(left, stage) {
	if (left === Infinity) return null;
	return stage === 'plenty' ? `${Math.round(left / 60000)} min left` : `${minutesSeconds(left)} left`;
}

export function Time({ game }) {
	const left = game.leftMs();
	const stage = leaseStage(left);
	const rest = timeLeft(left, stage);
	return html`<p class=${`fact fact-time time-${stage}`} role="timer" aria-label="Time">
		<${Clock} size="18" />
		<span>${minutesSeconds(game.elapsedMs())}</span>
		${rest ? html`<span class="quiet time-left">· ${rest}</span>` : null}
	</p>`;
}

export function Progress({ game, state, onFinish }) {
	useSecond();
	const { session, won, wanted, phase, finishing, sending } = state;
	const play = phase === 'play';
	const finish = html`<${Button} kind="button-small" busy=${finishing || sending} onPress=${onFinish}>
		${finishing ? 'Handing in …' : 'Finish'}
	</${Button}>`;
	return html`<div class="progress" role="region" aria-label="Progress">
		<${Pips} won=${won} wanted=${wanted} hit=${session.hit} />
		<div class="facts">
			${play ? html`<${Time} game=${game} />` : null}
			<${Pay} session=${session} elapsed=${play ? game.elapsedMs() : 0} won=${won} wanted=${wanted} />
			${play && game.mayFinish ? finish : null}
		</div>
	</div>`;
}
