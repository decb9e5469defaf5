/* Tests of the neural network: its scores against the same mathematics written down
 * plainly here, in double precision and without any of the engine's short cuts, for
 * passages of one window and of several. The numbers are random. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "../../model_adapter/readers/neural_net.h"
#include "neural_file.h"

static struct lexicon *lexicon;

static const struct neural_config small = {.width = 16,
					   .rank = 5,
					   .align = 6,
					   .part = 3,
					   .passage_layers = 1,
					   .question_layers = 1,
					   .joint_layers = 1,
					   .span = 4,
					   .members = 1,
					   .f1_share = 0.5};
static const struct neural_config large = {.width = 32,
					   .rank = 20,
					   .align = 17,
					   .part = 4,
					   .passage_layers = 2,
					   .question_layers = 3,
					   .joint_layers = 2,
					   .span = 20,
					   .members = 2,
					   .f1_share = 1};

/* --- the network, written down as model_adapter/train/network.py has it */

struct matrix {
	double *v;
	size_t rows, columns;
};

static struct matrix matrix_new(size_t rows, size_t columns)
{
	return (struct matrix){xcalloc(rows * columns + 1, sizeof(double)), rows, columns};
}

static double *at(struct matrix m, size_t i)
{
	return m.v + i * m.columns;
}

static const float *tensor(struct neural_file *f, int member, const char *name)
{
	char full[64];

	snprintf(full, sizeof(full), "%d.%s", member, name);
	assert_non_null(neural_file_part(f, full));
	return neural_file_part(f, full)->numbers;
}

struct reference {
	struct neural_file *file;
	int member;
};

/* x through the linear map `name`, which may have no bias. */
static struct matrix linear(struct reference r, const char *name, struct matrix x, size_t columns, bool bias)
{
	struct matrix out = matrix_new(x.rows, columns);
	char full[64];
	const float *w, *b;

	snprintf(full, sizeof(full), "%s.weight", name);
	w = tensor(r.file, r.member, full);
	snprintf(full, sizeof(full), "%s.bias", name);
	b = bias ? tensor(r.file, r.member, full) : NULL;
	for (size_t i = 0; i < x.rows; i++) {
		for (size_t j = 0; j < columns; j++) {
			at(out, i)[j] = b != NULL ? b[j] : 0;
			for (size_t k = 0; k < x.columns; k++)
				at(out, i)[j] += at(x, i)[k] * w[j * x.columns + k];
		}
	}
	return out;
}

static void positive(struct matrix x)
{
	for (size_t i = 0; i < x.rows * x.columns; i++)
		x.v[i] = x.v[i] > 0 ? x.v[i] : 0;
}

static void softmax(double *v, size_t n, size_t step)
{
	double most = -HUGE_VAL, sum = 0;

	for (size_t i = 0; i < n; i++)
		most = fmax(most, v[i * step]);
	for (size_t i = 0; i < n; i++)
		sum += v[i * step] = exp(v[i * step] - most);
	for (size_t i = 0; i < n; i++)
		v[i * step] /= sum;
}

static double sigmoid(double x)
{
	return 1 / (1 + exp(-x));
}

static const float *layer_part(struct reference r, const char *stack, int i, const char *name)
{
	char full[64];

	snprintf(full, sizeof(full), "%s.%d.%s", stack, i, name);
	return tensor(r.file, r.member, full);
}

