-- The tables as they are, in the order of their names; made from the catalogue by tests/sql/schema. To read, not to
-- run: sql/migrations makes them. Of every table but login_failure a trigger NAME_never_deleted forbids deleting.

-- A person who may enter the dashboard.
create table beat.account (
	id bigint not null generated always as identity,
	name text not null,
	role role_name not null,
	password text not null, -- An argon2id string; empty: nobody can sign in with a password.
	password_changed_at timestamptz not null default clock_timestamp(),
	totp_secret bytea,
	totp_confirmed_at timestamptz,
	totp_last_step bigint not null default 0, -- The time step of the last code that was taken: none is taken twice.
	disabled_at timestamptz,
	created_at timestamptz not null default clock_timestamp(),
	constraint account_name_form CHECK ((name ~ '^[a-z0-9][a-z0-9._-]{0,62}$'::text)),
	constraint account_password_is_argon2id CHECK (((password = ''::text) OR (password ~ '^[$]argon2id[$]'::text))),
	constraint account_totp_confirmed_has_secret CHECK (((totp_confirmed_at IS NULL) OR (totp_secret IS NOT NULL))),
	constraint account_pkey PRIMARY KEY (id),
	constraint account_name_key UNIQUE (name),
);
CREATE TRIGGER account_check_change BEFORE UPDATE ON beat.account FOR EACH ROW EXECUTE FUNCTION account_check_change();
CREATE TRIGGER account_end AFTER UPDATE OF disabled_at ON beat.account FOR EACH ROW WHEN (((old.disabled_at IS NULL) AND (new.disabled_at IS NOT NULL))) EXECUTE FUNCTION account_end();
CREATE TRIGGER account_log AFTER INSERT OR UPDATE ON beat.account FOR EACH ROW EXECUTE FUNCTION account_log();

-- The role of an account in a project, instead of the one it has everywhere; not once it has ended.
create table beat.account_project (
	account_id bigint not null,
	project_id bigint not null,
	role role_name not null,
	given_at timestamptz not null default clock_timestamp(),
	ended_at timestamptz,
	constraint account_project_role_is_one CHECK (((role)::text <> 'none'::text)),
	constraint account_project_account_fkey FOREIGN KEY (account_id) REFERENCES account(id),
	constraint account_project_project_fkey FOREIGN KEY (project_id) REFERENCES project(id),
	constraint account_project_pkey PRIMARY KEY (account_id, project_id),
);
CREATE INDEX account_project_project_idx ON beat.account_project USING btree (project_id);
CREATE TRIGGER account_project_log AFTER INSERT OR UPDATE ON beat.account_project FOR EACH ROW EXECUTE FUNCTION account_project_log();

-- Questions that two people have reviewed, by what the one who finished first and the other said: vi is valid, then invalid.
create table beat.agreement (
	project_id bigint not null,
	first_account_id bigint not null,
	second_account_id bigint not null,
	vv count not null default 0,
	vi count not null default 0,
	iv count not null default 0,
	ii count not null default 0,
	constraint agreement_first_fkey FOREIGN KEY (first_account_id) REFERENCES account(id),
	constraint agreement_project_fkey FOREIGN KEY (project_id) REFERENCES project(id),
	constraint agreement_second_fkey FOREIGN KEY (second_account_id) REFERENCES account(id),
	constraint agreement_pkey PRIMARY KEY (project_id, first_account_id, second_account_id),
);

-- Something that somebody should look at: it stands from since until its cause is gone.
create table beat.alert (
	id bigint not null generated always as identity,
	kind text not null,
	subject text not null, -- What it is about; of a kind and a subject one alert stands at a time.
	project_id bigint,
	model_id bigint,
	text text not null,
	detail jsonb not null default '{}'::jsonb,
	since timestamptz not null default clock_timestamp(),
	seen_at timestamptz not null default clock_timestamp(), -- When its cause was seen last.
	until timestamptz,
	acknowledged_at timestamptz, -- When somebody said that they know; it stands on, but is not shown on top any more.
	acknowledged_by actor_name,
	constraint alert_acknowledged_by_somebody CHECK ((num_nonnulls(acknowledged_at, acknowledged_by) = ANY (ARRAY[0, 2]))),
	constraint alert_form CHECK (((kind ~ '^[a-z_]{1,32}$'::text) AND (subject <> ''::text) AND (text <> ''::text))),
	constraint alert_model_fkey FOREIGN KEY (model_id) REFERENCES model(id),
	constraint alert_project_fkey FOREIGN KEY (project_id) REFERENCES project(id),
	constraint alert_pkey PRIMARY KEY (id),
);
CREATE INDEX alert_model_idx ON beat.alert USING btree (model_id) WHERE (until IS NULL);
CREATE UNIQUE INDEX alert_one_stands ON beat.alert USING btree (kind, subject) WHERE (until IS NULL);
CREATE INDEX alert_project_idx ON beat.alert USING btree (project_id) WHERE (until IS NULL);

-- Keys for scripts: they may do what their scopes and their account's role both allow.
create table beat.api_token (
	id bigint not null generated always as identity,
	account_id bigint not null,
	name text not null,
	token_sha256 bytea not null,
	scopes text[] not null,
	created_at timestamptz not null default clock_timestamp(),
	expires_at timestamptz,
	used_at timestamptz,
	revoked_at timestamptz,
	constraint api_token_name_form CHECK (((NOT is_blank(name)) AND (char_length(name) <= 100))),
	constraint api_token_scopes_known CHECK (((scopes <@ ARRAY['look'::text, 'review'::text, 'manage'::text, 'people'::text, 'identity'::text]) AND (cardinality(scopes) >= 1))),
	constraint api_token_account_fkey FOREIGN KEY (account_id) REFERENCES account(id),
	constraint api_token_pkey PRIMARY KEY (id),
	constraint api_token_token_key UNIQUE (token_sha256),
);
CREATE INDEX api_token_account_idx ON beat.api_token USING btree (account_id);
CREATE TRIGGER api_token_log AFTER INSERT OR UPDATE ON beat.api_token FOR EACH ROW EXECUTE FUNCTION api_token_log();

-- One worker on one passage, by lease: live until submitted, returned, or expired.
create table beat.assignment (
	id bigint not null generated always as identity,
	project_id bigint not null,
	worker_id bigint not null,
	passage_id bigint not null,
	kind assignment_kind not null default 'generate'::text,
	state assignment_state not null default 'live'::text,
	platform_ref platform_ref not null default ''::text, -- What the platform calls it (assignmentId, SESSION_ID); the window last opened owns it.
	hit_ref platform_ref not null default ''::text,
	submit_to submit_url not null default ''::text,
	won count not null default 0, -- Attempts won so far; equals the count of its question rows, but for an onboarding, whose wins are no questions.
	started_at timestamptz not null default clock_timestamp(),
	expires_at timestamptz not null,
	ended_at timestamptz,
	reward_cents count not null default 0, -- What the hand-in earned, as promised at that moment.
	onboarding_id bigint, -- Which version an assignment of the kind onboarding runs; which one a validator is to learn from first.
	hit_id bigint, -- The assignment that its HIT began with; null of that one.
	part smallint not null default 1, -- The how manieth paragraph of its HIT. The reference of the platform is always with the last.
	awaits_consent boolean not null default false, -- The worker has still to agree to what the project asks consent to; until then nothing is taken for this assignment.
	constraint assignment_part_of_hit CHECK (((part >= 1) AND ((part = 1) = (hit_id IS NULL)))),
	constraint assignment_hit_fkey FOREIGN KEY (hit_id) REFERENCES assignment(id),
	constraint assignment_onboarding_fkey FOREIGN KEY (onboarding_id) REFERENCES onboarding(id),
	constraint assignment_passage_fkey FOREIGN KEY (project_id, passage_id) REFERENCES project_passage(project_id, passage_id),
	constraint assignment_worker_fkey FOREIGN KEY (worker_id) REFERENCES worker(id),
	constraint assignment_pkey PRIMARY KEY (id),
) with (fillfactor=85);
CREATE INDEX assignment_completed_idx ON beat.assignment USING btree (project_id, worker_id, id) WHERE (((state)::text = 'submitted'::text) AND ((kind)::text = 'generate'::text));
CREATE INDEX assignment_ended_idx ON beat.assignment USING btree (worker_id, project_id) WHERE ((state)::text = 'ended'::text);
CREATE INDEX assignment_expired_idx ON beat.assignment USING btree (worker_id, project_id, ended_at) WHERE ((state)::text = 'expired'::text);
CREATE UNIQUE INDEX assignment_hit_part_once ON beat.assignment USING btree (hit_id, part) WHERE (hit_id IS NOT NULL);
CREATE INDEX assignment_lease_idx ON beat.assignment USING btree (project_id, expires_at) WHERE (ended_at IS NULL);
CREATE INDEX assignment_onboarding_idx ON beat.assignment USING btree (onboarding_id) WHERE (onboarding_id IS NOT NULL);
CREATE UNIQUE INDEX assignment_one_live_per_worker_and_project ON beat.assignment USING btree (worker_id, project_id, (((kind)::text = 'validate'::text))) WHERE ((state)::text = 'live'::text);
CREATE UNIQUE INDEX assignment_passage_once_per_worker_and_project ON beat.assignment USING btree (worker_id, project_id, passage_id) WHERE ((kind)::text = 'generate'::text);
CREATE UNIQUE INDEX assignment_platform_ref_submitted_once ON beat.assignment USING btree (project_id, platform_ref) WHERE (((state)::text = 'submitted'::text) AND ((platform_ref)::text <> ''::text));
CREATE INDEX assignment_worker_idx ON beat.assignment USING btree (worker_id, project_id, id) WHERE (id > 0);
CREATE TRIGGER assignment_begins_with_consent BEFORE INSERT ON beat.assignment FOR EACH ROW EXECUTE FUNCTION assignment_consent_check();
CREATE TRIGGER assignment_check BEFORE INSERT OR UPDATE ON beat.assignment FOR EACH ROW EXECUTE FUNCTION assignment_guard();
CREATE TRIGGER assignment_consent_given BEFORE UPDATE OF awaits_consent ON beat.assignment FOR EACH ROW WHEN ((old.awaits_consent AND (NOT new.awaits_consent))) EXECUTE FUNCTION assignment_consent_check();

-- One question with its highlighted answer, the model's answer, and the verdict with its proof.
create table beat.attempt (
	id uuid not null, -- Made by the browser: a request sent twice is stored once.
	assignment_id bigint not null,
	seq integer not null,
	question text not null,
	answer_start integer not null, -- Code points; answer_end is exclusive.
	answer_end integer not null,
	answer_text text not null,
	threshold_permille permille not null,
	model_id bigint not null,
	model_build_id bigint,
	model_answer text,
	model_start integer,
	model_end integer,
	model_score double precision,
	shared integer, -- With model_tokens and human_tokens, the exact proof of the verdict: F1 = 2s / (m + k).
	model_tokens integer,
	human_tokens integer,
	verdict text not null,
	fault text, -- Why the model could not judge (timeout, refused, …); null once there is a verdict.
	model_ms count,
	created_at timestamptz not null default clock_timestamp(),
	judged_at timestamptz,
	asked bytea, -- By what the question is known again: the digest of its normalised text; null where it may be asked again.
	marks text[] not null default '{}'::text[], -- What a reviewer should look at: near, much like an earlier question; short, hardly a question; copied, words of the passage in a row. Sent after a hint.
	constraint attempt_asked_form CHECK ((octet_length(asked) = 32)),
	constraint attempt_marks_known CHECK ((marks <@ ARRAY['near'::text, 'short'::text, 'copied'::text])),
	constraint attempt_verdict_follows_from_overlap CHECK (
CASE
    WHEN (verdict = 'plain'::text) THEN ((model_id = 0) AND (num_nonnulls(shared, model_tokens, human_tokens) = 0))
    ELSE ((verdict = verdict_of(shared, model_tokens, human_tokens, (threshold_permille)::integer)) IS TRUE)
END),
	constraint attempt_assignment_fkey FOREIGN KEY (assignment_id) REFERENCES assignment(id),
	constraint attempt_model_build_fkey FOREIGN KEY (model_build_id, model_id) REFERENCES model_build(id, model_id),
	constraint attempt_model_fkey FOREIGN KEY (model_id) REFERENCES model(id),
	constraint attempt_pkey PRIMARY KEY (id),
	constraint attempt_seq_key UNIQUE (assignment_id, seq),
);
CREATE UNIQUE INDEX attempt_asked_once ON beat.attempt USING btree (assignment_id, asked) WHERE (asked IS NOT NULL);
CREATE INDEX attempt_unjudged_idx ON beat.attempt USING btree (created_at, id) WHERE (verdict = 'none'::text);
CREATE TRIGGER attempt_asked_stays BEFORE UPDATE ON beat.attempt FOR EACH ROW WHEN (((new.asked IS DISTINCT FROM old.asked) OR (new.marks IS DISTINCT FROM old.marks))) EXECUTE FUNCTION asked_check_change();
CREATE TRIGGER attempt_check AFTER INSERT ON beat.attempt REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION attempts_check();
CREATE TRIGGER attempt_check_late AFTER UPDATE ON beat.attempt REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION attempts_check();
CREATE TRIGGER attempt_judged_once BEFORE UPDATE ON beat.attempt FOR EACH ROW EXECUTE FUNCTION attempt_check_change();

-- What each of several adversaries answered to an attempt, and who wins by that answer alone, with the proof. The one that the worker sees is also in the attempt's own row.
create table beat.attempt_answer (
	attempt_id uuid not null,
	place smallint not null, -- Its place among the project's adversaries, from 1.
	model_id bigint not null,
	model_build_id bigint,
	answer text,
	answer_start integer, -- Code points, or null; answer_end is exclusive.
	answer_end integer,
	score double precision,
	shared integer,
	model_tokens integer,
	human_tokens integer,
	verdict text not null,
	fault text, -- Why there is no answer; "waiting": the verdict was certain without it, and it is stored when it comes.
	model_ms count,
	asked_at timestamptz not null default clock_timestamp(),
	constraint attempt_answer_is_complete CHECK (
CASE verdict
    WHEN 'none'::text THEN ((fault IS NOT NULL) AND (num_nonnulls(answer, answer_start, answer_end, score) = 0))
    ELSE ((fault IS NULL) AND (answer IS NOT NULL))
END),
	constraint attempt_answer_limits CHECK (((fault <> ''::text) AND (char_length(fault) <= 200) AND ((score <> ALL (ARRAY['Infinity'::double precision, '-Infinity'::double precision, 'NaN'::double precision])) IS NOT FALSE))),
	constraint attempt_answer_place_range CHECK (((place >= 1) AND (place <= 8))),
	constraint attempt_answer_ensemble_fkey FOREIGN KEY (attempt_id) REFERENCES attempt_ensemble(attempt_id),
	constraint attempt_answer_model_build_fkey FOREIGN KEY (model_build_id, model_id) REFERENCES model_build(id, model_id),
	constraint attempt_answer_model_fkey FOREIGN KEY (model_id) REFERENCES model(id),
	constraint attempt_answer_pkey PRIMARY KEY (attempt_id, place),
	constraint attempt_answer_model_once UNIQUE (attempt_id, model_id),
);
CREATE INDEX attempt_answer_waiting_idx ON beat.attempt_answer USING btree (asked_at) WHERE (fault = 'waiting'::text);
CREATE TRIGGER attempt_answer_check BEFORE INSERT OR UPDATE ON beat.attempt_answer FOR EACH ROW EXECUTE FUNCTION attempt_answer_check();
CREATE CONSTRAINT TRIGGER ensemble_check AFTER INSERT OR UPDATE ON beat.attempt_answer DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ensemble_check();

