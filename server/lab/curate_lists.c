/* curate_lists: words to look for, and texts to keep away from: see curate.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "beat/shingle.h"
#include "beat/text.h"
#include "curate_impl.h"
#include "hashes.h"
#include "lines.h"

enum { PHRASE_WORDS = 8, LINE_BYTES = 4096 };

struct curate_words {
	struct hashes *phrases; /* of runs of one to PHRASE_WORDS words */
	size_t longest, n;
};

static const char ENGLISH[] =
    "about above after again against all also although always am among and another any are around as at away back be "
    "became because been before began being below between both but by called came can cannot come could did do does "
    "done down during each early either even ever every few first for found four from gave get give go good got great "
    "had has have he her here hers him his how however i if in instead into is it its just know known large last later "
    "less like little long made make many may me might more most much must my near never new next no nor not now of "
    "off often old on once one only or other our out over own part people same said saw second see seen several she "
    "should since small so some still such take than that their them then there these they this those though three "
    "through time to together too took two under until up upon us use used very was way we well went were what when "
    "where whether which while who whom whose why will with within without work world would year years yet you your";

static uint64_t phrase_hash(const struct text_token *tokens, size_t n)
{
	struct text_norm run = {.tokens = (struct text_token *)tokens, .count = n};
	uint64_t *hash, h;

	shingle_runs(&run, n, &hash);
	h = hash[0];
	free(hash);
	return h;
}

static void words_add(struct curate_words *w, const char *p, size_t n)
{
	struct text_norm norm;

	text_normalise(p, n, &norm);
	if (norm.count > 0 && norm.count <= PHRASE_WORDS) {
		hashes_add(w->phrases, phrase_hash(norm.tokens, norm.count));
		w->longest = norm.count > w->longest ? norm.count : w->longest;
		w->n++;
	}
	text_norm_release(&norm);
}

static int words_file(struct curate_words *w, const char *path, char err[LAB_ERR_MAX])
{
	struct lines l;
	int more = 0, rc = lines_open(&l, path, LINE_BYTES, err);

	while (rc == 0 && (more = lines_next(&l, err)) > 0) {
		if (!text_is_utf8(l.text.p, l.text.n))
			rc = lines_wrong(&l, err, "it is not UTF-8");
		else if (l.text.p[0] != '#')
			words_add(w, l.text.p, l.text.n);
	}
	lines_close(&l);
	if (rc == 0 && more == 0 && w->n == 0) {
		snprintf(err, LAB_ERR_MAX, "%.200s: there are no words in it.", path);
		rc = -1;
	}
	return rc != 0 ? rc : more;
}

struct curate_words *curate_words_read(const char *path, char err[LAB_ERR_MAX])
{
	struct curate_words *w = xcalloc(1, sizeof(*w));

	w->phrases = hashes_new();
	if (strcmp(path, "en") == 0) {
		for (const char *at = ENGLISH; *at != '\0'; at += strspn(at, " ")) {
			words_add(w, at, strcspn(at, " "));
			at += strcspn(at, " ");
		}
	} else if (words_file(w, path, err) != 0) {
		curate_words_free(&w);
	}
	return w;
}

void curate_words_free(struct curate_words **w)
{
	if (*w == NULL)
		return;
	hashes_free(&(*w)->phrases);
	free(*w);
	*w = NULL;
}

bool curate_words_any(const struct curate_words *w, const struct text_norm *text)
{
	for (size_t i = 0; i < text->count; i++)
		for (size_t n = 1; n <= w->longest && i + n <= text->count; n++)
			if (hashes_has(w->phrases, phrase_hash(text->tokens + i, n)))
				return true;
	return false;
}

double curate_words_share(const struct curate_words *w, const struct text_norm *text)
{
	size_t known = 0;

	for (size_t i = 0; i < text->count; i++)
		known += hashes_has(w->phrases, phrase_hash(text->tokens + i, 1));
	return text->count > 0 ? (double)known / (double)text->count : 0;
}

/* --- what is known */

