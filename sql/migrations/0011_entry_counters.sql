-- Counters of what comes in: passages of collections and decisions of screenings, and their recount.

-- Collections know how many passages of each split they hold: counting a big one anew would take too long for a page.

alter table beat.collection
	add column train beat.count not null default 0,
	add column dev beat.count not null default 0,
	add column test beat.count not null default 0;
comment on column beat.collection.train is 'Passages of that split in it; dev and test alike. Kept by a trigger.';
create function beat.collection_counted() returns trigger language plpgsql as $$
begin
	update beat.collection c
	   set train = c.train + n.train, dev = c.dev + n.dev, test = c.test + n.test
	  from (
		select l.collection_id, count(*) filter (where x.split = 'train') as train,
			   count(*) filter (where x.split = 'dev') as dev, count(*) filter (where x.split = 'test') as test
		  from new_rows l
		  join beat.passage x on x.id = l.passage_id
		 group by l.collection_id) as n
	 where c.id = n.collection_id;
	return null;
end
$$;
comment on function beat.collection_counted is 'Trigger: counts the passages that come into a collection.';
create trigger collection_counted after insert on beat.collection_passage referencing new table as new_rows
	for each statement execute function beat.collection_counted();
update beat.collection c
   set train = n.train, dev = n.dev, test = n.test
  from (
	select l.collection_id, count(*) filter (where x.split = 'train') as train,
		   count(*) filter (where x.split = 'dev') as dev, count(*) filter (where x.split = 'test') as test
	  from beat.collection_passage l
	  join beat.passage x on x.id = l.passage_id
	 group by l.collection_id) as n
 where c.id = n.collection_id;

-- Screening decisions are counted, because a project may have made ten thousand; who waits is found by an index.

create table beat.screening_tally (
	project_id bigint not null,
	lane smallint not null,
	passed integer not null default 0,
	failed integer not null default 0,
	constraint screening_tally_pkey primary key (project_id, lane),
	constraint screening_tally_project_fkey foreign key (project_id) references beat.project (id)
) with (fillfactor = 50);
comment on table beat.screening_tally is
	'Screenings by decision, kept by a trigger of screening. In lanes, as the other tallies: only sums mean something.';
create trigger screening_tally_never_deleted before delete or truncate on beat.screening_tally
	for each statement execute function beat.forbid();

create function beat.screening_counted() returns trigger language plpgsql as $$
begin
	insert into beat.screening_tally as t (project_id, lane, passed, failed)
	values (new.project_id, beat.tally_lane(),
		(new.state = 'passed')::integer - (old.state = 'passed')::integer,
		(new.state = 'failed')::integer - (old.state = 'failed')::integer)
	on conflict on constraint screening_tally_pkey do update
	   set passed = t.passed + excluded.passed, failed = t.failed + excluded.failed;
	return null;
end
$$;
comment on function beat.screening_counted is 'Trigger: keeps screening_tally.';
create trigger screening_counted after update of state on beat.screening
	for each row when (old.state <> new.state) execute function beat.screening_counted();

create function beat.recount_entry()
	returns table (counter text, key jsonb, stored bigint, recounted bigint) language sql stable
begin atomic
	select 'collection.' || v.split, jsonb_build_object('id', c.id), v.stored, coalesce(n.passages, 0)
	  from beat.collection c
	 cross join lateral (values ('train', c.train), ('dev', c.dev), ('test', c.test)) as v (split, stored)
	  left join (
		select l.collection_id, x.split, count(*) as passages
		  from beat.collection_passage l
		  join beat.passage x on x.id = l.passage_id
		 group by l.collection_id, x.split) as n on n.collection_id = c.id and n.split = v.split
	 where v.stored <> coalesce(n.passages, 0)
	union all
	select v.counter, jsonb_build_object('project_id', project_id), v.stored, v.recounted
	  from (
		select t.project_id, sum(t.passed) as passed, sum(t.failed) as failed
		  from beat.screening_tally t
		 group by t.project_id) as t
	  full join (
		select y.project_id, count(*) filter (where y.state = 'passed') as passed,
			   count(*) filter (where y.state = 'failed') as failed
		  from beat.screening y
		 group by y.project_id) as s using (project_id)
	 cross join lateral (values
		('screening_tally.passed', coalesce(t.passed, 0), coalesce(s.passed, 0)),
		('screening_tally.failed', coalesce(t.failed, 0), coalesce(s.failed, 0))) as v (counter, stored, recounted)
	 where v.stored <> v.recounted;
end;
comment on function beat.recount_entry is 'Counters of collections and screenings that differ from a recount.';
