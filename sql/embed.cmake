# cmake -DOUT=DIR -DQUERIES=a.sql;b.sql -DMIGRATIONS=… -P embed.cmake
#
# A query file holds statements, each headed by
#   -- name: session_open(project, platform, worker)
# The words in brackets are the parameters $1, $2, …; they document, and their
# number is checked against what the caller passes.
file(MAKE_DIRECTORY ${OUT})

# C string literals are written a line of SQL at a time: readable, and below the
# compiler's limit for one literal.
function(c_string text out_var)
  string(REPLACE "\\" "\\\\" text "${text}")
  string(REPLACE "\"" "\\\"" text "${text}")
  string(REPLACE "\n" "\\n\"\n\t\"" text "${text}")
  set(${out_var} "\"${text}\"" PARENT_SCOPE)
endfunction()

# CMake has no \x escapes.
string(ASCII 1 hidden_semicolon)
string(ASCII 2 hidden_open)
string(ASCII 3 hidden_close)

set(enum "")
set(table "")
foreach(path IN LISTS QUERIES)
  file(READ ${path} sql)
  # CMake lists split on ';' and mind brackets: hide what would disturb.
  string(REPLACE ";" "${hidden_semicolon}" sql "${sql}")
  string(REPLACE "[" "${hidden_open}" sql "${sql}")
  string(REPLACE "]" "${hidden_close}" sql "${sql}")
  string(REPLACE "\n-- name: " ";" sql "\n${sql}")
  list(REMOVE_AT sql 0)
  foreach(statement IN LISTS sql)
    if(NOT statement MATCHES "^([a-z][a-z0-9_]*)\\(([a-z0-9_, ]*)\\)\n(.*)$")
      message(FATAL_ERROR "${path}: a statement's head must read '-- name: x(param, …)': ${statement}")
    endif()
    set(name "${CMAKE_MATCH_1}")
    set(params "${CMAKE_MATCH_2}")
    string(STRIP "${CMAKE_MATCH_3}" body)
    string(REGEX REPLACE "${hidden_semicolon}$" "" body "${body}")
    string(REPLACE "${hidden_semicolon}" ";" body "${body}")
    string(REPLACE "${hidden_open}" "[" body "${body}")
    string(REPLACE "${hidden_close}" "]" body "${body}")
    string(REPLACE "," ";" params "${params}")
    list(LENGTH params n)
    string(TOUPPER "${name}" upper)
    c_string("${body}" literal)
    string(APPEND enum "\tQ_${upper},\n")
    string(APPEND table "\t[Q_${upper}] = {\"${name}\", ${n}, ${literal}},\n")
  endforeach()
endforeach()

set(queries_h "/* Generated from sql/queries by sql/embed.cmake. */
#ifndef BEAT_QUERIES_H
#define BEAT_QUERIES_H

enum query {
${enum}\tQUERY_COUNT
};

struct query_def {
\tconst char *name;
\tint params;
\tconst char *sql;
};
extern const struct query_def query_table[QUERY_COUNT];

struct migration {
\tint version;
\tconst char *name;
\tconst char *sql;
};
extern const struct migration migration_table[]; /* ended by a NULL name */

#endif
")
set(queries_c "#include \"queries.h\"\n\nconst struct query_def query_table[QUERY_COUNT] = {\n${table}};\n")

set(list "")
foreach(path IN LISTS MIGRATIONS)
  get_filename_component(file ${path} NAME_WE)
  if(NOT file MATCHES "^([0-9][0-9][0-9][0-9])_([a-z0-9_]+)$")
    message(FATAL_ERROR "${path}: a migration is named 0001_what_it_does.sql")
  endif()
  set(name "${CMAKE_MATCH_2}")
  string(REGEX REPLACE "^0+" "" version "${CMAKE_MATCH_1}")
  file(READ ${path} sql)
  c_string("${sql}" literal)
  string(APPEND list "\t{${version}, \"${name}\", ${literal}},\n")
endforeach()
set(migrations_c "#include \"queries.h\"\n\nconst struct migration migration_table[] = {\n${list}\t{0, 0, 0},\n};\n")

foreach(pair "queries.h|queries_h" "queries.c|queries_c" "migrations.c|migrations_c")
  string(REPLACE "|" ";" pair "${pair}")
  list(GET pair 0 file)
  list(GET pair 1 var)
  file(CONFIGURE OUTPUT ${OUT}/${file} CONTENT "@${var}@" @ONLY)
endforeach()
