/* What releases are made of: SQuAD, MANIFEST, likeness of texts, files that are digested while written. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "beat/crypto.h"
#include "beat/folder.h"
#include "beat/outfile.h"
#include "beat/release.h"
#include "beat/shingle.h"
#include "beat/source.h"
#include "release/manifest.h"
#include "unit.h"

#define TEXT(s) ((struct release_text){s, sizeof(s) - 1})

static void squad_groups_by_document(void **state)
{
	const struct release_row rows[] = {
	    {.id = TEXT("a1"), .question = TEXT("Who \"?\""), .answer = TEXT("\xc3\xa9"), .answer_start = 3},
	    {.id = TEXT("a2"), .question = TEXT("What?"), .answer = TEXT("x"), .answer_start = 0},
	};
	struct release_passage p = {
	    .title = TEXT("../T\n"), .context = TEXT("c1"), .new_document = true, .rows = rows, .n_rows = 2};
	unsigned char mem[64] = {0};
	struct buf out = BUF_INIT;

	(void)state;
	assert_true(release_squad.state <= sizeof(mem));
	release_squad.begin(mem, NULL, RELEASE_DEV, &out);
	release_squad.passage(mem, &p, &out);
	p.context = TEXT("c2");
	p.new_document = false;
	p.n_rows = 1;
	release_squad.passage(mem, &p, &out);
	p.title = TEXT("U");
	p.new_document = true;
	release_squad.passage(mem, &p, &out);
	release_squad.end(mem, &out);
	assert_string_equal(
	    out.p,
	    "{\"version\":\"1.1\",\"data\":[\n"
	    "{\"title\":\"../T\\n\",\"paragraphs\":[{\"context\":\"c1\",\"qas\":[{\"id\":\"a1\",\"question\":\"Who "
	    "\\\"?\\\"\","
	    "\"answers\":[{\"text\":\"\xc3\xa9\",\"answer_start\":3}]},{\"id\":\"a2\",\"question\":\"What?\","
	    "\"answers\":"
	    "[{\"text\":\"x\",\"answer_start\":0}]}]},{\"context\":\"c2\",\"qas\":[{\"id\":\"a1\",\"question\":\"Who "
	    "\\\"?\\\"\",\"answers\":[{\"text\":\"\xc3\xa9\",\"answer_start\":3}]}]}]},\n"
	    "{\"title\":\"U\",\"paragraphs\":[{\"context\":\"c2\",\"qas\":[{\"id\":\"a1\",\"question\":\"Who "
	    "\\\"?\\\"\",\"answers\":[{\"text\":\"\xc3\xa9\",\"answer_start\":3}]}]}]}\n"
	    "]}\n");
	buf_clear(&out);
	memset(mem, 0, sizeof(mem));
	release_squad_public.begin(mem, NULL, RELEASE_TEST, &out);
	release_squad_public.end(mem, &out);
	assert_string_equal(out.p, "{\"version\":\"1.1\",\"data\":[]}\n");
	buf_release(&out);
}

#define DIGEST "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

static void manifest_comes_back(void **state)
{
	struct release_file files[] = {{.path = "b/x"}, {.path = "a"}}, *read;
	struct buf out = BUF_INIT;
	char err[MANIFEST_ERR_MAX];
	size_t n;

	(void)state;
	for (int i = 0; i < 2; i++)
		memcpy(files[i].sha256, DIGEST, 65);
	manifest_sort(files, 2);
	manifest_write(&out, false, files, 2);
	assert_string_equal(out.p, DIGEST "  a\n" DIGEST "  b/x\n");
	buf_clear(&out);
	manifest_write(&out, true, files, 2);
	assert_string_equal(out.p, "# provisional: votes were missing when this release was made\n" DIGEST
				   "  a\n" DIGEST "  b/x\n");
	assert_int_equal(manifest_parse(out.p, &read, &n, err), 0);
	assert_int_equal(n, 2);
	assert_string_equal(read[1].path, "b/x");
	free(read);
	buf_release(&out);
}

static void manifest_refuses(void **state)
{
	static const char *const bad[] = {DIGEST "  ../x\n", DIGEST "  /x\n",
					  DIGEST "  a//b\n", DIGEST "  a/./b\n",
					  DIGEST " a\n",     "x  a\n",
					  DIGEST "  a",      "\n",
					  DIGEST "  \n",     DIGEST "  a\\..\\b\n"};
	struct release_file *read;
	char err[MANIFEST_ERR_MAX];
	size_t n;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
		char *copy = xstrdup(bad[i]);

		assert_int_equal(manifest_parse(copy, &read, &n, err), -1);
		assert_null(read);
		free(copy);
	}
}

static double likeness(const char *a, const char *b, int *bands)
{
	struct text_norm x, y;
	struct shingle_sketch s, t;
	double v;

	text_normalise(a, strlen(a), &x);
	text_normalise(b, strlen(b), &y);
	v = shingle_likeness(&x, &y);
	shingle_sketch(&x, &s);
	shingle_sketch(&y, &t);
	*bands = 0;
	for (int i = 0; i < SHINGLE_BANDS; i++)
		*bands += s.band[i] == t.band[i];
	text_norm_release(&x);
	text_norm_release(&y);
	return v;
}

static void likeness_of_texts(void **state)
{
	static const char text[] =
	    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen";
	int bands;

	(void)state;
	assert_true(
	    likeness(text, "One, two THREE four five six seven eight nine ten eleven twelve thirteen fourteen fifteen!",
		     &bands) == 1.0);
	assert_int_equal(bands, SHINGLE_BANDS);
	/* 11 runs of five; a new word at the end adds one */
	assert_true(
	    likeness(text,
		     "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen",
		     &bands) == 11.0 / 12);
	assert_true(bands > 0);
	assert_true(likeness(text, "nothing of this is in the other text at all, not even a single run", &bands) ==
		    0.0);
	assert_int_equal(bands, 0);
	assert_true(likeness("", "", &bands) == 1.0);
	assert_true(likeness("", "one", &bands) == 0.0);
	assert_true(likeness("one two", "one two", &bands) == 1.0);
}

