/* croissant: croissant.json of a release, Croissant 1.0 with the properties of responsible AI (RAI 1.0). Files
 * are named by their path within the release; each split of rows is a record set of its own, so that a record set
 * has one file with one digest. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "beat/jw.h"
#include "licence.h"
#include "release_fields.h"

/* What the short names of the file stand for. A value that begins with '{' is JSON as it is. */
static const struct {
	const char *name, *meaning;
} context[] = {
    {"@language", "en"},
    {"@vocab", "https://schema.org/"},
    {"citeAs", "cr:citeAs"},
    {"column", "cr:column"},
    {"conformsTo", "dct:conformsTo"},
    {"cr", "http://mlcommons.org/croissant/"},
    {"data", "{\"@id\":\"cr:data\",\"@type\":\"@json\"}"},
    {"dataType", "{\"@id\":\"cr:dataType\",\"@type\":\"@vocab\"}"},
    {"dct", "http://purl.org/dc/terms/"},
    {"examples", "{\"@id\":\"cr:examples\",\"@type\":\"@json\"}"},
    {"extract", "cr:extract"},
    {"field", "cr:field"},
    {"fileObject", "cr:fileObject"},
    {"fileProperty", "cr:fileProperty"},
    {"fileSet", "cr:fileSet"},
    {"format", "cr:format"},
    {"includes", "cr:includes"},
    {"isLiveDataset", "cr:isLiveDataset"},
    {"jsonPath", "cr:jsonPath"},
    {"key", "cr:key"},
    {"md5", "cr:md5"},
    {"parentField", "cr:parentField"},
    {"path", "cr:path"},
    {"rai", "http://mlcommons.org/croissant/RAI/"},
    {"recordSet", "cr:recordSet"},
    {"references", "cr:references"},
    {"regex", "cr:regex"},
    {"repeated", "cr:repeated"},
    {"replace", "cr:replace"},
    {"sc", "https://schema.org/"},
    {"separator", "cr:separator"},
    {"source", "cr:source"},
    {"subField", "cr:subField"},
    {"transform", "cr:transform"},
};

static void write_context(struct jw *w)
{
	jw_kopen(w, "@context", '{');
	for (size_t i = 0; i < ARRAY_LEN(context); i++) {
		jw_key(w, context[i].name);
		if (context[i].meaning[0] == '{')
			jw_raw(w, context[i].meaning, strlen(context[i].meaning));
		else
			jw_str(w, context[i].meaning);
	}
	jw_close(w, '}');
}

/* {"@id": …} */
static void write_ref(struct jw *w, const char *key, const char *id)
{
	jw_kopen(w, key, '{');
	jw_kstr(w, "@id", id);
	jw_close(w, '}');
}

static const char *encoding_of(const char *path)
{
	static const struct {
		const char *suffix, *type;
	} types[] = {
	    {".gz", "application/gzip"},   {".jsonl", "application/jsonlines"},
	    {".json", "application/json"}, {".svg", "image/svg+xml"},
	    {".md", "text/markdown"},
	};
	size_t n = strlen(path);

	for (size_t i = 0; i < ARRAY_LEN(types); i++) {
		size_t len = strlen(types[i].suffix);

		if (n > len && strcmp(path + n - len, types[i].suffix) == 0)
			return types[i].type;
	}
	return "text/plain";
}

static void write_file(struct jw *w, const struct release_file *f)
{
	char size[32];

	snprintf(size, sizeof(size), "%" PRId64 " B", f->bytes);
	jw_open(w, '{');
	jw_kstr(w, "@type", "cr:FileObject");
	jw_kstr(w, "@id", f->path);
	jw_kstr(w, "name", f->path);
	jw_kstr(w, "contentUrl", f->path);
	jw_kstr(w, "contentSize", size);
	jw_kstr(w, "encodingFormat", encoding_of(f->path));
	jw_kstr(w, "sha256", f->sha256);
	jw_close(w, '}');
}

