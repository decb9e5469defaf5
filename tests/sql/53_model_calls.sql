-- How models are asked: told, changed, taken away; refused in sentences; handed to the programs; never a key.
begin;
\ir fixture.psql
select no_plan();

create function tap.write(name text, given jsonb, may_add boolean default false) returns text language sql as $$
	select w.change from model_write(name, given, may_add, 't') as w;
$$;

create function tap.call(name text) returns jsonb language sql as $$
	select jsonb_strip_nulls(model_call(m)::jsonb) from beat.model m where m.name = $1;
$$;

select is(tap.call('window'), null, 'of a plain model there is nothing to tell');
select is(tap.write('llm', '{"url": "http://127.0.0.1:8000/v1", "protocol": "openai", "served_name": "Qwen/Qwen3-8B",
	"prompt": "Answer.", "headers": "X-Team: qa\nX-Key: {key}", "key_env": "LLM_API_KEY", "timeout_ms": 20000, "concurrency": 4,
	"per_minute": 600, "max_tokens": 64}', true), 'added', 'a language model is registered');
select is(tap.call('llm'), '{"served_name": "Qwen/Qwen3-8B", "prompt": "Answer.", "headers": "X-Team: qa\nX-Key: {key}",
	"key_env": "LLM_API_KEY", "timeout_ms": 20000, "concurrency": 4, "per_minute": 600, "max_tokens": 64}'::jsonb,
	'and all of it handed to whoever asks');
select is(tap.write('llm', '{"per_minute": null, "prompt": null, "headers": null}'), 'changed', 'what need not be told is taken away');
select is(tap.call('llm') ?| array['per_minute', 'prompt'], false, 'and is gone');
select is(tap.write('llm', '{"key_file": "/run/secrets/llm", "key_env": null}'), 'changed', 'the key moves to a file');
select is(tap.write('llm', '{"url": "http://127.0.0.1:8001/v1"}'), 'changed', 'a model that moves');
select is(tap.call('llm') ->> 'served_name', 'Qwen/Qwen3-8B', 'is asked as before');

-- Refusals.
select matches(tap.sentence(format($$select tap.write('llm', %L)$$, given)), pattern, pattern)
  from (values
	('{"timeout_ms": 9}', 'timeout_ms of a model is a whole number from 10 to 600000, not 9'),
	('{"concurrency": 0}', 'concurrency of a model is a whole number from 1 to 10000'),
	('{"per_minute": "many"}', 'per_minute of a model .* not many'),
	('{"max_tokens": 1.5}', 'max_tokens of a model .* not 1.5'),
	('{"max_tokens": 99999999999}', 'max_tokens of a model'),
	('{"served_name": "a\nb"}', '1 to 200 characters on one line'),
	('{"prompt": " \n"}', 'A prompt has 1 to 20,000'),
	('{"headers": "no colon"}', 'A header is a line'),
	('{"headers": "X: a\r\nEvil: b"}', 'A header is a line'),
	('{"headers": "X: a\n\nY: b"}', 'A header is a line'),
	('{"headers": "Authorization: Bearer sk-1"}', 'Keys do not belong into the registry'),
	('{"headers": "X-Team: qa\nx-api-key: sk-1"}', 'Keys do not belong into the registry'),
	('{"headers": "My-Secret: sk-1"}', 'Keys do not belong into the registry'),
	('{"key_env": "HF_TOKEN"}', 'in a variable or in a file, not in both'),
	('{"key_env": "sk-proj-123", "key_file": null}', 'the key itself is never stored'),
	('{"key_env": "BEAT_DB", "key_file": null}', 'BEAT_DB belongs to the server itself'),
	('{"key_env": "PGPASSWORD", "key_file": null}', 'PGPASSWORD belongs to the server itself'),
	('{"key_file": "secrets/llm"}', 'whole path')) as v (given, pattern);
select is(tap.call('llm') ->> 'key_file', '/run/secrets/llm', 'what was refused has changed nothing');

