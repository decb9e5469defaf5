-- The game: assignments, attempts, the questions that were won; the onboarding that comes before.

-- The verdict is exact: integers decide. Null if the counts are impossible, so that
-- nothing follows from them.
create function beat.verdict_of(shared integer, model_tokens integer, human_tokens integer, threshold_permille integer)
	returns text language plpgsql immutable parallel safe as $$
begin
	if num_nulls(shared, model_tokens, human_tokens) = 3 then
		return 'none';
	end if;
	if (shared >= 0 and shared <= model_tokens and shared <= human_tokens and human_tokens >= 1) is not true then
		return null;
	end if;
	return case when 2000::bigint * shared > threshold_permille * (model_tokens::bigint + human_tokens)
		then 'model' else 'human' end;
end
$$;
comment on function beat.verdict_of is 'Who wins with s shared tokens, m of the model, k of the human: the model iff F1 = 2s / (m + k) > threshold.';

create function beat.question_words(question text, answer text) returns tsvector
	language sql immutable parallel safe
	return to_tsvector('pg_catalog.simple'::regconfig, question || ' ' || answer);
comment on function beat.question_words is 'What a question is found by.';

create table beat.assignment (
	id bigint generated always as identity,
	project_id bigint not null,
	worker_id bigint not null,
	passage_id bigint not null,
	kind beat.assignment_kind not null default 'generate',
	state beat.assignment_state not null default 'live',
	platform_ref beat.platform_ref not null default '',
	hit_ref beat.platform_ref not null default '',
	submit_to beat.submit_url not null default '',
	won beat.count not null default 0,
	started_at timestamptz not null default clock_timestamp(),
	expires_at timestamptz not null,
	ended_at timestamptz,
	reward_cents beat.count not null default 0,
	onboarding_id bigint,
	constraint assignment_pkey primary key (id),
	constraint assignment_passage_fkey
		foreign key (project_id, passage_id) references beat.project_passage (project_id, passage_id),
	constraint assignment_worker_fkey foreign key (worker_id) references beat.worker (id),
	constraint assignment_onboarding_fkey foreign key (onboarding_id) references beat.onboarding (id)
) with (fillfactor = 85);
comment on table beat.assignment is 'One worker on one passage, by lease: live until submitted, returned, or expired.';
comment on column beat.assignment.platform_ref is
	'What the platform calls it (assignmentId, SESSION_ID); the window last opened owns it.';
comment on column beat.assignment.won is 'Questions kept so far; equals the count of its question rows.';
comment on column beat.assignment.reward_cents is 'What the hand-in earned, as promised at that moment.';
comment on column beat.assignment.onboarding_id is 'Which version an assignment of the kind onboarding runs; which one a validator is to learn from first.';
comment on column beat.assignment.won is
	'Attempts won so far; equals the count of its question rows, but for an onboarding, whose wins are no questions.';
-- "Live" is said in two ways (assignment_check keeps them equal), so that each query can only use the index made for
-- it, also while the tables are empty and all indexes look alike to the planner.
create index assignment_lease_idx on beat.assignment (project_id, expires_at) where ended_at is null;
create unique index assignment_platform_ref_submitted_once on beat.assignment (project_id, platform_ref)
	where state = 'submitted' and platform_ref <> '';
create index assignment_expired_idx on beat.assignment (worker_id, project_id, ended_at) where state = 'expired';
create unique index assignment_passage_once_per_worker_and_project on beat.assignment (worker_id, project_id, passage_id)
	where kind = 'generate';
create index assignment_ended_idx on beat.assignment (worker_id, project_id) where state = 'ended';
-- One version of an onboarding to the next: who is on which.
create index assignment_onboarding_idx on beat.assignment (onboarding_id) where onboarding_id is not null;
-- What a closing reads, and what a review reads.
create index assignment_completed_idx on beat.assignment (project_id, worker_id, id)
	where state = 'submitted' and kind = 'generate';
-- "id > 0" is true of all, and said so that only the list of a worker's HITs can use it: the look-ups of sessions have
-- indexes of their own, and must not be tempted.
create index assignment_worker_idx on beat.assignment (worker_id, project_id, id) where id > 0;
create unique index assignment_one_live_per_worker_and_project
	on beat.assignment (worker_id, project_id, (kind = 'validate')) where state = 'live';

