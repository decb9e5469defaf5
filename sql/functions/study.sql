-- Comprehension studies. Annotators see passage, question and answer, never the dataset. A share of the questions is labelled
-- by two; where these differ a third person decides. Shares are of questions, not of labels.

-- The thirteen labels: what each means, and an example of it. "[…]" marks the answer.
create function study_words() returns json
	language sql immutable as $$
	select '[
	{"word": "explicit", "name": "Explicit", "meaning": "The passage gives the answer in nearly the same words as the question asks for it.", "passage": "The bridge was opened by [the mayor] in 1921.", "question": "Who opened the bridge in 1921?"},
	{"word": "paraphrasing", "name": "Paraphrasing", "meaning": "The question says in other words what the passage says; synonyms that hold in this text have to be matched.", "passage": "[Oda Brandt] set up a fund for the orphans.", "question": "Who established the money for children without parents?"},
	{"word": "external_knowledge", "name": "External knowledge", "meaning": "Something must be known that the passage does not tell, such as a fact about the world.", "passage": "The crew saw [Jupiter], Vega and the Moon.", "question": "Which planet did the crew see?"},
	{"word": "coreference", "name": "Co-reference", "meaning": "It must be worked out that two expressions, such as a name and a pronoun, stand for the same thing.", "passage": "Ines Roth trained as a weaver. Later she ran [a dye works].", "question": "What did Roth run?"},
	{"word": "multi_hop", "name": "Multi-hop", "meaning": "More than one step is needed, usually putting facts of several sentences together.", "passage": "Lund wrote the score. The film for which he wrote it was shot in [Bergen].", "question": "Where was the film shot whose music Lund made?"},
	{"word": "comparative", "name": "Comparative", "meaning": "Two or more things must be compared: larger, earlier, most, last.", "passage": "The mill has 12 wheels, [the forge] 15.", "question": "Which has more wheels, the mill or the forge?"},
	{"word": "numeric", "name": "Numeric", "meaning": "Numbers must be reasoned with: counted, added, turned into parts or back.", "passage": "Of the guests [48 %] were children.", "question": "What part, close to a half, was children?"},
	{"word": "negation", "name": "Negation", "meaning": "The question or the passage denies something, once or more, and that must be understood.", "passage": "All but [the east wing] was repaired.", "question": "Which part was not repaired?"},
	{"word": "filtering", "name": "Filtering", "meaning": "Of several candidates one is picked by a property that only it has.", "passage": "Present were Anna, Bo the smith, and [Carl, who was deaf].", "question": "Which guest could not hear?"},
	{"word": "temporal", "name": "Temporal", "meaning": "Time, order or change must be understood, beyond finding a date or a moment that the passage states for a “when”.", "passage": "The flood of 1953 came back [eight years later].", "question": "How long after the first flood was the second?"},
	{"word": "spatial", "name": "Spatial", "meaning": "Places, distance or direction must be understood, beyond finding a place that the passage states for a “where”.", "passage": "The inn is 2 km from the lake and [300 m from the chapel].", "question": "How far is it from the inn to the nearer of the two?"},
	{"word": "inductive", "name": "Inductive", "meaning": "The passage tells of a single case, and the answer lies in the general rule behind it.", "passage": "When Ivo spoke against the guild, [he was driven from the town].", "question": "What did the guild do to critics?"},
	{"word": "implicit", "name": "Implicit", "meaning": "The answer rests on what the passage implies without saying it, and none of the other kinds is needed.", "passage": "Despite [the storm] the ship left on time.", "question": "What could not delay the ship?"}
	]'::json
$$;

-- A study by its name, or the refusal BE404.
create function study_named(in_name text) returns beat.study language plpgsql stable as $$
declare
	s beat.study;
begin
	select x.* into s from beat.study x where x.name = in_name;
	if not found then
		perform refuse_as('BE404', format('There is no study "%s"; "beatctl study list" names those there are.', in_name));
	end if;
	return s;
