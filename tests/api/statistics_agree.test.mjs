// The statistics are told twice: by the database for the dashboard, by "beatctl stats" for files, releases and projects.
// Both must say the same of the same project, whatever the texts are like.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startStack } from '../lib/stack.mjs';

// Every kind of white space, punctuation within words, letters whose lower case is peculiar, words that repeat.
const PASSAGES = [
	{ title: 'Plain', split: 'train', text: 'The harbour of Port Ellery freezes from December to March. Three icebreakers, the largest of them the Njord, keep a channel open.' },
	{ title: 'Plain', split: 'train', text: 'A cat sat on the mat, and the mat sat on the floor; the cat did not.' },
	{ title: 'Greek ΟΔΥΣΣΕΥΣ', split: 'train', text: 'Ο ΟΔΥΣΣΕΥΣ went home\u00a0to İthaca\u2003in the U.S.\' "Army" (1917) — ΣΑΣ, Straße ÉTÉ.' },
	{ title: 'Waiting', split: 'dev', text: 'Questions on this one wait for votes, so they are not in.' },
	{ title: 'Voted', split: 'test', text: 'This one was answered by somebody else.' },
];
const QUESTIONS = {
	0: ['What freezes from December to March?', 'Who keeps a channel open', 'which?', 'In which month?', 'In what months does the harbour of Port Ellery freeze'],
	1: ['the the the cat sat on', '???', 'Whose mat was it?', 'whom\u2003did the\tcat see\n\nthere', 'HOW many cats sat on the mat and the mat?'],
	2: ['Where went Ο ΟΔΥΣΣΕΥΣ home to i\u0307thaca', 'ΣΑΣ ΣΑΣ Σ', 'WHY was İt\u00a0so?', 'don\'t—stop the us army', `${'x'.repeat(60)} ${'é'.repeat(45)} y`],
	3: ['When is it in?'],
	4: ['Name who answered', 'Was it answered by somebody'],
};

let stack;

// As the server would have it done: the answer is the first n words of the passage.
async function write(passage, questions) {
	const { text } = PASSAGES[passage];
	const words = text.split(' ');
	const calls = questions.map((q, i) => {
		const answer = words.slice(0, 1 + i).join(' ');
		return `perform attempt_record(gen_random_uuid(), s.assignment_id, s.worker_id, ${stack.lit(q)}, 0, ${[...answer].length}, ${stack.lit(answer)},
			400, (select min(id) from beat.model where id > 0), 'm', '1', 'w', 'x', null, null, 0.5, 0, 1, ${i + 1}, 'human', null, 5);`;
	});
	await stack.sql(`do $$
	declare s record;
	begin
		loop -- until it is the passage meant
			select * into s from session_open('demo', 'direct', 'w' || random(), '', '', '') as x;
			assert s.status = 'ok';
			exit when s.text = ${stack.lit(text)};
		end loop;
		${calls.join('\n')}
		assert (select x.status from assignment_submit(s.assignment_id, s.worker_id, '') as x) = 'ok';
	end $$`);
}

before(async () => {
	stack = await startStack({ beatd: false, passages: false, project: false });
	for (const split of ['train', 'dev', 'test']) await stack.importPassages(PASSAGES.filter((p) => p.split === split), { split });
	await stack.createProject('demo', ['--open', '--collection', 'sample', '--assignments-per-passage', '1000', '--validation-votes', '1']);
	for (const [passage, questions] of Object.entries(QUESTIONS)) await write(passage, questions);
	// One of the two test questions is answered as its author did, the other is not.
	await stack.sql(`do $$
	declare s record; q record; word text;
	begin
		loop
			select * into s from validate_open('demo', 'direct', 'v' || random(), '', '', '') as x;
			assert s.status = 'ok';
			exit when json_array_length(s.questions) = 2;
		end loop;
		word := split_part(s.text, ' ', 1);
		for q in select e ->> 'id' as id, e ->> 'question' as question from json_array_elements(s.questions) as e loop
			perform vote_record(s.assignment_id, s.worker_id, q.id, 0, length(word), word, null, '', 1, 1,
				case when q.question like 'Name%' then 1 else 2 end, q.question like 'Name%', lower(word));
		end loop;
		assert (select x.status from assignment_submit(s.assignment_id, s.worker_id, '') as x) = 'ok';
	end $$`);
	await stack.ctl('validation', 'settle');
});
after(() => stack?.stop());

test('dashboard and command line tell the same of a project', async () => {
	const desk = await stack.value("select admin_statistics('demo')");
	const told = JSON.parse(await stack.ctl('stats', 'demo', '--json'));
	assert.equal(desk.pending, 0);
	assert.equal(desk.questions, 16, 'train, and the one of test that is answerable');
	assert.equal(told.questions, desk.questions);
	assert.equal(told.questions, desk.total);
	const counts = ({ splits }) => splits.map(({ split, documents, passages, questions }) => ({ split, documents, passages, questions }));
	assert.deepEqual(counts(told), counts(desk));
	for (const [name, value] of Object.entries(desk.lengths)) assert.ok(Math.abs(told.lengths[name] - value) <= 0.0051, `${name}: ${told.lengths[name]}, ${value}`);
	for (const name of ['question_lengths', 'answer_lengths', 'overlap', 'first_tokens', 'labels']) assert.deepEqual(told[name], desk[name], name);
	const types = ({ wh }) => Object.fromEntries(wh.filter((w) => w.n > 0).map((w) => [w.word, w.n]));
	assert.deepEqual(types(told), types(desk));
	for (const name of ['word', 'ngram_overlap']) assert.equal(told.definitions[name], desk.definitions[name], `definition of ${name}`);
});

test('human performance as well', async () => {
	for (const seed of ['1', 'x']) {
		const desk = await stack.value(`select admin_human_performance('demo', '${seed}')`);
		const told = JSON.parse(await stack.ctl('stats', 'demo', '--json', '--seed', seed)).human;
		const own = desk.splits.filter((s) => s.questions > 0);
		assert.deepEqual(told.splits.filter((s) => s.questions > 0).map((s) => [s.split, s.questions]), own.map((s) => [s.split, s.questions]));
		for (const split of own) {
			const other = told.splits.find((s) => s.split === split.split);
			for (const part of ['one', 'mean', 'best'])
				for (const [name, value] of Object.entries(split[part]))
					assert.ok(Math.abs(other[part][name] - value) < 0.006, `${split.split} ${part} ${name}: ${other[part][name]}, ${value}`);
		}
	}
});