static void layer(struct reference r, const char *stack, int number, struct matrix x)
{
	const size_t d = x.columns, half = d / 2;
	const float *scale = layer_part(r, stack, number, "norm.weight"),
		    *shift = layer_part(r, stack, number, "norm.bias");
	const float *w = layer_part(r, stack, number, "weight"), *v = layer_part(r, stack, number, "v");
	const float *b = layer_part(r, stack, number, "b");
	struct matrix u = matrix_new(x.rows, 3 * d), norm = matrix_new(x.rows, d);

	for (size_t i = 0; i < x.rows; i++) {
		double mean = 0, variance = 0;

		for (size_t k = 0; k < d; k++)
			mean += at(x, i)[k] / (double)d;
		for (size_t k = 0; k < d; k++)
			variance += pow(at(x, i)[k] - mean, 2) / (double)d;
		for (size_t k = 0; k < d; k++)
			at(norm, i)[k] = (at(x, i)[k] - mean) / sqrt(variance + 1e-5) * scale[k] + shift[k];
		for (size_t j = 0; j < 3 * d; j++) {
			for (size_t k = 0; k < d; k++)
				at(u, i)[j] += at(norm, i)[k] * w[j * d + k];
		}
	}
	for (size_t j = 0; j < d; j++) {
		size_t way = j / half, i = j % half;
		double state = 0;

		for (size_t step = 0; step < x.rows; step++) {
			size_t t = way == 0 ? step : x.rows - 1 - step;
			const double *g = at(u, t) + way * 3 * half + i;
			double forget = sigmoid(g[half] + v[way * d + i] * state + b[way * d + i]);
			double reset = sigmoid(g[2 * half] + v[way * d + half + i] * state + b[way * d + half + i]);

			state = forget * state + (1 - forget) * g[0];
			at(x, t)[j] = reset * state + (1 - reset) * at(x, t)[j];
		}
	}
	free(u.v);
	free(norm.v);
}

static struct matrix words(struct reference r, const struct neural_token *v, size_t n, size_t extra)
{
	const size_t part = (size_t)r.file->config.part;
	const float *scale = neural_file_part(r.file, "word.scale")->numbers;
	const int8_t *vectors = neural_file_part(r.file, "word.vector")->numbers;
	struct matrix out = matrix_new(n, NEURAL_VECTOR + NEURAL_PARTS * part + extra);

	for (size_t i = 0; i < n; i++) {
		for (size_t k = 0; k < NEURAL_VECTOR; k++) {
			at(out, i)[k] = (double)scale[v[i].row] * vectors[(size_t)v[i].row * NEURAL_VECTOR + k];
			if (v[i].row < NEURAL_FILE_LEARNT)
				at(out, i)[k] +=
				    tensor(r.file, r.member, "delta")[(size_t)v[i].row * NEURAL_VECTOR + k];
		}
		for (size_t p = 0; p < NEURAL_PARTS; p++) {
			char name[] = {'p', 'a', 'r', 't', '.', (char)('0' + p), '\0'};

			for (size_t k = 0; k < part; k++)
				at(out, i)[NEURAL_VECTOR + p * part + k] =
				    tensor(r.file, r.member, name)[v[i].part[p] * part + k];
		}
	}
	return out;
}

static struct matrix vectors_of(struct matrix x)
{
	struct matrix out = matrix_new(x.rows, NEURAL_VECTOR);

	for (size_t i = 0; i < x.rows; i++)
		memcpy(at(out, i), at(x, i), NEURAL_VECTOR * sizeof(double));
	return out;
}

struct text {
	const struct neural_passage *passage;
	const struct neural_question *question;
	float (*asked)[NEURAL_ASKED];
	size_t first, n; /* the window */
};

/* The passage's input: aligned words of the question, the best match and all features. */
static void align(struct reference r, const struct text *t, struct matrix x, struct matrix y)
{
	const size_t own = x.columns - NEURAL_STILL - NEURAL_VECTOR - 1 - NEURAL_ASKED,
		     a = (size_t)r.file->config.align;
	struct matrix xv = vectors_of(x), yv = vectors_of(y);
	struct matrix xa = linear(r, "align", xv, a, true), ya = linear(r, "align", yv, a, true);
	double *match = xcalloc(y.rows, sizeof(*match));

	positive(xa);
	positive(ya);
	for (size_t i = 0; i < x.rows; i++) {
		double *out = at(x, i) + own, best = -HUGE_VAL;

		for (size_t j = 0; j < y.rows; j++) {
			match[j] = 0;
			for (size_t k = 0; k < a; k++)
				match[j] += at(xa, i)[k] * at(ya, j)[k] * 0.3;
			best = fmax(best, match[j]);
		}
		softmax(match, y.rows, 1);
		for (size_t k = 0; k < NEURAL_STILL; k++)
			out[k] = t->passage->still[t->first + i][k];
		for (size_t j = 0; j < y.rows; j++) {
			for (size_t k = 0; k < NEURAL_VECTOR; k++)
				out[NEURAL_STILL + k] += match[j] * at(yv, j)[k];
		}
		out[NEURAL_STILL + NEURAL_VECTOR] = best * 0.1;
		for (size_t k = 0; k < NEURAL_ASKED; k++)
			out[NEURAL_STILL + NEURAL_VECTOR + 1 + k] = t->asked[t->first + i][k];
	}
	free(match);
	free(xv.v);
	free(yv.v);
	free(xa.v);
	free(ya.v);
}

