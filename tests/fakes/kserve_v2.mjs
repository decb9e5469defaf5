// The open inference protocol, version 2: POST /v2/models/M/infer.
import { anything, bearer, object, placed, text } from './parts.mjs';

const MODEL = 'reader';
const tensor = object({ name: text, shape: { type: 'array', minItems: 1, items: { type: 'integer', minimum: 1 } }, datatype: { const: 'BYTES' }, data: { type: 'array', minItems: 1 }, parameters: { type: 'object' } }, ['name', 'shape', 'datatype', 'data']);

const value = (json, name) => json.inputs.find((input) => input.name === name)?.data.flat(9)[0];
const output = (name, datatype, data) => ({ name, shape: [1], datatype, data: [data] });

const infer = (outputs) => ({ model_name: MODEL, model_version: '1', id: '7', outputs });

function whole(json, answer) {
	const { start, end } = placed(value(json, 'context'), answer);
	return infer([output('answer', 'BYTES', answer), output('score', 'FP32', 0.5), output('start', 'INT64', start), output('end', 'INT64', end)]);
}

// Tensors that a question does not fill, or that do not hold what their shape says.
function check(json, path) {
	if (path.split('/')[3] !== MODEL) return { status: 404, message: `Request for unknown model: '${path.split('/')[3]}' is not found` };
	for (const name of ['question', 'context']) {
		const input = json.inputs.find((i) => i.name === name);
		if (!input) return { status: 400, message: `expected 2 inputs but '${name}' is missing` };
		const count = input.data.flat(9).length;
		if (input.shape.reduce((a, b) => a * b, 1) !== count) return { status: 400, message: `unable to parse 'data': shape does not match ${count} elements` };
		if (input.data.flat(9).some((v) => typeof v !== 'string')) return { status: 400, message: "unable to parse 'data': BYTES are strings" };
	}
	return json.inputs.length === 2 ? null : { status: 400, message: `expected 2 inputs but got ${json.inputs.length} inputs` };
}

export default {
	name: 'kserve-v2',
	model: MODEL,
	paths: [/^\/v2\/models\/[^/]+(\/versions\/[^/]+)?\/infer$/],
	pages: { '/v2': { name: 'fake', version: '1', extensions: [] }, '/v2/health/ready': { ready: true }, [`/v2/models/${MODEL}`]: { name: MODEL, versions: ['1'], platform: 'fake', inputs: [], outputs: [] } },
	key: bearer,
	schema: object({ id: text, parameters: { type: 'object' }, inputs: { type: 'array', minItems: 1, items: tensor }, outputs: anything }, ['inputs']),
	check,
	lacks: {
		flat: { has: (json) => json.inputs[0].shape.length === 1, message: "unexpected shape for input 'question' for model 'reader'. Expected [-1,1], got [1]." },
	},
	passage: (json) => value(json, 'context'),
	reply: whole,
	error: (_status, message) => ({ error: message }),
	shapes: {
		none: (json) => whole(json, ''),
		nested: (_json, { text: said }) => infer([{ name: 'OUTPUT0', shape: [1, 1], datatype: 'BYTES', data: [[said]] }]),
		json: (json, { text: said }) => infer([{ name: 'output', shape: [1, 1], datatype: 'BYTES', parameters: { content_type: 'hg_jsonlist' }, data: [JSON.stringify({ score: 0.98, ...placed(value(json, 'context'), said), answer: said })] }]),
		empty: () => infer([]),
		wrong: () => infer([output('answer', 'FP32', 1.5)]),
		nan: (json, { text: said }) => JSON.stringify(whole(json, said)).replace('0.5', 'NaN'),
		broken: () => ({ error: 'failed to run the model' }),
	},
};
