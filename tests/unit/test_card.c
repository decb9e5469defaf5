/* The card and croissant.json: what they must hold, and that nothing anybody typed breaks them. The card's YAML is
 * read by an independent parser in tests/release; here its lines are looked at. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "beat/json.h"
#include "beat/release.h"
#include "beat/stats.h"
#include "unit.h"

#define HOSTILE "x\"\n---\nlicense: mit\n# T | `c` <script>\xe2\x80\xae\xe2\x80\xa8"

static const char *const formats[] = {"squad", "mrqa", "hf", "attempts"};
static const struct release_model models[] = {{.name = "bidaf", .version = "1.0|2"},
					      {.name = "bidaf", .weights = "abc"}};
static const struct release_part part = {
    .name = "dbidaf",
    .title = HOSTILE,
    .models = models,
    .n_models = 2,
    .threshold_permille = 400,
    .questions_wanted = 5,
    .validation_votes = 3,
    .validation_matches = 1,
    .success_permille = 805,
    .answerable_permille = 500,
    .reward_cents = 205,
    .workers = 1234567,
    .validators = 12,
    .votes = 3000,
    .votes_on = 880,
    .votes_least = 2,
    .validation_early_stop = true,
    .validated = 1000,
    .answerable = 880,
    .revoked_validated = 100,
    .revoked_answerable = 20,
};
static const struct release_file files[] = {
    {"attempts/dev.jsonl", 10, "a"},  {"attempts/test.jsonl", 0, "b"}, {"attempts/train.jsonl", 20, "c"},
    {"data/test.jsonl", 0, "d"},      {"data/train.jsonl", 4000, "e"}, {"data/validation.jsonl", 500, "f"},
    {"dbidaf/train.json", 3000, "1"}, {"figures/x.svg", 7, "2"},       {"mrqa/train.jsonl.gz", 9, "3"},
};
static const struct release_figure figures[] = {{"figures/x.svg", "Figure 7: [lengths]."}};

static struct release_about about_of(const char *licence)
{
	return (struct release_about){
	    .name = "dbidaf",
	    .version = "1.0",
	    .seed = "1",
	    .licence = licence,
	    .as_of = "2026-01-31T12:30:00.123456Z",
	    .code_version = "0.2.0",
	    .formats = formats,
	    .n_formats = ARRAY_LEN(formats),
	    .parts = &part,
	    .n_parts = 1,
	    .split = {{1000, 10, 3, 10000, 1000, 1500, 2}, {20, 2, 1, 20, 25, 40, 0}, {0, 0, 0, -1, 0, 0, 0}},
	    .files = files,
	    .n_files = ARRAY_LEN(files),
	    .figures = figures,
	    .n_figures = 1,
	};
}

static char *card_of(const struct release_about *about)
{
	struct buf out = BUF_INIT;

	release_card(about, &out);
	return buf_detach(&out);
}

static json_t *croissant_of(const struct release_about *about)
{
	struct buf out = BUF_INIT;
	json_t *json;

	release_croissant(about, &out);
	json = json_loadb(out.p, out.n, JSON_REJECT_DUPLICATES, NULL);
	assert_non_null(json);
	buf_release(&out);
	return json;
}

static const char *str(json_t *o, const char *key)
{
	return json_string_value(json_object_get(o, key));
}

static void check_has(const char *card, const char *what)
{
	if (strstr(card, what) == NULL)
		fail_msg("the card has no \"%s\":\n%s", what, card);
}

static void the_head_is_what_the_hub_reads(void **state)
{
	struct release_about about = about_of("CC BY-SA 4.0");
	char *card = card_of(&about);

	(void)state;
	assert_int_equal(strncmp(card, "---\npretty_name: \"", 18), 0);
	check_has(card, "\nlicense: cc-by-sa-4.0\n");
	check_has(card, "\nsize_categories:\n- 1K<n<10K\n");
	check_has(card,
		  "\nconfigs:\n- config_name: default\n  data_files:\n  - split: train\n    path: data/train.jsonl\n"
		  "  - split: validation\n    path: data/validation.jsonl\n"
		  "- config_name: attempts\n  data_files:\n  - split: train\n    path: attempts/train.jsonl\n"
		  "  - split: validation\n    path: attempts/dev.jsonl\ndataset_info:\n");
	check_has(card, "  - name: answers\n    struct:\n    - name: text\n      sequence: string\n"
			"    - name: answer_start\n      sequence: int32\n");
	check_has(card, "  splits:\n  - name: train\n    num_bytes: 4000\n    num_examples: 1000\n"
			"  - name: validation\n    num_bytes: 500\n    num_examples: 20\n"
			"  download_size: 4500\n  dataset_size: 4500\n");
	free(card);
}

static void the_card_tells_what_readers_ask(void **state)
{
	struct release_about about = about_of("cc-by-sa-4.0");
	char *card = card_of(&about);

	(void)state;
	check_has(card, "| train | 1,000 | 10 | 3 | 10,000 | 1,000 |\n");
	check_has(card, "| test | 0 | 0 | 0 | – | 0 |\n");
	check_has(card, "The split train falls short of its target by 9,000 questions");
	check_has(card, "Left out of it because their answer lies beyond that: 2 questions.");
	check_has(card, "- Models in the loop: bidaf, version 1.0\\|2; bidaf, weights abc.\n");
	check_has(card, "paid USD 2.05");
	check_has(card, "less than 80.5 %");
	check_has(card, "was above 40 %");
	check_has(card, "Authors of its questions: 1,234,567.");
	check_has(card, "| dbidaf | 1,000 | 880 | 88.0 % | 100 | 20 | 20.0 % |\n");
	check_has(card, "![Figure 7: \\[lengths\\].](figures/x.svg)");
	check_has(card, "<https://spdx.org/licenses/CC-BY-SA-4.0.html>");
	check_has(card, "2026-01-31T12:30:00.123456Z");
	free(card);
}

static void statistics_are_tables(void **state)
{
	struct release_about about = about_of("mit");
	struct stats *st = stats_new("1");
	struct text_token answer = {"Paris", 5};
	struct stats_item item = {.split = "dev",
				  .id = {"1", 1},
				  .title = {"T", 1},
				  .passage = {"It is Paris.", 12},
				  .question = {"What is it?", 11},
				  .answers = &answer,
				  .n_answers = 1};
	struct release_part whole = part;
	struct stats_score people = {
	    .em = 63.04, .em_low = 50, .em_high = 70, .f1 = 76.9, .f1_low = NAN, .f1_high = NAN};
	char *card;

	(void)state;
	stats_votes_only(st);
	stats_add(st, &item);
	stats_human_set(st, "dev", 1, &people);
	about.stats = st;
	card = card_of(&about);
	check_has(card, "| dev | 3.0 | 1.0 | ");
	check_has(card, "| all | 3.0 | 1.0 | ");
	check_has(card, "| what | 1 | 100.0 % |\n");
	check_has(card, "| who | 0 | 0.0 % |\n");
	check_has(card, "| dev | 1 | 63.0 (50.0 to 70.0) | 76.9 | 0.0 | 0.0 |\n");
	check_has(card, "those here by at least 2, on average by 3.4. Nobody further was asked about a question once");
	check_has(card, "everything of dev and test that its votes decided, also what authors wrote");
	check_has(card, "on questions that their votes decided, one validator a question");
	check_has(card, "these figures to be higher than if all had answered every question.");
	assert_null(strstr(card, "all their votes"));
	assert_null(strstr(card, "all its votes"));
	free(card);
	whole.validation_early_stop = false;
	about.parts = &whole;
	card = card_of(&about);
	check_has(card, "on questions that have all their votes, one validator a question");
	assert_null(strstr(card, "if all had answered every question"));
	assert_null(strstr(card, "Provisional"));
	free(card);
	about.provisional = true;
	about.missing_questions = 2;
	about.missing_votes = 5;
	card = card_of(&about);
	check_has(card,
		  "**Provisional.** Validation was not complete when this release was made: 5 votes were missing on 2 "
		  "questions of dev and test, which are left out.");
	free(card);
	stats_free(&st);
}

/* Nothing typed may begin a line: not a dash line, not a key, not a heading. */
static void check_lines(const char *card)
{
	const char *line = card, *body;
	int dashes = 0;

	do {
		line += *line == '\n';
		dashes += strncmp(line, "---\n", 4) == 0;
		assert_int_not_equal(strncmp(line, "license: mit", 12), 0);
		assert_int_not_equal(strncmp(line, "# T", 3), 0);
		line = strchr(line, '\n');
	} while (line != NULL);
	assert_int_equal(dashes, 2);
	body = strstr(card, "\n---\n"); /* in the head it stands in quotes */
	assert_non_null(body);
	assert_null(strstr(body != NULL ? body : "", " <script>"));
	assert_null(strstr(card, "\xe2\x80\xae"));
	assert_null(strstr(card, "\xe2\x80\xa8"));
}

