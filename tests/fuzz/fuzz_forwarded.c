/* X-Forwarded-For: whatever a client writes into it, the address that comes out is the peer's or one that a trusted
 * proxy reported, never longer than an address is.
 *
 * The input: the trusted list, a newline, the header. */
#include <string.h>

#include "fuzz.h"
#include "io/netlist.h"

static void check(const struct netlist *trusted, const char *peer, const char *forwarded)
{
	char out[NETLIST_TEXT_MAX];

	memset(out, 'x', sizeof(out));
	netlist_client(trusted, peer, forwarded, out);
	CHECK(memchr(out, '\0', sizeof(out)) != NULL);
	if (!netlist_has(trusted, peer))
		CHECK(strcmp(out, peer) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = xmemdup0((const char *)data, size), bad[NETLIST_TEXT_MAX] = "";
	char *header = text + strcspn(text, "\n");
	struct netlist *trusted;

	if (*header != '\0')
		*header++ = '\0';
	trusted = netlist_new(text, bad);
	CHECK(trusted != NULL || memchr(bad, '\0', sizeof(bad)) != NULL);
	check(trusted, "192.0.2.1", header);
	check(trusted, "2001:db8::1", header);
	check(NULL, "192.0.2.1", header);
	netlist_free(&trusted);
	free(text);
	return 0;
}
