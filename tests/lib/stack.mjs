// The whole product for a test: a database, the model, beatd, and beatctl for it.
//
//   const stack = await useStack(t, { model: 'stub', beatd: { env: { BEAT_LOG_LEVEL: 'debug' }, flags: [] } });
//   const { token, passage } = (await stack.session('ann')).body;
//
// useStack stops everything after the test t (or suite) and fails it if a server died
// or a sanitizer found something. Without node:test use startStack and stack.stop().
//
// Options
//   model     'stub' (default; scriptable, stack.stub), 'window' (the real beat-model), 'none', or a URL
//   beatd     {env, flags}; false: beatd is not started
//   passages  rows [{title, text}], 'sample' (the shipped ones), or the default few of below; false: none
//   project   {name: 'demo', args: ['--questions', '3']}; false: none is created
//   tls       {cert, key, ca}: files and the certificate to trust; beatd then speaks HTTPS
//   build     another build folder than that of the tests, of a commit that may know no port for operators
//   cluster   true, or an object of settings: a PostgreSQL of its own that the test may stop (stack.cluster)
//   within    the folder that such a PostgreSQL is made in, instead of the temporary one
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCluster } from './cluster.mjs';
import { call } from './http.mjs';
import { program, SAMPLE, WEB_DIR } from './paths.mjs';
import { run, Server } from './proc.mjs';
import { startStubModel } from './stub_model.mjs';

export { call } from './http.mjs';
export { until, sleep, run } from './proc.mjs';
export { ROOT, BUILD, SAMPLE, program } from './paths.mjs';
export { startStubModel } from './stub_model.mjs';

// Letters, marks and emoji of every width before the answers: offsets must be code points.
export const PASSAGES = [
	{ title: 'Lighthouse', text: 'The lighthouse on Skerry Point was lit for the first time in 1847 by Margaret Doyle. Its lamp burned whale oil until 1881, when paraffin replaced it.' },
	{ title: 'Café Ljubljanica', text: 'Café Ljubljanica 🏙️ opened beside the river in 1932. Its owner, Zoë Kranjčar, baked 40 loaves a day; in 1950 the bakery moved to Šiška.' },
	{ title: 'Glass', text: 'Glass is an amorphous solid. Obsidian, a natural glass, was traded across Anatolia nine thousand years ago by people who prized its sharp edges.' },
	{ title: 'Harbour', text: 'The harbour of Port Ellery freezes from December to March. Three icebreakers, the largest of them the Njord, keep a channel open for grain ships.' },
	{ title: 'Beekeeping', text: 'In 1851 Lorenzo Langstroth noticed that bees leave a gap of about nine millimetres free. The movable frame that he built on this idea changed beekeeping.' },
	{ title: 'Quinoa', text: 'Quinoa grows between sea level and four thousand metres. Farmers around Lake Titicaca harvest it in April 🌾, and wash it to remove the bitter saponins.' },
];

// What a server does by itself now and then (late verdicts, settling, batches) it does not while a test counts calls and rows;
// those of housekeeping set their own.
const UNDISTURBED = { BEAT_HOUSEKEEPING_S: '3600' };

const quote = (value) => `'${String(value).replaceAll("'", "''")}'`;

// Tests ask faster than people do; those of the limits set their own.
export const UNLIMITED = {
	BEAT_NEWCOMERS_PER_HOUR: '0',
	...Object.fromEntries(['ATTEMPTS', 'VOTES', 'HIT', 'ADDRESS', 'WORKER_SESSIONS', 'SESSIONS', 'TRIES', 'LOGINS'].map((what) => [`BEAT_${what}_PER_MINUTE`, '0'])),
};

class Stack {
	constructor(options) {
		this.options = options;
		this.dir = mkdtempSync(join(tmpdir(), 'beat-test-'));
		this.port = 0;
		this.beatd = null;
		this.model = null; // Server of beat-model, if that is the model
		this.stub = null;
		this.modelUrl = null;
	}

	get url() {
		return `${this.options.tls ? 'https' : 'http'}://127.0.0.1:${this.port}`;
	}

