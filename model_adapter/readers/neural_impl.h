/* neural_impl: what the files of neural_net share: the numbers of a member, laid out
 * for the kernels when the file is opened (neural_net.c) and used by neural_view.c and
 * neural_score.c. Only these files include it. */
#ifndef BEAT_NEURAL_IMPL_H
#define BEAT_NEURAL_IMPL_H

#include "beat/reader.h"
#include "neural_net.h"

enum { NEURAL_LAYERS_MAX = 4, NEURAL_MEMBERS_MAX = READER_MEMBERS_MAX };

/* Columns of the passage's input: what the passage alone decides, the question's words
 * aligned to it, the best match, and the features that depend on the question. */
enum { NEURAL_TAIL = 1 + NEURAL_ASKED };

/* Of a match between two words, and of the best one as a feature. */
#define NEURAL_MATCH_SCALE 0.3F
#define NEURAL_BEST_SCALE  0.1F

/* A linear map: its matrix as panels, `inner` numbers in, `columns` out; bias as long as whole panels. */
struct linear {
	const float *panels, *bias;
	size_t inner, columns;
};

struct layer {
	struct linear
	    gates[2];   /* a way each; the normalisation but for its deviation and the gates' biases folded in */
	const float *v; /* [2][2][width / 2] */
};

struct member {
	const float *delta; /* [learnt][100], added to the first rows of the word vectors */
	size_t learnt;
	const float *part[NEURAL_PARTS];
	struct linear align, passage_still, passage_aligned, question_in;
	const float *passage_tail; /* [NEURAL_TAIL][width] */
	struct layer passage[NEURAL_LAYERS_MAX], question[NEURAL_LAYERS_MAX], joint[NEURAL_LAYERS_MAX];
	const float *attend_passage, *attend_question, *attend_both, *summary; /* [width] */
	struct linear joint_in, joint_seen;                                    /* of [h, h * seen, h * back]; of seen */
	struct linear ends, ends_asked; /* start and end side by side, each as whole panels; all biases in the second */
	struct linear length;
	struct linear pair; /* divided by sqrt(rank), the end's own score as its bias */
	const float *start_score, *inside;
	float inside_bias, span_bias;
};

struct neural_net {
	const struct kernels *kernels;
	struct neural_config config;
	struct neural_words words;
	const float *scale;    /* [rows] */
	const int8_t *vectors; /* [rows][100] */
	size_t rows;
	struct member members[NEURAL_MEMBERS_MAX];
	void *memory; /* all that is laid out anew */
};

struct neural_view {
	size_t n; /* tokens */
	size_t bytes;
	/* Per member, rows of kernel_pad(align) and of width. */
	const float *align[NEURAL_MEMBERS_MAX], *still[NEURAL_MEMBERS_MAX];
	void *memory;
};

/* Pieces of one block of memory, each on a line of the cache. Without a base it only counts. */
struct arena {
	float *base;
	size_t used;
};
float *arena_take(struct arena *a, size_t n);
/* Gets the block of as many numbers as were counted, and starts again; free(3) what it returns. */
void *arena_open(struct arena *a);

/* Width of a token's own input: its vector and its parts. */
size_t neural_word_width(const struct neural_config *c);
void neural_word(const struct neural_net *net, const struct member *m, const struct neural_token *t, float *out);

/* p with its right side and its bias (unless it has one) from the map. */
void neural_apply(const struct kernels *k, const struct linear *f, struct product p);

#endif
