// Plays a whole collection over HTTP and through beatctl: everything that people do, in one order that is always the same.
//
//   const { stack, transcript } = await play();    // the stack runs; whoever called stops it
//
// What the programs draw at random must not show: a project gets its passages one by one, each just before it is
// played, validators come before the next author has handed in, and attempts have fixed ids.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { Desk, PASSWORD } from '../lib/desk.mjs';
import { BASICS, bodyOf, doExercises, GOOD } from '../lib/onboarding.mjs';
import { sleep, startStack, startStubModel, until } from '../lib/stack.mjs';
import { validate, vote } from '../lib/validation.mjs';
import { startServer } from './load.mjs';
import { answersOf, PASSAGES } from './script.mjs';
import { attemptId, Transcript } from './transcript.mjs';

const MTURK = 'https://workersandbox.mturk.com';
const LABELS = ['explicit', 'paraphrasing', 'coreference', 'temporal', 'negation'];
const byQuestion = (a, b) => (a.question < b.question ? -1 : 1);

// A code of an authenticator app, 30 seconds a step.
function codeOf(secret, step = Math.floor(Date.now() / 30000)) {
	const bits = [...secret].map((c) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c).toString(2).padStart(5, '0')).join('');
	const key = Buffer.from(bits.match(/.{8}/g).map((byte) => parseInt(byte, 2)));
	const counter = Buffer.alloc(8);
	counter.writeBigUInt64BE(BigInt(step));
	const mac = createHmac('sha1', key).update(counter).digest();
	return String((mac.readUInt32BE(mac.at(-1) & 15) & 0x7fffffff) % 1000000).padStart(6, '0');
}

class Play {
	constructor(stack) {
		this.stack = stack;
		this.transcript = new Transcript(stack.dir);
		this.attempts = 0;
		this.desks = {};
		this.tokens = {}; // by account: an API token that may do what the account may
		this.moments = []; // between the acts, for questions about the past
		this.api = this.recorded('worker');
	}

	// The stack, with every call written down.
	recorded(who) {
		const { stack, transcript } = this;
		const api = Object.create(stack);
		api.call = async (method, path, options) => {
			const answer = await stack.call(method, path, options);
			const sort = (body) => (body.questions?.[0]?.question && path === '/api/v1/session' ? { ...body, questions: body.questions.sort(byQuestion) } : body);
			transcript.http(who, method, path, options?.body, answer, sort);
			return answer;
		};
		return api;
	}

	async ctl(...args) {
		const result = await this.stack.beatctl(args, { env: { BEAT_ACTOR: 'lea', TZ: 'UTC' } });
		this.transcript.program(args, result);
		return result;
	}

	// The same where only success will do.
	async must(...args) {
		const result = await this.ctl(...args);
		assert.equal(result.code, 0, `beatctl ${args.join(' ')}: ${result.stderr}`);
		return result.stdout;
	}

	async moment() {
		this.moments.push(await this.stack.value(`select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`));
	}

	async desk(name, role) {
		const made = await this.stack.beatctl(['user', 'add', name, '--role', role, '--password-stdin'], { input: `${PASSWORD}\n`, env: { BEAT_ACTOR: 'lea' } });
		this.transcript.program(['user', 'add', name], made);
		const desk = new Desk(this.recorded(name), { check: false });
		assert.equal((await desk.signIn(name)).status, 200);
		this.desks[name] = desk;
		return desk;
	}

	// A passage of the script joins the collection of that name.
	async passage(name, collection) {
		const { title, text, split } = PASSAGES[name];
		const file = join(this.stack.dir, `${name}.jsonl`);
		writeFileSync(file, `${JSON.stringify({ title, text })}\n`);
		await this.must('import', file, '--collection', collection, '--split', split);
		return PASSAGES[name];
	}

	session(worker, project, more = {}) {
		return this.api.session(worker, { project, ...more });
	}

	attempt(session, question, answer, id = attemptId(++this.attempts)) {
		return this.api.attempt(session, question, answer, { id });
	}