/* h and u to [h, seen, h * seen, h * back]. */
static struct matrix attend(struct reference r, struct matrix h, struct matrix u)
{
	const size_t d = h.columns;
	const float *wp = tensor(r.file, r.member, "attend_passage.weight");
	const float *wq = tensor(r.file, r.member, "attend_question.weight");
	const float *wb = tensor(r.file, r.member, "attend_both");
	struct matrix s = matrix_new(h.rows, u.rows), down = matrix_new(h.rows, u.rows);
	struct matrix passage = matrix_new(u.rows, d), out = matrix_new(h.rows, 4 * d);

	for (size_t i = 0; i < h.rows; i++) {
		for (size_t j = 0; j < u.rows; j++) {
			for (size_t k = 0; k < d; k++)
				at(s, i)[j] +=
				    at(h, i)[k] * wp[k] + at(u, j)[k] * wq[k] + at(h, i)[k] * at(u, j)[k] * wb[k];
		}
	}
	memcpy(down.v, s.v, h.rows * u.rows * sizeof(double));
	for (size_t i = 0; i < h.rows; i++)
		softmax(at(s, i), u.rows, 1);
	for (size_t j = 0; j < u.rows; j++) {
		softmax(down.v + j, h.rows, u.rows);
		for (size_t i = 0; i < h.rows; i++) {
			for (size_t k = 0; k < d; k++)
				at(passage, j)[k] += at(down, i)[j] * at(h, i)[k];
		}
	}
	for (size_t i = 0; i < h.rows; i++) {
		for (size_t k = 0; k < d; k++) {
			double seen = 0, back = 0, x = at(h, i)[k];

			for (size_t j = 0; j < u.rows; j++) {
				seen += at(s, i)[j] * at(u, j)[k];
				back += at(s, i)[j] * at(passage, j)[k];
			}
			at(out, i)[k] = x;
			at(out, i)[d + k] = seen;
			at(out, i)[2 * d + k] = x * seen;
			at(out, i)[3 * d + k] = x * back;
		}
	}
	free(s.v);
	free(down.v);
	free(passage.v);
	return out;
}

static struct matrix summary(struct reference r, struct matrix u)
{
	struct matrix weight = linear(r, "summary", u, 1, true), out = matrix_new(1, u.columns);

	softmax(weight.v, u.rows, 1);
	for (size_t j = 0; j < u.rows; j++) {
		for (size_t k = 0; k < u.columns; k++)
			out.v[k] += weight.v[j] * at(u, j)[k];
	}
	free(weight.v);
	return out;
}

/* Scores [n][span] of z and the question's summary. */
static struct matrix spans(struct reference r, struct matrix z, struct matrix asked)
{
	const size_t rank = (size_t)r.file->config.rank, span = (size_t)r.file->config.span;
	struct matrix start = linear(r, "start", z, rank, true), end = linear(r, "end", z, rank, true);
	struct matrix sa = linear(r, "start_asked", asked, rank, true), ea = linear(r, "end_asked", asked, rank, true);
	struct matrix length = linear(r, "length", asked, span, true), inside = linear(r, "inside", z, 1, true);
	struct matrix out = matrix_new(z.rows, span), pair, ss, es;

