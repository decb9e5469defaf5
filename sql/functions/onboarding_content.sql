-- Content of onboardings. A file says its passages by name; what is stored is whole in itself, so that a version never
-- changes: {"title", "hit": {"title", "text"}, "exercises": [{"kind", "title", "instruction", "passage": {"title", "text"},
-- "answer": {"start", "end", "text"} or null, "question", "hint", "praise"}]}.

-- A text of an onboarding's content, or a sentence why not.
create function content_text(content jsonb, key text, longest integer, place text) returns text
	language plpgsql immutable as $$
begin
	if jsonb_typeof(content -> key) is distinct from 'string' or beat.is_blank(content ->> key)
		or char_length(content ->> key) > longest then
		perform refuse(format('%s: "%s" must be a text of 1 to %s characters.', place, key, longest));
	end if;
	return content ->> key;
end
$$;

-- True if something is left of a text without punctuation and articles.
-- Articles and punctuation do not count when answers are compared: what has nothing else can never be found.
create function has_word(given text) returns boolean language plpgsql immutable as $$
begin
	return not beat.is_blank(regexp_replace(
		translate(lower(given), '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', ''), '\m(a|an|the)\M', ' ', 'g'));
end
$$;

-- A passage of an onboarding's content, by name or in full.
create function content_passage(given jsonb, passages jsonb, place text) returns jsonb
	language plpgsql immutable as $$
