/* vectors_plain: the loops for any processor; the build says what the compiler may use. */
#define TILE         1
#define VECTORS      vectors_plain
#define VECTORS_NAME "any processor"
#include "vectors_loops.h"
