-- The validation desk: agreement, human performance, progress. Expected figures were worked out by other means (Python's
-- fractions, a coincidence matrix), not by these functions.
begin;
\ir fixture.psql
\ir review.psql
\ir validity.psql
select plan(73);

-- Two answers.
select is(shared_tokens(string_to_array(a, ' '), string_to_array(b, ' ')), n, format('shared by "%s" and "%s"', a, b))
  from (values ('new york', 'new york city', 2), ('x x y', 'x y y', 2), ('x x x', 'x', 1), ('ab', 'a b', 0), ('é', 'é', 1)) as v (a, b, n);
select is(round(tokens_f1(a, b), 6), f, format('F1 of %s and %s', coalesce(a, 'none'), coalesce(b, 'none')))
  from (values ('new york', 'new york city', 0.8), ('x', 'x', 1.0), ('x', null, 0.0), (null, 'x', 0.0), (null, null, 1.0), ('x', 'y', 0.0),
	('x x y', 'x y y', 0.666667)) as v (a, b, f);
select is(vote_matches('f1', 400, false, s, m, k), expected, format('%s of %s and %s at exactly the threshold', s, m, k))
  from (values (1, 2, 3, false), (2, 5, 5, false), (3, 7, 8, false), (3, 7, 7, true), (6, 15, 15, false)) as v (s, m, k, expected);

-- Krippendorff (2011), the example with missing values: four observers, twelve units.
create function tap.alpha(lines text[]) returns numeric language sql as $$
	select krippendorff_alpha(array_agg(y.unit::text), array_agg(nullif(y.value, '.')))
	  from unnest(lines) as x (line), unnest(string_to_array(x.line, ' ')) with ordinality as y (value, unit);
$$;
select is(tap.alpha(array['1 2 3 3 2 1 4 1 2 . . .', '1 2 3 3 2 2 4 1 2 5 . 3', '. 3 3 3 2 3 4 2 2 5 1 .', '1 2 3 3 2 4 4 1 2 5 1 .']),
	0.743421, 'alpha: the published example, 0.743');
select is(tap.alpha(array['a b c', 'a b c']), 1.000000, 'alpha: full agreement');
select is(tap.alpha(array['a b', 'b a']), -0.500000, 'alpha: below chance');
select is(tap.alpha(array['a a', 'a a']), null, 'alpha: nothing varies');
select is(tap.alpha(array['a b', '. .']), null, 'alpha: nothing was answered twice');
select is(tap.alpha('{}'), null, 'alpha: nothing at all');

select is(far_below(k, n, ok, os), expected, format('%s of %s beside %s of %s', k, n, ok, os))
  from (values (5, 20, 80, 100, true), (5, 19, 80, 100, false), (5, 20, 15, 19, false), (14, 20, 80, 100, false), (13, 20, 80, 100, false),
	(140, 200, 80, 100, true), (141, 200, 80, 100, false), (null, null, 80, 100, false)) as v (k, n, ok, os, expected);

-- Seeds: the numbers that the C code must draw as well.
select is(seeded_hash('1', 'abc'), 3191182454, 'hash');
select is(seeded_hash('seed', 'é'), 2338697550, 'hash of UTF-8');
select is(array_agg(distinct seeded_place('s', i::text, 3) order by seeded_place('s', i::text, 3)), '{1,2,3}', 'a place is one of n')
  from generate_series(1, 100) as i;
select cmp_ok(max(n) - min(n), '<', 120::bigint, 'places are even')
  from (select count(*) as n from generate_series(1, 3000) as i group by seeded_place('even', i::text, 3)) as x;
select ok(abs(b.low - 0.27) < 1e-9 and abs(b.high - 0.62) < 1e-9, 'bootstrap: the same as elsewhere')
  from bootstrap(array[0, .1, .2, .3, .4, .5, .6, .7, .8, .9], 'b') as b;
select ok(abs(b.low - (0.5 - 1.959964 * 0.5 / sqrt(5000))) < 1e-6 and abs(b.high - (0.5 + 1.959964 * 0.5 / sqrt(5000))) < 1e-6,
	'above 4,000 its limit') from bootstrap((select array_agg(i % 2) from generate_series(1, 5000) as i)::float8[], 'b') as b;

