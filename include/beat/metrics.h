/* metrics: counters, gauges and latency histograms in Prometheus text format.
 * A family is declared once with up to three label names; a series is found by
 * its label values. Pure memory; the number of series per family is bounded. */
#ifndef BEAT_METRICS_H
#define BEAT_METRICS_H

#include <stdint.h>

#include "beat/buf.h"

struct metric; /* a family */

enum metric_kind { METRIC_COUNTER, METRIC_GAUGE, METRIC_HISTOGRAM };

/* labels: "route,status" or "". Histograms are in seconds. A name that is known is the same family again: servers of
 * one program share theirs. */
struct metric *metric_new(enum metric_kind kind, const char *name, const char *labels, const char *help);
/* Label values in the order of the declaration; NULL where there are fewer. */
void metric_add(struct metric *m, double v, const char *l1, const char *l2, const char *l3);
void metric_set(struct metric *m, double v, const char *l1, const char *l2, const char *l3);
void metric_observe_us(struct metric *m, int64_t us, const char *l1, const char *l2, const char *l3);
/* Writes all families. */
void metrics_write(struct buf *out);
void metrics_free_all(void);

#endif
