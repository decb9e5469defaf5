-- Records of provenance ("beatctl dataset" and "beatctl lab" write them beside what they make) that releases cite. A record is
-- kept letter by letter, so that its digest stays what it was; what the card tells of it is read from it.

-- A text as JSON; null if it is none.
create function json_or_null(in_text text) returns jsonb language plpgsql immutable as $$
begin
	return in_text::jsonb;
exception when data_exception then
	return null;
end
$$;

-- Whether each member of a list of files has a name, a size and a digest.
create function provenance_lists_files(in_list jsonb) returns boolean language sql immutable as $$
	select jsonb_typeof(in_list) is not distinct from 'array' and jsonb_array_length(in_list) = (
		select count(*)
		  from jsonb_path_query(in_list, '$[*] ? (@.name.type() == "string" && @.bytes.type() == "number"
				&& @.sha256 like_regex "^[0-9a-f]{64}$")'))
$$;

-- Refuses what is no record of provenance.
create function provenance_check(in_name text, in_record text) returns void language plpgsql as $$
declare
	doc jsonb := json_or_null(in_record);
begin
	if (in_name ~ '^[0-9A-Za-z][0-9A-Za-z._-]{0,127}$') is not true then
		perform refuse(format('The file of a record is called by up to 128 letters, digits and . _ -, such as '
			'dev.json.provenance.json; "%s" is not. Rename it.', left(in_name, 200)), 'cites');
	end if;
	if octet_length(in_record) > 262144 then
		perform refuse(format('%s is too large for a record of provenance: 256 KB at most.', in_name), 'cites');
	end if;
	if (jsonb_typeof(doc) = 'object' and jsonb_typeof(doc -> 'made_by') = 'string'
		and jsonb_typeof(doc -> 'command') = 'string' and provenance_lists_files(doc -> 'inputs')
		and provenance_lists_files(doc -> 'outputs') and doc -> 'outputs' <> '[]') is not true then
		perform refuse(format('%s is no record of provenance: that is JSON with "made_by", "command", "inputs" and '
			'"outputs", the files with name, bytes and sha256, as "beatctl dataset" writes it beside what it makes.', in_name),
			'cites');
	end if;
end
$$;

-- The records that a release is to cite, [{"name", "record"}] in the order of their names, from such a list as text, or why
-- it cannot; null: nothing was said of them.
create function release_cites(in_cites text) returns jsonb language plpgsql as $$
declare
	cites jsonb := json_or_null(in_cites);
	twice text;
begin
	if in_cites is null then
		return null;
	end if;
	if (jsonb_typeof(cites) = 'array' and not exists (
			select from jsonb_array_elements(cites) as c
			 where (jsonb_typeof(c -> 'name') = 'string' and jsonb_typeof(c -> 'record') = 'string') is not true)) is not true then
		perform refuse('What is cited is a list of records, each with its name and its text.', 'cites');
	end if;
	if jsonb_array_length(cites) > 50 then
		perform refuse('A release cites 50 records at most.', 'cites');
	end if;
	perform provenance_check(c ->> 'name', c ->> 'record') from jsonb_array_elements(cites) as c;
	select c ->> 'name' into twice from jsonb_array_elements(cites) as c group by 1 having count(*) > 1 limit 1;
	if found then
		perform refuse(format('Two records are called %s; rename one of them.', twice), 'cites');
	end if;
	return (select coalesce(jsonb_agg(jsonb_build_object('name', c ->> 'name', 'record', c ->> 'record')
				order by c ->> 'name' collate "C"), '[]')
			  from jsonb_array_elements(cites) as c);
end
$$;

-- The records of a release, as release_cites() has them.
create function release_cited(r beat.release) returns jsonb language sql stable as $$
	select coalesce(jsonb_agg(jsonb_build_object('name', c.name, 'record', c.record) order by c.name collate "C"), '[]')
	  from beat.release_citation c
	 where c.release_id = r.id
$$;

-- Freezes the records with the release.
create function release_cite(r beat.release, in_cites jsonb) returns void language sql as $$
	insert into beat.release_citation (release_id, name, record)
	select r.id, c ->> 'name', c ->> 'record' from jsonb_array_elements(in_cites) as c
$$;

-- What a release cites, told: of each record its file, the digest of that, how what it speaks of was made, and of what.
create function release_citations(r beat.release) returns jsonb language sql stable as $$
	select coalesce(jsonb_agg(jsonb_build_object('name', c.name, 'path', 'provenance/' || c.name,
				'sha256', encode(sha256(convert_to(c.record, 'UTF8')), 'hex'), 'made_by', d.doc -> 'made_by',
				'command', d.doc -> 'command', 'rule', d.doc -> 'rule', 'seed', d.doc -> 'seed',
				'inputs', d.doc -> 'inputs', 'outputs', d.doc -> 'outputs')
			order by c.name collate "C"), '[]')
	  from beat.release_citation c
	 cross join lateral (select c.record::jsonb as doc) as d
	 where c.release_id = r.id
$$;
