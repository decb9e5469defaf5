-- Who may enter the dashboard: accounts, sessions, back-off, codes, keys for scripts.
begin;
\ir fixture.psql
select plan(139);

-- Short ways to act. A password's string is made up: the database only compares it.
create function tap.digest(word text) returns text language sql as $$
	select encode(sha256(convert_to(word, 'UTF8')), 'hex')
$$;
create function tap.hash(word text) returns text language sql as $$ select '$argon2id$' || word $$;
-- A try to sign in: the status, "wait", "wrong" for a wrong password, as the server would find.
create function tap.sign_in(name text, password text, address text, token text, step bigint default null,
	old_token text default null)
	returns text language plpgsql as $$
declare
	b record;
begin
	select * into b from login_begin(sign_in.name, address);
	if b.wait > 0 then
		return 'wait';
	elsif b.account_id is null or b.password <> tap.hash(sign_in.password) then
		return 'wrong';
	end if;
	return (select f.status from login_finish(b.account_id, b.password, b.keys, step, tap.digest(token),
		tap.digest(old_token), address, 'test') f);
end
$$;
create function tap.who(token text) returns text language sql as $$
	select name || ': ' || may from admin_who(tap.digest(token), null)
$$;
create function tap.who_with(token text) returns text language sql as $$
	select name || ': ' || may from admin_who(null, tap.digest(token))
$$;
-- The wait that the last failure under a key caused, in seconds; and one that outlasts the test.
create function tap.pause(in_key text) returns integer language sql as $$
	select round(extract(epoch from blocked_until - last_at))::integer from beat.login_failure where key = in_key
$$;
create function tap.hold(in_key text) returns void language sql as $$
	update beat.login_failure set blocked_until = clock_timestamp() + interval '1 hour' where key = in_key
$$;
create function tap.account(name text) returns bigint language sql as $$ select account_named(name) $$;

-- Accounts.
select is(admin_person_add('ann', 'admin', tap.hash('a'), 'cli') ->> 'role', 'admin', 'an account is made');
select admin_person_add('rob', 'reviewer', tap.hash('r'), 'user:ann') \g /dev/null
select admin_person_add('vic', 'viewer', tap.hash('v'), 'user:ann') \g /dev/null
select is(tap.sentence($$select admin_person_add('ann', 'admin', '$argon2id$x', 'cli')$$),
	'BE409: There is an account "ann" already.', 'a name is given once');
select matches(tap.sentence(format('select admin_person_add(%L, %L, %L, %L)', name, 'viewer', '$argon2id$x', 'cli')),
	'^An account''s name is', 'no name: ' || name)
  from unnest(array['', 'Ann', 'a b', '-a', repeat('x', 64), 'é']) as name;
select matches(tap.sentence($$select admin_person_add('eve', 'owner', '$argon2id$x', 'cli')$$), '^A role is',
	'there are three roles');
select bites($$insert into beat.account (name, role, password) values ('x', 'admin', 'secret')$$,
	'account_password_is_argon2id', 'no plain password is kept');
select bites($$insert into beat.account (name, role, password) values ('x', 'owner', '')$$, 'role_known', 'roles');
select bites($$update beat.account set name = 'other' where name = 'vic'$$, 'account_stays_itself', 'name');
select is(tap.sentence($$select admin_person_set('nobody', null, true, null, false, 'cli')$$),
	'BE404: There is no account "nobody".', 'an unknown account');

-- The last admin.
select bites($$update beat.account set role = 'viewer' where name = 'ann'$$, 'account_keeps_an_admin', 'demoted');
select bites($$update beat.account set disabled_at = now() where name = 'ann'$$, 'account_keeps_an_admin', 'disabled');
select bites($$select admin_person_set('ann', 'reviewer', null, null, false, 'user:ann')$$,
	'account_keeps_an_admin', 'by the dashboard');
select lives_ok($$select admin_person_set('rob', 'admin', null, null, false, 'user:ann')$$, 'a second admin');
select lives_ok($$select admin_person_set('ann', 'reviewer', null, null, false, 'user:rob')$$, 'the first may go');
select bites($$select admin_person_set('rob', null, true, null, false, 'user:rob')$$, 'account_keeps_an_admin',
	'now it is the other');
select lives_ok($$select admin_person_set('ann', 'admin', null, null, false, 'user:rob')$$, 'and back');
select lives_ok($$select admin_person_set('rob', 'reviewer', null, null, false, 'user:ann')$$, 'both');

