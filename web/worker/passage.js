// The passage: read it, and mark the answer in it by mouse, touch or keyboard.
//
// The text is one text node that is never touched again; marks, handles and the keyboard's cursor are boxes laid
// under or over it. So the browser's own selection is never disturbed, and a screen reader hears whole sentences.
import { Button } from './button.js';
import { unitAt } from './geometry.js';
import { html, useEffect, useLayoutEffect, useRef } from '../shared/html.js';
import { at, Boxes, Handle, useBoxes } from './marks.js';
import { useKeys, usePointer } from './picking.js';
import { wordAt } from './spans.js';

// The two ends of the answer, to be dragged from word to word.
function Handles({ node, passage, answer, boxes, pointer, onMark }) {
	const move = (side, x, y) => {
		const unit = unitAt(node.current, x, y);
		if (unit === null) return;
		const word = passage.words[wordAt(passage, unit)];
		const span = { ...answer, [side]: word[side] };
		if (span.start < span.end) onMark(span);
	};
	const tapThrough = (event) => {
		const layer = event.currentTarget.parentElement;
		layer.style.visibility = 'hidden'; // the text is found by what is on top at that point
		pointer.tap(event);
		layer.style.visibility = '';
	};
	const handle = (side, box) =>
		html`<${Handle} side=${side} box=${box} onMove=${move} onTap=${tapThrough} onDone=${pointer.forget} />`;
	return html`<div class="layer layer-over" aria-hidden="true">
		${handle('start', boxes[0])} ${handle('end', boxes[boxes.length - 1])}
	</div>`;
}

// What the other mark is, unless `marks.other` says so.
const AI = { tag: 'AI', legend: 'the AI’s answer', none: 'the AI’s answer is not marked' };

// Below the text: what the marks mean, or what to do.
function Legend({ marks, model, waiting, answer, still, thinking, onLeave, leaveText = 'Write the question' }) {
	if (marks)
		return html`<p class="legend">
			<span><i class="swatch swatch-human"></i>your answer</span>
			${
				model.length
					? html`<span><i class="swatch swatch-model"></i>${(marks.other ?? AI).legend}</span>`
					: html`<span class="quiet">${(marks.other ?? AI).none}</span>`
			}
		</p>`;
	if (thinking) return html`<p class="legend"><span>The AI is reading …</span></p>`;
	if (still) return null;
	const text = waiting
		? 'First word marked. Tap the last word too, or leave it at one.'
		: answer
			? 'Drag the round handles to change it, or mark anew.'
			: 'Drag across the answer, or tap its first and its last word.';
	const go = html`<${Button} kind="button-small to-question" onPress=${onLeave}>${leaveText}</${Button}>`;
	return html`<div class="legend"><span>${text}</span> ${answer ? go : null}</div>`;
}

export function Passage({ id, title, passage, answer, marks, error, disabled, locked, thinking, ...on }) {
	const { onMark, onLeave, leaveText, announce } = on;
	const root = useRef();
	const text = useRef();
	const node = useRef(null);
	useLayoutEffect(() => {
		text.current.setAttribute('translate', 'no'); // as a property it would be taken for true
		node.current = text.current.firstChild;
	}, [passage]);
	const still = disabled || locked;
	const picking = { passage, node, answer, disabled: still, onMark, announce };
	const pointer = usePointer(picking);
	const keys = useKeys({ ...picking, onLeave });
	const spans = { human: marks ? marks.human : answer, model: marks?.model ?? null, cursor: keys.span };
	const { human = [], model = [], cursor = [] } = useBoxes(root, node, spans);
	const cursorBox = useRef();
	useEffect(() => {
		cursorBox.current?.scrollIntoView({ block: 'nearest' });
	}, [keys.span]);
	const cursorAt = cursor[0] && html`<div class="box box-cursor" style=${at(cursor[0])} ref=${cursorBox}></div>`;
	const hasHandles = answer && !marks && !still && !keys.span && human.length > 0;
	const press = (event) => {
		keys.stop();
		pointer.press(event);
	};
	const leave = () => {
		keys.stop();
		pointer.forget();
	};
	return html`<section class="card passage" aria-labelledby="${id}-title">
		<h2 id="${id}-title" class="passage-title" dir="auto">${title}</h2>
		${error ? html`<p class="wrong passage-error" aria-hidden="true">${error}</p>` : null}
		<div class="passage-frame" ref=${root}>
			<div class="layer" aria-hidden="true">
				<${Boxes} boxes=${human} kind="human" tag=${marks ? 'You' : null} />
				<${Boxes} boxes=${model} kind="model" tag=${(marks?.other ?? AI).tag} />
				${cursorAt}
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
				onPointerDown=${press}
				onClick=${pointer.tap}
				onKeyDown=${keys.onKeyDown}
				onFocus=${(event) => event.currentTarget.matches(':focus-visible') && keys.start()}
				onBlur=${leave}
			>
				${passage.text}
			</div>
			${hasHandles ? html`<${Handles} ...${{ node, passage, answer, boxes: human, pointer, onMark }} />` : null}
		</div>
		<p id="${id}-keys" class="sr">
			Arrow keys move from word to word, Shift with an arrow selects, Enter marks the answer, Escape clears it.
		</p>
		<${Legend} ...${{ marks, model, waiting: pointer.waiting, answer, still, thinking, onLeave, leaveText }} />
	</section>`;
}
