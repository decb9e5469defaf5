-- Statistics: what is counted as a word, the longest overlap, types of questions, and the whole page.
begin;
\ir fixture.psql
\ir review.psql
select plan(61);
select is(beat.word_count(t), n, format('words of "%s"', left(t, 20)))
  from (values ('What is it?', 3), (E'  What \t is\n\nit ', 3), ('', 0), ('   ', 0), ('well-known', 1), ('a - b', 3),
	(U&'one\00A0two', 2)) as x (t, n);
select is(plain_words(t), w, format('plain words of "%s"', t))
  from (values ('The U.S.'' "Army" (1917)?', 'the us army 1917'), ('Straße ÉTÉ', 'straße été'), ('?!', ''),
	(E'a\n b', 'a b'), ('don''t—stop', 'dont—stop')) as x (t, w);
select is(plain_words('x' || string_agg(chr(c), '' order by c)), 'x' || '0123456789' || 'abcdefghijklmnopqrstuvwxyz'
	|| 'abcdefghijklmnopqrstuvwxyz', 'exactly the 32 characters of punctuation go') from generate_series(33, 126) as c;
select is(spaced('a' || string_agg(chr(c), 'b' order by c) || 'c'), 'a ' || repeat('b ', 27) || 'c', 'all white space of Python')
  from unnest(array[9, 10, 11, 12, 13, 28, 29, 30, 31, 133, 160, 5760, 8192, 8193, 8194, 8195, 8196, 8197, 8198, 8199, 8200, 8201,
	8202, 8232, 8233, 8239, 8287, 12288]) as c;
select is(lowered(t), l, format('"%s" in lower case, as Python has it', t))
  from (values ('Ada É', 'ada é'), ('ΟΔΟΣ ΣΑΣ Σ', 'οδος σας σ'), ('ΣΑΣ,', 'σας,'), (U&'\0130stanbul', U&'i\0307stanbul')) as x (t, l);
select is(longest_overlap(q, p), n, format('overlap of "%s"', q))
  from (values
	('who was it', 'it was ada', 1), ('it was ada', 'it was ada', 3), ('when it was ada lovelace', 'and so it was ada who', 3),
	('nothing here', 'other words', 0), ('a cat', 'concatenate a cathedral', 1), ('', 'x', 0), ('x', '', 0),
	('the the the', 'the the', 2), ('a b c x b c d e', 'a b c d e', 4)) as x (q, p, n);
-- The definition itself, tried out on texts of a few words: every run of the question that the passage has.
select is_empty($$
	select q, p
	  from (select (select string_agg(chr(97 + (random() * 2)::int), ' ') from generate_series(1, 6 + i * 0)) as q,
			(select string_agg(chr(97 + (random() * 2)::int), ' ') from generate_series(1, 12 + i * 0)) as p
			  from generate_series(1, 300) as i offset 0) as t
	 where longest_overlap(q, p) <> (
		select coalesce(max(b - a + 1), 0)
		  from generate_series(1, 6) as a, generate_series(1, 6) as b
		 where a <= b and strpos(' ' || p || ' ', ' ' || array_to_string((string_to_array(q, ' '))[a:b], ' ') || ' ') > 0)$$,
	'as the plain definition has it');
select is(question_type(w), t, 'type of ' || coalesce(w, 'nothing'))
  from (values ('what', 'what'), ('whose', 'who'), ('whom', 'who'), ('in', 'in'), ('name', 'other'), (null, 'other')) as x (w, t);
select is(sample_bound(n), b, format('of %s questions those below %s', n, b))
  from (values (0, 'g'), (100000, 'g'), (100001, '80000000'), (200000, '80000000'), (200001, '40000000'), (500000, '20000000'))
	as x (n, b);

-- Nothing waits for votes, nobody is revoked.
select project_set('r', '{"validation_votes": 0, "success": 0}', 't') \g /dev/null
create function tap.page() returns json language sql as $$ select admin_statistics('r'); $$;
select is((s - 'computed_at' - 'definitions' - 'reference' - 'labels')::text, jsonb_build_object('wh', '[]'::json, 'total', 0,
	'lengths', (select jsonb_object_agg(k, null) from unnest(array['question_words', 'answer_words', 'ngram_overlap',
		'question_words_sd', 'answer_words_sd', 'ngram_overlap_sd']) as k), 'overlap', '[]'::json, 'pending', 0, 'sampled', false,
	'workers', '[]'::json, 'labelled', 0, 'questions', 0, 'win_rates', '[]'::json, 'agreement', '[]'::json, 'first_tokens', '[]'::json, 'answer_lengths', '[]'::json,
	'question_lengths', '[]'::json, 'splits', jsonb_build_array(
		jsonb_build_object('split', 'train', 'documents', 0, 'passages', 0, 'questions', 0),
		jsonb_build_object('split', 'dev', 'documents', 0, 'passages', 0, 'questions', 0),
		jsonb_build_object('split', 'test', 'documents', 0, 'passages', 0, 'questions', 0)))::text, 'an empty project')
  from (select tap.page()::jsonb as s) as x;

