/* json: see include/beat/json.h. */
#include "beat/json.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "beat/text.h"

json_t *json_parse(const char *p, size_t n, char err[JSON_ERR_MAX])
{
	json_error_t e;
	json_t *root;

	/* jansson checks UTF-8 inside strings only; anything else is a bug of the sender as well. */
	if (!text_is_utf8(p, n)) {
		snprintf(err, JSON_ERR_MAX, "The body is not valid UTF-8.");
		return NULL;
	}
	/* jansson 2.14 takes a raw NUL after a number for the end of the text. */
	if (n > 0 && memchr(p, '\0', n) != NULL) {
		snprintf(err, JSON_ERR_MAX, "Not valid JSON: it holds a NUL byte.");
		return NULL;
	}
	root = json_loadb(p, n, JSON_REJECT_DUPLICATES, &e);
	if (root == NULL && json_error_code(&e) == json_error_null_character)
		snprintf(err, JSON_ERR_MAX, "Not valid JSON: a text in it holds a NUL character (line %d, column %d).",
			 e.line, e.column);
	else if (root == NULL)
		snprintf(err, JSON_ERR_MAX, "Not valid JSON: %.120s (line %d, column %d).", e.text, e.line, e.column);
	return root;
}

static json_t *field(const json_t *obj, const char *key, char err[JSON_ERR_MAX])
{
	json_t *v = json_object_get(obj, key);

	if (v == NULL)
		snprintf(err, JSON_ERR_MAX, "The field \"%s\" is missing.", key);
	return v;
}

/* Of a type; `what` names it. */
static json_t *typed_field(const json_t *obj, const char *key, json_type type, const char *what, char err[JSON_ERR_MAX])
{
	json_t *v = field(obj, key, err);

	if (v == NULL || json_typeof(v) == type)
		return v;
	snprintf(err, JSON_ERR_MAX, "The field \"%s\" must be %s.", key, what);
	return NULL;
}

int json_get_str(const json_t *obj, const char *key, const char **s, size_t *n, char err[JSON_ERR_MAX])
{
	json_t *v = typed_field(obj, key, JSON_STRING, "a string", err);

	if (v == NULL)
		return -1;
	*s = json_string_value(v);
	*n = json_string_length(v);
	return 0;
}

int json_get_int(const json_t *obj, const char *key, int64_t min, int64_t max, int64_t *out, char err[JSON_ERR_MAX])
{
	json_t *v = field(obj, key, err);

	if (v == NULL)
		return -1;
	if (!json_is_integer(v) || json_integer_value(v) < min || json_integer_value(v) > max) {
		snprintf(err, JSON_ERR_MAX, "The field \"%s\" must be a whole number from %" PRId64 " to %" PRId64 ".",
			 key, min, max);
		return -1;
	}
	*out = json_integer_value(v);
	return 0;
}

int json_get_obj(const json_t *obj, const char *key, json_t **out, char err[JSON_ERR_MAX])
{
	*out = typed_field(obj, key, JSON_OBJECT, "an object", err);
	return *out != NULL ? 0 : -1;
}

const char *json_type_name(json_type type)
{
	switch (type) {
	case JSON_OBJECT:
		return "an object";
	case JSON_ARRAY:
		return "an array";
	case JSON_STRING:
		return "a string";
	case JSON_INTEGER:
	case JSON_REAL:
		return "a number";
	case JSON_TRUE:
	case JSON_FALSE:
		return "a boolean";
	default:
		return "null";
	}
}
