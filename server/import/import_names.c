/* import: the words of an import: which splits, which names of collections. */
#include "beat/import.h"

#include <stdlib.h>
#include <string.h>

/* "80/10/10": three whole numbers, not all nought. */
static bool import_is_proportions(const char *s)
{
	unsigned total = 0;

	for (int i = 0; i < 3; i++) {
		size_t n = strspn(s, "0123456789");

		if (n == 0 || n > 4 || s[n] != (i < 2 ? '/' : '\0'))
			return false;
		total += (unsigned)strtoul(s, NULL, 10);
		s += n + 1;
	}
	return total > 0;
}

bool import_is_split(const char *s)
{
	return strcmp(s, "train") == 0 || strcmp(s, "dev") == 0 || strcmp(s, "test") == 0 ||
	       (strncmp(s, "auto:", 5) == 0 && import_is_proportions(s + 5));
}

#define COLLECTION_FIRST "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
#define COLLECTION_CHARS COLLECTION_FIRST "._-"

bool import_is_collection(const char *s)
{
	size_t n = strlen(s);

	return n <= 63 && strspn(s, COLLECTION_FIRST) > 0 && strspn(s, COLLECTION_CHARS) == n;
}

void import_collection_of(struct buf *out, const char *path)
{
	char *stem = corpus_stem(path);

	for (const char *p = stem; *p && out->n < 63; p++) {
		if (strchr(out->n > 0 ? COLLECTION_CHARS : COLLECTION_FIRST, *p))
			buf_addc(out, *p);
		else if (out->n > 0 && out->p[out->n - 1] != '-')
			buf_addc(out, '-');
	}
	while (out->n > 0 && out->p[out->n - 1] == '-')
		out->p[--out->n] = '\0';
	buf_adds(out, "");
	free(stem);
}
