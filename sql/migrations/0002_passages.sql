-- What is read: collections of passages, which are parts of documents.

create table beat.collection (
	id bigint generated always as identity,
	name text not null,
	created_at timestamptz not null default clock_timestamp(),
	train beat.count not null default 0,
	dev beat.count not null default 0,
	test beat.count not null default 0,
	constraint collection_pkey primary key (id),
	constraint collection_name_key unique (name),
	constraint collection_name_form check (name ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$')
);
comment on table beat.collection is 'A named set of passages that projects draw from.';
comment on column beat.collection.train is 'Passages of that split in it; dev and test alike. Kept by a trigger.';

create table beat.document (
	id bigint generated always as identity,
	title text not null,
	title_sha256 bytea not null generated always as (beat.sha256_of(title)) stored,
	split beat.split_name not null,
	created_at timestamptz not null default clock_timestamp(),
	constraint document_pkey primary key (id),
	constraint document_id_split_key unique (id, split),
	constraint document_title_key unique (title_sha256),
	constraint document_title_not_blank check (not beat.is_blank(title)),
	constraint document_title_limit check (octet_length(title) <= 16384)
);
comment on table beat.document is
	'The source of passages. Its split is chosen once, for all projects, so that datasets stay comparable.';
comment on column beat.document.title_sha256 is
	'Unique instead of the title itself: titles may be longer than an index entry.';

create table beat.passage (
	id bigint generated always as identity,
	document_id bigint not null,
	split beat.split_name not null,
	text text not null,
	text_sha256 bytea not null generated always as (beat.sha256_of(text)) stored,
	length integer not null generated always as (char_length(text)) stored,
	words integer not null generated always as (beat.word_count(text)) stored,
	created_at timestamptz not null default clock_timestamp(),
	constraint passage_pkey primary key (id),
	constraint passage_id_split_key unique (id, split),
	constraint passage_text_sha256_key unique (text_sha256),
	constraint passage_split_is_its_documents foreign key (document_id, split) references beat.document (id, split),
	constraint passage_text_not_blank check (not beat.is_blank(text)),
	constraint passage_length_limit check (length <= 50000)
);
comment on table beat.passage is 'An immutable text that questions are asked about; stored verbatim, once.';
comment on column beat.passage.split is
	'The document''s: the foreign key over both columns keeps splits disjoint by document.';
comment on column beat.passage.length is 'In code points, as all offsets are.';
comment on column beat.passage.words is 'Counted once, because projects may want passages of a length.';
create index passage_document_idx on beat.passage (document_id);

create table beat.collection_passage (
	collection_id bigint not null,
	passage_id bigint not null,
	added_at timestamptz not null default clock_timestamp(),
	constraint collection_passage_pkey primary key (collection_id, passage_id),
	constraint collection_passage_collection_fkey foreign key (collection_id) references beat.collection (id),
	constraint collection_passage_passage_fkey foreign key (passage_id) references beat.passage (id)
);
comment on table beat.collection_passage is 'Which passages a collection holds; a passage may be in several.';

-- Nothing is deleted, from any table.
call beat.never('deleted', 'collection', 'document', 'passage', 'collection_passage');

-- What is true once stays true.
call beat.never('changed', 'document', 'passage');

create function beat.collection_counted() returns trigger language plpgsql as $$
begin
	update beat.collection c
	   set train = c.train + n.train, dev = c.dev + n.dev, test = c.test + n.test
	  from (
		select l.collection_id, count(*) filter (where x.split = 'train') as train,
			   count(*) filter (where x.split = 'dev') as dev, count(*) filter (where x.split = 'test') as test
		  from new_rows l
		  join beat.passage x on x.id = l.passage_id
		 group by l.collection_id) as n
	 where c.id = n.collection_id;
	return null;
end
$$;
comment on function beat.collection_counted is 'Trigger: counts the passages that come into a collection.';
create trigger collection_counted after insert on beat.collection_passage referencing new table as new_rows
	for each statement execute function beat.collection_counted();
