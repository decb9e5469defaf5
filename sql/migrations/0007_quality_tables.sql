-- The tables of quality: who may work on what, what is sampled and reviewed, what is discarded, who may look.
--
-- Order of locks, everywhere: worker, assignment, participation, project_passage, project_tally and the other
-- counters. Whoever is going to touch several of them takes them in this order.

-- Refusals that carry an HTTP status in their SQLSTATE: BE404 is "not found", BE409 "conflict", and so on. BE001 is
-- "422, a person can act on the sentence". The command line prints the sentence of any of them.
create function beat.refuse_as(code text, sentence text) returns void language plpgsql as $$
begin
	raise exception using errcode = code, message = sentence;
end
$$;
comment on function beat.refuse_as is 'Raises an error meant for people, under BE403, BE404, BE409 or BE410.';

create function beat.changed(topic text, in_project_id bigint, id text) returns void language plpgsql as $$
begin
	perform pg_notify('beat_change', json_build_object('topic', topic, 'project', in_project_id, 'id', id)::text);
end
$$;
comment on function beat.changed is
	'Tells the dashboards that listen. Equal notes of one transaction are sent once. Topics: attempt, submit, worker, '
	'review, screening, revocation, batch, question, validation, project, model, people.';

create function beat.wilson(k bigint, n bigint) returns json
	language sql immutable parallel safe
	return json_build_object('k', k, 'n', n,
		'rate', case when n > 0 then round(k::numeric / n, 6) end,
		'low', case when n > 0 then round(greatest(0, ((k::float8 / n + 1.9207294103470 / n
			- 1.959963984540054 * sqrt(k::float8 / n * (1 - k::float8 / n) / n + 0.9603647051735 / (n::float8 * n)))
			/ (1 + 3.841458820694 / n)))::numeric, 6) end,
		'high', case when n > 0 then round(least(1, ((k::float8 / n + 1.9207294103470 / n
			+ 1.959963984540054 * sqrt(k::float8 / n * (1 - k::float8 / n) / n + 0.9603647051735 / (n::float8 * n)))
			/ (1 + 3.841458820694 / n)))::numeric, 6) end);
comment on function beat.wilson is 'A rate k / n with its Wilson 95 % interval: {k, n, rate, low, high}; null without data.';

-- Who may enter the dashboard.

create domain beat.role_name as text
	constraint role_known check (value in ('admin', 'reviewer', 'viewer'));

create table beat.account (
	id bigint generated always as identity,
	name text not null,
	role beat.role_name not null,
	password text not null,
	password_changed_at timestamptz not null default clock_timestamp(),
	totp_secret bytea,
	totp_confirmed_at timestamptz,
	totp_last_step bigint not null default 0,
	disabled_at timestamptz,
	created_at timestamptz not null default clock_timestamp(),
	constraint account_pkey primary key (id),
	constraint account_name_key unique (name),
	constraint account_name_form check (name ~ '^[a-z0-9][a-z0-9._-]{0,62}$'),
	constraint account_password_is_argon2id check (password = '' or password ~ '^[$]argon2id[$]'),
	constraint account_totp_confirmed_has_secret check (totp_confirmed_at is null or totp_secret is not null)
);
comment on table beat.account is 'A person who may enter the dashboard.';
comment on column beat.account.password is 'An argon2id string; empty: nobody can sign in with a password.';
comment on column beat.account.totp_last_step is 'The time step of the last code that was taken: none is taken twice.';

create table beat.login (
	id bigint generated always as identity,
	account_id bigint not null,
	token_sha256 bytea not null,
	created_at timestamptz not null default clock_timestamp(),
	seen_at timestamptz not null default clock_timestamp(),
	expires_at timestamptz not null,
	ended_at timestamptz,
	address text not null default '',
	agent text not null default '',
	constraint login_pkey primary key (id),
	constraint login_token_key unique (token_sha256),
	constraint login_account_fkey foreign key (account_id) references beat.account (id),
	constraint login_lengths check (char_length(address) <= 100 and char_length(agent) <= 400)
);
comment on table beat.login is 'Sessions of the dashboard. The cookie''s token is kept as its digest alone.';
create index login_account_idx on beat.login (account_id) where ended_at is null;

