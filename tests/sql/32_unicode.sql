-- Spans are counted in code points, whatever the characters.
begin;
\ir fixture.psql
select plan(36);
-- e + combining acute (2 code points), a family (7), Hebrew, Arabic with marks of direction, letters outside the BMP,
-- a flag, Turkish and Greek, no-break and zero-width spaces.
select tap.stage(jsonb_build_array(jsonb_build_object('title', 'Unicode', 'text',
	U&'Cafe\0301 \+01F469\200D\+01F469\200D\+01F467\200D\+01F466 \05E9\05DC\05D5\05DD '
	'\202E\0645\0631\062D\0628\0627\202C \+01D49C\+01D4B7 \+01F1EB\+01F1F7 \0130\03C3\03C2 na\00EFve\00A0x\200By.'))) \g /dev/null
select import_apply('unicode', 'test', 't', false) \g /dev/null
select project_create('u', '{"open": true, "model": "window", "collections": ["unicode"], "questions": 50}',
	't') \g /dev/null
select s.assignment_id as a, s.worker_id as w, s.text as txt from tap.session('ann', project => 'u') as s \gset
select id as m from beat.model where name = 'window' \gset

-- Every slice of one to eight code points is accepted; the same text one place on is not, unless it repeats.
create function tap.span(first integer, past integer, claimed text) returns text language plpgsql as $$
declare
	name text;
begin
	perform attempt_record(gen_random_uuid(), (select max(a.id) from beat.assignment a),
		(select max(a.worker_id) from beat.assignment a),
		'Q?', first, past, claimed, 400, (select m.id from beat.model m where m.name = 'window'), '', '', '', claimed, first, past, 1, 1,
			1, 1, 'model', null, 1);
	return 'stored';
exception when check_violation then
	get stacked diagnostics name = constraint_name;
	return name;
end
$$;
select is(count(*) filter (where r = 'stored')::int, count(*)::int, 'every slice is accepted as answer of both')
  from (select tap.span(i, i + n, substr(:'txt', i + 1, n)) as r
		  from generate_series(0, char_length(:'txt') - 1) as i, generate_series(1, 8) as n
		  	where i + n <= char_length(:'txt')) as x;
select is(count(*) filter (where r = 'attempt_span_is_passage_slice')::int, count(*)::int, 'one code point on, none')
  from (select tap.span(i + 1, i + 4, substr(:'txt', i + 1, 3)) as r
		  from generate_series(0, char_length(:'txt') - 4) as i where substr(:'txt', i + 1, 3) <> substr(:'txt',
		  	i + 2, 3)) as x;
select is(tap.span(first, first + n, claimed), expected, description)
  from (values
	(0, 5, U&'Cafe\0301', 'stored', 'a letter and its accent are two'),
	(0, 4, U&'Caf\00E9', 'attempt_span_is_passage_slice', 'the composed letter is another text'),
	(0, 5, U&'Caf\00E9', 'attempt_span_is_passage_slice', 'whatever the count'),
	(3, 1, 'e', 'stored', 'a letter without its accent is a slice'),
	(4, 1, U&'\0301', 'stored', 'so is an accent alone'),
	(6, 7, U&'\+01F469\200D\+01F469\200D\+01F467\200D\+01F466', 'stored', 'a family is seven code points'),
	(6, 11, U&'\+01F469\200D\+01F469\200D\+01F467\200D\+01F466', 'attempt_span_is_passage_slice',
		'not eleven UTF-16 units'),
	(6, 25, U&'\+01F469\200D\+01F469\200D\+01F467\200D\+01F466', 'attempt_span_is_passage_slice',
		'nor twenty-five bytes'),
	(14, 4, U&'\05E9\05DC\05D5\05DD', 'stored', 'Hebrew in the order it is stored'),
	(14, 4, U&'\05DD\05D5\05DC\05E9', 'attempt_span_is_passage_slice', 'not as it is seen'),
	(19, 7, U&'\202E\0645\0631\062D\0628\0627\202C', 'stored', 'marks of direction count'),
	(27, 2, U&'\+01D49C\+01D4B7', 'stored', 'letters outside the BMP are one each'),
	(27, 4, U&'\+01D49C\+01D4B7', 'attempt_span_is_passage_slice', 'not two'),
	(30, 2, U&'\+01F1EB\+01F1F7', 'stored', 'a flag is two'),
	(33, 3, U&'\0130\03C3\03C2', 'stored', 'dotted capital I and both sigmas'),
	(33, 3, U&'i\03C3\03C2', 'attempt_span_is_passage_slice', 'case matters'),
	(37, 5, U&'na\00EFve', 'stored', 'an accented letter of one code point'),
	(37, 5, 'naive', 'attempt_span_is_passage_slice', 'accents matter'),
	(42, 1, U&'\00A0', 'stored', 'a no-break space'),
	(42, 1, ' ', 'attempt_span_is_passage_slice', 'is no space'),
	(44, 1, U&'\200B', 'stored', 'a zero-width space counts')) as v (first, n, claimed, expected, description);
select is(char_length(:'txt'), 47, 'the passage is 47 code points');
select is(length, 47, 'as stored') from beat.passage where text = :'txt';
select cmp_ok(octet_length(:'txt'), '>', 90, 'and many more bytes');
-- What comes back is what went in.
select unnest(array[
	is(attempt #>> '{answer,text}', U&'\+01F469\200D\+01F469', 'the API shows the very text'),
	is(attempt #>> '{question}', U&'\202EWho? \+01F600 "quoted" \\ \2028', 'and question')])
  from attempt_record(tap.nth(1), :a, :w, U&'\202EWho? \+01F600 "quoted" \\ \2028', 6, 9,
  	U&'\+01F469\200D\+01F469', 400, :m, U&'\+01F916', '', '', U&'na\00EFve', null, null, null, 0, 1, 1, 'human', null,
  	1);
select unnest(array[
	is(attempt #>> '{model,name}', U&'\+01F916', 'the model''s name'),
	is(attempt #>> '{model,answer}', U&'na\00EFve', 'and its answer')])
  from attempt_begin(tap.nth(1), :a, :w, '');
select is((tap.session(U&'\05E9\+01F600 worker', project => 'p')).status, 'ok', 'worker ids may be anything printable');
select is((tap.session(repeat(U&'\+01F600', 255), project => 'p')).status, 'ok', 'and long');
select is((tap.session('x'' or 1=1; --', project => 'p')).status, 'ok', 'nothing is read as SQL');
select is((select count(*)::int from beat.worker where platform_worker_id = 'x'' or 1=1; --'), 1,
	'but stored as it is');
select is_empty('select tap.miscounted()', 'the counters are right');
select is((tap.session('v', project => 'u')).status, 'no_work', 'one passage, one worker');
select * from finish();
rollback;
