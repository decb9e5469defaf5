-- Questions and HITs as the dashboard shows them, and the page that tells why a question is in or out. What workers.sql
-- says of identity and plans holds here too.

-- The where-clause of a filter of questions. State: in (kept, though it may wait for votes), waiting (for votes), out
-- (for whatever reason), unanswerable (by its votes), reviewed, rejected (by its review), revoked (with its worker).
-- The conditions of a filter {q, split, model, state, label, worker}, for a query of question q with the project as $1
-- and the filter as $2: its values stay parameters, whatever they are.
create function question_where(filter jsonb) returns text language plpgsql stable as $$
declare
	known constant text[] := array['q', 'split', 'model', 'state', 'label', 'worker'];
	given text[];
begin
	if jsonb_typeof(filter) is distinct from 'object' then
		perform refuse('A filter of questions is a JSON object.', 'filter');
	end if;
	given := array(select e.key from jsonb_each_text(filter) as e where e.value <> '');
	perform one_of('A filter of questions', k, known) from unnest(given) as k;
	perform one_of('split', nullif(filter ->> 'split', ''), array['train', 'dev', 'test']);
	perform one_of('state', nullif(filter ->> 'state', ''), array['in', 'waiting', 'out', 'unanswerable', 'reviewed',
		'rejected', 'revoked']);
	perform one_of('label', nullif(filter ->> 'label', ''),
		array(select w.word from beat.review_word w where w.kind = 'label' order by w.place));
	perform one_of('model', nullif(filter ->> 'model', ''),
		array(select m.name from beat.model m where m.id > 0 order by m.name));
	return coalesce((
		select string_agg(' and ' || c.condition, '' order by c.name)
		  from (values
			('q', case when filter ->> 'q' ~ '^[0-9a-f]{40}$' then $c$q.id = $2 ->> 'q'$c$
				else $c$q.words @@ websearch_to_tsquery('pg_catalog.simple', $2 ->> 'q')$c$ end),
			('split', $c$q.split = $2 ->> 'split'$c$ || case when filter ->> 'split' <> 'train'
				then $c$ and q.split <> 'train'$c$ else '' end), -- as the index for them says it
			('model', $c$q.model_id = (select m.id from beat.model m where m.name = $2 ->> 'model')$c$),
			('label', $c$q.reviewed and q.labels @> array[$2 ->> 'label']$c$),
			('worker', $c$q.worker_id = ltrim($2 ->> 'worker', '#')::bigint$c$),
			('state', case filter ->> 'state'
				when 'in' then 'q.discards = 0'
				-- Not "offset 0": many that wait are met by the walk soon, few are better looked up from their own index.
				when 'waiting' then $c$q.discards = 0 and q.split <> 'train' and q.id in (
					select v.id from beat.validation v
					 where v.project_id = $1 and v.cause = 'split' and v.active and v.state = 'waiting'
					   and (select p.validation_votes > 0 from beat.project p where p.id = $1)
					 union all
					select v.id from beat.validation v
					 where v.project_id = $1 and v.cause = 'further' and v.active and v.state = 'waiting'
					   and (select p.further_decide and p.further_answers > 0 from beat.project p where p.id = $1))$c$
				when 'out' then 'q.discards > 0'
				when 'reviewed' then 'q.reviewed'
				-- "offset 0" keeps it a probe per row, so that the walk ends with the page.
				when 'rejected' then $c$q.reviewed and q.discards > 0 and exists (select from beat.discard d
					where d.question_id = q.id and d.undone_at is null and d.cause = 'review' offset 0)$c$
				when 'unanswerable' then $c$q.discards > 0 and exists (select from beat.discard d
					where d.question_id = q.id and d.undone_at is null and d.cause = 'unanswerable' offset 0)$c$
				else $c$q.discards > 0 and exists (select from beat.discard d
					where d.question_id = q.id and d.undone_at is null and d.cause = 'revocation' offset 0)$c$ end)
			) as c (name, condition)
		 where c.name = any (given)), '');
end
$$;

-- The newest questions of a project that pass a filter, below a number. Who asks without identity for those of a worker or
-- a model does not find what is under blind review.
create function question_numbers(
	in_project_id bigint, filter jsonb, before bigint, size integer, in_identity boolean default true) returns bigint[]
	language plpgsql stable set jit = off as $$
