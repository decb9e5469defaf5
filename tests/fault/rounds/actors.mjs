// Who works while everything around fails: workers who play, validators who vote, reviewers who judge. Each sends what it
// has to say until it is answered, to either server, sometimes to both at once, and sometimes leaves in the middle.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { call } from '../../lib/http.mjs';
import { sleep } from '../../lib/proc.mjs';
import { spanOf } from '../../lib/stack.mjs';

export const HUMAN = 'broken scale';
const HITS_OF_ONE = 3; // then somebody else comes: a worker is sampled, voted on and paid for several HITs

class Actor {
	constructor(arena, name, dice) {
		this.arena = arena;
		this.name = name;
		this.dice = dice;
		this.journal = arena.journal;
	}

	url() {
		return this.dice.pick(this.arena.servers).url;
	}

	// Sends and leaves in the middle: nobody reads the answer.
	async vanish(path, body, token) {
		const req = request(this.url() + path, { method: 'POST', agent: false, headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` } });
		req.on('error', () => {});
		req.write(JSON.stringify(body).slice(0, this.dice.chance(0.3) ? 20 : undefined));
		if (this.dice.chance(0.7)) req.end();
		await sleep(this.dice.below(30));
		req.destroy();
	}

	// Without a body it is only asked for.
	send(path, body, token) {
		const headers = token ? { authorization: `Bearer ${token}` } : {};
		return call(body ? 'POST' : 'GET', this.url() + path, { body, headers, timeout: 10000 }).catch(() => null);
	}

	// Until there is an answer that sending again would not change. Answers 0 when the end comes first.
	async insist(path, body, token) {
		while (!this.arena.over) {
			if (body && this.dice.chance(0.1)) await this.vanish(path, body, token);
			const send = () => this.send(path, body, token);
			const answers = await Promise.all(this.dice.chance(0.15) ? [send(), send()] : [send()]);
			for (const a of answers) assert.ok(!a || a.status < 500 || a.status === 503, `${path}: ${a?.status} ${a?.text}`);
			this.arena.busy += answers.filter((a) => a?.status === 503).length;
			const answer = answers.find((a) => a && a.status < 300) ?? answers.find((a) => a && a.status < 500);
			if (answer && answer.status !== 429) return answer;
			await sleep(20 + this.dice.below(100));
		}
		return { status: 0 };
	}

	// A session, and again when the token is over: a server whose clock is wrong may think so.
	async session(worker, task) {
		const answer = await this.insist('/api/v1/session', { project: 'demo', platform: 'direct', params: { worker }, ...(task && { task }) });
		assert.ok([0, 200, 201].includes(answer.status), answer.text);
		return answer.body ?? { done: true };
	}

	// With the session's token, renewed when it is refused. Null if the task is another one now.
	async insistAs(hit, path, body) {
		for (;;) {
			const answer = await this.insist(path, body, hit.session.token);
			if (answer.status !== 401) return answer;
			const again = await this.session(hit.worker, hit.task);
			if (again.assignment !== hit.session.assignment || !again.token) return { status: 0 };
			hit.session = again;
			await sleep(50);
		}
	}

	async run() {
		for (let n = 0; !this.arena.over; n++) {
			try {
				await this.turn(n);
			} catch (error) {
				this.arena.fail(error);
			}
		}
	}
}

export class Player extends Actor {
	async attempt(hit, n) {
		const id = randomUUID();
		const body = { id, question: `What is number ${n} of ${id}?`, answer: spanOf(hit.session.passage.text, HUMAN), sure: true };
		const answer = await this.insistAs(hit, '/api/v1/attempts', body);
		assert.ok([0, 200, 409].includes(answer.status), answer.text);
		if (answer.status === 200) this.journal.acknowledge('attempts', id, answer.body);
		return answer;
	}

	async turn(n) {
		const worker = `${this.name}-${Math.floor(n / HITS_OF_ONE)}`;
		const hit = { worker, session: await this.session(worker) };
		if (!hit.session.token) return;
		const { assignment } = hit.session;
		for (let i = 1, won = hit.session.won; ; i++) {
			const answer = won < hit.session.wanted ? await this.attempt(hit, i) : { status: 409 };
			if (answer.status === 0) return;
			if (answer.status === 200) won = answer.body.won;
			if (answer.status === 409 || (won > 0 && this.dice.chance(0.4))) break;
		}
		const handed = await this.insistAs(hit, '/api/v1/submit', {});
		assert.ok([0, 200].includes(handed.status), handed.text);
		if (handed.status === 200) this.journal.acknowledge('submits', assignment, handed.body);
	}
}

export class Validator extends Actor {
	async turn(n) {
		const worker = `${this.name}-${Math.floor(n / HITS_OF_ONE)}`;
		const hit = { worker, task: 'validate', session: await this.session(worker, 'validate') };
		if (!hit.session.token) return void (await sleep(150)); // nothing to validate yet
		const { assignment, passage, questions } = hit.session;
		for (const { id } of questions) {
			const answer = spanOf(passage.text, this.dice.chance(0.8) ? HUMAN : 'rye');
			const voted = await this.insistAs(hit, '/api/v1/votes', { question: id, answer });
			if (voted.status === 0) return;
			if (voted.body?.type === 'urn:beat:question-closed') continue; // a reviewer was quicker
			assert.equal(voted.status, 200, voted.text);
			this.journal.acknowledge('votes', `${assignment} ${id}`, answer);
		}
		const handed = await this.insistAs(hit, '/api/v1/submit', {});
		assert.ok([0, 200].includes(handed.status), handed.text);
		if (handed.status === 200) this.journal.acknowledge('submits', assignment, handed.body);
	}
}

// Reviews what waits; when nothing does, closes a batch, so that something may.
export class Reviewer extends Actor {
	async desk(path, body, also = 409) {
		const answer = await this.insist(`/api/v1/admin${path}`, body, this.arena.tokens[this.name]);
		assert.ok([0, 200, also].includes(answer.status), `${path}: ${answer.text}`);
		return answer;
	}

	// What is held already, and be it because the answer was lost on the way; else the next that waits.
	async item() {
		const queue = await this.desk('/projects/demo/review');
		const held = queue.body?.mine?.[0];
		return held ? this.desk(`/reviews/${held}`, undefined, 404) : this.desk('/projects/demo/review/next', { queue: 'review' });
	}

	async turn() {
		const { status, body } = await this.item();
		if (status !== 200) return;
		if (!body.item) {
			const closed = await this.desk('/projects/demo/batches', {}, 422); // nothing to close yet
			if (closed.status === 200) this.journal.acknowledge('batches', closed.body.id, closed.body);
			return void (await sleep(200));
		}
		const { review, questions } = body.item;
		const judge = ({ id }) => (this.dice.chance(0.9) ? { question: id, valid: true } : { question: id, valid: false, tags: ['other'] });
		const judgements = questions.map(judge);
		const done = await this.desk(`/reviews/${review}/finish`, { judgements });
		if (done.status === 200) this.journal.acknowledge('reviews', review, judgements);
	}
}
