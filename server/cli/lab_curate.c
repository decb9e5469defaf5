/* beatctl lab curate: documents to passages that `beatctl import` takes. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "beat/curate.h"
#include "beat/jw.h"
#include "lab.h"

static const char HELP[] =
    "Usage: beatctl lab curate FILE|FOLDER… [OPTIONS] [--out FILE]\n"
    "\n"
    "Passages for a collection, cut from documents as Miller et al. (2020) did with articles, news, posts and\n"
    "reviews. Tables, images, code, headings and markup go; links become LINKREMOVED; paragraphs are merged,\n"
    "filtered, and drawn so that their lengths are distributed as a reference's. What is left comes out in the\n"
    "order in which it came in, a JSON line {\"title\", \"text\"} each, for 'beatctl import'. How many went, and\n"
    "why, and how far the lengths are from the reference before and after, is told on standard error and in\n"
    "the record.\n"
    "\n"
    "Forms of documents, by the file's name (plain, .gz or .bz2); of a folder all files below it\n"
    "  .jsonl .ndjson       a document a line: {\"title\": …, \"text\": …}\n"
    "  .html .htm .xhtml    a page; links within the same site keep their words\n"
    "  .md .markdown        Markdown\n"
    "  .wiki .mediawiki     wiki text, without templates; links to other pages keep their words\n"
    "  .xml                 a dump of a MediaWiki: the articles' newest wiki text, without redirects and\n"
    "                       other name spaces; in a folder, other XML is passed over and counted\n"
    "  .mbox                messages; what they quote and their signatures go\n"
    "  .txt                 plain text, paragraphs between blank lines\n"
    "\n"
    "Reading\n"
    "  --form FORM          jsonl, html, markdown, wiki, dump (.xml), mbox or plain, whatever the names are\n"
    "  --title KEY          of JSON lines, the member that is the title (default: title)\n"
    "  --text KEY           and the text (default: text)\n"
    "  --markup FORM        of JSON lines, what the texts are: plain (default), html, markdown or wiki\n"
    "  --drop-if KEY        of JSON lines, a member that is true of what goes (over_18); may be repeated\n"
    "\n"
    "Passages\n"
    "  --merge P            a paragraph is merged with the next one with this probability (default: 0; 1 makes\n"
    "                       a passage of the whole document)\n"
    "  --with-title         a document's first passage begins with its title\n"
    "  --links token|words  every link becomes LINKREMOVED (default), or bare addresses alone\n"
    "  --min-chars N        shorter ones go (default: 1)\n"
    "  --max-chars N        longer ones go (default and most: 50000)\n"
    "  --language FILE      words of the language, one a line, or en: a list that is built in\n"
    "  --language-share P   passages of which fewer words are in it go (default: 0.2)\n"
    "  --unsafe FILE        passages with one of these words or phrases, one a line, go\n"
    "  --unsafe-documents   with all passages of their document\n"
    "  --exclude FILE       a set (SQuAD, MRQA, JSON lines): documents with its titles go, and passages that are\n"
    "                       like its texts; may be repeated\n"
    "  --alike P            that is: of whose runs of five words this share stands in the sets (default: 0.5)\n"
    "\n"
    "Drawing\n"
    "  --like FILE          a set whose passages' lengths are the reference\n"
    "  --passages N         how many to draw (default: all, or as many as match the reference)\n"
    "  --seed N             decides merging and drawing (default: 1)\n"
    "  --out FILE           write there, with a record FILE.provenance.json beside it\n"
    "\n"
    "Examples\n"
    "  beatctl lab curate posts.jsonl --text selftext --markup markdown --with-title --merge 1 --drop-if over_18 \\\n"
    "      --language en --like train-v1.1.json --exclude dev-v1.1.json --out reddit.jsonl\n"
    "  beatctl lab curate pages/ --min-chars 100 | beatctl import - --collection pages --format jsonl\n"
    "\n"
    "Exit codes: 0 done, 1 it did not work, 2 wrong usage.\n";

struct curating {
	const char *form, *markup, *links, *merge, *language, *language_share, *unsafe, *alike, *like, *out;
	struct cli_strs exclude, drop_if;
	long passages, seed;
	char **paths;
	size_t n;
	struct curate_config config;
	struct curate_words *language_words, *unsafe_words;
	struct curate_known *known;
	struct curate_lengths *reference;
	struct curate *curate;
	struct lab_out *file;
	struct cli_progress progress;
};

static int write_out(void *arg, struct buf *b, char err[LAB_ERR_MAX])
{
	return lab_out_write(((struct curating *)arg)->file, b, err);
}

static void show(void *arg, int64_t documents)
{
	cli_progress_show(&((struct curating *)arg)->progress, documents);
}

/* --- what came of it */

