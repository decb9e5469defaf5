-- Batches, samples and reviews: which HITs people look at, who looks, and what follows.
--
-- The functions admin_* serve the dashboard and the command line: each is one statement in a transaction of its own,
-- answers with one JSON value, and raises what it refuses. Ids in JSON are texts.
--
-- Order of locks: project (to close a batch), worker, assignment, sample, review, question, participation,
-- project_passage, tallies. Whoever changes what is known of a worker's questions holds the worker; a revocation may
-- therefore take the participation before the questions.

insert into beat.review_word (kind, word, place, meaning) values
	('tag', 'unanswerable', 1, 'The passage does not answer it.'),
	('tag', 'several_answers', 2, 'More than one span of the passage answers it equally well.'),
	('tag', 'wrong_span', 3, 'The marked text is not the answer, or too much or too little of it.'),
	('tag', 'ungrammatical', 4, 'Its language is so broken that a reader has to guess what is meant.'),
	('tag', 'trivial', 5, 'It takes no reading: a sentence of the passage with a question word put in.'),
	('tag', 'nonsense', 6, 'It means nothing, or has nothing to do with the passage.'),
	('tag', 'offensive', 7, 'It insults, degrades or exposes somebody.'),
	('tag', 'copied', 8, 'It repeats another question, or was taken from somewhere else.'),
	('tag', 'other', 9, 'Something else; the comment says what.'),
	('label', 'explicit', 1, 'The passage says the answer nearly as the question asks for it.'),
	('label', 'paraphrasing', 2, 'The question puts in other words what the passage says.'),
	('label', 'external_knowledge', 3, 'Something has to be known that the passage does not tell.'),
	('label', 'coreference', 4, 'It has to be worked out whom or what a word such as "she" or "the latter" stands for.'),
	('label', 'multi_hop', 5, 'Facts from two or more places of the passage have to be put together.'),
	('label', 'comparative', 6, 'Things have to be compared: which is larger, earlier, better.'),
	('label', 'numeric', 7, 'There is something to count or to calculate.'),
	('label', 'negation', 8, 'It turns on what is not so, or on what is left out.'),
	('label', 'filtering', 9, 'Of several candidates the one has to be picked that meets a condition.'),
	('label', 'temporal', 10, 'It is about when, in what order or for how long things happen.'),
	('label', 'spatial', 11, 'It is about where things are, or how they lie to each other.'),
	('label', 'inductive', 12, 'A rule or pattern has to be drawn from single cases.'),
	('label', 'implicit', 13, 'The answer follows from what is said, though nobody says it.');

-- Small things that the functions share.

create function beat.project_named(in_project text) returns beat.project language plpgsql stable as $$
declare
	p beat.project;
begin
	select x.* into p from beat.project x where x.name = in_project;
	if not found then
		perform beat.refuse_as('BE404', format('There is no project "%s".', in_project));
	end if;
	return p;
end
$$;
comment on function beat.project_named is 'A project by name, or the refusal BE404.';

create function beat.page_size(in_limit text) returns integer
	language sql immutable parallel safe
	return least(200, greatest(1, coalesce(nullif(in_limit, '')::integer, 50)));
comment on function beat.page_size is 'How many items a page of a list has: 50 unless told, 200 at most.';

create function beat.worker_shown(in_worker_id bigint, in_identity boolean) returns jsonb language plpgsql stable as $$
begin
	return (
		select jsonb_build_object('id', w.id::text, 'platform', w.platform)
			|| case when in_identity then jsonb_build_object('platform_worker_id', w.platform_worker_id)
				else '{}' end
		  from beat.worker w
		 where w.id = in_worker_id);
end
$$;
comment on function beat.worker_shown is 'A worker by number; who they are on their platform only with identity.';

create function beat.reason_checked(in_reason text, why text) returns text language plpgsql immutable as $$
begin
	if coalesce(beat.is_blank(in_reason), true) then
		perform beat.refuse('Give a reason: ' || why);
	elsif char_length(in_reason) > 1000 then
		perform beat.refuse('A reason has at most 1000 characters.');
	end if;
	return in_reason;
end
$$;
comment on function beat.reason_checked is 'A reason that says something, or a refusal.';

-- Counting samples by state. In lanes, as the other tallies: only sums mean something.

create table beat.sample_tally (
	batch_id bigint not null,
	lane smallint not null,
	project_id bigint not null,
	waiting integer not null default 0,
	disputed integer not null default 0,
	held integer not null default 0,
	settled integer not null default 0,
	constraint sample_tally_pkey primary key (batch_id, lane),
	constraint sample_tally_batch_fkey foreign key (batch_id) references beat.batch (id)
) with (fillfactor = 50);
comment on table beat.sample_tally is
	'Samples by state, kept by triggers of sample. Waiting and disputed are without those held, which are of workers '
	'whose qualification is revoked.';
create index sample_tally_project_idx on beat.sample_tally (project_id);
create trigger sample_tally_never_deleted before delete or truncate on beat.sample_tally
	for each statement execute function beat.forbid();

create function beat.count_samples(
	in_batch_id bigint, in_project_id bigint, in_waiting integer, in_disputed integer, in_held integer,
	in_settled integer)
	returns void language plpgsql as $$
declare
	of_lane smallint := beat.tally_lane();
begin
	loop
		update beat.sample_tally t
		   set waiting = t.waiting + in_waiting, disputed = t.disputed + in_disputed, held = t.held + in_held,
			   settled = t.settled + in_settled
		 where t.batch_id = in_batch_id and t.lane = of_lane;
		exit when found;
		insert into beat.sample_tally (batch_id, lane, project_id) values (in_batch_id, of_lane, in_project_id)
		on conflict on constraint sample_tally_pkey do nothing;
	end loop;
end
$$;
comment on function beat.count_samples is 'Adds to the counters of a batch''s samples in this transaction''s lane.';

