/* app: what the use cases of beatd (server/flow) are given. Filled once at start
 * by beatd.c; flows only read it. State of the game is in PostgreSQL, never here. */
#ifndef BEAT_APP_H
#define BEAT_APP_H

#include <stdbool.h>
#include <time.h>

#include "beat/platform.h"
#include "beat/token.h"

struct adversaries_rest;
struct attempts_in_flight;
struct canaries;
struct counting;
struct db;
struct event_base;
struct fetch;
struct guards;
struct metric;
struct models;
struct rates;
struct releases;
struct site;
struct streams;
struct usage;
struct work;

struct app {
	struct event_base *base;
	struct db *db;
	struct fetch *fetch;
	struct models *models;
	struct site *site;
	struct streams *streams; /* dashboards that follow along */
	struct releases *releases;
	struct rates *rates;
	struct work *work; /* threads for hashing passwords */
	struct platform_conf platform;
	bool has_key; /* the signing key has been read */
	struct token_key key;
	struct attempts_in_flight *in_flight;
	struct adversaries_rest *rest; /* models whose answers are stored after the verdict */
	struct counting *counting;
	struct guards *guards;
	struct canaries *canaries;
	struct usage *usage;
	char *frame_ancestors; /* of the worker page's policy */
	time_t started;
	bool draining;
	struct metric *m_attempts, *m_model_seconds, *m_sessions, *m_submits, *m_votes;
};

#endif