begin
	if jsonb_typeof(given) = 'string' then
		if (passages -> (given #>> '{}')) is null then
			perform refuse(format('%s: there is no passage named %s in "passages".', place, given));
		end if;
		given := passages -> (given #>> '{}');
	end if;
	if jsonb_typeof(given) is distinct from 'object' then
		perform refuse(format(
			'%s: a passage is the name of one in "passages", or an object with "title" and "text".', place));
	end if;
	given := jsonb_build_object('title', content_text(given, 'title', 200, place),
		'text', content_text(given, 'text', 50000, place));
	if not has_word(given ->> 'text') then
		perform refuse(format('%s: the text of the passage has no words.', place));
	end if;
	return given;
end
$$;

-- The span of an exercise's answer, or a sentence why it is none.
-- The start may be left out if the text occurs once.
create function content_answer(given jsonb, passage text, place text) returns jsonb
	language plpgsql immutable as $$
declare
	answer text;
	start integer;
begin
	if jsonb_typeof(given) is distinct from 'object' then
		perform refuse(format('%s: "answer" must be an object with the "text" of the answer.', place));
	end if;
	answer := content_text(given, 'text', 1000, place);
	if not has_word(answer) then
		perform refuse(format('%s: the answer "%s" has no word that counts: articles and punctuation do not.',
			place, answer));
	end if;
	start := strpos(passage, answer) - 1;
	if given ? 'start' and jsonb_typeof(given -> 'start') <> 'null' then
		if (given ->> 'start') !~ '^[0-9]{1,5}$' or not beat.is_slice(passage, (given ->> 'start')::integer,
				(given ->> 'start')::integer + char_length(answer), answer) then
			perform refuse(format('%s: the passage does not read "%s" from %s on.', place, answer,
				given -> 'start'));
		end if;
		start := given ->> 'start';
	elsif start < 0 then
		perform refuse(format('%s: the passage does not hold the answer "%s".', place, answer));
	elsif strpos(substr(passage, start + 2), answer) > 0 then
		perform refuse(format('%s: the answer "%s" is in the passage more than once; give its "start".', place,
			answer));
	end if;
	return jsonb_build_object('start', start, 'end', start + char_length(answer), 'text', answer);
end
$$;

-- An exercise of an onboarding, whole in itself, or a sentence why not.
create function content_exercise(given jsonb, passages jsonb, place text) returns jsonb
	language plpgsql immutable as $$
declare
	kind text := given ->> 'kind';
	passage jsonb;
	whole jsonb;
begin
	if jsonb_typeof(given) is distinct from 'object' or (kind in ('write', 'highlight', 'pair')) is not true then
		perform refuse(format('%s: "kind" must be write, highlight or pair.', place));
	end if;
	passage := content_passage(given -> 'passage', passages, place);
	whole := jsonb_build_object('kind', kind, 'passage', passage,
		'title', content_text(given, 'title', 200, place),
		'instruction', content_text(given, 'instruction', 2000, place),
		'answer', case when kind <> 'pair' then content_answer(given -> 'answer', passage ->> 'text', place) end,
		'question', case when kind = 'highlight' then content_text(given, 'question', 1000, place) end);
	if jsonb_typeof(given -> 'hint') <> 'null' then
		whole := whole || jsonb_build_object('hint', content_text(given, 'hint', 2000, place));
	end if;
	if jsonb_typeof(given -> 'praise') <> 'null' then
		whole := whole || jsonb_build_object('praise', content_text(given, 'praise', 2000, place));
	end if;
	return whole;
end
$$;

-- The content of an onboarding as it is stored, or a sentence why not.
create function onboarding_content(given jsonb) returns jsonb language plpgsql immutable as $$
declare
	exercises jsonb;
	kinds text[];
begin
	if jsonb_typeof(given) is distinct from 'object' or jsonb_typeof(given -> 'exercises') is distinct from 'array' then
		perform refuse('An onboarding is a JSON object with "name", "title", "exercises" and "hit".');
	end if;
	select jsonb_agg(content_exercise(e.exercise, given -> 'passages', 'Exercise ' || e.number) order by e.number),
		   array_agg(e.exercise ->> 'kind')
	  into exercises, kinds
	  from jsonb_array_elements(given -> 'exercises') with ordinality as e (exercise, number);
	if (cardinality(kinds) <= 20 and cardinality(array_positions(kinds, 'write')) >= 2
			and cardinality(array_positions(kinds, 'highlight')) >= 2
			and cardinality(array_positions(kinds, 'pair')) >= 1) is not true then
		perform refuse('An onboarding has at least two exercises "write", two "highlight" and one "pair", and at '
			'most 20 in all.');
	end if;
	return jsonb_build_object('title', content_text(given, 'title', 200, 'The onboarding'),
		'exercises', exercises, 'hit', content_passage(given -> 'hit', given -> 'passages', 'The HIT'));
end
$$;

-- The passage of an onboarding's HIT, stored if it is new.
-- In no collection, so that no project draws it. A text that is stored already is that passage.
create function onboarding_passage(hit jsonb) returns bigint language plpgsql as $$
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

-- Stores an onboarding under the next version, unless the newest says the same. Who is on an older version finishes
-- that one; runs tells how many.
create function onboarding_import(
	in_content jsonb, in_actor text, out name text, out version integer, out change text, out exercises integer,
	out runs bigint)
	language plpgsql as $$
declare
	content jsonb := onboarding_content(in_content);
	newest record;
begin
	name := in_content ->> 'name';
	if (jsonb_typeof(in_content -> 'name') = 'string' and name ~ '^[a-z0-9][a-z0-9_-]{0,62}$') is not true then
		perform refuse(format('An onboarding''s "name" is 1 to 63 lower-case letters, digits, _ and -, beginning '
			'with a letter or digit; "%s" is not.', name));
	end if;
	perform act_as(in_actor);
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
		onboarding_passage(content -> 'hit'));
	perform beat.event_add('onboarding.import', null, null, null,
		jsonb_build_object('onboarding', name, 'before', newest.version, 'after', version));
end
$$;

-- The onboardings in their newest versions, and the projects that use them.
create function admin_onboardings() returns json language plpgsql stable as $$
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

-- One version of an onboarding, the newest unless told, and what became of those who did each version.
create function onboarding_show(in_name text, in_version integer) returns json language plpgsql stable as $$
declare
	o beat.onboarding;
begin
	select x.* into o
	  from beat.onboarding x
	 where x.name = in_name and (in_version is null or x.version = in_version)
	 order by x.version desc
	 limit 1;
	if not found then
		perform refuse_as('BE404', format('There is no onboarding "%s"%s%s.', in_name,
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