static void write_distribution(struct jw *w, const struct release_about *about)
{
	jw_kopen(w, "distribution", '[');
	for (size_t i = 0; i < about->n_files; i++)
		write_file(w, &about->files[i]);
	jw_close(w, ']');
}

/* The record set that says which splits there are. */
static void write_splits(struct jw *w)
{
	jw_open(w, '{');
	jw_kstr(w, "@type", "cr:RecordSet");
	jw_kstr(w, "@id", "splits");
	jw_kstr(w, "name", "splits");
	jw_kstr(w, "description", "The splits of the dataset; no document is in two of them.");
	jw_kstr(w, "dataType", "cr:Split");
	write_ref(w, "key", "splits/name");
	jw_kopen(w, "field", '[');
	jw_open(w, '{');
	jw_kstr(w, "@type", "cr:Field");
	jw_kstr(w, "@id", "splits/name");
	jw_kstr(w, "name", "name");
	jw_kstr(w, "description", "The name of the split.");
	jw_kstr(w, "dataType", "sc:Text");
	jw_close(w, '}');
	jw_close(w, ']');
	jw_kopen(w, "data", '[');
	for (enum release_split s = 0; s < RELEASE_SPLITS; s++) {
		jw_open(w, '{');
		jw_kstr(w, "splits/name", release_split_hub[s]);
		jw_close(w, '}');
	}
	jw_close(w, ']');
	jw_close(w, '}');
}

/* Where a field is: its file, the column, and what of the column. */
struct place {
	const char *file, *column;
};

static const char *data_type(const struct field *f)
{
	static const char *const types[] = {
	    [FIELD_TEXT] = "sc:Text",
	    [FIELD_INT] = "sc:Integer",
	    [FIELD_REAL] = "sc:Float",
	    [FIELD_BOOL] = "sc:Boolean",
	};

	return types[f->type];
}

static void write_source(struct jw *w, const struct place *at, const char *within)
{
	jw_kopen(w, "source", '{');
	write_ref(w, "fileObject", at->file);
	jw_kopen(w, "extract", '{');
	jw_kstr(w, "column", at->column);
	jw_close(w, '}');
	if (within != NULL) {
		jw_kopen(w, "transform", '{');
		jw_kstr(w, "jsonPath", within);
		jw_close(w, '}');
	}
	jw_close(w, '}');
}

static void write_field(struct jw *w, const struct field *f, const char *above, const struct place *at);

static void write_sub_fields(struct jw *w, const struct field *f, const char *id, const struct place *at)
{
	jw_kopen(w, "subField", '[');
	for (const struct field *sub = f->sub; sub->name != NULL; sub++)
		write_field(w, sub, id, at);
	jw_close(w, ']');
}

/* A field of a record set (at->column is NULL), or within a field of it. */
static void write_field(struct jw *w, const struct field *f, const char *above, const struct place *at)
{
	struct place own = {at->file, at->column != NULL ? at->column : f->name};
	struct buf id = BUF_INIT;

	buf_addf(&id, "%s/%s", above, f->name);
	jw_open(w, '{');
	jw_kstr(w, "@type", "cr:Field");
	jw_kstr(w, "@id", id.p);
	jw_kstr(w, "name", id.p + strcspn(id.p, "/") + 1);
	jw_kstr(w, "description", f->about);
	if (f->type == FIELD_STRUCT) {
		write_sub_fields(w, f, id.p, &own);
	} else {
		jw_kstr(w, "dataType", data_type(f));
		if (f->repeated)
			jw_kbool(w, "repeated", true);
		write_source(w, &own, at->column != NULL ? f->name : NULL);
		if (at->column != NULL && strcmp(at->column, "metadata") == 0 && strcmp(f->name, "split") == 0) {
			jw_kopen(w, "references", '{');
			write_ref(w, "field", "splits/name");
			jw_close(w, '}');
		}
	}
	jw_close(w, '}');
	buf_release(&id);
}

