// What can fail in a round, each as a pair of blows: strike() breaks something, and what it gives back mends it. Neither
// waits for a time where it can wait for what happened.
import { execFileSync } from 'node:child_process';
import { closeSync, existsSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { call } from '../../lib/http.mjs';
import { until } from '../../lib/proc.mjs';

const GARBAGE = ['', '{', '[]', '{"answer":7}', '{"answer":"x","start":0,"end":1}', 'null', '<html>'];
const MODEL_FAULTS = {
	'does not answer in time': () => ({ hang: true }),
	'answers 5xx': (d) => ({ status: d.pick([500, 502, 503, 504]) }),
	'answers garbage': (d) => ({ body: d.pick(GARBAGE) }),
	'resets the connection': () => ({ reset: true }),
	'closes midway': () => ({ closeMidway: true }),
};
const JUMPS = [-86400, -3700, -60, 60, 3700, 86400]; // seconds; a lease is an hour

// Backends of the servers, by process id; none while there is no database.
async function backends({ stack }) {
	const rows = await stack.sql(`select pid from pg_stat_activity where application_name like 'beatd%' and datname = current_database()`).catch(() => []);
	return rows.map((row) => row.pid);
}

// Brings the database back if it is gone, whoever ended it.
async function mendDatabase({ stack }) {
	if (stack.cluster.server.ended) await stack.cluster.start();
}

async function endDatabase(arena, signal) {
	arena.stack.cluster.pool.close();
	await arena.stack.cluster.server.kill(signal); // resolves when its last process is gone
	return () => mendDatabase(arena);
}

// Takes all room that is left, to the last page, also what is freed while it does so.
export function fill(folder) {
	const file = join(folder, 'ballast');
	const zeros = Buffer.alloc(4 << 20);
	const fd = openSync(file, 'w');
	for (let size = zeros.length; size >= 4096; size >>= 1) {
		try {
			while (writeSync(fd, zeros, 0, size) === size);
		} catch (error) {
			if (error.code !== 'ENOSPC') throw error;
		}
	}
	closeSync(fd);
	return () => rmSync(file, { force: true });
}

// The clock of one server, as it says itself.
async function clockOf(server) {
	const { headers } = await call('GET', `${server.url}/healthz`).catch(() => ({ headers: {} }));
	return Date.parse(headers.date ?? '') - Date.now();
}

async function setClock(server, seconds) {
	writeFileSync(server.clock, `${seconds < 0 ? '' : '+'}${seconds}\n`);
	await until(async () => server.process.ended || Math.abs((await clockOf(server)) - seconds * 1000) < 30000, { timeout: 20000, what: `a clock ${seconds} s off` });
}

export const FAULTS = [
	{
		name: 'a server is killed with -9',
		on: 'server',
		strike: async (arena, d) => {
			const server = d.pick(arena.servers);
			await server.process.kill('SIGKILL');
			return () => server.start();
		},
	},
	{
		name: 'both servers are killed with -9',
		on: 'server',
		strike: async (arena) => {
			await Promise.all(arena.servers.map((server) => server.process.kill('SIGKILL')));
			return () => Promise.all(arena.servers.map((server) => server.start()));
		},
	},
	{
		name: 'a server is told to stop, answers what is under way and ends with 0',
		on: 'server',
		strike: async (arena, d) => {
			const server = d.pick(arena.servers);
			await server.process.stop();
			return () => server.start();
		},
	},
	{
		name: 'a server stands still',
		on: 'server',
		strike: async (arena, d) => {
			const server = d.pick(arena.servers);
			process.kill(server.process.pid, 'SIGSTOP');
			return () => process.kill(server.process.pid, 'SIGCONT');
		},
	},
	{
		name: 'the clock of a server jumps',
		on: 'server',
		can: (arena) => arena.clocks,
		strike: async (arena, d) => {
			const server = d.pick(arena.servers);
			await setClock(server, d.pick(JUMPS));
			return () => setClock(server, 0);
		},
	},
	{ name: 'PostgreSQL is shut down at once', on: 'database', strike: (arena) => endDatabase(arena, 'SIGQUIT') },
	{ name: 'the first process of PostgreSQL is killed with -9', on: 'database', strike: (arena) => endDatabase(arena, 'SIGKILL') },
	{
		name: 'a backend is killed with -9, and all start anew',
		on: 'database',
		strike: async (arena, d) => {
			const pids = await backends(arena);
			arena.stack.cluster.pool.close();
			if (pids.length) process.kill(d.pick(pids), 'SIGKILL');
			return () => mendDatabase(arena);
		},
	},
	{
		name: 'connections are ended by the database',
		on: 'database',
		strike: async (arena) => {
			await arena.stack.sql(`select pg_terminate_backend(pid) from pg_stat_activity
				where application_name like 'beatd%' and datname = current_database() and random() < 0.5`).catch(() => []);
			return () => {};
		},
	},
	{
		name: 'the disk is full',
		on: 'database',
		can: (arena) => arena.folder,
		strike: async (arena) => {
			const free = fill(arena.folder);
			const before = arena.busy;
			// somebody is told so, or PostgreSQL gave up; what fits into the pages it has is still taken
			await until(() => arena.busy > before + 3 || arena.stack.cluster.server.ended, { timeout: 3000 }).catch(() => {});
			return async () => {
				free();
				await mendDatabase(arena);
			};
		},
	},
	...Object.entries(MODEL_FAULTS).map(([name, behaviour]) => ({
		name: `the model ${name}`,
		on: 'model',
		strike: async (arena) => {
			const { stub } = arena.stack;
			const calls = stub.calls;
			arena.misbehave = behaviour;
			await until(() => stub.calls > calls + 3 || arena.over, { timeout: 3000 }).catch(() => {}); // the breaker may leave it alone
			return () => {
				arena.misbehave = null;
				stub.release();
			};
		},
	})),
	{
		name: 'the model refuses connections',
		on: 'model',
		strike: async (arena) => {
			await arena.stack.stub.refuse();
			return () => arena.stack.stub.accept();
		},
	},
];

const LIBRARY = ['/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1', '/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1'].find(existsSync);

// How a server is started whose clock can be set by writing into a file; null without libfaketime. Only the time of day
// jumps, as it does in life: what measures spans of time goes on.
export function clockEnv(file) {
	if (!LIBRARY) return null;
	writeFileSync(file, '+0\n');
	return {
		LD_PRELOAD: LIBRARY,
		FAKETIME_TIMESTAMP_FILE: file,
		FAKETIME_CACHE_DURATION: '1',
		FAKETIME_DONT_FAKE_MONOTONIC: '1',
		DONT_FAKE_MONOTONIC: '1',
	};
}

// A small file system of its own for the database, which can be filled; null where this is not allowed.
export function smallDisk(folder, megabytes) {
	try {
		execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=1777`, 'beat-rounds', folder], { stdio: 'ignore' });
	} catch {
		return null;
	}
	const unmount = () => execFileSync('umount', ['-l', folder], { stdio: 'ignore' });
	process.on('exit', () => existsSync(folder) && unmount());
	return unmount;
}

