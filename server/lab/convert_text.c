/* convert_text: sets in plain text: Children's Book Test, CNN and Daily Mail, LAMBADA, bAbI. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "beat/corpus.h"
#include "beat/folder.h"
#include "beat/text.h"
#include "convert.h"
#include "lines.h"

enum { LONGEST = 1 << 20, STORY = 4096 };

/* Calls back for each line that is UTF-8 without NUL, its white space at the end gone. */
typedef int line_fn(void *arg, struct lines *l, char err[LAB_ERR_MAX]);
static int each_line(const char *path, line_fn *fn, void *arg, char err[LAB_ERR_MAX])
{
	struct lines l;
	int rc = lines_open(&l, path, LONGEST, err);

	while (rc == 0 && (rc = lines_next(&l, err)) > 0) {
		if (!text_is_utf8(l.text.p, l.text.n) || strlen(l.text.p) != l.text.n) {
			rc = lines_wrong(&l, err, "it is not UTF-8 text");
			break;
		}
		while (l.text.n > 0 && strchr(" \r", l.text.p[l.text.n - 1]) != NULL)
			l.text.p[--l.text.n] = '\0';
		rc = fn(arg, &l, err);
	}
	lines_close(&l);
	return rc;
}

/* A story in numbered lines: of CBT and of bAbI. */
struct story {
	struct convert *c;
	char *stem;
	long number, asked;       /* of the story and the question in the file */
	struct buf text;          /* so far */
	size_t starts[STORY + 1]; /* bytes, by number of line */
	size_t ends[STORY + 1];
};

static long story_line(struct story *s, struct lines *l, char **rest, char err[LAB_ERR_MAX])
{
	long n = strtol(l->text.p, rest, 10);

	if (*rest == l->text.p || **rest != ' ' || n < 1 || n > STORY)
		return lines_wrong(l, err, "a line is its number in the story (at most %d), a space and a text", STORY);
	++*rest;
	if (n == 1) {
		s->number++;
		buf_clear(&s->text);
		buf_adds(&s->text, "");
		memset(s->ends, 0, sizeof(s->ends));
	}
	return n;
}

static void story_add(struct story *s, long n, const char *sentence)
{
	buf_adds(&s->text, s->text.n > 0 ? " " : "");
	s->starts[n] = s->text.n;
	buf_adds(&s->text, sentence);
	s->ends[n] = s->text.n;
}

static int story_ask(struct story *s, const char *question, struct convert_answer answer, char err[LAB_ERR_MAX])
{
	char title[300], id[320];

	snprintf(title, sizeof(title), "%.200s-%ld", s->stem, s->number);
	snprintf(id, sizeof(id), "%.200s-%ld", s->stem, ++s->asked);
	if (convert_passage(s->c, title, s->text.p, err) != 0)
		return -1;
	convert_ask(s->c, &(struct convert_question){id, question, &answer, 1});
	return 0;
}

static int story_read(struct convert *c, const char *path, line_fn *fn, char err[LAB_ERR_MAX])
{
	struct story *s = xcalloc(1, sizeof(*s));
	int rc;

	s->c = c;
	s->stem = corpus_stem(path);
	buf_adds(&s->text, "");
	rc = each_line(path, fn, s, err);
	free(s->stem);
	buf_release(&s->text);
	free(s);
	return rc;
}

/* A line of a story: a sentence is added (0), of a question both parts are given (1), -1 and a sentence if it is
 * neither. */
static int story_question(struct story *s, struct lines *l, char **question, char **answer, char err[LAB_ERR_MAX])
{
	char *tab;
	long n;

	if (l->text.n == 0)
		return 0;
	n = story_line(s, l, question, err);
	if (n < 0)
		return -1;
	tab = strchr(*question, '\t');
	if (tab == NULL) {
		story_add(s, n, *question);
		return 0;
	}
	*tab = '\0';
	*answer = tab + 1;
	return 1;
}

