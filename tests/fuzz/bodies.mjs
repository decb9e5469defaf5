// Bodies of every POST of the API, over HTTP against the real server with its real database: made by the schemas of the
// description, then spoiled. Whatever comes, the answer is one that the description has, and none of 500 and above; the
// server lives, its sanitizers are silent, and at the end every counter is right.
//
// usage: node tests/fuzz/bodies.mjs [--runs N] [--seed S] [--only OPERATION]
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dice } from '../fault/rounds/dice.mjs';
import { furnish, operationsOf } from '../lib/furnished.mjs';
import { checkAnswer, openapi } from '../lib/openapi.mjs';
import { maker, spoil } from '../lib/openapi_bodies.mjs';
import { spanOf, startStack } from '../lib/stack.mjs';

const ASKERS = 4;
const VISIT = 40; // requests with the same credentials; sessions end, passwords change
const DEAR = { signIn: 0.1, changePassword: 0.1, addPerson: 0.1 }; // each costs a password's digest

const { values: options } = parseArgs({ options: { runs: { type: 'string', default: '2000' }, seed: { type: 'string', default: '20261' }, only: { type: 'string' } } });
const d = dice(Number(options.seed));

// Values that are found, so that a body comes further than to the first look: by the name of a field.
function known(house, session) {
	const text = session?.passage?.text;
	const spans = text ? [spanOf(text, text.split(' ')[1]), spanOf(text, text.split(' ').at(-1))] : [];
	return {
		project: ['demo', 'work', 'school'],
		platform: ['direct'],
		params: [{ worker: 'somebody' }, { worker: 'somebody', browser: 'x'.repeat(20) }, { PROLIFIC_PID: 'p', STUDY_ID: 's', SESSION_ID: 't' }, { assignmentId: 'a', hitId: 'h', workerId: 'w', turkSubmitTo: 'https://www.mturk.com' }],
		...(spans.length && { answer: spans }),
		...(session?.questions && { question: session.questions.map((q) => q.id) }),
		ids: [[house.known.questions]],
		judgements: [[{ question: house.known.questions, valid: true }]],
		role: ['worker', 'validator', 'viewer'],
		version: ['1.0', '2'],
		labels: [['paraphrasing']],
	};
}

const agent = new Agent({ keepAlive: true, maxSockets: ASKERS });
function send(url, { path, headers }, body) {
	return new Promise((resolve, reject) => {
		const req = request(url + path, { method: 'POST', agent, headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) } }, (res) => {
			const chunks = [];
			res.on('data', (chunk) => chunks.push(chunk)).on('error', reject).on('end', () => {
				const text = Buffer.concat(chunks).toString();
				resolve({ status: res.statusCode, headers: res.headers, text, body: /json/.test(res.headers['content-type']) ? JSON.parse(text) : undefined });
			});
		});
		req.on('error', reject);
		req.end(body);
	});
}

// What is wrong with an answer, once for each operation and status.
const findings = new Map();
function judge(operation, body, answer) {
	try {
		checkAnswer('POST', operation.path, answer);
		assert.ok(answer.status < 500, 'that is an error of ours');
	} catch (error) {
		const key = `${operation.id} ${answer.status}`;
		if (!findings.has(key)) findings.set(key, `${error.message}\n  ${operation.id} answered ${answer.status} to ${String(body).slice(0, 2000)}\n  ${answer.text}`);
	}
}

// One operation: so many bodies, two thirds of them spoiled. Counts its answers by status.
async function feed(stack, house, operation, runs, seen) {
	let left = 0, visit, make;
	for (let n = 0; n < runs; n++, left--) {
		if (left <= 0) {
			visit = await house.visit(operation);
			make = maker(openapi, d, known(house, visit.session));
			left = VISIT;
		}
		const whole = make(operation.body);
		const body = d.chance(0.33) ? JSON.stringify(whole) : spoil(whole, d);
		const answer = await send(stack.url, visit, body);
		judge(operation, body, answer);
		seen[answer.status] = (seen[answer.status] ?? 0) + 1;
		if (answer.status === 401) left = 0;
	}
}

async function main() {
	const releases = mkdtempSync(join(tmpdir(), 'beat-bodies-'));
	const stack = await startStack({ project: false, passages: false, beatd: { env: { BEAT_RELEASES: releases } } });
	try {
		const house = await furnish(stack);
		const all = operationsOf(openapi).filter((o) => o.method === 'POST' && o.body && (!options.only || o.id === options.only));
		const each = Math.ceil(Number(options.runs) / all.length);
		let runs = 0;
		const queue = [...all];
		const ask = async () => {
			for (let operation = queue.shift(); operation; operation = queue.shift()) {
				const seen = {};
				const n = Math.ceil(each * (DEAR[operation.id] ?? 1));
				await feed(stack, house, operation, n, seen);
				runs += n;
				console.log(`${operation.id} ${n} bodies: ${Object.entries(seen).map(([status, times]) => `${times} × ${status}`).join(', ')}`);
			}
		};
		await Promise.all(Array.from({ length: ASKERS }, ask));
		const { code, stdout, stderr } = await stack.beatctl(['check']);
		assert.equal(code, 0, stdout + stderr);
		console.log(`${runs} bodies to ${all.length} operations, seed ${options.seed}: ${findings.size} findings`);
		assert.equal(findings.size, 0, [...findings.values()].join('\n'));
	} catch (error) {
		error.message = `seed ${options.seed}: ${error.message}`;
		throw error;
	} finally {
		agent.destroy();
		await stack.stop();
		rmSync(releases, { recursive: true });
	}
}

await main();
