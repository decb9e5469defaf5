// Twenty workers play to the end while everything around them fails: the model misbehaves at random,
// clients vanish and send again, database connections are cut, beatd is killed with -9 three times.
// Then the books must balance. The dice are seeded: BEAT_CHAOS_SEED=n repeats a run's throws.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { describe, it } from 'node:test';
import { sleep, spanOf, until, useStack } from '../lib/stack.mjs';

const WORKERS = 20;
const HITS = 4; // per worker
const WANTED = 3;
const KILLS = 3;
const SEED = Number(process.env.BEAT_CHAOS_SEED || 20261);

const passages = Array.from({ length: 100 }, (_, i) => ({
	title: `Ledger ${i}`,
	text: `Ledger ${i} 📒 of the Żuraw granary lists ${1800 + i} sacks of rye, a café bill and one broken scale.`,
}));
const HUMAN = 'broken scale';

// mulberry32: small, seeded, good enough for dice.
function dice(seed) {
	let a = seed >>> 0;
	const next = () => {
		a = (a + 0x6d2b79f5) >>> 0;
		let t = Math.imul(a ^ (a >>> 15), a | 1);
		t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
		return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
	};
	return { chance: (p) => next() < p, below: (n) => Math.floor(next() * n), pick: (list) => list[Math.floor(next() * list.length)] };
}

// Rules that no order of failures may break, each as a query for what breaks it.
const RULES = {
	'an assignment has won as many as it has questions': `
		select a.id from assignment a
		left join (select t.assignment_id, count(*) n from question q join attempt t on t.id = q.attempt_id group by 1) q
		  on q.assignment_id = a.id
		where a.won <> coalesce(q.n, 0)`,
	'the won attempts are the questions': `
		select t.id from attempt t left join question q on q.attempt_id = t.id
		where (t.verdict = 'human') <> (q.id is not null)`,
	'a passage is taken as often as assignments hold it': `
		select p.passage_id from project_passage p
		left join (select project_id, passage_id, count(*) n from assignment where state in ('live', 'submitted') group by 1, 2) a
		  using (project_id, passage_id)
		where p.taken <> coalesce(a.n, 0)`,
	'no passage has more assignments than slots': `
		select q.passage_id from project_passage q join project p on p.id = q.project_id
		where q.taken > p.assignments_per_passage`,
	'the tally is what was handed in': `
		select s.project_id, s.split from project_split s
		left join (select project_id, split, sum(submitted) n, sum(kept) kept from project_tally group by 1, 2) t
		  using (project_id, split)
		left join (select a.project_id, p.split, count(*) n, sum(a.won) kept
		             from assignment a join passage p on p.id = a.passage_id where a.state = 'submitted' group by 1, 2) a
		  using (project_id, split)
		where (coalesce(t.n, 0), coalesce(t.kept, 0)) <> (coalesce(a.n, 0), coalesce(a.kept, 0))`,
	'handing in is on record once': `
		select a.id from assignment a left join event e on e.assignment_id = a.id and e.kind = 'assignment.submit'
		group by a.id, a.state having count(e.id) <> (a.state = 'submitted')::integer`,
	'a worker has one live assignment at most': `
		select worker_id from assignment where state = 'live' group by worker_id, project_id having count(*) > 1`,
	'a worker has a passage once': `
		select worker_id from assignment group by worker_id, project_id, passage_id having count(*) > 1`,
	'attempts are numbered without a gap': `
		select assignment_id from attempt group by 1 having min(seq) <> 1 or max(seq) <> count(*)`,
	'verdicts follow from their counts': `
		select id from attempt where verdict is distinct from verdict_of(shared, model_tokens, human_tokens, threshold_permille)`,
	'answers are slices of their passages': `
		select t.id from attempt t join assignment a on a.id = t.assignment_id join passage p on p.id = a.passage_id
		where substr(p.text, t.answer_start + 1, t.answer_end - t.answer_start) <> t.answer_text`,
};

async function assertRules(stack) {
	for (const [rule, query] of Object.entries(RULES)) assert.deepEqual(await stack.sql(query), [], `${rule} (seed ${SEED})`);
}

const garbage = ['', '{', '[]', '{"answer":7}', '{"answer":"x","start":0,"end":1}', 'null', '<html>'];

function misbehave(d) {
	const delay = d.below(25);
	const roll = d.below(100);
	if (roll < 45) return { text: 'rye', delay }; // the human wins
	if (roll < 65) return { text: HUMAN, delay }; // the model wins
	if (roll < 72) return { status: d.pick([500, 502, 429, 404]), delay };
	if (roll < 79) return { reset: true, delay };
	if (roll < 86) return { closeMidway: true, delay };
	if (roll < 93) return { body: d.pick(garbage), delay };
	if (roll < 96) return { hang: true };
	return { text: '', delay };
}

class Worker {
	constructor(stack, name, acknowledged) {
		this.stack = stack;
		this.name = name;
		this.dice = dice(SEED + Number(name.replace(/\D/g, '')) * 7919);
		this.acknowledged = acknowledged;
	}

