// Mechanical Turk for tests: a site of its own that frames the page.
import { createServer } from 'node:http';

const SITE = 'worker.mturk.test';
export const RESOLVE = [`--host-resolver-rules=MAP ${SITE} 127.0.0.1`];

// A site that frames the page as MTurk does and takes the finished HIT.
export class FakeTurk {
	posts = [];

	async start() {
		this.server = createServer((req, res) => this.handle(req, res));
		await new Promise((done) => this.server.listen(0, '127.0.0.1', done));
		this.origin = `http://${SITE}:${this.server.address().port}`;
		return this;
	}

	async handle(req, res) {
		const url = new URL(req.url, this.origin);
		res.setHeader('content-type', 'text/html; charset=utf-8');
		if (req.method === 'POST' && url.pathname === '/mturk/externalSubmit') {
			let body = '';
			for await (const chunk of req) body += chunk;
			this.posts.push({
				type: req.headers['content-type'],
				fields: Object.fromEntries(new URLSearchParams(body)),
			});
			return res.end('<h1>Your HIT has been submitted</h1>');
		}
		const frame = (url.searchParams.get('frame') ?? 'about:blank')
			.replaceAll('&', '&amp;')
			.replaceAll('"', '&quot;');
		res.end(
			`<!doctype html><title>HITs</title><h1>HITs</h1><iframe width="600" height="800" src="${frame}"></iframe>`,
		);
	}

	frameUrl(page) {
		return `${this.origin}/?frame=${encodeURIComponent(page)}`;
	}

	stop() {
		this.server.closeAllConnections();
		return new Promise((done) => this.server.close(done));
	}
}
