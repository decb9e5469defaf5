-- How well validators agree: all votes of all questions that have two or more, compared in pairs.
--
-- What votes are compared by was made by the scorer when they were cast (vote.normal, shared, …), so that nothing here
-- normalises anything. Sums and means are exact: fractions are added as numerics, in any order.

-- How many tokens two answers share, each as often as both have it.
-- Answers have a few tokens: looking each up in the rest of the other is quicker than grouping them.
create function shared_tokens(a text[], b text[]) returns integer language plpgsql immutable strict parallel safe as $$
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

-- F1 of two normalised answers, null for none: two validators who both find no answer agree.
create function tokens_f1(a text, b text) returns numeric language plpgsql immutable parallel safe as $$
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
	return 2.0 * shared_tokens(one, other) / (cardinality(one) + cardinality(other));
end
$$;

-- Every two votes on the same question: same if their normalised answers are equal or both have none, and their F1.
create function vote_pairs(in_project_id bigint, in_as_of timestamptz, bound text)
	returns table (validation_id text, first_id bigint, second_id bigint, first_counts boolean, second_counts boolean,
		same boolean, f1 numeric)
	language plpgsql stable as $$
begin
	return query
	with v as materialized (
		select x.* from votes_at(in_project_id, in_as_of) as x where x.validation_id < bound
	)
	select a.validation_id::text, a.worker_id, b.worker_id, a.counted, b.counted, a.normal is not distinct from b.normal,
		   tokens_f1(a.normal, b.normal)
	  from v a
	  join v b on b.validation_id = a.validation_id and b.id > a.id;
end
$$;

-- Agreement beyond chance of nominal values given to units; null if nothing varies or no unit has two values.
-- Krippendorff's alpha for nominal values with missing ones: 1 - observed / expected disagreement, in the units that
-- have two values or more.
create function krippendorff_alpha(units text[], vals text[]) returns numeric
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

-- Krippendorff's alpha of the counted votes: two values are equal if they are the same span of the same passage, or
-- both say that there is no answer.
create function vote_alpha(in_project_id bigint, in_as_of timestamptz, bound text) returns numeric
	language plpgsql stable as $$
declare
	units text[];
	spans text[];
begin
	select array_agg(v.validation_id::text), array_agg(case when v.answer_start is null then 'none'
			else concat_ws(' ', x.passage_id, v.answer_start, v.answer_end) end)
	  into units, spans
	  from votes_at(in_project_id, in_as_of) as v
	  join beat.validation x on x.id = v.validation_id
	 where v.counted and v.validation_id < bound;
	return krippendorff_alpha(units, spans);
end
$$;

-- Whether a validator, with k of n pairs the same, is to be looked at, when the others have others_k of others_n.
-- Far below: at least twenty pairs on either side, ten points below how the others agree with each other, and the upper
-- end of the interval below that as well.
create function far_below(k bigint, n bigint, others_k bigint, others_n bigint) returns boolean
	language sql immutable parallel safe as $$
	select coalesce(n >= 20 and others_n >= 20 and 10 * (others_k * n - k * others_n) >= others_n * n
		and (wilson(k, n) ->> 'high')::numeric < others_k::numeric / others_n, false)
$$;

-- Pairs of votes, how many are the same, and their mean F1: all, and by validator.
-- One row a validator, and one with null for all counted votes together. Of a validator whose votes are excluded it is
-- told how they agree with those that count.
create function agreement_pairs(in_project_id bigint, in_as_of timestamptz, bound text)
	returns table (worker_id bigint, pairs bigint, same bigint, f1 numeric, questions bigint)
	language plpgsql stable as $$
