-- What votes come to. Votes, exclusions, discards and settings are facts; all that is said here is a function of them, and of
-- nothing else: not of what was decided before, nor of the order in which they came. The settler (validation_settle.sql)
-- compares it with what is stored.

-- True if a vote says the same as the original answer: exactly, or with an F1 above so many per mille.
create function vote_matches(
	in_rule text, in_permille integer, in_exact boolean, in_shared integer, in_vote_tokens integer,
	in_original_tokens integer)
	returns boolean language sql immutable parallel safe as $$
	select case in_rule
		when 'em' then in_exact
		else 2000 * in_shared > in_permille * (in_vote_tokens + in_original_tokens)
	end
$$;

-- Whether what votes came to says anything of a question.
create function votes_decided(in_state text) returns boolean language sql immutable parallel safe as $$
	select in_state in ('answerable', 'unanswerable')
$$;

-- How many votes a question is to have by now, and what they say, of votes of which so many match. Number: the votes asked
-- for to begin with; 0: none ever were. Asked: false if nobody is to be asked any more. A question that has all its
-- votes, or enough that match where the project stops early, is decided; before it waits.
create function validation_outcome(
	p beat.project, in_number integer, in_asked boolean, in_votes integer, in_matches integer,
	out wanted integer, out state text)
	language sql stable as $$
	select case when not in_asked then 0 when w.stopped then in_votes else w.whole end,
		   case
			when in_number = 0 or not w.stopped and in_votes < w.whole then 'waiting'
			when in_matches >= p.validation_matches then 'answerable'
			else 'unanswerable'
		   end
	  from (select p.validation_early_stop > 0
				and in_matches >= greatest(p.validation_early_stop, p.validation_matches) as stopped,
				   case
				when in_votes >= in_number and 2 * in_matches < in_votes
					then least(in_votes + 1, in_number + p.validation_extra)
				else greatest(in_number, least(in_votes, in_number + p.validation_extra))
			end as whole) as w;
$$;

-- The same of a question that was asked without an adversary, of votes of which so many have an answer. Who finds none
-- makes way for somebody else, until twice as many were asked as answers are wanted. Nothing is decided by them, unless
-- the project says so.
create function further_outcome(
	p beat.project, in_number integer, in_asked boolean, in_votes integer, in_answers integer, in_matches integer,
	out wanted integer, out state text)
	language sql stable as $$
	select case when not in_asked then 0 when w.complete then in_votes
			else least(in_votes + in_number - in_answers, 2 * in_number) end,
		   case
			when not w.complete then 'waiting'
			when not p.further_decide then 'answered'
			when in_matches >= p.validation_matches then 'answerable'
			else 'unanswerable'
		   end
	  from (select in_number > 0 and (in_answers >= in_number or in_votes >= 2 * in_number) as complete) as w;
$$;

-- The votes, or further answers, that a project asks for, or asked for last: what has all of those stays decided when
-- nobody is asked any more.
create function validation_number(p beat.project, in_setting text default 'validation_votes') returns integer
	language plpgsql stable as $$
declare
	number integer := (to_jsonb(p) ->> in_setting)::integer;
begin
	if number > 0 then
		return number;
	end if;
	return coalesce((
		select (e.detail -> 'before' ->> in_setting)::integer
		  from beat.event e
		 where e.project_id = p.id and e.kind = 'project.set' and (e.detail -> 'before' ->> in_setting)::integer > 0
		 order by e.id desc
		 limit 1), 0);
end
$$;

-- Whether the settings of a project want a question of the queue validated, still.
create function validation_asked(p beat.project, v beat.validation) returns boolean
	language sql stable as $$
	select validation_cause(p.validation_votes, p.validation_train_permille, p.validation_lost_permille, p.further_answers,
		p.further_splits, v.split, case v.cause when 'lost' then 'model' when 'further' then 'plain' else 'human' end,
		v.id) is not null
$$;

-- Whether nothing but votes speaks against a question of the queue: neither a review, nor somebody by hand, nor its
-- author's revocation for another reason than the votes. Those that follow from votes never stop votes.
create function validation_active(in_id text, in_cause text, in_worker_id bigint, in_project_id bigint) returns boolean
	language plpgsql stable as $$
begin
	if in_cause = 'lost' then
		return not exists (
			select from beat.revocation r
			 where r.id = revocation_of(in_worker_id, in_project_id) and r.cause <> 'answerability');
	end if;
	return not exists (
		select from beat.discard d
		  left join beat.revocation r on r.id = d.revocation_id
		 where d.question_id = in_id and d.undone_at is null and d.cause <> 'unanswerable'
		   and r.cause is distinct from 'answerability');
end
$$;

