-- Batches and samples: which HITs people look at. First what all of the dashboard's functions share.
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
