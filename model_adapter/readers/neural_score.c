/* neural_score: from a view and a question to the scores of all spans. Per member the
 * question is read once, then each window of the passage. One block of memory serves
 * the whole call. Products are ordered so that whatever is linear in the question's
 * words is taken through the matrices on the question's side, which is short:
 *
 *   input(…, aligned, …)   aligned = share . words        ->  share . (words W)
 *   joint(…, seen, …)      seen = share . u               ->  share . (u W)
 *   h . (w * u) + w1 . h                                  ->  h . (w * u + w1)
 *
 * See neural_net.h. */
#include <stdlib.h>
#include <string.h>

#include "neural_impl.h"

#define SCORE_MAX 1e29F

struct work {
	const struct neural_net *net;
	const struct member *member;
	const struct neural_question *q;
	size_t width, rank, align, span; /* rank and align with their padding */
	size_t m, columns;               /* tokens of the question, without and with padding */
	size_t left_row;                 /* of input_left */
	/* of the question */
	float *words, *u, *matched, *match_right, *input_right, *similar_right, *similar_bias, *joint_right;
	float *weight, *asked, *start_bias, *end_bias, *length;
	/* of either */
	float *calm, *gates;
	/* of a window */
	float *input_left, *h, *to_question, *to_passage, *z, *start, *end, *pair, *start_score, *inside, *band;
};

/* Where everything lies, for windows of at most n tokens. */
static void lay_out(struct work *w, struct arena *a, size_t n)
{
	const size_t d = w->width, m = w->m, most = n > m ? n : m;

	w->words = arena_take(a, m * w->member->question_in.inner);
	w->u = arena_take(a, m * d);
	w->matched = arena_take(a, m * w->align);
	w->match_right = arena_take(a, w->columns * w->align);
	w->input_right = arena_take(a, (m + NEURAL_TAIL) * d);
	w->similar_right = arena_take(a, w->columns * d);
	w->similar_bias = arena_take(a, w->columns);
	w->joint_right = arena_take(a, m * 3 * d);
	w->weight = arena_take(a, m);
	w->asked = arena_take(a, d);
	w->start_bias = arena_take(a, w->rank);
	w->end_bias = arena_take(a, w->rank);
	w->length = arena_take(a, kernel_pad(w->span));
	w->calm = arena_take(a, most * d);
	w->gates = arena_take(a, most * 3 * d);
	w->input_left = arena_take(a, n * w->left_row);
	w->h = arena_take(a, n * 3 * d);
	w->to_question = arena_take(a, n * w->columns);
	w->to_passage = arena_take(a, n * w->columns);
	w->z = arena_take(a, n * 2 * d);
	w->start = arena_take(a, n * w->rank);
	w->end = arena_take(a, n * w->rank);
	w->pair = arena_take(a, n * w->rank);
	w->start_score = arena_take(a, n);
	w->inside = arena_take(a, n);
	w->band = arena_take(a, n * w->span);
}

/* --- pieces of both sides */

/* A matrix with rows of `row` numbers. */
struct rows {
	float *v;
	size_t row, n;
};

/* Layers of the network; from the first on the output may be read in place. */
static void run_layers(const struct work *w, const struct layer *layers, int n, struct rows in, struct rows out)
{
	const struct kernels *k = w->net->kernels;

	for (int i = 0; i < n; i++) {
		k->normalise(w->calm, in.v, in.row, in.n, w->width);
		neural_apply(k, &layers[i].gates,
			     (struct product){.left = w->calm,
					      .left_row = w->width,
					      .left_column = 1,
					      .out = w->gates,
					      .out_row = 3 * w->width,
					      .rows = in.n});
		k->recur(&(struct recurrence){.u = w->gates,
					      .v = layers[i].v,
					      .in = in.v,
					      .out = out.v,
					      .n = in.n,
					      .half = w->width / 2,
					      .in_row = in.row,
					      .out_row = out.row});
		in = out;
	}
}

/* out[i] = v . in[i] */
static void times_vector(const struct work *w, const float *v, struct rows in, size_t inner, float *out)
{
	w->net->kernels->band(&(struct band){
	    .left = v, .right = in.v, .right_row = in.row, .inner = inner, .out = out, .n = in.n, .span = 1});
}

