-- What is collected: projects, the models they are played against, the queue of passages, what is counted.

create table beat.model (
	id bigint generated always as identity,
	name text not null,
	url text not null,
	protocol text not null default 'beat',
	created_at timestamptz not null default clock_timestamp(),
	measured_on text,
	measured_permille integer,
	constraint model_pkey primary key (id),
	constraint model_name_key unique (name),
	constraint model_name_form check (name ~ '^[A-Za-z0-9\[][]A-Za-z0-9._:/-]{0,127}$'),
	constraint model_url_form check (url ~ '^https?://[^[:space:]/?#]+[^[:space:]]*$' and char_length(url) <= 2000),
	constraint model_protocol_form check (protocol ~ '^[a-z][a-z0-9_-]{0,31}$'),
	constraint model_measured_whole check (num_nonnulls(measured_on, measured_permille) in (0, 2)),
	constraint model_measured_on_form check (
		measured_on ~ '^[^[:cntrl:]]{1,40}$' and measured_on = btrim(measured_on)),
	constraint model_measured_permille_range check (measured_permille between 0 and 1000)
);
comment on table beat.model is
	'A registered endpoint that answers questions. What it is at a moment is told by its builds.';
comment on column beat.model.measured_on is
	'The questions that it was measured on, by the name people know: SQuAD. Null: not measured.';
comment on column beat.model.measured_permille is 'How many of a thousand of those questions it answers.';

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

create table beat.project (
	id bigint generated always as identity,
	name text not null,
	state text not null default 'active',
	created_at timestamptz not null default clock_timestamp(),
	constraint project_pkey primary key (id),
	constraint project_name_key unique (name),
	constraint project_name_form check (name ~ '^[a-z0-9][a-z0-9_-]{0,62}$'),
	constraint project_state_known check (state in ('active', 'paused', 'closed'))
);
comment on table beat.project is
	'One dataset being collected. Its settings are columns too, made from their entries: see '
	'sql/functions/project_settings.sql.';

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
comment on column beat.project_passage.active is
	'False once none of the project''s collections holds it any more, or it is too short for the project.';
comment on column beat.project_passage.taken is
	'Assignments of the kind generate on it that are live, ended or submitted.';
comment on column beat.project_passage.taken is
	'Assignments of the kind generate on it that are live, ended or submitted, without those of workers who are revoked '
	'in the project.';
-- Drawing is a short walk along this index, whatever the number of passages.
create index project_passage_queue_idx on beat.project_passage (project_id, split, taken, shuffle) where active;

create table beat.project_tally (
	project_id bigint not null,
	split beat.split_name not null,
	lane smallint not null,
	submitted integer not null default 0,
	kept integer not null default 0,
	pay_cents bigint not null default 0,
	seconds bigint not null default 0,
	wins integer not null default 0,
	constraint project_tally_pkey primary key (project_id, split, lane),
	constraint project_tally_pay_not_negative check (pay_cents >= 0),
	constraint project_tally_seconds_not_negative check (seconds >= 0)
) with (fillfactor = 50);
comment on table beat.project_tally is
	'Submitted assignments and kept questions, counted in one of several lanes and summed when read. One row would '
	'be locked by every batch of submissions until its commit, and batches taking several such rows would deadlock.';
comment on column beat.project_tally.kept is 'Questions of submitted generate HITs that nothing discards.';
comment on column beat.project_tally.wins is 'Questions of submitted generate HITs, discarded or not.';

create table beat.attempt_tally (
	project_id bigint not null,
	model_id bigint not null,
	hour timestamptz not null,
	lane smallint not null,
	human integer not null default 0,
	model integer not null default 0,
	none integer not null default 0,
	model_ms bigint not null default 0,
	ms_buckets integer[] not null default '{0,0,0,0,0,0,0,0}',
	constraint attempt_tally_pkey primary key (project_id, model_id, hour, lane)
) with (fillfactor = 50);
comment on table beat.attempt_tally is 'Attempts of generate HITs by hour and verdict, with the time the model took.';
comment on column beat.attempt_tally.ms_buckets is
	'How many answers took up to 10, 30, 100, 300, 1000, 3000, 10000 ms, and longer.';