struct curate_known {
	struct hashes *titles, *runs;
};

struct curate_known *curate_known_new(void)
{
	struct curate_known *k = xcalloc(1, sizeof(*k));

	k->titles = hashes_new();
	k->runs = hashes_new();
	return k;
}

void curate_known_free(struct curate_known **k)
{
	if (*k == NULL)
		return;
	hashes_free(&(*k)->titles);
	hashes_free(&(*k)->runs);
	free(*k);
	*k = NULL;
}

/* Titles of files write "_" for a space. */
static uint64_t title_hash(const char *title, size_t n)
{
	struct buf spaced = BUF_INIT;
	struct text_norm norm;
	uint64_t h = 0;

	buf_add(&spaced, title, n);
	buf_adds(&spaced, "");
	for (size_t i = 0; i < spaced.n; i++)
		if (spaced.p[i] == '_')
			spaced.p[i] = ' ';
	text_normalise(spaced.p, spaced.n, &norm);
	if (norm.count > 0)
		h = phrase_hash(norm.tokens, norm.count);
	text_norm_release(&norm);
	buf_release(&spaced);
	return h;
}

static int known_record(void *arg, const struct corpus_record *r)
{
	struct curate_known *k = arg;
	struct text_norm norm;
	uint64_t *runs;
	size_t n;

	hashes_add(k->titles, title_hash(r->title, strlen(r->title)));
	text_normalise(r->text, strlen(r->text), &norm);
	n = shingle_runs(&norm, SHINGLE_WORDS, &runs);
	for (size_t i = 0; i < n; i++)
		hashes_add(k->runs, runs[i]);
	free(runs);
	text_norm_release(&norm);
	return 0;
}

/* A set is for us to keep away from, not to judge. */
static int known_bad(void *arg, const char *pos, const char *reason)
{
	(void)arg;
	(void)pos;
	(void)reason;
	return 0;
}

/* Passages of any form that `beatctl import` reads. */
static int each_passage(const char *path, const struct corpus_sink *sink, char err[LAB_ERR_MAX])
{
	char why[CORPUS_ERR_MAX];
	struct source *src = source_open(path, why);
	enum corpus_format format;
	char *stem = corpus_stem(path);
	int rc = -1;

	if (src == NULL)
		snprintf(err, LAB_ERR_MAX, "%.200s: %.200s.", path, why);
	else if ((format = corpus_detect(src, path, why)) == CORPUS_UNKNOWN)
		snprintf(err, LAB_ERR_MAX, "%.200s: %.250s.", path, why);
	else
		rc = corpus_read(src, format, stem, sink);
	source_free(&src);
	free(stem);
	return rc;
}

int curate_known_add(struct curate_known *k, const char *path, char err[LAB_ERR_MAX])
{
	return each_passage(path, &(struct corpus_sink){k, known_record, known_bad}, err);
}

bool curate_known_title(const struct curate_known *k, const char *title)
{
	return hashes_has(k->titles, title_hash(title, strlen(title)));
}

double curate_known_share(const struct curate_known *k, const struct text_norm *text)
{
	uint64_t *runs;
	size_t n = shingle_runs(text, SHINGLE_WORDS, &runs), known = 0;

	for (size_t i = 0; i < n; i++)
		known += hashes_has(k->runs, runs[i]);
	free(runs);
	return n > 0 ? (double)known / (double)n : 0;
}

static int length_record(void *arg, const struct corpus_record *r)
{
	struct curate_lengths *l = arg;

	l->of[text_length(r->text, strlen(r->text))]++;
	l->n++;
	return 0;
}

int curate_lengths_read(struct curate_lengths *l, const char *path, char err[LAB_ERR_MAX])
{
	int rc = each_passage(path, &(struct corpus_sink){l, length_record, known_bad}, err);

	if (rc == 0 && l->n == 0) {
		snprintf(err, LAB_ERR_MAX, "%.200s: there are no passages in it.", path);
		rc = -1;
	}
	return rc;
}
