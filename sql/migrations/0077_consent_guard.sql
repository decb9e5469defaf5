-- No work before consent: held by the tables, whatever a program forgets.

alter table beat.assignment add column awaits_consent boolean not null default false;
comment on column beat.assignment.awaits_consent is
	'The worker has still to agree to what the project asks consent to; until then nothing is taken for this assignment.';

create function beat.instruction_role(in_kind text) returns text language sql immutable parallel safe as $$
	select case in_kind when 'validate' then 'validator' else 'worker' end
$$;
comment on function beat.instruction_role is 'For whom the instructions of an assignment of that kind are.';

create function beat.consent_is_known(a beat.assignment) returns boolean language sql stable as $$
	select exists (
		select from beat.consent c
		  join beat.instruction i on i.id = c.instruction_id
		 where c.worker_id = a.worker_id and i.project_id = a.project_id and i.role = beat.instruction_role(a.kind))
		or exists (
		select from beat.instructed x
		  join beat.instruction i on i.id = x.instruction_id
		 where x.assignment_id = a.id and i.consent = '')
$$;
comment on function beat.consent_is_known is
	'Whether the worker of an assignment has agreed to anything that is asked there, or was shown a text that asks nothing.';

-- An assignment of a project that asks for consent begins by waiting for it, and is let go by nothing else.
create function beat.assignment_consent_check() returns trigger language plpgsql as $$
begin
	if tg_op = 'INSERT' then
		new.awaits_consent := exists (
			select from beat.instruction i
			 where i.project_id = new.project_id and i.role = beat.instruction_role(new.kind) and i.consent <> '')
			and not beat.consent_is_known(new);
	elsif not beat.consent_is_known(new) then
		perform beat.violates('assignment', 'assignment_consent_given', format(
			'The worker of assignment %s has agreed to nothing.', new.id));
	end if;
	return new;
end
$$;
comment on function beat.assignment_consent_check is 'Trigger: assignment_consent_given.';
create trigger assignment_begins_with_consent before insert on beat.assignment
	for each row execute function beat.assignment_consent_check();
create trigger assignment_consent_given before update of awaits_consent on beat.assignment
	for each row when (old.awaits_consent and not new.awaits_consent) execute function beat.assignment_consent_check();

-- The waiting ends with a consent, or with a text that asks for none: also where an older program is at work, which does not
-- know of it.
create function beat.consent_follow() returns trigger language plpgsql as $$
begin
	update beat.assignment a
	   set awaits_consent = false
	 where a.id = new.assignment_id and a.awaits_consent and beat.consent_is_known(a);
	return null;
end
$$;
comment on function beat.consent_follow is 'Trigger: an assignment no longer waits for a consent that is there.';
create trigger consent_follow after insert on beat.consent for each row execute function beat.consent_follow();
create trigger instructed_follow after insert on beat.instructed for each row execute function beat.consent_follow();

create function beat.consent_check() returns trigger language plpgsql as $$
begin
	if (select a.awaits_consent from beat.assignment a where a.id = new.assignment_id) then
		perform beat.violates(tg_table_name, tg_table_name || '_after_consent', format(
			'The worker of assignment %s has not agreed to what consent is asked to.', new.assignment_id));
	end if;
	return new;
end
$$;
comment on function beat.consent_check is 'Trigger: vote_after_consent, exercise_answer_after_consent. Of attempts attempts_check() asks.';
create trigger vote_after_consent before insert on beat.vote for each row execute function beat.consent_check();
create trigger exercise_answer_after_consent before insert on beat.exercise_answer
	for each row execute function beat.consent_check();
