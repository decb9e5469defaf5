// The onboarding for tests: a project that asks for the qualification, good answers to the shipped exercises, and
// the decisions of the researchers.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';
import { spanOf } from './stack.mjs';

export const BASICS = join(ROOT, 'ops/sample/onboarding/basics.json');
export const content = JSON.parse(readFileSync(BASICS, 'utf8'));

// One good answer for each exercise, in order.
export const GOOD = [
	{ question: 'Who made the tower clock that shows nothing?' },
	{ question: 'What made the descent so much faster?' },
	{ answer: 'scissors' },
	{ answer: 'the company went bankrupt' },
	{ question: 'Who was put through calls first?', answer: 'Elin' },
];

// A project that is not open and has the onboarding; more settings as arguments of `beatctl project create`.
export async function onboardingProject(stack, name, args = []) {
	if ((await stack.value(`select count(*) from onboarding where name = 'basics'`)) === 0)
		await stack.ctl('onboarding', 'import', BASICS);
	await stack.createProject(name, ['--no-open', '--collection', 'sample', '--onboarding', 'basics', ...args]);
}

// The `invite` parameter of a link for a worker.
export async function inviteTo(stack, project, worker) {
	const link = (await stack.ctl('invite', project, '--worker', worker, '--base-url', 'http://x')).trim().split('\n')[0];
	return new URL(link.match(/https?:\/\/\S+/)[0]).searchParams.get('invite');
}

// The body of POST /api/v1/exercises for an exercise of a session.
export function bodyOf(session, number, { question, answer }) {
	const { passage } = session.onboarding.exercises[number - 1];
	return { number, ...(question ? { question } : {}), ...(answer ? { answer: spanOf(passage.text, answer) } : {}) };
}

// Does all exercises over the API; `api` has post().
export async function doExercises(api, session, from = 1) {
	const results = [];
	for (let number = from; number <= GOOD.length; number++) {
		const body = bodyOf(session, number, GOOD[number - 1]);
		results.push(await api.post('/api/v1/exercises', body, { token: session.token }));
	}
	return results;
}

export const workerId = (stack, worker) =>
	stack.value(`select id::text as id from worker where split_part(platform_worker_id, '~', 1) = ${stack.lit(worker)}`);

// What researchers do, by the functions behind the dashboard and beatctl.
const act = (stack, name, ...args) =>
	stack.sql(`select ${name}(${args.map((a) => (a === null ? 'null' : stack.lit(a))).join(', ')})`);
const ACTOR = 'user:tess';

// The onboarding of a worker that waits is passed or failed.
export async function decide(stack, worker, pass, reason) {
	const id = await stack.value(`select assignment_id::text as id from screening
		where worker_id = ${await workerId(stack, worker)} and state = 'waiting'`);
	await act(stack, 'admin_screening_decide', id, pass, reason, null, ACTOR);
}

export const revoke = async (stack, project, worker, reason) =>
	act(stack, 'admin_worker_revoke', project, await workerId(stack, worker), reason, ACTOR);

export const reinstate = async (stack, project, worker, reason) =>
	act(stack, 'admin_worker_reinstate', project, await workerId(stack, worker), reason, ACTOR);

export const block = async (stack, worker, reason) =>
	act(stack, 'admin_worker_block', await workerId(stack, worker), reason, ACTOR);
