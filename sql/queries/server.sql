-- What the server asks for itself.

-- name: ping()
select 1;

-- name: server_gauges()
select open_leases, overdue_leases, pending_judgement
  from beat.server_gauges();
