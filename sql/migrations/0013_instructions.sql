-- Instructions are data: what workers and validators are told, in versions, by project and language.

create table beat.instruction (
	id bigint generated always as identity,
	project_id bigint,
	role text not null,
	language text not null,
	version integer not null,
	body text not null,
	consent text not null default '',
	actor text not null,
	created_at timestamptz not null default clock_timestamp(),
	constraint instruction_pkey primary key (id),
	constraint instruction_project_fkey foreign key (project_id) references beat.project (id),
	constraint instruction_version_key unique nulls not distinct (project_id, role, language, version),
	constraint instruction_role_known check (role in ('worker', 'validator')),
	constraint instruction_language_form check (language ~ '^[a-z]{2,3}(-[A-Z][A-Za-z]{1,7})?$'),
	constraint instruction_version_counts check (version >= 1),
	constraint instruction_body_form check (not beat.is_blank(body) and char_length(body) <= 20000),
	constraint instruction_consent_form check (char_length(consent) <= 20000)
);
comment on table beat.instruction is
	'What workers or validators of a project are told, as Markdown; the newest version of a language counts. Without a project: the programs'' own text.';
comment on column beat.instruction.consent is 'What a worker agrees to by beginning; empty: nothing is said.';

create table beat.instructed (
	assignment_id bigint not null,
	instruction_id bigint not null,
	at timestamptz not null default clock_timestamp(),
	constraint instructed_pkey primary key (assignment_id, instruction_id),
	constraint instructed_assignment_fkey foreign key (assignment_id) references beat.assignment (id),
	constraint instructed_instruction_fkey foreign key (instruction_id) references beat.instruction (id)
);
comment on table beat.instructed is 'Which texts were shown with an assignment, and since when.';

-- Nothing is deleted, from any table.
call beat.never('deleted', 'instruction', 'instructed');

-- What is true once stays true.
call beat.never('changed', 'instruction', 'instructed');
