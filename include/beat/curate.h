/* curate: documents become passages for a collection, as the distribution-shift paper did with encyclopaedia, news,
 * forum posts and product reviews. In this order:
 *
 *   read      files of one form, or JSON lines; a document is a title and a text with its markup
 *   clean     tables, images, code, headings and markup go; links become LINKREMOVED; paragraphs are left
 *   merge     each paragraph with the next one of its document with a probability
 *   filter    by length, language, unsafe words, likeness to other sets; what stands there twice stays once
 *   subsample so that lengths are distributed as those of a reference, or to a number
 *
 * What passes the filters waits in a temporary file, so memory does not grow with the corpus (but for 8 bytes a
 * passage, to know it again). Passages come out in the order in which they came in, as JSON lines that `beatctl import`
 * takes.
 *
 *   struct curate *c = curate_new(&config);
 *   curate_read(c, path, err) …; curate_finish(c, err); curate_counts(c); curate_free(&c);
 */
#ifndef BEAT_CURATE_H
#define BEAT_CURATE_H

#include <stdbool.h>
#include <stdint.h>

#include "beat/corpus.h"
#include "beat/lab.h"
#include "beat/rng.h"
#include "beat/text.h"

#define CURATE_LINK "LINKREMOVED"

enum curate_form {
	CURATE_AUTO, /* by the file's name */
	CURATE_PLAIN,
	CURATE_HTML,
	CURATE_MARKDOWN,
	CURATE_WIKI,
	CURATE_MBOX,
	CURATE_JSONL,
	CURATE_DUMP, /* of a MediaWiki, XML */
	CURATE_FORMS
};
extern const char *const curate_form_name[CURATE_FORMS];

/* Why a document or a passage is not there; the first reason counts. */
enum curate_why {
	CURATE_DAMAGED,   /* document: no UTF-8, too large, or a page of a dump that is no wiki text */
	CURATE_REDIRECT,  /* document: a page that only leads to another */
	CURATE_NAMESPACE, /* document: a page that is no article: a talk, a template */
	CURATE_FLAGGED,   /* document: one of `drop_if` is true */
	CURATE_TITLE,     /* document: has the title of an excluded one */
	CURATE_SHORT,     /* passages, from here on */
	CURATE_LONG,
	CURATE_LANGUAGE,
	CURATE_UNSAFE,   /* with `unsafe_documents` all passages of its document */
	CURATE_ALIKE,    /* like a text of an excluded set */
	CURATE_REPEATED, /* the same words were there before */
	CURATE_NOT_DRAWN,
	CURATE_WHYS
};
extern const char *const curate_why_name[CURATE_WHYS];

/* A set of words and phrases, by their normalised forms. */
struct curate_words;
/* One a line, '#' begins a comment; NULL and a sentence. The path "en" is a list of 170 frequent English words. */
struct curate_words *curate_words_read(const char *path, char err[LAB_ERR_MAX]);
void curate_words_free(struct curate_words **w);
bool curate_words_any(const struct curate_words *w, const struct text_norm *text);
double curate_words_share(const struct curate_words *w, const struct text_norm *text); /* of its words in the list */

/* Titles and texts that must not come again. */
struct curate_known;
struct curate_known *curate_known_new(void);
int curate_known_add(struct curate_known *k, const char *path, char err[LAB_ERR_MAX]) BEAT_NODISCARD; /* a set's file */
void curate_known_free(struct curate_known **k);
bool curate_known_title(const struct curate_known *k, const char *title);
double curate_known_share(const struct curate_known *k, const struct text_norm *text); /* of its runs of words */

/* How many texts have which length, in characters. */
struct curate_lengths {
	int64_t n, of[CORPUS_TEXT_MAX + 1];
};
int curate_lengths_read(struct curate_lengths *l, const char *path, char err[LAB_ERR_MAX]) BEAT_NODISCARD;
double curate_lengths_mean(const struct curate_lengths *l);

/* The reference, cut where a twentieth of it lies between two cuts, and how far another distribution is from it. */
enum { CURATE_BINS = 20 };
struct curate_bins {
	size_t n;
	int32_t most[CURATE_BINS]; /* the greatest length of each */
};
void curate_bins_of(struct curate_bins *b, const struct curate_lengths *reference);
size_t curate_bin(const struct curate_bins *b, size_t length);
struct curate_distance {
	double
	    variation; /* half the sum of differences between the shares of the bins: 0 the same, 1 nothing in common */
	double cumulated; /* the greatest difference between the distribution functions (Kolmogorov-Smirnov) */
};
struct curate_distance curate_distance(const struct curate_bins *b, const struct curate_lengths *reference,
				       const struct curate_lengths *other);
/* How many of each bin to draw so that the shares are the reference's: `want` in all, 0: as many as can be. */
void curate_quota(const struct curate_bins *b, const struct curate_lengths *reference,
		  const struct curate_lengths *there, int64_t want, int64_t quota[CURATE_BINS]);

struct curate_config {
	uint64_t seed;
	enum curate_form form;            /* of the files */
	enum curate_form markup;          /* of the texts of JSON lines: plain, html, markdown or wiki */
	const char *title_key, *text_key; /* of JSON lines */
	const char *const *drop_if;       /* members of JSON lines that are true, or "true", of what goes */
	size_t n_drop_if;
	double merge;
	bool keep_link_words; /* only bare addresses become LINKREMOVED */
	bool with_title;      /* a document's first passage begins with its title */
	long least, most;     /* characters */
	const struct curate_words *language, *unsafe;
	double language_share; /* at least so many of a passage's words are in the list */
	bool unsafe_documents;
	const struct curate_known *known;
	double alike;                      /* at least so many of a passage's runs are known: it goes */
	const struct curate_lengths *like; /* NULL: lengths as they come */
	int64_t passages;                  /* to draw; 0: all, or as many as match */
	int (*write)(void *arg, struct buf *b, char err[LAB_ERR_MAX]); /* empties the buffer */
	void (*progress)(void *arg, int64_t documents);
	void *arg;
};

struct curate_counts {
	int64_t files, passed_over, documents, paragraphs, passages; /* passages: written */
	int64_t lost[CURATE_WHYS];
	struct curate_lengths before, after; /* of what passed the filters; of what was written */
};

struct curate;
struct curate *curate_new(const struct curate_config *config);
/* A file, or a folder with all files below it whose names tell a form; -1 and a sentence. */
int curate_read(struct curate *c, const char *path, char err[LAB_ERR_MAX]) BEAT_NODISCARD;
int curate_finish(struct curate *c, char err[LAB_ERR_MAX]) BEAT_NODISCARD;
const struct curate_counts *curate_counts(const struct curate *c);
/* The files that were read, for the record. */
const char *curate_file(const struct curate *c, size_t i); /* NULL: no more */
void curate_free(struct curate **c);

#endif