/* out = in through the map, rows of whole panels. */
static void apply(const struct work *w, const struct linear *f, struct rows in, struct rows out, bool positive)
{
	neural_apply(w->net->kernels, f,
		     (struct product){.left = in.v,
				      .left_row = in.row,
				      .left_column = 1,
				      .out = out.v,
				      .out_row = out.row,
				      .rows = in.n,
				      .positive = positive});
}

/* Rows become the columns of panels: right[k][j] = in[j][k] * by[k] + plus[k]. */
static void across(float *right, struct rows in, size_t inner, const float *by, const float *plus)
{
	for (size_t first = 0; first < in.n; first += KERNEL_PANEL) {
		for (size_t k = 0; k < inner; k++, right += KERNEL_PANEL) {
			for (size_t j = 0; j < KERNEL_PANEL; j++) {
				float x = first + j < in.n ? in.v[(first + j) * in.row + k] : 0;

				right[j] = by != NULL ? x * by[k] + plus[k] : x;
			}
		}
	}
}

/* --- the question */

static void read_words(const struct work *w)
{
	const size_t row = w->member->question_in.inner;
	const struct rows words = {w->words, row, w->m};

	for (size_t j = 0; j < w->m; j++) {
		neural_word(w->net, w->member, &w->q->v[j], w->words + j * row);
		memcpy(w->words + (j + 1) * row - NEURAL_QUESTION_FEATURES, w->q->features[j],
		       sizeof(w->q->features[j]));
	}
	apply(w, &w->member->question_in, words, (struct rows){w->u, w->width, w->m}, false);
	apply(w, &w->member->align, words, (struct rows){w->matched, w->align, w->m}, true);
	for (size_t i = 0; i < w->m * w->align; i++)
		w->matched[i] *= NEURAL_MATCH_SCALE;
	across(w->match_right, (struct rows){w->matched, w->align, w->m}, w->align, NULL, NULL);
	apply(w, &w->member->passage_aligned, words, (struct rows){w->input_right, w->width, w->m}, false);
	memcpy(w->input_right + w->m * w->width, w->member->passage_tail, NEURAL_TAIL * w->width * sizeof(float));
}

/* What the head wants to know: a mean of the question's tokens by weight. */
static void sum_up(const struct work *w)
{
	const struct rows u = {w->u, w->width, w->m}, asked = {w->asked, w->width, 1};

	times_vector(w, w->member->summary, u, w->width, w->weight);
	w->net->kernels->softmax(w->weight, w->m, 1, w->m);
	memset(w->asked, 0, w->width * sizeof(float));
	for (size_t j = 0; j < w->m; j++) {
		for (size_t i = 0; i < w->width; i++)
			w->asked[i] += w->weight[j] * w->u[j * w->width + i];
	}
	apply(w, &w->member->start_asked, asked, (struct rows){w->start_bias, w->rank, 1}, false);
	apply(w, &w->member->end_asked, asked, (struct rows){w->end_bias, w->rank, 1}, false);
	apply(w, &w->member->length, asked, (struct rows){w->length, kernel_pad(w->span), 1}, false);
	for (size_t i = 0; i < w->rank; i++) {
		w->start_bias[i] += w->member->start.bias[i];
		w->end_bias[i] += w->member->end.bias[i];
	}
}

static void read_question(const struct work *w)
{
	const struct rows u = {w->u, w->width, w->m};

	read_words(w);
	run_layers(w, w->member->question, w->net->config.question_layers, u, u);
	across(w->similar_right, u, w->width, w->member->attend_both, w->member->attend_passage);
	memset(w->similar_bias, 0, w->columns * sizeof(float));
	times_vector(w, w->member->attend_question, u, w->width, w->similar_bias);
	for (size_t j = 0; j < w->m; j++)
		memcpy(w->joint_right + j * 3 * w->width, w->u + j * w->width, w->width * sizeof(float));
	apply(w, &w->member->joint_seen, u, (struct rows){w->joint_right + 2 * w->width, 3 * w->width, w->m}, false);
	sum_up(w);
}

/* --- a window of the passage */

struct window {
	size_t first, n; /* tokens */
	const float *align, *still;
	float (*asked)[NEURAL_ASKED];
};

