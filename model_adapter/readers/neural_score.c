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

/* Rows of the passage that pass through some steps together, so that what is between the steps stays in the nearest
 * cache. A last block is up to half as large again rather than a few rows. */
enum { BLOCK = 24, BLOCK_MAX = BLOCK + BLOCK / 2 };

static size_t block_rows(size_t rest)
{
	return rest <= BLOCK_MAX ? rest : BLOCK;
}

struct work {
	const struct neural_net *net;
	const struct member *member;
	const struct neural_question *q;
	size_t width, rank, align, span; /* rank and align with their padding */
	size_t gates_row;                /* of one way */
	size_t m, columns;               /* tokens of the question, without and with padding */
	size_t left_row;                 /* of input_left */
	/* of the question */
	float *words, *u, *matched, *match_right, *input_right, *similar_right, *similar_bias, *joint_right;
	float *weight, *asked, *ends_bias, *length;
	/* of either */
	float *input, *turn[2], *scale;
	/* of a block */
	float *gates, *seen, *three;
	/* of a window */
	float *input_left, *h, *to_question, *to_passage, *z, *ends, *pair, *first, *inside, *band;
	double *upto;
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
	w->ends_bias = arena_take(a, 2 * w->rank);
	w->length = arena_take(a, kernel_pad(w->span));
	w->input = arena_take(a, most * d);
	w->turn[0] = arena_take(a, most * d);
	w->turn[1] = arena_take(a, most * d);
	w->scale = arena_take(a, most);
	w->gates = arena_take(a, BLOCK_MAX * w->gates_row);
	w->seen = arena_take(a, 3 * d * BLOCK_MAX);
	w->three = arena_take(a, 3 * d * BLOCK_MAX);
	w->input_left = arena_take(a, n * w->left_row);
	w->h = arena_take(a, n * d);
	w->to_question = arena_take(a, n * w->columns);
	w->to_passage = arena_take(a, n * w->columns);
	w->z = arena_take(a, n * 2 * d);
	w->ends = arena_take(a, n * 2 * w->rank);
	w->pair = arena_take(a, n * w->rank);
	w->first = arena_take(a, n);
	w->inside = arena_take(a, n);
	w->band = arena_take(a, n * w->span);
	w->upto = (double *)(void *)arena_take(a, 2 * (n + 1));
}

/* --- pieces of both sides */

/* A matrix with rows of `row` numbers. */
struct rows {
	float *v;
	size_t row, n;
	bool sparse; /* mostly 0 */
};

static float *row_of(struct rows r, size_t i)
{
	return r.v + i * r.row;
}

/* One way of a layer, block by block. in and out are not the same: the other way reads in as well. */
static void run_way(const struct work *w, const struct layer *layer, size_t way, struct rows in, struct rows out)
{
	const size_t half = w->width / 2;
	float state[KERNEL_WIDTH_MAX / 2] = {0};

	for (size_t done = 0, n; done < in.n; done += n) {
		size_t first;

		n = block_rows(in.n - done);
		first = way == 0 ? done : in.n - done - n;
		neural_apply(w->net->kernels, &layer->gates[way],
			     (struct product){.left = row_of(in, first),
					      .left_row = in.row,
					      .left_column = 1,
					      .scale = w->scale + first,
					      .out = w->gates,
					      .out_row = w->gates_row,
					      .rows = n,
					      .sparse = in.sparse});
		w->net->kernels->recur(&(struct recurrence){.u = w->gates,
							    .v = layer->v + way * 2 * half,
							    .in = row_of(in, first) + way * half,
							    .out = row_of(out, first) + way * half,
							    .state = state,
							    .n = n,
							    .half = half,
							    .u_row = w->gates_row,
							    .in_row = in.row,
							    .out_row = out.row,
							    .back = way == 1});
	}
}

/* Layers of the network; in and out are not the same. */
static void run_layers(const struct work *w, const struct layer *layers, int n, struct rows in, struct rows out)
{
	for (int i = 0; i < n; i++) {
		const struct rows to = i == n - 1 ? out : (struct rows){w->turn[i % 2], w->width, in.n, false};

		w->net->kernels->steady(w->scale, in.v, in.row, in.n, w->width);
		run_way(w, &layers[i], 0, in, to);
		run_way(w, &layers[i], 1, in, to);
		in = to;
	}
}

/* out[i] = v . in[i] */
static void times_vector(const struct work *w, const float *v, struct rows in, size_t inner, float *out)
{
	w->net->kernels->dots(out, v, in.v, in.row, in.n, inner);
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
				      .positive = positive,
				      .sparse = in.sparse});
}

