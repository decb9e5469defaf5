/* curate: from documents to passages: see include/beat/curate.h. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "beat/jw.h"
#include "beat/shingle.h"
#include "beat/text.h"
#include "curate_impl.h"
#include "hashes.h"

enum { FLUSH = 1 << 16 };

const char *const curate_why_name[CURATE_WHYS] = {"damaged", "redirect", "namespace", "flagged",
						  "title",   "short",    "long",      "language",
						  "unsafe",  "alike",    "repeated",  "not_drawn"};

struct curate {
	struct curate_config config;
	struct curate_counts counts;
	struct curate_page page;
	struct rng merging, drawing;
	struct hashes *seen;
	char **files;
	FILE *waiting; /* what passed the filters: a head and a line each; NULL: nothing is drawn */
	struct buf passage, line, out;
};

/* Before a line in the file of those that wait. */
struct curate_head {
	uint32_t bytes, length;
};

struct curate *curate_new(const struct curate_config *config)
{
	struct curate *c = xcalloc(1, sizeof(*c));

	c->config = *config;
	c->merging = rng_seeded(config->seed, "merging");
	c->drawing = rng_seeded(config->seed, "drawing");
	c->seen = hashes_new();
	return c;
}

void curate_free(struct curate **ptr)
{
	struct curate *c = *ptr;

	if (c == NULL)
		return;
	for (int64_t i = 0; i < c->counts.files; i++)
		free(c->files[i]);
	free(c->files);
	if (c->waiting != NULL)
		fclose(c->waiting);
	curate_page_release(&c->page);
	hashes_free(&c->seen);
	buf_release(&c->passage);
	buf_release(&c->line);
	buf_release(&c->out);
	free(c);
	*ptr = NULL;
}

const struct curate_counts *curate_counts(const struct curate *c)
{
	return &c->counts;
}

const struct curate_config *curate_config(const struct curate *c)
{
	return &c->config;
}

const char *curate_file(const struct curate *c, size_t i)
{
	return i < (size_t)c->counts.files ? c->files[i] : NULL;
}

void curate_lose(struct curate *c, enum curate_why why, int64_t n)
{
	if (why < CURATE_TITLE)
		c->counts.documents += n;
	c->counts.lost[why] += n;
}

void curate_note_file(struct curate *c, const char *path)
{
	if (path == NULL) {
		c->counts.passed_over++;
		return;
	}
	c->files = xrealloc(c->files, ((size_t)c->counts.files + 1) * sizeof(*c->files));
	c->files[c->counts.files++] = xstrdup(path);
}

/* --- one passage */

static void put_line(struct buf *out, const char *title, const char *text)
{
	struct jw w;

	jw_init(&w, out);
	jw_open(&w, '{');
	jw_kstr(&w, "title", title);
	jw_kstr(&w, "text", text);
	jw_close(&w, '}');
	jw_done(&w);
	buf_addc(out, '\n');
}

static int fails(char err[LAB_ERR_MAX])
{
	snprintf(err, LAB_ERR_MAX, "the file of passages that wait to be drawn: %s (TMPDIR names another folder).",
		 strerror(errno));
	return -1;
}

static int keep(struct curate *c, const char *title, const char *text, size_t length, char err[LAB_ERR_MAX])
{
	struct curate_head head;

	c->counts.before.of[length]++;
	c->counts.before.n++;
	buf_clear(&c->line);
	put_line(&c->line, title, text);
	if (c->config.like == NULL && c->config.passages == 0) {
		c->counts.after.of[length]++;
		c->counts.after.n++;
		c->counts.passages++;
		buf_add(&c->out, c->line.p, c->line.n);
		return c->out.n >= FLUSH ? c->config.write(c->config.arg, &c->out, err) : 0;
	}
	if (c->waiting == NULL && (c->waiting = tmpfile()) == NULL)
		return fails(err);
	head = (struct curate_head){(uint32_t)c->line.n, (uint32_t)length};
	if (fwrite(&head, sizeof(head), 1, c->waiting) != 1 || fwrite(c->line.p, c->line.n, 1, c->waiting) != 1)
		return fails(err);
	return 0;
}

static uint64_t hash_of(const struct text_norm *text)
{
	uint64_t *runs, h;

	shingle_runs(text, text->count, &runs);
	h = text->count > 0 ? runs[0] : 0;
	free(runs);
	return h;
}

/* CURATE_WHYS: nothing is wrong with it. */
static enum curate_why judge(struct curate *c, const struct text_norm *text, size_t length)
{
	const struct curate_config *f = &c->config;

	if (length < (size_t)f->least)
		return CURATE_SHORT;
	if (length > (size_t)f->most)
		return CURATE_LONG;
	if (f->language != NULL && curate_words_share(f->language, text) < f->language_share)
		return CURATE_LANGUAGE;
	if (f->unsafe != NULL && curate_words_any(f->unsafe, text))
		return CURATE_UNSAFE;
	if (f->known != NULL && curate_known_share(f->known, text) >= f->alike)
		return CURATE_ALIKE;
	return hashes_add(c->seen, hash_of(text)) ? CURATE_WHYS : CURATE_REPEATED;
}

static int take_passage(struct curate *c, const char *title, const char *text, char err[LAB_ERR_MAX])
{
	size_t n = strlen(text), length = text_length(text, n);
	struct text_norm norm;
	enum curate_why why;

	text_normalise(text, n, &norm);
	why = judge(c, &norm, length);
	text_norm_release(&norm);
	if (why == CURATE_WHYS)
		return keep(c, title, text, length, err);
	curate_lose(c, why, 1);
	return 0;
}

/* --- one document */

