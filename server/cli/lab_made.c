/* lab_made: passages that a tool of `lab synth` makes go to a file or to standard output as they come, with a record of
 * how beside the file. */
#include <string.h>

#include "lab.h"

enum { FLUSH = 1 << 16, INPUTS = 4 };

static bool lab_made_is_mrqa(const struct lab_made *m)
{
	return strcmp(m->format, "mrqa") == 0;
}

int lab_made_check(const struct lab_made *m)
{
	if (lab_made_is_mrqa(m) || strcmp(m->format, "squad") == 0)
		return CLI_OK;
	return cli_usage(&cmd_lab, "--format is squad or mrqa, not '%s'.", m->format);
}

int lab_made_open(struct lab_made *m, const char *name)
{
	char err[LAB_ERR_MAX];

	m->to = lab_out_open(m->out, err);
	if (m->to == NULL)
		return cli_fail("lab synth: %s", err);
	m->set = lab_set_new(lab_made_is_mrqa(m) ? &release_mrqa : &release_squad, name);
	lab_set_begin(m->set, &m->buf);
	return CLI_OK;
}

static int lab_made_write(struct lab_made *m)
{
	char err[LAB_ERR_MAX];

	return lab_out_write(m->to, &m->buf, err) == 0 ? CLI_OK : cli_fail("lab synth: %s", err);
}

int lab_made_more(struct lab_made *m)
{
	return m->buf.n >= FLUSH ? lab_made_write(m) : CLI_OK;
}

int lab_made_end(struct lab_made *m)
{
	lab_set_end(m->set, &m->buf);
	return lab_made_write(m);
}

int lab_made_close(struct lab_made *m, struct lab_record *record, const char *const *inputs, size_t n)
{
	struct lab_input read[INPUTS];
	char err[LAB_ERR_MAX], seed[24];
	int rc = 0;

	snprintf(seed, sizeof(seed), "%ld", m->seed);
	record->seed = seed;
	record->inputs = read;
	for (size_t i = 0; rc == 0 && m->out != NULL && i < n && record->n_inputs < INPUTS; i++)
		if (inputs[i] != NULL)
			rc = lab_input_read(&read[record->n_inputs++], inputs[i], err);
	if (rc == 0)
		rc = lab_out_close(&m->to, record, err);
	return rc == 0 ? CLI_OK : cli_fail("lab synth: %s", err);
}

void lab_made_release(struct lab_made *m)
{
	lab_out_abandon(&m->to);
	lab_set_free(&m->set);
	buf_release(&m->buf);
}
