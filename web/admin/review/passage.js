// A passage with marks. Any number of spans may lie over one another: each has a line of its own under the text, those
// in `current` are filled, and a small number stands where each begins.
import { html, useEffect, useMemo, useRef } from '../../shared/html.js';
import { cut, inLanes, placed } from './spans.js';

const LANES = 4;
const STEP = 4; // px from one line under the text to the next

// The lines under a piece of text as shadows: a shadow takes no room and breaks with the line. Each lies over the next,
// lower one, so a lane without a line is painted too.
function underlines(spans) {
	const own = spans.filter((s) => s.kind !== 'model');
	if (!own.length) return null;
	const last = Math.min(LANES - 1, Math.max(...own.map((s) => s.lane)));
	const lines = [];
	for (let lane = 0; lane <= last; lane++) {
		const span = own.find((s) => Math.min(s.lane, LANES - 1) === lane);
		const colour = span ? `var(--mark-${span.tone ?? 'human'})` : 'var(--card)';
		if (lane > 0) lines.push(`0 ${lane * STEP}px 0 var(--card)`);
		lines.push(`0 ${lane * STEP + 2}px 0 ${colour}`);
	}
	return { boxShadow: lines.join(', ') };
}

function Piece({ piece, current, onPick }) {
	const { spans, begins, text } = piece;
	if (!spans.length) return text;
	const on = spans.filter((s) => current.has(s.key));
	const kinds = new Set(on.map((s) => s.kind ?? 'human'));
	const classes = ['mark', ...[...kinds].map((kind) => `mark-${kind}`)];
	const models = spans.filter((s) => s.kind === 'model' && current.has(s.key));
	if (models.some((s) => s.start === piece.start)) classes.push('mark-model-start');
	if (models.some((s) => s.end === piece.end)) classes.push('mark-model-end');
	const target = spans.find((s) => !current.has(s.key) && s.kind !== 'model') ?? spans[0];
	const numbers = begins.filter((s) => s.number !== undefined);
	const isFirst = on.some((s) => s.start === piece.start && s.kind !== 'model');
	return html`<span
		class=${classes.join(' ')}
		style=${underlines(spans)}
		data-first=${isFirst ? 'yes' : null}
		onClick=${onPick && (() => !String(getSelection()) && onPick(target.key))}
	>
		${numbers.map((s) => html`<sup class=${`mark-number ${current.has(s.key) ? 'is-on' : ''}`} aria-hidden="true">${s.number}</sup>`)}${text}
	</span>`;
}

const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
export const gently = () => (still() ? 'auto' : 'smooth');

// Scrolls the text, never the page: what the reader looks at stays where it is.
function bringIn(box, mark) {
	if (!mark) return;
	const from = box.getBoundingClientRect();
	const at = mark.getBoundingClientRect();
	const room = Math.min(60, from.height / 4);
	if (at.top >= from.top + room && at.bottom <= from.bottom - room) return;
	box.scrollBy({ top: at.top - from.top - from.height / 3, behavior: gently() });
}

// marks: [{key, answer, kind: 'human' | 'model', tone?, number?}]; current: keys of those in the light. The text scrolls
// to the first of them whenever they change.
export function Passage({ passage, marks, current = [], onPick, level: Title = 'h2', children }) {
	const box = useRef();
	const key = current.join();
	const pieces = useMemo(() => cut(passage.text, inLanes(placed(passage.text, marks))), [passage, marks]);
	useEffect(() => bringIn(box.current, box.current.querySelector('[data-first]')), [key, passage]);
	const lit = new Set(current);
	const body = pieces.map((piece) => html`<${Piece} key=${piece.start} ...${{ piece, current: lit, onPick }} />`);
	return html`<div class="reading">
		<${Title} class="reading-title" dir="auto" title=${passage.title}>${passage.title}</${Title}>
		<div class="reading-text" ref=${box} dir="auto" tabindex="0" role="region" aria-label=${`Passage: ${passage.title}`}>
			${body}
		</div>
		${children}
	</div>`;
}
