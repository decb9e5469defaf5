/* Records of provenance as they are given to a release: read from their files, and checked against the datasets that
 * lie beside them. What a record must be is said by the database (provenance_check), for the dashboard's builds too. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "release_job.h"

enum { RECORD_MAX = 256 * 1024 };

/* What a record says it made and what lies there under that name are the same. */
static int check_beside(int folder, const char *path, const json_t *record)
{
	const json_t *outputs = json_object_get(record, "outputs"), *made;
	size_t i;

	json_array_foreach(outputs, i, made)
	{
		const char *name = json_string_value(json_object_get(made, "name"));
		const char *said = json_string_value(json_object_get(made, "sha256"));
		char err[FOLDER_ERR_MAX], sha256[65];
		int64_t bytes;

		if (name == NULL || said == NULL || strchr(name, '/') != NULL || faccessat(folder, name, F_OK, 0) != 0)
			continue;
		if (folder_digest(folder, name, &bytes, sha256, err) != 0)
			return cli_fail("%s.", err);
		if (strcmp(sha256, said) != 0)
			return cli_fail(
			    "%s is not the dataset that its record %s speaks of: it was changed since, or made "
			    "by another command. Make it again, or move it away.",
			    name, path);
	}
	return CLI_OK;
}

static int read_record(const char *path, struct jw *w)
{
	const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
	char *folder = slash == NULL ? xstrdup(".") : xmemdup0(path, slash > path ? (size_t)(slash - path) : 1);
	char err[FOLDER_ERR_MAX], why[JSON_ERR_MAX];
	struct buf text = BUF_INIT;
	json_t *record = NULL;
	int fd = -1, rc = CLI_FAILED;

	if (folder_open(folder, &fd, err) != 0 || folder_read(fd, name, &text, RECORD_MAX, err) != 0)
		cli_fail("--cites %s: %s.", path, err);
	else if ((record = json_parse(text.p, text.n, why)) == NULL)
		cli_fail("--cites %s is no record of provenance: %s", path, why);
	else
		rc = check_beside(fd, path, record);
	if (rc == CLI_OK) {
		jw_open(w, '{');
		jw_kstr(w, "name", name);
		jw_key(w, "record");
		jw_strn(w, text.p, text.n);
		jw_close(w, '}');
	}
	if (fd >= 0)
		close(fd);
	json_decref(record);
	buf_release(&text);
	free(folder);
	return rc;
}

int release_cites_read(const struct cli_strs *files, char **json)
{
	struct buf out = BUF_INIT;
	int rc = CLI_OK;
	struct jw w;

	*json = NULL;
	if (files == NULL || files->n == 0)
		return CLI_OK;
	jw_init(&w, &out);
	jw_open(&w, '[');
	for (size_t i = 0; rc == CLI_OK && i < files->n; i++)
		rc = read_record(files->v[i], &w);
	if (rc == CLI_OK) {
		jw_close(&w, ']');
		jw_done(&w);
		*json = buf_detach(&out);
	}
	buf_release(&out);
	return rc;
}
