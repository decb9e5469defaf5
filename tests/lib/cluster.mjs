// Private PostgreSQL clusters for tests: a folder under the system's temporary one,
// unix socket only, no fsync, gone afterwards. A test process makes one at most for all
// its databases; with BEAT_TEST_PG set to the socket folder of a running cluster
// (ops/test does) it makes none. PostgreSQL refuses root, so as root it runs as the user postgres.
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFileSync, spawnSync } from 'node:child_process';
import { pgProgram } from './paths.mjs';
import { Pool } from './pg.mjs';
import { run, Server } from './proc.mjs';

const ROLE = 'beat';
const SETTINGS = {
	listen_addresses: '',
	fsync: 'off',
	full_page_writes: 'off',
	synchronous_commit: 'off',
	max_connections: '200',
	shared_buffers: '64MB',
	log_min_messages: 'warning',
};
const isRoot = process.getuid() === 0;
const asServerUser = isRoot ? ['--reuid=postgres', '--regid=postgres', '--init-groups'] : [];

// A unix socket's path must stay below 108 bytes, so a long TMPDIR will not do.
function shortTemporaryFolder(within) {
	const base = within ?? (tmpdir().length < 60 ? tmpdir() : '/tmp');
	const dir = mkdtempSync(join(base, 'beat-pg-'));
	chmodSync(dir, 0o755);
	return dir;
}

class Cluster {
	constructor(socketDir, { dir = null, server = null, shared = true, settings = {} } = {}) {
		this.socketDir = socketDir;
		this.dir = dir;
		this.settings = settings;
		this.server = server;
		this.shared = shared;
		this.pool = new Pool(socketDir);
	}

	uri(database, user = ROLE) {
		return `postgresql://${user}@${encodeURIComponent(this.socketDir)}/${database}`;
	}

	// One statement after the other, or several in one transaction where they stand in one text. Gives what the last
	// one prints, as psql -At would; rejects with PostgreSQL's words on an error.
	async query(uri, ...statements) {
		const { username, pathname } = new URL(uri);
		const rows = await this.pool.query({ user: username, database: pathname.slice(1) }, ...statements);
		return rows.map((row) => `${row.map((value) => value ?? '').join('|')}\n`).join('');
	}

	// psql to the end, for what only psql can do; a process each, so not for everyday questions.
	async psql(uri, args, { input } = {}) {
		const result = await run('psql', ['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-d', uri, ...args], { input });
		if (result.code !== 0) throw new Error(`psql: ${result.stderr.trim()}`);
		return result.stdout;
	}

	// An empty database owned by the role `beat`; returns its URI.
	async createDatabase(name = `t_${randomBytes(6).toString('hex')}`) {
		const admin = this.uri('postgres', 'postgres');
		// two test files may make the role at the same moment
		await this.query(admin, `do $$ begin create role ${ROLE} login; exception when duplicate_object or unique_violation then null; end $$`);
		await this.query(admin, `create database ${name} owner ${ROLE}`);
		return this.uri(name);
	}

	// A database with the schema in it: in a shared cluster a copy of one that was migrated once, by migrate(uri).
	async migratedDatabase(migrate) {
		if (!this.shared) {
			const only = await this.createDatabase();
			await migrate(only);
			return only;
		}
		const admin = this.uri('postgres', 'postgres');
		const name = `t_${randomBytes(6).toString('hex')}`;
		// as files: page by page through the log takes longer
		const copy = () => this.query(admin, `create database ${name} owner ${ROLE} template migrated strategy file_copy`);
		try {
			await copy();
		} catch (error) {
			if (!/"migrated" does not exist/.test(error.message)) throw error;
			const first = await this.createDatabase();
			await migrate(first);
			// whoever comes second keeps what the first one made
			const make = `alter database ${new URL(first).pathname.slice(1)} rename to migrated`;
			this.pool.close(new URL(first).pathname.slice(1));
			await this.query(admin, make, 'alter database migrated with allow_connections false').catch(() => this.dropDatabase(first));
			await copy();
		}
		return this.uri(name);
	}

