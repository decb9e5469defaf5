-- Comprehension studies: what a sample of questions of several datasets asks of a reader (section 5 of the paper).

create function beat.study_labels_known(labels text[]) returns boolean language sql immutable parallel safe
	return labels <@ array['explicit', 'paraphrasing', 'external_knowledge', 'coreference', 'multi_hop', 'comparative',
		'numeric', 'negation', 'filtering', 'temporal', 'spatial', 'inductive', 'implicit']
		and cardinality(labels) <= 3
		and cardinality(labels) = (select pg_catalog.count(distinct l)::integer from unnest(labels) as l);
comment on function beat.study_labels_known is 'At most three different labels of the thirteen there are.';

create table beat.study (
	id bigint generated always as identity,
	name text not null,
	seed text not null,
	actor beat.actor_name not null,
	created_at timestamptz not null default clock_timestamp(),
	constraint study_pkey primary key (id),
	constraint study_name_key unique (name),
	constraint study_name_form check (name ~ '^[a-z0-9][a-z0-9_-]{0,62}$'),
	constraint study_seed_form check (seed ~ '^[0-9A-Za-z._-]{1,64}$')
);
comment on table beat.study is 'A sample of questions of several datasets that people label without knowing which is which.';

create table beat.study_dataset (
	study_id bigint not null,
	place smallint not null,
	name text not null,
	source text not null,
	constraint study_dataset_pkey primary key (study_id, place),
	constraint study_dataset_name_key unique (study_id, name),
	constraint study_dataset_study_fkey foreign key (study_id) references beat.study (id),
	constraint study_dataset_name_length check (char_length(name) between 1 and 200)
);
comment on table beat.study_dataset is 'A dataset that a study compares, in the order in which they were named.';
comment on column beat.study_dataset.source is 'What it was read from: a project, a release or files.';

create table beat.study_item (
	id bigint generated always as identity,
	study_id bigint not null,
	dataset smallint not null,
	question_ref text not null,
	title text not null,
	passage text not null,
	question text not null,
	answer text not null,
	answer_start integer,
	wanted smallint not null default 1,
	constraint study_item_pkey primary key (id),
	constraint study_item_once unique (study_id, dataset, question_ref),
	constraint study_item_dataset_fkey foreign key (study_id, dataset) references beat.study_dataset (study_id, place),
	constraint study_item_wanted_range check (wanted in (1, 2)),
	constraint study_item_answer_stands
		check (answer_start is null or substr(passage, answer_start + 1, char_length(answer)) = answer)
);
comment on table beat.study_item is 'A question of a study, with its texts as they were; ids are in the order of the draw, so they tell no dataset.';
comment on column beat.study_item.wanted is 'How many annotators label it.';

create table beat.study_label (
	item_id bigint not null,
	account_id bigint not null,
	kind text not null,
	leased_until timestamptz not null,
	labels text[],
	labelled_at timestamptz,
	constraint study_label_pkey primary key (item_id, account_id),
	constraint study_label_item_fkey foreign key (item_id) references beat.study_item (id),
	constraint study_label_account_fkey foreign key (account_id) references beat.account (id),
	constraint study_label_kind_known check (kind in ('label', 'adjudication')),
	constraint study_label_words check (beat.study_labels_known(labels)),
	constraint study_label_has_moment check ((labels is null) = (labelled_at is null))
);
comment on table beat.study_label is 'Who has an item in hand (labels null, until leased_until) or what they said of it; empty: none of the labels fits.';
create index study_label_account_idx on beat.study_label (account_id, item_id);
create unique index study_label_one_adjudication on beat.study_label (item_id) where kind = 'adjudication';

call beat.never('deleted', 'study', 'study_dataset', 'study_item', 'study_label');
call beat.never('changed', 'study', 'study_dataset', 'study_item');
