/* Passages and documents across splits: the same one twice is a finding, alike ones are
 * listed. Of a split that is looked at last nothing is kept. */
#include <stdlib.h>
#include <string.h>

#include "beat/crypto.h"
#include "beat/shingle.h"
#include "gate_impl.h"
#include "sql_beatctl.h"

/* A pair is listed if it shares half of its runs of words; so many pairs are looked at, and so many listed. */
#define NEAR_LIKENESS 0.5
enum { LOOKED_AT_MAX = 2000, LISTED_MAX = 100, TITLE_MAX = 200 };

enum { NONE = UINT32_MAX };

struct kept {
	enum release_split split;
	char *title, *id;
	uint8_t hash[GATE_HASH];
	char sha256[65];
	uint32_t seen_by; /* the passage that was last compared with it */
};

/* Many values under a key: chains in buckets. */
struct link {
	uint64_t key;
	uint32_t next, value;
};
struct index {
	struct link *links;
	uint32_t *heads;
	size_t n, cap, n_heads;
};

struct near {
	enum release_split split;
	bool last; /* nothing comes after this split */
	struct kept *kept;
	size_t n, cap;
	uint32_t turn;
	struct index titles, texts, bands;
	struct near_pair pairs[LISTED_MAX];
	size_t n_pairs, looked_at;
	bool gave_up;
};

static uint32_t *bucket(const struct index *x, uint64_t key)
{
	return &x->heads[(key ^ key >> 29) & (x->n_heads - 1)];
}

static void grow(struct index *x)
{
	x->cap = x->cap ? 2 * x->cap : 1024;
	x->links = xrealloc(x->links, x->cap * sizeof(*x->links));
	free(x->heads);
	x->n_heads = x->cap;
	x->heads = xmalloc(x->n_heads * sizeof(*x->heads));
	memset(x->heads, 0xff, x->n_heads * sizeof(*x->heads));
	for (uint32_t i = 0; i < x->n; i++) {
		uint32_t *head = bucket(x, x->links[i].key);

		x->links[i].next = *head;
		*head = i;
	}
}

static void add(struct index *x, uint64_t key, uint32_t value)
{
	uint32_t *head;

	if (x->n == x->cap)
		grow(x);
	head = bucket(x, key);
	x->links[x->n] = (struct link){key, *head, value};
	*head = (uint32_t)x->n++;
}

/* The next link with the key, from `at` on; NONE if there is none. Begin with first(). */
static uint32_t matching(const struct index *x, uint32_t at, uint64_t key)
{
	while (at != NONE && x->links[at].key != key)
		at = x->links[at].next;
	return at;
}

static uint32_t first(const struct index *x, uint64_t key)
{
	return x->n_heads == 0 ? NONE : matching(x, *bucket(x, key), key);
}

struct near *near_new(void)
{
	return xcalloc(1, sizeof(struct near));
}

void near_free(struct near **ptr)
{
	struct near *n = *ptr;
	struct index all[] = {n->titles, n->texts, n->bands};

	for (size_t i = 0; i < n->n; i++) {
		free(n->kept[i].title);
		free(n->kept[i].id);
	}
	for (size_t i = 0; i < ARRAY_LEN(all); i++) {
		free(all[i].links);
		free(all[i].heads);
	}
	for (size_t i = 0; i < n->n_pairs; i++) {
		free(n->pairs[i].a_title);
		free(n->pairs[i].b_title);
		free(n->pairs[i].a_id);
		free(n->pairs[i].b_id);
	}
	free(n->kept);
	free(n);
	*ptr = NULL;
}

void near_split(struct near *n, enum release_split split)
{
	n->split = split;
	n->last = split == RELEASE_TRAIN;
}

/* Keys of the table below, in which several passages share one: uthash holds one value a key. */
static uint64_t key_of(const uint8_t hash[GATE_HASH])
{
	uint64_t key;

	memcpy(&key, hash, sizeof(key));
	return key;
}

/* Long ones are cut, between two characters. */
static char *title_copy(const char *title)
{
	size_t n = strnlen(title, TITLE_MAX);

	while (n > 0 && ((unsigned char)title[n] & 0xc0) == 0x80)
		n--;
	return xmemdup0(title, n);
}

static uint32_t keep(struct near *n, const struct near_passage *p)
{
	struct kept *k;

	if (n->n == n->cap) {
		n->cap = n->cap ? 2 * n->cap : 256;
		n->kept = xrealloc(n->kept, n->cap * sizeof(*n->kept));
	}
	k = &n->kept[n->n];
	*k = (struct kept){.split = p->split, .title = title_copy(p->title), .id = xstrdup(p->id), .seen_by = NONE};
	memcpy(k->hash, p->hash, sizeof(k->hash));
	memcpy(k->sha256, p->sha256, sizeof(k->sha256));
	return (uint32_t)n->n++;
}