create table beat.attempt (
	id uuid not null,
	assignment_id bigint not null,
	seq integer not null,
	question text not null,
	answer_start integer not null,
	answer_end integer not null,
	answer_text text not null,
	threshold_permille beat.permille not null,
	model_id bigint not null,
	model_build_id bigint,
	model_answer text,
	model_start integer,
	model_end integer,
	model_score double precision,
	shared integer,
	model_tokens integer,
	human_tokens integer,
	verdict text not null,
	fault text,
	model_ms beat.count,
	created_at timestamptz not null default clock_timestamp(),
	judged_at timestamptz,
	constraint attempt_pkey primary key (id),
	constraint attempt_seq_key unique (assignment_id, seq),
	constraint attempt_assignment_fkey foreign key (assignment_id) references beat.assignment (id),
	constraint attempt_model_fkey foreign key (model_id) references beat.model (id),
	constraint attempt_model_build_fkey
		foreign key (model_build_id, model_id) references beat.model_build (id, model_id),
	-- "is true" because a check also passes when it is unknown.
	constraint attempt_verdict_follows_from_overlap check (
		(verdict = beat.verdict_of(shared, model_tokens, human_tokens, threshold_permille)) is true
	)
);
comment on table beat.attempt is
	'One question with its highlighted answer, the model''s answer, and the verdict with its proof.';
comment on column beat.attempt.id is 'Made by the browser: a request sent twice is stored once.';
comment on column beat.attempt.answer_start is 'Code points; answer_end is exclusive.';
comment on column beat.attempt.shared is
	'With model_tokens and human_tokens, the exact proof of the verdict: F1 = 2s / (m + k).';
comment on column beat.attempt.fault is
	'Why the model could not judge (timeout, refused, …); null once there is a verdict.';
create index attempt_unjudged_idx on beat.attempt (created_at, id) where verdict = 'none';

create table beat.question (
	id beat.question_id not null,
	attempt_id uuid not null,
	created_at timestamptz not null default clock_timestamp(),
	project_id bigint not null,
	worker_id bigint not null,
	assignment_id bigint not null,
	split beat.split_name not null,
	model_id bigint not null,
	discards beat.count not null default 0,
	labels text[] not null default '{}',
	number bigint generated always as identity,
	words tsvector not null default '',
	reviewed boolean not null default false,
	constraint question_pkey primary key (id),
	constraint question_attempt_key unique (attempt_id),
	constraint question_attempt_fkey foreign key (attempt_id) references beat.attempt (id)
);
comment on table beat.question is 'A won attempt: one question of the dataset, under the id it is published with.';
comment on column beat.question.discards is 'Discards of it that are not undone; 0: the question is in.';
comment on column beat.question.labels is 'Of the review that settled it.';
comment on column beat.question.reviewed is 'A review that settled its HIT has judged it.';
comment on column beat.question.number is 'Rises with time: the place in a list, and the cursor of its pages.';
comment on column beat.question.words is
	'Of the question and its answer, for full-text search. Of no language: who looks for "how many" must find it.';
create index question_assignment_idx on beat.question (assignment_id);
-- What the lists walk along. An index of questions is paid for by every win, so there are few: a list is a walk along
-- the numbers; dev and test (few among many of train), what is out and what was reviewed have shorter lists; words have
-- the inverted index.
create index question_number_idx on beat.question (project_id, number);
create index question_split_idx on beat.question (project_id, split, number) where split <> 'train';
create index question_out_idx on beat.question (project_id, number) where discards > 0;
create index question_reviewed_idx on beat.question (project_id, number) where reviewed;
create index question_worker_idx on beat.question (worker_id, project_id, number);
create index question_words_idx on beat.question using gin (words);

create table beat.question_figures (
	question_id beat.question_id not null,
	question_words integer not null,
	answer_words integer not null,
	overlap integer not null,
	first_words text[] not null,
	constraint question_figures_pkey primary key (question_id),
	constraint question_figures_question_fkey foreign key (question_id) references beat.question (id)
);
comment on table beat.question_figures is
	'What the statistics tell of one question, worked out when they first need it.';

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
create index screening_list_idx on beat.screening (project_id, assignment_id);
create index screening_state_idx on beat.screening (project_id, state, assignment_id);

