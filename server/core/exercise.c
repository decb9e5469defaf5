/* exercise: see exercise.h. */
#include "beat/exercise.h"

#include <string.h>

#include "beat/text.h"

enum { WORDS_MIN = 3, HALF = 500 /* per mille */, TRIES_BEFORE_TELLING = 3, LONG_ANSWER = 12 /* words */ };

int exercise_kind_read(const char *name, enum exercise_kind *out)
{
	static const char *const names[] = {
	    [EXERCISE_WRITE] = "write", [EXERCISE_HIGHLIGHT] = "highlight", [EXERCISE_PAIR] = "pair"};

	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		if (name != NULL && strcmp(name, names[i]) == 0) {
			*out = (enum exercise_kind)i;
			return 0;
		}
	}
	return -1;
}

/* The tokens of `piece` stand one after the other in `whole`. */
static bool is_run_of(const struct text_norm *piece, const struct text_norm *whole)
{
	for (size_t at = 0; piece->count > 0 && at + piece->count <= whole->count; at++) {
		size_t i = 0;

		while (i < piece->count && piece->tokens[i].n == whole->tokens[at + i].n &&
		       memcmp(piece->tokens[i].p, whole->tokens[at + i].p, piece->tokens[i].n) == 0)
			i++;
		if (i == piece->count)
			return true;
	}
	return false;
}

static bool contains_run(struct exercise_text whole, struct exercise_text piece)
{
	struct text_norm a, b;
	bool found;

	if (piece.p == NULL)
		return false;
	text_normalise(whole.p, whole.n, &a);
	text_normalise(piece.p, piece.n, &b);
	found = is_run_of(&b, &a);
	text_norm_release(&a);
	text_norm_release(&b);
	return found;
}

static bool has_tokens(struct exercise_text t)
{
	struct text_norm norm;
	bool some;

	if (t.p == NULL)
		return false;
	text_normalise(t.p, t.n, &norm);
	some = norm.count > 0;
	text_norm_release(&norm);
	return some;
}

static void add_text(struct buf *b, struct exercise_text t)
{
	buf_add(b, t.p, t.n);
}

/* --- the question ------------------------------------------------------- */

/* What is wrong with a question for this answer, or NULL. */
static const char *question_fault(struct exercise_text question, struct exercise_text answer,
				  struct exercise_text passage)
{
	if (!has_tokens(question))
		return "There is no question here yet. Ask what the marked words answer.";
	if (text_words(question.p, question.n) < WORDS_MIN)
		return "That is very short. Write a whole question, of three words or more, that makes sense on its "
		       "own.";
	if (contains_run(passage, question))
		return "These are the passage's own words. Ask in words of your own, so that one has to understand the "
		       "passage to answer.";
	if (contains_run(question, answer))
		return "Your question already says its answer. Ask for it without naming it.";
	return NULL;
}

static void praise(const struct exercise *e, struct exercise_verdict *out)
{
	out->done = true;
	if (e->praise.n > 0)
		add_text(&out->feedback, e->praise);
	else
		buf_adds(&out->feedback, "Well done.");
}

static void refuse(const struct exercise *e, struct exercise_verdict *out)
{
	if (e->hint.n == 0)
		return;
	buf_adds(&out->feedback, "\nHint: ");
	add_text(&out->feedback, e->hint);
}

static void judge_question(const struct exercise *e, const struct exercise_given *given, struct exercise_text answer,
			   struct exercise_verdict *out)
{
	const char *fault = question_fault(given->question, answer, e->passage);

	if (fault != NULL) {
		buf_adds(&out->feedback, fault);
		refuse(e, out);
	} else
		praise(e, out);
}

/* --- the answer --------------------------------------------------------- */

static const char *answer_fault(struct exercise_text answer)
{
	if (answer.p == NULL)
		return "Nothing is highlighted yet. Mark the words of the passage that are the answer.";
	if (!has_tokens(answer))
		return "This marks no word that counts: articles and punctuation alone are no answer.";
	return NULL;
}

static void add_words(struct buf *b, int n)
{
	buf_addf(b, "%d %s", n, n == 1 ? "word" : "words");
}

/* The right place, but not the very words. */
static void describe_near(const struct exercise *e, const struct score *s, struct buf *b)
{
	buf_adds(b, "That is the right place. The shortest full answer is “");
	add_text(b, e->answer);
	buf_adds(b, "”");
	if (s->pred_tokens > s->gold_tokens)
		buf_adds(b, "; yours says a little more than was asked. ");
	else if (s->pred_tokens < s->gold_tokens)
		buf_adds(b, "; yours leaves a little out. ");
	else
		buf_adds(b, ". ");
}

static void describe_far(const struct score *s, struct buf *b)
{
	int both = s->pred_tokens + s->gold_tokens;

	if (s->shared == 0) {
		buf_adds(b, "Not there yet: these words have nothing in common with the answer we have in mind.");
		return;
	}
	buf_addf(b, "You are close: %d of your ", s->shared);
	add_words(b, s->pred_tokens);
	buf_addf(b, " %s to the answer, a word overlap of %d %%; more than 50 %% is asked for. ",
		 s->shared == 1 ? "belongs" : "belong", (200 * s->shared + both / 2) / both);
	buf_adds(b, s->pred_tokens > s->gold_tokens ? "Mark fewer words: only those that answer the question."
						    : "Mark the whole answer, not a part of it.");
}

static void judge_answer(const struct exercise *e, struct exercise_text answer, struct exercise_verdict *out)
{
	const char *fault = answer_fault(answer);

	if (fault != NULL)
		buf_adds(&out->feedback, fault);
	else {
		out->scored = true;
		out->score = score_texts(e->answer.p, e->answer.n, answer.p, answer.n);
		if (score_verdict(&out->score, HALF) == VERDICT_MODEL) {
			if (!out->score.exact)
				describe_near(e, &out->score, &out->feedback);
			praise(e, out);
			return;
		}
		describe_far(&out->score, &out->feedback);
	}
	if (e->tries >= TRIES_BEFORE_TELLING) {
		buf_adds(&out->feedback, " The answer we have in mind is “");
		add_text(&out->feedback, e->answer);
		buf_adds(&out->feedback, "”: mark just that.");
	} else
		refuse(e, out);
}

static void judge_pair(const struct exercise *e, const struct exercise_given *given, struct exercise_verdict *out)
{
	const char *fault = answer_fault(given->answer);

	if (fault != NULL) {
		buf_adds(&out->feedback, fault);
		refuse(e, out);
		return;
	}
	judge_question(e, given, given->answer, out);
	if (out->done && text_words(given->answer.p, given->answer.n) > LONG_ANSWER)
		buf_adds(&out->feedback,
			 " One remark: your answer is long. The shortest piece that fully answers is best.");
}

void exercise_judge(const struct exercise *e, const struct exercise_given *given, struct exercise_verdict *out)
{
	*out = (struct exercise_verdict){0};
	switch (e->kind) {
	case EXERCISE_WRITE:
		judge_question(e, given, e->answer, out);
		break;
	case EXERCISE_HIGHLIGHT:
		judge_answer(e, given->answer, out);
		break;
	case EXERCISE_PAIR:
		judge_pair(e, given, out);
		break;
	}
}
