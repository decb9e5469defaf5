/* Signed tokens: round trips, and every way of bending one is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "beat/crypto.h"
#include "beat/token.h"
#include "unit.h"

static const char *const KEY_HEX = "000102030405060708090a0b0c0d0e0f101112131415161718191A1B1C1D1E1F";
static const char ALPHABET[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
enum { NOW = 1800000000 };

static struct token_key the_key(void)
{
	struct token_key key;

	assert_int_equal(token_key_parse(KEY_HEX, &key), 0);
	return key;
}

static struct token_session a_session(void)
{
	struct token_session t = {
	    .assignment = 12, .worker = 34, .passage = 56, .ref = "3TESTASSIGNMENT", .expires = NOW + 60};

	return t;
}

static struct token_invite an_invite(const char *project, const char *worker)
{
	struct token_invite t = {.expires = NOW + 60};

	memccpy(t.project, project, 0, sizeof(t.project));
	memccpy(t.worker, worker, 0, sizeof(t.worker));
	return t;
}

static char *session_text(const struct token_key *key, const struct token_session *t)
{
	struct buf b = BUF_INIT;

	token_session_make(&b, key, t);
	return buf_detach(&b);
}

static char *invite_text(const struct token_key *key, const struct token_invite *t)
{
	struct buf b = BUF_INIT;

	token_invite_make(&b, key, t);
	return buf_detach(&b);
}

/* Signs any payload, as only someone with the key could. */
static char *signed_text(const struct token_key *key, const char *kind, const char *payload)
{
	struct buf b = BUF_INIT;
	uint8_t mac[CRYPTO_SHA256_LEN];

	buf_addf(&b, "%s%s", kind, payload);
	crypto_hmac_sha256(key->bytes, TOKEN_KEY_LEN, b.p, b.n, mac);
	buf_addc(&b, '.');
	crypto_b64url(&b, mac, sizeof(mac));
	return buf_detach(&b);
}

static void key_is_64_hex_digits(void **state)
{
	struct token_key key = the_key();
	char hex[80];

	(void)state;
	for (int i = 0; i < TOKEN_KEY_LEN; i++)
		assert_int_equal(key.bytes[i], i);
	assert_int_equal(token_key_parse("", &key), -1);
	memcpy(hex, KEY_HEX, 65);
	hex[63] = '\0';
	assert_int_equal(token_key_parse(hex, &key), -1);
	memcpy(hex, KEY_HEX, 65);
	hex[10] = 'g';
	assert_int_equal(token_key_parse(hex, &key), -1);
	memcpy(hex, KEY_HEX, 65);
	memcpy(hex + 64, "0", 2);
	assert_int_equal(token_key_parse(hex, &key), -1);
}

static void session_comes_back(void **state)
{
	const int64_t extremes[] = {0, 1, -1, INT64_MAX, INT64_MIN, 0x0102030405060708};
	struct token_key key = the_key();
	struct token_session in = a_session(), out;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(extremes); i++) {
		in.assignment = extremes[i];
		in.worker = extremes[(i + 1) % ARRAY_LEN(extremes)];
		in.passage = extremes[(i + 2) % ARRAY_LEN(extremes)];

		char *s = session_text(&key, &in);

		assert_true(strlen(s) <= TOKEN_MAX);
		assert_int_equal(token_session_read(&key, s, NOW, &out), TOKEN_OK);
		assert_int_equal(out.assignment, in.assignment);
		assert_int_equal(out.worker, in.worker);
		assert_int_equal(out.passage, in.passage);
		assert_int_equal(out.expires, in.expires);
		assert_string_equal(out.ref, in.ref);
		free(s);
	}
}

