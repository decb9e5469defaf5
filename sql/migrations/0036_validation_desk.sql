-- The validation desk: how far validation is, how well validators agree, what people reach on the questions, and whose
-- votes do not count.
--
-- What votes are compared by was made by the scorer when they were cast (vote.normal, shared, …), so that nothing here
-- normalises anything. Sums and means are exact: fractions are added as numerics, in any order.

-- Agreement. All votes of all questions that have two or more, compared in pairs.

-- Answers have a few tokens: looking each up in the rest of the other is quicker than grouping them.
create function beat.shared_tokens(a text[], b text[]) returns integer language plpgsql immutable strict parallel safe as $$
declare
	token text;
	place integer;
	shared integer := 0;
begin
	foreach token in array a loop
		place := array_position(b, token);
		if place is not null then
			b[place] := null;
			shared := shared + 1;
		end if;
	end loop;
	return shared;
end
$$;
comment on function beat.shared_tokens is 'How many tokens two answers share, each as often as both have it.';

create function beat.tokens_f1(a text, b text) returns numeric language plpgsql immutable parallel safe as $$
declare
	one text[];
	other text[];
begin
	-- Most pairs are equal, or of one side without an answer.
	if a is not distinct from b then
		return 1;
	elsif a is null or b is null then
		return 0;
	end if;
	one := string_to_array(a, ' ');
	other := string_to_array(b, ' ');
	return 2.0 * beat.shared_tokens(one, other) / (cardinality(one) + cardinality(other));
end
$$;
comment on function beat.tokens_f1 is
	'F1 of two normalised answers, null for none: two validators who both find no answer agree.';

create function beat.vote_pairs(in_project_id bigint, in_as_of timestamptz, bound text)
	returns table (validation_id text, first_id bigint, second_id bigint, first_counts boolean, second_counts boolean,
		same boolean, f1 numeric)
	language plpgsql stable as $$
begin
	return query
	with v as materialized (
		select x.* from beat.votes_at(in_project_id, in_as_of) as x where x.validation_id < bound
	)
	select a.validation_id::text, a.worker_id, b.worker_id, a.counted, b.counted, a.normal is not distinct from b.normal,
		   beat.tokens_f1(a.normal, b.normal)
	  from v a
	  join v b on b.validation_id = a.validation_id and b.id > a.id;
end
$$;
comment on function beat.vote_pairs is
	'Every two votes on the same question: same if their normalised answers are equal or both have none, and their F1.';

-- Krippendorff's alpha for nominal values with missing ones: 1 - observed / expected disagreement, in the units that
-- have two values or more.
create function beat.krippendorff_alpha(units text[], vals text[]) returns numeric
	language plpgsql immutable parallel safe as $$
begin
	return (
		with c as (
			select t.u, t.v, count(*)::numeric as n
			  from unnest(units, vals) as t (u, v)
			 where t.v is not null
			 group by t.u, t.v
		), m as (
			select c.u, sum(c.n) as n, (sum(c.n) ^ 2 - sum(c.n ^ 2)) / nullif(sum(c.n) - 1, 0) as apart
			  from c
			 group by c.u
			having sum(c.n) >= 2
		), e as (
			select sum(c.n) as n from c join m on m.u = c.u group by c.v
		), w as (
			select (select sum(m.n) from m) as n, (select sum(m.apart) from m) as apart, (select sum(e.n ^ 2) from e) as squares
		)
		select round(1 - (w.n - 1) * w.apart / nullif(w.n ^ 2 - w.squares, 0), 6) from w);
end
$$;
comment on function beat.krippendorff_alpha is
	'Agreement beyond chance of nominal values given to units; null if nothing varies or no unit has two values.';

create function beat.vote_alpha(in_project_id bigint, in_as_of timestamptz, bound text) returns numeric
	language plpgsql stable as $$
declare
	units text[];
	spans text[];
begin
	select array_agg(v.validation_id::text), array_agg(case when v.answer_start is null then 'none'
			else concat_ws(' ', x.passage_id, v.answer_start, v.answer_end) end)
	  into units, spans
	  from beat.votes_at(in_project_id, in_as_of) as v
	  join beat.validation x on x.id = v.validation_id
	 where v.counted and v.validation_id < bound;
	return beat.krippendorff_alpha(units, spans);
