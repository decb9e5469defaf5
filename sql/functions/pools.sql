-- Pools: workers that several projects share, and how they came to be qualified. What a pool's qualification is, and how a
-- worker's state in the projects follows it, is told in migrations/0015_pool.sql.

-- A pool by name, or the refusal BE404.
create function pool_named(in_pool text) returns beat.pool language plpgsql stable as $$
declare
	o beat.pool;
begin
	select x.* into o from beat.pool x where x.name = in_pool;
	if not found then
		perform refuse_as('BE404', format('There is no pool "%s"; there are %s.', left(in_pool, 100),
			(select string_agg(x.name, ', ' order by x.name) from beat.pool x)));
	end if;
	return o;
end
$$;

-- The projects that share their workers with a project, itself too, in their order.
create function pool_mates(in_project_id bigint) returns bigint[] language plpgsql stable as $$
begin
	return array(
		select y.id
		  from beat.project x
		  join beat.project y on y.pool_id = x.pool_id
		 where x.id = in_project_id
		 order by y.id);
end
$$;

-- True of a revocation in another project of the pool that took a worker's data in this one, too.
create function revocation_reaches(v beat.revocation, p beat.project) returns boolean
	language sql stable as $$
	select v.pool_id = p.pool_id and v.project_id <> p.id and exists (
		select from beat.participation q where q.worker_id = v.worker_id and q.project_id = p.id)
$$;

-- Refuses to give a project another pool once workers take part: they would be what they are not in the other.
create function pool_change_checked(p beat.project) returns void language plpgsql as $$
begin
	lock table beat.participation in share mode; -- nobody begins meanwhile
	if exists (select from beat.participation q where q.project_id = p.id) then
		perform setting_refuse('pool', format('Workers take part in "%s" already, as the pool "%s" knows them: a project''s pool '
			'can only be changed before. To share workers, export them from one pool and import them into the other.',
			p.name, (select o.name from beat.pool o where o.id = p.pool_id)));
	end if;
end
$$;

-- A pool's row with settings applied, or a sentence about the first that cannot be.
create function pool_with(o beat.pool, settings jsonb) returns beat.pool language plpgsql as $$
declare
	known constant text[] := array['title', 'onboarding', 'onboarding_model', 'onboarding_retries', 'revokes'];
	odd text;
begin
	if jsonb_typeof(settings) is distinct from 'object' then
		perform refuse('A pool''s settings are a JSON object.', 'settings');
	end if;
	select k into odd from jsonb_object_keys(settings) as k where k <> all (known) limit 1;
	if odd is not null then
		perform setting_refuse(odd, format('There is no setting "%s"; there are %s.', odd, array_to_string(known, ', ')));
	end if;
	if settings ? 'title' then
		o.title := setting_words(settings, 'title', 1, 200);
	end if;
	if settings ? 'onboarding' then
		o.onboarding := case when jsonb_typeof(settings -> 'onboarding') <> 'null'
			then setting_onboarding(settings, 'onboarding') end;
	end if;
	if settings ? 'onboarding_model' then
		o.onboarding_model_id := case when jsonb_typeof(settings -> 'onboarding_model') <> 'null'
			then setting_model(settings, 'onboarding_model') end;
	end if;
	if settings ? 'onboarding_retries' then
		o.onboarding_retries := setting_integer(settings, 'onboarding_retries', 0, 100);
	end if;
	if settings ? 'revokes' then
		o.revokes := setting_text(settings, 'revokes', '^(pool|project)$', 'pool or project');
	end if;
	return o;
end
$$;

-- Makes a pool and shows it.
create function admin_pool_create(in_name text, in_settings text, in_actor text) returns json language plpgsql as $$
declare
	o beat.pool;
begin
	perform act_as(in_actor);
	if (in_name ~ '^[a-z0-9][a-z0-9_-]{0,62}$') is not true then
		perform refuse(format('A pool''s name is 1 to 63 lower-case letters, digits, _ and -, beginning with a letter or '
			'digit; "%s" is not.', left(in_name, 100)), 'name');
	end if;
	o.title := in_name;
	o.onboarding_retries := 0;
	o.revokes := 'pool';
	o := pool_with(o, settings_given(in_settings));
	insert into beat.pool (name, title, onboarding, onboarding_model_id, onboarding_retries, revokes)
	values (in_name, o.title, o.onboarding, o.onboarding_model_id, o.onboarding_retries, o.revokes)
	on conflict on constraint pool_name_key do nothing;
	if not found then
		perform refuse_as('BE409', format('There is a pool "%s" already.', in_name), 'name');
	end if;
	return admin_pool(in_name);
end
$$;

-- Changes settings of a pool and shows it. What was revoked stays as it was revoked.
create function admin_pool_set(in_pool text, in_settings text, in_actor text) returns json language plpgsql as $$
declare
	o beat.pool := pool_named(in_pool);
