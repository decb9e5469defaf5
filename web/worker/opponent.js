// Who the AI is and how strong, in a sentence for players.

// A model registered without a name is called after its address, which means nothing to a worker.
export const isName = (name) => Boolean(name) && !/[:/]/.test(name);

const listed = (names) => new Intl.ListFormat('en').format(names);

// Several AIs at once, and when they win.
function several({ names, rule }) {
	const who = names.every(isName) ? ` (${listed(names)})` : '';
	const win = rule === 'most' ? 'more than half of them find' : 'any of them finds';
	return `You play against ${names.length} AIs at once${who}. They win if ${win} your answer.`;
}

// opponent: {measured_on, measured_permille}, or null if it was not measured; of several AIs also their names and their
// rule. In tenths, which nobody takes for more exact than they are; at both ends it says no more than is true.
export function strength(opponent) {
	if (!opponent) return '';
	if (opponent.names) return several(opponent);
	const tenths = Math.round(opponent.measured_permille / 100);
	const share = tenths < 1 ? 'fewer than 1' : tenths > 9 ? 'more than 9' : tenths;
	return `This AI answers ${share} of 10 ${opponent.measured_on} questions.`;
}

// Whose answer is shown, where there are several.
export function answerer(opponent, model) {
	return opponent?.names && isName(model?.name) ? `AI “${model.name}”` : 'AI';
}
