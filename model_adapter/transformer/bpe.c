/* bpe: see bpe.h. Joining works on a list of pieces that know their neighbours, and a heap of the pairs that could be
 * joined, the lowest rank first and of equals the leftmost, so a word of any length costs n log n. */
#include "bpe.h"

#include <stdlib.h>
#include <string.h>

#include "beat/mem.h"
#include "beat/text.h"
#include "beat/text_char.h"

/* --- the alphabet: printable characters of Latin 1 stand for themselves, other bytes for 256, 257, … in order */

static bool stands_for_itself(unsigned byte)
{
	return (byte >= '!' && byte <= '~') || (byte >= 0xa1 && byte <= 0xac) || byte >= 0xae;
}

static int byte_of(uint32_t c)
{
	unsigned next = 256;

	if (c < 256)
		return stands_for_itself(c) ? (int)c : -1;
	for (unsigned byte = 0; byte < 256; byte++) {
		if (!stands_for_itself(byte) && next++ == c)
			return (int)byte;
	}
	return -1;
}

int bpe_bytes(const char *piece, size_t n, char *out)
{
	int count = 0;
	uint32_t c;

	for (size_t i = 0; i < n;) {
		int byte;

		i += text_decode(piece + i, n - i, &c);
		byte = byte_of(c);
		if (byte < 0)
			return -1;
		out[count++] = (char)byte;
	}
	return count;
}

bool bpe_set_bytes(struct bpe *b)
{
	bool all = true;

	for (int i = 0; i < 256; i++) {
		char byte = (char)i;

		b->bytes[i] = vocab_find(b->vocab, &byte, 1);
		all = all && b->bytes[i] >= 0;
	}
	return all;
}

static int by_pair(const void *a, const void *b)
{
	const struct bpe_join *x = a, *y = b;

	if (x->pair != y->pair)
		return x->pair < y->pair ? -1 : 1;
	return x->rank < y->rank ? -1 : x->rank > y->rank;
}

void bpe_set_joins(struct bpe *b, struct bpe_join *joins, size_t n)
{
	size_t kept = 0;

	if (n > 0)
		qsort(joins, n, sizeof(*joins), by_pair);
	for (size_t i = 0; i < n; i++) {
		if (kept == 0 || joins[kept - 1].pair != joins[i].pair)
			joins[kept++] = joins[i];
	}
	b->joins = joins;
	b->n_joins = kept;
}

static const struct bpe_join *join_of(const struct bpe *b, int32_t left, int32_t right)
{
	uint64_t pair = (uint64_t)(uint32_t)left << 32 | (uint32_t)right;
	size_t low = 0, high = b->n_joins;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (b->joins[middle].pair < pair)
			low = middle + 1;
		else
			high = middle;
	}
	return low < b->n_joins && b->joins[low].pair == pair ? &b->joins[low] : NULL;
}

/* --- joining */

struct symbol {
	int32_t id; /* -1: it was joined to the one before it */
	int32_t before, after;
	uint32_t byte, byte_end;
};

struct chance {
	uint32_t rank, at;
	int32_t left, right, joined; /* what stood there when it was noted */
};

struct joining {
	const struct bpe *bpe;
	struct symbol *v;
	struct chance *heap;
	size_t n, room, n_heap, heap_room;
};

static bool is_before(const struct chance *a, const struct chance *b)
{
	return a->rank != b->rank ? a->rank < b->rank : a->at < b->at;
}

static void heap_push(struct joining *j, struct chance c)
{
	size_t i = j->n_heap++;

	if (j->n_heap > j->heap_room) {
		j->heap_room = 2 * j->n_heap;
		j->heap = xrealloc(j->heap, j->heap_room * sizeof(*j->heap));
	}
	for (; i > 0 && is_before(&c, &j->heap[(i - 1) / 2]); i = (i - 1) / 2)
		j->heap[i] = j->heap[(i - 1) / 2];
	j->heap[i] = c;
}

static struct chance heap_pop(struct joining *j)
{
	struct chance top = j->heap[0], last = j->heap[--j->n_heap];
	size_t i = 0;

	for (size_t child = 1; child < j->n_heap; child = 2 * i + 1) {
		if (child + 1 < j->n_heap && is_before(&j->heap[child + 1], &j->heap[child]))
			child++;
		if (!is_before(&j->heap[child], &last))
			break;
		j->heap[i] = j->heap[child];
		i = child;
	}
	j->heap[i] = last;
	return top;
}

static void note(struct joining *j, int32_t left)
{
	int32_t right = left >= 0 ? j->v[left].after : -1;
	const struct bpe_join *join = right >= 0 ? join_of(j->bpe, j->v[left].id, j->v[right].id) : NULL;

	if (join != NULL)
		heap_push(j, (struct chance){join->rank, (uint32_t)left, j->v[left].id, j->v[right].id, join->joined});
}

static void join(struct joining *j, const struct chance *c)
{
	struct symbol *left = &j->v[c->at], *right;

	if (left->id != c->left || left->after < 0 || j->v[left->after].id != c->right)
		return; /* something else was joined there meanwhile */
	right = &j->v[left->after];
	left->id = c->joined;
	left->byte_end = right->byte_end;
	left->after = right->after;
	right->id = -1;
	if (left->after >= 0)
		j->v[left->after].before = (int32_t)c->at;
	note(j, left->before);
	note(j, (int32_t)c->at);
}

