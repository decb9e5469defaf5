/* setup: see setup.h. */
#include "setup.h"

#include <limits.h>
#include <string.h>

#include "beat/json.h"

static const char *setup_text(const json_t *call, const char *key)
{
	const char *text = json_string_value(json_object_get(call, key));

	return text != NULL && *text != '\0' ? text : NULL;
}

static int setup_number(const json_t *call, const char *key)
{
	json_int_t n = json_integer_value(json_object_get(call, key));

	return n > 0 && n <= INT_MAX ? (int)n : 0;
}

void model_setup_init(struct model_setup *s, const char *call)
{
	char err[JSON_ERR_MAX];
	json_t *told = call != NULL ? json_parse(call, strlen(call), err) : NULL;

	*s = (struct model_setup){
	    .served_name = setup_text(told, "served_name"),
	    .prompt = setup_text(told, "prompt"),
	    .headers = setup_text(told, "headers"),
	    .key_env = setup_text(told, "key_env"),
	    .key_file = setup_text(told, "key_file"),
	    .timeout_ms = setup_number(told, "timeout_ms"),
	    .concurrency = setup_number(told, "concurrency"),
	    .per_minute = setup_number(told, "per_minute"),
	    .max_tokens = setup_number(told, "max_tokens"),
	    .link_local = json_is_true(json_object_get(told, "link_local")),
	    .kept = told,
	};
}

void model_setup_release(struct model_setup *s)
{
	json_decref(s->kept);
	*s = (struct model_setup){0};
}
