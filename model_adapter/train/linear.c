/* train-linear: makes linear.weights from question-answering data; `train-linear --help`.
 * How it learns is in linear_fit.h. */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../readers/linear_choose.h"
#include "../readers/weights_make.h"
#include "beat/buf.h"
#include "beat/jw.h"
#include "beat/score.h"
#include "linear_fit.h"

#define VERSION "1.0"

enum { FILES_MAX = 16, HOLD_OUTS_MAX = 16, WIN_PERMILLE = 400, FEATURES_MAX = LINEAR_SLOTS_MAX / 2 };

static const char help[] =
    "Usage: train-linear [OPTION]... [NAME=]DATASET...\n"
    "Trains the linear reader on datasets in SQuAD format and writes DIR/linear.weights.\n"
    "The first dataset is the one whose score people are shown.\n"
    "\n"
    "  --anywhere [NAME=]DATASET  one more dataset, whose answers count wherever their text stands;\n"
    "                             comes before those without option\n"
    "  --test [NAME=]DATASET      scored by the first run that holds out, never trained on\n"
    "  --hold-out N:K             a run without the articles whose number modulo N is K, scored on\n"
    "                             them; may be repeated, scores are then of all of them together\n"
    "  --out DIR                  at last train on all articles and write DIR/linear.weights\n"
    "  --parts DIR                write what each --hold-out made to DIR/N-K/linear.weights\n"
    "  --passes N                 over the data (4)\n"
    "  --rate R                   first step size (0.05)\n"
    "  --drop P                   share of the features left out at a question (0.3)\n"
    "  --support N                questions that must show a feature at an answer (2)\n"
    "  --features N               at most in the file (600000)\n"
    "  --f1-share N               permille of F1 in the worth of an answer, the rest is exact match (800)\n"
    "  --seed N                   (1)\n";

struct file {
	const char *name, *path;
	bool anywhere, test;
};

struct hold_out {
	unsigned of, is; /* of 0: nothing is held out */
};

struct tally {
	struct score_sum sum;
	size_t wins;
};

struct trainer {
	struct file files[FILES_MAX];
	int n_files;
	struct hold_out hold_outs[HOLD_OUTS_MAX];
	int n_hold_outs;
	const char *out, *parts;
	struct fit_options fit;
	int f1_share;
	struct data data;
	struct tally tallies[FILES_MAX]; /* of all runs that hold out */
};

static void fail(const char *what, const char *why)
{
	fprintf(stderr, "train-linear: %s: %s\n", what, why);
	exit(2);
}

static void add_file(struct trainer *t, char *arg, bool anywhere, bool test)
{
	char *equals = strchr(arg, '=');

	if (t->n_files == FILES_MAX)
		fail(arg, "too many datasets");
	if (equals != NULL)
		*equals = '\0';
	t->files[t->n_files++] = (struct file){arg, equals != NULL ? equals + 1 : arg, anywhere, test};
}

static void add_hold_out(struct trainer *t, const char *arg)
{
	struct hold_out h;
	char rest;

	if (t->n_hold_outs == HOLD_OUTS_MAX || sscanf(arg, "%u:%u%c", &h.of, &h.is, &rest) != 2 || h.of < 2 ||
	    h.is >= h.of)
		fail(arg, "--hold-out wants N:K with K less than N");
	t->hold_outs[t->n_hold_outs++] = h;
}

static double number(const char *arg, double min, double max)
{
	char *end;
	double v = strtod(arg, &end);

	if (end == arg || *end != '\0' || !(v >= min && v <= max))
		fail(arg, "no such number is possible here");
	return v;
}

enum choice { ANYWHERE, TEST, HOLD_OUT, OUT, PARTS, PASSES, RATE, DROP, SUPPORT, FEATURES, F1_SHARE, SEED, HELP };

