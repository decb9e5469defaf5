/* function_set: the SQL functions that this program brought along (sql/functions), and the schema they are in.
 *
 * Functions belong to the program that calls them: each version's are in a schema of its own, named by their digest and
 * first on the search path of that version's connections. So two versions work side by side on the same tables, and
 * going back is starting the old program. `beatctl migrate` installs the set; it drops those that nobody uses. */
#ifndef BEAT_FUNCTION_SET_H
#define BEAT_FUNCTION_SET_H

#define FUNCTION_SET_PREFIX "beat_f_"

/* The schema of this program's functions: FUNCTION_SET_PREFIX and the beginning of their digest. */
const char *function_set_name(void);

/* SQL that every connection says first: as long as it lasts, the set of this program is in use. */
const char *function_set_use_sql(void);

/* A set in use has this advisory lock, shared: its class, and hashtext() of the set's name. */
#define FUNCTION_SET_LOCK "1650811252"

#endif
