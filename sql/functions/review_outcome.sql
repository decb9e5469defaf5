-- What reviews lead to: finishing, settling, undoing, and how reviewers agree.

-- A sample, with its worker and what the worker has in hand locked first.
-- Locks what a finished review may change, in order: the worker, work in hand, the sample.
create function sample_locked(in_assignment_id bigint) returns beat.sample language plpgsql as $$
declare
	s beat.sample;
begin
	select x.* into s from beat.sample x where x.assignment_id = in_assignment_id;
	perform worker_hold(s.worker_id, s.project_id);
	select x.* into s from beat.sample x where x.assignment_id = in_assignment_id for no key update;
	return s;
end
$$;

-- Stores a review's judgements, once, and draws the consequences; the same again is fine.
create function admin_review_finish(in_review text, in_judgements text, in_account text, in_actor text)
	returns json language plpgsql as $$
declare
	r beat.review := review_own(in_review, in_account);
	s beat.sample;
	said jsonb;
begin
	perform act_as(in_actor);
	s := sample_locked(r.assignment_id);
	select x.* into r from beat.review x where x.id = r.id for no key update;
	said := judgements_checked(r.assignment_id, in_judgements);
	if r.state = 'finished' then
		if said <> review_said(r.id) then
			perform refuse_as('BE409', 'This review is finished with other judgements: undo it first.');
		end if;
		return review_outcome(r.assignment_id);
	end if;
	if r.state = 'undone' then
		perform refuse_as('BE409', 'This review was taken back: finish the one that came for it.');
	elsif r.state = 'released' then
		perform refuse_as('BE410', 'You have released this item; it went back to the queue.');
	elsif r.state = 'expired' then
		perform review_retake(r, s);
	end if;
	insert into beat.judgement (review_id, question_id, valid, tags, labels, comment)
	select r.id, j.question, j.valid, j.tags, j.labels, j.comment
	  from jsonb_to_recordset(said) as j (question text, valid boolean, tags text[], labels text[], comment text);
	update beat.review x set state = 'finished', finished_at = clock_timestamp() where x.id = r.id returning x.* into r;
	perform beat.event_add('review.finish', s.project_id, s.worker_id, s.assignment_id, jsonb_build_object(
		'review', r.id::text, 'kind', r.kind, 'questions', jsonb_array_length(said),
		'valid', jsonb_array_length(jsonb_path_query_array(said, '$[*] ? (@.valid == true)'))));
	perform review_weigh(r, s);
	perform beat.changed('review', s.project_id, null);
	return review_outcome(r.assignment_id);
end
$$;

-- Takes the place of a review that expired again, or refuses.
-- An overdue lease may still be finished as long as nobody else took the place.
create function review_retake(r beat.review, s beat.sample) returns void language plpgsql as $$
begin
	if s.state <> (case r.kind when 'review' then 'waiting' else 'disputed' end)
		or s.taken >= (case r.kind when 'review' then s.reviews_wanted else 1 end)
		or exists (
			select from beat.review x
			 where x.assignment_id = s.assignment_id and x.account_id = r.account_id
			   and x.state in ('leased', 'finished')) then
		perform refuse_as('BE410', 'Your time for this item was over, and somebody else has taken it.');
	end if;
	update beat.sample x set taken = x.taken + 1 where x.assignment_id = s.assignment_id;
end
$$;

-- What the two finished reviews of each HIT say of the same questions: both valid, only the first, only the second, none.
create function review_pairs() returns table (
	assignment_id bigint, project_id bigint, first_account_id bigint, second_account_id bigint, vv bigint, vi bigint,
	iv bigint, ii bigint) language sql stable as $$
	select f.assignment_id, f.project_id, f.account_id, x.account_id, count(*) filter (where a.valid and b.valid),
		   count(*) filter (where a.valid and not b.valid), count(*) filter (where not a.valid and b.valid),
		   count(*) filter (where not a.valid and not b.valid)
	  from beat.review f
	  join beat.review x on x.assignment_id = f.assignment_id and (x.finished_at, x.id) > (f.finished_at, f.id)
	  join beat.judgement a on a.review_id = f.id
	  join beat.judgement b on b.review_id = x.id and b.question_id = a.question_id
	 where f.kind = 'review' and x.kind = 'review' and f.state = 'finished' and x.state = 'finished'
	 group by f.assignment_id, f.project_id, f.account_id, x.account_id
