/* wikidata: made-up passages of triples from a knowledge graph, with cloze questions that ask for inverse relations and
 * hypernyms: WikidataSyntheticQA (Liu et al., section 4.2 and appendix G).
 *
 * A passage is up to 50 triples of a seed entity and of its neighbours (what its triples name, and some of what names
 * it), each element under a random one of its names. A question is one of the triples with an element masked; its
 * predicate may be turned round (P2302 with Q21510855, P1696, or the name of P7087), its other entity replaced by a
 * class of it (P31, P279).
 *
 * The dump is Wikidata's JSON, an entity a line. It is read several times, and of it is kept what the seeds need: their
 * triples, those of their neighbours, names and classes of what these speak of; and, if seeds are chosen by PageRank, a
 * few bytes an entity and a link. */
#ifndef BEAT_WIKIDATA_H
#define BEAT_WIKIDATA_H

#include <stdbool.h>
#include <stdint.h>

#include "beat/buf.h"
#include "beat/lab.h"
#include "beat/mem.h"

struct wikidata_config {
	const char *dump;
	const char *seeds;        /* a file with an id a line; NULL: the first by PageRank */
	long top;                 /* so many seeds at most; 10000 */
	const char *language;     /* of names; "en" */
	const char *delimiter;    /* between triples; "." */
	long incoming;            /* neighbours that name the seed, at most, the first of the dump; 50 */
	long triples;             /* of a passage, at most; 50 */
	long least, most;         /* questions of a passage; 1 and 5 */
	double inverse, hypernym; /* rates where there is one; 0.5 both */
	bool labels_only;         /* no aliases */
	bool unique;              /* only questions that one element alone answers */
};

/* What was found, for the record. */
struct wikidata_counts {
	int64_t seeds, missing_seeds; /* in the dump, and named but not there */
	int64_t entities, properties; /* that are kept */
	int64_t triples, nameless;    /* that can be told; with an element that has no name in the language */
	int64_t inverses;             /* properties with an inverse */
};

/* Told as the dump is read: which of its readings, bytes of the file so far and in all. */
typedef void wikidata_progress_fn(void *arg, const char *what, uint64_t done, uint64_t total);

struct wikidata;
/* NULL and a sentence with the line if the dump cannot be read or no seed of it has a triple. */
struct wikidata *wikidata_new(const struct wikidata_config *config, uint64_t seed, wikidata_progress_fn *progress,
			      void *arg, char err[LAB_ERR_MAX]);
/* One more passage; the number of its questions. 0: none could be asked, and nothing is written. */
size_t wikidata_passage(struct wikidata *w, struct lab_set *set, const char *name, struct buf *out);
const struct wikidata_counts *wikidata_counts(const struct wikidata *w);
void wikidata_free(struct wikidata **w);

#endif
