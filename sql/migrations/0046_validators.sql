-- Validators are of the pool: who did the exercises of validators in one of its projects validates in all of them.

alter table beat.qualification add column validator_at timestamptz;
comment on column beat.qualification.validator_at is
	'Since when the worker may validate in the projects of the pool, by the exercises of validators; where they were done says participation.';
comment on column beat.participation.validator_at is
	'When the exercises of validators were done in this project; the worker may validate in all projects of its pool.';

update beat.qualification k
   set validator_at = v.at
  from (
	select q.worker_id, p.pool_id, min(q.validator_at) as at
	  from beat.participation q
	  join beat.project p on p.id = q.project_id
	 where q.validator_at is not null
	 group by q.worker_id, p.pool_id) as v
 where v.worker_id = k.worker_id and v.pool_id = k.pool_id;

-- So that a program that knows nothing of it makes validators of the pool, too.
create function beat.qualification_validates() returns trigger language plpgsql as $$
begin
	update beat.qualification k
	   set validator_at = new.validator_at
	  from beat.project p
	 where p.id = new.project_id and k.pool_id = p.pool_id and k.worker_id = new.worker_id and k.validator_at is null;
	return null;
end
$$;
comment on function beat.qualification_validates is 'Trigger: a validator of a project is one of its pool.';
create trigger participation_validator after update of validator_at on beat.participation
	for each row when (new.validator_at is not null) execute function beat.qualification_validates();
