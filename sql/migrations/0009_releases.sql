-- What was published, and what other readers say of the attempts.

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

create table beat.transfer_reader (
	id bigint generated always as identity,
	name text not null,
	version text not null,
	weights text not null,
	first_seen_at timestamptz not null default clock_timestamp(),
	constraint transfer_reader_pkey primary key (id),
	constraint transfer_reader_reported_once unique (name, version, weights),
	constraint transfer_reader_lengths check (
		char_length(name) between 1 and 200 and char_length(version) <= 200 and char_length(weights) <= 200
	)
);
comment on table beat.transfer_reader is
	'A reader that was asked about attempts afterwards, as its answers name it; each combination once.';

create table beat.transfer_prediction (
	attempt_id uuid not null,
	reader_id bigint not null,
	answer text not null,
	answer_start integer,
	answer_end integer,
	score double precision,
	shared integer not null,
	model_tokens integer not null,
	human_tokens integer not null,
	verdict text not null,
	model_ms beat.count,
	asked_at timestamptz not null default clock_timestamp(),
	constraint transfer_prediction_pkey primary key (attempt_id, reader_id),
	constraint transfer_prediction_attempt_fkey foreign key (attempt_id) references beat.attempt (id),
	constraint transfer_prediction_reader_fkey foreign key (reader_id) references beat.transfer_reader (id)
);
comment on table beat.transfer_prediction is
	'What a reader that was not in the loop answers to an attempt, and who would have won, with the proof.';
comment on column beat.transfer_prediction.answer_start is 'Code points, or null; answer_end is exclusive.';
comment on column beat.transfer_prediction.verdict is
	'By the threshold that the attempt was judged with: human if the question beats this reader.';

-- Nothing is deleted, from any table.
call beat.never('deleted', 'release', 'release_question', 'release_file', 'transfer_reader', 'transfer_prediction');

-- What is true once stays true.
call beat.never('changed', 'release_question', 'release_file');

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

create function beat.transfer_prediction_check() returns trigger language plpgsql as $$
declare
	t record;
begin
	select y.threshold_permille, y.human_tokens, x.text into t
	  from beat.attempt y
	  join beat.assignment a on a.id = y.assignment_id
	  join beat.passage x on x.id = a.passage_id
	 where y.id = new.attempt_id;
	if not found then
		return new; -- the foreign key says it better
	end if;
	if (new.human_tokens = t.human_tokens) is not true then
		perform beat.violates('transfer_prediction', 'transfer_prediction_is_of_judged_attempt', format(
			'Attempt %s has no verdict, or its answer has not %s tokens.', new.attempt_id, new.human_tokens));
	end if;
	if (new.verdict = beat.verdict_of(new.shared, new.model_tokens, new.human_tokens, t.threshold_permille)) is not true then
		perform beat.violates('transfer_prediction', 'transfer_prediction_verdict_follows_from_overlap', format(
			'"%s" does not follow from the overlap with the answer of attempt %s.', new.verdict, new.attempt_id));
	end if;
	if num_nonnulls(new.answer_start, new.answer_end) > 0
		and not beat.is_slice(t.text, new.answer_start, new.answer_end, new.answer) then
		perform beat.violates('transfer_prediction', 'transfer_prediction_span_is_passage_slice', format(
			'The answer to attempt %s is not the passage from %s to %s.', new.attempt_id, new.answer_start,
			new.answer_end));
	end if;
	if new.score in ('infinity', '-infinity', 'nan') then
		perform beat.violates('transfer_prediction', 'transfer_prediction_limits', format(
			'The answer to attempt %s has a score that is none.', new.attempt_id));
	end if;
	return new;
end
$$;
comment on function beat.transfer_prediction_check is 'Trigger: transfer_prediction_is_of_judged_attempt, transfer_prediction_verdict_follows_from_overlap, '
	'transfer_prediction_span_is_passage_slice, transfer_prediction_limits.';
create trigger transfer_prediction_check before insert on beat.transfer_prediction
	for each row execute function beat.transfer_prediction_check();

call beat.never('changed', 'transfer_reader', 'transfer_prediction');
