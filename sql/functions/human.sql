-- Human performance: what people reach on the questions, by one validator a question, drawn with a seed.

-- The 95 % percentile interval of a mean by 1,000 resamples that the seed draws; above 4,000 scores its normal limit.
-- Resampling a thousand times takes long for many values; then the bootstrap''s mean is all but normal, and its limit is
-- taken instead. MINSTD draws: it is the same on every machine.
create function bootstrap(scores float8[], seed text, out low float8, out high float8)
	language plpgsql immutable parallel safe as $$
declare
	n constant integer := cardinality(scores);
	rounds constant integer := 1000;
	state bigint := 1 + seeded_hash(seed, 'bootstrap') % 2147483646;
	total float8;
	means float8[] := '{}';
	centre record;
begin
	if n > 4000 then
		select avg(x) as mean, 1.959963984540054 * stddev_pop(x) / sqrt(n) as half into centre from unnest(scores) as x;
		low := greatest(0, centre.mean - centre.half);
		high := least(1, centre.mean + centre.half);
		return;
	end if;
	for round in 1 .. rounds loop
		total := 0;
		for i in 1 .. n loop
			state := state * 48271 % 2147483647;
			total := total + scores[1 + state % n];
		end loop;
		means := means || total / n;
	end loop;
	select percentile_disc(0.025) within group (order by x), percentile_disc(0.975) within group (order by x)
	  into low, high
	  from unnest(means) as x;
end
$$;

-- For each question that had all its votes at a moment: the score of the one that the seed draws of those that counted,
-- their mean and best.
create function human_scores(in_project_id bigint, in_as_of timestamptz, seed text)
	returns table (id text, split text, is_in boolean, one_exact boolean, one_f1 numeric, mean_exact numeric, mean_f1 numeric,
		best_exact boolean, best_f1 numeric)
	language sql stable as $$
	select v.id::text, case v.cause when 'lost' then 'lost' else v.split::text end, v.cause = 'lost' or coalesce(s.valid, false),
		   q.exact[i.place], q.f1[i.place], q.mean_exact, q.mean_f1, q.best_exact, q.best_f1
	  from (
		select x.validation_id, count(*) as n, array_agg(x.exact order by x.cast_at, x.id) as exact,
			   array_agg(2.0 * x.shared / (x.vote_tokens + x.original_tokens) order by x.cast_at, x.id) as f1,
			   avg(x.exact::integer) as mean_exact, avg(2.0 * x.shared / (x.vote_tokens + x.original_tokens)) as mean_f1,
			   bool_or(x.exact) as best_exact, max(2.0 * x.shared / (x.vote_tokens + x.original_tokens)) as best_f1
		  from votes_at(in_project_id, in_as_of) as x
		 where x.counted
		 group by x.validation_id
	  ) as q
	 cross join lateral (select seeded_place(seed, q.validation_id, q.n) as place) as i
	  join beat.validation v on v.id = q.validation_id
	  left join question_standing(in_project_id, in_as_of) as s on s.question_id = q.validation_id
	 where (question_decided(v.id, in_as_of)).state <> 'waiting';
$$;

-- EM and F1 of validators against the authors, times 100: one drawn for each question, the mean and the best of them.
create function human_performance(in_project_id bigint, in_as_of timestamptz, seed text) returns json
	language sql stable as $$
	with h as materialized (
		select * from human_scores(in_project_id, in_as_of, seed)
	), n as (
		select h.split, a.every, count(*) as questions,
			   array_agg(h.one_exact::integer::float8 order by h.id collate "C") as ems,
			   array_agg(h.one_f1::float8 order by h.id collate "C") as f1s,
			   json_build_object('em', round(100 * avg(h.one_exact::integer), 4), 'f1', round(100 * avg(h.one_f1), 4)) as one,
			   json_build_object('em', round(100 * avg(h.mean_exact), 4), 'f1', round(100 * avg(h.mean_f1), 4)) as mean,
			   json_build_object('em', round(100 * avg(h.best_exact::integer), 4), 'f1', round(100 * avg(h.best_f1), 4)) as best
		  from h
		 cross join (values (false), (true)) as a (every)
		 where a.every or h.is_in
		 group by h.split, a.every
	)
	select coalesce(json_agg(json_build_object('split', x.split, 'questions', coalesce(n.questions, 0),
			'one', n.one::jsonb || jsonb_build_object('em_low', round(100 * e.low::numeric, 4),
				'em_high', round(100 * e.high::numeric, 4), 'f1_low', round(100 * f.low::numeric, 4),
				'f1_high', round(100 * f.high::numeric, 4)),
			'mean', n.mean, 'best', n.best,
			'validated', json_build_object('questions', a.questions, 'one', a.one, 'mean', a.mean, 'best', a.best))
		order by x.place), '[]')
	  from unnest(array['train', 'dev', 'test', 'lost']) with ordinality as x (split, place)
	  join n a on a.split = x.split and a.every
	  left join n on n.split = x.split and not n.every
	  left join lateral bootstrap(n.ems, seed || ':em:' || x.split) as e on n.questions > 0
	  left join lateral bootstrap(n.f1s, seed || ':f1:' || x.split) as f on n.questions > 0
