// PostgreSQL's simple query protocol over a unix socket, without a password: what a test needs to ask the
// database, and no process for every question. A connection that has become idle waits for the next query
// to the same database; two queries at once have a connection each.
//
//   const pool = new Pool(socketDir);
//   await pool.query({ user: 'beat', database: 't_1' }, 'select 1 as a, 2 as b');   // [['1', '2']]
//   pool.close();
//
// Values are PostgreSQL's text, null is null; the search path is that of the programs migrated last. An error rejects with PostgreSQL's words. COPY is not spoken.
import { createConnection } from 'node:net';
import { join } from 'node:path';

// Puts the functions of the programs migrated last on the search path, for a session of any client.
export const FUNCTIONS_PATH = `select set_config('search_path', name || ', beat, public', false) from beat.function_set
	where dropped_at is null order by installed_at desc limit 1;`;

const PROTOCOL = Buffer.from([0, 3, 0, 0]);

const zero = (text) => Buffer.from(`${text}\0`);

function packet(type, ...parts) {
	const body = Buffer.concat(parts);
	const head = Buffer.alloc(type ? 5 : 4);
	if (type) head.write(type);
	head.writeInt32BE(body.length + 4, head.length - 4);
	return Buffer.concat([head, body]);
}

// The fields of an error as psql shows them.
function complaint(body) {
	const fields = {};
	for (let at = 0; body[at]; ) {
		const end = body.indexOf(0, at);
		fields[String.fromCharCode(body[at])] = body.toString('utf8', at + 1, end);
		at = end + 1;
	}
	const more = [['DETAIL', fields.D], ['HINT', fields.H], ['CONTEXT', fields.W]].filter(([, text]) => text);
	return [`${fields.S}:  ${fields.M}`, ...more.map(([name, text]) => `${name}:  ${text}`)].join('\n');
}

function row(body) {
	const values = [];
	for (let at = 2, left = body.readInt16BE(0); left > 0; left--) {
		const length = body.readInt32BE(at);
		at += 4;
		values.push(length < 0 ? null : body.toString('utf8', at, at + length));
		at += Math.max(length, 0);
	}
	return values;
}

class Connection {
	constructor(socketDir, { user, database }) {
		this.socket = createConnection(join(socketDir, '.s.PGSQL.5432'));
		this.pieces = []; // of what has come and is no whole message yet
		this.have = 0; // bytes of them
		this.need = 5;
		this.dead = null; // why it can be used no more
		this.idle = false; // outside of a transaction
		this.socket.on('data', (data) => this.take(data));
		this.socket.on('error', (error) => this.over(error.message));
		this.socket.on('close', () => this.over('the server closed the connection'));
		const settings = { user, database, application_name: 'test', search_path: 'beat, public' };
		this.socket.write(packet('', PROTOCOL, ...Object.entries(settings).flat().map(zero), zero('')));
		this.ready = this.answer();
		this.functions = false; // on the search path
	}

	// The functions of the programs are in a schema of their own, once there is one.
	async findFunctions() {
		const there = `select to_regclass('beat.function_set')`;
		if ((await this.ask(there))[0][0] === null) return;
		this.functions = (await this.ask(FUNCTIONS_PATH)).length > 0;
	}

	// Resolves with the rows when the server is ready for a query again.
	answer() {
		return new Promise((resolve, reject) => {
			this.socket.ref();
			this.wanted = { resolve, reject, rows: [], error: null };
			if (this.dead) this.over(this.dead);
		});
	}

	async query(text) {
		await this.ready;
		if (!this.functions && this.idle) await this.findFunctions();
		return this.ask(text);
	}

	ask(text) {
		this.socket.write(packet('Q', zero(text)));
		return this.answer();
	}

	take(data) {
		this.pieces.push(data);
		this.have += data.length;
		if (this.have < this.need) return; // a long row comes in many pieces
		let all = Buffer.concat(this.pieces);
		const size = () => (all.length < 5 ? 5 : all.readInt32BE(1) + 1);
		while (all.length >= size()) {
			const end = size();
			this.message(String.fromCharCode(all[0]), all.subarray(5, end));
			all = all.subarray(end);
		}
		this.pieces = [all];
		this.have = all.length;
		this.need = size();
	}

	message(type, body) {
		if (this.dead) return;
		if (type === 'D') this.wanted.rows.push(row(body));
		else if (type === 'E' && this.wanted) this.wanted.error = complaint(body);
		else if (type === 'E') this.over(complaint(body)); // ended by somebody while nothing was asked
		else if (type === 'R' && body.readInt32BE(0) !== 0) this.over('the server asks for a password');
		else if (type === 'G' || type === 'H' || type === 'W') this.over('COPY is not spoken here');
		else if (type === 'Z') this.finish(body.toString() === 'I');
	}

	finish(idle) {
		const { resolve, reject, rows, error } = this.wanted;
		this.idle = idle;
		this.wanted = null;
		this.socket.unref(); // nothing to wait for: the process may end
		if (error) reject(new Error(error));
		else resolve(rows);
	}

	over(why) {
		this.dead ??= why;
		this.socket.destroy();
		const { reject, error } = this.wanted ?? {};
		this.wanted = null;
		reject?.(new Error(error ?? this.dead));
	}

	close() {
		if (!this.dead && !this.wanted) this.socket.end(packet('X'));
		this.dead ??= 'closed';
	}
}

// What leaves something behind in its session: nobody else shall meet it.
const LASTING = /(^|;)\s*(set|reset|listen|prepare|declare|load)\b|\btemp(orary)?\b|set_config|advisory/i;

export class Pool {
	constructor(socketDir) {
		this.socketDir = socketDir;
		this.idle = new Map(); // by user and database: one connection
	}

	async query({ user, database }, ...statements) {
		const key = `${user} ${database}`;
		const waiting = this.idle.get(key);
		this.idle.delete(key);
		const connection = waiting && !waiting.dead ? waiting : new Connection(this.socketDir, { user, database });
		try {
			let rows;
			for (const text of statements) rows = await connection.query(text);
			return rows;
		} finally {
			const reusable = connection.idle && !connection.dead && !this.idle.has(key) && !statements.some((text) => LASTING.test(text));
			if (reusable) this.idle.set(key, connection);
			else connection.close();
		}
	}

	// Ends the idle connections, to one database or to all.
	close(database) {
		for (const [key, connection] of this.idle) {
			if (database && !key.endsWith(` ${database}`)) continue;
			this.idle.delete(key);
			connection.close();
		}
	}
}