declare
	numbers bigint[];
begin
	execute 'select array_agg(n.number order by n.number desc) from ('
		'select q.number from beat.question q where q.project_id = $1 and q.number < $3'
		|| question_where(filter)
		|| case when not in_identity and filter ?| array['worker', 'model'] then ' and not hit_is_blind(q.assignment_id, false)'
			else '' end
		|| ' order by q.number desc limit $4) as n'
	   into numbers using in_project_id, filter, before, size;
	return coalesce(numbers, '{}');
end
$$;

-- The ids of all questions of a project that pass a filter.
create function question_filter(in_project_id bigint, filter jsonb) returns setof text
	language plpgsql stable set jit = off as $$
begin
	return query execute 'select q.id::text from beat.question q where q.project_id = $1' || question_where(filter)
		using in_project_id, filter;
end
$$;

-- Questions of a project by their numbers, newest first.
create function questions_json(numbers bigint[], in_project_id bigint, in_identity boolean) returns json
	language plpgsql stable
	set plan_cache_mode = force_generic_plan set jit = off
	set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off as $$
begin
	return (
		select coalesce(json_agg(json_build_object(
				'id', q.id, 'hit', q.assignment_id::text, 'question', t.question,
				'answer', json_build_object('start', t.answer_start, 'end', t.answer_end, 'text', t.answer_text),
				'model', case when not blind and q.model_id <> no_model()
					then json_build_object('name', m.name, 'answer', t.model_answer) end,
				'split', q.split, 'passage_title', d.title,
				'worker', case when not blind then worker_brief(w, in_identity) end,
				'created_at', beat.iso(q.created_at), 'in', q.discards = 0,
				'waits', question_waits(p, a, q.model_id, q.split, q.discards, v.state),
				'reasons', array(
					select y.cause || ': ' || y.reason
					  from beat.discard y
					 where q.discards > 0 and y.question_id = q.id and y.undone_at is null
					 order by y.id),
				'labels', q.labels)
			order by q.number desc), '[]')
		  from beat.question q
		  join beat.project p on p.id = q.project_id
		  join beat.attempt t on t.id = q.attempt_id
		  join beat.assignment a on a.id = q.assignment_id
		  left join beat.validation v on v.id = q.id
		  join beat.passage x on x.id = a.passage_id
		  join beat.document d on d.id = x.document_id
		  join beat.model m on m.id = q.model_id
		  join beat.worker w on w.id = q.worker_id
		 cross join lateral hit_is_blind(q.assignment_id, in_identity) as blind
		 where q.project_id = in_project_id and q.number = any (numbers));
end
$$;

-- A page of a project's questions, newest first, by words and filters. The count comes with the first page.
-- How many there are is told as far as it is cheap: exactly if they fit on the first page, else at least how many. Of
-- all questions a counter knows those of HITs that were handed in.
create function admin_questions(
	in_project text, in_q text, in_split text, in_model text, in_state text, in_label text, in_worker text,
	in_before text, in_limit text, in_identity boolean)
	returns json language plpgsql stable as $$
declare
	p beat.project := project_named(in_project);
	size integer := page_size(in_limit);
	filter jsonb := (
		select coalesce(jsonb_object_agg(f.name, f.value), '{}')
		  from (values ('q', in_q), ('split', in_split), ('model', in_model), ('state', in_state), ('label', in_label),
			('worker', in_worker)) as f (name, value)
		 where f.value <> '');
	before bigint := nullif(in_before, '')::bigint;
	numbers bigint[];
	count bigint;
begin
	numbers := question_numbers(p.id, filter, coalesce(before, 9223372036854775807), size + 1, in_identity);
	if before is null then
		count := cardinality(numbers);
		if filter = '{}' and count > size then
			select greatest(count, sum(t.wins)) into count from beat.project_tally t where t.project_id = p.id;
		end if;
	end if;
	return json_build_object('items', questions_json(numbers[:size], p.id, in_identity),
		'next', case when cardinality(numbers) > size then numbers[size]::text end,
		'count', count, 'count_is', case when count > size then 'at_least' else 'exact' end);
end
$$;

-- A HIT.

