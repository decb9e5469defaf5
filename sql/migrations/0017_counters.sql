-- Counters kept with every change, and the indexes that the dashboard's lists walk along.
--
-- A figure that a page shows of a whole project comes from a counter (attempts by hour, submissions, kept questions,
-- pay, durations, the columns of participation); a list comes from an index, a page at a time. Only the statistics and
-- the recount read everything, and they run on connections of their own.

-- Counting. Whoever changes what is counted calls these in the same transaction, after the rows themselves: the order
-- of locks is participation first, then the tallies. A lane is this transaction's alone until it ends, so one lane may
-- fall below zero (what was added in one is taken from another); only sums mean something.

drop function if exists beat.tally_add(bigint, bigint, integer, integer);
alter table beat.attempt_tally
	alter column human type integer,
	alter column model type integer,
	alter column none type integer;
alter table beat.duration_tally alter column hits type integer;
-- A row that its own transaction has changed before is held against its foreign keys again at each further change: with
-- many attempts in one transaction that took most of the time to count one. What a tally belongs to is never deleted.
alter table beat.attempt_tally
	drop constraint attempt_tally_project_fkey,
	drop constraint attempt_tally_model_fkey;
alter table beat.duration_tally drop constraint duration_tally_project_fkey;
alter table beat.project_tally drop constraint project_tally_split_fkey;
-- The type of a column cannot change beneath a function that was parsed with it: those are put back afterwards.
create temporary table parsed on commit drop as
select distinct d.objid::regprocedure::text as name, pg_get_functiondef(d.objid) as definition,
	   obj_description(d.objid, 'pg_proc') as meaning
  from pg_depend d
  join pg_attribute c on c.attrelid = d.refobjid and c.attnum = d.refobjsubid
 where d.classid = 'pg_proc'::regclass and d.refobjid = 'beat.project_tally'::regclass
   and c.attname in ('submitted', 'kept');
do $$
declare
	f record;
begin
	for f in select * from parsed loop
		execute 'drop function ' || f.name;
	end loop;
	alter table beat.project_tally alter column submitted type integer, alter column kept type integer;
	for f in select * from parsed loop
		execute f.definition;
		execute format('comment on function %s is %L', f.name, f.meaning);
	end loop;
end
$$;
alter table beat.project_tally add column wins integer not null default 0;
comment on column beat.project_tally.wins is 'Questions of submitted generate HITs, discarded or not.';

create table beat.day_tally (
	project_id bigint not null,
	split beat.split_name not null,
	day date not null,
	lane smallint not null,
	kept integer not null default 0,
	constraint day_tally_pkey primary key (project_id, split, day, lane)
) with (fillfactor = 50);
comment on table beat.day_tally is
	'By how much the kept questions of a split changed on a day (of UTC): came in, were discarded, were restored. The '
	'days sum up to project_tally.kept; a forecast reads the last ones.';
insert into beat.day_tally (project_id, split, day, lane, kept)
select a.project_id, x.split, (a.ended_at at time zone 'UTC')::date, 0, sum(a.won)
  from beat.assignment a
  join beat.passage x on x.id = a.passage_id
 where a.state = 'submitted' and a.kind = 'generate'
 group by 1, 2, 3;
create trigger day_tally_never_deleted before delete or truncate on beat.day_tally
	for each statement execute function beat.forbid();

create function beat.hit_seconds(started_at timestamptz, ended_at timestamptz) returns bigint
	language sql immutable parallel safe
	return greatest(0, floor(extract(epoch from ended_at - started_at)))::bigint;
comment on function beat.hit_seconds is 'The duration of a HIT in whole seconds; the one way to count it.';

create function beat.duration_bucket(seconds bigint) returns smallint
	language sql immutable parallel safe
	return least(120, seconds / 30)::smallint;
comment on function beat.duration_bucket is 'Half minutes; 120: an hour or more.';

create function beat.ms_bucket(ms integer) returns integer
	language sql immutable parallel safe
	return 1 + width_bucket(ms, array[11, 31, 101, 301, 1001, 3001, 10001]);