	// Sends and leaves in the middle: nobody reads the answer.
	async vanish(path, body, token) {
		const req = request(`${this.stack.url}${path}`, { method: 'POST', agent: false, headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` } });
		req.on('error', () => {});
		req.write(JSON.stringify(body).slice(0, this.dice.chance(0.3) ? 20 : undefined));
		if (this.dice.chance(0.7)) req.end();
		await sleep(this.dice.below(30));
		req.destroy();
	}

	// Until there is an answer that sending again would not change.
	async insist(path, body, token) {
		for (;;) {
			if (this.dice.chance(0.15)) await this.vanish(path, body, token);
			const send = () => this.stack.post(path, body, { token }).catch(() => null);
			const answers = await Promise.all(this.dice.chance(0.2) ? [send(), send()] : [send()]);
			const answer = answers.find((a) => a && a.status < 500);
			for (const a of answers) assert.ok(!a || a.status < 500 || a.status === 503, a?.text);
			if (answer) return answer;
			await sleep(30 + this.dice.below(120));
		}
	}

	session() {
		return this.insist('/api/v1/session', { project: 'demo', platform: 'direct', params: { worker: this.name } });
	}

	async attempt(s, n) {
		const id = randomUUID();
		const body = { id, question: `What is number ${n}?`, answer: spanOf(s.passage.text, HUMAN), sure: true };
		const answer = await this.insist('/api/v1/attempts', body, s.token);
		if (answer.status === 200) this.acknowledged.attempts.set(id, answer.body);
		return answer;
	}

	async hit() {
		const opened = await this.session();
		const s = opened.body;
		assert.ok(s.token, `${this.name}: ${opened.text}`);
		for (let n = 1, won = s.won; won < WANTED; n++) {
			const answer = await this.attempt(s, n);
			assert.ok([200, 409].includes(answer.status), answer.text);
			if (answer.status === 409) break; // a duplicate of ours won the last one
			won = answer.body.won;
			if (won > 0 && n > 4 && this.dice.chance(0.3)) break;
		}
		if (this.dice.chance(0.3)) assert.equal((await this.session()).body.assignment, s.assignment);
		const handed = await this.insist('/api/v1/submit', {}, s.token);
		assert.equal(handed.status, 200, handed.text);
		this.acknowledged.submitted.push(s.assignment);
	}

	async play() {
		for (let i = 0; i < HITS; i++) await this.hit();
	}
}

// Spread over the game by what has been handed in, so that a fast machine is not done before the last kill.
async function killAgainAndAgain(stack, d, acknowledged) {
	for (let i = 1; i <= KILLS; i++) {
		const share = (WORKERS * HITS * i) / (KILLS + 1);
		await until(() => acknowledged.submitted.length >= share, { timeout: 30000, what: `${share} HITs handed in` });
		await stack.sql(`select pg_terminate_backend(pid) from pg_stat_activity
			where application_name like 'beatd%' and datname = current_database() and random() < 0.5`);
		await sleep(d.below(150));
		await stack.killBeatd('SIGKILL');
		await sleep(d.below(200));
		await stack.startBeatd({ ready: false });
	}
}

describe('chaos', () => {
	it('loses nothing acknowledged, stores nothing twice, keeps the books', { timeout: 60000 }, async (t) => {
		const env = { BEAT_MODEL_TIMEOUT_MS: '300', BEAT_BREAKER_FAILURES: '6', BEAT_BREAKER_COOLDOWN_MS: '50' };
		const stack = await useStack(t, { passages, project: { args: ['--questions', String(WANTED)] }, beatd: { env } });
		const acknowledged = { attempts: new Map(), submitted: [] };
		const modelDice = dice(SEED);
		stack.stub.always(() => misbehave(modelDice));
		const workers = Array.from({ length: WORKERS }, (_, i) => new Worker(stack, `worker-${i}`, acknowledged));
		await Promise.all([killAgainAndAgain(stack, dice(SEED + 1), acknowledged), ...workers.map((w) => w.play())]);

		const stored = new Map((await stack.sql('select t.id, attempt_json(t, attempt_model_name(t)) as json from attempt t')).map((r) => [r.id, r.json]));
		for (const [id, { won, wanted, ...attempt }] of acknowledged.attempts) assert.deepEqual(stored.get(id), attempt, `seed ${SEED}`);
		const submitted = (await stack.sql(`select id::text from assignment where state = 'submitted'`)).map((r) => r.id);
		assert.deepEqual(submitted.sort(), acknowledged.submitted.sort());
		assert.equal(submitted.length, WORKERS * HITS);
		await assertRules(stack);
		assert.deepEqual(await stack.sql(`select id from assignment where won > ${WANTED}`), []);

		// what the model failed to judge is judged later, and the books still balance
		stack.stub.always({ text: 'rye' });
		await stack.ctl('rejudge', 'demo');
		assert.equal(await stack.value(`select count(*) from attempt where verdict = 'none'`), 0);
		await assertRules(stack);
		t.diagnostic(`${stored.size} attempts, ${acknowledged.attempts.size} acknowledged, ${stack.stub.calls} questions to the model`);
	});
});