-- The attempts of a HIT with what became of them; without the models' answers if the reader must stay blind.
create function hit_attempts(in_assignment_id bigint, in_review_id bigint, in_blind boolean) returns json
	language plpgsql stable
	set plan_cache_mode = force_generic_plan set jit = off
	set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off as $$
begin
	return (
		select coalesce(json_agg(
				attempt_json(t, model_shown_name(m.name, b.name))::jsonb
				|| case when in_blind then '{"model": null}' else '{}' end::jsonb
				|| jsonb_build_object('question_id', q.id, 'in', q.discards = 0,
					'waits', question_waits(p, a, q.model_id, q.split, q.discards, v.state), 'labels', coalesce(q.labels, '{}'),
					'discards', (
						select coalesce(jsonb_agg(jsonb_build_object('cause', d.cause, 'reason', d.reason,
								'actor', d.actor, 'at', beat.iso(d.at)) order by d.id), '[]')
						  from beat.discard d
						 where d.question_id = q.id and d.undone_at is null),
					'judgement', (
						select jsonb_build_object('valid', j.valid, 'tags', j.tags, 'labels', j.labels,
								'comment', j.comment)
						  from beat.judgement j
						 where j.review_id = in_review_id and j.question_id = q.id))
			order by t.seq), '[]')
		  from beat.attempt t
		  join beat.assignment a on a.id = t.assignment_id
		  join beat.project p on p.id = a.project_id
		  join beat.model m on m.id = t.model_id
		  left join beat.model_build b on b.id = t.model_build_id
		  left join beat.question q on q.attempt_id = t.id
		  left join beat.validation v on v.id = q.id
		 where t.assignment_id = in_assignment_id);
end
$$;

-- A HIT with its passage and all attempts. While it waits for a blind review, only an admin sees whose it is and what
-- the model said.
create function admin_hit(in_hit text, in_account text, in_identity boolean) returns json
	language plpgsql stable
	set plan_cache_mode = force_generic_plan set jit = off
	set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off as $$
declare
	a beat.assignment;
	p beat.project;
	s record;
	blind boolean;
begin
	select x.* into a from beat.assignment x where x.id = in_hit::bigint;
	if not found then
		perform refuse_as('BE404', format('There is no HIT %s.', in_hit));
	end if;
	select x.* into p from beat.project x where x.id = a.project_id;
	select x.state, x.review_id, b.number into s
	  from beat.sample x
	  join beat.batch b on b.id = x.batch_id
	 where x.assignment_id = a.id;
	-- Who is going to review it must not look it up here.
	blind := hit_is_blind(a.id, in_identity);
	return (
		select json_build_object('id', a.id::text, 'project', p.name, 'kind', a.kind, 'state', a.state,
			'split', x.split,
			'worker', case when not blind then worker_shown(a.worker_id, in_identity) end,
			'passage', json_build_object('id', x.id::text, 'title', d.title, 'text', x.text),
			'attempts', hit_attempts(a.id, s.review_id, blind),
			'items', case when a.kind = 'validate' then hit_items(a.id) else '[]' end,
			'started_at', beat.iso(a.started_at), 'ended_at', beat.iso(a.ended_at),
			'seconds', hit_seconds(a.started_at, a.ended_at), 'won', a.won, 'reward_cents', a.reward_cents,
			'sample', case when s.state is not null then json_build_object('state', s.state, 'batch', s.number) end)
		  from beat.passage x
		  join beat.document d on d.id = x.document_id
		 where x.id = a.passage_id);
end
$$;

-- The votes of a project that were cast by a moment; counted: their validator was not excluded then.
-- What votes were there, and which of them counted.
create function votes_at(in_project_id bigint, in_as_of timestamptz)
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

-- The reviews that counted at a moment, one of a HIT; undoing later changes nothing.
-- sample tells which review of a HIT counts now; what counted at a moment follows from the reviews themselves: the
-- adjudication if there was one, else the first review once there were as many as wanted and they did not differ.
create function reviews_at(in_project_id bigint, in_as_of timestamptz)
	returns table (review_id bigint, assignment_id bigint)
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
	select d.id, d.assignment_id
	  from done d
	 where d.place = 1
	   and (d.kind = 'adjudication' or d.n >= d.reviews_wanted and not exists (
			select
			  from done o
			  join beat.judgement a on a.review_id = d.id
			  join beat.judgement b on b.review_id = o.id and b.question_id = a.question_id
			 where o.assignment_id = d.assignment_id and o.place > 1 and a.valid <> b.valid));