create table beat.screening_tally (
	project_id bigint not null,
	lane smallint not null,
	passed integer not null default 0,
	failed integer not null default 0,
	constraint screening_tally_pkey primary key (project_id, lane),
	constraint screening_tally_project_fkey foreign key (project_id) references beat.project (id)
) with (fillfactor = 50);
comment on table beat.screening_tally is
	'Screenings by decision, kept by a trigger of screening. In lanes, as the other tallies: only sums mean something.';

-- Nothing is deleted, from any table.
call beat.never('deleted', 'assignment', 'attempt', 'question', 'question_figures', 'exercise_answer', 'screening',
	'screening_tally');

-- What is true once stays true.
call beat.never('changed', 'question_figures');

create function beat.attempt_check() returns trigger language plpgsql as $$
declare
	passage_text text;
begin
	select p.text into passage_text
	  from beat.assignment a
	  join beat.passage p on p.id = a.passage_id
	 where a.id = new.assignment_id;
	if not found then
		return new; -- the foreign key says it better
	end if;
	if not beat.is_slice(passage_text, new.answer_start, new.answer_end, new.answer_text) then
		perform beat.violates('attempt', 'attempt_span_is_passage_slice', format(
			'The answer of attempt %s is not the passage from %s to %s.', new.id, new.answer_start, new.answer_end));
	end if;
	if num_nonnulls(new.model_start, new.model_end) > 0
		and not beat.is_slice(passage_text, new.model_start, new.model_end, new.model_answer) then
		perform beat.violates('attempt', 'attempt_model_span_is_passage_slice', format(
			'The model''s answer of attempt %s is not the passage from %s to %s.',
			new.id, new.model_start, new.model_end));
	end if;
	if (case new.verdict
		when 'none' then new.fault is null or num_nonnulls(new.model_answer, new.model_score, new.judged_at) > 0
		else new.fault is not null or num_nulls(new.model_answer, new.judged_at) > 0 end) then
		perform beat.violates('attempt', 'attempt_verdict_is_complete', format(
			'Attempt %s has a verdict with an answer, or a fault, but not both.', new.id));
	end if;
	if (new.seq >= 1 and char_length(new.question) <= 10000 and not beat.is_blank(new.question)) is not true
		or new.fault = '' or char_length(new.fault) > 200
		or new.model_score in ('infinity', '-infinity', 'nan') then
		perform beat.violates('attempt', 'attempt_limits', format(
			'Attempt %s has an empty or overlong question or fault, a bad number, or a score that is none.', new.id));
	end if;
	return new;
end
$$;
comment on function beat.attempt_check is 'Trigger: attempt_span_is_passage_slice, attempt_model_span_is_passage_slice, attempt_verdict_is_complete, '
	'attempt_limits.';
create trigger attempt_check before insert or update on beat.attempt
	for each row execute function beat.attempt_check();

-- An attempt is a fact. The one thing that may be added later is the verdict it had to go without.
create function beat.attempt_check_change() returns trigger language plpgsql as $$
begin
	if old.verdict <> 'none' or new.verdict = 'none'
		or (new.id, new.assignment_id, new.seq, new.question, new.answer_start, new.answer_end, new.answer_text,
				new.threshold_permille, new.model_id, new.created_at)
			is distinct from
			(old.id, old.assignment_id, old.seq, old.question, old.answer_start, old.answer_end, old.answer_text,
				old.threshold_permille, old.model_id, old.created_at) then
		perform beat.violates('attempt', 'attempt_judged_once',
			format('Attempt %s may only get the verdict it has not had yet.', old.id), 'restrict_violation');
	end if;
	return new;
end
$$;
comment on function beat.attempt_check_change is 'Trigger: attempt_judged_once.';
create trigger attempt_judged_once before update on beat.attempt
	for each row execute function beat.attempt_check_change();

create function beat.question_check() returns trigger language plpgsql as $$
declare
	t record;
