// A model in the loop that does what a test tells it. It speaks the `beat` protocol
// (POST /predict) and by default answers with the first word of the passage.
//
//   const stub = await startStubModel();
//   stub.always({ text: 'Paris' });           // located in the passage; start/end may be given
//   stub.next({ status: 500 }, { hang: true }); // for the next calls, then back to always
//   stub.calls, stub.requests, stub.headers   // how often it was asked, what, and with which headers
//
// A behaviour is an object, or a function of the request's JSON giving one:
//   {text, start, end, score, model, version, weights}  an answer; omit start and end with {span: false}
//   {delay: ms}            in addition: answers after that time
//   {status: n}            that HTTP status
//   {body, type}           this very body instead of an answer (a string or Buffer)
//   {hang: true}           never answers (stop() and release() end it)
//   {reset: true}          resets the connection at once
//   {closeMidway: true}    sends half an answer, then closes
//   {drip: ms}             sends the answer one byte at a time
import { createServer } from 'node:http';

const points = (s) => [...s];

function located(passage, b) {
	const text = b.text ?? passage.match(/[\p{L}\p{N}]+/u)?.[0] ?? '';
	const answer = { answer: text, score: b.score ?? 0.5, model: b.model ?? 'stub', version: b.version ?? '1', weights: b.weights ?? '0'.repeat(64) };
	if (b.span === false) return answer;
	const at = passage.indexOf(text);
	const start = b.start ?? points(passage.slice(0, Math.max(at, 0))).length;
	return { ...answer, start, end: b.end ?? start + points(text).length };
}

async function drip(res, body, ms) {
	for (const byte of body) {
		if (res.destroyed) return;
		res.write(Buffer.from([byte]));
		await new Promise((done) => setTimeout(done, ms));
	}
	res.end();
}

class StubModel {
	constructor() {
		this.calls = 0;
		this.requests = []; // the JSON of each call, oldest first
		this.headers = []; // and its headers
		this.queue = [];
		this.standard = {};
		this.hanging = new Set();
		this.port = 0;
		this.server = createServer((req, res) => this.handle(req, res));
		this.server.keepAliveTimeout = 60000;
	}

	get url() {
		return `http://127.0.0.1:${this.port}/predict`;
	}

	always(behaviour) {
		this.standard = behaviour;
	}

	next(...behaviours) {
		this.queue.push(...behaviours);
	}

	reset() {
		this.calls = 0;
		this.requests = [];
		this.headers = [];
		this.queue = [];
		this.standard = {};
		this.release();
	}

	// Lets every hanging call end with a closed connection.
	release() {
		for (const res of this.hanging) res.destroy();
		this.hanging.clear();
	}

	// Connections are refused until accept(); the port stays the same.
	refuse() {
		this.release();
		this.server.closeAllConnections();
		return new Promise((done) => this.server.close(done));
	}

	accept() {
		return new Promise((resolve, reject) => {
			this.server.once('error', reject);
			this.server.listen(this.port, '127.0.0.1', () => {
				this.server.off('error', reject);
				this.port = this.server.address().port;
				resolve();
			});
		});
	}

	async stop() {
		if (this.server.listening) await this.refuse();
	}

	async handle(req, res) {
		res.on('error', () => {});
		const chunks = [];
		try {
			for await (const chunk of req) chunks.push(chunk);
		} catch {
			return; // the caller went away
		}
		if (req.method === 'GET') return res.end('ok\n');
		let json = {};
		try {
			json = JSON.parse(Buffer.concat(chunks).toString());
		} catch {
			// recorded as an empty request
		}
		this.calls++;
		this.requests.push(json);
		this.headers.push(req.headers);
		const chosen = this.queue.length ? this.queue.shift() : this.standard;
		const behaviour = typeof chosen === 'function' ? await chosen(json) : chosen;
		if (behaviour.delay) await new Promise((done) => setTimeout(done, behaviour.delay));
		if (!res.destroyed) this.answer(res, json, behaviour);
	}

	answer(res, json, b) {
		if (b.hang) return void this.hanging.add(res);
		if (b.reset) return void res.socket.resetAndDestroy();
		const body = Buffer.from(b.body ?? JSON.stringify(located(String(json.passage ?? ''), b)));
		res.writeHead(b.status ?? 200, { 'content-type': b.type ?? 'application/json', 'content-length': body.length });
		if (b.closeMidway) {
			res.write(body.subarray(0, body.length >> 1), () => res.destroy());
		} else if (b.drip) {
			void drip(res, body, b.drip);
		} else {
			res.end(body);
		}
	}
}

export async function startStubModel() {
	const stub = new StubModel();
	await stub.accept();
	return stub;
}
