/* crypto: the door to OpenSSL: digests, HMAC, random bytes, base64url, and the codes of
 * authenticator apps. */
#ifndef BEAT_CRYPTO_H
#define BEAT_CRYPTO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "beat/buf.h"

enum { CRYPTO_SHA256_LEN = 32 };

void crypto_sha256(const void *p, size_t n, uint8_t out[CRYPTO_SHA256_LEN]);
void crypto_sha256_hex(const void *p, size_t n, char out[2 * CRYPTO_SHA256_LEN + 1]);
/* SHA-256 of bytes that come piece by piece; hex ends it and frees. */
struct crypto_digest;
struct crypto_digest *crypto_digest_new(void);
void crypto_digest_add(struct crypto_digest *d, const void *p, size_t n);
void crypto_digest_hex(struct crypto_digest **d, char out[2 * CRYPTO_SHA256_LEN + 1]);
void crypto_hmac_sha256(const void *key, size_t key_n, const void *p, size_t n, uint8_t out[CRYPTO_SHA256_LEN]);
void crypto_random(void *p, size_t n);                     /* aborts if the system has no entropy source */
bool crypto_equal(const void *a, const void *b, size_t n); /* in constant time */

/* base64url without padding. decode: malloc'd bytes or NULL if malformed. */
void crypto_b64url(struct buf *out, const void *p, size_t n);
uint8_t *crypto_b64url_decode(const char *s, size_t n, size_t *out_n);

/* Lower-case hexadecimal digits. out has room for 2 * n + 1; decode: false unless s is exactly 2 * n digits. */
void crypto_hex(const void *p, size_t n, char *out);
bool crypto_hex_decode(const char *s, void *out, size_t n);

/* One-time codes: RFC 4226, and RFC 6238 with SHA-1, six digits and steps of 30 s, as every
 * authenticator app knows them. Secrets are shown in base32. */
enum { CRYPTO_TOTP_SECRET = 20, CRYPTO_TOTP_DIGITS = 6, CRYPTO_TOTP_STEP_S = 30 };
uint32_t crypto_hotp(const void *secret, size_t n, uint64_t counter, int digits);
/* The step whose code this is: of `now` or its neighbours, as clocks differ; 0 if of none. In constant time. */
int64_t crypto_totp_find(const void *secret, size_t n, const char *code, int64_t now);
void crypto_base32(struct buf *out, const void *p, size_t n); /* without padding */

#endif
