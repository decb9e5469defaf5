/* Tests of the rules of ensembles: every combination of what can be known of up to three adversaries, by a table that a
 * person can check. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "beat/ensemble.h"
#include "beat/mem.h"

/* H human, M model, F fault, W waited for; then the verdict (h, m, n none, w not certain) and whose answer is shown. */
static const char single[] = "H h1 M m1 F n1 W w1";

static const char any_of_two[] = "HH h1 HM m2 HF n2 HW w1 MH m1 MM m1 MF m1 MW m1 "
				 "FH n1 FM m2 FF n1 FW w1 WH w1 WM m2 WF w1 WW w1";
/* Of two both are more than half: one each is the human's. */
static const char most_of_two[] = "HH h1 HM h1 HF h1 HW h1 MH h2 MM m1 MF n2 MW w1 "
				  "FH h2 FM n1 FF n1 FW w1 WH h2 WM w1 WF w1 WW w1";

static const char any_of_three[] =
    "HHH h1 HHM m3 HHF n3 HHW w1 HMH m2 HMM m2 HMF m2 HMW m2 HFH n2 HFM m3 HFF n2 HFW w1 HWH w1 HWM m3 HWF w1 HWW w1 "
    "MHH m1 MHM m1 MHF m1 MHW m1 MMH m1 MMM m1 MMF m1 MMW m1 MFH m1 MFM m1 MFF m1 MFW m1 MWH m1 MWM m1 MWF m1 MWW m1 "
    "FHH n1 FHM m3 FHF n1 FHW w1 FMH m2 FMM m2 FMF m2 FMW m2 FFH n1 FFM m3 FFF n1 FFW w1 FWH w1 FWM m3 FWF w1 FWW w1 "
    "WHH w1 WHM m3 WHF w1 WHW w1 WMH m2 WMM m2 WMF m2 WMW m2 WFH w1 WFM m3 WFF w1 WFW w1 WWH w1 WWM m3 WWF w1 WWW w1";

static const char most_of_three[] =
    "HHH h1 HHM h1 HHF h1 HHW h1 HMH h1 HMM m2 HMF n3 HMW w1 HFH h1 HFM n2 HFF n2 HFW w1 HWH h1 HWM w1 HWF w1 HWW w1 "
    "MHH h2 MHM m1 MHF n3 MHW w1 MMH m1 MMM m1 MMF m1 MMW m1 MFH n2 MFM m1 MFF n2 MFW w1 MWH w1 MWM m1 MWF w1 MWW w1 "
    "FHH h2 FHM n1 FHF n1 FHW w1 FMH n1 FMM m2 FMF n1 FMW w1 FFH n1 FFM n1 FFF n1 FFW n1 FWH w1 FWM w1 FWF n1 FWW w1 "
    "WHH h2 WHM w1 WHF w1 WHW w1 WMH w1 WMM m2 WMF w1 WMW w1 WFH w1 WFM w1 WFF n2 WFW w1 WWH w1 WWM w1 WWF w1 WWW w1";

static enum ensemble_part part_of(char c)
{
	switch (c) {
	case 'H':
		return PART_HUMAN;
	case 'M':
		return PART_MODEL;
	case 'F':
		return PART_FAULT;
	default:
		assert_int_equal(c, 'W');
		return PART_WAITING;
	}
}

static char verdict_letter(const struct ensemble_decision *d)
{
	if (!d->certain)
		return 'w';
	return (char)(d->verdict == VERDICT_HUMAN ? 'h' : d->verdict == VERDICT_MODEL ? 'm' : 'n');
}

static int walk(enum ensemble_rule rule, const char *table, size_t n)
{
	int rows = 0;

	for (const char *row = table;; row += n + 4, rows++) {
		enum ensemble_part parts[ENSEMBLE_MAX];
		struct ensemble_decision d;

		for (size_t i = 0; i < n; i++)
			parts[i] = part_of(row[i]);
		d = ensemble_decide(rule, parts, n);
		if (verdict_letter(&d) != row[n + 1] || (d.certain && d.shown != (size_t)(row[n + 2] - '1')))
			fail_msg("%.*s: %c%zu, not %.2s", (int)n, row, verdict_letter(&d), d.shown + 1, row + n + 1);
		if (row[n + 3] == '\0')
			return rows + 1;
	}
}

