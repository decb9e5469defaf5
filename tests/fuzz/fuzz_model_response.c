/* Fuzz target: the response of a model, any bytes, against a fixed passage. Whatever
 * comes, the outcome is one of those the protocol can give, strings are bounded and
 * valid, and a span slices the passage to the answer. */
#include <math.h>
#include <string.h>

#include "../../model_adapter/client/protocol.h"
#include "beat/text.h"
#include "fuzz.h"

static const char passage[] = "Zo\u00eb \U0001F600 met Zo\u00eb in K\u00f6ln, \u00a0in 1999.";

static void check_text(const char *s, size_t max)
{
	size_t n = strlen(s);

	CHECK(n <= max && text_is_utf8(s, n));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct model_answer a;
	struct buf keep = BUF_INIT;
	const char *p;
	size_t n;

	protocol_beat.response(&a, &keep, (const char *)data, size, passage, sizeof(passage) - 1);
	CHECK(a.outcome == MODEL_ANSWERED || a.outcome == MODEL_EMPTY || a.outcome == MODEL_GARBAGE ||
	      a.outcome == MODEL_BAD_SPAN);
	check_text(a.name, 256);
	check_text(a.version, 256);
	check_text(a.weights, 256);
	check_text(a.text, 16384);
	CHECK(strlen(a.text) == a.text_n);
	CHECK((a.detail[0] == '\0') == (a.outcome == MODEL_ANSWERED));
	CHECK((a.text_n > 0) == (a.outcome == MODEL_ANSWERED));
	CHECK(!a.has_score || isfinite(a.score));
	if (a.has_span) {
		CHECK(a.outcome == MODEL_ANSWERED);
		CHECK(span_slice(passage, sizeof(passage) - 1, a.span, &p, &n));
		CHECK(n == a.text_n && memcmp(p, a.text, n) == 0);
	}
	buf_release(&keep);
	return 0;
}
