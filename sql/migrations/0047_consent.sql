-- Who agreed to which text of consent, and when.

create table beat.consent (
	worker_id bigint not null,
	instruction_id bigint not null,
	assignment_id bigint not null,
	at timestamptz not null default clock_timestamp(),
	constraint consent_pkey primary key (worker_id, instruction_id),
	constraint consent_worker_fkey foreign key (worker_id) references beat.worker (id),
	constraint consent_instruction_fkey foreign key (instruction_id) references beat.instruction (id),
	constraint consent_assignment_fkey foreign key (assignment_id) references beat.assignment (id)
);
comment on table beat.consent is 'A worker agreed to the consent text of a version of the instructions, at the beginning of that assignment.';

call beat.never('deleted', 'consent');
call beat.never('changed', 'consent');
