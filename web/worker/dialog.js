// A question or an explanation over the page.
import { html, useRef } from '../shared/html.js';
import { useModal } from '../shared/modal.js';

export function Dialog({ title, id, onClose, children }) {
	const dialog = useRef();
	useModal(dialog);
	return html`<dialog ref=${dialog} class="dialog" aria-labelledby=${id} onCancel=${onClose}>
		<h2 id=${id}>${title}</h2>
		${children}
	</dialog>`;
}
