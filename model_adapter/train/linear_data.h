/* linear_data: questions for training the linear reader: passages read as the reader
 * reads them, and where in them the annotators' answers stand. */
#ifndef BEAT_LINEAR_DATA_H
#define BEAT_LINEAR_DATA_H

#include <stdbool.h>

#include "../readers/linear_features.h"
#include "beat/dataset.h"

/* A span that an annotator gave. */
struct gold {
	uint32_t first, last; /* tokens */
	float annotators;
};

struct example {
	uint32_t passage, file;
	size_t article; /* of its file */
	char *question;
	size_t question_n;
	struct gold *golds; /* none if no answer stands where it should */
	int n_golds;
	char **answers; /* texts, of all annotators */
	int n_answers;
};

struct data_passage {
	struct linear_passage read;
	char *text;
	size_t n;
};

struct data {
	struct lexicon *lexicon;
	struct data_passage *passages;
	size_t n_passages, passages_cap;
	struct example *examples;
	size_t n_examples, examples_cap;
	/* of the file that is being read */
	uint32_t file;
	bool anywhere;
};

void data_init(struct data *d);
void data_release(struct data *d);

/* Reads one more file. anywhere: an answer counts wherever its text stands, for files whose offsets are only those
 * of the first place. 0, or -1 and a sentence in err. */
int data_read(struct data *d, const char *path, bool anywhere, char err[DATASET_ERR_MAX]) BEAT_NODISCARD;

#endif
