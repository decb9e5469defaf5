/* crypto: see include/beat/crypto.h. */
#include "beat/crypto.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#include <stdlib.h>
#include <string.h>

#include "beat/log.h"

static const char b64url_alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

void crypto_sha256(const void *p, size_t n, uint8_t out[CRYPTO_SHA256_LEN])
{
	if (EVP_Digest(p, n, out, NULL, EVP_sha256(), NULL) != 1)
		abort();
}

void crypto_sha256_hex(const void *p, size_t n, char out[2 * CRYPTO_SHA256_LEN + 1])
{
	static const char digits[] = "0123456789abcdef";
	uint8_t raw[CRYPTO_SHA256_LEN];

	crypto_sha256(p, n, raw);
	for (size_t i = 0; i < sizeof(raw); i++) {
		out[2 * i] = digits[raw[i] >> 4];
		out[2 * i + 1] = digits[raw[i] & 15];
	}
	out[2 * sizeof(raw)] = '\0';
}

void crypto_hmac_sha256(const void *key, size_t key_n, const void *p, size_t n, uint8_t out[CRYPTO_SHA256_LEN])
{
	unsigned int len = CRYPTO_SHA256_LEN;

	if (HMAC(EVP_sha256(), key, (int)key_n, p, n, out, &len) == NULL)
		abort();
}

void crypto_random(void *p, size_t n)
{
	if (RAND_bytes(p, (int)n) != 1) {
		log_error("no source of random bytes");
		abort();
	}
}

bool crypto_equal(const void *a, const void *b, size_t n)
{
	return CRYPTO_memcmp(a, b, n) == 0;
}

void crypto_b64url(struct buf *out, const void *p, size_t n)
{
	const uint8_t *in = p;

	for (size_t i = 0; i < n; i += 3) {
		size_t left = n - i;
		uint32_t v = (uint32_t)in[i] << 16;

		if (left > 1)
			v |= (uint32_t)in[i + 1] << 8;
		if (left > 2)
			v |= in[i + 2];
		buf_addc(out, b64url_alphabet[v >> 18]);
		buf_addc(out, b64url_alphabet[(v >> 12) & 63]);
		if (left > 1)
			buf_addc(out, b64url_alphabet[(v >> 6) & 63]);
		if (left > 2)
			buf_addc(out, b64url_alphabet[v & 63]);
	}
}

/* Strict: the bits beyond the last byte must be zero, so that every byte string
 * has exactly one spelling. */
uint8_t *crypto_b64url_decode(const char *s, size_t n, size_t *out_n)
{
	uint8_t *out;
	size_t used = 0;
	uint32_t acc = 0;
	int bits = 0;

	if (n % 4 == 1)
		return NULL;
	out = xmalloc(n / 4 * 3 + 3);
	for (size_t i = 0; i < n; i++) {
		const char *at = s[i] != '\0' ? strchr(b64url_alphabet, s[i]) : NULL;

		if (at == NULL)
			goto malformed;
		acc = acc << 6 | (uint32_t)(at - b64url_alphabet);
		bits += 6;
		if (bits >= 8) {
			bits -= 8;
			out[used++] = (uint8_t)(acc >> bits);
			acc &= (1u << bits) - 1;
		}
	}
	if (acc != 0)
		goto malformed;
	*out_n = used;
	return out;
malformed:
	free(out);
	return NULL;
}