create table beat.login_failure (
	key text not null,
	failures integer not null default 0,
	last_at timestamptz not null default clock_timestamp(),
	blocked_until timestamptz,
	constraint login_failure_pkey primary key (key),
	constraint login_failure_key_length check (char_length(key) <= 200)
);
comment on table beat.login_failure is 'Failed sign-ins in a row, by "account:NAME" and "address:IP": the back-off.';

create table beat.api_token (
	id bigint generated always as identity,
	account_id bigint not null,
	name text not null,
	token_sha256 bytea not null,
	scopes text[] not null,
	created_at timestamptz not null default clock_timestamp(),
	expires_at timestamptz,
	used_at timestamptz,
	revoked_at timestamptz,
	constraint api_token_pkey primary key (id),
	constraint api_token_token_key unique (token_sha256),
	constraint api_token_account_fkey foreign key (account_id) references beat.account (id),
	constraint api_token_name_form check (not beat.is_blank(name) and char_length(name) <= 100),
	constraint api_token_scopes_known check (
		scopes <@ array['look', 'review', 'manage', 'people', 'identity'] and cardinality(scopes) >= 1
	)
);
comment on table beat.api_token is 'Keys for scripts: they may do what their scopes and their account''s role both allow.';

-- What new workers learn.

create table beat.onboarding (
	id bigint generated always as identity,
	name text not null,
	version integer not null,
	content jsonb not null,
	content_sha256 bytea not null,
	passage_id bigint not null,
	created_at timestamptz not null default clock_timestamp(),
	constraint onboarding_pkey primary key (id),
	constraint onboarding_version_key unique (name, version),
	constraint onboarding_passage_fkey foreign key (passage_id) references beat.passage (id),
	constraint onboarding_name_form check (name ~ '^[a-z0-9][a-z0-9_-]{0,62}$'),
	constraint onboarding_version_range check (version >= 1)
);
comment on table beat.onboarding is
	'A version of an onboarding: five exercises with their passages in content, and the passage of the real HIT.';

-- Settings of a project that have to do with quality.

alter table beat.project
	add column onboarding text,
	add column onboarding_model_id bigint,
	add column onboarding_retries beat.count not null default 0,
	add column batch_hits integer,
	add column batch_hours integer,
	add column success_permille beat.permille not null default 800,
	add column success_unit text not null default 'question',
	add column review_double boolean not null default false,
	add column review_blind boolean not null default true,
	add column review_lease_seconds integer not null default 1800,
	add column revoke_confirm boolean not null default false,
	add constraint project_onboarding_model_fkey foreign key (onboarding_model_id) references beat.model (id),
	add constraint project_onboarding_form check (onboarding ~ '^[a-z0-9][a-z0-9_-]{0,62}$'),
	add constraint project_batch_hits_range check (batch_hits between 1 and 1000000),
	add constraint project_batch_hours_range check (batch_hours between 1 and 8760),
	add constraint project_success_unit_known check (success_unit in ('question', 'hit')),
	add constraint project_review_lease_range check (review_lease_seconds between 60 and 86400);
comment on column beat.project.onboarding is
	'Name of the onboarding that workers without the qualification are given (its newest version); null: none.';
comment on column beat.project.onboarding_model_id is 'The model of the onboarding''s HIT; null: the project''s weakest.';
comment on column beat.project.batch_hits is 'A batch closes by itself after so many completed HITs; null: not.';
comment on column beat.project.batch_hours is 'A batch closes by itself after so many hours; null: not.';
comment on column beat.project.success_permille is 'Below this success rate the qualification is revoked.';
comment on column beat.project.revoke_confirm is 'A second person decides before anything is revoked.';

-- Who may work on what.

create table beat.participation_move (
	from_state text not null,
	to_state text not null,
	meaning text not null,
	constraint participation_move_pkey primary key (from_state, to_state)
);
comment on table beat.participation_move is
	'The state machine of a worker in a project: every legal move, and no other is possible.';