	// An author gets the passage, asks all that the script has for it (or `asks`), and hands in.
	async hit(project, worker, name, { asks, collection = project, fresh = true, submit = true, more } = {}) {
		const { asks: all, text } = fresh ? await this.passage(name, collection) : PASSAGES[name];
		const { body: session } = await this.session(worker, project, more);
		assert.equal(session.passage?.text, text, `${worker} in ${project}: ${JSON.stringify(session).slice(0, 300)}`);
		for (const [question, answer] of asks ?? all) await this.attempt(session, question, answer);
		if (submit) await this.submit(session);
		return session;
	}

	async submit(session) {
		const { status, text } = await this.api.submit(session);
		assert.equal(status, 200, text);
	}

	// A validator answers all questions of a HIT: by `answers` of the question, else as the author did.
	async votes(project, worker, answers = {}, { submit = true, more } = {}) {
		const { body: session } = await validate(this.api, worker, { project, ...more });
		assert.ok(session.questions, `${worker} in ${project}: ${JSON.stringify(session).slice(0, 300)}`);
		const { asks, more: others = [] } = Object.values(PASSAGES).find((p) => p.text === session.passage.text);
		const own = Object.fromEntries([...asks, ...others]);
		for (const { id, question } of [...session.questions].sort(byQuestion))
			assert.equal((await vote(this.api, session, id, answers[question] ?? own[question])).status, 200, question);
		if (submit) {
			await this.submit(session);
			await this.must('validation', 'settle', project);
		}
		return session;
	}

	// The next HIT of the review queue, judged: `bad` are the questions that are invalid. Null if there is none.
	async review(desk, project, bad = {}, queue) {
		const { item } = await desk.write(`/projects/${project}/review/next`, queue ? { queue } : {});
		if (!item) return null;
		const judgements = [...item.questions].sort(byQuestion).map(({ id, question }) => ({
			question: id, valid: !bad[question], tags: bad[question] ?? [], labels: bad[question] ? [] : [LABELS[question.length % LABELS.length], 'numeric'], comment: bad[question] ? `Not this: ${question}` : '',
		}));
		await desk.post(`/reviews/${item.review}/finish`, { judgements });
		return item;
	}

	worker(name) {
		return this.stack.value(`select id::text as id from worker where platform_worker_id = ${this.stack.lit(name)}`);
	}

	question(text) {
		return this.stack.value(`select q.id::text as id from question q join attempt t on t.id = q.attempt_id where t.question = ${this.stack.lit(text)}`);
	}
}

// --- the acts

async function people(p) {
	await p.desk('ada', 'admin');
	await p.desk('rob', 'reviewer');
	await p.desk('rea', 'reviewer');
	await p.desk('vic', 'viewer');
	const { ada, vic } = p.desks;
	await ada.post('/people', { name: 'tom', role: 'viewer', password: PASSWORD });
	await ada.post('/people', { name: 'tom', role: 'viewer', password: PASSWORD });
	await ada.post('/people/tom', { role: 'reviewer' });
	await ada.post('/people/tom', { disabled: true });
	await ada.post('/people/ada', { role: 'viewer' });
	await vic.post('/people', { name: 'eve', role: 'admin', password: PASSWORD });
	await new Desk(p.recorded('nobody'), { check: false }).post('/login', { name: 'vic', password: 'not the password' });
	await new Desk(p.recorded('nobody'), { check: false }).get('/projects');
	const { body } = await vic.post('/totp/start');
	await vic.post('/totp/confirm', { code: 'abc' });
	await vic.post('/totp/confirm', { code: codeOf(body.secret) });
	await vic.post('/totp/stop', { password: PASSWORD });
	await vic.post('/password', { old: PASSWORD, new: 'short' });
	const gone = await ada.write('/tokens', { name: 'gone', scopes: ['look'], days: 30 });
	await ada.post(`/tokens/${gone.id}/revoke`);
	await ada.post('/tokens', { name: 'bad', scopes: ['fly'] });
	const scopes = { ada: ['look', 'review', 'manage', 'people', 'identity'], rob: ['look', 'review'], vic: ['look'] };
	for (const [name, list] of Object.entries(scopes))
		p.tokens[name] = (await p.must('token', 'create', name, 'golden', ...list.flatMap((s) => ['--scope', s]))).match(/bt_[\w-]{43}/)[0];
	await p.ctl('token', 'create', 'nobody', 'golden', '--scope', 'look');
	await p.ctl('user', 'set-role', 'ada', 'viewer');
}

