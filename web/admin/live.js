// What changes on the server, as it happens: one stream of events for the whole page, shared by all that listen.
//
// Browsers allow few connections to a server over HTTP/1.1, and a stream holds one: while the tab is hidden it is
// closed, and whoever listens is called once when the tab is looked at again. The same after an interruption.
import { checkSession } from './api.js';
import { useEffect, useRef } from '../shared/html.js';
import { useWatched } from './watch.js';

const AGAIN_MS = 3000;
const GATHER_MS = 700; // several changes, one call

const listeners = new Set();
const watchers = new Set();
let source = null;
let timer = 0;
let missed = false;
let status = 'off';
let allowed = false; // somebody is signed in

function setStatus(next) {
	if (status === next) return;
	status = next;
	for (const watcher of watchers) watcher(next);
}

function tellAll() {
	for (const listener of [...listeners]) listener({ topic: '*', project: null, id: null });
}

function stop() {
	clearTimeout(timer);
	source?.close();
	source = null;
}

function start() {
	clearTimeout(timer);
	if (source || !allowed || document.hidden || !listeners.size) return;
	source = new EventSource('/api/v1/admin/stream');
	source.addEventListener('open', () => {
		setStatus('on');
		if (missed) tellAll();
		missed = false;
	});
	source.addEventListener('change', (event) => {
		const change = JSON.parse(event.data);
		for (const listener of [...listeners]) listener(change);
	});
	source.addEventListener('error', () => {
		missed = true;
		setStatus('waiting');
		if (source?.readyState !== EventSource.CLOSED) return; // it tries again by itself
		stop();
		timer = setTimeout(start, AGAIN_MS);
		void checkSession(); // it may have been refused because nobody is signed in any more
	});
}

document.addEventListener('visibilitychange', () => {
	if (document.hidden) {
		missed = source !== null || missed;
		stop();
	} else start();
});

// After signing in or out: the old stream was somebody else's.
export function allowLive(on) {
	allowed = on;
	stop();
	setStatus('off');
	start();
}

// Calls fn(change) soon after something of these topics has changed in the project (null: in any). Topics: attempt,
// submit, worker, review, screening, revocation, batch, question, validation, release, project, model, people. It is also
// called after an interruption, when anything may have changed. every: at least so many milliseconds lie between two calls.
export function useLive(project, topics, fn, { every = 0 } = {}) {
	const call = useRef(fn);
	call.current = fn;
	useEffect(() => {
		let waiting = 0;
		let last = -Infinity;
		const listener = (change) => {
			const mine =
				change.topic === '*' ||
				(topics.includes(change.topic) && (!project || !change.project || change.project === project));
			if (!mine || waiting) return;
			waiting = setTimeout(
				() => {
					waiting = 0;
					last = performance.now();
					call.current(change);
				},
				Math.max(GATHER_MS, last + every - performance.now()),
			);
		};
		listeners.add(listener);
		start();
		return () => {
			clearTimeout(waiting);
			listeners.delete(listener);
			if (!listeners.size) stop();
		};
	}, [project, topics.join()]);
}

// 'on', 'waiting' (the connection is being made again) or 'off'.
export const useLiveStatus = () => useWatched(watchers, () => status);
