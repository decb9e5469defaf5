-- The review queue: who looks at which HIT, and what a judgement may say.

-- The words of a review with their meanings.
create function admin_review_words() returns json language sql stable as $$
	select json_build_object(
		'tags', json_agg(json_build_object('word', w.word, 'meaning', w.meaning) order by w.place)
			filter (where w.kind = 'tag'),
		'labels', json_agg(json_build_object('word', w.word, 'meaning', w.meaning) order by w.place)
			filter (where w.kind = 'label'),
		'labels_max', 3)
	  from beat.review_word w
$$;

-- Gives overdue items back to the queue, a bounded number without waiting; null: of all projects.
create function review_leases_expire(in_project_id bigint) returns integer language plpgsql as $$
declare
	lease record;
	expired integer := 0;
begin
	for lease in
		select r.id, r.assignment_id, r.project_id, r.expires_at
		  from beat.review r
		  join beat.sample s on s.assignment_id = r.assignment_id
		 where r.state = 'leased' and r.expires_at <= clock_timestamp()
		   and (in_project_id is null or r.project_id = in_project_id)
		 order by r.expires_at
		 limit 200
		   for no key update of s, r skip locked
	loop
		update beat.review r set state = 'expired' where r.id = lease.id;
		update beat.sample s set taken = s.taken - 1 where s.assignment_id = lease.assignment_id;
		perform beat.event_add('review.expire', lease.project_id, null, lease.assignment_id,
			jsonb_build_object('review', lease.id, 'expires_at', beat.iso(lease.expires_at)));
		expired := expired + 1;
	end loop;
	return expired;
end
$$;

-- What is left to review and to adjudicate, without what this reviewer has reviewed already.
create function review_remaining(in_project_id bigint, in_account_id bigint) returns json
	language sql stable as $$
	select json_build_object(
		'review', greatest(0, coalesce(sum(t.waiting), 0) - (
			select count(*)
			  from beat.sample s
			  join beat.review r on r.assignment_id = s.assignment_id
			 where s.project_id = in_project_id and s.state = 'waiting' and s.reviews_wanted = 2 and s.taken > 0
			   and not s.held and r.account_id = in_account_id and r.state = 'finished')),
		'adjudication', greatest(0, coalesce(sum(t.disputed), 0) - (
			select count(*)
			  from beat.sample s
			  join beat.review r on r.assignment_id = s.assignment_id
			 where s.project_id = in_project_id and s.state = 'disputed' and not s.held
			   and r.account_id = in_account_id and r.state = 'finished')))
	  from beat.sample_tally t
	 where t.project_id = in_project_id
$$;

-- The state of the review queue for one reviewer.
create function admin_review_queue(in_project text, in_account text) returns json language plpgsql stable as $$
declare
	p beat.project := project_named(in_project);
	account bigint := in_account::bigint;
	day timestamptz := date_trunc('day', clock_timestamp(), 'UTC');
begin
	return json_build_object(
		'remaining', review_remaining(p.id, account),
		'mine', (
			select coalesce(json_agg(r.id::text order by r.id), '[]')
			  from beat.review r
			 where r.account_id = account and r.project_id = p.id and r.state = 'leased'
			   and r.expires_at > clock_timestamp()),
		'done_today', (
			select count(*)
			  from beat.review r
			 where r.account_id = account and r.project_id = p.id and r.state = 'finished' and r.finished_at >= day),
		'done_total', (
			select count(*)
			  from beat.review r
			 where r.account_id = account and r.project_id = p.id and r.state = 'finished'),
		'oldest_waiting_at', (
			select beat.iso(min(s.sampled_at))
			  from beat.sample s
			 where s.project_id = p.id and s.state = 'waiting' and not s.held),
		'double', p.review_double, 'blind', p.review_blind);
end
$$;

-- The questions of a HIT for its reviewer.
-- The answer to a question in the HIT, with what led to it but nothing that tells who or what it was played against.
create function review_questions(r beat.review, in_model boolean) returns json language plpgsql stable as $$
declare
	-- A finished review shows its own judgements, one that was taken back for another look those it had.
	shown bigint := case when r.state = 'finished' then r.id else (
		select max(x.id)
		  from beat.review x
		 where x.assignment_id = r.assignment_id and x.account_id = r.account_id and x.state = 'undone') end;
