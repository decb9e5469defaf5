-- The database of release 0.5.0: tables and a little played data. Made by make.mjs, never edited.


CREATE SCHEMA beat;

COMMENT ON SCHEMA beat IS 'Beat the AI: questions written by people with a model in the loop.';

CREATE DOMAIN beat.actor_name AS text
	CONSTRAINT actor_not_empty CHECK ((VALUE <> ''::text));

CREATE DOMAIN beat.assignment_kind AS text
	CONSTRAINT assignment_kind_known CHECK ((VALUE = ANY (ARRAY['onboarding'::text, 'generate'::text, 'validate'::text, 'expert'::text])));

CREATE DOMAIN beat.assignment_state AS text
	CONSTRAINT assignment_state_known CHECK ((VALUE = ANY (ARRAY['live'::text, 'submitted'::text, 'expired'::text, 'returned'::text, 'ended'::text])));

CREATE DOMAIN beat.count AS integer
	CONSTRAINT count_not_negative CHECK ((VALUE >= 0));

CREATE DOMAIN beat.event_kind AS text
	CONSTRAINT event_kind_form CHECK ((VALUE ~ '^[a-z_]+[.][a-z_]+$'::text));

CREATE DOMAIN beat.permille AS integer
	CONSTRAINT permille_range CHECK (((VALUE >= 0) AND (VALUE <= 1000)));

CREATE DOMAIN beat.platform_name AS text
	CONSTRAINT platform_known CHECK ((VALUE = ANY (ARRAY['mturk'::text, 'prolific'::text, 'direct'::text])));

CREATE DOMAIN beat.platform_ref AS text
	CONSTRAINT platform_ref_length CHECK ((char_length(VALUE) <= 255));

CREATE DOMAIN beat.question_id AS text
	CONSTRAINT question_id_form CHECK ((VALUE ~ '^[0-9a-f]{40}$'::text));

CREATE DOMAIN beat.role_name AS text
	CONSTRAINT role_known CHECK ((VALUE = ANY (ARRAY['admin'::text, 'reviewer'::text, 'viewer'::text])));

CREATE DOMAIN beat.split_name AS text
	CONSTRAINT split_known CHECK ((VALUE = ANY (ARRAY['train'::text, 'dev'::text, 'test'::text])));

CREATE DOMAIN beat.submit_url AS text
	CONSTRAINT submit_url_length CHECK ((char_length(VALUE) <= 1000));

CREATE DOMAIN beat.worker_ref AS text
	CONSTRAINT worker_ref_length CHECK (((char_length(VALUE) >= 1) AND (char_length(VALUE) <= 255)));

CREATE FUNCTION beat.account_check_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
	if (new.id, new.name, new.created_at) is distinct from (old.id, old.name, old.created_at) then
		perform beat.violates('account', 'account_stays_itself',
			format('Account %s cannot become another.', old.name), 'restrict_violation');
	end if;
	if old.role = 'admin' and old.disabled_at is null and (new.role <> 'admin' or new.disabled_at is not null) then
		-- One after the other: of two admins who remove each other, the second must see what the first did.
		perform pg_advisory_xact_lock(hashtextextended('beat.account_keeps_an_admin', 0));
		if not exists (select from beat.account a
						where a.role = 'admin' and a.disabled_at is null and a.id <> old.id) then
			perform beat.violates('account', 'account_keeps_an_admin',
				format('%s is the last admin. Make somebody else an admin first.', old.name), 'BE409');
		end if;
	end if;
	return new;
end
$$;

COMMENT ON FUNCTION beat.account_check_change() IS 'Trigger: account_stays_itself, account_keeps_an_admin.';

CREATE FUNCTION beat.account_end() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
	update beat.login l set ended_at = clock_timestamp() where l.account_id = new.id and l.ended_at is null;
	update beat.api_token t set revoked_at = clock_timestamp() where t.account_id = new.id and t.revoked_at is null;
	return null;
end
$$;

COMMENT ON FUNCTION beat.account_end() IS 'Trigger: the sessions and keys of a disabled account end, and do not come back with it.';

CREATE FUNCTION beat.account_log() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
	who constant jsonb := jsonb_build_object('account', new.name);
begin
	if tg_op = 'INSERT' then
		perform beat.event_add('account.create', null, null, null,
			who || jsonb_build_object('before', null, 'after', beat.account_shown(new)));
	elsif beat.account_shown(old) <> beat.account_shown(new) then
		perform beat.event_add('account.set', null, null, null,
			who || beat.row_difference(beat.account_shown(old), beat.account_shown(new)));
	end if;
	if tg_op = 'UPDATE' and old.password <> new.password then
		perform beat.event_add('account.password', null, null, null, who);
	end if;
	if tg_op = 'INSERT' or beat.account_shown(old) <> beat.account_shown(new) then
		perform beat.changed('people', null, new.name);
	end if;
	return null;
end
$$;

COMMENT ON FUNCTION beat.account_log() IS 'Trigger: every change of an account is an event, never with a secret.';

CREATE TABLE beat.account (
    id bigint NOT NULL,
    name text NOT NULL,
    role beat.role_name NOT NULL,
    password text NOT NULL,
    password_changed_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    totp_secret bytea,
    totp_confirmed_at timestamp with time zone,
    totp_last_step bigint DEFAULT 0 NOT NULL,
    disabled_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT account_name_form CHECK ((name ~ '^[a-z0-9][a-z0-9._-]{0,62}$'::text)),
    CONSTRAINT account_password_is_argon2id CHECK (((password = ''::text) OR (password ~ '^[$]argon2id[$]'::text))),
    CONSTRAINT account_totp_confirmed_has_secret CHECK (((totp_confirmed_at IS NULL) OR (totp_secret IS NOT NULL)))
);

COMMENT ON TABLE beat.account IS 'A person who may enter the dashboard.';

COMMENT ON COLUMN beat.account.password IS 'An argon2id string; empty: nobody can sign in with a password.';

COMMENT ON COLUMN beat.account.totp_last_step IS 'The time step of the last code that was taken: none is taken twice.';

CREATE FUNCTION beat.account_shown(a beat.account) RETURNS jsonb
    LANGUAGE sql STABLE
    RETURN jsonb_build_object('account', (a).name, 'role', (a).role, 'disabled', ((a).disabled_at IS NOT NULL), 'totp', ((a).totp_confirmed_at IS NOT NULL));

COMMENT ON FUNCTION beat.account_shown(a beat.account) IS 'An account as the record of changes may hold it: without its secrets.';

CREATE FUNCTION beat.api_token_log() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
	detail constant jsonb := jsonb_build_object('token', new.id, 'name', new.name, 'scopes', new.scopes,
		'account', (select a.name from beat.account a where a.id = new.account_id));
begin
	if tg_op = 'INSERT' then
		perform beat.event_add('token.create', null, null, null,
			detail || jsonb_build_object('expires_at', beat.iso(new.expires_at)));
	elsif old.revoked_at is null and new.revoked_at is not null then
		perform beat.event_add('token.revoke', null, null, null, detail);
		perform beat.changed('people', null, null);
	end if;
	return null;
end
$$;

COMMENT ON FUNCTION beat.api_token_log() IS 'Trigger: making and revoking an API token are events.';

CREATE FUNCTION beat.assignment_check() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
		if (new.onboarding_id is null and new.kind = 'onboarding')
			or (new.onboarding_id is not null and new.kind not in ('onboarding', 'validate')) then
			perform beat.violates('assignment', 'assignment_onboarding_has_version', format(
				'Assignment %s must name a version of an onboarding if it is one, and only then or before validating.',
				new.id));
		end if;
		return new;
	end if;
	-- live -> submitted | expired | returned | ended; expired -> live again; ended -> submitted, or live again (or put
	-- away) when the worker is reinstated. The rest is final.
	if old.state <> new.state and not (old.state = 'live' or (old.state = 'expired' and new.state = 'live')
			or (old.state = 'ended' and new.state in ('submitted', 'live', 'returned'))) then
		perform beat.violates('assignment', 'assignment_moves', format(
			'Assignment %s cannot go from %s to %s.', old.id, old.state, new.state));
	end if;
	if old.id <> new.id or old.project_id <> new.project_id or old.worker_id <> new.worker_id
		or old.passage_id <> new.passage_id or old.kind <> new.kind or old.started_at <> new.started_at
		or old.onboarding_id is distinct from new.onboarding_id then
		perform beat.violates('assignment', 'assignment_stays_itself', format(
			'Assignment %s cannot become another one.', old.id));
	end if;
	return new;
end
$$;

COMMENT ON FUNCTION beat.assignment_check() IS 'Trigger: assignment_ended_unless_live, assignment_lease_runs_forward, assignment_moves, assignment_stays_itself, assignment_onboarding_has_version.';

CREATE FUNCTION beat.attempt_check() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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

COMMENT ON FUNCTION beat.attempt_check() IS 'Trigger: attempt_span_is_passage_slice, attempt_model_span_is_passage_slice, attempt_verdict_is_complete, attempt_limits.';

CREATE FUNCTION beat.attempt_check_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
	if old.verdict <> 'none' or new.verdict = 'none'
		or (new.id, new.assignment_id, new.seq, new.question, new.answer_start, new.answer_end, new.answer_text,
				new.threshold_permille, new.model_id, new.created_at)
			is distinct from
			(old.id, old.assignment_id, old.seq, old.question, old.answer_start, old.answer_end, old.answer_text,
				old.threshold_permille, old.model_id, old.created_at) then
		perform beat.violates('attempt', 'attempt_judged_once',
			format('Attempt %s may only get the verdict it has not had yet.', old.id), 'restrict_violation');
	end if;
	return new;
end
$$;

COMMENT ON FUNCTION beat.attempt_check_change() IS 'Trigger: attempt_judged_once.';

CREATE FUNCTION beat.changed(topic text, in_project_id bigint, id text) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
	perform pg_notify('beat_change', json_build_object('topic', topic, 'project', in_project_id, 'id', id)::text);
end
$$;

COMMENT ON FUNCTION beat.changed(topic text, in_project_id bigint, id text) IS 'Tells the dashboards that listen. Equal notes of one transaction are sent once. Topics: attempt, submit, worker, review, screening, revocation, batch, question, validation, project, model, people.';

CREATE FUNCTION beat.collection_counted() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
	update beat.collection c
	   set train = c.train + n.train, dev = c.dev + n.dev, test = c.test + n.test
	  from (
		select l.collection_id, count(*) filter (where x.split = 'train') as train,
			   count(*) filter (where x.split = 'dev') as dev, count(*) filter (where x.split = 'test') as test
		  from new_rows l
		  join beat.passage x on x.id = l.passage_id
		 group by l.collection_id) as n
	 where c.id = n.collection_id;
	return null;
end
$$;

COMMENT ON FUNCTION beat.collection_counted() IS 'Trigger: counts the passages that come into a collection.';

CREATE FUNCTION beat.count_samples(in_batch_id bigint, in_project_id bigint, in_waiting integer, in_disputed integer, in_held integer, in_settled integer) RETURNS void
    LANGUAGE plpgsql
    AS $$
declare
	of_lane smallint := beat.tally_lane();
begin
	loop
		update beat.sample_tally t
		   set waiting = t.waiting + in_waiting, disputed = t.disputed + in_disputed, held = t.held + in_held,
			   settled = t.settled + in_settled
		 where t.batch_id = in_batch_id and t.lane = of_lane;
		exit when found;
		insert into beat.sample_tally (batch_id, lane, project_id) values (in_batch_id, of_lane, in_project_id)
		on conflict on constraint sample_tally_pkey do nothing;
	end loop;
end
$$;

COMMENT ON FUNCTION beat.count_samples(in_batch_id bigint, in_project_id bigint, in_waiting integer, in_disputed integer, in_held integer, in_settled integer) IS 'Adds to the counters of a batch''s samples in this transaction''s lane.';

CREATE FUNCTION beat.current_actor() RETURNS text
    LANGUAGE sql STABLE
    RETURN COALESCE(NULLIF(current_setting('beat.actor'::text, true), ''::text), ('db:'::text || (SESSION_USER)::text));

COMMENT ON FUNCTION beat.current_actor() IS 'Who is acting: as told by beat.actor in this transaction, else the database user.';

CREATE FUNCTION beat.event_add(in_kind text, in_project_id bigint, in_worker_id bigint, in_assignment_id bigint, in_detail jsonb) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
	insert into beat.event (actor, kind, project_id, worker_id, assignment_id, detail)
	values (beat.current_actor(), in_kind, in_project_id, in_worker_id, in_assignment_id, in_detail);
end
$$;

COMMENT ON FUNCTION beat.event_add(in_kind text, in_project_id bigint, in_worker_id bigint, in_assignment_id bigint, in_detail jsonb) IS 'Adds an event by the current actor.';

CREATE FUNCTION beat.forbid() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
	raise exception 'Rows of % are never %.', tg_table_name,
			case tg_op when 'UPDATE' then 'changed' else 'deleted' end
		using errcode = 'restrict_violation', constraint = tg_name, table = tg_table_name, schema = tg_table_schema;
end
$$;

COMMENT ON FUNCTION beat.forbid() IS 'Trigger: refuses, under the trigger''s own name.';

