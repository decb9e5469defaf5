/* Tests of the second opinion: how linear's scores change what the network thinks, and that only the file it was
 * made with is asked. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>

#include "../../model_adapter/readers/neural_second.h"
#include "../../model_adapter/readers/readers.h"
#include "neural_file.h"
#include "neural_folder.h"
#include "reader_ask.h"
#include "unit.h"

static const char text[] = "Anna met Bert and Carla in Delft.";
enum { ANNA = 0, BERT = 2, CARLA = 4, DELFT = 6, STOP = 7 };

/* A linear.weights to which `favourite` is worth `worth` thousandths more than any other token; returns its SHA-256. */
static const char *write_linear(size_t favourite, int worth)
{
	static char hash[65];
	uint32_t slots[64] = {0};
	const struct weights_part part = {.is = {"slots", WEIGHTS_U32, 1, {64}}, .numbers = slots};
	struct buf b = BUF_INIT;
	struct linear_passage p;
	struct linear_view v;
	struct linear_list list;
	struct weights *w;
	char err[WEIGHTS_ERR_MAX];

	linear_passage_read(&p, lexicon, text, strlen(text));
	linear_view_open(&v, lexicon, &p, "Who?", 4);
	linear_edge(&v, 0, favourite, LINEAR_START, &list);
	assert_true(worth == 0 || linear_slots_put(slots, 64, list.v[0], worth));
	linear_view_close(&v);
	linear_passage_release(&p);
	weights_make(&b, &(struct weights_image){.reader = "linear",
						 .version = "t",
						 .config = "{\"patterns\":1,\"f1_share\":0}",
						 .parts = &part,
						 .n_parts = 1});
	weights_folder_write("linear.weights", &b);
	w = weights_view(b.p, b.n, "linear", err);
	assert_non_null(w);
	snprintf(hash, sizeof(hash), "%s", weights_hash(w));
	weights_free(&w);
	buf_release(&b);
	return hash;
}

/* A neural.weights whose config has `more`; NULL if the reader refuses it. */
static void *open_reader(const char *more)
{
	struct neural_file f = {.config = neural_file_small, .size = 0.1F};
	struct buf bytes = BUF_INIT;
	size_t end;

	f.config.f1_share = 0;
	neural_file_fill(&f);
	end = strlen(f.json) - 1;
	snprintf(f.json + end, sizeof(f.json) - end, "%s}", more);
	neural_file_write(&f, &bytes);
	weights_folder_write("neural.weights", &bytes);
	buf_release(&bytes);
	neural_file_release(&f);
	return reader_neural.open(weights_folder);
}

static struct neural_second *open_second(const char *hash, double share)
{
	struct neural_second *s = NULL;
	struct buf file = BUF_INIT, config = BUF_INIT;
	struct weights *w;
	char err[WEIGHTS_ERR_MAX] = "";

	buf_addf(&config, "{\"linear\":\"%s\",\"linear_share\":%g}", hash, share);
	weights_make(&file, &(struct weights_image){.reader = "neural", .version = "t", .config = config.p});
	w = weights_view(file.p, file.n, "neural", err);
	assert_non_null(w);
	assert_int_equal(neural_second_open(&s, w, weights_folder, err), 0);
	weights_free(&w);
	buf_release(&file);
	buf_release(&config);
	return s;
}

static void weigh(const char *hash, double share, struct neural_choice *c)
{
	struct neural_second *s = open_second(hash, share);
	struct linear_passage p;

	linear_passage_read(&p, lexicon, text, strlen(text));
	neural_second_weigh(s, lexicon, &p, "Who?", 4, c);
	linear_passage_release(&p);
	neural_second_close(&s);
}

static void is(const struct neural_choice *c, int i, size_t first, double probability)
{
	assert_int_equal(c->v[i].first, first);
	assert_true(fabs(c->v[i].probability - probability) < 1e-9);
}

/* exp(-log 3) of the favourite: it has three times the weight of each of the others. */
enum { THREE_TIMES = 1099 };

