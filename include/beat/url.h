/* url: addresses as people may see them. Pure. */
#ifndef BEAT_URL_H
#define BEAT_URL_H

/* A URL without the user and password it may carry, as beat.url_shown() does it for those registered; malloc'd. */
char *url_shown(const char *url);

#endif
