-- People and the keys of their scripts, as the dashboard and the command line see to them.

-- An account as the dashboard shows it.
create function person(a beat.account) returns json language plpgsql volatile as $$
begin
	return json_build_object('name', a.name, 'role', a.role, 'projects', account_projects(a.id), 'disabled', a.disabled_at is not null,
		'totp', a.totp_confirmed_at is not null, 'created_at', beat.iso(a.created_at),
		'seen_at', (select beat.iso(max(l.seen_at)) from beat.login l where l.account_id = a.id),
		'sessions', (select count(*) from beat.login l
					  where l.account_id = a.id and l.ended_at is null and login_lives(l.expires_at, l.seen_at)));
end
$$;

-- All accounts.
create function admin_people() returns json language plpgsql as $$
begin
	return json_build_object('items', coalesce(
		(select json_agg(person(a) order by a.name) from beat.account a), '[]'));
end
$$;

-- Refuses what is no role, in words. A role of none is one: nothing but what is given in projects.
create function role_check(in_role text) returns void language plpgsql as $$
begin
	if (in_role = 'none' or cardinality(role_may(in_role)) > 0) is not true then
		perform refuse(format('A role is admin, reviewer, viewer or none; "%s" is none of them.', in_role), 'role');
	end if;
end
$$;

-- Refuses to let somebody in who may do more than in_may; null: no limit.
-- A key for scripts may see to people without being able to do all that they can: it must not make itself an admin.
create function role_within(in_role text, in_may text) returns void language plpgsql as $$
begin
	if not role_may(in_role) <@ string_to_array(in_may, ',') then
		perform refuse_as('BE403', format('This API token cannot give access that goes beyond its own: the role '
			'%s needs the scopes %s.', in_role, array_to_string(role_may(in_role), ', ')), 'role');
	end if;
end
$$;

-- Gives an account a role in a project, instead of the one it has everywhere; none takes it back.
create function role_give(in_account_id bigint, in_project text, in_role text, in_may text) returns void
	language plpgsql as $$
declare
	p beat.project := project_named(in_project);
begin
	perform role_within(in_role, in_may);
	if in_role = 'none' then
		update beat.account_project m set ended_at = clock_timestamp()
		 where m.account_id = in_account_id and m.project_id = p.id and m.ended_at is null;
		if not found then
			perform refuse(format('The account has no role of its own in "%s".', p.name), 'project');
		end if;
	else
		insert into beat.account_project (account_id, project_id, role) values (in_account_id, p.id, in_role)
		on conflict on constraint account_project_pkey
			do update set role = excluded.role, given_at = clock_timestamp(), ended_at = null;
	end if;
end
$$;

-- Makes an account; the password comes as an argon2id string. in_project: the role is in that project alone, and none
-- elsewhere. in_may: what the one who asks may do; null: everything.
create function admin_person_add(
	in_name text, in_role text, in_password text, in_actor text, in_may text default null, in_project text default null)
	returns json language plpgsql as $$
declare
	a beat.account;
begin
	perform act_as(in_actor);
	if (in_name ~ '^[a-z0-9][a-z0-9._-]{0,62}$') is not true then
		perform refuse(format('An account''s name is 1 to 63 lower-case letters, digits and . _ -, beginning with '
			'a letter or digit; "%s" is not.', in_name), 'name');
	end if;
	perform role_check(in_role);
	perform role_within(in_role, in_may);
	insert into beat.account (name, role, password)
	values (in_name, case when in_project is null then in_role else 'none' end, in_password)
	on conflict on constraint account_name_key do nothing
	returning * into a;
	if not found then
		perform refuse_as('BE409', format('There is an account "%s" already.', in_name), 'name');
	end if;
	if in_project is not null then
		perform role_give(a.id, in_project, in_role, in_may);
	end if;
	return person(a);
end
$$;

-- Changes an account; what is null stays. in_project: the role is the one in that project. A new password ends its sessions;
-- disabling ends its API tokens too.
create function admin_person_set(
	in_name text, in_role text, in_disabled boolean, in_password text, in_totp_off boolean, in_actor text,
	in_may text default null, in_project text default null)
	returns json language plpgsql as $$