-- Sessions.
select is(tap.sign_in('ann', 'a', '10.0.0.1', 'token-a'), 'ok', 'signs in');
select is(tap.sign_in(' Ann ', 'a', '10.0.0.1', 'token-a2'), 'ok', 'capitals and blanks of a phone do not matter');
select is(tap.who('token-a'), 'ann: look,review,manage,people,identity', 'an admin may everything');
select is(tap.sign_in('rob', 'r', '10.0.0.1', 'token-r'), 'ok', 'a reviewer signs in');
select is(tap.who('token-r'), 'rob: look,review', 'a reviewer may look and review');
select is(tap.sign_in('vic', 'v', '10.0.0.1', 'token-v'), 'ok', 'a viewer signs in');
select is(tap.who('token-v'), 'vic: look', 'a viewer may look');
select is(tap.who('token-x'), null, 'nobody has this token');
select is(tap.who_with('token-a'), null, 'a session is no API token');
select is(tap.sign_in('ann', 'a', '10.0.0.1', 'token-a3', null, 'token-a2'), 'ok', 'signs in again');
select is(tap.who('token-a2'), null, 'the session of the old cookie has ended');
select ok((select bool_and(octet_length(token_sha256) = 32) from beat.login), 'tokens are kept as digests');
update beat.login set expires_at = now() where token_sha256 = sha256('token-a3');
select is(tap.who('token-a3'), null, 'a session ends after its time');
update beat.login set seen_at = now() - interval '121 minutes' where token_sha256 = sha256('token-v');
select is(tap.who('token-v'), null, 'and when nobody used it for two hours');
select ok((select expires_at - created_at between interval '11:59' and interval '12:01' from beat.login
			where token_sha256 = sha256('token-a')), 'twelve hours');
select is((select stale from admin_who(tap.digest('token-a'), null)), false, 'a new session needs no note');
update beat.login set seen_at = now() - interval '5 minutes' where token_sha256 = sha256('token-a');
select is((select stale from admin_who(tap.digest('token-a'), null)), true, 'after a minute it does');
select admin_touch((select id from beat.login where token_sha256 = sha256('token-a')), null) \g /dev/null
select is((select stale from admin_who(tap.digest('token-a'), null)), false, 'noted');
select ok((admin_alive((select id from beat.login where token_sha256 = sha256('token-a')), null)).alive, 'alive');
select is(login_end((select id from beat.login where token_sha256 = sha256('token-r')), false, 'user:rob')::jsonb,
	'{"ended": 1}', 'signs out');
select is(tap.who('token-r'), null, 'signed out');
select ok(not (admin_alive((select id from beat.login where token_sha256 = sha256('token-r')), null)).alive, 'not alive');
select is(tap.sign_in('ann', 'a', '10.0.0.9', 'token-a4'), 'ok', 'elsewhere');
select is(login_end((select id from beat.login where token_sha256 = sha256('token-a')), true, 'user:ann') ->> 'ended',
	'2', 'signs out everywhere');
select is(tap.who('token-a4'), null, 'everywhere');

-- A role is read anew for every request; a disabled account is out at once.
select is(tap.sign_in('rob', 'r', '10.0.0.1', 'token-r2'), 'ok', 'rob again');
select admin_person_set('rob', 'viewer', null, null, false, 'user:ann') \g /dev/null
select is(tap.who('token-r2'), 'rob: look', 'the session follows the role');
select admin_person_set('rob', 'reviewer', null, null, false, 'user:ann') \g /dev/null
select is(json_array_length(admin_tokens(tap.account('rob'), false) -> 'items'), 0, 'no API token yet');
select admin_token_add(tap.account('rob'), 'nightly', '["look", "review", "look"]', null, tap.digest('bt_1'), 'user:rob')
	\g /dev/null
select is(tap.who_with('bt_1'), 'rob: look,review', 'an API token');
select admin_person_set('rob', null, true, null, false, 'user:ann') \g /dev/null
select is(tap.who('token-r2'), null, 'disabled: the session is over');
select is(tap.who_with('bt_1'), null, 'disabled: the API token is over');
select is(tap.sign_in('rob', 'r', '10.0.0.1', 'token-r3'), 'wrong', 'disabled: nobody signs in');
select is(tap.sentence(format('select admin_token_add(%s, %L, %L, null, %L, %L)', tap.account('rob'), 'x', '["look"]',
	tap.digest('bt_2'), 'cli')), 'The account "rob" is disabled.', 'disabled: no API tokens');
