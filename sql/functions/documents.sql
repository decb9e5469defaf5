-- The documents of a project: how far each is, since a document may be released whole or not at all.

-- Each document of which the project hands out a paragraph: its paragraphs, those that are done, and questions. Done is a
-- paragraph with a question that was handed in and is not discarded.
create function project_documents(in_project_id bigint)
	returns table (document_id bigint, title text, split text, paragraphs bigint, done bigint, questions bigint)
	language plpgsql stable as $$
begin
	return query
	select d.id, d.title, d.split::text, s.paragraphs, s.done, s.questions
	  from (
		select x.document_id, count(*) as paragraphs, count(k.n) as done, coalesce(sum(k.n), 0)::bigint as questions
		  from beat.project_passage q
		  join beat.passage x on x.id = q.passage_id
		  left join (
			select a.passage_id, count(*) as n
			  from beat.question y
			  join beat.assignment a on a.id = y.assignment_id and a.state = 'submitted'
			 where y.project_id = in_project_id and y.discards = 0
			 group by a.passage_id) as k on k.passage_id = q.passage_id
		 where q.project_id = in_project_id and q.active
		 group by x.document_id) as s
	  join beat.document d on d.id = s.document_id;
end
$$;

-- A page of them with the sums of all; without a size all of them.
create function documents_page(p beat.project, in_size integer, in_skip integer) returns json language sql stable as $$
	with d as materialized (
		select x.*, x.done = x.paragraphs as whole, row_number() over (
				order by array_position(array['train', 'dev', 'test'], x.split), x.title collate "C", x.document_id) as place
		  from project_documents(p.id) as x)
	select json_build_object('total', count(*), 'whole', count(*) filter (where d.whole),
			'begun', count(*) filter (where d.done > 0 and not d.whole), 'paragraphs', coalesce(sum(d.paragraphs), 0),
			'done', coalesce(sum(d.done), 0), 'questions', coalesce(sum(d.questions), 0),
			'items', coalesce(json_agg(json_build_object('id', d.document_id::text, 'title', d.title, 'split', d.split,
					'paragraphs', d.paragraphs, 'done', d.done, 'questions', d.questions, 'whole', d.whole) order by d.place)
				filter (where d.place > in_skip and (in_size is null or d.place <= in_skip::bigint + in_size)), '[]'),
			'offset', in_skip, 'limit', in_size)
	  from d
$$;

-- The same for the dashboard.
create function admin_documents(in_project text, in_limit text, in_offset text) returns json
	language plpgsql stable set jit = off as $$
begin
	return documents_page(project_named(in_project), page_size(in_limit),
		greatest(0, coalesce(nullif(in_offset, '')::integer, 0)));
end
$$;