static void invite_comes_back(void **state)
{
	struct token_key key = the_key();
	struct token_invite in = an_invite("demo", "ann"), out;
	char *s = invite_text(&key, &in);

	(void)state;
	assert_int_equal(token_invite_read(&key, s, NOW, &out), TOKEN_OK);
	assert_string_equal(out.project, "demo");
	assert_string_equal(out.worker, "ann");
	assert_int_equal(out.expires, in.expires);
	free(s);

	memset(in.project, 'p', TOKEN_PROJECT_MAX);
	memset(in.worker, 'w', TOKEN_WORKER_MAX);
	s = invite_text(&key, &in);
	assert_true(strlen(s) <= TOKEN_MAX);
	assert_int_equal(token_invite_read(&key, s, NOW, &out), TOKEN_OK);
	assert_int_equal(strlen(out.project), TOKEN_PROJECT_MAX);
	assert_int_equal(strlen(out.worker), TOKEN_WORKER_MAX);
	free(s);
}

static void an_invite_to_validate_is_of_its_own_kind(void **state)
{
	struct token_key key = the_key();
	struct token_invite in = an_invite("demo", "ann"), out;
	char *plain = invite_text(&key, &in), *s;

	(void)state;
	in.validates_only = true;
	memset(in.project, 'p', TOKEN_PROJECT_MAX);
	memset(in.worker, 'w', TOKEN_WORKER_MAX);
	s = invite_text(&key, &in);
	assert_true(strlen(s) <= TOKEN_MAX);
	assert_int_equal(token_invite_read(&key, s, NOW, &out), TOKEN_OK);
	assert_true(out.validates_only);
	assert_int_equal(token_invite_read(&key, s, in.expires, &out), TOKEN_EXPIRED);
	s[0] = 'i';
	assert_int_equal(token_invite_read(&key, s, NOW, &out), TOKEN_BAD);
	assert_false(out.validates_only);
	assert_int_equal(token_invite_read(&key, plain, NOW, &out), TOKEN_OK);
	assert_false(out.validates_only);
	plain[0] = 'v';
	assert_int_equal(token_invite_read(&key, plain, NOW, &out), TOKEN_BAD);
	free(plain);
	free(s);
}

static void expiry_is_exact_and_still_tells_whose(void **state)
{
	struct token_key key = the_key();
	struct token_session t = a_session(), out;
	struct token_invite invite = an_invite("demo", "ann"), invite_out;
	char *s = session_text(&key, &t), *i = invite_text(&key, &invite);

	(void)state;
	assert_int_equal(token_session_read(&key, s, t.expires - 1, &out), TOKEN_OK);
	assert_int_equal(token_session_read(&key, s, t.expires, &out), TOKEN_EXPIRED);
	assert_int_equal(out.assignment, 12);
	assert_int_equal(token_session_read(&key, s, INT64_MAX, &out), TOKEN_EXPIRED);
	assert_int_equal(token_invite_read(&key, i, invite.expires - 1, &invite_out), TOKEN_OK);
	assert_int_equal(token_invite_read(&key, i, invite.expires, &invite_out), TOKEN_EXPIRED);
	assert_string_equal(invite_out.worker, "ann");
	free(s);
	free(i);
}

/* Every single character replaced by every other one, and every truncation. */
static void no_bent_token_passes(void **state)
{
	struct token_key key = the_key();
	struct token_session t = a_session(), out;
	char *s = session_text(&key, &t);
	size_t n = strlen(s);

	(void)state;
	for (size_t i = 0; i < n; i++) {
		char kept = s[i];

		for (int c = 1; c < 256; c++) {
			if ((char)c == kept)
				continue;
			s[i] = (char)c;
			assert_int_equal(token_session_read(&key, s, NOW, &out), TOKEN_BAD);
			assert_int_equal(out.assignment, 0);
		}
		s[i] = '\0';
		assert_int_equal(token_session_read(&key, s, NOW, &out), TOKEN_BAD);
		s[i] = kept;
	}
	assert_int_equal(token_session_read(&key, s, NOW, &out), TOKEN_OK);
	free(s);
}