CREATE FUNCTION beat.is_blank(value text) RETURNS boolean
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN (btrim(value, ' 	
                 　'::text) = ''::text);

COMMENT ON FUNCTION beat.is_blank(value text) IS 'True if a text holds nothing but white space.';

CREATE FUNCTION beat.is_slice(passage text, first integer, past integer, claimed text) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (((first >= 0) AND (past > first) AND (char_length(claimed) = (past - first)) AND (substr(passage, (first + 1), (past - first)) = claimed)) IS TRUE);

COMMENT ON FUNCTION beat.is_slice(passage text, first integer, past integer, claimed text) IS 'True if passage[first:past] is the claimed text.';

CREATE FUNCTION beat.iso(moment timestamp with time zone) RETURNS text
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
    RETURN to_char((moment AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text);

COMMENT ON FUNCTION beat.iso(moment timestamp with time zone) IS 'A moment as ISO 8601 in UTC with milliseconds, as the API writes it.';

CREATE FUNCTION beat.login_ended() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
	perform beat.changed('people', null, null);
	return null;
end
$$;

COMMENT ON FUNCTION beat.login_ended() IS 'Trigger: what follows along in a session learns at once that it has ended.';

CREATE FUNCTION beat.model_log() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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

COMMENT ON FUNCTION beat.model_log() IS 'Trigger: every change of the registry of models is an event.';

CREATE PROCEDURE beat.never(IN done text, VARIADIC tables text[])
    LANGUAGE plpgsql
    AS $$
declare
	name text;
begin
	foreach name in array tables loop
		execute format('create trigger %I before %s on beat.%I for each statement execute function beat.forbid()',
			name || '_never_' || done, case done when 'deleted' then 'delete or truncate' else 'update' end, name);
	end loop;
end
$$;

COMMENT ON PROCEDURE beat.never(IN done text, VARIADIC tables text[]) IS 'For migrations: rows of these tables are never deleted, or never changed.';

CREATE FUNCTION beat.participation_check() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
	if tg_op = 'INSERT' then
		if new.state <> 'new' then
			perform beat.violates('participation', 'participation_begins_new', format(
				'Worker %s begins in project %s as new, not as %s.', new.worker_id, new.project_id, new.state));
		end if;
		return new;
	end if;
	if (new.worker_id, new.project_id) <> (old.worker_id, old.project_id) then
		perform beat.violates('participation', 'participation_stays_itself', format(
			'The participation of worker %s in project %s cannot become another one.', old.worker_id, old.project_id));
	end if;
	if new.state <> old.state then
		if not exists (
				select from beat.participation_move m where m.from_state = old.state and m.to_state = new.state) then
			perform beat.violates('participation', 'participation_moves', format(
				'Worker %s cannot go from %s to %s in project %s.', old.worker_id, old.state, new.state,
				old.project_id));
		end if;
		new.state_at := clock_timestamp();
	end if;
	return new;
end
$$;

COMMENT ON FUNCTION beat.participation_check() IS 'Trigger: participation_begins_new, participation_stays_itself, participation_moves.';

CREATE FUNCTION beat.participation_log() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
	detail jsonb := coalesce(nullif(current_setting('beat.detail', true), ''), '{}')::jsonb;
begin
	perform beat.event_add('worker.state', new.project_id, new.worker_id, null,
		jsonb_build_object('before', old.state, 'after', new.state) || detail);
	if old.state = 'screening' and new.state = 'revoked' then -- nobody has to look at it any more
		update beat.screening s
		   set state = 'failed', reason = 'The worker may no longer take part.', actor = beat.current_actor(),
			   decided_at = clock_timestamp()
		 where s.worker_id = new.worker_id and s.project_id = new.project_id and s.state = 'waiting';
	end if;
	perform beat.changed('worker', new.project_id, new.worker_id::text);
	return null;
end
$$;

COMMENT ON FUNCTION beat.participation_log() IS 'Trigger: every move of a worker''s state is an event; who is revoked leaves the screening queue.';

CREATE FUNCTION beat.passages_follow() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
	ids bigint[] := array(
		select a.passage_id -- each once
		  from beat.assignment a
		 where a.worker_id = new.worker_id and a.project_id = new.project_id and a.kind = 'generate'
		   and a.state in ('live', 'ended', 'submitted'));
begin
	perform 1
	   from beat.project_passage q
	  where q.project_id = new.project_id and q.passage_id = any (ids)
	  order by q.passage_id
	    for no key update;
	update beat.project_passage q
	   set taken = q.taken + case when new.state = 'revoked' then -1 else 1 end
	 where q.project_id = new.project_id and q.passage_id = any (ids);
	return null;
end
$$;

COMMENT ON FUNCTION beat.passages_follow() IS 'Trigger: the passages of a worker who is revoked are served again; who is reinstated takes them back.';

CREATE FUNCTION beat.project_collection_log() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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

COMMENT ON FUNCTION beat.project_collection_log() IS 'Trigger: linking or unlinking a collection is an event.';

CREATE FUNCTION beat.project_log() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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

COMMENT ON FUNCTION beat.project_log() IS 'Trigger: every change of a project''s settings or state is an event.';

CREATE FUNCTION beat.project_split_log() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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

COMMENT ON FUNCTION beat.project_split_log() IS 'Trigger: every change of a target is an event.';

CREATE FUNCTION beat.question_check() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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

COMMENT ON FUNCTION beat.question_check() IS 'Trigger: question_is_won_attempt; and fills in the words.';

CREATE FUNCTION beat.question_check_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
	if (new.id, new.attempt_id, new.created_at, new.project_id, new.worker_id, new.assignment_id, new.split,
			new.model_id, new.number, new.words)
		is distinct from
		(old.id, old.attempt_id, old.created_at, old.project_id, old.worker_id, old.assignment_id, old.split,
			old.model_id, old.number, old.words) then
		perform beat.violates('question', 'question_never_changed',
			format('Question %s may only be discarded, restored or labelled.', old.id), 'restrict_violation');
	end if;
	return new;
end
$$;

COMMENT ON FUNCTION beat.question_check_change() IS 'Trigger: question_never_changed.';

CREATE FUNCTION beat.question_reviewed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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

COMMENT ON FUNCTION beat.question_reviewed() IS 'Trigger: a HIT that is settled, or no longer is, tells its questions.';

CREATE FUNCTION beat.question_words(question text, answer text) RETURNS tsvector
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN to_tsvector('simple'::regconfig, ((question || ' '::text) || answer));

COMMENT ON FUNCTION beat.question_words(question text, answer text) IS 'What a question is found by.';

CREATE FUNCTION beat.release_question_check() RETURNS trigger
    LANGUAGE plpgsql
    SET jit TO 'off'
    AS $$
begin
	-- Counted, not looked for: that is planned for all rows.
	if (select count(*) from inserted)
		<> (select count(*)
			  from inserted i
			  join beat.release r on r.id = i.release_id
			  join beat.question q on q.id = i.question_id) then
		raise foreign_key_violation using message = 'release_question names a release or a question that is not there',
			constraint = 'release_question_refers', table = 'release_question', schema = 'beat';
	end if;
	return null;
end
$$;

COMMENT ON FUNCTION beat.release_question_check() IS 'Refuses rows of a release or a question that does not exist.';

CREATE FUNCTION beat.row_difference(old_row jsonb, new_row jsonb) RETURNS jsonb
    LANGUAGE sql IMMUTABLE
    RETURN (SELECT jsonb_build_object('before', COALESCE(jsonb_object_agg(n.key, (row_difference.old_row -> n.key)), '{}'::jsonb), 'after', COALESCE(jsonb_object_agg(n.key, n.value), '{}'::jsonb)) AS jsonb_build_object FROM jsonb_each(row_difference.new_row) n(key, value) WHERE (n.value IS DISTINCT FROM (row_difference.old_row -> n.key)));

COMMENT ON FUNCTION beat.row_difference(old_row jsonb, new_row jsonb) IS 'What an update changed, as the detail of an event.';

CREATE FUNCTION beat.sample_counted() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
	if tg_op = 'INSERT' then
		perform beat.count_samples(n.batch_id, n.project_id, n.waiting, n.disputed, n.held, n.settled)
		   from (select x.batch_id, x.project_id,
						(count(*) filter (where x.state = 'waiting' and not x.held))::integer as waiting,
						(count(*) filter (where x.state = 'disputed' and not x.held))::integer as disputed,
						(count(*) filter (where x.state <> 'settled' and x.held))::integer as held,
						(count(*) filter (where x.state = 'settled'))::integer as settled
				   from new_rows x
				  group by x.batch_id, x.project_id) as n;
	else
		perform beat.count_samples(new.batch_id, new.project_id,
			(new.state = 'waiting' and not new.held)::integer - (old.state = 'waiting' and not old.held)::integer,
			(new.state = 'disputed' and not new.held)::integer - (old.state = 'disputed' and not old.held)::integer,
			(new.state <> 'settled' and new.held)::integer - (old.state <> 'settled' and old.held)::integer,
			(new.state = 'settled')::integer - (old.state = 'settled')::integer);
	end if;
	return null;
end
$$;

COMMENT ON FUNCTION beat.sample_counted() IS 'Trigger: keeps sample_tally.';

CREATE FUNCTION beat.screening_counted() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
	insert into beat.screening_tally as t (project_id, lane, passed, failed)
	values (new.project_id, beat.tally_lane(),
		(new.state = 'passed')::integer - (old.state = 'passed')::integer,
		(new.state = 'failed')::integer - (old.state = 'failed')::integer)
	on conflict on constraint screening_tally_pkey do update
	   set passed = t.passed + excluded.passed, failed = t.failed + excluded.failed;
	return null;
end
$$;

COMMENT ON FUNCTION beat.screening_counted() IS 'Trigger: keeps screening_tally.';

CREATE FUNCTION beat.sha256_of(value text) RETURNS bytea
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
begin
	return pg_catalog.sha256(pg_catalog.convert_to(value, 'UTF8'));
end
$$;

COMMENT ON FUNCTION beat.sha256_of(value text) IS 'Identity of a text of any length: a unique index cannot hold long texts themselves.';

CREATE FUNCTION beat.tally_lane() RETURNS smallint
    LANGUAGE plpgsql
    AS $$
declare
	lanes constant integer := 32;
	first integer := pg_backend_pid() % lanes;
begin
	for i in 0 .. lanes - 1 loop
		if pg_try_advisory_xact_lock(hashtext('beat.tally'), (first + i) % lanes) then
			return (first + i) % lanes;
		end if;
	end loop;
	return first;
end
$$;

COMMENT ON FUNCTION beat.tally_lane() IS 'The lane of project_tally to count in.';

CREATE FUNCTION beat.transfer_prediction_check() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
	t record;
begin
	select y.threshold_permille, y.human_tokens, x.text into t
	  from beat.attempt y
	  join beat.assignment a on a.id = y.assignment_id
	  join beat.passage x on x.id = a.passage_id
	 where y.id = new.attempt_id;
	if not found then
		return new; -- the foreign key says it better
	end if;
	if (new.human_tokens = t.human_tokens) is not true then
		perform beat.violates('transfer_prediction', 'transfer_prediction_is_of_judged_attempt', format(
			'Attempt %s has no verdict, or its answer has not %s tokens.', new.attempt_id, new.human_tokens));
	end if;
	if (new.verdict = beat.verdict_of(new.shared, new.model_tokens, new.human_tokens, t.threshold_permille)) is not true then
		perform beat.violates('transfer_prediction', 'transfer_prediction_verdict_follows_from_overlap', format(
			'"%s" does not follow from the overlap with the answer of attempt %s.', new.verdict, new.attempt_id));
	end if;
	if num_nonnulls(new.answer_start, new.answer_end) > 0
		and not beat.is_slice(t.text, new.answer_start, new.answer_end, new.answer) then
		perform beat.violates('transfer_prediction', 'transfer_prediction_span_is_passage_slice', format(
			'The answer to attempt %s is not the passage from %s to %s.', new.attempt_id, new.answer_start,
			new.answer_end));
	end if;
	if new.score in ('infinity', '-infinity', 'nan') then
		perform beat.violates('transfer_prediction', 'transfer_prediction_limits', format(
			'The answer to attempt %s has a score that is none.', new.attempt_id));
	end if;
	return new;
end
$$;

COMMENT ON FUNCTION beat.transfer_prediction_check() IS 'Trigger: transfer_prediction_is_of_judged_attempt, transfer_prediction_verdict_follows_from_overlap, transfer_prediction_span_is_passage_slice, transfer_prediction_limits.';

CREATE FUNCTION beat.url_shown(url text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN regexp_replace(url, '^(https?://)[^/?#]*@'::text, '\1***@'::text);

COMMENT ON FUNCTION beat.url_shown(url text) IS 'A URL without the user and password it may carry, for lists and the record.';

CREATE FUNCTION beat.validation_item_check() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
	if exists (select from beat.validation v where v.id = new.validation_id and v.worker_id = new.worker_id) then
		perform beat.violates('validation_item', 'validation_item_never_the_author', format(
			'Worker %s wrote question %s, and cannot validate it.', new.worker_id, new.validation_id));
	end if;
	if not exists (
			select from beat.assignment a
			 where a.id = new.assignment_id and a.worker_id = new.worker_id and a.kind = 'validate') then
		perform beat.violates('validation_item', 'validation_item_of_its_validator', format(
			'Assignment %s is no validate HIT of worker %s.', new.assignment_id, new.worker_id));
	end if;
	return new;
end
$$;

COMMENT ON FUNCTION beat.validation_item_check() IS 'Trigger: validation_item_never_the_author, validation_item_of_its_validator.';

CREATE FUNCTION beat.validations_follow() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
	-- All of them, because the questions follow: rows of validation are locked in the order of their ids.
	perform 1
	   from beat.validation v
	  where v.worker_id = new.worker_id and v.project_id = new.project_id
	  order by v.id
	    for no key update;
	update beat.validation v
	   set active = new.state <> 'revoked'
	 where v.worker_id = new.worker_id and v.project_id = new.project_id and v.cause = 'lost';
	return null;
end
$$;

COMMENT ON FUNCTION beat.validations_follow() IS 'Trigger: lost attempts of a worker who is revoked are not validated; those of one who is reinstated are.';

CREATE FUNCTION beat.verdict_of(shared integer, model_tokens integer, human_tokens integer, threshold_permille integer) RETURNS text
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    AS $$
begin
	if num_nulls(shared, model_tokens, human_tokens) = 3 then
		return 'none';
	end if;
	if (shared >= 0 and shared <= model_tokens and shared <= human_tokens and human_tokens >= 1) is not true then
		return null;
	end if;
	return case when 2000::bigint * shared > threshold_permille * (model_tokens::bigint + human_tokens)
		then 'model' else 'human' end;
end
$$;

COMMENT ON FUNCTION beat.verdict_of(shared integer, model_tokens integer, human_tokens integer, threshold_permille integer) IS 'Who wins with s shared tokens, m of the model, k of the human: the model iff F1 = 2s / (m + k) > threshold.';

CREATE FUNCTION beat.violates(in_table text, in_constraint text, sentence text, code text DEFAULT 'check_violation'::text) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
	raise exception using errcode = code, schema = 'beat', table = in_table, constraint = in_constraint,
		message = sentence;
end
$$;

COMMENT ON FUNCTION beat.violates(in_table text, in_constraint text, sentence text, code text) IS 'Raises a violation of a rule that a trigger guards, under its name.';

CREATE FUNCTION beat.vote_check() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
	if tg_op = 'UPDATE' and old.cast_at is not null
		and to_jsonb(new) - 'excluded' is distinct from to_jsonb(old) - 'excluded' then
		perform beat.violates('vote', 'vote_cast_once',
			format('Vote %s is cast, and may only be excluded or included.', old.id), 'restrict_violation');
	end if;
	if new.answer_text is not null and (tg_op = 'INSERT'
			or (new.answer_start, new.answer_end, new.answer_text)
				is distinct from (old.answer_start, old.answer_end, old.answer_text))
		and not (
			select beat.is_slice(x.text, new.answer_start, new.answer_end, new.answer_text)
			  from beat.assignment a
			  join beat.passage x on x.id = a.passage_id
			 where a.id = new.assignment_id) then
		perform beat.violates('vote', 'vote_span_is_passage_slice', format(
			'The answer to question %s is not the passage from %s to %s.', new.validation_id, new.answer_start,
			new.answer_end));
	end if;
	if new.reason is not null and not exists (
			select from beat.review_word w where w.kind = 'vote' and w.word = new.reason) then
		perform beat.violates('vote', 'vote_reason_known', format('There is no reason "%s".', new.reason));
	end if;
	return new;
end
$$;

COMMENT ON FUNCTION beat.vote_check() IS 'Trigger: vote_cast_once, vote_span_is_passage_slice, vote_reason_known.';

CREATE FUNCTION beat.word_count(value text) RETURNS integer
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN regexp_count(value, '[^ 	
                 　]+'::text);

COMMENT ON FUNCTION beat.word_count(value text) IS 'How many words a text has: what white space, as is_blank() knows it, keeps apart.';

CREATE TABLE beat.review (
    id bigint NOT NULL,
    assignment_id bigint NOT NULL,
    project_id bigint NOT NULL,
    account_id bigint NOT NULL,
    kind text DEFAULT 'review'::text NOT NULL,
    state text DEFAULT 'leased'::text NOT NULL,
    leased_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    finished_at timestamp with time zone,
    CONSTRAINT review_finished_has_moment CHECK (((state = 'finished'::text) <= (finished_at IS NOT NULL))),
    CONSTRAINT review_kind_known CHECK ((kind = ANY (ARRAY['review'::text, 'adjudication'::text]))),
    CONSTRAINT review_state_known CHECK ((state = ANY (ARRAY['leased'::text, 'finished'::text, 'released'::text, 'expired'::text, 'undone'::text])))
);

COMMENT ON TABLE beat.review IS 'A reviewer on a sampled HIT: by lease until it is finished.';

CREATE TABLE beat.project (
    id bigint NOT NULL,
    name text NOT NULL,
    state text DEFAULT 'active'::text NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    title text NOT NULL,
    model_id bigint NOT NULL,
    questions_wanted integer DEFAULT 5 NOT NULL,
    threshold_permille integer DEFAULT 400 NOT NULL,
    empty_answer text DEFAULT 'fault'::text NOT NULL,
    lease_seconds integer DEFAULT 3600 NOT NULL,
    min_passage_words integer DEFAULT 0 NOT NULL,
    assignments_per_passage integer DEFAULT 1 NOT NULL,
    reward_cents integer DEFAULT 0 NOT NULL,
    open boolean DEFAULT false NOT NULL,
    platforms text[] DEFAULT '{mturk,prolific,direct}'::text[] NOT NULL,
    completion_code text DEFAULT ''::text NOT NULL,
    onboarding text,
    onboarding_model_id bigint,
    onboarding_retries integer DEFAULT 0 NOT NULL,
    batch_hits integer,
    batch_hours integer,
    review_double boolean DEFAULT false NOT NULL,
    review_blind boolean DEFAULT true NOT NULL,
    review_lease_seconds integer DEFAULT 1800 NOT NULL,
    success_permille integer DEFAULT 800 NOT NULL,
    success_unit text DEFAULT 'question'::text NOT NULL,
    answerable_permille integer DEFAULT 500 NOT NULL,
    revoke_confirm boolean DEFAULT false NOT NULL,
    validation_votes integer DEFAULT 3 NOT NULL,
    validation_matches integer DEFAULT 1 NOT NULL,
    validation_match text DEFAULT 'em'::text NOT NULL,
    validation_f1_permille integer DEFAULT 400 NOT NULL,
    validation_early_stop integer DEFAULT 0 NOT NULL,
    validation_extra integer DEFAULT 0 NOT NULL,
    validation_train_permille integer DEFAULT 0 NOT NULL,
    validation_lost_permille integer DEFAULT 0 NOT NULL,
    validation_group text DEFAULT 'hit'::text NOT NULL,
    validation_questions integer DEFAULT 10 NOT NULL,
    validation_lease_seconds integer DEFAULT 1800 NOT NULL,
    validation_reward_cents integer DEFAULT 0 NOT NULL,
    validation_completion_code text DEFAULT ''::text NOT NULL,
    validation_onboarding text,
    CONSTRAINT project_answerable_range CHECK (((answerable_permille >= 0) AND (answerable_permille <= 1000))),
    CONSTRAINT project_assignments_per_passage_range CHECK (((assignments_per_passage >= 1) AND (assignments_per_passage <= 1000))),
    CONSTRAINT project_batch_hits_range CHECK (((batch_hits >= 1) AND (batch_hits <= 1000000))),
    CONSTRAINT project_batch_hours_range CHECK (((batch_hours >= 1) AND (batch_hours <= 8760))),
    CONSTRAINT project_completion_code_form CHECK ((completion_code ~ '^[A-Za-z0-9_-]{0,64}$'::text)),
    CONSTRAINT project_empty_answer_known CHECK ((empty_answer = ANY ('{fault,loss}'::text[]))),
    CONSTRAINT project_lease_range CHECK (((lease_seconds >= 1) AND (lease_seconds <= 2592000))),
    CONSTRAINT project_min_passage_words_range CHECK (((min_passage_words >= 0) AND (min_passage_words <= 100000))),
    CONSTRAINT project_name_form CHECK ((name ~ '^[a-z0-9][a-z0-9_-]{0,62}$'::text)),
    CONSTRAINT project_onboarding_form CHECK ((onboarding ~ '^[a-z0-9][a-z0-9_-]{0,62}$'::text)),
    CONSTRAINT project_onboarding_retries_range CHECK (((onboarding_retries >= 0) AND (onboarding_retries <= 100))),
    CONSTRAINT project_platforms_known CHECK (((platforms <@ '{mturk,prolific,direct}'::text[]) AND ((cardinality(platforms) >= 1) AND (cardinality(platforms) <= 3)))),
    CONSTRAINT project_questions_range CHECK (((questions_wanted >= 1) AND (questions_wanted <= 50))),
    CONSTRAINT project_review_lease_range CHECK (((review_lease_seconds >= 60) AND (review_lease_seconds <= 86400))),
    CONSTRAINT project_reward_range CHECK (((reward_cents >= 0) AND (reward_cents <= 1000000))),
    CONSTRAINT project_state_known CHECK ((state = ANY (ARRAY['active'::text, 'paused'::text, 'closed'::text]))),
    CONSTRAINT project_success_range CHECK (((success_permille >= 0) AND (success_permille <= 1000))),
    CONSTRAINT project_success_unit_known CHECK ((success_unit = ANY ('{question,hit}'::text[]))),
    CONSTRAINT project_threshold_range CHECK (((threshold_permille >= 0) AND (threshold_permille <= 1000))),
    CONSTRAINT project_title_form CHECK (((NOT beat.is_blank(title)) AND ((char_length(title) >= 1) AND (char_length(title) <= 200)))),
    CONSTRAINT project_validation_completion_code_form CHECK ((validation_completion_code ~ '^[A-Za-z0-9_-]{0,64}$'::text)),
    CONSTRAINT project_validation_early_stop_range CHECK (((validation_early_stop >= 0) AND (validation_early_stop <= 20))),
    CONSTRAINT project_validation_extra_range CHECK (((validation_extra >= 0) AND (validation_extra <= 20))),
    CONSTRAINT project_validation_f1_range CHECK (((validation_f1_permille >= 0) AND (validation_f1_permille <= 999))),
    CONSTRAINT project_validation_group_known CHECK ((validation_group = ANY ('{hit,passage}'::text[]))),
    CONSTRAINT project_validation_lease_range CHECK (((validation_lease_seconds >= 1) AND (validation_lease_seconds <= 2592000))),
    CONSTRAINT project_validation_lost_range CHECK (((validation_lost_permille >= 0) AND (validation_lost_permille <= 1000))),
    CONSTRAINT project_validation_match_known CHECK ((validation_match = ANY ('{em,f1}'::text[]))),
    CONSTRAINT project_validation_matches_range CHECK (((validation_matches >= 1) AND (validation_matches <= 20))),
    CONSTRAINT project_validation_onboarding_form CHECK ((validation_onboarding ~ '^[a-z0-9][a-z0-9_-]{0,62}$'::text)),
    CONSTRAINT project_validation_questions_range CHECK (((validation_questions >= 1) AND (validation_questions <= 50))),
    CONSTRAINT project_validation_reward_range CHECK (((validation_reward_cents >= 0) AND (validation_reward_cents <= 1000000))),
    CONSTRAINT project_validation_train_range CHECK (((validation_train_permille >= 0) AND (validation_train_permille <= 1000))),
    CONSTRAINT project_validation_votes_range CHECK (((validation_votes >= 0) AND (validation_votes <= 20)))
);

COMMENT ON TABLE beat.project IS 'One dataset being collected. Its settings are columns too, made from their entries: see sql/functions/project_settings.sql.';

COMMENT ON COLUMN beat.project.title IS 'What workers see as the name of the task. Without one it is the project''s name.';

COMMENT ON COLUMN beat.project.model_id IS 'The model that workers play against, by name or by URL; a new URL is registered.';

COMMENT ON COLUMN beat.project.questions_wanted IS 'How many won questions a HIT asks for; workers may hand in fewer.';

COMMENT ON COLUMN beat.project.threshold_permille IS 'The model wins if the word overlap (F1) of its answer with the worker''s is above this.';

COMMENT ON COLUMN beat.project.empty_answer IS 'What an empty answer of the model is: a fault, to be judged later, or its loss.';

COMMENT ON COLUMN beat.project.lease_seconds IS 'How long a worker may keep a passage before it can go to somebody else.';

COMMENT ON COLUMN beat.project.min_passage_words IS 'Passages with fewer words are not handed out; 0: all are.';

COMMENT ON COLUMN beat.project.assignments_per_passage IS 'How many workers get the same passage.';

COMMENT ON COLUMN beat.project.reward_cents IS 'What a HIT pays, as workers are told; work already handed in keeps what it was promised.';

COMMENT ON COLUMN beat.project.open IS 'Let anyone work at once. Otherwise a worker needs the qualification, or an invitation if there is no onboarding.';

COMMENT ON COLUMN beat.project.platforms IS 'Where workers may come from.';

COMMENT ON COLUMN beat.project.completion_code IS 'The code that Prolific expects at the end.';

COMMENT ON COLUMN beat.project.onboarding IS 'What workers without the qualification are taught before a reviewer screens them; none: only invited and qualified ones get in.';

COMMENT ON COLUMN beat.project.onboarding_model_id IS 'The model that the onboarding''s HIT is played against; none: the project''s weakest.';

COMMENT ON COLUMN beat.project.onboarding_retries IS 'How often a worker who failed the screening may do the onboarding again.';

COMMENT ON COLUMN beat.project.batch_hits IS 'A batch closes by itself, and its sample is drawn, after so many completed HITs.';

COMMENT ON COLUMN beat.project.batch_hours IS 'A batch closes by itself, and its sample is drawn, after so many hours.';

COMMENT ON COLUMN beat.project.review_double IS 'Two reviewers judge each sampled HIT, and a third decides where they differ.';

COMMENT ON COLUMN beat.project.review_blind IS 'Reviewers see neither the worker nor the model nor each other''s judgements.';

COMMENT ON COLUMN beat.project.review_lease_seconds IS 'How long a reviewer may keep a HIT before another gets it.';

COMMENT ON COLUMN beat.project.success_permille IS 'A worker whose success rate over reviewed work is below this loses the qualification, and the work is discarded.';

COMMENT ON COLUMN beat.project.success_unit IS 'What the success rate counts: valid questions, or HITs all of whose questions are valid.';

COMMENT ON COLUMN beat.project.answerable_permille IS 'A worker of whose validated questions fewer than this are answerable loses the qualification, and the work is discarded.';

COMMENT ON COLUMN beat.project.revoke_confirm IS 'A second person decides before a qualification is taken away by the rate.';

COMMENT ON COLUMN beat.project.validation_votes IS 'How many others answer each dev and test question without seeing its answer; 0: nothing is validated.';

COMMENT ON COLUMN beat.project.validation_matches IS 'How many votes must match for a question to be answerable; the others leave dev and test.';

COMMENT ON COLUMN beat.project.validation_match IS 'When a validator''s answer matches the author''s: em, the same words; f1, enough of the same words.';

COMMENT ON COLUMN beat.project.validation_f1_permille IS 'With f1 an answer matches if its word overlap (F1) with the author''s is above this.';

COMMENT ON COLUMN beat.project.validation_early_stop IS 'No further validator is asked once so many votes match; 0: all votes are collected.';

COMMENT ON COLUMN beat.project.validation_extra IS 'Up to so many further validators are asked, one by one, while fewer than half of the votes match.';

COMMENT ON COLUMN beat.project.validation_train_permille IS 'The part of train questions that is validated too, at random; they stay in train whatever comes of it.';

COMMENT ON COLUMN beat.project.validation_lost_permille IS 'The part of the lost attempts on dev and test passages that is validated too, to learn how hard they are.';

COMMENT ON COLUMN beat.project.validation_group IS 'What a validator gets at a time: the questions of one author''s HIT, or of a passage across authors.';

COMMENT ON COLUMN beat.project.validation_questions IS 'How many questions a validate HIT has at most.';

COMMENT ON COLUMN beat.project.validation_lease_seconds IS 'How long a validator may keep questions before they can go to somebody else.';

COMMENT ON COLUMN beat.project.validation_reward_cents IS 'What a validate HIT pays, as validators are told.';

COMMENT ON COLUMN beat.project.validation_completion_code IS 'The code that Prolific expects at the end of a validate HIT.';

COMMENT ON COLUMN beat.project.validation_onboarding IS 'The onboarding whose highlighting exercises come before a newcomer''s first validate HIT; nobody screens them. None: only qualified and invited workers validate.';

COMMENT ON CONSTRAINT project_answerable_range ON beat.project IS 'check (answerable_permille between 0 and 1000)';

COMMENT ON CONSTRAINT project_assignments_per_passage_range ON beat.project IS 'check (assignments_per_passage between 1 and 1000)';

COMMENT ON CONSTRAINT project_batch_hits_range ON beat.project IS 'check (batch_hits between 1 and 1000000)';

COMMENT ON CONSTRAINT project_batch_hours_range ON beat.project IS 'check (batch_hours between 1 and 8760)';

COMMENT ON CONSTRAINT project_completion_code_form ON beat.project IS 'check (completion_code ~ ''^[A-Za-z0-9_-]{0,64}$'')';

COMMENT ON CONSTRAINT project_empty_answer_known ON beat.project IS 'check (empty_answer = any (''{fault,loss}''::text[]))';

COMMENT ON CONSTRAINT project_lease_range ON beat.project IS 'check (lease_seconds between 1 and 2592000)';

COMMENT ON CONSTRAINT project_min_passage_words_range ON beat.project IS 'check (min_passage_words between 0 and 100000)';

COMMENT ON CONSTRAINT project_onboarding_form ON beat.project IS 'check (onboarding ~ ''^[a-z0-9][a-z0-9_-]{0,62}$'')';

COMMENT ON CONSTRAINT project_onboarding_retries_range ON beat.project IS 'check (onboarding_retries between 0 and 100)';

COMMENT ON CONSTRAINT project_platforms_known ON beat.project IS 'check (platforms <@ ''{mturk,prolific,direct}''::text[] and cardinality(platforms) between 1 and 3)';

COMMENT ON CONSTRAINT project_questions_range ON beat.project IS 'check (questions_wanted between 1 and 50)';

COMMENT ON CONSTRAINT project_review_lease_range ON beat.project IS 'check (review_lease_seconds between 60 and 86400)';

COMMENT ON CONSTRAINT project_reward_range ON beat.project IS 'check (reward_cents between 0 and 1000000)';

COMMENT ON CONSTRAINT project_success_range ON beat.project IS 'check (success_permille between 0 and 1000)';

COMMENT ON CONSTRAINT project_success_unit_known ON beat.project IS 'check (success_unit = any (''{question,hit}''::text[]))';

COMMENT ON CONSTRAINT project_threshold_range ON beat.project IS 'check (threshold_permille between 0 and 1000)';

COMMENT ON CONSTRAINT project_title_form ON beat.project IS 'check (not beat.is_blank(title) and char_length(title) between 1 and 200)';

COMMENT ON CONSTRAINT project_validation_completion_code_form ON beat.project IS 'check (validation_completion_code ~ ''^[A-Za-z0-9_-]{0,64}$'')';

COMMENT ON CONSTRAINT project_validation_early_stop_range ON beat.project IS 'check (validation_early_stop between 0 and 20)';

COMMENT ON CONSTRAINT project_validation_extra_range ON beat.project IS 'check (validation_extra between 0 and 20)';

COMMENT ON CONSTRAINT project_validation_f1_range ON beat.project IS 'check (validation_f1_permille between 0 and 999)';

COMMENT ON CONSTRAINT project_validation_group_known ON beat.project IS 'check (validation_group = any (''{hit,passage}''::text[]))';

COMMENT ON CONSTRAINT project_validation_lease_range ON beat.project IS 'check (validation_lease_seconds between 1 and 2592000)';

COMMENT ON CONSTRAINT project_validation_lost_range ON beat.project IS 'check (validation_lost_permille between 0 and 1000)';

COMMENT ON CONSTRAINT project_validation_match_known ON beat.project IS 'check (validation_match = any (''{em,f1}''::text[]))';

COMMENT ON CONSTRAINT project_validation_matches_range ON beat.project IS 'check (validation_matches between 1 and 20)';

COMMENT ON CONSTRAINT project_validation_onboarding_form ON beat.project IS 'check (validation_onboarding ~ ''^[a-z0-9][a-z0-9_-]{0,62}$'')';

COMMENT ON CONSTRAINT project_validation_questions_range ON beat.project IS 'check (validation_questions between 1 and 50)';

COMMENT ON CONSTRAINT project_validation_reward_range ON beat.project IS 'check (validation_reward_cents between 0 and 1000000)';

COMMENT ON CONSTRAINT project_validation_train_range ON beat.project IS 'check (validation_train_permille between 0 and 1000)';

COMMENT ON CONSTRAINT project_validation_votes_range ON beat.project IS 'check (validation_votes between 0 and 20)';

CREATE TABLE beat.assignment (
    id bigint NOT NULL,
    project_id bigint NOT NULL,
    worker_id bigint NOT NULL,
    passage_id bigint NOT NULL,
    kind beat.assignment_kind DEFAULT 'generate'::text NOT NULL,
    state beat.assignment_state DEFAULT 'live'::text NOT NULL,
    platform_ref beat.platform_ref DEFAULT ''::text NOT NULL,
    hit_ref beat.platform_ref DEFAULT ''::text NOT NULL,
    submit_to beat.submit_url DEFAULT ''::text NOT NULL,
    won beat.count DEFAULT 0 NOT NULL,
    started_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    reward_cents beat.count DEFAULT 0 NOT NULL,
    onboarding_id bigint
)
WITH (fillfactor='85');

COMMENT ON TABLE beat.assignment IS 'One worker on one passage, by lease: live until submitted, returned, or expired.';

COMMENT ON COLUMN beat.assignment.platform_ref IS 'What the platform calls it (assignmentId, SESSION_ID); the window last opened owns it.';

COMMENT ON COLUMN beat.assignment.won IS 'Attempts won so far; equals the count of its question rows, but for an onboarding, whose wins are no questions.';

COMMENT ON COLUMN beat.assignment.reward_cents IS 'What the hand-in earned, as promised at that moment.';

COMMENT ON COLUMN beat.assignment.onboarding_id IS 'Which version an assignment of the kind onboarding runs; which one a validator is to learn from first.';

CREATE TABLE beat.attempt (
    id uuid NOT NULL,
    assignment_id bigint NOT NULL,
    seq integer NOT NULL,
    question text NOT NULL,
    answer_start integer NOT NULL,
    answer_end integer NOT NULL,
    answer_text text NOT NULL,
    threshold_permille beat.permille NOT NULL,
    model_id bigint NOT NULL,
    model_build_id bigint,
    model_answer text,
    model_start integer,
    model_end integer,
    model_score double precision,
    shared integer,
    model_tokens integer,
    human_tokens integer,
    verdict text NOT NULL,
    fault text,
    model_ms beat.count,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    judged_at timestamp with time zone,
    CONSTRAINT attempt_verdict_follows_from_overlap CHECK (((verdict = beat.verdict_of(shared, model_tokens, human_tokens, (threshold_permille)::integer)) IS TRUE))
);

COMMENT ON TABLE beat.attempt IS 'One question with its highlighted answer, the model''s answer, and the verdict with its proof.';

COMMENT ON COLUMN beat.attempt.id IS 'Made by the browser: a request sent twice is stored once.';

COMMENT ON COLUMN beat.attempt.answer_start IS 'Code points; answer_end is exclusive.';

COMMENT ON COLUMN beat.attempt.shared IS 'With model_tokens and human_tokens, the exact proof of the verdict: F1 = 2s / (m + k).';

COMMENT ON COLUMN beat.attempt.fault IS 'Why the model could not judge (timeout, refused, …); null once there is a verdict.';

CREATE TABLE beat.batch (
    id bigint NOT NULL,
    project_id bigint NOT NULL,
    number integer NOT NULL,
    seed text NOT NULL,
    cause text NOT NULL,
    actor beat.actor_name NOT NULL,
    closed_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    hits_total bigint NOT NULL,
    hits beat.count NOT NULL,
    workers beat.count NOT NULL,
    sampled beat.count NOT NULL,
    CONSTRAINT batch_cause_known CHECK ((cause = ANY (ARRAY['hand'::text, 'hits'::text, 'hours'::text]))),
    CONSTRAINT batch_seed_form CHECK ((seed ~ '^[0-9A-Za-z._-]{1,64}$'::text))
);

COMMENT ON TABLE beat.batch IS 'A closed batch: what it drew follows from its seed and the HITs completed by then.';

COMMENT ON COLUMN beat.batch.hits_total IS 'Completed generate HITs of the project at its closing; hits: since the last.';

CREATE TABLE beat.sample (
    assignment_id bigint NOT NULL,
    batch_id bigint NOT NULL,
    project_id bigint NOT NULL,
    worker_id bigint NOT NULL,
    state text DEFAULT 'waiting'::text NOT NULL,
    reviews_wanted smallint DEFAULT 1 NOT NULL,
    taken smallint DEFAULT 0 NOT NULL,
    held boolean DEFAULT false NOT NULL,
    free boolean GENERATED ALWAYS AS (((NOT held) AND (taken <
CASE state
    WHEN 'waiting'::text THEN (reviews_wanted)::integer
    WHEN 'disputed'::text THEN 1
    ELSE 0
END))) STORED NOT NULL,
    review_id bigint,
    sampled_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    settled_at timestamp with time zone,
    CONSTRAINT sample_reviews_range CHECK ((reviews_wanted = ANY (ARRAY[1, 2]))),
    CONSTRAINT sample_settled_by_a_review CHECK (((state = 'settled'::text) = (review_id IS NOT NULL))),
    CONSTRAINT sample_state_known CHECK ((state = ANY (ARRAY['waiting'::text, 'disputed'::text, 'settled'::text]))),
    CONSTRAINT sample_taken_range CHECK (((taken >= 0) AND (taken <= 2)))
);

COMMENT ON TABLE beat.sample IS 'A HIT drawn for review. Disputed: two reviews differ, a third person decides.';

COMMENT ON COLUMN beat.sample.taken IS 'Reviews under way or finished; once it is disputed, adjudications.';

COMMENT ON COLUMN beat.sample.held IS 'Not handed out: the worker''s qualification is revoked, so nobody has to look.';

COMMENT ON COLUMN beat.sample.free IS 'There is room for another reviewer.';

COMMENT ON COLUMN beat.sample.review_id IS 'The review whose judgements count.';

CREATE TABLE beat.event (
    id bigint NOT NULL,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    actor beat.actor_name NOT NULL,
    kind beat.event_kind NOT NULL,
    project_id bigint,
    worker_id bigint,
    assignment_id bigint,
    detail jsonb DEFAULT '{}'::jsonb NOT NULL
);

COMMENT ON TABLE beat.event IS 'Append-only: who changed what, when, from what to what.';

CREATE TABLE beat.model (
    id bigint NOT NULL,
    name text NOT NULL,
    url text NOT NULL,
    protocol text DEFAULT 'beat'::text NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    measured_on text,
    measured_permille integer,
    CONSTRAINT model_measured_on_form CHECK (((measured_on ~ '^[^[:cntrl:]]{1,40}$'::text) AND (measured_on = btrim(measured_on)))),
    CONSTRAINT model_measured_permille_range CHECK (((measured_permille >= 0) AND (measured_permille <= 1000))),
    CONSTRAINT model_measured_whole CHECK ((num_nonnulls(measured_on, measured_permille) = ANY (ARRAY[0, 2]))),
    CONSTRAINT model_name_form CHECK ((name ~ '^[A-Za-z0-9\[][]A-Za-z0-9._:/-]{0,127}$'::text)),
    CONSTRAINT model_protocol_form CHECK ((protocol ~ '^[a-z][a-z0-9_-]{0,31}$'::text)),
    CONSTRAINT model_url_form CHECK (((url ~ '^https?://[^[:space:]/?#]+[^[:space:]]*$'::text) AND (char_length(url) <= 2000)))
);

COMMENT ON TABLE beat.model IS 'A registered endpoint that answers questions. What it is at a moment is told by its builds.';

COMMENT ON COLUMN beat.model.measured_on IS 'The questions that it was measured on, by the name people know: SQuAD. Null: not measured.';

COMMENT ON COLUMN beat.model.measured_permille IS 'How many of a thousand of those questions it answers.';

CREATE TABLE beat.participation (
    worker_id bigint NOT NULL,
    project_id bigint NOT NULL,
    state text DEFAULT 'new'::text NOT NULL,
    state_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    onboarding_id bigint,
    tries beat.count DEFAULT 0 NOT NULL,
    seen_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    submitted beat.count DEFAULT 0 NOT NULL,
    attempts beat.count DEFAULT 0 NOT NULL,
    wins beat.count DEFAULT 0 NOT NULL,
    kept beat.count DEFAULT 0 NOT NULL,
    seconds bigint DEFAULT 0 NOT NULL,
    sampled beat.count DEFAULT 0 NOT NULL,
    reviewed_hits beat.count DEFAULT 0 NOT NULL,
    valid_hits beat.count DEFAULT 0 NOT NULL,
    reviewed_questions beat.count DEFAULT 0 NOT NULL,
    valid_questions beat.count DEFAULT 0 NOT NULL,
    validator_at timestamp with time zone,
    validator_onboarding_id bigint,
    votes integer DEFAULT 0 NOT NULL,
    validated integer DEFAULT 0 NOT NULL,
    answerable integer DEFAULT 0 NOT NULL,
    CONSTRAINT participation_answerable_range CHECK (((0 <= answerable) AND (answerable <= validated))),
    CONSTRAINT participation_state_known CHECK ((state = ANY (ARRAY['new'::text, 'onboarding'::text, 'screening'::text, 'qualified'::text, 'failed'::text, 'revoked'::text]))),
    CONSTRAINT participation_votes_not_negative CHECK ((votes >= 0))
)
WITH (fillfactor='80');

COMMENT ON TABLE beat.participation IS 'A worker in a project: the state, and counters of the work.';

COMMENT ON COLUMN beat.participation.tries IS 'Onboardings handed in.';

COMMENT ON COLUMN beat.participation.submitted IS 'Completed generate HITs, the n of the sampling rule. This and the counters that follow are kept by the functions that change what they count; beatctl check recounts them.';

COMMENT ON COLUMN beat.participation.attempts IS 'Attempts in submitted generate HITs; wins: those the human won.';

COMMENT ON COLUMN beat.participation.kept IS 'Questions of submitted generate HITs that nothing discards.';

COMMENT ON COLUMN beat.participation.seconds IS 'Time from start to hand-in over the submitted generate HITs.';

COMMENT ON COLUMN beat.participation.reviewed_questions IS 'Questions of settled samples, of which valid_questions are valid; a HIT is valid if all its questions are.';

COMMENT ON COLUMN beat.participation.validator_at IS 'Since when the worker may validate without being qualified to write questions.';

COMMENT ON COLUMN beat.participation.votes IS 'Votes cast by the worker, excluded ones too.';

COMMENT ON COLUMN beat.participation.validated IS 'Questions of the worker that votes have decided on, of which answerable are answerable.';

CREATE TABLE beat.worker (
    id bigint NOT NULL,
    platform beat.platform_name NOT NULL,
    platform_worker_id beat.worker_ref NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    blocked_at timestamp with time zone,
    blocked_reason text
);

COMMENT ON TABLE beat.worker IS 'A person, as one platform knows them.';

COMMENT ON COLUMN beat.worker.blocked_at IS 'Since when the worker may enter no project at all.';

CREATE TABLE beat.question (
    id beat.question_id NOT NULL,
    attempt_id uuid NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    project_id bigint NOT NULL,
    worker_id bigint NOT NULL,
    assignment_id bigint NOT NULL,
    split beat.split_name NOT NULL,
    model_id bigint NOT NULL,
    discards beat.count DEFAULT 0 NOT NULL,
    labels text[] DEFAULT '{}'::text[] NOT NULL,
    number bigint NOT NULL,
    words tsvector DEFAULT ''::tsvector NOT NULL,
    reviewed boolean DEFAULT false NOT NULL
);

COMMENT ON TABLE beat.question IS 'A won attempt: one question of the dataset, under the id it is published with.';

COMMENT ON COLUMN beat.question.discards IS 'Discards of it that are not undone; 0: the question is in.';

COMMENT ON COLUMN beat.question.labels IS 'Of the review that settled it.';

COMMENT ON COLUMN beat.question.number IS 'Rises with time: the place in a list, and the cursor of its pages.';

COMMENT ON COLUMN beat.question.words IS 'Of the question and its answer, for full-text search. Of no language: who looks for "how many" must find it.';

COMMENT ON COLUMN beat.question.reviewed IS 'A review that settled its HIT has judged it.';

CREATE TABLE beat.release (
    id bigint NOT NULL,
    name text NOT NULL,
    version text NOT NULL,
    project_id bigint,
    parts jsonb DEFAULT '[]'::jsonb NOT NULL,
    state text DEFAULT 'building'::text NOT NULL,
    as_of timestamp with time zone NOT NULL,
    seed text NOT NULL,
    licence text NOT NULL,
    formats text[] NOT NULL,
    settings jsonb NOT NULL,
    pseudonym_key bytea NOT NULL,
    code_version text NOT NULL,
    actor beat.actor_name NOT NULL,
    served boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    ready_at timestamp with time zone,
    report jsonb DEFAULT '{}'::jsonb NOT NULL,
    progress jsonb DEFAULT '{}'::jsonb NOT NULL,
    alive_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT release_key_length CHECK ((octet_length(pseudonym_key) = 32)),
    CONSTRAINT release_name_form CHECK ((name ~ '^[a-z0-9][a-z0-9_-]{0,62}$'::text)),
    CONSTRAINT release_ready_has_moment CHECK (((state = 'ready'::text) = (ready_at IS NOT NULL))),
    CONSTRAINT release_seed_form CHECK ((seed ~ '^[0-9A-Za-z._-]{1,64}$'::text)),
    CONSTRAINT release_state_known CHECK ((state = ANY (ARRAY['building'::text, 'ready'::text, 'failed'::text]))),
    CONSTRAINT release_version_form CHECK (((version ~ '^[0-9A-Za-z][0-9A-Za-z.+-]{0,63}$'::text) AND (version !~ '[.][.]'::text)))
);

COMMENT ON TABLE beat.release IS 'A frozen export: what is in it (release_question), how it was chosen, and what was written (release_file). Several of one version may have failed; at most one is being built or ready.';

COMMENT ON COLUMN beat.release.project_id IS 'Null: combined of other releases, which parts names.';

COMMENT ON COLUMN beat.release.as_of IS 'What was true at this moment is in it. Everything stamped before it was committed.';

COMMENT ON COLUMN beat.release.pseudonym_key IS 'Keys the hash that stands for a worker in the files of this release.';

COMMENT ON COLUMN beat.release.served IS 'Wanted in the server''s own folder, for downloads from the dashboard.';

COMMENT ON COLUMN beat.release.report IS 'Counts, what the gate found, near-duplicates, splits that fell short.';

COMMENT ON COLUMN beat.release.alive_at IS 'Renewed by whoever builds it; long past: the builder died, another may go on.';

CREATE TABLE beat.revocation (
    id bigint NOT NULL,
    project_id bigint NOT NULL,
    worker_id bigint NOT NULL,
    state text NOT NULL,
    cause text NOT NULL,
    reason text NOT NULL,
    actor beat.actor_name NOT NULL,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    review_id bigint,
    valid beat.count,
    reviewed beat.count,
    decided_by text,
    decided_at timestamp with time zone,
    discarded beat.count DEFAULT 0 NOT NULL,
    undone_by text,
    undone_at timestamp with time zone,
    undone_reason text,
    CONSTRAINT revocation_cause_known CHECK ((cause = ANY (ARRAY['review'::text, 'hand'::text, 'answerability'::text]))),
    CONSTRAINT revocation_reason_form CHECK (((NOT beat.is_blank(reason)) AND (char_length(reason) <= 1000))),
    CONSTRAINT revocation_state_known CHECK ((state = ANY (ARRAY['proposed'::text, 'done'::text, 'dismissed'::text, 'undone'::text])))
);

COMMENT ON TABLE beat.revocation IS 'A qualification taken away, or proposed to be; one at a time for a worker in a project.';

CREATE TABLE beat.screening (
    assignment_id bigint NOT NULL,
    project_id bigint NOT NULL,
    worker_id bigint NOT NULL,
    onboarding_id bigint NOT NULL,
    handed_in_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    state text DEFAULT 'waiting'::text NOT NULL,
    reason text,
    account_id bigint,
    actor text,
    decided_at timestamp with time zone,
    CONSTRAINT screening_decided_unless_waiting CHECK (((state = 'waiting'::text) = (decided_at IS NULL))),
    CONSTRAINT screening_state_known CHECK ((state = ANY (ARRAY['waiting'::text, 'passed'::text, 'failed'::text])))
);

COMMENT ON TABLE beat.screening IS 'Onboardings handed in: the queue that reviewers pass or fail.';

CREATE TABLE beat.api_token (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    name text NOT NULL,
    token_sha256 bytea NOT NULL,
    scopes text[] NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    expires_at timestamp with time zone,
    used_at timestamp with time zone,
    revoked_at timestamp with time zone,
    CONSTRAINT api_token_name_form CHECK (((NOT beat.is_blank(name)) AND (char_length(name) <= 100))),
    CONSTRAINT api_token_scopes_known CHECK (((scopes <@ ARRAY['look'::text, 'review'::text, 'manage'::text, 'people'::text, 'identity'::text]) AND (cardinality(scopes) >= 1)))
);

COMMENT ON TABLE beat.api_token IS 'Keys for scripts: they may do what their scopes and their account''s role both allow.';

CREATE TABLE beat.validation (
    id beat.question_id NOT NULL,
    attempt_id uuid NOT NULL,
    project_id bigint NOT NULL,
    passage_id bigint NOT NULL,
    assignment_id bigint NOT NULL,
    worker_id bigint NOT NULL,
    split beat.split_name NOT NULL,
    cause text NOT NULL,
    active boolean DEFAULT true NOT NULL,
    state text DEFAULT 'waiting'::text NOT NULL,
    wanted smallint NOT NULL,
    taken smallint DEFAULT 0 NOT NULL,
    votes smallint DEFAULT 0 NOT NULL,
    matches smallint DEFAULT 0 NOT NULL,
    shuffle beat.count DEFAULT (floor((random() * (2147483647)::double precision)))::integer NOT NULL,
    open boolean GENERATED ALWAYS AS ((active AND (taken < wanted))) STORED NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    decided_at timestamp with time zone,
    CONSTRAINT validation_cause_known CHECK ((cause = ANY (ARRAY['split'::text, 'train'::text, 'lost'::text]))),
    CONSTRAINT validation_counts CHECK (((0 <= matches) AND (matches <= votes) AND (votes <= taken) AND (taken <= 1000) AND ((wanted >= 0) AND (wanted <= 1000)))),
    CONSTRAINT validation_decided_has_moment CHECK (((state = 'waiting'::text) = (decided_at IS NULL))),
    CONSTRAINT validation_state_known CHECK ((state = ANY (ARRAY['waiting'::text, 'answerable'::text, 'unanswerable'::text])))
)
WITH (fillfactor='80');

COMMENT ON TABLE beat.validation IS 'What validators answer: dev and test questions, as the project wishes also some of train and some lost attempts.';

COMMENT ON COLUMN beat.validation.id IS 'Of the question; of a lost attempt the id it would have had.';

COMMENT ON COLUMN beat.validation.worker_id IS 'The author, who never validates it.';

COMMENT ON COLUMN beat.validation.cause IS 'Why it is validated: its split asks for it, a sample of train, a lost attempt.';

COMMENT ON COLUMN beat.validation.active IS 'False while the question is discarded by something else than its votes.';

COMMENT ON COLUMN beat.validation.wanted IS 'Votes wanted by now: fewer after an early stop, more on disagreement.';

COMMENT ON COLUMN beat.validation.taken IS 'Validators who have it in hand or whose vote counts.';

COMMENT ON COLUMN beat.validation.votes IS 'Cast votes that count; matches: those that match the original answer.';

CREATE TABLE beat.vote (
    id bigint NOT NULL,
    assignment_id bigint NOT NULL,
    validation_id beat.question_id NOT NULL,
    project_id bigint NOT NULL,
    worker_id bigint NOT NULL,
    answer_start integer,
    answer_end integer,
    answer_text text,
    normal text,
    reason text,
    comment text DEFAULT ''::text NOT NULL,
    shared integer NOT NULL,
    vote_tokens integer NOT NULL,
    original_tokens integer NOT NULL,
    exact boolean NOT NULL,
    excluded boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    cast_at timestamp with time zone,
    CONSTRAINT vote_comment_limit CHECK ((char_length(comment) <= 1000)),
    CONSTRAINT vote_counts CHECK (((0 <= shared) AND (shared <= vote_tokens) AND (shared <= original_tokens) AND (original_tokens >= 1) AND ((answer_text IS NOT NULL) OR ((vote_tokens = 0) AND (NOT exact))) AND ((NOT exact) OR ((shared = vote_tokens) AND (shared = original_tokens))))),
    CONSTRAINT vote_is_answer_or_reason CHECK (((num_nulls(answer_start, answer_end, answer_text) = ANY (ARRAY[0, 3])) AND ((answer_text IS NULL) = (reason IS NOT NULL)))),
    CONSTRAINT vote_normal_is_its_tokens CHECK ((((normal IS NULL) = (answer_text IS NULL)) AND (vote_tokens = COALESCE(array_length(string_to_array(normal, ' '::text), 1), 0))))
);

COMMENT ON TABLE beat.vote IS 'A validator''s own answer to a question, or why it has none; with the exact proof of its agreement with the original: F1 = 2s / (m + k), m the tokens of the vote, k of the original.';

COMMENT ON COLUMN beat.vote.normal IS 'The answer''s tokens after normalisation, joined by single spaces, as the scorer made them: votes are compared by it.';

COMMENT ON COLUMN beat.vote.excluded IS 'True while an exclusion of its validator stands.';

COMMENT ON COLUMN beat.vote.cast_at IS 'When its HIT was handed in; until then the validator may change it, and it does not count.';

ALTER TABLE beat.account ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME beat.account_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE beat.agreement (
    project_id bigint NOT NULL,
    first_account_id bigint NOT NULL,
    second_account_id bigint NOT NULL,
    vv beat.count DEFAULT 0 NOT NULL,
    vi beat.count DEFAULT 0 NOT NULL,
    iv beat.count DEFAULT 0 NOT NULL,
    ii beat.count DEFAULT 0 NOT NULL
);

COMMENT ON TABLE beat.agreement IS 'Questions that two people have reviewed, by what the one who finished first and the other said: vi is valid, then invalid.';

ALTER TABLE beat.api_token ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME beat.api_token_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE beat.assignment ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME beat.assignment_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE beat.attempt_tally (
    project_id bigint NOT NULL,
    model_id bigint NOT NULL,
    hour timestamp with time zone NOT NULL,
    lane smallint NOT NULL,
    human integer DEFAULT 0 NOT NULL,
    model integer DEFAULT 0 NOT NULL,
    "none" integer DEFAULT 0 NOT NULL,
    model_ms bigint DEFAULT 0 NOT NULL,
    ms_buckets integer[] DEFAULT '{0,0,0,0,0,0,0,0}'::integer[] NOT NULL
)
WITH (fillfactor='50');

COMMENT ON TABLE beat.attempt_tally IS 'Attempts of generate HITs by hour and verdict, with the time the model took.';

COMMENT ON COLUMN beat.attempt_tally.ms_buckets IS 'How many answers took up to 10, 30, 100, 300, 1000, 3000, 10000 ms, and longer.';

ALTER TABLE beat.batch ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME beat.batch_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE beat.collection (
    id bigint NOT NULL,
    name text NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    train beat.count DEFAULT 0 NOT NULL,
    dev beat.count DEFAULT 0 NOT NULL,
    test beat.count DEFAULT 0 NOT NULL,
    CONSTRAINT collection_name_form CHECK ((name ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$'::text))
);

COMMENT ON TABLE beat.collection IS 'A named set of passages that projects draw from.';

COMMENT ON COLUMN beat.collection.train IS 'Passages of that split in it; dev and test alike. Kept by a trigger.';

ALTER TABLE beat.collection ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME beat.collection_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE beat.collection_passage (
    collection_id bigint NOT NULL,
    passage_id bigint NOT NULL,
    added_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

COMMENT ON TABLE beat.collection_passage IS 'Which passages a collection holds; a passage may be in several.';

CREATE TABLE beat.day_tally (
    project_id bigint NOT NULL,
    split beat.split_name NOT NULL,
    day date NOT NULL,
    lane smallint NOT NULL,
    kept integer DEFAULT 0 NOT NULL
)
WITH (fillfactor='50');

COMMENT ON TABLE beat.day_tally IS 'By how much the kept questions of a split changed on a day (of UTC): came in, were discarded, were restored. The days sum up to project_tally.kept; a forecast reads the last ones.';

CREATE TABLE beat.decision (
    id bigint NOT NULL,
    validation_id beat.question_id NOT NULL,
    project_id bigint NOT NULL,
    state text NOT NULL,
    votes smallint NOT NULL,
    matches smallint NOT NULL,
    cause text NOT NULL,
    actor beat.actor_name NOT NULL,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT decision_cause_known CHECK ((cause = ANY (ARRAY['vote'::text, 'exclusion'::text, 'setting'::text]))),
    CONSTRAINT decision_state_known CHECK ((state = ANY (ARRAY['waiting'::text, 'answerable'::text, 'unanswerable'::text])))
);

COMMENT ON TABLE beat.decision IS 'What the votes on a question came to, each time it changed: the last before a moment was true at that moment.';

ALTER TABLE beat.decision ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME beat.decision_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE beat.discard (
    id bigint NOT NULL,
    question_id beat.question_id NOT NULL,
    cause text NOT NULL,
    revocation_id bigint,
    review_id bigint,
    reason text NOT NULL,
    actor beat.actor_name NOT NULL,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    undone_at timestamp with time zone,
    undone_by text,
    undone_reason text,
    CONSTRAINT discard_cause_is_told CHECK ((((cause = 'revocation'::text) = (revocation_id IS NOT NULL)) AND ((cause = 'review'::text) = (review_id IS NOT NULL)))),
    CONSTRAINT discard_cause_known CHECK ((cause = ANY (ARRAY['revocation'::text, 'review'::text, 'hand'::text, 'unanswerable'::text]))),
    CONSTRAINT discard_reason_form CHECK (((NOT beat.is_blank(reason)) AND (char_length(reason) <= 1000))),
    CONSTRAINT discard_undone_by_someone CHECK (((undone_at IS NULL) = (undone_by IS NULL)))
);

COMMENT ON TABLE beat.discard IS 'Why a question is out. It is in again when every discard of it is undone; each cause stands for itself.';

ALTER TABLE beat.discard ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME beat.discard_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE beat.document (
    id bigint NOT NULL,
    title text NOT NULL,
    title_sha256 bytea GENERATED ALWAYS AS (beat.sha256_of(title)) STORED NOT NULL,
    split beat.split_name NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT document_title_limit CHECK ((octet_length(title) <= 16384)),
    CONSTRAINT document_title_not_blank CHECK ((NOT beat.is_blank(title)))
);

COMMENT ON TABLE beat.document IS 'The source of passages. Its split is chosen once, for all projects, so that datasets stay comparable.';

COMMENT ON COLUMN beat.document.title_sha256 IS 'Unique instead of the title itself: titles may be longer than an index entry.';

ALTER TABLE beat.document ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME beat.document_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE beat.duration_tally (
    project_id bigint NOT NULL,
    bucket smallint NOT NULL,
    lane smallint NOT NULL,
    hits integer DEFAULT 0 NOT NULL,
    CONSTRAINT duration_tally_bucket_range CHECK (((bucket >= 0) AND (bucket <= 120)))
)
WITH (fillfactor='50');

COMMENT ON TABLE beat.duration_tally IS 'Submitted generate HITs by duration in whole half minutes; 120: an hour or more.';

ALTER TABLE beat.event ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME beat.event_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE beat.exercise_answer (
    assignment_id bigint NOT NULL,
    number smallint NOT NULL,
    tries beat.count DEFAULT 0 NOT NULL,
    done boolean DEFAULT false NOT NULL,
    question text,
    answer_start integer,
    answer_end integer,
    answer_text text,
    shared integer,
    given_tokens integer,
    expected_tokens integer,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT exercise_answer_number_range CHECK (((number >= 1) AND (number <= 20)))
);

COMMENT ON TABLE beat.exercise_answer IS 'A worker''s answer to an exercise; the last one counts, tries tells how many.';

CREATE TABLE beat.function_set (
    name text NOT NULL,
    program text NOT NULL,
    installed_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    dropped_at timestamp with time zone,
    CONSTRAINT function_set_name_form CHECK ((name ~ '^beat_f_[0-9a-f]{12}$'::text))
);

COMMENT ON TABLE beat.function_set IS 'The sets of functions that programs brought along, each in a schema of that name; see functions/function_sets.sql.';

CREATE TABLE beat.judgement (
    review_id bigint NOT NULL,
    question_id beat.question_id NOT NULL,
    valid boolean NOT NULL,
    tags text[] DEFAULT '{}'::text[] NOT NULL,
    labels text[] DEFAULT '{}'::text[] NOT NULL,
    comment text DEFAULT ''::text NOT NULL,
    CONSTRAINT judgement_comment_limit CHECK ((char_length(comment) <= 4000)),
    CONSTRAINT judgement_labels_limit CHECK ((cardinality(labels) <= 3)),
    CONSTRAINT judgement_tags_iff_invalid CHECK ((valid = (cardinality(tags) = 0)))
);

COMMENT ON TABLE beat.judgement IS 'What a review says of one question.';

CREATE TABLE beat.login (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    token_sha256 bytea NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    seen_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    address text DEFAULT ''::text NOT NULL,
    agent text DEFAULT ''::text NOT NULL,
    CONSTRAINT login_lengths CHECK (((char_length(address) <= 100) AND (char_length(agent) <= 400)))
);

COMMENT ON TABLE beat.login IS 'Sessions of the dashboard. The cookie''s token is kept as its digest alone.';

CREATE TABLE beat.login_failure (
    key text NOT NULL,
    failures integer DEFAULT 0 NOT NULL,
    last_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    blocked_until timestamp with time zone,
    CONSTRAINT login_failure_key_length CHECK ((char_length(key) <= 200))
);

COMMENT ON TABLE beat.login_failure IS 'Failed sign-ins in a row, by "account:NAME" and "address:IP": the back-off.';

ALTER TABLE beat.login ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME beat.login_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE beat.model_build (
    id bigint NOT NULL,
    model_id bigint NOT NULL,
    name text NOT NULL,
    version text NOT NULL,
    weights text NOT NULL,
    first_seen_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT model_build_lengths CHECK (((char_length(name) <= 200) AND (char_length(version) <= 200) AND (char_length(weights) <= 200)))
);

COMMENT ON TABLE beat.model_build IS 'What predictions said of themselves (name, version, hash of the weights), each combination once.';

ALTER TABLE beat.model_build ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME beat.model_build_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE beat.model ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME beat.model_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE beat.onboarding (
    id bigint NOT NULL,
    name text NOT NULL,
    version integer NOT NULL,
    content jsonb NOT NULL,
    content_sha256 bytea NOT NULL,
    passage_id bigint NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT onboarding_name_form CHECK ((name ~ '^[a-z0-9][a-z0-9_-]{0,62}$'::text)),
    CONSTRAINT onboarding_version_range CHECK ((version >= 1))
);

COMMENT ON TABLE beat.onboarding IS 'A version of an onboarding: five exercises with their passages in content, and the passage of the real HIT.';

ALTER TABLE beat.onboarding ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME beat.onboarding_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE beat.outbox (
    id bigint NOT NULL,
    platform beat.platform_name NOT NULL,
    action text NOT NULL,
    worker_id bigint NOT NULL,
    project_id bigint NOT NULL,
    revocation_id bigint,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    done_at timestamp with time zone,
    tries beat.count DEFAULT 0 NOT NULL,
    error text,
    CONSTRAINT outbox_action_known CHECK ((action = ANY (ARRAY['revoke'::text, 'qualify'::text])))
);

COMMENT ON TABLE beat.outbox IS 'What a platform has to be told. Direct workers have no platform to tell: their entries are done at once.';

ALTER TABLE beat.outbox ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME beat.outbox_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE beat.participation_move (
    from_state text NOT NULL,
    to_state text NOT NULL,
    meaning text NOT NULL
);

COMMENT ON TABLE beat.participation_move IS 'The state machine of a worker in a project: every legal move, and no other is possible.';

CREATE TABLE beat.passage (
    id bigint NOT NULL,
    document_id bigint NOT NULL,
    split beat.split_name NOT NULL,
    text text NOT NULL,
    text_sha256 bytea GENERATED ALWAYS AS (beat.sha256_of(text)) STORED NOT NULL,
    length integer GENERATED ALWAYS AS (char_length(text)) STORED NOT NULL,
    words integer GENERATED ALWAYS AS (beat.word_count(text)) STORED NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT passage_length_limit CHECK ((length <= 50000)),
    CONSTRAINT passage_text_not_blank CHECK ((NOT beat.is_blank(text)))
);

COMMENT ON TABLE beat.passage IS 'An immutable text that questions are asked about; stored verbatim, once.';

COMMENT ON COLUMN beat.passage.split IS 'The document''s: the foreign key over both columns keeps splits disjoint by document.';

COMMENT ON COLUMN beat.passage.length IS 'In code points, as all offsets are.';

COMMENT ON COLUMN beat.passage.words IS 'Counted once, because projects may want passages of a length.';

ALTER TABLE beat.passage ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME beat.passage_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE beat.project_collection (
    project_id bigint NOT NULL,
    collection_id bigint NOT NULL,
    linked boolean DEFAULT true NOT NULL,
    added_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

COMMENT ON TABLE beat.project_collection IS 'Where a project draws its passages from. A project with no linked collection draws from all of them.';

ALTER TABLE beat.project ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME beat.project_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE beat.project_passage (
    project_id bigint NOT NULL,
    passage_id bigint NOT NULL,
    split beat.split_name NOT NULL,
    taken beat.count DEFAULT 0 NOT NULL,
    shuffle beat.count DEFAULT (floor((random() * (2147483647)::double precision)))::integer NOT NULL,
    active boolean DEFAULT true NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0.02', autovacuum_analyze_scale_factor='0.02');

COMMENT ON TABLE beat.project_passage IS 'The queue of work: how often each passage of a project is being or has been worked on.';

COMMENT ON COLUMN beat.project_passage.taken IS 'Assignments of the kind generate on it that are live, ended or submitted, without those of workers who are revoked in the project.';

COMMENT ON COLUMN beat.project_passage.shuffle IS 'A place in a random order: drawing starts at a random place and takes the next free one.';

COMMENT ON COLUMN beat.project_passage.active IS 'False once none of the project''s collections holds it any more, or it is too short for the project.';

CREATE TABLE beat.project_split (
    project_id bigint NOT NULL,
    split beat.split_name NOT NULL,
    target beat.count,
    passages beat.count DEFAULT 0 NOT NULL
);

COMMENT ON TABLE beat.project_split IS 'How many questions a project wants of each split.';

COMMENT ON COLUMN beat.project_split.target IS 'Null: as many as there are.';

COMMENT ON COLUMN beat.project_split.passages IS 'Active passages of the split: the weight of the split when one is drawn.';

CREATE TABLE beat.project_tally (
    project_id bigint NOT NULL,
    split beat.split_name NOT NULL,
    lane smallint NOT NULL,
    submitted integer DEFAULT 0 NOT NULL,
    kept integer DEFAULT 0 NOT NULL,
    pay_cents bigint DEFAULT 0 NOT NULL,
    seconds bigint DEFAULT 0 NOT NULL,
    wins integer DEFAULT 0 NOT NULL,
    CONSTRAINT project_tally_pay_not_negative CHECK ((pay_cents >= 0)),
    CONSTRAINT project_tally_seconds_not_negative CHECK ((seconds >= 0))
)
WITH (fillfactor='50');

COMMENT ON TABLE beat.project_tally IS 'Submitted assignments and kept questions, counted in one of several lanes and summed when read. One row would be locked by every batch of submissions until its commit, and batches taking several such rows would deadlock.';

COMMENT ON COLUMN beat.project_tally.kept IS 'Questions of submitted generate HITs that nothing discards.';

COMMENT ON COLUMN beat.project_tally.wins IS 'Questions of submitted generate HITs, discarded or not.';

CREATE TABLE beat.question_figures (
    question_id beat.question_id NOT NULL,
    question_words integer NOT NULL,
    answer_words integer NOT NULL,
    overlap integer NOT NULL,
    first_words text[] NOT NULL
);

COMMENT ON TABLE beat.question_figures IS 'What the statistics tell of one question, worked out when they first need it.';

ALTER TABLE beat.question ALTER COLUMN number ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME beat.question_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE beat.release_file (
    release_id bigint NOT NULL,
    path text NOT NULL,
    bytes bigint NOT NULL,
    sha256 text NOT NULL,
    CONSTRAINT release_file_sha256_form CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text))
);

COMMENT ON TABLE beat.release_file IS 'The files of a release that is ready, with their digests.';

ALTER TABLE beat.release ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME beat.release_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE beat.release_question (
    release_id bigint NOT NULL,
    split beat.split_name NOT NULL,
    place integer NOT NULL,
    question_id beat.question_id NOT NULL
);

COMMENT ON TABLE beat.release_question IS 'What a release holds, in the order in which its files have it.';

ALTER TABLE beat.review ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME beat.review_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE beat.review_word (
    kind text NOT NULL,
    word text NOT NULL,
    place smallint NOT NULL,
    meaning text NOT NULL,
    CONSTRAINT review_word_kind_known CHECK ((kind = ANY (ARRAY['tag'::text, 'label'::text, 'vote'::text])))
);

COMMENT ON TABLE beat.review_word IS 'Words of a review: tags say why a question is invalid, labels what it asks of a reader.';

ALTER TABLE beat.revocation ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME beat.revocation_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE beat.sample_tally (
    batch_id bigint NOT NULL,
    lane smallint NOT NULL,
    project_id bigint NOT NULL,
    waiting integer DEFAULT 0 NOT NULL,
    disputed integer DEFAULT 0 NOT NULL,
    held integer DEFAULT 0 NOT NULL,
    settled integer DEFAULT 0 NOT NULL
)
WITH (fillfactor='50');

COMMENT ON TABLE beat.sample_tally IS 'Samples by state, kept by triggers of sample. Waiting and disputed are without those held, which are of workers whose qualification is revoked.';

CREATE TABLE beat.schema_migration (
    version integer NOT NULL,
    name text NOT NULL,
    checksum text NOT NULL,
    breaks integer DEFAULT 0 NOT NULL,
    applied_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT schema_migration_checksum_is_sha256 CHECK ((checksum ~ '^[0-9a-f]{64}$'::text))
);

CREATE TABLE beat.screening_tally (
    project_id bigint NOT NULL,
    lane smallint NOT NULL,
    passed integer DEFAULT 0 NOT NULL,
    failed integer DEFAULT 0 NOT NULL
)
WITH (fillfactor='50');

COMMENT ON TABLE beat.screening_tally IS 'Screenings by decision, kept by a trigger of screening. In lanes, as the other tallies: only sums mean something.';

CREATE TABLE beat.setting (
    key text NOT NULL,
    value text NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

COMMENT ON TABLE beat.setting IS 'What all servers of one database share, such as the key that signs tokens.';

CREATE TABLE beat.transfer_prediction (
    attempt_id uuid NOT NULL,
    reader_id bigint NOT NULL,
    answer text NOT NULL,
    answer_start integer,
    answer_end integer,
    score double precision,
    shared integer NOT NULL,
    model_tokens integer NOT NULL,
    human_tokens integer NOT NULL,
    verdict text NOT NULL,
    model_ms beat.count,
    asked_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

COMMENT ON TABLE beat.transfer_prediction IS 'What a reader that was not in the loop answers to an attempt, and who would have won, with the proof.';

COMMENT ON COLUMN beat.transfer_prediction.answer_start IS 'Code points, or null; answer_end is exclusive.';

COMMENT ON COLUMN beat.transfer_prediction.verdict IS 'By the threshold that the attempt was judged with: human if the question beats this reader.';

CREATE TABLE beat.transfer_reader (
    id bigint NOT NULL,
    name text NOT NULL,
    version text NOT NULL,
    weights text NOT NULL,
    first_seen_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT transfer_reader_lengths CHECK ((((char_length(name) >= 1) AND (char_length(name) <= 200)) AND (char_length(version) <= 200) AND (char_length(weights) <= 200)))
);

COMMENT ON TABLE beat.transfer_reader IS 'A reader that was asked about attempts afterwards, as its answers name it; each combination once.';

ALTER TABLE beat.transfer_reader ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME beat.transfer_reader_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE beat.validation_item (
    assignment_id bigint NOT NULL,
    validation_id beat.question_id NOT NULL,
    worker_id bigint NOT NULL,
    place smallint NOT NULL,
    state text DEFAULT 'leased'::text NOT NULL,
    due text,
    CONSTRAINT validation_item_due_known CHECK ((due = ANY (ARRAY['vote'::text, 'release'::text, 'exclusion'::text, 'setting'::text, 'rate'::text]))),
    CONSTRAINT validation_item_state_known CHECK ((state = ANY (ARRAY['leased'::text, 'voted'::text, 'released'::text, 'skipped'::text])))
);

COMMENT ON TABLE beat.validation_item IS 'A question in a validate HIT, at its place in a random order. Released: the lease ran out; skipped: it had its votes or was discarded before this validator answered.';

COMMENT ON COLUMN beat.validation_item.due IS 'Something happened here that the counters of the question do not tell yet; null: they do. Rate: the last question of its HIT that waited was discarded, so that its author''s rate is to be looked at.';

CREATE TABLE beat.vote_exclusion (
    id bigint NOT NULL,
    project_id bigint NOT NULL,
    worker_id bigint NOT NULL,
    revocation_id bigint,
    reason text NOT NULL,
    actor beat.actor_name NOT NULL,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    undone_at timestamp with time zone,
    undone_by text,
    undone_reason text,
    CONSTRAINT vote_exclusion_reason_form CHECK (((NOT beat.is_blank(reason)) AND (char_length(reason) <= 1000))),
    CONSTRAINT vote_exclusion_undone_by_someone CHECK (((undone_at IS NULL) = (undone_by IS NULL)))
);

COMMENT ON TABLE beat.vote_exclusion IS 'A validator whose votes do not count, by hand or because the worker is revoked; they count again when all are undone.';

ALTER TABLE beat.vote_exclusion ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME beat.vote_exclusion_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE beat.vote ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME beat.vote_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE beat.worker ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME beat.worker_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE beat.worker_note (
    id bigint NOT NULL,
    worker_id bigint NOT NULL,
    project_id bigint,
    actor beat.actor_name NOT NULL,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    text text NOT NULL,
    CONSTRAINT worker_note_form CHECK (((NOT beat.is_blank(text)) AND (char_length(text) <= 4000)))
);

COMMENT ON TABLE beat.worker_note IS 'What the team writes down about a worker.';

ALTER TABLE beat.worker_note ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME beat.worker_note_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

COPY beat.account (id, name, role, password, password_changed_at, totp_secret, totp_confirmed_at, totp_last_step, disabled_at, created_at) FROM stdin;
\.

COPY beat.agreement (project_id, first_account_id, second_account_id, vv, vi, iv, ii) FROM stdin;
\.

COPY beat.api_token (id, account_id, name, token_sha256, scopes, created_at, expires_at, used_at, revoked_at) FROM stdin;
\.

COPY beat.assignment (id, project_id, worker_id, passage_id, kind, state, platform_ref, hit_ref, submit_to, won, started_at, expires_at, ended_at, reward_cents, onboarding_id) FROM stdin;
13	1	13	13	generate	submitted				1	2026-11-18 02:40:58.178663+00	2026-11-18 03:40:58.178663+00	2026-11-18 02:40:58.220328+00	200	\N
1	1	1	29	generate	submitted				1	2026-11-18 02:40:57.956738+00	2026-11-18 03:40:57.956738+00	2026-11-18 02:40:58.050934+00	200	\N
5	1	5	8	generate	submitted				1	2026-11-18 02:40:57.969826+00	2026-11-18 03:40:57.969826+00	2026-11-18 02:40:58.061391+00	200	\N
14	1	14	27	generate	submitted				2	2026-11-18 02:40:58.181562+00	2026-11-18 03:40:58.181562+00	2026-11-18 02:40:58.244028+00	200	\N
2	1	2	21	generate	submitted				2	2026-11-18 02:40:57.964324+00	2026-11-18 03:40:57.964324+00	2026-11-18 02:40:58.071127+00	200	\N
15	1	15	22	generate	submitted				3	2026-11-18 02:40:58.183237+00	2026-11-18 03:40:58.183237+00	2026-11-18 02:40:58.261467+00	200	\N
6	1	6	34	generate	submitted				2	2026-11-18 02:40:57.971062+00	2026-11-18 03:40:57.971062+00	2026-11-18 02:40:58.077827+00	200	\N
16	1	16	16	generate	submitted				4	2026-11-18 02:40:58.184689+00	2026-11-18 03:40:58.184689+00	2026-11-18 02:40:58.26369+00	200	\N
3	1	3	32	generate	submitted				3	2026-11-18 02:40:57.965794+00	2026-11-18 03:40:57.965794+00	2026-11-18 02:40:58.081295+00	200	\N
4	1	4	10	generate	submitted				4	2026-11-18 02:40:57.968604+00	2026-11-18 03:40:57.968604+00	2026-11-18 02:40:58.082817+00	200	\N
9	1	9	31	generate	submitted				1	2026-11-18 02:40:58.091819+00	2026-11-18 03:40:58.091819+00	2026-11-18 02:40:58.135481+00	200	\N
10	1	10	2	generate	submitted				2	2026-11-18 02:40:58.093399+00	2026-11-18 03:40:58.093399+00	2026-11-18 02:40:58.15098+00	200	\N
7	1	7	17	generate	submitted				3	2026-11-18 02:40:58.08752+00	2026-11-18 03:40:58.08752+00	2026-11-18 02:40:58.152046+00	200	\N
11	1	11	26	generate	submitted				3	2026-11-18 02:40:58.094792+00	2026-11-18 03:40:58.094792+00	2026-11-18 02:40:58.162243+00	200	\N
8	1	8	36	generate	submitted				4	2026-11-18 02:40:58.089753+00	2026-11-18 03:40:58.089753+00	2026-11-18 02:40:58.167774+00	200	\N
12	1	12	7	generate	submitted				4	2026-11-18 02:40:58.096166+00	2026-11-18 03:40:58.096166+00	2026-11-18 02:40:58.17202+00	200	\N
28	1	28	12	generate	submitted				4	2026-11-18 02:40:58.356306+00	2026-11-18 03:40:58.356306+00	2026-11-18 02:40:58.413451+00	200	\N
17	1	17	14	generate	submitted				1	2026-11-18 02:40:58.186061+00	2026-11-18 03:40:58.186061+00	2026-11-18 02:40:58.242997+00	200	\N
18	1	18	35	generate	submitted				2	2026-11-18 02:40:58.189167+00	2026-11-18 03:40:58.189167+00	2026-11-18 02:40:58.251753+00	200	\N
21	1	21	28	generate	submitted				1	2026-11-18 02:40:58.272456+00	2026-11-18 03:40:58.272456+00	2026-11-18 02:40:58.323749+00	200	\N
22	1	22	25	generate	submitted				2	2026-11-18 02:40:58.273573+00	2026-11-18 03:40:58.273573+00	2026-11-18 02:40:58.330726+00	200	\N
33	1	33	23	generate	submitted				1	2026-11-18 02:40:58.420512+00	2026-11-18 03:40:58.420512+00	2026-11-18 02:40:58.461912+00	200	\N
19	1	19	15	generate	submitted				3	2026-11-18 02:40:58.269052+00	2026-11-18 03:40:58.269052+00	2026-11-18 02:40:58.335437+00	200	\N
23	1	23	24	generate	submitted				3	2026-11-18 02:40:58.274566+00	2026-11-18 03:40:58.274566+00	2026-11-18 02:40:58.341492+00	200	\N
20	1	20	11	generate	submitted				4	2026-11-18 02:40:58.271122+00	2026-11-18 03:40:58.271122+00	2026-11-18 02:40:58.346087+00	200	\N
24	1	24	5	generate	submitted				4	2026-11-18 02:40:58.275558+00	2026-11-18 03:40:58.275558+00	2026-11-18 02:40:58.347353+00	200	\N
34	1	34	18	generate	submitted				2	2026-11-18 02:40:58.421624+00	2026-11-18 03:40:58.421624+00	2026-11-18 02:40:58.481223+00	200	\N
31	1	31	1	generate	submitted				3	2026-11-18 02:40:58.417321+00	2026-11-18 03:40:58.417321+00	2026-11-18 02:40:58.483915+00	200	\N
25	1	25	4	generate	submitted				1	2026-11-18 02:40:58.351845+00	2026-11-18 03:40:58.351845+00	2026-11-18 02:40:58.392232+00	200	\N
29	1	29	6	generate	submitted				1	2026-11-18 02:40:58.35824+00	2026-11-18 03:40:58.35824+00	2026-11-18 02:40:58.393929+00	200	\N
35	1	35	37	generate	submitted				3	2026-11-18 02:40:58.422357+00	2026-11-18 03:40:58.422357+00	2026-11-18 02:40:58.496998+00	200	\N
26	1	26	30	generate	submitted				2	2026-11-18 02:40:58.353819+00	2026-11-18 03:40:58.353819+00	2026-11-18 02:40:58.401649+00	200	\N
36	1	36	9	generate	submitted				4	2026-11-18 02:40:58.424296+00	2026-11-18 03:40:58.424296+00	2026-11-18 02:40:58.498404+00	200	\N
32	1	32	19	generate	submitted				4	2026-11-18 02:40:58.418829+00	2026-11-18 03:40:58.418829+00	2026-11-18 02:40:58.499296+00	200	\N
30	1	30	3	generate	submitted				2	2026-11-18 02:40:58.359317+00	2026-11-18 03:40:58.359317+00	2026-11-18 02:40:58.406932+00	200	\N
27	1	27	20	generate	submitted				3	2026-11-18 02:40:58.355116+00	2026-11-18 03:40:58.355116+00	2026-11-18 02:40:58.408896+00	200	\N
37	1	37	33	generate	submitted				1	2026-11-18 02:40:58.502826+00	2026-11-18 03:40:58.502826+00	2026-11-18 02:40:58.514469+00	200	\N
38	1	38	30	validate	submitted				0	2026-11-18 02:40:59.426916+00	2026-11-18 03:10:59.426916+00	2026-11-18 02:40:59.46702+00	0	\N
39	1	39	33	validate	submitted				0	2026-11-18 02:40:59.472649+00	2026-11-18 03:10:59.472649+00	2026-11-18 02:40:59.480328+00	0	\N
\.

COPY beat.attempt (id, assignment_id, seq, question, answer_start, answer_end, answer_text, threshold_permille, model_id, model_build_id, model_answer, model_start, model_end, model_score, shared, model_tokens, human_tokens, verdict, fault, model_ms, created_at, judged_at) FROM stdin;
e93e06bf-653a-485b-b484-a98733b050a9	1	1	Who met somebody, w0?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	12	2026-11-18 02:40:57.992296+00	2026-11-18 02:40:57.992296+00
14a9508c-54bc-4564-a525-56d56f561264	2	1	Who met somebody, w1?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	3	2026-11-18 02:40:58.003023+00	2026-11-18 02:40:58.003023+00
7200155c-f4cd-4584-818a-c6fae552c996	4	1	Who met somebody, w3?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	11	2026-11-18 02:40:58.011094+00	2026-11-18 02:40:58.011094+00
9b7e00dd-39b0-4a09-8a2d-d164ff2a62c8	5	1	Who met somebody, w4?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	7	2026-11-18 02:40:58.021457+00	2026-11-18 02:40:58.021457+00
9651cd1e-57d5-4f66-be0b-d62ec704c7e1	3	1	Who met somebody, w2?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	7	2026-11-18 02:40:58.022488+00	2026-11-18 02:40:58.022488+00
789fd0db-2825-46f2-bc86-7420b7058fa7	6	1	Who met somebody, w5?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	20	2026-11-18 02:40:58.026026+00	2026-11-18 02:40:58.026026+00
084ad0ec-39e1-4def-8254-c041bfa27b47	1	2	Question 0 of w0 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	7	2026-11-18 02:40:58.027571+00	2026-11-18 02:40:58.027571+00
b9919533-437b-431c-b2b0-c8e6e80371ff	2	2	Question 0 of w1 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	8	2026-11-18 02:40:58.04065+00	2026-11-18 02:40:58.04065+00
4c74d901-40f6-417c-9c95-fbdc1c1ef73d	4	2	Question 0 of w3 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	7	2026-11-18 02:40:58.042414+00	2026-11-18 02:40:58.042414+00
dfe40a38-95b7-4dc8-97c8-e8706c40c0b8	5	2	Question 0 of w4 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	3	2026-11-18 02:40:58.043594+00	2026-11-18 02:40:58.043594+00
e686e2e2-b15f-4ae9-b42a-b007e0bdf395	3	2	Question 0 of w2 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	2	2026-11-18 02:40:58.045058+00	2026-11-18 02:40:58.045058+00
3d98ec51-7a57-4964-a784-006fbe1204b7	6	2	Question 0 of w5 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	3	2026-11-18 02:40:58.046374+00	2026-11-18 02:40:58.046374+00
d585b5cf-6299-4ff6-9683-687dc980694f	2	3	Question 1 of w1 in one: what? "é"	15	23	the mill	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	2	2026-11-18 02:40:58.062654+00	2026-11-18 02:40:58.062654+00
35925c5a-ece5-4dff-aa63-c227ed9c06ad	4	3	Question 1 of w3 in one: what? "é"	15	23	the mill	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	3	2026-11-18 02:40:58.064727+00	2026-11-18 02:40:58.064727+00
3182178f-022d-46c4-9c04-9d687faea7ae	3	3	Question 1 of w2 in one: what? "é"	15	23	the mill	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	2	2026-11-18 02:40:58.06765+00	2026-11-18 02:40:58.06765+00
adf23417-ffc1-428b-9549-53f83a7ec84a	6	3	Question 1 of w5 in one: what? "é"	15	23	the mill	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	1	2026-11-18 02:40:58.069122+00	2026-11-18 02:40:58.069122+00
ed4ff4db-1913-454f-b8ce-28883a48c105	4	4	Question 2 of w3 in one: what? "é"	29	39	north wind	400	1	1	Ann	0	3	0.5	0	1	2	human	\N	2	2026-11-18 02:40:58.074039+00	2026-11-18 02:40:58.074039+00
b6e0836a-31a7-449e-89e3-f10a0c2e4b45	3	4	Question 2 of w2 in one: what? "é"	29	39	north wind	400	1	1	Ann	0	3	0.5	0	1	2	human	\N	2	2026-11-18 02:40:58.07582+00	2026-11-18 02:40:58.07582+00
396da3e3-c452-492e-bc93-3db89a35592b	4	5	Question 3 of w3 in one: what? "é"	50	55	bread	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	1	2026-11-18 02:40:58.079375+00	2026-11-18 02:40:58.079375+00
822315f3-d2f9-4fe2-a6c4-f30ade1afa0e	7	1	Who met somebody, w6?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	1	2026-11-18 02:40:58.098003+00	2026-11-18 02:40:58.098003+00
8278fc15-9a19-4596-aff9-fa41cfe266ef	8	1	Who met somebody, w7?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	5	2026-11-18 02:40:58.111742+00	2026-11-18 02:40:58.111742+00
26329dba-d64a-4d6e-8d62-7ad860c1c910	9	1	Who met somebody, w8?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	6	2026-11-18 02:40:58.113016+00	2026-11-18 02:40:58.113016+00
f5201c79-1d88-4b04-857a-70d0a6f86a59	11	1	Who met somebody, w10?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	5	2026-11-18 02:40:58.113697+00	2026-11-18 02:40:58.113697+00
f6f442eb-e4b9-4785-a0bf-b6a500b522ee	7	2	Question 0 of w6 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	5	2026-11-18 02:40:58.114273+00	2026-11-18 02:40:58.114273+00
b59a351c-94f7-477c-9146-c33d214312b6	10	1	Who met somebody, w9?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	5	2026-11-18 02:40:58.115367+00	2026-11-18 02:40:58.115367+00
5ded1c90-4bb6-4d2a-8558-0fcb9edc3348	12	1	Who met somebody, w11?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	5	2026-11-18 02:40:58.115952+00	2026-11-18 02:40:58.115952+00
c554f077-fa08-4ef8-9657-2282f2dc3a6a	8	2	Question 0 of w7 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	3	2026-11-18 02:40:58.126475+00	2026-11-18 02:40:58.126475+00
70b972d0-071f-49a4-8e31-5fc888442b7d	9	2	Question 0 of w8 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	3	2026-11-18 02:40:58.12829+00	2026-11-18 02:40:58.12829+00
21fd204a-9f3c-4d0f-b3f6-a19ffe4c402d	11	2	Question 0 of w10 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	3	2026-11-18 02:40:58.129549+00	2026-11-18 02:40:58.129549+00
6af8ed38-6f4e-42db-9ba6-1e8a97a4c6f5	10	2	Question 0 of w9 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	4	2026-11-18 02:40:58.130669+00	2026-11-18 02:40:58.130669+00
cbdbff91-8053-468f-a1a9-fb11b5e198e3	7	3	Question 1 of w6 in one: what? "é"	15	23	the mill	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	4	2026-11-18 02:40:58.131699+00	2026-11-18 02:40:58.131699+00
acc1dada-ca9e-411f-aaca-3abf4d1b5970	12	2	Question 0 of w11 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	4	2026-11-18 02:40:58.132491+00	2026-11-18 02:40:58.132491+00
9b49d8e2-7344-4173-9bff-28d18225f778	8	3	Question 1 of w7 in one: what? "é"	15	23	the mill	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	3	2026-11-18 02:40:58.138746+00	2026-11-18 02:40:58.138746+00
6266b50a-4af5-4ded-aba1-c0004d50e106	11	3	Question 1 of w10 in one: what? "é"	15	23	the mill	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	4	2026-11-18 02:40:58.141189+00	2026-11-18 02:40:58.141189+00
ab8760ce-95b5-4b75-b8ca-f869b63627d9	10	3	Question 1 of w9 in one: what? "é"	15	23	the mill	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	3	2026-11-18 02:40:58.144429+00	2026-11-18 02:40:58.144429+00
67ad46ac-a603-42a7-8917-af5d9b93ee8b	7	4	Question 2 of w6 in one: what? "é"	29	39	north wind	400	1	1	Ann	0	3	0.5	0	1	2	human	\N	2	2026-11-18 02:40:58.146108+00	2026-11-18 02:40:58.146108+00
2fd05a4f-ec80-4bc9-b6a7-805db0865f6e	8	4	Question 2 of w7 in one: what? "é"	29	39	north wind	400	1	1	Ann	0	3	0.5	0	1	2	human	\N	2	2026-11-18 02:40:58.147619+00	2026-11-18 02:40:58.147619+00
0c9e6fca-992f-4d9c-95c5-338fcc8b0732	12	3	Question 1 of w11 in one: what? "é"	15	23	the mill	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	3	2026-11-18 02:40:58.148792+00	2026-11-18 02:40:58.148792+00
43e34787-76b4-4f08-83e6-0a22938b108a	11	4	Question 2 of w10 in one: what? "é"	29	39	north wind	400	1	1	Ann	0	3	0.5	0	1	2	human	\N	1	2026-11-18 02:40:58.152864+00	2026-11-18 02:40:58.152864+00
464806b9-f1fc-4c0c-b5a6-5ba26bc638a1	12	4	Question 2 of w11 in one: what? "é"	29	39	north wind	400	1	1	Ann	0	3	0.5	0	1	2	human	\N	0	2026-11-18 02:40:58.154797+00	2026-11-18 02:40:58.154797+00
e92c0963-2652-42c2-a106-b57af3faf1e4	8	5	Question 3 of w7 in one: what? "é"	50	55	bread	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	2	2026-11-18 02:40:58.156916+00	2026-11-18 02:40:58.156916+00
5a424b6c-186b-4835-be51-8ccbf37707dd	12	5	Question 3 of w11 in one: what? "é"	50	55	bread	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	1	2026-11-18 02:40:58.164642+00	2026-11-18 02:40:58.164642+00
4572415f-730f-4b5e-ad1d-0dc0cbd9fc50	13	1	Who met somebody, w12?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	1	2026-11-18 02:40:58.191089+00	2026-11-18 02:40:58.191089+00
e82f6454-9dc6-4ca1-9ba9-b68a6de2a48e	14	1	Who met somebody, w13?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	2	2026-11-18 02:40:58.202367+00	2026-11-18 02:40:58.202367+00
cb77b6e1-e050-4582-bea0-1d69455195c1	16	1	Who met somebody, w15?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	3	2026-11-18 02:40:58.203634+00	2026-11-18 02:40:58.203634+00
e98d753c-cefe-4c38-a67e-4076b46ad69d	18	1	Who met somebody, w17?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	3	2026-11-18 02:40:58.204427+00	2026-11-18 02:40:58.204427+00
db1e430d-1d16-4856-beb6-b5b8b25a2ab2	15	1	Who met somebody, w14?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	3	2026-11-18 02:40:58.207155+00	2026-11-18 02:40:58.207155+00
76e9b4bf-5c7a-4375-9df2-426989792eef	17	1	Who met somebody, w16?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	4	2026-11-18 02:40:58.20797+00	2026-11-18 02:40:58.20797+00
c38efbd2-42fc-4796-bd3a-7c82bb784d2d	13	2	Question 0 of w12 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	5	2026-11-18 02:40:58.211393+00	2026-11-18 02:40:58.211393+00
6902067a-a4e6-4df7-a99f-33d6bcb7b57f	14	2	Question 0 of w13 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	4	2026-11-18 02:40:58.213103+00	2026-11-18 02:40:58.213103+00
b6be1acb-c4fe-4c8a-ac8a-a11c42d49b82	16	2	Question 0 of w15 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	3	2026-11-18 02:40:58.222247+00	2026-11-18 02:40:58.222247+00
05413159-a52f-4eab-9eaf-0b3bbe059dd0	18	2	Question 0 of w17 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	5	2026-11-18 02:40:58.225292+00	2026-11-18 02:40:58.225292+00
9304de65-f347-467d-8c36-785829e9d68a	17	2	Question 0 of w16 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	5	2026-11-18 02:40:58.226545+00	2026-11-18 02:40:58.226545+00
b65c4d5e-54c1-4dd1-ad2c-b8cb0bcee7a8	14	3	Question 1 of w13 in one: what? "é"	15	23	the mill	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	4	2026-11-18 02:40:58.227409+00	2026-11-18 02:40:58.227409+00
2136a121-dcce-42c1-be19-ecb8712dce8f	15	2	Question 0 of w14 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	5	2026-11-18 02:40:58.228242+00	2026-11-18 02:40:58.228242+00
f52e59c9-1119-4e63-a510-976a1c421310	16	3	Question 1 of w15 in one: what? "é"	15	23	the mill	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	4	2026-11-18 02:40:58.238994+00	2026-11-18 02:40:58.238994+00
bd46b830-e5ac-433d-ac30-1a3a22ac07e2	18	3	Question 1 of w17 in one: what? "é"	15	23	the mill	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	1	2026-11-18 02:40:58.244735+00	2026-11-18 02:40:58.244735+00
285efbcc-4400-4258-b666-a157c063da28	15	3	Question 1 of w14 in one: what? "é"	15	23	the mill	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	1	2026-11-18 02:40:58.245887+00	2026-11-18 02:40:58.245887+00
079e9514-362d-43a1-8d4d-51a04ab92591	16	4	Question 2 of w15 in one: what? "é"	29	39	north wind	400	1	1	Ann	0	3	0.5	0	1	2	human	\N	1	2026-11-18 02:40:58.247347+00	2026-11-18 02:40:58.247347+00
b130776f-5c26-4306-b9a1-27f6ead22b3c	15	4	Question 2 of w14 in one: what? "é"	29	39	north wind	400	1	1	Ann	0	3	0.5	0	1	2	human	\N	2	2026-11-18 02:40:58.254554+00	2026-11-18 02:40:58.254554+00
43bf751b-fd8f-4ff5-a9d7-2460f00c9758	16	5	Question 3 of w15 in one: what? "é"	50	55	bread	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	1	2026-11-18 02:40:58.2592+00	2026-11-18 02:40:58.2592+00
eb880757-c84d-4934-9018-bb2d0f73fbe0	19	1	Who met somebody, w18?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	1	2026-11-18 02:40:58.277138+00	2026-11-18 02:40:58.277138+00
18f959de-2e3b-47e7-a7ec-18f2d3e31558	20	1	Who met somebody, w19?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	2	2026-11-18 02:40:58.291333+00	2026-11-18 02:40:58.291333+00
1ae77037-3bab-43df-995f-ac094a02d9de	22	1	Who met somebody, w21?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	2	2026-11-18 02:40:58.292585+00	2026-11-18 02:40:58.292585+00
25cef6a0-7676-476c-8686-275fa7964403	24	1	Who met somebody, w23?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	4	2026-11-18 02:40:58.293512+00	2026-11-18 02:40:58.293512+00
ad6e9904-3d5a-407b-839c-18768047cc39	21	1	Who met somebody, w20?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	3	2026-11-18 02:40:58.295424+00	2026-11-18 02:40:58.295424+00
df98e167-e57d-4438-bb09-120a7e02f685	23	1	Who met somebody, w22?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	2	2026-11-18 02:40:58.29616+00	2026-11-18 02:40:58.29616+00
e02a06f1-70cc-463b-9a05-31a425cb03b2	19	2	Question 0 of w18 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	3	2026-11-18 02:40:58.296639+00	2026-11-18 02:40:58.296639+00
477aeb3a-1afe-4731-b5f2-af814f055354	20	2	Question 0 of w19 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	5	2026-11-18 02:40:58.302474+00	2026-11-18 02:40:58.302474+00
deca52b3-8532-49da-b448-6a584b715a57	22	2	Question 0 of w21 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	3	2026-11-18 02:40:58.306358+00	2026-11-18 02:40:58.306358+00
3f0b6502-4668-46e6-ae69-3f61d3494451	21	2	Question 0 of w20 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	2	2026-11-18 02:40:58.308079+00	2026-11-18 02:40:58.308079+00
ca0e1625-03e3-4d4c-b9d0-9364d3f8e6cb	23	2	Question 0 of w22 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	3	2026-11-18 02:40:58.30922+00	2026-11-18 02:40:58.30922+00
ee589a54-0c85-4580-8be8-8b60c93627b9	24	2	Question 0 of w23 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	6	2026-11-18 02:40:58.310609+00	2026-11-18 02:40:58.310609+00
568fb88e-fc6a-435b-81f5-dbbd98562cfa	19	3	Question 1 of w18 in one: what? "é"	15	23	the mill	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	5	2026-11-18 02:40:58.311647+00	2026-11-18 02:40:58.311647+00
289a7fdd-a80f-48d8-b0a6-579e5ca9cfb6	20	3	Question 1 of w19 in one: what? "é"	15	23	the mill	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	4	2026-11-18 02:40:58.319388+00	2026-11-18 02:40:58.319388+00
376b94c2-53d3-4b6f-a9db-58473f95342e	22	3	Question 1 of w21 in one: what? "é"	15	23	the mill	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	2	2026-11-18 02:40:58.322284+00	2026-11-18 02:40:58.322284+00
36359ea7-c8dd-4958-a245-936e2a7b6dc4	23	3	Question 1 of w22 in one: what? "é"	15	23	the mill	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	3	2026-11-18 02:40:58.325342+00	2026-11-18 02:40:58.325342+00
c776b688-0dd4-4bbe-b741-c7534d3c33aa	19	4	Question 2 of w18 in one: what? "é"	29	39	north wind	400	1	1	Ann	0	3	0.5	0	1	2	human	\N	5	2026-11-18 02:40:58.328128+00	2026-11-18 02:40:58.328128+00
48e58b01-0373-49c4-bdc1-d72415b5d911	24	3	Question 1 of w23 in one: what? "é"	15	23	the mill	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	5	2026-11-18 02:40:58.329192+00	2026-11-18 02:40:58.329192+00
0133ea04-8375-4668-b3b6-3f627352182e	20	4	Question 2 of w19 in one: what? "é"	29	39	north wind	400	1	1	Ann	0	3	0.5	0	1	2	human	\N	4	2026-11-18 02:40:58.333775+00	2026-11-18 02:40:58.333775+00
c093de0d-020a-440b-926a-cf19bae9895c	23	4	Question 2 of w22 in one: what? "é"	29	39	north wind	400	1	1	Ann	0	3	0.5	0	1	2	human	\N	2	2026-11-18 02:40:58.336505+00	2026-11-18 02:40:58.336505+00
1a43ef56-4204-4b4e-9cd8-44109f43aff7	24	4	Question 2 of w23 in one: what? "é"	29	39	north wind	400	1	1	Ann	0	3	0.5	0	1	2	human	\N	2	2026-11-18 02:40:58.33788+00	2026-11-18 02:40:58.33788+00
7cf3295d-de6f-4647-96dc-5b1b08286df4	20	5	Question 3 of w19 in one: what? "é"	50	55	bread	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	2	2026-11-18 02:40:58.343158+00	2026-11-18 02:40:58.343158+00
732cb568-a0f8-4408-9eb4-5bc0e69054c9	24	5	Question 3 of w23 in one: what? "é"	50	55	bread	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	2	2026-11-18 02:40:58.344616+00	2026-11-18 02:40:58.344616+00
6db71c79-3003-43e8-9740-413f0c9d38c8	25	1	Who met somebody, w24?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	1	2026-11-18 02:40:58.359885+00	2026-11-18 02:40:58.359885+00
5f1d65f4-e8c9-4298-8946-a60a51cb7a58	26	1	Who met somebody, w25?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	2	2026-11-18 02:40:58.364923+00	2026-11-18 02:40:58.364923+00
e18e5eac-3c07-4c9d-96ae-5f5758590ed7	27	1	Who met somebody, w26?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	2	2026-11-18 02:40:58.365841+00	2026-11-18 02:40:58.365841+00
22fa25ed-4cad-4c48-b436-5bac003a2766	28	1	Who met somebody, w27?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	5	2026-11-18 02:40:58.371252+00	2026-11-18 02:40:58.371252+00
98abf5d2-943c-4916-8b9f-543601c002cd	29	1	Who met somebody, w28?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	5	2026-11-18 02:40:58.373988+00	2026-11-18 02:40:58.373988+00
1e3a0c51-6334-412a-914d-c8134da216f3	30	1	Who met somebody, w29?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	5	2026-11-18 02:40:58.378835+00	2026-11-18 02:40:58.378835+00
1b18fb36-9a38-47db-9765-ae375d2caa00	25	2	Question 0 of w24 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	5	2026-11-18 02:40:58.379885+00	2026-11-18 02:40:58.379885+00
4267a6a9-2ba1-449d-ace4-e4ea9787a2dd	27	2	Question 0 of w26 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	5	2026-11-18 02:40:58.380952+00	2026-11-18 02:40:58.380952+00
f2b6c156-0853-447f-86f4-b6e96f5398f5	26	2	Question 0 of w25 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	3	2026-11-18 02:40:58.381755+00	2026-11-18 02:40:58.381755+00
f4538730-9176-483d-bd93-3106bf36adc8	28	2	Question 0 of w27 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	1	2026-11-18 02:40:58.383148+00	2026-11-18 02:40:58.383148+00
1879a8ef-2c80-4721-b45d-791a892bff37	29	2	Question 0 of w28 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	4	2026-11-18 02:40:58.387637+00	2026-11-18 02:40:58.387637+00
6237bfca-fd89-43fc-8744-8716a4f39707	30	2	Question 0 of w29 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	2	2026-11-18 02:40:58.394495+00	2026-11-18 02:40:58.394495+00
887f3e62-b0ef-4be0-8188-6f4c6f128e97	27	3	Question 1 of w26 in one: what? "é"	15	23	the mill	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	2	2026-11-18 02:40:58.395356+00	2026-11-18 02:40:58.395356+00
b685220f-8e15-444b-af84-a7040068d6bf	28	3	Question 1 of w27 in one: what? "é"	15	23	the mill	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	4	2026-11-18 02:40:58.396302+00	2026-11-18 02:40:58.396302+00
49ae7032-b5d0-4447-9cb2-8aca98f75519	26	3	Question 1 of w25 in one: what? "é"	15	23	the mill	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	2	2026-11-18 02:40:58.396963+00	2026-11-18 02:40:58.396963+00
16d3e624-b8a4-47e5-b0e6-bc7f53cdaa56	30	3	Question 1 of w29 in one: what? "é"	15	23	the mill	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	2	2026-11-18 02:40:58.403097+00	2026-11-18 02:40:58.403097+00
a3e36297-cefd-4892-aec6-d1caabf102fa	27	4	Question 2 of w26 in one: what? "é"	29	39	north wind	400	1	1	Ann	0	3	0.5	0	1	2	human	\N	2	2026-11-18 02:40:58.404581+00	2026-11-18 02:40:58.404581+00
ef6a0293-254a-4848-8e29-758f4c68d03e	28	4	Question 2 of w27 in one: what? "é"	29	39	north wind	400	1	1	Ann	0	3	0.5	0	1	2	human	\N	2	2026-11-18 02:40:58.405691+00	2026-11-18 02:40:58.405691+00
0d7f7364-8b2f-41f0-8f6a-58239c6e8706	28	5	Question 3 of w27 in one: what? "é"	50	55	bread	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	1	2026-11-18 02:40:58.411186+00	2026-11-18 02:40:58.411186+00
a65569c8-3ce0-4e07-b103-638e9e2f414b	31	1	Who met somebody, w30?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	1	2026-11-18 02:40:58.425598+00	2026-11-18 02:40:58.425598+00
ce888e00-c8cd-4734-b543-6faaec9d6256	32	1	Who met somebody, w31?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	2	2026-11-18 02:40:58.434088+00	2026-11-18 02:40:58.434088+00
4adcbf03-1123-4a84-a160-7c650a358f78	33	1	Who met somebody, w32?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	2	2026-11-18 02:40:58.435909+00	2026-11-18 02:40:58.435909+00
b054e5e6-17c7-436d-bf95-a2e8a4f9b39f	35	1	Who met somebody, w34?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	2	2026-11-18 02:40:58.436677+00	2026-11-18 02:40:58.436677+00
9fbf1656-ea80-4ed2-af50-629f7d18d377	36	1	Who met somebody, w35?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	1	2026-11-18 02:40:58.437139+00	2026-11-18 02:40:58.437139+00
452c1314-cdf7-494a-8c5e-fb26b8a55fed	34	1	Who met somebody, w33?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	2	2026-11-18 02:40:58.437556+00	2026-11-18 02:40:58.437556+00
3d4693c0-95cb-4344-ad8a-203707837fe1	31	2	Question 0 of w30 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	2	2026-11-18 02:40:58.437975+00	2026-11-18 02:40:58.437975+00
6aa3d8e3-b6be-4c53-99e3-0d3db83660a0	33	2	Question 0 of w32 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	2	2026-11-18 02:40:58.451008+00	2026-11-18 02:40:58.451008+00
ed447904-0628-4da0-af79-1d222b8b34cc	36	2	Question 0 of w35 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	1	2026-11-18 02:40:58.455009+00	2026-11-18 02:40:58.455009+00
2d91a667-1d43-4aa5-89dc-04374ecbc09e	34	2	Question 0 of w33 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	7	2026-11-18 02:40:58.457074+00	2026-11-18 02:40:58.457074+00
ac0fe42d-2a69-4ea7-9565-50262c80f93d	32	2	Question 0 of w31 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	7	2026-11-18 02:40:58.458181+00	2026-11-18 02:40:58.458181+00
5f2a5de9-ea62-451e-85fd-12361bcfa53f	35	2	Question 0 of w34 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	7	2026-11-18 02:40:58.458915+00	2026-11-18 02:40:58.458915+00
d3235d01-3cf7-4545-b4a4-b0177912c5b6	31	3	Question 1 of w30 in one: what? "é"	15	23	the mill	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	10	2026-11-18 02:40:58.460857+00	2026-11-18 02:40:58.460857+00
93893c15-7168-4d10-89b4-76afda11fd85	36	3	Question 1 of w35 in one: what? "é"	15	23	the mill	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	3	2026-11-18 02:40:58.470697+00	2026-11-18 02:40:58.470697+00
cbed8cbe-d51d-419f-bbe4-abd3ff4e502f	34	3	Question 1 of w33 in one: what? "é"	15	23	the mill	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	2	2026-11-18 02:40:58.472878+00	2026-11-18 02:40:58.472878+00
0cbe3cc8-ecbc-4ff2-9195-694bb61ce29b	32	3	Question 1 of w31 in one: what? "é"	15	23	the mill	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	3	2026-11-18 02:40:58.474798+00	2026-11-18 02:40:58.474798+00
d454b8f5-e872-4e3b-8e50-6cf269682fd1	35	3	Question 1 of w34 in one: what? "é"	15	23	the mill	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	3	2026-11-18 02:40:58.476087+00	2026-11-18 02:40:58.476087+00
9ad94a99-550c-4de9-a328-160c1a4200ee	31	4	Question 2 of w30 in one: what? "é"	29	39	north wind	400	1	1	Ann	0	3	0.5	0	1	2	human	\N	3	2026-11-18 02:40:58.476854+00	2026-11-18 02:40:58.476854+00
6855f57d-641f-488c-9709-378708861b9f	36	4	Question 2 of w35 in one: what? "é"	29	39	north wind	400	1	1	Ann	0	3	0.5	0	1	2	human	\N	1	2026-11-18 02:40:58.478252+00	2026-11-18 02:40:58.478252+00
4308c17a-9a56-4095-bda8-9f17eac727ef	32	4	Question 2 of w31 in one: what? "é"	29	39	north wind	400	1	1	Ann	0	3	0.5	0	1	2	human	\N	4	2026-11-18 02:40:58.488093+00	2026-11-18 02:40:58.488093+00
da26f370-c48d-455f-89ef-382fcd6d1464	35	4	Question 2 of w34 in one: what? "é"	29	39	north wind	400	1	1	Ann	0	3	0.5	0	1	2	human	\N	5	2026-11-18 02:40:58.489849+00	2026-11-18 02:40:58.489849+00
3c6db010-dbc2-443a-8570-e00f83cf77c7	36	5	Question 3 of w35 in one: what? "é"	50	55	bread	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	3	2026-11-18 02:40:58.491368+00	2026-11-18 02:40:58.491368+00
f0d014ce-b568-4937-82b2-d8695364ed66	32	5	Question 3 of w31 in one: what? "é"	50	55	bread	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	1	2026-11-18 02:40:58.493107+00	2026-11-18 02:40:58.493107+00
6c501d5c-ddfd-46db-9e6e-8e730935c996	37	1	Who met somebody, w36?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	1	2026-11-18 02:40:58.507348+00	2026-11-18 02:40:58.507348+00
0f898c7b-7352-460e-ad4b-933cc3e05a89	37	2	Question 0 of w36 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	1	2026-11-18 02:40:58.511364+00	2026-11-18 02:40:58.511364+00
\.

COPY beat.attempt_tally (project_id, model_id, hour, lane, human, model, "none", model_ms, ms_buckets) FROM stdin;
1	1	2026-11-18 02:00:00+00	0	91	37	0	437	{125,3,0,0,0,0,0,0}
\.

COPY beat.batch (id, project_id, number, seed, cause, actor, closed_at, hits_total, hits, workers, sampled) FROM stdin;
1	1	1	released	hand	root	2026-11-18 02:40:58.791328+00	37	37	37	37
\.

COPY beat.collection (id, name, created_at, train, dev, test) FROM stdin;
1	sample	2026-11-18 02:40:57.389155+00	25	6	6
\.

COPY beat.collection_passage (collection_id, passage_id, added_at) FROM stdin;
1	8	2026-11-18 02:40:57.390066+00
1	21	2026-11-18 02:40:57.390206+00
1	10	2026-11-18 02:40:57.390218+00
1	1	2026-11-18 02:40:57.390225+00
1	22	2026-11-18 02:40:57.390231+00
1	19	2026-11-18 02:40:57.390238+00
1	13	2026-11-18 02:40:57.390244+00
1	23	2026-11-18 02:40:57.390251+00
1	20	2026-11-18 02:40:57.390258+00
1	18	2026-11-18 02:40:57.390264+00
1	17	2026-11-18 02:40:57.390272+00
1	11	2026-11-18 02:40:57.390279+00
1	2	2026-11-18 02:40:57.390285+00
1	9	2026-11-18 02:40:57.390292+00
1	12	2026-11-18 02:40:57.390298+00
1	15	2026-11-18 02:40:57.390305+00
1	5	2026-11-18 02:40:57.390311+00
1	24	2026-11-18 02:40:57.390317+00
1	16	2026-11-18 02:40:57.390324+00
1	3	2026-11-18 02:40:57.390331+00
1	14	2026-11-18 02:40:57.39034+00
1	7	2026-11-18 02:40:57.390347+00
1	4	2026-11-18 02:40:57.390354+00
1	6	2026-11-18 02:40:57.39036+00
1	25	2026-11-18 02:40:57.486284+00
1	26	2026-11-18 02:40:57.486329+00
1	27	2026-11-18 02:40:57.486337+00
1	28	2026-11-18 02:40:57.486344+00
1	29	2026-11-18 02:40:57.48635+00
1	30	2026-11-18 02:40:57.486356+00
1	31	2026-11-18 02:40:57.598005+00
1	32	2026-11-18 02:40:57.598051+00
1	33	2026-11-18 02:40:57.59806+00
1	34	2026-11-18 02:40:57.598067+00
1	35	2026-11-18 02:40:57.59808+00
1	36	2026-11-18 02:40:57.598087+00
1	37	2026-11-18 02:40:57.642486+00
\.

COPY beat.day_tally (project_id, split, day, lane, kept) FROM stdin;
1	dev	2026-11-18	0	11
1	train	2026-11-18	0	67
1	test	2026-11-18	0	13
\.

COPY beat.decision (id, validation_id, project_id, state, votes, matches, cause, actor, at) FROM stdin;
\.

COPY beat.discard (id, question_id, cause, revocation_id, review_id, reason, actor, at, undone_at, undone_by, undone_reason) FROM stdin;
\.

COPY beat.document (id, title, split, created_at) FROM stdin;
1	../../../etc/passwd	train	2026-11-18 02:40:57.385165+00
2	..\\..\\boot.ini	train	2026-11-18 02:40:57.385467+00
3	/absolute/path	train	2026-11-18 02:40:57.385495+00
4	quote " comma , ] } "	train	2026-11-18 02:40:57.385507+00
5	tab\tandbell and [31mred	train	2026-11-18 02:40:57.385519+00
6	line\nbreak\r\nand --- yaml: [x]	train	2026-11-18 02:40:57.385531+00
7	‮gpj.elif العربية	train	2026-11-18 02:40:57.385543+00
8	<script>alert(1)</script> | & ; $(id) `id`	train	2026-11-18 02:40:57.385555+00
9	name: x\n---\nlicense: none	train	2026-11-18 02:40:57.385566+00
10	Mills	train	2026-11-18 02:40:57.385581+00
11	Winds	train	2026-11-18 02:40:57.385593+00
12	Breads	train	2026-11-18 02:40:57.385604+00
13	Rivers	dev	2026-11-18 02:40:57.483548+00
14	Fords	dev	2026-11-18 02:40:57.483703+00
15	/dev/null	dev	2026-11-18 02:40:57.483724+00
16	Hills	test	2026-11-18 02:40:57.593843+00
17	Vales	test	2026-11-18 02:40:57.594009+00
18	COM1.txt:stream	test	2026-11-18 02:40:57.594034+00
19	xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx	train	2026-11-18 02:40:57.637338+00
\.

COPY beat.duration_tally (project_id, bucket, lane, hits) FROM stdin;
1	0	0	37
\.

COPY beat.event (id, at, actor, kind, project_id, worker_id, assignment_id, detail) FROM stdin;
1	2026-11-18 02:40:57.3949+00	root	collection.import	\N	\N	\N	{"bad": 0, "split": "train", "passages": 24, "documents": 12, "collection": "sample", "duplicates": 0}
2	2026-11-18 02:40:57.489575+00	root	collection.import	\N	\N	\N	{"bad": 0, "split": "dev", "passages": 6, "documents": 3, "collection": "sample", "duplicates": 0}
3	2026-11-18 02:40:57.602309+00	root	collection.import	\N	\N	\N	{"bad": 0, "split": "test", "passages": 6, "documents": 3, "collection": "sample", "duplicates": 0}
4	2026-11-18 02:40:57.703499+00	root	model.add	\N	\N	\N	{"after": {"id": 1, "url": "http://127.0.0.1:38325/predict?one", "name": "127.0.0.1:38325", "protocol": "beat", "created_at": "2026-11-18T02:40:57.702266+00:00", "measured_on": null, "measured_permille": null}, "before": null}
5	2026-11-18 02:40:57.709946+00	root	project.create	1	\N	\N	{"after": {"id": 1, "name": "one", "open": true, "state": "active", "title": "one", "model_id": 1, "platforms": ["mturk", "prolific", "direct"], "batch_hits": null, "created_at": "2026-11-18T02:40:57.708407+00:00", "onboarding": null, "batch_hours": null, "empty_answer": "fault", "review_blind": true, "reward_cents": 200, "success_unit": "question", "lease_seconds": 3600, "review_double": false, "revoke_confirm": false, "completion_code": "", "questions_wanted": 5, "success_permille": 800, "validation_extra": 0, "validation_group": "hit", "validation_match": "em", "validation_votes": 3, "min_passage_words": 0, "onboarding_retries": 0, "threshold_permille": 400, "validation_matches": 1, "answerable_permille": 500, "onboarding_model_id": null, "review_lease_seconds": 1800, "validation_questions": 10, "validation_early_stop": 0, "validation_onboarding": null, "validation_f1_permille": 400, "assignments_per_passage": 1, "validation_reward_cents": 0, "validation_lease_seconds": 1800, "validation_lost_permille": 0, "validation_train_permille": 0, "validation_completion_code": ""}, "before": null}
6	2026-11-18 02:40:57.713759+00	root	project.collection	1	\N	\N	{"after": true, "before": false, "collection": "sample"}
7	2026-11-18 02:40:57.797296+00	root	project.set	1	\N	\N	{"after": {"validation_votes": 0}, "before": {"validation_votes": 3}}
8	2026-11-18 02:40:58.051705+00	worker	assignment.submit	1	1	1	{"won": 1, "cents": 200, "platform_ref": ""}
9	2026-11-18 02:40:58.061604+00	worker	assignment.submit	1	5	5	{"won": 1, "cents": 200, "platform_ref": ""}
10	2026-11-18 02:40:58.071289+00	worker	assignment.submit	1	2	2	{"won": 2, "cents": 200, "platform_ref": ""}
11	2026-11-18 02:40:58.077988+00	worker	assignment.submit	1	6	6	{"won": 2, "cents": 200, "platform_ref": ""}
12	2026-11-18 02:40:58.081459+00	worker	assignment.submit	1	3	3	{"won": 3, "cents": 200, "platform_ref": ""}
13	2026-11-18 02:40:58.083044+00	worker	assignment.submit	1	4	4	{"won": 4, "cents": 200, "platform_ref": ""}
14	2026-11-18 02:40:58.135632+00	worker	assignment.submit	1	9	9	{"won": 1, "cents": 200, "platform_ref": ""}
15	2026-11-18 02:40:58.151128+00	worker	assignment.submit	1	10	10	{"won": 2, "cents": 200, "platform_ref": ""}
16	2026-11-18 02:40:58.152178+00	worker	assignment.submit	1	7	7	{"won": 3, "cents": 200, "platform_ref": ""}
17	2026-11-18 02:40:58.162419+00	worker	assignment.submit	1	11	11	{"won": 3, "cents": 200, "platform_ref": ""}
18	2026-11-18 02:40:58.167938+00	worker	assignment.submit	1	8	8	{"won": 4, "cents": 200, "platform_ref": ""}
19	2026-11-18 02:40:58.172202+00	worker	assignment.submit	1	12	12	{"won": 4, "cents": 200, "platform_ref": ""}
20	2026-11-18 02:40:58.220494+00	worker	assignment.submit	1	13	13	{"won": 1, "cents": 200, "platform_ref": ""}
21	2026-11-18 02:40:58.243157+00	worker	assignment.submit	1	17	17	{"won": 1, "cents": 200, "platform_ref": ""}
22	2026-11-18 02:40:58.244157+00	worker	assignment.submit	1	14	14	{"won": 2, "cents": 200, "platform_ref": ""}
23	2026-11-18 02:40:58.251924+00	worker	assignment.submit	1	18	18	{"won": 2, "cents": 200, "platform_ref": ""}
24	2026-11-18 02:40:58.26161+00	worker	assignment.submit	1	15	15	{"won": 3, "cents": 200, "platform_ref": ""}
25	2026-11-18 02:40:58.263832+00	worker	assignment.submit	1	16	16	{"won": 4, "cents": 200, "platform_ref": ""}
26	2026-11-18 02:40:58.323904+00	worker	assignment.submit	1	21	21	{"won": 1, "cents": 200, "platform_ref": ""}
27	2026-11-18 02:40:58.330848+00	worker	assignment.submit	1	22	22	{"won": 2, "cents": 200, "platform_ref": ""}
28	2026-11-18 02:40:58.335565+00	worker	assignment.submit	1	19	19	{"won": 3, "cents": 200, "platform_ref": ""}
29	2026-11-18 02:40:58.341652+00	worker	assignment.submit	1	23	23	{"won": 3, "cents": 200, "platform_ref": ""}
30	2026-11-18 02:40:58.346211+00	worker	assignment.submit	1	20	20	{"won": 4, "cents": 200, "platform_ref": ""}
31	2026-11-18 02:40:58.347472+00	worker	assignment.submit	1	24	24	{"won": 4, "cents": 200, "platform_ref": ""}
32	2026-11-18 02:40:58.392349+00	worker	assignment.submit	1	25	25	{"won": 1, "cents": 200, "platform_ref": ""}
33	2026-11-18 02:40:58.394026+00	worker	assignment.submit	1	29	29	{"won": 1, "cents": 200, "platform_ref": ""}
34	2026-11-18 02:40:58.401764+00	worker	assignment.submit	1	26	26	{"won": 2, "cents": 200, "platform_ref": ""}
35	2026-11-18 02:40:58.407038+00	worker	assignment.submit	1	30	30	{"won": 2, "cents": 200, "platform_ref": ""}
36	2026-11-18 02:40:58.408994+00	worker	assignment.submit	1	27	27	{"won": 3, "cents": 200, "platform_ref": ""}
37	2026-11-18 02:40:58.413547+00	worker	assignment.submit	1	28	28	{"won": 4, "cents": 200, "platform_ref": ""}
38	2026-11-18 02:40:58.462018+00	worker	assignment.submit	1	33	33	{"won": 1, "cents": 200, "platform_ref": ""}
39	2026-11-18 02:40:58.48136+00	worker	assignment.submit	1	34	34	{"won": 2, "cents": 200, "platform_ref": ""}
40	2026-11-18 02:40:58.484047+00	worker	assignment.submit	1	31	31	{"won": 3, "cents": 200, "platform_ref": ""}
41	2026-11-18 02:40:58.49714+00	worker	assignment.submit	1	35	35	{"won": 3, "cents": 200, "platform_ref": ""}
42	2026-11-18 02:40:58.49853+00	worker	assignment.submit	1	36	36	{"won": 4, "cents": 200, "platform_ref": ""}
43	2026-11-18 02:40:58.499397+00	worker	assignment.submit	1	32	32	{"won": 4, "cents": 200, "platform_ref": ""}
44	2026-11-18 02:40:58.514619+00	worker	assignment.submit	1	37	37	{"won": 1, "cents": 200, "platform_ref": ""}
45	2026-11-18 02:40:58.797726+00	root	batch.close	1	\N	\N	{"hits": 37, "seed": "released", "batch": 1, "cause": "hand", "sampled": 37, "workers": 37, "hits_total": 37}
46	2026-11-18 02:40:58.896532+00	root	release.freeze	1	\N	\N	{"name": "one", "seed": "1", "as_of": "2026-11-18T02:40:58.847Z", "release": "1", "version": "1.0"}
47	2026-11-18 02:40:59.181256+00	root	release.ready	1	\N	\N	{"name": "one", "release": "1", "version": "1.0"}
48	2026-11-18 02:40:59.261755+00	root	project.set	1	\N	\N	{"after": {"validation_votes": 2}, "before": {"validation_votes": 0}}
49	2026-11-18 02:40:59.46767+00	worker	assignment.submit	1	38	38	{"won": 2, "cents": 0, "platform_ref": ""}
50	2026-11-18 02:40:59.480435+00	worker	assignment.submit	1	39	39	{"won": 1, "cents": 0, "platform_ref": ""}
\.

COPY beat.exercise_answer (assignment_id, number, tries, done, question, answer_start, answer_end, answer_text, shared, given_tokens, expected_tokens, at) FROM stdin;
\.

COPY beat.function_set (name, program, installed_at, dropped_at) FROM stdin;
beat_f_d41d90a3dbd9	0.5.0	2026-11-18 02:40:56.917589+00	\N
\.

COPY beat.judgement (review_id, question_id, valid, tags, labels, comment) FROM stdin;
\.

COPY beat.login (id, account_id, token_sha256, created_at, seen_at, expires_at, ended_at, address, agent) FROM stdin;
\.

COPY beat.login_failure (key, failures, last_at, blocked_until) FROM stdin;
\.

COPY beat.model (id, name, url, protocol, created_at, measured_on, measured_permille) FROM stdin;
1	127.0.0.1:38325	http://127.0.0.1:38325/predict?one	beat	2026-11-18 02:40:57.702266+00	\N	\N
\.

COPY beat.model_build (id, model_id, name, version, weights, first_seen_at) FROM stdin;
1	1	reader-one	1	0000000000000000000000000000000000000000000000000000000000000000	2026-11-18 02:40:57.994324+00
\.

COPY beat.onboarding (id, name, version, content, content_sha256, passage_id, created_at) FROM stdin;
\.

COPY beat.outbox (id, platform, action, worker_id, project_id, revocation_id, created_at, done_at, tries, error) FROM stdin;
\.

COPY beat.participation (worker_id, project_id, state, state_at, onboarding_id, tries, seen_at, created_at, submitted, attempts, wins, kept, seconds, sampled, reviewed_hits, valid_hits, reviewed_questions, valid_questions, validator_at, validator_onboarding_id, votes, validated, answerable) FROM stdin;
29	1	new	2026-11-18 02:40:58.358438+00	\N	0	2026-11-18 02:40:58.358439+00	2026-11-18 02:40:58.358439+00	1	2	1	1	0	1	0	0	0	0	\N	\N	0	0	0
4	1	new	2026-11-18 02:40:57.968813+00	\N	0	2026-11-18 02:40:57.968813+00	2026-11-18 02:40:57.968813+00	1	5	4	4	0	1	0	0	0	0	\N	\N	0	0	0
34	1	new	2026-11-18 02:40:58.421749+00	\N	0	2026-11-18 02:40:58.421749+00	2026-11-18 02:40:58.421749+00	1	3	2	2	0	1	0	0	0	0	\N	\N	0	0	0
32	1	new	2026-11-18 02:40:58.419133+00	\N	0	2026-11-18 02:40:58.419133+00	2026-11-18 02:40:58.419133+00	1	5	4	4	0	1	0	0	0	0	\N	\N	0	0	0
10	1	new	2026-11-18 02:40:58.093637+00	\N	0	2026-11-18 02:40:58.093637+00	2026-11-18 02:40:58.093637+00	1	3	2	2	0	1	0	0	0	0	\N	\N	0	0	0
9	1	new	2026-11-18 02:40:58.09208+00	\N	0	2026-11-18 02:40:58.09208+00	2026-11-18 02:40:58.09208+00	1	2	1	1	0	1	0	0	0	0	\N	\N	0	0	0
7	1	new	2026-11-18 02:40:58.087809+00	\N	0	2026-11-18 02:40:58.087809+00	2026-11-18 02:40:58.087809+00	1	4	3	3	0	1	0	0	0	0	\N	\N	0	0	0
15	1	new	2026-11-18 02:40:58.183481+00	\N	0	2026-11-18 02:40:58.183481+00	2026-11-18 02:40:58.183481+00	1	4	3	3	0	1	0	0	0	0	\N	\N	0	0	0
6	1	new	2026-11-18 02:40:57.971261+00	\N	0	2026-11-18 02:40:57.971261+00	2026-11-18 02:40:57.971261+00	1	3	2	2	0	1	0	0	0	0	\N	\N	0	0	0
26	1	new	2026-11-18 02:40:58.354041+00	\N	0	2026-11-18 02:40:58.354042+00	2026-11-18 02:40:58.354042+00	1	3	2	2	0	1	0	0	0	0	\N	\N	0	0	0
12	1	new	2026-11-18 02:40:58.096489+00	\N	0	2026-11-18 02:40:58.096489+00	2026-11-18 02:40:58.096489+00	1	5	4	4	0	1	0	0	0	0	\N	\N	0	0	0
24	1	new	2026-11-18 02:40:58.275719+00	\N	0	2026-11-18 02:40:58.275719+00	2026-11-18 02:40:58.275719+00	1	5	4	4	0	1	0	0	0	0	\N	\N	0	0	0
19	1	new	2026-11-18 02:40:58.269295+00	\N	0	2026-11-18 02:40:58.269295+00	2026-11-18 02:40:58.269295+00	1	4	3	3	0	1	0	0	0	0	\N	\N	0	0	0
25	1	new	2026-11-18 02:40:58.352124+00	\N	0	2026-11-18 02:40:58.352124+00	2026-11-18 02:40:58.352124+00	1	2	1	1	0	1	0	0	0	0	\N	\N	0	0	0
31	1	new	2026-11-18 02:40:58.417483+00	\N	0	2026-11-18 02:40:58.417483+00	2026-11-18 02:40:58.417483+00	1	4	3	3	0	1	0	0	0	0	\N	\N	0	0	0
30	1	new	2026-11-18 02:40:58.359478+00	\N	0	2026-11-18 02:40:58.359478+00	2026-11-18 02:40:58.359478+00	1	3	2	2	0	1	0	0	0	0	\N	\N	0	0	0
21	1	new	2026-11-18 02:40:58.272656+00	\N	0	2026-11-18 02:40:58.272656+00	2026-11-18 02:40:58.272656+00	1	2	1	1	0	1	0	0	0	0	\N	\N	0	0	0
35	1	new	2026-11-18 02:40:58.422468+00	\N	0	2026-11-18 02:40:58.422468+00	2026-11-18 02:40:58.422468+00	1	4	3	3	0	1	0	0	0	0	\N	\N	0	0	0
36	1	new	2026-11-18 02:40:58.424418+00	\N	0	2026-11-18 02:40:58.424418+00	2026-11-18 02:40:58.424418+00	1	5	4	4	0	1	0	0	0	0	\N	\N	0	0	0
14	1	new	2026-11-18 02:40:58.181846+00	\N	0	2026-11-18 02:40:58.181846+00	2026-11-18 02:40:58.181846+00	1	3	2	2	0	1	0	0	0	0	\N	\N	0	0	0
3	1	new	2026-11-18 02:40:57.967453+00	\N	0	2026-11-18 02:40:57.967454+00	2026-11-18 02:40:57.967454+00	1	4	3	3	0	1	0	0	0	0	\N	\N	0	0	0
17	1	new	2026-11-18 02:40:58.187834+00	\N	0	2026-11-18 02:40:58.187834+00	2026-11-18 02:40:58.187834+00	1	2	1	1	0	1	0	0	0	0	\N	\N	0	0	0
37	1	new	2026-11-18 02:40:58.503128+00	\N	0	2026-11-18 02:40:58.503128+00	2026-11-18 02:40:58.503128+00	1	2	1	1	0	1	0	0	0	0	\N	\N	0	0	0
28	1	new	2026-11-18 02:40:58.3565+00	\N	0	2026-11-18 02:40:58.3565+00	2026-11-18 02:40:58.3565+00	1	5	4	4	0	1	0	0	0	0	\N	\N	0	0	0
22	1	new	2026-11-18 02:40:58.273744+00	\N	0	2026-11-18 02:40:58.273744+00	2026-11-18 02:40:58.273744+00	1	3	2	2	0	1	0	0	0	0	\N	\N	0	0	0
20	1	new	2026-11-18 02:40:58.271367+00	\N	0	2026-11-18 02:40:58.271367+00	2026-11-18 02:40:58.271367+00	1	5	4	4	0	1	0	0	0	0	\N	\N	0	0	0
33	1	new	2026-11-18 02:40:58.420886+00	\N	0	2026-11-18 02:40:58.420886+00	2026-11-18 02:40:58.420886+00	1	2	1	1	0	1	0	0	0	0	\N	\N	0	0	0
13	1	new	2026-11-18 02:40:58.179362+00	\N	0	2026-11-18 02:40:58.179363+00	2026-11-18 02:40:58.179363+00	1	2	1	1	0	1	0	0	0	0	\N	\N	0	0	0
1	1	new	2026-11-18 02:40:57.958975+00	\N	0	2026-11-18 02:40:57.958976+00	2026-11-18 02:40:57.958976+00	1	2	1	1	0	1	0	0	0	0	\N	\N	0	0	0
5	1	new	2026-11-18 02:40:57.970041+00	\N	0	2026-11-18 02:40:57.970042+00	2026-11-18 02:40:57.970042+00	1	2	1	1	0	1	0	0	0	0	\N	\N	0	0	0
18	1	new	2026-11-18 02:40:58.189395+00	\N	0	2026-11-18 02:40:58.189395+00	2026-11-18 02:40:58.189395+00	1	3	2	2	0	1	0	0	0	0	\N	\N	0	0	0
2	1	new	2026-11-18 02:40:57.96458+00	\N	0	2026-11-18 02:40:57.96458+00	2026-11-18 02:40:57.96458+00	1	3	2	2	0	1	0	0	0	0	\N	\N	0	0	0
16	1	new	2026-11-18 02:40:58.184939+00	\N	0	2026-11-18 02:40:58.184939+00	2026-11-18 02:40:58.184939+00	1	5	4	4	0	1	0	0	0	0	\N	\N	0	0	0
27	1	new	2026-11-18 02:40:58.35532+00	\N	0	2026-11-18 02:40:58.35532+00	2026-11-18 02:40:58.35532+00	1	4	3	3	0	1	0	0	0	0	\N	\N	0	0	0
23	1	new	2026-11-18 02:40:58.274733+00	\N	0	2026-11-18 02:40:58.274733+00	2026-11-18 02:40:58.274733+00	1	4	3	3	0	1	0	0	0	0	\N	\N	0	0	0
11	1	new	2026-11-18 02:40:58.095063+00	\N	0	2026-11-18 02:40:58.095063+00	2026-11-18 02:40:58.095063+00	1	4	3	3	0	1	0	0	0	0	\N	\N	0	0	0
8	1	new	2026-11-18 02:40:58.090451+00	\N	0	2026-11-18 02:40:58.090452+00	2026-11-18 02:40:58.090452+00	1	5	4	4	0	1	0	0	0	0	\N	\N	0	0	0
38	1	new	2026-11-18 02:40:59.430052+00	\N	0	2026-11-18 02:40:59.430053+00	2026-11-18 02:40:59.430053+00	0	0	0	0	0	0	0	0	0	0	\N	\N	2	0	0
39	1	new	2026-11-18 02:40:59.473023+00	\N	0	2026-11-18 02:40:59.473023+00	2026-11-18 02:40:59.473023+00	0	0	0	0	0	0	0	0	0	0	\N	\N	1	0	0
\.

COPY beat.participation_move (from_state, to_state, meaning) FROM stdin;
new	onboarding	begins the onboarding
onboarding	screening	handed the onboarding in
screening	qualified	a reviewer passed the onboarding
screening	onboarding	a reviewer failed it, and there is another try
screening	failed	a reviewer failed it, and there is no other try
failed	screening	the decision was taken back
qualified	screening	the decision was taken back
failed	onboarding	an admin gave another chance
new	qualified	an admin gave the qualification
onboarding	qualified	an admin gave the qualification
failed	qualified	an admin gave the qualification
new	revoked	poor work in an open project
failed	revoked	poor work in an open project
onboarding	revoked	an admin took it away
screening	revoked	an admin took it away
qualified	revoked	poor work, or an admin took it away
revoked	qualified	reinstated by an admin
\.

COPY beat.passage (id, document_id, split, text, created_at) FROM stdin;
1	1	train	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 1 of ../../../etc/passwd: 19 1 19 1 19 1 19 1 19 1 19 1 é🙂.	2026-11-18 02:40:57.386241+00
2	1	train	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 2 of ../../../etc/passwd: 19 2 19 2 19 2 19 2 19 2 19 2 é🙂.	2026-11-18 02:40:57.386618+00
3	2	train	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 1 of ..\\..\\boot.ini: 14 1 14 1 14 1 14 1 14 1 14 1 é🙂.	2026-11-18 02:40:57.38669+00
4	2	train	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 2 of ..\\..\\boot.ini: 14 2 14 2 14 2 14 2 14 2 14 2 é🙂.	2026-11-18 02:40:57.386743+00
5	3	train	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 1 of /absolute/path: 14 1 14 1 14 1 14 1 14 1 14 1 é🙂.	2026-11-18 02:40:57.386789+00
6	3	train	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 2 of /absolute/path: 14 2 14 2 14 2 14 2 14 2 14 2 é🙂.	2026-11-18 02:40:57.386844+00
7	4	train	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 1 of quote " comma , ] } ": 21 1 21 1 21 1 21 1 21 1 21 1 é🙂.	2026-11-18 02:40:57.386909+00
8	4	train	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 2 of quote " comma , ] } ": 21 2 21 2 21 2 21 2 21 2 21 2 é🙂.	2026-11-18 02:40:57.386988+00
9	5	train	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 1 of tab\tandbell and [31mred: 26 1 26 1 26 1 26 1 26 1 26 1 é🙂.	2026-11-18 02:40:57.387045+00
10	5	train	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 2 of tab\tandbell and [31mred: 26 2 26 2 26 2 26 2 26 2 26 2 é🙂.	2026-11-18 02:40:57.387098+00
11	6	train	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 1 of line\nbreak\r\nand --- yaml: [x]: 29 1 29 1 29 1 29 1 29 1 29 1 é🙂.	2026-11-18 02:40:57.387151+00
12	6	train	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 2 of line\nbreak\r\nand --- yaml: [x]: 29 2 29 2 29 2 29 2 29 2 29 2 é🙂.	2026-11-18 02:40:57.387205+00
13	7	train	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 1 of ‮gpj.elif العربية: 17 1 17 1 17 1 17 1 17 1 17 1 é🙂.	2026-11-18 02:40:57.387264+00
14	7	train	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 2 of ‮gpj.elif العربية: 17 2 17 2 17 2 17 2 17 2 17 2 é🙂.	2026-11-18 02:40:57.387315+00
15	8	train	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 1 of <script>alert(1)</script> | & ; $(id) `i: 42 1 42 1 42 1 42 1 42 1 42 1 é🙂.	2026-11-18 02:40:57.387367+00
16	8	train	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 2 of <script>alert(1)</script> | & ; $(id) `i: 42 2 42 2 42 2 42 2 42 2 42 2 é🙂.	2026-11-18 02:40:57.387422+00
17	9	train	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 1 of name: x\n---\nlicense: none: 25 1 25 1 25 1 25 1 25 1 25 1 é🙂.	2026-11-18 02:40:57.387474+00
18	9	train	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 2 of name: x\n---\nlicense: none: 25 2 25 2 25 2 25 2 25 2 25 2 é🙂.	2026-11-18 02:40:57.387527+00
19	10	train	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 1 of Mills: 5 1 5 1 5 1 5 1 5 1 5 1 é🙂.	2026-11-18 02:40:57.387581+00
20	10	train	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 2 of Mills: 5 2 5 2 5 2 5 2 5 2 5 2 é🙂.	2026-11-18 02:40:57.387635+00
21	11	train	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 1 of Winds: 5 1 5 1 5 1 5 1 5 1 5 1 é🙂.	2026-11-18 02:40:57.387684+00
22	11	train	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 2 of Winds: 5 2 5 2 5 2 5 2 5 2 5 2 é🙂.	2026-11-18 02:40:57.387734+00
23	12	train	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 1 of Breads: 6 1 6 1 6 1 6 1 6 1 6 1 é🙂.	2026-11-18 02:40:57.387782+00
24	12	train	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 2 of Breads: 6 2 6 2 6 2 6 2 6 2 6 2 é🙂.	2026-11-18 02:40:57.38783+00
25	13	dev	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 1 of Rivers: 6 1 6 1 6 1 6 1 6 1 6 1 é🙂.	2026-11-18 02:40:57.484242+00
26	13	dev	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 2 of Rivers: 6 2 6 2 6 2 6 2 6 2 6 2 é🙂.	2026-11-18 02:40:57.484441+00
27	14	dev	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 1 of Fords: 5 1 5 1 5 1 5 1 5 1 5 1 é🙂.	2026-11-18 02:40:57.484498+00
28	14	dev	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 2 of Fords: 5 2 5 2 5 2 5 2 5 2 5 2 é🙂.	2026-11-18 02:40:57.484552+00
29	15	dev	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 1 of /dev/null: 9 1 9 1 9 1 9 1 9 1 9 1 é🙂.	2026-11-18 02:40:57.484602+00
30	15	dev	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 2 of /dev/null: 9 2 9 2 9 2 9 2 9 2 9 2 é🙂.	2026-11-18 02:40:57.484654+00
31	16	test	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 1 of Hills: 5 1 5 1 5 1 5 1 5 1 5 1 é🙂.	2026-11-18 02:40:57.594547+00
32	16	test	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 2 of Hills: 5 2 5 2 5 2 5 2 5 2 5 2 é🙂.	2026-11-18 02:40:57.594756+00
33	17	test	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 1 of Vales: 5 1 5 1 5 1 5 1 5 1 5 1 é🙂.	2026-11-18 02:40:57.594818+00
34	17	test	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 2 of Vales: 5 2 5 2 5 2 5 2 5 2 5 2 é🙂.	2026-11-18 02:40:57.594868+00
35	18	test	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 1 of COM1.txt:stream: 15 1 15 1 15 1 15 1 15 1 15 1 é🙂.	2026-11-18 02:40:57.594932+00
36	18	test	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 2 of COM1.txt:stream: 15 2 15 2 15 2 15 2 15 2 15 2 é🙂.	2026-11-18 02:40:57.596229+00
37	19	train	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 1 of xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx: 10240 1 10240 1 10240 1 10240 1 10240 1 10240 1 é🙂.	2026-11-18 02:40:57.640205+00
\.

COPY beat.project (id, name, state, created_at, title, model_id, questions_wanted, threshold_permille, empty_answer, lease_seconds, min_passage_words, assignments_per_passage, reward_cents, open, platforms, completion_code, onboarding, onboarding_model_id, onboarding_retries, batch_hits, batch_hours, review_double, review_blind, review_lease_seconds, success_permille, success_unit, answerable_permille, revoke_confirm, validation_votes, validation_matches, validation_match, validation_f1_permille, validation_early_stop, validation_extra, validation_train_permille, validation_lost_permille, validation_group, validation_questions, validation_lease_seconds, validation_reward_cents, validation_completion_code, validation_onboarding) FROM stdin;
1	one	active	2026-11-18 02:40:57.708407+00	one	1	5	400	fault	3600	0	1	200	t	{mturk,prolific,direct}		\N	\N	0	\N	\N	f	t	1800	800	question	500	f	2	1	em	400	0	0	0	0	hit	10	1800	0		\N
\.

COPY beat.project_collection (project_id, collection_id, linked, added_at) FROM stdin;
1	1	t	2026-11-18 02:40:57.713012+00
\.

COPY beat.project_passage (project_id, passage_id, split, taken, shuffle, active) FROM stdin;
1	29	dev	1	2135493054	t
1	21	train	1	1618995709	t
1	32	test	1	690941523	t
1	10	train	1	1927672691	t
1	8	train	1	1001605726	t
1	34	test	1	833393787	t
1	17	train	1	941014259	t
1	36	test	1	1201918797	t
1	31	test	1	2104604402	t
1	2	train	1	546897227	t
1	26	dev	1	1137777285	t
1	7	train	1	1688217082	t
1	13	train	1	182648287	t
1	27	dev	1	1832966282	t
1	22	train	1	197309176	t
1	16	train	1	1011600114	t
1	14	train	1	1974631246	t
1	35	test	1	1479669869	t
1	15	train	1	1715462923	t
1	11	train	1	1988417959	t
1	28	dev	1	695225452	t
1	25	dev	1	1781573347	t
1	24	train	1	762685264	t
1	5	train	1	249565808	t
1	4	train	1	273634991	t
1	30	dev	1	84971056	t
1	20	train	1	297693075	t
1	12	train	1	1023045419	t
1	6	train	1	427260947	t
1	3	train	1	1067386184	t
1	1	train	1	1087595791	t
1	19	train	1	1108065492	t
1	23	train	1	1124098137	t
1	18	train	1	1159574665	t
1	37	train	1	1197407897	t
1	9	train	1	1211329259	t
1	33	test	1	18729501	t
\.

COPY beat.project_split (project_id, split, target, passages) FROM stdin;
1	train	\N	25
1	dev	\N	6
1	test	\N	6
\.

COPY beat.project_tally (project_id, split, lane, submitted, kept, pay_cents, seconds, wins) FROM stdin;
1	dev	0	6	11	1200	0	11
1	train	0	25	67	5000	0	67
1	test	0	6	13	1200	0	13
1	dev	23	0	0	0	0	0
1	test	23	0	0	0	0	0
\.

COPY beat.question (id, attempt_id, created_at, project_id, worker_id, assignment_id, split, model_id, discards, labels, number, words, reviewed) FROM stdin;
e584980a33dddc11d34ee02580da3f98bdc944b3	084ad0ec-39e1-4def-8254-c041bfa27b47	2026-11-18 02:40:58.027571+00	1	1	1	dev	1	0	{}	1	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w0':4 'what':7 'é':8	f
24b0937d6aa3731b618eaeeced9ee2ea83c50695	b9919533-437b-431c-b2b0-c8e6e80371ff	2026-11-18 02:40:58.04065+00	1	2	2	train	1	0	{}	2	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w1':4 'what':7 'é':8	f
949051e019cca0b95def4e828807eedc4146676b	4c74d901-40f6-417c-9c95-fbdc1c1ef73d	2026-11-18 02:40:58.042414+00	1	4	4	train	1	0	{}	3	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w3':4 'what':7 'é':8	f
93f1f810580b1dc79b7aa381f007451f7b102af2	dfe40a38-95b7-4dc8-97c8-e8706c40c0b8	2026-11-18 02:40:58.043594+00	1	5	5	train	1	0	{}	4	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w4':4 'what':7 'é':8	f
ef6d368ffc119959964a332b45040fd388cc04ef	e686e2e2-b15f-4ae9-b42a-b007e0bdf395	2026-11-18 02:40:58.045058+00	1	3	3	test	1	0	{}	5	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w2':4 'what':7 'é':8	f
49363ec98bbf7541e6949090a3bc401f6dadc5e0	3d98ec51-7a57-4964-a784-006fbe1204b7	2026-11-18 02:40:58.046374+00	1	6	6	test	1	0	{}	6	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w5':4 'what':7 'é':8	f
6a09fbf6435624e6198478d9f600d14509bbe5d1	d585b5cf-6299-4ff6-9683-687dc980694f	2026-11-18 02:40:58.062654+00	1	2	2	train	1	0	{}	7	'1':2 'in':5 'mill':10 'of':3 'one':6 'question':1 'the':9 'w1':4 'what':7 'é':8	f
36f53477c93184bbf398c4240feb2749fe2a11e0	35925c5a-ece5-4dff-aa63-c227ed9c06ad	2026-11-18 02:40:58.064727+00	1	4	4	train	1	0	{}	8	'1':2 'in':5 'mill':10 'of':3 'one':6 'question':1 'the':9 'w3':4 'what':7 'é':8	f
90233c7eab4ebbb8f5c4bba2db4ea3874ebb8939	3182178f-022d-46c4-9c04-9d687faea7ae	2026-11-18 02:40:58.06765+00	1	3	3	test	1	0	{}	9	'1':2 'in':5 'mill':10 'of':3 'one':6 'question':1 'the':9 'w2':4 'what':7 'é':8	f
197f20123ecfbc55085c436b777da74d95e4238b	adf23417-ffc1-428b-9549-53f83a7ec84a	2026-11-18 02:40:58.069122+00	1	6	6	test	1	0	{}	10	'1':2 'in':5 'mill':10 'of':3 'one':6 'question':1 'the':9 'w5':4 'what':7 'é':8	f
cb897a392fcff6da925a18bb95146606b8cb19d5	ed4ff4db-1913-454f-b8ce-28883a48c105	2026-11-18 02:40:58.074039+00	1	4	4	train	1	0	{}	11	'2':2 'in':5 'north':9 'of':3 'one':6 'question':1 'w3':4 'what':7 'wind':10 'é':8	f
86fd6632a13d3ab11717ee285f3f5a17ed5d2681	b6e0836a-31a7-449e-89e3-f10a0c2e4b45	2026-11-18 02:40:58.07582+00	1	3	3	test	1	0	{}	12	'2':2 'in':5 'north':9 'of':3 'one':6 'question':1 'w2':4 'what':7 'wind':10 'é':8	f
9bfe1b791afb0dda25d1b1404b4b2c430a1eba4e	396da3e3-c452-492e-bc93-3db89a35592b	2026-11-18 02:40:58.079375+00	1	4	4	train	1	0	{}	13	'3':2 'bread':9 'in':5 'of':3 'one':6 'question':1 'w3':4 'what':7 'é':8	f
8f89d84d06719197a2dc9ba8ddc7fd06736fb724	f6f442eb-e4b9-4785-a0bf-b6a500b522ee	2026-11-18 02:40:58.114273+00	1	7	7	train	1	0	{}	14	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w6':4 'what':7 'é':8	f
44ebd6d642036b613b3045aaf0552c9c392da9f7	c554f077-fa08-4ef8-9657-2282f2dc3a6a	2026-11-18 02:40:58.126475+00	1	8	8	test	1	0	{}	15	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w7':4 'what':7 'é':8	f
c540bdabed8d967213a298148aa6cf37eae0fdd2	70b972d0-071f-49a4-8e31-5fc888442b7d	2026-11-18 02:40:58.12829+00	1	9	9	test	1	0	{}	16	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w8':4 'what':7 'é':8	f
f635e9dc78de53eed01c5fa77b40eeadc32a9c45	21fd204a-9f3c-4d0f-b3f6-a19ffe4c402d	2026-11-18 02:40:58.129549+00	1	11	11	dev	1	0	{}	17	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w10':4 'what':7 'é':8	f
05f1ba4fdcf02512ddc520f6e7fbd3ecea635f80	6af8ed38-6f4e-42db-9ba6-1e8a97a4c6f5	2026-11-18 02:40:58.130669+00	1	10	10	train	1	0	{}	18	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w9':4 'what':7 'é':8	f
57b1ef6f0d6929b1a27b3df4c848951b6161802e	cbdbff91-8053-468f-a1a9-fb11b5e198e3	2026-11-18 02:40:58.131699+00	1	7	7	train	1	0	{}	19	'1':2 'in':5 'mill':10 'of':3 'one':6 'question':1 'the':9 'w6':4 'what':7 'é':8	f
eddbb2e8c9f656df5809fe5b04292f0e23d955aa	acc1dada-ca9e-411f-aaca-3abf4d1b5970	2026-11-18 02:40:58.132491+00	1	12	12	train	1	0	{}	20	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w11':4 'what':7 'é':8	f
6347b95506c4b73d9e960671da2a8427395c93a4	9b49d8e2-7344-4173-9bff-28d18225f778	2026-11-18 02:40:58.138746+00	1	8	8	test	1	0	{}	21	'1':2 'in':5 'mill':10 'of':3 'one':6 'question':1 'the':9 'w7':4 'what':7 'é':8	f
028d7e610517f5d3a64fcf2b661b1f0e2f016b36	6266b50a-4af5-4ded-aba1-c0004d50e106	2026-11-18 02:40:58.141189+00	1	11	11	dev	1	0	{}	22	'1':2 'in':5 'mill':10 'of':3 'one':6 'question':1 'the':9 'w10':4 'what':7 'é':8	f
3e7f3b13fb21221079f6d71641b4e79e18001126	ab8760ce-95b5-4b75-b8ca-f869b63627d9	2026-11-18 02:40:58.144429+00	1	10	10	train	1	0	{}	23	'1':2 'in':5 'mill':10 'of':3 'one':6 'question':1 'the':9 'w9':4 'what':7 'é':8	f
7eddb72e70f13b006d937202bd9cfb744bc4135f	67ad46ac-a603-42a7-8917-af5d9b93ee8b	2026-11-18 02:40:58.146108+00	1	7	7	train	1	0	{}	24	'2':2 'in':5 'north':9 'of':3 'one':6 'question':1 'w6':4 'what':7 'wind':10 'é':8	f
5c002089d478d4ac29d86de4a75904a64ee721af	2fd05a4f-ec80-4bc9-b6a7-805db0865f6e	2026-11-18 02:40:58.147619+00	1	8	8	test	1	0	{}	25	'2':2 'in':5 'north':9 'of':3 'one':6 'question':1 'w7':4 'what':7 'wind':10 'é':8	f
bd2ffe49d898b7fa9816492b539f6a9c9a8496ee	0c9e6fca-992f-4d9c-95c5-338fcc8b0732	2026-11-18 02:40:58.148792+00	1	12	12	train	1	0	{}	26	'1':2 'in':5 'mill':10 'of':3 'one':6 'question':1 'the':9 'w11':4 'what':7 'é':8	f
8b8498fe95383fb537ef6b22b70e7b2e0d5dcf46	43e34787-76b4-4f08-83e6-0a22938b108a	2026-11-18 02:40:58.152864+00	1	11	11	dev	1	0	{}	27	'2':2 'in':5 'north':9 'of':3 'one':6 'question':1 'w10':4 'what':7 'wind':10 'é':8	f
4537a04c7078aa298a8c97aa4f1e5615625b7c61	464806b9-f1fc-4c0c-b5a6-5ba26bc638a1	2026-11-18 02:40:58.154797+00	1	12	12	train	1	0	{}	28	'2':2 'in':5 'north':9 'of':3 'one':6 'question':1 'w11':4 'what':7 'wind':10 'é':8	f
8f20869effea7cf393101c6a1b74be379dd2dcb5	e92c0963-2652-42c2-a106-b57af3faf1e4	2026-11-18 02:40:58.156916+00	1	8	8	test	1	0	{}	29	'3':2 'bread':9 'in':5 'of':3 'one':6 'question':1 'w7':4 'what':7 'é':8	f
76bd37ee320a11c730148ac3ce5f4a4941188e66	5a424b6c-186b-4835-be51-8ccbf37707dd	2026-11-18 02:40:58.164642+00	1	12	12	train	1	0	{}	30	'3':2 'bread':9 'in':5 'of':3 'one':6 'question':1 'w11':4 'what':7 'é':8	f
f800fa758ab09efddbd60929cf0058e1c3faf3ce	c38efbd2-42fc-4796-bd3a-7c82bb784d2d	2026-11-18 02:40:58.211393+00	1	13	13	train	1	0	{}	31	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w12':4 'what':7 'é':8	f
7a6ee0aec52a7650d4322e48a56e73e4dde4da65	6902067a-a4e6-4df7-a99f-33d6bcb7b57f	2026-11-18 02:40:58.213103+00	1	14	14	dev	1	0	{}	32	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w13':4 'what':7 'é':8	f
7792f28fd291e70c34773b76b44a65c428117567	b6be1acb-c4fe-4c8a-ac8a-a11c42d49b82	2026-11-18 02:40:58.222247+00	1	16	16	train	1	0	{}	33	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w15':4 'what':7 'é':8	f
39b36eb6291b31a2158a99fcd9cc07181a11d0f8	05413159-a52f-4eab-9eaf-0b3bbe059dd0	2026-11-18 02:40:58.225292+00	1	18	18	test	1	0	{}	34	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w17':4 'what':7 'é':8	f
e8c6f0a3d02dbb1d150e3eb9696f20ed3026247e	9304de65-f347-467d-8c36-785829e9d68a	2026-11-18 02:40:58.226545+00	1	17	17	train	1	0	{}	35	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w16':4 'what':7 'é':8	f
6462cbe4229a9b12b7e0f89dd0ce70c29306338a	b65c4d5e-54c1-4dd1-ad2c-b8cb0bcee7a8	2026-11-18 02:40:58.227409+00	1	14	14	dev	1	0	{}	36	'1':2 'in':5 'mill':10 'of':3 'one':6 'question':1 'the':9 'w13':4 'what':7 'é':8	f
a62d4ec3f53069f82fd865edfd4f9ee5704069ff	2136a121-dcce-42c1-be19-ecb8712dce8f	2026-11-18 02:40:58.228242+00	1	15	15	train	1	0	{}	37	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w14':4 'what':7 'é':8	f
73b290a40105c77bfbd9630512ad6bad527119f6	f52e59c9-1119-4e63-a510-976a1c421310	2026-11-18 02:40:58.238994+00	1	16	16	train	1	0	{}	38	'1':2 'in':5 'mill':10 'of':3 'one':6 'question':1 'the':9 'w15':4 'what':7 'é':8	f
fffbd16dbae5eeef4eabee7f80c87f503ca65b12	bd46b830-e5ac-433d-ac30-1a3a22ac07e2	2026-11-18 02:40:58.244735+00	1	18	18	test	1	0	{}	39	'1':2 'in':5 'mill':10 'of':3 'one':6 'question':1 'the':9 'w17':4 'what':7 'é':8	f
97a557fc0f4ea04e0b78eabcf1f63659956503b9	285efbcc-4400-4258-b666-a157c063da28	2026-11-18 02:40:58.245887+00	1	15	15	train	1	0	{}	40	'1':2 'in':5 'mill':10 'of':3 'one':6 'question':1 'the':9 'w14':4 'what':7 'é':8	f
ff73edccdbcc7f8092fdef5b530378d881dbb6ab	079e9514-362d-43a1-8d4d-51a04ab92591	2026-11-18 02:40:58.247347+00	1	16	16	train	1	0	{}	41	'2':2 'in':5 'north':9 'of':3 'one':6 'question':1 'w15':4 'what':7 'wind':10 'é':8	f
ff496ba64a55b54e8e6489b547d5e1329a023f22	b130776f-5c26-4306-b9a1-27f6ead22b3c	2026-11-18 02:40:58.254554+00	1	15	15	train	1	0	{}	42	'2':2 'in':5 'north':9 'of':3 'one':6 'question':1 'w14':4 'what':7 'wind':10 'é':8	f
9ba9f32f3deef449aed3320e1b0e39dfd9821ed0	43bf751b-fd8f-4ff5-a9d7-2460f00c9758	2026-11-18 02:40:58.2592+00	1	16	16	train	1	0	{}	43	'3':2 'bread':9 'in':5 'of':3 'one':6 'question':1 'w15':4 'what':7 'é':8	f
85e38ec73ba7f031bfe6c659d0b7d4323f60561a	e02a06f1-70cc-463b-9a05-31a425cb03b2	2026-11-18 02:40:58.296639+00	1	19	19	train	1	0	{}	44	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w18':4 'what':7 'é':8	f
776d95378754fc97a1fd1ddb745fda23e04c07d6	477aeb3a-1afe-4731-b5f2-af814f055354	2026-11-18 02:40:58.302474+00	1	20	20	train	1	0	{}	45	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w19':4 'what':7 'é':8	f
d02cb3a55ef97c3a7cddefc5124b49fabf483915	deca52b3-8532-49da-b448-6a584b715a57	2026-11-18 02:40:58.306358+00	1	22	22	dev	1	0	{}	46	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w21':4 'what':7 'é':8	f
b359a621c02968371c03279da6f278e20025608e	3f0b6502-4668-46e6-ae69-3f61d3494451	2026-11-18 02:40:58.308079+00	1	21	21	dev	1	0	{}	47	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w20':4 'what':7 'é':8	f
e348642cc0d6c5fd884c97e5aec559242aec2754	ca0e1625-03e3-4d4c-b9d0-9364d3f8e6cb	2026-11-18 02:40:58.30922+00	1	23	23	train	1	0	{}	48	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w22':4 'what':7 'é':8	f
c40f576a264a95670092f755bbac861cae953962	ee589a54-0c85-4580-8be8-8b60c93627b9	2026-11-18 02:40:58.310609+00	1	24	24	train	1	0	{}	49	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w23':4 'what':7 'é':8	f
7868d354be381c10e8c8a2b82a5a70b4344dd653	568fb88e-fc6a-435b-81f5-dbbd98562cfa	2026-11-18 02:40:58.311647+00	1	19	19	train	1	0	{}	50	'1':2 'in':5 'mill':10 'of':3 'one':6 'question':1 'the':9 'w18':4 'what':7 'é':8	f
0e2ef2ee89d37cf7c9e8e81a35cad2fe0d6465c5	289a7fdd-a80f-48d8-b0a6-579e5ca9cfb6	2026-11-18 02:40:58.319388+00	1	20	20	train	1	0	{}	51	'1':2 'in':5 'mill':10 'of':3 'one':6 'question':1 'the':9 'w19':4 'what':7 'é':8	f
10bfe063e737498459eb7dadb004c63f22bc6d5a	376b94c2-53d3-4b6f-a9db-58473f95342e	2026-11-18 02:40:58.322284+00	1	22	22	dev	1	0	{}	52	'1':2 'in':5 'mill':10 'of':3 'one':6 'question':1 'the':9 'w21':4 'what':7 'é':8	f
b0f54daa3e995172884762134c9bdbfbc07ab003	36359ea7-c8dd-4958-a245-936e2a7b6dc4	2026-11-18 02:40:58.325342+00	1	23	23	train	1	0	{}	53	'1':2 'in':5 'mill':10 'of':3 'one':6 'question':1 'the':9 'w22':4 'what':7 'é':8	f
5aa2a049e1215021004e8ea25edddb33b7324c53	c776b688-0dd4-4bbe-b741-c7534d3c33aa	2026-11-18 02:40:58.328128+00	1	19	19	train	1	0	{}	54	'2':2 'in':5 'north':9 'of':3 'one':6 'question':1 'w18':4 'what':7 'wind':10 'é':8	f
515896712e8684287c6c3db92e42dafd867a1265	48e58b01-0373-49c4-bdc1-d72415b5d911	2026-11-18 02:40:58.329192+00	1	24	24	train	1	0	{}	55	'1':2 'in':5 'mill':10 'of':3 'one':6 'question':1 'the':9 'w23':4 'what':7 'é':8	f
407a1a26d4d9375b0668eb0ab9b9cc0f1fd24d40	0133ea04-8375-4668-b3b6-3f627352182e	2026-11-18 02:40:58.333775+00	1	20	20	train	1	0	{}	56	'2':2 'in':5 'north':9 'of':3 'one':6 'question':1 'w19':4 'what':7 'wind':10 'é':8	f
d1a637ac1d6e1be1bdcae834a20f903fd050b4aa	c093de0d-020a-440b-926a-cf19bae9895c	2026-11-18 02:40:58.336505+00	1	23	23	train	1	0	{}	57	'2':2 'in':5 'north':9 'of':3 'one':6 'question':1 'w22':4 'what':7 'wind':10 'é':8	f
c3a1a34b971de62ad5f5e5598f1a91d5947b7501	1a43ef56-4204-4b4e-9cd8-44109f43aff7	2026-11-18 02:40:58.33788+00	1	24	24	train	1	0	{}	58	'2':2 'in':5 'north':9 'of':3 'one':6 'question':1 'w23':4 'what':7 'wind':10 'é':8	f
5f6c2f50480a9b210ba5feaac43bd6709e353ac5	7cf3295d-de6f-4647-96dc-5b1b08286df4	2026-11-18 02:40:58.343158+00	1	20	20	train	1	0	{}	59	'3':2 'bread':9 'in':5 'of':3 'one':6 'question':1 'w19':4 'what':7 'é':8	f
d8702a66d9a6e2481ba9232861ae64eca9cb7ed6	732cb568-a0f8-4408-9eb4-5bc0e69054c9	2026-11-18 02:40:58.344616+00	1	24	24	train	1	0	{}	60	'3':2 'bread':9 'in':5 'of':3 'one':6 'question':1 'w23':4 'what':7 'é':8	f
06b915fb01bb4e1684e6dcba46d0e31c48e18c01	1b18fb36-9a38-47db-9765-ae375d2caa00	2026-11-18 02:40:58.379885+00	1	25	25	train	1	0	{}	61	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w24':4 'what':7 'é':8	f
af3f701488c9a8e4329c9188ad76cd8bb31e1863	4267a6a9-2ba1-449d-ace4-e4ea9787a2dd	2026-11-18 02:40:58.380952+00	1	27	27	train	1	0	{}	62	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w26':4 'what':7 'é':8	f
88f6d4fec7b656a13881855d7c79451b739b6e37	f2b6c156-0853-447f-86f4-b6e96f5398f5	2026-11-18 02:40:58.381755+00	1	26	26	dev	1	0	{}	63	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w25':4 'what':7 'é':8	f
bcbc8a2fd9c72f258b0afd21c60792cb68d040fa	f4538730-9176-483d-bd93-3106bf36adc8	2026-11-18 02:40:58.383148+00	1	28	28	train	1	0	{}	64	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w27':4 'what':7 'é':8	f
3fdab77b8eb4fc4f1b83340f0ddfd483c65ac2d0	1879a8ef-2c80-4721-b45d-791a892bff37	2026-11-18 02:40:58.387637+00	1	29	29	train	1	0	{}	65	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w28':4 'what':7 'é':8	f
3a458e508e36c5b92af5a24a4d9ae98fff1558c1	6237bfca-fd89-43fc-8744-8716a4f39707	2026-11-18 02:40:58.394495+00	1	30	30	train	1	0	{}	66	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w29':4 'what':7 'é':8	f
808e52d890e4b6cf396952afed4e21eca0e091c3	887f3e62-b0ef-4be0-8188-6f4c6f128e97	2026-11-18 02:40:58.395356+00	1	27	27	train	1	0	{}	67	'1':2 'in':5 'mill':10 'of':3 'one':6 'question':1 'the':9 'w26':4 'what':7 'é':8	f
ae9300705438b612f71b288bfdf1614ab8cd22c7	b685220f-8e15-444b-af84-a7040068d6bf	2026-11-18 02:40:58.396302+00	1	28	28	train	1	0	{}	68	'1':2 'in':5 'mill':10 'of':3 'one':6 'question':1 'the':9 'w27':4 'what':7 'é':8	f
2c06f40eb8f280a316ff3622a7984b9235fcb71b	49ae7032-b5d0-4447-9cb2-8aca98f75519	2026-11-18 02:40:58.396963+00	1	26	26	dev	1	0	{}	69	'1':2 'in':5 'mill':10 'of':3 'one':6 'question':1 'the':9 'w25':4 'what':7 'é':8	f
0781f1c4dbdb70bf802501b2940d76c2ef265be1	16d3e624-b8a4-47e5-b0e6-bc7f53cdaa56	2026-11-18 02:40:58.403097+00	1	30	30	train	1	0	{}	70	'1':2 'in':5 'mill':10 'of':3 'one':6 'question':1 'the':9 'w29':4 'what':7 'é':8	f
a959b662b79e51881dbf01fb94e25b44c46fbeba	a3e36297-cefd-4892-aec6-d1caabf102fa	2026-11-18 02:40:58.404581+00	1	27	27	train	1	0	{}	71	'2':2 'in':5 'north':9 'of':3 'one':6 'question':1 'w26':4 'what':7 'wind':10 'é':8	f
94d59bbde5ec1e27ccdd051b606123aeb6206757	ef6a0293-254a-4848-8e29-758f4c68d03e	2026-11-18 02:40:58.405691+00	1	28	28	train	1	0	{}	72	'2':2 'in':5 'north':9 'of':3 'one':6 'question':1 'w27':4 'what':7 'wind':10 'é':8	f
8a63876a656edc56baca7d6c0db826e84e83f366	0d7f7364-8b2f-41f0-8f6a-58239c6e8706	2026-11-18 02:40:58.411186+00	1	28	28	train	1	0	{}	73	'3':2 'bread':9 'in':5 'of':3 'one':6 'question':1 'w27':4 'what':7 'é':8	f
79ba34371edecea3010587d35e7e783263bc2868	3d4693c0-95cb-4344-ad8a-203707837fe1	2026-11-18 02:40:58.437975+00	1	31	31	train	1	0	{}	74	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w30':4 'what':7 'é':8	f
3777138119e82def1d83b986b3bc90cbb29f545a	6aa3d8e3-b6be-4c53-99e3-0d3db83660a0	2026-11-18 02:40:58.451008+00	1	33	33	train	1	0	{}	75	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w32':4 'what':7 'é':8	f
655b8fd76bbf4c1b6f405efd963ad4e71e1f74cb	ed447904-0628-4da0-af79-1d222b8b34cc	2026-11-18 02:40:58.455009+00	1	36	36	train	1	0	{}	76	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w35':4 'what':7 'é':8	f
2b5b974747cccaa6cef1e4b7ba84d4d43f9a1a4c	2d91a667-1d43-4aa5-89dc-04374ecbc09e	2026-11-18 02:40:58.457074+00	1	34	34	train	1	0	{}	77	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w33':4 'what':7 'é':8	f
96aa8bf39ebd96a63a4ea56b692e485c066eea6d	ac0fe42d-2a69-4ea7-9565-50262c80f93d	2026-11-18 02:40:58.458181+00	1	32	32	train	1	0	{}	78	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w31':4 'what':7 'é':8	f
b77e95195dd7ca5a390dcc0f980cb06b978f62c2	5f2a5de9-ea62-451e-85fd-12361bcfa53f	2026-11-18 02:40:58.458915+00	1	35	35	train	1	0	{}	79	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w34':4 'what':7 'é':8	f
869cb8d0e26582b921ad357375cd19be5c61226f	d3235d01-3cf7-4545-b4a4-b0177912c5b6	2026-11-18 02:40:58.460857+00	1	31	31	train	1	0	{}	80	'1':2 'in':5 'mill':10 'of':3 'one':6 'question':1 'the':9 'w30':4 'what':7 'é':8	f
639960516381cd46f02b06128b0a67b0d5e34b73	93893c15-7168-4d10-89b4-76afda11fd85	2026-11-18 02:40:58.470697+00	1	36	36	train	1	0	{}	81	'1':2 'in':5 'mill':10 'of':3 'one':6 'question':1 'the':9 'w35':4 'what':7 'é':8	f
7c987a575a12a39f32ff015a113f150e280dc702	cbed8cbe-d51d-419f-bbe4-abd3ff4e502f	2026-11-18 02:40:58.472878+00	1	34	34	train	1	0	{}	82	'1':2 'in':5 'mill':10 'of':3 'one':6 'question':1 'the':9 'w33':4 'what':7 'é':8	f
719e3fa67de0bfb6f65c425fd775cb7c59b7cee8	0cbe3cc8-ecbc-4ff2-9195-694bb61ce29b	2026-11-18 02:40:58.474798+00	1	32	32	train	1	0	{}	83	'1':2 'in':5 'mill':10 'of':3 'one':6 'question':1 'the':9 'w31':4 'what':7 'é':8	f
456e07a07250fd09c224f879dc68ddeb360d56c5	d454b8f5-e872-4e3b-8e50-6cf269682fd1	2026-11-18 02:40:58.476087+00	1	35	35	train	1	0	{}	84	'1':2 'in':5 'mill':10 'of':3 'one':6 'question':1 'the':9 'w34':4 'what':7 'é':8	f
41ac5858e92077fccd63223e855e2bcb95819efe	9ad94a99-550c-4de9-a328-160c1a4200ee	2026-11-18 02:40:58.476854+00	1	31	31	train	1	0	{}	85	'2':2 'in':5 'north':9 'of':3 'one':6 'question':1 'w30':4 'what':7 'wind':10 'é':8	f
22c55ef0a472921e19b3b230b4da97feea6945ec	6855f57d-641f-488c-9709-378708861b9f	2026-11-18 02:40:58.478252+00	1	36	36	train	1	0	{}	86	'2':2 'in':5 'north':9 'of':3 'one':6 'question':1 'w35':4 'what':7 'wind':10 'é':8	f
5692beb836f5483d4e0ea01c15feea207f062190	4308c17a-9a56-4095-bda8-9f17eac727ef	2026-11-18 02:40:58.488093+00	1	32	32	train	1	0	{}	87	'2':2 'in':5 'north':9 'of':3 'one':6 'question':1 'w31':4 'what':7 'wind':10 'é':8	f
2e517d0f50b571f18a5341a09d8697702fc368c0	da26f370-c48d-455f-89ef-382fcd6d1464	2026-11-18 02:40:58.489849+00	1	35	35	train	1	0	{}	88	'2':2 'in':5 'north':9 'of':3 'one':6 'question':1 'w34':4 'what':7 'wind':10 'é':8	f
e45af299bdc58c37ece6b1967c8a9e676420985f	3c6db010-dbc2-443a-8570-e00f83cf77c7	2026-11-18 02:40:58.491368+00	1	36	36	train	1	0	{}	89	'3':2 'bread':9 'in':5 'of':3 'one':6 'question':1 'w35':4 'what':7 'é':8	f
f883c06625f90ea16015feaa5049a6fd216e2c54	f0d014ce-b568-4937-82b2-d8695364ed66	2026-11-18 02:40:58.493107+00	1	32	32	train	1	0	{}	90	'3':2 'bread':9 'in':5 'of':3 'one':6 'question':1 'w31':4 'what':7 'é':8	f
e5d6acbb3e9f9938eb24f33a1efd1695e39a2305	0f898c7b-7352-460e-ad4b-933cc3e05a89	2026-11-18 02:40:58.511364+00	1	37	37	test	1	0	{}	91	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w36':4 'what':7 'é':8	f
\.

COPY beat.question_figures (question_id, question_words, answer_words, overlap, first_words) FROM stdin;
\.

COPY beat.release (id, name, version, project_id, parts, state, as_of, seed, licence, formats, settings, pseudonym_key, code_version, actor, served, created_at, ready_at, report, progress, alive_at) FROM stdin;
1	one	1.0	1	[]	ready	2026-11-18 02:40:58.847+00	1	CC-BY-4.0	{squad,mrqa,hf,attempts}	{"name": "one", "open": "true", "title": "one", "platforms": "[\\"mturk\\", \\"prolific\\", \\"direct\\"]", "batch_hits": null, "onboarding": null, "target_dev": null, "batch_hours": null, "target_test": null, "empty_answer": "fault", "review_blind": "true", "reward_cents": "200", "success_unit": "question", "target_train": null, "lease_seconds": "3600", "review_double": "false", "revoke_confirm": "false", "questions_wanted": "5", "success_permille": "800", "validation_extra": "0", "validation_group": "hit", "validation_match": "em", "validation_votes": "0", "min_passage_words": "0", "onboarding_retries": "0", "threshold_permille": "400", "validation_matches": "1", "answerable_permille": "500", "review_lease_seconds": "1800", "validation_questions": "10", "validation_early_stop": "0", "validation_onboarding": null, "validation_f1_permille": "400", "assignments_per_passage": "1", "validation_reward_cents": "0", "validation_lease_seconds": "1800", "validation_lost_permille": "0", "validation_train_permille": "0"}	\\x440b86ae435ca8062ceb807b978293e1e8e7a726e38b40ddaa8115ebabe78f9f	0.5.0	root	f	2026-11-18 02:40:58.863948+00	2026-11-18 02:40:59.178504+00	{"gate": [{"ok": true, "fix": null, "check": "documents", "found": 0, "examples": [], "sentence": "No document is in two splits."}, {"ok": true, "fix": null, "check": "passages", "found": 0, "examples": [], "sentence": "No passage is in two splits, also not written a little differently."}, {"ok": true, "fix": null, "check": "duplicates", "found": 0, "examples": [], "sentence": "No question is asked twice about a passage."}, {"ok": true, "fix": null, "check": "spans", "found": 0, "examples": [], "sentence": "Every answer stands in its passage at the place the files say."}, {"ok": true, "fix": null, "check": "gold", "found": 0, "examples": [], "sentence": "The answers against themselves score 100 exact match and 100 F1."}, {"ok": true, "fix": null, "check": "model", "found": 0, "examples": [], "sentence": "The answers of the model in the loop score 0 exact match."}, {"ok": true, "fix": null, "check": "counts", "found": 0, "examples": [], "sentence": "The files hold as many questions as the database."}], "facts": {"votes": 0, "models": [{"name": "reader-one", "version": "1", "weights": "0000000000000000000000000000000000000000000000000000000000000000"}], "workers": 37, "validated": 0, "answerable": 0, "validators": 0}, "splits": [{"split": "train", "chosen": 67, "target": null, "available": 67}, {"split": "dev", "chosen": 11, "target": null, "available": 11}, {"split": "test", "chosen": 13, "target": null, "available": 13}], "mrqa_left_out": {"dev": 0, "test": 0, "train": 0}, "near_duplicates": [{"a": {"split": "test", "title": "Hills", "question_id": "86fd6632a13d3ab11717ee285f3f5a17ed5d2681"}, "b": {"split": "dev", "title": "Fords", "question_id": "b359a621c02968371c03279da6f278e20025608e"}, "similarity": 0.5833333333333334}, {"a": {"split": "test", "title": "Vales", "question_id": "197f20123ecfbc55085c436b777da74d95e4238b"}, "b": {"split": "dev", "title": "Fords", "question_id": "b359a621c02968371c03279da6f278e20025608e"}, "similarity": 0.5833333333333334}, {"a": {"split": "test", "title": "Vales", "question_id": "e5d6acbb3e9f9938eb24f33a1efd1695e39a2305"}, "b": {"split": "dev", "title": "Fords", "question_id": "6462cbe4229a9b12b7e0f89dd0ce70c29306338a"}, "similarity": 0.5833333333333334}, {"a": {"split": "test", "title": "Hills", "question_id": "c540bdabed8d967213a298148aa6cf37eae0fdd2"}, "b": {"split": "dev", "title": "Fords", "question_id": "6462cbe4229a9b12b7e0f89dd0ce70c29306338a"}, "similarity": 0.5833333333333334}, {"a": {"split": "dev", "title": "Rivers", "question_id": "028d7e610517f5d3a64fcf2b661b1f0e2f016b36"}, "b": {"split": "train", "title": "Breads", "question_id": "b0f54daa3e995172884762134c9bdbfbc07ab003"}, "similarity": 0.5833333333333334}, {"a": {"split": "dev", "title": "Rivers", "question_id": "10bfe063e737498459eb7dadb004c63f22bc6d5a"}, "b": {"split": "train", "title": "Breads", "question_id": "3777138119e82def1d83b986b3bc90cbb29f545a"}, "similarity": 0.5833333333333334}, {"a": {"split": "dev", "title": "Fords", "question_id": "b359a621c02968371c03279da6f278e20025608e"}, "b": {"split": "train", "title": "Mills", "question_id": "808e52d890e4b6cf396952afed4e21eca0e091c3"}, "similarity": 0.5833333333333334}, {"a": {"split": "test", "title": "Vales", "question_id": "197f20123ecfbc55085c436b777da74d95e4238b"}, "b": {"split": "train", "title": "Mills", "question_id": "808e52d890e4b6cf396952afed4e21eca0e091c3"}, "similarity": 0.5833333333333334}, {"a": {"split": "test", "title": "Hills", "question_id": "86fd6632a13d3ab11717ee285f3f5a17ed5d2681"}, "b": {"split": "train", "title": "Mills", "question_id": "808e52d890e4b6cf396952afed4e21eca0e091c3"}, "similarity": 0.5833333333333334}, {"a": {"split": "dev", "title": "Fords", "question_id": "6462cbe4229a9b12b7e0f89dd0ce70c29306338a"}, "b": {"split": "train", "title": "Mills", "question_id": "5692beb836f5483d4e0ea01c15feea207f062190"}, "similarity": 0.5833333333333334}, {"a": {"split": "test", "title": "Vales", "question_id": "e5d6acbb3e9f9938eb24f33a1efd1695e39a2305"}, "b": {"split": "train", "title": "Mills", "question_id": "5692beb836f5483d4e0ea01c15feea207f062190"}, "similarity": 0.5833333333333334}, {"a": {"split": "test", "title": "Hills", "question_id": "c540bdabed8d967213a298148aa6cf37eae0fdd2"}, "b": {"split": "train", "title": "Mills", "question_id": "5692beb836f5483d4e0ea01c15feea207f062190"}, "similarity": 0.5833333333333334}, {"a": {"split": "dev", "title": "Fords", "question_id": "6462cbe4229a9b12b7e0f89dd0ce70c29306338a"}, "b": {"split": "train", "title": "Winds", "question_id": "24b0937d6aa3731b618eaeeced9ee2ea83c50695"}, "similarity": 0.5833333333333334}, {"a": {"split": "test", "title": "Vales", "question_id": "e5d6acbb3e9f9938eb24f33a1efd1695e39a2305"}, "b": {"split": "train", "title": "Winds", "question_id": "24b0937d6aa3731b618eaeeced9ee2ea83c50695"}, "similarity": 0.5833333333333334}, {"a": {"split": "test", "title": "Hills", "question_id": "c540bdabed8d967213a298148aa6cf37eae0fdd2"}, "b": {"split": "train", "title": "Winds", "question_id": "24b0937d6aa3731b618eaeeced9ee2ea83c50695"}, "similarity": 0.5833333333333334}, {"a": {"split": "dev", "title": "Fords", "question_id": "b359a621c02968371c03279da6f278e20025608e"}, "b": {"split": "train", "title": "Winds", "question_id": "97a557fc0f4ea04e0b78eabcf1f63659956503b9"}, "similarity": 0.5833333333333334}, {"a": {"split": "test", "title": "Hills", "question_id": "86fd6632a13d3ab11717ee285f3f5a17ed5d2681"}, "b": {"split": "train", "title": "Winds", "question_id": "97a557fc0f4ea04e0b78eabcf1f63659956503b9"}, "similarity": 0.5833333333333334}, {"a": {"split": "test", "title": "Vales", "question_id": "197f20123ecfbc55085c436b777da74d95e4238b"}, "b": {"split": "train", "title": "Winds", "question_id": "97a557fc0f4ea04e0b78eabcf1f63659956503b9"}, "similarity": 0.5833333333333334}], "near_duplicates_more": false}	{}	2026-11-18 02:40:59.167327+00
\.

COPY beat.release_file (release_id, path, bytes, sha256) FROM stdin;
1	README.md	15334	2bc0a7835c877e41e6b952ade44b064ec7801c4c7d2d5769f522307c1d2833a4
1	attempts/dev.jsonl	10388	a776ea2ff443bac979894aa77961a937e4201e6e3b45a392c1e67ab109eddc7d
1	attempts/test.jsonl	11737	725f15805d89472bcad5e11c00a9fc1e0836492a8169b9e5b7e3aeeb4bc50002
1	attempts/train.jsonl	100504	60a09f755fecba1892c6679a4234fdc52d67cb8ee78c50def152b046840a29db
1	croissant.json	37782	4ccf948bc06cc7dd9fe21a817ae4e4742e855fbcf9ad25716483e9e29b208bb9
1	data/test.jsonl	4765	0afdc2b22a94ea74315456db9332db2452036aff952dc2c001c4b2d1f199590f
1	data/train.jsonl	57383	c80a802a4f029d1fd0594474a1ff04a8c53f54cabf5bbca2e719fc49f34acad3
1	data/validation.jsonl	4003	d32006bada351b4a01a854a4319a66b46de731b959e76fe844a00d4322ce9ecc
1	figures/answer-length.svg	3613	9078e9f071352ea2b941f0266be784a4e457b150aa69930aa1545af68c3a12c2
1	figures/answer-types.svg	3448	e46370b6fb57a905b7e03607a50aeb7d182751555bea19d029da9aab16cc4377
1	figures/first-words.svg	5069	f72cb8f9c555d538322ccd50b8854e0a92c33beb3dac52938d1baa3b0c63dc82
1	figures/lengths.svg	5822	14c2af98775a6a0a4c62bdc00a94bcc03268126660ee99518caae78a25c21118
1	figures/ngram-overlap.svg	3401	218f7bb3b937867cd11483f0de9b1058b2bd0b5e72b392443826aa77ff48fddd
1	figures/question-length.svg	3545	aed0042d14cf626a25c15f983fe905e3ffd178ae0825454a333e6e7abef24a44
1	figures/question-types.svg	3164	a6ec1cfdb5e46886788b924ef7b7c480721f25817342e22e55dfcaa34247699d
1	mrqa/dev.jsonl.gz	1240	8708383a5792dc488dc9793a99c9a24d3e91ee7faadb52d15ec7b190155b4c01
1	mrqa/test.jsonl.gz	1288	ae55fe8febfaf2a92bca0ef0cd5e4990da2ba4145aafc1639fa1a95bdbbbb4ac
1	mrqa/train.jsonl.gz	4862	f82cdc89bd5d8bd2cf7ede63be475ead658a338f15e3e3b6fe6be5b17ed9b93c
1	one/dev.json	2604	16f80dd4432fda609d5b419af1a50624c3f94a839c5d74570529cd405c9c2e70
1	one/test-public.json	2310	c6872d19df70e178fe57ce533c77b736213ed7890e4441062c66b60ec5456229
1	one/test.json	2925	a72c7424d2f3e0768347082f9dc9a2e78ac92821ad239aa0e4d6f8de8e4ce984
1	one/train.json	24912	037a838b644b2e7e61d65e60cb5aab23d5c671252eb673aafd5914826b4317bb
1	statistics.json	14619	0ee4d6bea9e117647764780c9947182899cc82f2bb34f452733756d2dd29c8ac
1	MANIFEST	1970	494244b66dac1b596d4d59c3a5ac04867f1cac5070c990db3e41e14a7150ca23
\.

COPY beat.release_question (release_id, split, place, question_id) FROM stdin;
1	train	1	41ac5858e92077fccd63223e855e2bcb95819efe
1	train	2	79ba34371edecea3010587d35e7e783263bc2868
1	train	3	869cb8d0e26582b921ad357375cd19be5c61226f
1	train	4	05f1ba4fdcf02512ddc520f6e7fbd3ecea635f80
1	train	5	3e7f3b13fb21221079f6d71641b4e79e18001126
1	train	6	0781f1c4dbdb70bf802501b2940d76c2ef265be1
1	train	7	3a458e508e36c5b92af5a24a4d9ae98fff1558c1
1	train	8	06b915fb01bb4e1684e6dcba46d0e31c48e18c01
1	train	9	3fdab77b8eb4fc4f1b83340f0ddfd483c65ac2d0
1	train	10	515896712e8684287c6c3db92e42dafd867a1265
1	train	11	c3a1a34b971de62ad5f5e5598f1a91d5947b7501
1	train	12	c40f576a264a95670092f755bbac861cae953962
1	train	13	d8702a66d9a6e2481ba9232861ae64eca9cb7ed6
1	train	14	5aa2a049e1215021004e8ea25edddb33b7324c53
1	train	15	7868d354be381c10e8c8a2b82a5a70b4344dd653
1	train	16	85e38ec73ba7f031bfe6c659d0b7d4323f60561a
1	train	17	73b290a40105c77bfbd9630512ad6bad527119f6
1	train	18	7792f28fd291e70c34773b76b44a65c428117567
1	train	19	9ba9f32f3deef449aed3320e1b0e39dfd9821ed0
1	train	20	ff73edccdbcc7f8092fdef5b530378d881dbb6ab
1	train	21	b0f54daa3e995172884762134c9bdbfbc07ab003
1	train	22	d1a637ac1d6e1be1bdcae834a20f903fd050b4aa
1	train	23	e348642cc0d6c5fd884c97e5aec559242aec2754
1	train	24	3777138119e82def1d83b986b3bc90cbb29f545a
1	train	25	808e52d890e4b6cf396952afed4e21eca0e091c3
1	train	26	a959b662b79e51881dbf01fb94e25b44c46fbeba
1	train	27	af3f701488c9a8e4329c9188ad76cd8bb31e1863
1	train	28	5692beb836f5483d4e0ea01c15feea207f062190
1	train	29	719e3fa67de0bfb6f65c425fd775cb7c59b7cee8
1	train	30	96aa8bf39ebd96a63a4ea56b692e485c066eea6d
1	train	31	f883c06625f90ea16015feaa5049a6fd216e2c54
1	train	32	24b0937d6aa3731b618eaeeced9ee2ea83c50695
1	train	33	6a09fbf6435624e6198478d9f600d14509bbe5d1
1	train	34	97a557fc0f4ea04e0b78eabcf1f63659956503b9
1	train	35	a62d4ec3f53069f82fd865edfd4f9ee5704069ff
1	train	36	ff496ba64a55b54e8e6489b547d5e1329a023f22
1	train	37	0e2ef2ee89d37cf7c9e8e81a35cad2fe0d6465c5
1	train	38	407a1a26d4d9375b0668eb0ab9b9cc0f1fd24d40
1	train	39	5f6c2f50480a9b210ba5feaac43bd6709e353ac5
1	train	40	776d95378754fc97a1fd1ddb745fda23e04c07d6
1	train	41	8a63876a656edc56baca7d6c0db826e84e83f366
1	train	42	94d59bbde5ec1e27ccdd051b606123aeb6206757
1	train	43	ae9300705438b612f71b288bfdf1614ab8cd22c7
1	train	44	bcbc8a2fd9c72f258b0afd21c60792cb68d040fa
1	train	45	2b5b974747cccaa6cef1e4b7ba84d4d43f9a1a4c
1	train	46	7c987a575a12a39f32ff015a113f150e280dc702
1	train	47	57b1ef6f0d6929b1a27b3df4c848951b6161802e
1	train	48	7eddb72e70f13b006d937202bd9cfb744bc4135f
1	train	49	8f89d84d06719197a2dc9ba8ddc7fd06736fb724
1	train	50	4537a04c7078aa298a8c97aa4f1e5615625b7c61
1	train	51	76bd37ee320a11c730148ac3ce5f4a4941188e66
1	train	52	bd2ffe49d898b7fa9816492b539f6a9c9a8496ee
1	train	53	eddbb2e8c9f656df5809fe5b04292f0e23d955aa
1	train	54	93f1f810580b1dc79b7aa381f007451f7b102af2
1	train	55	36f53477c93184bbf398c4240feb2749fe2a11e0
1	train	56	949051e019cca0b95def4e828807eedc4146676b
1	train	57	9bfe1b791afb0dda25d1b1404b4b2c430a1eba4e
1	train	58	cb897a392fcff6da925a18bb95146606b8cb19d5
1	train	59	22c55ef0a472921e19b3b230b4da97feea6945ec
1	train	60	639960516381cd46f02b06128b0a67b0d5e34b73
1	train	61	655b8fd76bbf4c1b6f405efd963ad4e71e1f74cb
1	train	62	e45af299bdc58c37ece6b1967c8a9e676420985f
1	train	63	2e517d0f50b571f18a5341a09d8697702fc368c0
1	train	64	456e07a07250fd09c224f879dc68ddeb360d56c5
1	train	65	b77e95195dd7ca5a390dcc0f980cb06b978f62c2
1	train	66	e8c6f0a3d02dbb1d150e3eb9696f20ed3026247e
1	train	67	f800fa758ab09efddbd60929cf0058e1c3faf3ce
1	dev	1	2c06f40eb8f280a316ff3622a7984b9235fcb71b
1	dev	2	88f6d4fec7b656a13881855d7c79451b739b6e37
1	dev	3	e584980a33dddc11d34ee02580da3f98bdc944b3
1	dev	4	b359a621c02968371c03279da6f278e20025608e
1	dev	5	6462cbe4229a9b12b7e0f89dd0ce70c29306338a
1	dev	6	7a6ee0aec52a7650d4322e48a56e73e4dde4da65
1	dev	7	028d7e610517f5d3a64fcf2b661b1f0e2f016b36
1	dev	8	8b8498fe95383fb537ef6b22b70e7b2e0d5dcf46
1	dev	9	f635e9dc78de53eed01c5fa77b40eeadc32a9c45
1	dev	10	10bfe063e737498459eb7dadb004c63f22bc6d5a
1	dev	11	d02cb3a55ef97c3a7cddefc5124b49fabf483915
1	test	1	39b36eb6291b31a2158a99fcd9cc07181a11d0f8
1	test	2	fffbd16dbae5eeef4eabee7f80c87f503ca65b12
1	test	3	44ebd6d642036b613b3045aaf0552c9c392da9f7
1	test	4	5c002089d478d4ac29d86de4a75904a64ee721af
1	test	5	6347b95506c4b73d9e960671da2a8427395c93a4
1	test	6	8f20869effea7cf393101c6a1b74be379dd2dcb5
1	test	7	c540bdabed8d967213a298148aa6cf37eae0fdd2
1	test	8	86fd6632a13d3ab11717ee285f3f5a17ed5d2681
1	test	9	90233c7eab4ebbb8f5c4bba2db4ea3874ebb8939
1	test	10	ef6d368ffc119959964a332b45040fd388cc04ef
1	test	11	e5d6acbb3e9f9938eb24f33a1efd1695e39a2305
1	test	12	197f20123ecfbc55085c436b777da74d95e4238b
1	test	13	49363ec98bbf7541e6949090a3bc401f6dadc5e0
\.

COPY beat.review (id, assignment_id, project_id, account_id, kind, state, leased_at, expires_at, finished_at) FROM stdin;
\.

COPY beat.review_word (kind, word, place, meaning) FROM stdin;
tag	unanswerable	1	The passage does not answer it.
tag	several_answers	2	More than one span of the passage answers it equally well.
tag	wrong_span	3	The marked text is not the answer, or too much or too little of it.
tag	ungrammatical	4	Its language is so broken that a reader has to guess what is meant.
tag	trivial	5	It takes no reading: a sentence of the passage with a question word put in.
tag	nonsense	6	It means nothing, or has nothing to do with the passage.
tag	offensive	7	It insults, degrades or exposes somebody.
tag	copied	8	It repeats another question, or was taken from somewhere else.
tag	other	9	Something else; the comment says what.
label	explicit	1	The passage says the answer nearly as the question asks for it.
label	paraphrasing	2	The question puts in other words what the passage says.
label	external_knowledge	3	Something has to be known that the passage does not tell.
label	coreference	4	It has to be worked out whom or what a word such as "she" or "the latter" stands for.
label	multi_hop	5	Facts from two or more places of the passage have to be put together.
label	comparative	6	Things have to be compared: which is larger, earlier, better.
label	numeric	7	There is something to count or to calculate.
label	negation	8	It turns on what is not so, or on what is left out.
label	filtering	9	Of several candidates the one has to be picked that meets a condition.
label	temporal	10	It is about when, in what order or for how long things happen.
label	spatial	11	It is about where things are, or how they lie to each other.
label	inductive	12	A rule or pattern has to be drawn from single cases.
label	implicit	13	The answer follows from what is said, though nobody says it.
vote	no_answer	1	The passage does not say.
vote	several_answers	2	There is more than one right answer.
vote	unclear	3	I cannot tell what is asked.
vote	broken	4	It is not a question, or not in the language of the passage.
vote	other	5	Something else, which I explain.
\.

COPY beat.revocation (id, project_id, worker_id, state, cause, reason, actor, at, review_id, valid, reviewed, decided_by, decided_at, discarded, undone_by, undone_at, undone_reason) FROM stdin;
\.

COPY beat.sample (assignment_id, batch_id, project_id, worker_id, state, reviews_wanted, taken, held, review_id, sampled_at, settled_at) FROM stdin;
1	1	1	1	waiting	1	0	f	\N	2026-11-18 02:40:58.791328+00	\N
2	1	1	2	waiting	1	0	f	\N	2026-11-18 02:40:58.791328+00	\N
3	1	1	3	waiting	1	0	f	\N	2026-11-18 02:40:58.791328+00	\N
4	1	1	4	waiting	1	0	f	\N	2026-11-18 02:40:58.791328+00	\N
5	1	1	5	waiting	1	0	f	\N	2026-11-18 02:40:58.791328+00	\N
6	1	1	6	waiting	1	0	f	\N	2026-11-18 02:40:58.791328+00	\N
7	1	1	7	waiting	1	0	f	\N	2026-11-18 02:40:58.791328+00	\N
8	1	1	8	waiting	1	0	f	\N	2026-11-18 02:40:58.791328+00	\N
9	1	1	9	waiting	1	0	f	\N	2026-11-18 02:40:58.791328+00	\N
10	1	1	10	waiting	1	0	f	\N	2026-11-18 02:40:58.791328+00	\N
11	1	1	11	waiting	1	0	f	\N	2026-11-18 02:40:58.791328+00	\N
12	1	1	12	waiting	1	0	f	\N	2026-11-18 02:40:58.791328+00	\N
13	1	1	13	waiting	1	0	f	\N	2026-11-18 02:40:58.791328+00	\N
14	1	1	14	waiting	1	0	f	\N	2026-11-18 02:40:58.791328+00	\N
15	1	1	15	waiting	1	0	f	\N	2026-11-18 02:40:58.791328+00	\N
16	1	1	16	waiting	1	0	f	\N	2026-11-18 02:40:58.791328+00	\N
17	1	1	17	waiting	1	0	f	\N	2026-11-18 02:40:58.791328+00	\N
18	1	1	18	waiting	1	0	f	\N	2026-11-18 02:40:58.791328+00	\N
19	1	1	19	waiting	1	0	f	\N	2026-11-18 02:40:58.791328+00	\N
20	1	1	20	waiting	1	0	f	\N	2026-11-18 02:40:58.791328+00	\N
21	1	1	21	waiting	1	0	f	\N	2026-11-18 02:40:58.791328+00	\N
22	1	1	22	waiting	1	0	f	\N	2026-11-18 02:40:58.791328+00	\N
23	1	1	23	waiting	1	0	f	\N	2026-11-18 02:40:58.791328+00	\N
24	1	1	24	waiting	1	0	f	\N	2026-11-18 02:40:58.791328+00	\N
25	1	1	25	waiting	1	0	f	\N	2026-11-18 02:40:58.791328+00	\N
26	1	1	26	waiting	1	0	f	\N	2026-11-18 02:40:58.791328+00	\N
27	1	1	27	waiting	1	0	f	\N	2026-11-18 02:40:58.791328+00	\N
28	1	1	28	waiting	1	0	f	\N	2026-11-18 02:40:58.791328+00	\N
29	1	1	29	waiting	1	0	f	\N	2026-11-18 02:40:58.791328+00	\N
30	1	1	30	waiting	1	0	f	\N	2026-11-18 02:40:58.791328+00	\N
31	1	1	31	waiting	1	0	f	\N	2026-11-18 02:40:58.791328+00	\N
32	1	1	32	waiting	1	0	f	\N	2026-11-18 02:40:58.791328+00	\N
33	1	1	33	waiting	1	0	f	\N	2026-11-18 02:40:58.791328+00	\N
34	1	1	34	waiting	1	0	f	\N	2026-11-18 02:40:58.791328+00	\N
35	1	1	35	waiting	1	0	f	\N	2026-11-18 02:40:58.791328+00	\N
36	1	1	36	waiting	1	0	f	\N	2026-11-18 02:40:58.791328+00	\N
37	1	1	37	waiting	1	0	f	\N	2026-11-18 02:40:58.791328+00	\N
\.

COPY beat.sample_tally (batch_id, lane, project_id, waiting, disputed, held, settled) FROM stdin;
1	9	1	37	0	0	0
\.

COPY beat.schema_migration (version, name, checksum, breaks, applied_at) FROM stdin;
1	base	5e6b624655eebb651395cb3a736df6f9a1cec91352024175c81249e4ecd5c01e	0	2026-11-18 02:40:56.463516+00
2	passages	6a0f8370431db625b9479a94ca464aaa6fcc70d45738fac34c9322293b6f5875	0	2026-11-18 02:40:56.498165+00
3	people	2a21cd56dfb09f183caa52fd02da56c0b996d01aac46774cbc1e42e120b48001	0	2026-11-18 02:40:56.536225+00
4	projects	e50058913e1df910a825e45a8c8dd73680fff88f1adde8fabcbecce26e371b71	0	2026-11-18 02:40:56.612709+00
5	workers	073a2b54db0e8c492774b7e2bf931b3ab80e099c5ea08699a0607d87ff27fb47	0	2026-11-18 02:40:56.650279+00
6	game	7c008a93668d35d6caecc06078470fa80799b7777d45c748bb5f711e911c32f8	0	2026-11-18 02:40:56.720814+00
7	review	659c253637cd725a3005d947d7ad0f27ff96f6ff162b06aa5ab850272c87d6cf	0	2026-11-18 02:40:56.780372+00
8	validation	c6b02ab416df95035b31181a5bd822e5f1bc5fcd4ce8497d623fce9642d4fefe	0	2026-11-18 02:40:56.817817+00
9	releases	62ac98e19ecd3660e7f169e5cf157b86d4ad9205ca047b318914e349a0841365	0	2026-11-18 02:40:56.842697+00
\.

COPY beat.screening (assignment_id, project_id, worker_id, onboarding_id, handed_in_at, state, reason, account_id, actor, decided_at) FROM stdin;
\.

COPY beat.screening_tally (project_id, lane, passed, failed) FROM stdin;
\.

COPY beat.setting (key, value, created_at) FROM stdin;
release_key	d03b1b3161a84e35b24fbe4aa3cf704acae147fb428742e38ec706dff8b1314f	2026-11-18 02:40:56.4569+00
token-key	156beebf3e3494f04fa515d3c915b02a4964bf948ec516bd82a991ebf8a43915	2026-11-18 02:40:57.92241+00
\.

COPY beat.transfer_prediction (attempt_id, reader_id, answer, answer_start, answer_end, score, shared, model_tokens, human_tokens, verdict, model_ms, asked_at) FROM stdin;
\.

COPY beat.transfer_reader (id, name, version, weights, first_seen_at) FROM stdin;
\.

COPY beat.validation (id, attempt_id, project_id, passage_id, assignment_id, worker_id, split, cause, active, state, wanted, taken, votes, matches, shuffle, created_at, decided_at) FROM stdin;
e584980a33dddc11d34ee02580da3f98bdc944b3	084ad0ec-39e1-4def-8254-c041bfa27b47	1	29	1	1	dev	split	t	waiting	2	0	0	0	1798891962	2026-11-18 02:40:59.27514+00	\N
7a6ee0aec52a7650d4322e48a56e73e4dde4da65	6902067a-a4e6-4df7-a99f-33d6bcb7b57f	1	27	14	14	dev	split	t	waiting	2	0	0	0	1206199608	2026-11-18 02:40:59.275908+00	\N
6462cbe4229a9b12b7e0f89dd0ce70c29306338a	b65c4d5e-54c1-4dd1-ad2c-b8cb0bcee7a8	1	27	14	14	dev	split	t	waiting	2	0	0	0	514833875	2026-11-18 02:40:59.275979+00	\N
49363ec98bbf7541e6949090a3bc401f6dadc5e0	3d98ec51-7a57-4964-a784-006fbe1204b7	1	34	6	6	test	split	t	waiting	2	0	0	0	1390785907	2026-11-18 02:40:59.276036+00	\N
197f20123ecfbc55085c436b777da74d95e4238b	adf23417-ffc1-428b-9549-53f83a7ec84a	1	34	6	6	test	split	t	waiting	2	0	0	0	1412255760	2026-11-18 02:40:59.276075+00	\N
ef6d368ffc119959964a332b45040fd388cc04ef	e686e2e2-b15f-4ae9-b42a-b007e0bdf395	1	32	3	3	test	split	t	waiting	2	0	0	0	286922001	2026-11-18 02:40:59.276124+00	\N
90233c7eab4ebbb8f5c4bba2db4ea3874ebb8939	3182178f-022d-46c4-9c04-9d687faea7ae	1	32	3	3	test	split	t	waiting	2	0	0	0	337319425	2026-11-18 02:40:59.276181+00	\N
86fd6632a13d3ab11717ee285f3f5a17ed5d2681	b6e0836a-31a7-449e-89e3-f10a0c2e4b45	1	32	3	3	test	split	t	waiting	2	0	0	0	63637389	2026-11-18 02:40:59.276229+00	\N
c540bdabed8d967213a298148aa6cf37eae0fdd2	70b972d0-071f-49a4-8e31-5fc888442b7d	1	31	9	9	test	split	t	waiting	2	0	0	0	913564224	2026-11-18 02:40:59.276292+00	\N
f635e9dc78de53eed01c5fa77b40eeadc32a9c45	21fd204a-9f3c-4d0f-b3f6-a19ffe4c402d	1	26	11	11	dev	split	t	waiting	2	0	0	0	1245164329	2026-11-18 02:40:59.276349+00	\N
028d7e610517f5d3a64fcf2b661b1f0e2f016b36	6266b50a-4af5-4ded-aba1-c0004d50e106	1	26	11	11	dev	split	t	waiting	2	0	0	0	754376013	2026-11-18 02:40:59.276387+00	\N
8b8498fe95383fb537ef6b22b70e7b2e0d5dcf46	43e34787-76b4-4f08-83e6-0a22938b108a	1	26	11	11	dev	split	t	waiting	2	0	0	0	1048613585	2026-11-18 02:40:59.276425+00	\N
44ebd6d642036b613b3045aaf0552c9c392da9f7	c554f077-fa08-4ef8-9657-2282f2dc3a6a	1	36	8	8	test	split	t	waiting	2	0	0	0	335845179	2026-11-18 02:40:59.276483+00	\N
6347b95506c4b73d9e960671da2a8427395c93a4	9b49d8e2-7344-4173-9bff-28d18225f778	1	36	8	8	test	split	t	waiting	2	0	0	0	491679578	2026-11-18 02:40:59.276521+00	\N
5c002089d478d4ac29d86de4a75904a64ee721af	2fd05a4f-ec80-4bc9-b6a7-805db0865f6e	1	36	8	8	test	split	t	waiting	2	0	0	0	277716071	2026-11-18 02:40:59.276559+00	\N
8f20869effea7cf393101c6a1b74be379dd2dcb5	e92c0963-2652-42c2-a106-b57af3faf1e4	1	36	8	8	test	split	t	waiting	2	0	0	0	1656325042	2026-11-18 02:40:59.276597+00	\N
39b36eb6291b31a2158a99fcd9cc07181a11d0f8	05413159-a52f-4eab-9eaf-0b3bbe059dd0	1	35	18	18	test	split	t	waiting	2	0	0	0	1345700768	2026-11-18 02:40:59.276666+00	\N
fffbd16dbae5eeef4eabee7f80c87f503ca65b12	bd46b830-e5ac-433d-ac30-1a3a22ac07e2	1	35	18	18	test	split	t	waiting	2	0	0	0	590648299	2026-11-18 02:40:59.276723+00	\N
b359a621c02968371c03279da6f278e20025608e	3f0b6502-4668-46e6-ae69-3f61d3494451	1	28	21	21	dev	split	t	waiting	2	0	0	0	1103223584	2026-11-18 02:40:59.276787+00	\N
d02cb3a55ef97c3a7cddefc5124b49fabf483915	deca52b3-8532-49da-b448-6a584b715a57	1	25	22	22	dev	split	t	waiting	2	0	0	0	830154818	2026-11-18 02:40:59.276841+00	\N
10bfe063e737498459eb7dadb004c63f22bc6d5a	376b94c2-53d3-4b6f-a9db-58473f95342e	1	25	22	22	dev	split	t	waiting	2	0	0	0	534319431	2026-11-18 02:40:59.276901+00	\N
2c06f40eb8f280a316ff3622a7984b9235fcb71b	49ae7032-b5d0-4447-9cb2-8aca98f75519	1	30	26	26	dev	split	t	waiting	2	1	1	0	80643856	2026-11-18 02:40:59.277002+00	\N
88f6d4fec7b656a13881855d7c79451b739b6e37	f2b6c156-0853-447f-86f4-b6e96f5398f5	1	30	26	26	dev	split	t	waiting	2	1	1	0	1348485322	2026-11-18 02:40:59.276958+00	\N
e5d6acbb3e9f9938eb24f33a1efd1695e39a2305	0f898c7b-7352-460e-ad4b-933cc3e05a89	1	33	37	37	test	split	t	waiting	2	1	1	0	1625866344	2026-11-18 02:40:59.277055+00	\N
\.

COPY beat.validation_item (assignment_id, validation_id, worker_id, place, state, due) FROM stdin;
38	88f6d4fec7b656a13881855d7c79451b739b6e37	38	1	voted	\N
38	2c06f40eb8f280a316ff3622a7984b9235fcb71b	38	2	voted	\N
39	e5d6acbb3e9f9938eb24f33a1efd1695e39a2305	39	1	voted	\N
\.

COPY beat.vote (id, assignment_id, validation_id, project_id, worker_id, answer_start, answer_end, answer_text, normal, reason, comment, shared, vote_tokens, original_tokens, exact, excluded, created_at, cast_at) FROM stdin;
1	38	88f6d4fec7b656a13881855d7c79451b739b6e37	1	38	0	3	Ann	ann	\N		0	1	1	f	f	2026-11-18 02:40:59.448934+00	2026-11-18 02:40:59.458213+00
2	38	2c06f40eb8f280a316ff3622a7984b9235fcb71b	1	38	0	3	Ann	ann	\N		0	1	1	f	f	2026-11-18 02:40:59.454577+00	2026-11-18 02:40:59.458213+00
3	39	e5d6acbb3e9f9938eb24f33a1efd1695e39a2305	1	39	\N	\N	\N	\N	no_answer		0	0	1	f	f	2026-11-18 02:40:59.476378+00	2026-11-18 02:40:59.478547+00
\.

COPY beat.vote_exclusion (id, project_id, worker_id, revocation_id, reason, actor, at, undone_at, undone_by, undone_reason) FROM stdin;
\.

COPY beat.worker (id, platform, platform_worker_id, created_at, blocked_at, blocked_reason) FROM stdin;
1	direct	w0	2026-11-18 02:40:57.945439+00	\N	\N
2	direct	w1	2026-11-18 02:40:57.963575+00	\N	\N
3	direct	w2	2026-11-18 02:40:57.965274+00	\N	\N
4	direct	w3	2026-11-18 02:40:57.968099+00	\N	\N
5	direct	w4	2026-11-18 02:40:57.96939+00	\N	\N
6	direct	w5	2026-11-18 02:40:57.970598+00	\N	\N
7	direct	w6	2026-11-18 02:40:58.086674+00	\N	\N
8	direct	w7	2026-11-18 02:40:58.089032+00	\N	\N
9	direct	w8	2026-11-18 02:40:58.091259+00	\N	\N
10	direct	w9	2026-11-18 02:40:58.09284+00	\N	\N
11	direct	w10	2026-11-18 02:40:58.094281+00	\N	\N
12	direct	w11	2026-11-18 02:40:58.09565+00	\N	\N
13	direct	w12	2026-11-18 02:40:58.17786+00	\N	\N
14	direct	w13	2026-11-18 02:40:58.180796+00	\N	\N
15	direct	w14	2026-11-18 02:40:58.182587+00	\N	\N
16	direct	w15	2026-11-18 02:40:58.184147+00	\N	\N
17	direct	w16	2026-11-18 02:40:58.185538+00	\N	\N
18	direct	w17	2026-11-18 02:40:58.18862+00	\N	\N
19	direct	w18	2026-11-18 02:40:58.268379+00	\N	\N
20	direct	w19	2026-11-18 02:40:58.270458+00	\N	\N
21	direct	w20	2026-11-18 02:40:58.271996+00	\N	\N
22	direct	w21	2026-11-18 02:40:58.273175+00	\N	\N
23	direct	w22	2026-11-18 02:40:58.274195+00	\N	\N
24	direct	w23	2026-11-18 02:40:58.275189+00	\N	\N
25	direct	w24	2026-11-18 02:40:58.351154+00	\N	\N
26	direct	w25	2026-11-18 02:40:58.35327+00	\N	\N
27	direct	w26	2026-11-18 02:40:58.354606+00	\N	\N
28	direct	w27	2026-11-18 02:40:58.35585+00	\N	\N
29	direct	w28	2026-11-18 02:40:58.357701+00	\N	\N
30	direct	w29	2026-11-18 02:40:58.358921+00	\N	\N
31	direct	w30	2026-11-18 02:40:58.416827+00	\N	\N
32	direct	w31	2026-11-18 02:40:58.418392+00	\N	\N
33	direct	w32	2026-11-18 02:40:58.419819+00	\N	\N
34	direct	w33	2026-11-18 02:40:58.421303+00	\N	\N
35	direct	w34	2026-11-18 02:40:58.422087+00	\N	\N
36	direct	w35	2026-11-18 02:40:58.423956+00	\N	\N
37	direct	w36	2026-11-18 02:40:58.502153+00	\N	\N
38	direct	val	2026-11-18 02:40:59.418498+00	\N	\N
39	direct	eva	2026-11-18 02:40:59.472044+00	\N	\N
\.

COPY beat.worker_note (id, worker_id, project_id, actor, at, text) FROM stdin;
\.

SELECT pg_catalog.setval('beat.account_id_seq', 1, false);

SELECT pg_catalog.setval('beat.api_token_id_seq', 1, false);

SELECT pg_catalog.setval('beat.assignment_id_seq', 39, true);

SELECT pg_catalog.setval('beat.batch_id_seq', 1, true);

SELECT pg_catalog.setval('beat.collection_id_seq', 3, true);

SELECT pg_catalog.setval('beat.decision_id_seq', 1, false);

SELECT pg_catalog.setval('beat.discard_id_seq', 1, false);

SELECT pg_catalog.setval('beat.document_id_seq', 19, true);

SELECT pg_catalog.setval('beat.event_id_seq', 50, true);

SELECT pg_catalog.setval('beat.login_id_seq', 1, false);

SELECT pg_catalog.setval('beat.model_build_id_seq', 1, true);

SELECT pg_catalog.setval('beat.model_id_seq', 1, true);

SELECT pg_catalog.setval('beat.onboarding_id_seq', 1, false);

SELECT pg_catalog.setval('beat.outbox_id_seq', 1, false);

SELECT pg_catalog.setval('beat.passage_id_seq', 37, true);

SELECT pg_catalog.setval('beat.project_id_seq', 1, true);

SELECT pg_catalog.setval('beat.question_number_seq', 91, true);

SELECT pg_catalog.setval('beat.release_id_seq', 1, true);

SELECT pg_catalog.setval('beat.review_id_seq', 1, false);

SELECT pg_catalog.setval('beat.revocation_id_seq', 1, false);

SELECT pg_catalog.setval('beat.transfer_reader_id_seq', 1, false);

SELECT pg_catalog.setval('beat.vote_exclusion_id_seq', 1, false);

SELECT pg_catalog.setval('beat.vote_id_seq', 3, true);

SELECT pg_catalog.setval('beat.worker_id_seq', 39, true);

SELECT pg_catalog.setval('beat.worker_note_id_seq', 1, false);

ALTER TABLE ONLY beat.account
    ADD CONSTRAINT account_name_key UNIQUE (name);

ALTER TABLE ONLY beat.account
    ADD CONSTRAINT account_pkey PRIMARY KEY (id);

ALTER TABLE ONLY beat.agreement
    ADD CONSTRAINT agreement_pkey PRIMARY KEY (project_id, first_account_id, second_account_id);

ALTER TABLE ONLY beat.api_token
    ADD CONSTRAINT api_token_pkey PRIMARY KEY (id);

ALTER TABLE ONLY beat.api_token
    ADD CONSTRAINT api_token_token_key UNIQUE (token_sha256);

ALTER TABLE ONLY beat.assignment
    ADD CONSTRAINT assignment_pkey PRIMARY KEY (id);

ALTER TABLE ONLY beat.attempt
    ADD CONSTRAINT attempt_pkey PRIMARY KEY (id);

ALTER TABLE ONLY beat.attempt
    ADD CONSTRAINT attempt_seq_key UNIQUE (assignment_id, seq);

ALTER TABLE ONLY beat.attempt_tally
    ADD CONSTRAINT attempt_tally_pkey PRIMARY KEY (project_id, model_id, hour, lane);

ALTER TABLE ONLY beat.batch
    ADD CONSTRAINT batch_number_key UNIQUE (project_id, number);

ALTER TABLE ONLY beat.batch
    ADD CONSTRAINT batch_pkey PRIMARY KEY (id);

ALTER TABLE ONLY beat.collection
    ADD CONSTRAINT collection_name_key UNIQUE (name);

ALTER TABLE ONLY beat.collection_passage
    ADD CONSTRAINT collection_passage_pkey PRIMARY KEY (collection_id, passage_id);

ALTER TABLE ONLY beat.collection
    ADD CONSTRAINT collection_pkey PRIMARY KEY (id);

ALTER TABLE ONLY beat.day_tally
    ADD CONSTRAINT day_tally_pkey PRIMARY KEY (project_id, split, day, lane);

ALTER TABLE ONLY beat.decision
    ADD CONSTRAINT decision_pkey PRIMARY KEY (id);

ALTER TABLE ONLY beat.discard
    ADD CONSTRAINT discard_pkey PRIMARY KEY (id);

ALTER TABLE ONLY beat.document
    ADD CONSTRAINT document_id_split_key UNIQUE (id, split);

ALTER TABLE ONLY beat.document
    ADD CONSTRAINT document_pkey PRIMARY KEY (id);

ALTER TABLE ONLY beat.document
    ADD CONSTRAINT document_title_key UNIQUE (title_sha256);

ALTER TABLE ONLY beat.duration_tally
    ADD CONSTRAINT duration_tally_pkey PRIMARY KEY (project_id, bucket, lane);

ALTER TABLE ONLY beat.event
    ADD CONSTRAINT event_pkey PRIMARY KEY (id);

ALTER TABLE ONLY beat.exercise_answer
    ADD CONSTRAINT exercise_answer_pkey PRIMARY KEY (assignment_id, number);

ALTER TABLE ONLY beat.function_set
    ADD CONSTRAINT function_set_pkey PRIMARY KEY (name);

ALTER TABLE ONLY beat.judgement
    ADD CONSTRAINT judgement_pkey PRIMARY KEY (review_id, question_id);

ALTER TABLE ONLY beat.login_failure
    ADD CONSTRAINT login_failure_pkey PRIMARY KEY (key);

ALTER TABLE ONLY beat.login
    ADD CONSTRAINT login_pkey PRIMARY KEY (id);

ALTER TABLE ONLY beat.login
    ADD CONSTRAINT login_token_key UNIQUE (token_sha256);

ALTER TABLE ONLY beat.model_build
    ADD CONSTRAINT model_build_id_model_key UNIQUE (id, model_id);

ALTER TABLE ONLY beat.model_build
    ADD CONSTRAINT model_build_pkey PRIMARY KEY (id);

ALTER TABLE ONLY beat.model_build
    ADD CONSTRAINT model_build_reported_once UNIQUE (model_id, name, version, weights);

ALTER TABLE ONLY beat.model
    ADD CONSTRAINT model_name_key UNIQUE (name);

ALTER TABLE ONLY beat.model
    ADD CONSTRAINT model_pkey PRIMARY KEY (id);

ALTER TABLE ONLY beat.onboarding
    ADD CONSTRAINT onboarding_pkey PRIMARY KEY (id);

ALTER TABLE ONLY beat.onboarding
    ADD CONSTRAINT onboarding_version_key UNIQUE (name, version);

ALTER TABLE ONLY beat.outbox
    ADD CONSTRAINT outbox_pkey PRIMARY KEY (id);

ALTER TABLE ONLY beat.participation_move
    ADD CONSTRAINT participation_move_pkey PRIMARY KEY (from_state, to_state);

ALTER TABLE ONLY beat.participation
    ADD CONSTRAINT participation_pkey PRIMARY KEY (worker_id, project_id);

ALTER TABLE ONLY beat.passage
    ADD CONSTRAINT passage_id_split_key UNIQUE (id, split);

ALTER TABLE ONLY beat.passage
    ADD CONSTRAINT passage_pkey PRIMARY KEY (id);

ALTER TABLE ONLY beat.passage
    ADD CONSTRAINT passage_text_sha256_key UNIQUE (text_sha256);

ALTER TABLE ONLY beat.project_collection
    ADD CONSTRAINT project_collection_pkey PRIMARY KEY (project_id, collection_id);

ALTER TABLE ONLY beat.project
    ADD CONSTRAINT project_name_key UNIQUE (name);

ALTER TABLE ONLY beat.project_passage
    ADD CONSTRAINT project_passage_pkey PRIMARY KEY (project_id, passage_id);

ALTER TABLE ONLY beat.project
    ADD CONSTRAINT project_pkey PRIMARY KEY (id);

ALTER TABLE ONLY beat.project_split
    ADD CONSTRAINT project_split_pkey PRIMARY KEY (project_id, split);

ALTER TABLE ONLY beat.project_tally
    ADD CONSTRAINT project_tally_pkey PRIMARY KEY (project_id, split, lane);

ALTER TABLE ONLY beat.question
    ADD CONSTRAINT question_attempt_key UNIQUE (attempt_id);

ALTER TABLE ONLY beat.question_figures
    ADD CONSTRAINT question_figures_pkey PRIMARY KEY (question_id);

ALTER TABLE ONLY beat.question
    ADD CONSTRAINT question_pkey PRIMARY KEY (id);

ALTER TABLE ONLY beat.release_file
    ADD CONSTRAINT release_file_pkey PRIMARY KEY (release_id, path);

ALTER TABLE ONLY beat.release
    ADD CONSTRAINT release_pkey PRIMARY KEY (id);

ALTER TABLE ONLY beat.release_question
    ADD CONSTRAINT release_question_once UNIQUE (release_id, question_id);

ALTER TABLE ONLY beat.release_question
    ADD CONSTRAINT release_question_pkey PRIMARY KEY (release_id, split, place);

ALTER TABLE ONLY beat.review
    ADD CONSTRAINT review_pkey PRIMARY KEY (id);

ALTER TABLE ONLY beat.review_word
    ADD CONSTRAINT review_word_pkey PRIMARY KEY (kind, word);

ALTER TABLE ONLY beat.revocation
    ADD CONSTRAINT revocation_pkey PRIMARY KEY (id);

ALTER TABLE ONLY beat.sample
    ADD CONSTRAINT sample_pkey PRIMARY KEY (assignment_id);

ALTER TABLE ONLY beat.sample_tally
    ADD CONSTRAINT sample_tally_pkey PRIMARY KEY (batch_id, lane);

ALTER TABLE ONLY beat.schema_migration
    ADD CONSTRAINT schema_migration_pkey PRIMARY KEY (version);

ALTER TABLE ONLY beat.screening
    ADD CONSTRAINT screening_pkey PRIMARY KEY (assignment_id);

ALTER TABLE ONLY beat.screening_tally
    ADD CONSTRAINT screening_tally_pkey PRIMARY KEY (project_id, lane);

ALTER TABLE ONLY beat.setting
    ADD CONSTRAINT setting_pkey PRIMARY KEY (key);

ALTER TABLE ONLY beat.transfer_prediction
    ADD CONSTRAINT transfer_prediction_pkey PRIMARY KEY (attempt_id, reader_id);

ALTER TABLE ONLY beat.transfer_reader
    ADD CONSTRAINT transfer_reader_pkey PRIMARY KEY (id);

ALTER TABLE ONLY beat.transfer_reader
    ADD CONSTRAINT transfer_reader_reported_once UNIQUE (name, version, weights);

ALTER TABLE ONLY beat.validation
    ADD CONSTRAINT validation_attempt_key UNIQUE (attempt_id);

ALTER TABLE ONLY beat.validation_item
    ADD CONSTRAINT validation_item_pkey PRIMARY KEY (assignment_id, validation_id);

ALTER TABLE ONLY beat.validation
    ADD CONSTRAINT validation_pkey PRIMARY KEY (id);

ALTER TABLE ONLY beat.vote_exclusion
    ADD CONSTRAINT vote_exclusion_pkey PRIMARY KEY (id);

ALTER TABLE ONLY beat.vote
    ADD CONSTRAINT vote_item_key UNIQUE (assignment_id, validation_id);

ALTER TABLE ONLY beat.vote
    ADD CONSTRAINT vote_pkey PRIMARY KEY (id);

ALTER TABLE ONLY beat.worker_note
    ADD CONSTRAINT worker_note_pkey PRIMARY KEY (id);

ALTER TABLE ONLY beat.worker
    ADD CONSTRAINT worker_pkey PRIMARY KEY (id);

ALTER TABLE ONLY beat.worker
    ADD CONSTRAINT worker_platform_worker_id_key UNIQUE (platform, platform_worker_id);

CREATE INDEX api_token_account_idx ON beat.api_token USING btree (account_id);

CREATE INDEX assignment_completed_idx ON beat.assignment USING btree (project_id, worker_id, id) WHERE (((state)::text = 'submitted'::text) AND ((kind)::text = 'generate'::text));

CREATE INDEX assignment_ended_idx ON beat.assignment USING btree (worker_id, project_id) WHERE ((state)::text = 'ended'::text);

CREATE INDEX assignment_expired_idx ON beat.assignment USING btree (worker_id, project_id, ended_at) WHERE ((state)::text = 'expired'::text);

CREATE INDEX assignment_lease_idx ON beat.assignment USING btree (project_id, expires_at) WHERE (ended_at IS NULL);

CREATE INDEX assignment_onboarding_idx ON beat.assignment USING btree (onboarding_id) WHERE (onboarding_id IS NOT NULL);

CREATE UNIQUE INDEX assignment_one_live_per_worker_and_project ON beat.assignment USING btree (worker_id, project_id, (((kind)::text = 'validate'::text))) WHERE ((state)::text = 'live'::text);

CREATE UNIQUE INDEX assignment_passage_once_per_worker_and_project ON beat.assignment USING btree (worker_id, project_id, passage_id) WHERE ((kind)::text = 'generate'::text);

CREATE UNIQUE INDEX assignment_platform_ref_submitted_once ON beat.assignment USING btree (project_id, platform_ref) WHERE (((state)::text = 'submitted'::text) AND ((platform_ref)::text <> ''::text));

CREATE INDEX assignment_worker_idx ON beat.assignment USING btree (worker_id, project_id, id) WHERE (id > 0);

CREATE INDEX attempt_unjudged_idx ON beat.attempt USING btree (created_at, id) WHERE (verdict = 'none'::text);

CREATE INDEX decision_validation_idx ON beat.decision USING btree (validation_id, at);

CREATE UNIQUE INDEX discard_once_per_cause ON beat.discard USING btree (question_id, cause) WHERE (undone_at IS NULL);

CREATE INDEX discard_question_idx ON beat.discard USING btree (question_id);

CREATE INDEX discard_review_idx ON beat.discard USING btree (review_id) WHERE (review_id IS NOT NULL);

CREATE INDEX discard_revocation_idx ON beat.discard USING btree (revocation_id) WHERE (revocation_id IS NOT NULL);

CREATE INDEX event_actor_idx ON beat.event USING btree (actor, id);

CREATE INDEX event_kind_idx ON beat.event USING btree (kind, id);

CREATE INDEX event_project_change_idx ON beat.event USING btree (project_id, at) WHERE ((kind)::text = ANY (ARRAY['project.set'::text, 'project.state'::text, 'project.target'::text]));

CREATE INDEX event_project_idx ON beat.event USING btree (project_id, id) WHERE (project_id IS NOT NULL);

CREATE INDEX event_worker_idx ON beat.event USING btree (worker_id, id) WHERE (worker_id IS NOT NULL);

CREATE INDEX login_account_idx ON beat.login USING btree (account_id) WHERE (ended_at IS NULL);

CREATE INDEX login_failure_age_idx ON beat.login_failure USING btree (last_at);

CREATE INDEX login_familiar_idx ON beat.login USING btree (account_id, address, created_at);

CREATE INDEX outbox_project_idx ON beat.outbox USING btree (project_id, id);

CREATE INDEX outbox_waiting_idx ON beat.outbox USING btree (id) WHERE (done_at IS NULL);

CREATE INDEX participation_project_idx ON beat.participation USING btree (project_id, worker_id);

CREATE INDEX passage_document_idx ON beat.passage USING btree (document_id);

CREATE INDEX project_passage_queue_idx ON beat.project_passage USING btree (project_id, split, taken, shuffle) WHERE active;

CREATE INDEX question_assignment_idx ON beat.question USING btree (assignment_id);

CREATE INDEX question_number_idx ON beat.question USING btree (project_id, number);

CREATE INDEX question_out_idx ON beat.question USING btree (project_id, number) WHERE ((discards)::integer > 0);

CREATE INDEX question_reviewed_idx ON beat.question USING btree (project_id, number) WHERE reviewed;

CREATE INDEX question_split_idx ON beat.question USING btree (project_id, split, number) WHERE ((split)::text <> 'train'::text);

CREATE INDEX question_words_idx ON beat.question USING gin (words);

CREATE INDEX question_worker_idx ON beat.question USING btree (worker_id, project_id, number);

CREATE INDEX release_project_idx ON beat.release USING btree (project_id, id);

CREATE UNIQUE INDEX release_version_key ON beat.release USING btree (name, version) WHERE (state <> 'failed'::text);

CREATE INDEX review_account_idx ON beat.review USING btree (account_id, project_id, id) WHERE (state = ANY (ARRAY['leased'::text, 'finished'::text]));

CREATE INDEX review_assignment_idx ON beat.review USING btree (assignment_id);

CREATE INDEX review_done_idx ON beat.review USING btree (account_id, project_id, finished_at) WHERE (state = 'finished'::text);

CREATE INDEX review_lease_idx ON beat.review USING btree (expires_at) WHERE (state = 'leased'::text);

CREATE UNIQUE INDEX review_once_per_reviewer ON beat.review USING btree (assignment_id, account_id) WHERE (state = ANY (ARRAY['leased'::text, 'finished'::text]));

CREATE INDEX review_project_idx ON beat.review USING btree (project_id, id) WHERE (state = ANY (ARRAY['leased'::text, 'finished'::text]));

CREATE UNIQUE INDEX revocation_one_at_a_time ON beat.revocation USING btree (worker_id, project_id) WHERE (state = ANY (ARRAY['proposed'::text, 'done'::text]));

CREATE INDEX revocation_project_idx ON beat.revocation USING btree (project_id, id);

CREATE INDEX revocation_proposed_idx ON beat.revocation USING btree (project_id, id) WHERE (state = 'proposed'::text);

CREATE INDEX sample_half_idx ON beat.sample USING btree (project_id) WHERE ((state = 'waiting'::text) AND (reviews_wanted = 2) AND (taken > 0));

CREATE INDEX sample_queue_idx ON beat.sample USING btree (project_id, state, sampled_at, assignment_id) WHERE ((state <> 'settled'::text) AND (NOT held));

CREATE INDEX sample_tally_project_idx ON beat.sample_tally USING btree (project_id);

CREATE INDEX sample_worker_idx ON beat.sample USING btree (worker_id, project_id);

CREATE INDEX screening_list_idx ON beat.screening USING btree (project_id, assignment_id);

CREATE INDEX screening_state_idx ON beat.screening USING btree (project_id, state, assignment_id);

CREATE INDEX screening_waiting_idx ON beat.screening USING btree (project_id, handed_in_at) WHERE (state = 'waiting'::text);

CREATE INDEX screening_worker_idx ON beat.screening USING btree (worker_id, project_id);

CREATE INDEX validation_author_idx ON beat.validation USING btree (worker_id, project_id);

CREATE INDEX validation_group_idx ON beat.validation USING btree (project_id, passage_id);

CREATE INDEX validation_hit_idx ON beat.validation USING btree (assignment_id);

CREATE INDEX validation_item_due_idx ON beat.validation_item USING btree (validation_id) WHERE (due IS NOT NULL);

CREATE UNIQUE INDEX validation_item_once_per_worker ON beat.validation_item USING btree (worker_id, validation_id) WHERE (state = ANY (ARRAY['leased'::text, 'voted'::text]));

CREATE INDEX validation_item_validation_idx ON beat.validation_item USING btree (validation_id);

CREATE INDEX validation_queue_idx ON beat.validation USING btree (project_id, taken, shuffle) WHERE open;

CREATE INDEX validation_waiting_idx ON beat.validation USING btree (project_id, split) WHERE ((cause = 'split'::text) AND active AND (state = 'waiting'::text));

CREATE UNIQUE INDEX vote_exclusion_one_at_a_time ON beat.vote_exclusion USING btree (worker_id, project_id, ((revocation_id IS NULL))) WHERE (undone_at IS NULL);

CREATE INDEX vote_project_idx ON beat.vote USING btree (project_id, cast_at) WHERE (cast_at IS NOT NULL);

CREATE INDEX vote_validation_idx ON beat.vote USING btree (validation_id) WHERE (cast_at IS NOT NULL);

CREATE INDEX vote_worker_idx ON beat.vote USING btree (worker_id, project_id) WHERE (cast_at IS NOT NULL);

CREATE INDEX worker_note_worker_idx ON beat.worker_note USING btree (worker_id, id);

CREATE TRIGGER account_check_change BEFORE UPDATE ON beat.account FOR EACH ROW EXECUTE FUNCTION beat.account_check_change();

CREATE TRIGGER account_end AFTER UPDATE OF disabled_at ON beat.account FOR EACH ROW WHEN (((old.disabled_at IS NULL) AND (new.disabled_at IS NOT NULL))) EXECUTE FUNCTION beat.account_end();

CREATE TRIGGER account_log AFTER INSERT OR UPDATE ON beat.account FOR EACH ROW EXECUTE FUNCTION beat.account_log();

CREATE TRIGGER account_never_deleted BEFORE DELETE OR TRUNCATE ON beat.account FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER agreement_never_deleted BEFORE DELETE OR TRUNCATE ON beat.agreement FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER api_token_log AFTER INSERT OR UPDATE ON beat.api_token FOR EACH ROW EXECUTE FUNCTION beat.api_token_log();

CREATE TRIGGER api_token_never_deleted BEFORE DELETE OR TRUNCATE ON beat.api_token FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER assignment_check BEFORE INSERT OR UPDATE ON beat.assignment FOR EACH ROW EXECUTE FUNCTION beat.assignment_check();

CREATE TRIGGER assignment_never_deleted BEFORE DELETE OR TRUNCATE ON beat.assignment FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER attempt_check BEFORE INSERT OR UPDATE ON beat.attempt FOR EACH ROW EXECUTE FUNCTION beat.attempt_check();

CREATE TRIGGER attempt_judged_once BEFORE UPDATE ON beat.attempt FOR EACH ROW EXECUTE FUNCTION beat.attempt_check_change();

CREATE TRIGGER attempt_never_deleted BEFORE DELETE OR TRUNCATE ON beat.attempt FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER attempt_tally_never_deleted BEFORE DELETE OR TRUNCATE ON beat.attempt_tally FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER batch_never_changed BEFORE UPDATE ON beat.batch FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER batch_never_deleted BEFORE DELETE OR TRUNCATE ON beat.batch FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER collection_counted AFTER INSERT ON beat.collection_passage REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION beat.collection_counted();

CREATE TRIGGER collection_never_deleted BEFORE DELETE OR TRUNCATE ON beat.collection FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER collection_passage_never_deleted BEFORE DELETE OR TRUNCATE ON beat.collection_passage FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER day_tally_never_deleted BEFORE DELETE OR TRUNCATE ON beat.day_tally FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER decision_never_changed BEFORE UPDATE ON beat.decision FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER decision_never_deleted BEFORE DELETE OR TRUNCATE ON beat.decision FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER discard_never_deleted BEFORE DELETE OR TRUNCATE ON beat.discard FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER document_never_changed BEFORE UPDATE ON beat.document FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER document_never_deleted BEFORE DELETE OR TRUNCATE ON beat.document FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER duration_tally_never_deleted BEFORE DELETE OR TRUNCATE ON beat.duration_tally FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER event_never_changed BEFORE UPDATE ON beat.event FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER event_never_deleted BEFORE DELETE OR TRUNCATE ON beat.event FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER exercise_answer_never_deleted BEFORE DELETE OR TRUNCATE ON beat.exercise_answer FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER function_set_never_deleted BEFORE DELETE OR TRUNCATE ON beat.function_set FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER judgement_never_changed BEFORE UPDATE ON beat.judgement FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER judgement_never_deleted BEFORE DELETE OR TRUNCATE ON beat.judgement FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER login_ended AFTER UPDATE OF ended_at ON beat.login FOR EACH ROW WHEN (((old.ended_at IS NULL) AND (new.ended_at IS NOT NULL))) EXECUTE FUNCTION beat.login_ended();

CREATE TRIGGER login_never_deleted BEFORE DELETE OR TRUNCATE ON beat.login FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER model_build_never_changed BEFORE UPDATE ON beat.model_build FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER model_build_never_deleted BEFORE DELETE OR TRUNCATE ON beat.model_build FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER model_log AFTER INSERT OR UPDATE ON beat.model FOR EACH ROW EXECUTE FUNCTION beat.model_log();

CREATE TRIGGER model_never_deleted BEFORE DELETE OR TRUNCATE ON beat.model FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER onboarding_never_changed BEFORE UPDATE ON beat.onboarding FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER onboarding_never_deleted BEFORE DELETE OR TRUNCATE ON beat.onboarding FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER outbox_never_deleted BEFORE DELETE OR TRUNCATE ON beat.outbox FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER participation_check BEFORE INSERT OR UPDATE OF worker_id, project_id, state ON beat.participation FOR EACH ROW EXECUTE FUNCTION beat.participation_check();

CREATE TRIGGER participation_log AFTER UPDATE OF state ON beat.participation FOR EACH ROW WHEN ((old.state <> new.state)) EXECUTE FUNCTION beat.participation_log();

CREATE TRIGGER participation_move_never_deleted BEFORE DELETE OR TRUNCATE ON beat.participation_move FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER participation_never_deleted BEFORE DELETE OR TRUNCATE ON beat.participation FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER participation_passages AFTER UPDATE OF state ON beat.participation FOR EACH ROW WHEN (((old.state = 'revoked'::text) <> (new.state = 'revoked'::text))) EXECUTE FUNCTION beat.passages_follow();

CREATE TRIGGER participation_validations AFTER UPDATE OF state ON beat.participation FOR EACH ROW WHEN (((old.state = 'revoked'::text) <> (new.state = 'revoked'::text))) EXECUTE FUNCTION beat.validations_follow();

CREATE TRIGGER passage_never_changed BEFORE UPDATE ON beat.passage FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER passage_never_deleted BEFORE DELETE OR TRUNCATE ON beat.passage FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER project_collection_log AFTER INSERT OR UPDATE ON beat.project_collection FOR EACH ROW EXECUTE FUNCTION beat.project_collection_log();

CREATE TRIGGER project_collection_never_deleted BEFORE DELETE OR TRUNCATE ON beat.project_collection FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER project_log AFTER INSERT OR UPDATE ON beat.project FOR EACH ROW EXECUTE FUNCTION beat.project_log();

CREATE TRIGGER project_never_deleted BEFORE DELETE OR TRUNCATE ON beat.project FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER project_passage_never_deleted BEFORE DELETE OR TRUNCATE ON beat.project_passage FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER project_split_log AFTER INSERT OR UPDATE OF target ON beat.project_split FOR EACH ROW EXECUTE FUNCTION beat.project_split_log();

CREATE TRIGGER project_split_never_deleted BEFORE DELETE OR TRUNCATE ON beat.project_split FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER project_tally_never_deleted BEFORE DELETE OR TRUNCATE ON beat.project_tally FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER question_check BEFORE INSERT ON beat.question FOR EACH ROW EXECUTE FUNCTION beat.question_check();

CREATE TRIGGER question_figures_never_changed BEFORE UPDATE ON beat.question_figures FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER question_figures_never_deleted BEFORE DELETE OR TRUNCATE ON beat.question_figures FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER question_never_changed BEFORE UPDATE ON beat.question FOR EACH ROW EXECUTE FUNCTION beat.question_check_change();

CREATE TRIGGER question_never_deleted BEFORE DELETE OR TRUNCATE ON beat.question FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER question_reviewed AFTER UPDATE ON beat.sample FOR EACH ROW WHEN (((old.state = 'settled'::text) <> (new.state = 'settled'::text))) EXECUTE FUNCTION beat.question_reviewed();

CREATE TRIGGER release_file_never_changed BEFORE UPDATE ON beat.release_file FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER release_file_never_deleted BEFORE DELETE OR TRUNCATE ON beat.release_file FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER release_never_deleted BEFORE DELETE OR TRUNCATE ON beat.release FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER release_question_never_changed BEFORE UPDATE ON beat.release_question FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER release_question_never_deleted BEFORE DELETE OR TRUNCATE ON beat.release_question FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER release_question_refers AFTER INSERT ON beat.release_question REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION beat.release_question_check();

CREATE TRIGGER review_never_deleted BEFORE DELETE OR TRUNCATE ON beat.review FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER review_word_never_deleted BEFORE DELETE OR TRUNCATE ON beat.review_word FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER revocation_never_deleted BEFORE DELETE OR TRUNCATE ON beat.revocation FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER sample_counted_change AFTER UPDATE ON beat.sample FOR EACH ROW WHEN (((old.state <> new.state) OR (old.held <> new.held))) EXECUTE FUNCTION beat.sample_counted();

CREATE TRIGGER sample_counted_new AFTER INSERT ON beat.sample REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION beat.sample_counted();

CREATE TRIGGER sample_never_deleted BEFORE DELETE OR TRUNCATE ON beat.sample FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER sample_tally_never_deleted BEFORE DELETE OR TRUNCATE ON beat.sample_tally FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER screening_counted AFTER UPDATE OF state ON beat.screening FOR EACH ROW WHEN ((old.state <> new.state)) EXECUTE FUNCTION beat.screening_counted();

CREATE TRIGGER screening_never_deleted BEFORE DELETE OR TRUNCATE ON beat.screening FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER screening_tally_never_deleted BEFORE DELETE OR TRUNCATE ON beat.screening_tally FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER setting_never_deleted BEFORE DELETE OR TRUNCATE ON beat.setting FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER transfer_prediction_check BEFORE INSERT ON beat.transfer_prediction FOR EACH ROW EXECUTE FUNCTION beat.transfer_prediction_check();

CREATE TRIGGER transfer_prediction_never_changed BEFORE UPDATE ON beat.transfer_prediction FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER transfer_prediction_never_deleted BEFORE DELETE OR TRUNCATE ON beat.transfer_prediction FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER transfer_reader_never_changed BEFORE UPDATE ON beat.transfer_reader FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER transfer_reader_never_deleted BEFORE DELETE OR TRUNCATE ON beat.transfer_reader FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER validation_item_check BEFORE INSERT OR UPDATE OF assignment_id, validation_id, worker_id ON beat.validation_item FOR EACH ROW EXECUTE FUNCTION beat.validation_item_check();

CREATE TRIGGER validation_item_never_deleted BEFORE DELETE OR TRUNCATE ON beat.validation_item FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER validation_never_deleted BEFORE DELETE OR TRUNCATE ON beat.validation FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER vote_check BEFORE INSERT OR UPDATE ON beat.vote FOR EACH ROW EXECUTE FUNCTION beat.vote_check();

CREATE TRIGGER vote_exclusion_never_deleted BEFORE DELETE OR TRUNCATE ON beat.vote_exclusion FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER vote_never_deleted BEFORE DELETE OR TRUNCATE ON beat.vote FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER worker_never_deleted BEFORE DELETE OR TRUNCATE ON beat.worker FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER worker_note_never_changed BEFORE UPDATE ON beat.worker_note FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

CREATE TRIGGER worker_note_never_deleted BEFORE DELETE OR TRUNCATE ON beat.worker_note FOR EACH STATEMENT EXECUTE FUNCTION beat.forbid();

ALTER TABLE ONLY beat.agreement
    ADD CONSTRAINT agreement_first_fkey FOREIGN KEY (first_account_id) REFERENCES beat.account(id);

ALTER TABLE ONLY beat.agreement
    ADD CONSTRAINT agreement_project_fkey FOREIGN KEY (project_id) REFERENCES beat.project(id);

ALTER TABLE ONLY beat.agreement
    ADD CONSTRAINT agreement_second_fkey FOREIGN KEY (second_account_id) REFERENCES beat.account(id);

ALTER TABLE ONLY beat.api_token
    ADD CONSTRAINT api_token_account_fkey FOREIGN KEY (account_id) REFERENCES beat.account(id);

ALTER TABLE ONLY beat.assignment
    ADD CONSTRAINT assignment_onboarding_fkey FOREIGN KEY (onboarding_id) REFERENCES beat.onboarding(id);

ALTER TABLE ONLY beat.assignment
    ADD CONSTRAINT assignment_passage_fkey FOREIGN KEY (project_id, passage_id) REFERENCES beat.project_passage(project_id, passage_id);

ALTER TABLE ONLY beat.assignment
    ADD CONSTRAINT assignment_worker_fkey FOREIGN KEY (worker_id) REFERENCES beat.worker(id);

ALTER TABLE ONLY beat.attempt
    ADD CONSTRAINT attempt_assignment_fkey FOREIGN KEY (assignment_id) REFERENCES beat.assignment(id);

ALTER TABLE ONLY beat.attempt
    ADD CONSTRAINT attempt_model_build_fkey FOREIGN KEY (model_build_id, model_id) REFERENCES beat.model_build(id, model_id);

ALTER TABLE ONLY beat.attempt
    ADD CONSTRAINT attempt_model_fkey FOREIGN KEY (model_id) REFERENCES beat.model(id);

ALTER TABLE ONLY beat.batch
    ADD CONSTRAINT batch_project_fkey FOREIGN KEY (project_id) REFERENCES beat.project(id);

ALTER TABLE ONLY beat.collection_passage
    ADD CONSTRAINT collection_passage_collection_fkey FOREIGN KEY (collection_id) REFERENCES beat.collection(id);

ALTER TABLE ONLY beat.collection_passage
    ADD CONSTRAINT collection_passage_passage_fkey FOREIGN KEY (passage_id) REFERENCES beat.passage(id);

ALTER TABLE ONLY beat.decision
    ADD CONSTRAINT decision_validation_fkey FOREIGN KEY (validation_id) REFERENCES beat.validation(id);

ALTER TABLE ONLY beat.discard
    ADD CONSTRAINT discard_question_fkey FOREIGN KEY (question_id) REFERENCES beat.question(id);

ALTER TABLE ONLY beat.discard
    ADD CONSTRAINT discard_review_fkey FOREIGN KEY (review_id) REFERENCES beat.review(id);

ALTER TABLE ONLY beat.discard
    ADD CONSTRAINT discard_revocation_fkey FOREIGN KEY (revocation_id) REFERENCES beat.revocation(id);

ALTER TABLE ONLY beat.exercise_answer
    ADD CONSTRAINT exercise_answer_assignment_fkey FOREIGN KEY (assignment_id) REFERENCES beat.assignment(id);

ALTER TABLE ONLY beat.judgement
    ADD CONSTRAINT judgement_question_fkey FOREIGN KEY (question_id) REFERENCES beat.question(id);

ALTER TABLE ONLY beat.judgement
    ADD CONSTRAINT judgement_review_fkey FOREIGN KEY (review_id) REFERENCES beat.review(id);

ALTER TABLE ONLY beat.login
    ADD CONSTRAINT login_account_fkey FOREIGN KEY (account_id) REFERENCES beat.account(id);

ALTER TABLE ONLY beat.model_build
    ADD CONSTRAINT model_build_model_fkey FOREIGN KEY (model_id) REFERENCES beat.model(id);

ALTER TABLE ONLY beat.onboarding
    ADD CONSTRAINT onboarding_passage_fkey FOREIGN KEY (passage_id) REFERENCES beat.passage(id);

ALTER TABLE ONLY beat.outbox
    ADD CONSTRAINT outbox_participation_fkey FOREIGN KEY (worker_id, project_id) REFERENCES beat.participation(worker_id, project_id);

ALTER TABLE ONLY beat.outbox
    ADD CONSTRAINT outbox_revocation_fkey FOREIGN KEY (revocation_id) REFERENCES beat.revocation(id);

ALTER TABLE ONLY beat.participation
    ADD CONSTRAINT participation_onboarding_fkey FOREIGN KEY (onboarding_id) REFERENCES beat.onboarding(id);

ALTER TABLE ONLY beat.participation
    ADD CONSTRAINT participation_project_fkey FOREIGN KEY (project_id) REFERENCES beat.project(id);

ALTER TABLE ONLY beat.participation
    ADD CONSTRAINT participation_validator_onboarding_fkey FOREIGN KEY (validator_onboarding_id) REFERENCES beat.onboarding(id);

ALTER TABLE ONLY beat.participation
    ADD CONSTRAINT participation_worker_fkey FOREIGN KEY (worker_id) REFERENCES beat.worker(id);

ALTER TABLE ONLY beat.passage
    ADD CONSTRAINT passage_split_is_its_documents FOREIGN KEY (document_id, split) REFERENCES beat.document(id, split);

ALTER TABLE ONLY beat.project_collection
    ADD CONSTRAINT project_collection_collection_fkey FOREIGN KEY (collection_id) REFERENCES beat.collection(id);

ALTER TABLE ONLY beat.project_collection
    ADD CONSTRAINT project_collection_project_fkey FOREIGN KEY (project_id) REFERENCES beat.project(id);

ALTER TABLE ONLY beat.project
    ADD CONSTRAINT project_model_fkey FOREIGN KEY (model_id) REFERENCES beat.model(id);

COMMENT ON CONSTRAINT project_model_fkey ON beat.project IS 'foreign key (model_id) references beat.model (id)';

ALTER TABLE ONLY beat.project
    ADD CONSTRAINT project_onboarding_model_fkey FOREIGN KEY (onboarding_model_id) REFERENCES beat.model(id);

COMMENT ON CONSTRAINT project_onboarding_model_fkey ON beat.project IS 'foreign key (onboarding_model_id) references beat.model (id)';

ALTER TABLE ONLY beat.project_passage
    ADD CONSTRAINT project_passage_passage_fkey FOREIGN KEY (passage_id, split) REFERENCES beat.passage(id, split);

ALTER TABLE ONLY beat.project_passage
    ADD CONSTRAINT project_passage_split_fkey FOREIGN KEY (project_id, split) REFERENCES beat.project_split(project_id, split);

ALTER TABLE ONLY beat.project_split
    ADD CONSTRAINT project_split_project_fkey FOREIGN KEY (project_id) REFERENCES beat.project(id);

ALTER TABLE ONLY beat.question
    ADD CONSTRAINT question_attempt_fkey FOREIGN KEY (attempt_id) REFERENCES beat.attempt(id);

ALTER TABLE ONLY beat.question_figures
    ADD CONSTRAINT question_figures_question_fkey FOREIGN KEY (question_id) REFERENCES beat.question(id);

ALTER TABLE ONLY beat.release_file
    ADD CONSTRAINT release_file_release_fkey FOREIGN KEY (release_id) REFERENCES beat.release(id);

ALTER TABLE ONLY beat.release
    ADD CONSTRAINT release_project_fkey FOREIGN KEY (project_id) REFERENCES beat.project(id);

ALTER TABLE ONLY beat.review
    ADD CONSTRAINT review_account_fkey FOREIGN KEY (account_id) REFERENCES beat.account(id);

ALTER TABLE ONLY beat.review
    ADD CONSTRAINT review_sample_fkey FOREIGN KEY (assignment_id) REFERENCES beat.sample(assignment_id);

ALTER TABLE ONLY beat.revocation
    ADD CONSTRAINT revocation_participation_fkey FOREIGN KEY (worker_id, project_id) REFERENCES beat.participation(worker_id, project_id);

ALTER TABLE ONLY beat.revocation
    ADD CONSTRAINT revocation_review_fkey FOREIGN KEY (review_id) REFERENCES beat.review(id);

ALTER TABLE ONLY beat.sample
    ADD CONSTRAINT sample_assignment_fkey FOREIGN KEY (assignment_id) REFERENCES beat.assignment(id);

ALTER TABLE ONLY beat.sample
    ADD CONSTRAINT sample_batch_fkey FOREIGN KEY (batch_id) REFERENCES beat.batch(id);

ALTER TABLE ONLY beat.sample
    ADD CONSTRAINT sample_participation_fkey FOREIGN KEY (worker_id, project_id) REFERENCES beat.participation(worker_id, project_id);

ALTER TABLE ONLY beat.sample
    ADD CONSTRAINT sample_review_fkey FOREIGN KEY (review_id) REFERENCES beat.review(id);

ALTER TABLE ONLY beat.sample_tally
    ADD CONSTRAINT sample_tally_batch_fkey FOREIGN KEY (batch_id) REFERENCES beat.batch(id);

ALTER TABLE ONLY beat.screening
    ADD CONSTRAINT screening_account_fkey FOREIGN KEY (account_id) REFERENCES beat.account(id);

ALTER TABLE ONLY beat.screening
    ADD CONSTRAINT screening_assignment_fkey FOREIGN KEY (assignment_id) REFERENCES beat.assignment(id);

ALTER TABLE ONLY beat.screening
    ADD CONSTRAINT screening_onboarding_fkey FOREIGN KEY (onboarding_id) REFERENCES beat.onboarding(id);

ALTER TABLE ONLY beat.screening
    ADD CONSTRAINT screening_participation_fkey FOREIGN KEY (worker_id, project_id) REFERENCES beat.participation(worker_id, project_id);

ALTER TABLE ONLY beat.screening_tally
    ADD CONSTRAINT screening_tally_project_fkey FOREIGN KEY (project_id) REFERENCES beat.project(id);

ALTER TABLE ONLY beat.transfer_prediction
    ADD CONSTRAINT transfer_prediction_attempt_fkey FOREIGN KEY (attempt_id) REFERENCES beat.attempt(id);

ALTER TABLE ONLY beat.transfer_prediction
    ADD CONSTRAINT transfer_prediction_reader_fkey FOREIGN KEY (reader_id) REFERENCES beat.transfer_reader(id);

ALTER TABLE ONLY beat.validation
    ADD CONSTRAINT validation_assignment_fkey FOREIGN KEY (assignment_id) REFERENCES beat.assignment(id);

ALTER TABLE ONLY beat.validation
    ADD CONSTRAINT validation_attempt_fkey FOREIGN KEY (attempt_id) REFERENCES beat.attempt(id);

ALTER TABLE ONLY beat.validation_item
    ADD CONSTRAINT validation_item_assignment_fkey FOREIGN KEY (assignment_id) REFERENCES beat.assignment(id);

ALTER TABLE ONLY beat.validation_item
    ADD CONSTRAINT validation_item_validation_fkey FOREIGN KEY (validation_id) REFERENCES beat.validation(id);

ALTER TABLE ONLY beat.validation
    ADD CONSTRAINT validation_passage_fkey FOREIGN KEY (passage_id, split) REFERENCES beat.passage(id, split);

ALTER TABLE ONLY beat.vote_exclusion
    ADD CONSTRAINT vote_exclusion_participation_fkey FOREIGN KEY (worker_id, project_id) REFERENCES beat.participation(worker_id, project_id);

ALTER TABLE ONLY beat.vote_exclusion
    ADD CONSTRAINT vote_exclusion_revocation_fkey FOREIGN KEY (revocation_id) REFERENCES beat.revocation(id);

ALTER TABLE ONLY beat.vote
    ADD CONSTRAINT vote_item_fkey FOREIGN KEY (assignment_id, validation_id) REFERENCES beat.validation_item(assignment_id, validation_id);

ALTER TABLE ONLY beat.vote
    ADD CONSTRAINT vote_participation_fkey FOREIGN KEY (worker_id, project_id) REFERENCES beat.participation(worker_id, project_id);

ALTER TABLE ONLY beat.worker_note
    ADD CONSTRAINT worker_note_project_fkey FOREIGN KEY (project_id) REFERENCES beat.project(id);

ALTER TABLE ONLY beat.worker_note
    ADD CONSTRAINT worker_note_worker_fkey FOREIGN KEY (worker_id) REFERENCES beat.worker(id);

