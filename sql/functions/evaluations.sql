-- Stored evaluations: facts that are only added; of the same dataset, split and model the latest counts.

-- Stores [{"dataset", "split", "model", "version", "weights", "group", "questions", "unanswered", "exact", "exact_low", "exact_high",
-- "f1", "f1_low", "f1_high", "wins"}]; how many.
create function evaluation_store(in_rows json, in_actor text) returns integer language plpgsql as $$
declare
	stored integer;
begin
	perform act_as(in_actor);
	insert into beat.evaluation (dataset, split, model, version, weights, model_group, questions, unanswered, exact, exact_low,
								 exact_high, f1, f1_low, f1_high, wins, actor)
	select r.dataset, r.split, r.model, r.version, r.weights, r."group", r.questions, r.unanswered, r.exact, r.exact_low, r.exact_high,
		   r.f1, r.f1_low, r.f1_high, r.wins, in_actor
	  from json_to_recordset(in_rows) as r (dataset text, split text, model text, version text, weights text, "group" text,
		   questions integer, unanswered integer, exact integer, exact_low double precision, exact_high double precision,
		   f1 double precision, f1_low double precision, f1_high double precision, wins integer);
	get diagnostics stored = row_count;
	perform beat.event_add('evaluation.store', null, null, null, jsonb_build_object('evaluations', stored));
	return stored;
end
$$;

-- The latest of each. A dataset with several splits is named with them.
create function evaluation_latest() returns table (benchmark text, dataset text, split text, model text, version text, weights text,
		model_group text, questions integer, unanswered integer, exact double precision, exact_low double precision,
		exact_high double precision, f1 double precision, f1_low double precision, f1_high double precision, wins integer,
		created_at timestamptz)
	language sql stable as $$
	select case when min(e.split) over w <> max(e.split) over w and e.split <> '' then e.dataset || '/' || e.split else e.dataset end,
		   e.dataset, e.split, e.model, e.version, e.weights, e.model_group, e.questions, e.unanswered,
		   100.0 * e.exact / e.questions, e.exact_low, e.exact_high, e.f1, e.f1_low, e.f1_high, e.wins, e.created_at
	  from (select distinct on (x.dataset, x.split, x.model) x.*
			  from beat.evaluation x order by x.dataset, x.split, x.model, x.id desc) as e
	window w as (partition by e.dataset)
	 order by e.dataset collate "C", e.split, e.model collate "C"
$$;

-- All of them, for the lab.
create function admin_evaluations() returns json language sql stable as $$
	select json_build_object('items', coalesce(json_agg(json_build_object('benchmark', e.benchmark, 'dataset', e.dataset,
			'split', e.split, 'model', e.model, 'version', e.version, 'group', e.model_group, 'questions', e.questions,
			'unanswered', e.unanswered, 'exact_match', e.exact, 'exact_match_low', e.exact_low, 'exact_match_high', e.exact_high,
			'f1', e.f1, 'f1_low', e.f1_low, 'f1_high', e.f1_high, 'wins', e.wins, 'created_at', beat.iso(e.created_at))), '[]'))
	  from evaluation_latest() as e
$$;
