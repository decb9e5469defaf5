/* The answers of one build of a model on disk: FOLDER/NAME-DIGEST.jsonl, where the digest is
 * of what the model says about itself, so that another version or other weights begin
 * another file. The first line tells which model it is; each further line is one answer:
 *   {"key":"…","id":"q1","answer":"Paris"}
 * A line that a kill cut short, or anything else that is no answer, is passed over. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "beat/crypto.h"
#include "beat/eval_ask.h"
#include "beat/jw.h"
#include "beat/source.h"

struct eval_cache {
	char *path;
	int fd;
};

/* Which build: equal answers may be expected only from equal ones. A model that does not tell its weights is
 * known by its address, too, and by its name there. */
static void identity(struct buf *out, const struct eval_model *m)
{
	const bool told = *m->weights != '\0';
	const char *parts[] = {m->protocol, m->reported, m->version, m->weights, told ? "" : m->url};
	const char *further[] = {m->prompt, !told && m->served ? m->served : ""};

	for (size_t i = 0; i < ARRAY_LEN(parts); i++)
		buf_add(out, parts[i], strlen(parts[i]) + 1);
	for (size_t i = 0; i < ARRAY_LEN(further); i++)
		buf_add(out, further[i], *further[i] ? strlen(further[i]) + 1 : 0);
}

/* The usual folder for such things, or NULL if the environment names none. */
static char *usual_folder(void)
{
	const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
	struct buf b = BUF_INIT;

	if (xdg && *xdg == '/')
		buf_addf(&b, "%s/beat/eval", xdg);
	else if (home && *home)
		buf_addf(&b, "%s/.cache/beat/eval", home);
	else
		return NULL;
	return buf_detach(&b);
}

static int make_folders(char *path)
{
	for (char *p = path + 1; *p; p++) {
		if (*p != '/')
			continue;
		*p = '\0';
		if (mkdir(path, 0777) != 0 && errno != EEXIST) {
			*p = '/';
			return -1;
		}
		*p = '/';
	}
	return mkdir(path, 0777) != 0 && errno != EEXIST ? -1 : 0;
}

/* The model's name as part of a file's name, whatever it is. */
static void add_harmless(struct buf *out, const char *name)
{
	size_t room = 40;

	for (; *name && room > 0; name++, room--) {
		bool plain = (*name >= 'a' && *name <= 'z') || (*name >= 'A' && *name <= 'Z') ||
			     (*name >= '0' && *name <= '9') || *name == '-' || *name == '_';

		buf_add(out, plain ? name : "_", 1);
	}
}

static char *path_of(const char *folder, const struct eval_model *m)
{
	struct buf b = BUF_INIT, who = BUF_INIT;
	char digest[2 * CRYPTO_SHA256_LEN + 1];

	identity(&who, m);
	crypto_sha256_hex(who.p, who.n, digest);
	buf_addf(&b, "%s/", folder);
	add_harmless(&b, m->reported);
	buf_addf(&b, "-%.16s.jsonl", digest);
	buf_release(&who);
	return buf_detach(&b);
}

/* One write a line: lines of two runs do not mix, and none is lost in a buffer. */
static int append(struct eval_cache *c, const struct buf *line)
{
	ssize_t n;

	do
		n = write(c->fd, line->p, line->n);
	while (n < 0 && errno == EINTR);
	if (n == (ssize_t)line->n)
		return CLI_OK;
	return cli_fail("eval: could not write to the cache %s: %s.", c->path, n < 0 ? strerror(errno) : "disk full");
}

static int add_header(struct eval_cache *c, const struct eval_model *m)
{
	struct buf line = BUF_INIT;
	struct jw w;
	int rc;

	jw_init(&w, &line);
	jw_open(&w, '{');
	jw_kstr(&w, "model", m->reported);
	jw_kstr(&w, "version", m->version);
	jw_kstr(&w, "weights", m->weights);
	jw_kstr(&w, "url", m->shown);
	jw_kstr(&w, "protocol", m->protocol);
	if (*m->prompt)
		jw_kstr(&w, "prompt", m->prompt);
	jw_close(&w, '}');
	jw_done(&w);
	buf_addc(&line, '\n');
	rc = append(c, &line);
	buf_release(&line);
	return rc;
}

/* A new file gets its header; an old one may end in the middle of a line. */
static int begin(struct eval_cache *c, const struct eval_model *m)
{
	off_t size = lseek(c->fd, 0, SEEK_END);
	char last;

	if (size <= 0)
		return add_header(c, m);
	if (pread(c->fd, &last, 1, size - 1) == 1 && last != '\n')
		return append(c, &(struct buf){.p = (char *)"\n", .n = 1});
	return CLI_OK;
}

struct eval_cache *eval_cache_open(const char *folder, const struct eval_model *model)
{
	struct eval_cache *c = NULL;
	char *dir = folder ? xstrdup(folder) : usual_folder();

	if (!dir) {
		cli_fail("eval: HOME is not set, so there is no folder for the answers: name one with --cache DIR, or "
			 "use --no-cache.");
		return NULL;
	}
	if (make_folders(dir) != 0) {
		cli_fail("eval: could not make the folder %s for the answers: %s. Name another one with --cache DIR.",
			 dir, strerror(errno));
	} else {
		c = xcalloc(1, sizeof(*c));
		c->path = path_of(dir, model);
		c->fd = open(c->path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
		if (c->fd < 0)
			cli_fail("eval: could not open the cache %s: %s.", c->path, strerror(errno));
		if (c->fd < 0 || begin(c, model) != CLI_OK)
			eval_cache_close(&c);
	}
	free(dir);
	return c;
}

static bool take_line(json_t *answers, const struct buf *line)
{
	json_t *one = json_loadb(line->p, line->n, JSON_ALLOW_NUL, NULL);
	const json_t *key = json_object_get(one, "key");
	json_t *answer = json_object_get(one, "answer");
	bool good = json_is_string(key) && json_is_string(answer);

	if (good)
		json_object_set(answers, json_string_value(key), answer);
	json_decref(one);
	return good;
}

size_t eval_cache_load(struct eval_cache *cache, json_t *answers)
{
	char why[SOURCE_ERR_MAX];
	struct source *src = source_open(cache->path, why);
	struct buf line = BUF_INIT;
	size_t n = 0;
	int c;

	while (src && (c = source_byte(src)) != SOURCE_END) {
		if (c != '\n') {
			buf_addc(&line, (char)c);
			continue;
		}
		n += line.n > 0 && take_line(answers, &line);
		buf_clear(&line);
	}
	buf_release(&line);
	source_free(&src);
	return n;
}

int eval_cache_add(struct eval_cache *cache, const struct eval_key *key, const char *id, const char *answer)
{
	struct buf line = BUF_INIT;
	struct jw w;
	int rc;

	jw_init(&w, &line);
	jw_open(&w, '{');
	jw_kstr(&w, "key", key->hex);
	jw_kstr(&w, "id", id);
	jw_kstr(&w, "answer", answer);
	jw_close(&w, '}');
	jw_done(&w);
	buf_addc(&line, '\n');
	rc = append(cache, &line);
	buf_release(&line);
	return rc;
}

void eval_cache_close(struct eval_cache **cache)
{
	if (!*cache)
		return;
	if ((*cache)->fd >= 0)
		close((*cache)->fd);
	free((*cache)->path);
	free(*cache);
	*cache = NULL;
}
