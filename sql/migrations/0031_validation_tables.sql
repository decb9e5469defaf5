-- The tables of validation and of releases: who answers whose questions, what follows from the votes, what was published.
--
-- Order of locks: as 0012 has it; rows of validation come after those of question, in the order of their ids.

-- What a project asks of validation. 0028 tells what each setting does.

alter table beat.project
	add column validation_votes integer not null default 3,
	add column validation_match text not null default 'em',
	add column validation_f1_permille beat.permille not null default 400,
	add column validation_matches integer not null default 1,
	add column validation_group text not null default 'hit',
	add column validation_questions integer not null default 10,
	add column validation_lease_seconds integer not null default 1800,
	add column validation_reward_cents integer not null default 0,
	add column validation_completion_code text not null default '',
	add column validation_onboarding text,
	add column validation_early_stop integer not null default 0,
	add column validation_extra integer not null default 0,
	add column validation_train_permille beat.permille not null default 0,
	add column validation_lost_permille beat.permille not null default 0,
	add column answerable_permille beat.permille not null default 500,
	add constraint project_validation_votes_range check (validation_votes between 0 and 20),
	add constraint project_validation_match_known check (validation_match in ('em', 'f1')),
	add constraint project_validation_f1_range check (validation_f1_permille <= 999),
	add constraint project_validation_matches_range check (validation_matches between 1 and 20),
	add constraint project_validation_group_known check (validation_group in ('hit', 'passage')),
	add constraint project_validation_questions_range check (validation_questions between 1 and 50),
	add constraint project_validation_lease_range check (validation_lease_seconds between 1 and 2592000),
	add constraint project_validation_reward_range check (validation_reward_cents between 0 and 1000000),
	add constraint project_validation_completion_code_form check (validation_completion_code ~ '^[A-Za-z0-9_-]{0,64}$'),
	add constraint project_validation_early_stop_range check (validation_early_stop between 0 and 20),
	add constraint project_validation_extra_range check (validation_extra between 0 and 20);
comment on column beat.project.validation_votes is 'Validators of each dev and test question; 0: nothing is validated.';

alter table beat.participation
	add column validator_at timestamptz,
	add column validator_onboarding_id bigint,
	add column votes integer,
	add column validated integer,
	add column answerable integer,
	add constraint participation_validator_onboarding_fkey
		foreign key (validator_onboarding_id) references beat.onboarding (id);
-- In steps: a new column with a default is refused where functions take the row as a parameter.
update beat.participation set votes = 0, validated = 0, answerable = 0;
alter table beat.participation
	alter column votes set not null,
	alter column votes set default 0,
	alter column validated set not null,
	alter column validated set default 0,
	alter column answerable set not null,
	alter column answerable set default 0,
	add constraint participation_votes_not_negative check (votes >= 0),
	add constraint participation_answerable_range check (0 <= answerable and answerable <= validated);
comment on column beat.participation.validator_at is
	'Since when the worker may validate without being qualified to write questions.';
comment on column beat.participation.votes is 'Votes cast by the worker, excluded ones too.';
comment on column beat.participation.validated is
	'Questions of the worker that votes have decided on, of which answerable are answerable.';

-- The queue: what is to be answered by others than its author.

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
create unique index validation_item_once_per_worker on beat.validation_item (worker_id, validation_id)
	where state in ('leased', 'voted');
comment on column beat.validation_item.due is
	'Something happened here that the counters of the question do not tell yet; null: they do. Rate: the last question of '
	'its HIT that waited was discarded, so that its author''s rate is to be looked at.';
create index validation_item_validation_idx on beat.validation_item (validation_id);
create index validation_item_due_idx on beat.validation_item (validation_id) where due is not null;

-- One written HIT (or onboarding) and one validated at a time.
drop index beat.assignment_one_live_per_worker_and_project;
create unique index assignment_one_live_per_worker_and_project
	on beat.assignment (worker_id, project_id, (kind = 'validate')) where state = 'live';

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

-- Out because of its votes: in again if later votes say otherwise.
alter table beat.discard
	drop constraint discard_cause_known,
	add constraint discard_cause_known check (cause in ('revocation', 'review', 'hand', 'unanswerable'));

-- Why a validator has no answer: a catalogue, as for reviews.
alter table beat.review_word
	drop constraint review_word_kind_known,
	add constraint review_word_kind_known check (kind in ('tag', 'label', 'vote'));
insert into beat.review_word (kind, word, place, meaning)
values
	('vote', 'no_answer', 1, 'The passage does not say.'),
	('vote', 'several_answers', 2, 'There is more than one right answer.'),
	('vote', 'unclear', 3, 'I cannot tell what is asked.'),
	('vote', 'broken', 4, 'It is not a question, or not in the language of the passage.'),
	('vote', 'other', 5, 'Something else, which I explain.');