end
$$;

-- Makes a study of datasets: [{"name", "source", "items": [{"ref", "title", "passage", "question", "answer", "start"}]}].
-- Items are stored in an order that the seed draws across all datasets; the first of them, by another draw, are
-- labelled by two.
create function study_create(in_name text, in_seed text, in_double_permille integer, in_datasets json, in_actor text)
	returns bigint language plpgsql as $$
declare
	made bigint;
begin
	perform act_as(in_actor);
	insert into beat.study (name, seed, actor) values (in_name, in_seed, in_actor)
	on conflict on constraint study_name_key do nothing
	returning id into made;
	if made is null then
		perform refuse(format('There is a study "%s" already; take another name.', in_name), 'name');
	end if;
	insert into beat.study_dataset (study_id, place, name, source)
	select made, d.place, d.value ->> 'name', d.value ->> 'source'
	  from json_array_elements(in_datasets) with ordinality as d (value, place);
	insert into beat.study_item (study_id, dataset, question_ref, title, passage, question, answer, answer_start, wanted)
	select made, x.place, x.i ->> 'ref', x.i ->> 'title', x.i ->> 'passage', x.i ->> 'question', x.i ->> 'answer',
		   (x.i ->> 'start')::integer,
		   case when row_number() over (partition by x.place order by seeded_hash(in_seed, 'double:' || (x.i ->> 'ref')))
				* 1000 <= in_double_permille::bigint * count(*) over (partition by x.place) + 999
				and in_double_permille > 0 then 2 else 1 end
	  from (select d.place, i.value as i
			  from json_array_elements(in_datasets) with ordinality as d (value, place),
				   json_array_elements(d.value -> 'items') as i) as x
	 order by seeded_hash(in_seed, x.place || ':' || (x.i ->> 'ref')), x.place, x.i ->> 'ref' collate "C";
	perform beat.event_add('study.create', null, null, null, jsonb_build_object('study', in_name, 'seed', in_seed));
	return made;
end
$$;

-- Each item of a study and how far it is: what was said of it, in the order in which it was said, and what holds.
create function study_standing(in_study_id bigint)
	returns table (item_id bigint, dataset smallint, wanted smallint, first text[], second text[], disputed boolean,
		labels text[])
	language sql stable as $$
	select i.id, i.dataset, i.wanted, s.said[1].labels, s.said[2].labels, s.n = 2 and s.differ and a.labels is null,
		   case when a.labels is not null then a.labels
				when s.n >= i.wanted and not s.differ then s.said[1].labels end
	  from beat.study_item i
	 cross join lateral (
		select array_agg(l order by l.labelled_at, l.account_id) as said, count(*) as n,
			   coalesce(not (min(sorted.labels) = max(sorted.labels)), false) as differ
		  from beat.study_label l
		 cross join lateral (select array(select x from unnest(l.labels) as x order by x)::text as labels) as sorted
		 where l.item_id = i.id and l.kind = 'label' and l.labels is not null) as s
	  left join beat.study_label a on a.item_id = i.id and a.kind = 'adjudication' and a.labels is not null
	 where i.study_id = in_study_id;
$$;

-- How many items a person can still take.
create function study_open(in_study_id bigint, in_account_id bigint, in_kind text) returns bigint
	language sql stable as $$
	select count(*)
	  from study_standing(in_study_id) as s
	 where not exists (select from beat.study_label l where l.item_id = s.item_id and l.account_id = in_account_id
			and l.labels is not null)
	   and case in_kind when 'adjudication' then s.disputed
			else s.wanted > (select count(*) from beat.study_label l where l.item_id = s.item_id and l.kind = 'label'
				and (l.labels is not null or l.leased_until > clock_timestamp()) and l.account_id <> in_account_id) end
$$;

