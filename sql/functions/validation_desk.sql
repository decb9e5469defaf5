-- The validation desk: how far validation is.

-- What is validated, by split and for lost attempts, and where it stands; skipped: out for another reason than its
-- votes.
create function validation_counts(in_project_id bigint)
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

-- How far the validation of a project is, and what it has come to.
create function admin_validation(in_project text) returns json language plpgsql stable set jit = off as $$
declare
	p beat.project := project_named(in_project);
	none constant jsonb := '{"questions": 0, "waiting": 0, "answerable": 0, "unanswerable": 0, "skipped": 0, "votes": 0}';
	n jsonb := (select coalesce(jsonb_object_agg(c.split, c.counts), '{}') from validation_counts(p.id) as c);
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
			select wilson(sum((e.value ->> 'answerable')::bigint)::bigint,
					sum((e.value ->> 'answerable')::bigint + (e.value ->> 'unanswerable')::bigint)::bigint)
			  from jsonb_each(jsonb_build_object('dev', none) || n) as e
			 where e.key in ('dev', 'test')),
		'reference', json_build_array(
			json_build_object('name', 'D_BiDAF', 'answerable', 0.8795),
			json_build_object('name', 'D_BERT', 'answerable', 0.8541),
			json_build_object('name', 'D_RoBERTa', 'answerable', 0.8263)));
end
$$;