struct told {
	struct curate_distance before, after;
};

static struct told distances(const struct curating *v)
{
	const struct curate_counts *n = curate_counts(v->curate);
	struct curate_bins bins;

	curate_bins_of(&bins, v->reference);
	return (struct told){curate_distance(&bins, v->reference, &n->before),
			     curate_distance(&bins, v->reference, &n->after)};
}

static void tell(const struct curating *v)
{
	const struct curate_counts *n = curate_counts(v->curate);
	const char *before = " Gone:";

	fprintf(stderr,
		"lab curate: %" PRId64 " passages of %" PRId64 " paragraphs in %" PRId64
		" documents, %.0f characters on "
		"average.",
		n->passages, n->paragraphs, n->documents, curate_lengths_mean(&n->after));
	for (int i = 0; i < CURATE_WHYS; i++) {
		if (n->lost[i] > 0) {
			fprintf(stderr, "%s %s %" PRId64, before, curate_why_name[i], n->lost[i]);
			before = ",";
		}
	}
	fputs(before[0] == ',' ? ".\n" : "\n", stderr);
	if (n->passed_over > 0)
		fprintf(stderr,
			"lab curate: %" PRId64
			" files of the folders were passed over: their names tell no form, or no dump of a "
			"MediaWiki is in them.\n",
			n->passed_over);
	if (v->reference != NULL) {
		struct told t = distances(v);

		fprintf(
		    stderr,
		    "lab curate: distance from the lengths of %s (%.0f on average): total variation %.3f before, %.3f "
		    "after; Kolmogorov-Smirnov %.3f before, %.3f after.\n",
		    lab_base(v->like), curate_lengths_mean(v->reference), t.before.variation, t.after.variation,
		    t.before.cumulated, t.after.cumulated);
	}
	if (v->passages > 0 && n->passages < v->passages)
		fprintf(stderr, "lab curate: %ld were asked for; there are not enough%s.\n", v->passages,
			v->reference != NULL ? " of every length" : "");
}

static void put_distance(struct jw *w, const char *when, const struct curate_distance *d,
			 const struct curate_lengths *lengths)
{
	jw_kopen(w, when, '{');
	jw_kint(w, "passages", lengths->n);
	jw_knum(w, "mean_length", curate_lengths_mean(lengths));
	jw_knum(w, "total_variation", d->variation);
	jw_knum(w, "kolmogorov_smirnov", d->cumulated);
	jw_close(w, '}');
}

static void put_notes(const struct curating *v, struct buf *out)
{
	const struct curate_counts *n = curate_counts(v->curate);
	struct jw w;

	jw_init(&w, out);
	jw_open(&w, '{');
	jw_kint(&w, "documents", n->documents);
	jw_kint(&w, "paragraphs", n->paragraphs);
	jw_kint(&w, "passages", n->passages);
	jw_kint(&w, "files_passed_over", n->passed_over);
	jw_kopen(&w, "gone", '{');
	for (int i = 0; i < CURATE_WHYS; i++)
		if (n->lost[i] > 0)
			jw_kint(&w, curate_why_name[i], n->lost[i]);
	jw_close(&w, '}');
	if (v->reference != NULL) {
		struct told t = distances(v);

		jw_kopen(&w, "lengths", '{');
		jw_kstr(&w, "reference", lab_base(v->like));
		put_distance(&w, "before", &t.before, &n->before);
		put_distance(&w, "after", &t.after, &n->after);
		jw_close(&w, '}');
	}
	jw_close(&w, '}');
	jw_done(&w);
}

/* --- the record */

static void put_command(const struct curating *v, struct buf *out)
{
	const struct curate_config *f = &v->config;

	buf_adds(out, "beatctl lab curate");
	for (size_t i = 0; i < v->n; i++)
		buf_addf(out, " %s", lab_base(v->paths[i]));
	buf_addf(out, " --form %s --title %s --text %s --markup %s", v->form, f->title_key, f->text_key, v->markup);
	for (size_t i = 0; i < v->drop_if.n; i++)
		buf_addf(out, " --drop-if %s", v->drop_if.v[i]);
	buf_addf(out, " --merge %s%s --links %s --min-chars %ld --max-chars %ld", v->merge,
		 f->with_title ? " --with-title" : "", v->links, f->least, f->most);
	if (v->language != NULL)
		buf_addf(out, " --language %s --language-share %s", lab_base(v->language), v->language_share);
	if (v->unsafe != NULL)
		buf_addf(out, " --unsafe %s%s", lab_base(v->unsafe), f->unsafe_documents ? " --unsafe-documents" : "");
	for (size_t i = 0; i < v->exclude.n; i++)
		buf_addf(out, " --exclude %s", lab_base(v->exclude.v[i]));
	if (v->exclude.n > 0)
		buf_addf(out, " --alike %s", v->alike);
	if (v->like != NULL)
		buf_addf(out, " --like %s", lab_base(v->like));
	if (v->passages > 0)
		buf_addf(out, " --passages %ld", v->passages);
	buf_addf(out, " --seed %ld", v->seed);
}