static void test_share(void **state)
{
	const struct neural_choice before = {.v = {{ANNA, ANNA, 0.5}, {BERT, BERT, 0.2}, {CARLA, CARLA, 0.1}}, .n = 3};
	struct neural_choice c = before;
	const char *hash = write_linear(CARLA, THREE_TIMES);
	const double e = exp(-THREE_TIMES / 1000.0), all = 0.8, favourite = all / (1 + 2 * e), other = favourite * e;

	(void)state;
	weigh(hash, 0, &c);
	assert_memory_equal(&c, &before, sizeof(c));
	weigh(hash, 0.5, &c);
	is(&c, 0, ANNA, (0.5 + other) / 2);
	is(&c, 1, CARLA, (0.1 + favourite) / 2);
	is(&c, 2, BERT, (0.2 + other) / 2);
	c = before;
	weigh(hash, 1, &c);
	is(&c, 0, CARLA, favourite);
	is(&c, 1, ANNA, other);
	is(&c, 2, BERT, other);
}

/* What is no candidate of linear's keeps its probability; with none at all nothing changes. */
static void test_unknown(void **state)
{
	const struct neural_choice before = {.v = {{DELFT, STOP, 0.6}, {BERT, BERT, 0.3}, {CARLA, CARLA, 0.1}}, .n = 3};
	struct neural_choice c = before, strange = {.v = {{DELFT, STOP, 0.6}}, .n = 1};
	const char *hash = write_linear(CARLA, 0);

	(void)state;
	weigh(hash, 1, &c);
	is(&c, 0, DELFT, 0.6);
	is(&c, 1, BERT, 0.2);
	is(&c, 2, CARLA, 0.2);
	weigh(hash, 1, &strange);
	is(&strange, 0, DELFT, 0.6);
}

/* A network of small numbers finds all spans about as likely, so that linear decides. */
static void test_reader(void **state)
{
	struct buf more = BUF_INIT;
	void *self, *passage;
	size_t alone;
	char *got;

	(void)state;
	buf_addf(&more, ",\"linear\":\"%s\",\"linear_share\":1", write_linear(CARLA, 9000));
	self = open_reader("");
	assert_non_null(self);
	passage = reader_neural.read(self, text, strlen(text));
	alone = reader_neural.size(passage);
	reader_neural.forget(passage);
	reader_neural.close(self);
	self = open_reader(more.p);
	assert_non_null(self);
	passage = reader_neural.read(self, text, strlen(text));
	assert_true(reader_neural.size(passage) > alone);
	reader_neural.forget(passage);
	got = reader_text((struct asked){&reader_neural, self}, "Anna met Carla", 14, "Who?");
	assert_string_equal(got, "Carla");
	free(got);
	assert_null(reader_neural.read(self, "...", 3));
	reader_neural.close(self);
	buf_release(&more);
}

static void test_refused(void **state)
{
	const char *hash = write_linear(CARLA, 5);
	struct buf more = BUF_INIT;

	(void)state;
	buf_addf(&more, ",\"linear\":\"%s\"", hash);
	assert_null(open_reader(more.p)); /* no share */
	buf_adds(&more, ",\"linear_share\":1.5");
	assert_null(open_reader(more.p));
	assert_null(open_reader(",\"linear\":\"0123\",\"linear_share\":0.5")); /* another file */
	assert_null(open_reader(",\"linear\":5,\"linear_share\":0.5"));
	buf_clear(&more);
	buf_addf(&more, ",\"linear\":\"%s\",\"linear_share\":0.5", hash);
	weights_folder_write("linear.weights", &(struct buf){.p = more.p, .n = 3});
	assert_null(open_reader(more.p)); /* damaged */
	weights_folder_remove("linear.weights");
	assert_null(open_reader(more.p)); /* missing */
	buf_release(&more);
}

UNIT_MAIN(open_folder, remove_folder, cmocka_unit_test(test_share), cmocka_unit_test(test_unknown),
	  cmocka_unit_test(test_reader), cmocka_unit_test(test_refused))
