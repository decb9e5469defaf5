// What lies under and over the passage's text: marks of answers, the keyboard's cursor, handles. Nothing here
// touches the text itself; boxes are measured from it and placed by its side.
import { boxesOf } from './geometry.js';
import { html, useEffect, useLayoutEffect, useRef, useState } from '../shared/html.js';

const HANDLE_LIFT = 22; // px between the finger on a handle and the text it means
const SLOP = 4; // px a finger may tremble in a tap

// A measured box as a style.
export const at = (box) => ({
	left: `${box.left}px`,
	top: `${box.top}px`,
	width: `${box.width}px`,
	height: `${box.height}px`,
});

const NARROW = 60; // px: two name tags above one box would meet

// `tag` names the mark: yours above its beginning, the AI's above its end.
export function Boxes({ boxes, kind, tag }) {
	const tagged = kind === 'human' ? 0 : boxes.length - 1;
	return boxes.map(
		(box, i) => html`<div class=${`box box-${kind} ${box.width < NARROW ? 'box-narrow' : ''}`} style=${at(box)}>
			${tag && i === tagged ? html`<span class="box-tag">${tag}</span>` : null}
		</div>`,
	);
}

// Draggable ends of the answer. The keyboard has its own way, so they are hidden from it. A handle lies over the
// next line of text: touched without being dragged, it passes the tap on to the word below.
export function Handle({ side, box, onMove, onTap, onDone }) {
	const x = side === 'start' ? box.left : box.left + box.width;
	const drag = useRef(null); // null, or {x, y, moved}
	const move = (e) => {
		const from = drag.current;
		if (!from) return;
		from.moved ||= Math.hypot(e.clientX - from.x, e.clientY - from.y) > SLOP;
		if (from.moved) onMove(side, e.clientX, e.clientY - HANDLE_LIFT);
	};
	const end = (e) => {
		const from = drag.current;
		drag.current = null;
		if (from?.moved) onDone();
		else if (from && e.type === 'pointerup') onTap(e);
	};
	return html`<div
		class=${`handle handle-${side}`}
		style=${{ left: `${x}px`, top: `${box.top + box.height}px` }}
		onPointerDown=${(e) => {
			drag.current = { x: e.clientX, y: e.clientY, moved: false };
			e.currentTarget.setPointerCapture?.(e.pointerId);
			e.preventDefault();
		}}
		onPointerMove=${move}
		onPointerUp=${end}
		onPointerCancel=${end}
	></div>`;
}

/** @typedef {ReturnType<typeof boxesOf>[number]} Box */

// The boxes of all spans, measured again when a span or the layout changes.
export function useBoxes(root, node, spans) {
	const [boxes, setBoxes] = useState(/** @type {Record<string, Box[]>} */ ({}));
	const measure = () => {
		if (!node.current || !root.current) return;
		/** @type {Record<string, Box[]>} */
		const measured = {};
		for (const [name, span] of Object.entries(spans)) measured[name] = boxesOf(node.current, span, root.current);
		setBoxes(measured);
	};
	useLayoutEffect(measure, [JSON.stringify(spans)]);
	const latest = useRef();
	latest.current = measure;
	useEffect(() => {
		const observer = new ResizeObserver(() => latest.current());
		observer.observe(root.current);
		document.fonts?.ready.then(() => latest.current());
		return () => observer.disconnect();
	}, []);
	return boxes;
}
