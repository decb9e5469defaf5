/* The dashboard's table: every row says of each parameter of its statement where it comes from; rows that do not fit
 * are refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../server/flow/admin_routes.h"
#include "unit.h"

static void every_row_fits_its_statement(void **state)
{
	struct admin_source sources[ADMIN_PARAMS_MAX];
	char err[ADMIN_BIND_ERR];
	int bound = 0;

	(void)state;
	for (const struct admin_route *r = admin_routes; r->path != NULL; r++) {
		if (r->statement == NULL)
			continue;
		if (admin_bind(r, sources, err) < 0)
			fail_msg("%s", err);
		bound++;
	}
	assert_true(bound > 40);
}

static void the_order_of_words_is_free(void **state)
{
	const struct admin_route r = {.path = "/projects/{project}/workers/{id}",
				      .statement = &q_admin_worker_statement,
				      .params = "$identity worker={id} $account {project}"};
	struct admin_source sources[ADMIN_PARAMS_MAX];
	char err[ADMIN_BIND_ERR];

	(void)state;
	assert_int_equal(admin_bind(&r, sources, err), 0);
	assert_int_equal(sources[0].kind, ADMIN_FROM_PATH);
	assert_int_equal(sources[0].path_arg, 0);
	assert_int_equal(sources[1].path_arg, 1);
	assert_int_equal(sources[2].kind, ADMIN_FROM_IDENTITY);
	assert_int_equal(sources[3].kind, ADMIN_FROM_ACCOUNT);
}

static void rows_that_do_not_fit_are_refused(void **state)
{
	static const struct {
		const char *params, *err;
	} cases[] = {
	    {"worker={id} {project}", "/p/{project}/{id}: nothing is said of the parameter identity of admin_worker"},
	    {"worker={id} {project} $identity ?more", "/p/{project}/{id}: admin_worker has no parameter more"},
	    {"worker={id} worker=?w {project} $identity",
	     "/p/{project}/{id}: admin_worker is given twice its parameter worker"},
	    {"worker={nobody} {project} $identity",
	     "/p/{project}/{id}: \"worker={nobody}\" is no source of a parameter"},
	    {"worker={id} {project} identity=$what",
	     "/p/{project}/{id}: \"identity=$what\" is no source of a parameter"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		const struct admin_route r = {
		    .path = "/p/{project}/{id}", .statement = &q_admin_worker_statement, .params = cases[i].params};
		struct admin_source sources[ADMIN_PARAMS_MAX];
		char err[ADMIN_BIND_ERR] = "";

		assert_int_equal(admin_bind(&r, sources, err), -1);
		assert_string_equal(err, cases[i].err);
	}
}

UNIT_MAIN(NULL, NULL, cmocka_unit_test(every_row_fits_its_statement), cmocka_unit_test(the_order_of_words_is_free),
	  cmocka_unit_test(rows_that_do_not_fit_are_refused))
