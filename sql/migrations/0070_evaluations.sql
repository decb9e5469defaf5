-- Evaluations: how a model did on a dataset, stored by `beatctl eval --store`, so that benchmarks can be compared later.

create table beat.evaluation (
	id bigint generated always as identity,
	dataset text not null,
	split text not null,
	model text not null,
	version text not null,
	weights text not null,
	model_group text not null,
	questions integer not null,
	unanswered integer not null,
	exact integer not null,
	exact_low double precision,
	exact_high double precision,
	f1 double precision not null,
	f1_low double precision,
	f1_high double precision,
	wins integer not null,
	actor beat.actor_name not null,
	created_at timestamptz not null default clock_timestamp(),
	constraint evaluation_pkey primary key (id),
	constraint evaluation_dataset_length check (char_length(dataset) between 1 and 200),
	constraint evaluation_split_known check (split in ('', 'train', 'dev', 'test')),
	constraint evaluation_model_length check (char_length(model) between 1 and 200),
	constraint evaluation_build_length check (char_length(version) <= 200 and char_length(weights) <= 200),
	constraint evaluation_group_length check (char_length(model_group) <= 100),
	constraint evaluation_counts_sound check (questions > 0 and unanswered between 0 and questions
		and exact between 0 and questions and wins between 0 and questions),
	constraint evaluation_f1_range check (f1 between 0 and 100)
);
create index evaluation_latest_idx on beat.evaluation (dataset, split, model, id desc);
comment on table beat.evaluation is 'A model on a dataset, as measured once; of the same names the latest counts.';
comment on column beat.evaluation.split is 'Empty: the dataset''s name does not tell.';
comment on column beat.evaluation.model_group is 'Models that are compared among themselves, such as pretrained ones; empty: none.';
comment on column beat.evaluation.exact is 'Questions answered exactly; f1 and the intervals are in per cent.';
comment on column beat.evaluation.wins is 'Questions on which it would win the game against the first answer.';

call beat.never('deleted', 'evaluation');
call beat.never('changed', 'evaluation');
