-- Canaries: a fixed set of questions that a model is asked at an interval and after each reconnect, by one server at a time. Its
-- first answers are what later ones are compared with, until somebody accepts others.

-- The questions of a model that was given none.
create function canary_usual() returns table (passage text, question text) language sql immutable as $$
	select p.text, q.question
	  from (values
		(1, 'The lighthouse of Cape Varn was finished in 1889. Its keeper, Ada Lind, lit the lamp every evening for forty years, '
			'until an electric one was brought by ship from Odden.'),
		(2, 'Three rivers meet below the town of Hallum: the Bree, the Oster and the slow brown Maun. The mill on the Oster grinds '
			'barley, the one on the Bree sawed oak until the flood of 1953, and the Maun never drove a wheel.'),
		(3, 'Because the glass had been cooled too quickly, Petra''s first mirror cracked. She cast the second one from the same '
			'batch in March, let it cool for nine days, and ground it with sand, then with rouge.')) as p (place, text)
	  join (values
		(1, 'When was the lighthouse of Cape Varn finished?'),
		(1, 'Who lit the lamp every evening?'),
		(1, 'Where did the electric lamp come from?'),
		(1, 'For how long did the keeper light the lamp?'),
		(2, 'Which river never drove a wheel?'),
		(2, 'What did the mill on the Bree do before 1953?'),
		(2, 'What is ground on the Oster?'),
		(3, 'Why did the first mirror crack?'),
		(3, 'How long did the second mirror cool?'),
		(3, 'With what was it ground last?')) as q (place, question) on q.place = p.place
$$;

-- The canary of a model, locked, or a sentence.
create function canary_locked(in_name text) returns beat.canary language plpgsql as $$
declare
	m beat.model := model_locked(in_name);
	c beat.canary;
begin
	select x.* into c from beat.canary x where x.model_id = m.id for no key update;
	if not found then
		perform refuse_as('BE404', format('%s has no canaries: begin with "beatctl model canary %1$s --every MINUTES".', in_name), 'name');
	end if;
	return c;
end
$$;

-- Refuses what cannot be a set of questions, in words.
create function canary_check(in_questions jsonb) returns void language plpgsql as $$
declare
	bad bigint;
begin
	if jsonb_typeof(in_questions) is distinct from 'array' or jsonb_array_length(in_questions) not between 1 and 100 then
		perform refuse('Canaries are 1 to 100 questions, each a JSON object with passage and question.', 'questions');
	end if;
	select min(e.place) into bad
	  from jsonb_array_elements(in_questions) with ordinality as e (value, place)
	 where (jsonb_typeof(e.value -> 'passage') = 'string' and jsonb_typeof(e.value -> 'question') = 'string'
		and not beat.is_blank(e.value ->> 'passage') and not beat.is_blank(e.value ->> 'question')
		and char_length(e.value ->> 'passage') <= 20000 and char_length(e.value ->> 'question') <= 1000) is not true;
	if bad is not null then
		perform refuse(format('Canary %s is not a passage of at most 20,000 and a question of at most 1,000 characters.', bad),
			'questions');
	end if;
end
$$;

-- Says how often a model is asked canaries, and which; null: as before, at first every hour and ours. A new set begins anew.
create function canary_set(in_name text, in_every integer, in_questions jsonb, in_actor text) returns boolean
	language plpgsql as $$
declare
	m beat.model := model_locked(in_name);
	c beat.canary;
	is_new boolean;
begin
	perform act_as(in_actor);
	if in_every not between 0 and 43200 then
		perform refuse(format('Canaries are asked every 1 to 43,200 minutes, or never (0); not every %s.', in_every), 'every_minutes');
	end if;
	if in_questions is not null then
		perform canary_check(in_questions);
	end if;
	insert into beat.canary (model_id, every_minutes) values (m.id, coalesce(in_every, 60))
	on conflict on constraint canary_pkey do nothing;
	is_new := found;
	select x.* into c from beat.canary x where x.model_id = m.id for no key update;
	if not is_new then
		update beat.canary x
		   set every_minutes = coalesce(in_every, x.every_minutes), due_at = clock_timestamp(), taken_until = null,
			   question_set = x.question_set + (in_questions is not null)::integer
		 where x.model_id = m.id
		returning x.* into c;
	end if;
	if is_new or in_questions is not null then
		insert into beat.canary_question (model_id, question_set, place, passage, question)
		select m.id, c.question_set, row_number() over (), q.passage, q.question
		  from (select e.value ->> 'passage' as passage, e.value ->> 'question' as question
				  from jsonb_array_elements(in_questions) as e
				union all
				select u.passage, u.question from canary_usual() u where in_questions is null) as q;
		perform alert_end('canary', in_name);
	end if;
	perform beat.event_add('canary.set', null, null, null, jsonb_build_object('model', in_name, 'every_minutes', c.every_minutes,
		'new_questions', is_new or in_questions is not null));
	perform beat.changed('model', null, in_name);
	return is_new;