static void take_option(struct trainer *t, enum choice o, char *arg)
{
	switch (o) {
	case ANYWHERE:
	case TEST:
		add_file(t, arg, o == ANYWHERE, o == TEST);
		break;
	case HOLD_OUT:
		add_hold_out(t, arg);
		break;
	case OUT:
		t->out = arg;
		break;
	case PARTS:
		t->parts = arg;
		break;
	case PASSES:
		t->fit.passes = (int)number(arg, 1, 1000);
		break;
	case RATE:
		t->fit.rate = (float)number(arg, 0, 10);
		break;
	case DROP:
		t->fit.drop = (float)number(arg, 0, 0.95);
		break;
	case SUPPORT:
		t->fit.support = (uint32_t)number(arg, 1, 1e6);
		break;
	case FEATURES:
		t->fit.features_max = (uint32_t)number(arg, 1, FEATURES_MAX);
		break;
	case F1_SHARE:
		t->f1_share = (int)number(arg, 0, 1000);
		break;
	case SEED:
		t->fit.seed = (uint64_t)number(arg, 0, 1e15);
		break;
	case HELP:
		fputs(help, stdout);
		exit(0);
	}
}

static void read_options(struct trainer *t, int argc, char **argv)
{
	static const struct option_name {
		const char *name;
		enum choice is;
	} names[] = {{"anywhere", ANYWHERE}, {"test", TEST},         {"hold-out", HOLD_OUT}, {"out", OUT},
		     {"parts", PARTS},       {"passes", PASSES},     {"rate", RATE},         {"drop", DROP},
		     {"support", SUPPORT},   {"features", FEATURES}, {"f1-share", F1_SHARE}, {"seed", SEED},
		     {"help", HELP}};
	struct option long_options[ARRAY_LEN(names) + 1] = {{0}};
	int o, index;

	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		long_options[i] = (struct option){names[i].name, names[i].is != HELP, NULL, (int)names[i].is + 1};
	while ((o = getopt_long(argc, argv, "", long_options, &index)) != -1) {
		if (o == '?')
			exit(2);
		take_option(t, (enum choice)(o - 1), optarg);
	}
	for (int i = optind; i < argc; i++)
		add_file(t, argv[i], false, false);
	if (t->n_files == 0)
		fail("no dataset", "see --help");
}

static bool is_held_out(const struct trainer *t, const struct example *e, struct hold_out h)
{
	return t->files[e->file].test || (h.of > 0 && e->article % h.of == h.is);
}

/* Trains without what is held out. */
static uint32_t *train(struct trainer *t, struct hold_out h, uint32_t *n_slots)
{
	const struct example **order = xcalloc(t->data.n_examples + 1, sizeof(struct example *));
	uint32_t *slots;
	size_t n = 0;

	for (size_t i = 0; i < t->data.n_examples; i++) {
		const struct example *e = &t->data.examples[i];

		if (!is_held_out(t, e, h) && e->n_golds > 0)
			order[n++] = e;
	}
	if (n == 0)
		fail("nothing to train on", "every question is held out or has no answer in its passage");
	slots = linear_fit(&t->data, order, n, &t->fit, n_slots);
	free(order);
	return slots;
}

static void score_example(const struct trainer *t, const struct linear_model *m, const struct example *e,
			  struct tally *tally)
{
	const struct data_passage *p = &t->data.passages[e->passage];
	struct score_best best = {0};
	struct linear_view view;
	struct linear_spans spans;
	struct reader_result result;
	const char *text = NULL;
	size_t n = 0;

	if (p->read.tokens.n_words > 0) {
		linear_view_open(&view, t->data.lexicon, &p->read, e->question, e->question_n);
		linear_score(m, &view, &spans);
		linear_choose(&spans, &p->read.tokens, m->f1_share, &result);
		span_slice(p->text, p->n, result.best[0].span, &text, &n);
		free(spans.v);
		linear_view_close(&view);
	}
	for (int i = 0; i < e->n_answers && text != NULL; i++) {
		struct score s = score_texts(e->answers[i], strlen(e->answers[i]), text, n);

		score_best_add(&best, &s);
		tally->wins += i == 0 && score_verdict(&s, WIN_PERMILLE) == VERDICT_MODEL;
	}
	score_sum_add(&tally->sum, &best);
}

