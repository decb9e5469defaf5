-- Attempts are stored many at once, and checked many at once: passages and consent are looked up by one query for all of them.

drop trigger attempt_check on beat.attempt;
drop function beat.attempt_check();

-- Plans are made once and stay: whoever stores few must not wait for a plan made for many. What begins with a printable ASCII
-- character is no blank, so that the long list of white space is looked at for few.
create function beat.attempts_check() returns trigger language plpgsql
	set plan_cache_mode = force_generic_plan
	set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off as $$
declare
	bad record;
begin
	select n.id, r.broken into bad
	  from added n
	  join beat.assignment a on a.id = n.assignment_id -- of none the foreign key speaks better
	  join beat.passage p on p.id = a.passage_id
	 cross join lateral (select case
		when a.awaits_consent and tg_op = 'INSERT' then 'attempt_after_consent'
		when not beat.is_slice(p.text, n.answer_start, n.answer_end, n.answer_text) then 'attempt_span_is_passage_slice'
		when num_nonnulls(n.model_start, n.model_end) > 0
			and not beat.is_slice(p.text, n.model_start, n.model_end, n.model_answer) then 'attempt_model_span_is_passage_slice'
		when case n.verdict
			when 'none' then n.fault is null or num_nonnulls(n.model_answer, n.model_score, n.judged_at) > 0
			when 'plain' then num_nonnulls(n.fault, n.model_answer, n.model_score) > 0 or n.judged_at is null -- no adversary
			else n.fault is not null or num_nulls(n.model_answer, n.judged_at) > 0 end then 'attempt_verdict_is_complete'
		when (n.seq >= 1 and char_length(n.question) <= 10000
				and (ascii(n.question) between 33 and 126 or not beat.is_blank(n.question))) is not true
			or n.fault = '' or char_length(n.fault) > 200
			or n.model_score in ('infinity', '-infinity', 'nan') then 'attempt_limits'
		end offset 0) as r (broken)
	 where r.broken is not null
	 limit 1;
	if found then
		perform beat.violates('attempt', bad.broken, format(case bad.broken
			when 'attempt_after_consent' then 'The worker of attempt %s has not agreed to what consent is asked to.'
			when 'attempt_span_is_passage_slice' then 'The answer of attempt %s is not the passage there.'
			when 'attempt_model_span_is_passage_slice' then 'The model''s answer of attempt %s is not the passage there.'
			when 'attempt_verdict_is_complete' then 'Attempt %s has a verdict with an answer, or a fault, but not both.'
			else 'Attempt %s has an empty or overlong question or fault, a bad number, or a score that is none.'
			end, bad.id));
	end if;
	return null;
end
$$;
comment on function beat.attempts_check is 'Trigger: attempt_after_consent, attempt_span_is_passage_slice, attempt_model_span_is_passage_slice, '
	'attempt_verdict_is_complete, attempt_limits.';
create trigger attempt_check after insert on beat.attempt referencing new table as added
	for each statement execute function beat.attempts_check();
create trigger attempt_check_late after update on beat.attempt referencing new table as added
	for each statement execute function beat.attempts_check();
