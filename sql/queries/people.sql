-- Who may enter the dashboard: sessions, accounts, keys for scripts. Digests and secrets travel as hexadecimal digits.

-- name: admin_who(session_sha256, token_sha256)
select account_id, login_id, token_id, name, role, may, totp, stale
  from beat.admin_who($1::text, $2::text);

-- name: admin_touch(login_id, token_id)
select beat.admin_touch($1::bigint, $2::bigint);

-- name: admin_alive(login_id, token_id)
select beat.admin_alive($1::bigint, $2::bigint);

-- name: login_begin(name, address)
select wait, keys, account_id, name, role, password, totp_secret
  from beat.login_begin($1::text, $2::text);

-- name: login_finish(account_id, password, keys, code_step, token_sha256, old_token_sha256, address, agent)
select status, wait, may
  from beat.login_finish($1::bigint, $2::text, $3::text[], $4::bigint, $5::text, $6::text, $7::text, $8::text);

-- name: login_release(keys)
select beat.throttle_give_back($1::text[]);

-- name: login_end(login_id, everywhere, actor)
select beat.login_end($1::bigint, $2::boolean, $3::text);

-- name: account_check(account_id, what)
select wait, name, password, totp_secret, totp_on, totp_last_step
  from beat.account_check($1::bigint, $2::text);

-- name: account_password(account_id, login_id, old_password, new_password, actor)
select beat.account_password($1::bigint, $2::bigint, $3::text, $4::text, $5::text);

-- name: account_totp_start(account_id, secret, actor)
select beat.account_totp_start($1::bigint, $2::text, $3::text);

-- name: account_totp_confirm(account_id, secret, step, actor)
select beat.account_totp_confirm($1::bigint, $2::text, $3::bigint, $4::text);

-- name: account_totp_stop(account_id, password, step, actor)
select beat.account_totp_stop($1::bigint, $2::text, $3::bigint, $4::text);

-- name: admin_people()
select beat.admin_people();

-- name: admin_person_add(name, role, password, actor, may)
select beat.admin_person_add($1::text, $2::text, $3::text, $4::text, $5::text);

-- name: admin_person_set(name, role, disabled, password, totp_off, actor, may)
select beat.admin_person_set($1::text, $2::text, $3::boolean, $4::text, $5::boolean, $6::text, $7::text);

-- name: admin_person_sign_out(name, actor)
select beat.admin_person_sign_out($1::text, $2::text);

-- name: admin_tokens(account_id, everyones)
select beat.admin_tokens($1::bigint, $2::boolean);

-- name: admin_token_add(account_id, name, scopes, days, token_sha256, actor)
select beat.admin_token_add($1::bigint, $2::text, $3::jsonb, $4::text, $5::text, $6::text);

-- name: admin_token_revoke(id, account_id, everyones, actor)
select beat.admin_token_revoke($1::text, $2::bigint, $3::boolean, $4::text);

-- name: user_list()
select name, role, state, totp, sessions, tokens, seen_at, created_at
  from beat.user_list();

-- name: user_token_list(account)
select id, account, name, scopes, state, created_at, expires_at, used_at
  from beat.user_token_list($1::text);

-- name: user_token_add(account, name, scopes, days, token_sha256, actor)
select beat.admin_token_add(beat.account_named($1::text), $2::text, $3::jsonb, $4::text, $5::text, $6::text);