-- An attempt that was played against several models at once.
create table beat.attempt_ensemble (
	attempt_id uuid not null,
	rule text not null, -- When the models' side wins: if any of them does, or if most of them do. As it was when the attempt was made.
	constraint attempt_ensemble_rule_known CHECK ((rule = ANY (ARRAY['any'::text, 'most'::text]))),
	constraint attempt_ensemble_attempt_fkey FOREIGN KEY (attempt_id) REFERENCES attempt(id),
	constraint attempt_ensemble_pkey PRIMARY KEY (attempt_id),
);
CREATE TRIGGER attempt_ensemble_never_changed BEFORE UPDATE ON beat.attempt_ensemble FOR EACH STATEMENT EXECUTE FUNCTION forbid();

-- Attempts of generate HITs by hour and verdict, with the time the model took.
create table beat.attempt_tally (
	project_id bigint not null,
	model_id bigint not null,
	hour timestamptz not null,
	lane smallint not null,
	human integer not null default 0,
	model integer not null default 0,
	none integer not null default 0,
	model_ms bigint not null default 0,
	ms_buckets integer[] not null default '{0,0,0,0,0,0,0,0}'::integer[], -- How many answers took up to 10, 30, 100, 300, 1000, 3000, 10000 ms, and longer.
	constraint attempt_tally_pkey PRIMARY KEY (project_id, model_id, hour, lane),
) with (fillfactor=50);

-- Attempts of generate HITs that attempt_tally does not have yet. Both are read together; rows leave when they are counted.
create table beat.attempt_uncounted (
	project_id bigint not null,
	model_id bigint not null,
	at timestamptz not null,
	verdict text not null,
	model_ms integer,
	times smallint not null default 1, -- 1; -1 of what a late verdict takes back.
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=20000, autovacuum_analyze_scale_factor=1);
CREATE TRIGGER attempt_uncounted_never_changed BEFORE UPDATE ON beat.attempt_uncounted FOR EACH STATEMENT EXECUTE FUNCTION forbid();
CREATE TRIGGER attempt_uncounted_never_truncated BEFORE TRUNCATE ON beat.attempt_uncounted FOR EACH STATEMENT EXECUTE FUNCTION forbid();

-- A closed batch: what it drew follows from its seed and the HITs completed by then.
create table beat.batch (
	id bigint not null generated always as identity,
	project_id bigint not null,
	number integer not null,
	seed text not null,
	cause text not null,
	actor actor_name not null,
	closed_at timestamptz not null default clock_timestamp(),
	hits_total bigint not null, -- Completed generate HITs of the project at its closing; hits: since the last.
	hits count not null,
	workers count not null,
	sampled count not null,
	constraint batch_cause_known CHECK ((cause = ANY (ARRAY['hand'::text, 'hits'::text, 'hours'::text]))),
	constraint batch_seed_form CHECK ((seed ~ '^[0-9A-Za-z._-]{1,64}$'::text)),
	constraint batch_project_fkey FOREIGN KEY (project_id) REFERENCES project(id),
	constraint batch_pkey PRIMARY KEY (id),
	constraint batch_number_key UNIQUE (project_id, number),
);
CREATE TRIGGER batch_never_changed BEFORE UPDATE ON beat.batch FOR EACH STATEMENT EXECUTE FUNCTION forbid();

-- A model that is asked canaries: how often, and when next.
create table beat.canary (
	model_id bigint not null,
	every_minutes integer not null, -- Minutes between two times; 0: it is not asked.
	question_set integer not null default 1, -- Which of its sets of questions it is asked now.
	due_at timestamptz not null default clock_timestamp(),
	taken_until timestamptz, -- A server asks it; if nothing is stored until then, another may.
	asked_at timestamptz,
	fault text, -- Why it did not answer the last time; null: it did.
	constraint canary_every_range CHECK (((every_minutes >= 0) AND (every_minutes <= 43200))),
	constraint canary_model_fkey FOREIGN KEY (model_id) REFERENCES model(id),
	constraint canary_pkey PRIMARY KEY (model_id),
);
CREATE INDEX canary_due_idx ON beat.canary USING btree (due_at) WHERE (every_minutes > 0);

-- A canary of a model: what it should answer, and what it answered last.
create table beat.canary_question (
	model_id bigint not null,
	question_set integer not null,
	place integer not null,
	passage text not null,
	question text not null,
	accepted text, -- The answer that it is compared with: the first, or the last that somebody accepted.
	accepted_build_id bigint,
	answer text,
	build_id bigint,
	constraint canary_question_limits CHECK (((NOT is_blank(passage)) AND (NOT is_blank(question)) AND (char_length(passage) <= 20000) AND (char_length(question) <= 1000))),
	constraint canary_question_accepted_build_fkey FOREIGN KEY (accepted_build_id, model_id) REFERENCES model_build(id, model_id),
	constraint canary_question_build_fkey FOREIGN KEY (build_id, model_id) REFERENCES model_build(id, model_id),
	constraint canary_question_canary_fkey FOREIGN KEY (model_id) REFERENCES canary(model_id),
	constraint canary_question_pkey PRIMARY KEY (model_id, question_set, place),
);

