-- Projects and models as people set them: every setting with its limits and an explanation in one table, which the
-- dashboard, the command line and the checks read alike.

-- A password may hold an @ of its own: all before the last one is hidden.
create or replace function beat.url_shown(url text) returns text
	language sql immutable strict parallel safe
	return pg_catalog.regexp_replace(url, '^(https?://)[^/?#]*@', '\1***@');

create table beat.project_setting (
	key text not null,
	place smallint not null,
	kind text not null,
	column_name text,
	low integer,
	high integer,
	choices text[],
	nullable boolean not null default false,
	unit text,
	usual jsonb,
	explanation text not null,
	constraint project_setting_pkey primary key (key),
	constraint project_setting_place_key unique (place),
	constraint project_setting_kind_known check (kind in ('text', 'integer', 'boolean', 'choice', 'list', 'model',
		'onboarding', 'targets')),
	constraint project_setting_integer_has_limits check (kind <> 'integer' or num_nonnulls(low, high) = 2)
);
comment on table beat.project_setting is 'What can be set of a project: the limits, the default, and what it does.';
comment on column beat.project_setting.column_name is 'Of project; null: it is kept elsewhere.';
comment on column beat.project_setting.usual is 'The value of a project that was not told otherwise; null: it has none.';
create trigger project_setting_never_deleted before delete or truncate on beat.project_setting
	for each statement execute function beat.forbid();