$$;

-- EM and F1 of every answer, the author's among them, against the best of the others to the same question, times 100.
-- Questions that are in and had all their votes at the moment; a vote without an answer is none.
create function human_leave_one_out(in_project_id bigint, in_as_of timestamptz) returns json
	language sql stable as $$
	with v as materialized (
		select x.id, x.validation_id, s.split, x.normal, x.exact, 2.0 * x.shared / (x.vote_tokens + x.original_tokens) as f1
		  from votes_at(in_project_id, in_as_of) as x
		  join question_standing(in_project_id, in_as_of) as s on s.question_id = x.validation_id and s.valid
		 where x.counted and x.answer_text is not null and (question_decided(x.validation_id, in_as_of)).state <> 'waiting'
	), a as (
		select v.split, v.exact or coalesce(o.exact, false) as exact, greatest(v.f1, o.f1) as f1
		  from v
		 cross join lateral (
			select bool_or(w.normal = v.normal) as exact, max(tokens_f1(w.normal, v.normal)) as f1
			  from v w where w.validation_id = v.validation_id and w.id <> v.id) as o
		 union all
		select v.split, bool_or(v.exact), max(v.f1) from v group by v.split, v.validation_id
	)
	select coalesce(json_agg(json_build_object('split', x.split, 'answers', x.n, 'em', x.em, 'f1', x.f1)
			order by array_position(array['train', 'dev', 'test'], x.split::text)), '[]')
	  from (select a.split, count(*) as n, round(100 * avg(a.exact::integer), 4) as em, round(100 * avg(a.f1), 4) as f1
			  from a group by a.split) as x
$$;

-- Whether a question of a project was decided before it had the votes that are asked for.
create function votes_stopped_early(p beat.project) returns boolean language plpgsql stable as $$
declare
	number integer := validation_number(p);
begin
	return exists (
		select from beat.validation v
		 where v.project_id = p.id and v.cause <> 'further' and votes_decided(v.state) and v.votes < number);
end
$$;

-- What the figures of human performance mean, where some questions were decided early or where none was.
create function human_definitions(early boolean) returns json
	language sql immutable as $$
	select json_build_object(
		'questions', format('Questions that are in the dataset and %s; "lost" are attempts that the model won.', d.which),
		'one', 'One validator for each question, drawn by the seed, against the author''s answer; an unanswerable vote scores 0.',
		'mean', 'The mean over all validators of a question, then over the questions.',
		'best', 'The best validator of each question.',
		'leave_one_out', 'Every answer, the author''s among them, against the best of the others to the same question; votes without an answer are none.',
		'validated', format('The same over all questions that %s, also those that the votes put out.', d.which),
		'interval', '95 % percentile interval of 1,000 bootstrap resamples of the questions, drawn by the seed; above 4,000 '
			'questions its normal limit.',
		'reference', 'Bartolo et al., Beat the AI (2020), Table 2.')
	  from (select case when early then 'were decided by their votes, some before all were given'
			else 'have all their votes' end as which) as d
$$;

-- Human performance on the paper's datasets.
create function human_reference() returns json
	language sql immutable as $$
	select json_build_array(
		json_build_object('name', 'D_BiDAF', 'split', 'dev', 'em', 63.0, 'f1', 76.9),
		json_build_object('name', 'D_BiDAF', 'split', 'test', 'em', 62.6, 'f1', 78.5),
		json_build_object('name', 'D_BERT', 'split', 'dev', 'em', 59.2, 'f1', 74.3),
		json_build_object('name', 'D_BERT', 'split', 'test', 'em', 63.9, 'f1', 76.9),
		json_build_object('name', 'D_RoBERTa', 'split', 'dev', 'em', 58.1, 'f1', 72.0),
		json_build_object('name', 'D_RoBERTa', 'split', 'test', 'em', 58.7, 'f1', 73.7))
$$;

-- What validators reach on a project's questions, beside the paper's.
create function admin_human_performance(in_project text, in_seed text) returns json
	language plpgsql stable set jit = off as $$
declare
	p beat.project := project_named(in_project);
	seed text := coalesce(nullif(in_seed, ''), '1');
begin
	if seed !~ '^[0-9A-Za-z._-]{1,64}$' then
		perform refuse('A seed has 1 to 64 letters, digits, dots, lines and underscores.', 'seed');
	end if;
	return json_build_object('seed', seed, 'splits', human_performance(p.id, clock_timestamp(), seed),
		'leave_one_out', human_leave_one_out(p.id, clock_timestamp()),
		'reference', human_reference(), 'definitions', human_definitions(votes_stopped_early(p)));
end
$$;
