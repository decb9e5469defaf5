-- After a collection: what is taken out of a release before its questions are chosen, each step counted. The data stay as
-- they are: a release without the step has all of it. "beatctl dataset tidy" does the same to files; a test compares them.

-- A text without white space at its ends, as spaced() knows it.
create function edges_trimmed(value text) returns text language sql immutable parallel safe as $$
	select regexp_replace(value, '^[ \t\n\v\f\r\x1c-\x1f\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+'
		'|[ \t\n\v\f\r\x1c-\x1f\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+$', '', 'g')
$$;

-- Whether an answer is none: nothing but punctuation and articles, or the whole passage.
create function answer_malformed(in_answer text, in_passage text) returns boolean
	language sql immutable parallel safe as $$
	select edges_trimmed(in_answer) = edges_trimmed(in_passage)
		or beat.is_blank(regexp_replace(plain_words(in_answer), '\m(a|an|the)\M', ' ', 'g'))
$$;

-- The documents of a release's candidates: paragraphs that the project hands out, those with a question, questions.
create function release_documents(in_project_id bigint)
	returns table (document_id bigint, title text, split text, paragraphs bigint, done bigint, questions bigint)
	language plpgsql stable as $$
begin
	return query
	select d.id, d.title, d.split::text, p.n, c.done, c.questions
	  from (
		select x.document_id, pg_catalog.count(distinct x.passage_id) as done, count(*) as questions
		  from pg_temp.release_candidate x
		 group by x.document_id) as c
	  join beat.document d on d.id = c.document_id
	 cross join lateral (
		select count(*) as n
		  from beat.passage x
		  join beat.project_passage q on q.project_id = in_project_id and q.passage_id = x.id and q.active
		 where x.document_id = d.id) as p;
end
$$;

-- Takes documents out of the candidates; what is told of it: how many, with how many questions, and the first of them.
create function release_drop_documents(in_ids bigint[], in_project_id bigint) returns jsonb language plpgsql as $$
declare
	told jsonb;
begin
	select jsonb_build_object('documents', count(*), 'questions', coalesce(sum(d.questions), 0), 'examples', coalesce(
			jsonb_agg(jsonb_build_object('title', left(d.title, 200), 'split', d.split, 'paragraphs', d.paragraphs, 'done', d.done,
				'questions', d.questions) order by d.split, d.title collate "C") filter (where d.place <= 50), '[]'))
	  into told
	  from (
		select x.*, row_number() over (order by x.split, x.title collate "C") as place
		  from release_documents(in_project_id) as x
		 where x.document_id = any (in_ids)) as d;
	delete from pg_temp.release_candidate c where c.document_id = any (in_ids);
	return told;
end
$$;

-- Answers that are none: questions of such authors go, of others the answer alone (further_votes() leaves it out).
create function release_drop_malformed(r beat.release) returns jsonb language plpgsql as $$
declare
	gone bigint;
begin
	delete from pg_temp.release_candidate c
	 using beat.attempt t, beat.passage x
	 where t.id = c.attempt_id and x.id = c.passage_id and answer_malformed(t.answer_text, x.text);
	get diagnostics gone = row_count;
	return jsonb_build_object('questions', gone, 'answers', (
		select count(*)
		  from pg_temp.release_candidate c
		  join beat.passage x on x.id = c.passage_id
		 cross join release_further(r.id) as f
		 cross join lateral further_votes(c.question_id, f.project_id, f.as_of, f.every, false) as v
		 where answer_malformed(v.answer_text, x.text)));
end
$$;

-- What is done to the candidates of a release as the settings of its moment say; null: nothing.
create function release_tidied(r beat.release) returns jsonb language plpgsql as $$
declare
	tidy boolean := (r.settings ->> 'release_tidy')::boolean;
	whole boolean := (r.settings ->> 'release_whole_documents')::boolean;
	least integer := (r.settings ->> 'release_per_paragraph')::integer;
	had jsonb;
	told jsonb := '{}';
begin
	if tidy then
		select jsonb_object_agg(x.document_id, x.done) into had from release_documents(r.project_id) as x;
		told := jsonb_build_object('malformed', release_drop_malformed(r));
	end if;
	if whole then
		told := told || jsonb_build_object('open', release_drop_documents(array(
			select d.document_id from release_documents(r.project_id) as d where d.done < d.paragraphs), r.project_id));
	end if;
	if tidy and least > 0 then
		told := told || jsonb_build_object('least', least, 'few', release_drop_documents(array(
			select d.document_id
			  from release_documents(r.project_id) as d
			 where d.questions < least * (had ->> d.document_id::text)::bigint), r.project_id));
	end if;
	return nullif(told, '{}');
end
$$;
