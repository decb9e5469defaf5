-- Validity: which questions are in the dataset, now or at any moment of the past. What is said here decides; releases,
-- pages and counts all ask it.
--
-- A question is valid at a moment iff by then
--   1. it exists: its attempt is won (a late verdict counts from its coming),
--   2. its HIT, of the kind generate, is handed in,
--   3. no discard of it stands: review, revocation, by hand, unanswerable,
--   4. it is of train, or its project asks for no votes, or the last decision on its votes is "answerable".
-- Nothing is deleted and each change has its moment, so the past can be asked like the present.

create index event_project_change_idx on beat.event (project_id, at)
	where kind in ('project.set', 'project.state', 'project.target');

create function beat.project_setting_at(in_project_id bigint, in_setting text, in_as_of timestamptz) returns text
	language plpgsql stable as $$
declare
	was record;
begin
	select e.detail -> 'before' ->> in_setting as value into was
	  from beat.event e
	 where e.project_id = in_project_id and e.kind in ('project.set', 'project.state') and e.at > in_as_of
	   and e.detail -> 'before' ? in_setting
	 order by e.at, e.id
	 limit 1;
	if found then
		return was.value;
	end if;
	return (select to_jsonb(p) ->> in_setting from beat.project p where p.id = in_project_id);
end
$$;
comment on function beat.project_setting_at is
	'A column of a project as it was at a moment: what the first later change of it found, else what it is now.';

create function beat.project_target_at(in_project_id bigint, in_split text, in_as_of timestamptz) returns integer
	language plpgsql stable as $$
declare
	was record;
begin
	select (e.detail ->> 'before')::integer as value into was
	  from beat.event e
	 where e.project_id = in_project_id and e.kind = 'project.target' and e.at > in_as_of
	   and e.detail ->> 'split' = in_split
	 order by e.at, e.id
	 limit 1;
	if found then
		return was.value;
	end if;
	return (select s.target from beat.project_split s where s.project_id = in_project_id and s.split = in_split);
end
$$;
comment on function beat.project_target_at is 'How many questions of a split a project wanted at a moment; null: no limit.';

-- The clock is read first: who begins later stamps later, who began earlier and has not ended is seen.
create function beat.settled_moment() returns timestamptz language plpgsql volatile as $$
declare
	moment timestamptz := clock_timestamp();
begin
	perform pg_stat_clear_snapshot();
	return least(moment, (
		select min(s.xact_start)
		  from pg_stat_activity s
		 where s.datid = (select d.oid from pg_database d where d.datname = current_database())
		   and s.backend_type in ('client backend', 'background worker', 'parallel worker')
		   and s.pid <> pg_backend_pid()));
end
$$;
comment on function beat.settled_moment is
	'The latest moment before which nothing can be stamped any more: all transactions that began by then have ended. Ask it '
	'in a transaction of its own, before the one that reads as of it: a snapshot taken earlier misses what was committed '
	'since.';

