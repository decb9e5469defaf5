// From one paragraph to the next, where there is no adversary. What is written and not kept is asked about first.
import { Button } from './button.js';
import { Dialog } from './dialog.js';
import { html, useState } from '../shared/html.js';

// `kind` is how its button looks: the main one where nothing else is left to do.
export function Onward({ game, state, kind = '' }) {
	const [asking, setAsking] = useState(false);
	if (!game.mayGoOn) return null;
	const go = () => {
		setAsking(false);
		void game.onward();
	};
	const wish = () => (state.draft.question.trim() ? setAsking(true) : go());
	const close = () => setAsking(false);
	return html`<${Button} kind=${kind} busy=${state.finishing || state.sending} onPress=${wish}>
			${state.finishing ? 'One moment …' : 'Next paragraph'}
		</${Button}>
		${
			asking &&
			html`<${Dialog} id="onward-title" title="Go on without this question?" onClose=${close}>
				<p>The question you are writing has not been kept; it is dropped. You cannot come back to this paragraph.</p>
				<div class="row row-end">
					<${Button} onPress=${close}>Keep writing</${Button}>
					<${Button} kind="button-main" onPress=${go}>Go on without it</${Button}>
				</div>
			</${Dialog}>`
		}`;
}