create function beat.sample_counted() returns trigger language plpgsql as $$
begin
	if tg_op = 'INSERT' then
		perform beat.count_samples(n.batch_id, n.project_id, n.waiting, n.disputed, n.held, n.settled)
		   from (select x.batch_id, x.project_id,
						(count(*) filter (where x.state = 'waiting' and not x.held))::integer as waiting,
						(count(*) filter (where x.state = 'disputed' and not x.held))::integer as disputed,
						(count(*) filter (where x.state <> 'settled' and x.held))::integer as held,
						(count(*) filter (where x.state = 'settled'))::integer as settled
				   from new_rows x
				  group by x.batch_id, x.project_id) as n;
	else
		perform beat.count_samples(new.batch_id, new.project_id,
			(new.state = 'waiting' and not new.held)::integer - (old.state = 'waiting' and not old.held)::integer,
			(new.state = 'disputed' and not new.held)::integer - (old.state = 'disputed' and not old.held)::integer,
			(new.state <> 'settled' and new.held)::integer - (old.state <> 'settled' and old.held)::integer,
			(new.state = 'settled')::integer - (old.state = 'settled')::integer);
	end if;
	return null;
end
$$;
comment on function beat.sample_counted is 'Trigger: keeps sample_tally.';
create trigger sample_counted_new after insert on beat.sample referencing new table as new_rows
	for each statement execute function beat.sample_counted();
create trigger sample_counted_change after update on beat.sample
	for each row when (old.state <> new.state or old.held <> new.held) execute function beat.sample_counted();

-- How often reviewers agree, by pair; kept when a second review is finished or taken back.
create table beat.agreement (
	project_id bigint not null,
	first_account_id bigint not null,
	second_account_id bigint not null,
	vv beat.count not null default 0,
	vi beat.count not null default 0,
	iv beat.count not null default 0,
	ii beat.count not null default 0,
	constraint agreement_pkey primary key (project_id, first_account_id, second_account_id),
	constraint agreement_project_fkey foreign key (project_id) references beat.project (id),
	constraint agreement_first_fkey foreign key (first_account_id) references beat.account (id),
	constraint agreement_second_fkey foreign key (second_account_id) references beat.account (id)
);
comment on table beat.agreement is
	'Questions that two people have reviewed, by what the one who finished first and the other said: vi is valid, then '
	'invalid.';
create trigger agreement_never_deleted before delete or truncate on beat.agreement
	for each statement execute function beat.forbid();

-- What a closing reads, and what a review reads.
create index assignment_completed_idx on beat.assignment (project_id, worker_id, id)
	where state = 'submitted' and kind = 'generate';
create index question_assignment_idx on beat.question (assignment_id);
create index question_worker_idx on beat.question (worker_id, project_id);

-- Sampling.

create function beat.samples_due(n bigint) returns integer
	language sql immutable parallel safe
	return case
		when n <= 0 then 0
		when n <= 6208 then length((n * n * n * n * n)::text) -- the last whose fifth power is a bigint
		else length((n::numeric * n * n * n * n)::text)
	end;
comment on function beat.samples_due is
	'How many of n completed HITs are reviewed in all: the number of decimal digits of n to the fifth, exactly.';

create function beat.draw_key(seed text, assignment_id bigint) returns bytea
	language sql immutable parallel safe
	return sha256((seed || ':' || assignment_id::text)::bytea); -- a seed has no backslash
comment on function beat.draw_key is
	'The place of a HIT in a draw: the smallest keys of a worker are drawn. It depends on nothing but seed and id.';

-- One statement, so that the number of HITs and the HITs themselves are of one moment. For each worker with something
-- due it walks the index over the worker's HITs (the plan is forced to, whatever the statistics were when it was made)
-- and looks at the few that come first in the draw. The counters of the workers come last: hand-ins want them too, and
-- must not wait for the draw.
create function beat.batch_close(p beat.project, in_cause text, in_seed text) returns beat.batch
	language plpgsql
	set plan_cache_mode = force_generic_plan set jit = off
	set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off as $$
declare
	b beat.batch;
	last record;
	workers bigint[];
begin
	select x.number, x.hits_total into last
	  from beat.batch x
	 where x.project_id = p.id
	 order by x.number desc
	 limit 1;
	with due as materialized (
		select q.worker_id, beat.samples_due(q.submitted) - q.sampled as wanted
		  from beat.participation q
		 where q.project_id = p.id and q.state <> 'revoked' and beat.samples_due(q.submitted) > q.sampled
	), drawn as materialized (
		select a.id, d.worker_id
		  from due d
		 cross join lateral (
			select array(
					select s.assignment_id
					  from beat.sample s
					 where s.worker_id = d.worker_id and s.project_id = p.id) as ids
			offset 0) as had
		 cross join lateral (
			select y.id
			  from (select x.id
					  from beat.assignment x
					 where x.project_id = p.id and x.worker_id = d.worker_id and x.state = 'submitted'
					   and x.kind = 'generate' and x.id <> all (had.ids)
					 order by beat.draw_key(in_seed, x.id), x.id) as y
			 where exists (select from beat.assignment z where z.id = y.id and z.won > 0 offset 0)
			 limit d.wanted) as a
	), total as (
		select coalesce(sum(q.submitted), 0) as hits from beat.participation q where q.project_id = p.id
	), made as (
		insert into beat.batch as x (project_id, number, seed, cause, actor, hits_total, hits, workers, sampled)
		select p.id, coalesce(last.number, 0) + 1, in_seed, in_cause, beat.current_actor(), total.hits,
			   total.hits - coalesce(last.hits_total, 0),
			   (select count(distinct d.worker_id) from drawn d), (select count(*) from drawn)
		  from total
		returning x.*
	), sampled as (
		insert into beat.sample (assignment_id, batch_id, project_id, worker_id, reviews_wanted, sampled_at)
		select d.id, m.id, p.id, d.worker_id, case when p.review_double then 2 else 1 end, m.closed_at
		  from drawn d
		 cross join made m
		returning worker_id
	)
	select m.id, (select array_agg(d.worker_id) from drawn d) into b.id, workers from made m;
	select x.* into b from beat.batch x where x.id = b.id;
	perform 1
	   from beat.participation q
	  where q.worker_id = any (workers) and q.project_id = p.id
	  order by q.worker_id
	    for no key update;
	update beat.participation q
	   set sampled = q.sampled + n.samples
	  from (select w.id, count(*)::integer as samples from unnest(workers) as w (id) group by w.id) as n
	 where q.worker_id = n.id and q.project_id = p.id;
	-- Whoever was revoked between the draw and the lock: nobody has to look at what was drawn of them.
	update beat.sample s
	   set held = true
	 where s.project_id = p.id and s.batch_id = b.id and not s.held
	   and s.worker_id = any (array(
			select q.worker_id
			  from beat.participation q
			 where q.worker_id = any (workers) and q.project_id = p.id and q.state = 'revoked'));
	perform beat.event_add('batch.close', p.id, null, null, jsonb_build_object('batch', b.number, 'cause', b.cause,
		'seed', b.seed, 'hits', b.hits, 'hits_total', b.hits_total, 'workers', b.workers, 'sampled', b.sampled));
	perform beat.changed('batch', p.id, b.id::text);
	return b;
