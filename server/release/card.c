/* card: README.md of a release, the dataset card. A head in YAML for the Hub, then what a reader wants to know
 * before using the data. What people typed goes through markup_md; numbers are given with what they count. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "beat/stats.h"
#include "licence.h"
#include "markup.h"
#include "release_fields.h"

enum { TEXT_MAX = 200 }; /* characters of a typed text */

static void add_permille(struct buf *out, int permille)
{
	if (permille % 10 == 0)
		buf_addf(out, "%d %%", permille / 10);
	else
		buf_addf(out, "%d.%d %%", permille / 10, permille % 10);
}

/* A number of a table; "–" where there is none. */
static void add_mean(struct buf *out, double v)
{
	if (isfinite(v))
		buf_addf(out, "%.1f", v);
	else
		buf_adds(out, "–");
}

static void add_share(struct buf *out, int64_t k, int64_t n)
{
	add_mean(out, n > 0 ? 100.0 * (double)k / (double)n : NAN);
	if (n > 0)
		buf_adds(out, " %");
}

static void add_title(struct buf *out, const struct release_about *about)
{
	buf_adds(out, "\n# ");
	markup_md(out, about->name, 0);
	buf_addc(out, ' ');
	markup_md(out, about->version, 0);
	buf_adds(out,
		 release_is_plain(about)
		     ? "\n\nExtractive questions on passages of text, written by people, each answered in the passage. "
		       "There was no model in the loop.\n"
		     : "\n\nExtractive questions on passages of text, written by people against a reading model that "
		       "answered while they wrote. A question is in this dataset because the model in the loop got it "
		       "wrong.\n");
	if (about->provisional) {
		buf_adds(out, "\n**Provisional.** Validation was not complete when this release was made");
		if (about->missing_questions > 0) {
			buf_adds(out, ": ");
			markup_count(out, about->missing_votes);
			buf_adds(out, about->missing_votes == 1 ? " vote was missing on " : " votes were missing on ");
			markup_count(out, about->missing_questions);
			if (release_is_plain(about))
				buf_adds(out, about->missing_questions == 1 ? " question" : " questions");
			else
				buf_adds(out, about->missing_questions == 1
						  ? " question of dev and test, which is left out"
						  : " questions of dev and test, which are left out");
		}
		buf_adds(out, ". Do not compare results on it with those on a later version.\n");
	}
	if (about->combined)
		buf_adds(out, "\nThis set combines the questions of several collections, shuffled; `metadata."
			      "model_in_the_loop` says which model each question beat.\n");
}

static void add_counted(struct buf *out, const struct release_counts *c)
{
	markup_count(out, c->questions);
	buf_adds(out, " | ");
	markup_count(out, c->passages);
	buf_adds(out, " | ");
	markup_count(out, c->documents);
	buf_adds(out, " | ");
	if (c->target >= 0)
		markup_count(out, c->target);
	else
		buf_adds(out, "–");
	buf_adds(out, " | ");
	markup_count(out, c->available);
	buf_adds(out, " |\n");
}

static void add_splits(struct buf *out, const struct release_about *about)
{
	buf_adds(out, "\n## Splits and sizes\n\n"
		      "| split | questions | passages | documents | target | valid questions to choose from |\n"
		      "|---|--:|--:|--:|--:|--:|\n");
	for (enum release_split s = 0; s < RELEASE_SPLITS; s++) {
		buf_addf(out, "| %s | ", release_split_name[s]);
		add_counted(out, &about->split[s]);
	}
	buf_adds(out, "\nNo document, and so no passage, is in two splits. `dev` is called `validation` on the Hub.\n");
	for (enum release_split s = 0; s < RELEASE_SPLITS; s++) {
		const struct release_counts *c = &about->split[s];

		if (c->target < 0 || c->questions >= c->target)
			continue;
		buf_addf(out, "\nThe split %s falls short of its target by ", release_split_name[s]);
		markup_count(out, c->target - c->questions);
		buf_adds(out, " questions: there were no more valid ones.\n");
	}
}

static void add_left_out(struct buf *out, const struct release_about *about)
{
	int64_t left_out = 0;

	for (enum release_split s = 0; s < RELEASE_SPLITS; s++)
		left_out += about->split[s].mrqa_left_out > 0 ? about->split[s].mrqa_left_out : 0;
	if (left_out == 0)
		return;
	buf_adds(out, " Left out of it because their answer lies beyond that: ");
	markup_count(out, left_out);
	buf_adds(out, left_out == 1 ? " question." : " questions.");
}