begin
	return query
	with p as materialized (
		select * from vote_pairs(in_project_id, in_as_of, bound)
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

-- Each validator against the others and against the authors.
create function agreement_validators(
	in_project_id bigint, in_as_of timestamptz, bound text, agreed jsonb, in_identity boolean)
	returns jsonb language sql stable as $$
	select coalesce(jsonb_agg(jsonb_build_object('worker', worker_shown(v.worker_id, in_identity),
			'votes', v.votes, 'pairs', coalesce(a.pairs, 0), 'exact', wilson(coalesce(a.same, 0), coalesce(a.pairs, 0)),
			'f1', round(a.f1, 6), 'with_original', jsonb_build_object('exact', wilson(v.exact, v.votes),
				'f1', round(v.f1, 6)),
			'unanswerable', v.unanswerable, 'far_below', far_below(a.same, a.pairs,
				w.same - case when v.counted then a.same else 0 end,
				w.pairs - case when v.counted then a.pairs else 0 end),
			'excluded', not v.counted) order by v.worker_id), '[]')
	  from (
		select x.worker_id, x.counted, count(*) as votes, count(*) filter (where x.exact) as exact,
			   avg(2.0 * x.shared / (x.vote_tokens + x.original_tokens)) as f1,
			   count(*) filter (where x.answer_text is null) as unanswerable
		  from votes_at(in_project_id, in_as_of) as x
		 where x.validation_id < bound
		 group by x.worker_id, x.counted) as v
	  left join jsonb_to_recordset(agreed) as a (worker_id bigint, pairs bigint, same bigint, f1 numeric)
		on a.worker_id = v.worker_id
	 cross join (
		select y.pairs, y.same
		  from jsonb_to_recordset(agreed) as y (worker_id bigint, pairs bigint, same bigint)
		 where y.worker_id is null) as w
$$;

-- How the votes on one question agree with each other, at a moment.
create function question_agreement(in_project_id bigint, in_id text, in_as_of timestamptz) returns jsonb
	language sql stable as $$
	select jsonb_build_object('pairs', count(*),
			'exact', wilson(count(*) filter (where a.normal is not distinct from b.normal), count(*)),
			'f1', round(avg(tokens_f1(a.normal, b.normal)), 6))
	  from votes_at(in_project_id, in_as_of) as a
	  join votes_at(in_project_id, in_as_of) as b on b.validation_id = a.validation_id and b.id > a.id
	 where a.validation_id = in_id and a.counted and b.counted
$$;

-- How many answers a question had at a moment, its author's among them, and how many of them are alike: the most that are
-- the same after normalisation. Every, tidy: as further_votes() has it.
create function answer_agreement(
	in_question_id text, in_project_id bigint, in_as_of timestamptz, in_every boolean, in_tidy boolean)
	returns json language plpgsql stable as $$
begin
	return (
		select json_build_object('answers', 1 + coalesce(sum(g.n), 0), 'alike',
				greatest(1 + coalesce(sum(g.n) filter (where g.exact), 0), max(g.n)))
		  from (
			select v.exact, v.normal, count(*) as n
			  from further_votes(in_question_id, in_project_id, in_as_of, in_every, in_tidy) as v
			 group by v.exact, v.normal) as g);
end
$$;

-- The questions of a project that are in and have answers of others at a moment, by how many answers they have and how
-- many of those are alike.
create function agreement_strata(in_project_id bigint, in_as_of timestamptz) returns json language sql stable as $$
	with g as (
		select x.validation_id, x.exact, count(*) as n
		  from votes_at(in_project_id, in_as_of) as x
		 where x.counted and x.answer_text is not null
		 group by x.validation_id, x.exact, x.normal
	), q as (
		select g.validation_id, 1 + sum(g.n) as answers,
			   greatest(1 + coalesce(sum(g.n) filter (where g.exact), 0), max(g.n)) as alike
		  from g
		 group by g.validation_id
	)
	select coalesce(json_agg(json_build_object('answers', s.answers, 'alike', s.alike, 'questions', s.n)
			order by s.answers, s.alike), '[]')
	  from (
		select q.answers, q.alike, count(*) as n
		  from q
		  join question_standing(in_project_id, in_as_of) as v on v.question_id = q.validation_id and v.valid
		 group by q.answers, q.alike) as s
$$;

-- What the figures of agreement mean.
create function agreement_definitions() returns json
	language sql immutable as $$
	select json_build_object(
		'pairs', 'Every two votes on the same question, of all questions with two votes or more that count.',
		'exact', 'Pairs whose answers are equal after normalisation, or that both say there is no answer.',
		'f1', 'Mean word overlap of the pairs, 2s / (m + k) after normalisation; 1 if both say there is no answer, 0 if one '
			'does.',
		'alpha', 'Krippendorff''s alpha for nominal values: the same span of the passage is the same value, and so is "no '
			'answer". 1 is full agreement, 0 what chance would give.',
		'with_original', 'Votes against the author''s answer.',
		'strata', 'Questions that are in, by their answers, the author''s among them, and the most of those that are the same '
			'after normalisation.',
		'far_below', 'At least 20 pairs, ten points or more below how the others agree with each other, and the upper end of '
			'the 95 % interval below that as well.',
		'excluded', 'Votes of excluded validators count nowhere; their own row compares them with those that count.',
		'sample', 'Above 100,000 questions those with the lowest ids, which are digests: the same ones each time.')
$$;

-- How validators agree: in pairs, as Krippendorff's alpha, and each against the others; those far below are marked.
create function admin_validation_agreement(in_project text, in_identity boolean) returns json
	language plpgsql stable set jit = off as $$
declare
	p beat.project := project_named(in_project);
	moment timestamptz := clock_timestamp();
	validated bigint := (select count(*) from beat.validation v where v.project_id = p.id and v.votes > 0);
	bound text := sample_bound(validated);
	agreed jsonb;
begin
	select jsonb_agg(to_jsonb(a)) into agreed from agreement_pairs(p.id, moment, bound) as a;
	return (
		select json_build_object('questions', w.questions, 'pairs', w.pairs, 'exact', wilson(w.same, w.pairs),
			'f1', round(w.f1, 6), 'alpha', vote_alpha(p.id, moment, bound),
			'strata', agreement_strata(p.id, moment),
			'validators', agreement_validators(p.id, moment, bound, agreed, in_identity),
			'sampled', bound < 'g', 'definitions', agreement_definitions())
		  from jsonb_to_recordset(agreed) as w (worker_id bigint, pairs bigint, same bigint, f1 numeric, questions bigint)
		 where w.worker_id is null);
end
$$;
