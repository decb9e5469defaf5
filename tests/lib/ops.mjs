// ops/run under test, from the sources or from an installation.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call } from './http.mjs';
import { ROOT } from './paths.mjs';
import { run, Server } from './proc.mjs';

export const isRoot = process.getuid() === 0;

// A folder for data that goes away after the test t. Its owner is the caller; others may enter.
export function temporary(t, name = 'data', mode = '755') {
	const dir = mkdtempSync(join(tmpdir(), 'beat-run-'));
	t.after(() => rmSync(dir, { recursive: true, force: true }));
	return run('chmod', [mode, dir]).then(() => join(dir, name));
}

class OpsRun extends Server {
	constructor(args, { command = [join(ROOT, 'ops/run')], env } = {}) {
		super('ops/run', command[0], [...command.slice(1), ...args], { env });
	}

	// Resolves when it has printed its addresses.
	async ready({ timeout = 540000 } = {}) {
		await this.waitFor(/^Ctrl-C stops everything\.$/m, { timeout });
		const links = [...this.output.matchAll(/^ *(http:\S+)\/hit\/([\w-]+)\?worker=you$/gm)];
		this.url = links[0][1];
		this.projects = links.map((m) => m[2]); // the easiest first
		[this.project] = this.projects;
		[, this.invitation] = this.output.match(/^ *http:\S+\/hit\/[\w-]+\?invite=(\S+)$/m);
		[, this.dashboard] = this.output.match(/^Dashboard: +(http:\S+)$/m);
		[, this.password] = this.output.match(/^ +Sign in as admin with the password (\S+)$/m) ?? [];
		[, this.metrics] = this.output.match(/^Metrics: +(http:\S+)$/m);
		[, this.db] = this.output.match(/^export BEAT_DB=(postgresql:\S+)$/m);
		[, this.logs] = this.output.match(/^Logs: +(.+)$/m);
		[, this.beatctl] = this.output.match(/^Manage it with (.+) \(try "help"\)/m);
		return this;
	}

	ctl(...args) {
		return run(this.beatctl, args, { env: { BEAT_DB: this.db } });
	}

	// psql as the role of the programs; gives the bare value.
	async sql(query) {
		const result = await run('psql', ['-X', '-A', '-t', '-v', 'ON_ERROR_STOP=1', '-d', this.db, '-c', query]);
		if (result.code !== 0) throw new Error(result.stderr);
		return result.stdout.trim();
	}

	post(path, body, token) {
		const headers = token ? { authorization: `Bearer ${token}` } : {};
		return call('POST', this.url + path, { body, headers });
	}
}

// Starts ops/run; whatever the test does, it is gone afterwards.
export function opsRun(t, args, options) {
	const ops = new OpsRun(args, options);
	t.after(() => (ops.ended ? undefined : ops.kill('SIGTERM', { timeout: 60000 })));
	return ops;
}

// Plays one attempt as a new worker and returns the answer of the server, also if there is no task to be had.
export async function playOnce(ops, worker, project = ops.project) {
	const session = await ops.post('/api/v1/session', { project, platform: 'direct', params: { worker } });
	if (!session.body.token) return session;
	const { token, passage } = session.body;
	const first = passage.text.match(/\p{L}{4,}/u); // longer than an article, which alone is no answer
	const start = [...passage.text.slice(0, first.index)].length;
	const answer = { start, end: start + [...first[0]].length, text: first[0] };
	const id = randomUUID(); // in the question too: whoever plays again must not ask the same
	return ops.post('/api/v1/attempts', { id, question: `What is the first long word (${id})?`, answer, sure: true }, token);
}