static void additions_and_rubbish_are_refused(void **state)
{
	struct token_key key = the_key();
	struct token_session t = a_session(), out;
	struct token_invite invite_out;
	const char *const rubbish[] = {"",           "s1.", "s1..", ".",    "..",      "s1.AAAA", "s1.AAAA.AAAA",
				       "Bearer s1.", "i1",  "i1.",  "i1..", "\xff\xfe"};
	char *s = session_text(&key, &t), longer[4096];

	(void)state;
	assert_int_equal(token_session_read(&key, NULL, NOW, &out), TOKEN_BAD);
	assert_int_equal(token_invite_read(&key, NULL, NOW, &invite_out), TOKEN_BAD);
	for (size_t i = 0; i < ARRAY_LEN(rubbish); i++) {
		assert_int_equal(token_session_read(&key, rubbish[i], NOW, &out), TOKEN_BAD);
		assert_int_equal(token_invite_read(&key, rubbish[i], NOW, &invite_out), TOKEN_BAD);
	}
	const char *const tails[] = {"=", " ", "\n", ".", "A", ".AAAA"};
	for (size_t i = 0; i < ARRAY_LEN(tails); i++) {
		snprintf(longer, sizeof(longer), "%s%s", s, tails[i]);
		assert_int_equal(token_session_read(&key, longer, NOW, &out), TOKEN_BAD);
		snprintf(longer, sizeof(longer), "%s%s", tails[i], s);
		assert_int_equal(token_session_read(&key, longer, NOW, &out), TOKEN_BAD);
	}
	memset(longer, 'A', sizeof(longer) - 1);
	longer[sizeof(longer) - 1] = '\0';
	memcpy(longer, "s1.", 3);
	assert_int_equal(token_session_read(&key, longer, NOW, &out), TOKEN_BAD);
	free(s);
}

static void kinds_and_keys_do_not_mix(void **state)
{
	struct token_key key = the_key(), other = the_key();
	struct token_session t = a_session(), out;
	struct token_invite invite = an_invite("demo", "ann"), invite_out;
	char *s = session_text(&key, &t), *i = invite_text(&key, &invite);

	(void)state;
	other.bytes[31] ^= 1;
	assert_int_equal(token_session_read(&other, s, NOW, &out), TOKEN_BAD);
	assert_int_equal(token_invite_read(&other, i, NOW, &invite_out), TOKEN_BAD);
	assert_int_equal(token_session_read(&key, i, NOW, &out), TOKEN_BAD);
	assert_int_equal(token_invite_read(&key, s, NOW, &invite_out), TOKEN_BAD);
	s[0] = 'i';
	i[0] = 's';
	assert_int_equal(token_session_read(&key, i, NOW, &out), TOKEN_BAD);
	assert_int_equal(token_invite_read(&key, s, NOW, &invite_out), TOKEN_BAD);
	free(s);
	free(i);
}

/* The last character of a 32-byte mac has two unused bits: only one spelling counts. */
static void a_second_spelling_of_the_mac_is_refused(void **state)
{
	struct token_key key = the_key();
	struct token_session t = a_session(), out;
	char *s = session_text(&key, &t), *last = s + strlen(s) - 1;
	size_t value = (size_t)(strchr(ALPHABET, *last) - ALPHABET);

	(void)state;
	assert_int_equal(value % 4, 0);
	for (size_t bits = 1; bits < 4; bits++) {
		*last = ALPHABET[value + bits];
		assert_int_equal(token_session_read(&key, s, NOW, &out), TOKEN_BAD);
	}
	free(s);
}

