-- The key that signs worker tokens and invitations: made once, shared by every server.

-- name: token_key(fresh)
select beat.token_key($1::text);