-- In SQL, so that the planner dissolves it in the caller's query: sets are joined with sets when all questions are asked
-- for, and one question is looked up by its index. Of decisions the last one made counts; per question they are
-- made one after the other, so that is the one with the highest id.
create function beat.question_standing(in_project_id bigint, in_as_of timestamptz)
	returns table (
		question_id beat.question_id, split beat.split_name, project_id bigint, attempt_id uuid, assignment_id bigint,
		passage_id bigint, worker_id bigint, handed_in boolean, causes text[], votes_asked boolean, decision text,
		valid boolean)
	language sql stable parallel safe as $$
	select q.id, q.split, q.project_id, q.attempt_id, q.assignment_id, a.passage_id, q.worker_id,
		   a.state = 'submitted' and a.ended_at <= in_as_of,
		   coalesce(d.causes, '{}'),
		   s.votes > 0 and q.split <> 'train',
		   coalesce(case e.last when e.last_answerable then 'answerable' when e.last_unanswerable then 'unanswerable' end,
			'waiting'),
		   a.state = 'submitted' and a.ended_at <= in_as_of
			and d.question_id is null
			and (q.split = 'train' or s.votes = 0 or coalesce(e.last = e.last_answerable, false))
	  from (select beat.project_setting_at(in_project_id, 'validation_votes', in_as_of)::integer as votes offset 0) as s
	  join beat.question q on q.project_id = in_project_id
	  join beat.assignment a on a.id = q.assignment_id
	  left join (
		select x.question_id, array_agg(x.cause order by x.cause) as causes
		  from beat.discard x
		 where x.at <= in_as_of and (x.undone_at is null or x.undone_at > in_as_of)
		 group by x.question_id
	  ) as d on d.question_id = q.id
	  left join (
		select x.validation_id, x.project_id, max(x.id) as last,
			   max(x.id) filter (where x.state = 'answerable') as last_answerable,
			   max(x.id) filter (where x.state = 'unanswerable') as last_unanswerable
		  from beat.decision x
		 where x.at <= in_as_of
		 group by x.validation_id, x.project_id
	  ) as e on e.validation_id = q.id and e.project_id = q.project_id
	 where q.created_at <= in_as_of and a.kind = 'generate';
$$;
comment on function beat.question_standing is
	'Every question a project had at a moment, with what decides whether it was in: handed_in; causes of the discards that '
	'stood; votes_asked of its split, and the decision on them; valid: in.';

create function beat.valid_questions(in_project text, in_as_of timestamptz)
	returns table (
		question_id beat.question_id, split beat.split_name, attempt_id uuid, assignment_id bigint, passage_id bigint,
		worker_id bigint)
	language sql stable parallel safe as $$
	select s.question_id, s.split, s.attempt_id, s.assignment_id, s.passage_id, s.worker_id
	  from beat.project p
	 cross join lateral beat.question_standing(p.id, in_as_of) as s
	 where p.name = in_project and s.valid;
$$;
comment on function beat.valid_questions is 'The questions of a project that were in at a moment: its dataset as of then.';

create view beat.question_validity as
select s.question_id, p.name as project, s.split, s.project_id, s.attempt_id, s.assignment_id, s.passage_id, s.worker_id,
	   s.handed_in, s.causes, s.votes_asked, s.decision, s.valid
  from beat.project p
 cross join lateral beat.question_standing(p.id, 'infinity') as s;
comment on view beat.question_validity is 'Every question as it stands now, and whether it is in: question_standing of today.';

-- What votes were there, and which of them counted.
create function beat.votes_at(in_project_id bigint, in_as_of timestamptz)
	returns table (
		id bigint, validation_id beat.question_id, worker_id bigint, answer_start integer, answer_end integer,
		answer_text text, normal text, reason text, comment text, shared integer, vote_tokens integer,
		original_tokens integer, exact boolean, cast_at timestamptz, counted boolean)
	language sql stable parallel safe as $$
	select v.id, v.validation_id, v.worker_id, v.answer_start, v.answer_end, v.answer_text, v.normal, v.reason, v.comment,
		   v.shared, v.vote_tokens, v.original_tokens, v.exact, v.cast_at, e.worker_id is null
	  from beat.vote v
	  left join (
		select distinct x.worker_id, x.project_id
		  from beat.vote_exclusion x
		 where x.at <= in_as_of and (x.undone_at is null or x.undone_at > in_as_of)
	  ) as e on e.worker_id = v.worker_id and e.project_id = v.project_id
	 where v.project_id = in_project_id and v.cast_at <= in_as_of;
$$;
comment on function beat.votes_at is
	'The votes of a project that were cast by a moment; counted: their validator was not excluded then.';

