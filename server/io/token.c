/* token: signed tokens. See token.h for the format.
 *
 * Invariants
 * - nothing of a payload is decoded before its mac was found right;
 * - the mac covers the kind ("s1.", "i1.", "v1." or "e1."), so kinds cannot be swapped;
 * - payloads are canonical: fixed-width big-endian numbers, length-prefixed names,
 *   and not a byte more. */
#include "beat/token.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "beat/crypto.h"
#include "beat/text.h"

enum {
	KIND_LEN = 3, /* "s1." */
	MAC_TEXT_LEN = 43,
	SESSION_MAX = 4 * 8 + 1 + TOKEN_REF_MAX,
	INVITE_MAX = 8 + 1 + TOKEN_PROJECT_MAX + 1 + TOKEN_WORKER_MAX
};

static const char SESSION_KIND[] = "s1.";
static const char INVITE_KIND[] = "i1.";
static const char VALIDATE_KIND[] = "v1.";
static const char EXPERT_KIND[] = "e1.";

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

int token_key_parse(const char *hex, struct token_key *key)
{
	if (strlen(hex) != (size_t)TOKEN_KEY_LEN * 2)
		return -1;
	for (size_t i = 0; i < TOKEN_KEY_LEN; i++) {
		int hi = hex_digit(hex[2 * i]), lo = hex_digit(hex[2 * i + 1]);

		if (hi < 0 || lo < 0)
			return -1;
		key->bytes[i] = (uint8_t)(hi * 16 + lo);
	}
	return 0;
}

bool token_worker_ok(const char *worker)
{
	size_t n = strlen(worker);
	uint32_t c = 0;

	if (n < 1 || n > TOKEN_WORKER_MAX || !text_is_utf8(worker, n))
		return false;
	for (size_t i = 0, step; i < n; i += step) {
		step = text_decode(worker + i, n - i, &c);
		if (c < 0x20 || (c >= 0x7f && c <= 0x9f) || (i == 0 && text_is_space(c)))
			return false;
	}
	return !text_is_space(c);
}

static void put_int(uint8_t **p, int64_t v)
{
	for (int shift = 56; shift >= 0; shift -= 8)
		*(*p)++ = (uint8_t)((uint64_t)v >> shift);
}

static int64_t get_int(const uint8_t **p)
{
	uint64_t v = 0;

	for (int i = 0; i < 8; i++)
		v = v << 8 | *(*p)++;
	return (int64_t)v;
}

static void put_name(uint8_t **p, const char *name)
{
	size_t n = strlen(name);

	*(*p)++ = (uint8_t)n;
	memcpy(*p, name, n);
	*p += n;
}

/* A length byte and as many bytes of text, none of them NUL; false if it does not fit. */
static bool get_text(const uint8_t **p, const uint8_t *end, char *out, size_t max)
{
	size_t n;

	if (*p == end)
		return false;
	n = *(*p)++;
	if (n > max || (size_t)(end - *p) < n || memchr(*p, 0, n))
		return false;
	memcpy(out, *p, n);
	out[n] = '\0';
	*p += n;
	return true;
}

static bool get_name(const uint8_t **p, const uint8_t *end, char *out, size_t max)
{
	return get_text(p, end, out, max) && out[0] != '\0';
}

static void add_mac(struct buf *out, const struct token_key *key, const char *signed_text, size_t n)
{
	uint8_t mac[CRYPTO_SHA256_LEN];

	crypto_hmac_sha256(key->bytes, TOKEN_KEY_LEN, signed_text, n, mac);
	crypto_b64url(out, mac, sizeof(mac));
}

static void make(struct buf *out, const struct token_key *key, const char *kind, const uint8_t *payload, size_t n)
{
	struct buf text = BUF_INIT;
	size_t signed_n;

	buf_adds(&text, kind);
	crypto_b64url(&text, payload, n);
	signed_n = text.n;
	buf_addc(&text, '.');
	add_mac(&text, key, text.p, signed_n);
	assert(text.n <= TOKEN_MAX);
	buf_add(out, text.p, text.n);
	buf_release(&text);
}

