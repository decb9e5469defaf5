-- Onboarding: what a new worker learns, the exercises, the HIT that follows them, and the screening by a reviewer.
-- What 0003 says of refusals, transactions, locks and plans holds for what the worker's page calls. The functions
-- whose names begin with admin_ are called by people: they raise a sentence, and return one JSON value.

-- The worker's side.

create function beat.project_weakest_model(in_project_id bigint) returns bigint language plpgsql stable as $$
begin
	return (
		select m.id
		  from beat.project p
		  join beat.model m on m.id in (p.model_id) -- the models of a project: today there is one
		  left join beat.attempt_tally t on t.project_id = p.id and t.model_id = m.id
		 where p.id = in_project_id
		 group by m.id
		 order by sum(t.human)::float8 / nullif(sum(t.human + t.model), 0) desc nulls last, m.id
		 limit 1);
end
$$;
comment on function beat.project_weakest_model is
	'Of the models of a project the one that people beat most often.';

create function beat.onboarding_model(in_project_id bigint) returns bigint language plpgsql stable as $$
begin
	return (
		select coalesce(p.onboarding_model_id, beat.project_weakest_model(p.id))
		  from beat.project p
		 where p.id = in_project_id);
end
$$;
comment on function beat.onboarding_model is 'The model that the HIT of a project''s onboarding is played against.';

-- What a worker may see of an exercise: the answer is given where a question is asked for, and nowhere else.
create function beat.exercise_public(exercise jsonb, number integer) returns jsonb
	language sql immutable
	return jsonb_build_object('number', number, 'kind', exercise -> 'kind', 'title', exercise -> 'title',
		'instruction', exercise -> 'instruction', 'passage', exercise -> 'passage',
		'answer', case exercise ->> 'kind' when 'write' then exercise -> 'answer' end,
		'question', case exercise ->> 'kind' when 'highlight' then exercise -> 'question' end);
comment on function beat.exercise_public is 'An exercise as the worker''s page gets it.';

create function beat.onboarding_json(in_onboarding_id bigint, in_assignment_id bigint) returns json
	language plpgsql stable as $$
begin
	return (
		select json_build_object('name', o.name, 'version', o.version,
			'exercises', (
				select json_agg(beat.exercise_public(e.exercise, e.number::integer) order by e.number)
				  from jsonb_array_elements(o.content -> 'exercises') with ordinality as e (exercise, number)),
			'answers', (
				select coalesce(json_agg(json_build_object('number', x.number, 'done', x.done, 'tries', x.tries,
						'question', x.question, 'answer', case when x.answer_text is not null then json_build_object(
							'start', x.answer_start, 'end', x.answer_end, 'text', x.answer_text) end)
					order by x.number), '[]')
				  from beat.exercise_answer x
				 where x.assignment_id = in_assignment_id))
		  from beat.onboarding o
		 where o.id = in_onboarding_id);
end
$$;
comment on function beat.onboarding_json is 'An onboarding as the worker''s page gets it, with the answers so far.';

create function beat.exercises_total(in_onboarding_id bigint) returns integer language plpgsql stable as $$
begin
	return (select jsonb_array_length(o.content -> 'exercises') from beat.onboarding o where o.id = in_onboarding_id);
end
$$;
comment on function beat.exercises_total is 'How many exercises an onboarding has.';

create function beat.exercises_done(in_assignment_id bigint) returns integer language plpgsql stable as $$
begin
	return (select count(*) from beat.exercise_answer x where x.assignment_id = in_assignment_id and x.done);
end
$$;
comment on function beat.exercises_done is 'How many exercises of a run are done. They are done in order.';

create function beat.exercises_are_open(in_assignment_id bigint, in_onboarding_id bigint) returns boolean
	language plpgsql stable as $$
begin
	return beat.exercises_done(in_assignment_id) < beat.exercises_total(in_onboarding_id);
end
$$;
comment on function beat.exercises_are_open is 'True while a run has exercises that are not done.';

-- Begins a run on the newest version, or goes on with the one that expired.
create function beat.onboarding_start(
	in_project_id bigint, in_worker_id bigint, in_lease_seconds integer,
	in_platform_ref text, in_hit_ref text, in_submit_to text)
	returns beat.assignment language plpgsql as $$
declare
	moment timestamptz := clock_timestamp();
	a beat.assignment;
	o record;
