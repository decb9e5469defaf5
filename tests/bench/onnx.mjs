// onnxruntime on an encoder's graph, one thread: usage: onnx.mjs NODE_MODULES GRAPH TOKENS RUNS. A line each run: milliseconds on
// the clock, and of the processor.
import { createRequire } from 'node:module';
import { join } from 'node:path';

const [modules, graph, tokens, runs] = process.argv.slice(2);
const ort = createRequire(join(modules, 'x.js'))('onnxruntime-node');
const session = await ort.InferenceSession.create(graph, { intraOpNumThreads: 1, interOpNumThreads: 1 });
const n = Number(tokens);
const numbers = (f) => new ort.Tensor('int64', BigInt64Array.from({ length: n }, (_, i) => BigInt(f(i))), [1, n]);
const all = { input_ids: numbers((i) => (1009 * i + 7) % 30522), attention_mask: numbers(() => 1), token_type_ids: numbers((i) => Number(i > n / 10)) };
const feeds = Object.fromEntries(session.inputNames.map((name) => [name, all[name]]));
for (let i = 0; i < Number(runs); i++) {
	const began = process.hrtime.bigint();
	const before = process.cpuUsage();
	await session.run(feeds);
	const { user, system } = process.cpuUsage(before);
	console.log(Number(process.hrtime.bigint() - began) / 1e6, (user + system) / 1000);
}
