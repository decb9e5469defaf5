/* Metrics in Prometheus text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "beat/metrics.h"
#include "unit.h"

static void writes_the_text_format(void **state)
{
	struct metric *c = metric_new(METRIC_COUNTER, "c_total", "route,status", "Counts.");
	struct metric *h = metric_new(METRIC_HISTOGRAM, "h_seconds", "", "Times.");
	struct buf b = BUF_INIT;

	(void)state;
	metric_add(c, 1, "/a", "200", NULL);
	metric_add(c, 2, "/a", "200", NULL);
	metric_add(c, 1, "/\"b\\\n", "404", NULL);
	metric_observe_us(h, 100, NULL, NULL, NULL);
	metric_observe_us(h, 101, NULL, NULL, NULL);
	metric_observe_us(h, 99000000, NULL, NULL, NULL);
	metrics_write(&b);
	assert_non_null(strstr(b.p, "# TYPE c_total counter\n"));
	assert_non_null(strstr(b.p, "c_total{route=\"/a\",status=\"200\"} 3\n"));
	assert_non_null(strstr(b.p, "c_total{route=\"/\\\"b\\\\\\n\",status=\"404\"} 1\n"));
	assert_non_null(strstr(b.p, "h_seconds_bucket{le=\"0.0001\"} 1\n"));
	assert_non_null(strstr(b.p, "h_seconds_bucket{le=\"0.00025\"} 2\n"));
	assert_non_null(strstr(b.p, "h_seconds_bucket{le=\"+Inf\"} 3\n"));
	assert_non_null(strstr(b.p, "h_seconds_sum 99.000201\n"));
	assert_non_null(strstr(b.p, "h_seconds_count 3\n"));
	buf_release(&b);
	metrics_free_all();
}

static void series_are_bounded(void **state)
{
	struct metric *c = metric_new(METRIC_COUNTER, "c_total", "x", "Counts.");
	struct buf b = BUF_INIT;
	char label[16];

	(void)state;
	for (int i = 0; i < 3000; i++) {
		snprintf(label, sizeof(label), "%d", i);
		metric_add(c, 1, label, NULL, NULL);
	}
	metrics_write(&b);
	assert_non_null(strstr(b.p, "c_total{x=\"1023\"} 1\n"));
	assert_null(strstr(b.p, "c_total{x=\"1024\"}"));
	assert_non_null(strstr(b.p, "c_total{x=\"other\"} 1976\n"));
	buf_release(&b);
	metrics_free_all();
}

UNIT_MAIN(NULL, NULL, cmocka_unit_test(writes_the_text_format), cmocka_unit_test(series_are_bounded))
