// What makes a <dialog> a real one: it takes the focus, and gives it back to where it was.
import { useEffect } from './html.js';

export function useModal(ref) {
	useEffect(() => {
		const dialog = ref.current;
		const before = /** @type {HTMLElement | null} */ (document.activeElement);
		dialog.showModal();
		return () => {
			dialog.close();
			// the dialog leaves the page before the browser would do this
			if (before?.isConnected) before.focus({ preventScroll: true });
		};
	}, []);
}