end
$$;

-- One model whose canaries are due, for the server that asks it now; no row: none is.
create function canary_take()
	returns table (model_id bigint, name text, url text, protocol text, call json, guard json, question_set integer, questions json)
	language plpgsql as $$
begin
	return query
	with taken as (
		update beat.canary c set taken_until = clock_timestamp() + interval '10 minutes'
		 where c.model_id = (
			select x.model_id from beat.canary x
			 where x.every_minutes > 0 and x.due_at <= clock_timestamp()
			   and (x.taken_until is null or x.taken_until < clock_timestamp())
			 order by x.due_at
			 limit 1
			   for update skip locked)
		returning c.model_id, c.question_set
	)
	select m.id, m.name, model_urls(m), m.protocol, model_call(m), model_guard(0, '{}', m), t.question_set, (
			select json_agg(json_build_object('place', q.place, 'passage', q.passage, 'question', q.question) order by q.place)
			  from beat.canary_question q where q.model_id = t.model_id and q.question_set = t.question_set)
	  from taken t
	  join beat.model m on m.id = t.model_id;
end
$$;

-- A model that is reached again is asked soon.
create function canary_due(in_name text) returns boolean language plpgsql as $$
begin
	update beat.canary c set due_at = clock_timestamp()
	  from beat.model m
	 where m.name = in_name and c.model_id = m.id and c.every_minutes > 0 and c.due_at > clock_timestamp();
	return found;
end
$$;

-- What a model answered to its canaries: [{"place", "answer", "fault", "name", "version", "weights", "prompt", "protocol"}].
-- A fault is no answer, and changes nothing; what was never answered before is what later answers are compared with.
create function canary_store(in_model_id bigint, in_set integer, in_answers json) returns text language plpgsql as $$
declare
	c beat.canary;
	failed text;
begin
	perform act_as('server');
	select x.* into c from beat.canary x where x.model_id = in_model_id for no key update;
	if c.question_set is distinct from in_set then
		return 'replaced';
	end if;
	select a.fault into failed from canary_answers(in_answers) a where a.fault is not null order by a.place limit 1;
	update beat.canary_question q
	   set answer = a.answer, build_id = a.build_id, accepted = coalesce(q.accepted, a.answer),
		   accepted_build_id = case when q.accepted is null then a.build_id else q.accepted_build_id end
	  from (select y.place, y.answer, model_saw(in_model_id, y.name, y.version, y.weights, y.prompt, y.protocol) as build_id
			  from canary_answers(in_answers) y where y.fault is null) as a
	 where q.model_id = in_model_id and q.question_set = in_set and q.place = a.place;
	update beat.canary x
	   set asked_at = clock_timestamp(), taken_until = null, fault = failed,
		   due_at = clock_timestamp() + make_interval(mins => case when failed is null then greatest(c.every_minutes, 1)
			else least(greatest(c.every_minutes, 1), 5) end)
	 where x.model_id = in_model_id;
	perform canary_judge(in_model_id, in_set);
	return coalesce(failed, 'asked');
end
$$;

-- Answers to canaries as the server writes them.
create function canary_answers(in_answers json)
	returns table (place integer, answer text, fault text, name text, version text, weights text, prompt text, protocol text)
	language sql immutable as $$
	select x.* from json_to_recordset(in_answers) as x (place integer, answer text, fault text, name text, version text,
		weights text, prompt text, protocol text)
$$;

-- The canaries that a model answers otherwise than accepted.
create function canary_changes(in_model_id bigint, in_set integer)
	returns table (place integer, question text, before text, after text, build_before text, build_after text)
	language sql stable as $$
	select q.place, q.question, q.accepted, q.answer, build_text(o), build_text(n)
	  from beat.canary_question q
	  left join beat.model_build o on o.id = q.accepted_build_id
	  left join beat.model_build n on n.id = q.build_id
	 where q.model_id = in_model_id and q.question_set = in_set and q.answer <> q.accepted
	 order by q.place
