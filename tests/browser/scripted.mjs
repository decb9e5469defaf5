// A worker's page without a browser and without a server: what the tests of its steps share.
import { Problem } from '../../web/shared/problem.js';

export const refusal = (status, slug, detail = 'No.') => new Problem({ status, slug, detail });

// What every session says, of whatever kind.
export const SESSION = {
	token: 't1',
	assignment: '1',
	started_at: '2030-01-01T00:00:00Z',
	expires_at: '2030-01-01T01:00:00Z',
	server_time: '2030-01-01T00:00:00Z',
	paused: false,
	project: { name: 'demo', title: 'Demo' },
};
// The same of the game.
export const GAME = { ...SESSION, wanted: 2, won: 0, attempts: [], threshold_permille: 400 };

export function memoryOf(drafts = new Map()) {
	const notes = new Map();
	return {
		drafts,
		load: (_, a) => drafts.get(a) ?? null,
		save: (_, a, d) => void drafts.set(a, structuredClone(d)),
		clear: (_, a) => void drafts.delete(a),
		sweep() {},
		preference: (name) => notes.get(name) ?? null,
		prefer: (name, value) => void notes.set(name, value),
	};
}

// Entry n of a script: a function gives the answer, an Error is thrown, the last one stays.
export function give(list, n, ...args) {
	const entry = list[Math.min(n, list.length - 1)];
	if (entry instanceof Error) throw entry;
	return typeof entry === 'function' ? entry(...args) : entry;
}

// The page's state machine over that API, at a clock that stands still and with no waiting. {game, memory, clock, told}
export function played(Machine, api, memory, address = {}) {
	const told = [];
	const clock = { now: Date.parse('2030-01-01T00:00:00Z') };
	const game = new Machine({
		api,
		address: { project: 'demo', platform: 'direct', params: { worker: 'w' }, nameless: false, ...address },
		memory,
		now: () => clock.now,
		tell: (news) => told.push(news),
	});
	game.patience.pause = async () => {};
	return { game, memory, clock, told };
}