select admin_person_set('rob', null, false, null, false, 'user:ann') \g /dev/null
select is(tap.who('token-r2'), null, 'enabled again: the old session does not come back');
select is(tap.who_with('bt_1'), null, 'nor does the API token');
select is(tap.sign_in('rob', 'r', '10.0.0.1', 'token-r4'), 'ok', 'a new one does');
select admin_person_set('rob', null, null, tap.hash('r2'), false, 'user:ann') \g /dev/null
select is(tap.who('token-r4'), null, 'a new password ends the sessions');
select is(tap.sign_in('rob', 'r2', '10.0.0.1', 'token-r5'), 'ok', 'and counts');
select is(admin_person_sign_out('rob', 'user:ann') ->> 'ended', '1', 'an admin signs somebody out');

-- The own password.
select is(tap.sign_in('vic', 'v', '10.0.0.2', 'token-v2') || tap.sign_in('vic', 'v', '10.0.0.3', 'token-v3'), 'okok', 'twice');
select is(account_password(tap.account('vic'), (select id from beat.login where token_sha256 = sha256('token-v2')),
	tap.hash('v'), tap.hash('v2'), 'user:vic') ->> 'ended', '1', 'the own password: other sessions end');
select is(tap.who('token-v2'), 'vic: look', 'this session stays');
select is(tap.who('token-v3'), null, 'the other ended');
select matches(tap.sentence(format('select account_password(%s, null, %L, %L, %L)', tap.account('vic'), tap.hash('v'),
	tap.hash('v3'), 'user:vic')), '^BE409: ', 'the password was changed meanwhile');
select is((select status from login_finish(tap.account('vic'), tap.hash('v'), '{a,b}', null, tap.digest('late'), null,
	'10.0.0.1', '')), 'changed', 'nor does it begin a session');

-- Back-off: of a name at an address. Who guesses elsewhere, or other names, keeps nobody out.
select is(array_agg(tap.sign_in('vic', 'x', '10.1.0.1', 't') order by i), array_fill('wrong'::text, array[5]),
	'five tries are free') from generate_series(1, 5) as i;
select is(tap.pause('pair:vic:10.1.0.1'), 1, 'then a wait of a second');
select tap.hold('pair:vic:10.1.0.1') \g /dev/null
select is(tap.sign_in('vic', 'v2', '10.1.0.1', 't'), 'wait', 'until then even the right password waits');
select ok((select wait between 1 and 3600 from login_begin('vic', '10.1.0.1')), 'and is told how long');
select is(tap.sign_in('ann', 'a', '10.1.0.1', 'token-a8'), 'ok', 'who shares the address does not wait');
select is(array_agg(tap.sign_in('vic', 'x', '10.4.' || i || '.1', 't') order by i), array_fill('wrong'::text, array[40]),
	'however often the name is guessed elsewhere') from generate_series(1, 40) as i;
select is(tap.sign_in('vic', 'v2', '10.1.0.99', 'token-v4'), 'ok', 'its owner comes in from an address never seen before');
select is(tap.sign_in('vic', 'v2', '10.1.0.1', 't'), 'wait', 'which does not end the wait of who guessed');
update beat.login_failure set blocked_until = now() - interval '1 second' where key = 'pair:vic:10.1.0.1';
select is(tap.sign_in('vic', 'x', '10.1.0.1', 't'), 'wrong', 'after the wait one more');
select is(tap.pause('pair:vic:10.1.0.1'), 2, 'then two seconds');
update beat.login_failure set failures = 1000, blocked_until = null where key = 'pair:vic:10.1.0.1';
select is(tap.sign_in('vic', 'x', '10.1.0.1', 't'), 'wrong', 'again');
select is(tap.pause('pair:vic:10.1.0.1'), 900, 'a quarter of an hour at most');
update beat.login_failure set blocked_until = null, last_at = now() - interval '2 hours' where key = 'pair:vic:10.1.0.1';
select is(tap.sign_in('vic', 'x', '10.1.0.1', 't'), 'wrong', 'after an hour of silence');
select is((select failures from beat.login_failure where key = 'pair:vic:10.1.0.1'), 1, 'the count starts anew');
select is(tap.sign_in('vic', 'v2', '10.1.0.1', 'token-v5'), 'ok', 'the right password');
select is((select count(*) from beat.login_failure where key in ('pair:vic:10.1.0.1', 'account:vic')), 0::bigint,
	'clears the count');
