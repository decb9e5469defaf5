/* metrics: see include/beat/metrics.h.
 *
 * Invariants: families live until metrics_free_all; a family never has more than
 * SERIES_MAX series, so that labels made from what clients send cannot fill the
 * memory (the overflow is counted in one series with the value "other"). */
#include "beat/metrics.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "beat/mem.h"

enum { LABELS_MAX = 3, SERIES_MAX = 1024, BUCKETS = 16 };

/* Upper bounds in microseconds: 0.1 ms to 30 s. */
static const int64_t bucket_us[BUCKETS] = {100,   250,    500,    1000,   2500,    5000,    10000,    25000,
					   50000, 100000, 250000, 500000, 1000000, 2500000, 10000000, 30000000};

struct series {
	char *labels[LABELS_MAX];
	double value;
	uint64_t buckets[BUCKETS], count;
	int64_t sum_us;
};

struct metric {
	enum metric_kind kind;
	const char *name, *help;
	char *label_names[LABELS_MAX];
	int n_labels;
	struct series *series;
	size_t n_series;
	struct metric *next;
};

static struct metric *families, **families_end = &families;

struct metric *metric_new(enum metric_kind kind, const char *name, const char *labels, const char *help)
{
	struct metric *m = families;

	while (m != NULL && strcmp(m->name, name) != 0)
		m = m->next;
	if (m != NULL) {
		assert(m->kind == kind);
		return m;
	}
	m = xcalloc(1, sizeof(*m));
	m->kind = kind;
	m->name = name;
	m->help = help;
	while (*labels != '\0') {
		size_t n = strcspn(labels, ",");

		assert(m->n_labels < LABELS_MAX);
		m->label_names[m->n_labels++] = xmemdup0(labels, n);
		labels += n + (labels[n] == ',');
	}
	*families_end = m;
	families_end = &m->next;
	return m;
}

/* One place forward: what is counted often is found soon, however many there are. Gives the new place. */
static size_t forward(struct metric *m, size_t i)
{
	struct series s;

	if (i == 0)
		return 0;
	s = m->series[i];
	m->series[i] = m->series[i - 1];
	m->series[i - 1] = s;
	return i - 1;
}

static struct series *find(struct metric *m, const char *const *values)
{
	assert(m->n_labels <= LABELS_MAX);
	for (size_t i = 0; i < m->n_series; i++) {
		int same = 0;

		while (same < m->n_labels && strcmp(m->series[i].labels[same], values[same]) == 0)
			same++;
		if (same == m->n_labels)
			return &m->series[forward(m, i)];
	}
	return NULL;
}

static struct series *series_of(struct metric *m, const char *l1, const char *l2, const char *l3)
{
	static const char *const other[LABELS_MAX] = {"other", "other", "other"};
	const char *const values[LABELS_MAX] = {l1 != NULL ? l1 : "", l2 != NULL ? l2 : "", l3 != NULL ? l3 : ""};
	const char *const *wanted = values;
	struct series *s = find(m, values);

	if (s == NULL && m->n_series >= SERIES_MAX) {
		wanted = other;
		s = find(m, other);
	}
	if (s != NULL)
		return s;
	m->series = xrealloc(m->series, (m->n_series + 1) * sizeof(*m->series));
	s = &m->series[m->n_series++];
	memset(s, 0, sizeof(*s));
	assert(m->n_labels <= LABELS_MAX);
	for (int i = 0; i < m->n_labels; i++)
		s->labels[i] = xstrdup(wanted[i]);
	return s;
}

void metric_add(struct metric *m, double v, const char *l1, const char *l2, const char *l3)
{
	series_of(m, l1, l2, l3)->value += v;
}

void metric_set(struct metric *m, double v, const char *l1, const char *l2, const char *l3)
{
	series_of(m, l1, l2, l3)->value = v;
}

void metric_observe_us(struct metric *m, int64_t us, const char *l1, const char *l2, const char *l3)
{
	struct series *s = series_of(m, l1, l2, l3);

	for (int i = 0; i < BUCKETS; i++) {
		if (us <= bucket_us[i]) {
			s->buckets[i]++;
			break;
		}
	}
	s->count++;
	s->sum_us += us;
}

static void write_label_value(struct buf *out, const char *v)
{
	for (; *v != '\0'; v++) {
		if (*v == '\\' || *v == '"')
			buf_addc(out, '\\');
		if (*v == '\n')
			buf_adds(out, "\\n");
		else
			buf_addc(out, *v);
	}
}

static void write_labels(struct buf *out, const struct metric *m, const struct series *s, const char *le)
{
	const char *sep = "{";

	for (int i = 0; i < m->n_labels; i++) {
		buf_addf(out, "%s%s=\"", sep, m->label_names[i]);
		write_label_value(out, s->labels[i]);
		buf_addc(out, '"');
		sep = ",";
	}
	if (le != NULL) {
		buf_addf(out, "%sle=\"%s\"", sep, le);
		sep = ",";
	}
	if (*sep == ',')
		buf_addc(out, '}');
}

static void write_histogram(struct buf *out, const struct metric *m, const struct series *s)
{
	uint64_t below = 0;
	char le[32];

	for (int i = 0; i <= BUCKETS; i++) {
		if (i < BUCKETS) {
			below += s->buckets[i];
			snprintf(le, sizeof(le), "%g", (double)bucket_us[i] / 1e6);
		} else {
			below = s->count;
			snprintf(le, sizeof(le), "+Inf");
		}
		buf_addf(out, "%s_bucket", m->name);
		write_labels(out, m, s, le);
		buf_addf(out, " %llu\n", (unsigned long long)below);
	}
	buf_addf(out, "%s_sum", m->name);
	write_labels(out, m, s, NULL);
	buf_addf(out, " %.6f\n%s_count", (double)s->sum_us / 1e6, m->name);
	write_labels(out, m, s, NULL);
	buf_addf(out, " %llu\n", (unsigned long long)s->count);
}

void metrics_write(struct buf *out)
{
	static const char *const kinds[] = {"counter", "gauge", "histogram"};

	for (const struct metric *m = families; m != NULL; m = m->next) {
		buf_addf(out, "# HELP %s %s\n# TYPE %s %s\n", m->name, m->help, m->name, kinds[m->kind]);
		for (size_t i = 0; i < m->n_series; i++) {
			if (m->kind == METRIC_HISTOGRAM) {
				write_histogram(out, m, &m->series[i]);
				continue;
			}
			buf_adds(out, m->name);
			write_labels(out, m, &m->series[i], NULL);
			buf_addf(out, " %.15g\n", m->series[i].value);
		}
	}
}

void metrics_free_all(void)
{
	while (families != NULL) {
		struct metric *m = families;

		families = m->next;
		for (size_t i = 0; i < m->n_series; i++) {
			for (int k = 0; k < m->n_labels; k++)
				free(m->series[i].labels[k]);
		}
		for (int k = 0; k < m->n_labels; k++)
			free(m->label_names[k]);
		free(m->series);
		free(m);
	}
	families_end = &families;
}