	// --- database

	// Rows of a query as objects with JSON's types. Statements without rows give [].
	async sql(query) {
		const text = query.trim().replace(/;$/, '');
		const rows = /^(select|with|values|table)\b/i.test(text) || /\breturning\b/i.test(text);
		const wrapped = rows ? `with q as (${text}) select coalesce(json_agg(q), '[]') from q` : text;
		const out = await this.cluster.query(this.db, wrapped);
		return rows ? JSON.parse(out) : [];
	}

	// The only column of the only row.
	async value(query) {
		const rows = await this.sql(query);
		return rows.length ? Object.values(rows[0])[0] : undefined;
	}

	lit(value) {
		return quote(value);
	}

	// --- beatctl

	beatctl(args, { input, env, timeout } = {}) {
		return run(program('beatctl', this.options.build), args, { input, timeout, cwd: this.dir, env: { BEAT_DB: this.db, ...env } });
	}

	// The same, but a failure is an error; gives standard output.
	async ctl(...args) {
		const result = await this.beatctl(args);
		if (result.code !== 0) throw new Error(`beatctl ${args.join(' ')}: exit code ${result.code}\n${result.stdout}${result.stderr}`);
		return result.stdout;
	}

	async importPassages(rows, { collection = 'sample', split = 'auto:80/10/10' } = {}) {
		let file = SAMPLE;
		if (rows !== 'sample') {
			file = join(this.dir, `${randomUUID()}.jsonl`);
			writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
		}
		return this.ctl('import', file, '--collection', collection, '--split', split);
	}

	async createProject(name, args = ['--open', '--collection', 'sample']) {
		const model = this.modelUrl && !args.includes('--model') ? ['--model', this.modelUrl] : [];
		return this.ctl('project', 'create', name, ...model, ...args);
	}

	// --- beatd

	async startBeatd({ ready = true } = {}) {
		const { env = {}, flags = [] } = this.options.beatd ?? {};
		const tls = this.options.tls ? { BEAT_TLS_CERT: this.options.tls.cert, BEAT_TLS_KEY: this.options.tls.key } : {};
		const web = this.options.build ? join(this.options.build, 'web') : WEB_DIR;
		const own = { ...tls, BEAT_DB: this.db, BEAT_WEB_DIR: web, BEAT_PORT: String(this.port), BEAT_METRICS_PORT: '0', ...UNDISTURBED, ...UNLIMITED, ...env };
		const server = new Server('beatd', program('beatd', this.options.build), flags, { cwd: this.dir, env: own });
		this.beatd = server;
		const [, port] = await server.waitFor(/beatd listening addr=\S*:(\d+)/);
		this.port = Number(port);
		if (!this.options.build) this.metricsPort = Number((await server.waitFor(/beatd metrics addr=\S*:(\d+)/))[1]);
		if (ready) await this.ready();
	}

	async ready({ timeout = 60000 } = {}) {
		const end = Date.now() + timeout;
		let last;
		while (Date.now() < end && !this.beatd.ended) {
			last = await this.call('GET', '/readyz').catch((error) => ({ status: 0, text: error.message }));
			// without a model the server is up but never ready
			if (last.status === 200 || (last.status === 503 && !this.modelUrl)) return;
			await new Promise((done) => setTimeout(done, 25));
		}
		throw this.beatd.complaint(`is not ready: ${last?.status} ${last?.text}`);
	}

	// -9 unless told otherwise; resolves when the process is gone.
	killBeatd(signal = 'SIGKILL') {
		return this.beatd.kill(signal);
	}

	// On the same port, with the same settings (env and flags add to them). {ready: false}
	// does not wait for readiness, which a model that is down prevents.
	async restartBeatd({ env = {}, flags = [], ready = true } = {}) {
		if (!this.beatd.ended) await this.beatd.stop();
		const before = this.options.beatd ?? {};
		this.options.beatd = { env: { ...before.env, ...env }, flags: [...(before.flags ?? []), ...flags] };
		await this.startBeatd({ ready });
	}