end
$$;
comment on function beat.vote_alpha is
	'Krippendorff''s alpha of the counted votes: two values are equal if they are the same span of the same passage, or both '
	'say that there is no answer.';

-- Far below: at least twenty pairs on either side, ten points below how the others agree with each other, and the upper
-- end of the interval below that as well.
create function beat.far_below(k bigint, n bigint, others_k bigint, others_n bigint) returns boolean
	language sql immutable parallel safe
	return coalesce(n >= 20 and others_n >= 20 and 10 * (others_k * n - k * others_n) >= others_n * n
		and (beat.wilson(k, n) ->> 'high')::numeric < others_k::numeric / others_n, false);
comment on function beat.far_below is
	'Whether a validator, with k of n pairs the same, is to be looked at, when the others have others_k of others_n.';

-- One row a validator, and one with null for all counted votes together. Of a validator whose votes are excluded it is
-- told how they agree with those that count.
create function beat.agreement_pairs(in_project_id bigint, in_as_of timestamptz, bound text)
	returns table (worker_id bigint, pairs bigint, same bigint, f1 numeric, questions bigint)
	language plpgsql stable as $$
begin
	return query
	with p as materialized (
		select * from beat.vote_pairs(in_project_id, in_as_of, bound)
	), sides as (
		select p.first_id as worker_id, p.same, p.f1 from p where p.second_counts
		union all
		select p.second_id, p.same, p.f1 from p where p.first_counts
	)
	select s.worker_id, count(*), count(*) filter (where s.same), avg(s.f1), null::bigint from sides s group by s.worker_id
	union all
	select null, count(*), count(*) filter (where p.same), avg(p.f1), pg_catalog.count(distinct p.validation_id)
	  from p
	 where p.first_counts and p.second_counts;
end
$$;
comment on function beat.agreement_pairs is 'Pairs of votes, how many are the same, and their mean F1: all, and by validator.';

create function beat.agreement_validators(
	in_project_id bigint, in_as_of timestamptz, bound text, agreed jsonb, in_identity boolean)
	returns jsonb language plpgsql stable as $$
begin
	return (
		select coalesce(jsonb_agg(jsonb_build_object('worker', beat.worker_shown(v.worker_id, in_identity),
				'votes', v.votes, 'pairs', coalesce(a.pairs, 0), 'exact', beat.wilson(coalesce(a.same, 0), coalesce(a.pairs, 0)),
				'f1', round(a.f1, 6), 'with_original', jsonb_build_object('exact', beat.wilson(v.exact, v.votes),
					'f1', round(v.f1, 6)),
				'unanswerable', v.unanswerable, 'far_below', beat.far_below(a.same, a.pairs,
					w.same - case when v.counted then a.same else 0 end,
					w.pairs - case when v.counted then a.pairs else 0 end),
				'excluded', not v.counted) order by v.worker_id), '[]')
		  from (
			select x.worker_id, x.counted, count(*) as votes, count(*) filter (where x.exact) as exact,
				   avg(2.0 * x.shared / (x.vote_tokens + x.original_tokens)) as f1,
				   count(*) filter (where x.answer_text is null) as unanswerable
			  from beat.votes_at(in_project_id, in_as_of) as x
			 where x.validation_id < bound
			 group by x.worker_id, x.counted) as v
		  left join jsonb_to_recordset(agreed) as a (worker_id bigint, pairs bigint, same bigint, f1 numeric)
			on a.worker_id = v.worker_id
		 cross join (
			select y.pairs, y.same
			  from jsonb_to_recordset(agreed) as y (worker_id bigint, pairs bigint, same bigint)
			 where y.worker_id is null) as w);
end
$$;
comment on function beat.agreement_validators is 'Each validator against the others and against the authors.';

create function beat.question_agreement(in_project_id bigint, in_id text, in_as_of timestamptz) returns jsonb
	language plpgsql stable as $$