-- A named set of passages that projects draw from.
create table beat.collection (
	id bigint not null generated always as identity,
	name text not null,
	created_at timestamptz not null default clock_timestamp(),
	train count not null default 0, -- Passages of that split in it; dev and test alike. Kept by a trigger.
	dev count not null default 0,
	test count not null default 0,
	constraint collection_name_form CHECK ((name ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$'::text)),
	constraint collection_pkey PRIMARY KEY (id),
	constraint collection_name_key UNIQUE (name),
);

-- Which passages a collection holds; a passage may be in several.
create table beat.collection_passage (
	collection_id bigint not null,
	passage_id bigint not null,
	added_at timestamptz not null default clock_timestamp(),
	constraint collection_passage_collection_fkey FOREIGN KEY (collection_id) REFERENCES collection(id),
	constraint collection_passage_passage_fkey FOREIGN KEY (passage_id) REFERENCES passage(id),
	constraint collection_passage_pkey PRIMARY KEY (collection_id, passage_id),
);
CREATE TRIGGER collection_counted AFTER INSERT ON beat.collection_passage REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION collection_counted();

-- A worker agreed to the consent text of a version of the instructions, at the beginning of that assignment.
create table beat.consent (
	worker_id bigint not null,
	instruction_id bigint not null,
	assignment_id bigint not null,
	at timestamptz not null default clock_timestamp(),
	constraint consent_assignment_fkey FOREIGN KEY (assignment_id) REFERENCES assignment(id),
	constraint consent_instruction_fkey FOREIGN KEY (instruction_id) REFERENCES instruction(id),
	constraint consent_worker_fkey FOREIGN KEY (worker_id) REFERENCES worker(id),
	constraint consent_pkey PRIMARY KEY (worker_id, instruction_id),
);
CREATE TRIGGER consent_follow AFTER INSERT ON beat.consent FOR EACH ROW EXECUTE FUNCTION consent_follow();
CREATE TRIGGER consent_never_changed BEFORE UPDATE ON beat.consent FOR EACH STATEMENT EXECUTE FUNCTION forbid();

-- By how much the kept questions of a split changed on a day (of UTC): came in, were discarded, were restored. The days sum up to project_tally.kept; a forecast reads the last ones.
create table beat.day_tally (
	project_id bigint not null,
	split split_name not null,
	day date not null,
	lane smallint not null,
	kept integer not null default 0,
	constraint day_tally_pkey PRIMARY KEY (project_id, split, day, lane),
) with (fillfactor=50);

-- What the votes on a question came to, each time it changed: the last before a moment was true at that moment.
create table beat.decision (
	id bigint not null generated always as identity,
	validation_id question_id not null,
	project_id bigint not null,
	state text not null,
	votes smallint not null,
	matches smallint not null,
	cause text not null,
	actor actor_name not null,
	at timestamptz not null default clock_timestamp(),
	constraint decision_cause_known CHECK ((cause = ANY (ARRAY['vote'::text, 'exclusion'::text, 'setting'::text]))),
	constraint decision_state_known CHECK ((state = ANY (ARRAY['waiting'::text, 'answerable'::text, 'unanswerable'::text, 'answered'::text]))),
	constraint decision_validation_fkey FOREIGN KEY (validation_id) REFERENCES validation(id),
	constraint decision_pkey PRIMARY KEY (id),
);
CREATE INDEX decision_validation_idx ON beat.decision USING btree (validation_id, at);
CREATE TRIGGER decision_never_changed BEFORE UPDATE ON beat.decision FOR EACH STATEMENT EXECUTE FUNCTION forbid();

-- Why a question is out. It is in again when every discard of it is undone; each cause stands for itself.
create table beat.discard (
	id bigint not null generated always as identity,
	question_id question_id not null,
	cause text not null,
	revocation_id bigint,
	review_id bigint,
	reason text not null,
	actor actor_name not null,
	at timestamptz not null default clock_timestamp(),
	undone_at timestamptz,
	undone_by text,
	undone_reason text,
	constraint discard_cause_is_told CHECK ((((cause = 'revocation'::text) = (revocation_id IS NOT NULL)) AND ((cause = 'review'::text) = (review_id IS NOT NULL)))),
	constraint discard_cause_known CHECK ((cause = ANY (ARRAY['revocation'::text, 'review'::text, 'hand'::text, 'unanswerable'::text]))),
	constraint discard_reason_form CHECK (((NOT is_blank(reason)) AND (char_length(reason) <= 1000))),
	constraint discard_undone_by_someone CHECK (((undone_at IS NULL) = (undone_by IS NULL))),
	constraint discard_question_fkey FOREIGN KEY (question_id) REFERENCES question(id),
	constraint discard_review_fkey FOREIGN KEY (review_id) REFERENCES review(id),
	constraint discard_revocation_fkey FOREIGN KEY (revocation_id) REFERENCES revocation(id),
	constraint discard_pkey PRIMARY KEY (id),
);
CREATE UNIQUE INDEX discard_once_per_cause ON beat.discard USING btree (question_id, cause) WHERE (undone_at IS NULL);
CREATE INDEX discard_question_idx ON beat.discard USING btree (question_id);
CREATE INDEX discard_review_idx ON beat.discard USING btree (review_id) WHERE (review_id IS NOT NULL);
CREATE INDEX discard_revocation_idx ON beat.discard USING btree (revocation_id) WHERE (revocation_id IS NOT NULL);

-- The source of passages. Its split is chosen once, for all projects, so that datasets stay comparable.
create table beat.document (
	id bigint not null generated always as identity,
	title text not null,
	title_sha256 bytea not null generated always as (sha256_of(title)) stored, -- Unique instead of the title itself: titles may be longer than an index entry.
	split split_name not null,
	created_at timestamptz not null default clock_timestamp(),
	constraint document_title_limit CHECK ((octet_length(title) <= 16384)),
	constraint document_title_not_blank CHECK ((NOT is_blank(title))),
	constraint document_pkey PRIMARY KEY (id),
	constraint document_id_split_key UNIQUE (id, split),
	constraint document_title_key UNIQUE (title_sha256),
);
CREATE TRIGGER document_never_changed BEFORE UPDATE ON beat.document FOR EACH STATEMENT EXECUTE FUNCTION forbid();

-- Submitted generate HITs by duration in whole half minutes; 120: an hour or more.
create table beat.duration_tally (
	project_id bigint not null,
	bucket smallint not null,
	lane smallint not null,
	hits integer not null default 0,
	constraint duration_tally_bucket_range CHECK (((bucket >= 0) AND (bucket <= 120))),
	constraint duration_tally_pkey PRIMARY KEY (project_id, bucket, lane),
) with (fillfactor=50);

-- A model on a dataset, as measured once; of the same names the latest counts.
create table beat.evaluation (
	id bigint not null generated always as identity,
	dataset text not null,
	split text not null, -- Empty: the dataset's name does not tell.
	model text not null,
	version text not null,
	weights text not null,
	model_group text not null, -- Models that are compared among themselves, such as pretrained ones; empty: none.
	questions integer not null,
	unanswered integer not null,
	exact integer not null, -- Questions answered exactly; f1 and the intervals are in per cent.
	exact_low double precision,
	exact_high double precision,
	f1 double precision not null,
	f1_low double precision,
	f1_high double precision,
	wins integer not null, -- Questions on which it would win the game against the first answer.
	actor actor_name not null,
	created_at timestamptz not null default clock_timestamp(),
	constraint evaluation_build_length CHECK (((char_length(version) <= 200) AND (char_length(weights) <= 200))),
	constraint evaluation_counts_sound CHECK (((questions > 0) AND ((unanswered >= 0) AND (unanswered <= questions)) AND ((exact >= 0) AND (exact <= questions)) AND ((wins >= 0) AND (wins <= questions)))),
	constraint evaluation_dataset_length CHECK (((char_length(dataset) >= 1) AND (char_length(dataset) <= 200))),
	constraint evaluation_f1_range CHECK (((f1 >= (0)::double precision) AND (f1 <= (100)::double precision))),
	constraint evaluation_group_length CHECK ((char_length(model_group) <= 100)),
	constraint evaluation_model_length CHECK (((char_length(model) >= 1) AND (char_length(model) <= 200))),
	constraint evaluation_split_known CHECK ((split = ANY (ARRAY[''::text, 'train'::text, 'dev'::text, 'test'::text]))),
	constraint evaluation_pkey PRIMARY KEY (id),
);
CREATE INDEX evaluation_latest_idx ON beat.evaluation USING btree (dataset, split, model, id DESC);
CREATE TRIGGER evaluation_never_changed BEFORE UPDATE ON beat.evaluation FOR EACH STATEMENT EXECUTE FUNCTION forbid();

-- Append-only: who changed what, when, from what to what.
create table beat.event (
	id bigint not null generated always as identity,
	at timestamptz not null default clock_timestamp(),
	actor actor_name not null,
	kind event_kind not null,
	project_id bigint,
	worker_id bigint,
	assignment_id bigint,
	detail jsonb not null default '{}'::jsonb,
	constraint event_pkey PRIMARY KEY (id),
);
CREATE INDEX event_actor_idx ON beat.event USING btree (actor, id);
CREATE INDEX event_kind_idx ON beat.event USING btree (kind, id);
CREATE INDEX event_project_change_idx ON beat.event USING btree (project_id, at) WHERE ((kind)::text = ANY (ARRAY['project.set'::text, 'project.state'::text, 'project.target'::text]));
CREATE INDEX event_project_idx ON beat.event USING btree (project_id, id) WHERE (project_id IS NOT NULL);
CREATE INDEX event_worker_idx ON beat.event USING btree (worker_id, id) WHERE (worker_id IS NOT NULL);
CREATE TRIGGER event_never_changed BEFORE UPDATE ON beat.event FOR EACH STATEMENT EXECUTE FUNCTION forbid();

-- A worker's answer to an exercise; the last one counts, tries tells how many.
create table beat.exercise_answer (
	assignment_id bigint not null,
	number smallint not null,
	tries count not null default 0,
	done boolean not null default false,
	question text,
	answer_start integer,
	answer_end integer,
	answer_text text,
	shared integer,
	given_tokens integer,
	expected_tokens integer,
	at timestamptz not null default clock_timestamp(),
	constraint exercise_answer_number_range CHECK (((number >= 1) AND (number <= 20))),
	constraint exercise_answer_assignment_fkey FOREIGN KEY (assignment_id) REFERENCES assignment(id),
	constraint exercise_answer_pkey PRIMARY KEY (assignment_id, number),
);
CREATE TRIGGER exercise_answer_after_consent BEFORE INSERT ON beat.exercise_answer FOR EACH ROW EXECUTE FUNCTION consent_check();

-- A question in the hands of a person, and what they answered; a text of null: that there is no answer.
create table beat.expert_answer (
	person_id bigint not null,
	person_name text not null,
	item_id bigint not null,
	digest text not null,
	given_at timestamptz not null default clock_timestamp(),
	answered_at timestamptz,
	answer_start integer,
	answer_end integer,
	answer_text text,
	exact boolean,
	shared integer, -- With answer_tokens and gold_tokens: F1 against the known answer that it comes nearest to.
	answer_tokens integer,
	gold_tokens integer,
	constraint expert_answer_score_sound CHECK ((((shared >= 0) AND (shared <= LEAST(answer_tokens, gold_tokens))) AND ((answer_text IS NOT NULL) OR ((shared = 0) AND (NOT exact))))),
	constraint expert_answer_whole CHECK (((num_nulls(answer_start, answer_end, answer_text) = ANY (ARRAY[0, 3])) AND (num_nulls(answered_at, exact, shared, answer_tokens, gold_tokens) = ANY (ARRAY[0, 5])) AND ((answered_at IS NOT NULL) OR (answer_text IS NULL)))),
	constraint expert_answer_item_fkey FOREIGN KEY (item_id, digest) REFERENCES expert_item(id, digest),
	constraint expert_answer_person_fkey FOREIGN KEY (person_id, person_name) REFERENCES expert_person(id, name),
	constraint expert_answer_pkey PRIMARY KEY (person_id, item_id),
	constraint expert_answer_never_twice UNIQUE (person_name, digest),
);
CREATE INDEX expert_answer_item_idx ON beat.expert_answer USING btree (item_id);
CREATE UNIQUE INDEX expert_answer_one_open ON beat.expert_answer USING btree (person_id) WHERE (answered_at IS NULL);
CREATE TRIGGER expert_answer_guard BEFORE UPDATE ON beat.expert_answer FOR EACH ROW EXECUTE FUNCTION expert_answer_guard();

-- A sample of questions with known answers that named people answer.
create table beat.expert_baseline (
	id bigint not null generated always as identity,
	name text not null,
	title text not null,
	seed text not null,
	per_person integer not null, -- How many questions of each set one person is asked, practice apart.
	actor actor_name not null,
	created_at timestamptz not null default clock_timestamp(),
	constraint expert_baseline_name_form CHECK ((name ~ '^[a-z0-9][a-z0-9_-]{0,62}$'::text)),
	constraint expert_baseline_per_person_range CHECK (((per_person >= 1) AND (per_person <= 100000))),
	constraint expert_baseline_seed_form CHECK ((seed ~ '^[0-9A-Za-z._-]{1,64}$'::text)),
	constraint expert_baseline_title_length CHECK (((char_length(title) >= 1) AND (char_length(title) <= 200))),
	constraint expert_baseline_pkey PRIMARY KEY (id),
	constraint expert_baseline_name_key UNIQUE (name),
);
CREATE TRIGGER expert_baseline_never_changed BEFORE UPDATE ON beat.expert_baseline FOR EACH STATEMENT EXECUTE FUNCTION forbid();

-- A question of a baseline with its texts as they were, and every known answer.
create table beat.expert_item (
	id bigint not null generated always as identity,
	baseline_id bigint not null,
	place smallint not null,
	question_ref text not null,
	digest text not null generated always as (md5(((passage || '
'::text) || question))) stored, -- Of passage and question: the same question of another file or baseline has the same.
	title text not null,
	passage text not null,
	question text not null,
	answers jsonb not null,
	constraint expert_item_answers_form CHECK (((jsonb_typeof(answers) = 'array'::text) AND (jsonb_array_length(answers) > 0))),
	constraint expert_item_set_fkey FOREIGN KEY (baseline_id, place) REFERENCES expert_set(baseline_id, place),
	constraint expert_item_pkey PRIMARY KEY (id),
	constraint expert_item_digest_key UNIQUE (id, digest),
	constraint expert_item_once UNIQUE (baseline_id, digest),
	constraint expert_item_ref_once UNIQUE (baseline_id, place, question_ref),
);
CREATE TRIGGER expert_item_never_changed BEFORE UPDATE ON beat.expert_item FOR EACH STATEMENT EXECUTE FUNCTION forbid();

-- Who was invited to a baseline, by name.
create table beat.expert_person (
	id bigint not null generated always as identity,
	baseline_id bigint not null,
	name text not null,
	invited_by actor_name not null,
	invited_at timestamptz not null default clock_timestamp(),
	constraint expert_person_name_length CHECK (((char_length(name) >= 1) AND (char_length(name) <= 128))),
	constraint expert_person_baseline_fkey FOREIGN KEY (baseline_id) REFERENCES expert_baseline(id),
	constraint expert_person_pkey PRIMARY KEY (id),
	constraint expert_person_id_name_key UNIQUE (id, name),
	constraint expert_person_name_key UNIQUE (baseline_id, name),
);
CREATE TRIGGER expert_person_never_changed BEFORE UPDATE ON beat.expert_person FOR EACH STATEMENT EXECUTE FUNCTION forbid();

-- A dataset of a baseline, in the order in which they were named; place 0 is for practice.
create table beat.expert_set (
	baseline_id bigint not null,
	place smallint not null,
	name text not null,
	source text not null,
	practice boolean not null,
	constraint expert_set_name_length CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200))),
	constraint expert_set_practice_first CHECK ((practice = (place = 0))),
	constraint expert_set_baseline_fkey FOREIGN KEY (baseline_id) REFERENCES expert_baseline(id),
	constraint expert_set_pkey PRIMARY KEY (baseline_id, place),
	constraint expert_set_name_key UNIQUE (baseline_id, name),
);
CREATE TRIGGER expert_set_never_changed BEFORE UPDATE ON beat.expert_set FOR EACH STATEMENT EXECUTE FUNCTION forbid();

-- The sets of functions that programs brought along, each in a schema of that name; see functions/function_sets.sql.
create table beat.function_set (
	name text not null,
	program text not null,
	installed_at timestamptz not null default clock_timestamp(),
	dropped_at timestamptz,
	constraint function_set_name_form CHECK ((name ~ '^beat_f_[0-9a-f]{12}$'::text)),
	constraint function_set_pkey PRIMARY KEY (name),
);

-- Which texts were shown with an assignment, and since when.
create table beat.instructed (
	assignment_id bigint not null,
	instruction_id bigint not null,
	at timestamptz not null default clock_timestamp(),
	constraint instructed_assignment_fkey FOREIGN KEY (assignment_id) REFERENCES assignment(id),
	constraint instructed_instruction_fkey FOREIGN KEY (instruction_id) REFERENCES instruction(id),
	constraint instructed_pkey PRIMARY KEY (assignment_id, instruction_id),
);
CREATE TRIGGER instructed_follow AFTER INSERT ON beat.instructed FOR EACH ROW EXECUTE FUNCTION consent_follow();
CREATE TRIGGER instructed_never_changed BEFORE UPDATE ON beat.instructed FOR EACH STATEMENT EXECUTE FUNCTION forbid();

-- What workers or validators of a project are told, as Markdown; the newest version of a language counts. Without a project: the programs' own text.
create table beat.instruction (
	id bigint not null generated always as identity,
	project_id bigint,
	role text not null,
	language text not null,
	version integer not null,
	body text not null,
	consent text not null default ''::text, -- What a worker agrees to by beginning; empty: nothing is said.
	actor text not null,
	created_at timestamptz not null default clock_timestamp(),
	constraint instruction_body_form CHECK (((NOT is_blank(body)) AND (char_length(body) <= 20000))),
	constraint instruction_consent_form CHECK ((char_length(consent) <= 20000)),
	constraint instruction_language_form CHECK ((language ~ '^[a-z]{2,3}(-[A-Z][A-Za-z]{1,7})?$'::text)),
	constraint instruction_role_known CHECK ((role = ANY (ARRAY['worker'::text, 'validator'::text]))),
	constraint instruction_version_counts CHECK ((version >= 1)),
	constraint instruction_project_fkey FOREIGN KEY (project_id) REFERENCES project(id),
	constraint instruction_pkey PRIMARY KEY (id),
	constraint instruction_version_key UNIQUE NULLS NOT DISTINCT (project_id, role, language, version),
);
CREATE TRIGGER instruction_never_changed BEFORE UPDATE ON beat.instruction FOR EACH STATEMENT EXECUTE FUNCTION forbid();

-- What a review says of one question.
create table beat.judgement (
	review_id bigint not null,
	question_id question_id not null,
	valid boolean not null,
	tags text[] not null default '{}'::text[],
	labels text[] not null default '{}'::text[],
	comment text not null default ''::text,
	constraint judgement_comment_limit CHECK ((char_length(comment) <= 4000)),
	constraint judgement_labels_limit CHECK ((cardinality(labels) <= 3)),
	constraint judgement_tags_iff_invalid CHECK ((valid = (cardinality(tags) = 0))),
	constraint judgement_question_fkey FOREIGN KEY (question_id) REFERENCES question(id),
	constraint judgement_review_fkey FOREIGN KEY (review_id) REFERENCES review(id),
	constraint judgement_pkey PRIMARY KEY (review_id, question_id),
);
CREATE TRIGGER judgement_never_changed BEFORE UPDATE ON beat.judgement FOR EACH STATEMENT EXECUTE FUNCTION forbid();

-- The distribution of lengths that a project's passages are compared with; without lengths: none any more.
create table beat.length_reference (
	project_id bigint not null,
	name text not null,
	lengths integer[] not null, -- In code points; counts has how many texts are so long, at the same place.
	counts bigint[] not null,
	cuts integer[] not null, -- Where the reference is cut into about twentieths: the least length of each part but the first.
	set_at timestamptz not null default clock_timestamp(),
	constraint length_reference_counts_lengths CHECK ((cardinality(counts) = cardinality(lengths))),
	constraint length_reference_cuts_limit CHECK ((cardinality(cuts) < 20)),
	constraint length_reference_name_limit CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200))),
	constraint length_reference_project_fkey FOREIGN KEY (project_id) REFERENCES project(id),
	constraint length_reference_pkey PRIMARY KEY (project_id),
);

-- Sessions of the dashboard. The cookie's token is kept as its digest alone.
create table beat.login (
	id bigint not null generated always as identity,
	account_id bigint not null,
	token_sha256 bytea not null,
	created_at timestamptz not null default clock_timestamp(),
	seen_at timestamptz not null default clock_timestamp(),
	expires_at timestamptz not null,
	ended_at timestamptz,
	address text not null default ''::text,
	agent text not null default ''::text,
	constraint login_lengths CHECK (((char_length(address) <= 100) AND (char_length(agent) <= 400))),
	constraint login_account_fkey FOREIGN KEY (account_id) REFERENCES account(id),
	constraint login_pkey PRIMARY KEY (id),
	constraint login_token_key UNIQUE (token_sha256),
);
CREATE INDEX login_account_idx ON beat.login USING btree (account_id) WHERE (ended_at IS NULL);
CREATE INDEX login_familiar_idx ON beat.login USING btree (account_id, address, created_at);
CREATE TRIGGER login_ended AFTER UPDATE OF ended_at ON beat.login FOR EACH ROW WHEN (((old.ended_at IS NULL) AND (new.ended_at IS NOT NULL))) EXECUTE FUNCTION login_ended();

-- Failed sign-ins in a row, by "account:NAME" and "address:IP": the back-off.
create table beat.login_failure (
	key text not null,
	failures integer not null default 0,
	last_at timestamptz not null default clock_timestamp(),
	blocked_until timestamptz,
	constraint login_failure_key_length CHECK ((char_length(key) <= 200)),
	constraint login_failure_pkey PRIMARY KEY (key),
);
CREATE INDEX login_failure_age_idx ON beat.login_failure USING btree (last_at);

