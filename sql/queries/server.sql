-- What the server asks for itself.

-- name: ping()
select 1;

-- name: server_gauges()
select open_leases, pending_judgement, attempts, overdue_leases
  from beat.server_gauges();
