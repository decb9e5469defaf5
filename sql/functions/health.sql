-- Whether the database stores: asked by the servers' /readyz, now and then.

-- Writes to the log of the database and to its disk, and leaves nothing behind: a message that nobody decodes, which the
-- commit makes durable, and more rows than fit into memory, which go to a temporary file. Fails where a write would:
-- on a standby, without room, on a disk that is gone.
create function write_probe() returns text language plpgsql set work_mem = '64kB' as $$
begin
	perform count(*) from generate_series(1, 8000);
	return pg_logical_emit_message(true, 'beat', 'probe')::text;
end
$$;
