/* embed: reads files of statements. A hand-written reader of lines and, in the heads, of words; every refusal names the
 * file and the line. */
#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "embed.h"

static const struct embed_type embed_types[] = {
    {"bigint", "SQL_INT64", "int64_t", "struct sql_int"},
    {"int", "SQL_INT32", "int32_t", "struct sql_int"},
    {"smallint", "SQL_INT32", "int32_t", "struct sql_int"},
    {"bool", "SQL_BOOL", "bool", "struct sql_bool"},
    {"double", "SQL_DOUBLE", "double", "struct sql_double"},
    {"text", "SQL_TEXT", "const char *", "const char *"},
    {"json", "SQL_TEXT", "const char *", "const char *"},
    {"jsonb", "SQL_TEXT", "const char *", "const char *"},
    {"uuid", "SQL_TEXT", "const char *", "const char *"},
    {"numeric", "SQL_TEXT", "const char *", "const char *"},
    {"timestamptz", "SQL_TEXT", "const char *", "const char *"},
    {"bytea", "SQL_TEXT", "const char *", "const char *"},
    {"text[]", "SQL_TEXT", "const char *", "const char *"},
    {"bigint[]", "SQL_TEXT", "const char *", "const char *"},
};

static const char *const embed_keywords[] = {
    "auto",     "bool",     "break",  "case",     "char",   "const",  "continue", "default", "do",     "double",
    "else",     "enum",     "extern", "float",    "for",    "goto",   "if",       "inline",  "int",    "long",
    "register", "restrict", "return", "short",    "signed", "sizeof", "static",   "struct",  "switch", "typedef",
    "union",    "unsigned", "void",   "volatile", "while",  "true",   "false"};

struct embed_reader {
	struct embed *e;
	const char *path, *at; /* at: the next line */
	int line;              /* the number of the line last taken */
	unsigned programs;     /* of the last `-- for:` */
	char *head;            /* the head being read, one line */
	const char *p;         /* where in it */
	int head_line;
};