begin
	return (
		select jsonb_build_object('pairs', count(*),
				'exact', beat.wilson(count(*) filter (where a.normal is not distinct from b.normal), count(*)),
				'f1', round(avg(beat.tokens_f1(a.normal, b.normal)), 6))
		  from beat.votes_at(in_project_id, in_as_of) as a
		  join beat.votes_at(in_project_id, in_as_of) as b on b.validation_id = a.validation_id and b.id > a.id
		 where a.validation_id = in_id and a.counted and b.counted);
end
$$;
comment on function beat.question_agreement is 'How the votes on one question agree with each other, at a moment.';

create function beat.agreement_definitions() returns json
	language sql immutable
	return json_build_object(
		'pairs', 'Every two votes on the same question, of all questions with two votes or more that count.',
		'exact', 'Pairs whose answers are equal after normalisation, or that both say there is no answer.',
		'f1', 'Mean word overlap of the pairs, 2s / (m + k) after normalisation; 1 if both say there is no answer, 0 if one '
			'does.',
		'alpha', 'Krippendorff''s alpha for nominal values: the same span of the passage is the same value, and so is "no '
			'answer". 1 is full agreement, 0 what chance would give.',
		'with_original', 'Votes against the author''s answer.',
		'far_below', 'At least 20 pairs, ten points or more below how the others agree with each other, and the upper end of '
			'the 95 % interval below that as well.',
		'excluded', 'Votes of excluded validators count nowhere; their own row compares them with those that count.',
		'sample', 'Above 100,000 questions those with the lowest ids, which are digests: the same ones each time.');
comment on function beat.agreement_definitions is 'What the figures of agreement mean.';

create function beat.admin_validation_agreement(in_project text, in_identity boolean) returns json
	language plpgsql stable set jit = off as $$
declare
	p beat.project := beat.project_named(in_project);
	moment timestamptz := clock_timestamp();
	validated bigint := (select count(*) from beat.validation v where v.project_id = p.id and v.votes > 0);
	bound text := beat.sample_bound(validated);
	agreed jsonb;
begin
	select jsonb_agg(to_jsonb(a)) into agreed from beat.agreement_pairs(p.id, moment, bound) as a;
	return (
		select json_build_object('questions', w.questions, 'pairs', w.pairs, 'exact', beat.wilson(w.same, w.pairs),
			'f1', round(w.f1, 6), 'alpha', beat.vote_alpha(p.id, moment, bound),
			'validators', beat.agreement_validators(p.id, moment, bound, agreed, in_identity),
			'sampled', bound < 'g', 'definitions', beat.agreement_definitions())
		  from jsonb_to_recordset(agreed) as w (worker_id bigint, pairs bigint, same bigint, f1 numeric, questions bigint)
		 where w.worker_id is null);
end
$$;
comment on function beat.admin_validation_agreement is
	'How validators agree: in pairs, as Krippendorff''s alpha, and each against the others; those far below are marked.';

-- Human performance.

-- FNV-1a of 32 bits; the C code of the statistics draws in the same way, so that equal seeds draw equal votes.
create function beat.seeded_hash(seed text, thing text) returns bigint language plpgsql immutable parallel safe as $$
declare
	bytes bytea := convert_to(seed || ':' || thing, 'UTF8') || '\x00000000'::bytea;
	h bigint := 2166136261;