begin
	return (
		select coalesce(json_agg(json_build_object('id', q.id, 'seq', t.seq, 'question', t.question, 'marks', t.marks,
				'answer', json_build_object('start', t.answer_start, 'end', t.answer_end, 'text', t.answer_text),
				'lost_before', (
					select count(*)
					  from beat.attempt l
					 where l.assignment_id = r.assignment_id and l.seq < t.seq and l.verdict = 'model'
					   and l.seq > coalesce((
							select max(w.seq)
							  from beat.attempt w
							 where w.assignment_id = r.assignment_id and w.seq < t.seq and w.verdict = 'human'), 0)),
				'model_answer', case when in_model then t.model_answer end,
				'judgement', (
					select json_build_object('valid', j.valid, 'tags', j.tags, 'labels', j.labels, 'comment', j.comment)
					  from beat.judgement j
					 where j.review_id = shown and j.question_id = q.id),
				'others', case when r.kind = 'adjudication' then review_others(r.assignment_id, q.id) end)
			order by t.seq), '[]')
		  from beat.question q
		  join beat.attempt t on t.id = q.attempt_id
		 where q.assignment_id = r.assignment_id);
end
$$;

-- What the two reviewers of a disputed HIT say of a question, as A and B.
create function review_others(in_assignment_id bigint, in_question_id text) returns json
	language sql stable as $$
	select json_agg(json_build_object('reviewer', chr(64 + x.place::integer), 'valid', x.valid, 'tags', x.tags,
			'labels', x.labels, 'comment', x.comment) order by x.place)
	  from (select row_number() over (order by r.finished_at, r.id) as place, j.*
			  from beat.review r
			  join beat.judgement j on j.review_id = r.id
			 where r.assignment_id = in_assignment_id and r.kind = 'review' and r.state = 'finished'
			   and j.question_id = in_question_id) as x
$$;

-- A HIT as its reviewer sees it; unless the project says otherwise, without worker and model.
create function review_item(r beat.review, in_identity boolean) returns json language sql stable as $$
	select json_build_object('review', r.id::text, 'hit', r.assignment_id::text, 'kind', r.kind,
		'expires_at', beat.iso(r.expires_at), 'state', r.state,
		'passage', json_build_object('id', x.id::text, 'title', d.title, 'text', x.text),
		'split', x.split, 'questions', review_questions(r, not p.review_blind),
		'worker', case when not p.review_blind then worker_shown(a.worker_id, in_identity) end,
		'model', case when not p.review_blind then json_build_object('name', m.name) end)
	  from beat.assignment a
	  join beat.project p on p.id = a.project_id
	  join beat.passage x on x.id = a.passage_id
	  join beat.document d on d.id = x.document_id
	  left join lateral (
		select t.model_id from beat.attempt t where t.assignment_id = a.id order by t.seq desc limit 1) as t on true
	  left join beat.model m on m.id = t.model_id
	 where a.id = r.assignment_id
$$;

-- Leases the next item of a queue to a reviewer: one that nobody else has and the reviewer has not had.
create function admin_review_next(
	in_project text, in_queue text, in_account text, in_actor text, in_identity boolean)
	returns json language plpgsql
	set plan_cache_mode = force_generic_plan set jit = off
	set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off
	set enable_sort = off set enable_bitmapscan = off as $$ -- the queue is walked, never gathered
declare
	p beat.project := project_named(in_project);
	account bigint := in_account::bigint;
	of_kind text := coalesce(nullif(in_queue, ''), 'review');
	hit bigint;
	r beat.review;
