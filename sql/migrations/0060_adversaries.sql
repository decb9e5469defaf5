-- Several models in the loop: every adversary's answer to an attempt, with its proof, and the rule that made one verdict of
-- them. An attempt against one model has its answer in its own row and none here.

create table beat.attempt_ensemble (
	attempt_id uuid not null,
	rule text not null,
	constraint attempt_ensemble_pkey primary key (attempt_id),
	constraint attempt_ensemble_attempt_fkey foreign key (attempt_id) references beat.attempt (id),
	constraint attempt_ensemble_rule_known check (rule in ('any', 'most'))
);
comment on table beat.attempt_ensemble is 'An attempt that was played against several models at once.';
comment on column beat.attempt_ensemble.rule is
	'When the models'' side wins: if any of them does, or if most of them do. As it was when the attempt was made.';

create table beat.attempt_answer (
	attempt_id uuid not null,
	place smallint not null,
	model_id bigint not null,
	model_build_id bigint,
	answer text,
	answer_start integer,
	answer_end integer,
	score double precision,
	shared integer,
	model_tokens integer,
	human_tokens integer,
	verdict text not null,
	fault text,
	model_ms beat.count,
	asked_at timestamptz not null default clock_timestamp(),
	constraint attempt_answer_pkey primary key (attempt_id, place),
	constraint attempt_answer_model_once unique (attempt_id, model_id),
	constraint attempt_answer_ensemble_fkey foreign key (attempt_id) references beat.attempt_ensemble (attempt_id),
	constraint attempt_answer_model_fkey foreign key (model_id) references beat.model (id),
	constraint attempt_answer_model_build_fkey foreign key (model_build_id, model_id) references beat.model_build (id, model_id),
	constraint attempt_answer_place_range check (place between 1 and 8),
	constraint attempt_answer_limits check (fault <> '' and char_length(fault) <= 200
		and (score not in ('infinity', '-infinity', 'nan')) is not false),
	constraint attempt_answer_is_complete check (
		case verdict when 'none' then fault is not null and num_nonnulls(answer, answer_start, answer_end, score) = 0
			else fault is null and answer is not null end)
);
comment on table beat.attempt_answer is
	'What each of several adversaries answered to an attempt, and who wins by that answer alone, with the proof. The one that '
	'the worker sees is also in the attempt''s own row.';
comment on column beat.attempt_answer.place is 'Its place among the project''s adversaries, from 1.';
comment on column beat.attempt_answer.fault is
	'Why there is no answer; "waiting": the verdict was certain without it, and it is stored when it comes.';
comment on column beat.attempt_answer.answer_start is 'Code points, or null; answer_end is exclusive.';
create index attempt_answer_waiting_idx on beat.attempt_answer (asked_at) where fault = 'waiting';

create function beat.ensemble_verdict(rule text, verdicts text[]) returns text
	language sql immutable parallel safe
	return (
		select case
			when n.model >= n.needed then 'model'
			when n.model + n.none < n.needed then 'human'
			else 'none' end
		  from (
			select count(*) filter (where v = 'model') as model, count(*) filter (where v = 'none') as none,
				   case rule when 'most' then count(*) / 2 + 1 else 1 end as needed
			  from unnest(verdicts) as v) as n);
comment on function beat.ensemble_verdict is
	'Who wins against several: what is not known ("none") may have been either, and a verdict stands if it is the same in any case.';

create function beat.attempt_answer_check() returns trigger language plpgsql as $$
declare
	t record;
begin
	if tg_op = 'UPDATE' and (old.verdict <> 'none' or (new.attempt_id, new.place, new.model_id, new.asked_at)
			is distinct from (old.attempt_id, old.place, old.model_id, old.asked_at)) then
		perform beat.violates('attempt_answer', 'attempt_answer_judged_once', format(
			'Answer %s to attempt %s may only get what it has not had yet.', old.place, old.attempt_id), 'restrict_violation');
	end if;
	select y.threshold_permille, x.text into t
	  from beat.attempt y
	  join beat.assignment a on a.id = y.assignment_id
	  join beat.passage x on x.id = a.passage_id
	 where y.id = new.attempt_id;
	if not found then
		return new; -- the foreign key says it better
	end if;
	if (new.verdict = beat.verdict_of(new.shared, new.model_tokens, new.human_tokens, t.threshold_permille)) is not true then
		perform beat.violates('attempt_answer', 'attempt_answer_verdict_follows_from_overlap', format(
			'"%s" does not follow from the overlap of answer %s to attempt %s.', new.verdict, new.place, new.attempt_id));
	end if;
	if num_nonnulls(new.answer_start, new.answer_end) > 0
		and not beat.is_slice(t.text, new.answer_start, new.answer_end, new.answer) then
		perform beat.violates('attempt_answer', 'attempt_answer_span_is_passage_slice', format(
			'Answer %s to attempt %s is not the passage from %s to %s.', new.place, new.attempt_id, new.answer_start,
			new.answer_end));
	end if;
	return new;
end
$$;
comment on function beat.attempt_answer_check is 'Trigger: attempt_answer_judged_once, attempt_answer_verdict_follows_from_overlap, '
	'attempt_answer_span_is_passage_slice.';
create trigger attempt_answer_check before insert or update on beat.attempt_answer
	for each row execute function beat.attempt_answer_check();

-- The verdict of an attempt against several is proved by their answers, whenever a transaction is done with it.
create function beat.ensemble_check() returns trigger language plpgsql as $$
begin
	perform beat.violates('attempt_answer', 'ensemble_verdict_follows_from_answers', format(
			'The verdict "%s" of attempt %s does not follow from the answers of its adversaries.', t.verdict, t.id))
	   from beat.attempt t
	   join beat.attempt_ensemble e on e.attempt_id = t.id
	  where t.id = new.attempt_id and t.verdict is distinct from beat.ensemble_verdict(e.rule, array(
			select y.verdict from beat.attempt_answer y where y.attempt_id = t.id));
	return null;
end
$$;
comment on function beat.ensemble_check is 'Trigger: ensemble_verdict_follows_from_answers.';
create constraint trigger ensemble_check after insert or update on beat.attempt_answer
	deferrable initially deferred for each row execute function beat.ensemble_check();

call beat.never('deleted', 'attempt_ensemble', 'attempt_answer');
call beat.never('changed', 'attempt_ensemble');

-- As before, but the answer that stands for all of several may be another model's than the fault that stood for them.
create or replace function beat.attempt_check_change() returns trigger language plpgsql as $$
begin
	if old.verdict <> 'none' or new.verdict = 'none'
		or (new.id, new.assignment_id, new.seq, new.question, new.answer_start, new.answer_end, new.answer_text,
				new.threshold_permille, new.created_at)
			is distinct from
			(old.id, old.assignment_id, old.seq, old.question, old.answer_start, old.answer_end, old.answer_text,
				old.threshold_permille, old.created_at)
		or new.model_id <> old.model_id and not exists (
			select from beat.attempt_answer y where y.attempt_id = new.id and y.model_id = new.model_id) then
		perform beat.violates('attempt', 'attempt_judged_once',
			format('Attempt %s may only get the verdict it has not had yet.', old.id), 'restrict_violation');
	end if;
	return new;
end
$$;
