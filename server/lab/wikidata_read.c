/* wikidata_read: one entity of Wikidata's JSON dump: names, statements, classes, inverse: see wikidata_graph.h.
 *
 * A dump is an array with an entity a line ("[", "{…},", …, "]"), or just such lines. What an entity lacks it lacks;
 * an empty object may be written as an empty array, as PHP does. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "beat/text.h"
#include "wikidata_graph.h"

enum { NAME_MAX_BYTES = 200, CLASSES_MAX = 64 };

wd_id wd_id_parse(const char *s)
{
	uint64_t n = 0;
	size_t i = 1;

	if (s == NULL || (s[0] != 'Q' && s[0] != 'P') || s[1] < '1' || s[1] > '9')
		return 0;
	for (; s[i] >= '0' && s[i] <= '9' && i < 12; i++)
		n = 10 * n + (uint64_t)(s[i] - '0');
	return s[i] == '\0' && n <= UINT32_MAX ? (uint64_t)s[0] << 32 | n : 0;
}

const char *wd_id_text(wd_id id, char out[WD_ID_TEXT])
{
	snprintf(out, WD_ID_TEXT, "%c%" PRIu32, (char)(id >> 32), (uint32_t)id);
	return out;
}

/* --- lines */

/* The id, if the line begins as all lines of the dump do; 0: it must be read to know. */
static wd_id wd_peek(const char *line)
{
	static const char HEAD[] = "{\"type\":\"item\",\"id\":\"";
	char id[WD_ID_TEXT] = "";
	size_t n;

	if (strncmp(line, HEAD, sizeof(HEAD) - 1) != 0)
		return 0;
	n = strcspn(line + sizeof(HEAD) - 1, "\"");
	if (n >= sizeof(id))
		return 0;
	memcpy(id, line + sizeof(HEAD) - 1, n);
	return wd_id_parse(id);
}

/* Its bounds without white space, commas and the brackets of the array; false if nothing is left. */
static bool wd_trim(const struct lines *l, char **from, size_t *n)
{
	char *p = l->text.p, *end = p + l->text.n;

	while (p < end && strchr(" \t\r,", *p) != NULL)
		p++;
	while (end > p && strchr(" \t\r,", end[-1]) != NULL)
		end--;
	*end = '\0';
	*from = p;
	*n = (size_t)(end - p);
	return *n > 1 || (*n == 1 && *p != '[' && *p != ']');
}

static int wd_parse(struct lines *l, const char *p, size_t n, json_t **entity, wd_id *id, char err[LAB_ERR_MAX])
{
	char why[JSON_ERR_MAX];
	const char *text;

	*entity = json_parse(p, n, why);
	if (*entity == NULL)
		return lines_wrong(l, err, "a dump has an entity a line, and this is none: %.*s",
				   (int)strcspn(why, "\n") - 1, why);
	text = json_string_value(json_object_get(*entity, "id"));
	*id = wd_id_parse(text);
	if (text == NULL) {
		json_decref(*entity);
		return lines_wrong(l, err, "it is no entity of Wikidata: it has no \"id\"");
	}
	return 1;
}

int wd_next(struct lines *l, wd_wanted_fn *wanted, void *arg, json_t **entity, wd_id *id, char err[LAB_ERR_MAX])
{
	int rc;

	while ((rc = lines_next(l, err)) > 0) {
		char *p;
		size_t n;
		wd_id seen;

		if (!wd_trim(l, &p, &n))
			continue;
		seen = wanted != NULL ? wd_peek(p) : 0;
		if (seen != 0 && !wanted(arg, seen))
			continue;
		rc = wd_parse(l, p, n, entity, id, err);
		if (rc < 0 || (*id != 0 && (wanted == NULL || wanted(arg, *id))))
			return rc;
		json_decref(*entity); /* a lexeme, say */
	}
	return rc;
}

/* --- names */

/* With single spaces, none at its ends; NULL if it is nothing that can stand in a passage. */
static char *wd_clean(const char *s)
{
	size_t n = s != NULL ? strlen(s) : 0;
	struct buf b = BUF_INIT;
	bool sound = true, space = false;

	for (size_t i = 0; sound && i < n;) {
		uint32_t c;
		size_t len = text_decode(s + i, n - i, &c);

		if (text_is_space(c)) {
			space = b.n > 0;
		} else {
			buf_adds(&b, space ? " " : "");
			buf_add(&b, s + i, len);
			space = false;
			sound = !text_is_control(c) && b.n <= NAME_MAX_BYTES;
		}
		i += len;
	}
	if (sound && b.n > 0)
		return buf_detach(&b);
	buf_release(&b);
	return NULL;
}

static void wd_add_name(struct wd_entity *e, const json_t *name)
{
	char *clean = wd_clean(json_string_value(json_object_get(name, "value")));

	for (size_t i = 0; clean != NULL && i < e->n_names; i++) {
		if (strcmp(clean, e->names[i]) == 0) {
			free(clean);
			return;
		}
	}
	if (clean == NULL)
		return;
	e->names = xrealloc(e->names, (e->n_names + 1) * sizeof(*e->names));
	e->names[e->n_names++] = clean;
}