static bool any_unsafe(const struct curate *c)
{
	bool unsafe = false;

	for (size_t i = 0; i < c->page.n && !unsafe; i++) {
		struct text_norm norm;

		text_normalise(c->page.v[i], strlen(c->page.v[i]), &norm);
		unsafe = curate_words_any(c->config.unsafe, &norm);
		text_norm_release(&norm);
	}
	return unsafe;
}

/* Borders between paragraphs fall with the probability, each by itself. */
static int take_paragraphs(struct curate *c, const char *title, char err[LAB_ERR_MAX])
{
	int rc = 0;

	for (size_t i = 0; rc == 0 && i < c->page.n; i++) {
		buf_clear(&c->passage);
		if (i == 0 && c->config.with_title)
			buf_addf(&c->passage, "%s ", title);
		buf_adds(&c->passage, c->page.v[i]);
		while (i + 1 < c->page.n && rng_chance(&c->merging, c->config.merge))
			buf_addf(&c->passage, " %s", c->page.v[++i]);
		rc = take_passage(c, title, c->passage.p, err);
	}
	return rc;
}

/* One line without control characters, of a length that can be stored; empty if there is none. */
static void plain_title(struct buf *out, const char *title)
{
	size_t n = strlen(title), points = 0;
	bool space = false;

	buf_clear(out);
	buf_adds(out, "");
	for (size_t at = 0; at < n && points < CORPUS_TITLE_MAX - 1;) {
		uint32_t ch;
		size_t bytes = text_decode(title + at, n - at, &ch);

		if (text_is_space(ch) || text_is_control(ch)) {
			space = out->n > 0;
		} else {
			if (space)
				buf_addc(out, ' ');
			points += 1 + space;
			space = false;
			buf_add(out, title + at, bytes);
		}
		at += bytes;
	}
}

static int take_document(struct curate *c, const struct curate_document *d, char err[LAB_ERR_MAX])
{
	struct buf title = BUF_INIT;
	int rc = 0;

	curate_page_release(&c->page);
	if (curate_page_read(&c->page, d, c->config.keep_link_words) != 0 ||
	    (d->title != NULL && !text_is_utf8(d->title, strlen(d->title)))) {
		curate_lose(c, CURATE_DAMAGED, 1);
		return 0;
	}
	plain_title(&title, d->title != NULL ? d->title : c->page.title.n > 0 ? c->page.title.p : d->otherwise);
	if (title.n == 0)
		buf_adds(&title, text_is_utf8(d->otherwise, strlen(d->otherwise)) ? d->otherwise : "document");
	c->counts.documents++;
	c->counts.paragraphs += (int64_t)c->page.n;
	if (c->config.known != NULL && curate_known_title(c->config.known, title.p))
		curate_lose(c, CURATE_TITLE, 1);
	else if (c->config.unsafe_documents && c->config.unsafe != NULL && any_unsafe(c))
		curate_lose(c, CURATE_UNSAFE, (int64_t)c->page.n);
	else
		rc = take_paragraphs(c, title.p, err);
	if (c->config.progress != NULL)
		c->config.progress(c->config.arg, c->counts.documents);
	buf_release(&title);
	return rc;
}

int curate_read(struct curate *c, const char *path, char err[LAB_ERR_MAX])
{
	return curate_documents(c, path, take_document, err);
}

/* --- drawing */

struct curate_draw {
	struct curate_bins bins;
	int64_t left[CURATE_BINS], quota[CURATE_BINS]; /* of each bin: still to come, still to take */
};

/* One after the other, each with the chance that makes every choice of so many equally likely. */
static bool is_drawn(struct curate *c, struct curate_draw *d, size_t length)
{
	size_t bin = curate_bin(&d->bins, length);
	bool taken = rng_below(&c->drawing, (uint64_t)d->left[bin]) < (uint64_t)d->quota[bin];

	d->left[bin]--;
	d->quota[bin] -= taken;
	return taken;
}

static void plan_draw(const struct curate *c, struct curate_draw *d)
{
	const struct curate_lengths *there = &c->counts.before,
				    *reference = c->config.like != NULL ? c->config.like : there;

	if (c->config.like != NULL)
		curate_bins_of(&d->bins, reference);
	else
		d->bins = (struct curate_bins){.n = 1, .most = {CORPUS_TEXT_MAX}};
	curate_quota(&d->bins, reference, there, c->config.passages, d->quota);
	for (size_t i = 0; i <= CORPUS_TEXT_MAX; i++)
		d->left[curate_bin(&d->bins, i)] += there->of[i];
}

static int draw(struct curate *c, char err[LAB_ERR_MAX])
{
	struct curate_draw d = {0};
	struct curate_head head;

	plan_draw(c, &d);
	if (fflush(c->waiting) != 0 || fseek(c->waiting, 0, SEEK_SET) != 0)
		return fails(err);
	for (int64_t i = 0; i < c->counts.before.n; i++) {
		if (fread(&head, sizeof(head), 1, c->waiting) != 1)
			return fails(err);
		buf_clear(&c->line);
		buf_reserve(&c->line, head.bytes + 1);
		if (fread(c->line.p, head.bytes, 1, c->waiting) != 1)
			return fails(err);
		c->line.n = head.bytes;
		if (!is_drawn(c, &d, head.length)) {
			c->counts.lost[CURATE_NOT_DRAWN]++;
			continue;
		}
		c->counts.after.of[head.length]++;
		c->counts.after.n++;
		c->counts.passages++;
		buf_add(&c->out, c->line.p, c->line.n);
		if (c->out.n >= FLUSH && c->config.write(c->config.arg, &c->out, err) != 0)
			return -1;
	}
	return 0;
}

int curate_finish(struct curate *c, char err[LAB_ERR_MAX])
{
	if (c->waiting != NULL && draw(c, err) != 0)
		return -1;
	return c->config.write(c->config.arg, &c->out, err);
}
