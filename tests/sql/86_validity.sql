-- Validity: which questions are in, at any moment; and the page that says why.
begin;
\ir fixture.psql
\ir review.psql
\ir validity.psql
select plan(82);

-- What was true at each moment, as the view said it then.
create table tap.moments (n integer generated always as identity, label text, at timestamptz, valid text[]);
create function tap.note(label text) returns timestamptz language sql as $$
	select tap.settle();
	insert into tap.moments (label, at, valid)
	values (label, clock_timestamp(), array(
		select v.question_id::text from question_validity() v where v.project in ('v', 'p') and v.valid order by 1))
	returning at;
$$;
create function tap.valid(project text default 'v') returns bigint language sql as $$
	select tap.settle();
	select count(*) from question_validity() v where v.project = valid.project and v.valid;
$$;
create function tap.q(n integer) returns text language sql as $$
	select q.id from beat.question q where q.project_id = tap.project('v') order by q.number offset n - 1 limit 1;
$$;
create function tap.why(id text, at timestamptz default null) returns json language sql as $$
	select admin_question(id, at::text, '', false);
$$;
create function tap.rule(page json, name text) returns text language sql as $$
	select case when (r ->> 'passed')::boolean then '+ ' else '- ' end || (r ->> 'sentence') from json_array_elements(page -> 'why') as r
	 where r ->> 'rule' = name;
$$;

-- Handing in.
select is(tap.valid(), 0::bigint, 'nothing yet');
select tap.note('nothing') \g /dev/null
select s.assignment_id as a, s.worker_id as w from tap.session('ann', project => 'v') as s \gset
select tap.try(1, :a, :w), tap.try(2, :a, :w), tap.try(3, :a, :w, 'none'), tap.try(4, :a, :w, 'model') \g /dev/null
select results_eq($$select handed_in, causes, votes_asked, decision, valid from question_validity() where project = 'v'$$,
	$$select false, '{}'::text[], true, 'waiting', false from generate_series(1, 2)$$, 'won, not handed in');
select tap.note('in hand') \g /dev/null
select is(tap.rule(tap.why(tap.q(1)), 'handed_in'), '- Its HIT is still in hand.', 'why: in hand');
select assignment_submit(:a, :w, '') \g /dev/null
select tap.note('handed in') as handed_in \gset
select is(tap.valid(), 0::bigint, 'a dev question waits for votes');
select is(tap.rule(tap.why(tap.q(1)), v.name), v.sentence, 'why: ' || v.name)
  from (values ('won', '+ The author beat the model.'), ('handed_in', '+ Its HIT was handed in.'),
	('revocation', '+ No revocation of its author stands against it.'), ('review', '+ No review rejected it.'),
	('hand', '+ Nobody discarded it by hand.'), ('votes', '- It waits for votes: 0 of 3 are in.')) as v (name, sentence);
select tap.work('ann', 1, 2, 'p') from generate_series(1, 3) \g /dev/null
select is(tap.valid('p'), (select count(*) from beat.question q where q.project_id = tap.project() and q.split = 'train'),
	'train needs no votes');
select tap.note('train') \g /dev/null

-- Votes.
select tap.validate('bea', '{right,wrong}') \g /dev/null
select is(tap.valid(), 0::bigint, 'one vote decides nothing');
select tap.note('one vote') as one_vote \gset
select is(tap.rule(tap.why(v.question_id), 'votes'), '- It waits for votes: 1 of 3 is in.', 'why: ' || v.decision) from question_validity() v where v.project = 'v' order by v.valid;
select tap.validate('cem', '{wrong}'), tap.validate('dan', '{none}') \g /dev/null
select tap.note('three votes') as three_votes \gset
select results_eq($$select causes, decision, valid from question_validity() where project = 'v' order by valid$$,
	$$values ('{unanswerable}'::text[], 'unanswerable', false), ('{}', 'answerable', true)$$, 'all votes are in');
