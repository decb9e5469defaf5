// How models do: the addresses of each taken together.

const ORDER = ['closed', 'half-open', 'open'];

/** @typedef {import('./api_types.d.ts').Answer<'get', '/models/health'>['models'][number]} AddressHealth */

// A model is as well as the best of its addresses; what they have done is added up.
/** @param {AddressHealth[]} list */
function together(list) {
	const best = [...list].sort(
		(a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state) || Number(a.last_failed) - Number(b.last_failed),
	)[0];
	/** @param {(h: AddressHealth) => number} of */
	const sum = (of) => list.reduce((all, h) => all + of(h), 0);
	const answers = sum((h) => h.requests - h.faults);
	return {
		...best,
		running: sum((h) => h.running),
		waiting: sum((h) => h.waiting),
		requests: sum((h) => h.requests),
		faults: sum((h) => h.faults),
		mean_ms: answers > 0 ? sum((h) => (h.mean_ms ?? 0) * (h.requests - h.faults)) / answers : null,
		down: list.filter((h) => h.state !== 'closed').map((h) => h.address),
	};
}

/** @param {AddressHealth[] | undefined} addresses */
export const modelsHealth = (addresses) =>
	[...new Set((addresses ?? []).map((h) => h.name))].map((name) => together((addresses ?? []).filter((h) => h.name === name)));
