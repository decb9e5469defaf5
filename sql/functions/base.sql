-- What the functions of all subjects share: refusing, looking up by name, small arithmetic, draws that can be repeated.
--
-- How functions are written. Tables, types and guards are named with their schema, beat; functions of this folder are
-- named alone, and found by the search path of the program that brought them. Functions of one plain expression are SQL,
-- because the planner dissolves them in the caller's query; all that hold a query are PL/pgSQL, which keeps its plans.
-- Mistakes of people raise BE001 with a sentence that says what to do, and the field it speaks of. The functions admin_*
-- serve the dashboard and the command line: each is one statement in a transaction of its own, answers with one JSON
-- value, and raises what it refuses. Ids in JSON are texts.

-- Raises an error meant for the person at the command line. field: the member of the request or the option that the
-- sentence speaks of; the error carries it as its column, and forms show the sentence there.
create function refuse(sentence text, field text default '') returns void language plpgsql as $$
begin
	raise exception using errcode = 'BE001', message = sentence, column = field;
end
$$;

-- Names the actor of the events to come in this transaction.
create function act_as(in_actor text) returns void language plpgsql as $$
begin
	perform set_config('beat.actor', coalesce(in_actor, ''), true);
end
$$;

-- The key that signs tokens: the first one offered is kept, so that all servers share it.
create function token_key(in_fresh text) returns text language plpgsql as $$
declare
	found_key text;
begin
	select s.value into found_key from beat.setting s where s.key = 'token-key';
	if found then
		return found_key;
	end if;
	if (in_fresh ~ '^([0-9a-f]{2}){16,}$') is not true then
		perform refuse('A token key is at least 16 bytes in lower-case hexadecimal digits.');
	end if;
	insert into beat.setting (key, value) values ('token-key', in_fresh)
	on conflict on constraint setting_pkey do nothing;
	select s.value into found_key from beat.setting s where s.key = 'token-key';
	return found_key;
end
$$;

-- Refuses a project's name, with those there are.
create function project_missing(in_name text) returns void language plpgsql as $$
begin
	perform refuse(format('There is no project "%s"%s.', in_name, coalesce(
		'; there are ' || (select string_agg(x.name, ', ' order by x.name) from beat.project x),
		': make one with "beatctl project create"')));
end
$$;

-- Raises an error meant for people, under BE403, BE404, BE409 or BE410.
-- Refusals that carry an HTTP status in their SQLSTATE: BE404 is "not found", BE409 "conflict", and so on. BE001 is
-- "422, a person can act on the sentence". The command line prints the sentence of any of them.
create function refuse_as(code text, sentence text, field text default '') returns void language plpgsql as $$
begin
	raise exception using errcode = code, message = sentence, column = field;
end
$$;

-- A rate k / n with its Wilson 95 % interval: {k, n, rate, low, high}; null without data.
create function wilson(k bigint, n bigint) returns json
	language sql stable parallel safe as $$
	select json_build_object('k', k, 'n', n,
		'rate', case when n > 0 then round(k::numeric / n, 6) end,
		'low', case when n > 0 then round(greatest(0, ((k::float8 / n + 1.9207294103470 / n
			- 1.959963984540054 * sqrt(k::float8 / n * (1 - k::float8 / n) / n + 0.9603647051735 / (n::float8 * n)))
			/ (1 + 3.841458820694 / n)))::numeric, 6) end,
		'high', case when n > 0 then round(least(1, ((k::float8 / n + 1.9207294103470 / n
			+ 1.959963984540054 * sqrt(k::float8 / n * (1 - k::float8 / n) / n + 0.9603647051735 / (n::float8 * n)))
			/ (1 + 3.841458820694 / n)))::numeric, 6) end)
$$;

-- A project by name, or the refusal BE404.
create function project_named(in_project text) returns beat.project language plpgsql stable as $$
declare
	p beat.project;
begin
	select x.* into p from beat.project x where x.name = in_project;
	if not found then
		perform refuse_as('BE404', format('There is no project "%s".', in_project));
	end if;
	return p;
end
$$;

-- How many items a page of a list has: 50 unless told, 200 at most.
create function page_size(in_limit text) returns integer
	language sql immutable parallel safe as $$
	select least(200, greatest(1, coalesce(nullif(in_limit, '')::integer, 50)))
$$;

-- Whether a HIT is under blind review for who asks without identity: until its review is settled nobody who might review it
-- may see whose it is or what the model said, wherever it is shown.
create function hit_is_blind(in_assignment_id bigint, in_identity boolean) returns boolean language plpgsql stable as $$
begin
	return not in_identity and exists (
		select from beat.sample s
		  join beat.assignment a on a.id = s.assignment_id
		  join beat.project p on p.id = a.project_id
		 where s.assignment_id = in_assignment_id and s.state <> 'settled' and p.review_blind);
end
$$;

-- A worker by number; who they are on their platform only with identity.
create function worker_shown(in_worker_id bigint, in_identity boolean) returns jsonb language plpgsql stable as $$
begin
	return (
		select jsonb_build_object('id', w.id::text, 'platform', w.platform)
			|| case when in_identity then jsonb_build_object('platform_worker_id', w.platform_worker_id)
				else '{}' end
		  from beat.worker w
		 where w.id = in_worker_id);
end
$$;

-- A reason that says something, or a refusal.
create function reason_checked(in_reason text, why text) returns text language plpgsql immutable as $$
begin
	if coalesce(beat.is_blank(in_reason), true) then
		perform refuse('Give a reason: ' || why, 'reason');
	elsif char_length(in_reason) > 1000 then
		perform refuse('A reason has at most 1000 characters.', 'reason');
	end if;
	return in_reason;
