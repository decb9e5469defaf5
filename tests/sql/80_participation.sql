-- The state of a worker in a project: every legal move and no other; who is let in; what is ended and what goes on.
begin;
\ir fixture.psql
select no_plan();

-- The machine. Every pair of states is tried; participation_move names the legal ones, and here they are again.
create temp table legal (move text);
insert into legal values ('new onboarding'), ('onboarding screening'), ('screening qualified'),
	('screening onboarding'), ('screening failed'), ('failed screening'), ('qualified screening'),
	('failed onboarding'), ('new qualified'), ('onboarding qualified'), ('failed qualified'), ('new revoked'),
	('failed revoked'), ('onboarding revoked'), ('screening revoked'), ('qualified revoked'), ('revoked qualified'),
	('revoked new'), ('revoked onboarding'), ('revoked failed');
select set_eq($$select from_state || ' ' || to_state from beat.participation_move$$, 'select move from legal',
	'the moves there are');
create function tap.try_move(origin text, target text) returns text language plpgsql as $$
declare
	who bigint := (tap.session('m ' || origin || ' ' || target)).worker_id;
	path text[] := case origin when 'new' then '{}' when 'onboarding' then '{onboarding}'
		when 'screening' then '{onboarding,screening}' when 'failed' then '{onboarding,screening,failed}'
		else array[origin] end;
	step text;
begin
	foreach step in array path loop
		perform participation_move(who, tap.project(), step);
	end loop;
	return tap.violated(format('update beat.participation set state = %L where worker_id = %s', target, who));
end
$$;
select project_set('p', '{"assignments_per_passage": 1000}', 't') \g /dev/null
-- Who is revoked in one project alone comes back to no other state than the pool can take.
select is(tap.try_move(origin, target), case when (origin, target) = ('revoked', 'failed') then 'qualification_moves'
		when origin = target
		or exists (select from legal where move = origin || ' ' || target) then '' else 'participation_moves' end,
	format('from %s to %s', origin, target))
  from unnest(array['new', 'onboarding', 'screening', 'qualified', 'failed', 'revoked']) as origin,
	unnest(array['new', 'onboarding', 'screening', 'qualified', 'failed', 'revoked']) as target;
select bites($$update beat.participation set state = 'asleep'$$, 'participation_moves', 'no such state');
select is(count(*)::int, 36, 'nothing happened to the others') from beat.participation;
select s.worker_id as w from tap.session('new one') as s \gset
select is(state, 'new', 'whoever works takes part') from beat.participation where worker_id = :w;
select bites(format($$insert into beat.participation (worker_id, project_id, state)
	select id, %s, 'qualified' from beat.worker where platform_worker_id = 'stranger'$$, tap.project()), '',
	'(nobody)');
insert into beat.worker (platform, platform_worker_id) values ('direct', 'stranger');
select bites(format($$insert into beat.participation (worker_id, project_id, state)
	select id, %s, %L from beat.worker where platform_worker_id = 'stranger'$$, tap.project(), state),
	'participation_begins_new', 'not as ' || state)
  from unnest(array['onboarding', 'screening', 'qualified', 'failed', 'revoked']) as state;
select bites(format('update beat.participation set %s where worker_id = %s', col, :w), 'participation_stays_itself', col)
  from unnest(array['worker_id = worker_id + 100', 'project_id = project_id + 100']) as col;
select act_as('ada') \g /dev/null
select participation_move(:w, tap.project(), 'qualified', '{"reason": "known"}') \g /dev/null
select is(actor || ' ' || detail::text, 'ada {"after": "qualified", "before": "new", "reason": "known"}',
	'a move is an event, with its reason') from beat.event where kind = 'worker.state' and worker_id = :w;
select is(project_id, tap.project(), 'of the project') from beat.event where kind = 'worker.state' and worker_id = :w;
select act_as('') \g /dev/null
update beat.participation set state = 'revoked' where worker_id = :w;
select is(actor || ' ' || detail::text, 'db:' || session_user || ' {"after": "revoked", "before": "qualified"}',
	'so is one by hand, without somebody else''s reason')
  from beat.event where kind = 'worker.state' and worker_id = :w order by id desc limit 1;
select cmp_ok(state_at, '>', created_at, 'the moment of the move is kept') from beat.participation where worker_id = :w;
select tap.moved('stranger', 'revoked') \g /dev/null
select is(q.state, 'revoked', 'a move makes the participation if need be')
  from beat.worker w left join beat.participation q on q.worker_id = w.id where w.platform_worker_id = 'stranger';

