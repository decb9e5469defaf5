/* Tests of weights files: what is written reads back; whatever is cut off, changed, of
 * another reader or shaped otherwise is refused with a sentence that says what is wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../model_adapter/readers/weights.h"
#include "../../model_adapter/readers/weights_make.h"
#include "beat/crypto.h"
#include "unit.h"

static const float table[6] = {1, -2.5F, 3e-9F, 0, 5, 6};
static const int8_t bytes[3] = {-128, 0, 127};
static const uint32_t hashes[2] = {7, 0xffffffff};

static const struct weights_part parts[] = {
    {{"table", WEIGHTS_F32, 2, {2, 3}}, table},
    {{"bytes", WEIGHTS_I8, 1, {3}}, bytes},
    {{"a.hash", WEIGHTS_U32, 1, {2}}, hashes},
};

static const char measured[] =
    "[{\"on\":\"SQuAD, unseen articles\",\"questions\":10,\"em\":600,\"f1\":701,\"wins\":650}]";

static void make(struct buf *file)
{
	weights_make(file, &(struct weights_image){.reader = "neural",
						   .version = "1.0",
						   .config = "{\"width\":96,\"share\":0.5,\"word\":\"x\"}",
						   .measured = measured,
						   .made = "{\"recipe\":\"by hand\"}",
						   .parts = parts,
						   .n_parts = ARRAY_LEN(parts)});
}

static void test_round(void **state)
{
	struct buf file = BUF_INIT;
	char err[WEIGHTS_ERR_MAX] = "", hash[2 * CRYPTO_SHA256_LEN + 1];
	struct weights *w;
	const float *f;
	const uint32_t *u;
	size_t shape[WEIGHTS_DIMS_MAX];

	(void)state;
	make(&file);
	w = weights_view(file.p, file.n, "neural", err);
	assert_string_equal(err, "");
	assert_non_null(w);
	crypto_sha256_hex(file.p + WEIGHTS_HEAD, file.n - WEIGHTS_HEAD, hash);
	assert_string_equal(weights_hash(w), hash);
	assert_string_equal(weights_version(w), "1.0");
	assert_string_equal(weights_measured(w)->on, "SQuAD, unseen articles");
	assert_int_equal(weights_measured(w)->questions, 10);
	assert_int_equal(weights_measured(w)->em_permille, 600);
	assert_int_equal(weights_measured(w)->f1_permille, 701);
	assert_int_equal(weights_measured(w)->wins_permille, 650);
	f = weights_tensor(w, &parts[0].is, err);
	assert_memory_equal(f, table, sizeof(table));
	assert_int_equal((size_t)((const char *)f - file.p) % WEIGHTS_ALIGN, 0);
	assert_memory_equal(weights_tensor(w, &parts[1].is, err), bytes, sizeof(bytes));
	u = weights_tensor(w, &parts[2].is, err);
	assert_int_equal(u[1], 0xffffffff);
	assert_int_equal(weights_shape(w, "table", WEIGHTS_F32, shape, err), 2);
	assert_int_equal(shape[0], 2);
	assert_int_equal(shape[1], 3);
	weights_free(&w);
	assert_null(w);
	weights_free(&w);
	buf_release(&file);
}

static void test_config(void **state)
{
	struct buf file = BUF_INIT;
	char err[WEIGHTS_ERR_MAX];
	struct weights *w;
	double share;
	int n;

	(void)state;
	make(&file);
	w = weights_view(file.p, file.n, "neural", err);
	assert_non_null(w);
	assert_int_equal(weights_int(w, (struct weights_range){"width", 8, 96}, &n, err), 0);
	assert_int_equal(n, 96);
	assert_int_equal(weights_real(w, (struct weights_range){"share", 0, 1}, &share, err), 0);
	assert_true(fabs(share - 0.5) < 1e-12);
	assert_int_equal(weights_real(w, (struct weights_range){"width", 0, 100}, &share, err), 0);
	assert_int_equal(weights_int(w, (struct weights_range){"width", 8, 95}, &n, err), -1);
	assert_string_equal(err, "\"width\" of its config is no whole number from 8 to 95");
	assert_int_equal(weights_int(w, (struct weights_range){"share", 0, 1}, &n, err), -1);
	assert_int_equal(weights_int(w, (struct weights_range){"none", 0, 1}, &n, err), -1);
	assert_int_equal(weights_real(w, (struct weights_range){"word", 0, 1}, &share, err), -1);
	weights_free(&w);
	buf_release(&file);
}

static void wants(const struct weights *w, struct weights_want want, const char *sentence)
{
	char err[WEIGHTS_ERR_MAX] = "";

	assert_null(weights_tensor(w, &want, err));
	assert_string_equal(err, sentence);
}

static void test_tensor_refused(void **state)
{
	struct buf file = BUF_INIT;
	char err[WEIGHTS_ERR_MAX];
	struct weights *w;
	size_t shape[WEIGHTS_DIMS_MAX];

	(void)state;
	make(&file);
	w = weights_view(file.p, file.n, "neural", err);
	assert_non_null(w);
	wants(w, (struct weights_want){"none", WEIGHTS_F32, 1, {6}}, "tensor none is missing");
	wants(w, (struct weights_want){"table", WEIGHTS_U32, 2, {2, 3}}, "tensor table is of type f32, not u32");
	wants(w, (struct weights_want){"table", WEIGHTS_F32, 1, {6}},
	      "tensor table does not have the shape that the config asks for");
	wants(w, (struct weights_want){"table", WEIGHTS_F32, 2, {3, 2}},
	      "tensor table does not have the shape that the config asks for");
	assert_int_equal(weights_shape(w, "none", WEIGHTS_F32, shape, err), -1);
	weights_free(&w);
	buf_release(&file);
}

static void test_not_finite(void **state)
{
	static const float bad[] = {NAN, INFINITY, -INFINITY};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
		float numbers[3] = {1, 2, 3};
		struct weights_part part = {{"x", WEIGHTS_F32, 1, {3}}, numbers};
		struct buf file = BUF_INIT;
		char err[WEIGHTS_ERR_MAX];
		struct weights *w;

		numbers[i] = bad[i];
		weights_make(&file, &(struct weights_image){
					.reader = "r", .version = "1", .config = "{}", .parts = &part, .n_parts = 1});
		w = weights_view(file.p, file.n, "r", err);
		assert_non_null(w);
		assert_string_equal(weights_measured(w)->on, "");
		wants(w, part.is, "tensor x has a number in it that is not finite");
		weights_free(&w);
		buf_release(&file);
	}
}

static void refused(const struct buf *file, const char *reader, const char *sentence)
{
	char err[WEIGHTS_ERR_MAX] = "";

	assert_null(weights_view(file->p, file->n, reader, err));
	if (strstr(err, sentence) == NULL)
		fail_msg("'%s', not '%s'", err, sentence);
	for (const char *p = err; *p != '\0'; p++)
		assert_in_range(*p, ' ', '~'); /* whatever the file holds, it goes into a log */
}

