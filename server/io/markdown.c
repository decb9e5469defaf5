/* markdown: the door to md4c: see include/beat/markup.h. */
#include <md4c-html.h>

#include "beat/markup.h"

static void markdown_add(const MD_CHAR *p, MD_SIZE n, void *arg)
{
	buf_add(arg, p, n);
}

int markdown_html(const char *p, size_t n, struct buf *out)
{
	const unsigned flags =
	    MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH | MD_FLAG_PERMISSIVEAUTOLINKS | MD_FLAG_PERMISSIVEATXHEADERS;

	if (n > MARKUP_BYTES)
		return -1;
	return md_html(p, (MD_SIZE)n, markdown_add, out, flags, MD_HTML_FLAG_SKIP_UTF8_BOM);
}
