/* passages: see passages.h. A table by digest of reader and text, and a list in the order of
 * use, under one lock; reading is done outside of it.
 *
 * Invariants
 * - an entry is in the table exactly while `kept`; it is in the list exactly while kept and
 *   READ; `bytes` is the sum of the list's sizes and at most max_bytes;
 * - an entry is freed when nobody holds it and it is not kept. */
#include "passages.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>

#include "beat/crypto.h"

enum { BUCKETS = 4096 };

enum state {
	READING, /* by the thread that made the entry */
	READ,
	NO_WORD
};

struct key {
	uint8_t digest[CRYPTO_SHA256_LEN];
	const void *reader;
};

struct passage_ref {
	LIST_ENTRY(passage_ref) chain;
	TAILQ_ENTRY(passage_ref) used;
	struct key key;
	const struct reader_ops *ops;
	void *read;
	size_t size;
	int holders;
	bool kept;
	enum state state;
};

/* A bounded number of passages, in the order of use anyway: fixed buckets are all the table needs, uthash would grow
 * it. */
TAILQ_HEAD(by_use, passage_ref);

struct passages {
	pthread_mutex_t lock;
	pthread_cond_t was_read;
	LIST_HEAD(, passage_ref) table[BUCKETS];
	struct by_use used; /* the latest first */
	size_t max_bytes;
	struct passages_stats stats;
};

static void lock(struct passages *c)
{
	int error = pthread_mutex_lock(&c->lock);

	assert(error == 0);
	(void)error;
}

static void unlock(struct passages *c)
{
	pthread_mutex_unlock(&c->lock);
}

struct passages *passages_new(size_t max_bytes)
{
	struct passages *c = xcalloc(1, sizeof(*c));

	pthread_mutex_init(&c->lock, NULL);
	pthread_cond_init(&c->was_read, NULL);
	TAILQ_INIT(&c->used);
	c->max_bytes = max_bytes;
	return c;
}

static size_t bucket_of(const struct key *k)
{
	return (size_t)(k->digest[0] | k->digest[1] << 8) % BUCKETS;
}

static struct key key_of(const struct shelf_reader *reader, const char *text, size_t n)
{
	struct key k = {.reader = reader->self};

	crypto_sha256(text, n, k.digest);
	return k;
}

static struct passage_ref *find(struct passages *c, const struct key *k)
{
	struct passage_ref *p;

	LIST_FOREACH(p, &c->table[bucket_of(k)], chain)
	{
		if (p->key.reader == k->reader && memcmp(p->key.digest, k->digest, sizeof(k->digest)) == 0)
			return p;
	}
	return NULL;
}

static void entry_free(struct passage_ref *p)
{
	if (p->read != NULL)
		p->ops->forget(p->read);
	free(p);
}

/* Takes it out of the cache; it lives on as long as somebody holds it. */
static void drop(struct passages *c, struct passage_ref *p)
{
	LIST_REMOVE(p, chain);
	p->kept = false;
	if (p->state == READ) {
		TAILQ_REMOVE(&c->used, p, used);
		c->stats.bytes -= p->size;
		c->stats.entries--;
	}
}

/* Keeps what was read and makes room for it; what could never fit must not drive out the others. */
static void keep(struct passages *c, struct passage_ref *p)
{
	p->size = sizeof(*p) + p->ops->size(p->read);
	if (p->size > c->max_bytes) {
		drop(c, p);
		p->state = READ;
		return;
	}
	p->state = READ;
	TAILQ_INSERT_HEAD(&c->used, p, used);
	c->stats.bytes += p->size;
	c->stats.entries++;
	while (c->stats.bytes > c->max_bytes) {
		struct passage_ref *oldest = TAILQ_LAST(&c->used, by_use);

		drop(c, oldest);
		c->stats.evictions++;
		if (oldest->holders == 0)
			entry_free(oldest);
	}
}

static void release(struct passages *c, struct passage_ref *p)
{
	bool last;

	lock(c);
	last = --p->holders == 0 && !p->kept;
	unlock(c);
	if (last)
		entry_free(p);
}

/* The first who wants it reads it. */
static struct passage_ref *begin(struct passages *c, const struct key *k, const struct shelf_reader *reader)
{
	struct passage_ref *p = xcalloc(1, sizeof(*p));

	*p = (struct passage_ref){.key = *k, .ops = reader->ops, .holders = 1, .kept = true, .state = READING};
	LIST_INSERT_HEAD(&c->table[bucket_of(k)], p, chain);
	c->stats.misses++;
	return p;
}

static void finish(struct passages *c, struct passage_ref *p, void *read)
{
	lock(c);
	p->read = read;
	if (read != NULL) {
		keep(c, p);
	} else {
		drop(c, p);
		p->state = NO_WORD;
	}
	pthread_cond_broadcast(&c->was_read);
	unlock(c);
}

/* Waits until the thread that reads it has done so. */
static void join(struct passages *c, struct passage_ref *p)
{
	p->holders++;
	c->stats.hits++;
	while (p->state == READING)
		pthread_cond_wait(&c->was_read, &c->lock);
	if (!p->kept || p->state != READ)
		return;
	TAILQ_REMOVE(&c->used, p, used);
	TAILQ_INSERT_HEAD(&c->used, p, used);
}

struct passage_ref *passages_take(struct passages *c, const struct shelf_reader *reader, const char *text, size_t n,
				  bool *hit)
{
	struct key k = key_of(reader, text, n);
	struct passage_ref *p;
	bool found;

	lock(c);
	p = find(c, &k);
	found = p != NULL;
	if (found)
		join(c, p);
	else
		p = begin(c, &k, reader);
	unlock(c);
	if (!found)
		finish(c, p, reader->ops->read(reader->self, text, n));
	if (hit != NULL)
		*hit = found;
	if (p->state == READ)
		return p;
	release(c, p);
	return NULL;
}

const void *passage_of(const struct passage_ref *p)
{
	return p->read;
}

void passages_give_back(struct passages *c, struct passage_ref **p)
{
	if (*p != NULL)
		release(c, *p);
	*p = NULL;
}

struct passages_stats passages_stats(struct passages *c)
{
	struct passages_stats s;

	lock(c);
	s = c->stats;
	unlock(c);
	return s;
}

void passages_free(struct passages **ptr)
{
	struct passages *c = *ptr;
	struct passage_ref *p;

	if (c == NULL)
		return;
	*ptr = NULL;
	while ((p = TAILQ_FIRST(&c->used)) != NULL) {
		assert(p->holders == 0);
		drop(c, p);
		entry_free(p);
	}
	pthread_cond_destroy(&c->was_read);
	pthread_mutex_destroy(&c->lock);
	free(c);
}