begin
	if of_kind not in ('review', 'adjudication') then
		perform refuse(format('The queues are review and adjudication; there is no "%s".', of_kind), 'queue');
	end if;
	perform act_as('server');
	perform review_leases_expire(p.id);
	perform act_as(in_actor);
	-- A reviewer's own calls follow each other, or the limit would not hold.
	perform 1 from beat.account c where c.id = account for no key update;
	if (select count(*)
		  from beat.review x
		 where x.account_id = account and x.project_id = p.id and x.state = 'leased') >= 3 then
		perform refuse_as('BE409', 'You hold three items already: finish or release one first.');
	end if;
	select s.assignment_id into hit
	  from beat.sample s
	 where s.project_id = p.id and s.state = case of_kind when 'review' then 'waiting' else 'disputed' end
	   and s.state <> 'settled' and not s.held and s.free -- the first two are the index's own words
	   and not exists (
			select from beat.review x
			 where x.assignment_id = s.assignment_id and x.account_id = account and x.state in ('leased', 'finished')
			offset 0)
	 order by s.sampled_at, s.assignment_id
	 limit 1
	   for no key update skip locked;
	if found then
		update beat.sample s set taken = s.taken + 1 where s.assignment_id = hit;
		insert into beat.review as x (assignment_id, project_id, account_id, kind, expires_at)
		values (hit, p.id, account, of_kind, clock_timestamp() + make_interval(secs => p.review_lease_seconds))
		returning x.* into r;
		perform beat.changed('review', p.id, null);
	end if;
	return json_build_object('item', case when r.id is not null then review_item(r, in_identity) end,
		'remaining', review_remaining(p.id, account));
end
$$;

-- A review of this reviewer, or the refusal BE404: others' stay hidden.
create function review_own(in_review text, in_account text) returns beat.review language plpgsql stable as $$
declare
	r beat.review;
begin
	select x.* into r
	  from beat.review x
	 where x.id = in_review::bigint and x.account_id = in_account::bigint;
	if not found then
		perform refuse_as('BE404', 'There is no such review of yours.');
	end if;
	return r;
end
$$;

-- One review: a reviewer's own; those who may see identities see all.
create function admin_review(in_review text, in_account text, in_identity boolean) returns json
	language plpgsql stable as $$
declare
	r beat.review;
begin
	if in_identity then
		select x.* into r from beat.review x where x.id = in_review::bigint;
	end if;
	if r.id is null then
		r := review_own(in_review, in_account);
	end if;
	return json_build_object('item', review_item(r, in_identity),
		'remaining', review_remaining(r.project_id, in_account::bigint));
end
$$;

-- Reviews under way and finished, newest first: a reviewer's own, or everybody's if no account is given.
create function admin_reviews(
	in_project text, in_before text, in_limit text, in_account text, in_identity boolean)
	returns json language plpgsql stable as $$
declare
	p beat.project := project_named(in_project);
	size integer := page_size(in_limit);
	items json[];
	cursors bigint[];
begin
	select array_agg(json_build_object('id', x.id::text, 'hit', x.assignment_id::text, 'kind', x.kind,
				'state', x.state, 'reviewer', case when in_account is null or in_identity then c.name end,
				'finished_at', beat.iso(x.finished_at), 'expires_at', beat.iso(x.expires_at),
				'questions', j.questions, 'valid', j.valid, 'sample', x.sample_state,
				'worker', case when in_account is null and not hit_is_blind(x.assignment_id, in_identity)
					then worker_shown(x.worker_id, in_identity) end,
				'undo_until', case when x.state = 'finished' then beat.iso(x.finished_at + interval '30 minutes') end)
			order by x.id desc), array_agg(x.id order by x.id desc)
	  into items, cursors
	  from (select r.*, s.state as sample_state, s.worker_id
			  from beat.review r
			  join beat.sample s on s.assignment_id = r.assignment_id
			 where r.project_id = p.id and (in_account is null or r.account_id = in_account::bigint)
			   and r.state in ('leased', 'finished')
			   and r.id < coalesce(nullif(in_before, '')::bigint, 9223372036854775807)
			 order by r.id desc
			 limit size + 1) as x
	  join beat.account c on c.id = x.account_id
	 cross join lateral (
		select count(*) as questions, count(*) filter (where y.valid) as valid
		  from beat.judgement y
		 where y.review_id = x.id) as j;
	return json_build_object('items', coalesce(to_json(items[:size]), '[]'),
		'next', case when cardinality(items) > size then cursors[size]::text end);
end
$$;

-- Finishing.

-- Words of the catalogue, each once and in its order, or a refusal.
create function words_checked(in_kind text, given jsonb) returns text[] language plpgsql stable as $$
declare
	unknown text;
