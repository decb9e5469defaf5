-- Validation: who answers whose questions, and what follows from the votes.

create table beat.validation (
	id beat.question_id not null,
	attempt_id uuid not null,
	project_id bigint not null,
	passage_id bigint not null,
	assignment_id bigint not null,
	worker_id bigint not null,
	split beat.split_name not null,
	cause text not null,
	active boolean not null default true,
	state text not null default 'waiting',
	wanted smallint not null,
	taken smallint not null default 0,
	votes smallint not null default 0,
	matches smallint not null default 0,
	shuffle beat.count not null default floor(random() * 2147483647)::integer,
	open boolean not null generated always as (active and taken < wanted) stored,
	created_at timestamptz not null default clock_timestamp(),
	decided_at timestamptz,
	constraint validation_pkey primary key (id),
	constraint validation_attempt_key unique (attempt_id),
	constraint validation_attempt_fkey foreign key (attempt_id) references beat.attempt (id),
	constraint validation_assignment_fkey foreign key (assignment_id) references beat.assignment (id),
	constraint validation_passage_fkey foreign key (passage_id, split) references beat.passage (id, split),
	constraint validation_cause_known check (cause in ('split', 'train', 'lost')),
	constraint validation_state_known check (state in ('waiting', 'answerable', 'unanswerable')),
	constraint validation_decided_has_moment check ((state = 'waiting') = (decided_at is null)),
	constraint validation_counts check (
		0 <= matches and matches <= votes and votes <= taken and taken <= 1000 and wanted between 0 and 1000
	)
) with (fillfactor = 80);
comment on table beat.validation is
	'What validators answer: dev and test questions, as the project wishes also some of train and some lost attempts.';
comment on column beat.validation.id is 'Of the question; of a lost attempt the id it would have had.';
comment on column beat.validation.worker_id is 'The author, who never validates it.';
comment on column beat.validation.cause is 'Why it is validated: its split asks for it, a sample of train, a lost attempt.';
comment on column beat.validation.active is 'False while the question is discarded by something else than its votes.';
comment on column beat.validation.wanted is 'Votes wanted by now: fewer after an early stop, more on disagreement.';
comment on column beat.validation.taken is 'Validators who have it in hand or whose vote counts.';
comment on column beat.validation.votes is 'Cast votes that count; matches: those that match the original answer.';
create index validation_queue_idx on beat.validation (project_id, taken, shuffle) where open;
create index validation_waiting_idx on beat.validation (project_id, split)
	where cause = 'split' and active and state = 'waiting';
create index validation_group_idx on beat.validation (project_id, passage_id);
create index validation_hit_idx on beat.validation (assignment_id);
create index validation_author_idx on beat.validation (worker_id, project_id);

create table beat.validation_item (
	assignment_id bigint not null,
	validation_id beat.question_id not null,
	worker_id bigint not null,
	place smallint not null,
	state text not null default 'leased',
	due text,
	constraint validation_item_pkey primary key (assignment_id, validation_id),
	constraint validation_item_assignment_fkey foreign key (assignment_id) references beat.assignment (id),
	constraint validation_item_validation_fkey foreign key (validation_id) references beat.validation (id),
	constraint validation_item_state_known check (state in ('leased', 'voted', 'released', 'skipped')),
	constraint validation_item_due_known check (due in ('vote', 'release', 'exclusion', 'setting', 'rate'))
);
comment on table beat.validation_item is
	'A question in a validate HIT, at its place in a random order. Released: the lease ran out; skipped: it had its votes '
	'or was discarded before this validator answered.';
comment on column beat.validation_item.due is
	'Something happened here that the counters of the question do not tell yet; null: they do. Rate: the last question of '
	'its HIT that waited was discarded, so that its author''s rate is to be looked at.';
create unique index validation_item_once_per_worker on beat.validation_item (worker_id, validation_id)
	where state in ('leased', 'voted');
create index validation_item_validation_idx on beat.validation_item (validation_id);
create index validation_item_due_idx on beat.validation_item (validation_id) where due is not null;

create table beat.vote (
	id bigint generated always as identity,
	assignment_id bigint not null,
	validation_id beat.question_id not null,
	project_id bigint not null,
	worker_id bigint not null,
	answer_start integer,
	answer_end integer,
	answer_text text,
	normal text,
	reason text,
	comment text not null default '',
	shared integer not null,
	vote_tokens integer not null,
	original_tokens integer not null,
	exact boolean not null,
	excluded boolean not null default false,
	created_at timestamptz not null default clock_timestamp(),
	cast_at timestamptz,
	constraint vote_pkey primary key (id),
	constraint vote_item_key unique (assignment_id, validation_id),
	constraint vote_item_fkey foreign key (assignment_id, validation_id)
		references beat.validation_item (assignment_id, validation_id),
	constraint vote_participation_fkey
		foreign key (worker_id, project_id) references beat.participation (worker_id, project_id),
	constraint vote_is_answer_or_reason check (
		num_nulls(answer_start, answer_end, answer_text) in (0, 3) and (answer_text is null) = (reason is not null)
	),
	constraint vote_counts check (
		0 <= shared and shared <= vote_tokens and shared <= original_tokens and original_tokens >= 1
		and (answer_text is not null or (vote_tokens = 0 and not exact))
		and (not exact or (shared = vote_tokens and shared = original_tokens))
	),
	constraint vote_normal_is_its_tokens check (
		(normal is null) = (answer_text is null)
		and vote_tokens = coalesce(array_length(string_to_array(normal, ' '), 1), 0)
	),
	constraint vote_comment_limit check (char_length(comment) <= 1000)
);
comment on table beat.vote is
	'A validator''s own answer to a question, or why it has none; with the exact proof of its agreement with the original: '
	'F1 = 2s / (m + k), m the tokens of the vote, k of the original.';
