-- The key that signs worker tokens and invitations: made once, shared by every server.

-- for: beatd beatctl

-- name: token_key(fresh text) -> (key text?)
select token_key($1::text) as key;