void wd_read_names(const json_t *entity, const char *language, bool labels_only, struct wd_entity *e)
{
	const json_t *labels = json_object_get(entity, "labels"), *label = json_object_get(labels, language),
		     *aliases = json_object_get(json_object_get(entity, "aliases"), language), *alias;
	size_t i;

	wd_add_name(e, label != NULL ? label : json_object_get(labels, "mul")); /* "mul": the same in all languages */
	if (e->n_names == 0 || labels_only)
		return;
	json_array_foreach(aliases, i, alias)
	{
		wd_add_name(e, alias);
	}
}

/* --- values */

static const char *const MONTHS[] = {"January", "February", "March",     "April",   "May",      "June",
				     "July",    "August",   "September", "October", "November", "December"};

/* "+1956-10-17T00:00:00Z" as far as it is known: a day, a month or a year. */
static char *wd_time(const json_t *value)
{
	enum { YEAR = 9, MONTH = 10, DAY = 11 };
	const char *s = json_string_value(json_object_get(value, "time"));
	json_int_t precision = json_integer_value(json_object_get(value, "precision"));
	struct buf b = BUF_INIT;
	char *end;
	long year, month, day;

	if (s == NULL || (*s != '+' && *s != '-') || precision < YEAR || precision > DAY)
		return NULL;
	year = strtol(s + 1, &end, 10);
	month = *end == '-' ? strtol(end + 1, &end, 10) : 0;
	day = *end == '-' ? strtol(end + 1, &end, 10) : 0;
	if (*end != 'T' || year < 1 || year > 9999 || month < 0 || month > 12 || day < 0 || day > 31)
		return NULL;
	if (precision == DAY && month > 0 && day > 0)
		buf_addf(&b, "%ld ", day);
	if (precision >= MONTH && month > 0)
		buf_addf(&b, "%s ", MONTHS[month - 1]);
	buf_addf(&b, "%ld%s", year, *s == '-' ? " BC" : "");
	return buf_detach(&b);
}

static char *wd_quantity(const json_t *value)
{
	const char *amount = json_string_value(json_object_get(value, "amount"));

	return amount != NULL ? wd_clean(amount + (*amount == '+')) : NULL;
}

/* Texts that people read: no identifiers of catalogues, no files, no formulas. */
static char *wd_literal(const json_t *snak, const json_t *value, const char *type, const char *language)
{
	const char *kind = json_string_value(json_object_get(snak, "datatype")), *of;

	if (strcmp(type, "time") == 0)
		return wd_time(value);
	if (strcmp(type, "quantity") == 0)
		return wd_quantity(value);
	if (strcmp(type, "monolingualtext") == 0) {
		of = json_string_value(json_object_get(value, "language"));
		return of != NULL && strcmp(of, language) == 0
			   ? wd_clean(json_string_value(json_object_get(value, "text")))
			   : NULL;
	}
	return strcmp(type, "string") == 0 && kind != NULL && strcmp(kind, "string") == 0
		   ? wd_clean(json_string_value(value))
		   : NULL;
}

static wd_id wd_snak_id(const json_t *snak)
{
	const json_t *data = json_object_get(snak, "datavalue"), *value = json_object_get(data, "value");
	const char *type = json_string_value(json_object_get(data, "type"));

	if (type == NULL || strcmp(type, "wikibase-entityid") != 0)
		return 0;
	return wd_id_parse(json_string_value(json_object_get(value, "id")));
}

static struct wd_value wd_snak_value(const json_t *snak, const char *language)
{
	const json_t *data = json_object_get(snak, "datavalue");
	const char *type = json_string_value(json_object_get(data, "type"));
	struct wd_value v = {.id = wd_snak_id(snak)};

	if (v.id == 0 && type != NULL && language != NULL)
		v.literal = wd_literal(snak, json_object_get(data, "value"), type, language);
	return v;
}

/* --- statements */

static bool wd_rank_is(const json_t *statement, const char *rank)
{
	const char *is = json_string_value(json_object_get(statement, "rank"));

	return is != NULL && strcmp(is, rank) == 0;
}

/* Calls back for the main snak of each statement of a property that counts: the preferred ones if there are any, else
 * all but the deprecated. */
typedef void wd_snak_fn(void *arg, wd_id property, const json_t *statement, const json_t *snak);
static void wd_each_of(const json_t *list, wd_id property, wd_snak_fn *fn, void *arg)
{
	const json_t *s;
	bool preferred = false;
	size_t i;

	json_array_foreach(list, i, s)
	{
		preferred = preferred || wd_rank_is(s, "preferred");
	}
	json_array_foreach(list, i, s)
	{
		if (preferred ? wd_rank_is(s, "preferred") : !wd_rank_is(s, "deprecated"))
			fn(arg, property, s, json_object_get(s, "mainsnak"));
	}
}