static void add_files(struct buf *out, const struct release_about *about)
{
	buf_adds(out, "\n## Files\n\n");
	if (release_has_format(about, "squad")) {
		buf_adds(out, "- `");
		buf_adds(out, about->name);
		buf_adds(
		    out,
		    "/`: SQuAD v1.1 JSON, a file a split; `test-public.json` is the test split without answers.\n");
	}
	if (release_has_format(about, "mrqa")) {
		buf_adds(
		    out,
		    "- `mrqa/`: the unified format of the MRQA shared task, JSON lines, packed. Spans include both "
		    "their ends, offsets are code points, contexts end after 800 tokens.");
		add_left_out(out, about);
		buf_addc(out, '\n');
	}
	buf_adds(out, "- `data/`: JSON lines, a row a question, as the Hub's loader reads them.\n");
	if (about->n_cites > 0)
		buf_adds(out, "- `provenance/`: records of datasets that were made to be compared with it.\n");
	if (release_has_format(about, "attempts"))
		buf_adds(
		    out,
		    release_is_plain(about)
			? "- `attempts/`: JSON lines, a row a question that was asked, also those left out, with how "
			  "far the answers agree (the configuration `attempts`).\n"
			: "- `attempts/`: JSON lines, a row an attempt, won and lost, with the model's answers (the "
			  "configuration `attempts`).\n");
	buf_adds(out, "- `croissant.json`, `statistics.json`, `figures/`: this page for programs.\n"
		      "- `MANIFEST`: the SHA-256 of every file; `sha256sum -c MANIFEST` checks them.\n");
}

static void add_fields(struct buf *out, const struct field *f, const char *above)
{
	static const char *const types[] = {
	    [FIELD_TEXT] = "string", [FIELD_INT] = "integer", [FIELD_REAL] = "number", [FIELD_BOOL] = "true or false"};

	for (; f->name != NULL; f++) {
		struct buf name = BUF_INIT;

		buf_addf(&name, "%s%s%s", above, *above != '\0' ? "." : "", f->name);
		if (f->type == FIELD_STRUCT) {
			add_fields(out, f->sub, name.p);
		} else {
			buf_addf(out, "| `%s` | %s%s | %s |\n", name.p, f->repeated ? "list of " : "", types[f->type],
				 f->about);
		}
		buf_release(&name);
	}
}

static void add_features(struct buf *out, const struct release_about *about)
{
	struct release_rows rows[RELEASE_ROWS_MAX];
	size_t n = release_rows(about, rows);

	buf_adds(out, "\n## Features\n");
	for (size_t i = 0; i < n; i++) {
		buf_addf(out,
			 "\nA row of the configuration `%s` is one %s:\n\n| field | type | meaning |\n|---|---|---|\n",
			 rows[i].config, rows[i].what);
		add_fields(out, rows[i].fields, "");
	}
}

/* Up to "matched its author's, by ": what happened, not what was planned. */
static void add_voted(struct buf *out, const struct release_part *part)
{
	if (part->votes_on < 0) {
		buf_addf(out,
			 "- Validation: every dev and test question was answered by %d others, who saw passage and "
			 "question but no answer. It stayed if at least %d of the answers matched its author's, by ",
			 part->validation_votes, part->validation_matches);
		return;
	}
	buf_adds(out,
		 "- Validation: dev and test questions were answered by others, who saw passage and question but no "
		 "answer: those here by at least ");
	markup_count(out, part->votes_least);
	buf_adds(out, ", on average by ");
	add_mean(out, part->votes_on > 0 ? (double)part->votes / (double)part->votes_on : NAN);
	buf_adds(out, ".");
	if (part->validation_early_stop)
		buf_adds(out, " Nobody further was asked about a question once enough answers matched.");
	buf_addf(out, " A question stayed if at least %d of the answers matched its author's, by ",
		 part->validation_matches);
}

static void add_validation(struct buf *out, const struct release_part *part)
{
	if (part->plain) {
		release_card_further(out, part);
		return;
	}
	if (part->validation_votes == 0) {
		buf_adds(out, "- Dev and test questions were not given to other people to answer.\n");
		return;
	}
	add_voted(out, part);
	if (part->validation_by_f1) {
		buf_adds(out, "word-overlap F1 above ");
		add_permille(out, part->validation_f1_permille);
	} else {
		buf_adds(out, "normalised exact match");
	}
	buf_adds(out, ". An author of whose validated questions fewer than ");
	add_permille(out, part->answerable_permille);
	buf_adds(out, " were answerable loses all questions.\n");
}