-- sample tells which review of a HIT counts now; what counted at a moment follows from the reviews themselves: the
-- adjudication if there was one, else the first review once there were as many as wanted and they did not differ.
create function beat.labels_at(in_project_id bigint, in_as_of timestamptz)
	returns table (question_id beat.question_id, labels text[])
	language sql stable parallel safe as $$
	with undone as materialized (
		select (e.detail ->> 'review')::bigint as review_id
		  from beat.event e
		 where e.project_id = in_project_id and e.kind = 'review.undo' and e.at <= in_as_of
	), done as materialized (
		select r.id, r.assignment_id, r.kind,
			   row_number() over (partition by r.assignment_id order by r.kind, r.finished_at, r.id) as place,
			   count(*) over (partition by r.assignment_id) as n, s.reviews_wanted
		  from beat.review r
		  join beat.sample s on s.assignment_id = r.assignment_id
		 where r.project_id = in_project_id and r.state in ('finished', 'undone') and r.finished_at <= in_as_of
		   and r.id not in (select u.review_id from undone u)
	)
	select j.question_id, j.labels
	  from done d
	  join beat.judgement j on j.review_id = d.id
	 where d.place = 1 and j.labels <> '{}'
	   and (d.kind = 'adjudication' or d.n >= d.reviews_wanted and not exists (
			select
			  from done o
			  join beat.judgement a on a.review_id = d.id
			  join beat.judgement b on b.review_id = o.id and b.question_id = a.question_id
			 where o.assignment_id = d.assignment_id and o.place > 1 and a.valid <> b.valid));
$$;
comment on function beat.labels_at is
	'The labels that reviews gave the questions of a project, as they counted at a moment; undoing later changes nothing.';

-- The page that tells why a question is in or out. Its moments have microseconds: who asks for the state at one of them
-- gets the state with it.

create function beat.moment_shown(moment timestamptz) returns text
	language sql stable strict parallel safe
	return pg_catalog.to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"');
comment on function beat.moment_shown is 'A moment as ISO 8601 in UTC with microseconds, exact enough to ask for it again.';

create function beat.moment_asked(in_as_of text) returns timestamptz language plpgsql stable as $$
begin
	return greatest(least(nullif(in_as_of, '')::timestamptz, clock_timestamp()), '1970-01-01Z');
exception when invalid_datetime_format or datetime_field_overflow or invalid_parameter_value then
	perform beat.refuse(format('as_of is a moment such as 2026-03-01T12:00:00Z, not "%s".', left(in_as_of, 100)));
end
$$;
comment on function beat.moment_asked is 'The moment that a caller asks for: now if none is given, and never later.';

-- The votes of a question at a moment, in a sentence.
create function beat.votes_sentence(
	in_split text, in_wanted integer, in_needed integer, in_decision text, votes bigint, matches bigint, standing text)
	returns text language sql immutable parallel safe
	return case
		when standing is not null and (in_split = 'train' or in_wanted = 0 or in_decision <> 'unanswerable')
			then 'It was discarded as unanswerable: ' || standing
		when in_split = 'train' then 'Questions of train need no votes.'
		when in_wanted = 0 then 'The project asks for no votes.'
		when in_decision = 'answerable' then format('Answerable: %s of %s %s the author''s answer; %s %s enough.', matches,
			votes, case when votes = 1 then 'vote has' else 'votes have' end, in_needed,
			case when in_needed = 1 then 'is' else 'are' end)
		when in_decision = 'unanswerable' then format('Unanswerable: %s of %s votes %s the author''s answer; %s %s needed.',
			matches, votes, case when matches = 1 then 'has' else 'have' end, in_needed,
			case when in_needed = 1 then 'is' else 'are' end)
		else format('It waits for votes: %s of %s %s in.', votes, greatest(in_wanted, votes),
			case when votes = 1 then 'is' else 'are' end) end;
comment on function beat.votes_sentence is 'What the votes of a question came to; standing: the reason of a discard for them.';

create function beat.question_decided(in_id text, in_as_of timestamptz, out state text, out at timestamptz)
	language plpgsql stable as $$
