-- The tables, and the rules that no program can break. This file: the schema, types, what guards are made of, the record.
--
-- A rule that must hold is a named constraint or a trigger that raises under a constraint's name, so that a caller can
-- tell which rule it hit. Nothing is ever deleted. Every name is written with its schema: what runs here does not depend
-- on the caller's search path, because two versions of the programs may be at work at once. Moments come from
-- clock_timestamp(), because many requests share one transaction and now() stands still in it.
--
-- The order of locks is told in functions/sessions.sql.

create schema if not exists beat;
comment on schema beat is 'Beat the AI: questions written by people with a model in the loop.';

do $$
begin
	if getdatabaseencoding() <> 'UTF8' then
		raise exception 'The database must be in UTF8, not %: create it with encoding UTF8.', getdatabaseencoding()
			using errcode = 'BE001';
	end if;
end
$$;

create domain beat.split_name as text
	constraint split_known check (value in ('train', 'dev', 'test'));
create domain beat.platform_name as text
	constraint platform_known check (value in ('mturk', 'prolific', 'direct'));
create domain beat.worker_ref as text
	constraint worker_ref_length check (char_length(value) between 1 and 255);
create domain beat.assignment_kind as text
	constraint assignment_kind_known check (value in ('onboarding', 'generate', 'validate', 'expert'));
create domain beat.assignment_state as text
	constraint assignment_state_known check (value in ('live', 'submitted', 'expired', 'returned', 'ended'));
create domain beat.platform_ref as text
	constraint platform_ref_length check (char_length(value) <= 255);
create domain beat.submit_url as text
	constraint submit_url_length check (char_length(value) <= 1000);
create domain beat.permille as integer
	constraint permille_range check (value between 0 and 1000);
create domain beat.count as integer
	constraint count_not_negative check (value >= 0);
create domain beat.question_id as text
	constraint question_id_form check (value ~ '^[0-9a-f]{40}$');
create domain beat.event_kind as text
	constraint event_kind_form check (value ~ '^[a-z_]+[.][a-z_]+$');
create domain beat.actor_name as text
	constraint actor_not_empty check (value <> '');
create domain beat.role_name as text
	constraint role_known check (value in ('admin', 'reviewer', 'viewer'));

-- What guards are made of.

-- Declared immutable although convert_to is not: the database's encoding never changes.
create function beat.sha256_of(value text) returns bytea
	language plpgsql immutable strict parallel safe as $$
begin
	return pg_catalog.sha256(pg_catalog.convert_to(value, 'UTF8'));
end
$$;
comment on function beat.sha256_of is 'Identity of a text of any length: a unique index cannot hold long texts themselves.';

-- Python's white space, so that the database and the scorer agree on what a blank is.
create function beat.is_blank(value text) returns boolean
	language sql immutable strict parallel safe
	return pg_catalog.btrim(value,
		E' \t\n\x0b\f\r\x1c\x1d\x1e\x1f\u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009'
		'\u200a\u2028\u2029\u202f\u205f\u3000') = '';
comment on function beat.is_blank is 'True if a text holds nothing but white space.';

create function beat.word_count(value text) returns integer
	language sql immutable strict parallel safe
	return pg_catalog.regexp_count(value, E'[^ \t\n\x0b\f\r\x1c\x1d\x1e\x1f\u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005'
		'\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000]+');
comment on function beat.word_count is 'How many words a text has: what white space, as is_blank() knows it, keeps apart.';

-- A slice counted in code points. The length is compared too, because substr() is content with a text that ends early.
create function beat.is_slice(passage text, first integer, past integer, claimed text) returns boolean
	language sql immutable parallel safe
	return (first >= 0 and past > first and char_length(claimed) = past - first
		and substr(passage, first + 1, past - first) = claimed) is true;
comment on function beat.is_slice is 'True if passage[first:past] is the claimed text.';

create function beat.iso(moment timestamptz) returns text
	language sql stable strict parallel safe
	return pg_catalog.to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
comment on function beat.iso is 'A moment as ISO 8601 in UTC with milliseconds, as the API writes it.';

-- A password may hold an @ of its own: all before the last one is hidden.
create function beat.url_shown(url text) returns text
	language sql immutable strict parallel safe
	return pg_catalog.regexp_replace(url, '^(https?://)[^/?#]*@', '\1***@');
comment on function beat.url_shown is 'A URL without the user and password it may carry, for lists and the record.';

-- Raises as a check constraint of that name would, or as a rule with another code.
create function beat.violates(
	in_table text, in_constraint text, sentence text, code text default 'check_violation')
	returns void language plpgsql as $$
begin
	raise exception using errcode = code, schema = 'beat', table = in_table, constraint = in_constraint,
		message = sentence;
end
$$;
comment on function beat.violates is 'Raises a violation of a rule that a trigger guards, under its name.';

