-- Votes are stored many at once, and checked many at once, as attempts are: what was asked of every row by two triggers
-- (by three of a vote that took the place of another) is asked by one query for all of a statement.

drop trigger vote_check on beat.vote;
drop function beat.vote_check();
drop trigger vote_after_consent on beat.vote;
comment on function beat.consent_check is 'Trigger: exercise_answer_after_consent.';

-- Plans are made once and stay: whoever stores few must not wait for a plan made for many.
create function beat.votes_check() returns trigger language plpgsql
	set plan_cache_mode = force_generic_plan
	set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off as $$
declare
	bad record;
begin
	select n.*, r.broken into bad
	  from added n
	  join beat.assignment a on a.id = n.assignment_id
	  join beat.passage x on x.id = a.passage_id
	 cross join lateral (select case
		when a.awaits_consent and tg_op = 'INSERT' then 'vote_after_consent'
		when n.answer_text is not null and not beat.is_slice(x.text, n.answer_start, n.answer_end, n.answer_text)
			then 'vote_span_is_passage_slice'
		when n.reason is not null and not exists (
			select from beat.review_word w where w.kind = 'vote' and w.word = n.reason) then 'vote_reason_known'
		end offset 0) as r (broken)
	 where r.broken is not null
	 limit 1;
	if found then
		perform beat.violates('vote', bad.broken, case bad.broken
			when 'vote_after_consent' then format(
				'The worker of assignment %s has not agreed to what consent is asked to.', bad.assignment_id)
			when 'vote_span_is_passage_slice' then format('The answer to question %s is not the passage from %s to %s.',
				bad.validation_id, bad.answer_start, bad.answer_end)
			else format('There is no reason "%s".', bad.reason)
			end);
	end if;
	return null;
end
$$;
comment on function beat.votes_check is 'Trigger: vote_after_consent, vote_span_is_passage_slice, vote_reason_known.';
create trigger vote_check after insert on beat.vote referencing new table as added
	for each statement execute function beat.votes_check();
create trigger vote_check_change after update on beat.vote referencing new table as added
	for each statement execute function beat.votes_check();

create function beat.vote_check_cast() returns trigger language plpgsql as $$
begin
	if to_jsonb(new) - 'excluded' is distinct from to_jsonb(old) - 'excluded' then
		perform beat.violates('vote', 'vote_cast_once',
			format('Vote %s is cast, and may only be excluded or included.', old.id), 'restrict_violation');
	end if;
	return new;
end
$$;
comment on function beat.vote_check_cast is 'Trigger: vote_cast_once.';
create trigger vote_cast_once before update on beat.vote for each row when (old.cast_at is not null)
	execute function beat.vote_check_cast();
