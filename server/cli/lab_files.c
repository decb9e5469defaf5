/* lab_files: files that several tools of the lab read and write. */
#include <fcntl.h>
#include <unistd.h>

#include "beat/folder.h"
#include "beat/outfile.h"
#include "lab.h"

enum { SCORES_BYTES = 64 << 20 };

int lab_scores(const char *tool, const char *path, struct concur *out)
{
	char why[FOLDER_ERR_MAX], err[CONCUR_ERR];
	struct buf text = BUF_INIT;
	int rc;

	if (folder_read(AT_FDCWD, path, &text, SCORES_BYTES, why) != 0)
		return cli_fail("%s: %s", tool, why);
	rc = concur_read(out, text.n > 0 ? text.p : "", text.n, err);
	buf_release(&text);
	return rc == 0 ? CLI_OK : cli_fail("%s: %s: %s", tool, path, err);
}

int lab_folder(const char *tool, const char *path, int *folder)
{
	char err[FOLDER_ERR_MAX];

	if (folder_make(path, err) != 0 || folder_open(path, folder, err) != 0)
		return cli_fail("%s: %s", tool, err);
	return CLI_OK;
}

int lab_save(const char *tool, int folder, const char *name, struct buf *b)
{
	char err[OUTFILE_ERR_MAX], sha256[65];
	struct outfile *f = outfile_open(folder, name, false, err);
	int64_t bytes;

	if (f == NULL)
		return cli_fail("%s: %s", tool, err);
	outfile_write(f, b->p, b->n);
	buf_clear(b);
	return outfile_close(&f, &bytes, sha256, err) == 0 ? CLI_OK : cli_fail("%s: %s", tool, err);
}
