/* wikidata_graph: what its parts share: entities of a dump (wikidata_read.c), the part of the graph that seeds need
 * (wikidata_graph.c), PageRank (wikidata_rank.c). Private to the room. */
#ifndef BEAT_LAB_WIKIDATA_GRAPH_H
#define BEAT_LAB_WIKIDATA_GRAPH_H

#include <stddef.h>

#include <uthash.h>

#include "beat/json.h"
#include "beat/wikidata.h"
#include "lines.h"

/* Q42 or P31: the letter above 32 bits of number; 0: none. */
typedef uint64_t wd_id;
wd_id wd_id_parse(const char *s); /* 0 if it is none of these */
static inline bool wd_is_property(wd_id id)
{
	return id >> 32 == 'P';
}
enum { WD_ID_TEXT = 16 };
const char *wd_id_text(wd_id id, char out[WD_ID_TEXT]);

struct wd_value {
	wd_id id;      /* of an entity, or 0 and */
	char *literal; /* a number, a date, a text */
};

struct wd_triple {
	wd_id subject, property;
	struct wd_value object;
};

struct wd_ids {
	wd_id *v;
	size_t n;
};

struct wd_entity {
	wd_id id;
	int round; /* in which reading of the dump it is taken */
	bool found;
	char **names; /* the label first */
	size_t n_names;
	struct wd_triple *triples;
	size_t n_triples;
	struct wd_ids classes; /* P31, P279; itself is not among them */
	struct wd_ids linked;  /* of a seed: entities whose triples name it, the first of the dump */
	uint64_t visit;        /* the last walk that came by */
	wd_id inverse;         /* of a property: another, or an item that names it; 0: none */
	UT_hash_handle hh;
};

/* --- wikidata_read.c: one line of a dump */

/* The next entity of the dump as a tree, and its id; 1, 0 at the end, -1 and a sentence. `wanted` (may be NULL) says of
 * an item whether it is looked at at all: others are passed over unread where their id can be seen at the line's
 * beginning. Free the tree. */
typedef bool wd_wanted_fn(void *arg, wd_id id);
int wd_next(struct lines *l, wd_wanted_fn *wanted, void *arg, json_t **entity, wd_id *id,
	    char err[LAB_ERR_MAX]) BEAT_NODISCARD;
enum { WD_LINE_MAX = 64 * 1024 * 1024 };

void wd_read_names(const json_t *entity, const char *language, bool labels_only, struct wd_entity *e);
void wd_read_classes(const json_t *entity, struct wd_entity *e);
void wd_read_triples(const json_t *entity, const char *language, struct wd_entity *e);
void wd_read_inverse(const json_t *entity, struct wd_entity *e);
void wd_ids_add(struct wd_ids *ids, wd_id id, size_t most); /* unless it is there, or there are so many */
/* The items its statements name, each once, in ascending order. */
void wd_read_links(const json_t *entity, struct wd_ids *out);
void wd_entity_free(struct wd_entity *e);

/* --- wikidata_graph.c */

struct wd_graph {
	const struct wikidata_config *config;
	struct wd_entity *entities; /* uthash, by id */
	struct wikidata_counts counts;
	uint64_t visit; /* walks so far */
	wikidata_progress_fn *progress;
	void *arg;
};
struct wd_entity *wd_find(const struct wd_graph *g, wd_id id);
/* Reads the dump; `seeds` keeps those that are there. 0, or -1 and a sentence. */
int wd_graph_read(struct wd_graph *g, struct wd_ids *seeds, char err[LAB_ERR_MAX]) BEAT_NODISCARD;
void wd_graph_release(struct wd_graph *g);
/* Shows how far the reading is, now and then. */
void wd_show(struct wd_graph *g, struct lines *l, const char *what);

/* --- wikidata_rank.c */

/* The first `top` items of the dump by PageRank over the links between its items. 0, or -1 and a sentence. */
int wd_rank(struct wd_graph *g, struct wd_ids *seeds, char err[LAB_ERR_MAX]) BEAT_NODISCARD;
/* Pure: scores of n nodes, of which node i links to links[offsets[i]] … links[offsets[i + 1] - 1]. */
void wd_pagerank(size_t n, const size_t *offsets, const uint32_t *links, double *scores);

#endif