insert into beat.participation_move (from_state, to_state, meaning) values
	('new', 'onboarding', 'begins the onboarding'),
	('onboarding', 'screening', 'handed the onboarding in'),
	('screening', 'qualified', 'a reviewer passed the onboarding'),
	('screening', 'onboarding', 'a reviewer failed it, and there is another try'),
	('screening', 'failed', 'a reviewer failed it, and there is no other try'),
	('failed', 'screening', 'the decision was taken back'),
	('qualified', 'screening', 'the decision was taken back'),
	('failed', 'onboarding', 'an admin gave another chance'),
	('new', 'qualified', 'an admin gave the qualification'),
	('onboarding', 'qualified', 'an admin gave the qualification'),
	('failed', 'qualified', 'an admin gave the qualification'),
	('new', 'revoked', 'poor work in an open project'),
	('failed', 'revoked', 'poor work in an open project'),
	('onboarding', 'revoked', 'an admin took it away'),
	('screening', 'revoked', 'an admin took it away'),
	('qualified', 'revoked', 'poor work, or an admin took it away'),
	('revoked', 'qualified', 'reinstated by an admin');

create table beat.participation (
	worker_id bigint not null,
	project_id bigint not null,
	state text not null default 'new',
	state_at timestamptz not null default clock_timestamp(),
	onboarding_id bigint,
	tries beat.count not null default 0,
	seen_at timestamptz not null default clock_timestamp(),
	created_at timestamptz not null default clock_timestamp(),
	submitted beat.count not null default 0,
	attempts beat.count not null default 0,
	wins beat.count not null default 0,
	kept beat.count not null default 0,
	seconds bigint not null default 0,
	sampled beat.count not null default 0,
	reviewed_hits beat.count not null default 0,
	valid_hits beat.count not null default 0,
	reviewed_questions beat.count not null default 0,
	valid_questions beat.count not null default 0,
	constraint participation_pkey primary key (worker_id, project_id),
	constraint participation_worker_fkey foreign key (worker_id) references beat.worker (id),
	constraint participation_project_fkey foreign key (project_id) references beat.project (id),
	constraint participation_onboarding_fkey foreign key (onboarding_id) references beat.onboarding (id),
	constraint participation_state_known check (
		state in ('new', 'onboarding', 'screening', 'qualified', 'failed', 'revoked')
	)
) with (fillfactor = 80);
comment on table beat.participation is 'A worker in a project: the state, and counters of the work.';
comment on column beat.participation.tries is 'Onboardings handed in.';
comment on column beat.participation.submitted is
	'Completed generate HITs, the n of the sampling rule. This and the counters that follow are kept by the functions '
	'that change what they count; beatctl check recounts them.';
comment on column beat.participation.attempts is 'Attempts in submitted generate HITs; wins: those the human won.';
comment on column beat.participation.kept is 'Questions of submitted generate HITs that nothing discards.';
comment on column beat.participation.seconds is 'Time from start to hand-in over the submitted generate HITs.';
comment on column beat.participation.reviewed_questions is
	'Questions of settled samples, of which valid_questions are valid; a HIT is valid if all its questions are.';

alter table beat.worker
	add column blocked_at timestamptz,
	add column blocked_reason text;
comment on column beat.worker.blocked_at is 'Since when the worker may enter no project at all.';

create table beat.worker_note (
	id bigint generated always as identity,
	worker_id bigint not null,
	project_id bigint,
	actor beat.actor_name not null,
	at timestamptz not null default clock_timestamp(),
	text text not null,
	constraint worker_note_pkey primary key (id),
	constraint worker_note_worker_fkey foreign key (worker_id) references beat.worker (id),
	constraint worker_note_project_fkey foreign key (project_id) references beat.project (id),
	constraint worker_note_form check (not beat.is_blank(text) and char_length(text) <= 4000)
);
comment on table beat.worker_note is 'What the team writes down about a worker.';
create index worker_note_worker_idx on beat.worker_note (worker_id, id);

-- Exercises of an onboarding; its run is an assignment of the kind "onboarding".