async function models(p, other) {
	const { ada, vic } = p.desks;
	await p.must('model', 'add', 'stub', p.stack.modelUrl, '--measured', '49.5', '--measured-on', 'SQuAD');
	await p.must('model', 'add', 'second', other.url);
	await p.ctl('model', 'set', 'nowhere', '--measured', 'none');
	await ada.post('/models', { name: 'third', url: 'http://127.0.0.1:9/predict', measured_on: 'NewsQA', measured_permille: 312 });
	await ada.post('/models', { name: 'fourth', url: 'ftp://127.0.0.1' });
	await p.must('onboarding', 'import', BASICS);
	await p.must('onboarding', 'import', BASICS);
	const bad = join(p.stack.dir, 'bad.jsonl');
	writeFileSync(bad, '{"title": "X"}\n{"title": "Odd 🦊", "text": "Only this one is good, e\u0301."}\n');
	await p.ctl('import', bad, '--collection', 'odd', '--split', 'train');
	await p.ctl('import', bad, '--collection', 'odd', '--split', 'train', '--skip-bad');
	await p.ctl('import', bad, '--collection', 'odd', '--split', 'dev', '--skip-bad');
	await p.ctl('project', 'create', 'demo', '--open', '--model', 'stub', '--collection', 'nowhere');
	await ada.post('/projects', { name: 'Demo!', settings: {} });
	await vic.post('/projects', { name: 'mine', settings: {} });
}

// An open project: every kind of attempt, every way to come and to leave.
async function openProject(p) {
	await p.passage('quay', 'demo');
	await p.must('project', 'create', 'demo', '--open', '--model', 'stub', '--title', 'Démo 🎯 <b>one</b>', '--questions', '3',
		'--reward', '200', '--collection', 'demo', '--validation-votes', '2', '--validation-reward', '60', '--completion-code', 'C0DE',
		'--repeats', 'allow', '--success-least', '1');
	await p.ctl('project', 'create', 'demo', '--open', '--model', 'stub');
	await p.ctl('project', 'set', 'demo', '--threshold', '1001');
	await p.session('ann', 'nowhere');
	await p.session('', 'demo');
	await p.session(undefined, 'demo', { platform: 'mturk', params: { assignmentId: 'ASSIGNMENT_ID_NOT_AVAILABLE', hitId: 'H1' } });

	// ann: faults of the caller, a repeat, losses and wins, a hand-in that is too early, one twice, an attempt that is too late
	const { body: s } = await p.session('ann', 'demo');
	await p.attempt(s, '', '1911');
	await p.attempt(s, 'x'.repeat(2001), '1911');
	await p.attempt(s, 'Beside?', { start: 3, end: 7, text: '1911' });
	await p.attempt(s, 'Nothing but an article?', 'The');
	await p.api.attempt({ ...s, token: `${s.token}x` }, 'Who?', '1911', { id: attemptId(0) });
	await p.api.attempt(s, 'Who?', '1911', { id: 'no uuid' });
	await p.api.submit(s);
	const [first, ...others] = PASSAGES.quay.asks;
	await p.attempt(s, first[0], first[1]);
	await p.api.attempt(s, first[0], first[1], { id: attemptId(p.attempts) });
	for (const [question, answer] of others) await p.attempt(s, question, answer);
	await p.session('ann', 'demo');
	await p.api.submit(s);
	await p.api.submit(s);
	await p.attempt(s, 'Too late?', '1911');
	await p.session('ann', 'demo'); // no work is left
	await p.moment();

	// from the platforms; the assignment of one is given back and taken again under another name
	const turk = (ref) => ({ platform: 'mturk', params: { assignmentId: ref, hitId: 'H1', workerId: 'A1TURK', turkSubmitTo: MTURK } });
	const old = await p.hit('demo', undefined, 'cafe', { more: turk('3OLD'), submit: false });
	const { body: again } = await p.session(undefined, 'demo', turk('3NEW'));
	await p.api.submit(old);
	await p.api.submit(again);
	await p.session(undefined, 'demo', { platform: 'mturk', params: { ...turk('3X').params, turkSubmitTo: 'https://evil.example' } });
	await p.hit('demo', undefined, 'harbour', { more: { platform: 'prolific', params: { PROLIFIC_PID: 'p1', STUDY_ID: 's1', SESSION_ID: 'x1' } } });

	// a lease that ran out: the passage goes to somebody else, the first one comes back
	await p.must('project', 'set', 'demo', '--lease', '5');
	const late = await p.hit('demo', 'cyd', 'lamp', { asks: [PASSAGES.lamp.asks[0]], submit: false });
	await sleep(5200);
	await p.must('project', 'set', 'demo', '--lease', '3600');
	const taken = await p.hit('demo', 'dee', 'lamp', { fresh: false, asks: [PASSAGES.lamp.asks[1]], submit: false });
	await p.attempt(late, 'May I still?', 'ten');
	await p.session('cyd', 'demo');
	await p.api.submit(late);
	await p.api.submit(taken);
	await p.moment();
}