create table beat.duration_tally (
	project_id bigint not null,
	bucket smallint not null,
	lane smallint not null,
	hits integer not null default 0,
	constraint duration_tally_pkey primary key (project_id, bucket, lane),
	constraint duration_tally_bucket_range check (bucket between 0 and 120)
) with (fillfactor = 50);
comment on table beat.duration_tally is 'Submitted generate HITs by duration in whole half minutes; 120: an hour or more.';

create table beat.day_tally (
	project_id bigint not null,
	split beat.split_name not null,
	day date not null,
	lane smallint not null,
	kept integer not null default 0,
	constraint day_tally_pkey primary key (project_id, split, day, lane)
) with (fillfactor = 50);
comment on table beat.day_tally is
	'By how much the kept questions of a split changed on a day (of UTC): came in, were discarded, were restored. The '
	'days sum up to project_tally.kept; a forecast reads the last ones.';

-- Nothing is deleted, from any table.
call beat.never('deleted', 'model', 'model_build', 'onboarding', 'project', 'project_collection', 'project_split',
	'project_passage', 'project_tally', 'attempt_tally', 'duration_tally', 'day_tally');

-- What is true once stays true.
call beat.never('changed', 'model_build', 'onboarding');

create function beat.project_log() returns trigger language plpgsql as $$
begin
	if tg_op = 'INSERT' then
		perform beat.event_add('project.create', new.id, null, null,
			jsonb_build_object('before', null, 'after', to_jsonb(new)));
	elsif old is distinct from new then
		perform beat.event_add(case when old.state <> new.state then 'project.state' else 'project.set' end,
			new.id, null, null, beat.row_difference(to_jsonb(old), to_jsonb(new)));
	end if;
	return null;
end
$$;
comment on function beat.project_log is 'Trigger: every change of a project''s settings or state is an event.';
create trigger project_log after insert or update on beat.project for each row execute function beat.project_log();

create function beat.project_split_log() returns trigger language plpgsql as $$
begin
	if tg_op = 'INSERT' then
		if new.target is not null then
			perform beat.event_add('project.target', new.project_id, null, null,
				jsonb_build_object('split', new.split, 'before', null, 'after', new.target));
		end if;
	elsif old.target is distinct from new.target then
		perform beat.event_add('project.target', new.project_id, null, null,
			jsonb_build_object('split', new.split, 'before', old.target, 'after', new.target));
	end if;
	return null;
end
$$;
comment on function beat.project_split_log is 'Trigger: every change of a target is an event.';
create trigger project_split_log after insert or update of target on beat.project_split
	for each row execute function beat.project_split_log();

create function beat.project_collection_log() returns trigger language plpgsql as $$
declare
	was boolean := case tg_op when 'UPDATE' then old.linked else false end;
begin
	if was is distinct from new.linked then
		perform beat.event_add('project.collection', new.project_id, null, null,
			jsonb_build_object('collection', (select c.name from beat.collection c where c.id = new.collection_id),
				'before', was, 'after', new.linked));
	end if;
	return null;
end
$$;
comment on function beat.project_collection_log is 'Trigger: linking or unlinking a collection is an event.';
create trigger project_collection_log after insert or update on beat.project_collection
	for each row execute function beat.project_collection_log();

create function beat.model_log() returns trigger language plpgsql as $$
declare
	after_row jsonb := to_jsonb(new) || jsonb_build_object('url', beat.url_shown(new.url));
begin
	if tg_op = 'INSERT' then
		perform beat.event_add('model.add', null, null, null, jsonb_build_object('before', null, 'after', after_row));
	elsif old is distinct from new then
		perform beat.event_add('model.set', null, null, null, jsonb_build_object('model', new.name)
			|| beat.row_difference(to_jsonb(old) || jsonb_build_object('url', beat.url_shown(old.url)), after_row));
	end if;
	return null;
end
$$;
comment on function beat.model_log is 'Trigger: every change of the registry of models is an event.';
create trigger model_log after insert or update on beat.model for each row execute function beat.model_log();
