// Small things: buttons, badges, rates, moments.
import { html, useEffect, useRef, useState } from '../../shared/html.js';
import { ago, moment, money, number, percent } from '../format.js';
import { useMe, useTick } from '../hooks.js';
import { Check as CheckIcon, Copy } from '../icons.js';
import { Link } from '../router.js';

// kind: '', 'main', 'danger', 'plain', 'small' (they combine). While busy it keeps the focus but does nothing: a
// disabled button would lose it.
export function Button({ kind = '', busy = false, type = 'button', icon: Icon, onClick, children, ...rest }) {
	const press = (event) => {
		if (busy) event.preventDefault();
		else onClick?.(event);
	};
	return html`<button
		type=${type}
		class=${`button ${classes(kind)}`}
		aria-disabled=${busy ? 'true' : null}
		onClick=${press}
		...${rest}
	>
		${Icon && html`<${Icon} size="18" />`}${children}
	</button>`;
}

const classes = (kind) =>
	kind
		.split(' ')
		.filter(Boolean)
		.map((k) => `button-${k}`)
		.join(' ');

export function ButtonLink({ kind = '', icon: Icon, children, ...rest }) {
	return html`<${Link}
		class=${`button ${classes(kind)}`}
		...${rest}
	>${Icon && html`<${Icon} size="18" />`}${children}</${Link}>`;
}

// A button with a drawing only: label is its name.
export function IconButton({ label, icon: Icon, size = 20, class: more = '', ...rest }) {
	return html`<button type="button" class=${`icon-button ${more}`} aria-label=${label} title=${label} ...${rest}>
		<${Icon} size=${size} />
	</button>`;
}

const TONES = {
	good: ['qualified', 'active', 'passed', 'valid', 'in', 'settled', 'closed-breaker', 'admin', 'reinstated'],
	busy: ['onboarding', 'screening', 'live', 'waiting', 'leased', 'half-open', 'reviewer', 'proposed'],
	warn: ['paused', 'disputed', 'ended', 'expired', 'returned', 'undone', 'dismissed', 'failed-last'],
	bad: ['revoked', 'failed', 'blocked', 'invalid', 'out', 'open-breaker', 'disabled', 'rejected'],
};
const TONE = Object.fromEntries(Object.entries(TONES).flatMap(([tone, names]) => names.map((name) => [name, tone])));
const WORDS = { 'open-breaker': 'not answering', 'closed-breaker': 'healthy', 'half-open': 'being tried', 'failed-last': 'last call failed' };

// The state of anything, with a colour that goes with it; text replaces the word.
export function Badge({ state, text, tone, title }) {
	const look = `badge badge-${tone ?? TONE[state] ?? 'plain'}`;
	return html`<span class=${look} title=${title}>${text ?? WORDS[state] ?? state}</span>`;
}

// Whether a question is in the dataset; one that is not discarded may still wait for its votes.
export function Standing({ item }) {
	if (!item.in) return html`<${Badge} state="out" text="discarded" />`;
	if (item.waits) return html`<${Badge} state="waiting" text="waits for votes" />`;
	return html`<${Badge} state="in" text="in the dataset" />`;
}

export const Tag = ({ children, title }) => html`<span class="tag" title=${title}>${children}</span>`;

// {k, n, rate, low, high}: the rate, its 95 % interval drawn and said, and how many. limit draws a threshold.
export function Rate({ value, limit, plain }) {
	if (!value?.n) return html`<span class="quiet" title="nothing counted yet">–</span>`;
	const { k, n, rate, low, high } = value;
	const range = `${percent(low)} to ${percent(high)}`;
	const words = `${percent(rate)}, 95 % interval ${range}, ${number(k)} of ${number(n)}`;
	const count = (text) => html`<span class="quiet">${text}</span>`;
	if (plain) return html`<span class="rate" title=${words}>${percent(rate)} ${count(`(${number(n)})`)}</span>`;
	return html`<span class="rate" title=${words}>
		<span class="rate-line"><strong>${percent(rate)}</strong>${count(`${number(k)} of ${number(n)}`)}</span>
		<span class="rate-track" aria-hidden="true">
			<i class="rate-range" style=${{ left: `${100 * low}%`, width: `${100 * (high - low)}%` }}></i>
			<i class="rate-dot" style=${{ left: `${100 * rate}%` }}></i>
			${limit !== undefined && limit !== null && html`<i class="rate-limit" style=${{ left: `${100 * limit}%` }}>
			</i>`}
		</span>
		<span class="sr">95 % interval ${range}</span>
	</span>`;
}

