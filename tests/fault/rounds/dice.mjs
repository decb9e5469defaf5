// Dice that fall the same way for the same seed (mulberry32: small, and good enough for dice).
export function dice(seed) {
	let a = seed >>> 0;
	const next = () => {
		a = (a + 0x6d2b79f5) >>> 0;
		let t = Math.imul(a ^ (a >>> 15), a | 1);
		t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
		return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
	};
	const below = (n) => Math.floor(next() * n);
	return { chance: (p) => next() < p, below, pick: (list) => list[below(list.length)] };
}

// The list in an order by the dice, again and again: each entry comes once before any comes twice.
export function bag(list, d) {
	let left = [];
	return () => {
		if (left.length === 0) left = [...list];
		return left.splice(d.below(left.length), 1)[0];
	};
}