begin
	perform beat.leases_expire(in_project_id);
	select x.* into a
	  from beat.assignment x
	 where x.worker_id = in_worker_id and x.project_id = in_project_id and x.state = 'expired'
	   and (x.kind = 'onboarding') is true
	 order by x.ended_at desc
	 limit 1
	   for no key update;
	if found then
		return beat.assignment_revive(a, in_lease_seconds, in_platform_ref, in_hit_ref, in_submit_to);
	end if;
	select y.id, y.passage_id, s.split into o
	  from beat.project p
	  join beat.onboarding y on y.name = p.onboarding
	  join beat.passage s on s.id = y.passage_id
	 where p.id = in_project_id
	 order by y.version desc
	 limit 1;
	if not found then
		return null;
	end if;
	insert into beat.project_passage (project_id, passage_id, split, active)
	values (in_project_id, o.passage_id, o.split, false)
	on conflict on constraint project_passage_pkey do nothing;
	insert into beat.assignment as x (
		project_id, worker_id, passage_id, kind, onboarding_id, platform_ref, hit_ref, submit_to, started_at, expires_at)
	values (in_project_id, in_worker_id, o.passage_id, 'onboarding', o.id, in_platform_ref, in_hit_ref, in_submit_to,
		moment, moment + make_interval(secs => in_lease_seconds))
	returning x.* into a;
	perform beat.participation_begin(in_worker_id, in_project_id);
	update beat.participation q
	   set onboarding_id = o.id
	 where q.worker_id = in_worker_id and q.project_id = in_project_id and q.onboarding_id is distinct from o.id;
	perform beat.participation_move(in_worker_id, in_project_id, 'onboarding',
		(select jsonb_build_object('onboarding', y.name, 'version', y.version) from beat.onboarding y where y.id = o.id))
	   from beat.participation q
	  where q.worker_id = in_worker_id and q.project_id = in_project_id and q.state = 'new';
	return a;
end
$$;
comment on function beat.onboarding_start is
	'A live run of the project''s onboarding for a worker who has none; null if there is no such onboarding.';

create function beat.exercise_begin(
	in_assignment_id bigint, in_worker_id bigint, in_platform_ref text, in_number integer,
	out status text, out kind text, out passage_text text, out expected_start integer, out expected_end integer,
	out expected_text text, out given_question text, out hint text, out praise text, out tries integer)
	language plpgsql stable
	set plan_cache_mode = force_generic_plan set jit = off
	set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off as $$
declare
	exercises jsonb;
	exercise jsonb;
	done_count integer;
begin
	select case
			when a.platform_ref is distinct from in_platform_ref then 'moved'
			when a.onboarding_id is null then 'not_onboarding'
			when a.state = 'submitted' then 'submitted'
			when a.state = 'ended' then 'ended'
			when a.state <> 'live' or a.expires_at <= clock_timestamp() then 'expired'
			else 'ok'
		   end,
		   o.content -> 'exercises', beat.exercises_done(a.id)
	  into status, exercises, done_count
	  from beat.assignment a
	  left join beat.onboarding o on o.id = a.onboarding_id
	 where a.id = in_assignment_id and (a.worker_id = in_worker_id) is true;
	if not found then
		status := 'gone';
	end if;
	if status <> 'ok' then
		return;
	end if;
	if (in_number between 1 and jsonb_array_length(exercises)) is not true then
		status := 'bad_number';
	elsif done_count >= jsonb_array_length(exercises) then
		status := 'done_all';
	elsif in_number > done_count + 1 then
		status := 'bad_number';
	end if;
	if status = 'bad_number' then
		return;
	end if;
	exercise := exercises -> (in_number - 1);
	kind := exercise ->> 'kind';
	passage_text := exercise -> 'passage' ->> 'text';
	expected_start := exercise -> 'answer' ->> 'start';
	expected_end := exercise -> 'answer' ->> 'end';
	expected_text := exercise -> 'answer' ->> 'text';
	given_question := exercise ->> 'question';
	hint := exercise ->> 'hint';
	praise := exercise ->> 'praise';
	tries := coalesce((
		select x.tries from beat.exercise_answer x
		 where x.assignment_id = in_assignment_id and x.number = in_number), 0);
end
$$;
comment on function beat.exercise_begin is
	'Before an exercise is judged: may it be done now, and what is it? The answer is given (write) or expected '
	'(highlight). One row always; see the column status.';

create function beat.exercise_record(
	in_assignment_id bigint, in_worker_id bigint, in_number integer, in_done boolean, in_question text,
	in_answer_start integer, in_answer_end integer, in_answer_text text, in_shared integer, in_given_tokens integer,
	in_expected_tokens integer,
	out status text, out tries integer, out done_count integer, out total integer)
	language plpgsql
	set plan_cache_mode = force_generic_plan set jit = off
	set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off as $$
declare
	of_onboarding bigint;
	was_done boolean;
