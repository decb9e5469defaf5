/* What the gate found, in sentences: for people on the terminal, as JSON for the dashboard. */
#include <inttypes.h>

#include "beat/cli.h"
#include "gate_impl.h"

/* A discard counts from its moment on, so as of an earlier one nothing would change; and a combined release is made
 * of releases that stay as they are. */
#define DISCARD "(beatctl question discard ID ... --reason TEXT)"
#define THEN    ", then build again as of now."

static const struct {
	const char *name, *good, *bad, *fix;
} checks[GATE_CHECKS] = {
    [GATE_DOCUMENTS] = {"documents", "No document is in two splits.", "A document is in two splits.",
			"Discard its questions of one of the splits " DISCARD THEN},
    [GATE_PASSAGES] = {"passages", "No passage is in two splits, also not written a little differently.",
		       "A passage is in two splits, but for capitals, punctuation, articles or white space.",
		       "Discard its questions in one of the splits " DISCARD THEN},
    [GATE_DUPLICATES] =
	{"duplicates", "No question is asked twice about a passage.",
	 "A question is asked twice about a passage, but for capitals, punctuation, articles or white space.",
	 "Discard all but one of each " DISCARD THEN},
    [GATE_SPANS] = {"spans", "Every answer stands in its passage at the place the files say.",
		    "An answer does not stand in its passage at the place the file says.",
		    "Something is damaged: run 'beatctl check', look at the disk, then build again."},
    [GATE_GOLD] = {"gold", "The answers against themselves score 100 exact match and 100 F1.",
		   "An answer does not match itself, because nothing is left of it after normalisation.",
		   "Discard these questions " DISCARD THEN},
    [GATE_MODEL] = {"model", "The answers of the model in the loop score 0 exact match.",
		    "A question was answered exactly by the model it is said to have beaten.",
		    "Discard these questions " DISCARD THEN},
    [GATE_COUNTS] = {"counts", "The files hold as many questions as the database.",
		     "A file does not hold as many questions as the database.",
		     "Look at the disk and run 'beatctl check', then build again."},
};

static const char COMBINED[] =
    "Build the projects' releases that hold these anew, without them, under other versions, and combine those: what is "
    "combined is frozen. To leave questions out: beatctl question discard ID ... --reason TEXT.";

static const char ELSEWHERE[] =
    "'beatctl release' did not write it like this: download it again, or write it again (beatctl release write "
    "NAME@VERSION).";

/* Without a database it is a folder that came from anywhere. */
static const char *fix_of(const struct gate *g, int c)
{
	if (g->pg == NULL)
		return ELSEWHERE;
	return g->combined && c != GATE_SPANS && c != GATE_COUNTS ? COMBINED : checks[c].fix;
}

bool gate_passed(const struct gate *g)
{
	return gate_findings(g) == 0;
}

uint64_t gate_findings(const struct gate *g)
{
	uint64_t n = 0;

	for (int c = 0; c < GATE_CHECKS; c++)
		n += g->found[c].n;
	return n;
}

/* How many examples people are told; the rest is for repairs. */
static size_t told(const struct gate_found *found)
{
	return found->n_examples < GATE_TOLD ? found->n_examples : GATE_TOLD;
}

static void write_texts(struct jw *w, const struct gate_found *found, size_t from, size_t to)
{
	jw_open(w, '[');
	for (size_t i = from; i < to; i++)
		jw_str(w, found->examples[i]);
	jw_close(w, ']');
}

static void write_check(struct jw *w, const struct gate *g, int c)
{
	const struct gate_found *found = &g->found[c];
	bool ok = found->n == 0;

	jw_open(w, '{');
	jw_kstr(w, "check", checks[c].name);
	jw_kbool(w, "ok", ok);
	if (c == GATE_DUPLICATES && g->combined)
		jw_kstr(w, "sentence",
			g->repeated ? "Some questions are asked in several of the projects about the same passage."
				    : checks[c].good);
	else
		jw_kstr(w, "sentence", ok ? checks[c].good : checks[c].bad);
	jw_kstr(w, "fix", ok ? NULL : fix_of(g, c));
	jw_kint(w, "found", (int64_t)(c == GATE_DUPLICATES && g->combined ? g->repeated : found->n));
	jw_key(w, "examples");
	write_texts(w, found, 0, told(found));
	jw_key(w, "more");
	write_texts(w, found, told(found), found->n_examples);
	jw_close(w, '}');
}

static void write_side(struct jw *w, const char *key, enum release_split split, const char *title, const char *id)
{
	jw_kopen(w, key, '{');
	jw_kstr(w, "split", release_split_name[split]);
	jw_kstr(w, "title", title);
	jw_kstr(w, "question_id", id);
	jw_close(w, '}');
}

void gate_json(struct jw *w, const struct gate *g)
{
	size_t n;
	const struct near_pair *pairs = near_pairs(g->near, &n);

	jw_kopen(w, "gate", '[');
	for (int c = 0; c < GATE_CHECKS; c++)
		write_check(w, g, c);
	jw_close(w, ']');
	jw_kopen(w, "near_duplicates", '[');
	for (size_t i = 0; i < n; i++) {
		jw_open(w, '{');
		write_side(w, "a", pairs[i].a_split, pairs[i].a_title, pairs[i].a_id);
		write_side(w, "b", pairs[i].b_split, pairs[i].b_title, pairs[i].b_id);
		jw_knum(w, "similarity", pairs[i].likeness);
		jw_close(w, '}');
	}
	jw_close(w, ']');
	jw_kbool(w, "near_duplicates_more", near_gave_up(g->near));
}

void gate_tell(FILE *out, const struct gate *g)
{
	size_t n;

	near_pairs(g->near, &n);
	for (int c = 0; c < GATE_CHECKS; c++) {
		const struct gate_found *found = &g->found[c];

		if (found->n == 0)
			continue;
		fprintf(out, "  %s: %s (%" PRIu64 ")\n", checks[c].name, checks[c].bad, found->n);
		for (size_t i = 0; i < told(found); i++) {
			fputs("    ", out);
			cli_put_text(out, found->examples[i]);
			fputc('\n', out);
		}
		if (found->n > told(found))
			fprintf(out, "    and %" PRIu64 " more\n", found->n - told(found));
		fprintf(out, "    %s\n", fix_of(g, c));
	}
	if (n > 0)
		fprintf(out,
			"  %zu%s pairs of passages in different splits are alike: 'beatctl release show' lists them\n",
			n, near_gave_up(g->near) ? " or more" : "");
}
