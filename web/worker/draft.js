// Drafts by assignment, in the box where the page remembers, and its preferences.
//
// What counts is stored by the server; a draft only saves typing, and carries the id of an attempt that may be
// under way so that sending it again cannot store it twice.
import { createPreferences, quietly } from '../shared/box.js';

const KEEP_MS = 14 * 24 * 3600 * 1000;

export function createMemory(box, now = () => Date.now()) {
	const keyOf = (project, assignment) => `beat:draft:${project}:${assignment}`;
	const read = (key) => quietly(() => JSON.parse(box.get(key)));
	return {
		...createPreferences(box),
		load: (project, assignment) => read(keyOf(project, assignment)),
		save: (project, assignment, draft) =>
			quietly(() => box.set(keyOf(project, assignment), JSON.stringify({ ...draft, at: now() }))),
		clear: (project, assignment) => quietly(() => box.remove(keyOf(project, assignment))),
		sweep: () =>
			quietly(() => {
				for (const key of box.keys().filter((k) => k.startsWith('beat:draft:')))
					if (!(now() - read(key)?.at < KEEP_MS)) box.remove(key);
			}),
	};
}