static void files_are_digested(void **state)
{
	char dir[] = "/tmp/beat-release-XXXXXX", err[FOLDER_ERR_MAX], sha256[65], again[65];
	struct buf path = BUF_INIT, back = BUF_INIT;
	struct outfile *f;
	int64_t bytes, size;
	int fd;

	(void)state;
	assert_non_null(mkdtemp(dir));
	assert_int_equal(folder_open(dir, &fd, err), 0);
	for (int gzip = 0; gzip < 2; gzip++) {
		f = outfile_open(fd, "a/b/c", gzip, err);
		assert_non_null(f);
		outfile_write(f, NULL, 0);
		for (int i = 0; i < 100000; i++)
			outfile_write(f, "line of text\n", 13);
		assert_int_equal(outfile_close(&f, &bytes, sha256, err), 0);
		assert_int_equal(folder_digest(fd, "a/b/c", &size, again, err), 0);
		assert_int_equal(size, bytes);
		assert_string_equal(sha256, again);
		assert_true(gzip ? bytes < 100000 : bytes == 1300000);
	}
	assert_int_equal(folder_read(fd, "a/b/c", &back, 10, err), -1);
	assert_int_equal(symlinkat("/etc/passwd", fd, "a/link"), 0);
	assert_null(outfile_open(fd, "a/link", false, err));
	assert_int_equal(folder_digest(fd, "a/link", &size, again, err), -1);
	buf_addf(&path, "%s.done", dir);
	assert_int_equal(unlinkat(fd, "a/link", 0), 0);
	assert_int_equal(folder_publish(dir, path.p, err), 0);
	assert_false(folder_exists(dir));
	assert_int_equal(folder_make(dir, err), 0);
	assert_int_equal(folder_publish(dir, path.p, err), -1);
	assert_int_equal(folder_remove(path.p, err), 0);
	assert_int_equal(folder_remove(path.p, err), 0);
	assert_int_equal(folder_remove(dir, err), 0);
	close(fd);
	buf_release(&path);
	buf_release(&back);
}

UNIT_MAIN(NULL, NULL, cmocka_unit_test(squad_groups_by_document), cmocka_unit_test(manifest_comes_back),
	  cmocka_unit_test(manifest_refuses), cmocka_unit_test(likeness_of_texts), cmocka_unit_test(files_are_digested))
