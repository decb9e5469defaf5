-- Stored evaluations: facts that are added, of which the latest counts.
begin;
\ir fixture.psql
select plan(9);
create function tap.evaluation(dataset text, model text, f1 numeric, split text default '') returns json language sql as $$
	select json_build_array(json_build_object('dataset', dataset, 'split', split, 'model', model, 'version', '1', 'weights', '', 'group', 'g',
		'questions', 200, 'unanswered', 0, 'exact', 50, 'exact_low', 19.2, 'exact_high', null, 'f1', f1, 'f1_low', 1, 'f1_high', 99, 'wins', 60))
$$;
select is(evaluation_store(tap.evaluation('squad', 'linear', 40.5), 't'), 1, 'one is stored');
select is(evaluation_store(tap.evaluation('squad', 'linear', 41.5), 't'), 1, 'and once more');
select evaluation_store(tap.evaluation('amazon', 'linear', 30), 't') \g /dev/null
select results_eq($$select benchmark, model, exact, f1 from evaluation_latest()$$,
	$$values ('amazon', 'linear', 25.0::float8, 30.0::float8), ('squad', 'linear', 25.0, 41.5)$$, 'the latest counts, in the order of names');
select evaluation_store(tap.evaluation('squad', 'linear', 20, 'dev'), 't'), evaluation_store(tap.evaluation('squad', 'linear', 21, 'test'), 't') \g /dev/null
select results_eq($$select benchmark from evaluation_latest()$$, $$values ('amazon'), ('squad'), ('squad/dev'), ('squad/test')$$,
	'a set with several splits is named with them');
select is((select count(*)::int from beat.event where kind = 'evaluation.store'), 5, 'it is on record');
select bites($$update beat.evaluation set f1 = 1$$, 'evaluation_never_changed', 'an evaluation stays as it is');
select bites($$select evaluation_store(tap.evaluation('squad', 'linear', 101), 't')$$, 'evaluation_f1_range', 'an F1 over 100');
select bites($$select evaluation_store(tap.evaluation('squad', 'linear', 10, 'x'), 't')$$, 'evaluation_split_known', 'another split');
select bites($$select evaluation_store(tap.evaluation('', 'linear', 10), 't')$$, 'evaluation_dataset_length', 'no name');
select * from finish();
rollback;
