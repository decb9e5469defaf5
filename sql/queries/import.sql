-- beatctl import: the rows were copied to pg_temp.import_row in the same transaction.

-- name: import_apply(collection, split, actor, skip_bad)
select documents_new, passages_new, duplicates, bad
  from beat.import_apply($1::text, $2::text, $3::text, $4::boolean);
