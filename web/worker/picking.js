// How an answer is picked in the passage: two hooks, one for the keyboard and one for mouse and finger. Both only
// ever call onMark(span) with a span of whole words; moving an end by the letter is asked for explicitly.
import { useEffect, useRef, useState } from '../shared/html.js';
import { selectedSpan, unitAt, wordAtLineEnd, wordOnNextLine } from './geometry.js';
import { moveEdge, snapToWords, wordAt, wordRange } from './spans.js';

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
export function useKeys({ passage, node, answer, disabled, onMark, onLeave, announce }) {
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
		announce(`Answer marked: ${textOf(word)}. Press Enter again to go on.`);
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
export function usePointer({ passage, node, answer, disabled, onMark, announce }) {
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
		if (state.current.handled) {
			state.current.handled = false;
			return;
		}
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
			document.getSelection()?.removeAllRanges();
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
