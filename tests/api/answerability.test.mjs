// What votes come to is a function of the facts: random histories of hand-ins, expiries, exclusions, revocations, settings and
// closings, settled at random moments, are compared with a computation of its own; and the same facts in any order give the same.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startStack } from '../lib/stack.mjs';

const SEED = Number(process.env.BEAT_TEST_SEED ?? 1);
let stack;

// A random number generator that a seed decides: dice(n) is 0 … n - 1.
function diceOf(seed) {
	let state = (seed * 48271 + 11) % 2147483647;
	return (n) => {
		state = (state * 48271) % 2147483647;
		return state % n;
	};
}
function shuffled(items, dice) {
	const out = [...items];
	for (let i = out.length - 1; i > 0; i--) {
		const j = dice(i + 1);
		[out[i], out[j]] = [out[j], out[i]];
	}
	return out;
}

// One thing that happens, in SQL; what is refused changes nothing and is no mistake.
const HELPERS = `create schema play;
create function play.id(who text) returns bigint language sql as $$ select w.id from beat.worker w where w.platform_worker_id = who $$;
create function play.write(project text, who text, n integer) returns void language plpgsql as $$
declare s record;
begin
	select * into s from session_open(project, 'direct', who, '', '', '') as x;
	if s.status <> 'ok' then return; end if;
	for i in 1 .. n loop
		perform attempt_record(gen_random_uuid(), s.assignment_id, s.worker_id, 'What is ' || md5(random()::text) || ' of ' || md5(random()::text) || '?', 0, 5, 'Glass', 400,
			(select min(id) from beat.model where id > 0), 'm', '1', 'w', 'x', null, null, 0.5, 0, 1, 1, 'human', null, 5);
	end loop;
	perform assignment_submit(s.assignment_id, s.worker_id, '');
end $$;
create function play.take(project text, who text) returns void language plpgsql as $$
begin
	perform validate_open(project, 'direct', who, '', '', '');
end $$;
-- Answers all that is in hand: by the digits of the sheet 0 is the author's word, 1 another, 2 none.
create function play.draft(project text, who text, sheet text) returns void language plpgsql as $$
declare a beat.assignment; q record; how text;
begin
	select x.* into a from beat.assignment x join beat.project p on p.id = x.project_id and p.name = project
	 where x.worker_id = play.id(who) and x.kind = 'validate' and x.state in ('live', 'ended') limit 1;
	for q in select i.validation_id as id, row_number() over (order by v.assignment_id, t.seq) as n from beat.validation_item i
		join beat.validation v on v.id = i.validation_id join beat.attempt t on t.id = v.attempt_id where i.assignment_id = a.id
		loop
		how := substr(sheet, 1 + (q.n % length(sheet))::integer, 1);
		perform vote_record(a.id, a.worker_id, q.id, case how when '0' then 0 when '1' then 12 end, case how when '0' then 5 when '1' then 21 end,
			case how when '0' then 'Glass' when '1' then 'amorphous' end, case how when '2' then 'unclear' end, '',
			(how = '0')::integer, (how <> '2')::integer, 1, how = '0', case how when '0' then 'glass' when '1' then 'amorphous' end);
	end loop;
end $$;
create function play.hand(project text, who text) returns void language plpgsql as $$
begin
	perform assignment_submit(x.id, x.worker_id, '') from beat.assignment x join beat.project p on p.id = x.project_id and p.name = project
	 where x.worker_id = play.id(who) and x.kind = 'validate' and x.state in ('live', 'ended');
end $$;
create function play.expire(project text, who text) returns void language plpgsql as $$
begin
	update beat.assignment a set expires_at = a.started_at + interval '1 microsecond' from beat.project p
	 where p.id = a.project_id and p.name = project and a.worker_id = play.id(who) and a.kind = 'validate' and a.state = 'live';
end $$;
create function play.settle(project text) returns void language plpgsql as $$
declare p beat.project := project_named(project); begun record; w bigint;
begin
	begun := validation_settle_begin(p);
	foreach w in array begun.authors loop perform validation_settle_author(p.id, w); end loop;
	perform validation_settle_end(p, begun.moment);
end $$;
-- One statement, refused or not.
create function play.do(what text) returns void language plpgsql as $$
begin
	execute what;
exception when sqlstate 'BE001' or sqlstate 'BE403' or sqlstate 'BE404' or sqlstate 'BE409' then null;
end $$;`;