-- An empty project.
select is(admin_validation('v')::jsonb - 'settings' - 'reference', '{"project": "v", "splits": [
	{"split": "train", "questions": 0, "waiting": 0, "answerable": 0, "unanswerable": 0, "answered": 0, "skipped": 0, "votes": 0, "missing": 0, "least": null, "decided_votes": 0, "revoked": 0, "revoked_answerable": 0},
	{"split": "dev", "questions": 0, "waiting": 0, "answerable": 0, "unanswerable": 0, "answered": 0, "skipped": 0, "votes": 0, "missing": 0, "least": null, "decided_votes": 0, "revoked": 0, "revoked_answerable": 0},
	{"split": "test", "questions": 0, "waiting": 0, "answerable": 0, "unanswerable": 0, "answered": 0, "skipped": 0, "votes": 0, "missing": 0, "least": null, "decided_votes": 0, "revoked": 0, "revoked_answerable": 0}],
	"lost": {"questions": 0, "waiting": 0, "answerable": 0, "unanswerable": 0, "answered": 0, "skipped": 0, "votes": 0, "missing": 0, "least": null, "decided_votes": 0, "revoked": 0, "revoked_answerable": 0}, "votes": 0, "validators": 0,
	"live": 0, "answerable": {"k": 0, "n": 0, "rate": null, "low": null, "high": null},
	"revoked": {"k": 0, "n": 0, "rate": null, "low": null, "high": null}, "votes_least": null, "votes_mean": null, "settled_at": null,
	"unsettled": 0, "unjudged": 0, "closed": null}', 'progress of nothing');
select is(admin_validation_agreement('v', false)::jsonb - 'definitions' - 'strata', '{"questions": 0, "pairs": 0,
	"exact": {"k": 0, "n": 0, "rate": null, "low": null, "high": null}, "f1": null, "alpha": null, "validators": [], "sampled": false}',
	'agreement of nobody');
select is(admin_human_performance('v', '')::jsonb - 'definitions' - 'reference', '{"seed": "1", "splits": [], "leave_one_out": []}', 'performance of nobody');

-- Five questions in two HITs (by id: 04bf…, 3ee7…, 9c73… and 1863…, 4ec2…), with these votes in the order of their casting:
--   04bf right right wrong | 3ee7 right wide none | 9c73 wrong none none | 1863 wide wide | 4ec2 right right
-- The last two wait for their third.
select s.assignment_id as a, s.worker_id as w from tap.session('ann', project => 'v') as s \gset
select tap.try(1, :a, :w), tap.try(2, :a, :w), tap.try(3, :a, :w), assignment_submit(:a, :w, '') \g /dev/null
select tap.validate('bea', '{right,right,wrong}') \g /dev/null
select is((admin_validation_agreement('v', false) ->> 'pairs')::int, 0, 'one vote makes no pair');
select tap.validate('cem', '{right,wide,none}'), tap.validate('dan', '{wrong,none,none}') \g /dev/null
select s.assignment_id as a, s.worker_id as w from tap.session('eli', project => 'v') as s \gset
select tap.try(11, :a, :w), tap.try(12, :a, :w), assignment_submit(:a, :w, '') \g /dev/null
select tap.validate('bea', '{wide,right}'), tap.validate('cem', '{wide,right}') \g /dev/null
select s.status from validate_open('v', 'direct', 'fay', '', '', '') as s \g /dev/null
select tap.settle() \g /dev/null

create function tap.agreement() returns jsonb language sql as $$
	select admin_validation_agreement('v', false)::jsonb - 'definitions' - 'sampled' - 'strata';
$$;
create function tap.validator(name text) returns jsonb language sql as $$
	select v - 'worker' from jsonb_array_elements(tap.agreement() -> 'validators') as v where v -> 'worker' ->> 'id' = tap.worker(name)::text;
$$;
select is(tap.agreement() - 'validators', jsonb_build_object('questions', 5, 'pairs', 11, 'exact', wilson(4, 11), 'f1', 0.424242,
	'alpha', 0.391304), 'agreement of all');
-- bea with the others: 04bf same, not; 3ee7 2/3, 0; 9c73 0, 0; 1863 same; 4ec2 same.
select is(tap.validator('bea'), jsonb_build_object('votes', 5, 'pairs', 8, 'exact', wilson(3, 8), 'f1', 0.458333,
	'with_original', jsonb_build_object('exact', wilson(3, 5), 'f1', 0.733333), 'unanswerable', 0, 'far_below', false,
	'excluded', false), 'one validator');