-- A registered endpoint that answers questions. What it is at a moment is told by its builds.
create table beat.model (
	id bigint not null generated always as identity,
	name text not null,
	url text not null,
	protocol text not null default 'beat'::text,
	created_at timestamptz not null default clock_timestamp(),
	measured_on text, -- The questions that it was measured on, by the name people know: SQuAD. Null: not measured.
	measured_permille integer, -- How many of a thousand of those questions it answers.
	served_name text, -- What its server calls it, where one server has several; null: nothing is said.
	prompt text, -- What a language model is told before passage and question; null: what the program has.
	headers text not null default ''::text, -- Further lines of the request, "Name: value"; {key} stands for the key.
	key_env text, -- The variable of the server's environment that has the key; the key itself is never here.
	key_file text, -- The file on the server's machine that has the key.
	timeout_ms integer,
	concurrency integer,
	per_minute integer, -- Questions in a minute, of each server process; null: no limit.
	max_tokens integer, -- What a language model may write at most.
	further_urls text[] not null default '{}'::text[], -- Where the same model can be asked besides url. Each question goes to one that is up and has the least to do.
	link_local boolean not null default false, -- It may be asked at a link-local address or a cloud's metadata service; said at the command line only.
	price_in integer, -- Micro-dollars for 1,000 tokens that it reads; null: not told.
	price_out integer, -- Micro-dollars for 1,000 tokens that it writes; null: not told.
	budget_cents integer, -- US cents that it may cost on a day (UTC); when they are spent it is not asked. Null: no limit.
	constraint model_budget_range CHECK (((budget_cents >= 0) AND (budget_cents <= 999999999))),
	constraint model_concurrency_range CHECK (((concurrency >= 1) AND (concurrency <= 10000))),
	constraint model_further_urls_form CHECK (((array_to_string(further_urls, ' '::text, ''::text) ~ '^(https?://[^[:space:]/?#]+[^[:space:]]*( https?://[^[:space:]/?#]+[^[:space:]]*)*)?$'::text) AND (cardinality(further_urls) <= 15) AND (char_length(array_to_string(further_urls, ''::text)) <= (15 * 2000)))),
	constraint model_headers_form CHECK (are_headers(headers)),
	constraint model_key_env_form CHECK (((key_env ~ '^[A-Za-z_][A-Za-z0-9_]{0,127}$'::text) AND (key_env !~* '^(beat|pg)'::text))),
	constraint model_key_file_form CHECK (((key_file ~ '^/[^[:cntrl:]]+$'::text) AND (char_length(key_file) <= 1000))),
	constraint model_key_one CHECK ((num_nonnulls(key_env, key_file) <= 1)),
	constraint model_max_tokens_range CHECK (((max_tokens >= 1) AND (max_tokens <= 100000))),
	constraint model_measured_on_form CHECK (((measured_on ~ '^[^[:cntrl:]]{1,40}$'::text) AND (measured_on = btrim(measured_on)))),
	constraint model_measured_permille_range CHECK (((measured_permille >= 0) AND (measured_permille <= 1000))),
	constraint model_measured_whole CHECK ((num_nonnulls(measured_on, measured_permille) = ANY (ARRAY[0, 2]))),
	constraint model_name_form CHECK ((name ~ '^[A-Za-z0-9\[][]A-Za-z0-9._:/-]{0,127}$'::text)),
	constraint model_per_minute_range CHECK (((per_minute >= 1) AND (per_minute <= 60000))),
	constraint model_price_range CHECK ((((price_in >= 0) AND (price_in <= 999999999)) AND ((price_out >= 0) AND (price_out <= 999999999)))),
	constraint model_prompt_form CHECK (((NOT is_blank(prompt)) AND (char_length(prompt) <= 20000))),
	constraint model_protocol_form CHECK ((protocol ~ '^[a-z][a-z0-9_-]{0,31}$'::text)),
	constraint model_served_name_form CHECK ((served_name ~ '^[^[:cntrl:]]{1,200}$'::text)),
	constraint model_timeout_range CHECK (((timeout_ms >= 10) AND (timeout_ms <= 600000))),
	constraint model_url_form CHECK (((url ~ '^https?://[^[:space:]/?#]+[^[:space:]]*$'::text) AND (char_length(url) <= 2000))),
	constraint model_pkey PRIMARY KEY (id),
	constraint model_name_key UNIQUE (name),
);
CREATE TRIGGER model_recorded AFTER INSERT OR UPDATE ON beat.model FOR EACH ROW EXECUTE FUNCTION model_recorded();

-- What predictions said of themselves (name, version, hash of the weights) and how they were asked, each combination once.
create table beat.model_build (
	id bigint not null generated always as identity,
	model_id bigint not null,
	name text not null,
	version text not null,
	weights text not null,
	first_seen_at timestamptz not null default clock_timestamp(),
	prompt text not null default ''::text, -- The digest of the prompt that it was asked with; empty: without one.
	protocol text not null default ''::text, -- That it was asked by; empty of builds from before this was recorded.
	constraint model_build_asked_lengths CHECK (((char_length(prompt) <= 200) AND (char_length(protocol) <= 32))),
	constraint model_build_lengths CHECK (((char_length(name) <= 200) AND (char_length(version) <= 200) AND (char_length(weights) <= 200))),
	constraint model_build_model_fkey FOREIGN KEY (model_id) REFERENCES model(id),
	constraint model_build_pkey PRIMARY KEY (id),
	constraint model_build_id_model_key UNIQUE (id, model_id),
	constraint model_build_reported_once UNIQUE (model_id, name, version, weights, prompt, protocol),
);
CREATE TRIGGER model_build_never_changed BEFORE UPDATE ON beat.model_build FOR EACH STATEMENT EXECUTE FUNCTION forbid();

-- The build that answered when a model was last asked by something that stores no attempt.
create table beat.model_seen (
	model_id bigint not null,
	model_build_id bigint not null,
	at timestamptz not null default clock_timestamp(),
	constraint model_seen_build_fkey FOREIGN KEY (model_build_id, model_id) REFERENCES model_build(id, model_id),
	constraint model_seen_pkey PRIMARY KEY (model_id),
);

-- A call of a model that told its tokens, whatever its answer was worth.
create table beat.model_usage (
	id bigint not null generated always as identity,
	at timestamptz not null default clock_timestamp(),
	model_id bigint not null,
	model_build_id bigint,
	project_id bigint not null, -- The project that it was for; 0: for none.
	attempt_id uuid, -- The attempt that it was about, which may not have been stored after all; null: none.
	kind text not null,
	tokens_in count not null,
	tokens_out count not null,
	ms count not null,
	nanos bigint not null, -- What it cost in billionths of a dollar: tokens by micro-dollars for 1,000 of them.
	constraint model_usage_kind_known CHECK ((kind = ANY (ARRAY['game'::text, 'late'::text, 'shadow'::text, 'canary'::text]))),
	constraint model_usage_nanos_not_negative CHECK ((nanos >= 0)),
	constraint model_usage_build_fkey FOREIGN KEY (model_build_id, model_id) REFERENCES model_build(id, model_id),
	constraint model_usage_model_fkey FOREIGN KEY (model_id) REFERENCES model(id),
	constraint model_usage_pkey PRIMARY KEY (id),
);
CREATE INDEX model_usage_attempt_idx ON beat.model_usage USING btree (attempt_id) WHERE (attempt_id IS NOT NULL);
CREATE INDEX model_usage_project_idx ON beat.model_usage USING btree (project_id, at);
CREATE TRIGGER model_usage_never_changed BEFORE UPDATE ON beat.model_usage FOR EACH STATEMENT EXECUTE FUNCTION forbid();

-- A version of an onboarding: five exercises with their passages in content, and the passage of the real HIT.
create table beat.onboarding (
	id bigint not null generated always as identity,
	name text not null,
	version integer not null,
	content jsonb not null,
	content_sha256 bytea not null,
	passage_id bigint not null,
	created_at timestamptz not null default clock_timestamp(),
	constraint onboarding_name_form CHECK ((name ~ '^[a-z0-9][a-z0-9_-]{0,62}$'::text)),
	constraint onboarding_version_range CHECK ((version >= 1)),
	constraint onboarding_passage_fkey FOREIGN KEY (passage_id) REFERENCES passage(id),
	constraint onboarding_pkey PRIMARY KEY (id),
	constraint onboarding_version_key UNIQUE (name, version),
);
CREATE TRIGGER onboarding_never_changed BEFORE UPDATE ON beat.onboarding FOR EACH STATEMENT EXECUTE FUNCTION forbid();

-- What a platform has to be told. Direct workers have no platform to tell: their entries are done at once.
create table beat.outbox (
	id bigint not null generated always as identity,
	platform platform_name not null,
	action text not null,
	worker_id bigint not null,
	project_id bigint not null,
	revocation_id bigint,
	created_at timestamptz not null default clock_timestamp(),
	done_at timestamptz,
	tries count not null default 0,
	error text,
	constraint outbox_action_known CHECK ((action = ANY (ARRAY['revoke'::text, 'qualify'::text]))),
	constraint outbox_participation_fkey FOREIGN KEY (worker_id, project_id) REFERENCES participation(worker_id, project_id),
	constraint outbox_revocation_fkey FOREIGN KEY (revocation_id) REFERENCES revocation(id),
	constraint outbox_pkey PRIMARY KEY (id),
);
CREATE INDEX outbox_project_idx ON beat.outbox USING btree (project_id, id);
CREATE INDEX outbox_waiting_idx ON beat.outbox USING btree (id) WHERE (done_at IS NULL);

-- A worker in a project: the state, and counters of the work.
create table beat.participation (
	worker_id bigint not null,
	project_id bigint not null,
	state text not null default 'new'::text,
	state_at timestamptz not null default clock_timestamp(),
	onboarding_id bigint,
	tries count not null default 0, -- Onboardings handed in.
	seen_at timestamptz not null default clock_timestamp(),
	created_at timestamptz not null default clock_timestamp(),
	submitted count not null default 0, -- Completed generate HITs, the n of the sampling rule. This and the counters that follow are kept by the functions that change what they count; beatctl check recounts them.
	attempts count not null default 0, -- Attempts in submitted generate HITs; wins: those the human won.
	wins count not null default 0,
	kept count not null default 0, -- Questions of submitted generate HITs that nothing discards.
	seconds bigint not null default 0, -- Time from start to hand-in over the submitted generate HITs.
	sampled count not null default 0,
	reviewed_hits count not null default 0,
	valid_hits count not null default 0,
	reviewed_questions count not null default 0, -- Questions of settled samples, of which valid_questions are valid; a HIT is valid if all its questions are.
	valid_questions count not null default 0,
	validator_at timestamptz, -- When the exercises of validators were done in this project; the worker may validate in all projects of its pool.
	validator_onboarding_id bigint,
	votes integer not null default 0, -- Votes cast by the worker, excluded ones too.
	validated integer not null default 0, -- Questions of the worker that votes have decided on, of which answerable are answerable.
	answerable integer not null default 0,
	revocation_id bigint, -- The revocation that the worker is revoked by, of this project or of another of the pool.
	constraint participation_answerable_range CHECK (((0 <= answerable) AND (answerable <= validated))),
	constraint participation_state_known CHECK ((state = ANY (ARRAY['new'::text, 'onboarding'::text, 'screening'::text, 'qualified'::text, 'failed'::text, 'revoked'::text]))),
	constraint participation_votes_not_negative CHECK ((votes >= 0)),
	constraint participation_onboarding_fkey FOREIGN KEY (onboarding_id) REFERENCES onboarding(id),
	constraint participation_project_fkey FOREIGN KEY (project_id) REFERENCES project(id),
	constraint participation_revocation_fkey FOREIGN KEY (revocation_id) REFERENCES revocation(id),
	constraint participation_validator_onboarding_fkey FOREIGN KEY (validator_onboarding_id) REFERENCES onboarding(id),
	constraint participation_worker_fkey FOREIGN KEY (worker_id) REFERENCES worker(id),
	constraint participation_pkey PRIMARY KEY (worker_id, project_id),
) with (fillfactor=80);
CREATE INDEX participation_project_idx ON beat.participation USING btree (project_id, worker_id);
CREATE TRIGGER participation_check BEFORE UPDATE OF worker_id, project_id, state ON beat.participation FOR EACH ROW EXECUTE FUNCTION participation_guard();
CREATE TRIGGER participation_enter BEFORE INSERT ON beat.participation FOR EACH ROW EXECUTE FUNCTION participation_enter();
CREATE TRIGGER participation_log AFTER UPDATE OF state ON beat.participation FOR EACH ROW WHEN ((old.state <> new.state)) EXECUTE FUNCTION participation_log();
CREATE TRIGGER participation_passages AFTER UPDATE OF state ON beat.participation FOR EACH ROW WHEN (((old.state = 'revoked'::text) <> (new.state = 'revoked'::text))) EXECUTE FUNCTION passages_follow();
CREATE TRIGGER participation_pool AFTER UPDATE OF state ON beat.participation FOR EACH ROW WHEN ((old.state <> new.state)) EXECUTE FUNCTION qualification_follows();
CREATE TRIGGER participation_validations AFTER UPDATE OF state ON beat.participation FOR EACH ROW WHEN (((old.state = 'revoked'::text) <> (new.state = 'revoked'::text))) EXECUTE FUNCTION validations_follow();
CREATE TRIGGER participation_validator AFTER UPDATE OF validator_at ON beat.participation FOR EACH ROW WHEN ((new.validator_at IS NOT NULL)) EXECUTE FUNCTION qualification_validates();

-- The state machine of a worker in a project: every legal move, and no other is possible.
create table beat.participation_move (
	from_state text not null,
	to_state text not null,
	meaning text not null,
	constraint participation_move_pkey PRIMARY KEY (from_state, to_state),
);

-- An immutable text that questions are asked about; stored verbatim, once.
create table beat.passage (
	id bigint not null generated always as identity,
	document_id bigint not null,
	split split_name not null, -- The document's: the foreign key over both columns keeps splits disjoint by document.
	text text not null,
	text_sha256 bytea not null generated always as (sha256_of(text)) stored,
	length integer not null generated always as (char_length(text)) stored, -- In code points, as all offsets are.
	words integer not null generated always as (word_count(text)) stored, -- Counted once, because projects may want passages of a length.
	created_at timestamptz not null default clock_timestamp(),
	constraint passage_length_limit CHECK ((length <= 50000)),
	constraint passage_text_not_blank CHECK ((NOT is_blank(text))),
	constraint passage_split_is_its_documents FOREIGN KEY (document_id, split) REFERENCES document(id, split),
	constraint passage_pkey PRIMARY KEY (id),
	constraint passage_id_split_key UNIQUE (id, split),
	constraint passage_text_sha256_key UNIQUE (text_sha256),
);
CREATE INDEX passage_document_idx ON beat.passage USING btree (document_id);
CREATE TRIGGER passage_never_changed BEFORE UPDATE ON beat.passage FOR EACH STATEMENT EXECUTE FUNCTION forbid();

-- Workers that several projects share: what they are taught, and how far a revocation reaches.
create table beat.pool (
	id bigint not null generated always as identity,
	name text not null,
	title text not null,
	onboarding text, -- What newcomers are taught, by name; null: only what a project names itself.
	onboarding_model_id bigint, -- Whom the onboarding is played against; null: the weakest that was measured.
	onboarding_retries count not null default 0,
	revokes text not null default 'pool'::text, -- What a revocation in one project takes: the qualification and the data in all projects of the pool, or of the project.
	created_at timestamptz not null default clock_timestamp(),
	constraint pool_name_form CHECK ((name ~ '^[a-z0-9][a-z0-9_-]{0,62}$'::text)),
	constraint pool_onboarding_form CHECK ((onboarding ~ '^[a-z0-9][a-z0-9_-]{0,62}$'::text)),
	constraint pool_retries_range CHECK (((onboarding_retries)::integer <= 100)),
	constraint pool_revokes_known CHECK ((revokes = ANY (ARRAY['pool'::text, 'project'::text]))),
	constraint pool_title_form CHECK (((NOT is_blank(title)) AND (char_length(title) <= 200))),
	constraint pool_model_fkey FOREIGN KEY (onboarding_model_id) REFERENCES model(id),
	constraint pool_pkey PRIMARY KEY (id),
	constraint pool_name_key UNIQUE (name),
);
CREATE TRIGGER pool_log AFTER INSERT OR UPDATE ON beat.pool FOR EACH ROW EXECUTE FUNCTION pool_log();

