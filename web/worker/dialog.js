// A real dialog: takes the focus, and gives it back to where it was.
import { useEffect, useRef } from 'preact/hooks';
import { html } from './html.js';

export function Dialog({ title, id, onClose, children }) {
	const dialog = useRef();
	useEffect(() => {
		const box = dialog.current;
		const before = document.activeElement;
		box.showModal();
		return () => {
			box.close();
			before?.focus(); // the dialog leaves the page before the browser would do this
		};
	}, []);
	return html`<dialog ref=${dialog} class="dialog" aria-labelledby=${id} onCancel=${onClose}>
		<h2 id=${id}>${title}</h2>
		${children}
	</dialog>`;
}
