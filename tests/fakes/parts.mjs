// What several of the fakes share.

export const bearer = (headers) => headers.authorization?.match(/^Bearer (\S+)$/)?.[1];

export const object = (properties, required = Object.keys(properties)) => ({ type: 'object', properties, required, additionalProperties: false });
export const text = { type: 'string' };
export const anything = {};

// The place of an answer in code points; servers that do not find it say 0.
export function placed(passage, answer) {
	const start = [...passage.slice(0, Math.max(passage.indexOf(answer), 0))].length;
	return { start, end: start + [...answer].length };
}

// A language model's answer in the form that was asked for, else in plain words.
export const worded = (asked, answer) => (asked ? JSON.stringify({ answer }) : answer);

// What a language model is given to read: its last message, or the passage that is marked in it.
export function passageOf(messages) {
	const { content } = messages.at(-1);
	const said = typeof content === 'string' ? content : content.map((part) => part.text ?? '').join('');
	return said.match(/<passage>\n([\s\S]*)\n<\/passage>/)?.[1] ?? said;
}

export const events = (list) => ({ mime: 'text/event-stream', body: list.map(([name, data]) => `${name ? `event: ${name}\n` : ''}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`).join('') });