comment on function beat.ms_bucket is 'The place in ms_buckets: up to 10, 30, 100, 300, 1000, 3000, 10000 ms, longer.';

create function beat.tally_hour(moment timestamptz) returns timestamptz
	language sql immutable parallel safe
	return date_trunc('hour', moment, 'UTC');
comment on function beat.tally_hour is 'The hour (of UTC) in which an attempt is counted.';

-- Ten notes a second and session are enough for any dashboard. Each note makes its transaction hold a lock of the whole
-- server from before its commit until after, so a note with every attempt would make the commits of all servers wait
-- for each other.
create function beat.changed_often(topic text, in_project_id bigint) returns void
	language plpgsql as $$
declare
	key text := 'beat.told_' || topic || in_project_id;
	now_ms bigint := extract(epoch from clock_timestamp()) * 1000;
begin
	if now_ms - coalesce(nullif(current_setting(key, true), ''), '0')::bigint not between 0 and 99 then
		perform set_config(key, now_ms::text, false);
		perform beat.changed(topic, in_project_id, null);
	end if;
end
$$;
comment on function beat.changed_often is 'As changed(), but at most ten times a second from one session.';

create function beat.count_attempt(
	in_project_id bigint, in_model_id bigint, in_verdict text, in_model_ms integer, in_at timestamptz)
	returns void language plpgsql as $$
declare
	of_hour timestamptz := beat.tally_hour(in_at);
	of_lane smallint := beat.tally_lane();
	judged integer := (in_verdict <> 'none')::integer;
	place integer := beat.ms_bucket(coalesce(in_model_ms, 0));
begin
	loop
		update beat.attempt_tally t
		   set human = t.human + (in_verdict = 'human')::integer, model = t.model + (in_verdict = 'model')::integer,
			   none = t.none + (in_verdict = 'none')::integer,
			   model_ms = t.model_ms + judged * coalesce(in_model_ms, 0),
			   ms_buckets[place] = t.ms_buckets[place] + judged
		 where t.project_id = in_project_id and t.model_id = in_model_id and t.hour = of_hour and t.lane = of_lane;
		exit when found;
		insert into beat.attempt_tally (project_id, model_id, hour, lane)
		values (in_project_id, in_model_id, of_hour, of_lane)
		on conflict on constraint attempt_tally_pkey do nothing;
	end loop;
	perform beat.changed_often('attempt', in_project_id);
end
$$;
comment on function beat.count_attempt is
	'Counts a stored attempt of a generate HIT in the hour it was made; the time of the model only if it answered.';

create function beat.count_attempt_judged(
	in_project_id bigint, in_model_id bigint, in_verdict text, in_model_ms integer, in_at timestamptz)
	returns void language plpgsql as $$
declare
	of_hour timestamptz := beat.tally_hour(in_at);
	of_lane smallint := beat.tally_lane(); -- not always that of count_attempt: another may have become free since
begin
	perform beat.count_attempt(in_project_id, in_model_id, in_verdict, in_model_ms, in_at);
	loop
		update beat.attempt_tally t
		   set none = t.none - 1
		 where t.project_id = in_project_id and t.model_id = in_model_id and t.hour = of_hour and t.lane = of_lane;
		exit when found;
		insert into beat.attempt_tally (project_id, model_id, hour, lane)
		values (in_project_id, in_model_id, of_hour, of_lane)
		on conflict on constraint attempt_tally_pkey do nothing;
	end loop;
end
$$;
comment on function beat.count_attempt_judged is
	'A late verdict: moves an attempt of a generate HIT from none to it. The moment is that of the attempt, not the '
	'verdict''s.';

create function beat.tally_put(in_project_id bigint, in_split text, in_submitted integer, in_kept integer,
	in_wins integer, in_seconds bigint, in_cents integer)
	returns void language plpgsql as $$
declare
	of_lane smallint := beat.tally_lane();
	today date := (clock_timestamp() at time zone 'UTC')::date;
