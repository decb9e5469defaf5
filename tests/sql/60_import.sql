-- import_apply: every rule of it.
begin;
\ir fixture.psql
select plan(61);
create type tap.imported as (documents_new integer, passages_new integer, duplicates integer, bad json);
create function tap.import(rows jsonb, split text, collection text default 'c',
	skip boolean default false) returns tap.imported language plpgsql as $$
declare
	r tap.imported;
begin
	perform tap.stage(rows);
	select i.* into r from import_apply(collection, split, 'importer', skip) as i;
	return r;
end
$$;
create function tap.counts(r tap.imported) returns text language sql as $$
	select format('%s %s %s %s', r.documents_new, r.passages_new, r.duplicates, json_array_length(r.bad));
$$;
create function tap.reasons(r tap.imported) returns text[] language sql as $$
	select array_agg(format('%s:%s %s', b ->> 'file', b ->> 'pos', b ->> 'reason') order by n)
		from json_array_elements(r.bad) with ordinality as e (b, n);
$$;

-- Plain.
select is(tap.counts(tap.import('[{"title": "A", "text": "a one"}, {"title": "A", "text": "a two"},
	{"title": "B", "text": "b one"}]', 'train')), '2 3 0 0', 'two documents, three passages');
select results_eq($$select d.title, x.split::text, x.text from beat.passage x
	join beat.document d on d.id = x.document_id
	join beat.collection_passage cp on cp.passage_id = x.id join beat.collection c on c.id = cp.collection_id
		and c.name = 'c' order by x.id$$,
	$$values ('A', 'train', 'a one'), ('A', 'train', 'a two'), ('B', 'train', 'b one')$$,
		'in the order of the file, in the collection');
select is(detail, '{"collection": "c", "split": "train", "documents": 2, "passages": 3, "duplicates": 0, "bad": 0}'::jsonb, 'on record')
  from beat.event where kind = 'collection.import' and actor = 'importer';
select is(tap.counts(tap.import('[{"title": "A", "text": "a one"}, {"title": "A", "text": "a two"},
	{"title": "B", "text": "b one"}]', 'train')), '0 0 3 0', 'again: nothing new');
select is(tap.counts(tap.import('[{"title": "A", "text": "a one"}, {"title": "A", "text": "a three"}]', 'train',
	'd')), '0 1 1 0', 'a known document grows');
select is(count(*)::int, 2, 'what is known joins the other collection too') from beat.collection_passage cp
	join beat.collection c on c.id = cp.collection_id where c.name = 'd';
select is(tap.counts(tap.import('[]', 'train', 'empty')), '0 0 0 0', 'nothing is fine');

-- Verbatim.
select is(tap.counts(tap.import(jsonb_build_array(jsonb_build_object('title', 'V', 'text',
	E'  leading, trailing \t\u00a0\n')), 'dev')), '1 1 0 0', 'odd white space');
select is(text, E'  leading, trailing \t\u00a0\n', 'is stored as it is') from beat.passage where text like '%leading%';
select is(tap.counts(tap.import(jsonb_build_array(jsonb_build_object('title', 'V', 'text',
	E'  leading, trailing \t\u00a0')), 'dev')), '0 1 0 0', 'other white space is another text');
select is(tap.counts(tap.import(jsonb_build_array(jsonb_build_object('title', 'v', 'text', 'case')), 'test')),
	'1 1 0 0', 'titles differ by case');
select is(tap.counts(tap.import(jsonb_build_array(jsonb_build_object('title', U&'Caf\00E9', 'text', U&'caf\00E9'),
	jsonb_build_object('title', U&'Cafe\0301', 'text', U&'cafe\0301')), 'test')), '2 2 0 0', 'and by code points');

-- Repeats within one import.
select is(tap.counts(tap.import('[{"title": "R", "text": "same"}, {"title": "R", "text": "same"},
	{"title": "S", "text": "same"},
	{"title": "S", "text": "own"}]', 'train', 'rep')), '2 2 2 0', 'repeats are skipped');
select is(d.title, 'R', 'the first keeps the text') from beat.passage x join beat.document d on d.id = x.document_id
	where x.text = 'same';
select is(tap.counts(tap.import('[{"title": "T", "text": "same"}]', 'train', 'rep')), '0 0 1 0',
	'a document of repeats only is not made');
select is(count(*)::int, 0, 'indeed') from beat.document where title = 'T';

-- Bad rows.
select is(tap.reasons(tap.import(jsonb_build_array(
	jsonb_build_object('file', 'x.json', 'pos', '1', 'title', 'Z', 'text', ''),
	jsonb_build_object('file', 'x.json', 'pos', '2', 'title', 'Z', 'text', E' \u3000\n'),
	jsonb_build_object('file', 'x.json', 'pos', '3', 'title', 'Z', 'text', null),
	jsonb_build_object('file', 'x.json', 'pos', '4', 'title', 'Z', 'text', repeat('y', 50001)),
	jsonb_build_object('file', 'x.json', 'pos', '5', 'title', ' ', 'text', 'fine'),
	jsonb_build_object('file', 'x.json', 'pos', '6', 'title', null, 'text', 'fine'),
	jsonb_build_object('file', 'x.json', 'pos', '7', 'title', repeat('t', 16385), 'text', 'fine'),
	jsonb_build_object('file', 'x.json', 'pos', '8', 'title', 'A', 'text', 'fine'),
	jsonb_build_object('file', 'x.json', 'pos', '9', 'title', 'New', 'text', 'a one'),
	jsonb_build_object('file', 'y.json', 'pos', '10', 'title', 'New', 'text', 'fine')), 'dev')),
	array['x.json:1 the text is empty', 'x.json:2 the text is empty', 'x.json:3 the text is empty',
		'x.json:4 the text is too long: 50001 characters, at most 50000', 'x.json:5 the title is empty',
			'x.json:6 the title is empty',
		'x.json:7 the title is too long: at most 16384 bytes', 'x.json:8 the document "A" is in split train already',
		'x.json:9 the same text is stored in split train already, of document "A"'],
			'each bad row is named, with the reason');
select is(count(*)::int, 0, 'and nothing is stored') from beat.passage where text = 'fine';
select is(count(*)::int, 0, 'not even on record') from beat.event where kind = 'collection.import'
	and detail ->> 'bad' <> '0';
select is(tap.counts(tap.import('[{"title": "Z", "text": ""}, {"title": "A", "text": "fine"},
	{"title": "New", "text": "fine"}]', 'dev', skip => true)), '1 1 0 2',
	'or the good ones are, if the bad are to be skipped');
select is(d.title || ' ' || x.split, 'New dev', 'under the right document') from beat.passage x
	join beat.document d on d.id = x.document_id where x.text = 'fine';
select is((detail ->> 'bad')::int, 2, 'with the number of bad ones on record') from beat.event
	where kind = 'collection.import' order by id desc limit 1;
select is(tap.counts(tap.import('[{"title": "Z", "text": ""}]', 'dev', 'only-bad', skip => true)), '0 0 0 1',
	'nothing but bad ones');
select is(tap.counts(tap.import(jsonb_build_array(jsonb_build_object('title', 'Long', 'text',
	repeat(U&'\+01F600', 50000))), 'dev')), '1 1 0 0', '50,000 code points are not too long');

-- auto: documents by the hash of their title, exact shares, largest remainder.
create function tap.auto(prefix text, n integer, split text) returns text language plpgsql as $$
begin
	perform tap.import((select jsonb_agg(jsonb_build_object('title', prefix || i, 'text', prefix || i || ' ' || j))
		from generate_series(1, n) as i, generate_series(1, 2) as j), split, 'auto');
	return (select string_agg((select count(*) from beat.document d where d.title like prefix || '%'
		and d.split = s)::text, '/' order by o)
		from unnest(array['train', 'dev', 'test']) with ordinality as x (s, o));
end
$$;
select is(tap.auto('au', 10, 'auto:80/10/10'), '8/1/1', 'ten by 80/10/10');
select is(tap.auto('bu', 25, 'auto:80/10/10'), '20/3/2', 'twenty-five: the remainder goes to the first of equals');
select is(tap.auto('cu', 7, 'auto:1/1/1'), '3/2/2', 'seven by thirds');
select is(tap.auto('du', 3, 'auto:0/0/5'), '0/0/3', 'all to one');
select is(tap.auto('eu', 1, 'auto:80/10/10'), '1/0/0', 'one');
select is(tap.auto('fu', 101, 'auto:98/1/1'), '99/1/1', 'a hundred and one');
select is(split_counts(n, array[a, b, c]), expected, format('%s by %s/%s/%s', n, a, b, c))
  from (values (0, 80, 10, 10, array[0, 0, 0]::bigint[]), (2, 1, 1, 1, '{1,1,0}'), (5, 50, 25, 25, '{3,1,1}'),
  	(9, 9999, 9999, 9999, '{3,3,3}'), (1000000, 80, 10, 10, '{800000,100000,100000}')) as v (n, a, b, c, expected);
select is(count(*)::int, 0, 'shares always add up and are within one of exact')
  from generate_series(0, 60) as n, generate_series(0, 6) as a, generate_series(0, 6) as b, generate_series(0, 6) as c
 cross join lateral (select split_counts(n, array[a, b, c]) as r) as x
 where a + b + c > 0 and (r[1] + r[2] + r[3] <> n or abs(r[1] - n::numeric * a / (a + b + c)) >= 1
 	or abs(r[3] - n::numeric * c / (a + b + c)) >= 1);
select is_empty($$select d.title from beat.document d where d.title like 'fu%' and d.split <> case
	when (select count(*) from beat.document e where e.title like 'fu%'
		and e.title_sha256 <= d.title_sha256) <= 99 then 'train'
	when (select count(*) from beat.document e where e.title like 'fu%'
		and e.title_sha256 <= d.title_sha256) <= 100 then 'dev' else 'test' end$$,
		'in the order of the hash of the title');
select is(count(*)::int, 0, 'splits are disjoint by document') from beat.document d
	join beat.passage x on x.document_id = d.id where x.split <> d.split;
-- Existing documents keep their split and take no part.
select is(tap.counts(tap.import((select jsonb_agg(jsonb_build_object('title', 'au' || i, 'text', 'au more ' || i))
	from generate_series(1, 20) as i), 'auto:80/10/10', 'auto')), '10 20 0 0', 'ten known documents, ten new ones');
select is((select string_agg(n::text, '/' order by array_position(array['train', 'dev', 'test'], s))
	from (select split as s, count(*) as n from beat.document where title ~ '^au' group by 1) as x), '16/2/2',
	'the new ten by 80/10/10 again');
select is(tap.counts(tap.import((select jsonb_agg(jsonb_build_object('title', 'au' || i, 'text', 'au more ' || i))
	from generate_series(1, 20) as i), 'auto:0/0/1', 'auto')), '0 0 20 0',
	'the same again, under other shares: all known');
select is(tap.counts(tap.import('[{"title": "renamed", "text": "a one"}]', 'auto:0/0/1', 'auto')), '0 0 1 0',
	'a known text under a new title is a repeat, whatever its split');
select is(tap.reasons(tap.import('[{"title": "renamed", "text": "a one", "pos": "1"},
	{"title": "renamed", "text": "new here", "pos": "2"}]', 'auto:0/0/1', 'auto')),
	array['f.json:1 the same text is stored in split train already, of document "A"'],
		'unless its document goes elsewhere');
-- Two new documents that share a text and fall into different splits.
select is(tap.reasons(tap.import('[{"title": "g1", "text": "shared", "pos": "1"},
	{"title": "g2", "text": "shared", "pos": "2"}, {"title": "g1", "text": "g1", "pos": "3"},
	{"title": "g2", "text": "g2", "pos": "4"}]', 'auto:1/0/1', 'auto')),
	array[format('f.json:2 the same text is in this import in split %s too, of document "g1" (f.json, 1)',
		case when beat.sha256_of('g1') < beat.sha256_of('g2') then 'train' else 'test' end)],
			'a text in two splits of one import is bad');
select is(tap.counts(tap.import('[{"title": "g1", "text": "shared"}, {"title": "g2", "text": "shared"},
	{"title": "g1", "text": "g1"},
	{"title": "g2", "text": "g2"}]', 'auto:1/0/1', 'auto', true)), '2 3 0 1', 'and can be skipped');

-- Projects follow.
select project_create('all', '{"open": true, "model": "window"}', 't') \g /dev/null
select project_create('only-c', '{"open": true, "model": "window", "collections": ["c"]}', 't') \g /dev/null
select project_create('only-d', '{"open": true, "model": "window", "collections": ["d"]}', 't') \g /dev/null
select passages as all_before from project_list() where name = 'all' \gset
select passages as c_before from project_list() where name = 'only-c' \gset
select passages as d_before from project_list() where name = 'only-d' \gset
select tap.import('[{"title": "follow", "text": "followed"}]', 'dev', 'c') \g /dev/null
select is((select array_agg(passages order by name) from project_list()
	where name in ('all', 'only-c', 'only-d')), array[:all_before + 1, :c_before + 1, :d_before]::bigint[],
	'projects that draw from the collection, or from all, get the new passage');
select is((tap.session('ann', project => 'only-c')).status, 'ok', 'and can be worked on');
select is_empty('select tap.miscounted()', 'the counters are right');
select is_empty($$select q.passage_id from beat.project_passage q join beat.passage x on x.id = q.passage_id
	where q.split <> x.split$$, 'the queue has the passages'' splits');

-- Sentences.
select matches(tap.sentence(sql), pattern, pattern)
  from (values
	($$select import_apply('bad name', 'train', 't', false)$$, 'A collection''s name is .* "bad name" is not'),
	($$select import_apply('', 'train', 't', false)$$, 'A collection''s name is'),
	($$select import_apply(null, 'train', 't', false)$$, 'A collection''s name is'),
	($$select import_apply('c', 'valid', 't', false)$$, 'A split is train, dev, test, or auto: .* "valid" is not'),
	($$select import_apply('c', 'auto:80/20', 't', false)$$, 'A split is'),
	($$select import_apply('c', 'auto:0/0/0', 't', false)$$, 'A split is'),
	($$select import_apply('c', 'auto:-1/1/1', 't', false)$$, 'A split is'),
	($$select import_apply('c', 'auto:80/10/10/5', 't', false)$$, 'A split is'),
	($$select import_apply('c', null, 't', false)$$, 'A split is')) as v (sql, pattern);
select is(tap.counts(tap.import('[{"title": "Z", "text": ""}, {"title": "Z", "text": "zz"}]', 'dev', skip => null)),
	'0 0 0 1', 'bad rows are skipped only on request');
-- A thousand rows and more are one matter.
select is(tap.counts(tap.import((select jsonb_agg(jsonb_build_object('title', 'bulk ' || i / 10, 'text',
	'bulk text ' || i)) from generate_series(1, 5000) as i), 'auto:80/10/10', 'bulk')), '501 5000 0 0',
	'five thousand rows');
-- Without knowing how much of it is null, the planner takes each of many documents of a division for the only one.
select is((select count(*)::integer from pg_stats where tablename = 'import_work' and attname in ('document_id', 'passage_id',
	'reason')), 3, 'what is staged is known to the planner in all that it is asked for');
select * from finish();
rollback;
