// The words of a review with the keys that pick them: tags say why a question is invalid, labels what it asks of a reader.
import { get } from '../api.js';
import { useLoad } from '../hooks.js';

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0', 'a', 'b', 'c', 'd', 'e'];

// "several_answers" as people write it.
export const spoken = (word) => word.replace('multi_', 'multi-').replaceAll('_', ' ');

// Why a validator gave no answer, as the validator's page says it.
const REASONS = {
	no_answer: 'the passage does not say',
	several_answers: 'there is more than one right answer',
	unclear: 'it is not clear what is asked',
	broken: 'not a question, or not in the language of the passage',
	other: 'something else',
};
export const voteReason = (word) => REASONS[word] ?? spoken(word ?? 'no reason');

// What a worker sent after a hint.
const MARKS = {
	near: ['near-repeat', 'Much like an earlier question on this passage; sent all the same after a hint.'],
	copied: ['copied words', 'Many words in a row from the passage; sent all the same after a hint.'],
	short: ['very short', 'Hardly a whole question; sent all the same after a hint.'],
};
export const markWords = (mark) => MARKS[mark] ?? [mark, ''];

const withKeys = (words) => words.map((entry, i) => ({ ...entry, key: KEYS[i], name: spoken(entry.word) }));

let asked = null;

// They never change while a page is open.
function load() {
	asked ??= get('/review-words').then(({ tags, labels }) => ({ tags: withKeys(tags), labels: withKeys(labels) }));
	asked.catch(() => (asked = null));
	return asked;
}

export const useWords = () => useLoad(load, []);