-- Releases.

create table beat.release (
	id bigint generated always as identity,
	name text not null,
	version text not null,
	project_id bigint,
	parts jsonb not null default '[]',
	state text not null default 'building',
	as_of timestamptz not null,
	seed text not null,
	licence text not null,
	formats text[] not null,
	settings jsonb not null,
	pseudonym_key bytea not null,
	code_version text not null,
	actor beat.actor_name not null,
	served boolean not null default false,
	created_at timestamptz not null default clock_timestamp(),
	ready_at timestamptz,
	report jsonb not null default '{}',
	progress jsonb not null default '{}',
	alive_at timestamptz not null default clock_timestamp(),
	constraint release_pkey primary key (id),
	constraint release_name_form check (name ~ '^[a-z0-9][a-z0-9_-]{0,62}$'),
	constraint release_version_form check (version ~ '^[0-9A-Za-z][0-9A-Za-z.+-]{0,63}$' and version !~ '[.][.]'),
	constraint release_project_fkey foreign key (project_id) references beat.project (id),
	constraint release_state_known check (state in ('building', 'ready', 'failed')),
	constraint release_ready_has_moment check ((state = 'ready') = (ready_at is not null)),
	constraint release_seed_form check (seed ~ '^[0-9A-Za-z._-]{1,64}$'),
	constraint release_key_length check (octet_length(pseudonym_key) = 32)
);
comment on table beat.release is
	'A frozen export: what is in it (release_question), how it was chosen, and what was written (release_file). Several of '
	'one version may have failed; at most one is being built or ready.';
comment on column beat.release.project_id is 'Null: combined of other releases, which parts names.';
comment on column beat.release.as_of is 'What was true at this moment is in it. Everything stamped before it was committed.';
comment on column beat.release.pseudonym_key is 'Keys the hash that stands for a worker in the files of this release.';
comment on column beat.release.served is 'Wanted in the server''s own folder, for downloads from the dashboard.';
comment on column beat.release.report is 'Counts, what the gate found, near-duplicates, splits that fell short.';
comment on column beat.release.alive_at is 'Renewed by whoever builds it; long past: the builder died, another may go on.';
create unique index release_version_key on beat.release (name, version) where state <> 'failed';
create index release_project_idx on beat.release (project_id, id);

create table beat.release_question (
	release_id bigint not null,
	split beat.split_name not null,
	place integer not null,
	question_id beat.question_id not null,
	constraint release_question_pkey primary key (release_id, split, place),
	constraint release_question_once unique (release_id, question_id)
);
comment on table beat.release_question is 'What a release holds, in the order in which its files have it.';

create table beat.release_file (
	release_id bigint not null,
	path text not null,
	bytes bigint not null,
	sha256 text not null,
	constraint release_file_pkey primary key (release_id, path),
	constraint release_file_release_fkey foreign key (release_id) references beat.release (id),
	constraint release_file_sha256_form check (sha256 ~ '^[0-9a-f]{64}$')
);
comment on table beat.release_file is 'The files of a release that is ready, with their digests.';

-- In place of foreign keys, which look up row by row what comes a million at a time. Releases and questions never go.
create function beat.release_question_check() returns trigger language plpgsql set jit = off as $$
begin
	-- Counted, not looked for: that is planned for all rows.
	if (select count(*) from inserted)
		<> (select count(*)
			  from inserted i
			  join beat.release r on r.id = i.release_id
			  join beat.question q on q.id = i.question_id) then
		raise foreign_key_violation using message = 'release_question names a release or a question that is not there',
			constraint = 'release_question_refers', table = 'release_question', schema = 'beat';
	end if;
	return null;
end
$$;
comment on function beat.release_question_check is 'Refuses rows of a release or a question that does not exist.';
create trigger release_question_refers after insert on beat.release_question
	referencing new table as inserted for each statement execute function beat.release_question_check();

do $$
declare
	name text;
begin
	foreach name in array array['validation', 'validation_item', 'vote', 'vote_exclusion', 'decision', 'release',
			'release_question', 'release_file'] loop
		execute format('create trigger %I before delete or truncate on beat.%I '
			'for each statement execute function beat.forbid()', name || '_never_deleted', name);
	end loop;
end
$$;
create trigger decision_never_changed before update on beat.decision for each statement execute function beat.forbid();
create trigger release_question_never_changed before update on beat.release_question
	for each statement execute function beat.forbid();
create trigger release_file_never_changed before update on beat.release_file
	for each statement execute function beat.forbid();
