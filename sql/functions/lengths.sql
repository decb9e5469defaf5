-- How long the passages of a project are, beside those of a reference, and how far the two distributions are apart: the
-- distances of "beatctl lab curate", which also says where the reference is cut (server/lab/curate_lengths.c). A test
-- compares them.

-- How many passages of a collection have which length.
create function collection_lengths(in_collection text) returns table (length integer, passages bigint)
	language plpgsql stable as $$
begin
	if not exists (select from beat.collection c where c.name = in_collection) then
		perform refuse(collection_missing(in_collection));
	end if;
	return query
	select x.length, count(*)
	  from beat.collection c
	  join beat.collection_passage l on l.collection_id = c.id
	  join beat.passage x on x.id = l.passage_id
	 where c.name = in_collection
	 group by x.length;
end
$$;

-- Gives a project its reference, {"name", "lengths", "counts", "cuts"}; null: it has none any more.
create function project_reference_set(in_project text, in_reference jsonb, in_actor text) returns void language plpgsql as $$
declare
	p beat.project;
	before text;
begin
	perform act_as(in_actor);
	p := project_locked(in_project);
	select f.name into before from beat.length_reference f where f.project_id = p.id and f.lengths <> '{}';
	if before is null and in_reference is null then
		return;
	end if;
	insert into beat.length_reference as f (project_id, name, lengths, counts, cuts)
	select p.id, coalesce(left(in_reference ->> 'name', 200), before),
		   array(select l::integer from jsonb_array_elements_text(in_reference -> 'lengths') with ordinality as e (l, place) order by e.place),
		   array(select n::bigint from jsonb_array_elements_text(in_reference -> 'counts') with ordinality as e (n, place) order by e.place),
		   array(select c::integer from jsonb_array_elements_text(in_reference -> 'cuts') with ordinality as e (c, place) order by e.place)
	on conflict on constraint length_reference_pkey do update
	   set name = excluded.name, lengths = excluded.lengths, counts = excluded.counts, cuts = excluded.cuts, set_at = excluded.set_at;
	perform beat.event_add('project.reference', p.id, null, null,
		jsonb_build_object('before', before, 'after', in_reference ->> 'name'));
	perform beat.changed('project', p.id, null);
end
$$;

-- How many passages that a project hands out, and how many texts of its reference, have which length.
create function length_counts(in_project_id bigint) returns table (length integer, own bigint, reference bigint)
	language sql stable as $$
	select coalesce(o.length, r.length), coalesce(o.n, 0), coalesce(r.n, 0)
	  from (
		select x.length, count(*) as n
		  from beat.project_passage q
		  join beat.passage x on x.id = q.passage_id
		 where q.project_id = in_project_id and q.active
		 group by x.length) as o
	  full join (
		select u.length, u.n
		  from beat.length_reference f
		 cross join lateral unnest(f.lengths, f.counts) as u (length, n)
		 where f.project_id = in_project_id) as r on r.length = o.length
$$;

-- A project's passages and its reference in columns of the same width, at most thirty; the last one has all that are longer,
-- less than one in a hundred of either. Distances only if there is something to compare.
create function lengths_told(in_project_id bigint) returns jsonb language sql stable set jit = off as $$
	with c as materialized (
		select x.*, sum(x.own) over w as own_to, sum(x.reference) over w as reference_to
		  from length_counts(in_project_id) as x
		window w as (order by x.length)
	), t as (
		select coalesce(sum(c.own), 0) as own, coalesce(sum(c.reference), 0) as reference,
			   round(sum(c.own * c.length) / nullif(sum(c.own), 0), 1) as own_mean,
			   round(sum(c.reference * c.length) / nullif(sum(c.reference), 0), 1) as reference_mean
		  from c
	), f as (
		select x.name, x.cuts, x.set_at from beat.length_reference x where x.project_id = in_project_id and x.lengths <> '{}'
	), w as (
		select far, (select min(n) from unnest(array[1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000]) as n where far < 30 * n) as width
		  from (
			select coalesce(max(c.length) filter (where c.own > 0 and 100 * (c.own_to - c.own) < 99 * t.own
				or c.reference > 0 and 100 * (c.reference_to - c.reference) < 99 * t.reference), 0) as far
			  from c, t) as y
	)
	select jsonb_build_object('passages', t.own, 'mean', t.own_mean, 'width', w.width,
		'reference', (
			select jsonb_build_object('name', f.name, 'passages', t.reference, 'mean', t.reference_mean, 'set_at', beat.iso(f.set_at),
				'total_variation', case when t.own > 0 then (
					select round(sum(abs(b.own / t.own - b.reference / t.reference)) / 2, 6)
					  from (select sum(c.own) as own, sum(c.reference) as reference from c group by width_bucket(c.length, f.cuts)) as b) end,
				'kolmogorov_smirnov', case when t.own > 0 then (
					select round(max(abs(c.own_to / t.own - c.reference_to / t.reference)), 6) from c) end)
			  from f),
		'columns', (
			select coalesce(jsonb_agg(jsonb_build_object('from', k * w.width, 'passages', coalesce(b.own, 0),
					'reference', coalesce(b.reference, 0)) order by k), '[]')
			  from generate_series(0, w.far / w.width) as k
			  left join (
				select least(c.length, w.far) / w.width as k, sum(c.own) as own, sum(c.reference) as reference from c group by 1) as b using (k)
			 where t.own + t.reference > 0))
	  from t, w
$$;

-- The same for the dashboard and beatctl.
create function admin_lengths(in_project text) returns json language plpgsql stable as $$
begin
	return lengths_told((project_named(in_project)).id);
end
$$;
