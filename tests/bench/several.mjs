// Several models: an attempt against an ensemble, to one against its slowest member alone; and attempts that a shadow
// answers afterwards, to attempts that none does.
import { randomUUID } from 'node:crypto';
import { startStubModel } from '../lib/stub_model.mjs';
import { attemptLoad, QUESTION } from './attempts.mjs';

const PROJECT = ['--open', '--collection', 'sample', '--assignments-per-passage', '1000', '--repeats', 'allow', '--near-repeat', '0'];
const DELAYS = [40, 20, 10]; // of the members, in ms
const WINS = 50; // of a HIT, at most
const ANSWER = 'lighthouse'; // what no stub answers: all of them have to be waited for

// The median time of so many attempts, one after the other.
async function attemptTime(stack, project, worker, turns) {
	const { body } = await stack.session(worker, { project });
	const start = body.passage.text.indexOf(ANSWER);
	const times = [];
	for (let i = 0; i < turns; i++) {
		const begin = performance.now();
		const answer = await stack.post('/api/v1/attempts', { id: randomUUID(), question: QUESTION, answer: { start, end: start + ANSWER.length, text: ANSWER } }, { token: body.token });
		times.push(performance.now() - begin);
		if (answer.body.verdict !== 'human') throw new Error(`an attempt of ${project} was not won: ${answer.text}`);
	}
	return times.sort((a, b) => a - b)[turns >> 1];
}

// {ours, yardstick}: milliseconds of each round.
export async function ensembleTimes({ stack }, turns, rounds) {
	const stubs = await Promise.all(DELAYS.map(() => startStubModel()));
	const times = { ours: [], yardstick: [] };
	try {
		for (const [i, stub] of stubs.entries()) {
			stub.always({ text: 'In', delay: DELAYS[i], model: `member-${i}` });
			await stack.ctl('model', 'add', `member-${i}`, stub.url);
		}
		const project = ['--model', 'member-0', '--questions', String(WINS), ...PROJECT];
		await stack.ctl('project', 'create', 'slowest', ...project);
		await stack.ctl('project', 'create', 'ensemble', ...project, '--also', 'member-1', '--also', 'member-2', '--rule', 'any');
		for (let i = 0; i < rounds; i++) {
			times.ours.push(await attemptTime(stack, 'ensemble', `ensemble-${i}`, Math.min(turns, WINS)));
			times.yardstick.push(await attemptTime(stack, 'slowest', `slowest-${i}`, Math.min(turns, WINS)));
		}
	} finally {
		for (const stub of stubs) await stub.stop();
	}
	return times;
}

// Loads of both, to be run in turns.
export async function shadowLoads(place, seconds) {
	const { stack } = place;
	await stack.ctl('model', 'add', 'shadow', stack.modelUrl);
	await stack.createProject('shadowed', [...PROJECT, '--shadow', 'shadow']);
	return { ours: (await attemptLoad(place, 'shadowed', seconds, 'shadowed')).run, yardstick: (await attemptLoad(place, 'unshadowed', seconds)).run };
}