static void hostile_texts_stay_texts(void **state)
{
	struct release_about about = about_of(HOSTILE);
	char *card;

	(void)state;
	about.citation = "```\n# T\n" HOSTILE;
	card = card_of(&about);
	check_has(card,
		  "\nlicense: other\nlicense_name: \"x-license-mit-t-c-script\"\nlicense_details: \"x\\\"\\u000a---");
	check_has(card, "\n````bibtex\n```\n# T\n");
	free(card);
	about.citation = NULL;
	card = card_of(&about);
	check_lines(card);
	free(card);
}

static const struct release_dataset made[] = {{HOSTILE, "ab12", 5}}, of[] = {{"a|b.json", "cd34", -1}};
static const struct release_citation cites[] = {{.name = "five.json",
						 .path = "provenance/five.json",
						 .command = HOSTILE,
						 .rule = HOSTILE,
						 .seed = "7",
						 .inputs = of,
						 .n_inputs = 1,
						 .outputs = made,
						 .n_outputs = 1}};

static void cited_records_are_told(void **state)
{
	struct release_about about = about_of("cc-by-4.0");
	json_t *croissant;
	char *card;

	(void)state;
	card = card_of(&about);
	assert_null(strstr(card, "Data to compare with"));
	free(card);
	about.cites = cites;
	about.n_cites = 1;
	card = card_of(&about);
	check_lines(card);
	check_has(card, "\n### [five.json](provenance/five.json)\n");
	check_has(card, "\n| of | a\\|b.json | \xe2\x80\x93 | cd34 |\n");
	check_has(card, " | 5 | ab12 |\n");
	free(card);
	croissant = croissant_of(&about);
	assert_string_equal(str(json_array_get(json_object_get(croissant, "citation"), 0), "description"), HOSTILE);
	json_decref(croissant);
}

