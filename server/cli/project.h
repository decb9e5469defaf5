/* project: what the files about projects share. */
#ifndef BEAT_CLI_PROJECT_H
#define BEAT_CLI_PROJECT_H

#include "beat/buf.h"
#include "sql_beatctl.h"

/* The verbs of `beatctl project` that only look (project_show.c). */
int project_list(int argc, char **argv);
int project_show(int argc, char **argv);
int project_settings(int argc, char **argv);
int project_documents(int argc, char **argv);
/* How long its passages are, and what that is compared with (project_lengths.c). */
int project_lengths(int argc, char **argv);
int project_reference(int argc, char **argv);

/* Parses the options of settings as cli_parse() does, and writes those that were given as a JSON object; the rest keeps
 * its value, or gets the database's default. Returns the number of plain words, or -1 after saying what is wrong. */
int project_parse_settings(int argc, char **argv, struct buf *json);

#endif
