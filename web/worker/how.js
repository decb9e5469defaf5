// The frame of the instructions, which open and close, and the lists of keys in them.
import { html, useState } from '../shared/html.js';

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
