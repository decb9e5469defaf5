-- Import: rows that were copied to pg_temp.import_row (file, pos, title, text) become documents and passages of a
-- collection, in the same transaction.

-- The shares of "auto:80/10/10"; null for a fixed split.
create function split_shares(in_split text) returns integer[] language plpgsql immutable as $$
declare
	shares integer[] := string_to_array(
		substring(in_split from '^auto:([0-9]{1,4}/[0-9]{1,4}/[0-9]{1,4})$'), '/')::integer[];
begin
	if in_split in ('train', 'dev', 'test') then
		return null;
	end if;
	if shares is null or shares[1] + shares[2] + shares[3] = 0 then
		perform refuse(format(
			'A split is train, dev, test, or auto: with three shares such as auto:80/10/10; "%s" is not.', in_split));
	end if;
	return shares;
end
$$;

-- Divides documents by shares, to the last one.
-- How many of total documents go to train, dev and test: exact shares, what is left over by largest remainder.
create function split_counts(total bigint, shares integer[]) returns bigint[] language sql immutable as $$
	select (
		with part as (
			select i, total * shares[i] / (shares[1] + shares[2] + shares[3]) as whole,
				   total * shares[i] % (shares[1] + shares[2] + shares[3]) as remainder
			  from generate_series(1, 3) as i
		), ranked as (
			select i, whole, row_number() over (order by remainder desc, i) as place,
				   total - sum(whole) over () as left_over
			  from part
		)
		select array_agg(whole + case when place <= left_over then 1 else 0 end order by i) from ranked
	)
$$;

-- Makes pg_temp.import_work: of each staged row, by its place, what is stored of it already and what is wrong with it. The
-- texts stay where they are: writing them once more would take longer than all the rest. A fixed split is theirs at once.
create function import_stage(in_split text) returns void language plpgsql as $$
declare
	fixed text := case when split_shares(in_split) is null then in_split end;
begin
	if to_regclass('pg_temp.import_work') is not null then
		drop table pg_temp.import_work; -- a second import in one transaction
	end if;
	create temp table import_work on commit drop as
	with r as materialized ( -- hashing is the dear part: once a row
		select i.ctid as place, beat.sha256_of(i.title) as title_sha256, beat.sha256_of(i.text) as text_sha256,
			   case -- the cheap halves come first
				when i.text is null or (beat.is_blank(left(i.text, 1)) and beat.is_blank(i.text)) then 'the text is empty'
				when octet_length(i.text) > 50000 and char_length(i.text) > 50000
					then format('the text is too long: %s characters, at most 50000', char_length(i.text))
				when i.title is null or beat.is_blank(i.title) then 'the title is empty'
				when octet_length(i.title) > 16384 then 'the title is too long: at most 16384 bytes'
			   end as reason
		  from pg_temp.import_row i
	)
	select r.place, r.title_sha256, r.text_sha256, d.id as document_id, coalesce(d.split, fixed) as split,
		   x.id as passage_id, x.split as passage_split, r.reason, false as repeated
	  from r
	  left join beat.document d on d.title_sha256 = r.title_sha256
	  left join beat.passage x on x.text_sha256 = r.text_sha256;
	analyze pg_temp.import_work; -- all columns: what is null tells how many rows are meant
end
$$;

-- Decides the split of each staged row, by document.
-- Gives every row the split of its document. Documents that exist keep theirs.
create function import_split(in_split text) returns void language plpgsql as $$
declare
	shares integer[] := split_shares(in_split);
	counts bigint[];
begin
	if shares is null then
		update pg_temp.import_work w
		   set reason = format('the document "%s" is in split %s already', left(i.title, 80), w.split)
		  from pg_temp.import_row i
		 where i.ctid = w.place and w.reason is null and w.split <> in_split;
		return;
	end if;
	-- Only documents that will hold a passage of their own take part in the division.
	select split_counts(count(distinct w.title_sha256), shares) into counts
	  from pg_temp.import_work w
	 where w.reason is null and w.document_id is null and w.passage_id is null;
	with fresh as (
		select f.title_sha256, row_number() over (order by f.title_sha256) as place
		  from (
			select distinct w.title_sha256
			  from pg_temp.import_work w
			 where w.reason is null and w.document_id is null and w.passage_id is null) as f
	)
	update pg_temp.import_work w
	   set split = case
			when f.place <= counts[1] then 'train'
			when f.place <= counts[1] + counts[2] then 'dev'
			else 'test' end
	  from fresh f
	 where f.title_sha256 = w.title_sha256 and w.reason is null and w.document_id is null;
	-- What is left are documents all of whose texts are stored under other titles: repeats, in whatever split.
	update pg_temp.import_work w set split = w.passage_split where w.reason is null and w.split is null;
end
$$;

