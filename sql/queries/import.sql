-- beatctl import: the rows were copied to pg_temp.import_row in the same transaction.

-- for: beatctl

-- name: import_apply(collection text, split text, actor text, skip_bad bool)
--   -> (documents_new int, passages_new int, duplicates int, bad json)
select documents_new, passages_new, duplicates, bad
  from import_apply($1::text, $2::text, $3::text, $4::boolean);