begin
	for i in 0 .. length(bytes) - 1 loop
		h := ((h # get_byte(bytes, i)) * 16777619) & 4294967295;
	end loop;
	return h;
end
$$;
comment on function beat.seeded_hash is 'A number of 32 bits that a seed gives to a thing.';

create function beat.seeded_place(seed text, thing text, n bigint) returns integer
	language sql immutable parallel safe
	return 1 + ((beat.seeded_hash(seed, thing) * n) >> 32)::integer;
comment on function beat.seeded_place is 'Which of n a seed draws for a thing, from 1.';

-- Resampling a thousand times takes long for many values; then the bootstrap''s mean is all but normal, and its limit is
-- taken instead. MINSTD draws: it is the same on every machine.
create function beat.bootstrap(scores float8[], seed text, out low float8, out high float8)
	language plpgsql immutable parallel safe as $$
declare
	n constant integer := cardinality(scores);
	rounds constant integer := 1000;
	state bigint := 1 + beat.seeded_hash(seed, 'bootstrap') % 2147483646;
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
comment on function beat.bootstrap is
	'The 95 % percentile interval of a mean by 1,000 resamples that the seed draws; above 4,000 scores its normal limit.';

create function beat.human_scores(in_project_id bigint, in_as_of timestamptz, seed text)
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
		  from beat.votes_at(in_project_id, in_as_of) as x
		 where x.counted
		 group by x.validation_id
	  ) as q
	 cross join lateral (select beat.seeded_place(seed, q.validation_id, q.n) as place) as i
	  join beat.validation v on v.id = q.validation_id
	  left join beat.question_standing(in_project_id, in_as_of) as s on s.question_id = q.validation_id;
$$;
comment on function beat.human_scores is
	'For each question with votes that counted at a moment: the score of the one that the seed draws, their mean and best.';

create function beat.human_performance(in_project_id bigint, in_as_of timestamptz, seed text) returns json
	language plpgsql stable as $$
begin
	return (
		with h as materialized (
			select * from beat.human_scores(in_project_id, in_as_of, seed)
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
		  left join lateral beat.bootstrap(n.ems, seed || ':em:' || x.split) as e on n.questions > 0
		  left join lateral beat.bootstrap(n.f1s, seed || ':f1:' || x.split) as f on n.questions > 0);
end
$$;
comment on function beat.human_performance is
	'EM and F1 of validators against the authors, times 100: one drawn for each question, the mean and the best of them.';

create function beat.human_definitions() returns json
	language sql immutable
	return json_build_object(
		'questions', 'Questions that are in the dataset and have a vote that counts; "lost" are attempts that the model won.',
		'one', 'One validator for each question, drawn by the seed, against the author''s answer; an unanswerable vote scores 0.',
		'mean', 'The mean over all validators of a question, then over the questions.',
		'best', 'The best validator of each question.',
		'validated', 'The same over all questions with votes, also those that the votes put out.',
		'interval', '95 % percentile interval of 1,000 bootstrap resamples of the questions, drawn by the seed; above 4,000 '
			'questions its normal limit.',
		'reference', 'Bartolo et al., Beat the AI (2020), Table 2.');
comment on function beat.human_definitions is 'What the figures of human performance mean.';

create function beat.human_reference() returns json
	language sql immutable
	return json_build_array(
		json_build_object('name', 'D_BiDAF', 'split', 'dev', 'em', 63.0, 'f1', 76.9),
		json_build_object('name', 'D_BiDAF', 'split', 'test', 'em', 62.6, 'f1', 78.5),
		json_build_object('name', 'D_BERT', 'split', 'dev', 'em', 59.2, 'f1', 74.3),
		json_build_object('name', 'D_BERT', 'split', 'test', 'em', 63.9, 'f1', 76.9),
		json_build_object('name', 'D_RoBERTa', 'split', 'dev', 'em', 58.1, 'f1', 72.0),
		json_build_object('name', 'D_RoBERTa', 'split', 'test', 'em', 58.7, 'f1', 73.7));
comment on function beat.human_reference is 'Human performance on the paper''s datasets.';

create function beat.admin_human_performance(in_project text, in_seed text) returns json
	language plpgsql stable set jit = off as $$
declare
	p beat.project := beat.project_named(in_project);
	seed text := coalesce(nullif(in_seed, ''), '1');
begin
	if seed !~ '^[0-9A-Za-z._-]{1,64}$' then
		perform beat.refuse('A seed has 1 to 64 letters, digits, dots, lines and underscores.');
	end if;
	return json_build_object('seed', seed, 'splits', beat.human_performance(p.id, clock_timestamp(), seed),
		'reference', beat.human_reference(), 'definitions', beat.human_definitions());
end
$$;
comment on function beat.admin_human_performance is 'What validators reach on a project''s questions, beside the paper''s.';

-- Progress.

create function beat.validation_counts(in_project_id bigint)
	returns table (split text, counts jsonb) language plpgsql stable as $$
begin
	return query
	select n.name, jsonb_build_object('questions', n.questions, 'waiting', n.waiting, 'answerable', n.answerable,
			'unanswerable', n.unanswerable, 'skipped', n.skipped, 'votes', n.votes)
	  from (
		select case v.cause when 'lost' then 'lost' else v.split::text end as name, count(*) as questions,
			   count(*) filter (where v.active and v.state = 'waiting') as waiting,
			   count(*) filter (where v.active and v.state = 'answerable') as answerable,
			   count(*) filter (where v.active and v.state = 'unanswerable') as unanswerable,
			   count(*) filter (where not v.active) as skipped, sum(v.votes) as votes
		  from beat.validation v
		 where v.project_id = in_project_id
		 group by 1) as n;
end
$$;
comment on function beat.validation_counts is
	'What is validated, by split and for lost attempts, and where it stands; skipped: out for another reason than its votes.';

create function beat.admin_validation(in_project text) returns json language plpgsql stable set jit = off as $$
declare
	p beat.project := beat.project_named(in_project);
	none constant jsonb := '{"questions": 0, "waiting": 0, "answerable": 0, "unanswerable": 0, "skipped": 0, "votes": 0}';
	n jsonb := (select coalesce(jsonb_object_agg(c.split, c.counts), '{}') from beat.validation_counts(p.id) as c);
	validators record;
begin
	select count(*) as n, coalesce(sum(q.votes), 0) as votes into validators
	  from beat.participation q
	 where q.project_id = p.id and q.votes > 0;
	return json_build_object(
		'project', p.name,
		'settings', (
			select jsonb_object_agg(e.key, e.value)
			  from jsonb_each(to_jsonb(p)) as e
			 where starts_with(e.key, 'validation_') or e.key = 'answerable_permille'),
		'splits', (
			select json_agg(jsonb_build_object('split', s.split) || coalesce(n -> s.split, none) order by s.place)
			  from unnest(array['train', 'dev', 'test']) with ordinality as s (split, place)),
		'lost', coalesce(n -> 'lost', none),
		'votes', validators.votes, 'validators', validators.n,
		'live', (
			select count(*)
			  from beat.assignment a
			 where a.project_id = p.id and a.ended_at is null and a.kind = 'validate'),
		'answerable', (
			select beat.wilson(sum((e.value ->> 'answerable')::bigint)::bigint,
					sum((e.value ->> 'answerable')::bigint + (e.value ->> 'unanswerable')::bigint)::bigint)
			  from jsonb_each(jsonb_build_object('dev', none) || n) as e
			 where e.key in ('dev', 'test')),
		'reference', json_build_array(
			json_build_object('name', 'D_BiDAF', 'answerable', 0.8795),
			json_build_object('name', 'D_BERT', 'answerable', 0.8541),
			json_build_object('name', 'D_RoBERTa', 'answerable', 0.8263)));
end
$$;
comment on function beat.admin_validation is 'How far the validation of a project is, and what it has come to.';

-- Whose votes do not count.

create function beat.validator_excluded(in_worker_id bigint, in_project_id bigint, in_undoable boolean) returns boolean
	language plpgsql stable as $$
begin
	return exists (
		select from beat.vote_exclusion x
		 where x.worker_id = in_worker_id and x.project_id = in_project_id and x.undone_at is null
		   and (not in_undoable or x.revocation_id is null));
end
$$;
comment on function beat.validator_excluded is
	'Whether the votes of a validator are excluded; undoable: by hand, not because the worker is revoked.';

create function beat.votes_acted(in_worker_id bigint, in_project_id bigint) returns json language plpgsql stable as $$
begin
	return (
		select json_build_object('worker', q.worker_id::text, 'votes', q.votes,
			'excluded', beat.validator_excluded(q.worker_id, q.project_id, false))
		  from beat.participation q
		 where q.worker_id = in_worker_id and q.project_id = in_project_id);
end
$$;
comment on function beat.votes_acted is 'The answer to an exclusion of votes, or to its undoing.';

create function beat.admin_votes_exclude(in_project text, in_worker text, in_reason text, in_actor text) returns json
	language plpgsql as $$
declare
	p beat.project := beat.project_named(in_project);
	w bigint := beat.worker_of(in_worker);
begin
	perform beat.reason_checked(in_reason, 'why these votes do not count.');
	perform beat.act_as(in_actor);
	perform beat.worker_hold(w, p.id);
	perform beat.participation_of(p, w::text);
	if beat.validator_excluded(w, p.id, true) then
		perform beat.refuse_as('BE409', format('The votes of worker #%s are excluded from "%s" already.', w, p.name));
	end if;
	perform beat.votes_exclude(w, p.id, null, in_reason);
	return beat.votes_acted(w, p.id);
end
$$;
comment on function beat.admin_votes_exclude is
	'Lets the votes of a validator count no more, those to come either; what they decided is decided anew.';

create function beat.admin_votes_include(in_project text, in_worker text, in_reason text, in_actor text) returns json
	language plpgsql as $$
declare
	p beat.project := beat.project_named(in_project);
	w bigint := beat.worker_of(in_worker);
begin
	perform beat.reason_checked(in_reason, 'why these votes count again.');
	perform beat.act_as(in_actor);
	perform beat.worker_hold(w, p.id);
	perform beat.participation_of(p, w::text);
	if not beat.validator_excluded(w, p.id, true) then
		perform beat.refuse_as('BE409', case when beat.validator_excluded(w, p.id, false)
			then format('The votes of worker #%s are excluded because the worker is revoked: reinstate instead.', w)
			else format('The votes of worker #%s count in "%s".', w, p.name) end);
	end if;
	perform beat.votes_include(w, p.id, null, in_reason);
	return beat.votes_acted(w, p.id);
end
$$;
comment on function beat.admin_votes_include is
	'Takes an exclusion by hand back; votes of a revoked worker count again when the worker is reinstated.';

-- What other pages show of it.

create function beat.validator_json(in_worker_id bigint, in_project_id bigint) returns jsonb
	language plpgsql stable as $$
begin
	return (
		select jsonb_build_object('validator', q.validator_at is not null, 'validator_at', beat.iso(q.validator_at),
			'votes', q.votes, 'answerable', beat.wilson(q.answerable, q.validated),
			'excluded', coalesce(bool_or(x.undone_at is null) filter (where x.id is not null), false),
			'exclusions', coalesce(jsonb_agg(jsonb_build_object('at', beat.iso(x.at), 'actor', x.actor, 'reason', x.reason,
				'by_revocation', x.revocation_id is not null, 'undone_at', beat.iso(x.undone_at),
				'undone_by', x.undone_by, 'undone_reason', x.undone_reason) order by x.id desc)
				filter (where x.id is not null), '[]'))
		  from beat.participation q
		  left join beat.vote_exclusion x on x.worker_id = q.worker_id and x.project_id = q.project_id
		 where q.worker_id = in_worker_id and q.project_id = in_project_id
		 group by q.worker_id, q.project_id, q.validator_at, q.votes, q.answerable, q.validated);
end
$$;
comment on function beat.validator_json is 'A worker as a validator, and as an author whose questions were validated.';

create function beat.hit_items(in_assignment_id bigint) returns jsonb language plpgsql stable as $$
begin
	return (
		select coalesce(jsonb_agg(jsonb_build_object('question_id', i.validation_id, 'question', t.question,
				'split', v.split, 'place', i.place, 'state', i.state,
				'vote', case when o.id is not null then jsonb_build_object(
					'answer', case when o.answer_text is not null then jsonb_build_object('start', o.answer_start,
						'end', o.answer_end, 'text', o.answer_text) end,
					'reason', o.reason, 'comment', o.comment, 'exact', o.exact,
					'f1', round(2.0 * o.shared / (o.vote_tokens + o.original_tokens), 4),
					'matches', beat.vote_matches(p.validation_match, p.validation_f1_permille, o.exact, o.shared, o.vote_tokens,
						o.original_tokens),
					'excluded', o.excluded, 'cast_at', beat.iso(o.cast_at)) end) order by i.place), '[]')
		  from beat.validation_item i
		  join beat.validation v on v.id = i.validation_id
		  join beat.project p on p.id = v.project_id
		  join beat.attempt t on t.id = v.attempt_id
		  left join beat.vote o on o.assignment_id = i.assignment_id and o.validation_id = i.validation_id
		 where i.assignment_id = in_assignment_id);
end
$$;
comment on function beat.hit_items is 'The questions of a validate HIT in their order, with the votes on them, drafts too.';
