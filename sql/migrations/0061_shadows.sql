-- Shadows: models that are asked about an attempt after its verdict, in the background, and never shown. What is due is here,
-- so that a server that dies loses none of it; what they answer is a transfer_prediction.

create table beat.shadow_due (
	attempt_id uuid not null,
	model_id bigint not null,
	due_at timestamptz not null default clock_timestamp(),
	tries integer not null default 0,
	constraint shadow_due_pkey primary key (attempt_id, model_id),
	constraint shadow_due_attempt_fkey foreign key (attempt_id) references beat.attempt (id),
	constraint shadow_due_model_fkey foreign key (model_id) references beat.model (id)
) with (autovacuum_vacuum_scale_factor = 0.02);
comment on table beat.shadow_due is
	'A shadow model that is still to be asked about an attempt. The row leaves when the answer is stored.';
comment on column beat.shadow_due.due_at is
	'When it may be asked; whoever takes it moves this on, so that it comes again by itself if nothing came of it, later each time.';
create index shadow_due_idx on beat.shadow_due (due_at);
