// An HTTP server on a port of its own that notes what it is asked and answers as a test tells it: always(), and next()
// for the calls that come first. Who extends it says what an answer is.
//
//   content(json, behaviour)   {headers, body} of the answer; body is a Buffer
//   refusal(req, json)         a behaviour instead of what the test told; null: none
//   look(req, res)             answers a GET
//
// How it comes is a behaviour's: {delay: ms} {hang} {reset} {closeMidway} {drip: ms} {chunked}
import { once } from 'node:events';
import { createServer } from 'node:http';

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

async function inPieces(res, body, size, between) {
	for (let at = 0; at < body.length && !res.destroyed; at += size) {
		res.write(body.subarray(at, at + size));
		await between();
	}
	res.end();
}

export class ToldServer {
	constructor() {
		this.port = 0;
		this.hanging = new Set();
		this.reset();
		this.server = createServer((req, res) => void this.handle(req, res));
		this.server.keepAliveTimeout = 60000;
	}

	get origin() {
		return `http://127.0.0.1:${this.port}`;
	}

	always(behaviour) {
		this.standard = behaviour;
	}

	next(...behaviours) {
		this.queue.push(...behaviours);
	}

	reset() {
		this.calls = 0;
		this.taken = 0; // of these, how many were not refused
		this.requests = []; // the JSON of each call, oldest first; null where it is none
		this.headers = []; // and its headers
		this.queue = [];
		this.standard = {};
		this.release();
	}

	// Lets every hanging call end with a closed connection.
	release() {
		for (const res of this.hanging) res.destroy();
		this.hanging.clear();
	}

	async accept() {
		this.server.listen(this.port, '127.0.0.1');
		await once(this.server, 'listening');
		this.port = this.server.address().port;
	}

	// Connections are refused until accept(); the port stays the same.
	refuse() {
		this.release();
		this.server.closeAllConnections();
		return new Promise((done) => this.server.close(done));
	}

	async stop() {
		if (this.server.listening) await this.refuse();
	}

	refusal() {
		return null;
	}

	async handle(req, res) {
		res.on('error', () => {});
		const chunks = [];
		try {
			for await (const chunk of req) chunks.push(chunk);
		} catch {
			return; // the caller went away
		}
		if (req.method === 'GET') return this.look(req, res);
		let json = null;
		try {
			json = JSON.parse(Buffer.concat(chunks).toString());
		} catch {
			// noted as no JSON
		}
		this.calls++;
		this.requests.push(json);
		this.headers.push(req.headers);
		const refusal = this.refusal(req, json);
		if (refusal) return this.answer(res, json, refusal);
		this.taken++;
		const chosen = this.queue.length ? this.queue.shift() : this.standard;
		const behaviour = typeof chosen === 'function' ? await chosen(json ?? {}) : chosen;
		if (behaviour.delay) await pause(behaviour.delay);
		if (!res.destroyed) this.answer(res, json, behaviour);
	}

	answer(res, json, b) {
		if (b.hang) return void this.hanging.add(res);
		if (b.reset) return void res.socket.resetAndDestroy();
		const { headers, body } = this.content(json, b);
		res.writeHead(b.status ?? 200, { ...headers, ...b.headers });
		if (b.closeMidway) res.write(body.subarray(0, body.length >> 1), () => res.destroy());
		else if (b.drip) void inPieces(res, body, 1, () => pause(b.drip));
		else if (b.chunked) void inPieces(res, body, 7, () => new Promise(setImmediate));
		else res.end(body);
	}
}
