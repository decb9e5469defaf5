// Where the page remembers: drafts by assignment, and two small preferences.
//
// In a frame of another site the browser may refuse localStorage, so each step degrades: localStorage, else the
// history entry's state (survives a reload of the frame, needs no permission), else this page's memory.
// What counts is stored by the server; a draft only saves typing, and carries the id of an attempt that may be
// under way so that sending it again cannot store it twice.

const KEEP_MS = 14 * 24 * 3600 * 1000;

function localBox(storage) {
	storage.setItem('beat:probe', '1');
	storage.removeItem('beat:probe');
	return {
		get: (key) => storage.getItem(key),
		set: (key, value) => storage.setItem(key, value),
		remove: (key) => storage.removeItem(key),
		keys: () => Object.keys(storage),
	};
}

function historyBox(history) {
	const all = () => history.state?.beat ?? {};
	const put = (values) => history.replaceState({ ...history.state, beat: values }, '');
	put(all());
	return {
		get: (key) => all()[key] ?? null,
		set: (key, value) => put({ ...all(), [key]: value }),
		remove: (key) => {
			const { [key]: _, ...rest } = all();
			put(rest);
		},
		keys: () => Object.keys(all()),
	};
}

function memoryBox() {
	const values = new Map();
	return {
		get: (key) => values.get(key) ?? null,
		set: (key, value) => void values.set(key, value),
		remove: (key) => void values.delete(key),
		keys: () => [...values.keys()],
	};
}

// The first kind that works. Merely touching window.localStorage may throw, hence the functions.
export function openBox(window) {
	for (const make of [() => localBox(window.localStorage), () => historyBox(window.history)]) {
		try {
			return make();
		} catch {
			// refused here: the next kind
		}
	}
	return memoryBox();
}

// A full or suddenly refused store must never stop the game.
function quietly(fn) {
	try {
		return fn();
	} catch {
		return null;
	}
}

export function createMemory(box, now = () => Date.now()) {
	const keyOf = (project, assignment) => `beat:draft:${project}:${assignment}`;
	const read = (key) => quietly(() => JSON.parse(box.get(key)));
	return {
		load: (project, assignment) => read(keyOf(project, assignment)),
		save: (project, assignment, draft) =>
			quietly(() => box.set(keyOf(project, assignment), JSON.stringify({ ...draft, at: now() }))),
		clear: (project, assignment) => quietly(() => box.remove(keyOf(project, assignment))),
		sweep: () =>
			quietly(() => {
				for (const key of box.keys().filter((k) => k.startsWith('beat:draft:')))
					if (!(now() - read(key)?.at < KEEP_MS)) box.remove(key);
			}),
		preference: (name) => quietly(() => box.get(`beat:${name}`)),
		prefer: (name, value) => quietly(() => box.set(`beat:${name}`, value)),
	};
}
