// The word overlap in plain words. The server alone decides; this only explains what it decided, so whenever
// our own reading of the two answers does not give the server's counts, the counts are shown without the words.

const PUNCTUATION = /[!-/:-@[-`{-~]/g;
const ARTICLE = /(?<![\p{L}\p{N}_])(?:an?|the)(?![\p{L}\p{N}_])/gu;
const SPACES = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/u;

// The words that count: lower case, without ASCII punctuation and articles.
export function countedWords(text) {
	return text.toLowerCase().replace(PUNCTUATION, '').replace(ARTICLE, ' ').split(SPACES).filter(Boolean);
}

export function sharedWords(a, b) {
	const left = countedWords(b);
	return countedWords(a).filter((word) => {
		const at = left.indexOf(word);
		if (at >= 0) left.splice(at, 1);
		return at >= 0;
	});
}

// Per cent with at most one decimal: 40 stays 40 %, a hair above it does not.
export function percent(value) {
	const rounded = Math.round(value * 10) / 10;
	return `${Number.isInteger(rounded) ? rounded : rounded.toFixed(1)}\u00a0%`;
}

export function overlapPercent({ shared, model_tokens: model, human_tokens: human }) {
	return model + human ? (200 * shared) / (model + human) : 0;
}

const words = (n) => (n === 1 ? '1 word' : `${n} words`);

// How the overlap comes about, in a sentence that adds up.
function sumOf({ shared, model_tokens: model, human_tokens: human }, value) {
	const both = `Your answer has ${words(human)} that ${human === 1 ? 'counts' : 'count'}, the AI’s has ${model}`;
	if (!shared) return `${both}, and they have none in common: ${value} overlap.`;
	const same = `${shared} ${shared === 1 ? 'is' : 'are'} the same`;
	return `${both}; ${same}. Counted on both sides that is ${2 * shared} of ${human + model} words: ${value} overlap.`;
}

// {sum, rule, shared}: how the overlap comes about, what it means, and the words in common.
export function explain({ f1, answer, model, verdict }, thresholdPermille) {
	const limit = percent(thresholdPermille / 10);
	const common = sharedWords(answer.text, model.answer ?? '');
	const rule =
		verdict === 'model'
			? `More than ${limit} overlap counts as the same answer, so this one goes to the AI.`
			: `Up to ${limit} overlap counts as a different answer, so this one is yours.`;
	return { sum: sumOf(f1, percent(overlapPercent(f1))), rule, shared: common.length === f1.shared ? common : [] };
}
