/* One-time codes against the vectors of RFC 4226 and RFC 6238, base32 against RFC 4648, hexadecimal digits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "beat/crypto.h"
#include "unit.h"

static const char SECRET[] = "12345678901234567890"; /* of both RFCs, with SHA-1 */
enum { SECRET_N = sizeof(SECRET) - 1 };

static void test_hotp_of_rfc_4226(void **state)
{
	static const uint32_t codes[] = {755224, 287082, 359152, 969429, 338314,
					 254676, 287922, 162583, 399871, 520489};

	(void)state;
	for (size_t i = 0; i < sizeof(codes) / sizeof(*codes); i++)
		assert_int_equal(crypto_hotp(SECRET, SECRET_N, i, 6), codes[i]);
}

static void test_totp_of_rfc_6238(void **state)
{
	static const struct {
		int64_t time;
		uint32_t code; /* eight digits */
	} vectors[] = {{59, 94287082},         {1111111109, 7081804},  {1111111111, 14050471},
		       {1234567890, 89005924}, {2000000000, 69279037}, {20000000000, 65353130}};

	(void)state;
	for (size_t i = 0; i < sizeof(vectors) / sizeof(*vectors); i++) {
		int64_t step = vectors[i].time / CRYPTO_TOTP_STEP_S;
		char code[16];

		assert_int_equal(crypto_hotp(SECRET, SECRET_N, (uint64_t)step, 8), vectors[i].code);
		snprintf(code, sizeof(code), "%06u", (unsigned)(vectors[i].code % 1000000));
		assert_int_equal(crypto_totp_find(SECRET, SECRET_N, code, vectors[i].time), step);
	}
}

static void test_totp_window(void **state)
{
	enum { NOW = 1800000000 };
	const int64_t step = NOW / CRYPTO_TOTP_STEP_S;

	(void)state;
	for (int64_t s = step - 3; s <= step + 3; s++) {
		char code[16];

		snprintf(code, sizeof(code), "%06u", (unsigned)crypto_hotp(SECRET, SECRET_N, (uint64_t)s, 6));
		assert_int_equal(crypto_totp_find(SECRET, SECRET_N, code, NOW), s >= step - 1 && s <= step + 1 ? s : 0);
	}
}

static void test_totp_wrong_codes(void **state)
{
	static const char *const codes[] = {"", "1", "28708", "2870822", "287 082", "abcdef", "-87082", "000000"};

	(void)state;
	for (size_t i = 0; i < sizeof(codes) / sizeof(*codes); i++)
		assert_int_equal(crypto_totp_find(SECRET, SECRET_N, codes[i], 59), 0);
	assert_int_equal(crypto_totp_find("another secret text!", SECRET_N, "287082", 59), 0);
}

static void test_base32_of_rfc_4648(void **state)
{
	static const struct {
		const char *plain, *encoded;
	} vectors[] = {{"f", "MY"},         {"fo", "MZXQ"},        {"foo", "MZXW6"},
		       {"foob", "MZXW6YQ"}, {"fooba", "MZXW6YTB"}, {"foobar", "MZXW6YTBOI"}};

	(void)state;
	for (size_t i = 0; i < sizeof(vectors) / sizeof(*vectors); i++) {
		struct buf b = BUF_INIT;

		crypto_base32(&b, vectors[i].plain, strlen(vectors[i].plain));
		assert_string_equal(b.p, vectors[i].encoded);
		buf_release(&b);
	}
}

static void test_hex(void **state)
{
	static const uint8_t bytes[] = {0, 1, 0x7f, 0x80, 0xab, 0xff};
	char text[2 * sizeof(bytes) + 1];
	uint8_t back[sizeof(bytes)];

	(void)state;
	crypto_hex(bytes, sizeof(bytes), text);
	assert_string_equal(text, "00017f80abff");
	assert_true(crypto_hex_decode(text, back, sizeof(back)));
	assert_memory_equal(back, bytes, sizeof(bytes));
	assert_false(crypto_hex_decode("00017f80abf", back, sizeof(back)));
	assert_false(crypto_hex_decode("00017f80abff0", back, sizeof(back)));
	assert_false(crypto_hex_decode("00017f80abfg", back, sizeof(back)));
	assert_false(crypto_hex_decode("00017F80ABFF", back, sizeof(back)));
	assert_false(crypto_hex_decode("", back, sizeof(back)));
}

UNIT_MAIN(NULL, NULL, cmocka_unit_test(test_hotp_of_rfc_4226), cmocka_unit_test(test_totp_of_rfc_6238),
	  cmocka_unit_test(test_totp_window), cmocka_unit_test(test_totp_wrong_codes),
	  cmocka_unit_test(test_base32_of_rfc_4648), cmocka_unit_test(test_hex))
