/* url: see include/beat/url.h. */
#include "beat/url.h"

#include <string.h>

#include "beat/buf.h"

char *url_shown(const char *url)
{
	const char *host = strstr(url, "://"), *at;
	struct buf out = BUF_INIT;

	host = host ? host + 3 : url;
	at = memrchr(host, '@', strcspn(host, "/?#"));
	buf_add(&out, url, (size_t)(host - url));
	buf_addf(&out, "%s%s", at ? "***" : "", at ? at : host);
	return buf_detach(&out);
}
