-- Statistics of a project, as the paper's tables and figures: Bartolo et al. (2020), Tables 3 and 4, Figures 4 to 7 and
-- 9 to 14. They are computed from all questions that are in (see validity), or from a sample of them if there are more
-- than 100,000. "beatctl stats" tells the same of the same questions; a test compares the two.
--
-- Definitions (the answer carries them too, see statistics_definitions):
-- * word: what white space separates;
-- * longest n-gram overlap: the most words in a row of the question that stand in the same order in the passage, both
--   in lower case and without ASCII punctuation (as SQuAD normalises, but articles stay);
-- * question type: the first word of the question if it is one of those the paper names, else "other".
--
-- What can be told of one question never changes, so it is worked out once and kept, a portion at each call: see
-- figures_make. All of it runs on the slow lane: workers come first.

-- A text with its words one blank apart.
-- Python's white space, as in is_blank(). What a pattern matches here is rare in a text: that is what makes it quick.
create function spaced(value text) returns text
	language sql immutable parallel safe as $$
	select btrim(regexp_replace(regexp_replace(value,
		'[\t\n\v\f\r\x1c-\x1f\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]', ' ', 'g'),
		'  +', ' ', 'g'))
$$;

-- A text in lower case, as the scorer makes it.
-- lower() goes letter by letter. What full Unicode does otherwise is the dotted capital I, and a sigma at a word's end.
create function lowered(value text) returns text
	language sql immutable parallel safe as $$
	select lower(case when strpos(value, U&'\0130') > 0 or strpos(value, U&'\03a3') > 0
		then regexp_replace(replace(value, U&'\0130', U&'i\0307'), U&'(\\w)\03a3(?!\\w)', U&'\\1\03c2', 'g')
		else value end)
$$;

-- A text in lower case, without ASCII punctuation, its words one blank apart.
create function plain_words(value text) returns text
	language sql immutable parallel safe as $$
	select spaced(regexp_replace(lowered(value), '[!-/:-@[-`{-~]+', '', 'g'))
$$;

-- How many words the longest run has that two texts of plain_words() share.
-- From each word on it is only asked whether a longer run than the best so far begins there.
create function longest_overlap(question text, passage text) returns integer
	language plpgsql immutable parallel safe as $$
declare
	words text[] := string_to_array(question, ' ');
	whole text := ' ' || passage || ' ';
	best integer := 0;
begin
	for i in 1 .. cardinality(words) loop
		while i + best <= cardinality(words)
			and strpos(whole, ' ' || array_to_string(words[i:i + best], ' ') || ' ') > 0 loop
			best := best + 1;
		end loop;
	end loop;
	return best;
end
$$;

-- The type of a question by its first word, as in Figure 6 of the paper.
create function question_type(first_word text) returns text
	language sql immutable parallel safe as $$
	select case
		when first_word in ('what', 'when', 'where', 'which', 'why', 'how', 'in') then first_word
		when first_word in ('who', 'whom', 'whose') then 'who'
		else 'other' end
$$;

-- The id below which questions are looked at, so that they are 100,000 at most.
-- The ids are digests: those below a bound are a sample, the same one each time, and of twice as many questions half.
create function sample_bound(questions bigint) returns text
	language sql immutable parallel safe as $$
	select case when questions <= 100000 then 'g'
		else lpad(to_hex((4294967296 >> ceil(log(2, questions / 100000.0))::integer)), 8, '0') end
$$;

-- Works out the figures of questions that have none yet, as many as time allows; tells how many have them and how many
-- are still to come.
-- A portion at a time, and the caller comes back for the next. While this runs, no row that changes meanwhile can be
-- tidied up, and a counter that every attempt changes soon drags thousands of its old versions along: with one long
-- transaction the attempts of all workers took a fifth longer. So it is brief while workers are busy.
create function figures_make(in_project_id bigint, bound text, out done integer, out pending integer)
	language plpgsql as $$
declare
	portion constant integer := 100;
	until timestamptz := clock_timestamp()
		+ make_interval(secs => case when workers_are_busy() then 0.1 else 5 end);
	missing text[];
begin
	select count(*) filter (where f.question_id is not null),
		   coalesce(array_agg(q.id) filter (where f.question_id is null), '{}')
	  into done, missing
	  from beat.question q
	  left join beat.question_figures f on f.question_id = q.id
	 where q.project_id = in_project_id and q.discards = 0 and q.id < bound;
	pending := cardinality(missing);
	while pending > 0 loop
		insert into beat.question_figures (question_id, question_words, answer_words, overlap, first_words)
		select q.id, beat.word_count(t.question), beat.word_count(t.answer_text),
			   longest_overlap(w.words, plain_words(x.text)),
			   array(select left(f.word, 40) from unnest((string_to_array(w.words, ' '))[1:3]) with ordinality as f (word, place)
					order by f.place)
		  from beat.question q
		  join beat.attempt t on t.id = q.attempt_id
		  join beat.assignment a on a.id = q.assignment_id
		  join beat.passage x on x.id = a.passage_id
		 cross join lateral (select plain_words(t.question) as words) as w
		 where q.id = any (missing[pending - portion + 1:pending])
		on conflict on constraint question_figures_pkey do nothing;
		done := done + least(portion, pending);
		pending := greatest(0, pending - portion);
		exit when clock_timestamp() > until;
	end loop;