const OPS = {
	write: (p, who, n) => `select play.write('${p}', '${who}', ${n})`,
	take: (p, who) => `select play.take('${p}', '${who}')`,
	draft: (p, who, sheet) => `select play.draft('${p}', '${who}', '${sheet}')`,
	hand: (p, who) => `select play.hand('${p}', '${who}')`,
	vote: (p, who, sheet) => `select play.draft('${p}', '${who}', '${sheet}'), play.hand('${p}', '${who}')`,
	expire: (p, who) => `select play.expire('${p}', '${who}')`,
	exclude: (p, who) => `select admin_votes_exclude('${p}', play.id('${who}')::text, 'x', 't')`,
	include: (p, who) => `select admin_votes_include('${p}', play.id('${who}')::text, 'x', 't')`,
	revoke: (p, who) => `select admin_worker_revoke('${p}', play.id('${who}')::text, 'x', 't')`,
	reinstate: (p, who) => `select admin_worker_reinstate('${p}', play.id('${who}')::text, 'x', 't')
		from beat.revocation r join beat.project p on p.id = r.project_id and p.name = '${p}'
		where r.worker_id = play.id('${who}') and r.state = 'done' and r.cause <> 'answerability'`,
	set: (p, settings) => `select project_set('${p}', '${JSON.stringify(settings)}', 't')`,
	close: (p) => `select validation_close_add(project_named('${p}'), '', 't')`,
	reopen: (p) => `select validation_close_undo(project_named('${p}'), '', 't')`,
	settle: (p) => `select play.settle('${p}')`,
};
// A history in one go.
const run = (project, ops) =>
	stack.sql(`do $all$ begin\n${ops.map(([op, ...args]) => `perform play.do($do$${OPS[op](project, ...args)}$do$);`).join('\n')}\nend $all$`);

const factsOf = (project) => stack.value(`select json_build_object(
	'settings', to_jsonb(p),
	'number', coalesce(nullif(p.validation_votes, 0), (select (e.detail -> 'before' ->> 'validation_votes')::integer from beat.event e
		where e.project_id = p.id and e.kind = 'project.set' and (e.detail -> 'before' ->> 'validation_votes')::integer > 0 order by e.id desc limit 1), 0),
	'questions', (select coalesce(json_agg(json_build_object('id', v.id, 'author', v.worker_id::text, 'at', v.created_at, 'state', v.state, 'votes', v.votes,
			'matches', v.matches, 'out', exists (select from beat.discard d where d.question_id = v.id and d.cause = 'unanswerable' and d.undone_at is null),
			'struck', exists (select from beat.discard d left join beat.revocation r on r.id = d.revocation_id where d.question_id = v.id
				and d.undone_at is null and (d.cause in ('hand', 'review') or r.cause in ('hand', 'review')))) order by v.id), '[]')
		from beat.validation v where v.project_id = p.id),
	'votes', (select coalesce(json_agg(json_build_object('question', o.validation_id, 'by', o.worker_id::text, 'exact', o.exact)), '[]')
		from beat.vote o where o.project_id = p.id and o.cast_at is not null),
	'excluded', (select coalesce(json_agg(x.worker_id::text), '[]') from beat.vote_exclusion x where x.project_id = p.id and x.undone_at is null),
	'closed', (select max(c.at) from beat.validation_close c where c.project_id = p.id and c.undone_at is null),
	'revoked', (select coalesce(json_object_agg(r.worker_id::text, r.cause), '{}') from beat.revocation r where r.project_id = p.id and r.state = 'done'))
	from beat.project p where p.name = '${project}'`);

// What the facts come to, by the rules as the manual says them.
function outcomeOf(f) {
	const s = f.settings;
	const questions = f.questions.map((q) => {
		const votes = f.votes.filter((v) => v.question === q.id && !f.excluded.includes(v.by));
		const matches = votes.filter((v) => v.exact).length;
		const [n, base, most] = [votes.length, f.number, f.number + s.validation_extra];
		const isStopped = s.validation_early_stop > 0 && matches >= s.validation_early_stop && matches >= s.validation_matches;
		let isWhole = n >= base;
		if (isWhole && 2 * matches < n && n < most) isWhole = false; // another is asked
		const isDecided = base > 0 && (isStopped || isWhole);
		return { ...q, n, matches, isDecided, isAnswerable: isDecided && matches >= s.validation_matches };
	});
	const revoked = {};
	for (const author of new Set(questions.map((q) => q.author))) {
		const own = questions.filter((q) => q.author === author);
		const decided = own.filter((q) => q.isDecided);
		const open = own.filter((q) => !q.isDecided && !q.struck && s.validation_votes > 0);
		const isClosed = f.closed && own.every((q) => q.at <= f.closed);
		const isJudged = decided.length > 0 && (isClosed || (open.length === 0 && decided.length >= s.answerable_minimum));
		const isLow = decided.filter((q) => q.isAnswerable).length * 1000 < s.answerable_permille * decided.length;
		const other = f.revoked[author] && f.revoked[author] !== 'answerability';
		revoked[author] = other ? f.revoked[author] : isJudged && isLow ? 'answerability' : undefined;
	}
	return { questions, revoked };
}