/* Which words of the question each token matches, how well the best, and the features: input_left. */
static void match(const struct work *w, const struct window *at)
{
	const struct kernels *k = w->net->kernels;

	k->multiply(&(struct product){.left = at->align + at->first * w->align,
				      .left_row = w->align,
				      .left_column = 1,
				      .right = {w->match_right, KERNEL_PANEL, w->align * KERNEL_PANEL},
				      .out = w->input_left,
				      .out_row = w->left_row,
				      .rows = at->n,
				      .inner = w->align,
				      .columns = w->m});
	for (size_t i = 0; i < at->n; i++) {
		const float *v = w->input_left + i * w->left_row;
		float best = v[0];

		for (size_t j = 1; j < w->m; j++)
			best = v[j] > best ? v[j] : best;
		w->inside[i] = best;
	}
	k->softmax(w->input_left, w->left_row, at->n, w->m);
	for (size_t i = 0; i < at->n; i++) {
		float *tail = w->input_left + i * w->left_row + w->m;

		tail[0] = w->inside[i];
		memcpy(tail + 1, at->asked[at->first + i], sizeof(*at->asked));
	}
}

static void read_passage(const struct work *w, const struct window *at)
{
	const struct rows h = {w->h, 3 * w->width, at->n};

	match(w, at);
	w->net->kernels->multiply(&(struct product){.left = w->input_left,
						    .left_row = w->left_row,
						    .left_column = 1,
						    .right = {w->input_right, w->width, KERNEL_PANEL},
						    .start = at->still + at->first * w->width,
						    .start_row = w->width,
						    .out = h.v,
						    .out_row = h.row,
						    .rows = at->n,
						    .inner = w->m + NEURAL_TAIL,
						    .columns = w->width});
	run_layers(w, w->member->passage, w->net->config.passage_layers, h, h);
}

/* Attention both ways: to_question has a row for each token of the passage, and so has to_passage, but its
 * columns are what adds up to 1. Then what the question's tokens see of the passage, into joint_right. */
static void attend(const struct work *w, size_t n)
{
	const struct kernels *k = w->net->kernels;
	const size_t d = w->width;

	k->multiply(&(struct product){.left = w->h,
				      .left_row = 3 * d,
				      .left_column = 1,
				      .right = {w->similar_right, KERNEL_PANEL, d * KERNEL_PANEL},
				      .start = w->similar_bias,
				      .out = w->to_question,
				      .out_row = w->columns,
				      .rows = n,
				      .inner = d,
				      .columns = w->m});
	memcpy(w->to_passage, w->to_question, n * w->columns * sizeof(float));
	k->softmax(w->to_question, w->columns, n, w->m);
	k->softmax_down(w->to_passage, w->columns, n);
	k->multiply(&(struct product){.left = w->to_passage,
				      .left_row = 1,
				      .left_column = w->columns,
				      .right = {w->h, 3 * d, KERNEL_PANEL},
				      .out = w->joint_right + d,
				      .out_row = 3 * d,
				      .rows = w->m,
				      .inner = n,
				      .columns = d});
}

/* [seen, back, seen through its columns of the joint input] for each token, then the joint input and its layers;
 * z gets [the last layer, the joint input]. */
static void join(const struct work *w, size_t n)
{
	const struct kernels *k = w->net->kernels;
	const size_t d = w->width;
	float *seen = w->gates;

	k->multiply(&(struct product){.left = w->to_question,
				      .left_row = w->columns,
				      .left_column = 1,
				      .right = {w->joint_right, 3 * d, KERNEL_PANEL},
				      .out = seen,
				      .out_row = 3 * d,
				      .rows = n,
				      .inner = w->m,
				      .columns = 3 * d});
	for (size_t i = 0; i < n; i++) {
		float *h = w->h + i * 3 * d;
		const float *s = seen + i * 3 * d;

		for (size_t j = 0; j < d; j++) {
			h[d + j] = h[j] * s[j];
			h[2 * d + j] = h[j] * s[d + j];
		}
	}
	neural_apply(k, &w->member->joint_in,
		     (struct product){.left = w->h,
				      .left_row = 3 * d,
				      .left_column = 1,
				      .start = seen + 2 * d,
				      .start_row = 3 * d,
				      .out = w->z + d,
				      .out_row = 2 * d,
				      .rows = n,
				      .positive = true});
	run_layers(w, w->member->joint, w->net->config.joint_layers, (struct rows){w->z + d, 2 * d, n},
		   (struct rows){w->z, 2 * d, n});
}

