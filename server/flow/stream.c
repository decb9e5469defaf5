/* stream: see stream.h.
 *
 * The database notifies {"topic", "project" (its id), "id"}; a dashboard hears
 *
 *   event: change
 *   data: {"topic": "worker", "project": "demo", "id": "17"}
 *
 * at most once a second for each topic and project: the first note at once, those of
 * the second that follows together, and then without an id if they differ. A dashboard
 * that named a project hears of that one and of what belongs to none. After the server
 * could not listen for a while nobody knows what was missed: the topic "*" stands for
 * everything.
 *
 * Invariants
 * - A note is kept (struct note) from the first of its kind until a second in which
 *   none came, so there are as many as topics times busy projects; beyond NOTES_MAX
 *   all are dropped and everybody is told to look again.
 * - While no dashboard is open notes are not even read.
 * - A stream lives as long as its session: both are looked at with every heartbeat and
 *   whenever something about people changes.
 * - A stream is told of projects that its account sees. While that is being asked for, at
 *   its beginning and after something about people has changed, all notes wait; a stream
 *   for which it could not be learnt is told nothing, and to look again when it is known. */
#include "stream.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>

#include "beat/jw.h"
#include "beat/log.h"
#include "beat/loop.h"

enum {
	NOTES_MAX = 1024,
	NOTE_EVERY_MS = 1000,
	HEARTBEAT_MS = 15000,
	TRIES_MAX = 40,
	PER_ACCOUNT_MAX = 16, /* the oldest goes when there are more */
	TOPIC_MAX = 31,
	ID_MAX = 200
};

struct stream {
	TAILQ_ENTRY(stream) link; /* oldest first */
	struct streams *streams;
	struct http_stream *out;
	int64_t account, login, token;
	char *project; /* NULL: all */
	struct db_call *check;
	bool check_again; /* something about people changed while it was under way */
	bool waits;       /* for what it may see, since the beginning or since something about people changed */
	bool missed;      /* something meanwhile: it is told to look again */
	char *sees;       /* the projects, as ",3,5,"; NULL: all */
};

/* Of one topic of one project. */
struct note {
	LIST_ENTRY(note) link;
	char topic[TOPIC_MAX + 1];
	int64_t project; /* 0: none */
	char *id;        /* NULL: none, or several */
	bool due;        /* something is to be told */
	int tries;       /* to learn its project's name */
	int64_t told_ms;
};

struct project {
	int64_t id;
	char *name;
};

struct streams {
	struct app *app;
	struct db_listen *listen;
	TAILQ_HEAD(stream_list, stream) open;
	int count;
	LIST_HEAD(, note) notes;
	int note_count;
	struct loop_timer *tick, *heartbeat;
	bool ticking;
	struct project *projects;
	int project_count;
	struct db_call *names;
};

/* --- one dashboard ------------------------------------------------------ */

static void stream_free(struct stream *s)
{
	TAILQ_REMOVE(&s->streams->open, s, link);
	s->streams->count--;
	http_stream_end(&s->out);
	db_cancel(&s->check);
	free(s->project);
	free(s->sees);
	free(s);
}

static void stream_on_close(void *arg)
{
	struct stream *s = arg;

	s->out = NULL;
	stream_free(s);
}

static void stream_check(struct stream *s);

/* Anything may have changed. */
static const char stream_everything[] = "event: change\ndata: {\"topic\":\"*\",\"project\":null,\"id\":null}\n\n";

static void stream_know(struct stream *s, const char *sees)
{
	free(s->sees);
	s->sees = sees != NULL ? xstrdup(sees) : NULL;
	s->waits = false;
	if (s->missed)
		http_stream_send(s->out, stream_everything, sizeof(stream_everything) - 1);
	s->missed = false;
}

/* Of a project (0: of none) and under the name that it has. */
static bool stream_concerns(const struct stream *s, int64_t id, const char *project)
{
	char number[24];

	if (project == NULL)
		return true;
	snprintf(number, sizeof(number), ",%lld,", (long long)id);
	return (s->project == NULL || strcmp(s->project, project) == 0) &&
	       (s->sees == NULL || strstr(s->sees, number) != NULL);
}

static void stream_flush(struct streams *all);

static void stream_on_checked(void *arg, const struct db_result *r)
{
	struct stream *s = arg;
	struct streams *all = s->streams;

	s->check = NULL;
	/* While the database cannot be asked there is nothing to tell either. */
	if (r->status == DB_OK && (r->rows != 1 || !q_admin_alive_row(r, 0).alive))
		stream_free(s);
	else if (s->check_again)
		stream_check(s);
	else if (r->status == DB_OK)
		stream_know(s, q_admin_alive_row(r, 0).sees);
	stream_flush(all);
}

/* Whether the one who follows may still do so. */
static void stream_check(struct stream *s)
{
	s->check_again = s->check != NULL;
	if (s->check_again)
		return;
	s->check = db_start(s->streams->app->db, DB_READ, q_admin_alive(.login_id = s->login, .token_id = s->token),
			    DB_TIMEOUT_MS, stream_on_checked, s);
}