// Questions of dev and test, and what validators make of them.
async function validation(p) {
	await p.hit('demo', 'ann', 'tea');
	await p.votes('demo', 'val', { 'When did it begin?': { reason: 'no_answer', comment: 'Which of the two — 茶?' } });
	const open = await p.votes('demo', 'wes', { 'Who was the founder?': 'Wang Lifa' }, { submit: false });
	const [one] = [...open.questions].sort(byQuestion);
	await vote(p.api, open, one.id, { reason: 'unclear', comment: 'x'.repeat(2000) });
	await vote(p.api, open, one.id, { reason: 'because' });
	await vote(p.api, open, '0'.repeat(40), 'Beijing');
	await vote(p.api, open, one.id, { start: 0, end: 3, text: 'abc' });
	await vote(p.api, open, one.id, { reason: 'several_answers' });
	await vote(p.api, open, one.id, 'Beijing');
	await validate(p.api, 'wes', { project: 'demo' });
	await p.api.submit(open);
	await p.api.submit(open);
	await p.must('validation', 'settle', 'demo');
	await validate(p.api, 'val', { project: 'demo' });
	await p.hit('demo', 'bob', 'bees');
	await p.votes('demo', 'val', { 'Who saw it?': 'Langstroth', 'How much is left free?': { reason: 'no_answer' } });
	await p.votes('demo', 'xia', { 'What did he build?': 'frame', 'How much is left free?': 'nine' });
	await p.hit('demo', 'bob', 'quinoa');
	await p.votes('demo', 'wes', { 'Up to where?': { reason: 'several_answers', comment: 'Two heights.' } });
	await p.votes('demo', 'xia', { 'Up to where?': 'sea level', 'In which month?': 'April 🌾' });
	await p.moment();
	const { ada, rob } = p.desks;
	const wes = await p.worker('wes');
	await rob.post(`/projects/demo/workers/${wes}/exclude-votes`, { reason: 'Marks what he likes.' });
	await rob.post(`/projects/demo/workers/${wes}/exclude-votes`, { reason: 'Again.' });
	await p.must('validation', 'exclude', 'demo', 'direct:xia', '--reason', 'To see.');
	await p.must('validation', 'settle');
	await p.moment();
	await p.must('validation', 'include', 'demo', 'direct:xia', '--reason', 'Seen.');
	await p.ctl('validation', 'include', 'demo', 'direct:xia', '--reason', 'Seen.');
	await ada.post(`/projects/demo/workers/${wes}/include-votes`, { reason: 'He may.' });
	await rob.post(`/projects/demo/workers/${wes}/exclude-votes`, { reason: 'He may not.' });
	await rob.post('/projects/demo/validation/settle');
	await ada.post('/projects/demo/validation/close', { reason: 'No more validators.' });
	await ada.post('/projects/demo/validation/reopen', {});
}