begin
	select d.state, d.at into state, at
	  from beat.decision d
	 where d.validation_id = in_id and d.at <= in_as_of
	 order by d.id desc
	 limit 1;
	state := coalesce(state, 'waiting');
end
$$;
comment on function beat.question_decided is 'The last decision on the votes of a question by a moment, and since when.';

-- A discard of one cause, as a rule of the page: passed unless it stood at the moment.
create function beat.discard_rule(
	in_id text, in_cause text, in_as_of timestamptz, passed_sentence text, failed_sentence text) returns jsonb
	language plpgsql stable as $$
declare
	d beat.discard;
begin
	select x.* into d
	  from beat.discard x
	 where x.question_id = in_id and x.cause = in_cause and x.at <= in_as_of
	   and (x.undone_at is null or x.undone_at > in_as_of)
	 order by x.id desc
	 limit 1;
	if not found then
		return jsonb_build_object('rule', in_cause, 'passed', true, 'sentence', passed_sentence, 'at', null);
	end if;
	return jsonb_build_object('rule', in_cause, 'passed', false, 'sentence', failed_sentence || ' ' || d.reason,
		'at', beat.moment_shown(d.at));
end
$$;
comment on function beat.discard_rule is 'What a cause of discards says of a question at a moment.';

create function beat.handed_in_rule(a beat.assignment, in_as_of timestamptz) returns jsonb
	language sql stable
	return jsonb_build_object('rule', 'handed_in', 'passed', a.state = 'submitted' and a.ended_at <= in_as_of,
		'sentence', case
			when a.state = 'submitted' and a.ended_at <= in_as_of then 'Its HIT was handed in.'
			when a.state = 'submitted' then 'Its HIT was handed in later than that.'
			when a.state = 'live' then 'Its HIT is still in hand.'
			when a.state = 'ended' then 'Its HIT was ended before it was handed in.'
			else format('Its HIT was not handed in, it %s.',
				case a.state when 'expired' then 'expired' else 'was returned' end) end,
		'at', case when a.state = 'submitted' and a.ended_at <= in_as_of then beat.moment_shown(a.ended_at) end);
comment on function beat.handed_in_rule is 'Whether the HIT of a question was handed in by a moment.';

create function beat.votes_rule(
	in_id text, in_split text, in_project_id bigint, in_as_of timestamptz, votes bigint, matches bigint) returns jsonb
	language plpgsql stable as $$
declare
	wanted integer := beat.project_setting_at(in_project_id, 'validation_votes', in_as_of)::integer;
	needed integer := beat.project_setting_at(in_project_id, 'validation_matches', in_as_of)::integer;
	decided record := beat.question_decided(in_id, in_as_of);
	d record;
begin
	select x.reason, x.at into d
	  from beat.discard x
	 where x.question_id = in_id and x.cause = 'unanswerable' and x.at <= in_as_of
	   and (x.undone_at is null or x.undone_at > in_as_of)
	 order by x.id desc
	 limit 1;
	return jsonb_build_object('rule', 'votes',
		'passed', d.at is null and (in_split = 'train' or wanted = 0 or decided.state = 'answerable'),
		'sentence', beat.votes_sentence(in_split, wanted, needed, decided.state, votes, matches, d.reason),
		'at', beat.moment_shown(case when d.at is not null or (in_split <> 'train' and wanted > 0)
			then coalesce(decided.at, d.at) end));
end
$$;
comment on function beat.votes_rule is 'Whether the votes of a question, if it needs any, kept it in at a moment.';

create function beat.question_why(
	q beat.question, a beat.assignment, in_id text, in_split text, in_as_of timestamptz, votes bigint, matches bigint)
	returns jsonb language plpgsql stable as $$
