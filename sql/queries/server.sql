-- What the server asks for itself.

-- name: ping()
select 1;

-- name: stream_projects()
-- The names that go with the numbers in notes.
select id, name
  from beat.project;

-- name: server_gauges()
select open_leases, overdue_leases, pending_judgement
  from beat.server_gauges();
