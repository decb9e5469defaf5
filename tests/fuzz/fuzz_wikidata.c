/* libFuzzer target: a dump of Wikidata. Whatever is in it, it is refused with a sentence or gives passages whose
 * answers stand where they are said to, in valid UTF-8. */
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "beat/dataset.h"
#include "beat/text.h"
#include "beat/wikidata.h"
#include "fuzz_passage.h"

static void make(struct wikidata *w)
{
	struct lab_set *set = lab_set_new(&release_squad, "fuzz");
	const struct dataset_sink sink = {.passage = fuzz_passage_holds};
	char err[DATASET_ERR_MAX];
	struct buf out = BUF_INIT;

	lab_set_begin(set, &out);
	for (int i = 0; i < 3; i++)
		wikidata_passage(w, set, "fuzz", &out);
	lab_set_end(set, &out);
	struct source *src = source_of_memory(out.p, out.n);
	CHECK(dataset_read(&(struct dataset_in){src, "fuzz", DATASET_SQUAD, DATASET_ALL}, &sink, err) == 0);
	source_free(&src);
	lab_set_free(&set);
	buf_release(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char path[64], err[LAB_ERR_MAX] = "";
	int fd = memfd_create("dump", MFD_CLOEXEC);
	const struct wikidata_config config = {.dump = path,
					       .top = 10,
					       .language = "en",
					       .delimiter = ".",
					       .incoming = 2,
					       .triples = 5,
					       .least = 1,
					       .most = 3,
					       .inverse = 0.5,
					       .hypernym = 0.5};
	struct wikidata *w;

	CHECK(fd >= 0 && write(fd, data, size) == (ssize_t)size);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	w = wikidata_new(&config, size, NULL, NULL, err);
	if (w != NULL)
		make(w);
	else
		CHECK(err[strlen(err) - 1] == '.');
	wikidata_free(&w);
	close(fd);
	return 0;
}
