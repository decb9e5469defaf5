// How to validate, as the project says it: open on the first visit, then out of the way; and the list of keys by itself.
import { Button } from './button.js';
import { Dialog } from './dialog.js';
import { ADJUST_KEYS, How, KeyList, MOVE_KEYS } from './how.js';
import { html } from '../shared/html.js';
import { Markdown } from '../shared/markdown.js';
import { Languages, Terms } from './terms.js';

export const KEYS = [
	...MOVE_KEYS,
	[['Enter'], 'mark the word; again: on to the next question'],
	...ADJUST_KEYS,
	[['Ctrl', 'Enter'], 'next question (⌘ Enter on a Mac)'],
	[['Alt', '↓/↑'], 'the question after or before this one'],
	[['Alt', 'N'], 'it has no answer, or it has one after all'],
	[['Ctrl', '/'], 'this list of keys (⌘ / on a Mac)'],
];

export function ValidateHelp({ game, session, open, preview, onToggle, onStart }) {
	return html`<${How} title="How it works" open=${open} onToggle=${onToggle}>
		<${Languages} game=${game} session=${session} />
		${session.onboarding ? null : html`<${Terms} session=${session} />`}
		<${Markdown} text=${session.terms?.body ?? ''} />
		<div class="row">
			<${Button} kind="button-main" onPress=${onStart}>Got it${preview ? '' : ', let me start'}</${Button}>
		</div>
		<h3>With the keyboard</h3>
		<${KeyList} keys=${KEYS} />
	</${How}>`;
}

export function KeysDialog({ onClose }) {
	return html`<${Dialog} id="keys-title" title="Keyboard shortcuts" onClose=${onClose}>
		<${KeyList} keys=${KEYS} />
		<div class="row row-end"><${Button} kind="button-main" onPress=${onClose}>Close</${Button}></div>
	</${Dialog}>`;
}