$$;

-- The labels that these reviews gave the questions of a project.
create function labels_at(in_project_id bigint, in_as_of timestamptz)
	returns table (question_id beat.question_id, labels text[])
	language sql stable parallel safe as $$
	select j.question_id, j.labels
	  from reviews_at(in_project_id, in_as_of) as r
	  join beat.judgement j on j.review_id = r.review_id
	 where j.labels <> '{}';
$$;

-- Figure 10: by worker, how much of what these reviews looked at was valid, in questions or HITs as the project counts.
create function success_at(in_project_id bigint, in_as_of timestamptz)
	returns table (worker_id bigint, valid bigint, reviewed bigint)
	language sql stable as $$
	select h.worker_id,
		   sum(case p.success_unit when 'hit' then (h.valid = h.questions)::integer else h.valid end)::bigint,
		   sum(case p.success_unit when 'hit' then 1 else h.questions end)::bigint
	  from (
		select a.worker_id, r.assignment_id, count(*) as questions, count(*) filter (where j.valid) as valid
		  from reviews_at(in_project_id, in_as_of) as r
		  join beat.judgement j on j.review_id = r.review_id
		  join beat.assignment a on a.id = r.assignment_id
		 group by a.worker_id, r.assignment_id) as h
	  join beat.project p on p.id = in_project_id
	 group by h.worker_id;
$$;

-- What the votes of a question came to; standing: the reason of a discard for them.
-- The votes of a question at a moment, in a sentence.
create function votes_sentence(
	in_split text, in_wanted integer, in_needed integer, in_decision text, votes bigint, matches bigint, standing text)
	returns text language sql immutable parallel safe as $$
	select case
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
			case when votes = 1 then 'is' else 'are' end) end
$$;

-- The last decision on the votes of a question by a moment, and since when.
create function question_decided(in_id text, in_as_of timestamptz, out state text, out at timestamptz)
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

-- What a cause of discards says of a question at a moment.
-- A discard of one cause, as a rule of the page: passed unless it stood at the moment.
create function discard_rule(
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
		'at', moment_shown(d.at));
end
$$;

-- Whether the HIT of a question was handed in by a moment.
create function handed_in_rule(a beat.assignment, in_as_of timestamptz) returns jsonb
	language sql stable as $$
	select jsonb_build_object('rule', 'handed_in', 'passed', a.state = 'submitted' and a.ended_at <= in_as_of,
		'sentence', case
			when a.state = 'submitted' and a.ended_at <= in_as_of then 'Its HIT was handed in.'
			when a.state = 'submitted' then 'Its HIT was handed in later than that.'
			when a.state = 'live' then 'Its HIT is still in hand.'
			when a.state = 'ended' then 'Its HIT was ended before it was handed in.'
			else format('Its HIT was not handed in, it %s.',
				case a.state when 'expired' then 'expired' else 'was returned' end) end,
		'at', case when a.state = 'submitted' and a.ended_at <= in_as_of then moment_shown(a.ended_at) end)
$$;

-- Whether the votes of a question, if it needs any, kept it in at a moment.
create function votes_rule(
	in_id text, in_split text, in_project_id bigint, in_as_of timestamptz, votes bigint, matches bigint) returns jsonb
	language plpgsql stable as $$
declare
	wanted integer := project_setting_at(in_project_id, 'validation_votes', in_as_of)::integer;
	needed integer := project_setting_at(in_project_id, 'validation_matches', in_as_of)::integer;
	decided record := question_decided(in_id, in_as_of);
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
		'sentence', votes_sentence(in_split, wanted, needed, decided.state, votes, matches, d.reason),
		'at', moment_shown(case when d.at is not null or (in_split <> 'train' and wanted > 0)
			then coalesce(decided.at, d.at) end));
end
$$;

-- The further answers to a question that was asked without an adversary, in a sentence.
create function further_sentence(in_state text, in_decides boolean, in_votes bigint, in_matches bigint, standing text)
	returns text language sql immutable parallel safe as $$
	select case when standing is not null then 'It was discarded as unanswerable: ' || standing
		else format('%s: %s answered it, %s as its author%s.',
			case when in_state = 'waiting' then 'It waits for further answers' else 'It has its further answers' end,
			case when in_votes = 1 then '1 other' else in_votes || ' others' end, in_matches,
			case when in_decides then '' else '; nothing is decided by that' end) end