// A second project: another model in the loop, empty answers are its loss, votes match by F1, also of train and of lost attempts.
async function lossProject(p) {
	const settings = { title: 'Loss', open: true, model: 'second', collections: ['loss'], questions: 2, empty_answer: 'loss', assignments_per_passage: 2,
		validation_votes: 2, validation_match: 'f1', validation_f1: 400, validation_group: 'passage', validation_early_stop: 2, validation_extra: 1,
		validation_train: 1000, validation_lost: 1000, targets: [null, 9, 9],
		repeats: 'allow', success_least: 1 };
	await p.passage('tide', 'loss');
	await p.desks.ada.post('/projects', { name: 'loss', settings });
	await p.hit('loss', 'lia', 'tide', { fresh: false });
	await p.votes('loss', 'vera', { 'For how long?': 'for three hours' });
	await p.votes('loss', 'vito', { 'What is bared?': 'the causeway to Senn', 'For how long?': { reason: 'no_answer' } });
	await p.hit('loss', 'leo', 'tide', { fresh: false, asks: PASSAGES.tide.asks.slice(1) });
	for (const worker of ['vera', 'vito']) await p.votes('loss', worker);
	await p.hit('loss', 'lia', 'orchard');
	await p.hit('loss', 'leo', 'orchard', { fresh: false, asks: PASSAGES.orchard.more });
	for (const [worker, answers] of [['vera', { 'Who gave it?': 'the bishop' }], ['vito', { 'What was the gift?': { reason: 'broken' } }]]) await p.votes('loss', worker, answers);
	await p.hit('loss', 'leo', 'tower');
	await p.votes('loss', 'vera');
	await p.moment();
	await p.desks.ada.post('/projects/loss', { settings: { validation_match: 'em' } });
	await p.desks.ada.post('/projects/loss', { settings: { validation_match: 'loud' } });
	await p.desks.ada.post('/projects/loss', { settings: { validation_match: 'f1', validation_f1: 500, reward: 120 } });
	await p.must('validation', 'settle', 'loss');
	await p.moment();
}

// A closed project with an onboarding.
async function school(p) {
	await p.passage('glass', 'school');
	await p.must('project', 'create', 'school', '--no-open', '--model', 'stub', '--collection', 'school', '--onboarding', 'basics', '--onboarding-retries', '1',
		'--onboarding-model', 'second', '--validation-onboarding', 'basics', '--validation-votes', '1', '--questions', '2', '--success', '900', '--reward', '150',
		'--repeats', 'allow', '--success-least', '1');
	await p.session('nell', 'school');
	const enter = async (worker, ...more) => {
		const link = await p.must('invite', 'school', '--worker', worker, '--base-url', 'http://x', ...more);
		return { params: { invite: new URL(link.match(/https?:\/\/\S+/)[0]).searchParams.get('invite') } };
	};
	const onboard = async (worker, params, from = 1) => {
		const { body: session } = await p.session(worker, 'school', params);
		await doExercises(p.api, session, from);
		await p.attempt(session, `What is the last word, ${worker}?`, session.passage.text.match(/\p{L}+(?=\P{L}*$)/u)[0]);
		await p.api.submit(session);
	};
	const nell = await enter('nell'), ned = await enter('ned'), nat = await enter('nat'), nora = await enter('nora');
	const { body: s } = await p.session('nell', 'school', nell);
	await p.api.post('/api/v1/exercises', bodyOf(s, 1, { question: 'Who?' }), { token: s.token });
	await p.api.post('/api/v1/exercises', bodyOf(s, 3, GOOD[2]), { token: s.token });
	await p.api.post('/api/v1/exercises', { number: 9 }, { token: s.token });
	await p.api.post('/api/v1/exercises', bodyOf(s, 1, GOOD[0]), { token: s.token });
	await p.attempt(s, 'Too early?', s.passage?.text.slice(0, 5) ?? 'x');
	await onboard('nell', nell, 2);
	for (const [worker, params] of [['ned', ned], ['nat', nat], ['nora', nora]]) await onboard(worker, params);
	const { rob, vic } = p.desks;
	const waiting = async (worker) => p.stack.value(`select assignment_id::text as id from screening where worker_id = ${await p.worker(worker)} order by assignment_id desc limit 1`);
	await vic.post(`/screenings/${await waiting('nell')}/decide`, { pass: true });
	await rob.post(`/screenings/${await waiting('nell')}/decide`, { pass: true, reason: 'Good.' });
	await rob.post(`/screenings/${await waiting('ned')}/decide`, { pass: false });
	await rob.post(`/screenings/${await waiting('ned')}/decide`, { pass: false, reason: 'Copied from the passage.' });
	await rob.post(`/screenings/${await waiting('ned')}/undo`, { reason: 'Looked again.' });
	await p.must('screening', 'fail', await waiting('ned'), '--reason', 'Copied from the passage.');
	await p.must('screening', 'fail', await waiting('nat'), '--reason', 'No.');
	await onboard('ned', ned);
	await p.must('screening', 'pass', await waiting('ned'));
	await onboard('nat', nat);
	await p.must('screening', 'fail', await waiting('nat'), '--reason', 'Not this time either.');
	await p.session('nat', 'school', nat);
	await p.session('nora', 'school', nora);
	await p.hit('school', 'nell', 'glass', { fresh: false, more: nell });
	await p.hit('school', 'ned', 'ferry', { more: ned });
	await enter('nils');
	await p.desks.ada.post(`/projects/school/workers/${await p.worker('val')}/qualify`, { reason: 'Known from the other one.' });
	await p.hit('school', 'nell', 'weir', { more: nell });
	Object.assign(p, { nell, ned });
	const olga = await enter('olga', '--task', 'validate');
	p.olga = olga;
	const { body: v } = await validate(p.api, undefined, { project: 'school', ...olga });
	for (const [n, { answer }] of GOOD.filter((good) => !good.question).entries())
		await p.api.post('/api/v1/exercises', bodyOf(v, n + 1, { answer }), { token: v.token });
	const { body: w } = await validate(p.api, undefined, { project: 'school', ...olga });
	for (const { id, question } of [...w.questions].sort(byQuestion))
		await vote(p.api, w, id, question === 'When was it shut?' ? { reason: 'other', comment: 'Weirs “close”?' } : 'the otters');
	await p.submit(w);
	await p.moment();
}