	async dropDatabase(uri) {
		const name = new URL(uri).pathname.slice(1);
		this.pool.close(name);
		await this.query(this.uri('postgres', 'postgres'), `drop database if exists ${name} with (force)`);
	}

	// A second database like the first, to which nobody may be connected; returns its URI.
	async copyDatabase(uri, name = `t_${randomBytes(6).toString('hex')}`) {
		const source = new URL(uri).pathname.slice(1);
		this.pool.close(source);
		await this.query(this.uri('postgres', 'postgres'), `create database ${name} template ${source} owner ${ROLE} strategy file_copy`);
		return this.uri(name);
	}

	// Only for a cluster of one's own: immediate is what a crash looks like.
	async halt(how = 'fast') {
		if (this.shared) throw new Error('this cluster is shared: start one with {own: true} to stop it');
		this.pool.close();
		await this.server.kill({ smart: 'SIGTERM', fast: 'SIGINT', immediate: 'SIGQUIT' }[how]);
	}

	async start() {
		this.server = await startPostgres(this.dir, this.settings);
	}

	// A standby of this cluster, which follows its log; the caller must stop it.
	standby() {
		return makeCluster({ shared: false, settings: this.settings, of: this });
	}

	async stop() {
		this.pool.close();
		if (this.shared) return;
		if (!this.server.ended) await this.server.kill('SIGINT');
		rmSync(this.dir, { recursive: true, force: true });
	}
}

async function startPostgres(dir, more) {
	const settings = Object.entries({ ...SETTINGS, ...more, unix_socket_directories: dir }).flatMap(([k, v]) => ['-c', `${k}=${v}`]);
	const postgres = [pgProgram('postgres'), '-D', join(dir, 'data'), ...settings];
	// SIGINT from the kernel when this process dies: a fast shutdown
	const server = new Server('postgres', 'setpriv', ['--pdeathsig', 'INT', ...asServerUser, ...postgres], { cwd: dir });
	await server.waitFor(/database system is ready to accept (read-only )?connections/);
	return server;
}

// {of: cluster} makes a standby of it that follows its log, else it is new; {within: folder} says where.
async function makeCluster({ shared, settings = {}, of = null, within }) {
	const dir = shortTemporaryFolder(within);
	const data = join(dir, 'data');
	if (isRoot) execFileSync('chown', ['postgres:', dir]);
	const make = of
		? [pgProgram('pg_basebackup'), '-D', data, '-h', of.socketDir, '-U', 'postgres', '-R', '-c', 'fast', '--no-sync']
		: [pgProgram('initdb'), '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync', '--no-instructions'];
	const made = await run('setpriv', ['--pdeathsig', 'KILL', ...asServerUser, ...make], { cwd: dir });
	if (made.code !== 0) throw new Error(`${make[0]} failed:\n${made.stdout}${made.stderr}`);
	const cluster = new Cluster(dir, { dir, shared, settings, server: await startPostgres(dir, settings) });
	process.on('exit', () => {
		if (!cluster.server.ended) spawnSync('setpriv', [...asServerUser, pgProgram('pg_ctl'), '-D', join(dir, 'data'), '-m', 'immediate', 'stop'], { cwd: '/' });
		rmSync(dir, { recursive: true, force: true });
	});
	return cluster;
}

let ours;
// {own: true} makes a cluster that the caller may halt, start again, and must stop;
// it may have settings of its own, and a folder that it is made in.
export async function startCluster({ own = false, settings, within } = {}) {
	if (own) return makeCluster({ shared: false, settings, within });
	if (process.env.BEAT_TEST_PG) return new Cluster(process.env.BEAT_TEST_PG);
	ours ??= makeCluster({ shared: true }).then((cluster) => {
		cluster.server.unref();
		return cluster;
	});
	return ours;
}
