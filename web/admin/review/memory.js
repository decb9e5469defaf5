// Drafts of reviews and small preferences, in this browser; the locks by which tabs keep out of each other's way.

const DRAFT = 'beat.review.';
const OLD_MS = 3 * 86400 * 1000;

export function createMemory(storage) {
	const attempt = (fn, otherwise = null) => {
		try {
			return fn();
		} catch {
			return otherwise; // storage is full or forbidden: drafts then live as long as the page
		}
	};
	const own = new Map();
	return {
		load: (id) => own.get(id) ?? attempt(() => JSON.parse(storage.getItem(DRAFT + id))),
		save(id, draft) {
			own.set(id, draft);
			attempt(() => storage.setItem(DRAFT + id, JSON.stringify({ ...draft, at: Date.now() })));
		},
		clear(id) {
			own.delete(id);
			attempt(() => storage.removeItem(DRAFT + id));
		},
		sweep(now = Date.now()) {
			attempt(() => {
				for (const key of Object.keys(storage))
					if (key.startsWith(DRAFT) && !(JSON.parse(storage.getItem(key))?.at > now - OLD_MS)) storage.removeItem(key);
			});
		},
	};
}

// take(id) is false when another tab holds it. Without locks in the browser (no TLS) nobody is kept out, and the server
// still lets only one of two tabs finish.
export function createLocks(manager) {
	const held = new Map();
	return {
		async take(id) {
			if (!manager || held.has(id)) return true;
			return new Promise((resolve) => {
				manager
					.request(`beat-review-${id}`, { ifAvailable: true }, (lock) => {
						resolve(lock !== null);
						return lock && new Promise((drop) => held.set(id, drop));
					})
					.catch(() => resolve(true));
			});
		},
		drop(id) {
			held.get(id)?.();
			held.delete(id);
		},
	};
}
