-- The tables, their named rules, and that everything says what it is for.
begin;
select plan(76);

select tables_are('beat', array['account', 'account_project', 'agreement', 'alert', 'api_token', 'assignment', 'attempt', 'attempt_answer', 'attempt_ensemble', 'attempt_tally', 'attempt_uncounted',
	'batch', 'canary', 'canary_question', 'collection', 'collection_passage', 'consent', 'day_tally', 'decision', 'discard', 'document', 'duration_tally', 'evaluation', 'event',
	'exercise_answer', 'expert_answer', 'expert_baseline', 'expert_item', 'expert_person', 'expert_set', 'function_set', 'instructed', 'instruction', 'judgement', 'length_reference', 'login', 'login_failure', 'model', 'model_build', 'model_seen', 'model_usage', 'onboarding', 'outbox',
	'participation', 'participation_move', 'passage', 'pool', 'project', 'project_collection', 'project_passage',
	'project_split', 'project_tally', 'qualification', 'qualification_move', 'qualification_step', 'question', 'question_figures', 'release', 'release_citation', 'release_file',
	'release_question', 'review', 'review_word', 'revocation', 'sample', 'sample_tally', 'screening', 'screening_tally',
	'setting', 'shadow_due', 'study', 'study_dataset', 'study_item', 'study_label', 'transfer_prediction', 'transfer_reader', 'usage_day', 'validation', 'validation_close', 'validation_item', 'validation_settlement', 'vote', 'vote_exclusion',
	'worker', 'worker_note'],
	'the tables');

select ok(exists (select from pg_constraint c where c.connamespace = 'beat'::regnamespace and c.conname = name),
	'constraint ' || name)
  from unnest(array[
	'passage_split_is_its_documents', 'passage_text_sha256_key', 'passage_text_not_blank', 'passage_length_limit',
	'document_title_key', 'document_title_not_blank', 'document_title_limit', 'model_name_key', 'model_name_form',
	'model_url_form', 'model_protocol_form', 'model_build_reported_once', 'model_build_lengths', 'project_name_key',
	'project_name_form', 'project_title_form', 'project_state_known', 'project_questions_range',
	'project_assignments_per_passage_range', 'project_lease_range', 'project_reward_range', 'project_platforms_known',
	'project_empty_answer_known', 'project_completion_code_form', 'project_passage_passage_fkey',
	'project_passage_split_fkey', 'worker_platform_worker_id_key',
	'assignment_passage_fkey', 'assignment_worker_fkey', 'attempt_pkey', 'attempt_seq_key', 'attempt_assignment_fkey',
	'attempt_model_fkey', 'attempt_model_build_fkey', 'attempt_verdict_follows_from_overlap', 'question_attempt_key',
	'question_attempt_fkey', 'split_known', 'platform_known', 'worker_ref_length',
	'assignment_kind_known', 'assignment_state_known', 'platform_ref_length', 'submit_url_length', 'permille_range',
	'count_not_negative', 'question_id_form', 'event_kind_form', 'actor_not_empty', 'collection_name_form']) as name;

select has_index('beat', 'assignment', 'assignment_one_live_per_worker_and_project',
	'one live assignment to write and one to validate per worker and project');
select index_is_unique('beat', 'assignment', 'assignment_one_live_per_worker_and_project');
select index_is_unique('beat', 'assignment', 'assignment_platform_ref_submitted_once');
select index_is_unique('beat', 'assignment', 'assignment_passage_once_per_worker_and_project');
select has_index('beat', 'project_passage', 'project_passage_queue_idx',
	array['project_id', 'split', 'taken', 'shuffle'], 'the index that passages are taken by');
select has_index('beat', 'assignment', 'assignment_lease_idx', array['project_id', 'expires_at'],
	'the index that overdue leases are found by');

select has_trigger('beat', table_name, trigger_name, 'trigger ' || trigger_name)
  from (values ('attempt', 'attempt_check'), ('attempt', 'attempt_judged_once'), ('question', 'question_check'),
	('assignment', 'assignment_check'), ('document', 'document_never_changed'), ('passage', 'passage_never_changed'),
	('model_build', 'model_build_never_changed'), ('question', 'question_never_changed'),
		('event', 'event_never_changed'),
	('project', 'project_log'), ('project_split', 'project_split_log'),
		('project_collection', 'project_collection_log'),
	('model', 'model_recorded'), ('participation', 'participation_check'), ('participation', 'participation_log')) as t (table_name, trigger_name);

select is_empty($$
	select c.relname from pg_class c
	 where c.relnamespace = 'beat'::regnamespace and c.relkind = 'r' and obj_description(c.oid, 'pg_class') is null$$,
	'every table says what it is for');
select is_empty($$
	select p.proname from pg_proc p
	 where p.pronamespace = 'beat'::regnamespace and obj_description(p.oid, 'pg_proc') is null$$,
	'every function says what it is for');
select is_empty($$
	select format('%s.%s', a.attrelid::regclass, a.attname)
	  from pg_attribute a join pg_class c on c.oid = a.attrelid
	 where c.relnamespace = 'beat'::regnamespace and c.relkind = 'r' and a.atttypid = 'timestamp'::regtype$$,
	'no moment without a time zone');
select is_empty($$
	select p.proname from pg_proc p
	 where p.pronamespace = 'beat'::regnamespace and p.prosecdef$$,
	'no function acts with the rights of its owner');
select * from finish();
rollback;
