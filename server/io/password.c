/* password: see include/beat/password.h. */
#include "beat/password.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "beat/crypto.h"
#include "beat/log.h"
#include "beat/text.h"

_Static_assert(PASSWORD_HASH_MAX == crypto_pwhash_STRBYTES, "the room for a hash is what libsodium writes");

enum { OPS = 2, MEMORY = 64 * 1024 * 1024, GROUPS = 4, GROUP_LEN = 5 };

/* The hash of 32 random bytes nobody kept: no password belongs to it. Made with OPS and MEMORY. */
static const char nobody[PASSWORD_HASH_MAX] =
    "$argon2id$v=19$m=65536,t=2,p=1$uXAdcJnF/j7D3fnU6SsXTA$AFOd9uGrG67jX5SgmqPgl+TVv6f8DkZZUHZgOc5jm/g";

/* Makes the library ready; again at will. */
static void password_init(void)
{
	if (sodium_init() < 0) {
		log_error("libsodium does not start");
		abort();
	}
}

int password_hash(const char *password, char out[PASSWORD_HASH_MAX])
{
	password_init();
	memset(out, 0, PASSWORD_HASH_MAX);
	return crypto_pwhash_str_alg(out, password, strlen(password), OPS, MEMORY, crypto_pwhash_ALG_ARGON2ID13);
}

bool password_matches(const char *hash, const char *password)
{
	bool known = hash != NULL && *hash != '\0';
	bool matches;

	password_init();
	matches = crypto_pwhash_str_verify(known ? hash : nobody, password, strlen(password)) == 0;
	return known && matches;
}

const char *password_refusal(const char *account, const char *password)
{
	size_t n = strlen(password), account_n = strlen(account);

	if (n > PASSWORD_MOST)
		return "This password is too long: at most 1024 bytes, please.";
	if (!text_is_utf8(password, n))
		return "This password is not valid UTF-8.";
	if (text_length(password, n) < PASSWORD_LEAST)
		return "Please choose a longer password: at least 10 characters. A few words in a row are easy to "
		       "remember.";
	if (strspn(password, (char[]){password[0], '\0'}) == n)
		return "Please choose a password of more than one character repeated.";
	for (size_t i = 0; account_n > 0 && i + account_n <= n; i += account_n) {
		if (strncasecmp(password + i, account, account_n) != 0)
			break;
		if (i + account_n == n)
			return "Please choose a password other than the account's name.";
	}
	return NULL;
}

/* 31 signs: the bytes beyond the last whole round of them are thrown away, so that all are as likely. */
static char random_sign(void)
{
	static const char signs[] = "abcdefghjkmnpqrstuvwxyz23456789";
	const uint8_t count = sizeof(signs) - 1;
	uint8_t byte;

	do
		crypto_random(&byte, 1);
	while (byte >= 256 / count * count);
	return signs[byte % count];
}

void password_make(char out[PASSWORD_MADE_LEN + 1])
{
	for (int group = 0; group < GROUPS; group++) {
		for (int i = 0; i < GROUP_LEN; i++)
			*out++ = random_sign();
		*out++ = group + 1 < GROUPS ? '-' : '\0';
	}
}
