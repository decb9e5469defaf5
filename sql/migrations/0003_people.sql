-- Who may enter the dashboard.

create table beat.account (
	id bigint generated always as identity,
	name text not null,
	role beat.role_name not null,
	password text not null,
	password_changed_at timestamptz not null default clock_timestamp(),
	totp_secret bytea,
	totp_confirmed_at timestamptz,
	totp_last_step bigint not null default 0,
	disabled_at timestamptz,
	created_at timestamptz not null default clock_timestamp(),
	constraint account_pkey primary key (id),
	constraint account_name_key unique (name),
	constraint account_name_form check (name ~ '^[a-z0-9][a-z0-9._-]{0,62}$'),
	constraint account_password_is_argon2id check (password = '' or password ~ '^[$]argon2id[$]'),
	constraint account_totp_confirmed_has_secret check (totp_confirmed_at is null or totp_secret is not null)
);
comment on table beat.account is 'A person who may enter the dashboard.';
comment on column beat.account.password is 'An argon2id string; empty: nobody can sign in with a password.';
comment on column beat.account.totp_last_step is 'The time step of the last code that was taken: none is taken twice.';

create table beat.login (
	id bigint generated always as identity,
	account_id bigint not null,
	token_sha256 bytea not null,
	created_at timestamptz not null default clock_timestamp(),
	seen_at timestamptz not null default clock_timestamp(),
	expires_at timestamptz not null,
	ended_at timestamptz,
	address text not null default '',
	agent text not null default '',
	constraint login_pkey primary key (id),
	constraint login_token_key unique (token_sha256),
	constraint login_account_fkey foreign key (account_id) references beat.account (id),
	constraint login_lengths check (char_length(address) <= 100 and char_length(agent) <= 400)
);
comment on table beat.login is 'Sessions of the dashboard. The cookie''s token is kept as its digest alone.';
create index login_account_idx on beat.login (account_id) where ended_at is null;
create index login_familiar_idx on beat.login (account_id, address, created_at);

create table beat.login_failure (
	key text not null,
	failures integer not null default 0,
	last_at timestamptz not null default clock_timestamp(),
	blocked_until timestamptz,
	constraint login_failure_pkey primary key (key),
	constraint login_failure_key_length check (char_length(key) <= 200)
);
comment on table beat.login_failure is 'Failed sign-ins in a row, by "account:NAME" and "address:IP": the back-off.';
create index login_failure_age_idx on beat.login_failure (last_at);

create table beat.api_token (
	id bigint generated always as identity,
	account_id bigint not null,
	name text not null,
	token_sha256 bytea not null,
	scopes text[] not null,
	created_at timestamptz not null default clock_timestamp(),
	expires_at timestamptz,
	used_at timestamptz,
	revoked_at timestamptz,
	constraint api_token_pkey primary key (id),
	constraint api_token_token_key unique (token_sha256),
	constraint api_token_account_fkey foreign key (account_id) references beat.account (id),
	constraint api_token_name_form check (not beat.is_blank(name) and char_length(name) <= 100),
	constraint api_token_scopes_known check (
		scopes <@ array['look', 'review', 'manage', 'people', 'identity'] and cardinality(scopes) >= 1
	)
);
comment on table beat.api_token is 'Keys for scripts: they may do what their scopes and their account''s role both allow.';
create index api_token_account_idx on beat.api_token (account_id);

-- Nothing is deleted, from any table.
call beat.never('deleted', 'account', 'login', 'api_token');

create function beat.account_check_change() returns trigger language plpgsql as $$
begin
	if (new.id, new.name, new.created_at) is distinct from (old.id, old.name, old.created_at) then
		perform beat.violates('account', 'account_stays_itself',
			format('Account %s cannot become another.', old.name), 'restrict_violation');
	end if;
	if old.role = 'admin' and old.disabled_at is null and (new.role <> 'admin' or new.disabled_at is not null) then
		-- One after the other: of two admins who remove each other, the second must see what the first did.
		perform pg_advisory_xact_lock(hashtextextended('beat.account_keeps_an_admin', 0));
		if not exists (select from beat.account a
						where a.role = 'admin' and a.disabled_at is null and a.id <> old.id) then
			perform beat.violates('account', 'account_keeps_an_admin',
				format('%s is the last admin. Make somebody else an admin first.', old.name), 'BE409');
		end if;
	end if;
	return new;
end
$$;
comment on function beat.account_check_change is 'Trigger: account_stays_itself, account_keeps_an_admin.';
create trigger account_check_change before update on beat.account
	for each row execute function beat.account_check_change();

create function beat.account_log() returns trigger language plpgsql as $$
declare
	who constant jsonb := jsonb_build_object('account', new.name);
begin
	if tg_op = 'INSERT' then
		perform beat.event_add('account.create', null, null, null,
			who || jsonb_build_object('before', null, 'after', beat.account_shown(new)));
	elsif beat.account_shown(old) <> beat.account_shown(new) then
		perform beat.event_add('account.set', null, null, null,
			who || beat.row_difference(beat.account_shown(old), beat.account_shown(new)));
	end if;
	if tg_op = 'UPDATE' and old.password <> new.password then
		perform beat.event_add('account.password', null, null, null, who);
	end if;
	if tg_op = 'INSERT' or beat.account_shown(old) <> beat.account_shown(new) then
		perform beat.changed('people', null, new.name);
	end if;
	return null;
end
$$;
comment on function beat.account_log is 'Trigger: every change of an account is an event, never with a secret.';
create trigger account_log after insert or update on beat.account for each row execute function beat.account_log();

create function beat.account_end() returns trigger language plpgsql as $$
begin
	update beat.login l set ended_at = clock_timestamp() where l.account_id = new.id and l.ended_at is null;
	update beat.api_token t set revoked_at = clock_timestamp() where t.account_id = new.id and t.revoked_at is null;
	return null;
end
$$;
comment on function beat.account_end is 'Trigger: the sessions and keys of a disabled account end, and do not come back with it.';
create trigger account_end after update of disabled_at on beat.account
	for each row when (old.disabled_at is null and new.disabled_at is not null) execute function beat.account_end();

create function beat.api_token_log() returns trigger language plpgsql as $$
declare
	detail constant jsonb := jsonb_build_object('token', new.id, 'name', new.name, 'scopes', new.scopes,
		'account', (select a.name from beat.account a where a.id = new.account_id));
begin
	if tg_op = 'INSERT' then
		perform beat.event_add('token.create', null, null, null,
			detail || jsonb_build_object('expires_at', beat.iso(new.expires_at)));
	elsif old.revoked_at is null and new.revoked_at is not null then
		perform beat.event_add('token.revoke', null, null, null, detail);
		perform beat.changed('people', null, null);
	end if;
	return null;
end
$$;
comment on function beat.api_token_log is 'Trigger: making and revoking an API token are events.';
create trigger api_token_log after insert or update on beat.api_token
	for each row execute function beat.api_token_log();

create function beat.login_ended() returns trigger language plpgsql as $$
begin
	perform beat.changed('people', null, null);
	return null;
end
$$;
comment on function beat.login_ended is 'Trigger: what follows along in a session learns at once that it has ended.';
create trigger login_ended after update of ended_at on beat.login
	for each row when (old.ended_at is null and new.ended_at is not null) execute function beat.login_ended();

create function beat.account_shown(a beat.account) returns jsonb
	language sql stable
	return jsonb_build_object('account', a.name, 'role', a.role, 'disabled', a.disabled_at is not null,
		'totp', a.totp_confirmed_at is not null);
comment on function beat.account_shown is 'An account as the record of changes may hold it: without its secrets.';
