-- Canaries: questions that a model is asked at an interval, to see whether it still answers as it did.

create table beat.canary (
	model_id bigint not null,
	every_minutes integer not null,
	question_set integer not null default 1,
	due_at timestamptz not null default clock_timestamp(),
	taken_until timestamptz,
	asked_at timestamptz,
	fault text,
	constraint canary_pkey primary key (model_id),
	constraint canary_model_fkey foreign key (model_id) references beat.model (id),
	constraint canary_every_range check (every_minutes between 0 and 43200)
);
comment on table beat.canary is 'A model that is asked canaries: how often, and when next.';
comment on column beat.canary.every_minutes is 'Minutes between two times; 0: it is not asked.';
comment on column beat.canary.question_set is 'Which of its sets of questions it is asked now.';
comment on column beat.canary.taken_until is 'A server asks it; if nothing is stored until then, another may.';
comment on column beat.canary.fault is 'Why it did not answer the last time; null: it did.';
create index canary_due_idx on beat.canary (due_at) where every_minutes > 0;

create table beat.canary_question (
	model_id bigint not null,
	question_set integer not null,
	place integer not null,
	passage text not null,
	question text not null,
	accepted text,
	accepted_build_id bigint,
	answer text,
	build_id bigint,
	constraint canary_question_pkey primary key (model_id, question_set, place),
	constraint canary_question_canary_fkey foreign key (model_id) references beat.canary (model_id),
	constraint canary_question_accepted_build_fkey foreign key (accepted_build_id, model_id) references beat.model_build (id, model_id),
	constraint canary_question_build_fkey foreign key (build_id, model_id) references beat.model_build (id, model_id),
	constraint canary_question_limits check (not beat.is_blank(passage) and not beat.is_blank(question)
		and char_length(passage) <= 20000 and char_length(question) <= 1000)
);
comment on table beat.canary_question is 'A canary of a model: what it should answer, and what it answered last.';
comment on column beat.canary_question.accepted is 'The answer that it is compared with: the first, or the last that somebody accepted.';
call beat.never('deleted', 'canary', 'canary_question');