create table beat.exercise_answer (
	assignment_id bigint not null,
	number smallint not null,
	tries beat.count not null default 0,
	done boolean not null default false,
	question text,
	answer_start integer,
	answer_end integer,
	answer_text text,
	shared integer,
	given_tokens integer,
	expected_tokens integer,
	at timestamptz not null default clock_timestamp(),
	constraint exercise_answer_pkey primary key (assignment_id, number),
	constraint exercise_answer_assignment_fkey foreign key (assignment_id) references beat.assignment (id),
	constraint exercise_answer_number_range check (number between 1 and 20)
);
comment on table beat.exercise_answer is 'A worker''s answer to an exercise; the last one counts, tries tells how many.';

create table beat.screening (
	assignment_id bigint not null,
	project_id bigint not null,
	worker_id bigint not null,
	onboarding_id bigint not null,
	handed_in_at timestamptz not null default clock_timestamp(),
	state text not null default 'waiting',
	reason text,
	account_id bigint,
	actor text,
	decided_at timestamptz,
	constraint screening_pkey primary key (assignment_id),
	constraint screening_assignment_fkey foreign key (assignment_id) references beat.assignment (id),
	constraint screening_participation_fkey
		foreign key (worker_id, project_id) references beat.participation (worker_id, project_id),
	constraint screening_onboarding_fkey foreign key (onboarding_id) references beat.onboarding (id),
	constraint screening_account_fkey foreign key (account_id) references beat.account (id),
	constraint screening_state_known check (state in ('waiting', 'passed', 'failed')),
	constraint screening_decided_unless_waiting check ((state = 'waiting') = (decided_at is null))
);
comment on table beat.screening is 'Onboardings handed in: the queue that reviewers pass or fail.';
create index screening_waiting_idx on beat.screening (project_id, handed_in_at) where state = 'waiting';
create index screening_worker_idx on beat.screening (worker_id, project_id);

-- Onboardings run on a fixed passage, again after a failed try; questions are written on a passage once per worker.
alter table beat.assignment
	drop constraint assignment_passage_once_per_worker_and_project,
	add column reward_cents beat.count not null default 0;
create unique index assignment_passage_once_per_worker_and_project on beat.assignment (worker_id, project_id, passage_id)
	where kind = 'generate';
comment on column beat.assignment.reward_cents is 'What the hand-in earned, as promised at that moment.';
alter domain beat.assignment_state drop constraint assignment_state_known;
alter domain beat.assignment_state add constraint assignment_state_known
	check (value in ('live', 'submitted', 'expired', 'returned', 'ended'));

-- Batches, samples, reviews.

create table beat.batch (
	id bigint generated always as identity,
	project_id bigint not null,
	number integer not null,
	seed text not null,
	cause text not null,
	actor beat.actor_name not null,
	closed_at timestamptz not null default clock_timestamp(),
	hits_total bigint not null,
	hits beat.count not null,
	workers beat.count not null,
	sampled beat.count not null,
	constraint batch_pkey primary key (id),
	constraint batch_number_key unique (project_id, number),
	constraint batch_project_fkey foreign key (project_id) references beat.project (id),
	constraint batch_seed_form check (seed ~ '^[0-9A-Za-z._-]{1,64}$'),
	constraint batch_cause_known check (cause in ('hand', 'hits', 'hours'))
);
comment on table beat.batch is 'A closed batch: what it drew follows from its seed and the HITs completed by then.';
comment on column beat.batch.hits_total is 'Completed generate HITs of the project at its closing; hits: since the last.';

