-- A revocation that its own votes no longer speak for is taken back by the program, to the state before it: a program gives nobody a
-- qualification.

insert into beat.participation_move (from_state, to_state, meaning)
select 'revoked', s, 'the votes no longer speak against the worker' from unnest(array['new', 'onboarding', 'failed']) as s;
insert into beat.qualification_move (from_state, to_state, meaning)
select m.from_state, m.to_state, m.meaning
  from beat.participation_move m
 where m.from_state = 'revoked' and m.to_state <> 'qualified';
