/* Request bodies: whatever arrives, the strict parser, the field readers and the
 * platforms' doors either take it or explain; nothing crashes, nothing leaks. */
#include <string.h>

#include "beat/json.h"
#include "beat/platform.h"
#include "beat/span.h"
#include "beat/text.h"
#include "fuzz.h"

static void enter_everywhere(const json_t *params)
{
	static const struct token_key key = {{7}};
	static const struct platform_conf conf = {.mturk_submit_hosts = "https://www.mturk.com", .key = &key};
	static const struct platform *const doors[] = {&platform_mturk, &platform_prolific, &platform_direct};

	for (size_t i = 0; i < ARRAY_LEN(doors); i++) {
		struct platform_entry entry = {0};
		struct platform_fault f = {0};

		if (doors[i]->enter(&conf, "demo", params, &entry, &f) < 0)
			CHECK(f.param != NULL && f.detail[0] != '\0' && text_is_utf8(f.detail, strlen(f.detail)));
		else
			CHECK(entry.preview || entry.worker[0] != '\0');
	}
}

static void read_fields(const json_t *root)
{
	char err[JSON_ERR_MAX];
	const char *s;
	size_t n;
	int64_t v;
	json_t *obj;

	if (json_get_str(root, "question", &s, &n, err) == 0)
		CHECK(strlen(s) == n && text_is_utf8(s, n));
	if (json_get_obj(root, "answer", &obj, err) == 0 && json_get_int(obj, "start", 0, INT32_MAX, &v, err) == 0)
		CHECK(v >= 0 && v <= INT32_MAX);
	if (json_get_obj(root, "params", &obj, err) == 0)
		enter_everywhere(obj);
	if (json_is_object(root))
		enter_everywhere(root);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char err[JSON_ERR_MAX] = "";
	json_t *root = json_parse((const char *)data, size, err);

	if (root == NULL)
		CHECK(err[0] != '\0');
	else
		read_fields(root);
	json_decref(root);
	return 0;
}