-- One dataset being collected. Its settings are columns too, made from their entries: see sql/functions/project_settings.sql.
create table beat.project (
	id bigint not null generated always as identity,
	name text not null,
	state text not null default 'active'::text,
	created_at timestamptz not null default clock_timestamp(),
	pool_id bigint not null default 1, -- Whose workers may work: who is qualified in the pool is qualified in each of its projects. Without one it is the pool default.
	title text not null, -- What workers see as the name of the task. Without one it is the project's name.
	model_id bigint not null, -- The model that workers play against, by name or by URL; a new URL is registered.
	also_model_ids bigint[] not null default '{}'::bigint[], -- Models that are asked at the same time as the model, so that workers play against all of them; the rule says who wins.
	rule text not null default 'single'::text, -- When the AI wins against a question that several models answer: any, if any of them does; most, if more than half of them do. With one model it is single.
	pin_build_ids bigint[] not null default '{}'::bigint[], -- The builds that its models must answer with: current, those that answered last, or a build's number, version or weights as 'beatctl model show' tells them. An answer of another build is a fault, judged later, and an alert. A model without a pinned build may be any.
	shadow_model_ids bigint[] not null default '{}'::bigint[], -- Models that answer each attempt after its verdict, in the background; nobody sees their answers, which tell whether the questions beat them too.
	questions_wanted integer not null default 5, -- How many won questions a HIT asks for, without an adversary questions on each paragraph; workers may hand in fewer.
	adversary text not null default 'model'::text, -- Whom workers write questions against: model, the one named; none, nobody: up to so many questions are asked and answered on each of several paragraphs of a document, and all are kept.
	paragraphs integer not null default 5, -- How many paragraphs of one document a HIT without an adversary goes over at most, with as many questions on each as a HIT asks for; workers may hand in after fewer.
	threshold_permille integer not null default 400, -- The model wins if the word overlap (F1) of its answer with the worker's is above this.
	empty_answer text not null default 'fault'::text, -- What an empty answer of the model is: a fault, to be judged later, or its loss.
	unlocated text not null default 'fault'::text, -- What the answer of a language model is that stands nowhere in the passage, also not written a little differently: a fault, so that a right answer in other words is no cheap win, or text that is scored as it is.
	repeats text not null default 'refuse'::text, -- What becomes of a question that equals, after normalisation, one that the worker asked on the passage or one that was won on it: it is refused before the model is asked, or played.
	near_repeat_permille integer not null default 600, -- A question that shares so many of its pairs of neighbouring words with an earlier one on the passage gets a hint; sent again it counts, marked for review. 0: no hint.
	question_words_min integer not null default 3, -- A question of fewer words gets a hint; sent again it counts, marked for review. 0: no hint.
	copied_words integer not null default 5, -- A question without an adversary that has so many words in a row from the passage gets a hint; sent again it counts, marked for review. 0: no hint.
	way_out_attempts integer not null default 10, -- A worker who has won nothing may hand in after so many attempts (those sent in spite of a hint do not count), or while the model does not answer.
	lease_seconds integer not null default 3600, -- How long a worker may keep a passage before it can go to somebody else.
	first_lease_seconds integer not null default 600, -- When no passage is left, those that were taken so long ago and never asked about are taken back for whoever comes, newcomers' first.
	contact text not null default ''::text, -- Whom workers can write to, as they are told before they begin: a name, an address. Empty: nothing is said.
	minutes integer, -- How long a HIT takes, as workers are told before they begin.
	min_passage_words integer not null default 0, -- Passages with fewer words are not handed out; 0: all are.
	assignments_per_passage integer not null default 1, -- How many workers get the same passage.
	reward_cents integer not null default 0, -- What a HIT pays, as workers are told; work already handed in keeps what it was promised.
	win_reward_cents integer not null default 0, -- What each won question adds to a HIT's reward, up to the number that it asks for; 0: a HIT pays the same however many were won.
	open boolean not null default false, -- Let anyone work at once. Otherwise a worker needs the qualification, or an invitation if there is no onboarding.
	platforms text[] not null default '{mturk,prolific,direct}'::text[], -- Where workers may come from. Prolific needs a completion code; a new project without one takes the others.
	completion_code text not null default ''::text, -- The code that Prolific expects at the end.
	onboarding text, -- What workers without the qualification are taught before a reviewer screens them; none: what the pool says, and if that is nothing only invited and qualified ones get in.
	onboarding_model_id bigint, -- The model that the HIT of the project's own onboarding is played against; none: the pool's, which is the weakest that was measured unless it is told.
	onboarding_retries integer not null default 0, -- How often a worker who failed the screening of the project's own onboarding may do it again.
	batch_hits integer, -- A batch closes by itself, and its sample is drawn, after so many completed HITs.
	batch_hours integer, -- A batch closes by itself, and its sample is drawn, after so many hours.
	review_double boolean not null default false, -- Two reviewers judge each sampled HIT, and a third decides where they differ.
	review_blind boolean not null default true, -- Reviewers see neither the worker nor the model nor each other's judgements.
	review_lease_seconds integer not null default 1800, -- How long a reviewer may keep a HIT before another gets it.
	success_permille integer not null default 800, -- A worker whose success rate over reviewed work is below this loses the qualification, and the work is discarded.
	success_least integer not null default 5, -- Nobody loses the qualification by the success rate on fewer reviewed questions than this.
	success_unit text not null default 'question'::text, -- What the success rate counts: valid questions, or HITs all of whose questions are valid.
	answerable_permille integer not null default 500, -- A worker of whose validated questions fewer than this are answerable loses the qualification, and the work is discarded.
	answerable_minimum integer not null default 5, -- An author is judged by the votes when all questions that are validated have theirs, and not by fewer than this, unless validation is closed.
	revoke_confirm boolean not null default false, -- A second person decides before a qualification is taken away by the rate.
	validation_votes integer not null default 3, -- How many others answer each dev and test question without seeing its answer; 0: nothing is validated.
	validation_matches integer not null default 1, -- How many votes must match for a question to be answerable; the others leave dev and test.
	validation_match text not null default 'em'::text, -- When a validator's answer matches the author's: em, the same words; f1, enough of the same words.
	validation_f1_permille integer not null default 400, -- With f1 an answer matches if its word overlap (F1) with the author's is above this.
	validation_early_stop integer not null default 0, -- No further validator is asked once so many votes match; 0: all votes are collected.
	validation_extra integer not null default 0, -- Up to so many further validators are asked, one by one, while fewer than half of the votes match.
	validation_train_permille integer not null default 0, -- The part of train questions that is validated too, at random; they stay in train whatever comes of it.
	validation_lost_permille integer not null default 0, -- The part of the lost attempts on dev and test passages that is validated too, to learn how hard they are.
	further_answers integer not null default 2, -- How many others answer each question that was asked without an adversary, without seeing its answer, in the splits named for it; all answers are released, the author's first. Who finds no answer makes way for another, up to twice as many. 0: nobody is asked.
	further_splits text[] not null default '{dev,test}'::text[], -- The splits whose questions, asked without an adversary, get further answers.
	further_decide boolean not null default false, -- Whether further answers also decide, as votes do, what is answerable: dev and test questions that too few answer as their author leave, and authors are judged by it. Otherwise nothing leaves because others answered differently.
	release_answers text not null default 'author'::text, -- What a question of a release is answered with: author, the answer of who wrote it; all, that one first and then every answer of its validators, in the order in which they came. Further answers without an adversary are released always.
	release_tidy boolean not null default false, -- Whether releases leave out what dataset tidy does: answers of nothing but punctuation and articles or of the whole passage, with the question if it is the author's, and documents with too few questions a paragraph. Nothing is deleted; the card counts each step.
	release_per_paragraph integer not null default 2, -- With post-processing, documents with fewer questions a paragraph on average are left out; 0: none are.
	release_whole_documents boolean not null default false, -- Whether a document is released whole or not at all: all its paragraphs have a question that is in, and targets choose documents instead of passages.
	validation_group text not null default 'hit'::text, -- What a validator gets at a time: the questions of one author's HIT, or of a passage across authors.
	validation_questions integer not null default 10, -- How many questions a validate HIT has at most.
	validation_lease_seconds integer not null default 1800, -- How long a validator may keep questions before they can go to somebody else.
	validation_reward_cents integer not null default 0, -- What a validate HIT pays, as validators are told.
	validation_minutes integer, -- How long a validate HIT takes, as validators are told before they begin.
	validation_completion_code text not null default ''::text, -- The code that Prolific expects at the end of a validate HIT.
	validation_onboarding text, -- The onboarding whose highlighting exercises come before a newcomer's first validate HIT in the pool; nobody screens them. None: only qualified and invited workers validate.
	constraint project_adversary_known CHECK ((adversary = ANY ('{model,none}'::text[]))),
	constraint project_also_limit CHECK (((cardinality(also_model_ids) <= 7) AND (array_position(also_model_ids, NULL::bigint) IS NULL))),
	constraint project_answerable_minimum_range CHECK (((answerable_minimum >= 1) AND (answerable_minimum <= 1000))),
	constraint project_answerable_range CHECK (((answerable_permille >= 0) AND (answerable_permille <= 1000))),
	constraint project_assignments_per_passage_range CHECK (((assignments_per_passage >= 1) AND (assignments_per_passage <= 1000))),
	constraint project_batch_hits_range CHECK (((batch_hits >= 1) AND (batch_hits <= 1000000))),
	constraint project_batch_hours_range CHECK (((batch_hours >= 1) AND (batch_hours <= 8760))),
	constraint project_completion_code_form CHECK ((completion_code ~ '^[A-Za-z0-9_-]{0,64}$'::text)),
	constraint project_contact_form CHECK ((contact ~ '^.{0,200}$'::text)),
	constraint project_copied_words_range CHECK (((copied_words >= 0) AND (copied_words <= 50))),
	constraint project_empty_answer_known CHECK ((empty_answer = ANY ('{fault,loss}'::text[]))),
	constraint project_first_lease_range CHECK (((first_lease_seconds >= 1) AND (first_lease_seconds <= 2592000))),
	constraint project_further_answers_range CHECK (((further_answers >= 0) AND (further_answers <= 20))),
	constraint project_further_splits_known CHECK (((further_splits <@ '{train,dev,test}'::text[]) AND ((cardinality(further_splits) >= 1) AND (cardinality(further_splits) <= 3)))),
	constraint project_lease_range CHECK (((lease_seconds >= 1) AND (lease_seconds <= 2592000))),
	constraint project_min_passage_words_range CHECK (((min_passage_words >= 0) AND (min_passage_words <= 100000))),
	constraint project_minutes_range CHECK (((minutes >= 1) AND (minutes <= 1440))),
	constraint project_name_form CHECK ((name ~ '^[a-z0-9][a-z0-9_-]{0,62}$'::text)),
	constraint project_near_repeat_range CHECK (((near_repeat_permille >= 0) AND (near_repeat_permille <= 1000))),
	constraint project_onboarding_form CHECK ((onboarding ~ '^[a-z0-9][a-z0-9_-]{0,62}$'::text)),
	constraint project_onboarding_retries_range CHECK (((onboarding_retries >= 0) AND (onboarding_retries <= 100))),
	constraint project_paragraphs_range CHECK (((paragraphs >= 1) AND (paragraphs <= 50))),
	constraint project_pins_limit CHECK (((cardinality(pin_build_ids) <= 64) AND (array_position(pin_build_ids, NULL::bigint) IS NULL))),
	constraint project_platforms_known CHECK (((platforms <@ '{mturk,prolific,direct}'::text[]) AND ((cardinality(platforms) >= 1) AND (cardinality(platforms) <= 3)))),
	constraint project_question_words_range CHECK (((question_words_min >= 0) AND (question_words_min <= 50))),
	constraint project_questions_range CHECK (((questions_wanted >= 1) AND (questions_wanted <= 50))),
	constraint project_release_answers_known CHECK ((release_answers = ANY ('{author,all}'::text[]))),
	constraint project_release_per_paragraph_range CHECK (((release_per_paragraph >= 0) AND (release_per_paragraph <= 50))),
	constraint project_repeats_known CHECK ((repeats = ANY ('{refuse,allow}'::text[]))),
	constraint project_review_lease_range CHECK (((review_lease_seconds >= 60) AND (review_lease_seconds <= 86400))),
	constraint project_reward_range CHECK (((reward_cents >= 0) AND (reward_cents <= 1000000))),
	constraint project_rule_known CHECK ((rule = ANY ('{single,any,most}'::text[]))),
	constraint project_shadows_limit CHECK (((cardinality(shadow_model_ids) <= 8) AND (array_position(shadow_model_ids, NULL::bigint) IS NULL))),
	constraint project_state_known CHECK ((state = ANY (ARRAY['active'::text, 'paused'::text, 'closed'::text]))),
	constraint project_success_least_range CHECK (((success_least >= 1) AND (success_least <= 10000))),
	constraint project_success_range CHECK (((success_permille >= 0) AND (success_permille <= 1000))),
	constraint project_success_unit_known CHECK ((success_unit = ANY ('{question,hit}'::text[]))),
	constraint project_threshold_range CHECK (((threshold_permille >= 0) AND (threshold_permille <= 1000))),
	constraint project_title_form CHECK (((NOT is_blank(title)) AND ((char_length(title) >= 1) AND (char_length(title) <= 200)))),
	constraint project_unlocated_known CHECK ((unlocated = ANY ('{fault,text}'::text[]))),
	constraint project_validation_completion_code_form CHECK ((validation_completion_code ~ '^[A-Za-z0-9_-]{0,64}$'::text)),
	constraint project_validation_early_stop_range CHECK (((validation_early_stop >= 0) AND (validation_early_stop <= 20))),
	constraint project_validation_extra_range CHECK (((validation_extra >= 0) AND (validation_extra <= 20))),
	constraint project_validation_f1_range CHECK (((validation_f1_permille >= 0) AND (validation_f1_permille <= 999))),
	constraint project_validation_group_known CHECK ((validation_group = ANY ('{hit,passage}'::text[]))),
	constraint project_validation_lease_range CHECK (((validation_lease_seconds >= 1) AND (validation_lease_seconds <= 2592000))),
	constraint project_validation_lost_range CHECK (((validation_lost_permille >= 0) AND (validation_lost_permille <= 1000))),
	constraint project_validation_match_known CHECK ((validation_match = ANY ('{em,f1}'::text[]))),
	constraint project_validation_matches_range CHECK (((validation_matches >= 1) AND (validation_matches <= 20))),
	constraint project_validation_minutes_range CHECK (((validation_minutes >= 1) AND (validation_minutes <= 1440))),
	constraint project_validation_onboarding_form CHECK ((validation_onboarding ~ '^[a-z0-9][a-z0-9_-]{0,62}$'::text)),
	constraint project_validation_questions_range CHECK (((validation_questions >= 1) AND (validation_questions <= 50))),
	constraint project_validation_reward_range CHECK (((validation_reward_cents >= 0) AND (validation_reward_cents <= 1000000))),
	constraint project_validation_train_range CHECK (((validation_train_permille >= 0) AND (validation_train_permille <= 1000))),
	constraint project_validation_votes_range CHECK (((validation_votes >= 0) AND (validation_votes <= 20))),
	constraint project_way_out_range CHECK (((way_out_attempts >= 1) AND (way_out_attempts <= 1000))),
	constraint project_win_reward_range CHECK (((win_reward_cents >= 0) AND (win_reward_cents <= 1000000))),
	constraint project_model_fkey FOREIGN KEY (model_id) REFERENCES model(id),
	constraint project_onboarding_model_fkey FOREIGN KEY (onboarding_model_id) REFERENCES model(id),
	constraint project_pool_fkey FOREIGN KEY (pool_id) REFERENCES pool(id),
	constraint project_pkey PRIMARY KEY (id),
	constraint project_name_key UNIQUE (name),
);
CREATE INDEX project_pool_idx ON beat.project USING btree (pool_id);
CREATE TRIGGER project_log AFTER INSERT OR UPDATE ON beat.project FOR EACH ROW EXECUTE FUNCTION project_log();

