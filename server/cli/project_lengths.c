/* beatctl project lengths and reference: how long a project's passages are, beside those of another set. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "beat/curate.h"
#include "beat/figure.h"
#include "beat/jw.h"
#include "project.h"
#include "text_file.h"

/* --- reference ------------------------------------------------------------ */

static int lengths_of_collection(struct pg *pg, const char *name, struct curate_lengths *l)
{
	struct pg_rows *rows = pg_query(pg, q_collection_lengths(.collection = name));
	int rc = rows ? CLI_OK : CLI_FAILED;

	for (int i = 0; rows && i < pg_rows_count(rows); i++) {
		struct q_collection_lengths_row row = q_collection_lengths_row(rows, i);

		l->of[row.length] = row.passages;
		l->n += row.passages;
	}
	pg_rows_free(&rows);
	if (rc == CLI_OK && l->n == 0)
		rc = cli_fail("project reference: collection %s has no passages.", name);
	return rc;
}

static int lengths_of_file(const char *path, struct curate_lengths *l)
{
	char err[LAB_ERR_MAX];

	return curate_lengths_read(l, path, err) == 0 ? CLI_OK : cli_fail("project reference: %s", err);
}

static void add_reference(struct buf *out, const char *name, const struct curate_lengths *l)
{
	struct curate_bins bins;
	struct jw w;

	curate_bins_of(&bins, l);
	jw_init(&w, out);
	jw_open(&w, '{');
	jw_kstr(&w, "name", name);
	jw_kopen(&w, "lengths", '[');
	for (int i = 0; i <= CORPUS_TEXT_MAX; i++)
		if (l->of[i] > 0)
			jw_int(&w, i);
	jw_close(&w, ']');
	jw_kopen(&w, "counts", '[');
	for (int i = 0; i <= CORPUS_TEXT_MAX; i++)
		if (l->of[i] > 0)
			jw_int(&w, l->of[i]);
	jw_close(&w, ']');
	jw_kopen(&w, "cuts", '[');
	for (size_t i = 0; i + 1 < bins.n; i++)
		jw_int(&w, bins.most[i] + 1);
	jw_close(&w, ']');
	jw_close(&w, '}');
	jw_done(&w);
}

struct choice {
	const char *file, *collection, *title;
	bool none;
};

static int set_reference(const char *project, const struct choice *c)
{
	struct curate_lengths *l = xcalloc(1, sizeof(*l));
	const char *name = c->title ? c->title : c->file ? lab_base(c->file) : c->collection;
	struct buf json = BUF_INIT;
	struct pg *pg = cli_db();
	struct pg_rows *rows = NULL;
	int rc = pg ? CLI_OK : CLI_FAILED;

	if (rc == CLI_OK && !c->none)
		rc = c->file ? lengths_of_file(c->file, l) : lengths_of_collection(pg, c->collection, l);
	if (rc == CLI_OK && !c->none)
		add_reference(&json, name, l);
	if (rc == CLI_OK) {
		rows = pg_query(pg, q_project_reference_set(.name = project, .reference = c->none ? NULL : json.p,
							    .actor = cli_actor()));
		rc = rows ? CLI_OK : CLI_FAILED;
	}
	if (rc == CLI_OK && c->none)
		printf("the lengths of %s are compared with nothing\n", project);
	else if (rc == CLI_OK)
		printf("the lengths of %s are compared with %s: %" PRId64 " passages, %.0f characters on average\n",
		       project, name, l->n, curate_lengths_mean(l));
	pg_rows_free(&rows);
	pg_close(&pg);
	buf_release(&json);
	free(l);
	return rc;
}

int project_reference(int argc, char **argv)
{
	struct choice c = {0};
	const struct cli_opt opts[] = {{"--collection", CLI_STR, &c.collection, 0, 0},
				       {"--title", CLI_STR, &c.title, 0, 0},
				       {"--none", CLI_FLAG, &c.none, 0, 0}};
	int words = cli_parse(argc, argv, opts, ARRAY_LEN(opts));

	if (words < 0)
		return CLI_USAGE;
	c.file = words == 2 ? argv[2] : NULL;
	if (words < 1 || words > 2 || (c.file != NULL) + (c.collection != NULL) + c.none != 1)
		return cli_usage(&cmd_project, "'project reference' takes a NAME and one of FILE, --collection and "
					       "--none.");
	if (c.title && (!*c.title || c.none))
		return cli_usage(&cmd_project, "--title is what the reference is called: it goes with FILE or "
					       "--collection, and is not empty.");
	return set_reference(argv[1], &c);
}

/* --- lengths -------------------------------------------------------------- */

static double number_of(const json_t *obj, const char *key)
{
	return json_number_value(json_object_get(obj, key));
}

static void print_share(const json_t *column, const char *key, double of)
{
	double n = number_of(column, key);

	printf("  %9.0f %7.1f %%", n, of > 0 ? 100 * n / of : 0.0);
}

