/* json: the door to jansson. Strict parsing with a depth and size the caller has
 * bounded already, and typed field access that explains what is wrong.
 *
 * This is the only header that includes jansson.h. Output is written with jw.h. */
#ifndef BEAT_JSON_H
#define BEAT_JSON_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "beat/mem.h"

enum { JSON_ERR_MAX = 256 };

/* Parses one whole JSON text; rejects duplicate keys, NUL characters, invalid
 * UTF-8 and trailing bytes. NULL and a sentence in err on failure. */
json_t *json_parse(const char *p, size_t n, char err[JSON_ERR_MAX]);

/* Required fields: 0, or -1 with a sentence in err that names the field. */
int json_get_str(const json_t *obj, const char *key, const char **s, size_t *n, char err[JSON_ERR_MAX]) BEAT_NODISCARD;
int json_get_int(const json_t *obj, const char *key, int64_t min, int64_t max, int64_t *v,
		 char err[JSON_ERR_MAX]) BEAT_NODISCARD;
int json_get_obj(const json_t *obj, const char *key, json_t **v, char err[JSON_ERR_MAX]) BEAT_NODISCARD;

/* "an object", "a string", …: for a sentence about what was found. */
const char *json_type_name(json_type type);

#endif
