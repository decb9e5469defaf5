// Is the browser, or something in it, translating the page? What is then on the screen is not what was written here.
import { useEffect, useState } from '../shared/html.js';

// What translators leave on the page: a class of Chrome's, marks of Edge's, or another language for the whole.
const isTranslated = (root, language) =>
	/\btranslated-(ltr|rtl)\b/.test(root.className) || root.hasAttribute('_msttexthash') || root.lang !== language;

/** @param {Element} [page] */
export function useTranslated(page = document.documentElement) {
	const root = /** @type {HTMLElement} */ (page);
	const [found, setFound] = useState(false);
	useEffect(() => {
		const language = root.dataset.language ?? root.lang;
		root.dataset.language = language;
		const look = () => setFound(isTranslated(root, language));
		const watch = new MutationObserver(look);
		watch.observe(root, { attributes: true, attributeFilter: ['class', 'lang', '_msttexthash'] });
		look();
		return () => watch.disconnect();
	}, []);
	return found;
}