static void print_tallies(const struct trainer *t, const struct tally *tallies)
{
	for (int i = 0; i < t->n_files; i++) {
		const struct tally *a = &tallies[i];

		if (a->sum.total > 0)
			printf("%-24s %6zu questions  EM %5.1f  F1 %5.1f  wins %5.1f %%\n", t->files[i].name,
			       a->sum.total, score_sum_exact(&a->sum), score_sum_f1(&a->sum),
			       100.0 * (double)a->wins / (double)a->sum.total);
	}
	fflush(stdout);
}

static void add_tally(struct tally *to, const struct tally *more)
{
	to->sum.total += more->sum.total;
	to->sum.exact += more->sum.exact;
	to->sum.f1 += more->sum.f1;
	to->wins += more->wins;
}

static void put_measured(const struct trainer *t, struct buf *out)
{
	struct jw w;

	jw_init(&w, out);
	jw_open(&w, '[');
	for (int i = 0; i < t->n_files; i++) {
		const struct tally *a = &t->tallies[i];
		char on[64];

		if (a->sum.total == 0)
			continue;
		snprintf(on, sizeof(on), "%s, unseen articles", t->files[i].name);
		jw_open(&w, '{');
		jw_kstr(&w, "on", on);
		jw_kint(&w, "questions", (int64_t)a->sum.total);
		jw_kint(&w, "em", (int64_t)(10 * score_sum_exact(&a->sum) + 0.5));
		jw_kint(&w, "f1", (int64_t)(10 * score_sum_f1(&a->sum) + 0.5));
		jw_kint(&w, "wins", (int64_t)(1000.0 * (double)a->wins / (double)a->sum.total + 0.5));
		jw_close(&w, '}');
	}
	jw_close(&w, ']');
	jw_done(&w);
}

static void put_made(const struct trainer *t, struct buf *out)
{
	struct buf recipe = BUF_INIT;
	struct jw w;

	buf_addf(&recipe,
		 "train-linear --passes %d --rate %g --drop %g --support %u --features %u --f1-share %d --seed %llu",
		 t->fit.passes, (double)t->fit.rate, (double)t->fit.drop, t->fit.support, t->fit.features_max,
		 t->f1_share, (unsigned long long)t->fit.seed);
	for (int i = 0; i < t->n_hold_outs; i++)
		buf_addf(&recipe, " --hold-out %u:%u", t->hold_outs[i].of, t->hold_outs[i].is);
	jw_init(&w, out);
	jw_open(&w, '{');
	jw_kopen(&w, "data", '[');
	for (int i = 0; i < t->n_files; i++) {
		if (!t->files[i].test)
			jw_str(&w, t->files[i].name);
	}
	jw_close(&w, ']');
	jw_kstr(&w, "recipe", recipe.p);
	jw_close(&w, '}');
	jw_done(&w);
	buf_release(&recipe);
}

/* Beside the old file first, so that a running reader never sees half of it. */
static void write_file(const char *folder, const struct buf *b)
{
	struct buf path = BUF_INIT, part = BUF_INIT;
	FILE *f;

	buf_addf(&path, "%s/linear.weights", folder);
	buf_addf(&part, "%s.part", path.p);
	f = fopen(part.p, "wb");
	if (f == NULL || fwrite(b->p, 1, b->n, f) != b->n || fclose(f) != 0 || rename(part.p, path.p) != 0)
		fail(path.p, strerror(errno));
	printf("wrote %s: %zu bytes\n", path.p, b->n);
	buf_release(&path);
	buf_release(&part);
}