static void write_record_set(struct jw *w, const struct release_rows *rows, enum release_split s)
{
	struct place at = {.file = rows->file[s]->path};
	struct buf id = BUF_INIT, text = BUF_INIT;

	if (strcmp(rows->config, "default") != 0)
		buf_addf(&id, "%s-", rows->config);
	buf_adds(&id, release_split_hub[s]);
	buf_addf(&text, "%" PRId64 " rows, a row a%s %s.", rows->n[s], rows->what[0] == 'a' ? "n" : "", rows->what);
	jw_open(w, '{');
	jw_kstr(w, "@type", "cr:RecordSet");
	jw_kstr(w, "@id", id.p);
	jw_kstr(w, "name", id.p);
	jw_kstr(w, "description", text.p);
	buf_clear(&text);
	buf_addf(&text, "%s/id", id.p);
	write_ref(w, "key", text.p);
	jw_kopen(w, "field", '[');
	for (const struct field *f = rows->fields; f->name != NULL; f++)
		write_field(w, f, id.p, &at);
	jw_close(w, ']');
	jw_close(w, '}');
	buf_release(&id);
	buf_release(&text);
}

static void write_record_sets(struct jw *w, const struct release_about *about)
{
	struct release_rows rows[RELEASE_ROWS_MAX];
	size_t n = release_rows(about, rows);

	jw_kopen(w, "recordSet", '[');
	write_splits(w);
	for (size_t i = 0; i < n; i++) {
		for (enum release_split s = 0; s < RELEASE_SPLITS; s++) {
			if (rows[i].file[s] != NULL)
				write_record_set(w, &rows[i], s);
		}
	}
	jw_close(w, ']');
}

static void write_list(struct jw *w, const char *key, const char *const *items, size_t n)
{
	jw_kopen(w, key, '[');
	for (size_t i = 0; i < n; i++)
		jw_str(w, items[i]);
	jw_close(w, ']');
}

static void write_creator(struct jw *w, const struct release_about *about)
{
	struct buf name = BUF_INIT;

	buf_addf(&name, "The collectors of %s", about->name);
	jw_kopen(w, "creator", '{');
	jw_kstr(w, "@type", "sc:Organization");
	jw_kstr(w, "name", name.p);
	jw_close(w, '}');
	buf_release(&name);
}

/* Datasets to compare with, by the records of how they were made. */
static void write_cites(struct jw *w, const struct release_about *about)
{
	if (about->n_cites == 0)
		return;
	jw_kopen(w, "citation", '[');
	for (size_t i = 0; i < about->n_cites; i++) {
		jw_open(w, '{');
		jw_kstr(w, "@type", "sc:CreativeWork");
		jw_kstr(w, "name", about->cites[i].path);
		jw_kstr(w, "description", about->cites[i].command);
		jw_close(w, '}');
	}
	jw_close(w, ']');
}

static void write_head(struct jw *w, const struct release_about *about)
{
	static const char *const standards[] = {"http://mlcommons.org/croissant/1.0",
						"http://mlcommons.org/croissant/RAI/1.0"};
	static const char *const keywords[] = {"question answering", "reading comprehension", "adversarial",
					       "model in the loop"};
	const struct licence *l = licence_find(about->licence);
	struct buf text = BUF_INIT;

	jw_kstr(w, "@type", "sc:Dataset");
	write_list(w, "conformsTo", standards, ARRAY_LEN(standards));
	jw_kstr(w, "name", about->name);
	jw_kstr(w, "version", about->version);
	buf_addf(&text, "urn:beat:release:%s:%s", about->name, about->version);
	jw_kstr(w, "url", text.p);
	buf_clear(&text);
	jw_kstr(w, "license", licence_url(&text, l) ? text.p : about->licence);
	jw_kstr(w, "datePublished", about->as_of);
	jw_kstr(w, "inLanguage", "en");
	write_creator(w, about);
	jw_key(w, "citeAs");
	if (about->citation != NULL) {
		jw_str(w, about->citation);
	} else {
		buf_clear(&text);
		buf_addf(&text, "@misc{%s, title = {%s}, year = {%.4s}, note = {Version %s}}", about->name, about->name,
			 about->as_of, about->version);
		jw_str(w, text.p);
	}
	write_cites(w, about);
	jw_kbool(w, "isLiveDataset", false);
	jw_kstr(w, "description",
		release_is_plain(about)
		    ? "Extractive questions on passages of text, written by people without a model in the "
		      "loop, with the answers of several people. README.md tells how they were collected "
		      "and what they are like."
		    : "Extractive questions on passages of text, written by people against a reading model in the "
		      "loop: each "
		      "of them "
		      "got past the model. README.md tells how they were collected and what they are like.");
	write_list(w, "keywords", keywords, release_is_plain(about) ? 2 : ARRAY_LEN(keywords));
	buf_release(&text);
}