-- The door.
select is(door(state, blocked, open, onboarding, platform, vouched), door,
	format('%s, %s%s%s%s%s: %s', state, platform, case when blocked then ', blocked' else '' end,
		case when open then ', open' else '' end, case when onboarding is null then '' else ', onboarding' end,
		case when vouched then ', invited' else '' end, door))
  from (values
	('new', false, true, null, 'mturk', false, 'work'),
	('new', false, true, 'x', 'direct', false, 'work'),
	('failed', false, true, 'x', 'mturk', false, 'work'),
	('revoked', false, true, null, 'mturk', false, 'revoked'),
	('qualified', true, true, null, 'mturk', true, 'blocked'),
	('new', true, false, 'x', 'direct', false, 'not_open'),
	('revoked', false, false, 'x', 'direct', false, 'not_open'),
	('revoked', false, true, null, 'direct', false, 'revoked'),
	('revoked', true, false, null, 'mturk', true, 'blocked'),
	('revoked', false, false, 'x', 'direct', true, 'revoked'),
	('new', false, false, null, 'mturk', false, 'not_open'),
	('new', false, false, null, 'mturk', null, 'not_open'),
	('new', false, false, null, 'direct', true, 'work'),
	('new', false, false, 'x', 'mturk', false, 'onboarding'),
	('new', false, false, 'x', 'direct', false, 'not_open'),
	('new', false, false, 'x', 'direct', true, 'onboarding'),
	('onboarding', false, false, 'x', 'prolific', false, 'onboarding'),
	('onboarding', false, false, null, 'mturk', false, 'not_open'),
	('screening', false, false, 'x', 'mturk', false, 'screening'),
	('screening', false, false, null, 'direct', true, 'screening'),
	('failed', false, false, 'x', 'mturk', false, 'failed'),
	('failed', false, false, null, 'direct', true, 'failed'),
	('qualified', false, false, 'x', 'mturk', false, 'work'),
	('qualified', false, false, null, 'direct', false, 'not_open'),
	('qualified', false, false, 'x', 'direct', true, 'work'))
	as t (state, blocked, open, onboarding, platform, vouched, door);

-- States are a project's own; a block is not.
select project_create('q', '{"open": true, "model": "window"}', 't') \g /dev/null
select is((tap.session('ann', 'A1', 'mturk')).status, 'ok', 'ann works on p');
select is((tap.session('ann', 'B1', 'mturk', 'q')).status, 'ok', 'and on q');
select worker_id as ann, assignment_id as hit from tap.session('ann', 'A1', 'mturk') \gset
select (tap.try(1, :hit, :ann)).status \g /dev/null
create function tap.end_work(who bigint, project bigint) returns void language sql as $$
	update beat.assignment set state = 'ended', ended_at = clock_timestamp()
	 where worker_id = who and project_id = project and state = 'live';
$$;
select tap.end_work(:ann, tap.project()), tap.moved('ann', 'revoked') \g /dev/null
select is((tap.session('ann', 'B1', 'mturk', 'q')).status, 'ok', 'revoked in p, she goes on in q');
select unnest(array[
	is(s.status, 'ended', 'on the next contact she is told that it ended'),
	is(s.assignment_id, :hit::bigint, 'with the work in hand'),
	is(s.won, 1, 'and what she won'), is(json_array_length(s.attempts), 1, 'attempts and all'),
	is(s.state, 'revoked', 'and her state'), is(s.kind, 'generate', 'and the kind')])
  from tap.session('ann', 'A1', 'mturk') as s;
select is((attempt_begin(tap.nth(2), :hit, :ann, 'A1')).status, 'ended', 'no attempt begins there');
select is((tap.try(2, :hit, :ann)).status, 'ended', 'nor is one stored');
select is((tap.session('ann', 'A2', 'mturk')).assignment_id, :hit::bigint, 'under another reference it is the same work');
select is((assignment_submit(:hit, :ann, 'A0')).status, 'moved', 'and not anybody''s');
select project_set('p', '{"reward": 150}', 't') \g /dev/null
select results_eq(format('select status, won, earned_cents, kind from assignment_submit(%s, %s, ''A2'')', :hit, :ann),
	$$values ('ok', 1, 150, 'generate')$$, 'it is handed in and paid');
select results_eq(format('select status, earned_cents from assignment_submit(%s, %s, ''A2'')', :hit, :ann),
	$$values ('already', 150)$$, 'once');
select is((tap.session('ann', 'A2', 'mturk')).status, 'submitted', 'the platform''s page can end again');
select is((tap.session('ann', 'A3', 'mturk')).status, 'revoked', 'there is nothing else');
select is((tap.session('ann', '', 'direct')).status, 'ok', 'the direct worker of that name is somebody else');
update beat.worker set blocked_at = clock_timestamp() where id = :ann;
select is((tap.session('ann', 'B1', 'mturk', 'q')).status, 'blocked', 'blocked everywhere');
select is((tap.session('ann', 'A2', 'mturk')).status, 'submitted', 'but what was handed in can end');

-- Ended with nothing won is paid all the same.
select worker_id as bob, assignment_id as hit from tap.session('bob') \gset
select tap.end_work(:bob, tap.project()), tap.moved('bob', 'revoked') \g /dev/null
select results_eq(format('select status, won, earned_cents from assignment_submit(%s, %s, '''')', :hit, :bob),
	$$values ('ok', 0, 150)$$, 'the time was given');

-- Reinstated before coming back: goes on where it ended.
select worker_id as cyd, assignment_id as hit from tap.session('cyd') \gset
select tap.end_work(:cyd, tap.project()), tap.moved('cyd', 'revoked'), tap.moved('cyd', 'qualified') \g /dev/null
select unnest(array[
	is(s.status, 'ok', 'reinstated'), is(s.assignment_id, :hit::bigint, 'the same work'),
	is(s.created, false, 'not new'), is(s.state, 'qualified', 'as told')])
  from tap.session('cyd') as s;
select is(state::text, 'live', 'live again') from beat.assignment where id = :hit;
select is(count(*)::int, 1, 'on record') from beat.event where kind = 'assignment.revive' and assignment_id = :hit
	and detail ->> 'before' = 'ended';
select is_empty('select tap.miscounted()', 'the queue is right');

select hasnt_column('beat', 'worker', 'state', 'the global state is gone');
select * from finish();
rollback;
