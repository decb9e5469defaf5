-- Questions by the thousand: discarding and restoring many by hand, with a preview.

-- The questions of a filter or list that are (or are not) discarded by hand; refuses more than 10,000.
-- Those that an action would change: of the chosen ones those that are not discarded by hand yet, or that are.
create function questions_chosen(in_project_id bigint, in_filter text, in_ids text, in_discarded boolean)
	returns text[] language plpgsql stable as $$
declare
	filter jsonb := nullif(in_filter, '')::jsonb;
	ids jsonb := nullif(in_ids, '')::jsonb;
	chosen text[];
begin
	if num_nonnulls(nullif(filter, 'null'), nullif(ids, 'null')) <> 1 then
		perform refuse('Say which questions: either a filter or a list of ids.');
	end if;
	if ids is not null and ids <> 'null' then
		chosen := texts_checked(ids, 'ids', 'ids');
	else
		chosen := array(select f.id from question_filter(in_project_id, filter) as f (id) limit 10001);
	end if;
	if cardinality(chosen) > 10000 then
		perform refuse('These are more than 10,000 questions: narrow the choice.');
	end if;
	return array(
		select q.id
		  from beat.question q
		 where q.id = any (chosen) and q.project_id = in_project_id
		   and in_discarded = exists (
				select from beat.discard d
				 where d.question_id = q.id and d.cause = 'hand' and d.undone_at is null)
		 order by q.id);
end
$$;

-- What an action on many questions would change.
create function questions_preview(in_ids text[]) returns json language sql stable as $$
	select json_build_object('preview', true, 'questions', count(*), 'workers', count(distinct q.worker_id),
		'by_split', json_build_object('train', count(*) filter (where q.split = 'train'),
			'dev', count(*) filter (where q.split = 'dev'), 'test', count(*) filter (where q.split = 'test')),
		'sample', (
			select coalesce(json_agg(t.question), '[]')
			  from beat.question s
			  join beat.attempt t on t.id = s.attempt_id
			 where s.id = any (in_ids[1:10])))
	  from beat.question q
	 where q.id = any (in_ids)
$$;

-- Discards many questions by hand, or takes that back; or shows what would change.
create function questions_change(
	in_project text, in_filter text, in_ids text, in_reason text, in_preview text, in_actor text, in_back boolean)
	returns json language plpgsql as $$
declare
	p beat.project := project_named(in_project);
	ids text[];
	changed integer;
	event_id bigint;
begin
	ids := questions_chosen(p.id, in_filter, in_ids, in_back);
	if coalesce(nullif(in_preview, '')::boolean, false) then
		return questions_preview(ids);
	end if;
	perform reason_checked(in_reason, 'it stays with every question.');
	perform act_as(in_actor);
	-- The workers first, as whoever revokes or settles does; then what somebody else did meanwhile is left out.
	perform 1
	   from beat.worker w
	  where w.id in (select q.worker_id from beat.question q where q.id = any (ids))
	  order by w.id
	    for no key update;
	ids := questions_chosen(p.id, null, to_json(ids)::text, in_back);
	if in_back then
		changed := question_restore(ids, 'hand', null, null, in_reason);
	else
		changed := question_discard(ids, 'hand', null, null, in_reason);
	end if;
	insert into beat.event as e (actor, kind, project_id, detail)
	values (beat.current_actor(), case when in_back then 'question.restore' else 'question.discard' end, p.id,
		jsonb_build_object('reason', in_reason, 'filter', nullif(in_filter, '')::jsonb, 'questions', cardinality(ids),
			'changed', changed, 'ids', to_jsonb(ids[1:100])))
	returning e.id into event_id;
	return json_build_object('changed', cardinality(ids), 'event', event_id::text, 'ids', to_json(ids)); -- for an undo
end
$$;

-- Discards the questions of a filter or list by hand.
create function admin_questions_discard(
	in_project text, in_filter text, in_ids text, in_reason text, in_preview text, in_actor text)
	returns json language plpgsql as $$
begin
	return questions_change(in_project, in_filter, in_ids, in_reason, in_preview, in_actor, false);
end
$$;

-- Takes back what was discarded by hand; what a review or a revocation discards stays out.
create function admin_questions_restore(
	in_project text, in_filter text, in_ids text, in_reason text, in_preview text, in_actor text)
	returns json language plpgsql as $$
begin
	return questions_change(in_project, in_filter, in_ids, in_reason, in_preview, in_actor, true);
end
$$;