static void test_frame_refused(void **state)
{
	struct buf file = BUF_INIT, copy = BUF_INIT;

	(void)state;
	make(&file);
	refused(&file, "linear", "it is for the reader neural, not for linear");
	for (size_t n = 0; n < file.n; n += 1 + n / 16) {
		buf_clear(&copy);
		buf_add(&copy, file.p, n);
		refused(&copy, "neural", n < WEIGHTS_HEAD ? "too short" : "it is not whole");
	}
	for (size_t i = 0; i < file.n; i += 1 + i / 64) {
		buf_clear(&copy);
		buf_add(&copy, file.p, file.n);
		copy.p[i] ^= 0x10;
		refused(&copy, "neural",
			i < 8    ? "it is not a weights file"
			: i < 12 ? "it has format"
			: i < 16 ? "header"
			: i < 24 ? "it is not whole"
				 : "it is damaged");
	}
	buf_release(&copy);
	buf_release(&file);
}

/* The same file with other words in its header, of the same length, and a digest that fits. */
static void make_with(struct buf *file, const char *from, const char *to)
{
	char *at;

	make(file);
	at = memmem(file->p, file->n, from, strlen(from));
	assert_non_null(at);
	assert_int_equal(strlen(from), strlen(to));
	for (size_t i = 0; to[i] != '\0'; i++)
		at[i] = to[i];
	weights_seal(file);
}

