// What stored evaluations say of each other, in numbers: pure functions.

const distinct = (list) => [...new Set(list)];

/** A table of scores: {sets, models: [{name, group}], score(model, set)}, NaN where none is known. */
export function tableOf(items, metric) {
	const sets = distinct(items.map((e) => e.benchmark));
	const groups = new Map(items.map((e) => [e.model, e.group]));
	const scores = new Map(items.map((e) => [JSON.stringify([e.model, e.benchmark]), e[metric]]));
	return {
		sets,
		models: [...groups].map(([name, group]) => ({ name, group })).sort((a, b) => (a.name < b.name ? -1 : 1)),
		score: (model, set) => scores.get(JSON.stringify([model, set])) ?? NaN,
	};
}

/** The models with a score on both sets. */
export function pairsOf(table, models, a, b) {
	return models
		.map(({ name, group }) => ({ name, group, x: table.score(name, a), y: table.score(name, b) }))
		.filter(({ x, y }) => !Number.isNaN(x) && !Number.isNaN(y));
}

const mean = (list) => list.reduce((sum, x) => sum + x, 0) / list.length;

/** The line of least squares, and Pearson's r; NaN where there is none. */
export function fitOf(pairs) {
	const [mx, my] = [mean(pairs.map((p) => p.x)), mean(pairs.map((p) => p.y))];
	const sum = (fn) => pairs.reduce((all, p) => all + fn(p.x - mx, p.y - my), 0);
	const [xx, xy, yy] = [sum((x) => x * x), sum((x, y) => x * y), sum((_, y) => y * y)];
	const common = { n: pairs.length, mx, xx };
	if (pairs.length < 2 || xx === 0) return { ...common, slope: NaN, intercept: NaN, r: NaN, r2: NaN, sd: NaN };
	const slope = xy / xx;
	const r = yy > 0 ? xy / Math.sqrt(xx * yy) : NaN;
	const sd = pairs.length > 2 ? Math.sqrt(Math.max(0, yy - slope * xy) / (pairs.length - 2)) : NaN;
	return { ...common, slope, intercept: my - slope * mx, r, r2: r * r, sd };
}

// How much of Student's t lies between -t and t: the finite sums that there are for whole degrees of freedom.
function withinT(t, df) {
	const angle = Math.atan(t / Math.sqrt(df));
	const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
	const odd = df % 2;
	let [term, sum] = [odd ? cos : 1, 0];
	for (let k = odd ? 3 : 2; k <= df; k += 2) {
		sum += term;
		term *= (cos * cos * (k - 1)) / k;
	}
	return odd ? (2 / Math.PI) * (angle + sin * sum) : sin * sum;
}

/** The t that 95 % lie within, by halving. */
export function studentT(df) {
	let [low, high] = [0, 13];
	for (let i = 0; i < 60; i++) {
		const middle = (low + high) / 2;
		if (withinT(middle, df) < 0.95) low = middle;
		else high = middle;
	}
	return (low + high) / 2;
}

/** What the line says at each x, and its 95 % band there: [{x, y, low, high}]; NaN where there is none. */
export function bandOf({ n, mx, xx, slope, intercept, sd }, xs) {
	const t = n > 2 ? studentT(n - 2) : NaN;
	return xs.map((x) => {
		const y = intercept + slope * x;
		const half = t * sd * Math.sqrt(1 / n + (x - mx) ** 2 / xx);
		return { x, y, low: y - half, high: y + half };
	});
}

/** Kendall's tau-b: pairs of models in the same order less those in the other, ties taken out of the count. */
export function tauOf(pairs) {
	let [same, tiesX, tiesY, all] = [0, 0, 0, 0];
	for (let i = 0; i < pairs.length; i++)
		for (let k = i + 1; k < pairs.length; k++) {
			const x = Math.sign(pairs[i].x - pairs[k].x);
			const y = Math.sign(pairs[i].y - pairs[k].y);
			all++;
			same += x * y;
			tiesX += x === 0 ? 1 : 0;
			tiesY += y === 0 ? 1 : 0;
		}
	const whole = Math.sqrt((all - tiesX) * (all - tiesY));
	return whole > 0 ? same / whole : NaN;
}
