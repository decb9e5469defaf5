/* The card of what was collected without an adversary: answers of others, and what was left out afterwards. */
#include <inttypes.h>

#include "markup.h"
#include "release_fields.h"

const char release_plain_paper[] =
    "@inproceedings{miller2020effect,\n"
    "  title = {The Effect of Natural Distribution Shift on Question Answering Models},\n"
    "  author = {Miller, John and Krauth, Karl and Recht, Benjamin and Schmidt, Ludwig},\n"
    "  booktitle = {International Conference on Machine Learning},\n"
    "  year = {2020}\n"
    "}\n";

void release_card_further(struct buf *out, const struct release_part *part)
{
	if (part->further_answers == 0) {
		buf_adds(out, "- Nobody else was asked to answer the questions.\n");
		return;
	}
	buf_addf(out,
		 "- Further answers: %d others each were asked to answer every question of %s; they saw passage and "
		 "question "
		 "but no answer. All answers are here, the author's first. ",
		 part->further_answers, part->further_splits);
	if (part->further_decide)
		buf_addf(out, "A dev or test question stayed if at least %d of them matched its author's.\n",
			 part->validation_matches);
	else
		buf_adds(out, "No question left because others answered it differently.\n");
}

static void add_documents_out(struct buf *out, const char *what, int64_t documents, int64_t questions)
{
	buf_adds(out, " Documents left out because ");
	buf_adds(out, what);
	buf_adds(out, ": ");
	markup_count(out, documents);
	buf_adds(out, ", with ");
	markup_count(out, questions);
	buf_adds(out, " questions.");
}

/* What was done after the collection; each step can be taken back in another release. */
void release_card_tidied(struct buf *out, const struct release_tidied *t)
{
	if (t->malformed_questions < 0 && t->open_documents < 0)
		return;
	buf_adds(out, "- After the collection:");
	if (t->malformed_questions >= 0) {
		buf_adds(out, " white space around answers was taken away when they were given. Answers that are only "
			      "punctuation and articles, or the whole passage, were left out: ");
		markup_count(out, t->malformed_answers);
		buf_adds(out, " of others, and ");
		markup_count(out, t->malformed_questions);
		buf_adds(out, " questions whose author gave one.");
	}
	if (t->open_documents >= 0)
		add_documents_out(out, "not all of their paragraphs had a question", t->open_documents,
				  t->open_questions);
	if (t->few_documents >= 0) {
		struct buf why = BUF_INIT;

		buf_addf(&why, "they had fewer than %" PRId64 " questions a paragraph", t->few_least);
		add_documents_out(out, why.p, t->few_documents, t->few_questions);
		buf_release(&why);
	}
	buf_addc(out, '\n');
}
