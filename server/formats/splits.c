/* How splits are called. */
#include "beat/release.h"

const char *const release_split_name[RELEASE_SPLITS] = {"train", "dev", "test"};
const char *const release_split_hub[RELEASE_SPLITS] = {"train", "validation", "test"};
