-- Adversaries: the models of a project's loop. One is the project's model; with further ones and a rule (any, most) they are
-- asked at the same time, and their answers make one verdict (beat.ensemble_verdict; server/core/ensemble.c decides as it
-- does, and knows when it need not wait). An attempt's own row has the answer that stands for all.

-- The models of a setting in the order they were given, each once and registered if it is a new URL; or a sentence.
create function setting_models(settings jsonb, key text, most integer) returns bigint[] language plpgsql as $$
declare
	one jsonb;
	one_id bigint;
	ids bigint[] := '{}';
begin
	if jsonb_typeof(settings -> key) is distinct from 'array' then
		perform setting_refuse(key, format('%s must be a list of names or URLs of models, not %s.', key, settings -> key));
	end if;
	for one in select e.value from jsonb_array_elements(settings -> key) as e (value) loop
		one_id := setting_model(jsonb_build_object(key, one), key);
		if one_id = any (ids) then
			perform setting_refuse(key, format('%s names the model %s twice.', key, one));
		end if;
		ids := ids || one_id;
	end loop;
	if cardinality(ids) > most then
		perform setting_refuse(key, format('%s can be at most %s models, not %s.', key, most, cardinality(ids)));
	end if;
	return ids;
end
$$;

-- The names of models, in this order.
create function model_names(ids bigint[]) returns text[] language sql stable as $$
	select array(select m.name from unnest(ids) with ordinality as x (id, place) join beat.model m on m.id = x.id order by x.place)
$$;

-- Refuses a project whose adversaries cannot play together.
create function adversaries_check(p beat.project, settings jsonb) returns void language plpgsql as $$
begin
	if p.model_id = any (p.also_model_ids) then
		perform setting_refuse(case when settings ? 'also' then 'also' else 'model' end, format(
			'The model %s is in the loop already: name it once.', (model_names(array[p.model_id]))[1]));
	end if;
	if p.also_model_ids <> '{}' and p.rule = 'single' then
		perform setting_refuse(case when settings ? 'rule' then 'rule' else 'also' end,
			'Several models need a rule for who wins: rule any (the AI wins if any of them does) or most (if more than half '
			'of them do).');
	end if;
end
$$;

-- All adversaries of a project with how they are asked, and their rule, for the program that asks; null if there is one
-- alone.
create function adversaries_json(p beat.project) returns json language plpgsql stable as $$
begin
	return (
		select json_build_object('rule', p.rule, 'models', json_agg(json_build_object('id', m.id, 'name', m.name,
				'url', model_urls(m), 'protocol', m.protocol, 'call', model_call(m)::text,
				'guard', model_guard(p.id, p.pin_build_ids, m)::text) order by x.place))
		  from unnest(p.model_id || p.also_model_ids) with ordinality as x (id, place)
		  join beat.model m on m.id = x.id
		 where p.also_model_ids <> '{}');
end
$$;

-- What workers are told of several adversaries.
create function opponents_json(p beat.project, m beat.model) returns json language plpgsql stable as $$
begin
	return json_build_object('measured_on', m.measured_on, 'measured_permille', m.measured_permille,
		'names', model_names(p.model_id || p.also_model_ids), 'rule', p.rule);
end
$$;

-- What a page tells of the opponent, or opponents, of a project whose first model is m.
create function opponent_of(p beat.project, m beat.model) returns json language sql stable parallel safe as $$
	select case when p.also_model_ids = '{}' then opponent_json(m) else opponents_json(p, m) end
$$;

-- Stores the answers of several adversaries with the attempt that they were given to: in_ensemble is {"rule", "answers":
-- [{"model_id", "name", "version", …}]} in the order of the adversaries, as server/flow/adversaries.c writes it.
create function ensemble_store(in_attempt_id uuid, in_ensemble json) returns boolean language plpgsql as $$
begin
	insert into beat.attempt_ensemble (attempt_id, rule) values (in_attempt_id, in_ensemble ->> 'rule');
	insert into beat.attempt_answer (attempt_id, place, model_id, model_build_id, answer, answer_start, answer_end, score, shared,
		model_tokens, human_tokens, verdict, fault, model_ms)
	select in_attempt_id, x.place, y.model_id,
		   model_build_seen(y.model_id, y.name, y.version, y.weights, y.prompt, y.protocol),
		   y.answer, y."start", y."end", y.score, y.shared, y.model_tokens, y.human_tokens, y.verdict, y.fault, y.ms
	  from json_array_elements(in_ensemble -> 'answers') with ordinality as x (answer, place)
	 cross join lateral ensemble_answer(x.answer) as y;
	return true;
