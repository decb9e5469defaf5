-- How long the passages of a project are, beside those of a reference.
begin;
\ir fixture.psql
select plan(19);

create function pg_temp.told(variadic path text[]) returns text language sql as $$
	select lengths_told(tap.project()) #>> path
$$;
create function pg_temp.compare(lengths integer[], counts bigint[], cuts integer[]) returns text language plpgsql as $$
begin
	perform project_reference_set('p', jsonb_build_object('name', 'other', 'lengths', lengths, 'counts', counts, 'cuts', cuts), 'ina');
	return (pg_temp.told('reference', 'total_variation')::numeric(7, 4)) || ' ' || (pg_temp.told('reference', 'kolmogorov_smirnov')::numeric(7, 4));
end
$$;

-- The project hands out 40 passages of 100, 101, … 139 characters, in code points.
insert into beat.collection (name) values ('lengths'), ('nothing');
insert into beat.document (title, split) values ('Lengths', 'train');
insert into beat.passage (document_id, split, text)
select d.id, 'train', rpad(format('Nr %s ', i), 99 + i, 'é') from beat.document d, generate_series(1, 40) as i where d.title = 'Lengths';
insert into beat.collection_passage (collection_id, passage_id)
select c.id, x.id from beat.collection c, beat.passage x join beat.document d on d.id = x.document_id where c.name = 'lengths' and d.title = 'Lengths';
select project_set('p', '{"collections": ["lengths"]}', 't') \g /dev/null

select is(pg_temp.told('passages') || ' ' || pg_temp.told('mean') || ' ' || pg_temp.told('width'), '40 119.5 5', 'how many, how long, in at most thirty columns');
select is(pg_temp.told('reference'), null, 'there is no reference');
select is((select sum((c ->> 'passages')::int) || ' ' || count(*) || ' ' || max((c ->> 'from')::int) || ' ' || min((c ->> 'from')::int)
	from jsonb_array_elements(lengths_told(tap.project()) -> 'columns') as c), '40 28 135 0', 'each is in a column, and the columns have no gaps');

select is(pg_temp.compare('{110, 200}', '{1, 1}', '{111}'), '0.2250 0.5000', 'distances: 11 of 40 are at most 110 long, half of the reference; all are shorter than 200');
select is(pg_temp.compare(array(select generate_series(100, 139)), array_fill(3::bigint, array[40]), array(select generate_series(102, 138, 2))), '0.0000 0.0000', 'the same distribution is not apart, however many there are');
select is(pg_temp.compare('{5, 6}', '{9, 9}', '{6}'), '0.5000 1.0000', 'one that is shorter throughout');
select is(pg_temp.compare('{5}', '{9}', '{}'), '0.0000 1.0000', 'one length cannot be cut; the distribution functions still tell');
select is(pg_temp.told('reference', 'name') || ' ' || pg_temp.told('reference', 'passages') || ' ' || pg_temp.told('reference', 'mean'), 'other 9 5.0', 'what it is compared with');
select is((select string_agg(c ->> 'reference', ' ') from jsonb_array_elements(lengths_told(tap.project()) -> 'columns') as c where (c ->> 'reference')::int > 0), '9', 'the reference has columns, too');
select is(pg_temp.compare('{120, 40000}', '{99999, 1}', '{121}'), '0.4750 0.5000', 'a single long text');
select is((select concat_ws(' ', count(*), sum((c ->> 'passages')::int), sum((c ->> 'reference')::int)) from jsonb_array_elements(lengths_told(tap.project()) -> 'columns') as c), '28 40 100000', 'is in the last column');

select is((select string_agg(concat_ws('>', e.detail ->> 'before', e.detail ->> 'after'), ' ' order by e.id) from (
	select * from beat.event e where e.kind = 'project.reference' order by e.id limit 2) as e), 'other other>other', 'each change is an event');
select is(min(e.actor), 'ina', 'with its actor') from beat.event e where e.kind = 'project.reference';
select project_set('p', '{"min_passage_words": 1000}', 't') \g /dev/null
select is(concat_ws(' ', pg_temp.told('passages'), pg_temp.told('reference', 'total_variation'), pg_temp.told('reference', 'passages')), '0 100000', 'without passages nothing is compared');
select project_reference_set('p', null, 'ina') \g /dev/null
select is(lengths_told(tap.project()) - 'width', '{"passages": 0, "mean": null, "columns": [], "reference": null}', 'nor without a reference');
select project_reference_set('p', null, 'ina') \g /dev/null
select is(count(*)::int, 6, 'taking away what is gone is no event') from beat.event e where e.kind = 'project.reference';

select is((select sum(l.passages)::int || ' ' || min(l.length) || ' ' || max(l.length) from collection_lengths('lengths') as l), '40 100 139', 'the lengths of a collection');
select is(tap.sentence($$select * from collection_lengths('nope')$$), 'There is no collection "nope"; there are lengths, nothing, sample.', 'that there must be');
select is(tap.sentence($$select project_reference_set('nope', null, 'ina')$$), 'There is no project "nope"; there are p.', 'and a project');
select * from finish();
rollback;
