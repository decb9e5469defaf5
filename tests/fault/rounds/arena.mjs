// Two servers, a database on a small disk, a model, everybody who works on them, and the rounds.
import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call } from '../../lib/http.mjs';
import { program, WEB_DIR } from '../../lib/paths.mjs';
import { Server, sleep, until } from '../../lib/proc.mjs';
import { startStack, UNLIMITED } from '../../lib/stack.mjs';
import { addUser } from '../../lib/desk.mjs';
import { HUMAN, Player, Reviewer, Validator } from './actors.mjs';
import { bag, dice } from './dice.mjs';
import { clockEnv, FAULTS, smallDisk } from './faults.mjs';
import { assertBooks, Journal } from './journal.mjs';

const PLAYERS = 6;
const VALIDATORS = 2;
const REVIEWERS = ['rex', 'mia'];
const PASSAGES = 240;
const ROUND = 6; // acknowledgements before a fault, and after it
const PATIENCE = 120000; // ms; a machine may be busy

const passage = (i) => ({
	title: `Ledger ${i}`,
	text: `Ledger ${i} 📒 of the Żuraw granary lists ${1800 + i} sacks of rye, a café bill and one ${HUMAN}.`,
});

// What is acknowledged must outlive PostgreSQL's processes, not the machine: no fsync is needed.
const SETTINGS = { synchronous_commit: 'on', min_wal_size: '32MB', max_wal_size: '64MB', restart_after_crash: 'on' };
const SERVER = { BEAT_MODEL_TIMEOUT_MS: '300', BEAT_BREAKER_FAILURES: '6', BEAT_BREAKER_COOLDOWN_MS: '50', BEAT_METRICS_PORT: '0' };

class Beatd {
	constructor(arena, n) {
		this.arena = arena;
		this.clock = join(arena.dir, `clock-${n}`);
		this.port = 0;
	}

	get url() {
		return `http://127.0.0.1:${this.port}`;
	}

	// On the port that it had; the clock is right.
	async start() {
		const env = { BEAT_DB: this.arena.stack.db, BEAT_WEB_DIR: WEB_DIR, BEAT_PORT: String(this.port), ...UNLIMITED, ...SERVER };
		const clock = Object.entries(clockEnv(this.clock) ?? {}).map(([name, value]) => `${name}=${value}`);
		// by env, and not for setpriv too: a sanitizer wants to come first, unless it is told not to mind
		const asan = clock.length ? { ASAN_OPTIONS: 'verify_asan_link_order=0' } : {};
		this.process = new Server('beatd', 'env', [...clock, program('beatd')], { cwd: this.arena.dir, env: { ...env, ...asan } });
		this.port = Number((await this.process.waitFor(/beatd listening addr=\S*:(\d+)/, { timeout: PATIENCE }))[1]);
	}

	ready() {
		const answered = async () => {
			if (this.process.ended) throw this.process.complaint('died by itself');
			return (await call('GET', `${this.url}/readyz`).catch(() => ({}))).status === 200;
		};
		return until(answered, { timeout: PATIENCE, what: `${this.url} to be ready` });
	}
}

export class Arena {
	constructor(seed) {
		this.seed = seed;
		this.dice = dice(seed);
		this.modelDice = dice(seed + 1);
		this.journal = new Journal();
		this.misbehave = null; // of the model: dice → a behaviour of the stub
		this.over = false;
		this.busy = 0; // answers 503 so far
		this.error = null;
		this.tokens = {};
		this.played = new Map(); // fault → how often
		// PostgreSQL's socket is in it, whose path must be short, and PostgreSQL may be another user
		this.dir = mkdtempSync(join(tmpdir().length < 55 ? tmpdir() : '/tmp', 'beat-rounds-'));
		chmodSync(this.dir, 0o755);
		this.clocks = Boolean(clockEnv(join(this.dir, 'clock')));
	}

	fail(error) {
		this.error ??= error;
		this.over = true;
	}

