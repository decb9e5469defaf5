-- Nothing is deleted; the record of events is only added to.
begin;
\ir fixture.psql
-- Failed sign-ins in a row are no record: who signs in begins anew. What is counted moves on to the counter,
-- and what a shadow answered to its answers.
create temp view kept_table as
select c.relname as name from pg_class c
 where c.relnamespace = 'beat'::regnamespace and c.relkind = 'r' and c.relname not in ('login_failure', 'attempt_uncounted', 'shadow_due');
select plan(6 + 2 * (select count(*)::integer from kept_table));
select lives_ok($$insert into beat.event (actor, kind) values ('t', 'test.add')$$, 'events can be added');
select lives_ok($$insert into beat.setting (key, value) values ('a', 'b')$$, 'a setting');
select bites(format('delete from beat.%I', name), name || '_never_deleted', 'delete') from kept_table order by name;
select bites(format('truncate beat.%I cascade', name),
	-- cascade reaches other tables first or later; whichever refuses is right
	tap.violated(format('truncate beat.%I cascade', name)), 'truncate')
  from kept_table order by name;
select bites($$truncate beat.event$$, 'event_never_deleted', 'truncate of the record');
select bites($$update beat.event set actor = 'someone else'$$, 'event_never_changed', 'update of the record');
select bites($$insert into beat.event (actor, kind) values ('', 'a.b')$$, 'actor_not_empty', 'someone did it');
select bites($$insert into beat.event (actor, kind) values ('t', 'whatever')$$, 'event_kind_form',
	'kinds are thing.verb');
select * from finish();
rollback;
