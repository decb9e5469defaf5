// How to validate: open on the first visit, then out of the way; and the list of keys by itself.
import { Button } from './button.js';
import { Dialog } from './dialog.js';
import { ADJUST_KEYS, Examples, How, KeyList, MOVE_KEYS } from './how.js';
import { html } from '../shared/html.js';

const GOOD = [
	['What disaster opened the ferry to travellers?', 'the storm of 1923', 'Nothing is missing, and no word too many.'],
	['What was on board in the first years?', 'mail and sheep', 'Both belong to the answer, so both are marked.'],
];
const BAD = [
	[
		'What disaster opened the ferry to travellers?',
		'after the storm of 1923, when the coast road was washed away',
		'Too long: the storm of 1923 says it all.',
	],
	['What disaster opened the ferry to travellers?', 'storm', 'Too short: which storm?'],
];
const NONE = [
	['Who was king when the ferry started?', 'The passage does not say. What you know from elsewhere does not count.'],
	['In which year did something change?', 'More than one right answer: 1911 and 1923.'],
	['What of the it first before?', 'Nobody can tell what is asked.'],
];
export const KEYS = [
	...MOVE_KEYS,
	[['Enter'], 'mark the word; again: on to the next question'],
	...ADJUST_KEYS,
	[['Ctrl', 'Enter'], 'next question (⌘ Enter on a Mac)'],
	[['Alt', '↓/↑'], 'the question after or before this one'],
	[['Alt', 'N'], 'it has no answer, or it has one after all'],
	[['Ctrl', '/'], 'this list of keys (⌘ / on a Mac)'],
];

function Rules() {
	return html`<div>
		<h3>The rules</h3>
		<ul class="how-rules">
			<li>Answer from the passage alone, not from what you know.</li>
			<li>Mark the shortest piece of text that fully answers.</li>
			<li>If the same words stand in several places, mark the place that the question is about.</li>
			<li>A slip in spelling is no matter: answer what is clearly meant.</li>
			<li>Take each question by itself. Some are meant to be tricky.</li>
			<li>Do not guess: if there is no answer, saying so is the right answer.</li>
		</ul>
		<p>
			Every answer is saved as you go, so you can leave and come back. You may change all of them until you hand in.
		</p>
		<h3>With the keyboard</h3>
		<${KeyList} keys=${KEYS} />
	</div>`;
}

export function ValidateHelp({ open, preview, onToggle, onStart }) {
	return html`<${How} title="How it works" open=${open} onToggle=${onToggle}>
		<ol class="how-steps">
			<li><strong>Read the question</strong>, then look for its answer in the passage.</li>
			<li><strong>Highlight the answer</strong>: the shortest piece of text that fully answers.</li>
			<li><strong>No answer?</strong> Then say so, and choose the reason. That happens, and is fine.</li>
		</ol>
		<div class="row">
			<${Button} kind="button-main" onPress=${onStart}>Got it${preview ? '' : ', let me start'}</${Button}>
		</div>
		<div class="how-columns">
			<${Rules} />
			<${Examples} groups=${[
				['good', 'Well marked', GOOD],
				['bad', 'Not so well', BAD],
				['', 'Without an answer', NONE],
			]} />
		</div>
	</${How}>`;
}

export function KeysDialog({ onClose }) {
	return html`<${Dialog} id="keys-title" title="Keyboard shortcuts" onClose=${onClose}>
		<${KeyList} keys=${KEYS} />
		<div class="row row-end"><${Button} kind="button-main" onPress=${onClose}>Close</${Button}></div>
	</${Dialog}>`;
}