begin
	select a.onboarding_id, case
			when a.onboarding_id is null then 'not_onboarding'
			when a.state = 'submitted' then 'submitted'
			when a.state = 'ended' then 'ended'
			when a.state <> 'live' then 'expired'
			else 'ok'
		   end
	  into of_onboarding, status
	  from beat.assignment a
	 where a.id = in_assignment_id and (a.worker_id = in_worker_id) is true
	   for no key update;
	if not found then
		status := 'gone';
	end if;
	if status <> 'ok' then
		return;
	end if;
	total := beat.exercises_total(of_onboarding);
	done_count := beat.exercises_done(in_assignment_id);
	select x.tries, x.done into tries, was_done
	  from beat.exercise_answer x
	 where x.assignment_id = in_assignment_id and x.number = in_number;
	if was_done then
		status := 'stored';
		return;
	end if;
	if (in_number between 1 and least(total, done_count + 1)) is not true then
		status := 'bad_number';
		return;
	end if;
	perform beat.exercise_check(of_onboarding, in_number, in_question, in_answer_start, in_answer_end, in_answer_text);
	insert into beat.exercise_answer as x (
		assignment_id, number, tries, done, question, answer_start, answer_end, answer_text, shared, given_tokens,
		expected_tokens)
	values (in_assignment_id, in_number, 1, in_done, in_question, in_answer_start, in_answer_end, in_answer_text,
		in_shared, in_given_tokens, in_expected_tokens)
	on conflict on constraint exercise_answer_pkey do update
	   set tries = x.tries + 1, done = excluded.done, question = excluded.question,
		   answer_start = excluded.answer_start, answer_end = excluded.answer_end, answer_text = excluded.answer_text,
		   shared = excluded.shared, given_tokens = excluded.given_tokens, expected_tokens = excluded.expected_tokens,
		   at = clock_timestamp()
	returning x.tries into tries;
	if in_done then
		done_count := done_count + 1;
	end if;
end
$$;
comment on function beat.exercise_record is
	'Stores an answer to an exercise; the last one counts, and one that is done stays done. One row always; see the '
	'column status.';

-- The server has proved all this; here it is proved again, because reviewers decide by it.
create function beat.exercise_check(
	in_onboarding_id bigint, in_number integer, in_question text, in_answer_start integer, in_answer_end integer,
	in_answer_text text)
	returns void language plpgsql as $$
declare
	passage_text text := (
		select o.content -> 'exercises' -> (in_number - 1) -> 'passage' ->> 'text'
		  from beat.onboarding o
		 where o.id = in_onboarding_id);
begin
	if num_nonnulls(in_answer_start, in_answer_end, in_answer_text) > 0
		and not beat.is_slice(passage_text, in_answer_start, in_answer_end, in_answer_text) then
		perform beat.violates('exercise_answer', 'exercise_answer_span_is_passage_slice', format(
			'The answer of exercise %s is not the passage from %s to %s.', in_number, in_answer_start, in_answer_end));
	end if;
	if char_length(in_question) > 10000 then
		perform beat.violates('exercise_answer', 'exercise_answer_limits', format(
			'The question of exercise %s is too long.', in_number));
	end if;
end
$$;
comment on function beat.exercise_check is
	'Raises exercise_answer_span_is_passage_slice or exercise_answer_limits if an answer breaks them.';

create function beat.screening_add(a beat.assignment) returns void language plpgsql as $$
begin
	update beat.participation q
	   set tries = q.tries + 1
	 where q.worker_id = a.worker_id and q.project_id = a.project_id and q.state = 'onboarding';
	if not found then
		return; -- qualified or revoked meanwhile: nobody has to look at it
	end if;
	insert into beat.screening (assignment_id, project_id, worker_id, onboarding_id)
	values (a.id, a.project_id, a.worker_id, a.onboarding_id);
	perform beat.participation_move(a.worker_id, a.project_id, 'screening', jsonb_build_object('hit', a.id::text));
	perform beat.changed('screening', a.project_id, a.id::text);
end
$$;
comment on function beat.screening_add is 'An onboarding that was handed in goes to the screening queue.';


-- Content. A file says its passages by name; what is stored is whole in itself, so that a version never changes:
-- {"title", "hit": {"title", "text"}, "exercises": [{"kind", "title", "instruction", "passage": {"title", "text"},
-- "answer": {"start", "end", "text"} or null, "question", "hint", "praise"}]}.

create function beat.content_text(content jsonb, key text, longest integer, place text) returns text
	language plpgsql immutable as $$
begin
	if jsonb_typeof(content -> key) is distinct from 'string' or beat.is_blank(content ->> key)
		or char_length(content ->> key) > longest then
		perform beat.refuse(format('%s: "%s" must be a text of 1 to %s characters.', place, key, longest));
	end if;
	return content ->> key;
end
$$;
comment on function beat.content_text is 'A text of an onboarding''s content, or a sentence why not.';

-- Articles and punctuation do not count when answers are compared: what has nothing else can never be found.
create function beat.has_word(given text) returns boolean language plpgsql immutable as $$
begin
	return not beat.is_blank(regexp_replace(
		translate(lower(given), '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', ''), '\m(a|an|the)\M', ' ', 'g'));
