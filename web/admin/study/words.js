// What a study says in numbers, for tables and charts: pure functions.
export const LABELS_MAX = 3;

// One label more or less; a fourth is not taken.
export function toggled(labels, word) {
	if (labels.includes(word)) return labels.filter((l) => l !== word);
	return labels.length < LABELS_MAX ? [...labels, word] : labels;
}

// A row a label (and one for none): its share of the decided questions of each dataset.
export function shares(study) {
	const names = new Map(study.words.map((w) => [w.word, w.name]));
	const row = (name, of) => ({
		name,
		...Object.fromEntries(study.datasets.flatMap((d, i) => {
			const { k, n, rate, low, high } = of(d);
			return [[`share${i}`, rate], [`low${i}`, low], [`high${i}`, high], [`k${i}`, k], [`n${i}`, n]];
		})),
	});
	return [
		...study.words.map((w, place) => row(names.get(w.word), (d) => d.labels[place].share)),
		row('None of them', (d) => d.none),
	];
}

// The letter that stands for a label: a to m.
export const letter = (place) => String.fromCharCode(97 + place);

// A text with its part in [brackets] marked.
export function marked(text) {
	const [before, rest = ''] = text.split('[');
	const [inside, after = ''] = rest.split(']');
	return { before, inside, after };
}

// The passage in three pieces, by code points.
export function pieces({ passage, answer, answer_start: start }) {
	if (start === null) return { before: passage, inside: '', after: '' };
	const points = [...passage];
	const end = start + [...answer].length;
	return { before: points.slice(0, start).join(''), inside: points.slice(start, end).join(''), after: points.slice(end).join('') };
}