begin
	if given is null or jsonb_typeof(given) = 'null' then
		return '{}';
	end if;
	if jsonb_typeof(given) <> 'array' or jsonb_path_exists(given, 'strict $[*] ? (@.type() != "string")') then
		perform refuse(format('%ss are a list of words, not %s.', in_kind, left(given::text, 100)), 'judgements');
	end if;
	select g into unknown
	  from jsonb_array_elements_text(given) as g
	 where not exists (select from beat.review_word w where w.kind = in_kind and w.word = g)
	 limit 1;
	if found then
		perform refuse(format('There is no %s "%s"; there are %s.', in_kind, left(unknown, 100), (
			select string_agg(w.word, ', ' order by w.place) from beat.review_word w where w.kind = in_kind)),
			'judgements');
	end if;
	return array(
		select w.word
		  from beat.review_word w
		 where w.kind = in_kind and given ? w.word
		 order by w.place);
end
$$;

-- A judgement in its normal form, or a refusal.
create function judgement_checked(given jsonb) returns jsonb language plpgsql stable as $$
declare
	tags text[];
	labels text[];
begin
	if jsonb_typeof(given) <> 'object' or jsonb_typeof(given -> 'valid') is distinct from 'boolean' then
		perform refuse('A judgement is an object that says of a question whether it is valid: true or false.',
			'judgements');
	end if;
	if jsonb_typeof(coalesce(given -> 'comment', '""')) not in ('string', 'null')
		or char_length(given ->> 'comment') > 4000 then
		perform refuse('A comment is a text of at most 4000 characters.', 'judgements');
	end if;
	tags := words_checked('tag', given -> 'tags');
	labels := words_checked('label', given -> 'labels');
	if (given -> 'valid')::boolean and cardinality(tags) > 0 then
		perform refuse('A valid question has no reason tags.', 'judgements');
	elsif not (given -> 'valid')::boolean and cardinality(tags) = 0 then
		perform refuse('Say why a question is invalid: choose at least one reason tag.', 'judgements');
	elsif cardinality(labels) > 3 then
		perform refuse('A question gets at most three labels.', 'judgements');
	end if;
	return jsonb_build_object('question', given ->> 'question', 'valid', given -> 'valid', 'tags', tags,
		'labels', labels, 'comment', coalesce(given ->> 'comment', ''));
end
$$;

-- The judgements of a review in normal form and order, or a refusal.
create function judgements_checked(in_assignment_id bigint, in_judgements text) returns jsonb
	language plpgsql stable as $$
declare
	given jsonb := in_judgements::jsonb;
	made jsonb;
	wanted text[] := array(select q.id::text from beat.question q where q.assignment_id = in_assignment_id order by q.id);
	said text[];
begin
	if jsonb_typeof(given) is distinct from 'array' then
		perform refuse('A review is a list of judgements, one for each question.', 'judgements');
	end if;
	select coalesce(jsonb_agg(j order by j ->> 'question' collate "C"), '[]'),
		   coalesce(array_agg(j ->> 'question' order by j ->> 'question' collate "C"), '{}')
	  into made, said
	  from (select judgement_checked(e) as j from jsonb_array_elements(given) as e) as x;
	if said is distinct from array(select w from unnest(wanted) as w order by w collate "C") then
		perform refuse(format('Judge each of the %s questions of the HIT exactly once; %s.', cardinality(wanted),
			case when cardinality(said) < cardinality(wanted)
				then format('%s of them are missing', cardinality(wanted) - cardinality(said))
				else 'load it again' end), 'judgements');
	end if;
	return made;
end
$$;

-- The judgements of a review as judgements_checked() writes them.
create function review_said(in_review_id bigint) returns jsonb language sql stable as $$
	select coalesce(jsonb_agg(jsonb_build_object('question', j.question_id, 'valid', j.valid, 'tags', j.tags,
			'labels', j.labels, 'comment', j.comment) order by j.question_id collate "C"), '[]')
	  from beat.judgement j
	 where j.review_id = in_review_id
$$;

-- What a reviewer hears after finishing: nothing of the worker's rate.
create function review_outcome(in_assignment_id bigint) returns json language sql stable as $$
	select json_build_object('settled', s.state = 'settled', 'disputed', s.state = 'disputed')
	  from beat.sample s
	 where s.assignment_id = in_assignment_id
$$;
