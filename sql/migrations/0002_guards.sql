-- Triggers: rules over time (what may change, what is recorded) and over tables.

create function beat.forbid() returns trigger language plpgsql as $$
begin
	raise exception 'Rows of % are never %.', tg_table_name,
			case tg_op when 'UPDATE' then 'changed' else 'deleted' end
		using errcode = 'restrict_violation', constraint = tg_name, table = tg_table_name, schema = tg_table_schema;
end
$$;
comment on function beat.forbid is 'Trigger: refuses, under the trigger''s own name.';

-- Nothing is deleted, from any table.
do $$
declare
	name text;
begin
	foreach name in array array['collection', 'document', 'passage', 'collection_passage', 'model', 'model_build',
			'project', 'project_collection', 'project_split', 'project_tally', 'project_passage', 'worker',
			'assignment', 'attempt', 'question', 'event', 'setting'] loop
		execute format('create trigger %I before delete or truncate on beat.%I '
			'for each statement execute function beat.forbid()', name || '_never_deleted', name);
	end loop;
end
$$;

-- What is true once stays true.
create trigger document_never_changed before update on beat.document for each statement execute function beat.forbid();
create trigger passage_never_changed before update on beat.passage for each statement execute function beat.forbid();
create trigger model_build_never_changed before update on beat.model_build
	for each statement execute function beat.forbid();
create trigger question_never_changed before update on beat.question for each statement execute function beat.forbid();
create trigger event_never_changed before update on beat.event for each statement execute function beat.forbid();

-- Raises as a check constraint of that name would.
create function beat.violates(in_table text, in_constraint text, sentence text) returns void language plpgsql as $$
begin
	raise exception using errcode = 'check_violation', schema = 'beat', table = in_table, constraint = in_constraint,
		message = sentence;
end
$$;
comment on function beat.violates is 'Raises a violation of a rule that a trigger guards, under its name.';

-- A slice counted in code points. The length is compared too, because substr() is content with a text that ends early.
create function beat.is_slice(passage text, first integer, past integer, claimed text) returns boolean
	language sql immutable parallel safe
	return (first >= 0 and past > first and char_length(claimed) = past - first
		and substr(passage, first + 1, past - first) = claimed) is true;
comment on function beat.is_slice is 'True if passage[first:past] is the claimed text.';

create function beat.attempt_check() returns trigger language plpgsql as $$
declare
	passage_text text;
begin
	select p.text into passage_text
	  from beat.assignment a
	  join beat.passage p on p.id = a.passage_id
	 where a.id = new.assignment_id;
	if not found then
		return new; -- the foreign key says it better
	end if;
	if not beat.is_slice(passage_text, new.answer_start, new.answer_end, new.answer_text) then
		perform beat.violates('attempt', 'attempt_span_is_passage_slice', format(
			'The answer of attempt %s is not the passage from %s to %s.', new.id, new.answer_start, new.answer_end));
	end if;
	if num_nonnulls(new.model_start, new.model_end) > 0
		and not beat.is_slice(passage_text, new.model_start, new.model_end, new.model_answer) then
		perform beat.violates('attempt', 'attempt_model_span_is_passage_slice', format(
			'The model''s answer of attempt %s is not the passage from %s to %s.',
			new.id, new.model_start, new.model_end));
	end if;
	if (case new.verdict
		when 'none' then new.fault is null or num_nonnulls(new.model_answer, new.model_score, new.judged_at) > 0
		else new.fault is not null or num_nulls(new.model_answer, new.judged_at) > 0 end) then
		perform beat.violates('attempt', 'attempt_verdict_is_complete', format(
			'Attempt %s has a verdict with an answer, or a fault, but not both.', new.id));
	end if;
	if (new.seq >= 1 and char_length(new.question) <= 10000 and not beat.is_blank(new.question)) is not true
		or new.fault = '' or char_length(new.fault) > 200
		or new.model_score in ('infinity', '-infinity', 'nan') then
		perform beat.violates('attempt', 'attempt_limits', format(
			'Attempt %s has an empty or overlong question or fault, a bad number, or a score that is none.', new.id));
	end if;
	return new;