begin
	loop
		update beat.project_tally t
		   set submitted = t.submitted + in_submitted, kept = t.kept + in_kept, wins = t.wins + in_wins,
			   seconds = t.seconds + in_seconds, pay_cents = t.pay_cents + in_cents
		 where t.project_id = in_project_id and t.split = in_split and t.lane = of_lane;
		exit when found;
		insert into beat.project_tally (project_id, split, lane) values (in_project_id, in_split, of_lane)
		on conflict on constraint project_tally_pkey do nothing;
	end loop;
	while in_kept <> 0 loop
		update beat.day_tally t
		   set kept = t.kept + in_kept
		 where t.project_id = in_project_id and t.split = in_split and t.day = today and t.lane = of_lane;
		exit when found;
		insert into beat.day_tally (project_id, split, day, lane) values (in_project_id, in_split, today, of_lane)
		on conflict on constraint day_tally_pkey do nothing;
	end loop;
end
$$;
comment on function beat.tally_put is 'Adds to the counters of a split in this transaction''s lane.';

create function beat.passage_split(in_passage_id bigint) returns text language plpgsql stable as $$
begin
	return (select p.split from beat.passage p where p.id = in_passage_id);
end
$$;
comment on function beat.passage_split is 'The split of a passage.';

create function beat.count_submit(
	in_project_id bigint, in_passage_id bigint, in_worker_id bigint, in_kept integer, in_attempts integer,
	in_wins integer, in_seconds bigint, in_cents integer)
	returns void language plpgsql as $$
declare
	of_bucket smallint := beat.duration_bucket(in_seconds);
	of_lane smallint := beat.tally_lane();
begin
	update beat.participation q
	   set submitted = q.submitted + 1, attempts = q.attempts + in_attempts, wins = q.wins + in_wins,
		   kept = q.kept + in_kept, seconds = q.seconds + in_seconds
	 where q.worker_id = in_worker_id and q.project_id = in_project_id;
	assert found, 'a worker who hands in takes part';
	perform beat.tally_put(in_project_id, beat.passage_split(in_passage_id), 1, in_kept, in_wins, in_seconds,
		in_cents);
	loop
		update beat.duration_tally t
		   set hits = t.hits + 1
		 where t.project_id = in_project_id and t.bucket = of_bucket and t.lane = of_lane;
		exit when found;
		insert into beat.duration_tally (project_id, bucket, lane) values (in_project_id, of_bucket, of_lane)
		on conflict on constraint duration_tally_pkey do nothing;
	end loop;
	perform beat.changed_often('submit', in_project_id);
end
$$;
comment on function beat.count_submit is
	'Counts a generate HIT that was handed in, after the fact: its attempts and those won, the questions nothing '
	'discards, hit_seconds() of it, and what it earned.';

create function beat.count_pay(in_project_id bigint, in_passage_id bigint, in_cents integer)
	returns void language plpgsql as $$
begin
	perform beat.tally_put(in_project_id, beat.passage_split(in_passage_id), 0, 0, 0, 0, in_cents);
	perform beat.changed_often('submit', in_project_id);
end
$$;
comment on function beat.count_pay is 'Counts what a HIT of another kind than generate earned.';

create function beat.count_kept(in_project_id bigint, in_worker_id bigint, in_split text, in_delta integer)
	returns void language plpgsql as $$
begin
	update beat.participation q
	   set kept = q.kept + in_delta
	 where q.worker_id = in_worker_id and q.project_id = in_project_id;
	perform beat.tally_put(in_project_id, in_split, 0, in_delta, 0, 0, 0);
end
$$;
comment on function beat.count_kept is
	'Questions of a worker''s submitted generate HITs that came in (or, below zero, went out).';

create function beat.count_late_win(in_project_id bigint, in_worker_id bigint, in_split text)
	returns void language plpgsql as $$
begin
	update beat.participation q
	   set wins = q.wins + 1, kept = q.kept + 1
	 where q.worker_id = in_worker_id and q.project_id = in_project_id;
	perform beat.tally_put(in_project_id, in_split, 0, 1, 1, 0, 0);
