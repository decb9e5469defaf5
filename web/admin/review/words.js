// The words of a review with the keys that pick them: tags say why a question is invalid, labels what it asks of a reader.
import { get } from '../api.js';
import { useLoad } from '../hooks.js';

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0', 'a', 'b', 'c', 'd', 'e'];

// "several_answers" as people write it.
export const spoken = (word) => word.replace('multi_', 'multi-').replaceAll('_', ' ');

const withKeys = (words) => words.map((entry, i) => ({ ...entry, key: KEYS[i], name: spoken(entry.word) }));

let asked = null;

// They never change while a page is open.
function load() {
	asked ??= get('/review-words').then(({ tags, labels }) => ({ tags: withKeys(tags), labels: withKeys(labels) }));
	asked.catch(() => (asked = null));
	return asked;
}

export const useWords = () => useLoad(load, []);