// "3 minutes ago", with the exact moment behind it.
export function When({ at, exact }) {
	useTick();
	if (!at) return html`<span class="quiet">–</span>`;
	return html`<time class="when" datetime=${at} title=${moment(at)}>${exact ? moment(at) : ago(at)}</time>`;
}

export const Money = ({ cents, currency }) => html`<span class="figure">${money(cents, currency)}</span>`;

// tabs: [{key, text, count?}]; links that change ?tab= or whatever onPick does.
export function Tabs({ tabs, current, onPick, label }) {
	return html`<div class="tabs" role="group" aria-label=${label}>
		${tabs.map(
			({ key, text, count }) =>
				html`<button
					type="button"
					class="tab"
					aria-pressed=${String(key === current)}
					onClick=${() => onPick(key)}
				>
					${text}${(count ?? null) !== null && html` <span class="count">${number(count)}</span>`}
				</button>`,
		)}
	</div>`;
}

// How much of a whole; may go beyond it.
// coming: what may still become of the value, drawn paler behind it.
export function Bar({ value, coming = 0, max, tone = 'main', label }) {
	const part = max > 0 ? Math.min(1, value / max) : 0;
	const ahead = max > 0 ? Math.min(1 - part, coming / max) : 0;
	return html`<span
		class="bar"
		role="meter"
		aria-label=${label}
		aria-valuenow=${Math.min(value, max)}
		aria-valuemin="0"
		aria-valuemax=${max}
		aria-valuetext=${`${number(value)} of ${number(max)}`}
	>
		<i class=${`bar-value bar-${tone}`} style=${{ width: `${100 * part}%` }}></i>
		${ahead > 0 && html`<i class="bar-value bar-coming" style=${{ width: `${100 * ahead}%` }}></i>`}
	</span>`;
}

// A worker by number; the platform's own id only reaches those who may see it.
export function Worker({ worker, project }) {
	const { may } = useMe();
	if (!worker) return html`<span class="quiet">hidden</span>`;
	const name = `#${worker.id}`;
	const id = may('identity') && worker.platform_worker_id;
	const to = project && `/admin/p/${encodeURIComponent(project)}/workers/${worker.id}`;
	return html`<span class="worker">
		${to ? html`<${Link} to=${to}>${name}</${Link}>` : html`<span>${name}</span>`}
		${id && html` <bdi class="quiet worker-id">${id}</bdi>`}
	</span>`;
}

// A value to be taken elsewhere: shown whole, with a button that copies it.
// compact: as text, with a small button.
export function Copyable({ value, label = 'Value', compact }) {
	const [done, setDone] = useState(false);
	const field = useRef();
	useEffect(() => {
		if (!done) return undefined;
		const timer = setTimeout(() => setDone(false), 2000);
		return () => clearTimeout(timer);
	}, [done]);
	const copy = async () => {
		field.current?.select();
		try {
			await navigator.clipboard.writeText(value);
		} catch {
			document.execCommand('copy'); // pages without TLS have no clipboard
		}
		setDone(true);
	};
	const Icon = done ? CheckIcon : Copy;
	if (compact)
		return html`<span class="copy-text">
			<bdi>${value}</bdi>
			<${IconButton} label=${done ? 'Copied' : `Copy: ${label}`} icon=${Icon} size="16" onClick=${copy} />
		</span>`;
	return html`<span class="copyable">
		<input ref=${field} readonly value=${value} aria-label=${label} onFocus=${(e) => e.currentTarget.select()} />
		<${Button} kind="small" icon=${Icon} onClick=${copy}>${done ? 'Copied' : 'Copy'}</${Button}>
	</span>`;
}