static void add_task(struct buf *out, const struct release_part *part)
{
	if (part->plain)
		buf_addf(
		    out,
		    "- There was no model in the loop. A task was up to %d paragraphs of one document with up to %d "
		    "questions on each, all of which were kept",
		    part->paragraphs, part->questions_wanted);
	else
		buf_addf(out, "- A task was one passage and up to %d questions that beat the model",
			 part->questions_wanted);
	if (part->reward_cents > 0)
		buf_addf(out, ", paid USD %d.%02d", part->reward_cents / 100, part->reward_cents % 100);
	if (part->plain)
		return;
	buf_adds(out, ". The model won if the word-overlap F1 of its answer and the author's was above ");
	add_permille(out, part->threshold_permille);
}

static void add_part(struct buf *out, const struct release_about *about, const struct release_part *part)
{
	buf_adds(out, "\n### Collection ");
	markup_md(out, part->name, 0);
	if (part->version != NULL && about->combined) {
		buf_adds(out, ", release ");
		markup_md(out, part->version, 0);
	}
	buf_adds(out, "\n\n");
	if (!part->plain)
		release_card_models(part, out);
	add_task(out, part);
	buf_adds(out, ".\n- Review: of each author's tasks a random sample, which grows with the logarithm of their "
		      "number, goes to "
		      "researchers. An author with less than ");
	add_permille(out, part->success_permille);
	buf_adds(out, " of it valid loses all questions.\n");
	add_validation(out, part);
	release_card_tidied(out, &part->tidied);
	buf_adds(out, "- Authors of its questions: ");
	markup_count(out, part->workers);
	buf_adds(out, ". Validators: ");
	markup_count(out, part->validators);
	buf_adds(out, ", with ");
	markup_count(out, part->votes);
	buf_adds(out, " votes.\n");
}

static void add_protocol(struct buf *out, const struct release_about *about)
{
	buf_adds(out, "\n## How it was collected\n\n");
	if (release_is_plain(about))
		buf_adds(
		    out,
		    "The protocol is that of SQuAD (Rajpurkar et al., 2016) as Miller et al. (2020) followed it: an "
		    "author reads a paragraph, writes questions in words of their own and highlights the answer to "
		    "each "
		    "in the paragraph. There is no model, and nothing is won or lost.\n");
	else
		buf_adds(
		    out,
		    "The protocol is that of Bartolo et al. (2020). An author reads a passage, writes a question and "
		    "highlights "
		    "the answer in the passage. The model in the loop gets passage and question, never the answer, and "
		    "its "
		    "answer is shown to the author. If both answers share too many words the model has won, and the "
		    "author "
		    "tries again on the same passage; otherwise the question is kept. Answers are compared after the "
		    "normalisation of SQuAD v1.1 (lower case, no punctuation, no articles), by whole numbers: with s "
		    "shared "
		    "words, m words of the model and k of the author, F1 is 2s / (m + k). A model that failed to "
		    "answer counts "
		    "for nobody.\n");
	for (size_t i = 0; i < about->n_parts; i++)
		add_part(out, about, &about->parts[i]);
}

/* Statistics. */

static const struct stats_part *stats_of(const struct release_about *about, enum release_split s)
{
	for (size_t i = 0; about->stats != NULL && i < stats_splits(about->stats); i++) {
		const struct stats_part *part = stats_split(about->stats, i);

		if (strcmp(part->split, release_split_name[s]) == 0)
			return part;
	}
	return NULL;
}

static void add_lengths_row(struct buf *out, const struct stats_part *part)
{
	buf_addf(out, "| %s | ", part->split);
	add_mean(out, stats_mean(&part->question_words));
	buf_adds(out, " | ");
	add_mean(out, stats_mean(&part->answer_words));
	buf_adds(out, " | ");
	add_mean(out, stats_mean(&part->overlap));
	buf_adds(out, " |\n");
}

static void add_lengths(struct buf *out, const struct release_about *about)
{
	buf_adds(out, "\n| | words in a question | words in an answer | longest n-gram overlap |\n|---|--:|--:|--:|\n");
	for (enum release_split s = 0; s < RELEASE_SPLITS; s++) {
		if (stats_of(about, s) != NULL)
			add_lengths_row(out, stats_of(about, s));
	}
	add_lengths_row(out, stats_all(about->stats));
}

