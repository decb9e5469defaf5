// How to play, as the project says it: open on the first visit, then out of the way.
import { Button } from './button.js';
import { ADJUST_KEYS, How, KeyList, MOVE_KEYS } from './how.js';
import { html } from '../shared/html.js';
import { Markdown } from '../shared/markdown.js';
import { strength } from './opponent.js';
import { percent } from './overlap.js';
import { Languages, Terms } from './terms.js';

const KEYS = [
	...MOVE_KEYS,
	[['Enter'], 'mark the word; again: on to the question'],
	...ADJUST_KEYS,
	[['Ctrl', 'Enter'], 'send the question (⌘ Enter on a Mac)'],
];

export function Instructions({ game, state, open, onToggle, onStart }) {
	const { session, wanted, phase } = state;
	const values = {
		questions: String(wanted),
		overlap: percent(session.threshold_permille / 10),
		opponent: strength(session.opponent) ?? '',
	};
	return html`<${How} title=${session.hit ? 'How it works' : 'How to play'} open=${open} onToggle=${onToggle}>
		<${Languages} game=${game} session=${session} />
		${session.onboarding ? null : html`<${Terms} session=${session} />`}
		<${Markdown} text=${session.terms?.body ?? ''} values=${values} />
		<div class="row">
			<${Button} kind="button-main" onPress=${onStart}>Got it${phase === 'preview' ? '' : ', let me begin'}</${Button}>
		</div>
		<h3>With the keyboard</h3>
		<${KeyList} keys=${KEYS} />
	</${How}>`;
}