end
$$;

-- One answer as the program writes it.
create function ensemble_answer(
	in_answer json, out model_id bigint, out name text, out version text, out weights text, out prompt text,
	out protocol text, out answer text, out "start" integer, out "end" integer, out score double precision,
	out shared integer, out model_tokens integer, out human_tokens integer, out verdict text, out fault text, out ms integer)
	language sql immutable as $$
	select x.*
	  from json_to_record(in_answer) as x (model_id bigint, name text, version text, weights text, prompt text, protocol text,
		answer text, "start" integer, "end" integer, score double precision, shared integer, model_tokens integer,
		human_tokens integer, verdict text, fault text, ms integer)
$$;

-- An answer that came after the verdict was certain, or after it had failed: kept once. True if it was taken.
create function ensemble_answer_add(in_attempt_id uuid, in_answer json) returns boolean language plpgsql as $$
begin
	update beat.attempt_answer x
	   set model_build_id = model_build_seen(y.model_id, y.name, y.version, y.weights, y.prompt, y.protocol),
		   answer = y.answer, answer_start = y."start", answer_end = y."end", score = y.score, shared = y.shared,
		   model_tokens = y.model_tokens, human_tokens = y.human_tokens, verdict = y.verdict, fault = y.fault, model_ms = y.ms
	  from ensemble_answer(in_answer) as y
	 where x.attempt_id = in_attempt_id and x.model_id = y.model_id and x.verdict = 'none';
	return found;
end
$$;

-- The answer that stands for all of several adversaries: the first that has the verdict's outcome. No row if they come to
-- no verdict.
create function ensemble_shown(in_attempt_id uuid) returns beat.attempt_answer language plpgsql stable as $$
declare
	shown beat.attempt_answer;
begin
	select y.* into shown
	  from beat.attempt_ensemble e
	  join beat.attempt_answer y on y.attempt_id = e.attempt_id
	 where e.attempt_id = in_attempt_id and y.verdict <> 'none'
	   and y.verdict = beat.ensemble_verdict(e.rule, array(
			select z.verdict from beat.attempt_answer z where z.attempt_id = in_attempt_id))
	 order by y.place
	 limit 1;
	return shown;
end
$$;

-- What every one of several adversaries answered to an attempt, as a release tells it: the rule, and lists in their order;
-- null if there was one alone.
create function release_adversaries(in_attempt_id uuid) returns json language sql stable as $$
	select json_build_object('rule', e.rule, 'name', json_agg(model_published_name(m.name, b.name) order by y.place),
			'version', json_agg(coalesce(b.version, '') order by y.place),
			'weights', json_agg(coalesce(b.weights, '') order by y.place), 'prompt', json_agg(coalesce(b.prompt, '') order by y.place),
			'protocol', json_agg(coalesce(b.protocol, '') order by y.place), 'answer', json_agg(y.answer order by y.place),
			'answer_start', json_agg(y.answer_start order by y.place), 'shared', json_agg(y.shared order by y.place),
			'model_tokens', json_agg(y.model_tokens order by y.place), 'verdict', json_agg(y.verdict order by y.place),
			'fault', json_agg(y.fault order by y.place))
	  from beat.attempt_ensemble e
	  join beat.attempt_answer y on y.attempt_id = e.attempt_id
	  join beat.model m on m.id = y.model_id
	  left join beat.model_build b on b.id = y.model_build_id
	 where e.attempt_id = in_attempt_id
	 group by e.rule
$$;

-- Attempts against several whose verdict does not follow from the answers that are stored, by project: how many there are
-- and how many are proved.
create function ensembles_unproved()
	returns table (counter text, key jsonb, stored bigint, recounted bigint) language sql stable as $$
	select 'ensembles proved', jsonb_build_object('project_id', a.project_id), count(*),
		   count(*) filter (where t.verdict = beat.ensemble_verdict(e.rule, y.verdicts) and y.shown)
	  from beat.attempt_ensemble e
	  join beat.attempt t on t.id = e.attempt_id
	  join beat.assignment a on a.id = t.assignment_id
	 cross join lateral (
		select array_agg(z.verdict) as verdicts,
			   bool_or(z.model_id = t.model_id and z.verdict = t.verdict and (z.shared, z.model_tokens, z.human_tokens)
				is not distinct from (t.shared, t.model_tokens, t.human_tokens)) as shown
		  from beat.attempt_answer z
		 where z.attempt_id = t.id) as y
	 group by a.project_id
	having count(*) <> count(*) filter (where t.verdict = beat.ensemble_verdict(e.rule, y.verdicts) and y.shown);
$$;