static int add_input(struct lab_record *r, struct lab_input *inputs, const char *path, char err[LAB_ERR_MAX])
{
	if (path == NULL || strcmp(path, "-") == 0)
		return 0;
	return lab_input_read(&inputs[r->n_inputs++], path, err);
}

static int read_inputs(const struct curating *v, struct lab_record *r, struct lab_input *inputs, char err[LAB_ERR_MAX])
{
	int rc = 0;

	for (size_t i = 0; rc == 0 && curate_file(v->curate, i) != NULL; i++)
		rc = add_input(r, inputs, curate_file(v->curate, i), err);
	if (rc == 0 && v->language != NULL && strcmp(v->language, "en") != 0)
		rc = add_input(r, inputs, v->language, err);
	if (rc == 0)
		rc = add_input(r, inputs, v->unsafe, err);
	for (size_t i = 0; rc == 0 && i < v->exclude.n; i++)
		rc = add_input(r, inputs, v->exclude.v[i], err);
	return rc == 0 ? add_input(r, inputs, v->like, err) : rc;
}

static int close_output(struct curating *v, char err[LAB_ERR_MAX])
{
	const struct curate_counts *n = curate_counts(v->curate);
	struct lab_input *inputs = xcalloc((size_t)n->files + v->exclude.n + 3, sizeof(*inputs));
	struct buf command = BUF_INIT, notes = BUF_INIT;
	struct lab_record record = {.inputs = inputs, .notes = &notes};
	char seed[24];
	int rc = v->out != NULL ? read_inputs(v, &record, inputs, err) : 0;

	snprintf(seed, sizeof(seed), "%ld", v->seed);
	put_command(v, &command);
	put_notes(v, &notes);
	record.command = command.p;
	record.seed = seed;
	if (rc == 0)
		rc = lab_out_close(&v->file, &record, err);
	buf_release(&command);
	buf_release(&notes);
	free(inputs);
	return rc;
}

/* --- running */

static int load(struct curating *v, char err[LAB_ERR_MAX])
{
	if (v->language != NULL && (v->language_words = curate_words_read(v->language, err)) == NULL)
		return -1;
	if (v->unsafe != NULL && (v->unsafe_words = curate_words_read(v->unsafe, err)) == NULL)
		return -1;
	if (v->exclude.n > 0)
		v->known = curate_known_new();
	for (size_t i = 0; i < v->exclude.n; i++)
		if (curate_known_add(v->known, v->exclude.v[i], err) != 0)
			return -1;
	if (v->like != NULL) {
		v->reference = xcalloc(1, sizeof(*v->reference));
		if (curate_lengths_read(v->reference, v->like, err) != 0)
			return -1;
	}
	v->config.language = v->language_words;
	v->config.unsafe = v->unsafe_words;
	v->config.known = v->known;
	v->config.like = v->reference;
	return 0;
}

static int curate_all(struct curating *v, char err[LAB_ERR_MAX])
{
	int rc = load(v, err);

	if (rc == 0 && (v->file = lab_out_open(v->out, err)) == NULL)
		rc = -1;
	if (rc != 0)
		return rc;
	v->curate = curate_new(&v->config);
	for (size_t i = 0; rc == 0 && i < v->n; i++)
		rc = curate_read(v->curate, v->paths[i], err);
	cli_progress_end(&v->progress);
	if (rc == 0)
		rc = curate_finish(v->curate, err);
	if (rc == 0)
		rc = close_output(v, err);
	if (rc == 0)
		tell(v);
	return rc;
}

static int make(struct curating *v)
{
	char err[LAB_ERR_MAX];
	int rc = curate_all(v, err);

	lab_out_abandon(&v->file);
	curate_free(&v->curate);
	curate_words_free(&v->language_words);
	curate_words_free(&v->unsafe_words);
	curate_known_free(&v->known);
	free(v->reference);
	return rc == 0 ? CLI_OK : cli_fail("lab curate: %s", err);
}

