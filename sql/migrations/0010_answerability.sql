-- Answerability is decided from the votes by one settler: when validation was closed, how far the settler is, what a person
-- took back, and releases that did not wait for all votes. validation_item.due is only read and written by programs before
-- this migration.

create table beat.validation_close (
	id bigint generated always as identity,
	project_id bigint not null,
	reason text not null,
	actor beat.actor_name not null,
	at timestamptz not null default clock_timestamp(),
	undone_at timestamptz,
	undone_by text,
	undone_reason text,
	constraint validation_close_pkey primary key (id),
	constraint validation_close_project_fkey foreign key (project_id) references beat.project (id),
	constraint validation_close_reason_form check (char_length(reason) <= 1000),
	constraint validation_close_undone_by_someone check ((undone_at is null) = (undone_by is null))
);
comment on table beat.validation_close is
	'No more votes are waited for: authors who wrote nothing since are judged by what is decided, however little that is. Several '
	'may stand; the latest tells.';
create index validation_close_standing_idx on beat.validation_close (project_id, at) where undone_at is null;

create table beat.validation_settlement (
	project_id bigint not null,
	at timestamptz not null,
	asked jsonb not null,
	asked_at timestamptz not null,
	constraint validation_settlement_pkey primary key (project_id),
	constraint validation_settlement_project_fkey foreign key (project_id) references beat.project (id)
);
comment on table beat.validation_settlement is 'How far the settler of a project is; a row a project.';
comment on column beat.validation_settlement.at is 'When it last began and came to an end: what was stored long before that is settled.';
comment on column beat.validation_settlement.asked is 'The settings by which questions came into the queue, and since when it knows them.';

alter table beat.revocation add column pardoned beat.count;
comment on column beat.revocation.pardoned is
	'Decided questions when a person took it back or dismissed it: the rate of answerable questions revokes again only when there are more.';

alter table beat.release add column provisional boolean not null default false;
comment on column beat.release.provisional is 'Made while votes were missing; its card, its MANIFEST and the name of its folder say so.';

call beat.never('deleted', 'validation_close', 'validation_settlement');
