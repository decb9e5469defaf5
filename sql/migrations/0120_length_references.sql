-- What the lengths of a project's passages are compared with: how many texts of another set have which length.

create table beat.length_reference (
	project_id bigint not null,
	name text not null,
	lengths integer[] not null,
	counts bigint[] not null,
	cuts integer[] not null,
	set_at timestamptz not null default clock_timestamp(),
	constraint length_reference_pkey primary key (project_id),
	constraint length_reference_project_fkey foreign key (project_id) references beat.project (id),
	constraint length_reference_name_limit check (char_length(name) between 1 and 200),
	constraint length_reference_counts_lengths check (cardinality(counts) = cardinality(lengths)),
	constraint length_reference_cuts_limit check (cardinality(cuts) < 20)
);
comment on table beat.length_reference is
	'The distribution of lengths that a project''s passages are compared with; without lengths: none any more.';
comment on column beat.length_reference.lengths is 'In code points; counts has how many texts are so long, at the same place.';
comment on column beat.length_reference.cuts is
	'Where the reference is cut into about twentieths: the least length of each part but the first.';
call beat.never('deleted', 'length_reference');