end
$$;
comment on function beat.batch_close is
	'Closes a batch: every worker''s sample grows to what is due, drawn from the HITs not drawn before. The caller holds '
	'the project''s row. Who is revoked is left out until reinstated, and HITs without a question, which show nothing.';

create function beat.batch_json(b beat.batch) returns jsonb language plpgsql stable as $$
begin
	return jsonb_build_object('id', b.id::text, 'number', b.number, 'closed_at', beat.iso(b.closed_at),
		'cause', b.cause, 'actor', b.actor, 'seed', b.seed, 'hits', b.hits, 'hits_total', b.hits_total,
		'workers', b.workers, 'sampled', b.sampled,
		'settled', (select coalesce(sum(t.settled), 0) from beat.sample_tally t where t.batch_id = b.id));
end
$$;
comment on function beat.batch_json is 'A batch as the dashboard shows it.';

-- What has come since the last batch.
create function beat.batch_open(
	in_project_id bigint, out hits bigint, out due bigint, out since timestamptz, out number integer)
	language plpgsql stable as $$
declare
	before bigint;
begin
	select x.hits_total, x.closed_at, x.number into before, since, number
	  from beat.batch x
	 where x.project_id = in_project_id
	 order by x.number desc
	 limit 1;
	select coalesce(sum(q.submitted), 0) - coalesce(before, 0),
		   coalesce(sum(greatest(0, beat.samples_due(q.submitted) - q.sampled)) filter (where q.state <> 'revoked'), 0)
	  into hits, due
	  from beat.participation q
	 where q.project_id = in_project_id;
	since := coalesce(since, (select p.created_at from beat.project p where p.id = in_project_id));
	number := coalesce(number, 0);
end
$$;
comment on function beat.batch_open is 'The batch that is not closed yet: its HITs, and what closing it would draw.';

create function beat.admin_batch_close(in_project text, in_seed text, in_actor text) returns json language plpgsql as $$
declare
	p beat.project := beat.project_named(in_project);
	o record;
	b beat.batch;
begin
	in_seed := coalesce(nullif(in_seed, ''), replace(gen_random_uuid()::text, '-', ''));
	if in_seed !~ '^[0-9A-Za-z._-]{1,64}$' then
		perform beat.refuse('A seed is 1 to 64 letters, digits and . _ -');
	end if;
	perform beat.act_as(in_actor);
	-- Two that close at once follow each other, and the second finds nothing to do.
	select x.* into p from beat.project x where x.id = p.id for no key update;
	o := beat.batch_open(p.id);
	if o.hits > 0 or o.due > 0 then
		b := beat.batch_close(p, 'hand', in_seed);
	end if;
	-- What is due may be nothing that could be drawn: HITs without a question. The refusal takes the batch back.
	if b.id is null or (b.hits = 0 and b.sampled = 0) then
		perform beat.refuse(case when o.number = 0
			then format('No HIT of "%s" is completed yet: there is nothing to close.', p.name)
			else format('No HIT of "%s" was completed since batch %s was closed: there is nothing to close.', p.name,
				o.number) end);
	end if;
	return beat.batch_json(b);
end
$$;
comment on function beat.admin_batch_close is 'Closes the batch of a project by hand; without a seed one is made.';

create function beat.admin_batches(in_project text) returns json language plpgsql stable as $$
declare
	p beat.project := beat.project_named(in_project);
begin
	return json_build_object(
		'items', (
			select coalesce(json_agg(beat.batch_json(b) order by b.number desc), '[]')
			  from (select x.* from beat.batch x where x.project_id = p.id order by x.number desc limit 200) as b),
		'open', (
			select json_build_object('hits', o.hits, 'due', o.due, 'since', beat.iso(o.since))
			  from beat.batch_open(p.id) as o));
end
$$;
comment on function beat.admin_batches is 'The batches of a project, newest first (200 at most), and the open one.';

-- The review queue.

create function beat.admin_review_words() returns json language plpgsql stable as $$
begin
	return (
		select json_build_object(
			'tags', json_agg(json_build_object('word', w.word, 'meaning', w.meaning) order by w.place)
				filter (where w.kind = 'tag'),
			'labels', json_agg(json_build_object('word', w.word, 'meaning', w.meaning) order by w.place)
				filter (where w.kind = 'label'),
			'labels_max', 3)
		  from beat.review_word w);
end
$$;
comment on function beat.admin_review_words is 'The words of a review with their meanings.';

create function beat.review_leases_expire(in_project_id bigint) returns integer language plpgsql as $$
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
comment on function beat.review_leases_expire is
	'Gives overdue items back to the queue, a bounded number without waiting; null: of all projects.';

create function beat.review_remaining(in_project_id bigint, in_account_id bigint) returns json
	language plpgsql stable as $$
begin
	return (
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
		 where t.project_id = in_project_id);
end
$$;
comment on function beat.review_remaining is
	'What is left to review and to adjudicate, without what this reviewer has reviewed already.';
create index sample_half_idx on beat.sample (project_id) where state = 'waiting' and reviews_wanted = 2 and taken > 0;

create function beat.admin_review_queue(in_project text, in_account text) returns json language plpgsql stable as $$
declare
	p beat.project := beat.project_named(in_project);
	account bigint := in_account::bigint;
	day timestamptz := date_trunc('day', clock_timestamp(), 'UTC');
