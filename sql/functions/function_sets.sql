-- Sets of functions: each version of the programs has its own, in a schema named by its digest, so that two versions work
-- side by side on the same tables. A program marks its set as in use by a shared advisory lock on every connection.

-- Whether somebody is connected who calls the functions of that set.
create function function_set_is_used(in_name text) returns boolean language sql volatile as $$
	select exists (
		select
		  from pg_locks l
		 where l.locktype = 'advisory' and l.classid = 1650811252 and l.objsubid = 2
		   and l.objid = (hashtext(in_name)::bigint & 4294967295)::oid
		   and l.database = (select d.oid from pg_database d where d.datname = current_database()))
$$;

-- The sets that are installed, newest first.
create function function_set_list(in_ours text)
	returns table (name text, program text, installed_at text, state text) language sql volatile as $$
	select f.name, f.program, to_char(f.installed_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') || ' UTC',
		   case when f.name = in_ours then 'of this program'
				when function_set_is_used(f.name) then 'in use'
				else 'not in use' end
	  from beat.function_set f
	 where f.dropped_at is null
	 order by f.installed_at desc, f.name
$$;

-- Drops the sets that nobody uses, and names them. Ours stays, and the newest other one: it is the way back.
create function function_set_drop_unused(in_ours text) returns setof text language plpgsql as $$
declare
	f record;
begin
	for f in
		select s.name
		  from beat.function_set s
		 where s.dropped_at is null and s.name <> in_ours
		 order by s.installed_at desc, s.name
		offset 1 loop
		-- Whoever connects meanwhile waits for this transaction, and then finds the set gone.
		continue when not pg_try_advisory_xact_lock(1650811252, hashtext(f.name));
		execute format('drop schema if exists %I cascade', f.name);
		update beat.function_set set dropped_at = clock_timestamp() where name = f.name;
		return next f.name;
	end loop;
end
$$;
