/* train-checkpoint: what the transformer reader makes of texts and tokens, for comparing it with others.
 *
 *   train-checkpoint cut MODEL < TEXTS            a line of JSON each text: [[id, first, end, word], …]
 *   train-checkpoint scores MODEL PRECISION < …   lines "id:kind id:kind …"; a line of JSON each: [[start, …], [end,
 * …]] train-checkpoint time MODEL PRECISION TOKENS RUNS [WINDOWS] milliseconds of each run on as many tokens, one a
 * line: on the clock, and of the processor (others may be at work beside it); of several windows side by side, those of
 * each
 *
 * MODEL is a folder as Hugging Face has them, or a file of ours, *.weights; PRECISION is fp32 or int8 (of a file of
 * ours it is what the file has). Texts end with a NUL each. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../transformer/parts.h"
#include "beat/loop.h"

enum { LINE_TOKENS = ENCODER_TOKENS_MAX };

static int open_model(struct parts *p, const char *model, const char *precision)
{
	size_t n = strlen(model);
	char err[CHECKPOINT_ERR_MAX];
	bool is_file = n > 8 && strcmp(model + n - 8, ".weights") == 0;
	int rc =
	    is_file ? parts_open_file(p, model, err) : parts_open_folder(p, model, strcmp(precision, "int8") == 0, err);

	if (rc < 0)
		(void)fprintf(stderr, "train-checkpoint: %s: %s\n", model, err);
	return rc;
}

static void cut(const struct parts *p)
{
	char *text = NULL;
	size_t room = 0;
	ssize_t n;

	while ((n = getdelim(&text, &room, '\0', stdin)) > 0) {
		struct pieces pieces = {.n = 0};

		tokeniser_cut(p->tokeniser, text, (size_t)n - (text[n - 1] == '\0'), &pieces);
		putchar('[');
		for (size_t i = 0; i < pieces.n; i++) {
			const struct piece *v = &pieces.v[i];

			printf("%s[%d,%u,%u,%u]", i > 0 ? "," : "", (int)v->id, v->point, v->point_end, v->word);
		}
		puts("]");
		pieces_release(&pieces);
	}
	free(text);
}

static void put_scores(const float *v, size_t n)
{
	putchar('[');
	for (size_t i = 0; i < n; i++)
		printf("%s%.9g", i > 0 ? "," : "", (double)v[i]);
	putchar(']');
}

static size_t take_tokens(const struct parts *p, const char *line, int32_t *ids, int32_t *kinds)
{
	size_t n = 0;
	char *end;

	for (; n < LINE_TOKENS && n < (size_t)(p->config.positions - p->config.first_position); n++) {
		long id = strtol(line, &end, 10), kind;

		if (end == line || *end != ':' || id < 0 || id >= p->config.words)
			break;
		kind = strtol(end + 1, &end, 10);
		ids[n] = (int32_t)id;
		kinds[n] = kind == 1;
		line = end;
	}
	return n;
}

static void scores(const struct parts *p)
{
	static int32_t ids[LINE_TOKENS], kinds[LINE_TOKENS];
	static float start[LINE_TOKENS], end[LINE_TOKENS];
	char *line = NULL;
	size_t room = 0;

	while (getline(&line, &room, stdin) > 0) {
		size_t n = take_tokens(p, line, ids, kinds);

		if (n > 0)
			encoder_run(p->encoder, &(struct encoder_window){ids, kinds, n, start, end}, 1);
		putchar('[');
		put_scores(start, n);
		putchar(',');
		put_scores(end, n);
		puts("]");
	}
	free(line);
}

static int time_it(const struct parts *p, long tokens, long runs, long windows)
{
	static int32_t ids[LINE_TOKENS], kinds[LINE_TOKENS];
	static float start[LINE_TOKENS], end[LINE_TOKENS];
	struct encoder_window side[LINE_TOKENS];

	if (tokens < 1 || windows < 1 || tokens > p->config.positions - p->config.first_position ||
	    tokens > LINE_TOKENS / windows)
		return 2;
	for (long i = 0; i < tokens; i++) {
		ids[i] = (int32_t)((1009 * i + 7) % p->config.words);
		kinds[i] = i > tokens / 10;
	}
	for (long i = 0; i < windows; i++)
		side[i] = (struct encoder_window){ids, kinds, (size_t)tokens, start, end};
	for (long i = 0; i < runs; i++) {
		int64_t began = loop_now_us();
		clock_t used = clock();

		encoder_run(p->encoder, side, (int)windows);
		printf("%.3f %.3f\n", (double)(loop_now_us() - began) / 1000 / (double)windows,
		       (double)(clock() - used) * 1000 / CLOCKS_PER_SEC / (double)windows);
	}
	return 0;
}

int main(int argc, char **argv)
{
	struct parts p = {.hash = ""};
	int rc = 2;

	if (argc < 3 || open_model(&p, argv[2], argc > 3 ? argv[3] : "fp32") < 0) {
		if (argc < 3)
			(void)fprintf(
			    stderr,
			    "usage: train-checkpoint cut|scores|time MODEL [PRECISION [TOKENS RUNS [WINDOWS]]]\n");
		parts_release(&p);
		return argc < 3 ? 2 : 1;
	}
	if (strcmp(argv[1], "cut") == 0) {
		cut(&p);
		rc = 0;
	} else if (strcmp(argv[1], "scores") == 0) {
		scores(&p);
		rc = 0;
	} else if (strcmp(argv[1], "time") == 0 && (argc == 6 || argc == 7)) {
		rc = time_it(&p, strtol(argv[4], NULL, 10), strtol(argv[5], NULL, 10),
			     argc == 7 ? strtol(argv[6], NULL, 10) : 1);
	}
	parts_release(&p);
	return rc;
}