void near_document(struct near *n, struct gate *g, const struct near_passage *p)
{
	uint8_t digest[CRYPTO_SHA256_LEN];
	struct near_passage titled = *p;
	uint64_t key;

	crypto_sha256(p->title, strlen(p->title), digest);
	memcpy(titled.hash, digest, sizeof(titled.hash));
	key = key_of(titled.hash);
	for (uint32_t at = first(&n->titles, key); at != NONE;
	     at = matching(&n->titles, n->titles.links[at].next, key)) {
		const struct kept *k = &n->kept[n->titles.links[at].value];

		if (k->split != p->split && memcmp(k->hash, titled.hash, GATE_HASH) == 0)
			gate_find(g, GATE_DOCUMENTS, "%s: in %s (%s) and %s (%s)", k->title,
				  release_split_name[k->split], k->id, release_split_name[p->split], p->id);
	}
	if (!n->last)
		add(&n->titles, key, keep(n, &titled));
}

/* The list is short and stays sorted; equal ones keep the order in which they came. */
static void list(struct near *n, const struct kept *k, const struct near_passage *p, double likeness)
{
	struct near_pair *last = &n->pairs[LISTED_MAX - 1];
	size_t at;

	if (n->n_pairs == LISTED_MAX) {
		n->gave_up = true;
		if (likeness <= last->likeness)
			return;
		free(last->a_title);
		free(last->b_title);
		free(last->a_id);
		free(last->b_id);
		n->n_pairs--;
	}
	for (at = n->n_pairs++; at > 0 && n->pairs[at - 1].likeness < likeness; at--)
		n->pairs[at] = n->pairs[at - 1];
	n->pairs[at] = (struct near_pair){k->split,       p->split,       xstrdup(k->title), title_copy(p->title),
					  xstrdup(k->id), xstrdup(p->id), likeness};
}

static void compare(struct near *n, struct gate *g, const struct kept *k, const struct near_passage *p,
		    const struct text_norm *norm)
{
	struct pg_rows *rows;
	struct text_norm other;
	double likeness;

	if (n->looked_at++ >= LOOKED_AT_MAX) {
		n->gave_up = true;
		return;
	}
	rows = pg_query(g->pg, q_passage_text(.sha256 = k->sha256));
	if (rows != NULL && pg_rows_count(rows) == 1) {
		struct q_passage_text_row row = q_passage_text_row(rows, 0);

		text_normalise(row.text, row.text_len, &other);
		likeness = shingle_likeness(norm, &other);
		text_norm_release(&other);
		if (likeness >= NEAR_LIKENESS)
			list(n, k, p, likeness);
	}
	pg_rows_free(&rows);
}

static void look_for_alike(struct near *n, struct gate *g, const struct near_passage *p, const struct text_norm *norm,
			   const struct shingle_sketch *sketch)
{
	n->turn++;
	for (uint64_t b = 0; b < SHINGLE_BANDS; b++) {
		uint64_t key = b << 32 | sketch->band[b];

		for (uint32_t at = first(&n->bands, key); at != NONE && n->looked_at < LOOKED_AT_MAX;
		     at = matching(&n->bands, n->bands.links[at].next, key)) {
			struct kept *k = &n->kept[n->bands.links[at].value];

			if (k->split == p->split || k->seen_by == n->turn)
				continue;
			k->seen_by = n->turn;
			if (memcmp(k->hash, p->hash, GATE_HASH) != 0) /* the same one is a finding already */
				compare(n, g, k, p, norm);
		}
	}
	n->gave_up |= n->looked_at >= LOOKED_AT_MAX;
}

void near_text(struct near *n, struct gate *g, const struct near_passage *p, const struct text_norm *norm)
{
	struct shingle_sketch sketch;
	uint64_t key = key_of(p->hash);

	for (uint32_t at = first(&n->texts, key); at != NONE; at = matching(&n->texts, n->texts.links[at].next, key)) {
		const struct kept *k = &n->kept[n->texts.links[at].value];

		if (k->split != p->split && memcmp(k->hash, p->hash, GATE_HASH) == 0)
			gate_find(g, GATE_PASSAGES, "the passage of question %s in %s is that of %s in %s", k->id,
				  release_split_name[k->split], p->ids, release_split_name[p->split]);
	}
	if (g->pg != NULL && (n->n > 0 || !n->last)) {
		shingle_sketch(norm, &sketch);
		look_for_alike(n, g, p, norm, &sketch);
	}
	if (!n->last) {
		uint32_t place = keep(n, p);

		add(&n->texts, key, place);
		for (uint64_t b = 0; g->pg != NULL && b < SHINGLE_BANDS; b++)
			add(&n->bands, b << 32 | sketch.band[b], place);
	}
}

const struct near_pair *near_pairs(const struct near *n, size_t *count)
{
	*count = n->n_pairs;
	return n->pairs;
}

bool near_gave_up(const struct near *n)
{
	return n->gave_up;
}
