-- Alerts: what somebody should look at, one row a cause however often it shows; and which build of a model was seen last.

create table beat.alert (
	id bigint generated always as identity,
	kind text not null,
	subject text not null,
	project_id bigint,
	model_id bigint,
	text text not null,
	detail jsonb not null default '{}',
	since timestamptz not null default clock_timestamp(),
	seen_at timestamptz not null default clock_timestamp(),
	until timestamptz,
	acknowledged_at timestamptz,
	acknowledged_by beat.actor_name,
	constraint alert_pkey primary key (id),
	constraint alert_project_fkey foreign key (project_id) references beat.project (id),
	constraint alert_model_fkey foreign key (model_id) references beat.model (id),
	constraint alert_form check (kind ~ '^[a-z_]{1,32}$' and subject <> '' and text <> ''),
	constraint alert_acknowledged_by_somebody check (num_nonnulls(acknowledged_at, acknowledged_by) in (0, 2))
);
comment on table beat.alert is 'Something that somebody should look at: it stands from since until its cause is gone.';
comment on column beat.alert.subject is 'What it is about; of a kind and a subject one alert stands at a time.';
comment on column beat.alert.seen_at is 'When its cause was seen last.';
comment on column beat.alert.acknowledged_at is 'When somebody said that they know; it stands on, but is not shown on top any more.';
create unique index alert_one_stands on beat.alert (kind, subject) where until is null;
create index alert_project_idx on beat.alert (project_id) where until is null;
create index alert_model_idx on beat.alert (model_id) where until is null;
call beat.never('deleted', 'alert');

create table beat.model_seen (
	model_id bigint not null,
	model_build_id bigint not null,
	at timestamptz not null default clock_timestamp(),
	constraint model_seen_pkey primary key (model_id),
	constraint model_seen_build_fkey foreign key (model_build_id, model_id) references beat.model_build (id, model_id)
);
comment on table beat.model_seen is
	'The build that answered when a model was last asked by something that stores no attempt.';
call beat.never('deleted', 'model_seen');