static void join_all(struct joining *j, const char *word, size_t n)
{
	if (n > j->room) {
		j->room = 2 * n;
		j->v = xrealloc(j->v, j->room * sizeof(*j->v));
	}
	for (size_t i = 0; i < n; i++) {
		j->v[i] = (struct symbol){.id = j->bpe->bytes[(unsigned char)word[i]],
					  .before = (int32_t)i - 1,
					  .after = i + 1 < n ? (int32_t)i + 1 : -1,
					  .byte = (uint32_t)i,
					  .byte_end = (uint32_t)i + 1};
	}
	j->n = n;
	j->n_heap = 0;
	for (size_t i = 0; i + 1 < n; i++)
		note(j, (int32_t)i);
	while (j->n_heap > 0) {
		struct chance c = heap_pop(j);

		join(j, &c);
	}
}

/* --- cutting into words */

enum kind { WHITE, LETTER, NUMBER, MARK };

struct text {
	const char *p;
	size_t n;
};

static enum kind kind_at(const struct text *t, size_t at, size_t *bytes)
{
	uint32_t c;
	char group;

	*bytes = text_decode(t->p + at, t->n - at, &c);
	if (text_char_is_white(c))
		return WHITE;
	group = text_char_group(c);
	return group == 'L' ? LETTER : group == 'N' ? NUMBER : MARK;
}

static size_t contraction_at(const struct text *t, size_t at)
{
	static const char *const ends[] = {"'s", "'t", "'re", "'ve", "'m", "'ll", "'d"};

	for (size_t i = 0; i < ARRAY_LEN(ends); i++) {
		size_t n = strlen(ends[i]);

		if (n <= t->n - at && memcmp(t->p + at, ends[i], n) == 0)
			return n;
	}
	return 0;
}

/* White space up to what is not, but the last character of it stays for the word behind it; alone it is a word. */
static size_t white_end(const struct text *t, size_t at)
{
	size_t end = at, last = at, bytes;

	while (end < t->n && kind_at(t, end, &bytes) == WHITE) {
		last = end;
		end += bytes;
	}
	return end < t->n && last > at ? last : end;
}

static size_t word_end(const struct text *t, size_t at)
{
	size_t end = contraction_at(t, at), bytes;
	enum kind kind;

	if (end > 0)
		return at + end;
	end = at + (t->p[at] == ' ' && at + 1 < t->n);
	kind = kind_at(t, end, &bytes);
	if (kind == WHITE)
		return white_end(t, at);
	while (end < t->n && kind_at(t, end, &bytes) == kind)
		end += bytes;
	return end;
}

/* --- */

static bool begins_point(char c)
{
	return ((unsigned char)c & 0xc0) != 0x80;
}

struct cursor {
	size_t byte;    /* in the text */
	uint32_t point; /* of the character that it is in or at */
};

/* Moves to a byte further on: the code point that byte belongs to. */
static void advance(struct cursor *c, const struct text *t, size_t to)
{
	while (c->byte < to) {
		c->byte++;
		if (c->byte >= t->n || begins_point(t->p[c->byte]))
			c->point++;
	}
}

/* Spaces at the ends of a piece are not of its span. */
static struct piece piece_of(const struct text *t, struct cursor *c, struct symbol s, size_t base)
{
	size_t first = base + s.byte, end = base + s.byte_end;
	struct piece p = {.id = s.id};

	while (first < end && t->p[first] == ' ')
		first++;
	while (end > first && t->p[end - 1] == ' ')
		end--;
	advance(c, t, first);
	p.point = c->point;
	p.point_end = p.point;
	if (end > first) {
		advance(c, t, end - 1);
		p.point_end = c->point + 1;
	}
	return p;
}

static void cut(struct joining *j, const struct text *t, struct pieces *out)
{
	struct cursor c = {0, 0};
	uint32_t word = 0;

	for (size_t at = 0, end; at < t->n; at = end, word++) {
		end = word_end(t, at);
		join_all(j, t->p + at, end - at);
		for (int32_t i = 0; i >= 0; i = j->v[i].after) {
			struct piece p = piece_of(t, &c, j->v[i], at);

			p.word = word;
			pieces_add(out, p);
		}
	}
}

void bpe_cut(const struct bpe *b, const char *text, size_t n, struct pieces *out)
{
	struct joining j = {.bpe = b};
	size_t first = out->n;
	char *longer = NULL;
	struct text t = {text, n};

	if (b->space_before && n > 0 && text[0] != ' ') {
		longer = xmalloc(n + 2);
		longer[0] = ' ';
		memcpy(longer + 1, text, n);
		t = (struct text){longer, n + 1};
	}
	cut(&j, &t, out);
	for (size_t i = first; longer != NULL && i < out->n; i++) {
		out->v[i].point -= out->v[i].point > 0;
		out->v[i].point_end -= out->v[i].point_end > 0;
	}
	free(longer);
	free(j.v);
	free(j.heap);
}

void bpe_release(struct bpe *b)
{
	vocab_free(&b->vocab);
	free(b->joins);
	b->joins = NULL;
}