begin
	return json_build_object(
		'remaining', beat.review_remaining(p.id, account),
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
comment on function beat.admin_review_queue is 'The state of the review queue for one reviewer.';

-- The answer to a question in the HIT, with what led to it but nothing that tells who or what it was played against.
create function beat.review_questions(r beat.review, in_model boolean) returns json language plpgsql stable as $$
declare
	-- A finished review shows its own judgements, one that was taken back for another look those it had.
	shown bigint := case when r.state = 'finished' then r.id else (
		select max(x.id)
		  from beat.review x
		 where x.assignment_id = r.assignment_id and x.account_id = r.account_id and x.state = 'undone') end;
begin
	return (
		select coalesce(json_agg(json_build_object('id', q.id, 'seq', t.seq, 'question', t.question,
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
				'others', case when r.kind = 'adjudication' then beat.review_others(r.assignment_id, q.id) end)
			order by t.seq), '[]')
		  from beat.question q
		  join beat.attempt t on t.id = q.attempt_id
		 where q.assignment_id = r.assignment_id);
end
$$;
comment on function beat.review_questions is 'The questions of a HIT for its reviewer.';

create function beat.review_others(in_assignment_id bigint, in_question_id text) returns json
	language plpgsql stable as $$
begin
	return (
		select json_agg(json_build_object('reviewer', chr(64 + x.place::integer), 'valid', x.valid, 'tags', x.tags,
				'labels', x.labels, 'comment', x.comment) order by x.place)
		  from (select row_number() over (order by r.finished_at, r.id) as place, j.*
				  from beat.review r
				  join beat.judgement j on j.review_id = r.id
				 where r.assignment_id = in_assignment_id and r.kind = 'review' and r.state = 'finished'
				   and j.question_id = in_question_id) as x);
end
$$;
comment on function beat.review_others is 'What the two reviewers of a disputed HIT say of a question, as A and B.';

create function beat.review_item(r beat.review, in_identity boolean) returns json language plpgsql stable as $$
begin
	return (
		select json_build_object('review', r.id::text, 'hit', r.assignment_id::text, 'kind', r.kind,
			'expires_at', beat.iso(r.expires_at), 'state', r.state,
			'passage', json_build_object('id', x.id::text, 'title', d.title, 'text', x.text),
			'split', x.split, 'questions', beat.review_questions(r, not p.review_blind),
			'worker', case when not p.review_blind then beat.worker_shown(a.worker_id, in_identity) end,
			'model', case when not p.review_blind then json_build_object('name', m.name) end)
		  from beat.assignment a
		  join beat.project p on p.id = a.project_id
		  join beat.passage x on x.id = a.passage_id
		  join beat.document d on d.id = x.document_id
		  left join lateral (
			select t.model_id from beat.attempt t where t.assignment_id = a.id order by t.seq desc limit 1) as t on true
		  left join beat.model m on m.id = t.model_id
		 where a.id = r.assignment_id);
end
$$;
comment on function beat.review_item is
	'A HIT as its reviewer sees it; unless the project says otherwise, without worker and model.';

create function beat.admin_review_next(
	in_project text, in_queue text, in_account text, in_actor text, in_identity boolean)
	returns json language plpgsql
	set plan_cache_mode = force_generic_plan set jit = off
	set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off as $$
declare
	p beat.project := beat.project_named(in_project);
	account bigint := in_account::bigint;
	of_kind text := coalesce(nullif(in_queue, ''), 'review');
	hit bigint;
	r beat.review;
begin
	if of_kind not in ('review', 'adjudication') then
		perform beat.refuse(format('The queues are review and adjudication; there is no "%s".', of_kind));
	end if;
	perform beat.act_as('server');
	perform beat.review_leases_expire(p.id);
	perform beat.act_as(in_actor);
	-- A reviewer's own calls follow each other, or the limit would not hold.
	perform 1 from beat.account c where c.id = account for no key update;
	if (select count(*)
		  from beat.review x
		 where x.account_id = account and x.project_id = p.id and x.state = 'leased') >= 3 then
		perform beat.refuse_as('BE409', 'You hold three items already: finish or release one first.');
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
	return json_build_object('item', case when r.id is not null then beat.review_item(r, in_identity) end,
		'remaining', beat.review_remaining(p.id, account));
end
$$;
comment on function beat.admin_review_next is
	'Leases the next item of a queue to a reviewer: one that nobody else has and the reviewer has not had.';

create function beat.review_own(in_review text, in_account text) returns beat.review language plpgsql stable as $$
declare
	r beat.review;
begin
	select x.* into r
	  from beat.review x
	 where x.id = in_review::bigint and x.account_id = in_account::bigint;
	if not found then
		perform beat.refuse_as('BE404', 'There is no such review of yours.');
	end if;
	return r;
end
$$;
comment on function beat.review_own is 'A review of this reviewer, or the refusal BE404: others'' stay hidden.';

create function beat.admin_review(in_review text, in_account text, in_identity boolean) returns json
	language plpgsql stable as $$
declare
	r beat.review;
begin
	if in_identity then
		select x.* into r from beat.review x where x.id = in_review::bigint;
	end if;
	if r.id is null then
		r := beat.review_own(in_review, in_account);
	end if;
	return json_build_object('item', beat.review_item(r, in_identity),
		'remaining', beat.review_remaining(r.project_id, in_account::bigint));
end
$$;
comment on function beat.admin_review is 'One review: a reviewer''s own; those who may see identities see all.';

create function beat.admin_reviews(
	in_project text, in_before text, in_limit text, in_account text, in_identity boolean)
	returns json language plpgsql stable as $$
declare
	p beat.project := beat.project_named(in_project);
	size integer := beat.page_size(in_limit);
	items json[];
	cursors bigint[];
begin
	select array_agg(json_build_object('id', x.id::text, 'hit', x.assignment_id::text, 'kind', x.kind,
				'state', x.state, 'reviewer', case when in_account is null or in_identity then c.name end,
				'finished_at', beat.iso(x.finished_at), 'expires_at', beat.iso(x.expires_at),
				'questions', j.questions, 'valid', j.valid, 'sample', x.sample_state,
				'worker', case when in_account is null then beat.worker_shown(x.worker_id, in_identity) end,
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
comment on function beat.admin_reviews is
	'Reviews under way and finished, newest first: a reviewer''s own, or everybody''s if no account is given.';

-- Finishing.

create function beat.words_checked(in_kind text, given jsonb) returns text[] language plpgsql stable as $$
declare
	unknown text;
begin
	if given is null or jsonb_typeof(given) = 'null' then
		return '{}';
	end if;
	if jsonb_typeof(given) <> 'array' or jsonb_path_exists(given, 'strict $[*] ? (@.type() != "string")') then
		perform beat.refuse(format('%ss are a list of words, not %s.', in_kind, left(given::text, 100)));
	end if;
	select g into unknown
	  from jsonb_array_elements_text(given) as g
	 where not exists (select from beat.review_word w where w.kind = in_kind and w.word = g)
	 limit 1;
	if found then
		perform beat.refuse(format('There is no %s "%s"; there are %s.', in_kind, left(unknown, 100), (
			select string_agg(w.word, ', ' order by w.place) from beat.review_word w where w.kind = in_kind)));
	end if;
	return array(
		select w.word
		  from beat.review_word w
		 where w.kind = in_kind and given ? w.word
		 order by w.place);
end
$$;
comment on function beat.words_checked is 'Words of the catalogue, each once and in its order, or a refusal.';

create function beat.judgement_checked(given jsonb) returns jsonb language plpgsql stable as $$
declare
	tags text[];
	labels text[];
begin
	if jsonb_typeof(given) <> 'object' or jsonb_typeof(given -> 'valid') is distinct from 'boolean' then
		perform beat.refuse('A judgement is an object that says of a question whether it is valid: true or false.');
	end if;
	if jsonb_typeof(coalesce(given -> 'comment', '""')) not in ('string', 'null')
		or char_length(given ->> 'comment') > 4000 then
		perform beat.refuse('A comment is a text of at most 4000 characters.');
	end if;
	tags := beat.words_checked('tag', given -> 'tags');
	labels := beat.words_checked('label', given -> 'labels');
	if (given -> 'valid')::boolean and cardinality(tags) > 0 then
		perform beat.refuse('A valid question has no reason tags.');
	elsif not (given -> 'valid')::boolean and cardinality(tags) = 0 then
		perform beat.refuse('Say why a question is invalid: choose at least one reason tag.');
	elsif cardinality(labels) > 3 then
		perform beat.refuse('A question gets at most three labels.');
	end if;
	return jsonb_build_object('question', given ->> 'question', 'valid', given -> 'valid', 'tags', tags,
		'labels', labels, 'comment', coalesce(given ->> 'comment', ''));
end
$$;
comment on function beat.judgement_checked is 'A judgement in its normal form, or a refusal.';

create function beat.judgements_checked(in_assignment_id bigint, in_judgements text) returns jsonb
	language plpgsql stable as $$
declare
	given jsonb := in_judgements::jsonb;
	made jsonb;
	wanted text[] := array(select q.id::text from beat.question q where q.assignment_id = in_assignment_id order by q.id);
	said text[];
begin
	if jsonb_typeof(given) is distinct from 'array' then
		perform beat.refuse('A review is a list of judgements, one for each question.');
	end if;
	select coalesce(jsonb_agg(j order by j ->> 'question' collate "C"), '[]'),
		   coalesce(array_agg(j ->> 'question' order by j ->> 'question' collate "C"), '{}')
	  into made, said
	  from (select beat.judgement_checked(e) as j from jsonb_array_elements(given) as e) as x;
	if said is distinct from array(select w from unnest(wanted) as w order by w collate "C") then
		perform beat.refuse(format('Judge each of the %s questions of the HIT exactly once; %s.', cardinality(wanted),
			case when cardinality(said) < cardinality(wanted)
				then format('%s of them are missing', cardinality(wanted) - cardinality(said))
				else 'load it again' end));
	end if;
	return made;
end
$$;
comment on function beat.judgements_checked is 'The judgements of a review in normal form and order, or a refusal.';

create function beat.review_said(in_review_id bigint) returns jsonb language plpgsql stable as $$
begin
	return (
		select coalesce(jsonb_agg(jsonb_build_object('question', j.question_id, 'valid', j.valid, 'tags', j.tags,
				'labels', j.labels, 'comment', j.comment) order by j.question_id collate "C"), '[]')
		  from beat.judgement j
		 where j.review_id = in_review_id);
end
$$;
comment on function beat.review_said is 'The judgements of a review as judgements_checked() writes them.';

create function beat.review_outcome(in_assignment_id bigint) returns json language plpgsql stable as $$
begin
	return (
		select json_build_object('settled', s.state = 'settled', 'disputed', s.state = 'disputed')
		  from beat.sample s
		 where s.assignment_id = in_assignment_id);
end
$$;
comment on function beat.review_outcome is 'What a reviewer hears after finishing: nothing of the worker''s rate.';

-- Locks what a finished review may change, in order: the worker, work in hand, the sample.
create function beat.sample_locked(in_assignment_id bigint) returns beat.sample language plpgsql as $$
declare
	s beat.sample;
begin
	select x.* into s from beat.sample x where x.assignment_id = in_assignment_id;
	perform beat.worker_hold(s.worker_id, s.project_id);
	select x.* into s from beat.sample x where x.assignment_id = in_assignment_id for no key update;
	return s;
end
$$;
comment on function beat.sample_locked is 'A sample, with its worker and what the worker has in hand locked first.';

create function beat.admin_review_finish(in_review text, in_judgements text, in_account text, in_actor text)
	returns json language plpgsql as $$
declare
	r beat.review := beat.review_own(in_review, in_account);
	s beat.sample;
	said jsonb;
begin
	perform beat.act_as(in_actor);
	s := beat.sample_locked(r.assignment_id);
	select x.* into r from beat.review x where x.id = r.id for no key update;
	said := beat.judgements_checked(r.assignment_id, in_judgements);
	if r.state = 'finished' then
		if said <> beat.review_said(r.id) then
			perform beat.refuse_as('BE409', 'This review is finished with other judgements: undo it first.');
		end if;
		return beat.review_outcome(r.assignment_id);
	end if;
	if r.state = 'undone' then
		perform beat.refuse_as('BE409', 'This review was taken back: finish the one that came for it.');
	elsif r.state = 'released' then
		perform beat.refuse_as('BE410', 'You have released this item; it went back to the queue.');
	elsif r.state = 'expired' then
		perform beat.review_retake(r, s);
	end if;
	insert into beat.judgement (review_id, question_id, valid, tags, labels, comment)
	select r.id, j.question, j.valid, j.tags, j.labels, j.comment
	  from jsonb_to_recordset(said) as j (question text, valid boolean, tags text[], labels text[], comment text);
	update beat.review x set state = 'finished', finished_at = clock_timestamp() where x.id = r.id returning x.* into r;
	perform beat.event_add('review.finish', s.project_id, s.worker_id, s.assignment_id, jsonb_build_object(
		'review', r.id::text, 'kind', r.kind, 'questions', jsonb_array_length(said),
		'valid', jsonb_array_length(jsonb_path_query_array(said, '$[*] ? (@.valid == true)'))));
	perform beat.review_weigh(r, s);
	perform beat.changed('review', s.project_id, null);
	return beat.review_outcome(r.assignment_id);
end
$$;
comment on function beat.admin_review_finish is
	'Stores a review''s judgements, once, and draws the consequences; the same again is fine.';

-- An overdue lease may still be finished as long as nobody else took the place.
create function beat.review_retake(r beat.review, s beat.sample) returns void language plpgsql as $$
begin
	if s.state <> (case r.kind when 'review' then 'waiting' else 'disputed' end)
		or s.taken >= (case r.kind when 'review' then s.reviews_wanted else 1 end)
		or exists (
			select from beat.review x
			 where x.assignment_id = s.assignment_id and x.account_id = r.account_id
			   and x.state in ('leased', 'finished')) then
		perform beat.refuse_as('BE410', 'Your time for this item was over, and somebody else has taken it.');
	end if;
	update beat.sample x set taken = x.taken + 1 where x.assignment_id = s.assignment_id;
end
$$;
comment on function beat.review_retake is 'Takes the place of a review that expired again, or refuses.';

create function beat.agreement_count(r beat.review, in_project_id bigint, in_sign integer) returns void
	language plpgsql as $$
begin
	insert into beat.agreement as t (project_id, first_account_id, second_account_id)
	select in_project_id, f.account_id, r.account_id
	  from beat.review f
	 where in_sign > 0 and f.assignment_id = r.assignment_id and f.kind = 'review' and f.state = 'finished'
	   and f.id <> r.id
	on conflict on constraint agreement_pkey do nothing;
	update beat.agreement t
	   set vv = t.vv + in_sign * n.vv, vi = t.vi + in_sign * n.vi, iv = t.iv + in_sign * n.iv,
		   ii = t.ii + in_sign * n.ii
	  from (select f.account_id as first_id, x.account_id as second_id,
				   count(*) filter (where a.valid and b.valid) as vv,
				   count(*) filter (where a.valid and not b.valid) as vi,
				   count(*) filter (where not a.valid and b.valid) as iv,
				   count(*) filter (where not a.valid and not b.valid) as ii
			  from beat.review f
			  join beat.review x on x.assignment_id = f.assignment_id and (x.finished_at, x.id) > (f.finished_at, f.id)
			  join beat.judgement a on a.review_id = f.id
			  join beat.judgement b on b.review_id = x.id and b.question_id = a.question_id
			 where f.assignment_id = r.assignment_id and f.kind = 'review' and x.kind = 'review'
			   and f.state = 'finished' and x.state = 'finished'
			 group by f.account_id, x.account_id) as n
	 where t.project_id = in_project_id and t.first_account_id = n.first_id and t.second_account_id = n.second_id;
end
$$;
comment on function beat.agreement_count is
	'Counts how the two finished reviews of a HIT agree (1), or takes that back (-1).';

create function beat.review_weigh(r beat.review, s beat.sample) returns void language plpgsql as $$
declare
	other beat.review;
begin
	if r.kind = 'adjudication' or s.reviews_wanted = 1 then
		perform beat.sample_settle(s, r.id, r);
		return;
	end if;
	select x.* into other
	  from beat.review x
	 where x.assignment_id = s.assignment_id and x.kind = 'review' and x.state = 'finished' and x.id <> r.id;
	if not found then
		return;
	end if;
	perform beat.agreement_count(r, s.project_id, 1);
	if exists (
			select from beat.judgement a
			  join beat.judgement b on b.review_id = r.id and b.question_id = a.question_id
			 where a.review_id = other.id and a.valid <> b.valid) then
		update beat.sample x set state = 'disputed', taken = 0 where x.assignment_id = s.assignment_id;
		perform beat.event_add('review.dispute', s.project_id, s.worker_id, s.assignment_id,
			jsonb_build_object('reviews', jsonb_build_array(other.id::text, r.id::text)));
	else
		perform beat.sample_settle(s, other.id, r);
	end if;
end
$$;
comment on function beat.review_weigh is
	'What a finished review leads to: a settled sample, a dispute, or waiting for the second one.';

create function beat.sample_settle(s beat.sample, in_review_id bigint, cause beat.review) returns void
	language plpgsql as $$
declare
	n record;
	invalid record;
begin
	select count(*)::integer as questions, (count(*) filter (where j.valid))::integer as valid into n
	  from beat.judgement j
	 where j.review_id = in_review_id;
	update beat.sample x
	   set state = 'settled', review_id = in_review_id, settled_at = clock_timestamp()
	 where x.assignment_id = s.assignment_id;
	update beat.question q
	   set labels = j.labels
	  from beat.judgement j
	 where j.review_id = in_review_id and q.id = j.question_id and q.labels <> j.labels;
	for invalid in
		select j.question_id, array_to_string(j.tags, ', ') || coalesce(': ' || nullif(btrim(left(j.comment, 800)), ''), '')
				as reason
		  from beat.judgement j
		 where j.review_id = in_review_id and not j.valid
		 order by j.question_id
	loop
		perform beat.question_discard(array[invalid.question_id], 'review', null, in_review_id, invalid.reason);
	end loop;
	update beat.participation q
	   set reviewed_hits = q.reviewed_hits + 1, valid_hits = q.valid_hits + (n.valid = n.questions)::integer,
		   reviewed_questions = q.reviewed_questions + n.questions, valid_questions = q.valid_questions + n.valid
	 where q.worker_id = s.worker_id and q.project_id = s.project_id;
	perform beat.changed('worker', s.project_id, s.worker_id::text);
	perform beat.rate_check(s.worker_id, s.project_id, cause.id);
end
$$;
comment on function beat.sample_settle is
	'A review''s judgements count from now on: labels, discards, the worker''s rate and what follows from it. The cause '
	'is the review that was finished last.';

create function beat.admin_review_release(in_review text, in_account text, in_actor text) returns json
	language plpgsql as $$
declare
	r beat.review := beat.review_own(in_review, in_account);
	s beat.sample;
begin
	perform beat.act_as(in_actor);
	select x.* into s from beat.sample x where x.assignment_id = r.assignment_id for no key update;
	select x.* into r from beat.review x where x.id = r.id for no key update;
	if r.state = 'finished' then
		perform beat.refuse_as('BE409', 'This review is finished; it can be undone, not released.');
	elsif r.state = 'leased' then
		update beat.review x set state = 'released' where x.id = r.id;
		update beat.sample x set taken = x.taken - 1 where x.assignment_id = r.assignment_id;
		perform beat.changed('review', s.project_id, null);
	end if;
	return json_build_object('released', true);
end
$$;
comment on function beat.admin_review_release is 'Gives an item back to the queue; again is fine.';

-- Undo.

create function beat.undo_checked(r beat.review, s beat.sample) returns void language plpgsql as $$
begin
	if r.state <> 'finished' then
		perform beat.refuse_as('BE409', 'Only a finished review can be undone.');
	elsif r.finished_at < clock_timestamp() - interval '30 minutes' then
		perform beat.refuse_as('BE409', 'A review can be undone for half an hour; that is over.');
	elsif r.kind = 'review' and exists (
			select from beat.review x
			 where x.assignment_id = r.assignment_id and x.kind = 'adjudication' and x.state in ('leased', 'finished')) then
		perform beat.refuse_as('BE409', 'Somebody is deciding on this HIT, or has decided: it cannot be undone any more.');
	elsif exists (
			select from beat.revocation v
			 where v.worker_id = s.worker_id and v.project_id = s.project_id and v.at >= r.finished_at
			   and v.state in ('proposed', 'done')) then
		perform beat.refuse_as('BE409', 'A revocation was built on this review: it cannot be undone any more.');
	end if;
end
$$;
comment on function beat.undo_checked is 'Refuses to undo a review that something has been built on.';

create function beat.sample_unsettle(s beat.sample) returns void language plpgsql as $$
declare
	n record;
begin
	select count(*)::integer as questions, (count(*) filter (where j.valid))::integer as valid into n
	  from beat.judgement j
	 where j.review_id = s.review_id;
	perform beat.question_restore(
		array(select d.question_id from beat.discard d where d.review_id = s.review_id and d.undone_at is null),
		'review', null, s.review_id, 'The review was taken back.');
	update beat.question q set labels = '{}' where q.assignment_id = s.assignment_id and q.labels <> '{}';
	update beat.participation q
	   set reviewed_hits = q.reviewed_hits - 1, valid_hits = q.valid_hits - (n.valid = n.questions)::integer,
		   reviewed_questions = q.reviewed_questions - n.questions, valid_questions = q.valid_questions - n.valid
	 where q.worker_id = s.worker_id and q.project_id = s.project_id;
	perform beat.changed('worker', s.project_id, s.worker_id::text);
end
$$;
comment on function beat.sample_unsettle is 'Takes back what settling a sample did.';

create function beat.admin_review_undo(in_review text, in_account text, in_actor text) returns json
	language plpgsql as $$
declare
	r beat.review := beat.review_own(in_review, in_account);
	s beat.sample;
	fresh beat.review;
	p beat.project;
begin
	perform beat.act_as(in_actor);
	s := beat.sample_locked(r.assignment_id);
	select x.* into r from beat.review x where x.id = r.id for no key update;
	perform beat.undo_checked(r, s);
	if s.state = 'settled' then
		perform beat.sample_unsettle(s);
	end if;
	if r.kind = 'review' and s.reviews_wanted = 2 then
		perform beat.agreement_count(r, s.project_id, -1);
	end if;
	update beat.sample x
	   set state = case r.kind when 'review' then 'waiting' else 'disputed' end, review_id = null, settled_at = null,
		   taken = case r.kind when 'review' then (
				select count(*) from beat.review y
				 where y.assignment_id = x.assignment_id and y.kind = 'review' and y.state in ('leased', 'finished'))
			else 1 end
	 where x.assignment_id = r.assignment_id;
	update beat.review x set state = 'undone' where x.id = r.id;
	select x.* into p from beat.project x where x.id = s.project_id;
	insert into beat.review as x (assignment_id, project_id, account_id, kind, expires_at)
	values (r.assignment_id, p.id, r.account_id, r.kind,
		clock_timestamp() + make_interval(secs => p.review_lease_seconds))
	returning x.* into fresh;
	perform beat.event_add('review.undo', s.project_id, s.worker_id, s.assignment_id,
		jsonb_build_object('review', r.id::text, 'before', 'finished', 'after', 'undone', 'again', fresh.id::text));
	perform beat.changed('review', s.project_id, null);
	return json_build_object('item', beat.review_item(fresh, false),
		'remaining', beat.review_remaining(s.project_id, r.account_id));
end
$$;
comment on function beat.admin_review_undo is
	'Takes a finished review back, with all it did, and leases the item again with the judgements it had.';

-- Agreement.

create function beat.kappa(vv bigint, vi bigint, iv bigint, ii bigint) returns double precision
	language sql immutable parallel safe
	-- (po - pe) / (1 - pe) with po = (vv + ii) / n and pe = (v1 v2 + i1 i2) / n², all times n².
	return ((vv + ii) * (vv + vi + iv + ii) - (vv + vi) * (vv + iv) - (iv + ii) * (vi + ii))::numeric
		/ nullif((vv + vi + iv + ii) * (vv + vi + iv + ii) - (vv + vi) * (vv + iv) - (iv + ii) * (vi + ii), 0)::numeric;
comment on function beat.kappa is
	'Cohen''s kappa of two reviewers: agreement beyond chance; null if there is nothing but chance.';

create function beat.admin_agreement(in_project text) returns json language plpgsql stable as $$
declare
	p beat.project := beat.project_named(in_project);
begin
	return (
		select json_build_object('pairs', n.vv + n.vi + n.iv + n.ii, 'agree', n.vv + n.ii,
			'percentage', beat.wilson(n.vv + n.ii, n.vv + n.vi + n.iv + n.ii),
			'kappa', beat.kappa(n.vv, n.vi, n.iv, n.ii),
			'table', json_build_object('vv', n.vv, 'vi', n.vi, 'iv', n.iv, 'ii', n.ii),
			'by_pair', (
				select coalesce(json_agg(json_build_object('a', x.a, 'b', x.b, 'n', x.vv + x.vi + x.iv + x.ii,
						'agree', x.vv + x.ii, 'kappa', beat.kappa(x.vv, x.vi, x.iv, x.ii)) order by x.a, x.b), '[]')
				  from (select least(c.name, d.name) as a, greatest(c.name, d.name) as b, sum(t.vv)::bigint as vv,
							   sum(case when c.name < d.name then t.vi else t.iv end)::bigint as vi,
							   sum(case when c.name < d.name then t.iv else t.vi end)::bigint as iv,
							   sum(t.ii)::bigint as ii
						  from beat.agreement t
						  join beat.account c on c.id = t.first_account_id
						  join beat.account d on d.id = t.second_account_id
						 where t.project_id = p.id
						 group by 1, 2
						having sum(t.vv + t.vi + t.iv + t.ii) > 0) as x))
		  from (select coalesce(sum(t.vv), 0)::bigint as vv, coalesce(sum(t.vi), 0)::bigint as vi,
					   coalesce(sum(t.iv), 0)::bigint as iv, coalesce(sum(t.ii), 0)::bigint as ii
				  from beat.agreement t
				 where t.project_id = p.id) as n);
end
$$;
comment on function beat.admin_agreement is
	'How often two reviewers of a HIT agree on its questions, from counters; with Cohen''s kappa, also by pair.';

-- The proof of these counters, in the form of the other recounts.

create function beat.recount_reviews()
	returns table (counter text, key jsonb, stored bigint, recounted bigint) language sql stable
begin atomic
	select v.counter, jsonb_build_object('batch_id', b.id, 'project_id', b.project_id), v.stored, v.recounted
	  from beat.batch b
	 cross join lateral (
		select coalesce(sum(y.waiting), 0) as waiting, coalesce(sum(y.disputed), 0) as disputed,
			   coalesce(sum(y.held), 0) as held, coalesce(sum(y.settled), 0) as settled
		  from beat.sample_tally y
		 where y.batch_id = b.id) as t
	  left join (
		select s.batch_id, count(*) filter (where s.state = 'waiting' and not s.held) as waiting,
			   count(*) filter (where s.state = 'disputed' and not s.held) as disputed,
			   count(*) filter (where s.state <> 'settled' and s.held) as held,
			   count(*) filter (where s.state = 'settled') as settled
		  from beat.sample s
		 group by s.batch_id) as s on s.batch_id = b.id
	 cross join lateral (values
		('sample_tally.waiting', t.waiting, coalesce(s.waiting, 0)),
		('sample_tally.disputed', t.disputed, coalesce(s.disputed, 0)),
		('sample_tally.held', t.held, coalesce(s.held, 0)),
		('sample_tally.settled', t.settled, coalesce(s.settled, 0))) as v (counter, stored, recounted)
	 where v.stored <> v.recounted
	union all
	select v.counter, jsonb_build_object('project_id', project_id, 'first_account_id', first_account_id,
			'second_account_id', second_account_id), v.stored, v.recounted
	  from beat.agreement t
	  full join (
		select f.project_id, f.account_id as first_account_id, x.account_id as second_account_id,
			   count(*) filter (where a.valid and b.valid) as vv,
			   count(*) filter (where a.valid and not b.valid) as vi,
			   count(*) filter (where not a.valid and b.valid) as iv,
			   count(*) filter (where not a.valid and not b.valid) as ii
		  from beat.review f
		  join beat.review x on x.assignment_id = f.assignment_id and (x.finished_at, x.id) > (f.finished_at, f.id)
		  join beat.judgement a on a.review_id = f.id
		  join beat.judgement b on b.review_id = x.id and b.question_id = a.question_id
		 where f.kind = 'review' and x.kind = 'review' and f.state = 'finished' and x.state = 'finished'
		 group by f.project_id, f.account_id, x.account_id) as n using (project_id, first_account_id, second_account_id)
	 cross join lateral (values
		('agreement.vv', coalesce(t.vv, 0), coalesce(n.vv, 0)),
		('agreement.vi', coalesce(t.vi, 0), coalesce(n.vi, 0)),
		('agreement.iv', coalesce(t.iv, 0), coalesce(n.iv, 0)),
		('agreement.ii', coalesce(t.ii, 0), coalesce(n.ii, 0))) as v (counter, stored, recounted)
	 where v.stored <> v.recounted
	union all
	select 'sample.taken', jsonb_build_object('assignment_id', s.assignment_id), s.taken, coalesce(r.n, 0)
	  from beat.sample s
	  left join (
		select x.assignment_id, x.kind, count(*) as n
		  from beat.review x
		 where x.state in ('leased', 'finished')
		 group by x.assignment_id, x.kind) as r
		on r.assignment_id = s.assignment_id and r.kind = case s.state when 'disputed' then 'adjudication' else 'review' end
	 where s.state <> 'settled' and s.taken <> coalesce(r.n, 0);
end;
comment on function beat.recount_reviews is
	'Counters of samples, agreement and reviews under way that differ from a recount.';