create table beat.sample (
	assignment_id bigint not null,
	batch_id bigint not null,
	project_id bigint not null,
	worker_id bigint not null,
	state text not null default 'waiting',
	reviews_wanted smallint not null default 1,
	taken smallint not null default 0,
	held boolean not null default false,
	free boolean not null generated always as (
		not held and taken < case state when 'waiting' then reviews_wanted when 'disputed' then 1 else 0 end) stored,
	review_id bigint,
	sampled_at timestamptz not null default clock_timestamp(),
	settled_at timestamptz,
	constraint sample_pkey primary key (assignment_id),
	constraint sample_assignment_fkey foreign key (assignment_id) references beat.assignment (id),
	constraint sample_batch_fkey foreign key (batch_id) references beat.batch (id),
	constraint sample_participation_fkey
		foreign key (worker_id, project_id) references beat.participation (worker_id, project_id),
	constraint sample_state_known check (state in ('waiting', 'disputed', 'settled')),
	constraint sample_settled_by_a_review check ((state = 'settled') = (review_id is not null)),
	constraint sample_reviews_range check (reviews_wanted in (1, 2)),
	constraint sample_taken_range check (taken between 0 and 2)
);
comment on table beat.sample is 'A HIT drawn for review. Disputed: two reviews differ, a third person decides.';
comment on column beat.sample.taken is 'Reviews under way or finished; once it is disputed, adjudications.';
comment on column beat.sample.held is 'Not handed out: the worker''s qualification is revoked, so nobody has to look.';
comment on column beat.sample.free is 'There is room for another reviewer.';
comment on column beat.sample.review_id is 'The review whose judgements count.';
create index sample_queue_idx on beat.sample (project_id, state, sampled_at, assignment_id)
	where state <> 'settled' and not held;
create index sample_worker_idx on beat.sample (worker_id, project_id);

create table beat.review (
	id bigint generated always as identity,
	assignment_id bigint not null,
	project_id bigint not null,
	account_id bigint not null,
	kind text not null default 'review',
	state text not null default 'leased',
	leased_at timestamptz not null default clock_timestamp(),
	expires_at timestamptz not null,
	finished_at timestamptz,
	constraint review_pkey primary key (id),
	constraint review_sample_fkey foreign key (assignment_id) references beat.sample (assignment_id),
	constraint review_account_fkey foreign key (account_id) references beat.account (id),
	constraint review_kind_known check (kind in ('review', 'adjudication')),
	constraint review_state_known check (state in ('leased', 'finished', 'released', 'expired', 'undone')),
	constraint review_finished_has_moment check ((state = 'finished') <= (finished_at is not null))
);
comment on table beat.review is 'A reviewer on a sampled HIT: by lease until it is finished.';
create unique index review_once_per_reviewer on beat.review (assignment_id, account_id)
	where state in ('leased', 'finished');
create index review_assignment_idx on beat.review (assignment_id);
create index review_account_idx on beat.review (account_id, project_id, id) where state in ('leased', 'finished');
create index review_done_idx on beat.review (account_id, project_id, finished_at) where state = 'finished';
create index review_project_idx on beat.review (project_id, id) where state in ('leased', 'finished');
create index review_lease_idx on beat.review (expires_at) where state = 'leased';
alter table beat.sample
	add constraint sample_review_fkey foreign key (review_id) references beat.review (id);

-- The catalogue of comprehension labels (13) and of reasons is data, so that the page, the command line and the
-- constraints read the same list.
create table beat.review_word (
	kind text not null,
	word text not null,
	place smallint not null,
	meaning text not null,
	constraint review_word_pkey primary key (kind, word),
	constraint review_word_kind_known check (kind in ('tag', 'label'))
);
comment on table beat.review_word is 'Words of a review: tags say why a question is invalid, labels what it asks of a reader.';

create table beat.judgement (
	review_id bigint not null,
	question_id beat.question_id not null,
	valid boolean not null,
	tags text[] not null default '{}',
	labels text[] not null default '{}',
	comment text not null default '',
	constraint judgement_pkey primary key (review_id, question_id),
	constraint judgement_review_fkey foreign key (review_id) references beat.review (id),
	constraint judgement_question_fkey foreign key (question_id) references beat.question (id),
	constraint judgement_tags_iff_invalid check (valid = (cardinality(tags) = 0)),
	constraint judgement_labels_limit check (cardinality(labels) <= 3),
	constraint judgement_comment_limit check (char_length(comment) <= 4000)
);
comment on table beat.judgement is 'What a review says of one question.';

-- Taking away and giving back.

