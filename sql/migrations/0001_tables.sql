-- The tables, and the rules that no program can break.
--
-- A rule that must hold is a named constraint or a trigger that raises under a
-- constraint's name, so that a caller can tell which rule it hit. Nothing is ever
-- deleted. Every name is written with its schema: what runs here does not depend
-- on the caller's search path. Moments come from clock_timestamp(), because many
-- requests share one transaction and now() stands still in it.

create schema if not exists beat;
comment on schema beat is 'Beat the AI: questions written by people with a model in the loop.';

do $$
begin
	if getdatabaseencoding() <> 'UTF8' then
		raise exception 'The database must be in UTF8, not %: create it with encoding UTF8.', getdatabaseencoding()
			using errcode = 'BE001';
	end if;
end
$$;

-- Helpers of the tables.

-- Functions of one plain expression are SQL, because the planner dissolves them in
-- the caller's query; all that hold a query are PL/pgSQL, which keeps its plans.

-- Declared immutable although convert_to is not: the database's encoding never changes.
create function beat.sha256_of(value text) returns bytea
	language plpgsql immutable strict parallel safe as $$
begin
	return pg_catalog.sha256(pg_catalog.convert_to(value, 'UTF8'));
end
$$;
comment on function beat.sha256_of is
	'Identity of a text of any length: a unique index cannot hold long texts themselves.';

-- Python's white space, so that the database and the scorer agree on what a blank is.
create function beat.is_blank(value text) returns boolean
	language sql immutable strict parallel safe
	return pg_catalog.btrim(value,
		E' \t\n\x0b\f\r\x1c\x1d\x1e\x1f\u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009'
		'\u200a\u2028\u2029\u202f\u205f\u3000') = '';
comment on function beat.is_blank is 'True if a text holds nothing but white space.';

create function beat.iso(moment timestamptz) returns text
	language sql stable strict parallel safe
	return pg_catalog.to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
comment on function beat.iso is 'A moment as ISO 8601 in UTC with milliseconds, as the API writes it.';

create function beat.url_shown(url text) returns text
	language sql immutable strict parallel safe
	return pg_catalog.regexp_replace(url, '^(https?://)[^/?#@]*@', '\1***@');
comment on function beat.url_shown is 'A URL without the user and password it may carry, for lists and the record.';

-- Rules about one value are domains: on the tables that every request writes, a
-- domain is checked for the columns that change, while all check constraints of a
-- table are read anew for each statement (they took a third of the time to store
-- an attempt). Where that does not matter, plain check constraints are used.

create domain beat.split_name as text
	constraint split_known check (value in ('train', 'dev', 'test'));
create domain beat.platform_name as text
	constraint platform_known check (value in ('mturk', 'prolific', 'direct'));
create domain beat.worker_ref as text
	constraint worker_ref_length check (char_length(value) between 1 and 255);
create domain beat.worker_state as text
	constraint worker_state_known check (value in ('new', 'onboarding', 'screening', 'qualified', 'revoked'));
create domain beat.assignment_kind as text
	constraint assignment_kind_known check (value in ('onboarding', 'generate', 'validate', 'expert'));
create domain beat.assignment_state as text
	constraint assignment_state_known check (value in ('live', 'submitted', 'expired', 'returned'));
create domain beat.platform_ref as text
	constraint platform_ref_length check (char_length(value) <= 255);
create domain beat.submit_url as text
	constraint submit_url_length check (char_length(value) <= 1000);
create domain beat.permille as integer
	constraint permille_range check (value between 0 and 1000);
create domain beat.count as integer
	constraint count_not_negative check (value >= 0);
create domain beat.question_id as text
	constraint question_id_form check (value ~ '^[0-9a-f]{40}$');
create domain beat.event_kind as text
	constraint event_kind_form check (value ~ '^[a-z_]+[.][a-z_]+$');
