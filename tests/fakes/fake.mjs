// Servers of models as their makers describe them, one module a protocol: strict about what they take, and able to go
// wrong in every way that a test needs. The makers' own clients hold them to the description (api/fakes.test.mjs).
//
//   const fake = await startFake('openai', { key: 'sk-1' });
//   fake.always({ text: 'Paris' });              // what it answers; by default the passage's first word
//   fake.next({ status: 429, headers: { 'retry-after': '1' } }, { hang: true });
//   fake.calls, fake.requests, fake.headers      // what was asked, whether it was taken or not
//
// A behaviour is an object, or a function of the request's JSON giving one:
//   {text}                      an answer in the protocol's form
//   {shape: 'cut', …}           one of the protocol's own shapes of replies (`shapes` of its module)
//   {status, message, headers}  an error in the protocol's form
//   {html: true}                a page of HTML instead, with that status or 200
//   {body, type}                this very body
//   {delay: ms} {hang} {reset} {closeMidway} {drip: ms} {chunked} {gzip}  how it comes
// Options
//   key       asked for in every request; without it anybody is answered
//   lacks     what this server does not take, though the description has it: refused in its maker's words
import { gzipSync } from 'node:zlib';
import Ajv2020 from 'ajv/dist/2020.js';
import allennlp from './allennlp.mjs';
import anthropic from './anthropic.mjs';
import beat from './beat.mjs';
import dynalab from './dynalab.mjs';
import hfQa from './hf_qa.mjs';
import kserve from './kserve_v2.mjs';
import ollama from './ollama.mjs';
import openai from './openai.mjs';
import { ToldServer } from '../lib/told_server.mjs';

export const PROTOCOLS = [beat, openai, hfQa, anthropic, ollama, kserve, allennlp, dynalab];

const ajv = new Ajv2020({ strict: false, allErrors: false });
const PAGE = '<!DOCTYPE html>\n<html><head><title>502 Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>\n';

const pathOf = (req) => req.url.split('?')[0];

// What is wrong with a request, in words; null: nothing.
function wrongWith(protocol, schema, json) {
	if (ajv.validate(schema, json)) return null;
	const [{ instancePath, keyword, params, message }] = ajv.errors;
	const where = [...instancePath.split('/').slice(1), params.additionalProperty ?? params.missingProperty].filter((part) => part !== undefined);
	return { where: where.join('.'), unknown: keyword === 'additionalProperties', message: `${where.join('.') || protocol.name}: ${message}` };
}

class Fake extends ToldServer {
	constructor(protocol, { key, lacks = [] }) {
		super();
		this.protocol = protocol;
		this.key = key;
		this.lacks = lacks;
	}

	// As people give it to the system.
	get url() {
		return this.origin + (this.protocol.given ?? '');
	}

	// What a server of this kind shows of itself.
	look(req, res) {
		const path = pathOf(req);
		const page = this.protocol.pages?.[path];
		const body = page ?? this.protocol.error(404, `no such path: ${path}`);
		const text = typeof body === 'string' ? body : JSON.stringify(body);
		res.writeHead(page === undefined ? 404 : 200, { 'content-type': typeof body === 'string' ? 'text/html' : 'application/json' });
		res.end(text);
	}

	// What the description does not allow, in the form it gives to errors.
	refusal(req, json) {
		const { protocol } = this;
		const { method, headers } = req;
		const path = pathOf(req);
		if (!protocol.paths.some((p) => p.test(path))) return { status: 404, message: `no such path: ${path}` };
		if (method !== 'POST') return { status: 405, message: 'method not allowed' };
		if (!/^application\/json\b/.test(headers['content-type'] ?? '')) return { status: 415, message: 'the content type must be application/json' };
		if (this.key && protocol.key(headers) !== this.key) return { status: 401, message: `incorrect API key provided: ${protocol.key(headers)}` };
		const missing = protocol.missing?.(headers);
		if (missing) return { status: 400, message: missing };
		if (json === null) return { status: 400, message: 'the body is not JSON' };
		const wrong = wrongWith(protocol, protocol.schema, json);
		if (wrong) return { status: protocol.wrongStatus ?? 400, message: protocol.wrong?.(wrong) ?? wrong.message };
		const lacking = this.lacks.find((what) => protocol.lacks[what].has(json));
		if (lacking) return { status: 400, message: protocol.lacks[lacking].message };
		return protocol.check?.(json, path, headers) ?? null;
	}

	content(json, b) {
		const { body, type } = this.said(json, b);
		const packed = b.gzip ? gzipSync(body) : body;
		const own = b.gzip ? { 'content-encoding': 'gzip' } : {};
		const length = b.chunked || b.drip ? {} : { 'content-length': packed.length };
		return { headers: { 'content-type': type, ...length, ...own }, body: packed };
	}

	said(json, b) {
		const { protocol } = this;
		let body;
		let type = 'application/json';
		if (b.body !== undefined) [body, type] = [b.body, b.type ?? type];
		else if (b.html) [body, type] = [PAGE, 'text/html; charset=utf-8'];
		else if (b.status >= 300) [body, type] = [protocol.error(b.status, b.message ?? `status ${b.status}`), protocol.errorType ?? type];
		else if (b.shape) body = protocol.shapes[b.shape](json, b);
		else body = protocol.reply(json, b.text ?? protocol.passage(json).match(/[\p{L}\p{N}]+/u)?.[0] ?? '');
		if (body?.mime) ({ body, mime: type } = body);
		return { type, body: Buffer.isBuffer(body) || typeof body === 'string' ? Buffer.from(body) : Buffer.from(JSON.stringify(body)) };
	}
}

export async function startFake(name, options = {}) {
	const protocol = PROTOCOLS.find((p) => p.name === name);
	const fake = new Fake(protocol, options);
	await fake.accept();
	return fake;
}
