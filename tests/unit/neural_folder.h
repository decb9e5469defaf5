/* neural_folder: what the tests of the reader `neural` share: the lexicon, and a folder for weights. */
#ifndef BEAT_TEST_NEURAL_FOLDER_H
#define BEAT_TEST_NEURAL_FOLDER_H

#include "../../model_adapter/readers/lexicon.h"
#include "beat/log.h"
#include "weights_folder.h"

static struct lexicon *lexicon;

static inline int open_folder(void **state)
{
	(void)state;
	log_init("test", LOG_ERROR + 1);
	lexicon = lexicon_new();
	return weights_folder_open();
}

static inline int remove_folder(void **state)
{
	(void)state;
	lexicon_free(&lexicon);
	return weights_folder_close();
}

#endif
