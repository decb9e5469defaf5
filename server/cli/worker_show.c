/* beatctl worker list and show, for people. */
#include <stdio.h>
#include <string.h>

#include "answer.h"
#include "beat/cli.h"
#include "worker.h"

/* "83.3 % of 12", or "-" if nothing was reviewed; lives until the next call. */
static const char *rate_text(const json_t *rate)
{
	static char text[64];
	const json_t *value = json_object_get(rate, "rate");

	if (!json_is_number(value))
		return "-";
	snprintf(text, sizeof(text), "%.1f %% of %s", 100 * json_number_value(value), answer_text(rate, "n"));
	return text;
}

static const char *cell(const json_t *item, int col)
{
	static const char *const keys[] = {
	    "id",  "platform", "platform_worker_id", NULL, "submitted", "attempts", "wins", "kept", NULL, "sampled",
	    "due", NULL};

	if (col == 3)
		return json_is_true(json_object_get(item, "blocked")) ? "blocked" : answer_text(item, "state");
	if (col == 8)
		return rate_text(json_object_get(item, "success"));
	return keys[col] ? answer_text(item, keys[col]) : answer_moment(item, "seen_at");
}

void worker_show_list(const json_t *answer)
{
	static const char *const headings[] = {"WORKER", "PLATFORM", "KNOWN AS", "STATE",   "HITS", "ATTEMPTS",
					       "WINS",   "KEPT",     "SUCCESS",  "SAMPLED", "DUE",  "SEEN"};
	const json_t *items = json_object_get(answer, "items");
	long long total = json_integer_value(json_object_get(answer, "total")),
		  offset = json_integer_value(json_object_get(answer, "offset")), n = (long long)json_array_size(items);

	answer_table(items, headings, ARRAY_LEN(headings), cell, "no workers to show");
	if (n > 0 && n < total)
		printf("%lld to %lld of %lld\n", offset + 1, offset + n, total);
}

static void show_figures(const json_t *w)
{
	const json_t *success = json_object_get(w, "success");

	printf("  %-12s %s HITs, %s attempts, %s won, %s questions kept\n", "work", answer_text(w, "submitted"),
	       answer_text(w, "attempts"), answer_text(w, "wins"), answer_text(w, "kept"));
	if (*answer_text(w, "mean_seconds"))
		printf("  %-12s %s s per HIT\n", "time", answer_text(w, "mean_seconds"));
	printf("  %-12s %s of %s due are drawn, %s are reviewed\n", "samples", answer_in(w, "sampling", "sampled"),
	       answer_in(w, "sampling", "due_total"), answer_in(w, "sampling", "settled"));
	if (json_is_number(json_object_get(success, "rate")))
		printf("  %-12s %s valid (95 %% interval %.1f to %.1f)\n", "success", rate_text(success),
		       100 * json_number_value(json_object_get(success, "low")),
		       100 * json_number_value(json_object_get(success, "high")));
}

static void show_notes(const json_t *w)
{
	const json_t *item;
	size_t i;

	json_array_foreach(json_object_get(w, "notes"), i, item)
	{
		printf("  %-12s %s, %s: ", "note", answer_moment(item, "at"), answer_text(item, "actor"));
		cli_put_text(stdout, answer_text(item, "text"));
		putchar('\n');
	}
	json_array_foreach(json_object_get(w, "revocations"), i, item)
	{
		printf("  %-12s %s, %s, %s by %s: ", "revocation", answer_text(item, "id"), answer_moment(item, "at"),
		       answer_text(item, "state"), answer_text(item, "actor"));
		cli_put_text(stdout, answer_text(item, "reason"));
		putchar('\n');
	}
	json_array_foreach(json_object_get(w, "other_projects"), i, item)
	    printf("  %-12s %s, %s\n", "also in", answer_text(item, "project"), answer_text(item, "state"));
}

static const char *event_cell(const json_t *item, int col)
{
	switch (col) {
	case 0:
		return answer_moment(item, "at");
	case 1:
		return answer_text(item, "actor");
	case 2:
		return answer_text(item, "kind");
	case 3:
		return answer_text(item, "hit");
	default:
		return answer_in(item, "detail", "reason");
	}
}

void worker_show_one(const json_t *w)
{
	static const char *const headings[] = {"AT", "BY", "WHAT", "HIT", "REASON"};

	printf("worker #%s (", answer_text(w, "id"));
	cli_put_text(stdout, answer_text(w, "platform_worker_id"));
	printf(" on %s): %s since %s%s\n", answer_text(w, "platform"), answer_text(w, "state"),
	       answer_moment(w, "state_at"), json_is_true(json_object_get(w, "blocked")) ? ", blocked" : "");
	answer_line(12, "first seen", answer_moment(w, "created_at"));
	answer_line(12, "last seen", answer_moment(w, "seen_at"));
	if (*answer_in(w, "onboarding", "name"))
		printf("  %-12s %s version %s, handed in %s times\n", "onboarding", answer_in(w, "onboarding", "name"),
		       answer_in(w, "onboarding", "version"), answer_text(w, "tries"));
	show_figures(w);
	show_notes(w);
	putchar('\n');
	answer_table(json_object_get(w, "timeline"), headings, ARRAY_LEN(headings), event_cell, "nothing happened yet");
}