comment on column beat.vote.normal is
	'The answer''s tokens after normalisation, joined by single spaces, as the scorer made them: votes are compared by it.';
comment on column beat.vote.cast_at is 'When its HIT was handed in; until then the validator may change it, and it does not count.';
comment on column beat.vote.excluded is 'True while an exclusion of its validator stands.';
create index vote_validation_idx on beat.vote (validation_id) where cast_at is not null;
create index vote_worker_idx on beat.vote (worker_id, project_id) where cast_at is not null;
create index vote_project_idx on beat.vote (project_id, cast_at) where cast_at is not null;

create table beat.vote_exclusion (
	id bigint generated always as identity,
	project_id bigint not null,
	worker_id bigint not null,
	revocation_id bigint,
	reason text not null,
	actor beat.actor_name not null,
	at timestamptz not null default clock_timestamp(),
	undone_at timestamptz,
	undone_by text,
	undone_reason text,
	constraint vote_exclusion_pkey primary key (id),
	constraint vote_exclusion_participation_fkey
		foreign key (worker_id, project_id) references beat.participation (worker_id, project_id),
	constraint vote_exclusion_revocation_fkey foreign key (revocation_id) references beat.revocation (id),
	constraint vote_exclusion_reason_form check (not beat.is_blank(reason) and char_length(reason) <= 1000),
	constraint vote_exclusion_undone_by_someone check ((undone_at is null) = (undone_by is null))
);
comment on table beat.vote_exclusion is
	'A validator whose votes do not count, by hand or because the worker is revoked; they count again when all are undone.';
create unique index vote_exclusion_one_at_a_time on beat.vote_exclusion (worker_id, project_id, (revocation_id is null))
	where undone_at is null;

create table beat.decision (
	id bigint generated always as identity,
	validation_id beat.question_id not null,
	project_id bigint not null,
	state text not null,
	votes smallint not null,
	matches smallint not null,
	cause text not null,
	actor beat.actor_name not null,
	at timestamptz not null default clock_timestamp(),
	constraint decision_pkey primary key (id),
	constraint decision_validation_fkey foreign key (validation_id) references beat.validation (id),
	constraint decision_state_known check (state in ('waiting', 'answerable', 'unanswerable')),
	constraint decision_cause_known check (cause in ('vote', 'exclusion', 'setting'))
);
comment on table beat.decision is
	'What the votes on a question came to, each time it changed: the last before a moment was true at that moment.';
create index decision_validation_idx on beat.decision (validation_id, at);

-- Nothing is deleted, from any table.
call beat.never('deleted', 'validation', 'validation_item', 'vote', 'vote_exclusion', 'decision');

-- What is true once stays true.
call beat.never('changed', 'decision');

create function beat.validation_item_check() returns trigger language plpgsql as $$
begin
	if exists (select from beat.validation v where v.id = new.validation_id and v.worker_id = new.worker_id) then
		perform beat.violates('validation_item', 'validation_item_never_the_author', format(
			'Worker %s wrote question %s, and cannot validate it.', new.worker_id, new.validation_id));
	end if;
	if not exists (
			select from beat.assignment a
			 where a.id = new.assignment_id and a.worker_id = new.worker_id and a.kind = 'validate') then
		perform beat.violates('validation_item', 'validation_item_of_its_validator', format(
			'Assignment %s is no validate HIT of worker %s.', new.assignment_id, new.worker_id));
	end if;
	return new;
end
$$;
comment on function beat.validation_item_check is 'Trigger: validation_item_never_the_author, validation_item_of_its_validator.';
create trigger validation_item_check before insert or update of assignment_id, validation_id, worker_id
	on beat.validation_item for each row execute function beat.validation_item_check();

create function beat.vote_check() returns trigger language plpgsql as $$
begin
	if tg_op = 'UPDATE' and old.cast_at is not null
		and to_jsonb(new) - 'excluded' is distinct from to_jsonb(old) - 'excluded' then
		perform beat.violates('vote', 'vote_cast_once',
			format('Vote %s is cast, and may only be excluded or included.', old.id), 'restrict_violation');
	end if;
	if new.answer_text is not null and (tg_op = 'INSERT'
			or (new.answer_start, new.answer_end, new.answer_text)
				is distinct from (old.answer_start, old.answer_end, old.answer_text))
		and not (
			select beat.is_slice(x.text, new.answer_start, new.answer_end, new.answer_text)
			  from beat.assignment a
			  join beat.passage x on x.id = a.passage_id
			 where a.id = new.assignment_id) then
		perform beat.violates('vote', 'vote_span_is_passage_slice', format(
			'The answer to question %s is not the passage from %s to %s.', new.validation_id, new.answer_start,
			new.answer_end));
	end if;
	if new.reason is not null and not exists (
			select from beat.review_word w where w.kind = 'vote' and w.word = new.reason) then
		perform beat.violates('vote', 'vote_reason_known', format('There is no reason "%s".', new.reason));
	end if;
	return new;
end
$$;
comment on function beat.vote_check is 'Trigger: vote_cast_once, vote_span_is_passage_slice, vote_reason_known.';
create trigger vote_check before insert or update on beat.vote for each row execute function beat.vote_check();