// Two reviewers of each HIT, a third where they differ; a second person decides on revocations.
async function doubleReview(p) {
	const { ada, rob, rea } = p.desks;
	await p.passage('clock', 'double');
	await p.must('project', 'create', 'double', '--open', '--model', 'stub', '--collection', 'double', '--questions', '2', '--review-double', 'yes',
		'--revoke-confirm', 'yes', '--success-unit', 'hit', '--success', '600', '--review-blind', 'no', '--validation-votes', '0',
		'--repeats', 'allow', '--success-least', '1');
	await p.ctl('batch', 'close', 'double');
	await p.hit('double', 'gus', 'clock', { fresh: false });
	await p.hit('double', 'hal', 'ridge');
	await p.hit('double', 'gus', 'moor');
	await ada.post('/projects/double/batches', { seed: 'no seed!' });
	await ada.post('/projects/double/batches', { seed: 'golden' });
	const bad = { 'Who made it?': ['nonsense'], 'What is written there?': ['trivial'], 'Which birds rest there?': ['nonsense'] };
	for (let n = 0; n < 3; n++) await p.review(rob, 'double', bad);
	await p.review(rob, 'double');
	for (let n = 0; n < 3; n++) await p.review(rea, 'double', { 'Who made it?': ['nonsense'], 'What is written there?': ['trivial'] });
	while (await p.review(ada, 'double', bad, 'adjudication'));
	const proposed = await p.stack.value(`select id::text as id from revocation where state = 'proposed'`);
	if (proposed) {
		await rob.post(`/revocations/${proposed}/decide`, { confirm: true });
		await ada.post(`/revocations/${proposed}/decide`, { confirm: false, reason: 'A misunderstanding.' });
		await ada.post(`/revocations/${proposed}/decide`, { confirm: true });
	}
	await p.moment();
}