-- Where a project draws its passages from. A project with no linked collection draws from all of them.
create table beat.project_collection (
	project_id bigint not null,
	collection_id bigint not null,
	linked boolean not null default true,
	added_at timestamptz not null default clock_timestamp(),
	constraint project_collection_collection_fkey FOREIGN KEY (collection_id) REFERENCES collection(id),
	constraint project_collection_project_fkey FOREIGN KEY (project_id) REFERENCES project(id),
	constraint project_collection_pkey PRIMARY KEY (project_id, collection_id),
);
CREATE TRIGGER project_collection_log AFTER INSERT OR UPDATE ON beat.project_collection FOR EACH ROW EXECUTE FUNCTION project_collection_log();

-- The queue of work: how often each passage of a project is being or has been worked on.
create table beat.project_passage (
	project_id bigint not null,
	passage_id bigint not null,
	split split_name not null,
	taken count not null default 0, -- Assignments of the kind generate on it that are live, ended or submitted, without those of workers who are revoked in the project.
	shuffle count not null default (floor((random() * (2147483647)::double precision)))::integer, -- A place in a random order: drawing starts at a random place and takes the next free one.
	active boolean not null default true, -- False once none of the project's collections holds it any more, or it is too short for the project.
	constraint project_passage_passage_fkey FOREIGN KEY (passage_id, split) REFERENCES passage(id, split),
	constraint project_passage_split_fkey FOREIGN KEY (project_id, split) REFERENCES project_split(project_id, split),
	constraint project_passage_pkey PRIMARY KEY (project_id, passage_id),
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_analyze_scale_factor=0.02);
CREATE INDEX project_passage_queue_idx ON beat.project_passage USING btree (project_id, split, taken, shuffle) WHERE active;

-- How many questions a project wants of each split.
create table beat.project_split (
	project_id bigint not null,
	split split_name not null,
	target count, -- Null: as many as there are.
	passages count not null default 0, -- Active passages of the split: the weight of the split when one is drawn.
	constraint project_split_project_fkey FOREIGN KEY (project_id) REFERENCES project(id),
	constraint project_split_pkey PRIMARY KEY (project_id, split),
);
CREATE TRIGGER project_split_log AFTER INSERT OR UPDATE OF target ON beat.project_split FOR EACH ROW EXECUTE FUNCTION project_split_log();

-- Submitted assignments and kept questions, counted in one of several lanes and summed when read. One row would be locked by every batch of submissions until its commit, and batches taking several such rows would deadlock.
create table beat.project_tally (
	project_id bigint not null,
	split split_name not null,
	lane smallint not null,
	submitted integer not null default 0,
	kept integer not null default 0, -- Questions of submitted generate HITs that nothing discards.
	pay_cents bigint not null default 0,
	seconds bigint not null default 0,
	wins integer not null default 0, -- Questions of submitted generate HITs, discarded or not.
	constraint project_tally_pay_not_negative CHECK ((pay_cents >= 0)),
	constraint project_tally_seconds_not_negative CHECK ((seconds >= 0)),
	constraint project_tally_pkey PRIMARY KEY (project_id, split, lane),
) with (fillfactor=50);

-- A worker in a pool: whether the worker may work in its projects, and how that came about.
create table beat.qualification (
	worker_id bigint not null,
	pool_id bigint not null,
	state text not null default 'new'::text,
	state_at timestamptz not null default clock_timestamp(),
	source text not null default 'came'::text, -- How the pool first heard of the worker.
	tries count not null default 0, -- Onboardings handed in, in all projects of the pool; kept by a trigger of screening.
	created_at timestamptz not null default clock_timestamp(),
	invited_at timestamptz,
	began_at timestamptz, -- When the onboarding was first begun; handed_in_at and passed_at: first handed in, and passed by a reviewer.
	handed_in_at timestamptz,
	passed_at timestamptz,
	project_id bigint, -- The project in which the state was changed last; null: in the pool itself.
	revocation_id bigint, -- The revocation that took the qualification.
	validator_at timestamptz, -- Since when the worker may validate in the projects of the pool, by the exercises of validators; where they were done says participation.
	constraint qualification_source_known CHECK ((source = ANY (ARRAY['came'::text, 'invited'::text, 'imported'::text]))),
	constraint qualification_state_known CHECK ((state = ANY (ARRAY['new'::text, 'onboarding'::text, 'screening'::text, 'qualified'::text, 'failed'::text, 'revoked'::text]))),
	constraint qualification_pool_fkey FOREIGN KEY (pool_id) REFERENCES pool(id),
	constraint qualification_project_fkey FOREIGN KEY (project_id) REFERENCES project(id),
	constraint qualification_revocation_fkey FOREIGN KEY (revocation_id) REFERENCES revocation(id),
	constraint qualification_worker_fkey FOREIGN KEY (worker_id) REFERENCES worker(id),
	constraint qualification_pkey PRIMARY KEY (worker_id, pool_id),
) with (fillfactor=80);
CREATE INDEX qualification_pool_idx ON beat.qualification USING btree (pool_id, worker_id);
CREATE TRIGGER qualification_check BEFORE INSERT OR UPDATE OF worker_id, pool_id, state ON beat.qualification FOR EACH ROW EXECUTE FUNCTION qualification_check();
CREATE TRIGGER qualification_participations AFTER UPDATE OF state ON beat.qualification FOR EACH ROW WHEN ((old.state <> new.state)) EXECUTE FUNCTION participations_follow();

-- The state machine of a worker in a pool: every legal move, and no other is possible.
create table beat.qualification_move (
	from_state text not null,
	to_state text not null,
	meaning text not null,
	constraint qualification_move_pkey PRIMARY KEY (from_state, to_state),
);
CREATE TRIGGER qualification_move_never_changed BEFORE UPDATE ON beat.qualification_move FOR EACH STATEMENT EXECUTE FUNCTION forbid();

-- The history of qualifications: every move, by whom, in which project and why.
create table beat.qualification_step (
	id bigint not null generated always as identity,
	worker_id bigint not null,
	pool_id bigint not null,
	from_state text not null,
	to_state text not null,
	project_id bigint,
	revocation_id bigint,
	reason text,
	actor actor_name not null,
	at timestamptz not null default clock_timestamp(),
	constraint qualification_step_qualification_fkey FOREIGN KEY (worker_id, pool_id) REFERENCES qualification(worker_id, pool_id),
	constraint qualification_step_pkey PRIMARY KEY (id),
);
CREATE INDEX qualification_step_worker_idx ON beat.qualification_step USING btree (worker_id, pool_id, id);
CREATE TRIGGER qualification_step_never_changed BEFORE UPDATE ON beat.qualification_step FOR EACH STATEMENT EXECUTE FUNCTION forbid();

-- A won attempt: one question of the dataset, under the id it is published with.
create table beat.question (
	id question_id not null,
	attempt_id uuid not null,
	created_at timestamptz not null default clock_timestamp(),
	project_id bigint not null,
	worker_id bigint not null,
	assignment_id bigint not null,
	split split_name not null,
	model_id bigint not null,
	discards count not null default 0, -- Discards of it that are not undone; 0: the question is in.
	labels text[] not null default '{}'::text[], -- Of the review that settled it.
	number bigint not null generated always as identity, -- Rises with time: the place in a list, and the cursor of its pages.
	words tsvector not null default ''::tsvector, -- Of the question and its answer, for full-text search. Of no language: who looks for "how many" must find it.
	reviewed boolean not null default false, -- A review that settled its HIT has judged it.
	passage_id bigint, -- Of its HIT; null of questions from before repeats were refused.
	asked bytea, -- Of its attempt; null also where an equal one has the place already, and this one is out.
	constraint question_attempt_fkey FOREIGN KEY (attempt_id) REFERENCES attempt(id),
	constraint question_pkey PRIMARY KEY (id),
	constraint question_attempt_key UNIQUE (attempt_id),
);
CREATE INDEX question_assignment_idx ON beat.question USING btree (assignment_id);
CREATE INDEX question_number_idx ON beat.question USING btree (project_id, number);
CREATE INDEX question_out_idx ON beat.question USING btree (project_id, number) WHERE ((discards)::integer > 0);
CREATE INDEX question_reviewed_idx ON beat.question USING btree (project_id, number) WHERE reviewed;
CREATE INDEX question_split_idx ON beat.question USING btree (project_id, split, number) WHERE ((split)::text <> 'train'::text);
CREATE UNIQUE INDEX question_won_once ON beat.question USING btree (project_id, passage_id, asked) WHERE (asked IS NOT NULL);
CREATE INDEX question_words_idx ON beat.question USING gin (words);
CREATE INDEX question_worker_idx ON beat.question USING btree (worker_id, project_id, number);
CREATE TRIGGER question_asked_stays BEFORE UPDATE ON beat.question FOR EACH ROW WHEN (((new.asked IS DISTINCT FROM old.asked) OR (new.passage_id IS DISTINCT FROM old.passage_id))) EXECUTE FUNCTION asked_check_change();
CREATE TRIGGER question_check BEFORE INSERT ON beat.question FOR EACH ROW EXECUTE FUNCTION question_check();
CREATE TRIGGER question_never_changed BEFORE UPDATE ON beat.question FOR EACH ROW EXECUTE FUNCTION question_check_change();

-- What the statistics tell of one question, worked out when they first need it.
create table beat.question_figures (
	question_id question_id not null,
	question_words integer not null,
	answer_words integer not null,
	overlap integer not null,
	first_words text[] not null,
	constraint question_figures_question_fkey FOREIGN KEY (question_id) REFERENCES question(id),
	constraint question_figures_pkey PRIMARY KEY (question_id),
);
CREATE TRIGGER question_figures_never_changed BEFORE UPDATE ON beat.question_figures FOR EACH STATEMENT EXECUTE FUNCTION forbid();

-- A frozen export: what is in it (release_question), how it was chosen, and what was written (release_file). Several of one version may have failed; at most one is being built or ready.
create table beat.release (
	id bigint not null generated always as identity,
	name text not null,
	version text not null,
	project_id bigint, -- Null: combined of other releases, which parts names.
	parts jsonb not null default '[]'::jsonb,
	state text not null default 'building'::text,
	as_of timestamptz not null, -- What was true at this moment is in it. Everything stamped before it was committed.
	seed text not null,
	licence text not null,
	formats text[] not null,
	settings jsonb not null,
	pseudonym_key bytea not null, -- Keys the hash that stands for a worker in the files of this release.
	code_version text not null,
	actor actor_name not null,
	served boolean not null default false, -- Wanted in the server's own folder, for downloads from the dashboard.
	created_at timestamptz not null default clock_timestamp(),
	ready_at timestamptz,
	report jsonb not null default '{}'::jsonb, -- Counts, what the gate found, near-duplicates, splits that fell short.
	progress jsonb not null default '{}'::jsonb,
	alive_at timestamptz not null default clock_timestamp(), -- Renewed by whoever builds it; long past: the builder died, another may go on.
	provisional boolean not null default false, -- Made while votes were missing; its card, its MANIFEST and the name of its folder say so.
	constraint release_key_length CHECK ((octet_length(pseudonym_key) = 32)),
	constraint release_name_form CHECK ((name ~ '^[a-z0-9][a-z0-9_-]{0,62}$'::text)),
	constraint release_ready_has_moment CHECK (((state = 'ready'::text) = (ready_at IS NOT NULL))),
	constraint release_seed_form CHECK ((seed ~ '^[0-9A-Za-z._-]{1,64}$'::text)),
	constraint release_state_known CHECK ((state = ANY (ARRAY['building'::text, 'ready'::text, 'failed'::text]))),
	constraint release_version_form CHECK (((version ~ '^[0-9A-Za-z][0-9A-Za-z.+-]{0,63}$'::text) AND (version !~ '[.][.]'::text))),
	constraint release_project_fkey FOREIGN KEY (project_id) REFERENCES project(id),
	constraint release_pkey PRIMARY KEY (id),
);
CREATE INDEX release_project_idx ON beat.release USING btree (project_id, id);
CREATE UNIQUE INDEX release_version_key ON beat.release USING btree (name, version) WHERE (state <> 'failed'::text);

-- A record of provenance that a release cites: a file of its folder provenance, byte for byte as it was given.
create table beat.release_citation (
	release_id bigint not null,
	name text not null,
	record text not null,
	constraint release_citation_name_form CHECK ((name ~ '^[0-9A-Za-z][0-9A-Za-z._-]{0,127}$'::text)),
	constraint release_citation_record_length CHECK (((octet_length(record) >= 2) AND (octet_length(record) <= 262144))),
	constraint release_citation_release_fkey FOREIGN KEY (release_id) REFERENCES release(id),
	constraint release_citation_pkey PRIMARY KEY (release_id, name),
);
CREATE TRIGGER release_citation_never_changed BEFORE UPDATE ON beat.release_citation FOR EACH STATEMENT EXECUTE FUNCTION forbid();

