// What a hop to a model costs: each protocol against a stub that answers at once (nginx), over the stub's own time; and a
// model at three addresses of which one is dead, to the same with two that live.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { PROTOCOLS } from '../fakes/fake.mjs';
import { freePort, startNginx } from './tools.mjs';

const ANSWER = '1847';
const PATHS = { beat: '/predict', openai: '/v1/chat/completions', 'hf-qa': '/hf', anthropic: '/v1/messages', ollama: '/api/chat', 'kserve-v2': '/v2/models/m/infer', allennlp: '/allen/predict', dynalab: '/dyna' };
const GIVEN = { 'hf-qa': '/hf/models/', allennlp: '/allen', dynalab: '/dyna' }; // else the host alone
const QUESTION = { passage: `In ${ANSWER} it was lit.`, question: 'When?', uid: 'u', context: `In ${ANSWER} it was lit.`, model: 'm', stream: false, messages: [{ content: 'x' }], response_format: { type: 'json_schema' }, output_config: { format: {} }, format: {}, inputs: { context: `In ${ANSWER} it was lit.`, question: 'When?' } };

// A reply of the protocol as its fake gives it.
function replyOf(protocol) {
	const inputs = [{ name: 'question', data: ['When?'] }, { name: 'context', data: [QUESTION.context] }];
	return JSON.stringify(protocol.reply(protocol.name === 'kserve-v2' ? { inputs } : QUESTION, ANSWER));
}

const locations = () => PROTOCOLS.map((p) => `location ${p.name === 'hf-qa' ? '' : '= '}${PATHS[p.name]} { default_type application/json; return 200 '${replyOf(p).replaceAll('\\', '\\\\')}'; }`).join('\n');

function hop(protocol, urls, warm, calls) {
	const out = execFileSync(join(process.env.BEAT_BUILD, 'tests/bench/bench_hop'), [protocol, urls.join(' '), String(warm), String(calls)], { encoding: 'utf8', timeout: 120000 });
	const { bare, asked, faults } = JSON.parse(out);
	if (faults) throw new Error(`${protocol}: ${faults} of ${calls} questions were not answered`);
	return { bare, asked };
}

// {ours, yardstick, ratio, protocols, dead}: rates of the protocol beat, one question at a time; µs of each; and how much
// longer a question takes when one of three addresses is dead.
export async function hops(calls, rounds) {
	const servers = [await startNginx(locations()), await startNginx(locations())];
	const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];
	try {
		const protocols = PROTOCOLS.map(({ name }) => {
			const turns = Array.from({ length: rounds }, () => hop(name, [servers[0].url + (GIVEN[name] ?? '')], 200, calls));
			const [bare, asked] = [median(turns.map((t) => t.bare)), median(turns.map((t) => t.asked))];
			return { name, bare, asked, added: asked - bare };
		});
		const alive = servers.map((s) => s.url);
		const dead = `http://127.0.0.1:${await freePort()}`;
		const turns = Array.from({ length: rounds }, () => hop('beat', [...alive, dead], 1000, calls).asked / hop('beat', alive, 1000, calls).asked);
		const [{ bare, asked }] = protocols;
		return { ours: 1e6 / asked, yardstick: 1e6 / bare, ratio: bare / asked, protocols, dead: median(turns) };
	} finally {
		for (const server of servers) await server.stop();
	}
}

export function hopsTable({ protocols, dead }) {
	const rows = [['protocol', 'stub alone', 'asked', 'added'], ...protocols.map((p) => [p.name, `${p.bare} µs`, `${p.asked} µs`, `${p.added} µs`])];
	const width = rows[0].map((_, c) => Math.max(...rows.map((row) => row[c].length)));
	const lines = rows.map((row) => row.map((cell, c) => (c === 0 ? cell.padEnd(width[c]) : cell.padStart(width[c]))).join('  '));
	return `${lines.join('\n')}\none dead address of three, after the first second: ${dead.toFixed(2)} of the time with two that live`;
}