end
$$;

-- Table 3: documents, passages and questions of each split.
create function statistics_splits(in_project_id bigint) returns json language sql stable as $$
	with n as materialized (
		select v.split, count(*) as questions, pg_catalog.count(distinct v.passage_id) as passages,
			   pg_catalog.count(distinct x.document_id) as documents
		  from question_standing(in_project_id, 'infinity') as v
		  join beat.passage x on x.id = v.passage_id
		 where v.valid
		 group by v.split
	)
	select json_agg(json_build_object('split', s.split, 'documents', coalesce(n.documents, 0),
			'passages', coalesce(n.passages, 0), 'questions', coalesce(n.questions, 0)) order by s.place)
	  from unnest(array['train', 'dev', 'test']) with ordinality as s (split, place)
	  left join n on n.split = s.split
$$;

-- Table 4 and the distributions of lengths, overlaps, question types and first words.
create function statistics_words(in_project_id bigint, bound text) returns jsonb language sql stable as $$
	with f as materialized (
		select g.*
		  from question_standing(in_project_id, 'infinity') as v
		  join beat.question_figures g on g.question_id = v.question_id
		 where v.valid and v.question_id < bound
	), histogram as (
		select h.name, h.value, count(*) as n
		  from f
		 cross join lateral (values ('question', f.question_words), ('answer', f.answer_words),
			('overlap', f.overlap)) as h (name, value)
		 group by h.name, h.value
	)
	select jsonb_build_object(
		'questions', (select count(*) from f),
		'lengths', (
			select jsonb_build_object('question_words', round(avg(f.question_words), 2),
					'answer_words', round(avg(f.answer_words), 2), 'ngram_overlap', round(avg(f.overlap), 2),
					'question_words_sd', round(stddev_pop(f.question_words), 2),
					'answer_words_sd', round(stddev_pop(f.answer_words), 2),
					'ngram_overlap_sd', round(stddev_pop(f.overlap), 2))
			  from f),
		'question_lengths', (
			select coalesce(jsonb_agg(jsonb_build_object('words', h.value, 'n', h.n) order by h.value), '[]')
			  from histogram h where h.name = 'question'),
		'answer_lengths', (
			select coalesce(jsonb_agg(jsonb_build_object('words', h.value, 'n', h.n) order by h.value), '[]')
			  from histogram h where h.name = 'answer'),
		'overlap', (
			select coalesce(jsonb_agg(jsonb_build_object('n', h.value, 'questions', h.n) order by h.value), '[]')
			  from histogram h where h.name = 'overlap'),
		'wh', (
			select coalesce(jsonb_agg(jsonb_build_object('word', w.word, 'n', w.n) order by w.n desc, w.word collate "C"), '[]')
			  from (select question_type(f.first_words[1]) as word, count(*) as n from f group by 1) as w),
		'first_tokens', (
			select coalesce(jsonb_agg(jsonb_build_object('path', p.first_words, 'n', p.n) order by p.n desc,
					p.first_words collate "C"), '[]')
			  from (
				select f.first_words, count(*) as n
				  from f
				 where f.first_words <> '{}'
				 group by f.first_words
				 order by n desc, f.first_words collate "C"
				 limit 200) as p))
$$;

-- Figure 10: workers by success rate, in steps of a twentieth.
create function statistics_workers(p beat.project) returns json language sql stable as $$
	select coalesce(json_agg(json_build_object('bucket', b.bucket, 'workers', b.n) order by b.bucket), '[]')
	  from (
		select floor(20 * case p.success_unit when 'hit' then q.valid_hits::numeric / q.reviewed_hits
				else q.valid_questions::numeric / q.reviewed_questions end) / 20 as bucket, count(*) as n
		  from beat.participation q
		 where q.project_id = p.id and q.reviewed_questions > 0 and q.reviewed_hits > 0
		 group by 1) as b
$$;

