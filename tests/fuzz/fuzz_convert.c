/* libFuzzer target: other people's sets; the first byte says which form. Whatever is in a file, it is refused with a
 * sentence or gives a dataset that our own reader takes, with answers that stand where they are said to. */
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "beat/convert.h"
#include "beat/dataset.h"
#include "beat/text.h"
#include "fuzz_passage.h"

static struct buf made;

static int gather(void *arg, struct buf *b, char err[LAB_ERR_MAX])
{
	(void)arg;
	(void)err;
	buf_add(&made, b->p, b->n);
	buf_clear(b);
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct dataset_sink sink = {.passage = fuzz_passage_holds};
	struct convert_config config = {.write = gather};
	char path[64], err[DATASET_ERR_MAX] = "";
	size_t forms = 0;
	int fd = memfd_create("set", MFD_CLOEXEC);
	struct convert *c;

	while (convert_from(forms) != NULL)
		forms++;
	if (size == 0) {
		close(fd);
		return 0;
	}
	CHECK(write(fd, data + 1, size - 1) == (ssize_t)size - 1);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	config.from = convert_from(data[0] % forms);
	config.marks = data[0] & 128;
	config.sentences = path;
	config.set = lab_set_new(&release_squad, "fuzz");
	buf_clear(&made);
	c = convert_new(&config);
	if (convert_read(c, path, err) != 0) {
		CHECK(err[0] != '\0');
	} else {
		CHECK(convert_end(c, err) == 0);
		struct source *src = source_of_memory(made.p, made.n);
		CHECK(dataset_read(&(struct dataset_in){src, "fuzz", DATASET_SQUAD, DATASET_ALL}, &sink, err) == 0);
		source_free(&src);
	}
	convert_free(&c);
	lab_set_free(&config.set);
	close(fd);
	return 0;
}