select is(tap.validator('dan'), jsonb_build_object('votes', 3, 'pairs', 6, 'exact', wilson(1, 6), 'f1', 0.166667,
	'with_original', jsonb_build_object('exact', wilson(0, 3), 'f1', 0.000000), 'unanswerable', 2, 'far_below', false,
	'excluded', false), 'another');
select is(tap.agreement() -> 'validators' -> 0 -> 'worker', jsonb_build_object('id', tap.worker('bea')::text, 'platform', 'direct'),
	'by number');
select is(admin_validation_agreement('v', true) -> 'validators' -> 0 -> 'worker' ->> 'platform_worker_id', 'bea', 'by name for some');

create function tap.human(seed text) returns jsonb language sql as $$
	select admin_human_performance('v', seed)::jsonb -> 'splits' -> 0;
$$;
select is(tap.human('2') - 'validated', '{"split": "dev", "questions": 2, "one": {"em": 50.0000, "f1": 83.3333, "em_low": 0.0000,
	"em_high": 100.0000, "f1_low": 66.6667, "f1_high": 100.0000}, "mean": {"em": 50.0000, "f1": 61.1111}, "best": {"em": 100.0000,
	"f1": 100.0000}}', 'human performance on what is in and has all its votes');
select is(tap.human('2') -> 'validated', '{"questions": 3, "one": {"em": 33.3333, "f1": 55.5556}, "mean": {"em": 33.3333, "f1": 40.7407},
	"best": {"em": 66.6667, "f1": 66.6667}}', 'and on all that was validated');
select is(tap.human('1') -> 'one' ->> 'em', '100.0000', 'another seed draws others');
select is(tap.human('2'), tap.human('2'), 'the same seed draws the same');
select is(tap.human(''), tap.human('1'), 'the seed is 1 unless told');
select matches(tap.refused($$select admin_human_performance('v', 'a b')$$), '^BE001: A seed has', 'no seed at all');

select is(admin_validation('v')::jsonb - 'settings' - 'reference' - 'project' - 'lost' - 'settled_at', jsonb_build_object('splits', jsonb_build_array(
	'{"split": "train", "questions": 0, "waiting": 0, "answerable": 0, "unanswerable": 0, "answered": 0, "skipped": 0, "votes": 0, "missing": 0, "least": null, "decided_votes": 0, "revoked": 0, "revoked_answerable": 0}'::jsonb,
	'{"split": "dev", "questions": 5, "waiting": 2, "answerable": 2, "unanswerable": 1, "answered": 0, "skipped": 0, "votes": 13, "missing": 2, "least": 3,
		"decided_votes": 9, "revoked": 0, "revoked_answerable": 0}'::jsonb,
	'{"split": "test", "questions": 0, "waiting": 0, "answerable": 0, "unanswerable": 0, "answered": 0, "skipped": 0, "votes": 0, "missing": 0, "least": null, "decided_votes": 0, "revoked": 0, "revoked_answerable": 0}'::jsonb),
	'votes', 13, 'validators', 3, 'live', 1, 'answerable', wilson(2, 3), 'revoked', wilson(0, 0), 'votes_least', 3, 'votes_mean', 3.0000,
	'unsettled', 0, 'unjudged', 0, 'closed', null), 'progress');
select is(admin_validation('v')::jsonb -> 'settings' ->> 'validation_votes', '3', 'the settings that matter');

-- The lists say the same as validity: what waits for votes is kept, but not in yet.
create function tap.listed(state text) returns text[] language sql as $$
	select coalesce(array_agg(i ->> 'id' order by i ->> 'id'), '{}')
	  from json_array_elements(admin_questions('v', '', '', '', state, '', '', '', '200', false) -> 'items') as i;
$$;
create function tap.standing(wanted text) returns text[] language sql as $$
	select coalesce(array_agg(s.question_id::text order by s.question_id), '{}') from question_standing(tap.project('v'), 'infinity') as s
	 where standing_of(s.handed_in, s.causes, s.valid, s.decision) = wanted;
$$;
select cmp_ok(cardinality(tap.standing('waiting')), '>', 0, 'something waits for votes');
select cmp_ok(cardinality(tap.standing('unanswerable')), '>', 0, 'something is unanswerable');
select is(tap.listed('waiting'), tap.standing('waiting'), 'the list of what waits');
select is(tap.listed('unanswerable'), tap.standing('unanswerable'), 'the list of what is unanswerable');
select is((select array_agg(i ->> 'id' order by i ->> 'id')
	  from json_array_elements(admin_questions('v', '', '', '', '', '', '', '', '200', false) -> 'items') as i where (i ->> 'waits')::boolean),
	tap.standing('waiting'), 'marked in the list of all');
