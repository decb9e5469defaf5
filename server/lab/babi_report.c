/* babi_report: see the header. */
#include "beat/babi_report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "babi_report_impl.h"
#include "beat/crypto.h"
#include "beat/score.h"

static int babi_line_texts(struct babi_line *line, char err[JSON_ERR_MAX])
{
	const struct {
		const char *key, **to;
	} texts[] = {
	    {"id", &line->id}, {"kind", &line->kind}, {"question", &line->question}, {"answer", &line->answer}};
	size_t n;

	for (size_t i = 0; i < ARRAY_LEN(texts); i++)
		if (json_get_str(line->root, texts[i].key, texts[i].to, &n, err) != 0)
			return -1;
	return 0;
}

static int babi_line_lists(struct babi_line *line, char err[JSON_ERR_MAX])
{
	const json_t *names = json_object_get(line->root, "composition"), *one;
	const json_t *story = json_object_get(line->root, "story"), *support = json_object_get(line->root, "support");
	struct buf b = BUF_INIT;
	size_t i;

	if (!json_is_array(names) || !json_is_array(story) || !json_is_array(support)) {
		snprintf(err, JSON_ERR_MAX, "story, support and composition must be lists.");
		return -1;
	}
	line->facts = json_array_size(support);
	buf_adds(&b, "");
	json_array_foreach(names, i, one) if (json_is_string(one))
	    buf_addf(&b, "%s%s", b.n > 0 ? "+" : "", json_string_value(one));
	line->composition = buf_detach(&b);
	return 0;
}

int babi_line_read(struct babi_line *line, const char *json, size_t n, char err[JSON_ERR_MAX])
{
	*line = (struct babi_line){.root = json_parse(json, n, err)};
	if (line->root == NULL)
		return -1;
	if (!json_is_object(line->root)) {
		snprintf(err, JSON_ERR_MAX, "a line must be an object.");
	} else if (babi_line_texts(line, err) == 0 && babi_line_lists(line, err) == 0) {
		return 0;
	}
	babi_line_release(line);
	return -1;
}

void babi_line_release(struct babi_line *line)
{
	json_decref(line->root);
	free(line->composition);
	*line = (struct babi_line){0};
}

uint64_t babi_line_key(const struct babi_line *line)
{
	const json_t *story = json_object_get(line->root, "story"), *one;
	unsigned char digest[CRYPTO_SHA256_LEN];
	struct buf b = BUF_INIT;
	uint64_t key;
	size_t i;

	json_array_foreach(story, i, one) if (json_is_string(one)) buf_addf(&b, "%s\n", json_string_value(one));
	buf_adds(&b, line->question);
	crypto_sha256(b.p, b.n, digest);
	memcpy(&key, digest, sizeof(key));
	buf_release(&b);
	return key;
}

static char *babi_spaced(const char *s)
{
	char *copy = xstrdup(s);

	for (char *p = copy; *p != '\0'; p++)
		if (*p == ',')
			*p = ' ';
	return copy;
}

bool babi_is_right(const char *answer, const char *predicted)
{
	char *a = babi_spaced(answer), *b = babi_spaced(predicted);
	struct score s = score_texts(a, strlen(a), b, strlen(b));

	free(a);
	free(b);
	return s.exact || (s.gold_tokens > 0 && s.shared == s.gold_tokens && s.shared == s.pred_tokens);
}

struct babi_report *babi_report_new(size_t n_models)
{
	struct babi_report *r = xcalloc(1, sizeof(*r));

	r->n_models = n_models;
	r->pairs = json_object();
	r->consistency = xcalloc(n_models + 1, sizeof(*r->consistency));
	return r;
}

/* Cells are few: kinds, compositions and numbers of facts. */
static struct babi_cell *babi_cell_of(struct babi_report *r, const struct babi_line *line)
{
	struct babi_cell *cell;

