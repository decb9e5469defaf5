/* What people typed, in YAML and Markdown; names of licences. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "release/licence.h"
#include "release/markup.h"
#include "unit.h"

#define RLO "\xe2\x80\xae"
#define LS  "\xe2\x80\xa8"
#define NEL "\xc2\x85"
#define BOM "\xef\xbb\xbf"
#define TAG "\xf3\xa0\x80\x81" /* U+E0001 */
#define ZWJ "\xe2\x80\x8d"

static void check_yaml(const char *in, const char *want)
{
	struct buf b = BUF_INIT;

	markup_yaml(&b, in);
	assert_string_equal(b.p, want);
	buf_release(&b);
}

static void yaml_scalars_stay_scalars(void **state)
{
	(void)state;
	check_yaml("", "\"\"");
	check_yaml("yes", "\"yes\"");
	check_yaml("a: b # c", "\"a: b # c\"");
	check_yaml("q\" b\\", "\"q\\\" b\\\\\"");
	check_yaml("x\n---\nlicense: mit", "\"x\\u000a---\\u000alicense: mit\"");
	check_yaml("\t\x01\x7f" NEL LS RLO BOM, "\"\\u0009\\u0001\\u007f\\u0085\\u2028\\u202e\\ufeff\"");
	check_yaml(TAG "\xef\xbf\xbf", "\"\\U000e0001\\uffff\"");
	check_yaml("Café 👩" ZWJ "🚀 עברית", "\"Café 👩" ZWJ "🚀 עברית\"");
}

static void check_md(const char *in, size_t max, const char *want)
{
	struct buf b = BUF_INIT;

	markup_md(&b, in, max);
	assert_string_equal(b.n > 0 ? b.p : "", want);
	buf_release(&b);
}

static void markdown_stays_text(void **state)
{
	(void)state;
	check_md("", 0, "");
	check_md("# *x* | `y` <b> [z](u) ![i](u)", 0, "\\# \\*x\\* \\| \\`y\\` \\<b> \\[z\\](u) !\\[i\\](u)");
	check_md("a\n\n## b\r\n" LS RLO "c", 0, "a  \\#\\# b    c");
	check_md("snake_case https://x.y &lt; a:b", 0, "snake\\_case https\\://x.y \\&lt; a:b");
	check_md("see WWW.x.y or a@b $x$ \\", 0, "see WWW\\.x.y or a\\@b \\$x\\$ \\\\");
	check_md("- x - y", 0, "\\- x - y");
	check_md("12. x 3. (2) y", 0, "12\\. x 3. (2) y");
	check_md("1) x", 0, "1\\) x");
	check_md("> x > y", 0, "\\> x > y");
	check_md("éabc", 2, "éa…");
	check_md("éab", 3, "éab");
}

static void fences_are_longer_than_what_they_hold(void **state)
{
	struct buf b = BUF_INIT;

	(void)state;
	markup_fence(&b, "bibtex", "@misc{x}");
	assert_string_equal(b.p, "```bibtex\n@misc{x}\n```\n");
	buf_clear(&b);
	markup_fence(&b, "", "a\n````\n# b" RLO "\n");
	assert_string_equal(b.p, "`````\na\n````\n# b\n`````\n");
	buf_release(&b);
}

static void check_slug(const char *in, const char *want)
{
	struct buf b = BUF_INIT;

	markup_slug(&b, in);
	assert_string_equal(b.p, want);
	buf_release(&b);
}

static void slugs_are_identifiers(void **state)
{
	(void)state;
	check_slug("My own Licence, v1.2 ", "my-own-licence-v1.2");
	check_slug("../../x", "x");
	check_slug("\n\"", "x");
	check_slug("é", "x");
}

static void licences_are_known_in_any_spelling(void **state)
{
	struct buf b = BUF_INIT;

	(void)state;
	assert_string_equal(licence_find("cc-by-sa-4.0")->hub, "cc-by-sa-4.0");
	assert_string_equal(licence_find("CC BY-SA 4.0")->hub, "cc-by-sa-4.0");
	assert_string_equal(licence_find("CC-BY-SA-4.0")->spdx, "CC-BY-SA-4.0");
	assert_string_equal(licence_find("ODbL-1.0")->hub, "odbl");
	assert_null(licence_find("cc-by-sa"));
	assert_null(licence_find("cc-by-sa-4.0x"));
	assert_null(licence_find(""));
	assert_true(licence_url(&b, licence_find("mit")));
	assert_string_equal(b.p, "https://spdx.org/licenses/MIT.html");
	assert_false(licence_url(&b, licence_find("unknown")));
	assert_false(licence_url(&b, NULL));
	buf_release(&b);
}

UNIT_MAIN(NULL, NULL, cmocka_unit_test(yaml_scalars_stay_scalars), cmocka_unit_test(markdown_stays_text),
	  cmocka_unit_test(fences_are_longer_than_what_they_hold), cmocka_unit_test(slugs_are_identifiers),
	  cmocka_unit_test(licences_are_known_in_any_spelling))
