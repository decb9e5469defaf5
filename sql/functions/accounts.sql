-- Who may enter the dashboard: accounts, sessions, back-off, codes of authenticator apps.
--
-- The database never sees a password, a session's token or an API token: it keeps argon2id strings and digests, and
-- tells whose they are. What somebody may do is read anew for every request, so that a change holds at once.

-- What a role may do. The only place that says so: the server and the keys for scripts follow it.
create function role_may(in_role text) returns text[]
	language sql immutable parallel safe as $$
	select case in_role
		when 'admin' then array['look', 'review', 'manage', 'people', 'identity']
		when 'reviewer' then array['look', 'review']
		when 'viewer' then array['look']
		else '{}'::text[]
	end
$$;

-- Tries before the first wait, by the kind of key:
--   pair      a name from one address: who guesses it elsewhere keeps its owner out of nothing, and who guesses other
--             names keeps nobody out who shares the address (how many tries an address has is the server's to bound)
--   account   a name from anywhere: counted and told, never waited for
--   code      codes, by those who have the password
--   password  the old password again, by those who are signed in
create function throttle_free(in_key text) returns integer
	language sql immutable parallel safe as $$
	select case split_part(in_key, ':', 1) when 'account' then null else 5 end
$$;

-- Counts a try under each of the keys and returns 0; or counts nothing and returns the seconds to wait.
create function throttle_take(in_keys text[]) returns integer language plpgsql as $$
declare
	at constant timestamptz := clock_timestamp();
	wait integer;
begin
	-- In the order of the keys, so that two who share some of them do not wait for each other.
	insert into beat.login_failure (key, last_at)
	select k, at from unnest(in_keys) as k order by k
	on conflict on constraint login_failure_pkey do nothing;
	perform from beat.login_failure f where f.key = any (in_keys) order by f.key for update;
	select ceil(extract(epoch from max(f.blocked_until) - at))::integer into wait
	  from beat.login_failure f
	 where f.key = any (in_keys) and f.blocked_until > at;
	if wait is not null then
		return greatest(wait, 1);
	end if;
	update beat.login_failure f
	   set failures = n.failures, last_at = at,
		   blocked_until = case when n.failures >= throttle_free(f.key) then
				at + make_interval(secs => least(900, 2 ^ least(n.failures - throttle_free(f.key), 20))) end
	  from (select o.key, case when o.last_at < at - interval '1 hour' then 1 else o.failures + 1 end as failures
			  from beat.login_failure o where o.key = any (in_keys)) as n
	 where f.key = n.key;
	return 0;
end
$$;

-- A try that was counted was no failure.
create function throttle_give_back(in_keys text[]) returns void language plpgsql as $$
begin
	perform from beat.login_failure f where f.key = any (in_keys) order by f.key for update;
	update beat.login_failure f
	   set failures = greatest(f.failures - 1, 0),
		   blocked_until = case when f.failures - 1 >= throttle_free(f.key) then f.blocked_until end
	 where f.key = any (in_keys);
end
$$;

-- Drops a few keys that nobody has used for a day: names that do not exist must not fill the table.
create function throttle_forget() returns void language plpgsql as $$
begin
	delete from beat.login_failure f
	 where f.key in (
			select o.key from beat.login_failure o
			 where o.last_at < clock_timestamp() - interval '1 day'
			 limit 20 for update skip locked);
end
$$;

-- What was counted of an account is forgotten: it has another password, or is asked for no codes any more.
create function throttle_clear(in_name text) returns void language plpgsql as $$
begin
	delete from beat.login_failure f
	 where f.key in ('account:' || in_name, 'code:' || in_name, 'password:' || in_name)
		or starts_with(f.key, 'pair:' || in_name || ':');
end
$$;

-- What one client can choose its addresses from: for IPv6 a network of 64 bits.
create function address_network(in_address text) returns text language plpgsql immutable as $$
declare
	address inet;
begin
	address := regexp_replace(in_address, '^::ffff:', '');
	return case family(address) when 6 then host(network(set_masklen(address, 64))) || '/64' else host(address) end;
exception when data_exception then
	return left(in_address, 100);
end
$$;

-- The id of an account, or a refusal.
create function account_named(in_name text) returns bigint language plpgsql stable as $$
declare
	found_id bigint;
begin
	select a.id into found_id from beat.account a where a.name = lower(btrim(in_name));
	if not found then
		perform refuse_as('BE404', format('There is no account "%s".', in_name));
	end if;
	return found_id;
end
$$;

-- Ends the sessions of an account but one; returns how many were alive.
-- Ends the sessions of an account but one; returns how many there were.
create function account_sign_out(in_account_id bigint, in_but_login_id bigint) returns integer
	language plpgsql as $$
declare
	ended integer;
begin
	with gone as (
		update beat.login l set ended_at = clock_timestamp()
		 where l.account_id = in_account_id and l.ended_at is null and l.id is distinct from in_but_login_id
		returning l.expires_at, l.seen_at
	)
	select count(*) into ended from gone g where login_lives(g.expires_at, g.seen_at);
	return ended;
end
$$;

-- Sessions.

-- A session ends twelve hours after the sign-in, and after two hours in which nobody used it.
create function login_lives(in_expires_at timestamptz, in_seen_at timestamptz) returns boolean
	language sql volatile as $$
	select in_expires_at > clock_timestamp() and in_seen_at > clock_timestamp() - interval '2 hours'
$$;

-- Whose session or API token this is and what it may do now, at an address (see account_may_at); no row if it is none.
-- away: the address speaks of what this account does not see. stale: worth an admin_touch.
create function admin_who(
	in_session_sha256 text, in_token_sha256 text, in_kind text default null, in_subject text default null,
	out account_id bigint, out login_id bigint, out token_id bigint, out name text, out role text, out may text,
	out projects jsonb, out away boolean, out totp boolean, out stale boolean)
	returns setof record language plpgsql volatile as $$
begin
	return query
	select a.id, k.login_id, k.token_id, a.name, a.role::text,
		   array_to_string(array(select m from unnest(here.may) as m where m = any (k.scopes)), ','),
		   account_projects(a.id), in_kind <> '' and not 'look' = any (here.may), a.totp_confirmed_at is not null, k.stale
	  from (
		select l.account_id, l.id as login_id, null::bigint as token_id, role_may('admin') as scopes,
			   l.seen_at < clock_timestamp() - interval '1 minute' as stale
		  from beat.login l
		 where l.token_sha256 = decode(in_session_sha256, 'hex') and l.ended_at is null
		   and login_lives(l.expires_at, l.seen_at)
		 union all
		select t.account_id, null, t.id, t.scopes,
			   t.used_at is null or t.used_at < clock_timestamp() - interval '1 minute'
		  from beat.api_token t
		 where in_session_sha256 is null and t.token_sha256 = decode(in_token_sha256, 'hex') and t.revoked_at is null
		   and (t.expires_at is null or t.expires_at > clock_timestamp())) as k
	  join beat.account a on a.id = k.account_id
	 cross join lateral (select account_may_at(a.id, in_kind, in_subject) as may) as here
	 where a.disabled_at is null;
end
$$;

-- Notes that a session or an API token is in use, at most once a minute.
create function admin_touch(in_login_id bigint, in_token_id bigint) returns void language plpgsql as $$
begin
	update beat.login l set seen_at = clock_timestamp()
	 where l.id = in_login_id and l.seen_at < clock_timestamp() - interval '50 seconds';
	update beat.api_token t set used_at = clock_timestamp()
	 where t.id = in_token_id and (t.used_at is null or t.used_at < clock_timestamp() - interval '50 seconds');
end
$$;

-- Whether a session or API token that was good still is, and the projects that its account sees (see account_sight).
create function admin_alive(in_login_id bigint, in_token_id bigint, out alive boolean, out sees text)
	language plpgsql volatile as $$
declare
	who bigint;
begin
	select k.account_id into who
	  from (
		select l.account_id
		  from beat.login l
		 where l.id = in_login_id and l.ended_at is null and login_lives(l.expires_at, l.seen_at)
		 union all
		select t.account_id
		  from beat.api_token t
		 where t.id = in_token_id and t.revoked_at is null
		   and (t.expires_at is null or t.expires_at > clock_timestamp())) as k
	  join beat.account a on a.id = k.account_id
	 where a.disabled_at is null;
	alive := found;
	sees := account_sight(who);
end
$$;

-- The keys that a try to sign in is counted under.
create function login_keys(in_name text, in_address text) returns text[]
	language plpgsql stable as $$
declare
	shown constant text := case when in_name ~ '^[a-z0-9][a-z0-9._-]{0,62}$' then in_name else '?' end;
begin
	return array['pair:' || shown || ':' || address_network(in_address), 'account:' || shown];
end
$$;

-- A try to sign in: the seconds to wait, or what the password is checked against (null: there is no such account).
create function login_begin(
	in_name text, in_address text,
	out wait integer, out keys text[], out account_id bigint, out name text, out role text, out password text,
	out totp_secret text)
	language plpgsql as $$
declare
	wanted constant text := lower(btrim(in_name));
	a beat.account;
begin
	select o.* into a from beat.account o where o.name = wanted and o.disabled_at is null;
	keys := login_keys(wanted, in_address);
	wait := throttle_take(keys);
	perform throttle_forget(); -- last: what it holds, others wait for
	if wait > 0 or a.id is null then
		return;
	end if;
	account_id := a.id;
	name := a.name;
	role := a.role;
	password := a.password;
	totp_secret := case when a.totp_confirmed_at is not null then encode(a.totp_secret, 'hex') end;
	if exists (select from beat.login_failure f
				where f.key = 'account:' || a.name and f.failures = throttle_free('pair')) then
		perform act_as('server');
		perform beat.event_add('account.slowed', null, null, null, jsonb_build_object('account', a.name));
	end if;
end
$$;

-- Begins a session under a new token, if the code is right too: ok, changed, code_needed, code_wrong or wait.
-- The password was right. in_code_step: null if no code was given, 0 if it was wrong, else the step it belongs to.
create function login_finish(
	in_account_id bigint, in_password text, in_keys text[], in_code_step bigint, in_token_sha256 text,
	in_old_token_sha256 text, in_address text, in_agent text,
	out status text, out wait integer, out may text, out projects jsonb)
	language plpgsql as $$
declare
	a beat.account;
	code_key text;
begin
	wait := 0;
	select o.* into a from beat.account o where o.id = in_account_id for no key update;
	if a.disabled_at is not null or a.password <> in_password then
		status := 'changed';
		return;
	end if;
	may := array_to_string(account_may(a.id, null), ',');
	projects := account_projects(a.id);
	code_key := 'code:' || a.name;
	-- All of them in the order in which login_begin takes them.
	perform from beat.login_failure f where f.key = any (in_keys || code_key) order by f.key for update;
	if a.totp_confirmed_at is not null then
		if in_code_step is null then
			perform throttle_give_back(in_keys);
			status := 'code_needed';
			return;
		end if;
		wait := throttle_take(array[code_key]);
		if wait > 0 then
			perform throttle_give_back(in_keys);
			status := 'wait';
			return;
		elsif in_code_step <= a.totp_last_step then
			perform throttle_give_back(in_keys);
			status := 'code_wrong';
			return;
		end if;
		update beat.account o set totp_last_step = in_code_step where o.id = a.id;
	end if;
	delete from beat.login_failure f where f.key = any (in_keys || code_key);
	perform act_as('user:' || a.name);
	update beat.login l set ended_at = clock_timestamp()
	 where l.token_sha256 = decode(in_old_token_sha256, 'hex') and l.ended_at is null;
	insert into beat.login (account_id, token_sha256, expires_at, address, agent)
	values (a.id, decode(in_token_sha256, 'hex'), clock_timestamp() + interval '12 hours', left(in_address, 100),
		left(in_agent, 400));
	perform beat.event_add('account.login', null, null, null, jsonb_build_object('account', a.name));
	status := 'ok';
end
$$;

-- Signs out: this session, or every session of its account.
create function login_end(in_login_id bigint, in_everywhere boolean, in_actor text) returns json
	language plpgsql as $$
declare
	l beat.login;
	ended integer := 1;
begin
	perform act_as(in_actor);
	update beat.login o set ended_at = clock_timestamp() where o.id = in_login_id and o.ended_at is null
	returning o.* into l;
	if not found then
		return json_build_object('ended', 0);
	end if;
	if in_everywhere then
		ended := ended + account_sign_out(l.account_id, null);
	end if;
	perform beat.event_add('account.logout', null, null, null,
		jsonb_build_object('account', (select a.name from beat.account a where a.id = l.account_id),
			'everywhere', in_everywhere, 'sessions', ended));
	return json_build_object('ended', ended);
end
$$;

-- The own account.

-- What a password or a code of somebody signed in is checked against; counts the try under the given kind of key.
create function account_check(
	in_account_id bigint, in_what text,
	out wait integer, out name text, out password text, out totp_secret text, out totp_on boolean,
	out totp_last_step bigint)
	language plpgsql as $$
begin
	select a.name, a.password, encode(a.totp_secret, 'hex'), a.totp_confirmed_at is not null, a.totp_last_step
	  into name, password, totp_secret, totp_on, totp_last_step
	  from beat.account a where a.id = in_account_id;
	wait := case when in_what in ('password', 'code') then throttle_take(array[in_what || ':' || name]) else 0 end;
end
$$;

-- The account of whoever acts, held until all is done.
create function account_held(in_account_id bigint, in_actor text) returns beat.account language plpgsql as $$
declare
	a beat.account;
begin
	perform act_as(in_actor);
	select o.* into a from beat.account o where o.id = in_account_id for no key update;
	return a;
end
$$;

-- Changes the own password and ends all other sessions.
create function account_password(
	in_account_id bigint, in_login_id bigint, in_old text, in_new text, in_actor text)
	returns json language plpgsql as $$
declare
	a beat.account := account_held(in_account_id, in_actor);
begin
	if a.password <> in_old then
		perform refuse_as('BE409', 'The password was changed by somebody else meanwhile. Please try again.');
	end if;
	update beat.account o set password = in_new, password_changed_at = clock_timestamp() where o.id = a.id;
	delete from beat.login_failure f where f.key = 'password:' || a.name;
	return json_build_object('ended', account_sign_out(a.id, in_login_id));
end
$$;

-- Keeps a secret for codes; it counts when a first code has confirmed it.
create function account_totp_start(in_account_id bigint, in_secret text, in_actor text) returns json
	language plpgsql as $$
declare
	shown text;
begin
	perform act_as(in_actor);
	update beat.account a set totp_secret = decode(in_secret, 'hex'), totp_last_step = 0
	 where a.id = in_account_id and a.totp_confirmed_at is null
	returning a.name into shown;
	if not found then
		perform refuse_as('BE409', 'Codes are asked for already. Turn that off first to use another app.');
	end if;
	return json_build_object('name', shown);
end
$$;

-- From now on a code is asked for at every sign-in.
create function account_totp_confirm(in_account_id bigint, in_secret text, in_step bigint, in_actor text)
	returns json language plpgsql as $$
begin
	perform act_as(in_actor);
	update beat.account a set totp_confirmed_at = clock_timestamp(), totp_last_step = in_step
	 where a.id = in_account_id and a.totp_confirmed_at is null and a.totp_secret = decode(in_secret, 'hex');
	if not found then
		perform refuse_as('BE409', 'The set-up was started again meanwhile. Please use the newest secret.');
	end if;
	return json_build_object('totp', true);
end
$$;

-- No more codes: by the password, or by a code that was not used before.
create function account_totp_stop(in_account_id bigint, in_password text, in_step bigint, in_actor text)
	returns json language plpgsql as $$
declare
	a beat.account := account_held(in_account_id, in_actor);
begin
	if a.password is distinct from in_password and (in_step > a.totp_last_step) is not true then
		perform refuse_as('BE409', 'The password was changed or the code was used meanwhile. Please try again.');
	end if;
	update beat.account o set totp_secret = null, totp_confirmed_at = null where o.id = a.id;
	delete from beat.login_failure f where f.key in ('password:' || a.name, 'code:' || a.name);
	return json_build_object('totp', false);
end
$$;
