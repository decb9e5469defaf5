# shellcheck shell=bash
# Part of tests/sql/concurrency: many begin the onboarding at once, hand it in twice, and are screened by several people.

value "select onboarding_import(tap.onboarding(), 't')" >/dev/null
project school '{"model": "window", "onboarding": "basics", "collections": ["many"]}'
learn_as() { # worker expression, reference expression
	cat <<-SQL
		insert into tap.answer
		select $1, s.status || ' ' || s.kind, s.assignment_id, s.passage_id
		  from session_open('school', 'mturk', $1, $2, '', '') as s;
	SQL
}
clients 50 "$(learn_as "'pupil ' || :client_id" "'ref ' || :client_id")"
is "$(value 'select count(distinct assignment_id) || $$ $$ || count(distinct passage_id) from tap.answer')" '50 1' \
	'50 workers begin the onboarding at once, each a run of their own, on one passage'
is "$(answers)" 'ok onboarding 50' 'all are let in'
clients 20 "$(learn_as "'many windows'" "'window ' || :client_id")"
is "$(value 'select count(distinct assignment_id) from tap.answer')" 1 'twenty windows of one worker share one run'
answers >/dev/null

value "do \$\$
	declare
		a record;
	begin
		for a in select x.id, x.worker_id from beat.assignment x where x.kind = 'onboarding' loop
			perform exercise_record(a.id, a.worker_id, n, true, 'Who?', null, null, null, null, null, null)
			   from generate_series(1, 5) as n;
			perform tap.try(a.id::integer, a.id, a.worker_id);
		end loop;
	end
	\$\$"
clients 10 "insert into tap.answer select 'x', u.status from beat.assignment a
	cross join lateral assignment_submit(a.id, a.worker_id, a.platform_ref) as u
	where a.id = (select min(id) from beat.assignment where kind = 'onboarding');"
is "$(answers)" 'already 9, ok 1' 'handed in ten times at once is handed in once'
is "$(value "select count(*) || ' ' || max(q.tries) from beat.screening s join beat.participation q
	on q.worker_id = s.worker_id and q.project_id = s.project_id")" '1 1' 'and waits once'

value "create function tap.decide(who integer) returns text language plpgsql as \$\$
	begin
		return admin_screening_decide((select min(assignment_id) from beat.screening), who % 2 = 0, 'because', null,
			'user:' || who) ->> 'state';
	exception when sqlstate 'BE409' then
		return 'too late';
	end
	\$\$" >/dev/null
clients 20 "insert into tap.answer select 'x', tap.decide(:client_id);"
is "$(value "select count(*) from tap.answer where status = 'too late'")" 19 'of twenty reviewers at once one decides'
is "$(value "select count(*) from beat.event where kind = 'screening.decide'")" 1 'once'
is "$(value "select s.state || ' ' || q.state in ('passed qualified', 'failed failed') from beat.screening s
	join beat.participation q on q.worker_id = s.worker_id and q.project_id = s.project_id")" t \
	'and the worker'\''s state is what was decided'
answers >/dev/null

# An admin qualifies a worker at the very moment the worker hands the onboarding in: one state comes out, and no one is
# left waiting who is qualified.
clients 40 "$(
	cat <<-'SQL'
		\if :client_id % 2 = 0
		do $$ begin perform admin_worker_qualify('school', worker_id::text, 'known', 't') from beat.assignment
			where kind = 'onboarding' and state = 'live' order by id limit 1;
			exception when sqlstate 'BE409' or check_violation then null; end $$;
		\else
		select assignment_submit(id, worker_id, platform_ref) from beat.assignment
			where kind = 'onboarding' and state = 'live' order by id limit 1;
		\endif
	SQL
)"
is "$(value "select count(*) from beat.screening s join beat.participation q on q.worker_id = s.worker_id
	and q.project_id = s.project_id where (s.state = 'waiting') <> (q.state = 'screening')")" 0 \
	'who waits is in screening, and who is in screening waits'
sound onboarding
