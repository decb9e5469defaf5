/* guard: see guard.h. */
#include "guard.h"

#include <string.h>

#include "beat/json.h"
#include "beat/mem.h"
#include "beat/text.h"

enum { BUILD_PARTS = 5, KEPT_CHARS = 200 /* of what a build says of itself: SQL's model_build_seen() */ };

static bool part_is(const char *pinned, const char *came)
{
	size_t n = strlen(pinned);

	return strcmp(pinned, came) == 0 || (strncmp(pinned, came, n) == 0 && text_length(pinned, n) == KEPT_CHARS);
}

static bool build_is(const json_t *pin, const struct model_answer *a)
{
	const char *const parts[BUILD_PARTS] = {a->name, a->version, a->weights, a->prompt, a->protocol};
	bool same = true;

	for (size_t i = 0; i < BUILD_PARTS; i++) {
		const char *pinned = json_string_value(json_array_get(pin, i));

		same = same && pinned != NULL && part_is(pinned, parts[i]);
	}
	return same;
}

static bool build_is_pinned(const json_t *pins, const struct model_answer *a)
{
	size_t i;
	json_t *pin;

	json_array_foreach(pins, i, pin)
	{
		if (build_is(pin, a))
			return true;
	}
	return false;
}

bool guard_concerns(enum model_outcome outcome)
{
	return outcome == MODEL_ANSWERED || outcome == MODEL_EMPTY || outcome == MODEL_UNLOCATED;
}

bool guard_forbids(const char *guard)
{
	char err[JSON_ERR_MAX];
	json_t *told = guard != NULL ? json_parse(guard, strlen(guard), err) : NULL;
	bool spent = json_is_true(json_object_get(told, "spent"));

	json_decref(told);
	return spent;
}

void guard_look(const char *guard, struct model_answer *a)
{
	char err[JSON_ERR_MAX];
	json_t *told, *pins;

	if (guard == NULL || !guard_concerns(a->outcome))
		return;
	told = json_parse(guard, strlen(guard), err);
	pins = json_object_get(told, "pins");
	if (pins != NULL && !build_is_pinned(pins, a)) {
		a->outcome = MODEL_OTHER_BUILD;
		a->detail = "another build answered than the one that is pinned";
	}
	json_decref(told);
}