	for (size_t i = 0; i < z.rows * rank; i++) {
		start.v[i] += sa.v[i % rank];
		end.v[i] += ea.v[i % rank];
	}
	positive(start);
	positive(end);
	pair = linear(r, "pair", start, rank, false);
	ss = linear(r, "start_score", start, 1, true);
	es = linear(r, "end_score", end, 1, true);
	for (size_t i = 0; i < z.rows; i++) {
		double sum = 0;

		for (size_t d = 0; d < span && i + d < z.rows; d++) {
			double product = 0;

			for (size_t k = 0; k < rank; k++)
				product += at(pair, i)[k] * at(end, i + d)[k];
			sum += inside.v[i + d];
			at(out, i)[d] = ss.v[i] + es.v[i + d] + product / sqrt((double)rank) + sum + length.v[d];
		}
	}
	free(start.v);
	free(end.v);
	free(sa.v);
	free(ea.v);
	free(length.v);
	free(inside.v);
	free(pair.v);
	free(ss.v);
	free(es.v);
	return out;
}

static struct matrix reference(struct neural_file *f, int member, const struct text *t)
{
	const struct reference r = {f, member};
	const struct neural_config *c = &f->config;
	const size_t d = (size_t)c->width;
	struct matrix x = words(r, t->passage->v + t->first, t->n, NEURAL_STILL + NEURAL_VECTOR + 1 + NEURAL_ASKED);
	struct matrix y = words(r, t->question->v, (size_t)t->question->n, NEURAL_QUESTION_FEATURES);
	struct matrix h, u, four, joint, z, asked, out;

	for (int j = 0; j < t->question->n; j++) {
		for (int k = 0; k < NEURAL_QUESTION_FEATURES; k++)
			at(y, (size_t)j + 1)[k - NEURAL_QUESTION_FEATURES] = t->question->features[j][k];
	}
	align(r, t, x, y);
	h = linear(r, "passage_in", x, d, true);
	u = linear(r, "question_in", y, d, true);
	for (int i = 0; i < c->passage_layers; i++)
		layer(r, "passage_layers", i, h);
	for (int i = 0; i < c->question_layers; i++)
		layer(r, "question_layers", i, u);
	four = attend(r, h, u);
	joint = linear(r, "joint_in", four, d, true);
	positive(joint);
	z = matrix_new(t->n, 2 * d);
	for (size_t i = 0; i < t->n; i++)
		memcpy(at(z, i) + d, at(joint, i), d * sizeof(double));
	for (int i = 0; i < c->joint_layers; i++)
		layer(r, "joint_layers", i, joint);
	for (size_t i = 0; i < t->n; i++)
		memcpy(at(z, i), at(joint, i), d * sizeof(double));
	asked = summary(r, u);
	out = spans(r, z, asked);
	free(x.v);
	free(y.v);
	free(h.v);
	free(u.v);
	free(four.v);
	free(joint.v);
	free(z.v);
	free(asked.v);
	return out;
}

/* --- scores */

struct setting {
	struct neural_file file;
	struct buf bytes;
	struct weights *weights;
	struct neural_net *net;
};

static void set_up(struct setting *s, const struct neural_config *c, const struct kernels *k)
{
	char err[WEIGHTS_ERR_MAX] = "";

	*s = (struct setting){.file = {.config = *c, .size = 0.5F}};
	neural_file_fill(&s->file);
	neural_file_write(&s->file, &s->bytes);
	s->weights = weights_view(s->bytes.p, s->bytes.n, "neural", err);
	s->net = s->weights != NULL ? neural_net_new(s->weights, k, err) : NULL;
	if (s->net == NULL)
		fail_msg("%s", err);
}

static void tear_down(struct setting *s)
{
	neural_net_free(&s->net);
	weights_free(&s->weights);
	buf_release(&s->bytes);
	neural_file_release(&s->file);
}

/* Which window a span belongs to: seen whole, and as far from a cut as can be; the earlier of equals. */
static size_t owner(size_t first, size_t last, size_t n)
{
	size_t best = 0;
	long most = -1;

	for (size_t k = 0; k == 0 || k * NEURAL_STEP + NEURAL_STEP < n; k++) {
		size_t from = k * NEURAL_STEP, end = from + NEURAL_WINDOW;
		long left = from == 0 ? NEURAL_WINDOW : (long)first - (long)from;
		long right = end >= n ? NEURAL_WINDOW : (long)end - 1 - (long)last;
		long margin = left < right ? left : right;

		if (first >= from && last < end && margin > most) {
			most = margin;
			best = k;
		}
	}
	return best;
}

