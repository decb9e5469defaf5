/* Fuzz target: the response of a model, any bytes, read by every protocol against a fixed passage, and read as an
 * error. Whatever comes, the outcome is one of those a reply can have, strings are bounded and valid, and a span slices
 * the passage to the answer. */
#include <math.h>
#include <string.h>

#include "../../model_adapter/client/reply.h"
#include "beat/text.h"
#include "fuzz.h"

static const char passage[] = "Zo\u00eb \U0001F600 met Zo\u00eb in K\u00f6ln, \u00a0in 1999.";

static void check_text(const char *s, size_t max)
{
	size_t n = strlen(s);

	CHECK(n <= max && text_is_utf8(s, n));
}

/* Refusals of the connection, of statuses and queues come from elsewhere. */
static bool may_come_of(const struct model_protocol *p, enum model_outcome outcome)
{
	switch (outcome) {
	case MODEL_ANSWERED:
	case MODEL_EMPTY:
	case MODEL_GARBAGE:
		return true;
	case MODEL_BAD_SPAN:
		return p == &protocol_beat;
	case MODEL_CUT:
	case MODEL_DECLINED:
	case MODEL_UNLOCATED:
		return p->is_chat;
	default:
		return false;
	}
}

static void check_answer(const struct model_protocol *p, const struct model_answer *a)
{
	const char *slice;
	size_t n;

	CHECK(may_come_of(p, a->outcome));
	check_text(a->name, 256);
	check_text(a->version, 256);
	check_text(a->weights, 256);
	check_text(a->prompt, 64);
	check_text(a->text, 16384);
	CHECK(strlen(a->text) == a->text_n);
	CHECK((a->detail[0] == '\0') == (a->outcome == MODEL_ANSWERED));
	CHECK((a->text_n > 0) == (a->outcome == MODEL_ANSWERED || a->outcome == MODEL_UNLOCATED));
	CHECK(!a->has_score || isfinite(a->score));
	CHECK(!a->has_tokens || (a->tokens_in >= 0 && a->tokens_out >= 0));
	if (a->has_span) {
		CHECK(a->outcome == MODEL_ANSWERED);
		CHECK(span_slice(passage, sizeof(passage) - 1, a->span, &slice, &n));
		CHECK(n == a->text_n && memcmp(slice, a->text, n) == 0);
	}
}

static void check_error(const char *body, size_t n)
{
	struct buf sentence = BUF_INIT, said = BUF_INIT;

	reply_sentence(&sentence, body, n);
	CHECK(sentence.n <= 256);
	reply_said(&said, body, n);
	for (const struct model_protocol *const *p = model_protocols; *p != NULL; p++) {
		unsigned without = 0, more;

		for (int tries = 0; (*p)->without != NULL; without = more, tries++) {
			more = (*p)->without(without, 400, said.p != NULL ? said.p : "");
			CHECK((more & without) == without && tries < 8); /* it comes to an end */
			if (more == without)
				break;
		}
	}
	buf_release(&sentence);
	buf_release(&said);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct model_setup setup = {0};
	const struct model_question q = {.setup = &setup, .passage = passage, .passage_n = sizeof(passage) - 1};
	char *body = xmemdup0((const char *)data, size); /* as the door to the network gives it */

	for (const struct model_protocol *const *p = model_protocols; *p != NULL; p++) {
		struct buf keep = BUF_INIT;
		struct model_answer a;

		model_protocol_read(*p, &a, &keep, &q, body, size);
		check_answer(*p, &a);
		buf_release(&keep);
	}
	check_error(body, size);
	free(body);
	return 0;
}