static void add_types(struct buf *out, const struct stats_part *all)
{
	buf_adds(out, "\n| question type | questions | share |\n|---|--:|--:|\n");
	for (size_t i = 0; i < STATS_TYPES; i++) {
		buf_addf(out, "| %s | ", stats_type_name[i]);
		markup_count(out, (int64_t)all->type[i]);
		buf_adds(out, " | ");
		add_share(out, (int64_t)all->type[i], (int64_t)all->questions);
		buf_adds(out, " |\n");
	}
}

static void add_answers(struct buf *out, const struct stats_part *all)
{
	int64_t answered = (int64_t)(all->questions - all->unanswered);

	buf_adds(out, "\n| answer type | questions | share |\n|---|--:|--:|\n");
	for (size_t i = 0; i < STATS_ANSWERS; i++) {
		buf_addf(out, "| %s | ", stats_answer_label[i]);
		markup_count(out, (int64_t)all->answer[i]);
		buf_adds(out, " | ");
		add_share(out, (int64_t)all->answer[i], answered);
		buf_adds(out, " |\n");
	}
}

static void add_statistics(struct buf *out, const struct release_about *about)
{
	if (about->stats == NULL)
		return;
	buf_adds(out, "\n## Statistics\n");
	add_lengths(out, about);
	add_types(out, stats_all(about->stats));
	add_answers(out, stats_all(about->stats));
	buf_adds(out, "\nWhat is counted how:\n\n");
	for (const struct stats_definition *d = stats_definitions; d->key != NULL; d++) {
		buf_adds(out, "- ");
		markup_md(out, d->name, 0);
		buf_adds(out, ": ");
		markup_md(out, d->text, 0);
		buf_addc(out, '\n');
	}
}

static void add_figures(struct buf *out, const struct release_about *about)
{
	if (about->n_figures == 0)
		return;
	buf_adds(out, "\n## Figures\n");
	for (size_t i = 0; i < about->n_figures; i++) {
		buf_adds(out, "\n![");
		markup_md(out, about->figures[i].caption, 0);
		buf_addf(out, "](%s)\n\n", about->figures[i].path);
		markup_md(out, about->figures[i].caption, 0);
		buf_addc(out, '\n');
	}
}

/* Answerability. */

/* Whether the release was frozen when it was kept how many votes its questions had, and whose they were. */
static bool has_votes_kept(const struct release_about *about)
{
	for (size_t i = 0; i < about->n_parts; i++) {
		if (about->parts[i].votes_on < 0)
			return false;
	}
	return true;
}

/* Whether asking ended in one of the collections as soon as enough answers matched; earlier releases do not tell. */
static bool is_stopped_early(const struct release_about *about)
{
	bool stopped = false;

	for (size_t i = 0; i < about->n_parts; i++)
		stopped |= about->parts[i].validation_early_stop;
	return stopped && has_votes_kept(about);
}

static void add_rate(struct buf *out, int64_t k, int64_t n)
{
	buf_adds(out, " | ");
	markup_count(out, n);
	buf_adds(out, " | ");
	markup_count(out, k);
	buf_adds(out, " | ");
	add_share(out, k, n);
}

static void add_answerable(struct buf *out, const struct release_about *about)
{
	bool apart = has_votes_kept(about);

	buf_adds(out, "\n## Answerability and human performance\n\n"
		      "| collection | validated questions | answerable | share |");
	buf_adds(out, apart ? " of revoked authors | answerable | share |\n|---|--:|--:|--:|--:|--:|--:|\n"
			    : "\n|---|--:|--:|--:|\n");
	for (size_t i = 0; i < about->n_parts; i++) {
		const struct release_part *part = &about->parts[i];

		buf_adds(out, "| ");
		markup_md(out, part->name, 0);
		add_rate(out, part->answerable, part->validated);
		if (apart)
			add_rate(out, part->revoked_answerable, part->revoked_validated);
		buf_adds(out, " |\n");
	}
	buf_adds(out, "\n");
	if (apart)
		buf_addf(out,
			 "The first columns count everything of dev and test that %s, also what authors wrote who were "
			 "revoked later. ",
			 is_stopped_early(about) ? "its votes decided" : "has all its votes");
	buf_adds(out, "What the votes found unanswerable is not in dev or test.\n");
}

static void add_interval(struct buf *out, double v, double low, double high)
{
	add_mean(out, v);
	if (isfinite(low) && isfinite(high))
		buf_addf(out, " (%.1f to %.1f)", low, high);
}

