/* libFuzzer target: documents; the first byte says which form. Whatever is in a file, it is refused with a sentence or
 * gives lines that `beatctl import` takes. */
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "beat/curate.h"
#include "beat/json.h"
#include "fuzz.h"

static int gather(void *arg, struct buf *b, char err[LAB_ERR_MAX])
{
	(void)err;
	buf_add(arg, b->p != NULL ? b->p : "", b->n);
	buf_clear(b);
	return 0;
}

static void check_line(const char *p, size_t n)
{
	char err[JSON_ERR_MAX];
	json_t *object = json_parse(p, n, err);
	const char *title = json_string_value(json_object_get(object, "title")),
		   *text = json_string_value(json_object_get(object, "text"));

	CHECK(object != NULL && title != NULL && text != NULL && *title != '\0' && *text != '\0');
	CHECK(text_length(title, strlen(title)) <= CORPUS_TITLE_MAX &&
	      text_length(text, strlen(text)) <= CORPUS_TEXT_MAX);
	json_decref(object);
}

static void check_lines(const struct buf *made)
{
	for (size_t at = 0; at < made->n;) {
		const char *end = memchr(made->p + at, '\n', made->n - at);

		CHECK(end != NULL);
		check_line(made->p + at, (size_t)(end - made->p) - at);
		at = (size_t)(end - made->p) + 1;
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct buf made = BUF_INIT;
	struct curate_config config = {.write = gather,
				       .arg = &made,
				       .title_key = "title",
				       .text_key = "text",
				       .markup = CURATE_WIKI,
				       .least = 1,
				       .most = CORPUS_TEXT_MAX,
				       .merge = 0.5};
	char path[64], err[LAB_ERR_MAX] = "";
	int fd = size > 0 ? memfd_create("documents", MFD_CLOEXEC) : -1;
	struct curate *c;

	if (size == 0)
		return 0;
	CHECK(write(fd, data + 1, size - 1) == (ssize_t)size - 1);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	config.form = CURATE_PLAIN + data[0] % (CURATE_FORMS - CURATE_PLAIN);
	config.with_title = data[0] & 128;
	config.passages = data[0] & 64 ? 3 : 0;
	c = curate_new(&config);
	if (curate_read(c, path, err) == 0) {
		CHECK(curate_finish(c, err) == 0);
		check_lines(&made);
	} else {
		CHECK(err[0] != '\0');
	}
	curate_free(&c);
	buf_release(&made);
	close(fd);
	return 0;
}