begin
	return jsonb_build_array(
		jsonb_build_object('rule', 'won', 'passed', coalesce(q.created_at <= in_as_of, false),
			'sentence', case
				when q.id is null then 'The model won this attempt: it is no question, validators only answer it to compare.'
				when q.created_at <= in_as_of then 'The author beat the model.'
				else 'The author beat the model later than that.' end,
			'at', beat.moment_shown(case when q.created_at <= in_as_of then q.created_at end)),
		beat.handed_in_rule(a, in_as_of),
		beat.discard_rule(in_id, 'revocation', in_as_of, 'No revocation of its author stands against it.',
			'Its author''s qualification was revoked:'),
		beat.discard_rule(in_id, 'review', in_as_of, 'No review rejected it.', 'A review rejected it:'),
		beat.discard_rule(in_id, 'hand', in_as_of, 'Nobody discarded it by hand.', 'It was discarded by hand:'),
		beat.votes_rule(in_id, in_split, a.project_id, in_as_of, votes, matches));
end
$$;
comment on function beat.question_why is 'Every rule of validity in order, and what it says of a question at a moment.';

create function beat.question_votes(in_project_id bigint, in_id text, in_as_of timestamptz, in_identity boolean)
	returns jsonb language plpgsql stable as $$
declare
	match text := beat.project_setting_at(in_project_id, 'validation_match', in_as_of);
	permille integer := beat.project_setting_at(in_project_id, 'validation_f1_permille', in_as_of)::integer;
begin
	return (
		select coalesce(jsonb_agg(jsonb_build_object('n', v.n, 'validator', beat.worker_shown(v.worker_id, in_identity),
				'answer', case when v.answer_text is not null then jsonb_build_object('start', v.answer_start,
					'end', v.answer_end, 'text', v.answer_text) end,
				'reason', v.reason, 'comment', v.comment, 'shared', v.shared, 'vote_tokens', v.vote_tokens,
				'original_tokens', v.original_tokens,
				'f1', round(2.0 * v.shared / (v.vote_tokens + v.original_tokens), 4), 'exact', v.exact,
				'matches', beat.vote_matches(match, permille, v.exact, v.shared, v.vote_tokens, v.original_tokens),
				'excluded', not v.counted, 'cast_at', beat.moment_shown(v.cast_at)) order by v.n), '[]')
		  from (
			select x.*, row_number() over (order by x.cast_at, x.id) as n
			  from beat.votes_at(in_project_id, in_as_of) as x
			 where x.validation_id = in_id) as v);
end
$$;
comment on function beat.question_votes is 'The votes on a question by a moment, in the order in which they came.';

create function beat.question_history(in_id text, in_as_of timestamptz) returns jsonb language plpgsql stable as $$
begin
	return jsonb_build_object(
		'decisions', (
			select coalesce(jsonb_agg(jsonb_build_object('state', d.state, 'votes', d.votes, 'matches', d.matches,
					'cause', d.cause, 'actor', d.actor, 'at', beat.moment_shown(d.at)) order by d.id), '[]')
			  from beat.decision d
			 where d.validation_id = in_id and d.at <= in_as_of),
		'discards', (
			select coalesce(jsonb_agg(jsonb_build_object('cause', d.cause, 'reason', d.reason, 'actor', d.actor,
					'at', beat.moment_shown(d.at),
					'undone_at', case when d.undone_at <= in_as_of then beat.moment_shown(d.undone_at) end,
					'undone_by', case when d.undone_at <= in_as_of then d.undone_by end,
					'undone_reason', case when d.undone_at <= in_as_of then d.undone_reason end) order by d.id), '[]')
			  from beat.discard d
			 where d.question_id = in_id and d.at <= in_as_of));
end
$$;
comment on function beat.question_history is 'Decisions on a question and discards of it by a moment, oldest first.';

-- Whoever may still have to judge a HIT must not read what others said of it.
create function beat.question_reviews(
	in_assignment_id bigint, in_id text, in_as_of timestamptz, in_account text, in_identity boolean)
	returns jsonb language plpgsql stable as $$
