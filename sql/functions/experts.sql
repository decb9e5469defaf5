-- Experts: who was invited by name answers questions of datasets, in practice with feedback after each, then without.
-- Questions are handed out one at a time and stay with who got them; an answer is final. Nobody gets a question twice,
-- not even in another baseline: expert_answer_never_twice.

-- A baseline by its name, or the refusal BE404.
create function expert_named(in_name text) returns beat.expert_baseline language plpgsql stable as $$
declare
	b beat.expert_baseline;
begin
	select x.* into b from beat.expert_baseline x where x.name = in_name;
	if not found then
		perform refuse_as('BE404',
			format('There is no baseline "%s"; "beatctl expert list" names those there are.', in_name));
	end if;
	return b;
end
$$;

-- Makes a baseline of sets: [{"name", "source", "items": [{"ref", "title", "passage", "question", "answers": [{"text",
-- "start"}]}]}], the first of which is for practice (and may be empty). A question that comes again is left out. Returns
-- how many were.
create function expert_create(
	in_name text, in_title text, in_seed text, in_per_person integer, in_sets json, in_actor text)
	returns integer language plpgsql as $$
declare
	made bigint;
	given integer;
	kept integer;
begin
	perform act_as(in_actor);
	insert into beat.expert_baseline (name, title, seed, per_person, actor)
	values (in_name, in_title, in_seed, in_per_person, in_actor)
	on conflict on constraint expert_baseline_name_key do nothing
	returning id into made;
	if made is null then
		perform refuse(format('There is a baseline "%s" already; take another name.', in_name), 'name');
	end if;
	insert into beat.expert_set (baseline_id, place, name, source, practice)
	select made, s.place - 1, s.value ->> 'name', s.value ->> 'source', s.place = 1
	  from json_array_elements(in_sets) with ordinality as s (value, place);
	insert into beat.expert_item (baseline_id, place, question_ref, title, passage, question, answers)
	select made, s.place - 1, i.value ->> 'ref', i.value ->> 'title', i.value ->> 'passage', i.value ->> 'question',
		   (i.value -> 'answers')::jsonb
	  from json_array_elements(in_sets) with ordinality as s (value, place)
	 cross join lateral json_array_elements(s.value -> 'items') with ordinality as i (value, place)
	 order by s.place, i.place
	on conflict do nothing;
	get diagnostics kept = row_count;
	select sum(json_array_length(s.value -> 'items')) into given from json_array_elements(in_sets) as s (value);
	perform beat.event_add('expert.create', null, null, null,
		jsonb_build_object('baseline', in_name, 'seed', in_seed, 'questions', kept));
	return given - kept;
end
$$;

-- People are invited, a line a name; those who are already stay so.
create function expert_invite(in_name text, in_people text, in_actor text) returns integer language plpgsql as $$
declare
	b beat.expert_baseline := expert_named(in_name);
	n integer;
begin
	perform act_as(in_actor);
	insert into beat.expert_person (baseline_id, name, invited_by)
	select b.id, p, in_actor from unnest(string_to_array(in_people, E'\n')) as p
	on conflict on constraint expert_person_name_key do nothing;
	get diagnostics n = row_count;
	if n > 0 then
		perform beat.event_add('expert.invite', null, null, null, jsonb_build_object('baseline', in_name, 'people', n));
	end if;
	return n;
end
$$;

-- For each set of a baseline: how many questions a person has answered or holds, and how many there are for them in all.
create function expert_way(b beat.expert_baseline, in_person beat.expert_person)
	returns table (place smallint, practice boolean, answered integer, held integer, total integer)
	language sql stable as $$
	select s.place, s.practice, x.answered, x.held,
		   least(case when s.practice then x.items else b.per_person end, x.held + x.free)
	  from beat.expert_set s
	 cross join lateral (
		select count(*)::integer as items, count(a.answered_at)::integer as answered, count(a.item_id)::integer as held,
			   count(*) filter (where a.item_id is null and not exists (
				select from beat.expert_answer o where o.person_name = in_person.name and o.digest = i.digest))::integer as free
		  from beat.expert_item i
		  left join beat.expert_answer a on a.person_id = in_person.id and a.item_id = i.id
		 where i.baseline_id = b.id and i.place = s.place) as x
	 where s.baseline_id = b.id
