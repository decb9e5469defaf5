// Loading data, and who is signed in.
import { whenEntered } from './api.js';
import { createContext, useCallback, useContext, useEffect, useRef, useState } from '../shared/html.js';

/** @typedef {import('../shared/problem.js').Problem} Problem */

/** @typedef {Omit<import('openapi').Me, 'may'> & { may: (permission: string) => boolean, everywhere: (permission: string) => boolean, refresh: () => Promise<void> }} Me */

export const MeContext = createContext(/** @type {Me | null} */ (null));

// Who is signed in: pages are drawn only for somebody who is.
export const useMe = () => /** @type {Me} */ (useContext(MeContext));

/** @type {{ data: any, error: Problem | null, trouble: Problem | null, loading: boolean }} */
const START = { data: null, error: null, trouble: null, loading: true };

/** Calls fn() now and whenever deps change. {data, error, trouble, loading, reload}: what was loaded stays while it is
 * loaded again; error says that there is nothing to show, trouble that what is shown could not be refreshed. Of several
 * reloads at once only the newest counts, and all of them end with it: who waited for one sees what is new.
 * @template T
 * @param {() => Promise<T>} fn
 * @param {unknown[]} deps
 * @returns {{ data: T | null, error: Problem | null, trouble: Problem | null, loading: boolean, reload: () => Promise<void> }} */
export function useLoad(fn, deps) {
	const [state, setState] = useState(START);
	const turn = useRef(0);
	const load = useRef(fn);
	load.current = fn;
	const newest = useRef(null);
	const loadOnce = async (mine) => {
		setState((before) => ({ ...before, loading: true }));
		try {
			const data = await load.current();
			if (mine === turn.current) setState({ data, error: null, trouble: null, loading: false });
		} catch (error) {
			if (mine !== turn.current || error.status === 401) return; // signing in loads it
			const gone = [403, 404, 410].includes(error.status);
			setState((before) =>
				before.data === null || gone
					? { data: null, error, trouble: null, loading: false }
					: { ...before, trouble: error, loading: false },
			);
		}
	};
	const reload = useCallback(() => {
		const done = loadOnce(++turn.current).then(() => (newest.current === done ? undefined : newest.current));
		newest.current = done;
		return done;
	}, []);
	useEffect(() => {
		void reload();
		return () => void turn.current++;
	}, deps);
	useEffect(() => whenEntered(reload), []);
	return { ...state, reload };
}

/** @type {{ items: any[], next: any, busy: boolean, error: Problem | null }} */
const NO_REST = { items: [], next: undefined, busy: false, error: null };

/** A list that grows by "show more": fn(before) gives {items, next}. reload fetches the first page again and keeps what
 * follows it, as long as they still meet.
 * @template {{ items: { id: unknown }[], next: string | null }} Sheet
 * @param {(before: string | null) => Promise<Sheet>} fn
 * @param {unknown[]} deps */
export function useMore(fn, deps) {
	const first = useLoad(() => fn(null), deps);
	const [rest, setRest] = useState(NO_REST);
	const turn = useRef(0);
	useEffect(() => {
		turn.current++;
		setRest(NO_REST);
	}, deps);
	const next = rest.next === undefined ? (first.data?.next ?? null) : rest.next;
	const more = async () => {
		const mine = turn.current;
		setRest((before) => ({ ...before, busy: true, error: null }));
		try {
			const page = await fn(next);
			if (mine !== turn.current) return;
			setRest((before) => ({
				items: [...before.items, ...page.items],
				next: page.next,
				busy: false,
				error: null,
			}));
		} catch (error) {
			if (mine === turn.current) setRest((before) => ({ ...before, busy: false, error }));
		}
	};
	const seen = new Set();
	/** @type {Sheet['items']} */
	const items = [...(first.data?.items ?? []), ...rest.items].filter((x) => !seen.has(x.id) && seen.add(x.id));
	return { ...first, items, next, more, busy: rest.busy, moreError: rest.error };
}

/** One action at a time: [busy, run]. run(fn) ignores a second press while the first is under way.
 * @returns {[boolean, <T>(fn: () => T) => Promise<Awaited<T> | undefined>]} */
export function useBusy() {
	const [busy, setBusy] = useState(false);
	const lock = useRef(false);
	const run = async (fn) => {
		if (lock.current) return undefined;
		lock.current = true;
		setBusy(true);
		try {
			return await fn();
		} finally {
			lock.current = false;
			setBusy(false);
		}
	};
	return [busy, run];
}

/** A form that is sent, once at a time: onSubmit calls send(). What the server refuses stands at the field that it names,
 * errorAt(field, …), or else where elsewhere(field, …) says: those are the fields that show their own.
 * @param {() => Promise<unknown>} send */
export function useForm(send) {
	const [problem, setProblem] = useState(null);
	const [busy, run] = useBusy();
	const errorAt = (...fields) => (fields.some((field) => problem?.speaksOf?.(field)) ? problem.detail : '');
	const elsewhere = (...fields) => (problem && !errorAt(...fields) ? problem.detail : '');
	const onSubmit = (event) => {
		event.preventDefault();
		return run(async () => {
			try {
				await send();
			} catch (error) {
				setProblem(error);
			}
		});
	};
	return { busy, errorAt, elsewhere, onSubmit };
}

// A value that follows with a delay: for search fields.
export function useDelayed(value, ms = 250) {
	const [late, setLate] = useState(value);
	useEffect(() => {
		const timer = setTimeout(() => setLate(value), ms);
		return () => clearTimeout(timer);
	}, [value, ms]);
	return late;
}

// Draws again every so often, so that "3 minutes ago" stays true.
export function useTick(ms = 30000) {
	const [, setN] = useState(0);
	useEffect(() => {
		const timer = setInterval(() => setN((n) => n + 1), ms);
		return () => clearInterval(timer);
	}, [ms]);
}