begin
	return (
		select coalesce(jsonb_agg(jsonb_build_object('at', beat.moment_shown(r.finished_at), 'reviewer', c.name,
				'valid', j.valid, 'tags', j.tags, 'labels', j.labels, 'comment', j.comment) order by r.finished_at), '[]')
		  from beat.review r
		  join beat.judgement j on j.review_id = r.id and j.question_id = in_id
		  join beat.account c on c.id = r.account_id
		  join beat.sample s on s.assignment_id = r.assignment_id
		 where r.assignment_id = in_assignment_id and r.state = 'finished' and r.finished_at <= in_as_of
		   and (s.state = 'settled' or in_identity or r.account_id = nullif(in_account, '')::bigint));
end
$$;
comment on function beat.question_reviews is
	'What reviews said of a question by a moment; while its HIT is not settled only one''s own, but all with identity.';

create function beat.question_releases(in_id text) returns jsonb language plpgsql stable as $$
begin
	return (
		select coalesce(jsonb_agg(jsonb_build_object('id', r.id::text, 'name', r.name, 'version', r.version,
				'split', x.split) order by r.id), '[]')
		  from beat.release r
		  join beat.release_question x on x.release_id = r.id and x.question_id = in_id
		 where r.state = 'ready');
end
$$;
comment on function beat.question_releases is 'The finished releases that hold a question.';

create function beat.question_shown(
	t beat.attempt, a beat.assignment, p beat.project, q beat.question, in_id text, in_identity boolean)
	returns jsonb language plpgsql stable as $$
declare
	-- As on the page of its HIT: who is going to review it must not look it up here.
	blind boolean := not in_identity and p.review_blind and exists (
		select from beat.sample s where s.assignment_id = a.id and s.state <> 'settled');
begin
	return (
		select jsonb_build_object('id', in_id, 'project', p.name, 'split', x.split, 'hit', a.id::text,
			'question', t.question,
			'answer', jsonb_build_object('start', t.answer_start, 'end', t.answer_end, 'text', t.answer_text),
			'passage', jsonb_build_object('id', x.id::text, 'title', d.title, 'text', x.text),
			'model', case when not blind then jsonb_build_object('name', beat.attempt_model_name(t),
				'answer', t.model_answer, 'start', t.model_start, 'end', t.model_end) end,
			'worker', case when not blind then beat.worker_shown(a.worker_id, in_identity) end,
			'created_at', beat.moment_shown(coalesce(q.created_at, t.created_at)),
			'submitted_at', case when a.state = 'submitted' then beat.moment_shown(a.ended_at) end,
			'labels', coalesce(to_jsonb(q.labels), '[]'))
		  from beat.passage x
		  join beat.document d on d.id = x.document_id
		 where x.id = a.passage_id);
end
$$;
comment on function beat.question_shown is 'A question, or an attempt that was lost but validated, with where it comes from.';

create function beat.admin_question(in_id text, in_as_of text, in_account text, in_identity boolean) returns json
	language plpgsql stable set jit = off as $$
declare
	moment timestamptz := beat.moment_asked(in_as_of);
	q beat.question;
	t beat.attempt;
	a beat.assignment;
	p beat.project;
	v beat.validation;
	shown jsonb;
	votes jsonb;
	counted bigint;
	matching bigint;
	why jsonb;