static void header_refused(const char *from, const char *to, const char *sentence)
{
	struct buf file = BUF_INIT;

	make_with(&file, from, to);
	refused(&file, "neural", sentence);
	buf_release(&file);
}

static void test_header_refused(void **state)
{
	(void)state;
	header_refused("{\"reader\"", "{'reader\"", "its header is no JSON object: ");
	header_refused("\"version\":\"1.0\"", "\"version\":1.0  ", "The field \"version\"");
	header_refused("\"version\"", "\"Version\"", "The field \"version\"");
	header_refused("\"version\":\"1.0\"", "\"version\":\"\"   ", "its version is no word of 1 to 64");
	header_refused("\"version\":\"1.0\"", "\"version\":\"1\\n\"", "its version is no word of 1 to 64");
	header_refused("\"version\":\"1.0\"", "\"version\":\"1 0\"", "its version is no word of 1 to 64");
	header_refused("\"version\":\"1.0\"", "\"version\":\"1\xc3\xa9\"", "its version is no word of 1 to 64");
	header_refused("\"config\"", "\"Config\"", "The field \"config\"");
	header_refused("\"em\":600", "\"em\":-60", "The field \"em\"");
	header_refused("\"f1\":701", "\"f1\":7e9", "The field \"f1\"");
	header_refused("\"on\":\"SQuAD", "\"in\":\"SQuAD", "The field \"on\"");
	header_refused("\"tensors\"", "\"Tensors\"", "its header has no list of at most 4096 tensors");
	header_refused("\"name\":\"table\"", "\"naam\":\"table\"", "The field \"name\"");
	header_refused("\"name\":\"bytes\"", "\"name\":\"table\"", "tensor table is there twice");
	header_refused("\"type\":\"f32\"", "\"type\":\"f64\"", "tensor table is of a type that is not known");
	header_refused("\"shape\":[2,3]", "\"shape\":[2,0]", "tensor table has a shape that does not fit");
	header_refused("\"shape\":[2,3]", "\"shape\":[   ]", "tensor table has no shape of 1 to 4 numbers");
	header_refused("\"shape\":[2,3]", "\"shape\":[9e9]", "tensor table has a shape that does not fit");
	header_refused("\"shape\":[2,3]", "\"shape\":99999", "tensor table has no shape of 1 to 4 numbers");
	header_refused("\"at\":", "\"AT\":", "The field \"at\"");
}

/* What is printed and served of a header cannot play with a terminal. */
static void test_controls_refused(void **state)
{
	static const char *const controls[] = {"\"\\u001b[2J",        "\"\\u0085 SQ", "\"\\u202e SQ",
					       "\"\\u2066 SQ",        "\"a\\n SQuAD", "\"\xc2\x9b 31m SQ",
					       "\"\xe2\x80\xaeSQuADs"};
	struct buf file = BUF_INIT;
	char err[WEIGHTS_ERR_MAX] = "";
	struct weights *w;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(controls); i++)
		header_refused("\"SQuAD, un", controls[i],
			       "its header says with control characters on what it was measured");
	header_refused("\"reader\":\"neural\"", "\"reader\":\"ne\\nal\"", "its reader is called by no word of 1 to 64");
	header_refused("\"reader\":\"neural\"", "\"reader\":\"\xe2\x80\xaer\xc3\xa9\"",
		       "its reader is called by no word of 1 to 64");
	header_refused("\"name\":\"bytes\"", "\"name\":\"by\\ns\"", "its tensor 1 is called by no word of 1 to 64");
	header_refused("\"name\":\"bytes\"", "\"name\":\"\"     ", "its tensor 1 is called by no word of 1 to 64");
	header_refused("{\"reader\"", "{\xe2\x80\xae\xc2\x9b\x1b\"r", "its header is no JSON object: ");
	make_with(&file, "SQuAD, unseen", "\xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e Z\xc3\xbc");
	w = weights_view(file.p, file.n, "neural", err);
	assert_string_equal(err, "");
	assert_string_equal(weights_measured(w)->on, "\xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e Z\xc3\xbc articles");
	weights_free(&w);
	buf_release(&file);
}

