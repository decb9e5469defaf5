/* Fuzz target: weights files. The first byte says how the rest is taken:
 *   0   as the bytes of a file;
 *   1   as the bytes behind the first 56, to which a sound beginning is written;
 *   2   as changes to a small sound file of the reader `neural`, four bytes each: where
 *       (three bytes, modulo its length) and what to; the digest is made to fit.
 * Whatever comes, the file is refused with a sentence or the reader answers by its
 * promises. */
#include "../../model_adapter/readers/neural_choose.h"
#include "../unit/neural_file.h"
#include "fuzz.h"

static const char passage[] = "The Rhine rises in the Alps, at 2,344 m.";
static const char question[] = "Where does the Rhine rise?";

static void ask(const struct neural_net *net, const struct lexicon *lexicon)
{
	const struct neural_config *c = neural_net_config(net);
	struct neural_passage p;
	struct neural_question q;
	struct neural_choice choice;
	struct neural_view *view;
	float(*asked)[NEURAL_ASKED], *scores;

	neural_passage_read(&p, lexicon, neural_net_words(net), passage, sizeof(passage) - 1);
	asked = xcalloc(p.tokens.n, sizeof(*asked));
	scores = xcalloc((size_t)c->members * p.tokens.n * (size_t)c->span, sizeof(*scores));
	view = neural_view_new(net, &p);
	neural_question_read(&q, &p, question, sizeof(question) - 1, asked);
	neural_net_score(net, view, &q, asked, scores);
	neural_rank(&choice, c, kernels_pick(), &p.tokens, scores);
	neural_choose(&choice, c, &p.tokens);
	CHECK(choice.n >= 1 && choice.expected_f1 >= 0 && choice.expected_f1 <= 1.001);
	for (int i = 0; i < choice.n; i++) {
		CHECK(choice.v[i].first <= choice.v[i].last && choice.v[i].last < p.tokens.n);
		CHECK(choice.v[i].probability >= 0 && choice.v[i].probability <= 1.001);
	}
	neural_view_free(&view);
	free(asked);
	free(scores);
	neural_passage_release(&p);
}

static void try(const struct buf *file)
{
	static struct lexicon *lexicon;
	char err[WEIGHTS_ERR_MAX] = "";
	struct weights *w = weights_view(file->p, file->n, "neural", err);
	struct neural_net *net = NULL;

	if (lexicon == NULL)
		lexicon = lexicon_new();
	CHECK((w == NULL) == (err[0] != '\0'));
	if (w != NULL) {
		net = neural_net_new(w, kernels_pick(), err);
		CHECK((net == NULL) == (err[0] != '\0'));
	}
	if (net != NULL)
		ask(net, lexicon);
	neural_net_free(&net);
	weights_free(&w);
}

static const struct buf *sound_file(void)
{
	static struct buf file;
	static struct neural_file f = {.config = {.width = 16,
						  .rank = 1,
						  .align = 1,
						  .part = 1,
						  .passage_layers = 1,
						  .question_layers = 1,
						  .joint_layers = 1,
						  .span = 2,
						  .members = 1,
						  .f1_share = 0.5},
				       .size = 0.5F};

	if (file.n == 0) {
		neural_file_fill(&f);
		neural_file_write(&f, &file);
	}
	return &file;
}

static void change(struct buf *file, const uint8_t *data, size_t size)
{
	for (; size >= 4; data += 4, size -= 4)
		file->p[((size_t)data[0] << 16 | (size_t)data[1] << 8 | data[2]) % file->n] = (char)data[3];
}

/* Magic, format and length of the header stay whole where the digest does not protect them. */
static void begin(struct buf *file, size_t header_n)
{
	memcpy(file->p, WEIGHTS_MAGIC, 8);
	memcpy(file->p + 8, (uint32_t[]){WEIGHTS_FORMAT, (uint32_t)header_n}, 8);
	weights_seal(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct buf file = BUF_INIT;
	uint32_t header_n;

	if (size < 1)
		return 0;
	if (data[0] % 3 == 0) {
		buf_add(&file, data + 1, size - 1);
	} else if (data[0] % 3 == 1) {
		const char *end = memrchr(data + 1, '}', size - 1);

		buf_add(&file, "                                                        ", WEIGHTS_HEAD);
		buf_add(&file, data + 1, size - 1);
		begin(&file, end != NULL ? (size_t)(end - (const char *)data) : size - 1);
	} else {
		buf_add(&file, sound_file()->p, sound_file()->n);
		memcpy(&header_n, file.p + 12, 4);
		change(&file, data + 1, size - 1);
		begin(&file, header_n);
	}
	try(&file);
	buf_release(&file);
	return 0;
}
