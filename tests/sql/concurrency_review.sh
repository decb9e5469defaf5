# shellcheck shell=bash disable=SC2154
# Reviewers and workers at once: sourced by tests/sql/concurrency, which has the helpers.
# A hundred reviews of one worker end in one revocation; nobody gets an item that another has; two that close a batch
# at once draw it once; a hand-in at the moment of a revocation counts right, whoever comes first; and whatever people
# do at once, at random, nothing is miscounted and nobody is turned away by a deadlock.
run_sql -1 -f "$here/review.psql"
recount() { is "$(value 'select count(*) from recount()')" 0 "$1: all counters equal a recount"; }
answered() { value "select string_agg(distinct status, '; ' order by status) from tap.answer" && value 'truncate tap.answer'; }
run_sql <<-'SQL'
	insert into beat.account (name, role, password) select 'r' || i, 'reviewer', '' from generate_series(0, 99) as i;
	create function tap.told(what text) returns void language plpgsql as $$
	begin
		insert into tap.answer (worker, status) values ('', what);
	end
	$$;
	-- What a call says, or why it refuses.
	create function tap.heard(sql text) returns text language plpgsql as $$
	declare
		answer text;
	begin
		execute sql into answer;
		return answer;
	exception when sqlstate 'BE001' or sqlstate 'BE403' or sqlstate 'BE404' or sqlstate 'BE409' or sqlstate 'BE410' then
		return sqlstate;
	end
	$$;
SQL

# Closing twice at once.
project pool '{"open": true, "model": "window", "collections": ["long"], "assignments_per_passage": 100}'
value "select tap.work('hundred', 10, 1, 'pool')" >/dev/null
clients 20 "select tap.told(left(tap.heard('select admin_batch_close(''pool'', null, ''t'') ->> ''sampled'''), 9));"
is "$(answered)" '6; BE001' 'twenty that close a batch at once close one'
is "$(value "select count(*) || ' ' || sum(sampled) from beat.batch where project_id = tap.project('pool')")" '1 6' 'with what is due'
recount closing

# Closing and housekeeping while workers hand in.
value "update beat.project set batch_hits = 3 where name = 'pool'" >/dev/null
clients 12 "$(
	cat <<-'SQL'
		\if :client_id < 2
		select housekeeping();
		\elif :client_id = 2
		select tap.heard('select admin_batch_close(''pool'', null, ''t'')');
		\else
		select tap.work('busy ' || :client_id, 1, 1, 'pool');
		\endif
	SQL
)" 10
value "select tap.heard('select admin_batch_close(''pool'', null, ''t'')')" >/dev/null
is "$(value "select count(*) from beat.participation q join beat.project p on p.id = q.project_id
	where p.name = 'pool' and q.sampled <> samples_due(q.submitted)")" 0 'batches closed amid work draw what is due'
recount 'closing amid work'

# Nobody gets an item that another has.
value "update beat.project set batch_hits = null, success_permille = 0 where name = 'pool'" >/dev/null
waiting=$(value "select count(*) from beat.sample where state = 'waiting'
	and project_id = tap.project('pool')")
clients 40 "select tap.told(coalesce(admin_review_next('pool', null, tap.account('r' || :client_id), 't', false)
	-> 'item' ->> 'hit', 'none'));" 2
is "$(value "select count(*) filter (where status <> 'none') - pg_catalog.count(distinct status) filter (where status <> 'none')
	from tap.answer")" 0 'forty reviewers asking at once never get the same item'
