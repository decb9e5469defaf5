-- How a model is asked, beside its address and protocol: what its server calls it, what it is told, as whom and how
-- often. A null is what the program does by itself.

create function beat.are_headers(lines text) returns boolean
	language sql immutable parallel safe as $$
	select lines ~ '^([A-Za-z0-9_-]{1,64}: [\x21-\x7e][\x20-\x7e]*(\n[A-Za-z0-9_-]{1,64}: [\x21-\x7e][\x20-\x7e]*){0,15})?$'
		and char_length(lines) <= 8000
$$;
comment on function beat.are_headers is 'True if a text is lines "Name: value" in ASCII, or empty.';

alter table beat.model add column served_name text;
alter table beat.model add column prompt text;
alter table beat.model add column headers text not null default '';
alter table beat.model add column key_env text;
alter table beat.model add column key_file text;
alter table beat.model add column timeout_ms integer;
alter table beat.model add column concurrency integer;
alter table beat.model add column per_minute integer;
alter table beat.model add column max_tokens integer;

alter table beat.model add constraint model_served_name_form check (served_name ~ '^[^[:cntrl:]]{1,200}$');
alter table beat.model add constraint model_prompt_form check (not beat.is_blank(prompt) and char_length(prompt) <= 20000);
alter table beat.model add constraint model_headers_form check (beat.are_headers(headers));
-- Only the name of the key is kept. What belongs to the server itself is nobody's key.
alter table beat.model add constraint model_key_env_form check (
	key_env ~ '^[A-Za-z_][A-Za-z0-9_]{0,127}$' and key_env !~* '^(beat|pg)');
alter table beat.model add constraint model_key_file_form check (
	key_file ~ '^/[^[:cntrl:]]+$' and char_length(key_file) <= 1000);
alter table beat.model add constraint model_key_one check (num_nonnulls(key_env, key_file) <= 1);
alter table beat.model add constraint model_timeout_range check (timeout_ms between 10 and 600000);
alter table beat.model add constraint model_concurrency_range check (concurrency between 1 and 10000);
alter table beat.model add constraint model_per_minute_range check (per_minute between 1 and 60000);
alter table beat.model add constraint model_max_tokens_range check (max_tokens between 1 and 100000);

comment on column beat.model.served_name is 'What its server calls it, where one server has several; null: nothing is said.';
comment on column beat.model.prompt is 'What a language model is told before passage and question; null: what the program has.';
comment on column beat.model.headers is 'Further lines of the request, "Name: value"; {key} stands for the key.';
comment on column beat.model.key_env is 'The variable of the server''s environment that has the key; the key itself is never here.';
comment on column beat.model.key_file is 'The file on the server''s machine that has the key.';
comment on column beat.model.per_minute is 'Questions in a minute, of each server process; null: no limit.';
comment on column beat.model.max_tokens is 'What a language model may write at most.';