create table beat.revocation (
	id bigint generated always as identity,
	project_id bigint not null,
	worker_id bigint not null,
	state text not null,
	cause text not null,
	reason text not null,
	actor beat.actor_name not null,
	at timestamptz not null default clock_timestamp(),
	review_id bigint,
	valid beat.count,
	reviewed beat.count,
	decided_by text,
	decided_at timestamptz,
	discarded beat.count not null default 0,
	undone_by text,
	undone_at timestamptz,
	undone_reason text,
	constraint revocation_pkey primary key (id),
	constraint revocation_participation_fkey
		foreign key (worker_id, project_id) references beat.participation (worker_id, project_id),
	constraint revocation_review_fkey foreign key (review_id) references beat.review (id),
	constraint revocation_state_known check (state in ('proposed', 'done', 'dismissed', 'undone')),
	constraint revocation_cause_known check (cause in ('review', 'hand', 'answerability')),
	constraint revocation_reason_form check (not beat.is_blank(reason) and char_length(reason) <= 1000)
);
comment on table beat.revocation is 'A qualification taken away, or proposed to be; one at a time for a worker in a project.';
create unique index revocation_one_at_a_time on beat.revocation (worker_id, project_id)
	where state in ('proposed', 'done');
create index revocation_proposed_idx on beat.revocation (project_id, id) where state = 'proposed';

create table beat.discard (
	id bigint generated always as identity,
	question_id beat.question_id not null,
	cause text not null,
	revocation_id bigint,
	review_id bigint,
	reason text not null,
	actor beat.actor_name not null,
	at timestamptz not null default clock_timestamp(),
	undone_at timestamptz,
	undone_by text,
	undone_reason text,
	constraint discard_pkey primary key (id),
	constraint discard_question_fkey foreign key (question_id) references beat.question (id),
	constraint discard_revocation_fkey foreign key (revocation_id) references beat.revocation (id),
	constraint discard_review_fkey foreign key (review_id) references beat.review (id),
	constraint discard_cause_known check (cause in ('revocation', 'review', 'hand')),
	constraint discard_cause_is_told check (
		(cause = 'revocation') = (revocation_id is not null) and (cause = 'review') = (review_id is not null)
	),
	constraint discard_reason_form check (not beat.is_blank(reason) and char_length(reason) <= 1000),
	constraint discard_undone_by_someone check ((undone_at is null) = (undone_by is null))
);
comment on table beat.discard is
	'Why a question is out. It is in again when every discard of it is undone; each cause stands for itself.';
create unique index discard_once_per_cause on beat.discard (question_id, cause) where undone_at is null;
create index discard_question_idx on beat.discard (question_id);
create index discard_revocation_idx on beat.discard (revocation_id) where revocation_id is not null;
create index discard_review_idx on beat.discard (review_id) where review_id is not null;

create table beat.outbox (
	id bigint generated always as identity,
	platform beat.platform_name not null,
	action text not null,
	worker_id bigint not null,
	project_id bigint not null,
	revocation_id bigint,
	created_at timestamptz not null default clock_timestamp(),
	done_at timestamptz,
	tries beat.count not null default 0,
	error text,
	constraint outbox_pkey primary key (id),
	constraint outbox_action_known check (action in ('revoke', 'qualify')),
	constraint outbox_participation_fkey
		foreign key (worker_id, project_id) references beat.participation (worker_id, project_id),
	constraint outbox_revocation_fkey foreign key (revocation_id) references beat.revocation (id)
);
comment on table beat.outbox is
	'What a platform has to be told. Direct workers have no platform to tell: their entries are done at once.';
create index outbox_waiting_idx on beat.outbox (id) where done_at is null;

-- Questions know where they belong, so that lists need no joins, and whether they are out.

drop trigger question_never_changed on beat.question;
alter table beat.question
	add column project_id bigint,
	add column worker_id bigint,
	add column assignment_id bigint,
	add column split beat.split_name,
	add column model_id bigint,
	add column discards beat.count not null default 0,
	add column labels text[] not null default '{}';
