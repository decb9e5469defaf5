-- People may have a role in a project that differs from the one they have everywhere, and may have none but those.

alter domain beat.role_name drop constraint role_known;
alter domain beat.role_name add constraint role_known check (value in ('admin', 'reviewer', 'viewer', 'none'));

create table beat.account_project (
	account_id bigint not null,
	project_id bigint not null,
	role beat.role_name not null,
	given_at timestamptz not null default clock_timestamp(),
	ended_at timestamptz,
	constraint account_project_pkey primary key (account_id, project_id),
	constraint account_project_account_fkey foreign key (account_id) references beat.account (id),
	constraint account_project_project_fkey foreign key (project_id) references beat.project (id),
	constraint account_project_role_is_one check (role <> 'none')
);
comment on table beat.account_project is
	'The role of an account in a project, instead of the one it has everywhere; not once it has ended.';
create index account_project_project_idx on beat.account_project (project_id);
call beat.never('deleted', 'account_project');

create function beat.account_project_log() returns trigger language plpgsql as $$
declare
	before constant text := case when tg_op = 'UPDATE' and old.ended_at is null then old.role end;
	after constant text := case when new.ended_at is null then new.role end;
	account constant text := (select a.name from beat.account a where a.id = new.account_id);
begin
	if before is distinct from after then
		perform beat.event_add('account.project', null, null, null, jsonb_build_object('account', account,
			'project', (select p.name from beat.project p where p.id = new.project_id), 'before', before, 'after', after));
		perform beat.changed('people', null, account);
	end if;
	return null;
end
$$;
comment on function beat.account_project_log is 'Trigger: giving, changing and taking a role in a project are events.';
create trigger account_project_log after insert or update on beat.account_project
	for each row execute function beat.account_project_log();