$$;

-- Counts how the two finished reviews of a HIT agree (1), or takes that back (-1).
create function agreement_count(r beat.review, in_project_id bigint, in_sign integer) returns void
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
	  from review_pairs() as n
	 where n.assignment_id = r.assignment_id and t.project_id = in_project_id
	   and t.first_account_id = n.first_account_id and t.second_account_id = n.second_account_id;
end
$$;

-- What a finished review leads to: a settled sample, a dispute, or waiting for the second one.
create function review_weigh(r beat.review, s beat.sample) returns void language plpgsql as $$
declare
	other beat.review;
begin
	if r.kind = 'adjudication' or s.reviews_wanted = 1 then
		perform sample_settle(s, r.id, r);
		return;
	end if;
	select x.* into other
	  from beat.review x
	 where x.assignment_id = s.assignment_id and x.kind = 'review' and x.state = 'finished' and x.id <> r.id;
	if not found then
		return;
	end if;
	perform agreement_count(r, s.project_id, 1);
	if exists (
			select from beat.judgement a
			  join beat.judgement b on b.review_id = r.id and b.question_id = a.question_id
			 where a.review_id = other.id and a.valid <> b.valid) then
		update beat.sample x set state = 'disputed', taken = 0 where x.assignment_id = s.assignment_id;
		perform beat.event_add('review.dispute', s.project_id, s.worker_id, s.assignment_id,
			jsonb_build_object('reviews', jsonb_build_array(other.id::text, r.id::text)));
	else
		perform sample_settle(s, other.id, r);
	end if;
end
$$;

-- Counts the judgements of a review for the worker (sign 1), or takes them back (-1).
create function count_reviewed(s beat.sample, in_review_id bigint, in_sign integer) returns void language plpgsql as $$
begin
	update beat.participation q
	   set reviewed_hits = q.reviewed_hits + in_sign,
		   valid_hits = q.valid_hits + in_sign * (n.valid = n.questions)::integer,
		   reviewed_questions = q.reviewed_questions + in_sign * n.questions,
		   valid_questions = q.valid_questions + in_sign * n.valid
	  from (
		select count(*)::integer as questions, (count(*) filter (where j.valid))::integer as valid
		  from beat.judgement j
		 where j.review_id = in_review_id) as n
	 where q.worker_id = s.worker_id and q.project_id = s.project_id;
	perform beat.changed('worker', s.project_id, s.worker_id::text);
end
$$;

-- A review's judgements count from now on: labels, discards, the worker's rate and what follows from it. The cause is
-- the review that was finished last.
create function sample_settle(s beat.sample, in_review_id bigint, cause beat.review) returns void
	language plpgsql as $$
declare
	invalid record;
begin
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
		perform question_discard(array[invalid.question_id], 'review', null, in_review_id, invalid.reason);
	end loop;
	perform count_reviewed(s, in_review_id, 1);
	perform rate_check(s.worker_id, s.project_id, cause.id);
end
$$;

-- Gives an item back to the queue; again is fine.
create function admin_review_release(in_review text, in_account text, in_actor text) returns json
	language plpgsql as $$
declare
	r beat.review := review_own(in_review, in_account);
	s beat.sample;
begin
	perform act_as(in_actor);
	select x.* into s from beat.sample x where x.assignment_id = r.assignment_id for no key update;
	select x.* into r from beat.review x where x.id = r.id for no key update;
	if r.state = 'finished' then
		perform refuse_as('BE409', 'This review is finished; it can be undone, not released.');
	elsif r.state = 'leased' then
		update beat.review x set state = 'released' where x.id = r.id;
		update beat.sample x set taken = x.taken - 1 where x.assignment_id = r.assignment_id;
		perform beat.changed('review', s.project_id, null);
	end if;
	return json_build_object('released', true);
end
$$;

-- Undo.