create function beat.forbid() returns trigger language plpgsql as $$
begin
	raise exception 'Rows of % are never %.', tg_table_name,
			case tg_op when 'UPDATE' then 'changed' else 'deleted' end
		using errcode = 'restrict_violation', constraint = tg_name, table = tg_table_name, schema = tg_table_schema;
end
$$;
comment on function beat.forbid is 'Trigger: refuses, under the trigger''s own name.';

create procedure beat.never(done text, variadic tables text[]) language plpgsql as $$
declare
	name text;
begin
	foreach name in array tables loop
		execute format('create trigger %I before %s on beat.%I for each statement execute function beat.forbid()',
			name || '_never_' || done, case done when 'deleted' then 'delete or truncate' else 'update' end, name);
	end loop;
end
$$;
comment on procedure beat.never is 'For migrations: rows of these tables are never deleted, or never changed.';

create function beat.changed(topic text, in_project_id bigint, id text) returns void language plpgsql as $$
begin
	perform pg_notify('beat_change', json_build_object('topic', topic, 'project', in_project_id, 'id', id)::text);
end
$$;
comment on function beat.changed is 'Tells the dashboards that listen. Equal notes of one transaction are sent once. Topics: attempt, submit, worker, '
	'review, screening, revocation, batch, question, validation, project, model, people.';

-- Settings are changed by people, sometimes by hand in psql: the record of it must
-- not depend on them, so it is made by triggers. The programs name the actor in
-- the setting beat.actor.
create function beat.current_actor() returns text
	language sql stable
	return coalesce(nullif(pg_catalog.current_setting('beat.actor', true), ''), 'db:' || session_user);
comment on function beat.current_actor is 'Who is acting: as told by beat.actor in this transaction, else the database user.';

-- {"before": {…}, "after": {…}} of the columns that differ.
create function beat.row_difference(old_row jsonb, new_row jsonb) returns jsonb
	language sql immutable
	return (
		select jsonb_build_object(
			'before', coalesce(jsonb_object_agg(n.key, old_row -> n.key), '{}'),
			'after', coalesce(jsonb_object_agg(n.key, n.value), '{}'))
		from jsonb_each(new_row) n
		where n.value is distinct from old_row -> n.key
	);
comment on function beat.row_difference is 'What an update changed, as the detail of an event.';

-- A lane of project_tally that no other transaction is using, held until this one
-- ends. Never waits, and so never deadlocks, while there are fewer writers than lanes.
create function beat.tally_lane() returns smallint language plpgsql as $$
declare
	lanes constant integer := 32;
	first integer := pg_backend_pid() % lanes;
begin
	for i in 0 .. lanes - 1 loop
		if pg_try_advisory_xact_lock(hashtext('beat.tally'), (first + i) % lanes) then
			return (first + i) % lanes;
		end if;
	end loop;
	return first;
end
$$;
comment on function beat.tally_lane is 'The lane of project_tally to count in.';

-- What happened.

create table beat.event (
	id bigint generated always as identity,
	at timestamptz not null default clock_timestamp(),
	actor beat.actor_name not null,
	kind beat.event_kind not null,
	project_id bigint,
	worker_id bigint,
	assignment_id bigint,
	detail jsonb not null default '{}',
	constraint event_pkey primary key (id)
);
comment on table beat.event is 'Append-only: who changed what, when, from what to what.';
create index event_project_idx on beat.event (project_id, id) where project_id is not null;
create index event_worker_idx on beat.event (worker_id, id) where worker_id is not null;
create index event_kind_idx on beat.event (kind, id);
create index event_actor_idx on beat.event (actor, id);
create index event_project_change_idx on beat.event (project_id, at)
	where kind in ('project.set', 'project.state', 'project.target');

create function beat.event_add(
	in_kind text, in_project_id bigint, in_worker_id bigint, in_assignment_id bigint, in_detail jsonb)
	returns void language plpgsql as $$
begin
	insert into beat.event (actor, kind, project_id, worker_id, assignment_id, detail)
	values (beat.current_actor(), in_kind, in_project_id, in_worker_id, in_assignment_id, in_detail);
end
$$;
comment on function beat.event_add is 'Adds an event by the current actor.';

create table beat.setting (
	key text not null,
	value text not null,
	created_at timestamptz not null default clock_timestamp(),
	constraint setting_pkey primary key (key)
);
comment on table beat.setting is 'What all servers of one database share, such as the key that signs tokens.';

insert into beat.setting (key, value)
values ('release_key', replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''));

create table beat.function_set (
	name text not null,
	program text not null,
	installed_at timestamptz not null default clock_timestamp(),
	dropped_at timestamptz,
	constraint function_set_pkey primary key (name),
	constraint function_set_name_form check (name ~ '^beat_f_[0-9a-f]{12}$')
);
comment on table beat.function_set is
	'The sets of functions that programs brought along, each in a schema of that name; see functions/function_sets.sql.';

-- Nothing is deleted, from any table.
call beat.never('deleted', 'event', 'setting', 'function_set');

-- What is true once stays true.
call beat.never('changed', 'event');