// Samples, reviews, revocation and what comes of it, in the first project.
async function review(p) {
	const { ada, rob, vic } = p.desks;
	await p.hit('demo', 'sid', 'sloppy');
	await p.hit('demo', 'sid', 'mill', { submit: false });
	await p.must('batch', 'close', 'demo', '--seed', 'first');
	await vic.post('/projects/demo/review/next');
	const { item } = await rob.write('/projects/demo/review/next', {});
	await rob.post('/projects/demo/review/next', {});
	await rob.post(`/reviews/${item.review}/finish`, { judgements: [] });
	await rob.post(`/reviews/${item.review}/release`);
	const bad = { 'When?': ['nonsense'], 'How often?': ['trivial', 'ungrammatical'], 'Where did it go — “afterwards”?': ['several_answers'] };
	let last = await p.review(rob, 'demo', bad);
	await rob.post(`/reviews/${last.review}/undo`);
	for (let got = await p.review(rob, 'demo', bad); got; got = await p.review(rob, 'demo', bad)) last = got;
	await rob.post(`/reviews/${last.review}/undo`);
	while (await p.review(rob, 'demo', bad));
	await p.session('sid', 'demo');
	await p.moment();
	const sid = await p.worker('sid');
	await ada.post(`/projects/demo/workers/${sid}/reinstate`, { reason: '' });
	await ada.post(`/projects/demo/workers/${sid}/reinstate`, { reason: 'Mixed up with somebody else.' });
	await ada.post(`/projects/demo/workers/${sid}/reinstate`, { reason: 'Again.' });
	await p.session('sid', 'demo');
	await p.must('worker', 'revoke', 'direct:sid', '--project', 'demo', '--reason', 'It was no mix-up.');
	await p.session('sid', 'demo');
	await p.moment();
	await p.must('worker', 'note', 'direct:ann', 'Writes well — très bien 👍', '--project', 'demo');
	await rob.post(`/workers/${sid}/note`, { project: 'demo', text: 'To be watched.' });
	await p.must('worker', 'block', 'mturk:A1TURK', '--reason', 'Two accounts.');
	await p.session(undefined, 'demo', { platform: 'mturk', params: { assignmentId: '3Z', hitId: 'H1', workerId: 'A1TURK', turkSubmitTo: MTURK } });
	await ada.post(`/workers/${await p.worker('A1TURK')}/unblock`, { reason: 'It was one.' });
	const one = await p.question('In which month?');
	await ada.post('/projects/demo/questions/discard', { ids: [one], preview: true });
	await ada.post('/projects/demo/questions/discard', { ids: [one], reason: 'Asks for a month.' });
	await ada.post('/projects/demo/questions/restore', { ids: [one], reason: 'It may.' });
	await p.must('question', 'discard', await p.question('Which one is the largest?'), '--reason', 'Out.');
}

// A project that is paused while somebody is at work, goes on, and is closed.
async function pause(p) {
	const { ada } = p.desks;
	await p.passage('well', 'paused');
	await p.must('project', 'create', 'paused', '--open', '--model', 'stub', '--collection', 'paused', '--questions', '2', '--validation-votes', '0', '--targets', '9/-/-');
	const s = await p.hit('paused', 'pia', 'well', { fresh: false, asks: [PASSAGES.well.asks[0]], submit: false });
	await ada.post('/projects/paused/state', { state: 'paused' });
	await p.attempt(s, 'Now?', 'wheel');
	await p.session('pip', 'paused');
	await p.api.submit(s);
	await p.ctl('project', 'resume', 'paused');
	await p.hit('paused', 'pip', 'bell', { submit: false });
	await p.must('project', 'close', 'paused');
	await p.session('pia', 'paused');
	await ada.post('/projects/paused/state', { state: 'upside-down' });
	await p.must('project', 'resume', 'paused');
	await p.must('project', 'pause', 'paused');
}

