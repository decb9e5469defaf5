-- Further answers: questions that were asked without an adversary are answered by others, and nothing need be decided by it.

alter table beat.validation drop constraint validation_cause_known;
alter table beat.validation add constraint validation_cause_known check (cause in ('split', 'train', 'lost', 'further'));
alter table beat.validation drop constraint validation_state_known;
alter table beat.validation add constraint validation_state_known check (
	state in ('waiting', 'answerable', 'unanswerable', 'answered'));
alter table beat.decision drop constraint decision_state_known;
alter table beat.decision add constraint decision_state_known check (
	state in ('waiting', 'answerable', 'unanswerable', 'answered'));
comment on column beat.validation.cause is
	'Why it is validated: its split asks for it, a sample of train, a lost attempt, further answers without an adversary.';

-- A question without an adversary was validated as those with one until now.
update beat.validation v set cause = 'further' from beat.attempt t where t.id = v.attempt_id and t.verdict = 'plain';

create index validation_further_idx on beat.validation (project_id, split)
	where cause = 'further' and active and state = 'waiting';
