// Where a page remembers, and its small preferences.
//
// In a frame of another site the browser may refuse localStorage, so each step degrades: localStorage, else the
// history entry's state (survives a reload of the frame, needs no permission), else this page's memory.

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

// A full or suddenly refused store must never stop the page.
export function quietly(fn) {
	try {
		return fn();
	} catch {
		return null;
	}
}

export const createPreferences = (box) => ({
	preference: (name) => quietly(() => box.get(`beat:${name}`)),
	prefer: (name, value) => quietly(() => box.set(`beat:${name}`, value)),
});
