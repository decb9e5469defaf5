// Where characters of the passage are on the screen, and which character a point is on.
// The passage is one text node that never changes, so a unit of the text is an offset into that node.

function caretAt(x, y) {
	if (document.caretPositionFromPoint) {
		const at = document.caretPositionFromPoint(x, y);
		return at && { node: at.offsetNode, offset: at.offset };
	}
	const range = document.caretRangeFromPoint?.(x, y);
	return range && { node: range.startContainer, offset: range.startOffset };
}

function rects(node, start, end) {
	const range = document.createRange();
	range.setStart(node, start);
	range.setEnd(node, end);
	return [...range.getClientRects()].filter((r) => r.width > 0 && r.height > 0);
}

// The unit whose character is at the point; null if the point is not on the text. The browser gives the nearest
// gap between characters, so on the right half of one it names the next.
export function unitAt(node, x, y) {
	const caret = caretAt(x, y);
	if (!caret || caret.node !== node) return null;
	const { offset } = caret;
	const onPrevious =
		offset > 0 &&
		rects(node, offset - 1, offset).some((r) => x >= r.left && x < r.right && y >= r.top && y < r.bottom);
	return onPrevious ? offset - 1 : Math.min(offset, node.length - 1);
}

// The span's pieces between white space: a box must not take in the space that hangs at a line's end.
function* inked(text, span) {
	for (const { 0: piece, index } of text.slice(span.start, span.end).matchAll(/\S+/g))
		yield [span.start + index, span.start + index + piece.length];
}

const sameLine = (a, b) => Math.abs(a.top + a.height / 2 - b.top - b.height / 2) < b.height / 2;

function join(a, b) {
	const left = Math.min(a.left, b.left);
	const top = Math.min(a.top, b.top);
	const width = Math.max(a.left + a.width, b.left + b.width) - left;
	return { left, top, width, height: Math.max(a.top + a.height, b.top + b.height) - top };
}

// One box per line that the span touches, relative to `origin`.
export function boxesOf(node, span, origin) {
	if (!span || span.end > node.length) return [];
	const base = origin.getBoundingClientRect();
	const boxes = [];
	for (const [start, end] of inked(node.data, span)) {
		for (const r of rects(node, start, end)) {
			const box = { left: r.left - base.left, top: r.top - base.top, width: r.width, height: r.height };
			const last = boxes.length - 1;
			if (last >= 0 && sameLine(boxes[last], box)) boxes[last] = join(boxes[last], box);
			else boxes.push(box);
		}
	}
	return boxes;
}

// The part of the user's own selection that lies in the node, as a span; null if there is none.
export function selectedSpan(node) {
	const selection = document.getSelection();
	if (!selection || selection.isCollapsed || !selection.rangeCount) return null;
	const range = selection.getRangeAt(0);
	if (!range.intersectsNode(node)) return null;
	const start = range.startContainer === node ? range.startOffset : 0;
	const end = range.endContainer === node ? range.endOffset : node.length;
	return start < end ? { start, end } : null;
}

// The word nearest to the middle of words[from] on the line above (-1) or below (1); `from` if there is no such line.
export function wordOnNextLine(node, words, from, direction) {
	const box = (i) => rects(node, words[i].start, words[i].end)[0];
	const home = box(from);
	const middle = home.left + home.width / 2;
	let best = from;
	let distance = Infinity;
	let line = null;
	for (let i = from + direction; words[i]; i += direction) {
		const r = box(i);
		if (!r || Math.abs(r.top - home.top) < home.height / 2) continue;
		line ??= r.top;
		if (Math.abs(r.top - line) > home.height / 2) break;
		const gap = Math.abs(r.left + r.width / 2 - middle);
		if (gap < distance) [best, distance] = [i, gap];
	}
	return best;
}

// The first (-1) or last (1) word on the line of words[from].
export function wordAtLineEnd(node, words, from, direction) {
	const top = (i) => rects(node, words[i].start, words[i].end)[0];
	const home = top(from);
	let best = from;
	for (let i = from + direction; words[i]; i += direction) {
		const r = top(i);
		if (r && Math.abs(r.top - home.top) > home.height / 2) break;
		best = i;
	}
	return best;
}
