# shellcheck shell=bash disable=SC2154
# Validators at once: sourced by tests/sql/concurrency after the reviewers, whose helpers it uses. 200 who ask at once get
# all there is and nothing twice; votes cast at the same moment are all counted, also while their questions are discarded
# and their authors revoked; and batches of several servers do not deadlock.
run_sql -1 -f "$here/validation.psql"
run_sql -1 -c "select tap.stage(jsonb_agg(jsonb_build_object('title', 'Dev ' || i / 4, 'text',
	'Passage ' || i || ' was typed in ' || 1700 + i || ' by Ada in Kiel.'))) from generate_series(1, 40) as i" \
	-c "select import_apply('dev', 'dev', 't', false)" >/dev/null
settled() { # description
	value 'call validation_settle_due()' >/dev/null
	value 'call validation_settle_due()' >/dev/null
	is "$(value 'select count(*) from beat.project p cross join lateral validation_unsettled(p)')" 0 "$1: nothing is left to settle"
	is "$(value 'select * from tap.unsound()')" '' "$1: everything agrees"
}
project jury '{"open": true, "model": "window", "collections": ["dev"], "answerable": 0, "validation_group": "passage"}'
value "select tap.wrote('writer ' || i % 20, 5, 0, 'jury') from generate_series(1, 40) as i" >/dev/null
is "$(value "select count(*) from beat.validation where project_id = tap.project('jury')")" 200 '200 questions wait for three validators each'

# 200 validators and the 20 authors ask at the same moment.
value 'truncate tap.answer'
served="select sum(taken) || ' ' || max(taken) from beat.validation where project_id = tap.project('jury')"
clients 220 "insert into tap.answer select 'x', s.status, s.assignment_id, s.passage_id from validate_open('jury', 'mturk',
	case when :client_id < 200 then 'juror ' else 'writer ' end || :client_id % 200, '', '', '') as s;"
for round in {1..8}; do # on a busy machine some find things held by others and get less or nothing: further ones come for the rest
	[ "$(value "$served")" != '600 3' ] || break
	clients 20 "insert into tap.answer select 'x', s.status, s.assignment_id, s.passage_id
		from validate_open('jury', 'mturk', 'juror ' || $round * 1000 + :client_id, '', '', '') as s;"
done
is "$(value "$served")" '600 3' \
	'validators asking at once: every question is in exactly three hands'
is "$(value "select count(*) from beat.validation_item i join beat.validation v on v.id = i.validation_id
	where v.project_id = tap.project('jury') and v.worker_id = i.worker_id")" 0 'none in its author'\''s'
is "$(value "select count(*) - pg_catalog.count(distinct (i.worker_id, i.validation_id)) from beat.validation_item i
	join beat.validation v on v.id = i.validation_id where v.project_id = tap.project('jury')")" 0 'none twice in the same'
is "$(value "select count(*) from beat.assignment a where a.kind = 'validate' and a.project_id = tap.project('jury')
	and not exists (select from beat.validation_item i where i.assignment_id = a.id)")" 0 'and nobody has a HIT without questions'
is "$(value "select string_agg(distinct status, ' ' order by status) ~ '^(busy )?(no_work )?ok$' from tap.answer")" t 'who gets none is told so'
value 'truncate tap.answer'
recount jury
clients 40 "insert into tap.answer select 'x', s.status from validate_open('jury', 'mturk', 'late ' || :client_id, '', '', '') as s;"
is "$(answers)" 'no_work 40' 'the next 40 find none'
clients 20 "insert into tap.answer select 'x', s.status, s.assignment_id from validate_open('jury', 'mturk', (
	select w.platform_worker_id from beat.assignment a join beat.worker w on w.id = a.worker_id where a.kind = 'validate'
	and a.project_id = tap.project('jury') and a.state = 'live' order by a.id limit 1), '', '', '') as s;"
is "$(value 'select pg_catalog.count(distinct assignment_id) from tap.answer')" 1 'twenty windows of one validator share one HIT'
value 'truncate tap.answer'

# Everyone hands in at the same moment; a third of the votes match.
run_sql >/dev/null <<-'SQL'
	select tap.vote(i.assignment_id, i.worker_id, i.validation_id, (array['match', 'miss', 'unclear'])[1 + i.assignment_id % 3])
	  from beat.validation_item i join beat.validation v on v.id = i.validation_id where v.project_id = tap.project('jury');
	create table tap.juror as
	select row_number() over (order by a.id) - 1 as n, a.id, a.worker_id from beat.assignment a
	 where a.kind = 'validate' and a.state = 'live' and a.project_id = tap.project('jury');
SQL
jurors=$(value 'select count(*) from tap.juror')
before=$(value "$deadlocks")
clients "$jurors" "insert into tap.answer select 'x', s.status from tap.juror j cross join lateral
	assignment_submit(j.id, j.worker_id, '') as s where j.n = :client_id;"
is "$(answers)" "ok $jurors" 'all validators hand in at once'
settled 'hand-ins at once'
is "$(value "select string_agg(distinct votes || ' ' || (state = case when matches > 0 then 'answerable' else 'unanswerable' end), ', ')
	from beat.validation where project_id = tap.project('jury')")" '3 true' 'every vote is counted, every question decided'
is "$(value "select count(*) from beat.question q join beat.validation v on v.id = q.id
	where v.project_id = tap.project('jury') and (q.discards > 0) <> (v.state = 'unanswerable')")" 0 'and out if it is unanswerable'
