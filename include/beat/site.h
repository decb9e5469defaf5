/* site: the built pages, read into memory at start from a folder with a
 * manifest.json (see web/build.mjs): each file with its type, ETag and
 * precompressed variants. */
#ifndef BEAT_SITE_H
#define BEAT_SITE_H

#include <stdbool.h>
#include <stddef.h>

struct site;

enum site_encoding { SITE_PLAIN, SITE_GZIP, SITE_BROTLI, SITE_ENCODINGS };

struct site_file {
	char *url, *type, *etag; /* etag with its quotes */
	bool immutable;          /* its name holds its hash */
	struct {
		char *p;
		size_t n;
	} body[SITE_ENCODINGS]; /* p is NULL where there is no such variant */
};

struct site *site_load(const char *dir); /* NULL after logging why */
void site_free(struct site **s);
const struct site_file *site_find(const struct site *s, const char *url); /* NULL if there is none */

/* The best variant that an Accept-Encoding header (may be NULL) allows. */
enum site_encoding site_choose(const struct site_file *f, const char *accept);

#endif