/* Even rightly signed payloads are read strictly. */
static void malformed_payloads_are_refused_though_signed(void **state)
{
	static const struct {
		const char *p;
		size_t n;
	} invites[] = {
	    {"", 0},
	    {"\0\0\0\0\x7f\0\0", 7},
	    {"\0\0\0\0\x7f\0\0\0", 8},
	    {"\0\0\0\0\x7f\0\0\0\4demo", 13},
	    {"\0\0\0\0\x7f\0\0\0\4demo\0", 14},
	    {"\0\0\0\0\x7f\0\0\0\0\3ann", 13},
	    {"\0\0\0\0\x7f\0\0\0\4demo\4ann", 17},
	    {"\0\0\0\0\x7f\0\0\0\4demo\3ann!", 18},
	    {"\0\0\0\0\x7f\0\0\0\4de\0o\3ann", 17},
	    {"\0\0\0\0\x7f\0\0\0\xff"
	     "demo\3ann",
	     17},
	};
	struct token_key key = the_key();
	struct token_session out;
	struct token_invite invite_out;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(invites); i++) {
		struct buf payload = BUF_INIT;
		char *as_invite, *as_session;

		buf_adds(&payload, "");
		crypto_b64url(&payload, invites[i].p, invites[i].n);
		as_invite = signed_text(&key, "i1.", payload.p ? payload.p : "");
		as_session = signed_text(&key, "s1.", payload.p ? payload.p : "");
		assert_int_equal(token_invite_read(&key, as_invite, NOW, &invite_out), TOKEN_BAD);
		assert_int_equal(token_session_read(&key, as_session, NOW, &out), TOKEN_BAD);
		assert_int_equal(invite_out.project[0], 0);
		free(as_invite);
		free(as_session);
		buf_release(&payload);
	}
	char *good = signed_text(&key, "i1.", "AAAAAH8AAAAEZGVtbwNhbm4");

	assert_int_equal(token_invite_read(&key, good, NOW, &invite_out), TOKEN_OK);
	assert_string_equal(invite_out.worker, "ann");
	free(good);
}

static void an_experts_invitation_is_of_its_own_kind(void **state)
{
	struct token_invite in = {.project = "base", .worker = "ann", .expires = NOW + 1}, out;
	struct token_key key = the_key();
	struct buf expert = BUF_INIT, plain = BUF_INIT;

	(void)state;
	token_expert_make(&expert, &key, &in);
	token_invite_make(&plain, &key, &in);
	assert_int_equal(token_expert_read(&key, expert.p, NOW, &out), TOKEN_OK);
	assert_string_equal(out.project, "base");
	assert_string_equal(out.worker, "ann");
	assert_int_equal(token_expert_read(&key, expert.p, NOW + 1, &out), TOKEN_EXPIRED);
	assert_int_equal(token_invite_read(&key, expert.p, NOW, &out), TOKEN_BAD);
	assert_int_equal(token_expert_read(&key, plain.p, NOW, &out), TOKEN_BAD);
	buf_release(&expert);
	buf_release(&plain);
}

static void worker_ids(void **state)
{
	char name[TOKEN_WORKER_MAX + 2];

	(void)state;
	assert_true(token_worker_ok("a"));
	assert_true(token_worker_ok("Zoë Ünal 7"));
	assert_true(token_worker_ok("作業者"));
	assert_false(token_worker_ok(""));
	assert_false(token_worker_ok(" a"));
	assert_false(token_worker_ok("a\xc2\xa0"));
	assert_false(token_worker_ok("a\nb"));
	assert_false(token_worker_ok("a\x7f"
				     "b"));
	assert_false(token_worker_ok("a\xc2\x85"
				     "b"));
	assert_false(token_worker_ok("a\xff"));
	memset(name, 'x', sizeof(name));
	name[TOKEN_WORKER_MAX] = '\0';
	assert_true(token_worker_ok(name));
	name[TOKEN_WORKER_MAX] = 'x';
	name[TOKEN_WORKER_MAX + 1] = '\0';
	assert_false(token_worker_ok(name));
}

UNIT_MAIN(NULL, NULL, cmocka_unit_test(key_is_64_hex_digits), cmocka_unit_test(session_comes_back),
	  cmocka_unit_test(invite_comes_back), cmocka_unit_test(an_invite_to_validate_is_of_its_own_kind),
	  cmocka_unit_test(an_experts_invitation_is_of_its_own_kind),
	  cmocka_unit_test(expiry_is_exact_and_still_tells_whose), cmocka_unit_test(no_bent_token_passes),
	  cmocka_unit_test(additions_and_rubbish_are_refused), cmocka_unit_test(kinds_and_keys_do_not_mix),
	  cmocka_unit_test(a_second_spelling_of_the_mac_is_refused),
	  cmocka_unit_test(malformed_payloads_are_refused_though_signed), cmocka_unit_test(worker_ids))