end
$$;

-- The place of a HIT in a draw: the smallest keys of a worker are drawn. It depends on nothing but seed and id.
create function draw_key(seed text, assignment_id bigint) returns bytea
	language sql immutable parallel safe as $$
	select sha256((seed || ':' || assignment_id::text)::bytea)
$$;

-- As changed(), but at most ten times a second from one session.
-- Ten notes a second and session are enough for any dashboard. Each note makes its transaction hold a lock of the whole
-- server from before its commit until after, so a note with every attempt would make the commits of all servers wait
-- for each other.
create function changed_often(topic text, in_project_id bigint) returns void
	language plpgsql as $$
declare
	key text := 'beat.told_' || topic || in_project_id;
	now_ms bigint := extract(epoch from clock_timestamp()) * 1000;
begin
	if now_ms - coalesce(nullif(current_setting(key, true), ''), '0')::bigint not between 0 and 99 then
		perform set_config(key, now_ms::text, false);
		perform beat.changed(topic, in_project_id, null);
	end if;
end
$$;

-- A word of a known list (or null), or a refusal that names them.
create function one_of(what text, given text, known text[]) returns text language plpgsql immutable as $$
begin
	if given is not null and given <> all (known) then
		perform refuse(format('%s is one of %s, not "%s".', what, array_to_string(known, ', '), given));
	end if;
	return given;
end
$$;

-- A list of texts, each once, or a refusal.
create function texts_checked(given jsonb, what text, field text) returns text[] language plpgsql immutable as $$
begin
	if jsonb_typeof(given) is distinct from 'array' or jsonb_path_exists(given, '$[*] ? (@.type() != "string")') then
		perform refuse(format('%s must be a list of names, not %s.', what, given), field);
	end if;
	return array(select distinct e.value from jsonb_array_elements_text(given) as e (value) order by e.value);
end
$$;

-- What a detail calls that by which a platform knows workers and HITs.
create function hidden_keys() returns text[]
	language sql immutable parallel safe as $$
	select array['platform_ref', 'hit_ref', 'worker', 'platform_worker_id', 'submit_to']
$$;

-- True while others than the people at the dashboard use the database.
-- Short statements are rarely seen at work, so whoever was at it within the last second counts.
create function workers_are_busy() returns boolean language plpgsql as $$
begin
	return exists (
		select from pg_stat_activity s
		 where s.datname = current_database() and s.backend_type = 'client backend' and s.pid <> pg_backend_pid()
		   and s.application_name !~ ' (desk|slow)$' and s.state_change > clock_timestamp() - interval '1 second');
end
$$;

-- A moment as ISO 8601 in UTC with microseconds, exact enough to ask for it again.
create function moment_shown(moment timestamptz) returns text
	language sql stable strict parallel safe as $$
	select pg_catalog.to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
$$;

-- The moment that a caller asks for: now if none is given, and never later.
create function moment_asked(in_as_of text) returns timestamptz language plpgsql stable as $$
begin
	return greatest(least(nullif(in_as_of, '')::timestamptz, clock_timestamp()), '1970-01-01Z');
exception when invalid_datetime_format or datetime_field_overflow or invalid_parameter_value then
	perform refuse(format('as_of is a moment such as 2026-03-01T12:00:00Z, not "%s".', left(in_as_of, 100)), 'as_of');
end
$$;

-- A number of 32 bits that a seed gives to a thing.
-- FNV-1a of 32 bits; the C code of the statistics draws in the same way, so that equal seeds draw equal votes.
create function seeded_hash(seed text, thing text) returns bigint language plpgsql immutable parallel safe as $$
declare
	bytes bytea := convert_to(seed || ':' || thing, 'UTF8') || '\x00000000'::bytea;
	h bigint := 2166136261;
begin
	for i in 0 .. length(bytes) - 1 loop
		h := ((h # get_byte(bytes, i)) * 16777619) & 4294967295;
	end loop;
	return h;
end
$$;

-- Which of n a seed draws for a thing, from 1.
create function seeded_place(seed text, thing text, n bigint) returns integer
	language sql immutable parallel safe as $$
	select 1 + ((seeded_hash(seed, thing) * n) >> 32)::integer
$$;

-- HMAC-SHA-256 (RFC 2104) of a text under a key.
-- Our own, for one call a release: pgcrypto would have to be there, and allowed, wherever a database is made or restored.
create function hmac_sha256(in_key bytea, in_text bytea) returns bytea
	language plpgsql immutable strict parallel safe as $$
declare
	block constant integer := 64;
	inner_pad bytea := '';
	outer_pad bytea := '';
	k bytea := case when octet_length(in_key) > block then sha256(in_key) else in_key end;
	byte integer;
begin
	for i in 0 .. block - 1 loop
		byte := case when i < octet_length(k) then get_byte(k, i) else 0 end;
		inner_pad := inner_pad || set_byte('\x00', 0, byte # 54);
		outer_pad := outer_pad || set_byte('\x00', 0, byte # 92);
	end loop;
	return sha256(outer_pad || sha256(inner_pad || in_text));
end
$$;

-- Where a thing stands in the random order that a seed gives.
-- The order of a draw: by a digest of the seed and the thing itself.
create function draw_order(in_seed text, in_thing text) returns bytea
	language sql immutable strict parallel safe as $$
	select sha256(convert_to(in_seed || ':' || in_thing, 'UTF8'))
$$;