update beat.question q
   set project_id = a.project_id, worker_id = a.worker_id, assignment_id = a.id, split = x.split, model_id = t.model_id
  from beat.attempt t
  join beat.assignment a on a.id = t.assignment_id
  join beat.passage x on x.id = a.passage_id
 where t.id = q.attempt_id;
alter table beat.question
	alter column project_id set not null,
	alter column worker_id set not null,
	alter column assignment_id set not null,
	alter column split set not null,
	alter column model_id set not null;
comment on column beat.question.discards is 'Discards of it that are not undone; 0: the question is in.';
comment on column beat.question.labels is 'Of the review that settled it.';

create function beat.question_check_change() returns trigger language plpgsql as $$
begin
	if (new.id, new.attempt_id, new.created_at, new.project_id, new.worker_id, new.assignment_id, new.split, new.model_id)
		is distinct from
		(old.id, old.attempt_id, old.created_at, old.project_id, old.worker_id, old.assignment_id, old.split,
			old.model_id) then
		raise exception 'Question % may only be discarded, restored or labelled.', old.id
			using errcode = 'restrict_violation', constraint = 'question_never_changed', table = 'question',
				schema = 'beat';
	end if;
	return new;
end
$$;
comment on function beat.question_check_change is 'Trigger: question_never_changed.';
create trigger question_never_changed before update on beat.question
	for each row execute function beat.question_check_change();

-- Counters of the dashboard. Lanes as in project_tally: writers never wait for each other.

alter table beat.project_tally
	add column pay_cents bigint not null default 0,
	add column seconds bigint not null default 0,
	add constraint project_tally_pay_not_negative check (pay_cents >= 0),
	add constraint project_tally_seconds_not_negative check (seconds >= 0);
comment on column beat.project_tally.kept is 'Questions of submitted generate HITs that nothing discards.';

create table beat.attempt_tally (
	project_id bigint not null,
	model_id bigint not null,
	hour timestamptz not null,
	lane smallint not null,
	human beat.count not null default 0,
	model beat.count not null default 0,
	none beat.count not null default 0,
	model_ms bigint not null default 0,
	ms_buckets integer[] not null default '{0,0,0,0,0,0,0,0}',
	constraint attempt_tally_pkey primary key (project_id, model_id, hour, lane),
	constraint attempt_tally_project_fkey foreign key (project_id) references beat.project (id),
	constraint attempt_tally_model_fkey foreign key (model_id) references beat.model (id)
) with (fillfactor = 50);
comment on table beat.attempt_tally is 'Attempts of generate HITs by hour and verdict, with the time the model took.';
comment on column beat.attempt_tally.ms_buckets is
	'How many answers took up to 10, 30, 100, 300, 1000, 3000, 10000 ms, and longer.';

create table beat.duration_tally (
	project_id bigint not null,
	bucket smallint not null,
	lane smallint not null,
	hits beat.count not null default 0,
	constraint duration_tally_pkey primary key (project_id, bucket, lane),
	constraint duration_tally_project_fkey foreign key (project_id) references beat.project (id),
	constraint duration_tally_bucket_range check (bucket between 0 and 120)
) with (fillfactor = 50);
comment on table beat.duration_tally is 'Submitted generate HITs by duration in whole half minutes; 120: an hour or more.';

-- Nothing is deleted here either.
do $$
declare
	name text;
begin
	foreach name in array array['account', 'login', 'api_token', 'onboarding', 'participation_move', 'participation',
			'worker_note', 'exercise_answer', 'screening', 'batch', 'sample', 'review', 'review_word', 'judgement',
			'revocation', 'discard', 'outbox', 'attempt_tally', 'duration_tally'] loop
		execute format('create trigger %I before delete or truncate on beat.%I '
			'for each statement execute function beat.forbid()', name || '_never_deleted', name);
	end loop;
end
$$;
create trigger onboarding_never_changed before update on beat.onboarding
	for each statement execute function beat.forbid();
create trigger worker_note_never_changed before update on beat.worker_note
	for each statement execute function beat.forbid();
create trigger batch_never_changed before update on beat.batch for each statement execute function beat.forbid();
create trigger judgement_never_changed before update on beat.judgement
	for each statement execute function beat.forbid();