select question_id as out from question_validity() where project = 'v' and not valid \gset
select question_id as in from question_validity() where project = 'v' and valid \gset
select is(tap.rule(tap.why(:'out'), 'votes'), '- Unanswerable: 0 of 3 votes have the author''s answer; 1 is needed.', 'why: unanswerable');
select is(tap.rule(tap.why(:'in'), 'votes'), '+ Answerable: 1 of 3 votes have the author''s answer; 1 is enough.', 'why: answerable');

-- The votes on the page.
select is((v ->> 'votes')::jsonb -> 2 ->> 'reason', 'no_answer', 'why there is no answer') from (select tap.why(:'in') as v) as x;
select is(((v ->> 'votes')::jsonb -> 0) - 'validator' - 'cast_at', '{"n": 1, "answer": {"start": 0, "end": 7, "text": "Passage"},
	"reason": null, "comment": "", "shared": 1, "vote_tokens": 1, "original_tokens": 1, "f1": 1.0000, "exact": true, "matches": true,
	"excluded": false}', 'a vote') from (select tap.why(:'in') as v) as x;
select is((v ->> 'votes')::jsonb -> 0 -> 'validator', jsonb_build_object('id', tap.worker('bea')::text, 'platform', 'direct'),
	'a validator by number') from (select tap.why(:'in') as v) as x;
select is((v ->> 'votes')::jsonb -> 0 -> 'validator' ->> 'platform_worker_id', 'bea', 'by name for who may see it')
  from (select admin_question(:'in', '', '', true) as v) as x;
select is((v ->> 'agreement')::jsonb, '{"pairs": 3, "exact": {"k": 0, "n": 3, "rate": 0.000000, "low": 0.000000, "high": 0.561497},
	"f1": 0.000000}', 'how its votes agree') from (select tap.why(:'in') as v) as x;
select is((v ->> 'validation')::jsonb, '{"cause": "split", "wanted": 3, "active": true, "state": "answerable", "votes": 3, "matches": 1}',
	'its place in the queue') from (select tap.why(:'in') as v) as x;

-- The rule of matching.
select project_set('v', '{"validation_match": "f1", "validation_f1": 400}', 't') \g /dev/null
select tap.note('f1 400') \g /dev/null
select is(tap.valid(), 1::bigint, 'no overlap, no match');
select tap.work('eli', 1, 1, 'v', 'direct') \g /dev/null
select tap.validate(x, '{wide}') from unnest(array['bea', 'cem', 'dan']) as x \g /dev/null
select is(tap.valid(), 2::bigint, 'F1 = 2/3 is above 400 per mille');
select tap.note('f1 wide') \g /dev/null
select project_set('v', '{"validation_f1": 666}', 't') \g /dev/null
select is(tap.valid(), 2::bigint, 'and above 666 per mille: 2000 > 1998');
select project_set('v', '{"validation_f1": 667}', 't') \g /dev/null
select is(tap.valid(), 1::bigint, 'but not above 667 per mille: 2000 < 2001');
select tap.note('f1 667') \g /dev/null
select project_set('v', '{"validation_match": "em"}', 't') \g /dev/null
select tap.note('em again') \g /dev/null

-- Exclusion.
select (admin_votes_exclude('v', tap.worker('bea')::text, 'careless', 'user:ina') ->> 'excluded')::boolean as excluded \gset
select ok(:'excluded', 'excluded');
select tap.note('excluded') as excluded_at \gset
select is(tap.valid(), 0::bigint, 'the vote that matched does not count');
select is(tap.rule(tap.why(:'in'), 'votes'), '- It waits for votes: 2 of 3 are in.', 'why: it waits again');
select is((tap.why(:'in') ->> 'votes')::jsonb -> 0 ->> 'excluded', 'true', 'the vote is marked');
select is((tap.why(:'in', :'three_votes') ->> 'votes')::jsonb -> 0 ->> 'excluded', 'false', 'it was not then');
select is(tap.refused(format('select admin_votes_exclude(''v'', %L, ''again'', ''t'')', tap.worker('bea'))), format(
	'BE409: The votes of worker #%s are excluded from "v" already.', tap.worker('bea')), 'excluded twice');
