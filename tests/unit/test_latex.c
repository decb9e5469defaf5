/* Any text in LaTeX: nothing of it is a command, and nothing of it is unknown to pdfLaTeX. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "beat/latex.h"
#include "unit.h"

static void is(const char *text, size_t n, const char *expected)
{
	struct buf b = BUF_INIT;

	buf_adds(&b, "");
	latex_put(&b, text, n);
	assert_string_equal(b.p, expected);
	buf_release(&b);
}

static void test_special(void **state)
{
	static const char hostile[] = "a\\b{c}d%e&f_g^h~i$j#k";

	(void)state;
	is(hostile, sizeof(hostile) - 1,
	   "a\\textbackslash{}b\\{c\\}d\\%e\\&f\\_g\\textasciicircum{}h\\textasciitilde{}i\\$j\\#k");
	is("<\"|>", 4, "\\textless{}{\\char34}\\textbar{}\\textgreater{}"); /* \textquotedbl is in T1 alone */
	is("[2pt] *", 7, "{[}2pt] {*}");
	is("a\n\0\x7f"
	   "b",
	   5, "a   b");
}

/* Latin letters and the usual signs stand; of others the number is told to who cannot set them. */
static void test_letters(void **state)
{
	(void)state;
	is("Köln – „Łódź“ …", strlen("Köln – „Łódź“ …"), "Köln – „Łódź“ …");
	is("東", 3, "\\beatchar{東}{6771}");
	is("ſ\u202e\U0001f600", 9, "\\beatchar{ſ}{017F}\\beatchar{\u202e}{202E}\\beatchar{\U0001f600}{1F600}");
	is("a\xff\xc3", 3, "a??");
	is("", 0, "");
}

static void test_head(void **state)
{
	struct buf b = BUF_INIT;

	(void)state;
	latex_head(&b, "booktabs");
	assert_non_null(
	    strstr(b.p, "% \\usepackage[T1]{fontenc}\n% \\usepackage{booktabs}\n\\providecommand{\\beatchar}[2]{"));
	buf_clear(&b);
	latex_head(&b, NULL);
	assert_null(strstr(b.p, "{booktabs}"));
	buf_release(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_special), cmocka_unit_test(test_letters),
					   cmocka_unit_test(test_head)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