-- "What is it?" with the answer "Passage", three times on two passages; and a HIT not handed in.
select tap.work('ann', 1, 2), tap.work('bob', 1, 1) \g /dev/null
select s.assignment_id as a, s.worker_id as w from tap.session('eve', project => 'r') as s \gset
select (tap.try(1, :a, :w)).status \g /dev/null
select is((s ->> 'questions')::int, 3, 'the questions handed in') from (select tap.page() as s) as x;
select is((s ->> 'lengths')::jsonb, '{"question_words": 3.00, "answer_words": 1.00, "ngram_overlap": 0.00,
	"question_words_sd": 0.00, "answer_words_sd": 0.00, "ngram_overlap_sd": 0.00}', 'means') from (select tap.page() as s) as x;
select is((s ->> 'wh')::jsonb, '[{"n": 3, "word": "what"}]', 'types') from (select tap.page() as s) as x;
select is((s ->> 'first_tokens')::jsonb, '[{"n": 3, "path": ["what", "is", "it"]}]', 'first words') from (select tap.page() as s) as x;
select is((s ->> 'question_lengths')::jsonb || (s ->> 'answer_lengths')::jsonb || (s ->> 'overlap')::jsonb,
	'[{"n": 3, "words": 3}, {"n": 3, "words": 1}, {"n": 0, "questions": 3}]', 'histograms') from (select tap.page() as s) as x;
select is((select sum((e ->> 'passages')::int) || ' ' || sum((e ->> 'questions')::int) from json_array_elements(s -> 'splits') as e),
	'2 3', 'passages and questions') from (select tap.page() as s) as x;
select is(s #>> '{win_rates,0,human,k}' || ' of ' || (s #>> '{win_rates,0,human,n}'), '4 of 4', 'win rates') from (select tap.page() as s) as x;
select is(json_array_length(s -> 'labels'), 13, 'all labels, used or not') from (select tap.page() as s) as x;
select is((select count(*)::int from beat.question_figures), 4, 'each question was looked at once');

-- What leaves the dataset leaves the figures; reviews show.
select tap.close() \g /dev/null
select tap.review_of('ina', 'ann', 1) \g /dev/null
select is((tap.page() ->> 'questions')::int, (select sum(kept)::int from beat.project_tally where project_id = tap.project('r')),
	'without what is discarded');
select is((s ->> 'workers')::jsonb, '[{"bucket": 0.5, "workers": 1}]', 'workers by success') from (select tap.page() as s) as x;
select is((select e ->> 'n' from json_array_elements(s -> 'labels') as e where e ->> 'label' = 'explicit'), '1', 'labels of what is in')
  from (select tap.page() as s) as x;
-- What waits for votes is not in yet.
select project_set('r', '{"validation_votes": 3}', 't') \g /dev/null
select is((tap.page() ->> 'questions')::int, (select count(*)::int from question_validity() v where v.project = 'r' and v.valid),
	'only what is in');
select is((s ->> 'total')::int, (select sum((e ->> 'questions')::int)::int from json_array_elements(s -> 'splits') as e), 'in all')
  from (select tap.page() as s) as x;
select is((s ->> 'sampled')::boolean, false, 'all of them') from (select tap.page() as s) as x;
select matches(s #>> '{definitions,ngram_overlap}', 'articles kept', 'it says what is meant') from (select tap.page() as s) as x;
select is(json_array_length(s -> 'reference'), 4, 'with the paper''s figures') from (select tap.page() as s) as x;
select matches(tap.refused('select admin_statistics(''nope'')'), '^BE404', 'no such project');
select throws_ok('update beat.question_figures set overlap = 9', '23001', null, 'a figure is a fact');
select throws_ok('delete from beat.question_figures', '23001', null, 'and stays');
select * from finish();
rollback;