end
$$;
comment on function beat.count_late_win is
	'A late verdict made a question of an attempt in a generate HIT that was handed in before.';

-- Questions are listed newest first and found by their words.

alter table beat.question
	add column number bigint generated always as identity,
	add column words tsvector not null default '',
	add column reviewed boolean not null default false;
comment on column beat.question.reviewed is 'A review that settled its HIT has judged it.';
comment on column beat.question.number is 'Rises with time: the place in a list, and the cursor of its pages.';
comment on column beat.question.words is
	'Of the question and its answer, for full-text search. Of no language: who looks for "how many" must find it.';

create function beat.question_words(question text, answer text) returns tsvector
	language sql immutable parallel safe
	return to_tsvector('pg_catalog.simple'::regconfig, question || ' ' || answer);
comment on function beat.question_words is 'What a question is found by.';

create or replace function beat.question_check() returns trigger language plpgsql as $$
declare
	t record;
begin
	select x.verdict, x.question, x.answer_text into t from beat.attempt x where x.id = new.attempt_id;
	if t.verdict in ('model', 'none') then
		perform beat.violates('question', 'question_is_won_attempt', format(
			'Attempt %s was not won, so it is no question.', new.attempt_id));
	end if;
	new.words := coalesce(beat.question_words(t.question, t.answer_text), '');
	return new;
end
$$;
comment on function beat.question_check is 'Trigger: question_is_won_attempt; and fills in the words.';

update beat.question q
   set words = beat.question_words(t.question, t.answer_text)
  from beat.attempt t
 where t.id = q.attempt_id;

create or replace function beat.question_check_change() returns trigger language plpgsql as $$
begin
	if (new.id, new.attempt_id, new.created_at, new.project_id, new.worker_id, new.assignment_id, new.split,
			new.model_id, new.number, new.words)
		is distinct from
		(old.id, old.attempt_id, old.created_at, old.project_id, old.worker_id, old.assignment_id, old.split,
			old.model_id, old.number, old.words) then
		raise exception 'Question % may only be discarded, restored or labelled.', old.id
			using errcode = 'restrict_violation', constraint = 'question_never_changed', table = 'question',
				schema = 'beat';
	end if;
	return new;
end
$$;

create function beat.question_reviewed() returns trigger language plpgsql as $$
begin
	if new.state = 'settled' then
		update beat.question q
		   set reviewed = true
		  from beat.judgement j
		 where j.review_id = new.review_id and q.id = j.question_id and not q.reviewed;
	else
		update beat.question q set reviewed = false where q.assignment_id = new.assignment_id and q.reviewed;
	end if;
	return null;
end
$$;
comment on function beat.question_reviewed is 'Trigger: a HIT that is settled, or no longer is, tells its questions.';
create trigger question_reviewed after update on beat.sample
	for each row when ((old.state = 'settled') <> (new.state = 'settled')) execute function beat.question_reviewed();

-- What the lists walk along. An index of questions is paid for by every win, so there are few: a list is a walk along
-- the numbers; dev and test (few among many of train), what is out and what was reviewed have shorter lists; words have
-- the inverted index.
create index question_number_idx on beat.question (project_id, number);
create index question_split_idx on beat.question (project_id, split, number) where split <> 'train';
create index question_out_idx on beat.question (project_id, number) where discards > 0;
create index question_reviewed_idx on beat.question (project_id, number) where reviewed;
drop index beat.question_worker_idx;
create index question_worker_idx on beat.question (worker_id, project_id, number);
create index question_words_idx on beat.question using gin (words);
-- "id > 0" is true of all, and said so that only the list of a worker's HITs can use it: the look-ups of sessions have
-- indexes of their own, and must not be tempted.
create index assignment_worker_idx on beat.assignment (worker_id, project_id, id) where id > 0;
create index participation_project_idx on beat.participation (project_id, worker_id);
create index event_kind_idx on beat.event (kind, id);
create index event_actor_idx on beat.event (actor, id);
