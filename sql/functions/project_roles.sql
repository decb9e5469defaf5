-- Who may do what in which project. An account has a role everywhere, which may be none, and may have another in a project.
-- account_may is the only place that says what follows; the door of the dashboard and every list that goes across projects
-- ask it. An account of null is the command line, and may everything.

-- What an account may do in a project; without a project, in what belongs to none or to several.
create function account_may(in_account_id bigint, in_project_id bigint) returns text[]
	language plpgsql stable as $$
declare
	everywhere text;
	here text;
begin
	if in_account_id is null then
		return role_may('admin');
	end if;
	select a.role, m.role into everywhere, here
	  from beat.account a
	  left join beat.account_project m on m.account_id = a.id and m.project_id = in_project_id and m.ended_at is null
	 where a.id = in_account_id;
	-- Seeing to people is no matter of a project.
	return case when here is null then role_may(everywhere) else array_remove(role_may(here), 'people') end;
end
$$;

-- Whether an account sees a project at all.
create function account_sees(in_account_id bigint, in_project_id bigint) returns boolean
	language sql stable as $$
	select 'look' = any (account_may(in_account_id, in_project_id))
$$;

-- A project by name, or the refusal BE404: the same whether there is none or the account does not see it.
create function project_seen(in_project text, in_account_id bigint) returns beat.project language plpgsql stable as $$
declare
	p beat.project;
begin
	select x.* into p from beat.project x where x.name = in_project and account_sees(in_account_id, x.id);
	if not found then
		perform refuse_as('BE404', format('There is no project "%s".', in_project));
	end if;
	return p;
end
$$;

-- The projects in which an account has a role of its own: [{"project", "role", "may"}].
create function account_projects(in_account_id bigint) returns jsonb language plpgsql stable as $$
begin
	return (
		select coalesce(jsonb_agg(jsonb_build_object('project', p.name, 'role', m.role,
				'may', account_may(in_account_id, p.id)) order by p.name), '[]')
		  from beat.account_project m
		  join beat.project p on p.id = m.project_id
		 where m.account_id = in_account_id and m.ended_at is null);
end
$$;

-- The ids of the projects that an account sees, as ",3,5,"; null: all of them.
create function account_sight(in_account_id bigint) returns text language plpgsql stable as $$
begin
	if account_sees(in_account_id, null) then
		return null;
	end if;
	return (
		select ',' || coalesce(string_agg(m.project_id::text || ',', ''), '')
		  from beat.account_project m
		 where m.account_id = in_account_id and m.ended_at is null);
end
$$;

-- The projects that an id of a kind belongs to, as addresses have them; none if there is no such thing.
create function subject_projects(in_kind text, in_subject text) returns setof bigint language plpgsql stable as $$
declare
	n constant bigint := case when in_subject ~ '^[0-9]{1,18}$' then in_subject::bigint end;
begin
	case in_kind
	when 'project' then return query select p.id from beat.project p where p.name = in_subject;
	when 'hit' then return query select a.project_id from beat.assignment a where a.id = n;
	when 'screening' then return query select s.project_id from beat.screening s where s.assignment_id = n;
	when 'review' then return query select r.project_id from beat.review r where r.id = n;
	when 'revocation' then return query select v.project_id from beat.revocation v where v.id = n;
	when 'question' then return query
		select q.project_id from beat.question q where q.id = in_subject
		 union
		select v.project_id from beat.validation v where v.id = in_subject;
	when 'release' then return query
		select coalesce(r.project_id, p.id)
		  from beat.release r
		  left join jsonb_array_elements(r.parts) as x (part) on r.project_id is null
		  left join beat.project p on p.name = x.part ->> 'name'
		 where r.id = n;
	end case;
end
$$;

-- What an account may do at an address: by the projects that it speaks of, in all of which it must be allowed; by none of
-- them (in_kind is null); or in any (''), where the answer holds what the account sees and no more, and tells who workers
-- are only to who may know it in all that is seen.
create function account_may_at(in_account_id bigint, in_kind text, in_subject text) returns text[]
	language plpgsql stable as $$
declare
	everywhere constant text[] := account_may(in_account_id, null);
	hers constant bigint[] := array(
		select m.project_id from beat.account_project m where m.account_id = in_account_id and m.ended_at is null);
	concerned constant bigint[] := case when in_kind = '' then hers
		when in_kind is not null then array(select s from subject_projects(in_kind, in_subject) as s) end;
	any_of text[] := case when in_kind = '' then everywhere else '{}' end;
	all_of text[] := case when in_kind = '' and cardinality(everywhere) > 0 then everywhere else role_may('admin') end;
	here text[];
	one bigint;
begin
	if in_kind is null or cardinality(hers) = 0 or cardinality(concerned) = 0 then
		return everywhere;
	end if;
	foreach one in array concerned loop
		here := account_may(in_account_id, one);
		any_of := any_of || here;
		all_of := array(select w from unnest(all_of) as w where w = any (here) or in_kind = '' and w = 'people');
	end loop;
	return array(
		select w
		  from unnest(role_may('admin')) as w
		 where w = any (case when in_kind = '' and w <> 'identity' then any_of else all_of end));
end
$$;
