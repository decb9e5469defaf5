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
	in_model text, in_protocol text, out name text, out url text, out protocol text, out call json,
	out shown text)
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
		url := regexp_replace(in_model, '/+$', '');
		protocol := coalesce(in_protocol, 'beat');
		perform model_check('m', url, protocol);
		select x.* into m from beat.model x where (x.url, x.protocol) = (transfer_target.url, transfer_target.protocol)
		 order by x.id limit 1;
		if not found then
			m.name := regexp_replace(url, '^https?://(?:[^/?#]*@)?', '');
			m.url := url;
			m.protocol := protocol;
			m.headers := '';
		end if;
	end if;
	name := m.name;
	url := model_urls(m);
	protocol := m.protocol;
	call := model_call(m);
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

-- What several adversaries are called together, by the names they were registered with: "any of BiDAF, BERT".
create function ensemble_name(in_attempt_id uuid, in_rule text) returns text language sql stable parallel safe as $$
	select in_rule || ' of ' || string_agg(m.name, ', ' order by y.place)
	  from beat.attempt_answer y
	  join beat.model m on m.id = y.model_id
	 where y.attempt_id = in_attempt_id
$$;

-- What each of several adversaries came to by itself, as the reader that it says it is; none of an attempt against one.
create function ensemble_answers(in_attempt_id uuid)
	returns table (name text, version text, weights text, verdict text)
	language sql stable parallel safe as $$
	select model_shown_name(m.name, b.name), coalesce(b.version, ''), coalesce(b.weights, ''), y.verdict
	  from beat.attempt_answer y
	  join beat.model m on m.id = y.model_id
	  left join beat.model_build b on b.id = y.model_build_id
	 where y.attempt_id = in_attempt_id and y.verdict <> 'none'
$$;

-- The judged attempts of projects with the reader each was written against; unless in_discarded without questions that
-- are set aside and without all attempts of revoked workers. The one place that says what transfer counts.
-- In SQL, so that the planner dissolves it in the caller's query.
create function transfer_attempts(in_projects bigint[], in_discarded boolean)
	returns table (
		attempt_id uuid, assignment_id bigint, seq integer, project_id bigint, passage_id bigint, verdict text,
		loop_name text, loop_version text, loop_weights text)
	language sql stable parallel safe as $$
	select t.id, a.id, t.seq, a.project_id, a.passage_id, t.verdict,
		   case when e.rule is null then model_shown_name(m.name, b.name) else ensemble_name(t.id, e.rule) end,
		   case when e.rule is null then coalesce(b.version, '') else '' end,
		   case when e.rule is null then coalesce(b.weights, '') else '' end
	  from beat.assignment a
	  join beat.attempt t on t.assignment_id = a.id
	  join beat.model m on m.id = t.model_id
	  left join beat.model_build b on b.id = t.model_build_id
	  left join beat.attempt_ensemble e on e.attempt_id = t.id
	  left join beat.question q on q.attempt_id = t.id
	  left join beat.participation w on w.worker_id = a.worker_id and w.project_id = a.project_id
	 where a.project_id = any (in_projects) and a.kind = 'generate' and t.verdict in ('human', 'model')
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
		select from beat.transfer_prediction y where y.attempt_id = s.attempt_id and y.reader_id = in_reader_id)
	   and not exists (
		select from ensemble_answers(s.attempt_id) as y
		 where (y.name, y.version, y.weights) = (r.name, r.version, r.weights));
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
		empty_answer text, unlocated text)
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
	select s.attempt_id, x.text, t.question, t.answer_text, t.threshold_permille::integer, p.empty_answer,
		   p.unlocated
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
-- whose answers are those of the game. Against several adversaries that is all of them together; each of them alone is a
-- reader like those that were asked afterwards.
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
		union all
		select s.project_id, s.loop_name, s.loop_version, s.loop_weights, y.name, y.version, y.weights, 1::bigint,
			   s.verdict, y.verdict
		  from s
		 cross join lateral ensemble_answers(s.attempt_id) as y
	)
	select p.name, c.loop_name, c.loop_version, c.loop_weights, c.name, c.version, c.weights, c.reader_id = 0,
		   c.won, c.won_beating, c.attempts, c.beating
	  from (
		select n.project_id, n.loop_name, n.loop_version, n.loop_weights, n.name, n.version, n.weights,
			   min(n.reader_id) as reader_id,
			   count(*) filter (where n.loop_verdict = 'human') as won,
			   count(*) filter (where n.loop_verdict = 'human' and n.verdict = 'human') as won_beating,
			   count(*) as attempts, count(*) filter (where n.verdict = 'human') as beating
		  from answer n
		 group by n.project_id, n.loop_name, n.loop_version, n.loop_weights, n.name, n.version, n.weights
	  ) as c
	  join beat.project p on p.id = c.project_id
	 order by array_position(in_projects, c.project_id), c.loop_name collate "C", c.loop_version collate "C",
		   c.loop_weights collate "C", c.reader_id, c.name collate "C", c.version collate "C", c.weights collate "C";
end
$$;

-- The matrix of one project for the dashboard, with its shadows and how much they have still to answer.
create function admin_transfer(in_project text) returns json language plpgsql stable as $$
declare
	p beat.project := project_named(in_project);
begin
	return json_build_object('shadows', model_names(p.shadow_model_ids), 'due', (
			select count(*)
			  from beat.shadow_due d
			  join beat.attempt t on t.id = d.attempt_id
			  join beat.assignment a on a.id = t.assignment_id
			 where a.project_id = p.id),
		'items', (
			select coalesce(json_agg(json_build_object('loop_name', m.loop_name, 'loop_version', m.loop_version,
					'loop_weights', m.loop_weights, 'name', m.name, 'version', m.version, 'weights', m.weights,
					'in_loop', m.in_loop, 'won', wilson(m.won_beating, m.won), 'all', wilson(m.beating, m.attempts))), '[]')
			  from transfer_matrix(array[p.id], false) as m));
end
$$;