/* "21 question with XXXXX\tanswer\t\toption|option": the first occurrence counts. */
static int cbt_line(void *arg, struct lines *l, char err[LAB_ERR_MAX])
{
	struct story *s = arg;
	char *rest, *answer;
	int rc = story_question(s, l, &rest, &answer, err);

	if (rc <= 0)
		return rc;
	answer[strcspn(answer, "\t")] = '\0';
	return story_ask(s, rest, (struct convert_answer){answer, CONVERT_FIRST}, err);
}

int convert_cbt(struct convert *c, const char *path, char err[LAB_ERR_MAX])
{
	return story_read(c, path, cbt_line, err);
}

/* The answer, or its plural, where it first stands in a supporting fact. */
static int64_t babi_place(const struct story *s, const char *facts, const char *answer)
{
	size_t len = strlen(answer);
	char *end;

	for (const char *p = facts; p != NULL && *p != '\0'; p = end) {
		long n = strtol(p, &end, 10);

		if (end == p)
			break;
		if (n < 1 || n > STORY || s->ends[n] == 0)
			continue;
		for (size_t i = s->starts[n]; i + len <= s->ends[n]; i++) {
			if (strncmp(s->text.p + i, answer, len) == 0 && (i == 0 || s->text.p[i - 1] == ' ') &&
			    strchr(" .,?!", s->text.p[i + len]) != NULL)
				return (int64_t)text_length(s->text.p, i);
		}
	}
	return CONVERT_ALL;
}

static int babi_ask(struct story *s, const char *question, const char *answer, const char *facts, char err[LAB_ERR_MAX])
{
	struct convert_answer a = {answer, babi_place(s, facts, answer)};
	struct buf plural = BUF_INIT;
	int rc;

	buf_addf(&plural, "%ss", answer);
	if (a.start == CONVERT_ALL && babi_place(s, facts, plural.p) >= 0)
		a = (struct convert_answer){plural.p, babi_place(s, facts, plural.p)};
	else if (a.start == CONVERT_ALL)
		a.start = CONVERT_FIRST;
	rc = story_ask(s, question, a, err);
	buf_release(&plural);
	return rc;
}

static int babi_line(void *arg, struct lines *l, char err[LAB_ERR_MAX])
{
	struct story *s = arg;
	char *rest, *answer, *facts;
	size_t n_question;
	int rc = story_question(s, l, &rest, &answer, err);

	if (rc <= 0)
		return rc;
	facts = strchr(answer, '\t');
	if (facts != NULL)
		*facts++ = '\0';
	n_question = strlen(rest);
	while (n_question > 0 && rest[n_question - 1] == ' ')
		rest[--n_question] = '\0';
	if (strcmp(answer, "yes") == 0 || strcmp(answer, "no") == 0 || strcmp(answer, "maybe") == 0) {
		convert_lose(s->c, CONVERT_NO_SPAN);
		return 0;
	}
	return babi_ask(s, rest, answer, facts, err);
}

int convert_babi(struct convert *c, const char *path, char err[LAB_ERR_MAX])
{
	return story_read(c, path, babi_line, err);
}

/* --- LAMBADA: the last sentence is the question, its last word the answer, which must stand before it */

struct lambada {
	struct convert *c;
	char *stem;
};

/* Where the last sentence begins: behind the last mark that ends one. */
static char *last_sentence(char *text, char *last_word)
{
	char *begin = text;

	for (char *p = text; p + 2 < last_word; p++) {
		if (strchr(".?!", *p) != NULL && p[1] == ' ' && (p == text || p[-1] == ' ' || p[-1] != '.'))
			begin = p + 2;
		if (strncmp(begin, "'' ", 3) == 0)
			begin += 3;
	}
	return begin < last_word ? begin : last_word;
}

