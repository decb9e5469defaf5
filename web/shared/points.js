// Places in a text: the DOM counts UTF-16 units, the API Unicode code points. toAnswer() and fromAnswer() are the only
// two doors between them.

export function toPoints(text, unit) {
	let points = 0;
	for (let i = 0; i < unit; points++) i += text.codePointAt(i) > 0xffff ? 2 : 1;
	return points;
}

export function toUnits(text, point) {
	let unit = 0;
	for (let i = 0; i < point && unit < text.length; i++) unit += text.codePointAt(unit) > 0xffff ? 2 : 1;
	return unit;
}

// What the server wants: code points, and the text they slice to.
export function toAnswer(text, span) {
	const start = toPoints(text, span.start);
	const slice = text.slice(span.start, span.end);
	return { start, end: start + toPoints(slice, slice.length), text: slice };
}

// Where an answer of the server lies in the text, or null if it lies nowhere.
export function fromAnswer(text, answer) {
	if (!answer || !Number.isInteger(answer.start) || !Number.isInteger(answer.end) || answer.start < 0) return null;
	const start = toUnits(text, answer.start);
	const end = toUnits(text, answer.end);
	if (start >= end || toPoints(text, end) !== answer.end) return null;
	const said = answer.text ?? answer.answer;
	return said === undefined || said === text.slice(start, end) ? { start, end } : null;
}