/* Responsible AI: the same for every release, then what differs. */

static const struct {
	const char *name, *text;
	const char *plain; /* without an adversary; NULL: the same */
} rai[] = {
    {"rai:dataCollection",
     "Crowd workers read a passage, write a question and highlight its answer in the passage. A "
     "reading model gets passage "
     "and question; if the word-overlap F1 of its answer and the worker's is above a threshold "
     "the question is not kept "
     "and the worker tries again. Questions of workers whose reviewed work was not good enough, "
     "rejected questions, and dev "
     "and test questions that other people could not answer are left out.",
     "Crowd workers read a paragraph, write questions and highlight the answer to each in the paragraph. There is no "
     "model, "
     "and every question is kept but those of workers whose reviewed work was not good enough, rejected questions, and "
     "what "
     "README.md names."},
    {"rai:dataCollectionMissingData",
     "Questions on which the model failed to answer are not in the dataset. Targets "
     "of splits that were not reached are "
     "stated in README.md.",
     "Targets of splits that were not reached are stated in README.md."},
    {"rai:dataCollectionRawData", "Passages of published documents, unchanged.", NULL},
    {"rai:dataPreprocessingProtocol",
     "White space at the ends of highlighted answers is trimmed. Nothing else is "
     "changed. Offsets count Unicode code points.",
     NULL},
    {"rai:dataAnnotationProtocol",
     "Dev and test questions are answered by people other than their author, who see the passage and the question but "
     "no "
     "answer, and highlight an answer or say why there is none. A question stays if enough of these answers match the "
     "author's after the normalisation of SQuAD v1.1. README.md has the numbers of each collection.",
     "Questions are answered by people other than their author, who see the passage and the question but no answer, "
     "and "
     "highlight an answer or say why there is none. All answers are published, the author's first; README.md says "
     "whether "
     "any decide."},
    {"rai:dataAnnotationPlatform", "Beat the AI, in tasks of a crowdsourcing platform or by invitation.", NULL},
    {"rai:annotatorDemographics", "Not collected. Authors and validators are known by pseudonyms only.", NULL},
    {"rai:personalSensitiveInformation",
     "None of the people who worked on it: workers appear as pseudonyms made with a key that holds for one release. "
     "Passages may name people, as published texts do.",
     NULL},
    {"rai:dataBiases",
     "Questions were selected by the mistakes of the models in the loop, and differ from what people "
     "ask by themselves. "
     "Passages carry the biases of their sources.",
     "Questions are what paid workers ask about a paragraph that they see, which is not what people ask by themselves. "
     "Passages carry the biases of their sources."},
    {"rai:dataLimitations",
     "Every question has one answer, which is a span of its passage. Train questions are not "
     "validated unless README.md "
     "says so. The models in the loop must not be ranked by this data.",
     "Every answer is a span of its passage. README.md says which splits have answers of several people."},
    {"rai:dataUseCases", "Training and testing extractive question answering, and studying how readers fail.", NULL},
    {"rai:dataSocialImpact",
     "Harder questions show weaknesses of reading models that ordinary test sets hide. They "
     "could be used to mislead such "
     "models.",
     "They show how far reading models and people agree on what ordinary questions ask."},
    {"rai:dataReleaseMaintenancePlan",
     "A release does not change. Corrections are made in the collection and come with a release of a new version.",
     NULL},
};