static int form_of(const char *option, const char *name, bool markup, enum curate_form *out)
{
	for (int i = markup ? CURATE_PLAIN : CURATE_AUTO; i < (markup ? CURATE_MBOX : CURATE_FORMS); i++) {
		*out = (enum curate_form)i;
		if (strcmp(curate_form_name[i], name) == 0)
			return CLI_OK;
	}
	return cli_usage(&cmd_lab, "%s is %splain, html, markdown%s wiki%s, not '%s'.", option, markup ? "" : "auto, ",
			 markup ? " or" : ",", markup ? "" : ", mbox, jsonl or dump", name);
}

static int check(struct curating *v)
{
	struct curate_config *f = &v->config;
	int rc = form_of("--form", v->form, false, &f->form);

	if (rc == CLI_OK)
		rc = form_of("--markup", v->markup, true, &f->markup);
	if (rc == CLI_OK)
		rc = lab_rate("--merge", v->merge, &f->merge);
	if (rc == CLI_OK)
		rc = lab_rate("--language-share", v->language_share, &f->language_share);
	if (rc == CLI_OK)
		rc = lab_rate("--alike", v->alike, &f->alike);
	if (rc == CLI_OK && strcmp(v->links, "token") != 0 && strcmp(v->links, "words") != 0)
		rc = cli_usage(&cmd_lab, "--links is token or words, not '%s'.", v->links);
	if (rc == CLI_OK && v->n == 0)
		rc = cli_usage(&cmd_lab, "'lab curate' wants files or folders of documents.");
	if (rc == CLI_OK && f->least > f->most)
		rc = cli_usage(&cmd_lab, "--min-chars is more than --max-chars.");
	f->keep_link_words = strcmp(v->links, "words") == 0;
	f->drop_if = v->drop_if.v;
	f->n_drop_if = v->drop_if.n;
	f->passages = v->passages;
	f->seed = (uint64_t)v->seed;
	f->write = write_out;
	f->progress = show;
	f->arg = v;
	return rc;
}

static int run(int argc, char **argv)
{
	struct curating v = {.form = "auto",
			     .markup = "plain",
			     .links = "token",
			     .merge = "0",
			     .language_share = "0.2",
			     .alike = "0.5",
			     .seed = 1,
			     .config = {.title_key = "title", .text_key = "text", .least = 1, .most = CORPUS_TEXT_MAX},
			     .progress = {.what = "documents"}};
	const struct cli_opt opts[] = {
	    {"--form", CLI_STR, &v.form, 0, 0},
	    {"--title", CLI_STR, &v.config.title_key, 0, 0},
	    {"--text", CLI_STR, &v.config.text_key, 0, 0},
	    {"--markup", CLI_STR, &v.markup, 0, 0},
	    {"--drop-if", CLI_STRS, &v.drop_if, 0, 0},
	    {"--merge", CLI_STR, &v.merge, 0, 0},
	    {"--with-title", CLI_FLAG, &v.config.with_title, 0, 0},
	    {"--links", CLI_STR, &v.links, 0, 0},
	    {"--min-chars", CLI_INT, &v.config.least, 1, CORPUS_TEXT_MAX},
	    {"--max-chars", CLI_INT, &v.config.most, 1, CORPUS_TEXT_MAX},
	    {"--language", CLI_STR, &v.language, 0, 0},
	    {"--language-share", CLI_STR, &v.language_share, 0, 0},
	    {"--unsafe", CLI_STR, &v.unsafe, 0, 0},
	    {"--unsafe-documents", CLI_FLAG, &v.config.unsafe_documents, 0, 0},
	    {"--exclude", CLI_STRS, &v.exclude, 0, 0},
	    {"--alike", CLI_STR, &v.alike, 0, 0},
	    {"--like", CLI_STR, &v.like, 0, 0},
	    {"--passages", CLI_INT, &v.passages, 1, 1000000000},
	    {"--seed", CLI_INT, &v.seed, 0, 0},
	    {"--out", CLI_STR, &v.out, 0, 0},
	};
	int words = cli_parse(argc, argv, opts, ARRAY_LEN(opts)), rc = CLI_USAGE;

	v.paths = argv + 1;
	v.n = words > 0 ? (size_t)words : 0;
	if (words >= 0)
		rc = check(&v);
	if (rc == CLI_OK)
		rc = make(&v);
	cli_strs_release(&v.exclude);
	cli_strs_release(&v.drop_if);
	return rc;
}

const struct cli_command lab_curate = {
    .name = "curate",
    .summary = "documents to passages: clean, merge, filter, draw by length",
    .help = HELP,
    .run = run,
};
