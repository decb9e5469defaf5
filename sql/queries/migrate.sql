-- beatctl migrate: the sets of functions that are installed.

-- for: beatctl

-- name: function_set_list(ours text) -> (name text, program text, installed_at text, state text)
select name, program, installed_at, state
  from function_set_list($1::text);

-- name: function_set_drop_unused(ours text) -> (name text)
select name
  from function_set_drop_unused($1::text) as name;