-- What the facts say of the questions of an author, or of all of a project (null), beside what is stored of them. One
-- statement for both: the planner knows which it is when the caller has its plans made at each call.
create function validation_weighed(p beat.project, in_worker_id bigint)
	returns table (
		was beat.validation, active boolean, taken integer, votes integer, matches integer, wanted integer, state text)
	language sql stable as $$
	select v, validation_active(v.id, v.cause, v.worker_id, v.project_id), coalesce(n.taken, 0), coalesce(n.votes, 0),
		   coalesce(n.matches, 0), o.wanted, o.state
	  from beat.validation v
	  left join (
		select i.validation_id, (count(*) filter (where i.state = 'leased' or not t.excluded))::integer as taken,
			   (count(*) filter (where i.state = 'voted' and not t.excluded))::integer as votes,
			   (pg_catalog.count(t.answer_text) filter (where i.state = 'voted' and not t.excluded))::integer as answers,
			   (count(*) filter (where i.state = 'voted' and not t.excluded and vote_matches(p.validation_match,
				p.validation_f1_permille, t.exact, t.shared, t.vote_tokens, t.original_tokens)))::integer as matches
		  from beat.validation y
		  join beat.validation_item i on i.validation_id = y.id
		  left join beat.vote t on t.assignment_id = i.assignment_id and t.validation_id = i.validation_id
		 where y.project_id = p.id and (in_worker_id is null or y.worker_id = in_worker_id)
		   and i.state in ('leased', 'voted')
		 group by i.validation_id
	  ) as n on n.validation_id = v.id
	 cross join (
		select validation_number(p) as votes, validation_number(p, 'further_answers') as answers offset 0) as k
	 cross join lateral (
		select x.*
		  from validation_outcome(p, k.votes, validation_asked(p, v), coalesce(n.votes, 0), coalesce(n.matches, 0)) as x
		 where v.cause <> 'further'
		 union all
		select x.*
		  from further_outcome(p, k.answers, validation_asked(p, v), coalesce(n.votes, 0), coalesce(n.answers, 0),
			coalesce(n.matches, 0)) as x
		 where v.cause = 'further') as o
	 where v.project_id = p.id and (in_worker_id is null or v.worker_id = in_worker_id);
$$;

-- The questions whose stored counters or decision are not what the facts say.
create function validation_differing(p beat.project, in_worker_id bigint)
	returns table (
		was beat.validation, active boolean, taken integer, votes integer, matches integer, wanted integer, state text)
	language sql stable as $$
	select w.*
	  from validation_weighed(p, in_worker_id) as w
	 where (w.active, w.taken, w.votes, w.matches, w.wanted, w.state) is distinct from
		((w.was).active, (w.was).taken::integer, (w.was).votes::integer, (w.was).matches::integer,
			(w.was).wanted::integer, (w.was).state);
$$;

-- Authors, on their whole sets.

-- How the authors of a project (null: all) stand by what is decided: judged if all their questions are decided and enough
-- of them, or validation was closed after they wrote the last; low if fewer are answerable than the project asks for. Who
-- was pardoned by a person is judged again when more is decided. Standing: the revocation by this rule, proposed or done;
-- other: one for another reason.
create function author_standing(p beat.project, in_worker_id bigint)
	returns table (
		worker_id bigint, decided bigint, answerable bigint, waiting bigint, judged boolean, low boolean, pardoned boolean,
		standing bigint, other boolean)
	language sql stable as $$
	select n.worker_id, n.decided, n.answerable, n.waiting,
		   n.decided > coalesce(r.pardoned, 0)
			and (n.waiting = 0 and n.decided >= p.answerable_minimum or coalesce(n.latest <= c.at, false)),
		   n.answerable * 1000 < p.answerable_permille * n.decided,
		   n.decided <= coalesce(r.pardoned, 0), r.standing, coalesce(r.other, false)
	  from (
		select v.worker_id, count(*) filter (where votes_decided(v.state)) as decided,
			   count(*) filter (where v.state = 'answerable') as answerable,
			   count(*) filter (where v.state = 'waiting' and v.active and v.wanted > 0
				and (v.cause <> 'further' or p.further_decide)) as waiting,
			   max(v.created_at) as latest
		  from beat.validation v
		 where v.project_id = p.id and v.cause <> 'lost' and (in_worker_id is null or v.worker_id = in_worker_id)
		 group by v.worker_id
	  ) as n
	  left join (
		select x.worker_id, max(x.pardoned) as pardoned,
			   max(x.id) filter (where x.state in ('proposed', 'done') and x.cause = 'answerability') as standing,
			   bool_or(x.state in ('proposed', 'done') and x.cause <> 'answerability') as other
		  from beat.revocation x
		 where x.project_id = p.id and (in_worker_id is null or x.worker_id = in_worker_id)
		 group by x.worker_id
	  ) as r on r.worker_id = n.worker_id
	 cross join (
		select max(y.at) as at from beat.validation_close y where y.project_id = p.id and y.undone_at is null) as c;
$$;

-- Whether an author's revocation by this rule is not as it should be.
create function author_differs(judged boolean, low boolean, standing bigint, other boolean) returns boolean
	language sql immutable parallel safe as $$
	select not other and (judged and low) <> (standing is not null)
$$;