// Late verdicts, the transfer to other readers, releases.
async function afterwards(p, other) {
	const { ada } = p.desks;
	await p.ctl('rejudge', 'demo', '--concurrency', '1');
	p.stack.stub.always((q) => (q.question === 'And the year of the move?' ? { text: 'river' } : answersOf()(q)));
	await p.ctl('rejudge', 'demo', '--concurrency', '1');
	other.always((q) => ({ ...(q.question.length % 2 ? {} : { text: answersOf()(q).text }), model: 'reader-b', version: '2', weights: 'b'.repeat(64) }));
	await p.ctl('rejudge', 'demo', 'double', '--model', 'second', '--concurrency', '1', '--json');
	await p.moment();
	await p.ctl('release', 'build', 'demo', '--version', '1.0', '--licence', 'CC BY-SA 4.0', '--out', join(p.stack.dir, 'demo-first'));
	await p.must('validation', 'close', 'demo', '--reason', 'To release.');
	await p.ctl('release', 'build', 'demo', '--version', '1.0', '--provisional', '--licence', 'CC BY-SA 4.0', '--out', join(p.stack.dir, 'demo-first'));
	await p.ctl('release', 'build', 'loss', '--version', '1.0', '--provisional', '--seed', '7', '--formats', 'squad,attempts', '--out', join(p.stack.dir, 'loss-first'));
	const twice = await p.stack.value(`select max(q.id)::text as id from question q join attempt t on t.id = q.attempt_id where t.question = 'For how long?'`);
	await p.must('question', 'discard', twice, '--reason', 'Asked twice.');
	await p.ctl('release', 'build', 'loss', '--version', '1.0', '--provisional', '--seed', '7', '--formats', 'squad,attempts', '--out', join(p.stack.dir, 'loss-first'));
	await p.ctl('release', 'build', 'demo', '--version', '0.9', '--provisional', '--as-of', p.moments[3], '--out', join(p.stack.dir, 'demo-before'));
	await p.ctl('release', 'combine', 'both', '--of', 'demo@1.0-provisional,loss@1.0-provisional', '--version', '1.0', '--seed', '3', '--out', join(p.stack.dir, 'both'));
	await p.ctl('release', 'diff', join(p.stack.dir, 'demo-before'), join(p.stack.dir, 'demo-first'));
	await p.ctl('release', 'verify', join(p.stack.dir, 'demo-first'));
	await p.ctl('release', 'build', 'demo', '--version', '1.0 beta');
	await p.ctl('release', 'build', 'nowhere', '--version', '1.0');
	const { body: made } = await ada.post('/projects/double/releases', { version: '2.0', seed: 'x', licence: 'MIT', formats: ['squad', 'mrqa'] });
	await until(async () => (await p.stack.value(`select state from release where id = ${made.id}`)) !== 'building', { what: 'the release' });
	await ada.post('/projects/double/releases', { version: 'no good!' });
	await ada.post('/projects/demo', { settings: { title: 'Démo 🎯', success: 750, targets: [100, null, 50] } });
	await p.must('project', 'set', 'demo', '--reward', '250', '--batch-hits', '50');
	// work in hand at the end: a HIT without a hand-in, votes that are drafts
	await p.must('project', 'set', 'school', '--lease', '2592000', '--validation-lease', '2592000');
	await p.hit('school', 'nell', 'kiln', { more: p.nell });
	await p.votes('school', undefined, { 'Who kept the fire?': { reason: 'no_answer' } }, { submit: false, more: p.olga });
	await p.hit('school', 'ned', 'inn', { more: p.ned, submit: false });
	await p.must('check');
	await p.moment();
}

export async function play() {
	const stack = await startStack({ passages: false, project: false, beatd: false });
	const other = await startStubModel();
	try {
		stack.stub.always(answersOf());
		other.always((q) => ({ ...answersOf()(q), model: 'reader-b', version: '1', weights: 'b'.repeat(64) }));
		const p = new Play(stack);
		p.ports = [stack.stub.port, other.port];
		stack.options.beatd = { env: { BEAT_RELEASES: join(stack.dir, 'releases') } };
		mkdirSync(join(stack.dir, 'releases'));
		await startServer(stack);
		await people(p);
		await models(p, other);
		for (const act of [openProject, validation, lossProject, school, doubleReview, review, pause]) await act(p);
		await afterwards(p, other);
		await p.desks.ada.post('/logout');
		for (const name of ['rob', 'rea', 'vic']) await p.desks[name].post('/logout-everywhere');
		return p;
	} catch (error) {
		await stack.stop().catch(() => {});
		throw error;
	} finally {
		await other.stop();
	}
}