select is(array_agg(tap.sign_in('name' || i, 'x', '10.2.0.1', 't') order by i),
	array_fill('wrong'::text, array[40]), 'of forty names guessed at one address') from generate_series(1, 40) as i;
select is(tap.sign_in('vic', 'v2', '10.2.0.1', 'token-v6'), 'ok', 'none keeps a neighbour out');
select is(array_agg(tap.sign_in('vic', 'x', '2001:db8::' || i, 't') order by i)
	|| tap.sign_in('vic', 'v2', '2001:db8::9', 't'), array_fill('wrong'::text, array[5]) || 'wait'::text,
	'all of an IPv6 network is one address') from generate_series(1, 5) as i;
select is(admin_person_set('vic', null, null, tap.hash('v2'), false, 'user:ann') ->> 'name', 'vic', 'a new password');
select is((select count(*) from beat.login_failure where key like 'pair:vic:%'), 0::bigint, 'clears them everywhere');
select is(tap.sign_in('vic', 'v2', '10.0.0.2', 'token-v7'), 'ok', 'for its owner');
select is(address_network(a), n, 'network of ' || a)
  from (values ('192.0.2.7', '192.0.2.7'), ('::ffff:192.0.2.7', '192.0.2.7'), ('2001:db8::1', '2001:db8::/64'),
	('2001:db8::ffff:2', '2001:db8::/64'), ('2001:db8:0:1::2', '2001:db8:0:1::/64'), ('odd', 'odd')) as t (a, n);
select is((select array_agg(f.key) from beat.login_failure f where f.key like '%--%'), null,
	'odd names share a key');
update beat.login_failure set last_at = now() - interval '2 days' where key ~ '^(pair|account):name';
select throttle_forget() from generate_series(1, 4) \g /dev/null
select is((select count(*) from beat.login_failure where key ~ '^(pair|account):name'), 0::bigint, 'old keys are forgotten');

-- Codes.
select account_totp_start(tap.account('vic'), repeat('ab', 20), 'user:vic') \g /dev/null
select is(tap.sign_in('vic', 'v2', '10.0.0.2', 'token-c0'), 'ok', 'not confirmed: not asked for');
select matches(tap.sentence(format('select account_totp_confirm(%s, %L, 5, %L)', tap.account('vic'), repeat('cd', 20),
	'user:vic')), '^BE409: ', 'another secret');
select is(account_totp_confirm(tap.account('vic'), repeat('ab', 20), 100, 'user:vic') ->> 'totp', 'true', 'confirmed');
select matches(tap.sentence(format('select account_totp_start(%s, %L, %L)', tap.account('vic'), repeat('cd', 20),
	'user:vic')), '^BE409: ', 'not a second time');
select is(tap.sign_in('vic', 'v2', '10.0.0.2', 'token-c'), 'code_needed', 'a code is asked for');
select is(tap.sign_in('vic', 'v2', '10.0.0.2', 'token-c', 100), 'code_wrong', 'the code of the confirmation is used up');
select is(tap.sign_in('vic', 'v2', '10.0.0.2', 'token-c', 101), 'ok', 'the next one is good');
select is(tap.sign_in('vic', 'v2', '10.0.0.2', 'token-d', 101), 'code_wrong', 'once');
select is(array_agg(tap.sign_in('vic', 'v2', '10.3.0.' || i, 'token-d', 0) order by i),
	array_fill('code_wrong'::text, array[4]), 'wrong codes') from generate_series(1, 4) as i;
select is(tap.pause('code:vic'), 1, 'guessing codes is slowed down');
select tap.hold('code:vic') \g /dev/null
select is(tap.sign_in('vic', 'v2', '10.3.0.5', 'token-d', 102), 'wait', 'the right one waits too');
select is((select failures from beat.login_failure where key = 'account:vic'), 0, 'for those who have the password only');
select is(admin_person_set('vic', null, null, null, true, 'user:ann') ->> 'totp', 'false', 'an admin turns codes off');
select is(tap.sign_in('vic', 'v2', '10.0.0.2', 'token-d'), 'ok', 'no code');