/* m as a file of FOLDER; measured NULL: nothing is known of it. */
static void write_model(const struct trainer *t, const struct linear_model *m, const char *measured, const char *folder)
{
	struct buf file = BUF_INIT, made = BUF_INIT, config = BUF_INIT;
	struct weights_part part = {.is = {"slots", WEIGHTS_U32, 1, {m->n_slots}}, .numbers = m->slots};

	buf_addf(&config, "{\"patterns\":%d,\"f1_share\":%d}", LINEAR_PATTERNS, t->f1_share);
	put_made(t, &made);
	weights_make(&file, &(struct weights_image){.reader = "linear",
						    .version = VERSION,
						    .config = config.p,
						    .measured = measured,
						    .made = made.p,
						    .parts = &part,
						    .n_parts = 1});
	write_file(folder, &file);
	buf_release(&file);
	buf_release(&made);
	buf_release(&config);
}

static void write_part(const struct trainer *t, struct hold_out h, const struct linear_model *m)
{
	struct buf folder = BUF_INIT;

	buf_addf(&folder, "%s/%u-%u", t->parts, h.of, h.is);
	if ((mkdir(t->parts, 0777) != 0 && errno != EEXIST) || (mkdir(folder.p, 0777) != 0 && errno != EEXIST))
		fail(folder.p, strerror(errno));
	write_model(t, m, NULL, folder.p);
	buf_release(&folder);
}

static void measure(struct trainer *t, struct hold_out h)
{
	struct tally tallies[FILES_MAX] = {0};
	struct linear_model m = {.f1_share = t->f1_share};
	uint32_t *slots = train(t, h, &m.n_slots);

	m.slots = slots;
	for (size_t i = 0; i < t->data.n_examples; i++) {
		const struct example *e = &t->data.examples[i];

		if (is_held_out(t, e, h) && !(t->files[e->file].test && t->tallies[e->file].sum.total > 0))
			score_example(t, &m, e, &tallies[e->file]);
	}
	print_tallies(t, tallies);
	for (int i = 0; i < t->n_files; i++)
		add_tally(&t->tallies[i], &tallies[i]);
	if (t->parts != NULL)
		write_part(t, h, &m);
	free(slots);
}

static void make(struct trainer *t)
{
	struct linear_model m = {.f1_share = t->f1_share};
	struct buf measured = BUF_INIT;
	uint32_t *slots;

	fprintf(stderr, "all articles:\n");
	slots = train(t, (struct hold_out){0}, &m.n_slots);
	m.slots = slots;
	put_measured(t, &measured);
	write_model(t, &m, t->n_hold_outs > 0 ? measured.p : NULL, t->out);
	buf_release(&measured);
	free(slots);
}

static void read_files(struct trainer *t)
{
	char err[DATASET_ERR_MAX];

	data_init(&t->data);
	for (int i = 0; i < t->n_files; i++) {
		if (data_read(&t->data, t->files[i].path, t->files[i].anywhere, err) < 0)
			fail(t->files[i].name, err);
	}
	fprintf(stderr, "%zu passages, %zu questions\n", t->data.n_passages, t->data.n_examples);
}

int main(int argc, char **argv)
{
	struct trainer t = {
	    .fit =
		{.passes = 4, .support = 2, .doubt = 4, .features_max = 600000, .rate = 0.05f, .drop = 0.3f, .seed = 1},
	    .f1_share = 800};

	read_options(&t, argc, argv);
	read_files(&t);
	for (int i = 0; i < t.n_hold_outs; i++) {
		fprintf(stderr, "without articles %u modulo %u:\n", t.hold_outs[i].is, t.hold_outs[i].of);
		measure(&t, t.hold_outs[i]);
	}
	if (t.n_hold_outs > 1) {
		printf("together:\n");
		print_tallies(&t, t.tallies);
	}
	if (t.out != NULL)
		make(&t);
	data_release(&t.data);
	return 0;
}