-- Refuses to undo a review that something has been built on.
create function undo_checked(r beat.review, s beat.sample) returns void language plpgsql as $$
begin
	if r.state <> 'finished' then
		perform refuse_as('BE409', 'Only a finished review can be undone.');
	elsif r.finished_at < clock_timestamp() - interval '30 minutes' then
		perform refuse_as('BE409', 'A review can be undone for half an hour; that is over.');
	elsif r.kind = 'review' and exists (
			select from beat.review x
			 where x.assignment_id = r.assignment_id and x.kind = 'adjudication' and x.state in ('leased', 'finished')) then
		perform refuse_as('BE409', 'Somebody is deciding on this HIT, or has decided: it cannot be undone any more.');
	elsif exists (
			select from beat.revocation v
			 where v.worker_id = s.worker_id and v.project_id = s.project_id and v.at >= r.finished_at
			   and v.state in ('proposed', 'done')) then
		perform refuse_as('BE409', 'A revocation was built on this review: it cannot be undone any more.');
	end if;
end
$$;

-- Takes back what settling a sample did.
create function sample_unsettle(s beat.sample) returns void language plpgsql as $$
begin
	perform question_restore(
		array(select d.question_id from beat.discard d where d.review_id = s.review_id and d.undone_at is null),
		'review', null, s.review_id, 'The review was taken back.');
	update beat.question q set labels = '{}' where q.assignment_id = s.assignment_id and q.labels <> '{}';
	perform count_reviewed(s, s.review_id, -1);
end
$$;

-- Takes a finished review back, with all it did, and leases the item again with the judgements it had.
create function admin_review_undo(in_review text, in_account text, in_actor text) returns json
	language plpgsql as $$
declare
	r beat.review := review_own(in_review, in_account);
	s beat.sample;
	fresh beat.review;
	p beat.project;
begin
	perform act_as(in_actor);
	s := sample_locked(r.assignment_id);
	select x.* into r from beat.review x where x.id = r.id for no key update;
	perform undo_checked(r, s);
	if s.state = 'settled' then
		perform sample_unsettle(s);
	end if;
	if r.kind = 'review' and s.reviews_wanted = 2 then
		perform agreement_count(r, s.project_id, -1);
	end if;
	update beat.sample x
	   set state = case r.kind when 'review' then 'waiting' else 'disputed' end, review_id = null, settled_at = null,
		   taken = case r.kind when 'review' then (
				select count(*) from beat.review y
				 where y.assignment_id = x.assignment_id and y.kind = 'review' and y.state in ('leased', 'finished'))
			else 1 end,
		   -- A revocation in another project of the pool held what was open, and this was settled then.
		   held = (select q.state = 'revoked' from beat.participation q
					where q.worker_id = x.worker_id and q.project_id = x.project_id)
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
	return json_build_object('item', review_item(fresh, false),
		'remaining', review_remaining(s.project_id, r.account_id));
end
$$;

-- Agreement.

-- Cohen's kappa of two reviewers: agreement beyond chance; null if there is nothing but chance.
create function kappa(vv bigint, vi bigint, iv bigint, ii bigint) returns double precision
	language sql immutable parallel safe as $$
	-- (po - pe) / (1 - pe) with po = (vv + ii) / n and pe = (v1 v2 + i1 i2) / n², all times n².
	select ((vv + ii) * (vv + vi + iv + ii) - (vv + vi) * (vv + iv) - (iv + ii) * (vi + ii))::numeric
		/ nullif((vv + vi + iv + ii) * (vv + vi + iv + ii) - (vv + vi) * (vv + iv) - (iv + ii) * (vi + ii), 0)::numeric
$$;

-- How often two reviewers of a HIT agree on its questions, from counters; with Cohen's kappa, also by pair.
create function admin_agreement(in_project text) returns json language plpgsql stable as $$
declare
	p beat.project := project_named(in_project);
begin
	return (
		select json_build_object('pairs', n.vv + n.vi + n.iv + n.ii, 'agree', n.vv + n.ii,
			'percentage', wilson(n.vv + n.ii, n.vv + n.vi + n.iv + n.ii),
			'kappa', kappa(n.vv, n.vi, n.iv, n.ii),
			'table', json_build_object('vv', n.vv, 'vi', n.vi, 'iv', n.iv, 'ii', n.ii),
			'by_pair', (
				select coalesce(json_agg(json_build_object('a', x.a, 'b', x.b, 'n', x.vv + x.vi + x.iv + x.ii,
						'agree', x.vv + x.ii, 'kappa', kappa(x.vv, x.vi, x.iv, x.ii)) order by x.a, x.b), '[]')
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
