-- What the server asks for itself.

-- for: beatd

-- name: ping() -> (one int)
select 1 as one;

-- name: stream_projects() -> (id bigint, name text)
-- The names that go with the numbers in notes.
select id, name
  from beat.project;

-- name: server_gauges() -> (open_leases bigint, overdue_leases bigint, pending_judgement bigint, alerts json)
select open_leases, overdue_leases, pending_judgement, alerts
  from server_gauges();

-- name: write_probe() -> (lsn text)
-- Can anything be stored? An error if not.
select write_probe() as lsn;