-- An item as who labels it sees it: all but the dataset; who decides sees what the two said.
create function study_item_json(in_item_id bigint, in_kind text) returns json language sql stable as $$
	select json_build_object('id', i.id, 'kind', in_kind, 'title', i.title, 'passage', i.passage, 'question', i.question,
		'answer', i.answer, 'answer_start', i.answer_start,
		'said', case in_kind when 'adjudication' then (
			select json_agg(l.labels order by l.labelled_at, l.account_id)
			  from beat.study_label l where l.item_id = i.id and l.kind = 'label' and l.labels is not null) end)
	  from beat.study_item i where i.id = in_item_id
$$;

-- The next item for an annotator (or, of those on which two differ, for who decides), held for half an hour; the one in hand
-- comes first. Null: there is none.
create function admin_study_next(in_study text, in_kind text, in_account bigint, in_actor text) returns json
	language plpgsql as $$
declare
	s beat.study := study_named(in_study);
	kind_wanted text := coalesce(in_kind, 'label');
	chosen bigint;
begin
	if kind_wanted not in ('label', 'adjudication') then
		perform refuse('The kind is label or adjudication.', 'kind');
	end if;
	perform act_as(in_actor);
	-- One draw at a time for a study: it is a matter of milliseconds, and nobody gets what another holds.
	perform pg_advisory_xact_lock(hashtext('beat.study'), s.id::integer);
	select x.item_id into chosen
	  from study_standing(s.id) as x
	  left join beat.study_label mine on mine.item_id = x.item_id and mine.account_id = in_account
	 where (mine.item_id is null or mine.labels is null and mine.kind = kind_wanted)
	   and case kind_wanted when 'adjudication' then x.disputed and not exists (
				select from beat.study_label l where l.item_id = x.item_id and l.kind = 'adjudication'
					and l.account_id <> in_account and l.leased_until > clock_timestamp())
			else x.wanted > (select count(*) from beat.study_label l where l.item_id = x.item_id and l.kind = 'label'
				and l.account_id <> in_account and (l.labels is not null or l.leased_until > clock_timestamp())) end
	 order by mine.item_id is null, x.item_id
	 limit 1;
	if chosen is not null then
		insert into beat.study_label as l (item_id, account_id, kind, leased_until)
		values (chosen, in_account, kind_wanted, clock_timestamp() + interval '30 minutes')
		on conflict on constraint study_label_pkey do update set leased_until = excluded.leased_until;
	end if;
	return json_build_object('item', study_item_json(chosen, kind_wanted),
		'left', study_open(s.id, in_account, kind_wanted));
end
$$;

-- What an annotator says of an item: up to three labels, or none. It may be said again until somebody has decided on it.
create function admin_study_label(in_item bigint, in_labels json, in_account bigint, in_actor text) returns json
	language plpgsql as $$
declare
	said text[];
	mine beat.study_label;
begin
	perform act_as(in_actor);
	if json_typeof(in_labels) is distinct from 'array' then
		perform refuse('Labels are a list of words; an empty one says that none fits.', 'labels');
	end if;
	said := array(select json_array_elements_text(in_labels));
	if not beat.study_labels_known(said) then
		perform refuse('Give up to three different labels of the thirteen.', 'labels');
	end if;
	select l.* into mine from beat.study_label l where l.item_id = in_item and l.account_id = in_account for update;
	if not found then
		perform refuse_as('BE404', 'You have not taken this question.');
	end if;
	if mine.kind = 'label' and exists (select from beat.study_label l where l.item_id = in_item
			and l.kind = 'adjudication' and l.labels is not null) then
		perform refuse_as('BE409', 'Somebody has decided on this question already.');
	end if;
	update beat.study_label l set labels = said, labelled_at = clock_timestamp()
	 where l.item_id = in_item and l.account_id = in_account;
	perform beat.event_add('study.label', null, null, null,
		jsonb_build_object('item', in_item, 'kind', mine.kind, 'labels', to_jsonb(said)));
	return json_build_object('item', in_item, 'labels', said);