is "$(value "select count(*) = least($waiting, 80) from tap.answer where status <> 'none'")" t 'and all they can'
value 'truncate tap.answer'
clients 30 "select tap.told(tap.heard('select admin_review_next(''pool'', null, tap.account(''r99''), ''t'', false)
	-> ''item'' ->> ''kind'''));"
is "$(value "select count(*) <= 3 from tap.answer where status = 'review'")" t 'one reviewer asking 30 times at once holds three'
value 'truncate tap.answer'
recount queue

# A hundred reviews of one worker, finished at the same moment.
project one '{"open": true, "model": "window", "collections": ["long"], "assignments_per_passage": 100}'
value "select tap.work('poor', 120, 1, 'one')" >/dev/null
run_sql <<-'SQL'
	-- Sampled by hand: by the rule it would take 10^20 HITs to have a hundred in review.
	with b as (
		insert into beat.batch (project_id, number, seed, cause, actor, hits_total, hits, workers, sampled)
		values (tap.project('one'), 1, 's', 'hand', 't', 120, 120, 1, 100) returning id
	)
	insert into beat.sample (assignment_id, batch_id, project_id, worker_id, taken)
	select a.id, b.id, a.project_id, a.worker_id, 1
	  from b, beat.assignment a where a.project_id = tap.project('one') order by a.id limit 100;
	update beat.participation set sampled = 100 where project_id = tap.project('one');
	insert into beat.review (assignment_id, project_id, account_id, expires_at)
	select s.assignment_id, s.project_id, tap.account('r' || row_number() over (order by s.assignment_id) - 1)::bigint,
		now() + interval '1 hour'
	  from beat.sample s where s.project_id = tap.project('one');
SQL
clients 100 "$(
	cat <<-'SQL'
		select tap.told((tap.finish('r' || :client_id, admin_review(r.id::text, r.account_id::text, false), 1))::text)
		  from beat.review r where r.account_id = tap.account('r' || :client_id)::bigint and r.state = 'leased'
		   and r.project_id = tap.project('one');
	SQL
)"
is "$(value "select count(*) from tap.answer where status like '%\"settled\" : true%'")" 100 \
	'a hundred reviews of one worker are all finished'
value 'truncate tap.answer'
is "$(value "select string_agg(state || ' ' || discarded, ', ') from beat.revocation
	where project_id = tap.project('one')")" 'done 120' \
	'and end in exactly one revocation, of all questions'
is "$(value "select count(*) from beat.outbox where action = 'revoke' and project_id = tap.project('one')")" 1 'with one word to the platform'
is "$(value "select q.state || ' ' || q.reviewed_hits || ' ' || q.kept from tap.part('poor', 'one') as q")" 'revoked 100 0' \
	'every review counts'
recount 'a hundred reviews'

# Hand-ins, wins and late verdicts at the very moment of a revocation, again and again.
project race '{"open": true, "model": "window", "collections": ["long"], "assignments_per_passage": 100}'
run_sql <<-'SQL'
	create function tap.race(who text, side integer) returns void language plpgsql as $$
	declare
		w bigint := tap.worker(who);
		a beat.assignment;
		said text;
	begin
		select x.* into a from beat.assignment x where x.worker_id = w and x.state in ('live', 'ended') order by x.id limit 1;
		case side
		when 0 then
			said := tap.heard(format('select admin_worker_revoke(%L, %L, %L, %L) ->> ''state''', 'race', w, 'x', 't'));
		when 1 then
			select 'submit ' || s.status into said from assignment_submit(a.id, w, '') as s;
		when 2 then
			select 'attempt ' || (tap.try(nextval('tap.attempt_number')::integer, a.id, w)).status into said;
		when 3 then
			select 'open ' || s.status into said from session_open('race', 'mturk', who, '', '', '') as s;
		when 4 then
			select 'late ' || s.status into said
			  from beat.attempt t, rejudge_store(t.id, 'w', '1', 'x', 'Ada', null, null, 0.5, 0, 1, 1, 'human', 5, 't') as s
			 where t.id = (select y.id from beat.attempt y join beat.assignment x on x.id = y.assignment_id
				where y.verdict = 'none' and x.worker_id = w order by x.state <> 'expired', y.id limit 1);
		else
			said := tap.heard(format('select admin_worker_reinstate(%L, %L, %L, %L) ->> ''state''', 'race', w, 'x', 't'));
		end case;
		perform tap.told(said);
	end
	$$;
	create function tap.runners(n integer) returns void language plpgsql as $$
	declare
		s record;
	begin
		for i in 0 .. n - 1 loop
			perform tap.work('runner ' || i, 1, 2, 'race');
			select x.assignment_id, x.worker_id into s
			  from session_open('race', 'mturk', 'runner ' || i, '', '', '') as x;
			perform tap.try(nextval('tap.attempt_number')::integer, s.assignment_id, s.worker_id);
			perform tap.try(nextval('tap.attempt_number')::integer, s.assignment_id, s.worker_id, 'none')
			   from generate_series(1, 2);
			perform tap.overdue(s.assignment_id) from generate_series(1, i % 2);
		end loop;
		perform leases_expire(tap.project('race')) from generate_series(1, n);
	end
	$$;
	select tap.runners(24);