declare
	wanted constant bigint := account_named(in_name);
	a beat.account;
begin
	perform act_as(in_actor);
	if in_role is not null or in_project is not null then
		perform role_check(coalesce(in_role, ''));
	end if;
	update beat.account o
	   set role = case when in_project is null then coalesce(in_role, o.role) else o.role end,
		   disabled_at = case when in_disabled then coalesce(o.disabled_at, clock_timestamp())
							  when not in_disabled then null else o.disabled_at end,
		   password = coalesce(in_password, o.password),
		   password_changed_at = case when in_password is null then o.password_changed_at else clock_timestamp() end,
		   totp_secret = case when in_totp_off then null else o.totp_secret end,
		   totp_confirmed_at = case when in_totp_off then null else o.totp_confirmed_at end
	 where o.id = wanted
	returning o.* into a;
	if in_project is not null then
		perform role_give(a.id, in_project, in_role, in_may);
	end if;
	if in_role is not null or in_password is not null or in_totp_off or not in_disabled then
		perform role_within(r.role, in_may)
		   from (select a.role::text union all select m.role from beat.account_project m
				  where m.account_id = a.id and m.ended_at is null) as r (role);
	end if;
	if in_password is not null then
		perform account_sign_out(a.id, null);
	end if;
	if in_password is not null or in_totp_off then
		perform throttle_clear(a.name);
	end if;
	return person(a);
end
$$;

-- Ends every session of an account.
create function admin_person_sign_out(in_name text, in_actor text) returns json language plpgsql as $$
declare
	wanted constant bigint := account_named(in_name);
	ended integer;
begin
	perform act_as(in_actor);
	ended := account_sign_out(wanted, null);
	if ended > 0 then
		perform beat.event_add('account.logout', null, null, null, jsonb_build_object(
			'account', (select a.name from beat.account a where a.id = wanted),
			'everywhere', true, 'sessions', ended));
	end if;
	return json_build_object('ended', ended);
end
$$;

-- All accounts, for the command line.
create function user_list()
	returns table (name text, role text, projects text, state text, totp text, sessions bigint, tokens bigint,
		seen_at text, created_at text)
	language plpgsql as $$
begin
	return query
	select a.name, a.role::text, coalesce((
			select string_agg((x.value ->> 'project') || '=' || (x.value ->> 'role'), ',' order by x.place)
			  from jsonb_array_elements(account_projects(a.id)) with ordinality as x (value, place)), ''),
		   case when a.disabled_at is null then 'active' else 'disabled' end,
		   case when a.totp_confirmed_at is null then 'no' else 'yes' end,
		   (select count(*) from beat.login l
			 where l.account_id = a.id and l.ended_at is null and login_lives(l.expires_at, l.seen_at)),
		   (select count(*) from beat.api_token t
			 where t.account_id = a.id and t.revoked_at is null
			   and (t.expires_at is null or t.expires_at > clock_timestamp())),
		   (select beat.iso(max(l.seen_at)) from beat.login l where l.account_id = a.id),
		   beat.iso(a.created_at)
	  from beat.account a
	 order by a.name;
end
$$;

-- Keys for scripts.

-- An API token as lists show it.
create function token_shown(t beat.api_token) returns json
	language sql stable as $$
	select json_build_object('id', t.id::text,
		'account', (select a.name from beat.account a where a.id = t.account_id),
		'name', t.name, 'scopes', to_json(t.scopes), 'created_at', beat.iso(t.created_at),
		'expires_at', beat.iso(t.expires_at), 'used_at', beat.iso(t.used_at), 'revoked_at', beat.iso(t.revoked_at))
$$;

-- The own API tokens, or those of all.
create function admin_tokens(in_account_id bigint, in_everyones boolean) returns json language plpgsql as $$
begin
	return json_build_object('items', coalesce(
		(select json_agg(token_shown(t) order by t.id desc) from beat.api_token t
		  where t.account_id = in_account_id or in_everyones), '[]'));
end
$$;

-- Scopes in their usual order, each once, or a sentence why not.
create function token_scopes(in_scopes jsonb, a beat.account) returns text[] language plpgsql as $$
declare
	wanted text[];
	known constant text[] := role_may('admin');
	odd text;
