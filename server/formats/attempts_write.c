/* attempts_row: attempts/SPLIT.jsonl of a release. One line an attempt of the HITs whose questions are
 * released, won or lost, in the order in which it was made:
 *
 *   id, hit, worker     40 hex digits; pseudonyms that hold within this release only
 *   seq, chain, turn, previous   place in the HIT; which chain of the HIT, place in it, the attempt it follows
 *   title, context, question, answer {text, answer_start}
 *   model {name, version, answer, answer_start, score}   answer_start and score are null where it did not say
 *   proof {shared, model_tokens, human_tokens, threshold_permille}: the model wins iff
 *                       2000 * shared > threshold_permille * (model_tokens + human_tokens)
 *   verdict             "human" (a question of the dataset, unless it was discarded) or "model"; "plain" (a question as
 *                       well) where there was no adversary: all of "model" and "proof" is null then
 *   in_release          true: the question of this id is in the release
 *   seconds             since the HIT began; no moment of the calendar is in the file
 *   adversaries         only if the project had several models: null, or the rule, and lists of names, versions,
 *                       weights, prompts, protocols, answers, answer_starts, shared, model_tokens, verdicts and
 *                       faults in their order; "model" and "proof" are those of the one that the worker saw
 *   agreement           only if answers of others are released: {answers, alike}, how many answers there are with the
 *                       author's, and the most of them that are the same after normalisation */
#include "beat/jw.h"
#include "beat/release.h"

static void write_text(struct jw *w, const char *key, const struct release_text *t)
{
	jw_key(w, key);
	jw_strn(w, t->p, t->n);
}

static void write_place(struct jw *w, const struct release_attempt *a)
{
	write_text(w, "id", &a->id);
	jw_kstr(w, "hit", a->hit);
	jw_kstr(w, "worker", a->worker);
	jw_kint(w, "seq", a->seq);
	jw_kint(w, "chain", a->chain);
	jw_kint(w, "turn", a->turn);
	jw_key(w, "previous");
	if (a->previous.n > 0)
		jw_strn(w, a->previous.p, a->previous.n);
	else
		jw_null(w);
}

static void write_answer(struct jw *w, const struct release_attempt *a)
{
	jw_kopen(w, "answer", '{');
	write_text(w, "text", &a->answer);
	jw_kint(w, "answer_start", (int64_t)a->answer_start);
	jw_close(w, '}');
}

static void write_model(struct jw *w, const struct release_attempt *a)
{
	jw_kopen(w, "model", '{');
	write_text(w, "name", &a->model);
	write_text(w, "version", &a->model_version);
	write_text(w, "answer", &a->model_answer);
	jw_key(w, "answer_start");
	if (a->has_model_span)
		jw_int(w, (int64_t)a->model_start);
	else
		jw_null(w);
	jw_key(w, "score");
	if (a->has_model_score)
		jw_num(w, a->model_score);
	else
		jw_null(w);
	jw_close(w, '}');
}

static void write_proof(struct jw *w, const struct release_attempt *a)
{
	jw_kopen(w, "proof", '{');
	jw_kint(w, "shared", a->shared);
	jw_kint(w, "model_tokens", a->model_tokens);
	jw_kint(w, "human_tokens", a->human_tokens);
	jw_kint(w, "threshold_permille", a->threshold_permille);
	jw_close(w, '}');
}

/* An object of nulls: readers that go by columns find all of them in every row. */
static void write_nothing(struct jw *w, const char *key, const char *const *names)
{
	jw_kopen(w, key, '{');
	for (; *names != NULL; names++) {
		jw_key(w, *names);
		jw_null(w);
	}
	jw_close(w, '}');
}

static void write_contest(struct jw *w, const struct release_attempt *a)
{
	static const char *const model[] = {"name", "version", "answer", "answer_start", "score", NULL};
	static const char *const proof[] = {"shared", "model_tokens", "human_tokens", "threshold_permille", NULL};

	if (a->plain) {
		write_nothing(w, "model", model);
		write_nothing(w, "proof", proof);
		jw_kstr(w, "verdict", "plain");
		return;
	}
	write_model(w, a);
	write_proof(w, a);
	jw_kstr(w, "verdict", a->won ? "human" : "model");
}

static void write_adversaries(struct jw *w, const struct release_attempt *a)
{
	if (!a->several)
		return;
	jw_key(w, "adversaries");
	if (a->adversaries.n > 0)
		jw_raw(w, a->adversaries.p, a->adversaries.n);
	else
		jw_null(w);
}

static void write_agreement(struct jw *w, const struct release_attempt *a)
{
	static const char ALONE[] = "{\"answers\":1,\"alike\":1}";

	if (!a->further)
		return;
	jw_key(w, "agreement");
	if (a->agreement.n > 0)
		jw_raw(w, a->agreement.p, a->agreement.n);
	else
		jw_raw(w, ALONE, sizeof(ALONE) - 1);
}

void release_attempt_write(const struct release_attempt *a, struct buf *out)
{
	struct jw w;

	jw_init(&w, out);
	jw_open(&w, '{');
	write_place(&w, a);
	write_text(&w, "title", &a->title);
	write_text(&w, "context", &a->context);
	write_text(&w, "question", &a->question);
	write_answer(&w, a);
	write_contest(&w, a);
	jw_kbool(&w, "in_release", a->in_release);
	jw_kint(&w, "seconds", a->seconds);
	write_adversaries(&w, a);
	write_agreement(&w, a);
	jw_close(&w, '}');
	jw_done(&w);
	buf_addc(out, '\n');
}

void release_attempts_path(struct buf *out, enum release_split split)
{
	buf_addf(out, "attempts/%s.jsonl", release_split_name[split]);
}
