-- Heads that are not true, each in one way: tests/unit/test_statements.c must find them.

-- for: wrong

-- name: wrong_param(id bigint) -> (n int)
select $1::int as n;

-- name: wrong_column_type() -> (n text)
select 1 as n;

-- name: wrong_column_name() -> (number int)
select 1 as n;

-- name: wrong_column_count() -> (n int)
select 1 as n, 2 as m;

-- name: wrong_nothing()
select 1 as n;