$$;

-- Whether the further answers to a question without an adversary, if they decide, kept it in at a moment.
create function further_rule(
	in_id text, in_split text, in_project_id bigint, in_as_of timestamptz, votes bigint, matches bigint) returns jsonb
	language plpgsql stable as $$
declare
	asked boolean := project_setting_at(in_project_id, 'further_answers', in_as_of)::integer > 0
		and project_setting_at(in_project_id, 'further_splits', in_as_of)::jsonb ? in_split;
	decides boolean := asked and in_split <> 'train' and project_setting_at(in_project_id, 'further_decide', in_as_of)::boolean;
	decided record := question_decided(in_id, in_as_of);
	d record;
begin
	select x.reason, x.at into d
	  from beat.discard x
	 where x.question_id = in_id and x.cause = 'unanswerable' and x.at <= in_as_of
	   and (x.undone_at is null or x.undone_at > in_as_of)
	 order by x.id desc
	 limit 1;
	return jsonb_build_object('rule', 'votes', 'passed', d.at is null and (not decides or decided.state = 'answerable'),
		'sentence', case when asked or d.at is not null
			then further_sentence(decided.state, decides, votes, matches, d.reason)
			else format('Questions of %s without an adversary get no further answers.', in_split) end,
		'at', moment_shown(case when asked then coalesce(decided.at, d.at) end));
end
$$;

-- Every rule of validity in order, and what it says of a question at a moment.
create function question_why(
	q beat.question, a beat.assignment, in_id text, in_split text, in_as_of timestamptz, votes bigint, matches bigint)
	returns jsonb language plpgsql stable as $$
begin
	return jsonb_build_array(
		jsonb_build_object('rule', 'won', 'passed', coalesce(q.created_at <= in_as_of, false),
			'sentence', case
				when q.id is null then 'The model won this attempt: it is no question, validators only answer it to compare.'
				when q.model_id = no_model() then 'It was asked without an adversary: there was nobody to beat.'
				when q.created_at <= in_as_of then 'The author beat the model.'
				else 'The author beat the model later than that.' end,
			'at', moment_shown(case when q.created_at <= in_as_of then q.created_at end)),
		handed_in_rule(a, in_as_of),
		discard_rule(in_id, 'revocation', in_as_of, 'No revocation of its author stands against it.',
			'Its author''s qualification was revoked:'),
		discard_rule(in_id, 'review', in_as_of, 'No review rejected it.', 'A review rejected it:'),
		discard_rule(in_id, 'hand', in_as_of, 'Nobody discarded it by hand.', 'It was discarded by hand:'),
		case when q.model_id = no_model() then further_rule(in_id, in_split, a.project_id, in_as_of, votes, matches)
			else votes_rule(in_id, in_split, a.project_id, in_as_of, votes, matches) end);
end
$$;

-- The votes on a question by a moment, in the order in which they came.
create function question_votes(in_project_id bigint, in_id text, in_as_of timestamptz, in_identity boolean)
	returns jsonb language plpgsql stable as $$
declare
	match text := project_setting_at(in_project_id, 'validation_match', in_as_of);
	permille integer := project_setting_at(in_project_id, 'validation_f1_permille', in_as_of)::integer;
begin
	return (
		select coalesce(jsonb_agg(jsonb_build_object('n', v.n, 'validator', worker_shown(v.worker_id, in_identity),
				'answer', case when v.answer_text is not null then jsonb_build_object('start', v.answer_start,
					'end', v.answer_end, 'text', v.answer_text) end,
				'reason', v.reason, 'comment', v.comment, 'shared', v.shared, 'vote_tokens', v.vote_tokens,
				'original_tokens', v.original_tokens,
				'f1', round(2.0 * v.shared / (v.vote_tokens + v.original_tokens), 4), 'exact', v.exact,
				'matches', vote_matches(match, permille, v.exact, v.shared, v.vote_tokens, v.original_tokens),
				'excluded', not v.counted, 'cast_at', moment_shown(v.cast_at)) order by v.n), '[]')
		  from (
			select x.*, row_number() over (order by x.cast_at, x.id) as n
			  from votes_at(in_project_id, in_as_of) as x
			 where x.validation_id = in_id) as v);