select is(tap.refused($$select admin_votes_exclude('v', '0', 'x', 't')$$), 'BE404: There is no worker #0.', 'nobody');
select is(tap.refused(format('select admin_votes_exclude(''p'', %L, ''x'', ''t'')', tap.worker('bea'))), format(
	'BE404: No worker %s takes part in "p".', tap.worker('bea')), 'a validator of another project');
select matches(tap.refused(format('select admin_votes_exclude(''v'', %L, '' '', ''t'')', tap.worker('cem'))),
	'^BE001: Give a reason', 'no reason');
select is(admin_votes_include('v', tap.worker('bea')::text, 'not so', 'user:ina')::jsonb ->> 'excluded', 'false', 'included');
select tap.note('included') \g /dev/null
select is(tap.valid(), 1::bigint, 'it counts again');
select is(tap.refused(format('select admin_votes_include(''v'', %L, ''again'', ''t'')', tap.worker('bea'))), format(
	'BE409: The votes of worker #%s count in "v".', tap.worker('bea')), 'included twice');

-- By hand.
select admin_questions_discard('v', '', json_build_array(:'in')::text, 'a test', 'false', 'user:lea') \g /dev/null
select is(tap.rule(tap.why(:'in'), 'hand'), '- It was discarded by hand: a test', 'why: by hand');
select tap.note('by hand') \g /dev/null
select admin_questions_restore('v', '', json_build_array(:'in')::text, 'tested', 'false', 'user:lea') \g /dev/null
select tap.note('restored') \g /dev/null

-- Review.
select tap.work('fay', 1, 2, 'v', 'direct') \g /dev/null
select tap.validate(x, '{right}') from unnest(array['gil', 'hal', 'ida']) as x \g /dev/null
select is(tap.valid(), 3::bigint, 'two more');
select tap.note('before the review') \g /dev/null
select tap.close('s', 'v') \g /dev/null
select is(((tap.why(q.id))::jsonb -> 'worker') || ((tap.why(q.id))::jsonb -> 'model'), 'null'::jsonb || 'null'::jsonb,
	'while its HIT waits for a blind review: neither author nor model') from (select q.id from beat.question q
	where q.worker_id = tap.worker('fay') limit 1) as q;
select isnt(admin_question(q.id, '', '', true)::jsonb -> 'worker' ->> 'id', null, 'but for who sees identities')
  from (select q.id from beat.question q where q.worker_id = tap.worker('fay') limit 1) as q;
select tap.review_of('ina', 'fay', 1) \g /dev/null
select is((select count(*) from beat.sample s where s.project_id = tap.project('v') and s.state = 'settled'), 1::bigint, 'one is reviewed');
select tap.note('reviewed') \g /dev/null
select matches(tap.rule(tap.why(d.question_id), 'review'), '^- A review rejected it: ', 'why: rejected')
  from beat.discard d where d.cause = 'review' limit 1;
select is((p -> 'reviews' -> 0) - 'at', '{"reviewer": "ina", "valid": false, "tags": ["unanswerable"], "labels": ["explicit"], "comment": ""}',
	'the review') from beat.discard d cross join lateral (select tap.why(d.question_id)::jsonb as p) as x where d.cause = 'review' limit 1;

-- Revocation, with votes of the revoked as well.
select admin_worker_revoke('v', tap.worker('bea')::text, 'gone', 'user:lea'),
	admin_worker_revoke('v', tap.worker('ann')::text, 'away', 'user:lea') \g /dev/null
