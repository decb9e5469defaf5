/* crypto: see include/beat/crypto.h. */
#include "beat/crypto.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "beat/log.h"

static const char b64url_alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

void crypto_sha256(const void *p, size_t n, uint8_t out[CRYPTO_SHA256_LEN])
{
	if (EVP_Digest(p, n, out, NULL, EVP_sha256(), NULL) != 1)
		mem_exhausted();
}

struct crypto_digest {
	EVP_MD_CTX *ctx;
};

struct crypto_digest *crypto_digest_new(void)
{
	struct crypto_digest *d = xmalloc(sizeof(*d));

	d->ctx = EVP_MD_CTX_new();
	if (d->ctx == NULL || EVP_DigestInit_ex(d->ctx, EVP_sha256(), NULL) != 1)
		mem_exhausted();
	return d;
}

void crypto_digest_add(struct crypto_digest *d, const void *p, size_t n)
{
	if (EVP_DigestUpdate(d->ctx, p, n) != 1)
		mem_exhausted();
}

void crypto_digest_hex(struct crypto_digest **d, char out[2 * CRYPTO_SHA256_LEN + 1])
{
	uint8_t raw[CRYPTO_SHA256_LEN];

	if (EVP_DigestFinal_ex((*d)->ctx, raw, NULL) != 1)
		mem_exhausted();
	crypto_hex(raw, sizeof(raw), out);
	EVP_MD_CTX_free((*d)->ctx);
	free(*d);
	*d = NULL;
}

void crypto_hex(const void *p, size_t n, char *out)
{
	static const char digits[] = "0123456789abcdef";
	const uint8_t *in = p;

	for (size_t i = 0; i < n; i++) {
		*out++ = digits[in[i] >> 4];
		*out++ = digits[in[i] & 15];
	}
	*out = '\0';
}

static int hex_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool crypto_hex_decode(const char *s, void *out, size_t n)
{
	uint8_t *to = out;

	for (size_t i = 0; i < n; i++, s += 2) {
		int high = hex_value(s[0]), low = high < 0 ? -1 : hex_value(s[1]);

		if (low < 0)
			return false;
		to[i] = (uint8_t)(high << 4 | low);
	}
	return *s == '\0';
}

void crypto_sha256_hex(const void *p, size_t n, char out[2 * CRYPTO_SHA256_LEN + 1])
{
	uint8_t raw[CRYPTO_SHA256_LEN];

	crypto_sha256(p, n, raw);
	crypto_hex(raw, sizeof(raw), out);
}

void crypto_hmac_sha256(const void *key, size_t key_n, const void *p, size_t n, uint8_t out[CRYPTO_SHA256_LEN])
{
	unsigned int len = CRYPTO_SHA256_LEN;

	if (HMAC(EVP_sha256(), key, (int)key_n, p, n, out, &len) == NULL)
		mem_exhausted();
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

uint32_t crypto_hotp(const void *secret, size_t n, uint64_t counter, int digits)
{
	uint8_t message[8], mac[20];
	unsigned int len = sizeof(mac);
	uint32_t value, modulus = 1;
	size_t at;

	for (int i = 0; i < 8; i++)
		message[i] = (uint8_t)(counter >> (56 - 8 * i));
	if (HMAC(EVP_sha1(), secret, (int)n, message, sizeof(message), mac, &len) == NULL)
		mem_exhausted();
	at = mac[19] & 15;
	value =
	    (uint32_t)(mac[at] & 127) << 24 | (uint32_t)mac[at + 1] << 16 | (uint32_t)mac[at + 2] << 8 | mac[at + 3];
	for (int i = 0; i < digits; i++)
		modulus *= 10;
	return value % modulus;
}

int64_t crypto_totp_find(const void *secret, size_t n, const char *code, int64_t now)
{
	int64_t step = now / CRYPTO_TOTP_STEP_S, found = 0;

	if (strlen(code) != CRYPTO_TOTP_DIGITS)
		return 0;
	for (int64_t s = step - 1; s <= step + 1; s++) {
		char text[CRYPTO_TOTP_DIGITS + 6];

		snprintf(text, sizeof(text), "%06u", (unsigned)crypto_hotp(secret, n, (uint64_t)s, CRYPTO_TOTP_DIGITS));
		if (crypto_equal(text, code, CRYPTO_TOTP_DIGITS))
			found = s;
	}
	return found;
}

void crypto_base32(struct buf *out, const void *p, size_t n)
{
	static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
	const uint8_t *in = p;
	uint32_t acc = 0;
	int bits = 0;

	for (size_t i = 0; i < n; i++) {
		acc = (acc << 8 | in[i]) & 0xfff;
		for (bits += 8; bits >= 5; bits -= 5)
			buf_addc(out, alphabet[acc >> (bits - 5) & 31]);
	}
	if (bits > 0)
		buf_addc(out, alphabet[acc << (5 - bits) & 31]);
}