static void every_combination_is_decided_by_the_table(void **state)
{
	(void)state;
	assert_int_equal(walk(ENSEMBLE_SINGLE, single, 1), 4);
	assert_int_equal(walk(ENSEMBLE_ANY, any_of_two, 2), 16);
	assert_int_equal(walk(ENSEMBLE_MOST, most_of_two, 2), 16);
	assert_int_equal(walk(ENSEMBLE_ANY, any_of_three, 3), 64);
	assert_int_equal(walk(ENSEMBLE_MOST, most_of_three, 3), 64);
}

/* Of all ways in which it could have ended, by counting: the definition. */
static char by_counting(enum ensemble_rule rule, const enum ensemble_part *parts, size_t n)
{
	bool human = false, model = false;

	for (unsigned ways = 0; ways < 1U << n; ways++) {
		size_t wins = 0;
		bool fits = true;

		for (size_t i = 0; i < n; i++) {
			bool wins_here = ways >> i & 1U;

			wins += wins_here;
			fits =
			    fits && !(parts[i] == PART_HUMAN && wins_here) && !(parts[i] == PART_MODEL && !wins_here);
		}
		if (fits && (rule == ENSEMBLE_MOST ? 2 * wins > n : wins > 0))
			model = true;
		else if (fits)
			human = true;
	}
	return (char)(model && human ? 'n' : model ? 'm' : 'h');
}

/* Up to six adversaries, nobody waited for: the verdict is what all ways it could have ended agree on. And whoever has
 * the verdict's outcome stands for all, so that the attempt proves it by that answer's own tokens. */
static void the_verdict_is_what_all_ways_agree_on(void **state)
{
	static const enum ensemble_part known[] = {PART_FAULT, PART_HUMAN, PART_MODEL};
	static const enum ensemble_part outcome[] = {
	    [VERDICT_NONE] = PART_FAULT, [VERDICT_HUMAN] = PART_HUMAN, [VERDICT_MODEL] = PART_MODEL};

	(void)state;
	for (size_t n = 2; n <= 6; n++) {
		for (unsigned code = 0; code < 729; code++) {
			enum ensemble_part parts[6];
			unsigned rest = code;

			for (size_t i = 0; i < n; i++, rest /= 3)
				parts[i] = known[rest % 3];
			for (enum ensemble_rule rule = ENSEMBLE_ANY; rule <= ENSEMBLE_MOST; rule++) {
				struct ensemble_decision d = ensemble_decide(rule, parts, n);

				assert_true(d.certain);
				assert_int_equal(verdict_letter(&d), by_counting(rule, parts, n));
				assert_int_equal(parts[d.shown], outcome[d.verdict]);
			}
		}
	}
}

/* What is certain stays so, whatever those say who come later. */
static void what_is_certain_stays(void **state)
{
	(void)state;
	for (unsigned code = 0; code < 256; code++) {
		enum ensemble_part parts[4];
		unsigned rest = code;

		for (size_t i = 0; i < 4; i++, rest /= 4)
			parts[i] = (enum ensemble_part)(rest % 4);
		for (enum ensemble_rule rule = ENSEMBLE_ANY; rule <= ENSEMBLE_MOST; rule++) {
			struct ensemble_decision before = ensemble_decide(rule, parts, 4);

			for (size_t i = 0; before.certain && i < 4; i++) {
				for (enum ensemble_part p = PART_FAULT; parts[i] == PART_WAITING && p <= PART_MODEL;
				     p++) {
					struct ensemble_decision after;

					parts[i] = p;
					after = ensemble_decide(rule, parts, 4);
					parts[i] = PART_WAITING;
					assert_true(after.certain && after.verdict == before.verdict);
				}
			}
		}
	}
}

static void rules_have_names(void **state)
{
	enum ensemble_rule rule;

	(void)state;
	assert_true(ensemble_rule_named("most", &rule) && rule == ENSEMBLE_MOST);
	assert_true(ensemble_rule_named("single", &rule) && rule == ENSEMBLE_SINGLE);
	assert_false(ensemble_rule_named("all", &rule));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(every_combination_is_decided_by_the_table),
	    cmocka_unit_test(the_verdict_is_what_all_ways_agree_on),
	    cmocka_unit_test(what_is_certain_stays),
	    cmocka_unit_test(rules_have_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