/* Rows become the columns of panels: right[k][j] = in[j][k] * by[k] + plus[k]. */
static void across(float *right, struct rows in, size_t inner, const float *by, const float *plus)
{
	memset(right, 0, kernel_pad(in.n) * inner * sizeof(*right));
	for (size_t j = 0; j < in.n; j++) {
		float *out = right + j / KERNEL_PANEL * KERNEL_PANEL * inner + j % KERNEL_PANEL;
		const float *x = row_of(in, j);

		for (size_t k = 0; k < inner; k++)
			out[k * KERNEL_PANEL] = by != NULL ? x[k] * by[k] + plus[k] : x[k];
	}
}

/* --- the question */

static void read_words(const struct work *w)
{
	const size_t row = w->member->question_in.inner;
	const struct rows words = {w->words, row, w->m, false};

	for (size_t j = 0; j < w->m; j++) {
		neural_word(w->net, w->member, &w->q->v[j], w->words + j * row);
		memcpy(w->words + (j + 1) * row - NEURAL_QUESTION_FEATURES, w->q->features[j],
		       sizeof(w->q->features[j]));
	}
	apply(w, &w->member->question_in, words, (struct rows){w->input, w->width, w->m, false}, false);
	apply(w, &w->member->align, words, (struct rows){w->matched, w->align, w->m, false}, true);
	for (size_t i = 0; i < w->m * w->align; i++)
		w->matched[i] *= NEURAL_MATCH_SCALE;
	across(w->match_right, (struct rows){w->matched, w->align, w->m, false}, w->align, NULL, NULL);
	apply(w, &w->member->passage_aligned, words, (struct rows){w->input_right, w->width, w->m, false}, false);
	memcpy(w->input_right + w->m * w->width, w->member->passage_tail, NEURAL_TAIL * w->width * sizeof(float));
}

/* What the head wants to know: a mean of the question's tokens by weight. */
static void sum_up(const struct work *w)
{
	const struct rows u = {w->u, w->width, w->m, false}, asked = {w->asked, w->width, 1, false};

	times_vector(w, w->member->summary, u, w->width, w->weight);
	w->net->kernels->softmax(w->weight, w->m, 1, w->m, NULL);
	w->net->kernels->multiply(&(struct product){.left = w->weight,
						    .left_column = 1,
						    .right = {w->u, w->width, KERNEL_PANEL},
						    .out = w->asked,
						    .rows = 1,
						    .inner = w->m,
						    .columns = w->width});
	apply(w, &w->member->ends_asked, asked, (struct rows){w->ends_bias, 2 * w->rank, 1, false}, false);
	apply(w, &w->member->length, asked, (struct rows){w->length, kernel_pad(w->span), 1, false}, false);
}

static void read_question(const struct work *w)
{
	const struct rows u = {w->u, w->width, w->m, false};

	read_words(w);
	run_layers(w, w->member->question, w->net->config.question_layers,
		   (struct rows){w->input, w->width, w->m, false}, u);
	across(w->similar_right, u, w->width, w->member->attend_both, w->member->attend_passage);
	memset(w->similar_bias, 0, w->columns * sizeof(float));
	times_vector(w, w->member->attend_question, u, w->width, w->similar_bias);
	for (size_t j = 0; j < w->m; j++)
		memcpy(w->joint_right + j * 3 * w->width, w->u + j * w->width, w->width * sizeof(float));
	apply(w, &w->member->joint_seen, u, (struct rows){w->joint_right + 2 * w->width, 3 * w->width, w->m, false},
	      false);
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
	k->softmax(w->input_left, w->left_row, at->n, w->m, w->inside);
	for (size_t i = 0; i < at->n; i++) {
		float *tail = w->input_left + i * w->left_row + w->m;

		tail[0] = w->inside[i];
		memcpy(tail + 1, at->asked[at->first + i], sizeof(*at->asked));
	}
}

static void read_passage(const struct work *w, const struct window *at)
{
	const struct rows input = {w->input, w->width, at->n, false}, h = {w->h, w->width, at->n, false};

	match(w, at);
	w->net->kernels->multiply(&(struct product){.left = w->input_left,
						    .left_row = w->left_row,
						    .left_column = 1,
						    .right = {w->input_right, w->width, KERNEL_PANEL},
						    .start = at->still + at->first * w->width,
						    .start_row = w->width,
						    .out = input.v,
						    .out_row = input.row,
						    .rows = at->n,
						    .inner = w->m + NEURAL_TAIL,
						    .columns = w->width});
	run_layers(w, w->member->passage, w->net->config.passage_layers, input, h);
}

/* Attention both ways: to_question has a row for each token of the passage, and so has to_passage, but its
 * columns are what adds up to 1. Then what the question's tokens see of the passage, into joint_right. */
