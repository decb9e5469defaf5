-- Records of how datasets came about, cited by a release: frozen with it, as they were given.

create table beat.release_citation (
	release_id bigint not null,
	name text not null,
	record text not null,
	constraint release_citation_pkey primary key (release_id, name),
	constraint release_citation_release_fkey foreign key (release_id) references beat.release (id),
	constraint release_citation_name_form check (name ~ '^[0-9A-Za-z][0-9A-Za-z._-]{0,127}$'),
	constraint release_citation_record_length check (octet_length(record) between 2 and 262144)
);
comment on table beat.release_citation is
	'A record of provenance that a release cites: a file of its folder provenance, byte for byte as it was given.';

call beat.never('deleted', 'release_citation');
call beat.never('changed', 'release_citation');
