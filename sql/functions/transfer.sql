-- Transfer: do the questions that beat one reader beat another? Attempts are asked again of readers that were not in
-- the loop, and what these answer is kept beside the attempt. Nothing that was decided in the game changes by it.
--
-- A reader is what it says of itself: name, version, weights. The one in the loop is known by its build, so it needs
-- no asking: its column of the matrix is the verdicts of the game.

-- Who is asked, and about what.

-- The ids of projects by their names (a JSON array), in that order, each once; refuses a name that is none.
create function transfer_projects(in_names json) returns bigint[] language plpgsql stable as $$
declare
	one text;
	one_id bigint;
	ids bigint[] := '{}';
begin
	for one in select n.name from json_array_elements_text(in_names) with ordinality as n (name, place) order by n.place loop
		select p.id into one_id from beat.project p where p.name = one;
		if not found then
			perform project_missing(one);
		end if;
		if one_id <> all (ids) then
			ids := ids || one_id;
		end if;
	end loop;
	return ids;
end
$$;

-- Where a model is, given by its registered name or a URL; name is what it goes by if its answers do not tell.
create function transfer_target(
	in_model text, in_protocol text, out name text, out url text, out protocol text, out shown text)
	language plpgsql stable as $$
declare
	m beat.model;
begin
	if strpos(in_model, '://') = 0 then
		select x.* into m from beat.model x where x.name = in_model;
		if not found then
			perform refuse(format('No model is named "%s": give a URL, or register it with "beatctl model add".',
				in_model));
		end if;
		if in_protocol <> m.protocol then
			perform refuse(format('The model "%s" is registered with protocol %s, not %s.', in_model, m.protocol,
				in_protocol));
		end if;
	else
		m.url := regexp_replace(in_model, '/+$', '');
		m.protocol := coalesce(in_protocol, 'beat');
		perform model_check('m', m.url, m.protocol);
		m.name := coalesce(
			(select x.name from beat.model x where x.url = m.url and x.protocol = m.protocol order by x.id limit 1),
			regexp_replace(m.url, '^https?://(?:[^/?#]*@)?', ''));
	end if;
	name := m.name;
	url := m.url;
	protocol := m.protocol;
	shown := beat.url_shown(m.url);
end
$$;

-- The id of what a reader says of itself, stored on first sight.
create function transfer_reader_seen(in_name text, in_version text, in_weights text) returns bigint
	language plpgsql as $$
declare
	reader_name text := left(in_name, 200);
	reader_version text := left(coalesce(in_version, ''), 200);
	reader_weights text := left(coalesce(in_weights, ''), 200);
	reader_id bigint;
begin
	loop
		select r.id into reader_id
		  from beat.transfer_reader r
		 where (r.name, r.version, r.weights) = (reader_name, reader_version, reader_weights);
		if found then
			return reader_id;
		end if;
		insert into beat.transfer_reader (name, version, weights)
		values (reader_name, reader_version, reader_weights)
		on conflict on constraint transfer_reader_reported_once do nothing;
	end loop;
end
$$;

-- The judged attempts of projects with the reader each was written against; unless in_discarded without questions that
-- are set aside and without all attempts of revoked workers. The one place that says what transfer counts.
-- In SQL, so that the planner dissolves it in the caller's query.
create function transfer_attempts(in_projects bigint[], in_discarded boolean)
	returns table (
		attempt_id uuid, assignment_id bigint, seq integer, project_id bigint, passage_id bigint, verdict text,
		loop_name text, loop_version text, loop_weights text)
	language sql stable parallel safe as $$
	select t.id, a.id, t.seq, a.project_id, a.passage_id, t.verdict, model_shown_name(m.name, b.name),
		   coalesce(b.version, ''), coalesce(b.weights, '')
	  from beat.assignment a
	  join beat.attempt t on t.assignment_id = a.id
	  join beat.model m on m.id = t.model_id
	  left join beat.model_build b on b.id = t.model_build_id
	  left join beat.question q on q.attempt_id = t.id
	  left join beat.participation w on w.worker_id = a.worker_id and w.project_id = a.project_id
	 where a.project_id = any (in_projects) and a.kind = 'generate' and t.verdict <> 'none'
	   and (in_discarded or (coalesce(q.discards, 0) = 0 and w.state is distinct from 'revoked'));
$$;

-- Attempts that a reader has not answered yet: not in the loop, and not afterwards. in_won: won ones only.
create function transfer_waiting(in_projects bigint[], in_reader_id bigint, in_won boolean, in_discarded boolean)
	returns table (attempt_id uuid, assignment_id bigint, seq integer, project_id bigint, passage_id bigint)
	language sql stable parallel safe as $$
	select s.attempt_id, s.assignment_id, s.seq, s.project_id, s.passage_id
	  from beat.transfer_reader r
	 cross join transfer_attempts(in_projects, in_discarded) as s
	 where r.id = in_reader_id
	   and (s.loop_name, s.loop_version, s.loop_weights) is distinct from (r.name, r.version, r.weights)
	   and (s.verdict = 'human' or not in_won)
	   and not exists (
		select from beat.transfer_prediction y where y.attempt_id = s.attempt_id and y.reader_id = in_reader_id);
