// How to play: open on the first visit, then out of the way.
import { Button } from './button.js';
import { ADJUST_KEYS, Examples, How, KeyList, MOVE_KEYS } from './how.js';
import { html } from '../shared/html.js';
import { strength } from './opponent.js';
import { percent } from './overlap.js';

const GOOD = [
	['What disaster opened the ferry to travellers?', 'the storm of 1923', 'Own words, and two facts to be joined.'],
	['Which of the first loads was not alive?', 'mail', 'Easy for a reader who knows what sheep are.'],
];
const BAD = [
	[
		'When did the Halvorsen ferry first cross the fjord?',
		'Copies the sentence: allowed, but the AI finds 1911 at once.',
	],
	['What did the ferry carry?', 'Two right answers: mail, and sheep.'],
	['How many years passed before people could ride?', 'The answer (twelve) does not stand in the passage.'],
	['Who was king when the ferry started?', 'Needs knowledge from outside the passage.'],
	['Wat yeer did teh bote strat?', 'Typing errors to confuse the AI are not fair play.'],
	['What is the third word of the second sentence?', 'About the letters, not about what the text says.'],
];
const KEYS = [
	...MOVE_KEYS,
	[['Enter'], 'mark the word; again: on to the question'],
	...ADJUST_KEYS,
	[['Ctrl', 'Enter'], 'ask the AI (⌘ Enter on a Mac)'],
];

function Rules({ wanted, threshold }) {
	const limit = percent(threshold / 10);
	const ideal = wanted > 3 ? 'At least three is ideal, but after' : 'After';
	return html`<div>
		<h3>Who wins</h3>
		<p>
			The AI wins if its answer and yours overlap by more than ${limit} of their words: “New York” and “New York
			City” share two words, which is ${percent(80)}. Otherwise you win and the question counts.
		</p>
		<p>
			Win up to ${wanted} on this passage. ${ideal} one win you may finish whenever you like. A lost question
			costs nothing: change it, or ask another.
		</p>
		<h3>The rules</h3>
		<ul class="how-rules">
			<li>Exactly one right answer, and it stands in the passage.</li>
			<li>A careful reader can answer from the passage alone.</li>
			<li>Plain, correct language; no tricks with spelling, letters or word order.</li>
			<li>Mark the shortest piece of text that fully answers.</li>
		</ul>
		<h3>Playing with the keyboard</h3>
		<${KeyList} keys=${KEYS} />
	</div>`;
}

export function Instructions({ open, preview, wanted, threshold, opponent, onToggle, onStart }) {
	return html`<${How} title="How to play" open=${open} onToggle=${onToggle}>
		<ol class="how-steps">
			<li><strong>Highlight an answer</strong> in the passage: a name, a number, a few words.</li>
			<li><strong>Write a question</strong> that this answer, and only this one, fits.</li>
			<li>
				<strong>The AI tries to answer</strong> from the passage. It never sees your answer. If it misses,
				you win. ${strength(opponent)}
			</li>
		</ol>
		<div class="row">
			<${Button} kind="button-main" onPress=${onStart}>Got it${preview ? '' : ', let me play'}</${Button}>
		</div>
		<div class="how-columns">
			<${Rules} wanted=${wanted} threshold=${threshold} />
			<${Examples} groups=${[
				['good', 'Good questions', GOOD],
				['bad', 'Not so good', BAD],
			]} />
		</div>
	</${How}>`;
}
