/* dataset filter: the questions that are as wished. Words and types are those of beatctl stats; of several answers the
 * first is looked at. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "job.h"

struct sieve {
	const struct derive_filter *f;
	struct job_set titles, not_titles;
	struct derived *out;
	struct dataset_question *chosen;
	size_t room;
};

static bool within(const struct derive_range *r, const char *p, size_t n)
{
	long words;

	if (r->min < 0 && r->max < 0)
		return true;
	words = (long)stats_word_count(p, n);
	return words >= r->min && (r->max < 0 || words <= r->max);
}

static bool title_wanted(const struct sieve *s, const struct dataset_article *a)
{
	struct job_key key = job_key(a->title ? a->title : "", a->title ? a->title_n : 0);

	return (!s->f->titles || job_set_find(&s->titles, key)) &&
	       !(s->f->not_titles && job_set_find(&s->not_titles, key));
}

static bool question_wanted(const struct derive_filter *f, const struct dataset_question *q)
{
	struct text_token question = {q->text, q->text_n}, answer = {q->answers[0].text, q->answers[0].text_n};

	if (!within(&f->question_words, question.p, question.n) || !within(&f->answer_words, answer.p, answer.n))
		return false;
	if (f->any_answer_type && !f->answer_types[stats_answer_of(answer, question)])
		return false;
	return !f->any_question_type || f->question_types[stats_question_type(question)];
}

static int sieve(void *arg, const struct dataset_passage *p)
{
	struct sieve *s = arg;
	size_t n = 0;

	if (!title_wanted(s, p->article) || !within(&s->f->passage_words, p->context, p->context_n))
		return 0;
	if (p->n_questions > s->room) {
		s->room = 2 * p->n_questions;
		s->chosen = xrealloc(s->chosen, s->room * sizeof(*s->chosen));
	}
	for (size_t i = 0; i < p->n_questions; i++) {
		if (question_wanted(s->f, &p->questions[i]))
			s->chosen[n++] = p->questions[i];
	}
	return derived_add(s->out, p, s->chosen, n);
}

/* A title a line; empty lines are none. */
static int read_titles(struct job *j, const char *path, const char *option, struct job_set *set)
{
	char *line = NULL;
	size_t room = 0;
	ssize_t n;
	FILE *f;
	bool added;

	if (job_input_add(j, path, "titles") != CLI_OK)
		return CLI_FAILED;
	buf_addf(&j->options, " %s %s", option, j->inputs[j->n_inputs - 1].name);
	f = fopen(path, "re");
	if (!f)
		return cli_fail("dataset: %s cannot be opened: %s.", path, strerror(errno));
	while ((n = getline(&line, &room, f)) > 0) {
		while (n > 0 && (line[n - 1] == '\n' || line[n - 1] == '\r'))
			n--;
		if (n > 0)
			job_set_add(set, job_key(line, (size_t)n), &added);
	}
	free(line);
	fclose(f);
	return set->n ? CLI_OK : cli_fail("dataset: %s names no title: write one a line.", path);
}

static void tell_range(struct job *j, const char *what, const struct derive_range *r)
{
	if (r->min >= 0)
		buf_addf(&j->options, " --min-%s-words %ld", what, r->min);
	if (r->max >= 0)
		buf_addf(&j->options, " --max-%s-words %ld", what, r->max);
}

static void tell(struct job *j, const struct derive_filter *f)
{
	tell_range(j, "question", &f->question_words);
	tell_range(j, "answer", &f->answer_words);
	tell_range(j, "passage", &f->passage_words);
	for (int i = 0; i < STATS_ANSWERS; i++) {
		if (f->answer_types[i])
			buf_addf(&j->options, " --answer-type %s", stats_answer_name[i]);
	}
	for (int i = 0; i < STATS_TYPES; i++) {
		if (f->question_types[i])
			buf_addf(&j->options, " --question-type %s", stats_type_name[i]);
	}
}

int derive_filter(const struct derive *d, const struct derive_filter *f)
{
	struct sieve s = {.f = f};
	struct buf record = BUF_INIT;
	struct job j;
	int rc = job_open(&j, d, "filter");

	j.rule = "Questions that meet every condition; words are separated by white space, types are those of beatctl "
		 "stats, and of several answers the first is looked at.";
	if (rc == CLI_OK && f->titles)
		rc = read_titles(&j, f->titles, "--titles", &s.titles);
	if (rc == CLI_OK && f->not_titles)
		rc = read_titles(&j, f->not_titles, "--not-titles", &s.not_titles);
	tell(&j, f);
	if (rc == CLI_OK && !(s.out = derived_open(&j, d->out)))
		rc = CLI_FAILED;
	if (rc == CLI_OK)
		rc = job_read_all(&j, sieve, &s);
	if (rc == CLI_OK && derived_counts(s.out)->questions == 0)
		rc = cli_fail("dataset: no question is like that: nothing was written.");
	buf_addf(&record, "%s" DERIVE_RECORD, d->out);
	if (rc == CLI_OK)
		rc = job_publish(&j, record.p);
	buf_release(&record);
	job_close(&j);
	job_set_release(&s.titles);
	job_set_release(&s.not_titles);
	free(s.chosen);
	return rc;
}