begin
	if jsonb_typeof(in_scopes) is distinct from 'array' or jsonb_path_exists(in_scopes, '$[*] ? (@.type() != "string")')
		or jsonb_array_length(in_scopes) = 0 then
		perform refuse(format('scopes must be a list of one or more of %s.', array_to_string(known, ', ')), 'scopes');
	end if;
	wanted := array(select distinct e.value from jsonb_array_elements_text(in_scopes) as e (value));
	select w into odd from unnest(wanted) as w where w <> all (known) limit 1;
	if odd is not null then
		perform refuse(format('There is no scope "%s"; there are %s.', odd, array_to_string(known, ', ')), 'scopes');
	end if;
	select w into odd
	  from unnest(wanted) as w
	 where w <> all (account_may(a.id, null)) and not exists (
			select from beat.account_project m
			 where m.account_id = a.id and m.ended_at is null and w = any (account_may(a.id, m.project_id)))
	 limit 1;
	if odd is not null then
		perform refuse(format('The account''s role is %s, which does not include "%s".', a.role, odd), 'scopes');
	end if;
	return array(select k from unnest(known) as k where k = any (wanted));
end
$$;

-- Keeps the digest of a new API token.
create function admin_token_add(
	in_account_id bigint, in_name text, in_scopes jsonb, in_days text, in_token_sha256 text, in_actor text)
	returns json language plpgsql as $$
declare
	a beat.account;
	t beat.api_token;
begin
	perform act_as(in_actor);
	select o.* into a from beat.account o where o.id = in_account_id for no key update;
	if a.disabled_at is not null then
		perform refuse(format('The account "%s" is disabled.', a.name));
	end if;
	if in_name is null or beat.is_blank(in_name) or char_length(in_name) > 100 then
		perform refuse('Give the token a name of 1 to 100 characters that tells what it is for.', 'name');
	end if;
	if (coalesce(in_days, '1') ~ '^[0-9]{1,4}$' and coalesce(in_days, '1')::integer between 1 and 3650) is not true then
		perform refuse('days must be a whole number from 1 to 3650.', 'days');
	end if;
	if (select count(*) from beat.api_token o where o.account_id = a.id and o.revoked_at is null
			and (o.expires_at is null or o.expires_at > clock_timestamp())) >= 100 then
		perform refuse('An account has at most 100 API tokens. Revoke those that are not needed any more.');
	end if;
	insert into beat.api_token (account_id, name, token_sha256, scopes, expires_at)
	values (a.id, btrim(in_name), decode(in_token_sha256, 'hex'), token_scopes(in_scopes, a),
		clock_timestamp() + make_interval(days => in_days::integer))
	returning * into t;
	return token_shown(t);
end
$$;

-- An API token is of no use from now on.
create function admin_token_revoke(in_id text, in_account_id bigint, in_everyones boolean, in_actor text)
	returns json language plpgsql as $$
declare
	t beat.api_token;
begin
	perform act_as(in_actor);
	update beat.api_token o set revoked_at = coalesce(o.revoked_at, clock_timestamp())
	 where o.id = case when in_id ~ '^[0-9]{1,18}$' then in_id::bigint end
	   and (o.account_id = in_account_id or in_everyones)
	returning o.* into t;
	if not found then
		perform refuse_as('BE404', format('There is no API token number %s here.', in_id));
	end if;
	return token_shown(t);
end
$$;

-- API tokens, of one account or of all, for the command line.
create function user_token_list(in_account text)
	returns table (id bigint, account text, name text, scopes text, state text, created_at text, expires_at text,
		used_at text)
	language plpgsql as $$
declare
	wanted constant bigint := case when in_account is not null then account_named(in_account) end;
begin
	return query
	select t.id, a.name, t.name, array_to_string(t.scopes, ','),
		   case when t.revoked_at is not null then 'revoked'
				when t.expires_at <= clock_timestamp() then 'expired' else 'active' end,
		   beat.iso(t.created_at), beat.iso(t.expires_at), beat.iso(t.used_at)
	  from beat.api_token t
	  join beat.account a on a.id = t.account_id
	 where wanted is null or a.id = wanted
	 order by t.id;
end
$$;
