/* netlist: see include/beat/netlist.h. Every address is kept as 16 bytes, IPv4 in
 * its IPv6 form, so that one comparison does for all. */
#include "netlist.h"

#include <arpa/inet.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ADDRESS_BITS = 128, V4_OFFSET = 96 };

struct block {
	uint8_t address[16];
	int bits;
};

struct netlist {
	struct block *blocks;
	size_t count;
};

static const char separators[] = " \t,";

/* The 16 bytes of an address of n characters; false if it is none. *v4 tells how it was written. */
static bool parse_address(const char *text, size_t n, uint8_t out[16], bool *v4)
{
	static const uint8_t mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
	char copy[NETLIST_TEXT_MAX];

	if (n == 0 || n >= sizeof(copy))
		return false;
	memcpy(copy, text, n);
	copy[n] = '\0';
	*v4 = inet_pton(AF_INET, copy, out + sizeof(mapped)) == 1;
	if (*v4)
		memcpy(out, mapped, sizeof(mapped));
	return *v4 || inet_pton(AF_INET6, copy, out) == 1;
}

static bool parse_block(const char *text, size_t n, struct block *out)
{
	const char *slash = memchr(text, '/', n);
	size_t address_n = slash != NULL ? (size_t)(slash - text) : n;
	size_t digits = slash != NULL ? n - address_n - 1 : 0;
	bool v4;
	int bits;

	if (!parse_address(text, address_n, out->address, &v4))
		return false;
	out->bits = ADDRESS_BITS;
	if (slash == NULL)
		return true;
	if (digits == 0 || digits > 3 || strspn(slash + 1, "0123456789") < digits)
		return false;
	bits = (int)strtol(slash + 1, NULL, 10) + (v4 ? V4_OFFSET : 0);
	out->bits = bits;
	return bits <= ADDRESS_BITS;
}

struct netlist *netlist_new(const char *text, char bad[NETLIST_TEXT_MAX])
{
	struct netlist *l = xcalloc(1, sizeof(*l));

	for (const char *p = text + strspn(text, separators); *p != '\0'; p += strspn(p, separators)) {
		size_t n = strcspn(p, separators);

		l->blocks = xrealloc(l->blocks, (l->count + 1) * sizeof(*l->blocks));
		if (!parse_block(p, n, &l->blocks[l->count])) {
			snprintf(bad, NETLIST_TEXT_MAX, "%.*s", (int)n, p);
			netlist_free(&l);
			return NULL;
		}
		l->count++;
		p += n;
	}
	return l;
}

void netlist_free(struct netlist **l)
{
	if (*l == NULL)
		return;
	free((*l)->blocks);
	free(*l);
	*l = NULL;
}

static bool in_block(const struct block *b, const uint8_t address[16])
{
	size_t whole = (size_t)b->bits / 8;
	int rest = b->bits % 8;

	if (memcmp(b->address, address, whole) != 0)
		return false;
	return rest == 0 || (b->address[whole] ^ address[whole]) >> (8 - rest) == 0;
}

static bool list_has(const struct netlist *l, const uint8_t address[16])
{
	for (size_t i = 0; l != NULL && i < l->count; i++) {
		if (in_block(&l->blocks[i], address))
			return true;
	}
	return false;
}

bool netlist_has(const struct netlist *l, const char *address)
{
	uint8_t bytes[16];
	bool v4;

	return parse_address(address, strlen(address), bytes, &v4) && list_has(l, bytes);
}

static void write_address(const uint8_t address[16], char out[NETLIST_TEXT_MAX])
{
	struct in6_addr v6;

	memcpy(&v6, address, sizeof(v6));
	if (IN6_IS_ADDR_V4MAPPED(&v6))
		inet_ntop(AF_INET, address + 12, out, NETLIST_TEXT_MAX);
	else
		inet_ntop(AF_INET6, address, out, NETLIST_TEXT_MAX);
}

/* An element of X-Forwarded-For: an address, perhaps with a port or in brackets. */
static bool parse_hop(const char *p, size_t n, uint8_t out[16])
{
	const char *colon = memchr(p, ':', n);
	const char *bracket = memchr(p, ']', n);
	bool v4;

	if (n > 0 && *p == '[' && bracket != NULL)
		return parse_address(p + 1, (size_t)(bracket - p) - 1, out, &v4);
	if (colon != NULL && memchr(colon + 1, ':', n - (size_t)(colon - p) - 1) == NULL)
		n = (size_t)(colon - p); /* one colon: the port of an IPv4 address */
	return parse_address(p, n, out, &v4);
}

/* The last element before *end, which moves to its left; false if there is none. */
static bool last_hop(const char *list, const char **end, const char **p, size_t *n)
{
	while (*end > list && strchr(separators, (*end)[-1]) != NULL)
		(*end)--;
	*p = *end;
	while (*p > list && strchr(separators, (*p)[-1]) == NULL)
		(*p)--;
	*n = (size_t)(*end - *p);
	*end = *p;
	return *n > 0;
}

void netlist_client(const struct netlist *trusted, const char *peer, const char *forwarded, char out[NETLIST_TEXT_MAX])
{
	const char *end = forwarded != NULL ? forwarded + strlen(forwarded) : NULL, *p;
	uint8_t client[16], hop[16];
	bool v4;
	size_t n;

	if (!parse_address(peer, strlen(peer), client, &v4)) {
		snprintf(out, NETLIST_TEXT_MAX, "%s", peer);
		return;
	}
	while (end != NULL && list_has(trusted, client) && last_hop(forwarded, &end, &p, &n) && parse_hop(p, n, hop))
		memcpy(client, hop, sizeof(client));
	write_address(client, out);
}
