/* pace: see pace.h. */
#include "pace.h"

#include <stdlib.h>

#include "beat/mem.h"

enum { MINUTE_MS = 60000, FIRST_MS = 500, LONGEST_MS = 32000, ASKED_MAX_S = 3600, DOUBLINGS = 6 };

void pace_init(struct pace *p, int per_minute)
{
	*p = (struct pace){.per_minute = per_minute};
}

void pace_release(struct pace *p)
{
	free(p->sent);
	*p = (struct pace){0};
}

int64_t pace_wait(const struct pace *p, int64_t now_ms)
{
	int64_t from = p->until;

	/* The place that the next call takes holds the one that was sent per_minute calls ago. */
	if (p->sent != NULL && p->sent[p->at] != 0 && p->sent[p->at] + MINUTE_MS > from)
		from = p->sent[p->at] + MINUTE_MS;
	return from > now_ms ? from - now_ms : 0;
}

void pace_sent(struct pace *p, int64_t now_ms)
{
	if (p->per_minute <= 0)
		return;
	if (p->sent == NULL)
		p->sent = xcalloc((size_t)p->per_minute, sizeof(*p->sent));
	p->sent[p->at] = now_ms > 0 ? now_ms : 1; /* 0: nothing was sent */
	p->at = (p->at + 1) % p->per_minute;
}

void pace_refused(struct pace *p, int64_t now_ms, int retry_after_s)
{
	int64_t ms = (int64_t)FIRST_MS << (p->in_row < DOUBLINGS ? p->in_row : DOUBLINGS);

	if (retry_after_s > 0)
		ms = 1000 * (int64_t)(retry_after_s < ASKED_MAX_S ? retry_after_s : ASKED_MAX_S);
	else if (ms > LONGEST_MS)
		ms = LONGEST_MS;
	/* Calls that were under way together are refused together: that is one refusal. */
	if (now_ms >= p->until)
		p->in_row++;
	if (now_ms + ms > p->until)
		p->until = now_ms + ms;
}

void pace_answered(struct pace *p)
{
	p->in_row = 0;
}