insert into beat.project_setting (place, key, kind, column_name, low, high, choices, nullable, unit, usual, explanation)
values
	(1, 'title', 'text', 'title', null, null, null, false, null, null,
		'What workers see as the name of the task. Without one it is the project''s name.'),
	(2, 'model', 'model', 'model_id', null, null, null, false, null, null,
		'The model that workers play against, by name or by URL; a new URL is registered.'),
	(3, 'protocol', 'text', null, null, null, null, false, null, '"beat"',
		'How a model that is given by URL is spoken to.'),
	(4, 'threshold', 'integer', 'threshold_permille', 0, 1000, null, false, 'per mille', '400',
		'The model wins if the word overlap (F1) of its answer with the worker''s is above this.'),
	(5, 'questions', 'integer', 'questions_wanted', 1, 50, null, false, 'questions', '5',
		'How many won questions a HIT asks for; workers may hand in fewer.'),
	(6, 'open', 'boolean', 'open', null, null, null, false, null, 'false',
		'Let anyone work at once. Otherwise a worker needs the qualification, or an invitation if there is no '
		'onboarding.'),
	(7, 'collections', 'list', null, null, null, null, false, null, '[]',
		'Where passages are drawn from; none means all there are and will be.'),
	(8, 'assignments_per_passage', 'integer', 'assignments_per_passage', 1, 1000, null, false, 'workers', '1',
		'How many workers get the same passage.'),
	(9, 'targets', 'targets', null, 0, 1000000000, null, true, 'questions', '[null, null, null]',
		'Kept questions wanted in train, dev and test; a split that has enough is handed out no more.'),
	(10, 'lease', 'integer', 'lease_seconds', 1, 2592000, null, false, 'seconds', '3600',
		'How long a worker may keep a passage before it can go to somebody else.'),
	(11, 'reward', 'integer', 'reward_cents', 0, 1000000, null, false, 'US cents', '0',
		'What a HIT pays, as workers are told; work already handed in keeps what it was promised.'),
	(12, 'platforms', 'list', 'platforms', null, null, array['mturk', 'prolific', 'direct'], false, null,
		'["mturk", "prolific", "direct"]', 'Where workers may come from.'),
	(13, 'empty_answer', 'choice', 'empty_answer', null, null, array['fault', 'loss'], false, null, '"fault"',
		'What an empty answer of the model is: a fault, to be judged later, or its loss.'),
	(14, 'completion_code', 'text', 'completion_code', null, null, null, false, null, '""',
		'The code that Prolific expects at the end.'),
	(15, 'onboarding', 'onboarding', 'onboarding', null, null, null, true, null, 'null',
		'What workers without the qualification are taught before a reviewer screens them; none: only invited and '
		'qualified ones get in.'),
	(16, 'onboarding_model', 'model', 'onboarding_model_id', null, null, null, true, null, 'null',
		'The model that the onboarding''s HIT is played against; none: the project''s weakest.'),
	(17, 'onboarding_retries', 'integer', 'onboarding_retries', 0, 100, null, false, 'tries', '0',
		'How often a worker who failed the screening may do the onboarding again.'),
	(18, 'batch_hits', 'integer', 'batch_hits', 1, 1000000, null, true, 'HITs', 'null',
		'A batch closes by itself, and its sample is drawn, after so many completed HITs.'),
	(19, 'batch_hours', 'integer', 'batch_hours', 1, 8760, null, true, 'hours', 'null',
		'A batch closes by itself, and its sample is drawn, after so many hours.'),
	(20, 'success', 'integer', 'success_permille', 0, 1000, null, false, 'per mille', '800',
		'A worker whose success rate over reviewed work is below this loses the qualification, and the work is '
		'discarded.'),
	(21, 'success_unit', 'choice', 'success_unit', null, null, array['question', 'hit'], false, null, '"question"',
		'What the success rate counts: valid questions, or HITs all of whose questions are valid.'),
	(22, 'review_double', 'boolean', 'review_double', null, null, null, false, null, 'false',
		'Two reviewers judge each sampled HIT, and a third decides where they differ.'),
	(23, 'review_blind', 'boolean', 'review_blind', null, null, null, false, null, 'true',
		'Reviewers see neither the worker nor the model nor each other''s judgements.'),
	(24, 'review_lease', 'integer', 'review_lease_seconds', 60, 86400, null, false, 'seconds', '1800',
		'How long a reviewer may keep a HIT before another gets it.'),
	(25, 'revoke_confirm', 'boolean', 'revoke_confirm', null, null, null, false, null, 'false',
		'A second person decides before a qualification is taken away by the rate.'),
	(26, 'validation_votes', 'integer', 'validation_votes', 0, 20, null, false, 'validators', '3',
		'How many others answer each dev and test question without seeing its answer; 0: nothing is validated.'),
	(27, 'validation_match', 'choice', 'validation_match', null, null, array['em', 'f1'], false, null, '"em"',
		'When a validator''s answer matches the author''s: em, the same words; f1, enough of the same words.'),
	(28, 'validation_f1', 'integer', 'validation_f1_permille', 0, 999, null, false, 'per mille', '400',
		'With f1 an answer matches if its word overlap (F1) with the author''s is above this.'),
	(29, 'validation_matches', 'integer', 'validation_matches', 1, 20, null, false, 'votes', '1',
		'How many votes must match for a question to be answerable; the others leave dev and test.'),
	(30, 'validation_group', 'choice', 'validation_group', null, null, array['hit', 'passage'], false, null, '"hit"',
		'What a validator gets at a time: the questions of one author''s HIT, or of a passage across authors.'),
	(31, 'validation_questions', 'integer', 'validation_questions', 1, 50, null, false, 'questions', '10',
		'How many questions a validate HIT has at most.'),
	(32, 'validation_lease', 'integer', 'validation_lease_seconds', 1, 2592000, null, false, 'seconds', '1800',
		'How long a validator may keep questions before they can go to somebody else.'),
	(33, 'validation_reward', 'integer', 'validation_reward_cents', 0, 1000000, null, false, 'US cents', '0',
		'What a validate HIT pays, as validators are told.'),
	(34, 'validation_completion_code', 'text', 'validation_completion_code', null, null, null, false, null, '""',
		'The code that Prolific expects at the end of a validate HIT.'),
	(35, 'validation_onboarding', 'onboarding', 'validation_onboarding', null, null, null, true, null, 'null',
		'The onboarding whose highlighting exercises come before a newcomer''s first validate HIT; nobody screens them. '
		'None: only qualified and invited workers validate.'),
	(36, 'validation_early_stop', 'integer', 'validation_early_stop', 0, 20, null, false, 'votes', '0',
		'No further validator is asked once so many votes match; 0: all votes are collected.'),
	(37, 'validation_extra', 'integer', 'validation_extra', 0, 20, null, false, 'votes', '0',
		'Up to so many further validators are asked, one by one, while fewer than half of the votes match.'),
	(38, 'validation_train', 'integer', 'validation_train_permille', 0, 1000, null, false, 'per mille', '0',
		'The part of train questions that is validated too, at random; they stay in train whatever comes of it.'),
	(39, 'validation_lost', 'integer', 'validation_lost_permille', 0, 1000, null, false, 'per mille', '0',
		'The part of the lost attempts on dev and test passages that is validated too, to learn how hard they are.'),
	(40, 'answerable', 'integer', 'answerable_permille', 0, 1000, null, false, 'per mille', '500',
		'A worker of whose validated questions fewer than this are answerable loses the qualification, and the work is '
		'discarded.');

