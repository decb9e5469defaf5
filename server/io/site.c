/* site: see include/beat/site.h. Only files named by the manifest are ever served,
 * so nothing a client writes becomes a path. */
#include "beat/site.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "beat/buf.h"
#include "beat/json.h"
#include "beat/log.h"

enum { FILE_MAX_BYTES = 16 << 20 };

struct site {
	struct site_file *files;
	size_t count;
};

static const struct {
	const char *token, *suffix;
} encodings[SITE_ENCODINGS] = {[SITE_GZIP] = {"gzip", ".gz"}, [SITE_BROTLI] = {"br", ".br"}};

static int read_file(const char *dir, const char *name, const char *suffix, struct buf *out)
{
	struct buf path = BUF_INIT;
	char chunk[16384];
	size_t n;
	FILE *f;
	int rc = -1;

	buf_addf(&path, "%s/%s%s", dir, name, suffix);
	f = fopen(path.p, "re");
	if (f == NULL) {
		log_error("cannot read the page file %s: %s", path.p, strerror(errno));
		goto done;
	}
	while ((n = fread(chunk, 1, sizeof(chunk), f)) > 0 && out->n < FILE_MAX_BYTES)
		buf_add(out, chunk, n);
	rc = ferror(f) || out->n >= FILE_MAX_BYTES ? -1 : 0;
	if (rc < 0)
		log_error("cannot read the page file %s: %s", path.p, ferror(f) ? strerror(errno) : "it is too large");
	fclose(f);
done:
	buf_release(&path);
	return rc;
}

static int load_variant(struct site_file *file, const char *dir, const char *name, enum site_encoding e)
{
	struct buf b = BUF_INIT;

	if (read_file(dir, name, encodings[e].suffix != NULL ? encodings[e].suffix : "", &b) < 0) {
		buf_release(&b);
		return -1;
	}
	file->body[e].n = b.n;
	file->body[e].p = buf_detach(&b);
	return 0;
}

static bool lists(const json_t *names, const char *token)
{
	const json_t *v;
	size_t i;

	json_array_foreach(names, i, v)
	{
		if (json_is_string(v) && strcmp(json_string_value(v), token) == 0)
			return true;
	}
	return false;
}

static int load_entry(struct site_file *file, const char *dir, const json_t *entry)
{
	char err[JSON_ERR_MAX];
	const char *url, *name, *type, *etag;
	size_t n;
	struct buf quoted = BUF_INIT;

	if (json_get_str(entry, "url", &url, &n, err) < 0 || json_get_str(entry, "file", &name, &n, err) < 0 ||
	    json_get_str(entry, "type", &type, &n, err) < 0 || json_get_str(entry, "etag", &etag, &n, err) < 0) {
		log_error("%s/manifest.json: %s", dir, err);
		return -1;
	}
	buf_addf(&quoted, "\"%s\"", etag);
	file->etag = buf_detach(&quoted);
	file->url = xstrdup(url);
	file->type = xstrdup(type);
	file->immutable = json_is_true(json_object_get(entry, "immutable"));
	for (enum site_encoding e = SITE_PLAIN; e < SITE_ENCODINGS; e++) {
		if (e != SITE_PLAIN && !lists(json_object_get(entry, "encodings"), encodings[e].token))
			continue;
		if (load_variant(file, dir, name, e) < 0)
			return -1;
	}
	return 0;
}

struct site *site_load(const char *dir)
{
	struct site *s = xcalloc(1, sizeof(*s));
	struct buf text = BUF_INIT;
	char err[JSON_ERR_MAX];
	json_t *root = NULL, *files;
	bool ok = false;

	if (read_file(dir, "manifest.json", "", &text) < 0)
		goto done;
	root = json_parse(text.p, text.n, err);
	files = json_object_get(root, "files");
	if (!json_is_array(files)) {
		log_error("%s/manifest.json holds no list of files", dir);
		goto done;
	}
	s->files = xcalloc(json_array_size(files), sizeof(*s->files));
	while (s->count < json_array_size(files)) {
		s->count++;
		if (load_entry(&s->files[s->count - 1], dir, json_array_get(files, s->count - 1)) < 0)
			goto done;
	}
	ok = true;
done:
	json_decref(root);
	buf_release(&text);
	if (!ok)
		site_free(&s);
	return s;
}

void site_free(struct site **sp)
{
	struct site *s = *sp;

	if (s == NULL)
		return;
	for (size_t i = 0; i < s->count; i++) {
		free(s->files[i].url);
		free(s->files[i].type);
		free(s->files[i].etag);
		for (int e = 0; e < SITE_ENCODINGS; e++)
			free(s->files[i].body[e].p);
	}
	free(s->files);
	free(s);
	*sp = NULL;
}

const struct site_file *site_find(const struct site *s, const char *url)
{
	for (size_t i = 0; i < s->count; i++) {
		if (strcmp(s->files[i].url, url) == 0)
			return &s->files[i];
	}
	return NULL;
}

/* Whether a list such as "gzip, br;q=0.8, zstd;q=0" takes a coding. */
static bool accepts(const char *list, const char *token)
{
	size_t n = strlen(token);

	while (*list != '\0') {
		size_t len;
		const char *q;

		list += strspn(list, " \t,");
		len = strcspn(list, ",");
		q = memmem(list, len, "q=", 2);
		if (len >= n && strncasecmp(list, token, n) == 0 && strchr("; \t,", list[n]) != NULL)
			return q == NULL || strtod(q + 2, NULL) > 0;
		list += len;
	}
	return false;
}

enum site_encoding site_choose(const struct site_file *f, const char *accept)
{
	for (enum site_encoding e = SITE_BROTLI; accept != NULL && e > SITE_PLAIN; e--) {
		if (f->body[e].p != NULL && accepts(accept, encodings[e].token))
			return e;
	}
	return SITE_PLAIN;
}
