/* flow_read: see flow_read.h. */
#include "flow_read.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "beat/text.h"

int flow_fault_set(struct flow_fault *f, const char *field, const char *format, ...)
{
	va_list args;

	f->field = field;
	va_start(args, format);
	vsnprintf(f->detail, sizeof(f->detail), format, args);
	va_end(args);
	return -1;
}

bool flow_is_given(const json_t *obj, const char *key)
{
	const json_t *v = json_object_get(obj, key);

	return v != NULL && !json_is_null(v);
}

/* The last part of a member's name. */
static const char *flow_read_key(const char *field)
{
	const char *dot = strrchr(field, '.');

	return dot != NULL ? dot + 1 : field;
}

int flow_get_str(const json_t *obj, const char *field, const char **s, size_t *n, struct flow_fault *f)
{
	f->field = field;
	return json_get_str(obj, flow_read_key(field), s, n, f->detail);
}

int flow_get_int(const json_t *obj, const char *field, int64_t min, int64_t max, int64_t *v, struct flow_fault *f)
{
	f->field = field;
	return json_get_int(obj, flow_read_key(field), min, max, v, f->detail);
}

int flow_get_flag(const json_t *obj, const char *field, bool *v, struct flow_fault *f)
{
	const json_t *given = json_object_get(obj, flow_read_key(field));

	*v = json_is_true(given);
	if (given == NULL || json_is_null(given) || json_is_boolean(given))
		return 0;
	return flow_fault_set(f, field, "The field \"%s\" must be true or false.", flow_read_key(field));
}

int flow_get_obj(const json_t *obj, const char *field, json_t **v, struct flow_fault *f)
{
	f->field = field;
	return json_get_obj(obj, flow_read_key(field), v, f->detail);
}

int flow_get_text(const json_t *obj, const char *field, struct flow_text *out, struct flow_fault *f)
{
	struct span whole = {0};
	const char *s, *trimmed;
	size_t n;

	*out = (struct flow_text){0};
	if (flow_get_str(obj, field, &s, &n, f) < 0)
		return -1;
	whole.end = text_length(s, n);
	if (span_trim(s, n, &whole) != SPAN_OK || !span_slice(s, n, whole, &trimmed, &n))
		return 0;
	*out = (struct flow_text){xmemdup0(trimmed, n), n, whole.end - whole.start};
	return 0;
}

int flow_text_fits(const struct flow_text *t, const char *field, const char *what, size_t max, struct flow_fault *f)
{
	if (t->length <= max)
		return 0;
	return flow_fault_set(f, field, "%s is too long: at most %zu characters.", what, max);
}

int flow_get_answer(const json_t *body, struct flow_answer *out, struct flow_fault *f)
{
	json_t *answer;
	int64_t start, end;

	if (flow_get_obj(body, "answer", &answer, f) < 0 ||
	    flow_get_int(answer, "answer.start", 0, INT32_MAX, &start, f) < 0 ||
	    flow_get_int(answer, "answer.end", 0, INT32_MAX, &end, f) < 0 ||
	    flow_get_str(answer, "answer.text", &out->claimed, &out->claimed_n, f) < 0)
		return -1;
	out->span = (struct span){(size_t)start, (size_t)end};
	return 0;
}

enum span_status flow_answer_prove(struct flow_answer *a, const char *passage, size_t passage_n, const char **slice,
				   size_t *n)
{
	enum span_status proof = span_prove(passage, passage_n, &a->span, a->claimed, a->claimed_n);

	if (!span_slice(passage, passage_n, a->span, slice, n))
		return SPAN_OUTSIDE;
	return proof;
}

static bool flow_read_is_uuid(const char *s, size_t n)
{
	for (size_t i = 0; i < n && n == FLOW_UUID_LEN; i++) {
		bool dash = i == 8 || i == 13 || i == 18 || i == 23;

		if (dash ? s[i] != '-' : !isxdigit((unsigned char)s[i]))
			return false;
	}
	return n == FLOW_UUID_LEN;
}

int flow_get_uuid(const json_t *obj, const char *field, char out[FLOW_UUID_LEN + 1], struct flow_fault *f)
{
	const char *id;
	size_t n;

	if (flow_get_str(obj, field, &id, &n, f) < 0)
		return -1;
	if (!flow_read_is_uuid(id, n))
		return flow_fault_set(f, field,
				      "The field \"%s\" must be a UUID such as 123e4567-e89b-42d3-a456-426614174000.",
				      flow_read_key(field));
	for (size_t i = 0; i <= FLOW_UUID_LEN; i++)
		out[i] = (char)tolower((unsigned char)id[i]);
	return 0;
}