end
$$;
comment on function beat.attempt_check is
	'Trigger: attempt_span_is_passage_slice, attempt_model_span_is_passage_slice, attempt_verdict_is_complete, '
	'attempt_limits.';
create trigger attempt_check before insert or update on beat.attempt
	for each row execute function beat.attempt_check();

-- An attempt is a fact. The one thing that may be added later is the verdict it had to go without.
create function beat.attempt_check_change() returns trigger language plpgsql as $$
begin
	if old.verdict <> 'none' or new.verdict = 'none'
		or (new.id, new.assignment_id, new.seq, new.question, new.answer_start, new.answer_end, new.answer_text,
				new.threshold_permille, new.model_id, new.created_at)
			is distinct from
			(old.id, old.assignment_id, old.seq, old.question, old.answer_start, old.answer_end, old.answer_text,
				old.threshold_permille, old.model_id, old.created_at) then
		raise exception 'Attempt % may only get the verdict it has not had yet.', old.id
			using errcode = 'restrict_violation', constraint = 'attempt_judged_once', table = 'attempt',
				schema = 'beat';
	end if;
	return new;
end
$$;
comment on function beat.attempt_check_change is 'Trigger: attempt_judged_once.';
create trigger attempt_judged_once before update on beat.attempt
	for each row execute function beat.attempt_check_change();

create function beat.question_check() returns trigger language plpgsql as $$
begin
	if (select t.verdict from beat.attempt t where t.id = new.attempt_id) in ('model', 'none') then
		perform beat.violates('question', 'question_is_won_attempt', format(
			'Attempt %s was not won, so it is no question.', new.attempt_id));
	end if;
	return new;
end
$$;
comment on function beat.question_check is 'Trigger: question_is_won_attempt.';
create trigger question_check before insert on beat.question
	for each row execute function beat.question_check();

create function beat.assignment_check() returns trigger language plpgsql as $$
begin
	if (new.state = 'live') <> (new.ended_at is null) then
		perform beat.violates('assignment', 'assignment_ended_unless_live', format(
			'Assignment %s must have an end if it is not live, and only then.', new.id));
	end if;
	if new.expires_at <= new.started_at then
		perform beat.violates('assignment', 'assignment_lease_runs_forward', format(
			'The lease of assignment %s ends before it starts.', new.id));
	end if;
	if tg_op = 'INSERT' then
		return new;
	end if;
	-- live -> submitted | expired | returned; expired -> live again. The rest is final.
	if old.state <> new.state and not (old.state = 'live' or (old.state = 'expired' and new.state = 'live')) then
		perform beat.violates('assignment', 'assignment_moves', format(
			'Assignment %s cannot go from %s to %s.', old.id, old.state, new.state));
	end if;
	if old.id <> new.id or old.project_id <> new.project_id or old.worker_id <> new.worker_id
		or old.passage_id <> new.passage_id or old.kind <> new.kind or old.started_at <> new.started_at then
		perform beat.violates('assignment', 'assignment_stays_itself', format(
			'Assignment %s cannot become another one.', old.id));
	end if;
	return new;
end
$$;
comment on function beat.assignment_check is
	'Trigger: assignment_ended_unless_live, assignment_lease_runs_forward, assignment_moves, assignment_stays_itself.';
create trigger assignment_check before insert or update on beat.assignment
	for each row execute function beat.assignment_check();

-- Settings are changed by people, sometimes by hand in psql: the record of it must
-- not depend on them, so it is made by triggers. The programs name the actor in
-- the setting beat.actor.
create function beat.current_actor() returns text
	language sql stable
	return coalesce(nullif(pg_catalog.current_setting('beat.actor', true), ''), 'db:' || session_user);
comment on function beat.current_actor is
	'Who is acting: as told by beat.actor in this transaction, else the database user.';

create function beat.event_add(
	in_kind text, in_project_id bigint, in_worker_id bigint, in_assignment_id bigint, in_detail jsonb)
	returns void language plpgsql as $$