$$;

-- Raises the alert that a model answers otherwise, or ends it.
create function canary_judge(in_model_id bigint, in_set integer) returns void language plpgsql as $$
declare
	model text := (select m.name from beat.model m where m.id = in_model_id);
	first record;
	changed bigint;
	total bigint;
begin
	select count(*) into changed from canary_changes(in_model_id, in_set);
	if changed = 0 then
		perform alert_end('canary', model);
		return;
	end if;
	select * into first from canary_changes(in_model_id, in_set) limit 1;
	select count(*) into total from beat.canary_question q where q.model_id = in_model_id and q.question_set = in_set;
	perform alert_raise('canary', model, null, in_model_id, format('%s answers %s of %s canaries otherwise than before: "%s" was '
			'"%s" and is "%s" (%s). See "beatctl model canary %1$s"; --accept takes the new answers.', model, changed, total,
			left(first.question, 200), left(first.before, 200), left(first.after, 200),
			case when first.build_before = first.build_after then 'the same build, ' || first.build_after
				else format('build %s before, %s now', first.build_before, first.build_after) end),
		(select jsonb_build_object('changes', jsonb_agg(to_jsonb(d) order by d.place)) from canary_changes(in_model_id, in_set) d));
end
$$;

-- The answers of now are those that later ones are compared with.
create function canary_accept(in_name text, in_actor text) returns bigint language plpgsql as $$
declare
	c beat.canary := canary_locked(in_name);
	taken bigint;
begin
	perform act_as(in_actor);
	perform beat.event_add('canary.accept', null, null, null, jsonb_build_object('model', in_name, 'changes', (
		select coalesce(jsonb_agg(to_jsonb(d) order by d.place), '[]') from canary_changes(c.model_id, c.question_set) d)));
	update beat.canary_question q set accepted = q.answer, accepted_build_id = q.build_id
	 where q.model_id = c.model_id and q.question_set = c.question_set and q.answer <> q.accepted;
	get diagnostics taken = row_count;
	perform canary_judge(c.model_id, c.question_set);
	perform beat.changed('model', null, in_name);
	return taken;
end
$$;

-- The canaries of a model one by one, for a terminal.
create function canary_list(in_name text)
	returns table (place integer, question text, accepted text, answer text, state text, build text)
	language plpgsql as $$
declare
	c beat.canary := canary_locked(in_name);
begin
	return query
	select q.place, q.question, q.accepted, q.answer, case when q.answer is null then 'not answered yet'
			when q.answer = q.accepted then 'as before' else 'CHANGED' end, build_text(b)
	  from beat.canary_question q
	  left join beat.model_build b on b.id = q.build_id
	 where q.model_id = c.model_id and q.question_set = c.question_set
	 order by q.place;
end
$$;

-- How a model's canaries stand; null if it has none.
create function canary_json(in_model_id bigint) returns json language sql stable as $$
	select json_build_object('every_minutes', c.every_minutes, 'asked_at', beat.iso(c.asked_at), 'due_at', case when
			c.every_minutes > 0 then beat.iso(c.due_at) end, 'fault', c.fault,
		'questions', (select count(*) from beat.canary_question q where q.model_id = c.model_id and q.question_set = c.question_set),
		'changes', (select coalesce(json_agg(d order by d.place), '[]') from canary_changes(c.model_id, c.question_set) d))
	  from beat.canary c where c.model_id = in_model_id
$$;

-- The same in a sentence, for a terminal.
create function canary_text(in_name text) returns text language plpgsql as $$
declare
	c beat.canary := canary_locked(in_name);
begin
	return concat_ws('; ', case when c.every_minutes = 0 then 'off' else format('every %s minutes', c.every_minutes) end,
		coalesce('last asked ' || beat.iso(c.asked_at), 'not asked yet'), 'it gave no answer: ' || c.fault);
end
$$;

-- The dashboard's change of a model's canaries.
create function admin_canary(in_name text, in_every text, in_accept text, in_actor text) returns json
	language plpgsql as $$
begin
	if in_every !~ '^[0-9]{1,5}$' then
		perform refuse(format('Canaries are asked every so many minutes, a whole number, not %s.', left(in_every, 100)), 'every_minutes');
	elsif in_every is not null then
		perform canary_set(in_name, in_every::integer, null, in_actor);
	end if;
	if in_accept = 'true' then
		perform canary_accept(in_name, in_actor);
	end if;
	return model_json(model_locked(in_name));
end
$$;