clients 20 "insert into tap.answer select 'x', s.status from tap.juror j cross join lateral
	assignment_submit(j.id, j.worker_id, '') as s where j.n = 0;"
is "$(answers)" 'already 20' 'once'

# Votes, discards, revocations of authors and of validators, exclusions and settings, all on the same questions.
project feud '{"open": true, "model": "window", "collections": ["dev"], "validation_votes": 4, "validation_extra": 2,
	"validation_lost": 1000, "assignments_per_passage": 3}'
run_sql >/dev/null <<-'SQL'
	create function tap.feud(side integer) returns text language plpgsql as $$
	declare
		n integer := floor(random() * 12);
		w bigint := tap.worker('feud ' || n);
		status text;
		ids text;
	begin
		case
		when side < 2 then
			perform tap.wrote('feud ' || n, 1 + n % 3, n % 3, 'feud');
			return 'wrote';
		when side < 9 then
			for i in 1 .. 40 loop -- who is told "busy" comes back
				status := tap.validated('feud ' || n, (array['match', 'miss', 'near', 'unclear'])[1 + floor(random() * 4)::integer],
					'feud');
				exit when status <> 'busy';
				perform pg_sleep(0.025);
			end loop;
			return 'validated ' || status;
		when side = 9 then
			if random() < 0.3 then
				return tap.heard(format('select admin_worker_revoke(%L, %L, %L, %L) ->> ''state''', 'feud', w, 'x', 't'));
			end if;
			return tap.heard(format('select admin_worker_reinstate(%L, %L, %L, %L) ->> ''state''', 'feud', w, 'x', 't'));
		when side = 10 and random() < 0.5 then
			return 'settled ' || coalesce((validation_settle_step(tap.project('feud'), w)).fault, 'well');
		when side = 10 then
			return tap.heard(format('select admin_votes_%s(%L, %L, %L, %L) ->> ''worker''', case when random() < 0.3 then 'exclude'
				else 'include' end, 'feud', w, 'x', 't'));
		when random() < 0.2 then
			perform project_set('feud', jsonb_build_object('validation_votes', floor(random() * 5), 'validation_match',
				(array['em', 'f1'])[1 + floor(random() * 2)::integer], 'validation_early_stop', floor(random() * 2)), 't');
			return 'other rules';
		else
			select coalesce(json_agg(x.id), '[]') into ids
			  from (select q.id from beat.question q where q.project_id = tap.project('feud') order by random() limit 5) as x;
			return tap.heard(format('select admin_questions_%s(%L, null, %L, %L, null, %L)', case when random() < 0.3 then 'discard'
				else 'restore' end, 'feud', ids, 'x', 't'));
		end case;
	exception when assert_failure then
		return 'cannot write: ' || sqlerrm;
	end
	$$;
	select tap.wrote('feud ' || i, 3, 0, 'feud') from generate_series(0, 11) as i;
SQL
clients 12 'select tap.told(tap.feud(:client_id));' 60
settled 'votes amid discards and revocations'
is "$(value "select count(*) filter (where status = 'validated ok') > 0 and count(*) filter (where status = 'other rules') > 0
	from tap.answer")" t 'while validators go on'
value 'truncate tap.answer'

# Settlers at once and settlers that are killed, while the rules go back and forth: in the end all is by the last rules.
for round in {1..6}; do
	value "select project_set('jury', '{\"validation_matches\": $((1 + round % 2))}', 't')" >/dev/null
	clients 4 "call admin_validation_settle('jury');" 2>/dev/null &
	sleep 0.1
	value "select count(pg_terminate_backend(pid)) from pg_stat_activity where query like 'call admin_validation_settle%' and pid % 2 = 0
		and pid <> pg_backend_pid()" >/dev/null
	wait
done
settled 'settlers that were killed'
is "$(value "select count(*) from beat.validation where project_id = tap.project('jury') and state <> case when matches > 0 then 'answerable'
	else 'unanswerable' end")" 0 'settlers at once, some killed: decided by the rules of now'

# Group commit: several servers, each with batches of many validators' calls in one transaction, in any order.
project bench '{"open": true, "model": "window", "collections": ["dev"], "assignments_per_passage": 100, "validation_votes": 20,
	"answerable": 0}'
run_sql >/dev/null <<-'SQL'
	select tap.wrote('bench ' || i, 4, 0, 'bench') from generate_series(1, 30) as i;
	create function tap.validate_batch(server integer) returns void language plpgsql as $$
	begin
		for i in 1 .. 10 loop
			if random() < 0.2 then
				perform tap.told((tap.session('server ' || server || ' ' || i, '', 'mturk', 'bench')).status);
			else
				perform tap.told(tap.validated('server ' || server || ' ' || floor(random() * 30),
					(array['match', 'miss', 'unclear'])[1 + floor(random() * 3)::integer], 'bench'));
			end if;
		end loop;
	end
	$$;
SQL
clients 8 'select tap.validate_batch(:client_id);' 15
is "$(value "select string_agg(distinct status, ', ' order by status) ~ '^(busy, )?(no_work, )?ok$' from tap.answer")" t \
	'8 servers, 120 batches of ten validators: every call is answered well'
value 'truncate tap.answer'
settled 'batches of validators'
sleep 1
is "$(value "$deadlocks")" "$before" 'all that without a deadlock'