begin
	select x.verdict, x.question, x.answer_text into t from beat.attempt x where x.id = new.attempt_id;
	if t.verdict in ('model', 'none') then
		perform beat.violates('question', 'question_is_won_attempt', format(
			'Attempt %s was not won, so it is no question.', new.attempt_id));
	end if;
	new.words := coalesce(beat.question_words(t.question, t.answer_text), '');
	return new;
end
$$;
comment on function beat.question_check is 'Trigger: question_is_won_attempt; and fills in the words.';
create trigger question_check before insert on beat.question
	for each row execute function beat.question_check();

create function beat.assignment_check() returns trigger language plpgsql as $$
begin
	if (new.state = 'live') <> (new.ended_at is null) then
		perform beat.violates('assignment', 'assignment_ended_unless_live', format(
			'Assignment %s must have an end if it is not live, and only then.', new.id));
	end if;
	if new.expires_at <= new.started_at then
		perform beat.violates('assignment', 'assignment_lease_runs_forward', format(
			'The lease of assignment %s ends before it starts.', new.id));
	end if;
	if tg_op = 'INSERT' then
		if (new.onboarding_id is null and new.kind = 'onboarding')
			or (new.onboarding_id is not null and new.kind not in ('onboarding', 'validate')) then
			perform beat.violates('assignment', 'assignment_onboarding_has_version', format(
				'Assignment %s must name a version of an onboarding if it is one, and only then or before validating.',
				new.id));
		end if;
		return new;
	end if;
	-- live -> submitted | expired | returned | ended; expired -> live again; ended -> submitted, or live again (or put
	-- away) when the worker is reinstated. The rest is final.
	if old.state <> new.state and not (old.state = 'live' or (old.state = 'expired' and new.state = 'live')
			or (old.state = 'ended' and new.state in ('submitted', 'live', 'returned'))) then
		perform beat.violates('assignment', 'assignment_moves', format(
			'Assignment %s cannot go from %s to %s.', old.id, old.state, new.state));
	end if;
	if old.id <> new.id or old.project_id <> new.project_id or old.worker_id <> new.worker_id
		or old.passage_id <> new.passage_id or old.kind <> new.kind or old.started_at <> new.started_at
		or old.onboarding_id is distinct from new.onboarding_id then
		perform beat.violates('assignment', 'assignment_stays_itself', format(
			'Assignment %s cannot become another one.', old.id));
	end if;
	return new;
end
$$;
comment on function beat.assignment_check is 'Trigger: assignment_ended_unless_live, assignment_lease_runs_forward, assignment_moves, assignment_stays_itself, '
	'assignment_onboarding_has_version.';
create trigger assignment_check before insert or update on beat.assignment
	for each row execute function beat.assignment_check();

create function beat.question_check_change() returns trigger language plpgsql as $$
begin
	if (new.id, new.attempt_id, new.created_at, new.project_id, new.worker_id, new.assignment_id, new.split,
			new.model_id, new.number, new.words)
		is distinct from
		(old.id, old.attempt_id, old.created_at, old.project_id, old.worker_id, old.assignment_id, old.split,
			old.model_id, old.number, old.words) then
		perform beat.violates('question', 'question_never_changed',
			format('Question %s may only be discarded, restored or labelled.', old.id), 'restrict_violation');
	end if;
	return new;
end
$$;
comment on function beat.question_check_change is 'Trigger: question_never_changed.';
create trigger question_never_changed before update on beat.question
	for each row execute function beat.question_check_change();

create function beat.screening_counted() returns trigger language plpgsql as $$
begin
	insert into beat.screening_tally as t (project_id, lane, passed, failed)
	values (new.project_id, beat.tally_lane(),
		(new.state = 'passed')::integer - (old.state = 'passed')::integer,
		(new.state = 'failed')::integer - (old.state = 'failed')::integer)
	on conflict on constraint screening_tally_pkey do update
	   set passed = t.passed + excluded.passed, failed = t.failed + excluded.failed;
	return null;
end
$$;
comment on function beat.screening_counted is 'Trigger: keeps screening_tally.';
create trigger screening_counted after update of state on beat.screening
	for each row when (old.state <> new.state) execute function beat.screening_counted();
