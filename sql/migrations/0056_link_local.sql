-- A model may stand at a link-local address only if whoever runs the server says so: there the machines of clouds keep
-- their credentials.

alter table beat.model add column link_local boolean not null default false;
comment on column beat.model.link_local is
	'It may be asked at a link-local address or a cloud''s metadata service; said at the command line only.';
