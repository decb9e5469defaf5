/* balance: see balance.h. With questions Q and passages P in all, and differences q and p between the sides, what is
 * made small is |q|·P + |p|·Q. */
#include "balance.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "beat/buf.h"
#include "beat/mem.h"
#include "beat/rng.h"

struct scales {
	struct balance_item *items;
	size_t n;
	int64_t questions, passages; /* in all */
	int64_t q, p;                /* side 0 less side 1 */
	size_t on[2];                /* items of each side */
};

static uint64_t unlike(const struct scales *s, int64_t q, int64_t p)
{
	return (uint64_t)llabs(q) * (uint64_t)s->passages + (uint64_t)llabs(p) * (uint64_t)s->questions;
}

static void weigh(struct scales *s)
{
	s->questions = s->passages = s->q = s->p = 0;
	s->on[0] = s->on[1] = 0;
	for (size_t i = 0; i < s->n; i++) {
		const struct balance_item *it = &s->items[i];
		int sign = it->side == 0 ? 1 : -1;

		s->questions += it->questions;
		s->passages += it->passages;
		s->q += sign * it->questions;
		s->p += sign * it->passages;
		s->on[it->side]++;
	}
}

uint64_t balance_unlike(const struct balance_item *items, size_t n)
{
	struct scales s = {.items = (struct balance_item *)items, .n = n};

	weigh(&s);
	return unlike(&s, s.q, s.p);
}

/* The differences change by twice what crosses over. */
static uint64_t without(const struct scales *s, const struct balance_item *a, const struct balance_item *b)
{
	int sign = a->side == 0 ? 2 : -2;
	int64_t dq = a->questions - (b ? b->questions : 0), dp = a->passages - (b ? b->passages : 0);

	return unlike(s, s->q - sign * dq, s->p - sign * dp);
}

static void cross(struct scales *s, struct balance_item *a)
{
	int sign = a->side == 0 ? 2 : -2;

	s->q -= sign * a->questions;
	s->p -= sign * a->passages;
	s->on[a->side]--;
	a->side = !a->side;
	s->on[a->side]++;
}

struct step {
	struct balance_item *a, *b; /* b NULL: a alone */
	uint64_t unlike;
};

static void consider(const struct scales *s, struct step *best, struct balance_item *a, struct balance_item *b)
{
	uint64_t then = without(s, a, b);

	if (then < best->unlike)
		*best = (struct step){a, b, then};
}

/* Takes the best step there is; false if none helps. */
static bool improve(struct scales *s)
{
	struct step best = {NULL, NULL, unlike(s, s->q, s->p)};

	for (size_t i = 0; i < s->n; i++) {
		struct balance_item *a = &s->items[i];

		if (s->on[a->side] > 1)
			consider(s, &best, a, NULL);
		for (size_t j = i + 1; s->n <= BALANCE_EXCHANGED && j < s->n; j++) {
			if (s->items[j].side != a->side)
				consider(s, &best, a, &s->items[j]);
		}
	}
	if (!best.a)
		return false;
	cross(s, best.a);
	if (best.b)
		cross(s, best.b);
	return true;
}

/* A random half: every other one of a shuffled row. */
static void set_out(struct scales *s, struct rng *chance, size_t *row)
{
	for (size_t i = 0; i < s->n; i++)
		row[i] = i;
	rng_shuffle(chance, row, s->n, sizeof(*row));
	for (size_t i = 0; i < s->n; i++)
		s->items[row[i]].side = (int)(i % 2);
	weigh(s);
}

void balance_halves(struct balance_item *items, size_t n, const char *seed)
{
	size_t *row = xcalloc(n + 1, sizeof(*row));
	struct balance_item *best = xcalloc(n + 1, sizeof(*best));
	struct scales s = {.items = items, .n = n};
	struct buf stream = BUF_INIT;
	struct rng chance;
	uint64_t least = UINT64_MAX;

	buf_addf(&stream, "halve %s", seed);
	chance = rng_seeded(0, stream.p);
	buf_release(&stream);
	for (int i = 0; i < BALANCE_TRIES && least > 0; i++) {
		set_out(&s, &chance, row);
		while (improve(&s))
			;
		if (unlike(&s, s.q, s.p) < least) {
			least = unlike(&s, s.q, s.p);
			memcpy(best, items, n * sizeof(*items));
		}
	}
	if (n > 0)
		memcpy(items, best, n * sizeof(*items));
	free(best);
	free(row);
}
