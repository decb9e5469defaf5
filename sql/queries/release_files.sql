-- Files of releases that the server hands out.

-- for: beatd

-- row: release_file(name text, version text, path text, bytes bigint, sha256 text)

-- name: release_file_at(release_id text, path text) -> release_file
select r.name, r.version, f.path, f.bytes, f.sha256
  from beat.release r
  join beat.release_file f on f.release_id = r.id
 where r.id = $1::text::bigint and r.state = 'ready' and f.path = $2::text;

-- name: release_files_of(release_id text) -> release_file
select r.name, r.version, f.path, f.bytes, f.sha256
  from beat.release r
  join beat.release_file f on f.release_id = r.id
 where r.id = $1::text::bigint and r.state = 'ready'
 order by f.path collate "C";
