-- Passages shorter than a project asks for are not handed out, whatever comes first: the setting, the import, the session.
begin;
\ir fixture.psql
select no_plan();

select is(beat.word_count(text), words, format('%L has %s words', text, words))
  from (values ('one', 1), (E' one\ttwo\n', 2), (E'one\u00a0two\u3000three', 3), ('', 0), (E' \n ', 0),
	('don''t — stop', 3)) as v (text, words);
select is_empty($$select c from (select chr(c) as c from generate_series(1, 70000) as c where c not between 55296 and 57343) as x
	where beat.word_count('a' || c || 'b') is distinct from case when beat.is_blank(c) then 2 else 1 end
	   or beat.word_count(c) is distinct from case when beat.is_blank(c) then 0 else 1 end
	   or beat.word_count(c || 'a  b ' || c) is distinct from case when beat.is_blank(c) then 2 else 3 end$$,
	'every kind of white space keeps words apart, at every place, and nothing else does');
select is(p.words, 10, 'the fixture''s passages') from beat.passage p limit 1;

select is((project_set('p', '{"min_passage_words": 10}', 't')).passages, 12, 'as many as is asked for is enough');
select is((project_set('p', '{"min_passage_words": 11}', 't')).passages, 0, 'one more is too many');
select is((tap.session('ann')).status, 'no_work', 'so there is nothing to do');
select is(sum(s.passages)::int, 0, 'nor are they counted') from beat.project_split s where s.project_id = tap.project();
select is((project_set('p', '{"min_passage_words": 0}', 't')).passages, 12, 'back again');
select is((tap.session('ann')).status, 'ok', 'there is work');
select is((project_set('p', '{"min_passage_words": 100000}', 't')).passages, 0, 'while somebody works');
select is((tap.session('ann')).status, 'ok', 'who goes on');
select is((tap.session('bob')).status, 'no_work', 'but nobody else');
select is((project_create('long', '{"model": "window", "min_passage_words": 50}', 't')).passages, 0, 'from the first day');
select is((project_set('long', '{"reward": 5}', 't')).passages, 0, 'and another setting changes nothing');

-- What is imported later.
select tap.stage(jsonb_build_array(jsonb_build_object('title', 'A long one', 'text', repeat('word ', 60)),
	jsonb_build_object('title', 'A short one', 'text', 'Only these.'))) \g /dev/null
select import_apply('sample', 'train', 't', false) \g /dev/null
select is(array_agg(x.words order by x.words), array[60], 'only the long one came into the queue')
  from beat.project_passage q join beat.passage x on x.id = q.passage_id join beat.project p on p.id = q.project_id
 where p.name = 'long' and q.active;
select is((project_set('long', '{"min_passage_words": 2}', 't')).passages, 14, 'the others when they are long enough');
select is(project_setting_at(tap.project(), 'min_passage_words', '-infinity'), '0', 'what it was before is known');
select * from finish();
rollback;