/* wait: something about people changed, and nobody is told anything before it is known what they see. */
static void stream_check_all(struct streams *all, bool wait)
{
	struct stream *s;

	TAILQ_FOREACH(s, &all->open, link)
	{
		s->waits |= wait;
		stream_check(s);
	}
}

/* A note of the project `id` (0: of none); to those who do not see everything it goes without its own id then. */
static void stream_send_all(struct streams *all, int64_t id, const char *project, const char *text, const char *bare)
{
	struct stream *s;

	TAILQ_FOREACH(s, &all->open, link)
	{
		const char *p = project == NULL && s->sees != NULL ? bare : text;

		if (s->waits)
			s->missed = true;
		else if (stream_concerns(s, id, project))
			http_stream_send(s->out, p, strlen(p));
	}
}

static void stream_on_heartbeat(void *arg)
{
	static const char beat[] = ": still here\n\n";
	struct streams *all = arg;
	struct stream *s;

	if (TAILQ_EMPTY(&all->open))
		return;
	TAILQ_FOREACH(s, &all->open, link)
	http_stream_send(s->out, beat, sizeof(beat) - 1);
	stream_check_all(all, false);
	loop_timer_set(all->heartbeat, HEARTBEAT_MS);
}

/* --- names of projects -------------------------------------------------- */

static void stream_names_clear(struct streams *all)
{
	for (int i = 0; i < all->project_count; i++)
		free(all->projects[i].name);
	free(all->projects);
	all->projects = NULL;
	all->project_count = 0;
}

static void stream_on_names(void *arg, const struct db_result *r)
{
	struct streams *all = arg;

	all->names = NULL;
	if (r->status != DB_OK)
		return; /* asked for again with the next tick */
	stream_names_clear(all);
	all->projects = xcalloc((size_t)r->rows + 1, sizeof(*all->projects));
	for (int i = 0; i < r->rows; i++) {
		struct q_stream_projects_row row = q_stream_projects_row(r, i);

		all->projects[all->project_count++] = (struct project){.id = row.id, .name = xstrdup(row.name)};
	}
	stream_flush(all);
}

/* NULL if it is not known yet: it is being asked for. */
static const char *stream_project_name(struct streams *all, int64_t id)
{
	for (int i = 0; i < all->project_count; i++) {
		if (all->projects[i].id == id)
			return all->projects[i].name;
	}
	if (all->names == NULL)
		all->names = db_start(all->app->db, DB_READ, q_stream_projects(), DB_TIMEOUT_MS, stream_on_names, all);
	return NULL;
}

/* --- notes -------------------------------------------------------------- */

static void stream_note_free(struct streams *all, struct note *n)
{
	LIST_REMOVE(n, link);
	all->note_count--;
	free(n->id);
	free(n);
}

static void stream_forget_notes(struct streams *all)
{
	struct note *n, *next;

	for (n = LIST_FIRST(&all->notes); n != NULL; n = next) {
		next = LIST_NEXT(n, link);
		stream_note_free(all, n);
	}
}

static void stream_write(struct buf *b, const char *topic, const char *project, const char *id)
{
	struct jw w;

	buf_adds(b, "event: change\ndata: ");
	jw_init(&w, b);
	jw_open(&w, '{');
	jw_kstr(&w, "topic", topic);
	jw_kstr(&w, "project", project);
	jw_kstr(&w, "id", id);
	jw_close(&w, '}');
	jw_done(&w);
	buf_adds(b, "\n\n");
}

static void stream_tell(struct streams *all, struct note *n, const char *project)
{
	struct buf text = BUF_INIT, bare = BUF_INIT;

	stream_write(&text, n->topic, project, n->id);
	stream_write(&bare, n->topic, project, NULL);
	stream_send_all(all, n->project, project, text.p, bare.p);
	buf_release(&text);
	buf_release(&bare);
	free(n->id);
	n->id = NULL;
	n->due = false;
	n->tries = 0;
	n->told_ms = loop_now_ms();
}

/* Whether it is being asked what somebody sees. */
static bool stream_is_asking(const struct streams *all)
{
	const struct stream *s;

	TAILQ_FOREACH(s, &all->open, link)
	{
		if (s->waits && s->check != NULL)
			return true;
	}
	return false;
}

static void stream_tell_due(struct streams *all)
{
	int64_t now = loop_now_ms();
	struct note *n, *next;

	for (n = LIST_FIRST(&all->notes); n != NULL; n = next) {
		const char *project = NULL;

		next = LIST_NEXT(n, link);
		if (now - n->told_ms < NOTE_EVERY_MS)
			continue;
		if (!n->due || n->tries > TRIES_MAX)
			stream_note_free(all, n);
		else if (n->project == 0 || (project = stream_project_name(all, n->project)) != NULL)
			stream_tell(all, n, project);
		else
			n->tries++;
	}
}

static void stream_flush(struct streams *all)
{
	if (!stream_is_asking(all))
		stream_tell_due(all);
	if (LIST_EMPTY(&all->notes) || all->ticking)
		return;
	all->ticking = true;
	loop_timer_set(all->tick, NOTE_EVERY_MS / 4);
}

