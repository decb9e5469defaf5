-- What models cost: the tokens of every call that told them, by the price of then; and what a day may cost.

alter table beat.model
	add column price_in integer,
	add column price_out integer,
	add column budget_cents integer,
	add constraint model_price_range check (price_in between 0 and 999999999 and price_out between 0 and 999999999),
	add constraint model_budget_range check (budget_cents between 0 and 999999999);
comment on column beat.model.price_in is 'Micro-dollars for 1,000 tokens that it reads; null: not told.';
comment on column beat.model.price_out is 'Micro-dollars for 1,000 tokens that it writes; null: not told.';
comment on column beat.model.budget_cents is 'US cents that it may cost on a day (UTC); when they are spent it is not asked. Null: no limit.';

create table beat.model_usage (
	id bigint generated always as identity,
	at timestamptz not null default clock_timestamp(),
	model_id bigint not null,
	model_build_id bigint,
	project_id bigint not null,
	attempt_id uuid,
	kind text not null,
	tokens_in beat.count not null,
	tokens_out beat.count not null,
	ms beat.count not null,
	nanos bigint not null,
	constraint model_usage_pkey primary key (id),
	constraint model_usage_model_fkey foreign key (model_id) references beat.model (id),
	constraint model_usage_build_fkey foreign key (model_build_id, model_id) references beat.model_build (id, model_id),
	constraint model_usage_kind_known check (kind in ('game', 'late', 'shadow', 'canary')),
	constraint model_usage_nanos_not_negative check (nanos >= 0)
);
comment on table beat.model_usage is 'A call of a model that told its tokens, whatever its answer was worth.';
comment on column beat.model_usage.project_id is 'The project that it was for; 0: for none.';
comment on column beat.model_usage.attempt_id is 'The attempt that it was about, which may not have been stored after all; null: none.';
comment on column beat.model_usage.nanos is 'What it cost in billionths of a dollar: tokens by micro-dollars for 1,000 of them.';
create index model_usage_project_idx on beat.model_usage (project_id, at);
create index model_usage_attempt_idx on beat.model_usage (attempt_id) where attempt_id is not null;
call beat.never('deleted', 'model_usage');
call beat.never('changed', 'model_usage');

create table beat.usage_day (
	model_id bigint not null,
	day date not null,
	project_id bigint not null,
	kind text not null,
	calls bigint not null default 0,
	tokens_in bigint not null default 0,
	tokens_out bigint not null default 0,
	ms bigint not null default 0,
	nanos bigint not null default 0,
	constraint usage_day_pkey primary key (model_id, day, project_id, kind),
	constraint usage_day_model_fkey foreign key (model_id) references beat.model (id)
);
comment on table beat.usage_day is 'model_usage counted by model, day (UTC), project (0: none) and kind.';
create index usage_day_project_idx on beat.usage_day (project_id);
call beat.never('deleted', 'usage_day');
