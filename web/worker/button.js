// Every button with words on it. While `busy` it keeps the focus but does nothing: a disabled button would lose it.
import { html } from '../shared/html.js';

export function Button({ kind = '', busy = false, onPress, children, ...rest }) {
	return html`<button
		type="button"
		class=${`button ${kind}`}
		aria-disabled=${busy ? 'true' : null}
		onClick=${() => !busy && onPress()}
		...${rest}
	>
		${children}
	</button>`;
}