static void compare(struct setting *s, struct text *t, const float *scores)
{
	const size_t n = t->passage->tokens.n, span = (size_t)s->file.config.span;

	for (int m = 0; m < s->file.config.members; m++, scores += n * span) {
		for (size_t k = 0; k == 0 || k * NEURAL_STEP + NEURAL_STEP < n; k++) {
			struct matrix wanted;

			t->first = k * NEURAL_STEP;
			t->n = n - t->first < NEURAL_WINDOW ? n - t->first : NEURAL_WINDOW;
			wanted = reference(&s->file, m, t);
			for (size_t i = t->first; i < t->first + t->n; i++) {
				for (size_t d = 0; d < span && i + d < t->first + t->n; d++) {
					double got = scores[i * span + d], right = at(wanted, i - t->first)[d];

					if (owner(i, i + d, n) == k && fabs(got - right) > 2e-4)
						fail_msg("%zu tokens, member %d, %zu+%zu: %.6f, not %.6f", n, m, i, d,
							 got, right);
				}
			}
			free(wanted.v);
		}
		for (size_t i = 0; i < n; i++) {
			for (size_t d = n - i; d < span; d++)
				assert_true(scores[i * span + d] <= NEURAL_BLOCKED);
		}
	}
}

static void check(struct setting *s, const char *passage, const char *question)
{
	struct neural_passage p;
	struct neural_question q;
	struct neural_view *view;
	float(*asked)[NEURAL_ASKED], *scores;

	neural_passage_read(&p, lexicon, neural_net_words(s->net), passage, strlen(passage));
	asked = xcalloc(p.tokens.n, sizeof(*asked));
	scores = xcalloc((size_t)s->file.config.members * p.tokens.n * (size_t)s->file.config.span, sizeof(*scores));
	neural_question_read(&q, &p, question, strlen(question), asked);
	view = neural_view_new(s->net, &p);
	assert_true(neural_view_size(view) > p.tokens.n * (size_t)s->file.config.width * sizeof(float));
	neural_net_score(s->net, view, &q, asked, scores);
	compare(s, &(struct text){.passage = &p, .question = &q, .asked = asked}, scores);
	neural_view_free(&view);
	free(asked);
	free(scores);
	neural_passage_release(&p);
}

static void check_length(struct setting *s, size_t tokens)
{
	static const char *const some[] = {"The", "Rhine", "rises", "in", "the", "Alps", ",", "1999", "Vals", "."};
	struct buf text = BUF_INIT;

	for (size_t i = 0; i < tokens; i++)
		buf_addf(&text, "%s ", some[(i * i + i / 7) % ARRAY_LEN(some)]);
	check(s, text.p, "Where does the Rhine rise?");
	buf_release(&text);
}

static void check_all(const struct kernels *k)
{
	static const size_t lengths[] = {1, 2, 6, 70, NEURAL_WINDOW, NEURAL_WINDOW + 1, 500};
	struct setting s;

	set_up(&s, &large, k);
	check(&s, "The Rhine rises in the Alps (Switzerland) and flows 1,233 km to the sea.", "Where does it rise?");
	tear_down(&s);
	set_up(&s, &small, k);
	for (size_t i = 0; i < ARRAY_LEN(lengths); i++)
		check_length(&s, lengths[i]);
	check(&s, "Alps", "");
	check(&s, "\u00c9t\u00e9 \U0001F600 !", "?");
	check(&s, "The Alps",
	      "the the the the the the the the the the the the the the the the the the the the the the "
	      "the the the the the the the the the the the the the the the the the the the Rhine");
	tear_down(&s);
}

static void test_scores(void **state)
{
	const struct kernels *makes[KERNEL_MAKES];
	const int n = kernels_there(makes);

	(void)state;
	for (int i = 0; i < n; i++)
		check_all(makes[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_scores),
	};
	int rc;

	lexicon = lexicon_new();
	rc = cmocka_run_group_tests(tests, NULL, NULL);
	lexicon_free(&lexicon);
	return rc;
}