SQL
before=$(value "$deadlocks")
clients 96 "select tap.race('runner ' || :client_id / 4, :client_id % 4);"
is "$(value "select count(*) from beat.participation q where q.project_id = tap.project('race') and q.state <> 'revoked'")" 0 \
	'24 workers revoked while they hand in, play and reload'
is "$(value "select count(*) from beat.question where project_id = tap.project('race') and discards = 0")" 0 \
	'not one of their questions is in'
is "$(value "select count(*) from beat.assignment where project_id = tap.project('race') and state = 'live'")" 0 \
	'and nothing of theirs is live'
is "$(value "select sum(taken) from beat.project_passage where project_id = tap.project('race')")" 0 \
	'their passages are free for others'
recount 'hand-ins and revocations'
clients 96 "select tap.race('runner ' || :client_id / 4, case :client_id % 4 when 0 then 5 else :client_id % 4 + 1 end);"
recount 'hand-ins, late verdicts and reinstatements'
is "$(value "select count(*) from beat.question where project_id = tap.project('race') and discards > 0")" 0 \
	'once reinstated all their questions are in'
is "$(value "select sum(taken) > 0 from beat.project_passage where project_id = tap.project('race')")" t \
	'and their passages taken'
value "select tap.runners(24)" >/dev/null
clients 48 "select tap.race('runner ' || :client_id / 2, :client_id % 2 * 4);"
recount 'late verdicts, also on HITs that expired, and revocations'
is "$(value "select count(*) from beat.question where project_id = tap.project('race') and discards = 0")" 0 \
	'what is won late is out as well'
clients 96 "select tap.race('runner ' || :client_id / 4, case :client_id % 4 when 3 then 5 else :client_id % 4 end);"
recount 'all at once'
value 'truncate tap.answer'
is "$(value "select count(*) from beat.participation q where q.project_id = tap.project('race')
	and (q.state = 'revoked') <> exists (select from beat.revocation v where v.worker_id = q.worker_id
		and v.project_id = q.project_id and v.state = 'done')")" 0 'state and revocation agree'
is "$(value "select count(*) from beat.question k join beat.participation q on q.worker_id = k.worker_id
	and q.project_id = k.project_id where k.project_id = tap.project('race')
	and (q.state = 'revoked') <> (k.discards > 0)")" 0 'so do questions'
sleep 1
is "$(value "$deadlocks")" "$before" 'all that without a deadlock'

# Everything at once, at random.
run_sql -1 -f "$here/walk.psql"
value 'truncate tap.answer'
before=$(value "$deadlocks")
clients 12 'select tap.told(tap.step());' 150
is "$(value "select pg_catalog.count(distinct left(status, 9)) > 40 from tap.answer")" t 'twelve people do all sorts of things at random'
# What votes come to is settled by and by.
value 'call validation_settle_due()' >/dev/null
value 'call validation_settle_due()' >/dev/null
is "$(value 'select * from tap.unsound()')" '' 'whatever they did, everything agrees'
is "$(value "select distinct status from tap.answer where status ~ '^differences [1-9]|^housekeeping .*error'")" '' \
	'also while they did it'
value "select tap.heard(format('select admin_batch_close(%L, null, %L)', 'walk' || i, 't'))
	from generate_series(0, 2) as i" >/dev/null
is "$(value 'select * from tap.undrawn()')" '' 'every worker is sampled as is due'
is "$(value 'select count(*) from tap.unsound()')" 0 'and everything agrees then'
sleep 1
is "$(value "$deadlocks")" "$before" 'without a deadlock'