end
$$;
comment on function beat.has_word is 'True if something is left of a text without punctuation and articles.';

create function beat.content_passage(given jsonb, passages jsonb, place text) returns jsonb
	language plpgsql immutable as $$
begin
	if jsonb_typeof(given) = 'string' then
		if (passages -> (given #>> '{}')) is null then
			perform beat.refuse(format('%s: there is no passage named %s in "passages".', place, given));
		end if;
		given := passages -> (given #>> '{}');
	end if;
	if jsonb_typeof(given) is distinct from 'object' then
		perform beat.refuse(format(
			'%s: a passage is the name of one in "passages", or an object with "title" and "text".', place));
	end if;
	given := jsonb_build_object('title', beat.content_text(given, 'title', 200, place),
		'text', beat.content_text(given, 'text', 50000, place));
	if not beat.has_word(given ->> 'text') then
		perform beat.refuse(format('%s: the text of the passage has no words.', place));
	end if;
	return given;
end
$$;
comment on function beat.content_passage is 'A passage of an onboarding''s content, by name or in full.';

-- The start may be left out if the text occurs once.
create function beat.content_answer(given jsonb, passage text, place text) returns jsonb
	language plpgsql immutable as $$
declare
	answer text;
	start integer;
begin
	if jsonb_typeof(given) is distinct from 'object' then
		perform beat.refuse(format('%s: "answer" must be an object with the "text" of the answer.', place));
	end if;
	answer := beat.content_text(given, 'text', 1000, place);
	if not beat.has_word(answer) then
		perform beat.refuse(format('%s: the answer "%s" has no word that counts: articles and punctuation do not.',
			place, answer));
	end if;
	start := strpos(passage, answer) - 1;
	if given ? 'start' and jsonb_typeof(given -> 'start') <> 'null' then
		if (given ->> 'start') !~ '^[0-9]{1,5}$' or not beat.is_slice(passage, (given ->> 'start')::integer,
				(given ->> 'start')::integer + char_length(answer), answer) then
			perform beat.refuse(format('%s: the passage does not read "%s" from %s on.', place, answer,
				given -> 'start'));
		end if;
		start := given ->> 'start';
	elsif start < 0 then
		perform beat.refuse(format('%s: the passage does not hold the answer "%s".', place, answer));
	elsif strpos(substr(passage, start + 2), answer) > 0 then
		perform beat.refuse(format('%s: the answer "%s" is in the passage more than once; give its "start".', place,
			answer));
	end if;
	return jsonb_build_object('start', start, 'end', start + char_length(answer), 'text', answer);
end
$$;
comment on function beat.content_answer is 'The span of an exercise''s answer, or a sentence why it is none.';

create function beat.content_exercise(given jsonb, passages jsonb, place text) returns jsonb
	language plpgsql immutable as $$
declare
	kind text := given ->> 'kind';
	passage jsonb;
	whole jsonb;
begin
	if jsonb_typeof(given) is distinct from 'object' or (kind in ('write', 'highlight', 'pair')) is not true then
		perform beat.refuse(format('%s: "kind" must be write, highlight or pair.', place));
	end if;
	passage := beat.content_passage(given -> 'passage', passages, place);
	whole := jsonb_build_object('kind', kind, 'passage', passage,
		'title', beat.content_text(given, 'title', 200, place),
		'instruction', beat.content_text(given, 'instruction', 2000, place),
		'answer', case when kind <> 'pair' then beat.content_answer(given -> 'answer', passage ->> 'text', place) end,
		'question', case when kind = 'highlight' then beat.content_text(given, 'question', 1000, place) end);
	if jsonb_typeof(given -> 'hint') <> 'null' then
		whole := whole || jsonb_build_object('hint', beat.content_text(given, 'hint', 2000, place));
	end if;
	if jsonb_typeof(given -> 'praise') <> 'null' then
		whole := whole || jsonb_build_object('praise', beat.content_text(given, 'praise', 2000, place));
	end if;
	return whole;
end
$$;
comment on function beat.content_exercise is 'An exercise of an onboarding, whole in itself, or a sentence why not.';

create function beat.onboarding_content(given jsonb) returns jsonb language plpgsql immutable as $$
declare
	exercises jsonb;
	kinds text[];
begin
	if jsonb_typeof(given) is distinct from 'object' or jsonb_typeof(given -> 'exercises') is distinct from 'array' then
		perform beat.refuse('An onboarding is a JSON object with "name", "title", "exercises" and "hit".');
	end if;
	select jsonb_agg(beat.content_exercise(e.exercise, given -> 'passages', 'Exercise ' || e.number) order by e.number),
		   array_agg(e.exercise ->> 'kind')
	  into exercises, kinds
	  from jsonb_array_elements(given -> 'exercises') with ordinality as e (exercise, number);
	if (cardinality(kinds) <= 20 and cardinality(array_positions(kinds, 'write')) >= 2
			and cardinality(array_positions(kinds, 'highlight')) >= 2
			and cardinality(array_positions(kinds, 'pair')) >= 1) is not true then
		perform beat.refuse('An onboarding has at least two exercises "write", two "highlight" and one "pair", and at '
			'most 20 in all.');
	end if;
	return jsonb_build_object('title', beat.content_text(given, 'title', 200, 'The onboarding'),
		'exercises', exercises, 'hit', beat.content_passage(given -> 'hit', given -> 'passages', 'The HIT'));
end
$$;
comment on function beat.onboarding_content is 'The content of an onboarding as it is stored, or a sentence why not.';

-- In no collection, so that no project draws it. A text that is stored already is that passage.
create function beat.onboarding_passage(hit jsonb) returns bigint language plpgsql as $$
declare
	the_document record;
	the_passage bigint;
begin
	select x.id into the_passage from beat.passage x where x.text_sha256 = beat.sha256_of(hit ->> 'text');
	if found then
		return the_passage;
	end if;
	insert into beat.document (title, split) values (hit ->> 'title', 'train')
	on conflict on constraint document_title_key do nothing;
	select d.id, d.split into the_document from beat.document d where d.title_sha256 = beat.sha256_of(hit ->> 'title');
	insert into beat.passage (document_id, split, text) values (the_document.id, the_document.split, hit ->> 'text')
	returning id into the_passage;
	return the_passage;
end
$$;
comment on function beat.onboarding_passage is 'The passage of an onboarding''s HIT, stored if it is new.';

create function beat.onboarding_import(
	in_content jsonb, in_actor text, out name text, out version integer, out change text, out exercises integer,
	out runs bigint)
	language plpgsql as $$
declare
	content jsonb := beat.onboarding_content(in_content);
	newest record;
begin
	name := in_content ->> 'name';
	if (jsonb_typeof(in_content -> 'name') = 'string' and name ~ '^[a-z0-9][a-z0-9_-]{0,62}$') is not true then
		perform beat.refuse(format('An onboarding''s "name" is 1 to 63 lower-case letters, digits, _ and -, beginning '
			'with a letter or digit; "%s" is not.', name));
	end if;
	perform beat.act_as(in_actor);
	exercises := jsonb_array_length(content -> 'exercises');
	perform pg_advisory_xact_lock(hashtext('beat.import')); -- texts come in one after the other
	select o.id, o.version, o.content_sha256 into newest
	  from beat.onboarding o
	 where o.name = onboarding_import.name
	 order by o.version desc
	 limit 1;
	runs := (select count(*) from beat.assignment a where a.onboarding_id = newest.id and a.state = 'live');
	if newest.content_sha256 = beat.sha256_of(content::text) then
		version := newest.version;
		change := 'unchanged';
		return;
	end if;
	version := coalesce(newest.version, 0) + 1;
	change := case version when 1 then 'added' else 'changed' end;
	insert into beat.onboarding (name, version, content, content_sha256, passage_id)
	values (onboarding_import.name, onboarding_import.version, content, beat.sha256_of(content::text),
		beat.onboarding_passage(content -> 'hit'));
	perform beat.event_add('onboarding.import', null, null, null,
		jsonb_build_object('onboarding', name, 'before', newest.version, 'after', version));
end
$$;
comment on function beat.onboarding_import is
	'Stores an onboarding under the next version, unless the newest says the same. Who is on an older version finishes '
	'that one; runs tells how many.';

create function beat.admin_onboardings() returns json language plpgsql stable as $$
begin
	return json_build_object('items', coalesce((
		select json_agg(json_build_object('name', o.name, 'title', o.content -> 'title', 'version', o.version,
				'exercises', jsonb_array_length(o.content -> 'exercises'), 'hit', o.content -> 'hit' -> 'title',
				'created_at', beat.iso(o.created_at),
				'projects', array(
					select p.name from beat.project p where p.onboarding = o.name order by p.name))
			order by o.name)
		  from (select distinct on (x.name) x.* from beat.onboarding x order by x.name, x.version desc) as o), '[]'));
end
$$;
comment on function beat.admin_onboardings is 'The onboardings in their newest versions, and the projects that use them.';

create function beat.onboarding_show(in_name text, in_version integer) returns json language plpgsql stable as $$
declare
	o beat.onboarding;
begin
	select x.* into o
	  from beat.onboarding x
	 where x.name = in_name and (in_version is null or x.version = in_version)
	 order by x.version desc
	 limit 1;
	if not found then
		perform beat.refuse_as('BE404', format('There is no onboarding "%s"%s%s.', in_name,
			coalesce(' of version ' || in_version, ''), coalesce('; there are ' || (
				select string_agg(distinct x.name, ', ') from beat.onboarding x),
				': bring one in with "beatctl onboarding import"')));
	end if;
	return json_build_object('name', o.name, 'version', o.version, 'title', o.content -> 'title',
		'created_at', beat.iso(o.created_at),
		'projects', array(select p.name from beat.project p where p.onboarding = o.name order by p.name),
		'exercises', o.content -> 'exercises', 'hit', o.content -> 'hit',
		'versions', (
			select json_agg(json_build_object('version', x.version, 'created_at', beat.iso(x.created_at),
					'live', (
						select count(*) from beat.assignment a where a.onboarding_id = x.id and a.state = 'live'),
					'waiting', s.waiting, 'passed', s.passed, 'failed', s.failed)
				order by x.version desc)
			  from beat.onboarding x
			 cross join lateral (
				select count(*) filter (where y.state = 'waiting') as waiting,
					   count(*) filter (where y.state = 'passed') as passed,
					   count(*) filter (where y.state = 'failed') as failed
				  from beat.assignment a
				  join beat.screening y on y.assignment_id = a.id
				 where a.onboarding_id = x.id) as s
			 where x.name = o.name));
end
$$;
comment on function beat.onboarding_show is
	'One version of an onboarding, the newest unless told, and what became of those who did each version.';

-- Screening: a reviewer looks at what was handed in, and passes or fails the worker.

create index screening_list_idx on beat.screening (project_id, assignment_id);
create index screening_state_idx on beat.screening (project_id, state, assignment_id);

create function beat.screening_items(in_ids bigint[], in_identity boolean) returns jsonb
	language plpgsql stable
	set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off as $$
begin
	return (
		select coalesce(jsonb_agg(jsonb_build_object('id', s.assignment_id::text,
				'worker', jsonb_build_object('id', w.id::text, 'platform', w.platform) || case when in_identity
					then jsonb_build_object('platform_worker_id', w.platform_worker_id) else '{}' end,
				'handed_in_at', beat.iso(s.handed_in_at), 'state', s.state,
				'tries', (
					select count(*)
					  from beat.screening y
					 where y.worker_id = s.worker_id and y.project_id = s.project_id
					   and y.assignment_id <= s.assignment_id),
				'won', a.won, 'seconds', beat.hit_seconds(a.started_at, a.ended_at),
				'reason', s.reason, 'decided_by', s.actor, 'decided_at', beat.iso(s.decided_at))
			order by s.assignment_id desc), '[]')
		  from beat.screening s
		  join beat.assignment a on a.id = s.assignment_id
		  join beat.worker w on w.id = s.worker_id
		 where s.assignment_id = any (in_ids));
end
$$;
comment on function beat.screening_items is
	'Onboardings that were handed in, as lists show them, newest first; tries: the how-manieth of the worker.';

create function beat.admin_screenings(
	in_project text, in_state text, in_before bigint, in_limit text, in_identity boolean)
	returns json language plpgsql stable as $$
declare
	p beat.project := beat.project_named(in_project);
	size integer := beat.page_size(in_limit);
	page bigint[];
begin
	if in_state not in ('waiting', 'passed', 'failed') then
		perform beat.refuse(format('A screening is waiting, passed or failed; "%s" is none of them.', in_state));
	end if;
	in_before := coalesce(in_before, 9223372036854775807);
	if in_state is null then -- two statements, because each has an index of its own
		page := array(
			select s.assignment_id
			  from beat.screening s
			 where s.project_id = p.id and s.assignment_id < in_before
			 order by s.assignment_id desc
			 limit size + 1);
	else
		page := array(
			select s.assignment_id
			  from beat.screening s
			 where s.project_id = p.id and s.state = in_state and s.assignment_id < in_before
			 order by s.assignment_id desc
			 limit size + 1);
	end if;
	return json_build_object(
		'items', beat.screening_items(page[:size], in_identity),
		'next', case when cardinality(page) > size then page[size]::text end,
		'counts', (
			select json_build_object('waiting', (
					select count(*) from beat.screening s where s.project_id = p.id and s.state = 'waiting'),
				'passed', coalesce(sum(t.passed), 0), 'failed', coalesce(sum(t.failed), 0))
			  from beat.screening_tally t
			 where t.project_id = p.id));
end
$$;
comment on function beat.admin_screenings is 'Onboardings handed in to a project, newest first.';

-- An exercise with what was asked, what was expected, and what the worker gave.
create function beat.screening_exercises(in_onboarding_id bigint, in_assignment_id bigint) returns json
	language plpgsql stable as $$
begin
	return (
		select json_agg(json_build_object('number', e.number, 'kind', e.exercise -> 'kind', 'title', e.exercise -> 'title',
				'instruction', e.exercise -> 'instruction', 'passage', e.exercise -> 'passage',
				'given_question', case e.exercise ->> 'kind' when 'highlight' then e.exercise -> 'question' end,
				'given_answer', case e.exercise ->> 'kind' when 'write' then e.exercise -> 'answer' end,
				'expected', case e.exercise ->> 'kind' when 'highlight' then e.exercise -> 'answer' end,
				'answer', case when x.number is not null then json_build_object('question', x.question,
					'answer', case when x.answer_text is not null then json_build_object('start', x.answer_start,
						'end', x.answer_end, 'text', x.answer_text) end,
					'done', x.done, 'tries', x.tries,
					'f1', case when x.given_tokens + x.expected_tokens > 0
						then 2::float8 * x.shared / (x.given_tokens + x.expected_tokens) end) end)
			order by e.number)
		  from beat.onboarding o
		 cross join lateral jsonb_array_elements(o.content -> 'exercises') with ordinality as e (exercise, number)
		  left join beat.exercise_answer x on x.assignment_id = in_assignment_id and x.number = e.number
		 where o.id = in_onboarding_id);
end
$$;
comment on function beat.screening_exercises is 'The exercises of a run with the worker''s answers, for a reviewer.';

create function beat.screening_found(in_id bigint) returns beat.screening language plpgsql stable as $$
declare
	s beat.screening;
begin
	select x.* into s from beat.screening x where x.assignment_id = in_id;
	if not found then
		perform beat.refuse_as('BE404', format('There is no screening %s.', in_id));
	end if;
	return s;
end
$$;
comment on function beat.screening_found is 'A screening by its id, or the refusal BE404.';

create function beat.admin_screening(in_id bigint, in_identity boolean) returns json language plpgsql stable as $$
declare
	s beat.screening := beat.screening_found(in_id);
begin
	return (
		select beat.screening_items(array[in_id], in_identity) -> 0 || jsonb_build_object(
			'project', p.name,
			'worker_state', (
				select q.state from beat.participation q
				 where q.worker_id = s.worker_id and q.project_id = s.project_id),
			'retries_left', greatest(0, p.onboarding_retries + 1 - (
				select q.tries from beat.participation q
				 where q.worker_id = s.worker_id and q.project_id = s.project_id)),
			'onboarding', (
				select jsonb_build_object('name', o.name, 'version', o.version)
				  from beat.onboarding o
				 where o.id = s.onboarding_id),
			'exercises', beat.screening_exercises(s.onboarding_id, s.assignment_id),
			'hit', jsonb_build_object(
				'passage', jsonb_build_object('id', x.id::text, 'title', d.title, 'text', x.text),
				'attempts', beat.attempts_json(a.id), 'won', a.won, 'wanted', p.questions_wanted,
				'model', coalesce((
					select m.name from beat.attempt t join beat.model m on m.id = t.model_id
					 where t.assignment_id = a.id order by t.seq desc limit 1), '')),
			'history', beat.screening_items(array(
				select y.assignment_id
				  from beat.screening y
				 where y.worker_id = s.worker_id and y.project_id = s.project_id
				   and y.assignment_id <> s.assignment_id), in_identity),
			'next_waiting', (
				select y.assignment_id::text
				  from beat.screening y
				 where y.project_id = s.project_id and y.state = 'waiting' and y.assignment_id <> s.assignment_id
				 order by y.handed_in_at
				 limit 1))
		  from beat.assignment a
		  join beat.project p on p.id = a.project_id
		  join beat.passage x on x.id = a.passage_id
		  join beat.document d on d.id = x.document_id
		 where a.id = s.assignment_id);
end
$$;
comment on function beat.admin_screening is
	'All of one onboarding that was handed in: the exercises, the HIT, earlier tries, and which one waits next.';

-- Locked in the order of everyone: the worker, then what hangs on it.
create function beat.screening_locked(in_id bigint) returns beat.screening language plpgsql as $$
declare
	s beat.screening := beat.screening_found(in_id);
begin
	perform 1 from beat.worker w where w.id = s.worker_id for no key update;
	perform 1 from beat.participation q where q.worker_id = s.worker_id and q.project_id = s.project_id
		for no key update;
	select x.* into s from beat.screening x where x.assignment_id = in_id for no key update;
	return s;
end
$$;
comment on function beat.screening_locked is 'A screening by its id with its worker, locked for a decision.';

create function beat.screening_answer(in_id bigint) returns json language plpgsql stable as $$
begin
	return (
		select json_build_object('id', s.assignment_id::text, 'state', s.state, 'worker_state', q.state,
			'next_waiting', (
				select y.assignment_id::text
				  from beat.screening y
				 where y.project_id = s.project_id and y.state = 'waiting' and y.assignment_id <> s.assignment_id
				 order by y.handed_in_at
				 limit 1))
		  from beat.screening s
		  join beat.participation q on q.worker_id = s.worker_id and q.project_id = s.project_id
		 where s.assignment_id = in_id);
end
$$;
comment on function beat.screening_answer is 'What a decision came to: the worker''s new state, and which one waits next.';

create function beat.admin_screening_decide(
	in_id bigint, in_pass boolean, in_reason text, in_account bigint, in_actor text)
	returns json language plpgsql as $$
declare
	s beat.screening;
	decision text := case when in_pass then 'passed' else 'failed' end;
	goes_to text := 'qualified';
begin
	if in_pass is null then
		perform beat.refuse('Say whether the worker passes: true or false.');
	elsif not in_pass then
		perform beat.reason_checked(in_reason, 'the worker is told why it was not enough.');
	elsif char_length(in_reason) > 1000 then
		perform beat.refuse('A reason has at most 1000 characters.');
	end if;
	perform beat.act_as(in_actor);
	s := beat.screening_locked(in_id);
	if s.state = decision and s.actor = beat.current_actor() then
		return beat.screening_answer(in_id); -- asked twice
	elsif s.state <> 'waiting' then
		perform beat.refuse_as('BE409', format('It has been decided already: %s, by %s.', s.state, s.actor));
	end if;
	update beat.screening x
	   set state = decision, reason = nullif(btrim(in_reason), ''), account_id = in_account,
		   actor = beat.current_actor(), decided_at = clock_timestamp()
	 where x.assignment_id = in_id;
	if not in_pass then
		select case when q.tries <= p.onboarding_retries then 'onboarding' else 'failed' end into goes_to
		  from beat.participation q
		  join beat.project p on p.id = q.project_id
		 where q.worker_id = s.worker_id and q.project_id = s.project_id;
	end if;
	perform beat.event_add('screening.decide', s.project_id, s.worker_id, s.assignment_id,
		jsonb_build_object('before', 'waiting', 'after', decision, 'reason', nullif(btrim(in_reason), '')));
	perform beat.participation_move(s.worker_id, s.project_id, goes_to,
		jsonb_build_object('hit', s.assignment_id::text, 'reason', nullif(btrim(in_reason), '')));
	if in_pass then
		perform beat.outbox_add('qualify', s.worker_id, s.project_id, null);
	end if;
	perform beat.changed('screening', s.project_id, in_id::text);
	return beat.screening_answer(in_id);
end
$$;
comment on function beat.admin_screening_decide is
	'Passes or fails an onboarding. Who fails has another try as long as the project''s retries last.';

create function beat.admin_screening_undo(in_id bigint, in_reason text, in_account bigint, in_actor text)
	returns json language plpgsql as $$
declare
	s beat.screening;
	now_state text;
begin
	if char_length(in_reason) > 1000 then
		perform beat.refuse('A reason has at most 1000 characters.');
	end if;
	perform beat.act_as(in_actor);
	s := beat.screening_locked(in_id);
	if s.state = 'waiting' then
		return beat.screening_answer(in_id); -- asked twice
	end if;
	select q.state into now_state
	  from beat.participation q
	 where q.worker_id = s.worker_id and q.project_id = s.project_id;
	if ((s.state, now_state) in (('passed', 'qualified'), ('failed', 'failed'), ('failed', 'onboarding'))) is not true
		or exists (
			select from beat.screening y
			 where y.worker_id = s.worker_id and y.project_id = s.project_id and y.assignment_id > s.assignment_id) then
		perform beat.refuse_as('BE409', format('It is too late to take this back: the worker is %s by now.', now_state));
	elsif exists (
			select from beat.assignment a
			 where a.worker_id = s.worker_id and a.project_id = s.project_id and a.started_at > s.decided_at) then
		perform beat.refuse_as('BE409', case s.state
			when 'passed' then 'It is too late to take this back: the worker has begun to work. Revoke the qualification '
				'instead.'
			else 'It is too late to take this back: the worker has begun the next try.' end);
	end if;
	update beat.screening x
	   set state = 'waiting', reason = null, account_id = null, actor = null, decided_at = null
	 where x.assignment_id = in_id;
	perform beat.event_add('screening.undo', s.project_id, s.worker_id, s.assignment_id,
		jsonb_build_object('before', s.state, 'after', 'waiting', 'decided_by', s.actor,
			'reason', nullif(btrim(in_reason), '')));
	perform beat.participation_move(s.worker_id, s.project_id, 'screening',
		jsonb_build_object('hit', s.assignment_id::text, 'reason', nullif(btrim(in_reason), '')));
	if s.state = 'passed' then
		perform beat.outbox_add('revoke', s.worker_id, s.project_id, null);
	end if;
	perform beat.changed('screening', s.project_id, in_id::text);
	return beat.screening_answer(in_id);
end
$$;
comment on function beat.admin_screening_undo is
	'Takes a decision back, as long as the worker has not begun anything since: it waits again.';
