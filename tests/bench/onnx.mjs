// onnxruntime on an encoder's graph, one thread.
//   onnx.mjs NODE_MODULES GRAPH TOKENS RUNS   a line each run: milliseconds on the clock, and of the processor
//   onnx.mjs NODE_MODULES GRAPH HEAD.json     of lines "id:kind id:kind …" on its input [[start, …], [end, …]] each, by the head
//                                             [[weights, weights], [bias, bias]] over what the graph gives for a token
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const [modules, graph, given, runs] = process.argv.slice(2);
const ort = createRequire(join(modules, 'x.js'))('onnxruntime-node');
const session = await ort.InferenceSession.create(graph, { intraOpNumThreads: 1, interOpNumThreads: 1 });

function feedsOf(ids, kinds) {
	const numbers = (list) => new ort.Tensor('int64', BigInt64Array.from(list, BigInt), [1, list.length]);
	const all = { input_ids: numbers(ids), attention_mask: numbers(ids.map(() => 1)), token_type_ids: numbers(kinds) };
	return Object.fromEntries(session.inputNames.map((name) => [name, all[name]]));
}

async function time(n) {
	const places = Array.from({ length: n }, (_, i) => i);
	const feeds = feedsOf(places.map((i) => (1009 * i + 7) % 30522), places.map((i) => Number(i > n / 10)));
	for (let i = 0; i < Number(runs); i++) {
		const began = process.hrtime.bigint();
		const before = process.cpuUsage();
		await session.run(feeds);
		const { user, system } = process.cpuUsage(before);
		console.log(Number(process.hrtime.bigint() - began) / 1e6, (user + system) / 1000);
	}
}

async function scores([weights, bias]) {
	for (const line of readFileSync(0, 'utf8').trim().split('\n')) {
		const tokens = line.split(' ').map((token) => token.split(':').map(Number));
		const made = await session.run(feedsOf(tokens.map(([id]) => id), tokens.map(([, kind]) => kind)));
		const { data } = made[session.outputNames[0]];
		const width = data.length / tokens.length;
		const one = (row, which) => weights[which].reduce((sum, w, i) => sum + w * data[row * width + i], bias[which]);
		console.log(JSON.stringify([0, 1].map((which) => tokens.map((_, row) => one(row, which)))));
	}
}

await (runs === undefined ? scores(JSON.parse(readFileSync(given, 'utf8'))) : time(Number(given)));