$$;

-- transfer_waiting a page at a time, HIT by HIT, so that questions on one passage come together, with what is needed
-- to ask and to judge.
-- A page is a walk along assignment_pkey from where the one before ended, and for each HIT along attempt_seq_key, whatever
-- the tables' statistics say: they are made while it runs. A plan that gathers all that is left and sorts it would make
-- the whole run quadratic.
create function transfer_list(
	in_projects bigint[], in_reader_id bigint, in_won boolean, in_discarded boolean, in_after_id uuid, in_limit integer)
	returns table (
		attempt_id uuid, passage_text text, question text, answer_text text, threshold_permille integer,
		empty_answer text)
	language plpgsql stable
	set jit = off set enable_seqscan = off set enable_bitmapscan = off set enable_mergejoin = off
	set enable_hashjoin = off set enable_sort = off set max_parallel_workers_per_gather = 0 as $$
declare
	after_hit bigint := 0;
	after_seq integer := 0;
begin
	if in_after_id is not null then
		select t.assignment_id, t.seq into after_hit, after_seq from beat.attempt t where t.id = in_after_id;
	end if;
	return query
	select s.attempt_id, x.text, t.question, t.answer_text, t.threshold_permille::integer, p.empty_answer
	  from transfer_waiting(in_projects, in_reader_id, in_won, in_discarded) as s
	  join beat.attempt t on t.id = s.attempt_id
	  join beat.project p on p.id = s.project_id
	  join beat.passage x on x.id = s.passage_id
	 where s.assignment_id >= after_hit and (s.assignment_id > after_hit or s.seq > after_seq)
	 order by s.assignment_id, s.seq
	 limit in_limit;
end
$$;

-- Keeps what a reader answers to an attempt, once: the first answer stands (status "stored").
create function transfer_store(
	in_attempt_id uuid, in_reader_id bigint, in_answer text, in_start integer, in_end integer,
	in_score double precision, in_shared integer, in_model_tokens integer, in_human_tokens integer, in_verdict text,
	in_model_ms integer, out status text)
	language plpgsql as $$
begin
	insert into beat.transfer_prediction (
		attempt_id, reader_id, answer, answer_start, answer_end, score, shared, model_tokens, human_tokens, verdict,
		model_ms)
	values (
		in_attempt_id, in_reader_id, in_answer, in_start, in_end, in_score, in_shared, in_model_tokens,
		in_human_tokens, in_verdict, in_model_ms)
	on conflict on constraint transfer_prediction_pkey do nothing;
	status := case when found then 'ok' else 'stored' end;
end
$$;

-- The matrix.

-- Which reader's questions beat which reader: for each project and reader in the loop, and each reader that answered,
-- how many attempts it answered and how many of them beat it, of the won ones and of all. in_loop: the same reader,
-- whose answers are those of the game.
create function transfer_matrix(in_projects bigint[], in_discarded boolean)
	returns table (
		project text, loop_name text, loop_version text, loop_weights text, name text, version text, weights text,
		in_loop boolean, won bigint, won_beating bigint, attempts bigint, beating bigint)
	language plpgsql stable set jit = off as $$
begin
	return query
	with s as materialized (
		select y.* from transfer_attempts(in_projects, in_discarded) as y
	), answer as (
		select s.project_id, s.loop_name, s.loop_version, s.loop_weights, s.loop_name as name, s.loop_version as version,
			   s.loop_weights as weights, 0::bigint as reader_id, s.verdict as loop_verdict, s.verdict
		  from s
		union all
		select s.project_id, s.loop_name, s.loop_version, s.loop_weights, r.name, r.version, r.weights, r.id,
			   s.verdict, y.verdict
		  from s
		  join beat.transfer_prediction y on y.attempt_id = s.attempt_id
		  join beat.transfer_reader r on r.id = y.reader_id
		 where (r.name, r.version, r.weights) is distinct from (s.loop_name, s.loop_version, s.loop_weights)
	)
	select p.name, c.loop_name, c.loop_version, c.loop_weights, c.name, c.version, c.weights, c.reader_id = 0,
		   c.won, c.won_beating, c.attempts, c.beating
	  from (
		select n.project_id, n.loop_name, n.loop_version, n.loop_weights, n.name, n.version, n.weights, n.reader_id,
			   count(*) filter (where n.loop_verdict = 'human') as won,
			   count(*) filter (where n.loop_verdict = 'human' and n.verdict = 'human') as won_beating,
			   count(*) as attempts, count(*) filter (where n.verdict = 'human') as beating
		  from answer n
		 group by n.project_id, n.loop_name, n.loop_version, n.loop_weights, n.name, n.version, n.weights, n.reader_id
	  ) as c
	  join beat.project p on p.id = c.project_id
	 order by array_position(in_projects, c.project_id), c.loop_name collate "C", c.loop_version collate "C",
		   c.loop_weights collate "C", c.reader_id;
end
$$;