-- The files of a release that is ready, with their digests.
create table beat.release_file (
	release_id bigint not null,
	path text not null,
	bytes bigint not null,
	sha256 text not null,
	constraint release_file_sha256_form CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
	constraint release_file_release_fkey FOREIGN KEY (release_id) REFERENCES release(id),
	constraint release_file_pkey PRIMARY KEY (release_id, path),
);
CREATE TRIGGER release_file_never_changed BEFORE UPDATE ON beat.release_file FOR EACH STATEMENT EXECUTE FUNCTION forbid();

-- What a release holds, in the order in which its files have it.
create table beat.release_question (
	release_id bigint not null,
	split split_name not null,
	place integer not null,
	question_id question_id not null,
	constraint release_question_pkey PRIMARY KEY (release_id, split, place),
	constraint release_question_once UNIQUE (release_id, question_id),
);
CREATE TRIGGER release_question_never_changed BEFORE UPDATE ON beat.release_question FOR EACH STATEMENT EXECUTE FUNCTION forbid();
CREATE TRIGGER release_question_refers AFTER INSERT ON beat.release_question REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION release_question_check();

-- A reviewer on a sampled HIT: by lease until it is finished.
create table beat.review (
	id bigint not null generated always as identity,
	assignment_id bigint not null,
	project_id bigint not null,
	account_id bigint not null,
	kind text not null default 'review'::text,
	state text not null default 'leased'::text,
	leased_at timestamptz not null default clock_timestamp(),
	expires_at timestamptz not null,
	finished_at timestamptz,
	constraint review_finished_has_moment CHECK (((state = 'finished'::text) <= (finished_at IS NOT NULL))),
	constraint review_kind_known CHECK ((kind = ANY (ARRAY['review'::text, 'adjudication'::text]))),
	constraint review_state_known CHECK ((state = ANY (ARRAY['leased'::text, 'finished'::text, 'released'::text, 'expired'::text, 'undone'::text]))),
	constraint review_account_fkey FOREIGN KEY (account_id) REFERENCES account(id),
	constraint review_sample_fkey FOREIGN KEY (assignment_id) REFERENCES sample(assignment_id),
	constraint review_pkey PRIMARY KEY (id),
);
CREATE INDEX review_account_idx ON beat.review USING btree (account_id, project_id, id) WHERE (state = ANY (ARRAY['leased'::text, 'finished'::text]));
CREATE INDEX review_assignment_idx ON beat.review USING btree (assignment_id);
CREATE INDEX review_done_idx ON beat.review USING btree (account_id, project_id, finished_at) WHERE (state = 'finished'::text);
CREATE INDEX review_lease_idx ON beat.review USING btree (expires_at) WHERE (state = 'leased'::text);
CREATE UNIQUE INDEX review_once_per_reviewer ON beat.review USING btree (assignment_id, account_id) WHERE (state = ANY (ARRAY['leased'::text, 'finished'::text]));
CREATE INDEX review_project_idx ON beat.review USING btree (project_id, id) WHERE (state = ANY (ARRAY['leased'::text, 'finished'::text]));

-- Words of a review: tags say why a question is invalid, labels what it asks of a reader.
create table beat.review_word (
	kind text not null,
	word text not null,
	place smallint not null,
	meaning text not null,
	constraint review_word_kind_known CHECK ((kind = ANY (ARRAY['tag'::text, 'label'::text, 'vote'::text]))),
	constraint review_word_pkey PRIMARY KEY (kind, word),
);

-- A qualification taken away, or proposed to be; one at a time for a worker in a project.
create table beat.revocation (
	id bigint not null generated always as identity,
	project_id bigint not null,
	worker_id bigint not null,
	state text not null,
	cause text not null,
	reason text not null,
	actor actor_name not null,
	at timestamptz not null default clock_timestamp(),
	review_id bigint,
	valid count,
	reviewed count,
	decided_by text,
	decided_at timestamptz,
	discarded count not null default 0,
	undone_by text,
	undone_at timestamptz,
	undone_reason text,
	pardoned count, -- Decided questions when a person took it back or dismissed it: the rate of answerable questions revokes again only when there are more.
	pool_id bigint, -- The pool whose qualification it took, with the data in all its projects; null: it is of its project alone.
	constraint revocation_cause_known CHECK ((cause = ANY (ARRAY['review'::text, 'hand'::text, 'answerability'::text]))),
	constraint revocation_reason_form CHECK (((NOT is_blank(reason)) AND (char_length(reason) <= 1000))),
	constraint revocation_state_known CHECK ((state = ANY (ARRAY['proposed'::text, 'done'::text, 'dismissed'::text, 'undone'::text]))),
	constraint revocation_participation_fkey FOREIGN KEY (worker_id, project_id) REFERENCES participation(worker_id, project_id),
	constraint revocation_pool_fkey FOREIGN KEY (pool_id) REFERENCES pool(id),
	constraint revocation_review_fkey FOREIGN KEY (review_id) REFERENCES review(id),
	constraint revocation_pkey PRIMARY KEY (id),
);
CREATE UNIQUE INDEX revocation_one_at_a_time ON beat.revocation USING btree (worker_id, project_id) WHERE (state = ANY (ARRAY['proposed'::text, 'done'::text]));
CREATE UNIQUE INDEX revocation_one_of_a_pool ON beat.revocation USING btree (worker_id, pool_id) WHERE ((state = 'done'::text) AND (pool_id IS NOT NULL));
CREATE INDEX revocation_project_idx ON beat.revocation USING btree (project_id, id);
CREATE INDEX revocation_proposed_idx ON beat.revocation USING btree (project_id, id) WHERE (state = 'proposed'::text);

-- A HIT drawn for review. Disputed: two reviews differ, a third person decides.
create table beat.sample (
	assignment_id bigint not null,
	batch_id bigint not null,
	project_id bigint not null,
	worker_id bigint not null,
	state text not null default 'waiting'::text,
	reviews_wanted smallint not null default 1,
	taken smallint not null default 0, -- Reviews under way or finished; once it is disputed, adjudications.
	held boolean not null default false, -- Not handed out: the worker's qualification is revoked, so nobody has to look.
	free boolean not null generated always as (((NOT held) AND (taken <
CASE state
    WHEN 'waiting'::text THEN (reviews_wanted)::integer
    WHEN 'disputed'::text THEN 1
    ELSE 0
END))) stored, -- There is room for another reviewer.
	review_id bigint, -- The review whose judgements count.
	sampled_at timestamptz not null default clock_timestamp(),
	settled_at timestamptz,
	constraint sample_reviews_range CHECK ((reviews_wanted = ANY (ARRAY[1, 2]))),
	constraint sample_settled_by_a_review CHECK (((state = 'settled'::text) = (review_id IS NOT NULL))),
	constraint sample_state_known CHECK ((state = ANY (ARRAY['waiting'::text, 'disputed'::text, 'settled'::text]))),
	constraint sample_taken_range CHECK (((taken >= 0) AND (taken <= 2))),
	constraint sample_assignment_fkey FOREIGN KEY (assignment_id) REFERENCES assignment(id),
	constraint sample_batch_fkey FOREIGN KEY (batch_id) REFERENCES batch(id),
	constraint sample_participation_fkey FOREIGN KEY (worker_id, project_id) REFERENCES participation(worker_id, project_id),
	constraint sample_review_fkey FOREIGN KEY (review_id) REFERENCES review(id),
	constraint sample_pkey PRIMARY KEY (assignment_id),
);
CREATE INDEX sample_half_idx ON beat.sample USING btree (project_id) WHERE ((state = 'waiting'::text) AND (reviews_wanted = 2) AND (taken > 0));
CREATE INDEX sample_queue_idx ON beat.sample USING btree (project_id, state, sampled_at, assignment_id) WHERE ((state <> 'settled'::text) AND (NOT held));
CREATE INDEX sample_worker_idx ON beat.sample USING btree (worker_id, project_id);
CREATE TRIGGER question_reviewed AFTER UPDATE ON beat.sample FOR EACH ROW WHEN (((old.state = 'settled'::text) <> (new.state = 'settled'::text))) EXECUTE FUNCTION question_reviewed();
CREATE TRIGGER sample_counted_change AFTER UPDATE ON beat.sample FOR EACH ROW WHEN (((old.state <> new.state) OR (old.held <> new.held))) EXECUTE FUNCTION sample_counted();
CREATE TRIGGER sample_counted_new AFTER INSERT ON beat.sample REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION sample_counted();

-- Samples by state, kept by triggers of sample. Waiting and disputed are without those held, which are of workers whose qualification is revoked.
create table beat.sample_tally (
	batch_id bigint not null,
	lane smallint not null,
	project_id bigint not null,
	waiting integer not null default 0,
	disputed integer not null default 0,
	held integer not null default 0,
	settled integer not null default 0,
	constraint sample_tally_batch_fkey FOREIGN KEY (batch_id) REFERENCES batch(id),
	constraint sample_tally_pkey PRIMARY KEY (batch_id, lane),
) with (fillfactor=50);
CREATE INDEX sample_tally_project_idx ON beat.sample_tally USING btree (project_id);

-- Onboardings handed in: the queue that reviewers pass or fail.
create table beat.screening (
	assignment_id bigint not null,
	project_id bigint not null,
	worker_id bigint not null,
	onboarding_id bigint not null,
	handed_in_at timestamptz not null default clock_timestamp(),
	state text not null default 'waiting'::text,
	reason text,
	account_id bigint,
	actor text,
	decided_at timestamptz,
	constraint screening_decided_unless_waiting CHECK (((state = 'waiting'::text) = (decided_at IS NULL))),
	constraint screening_state_known CHECK ((state = ANY (ARRAY['waiting'::text, 'passed'::text, 'failed'::text]))),
	constraint screening_account_fkey FOREIGN KEY (account_id) REFERENCES account(id),
	constraint screening_assignment_fkey FOREIGN KEY (assignment_id) REFERENCES assignment(id),
	constraint screening_onboarding_fkey FOREIGN KEY (onboarding_id) REFERENCES onboarding(id),
	constraint screening_participation_fkey FOREIGN KEY (worker_id, project_id) REFERENCES participation(worker_id, project_id),
	constraint screening_pkey PRIMARY KEY (assignment_id),
);
CREATE INDEX screening_list_idx ON beat.screening USING btree (project_id, assignment_id);
CREATE INDEX screening_state_idx ON beat.screening USING btree (project_id, state, assignment_id);
CREATE INDEX screening_waiting_idx ON beat.screening USING btree (project_id, handed_in_at) WHERE (state = 'waiting'::text);
CREATE INDEX screening_worker_idx ON beat.screening USING btree (worker_id, project_id);
CREATE TRIGGER screening_counted AFTER UPDATE OF state ON beat.screening FOR EACH ROW WHEN ((old.state <> new.state)) EXECUTE FUNCTION screening_counted();
CREATE TRIGGER screening_tries AFTER INSERT ON beat.screening FOR EACH ROW EXECUTE FUNCTION qualification_tries();

-- Screenings by decision, kept by a trigger of screening. In lanes, as the other tallies: only sums mean something.
create table beat.screening_tally (
	project_id bigint not null,
	lane smallint not null,
	passed integer not null default 0,
	failed integer not null default 0,
	constraint screening_tally_project_fkey FOREIGN KEY (project_id) REFERENCES project(id),
	constraint screening_tally_pkey PRIMARY KEY (project_id, lane),
) with (fillfactor=50);

-- What all servers of one database share, such as the key that signs tokens.
create table beat.setting (
	key text not null,
	value text not null,
	created_at timestamptz not null default clock_timestamp(),
	constraint setting_pkey PRIMARY KEY (key),
);

-- A shadow model that is still to be asked about an attempt. The row leaves when the answer is stored.
create table beat.shadow_due (
	attempt_id uuid not null,
	model_id bigint not null,
	due_at timestamptz not null default clock_timestamp(), -- When it may be asked; whoever takes it moves this on, so that it comes again by itself if nothing came of it, later each time.
	tries integer not null default 0,
	constraint shadow_due_attempt_fkey FOREIGN KEY (attempt_id) REFERENCES attempt(id),
	constraint shadow_due_model_fkey FOREIGN KEY (model_id) REFERENCES model(id),
	constraint shadow_due_pkey PRIMARY KEY (attempt_id, model_id),
) with (autovacuum_vacuum_scale_factor=0.02);
CREATE INDEX shadow_due_idx ON beat.shadow_due USING btree (due_at);

-- A sample of questions of several datasets that people label without knowing which is which.
create table beat.study (
	id bigint not null generated always as identity,
	name text not null,
	seed text not null,
	actor actor_name not null,
	created_at timestamptz not null default clock_timestamp(),
	constraint study_name_form CHECK ((name ~ '^[a-z0-9][a-z0-9_-]{0,62}$'::text)),
	constraint study_seed_form CHECK ((seed ~ '^[0-9A-Za-z._-]{1,64}$'::text)),
	constraint study_pkey PRIMARY KEY (id),
	constraint study_name_key UNIQUE (name),
);
CREATE TRIGGER study_never_changed BEFORE UPDATE ON beat.study FOR EACH STATEMENT EXECUTE FUNCTION forbid();

-- A dataset that a study compares, in the order in which they were named.
create table beat.study_dataset (
	study_id bigint not null,
	place smallint not null,
	name text not null,
	source text not null, -- What it was read from: a project, a release or files.
	constraint study_dataset_name_length CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200))),
	constraint study_dataset_study_fkey FOREIGN KEY (study_id) REFERENCES study(id),
	constraint study_dataset_pkey PRIMARY KEY (study_id, place),
	constraint study_dataset_name_key UNIQUE (study_id, name),
);
CREATE TRIGGER study_dataset_never_changed BEFORE UPDATE ON beat.study_dataset FOR EACH STATEMENT EXECUTE FUNCTION forbid();

-- A question of a study, with its texts as they were; ids are in the order of the draw, so they tell no dataset.
create table beat.study_item (
	id bigint not null generated always as identity,
	study_id bigint not null,
	dataset smallint not null,
	question_ref text not null,
	title text not null,
	passage text not null,
	question text not null,
	answer text not null,
	answer_start integer,
	wanted smallint not null default 1, -- How many annotators label it.
	constraint study_item_answer_stands CHECK (((answer_start IS NULL) OR (substr(passage, (answer_start + 1), char_length(answer)) = answer))),
	constraint study_item_wanted_range CHECK ((wanted = ANY (ARRAY[1, 2]))),
	constraint study_item_dataset_fkey FOREIGN KEY (study_id, dataset) REFERENCES study_dataset(study_id, place),
	constraint study_item_pkey PRIMARY KEY (id),
	constraint study_item_once UNIQUE (study_id, dataset, question_ref),
);
CREATE TRIGGER study_item_never_changed BEFORE UPDATE ON beat.study_item FOR EACH STATEMENT EXECUTE FUNCTION forbid();