begin
	select x.* into q from beat.question x where x.id = in_id;
	select x.* into v from beat.validation x where x.id = in_id;
	select x.* into t from beat.attempt x where x.id = coalesce(q.attempt_id, v.attempt_id);
	if not found then
		perform beat.refuse_as('BE404', format('There is no question %s.', left(in_id, 100)));
	end if;
	select x.* into a from beat.assignment x where x.id = t.assignment_id;
	select x.* into p from beat.project x where x.id = a.project_id;
	shown := beat.question_shown(t, a, p, q, in_id, in_identity);
	votes := beat.question_votes(p.id, in_id, moment, in_identity);
	select count(*), count(*) filter (where (e ->> 'matches')::boolean) into counted, matching
	  from jsonb_array_elements(votes) as e
	 where not (e ->> 'excluded')::boolean;
	why := beat.question_why(q, a, in_id, shown ->> 'split', moment, counted, matching);
	return (shown || beat.question_history(in_id, moment) || jsonb_build_object(
		'as_of', beat.moment_shown(moment),
		'in', not jsonb_path_exists(why, '$[*] ? (@.passed == false)'),
		'why', why,
		'votes', votes,
		'agreement', beat.question_agreement(p.id, in_id, moment),
		'validation', case when v.id is not null then jsonb_build_object('cause', v.cause, 'wanted', v.wanted,
			'active', v.active, 'state', (beat.question_decided(in_id, moment)).state, 'votes', counted,
			'matches', matching) end,
		'reviews', beat.question_reviews(a.id, in_id, moment, in_account, in_identity),
		'releases', beat.question_releases(in_id)))::json;
end
$$;
comment on function beat.admin_question is
	'A question with every rule that decides whether it is in, as of now or of a past moment, and all that led to it.';

-- How many are in, and why the others are not; of several causes the first in this order is counted.
create function beat.standing_of(s_handed_in boolean, s_causes text[], s_valid boolean, s_decision text) returns text
	language sql immutable parallel safe
	return case
		when s_valid then 'in'
		when not s_handed_in then 'not_handed_in'
		when 'revocation' = any (s_causes) then 'revocation'
		when 'review' = any (s_causes) then 'review'
		when 'hand' = any (s_causes) then 'hand'
		when 'unanswerable' = any (s_causes) or s_decision = 'unanswerable' then 'unanswerable'
		else 'waiting' end;
comment on function beat.standing_of is 'Where a question stands, in a word: in, waiting for votes, or why it is out.';

-- The lists have the rows at hand: they need not ask for the standing of a whole project.
create function beat.question_waits(
	p beat.project, a beat.assignment, in_split text, in_discards integer, in_validation_state text) returns boolean
	language sql immutable parallel safe
	return coalesce(p.validation_votes > 0 and in_split <> 'train' and in_discards = 0 and a.state = 'submitted'
		and in_validation_state is distinct from 'answerable', false);
comment on function beat.question_waits is
	'Whether a question stands at "waiting" now: nothing discards it, but it is not in before its votes are.';

create function beat.admin_validity(in_project text, in_as_of text) returns json
	language plpgsql stable set jit = off as $$
declare
	p beat.project := beat.project_named(in_project);
	moment timestamptz := beat.moment_asked(in_as_of);
begin
	return json_build_object('project', p.name, 'as_of', beat.moment_shown(moment), 'splits', (
		with n as materialized (
			select s.split, beat.standing_of(s.handed_in, s.causes, s.valid, s.decision) as standing, count(*) as n
			  from beat.question_standing(p.id, moment) as s
			 group by 1, 2
		)
		select json_agg(json_build_object('split', x.split, 'target', beat.project_target_at(p.id, x.split, moment),
				'in', coalesce((x.n ->> 'in')::bigint, 0), 'waiting', coalesce((x.n ->> 'waiting')::bigint, 0),
				'out', (
					select json_object_agg(c.cause, coalesce((x.n ->> c.cause)::bigint, 0))
					  from unnest(array['unanswerable', 'review', 'revocation', 'hand', 'not_handed_in']) as c (cause)))
			order by x.place)
		  from (
			select y.split, y.place, (
					select coalesce(jsonb_object_agg(n.standing, n.n), '{}') from n where n.split = y.split) as n
			  from unnest(array['train', 'dev', 'test']) with ordinality as y (split, place)) as x));
end
$$;
comment on function beat.admin_validity is 'How many questions of each split were in at a moment, and why the others were not.';
