/* platform: the table of platforms and what their modules share. */
#include "beat/platform.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "beat/text.h"
#include "beat/text_char.h"

static const struct platform *const platforms[] = {&platform_mturk, &platform_prolific, &platform_direct};

const struct platform *platform_find(const char *name)
{
	/* NOLINTNEXTLINE(bugprone-sizeof-expression): an array of pointers it is */
	for (size_t i = 0; i < ARRAY_LEN(platforms); i++) {
		if (strcmp(platforms[i]->name, name) == 0)
			return platforms[i];
	}
	return NULL;
}

/* An id is shown to people and kept for ever: no control characters, none that nobody sees, no blank ends. */
static bool platform_is_clean(const char *s, size_t n)
{
	uint32_t c = 0;

	for (size_t at = 0, step; at < n; at += step) {
		step = text_decode(s + at, n - at, &c);
		if (c < 0x20 || (c >= 0x7f && c < 0xa0) || text_char_is_format(c) || (at == 0 && text_is_space(c)))
			return false;
	}
	return !text_is_space(c);
}

int platform_refuse(struct platform_fault *f, const char *param, const char *format, ...)
{
	va_list args;

	f->param = param;
	va_start(args, format);
	vsnprintf(f->detail, sizeof(f->detail), format, args);
	va_end(args);
	return -1;
}

int platform_param(const json_t *params, const char *key, bool required, size_t max, char *out,
		   struct platform_fault *f)
{
	const json_t *v = json_object_get(params, key);
	size_t n = json_string_length(v);

	out[0] = '\0';
	if (v == NULL || json_is_null(v) || (json_is_string(v) && n == 0)) {
		if (!required)
			return 0;
		return platform_refuse(f, key, "The parameter \"%s\" is missing from the page's address.", key);
	}
	if (!json_is_string(v) || n > max || !platform_is_clean(json_string_value(v), n))
		return platform_refuse(
		    f, key, "The parameter \"%s\" must be 1 to %zu printable characters without blanks at its ends.",
		    key, max);
	memcpy(out, json_string_value(v), n + 1);
	return 0;
}

bool platform_normalise(char id[PLATFORM_ID_MAX + 1])
{
	size_t n = 0;
	char *form = text_nfkc(id, strlen(id), &n);
	/* A form may be longer, and its characters others. */
	bool fits = form != NULL && n > 0 && n <= PLATFORM_ID_MAX && platform_is_clean(form, n);

	if (fits)
		memcpy(id, form, n + 1);
	free(form);
	return fits;
}

int platform_worker(const json_t *params, const char *key, char out[PLATFORM_ID_MAX + 1], struct platform_fault *f)
{
	if (platform_param(params, key, true, PLATFORM_ID_MAX, out, f) < 0)
		return -1;
	if (platform_normalise(out))
		return 0;
	return platform_refuse(f, key, "The parameter \"%s\" is too long, or of characters that no id can have.", key);
}