static int embed_refuse(struct embed_reader *r, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static int embed_refuse(struct embed_reader *r, int line, const char *format, ...)
{
	int n = snprintf(r->e->error, sizeof(r->e->error), "%s:%d: ", r->path, line);
	va_list args;

	va_start(args, format);
	if (n > 0 && (size_t)n < sizeof(r->e->error))
		vsnprintf(r->e->error + n, sizeof(r->e->error) - (size_t)n, format, args);
	va_end(args);
	return -1;
}

static void *embed_grow(void *array, int n, size_t size)
{
	void *p = realloc(array, (size_t)(n + 1) * size);

	if (p == NULL)
		abort();
	memset((char *)p + (size_t)n * size, 0, size);
	return p;
}

/* The next line with its '\n', or false. */
static bool embed_line(struct embed_reader *r, const char **line, size_t *n)
{
	if (*r->at == '\0')
		return false;
	*line = r->at;
	*n = strcspn(r->at, "\n");
	*n += r->at[*n] == '\n';
	r->at += *n;
	r->line++;
	return true;
}

static bool embed_begins(const char *line, size_t n, const char *with)
{
	return n >= strlen(with) && strncmp(line, with, strlen(with)) == 0;
}

static bool embed_is_comment(const char *line, size_t n)
{
	return embed_begins(line, n, "--") || strspn(line, " \t\r\n") >= n;
}

/* A head is over when its brackets are closed and it does not end with a comma or an arrow. */
static bool embed_head_is_open(const char *head)
{
	int depth = 0;
	size_t n = strlen(head);

	for (const char *p = head; *p != '\0'; p++)
		depth += (*p == '(') - (*p == ')');
	while (n > 0 && isspace((unsigned char)head[n - 1]))
		n--;
	return depth > 0 || (n >= 2 && strncmp(head + n - 2, "->", 2) == 0);
}

/* Gathers the lines of a head, without "-- " and the word in front of the colon. */
static int embed_head(struct embed_reader *r, const char *line, size_t n)
{
	const char *colon = strchr(line, ':');
	FILE *out;
	size_t size;

	free(r->head);
	r->head = NULL;
	r->head_line = r->line;
	out = open_memstream(&r->head, &size);
	fprintf(out, "%.*s", (int)(line + n - colon - 1), colon + 1);
	fflush(out);
	while (embed_head_is_open(r->head) || (embed_begins(r->at, strlen(r->at), "--") &&
					       strncmp(r->at + 2 + strspn(r->at + 2, " \t"), "->", 2) == 0)) {
		if (!embed_line(r, &line, &n) || !embed_begins(line, n, "--")) {
			fclose(out);
			return embed_refuse(
			    r, r->head_line,
			    "the head is not finished: its next lines begin with -- until every ( has its )");
		}
		fprintf(out, " %.*s", (int)n - 2, line + 2);
		fflush(out);
	}
	fclose(out);
	for (char *p = r->head; *p != '\0'; p++) {
		if (*p == '\n' || *p == '\t' || *p == '\r')
			*p = ' ';
	}
	r->p = r->head;
	return 0;
}

static bool embed_eat(struct embed_reader *r, const char *what)
{
	while (*r->p == ' ')
		r->p++;
	if (strncmp(r->p, what, strlen(what)) != 0)
		return false;
	r->p += strlen(what);
	return true;
}

static int embed_name(struct embed_reader *r, const char *what, char *name)
{
	size_t n;

	embed_eat(r, "");
	n = strspn(r->p, "abcdefghijklmnopqrstuvwxyz0123456789_");
	if (n == 0 || isdigit((unsigned char)*r->p))
		return embed_refuse(r, r->head_line, "here should stand the name of %s, in small letters: \"%.40s\"",
				    what, r->p);
	if (n >= EMBED_NAME)
		return embed_refuse(r, r->head_line, "the name \"%.*s\" is too long", (int)n, r->p);
	memcpy(name, r->p, n);
	name[n] = '\0';
	r->p += n;
	for (size_t i = 0; i < sizeof(embed_keywords) / sizeof(*embed_keywords); i++) {
		if (strcmp(name, embed_keywords[i]) == 0)
			return embed_refuse(r, r->head_line, "\"%s\" is a word of C and cannot be the name of %s", name,
					    what);
	}
	return 0;
}

static int embed_type(struct embed_reader *r, struct embed_field *f)
{
	size_t n;

	embed_eat(r, "");
	n = strspn(r->p, "abcdefghijklmnopqrstuvwxyz0123456789_[]");
	for (size_t i = 0; i < sizeof(embed_types) / sizeof(*embed_types); i++) {
		if (strlen(embed_types[i].word) == n && strncmp(embed_types[i].word, r->p, n) == 0)
			f->type = &embed_types[i];
	}
	if (n == 0)
		return embed_refuse(r, r->head_line, "%s needs a type, as in \"%s bigint\"", f->name, f->name);
	if (f->type == NULL)
		return embed_refuse(r, r->head_line, "the type \"%.*s\" of %s is not known", (int)n, r->p, f->name);
	r->p += n;
	f->maybe = *r->p == '?';
	r->p += f->maybe;
	return 0;
}

/* "(name type, …)" */
static int embed_field_list(struct embed_reader *r, const char *what, struct embed_fields *fields)
{
	if (!embed_eat(r, "("))
		return embed_refuse(r, r->head_line, "here should stand ( and the list of %ss: \"%.40s\"", what, r->p);
	if (embed_eat(r, ")"))
		return 0;
	do {
		struct embed_field *f = &fields->at[fields->n];

		if (fields->n == EMBED_FIELDS)
			return embed_refuse(r, r->head_line, "more than %d %ss", EMBED_FIELDS, what);
		if (embed_name(r, what, f->name) != 0 || embed_type(r, f) != 0)
			return -1;
		for (int i = 0; i < fields->n; i++) {
			if (strcmp(fields->at[i].name, f->name) == 0)
				return embed_refuse(r, r->head_line, "two %ss are called %s", what, f->name);
		}
		fields->n++;
	} while (embed_eat(r, ","));
	if (!embed_eat(r, ")"))
		return embed_refuse(r, r->head_line, "here should stand , or ): \"%.40s\"", r->p);
	return 0;
}

static int embed_end(struct embed_reader *r)
{
	embed_eat(r, "");
	return *r->p == '\0' ? 0 : embed_refuse(r, r->head_line, "nothing may follow here: \"%.40s\"", r->p);
}

static struct embed_row *embed_find_row(const struct embed *e, const char *name)
{
	for (int i = 0; i < e->row_count; i++) {
		if (strcmp(e->rows[i].name, name) == 0)
			return &e->rows[i];
	}
	return NULL;
}

static int embed_add_row(struct embed_reader *r, const char *name)
{
	struct embed *e = r->e;
	const struct embed_row *before = embed_find_row(e, name);
	struct embed_row *row;

	if (before != NULL)
		return embed_refuse(r, r->head_line, "a row called %s stands already in %s:%d", name, before->path,
				    before->line);
	e->rows = embed_grow(e->rows, e->row_count, sizeof(*e->rows));
	row = &e->rows[e->row_count++];
	snprintf(row->name, sizeof(row->name), "%s", name);
	row->path = r->path;
	row->line = r->head_line;
	if (embed_field_list(r, "column", &row->columns) != 0)
		return -1;
	return row->columns.n > 0 ? 0 : embed_refuse(r, r->head_line, "a row has at least one column");
}

static int embed_programs(struct embed_reader *r)
{
	char name[EMBED_NAME];

	r->programs = 0;
	do {
		int i = 0;

		if (embed_name(r, "a program", name) != 0)
			return -1;
		while (i < r->e->program_count && strcmp(r->e->programs[i], name) != 0)
			i++;
		if (i == r->e->program_count)
			return embed_refuse(r, r->head_line, "there is no program called %s", name);
		r->programs |= 1U << i;
		embed_eat(r, "");
	} while (*r->p != '\0');
	return 0;
}

/* What is sent as an array cannot be one itself, and without any nobody would know how many rows are wanted. */
static int embed_check_each(struct embed_reader *r, const struct embed_statement *s)
{
	if (s->each && s->params.n == 0)
		return embed_refuse(r, s->line, "%s is for each of nothing: it has no parameter", s->name);
	for (int i = 0; s->each && i < s->params.n; i++) {
		if (strchr(s->params.at[i].type->word, '[') != NULL)
			return embed_refuse(r, s->line, "%s is for each: its parameter %s cannot be an array", s->name,
					    s->params.at[i].name);
	}
	return 0;
}

/* Each parameter must be used, and no other. */
static int embed_check_params(struct embed_reader *r, const struct embed_statement *s)
{
	bool used[EMBED_FIELDS] = {false};

	for (const char *p = s->sql; (p = strchr(p, '$')) != NULL; p++) {
		int n = isdigit((unsigned char)p[1]) ? atoi(p + 1) : 1;

		if (n < 1 || n > s->params.n)
			return embed_refuse(r, s->line, "%s uses $%d, but its head names %d parameter%s", s->name, n,
					    s->params.n, s->params.n == 1 ? "" : "s");
		if (isdigit((unsigned char)p[1]))
			used[n - 1] = true;
	}
	for (int i = 0; i < s->params.n; i++) {
		if (!used[i])
			return embed_refuse(r, s->line, "%s does not use its parameter %s ($%d)", s->name,
					    s->params.at[i].name, i + 1);
	}
	return 0;
}

/* From behind the head to the line that ends in ';'. */
static int embed_body(struct embed_reader *r, struct embed_statement *s)
{
	const char *line;
	size_t n, size;
	FILE *out = open_memstream(&s->sql, &size);
	bool begun = false, ended = false;

	while (!ended && !embed_begins(r->at, strlen(r->at), "-- name:") && embed_line(r, &line, &n)) {
		if (!begun && embed_is_comment(line, n))
			continue;
		begun = true;
		while (n > 0 && isspace((unsigned char)line[n - 1]))
			n--;
		ended = n > 0 && line[n - 1] == ';';
		fprintf(out, "%.*s%s", (int)(n - ended), line, ended ? "" : "\n");
	}
	fclose(out);
	if (!begun)
		return embed_refuse(r, s->line, "%s has a head and no statement", s->name);
	if (!ended)
		return embed_refuse(r, s->line, "%s does not end: its last line ends in ;", s->name);
	return embed_check_params(r, s);
}

static int embed_statement(struct embed_reader *r)
{
	struct embed *e = r->e;
	struct embed_statement *s;

	e->statements = embed_grow(e->statements, e->statement_count, sizeof(*e->statements));
	s = &e->statements[e->statement_count++];
	s->path = r->path;
	s->line = r->head_line;
	s->programs = r->programs;
	if (embed_name(r, "a statement", s->name) != 0)
		return -1;
	for (int i = 0; i < e->statement_count - 1; i++) {
		if (strcmp(e->statements[i].name, s->name) == 0)
			return embed_refuse(r, s->line, "a statement called %s stands already in %s:%d", s->name,
					    e->statements[i].path, e->statements[i].line);
	}
	if (s->programs == 0)
		return embed_refuse(r, s->line,
				    "which programs use %s? A line in front of it says so, as \"-- for: %s\"", s->name,
				    e->programs[0]);
	if (embed_field_list(r, "parameter", &s->params) != 0)
		return -1;
	if (embed_eat(r, "->")) {
		s->stream = embed_eat(r, "stream ");
		s->each = embed_eat(r, "each ");
		embed_eat(r, "");
		memcpy(s->row, s->name, sizeof(s->row));
		if (*r->p == '(' ? embed_add_row(r, s->name) != 0 : embed_name(r, "a row", s->row) != 0)
			return -1;
	}
	return embed_end(r) != 0 || embed_check_each(r, s) != 0 ? -1 : embed_body(r, s);
}

static int embed_shared_row(struct embed_reader *r)
{
	char name[EMBED_NAME];

	if (embed_name(r, "a row", name) != 0 || embed_add_row(r, name) != 0)
		return -1;
	return embed_end(r);
}

int embed_read(struct embed *e, const char *path, const char *text)
{
	static const struct {
		const char *mark;
		int (*read)(struct embed_reader *r);
	} heads[] = {{"-- for:", embed_programs}, {"-- row:", embed_shared_row}, {"-- name:", embed_statement}};
	struct embed_reader r = {.e = e, .path = path, .at = text};
	const char *line;
	size_t n;
	int rc = 0;

	while (rc == 0 && embed_line(&r, &line, &n)) {
		size_t i = 0;

		while (i < 3 && !embed_begins(line, n, heads[i].mark))
			i++;
		if (i < 3)
			rc = embed_head(&r, line, n) != 0 ? -1 : heads[i].read(&r);
		else if (!embed_is_comment(line, n))
			rc = embed_refuse(&r, r.line,
					  "this belongs to no statement; a statement begins with \"-- name: …\"");
	}
	free(r.head);
	return rc;
}

int embed_check(struct embed *e)
{
	for (int i = 0; i < e->statement_count; i++) {
		const struct embed_statement *s = &e->statements[i];
		struct embed_reader r = {.e = e, .path = s->path};
		struct embed_row *row = embed_find_row(e, s->row);

		if (row != NULL && s->stream)
			row->streamed = true;
		else if (row != NULL)
			row->read = true;
		else if (s->row[0] != '\0')
			return embed_refuse(&r, s->line,
					    "%s answers with the row %s, which no file tells (-- row: %s(…))", s->name,
					    s->row, s->row);
	}
	return 0;
}

void embed_init(struct embed *e, const char *const *programs, int n)
{
	memset(e, 0, sizeof(*e));
	for (int i = 0; i < n && i < EMBED_PROGRAMS; i++)
		e->programs[e->program_count++] = programs[i];
}

void embed_release(struct embed *e)
{
	for (int i = 0; i < e->statement_count; i++)
		free(e->statements[i].sql);
	free(e->statements);
	free(e->rows);
	memset(e, 0, sizeof(*e));
}