static void test_places_refused(void **state)
{
	struct buf file = BUF_INIT;
	char from[32], to[32];
	const char *at;

	(void)state;
	make(&file);
	at = memmem(file.p, file.n, "\"at\":", 5);
	assert_non_null(at);
	snprintf(from, sizeof(from), "%.8s", at);
	header_refused(from, "\"at\":961", "tensor table does not begin at a multiple of 64 bytes");
	header_refused(from, "\"at\":064", "its header is no JSON object");
	header_refused(from, "\"at\": 64", "tensor table lies outside the file");
	snprintf(to, sizeof(to), "\"at\":%zu", file.n / WEIGHTS_ALIGN * WEIGHTS_ALIGN);
	header_refused(from, to, "tensor table lies outside the file");
	buf_release(&file);
}

/* Numbers that would overflow if they were multiplied before they are compared. */
static void test_huge_shapes(void **state)
{
	static const char *const shapes[] = {"4294967296,4294967296",
					     "9223372036854775807",
					     "1,1,1,9223372036854775807",
					     "65536,65536,65536,65536",
					     "-1",
					     "1.5",
					     "\"2\"",
					     "1,1,1,1,1"};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(shapes); i++) {
		struct buf file = BUF_INIT, header = BUF_INIT;

		buf_addf(&header,
			 "{\"reader\":\"r\",\"version\":\"1\",\"config\":{},\"tensors\":[{\"name\":\"t\","
			 "\"type\":\"f32\",\"shape\":[%s],\"at\":256}]}",
			 shapes[i]);
		weights_make(&file, &(struct weights_image){.reader = "r", .version = "1", .config = "{}"});
		while (file.n < 1024)
			buf_addc(&file, '\0');
		memcpy(file.p + WEIGHTS_HEAD, header.p, header.n);
		file.p[12] = (char)header.n;
		weights_seal(&file);
		refused(&file, "r", "tensor t has ");
		buf_release(&header);
		buf_release(&file);
	}
}

static void test_file(void **state)
{
	char path[] = "/tmp/beat-weights-XXXXXX", err[WEIGHTS_ERR_MAX];
	int fd = mkstemp(path);
	struct buf file = BUF_INIT;
	struct weights *w;

	(void)state;
	assert_true(fd >= 0);
	assert_null(weights_open(path, "neural", err));
	assert_string_equal(err, "it is too short to be a weights file (0 bytes)");
	make(&file);
	assert_int_equal(write(fd, file.p, file.n), file.n);
	w = weights_open(path, "neural", err);
	assert_non_null(w);
	assert_memory_equal(weights_tensor(w, &parts[0].is, err), table, sizeof(table));
	weights_free(&w);
	assert_int_equal(ftruncate(fd, (off_t)file.n - 1), 0);
	assert_null(weights_open(path, "neural", err));
	assert_non_null(strstr(err, "it is not whole"));
	close(fd);
	unlink(path);
	assert_null(weights_open(path, "neural", err));
	assert_string_equal(err, "it cannot be opened: No such file or directory");
	assert_null(weights_open("/tmp", "neural", err));
	assert_string_equal(err, "it is not a plain file");
	assert_int_equal(mkfifo(path, 0600), 0); /* nobody writes into it */
	assert_null(weights_open(path, "neural", err));
	assert_string_equal(err, "it is not a plain file");
	unlink(path);
	buf_release(&file);
}

UNIT_MAIN(NULL, NULL, cmocka_unit_test(test_round), cmocka_unit_test(test_config),
	  cmocka_unit_test(test_tensor_refused), cmocka_unit_test(test_not_finite),
	  cmocka_unit_test(test_frame_refused), cmocka_unit_test(test_header_refused),
	  cmocka_unit_test(test_controls_refused), cmocka_unit_test(test_places_refused),
	  cmocka_unit_test(test_huge_shapes), cmocka_unit_test(test_file))
