// The passage: read it, and mark the answer in it by mouse, touch or keyboard.
//
// The text is one text node that is never touched again; marks, handles and the keyboard's cursor are boxes laid
// under or over it. So the browser's own selection is never disturbed, and a screen reader hears whole sentences.
// Picking with a pointer: drag, or tap the first word and then the last. A span is snapped to words; the composer's
// buttons and the keyboard adjust it by the character.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { html } from './html.js';
import { boxesOf, selectedSpan, unitAt, wordAtLineEnd, wordOnNextLine } from './geometry.js';
import { moveEdge, snapToWords, wordAt, wordRange } from './spans.js';

const HANDLE_LIFT = 22; // px between the finger on a handle and the text it means
const SLOP = 4; // px a finger may tremble in a tap

const at = (box) => ({ left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px` });

const NARROW = 60; // px: two name tags above one box would meet

// `tag` names the mark: yours above its beginning, the AI's above its end.
function Boxes({ boxes, kind, tag }) {
	const tagged = kind === 'human' ? 0 : boxes.length - 1;
	return boxes.map(
		(box, i) => html`<div class=${`box box-${kind} ${box.width < NARROW ? 'box-narrow' : ''}`} style=${at(box)}>
			${tag && i === tagged ? html`<span class="box-tag">${tag}</span>` : null}
		</div>`,
	);
}

// Draggable ends of the answer. The keyboard has its own way, so they are hidden from it. A handle lies over the
// next line of text: touched without being dragged, it passes the tap on to the word below.
function Handle({ side, box, onMove, onTap, onDone }) {
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

// The boxes of all spans, measured again when a span or the layout changes.
function useBoxes(root, node, spans) {
	const [boxes, setBoxes] = useState({});
	const measure = () => {
		if (!node.current || !root.current) return;
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

function targetOfKey(event, { node, passage, cursor }) {
	const last = passage.words.length - 1;
	const whole = event.ctrlKey || event.metaKey;
	switch (event.key) {
		case 'ArrowLeft':
			return Math.max(0, cursor - 1);
		case 'ArrowRight':
			return Math.min(last, cursor + 1);
		case 'ArrowUp':
			return wordOnNextLine(node, passage.words, cursor, -1);
		case 'ArrowDown':
			return wordOnNextLine(node, passage.words, cursor, 1);
		case 'Home':
			return whole ? 0 : wordAtLineEnd(node, passage.words, cursor, -1);
		case 'End':
			return whole ? last : wordAtLineEnd(node, passage.words, cursor, 1);
		default:
			return null;
	}
}

// Everything the keyboard does; returns the handler and the cursor's span (null while it is not in use).
function useKeys({ passage, node, answer, disabled, onMark, onLeave, announce }) {
	const [inUse, setInUse] = useState(false);
	const [cursor, setCursor] = useState(0);
	const anchor = useRef(0);
	const textOf = (span) => passage.text.slice(span.start, span.end);

	const goTo = (target, extend) => {
		if (extend) {
			const span = wordRange(passage, anchor.current, target);
			onMark(span);
			announce(`Selected: ${textOf(span)}`);
		} else {
			anchor.current = target;
			announce(textOf(passage.words[target]));
		}
		setCursor(target);
	};
	const adjust = (side, by) => {
		const span = moveEdge(passage, answer, side, by);
		onMark(span);
		announce(`Selected: ${textOf(span)}`);
	};
	const confirm = () => {
		const word = passage.words[cursor];
		if (answer && word.start < answer.end && word.end > answer.start) return onLeave();
		anchor.current = cursor;
		onMark(word);
		announce(`Answer marked: ${textOf(word)}. Press Enter again to write the question.`);
	};
	const onKeyDown = (event) => {
		if (disabled || !passage.words.length || event.isComposing) return;
		const sideways = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
		const target = targetOfKey(event, { node: node.current, passage, cursor });
		if (sideways && (event.altKey || event.ctrlKey || event.metaKey)) {
			if (answer) adjust(event.shiftKey ? 'start' : 'end', sideways);
		} else if (target !== null) {
			goTo(target, event.shiftKey);
		} else if ((event.key === 'Enter' || event.key === ' ') && !event.ctrlKey && !event.metaKey) {
			confirm();
		} else if (event.key === 'Escape' && answer) {
			onMark(null);
			announce('Answer cleared.');
		} else {
			return;
		}
		setInUse(true);
		event.preventDefault();
	};
	const start = () => {
		const from = answer ? wordAt(passage, answer.start) : cursor;
		setCursor(Math.max(0, from));
		anchor.current = Math.max(0, from);
		setInUse(true);
	};
	const span = inUse && !disabled && passage.words[cursor] ? passage.words[cursor] : null;
	return { onKeyDown, start, stop: () => setInUse(false), span };
}

// Dragging, tapping and the browser's own selection.
function usePointer({ passage, node, answer, disabled, onMark, announce }) {
	const [first, setFirst] = useState(null); // word tapped first, waiting for the last
	const state = useRef({ down: false, handled: false, touch: false });
	const settle = (span) => {
		setFirst(null);
		onMark(span);
		if (span) announce(`Answer marked: ${passage.text.slice(span.start, span.end)}`);
	};
	const takeSelection = () => {
		const own = selectedSpan(node.current);
		const span = own && snapToWords(passage, own);
		if (span) settle(span);
		return span !== null;
	};
	const tap = (event) => {
		if (disabled) return;
		if (state.current.handled) return void (state.current.handled = false);
		const unit = unitAt(node.current, event.clientX, event.clientY);
		const word = unit === null ? -1 : wordAt(passage, unit);
		if (word < 0) return;
		const from = first ?? (event.shiftKey && answer ? wordAt(passage, answer.start) : null);
		const span = wordRange(passage, from ?? word, word);
		onMark(span);
		setFirst(from === null ? word : null);
		announce(`${from === null ? 'First word' : 'Answer marked'}: ${passage.text.slice(span.start, span.end)}`);
	};

	const latest = useRef();
	latest.current = { takeSelection, disabled };
	useEffect(() => {
		const onMouseUp = () => {
			const { down, touch } = state.current;
			state.current.down = false;
			if (!down || touch || latest.current.disabled) return;
			state.current.handled = latest.current.takeSelection();
			if (!state.current.handled) return;
			document.getSelection().removeAllRanges();
			// the click that belongs to this drag comes at once, or (ended outside) not at all
			setTimeout(() => (state.current.handled = false));
		};
		// a long press selects natively: the answer follows the system's own handles
		const onSelection = () => {
			if (state.current.touch && !latest.current.disabled) latest.current.takeSelection();
		};
		document.addEventListener('mouseup', onMouseUp);
		document.addEventListener('selectionchange', onSelection);
		return () => {
			document.removeEventListener('mouseup', onMouseUp);
			document.removeEventListener('selectionchange', onSelection);
		};
	}, []);
	return {
		tap,
		waiting: first !== null,
		forget: () => setFirst(null),
		press: (event) => {
			state.current.down = true;
			state.current.touch = event.pointerType === 'touch';
			if (event.shiftKey && answer) document.getSelection()?.removeAllRanges();
		},
	};
}

export function Passage({ id, title, passage, answer, marks, error, disabled, locked, onMark, onLeave, announce }) {
	const root = useRef();
	const text = useRef();
	const node = useRef(null);
	useLayoutEffect(() => {
		node.current = text.current.firstChild;
	}, [passage]);
	const still = disabled || locked;
	const pointer = usePointer({ passage, node, answer, disabled: still, onMark, announce });
	const keys = useKeys({ passage, node, answer, disabled: still, onMark, onLeave, announce });
	const boxes = useBoxes(root, node, { human: marks ? marks.human : answer, model: marks?.model ?? null, cursor: keys.span });
	const cursorBox = useRef();
	useEffect(() => {
		cursorBox.current?.scrollIntoView({ block: 'nearest' });
	}, [keys.span]);

	const moveHandle = (side, x, y) => {
		const unit = unitAt(node.current, x, y);
		if (unit === null) return;
		const word = passage.words[wordAt(passage, unit)];
		const span = side === 'start' ? { start: word.start, end: answer.end } : { start: answer.start, end: word.end };
		if (span.start < span.end) onMark(span);
	};
	const tapThrough = (event) => {
		const over = event.currentTarget.parentElement;
		over.style.visibility = 'hidden'; // the text is found by what is on top at that point
		pointer.tap(event);
		over.style.visibility = '';
	};
	const human = boxes.human ?? [];
	const model = boxes.model ?? [];
	const cursor = boxes.cursor?.[0];
	const hasHandles = !marks && !still && answer && human.length > 0 && !keys.span;
	return html`<section class="card passage" aria-labelledby="${id}-title">
		<h2 id="${id}-title" class="passage-title" dir="auto">${title}</h2>
		${error ? html`<p class="wrong passage-error" aria-hidden="true">${error}</p>` : null}
		<div class="passage-frame" ref=${root}>
			<div class="layer" aria-hidden="true">
				<${Boxes} boxes=${human} kind="human" tag=${marks ? 'You' : null} />
				<${Boxes} boxes=${model} kind="model" tag="AI" />
				${cursor ? html`<div class="box box-cursor" style=${at(cursor)} ref=${cursorBox}></div>` : null}
			</div>
			<div
				id=${id}
				ref=${text}
				class="passage-text"
				role="textbox"
				aria-readonly="true"
				aria-multiline="true"
				aria-label=${`Passage: ${title}`}
				aria-describedby="${id}-keys"
				aria-disabled=${disabled ? 'true' : null}
				tabindex="0"
				dir="auto"
				translate="no"
				onPointerDown=${(e) => {
					keys.stop();
					pointer.press(e);
				}}
				onClick=${pointer.tap}
				onKeyDown=${keys.onKeyDown}
				onFocus=${(e) => e.currentTarget.matches(':focus-visible') && keys.start()}
				onBlur=${() => {
					keys.stop();
					pointer.forget();
				}}
			>
				${passage.text}
			</div>
			${hasHandles
				? html`<div class="layer layer-over" aria-hidden="true">
						<${Handle} side="start" box=${human[0]} onMove=${moveHandle} onTap=${tapThrough} onDone=${pointer.forget} />
						<${Handle} side="end" box=${human[human.length - 1]} onMove=${moveHandle} onTap=${tapThrough} onDone=${pointer.forget} />
					</div>`
				: null}
		</div>
		<p id="${id}-keys" class="sr">
			Arrow keys move from word to word, Shift with an arrow selects, Enter marks the answer, Escape clears it.
		</p>
		<${Legend} marks=${marks} model=${model} waiting=${pointer.waiting} answer=${answer} still=${still} />
	</section>`;
}

function Legend({ marks, model, waiting, answer, still }) {
	if (marks)
		return html`<p class="legend">
			<span><i class="swatch swatch-human"></i>your answer</span>
			${model.length
				? html`<span><i class="swatch swatch-model"></i>the AI’s answer</span>`
				: html`<span class="quiet">the AI’s answer is not marked</span>`}
		</p>`;
	if (still) return null;
	if (waiting)
		return html`<p class="legend"><span>First word marked. Tap the last word too, or leave it at one.</span></p>`;
	return html`<p class="legend">
		<span>${answer ? 'Drag the round handles to change it, or mark anew.' : 'Drag across the answer, or tap its first and its last word.'}</span>
	</p>`;
}
