-- Collections of passages.

-- for: beatctl

-- name: collection_splits(collection text) -> (train bigint, dev bigint, test bigint)
select count(*) filter (where x.split = 'train') as train,
	   count(*) filter (where x.split = 'dev') as dev,
	   count(*) filter (where x.split = 'test') as test
  from beat.collection c
  join beat.collection_passage l on l.collection_id = c.id
  join beat.passage x on x.id = l.passage_id
 where c.name = $1::text;
