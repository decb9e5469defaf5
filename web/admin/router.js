// Client-side routes under /admin. The address is the state: pages read it with useQuery and change it with setParams,
// so every view can be linked to and the back button works. Our own, because those of npm (preact-iso, wouter) cannot ask
// before a page is left and would need as much code around them.
import { html } from '../shared/html.js';
import { useWatched } from './watch.js';

const listeners = new Set();
const here = () => ({ path: location.pathname.replace(/(.)\/+$/, '$1'), search: location.search });
let current = here();

function moved() {
	current = here();
	for (const listener of [...listeners]) listener(current);
}

window.addEventListener('popstate', moved);

let mayLeave = null;

// Asked before another page is shown, until the function it returns is called: async () => true to let go.
export function guard(fn) {
	mayLeave = fn;
	return () => {
		if (mayLeave === fn) mayLeave = null;
	};
}

export async function navigate(to, { replace = false } = {}) {
	const url = new URL(to, location.href);
	if (url.origin !== location.origin) return;
	if (mayLeave && url.pathname !== location.pathname && !(await mayLeave())) return;
	if (url.href === location.href && !replace) replace = true;
	history[replace ? 'replaceState' : 'pushState']({}, '', url);
	moved();
}

export const useLocation = () => useWatched(listeners, () => current);

// [params, setParams]: params is a plain object of the query string. setParams({q: 'x', offset: null}) changes these
// and leaves the others; null or '' takes one away. Typing replaces the entry of the history: pass {replace: true}.
/** @returns {[Record<string, string>, (changes: object, how?: { replace?: boolean }) => void]} */
export function useQuery() {
	const { search } = useLocation();
	const params = Object.fromEntries(new URLSearchParams(search));
	const setParams = (changes, { replace = false } = {}) => {
		const next = new URLSearchParams(location.search);
		for (const [key, value] of Object.entries(changes))
			if (value === null || value === undefined || value === '') next.delete(key);
			else next.set(key, String(value));
		const query = next.toString();
		navigate(`${location.pathname}${query && `?${query}`}`, { replace });
	};
	return [params, setParams];
}

const plainClick = (event) =>
	event.button === 0 &&
	!event.metaKey &&
	!event.ctrlKey &&
	!event.shiftKey &&
	!event.altKey &&
	!event.defaultPrevented;

// An ordinary link, but without loading the page again.
export function Link({ to, children, onClick, ...rest }) {
	const follow = (event) => {
		onClick?.(event);
		if (!plainClick(event) || rest.target) return;
		event.preventDefault();
		void navigate(to);
	};
	return html`<a href=${to} onClick=${follow} ...${rest}>${children}</a>`;
}

// The first of routes ([pattern, View, more]) whose pattern fits the path; ":name" stands for one part of it.
export function match(routes, path) {
	const parts = path.split('/');
	for (const [pattern, View, more = {}] of routes) {
		const wanted = pattern.split('/');
		if (wanted.length !== parts.length) continue;
		if (!wanted.every((part, i) => (part.startsWith(':') ? parts[i] !== '' : part === parts[i]))) continue;
		try {
			const params = Object.fromEntries(
				wanted.flatMap((part, i) =>
					part.startsWith(':') ? [[part.slice(1), decodeURIComponent(parts[i])]] : [],
				),
			);
			return { View, params, more };
		} catch {
			return null; // a broken percent sign
		}
	}
	return null;
}
