// The gentle checks before a question is sent. Errors stop the sending; hints do not.
import { countedWords } from './overlap.js';

export const MAX_QUESTION = 1000; // characters (code points), the server's limit
const LONG_ANSWER = 25; // words

export const tidy = (question) => question.trim().replace(/\s+/g, ' ');
export const length = (text) => [...text].length;

const tooLong = (over) =>
	`This is ${over === 1 ? '1 character' : `${over} characters`} too long: at most ${MAX_QUESTION}, please.`;

// {question?, answer?}: sentences next to the field.
export function errorsOf(question, answerText) {
	const errors = {};
	const asked = tidy(question);
	if (!answerText) errors.answer = 'Highlight the answer in the passage first.';
	else if (!countedWords(answerText).length)
		errors.answer = 'This holds no word that counts: articles and punctuation alone are no answer.';
	if (!countedWords(asked).length) errors.question = 'Write a question for your answer.';
	else if (length(asked) > MAX_QUESTION) errors.question = tooLong(length(asked) - MAX_QUESTION);
	return errors;
}

// One friendly remark, or null.
export function hintOf(question, answerText) {
	const asked = countedWords(question);
	const answer = answerText ? countedWords(answerText) : [];
	if (answer.length > LONG_ANSWER) return 'That is a long answer. The shortest piece that fully answers is best.';
	const gist = ` ${asked.join(' ')} `;
	if (answer.length && asked.length > 1 && gist.includes(` ${answer.join(' ')} `))
		return 'Your question contains the answer itself.';
	return null;
}
