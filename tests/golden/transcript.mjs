// What the programs answered while the script was played, in a form that two plays share: ids are renamed in the order in
// which they appear, moments and secrets lose their value. MASKS says what is left out and why.
import { createHash } from 'node:crypto';
import { ROOT } from '../lib/paths.mjs';

// A number of the database: which one it gets is no promise. Renamed, each kind by itself, so that it must stay the same one.
const IDS = new Set(['id', 'assignment', 'hit', 'worker', 'review', 'revocation', 'next_waiting', 'event']);
// key of a JSON object: [what stands instead, why]
export const MASKS = {
	token: ['TOKEN', 'signed, with the moment in it'],
	invite: ['TOKEN', 'signed, with the moment in it'],
	csrf: ['SECRET', 'random'],
	secret: ['SECRET', 'random'],
	uri: ['SECRET', 'holds the secret'],
};
// Headers that are part of the contract. Others are of the connection.
const HEADERS = ['content-type', 'cache-control', 'retry-after', 'location', 'www-authenticate', 'allow', 'content-disposition', 'set-cookie'];

const MOMENT = /\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d(:?\d\d)?| UTC)?/g;
const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;

// The n-th id that the play gives an attempt: made by the client, hence the same in every play.
export function attemptId(n) {
	const hex = createHash('sha256').update(`golden:${n}`).digest('hex');
	return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export class Transcript {
	constructor(dir) {
		this.dir = dir; // of the stack: a folder with a random name
		this.lines = [];
		this.names = new Map(); // "kind value" → its new name
		this.counts = new Map();
	}

	rename(kind, value) {
		const key = `${kind} ${value}`;
		if (!this.names.has(key)) {
			const n = (this.counts.get(kind) ?? 0) + 1;
			this.counts.set(kind, n);
			this.names.set(key, `ID${n}`);
		}
		return this.names.get(key);
	}

	text(text) {
		return text
			.replaceAll(this.dir, 'DIR')
			.replaceAll(ROOT, 'ROOT')
			.replace(MOMENT, 'MOMENT')
			.replace(/\b\d{4}-\d\d-\d\d\b/g, 'DAY')
			.replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT')
			.replace(/\bbt_[\w-]{43}/g, 'TOKEN')
			.replace(/invite=[\w.~-]+/g, 'invite=TOKEN')
			.replace(/^(time +).*$/gm, '$1SECONDS')
			.replace(/(worker #|screening (?:show )?)(\d+)/gi, (_, of, id) => of + this.rename(of.toLowerCase().split(' ')[0], id))
			.replace(UUID, (uuid) => this.rename('uuid', uuid));
	}

	// A JSON value of which `key` is the name in its object, and `kind` the names on the way to it.
	value(value, key = '', kind = '') {
		if (Array.isArray(value)) return value.map((item) => this.value(item, key, kind));
		if (value !== null && typeof value === 'object')
			return Object.fromEntries(Object.entries(value).map(([k, v]) => [this.text(k), this.value(v, k, `${kind}.${k}`)]));
		if (key === 'code' && /^\d{6}$/.test(value)) return 'CODE'; // of an authenticator app
		if (value !== null && MASKS[key]) return MASKS[key][0];
		// ids are strings, numbers count something, but for "id"
		if ((typeof value === 'string' || key === 'id') && IDS.has(key) && /^\d{1,18}$/.test(value)) return this.rename(kind, value);
		return typeof value === 'string' ? this.text(value) : value;
	}

	// Numbers in a path are ids; the words around them say of what.
	path(path) {
		return this.text(path.replace(/\/(\d+)(?=\/|\?|$)/g, (_, id, at) => `/${this.rename(path.slice(0, at).replace(/\d+/g, '#'), id)}`));
	}

	// A refusal is its status, its name and its sentence.
	answer({ status, headers, body, text }, kind) {
		const shown = Object.fromEntries(HEADERS.filter((name) => headers[name] !== undefined).map((name) => [name, this.header(name, headers[name])]));
		if (/problem\+json/.test(headers['content-type'] ?? '')) {
			const { type = '', detail } = body;
			return { status, ...(headers['retry-after'] && { headers: { 'retry-after': headers['retry-after'] } }), problem: { type: type.split(':').at(-1), detail: this.text(detail ?? '') } };
		}
		return { status, headers: shown, body: body === undefined ? this.text(text) : this.value(body, '', kind) };
	}

	header(name, value) {
		return name === 'set-cookie' ? value.map((line) => line.replace(/=[^;]*/, '=SECRET')) : this.text(String(value));
	}

	// `sort` brings what is drawn at random into an order of its own.
	http(who, method, path, sent, answer, sort = (body) => body) {
		const shown = this.path(path);
		const kind = `${method} ${shown.replace(/ID\d+/g, '#').split('?')[0]} `;
		const sorted = answer.body === undefined ? answer : { ...answer, body: sort(structuredClone(answer.body)) };
		this.lines.push({ who, call: `${method} ${shown}`, ...(sent !== undefined && { sent: this.value(sent, '', `${kind}sent`) }), ...this.answer(sorted, kind) });
	}

	program(args, { code, stdout, stderr }) {
		const shown = args.map((word) => (args[0] === 'screening' && /^\d+$/.test(word) ? this.rename('screening', word) : this.text(word)));
		this.lines.push({ beatctl: shown, code, out: this.text(stdout), ...(stderr && { err: this.text(stderr) }) });
	}

	print() {
		return this.lines.map((line) => `${JSON.stringify(line)}\n`).join('');
	}
}