select tap.note('revoked') \g /dev/null
select is(tap.rule(tap.why(:'in'), 'revocation'), '- Its author''s qualification was revoked: away', 'why: revoked');
select is(tap.refused(format('select admin_votes_include(''v'', %L, ''no'', ''t'')', tap.worker('bea'))), format(
	'BE409: The votes of worker #%s are excluded because the worker is revoked: reinstate instead.', tap.worker('bea')),
	'the votes of the revoked are not included by hand');
select admin_worker_reinstate('v', tap.worker('bea')::text, 'back', 'user:lea') \g /dev/null
select tap.note('one reinstated') \g /dev/null
select admin_worker_reinstate('v', tap.worker('ann')::text, 'back', 'user:lea') \g /dev/null
select tap.note('both reinstated') \g /dev/null

-- A late verdict, and settings.
select rejudge_store(tap.nth(3), 'window-reader', '1.0', 'abc123', 'Ada', null, null, 0.5, 0, 1, 1, 'human', 12, 't') \g /dev/null
select tap.note('late verdict') \g /dev/null
select id as late from beat.question where attempt_id = tap.nth(3) \gset
select is(tap.rule(tap.why(:'late', :'one_vote'), 'won'), '- The author beat the model later than that.', 'why: a late verdict');
select is(tap.rule(tap.why(:'in', :'one_vote'), 'votes'), '- It waits for votes: 1 of 3 is in.',
	'why, at a past moment');
select project_set('v', '{"validation_votes": 0}', 't') \g /dev/null
select tap.note('no votes asked') as no_votes \gset
select is(tap.rule(tap.why(:'late'), 'votes'), '+ The project asks for no votes.', 'why: no votes asked');
select matches(tap.rule(tap.why(:'out'), 'votes'), '^- It was discarded as unanswerable: ', 'why: what the votes put out stays out');
select project_state('v', 'paused', 't') \g /dev/null
update beat.project set validation_votes = 2, state = 'active' where name = 'v';
select tap.note('votes asked again') \g /dev/null
select is(project_setting_at(tap.project('v'), 'validation_votes', m.at), v.votes, 'votes asked for when ' || v.label)
  from (values ('nothing', '3'), ('three votes', '3'), ('no votes asked', '0'), ('votes asked again', '2')) as v (label, votes)
  join tap.moments m on m.label = v.label;
select is(project_setting_at(tap.project('v'), 'state', :'no_votes'), 'active', 'other settings, too');
select is(project_setting_at(tap.project('v'), 'title', '-infinity'), 'v', 'one that never changed');
select is(project_setting_at(tap.project('v'), 'validation_onboarding', 'infinity'), null, 'one that is not set');
select project_set('v', '{"targets": [9, 7, null]}', 't') \g /dev/null
select project_set('v', '{"targets": [9, null, null]}', 't') \g /dev/null
select is(project_target_at(tap.project('v'), 'dev', m.at), m.target, 'the target, then')
  from (select e.at, (e.detail ->> 'after')::integer as target from beat.event e
	where e.project_id = tap.project('v') and e.kind = 'project.target' and e.detail ->> 'split' = 'dev' order by e.id) as m;
select is(project_target_at(tap.project('v'), 'dev', :'three_votes'), 5, 'the first target');

-- Every moment is as it was.
select cmp_ok((select count(distinct valid)::int from tap.moments), '>=', 8, 'there was something to see');
select is_empty($$
	select m.label, m.valid, x.ids
	  from tap.moments m
	 cross join lateral (select array(select v.question_id::text from valid_questions('v', m.at) as v
		union all select v.question_id::text from valid_questions('p', m.at) as v order by 1) as ids) as x
	 where m.valid <> x.ids$$, 'time travel: at each moment exactly what was in then');
select is_empty($$
	select m.label, q.id
	  from tap.moments m
	  join beat.question q on q.project_id in (tap.project('v'), tap.project())
	 where (tap.why(q.id, m.at) ->> 'in')::boolean <> (q.id = any (m.valid))$$, 'the page of every question agrees, at each moment');
