// A model in the loop that does what a test tells it. It speaks the `beat` protocol
// (POST /predict) and by default answers with the first word of the passage that is no article:
// of an article alone nothing is left to be compared, and who wins must not depend on which passage was served.
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
import { ToldServer } from './told_server.mjs';

const points = (s) => [...s];
const ARTICLE = /^(a|an|the)$/i;

function located(passage, b) {
	const text = b.text ?? passage.match(/[\p{L}\p{N}]+/gu)?.find((word) => !ARTICLE.test(word)) ?? '';
	const answer = { answer: text, score: b.score ?? 0.5, model: b.model ?? 'stub', version: b.version ?? '1', weights: b.weights ?? '0'.repeat(64) };
	if (b.span === false) return answer;
	const at = passage.indexOf(text);
	const start = b.start ?? points(passage.slice(0, Math.max(at, 0))).length;
	return { ...answer, start, end: b.end ?? start + points(text).length };
}

class StubModel extends ToldServer {
	get url() {
		return `${this.origin}/predict`;
	}

	look(_, res) {
		res.end('ok\n');
	}

	content(json, b) {
		const body = Buffer.from(b.body ?? JSON.stringify(located(String(json?.passage ?? ''), b)));
		return { headers: { 'content-type': b.type ?? 'application/json', 'content-length': body.length }, body };
	}
}

export async function startStubModel() {
	const stub = new StubModel();
	await stub.accept();
	return stub;
}