static void ends_of_spans(const struct work *w, size_t n)
{
	const struct rows z = {w->z, 2 * w->width, n}, start = {w->start, w->rank, n};
	struct product p = {.left = w->z,
			    .left_row = z.row,
			    .left_column = 1,
			    .start = w->start_bias,
			    .out = w->start,
			    .out_row = w->rank,
			    .rows = n,
			    .positive = true};

	neural_apply(w->net->kernels, &w->member->start, p);
	p.start = w->end_bias;
	p.out = w->end;
	neural_apply(w->net->kernels, &w->member->end, p);
	apply(w, &w->member->pair, start, (struct rows){w->pair, w->rank, n}, false);
	times_vector(w, w->member->start_score, start, w->rank, w->start_score);
	times_vector(w, w->member->inside, z, z.row, w->inside);
	w->net->kernels->band(&(struct band){.left = w->pair,
					     .right = w->end,
					     .left_row = w->rank,
					     .right_row = w->rank,
					     .inner = w->rank,
					     .out = w->band,
					     .n = n,
					     .span = w->span});
}

/* The rest of a span's score: its start, the sum of what is inside, its length. */
static void add_up(const struct work *w, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		float *band = w->band + i * w->span, sum = w->start_score[i] + w->member->span_bias;

		for (size_t d = 0; d < w->span && i + d < n; d++) {
			sum += w->inside[i + d] + w->member->inside_bias;
			band[d] += sum + w->length[d];
		}
	}
}

static float bounded(float x)
{
	return x > -SCORE_MAX ? (x < SCORE_MAX ? x : SCORE_MAX) : -SCORE_MAX; /* no number at all is the least */
}

/* The window a span gets its score from: of those that see it whole, the one whose cut is farther away. */
static size_t window_of(size_t first, size_t last, size_t windows)
{
	size_t at = first / NEURAL_STEP;

	at = at < windows ? at : windows - 1;
	if (at > 0 && last < (at + 1) * NEURAL_STEP && first - at * NEURAL_STEP <= (at + 1) * NEURAL_STEP - 1 - last)
		at--;
	return at;
}

static size_t count_windows(size_t n)
{
	return n <= NEURAL_WINDOW ? 1 : (n - NEURAL_WINDOW + NEURAL_STEP - 1) / NEURAL_STEP + 1;
}

static void read_window(const struct work *w, const struct window *at, size_t total, float *scores)
{
	read_passage(w, at);
	attend(w, at->n);
	join(w, at->n);
	ends_of_spans(w, at->n);
	add_up(w, at->n);
	for (size_t i = 0; i < at->n; i++) {
		for (size_t d = 0; d < w->span && i + d < at->n; d++) {
			size_t first = at->first + i;

			if (window_of(first, first + d, count_windows(total)) * NEURAL_STEP == at->first)
				scores[first * w->span + d] = bounded(w->band[i * w->span + d]);
		}
	}
}

static void read_all(struct work *w, const struct neural_view *view, float (*asked)[NEURAL_ASKED], float *scores)
{
	for (int i = 0; i < w->net->config.members; i++, scores += view->n * w->span) {
		w->member = &w->net->members[i];
		read_question(w);
		for (size_t k = 0; k < count_windows(view->n); k++) {
			const size_t first = k * NEURAL_STEP, rest = view->n - first;
			const struct window at = {.first = first,
						  .n = rest < NEURAL_WINDOW ? rest : NEURAL_WINDOW,
						  .align = view->align[i],
						  .still = view->still[i],
						  .asked = asked};

			read_window(w, &at, view->n, scores);
		}
	}
}

void neural_net_score(const struct neural_net *net, const struct neural_view *view, const struct neural_question *q,
		      float (*asked)[NEURAL_ASKED], float *scores)
{
	const struct neural_config *c = &net->config;
	struct work w = {
	    .net = net,
	    .member = &net->members[0],
	    .q = q,
	    .width = (size_t)c->width,
	    .rank = kernel_pad((size_t)c->rank),
	    .align = kernel_pad((size_t)c->align),
	    .span = (size_t)c->span,
	    .m = (size_t)q->n,
	    .columns = kernel_pad((size_t)q->n),
	    .left_row = kernel_pad((size_t)q->n + NEURAL_TAIL),
	};
	struct arena arena = {0};
	size_t n = view->n < NEURAL_WINDOW ? view->n : NEURAL_WINDOW;
	void *memory;

	lay_out(&w, &arena, n);
	memory = arena_open(&arena);
	lay_out(&w, &arena, n);
	for (size_t i = 0; i < (size_t)c->members * view->n * w.span; i++)
		scores[i] = NEURAL_BLOCKED;
	read_all(&w, view, asked, scores);
	free(memory);
}