create domain beat.actor_name as text
	constraint actor_not_empty check (value <> '');

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
comment on function beat.verdict_of is
	'Who wins with s shared tokens, m of the model, k of the human: the model iff F1 = 2s / (m + k) > threshold.';

-- What is read: collections of passages, which are parts of documents.

create table beat.collection (
	id bigint generated always as identity,
	name text not null,
	created_at timestamptz not null default clock_timestamp(),
	constraint collection_pkey primary key (id),
	constraint collection_name_key unique (name),
	constraint collection_name_form check (name ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$')
);
comment on table beat.collection is 'A named set of passages that projects draw from.';

create table beat.document (
	id bigint generated always as identity,
	title text not null,
	title_sha256 bytea not null generated always as (beat.sha256_of(title)) stored,
	split beat.split_name not null,
	created_at timestamptz not null default clock_timestamp(),
	constraint document_pkey primary key (id),
	constraint document_id_split_key unique (id, split),
	constraint document_title_key unique (title_sha256),
	constraint document_title_not_blank check (not beat.is_blank(title)),
	constraint document_title_limit check (octet_length(title) <= 16384)
);
comment on table beat.document is
	'The source of passages. Its split is chosen once, for all projects, so that datasets stay comparable.';
comment on column beat.document.title_sha256 is
	'Unique instead of the title itself: titles may be longer than an index entry.';

create table beat.passage (
	id bigint generated always as identity,
	document_id bigint not null,
	split beat.split_name not null,
	text text not null,
	text_sha256 bytea not null generated always as (beat.sha256_of(text)) stored,
	length integer not null generated always as (char_length(text)) stored,
	created_at timestamptz not null default clock_timestamp(),
	constraint passage_pkey primary key (id),
	constraint passage_id_split_key unique (id, split),
	constraint passage_text_sha256_key unique (text_sha256),
	constraint passage_split_is_its_documents foreign key (document_id, split) references beat.document (id, split),
	constraint passage_text_not_blank check (not beat.is_blank(text)),
	constraint passage_length_limit check (length <= 50000)
);
comment on table beat.passage is 'An immutable text that questions are asked about; stored verbatim, once.';
comment on column beat.passage.split is
	'The document''s: the foreign key over both columns keeps splits disjoint by document.';
comment on column beat.passage.length is 'In code points, as all offsets are.';
create index passage_document_idx on beat.passage (document_id);

create table beat.collection_passage (
	collection_id bigint not null,
	passage_id bigint not null,
	added_at timestamptz not null default clock_timestamp(),
	constraint collection_passage_pkey primary key (collection_id, passage_id),
	constraint collection_passage_collection_fkey foreign key (collection_id) references beat.collection (id),
	constraint collection_passage_passage_fkey foreign key (passage_id) references beat.passage (id)
);
comment on table beat.collection_passage is 'Which passages a collection holds; a passage may be in several.';

-- Who is played against.

create table beat.model (
	id bigint generated always as identity,
	name text not null,
	url text not null,
	protocol text not null default 'beat',
	created_at timestamptz not null default clock_timestamp(),
	constraint model_pkey primary key (id),
	constraint model_name_key unique (name),
	constraint model_name_form check (name ~ '^[A-Za-z0-9\[][]A-Za-z0-9._:/-]{0,127}$'),
	constraint model_url_form check (url ~ '^https?://[^[:space:]/?#]+[^[:space:]]*$' and char_length(url) <= 2000),
	constraint model_protocol_form check (protocol ~ '^[a-z][a-z0-9_-]{0,31}$')
);
comment on table beat.model is
	'A registered endpoint that answers questions. What it is at a moment is told by its builds.';

create table beat.model_build (
	id bigint generated always as identity,
	model_id bigint not null,
	name text not null,
	version text not null,
	weights text not null,
	first_seen_at timestamptz not null default clock_timestamp(),
	constraint model_build_pkey primary key (id),
	constraint model_build_id_model_key unique (id, model_id),
	constraint model_build_reported_once unique (model_id, name, version, weights),
	constraint model_build_model_fkey foreign key (model_id) references beat.model (id),
	constraint model_build_lengths check (
		char_length(name) <= 200 and char_length(version) <= 200 and char_length(weights) <= 200
	)
);
comment on table beat.model_build is
	'What predictions said of themselves (name, version, hash of the weights), each combination once.';

-- What is collected.

create table beat.project (
	id bigint generated always as identity,
	name text not null,
	title text not null,
	state text not null default 'active',
	open boolean not null default false,
	model_id bigint not null,
	threshold_permille beat.permille not null default 400,
	questions_wanted integer not null default 5,
	assignments_per_passage integer not null default 1,
	lease_seconds integer not null default 3600,
	reward_cents integer not null default 0,
	platforms text[] not null default '{mturk,prolific,direct}',
	empty_answer text not null default 'fault',
	completion_code text not null default '',
	created_at timestamptz not null default clock_timestamp(),
	constraint project_pkey primary key (id),
	constraint project_name_key unique (name),
	constraint project_model_fkey foreign key (model_id) references beat.model (id),
	constraint project_name_form check (name ~ '^[a-z0-9][a-z0-9_-]{0,62}$'),
	constraint project_title_form check (not beat.is_blank(title) and char_length(title) <= 200),
	constraint project_state_known check (state in ('active', 'paused', 'closed')),
	constraint project_questions_range check (questions_wanted between 1 and 50),
	constraint project_assignments_range check (assignments_per_passage between 1 and 1000),
	constraint project_lease_range check (lease_seconds between 1 and 2592000),
	constraint project_reward_range check (reward_cents between 0 and 1000000),
	constraint project_platforms_known check (
		platforms <@ array['mturk', 'prolific', 'direct'] and cardinality(platforms) between 1 and 3
	),
	constraint project_empty_answer_known check (empty_answer in ('fault', 'loss')),
	constraint project_completion_code_form check (completion_code ~ '^[A-Za-z0-9_-]{0,64}$')
);
comment on table beat.project is 'One dataset being collected: its model in the loop, win threshold, pay, platforms.';
comment on column beat.project.open is 'Open projects take any worker; the others only qualified ones.';
comment on column beat.project.empty_answer is 'An empty answer of the model: a fault (no verdict), or its loss.';

create table beat.project_collection (
	project_id bigint not null,
	collection_id bigint not null,
	linked boolean not null default true,
	added_at timestamptz not null default clock_timestamp(),
	constraint project_collection_pkey primary key (project_id, collection_id),
	constraint project_collection_project_fkey foreign key (project_id) references beat.project (id),
	constraint project_collection_collection_fkey foreign key (collection_id) references beat.collection (id)
);
comment on table beat.project_collection is
	'Where a project draws its passages from. A project with no linked collection draws from all of them.';

create table beat.project_split (
	project_id bigint not null,
	split beat.split_name not null,
	target beat.count,
	passages beat.count not null default 0,
	constraint project_split_pkey primary key (project_id, split),
	constraint project_split_project_fkey foreign key (project_id) references beat.project (id)
);
comment on table beat.project_split is 'How many questions a project wants of each split.';
comment on column beat.project_split.target is 'Null: as many as there are.';
comment on column beat.project_split.passages is
	'Active passages of the split: the weight of the split when one is drawn.';

create table beat.project_tally (
	project_id bigint not null,
	split beat.split_name not null,
	lane smallint not null,
	submitted beat.count not null default 0,
	kept beat.count not null default 0,
	constraint project_tally_pkey primary key (project_id, split, lane),
	constraint project_tally_split_fkey
		foreign key (project_id, split) references beat.project_split (project_id, split)
) with (fillfactor = 50);
comment on table beat.project_tally is
	'Submitted assignments and kept questions, counted in one of several lanes and summed when read. One row would '
	'be locked by every batch of submissions until its commit, and batches taking several such rows would deadlock.';

create table beat.project_passage (
	project_id bigint not null,
	passage_id bigint not null,
	split beat.split_name not null,
	taken beat.count not null default 0,
	shuffle beat.count not null default floor(random() * 2147483647)::integer,
	active boolean not null default true,
	constraint project_passage_pkey primary key (project_id, passage_id),
	constraint project_passage_passage_fkey foreign key (passage_id, split) references beat.passage (id, split),
	constraint project_passage_split_fkey
		foreign key (project_id, split) references beat.project_split (project_id, split)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
comment on table beat.project_passage is
	'The queue of work: how often each passage of a project is being or has been worked on.';
comment on column beat.project_passage.taken is 'Assignments on it that are live or submitted.';
comment on column beat.project_passage.shuffle is
	'A place in a random order: drawing starts at a random place and takes the next free one.';
comment on column beat.project_passage.active is 'False once none of the project''s collections holds it any more.';
-- Drawing is a short walk along this index, whatever the number of passages.
create index project_passage_queue_idx on beat.project_passage (project_id, split, taken, shuffle) where active;

-- Who plays.

create table beat.worker (
	id bigint generated always as identity,
	platform beat.platform_name not null,
	platform_worker_id beat.worker_ref not null,
	state beat.worker_state not null default 'new',
	created_at timestamptz not null default clock_timestamp(),
	constraint worker_pkey primary key (id),
	constraint worker_platform_worker_id_key unique (platform, platform_worker_id)
);
comment on table beat.worker is 'A person, as one platform knows them.';

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
	constraint assignment_pkey primary key (id),
	constraint assignment_passage_once_per_worker_and_project unique (worker_id, project_id, passage_id),
	constraint assignment_passage_fkey
		foreign key (project_id, passage_id) references beat.project_passage (project_id, passage_id),
	constraint assignment_worker_fkey foreign key (worker_id) references beat.worker (id)
) with (fillfactor = 85);
comment on table beat.assignment is 'One worker on one passage, by lease: live until submitted, returned, or expired.';
comment on column beat.assignment.platform_ref is
	'What the platform calls it (assignmentId, SESSION_ID); the window last opened owns it.';
comment on column beat.assignment.won is 'Questions kept so far; equals the count of its question rows.';
-- "Live" is said in two ways (assignment_check keeps them equal), so that each query can only use the index made for
-- it, also while the tables are empty and all indexes look alike to the planner.
create index assignment_lease_idx on beat.assignment (project_id, expires_at) where ended_at is null;
create unique index assignment_platform_ref_submitted_once on beat.assignment (project_id, platform_ref)
	where state = 'submitted' and platform_ref <> '';
create index assignment_expired_idx on beat.assignment (worker_id, project_id, ended_at) where state = 'expired';
create unique index assignment_one_live_per_worker_and_project on beat.assignment (worker_id, project_id)
	where state = 'live';

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
	constraint question_pkey primary key (id),
	constraint question_attempt_key unique (attempt_id),
	constraint question_attempt_fkey foreign key (attempt_id) references beat.attempt (id)
);
comment on table beat.question is 'A won attempt: one question of the dataset, under the id it is published with.';

-- What happened.

create table beat.event (
	id bigint generated always as identity,
	at timestamptz not null default clock_timestamp(),
	actor beat.actor_name not null,
	kind beat.event_kind not null,
	project_id bigint,
	worker_id bigint,
	assignment_id bigint,
	detail jsonb not null default '{}',
	constraint event_pkey primary key (id)
);
comment on table beat.event is 'Append-only: who changed what, when, from what to what.';
create index event_project_idx on beat.event (project_id, id) where project_id is not null;
create index event_worker_idx on beat.event (worker_id, id) where worker_id is not null;

create table beat.setting (
	key text not null,
	value text not null,
	created_at timestamptz not null default clock_timestamp(),
	constraint setting_pkey primary key (key)
);
comment on table beat.setting is 'What all servers of one database share, such as the key that signs tokens.';