/* The payload of a token whose mac is right, malloc'd; NULL if anything is wrong. */
static uint8_t *open_token(const struct token_key *key, const char *kind, const char *s, size_t *payload_n)
{
	size_t n = s ? strnlen(s, TOKEN_MAX + 1) : 0, signed_n;
	struct buf mac = BUF_INIT;
	bool right;

	if (n > TOKEN_MAX || n <= KIND_LEN + 1 + MAC_TEXT_LEN || memcmp(s, kind, KIND_LEN) != 0)
		return NULL;
	signed_n = n - 1 - MAC_TEXT_LEN;
	if (s[signed_n] != '.')
		return NULL;
	add_mac(&mac, key, s, signed_n);
	right = mac.n == MAC_TEXT_LEN && crypto_equal(mac.p, s + signed_n + 1, MAC_TEXT_LEN);
	buf_release(&mac);
	return right ? crypto_b64url_decode(s + KIND_LEN, signed_n - KIND_LEN, payload_n) : NULL;
}

/* The end of both readers: frees the payload, and forgets what a bad one said. */
static enum token_status close_token(uint8_t *payload, bool good, int64_t now, int64_t expires, void *out, size_t out_n)
{
	free(payload);
	if (!good) {
		memset(out, 0, out_n);
		return TOKEN_BAD;
	}
	return now < expires ? TOKEN_OK : TOKEN_EXPIRED;
}

void token_session_make(struct buf *out, const struct token_key *key, const struct token_session *t)
{
	uint8_t payload[SESSION_MAX], *p = payload;

	put_int(&p, t->assignment);
	put_int(&p, t->worker);
	put_int(&p, t->passage);
	put_int(&p, t->expires);
	put_name(&p, t->ref);
	make(out, key, SESSION_KIND, payload, (size_t)(p - payload));
}

enum token_status token_session_read(const struct token_key *key, const char *s, int64_t now, struct token_session *out)
{
	size_t n = 0;
	uint8_t *payload = open_token(key, SESSION_KIND, s, &n);
	const uint8_t *p = payload;
	bool good = false;

	memset(out, 0, sizeof(*out));
	if (payload && n > (size_t)4 * 8) {
		out->assignment = get_int(&p);
		out->worker = get_int(&p);
		out->passage = get_int(&p);
		out->expires = get_int(&p);
		good = get_text(&p, payload + n, out->ref, TOKEN_REF_MAX) && p == payload + n;
	}
	return close_token(payload, good, now, out->expires, out, sizeof(*out));
}

static void make_invite(struct buf *out, const struct token_key *key, const char *kind, const struct token_invite *t)
{
	uint8_t payload[INVITE_MAX], *p = payload;

	assert(t->project[0] && t->worker[0]);
	put_int(&p, t->expires);
	put_name(&p, t->project);
	put_name(&p, t->worker);
	make(out, key, kind, payload, (size_t)(p - payload));
}

static enum token_status read_invite(const struct token_key *key, const char *kind, const char *s, int64_t now,
				     struct token_invite *out)
{
	size_t n = 0;
	uint8_t *payload = open_token(key, kind, s, &n);
	const uint8_t *p = payload, *end;
	bool good = false;

	memset(out, 0, sizeof(*out));
	if (payload && n > 8) {
		end = payload + n;
		out->validates_only = kind == VALIDATE_KIND;
		out->expires = get_int(&p);
		good = get_name(&p, end, out->project, TOKEN_PROJECT_MAX) &&
		       get_name(&p, end, out->worker, TOKEN_WORKER_MAX) && p == end;
	}
	return close_token(payload, good, now, out->expires, out, sizeof(*out));
}

void token_invite_make(struct buf *out, const struct token_key *key, const struct token_invite *t)
{
	make_invite(out, key, t->validates_only ? VALIDATE_KIND : INVITE_KIND, t);
}

enum token_status token_invite_read(const struct token_key *key, const char *s, int64_t now, struct token_invite *out)
{
	bool validates = s && strncmp(s, VALIDATE_KIND, KIND_LEN) == 0;

	return read_invite(key, validates ? VALIDATE_KIND : INVITE_KIND, s, now, out);
}

void token_expert_make(struct buf *out, const struct token_key *key, const struct token_invite *t)
{
	make_invite(out, key, EXPERT_KIND, t);
}

enum token_status token_expert_read(const struct token_key *key, const char *s, int64_t now, struct token_invite *out)
{
	return read_invite(key, EXPERT_KIND, s, now, out);
}