static void add_human_row(struct buf *out, const struct stats_part *part)
{
	struct stats_score s = stats_human_score(&part->human);

	buf_addf(out, "| %s | ", part->split);
	markup_count(out, (int64_t)part->human.questions);
	buf_adds(out, " | ");
	add_interval(out, s.em, s.em_low, s.em_high);
	buf_adds(out, " | ");
	add_interval(out, s.f1, s.f1_low, s.f1_high);
	buf_adds(out, " | ");
	add_mean(out, s.best_em);
	buf_adds(out, " | ");
	add_mean(out, s.best_f1);
	buf_adds(out, " |\n");
}

static void add_human(struct buf *out, const struct release_about *about)
{
	const char *whole = is_stopped_early(about) ? "on questions that their votes decided, "
						    : "on questions that have all their votes, ";
	bool any = false;

	for (enum release_split s = 0; s < RELEASE_SPLITS; s++) {
		const struct stats_part *part = stats_of(about, s);

		if (part == NULL || part->human.questions == 0)
			continue;
		if (!any)
			buf_addf(
			    out,
			    "\nPeople against the author's answer, %sone validator a question drawn by the seed, 95 %% "
			    "intervals; and the best validator of each question:\n\n"
			    "| split | questions | EM | F1 | best EM | best F1 |\n|---|--:|--:|--:|--:|--:|\n",
			    has_votes_kept(about) ? whole : "");
		any = true;
		add_human_row(out, part);
	}
	if (any && is_stopped_early(about))
		buf_adds(
		    out,
		    "\nNobody further was asked once enough answers matched: the last answer to a question tends to "
		    "be a right one, and these figures to be higher than if all had answered every question.\n");
}

static void add_licence(struct buf *out, const struct release_about *about)
{
	const struct licence *l = licence_find(about->licence);
	struct buf url = BUF_INIT;

	buf_adds(out, "\n## Licence\n\n");
	if (l != NULL)
		buf_adds(out, l->name);
	else
		markup_md(out, about->licence, TEXT_MAX);
	if (licence_url(&url, l))
		buf_addf(out, ": <%s>", url.p);
	buf_adds(out,
		 "\n\nIt covers questions and answers. The passages keep the terms of the documents they are from.\n");
	buf_release(&url);
}

static void add_considerations(struct buf *out, const struct release_about *about)
{
	buf_adds(out, "\n## Considerations\n\n- Meant for training and testing readers that find answers in a text.");
	if (!release_is_plain(about))
		buf_adds(
		    out,
		    " The questions are harder than "
		    "ordinary ones by construction: scores on them do not tell how a reader does on what people ask by "
		    "themselves.\n"
		    "- They were selected by the mistakes of the models named above, which therefore score 0 exact "
		    "match "
		    "here. Do not rank those models by this data.");
	buf_adds(
	    out,
	    "\n"
	    "- Every question has an answer in its passage. The train split was not validated by other people, unless "
	    "stated above; some of its questions will be ambiguous or wrong.\n"
	    "- Passages, and the authors' choice of what to ask, carry the biases of their sources. No demographic "
	    "data of "
	    "authors was collected.\n"
	    "- Nobody who worked on it can be told from the files: authors appear, if at all, as pseudonyms made with "
	    "a "
	    "key that holds for this release alone. Passages may name people, as published texts do.\n");
}

static void add_making(struct buf *out, const struct release_about *about)
{
	buf_adds(out, "\n## How this release was made\n\nState of the collection: ");
	markup_md(out, about->as_of, 0);
	buf_adds(out, ". Seed: ");
	markup_md(out, about->seed, 0);
	buf_adds(out, ". Software: Beat the AI");
	if (about->code_version != NULL && *about->code_version != '\0') {
		buf_addc(out, ' ');
		markup_md(out, about->code_version, 0);
	}
	buf_adds(out, ". The same release gives the same bytes whenever and wherever it is written.\n");
}

void release_card(const struct release_about *about, struct buf *out)
{
	release_card_head(about, out);
	add_title(out, about);
	add_splits(out, about);
	add_files(out, about);
	add_features(out, about);
	add_protocol(out, about);
	add_statistics(out, about);
	add_figures(out, about);
	add_answerable(out, about);
	add_human(out, about);
	release_card_cites(about, out);
	add_licence(out, about);
	release_card_citation(about, out);
	add_considerations(out, about);
	add_making(out, about);
}
