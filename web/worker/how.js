// The frame of the instructions, which open and close, and the examples and lists of keys in them.
import { html, useState } from '../shared/html.js';

const EXAMPLE = [
	'The Halvorsen ferry first crossed the fjord in 1911. It carried mail and sheep; passengers were let on board ',
	'only after ',
	html`<span class="how-answer">the storm of 1923</span>`,
	', when the coast road was washed away.',
];

// Open on the first visit; `note` is the preference that remembers.
export function useHow({ memory, note, preview, begun }) {
	const [open, setOpen] = useState(preview || (memory.preference(note) === null && !begun));
	const toggle = (wish) => {
		setOpen(wish);
		if (!wish) memory.prefer(note, '1');
	};
	const start = () => {
		toggle(false);
		requestAnimationFrame(() => document.getElementById('passage')?.focus());
	};
	return { open, toggle, start };
}

export function How({ title, open, onToggle, children }) {
	const toggled = (event) => event.currentTarget.open !== open && onToggle(event.currentTarget.open);
	return html`<details class="card how" open=${open} onToggle=${toggled}>
		<summary><h2>${title}</h2></summary>
		<div class="how-body">${children}</div>
	</details>`;
}

/** A short passage and questions about it, in groups: [class of the title, title, [[question, answer, why] or [question, why]]].
 * @param {{ groups: [string, string, string[][]][] }} props */
export function Examples({ groups }) {
	const answered = (answer) => html` <span class="how-arrow">answer: ${answer}</span>`;
	const row = ([question, ...rest]) => html`<li>
		<q>${question}</q>${rest.length > 1 ? answered(rest[0]) : null} <span class="quiet">${rest.at(-1)}</span>
	</li>`;
	const group = ([kind, title, rows]) => html`<h4 class=${kind || null}>${title}</h4>
		<ul class="how-examples">
			${rows.map(row)}
		</ul>`;
	return html`<div>
		<h3>For example</h3>
		<p class="how-passage">${EXAMPLE}</p>
		${groups.map(group)}
	</div>`;
}

// [[keys], what they do]
export function KeyList({ keys }) {
	return html`<dl class="how-keys">
		${keys.map(
			([names, what]) =>
				html`<div>
					<dt>${names.map((key) => html`<kbd>${key}</kbd> `)}</dt>
					<dd>${what}</dd>
				</div>`,
		)}
	</dl>`;
}

export const MOVE_KEYS = [
	[['←', '→', '↑', '↓'], 'in the passage: go from word to word'],
	[['Shift', 'arrow'], 'select several words'],
];
export const ADJUST_KEYS = [
	[['Alt', '←/→'], 'move the answer’s end by a letter; with Shift its start'],
	[['Esc'], 'clear the answer'],
];