static void wd_each(const json_t *entity, wd_snak_fn *fn, void *arg)
{
	const json_t *claims = json_object_get(entity, "claims");
	const char *key;
	json_t *list;

	json_object_foreach((json_t *)claims, key, list)
	{
		if (wd_id_parse(key) != 0)
			wd_each_of(list, wd_id_parse(key), fn, arg);
	}
}

void wd_ids_add(struct wd_ids *ids, wd_id id, size_t most)
{
	if (id == 0 || ids->n >= most)
		return;
	for (size_t i = ids->n; i-- > 0;) {
		if (ids->v[i] == id)
			return;
	}
	if ((ids->n & (ids->n - 1)) == 0) /* room for the next power of two */
		ids->v = xrealloc(ids->v, (ids->n == 0 ? 1 : 2 * ids->n) * sizeof(*ids->v));
	ids->v[ids->n++] = id;
}

static void wd_take_class(void *arg, wd_id property, const json_t *statement, const json_t *snak)
{
	struct wd_entity *e = arg;
	wd_id class = wd_snak_id(snak);

	(void)property;
	(void)statement;
	if (class != e->id && !wd_is_property(class))
		wd_ids_add(&e->classes, class, CLASSES_MAX);
}

void wd_read_classes(const json_t *entity, struct wd_entity *e)
{
	const json_t *claims = json_object_get(entity, "claims");

	wd_each_of(json_object_get(claims, "P31"), wd_id_parse("P31"), wd_take_class, e);
	wd_each_of(json_object_get(claims, "P279"), wd_id_parse("P279"), wd_take_class, e);
}

struct wd_taking {
	struct wd_entity *e;
	const char *language;
};

static void wd_take_triple(void *arg, wd_id property, const json_t *statement, const json_t *snak)
{
	struct wd_taking *t = arg;
	struct wd_entity *e = t->e;
	struct wd_value object = wd_snak_value(snak, t->language);

	(void)statement;
	if (object.id == 0 && object.literal == NULL)
		return;
	if ((e->n_triples & (e->n_triples - 1)) == 0)
		e->triples = xrealloc(e->triples, (e->n_triples == 0 ? 1 : 2 * e->n_triples) * sizeof(*e->triples));
	e->triples[e->n_triples++] = (struct wd_triple){e->id, property, object};
}

void wd_read_triples(const json_t *entity, const char *language, struct wd_entity *e)
{
	wd_each(entity, wd_take_triple, &(struct wd_taking){e, language});
}

/* The inverse constraint, one of P2302, names the property in its qualifier P2306. */
static void wd_take_constraint(void *arg, wd_id property, const json_t *statement, const json_t *snak)
{
	const json_t *of = json_object_get(json_object_get(statement, "qualifiers"), "P2306");
	wd_id *inverse = arg;

	(void)property;
	if (*inverse == 0 && wd_snak_id(snak) == wd_id_parse("Q21510855"))
		*inverse = wd_snak_id(json_array_get(of, 0));
}

static void wd_take_first(void *arg, wd_id property, const json_t *statement, const json_t *snak)
{
	wd_id *inverse = arg;

	(void)property;
	(void)statement;
	if (*inverse == 0)
		*inverse = wd_snak_id(snak);
}

void wd_read_inverse(const json_t *entity, struct wd_entity *e)
{
	const json_t *claims = json_object_get(entity, "claims");

	wd_each_of(json_object_get(claims, "P2302"), 0, wd_take_constraint, &e->inverse);
	wd_each_of(json_object_get(claims, "P1696"), 0, wd_take_first, &e->inverse);
	wd_each_of(json_object_get(claims, "P7087"), 0, wd_take_first, &e->inverse);
}

static void wd_take_link(void *arg, wd_id property, const json_t *statement, const json_t *snak)
{
	struct wd_ids *out = arg;
	wd_id id = wd_snak_id(snak);

	(void)property;
	(void)statement;
	if (id == 0 || wd_is_property(id))
		return;
	if ((out->n & (out->n - 1)) == 0)
		out->v = xrealloc(out->v, (out->n == 0 ? 1 : 2 * out->n) * sizeof(*out->v));
	out->v[out->n++] = id;
}

static int wd_id_order(const void *a, const void *b)
{
	const wd_id *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

void wd_read_links(const json_t *entity, struct wd_ids *out)
{
	size_t kept = 0;

	wd_each(entity, wd_take_link, out);
	if (out->n > 0)
		qsort(out->v, out->n, sizeof(*out->v), wd_id_order);
	for (size_t i = 0; i < out->n; i++) {
		if (kept == 0 || out->v[kept - 1] != out->v[i])
			out->v[kept++] = out->v[i];
	}
	out->n = kept;
}

void wd_entity_free(struct wd_entity *e)
{
	for (size_t i = 0; i < e->n_names; i++)
		free(e->names[i]);
	for (size_t i = 0; i < e->n_triples; i++)
		free(e->triples[i].object.literal);
	free(e->names);
	free(e->triples);
	free(e->classes.v);
	free(e->linked.v);
	free(e);
}