create function beat.settings_explained() returns json language plpgsql stable as $$
begin
	return (
		select json_object_agg(s.key, json_build_object('text', s.explanation, 'kind', s.kind, 'unit', s.unit,
				'min', s.low, 'max', s.high, 'choices', s.choices, 'nullable', s.nullable, 'default', s.usual)
			order by s.place)
		  from beat.project_setting s
		 where s.key <> 'protocol');
end
$$;
comment on function beat.settings_explained is 'All settings with limits and explanations, by key, for the dashboard.';

-- One value of a kind that needs nothing but its own row, checked.
create function beat.setting_value(settings jsonb, s beat.project_setting) returns jsonb
	language plpgsql immutable as $$
declare
	value jsonb := settings -> s.key;
begin
	if s.nullable and jsonb_typeof(value) = 'null' then
		return 'null';
	end if;
	case s.kind
	when 'integer' then
		return to_jsonb(beat.setting_integer(settings, s.key, s.low, s.high));
	when 'boolean' then
		if jsonb_typeof(value) <> 'boolean' then
			perform beat.refuse(format('%s must be true or false, not %s.', s.key, value));
		end if;
	when 'choice' then
		if jsonb_typeof(value) <> 'string' or (value #>> '{}') <> all (s.choices) then
			perform beat.refuse(format('%s must be %s, not %s.', s.key, array_to_string(s.choices, ' or '), value));
		end if;
	end case;
	return value;
end
$$;
comment on function beat.setting_value is 'A number, a yes or no, or a choice of a project''s settings, or a sentence.';

create function beat.setting_title(settings jsonb) returns text language plpgsql immutable as $$
declare
	title text := beat.setting_text(settings, 'title', '[^[:space:]]', 'a text of 1 to 200 characters');
begin
	if beat.is_blank(title) or char_length(title) > 200 then
		perform beat.refuse('title must be a text of 1 to 200 characters.');
	end if;
	return title;
end
$$;
comment on function beat.setting_title is 'The title of a project''s settings, or a sentence.';

create function beat.setting_platforms(settings jsonb) returns text[] language plpgsql immutable as $$
declare
	names text[] := beat.setting_texts(settings, 'platforms');
begin
	if not names <@ array['mturk', 'prolific', 'direct'] or cardinality(names) = 0 then
		perform beat.refuse(format(
			'platforms are one or more of mturk, prolific, direct, not %s.', settings -> 'platforms'));
	end if;
	return array(select x from unnest(array['mturk', 'prolific', 'direct']) as x where x = any (names));
end
$$;
comment on function beat.setting_platforms is 'The platforms of a project''s settings, or a sentence.';

create function beat.setting_onboarding(settings jsonb, key text) returns text language plpgsql stable as $$
declare
	wanted text;
begin
	if jsonb_typeof(settings -> key) = 'null' then
		return null;
	end if;
	wanted := beat.setting_text(settings, key, '.', 'the name of an onboarding');
	if not exists (select from beat.onboarding o where o.name = wanted) then
		perform beat.refuse(format('There is no onboarding "%s"%s.', wanted, coalesce(
			'; there are ' || (select string_agg(distinct o.name, ', ') from beat.onboarding o),
			': bring one in with "beatctl onboarding import"')));
	end if;
	return wanted;
end
$$;
comment on function beat.setting_onboarding is 'An onboarding of a project''s settings, or a sentence.';

create function beat.setting_model(settings jsonb, key text, protocol text) returns bigint language plpgsql as $$
begin
	if key <> 'model' and jsonb_typeof(settings -> key) = 'null' then
		return null;
	end if;
	return beat.model_resolve(beat.setting_text(settings, key, '.', 'a name or a URL'), protocol);
end
$$;
comment on function beat.setting_model is 'A model of a project''s settings, registered if it is a new URL, or a sentence.';

create or replace function beat.project_with(p beat.project, settings jsonb) returns beat.project language plpgsql as $$
declare
	unknown text;
	changes jsonb;
begin
	if jsonb_typeof(settings) is distinct from 'object' then
		perform beat.refuse('A project''s settings are a JSON object.');
	end if;
	select k into unknown
	  from jsonb_object_keys(settings) as k
	 where not exists (select from beat.project_setting s where s.key = k)
	 limit 1;
	if found then
		perform beat.refuse(format('There is no setting "%s"; there are %s.', unknown,
			(select string_agg(s.key, ', ' order by s.place) from beat.project_setting s)));
	end if;
	select coalesce(jsonb_object_agg(s.column_name, beat.setting_value(settings, s)), '{}') into changes
	  from beat.project_setting s
	 where settings ? s.key and s.kind in ('integer', 'boolean', 'choice');
	p := jsonb_populate_record(p, changes);
	if settings ? 'title' then
		p.title := beat.setting_title(settings);
	end if;
	if settings ? 'platforms' then
		p.platforms := beat.setting_platforms(settings);
	end if;
	if settings ? 'completion_code' then
		p.completion_code := beat.setting_text(settings, 'completion_code', '^[A-Za-z0-9_-]{0,64}$',
			'up to 64 letters, digits, _ and -');
	end if;
	if settings ? 'validation_completion_code' then
		p.validation_completion_code := beat.setting_text(settings, 'validation_completion_code', '^[A-Za-z0-9_-]{0,64}$',
			'up to 64 letters, digits, _ and -');
	end if;
	if settings ? 'onboarding' then
		p.onboarding := beat.setting_onboarding(settings, 'onboarding');
	end if;
	if settings ? 'validation_onboarding' then
		p.validation_onboarding := beat.setting_onboarding(settings, 'validation_onboarding');
	end if;
	if p.validation_matches > p.validation_votes and p.validation_votes > 0 then
		perform beat.refuse(format('%s of %s votes cannot match: lower validation_matches, or raise validation_votes.',
			p.validation_matches, p.validation_votes));
	end if;
	if settings ? 'onboarding_model' then
		p.onboarding_model_id := beat.setting_model(settings, 'onboarding_model', null);
	end if;
	if settings ? 'protocol' then
		perform beat.setting_text(settings, 'protocol', '^[a-z][a-z0-9_-]{0,31}$', 'the name of a protocol');
	end if;
	if settings ? 'model' then
		p.model_id := beat.setting_model(settings, 'model', settings ->> 'protocol');
	elsif p.model_id is null then
		p.model_id := beat.model_only();
	end if;
	if settings ? 'protocol' and not settings ? 'model'
		and settings ->> 'protocol' <> (select m.protocol from beat.model m where m.id = p.model_id) then
		perform beat.refuse('protocol belongs to the model: give both, or change it with "beatctl model add".');
	end if;
	return p;
end
$$;

create or replace function beat.project_create(
	in_name text, in_settings jsonb, in_actor text, out name text, out state text, out passages integer)
	language plpgsql as $$
declare
	p beat.project;
begin
	if (in_name ~ '^[a-z0-9][a-z0-9_-]{0,62}$') is not true then
		perform beat.refuse(format('A project''s name is 1 to 63 lower-case letters, digits, _ and -, beginning with a '
			'letter or digit; "%s" is not.', in_name));
	end if;
	if exists (select from beat.project x where x.name = in_name) then
		perform beat.refuse_as('BE409', format(
			'There is a project "%s" already: change it with "beatctl project set".', in_name));
	end if;
	perform beat.act_as(in_actor);
	p := jsonb_populate_record(null::beat.project, (
		select jsonb_object_agg(s.column_name, s.usual)
		  from beat.project_setting s
		 where s.column_name is not null and s.usual is not null));
	p.title := in_name;
	p := beat.project_with(p, coalesce(in_settings, '{}'));
	execute (
		select format('insert into beat.project as x (name, %s) select $1, %s returning x.*',
				string_agg(quote_ident(s.column_name), ', ' order by s.place),
				string_agg('($2).' || quote_ident(s.column_name), ', ' order by s.place))
		  from beat.project_setting s
		 where s.column_name is not null)
	   into p using in_name, p;
	insert into beat.project_split (project_id, split) values (p.id, 'train'), (p.id, 'dev'), (p.id, 'test');
	name := p.name;
	state := p.state;
	passages := beat.project_apply_rest(p.id, in_settings, true);
	perform beat.changed('project', p.id, null);
end
$$;

create or replace function beat.project_set(
	in_name text, in_settings jsonb, in_actor text, out name text, out state text, out passages integer)
	language plpgsql as $$
declare
	was beat.project;
	p beat.project;
begin
	perform beat.act_as(in_actor);
	was := beat.project_locked(in_name);
	p := beat.project_with(was, coalesce(in_settings, '{}'));
	execute (
		select format('update beat.project x set %s where x.id = ($1).id',
				string_agg(format('%1$I = ($1).%1$I', s.column_name), ', ' order by s.place))
		  from beat.project_setting s
		 where s.column_name is not null)
	  using p;
	name := p.name;
	state := p.state;
	passages := beat.project_apply_rest(p.id, in_settings, false);
	perform beat.changed('project', p.id, null);
	if beat.validation_rules(p) <> beat.validation_rules(was) then
		perform beat.validation_reset(p.id);
	end if;
end
$$;

create or replace function beat.project_state(
	in_name text, in_state text, in_actor text, out name text, out state text, out passages integer)
	language plpgsql as $$
declare
	p beat.project;
begin
	if (in_state in ('active', 'paused', 'closed')) is not true then
		perform beat.refuse(format('A project is active, paused or closed; "%s" is none of them.', in_state));
	end if;
	perform beat.act_as(in_actor);
	p := beat.project_locked(in_name);
	update beat.project x set state = in_state where x.id = p.id and x.state <> in_state;
	name := p.name;
	state := in_state;
	select sum(s.passages) into passages from beat.project_split s where s.project_id = p.id;
	perform beat.changed('project', p.id, null);
end
$$;

-- Figures of the three splits read "train/dev/test".
drop function beat.project_show(text);
create function beat.project_show(in_name text)
	returns table (
		name text, title text, state text, open boolean, model text, model_url text, protocol text,
		threshold_permille integer, questions integer, assignments_per_passage integer, lease_seconds integer,
		reward_cents integer, platforms text, empty_answer text, completion_code text, collections text, targets text,
		kept text, passages text, live bigint, submitted bigint, attempts bigint, won bigint, created_at text,
		onboarding text, onboarding_model text, onboarding_retries integer, batch_hits integer, batch_hours integer,
		success_permille integer, success_unit text, review_double boolean, review_blind boolean,
		review_lease_seconds integer, revoke_confirm boolean, validation_votes integer, validation_match text,
		validation_f1_permille integer, validation_matches integer, validation_group text, validation_questions integer,
		validation_lease_seconds integer, validation_reward_cents integer, validation_completion_code text,
		validation_onboarding text, validation_early_stop integer, validation_extra integer,
		validation_train_permille integer, validation_lost_permille integer, answerable_permille integer)
	language plpgsql stable as $$
declare
	p beat.project;
begin
	select x.* into p from beat.project x where x.name = in_name;
	if not found then
		perform beat.project_missing(in_name);
	end if;
	return query
	with split as (
		select s.split, s.target, s.passages,
			   (select coalesce(sum(t.kept), 0) from beat.project_tally t
				 where t.project_id = s.project_id and t.split = s.split) as kept,
			   (select coalesce(sum(t.submitted), 0) from beat.project_tally t
				 where t.project_id = s.project_id and t.split = s.split) as submitted,
			   array_position(array['train', 'dev', 'test'], s.split) as place
		  from beat.project_split s
		 where s.project_id = p.id
	)
	select p.name, p.title, p.state, p.open, m.name, beat.url_shown(m.url), m.protocol,
		   p.threshold_permille::integer,
		   p.questions_wanted, p.assignments_per_passage, p.lease_seconds, p.reward_cents,
		   array_to_string(p.platforms, ','), p.empty_answer, p.completion_code,
		   coalesce((
				select string_agg(c.name, ',' order by c.name)
				  from beat.project_collection l
				  join beat.collection c on c.id = l.collection_id
				 where l.project_id = p.id and l.linked), '(all)'),
		   (select string_agg(coalesce(s.target::text, 'unlimited'), '/' order by s.place) from split s),
		   (select string_agg(s.kept::text, '/' order by s.place) from split s),
		   (select string_agg(s.passages::text, '/' order by s.place) from split s),
		   (select count(*) from beat.assignment a where a.project_id = p.id and a.ended_at is null),
		   (select sum(s.submitted)::bigint from split s), n.attempts, n.won, beat.iso(p.created_at),
		   p.onboarding, (select o.name from beat.model o where o.id = p.onboarding_model_id),
		   p.onboarding_retries::integer, p.batch_hits, p.batch_hours, p.success_permille::integer, p.success_unit,
		   p.review_double, p.review_blind, p.review_lease_seconds, p.revoke_confirm, p.validation_votes,
		   p.validation_match, p.validation_f1_permille::integer, p.validation_matches, p.validation_group,
		   p.validation_questions, p.validation_lease_seconds, p.validation_reward_cents, p.validation_completion_code,
		   p.validation_onboarding, p.validation_early_stop, p.validation_extra, p.validation_train_permille::integer,
		   p.validation_lost_permille::integer, p.answerable_permille::integer
	  from beat.model m
	 cross join (
		select coalesce(sum(t.human + t.model + t.none), 0)::bigint as attempts,
			   coalesce(sum(t.human), 0)::bigint as won
		  from beat.attempt_tally t
		 where t.project_id = p.id) as n
	 where m.id = p.model_id;
end
$$;
comment on function beat.project_show is
	'Everything about one project; won counts all questions, also those of assignments not handed in.';

-- What the dashboard asks.

create function beat.project_json(p beat.project) returns jsonb language plpgsql stable as $$
begin
	return (
		select jsonb_build_object('name', p.name, 'title', p.title, 'state', p.state, 'open', p.open,
			'model', (select m.name from beat.model m where m.id = p.model_id),
			'targets', jsonb_object_agg(s.split, s.target), 'kept', jsonb_object_agg(s.split, t.kept),
			'passages', jsonb_object_agg(s.split, s.passages), 'submitted', sum(t.submitted),
			'live', (select count(*) from beat.assignment a where a.project_id = p.id and a.ended_at is null),
			'waiting', beat.project_waiting(p.id))
		  from beat.project_split s
		 cross join lateral (
			select coalesce(sum(y.kept), 0) as kept, coalesce(sum(y.submitted), 0) as submitted
			  from beat.project_tally y
			 where y.project_id = s.project_id and y.split = s.split) as t
		 where s.project_id = p.id);
end
$$;
comment on function beat.project_json is 'A project as lists show it, from counters and small indexes alone.';

create function beat.project_waiting(in_project_id bigint) returns jsonb language plpgsql stable as $$
begin
	return jsonb_build_object(
		'screening', (
			select count(*) from beat.screening s where s.project_id = in_project_id and s.state = 'waiting'),
		'review', n.waiting, 'adjudication', n.disputed,
		'revocations', (
			select count(*) from beat.revocation r where r.project_id = in_project_id and r.state = 'proposed'))
	  from (
		select coalesce(sum(t.waiting), 0) as waiting, coalesce(sum(t.disputed), 0) as disputed
		  from beat.sample_tally t
		 where t.project_id = in_project_id) as n;
end
$$;
comment on function beat.project_waiting is 'How much waits for people in a project.';

create function beat.admin_projects() returns json language plpgsql stable as $$
begin
	return json_build_object('items',
		coalesce((select json_agg(beat.project_json(p) order by p.name) from beat.project p), '[]'));
end
$$;
comment on function beat.admin_projects is 'All projects, for the dashboard.';

create function beat.project_settings(p beat.project) returns jsonb language plpgsql stable as $$
begin
	return (
		select jsonb_object_agg(s.key, to_jsonb(p) -> s.column_name)
		  from beat.project_setting s
		 where s.column_name is not null and s.kind <> 'model')
		|| jsonb_build_object(
			'model', (select m.name from beat.model m where m.id = p.model_id),
			'onboarding_model', (select m.name from beat.model m where m.id = p.onboarding_model_id),
			'collections', array(
				select c.name
				  from beat.project_collection l
				  join beat.collection c on c.id = l.collection_id
				 where l.project_id = p.id and l.linked
				 order by c.name),
			'targets', (
				select jsonb_agg(s.target order by array_position(array['train', 'dev', 'test'], s.split))
				  from beat.project_split s
				 where s.project_id = p.id));
end
$$;
comment on function beat.project_settings is 'The settings of a project as project_set() takes them.';

create function beat.admin_project(in_project text) returns json language plpgsql stable as $$
declare
	p beat.project := beat.project_named(in_project);
begin
	return (
		select beat.project_json(p) || jsonb_build_object('settings', beat.project_settings(p),
			'created_at', beat.iso(p.created_at), 'model_url', beat.url_shown(m.url),
			'onboarding_model', (select o.name from beat.model o where o.id = beat.onboarding_model(p.id)),
			'explain', beat.settings_explained())
		  from beat.model m
		 where m.id = p.model_id);
end
$$;
comment on function beat.admin_project is 'One project with its settings and what they mean, for the dashboard.';

create function beat.settings_given(in_settings text) returns jsonb language plpgsql immutable as $$
begin
	return coalesce(nullif(in_settings, ''), '{}')::jsonb;
exception when invalid_text_representation then
	return 'null'; -- project_with says what settings are
end
$$;
comment on function beat.settings_given is 'Settings as they came, as JSON.';

create function beat.admin_project_create(in_name text, in_settings text, in_actor text) returns json
	language plpgsql as $$
begin
	perform beat.project_create(in_name, beat.settings_given(in_settings), in_actor);
	return beat.admin_project(in_name);
end
$$;
comment on function beat.admin_project_create is 'Makes a project and shows it.';

create function beat.admin_project_set(in_project text, in_settings text, in_actor text) returns json
	language plpgsql as $$
declare
	p beat.project := beat.project_named(in_project);
begin
	perform beat.project_set(p.name, beat.settings_given(in_settings), in_actor);
	return beat.admin_project(in_project);
end
$$;
comment on function beat.admin_project_set is 'Changes settings of a project and shows it.';

create function beat.admin_project_state(in_project text, in_state text, in_actor text) returns json
	language plpgsql as $$
declare
	p beat.project := beat.project_named(in_project);
begin
	perform beat.project_state(p.name, in_state, in_actor);
	return beat.admin_project(in_project);
end
$$;
comment on function beat.admin_project_state is 'Pauses, resumes or closes a project and shows it.';

-- Models.

create function beat.admin_models() returns json language plpgsql stable as $$
begin
	return json_build_object('items', coalesce((
		select json_agg(json_build_object('name', m.name, 'url', beat.url_shown(m.url), 'protocol', m.protocol,
				'created_at', beat.iso(m.created_at),
				'projects', array(
					select p.name from beat.project p
					 where m.id in (p.model_id, p.onboarding_model_id)
					 order by p.name),
				'builds', (
					select coalesce(json_agg(json_build_object('name', b.name, 'version', b.version,
							'weights', b.weights, 'first_seen_at', beat.iso(b.first_seen_at)) order by b.id desc), '[]')
					  from beat.model_build b
					 where b.model_id = m.id),
				'human', beat.wilson(coalesce(t.human, 0), coalesce(t.human + t.model, 0)),
				'none', coalesce(t.none, 0))
			order by m.name)
		  from beat.model m
		  left join (
			select y.model_id, sum(y.human)::bigint as human, sum(y.model)::bigint as model,
				   sum(y.none)::bigint as none
			  from beat.attempt_tally y
			 group by y.model_id) as t on t.model_id = m.id), '[]'));
end
$$;
comment on function beat.admin_models is 'The registry of models, with their builds and how often people beat them.';

create function beat.admin_model_add(in_name text, in_url text, in_protocol text, in_actor text) returns json
	language plpgsql as $$
declare
	r record;
begin
	r := beat.model_add(in_name, in_url, in_protocol, in_actor);
	perform beat.changed('model', null, in_name);
	return json_build_object('name', r.name, 'url', r.url, 'protocol', r.protocol, 'change', r.change);
end
$$;
comment on function beat.admin_model_add is 'Registers a model, or moves one to another URL.';

create function beat.admin_collections() returns json language plpgsql stable as $$
begin
	return json_build_object('items', coalesce((
		select json_agg(json_build_object('name', c.name, 'created_at', beat.iso(c.created_at),
				'passages', json_build_object('train', c.train, 'dev', c.dev, 'test', c.test),
				'projects', array(
					select p.name
					  from beat.project_collection l
					  join beat.project p on p.id = l.project_id
					 where l.collection_id = c.id and l.linked
					 order by p.name))
			order by c.name)
		  from beat.collection c), '[]'));
end
$$;
comment on function beat.admin_collections is 'The collections that projects draw from, with their passages by split.';
