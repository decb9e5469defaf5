// Keyboard shortcuts: pages register theirs while they are shown, and the help (?) lists what is there.
import { useLayoutEffect, useRef } from '../shared/html.js';

const groups = new Set();
let prefix = '';
let timer = 0;

const typing = (target) =>
	target instanceof Element &&
	target.closest('input:not([type=checkbox],[type=radio]), textarea, select, [contenteditable]');

// What was pressed: "j", "?", "Enter", after a prefix "g w".
function pressed(event) {
	const name = event.key === ' ' ? 'Space' : event.key;
	return prefix ? `${prefix} ${name}` : name;
}

function find(name) {
	for (const group of [...groups].reverse())
		for (const entry of group.current.entries) if (!entry.off && [entry.keys].flat().includes(name)) return entry;
	return null;
}

const isPrefix = (name) =>
	[...groups].some((g) => g.current.entries.some((e) => [e.keys].flat().some((k) => k.startsWith(`${name} `))));

window.addEventListener('keydown', (event) => {
	if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
	if (document.querySelector('dialog[open]')) return;
	const name = pressed(event);
	const entry = find(name);
	if (typing(event.target) && !entry?.always) return;
	prefix = '';
	clearTimeout(timer);
	if (entry) {
		event.preventDefault();
		entry.run(event);
	} else if (isPrefix(name)) {
		prefix = name;
		timer = setTimeout(() => (prefix = ''), 1200);
	}
});

// useKeys('Review', [{keys: ['j', 'ArrowDown'], text: 'next question', run}]). Letters are as typed ("J" needs Shift);
// "g w" is g, then w. off: true disables one; always: true works in text fields too. Later groups go first.
export function useKeys(title, entries) {
	const group = useRef({});
	group.current = { title, entries };
	// With what is shown, not after it is painted: a key pressed at once would be lost.
	useLayoutEffect(() => {
		groups.add(group);
		return () => groups.delete(group);
	}, []);
}

// [{title, entries}] of what works now, for the help; groups of the same title are one.
export function listKeys() {
	const byTitle = new Map();
	for (const { current } of groups)
		byTitle.set(current.title, [
			...(byTitle.get(current.title) ?? []),
			...current.entries.filter((e) => e.text && !e.off),
		]);
	return [...byTitle].map(([title, entries]) => ({ title, entries })).filter((g) => g.entries.length);
}
