-- What workers and validators are told, in versions.

-- for: beatd beatctl

-- name: admin_instructions(project text) -> answer
select admin_instructions($1::text) as answer;

-- name: admin_instruction_set(project text, role text?, language text?, body text?, consent text?, actor text) -> answer
select admin_instruction_set($1::text, $2::text, $3::text, $4::text, $5::text, $6::text) as answer;

-- for: beatctl

-- name: release_instructions(release bigint) -> (project text, role text, language text, version int, body text, consent text)
select project, role, language, version, body, consent
  from release_instructions($1::bigint);