static void attend(const struct work *w, size_t n)
{
	const struct kernels *k = w->net->kernels;
	const size_t d = w->width;

	k->multiply(&(struct product){.left = w->h,
				      .left_row = d,
				      .left_column = 1,
				      .right = {w->similar_right, KERNEL_PANEL, d * KERNEL_PANEL},
				      .bias = w->similar_bias,
				      .out = w->to_question,
				      .out_row = w->columns,
				      .rows = n,
				      .inner = d,
				      .columns = w->m});
	memcpy(w->to_passage, w->to_question, n * w->columns * sizeof(float));
	k->softmax(w->to_question, w->columns, n, w->m, NULL);
	k->softmax_down(w->to_passage, w->columns, n);
	k->multiply(&(struct product){.left = w->to_passage,
				      .left_row = 1,
				      .left_column = w->columns,
				      .right = {w->h, d, KERNEL_PANEL},
				      .out = w->joint_right + d,
				      .out_row = 3 * d,
				      .rows = w->m,
				      .inner = n,
				      .columns = d});
}

/* [seen, back, seen through its columns of the joint input] for each token of a block, then its joint input. */
static void join_block(const struct work *w, size_t first, size_t n)
{
	const struct kernels *k = w->net->kernels;
	const size_t d = w->width;

	k->multiply(&(struct product){.left = w->to_question + first * w->columns,
				      .left_row = w->columns,
				      .left_column = 1,
				      .right = {w->joint_right, 3 * d, KERNEL_PANEL},
				      .out = w->seen,
				      .out_row = 3 * d,
				      .rows = n,
				      .inner = w->m,
				      .columns = 3 * d});
	k->products(w->three, w->h + first * d, w->seen, 3 * d, n, d);
	neural_apply(k, &w->member->joint_in,
		     (struct product){.left = w->three,
				      .left_row = 3 * d,
				      .left_column = 1,
				      .start = w->seen + 2 * d,
				      .start_row = 3 * d,
				      .out = w->z + first * 2 * d + d,
				      .out_row = 2 * d,
				      .rows = n,
				      .positive = true});
}

/* The joint input and its layers; z gets [the last layer, the joint input], of which the second is mostly 0. */
static void join(const struct work *w, size_t n)
{
	const size_t d = w->width;

	for (size_t first = 0, rows; first < n; first += rows) {
		rows = block_rows(n - first);
		join_block(w, first, rows);
	}
	run_layers(w, w->member->joint, w->net->config.joint_layers, (struct rows){w->z + d, 2 * d, n, true},
		   (struct rows){w->z, 2 * d, n, false});
}

/* Where spans begin and end, and what is inside of them. */
static void read_ends(const struct work *w, size_t n)
{
	const struct rows z = {w->z, 2 * w->width, n, true}, ends = {w->ends, 2 * w->rank, n, true};
	double sum = 0;

	neural_apply(w->net->kernels, &w->member->ends,
		     (struct product){.left = w->z,
				      .left_row = z.row,
				      .left_column = 1,
				      .bias = w->ends_bias,
				      .out = w->ends,
				      .out_row = ends.row,
				      .rows = n,
				      .positive = true,
				      .sparse = true});
	apply(w, &w->member->pair, ends, (struct rows){w->pair, w->rank, n, false}, false);
	times_vector(w, w->member->start_score, ends, w->rank, w->first);
	times_vector(w, w->member->inside, z, z.row, w->inside);
	for (size_t i = 0; i < n; i++) {
		w->first[i] += w->member->span_bias;
		w->upto[i] = sum;
		sum += (double)w->inside[i] + w->member->inside_bias;
	}
	w->upto[n] = sum;
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

/* Of a passage of one window the scores are written where they belong, of others by way of w->band. */
static void read_window(const struct work *w, const struct window *at, size_t total, float *scores)
{
	const size_t windows = count_windows(total);
	float *band = windows == 1 ? scores : w->band;

	read_passage(w, at);
	attend(w, at->n);
	join(w, at->n);
	read_ends(w, at->n);
	w->net->kernels->band(&(struct band){.left = w->pair,
					     .right = w->ends + w->rank,
					     .first = w->first,
					     .length = w->length,
					     .upto = w->upto,
					     .left_row = w->rank,
					     .right_row = 2 * w->rank,
					     .inner = w->rank,
					     .out = band,
					     .n = at->n,
					     .span = w->span,
					     .limit = SCORE_MAX});
	for (size_t i = 0; windows > 1 && i < at->n; i++) {
		for (size_t d = 0; d < w->span && i + d < at->n; d++) {
			size_t first = at->first + i;

			if (window_of(first, first + d, windows) * NEURAL_STEP == at->first)
				scores[first * w->span + d] = band[i * w->span + d];
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
	    .gates_row = kernel_pad(3 * (size_t)c->width / 2),
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