begin
	perform act_as(in_actor);
	select x.* into o from beat.pool x where x.id = o.id for no key update;
	o := pool_with(o, settings_given(in_settings));
	update beat.pool x
	   set title = o.title, onboarding = o.onboarding, onboarding_model_id = o.onboarding_model_id,
		   onboarding_retries = o.onboarding_retries, revokes = o.revokes
	 where x.id = o.id;
	return admin_pool(in_pool);
end
$$;

-- How far workers of a pool came: known to it (invited, imported, or came by themselves), began the onboarding, handed it
-- in, passed it, work (in open projects without a qualification, too), are revoked; and who validates by exercises of their own. The reference is what the paper tells of its pool.
create function pool_funnel(in_pool_id bigint) returns json language plpgsql stable set jit = off as $$
begin
	return (
		select json_build_object('invited', count(*), 'began', count(k.began_at), 'handed_in', count(k.handed_in_at),
			'passed', count(k.passed_at), 'qualified', count(*) filter (where k.state = 'qualified'),
			'working', count(*) filter (where k.state <> 'revoked' and exists (
				select from beat.participation q
				  join beat.project p on p.id = q.project_id
				 where q.worker_id = k.worker_id and p.pool_id = in_pool_id and q.submitted > 0)),
			'revoked', count(*) filter (where k.state = 'revoked'),
			'imported', count(*) filter (where k.source = 'imported'), 'validators', count(k.validator_at),
			'reference', json_build_object('handed_in', 1386, 'passed', 752, 'revoked', 99))
		  from beat.qualification k
		 where k.pool_id = in_pool_id);
end
$$;

-- The projects of a pool with their workers, and what all of them together come to.
create function pool_projects(in_pool_id bigint) returns json language plpgsql stable set jit = off as $$
begin
	return (
		select coalesce(json_agg(json_build_object('name', p.name, 'title', p.title, 'state', p.state,
				'workers', n.workers, 'qualified', n.qualified, 'revoked', n.revoked, 'submitted', n.submitted,
				'kept', n.kept, 'sampled', n.sampled, 'due', n.due, 'success', wilson(n.valid, n.reviewed),
				'waiting', (
					select count(*) from beat.screening s where s.project_id = p.id and s.state = 'waiting'))
			order by p.name), '[]')
		  from beat.project p
		 cross join lateral (
			select count(*) as workers, count(*) filter (where q.state = 'qualified') as qualified,
				   count(*) filter (where q.state = 'revoked') as revoked, coalesce(sum(q.submitted), 0) as submitted,
				   coalesce(sum(q.kept), 0) as kept, coalesce(sum(q.sampled), 0) as sampled,
				   coalesce(sum(greatest(0, samples_due(q.submitted) - q.sampled))
					filter (where q.state <> 'revoked'), 0) as due,
				   coalesce(sum(q.valid_questions), 0) as valid, coalesce(sum(q.reviewed_questions), 0) as reviewed
			  from beat.participation q
			 where q.project_id = p.id) as n
		 where p.pool_id = in_pool_id);
end
$$;

-- A pool as lists show it.
create function pool_json(o beat.pool) returns jsonb language plpgsql stable as $$
begin
	return jsonb_build_object('name', o.name, 'title', o.title, 'onboarding', o.onboarding,
		'onboarding_model', (select m.name from beat.model m where m.id = o.onboarding_model_id),
		'onboarding_retries', o.onboarding_retries, 'revokes', o.revokes, 'created_at', beat.iso(o.created_at),
		'projects', array(select p.name from beat.project p where p.pool_id = o.id order by p.name),
		'funnel', pool_funnel(o.id));
end
$$;

-- All pools.
create function admin_pools() returns json language plpgsql stable as $$
begin
	return json_build_object('items', (select json_agg(pool_json(o) order by o.id) from beat.pool o));
end
$$;

-- One pool in full. weakest: whom the onboarding is played against if nobody is named.
create function admin_pool(in_pool text) returns json language plpgsql stable as $$
declare
	o beat.pool := pool_named(in_pool);
	projects json := pool_projects(o.id);
begin
	return (pool_json(o) || jsonb_build_object('figures', projects,
		'weakest', (select m.name from beat.model m where m.id = model_weakest()),
		'total', (
			select jsonb_build_object('submitted', coalesce(sum(q.submitted), 0), 'kept', coalesce(sum(q.kept), 0),
				'sampled', coalesce(sum(q.sampled), 0),
				'due', (select coalesce(sum((x ->> 'due')::bigint), 0) from json_array_elements(projects) as x),
				'success', wilson(coalesce(sum(q.valid_questions), 0)::bigint,
					coalesce(sum(q.reviewed_questions), 0)::bigint))
			  from beat.participation q
			  join beat.project p on p.id = q.project_id
			 where p.pool_id = o.id)))::json;
end
$$;
