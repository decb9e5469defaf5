/* netlist: a list of IP addresses and blocks ("127.0.0.1 10.0.0.0/8 fd00::/8"),
 * and what a chain of proxies says about where a request came from. Pure.
 *
 * An IPv4 address inside IPv6 (::ffff:10.1.2.3) is the IPv4 address. */
#ifndef BEAT_NETLIST_H
#define BEAT_NETLIST_H

#include <stdbool.h>
#include <stddef.h>

#include "beat/mem.h"

struct netlist;

enum { NETLIST_TEXT_MAX = 48 }; /* an address as text, with its NUL */

/* Separated by spaces or commas. NULL if one of them is neither an address nor a block; *bad then says which. */
struct netlist *netlist_new(const char *text, char bad[NETLIST_TEXT_MAX]);
void netlist_free(struct netlist **l);
bool netlist_has(const struct netlist *l, const char *address); /* false for a NULL list */

/* Who asked. peer is the address of the connection; forwarded the value of X-Forwarded-For (several headers joined by
 * commas), nearest proxy last, or NULL. From the right, each address is believed as long as the one that reported it is
 * on the list; the first that is not on it is the client. */
void netlist_client(const struct netlist *trusted, const char *peer, const char *forwarded, char out[NETLIST_TEXT_MAX]);

#endif