-- Figure 5: reviewed questions that are in, by comprehension label.
create function statistics_labels(in_project_id bigint) returns json language sql stable as $$
	select coalesce(json_agg(json_build_object('label', w.word, 'n', coalesce(l.n, 0)) order by w.place), '[]')
	  from beat.review_word w
	  left join (
		select x.label, count(*) as n
		  from beat.question q
		  join question_standing(in_project_id, 'infinity') as v on v.question_id = q.id, unnest(q.labels) as x (label)
		 where q.project_id = in_project_id and q.labels <> '{}' and v.valid
		 group by x.label) as l on l.label = w.word
	 where w.kind = 'label'
$$;

-- How many of these questions have a label at all: what the shares are of.
create function statistics_labelled(in_project_id bigint) returns bigint language sql stable as $$
	select count(*)
	  from beat.question q
	  join question_standing(in_project_id, 'infinity') as v on v.question_id = q.id
	 where q.project_id = in_project_id and q.labels <> '{}' and v.valid
$$;

-- Human win rates against each model; questions without an adversary won against nobody.
create function statistics_win_rates(in_project_id bigint) returns json language sql stable as $$
	select coalesce(json_agg(json_build_object('model', m.name, 'human', wilson(t.human, t.n),
			'reference', model_reference(m.name)) order by m.name), '[]')
	  from (
		select x.model_id, sum(x.human)::bigint as human, sum(x.human + x.model)::bigint as n
		  from attempt_counts() x
		 where x.project_id = in_project_id and x.model_id <> no_model()
		 group by x.model_id) as t
	  join beat.model m on m.id = t.model_id
$$;

-- What the figures mean, for those who read them.
create function statistics_definitions() returns json
	language sql immutable as $$
	select json_build_object(
		'questions', 'Questions that are in the dataset: handed in, not discarded, and in dev and test found answerable '
			'where the project asks for votes.',
		'word', 'What white space separates.',
		'ngram_overlap', 'The most words in a row of the question that stand in the same order in the passage; lower '
			'case, ASCII punctuation deleted, articles kept.',
		'wh', 'By the first word: what, who (whom, whose), when, where, which, why, how, in, or other.',
		'first_tokens', 'The first three words, in lower case without ASCII punctuation, of each word the first 40 '
			'characters; the 200 most frequent.',
		'workers', 'Valid of reviewed questions (or HITs, as the project counts), rounded down to a twentieth.',
		'labels', 'Of the quality review that settled a question that is in; up to three each, shares of the questions that have '
			'one. A comprehension study is told apart from them.',
		'win_rates', 'Attempts the human won of those that were judged.',
		'agreement', agreement_definitions() ->> 'strata',
		'sample', 'Above 100,000 questions those with the lowest ids, which are digests: the same ones each time.',
		'reference', 'Bartolo et al., Beat the AI (2020), Table 4.')
$$;

-- The statistics of a project. Slow at first: see the head of this file.
create function admin_statistics(in_project text) returns json language plpgsql as $$
declare
	p beat.project := project_named(in_project);
	total bigint := (select coalesce(sum(t.kept), 0) from beat.project_tally t where t.project_id = p.id);
	bound text := sample_bound(total);
	figures record;
	words jsonb;
	splits json := '[]';
begin
	-- Two people who look at once must not both do the work.
	perform pg_advisory_xact_lock(hashtext('beat.statistics'), p.id::integer);
	figures := figures_make(p.id, bound);
	-- Until all are there the answer tells how far it is, and no figure of a part.
	words := statistics_words(p.id, case when figures.pending = 0 then bound else '' end);
	if figures.pending > 0 then
		words := words || jsonb_build_object('questions', figures.done);
	else
		splits := statistics_splits(p.id);
		total := (select sum((s ->> 'questions')::bigint) from json_array_elements(splits) as s);
	end if;
	return (words || jsonb_build_object(
		'splits', splits,
		'workers', statistics_workers(p),
		'labels', case when figures.pending = 0 then statistics_labels(p.id) else '[]' end,
		'labelled', case when figures.pending = 0 then statistics_labelled(p.id) else 0 end,
		'win_rates', statistics_win_rates(p.id),
		'agreement', agreement_strata(p.id, clock_timestamp()),
		'reference', jsonb_build_array(
			jsonb_build_object('name', 'SQuAD', 'question', 10.3, 'answer', 2.6, 'overlap', 3.0),
			jsonb_build_object('name', 'D_BiDAF', 'question', 9.8, 'answer', 2.9, 'overlap', 2.2),
			jsonb_build_object('name', 'D_BERT', 'question', 9.8, 'answer', 3.0, 'overlap', 2.1),
			jsonb_build_object('name', 'D_RoBERTa', 'question', 10.0, 'answer', 3.2, 'overlap', 2.0)),
		'definitions', statistics_definitions(),
		'computed_at', beat.iso(clock_timestamp()),
		'total', total, 'pending', figures.pending,
		'sampled', figures.pending = 0 and (words ->> 'questions')::bigint < total))::json;
end
$$;
