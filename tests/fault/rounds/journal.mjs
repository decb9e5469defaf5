// What the clients were told, kept by themselves: afterwards every acknowledged thing is stored exactly once, as it was told.
import assert from 'node:assert/strict';

// Rules that no order of failures may break, each as a query for what breaks it.
const RULES = {
	'an assignment has won as many as it has questions': `
		select a.id from assignment a
		left join (select t.assignment_id, count(*) n from question q join attempt t on t.id = q.attempt_id group by 1) q
		  on q.assignment_id = a.id
		where a.kind = 'generate' and a.won <> coalesce(q.n, 0)`,
	'the won attempts are the questions': `
		select t.id from attempt t left join question q on q.attempt_id = t.id
		where (t.verdict = 'human') <> (q.id is not null)`,
	'a passage is taken as often as assignments hold it': `
		select p.passage_id from project_passage p
		left join (select project_id, passage_id, count(*) n from assignment
		            where kind = 'generate' and state in ('live', 'submitted') group by 1, 2) a
		  using (project_id, passage_id)
		where p.taken <> coalesce(a.n, 0)`,
	'handing in is on record once': `
		select a.id from assignment a left join event e on e.assignment_id = a.id and e.kind = 'assignment.submit'
		group by a.id, a.state having count(e.id) <> (a.state = 'submitted')::integer`,
	'a worker has one live assignment of a kind at most': `
		select worker_id from assignment where state = 'live' group by worker_id, project_id, kind having count(*) > 1`,
	'a worker has a passage once': `
		select worker_id from assignment where kind = 'generate' group by worker_id, project_id, passage_id having count(*) > 1`,
	'attempts are numbered without a gap': `
		select assignment_id from attempt group by 1 having min(seq) <> 1 or max(seq) <> count(*)`,
	'no attempt is stored under two ids': `select question from attempt group by 1 having count(*) > 1`,
	'verdicts follow from their counts': `
		select id from attempt where verdict is distinct from verdict_of(shared, model_tokens, human_tokens, threshold_permille)`,
	'answers are slices of their passages': `
		select t.id from attempt t join assignment a on a.id = t.assignment_id join passage p on p.id = a.passage_id
		where substr(p.text, t.answer_start + 1, t.answer_end - t.answer_start) <> t.answer_text`,
	'a question has one vote of a validator': `
		select validation_id from vote group by validation_id, worker_id having count(*) > 1`,
	'a review is finished once': `
		select r.id from review r left join event e on e.kind = 'review.finish' and e.detail ->> 'review' = r.id::text
		group by r.id, r.state having count(e.id) <> (r.state = 'finished')::integer`,
};

const quoted = (values) => values.map((value) => `'${value}'`).join(',');

export class Journal {
	constructor() {
		this.attempts = new Map(); // id → the answer as it was told first
		this.submits = new Map(); // assignment → the answer
		this.votes = new Map(); // "assignment question" → the marked answer
		this.reviews = new Map(); // id → the judgements
		this.batches = new Map(); // id → the answer
		this.fresh = []; // what was acknowledged and not looked for yet, as [kind, key]
		this.count = 0; // acknowledgements in all
	}

	// Something was acknowledged. Told again, it must be told the same.
	acknowledge(kind, key, value) {
		const before = this[kind].get(key);
		this.count++;
		if (before !== undefined) {
			if (kind === 'attempts' && before.verdict !== 'none') assert.equal(value.verdict, before.verdict, `attempt ${key} was told with another verdict`);
			return;
		}
		this[kind].set(key, value);
		this.fresh.push([kind, key]);
	}

	// What was acknowledged since the last look is in the database. Gives how many things were looked for.
	async look(stack) {
		const fresh = this.fresh;
		this.fresh = [];
		const keys = (kind) => fresh.filter(([k]) => k === kind).map(([, key]) => key);
		await this.lookForAttempts(stack, keys('attempts'));
		await this.lookForSubmits(stack, keys('submits'));
		await this.lookForVotes(stack, keys('votes'));
		await this.lookForReviews(stack, keys('reviews'));
		await this.lookFor(stack, 'batch', keys('batches'));
		return fresh.length;
	}

	// Everything again, from the first on.
	async lookAgain(stack) {
		this.fresh = ['attempts', 'submits', 'votes', 'reviews', 'batches'].flatMap((kind) => [...this[kind].keys()].map((key) => [kind, key]));
		return this.look(stack);
	}

	async lookFor(stack, table, ids) {
		if (ids.length === 0) return;
		const there = await stack.sql(`select id::text from ${table} where id in (${quoted(ids)})`);
		assert.deepEqual(there.map((row) => row.id).sort(), [...ids].sort(), `every ${table} that was acknowledged`);
	}

	async lookForAttempts(stack, ids) {
		if (ids.length === 0) return;
		const rows = await stack.sql(`select t.id, attempt_json(t, attempt_model_name(t)) as json from attempt t where t.id in (${quoted(ids)})`);
		const stored = new Map(rows.map((row) => [row.id, row.json]));
		for (const id of ids) {
			const { won, wanted, ...told } = this.attempts.get(id);
			const json = stored.get(id);
			assert.ok(json, `attempt ${id} was acknowledged and is lost`);
			// what had no verdict may have been judged since
			if (told.verdict === 'none') assert.equal(json.question, told.question);
			else assert.deepEqual(json, told, `attempt ${id} is not what was acknowledged`);
		}
	}

	async lookForSubmits(stack, ids) {
		if (ids.length === 0) return;
		const there = await stack.sql(`select id::text from assignment where state = 'submitted' and id in (${quoted(ids)})`);
		assert.deepEqual(there.map((row) => row.id).sort(), [...ids].sort(), 'every hand-in that was acknowledged');
	}

	async lookForVotes(stack, keys) {
		if (keys.length === 0) return;
		const hits = [...new Set(keys.map((key) => key.split(' ')[0]))];
		const rows = await stack.sql(`select v.assignment_id || ' ' || v.validation_id as key, v.answer_text, v.answer_start, v.cast_at is not null as cast
			from vote v where v.assignment_id in (${quoted(hits)})`);
		const stored = new Map(rows.map((row) => [row.key, row]));
		for (const key of keys) {
			const row = stored.get(key);
			assert.ok(row, `vote ${key} was acknowledged and is lost`);
			const { text, start } = this.votes.get(key);
			assert.deepEqual([row.answer_text, row.answer_start], [text, start], `vote ${key} is not what was acknowledged`);
			if (this.submits.has(key.split(' ')[0])) assert.ok(row.cast, `vote ${key} was handed in and does not count`);
		}
	}

	async lookForReviews(stack, ids) {
		if (ids.length === 0) return;
		const rows = await stack.sql(`select r.id::text, r.state, (select json_object_agg(j.question_id, j.valid) from judgement j where j.review_id = r.id) as said
			from review r where r.id in (${quoted(ids)})`);
		const stored = new Map(rows.map((row) => [row.id, row]));
		for (const id of ids) {
			const said = Object.fromEntries(this.reviews.get(id).map((j) => [j.question, j.valid]));
			assert.deepEqual([stored.get(id)?.state, stored.get(id)?.said ?? {}], ['finished', said], `review ${id} is not what was acknowledged`);
		}
	}
}

// The rules, and every counter of the dashboard against its recount.
export async function assertBooks(stack) {
	for (const [rule, query] of Object.entries(RULES)) assert.deepEqual(await stack.sql(query), [], rule);
	const { code, stdout, stderr } = await stack.beatctl(['check']);
	assert.equal(code, 0, stdout + stderr);
}