-- Keys for scripts.
select matches(tap.sentence(format('select admin_token_add(%s, %s, %s, %s, %L, %L)', tap.account('vic'), quote_nullable(name),
	quote_nullable(scopes), quote_nullable(days), tap.digest('bt_9'), 'user:vic')), sentence, 'refused: ' || sentence)
  from (values ('', '["look"]', null, '^Give the token a name'), (null, '["look"]', null, '^Give the token a name'),
	('x', '[]', null, '^scopes must be'), ('x', null, null, '^scopes must be'), ('x', '[1]', null, '^scopes must be'),
	('x', '["fly"]', null, '^There is no scope "fly"'), ('x', '["manage"]', null, 'which does not include "manage"'),
	('x', '["look"]', '0', '^days must be'), ('x', '["look"]', '3651', '^days must be'),
	('x', '["look"]', '1e3', '^days must be')) as t (name, scopes, days, sentence);
select admin_token_add(tap.account('ann'), 'export', '["look", "manage"]', '7', tap.digest('bt_a'), 'user:ann') \g /dev/null
select is(tap.who_with('bt_a'), 'ann: look,manage', 'what its scopes say');
select admin_person_set('rob', 'admin', null, null, false, 'user:ann') \g /dev/null
select admin_person_set('ann', 'reviewer', null, null, false, 'user:rob') \g /dev/null
select is(tap.who_with('bt_a'), 'ann: look', 'and its account''s role allows');
update beat.api_token set expires_at = now() where name = 'export';
select is(tap.who_with('bt_a'), null, 'until it runs out');
select admin_token_add(tap.account('ann'), 'two', '["look"]', null, tap.digest('bt_b'), 'user:ann') \g /dev/null
select is(json_array_length(admin_tokens(tap.account('vic'), false) -> 'items'), 0, 'one sees one''s own');
select cmp_ok(json_array_length(admin_tokens(tap.account('vic'), true) -> 'items'), '>=', 3, 'an admin sees all');
select matches(tap.sentence(format('select admin_token_revoke(%L, %s, false, %L)',
	(select id from beat.api_token where name = 'two'), tap.account('vic'), 'user:vic')), '^BE404: ', 'not those of others');
select isnt(admin_token_revoke((select id::text from beat.api_token where name = 'two'), tap.account('ann'), false, 'user:ann')
	->> 'revoked_at', null, 'revoked');
select is(tap.who_with('bt_b'), null, 'at once');
select matches(tap.sentence($$select admin_token_revoke('x; drop', 1, true, 'user:ann')$$), '^BE404: ', 'no number');

-- Nobody lets somebody in who may do more than they.
select matches(tap.sentence($$select admin_person_add('max', 'reviewer', '$argon2id$x', 'user:rob', 'look,people')$$),
	'^BE403: .*the role reviewer needs the scopes look, review', 'a new account');
select is(admin_person_add('max', 'viewer', tap.hash('m'), 'user:rob', 'look,people') ->> 'role', 'viewer', 'as much is fine');
select matches(tap.sentence(format('select admin_person_set(%L, %s, %s, %s, %L, %L, %L)', name, quote_nullable(role), disabled,
	quote_nullable(password), totp_off, 'user:rob', 'look,people')), '^BE403: ', 'nor by a ' || what)
  from (values ('max', 'admin', 'null', null, false, 'role'), ('rob', null, 'null', '$argon2id$x', false, 'password'),
	('rob', null, 'null', null, true, 'code'), ('rob', null, 'false', null, false, 'door opened again'))
	as t (name, role, disabled, password, totp_off, what);
select is(admin_person_set('ann', null, true, null, false, 'user:rob', 'look,people') ->> 'disabled', 'true',
	'taking away is fine too');

-- The record: every change, no secret.
select is_empty($$
	select kind from unnest(array['account.create', 'account.set', 'account.password', 'account.login', 'account.logout',
		'account.slowed', 'token.create', 'token.revoke']) as kind
	 where kind not in (select e.kind from beat.event e)$$, 'every kind of change is an event');
select is_empty($$select id from beat.event where detail::text ~ 'argon2id|sha256|secret|abab'$$, 'none holds a secret');
select is((select actor from beat.event where kind = 'account.create' and detail ->> 'account' = 'rob'), 'user:ann', 'who');
select * from finish();
rollback;