	async start(megabytes) {
		this.unmount = smallDisk(this.dir, megabytes);
		this.folder = this.unmount ? this.dir : null;
		this.stack = await startStack({ cluster: SETTINGS, within: this.dir, passages: false, project: false, beatd: false });
		this.stack.stub.always(() => this.model());
		const half = PASSAGES / 2;
		await this.stack.importPassages(Array.from({ length: half }, (_, i) => passage(i)), { collection: 'train', split: 'train' });
		await this.stack.importPassages(Array.from({ length: half }, (_, i) => passage(half + i)), { collection: 'dev', split: 'dev' });
		await this.stack.createProject('demo', ['--open', '--questions', '3', '--assignments-per-passage', '1000', '--success', '0']);
		for (const name of REVIEWERS) {
			await addUser(this.stack, name, 'admin');
			const made = await this.stack.ctl('token', 'create', name, 'rounds', '--scope', 'look', '--scope', 'review', '--scope', 'manage');
			this.tokens[name] = made.match(/bt_\S+/)[0];
		}
		this.servers = [new Beatd(this, 0), new Beatd(this, 1)];
		for (const server of this.servers) await server.start();
		await this.healthy();
		const actor = (Kind, name, n) => new Kind(this, name, dice(this.seed + 7919 * (n + 2))).run();
		this.actors = [
			...Array.from({ length: PLAYERS }, (_, i) => actor(Player, `worker-${i}`, i)),
			...Array.from({ length: VALIDATORS }, (_, i) => actor(Validator, `validator-${i}`, PLAYERS + i)),
			...REVIEWERS.map((name, i) => actor(Reviewer, name, PLAYERS + VALIDATORS + i)),
		];
	}

	model() {
		const d = this.modelDice;
		const delay = d.below(15);
		if (this.misbehave && d.chance(0.8)) return { ...this.misbehave(d), delay };
		return { text: d.chance(0.6) ? 'rye' : HUMAN, delay };
	}

	healthy() {
		return Promise.all(this.servers.map((server) => server.ready()));
	}

	// So many more acknowledgements.
	async progress(n = ROUND) {
		const enough = this.journal.count + n;
		await until(() => this.error || this.journal.count >= enough, { timeout: PATIENCE, what: `${n} acknowledgements` });
		if (this.error) throw this.error;
	}

	// One fault, now and then two on different parts.
	*chosen(next) {
		const first = next();
		yield first;
		if (!this.dice.chance(0.25)) return;
		const second = next();
		if (second.on !== first.on) yield second;
	}

	async round(next) {
		await this.progress();
		const faults = [...this.chosen(next)];
		const mends = [];
		for (const fault of faults) {
			this.played.set(fault.name, (this.played.get(fault.name) ?? 0) + 1);
			mends.push(await fault.strike(this, this.dice));
		}
		await sleep(this.dice.below(250));
		for (const mend of mends) await mend();
		await this.healthy();
		await this.progress();
		await this.journal.look(this.stack);
		return faults.map((fault) => fault.name).join(', and ');
	}

	// Says after each round what it was; a failure names the seed and the round.
	async rounds(n, say) {
		const next = bag(FAULTS.filter((fault) => !fault.can || fault.can(this)), this.dice);
		for (let i = 1; i <= n; i++) {
			try {
				say(`round ${i}: ${await this.round(next)}`);
			} catch (error) {
				error.message = `seed ${this.seed}, round ${i}: ${error.message}`;
				throw error;
			}
		}
	}

	// Everybody stops, and the books must balance: as they are, and after what had no verdict is judged.
	async settle() {
		this.over = true;
		await Promise.all(this.actors);
		if (this.error) throw this.error;
		await this.journal.lookAgain(this.stack);
		await assertBooks(this.stack);
		this.stack.stub.always({ text: 'rye' });
		await this.stack.ctl('rejudge', 'demo');
		assert.equal(await this.stack.value(`select count(*) from attempt where verdict = 'none'`), 0);
		await assertBooks(this.stack);
	}

	async stop() {
		this.over = true;
		const { stack, servers = [], unmount, dir } = this;
		const ends = await Promise.allSettled([...servers.map((server) => server.process?.stop()), ...(this.actors ?? [])]);
		await stack?.stop();
		unmount?.();
		rmSync(dir, { recursive: true, force: true });
		for (const { status, reason } of ends) if (status === 'rejected') throw reason;
	}
}
