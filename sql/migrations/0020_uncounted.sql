-- Attempts are counted a moment after they are stored, many at once.
--
-- One row of attempt_tally that every attempt changes has a version for each of them, and as long as any transaction
-- keeps an old snapshot (a dump, a forgotten psql) each look at the row walks past all of them. What is only added to
-- never becomes dear; functions/counters.sql adds it up.

create table beat.attempt_uncounted (
	project_id bigint not null,
	model_id bigint not null,
	at timestamptz not null,
	verdict text not null,
	model_ms integer,
	times smallint not null default 1
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000, autovacuum_analyze_scale_factor = 1);
comment on table beat.attempt_uncounted is
	'Attempts of generate HITs that attempt_tally does not have yet. Both are read together; rows leave when they are counted.';
comment on column beat.attempt_uncounted.times is '1; -1 of what a late verdict takes back.';

-- Not deleted but moved: what leaves is in attempt_tally. Nothing is changed, and nothing goes unseen.
call beat.never('changed', 'attempt_uncounted');
create trigger attempt_uncounted_never_truncated before truncate on beat.attempt_uncounted
	for each statement execute function beat.forbid();