$$;

-- The question that a person holds, or the next: practice first, then of the set in which they are least far; of it one
-- that the fewest others have. Null: all is answered.
create function expert_next(b beat.expert_baseline, in_person beat.expert_person) returns bigint language plpgsql as $$
declare
	chosen bigint;
begin
	-- One draw at a time: a matter of milliseconds. So questions are shared out evenly, and who is in two baselines at once
	-- gets none twice.
	perform pg_advisory_xact_lock(hashtext('beat.expert'));
	select a.item_id into chosen from beat.expert_answer a where a.person_id = in_person.id and a.answered_at is null;
	if found then
		return chosen;
	end if;
	select i.id into chosen
	  from (select w.place from expert_way(b, in_person) as w
			 where w.held < w.total
			 order by not w.practice, w.held::numeric / w.total, w.place limit 1) as s
	  join beat.expert_item i on i.baseline_id = b.id and i.place = s.place
	 where not exists (
		select from beat.expert_answer o where o.person_name = in_person.name and o.digest = i.digest)
	 order by (select count(*) from beat.expert_answer o where o.item_id = i.id) * (s.place > 0)::integer,
			  seeded_hash(b.seed, in_person.name || ':' || i.question_ref), i.id
	 limit 1;
	if chosen is not null then
		insert into beat.expert_answer (person_id, person_name, item_id, digest)
		select in_person.id, in_person.name, i.id, i.digest from beat.expert_item i where i.id = chosen;
	end if;
	return chosen;
end
$$;

-- Exact matches and the sum of F1 of a person's practice.
create function expert_practice(in_person_id bigint, out answered integer, out exact integer, out f1 double precision)
	language sql stable as $$
	select count(*)::integer, (count(*) filter (where a.exact))::integer,
		   coalesce(sum(case when a.shared > 0 then 2.0 * a.shared / (a.answer_tokens + a.gold_tokens) else 0 end), 0)::double precision
	  from beat.expert_answer a
	  join beat.expert_item i on i.id = a.item_id
	 where a.person_id = in_person_id and a.answered_at is not null and i.place = 0
$$;

-- How far a person is, and what is to be answered now. The page's session: it never tells the set or the known answers.
create function expert_state(b beat.expert_baseline, in_person beat.expert_person, in_item_id bigint) returns json
	language sql stable as $$
	select json_build_object('project', json_build_object('name', b.name, 'title', b.title), 'person', in_person.name,
		'assignment', in_item_id::text, 'done', in_item_id is null,
		'practice', json_build_object('answered', p.answered, 'total', w.practice_total, 'exact', p.exact, 'f1', p.f1),
		'answered', w.answered, 'total', w.total,
		'kind', case when i.place = 0 then 'practice' when i.place > 0 then 'test' end,
		'question', i.question,
		'passage', case when i.id is not null then json_build_object('id', i.id::text, 'title', i.title, 'text', i.passage) end)
	  from expert_practice(in_person.id) as p
	 cross join (
		select coalesce(sum(x.total) filter (where x.practice), 0) as practice_total,
			   coalesce(sum(x.answered) filter (where not x.practice), 0) as answered,
			   coalesce(sum(x.total) filter (where not x.practice), 0) as total
		  from expert_way(b, in_person) as x) as w
	  left join beat.expert_item i on i.id = in_item_id
$$;

-- Somebody opens the page by the link of an invitation.
create function expert_open(in_baseline text, in_person text, out status text, out state json) language plpgsql as $$
declare
	b beat.expert_baseline;
	p beat.expert_person;
begin
	select x.* into b from beat.expert_baseline x where x.name = in_baseline;
	select x.* into p from beat.expert_person x where x.baseline_id = b.id and x.name = in_person;
	status := case when p.id is null then 'not_invited' else 'ok' end;
	if status = 'ok' then
		state := expert_state(b, p, expert_next(b, p));
	end if;