static void print_columns(const json_t *answer, const json_t *reference)
{
	const json_t *columns = json_object_get(answer, "columns"), *column;
	int width = (int)number_of(answer, "width");
	size_t i;

	printf("%-13s  %19s", "CHARACTERS", "PASSAGES");
	if (reference)
		printf("  %19s", "REFERENCE");
	putchar('\n');
	json_array_foreach(columns, i, column)
	{
		int from = (int)number_of(column, "from");
		char range[32];

		if (i + 1 < json_array_size(columns))
			snprintf(range, sizeof(range), "%d to %d", from, from + width - 1);
		else
			snprintf(range, sizeof(range), "%d and more", from);
		printf("%-13s", range);
		print_share(column, "passages", number_of(answer, "passages"));
		if (reference)
			print_share(column, "reference", number_of(reference, "passages"));
		putchar('\n');
	}
	putchar('\n');
}

static const json_t *reference_of(const json_t *answer)
{
	const json_t *reference = json_object_get(answer, "reference");

	return json_is_object(reference) ? reference : NULL;
}

static void show_lengths(const json_t *answer)
{
	const json_t *reference = reference_of(answer);

	if (json_array_size(json_object_get(answer, "columns")) > 0)
		print_columns(answer, reference);
	if (number_of(answer, "passages") > 0)
		printf("%s passages, %.0f characters on average\n", answer_text(answer, "passages"),
		       number_of(answer, "mean"));
	else
		puts("the project has no passages; give it a collection");
	if (!reference) {
		puts("no reference: 'beatctl project reference NAME FILE' names a set to compare with");
		return;
	}
	fputs("reference ", stdout);
	cli_put_text(stdout, answer_text(reference, "name"));
	printf(": %s passages, %.0f on average\n", answer_text(reference, "passages"), number_of(reference, "mean"));
	if (number_of(answer, "passages") > 0)
		printf("distance: total variation %.3f, Kolmogorov-Smirnov %.3f (0 the same, 1 nothing in common)\n",
		       number_of(reference, "total_variation"), number_of(reference, "kolmogorov_smirnov"));
}

static void draw(struct buf *svg, const char *project, const json_t *answer)
{
	const json_t *reference = reference_of(answer), *columns = json_object_get(answer, "columns"), *column;
	size_t n = json_array_size(columns), i;
	uint64_t *counts = xcalloc(2 * n + 1, sizeof(*counts));
	const struct figure_line lines[] = {{project, counts, n},
					    {reference ? answer_text(reference, "name") : "", counts + n, n}};
	struct buf desc = BUF_INIT;

	json_array_foreach(columns, i, column)
	{
		counts[i] = (uint64_t)number_of(column, "passages");
		counts[n + i] = (uint64_t)number_of(column, "reference");
	}
	buf_addf(&desc, "How long the passages of %s are", project);
	if (reference)
		buf_addf(&desc, ", beside %s: total variation %.3f, Kolmogorov-Smirnov %.3f", lines[1].name,
			 number_of(reference, "total_variation"), number_of(reference, "kolmogorov_smirnov"));
	buf_addc(&desc, '.');
	figure_lines(svg, &(struct figure_about){"lengths", "Passage lengths", desc.p, true},
		     &(struct figure_lines){lines, reference ? 2 : 1, "characters", "share of passages",
					    (unsigned)number_of(answer, "width"), "No passages: "});
	buf_release(&desc);
	free(counts);
}

static int plot_lengths(const char *project, const json_t *answer, const char *path)
{
	struct buf svg = BUF_INIT;
	int rc;

	if (json_array_size(json_object_get(answer, "columns")) == 0)
		return cli_fail("project lengths: there are no passages to draw.");
	draw(&svg, project, answer);
	rc = text_file_write(path, &svg);
	buf_release(&svg);
	return rc;
}

int project_lengths(int argc, char **argv)
{
	const char *plot = NULL;
	bool json = false;
	const struct cli_opt opts[] = {{"--plot", CLI_STR, &plot, 0, 0}, {"--json", CLI_FLAG, &json, 0, 0}};
	int rc = cli_parse_one(&cmd_project, argc, argv, opts, ARRAY_LEN(opts), "NAME");
	struct pg *pg;
	json_t *answer;

	if (rc != CLI_OK)
		return rc;
	pg = cli_db();
	answer = pg ? answer_ask(pg, q_admin_lengths(.project = argv[1])) : NULL;
	pg_close(&pg);
	if (!answer)
		return CLI_FAILED;
	if (json)
		json_dumpf(answer, stdout, JSON_COMPACT | JSON_REAL_PRECISION(12)), putchar('\n');
	else
		show_lengths(answer);
	if (plot)
		rc = plot_lengths(argv[1], answer, plot);
	json_decref(answer);
	return rc;
}
