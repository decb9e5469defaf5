// How strong the AI is, in a sentence for players.

// opponent: {measured_on, measured_permille}, or null if it was not measured. In tenths, which nobody takes for more
// exact than they are; at both ends it says no more than is true.
export function strength(opponent) {
	if (!opponent) return '';
	const tenths = Math.round(opponent.measured_permille / 100);
	const share = tenths < 1 ? 'fewer than 1' : tenths > 9 ? 'more than 9' : tenths;
	return `This AI answers ${share} of 10 ${opponent.measured_on} questions.`;
}