end
$$;

-- What an answer is scored against. Status "answered": it has been, which stands; "no_question": it was never given out.
create function expert_begin(
	in_baseline text, in_person text, in_item_id bigint,
	out status text, out passage_text text, out answers json) language plpgsql stable as $$
begin
	select case when a.answered_at is null then 'ok' else 'answered' end, i.passage, i.answers::json
	  into status, passage_text, answers
	  from beat.expert_baseline b
	  join beat.expert_person p on p.baseline_id = b.id and p.name = in_person
	  join beat.expert_answer a on a.person_id = p.id and a.item_id = in_item_id
	  join beat.expert_item i on i.id = a.item_id
	 where b.name = in_baseline;
	status := coalesce(status, 'no_question');
end
$$;

-- What a person is told of a question of the practice once it is answered; null of others.
create function expert_feedback(in_person_id bigint, in_item_id bigint) returns json language sql stable as $$
	select json_build_object('item', i.id::text, 'answer', case when a.answer_text is not null then
			json_build_object('start', a.answer_start, 'end', a.answer_end, 'text', a.answer_text) end,
		'answers', i.answers, 'exact', a.exact,
		'f1', case when a.shared > 0 then 2.0 * a.shared / (a.answer_tokens + a.gold_tokens) else 0 end)
	  from beat.expert_answer a
	  join beat.expert_item i on i.id = a.item_id
	 where a.person_id = in_person_id and a.item_id = in_item_id and a.answered_at is not null and i.place = 0
$$;

-- Stores an answer (a text of null: there is none) and says what comes next. The first answer to a question stands, so
-- sending it again changes nothing.
create function expert_record(
	in_baseline text, in_person text, in_item_id bigint, in_answer_start integer, in_answer_end integer,
	in_answer_text text, in_exact boolean, in_shared integer, in_answer_tokens integer, in_gold_tokens integer,
	out status text, out feedback json, out state json)
	language plpgsql as $$
declare
	b beat.expert_baseline;
	p beat.expert_person;
begin
	select x.* into b from beat.expert_baseline x where x.name = in_baseline;
	select x.* into p from beat.expert_person x where x.baseline_id = b.id and x.name = in_person;
	update beat.expert_answer a
	   set answered_at = clock_timestamp(), answer_start = in_answer_start, answer_end = in_answer_end,
		   answer_text = in_answer_text, exact = in_exact, shared = in_shared, answer_tokens = in_answer_tokens,
		   gold_tokens = in_gold_tokens
	 where a.person_id = p.id and a.item_id = in_item_id and a.answered_at is null;
	status := case when found or exists (
		select from beat.expert_answer a where a.person_id = p.id and a.item_id = in_item_id) then 'ok' else 'no_question' end;
	if status = 'ok' then
		feedback := expert_feedback(p.id, in_item_id);
		state := expert_state(b, p, expert_next(b, p));
	end if;
end
$$;

-- Baselines, newest first.
create function expert_list() returns json language sql stable as $$
	select json_build_object('items', coalesce(json_agg(json_build_object('name', b.name, 'title', b.title, 'seed', b.seed,
			'created_at', beat.iso(b.created_at), 'actor', b.actor, 'per_person', b.per_person,
			'sets', (select count(*) from beat.expert_set s where s.baseline_id = b.id and not s.practice),
			'practice', (select count(*) from beat.expert_item i where i.baseline_id = b.id and i.place = 0),
			'questions', (select count(*) from beat.expert_item i where i.baseline_id = b.id and i.place > 0),
			'people', (select count(*) from beat.expert_person p where p.baseline_id = b.id),
			'answers', (select count(*) from beat.expert_answer a join beat.expert_item i on i.id = a.item_id
				where i.baseline_id = b.id and i.place > 0 and a.answered_at is not null)) order by b.id desc), '[]'))
	  from beat.expert_baseline b
$$;