end
$$;

-- Decisions on a question and discards of it by a moment, oldest first.
create function question_history(in_id text, in_as_of timestamptz) returns jsonb language plpgsql stable as $$
begin
	return jsonb_build_object(
		'decisions', (
			select coalesce(jsonb_agg(jsonb_build_object('state', d.state, 'votes', d.votes, 'matches', d.matches,
					'cause', d.cause, 'actor', d.actor, 'at', moment_shown(d.at)) order by d.id), '[]')
			  from beat.decision d
			 where d.validation_id = in_id and d.at <= in_as_of),
		'discards', (
			select coalesce(jsonb_agg(jsonb_build_object('cause', d.cause, 'reason', d.reason, 'actor', d.actor,
					'at', moment_shown(d.at),
					'undone_at', case when d.undone_at <= in_as_of then moment_shown(d.undone_at) end,
					'undone_by', case when d.undone_at <= in_as_of then d.undone_by end,
					'undone_reason', case when d.undone_at <= in_as_of then d.undone_reason end) order by d.id), '[]')
			  from beat.discard d
			 where d.question_id = in_id and d.at <= in_as_of));
end
$$;

-- What reviews said of a question by a moment; while its HIT is not settled only one's own, but all with identity.
-- Whoever may still have to judge a HIT must not read what others said of it.
create function question_reviews(
	in_assignment_id bigint, in_id text, in_as_of timestamptz, in_account text, in_identity boolean)
	returns jsonb language sql stable as $$
	select coalesce(jsonb_agg(jsonb_build_object('at', moment_shown(r.finished_at), 'reviewer', c.name,
			'valid', j.valid, 'tags', j.tags, 'labels', j.labels, 'comment', j.comment) order by r.finished_at), '[]')
	  from beat.review r
	  join beat.judgement j on j.review_id = r.id and j.question_id = in_id
	  join beat.account c on c.id = r.account_id
	  join beat.sample s on s.assignment_id = r.assignment_id
	 where r.assignment_id = in_assignment_id and r.state = 'finished' and r.finished_at <= in_as_of
	   and (s.state = 'settled' or in_identity or r.account_id = nullif(in_account, '')::bigint)
$$;

-- The finished releases that hold a question.
create function question_releases(in_id text) returns jsonb language sql stable as $$
	select coalesce(jsonb_agg(jsonb_build_object('id', r.id::text, 'name', r.name, 'version', r.version,
			'split', x.split) order by r.id), '[]')
	  from beat.release r
	  join beat.release_question x on x.release_id = r.id and x.question_id = in_id
	 where r.state = 'ready'
$$;

-- A question, or an attempt that was lost but validated, with where it comes from.
create function question_shown(
	t beat.attempt, a beat.assignment, p beat.project, q beat.question, in_id text, in_identity boolean)
	returns jsonb language plpgsql stable as $$
declare
	-- As on the page of its HIT: who is going to review it must not look it up here.
	blind boolean := hit_is_blind(a.id, in_identity);
begin
	return (
		select jsonb_build_object('id', in_id, 'project', p.name, 'split', x.split, 'hit', a.id::text,
			'question', t.question,
			'answer', jsonb_build_object('start', t.answer_start, 'end', t.answer_end, 'text', t.answer_text),
			'passage', jsonb_build_object('id', x.id::text, 'title', d.title, 'text', x.text),
			'model', case when not blind and t.verdict <> 'plain' then jsonb_build_object('name', attempt_model_name(t),
				'answer', t.model_answer, 'start', t.model_start, 'end', t.model_end) end,
			'worker', case when not blind then worker_shown(a.worker_id, in_identity) end,
			'created_at', moment_shown(coalesce(q.created_at, t.created_at)),
			'submitted_at', case when a.state = 'submitted' then moment_shown(a.ended_at) end,
			'labels', coalesce(to_jsonb(q.labels), '[]'))
		  from beat.passage x
		  join beat.document d on d.id = x.document_id
		 where x.id = a.passage_id);
end
$$;

