-- Documents, passages, collections: what they refuse.
begin;
\ir fixture.psql
select plan(31);
select id as doc from beat.document where title = 'Doc 1' \gset

select bites($$insert into beat.document (title, split) values ('Doc 1', 'train')$$, 'document_title_key',
	'a title is there once');
select bites($$insert into beat.document (title, split) values ('Doc 1', 'dev')$$, 'document_title_key',
	'nor in another split');
select bites($$insert into beat.document (title, split) values ('X', 'validation')$$, 'split_known',
	'splits are train, dev, test');
select bites($$insert into beat.document (title, split) values (E' \u00a0\t', 'dev')$$, 'document_title_not_blank',
	'white space is no title');
select bites($$insert into beat.document (title, split) values (repeat('x', 16385), 'dev')$$, 'document_title_limit',
	'titles end somewhere');
select lives_ok($$insert into beat.document (title, split)
	select string_agg(md5(i::text), '') || E'/../\u202e', 'dev' from generate_series(1, 320) as i$$,
	'a title of 10 kB that does not compress, with path separators and a right-to-left mark');

prepare add as insert into beat.passage (document_id, split, text) values ($1, $2, $3);
select lives_ok(format('execute add(%s, %L, %L)', :doc, 'train', 'A text.'), 'a passage in its document''s split');
select is(length, 7, 'its length is counted') from beat.passage where text = 'A text.';
select bites(format('execute add(%s, %L, %L)', :doc, 'dev', 'Another.'), 'passage_split_is_its_documents',
	'splits are disjoint by document');
select bites(format('execute add(%s, %L, %L)', :doc, 'train', 'A text.'), 'passage_text_sha256_key',
	'a text is stored once');
select bites(format('execute add(%s, %L, %L)', (select id from beat.document where title = 'Doc 5'), 'dev', 'A text.'),
	'passage_text_sha256_key', 'not even in another split');
select bites(format('execute add(%s, %L, %L)', :doc, 'train', ''), 'passage_text_not_blank', 'an empty text');
select bites(format('execute add(%s, %L, %L)', :doc, 'train', E' \n\u2003\u3000'), 'passage_text_not_blank',
	'a blank text');
select bites(format('execute add(%s, %L, %L)', :doc, 'train', repeat('x', 50001)), 'passage_length_limit',
	'50,001 code points');
select lives_ok(format('execute add(%s, %L, %L)', :doc, 'train', repeat(U&'\+01F600', 50000)),
	'50,000 code points of four bytes');
select is(length, 50000, 'counted in code points') from beat.passage where text like U&'\+01F600%';

select bites($$update beat.passage set text = text || '!'$$, 'passage_never_changed', 'passages are immutable');
select bites($$update beat.passage set split = split$$, 'passage_never_changed', 'in every column');
select bites($$update beat.document set split = 'test'$$, 'document_never_changed', 'a document keeps its split');
select bites($$update beat.model_build set version = '2'$$, 'model_build_never_changed', 'builds are facts');
select bites($$insert into beat.collection (name) values ('no spaces please')$$, 'collection_name_form',
	'names are plain');
select bites($$insert into beat.collection (name) values ('sample')$$, 'collection_name_key', 'and unique');
select bites(format('insert into beat.collection_passage (collection_id, passage_id) values (1, -1)'),
	'collection_passage_passage_fkey', 'no such passage');

-- The queue's own rules.
select bites(format($$insert into beat.project_passage (project_id, passage_id, split)
	select %s, x.id, 'dev' from beat.passage x where x.text = 'A text.'$$, tap.project()),
	'project_passage_passage_fkey', 'the queue has the passage''s split');
select bites($$update beat.project_passage set taken = -1$$, 'count_not_negative', 'nothing is taken less than never');
select bites($$update beat.project_passage set shuffle = -1$$, 'count_not_negative', 'a place is not negative');

-- Helpers.
select ok(beat.is_blank(E' \t\n\x0b\f\r\x1c\x1d\x1e\x1f\u0085\u00a0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000'),
	'Python''s white space is blank');
select ok(not beat.is_blank(E'\u200b'), 'a zero-width space is not: Python does not strip it either');
select ok(beat.is_blank(''), 'nothing is blank');
select is(beat.sha256_of('abc'), '\xba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'::bytea,
	'sha256_of is SHA-256 of the UTF-8');
select is(beat.iso('2026-01-02 03:04:05.678901+02'), '2026-01-02T01:04:05.678Z', 'iso is UTC with milliseconds');
select * from finish();
rollback;
