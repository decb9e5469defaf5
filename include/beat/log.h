/* log: one line an event on standard error, logfmt style:
 *   2026-01-02T03:04:05.678Z info  beatd listening addr=127.0.0.1:8080
 * Written at once, never blocking on anything but the pipe. */
#ifndef BEAT_LOG_H
#define BEAT_LOG_H

#include "beat/mem.h"

enum log_level { LOG_DEBUG, LOG_INFO, LOG_WARN, LOG_ERROR };

void log_init(const char *program, enum log_level least);
int log_level_parse(const char *name, enum log_level *out) BEAT_NODISCARD;
void log_line(enum log_level level, const char *fmt, ...) BEAT_PRINTF(2, 3);

#define log_debug(...) log_line(LOG_DEBUG, __VA_ARGS__)
#define log_info(...)  log_line(LOG_INFO, __VA_ARGS__)
#define log_warn(...)  log_line(LOG_WARN, __VA_ARGS__)
#define log_error(...) log_line(LOG_ERROR, __VA_ARGS__)

#endif