-- A question with every rule that decides whether it is in, as of now or of a past moment, and all that led to it.
create function admin_question(in_id text, in_as_of text, in_account text, in_identity boolean) returns json
	language plpgsql stable set jit = off as $$
declare
	moment timestamptz := moment_asked(in_as_of);
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
		perform refuse_as('BE404', format('There is no question %s.', left(in_id, 100)));
	end if;
	select x.* into a from beat.assignment x where x.id = t.assignment_id;
	select x.* into p from beat.project x where x.id = a.project_id;
	shown := question_shown(t, a, p, q, in_id, in_identity);
	votes := question_votes(p.id, in_id, moment, in_identity);
	select count(*), count(*) filter (where (e ->> 'matches')::boolean) into counted, matching
	  from jsonb_array_elements(votes) as e
	 where not (e ->> 'excluded')::boolean;
	why := question_why(q, a, in_id, shown ->> 'split', moment, counted, matching);
	return (shown || question_history(in_id, moment) || jsonb_build_object(
		'as_of', moment_shown(moment),
		'in', not jsonb_path_exists(why, '$[*] ? (@.passed == false)'),
		'why', why,
		'votes', votes,
		'agreement', question_agreement(p.id, in_id, moment),
		'validation', case when v.id is not null then jsonb_build_object('cause', v.cause, 'wanted', v.wanted,
			'active', v.active, 'state', (question_decided(in_id, moment)).state, 'votes', counted,
			'matches', matching) end,
		'reviews', question_reviews(a.id, in_id, moment, in_account, in_identity),
		'releases', question_releases(in_id)))::json;
end
$$;

-- Where a question stands, in a word: in, waiting for votes, or why it is out.
-- How many are in, and why the others are not; of several causes the first in this order is counted.
create function standing_of(s_handed_in boolean, s_causes text[], s_valid boolean, s_decision text) returns text
	language sql immutable parallel safe as $$
	select case
		when s_valid then 'in'
		when not s_handed_in then 'not_handed_in'
		when 'revocation' = any (s_causes) then 'revocation'
		when 'review' = any (s_causes) then 'review'
		when 'hand' = any (s_causes) then 'hand'
		when 'unanswerable' = any (s_causes) or s_decision = 'unanswerable' then 'unanswerable'
		else 'waiting' end
$$;

-- Whether a question stands at "waiting" now: nothing discards it, but it is not in before its votes are.
-- The lists have the rows at hand: they need not ask for the standing of a whole project.
create function question_waits(
	p beat.project, a beat.assignment, in_model_id bigint, in_split text, in_discards integer, in_validation_state text)
	returns boolean language sql immutable parallel safe as $$
	select coalesce(case when in_model_id = no_model() then p.further_decide and p.further_answers > 0
				and in_split = any (p.further_splits)
			else p.validation_votes > 0 end
		and in_split <> 'train' and in_discards = 0 and a.state = 'submitted'
		and in_validation_state is distinct from 'answerable', false)
$$;

-- The questions of a validate HIT in their order, with the votes on them, drafts too.
create function hit_items(in_assignment_id bigint) returns jsonb language sql stable as $$
	select coalesce(jsonb_agg(jsonb_build_object('question_id', i.validation_id, 'question', t.question,
			'split', v.split, 'place', i.place, 'state', i.state,
			'vote', case when o.id is not null then jsonb_build_object(
				'answer', case when o.answer_text is not null then jsonb_build_object('start', o.answer_start,
					'end', o.answer_end, 'text', o.answer_text) end,
				'reason', o.reason, 'comment', o.comment, 'exact', o.exact,
				'f1', round(2.0 * o.shared / (o.vote_tokens + o.original_tokens), 4),
				'matches', vote_matches(p.validation_match, p.validation_f1_permille, o.exact, o.shared, o.vote_tokens,
					o.original_tokens),
				'excluded', o.excluded, 'cast_at', beat.iso(o.cast_at)) end) order by i.place), '[]')
	  from beat.validation_item i
	  join beat.validation v on v.id = i.validation_id
	  join beat.project p on p.id = v.project_id
	  join beat.attempt t on t.id = v.attempt_id
	  left join beat.vote o on o.assignment_id = i.assignment_id and o.validation_id = i.validation_id
	 where i.assignment_id = in_assignment_id
$$;
