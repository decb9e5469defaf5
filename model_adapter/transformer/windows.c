/* windows: see windows.h. */
#include "windows.h"

#include <stdlib.h>

enum { RUN_TOKENS = 512, RUN_WINDOWS = 32 }; /* of one run of the encoder, if more than one window fits */

/* The tokens of all windows, one after the other. */
struct tokens_of {
	int32_t *ids, *kinds;
	float *start, *end;
	size_t n;
};

struct asked {
	const struct tokeniser_frame *frame;
	struct pieces question;
	size_t question_n; /* pieces that are read */
};

static void put(struct tokens_of *t, int32_t id, int32_t kind)
{
	t->ids[t->n] = id;
	t->kinds[t->n++] = kind;
}

static void fill(struct tokens_of *t, const struct asked *a, const struct reading *r, struct window *w)
{
	const struct tokeniser_frame *f = a->frame;
	size_t begin = t->n;

	w->start = t->start + begin;
	w->end = t->end + begin;
	put(t, f->first, 0);
	for (size_t i = 0; i < a->question_n; i++)
		put(t, a->question.v[i].id, 0);
	for (int i = 0; i < f->n_middle; i++)
		put(t, f->middle[i], 0);
	w->at = t->n - begin;
	for (size_t i = 0; i < w->n; i++)
		put(t, r->pieces.v[w->first + i].id, 1);
	put(t, f->last, 1);
}

/* As many windows at once as make a run of a good size. */
static void run(const struct windows *ws, const struct tokens_of *t, const struct asked *a,
		const struct reading_with *with)
{
	const size_t frame = a->question_n + (size_t)a->frame->n_middle + 2;
	struct encoder_window runs[RUN_WINDOWS];
	size_t tokens = 0, at = 0;
	int n = 0;

	for (size_t i = 0; i < ws->n; i++) {
		size_t more = frame + ws->v[i].n;

		if (n > 0 && (n == RUN_WINDOWS || tokens + more > RUN_TOKENS)) {
			encoder_run(with->encoder, runs, n);
			n = 0;
			tokens = 0;
		}
		runs[n++] = (struct encoder_window){t->ids + at, t->kinds + at, more, t->start + at, t->end + at};
		tokens += more;
		at += more;
	}
	encoder_run(with->encoder, runs, n);
}

static void cut(struct windows *out, const struct reading *r, const struct checkpoint_config *c, size_t room)
{
	const size_t all = r->pieces.n, step = room - (size_t)c->stride;
	size_t first = 0;

	out->n = all <= room ? 1 : 1 + (all - room + step - 1) / step;
	out->v = xcalloc(out->n, sizeof(*out->v));
	for (size_t i = 0; i < out->n; i++, first += step)
		out->v[i] = (struct window){.first = first, .n = all - first < room ? all - first : room};
}

void windows_score(struct windows *out, const struct reading *r, const struct reading_with *with, const char *question,
		   size_t question_n)
{
	struct asked a = {.frame = tokeniser_frame(with->tokeniser)};
	const struct checkpoint_config *c = with->config;
	struct tokens_of t = {.n = 0};
	size_t frame, all = 0;

	tokeniser_cut(with->tokeniser, question, question_n, &a.question);
	a.question_n = a.question.n < (size_t)c->question ? a.question.n : (size_t)c->question;
	frame = a.question_n + (size_t)a.frame->n_middle + 2;
	cut(out, r, c, (size_t)c->window - frame);
	for (size_t i = 0; i < out->n; i++)
		all += frame + out->v[i].n;
	out->room = xmalloc(all * (2 * sizeof(int32_t) + 2 * sizeof(float)));
	t.ids = out->room;
	t.kinds = t.ids + all;
	t.start = (float *)(t.kinds + all);
	t.end = t.start + all;
	for (size_t i = 0; i < out->n; i++)
		fill(&t, &a, r, &out->v[i]);
	run(out, &t, &a, with);
	pieces_release(&a.question);
}

void windows_release(struct windows *w)
{
	free(w->v);
	free(w->room);
	*w = (struct windows){.n = 0};
}