-- Addresses.
select matches(tap.sentence(format($$select tap.write('x', jsonb_build_object('url', %L), true)$$, url)), pattern, url)
  from (values
	('http://169.254.169.254/latest', 'link-local address or a cloud'), ('http://u@169.254.1.1:80', '169.254.1.1'),
	('http://[fe80::1%eth0]:9', 'link-local'), ('http://[::ffff:169.254.169.254]/', 'link-local'), ('http://[fd00:ec2::254]/', 'link-local'),
	('http://[0:0:0:0:0:ffff:a9fe:a9fe]/', 'link-local'), ('http://Metadata.google.internal/', 'metadata'), ('http://metadata', 'metadata'),
	('http://100.100.100.200', 'link-local'), ('http://gpu?api_key=sk-1', 'A key does not belong into an address'),
	('http://gpu/x?a=b&TOKEN=sk-1', 'A key does not belong')) as v (url, pattern);
select is(tap.write(name, jsonb_build_object('url', url), true), 'added', url)
  from (values ('a1', 'http://10.0.0.1:9'), ('a2', 'http://metadatabase.org'), ('a3', 'http://gpu/169.254.1.1'), ('a4', 'http://[::1]:8080'),
	('a5', 'http://gpu/?monkey=1')) as v (name, url);
select is(tap.write('near', '{"url": "http://169.254.7.7", "link_local": "yes"}', true), 'added', 'a link-local model, if it is said');
select is(tap.call('near'), '{"headers": "", "link_local": true}'::jsonb, 'whoever asks is told so');
select matches(tap.sentence($$select tap.write('near', '{"link_local": "no"}')$$), 'link-local', 'and not without');
select is(url_origin(url), origin, url)
  from (values ('HTTPS://u:p@Api.example.org:443/v1?x#y', 'https://api.example.org'), ('http://h:80', 'http://h'), ('http://h:8080/a@b', 'http://h:8080'),
	('http://[::1]:80/', 'http://[::1]')) as v (url, origin);

-- The same as constraints, for whoever writes past the function.
select bites(format('update beat.model set %s where name = %L', change, 'llm'), name, name)
  from (values
	('timeout_ms = 9', 'model_timeout_range'), ('concurrency = 0', 'model_concurrency_range'),
	('per_minute = 0', 'model_per_minute_range'), ('max_tokens = 0', 'model_max_tokens_range'),
	($$served_name = ''$$, 'model_served_name_form'), ($$prompt = ' '$$, 'model_prompt_form'),
	($$headers = 'x'$$, 'model_headers_form'), ($$key_env = 'A'$$, 'model_key_one'),
	($$key_file = null, key_env = 'beat_db'$$, 'model_key_env_form'),
	($$key_file = 'x'$$, 'model_key_file_form')) as v (change, name);

-- A model that is played against is handed on whole.
select project_set('p', '{"model": "llm", "unlocated": "text"}', 't') \g /dev/null
select is((select unlocated from beat.project where name = 'p'), 'text', 'what is not in the passage may be scored as text');
select matches(tap.sentence($$select project_set('p', '{"unlocated": "win"}', 't')$$), 'unlocated must be fault or text', 'or be a fault');
select s.assignment_id as a, s.worker_id as w from tap.session('ann', 'R1', 'mturk') as s \gset
select unnest(array[
	is(model_call ->> 'served_name', 'Qwen/Qwen3-8B', 'an attempt asks as registered'),
	is(unlocated, 'text', 'and knows what is not in the passage')])
  from attempt_begin(tap.nth(1), :a, :w, 'R1');
select is((select call ->> 'served_name' from transfer_target('llm', null)), 'Qwen/Qwen3-8B', 'a reader of the matrix is asked as registered');
select is((select call ->> 'served_name' from transfer_target('http://127.0.0.1:8001/v1', 'openai')), 'Qwen/Qwen3-8B', 'also by its URL');

select * from finish();
rollback;