static void write_models(struct jw *w, const struct release_about *about)
{
	jw_kopen(w, "rai:machineAnnotationTools", '[');
	for (size_t i = 0; i < about->n_parts; i++) {
		for (size_t k = 0; k < about->parts[i].n_models; k++) {
			const struct release_model *m = &about->parts[i].models[k];
			struct buf text = BUF_INIT;

			buf_adds(&text, m->name);
			if (m->version != NULL && *m->version != '\0')
				buf_addf(&text, " %s", m->version);
			buf_adds(&text, " (model in the loop)");
			jw_str(w, text.p);
			buf_release(&text);
		}
	}
	jw_close(w, ']');
}

static void add_votes(struct buf *out, const struct release_part *part)
{
	if (out->n > 0)
		buf_addc(out, ' ');
	if (part->plain && part->further_answers > 0)
		buf_addf(out, "%s: 1 by the author; of %s %d more, by different people.", part->name,
			 part->further_splits, part->further_answers);
	else if (part->validation_votes == 0 || part->plain)
		buf_addf(out, "%s: 1, by the author.", part->name);
	else if (part->votes_on < 0)
		buf_addf(out, "%s: 1 by the author; of dev and test %d more, by different people.", part->name,
			 part->validation_votes);
	else
		buf_addf(out, "%s: 1 by the author; of dev and test at least %" PRId64 " more, by different people.",
			 part->name, part->votes_least);
}

static void add_analysis(struct buf *out, const struct release_part *part)
{
	if (out->n > 0)
		buf_addc(out, ' ');
	if (part->plain && !part->further_decide) {
		buf_addf(out,
			 "%s: %" PRId64 " authors; %" PRId64 " others gave %" PRId64
			 " answers to dev and test questions.",
			 part->name, part->workers, part->validators, part->votes);
		return;
	}
	buf_addf(out,
		 "%s: %" PRId64 " authors; %" PRId64 " validators gave %" PRId64 " votes; of %" PRId64
		 " validated questions %" PRId64 " were answerable%s.",
		 part->name, part->workers, part->validators, part->votes, part->validated, part->answerable,
		 part->votes_on < 0 ? "" : ", also counting authors who were revoked");
}

static void write_rai(struct jw *w, const struct release_about *about)
{
	struct buf votes = BUF_INIT, analysis = BUF_INIT;
	bool plain = release_is_plain(about);

	for (size_t i = 0; i < ARRAY_LEN(rai); i++)
		jw_kstr(w, rai[i].name, plain && rai[i].plain != NULL ? rai[i].plain : rai[i].text);
	jw_kopen(w, "rai:dataCollectionType", '[');
	jw_str(w, "Manual Human Curator");
	jw_close(w, ']');
	for (size_t i = 0; i < about->n_parts; i++) {
		add_votes(&votes, &about->parts[i]);
		add_analysis(&analysis, &about->parts[i]);
	}
	jw_kstr(w, "rai:annotationsPerItem", votes.n > 0 ? votes.p : "1");
	jw_kstr(w, "rai:dataAnnotationAnalysis", analysis.n > 0 ? analysis.p : "None.");
	write_models(w, about);
	buf_release(&votes);
	buf_release(&analysis);
}

void release_croissant(const struct release_about *about, struct buf *out)
{
	struct jw w;

	jw_init(&w, out);
	jw_open(&w, '{');
	write_context(&w);
	write_head(&w, about);
	write_rai(&w, about);
	write_distribution(&w, about);
	write_record_sets(&w, about);
	jw_close(&w, '}');
	jw_done(&w);
	buf_addc(out, '\n');
}