-- Who has an item in hand (labels null, until leased_until) or what they said of it; empty: none of the labels fits.
create table beat.study_label (
	item_id bigint not null,
	account_id bigint not null,
	kind text not null,
	leased_until timestamptz not null,
	labels text[],
	labelled_at timestamptz,
	constraint study_label_has_moment CHECK (((labels IS NULL) = (labelled_at IS NULL))),
	constraint study_label_kind_known CHECK ((kind = ANY (ARRAY['label'::text, 'adjudication'::text]))),
	constraint study_label_words CHECK (study_labels_known(labels)),
	constraint study_label_account_fkey FOREIGN KEY (account_id) REFERENCES account(id),
	constraint study_label_item_fkey FOREIGN KEY (item_id) REFERENCES study_item(id),
	constraint study_label_pkey PRIMARY KEY (item_id, account_id),
);
CREATE INDEX study_label_account_idx ON beat.study_label USING btree (account_id, item_id);
CREATE UNIQUE INDEX study_label_one_adjudication ON beat.study_label USING btree (item_id) WHERE (kind = 'adjudication'::text);

-- What a reader that was not in the loop answers to an attempt, and who would have won, with the proof.
create table beat.transfer_prediction (
	attempt_id uuid not null,
	reader_id bigint not null,
	answer text not null,
	answer_start integer, -- Code points, or null; answer_end is exclusive.
	answer_end integer,
	score double precision,
	shared integer not null,
	model_tokens integer not null,
	human_tokens integer not null,
	verdict text not null, -- By the threshold that the attempt was judged with: human if the question beats this reader.
	model_ms count,
	asked_at timestamptz not null default clock_timestamp(),
	constraint transfer_prediction_attempt_fkey FOREIGN KEY (attempt_id) REFERENCES attempt(id),
	constraint transfer_prediction_reader_fkey FOREIGN KEY (reader_id) REFERENCES transfer_reader(id),
	constraint transfer_prediction_pkey PRIMARY KEY (attempt_id, reader_id),
);
CREATE TRIGGER transfer_prediction_check BEFORE INSERT ON beat.transfer_prediction FOR EACH ROW EXECUTE FUNCTION transfer_prediction_check();
CREATE TRIGGER transfer_prediction_never_changed BEFORE UPDATE ON beat.transfer_prediction FOR EACH STATEMENT EXECUTE FUNCTION forbid();

-- A reader that was asked about attempts afterwards, as its answers name it; each combination once.
create table beat.transfer_reader (
	id bigint not null generated always as identity,
	name text not null,
	version text not null,
	weights text not null,
	first_seen_at timestamptz not null default clock_timestamp(),
	constraint transfer_reader_lengths CHECK ((((char_length(name) >= 1) AND (char_length(name) <= 200)) AND (char_length(version) <= 200) AND (char_length(weights) <= 200))),
	constraint transfer_reader_pkey PRIMARY KEY (id),
	constraint transfer_reader_reported_once UNIQUE (name, version, weights),
);
CREATE TRIGGER transfer_reader_never_changed BEFORE UPDATE ON beat.transfer_reader FOR EACH STATEMENT EXECUTE FUNCTION forbid();

-- model_usage counted by model, day (UTC), project (0: none) and kind.
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
	constraint usage_day_model_fkey FOREIGN KEY (model_id) REFERENCES model(id),
	constraint usage_day_pkey PRIMARY KEY (model_id, day, project_id, kind),
);
CREATE INDEX usage_day_project_idx ON beat.usage_day USING btree (project_id);

-- What validators answer: dev and test questions, as the project wishes also some of train and some lost attempts.
create table beat.validation (
	id question_id not null, -- Of the question; of a lost attempt the id it would have had.
	attempt_id uuid not null,
	project_id bigint not null,
	passage_id bigint not null,
	assignment_id bigint not null,
	worker_id bigint not null, -- The author, who never validates it.
	split split_name not null,
	cause text not null, -- Why it is validated: its split asks for it, a sample of train, a lost attempt, further answers without an adversary.
	active boolean not null default true, -- False while the question is discarded by something else than its votes.
	state text not null default 'waiting'::text,
	wanted smallint not null, -- Votes wanted by now: fewer after an early stop, more on disagreement.
	taken smallint not null default 0, -- Validators who have it in hand or whose vote counts.
	votes smallint not null default 0, -- Cast votes that count; matches: those that match the original answer.
	matches smallint not null default 0,
	shuffle count not null default (floor((random() * (2147483647)::double precision)))::integer,
	open boolean not null generated always as ((active AND (taken < wanted))) stored,
	created_at timestamptz not null default clock_timestamp(),
	decided_at timestamptz,
	constraint validation_cause_known CHECK ((cause = ANY (ARRAY['split'::text, 'train'::text, 'lost'::text, 'further'::text]))),
	constraint validation_counts CHECK (((0 <= matches) AND (matches <= votes) AND (votes <= taken) AND (taken <= 1000) AND ((wanted >= 0) AND (wanted <= 1000)))),
	constraint validation_decided_has_moment CHECK (((state = 'waiting'::text) = (decided_at IS NULL))),
	constraint validation_state_known CHECK ((state = ANY (ARRAY['waiting'::text, 'answerable'::text, 'unanswerable'::text, 'answered'::text]))),
	constraint validation_assignment_fkey FOREIGN KEY (assignment_id) REFERENCES assignment(id),
	constraint validation_attempt_fkey FOREIGN KEY (attempt_id) REFERENCES attempt(id),
	constraint validation_passage_fkey FOREIGN KEY (passage_id, split) REFERENCES passage(id, split),
	constraint validation_pkey PRIMARY KEY (id),
	constraint validation_attempt_key UNIQUE (attempt_id),
) with (fillfactor=80);
CREATE INDEX validation_author_idx ON beat.validation USING btree (worker_id, project_id);
CREATE INDEX validation_further_idx ON beat.validation USING btree (project_id, split) WHERE ((cause = 'further'::text) AND active AND (state = 'waiting'::text));
CREATE INDEX validation_group_idx ON beat.validation USING btree (project_id, passage_id);
CREATE INDEX validation_hit_idx ON beat.validation USING btree (assignment_id);
CREATE INDEX validation_queue_idx ON beat.validation USING btree (project_id, taken, shuffle) WHERE open;
CREATE INDEX validation_waiting_idx ON beat.validation USING btree (project_id, split) WHERE ((cause = 'split'::text) AND active AND (state = 'waiting'::text));

-- No more votes are waited for: authors who wrote nothing since are judged by what is decided, however little that is. Several may stand; the latest tells.
create table beat.validation_close (
	id bigint not null generated always as identity,
	project_id bigint not null,
	reason text not null,
	actor actor_name not null,
	at timestamptz not null default clock_timestamp(),
	undone_at timestamptz,
	undone_by text,
	undone_reason text,
	constraint validation_close_reason_form CHECK ((char_length(reason) <= 1000)),
	constraint validation_close_undone_by_someone CHECK (((undone_at IS NULL) = (undone_by IS NULL))),
	constraint validation_close_project_fkey FOREIGN KEY (project_id) REFERENCES project(id),
	constraint validation_close_pkey PRIMARY KEY (id),
);
CREATE INDEX validation_close_standing_idx ON beat.validation_close USING btree (project_id, at) WHERE (undone_at IS NULL);

-- A question in a validate HIT, at its place in a random order. Released: the lease ran out; skipped: it had its votes or was discarded before this validator answered.
create table beat.validation_item (
	assignment_id bigint not null,
	validation_id question_id not null,
	worker_id bigint not null,
	place smallint not null,
	state text not null default 'leased'::text,
	due text, -- Something happened here that the counters of the question do not tell yet; null: they do. Rate: the last question of its HIT that waited was discarded, so that its author's rate is to be looked at.
	constraint validation_item_due_known CHECK ((due = ANY (ARRAY['vote'::text, 'release'::text, 'exclusion'::text, 'setting'::text, 'rate'::text]))),
	constraint validation_item_state_known CHECK ((state = ANY (ARRAY['leased'::text, 'voted'::text, 'released'::text, 'skipped'::text]))),
	constraint validation_item_assignment_fkey FOREIGN KEY (assignment_id) REFERENCES assignment(id),
	constraint validation_item_validation_fkey FOREIGN KEY (validation_id) REFERENCES validation(id),
	constraint validation_item_pkey PRIMARY KEY (assignment_id, validation_id),
);
CREATE INDEX validation_item_due_idx ON beat.validation_item USING btree (validation_id) WHERE (due IS NOT NULL);
CREATE UNIQUE INDEX validation_item_once_per_worker ON beat.validation_item USING btree (worker_id, validation_id) WHERE (state = ANY (ARRAY['leased'::text, 'voted'::text]));
CREATE INDEX validation_item_validation_idx ON beat.validation_item USING btree (validation_id);
CREATE TRIGGER validation_item_check BEFORE INSERT OR UPDATE OF assignment_id, validation_id, worker_id ON beat.validation_item FOR EACH ROW EXECUTE FUNCTION validation_item_check();

-- How far the settler of a project is; a row a project.
create table beat.validation_settlement (
	project_id bigint not null,
	at timestamptz not null, -- When it last began and came to an end: what was stored long before that is settled.
	asked jsonb not null, -- The settings by which questions came into the queue, and since when it knows them.
	asked_at timestamptz not null,
	constraint validation_settlement_project_fkey FOREIGN KEY (project_id) REFERENCES project(id),
	constraint validation_settlement_pkey PRIMARY KEY (project_id),
);

-- A validator's own answer to a question, or why it has none; with the exact proof of its agreement with the original: F1 = 2s / (m + k), m the tokens of the vote, k of the original.
create table beat.vote (
	id bigint not null generated always as identity,
	assignment_id bigint not null,
	validation_id question_id not null,
	project_id bigint not null,
	worker_id bigint not null,
	answer_start integer,
	answer_end integer,
	answer_text text,
	normal text, -- The answer's tokens after normalisation, joined by single spaces, as the scorer made them: votes are compared by it.
	reason text,
	comment text not null default ''::text,
	shared integer not null,
	vote_tokens integer not null,
	original_tokens integer not null,
	exact boolean not null,
	excluded boolean not null default false, -- True while an exclusion of its validator stands.
	created_at timestamptz not null default clock_timestamp(),
	cast_at timestamptz, -- When its HIT was handed in; until then the validator may change it, and it does not count.
	constraint vote_comment_limit CHECK ((char_length(comment) <= 1000)),
	constraint vote_counts CHECK (((0 <= shared) AND (shared <= vote_tokens) AND (shared <= original_tokens) AND (original_tokens >= 1) AND ((answer_text IS NOT NULL) OR ((vote_tokens = 0) AND (NOT exact))) AND ((NOT exact) OR ((shared = vote_tokens) AND (shared = original_tokens))))),
	constraint vote_is_answer_or_reason CHECK (((num_nulls(answer_start, answer_end, answer_text) = ANY (ARRAY[0, 3])) AND ((answer_text IS NULL) = (reason IS NOT NULL)))),
	constraint vote_normal_is_its_tokens CHECK ((((normal IS NULL) = (answer_text IS NULL)) AND (vote_tokens = COALESCE(array_length(string_to_array(normal, ' '::text), 1), 0)))),
	constraint vote_item_fkey FOREIGN KEY (assignment_id, validation_id) REFERENCES validation_item(assignment_id, validation_id),
	constraint vote_participation_fkey FOREIGN KEY (worker_id, project_id) REFERENCES participation(worker_id, project_id),
	constraint vote_pkey PRIMARY KEY (id),
	constraint vote_item_key UNIQUE (assignment_id, validation_id),
);
CREATE INDEX vote_project_idx ON beat.vote USING btree (project_id, cast_at) WHERE (cast_at IS NOT NULL);
CREATE INDEX vote_validation_idx ON beat.vote USING btree (validation_id) WHERE (cast_at IS NOT NULL);
CREATE INDEX vote_worker_idx ON beat.vote USING btree (worker_id, project_id) WHERE (cast_at IS NOT NULL);
CREATE TRIGGER vote_cast_once BEFORE UPDATE ON beat.vote FOR EACH ROW WHEN ((old.cast_at IS NOT NULL)) EXECUTE FUNCTION vote_check_cast();
CREATE TRIGGER vote_check AFTER INSERT ON beat.vote REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION votes_check();
CREATE TRIGGER vote_check_change AFTER UPDATE ON beat.vote REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION votes_check();

-- A validator whose votes do not count, by hand or because the worker is revoked; they count again when all are undone.
create table beat.vote_exclusion (
	id bigint not null generated always as identity,
	project_id bigint not null,
	worker_id bigint not null,
	revocation_id bigint,
	reason text not null,
	actor actor_name not null,
	at timestamptz not null default clock_timestamp(),
	undone_at timestamptz,
	undone_by text,
	undone_reason text,
	constraint vote_exclusion_reason_form CHECK (((NOT is_blank(reason)) AND (char_length(reason) <= 1000))),
	constraint vote_exclusion_undone_by_someone CHECK (((undone_at IS NULL) = (undone_by IS NULL))),
	constraint vote_exclusion_participation_fkey FOREIGN KEY (worker_id, project_id) REFERENCES participation(worker_id, project_id),
	constraint vote_exclusion_revocation_fkey FOREIGN KEY (revocation_id) REFERENCES revocation(id),
	constraint vote_exclusion_pkey PRIMARY KEY (id),
);
CREATE UNIQUE INDEX vote_exclusion_one_at_a_time ON beat.vote_exclusion USING btree (worker_id, project_id, ((revocation_id IS NULL))) WHERE (undone_at IS NULL);

-- A person, as one platform knows them.
create table beat.worker (
	id bigint not null generated always as identity,
	platform platform_name not null,
	platform_worker_id worker_ref not null,
	created_at timestamptz not null default clock_timestamp(),
	blocked_at timestamptz, -- Since when the worker may enter no project at all.
	blocked_reason text,
	constraint worker_pkey PRIMARY KEY (id),
	constraint worker_platform_worker_id_key UNIQUE (platform, platform_worker_id),
);

-- What the team writes down about a worker.
create table beat.worker_note (
	id bigint not null generated always as identity,
	worker_id bigint not null,
	project_id bigint,
	actor actor_name not null,
	at timestamptz not null default clock_timestamp(),
	text text not null,
	constraint worker_note_form CHECK (((NOT is_blank(text)) AND (char_length(text) <= 4000))),
	constraint worker_note_project_fkey FOREIGN KEY (project_id) REFERENCES project(id),
	constraint worker_note_worker_fkey FOREIGN KEY (worker_id) REFERENCES worker(id),
	constraint worker_note_pkey PRIMARY KEY (id),
);
CREATE INDEX worker_note_worker_idx ON beat.worker_note USING btree (worker_id, id);
CREATE TRIGGER worker_note_never_changed BEFORE UPDATE ON beat.worker_note FOR EACH STATEMENT EXECUTE FUNCTION forbid();