select is_empty($$
	select m.label, s
	  from tap.moments m
	 cross join lateral json_array_elements(admin_validity('v', m.at::text) -> 'splits') as s
	 where s ->> 'split' = 'dev' and ((s ->> 'in')::int <> (select count(*) from valid_questions('v', m.at))
		or (s ->> 'in')::int + (s ->> 'waiting')::int + (select sum(o.value::int) from json_each_text(s -> 'out') as o)
			<> (select count(*) from beat.question q where q.project_id = tap.project('v') and q.created_at <= m.at))$$,
	'the summary agrees, and leaves nothing out');
select is_empty($$select v.id from votes_at(tap.project('v'), clock_timestamp()) as v join beat.vote o on o.id = v.id
	where v.counted = o.excluded$$, 'votes that count, by the record and by the mark');
select is((s ->> 'splits')::jsonb -> 1, '{"split": "dev", "target": 5, "in": 0, "waiting": 0, "out": {"unanswerable": 0, "review": 0,
	"revocation": 0, "hand": 0, "not_handed_in": 2}}', 'the summary of a past moment')
  from (select admin_validity('v', (select m.at::text from tap.moments m where m.label = 'in hand')) as s) as x;

-- A lost attempt that is validated is no question, and says so.
select project_set('v', '{"validation_lost": 1000}', 't'), tap.settle() \g /dev/null
select is(tap.rule(tap.why(question_id_of(tap.nth(4))), 'won'),
	'- The model won this attempt: it is no question, validators only answer it to compare.', 'why: a lost attempt');
select is(tap.why(question_id_of(tap.nth(4))) ->> 'in', 'false', 'it is not in');

-- Asking.
select is(tap.refused($$select admin_question(repeat('0', 40), '', '', false)$$),
	'BE404: There is no question 0000000000000000000000000000000000000000.', 'no such question');
select is(tap.refused(format('select admin_question(%L, ''yesterdayish'', '''', false)', :'in')),
	'BE001: as_of is a moment such as 2026-03-01T12:00:00Z, not "yesterdayish".', 'no such moment');
select cmp_ok((tap.why(:'in', 'infinity') ->> 'as_of')::timestamptz, '<=', clock_timestamp(), 'the future is now');
select is((p ->> 'as_of'), moment_shown(:'three_votes'), 'the moment, exactly') from (select tap.why(:'in', :'three_votes') as p) as x;
select is_empty($$select * from valid_questions('nope', now())$$, 'no such project, no questions');
select is(tap.refused($$select admin_validity('nope', '')$$), 'BE404: There is no project "nope".', 'no such project');
select is((tap.why(:'in') ->> 'releases')::jsonb, '[]', 'in no release');
with r as (
	insert into beat.release (name, version, project_id, state, as_of, seed, licence, formats, settings, pseudonym_key, code_version,
		actor, ready_at)
	select 'v', '1.' || s, tap.project('v'), s, now(), '1', 'x', '{squad}', '{}', decode(repeat('00', 32), 'hex'), 'x', 'x',
		case s when 'ready' then now() end
	  from unnest(array['ready', 'building']) as s
	returning id)
insert into beat.release_question (release_id, split, place, question_id) select r.id, 'dev', 1, :'in' from r;
select is((p -> 'releases' -> 0) - 'id', '{"name": "v", "version": "1.ready", "split": "dev"}', 'in a release that is finished')
  from (select tap.why(:'in')::jsonb as p) as x;
select is(jsonb_array_length(tap.why(:'in')::jsonb -> 'releases'), 1, 'not in one that is being built');

-- What is stamped before the settled moment is committed.
select cmp_ok(settled_moment(), '<=', clock_timestamp(), 'the settled moment is past');
select cmp_ok(settled_moment(), '>', now(), 'the own transaction does not hold it back');
select * from finish();
rollback;
