-- The validation desk: how far validation is.

-- What is validated, by split and for lost attempts, and where it stands. Answerable and unanswerable is all that is decided,
-- whoever wrote it; skipped: out for another reason than its votes before they were in; missing: votes that are waited for;
-- least: the fewest votes on a decided question; revoked: what of the decided is of authors who are revoked.
create function validation_counts(in_project_id bigint)
	returns table (split text, counts jsonb) language plpgsql stable as $$
begin
	return query
	select n.name, to_jsonb(n) - 'name'
	  from (
		select case v.cause when 'lost' then 'lost' else v.split::text end as name, count(*) as questions,
			   count(*) filter (where v.active and v.state = 'waiting') as waiting,
			   count(*) filter (where v.state = 'answerable') as answerable,
			   count(*) filter (where v.state = 'unanswerable') as unanswerable,
			   count(*) filter (where v.state = 'answered') as answered,
			   count(*) filter (where not v.active and v.state = 'waiting') as skipped, sum(v.votes) as votes,
			   coalesce(sum(greatest(v.wanted - v.votes, 0)) filter (where v.active and v.state = 'waiting'), 0) as missing,
			   min(v.votes) filter (where v.state <> 'waiting') as least,
			   coalesce(sum(v.votes) filter (where v.state <> 'waiting'), 0) as decided_votes,
			   count(*) filter (where votes_decided(v.state) and q.state = 'revoked') as revoked,
			   count(*) filter (where v.state = 'answerable' and q.state = 'revoked') as revoked_answerable
		  from beat.validation v
		  left join beat.participation q on q.worker_id = v.worker_id and q.project_id = v.project_id
		 where v.project_id = in_project_id
		 group by 1) as n;
end
$$;

-- The share of answerable questions of those decided in dev and test: of all authors, and of those apart who are revoked;
-- and the votes there are on them. Counts: those of validation_counts(), by split.
create function validation_rates(counts jsonb) returns jsonb language plpgsql immutable as $$
begin
	return (
		select jsonb_build_object('answerable', wilson(coalesce(sum(c.answerable), 0)::bigint,
					coalesce(sum(c.answerable + c.unanswerable), 0)::bigint),
				'revoked', wilson(coalesce(sum(c.revoked_answerable), 0)::bigint, coalesce(sum(c.revoked), 0)::bigint),
				'votes_least', min(c.least),
				'votes_mean', round(sum(c.decided_votes) / nullif(sum(c.answerable + c.unanswerable + c.answered), 0), 4))
		  from jsonb_each(counts) as e
		 cross join lateral jsonb_to_record(e.value) as c (answerable bigint, unanswerable bigint, answered bigint,
			revoked bigint, revoked_answerable bigint, least integer, decided_votes bigint)
		 where e.key in ('dev', 'test'));
end
$$;

-- How far the settler of a project is: when it last came to an end, what it has to do, who is not judged yet, whether
-- validation is closed.
create function validation_progress(p beat.project) returns jsonb language plpgsql stable as $$
begin
	return (
		select jsonb_build_object(
			'settled_at', (select beat.iso(s.at) from beat.validation_settlement s where s.project_id = p.id),
			'unsettled', (select count(*) from validation_unsettled(p)),
			'unjudged', authors_unjudged(p),
			'closed', (
				select jsonb_build_object('at', beat.iso(c.at), 'actor', c.actor, 'reason', c.reason)
				  from beat.validation_close c
				 where c.project_id = p.id and c.undone_at is null
				 order by c.at desc
				 limit 1)));
end
$$;

-- How far the validation of a project is, and what it has come to.
create function admin_validation(in_project text) returns json language plpgsql stable set jit = off as $$
declare
	p beat.project := project_named(in_project);
	none constant jsonb := '{"questions": 0, "waiting": 0, "answerable": 0, "unanswerable": 0, "answered": 0,
		"skipped": 0, "votes": 0, "missing": 0, "least": null, "decided_votes": 0, "revoked": 0, "revoked_answerable": 0}';
	n jsonb := (select coalesce(jsonb_object_agg(c.split, c.counts), '{}') from validation_counts(p.id) as c);
	validators record;
begin
	select count(*) as n, coalesce(sum(q.votes), 0) as votes into validators
	  from beat.participation q
	 where q.project_id = p.id and q.votes > 0;
	return jsonb_build_object(
		'project', p.name,
		'settings', (
			select jsonb_object_agg(e.key, e.value)
			  from jsonb_each(to_jsonb(p)) as e
			 where e.key ~ '^(validation|answerable|further)_' or e.key = 'adversary'),
		'splits', (
			select jsonb_agg(jsonb_build_object('split', s.split) || coalesce(n -> s.split, none) order by s.place)
			  from unnest(array['train', 'dev', 'test']) with ordinality as s (split, place)),
		'lost', coalesce(n -> 'lost', none),
		'votes', validators.votes, 'validators', validators.n,
		'live', (
			select count(*)
			  from beat.assignment a
			 where a.project_id = p.id and a.ended_at is null and a.kind = 'validate'),
		'reference', jsonb_build_array(
			jsonb_build_object('name', 'D_BiDAF', 'answerable', 0.8795),
			jsonb_build_object('name', 'D_BERT', 'answerable', 0.8541),
			jsonb_build_object('name', 'D_RoBERTa', 'answerable', 0.8263)))
		|| validation_rates(n) || validation_progress(p);
end
$$;