end
$$;

-- Cohen's kappa of one label over what two people said; null if there is nothing that chance could have got wrong.
create function study_kappa(agreed bigint, first bigint, second bigint, n bigint) returns numeric
	language sql immutable parallel safe as $$
	select case when n > 0 and e.by_chance < 1 then round((((n - first - second + 2 * agreed)::numeric / n) - e.by_chance)
			/ (1 - e.by_chance), 4) end
	  from (select case when n > 0 then (first::numeric * second + (n - first)::numeric * (n - second)) / (n::numeric * n) end
			as by_chance) as e
$$;

-- Agreement by label over the items that two people labelled.
create function study_agreement(in_study_id bigint) returns json language sql stable as $$
	select json_agg(json_build_object('label', w.word, 'n', t.n, 'both', t.agreed, 'first', t.first, 'second', t.second,
			'kappa', study_kappa(t.agreed, t.first, t.second, t.n)) order by w.place)
	  from (select x.value ->> 'word' as word, x.place
			  from json_array_elements(study_words()) with ordinality as x (value, place)) as w
	 cross join lateral (
		select count(*) as n, count(*) filter (where w.word = any (s.first) and w.word = any (s.second)) as agreed,
			   count(*) filter (where w.word = any (s.first)) as first,
			   count(*) filter (where w.word = any (s.second)) as second
		  from study_standing(in_study_id) as s
		 where s.first is not null and s.second is not null) as t
$$;

-- Of each dataset: decided questions, and the share of them that has each label, with its interval.
create function study_results(in_study_id bigint) returns json language sql stable as $$
	with s as materialized (
		select * from study_standing(in_study_id)
	), words as (
		select x.value ->> 'word' as word, x.place
		  from json_array_elements(study_words()) with ordinality as x (value, place)
	)
	select json_agg(json_build_object('name', d.name, 'source', d.source, 'items', t.items, 'decided', t.decided,
			'disputed', t.disputed, 'none', wilson(t.none, t.decided),
			'labels', (
				select json_agg(json_build_object('label', w.word,
						'share', wilson((select count(*) from s where s.dataset = d.place and w.word = any (s.labels)), t.decided))
						order by w.place)
				  from words w)) order by d.place)
	  from beat.study_dataset d
	 cross join lateral (
		select count(*) as items, pg_catalog.count(s.labels) as decided, count(*) filter (where s.disputed) as disputed,
			   count(*) filter (where s.labels = '{}') as none
		  from s where s.dataset = d.place) as t
	 where d.study_id = in_study_id
$$;

-- Studies, newest first.
create function admin_studies() returns json language sql stable as $$
	select json_build_object('items', coalesce(json_agg(json_build_object('name', s.name, 'seed', s.seed,
			'created_at', beat.iso(s.created_at), 'actor', s.actor, 'datasets', t.datasets, 'items', t.items,
			'decided', t.decided, 'disputed', t.disputed) order by s.id desc), '[]'))
	  from beat.study s
	 cross join lateral (
		select (select count(*) from beat.study_dataset d where d.study_id = s.id) as datasets, count(*) as items,
			   pg_catalog.count(x.labels) as decided, count(*) filter (where x.disputed) as disputed
		  from study_standing(s.id) as x) as t
$$;

-- A study: how far it is, what came of it, and what this person can do in it.
create function admin_study(in_study text, in_account bigint) returns json language plpgsql stable as $$
declare
	s beat.study := study_named(in_study);
begin
	return json_build_object('name', s.name, 'seed', s.seed, 'created_at', beat.iso(s.created_at), 'actor', s.actor,
		'datasets', study_results(s.id), 'agreement', study_agreement(s.id), 'words', study_words(),
		'left', json_build_object('label', study_open(s.id, in_account, 'label'),
			'adjudication', study_open(s.id, in_account, 'adjudication')));
end
$$;