	for (size_t i = 0; i < r->n; i++) {
		cell = &r->cells[i];
		if (cell->facts == line->facts && strcmp(cell->kind, line->kind) == 0 &&
		    strcmp(cell->composition, line->composition) == 0)
			return cell;
	}
	r->cells = xrealloc(r->cells, (r->n + 1) * sizeof(*r->cells));
	cell = &r->cells[r->n++];
	*cell = (struct babi_cell){.kind = xstrdup(line->kind),
				   .composition = xstrdup(line->composition),
				   .facts = line->facts,
				   .right = xcalloc(r->n_models + 1, sizeof(*cell->right))};
	return cell;
}

static void babi_kind_add(struct babi_report *r, const char *kind)
{
	for (size_t i = 0; i < r->n_kinds; i++)
		if (strcmp(r->kinds[i], kind) == 0)
			return;
	r->kinds = xrealloc(r->kinds, (r->n_kinds + 1) * sizeof(*r->kinds));
	r->kinds[r->n_kinds++] = xstrdup(kind);
}

void babi_report_seen(struct babi_report *r, const struct babi_line *line)
{
	babi_cell_of(r, line)->seen = true;
}

/* A pair waits under the id of its yes-no question until both were there: a list of truths, a model each. */
static void babi_pair(struct babi_report *r, const char *base, bool is_twin, const bool *right)
{
	const json_t *first = json_object_get(r->pairs, base);
	json_t *now;

	if (first != NULL) {
		for (size_t m = 0; m < r->n_models; m++) {
			bool other = json_is_true(json_array_get(first, m));

			r->consistency[m].count[is_twin ? other : right[m]][is_twin ? right[m] : other]++;
		}
		json_object_del(r->pairs, base);
		return;
	}
	now = json_array();
	for (size_t m = 0; m < r->n_models; m++)
		json_array_append_new(now, json_boolean(right[m]));
	json_object_set_new(r->pairs, base, now);
}

void babi_report_add(struct babi_report *r, const struct babi_line *line, const bool *right)
{
	struct babi_cell *cell = babi_cell_of(r, line);
	size_t n = strlen(line->id), tail = strlen(BABI_TWIN);
	bool is_twin = n > tail && strcmp(line->id + n - tail, BABI_TWIN) == 0;

	babi_kind_add(r, line->kind);
	cell->n++;
	for (size_t m = 0; m < r->n_models; m++)
		cell->right[m] += right[m];
	if (is_twin) {
		char *base = xmemdup0(line->id, n - tail);

		babi_pair(r, base, true, right);
		free(base);
	} else if (strcmp(line->kind, "yes-no") == 0 && strcmp(line->answer, "yes") == 0) {
		babi_pair(r, line->id, false, right);
	}
}

struct babi_consistency babi_report_consistency(const struct babi_report *r, size_t model)
{
	return r->consistency[model];
}

struct babi_share babi_report_share(const struct babi_report *r, size_t model, const char *kind)
{
	struct babi_share s = {0, 0};

	for (size_t i = 0; i < r->n; i++) {
		if (kind != NULL && strcmp(r->cells[i].kind, kind) != 0)
			continue;
		s.n += r->cells[i].n;
		s.right += r->cells[i].right[model];
	}
	return s;
}

const char *babi_report_kind(const struct babi_report *r, size_t i)
{
	return i < r->n_kinds ? r->kinds[i] : NULL;
}

void babi_report_free(struct babi_report **r)
{
	if (*r == NULL)
		return;
	for (size_t i = 0; i < (*r)->n; i++) {
		free((*r)->cells[i].kind);
		free((*r)->cells[i].composition);
		free((*r)->cells[i].right);
	}
	for (size_t i = 0; i < (*r)->n_kinds; i++)
		free((*r)->kinds[i]);
	free((*r)->kinds);
	free((*r)->cells);
	free((*r)->consistency);
	json_decref((*r)->pairs);
	free(*r);
	*r = NULL;
}
