/* fuzz: what every libFuzzer target begins with. */
#ifndef BEAT_TEST_FUZZ_H
#define BEAT_TEST_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* assert() is gone in release builds, and a fuzzer is nothing without it. */
#define CHECK(what)                                                                                                    \
	do {                                                                                                           \
		if (!(what)) {                                                                                         \
			fprintf(stderr, "%s:%d: violated: %s\n", __FILE__, __LINE__, #what);                           \
			abort();                                                                                       \
		}                                                                                                      \
	} while (0)

#endif
