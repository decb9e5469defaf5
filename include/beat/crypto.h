/* crypto: the door to OpenSSL: digests, HMAC, random bytes, base64url. */
#ifndef BEAT_CRYPTO_H
#define BEAT_CRYPTO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "beat/buf.h"

enum { CRYPTO_SHA256_LEN = 32 };

void crypto_sha256(const void *p, size_t n, uint8_t out[CRYPTO_SHA256_LEN]);
void crypto_sha256_hex(const void *p, size_t n, char out[2 * CRYPTO_SHA256_LEN + 1]);
void crypto_hmac_sha256(const void *key, size_t key_n, const void *p, size_t n, uint8_t out[CRYPTO_SHA256_LEN]);
void crypto_random(void *p, size_t n);                     /* aborts if the system has no entropy source */
bool crypto_equal(const void *a, const void *b, size_t n); /* in constant time */

/* base64url without padding. decode: malloc'd bytes or NULL if malformed. */
void crypto_b64url(struct buf *out, const void *p, size_t n);
uint8_t *crypto_b64url_decode(const char *s, size_t n, size_t *out_n);

#endif
