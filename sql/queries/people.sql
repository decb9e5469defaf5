-- Who may enter the dashboard: sessions, accounts, keys for scripts. Digests and secrets travel as hexadecimal digits.

-- for: beatd

-- name: admin_who(session_sha256 text?, token_sha256 text?, kind text?, subject text?)
--   -> (account_id bigint, login_id bigint?, token_id bigint?, name text, role text, may text, projects jsonb, away bool?,
--     totp bool, stale bool)
select account_id, login_id, token_id, name, role, may, projects, away, totp, stale
  from admin_who($1::text, $2::text, $3::text, $4::text);

-- name: admin_touch(login_id bigint?, token_id bigint?)
select admin_touch($1::bigint, $2::bigint);

-- name: admin_alive(login_id bigint, token_id bigint) -> (alive bool, sees text?)
select alive, sees
  from admin_alive($1::bigint, $2::bigint);

-- name: login_begin(name text, address text)
--   -> (wait int, keys text[]?, account_id bigint?, name text?, role text?, password text?, totp_secret text?)
select wait, keys, account_id, name, role, password, totp_secret
  from login_begin($1::text, $2::text);

-- name: login_finish(account_id bigint, password text, keys text[], code_step bigint?, token_sha256 text,
--     old_token_sha256 text?, address text, agent text)
--   -> (status text, wait int, may text?, projects jsonb?)
select status, wait, may, projects
  from login_finish($1::bigint, $2::text, $3::text[], $4::bigint, $5::text, $6::text, $7::text, $8::text);

-- name: login_release(keys text[])
select throttle_give_back($1::text[]);

-- name: login_end(login_id bigint, everywhere bool, actor text) -> answer
select login_end($1::bigint, $2::boolean, $3::text) as answer;

-- name: account_check(account_id bigint, what text)
--   -> (wait int, name text, password text, totp_secret text?, totp_on bool, totp_last_step bigint?)
select wait, name, password, totp_secret, totp_on, totp_last_step
  from account_check($1::bigint, $2::text);

-- name: account_password(account_id bigint, login_id bigint, old_password text, new_password text, actor text)
--   -> answer
select account_password($1::bigint, $2::bigint, $3::text, $4::text, $5::text) as answer;

-- name: account_totp_start(account_id bigint, secret text, actor text) -> answer
select account_totp_start($1::bigint, $2::text, $3::text) as answer;

-- name: account_totp_confirm(account_id bigint, secret text, step bigint, actor text) -> answer
select account_totp_confirm($1::bigint, $2::text, $3::bigint, $4::text) as answer;

-- name: account_totp_stop(account_id bigint, password text?, step bigint?, actor text) -> answer
select account_totp_stop($1::bigint, $2::text, $3::bigint, $4::text) as answer;

-- name: admin_people() -> answer
select admin_people() as answer;

-- for: beatd beatctl

-- name: admin_person_add(name text, role text, password text, actor text, may text?, project text?) -> answer
select admin_person_add($1::text, $2::text, $3::text, $4::text, $5::text, $6::text) as answer;

-- name: admin_person_set(name text, role text?, disabled bool?, password text?, totp_off bool, actor text, may text?,
--     project text?)
--   -> answer
select admin_person_set($1::text, $2::text, $3::boolean, $4::text, $5::boolean, $6::text, $7::text, $8::text) as answer;

-- name: admin_person_sign_out(name text, actor text) -> answer
select admin_person_sign_out($1::text, $2::text) as answer;

-- for: beatd

-- name: admin_tokens(account_id bigint, everyones bool) -> answer
select admin_tokens($1::bigint, $2::boolean) as answer;

-- name: admin_token_add(account_id bigint, name text?, scopes jsonb, days text?, token_sha256 text, actor text)
--   -> answer
select admin_token_add($1::bigint, $2::text, $3::jsonb, $4::text, $5::text, $6::text) as answer;

-- for: beatd beatctl

-- name: admin_token_revoke(id text, account_id bigint?, everyones bool, actor text) -> answer
select admin_token_revoke($1::text, $2::bigint, $3::boolean, $4::text) as answer;

-- for: beatctl

-- name: user_list()
--   -> (name text, role text, projects text, state text, totp text, sessions bigint, tokens bigint, seen_at text, created_at text)
select name, role, projects, state, totp, sessions, tokens, seen_at, created_at
  from user_list();

-- name: user_token_list(account text?)
--   -> (id bigint, account text, name text, scopes text, state text, created_at text, expires_at text, used_at text)
select id, account, name, scopes, state, created_at, expires_at, used_at
  from user_token_list($1::text);

-- name: user_token_add(account text, name text, scopes jsonb, days text?, token_sha256 text, actor text) -> answer
select admin_token_add(account_named($1::text), $2::text, $3::jsonb, $4::text, $5::text, $6::text) as answer;
