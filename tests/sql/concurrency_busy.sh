# shellcheck shell=bash disable=SC2154
# Work that somebody holds: sourced by tests/sql/concurrency. Nobody waits for it inside a transaction; and the moment that
# a release is as of waits for every transaction, whosoever it is.

# held SQL: a session runs SQL and keeps its transaction open until let_go.
held() {
	psql -XqAt -v ON_ERROR_STOP=1 >/dev/null <<-SQL &
		begin;
		$1
		select pg_advisory_lock(9);
		do 'begin for i in 1 .. 600 loop exit when exists (select from pg_locks where locktype = ''advisory'' and objid = 10
			and granted); perform pg_sleep(0.05); end loop; end';
		rollback;
	SQL
	holder=$!
	while [ "$(value "select count(*) from pg_locks where locktype = 'advisory' and objid = 9 and granted")" = 0 ]; do
		sleep 0.05
	done
}
let_go() {
	psql -XqAt >/dev/null <<-'SQL'
		select pg_advisory_lock(10);
		do 'begin for i in 1 .. 600 loop exit when not exists (select from pg_locks where locktype = ''advisory'' and objid = 9);
			perform pg_sleep(0.05); end loop; end';
	SQL
	wait "$holder"
}

# The last passage.
import single train "'Single ' || i" 1
project single '{"open": true, "model": "window", "collections": ["single"], "validation_train": 1000, "validation_votes": 1}'
session="select s.status from session_open('single', 'direct', 'second', '', '', '') as s"
held "select session_open('single', 'direct', 'first', '', '', '');"
is "$(value "$session")" busy 'the last passage is in the hands of a transaction under way: busy'
let_go
is "$(value "$session")" ok 'it was let go: whoever asks again gets it'
is "$(value "${session/second/third}")" no_work 'it is given: there is none'

# The last question.
run_sql >/dev/null <<-'SQL'
	select r.status
	  from session_open('single', 'direct', 'second', '', '', '') as s
	 cross join lateral attempt_record(md5('single')::uuid, s.assignment_id, s.worker_id, 'Q?', 0, 7, 'Passage', 400,
		(select min(id) from beat.model where id > 0), 'b', '1', 'w', 'of', null, null, 0.5, 0, 1, 1, 'human', null, 5) as r;
	select r.status
	  from session_open('single', 'direct', 'second', '', '', '') as s
	 cross join lateral assignment_submit(s.assignment_id, s.worker_id, '') as r;
SQL
session="select s.status from validate_open('single', 'direct', 'fourth', '', '', '') as s"
held "select validate_open('single', 'direct', 'third', '', '', '');"
is "$(value "$session")" busy 'the last question is in the hands of a transaction under way: busy'
let_go
is "$(value "$session")" ok 'it was let go: whoever asks again gets it'
is "$(value "${session/fourth/fifth}")" no_work 'it is given: there is none'

# The settled moment, as asked by a role that may not see what others do.
run_sql >/dev/null <<-'SQL'
	create role beat_plain;
	grant usage on schema fn, beat to beat_plain;
SQL
held 'select clock_timestamp();'
is "$(value "set role beat_plain; select settled_moment()" 2>&1 | grep -c '^ERROR: .* may not see since when: wait for its end')" 1 \
	'a transaction of another role, begun nobody knows when: no moment is settled'
is "$(value "select settled_moment() <= min(xact_start) from pg_stat_activity
	where datname = current_database() and pid <> pg_backend_pid()")" t 'who may see it settles for its beginning'
value 'grant pg_read_all_stats to beat_plain'
is "$(value "set role beat_plain; select settled_moment() <= min(xact_start) from pg_stat_activity
	where datname = current_database() and pid <> pg_backend_pid()")" t 'so does who is let see it'
value 'revoke pg_read_all_stats from beat_plain'
let_go
is "$(value "set role beat_plain; select settled_moment() > now() - interval '1 hour'")" t 'it has ended: the moment is settled'
run_sql -c 'drop owned by beat_plain' -c 'drop role beat_plain'
