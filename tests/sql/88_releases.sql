-- Choosing the questions of a release, and what is kept of it.
begin;
\ir fixture.psql
\ir review.psql
select plan(45);

-- RFC 4231, test cases 1, 2 and 6.
select is(encode(hmac_sha256(decode(repeat('0b', 20), 'hex'), 'Hi There'), 'hex'),
	'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7', 'HMAC of a short key');
select is(encode(hmac_sha256('Jefe', 'what do ya want for nothing?'), 'hex'),
	'5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843', 'HMAC of a word');
select is(encode(hmac_sha256(decode(repeat('aa', 131), 'hex'),
		'Test Using Larger Than Block-Size Key - Hash Key First'), 'hex'),
	'60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54', 'HMAC of a key longer than a block');
select isnt(release_key('a', '1'), release_key('a', '2'), 'every release has a key of its own');
select is(release_key('a', '1'), release_key('a', '1'), 'and always the same');

-- Passages of the given numbers of questions.
create temp table release_candidate (question_id text, split text, unit bigint, unit_sha256 bytea);
create function tap.candidates(sizes integer[]) returns void language plpgsql as $$
begin
	delete from release_candidate;
	insert into release_candidate
	select lpad(p || 'f' || q, 40, '0'), 'dev', p, sha256(p::text::bytea)
	  from unnest(sizes) with ordinality as s (size, p), generate_series(1, s.size) as q;
end
$$;
-- How many questions are chosen, and how many passages are not whole.
create function tap.chosen(seed text, target integer, whole boolean default false) returns text language sql as $$
	with c as (
		select x.unit, count(*) as n, (
				select count(*) from pg_temp.release_candidate y where y.unit = x.unit) as of_n
		  from release_choose(seed, 'dev', target, whole) as r
		  join pg_temp.release_candidate x using (question_id)
		 group by x.unit)
	select format('%s questions, %s cut', coalesce(sum(n), 0), count(*) filter (where n < of_n)) from c
$$;
select tap.candidates('{3,3,3,3}') \g /dev/null
select is(tap.chosen('1', 6), '6 questions, 0 cut', 'passages are whole where that is possible');
select is(tap.chosen('1', 7), '7 questions, 1 cut', 'one is cut where it is not');
select is(tap.chosen('1', 7, true), '6 questions, 0 cut', 'but never where documents stay whole');
select is(tap.chosen('1', 0), '0 questions, 0 cut', 'nothing wanted, nothing chosen');
select tap.candidates('{2,2,2,2,3,3,3}') \g /dev/null
select is((select string_agg(distinct tap.chosen(s::text, 9), '; ') from generate_series(1, 40) as s),
	'9 questions, 0 cut', 'a passage is exchanged for a larger one rather than cut, whatever the seed');
select is((select string_agg(distinct tap.chosen(s::text, t), '; ') from generate_series(1, 10) as s,
		generate_series(2, 17) as t where t <> 16 and tap.chosen(s::text, t) not like t || ' questions, 0 cut'), null,
	'whatever the target');
select is(tap.chosen('1', 16), '16 questions, 1 cut', 'no whole passages are 16');
select ok((select count(*) > 1 from (select distinct array(select release_choose(s::text, 'dev', 6, false) order by 1)
		from generate_series(1, 10) as s) as d), 'the seed decides which');
drop table release_candidate;

-- A release of a project.
select project_set('r', '{"validation_votes": 0}', 't') \g /dev/null
select tap.work('ann', 4, 2) \g /dev/null
select (release_build('r', '1.0', null, null, null, null, null, 'ina')).id as id \gset
select is((select count(*) from beat.release_question where release_id = :id),
	(select count(*) from valid_questions('r', (select as_of from beat.release where id = :id))),
	'it holds what was valid at its moment');
select is((release_build('r', '1.0', '1', 'cc-by-sa-4.0', '["attempts", "hf", "squad", "mrqa"]', null, null, 'jon')).id, :id::bigint,
	'the same options, in any order, are the same release');
select is(tap.sentence($$select release_build('r', '1.0', '2', null, null, null, null, 'jon')$$),
	'BE409: Version 1.0 of r is frozen already, with seed 1. Leave the option out to write that one again, or choose '
	'another version.', 'other options are refused');
select is((select array_agg(k order by k) from json_object_keys(admin_release(:'id')) as k),
	'{actor,as_of,bytes,cites,code_version,created_at,files,findings,formats,id,licence,missing,name,parts,progress,provisional,questions,ready_at,report,'
	'seed,served,settings,splits,state,tidied,trouble,version}'::text[], 'what is told of it');
select tap.bites('update beat.release_question set place = place + 1', 'release_question_never_changed', 'it is frozen');
select release_fail(:id, '{"gate": [{"check": "x", "ok": false}]}', 'ina') \g /dev/null
select is((select state from beat.release where id = :id), 'failed', 'it failed');
select isnt((release_build('r', '1.0', '2', null, null, null, null, 'ina')).id, :id::bigint, 'its version is free again');

-- Votes that are missing: refused with what they are, or provisional.
select project_set('r', '{"validation_votes": 3, "targets": [0, null, null]}', 't'), tap.work('bob', 2, 2),
	project_set('r', '{"targets": [null, null, null]}', 't'), tap.settle() \g /dev/null