-- Marks staged rows whose text is there already.
-- Finds the texts that are stored, or staged, twice: a repeat in the same split is skipped, one across splits is bad.
create function import_repeats() returns void language plpgsql as $$
begin
	update pg_temp.import_work w
	   set reason = format('the same text is stored in split %s already, of document "%s"',
			w.passage_split, left(d.title, 80))
	  from beat.passage x
	  join beat.document d on d.id = x.document_id
	 where x.id = w.passage_id and w.reason is null and w.passage_split <> w.split;
	update pg_temp.import_work w
	   set reason = case when w.split <> f.split
				then format('the same text is in this import in split %s too, of document "%s" (%s, %s)', f.split,
					left(i.title, 80), i.file, i.pos) end,
		   repeated = w.split = f.split
	  from (
		select v.text_sha256, min(v.place) as place
		  from pg_temp.import_work v
		 where v.reason is null
		 group by v.text_sha256
		having count(*) > 1) as first
	  join pg_temp.import_work f on f.place = first.place
	  join pg_temp.import_row i on i.ctid = first.place
	 where first.text_sha256 = w.text_sha256 and first.place <> w.place and w.reason is null;
end
$$;

-- Stores the good staged rows and brings the projects that draw from the collection up to date.
create function import_store(in_collection text, out documents_new integer, out passages_new integer)
	language plpgsql as $$
declare
	the_collection bigint;
	link record;
begin
	insert into beat.document (title, split)
	select i.title, f.split
	  from (
		select min(w.place) as place, min(w.split) as split -- a document has one
		  from pg_temp.import_work w
		 where w.reason is null and not w.repeated and w.passage_id is null and w.document_id is null
		 group by w.title_sha256) as f
	  join pg_temp.import_row i on i.ctid = f.place
	 order by f.place;
	get diagnostics documents_new = row_count;
	insert into beat.collection (name) values (in_collection) on conflict on constraint collection_name_key do nothing;
	select c.id into the_collection from beat.collection c where c.name = in_collection;
	with fresh as (
		insert into beat.passage (document_id, split, text)
		select d.id, d.split, i.text
		  from pg_temp.import_work w
		  join beat.document d on d.title_sha256 = w.title_sha256
		  join pg_temp.import_row i on i.ctid = w.place
		 where w.reason is null and not w.repeated and w.passage_id is null
		 order by w.place
		returning id
	), held as (
		insert into beat.collection_passage (collection_id, passage_id)
		select the_collection, f.id from fresh f
		union all
		select distinct the_collection, w.passage_id
		  from pg_temp.import_work w
		 where w.reason is null and w.passage_id is not null
		on conflict on constraint collection_passage_pkey do nothing
	)
	select count(*) into passages_new from fresh;

	for link in
		select p.id
		  from beat.project p
		 where exists (
				select from beat.project_collection l
				 where l.project_id = p.id and l.collection_id = the_collection and l.linked)
			or not exists (select from beat.project_collection l where l.project_id = p.id and l.linked)
		 order by p.id
	loop
		perform project_fill(link.id);
	end loop;
end
$$;

-- Applies the staged rows to a collection. With a bad row and in_skip_bad false nothing is stored and the bad rows are
-- listed, for the caller to name them and roll back.
create function import_apply(
	in_collection text, in_split text, in_actor text, in_skip_bad boolean,
	out documents_new integer, out passages_new integer, out duplicates integer, out bad json)
	language plpgsql set work_mem = '256MB' as $$ -- so that no text goes through a file to be sorted
begin
	if (in_collection ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$') is not true then
		perform refuse(format('A collection''s name is 1 to 63 letters, digits and . _ -, beginning with a letter '
			'or digit; "%s" is not.', in_collection));
	end if;
	perform split_shares(in_split);
	perform act_as(in_actor);
	-- One import at a time: two that bring the same text at once would trip over each other's rows.
	perform pg_advisory_xact_lock(hashtext('beat.import'));
	perform import_stage(in_split);
	perform import_split(in_split);
	perform import_repeats();

	documents_new := 0;
	passages_new := 0;
	select count(*) filter (where w.reason is null and (w.repeated or w.passage_id is not null)),
		   coalesce((
			select json_agg(json_build_object('file', i.file, 'pos', i.pos, 'reason', b.reason) order by b.place)
			  from pg_temp.import_work b
			  join pg_temp.import_row i on i.ctid = b.place
			 where b.reason is not null), '[]')
	  into duplicates, bad
	  from pg_temp.import_work w;
	if json_array_length(bad) > 0 and in_skip_bad is not true then
		return;
	end if;
	select s.documents_new, s.passages_new into documents_new, passages_new from import_store(in_collection) as s;
	perform beat.event_add('collection.import', null, null, null, jsonb_build_object('collection', in_collection,
		'split', in_split, 'documents', documents_new, 'passages', passages_new, 'duplicates', duplicates,
		'bad', json_array_length(bad)));
end
$$;
