-- Nothing is deleted; the record of events is only added to.
begin;
\ir fixture.psql
select plan(40);
select lives_ok($$insert into beat.event (actor, kind) values ('t', 'test.add')$$, 'events can be added');
select lives_ok($$insert into beat.setting (key, value) values ('a', 'b')$$, 'a setting');
select bites(format('delete from beat.%I', c.relname), c.relname || '_never_deleted', 'delete')
  from pg_class c where c.relnamespace = 'beat'::regnamespace and c.relkind = 'r' order by c.relname;
select bites(format('truncate beat.%I cascade', c.relname),
	-- cascade reaches other tables first or later; whichever refuses is right
	tap.violated(format('truncate beat.%I cascade', c.relname)), 'truncate')
  from pg_class c where c.relnamespace = 'beat'::regnamespace and c.relkind = 'r' order by c.relname;
select bites($$truncate beat.event$$, 'event_never_deleted', 'truncate of the record');
select bites($$update beat.event set actor = 'someone else'$$, 'event_never_changed', 'update of the record');
select bites($$insert into beat.event (actor, kind) values ('', 'a.b')$$, 'actor_not_empty', 'someone did it');
select bites($$insert into beat.event (actor, kind) values ('t', 'whatever')$$, 'event_kind_form',
	'kinds are thing.verb');
select * from finish();
rollback;
