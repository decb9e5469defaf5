// The readers' speed: questions a second on one thread and on two, and what the second question on a passage costs
// against the first, as its passage has been read then. The yardstick is `window` on one thread, in turns.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { call } from '../lib/http.mjs';
import { program } from '../lib/paths.mjs';
import { Server } from '../lib/proc.mjs';
import { encoders, passes } from './encoder.mjs';

const WORDS = 150; // of a passage
const QUESTIONS = 5;
const SLICE = 5; // passages asked about before the second question

// Sentences as an encyclopaedia has them, the same on every run.
function writer() {
	const names = 'Margaret Doyle, Johann Tulla, the Danube, Lake Constance, the Royal Society, New Haven, Ada Quill, Port Ellen'.split(', ');
	const verbs = 'built, crossed, described, founded, measured, painted, sold, restored'.split(', ');
	const things = 'the old lighthouse, a stone bridge, the northern canal, a map of the coast, the first observatory, a narrow railway'.split(', ');
	const ends = 'because the winters were long; after nine years of work; with the help of forty sailors; for about $3,500'.split('; ');
	let state = 7;
	const one = (list) => {
		state = (Math.imul(state, 1103515245) + 12345) >>> 0;
		return list[(state >>> 8) % list.length];
	};
	return (i) => ({ who: one(names), did: one(verbs), what: one(things), end: one(ends), year: 1700 + ((i * 37) % 300) });
}

export function readerDataset(passages) {
	const fact = writer();
	const made = Array.from({ length: passages }, (_, p) => {
		const facts = [];
		let text = `This is the account number ${p}.`;
		for (let i = 0; text.split(' ').length < WORDS; i++) {
			facts.push(fact(p * 31 + i));
			const f = facts.at(-1);
			text += ` In ${f.year} ${f.who} ${f.did} ${f.what} ${f.end}.`;
		}
		const ask = (f, i) => [`Who ${f.did} ${f.what} in ${f.year}?`, `When was it that ${f.who} ${f.did} ${f.what}?`][i % 2];
		const qas = Array.from({ length: QUESTIONS }, (_, i) => ({ id: `${p}-${i}`, question: ask(facts[i % facts.length], i), answers: [] }));
		return { context: text, qas };
	});
	return { version: '1.1', data: [{ title: 'bench', paragraphs: made }] };
}

function seconds(args) {
	const begin = process.hrtime.bigint();
	execFileSync(program('beat-model'), ['predict', ...args], { maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'ignore'] });
	return Number(process.hrtime.bigint() - begin) / 1e9;
}

// Questions a second, without the time it takes to start; on a busy machine that may come out as more than the whole.
function rateOf(place, reader, threads) {
	const options = ['--reader', reader, '--threads', String(threads)];
	const whole = seconds([place.file, ...options]);
	const took = Math.max(whole - seconds([place.nothing, ...options]), whole / 2);
	return { rate: place.questions / took, done: place.questions };
}

// What the reader spends on one question of each passage.
async function ask(url, reader, paragraphs, number) {
	const spent = async () => Number((await call('GET', `${url}/metrics`)).text.match(new RegExp(`^beat_reader_seconds_sum\\{reader="${reader}"\\} (\\S+)`, 'm'))?.[1] ?? 0);
	const before = await spent();
	for (const { context, qas } of paragraphs) {
		const answer = await call('POST', `${url}/predict?reader=${reader}`, { body: { passage: context, question: qas[number].question } });
		if (answer.status !== 200) throw new Error(answer.text);
	}
	return (await spent()) - before;
}

// Second questions to first ones: some passages at a time, so that a machine that slows down does so for both.
async function secondToFirst(reader, dataset) {
	const server = new Server('beat-model', program('beat-model'), ['--port', '0', '--threads', '1', '--reader', reader, '--cache-mb', '1000']);
	const [, port] = await server.waitFor(/beat-model listening addr=\S*:(\d+)/);
	const url = `http://127.0.0.1:${port}`;
	const { paragraphs } = dataset.data[0];
	let first = 0;
	let second = 0;
	for (let at = 0; at < paragraphs.length; at += SLICE) {
		const some = paragraphs.slice(at, at + SLICE);
		first += await ask(url, reader, some, 0);
		second += await ask(url, reader, some, 2); // a question of the same kind
	}
	const { text } = await call('GET', `${url}/metrics`);
	const hits = Number(text.match(/^beat_passages_total\{.*outcome="hit"\} (\d+)/m)?.[1]);
	await server.stop();
	if (hits !== paragraphs.length) throw new Error(`${hits} passages were found in the cache`);
	return second / first;
}

export function readersAtHand() {
	return JSON.parse(execFileSync(program('beat-model'), ['list', '--json'], { stdio: ['ignore', 'pipe', 'ignore'] }).toString())
		.filter((r) => r.ready)
		.map((r) => r.name);
}

export function readerPlace(dir, passages) {
	const dataset = readerDataset(passages);
	const place = { dataset, file: join(dir, 'reader.json'), nothing: join(dir, 'nothing.json'), questions: passages * QUESTIONS };
	writeFileSync(place.file, JSON.stringify(dataset));
	writeFileSync(place.nothing, '{"data":[]}');
	return place;
}

// {ours, yardstick, more}: functions for compare(), and the table of all readers.
export function readers(dir, passages, full) {
	const place = readerPlace(dir, passages);
	const names = readersAtHand();
	return {
		ours: () => rateOf(place, names.at(-1), 1),
		yardstick: () => rateOf(place, 'window', 1),
		async more() {
			const table = [];
			for (const name of names) {
				const one = rateOf(place, name, 1).rate;
				const two = rateOf(place, name, 2).rate;
				table.push({ name, one, two, two_to_one: two / one, second_to_first: await secondToFirst(name, place.dataset) });
			}
			return { readers: table, encoders: encoders(dir, full ? 20 : 2, full ? 3 : 1), passes: passes(full ? 12 : 2, full ? 3 : 1) };
		},
	};
}

export function readersTable(list) {
	const head = ['reader', 'one thread', 'two threads', 'two : one', '2nd : 1st question'];
	const rate = (n) => `${Math.round(n).toLocaleString('en')}/s`;
	const rows = list.map((r) => [r.name, rate(r.one), rate(r.two), r.two_to_one.toFixed(2), r.second_to_first.toFixed(2)]);
	const all = [head, ...rows];
	const width = head.map((_, c) => Math.max(...all.map((row) => row[c].length)));
	return all.map((row) => row.map((cell, c) => (c === 0 ? cell.padEnd(width[c]) : cell.padStart(width[c]))).join('  ')).join('\n');
}