select is((select array_agg(t ->> 'question_id' order by t ->> 'question_id')
	  from beat.assignment a, json_array_elements(admin_hit(a.id::text, '1', false) -> 'attempts') as t
	 where a.project_id = tap.project('v') and a.kind = 'generate' and (t ->> 'waits')::boolean),
	tap.standing('waiting'), 'and on the pages of the HITs');
select is((select sum((s ->> 'waiting')::bigint) from json_array_elements(admin_overview('v', '') -> 'splits') as s),
	cardinality(tap.standing('waiting'))::numeric, 'the overview counts them');
savepoint no_votes;
select project_set('v', '{"validation_votes": 0}', 't') \g /dev/null
select is(tap.listed('waiting'), '{}', 'nothing waits where no votes are asked for');
select is((select sum((s ->> 'waiting')::bigint) from json_array_elements(admin_overview('v', '') -> 'splits') as s), 0::numeric,
	'in the overview either');
rollback to no_votes;

-- An excluded validator counts nowhere, but is still compared with those who count.
select admin_votes_exclude('v', tap.worker('dan')::text, 'careless', 't'), tap.settle() \g /dev/null
select is(tap.agreement() - 'validators', jsonb_build_object('questions', 5, 'pairs', 5, 'exact', wilson(3, 5), 'f1', 0.733333,
	'alpha', 0.550000), 'agreement without dan');
select is(tap.validator('dan') - 'with_original', jsonb_build_object('votes', 3, 'pairs', 6, 'exact', wilson(1, 6), 'f1', 0.166667,
	'unanswerable', 2, 'far_below', false, 'excluded', true), 'dan with those who count');
select is((tap.validator('bea') ->> 'pairs')::int, 5, 'bea without dan');
select is(tap.human('2'), null, 'no question has all its votes without dan''s');
select is(validator_json(tap.worker('dan'), tap.project('v')) #>> '{exclusions,0,reason}', 'careless', 'told on the worker''s page');
select is(validator_json(tap.worker('dan'), tap.project('v')) - 'exclusions', jsonb_build_object('validator', false,
	'validator_at', null, 'votes', 3, 'answerable', wilson(0, 0), 'waiting', 0, 'judged', false, 'excluded', true), 'as a validator');
select is(validator_json(tap.worker('ann'), tap.project('v')) -> 'answerable', wilson(0, 0)::jsonb, 'as an author');
select is(validator_json(tap.worker('ann'), tap.project('v')) -> 'excluded', 'false', 'who was never excluded is not');

-- A careless validator among careful ones is found.
select project_set('v', '{"targets": [9, null, null], "questions": 10}', 't') \g /dev/null
select tap.work('gus', 1, 10, 'v', 'direct') \g /dev/null
select tap.work('gus', 1, 5, 'v', 'direct') \g /dev/null
-- Until nothing is left for them: which HIT each is given is random.
do $$
declare
	x text;
begin
	foreach x in array array['ida', 'hal', 'jan'] loop
		for i in 1 .. 10 loop
			begin
				perform tap.validate(x, case x when 'hal' then '{wrong}' else '{right}' end::text[]);
			exception when assert_failure then
				exit;
			end;
		end loop;
	end loop;
end
$$;
select is(array_agg(v -> 'worker' ->> 'id'), array[tap.worker('hal')::text], 'who is far below the others')
  from jsonb_array_elements(tap.agreement() -> 'validators') as v where (v ->> 'far_below')::boolean;

-- The HIT of a validator.
select is(jsonb_agg(i - 'question_id' order by i ->> 'question_id'), '[
	{"question": "What is it?", "split": "dev", "place": 0, "state": "voted", "vote": {"answer": {"start": 0, "end": 7, "text": "Passage"},
		"reason": null, "comment": "", "exact": true, "f1": 1.0000, "matches": true, "excluded": false}}]', 'a question of a validate HIT')
  from (select (i #- '{vote,cast_at}') || '{"place": 0}' as i from jsonb_array_elements(hit_items((select min(x.id) from beat.assignment x
	where x.worker_id = tap.worker('bea') and x.kind = 'validate'))) as i order by i ->> 'question_id' limit 1) as x;
select * from finish();
rollback;