static int lambada_line(void *arg, struct lines *l, char err[LAB_ERR_MAX])
{
	struct lambada *r = arg;
	char *word = strrchr(l->text.p, ' '), *begin, id[300];
	struct convert_answer answer;
	struct buf question = BUF_INIT;
	int rc = 0;

	if (l->text.n == 0)
		return 0;
	snprintf(id, sizeof(id), "%.200s-%" PRIu64, r->stem, l->number);
	begin = word != NULL ? last_sentence(l->text.p, word + 1) : l->text.p;
	if (begin == l->text.p) {
		convert_lose(r->c, CONVERT_NOT_THERE); /* it is all one sentence */
		return 0;
	}
	answer = (struct convert_answer){word + 1, CONVERT_FIRST};
	buf_add(&question, begin, begin <= word ? (size_t)(word + 1 - begin) : 0);
	buf_adds(&question, "XXXXX");
	begin[-1] = '\0';
	rc = convert_passage(r->c, id, l->text.p, err);
	if (rc == 0)
		convert_ask(r->c, &(struct convert_question){id, question.p, &answer, 1});
	buf_release(&question);
	return rc;
}

int convert_lambada(struct convert *c, const char *path, char err[LAB_ERR_MAX])
{
	struct lambada r = {c, corpus_stem(path)};
	int rc = each_line(path, lambada_line, &r, err);

	free(r.stem);
	return rc;
}

/* --- CNN and Daily Mail: address, context, question and answer, an empty line between them, then names of entities */

enum { URL, CONTEXT, QUESTION, ANSWER, PARTS };

struct cnn {
	struct convert *c;
	const char *folder;
	struct buf parts[PARTS];
	char *err;
};

static int cnn_line(void *arg, struct lines *l, char err[LAB_ERR_MAX])
{
	struct cnn *r = arg;
	size_t at = (size_t)(l->number - 1) / 2;

	(void)err;
	if (at < PARTS && (l->number & 1) == 1)
		buf_add(&r->parts[at], l->text.p, l->text.n);
	return 0;
}

static int cnn_file(struct cnn *r, const char *path, char err[LAB_ERR_MAX])
{
	char *stem = corpus_stem(path);
	struct convert_answer answer;
	int rc;

	for (int i = 0; i < PARTS; i++) {
		buf_clear(&r->parts[i]);
		buf_adds(&r->parts[i], "");
	}
	rc = each_line(path, cnn_line, r, err);
	answer = (struct convert_answer){r->parts[ANSWER].p, CONVERT_FIRST};
	if (rc == 0 && (r->parts[CONTEXT].n == 0 || r->parts[QUESTION].n == 0)) {
		snprintf(err, LAB_ERR_MAX, "%.200s: a .question file has a context in line 3 and a question in line 5.",
			 path);
		rc = -1;
	}
	if (rc == 0)
		rc = convert_passage(r->c, stem, r->parts[CONTEXT].p, err);
	if (rc == 0)
		convert_ask(r->c,
			    &(struct convert_question){stem, r->parts[QUESTION].p, &answer, answer.text[0] != '\0'});
	free(stem);
	return rc;
}

static int cnn_found(void *arg, const char *file)
{
	struct cnn *r = arg;
	size_t n = strlen(file);
	struct buf path = BUF_INIT;
	int rc = 0;

	buf_addf(&path, "%s/%s", r->folder, file);
	if (n > 9 && strcmp(file + n - 9, ".question") == 0)
		rc = cnn_file(r, path.p, r->err);
	buf_release(&path);
	return rc;
}

int convert_cnn(struct convert *c, const char *path, char err[LAB_ERR_MAX])
{
	struct cnn r = {.c = c, .folder = path, .err = err};
	struct stat st;
	int rc;

	if (stat(path, &st) == 0 && S_ISDIR(st.st_mode))
		rc = folder_walk(path, cnn_found, &r, err);
	else
		rc = cnn_file(&r, path, err);
	for (int i = 0; i < PARTS; i++)
		buf_release(&r.parts[i]);
	return rc == 0 ? 0 : -1;
}
