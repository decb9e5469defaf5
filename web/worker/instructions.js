// How to play: open on the first visit, then out of the way.
import { html } from './html.js';
import { percent } from './overlap.js';

const EXAMPLE = {
	before: 'The Halvorsen ferry first crossed the fjord in 1911. It carried mail and sheep; passengers were let on board only after ',
	answer: 'the storm of 1923',
	after: ', when the coast road was washed away.',
};
const GOOD = [
	['What disaster opened the ferry to travellers?', 'the storm of 1923', 'Own words, and two facts to be joined.'],
	['Which of the first loads was not alive?', 'mail', 'Easy for a reader who knows what sheep are.'],
];
const BAD = [
	['When did the Halvorsen ferry first cross the fjord?', 'Copies the sentence: allowed, but the AI finds 1911 at once.'],
	['What did the ferry carry?', 'Two right answers: mail, and sheep.'],
	['How many years passed before people could ride?', 'The answer (twelve) does not stand in the passage.'],
	['Who was king when the ferry started?', 'Needs knowledge from outside the passage.'],
	['Wat yeer did teh bote strat?', 'Typing errors to confuse the AI are not fair play.'],
	['What is the third word of the second sentence?', 'About the letters, not about what the text says.'],
];
const KEYS = [
	[['←', '→', '↑', '↓'], 'in the passage: go from word to word'],
	[['Shift', 'arrow'], 'select several words'],
	[['Enter'], 'mark the word; again: on to the question'],
	[['Alt', '←/→'], 'move the answer’s end by a letter; with Shift its start'],
	[['Esc'], 'clear the answer'],
	[['Ctrl', 'Enter'], 'ask the AI (⌘ Enter on a Mac)'],
];

export function Instructions({ open, onToggle, onStart, preview, wanted, threshold }) {
	const limit = percent(threshold / 10);
	return html`<details class="card how" open=${open} onToggle=${(e) => e.currentTarget.open !== open && onToggle(e.currentTarget.open)}>
		<summary><h2>How to play</h2></summary>
		<div class="how-body">
			<ol class="how-steps">
				<li><strong>Highlight an answer</strong> in the passage: a name, a number, a few words.</li>
				<li><strong>Write a question</strong> that this answer, and only this one, fits.</li>
				<li><strong>The AI tries to answer</strong> from the passage. It never sees your answer. If it misses, you win.</li>
			</ol>
			<div class="row"><button type="button" class="button button-main" onClick=${onStart}>${preview ? 'Got it' : 'Got it, let me play'}</button></div>
			<div class="how-columns">
				<div>
					<h3>Who wins</h3>
					<p>
						The AI wins if its answer and yours overlap by more than ${limit} of their words: “New York” and “New York City” share two
						words, which is 80 %. Otherwise you win and the question counts.
					</p>
					<p>
						Win up to ${wanted} on this passage. At least three is ideal; after one win you may finish whenever you like. A lost question
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
					<dl class="how-keys">
						${KEYS.map(([keys, what]) => html`<div><dt>${keys.map((k) => html`<kbd>${k}</kbd> `)}</dt><dd>${what}</dd></div>`)}
					</dl>
				</div>
				<div>
					<h3>For example</h3>
					<p class="how-passage">${EXAMPLE.before}<span class="how-answer">${EXAMPLE.answer}</span>${EXAMPLE.after}</p>
					<h4 class="good">Good questions</h4>
					<ul class="how-examples">
						${GOOD.map(([q, a, why]) => html`<li><q>${q}</q> <span class="how-arrow">answer: ${a}</span> <span class="quiet">${why}</span></li>`)}
					</ul>
					<h4 class="bad">Not so good</h4>
					<ul class="how-examples">${BAD.map(([q, why]) => html`<li><q>${q}</q> <span class="quiet">${why}</span></li>`)}</ul>
				</div>
			</div>
		</div>
	</details>`;
}
