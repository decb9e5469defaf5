/* weights_make: see weights_make.h. */
#include "weights_make.h"

#include <string.h>

#include "beat/crypto.h"
#include "beat/jw.h"

static size_t aligned(size_t n)
{
	return (n + WEIGHTS_ALIGN - 1) / WEIGHTS_ALIGN * WEIGHTS_ALIGN;
}

static size_t part_bytes(const struct weights_part *part)
{
	size_t n = weights_types[part->is.type].size;

	for (int i = 0; i < part->is.dims; i++)
		n *= part->is.shape[i];
	return n;
}

static void list_parts(struct jw *w, const struct weights_image *image, size_t at)
{
	jw_kopen(w, "tensors", '[');
	for (size_t i = 0; i < image->n_parts; i++) {
		const struct weights_part *part = &image->parts[i];

		jw_open(w, '{');
		jw_kstr(w, "name", part->is.name);
		jw_kstr(w, "type", weights_types[part->is.type].name);
		jw_kopen(w, "shape", '[');
		for (int d = 0; d < part->is.dims; d++)
			jw_int(w, (int64_t)part->is.shape[d]);
		jw_close(w, ']');
		jw_kint(w, "at", (int64_t)at);
		jw_close(w, '}');
		at = aligned(at + part_bytes(part));
	}
	jw_close(w, ']');
}

static void write_header(struct buf *out, const struct weights_image *image, size_t data)
{
	struct jw w;

	jw_init(&w, out);
	jw_open(&w, '{');
	jw_kstr(&w, "reader", image->reader);
	jw_kstr(&w, "version", image->version);
	jw_key(&w, "config");
	jw_raw(&w, image->config, strlen(image->config));
	if (image->measured != NULL) {
		jw_key(&w, "measured");
		jw_raw(&w, image->measured, strlen(image->measured));
	}
	if (image->made != NULL) {
		jw_key(&w, "made");
		jw_raw(&w, image->made, strlen(image->made));
	}
	list_parts(&w, image, data);
	jw_close(&w, '}');
	jw_done(&w);
}

static void pad(struct buf *out, size_t n)
{
	while (out->n < n)
		buf_addc(out, '\0');
}

static void put_little(char *p, uint64_t v, int bytes)
{
	for (int i = 0; i < bytes; i++, v >>= 8)
		p[i] = (char)(v & 0xff);
}

void weights_make(struct buf *out, const struct weights_image *image)
{
	struct buf header = BUF_INIT;
	size_t data = 0;

	/* The header tells where the tensors begin, which is behind the header: more digits may push them on. */
	do {
		data = aligned(WEIGHTS_HEAD + header.n);
		buf_clear(&header);
		write_header(&header, image, data);
	} while (WEIGHTS_HEAD + header.n > data);
	buf_clear(out);
	pad(out, WEIGHTS_HEAD);
	memcpy(out->p, WEIGHTS_MAGIC, 8);
	put_little(out->p + 8, WEIGHTS_FORMAT, 4);
	put_little(out->p + 12, header.n, 4);
	buf_add(out, header.p, header.n);
	pad(out, data);
	for (size_t i = 0; i < image->n_parts; i++) {
		buf_add(out, image->parts[i].numbers, part_bytes(&image->parts[i]));
		pad(out, aligned(out->n));
	}
	buf_release(&header);
	weights_seal(out);
}

void weights_seal(struct buf *file)
{
	put_little(file->p + 16, file->n, 8);
	crypto_sha256(file->p + WEIGHTS_HEAD, file->n - WEIGHTS_HEAD, (uint8_t *)file->p + 24);
}
