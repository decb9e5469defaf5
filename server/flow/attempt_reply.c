/* attempt_reply: see attempt_reply.h. */
#include "attempt_reply.h"

#include <string.h>

enum { NAME_MAX_CHARS = 200 }; /* of a model's name; as model_build_seen() stores it */

/* Bytes of the first `most` characters. */
static size_t first_chars(const char *s, size_t most)
{
	size_t n = 0;

	for (size_t chars = 0; s[n] != '\0'; n++) {
		if (((unsigned char)s[n] & 0xc0) != 0x80 && chars++ == most)
			break;
	}
	return n;
}

static void write_name(struct jw *w, const char *reported, const char *registered)
{
	jw_key(w, "name");
	if (*reported != '\0')
		jw_strn(w, reported, first_chars(reported, NAME_MAX_CHARS));
	else
		jw_str(w, registered);
}

static void write_place(struct jw *w, const char *key, bool given, size_t place)
{
	jw_key(w, key);
	if (given)
		jw_int(w, (int64_t)place);
	else
		jw_null(w);
}

static void write_model(struct jw *w, const struct attempt_told *t)
{
	const struct model_answer *m = t->model;
	bool judged = t->judgement->judged;

	jw_key(w, "model");
	if (m == NULL) {
		jw_null(w);
		return;
	}
	jw_open(w, '{');
	write_name(w, m->name, t->model_name);
	jw_kstr(w, "answer", judged ? m->text : NULL);
	write_place(w, "start", judged && m->has_span, m->span.start);
	write_place(w, "end", judged && m->has_span, m->span.end);
	jw_key(w, "score");
	if (judged && m->has_score)
		jw_num(w, m->score);
	else
		jw_null(w);
	jw_close(w, '}');
}

static void write_f1(struct jw *w, const struct judgement *j)
{
	const struct score *s = &j->score;

	jw_key(w, "f1");
	if (!j->judged) {
		jw_null(w);
		return;
	}
	jw_open(w, '{');
	jw_kint(w, "shared", s->shared);
	jw_kint(w, "model_tokens", s->pred_tokens);
	jw_kint(w, "human_tokens", s->gold_tokens);
	jw_knum(w, "value", 2.0 * s->shared / ((double)s->pred_tokens + s->gold_tokens));
	jw_close(w, '}');
}

static void write_marks(struct jw *w, const struct attempt_marks *m)
{
	const char *names = attempt_marks_text(m);

	jw_kopen(w, "marks", '[');
	while (names != NULL && *names != '\0') {
		size_t n = strcspn(names, ",");

		jw_strn(w, names, n);
		names += n + (names[n] == ',');
	}
	jw_close(w, ']');
}

void attempt_reply_begin(struct attempt_reply *r, const struct attempt_told *t)
{
	struct jw *w = &r->w;

	jw_init(w, &r->json);
	jw_open(w, '{');
	jw_kstr(w, "id", t->id);
	jw_kstr(w, "question", t->question);
	jw_kopen(w, "answer", '{');
	jw_kint(w, "start", (int64_t)t->span.start);
	jw_kint(w, "end", (int64_t)t->span.end);
	jw_kstr(w, "text", t->answer);
	jw_close(w, '}');
	jw_kstr(w, "verdict", verdict_name(t->judgement->verdict));
	write_model(w, t);
	write_f1(w, t->judgement);
	jw_kstr(w, "fault", t->judgement->fault);
	write_marks(w, &t->marks);
}

void attempt_reply_end(struct attempt_reply *r, const char *created_at, int won, int wanted)
{
	struct jw *w = &r->w;

	jw_kstr(w, "created_at", created_at);
	jw_kint(w, "won", won);
	jw_kint(w, "wanted", wanted);
	jw_close(w, '}');
	jw_done(w);
}

void attempt_reply_release(struct attempt_reply *r)
{
	buf_release(&r->json);
}