begin
	insert into beat.event (actor, kind, project_id, worker_id, assignment_id, detail)
	values (beat.current_actor(), in_kind, in_project_id, in_worker_id, in_assignment_id, in_detail);
end
$$;
comment on function beat.event_add is 'Adds an event by the current actor.';

-- {"before": {…}, "after": {…}} of the columns that differ.
create function beat.row_difference(old_row jsonb, new_row jsonb) returns jsonb
	language sql immutable
	return (
		select jsonb_build_object(
			'before', coalesce(jsonb_object_agg(n.key, old_row -> n.key), '{}'),
			'after', coalesce(jsonb_object_agg(n.key, n.value), '{}'))
		from jsonb_each(new_row) n
		where n.value is distinct from old_row -> n.key
	);
comment on function beat.row_difference is 'What an update changed, as the detail of an event.';

create function beat.project_log() returns trigger language plpgsql as $$
begin
	if tg_op = 'INSERT' then
		perform beat.event_add('project.create', new.id, null, null,
			jsonb_build_object('before', null, 'after', to_jsonb(new)));
	elsif old is distinct from new then
		perform beat.event_add(case when old.state <> new.state then 'project.state' else 'project.set' end,
			new.id, null, null, beat.row_difference(to_jsonb(old), to_jsonb(new)));
	end if;
	return null;
end
$$;
comment on function beat.project_log is 'Trigger: every change of a project''s settings or state is an event.';
create trigger project_log after insert or update on beat.project for each row execute function beat.project_log();

create function beat.project_split_log() returns trigger language plpgsql as $$
begin
	if tg_op = 'INSERT' then
		if new.target is not null then
			perform beat.event_add('project.target', new.project_id, null, null,
				jsonb_build_object('split', new.split, 'before', null, 'after', new.target));
		end if;
	elsif old.target is distinct from new.target then
		perform beat.event_add('project.target', new.project_id, null, null,
			jsonb_build_object('split', new.split, 'before', old.target, 'after', new.target));
	end if;
	return null;
end
$$;
comment on function beat.project_split_log is 'Trigger: every change of a target is an event.';
create trigger project_split_log after insert or update of target on beat.project_split
	for each row execute function beat.project_split_log();

create function beat.project_collection_log() returns trigger language plpgsql as $$
declare
	was boolean := case tg_op when 'UPDATE' then old.linked else false end;
begin
	if was is distinct from new.linked then
		perform beat.event_add('project.collection', new.project_id, null, null,
			jsonb_build_object('collection', (select c.name from beat.collection c where c.id = new.collection_id),
				'before', was, 'after', new.linked));
	end if;
	return null;
end
$$;
comment on function beat.project_collection_log is 'Trigger: linking or unlinking a collection is an event.';
create trigger project_collection_log after insert or update on beat.project_collection
	for each row execute function beat.project_collection_log();

create function beat.model_log() returns trigger language plpgsql as $$
declare
	after_row jsonb := to_jsonb(new) || jsonb_build_object('url', beat.url_shown(new.url));
begin
	if tg_op = 'INSERT' then
		perform beat.event_add('model.add', null, null, null, jsonb_build_object('before', null, 'after', after_row));
	elsif old is distinct from new then
		perform beat.event_add('model.set', null, null, null, jsonb_build_object('model', new.name)
			|| beat.row_difference(to_jsonb(old) || jsonb_build_object('url', beat.url_shown(old.url)), after_row));
	end if;
	return null;
end
$$;
comment on function beat.model_log is 'Trigger: every change of the registry of models is an event.';
create trigger model_log after insert or update on beat.model for each row execute function beat.model_log();

create function beat.worker_log() returns trigger language plpgsql as $$
begin
	perform beat.event_add('worker.state', null, new.id, null,
		jsonb_build_object('before', old.state, 'after', new.state));
	return null;
end
$$;
comment on function beat.worker_log is 'Trigger: every move of a worker''s state is an event.';
create trigger worker_log after update of state on beat.worker
	for each row when (old.state <> new.state) execute function beat.worker_log();