static void stream_on_tick(void *arg)
{
	struct streams *all = arg;

	all->ticking = false;
	stream_flush(all);
}

static void stream_tell_everything(struct streams *all)
{
	stream_forget_notes(all);
	stream_send_all(all, 0, NULL, stream_everything, stream_everything);
}

static struct note *stream_note_get(struct streams *all, const char *topic, int64_t project)
{
	struct note *n;

	LIST_FOREACH(n, &all->notes, link)
	{
		if (n->project == project && strcmp(n->topic, topic) == 0)
			return n;
	}
	if (all->note_count >= NOTES_MAX)
		return NULL;
	n = xcalloc(1, sizeof(*n));
	snprintf(n->topic, sizeof(n->topic), "%s", topic);
	n->project = project;
	n->told_ms = loop_now_ms() - NOTE_EVERY_MS;
	LIST_INSERT_HEAD(&all->notes, n, link);
	all->note_count++;
	return n;
}

static void stream_take(struct streams *all, const char *topic, int64_t project, const char *id)
{
	struct note *n = stream_note_get(all, topic, project);

	if (id != NULL && strlen(id) > ID_MAX)
		id = NULL;
	if (n == NULL) {
		stream_tell_everything(all);
		return;
	}
	if (!n->due) {
		n->id = id != NULL ? xstrdup(id) : NULL;
	} else if (n->id != NULL && (id == NULL || strcmp(n->id, id) != 0)) {
		free(n->id);
		n->id = NULL;
	}
	n->due = true;
	stream_flush(all);
}

static void stream_on_note(void *arg, const char *payload)
{
	struct streams *all = arg;
	char err[JSON_ERR_MAX];
	const char *topic;
	json_t *root;

	if (TAILQ_EMPTY(&all->open))
		return;
	if (payload == NULL) {
		stream_tell_everything(all);
		return;
	}
	root = json_parse(payload, strlen(payload), err);
	topic = json_string_value(json_object_get(root, "topic"));
	if (topic == NULL || strlen(topic) > TOPIC_MAX) {
		log_warn("a note of the database cannot be read: %.200s", payload);
	} else {
		stream_take(all, topic, (int64_t)json_integer_value(json_object_get(root, "project")),
			    json_string_value(json_object_get(root, "id")));
		if (strcmp(topic, "people") == 0)
			stream_check_all(all, true);
	}
	json_decref(root);
}

/* --- coming and going --------------------------------------------------- */

static void stream_bound_account(struct streams *all, int64_t account)
{
	struct stream *s, *oldest = NULL;
	int n = 0;

	TAILQ_FOREACH(s, &all->open, link)
	{
		if (s->account != account)
			continue;
		n++;
		if (oldest == NULL)
			oldest = s;
	}
	if (n > PER_ACCOUNT_MAX)
		stream_free(oldest);
}

void admin_stream(struct http_req *req, struct app *app, const struct admin_who *who, const void *arg)
{
	static const char hello[] = "retry: 2000\n: following\n\n";
	struct streams *all = app->streams;
	const char *project = http_query(req, "project");
	struct stream *s = xcalloc(1, sizeof(*s));

	(void)arg;
	*s = (struct stream){.streams = all, .account = who->account, .login = who->login, .token = who->token};
	s->project = project != NULL && *project != '\0' ? xstrdup(project) : NULL;
	http_set_header(req, "X-Accel-Buffering", "no"); /* for proxies that would gather */
	s->out = http_stream_start(req, "text/event-stream", stream_on_close, s);
	if (s->out == NULL) {
		free(s->project);
		free(s);
		return;
	}
	if (TAILQ_EMPTY(&all->open)) {
		stream_forget_notes(all);
		loop_timer_set(all->heartbeat, HEARTBEAT_MS);
	}
	TAILQ_INSERT_TAIL(&all->open, s, link);
	all->count++;
	http_stream_send(s->out, hello, sizeof(hello) - 1);
	s->waits = true;
	stream_check(s);
	stream_bound_account(all, who->account);
}

struct streams *streams_new(struct app *app)
{
	struct streams *all = xcalloc(1, sizeof(*all));

	all->app = app;
	TAILQ_INIT(&all->open);
	LIST_INIT(&all->notes);
	all->tick = loop_timer_new(app->base, stream_on_tick, all);
	all->heartbeat = loop_timer_new(app->base, stream_on_heartbeat, all);
	all->listen = db_listen_start(app->db, "beat_change", stream_on_note, all);
	return all;
}

void streams_free(struct streams **ap)
{
	struct streams *all = *ap;
	struct stream *s, *next;

	if (all == NULL)
		return;
	for (s = TAILQ_FIRST(&all->open); s != NULL; s = next) {
		next = TAILQ_NEXT(s, link);
		stream_free(s);
	}
	stream_forget_notes(all);
	stream_names_clear(all);
	db_cancel(&all->names);
	db_listen_free(&all->listen);
	loop_timer_free(&all->tick);
	loop_timer_free(&all->heartbeat);
	free(all);
	*ap = NULL;
}

int streams_count(const struct streams *all)
{
	return all->count;
}