select 3 * count(*) as votes from question_standing(tap.project('r'), 'infinity') as s where s.split <> 'train' \gset
select is(tap.sentence($$select release_build('r', '2.0', null, null, null, null, null, 'ina')$$), format('BE409: Validation of r is not '
	'complete. %s; "beatctl validation show r" tells more. A provisional release can be built all the same, and says so: --provisional.', (
	select string_agg(format('%s: %s votes are missing on %s questions', s.split, 3 * n, n), ', ' order by s.split) from (select x.split, count(*) as n
		from question_standing(tap.project('r'), 'infinity') as x where x.split <> 'train' group by x.split) as s)), 'refused, with what is missing');
select (release_build('r', '2.0', null, null, null, null, true, 'ina')).id as id \gset
select is((select version || ' ' || provisional || ' ' || (report #>> '{missing,votes}') from beat.release where id = :id),
	'2.0-provisional true ' || :votes, 'or provisional, and called so');
select is((select count(*) from beat.release_question where release_id = :id and split <> 'train'), 0::bigint, 'without what waits for votes');
select is((release_build('r', '2.0', null, null, null, null, true, 'ina')).id, :id::bigint, 'once');
select is((admin_release(:'id') ->> 'provisional') || ' ' || (release_about(r) ->> 'provisional'), 'true true', 'as all are told')
  from beat.release r where r.id = :id;
select project_set('r', '{"validation_votes": 0}', 't'), tap.settle() \g /dev/null
select is((select version || ' ' || provisional from release_build('r', '2.0', null, null, null, null, true, 'ina')), '2.0 false',
	'what is complete is not called so');
-- Records of provenance that a release cites.
select format('{"made_by": "m", "command": "c", "rule": "r", "seed": "1", "inputs": [], "outputs": [{"name": "o", "bytes": 1, "sha256": "%s"}]}',
	repeat('a', 64)) as record \gset
select (release_build('r', '3.0', null, null, null, null, true, 'ina', json_build_array(json_build_object('name', 'b.json', 'record', :'record'),
	json_build_object('name', 'a.json', 'record', ' ' || :'record'))::text)).id as id \gset
select is((select array_agg(c ->> 'path' order by o) from json_array_elements(admin_release(:'id') -> 'cites') with ordinality as u (c, o)),
	'{provenance/a.json,provenance/b.json}', 'what it cites, by name');
select is(admin_release(:'id') #>> '{cites,0,sha256}', encode(sha256(convert_to(' ' || :'record', 'UTF8')), 'hex'), 'letter by letter');
select is((release_build('r', '3.0', null, null, null, null, true, 'ina')).id, :id::bigint, 'nothing said of it is the same release');
select is(tap.sentence(format($$select release_build('r', '3.0', null, null, null, null, true, 'ina', '[{"name": "a.json", "record": %s}]')$$, to_json(:'record'::text))),
	'BE409: Version 3.0 of r is frozen already, with other records cited. Leave the option out to write that one again, or choose another version.',
	'other records are refused');
select tap.bites('update beat.release_citation set record = record', 'release_citation_never_changed', 'they are frozen');
select alike(tap.sentence(format('select release_cites(%L)', cites)), sentence, why) from (values
	('[1]', '%a list of records%', 'a list of something else'), ('{', '%a list of records%', 'no JSON'),
	('[{"name": "../a", "record": "{}"}]', '%"../a" is not. Rename it.', 'a name that leaves the folder'),
	('[{"name": "a", "record": "{}"}]', 'a is no record of provenance%', 'no record'),
	('[{"name": "a", "record": "\u0022\\u0000\u0022"}]', 'a is no record of provenance%', 'a NUL'),
	(format('[{"name": "a", "record": %s}]', to_json(replace(:'record', 'aaaa', 'zz'))), 'a is no record of provenance%', 'a digest that is none'),
	(format('[{"name": "a", "record": %s}, {"name": "a", "record": %1$s}]', to_json(:'record'::text)), '%Two records are called a%', 'twice one name')
) as t (cites, sentence, why);

-- What models are called.
select is(model_published_name('127.0.0.1:9001', 'bidaf'), 'bidaf', 'a model is called what it calls itself');
select is(model_published_name('bidaf', ' '), 'bidaf', 'else as it was registered');
select is(model_published_name('models.lan:9001-2', null), 'unnamed', 'but never by its address');

-- Labels as of a moment stay what they were when the review is undone.
select tap.close() \g /dev/null
select n as item, n -> 'item' ->> 'review' as review from tap.next('ina') as n \gset
select tap.finish('ina', :'item') \g /dev/null
select clock_timestamp() as labelled \gset
select is((select string_agg(distinct l.labels::text, ' ') from labels_at(tap.project('r'),
	:'labelled') as l), '{explicit}', 'labels count from the end of the review on');
select admin_review_undo(:'review', tap.account('ina'), 'user:ina') \g /dev/null
select is((select count(*) from labels_at(tap.project('r'), clock_timestamp())), 0::bigint,
	'undone, they do not count any more');
select is((select string_agg(distinct l.labels::text, ' ') from labels_at(tap.project('r'),
	:'labelled') as l), '{explicit}', 'but at the moment they did');
select throws_ok('insert into beat.release_question values (' || :id || ', ''dev'', 99, repeat(''0'', 40))', '23503', null,
	'only questions that exist can be in a release');
select * from finish();
rollback;