static void an_empty_release_has_a_card_too(void **state)
{
	struct release_about about = about_of("mit");
	char *card;

	(void)state;
	memset(about.split, 0, sizeof(about.split));
	about.n_parts = 0;
	about.n_figures = 0;
	card = card_of(&about);
	assert_null(strstr(card, "configs:"));
	check_has(card, "- n<1K\n---\n");
	free(card);
}

static void croissant_lists_files_and_records(void **state)
{
	struct release_about about = about_of("cc-by-4.0");
	json_t *c = croissant_of(&about), *sets = json_object_get(c, "recordSet"), *train = json_array_get(sets, 1);
	json_t *meta = json_array_get(json_object_get(train, "field"), 5);
	json_t *split = json_array_get(json_object_get(meta, "subField"), 0),
	       *source = json_object_get(split, "source");

	(void)state;
	assert_string_equal(str(c, "@type"), "sc:Dataset");
	assert_string_equal(str(c, "license"), "https://spdx.org/licenses/CC-BY-4.0.html");
	assert_int_equal(json_array_size(json_object_get(c, "distribution")), ARRAY_LEN(files));
	assert_string_equal(str(json_array_get(json_object_get(c, "distribution"), 8), "encodingFormat"),
			    "application/gzip");
	assert_int_equal(json_array_size(sets), 7);
	assert_string_equal(str(train, "@id"), "train");
	assert_string_equal(str(json_array_get(sets, 6), "@id"), "attempts-test");
	assert_string_equal(str(split, "@id"), "train/metadata/split");
	assert_string_equal(str(split, "name"), "metadata/split");
	assert_string_equal(str(json_object_get(source, "fileObject"), "@id"), "data/train.jsonl");
	assert_string_equal(str(json_object_get(source, "extract"), "column"), "metadata");
	assert_string_equal(str(json_object_get(source, "transform"), "jsonPath"), "split");
	assert_string_equal(str(json_object_get(json_object_get(split, "references"), "field"), "@id"), "splits/name");
	json_decref(c);
}

static void croissant_tells_of_people(void **state)
{
	struct release_about about = about_of(HOSTILE);
	json_t *c = croissant_of(&about);

	(void)state;
	assert_string_equal(str(c, "license"), HOSTILE);
	assert_non_null(str(c, "rai:dataCollection"));
	assert_non_null(str(c, "rai:dataAnnotationProtocol"));
	assert_non_null(str(c, "rai:annotatorDemographics"));
	assert_string_equal(str(c, "rai:annotationsPerItem"),
			    "dbidaf: 1 by the author; of dev and test at least 2 more, by different people.");
	assert_non_null(
	    strstr(str(c, "rai:dataAnnotationAnalysis"), "of 1000 validated questions 880 were answerable"));
	json_decref(c);
}

UNIT_MAIN(NULL, NULL, cmocka_unit_test(the_head_is_what_the_hub_reads),
	  cmocka_unit_test(the_card_tells_what_readers_ask), cmocka_unit_test(statistics_are_tables),
	  cmocka_unit_test(hostile_texts_stay_texts), cmocka_unit_test(cited_records_are_told),
	  cmocka_unit_test(an_empty_release_has_a_card_too), cmocka_unit_test(croissant_lists_files_and_records),
	  cmocka_unit_test(croissant_tells_of_people))
