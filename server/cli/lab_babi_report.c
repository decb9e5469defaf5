/* beatctl lab babi report: how models answer questions on made-up stories. */
#include <stdlib.h>
#include <string.h>

#include "beat/babi_report.h"
#include "lab.h"

struct options {
	const char *train, *out, *formats;
	bool json;
};

struct work {
	const struct options *o;
	struct lab_models models;
	struct babi_report *report;
	bool *right;
	size_t unanswered;
};

static int on_training(void *arg, const struct babi_line *line)
{
	babi_report_seen(((struct work *)arg)->report, line);
	return CLI_OK;
}

static int on_question(void *arg, const struct babi_line *line)
{
	struct work *w = arg;

	for (size_t m = 0; m < w->models.models.n; m++) {
		const json_t *answer = json_object_get(w->models.models.v[m].answers, line->id);

		w->right[m] = json_is_string(answer) && babi_is_right(line->answer, json_string_value(answer));
		w->unanswered += answer == NULL;
	}
	babi_report_add(w->report, line, w->right);
	return CLI_OK;
}

static int save_heats(const struct work *w, const struct lab_place *place)
{
	struct buf b = BUF_INIT;
	int rc = CLI_OK;

	for (size_t m = 0; m < w->models.models.n; m++)
		for (size_t k = 0; rc == CLI_OK && (k == 0 || babi_report_kind(w->report, k - 1) != NULL); k++) {
			const char *kind = k > 0 ? babi_report_kind(w->report, k - 1) : NULL;
			char name[80];

			snprintf(name, sizeof(name), "heat-%03zu-%.40s", m + 1, kind != NULL ? kind : "all");
			babi_report_heat(&b, w->report, m, w->models.names[m], kind);
			rc = lab_place_figure(place, name, &b);
		}
	buf_release(&b);
	return rc;
}

static int save_all(const struct work *w)
{
	struct lab_place place = {.tool = "lab babi report", .path = w->o->out, .formats = w->o->formats};
	struct buf b = BUF_INIT;
	int rc = lab_place_open(&place);

	if (rc != CLI_OK)
		return rc;
	babi_report_json(&b, w->report, w->models.names);
	rc = lab_place_save(&place, "report.json", &b);
	babi_report_csv(&b, w->report, w->models.names);
	if (rc == CLI_OK)
		rc = lab_place_save(&place, "accuracy.csv", &b);
	if (rc == CLI_OK)
		rc = save_heats(w, &place);
	lab_place_close(&place);
	buf_release(&b);
	return rc;
}

static double part(struct babi_share s)
{
	return s.n > 0 ? 100.0 * (double)s.right / (double)s.n : 0;
}

static void print_report(const struct work *w)
{
	for (size_t m = 0; m < w->models.models.n; m++) {
		struct babi_share s = babi_report_share(w->report, m, NULL);
		struct babi_consistency c = babi_report_consistency(w->report, m);
		const char *kind;

		printf("%s: %.1f %% of %zu questions\n", w->models.names[m], part(s), s.n);
		for (size_t i = 0; (kind = babi_report_kind(w->report, i)) != NULL; i++) {
			s = babi_report_share(w->report, m, kind);
			printf("  %-12s %5.1f %% of %zu\n", kind, part(s), s.n);
		}
		if (c.count[0][0] + c.count[0][1] + c.count[1][0] + c.count[1][1] > 0)
			printf("  asked both ways: %zu right twice, %zu only as yes-no, %zu only as where-P, %zu wrong "
			       "twice\n",
			       c.count[1][1], c.count[1][0], c.count[0][1], c.count[0][0]);
	}
}

static int report(struct work *w, const char *path)
{
	struct buf json = BUF_INIT;
	int rc = lab_models_load(&w->models);

	w->report = babi_report_new(w->models.models.n);
	w->right = xcalloc(w->models.models.n + 1, sizeof(*w->right));
	if (rc == CLI_OK && w->o->train != NULL)
		rc = lab_babi_lines("lab babi report", w->o->train, on_training, w);
	if (rc == CLI_OK)
		rc = lab_babi_lines("lab babi report", path, on_question, w);
	if (rc == CLI_OK && w->unanswered > 0)
		fprintf(stderr, "beatctl: %zu questions have no prediction and count as wrong.\n", w->unanswered);
	if (rc == CLI_OK && w->o->out != NULL)
		rc = save_all(w);
	if (rc == CLI_OK && w->o->json) {
		babi_report_json(&json, w->report, w->models.names);
		fwrite(json.p, 1, json.n, stdout);
	} else if (rc == CLI_OK) {
		print_report(w);
	}
	buf_release(&json);
	babi_report_free(&w->report);
	free(w->right);
	return rc;
}

int lab_babi_report(int argc, char **argv)
{
	struct options o = {0};
	struct work w = {.o = &o};
	const struct cli_opt opts[] = {
	    {"--predictions", CLI_STRS, &w.models.given, 0, 0},
	    {"--train", CLI_STR, &o.train, 0, 0},
	    {"--out", CLI_STR, &o.out, 0, 0},
	    {"--json", CLI_FLAG, &o.json, 0, 0},
	    {"--figure-formats", CLI_STR, &o.formats, 0, 0},
	};
	int words = cli_parse(argc, argv, opts, ARRAY_LEN(opts)), rc = CLI_USAGE;

	if (words == 1 && w.models.given.n > 0)
		rc = report(&w, argv[1]);
	else if (words >= 0)
		rc = cli_usage(
		    &cmd_lab, "'lab babi report' takes one file of 'lab babi --format jsonl', and --predictions FILE.");
	lab_models_release(&w.models);
	return rc;
}
