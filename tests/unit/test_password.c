/* Passwords: argon2id both ways, the rules for choosing one, and those made here. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "beat/password.h"
#include "unit.h"

static void test_hash_and_check(void **state)
{
	static const char word[] = "correct horse battery";
	char a[PASSWORD_HASH_MAX], b[PASSWORD_HASH_MAX];

	(void)state;
	assert_int_equal(password_hash(word, a), 0);
	assert_int_equal(password_hash(word, b), 0);
	assert_int_equal(strncmp(a, "$argon2id$v=19$m=65536,t=2,p=1$", 31), 0);
	assert_string_not_equal(a, b); /* salted */
	assert_true(password_matches(a, word));
	assert_true(password_matches(b, word));
	assert_false(password_matches(a, "correct horse batterx"));
	assert_false(password_matches(a, ""));
	assert_null(strstr(a, "horse"));
}

/* Time and memory are read from the text: hashes made under other settings go on working. */
static void test_other_settings(void **state)
{
	static const char weak[] =
	    "$argon2id$v=19$m=4096,t=3,p=1$xqjPfz2v1PFHg16KtGTluQ$9Yi1fC1LuibxtnJUud3Ty5iJryaImgGiCYgSzSynmsw";

	(void)state;
	assert_true(password_matches(weak, "an older, weaker one"));
	assert_false(password_matches(weak, "an older, weaker two"));
	assert_false(password_matches("$argon2id$v=19$m=4096,t=3,p=1$c29tZXNhbHQxMjM0NTY3OA$", "cut short"));
	assert_false(password_matches("not a hash", "not a hash"));
}

static void test_nobodys_hash_never_matches(void **state)
{
	(void)state;
	assert_false(password_matches(NULL, "anything at all"));
	assert_false(password_matches("", ""));
	assert_false(password_matches(NULL, ""));
}

static void test_rules(void **state)
{
	char long_one[PASSWORD_MOST + 2];

	(void)state;
	assert_null(password_refusal("ann", "ten chars!"));
	assert_null(password_refusal("ann", "čšžčšžčšž!")); /* ten characters, whatever their bytes */
	assert_non_null(password_refusal("ann", "nine char"));
	assert_non_null(password_refusal("ann", "čšžčšžčšž"));
	assert_non_null(password_refusal("ann", ""));
	assert_non_null(password_refusal("ann", "aaaaaaaaaaaaaaa"));
	assert_non_null(password_refusal("annabelle.b", "annabelle.b"));
	assert_non_null(password_refusal("annabelle.b", "Annabelle.B"));
	assert_non_null(password_refusal("annab", "AnnabAnnab"));
	assert_null(password_refusal("annab", "annab is not enough"));
	assert_non_null(password_refusal("ann", "\xff\xfe\xfd\xfc\xfb\xfa\xf9\xf8\xf7\xf6\xf5"));
	memset(long_one, 'x', sizeof(long_one));
	long_one[0] = 'y';
	long_one[PASSWORD_MOST] = '\0';
	assert_null(password_refusal("ann", long_one));
	long_one[PASSWORD_MOST] = 'x';
	long_one[PASSWORD_MOST + 1] = '\0';
	assert_non_null(password_refusal("ann", long_one));
}

static void test_made_ones(void **state)
{
	char a[PASSWORD_MADE_LEN + 1], b[PASSWORD_MADE_LEN + 1];

	(void)state;
	password_make(b);
	for (int i = 0; i < 200; i++) {
		password_make(a);
		assert_int_equal(strlen(a), PASSWORD_MADE_LEN);
		assert_int_equal(strspn(a, "abcdefghjkmnpqrstuvwxyz23456789-"), PASSWORD_MADE_LEN);
		assert_true(a[5] == '-' && a[11] == '-' && a[17] == '-');
		assert_string_not_equal(a, b);
		assert_null(password_refusal("ann", a));
		memcpy(b, a, sizeof(b));
	}
}

UNIT_MAIN(NULL, NULL, cmocka_unit_test(test_hash_and_check), cmocka_unit_test(test_other_settings),
	  cmocka_unit_test(test_nobodys_hash_never_matches), cmocka_unit_test(test_rules),
	  cmocka_unit_test(test_made_ones))
