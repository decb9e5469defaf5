/* Tests of netlist: blocks, and who is behind a chain of proxies. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "io/netlist.h"
#include "unit.h"

static void check(const char *list, const char *address, bool in)
{
	char bad[NETLIST_TEXT_MAX];
	struct netlist *l = netlist_new(list, bad);

	assert_non_null(l);
	if (netlist_has(l, address) != in)
		fail_msg("%s should %sbe in %s", address, in ? "" : "not ", list);
	netlist_free(&l);
	assert_null(l);
}

static void addresses_and_blocks(void **state)
{
	(void)state;
	check("127.0.0.1", "127.0.0.1", true);
	check("127.0.0.1", "127.0.0.2", false);
	check("10.0.0.0/8 192.168.1.0/24", "10.255.1.2", true);
	check("10.0.0.0/8,192.168.1.0/24", "192.168.1.255", true);
	check("10.0.0.0/8, 192.168.1.0/24", "192.168.2.1", false);
	check("172.16.0.0/12", "172.31.255.255", true);
	check("172.16.0.0/12", "172.32.0.0", false);
	check("0.0.0.0/0", "8.8.8.8", true);
	check("0.0.0.0/0", "2001:db8::1", false);
	check("::/0", "8.8.8.8", true);
	check("fd00::/8", "fd12:3456::1", true);
	check("fd00::/8", "fe80::1", false);
	check("2001:db8::/33", "2001:db8:7fff::1", true);
	check("2001:db8::/33", "2001:db8:8000::1", false);
	check("10.1.2.3", "::ffff:10.1.2.3", true);
	check("::ffff:10.1.2.3", "10.1.2.3", true);
	check("", "127.0.0.1", false);
	check("127.0.0.1", "not an address", false);
	check("127.0.0.1", "", false);
}

static void what_is_no_address_is_named(void **state)
{
	static const char *const wrong[] = {"localhost",  "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/-1", "10.0.0/8",
					    "fd00::/129", "::/1234",     "1.2.3.4/a", "1.2.3.4/8/8"};
	char bad[NETLIST_TEXT_MAX];

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(wrong); i++) {
		struct netlist *l = netlist_new(wrong[i], bad);

		if (l != NULL)
			fail_msg("%s was taken", wrong[i]);
		assert_string_equal(bad, wrong[i]);
	}
	assert_null(netlist_new("127.0.0.1 nonsense", bad));
	assert_string_equal(bad, "nonsense");
	assert_false(netlist_has(NULL, "127.0.0.1"));
}

static void client(const char *list, const char *peer, const char *forwarded, const char *expected)
{
	char bad[NETLIST_TEXT_MAX], out[NETLIST_TEXT_MAX];
	struct netlist *l = list != NULL ? netlist_new(list, bad) : NULL;

	netlist_client(l, peer, forwarded, out);
	assert_string_equal(out, expected);
	netlist_free(&l);
}

static void only_trusted_proxies_are_believed(void **state)
{
	static const char proxies[] = "10.0.0.0/8 ::1";

	(void)state;
	client(NULL, "203.0.113.9", "198.51.100.7", "203.0.113.9");
	client(proxies, "203.0.113.9", "198.51.100.7", "203.0.113.9");
	client(proxies, "10.0.0.1", NULL, "10.0.0.1");
	client(proxies, "10.0.0.1", "", "10.0.0.1");
	client(proxies, "10.0.0.1", "198.51.100.7", "198.51.100.7");
	/* what the client wrote itself stands to the left of what the proxy saw */
	client(proxies, "10.0.0.1", "1.1.1.1, 198.51.100.7", "198.51.100.7");
	client(proxies, "10.0.0.1", "1.1.1.1, 198.51.100.7, 10.0.0.2", "198.51.100.7");
	client(proxies, "10.0.0.1", "10.0.0.3,10.0.0.2", "10.0.0.3");
	client(proxies, "10.0.0.1", "198.51.100.7, nonsense", "10.0.0.1");
	client(proxies, "10.0.0.1", "1.2.3.4, unknown, 10.0.0.2", "10.0.0.2");
	client(proxies, "10.0.0.1", " , ,198.51.100.7 , ", "198.51.100.7");
	client(proxies, "10.0.0.1", "198.51.100.7:4711", "198.51.100.7");
	client(proxies, "::1", "[2001:db8::5]:4711", "2001:db8::5");
	client(proxies, "::1", "2001:0DB8:0::0005", "2001:db8::5");
	client(proxies, "::1", "[", "::1");
	client(proxies, "::ffff:10.0.0.1", "::ffff:198.51.100.7", "198.51.100.7");
	client(proxies, "", "198.51.100.7", "");
}

UNIT_MAIN(NULL, NULL, cmocka_unit_test(addresses_and_blocks), cmocka_unit_test(what_is_no_address_is_named),
	  cmocka_unit_test(only_trusted_proxies_are_believed))