function check(f, what) {
	const { questions, revoked } = outcomeOf(f);
	for (const [i, q] of questions.entries()) {
		const state = !q.isDecided ? 'waiting' : q.isAnswerable ? 'answerable' : 'unanswerable';
		assert.deepEqual([f.questions[i].state, f.questions[i].votes, f.questions[i].matches, f.questions[i].out], [state, q.n, q.matches, state === 'unanswerable'], `${what}: ${JSON.stringify(q)}`);
	}
	for (const [author, cause] of Object.entries(revoked)) assert.equal(f.revoked[author], cause, `${what}: author ${author}`);
}

before(async () => {
	stack = await startStack({ beatd: false, passages: false, project: false });
	await stack.importPassages([{ title: 'Glass', text: 'Glass is an amorphous solid.' }], { split: 'dev' });
	await stack.sql(HELPERS);
});
after(() => stack?.stop());

const settingsOf = (dice) => ['--validation-votes', String(2 + dice(3)), '--validation-matches', String(1 + dice(2)), '--validation-early-stop', String(dice(3)),
	'--validation-extra', String(dice(3)), '--answerable-minimum', String(1 + dice(3)), '--validation-group', 'passage'];
const make = async (name, args) => {
	await stack.ctl('pool', 'create', name); // one's workers are nobody's in another
	await stack.createProject(name, ['--pool', name, '--open', '--collection', 'sample', '--questions', '5', '--assignments-per-passage', '50', ...args]);
};

const AUTHORS = ['ann', 'bob', 'cyd'];
const VALIDATORS = ['val', 'wes', 'xia', 'yan', 'zoe', 'ann', 'bob'];
const sheetOf = (dice) => Array.from({ length: 1 + dice(4) }, () => dice(3)).join('');

function step(dice) {
	const author = AUTHORS[dice(3)];
	const validator = VALIDATORS[dice(VALIDATORS.length)];
	const d = dice(100);
	if (d < 3) return ['write', author, 1 + dice(3)];
	if (d < 35) return ['take', validator];
	if (d < 62) return ['vote', validator, sheetOf(dice)];
	if (d < 67) return ['expire', validator];
	if (d < 73) return ['exclude', validator];
	if (d < 80) return ['include', validator];
	if (d < 83) return ['revoke', author];
	if (d < 87) return ['reinstate', author];
	if (d < 90) return ['set', { validation_votes: dice(5), validation_matches: 1 + dice(2) }];
	if (d < 92) return ['close'];
	if (d < 94) return ['reopen'];
	return ['settle'];
}

describe('answerability', () => {
	it('is what the facts say, whatever happened in whatever order', async () => {
		let decided = 0, revoked = 0;
		for (let round = 0; round < 8; round++) {
			const dice = diceOf(SEED * 1000 + round);
			const name = `walk${round}`;
			await make(name, settingsOf(dice));
			const ops = [...AUTHORS.map((who) => ['write', who, 1 + dice(3)]), ...Array.from({ length: 140 }, () => step(dice)), ['settle']];
			await run(name, ops);
			const f = await factsOf(name);
			check(f, `seed ${SEED}, round ${round}`);
			decided += f.questions.filter((q) => q.state !== 'waiting').length;
			revoked += Object.values(f.revoked).filter((cause) => cause === 'answerability').length;
			await run(name, [['settle']]);
			assert.deepEqual(await factsOf(name), f, 'settled once more: nothing is different');
		}
		assert.ok(decided > 3, `${decided} decided, ${revoked} revoked: there was something to see`);
	});

	it('is the same for the same facts in any order, settled at any moments', async () => {
		const dice = diceOf(SEED);
		const sheets = { val: '0120', wes: '11', xia: '201', yan: '0' };
		const outcomes = new Set();
		for (let round = 0; round < 6; round++) {
			const name = `order${round}`;
			await make(name, ['--validation-votes', '4', '--answerable-minimum', '2', '--validation-group', 'passage']);
			// all have everything in hand and answered; from then on the order is chance
			await run(name, [['write', 'ann', 3], ['write', 'bob', 2], ['write', 'cyd', 1], ...Object.keys(sheets).map((who) => ['take', who]),
				...Object.entries(sheets).map(([who, sheet]) => ['draft', who, sheet])]);
			const facts = [...Object.keys(sheets).map((who) => ['hand', who]), ['exclude', 'wes'], ['revoke', 'bob'],
				['set', { validation_votes: 3 }], ['close']];
			const ops = shuffled(facts, dice).flatMap((op) => (dice(2) ? [op, ['settle']] : [op]));
			await run(name, [...ops, ['settle']]);
			const f = await factsOf(name);
			check(f, JSON.stringify(ops));
			const names = await stack.sql('select id::text, platform_worker_id as name from worker');
			const nameOf = (id) => names.find((w) => w.id === id).name;
			outcomes.add(JSON.stringify([
				f.questions.map((q) => [nameOf(q.author), q.state, q.votes, q.matches, q.out].join(' ')).sort(),
				Object.entries(f.revoked).map(([id, cause]) => `${nameOf(id)} ${cause}`).sort(),
			]));
		}
		assert.equal(outcomes.size, 1, [...outcomes].join('\n'));
	});
});
