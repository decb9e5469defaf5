/* text_file: see text_file.h. */
#include "text_file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "beat/cli.h"
#include "beat/source.h"
#include "beat/text.h"

int text_file_read(const char *path, const char *what, size_t max_kb, struct buf *out)
{
	char err[SOURCE_ERR_MAX];
	struct source *s = source_open(path, err);
	int c, rc = CLI_OK;

	if (!s)
		return cli_fail("%s: %s.", path, err);
	source_skip_bom(s);
	while (out->n <= max_kb * 1024 && (c = source_byte(s)) != SOURCE_END)
		buf_addc(out, (char)c);
	if (source_error(s))
		rc = cli_fail("%s: %s", path, source_error(s));
	else if (out->n > max_kb * 1024)
		rc = cli_fail("%s is too big for %s: at most %zu kB.", path, what, max_kb);
	else if (out->n && (memchr(out->p, '\0', out->n) || !text_is_utf8(out->p, out->n)))
		rc = cli_fail("%s is no text in UTF-8.", path);
	source_free(&s);
	return rc;
}

int text_file_write(const char *path, const struct buf *text)
{
	FILE *f = fopen(path, "wbe");
	bool failed = f == NULL;

	if (f)
		failed = (fwrite(text->p, 1, text->n, f) != text->n) | (fclose(f) != 0);
	return failed ? cli_fail("could not write %s: %s.", path, strerror(errno)) : CLI_OK;
}