	// --- the API

	call(method, path, options) {
		return call(method, this.url + path, this.options.tls ? { tls: { ca: this.options.tls.ca }, ...options } : options);
	}

	// What operators see on the port of their own: /metrics, /readyz with its details.
	monitor(path) {
		return call('GET', `http://127.0.0.1:${this.metricsPort}${path}`);
	}

	async metrics() {
		return (await this.monitor('/metrics')).text;
	}

	post(path, body, { token, headers = {} } = {}) {
		const auth = token ? { authorization: `Bearer ${token}` } : {};
		return this.call('POST', path, { body, headers: { ...auth, ...headers } });
	}

	session(worker, { project = this.projectName, platform = 'direct', params = {}, headers } = {}) {
		const own = worker === undefined ? {} : { worker };
		return this.post('/api/v1/session', { project, platform, params: { ...own, ...params } }, { headers });
	}

	// answer: a string (its first place in the passage is taken) or {start, end, text}.
	// Hints at short questions and near-repeats are not waited for, unless `sure` is false.
	attempt(session, question, answer, { id = randomUUID(), sure = true, headers } = {}) {
		const span = typeof answer === 'string' ? spanOf(session.passage.text, answer) : answer;
		return this.post('/api/v1/attempts', { id, question, answer: span, sure }, { token: session.token, headers });
	}

	submit(session) {
		return this.post('/api/v1/submit', {}, { token: session.token });
	}

	// --- the end

	async stop() {
		const errors = [];
		const attempt = async (step) => {
			try {
				await step();
			} catch (error) {
				errors.push(error);
			}
		};
		await attempt(() => this.beatd?.stop());
		await attempt(() => this.model?.stop());
		await attempt(() => this.stub?.stop());
		await attempt(() => (this.cluster?.shared ? this.db && this.cluster.dropDatabase(this.db) : this.cluster?.stop()));
		rmSync(this.dir, { recursive: true, force: true });
		if (errors.length === 1) throw errors[0];
		if (errors.length) throw new AggregateError(errors, errors.map((e) => e.message).join('\n'));
	}
}

// {start, end, text} in code points of the first place of `needle`.
export function spanOf(text, needle) {
	const at = text.indexOf(needle);
	if (at < 0) throw new Error(`"${needle}" is not in the passage`);
	const start = [...text.slice(0, at)].length;
	return { start, end: start + [...needle].length, text: needle };
}

async function startModel(stack, model) {
	if (model === 'stub') {
		stack.stub = await startStubModel();
		stack.modelUrl = stack.stub.url;
	} else if (model === 'window') {
		stack.model = new Server('beat-model', program('beat-model'), ['--port', '0', '--reader', 'window'], { cwd: stack.dir });
		const [, port] = await stack.model.waitFor(/beat-model listening addr=\S*:(\d+)/);
		stack.modelUrl = `http://127.0.0.1:${port}/predict`;
	} else if (model !== 'none') {
		stack.modelUrl = model;
	}
}

export async function startStack(options = {}) {
	const { model = 'stub', passages = PASSAGES, project = {}, cluster = false, within } = options;
	const stack = new Stack(options);
	stack.projectName = project?.name || 'demo';
	try {
		stack.cluster = await startCluster({ own: Boolean(cluster), settings: cluster === true ? {} : cluster || {}, within });
		stack.db = await stack.cluster.migratedDatabase(async (db) => {
			stack.db = db;
			await stack.ctl('migrate');
		});
		await startModel(stack, model);
		if (passages) await stack.importPassages(passages);
		if (project) await stack.createProject(stack.projectName, ['--open', '--collection', 'sample', ...(project.args ?? [])]);
		if (options.beatd !== false) await stack.startBeatd();
	} catch (error) {
		await stack.stop().catch(() => {});
		throw error;
	}
	return stack;
}

// For node:test: `t` is a test's or suite's context, or node:test's own {after}.
export async function useStack(t, options) {
	const stack = await startStack(options);
	t.after(() => stack.stop());
	return stack;
}
