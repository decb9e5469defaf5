-- The database of release 0.5.0: a little played data on its tables. Made by make.mjs, never edited.
\ir ../../../sql/migrations/0001_base.sql
\ir ../../../sql/migrations/0002_passages.sql
\ir ../../../sql/migrations/0003_people.sql
\ir ../../../sql/migrations/0004_projects.sql
\ir ../../../sql/migrations/0005_workers.sql
\ir ../../../sql/migrations/0006_game.sql
\ir ../../../sql/migrations/0007_review.sql
\ir ../../../sql/migrations/0008_validation.sql
\ir ../../../sql/migrations/0009_releases.sql
CREATE TABLE beat.schema_migration (
    version integer NOT NULL,
    name text NOT NULL,
    checksum text NOT NULL,
    breaks integer DEFAULT 0 NOT NULL,
    applied_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT schema_migration_checksum_is_sha256 CHECK ((checksum ~ '^[0-9a-f]{64}$'::text))
);
ALTER TABLE ONLY beat.schema_migration
    ADD CONSTRAINT schema_migration_pkey PRIMARY KEY (version);
alter table beat.project add column if not exists name text not null;
alter table beat.project add column if not exists state text not null default 'active'::text;
alter table beat.project add column if not exists created_at timestamp with time zone not null default clock_timestamp();
alter table beat.project add column if not exists title text not null;
alter table beat.project add column if not exists model_id bigint not null;
alter table beat.project add column if not exists questions_wanted integer not null default 5;
alter table beat.project add column if not exists threshold_permille integer not null default 400;
alter table beat.project add column if not exists empty_answer text not null default 'fault'::text;
alter table beat.project add column if not exists lease_seconds integer not null default 3600;
alter table beat.project add column if not exists min_passage_words integer not null default 0;
alter table beat.project add column if not exists assignments_per_passage integer not null default 1;
alter table beat.project add column if not exists reward_cents integer not null default 0;
alter table beat.project add column if not exists open boolean not null default false;
alter table beat.project add column if not exists platforms text[] not null default '{mturk,prolific,direct}'::text[];
alter table beat.project add column if not exists completion_code text not null default ''::text;
alter table beat.project add column if not exists onboarding text;
alter table beat.project add column if not exists onboarding_model_id bigint;
alter table beat.project add column if not exists onboarding_retries integer not null default 0;
alter table beat.project add column if not exists batch_hits integer;
alter table beat.project add column if not exists batch_hours integer;
alter table beat.project add column if not exists review_double boolean not null default false;
alter table beat.project add column if not exists review_blind boolean not null default true;
alter table beat.project add column if not exists review_lease_seconds integer not null default 1800;
alter table beat.project add column if not exists success_permille integer not null default 800;
alter table beat.project add column if not exists success_unit text not null default 'question'::text;
alter table beat.project add column if not exists answerable_permille integer not null default 500;
alter table beat.project add column if not exists revoke_confirm boolean not null default false;
alter table beat.project add column if not exists validation_votes integer not null default 3;
alter table beat.project add column if not exists validation_matches integer not null default 1;
alter table beat.project add column if not exists validation_match text not null default 'em'::text;
alter table beat.project add column if not exists validation_f1_permille integer not null default 400;
alter table beat.project add column if not exists validation_early_stop integer not null default 0;
alter table beat.project add column if not exists validation_extra integer not null default 0;
alter table beat.project add column if not exists validation_train_permille integer not null default 0;
alter table beat.project add column if not exists validation_lost_permille integer not null default 0;
alter table beat.project add column if not exists validation_group text not null default 'hit'::text;
alter table beat.project add column if not exists validation_questions integer not null default 10;
alter table beat.project add column if not exists validation_lease_seconds integer not null default 1800;
alter table beat.project add column if not exists validation_reward_cents integer not null default 0;
alter table beat.project add column if not exists validation_completion_code text not null default ''::text;
alter table beat.project add column if not exists validation_onboarding text;
alter table beat.project add constraint project_answerable_range check (answerable_permille between 0 and 1000); comment on constraint project_answerable_range on beat.project is 'check (answerable_permille between 0 and 1000)';
alter table beat.project add constraint project_assignments_per_passage_range check (assignments_per_passage between 1 and 1000); comment on constraint project_assignments_per_passage_range on beat.project is 'check (assignments_per_passage between 1 and 1000)';
alter table beat.project add constraint project_batch_hits_range check (batch_hits between 1 and 1000000); comment on constraint project_batch_hits_range on beat.project is 'check (batch_hits between 1 and 1000000)';
alter table beat.project add constraint project_batch_hours_range check (batch_hours between 1 and 8760); comment on constraint project_batch_hours_range on beat.project is 'check (batch_hours between 1 and 8760)';
alter table beat.project add constraint project_completion_code_form check (completion_code ~ '^[A-Za-z0-9_-]{0,64}$'); comment on constraint project_completion_code_form on beat.project is 'check (completion_code ~ ''^[A-Za-z0-9_-]{0,64}$'')';
alter table beat.project add constraint project_empty_answer_known check (empty_answer = any ('{fault,loss}'::text[])); comment on constraint project_empty_answer_known on beat.project is 'check (empty_answer = any (''{fault,loss}''::text[]))';
alter table beat.project add constraint project_lease_range check (lease_seconds between 1 and 2592000); comment on constraint project_lease_range on beat.project is 'check (lease_seconds between 1 and 2592000)';
alter table beat.project add constraint project_min_passage_words_range check (min_passage_words between 0 and 100000); comment on constraint project_min_passage_words_range on beat.project is 'check (min_passage_words between 0 and 100000)';
alter table beat.project add constraint project_model_fkey foreign key (model_id) references beat.model (id); comment on constraint project_model_fkey on beat.project is 'foreign key (model_id) references beat.model (id)';
alter table beat.project add constraint project_onboarding_form check (onboarding ~ '^[a-z0-9][a-z0-9_-]{0,62}$'); comment on constraint project_onboarding_form on beat.project is 'check (onboarding ~ ''^[a-z0-9][a-z0-9_-]{0,62}$'')';
alter table beat.project add constraint project_onboarding_model_fkey foreign key (onboarding_model_id) references beat.model (id); comment on constraint project_onboarding_model_fkey on beat.project is 'foreign key (onboarding_model_id) references beat.model (id)';
alter table beat.project add constraint project_onboarding_retries_range check (onboarding_retries between 0 and 100); comment on constraint project_onboarding_retries_range on beat.project is 'check (onboarding_retries between 0 and 100)';
alter table beat.project add constraint project_platforms_known check (platforms <@ '{mturk,prolific,direct}'::text[] and cardinality(platforms) between 1 and 3); comment on constraint project_platforms_known on beat.project is 'check (platforms <@ ''{mturk,prolific,direct}''::text[] and cardinality(platforms) between 1 and 3)';
alter table beat.project add constraint project_questions_range check (questions_wanted between 1 and 50); comment on constraint project_questions_range on beat.project is 'check (questions_wanted between 1 and 50)';
alter table beat.project add constraint project_review_lease_range check (review_lease_seconds between 60 and 86400); comment on constraint project_review_lease_range on beat.project is 'check (review_lease_seconds between 60 and 86400)';
alter table beat.project add constraint project_reward_range check (reward_cents between 0 and 1000000); comment on constraint project_reward_range on beat.project is 'check (reward_cents between 0 and 1000000)';
alter table beat.project add constraint project_success_range check (success_permille between 0 and 1000); comment on constraint project_success_range on beat.project is 'check (success_permille between 0 and 1000)';
alter table beat.project add constraint project_success_unit_known check (success_unit = any ('{question,hit}'::text[])); comment on constraint project_success_unit_known on beat.project is 'check (success_unit = any (''{question,hit}''::text[]))';
alter table beat.project add constraint project_threshold_range check (threshold_permille between 0 and 1000); comment on constraint project_threshold_range on beat.project is 'check (threshold_permille between 0 and 1000)';
alter table beat.project add constraint project_title_form check (not beat.is_blank(title) and char_length(title) between 1 and 200); comment on constraint project_title_form on beat.project is 'check (not beat.is_blank(title) and char_length(title) between 1 and 200)';
alter table beat.project add constraint project_validation_completion_code_form check (validation_completion_code ~ '^[A-Za-z0-9_-]{0,64}$'); comment on constraint project_validation_completion_code_form on beat.project is 'check (validation_completion_code ~ ''^[A-Za-z0-9_-]{0,64}$'')';
alter table beat.project add constraint project_validation_early_stop_range check (validation_early_stop between 0 and 20); comment on constraint project_validation_early_stop_range on beat.project is 'check (validation_early_stop between 0 and 20)';
alter table beat.project add constraint project_validation_extra_range check (validation_extra between 0 and 20); comment on constraint project_validation_extra_range on beat.project is 'check (validation_extra between 0 and 20)';
alter table beat.project add constraint project_validation_f1_range check (validation_f1_permille between 0 and 999); comment on constraint project_validation_f1_range on beat.project is 'check (validation_f1_permille between 0 and 999)';
alter table beat.project add constraint project_validation_group_known check (validation_group = any ('{hit,passage}'::text[])); comment on constraint project_validation_group_known on beat.project is 'check (validation_group = any (''{hit,passage}''::text[]))';
alter table beat.project add constraint project_validation_lease_range check (validation_lease_seconds between 1 and 2592000); comment on constraint project_validation_lease_range on beat.project is 'check (validation_lease_seconds between 1 and 2592000)';
alter table beat.project add constraint project_validation_lost_range check (validation_lost_permille between 0 and 1000); comment on constraint project_validation_lost_range on beat.project is 'check (validation_lost_permille between 0 and 1000)';
alter table beat.project add constraint project_validation_match_known check (validation_match = any ('{em,f1}'::text[])); comment on constraint project_validation_match_known on beat.project is 'check (validation_match = any (''{em,f1}''::text[]))';
alter table beat.project add constraint project_validation_matches_range check (validation_matches between 1 and 20); comment on constraint project_validation_matches_range on beat.project is 'check (validation_matches between 1 and 20)';
alter table beat.project add constraint project_validation_onboarding_form check (validation_onboarding ~ '^[a-z0-9][a-z0-9_-]{0,62}$'); comment on constraint project_validation_onboarding_form on beat.project is 'check (validation_onboarding ~ ''^[a-z0-9][a-z0-9_-]{0,62}$'')';
alter table beat.project add constraint project_validation_questions_range check (validation_questions between 1 and 50); comment on constraint project_validation_questions_range on beat.project is 'check (validation_questions between 1 and 50)';
alter table beat.project add constraint project_validation_reward_range check (validation_reward_cents between 0 and 1000000); comment on constraint project_validation_reward_range on beat.project is 'check (validation_reward_cents between 0 and 1000000)';
alter table beat.project add constraint project_validation_train_range check (validation_train_permille between 0 and 1000); comment on constraint project_validation_train_range on beat.project is 'check (validation_train_permille between 0 and 1000)';
alter table beat.project add constraint project_validation_votes_range check (validation_votes between 0 and 20); comment on constraint project_validation_votes_range on beat.project is 'check (validation_votes between 0 and 20)';

set session_replication_role = replica;
truncate beat.setting, beat.participation_move, beat.review_word;
COPY beat.account (id, name, role, password, password_changed_at, totp_secret, totp_confirmed_at, totp_last_step, disabled_at, created_at) FROM stdin;
\.
COPY beat.model (id, name, url, protocol, created_at, measured_on, measured_permille) FROM stdin;
1	127.0.0.1:41927	http://127.0.0.1:41927/predict?one	beat	2026-11-18 03:51:27.121175+00	\N	\N
\.
COPY beat.project (id, name, state, created_at, title, model_id, questions_wanted, threshold_permille, empty_answer, lease_seconds, min_passage_words, assignments_per_passage, reward_cents, open, platforms, completion_code, onboarding, onboarding_model_id, onboarding_retries, batch_hits, batch_hours, review_double, review_blind, review_lease_seconds, success_permille, success_unit, answerable_permille, revoke_confirm, validation_votes, validation_matches, validation_match, validation_f1_permille, validation_early_stop, validation_extra, validation_train_permille, validation_lost_permille, validation_group, validation_questions, validation_lease_seconds, validation_reward_cents, validation_completion_code, validation_onboarding) FROM stdin;
1	one	active	2026-11-18 03:51:27.125192+00	one	1	5	400	fault	3600	0	1	200	t	{mturk,prolific,direct}		\N	\N	0	\N	\N	f	t	1800	800	question	500	f	2	1	em	400	0	0	0	0	hit	10	1800	0		\N
\.
COPY beat.agreement (project_id, first_account_id, second_account_id, vv, vi, iv, ii) FROM stdin;
\.
COPY beat.api_token (id, account_id, name, token_sha256, scopes, created_at, expires_at, used_at, revoked_at) FROM stdin;
\.
COPY beat.document (id, title, split, created_at) FROM stdin;
1	../../../etc/passwd	train	2026-11-18 03:51:26.952299+00
2	..\\..\\boot.ini	train	2026-11-18 03:51:26.952487+00
3	/absolute/path	train	2026-11-18 03:51:26.952501+00
4	quote " comma , ] } "	train	2026-11-18 03:51:26.952508+00
5	tab\tandbell and [31mred	train	2026-11-18 03:51:26.952514+00
6	line\nbreak\r\nand --- yaml: [x]	train	2026-11-18 03:51:26.952519+00
7	‮gpj.elif العربية	train	2026-11-18 03:51:26.952525+00
8	<script>alert(1)</script> | & ; $(id) `id`	train	2026-11-18 03:51:26.95253+00
9	name: x\n---\nlicense: none	train	2026-11-18 03:51:26.952536+00
10	Mills	train	2026-11-18 03:51:26.952544+00
11	Winds	train	2026-11-18 03:51:26.952549+00
12	Breads	train	2026-11-18 03:51:26.952555+00
13	Rivers	dev	2026-11-18 03:51:27.006644+00
14	Fords	dev	2026-11-18 03:51:27.006755+00
15	/dev/null	dev	2026-11-18 03:51:27.006767+00
16	Hills	test	2026-11-18 03:51:27.059664+00
17	Vales	test	2026-11-18 03:51:27.059754+00
18	COM1.txt:stream	test	2026-11-18 03:51:27.059764+00
19	xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx	train	2026-11-18 03:51:27.082343+00
\.
COPY beat.passage (id, document_id, split, text, created_at) FROM stdin;
1	1	train	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 1 of ../../../etc/passwd: 19 1 19 1 19 1 19 1 19 1 19 1 é🙂.	2026-11-18 03:51:26.952974+00
2	1	train	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 2 of ../../../etc/passwd: 19 2 19 2 19 2 19 2 19 2 19 2 é🙂.	2026-11-18 03:51:26.953202+00
3	2	train	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 1 of ..\\..\\boot.ini: 14 1 14 1 14 1 14 1 14 1 14 1 é🙂.	2026-11-18 03:51:26.953236+00
4	2	train	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 2 of ..\\..\\boot.ini: 14 2 14 2 14 2 14 2 14 2 14 2 é🙂.	2026-11-18 03:51:26.953261+00
5	3	train	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 1 of /absolute/path: 14 1 14 1 14 1 14 1 14 1 14 1 é🙂.	2026-11-18 03:51:26.953285+00
6	3	train	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 2 of /absolute/path: 14 2 14 2 14 2 14 2 14 2 14 2 é🙂.	2026-11-18 03:51:26.95331+00
7	4	train	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 1 of quote " comma , ] } ": 21 1 21 1 21 1 21 1 21 1 21 1 é🙂.	2026-11-18 03:51:26.953334+00
8	4	train	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 2 of quote " comma , ] } ": 21 2 21 2 21 2 21 2 21 2 21 2 é🙂.	2026-11-18 03:51:26.953359+00
9	5	train	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 1 of tab\tandbell and [31mred: 26 1 26 1 26 1 26 1 26 1 26 1 é🙂.	2026-11-18 03:51:26.953386+00
10	5	train	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 2 of tab\tandbell and [31mred: 26 2 26 2 26 2 26 2 26 2 26 2 é🙂.	2026-11-18 03:51:26.95341+00
11	6	train	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 1 of line\nbreak\r\nand --- yaml: [x]: 29 1 29 1 29 1 29 1 29 1 29 1 é🙂.	2026-11-18 03:51:26.953435+00
12	6	train	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 2 of line\nbreak\r\nand --- yaml: [x]: 29 2 29 2 29 2 29 2 29 2 29 2 é🙂.	2026-11-18 03:51:26.953462+00
13	7	train	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 1 of ‮gpj.elif العربية: 17 1 17 1 17 1 17 1 17 1 17 1 é🙂.	2026-11-18 03:51:26.95349+00
14	7	train	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 2 of ‮gpj.elif العربية: 17 2 17 2 17 2 17 2 17 2 17 2 é🙂.	2026-11-18 03:51:26.953516+00
15	8	train	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 1 of <script>alert(1)</script> | & ; $(id) `i: 42 1 42 1 42 1 42 1 42 1 42 1 é🙂.	2026-11-18 03:51:26.95354+00
16	8	train	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 2 of <script>alert(1)</script> | & ; $(id) `i: 42 2 42 2 42 2 42 2 42 2 42 2 é🙂.	2026-11-18 03:51:26.953566+00
17	9	train	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 1 of name: x\n---\nlicense: none: 25 1 25 1 25 1 25 1 25 1 25 1 é🙂.	2026-11-18 03:51:26.953593+00
18	9	train	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 2 of name: x\n---\nlicense: none: 25 2 25 2 25 2 25 2 25 2 25 2 é🙂.	2026-11-18 03:51:26.953617+00
19	10	train	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 1 of Mills: 5 1 5 1 5 1 5 1 5 1 5 1 é🙂.	2026-11-18 03:51:26.953642+00
20	10	train	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 2 of Mills: 5 2 5 2 5 2 5 2 5 2 5 2 é🙂.	2026-11-18 03:51:26.953667+00
21	11	train	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 1 of Winds: 5 1 5 1 5 1 5 1 5 1 5 1 é🙂.	2026-11-18 03:51:26.953689+00
22	11	train	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 2 of Winds: 5 2 5 2 5 2 5 2 5 2 5 2 é🙂.	2026-11-18 03:51:26.953712+00
23	12	train	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 1 of Breads: 6 1 6 1 6 1 6 1 6 1 6 1 é🙂.	2026-11-18 03:51:26.953735+00
24	12	train	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 2 of Breads: 6 2 6 2 6 2 6 2 6 2 6 2 é🙂.	2026-11-18 03:51:26.953757+00
25	13	dev	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 1 of Rivers: 6 1 6 1 6 1 6 1 6 1 6 1 é🙂.	2026-11-18 03:51:27.0071+00
26	13	dev	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 2 of Rivers: 6 2 6 2 6 2 6 2 6 2 6 2 é🙂.	2026-11-18 03:51:27.00723+00
27	14	dev	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 1 of Fords: 5 1 5 1 5 1 5 1 5 1 5 1 é🙂.	2026-11-18 03:51:27.007258+00
28	14	dev	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 2 of Fords: 5 2 5 2 5 2 5 2 5 2 5 2 é🙂.	2026-11-18 03:51:27.00728+00
29	15	dev	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 1 of /dev/null: 9 1 9 1 9 1 9 1 9 1 9 1 é🙂.	2026-11-18 03:51:27.007303+00
30	15	dev	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 2 of /dev/null: 9 2 9 2 9 2 9 2 9 2 9 2 é🙂.	2026-11-18 03:51:27.007326+00
31	16	test	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 1 of Hills: 5 1 5 1 5 1 5 1 5 1 5 1 é🙂.	2026-11-18 03:51:27.060054+00
32	16	test	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 2 of Hills: 5 2 5 2 5 2 5 2 5 2 5 2 é🙂.	2026-11-18 03:51:27.0602+00
33	17	test	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 1 of Vales: 5 1 5 1 5 1 5 1 5 1 5 1 é🙂.	2026-11-18 03:51:27.060235+00
34	17	test	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 2 of Vales: 5 2 5 2 5 2 5 2 5 2 5 2 é🙂.	2026-11-18 03:51:27.06026+00
35	18	test	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 1 of COM1.txt:stream: 15 1 15 1 15 1 15 1 15 1 15 1 é🙂.	2026-11-18 03:51:27.060282+00
36	18	test	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 2 of COM1.txt:stream: 15 2 15 2 15 2 15 2 15 2 15 2 é🙂.	2026-11-18 03:51:27.060471+00
37	19	train	Ann met Bob at the mill. The north wind blew, and bread was dear. Note 1 of xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx: 10240 1 10240 1 10240 1 10240 1 10240 1 10240 1 é🙂.	2026-11-18 03:51:27.084067+00
\.
COPY beat.onboarding (id, name, version, content, content_sha256, passage_id, created_at) FROM stdin;
\.
COPY beat.project_split (project_id, split, target, passages) FROM stdin;
1	train	\N	25
1	dev	\N	6
1	test	\N	6
\.
COPY beat.project_passage (project_id, passage_id, split, taken, shuffle, active) FROM stdin;
1	7	train	1	2126216283	t
1	2	train	1	1203368121	t
1	37	train	1	635564772	t
1	30	dev	1	1902075153	t
1	15	train	1	126737715	t
1	19	train	1	1703810210	t
1	26	dev	1	1983765694	t
1	16	train	1	1600613105	t
1	10	train	1	857935739	t
1	36	test	1	2108445060	t
1	20	train	1	1848760982	t
1	12	train	1	932287315	t
1	17	train	1	1293625757	t
1	25	dev	1	2127044423	t
1	22	train	1	25435019	t
1	5	train	1	1354958180	t
1	1	train	1	1412777481	t
1	8	train	1	522423687	t
1	24	train	1	1670027272	t
1	31	test	1	705554977	t
1	6	train	1	128949131	t
1	14	train	1	1716098535	t
1	4	train	1	1809058675	t
1	23	train	1	947337252	t
1	13	train	1	1943085898	t
1	11	train	1	1953455778	t
1	29	dev	1	1038810752	t
1	35	test	1	411062033	t
1	18	train	1	969532821	t
1	27	dev	1	1109083146	t
1	21	train	1	238590808	t
1	3	train	1	427106685	t
1	9	train	1	660274772	t
1	32	test	1	931700285	t
1	28	dev	1	516728662	t
1	33	test	1	933830958	t
1	34	test	1	979676289	t
\.
COPY beat.worker (id, platform, platform_worker_id, created_at, blocked_at, blocked_reason) FROM stdin;
1	direct	w0	2026-11-18 03:51:27.284983+00	\N	\N
2	direct	w1	2026-11-18 03:51:27.296644+00	\N	\N
3	direct	w2	2026-11-18 03:51:27.297691+00	\N	\N
4	direct	w3	2026-11-18 03:51:27.300219+00	\N	\N
5	direct	w4	2026-11-18 03:51:27.301089+00	\N	\N
6	direct	w5	2026-11-18 03:51:27.301873+00	\N	\N
7	direct	w6	2026-11-18 03:51:27.363784+00	\N	\N
8	direct	w7	2026-11-18 03:51:27.365245+00	\N	\N
9	direct	w8	2026-11-18 03:51:27.366175+00	\N	\N
10	direct	w9	2026-11-18 03:51:27.366809+00	\N	\N
11	direct	w10	2026-11-18 03:51:27.367389+00	\N	\N
12	direct	w11	2026-11-18 03:51:27.367989+00	\N	\N
13	direct	w12	2026-11-18 03:51:27.422643+00	\N	\N
14	direct	w13	2026-11-18 03:51:27.424098+00	\N	\N
15	direct	w14	2026-11-18 03:51:27.425012+00	\N	\N
16	direct	w15	2026-11-18 03:51:27.425603+00	\N	\N
17	direct	w16	2026-11-18 03:51:27.426223+00	\N	\N
18	direct	w17	2026-11-18 03:51:27.42722+00	\N	\N
19	direct	w18	2026-11-18 03:51:27.47932+00	\N	\N
20	direct	w19	2026-11-18 03:51:27.480745+00	\N	\N
21	direct	w20	2026-11-18 03:51:27.481801+00	\N	\N
22	direct	w21	2026-11-18 03:51:27.482499+00	\N	\N
23	direct	w22	2026-11-18 03:51:27.483142+00	\N	\N
24	direct	w23	2026-11-18 03:51:27.483788+00	\N	\N
25	direct	w24	2026-11-18 03:51:27.533101+00	\N	\N
26	direct	w25	2026-11-18 03:51:27.534519+00	\N	\N
27	direct	w26	2026-11-18 03:51:27.53544+00	\N	\N
28	direct	w27	2026-11-18 03:51:27.536102+00	\N	\N
29	direct	w28	2026-11-18 03:51:27.536788+00	\N	\N
30	direct	w29	2026-11-18 03:51:27.537409+00	\N	\N
31	direct	w30	2026-11-18 03:51:27.577346+00	\N	\N
32	direct	w31	2026-11-18 03:51:27.578738+00	\N	\N
33	direct	w32	2026-11-18 03:51:27.57936+00	\N	\N
34	direct	w33	2026-11-18 03:51:27.57974+00	\N	\N
35	direct	w34	2026-11-18 03:51:27.580079+00	\N	\N
36	direct	w35	2026-11-18 03:51:27.580762+00	\N	\N
37	direct	w36	2026-11-18 03:51:27.618031+00	\N	\N
38	direct	val	2026-11-18 03:51:28.202179+00	\N	\N
39	direct	eva	2026-11-18 03:51:28.231122+00	\N	\N
\.
COPY beat.assignment (id, project_id, worker_id, passage_id, kind, state, platform_ref, hit_ref, submit_to, won, started_at, expires_at, ended_at, reward_cents, onboarding_id) FROM stdin;
13	1	13	17	generate	submitted				1	2026-11-18 03:51:27.423118+00	2026-11-18 04:51:27.423118+00	2026-11-18 03:51:27.455117+00	200	\N
14	1	14	25	generate	submitted				2	2026-11-18 03:51:27.424561+00	2026-11-18 04:51:27.424561+00	2026-11-18 03:51:27.464317+00	200	\N
1	1	1	7	generate	submitted				1	2026-11-18 03:51:27.292394+00	2026-11-18 04:51:27.292394+00	2026-11-18 03:51:27.340276+00	200	\N
5	1	5	15	generate	submitted				1	2026-11-18 03:51:27.301392+00	2026-11-18 04:51:27.301392+00	2026-11-18 03:51:27.351365+00	200	\N
2	1	2	2	generate	submitted				2	2026-11-18 03:51:27.297114+00	2026-11-18 04:51:27.297114+00	2026-11-18 03:51:27.351984+00	200	\N
6	1	6	19	generate	submitted				2	2026-11-18 03:51:27.302158+00	2026-11-18 04:51:27.302158+00	2026-11-18 03:51:27.352499+00	200	\N
15	1	15	22	generate	submitted				3	2026-11-18 03:51:27.425234+00	2026-11-18 04:51:27.425234+00	2026-11-18 03:51:27.473166+00	200	\N
16	1	16	5	generate	submitted				4	2026-11-18 03:51:27.425836+00	2026-11-18 04:51:27.425836+00	2026-11-18 03:51:27.476616+00	200	\N
3	1	3	37	generate	submitted				3	2026-11-18 03:51:27.298019+00	2026-11-18 04:51:27.298019+00	2026-11-18 03:51:27.360032+00	200	\N
4	1	4	30	generate	submitted				4	2026-11-18 03:51:27.300585+00	2026-11-18 04:51:27.300585+00	2026-11-18 03:51:27.361019+00	200	\N
9	1	9	10	generate	submitted				1	2026-11-18 03:51:27.366421+00	2026-11-18 04:51:27.366421+00	2026-11-18 03:51:27.39861+00	200	\N
10	1	10	36	generate	submitted				2	2026-11-18 03:51:27.367026+00	2026-11-18 04:51:27.367026+00	2026-11-18 03:51:27.407557+00	200	\N
7	1	7	26	generate	submitted				3	2026-11-18 03:51:27.364327+00	2026-11-18 04:51:27.364327+00	2026-11-18 03:51:27.409556+00	200	\N
11	1	11	20	generate	submitted				3	2026-11-18 03:51:27.367621+00	2026-11-18 04:51:27.367621+00	2026-11-18 03:51:27.415262+00	200	\N
8	1	8	16	generate	submitted				4	2026-11-18 03:51:27.365672+00	2026-11-18 04:51:27.365672+00	2026-11-18 03:51:27.416103+00	200	\N
12	1	12	12	generate	submitted				4	2026-11-18 03:51:27.368278+00	2026-11-18 04:51:27.368278+00	2026-11-18 03:51:27.419465+00	200	\N
28	1	28	35	generate	submitted				4	2026-11-18 03:51:27.536389+00	2026-11-18 04:51:27.536389+00	2026-11-18 03:51:27.574836+00	200	\N
17	1	17	1	generate	submitted				1	2026-11-18 03:51:27.426483+00	2026-11-18 04:51:27.426483+00	2026-11-18 03:51:27.461343+00	200	\N
18	1	18	8	generate	submitted				2	2026-11-18 03:51:27.427473+00	2026-11-18 04:51:27.427473+00	2026-11-18 03:51:27.46966+00	200	\N
21	1	21	6	generate	submitted				1	2026-11-18 03:51:27.48207+00	2026-11-18 04:51:27.48207+00	2026-11-18 03:51:27.510162+00	200	\N
33	1	33	9	generate	submitted				1	2026-11-18 03:51:27.579512+00	2026-11-18 04:51:27.579512+00	2026-11-18 03:51:27.598105+00	200	\N
19	1	19	24	generate	submitted				3	2026-11-18 03:51:27.479806+00	2026-11-18 04:51:27.479806+00	2026-11-18 03:51:27.521393+00	200	\N
22	1	22	14	generate	submitted				2	2026-11-18 03:51:27.482748+00	2026-11-18 04:51:27.482748+00	2026-11-18 03:51:27.524437+00	200	\N
23	1	23	4	generate	submitted				3	2026-11-18 03:51:27.483388+00	2026-11-18 04:51:27.483388+00	2026-11-18 03:51:27.525339+00	200	\N
20	1	20	31	generate	submitted				4	2026-11-18 03:51:27.481109+00	2026-11-18 04:51:27.481109+00	2026-11-18 03:51:27.52801+00	200	\N
34	1	34	32	generate	submitted				2	2026-11-18 03:51:27.579877+00	2026-11-18 04:51:27.579877+00	2026-11-18 03:51:27.603988+00	200	\N
24	1	24	23	generate	submitted				4	2026-11-18 03:51:27.484026+00	2026-11-18 04:51:27.484026+00	2026-11-18 03:51:27.530511+00	200	\N
25	1	25	13	generate	submitted				1	2026-11-18 03:51:27.533582+00	2026-11-18 04:51:27.533582+00	2026-11-18 03:51:27.554999+00	200	\N
31	1	31	21	generate	submitted				3	2026-11-18 03:51:27.577905+00	2026-11-18 04:51:27.577905+00	2026-11-18 03:51:27.609891+00	200	\N
29	1	29	18	generate	submitted				1	2026-11-18 03:51:27.537025+00	2026-11-18 04:51:27.537025+00	2026-11-18 03:51:27.561935+00	200	\N
35	1	35	28	generate	submitted				3	2026-11-18 03:51:27.580238+00	2026-11-18 04:51:27.580238+00	2026-11-18 03:51:27.612293+00	200	\N
32	1	32	3	generate	submitted				4	2026-11-18 03:51:27.57901+00	2026-11-18 04:51:27.57901+00	2026-11-18 03:51:27.61634+00	200	\N
26	1	26	11	generate	submitted				2	2026-11-18 03:51:27.534933+00	2026-11-18 04:51:27.534933+00	2026-11-18 03:51:27.565079+00	200	\N
36	1	36	33	generate	submitted				4	2026-11-18 03:51:27.580917+00	2026-11-18 04:51:27.580917+00	2026-11-18 03:51:27.617022+00	200	\N
30	1	30	27	generate	submitted				2	2026-11-18 03:51:27.537715+00	2026-11-18 04:51:27.537715+00	2026-11-18 03:51:27.568998+00	200	\N
27	1	27	29	generate	submitted				3	2026-11-18 03:51:27.535691+00	2026-11-18 04:51:27.535691+00	2026-11-18 03:51:27.570107+00	200	\N
37	1	37	34	generate	submitted				1	2026-11-18 03:51:27.618388+00	2026-11-18 04:51:27.618388+00	2026-11-18 03:51:27.623823+00	200	\N
38	1	38	36	validate	submitted				0	2026-11-18 03:51:28.207097+00	2026-11-18 04:21:28.207097+00	2026-11-18 03:51:28.228242+00	0	\N
39	1	39	33	validate	submitted				0	2026-11-18 03:51:28.231586+00	2026-11-18 04:21:28.231586+00	2026-11-18 03:51:28.240075+00	0	\N
\.
COPY beat.model_build (id, model_id, name, version, weights, first_seen_at) FROM stdin;
1	1	reader-one	1	0000000000000000000000000000000000000000000000000000000000000000	2026-11-18 03:51:27.315824+00
\.
COPY beat.attempt (id, assignment_id, seq, question, answer_start, answer_end, answer_text, threshold_permille, model_id, model_build_id, model_answer, model_start, model_end, model_score, shared, model_tokens, human_tokens, verdict, fault, model_ms, created_at, judged_at) FROM stdin;
de03c267-0306-4d8d-948b-85454b92e97d	1	1	Who met somebody, w0?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	6	2026-11-18 03:51:27.314055+00	2026-11-18 03:51:27.314055+00
f3676403-d3d4-4607-8b9b-7a70332a657f	2	1	Who met somebody, w1?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	1	2026-11-18 03:51:27.32104+00	2026-11-18 03:51:27.32104+00
3a11d9ea-0500-488c-82a5-f19434f357c0	4	1	Who met somebody, w3?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	4	2026-11-18 03:51:27.32161+00	2026-11-18 03:51:27.32161+00
70e35dd9-ffeb-40a0-bfc5-547ba4cc8f00	6	1	Who met somebody, w5?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	4	2026-11-18 03:51:27.322307+00	2026-11-18 03:51:27.322307+00
379c415b-a21a-40b1-85bb-1d3ea65798a5	3	1	Who met somebody, w2?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	3	2026-11-18 03:51:27.326805+00	2026-11-18 03:51:27.326805+00
51828390-4c20-42c9-9d7c-a7f9f0d7161a	5	1	Who met somebody, w4?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	3	2026-11-18 03:51:27.327813+00	2026-11-18 03:51:27.327813+00
89f452c5-0472-492b-9aff-e60e7ef75c3d	1	2	Question 0 of w0 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	2	2026-11-18 03:51:27.330793+00	2026-11-18 03:51:27.330793+00
e6377c35-52f7-4990-bca8-cfda1ebc8f5d	2	2	Question 0 of w1 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	2	2026-11-18 03:51:27.335622+00	2026-11-18 03:51:27.335622+00
a85bc733-d5eb-4e3d-b6b7-6979d7201265	6	2	Question 0 of w5 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	2	2026-11-18 03:51:27.336358+00	2026-11-18 03:51:27.336358+00
5a37aa07-d760-48c0-a80f-09a7334af0a9	4	2	Question 0 of w3 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	2	2026-11-18 03:51:27.336946+00	2026-11-18 03:51:27.336946+00
293ea17d-6d31-4016-ad56-2796d02f56f6	3	2	Question 0 of w2 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	3	2026-11-18 03:51:27.337825+00	2026-11-18 03:51:27.337825+00
be4e496c-02d1-4e32-b81d-032080f06e2f	5	2	Question 0 of w4 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	4	2026-11-18 03:51:27.33836+00	2026-11-18 03:51:27.33836+00
dc265c62-672e-4850-b9d9-5c2f5f8e08b6	2	3	Question 1 of w1 in one: what? "é"	15	23	the mill	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	2	2026-11-18 03:51:27.345436+00	2026-11-18 03:51:27.345436+00
4077396b-89f0-4e86-a47c-e0a29c78aaf1	6	3	Question 1 of w5 in one: what? "é"	15	23	the mill	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	2	2026-11-18 03:51:27.346116+00	2026-11-18 03:51:27.346116+00
0f598e7a-d83d-4d9f-ae97-98ecf4fed8f9	4	3	Question 1 of w3 in one: what? "é"	15	23	the mill	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	1	2026-11-18 03:51:27.346622+00	2026-11-18 03:51:27.346622+00
efa21e5a-03a5-49fe-9798-4b9db0b671cc	3	3	Question 1 of w2 in one: what? "é"	15	23	the mill	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	1	2026-11-18 03:51:27.35326+00	2026-11-18 03:51:27.35326+00
7919a014-7195-4028-b659-3dfc0ea3ee3e	4	4	Question 2 of w3 in one: what? "é"	29	39	north wind	400	1	1	Ann	0	3	0.5	0	1	2	human	\N	2	2026-11-18 03:51:27.353913+00	2026-11-18 03:51:27.353913+00
62cdc6dd-06d6-4828-bd53-29e3ef83ce73	3	4	Question 2 of w2 in one: what? "é"	29	39	north wind	400	1	1	Ann	0	3	0.5	0	1	2	human	\N	1	2026-11-18 03:51:27.357993+00	2026-11-18 03:51:27.357993+00
923cdf9f-a939-4da1-b805-074830b0bda0	4	5	Question 3 of w3 in one: what? "é"	50	55	bread	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	1	2026-11-18 03:51:27.358873+00	2026-11-18 03:51:27.358873+00
863876ef-da5f-4de1-bc6a-7e05f168da01	7	1	Who met somebody, w6?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	0	2026-11-18 03:51:27.369324+00	2026-11-18 03:51:27.369324+00
7f4dbc50-bb28-4168-85b5-ba311a906870	8	1	Who met somebody, w7?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	1	2026-11-18 03:51:27.377214+00	2026-11-18 03:51:27.377214+00
af8314fc-f65c-4817-a854-c8ada4ed97ad	9	1	Who met somebody, w8?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	1	2026-11-18 03:51:27.379278+00	2026-11-18 03:51:27.379278+00
b71adb37-50f0-4203-a6fd-cbb3f366e784	10	1	Who met somebody, w9?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	2	2026-11-18 03:51:27.379735+00	2026-11-18 03:51:27.379735+00
1c07111b-b68f-4066-bd92-ddb199910a4c	12	1	Who met somebody, w11?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	2	2026-11-18 03:51:27.38002+00	2026-11-18 03:51:27.38002+00
802195d5-ed3c-4211-920e-61ec06b1bf39	11	1	Who met somebody, w10?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	2	2026-11-18 03:51:27.38152+00	2026-11-18 03:51:27.38152+00
9d2644fe-cf0b-46f4-80df-07975ff92a3b	7	2	Question 0 of w6 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	5	2026-11-18 03:51:27.383989+00	2026-11-18 03:51:27.383989+00
eb054eb0-8eb3-4b1a-9fe4-d5850b769101	8	2	Question 0 of w7 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	4	2026-11-18 03:51:27.388917+00	2026-11-18 03:51:27.388917+00
ad830501-af34-48ce-a412-22c018567e37	10	2	Question 0 of w9 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	4	2026-11-18 03:51:27.389666+00	2026-11-18 03:51:27.389666+00
7abbc016-2b95-4397-8719-ee5b18695f9b	11	2	Question 0 of w10 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	3	2026-11-18 03:51:27.39019+00	2026-11-18 03:51:27.39019+00
f27ea3d7-db7a-4a04-a806-3434b1eca6cb	9	2	Question 0 of w8 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	3	2026-11-18 03:51:27.390634+00	2026-11-18 03:51:27.390634+00
14cb3ea8-beba-4e7d-ac62-0348df93d88f	12	2	Question 0 of w11 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	3	2026-11-18 03:51:27.39108+00	2026-11-18 03:51:27.39108+00
53046821-d76d-43a0-8b07-a6e8e121b664	7	3	Question 1 of w6 in one: what? "é"	15	23	the mill	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	2	2026-11-18 03:51:27.391943+00	2026-11-18 03:51:27.391943+00
945b4be2-c426-4c81-8c78-71cae7fdbd08	8	3	Question 1 of w7 in one: what? "é"	15	23	the mill	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	1	2026-11-18 03:51:27.399286+00	2026-11-18 03:51:27.399286+00
6759de5a-d981-4a90-b14f-b3d492da8461	10	3	Question 1 of w9 in one: what? "é"	15	23	the mill	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	1	2026-11-18 03:51:27.400531+00	2026-11-18 03:51:27.400531+00
7b618c15-9ada-458f-a4db-c2a90464b112	11	3	Question 1 of w10 in one: what? "é"	15	23	the mill	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	1	2026-11-18 03:51:27.401198+00	2026-11-18 03:51:27.401198+00
7b7c21c8-3000-44af-a7bb-085c17d7d587	12	3	Question 1 of w11 in one: what? "é"	15	23	the mill	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	1	2026-11-18 03:51:27.401731+00	2026-11-18 03:51:27.401731+00
ced42c08-1189-43cb-bb3b-a3e2d2bbeaba	7	4	Question 2 of w6 in one: what? "é"	29	39	north wind	400	1	1	Ann	0	3	0.5	0	1	2	human	\N	2	2026-11-18 03:51:27.402422+00	2026-11-18 03:51:27.402422+00
906ee8db-21e6-4678-a744-91497185de55	8	4	Question 2 of w7 in one: what? "é"	29	39	north wind	400	1	1	Ann	0	3	0.5	0	1	2	human	\N	2	2026-11-18 03:51:27.404572+00	2026-11-18 03:51:27.404572+00
f9c7893e-f5d1-484e-bf49-0d69288c3aa1	11	4	Question 2 of w10 in one: what? "é"	29	39	north wind	400	1	1	Ann	0	3	0.5	0	1	2	human	\N	2	2026-11-18 03:51:27.410736+00	2026-11-18 03:51:27.410736+00
a7873e1f-0348-476f-a6de-1c4b28014ee6	12	4	Question 2 of w11 in one: what? "é"	29	39	north wind	400	1	1	Ann	0	3	0.5	0	1	2	human	\N	2	2026-11-18 03:51:27.411383+00	2026-11-18 03:51:27.411383+00
789dcbe9-1875-4c01-9baa-f068193045dd	8	5	Question 3 of w7 in one: what? "é"	50	55	bread	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	2	2026-11-18 03:51:27.411809+00	2026-11-18 03:51:27.411809+00
dc730608-1c77-44ba-b6ea-745681b24b30	12	5	Question 3 of w11 in one: what? "é"	50	55	bread	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	1	2026-11-18 03:51:27.417163+00	2026-11-18 03:51:27.417163+00
7b5eb310-4b58-4672-b685-0723cba5e77d	13	1	Who met somebody, w12?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	4	2026-11-18 03:51:27.433406+00	2026-11-18 03:51:27.433406+00
1547a6d7-83d1-4264-aba0-b2ade84e4d12	14	1	Who met somebody, w13?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	2	2026-11-18 03:51:27.4375+00	2026-11-18 03:51:27.4375+00
830d302e-9775-4981-9942-8a3b6ec0e5b8	16	1	Who met somebody, w15?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	2	2026-11-18 03:51:27.437982+00	2026-11-18 03:51:27.437982+00
89e05e20-1857-46ce-8e37-95e8980dde66	15	1	Who met somebody, w14?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	2	2026-11-18 03:51:27.438237+00	2026-11-18 03:51:27.438237+00
5e44c680-b64b-4fed-a3a5-4d02d0f6cff9	17	1	Who met somebody, w16?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	2	2026-11-18 03:51:27.438794+00	2026-11-18 03:51:27.438794+00
e5b60b3b-11ad-4168-9604-c1cd42cdff75	18	1	Who met somebody, w17?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	7	2026-11-18 03:51:27.444246+00	2026-11-18 03:51:27.444246+00
51dea4d7-8883-4254-81ca-c779a85f4ef8	13	2	Question 0 of w12 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	6	2026-11-18 03:51:27.446317+00	2026-11-18 03:51:27.446317+00
f2922235-3afd-4b57-babb-367a6e28e732	14	2	Question 0 of w13 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	2	2026-11-18 03:51:27.45189+00	2026-11-18 03:51:27.45189+00
005cfc8f-a01d-4b10-a289-bb98b5e5c4ba	15	2	Question 0 of w14 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	2	2026-11-18 03:51:27.452634+00	2026-11-18 03:51:27.452634+00
3da789eb-8e55-4f1f-960a-78302a7cfc42	16	2	Question 0 of w15 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	2	2026-11-18 03:51:27.453111+00	2026-11-18 03:51:27.453111+00
88ce5e3c-93e9-494a-8ae2-451dd6e2278b	17	2	Question 0 of w16 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	2	2026-11-18 03:51:27.453573+00	2026-11-18 03:51:27.453573+00
bfd651d6-7428-4bca-99fc-ffda425d416b	18	2	Question 0 of w17 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	1	2026-11-18 03:51:27.454392+00	2026-11-18 03:51:27.454392+00
817982aa-1302-4563-a392-1aa156770c08	14	3	Question 1 of w13 in one: what? "é"	15	23	the mill	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	3	2026-11-18 03:51:27.458372+00	2026-11-18 03:51:27.458372+00
a94eca93-7a23-4059-8a2e-475a14cddab9	15	3	Question 1 of w14 in one: what? "é"	15	23	the mill	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	3	2026-11-18 03:51:27.464767+00	2026-11-18 03:51:27.464767+00
7ee330f1-0125-4b34-a1e0-dac4878932df	16	3	Question 1 of w15 in one: what? "é"	15	23	the mill	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	1	2026-11-18 03:51:27.46565+00	2026-11-18 03:51:27.46565+00
a54f5a1f-a276-4f50-b895-557a61d47f60	18	3	Question 1 of w17 in one: what? "é"	15	23	the mill	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	1	2026-11-18 03:51:27.466247+00	2026-11-18 03:51:27.466247+00
4a16928c-2f5c-45b8-b8bd-d803cfbef435	15	4	Question 2 of w14 in one: what? "é"	29	39	north wind	400	1	1	Ann	0	3	0.5	0	1	2	human	\N	2	2026-11-18 03:51:27.468724+00	2026-11-18 03:51:27.468724+00
4fc59c43-6fec-4f5a-b21a-1b0bc8339c76	16	4	Question 2 of w15 in one: what? "é"	29	39	north wind	400	1	1	Ann	0	3	0.5	0	1	2	human	\N	1	2026-11-18 03:51:27.471095+00	2026-11-18 03:51:27.471095+00
d5522aa6-7b97-483e-9c1e-9f74190b9693	16	5	Question 3 of w15 in one: what? "é"	50	55	bread	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	1	2026-11-18 03:51:27.474705+00	2026-11-18 03:51:27.474705+00
cff94561-0257-4c25-a6e9-41d70693e115	19	1	Who met somebody, w18?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	1	2026-11-18 03:51:27.48501+00	2026-11-18 03:51:27.48501+00
c6a9125e-7e8d-4336-ba75-80dedee8d746	20	1	Who met somebody, w19?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	1	2026-11-18 03:51:27.493095+00	2026-11-18 03:51:27.493095+00
c50abbb8-6af3-4e7f-90f4-340be98b6d43	21	1	Who met somebody, w20?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	1	2026-11-18 03:51:27.493784+00	2026-11-18 03:51:27.493784+00
e5c2cff0-8a3c-4579-8034-5897c11bce53	23	1	Who met somebody, w22?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	2	2026-11-18 03:51:27.494197+00	2026-11-18 03:51:27.494197+00
4b7d7b32-651f-445c-8425-f3f3326c53c6	19	2	Question 0 of w18 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	4	2026-11-18 03:51:27.494724+00	2026-11-18 03:51:27.494724+00
147404af-749a-4e0c-a662-0c71cbf3380b	22	1	Who met somebody, w21?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	4	2026-11-18 03:51:27.495527+00	2026-11-18 03:51:27.495527+00
b686efa1-27dd-4da3-80fa-fff4f205763f	24	1	Who met somebody, w23?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	5	2026-11-18 03:51:27.496098+00	2026-11-18 03:51:27.496098+00
308d2f00-979b-4b0a-a301-6f94a74db79c	20	2	Question 0 of w19 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	1	2026-11-18 03:51:27.503555+00	2026-11-18 03:51:27.503555+00
67adcc03-c081-4a95-a4be-06ee26155fca	23	2	Question 0 of w22 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	1	2026-11-18 03:51:27.504374+00	2026-11-18 03:51:27.504374+00
e6bc00b3-a523-4066-a989-936e883b7d47	21	2	Question 0 of w20 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	2	2026-11-18 03:51:27.504734+00	2026-11-18 03:51:27.504734+00
ee1fdfd8-c925-40be-a2ab-357621d6febf	19	3	Question 1 of w18 in one: what? "é"	15	23	the mill	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	3	2026-11-18 03:51:27.508451+00	2026-11-18 03:51:27.508451+00
8b25e9f7-5b0a-48c0-ad1d-6379bc33bf89	24	2	Question 0 of w23 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	3	2026-11-18 03:51:27.509213+00	2026-11-18 03:51:27.509213+00
ecb293a6-2686-44ff-8898-0e4711fecd24	22	2	Question 0 of w21 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	2	2026-11-18 03:51:27.509519+00	2026-11-18 03:51:27.509519+00
52d5a7cd-fde5-4389-8efa-d12846bbd71d	23	3	Question 1 of w22 in one: what? "é"	15	23	the mill	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	1	2026-11-18 03:51:27.510674+00	2026-11-18 03:51:27.510674+00
08fd65cb-5b06-4dd0-a113-8be6f6335638	20	3	Question 1 of w19 in one: what? "é"	15	23	the mill	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	2	2026-11-18 03:51:27.511571+00	2026-11-18 03:51:27.511571+00
3716de33-caa7-4d27-9c69-0163ca54e175	19	4	Question 2 of w18 in one: what? "é"	29	39	north wind	400	1	1	Ann	0	3	0.5	0	1	2	human	\N	2	2026-11-18 03:51:27.516791+00	2026-11-18 03:51:27.516791+00
02d5309f-8b2c-44b0-8895-0894b22cf53f	24	3	Question 1 of w23 in one: what? "é"	15	23	the mill	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	1	2026-11-18 03:51:27.517437+00	2026-11-18 03:51:27.517437+00
1644fe63-cec2-41c2-9ff8-45bc6b9ccbea	22	3	Question 1 of w21 in one: what? "é"	15	23	the mill	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	1	2026-11-18 03:51:27.518172+00	2026-11-18 03:51:27.518172+00
1a16c6d6-4511-4402-a188-c315b29033c2	20	4	Question 2 of w19 in one: what? "é"	29	39	north wind	400	1	1	Ann	0	3	0.5	0	1	2	human	\N	1	2026-11-18 03:51:27.518762+00	2026-11-18 03:51:27.518762+00
4df2295c-fcd8-404b-9bd6-8f9f624a322f	23	4	Question 2 of w22 in one: what? "é"	29	39	north wind	400	1	1	Ann	0	3	0.5	0	1	2	human	\N	1	2026-11-18 03:51:27.519521+00	2026-11-18 03:51:27.519521+00
9df5f1ef-0796-4d0f-bc92-4258225c67af	24	4	Question 2 of w23 in one: what? "é"	29	39	north wind	400	1	1	Ann	0	3	0.5	0	1	2	human	\N	1	2026-11-18 03:51:27.523564+00	2026-11-18 03:51:27.523564+00
97cda247-c8e8-44d6-a4ae-d85989b7201f	20	5	Question 3 of w19 in one: what? "é"	50	55	bread	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	1	2026-11-18 03:51:27.525821+00	2026-11-18 03:51:27.525821+00
2b76159b-8508-42a2-8b09-afcb04b605b0	24	5	Question 3 of w23 in one: what? "é"	50	55	bread	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	1	2026-11-18 03:51:27.528698+00	2026-11-18 03:51:27.528698+00
3a3c031a-dae3-49d4-90c6-1ad8c6404a49	25	1	Who met somebody, w24?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	0	2026-11-18 03:51:27.538681+00	2026-11-18 03:51:27.538681+00
a9c86eb8-3a09-4986-866f-59e110fb21ed	26	1	Who met somebody, w25?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	5	2026-11-18 03:51:27.545223+00	2026-11-18 03:51:27.545223+00
aa5c2a7f-ab78-43b6-a6a4-a3f018f8a8cc	27	1	Who met somebody, w26?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	2	2026-11-18 03:51:27.547602+00	2026-11-18 03:51:27.547602+00
8b7909da-8b2b-4624-9236-8a5a7630736d	29	1	Who met somebody, w28?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	2	2026-11-18 03:51:27.548072+00	2026-11-18 03:51:27.548072+00
dd5ac73b-78fe-4425-b018-ef819d1ae2a9	25	2	Question 0 of w24 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	2	2026-11-18 03:51:27.548385+00	2026-11-18 03:51:27.548385+00
9c7516a3-4fa0-4457-8aec-35a951cd48de	28	1	Who met somebody, w27?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	2	2026-11-18 03:51:27.548904+00	2026-11-18 03:51:27.548904+00
f05b24e4-72d2-44f7-8d1e-4dc588d512c9	30	1	Who met somebody, w29?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	2	2026-11-18 03:51:27.549193+00	2026-11-18 03:51:27.549193+00
14e500ae-ce9e-4fea-ba35-f4dab10ff541	26	2	Question 0 of w25 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	2	2026-11-18 03:51:27.556468+00	2026-11-18 03:51:27.556468+00
98628d1c-b220-47b6-908d-cf22764eae98	27	2	Question 0 of w26 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	1	2026-11-18 03:51:27.557098+00	2026-11-18 03:51:27.557098+00
66b8d55f-6df0-4d4c-85bf-39d7b2b66f6a	28	2	Question 0 of w27 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	1	2026-11-18 03:51:27.5576+00	2026-11-18 03:51:27.5576+00
51bacdaa-4c47-47db-ac15-efef05daa029	29	2	Question 0 of w28 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	1	2026-11-18 03:51:27.557952+00	2026-11-18 03:51:27.557952+00
e1b0caab-4be6-4fc5-b9c3-4214445f9dbf	30	2	Question 0 of w29 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	1	2026-11-18 03:51:27.55834+00	2026-11-18 03:51:27.55834+00
7427c191-cc3c-4348-8c68-c4fe4b689d34	26	3	Question 1 of w25 in one: what? "é"	15	23	the mill	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	2	2026-11-18 03:51:27.562736+00	2026-11-18 03:51:27.562736+00
a0cfd98d-345c-4517-bec4-71b2890c43a8	27	3	Question 1 of w26 in one: what? "é"	15	23	the mill	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	2	2026-11-18 03:51:27.563889+00	2026-11-18 03:51:27.563889+00
89c02ea3-1f49-4050-a97b-392fc88dbf50	30	3	Question 1 of w29 in one: what? "é"	15	23	the mill	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	2	2026-11-18 03:51:27.564272+00	2026-11-18 03:51:27.564272+00
82d53e84-6cdc-4d11-80eb-9eea7894e875	28	3	Question 1 of w27 in one: what? "é"	15	23	the mill	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	2	2026-11-18 03:51:27.564524+00	2026-11-18 03:51:27.564524+00
99d424b8-223c-46ba-a056-e5519dd58530	27	4	Question 2 of w26 in one: what? "é"	29	39	north wind	400	1	1	Ann	0	3	0.5	0	1	2	human	\N	1	2026-11-18 03:51:27.567919+00	2026-11-18 03:51:27.567919+00
5c3c7a87-37c4-4ede-9f17-d9ca2cd46074	28	4	Question 2 of w27 in one: what? "é"	29	39	north wind	400	1	1	Ann	0	3	0.5	0	1	2	human	\N	2	2026-11-18 03:51:27.570604+00	2026-11-18 03:51:27.570604+00
71a1ec27-811e-4ae4-83e4-38698057509f	28	5	Question 3 of w27 in one: what? "é"	50	55	bread	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	0	2026-11-18 03:51:27.573286+00	2026-11-18 03:51:27.573286+00
35e2c814-d15b-4755-b537-9e5db2971c08	31	1	Who met somebody, w30?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	0	2026-11-18 03:51:27.581733+00	2026-11-18 03:51:27.581733+00
f6a19b8e-44ba-4f98-93cc-9db7116c5a2f	32	1	Who met somebody, w31?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	2	2026-11-18 03:51:27.584963+00	2026-11-18 03:51:27.584963+00
feea326e-037f-4250-98b1-ef0ad30cf34c	33	1	Who met somebody, w32?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	1	2026-11-18 03:51:27.587039+00	2026-11-18 03:51:27.587039+00
38b66a07-e6e4-4229-9af0-2fa8b8a8c7e1	34	1	Who met somebody, w33?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	2	2026-11-18 03:51:27.588565+00	2026-11-18 03:51:27.588565+00
c235ee8d-ce98-438d-8ed9-ee897ed75bdb	36	1	Who met somebody, w35?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	2	2026-11-18 03:51:27.588815+00	2026-11-18 03:51:27.588815+00
bac6c409-1534-4585-a8fa-c1bcbaeeaac2	35	1	Who met somebody, w34?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	2	2026-11-18 03:51:27.588973+00	2026-11-18 03:51:27.588973+00
229af44c-4baa-4624-933a-c4b0bfbbad2c	31	2	Question 0 of w30 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	2	2026-11-18 03:51:27.589113+00	2026-11-18 03:51:27.589113+00
31ee147c-b69e-49d9-949d-c4417ad09eee	32	2	Question 0 of w31 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	2	2026-11-18 03:51:27.589917+00	2026-11-18 03:51:27.589917+00
c3cfe1df-4b28-4b37-be48-67d3155b0a81	33	2	Question 0 of w32 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	3	2026-11-18 03:51:27.592763+00	2026-11-18 03:51:27.592763+00
77a1f5c9-edda-4677-ae93-85a91dcbcced	34	2	Question 0 of w33 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	3	2026-11-18 03:51:27.59365+00	2026-11-18 03:51:27.59365+00
c72fdd3d-c06d-46cf-8193-b8b7edb134d3	36	2	Question 0 of w35 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	1	2026-11-18 03:51:27.59878+00	2026-11-18 03:51:27.59878+00
eba831ff-5dae-4374-ade5-fb6a15d45dc2	35	2	Question 0 of w34 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	1	2026-11-18 03:51:27.599411+00	2026-11-18 03:51:27.599411+00
5a7ff6d4-dfec-43e9-9974-b7c2789a6d14	32	3	Question 1 of w31 in one: what? "é"	15	23	the mill	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	2	2026-11-18 03:51:27.599793+00	2026-11-18 03:51:27.599793+00
5364f210-eb85-430a-a635-6454c72616fa	34	3	Question 1 of w33 in one: what? "é"	15	23	the mill	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	2	2026-11-18 03:51:27.600218+00	2026-11-18 03:51:27.600218+00
d82d7b0b-1af1-43ca-8583-775d4f6dc2c8	31	3	Question 1 of w30 in one: what? "é"	15	23	the mill	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	2	2026-11-18 03:51:27.600571+00	2026-11-18 03:51:27.600571+00
50a0124f-78bf-455f-953d-ce5ba4391d1c	36	3	Question 1 of w35 in one: what? "é"	15	23	the mill	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	1	2026-11-18 03:51:27.602902+00	2026-11-18 03:51:27.602902+00
b3d5e8db-57d4-4155-b264-8df8da8a7f64	35	3	Question 1 of w34 in one: what? "é"	15	23	the mill	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	2	2026-11-18 03:51:27.605312+00	2026-11-18 03:51:27.605312+00
efc12a22-8cdb-489f-aa86-dd196d6d17eb	32	4	Question 2 of w31 in one: what? "é"	29	39	north wind	400	1	1	Ann	0	3	0.5	0	1	2	human	\N	2	2026-11-18 03:51:27.605946+00	2026-11-18 03:51:27.605946+00
bf8b43df-3e1c-4aa9-9e27-568c1a036d7d	31	4	Question 2 of w30 in one: what? "é"	29	39	north wind	400	1	1	Ann	0	3	0.5	0	1	2	human	\N	1	2026-11-18 03:51:27.606368+00	2026-11-18 03:51:27.606368+00
559386ea-7705-426c-a948-7c79ef5ac82e	36	4	Question 2 of w35 in one: what? "é"	29	39	north wind	400	1	1	Ann	0	3	0.5	0	1	2	human	\N	2	2026-11-18 03:51:27.608533+00	2026-11-18 03:51:27.608533+00
02173d9a-75a0-40b1-998f-5e58c4b67428	35	4	Question 2 of w34 in one: what? "é"	29	39	north wind	400	1	1	Ann	0	3	0.5	0	1	2	human	\N	1	2026-11-18 03:51:27.60945+00	2026-11-18 03:51:27.60945+00
1583d2d4-93b1-4ed5-8e42-535e49110505	32	5	Question 3 of w31 in one: what? "é"	50	55	bread	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	1	2026-11-18 03:51:27.610887+00	2026-11-18 03:51:27.610887+00
d7d2630d-a019-4b24-aec4-6c109c4a2b27	36	5	Question 3 of w35 in one: what? "é"	50	55	bread	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	0	2026-11-18 03:51:27.611453+00	2026-11-18 03:51:27.611453+00
0eceb371-bf77-44ed-9af5-53ee37db0782	37	1	Who met somebody, w36?	0	3	Ann	400	1	1	Ann	0	3	0.5	1	1	1	model	\N	1	2026-11-18 03:51:27.620443+00	2026-11-18 03:51:27.620443+00
11ae67ba-cdbe-4c76-bdfa-ac9dd09d1e6d	37	2	Question 0 of w36 in one: what? "é"	8	11	Bob	400	1	1	Ann	0	3	0.5	0	1	1	human	\N	1	2026-11-18 03:51:27.622389+00	2026-11-18 03:51:27.622389+00
\.
COPY beat.attempt_tally (project_id, model_id, hour, lane, human, model, "none", model_ms, ms_buckets) FROM stdin;
1	1	2026-11-18 03:00:00+00	13	91	37	0	252	{128,0,0,0,0,0,0,0}
\.
COPY beat.batch (id, project_id, number, seed, cause, actor, closed_at, hits_total, hits, workers, sampled) FROM stdin;
1	1	1	released	hand	root	2026-11-18 03:51:27.876832+00	37	37	37	37
\.
COPY beat.collection (id, name, created_at, train, dev, test) FROM stdin;
1	sample	2026-11-18 03:51:26.954467+00	25	6	6
\.
COPY beat.collection_passage (collection_id, passage_id, added_at) FROM stdin;
1	8	2026-11-18 03:51:26.954989+00
1	21	2026-11-18 03:51:26.955108+00
1	10	2026-11-18 03:51:26.955114+00
1	1	2026-11-18 03:51:26.955119+00
1	22	2026-11-18 03:51:26.955123+00
1	19	2026-11-18 03:51:26.955126+00
1	13	2026-11-18 03:51:26.95513+00
1	23	2026-11-18 03:51:26.955134+00
1	20	2026-11-18 03:51:26.955138+00
1	18	2026-11-18 03:51:26.955141+00
1	17	2026-11-18 03:51:26.955146+00
1	11	2026-11-18 03:51:26.95515+00
1	2	2026-11-18 03:51:26.955153+00
1	9	2026-11-18 03:51:26.955157+00
1	12	2026-11-18 03:51:26.955161+00
1	15	2026-11-18 03:51:26.955165+00
1	5	2026-11-18 03:51:26.955168+00
1	24	2026-11-18 03:51:26.955173+00
1	16	2026-11-18 03:51:26.955179+00
1	3	2026-11-18 03:51:26.955185+00
1	14	2026-11-18 03:51:26.95519+00
1	7	2026-11-18 03:51:26.955194+00
1	4	2026-11-18 03:51:26.955198+00
1	6	2026-11-18 03:51:26.955203+00
1	25	2026-11-18 03:51:27.008267+00
1	26	2026-11-18 03:51:27.008301+00
1	27	2026-11-18 03:51:27.008313+00
1	28	2026-11-18 03:51:27.008317+00
1	29	2026-11-18 03:51:27.008319+00
1	30	2026-11-18 03:51:27.008322+00
1	31	2026-11-18 03:51:27.061393+00
1	32	2026-11-18 03:51:27.061427+00
1	33	2026-11-18 03:51:27.061431+00
1	34	2026-11-18 03:51:27.061434+00
1	35	2026-11-18 03:51:27.06144+00
1	36	2026-11-18 03:51:27.061444+00
1	37	2026-11-18 03:51:27.085468+00
\.
COPY beat.day_tally (project_id, split, day, lane, kept) FROM stdin;
1	dev	2026-11-18	13	17
1	train	2026-11-18	13	57
1	test	2026-11-18	13	17
\.
COPY beat.validation (id, attempt_id, project_id, passage_id, assignment_id, worker_id, split, cause, active, state, wanted, taken, votes, matches, shuffle, created_at, decided_at) FROM stdin;
423dadf60351d0df5d5438d54a6ce620e74c9efe	f2922235-3afd-4b57-babb-367a6e28e732	1	25	14	14	dev	split	t	waiting	2	0	0	0	390465852	2026-11-18 03:51:28.131828+00	\N
5ac12cc4b3b1a309fc83a9bace5269cd8ac74726	817982aa-1302-4563-a392-1aa156770c08	1	25	14	14	dev	split	t	waiting	2	0	0	0	170290100	2026-11-18 03:51:28.132107+00	\N
f2cba344afd8278b194d1714048d1feb9d2338b6	5a37aa07-d760-48c0-a80f-09a7334af0a9	1	30	4	4	dev	split	t	waiting	2	0	0	0	1320498468	2026-11-18 03:51:28.132148+00	\N
ae22195850d660d5553b42db53696cf6716cc221	0f598e7a-d83d-4d9f-ae97-98ecf4fed8f9	1	30	4	4	dev	split	t	waiting	2	0	0	0	806493428	2026-11-18 03:51:28.132184+00	\N
7fc056430e1880b0b93426b045b113d095def10a	7919a014-7195-4028-b659-3dfc0ea3ee3e	1	30	4	4	dev	split	t	waiting	2	0	0	0	595585015	2026-11-18 03:51:28.1322+00	\N
3a84d2f65924ce2f394bf0c50bb69a40e705c149	923cdf9f-a939-4da1-b805-074830b0bda0	1	30	4	4	dev	split	t	waiting	2	0	0	0	633389457	2026-11-18 03:51:28.132215+00	\N
cf2b60eb737d7068981b24e3cbfc0c94c521a086	9d2644fe-cf0b-46f4-80df-07975ff92a3b	1	26	7	7	dev	split	t	waiting	2	0	0	0	172689646	2026-11-18 03:51:28.132273+00	\N
a8590ad94800f0f77ff60e5280b8fe40e4b1c2d3	53046821-d76d-43a0-8b07-a6e8e121b664	1	26	7	7	dev	split	t	waiting	2	0	0	0	2139054435	2026-11-18 03:51:28.132287+00	\N
06a32c469292cfead14d362e3a0cd1b6204c11d0	ced42c08-1189-43cb-bb3b-a3e2d2bbeaba	1	26	7	7	dev	split	t	waiting	2	0	0	0	734660970	2026-11-18 03:51:28.132301+00	\N
2a0ae47bc05811d9336f136806ee009af58a963d	66b8d55f-6df0-4d4c-85bf-39d7b2b66f6a	1	35	28	28	test	split	t	waiting	2	0	0	0	1792529919	2026-11-18 03:51:28.132327+00	\N
72ea333a7424fe704981d05a998a8a02ca068973	82d53e84-6cdc-4d11-80eb-9eea7894e875	1	35	28	28	test	split	t	waiting	2	0	0	0	1356908851	2026-11-18 03:51:28.132342+00	\N
f5a98b7f37eb9ea63ad4b45da3471be1283d7db9	5c3c7a87-37c4-4ede-9f17-d9ca2cd46074	1	35	28	28	test	split	t	waiting	2	0	0	0	586901634	2026-11-18 03:51:28.132356+00	\N
1d70831cd913875e9ba325c9232c61398486a347	71a1ec27-811e-4ae4-83e4-38698057509f	1	35	28	28	test	split	t	waiting	2	0	0	0	1206391471	2026-11-18 03:51:28.13237+00	\N
b6dd63ee62ddeaee0e5368086a63cb14afb1d74f	308d2f00-979b-4b0a-a301-6f94a74db79c	1	31	20	20	test	split	t	waiting	2	0	0	0	1471628568	2026-11-18 03:51:28.13239+00	\N
088a2854ab9073821a3d7d1f7d1766da99d7b412	08fd65cb-5b06-4dd0-a113-8be6f6335638	1	31	20	20	test	split	t	waiting	2	0	0	0	861799442	2026-11-18 03:51:28.132406+00	\N
15f7880d11638d2298b8e02a7b889ce23c49e476	1a16c6d6-4511-4402-a188-c315b29033c2	1	31	20	20	test	split	t	waiting	2	0	0	0	200573335	2026-11-18 03:51:28.132421+00	\N
e2fb5d52d0c02e6610bb92426c859840457fb5ac	97cda247-c8e8-44d6-a4ae-d85989b7201f	1	31	20	20	test	split	t	waiting	2	0	0	0	75185038	2026-11-18 03:51:28.132435+00	\N
08aef75786e37d90a66b1087b7da9cc953d4f039	77a1f5c9-edda-4677-ae93-85a91dcbcced	1	32	34	34	test	split	t	waiting	2	0	0	0	51129678	2026-11-18 03:51:28.132459+00	\N
4968f8fb302758a9dbaef6d0d043dcc467263045	5364f210-eb85-430a-a635-6454c72616fa	1	32	34	34	test	split	t	waiting	2	0	0	0	1657531939	2026-11-18 03:51:28.132473+00	\N
87fbe5f4e5afa40aaf79a99736d8e654e396ddf9	eba831ff-5dae-4374-ade5-fb6a15d45dc2	1	28	35	35	dev	split	t	waiting	2	0	0	0	1929162402	2026-11-18 03:51:28.132494+00	\N
e8784a0a2c8bb0ea25aa874f4f71466df249e720	b3d5e8db-57d4-4155-b264-8df8da8a7f64	1	28	35	35	dev	split	t	waiting	2	0	0	0	2049547383	2026-11-18 03:51:28.132508+00	\N
0ba1152dc8367c9fc39e58790dcec8570345cd2f	02173d9a-75a0-40b1-998f-5e58c4b67428	1	28	35	35	dev	split	t	waiting	2	0	0	0	1534230753	2026-11-18 03:51:28.132525+00	\N
9ae372d516de0efb1a99bbbfe996b3ab23ac1af0	e1b0caab-4be6-4fc5-b9c3-4214445f9dbf	1	27	30	30	dev	split	t	waiting	2	0	0	0	473569822	2026-11-18 03:51:28.132606+00	\N
6679e7e70854c0c321d0ed632914eba976281c0a	89c02ea3-1f49-4050-a97b-392fc88dbf50	1	27	30	30	dev	split	t	waiting	2	0	0	0	584697551	2026-11-18 03:51:28.132621+00	\N
1388bd564d0cff7b52ea558403b2c5ff29440238	98628d1c-b220-47b6-908d-cf22764eae98	1	29	27	27	dev	split	t	waiting	2	0	0	0	869026901	2026-11-18 03:51:28.13264+00	\N
0c1d2bd7387f3fffec7eb3415cd8293b2fb455b6	a0cfd98d-345c-4517-bec4-71b2890c43a8	1	29	27	27	dev	split	t	waiting	2	0	0	0	1511870775	2026-11-18 03:51:28.132654+00	\N
4346c23599668bbe084e84fbda6d9b11c61c9d3b	99d424b8-223c-46ba-a056-e5519dd58530	1	29	27	27	dev	split	t	waiting	2	0	0	0	1498877641	2026-11-18 03:51:28.132669+00	\N
e5c5c458fd6af02fdc4d35213a9023da7710bb6e	11ae67ba-cdbe-4c76-bdfa-ac9dd09d1e6d	1	34	37	37	test	split	t	waiting	2	0	0	0	153358610	2026-11-18 03:51:28.132689+00	\N
1ad2c56c0835e188891859eefa4f2b859b4605d9	6759de5a-d981-4a90-b14f-b3d492da8461	1	36	10	10	test	split	t	waiting	2	1	1	0	1899469463	2026-11-18 03:51:28.132254+00	\N
f665455a98116a4b7dddb8e4e54c28bd023b2969	ad830501-af34-48ce-a412-22c018567e37	1	36	10	10	test	split	t	waiting	2	1	1	0	1473930030	2026-11-18 03:51:28.132239+00	\N
0928f3c23b6210b4b1440d3cf84c8cdc81900912	50a0124f-78bf-455f-953d-ce5ba4391d1c	1	33	36	36	test	split	t	waiting	2	1	1	0	1446299611	2026-11-18 03:51:28.132557+00	\N
2c34cea46941dce7499ec11b14a758da23ab5687	c72fdd3d-c06d-46cf-8193-b8b7edb134d3	1	33	36	36	test	split	t	waiting	2	1	1	0	1785486416	2026-11-18 03:51:28.132543+00	\N
4cdc02b15d4cac6c8de16a21237bff4e596b12a9	d7d2630d-a019-4b24-aec4-6c109c4a2b27	1	33	36	36	test	split	t	waiting	2	1	1	0	784753366	2026-11-18 03:51:28.132587+00	\N
6e5417a8834b2435097f3649fe1ea62075d5777a	559386ea-7705-426c-a948-7c79ef5ac82e	1	33	36	36	test	split	t	waiting	2	1	1	0	30518524	2026-11-18 03:51:28.132571+00	\N
\.
COPY beat.decision (id, validation_id, project_id, state, votes, matches, cause, actor, at) FROM stdin;
\.
COPY beat.participation (worker_id, project_id, state, state_at, onboarding_id, tries, seen_at, created_at, submitted, attempts, wins, kept, seconds, sampled, reviewed_hits, valid_hits, reviewed_questions, valid_questions, validator_at, validator_onboarding_id, votes, validated, answerable) FROM stdin;
29	1	new	2026-11-18 03:51:27.537119+00	\N	0	2026-11-18 03:51:27.537119+00	2026-11-18 03:51:27.537119+00	1	2	1	1	0	1	0	0	0	0	\N	\N	0	0	0
4	1	new	2026-11-18 03:51:27.300711+00	\N	0	2026-11-18 03:51:27.300711+00	2026-11-18 03:51:27.300711+00	1	5	4	4	0	1	0	0	0	0	\N	\N	0	0	0
34	1	new	2026-11-18 03:51:27.579935+00	\N	0	2026-11-18 03:51:27.579935+00	2026-11-18 03:51:27.579935+00	1	3	2	2	0	1	0	0	0	0	\N	\N	0	0	0
32	1	new	2026-11-18 03:51:27.579099+00	\N	0	2026-11-18 03:51:27.579099+00	2026-11-18 03:51:27.579099+00	1	5	4	4	0	1	0	0	0	0	\N	\N	0	0	0
10	1	new	2026-11-18 03:51:27.367117+00	\N	0	2026-11-18 03:51:27.367117+00	2026-11-18 03:51:27.367117+00	1	3	2	2	0	1	0	0	0	0	\N	\N	0	0	0
9	1	new	2026-11-18 03:51:27.366522+00	\N	0	2026-11-18 03:51:27.366522+00	2026-11-18 03:51:27.366522+00	1	2	1	1	0	1	0	0	0	0	\N	\N	0	0	0
7	1	new	2026-11-18 03:51:27.364477+00	\N	0	2026-11-18 03:51:27.364478+00	2026-11-18 03:51:27.364478+00	1	4	3	3	0	1	0	0	0	0	\N	\N	0	0	0
15	1	new	2026-11-18 03:51:27.425325+00	\N	0	2026-11-18 03:51:27.425325+00	2026-11-18 03:51:27.425325+00	1	4	3	3	0	1	0	0	0	0	\N	\N	0	0	0
6	1	new	2026-11-18 03:51:27.302278+00	\N	0	2026-11-18 03:51:27.302278+00	2026-11-18 03:51:27.302278+00	1	3	2	2	0	1	0	0	0	0	\N	\N	0	0	0
26	1	new	2026-11-18 03:51:27.535071+00	\N	0	2026-11-18 03:51:27.535071+00	2026-11-18 03:51:27.535071+00	1	3	2	2	0	1	0	0	0	0	\N	\N	0	0	0
12	1	new	2026-11-18 03:51:27.36838+00	\N	0	2026-11-18 03:51:27.36838+00	2026-11-18 03:51:27.36838+00	1	5	4	4	0	1	0	0	0	0	\N	\N	0	0	0
24	1	new	2026-11-18 03:51:27.484131+00	\N	0	2026-11-18 03:51:27.484131+00	2026-11-18 03:51:27.484131+00	1	5	4	4	0	1	0	0	0	0	\N	\N	0	0	0
19	1	new	2026-11-18 03:51:27.479952+00	\N	0	2026-11-18 03:51:27.479953+00	2026-11-18 03:51:27.479953+00	1	4	3	3	0	1	0	0	0	0	\N	\N	0	0	0
25	1	new	2026-11-18 03:51:27.533734+00	\N	0	2026-11-18 03:51:27.533734+00	2026-11-18 03:51:27.533734+00	1	2	1	1	0	1	0	0	0	0	\N	\N	0	0	0
31	1	new	2026-11-18 03:51:27.578029+00	\N	0	2026-11-18 03:51:27.578029+00	2026-11-18 03:51:27.578029+00	1	4	3	3	0	1	0	0	0	0	\N	\N	0	0	0
30	1	new	2026-11-18 03:51:27.537815+00	\N	0	2026-11-18 03:51:27.537815+00	2026-11-18 03:51:27.537815+00	1	3	2	2	0	1	0	0	0	0	\N	\N	0	0	0
21	1	new	2026-11-18 03:51:27.482173+00	\N	0	2026-11-18 03:51:27.482174+00	2026-11-18 03:51:27.482174+00	1	2	1	1	0	1	0	0	0	0	\N	\N	0	0	0
35	1	new	2026-11-18 03:51:27.580295+00	\N	0	2026-11-18 03:51:27.580295+00	2026-11-18 03:51:27.580296+00	1	4	3	3	0	1	0	0	0	0	\N	\N	0	0	0
36	1	new	2026-11-18 03:51:27.580979+00	\N	0	2026-11-18 03:51:27.580979+00	2026-11-18 03:51:27.580979+00	1	5	4	4	0	1	0	0	0	0	\N	\N	0	0	0
14	1	new	2026-11-18 03:51:27.424683+00	\N	0	2026-11-18 03:51:27.424683+00	2026-11-18 03:51:27.424684+00	1	3	2	2	0	1	0	0	0	0	\N	\N	0	0	0
3	1	new	2026-11-18 03:51:27.298128+00	\N	0	2026-11-18 03:51:27.298128+00	2026-11-18 03:51:27.298128+00	1	4	3	3	0	1	0	0	0	0	\N	\N	0	0	0
17	1	new	2026-11-18 03:51:27.4269+00	\N	0	2026-11-18 03:51:27.426901+00	2026-11-18 03:51:27.426901+00	1	2	1	1	0	1	0	0	0	0	\N	\N	0	0	0
37	1	new	2026-11-18 03:51:27.618493+00	\N	0	2026-11-18 03:51:27.618493+00	2026-11-18 03:51:27.618493+00	1	2	1	1	0	1	0	0	0	0	\N	\N	0	0	0
28	1	new	2026-11-18 03:51:27.536487+00	\N	0	2026-11-18 03:51:27.536487+00	2026-11-18 03:51:27.536487+00	1	5	4	4	0	1	0	0	0	0	\N	\N	0	0	0
22	1	new	2026-11-18 03:51:27.48285+00	\N	0	2026-11-18 03:51:27.48285+00	2026-11-18 03:51:27.48285+00	1	3	2	2	0	1	0	0	0	0	\N	\N	0	0	0
20	1	new	2026-11-18 03:51:27.48124+00	\N	0	2026-11-18 03:51:27.48124+00	2026-11-18 03:51:27.48124+00	1	5	4	4	0	1	0	0	0	0	\N	\N	0	0	0
33	1	new	2026-11-18 03:51:27.579574+00	\N	0	2026-11-18 03:51:27.579574+00	2026-11-18 03:51:27.579574+00	1	2	1	1	0	1	0	0	0	0	\N	\N	0	0	0
13	1	new	2026-11-18 03:51:27.423259+00	\N	0	2026-11-18 03:51:27.42326+00	2026-11-18 03:51:27.42326+00	1	2	1	1	0	1	0	0	0	0	\N	\N	0	0	0
1	1	new	2026-11-18 03:51:27.293776+00	\N	0	2026-11-18 03:51:27.293777+00	2026-11-18 03:51:27.293777+00	1	2	1	1	0	1	0	0	0	0	\N	\N	0	0	0
5	1	new	2026-11-18 03:51:27.301514+00	\N	0	2026-11-18 03:51:27.301514+00	2026-11-18 03:51:27.301514+00	1	2	1	1	0	1	0	0	0	0	\N	\N	0	0	0
18	1	new	2026-11-18 03:51:27.427575+00	\N	0	2026-11-18 03:51:27.427575+00	2026-11-18 03:51:27.427575+00	1	3	2	2	0	1	0	0	0	0	\N	\N	0	0	0
2	1	new	2026-11-18 03:51:27.29726+00	\N	0	2026-11-18 03:51:27.29726+00	2026-11-18 03:51:27.29726+00	1	3	2	2	0	1	0	0	0	0	\N	\N	0	0	0
16	1	new	2026-11-18 03:51:27.425929+00	\N	0	2026-11-18 03:51:27.42593+00	2026-11-18 03:51:27.42593+00	1	5	4	4	0	1	0	0	0	0	\N	\N	0	0	0
27	1	new	2026-11-18 03:51:27.535794+00	\N	0	2026-11-18 03:51:27.535794+00	2026-11-18 03:51:27.535794+00	1	4	3	3	0	1	0	0	0	0	\N	\N	0	0	0
23	1	new	2026-11-18 03:51:27.48349+00	\N	0	2026-11-18 03:51:27.48349+00	2026-11-18 03:51:27.48349+00	1	4	3	3	0	1	0	0	0	0	\N	\N	0	0	0
11	1	new	2026-11-18 03:51:27.367712+00	\N	0	2026-11-18 03:51:27.367713+00	2026-11-18 03:51:27.367713+00	1	4	3	3	0	1	0	0	0	0	\N	\N	0	0	0
8	1	new	2026-11-18 03:51:27.365814+00	\N	0	2026-11-18 03:51:27.365815+00	2026-11-18 03:51:27.365815+00	1	5	4	4	0	1	0	0	0	0	\N	\N	0	0	0
38	1	new	2026-11-18 03:51:28.20893+00	\N	0	2026-11-18 03:51:28.20893+00	2026-11-18 03:51:28.20893+00	0	0	0	0	0	0	0	0	0	0	\N	\N	2	0	0
39	1	new	2026-11-18 03:51:28.231882+00	\N	0	2026-11-18 03:51:28.231882+00	2026-11-18 03:51:28.231883+00	0	0	0	0	0	0	0	0	0	0	\N	\N	4	0	0
\.
COPY beat.question (id, attempt_id, created_at, project_id, worker_id, assignment_id, split, model_id, discards, labels, number, words, reviewed) FROM stdin;
abbbfe132506397aac0ecabc3c6880db2efa9060	89f452c5-0472-492b-9aff-e60e7ef75c3d	2026-11-18 03:51:27.330793+00	1	1	1	train	1	0	{}	1	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w0':4 'what':7 'é':8	f
de7249e655907fc399a80e9b89d4ec06da8c2952	e6377c35-52f7-4990-bca8-cfda1ebc8f5d	2026-11-18 03:51:27.335622+00	1	2	2	train	1	0	{}	2	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w1':4 'what':7 'é':8	f
716ac56c980529972a7b0ae72fa7864b28275b51	a85bc733-d5eb-4e3d-b6b7-6979d7201265	2026-11-18 03:51:27.336358+00	1	6	6	train	1	0	{}	3	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w5':4 'what':7 'é':8	f
f2cba344afd8278b194d1714048d1feb9d2338b6	5a37aa07-d760-48c0-a80f-09a7334af0a9	2026-11-18 03:51:27.336946+00	1	4	4	dev	1	0	{}	4	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w3':4 'what':7 'é':8	f
4d5e7da33539b265557dd3e41b75d60fc4a15f6e	293ea17d-6d31-4016-ad56-2796d02f56f6	2026-11-18 03:51:27.337825+00	1	3	3	train	1	0	{}	5	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w2':4 'what':7 'é':8	f
93351fc0baf7e4fbd5f4978cbcc0cbcc3b65d3fa	be4e496c-02d1-4e32-b81d-032080f06e2f	2026-11-18 03:51:27.33836+00	1	5	5	train	1	0	{}	6	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w4':4 'what':7 'é':8	f
70543b7692480551b5d7a37b1d95cd449b3d7353	dc265c62-672e-4850-b9d9-5c2f5f8e08b6	2026-11-18 03:51:27.345436+00	1	2	2	train	1	0	{}	7	'1':2 'in':5 'mill':10 'of':3 'one':6 'question':1 'the':9 'w1':4 'what':7 'é':8	f
f1e53b3b17a04fc40735fc531730909f61dd0f94	4077396b-89f0-4e86-a47c-e0a29c78aaf1	2026-11-18 03:51:27.346116+00	1	6	6	train	1	0	{}	8	'1':2 'in':5 'mill':10 'of':3 'one':6 'question':1 'the':9 'w5':4 'what':7 'é':8	f
ae22195850d660d5553b42db53696cf6716cc221	0f598e7a-d83d-4d9f-ae97-98ecf4fed8f9	2026-11-18 03:51:27.346622+00	1	4	4	dev	1	0	{}	9	'1':2 'in':5 'mill':10 'of':3 'one':6 'question':1 'the':9 'w3':4 'what':7 'é':8	f
591c619d8ac698fe5219f1f6ab117635d528b7db	efa21e5a-03a5-49fe-9798-4b9db0b671cc	2026-11-18 03:51:27.35326+00	1	3	3	train	1	0	{}	10	'1':2 'in':5 'mill':10 'of':3 'one':6 'question':1 'the':9 'w2':4 'what':7 'é':8	f
7fc056430e1880b0b93426b045b113d095def10a	7919a014-7195-4028-b659-3dfc0ea3ee3e	2026-11-18 03:51:27.353913+00	1	4	4	dev	1	0	{}	11	'2':2 'in':5 'north':9 'of':3 'one':6 'question':1 'w3':4 'what':7 'wind':10 'é':8	f
94f820481fdc97cedae76d43ac7198bda9a5650c	62cdc6dd-06d6-4828-bd53-29e3ef83ce73	2026-11-18 03:51:27.357993+00	1	3	3	train	1	0	{}	12	'2':2 'in':5 'north':9 'of':3 'one':6 'question':1 'w2':4 'what':7 'wind':10 'é':8	f
3a84d2f65924ce2f394bf0c50bb69a40e705c149	923cdf9f-a939-4da1-b805-074830b0bda0	2026-11-18 03:51:27.358873+00	1	4	4	dev	1	0	{}	13	'3':2 'bread':9 'in':5 'of':3 'one':6 'question':1 'w3':4 'what':7 'é':8	f
cf2b60eb737d7068981b24e3cbfc0c94c521a086	9d2644fe-cf0b-46f4-80df-07975ff92a3b	2026-11-18 03:51:27.383989+00	1	7	7	dev	1	0	{}	14	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w6':4 'what':7 'é':8	f
8ff41c2d31b21ade8a2398ddf93e1bea929f037d	eb054eb0-8eb3-4b1a-9fe4-d5850b769101	2026-11-18 03:51:27.388917+00	1	8	8	train	1	0	{}	15	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w7':4 'what':7 'é':8	f
f665455a98116a4b7dddb8e4e54c28bd023b2969	ad830501-af34-48ce-a412-22c018567e37	2026-11-18 03:51:27.389666+00	1	10	10	test	1	0	{}	16	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w9':4 'what':7 'é':8	f
1c87775bd6e2a430a72408e05cf53cbab93be52b	7abbc016-2b95-4397-8719-ee5b18695f9b	2026-11-18 03:51:27.39019+00	1	11	11	train	1	0	{}	17	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w10':4 'what':7 'é':8	f
8643da9310e56cce026b0f0b5c8379095bfae67c	f27ea3d7-db7a-4a04-a806-3434b1eca6cb	2026-11-18 03:51:27.390634+00	1	9	9	train	1	0	{}	18	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w8':4 'what':7 'é':8	f
cf6a977bae0b673787902d07ed1568c52340d87d	14cb3ea8-beba-4e7d-ac62-0348df93d88f	2026-11-18 03:51:27.39108+00	1	12	12	train	1	0	{}	19	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w11':4 'what':7 'é':8	f
a8590ad94800f0f77ff60e5280b8fe40e4b1c2d3	53046821-d76d-43a0-8b07-a6e8e121b664	2026-11-18 03:51:27.391943+00	1	7	7	dev	1	0	{}	20	'1':2 'in':5 'mill':10 'of':3 'one':6 'question':1 'the':9 'w6':4 'what':7 'é':8	f
d77248b6a5a2bdd5e97647811c24ff42768a466c	945b4be2-c426-4c81-8c78-71cae7fdbd08	2026-11-18 03:51:27.399286+00	1	8	8	train	1	0	{}	21	'1':2 'in':5 'mill':10 'of':3 'one':6 'question':1 'the':9 'w7':4 'what':7 'é':8	f
1ad2c56c0835e188891859eefa4f2b859b4605d9	6759de5a-d981-4a90-b14f-b3d492da8461	2026-11-18 03:51:27.400531+00	1	10	10	test	1	0	{}	22	'1':2 'in':5 'mill':10 'of':3 'one':6 'question':1 'the':9 'w9':4 'what':7 'é':8	f
e47e378fecab2e95cf4aef1d049bdfb073def369	7b618c15-9ada-458f-a4db-c2a90464b112	2026-11-18 03:51:27.401198+00	1	11	11	train	1	0	{}	23	'1':2 'in':5 'mill':10 'of':3 'one':6 'question':1 'the':9 'w10':4 'what':7 'é':8	f
718691f9c41aeef22426fd5321a68d3f7467205f	7b7c21c8-3000-44af-a7bb-085c17d7d587	2026-11-18 03:51:27.401731+00	1	12	12	train	1	0	{}	24	'1':2 'in':5 'mill':10 'of':3 'one':6 'question':1 'the':9 'w11':4 'what':7 'é':8	f
06a32c469292cfead14d362e3a0cd1b6204c11d0	ced42c08-1189-43cb-bb3b-a3e2d2bbeaba	2026-11-18 03:51:27.402422+00	1	7	7	dev	1	0	{}	25	'2':2 'in':5 'north':9 'of':3 'one':6 'question':1 'w6':4 'what':7 'wind':10 'é':8	f
a126f8d6fc064110d517fc9c5ea8ff90113d8378	906ee8db-21e6-4678-a744-91497185de55	2026-11-18 03:51:27.404572+00	1	8	8	train	1	0	{}	26	'2':2 'in':5 'north':9 'of':3 'one':6 'question':1 'w7':4 'what':7 'wind':10 'é':8	f
6f53571d1ae1b109b2a20f8fbc3b3878b03cfc2d	f9c7893e-f5d1-484e-bf49-0d69288c3aa1	2026-11-18 03:51:27.410736+00	1	11	11	train	1	0	{}	27	'2':2 'in':5 'north':9 'of':3 'one':6 'question':1 'w10':4 'what':7 'wind':10 'é':8	f
a9fb589c5c73df699c33df43a6b135a5d55841f1	a7873e1f-0348-476f-a6de-1c4b28014ee6	2026-11-18 03:51:27.411383+00	1	12	12	train	1	0	{}	28	'2':2 'in':5 'north':9 'of':3 'one':6 'question':1 'w11':4 'what':7 'wind':10 'é':8	f
a123bcf6b6d982858e0a986dc458bc167d8fd319	789dcbe9-1875-4c01-9baa-f068193045dd	2026-11-18 03:51:27.411809+00	1	8	8	train	1	0	{}	29	'3':2 'bread':9 'in':5 'of':3 'one':6 'question':1 'w7':4 'what':7 'é':8	f
6312b78aa4461be36fefa7b3170c22d2538916a7	dc730608-1c77-44ba-b6ea-745681b24b30	2026-11-18 03:51:27.417163+00	1	12	12	train	1	0	{}	30	'3':2 'bread':9 'in':5 'of':3 'one':6 'question':1 'w11':4 'what':7 'é':8	f
8ffecc46e7949351d99e27650c2831bc968e3670	51dea4d7-8883-4254-81ca-c779a85f4ef8	2026-11-18 03:51:27.446317+00	1	13	13	train	1	0	{}	31	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w12':4 'what':7 'é':8	f
423dadf60351d0df5d5438d54a6ce620e74c9efe	f2922235-3afd-4b57-babb-367a6e28e732	2026-11-18 03:51:27.45189+00	1	14	14	dev	1	0	{}	32	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w13':4 'what':7 'é':8	f
4b03d098d8573889e82e4e1f811564370d9b15f7	005cfc8f-a01d-4b10-a289-bb98b5e5c4ba	2026-11-18 03:51:27.452634+00	1	15	15	train	1	0	{}	33	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w14':4 'what':7 'é':8	f
8bd3aacbbb2873d7384c21dfbf4fa731d16c5dff	3da789eb-8e55-4f1f-960a-78302a7cfc42	2026-11-18 03:51:27.453111+00	1	16	16	train	1	0	{}	34	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w15':4 'what':7 'é':8	f
00c3c9d328e727fb44784f92b036e2d512f682b0	88ce5e3c-93e9-494a-8ae2-451dd6e2278b	2026-11-18 03:51:27.453573+00	1	17	17	train	1	0	{}	35	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w16':4 'what':7 'é':8	f
7d6da8cd3e92053af5221f42766c3e69a38ef901	bfd651d6-7428-4bca-99fc-ffda425d416b	2026-11-18 03:51:27.454392+00	1	18	18	train	1	0	{}	36	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w17':4 'what':7 'é':8	f
5ac12cc4b3b1a309fc83a9bace5269cd8ac74726	817982aa-1302-4563-a392-1aa156770c08	2026-11-18 03:51:27.458372+00	1	14	14	dev	1	0	{}	37	'1':2 'in':5 'mill':10 'of':3 'one':6 'question':1 'the':9 'w13':4 'what':7 'é':8	f
dd57c4ac2f921c3096a7bd3d1a34152a21bd4f06	a94eca93-7a23-4059-8a2e-475a14cddab9	2026-11-18 03:51:27.464767+00	1	15	15	train	1	0	{}	38	'1':2 'in':5 'mill':10 'of':3 'one':6 'question':1 'the':9 'w14':4 'what':7 'é':8	f
aeb3e59d620ae2e4f02f894a8df174c340253885	7ee330f1-0125-4b34-a1e0-dac4878932df	2026-11-18 03:51:27.46565+00	1	16	16	train	1	0	{}	39	'1':2 'in':5 'mill':10 'of':3 'one':6 'question':1 'the':9 'w15':4 'what':7 'é':8	f
a7c53e554cc2662a1bbc0e9caa7284d18f19f303	a54f5a1f-a276-4f50-b895-557a61d47f60	2026-11-18 03:51:27.466247+00	1	18	18	train	1	0	{}	40	'1':2 'in':5 'mill':10 'of':3 'one':6 'question':1 'the':9 'w17':4 'what':7 'é':8	f
9fc0a5caeb813bfdf785579d3ba0e07e4d3a8a85	4a16928c-2f5c-45b8-b8bd-d803cfbef435	2026-11-18 03:51:27.468724+00	1	15	15	train	1	0	{}	41	'2':2 'in':5 'north':9 'of':3 'one':6 'question':1 'w14':4 'what':7 'wind':10 'é':8	f
92b2f31e8389ec809975ed469720005864c95988	4fc59c43-6fec-4f5a-b21a-1b0bc8339c76	2026-11-18 03:51:27.471095+00	1	16	16	train	1	0	{}	42	'2':2 'in':5 'north':9 'of':3 'one':6 'question':1 'w15':4 'what':7 'wind':10 'é':8	f
0b7ff48bb998c0d0e60abd6c572eb60adb4522e6	d5522aa6-7b97-483e-9c1e-9f74190b9693	2026-11-18 03:51:27.474705+00	1	16	16	train	1	0	{}	43	'3':2 'bread':9 'in':5 'of':3 'one':6 'question':1 'w15':4 'what':7 'é':8	f
8c737ce713226d420aab755064fd28af6a2ad729	4b7d7b32-651f-445c-8425-f3f3326c53c6	2026-11-18 03:51:27.494724+00	1	19	19	train	1	0	{}	44	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w18':4 'what':7 'é':8	f
b6dd63ee62ddeaee0e5368086a63cb14afb1d74f	308d2f00-979b-4b0a-a301-6f94a74db79c	2026-11-18 03:51:27.503555+00	1	20	20	test	1	0	{}	45	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w19':4 'what':7 'é':8	f
667a58583aa27db61914f0a773790bd5c4aae931	67adcc03-c081-4a95-a4be-06ee26155fca	2026-11-18 03:51:27.504374+00	1	23	23	train	1	0	{}	46	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w22':4 'what':7 'é':8	f
faba9cb62ca11322177f47f755de63a6ba7fc203	e6bc00b3-a523-4066-a989-936e883b7d47	2026-11-18 03:51:27.504734+00	1	21	21	train	1	0	{}	47	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w20':4 'what':7 'é':8	f
69d0ff16c398ec042b120f5754227fcc271e0ef5	ee1fdfd8-c925-40be-a2ab-357621d6febf	2026-11-18 03:51:27.508451+00	1	19	19	train	1	0	{}	48	'1':2 'in':5 'mill':10 'of':3 'one':6 'question':1 'the':9 'w18':4 'what':7 'é':8	f
fa13656c86139c7ff2e09c0ea903c8bf13ee8e7b	8b25e9f7-5b0a-48c0-ad1d-6379bc33bf89	2026-11-18 03:51:27.509213+00	1	24	24	train	1	0	{}	49	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w23':4 'what':7 'é':8	f
ecc1ed7fd2ab882714e4d26656ef88bea7a2e413	ecb293a6-2686-44ff-8898-0e4711fecd24	2026-11-18 03:51:27.509519+00	1	22	22	train	1	0	{}	50	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w21':4 'what':7 'é':8	f
c523cf80a3fad2671fd5cc9507172b833c5cb282	52d5a7cd-fde5-4389-8efa-d12846bbd71d	2026-11-18 03:51:27.510674+00	1	23	23	train	1	0	{}	51	'1':2 'in':5 'mill':10 'of':3 'one':6 'question':1 'the':9 'w22':4 'what':7 'é':8	f
088a2854ab9073821a3d7d1f7d1766da99d7b412	08fd65cb-5b06-4dd0-a113-8be6f6335638	2026-11-18 03:51:27.511571+00	1	20	20	test	1	0	{}	52	'1':2 'in':5 'mill':10 'of':3 'one':6 'question':1 'the':9 'w19':4 'what':7 'é':8	f
85d91ba7689ee203be29eae5298a4cd700701841	3716de33-caa7-4d27-9c69-0163ca54e175	2026-11-18 03:51:27.516791+00	1	19	19	train	1	0	{}	53	'2':2 'in':5 'north':9 'of':3 'one':6 'question':1 'w18':4 'what':7 'wind':10 'é':8	f
e0ce5760f4674046c6590dbcc51991aa7313ba28	02d5309f-8b2c-44b0-8895-0894b22cf53f	2026-11-18 03:51:27.517437+00	1	24	24	train	1	0	{}	54	'1':2 'in':5 'mill':10 'of':3 'one':6 'question':1 'the':9 'w23':4 'what':7 'é':8	f
27fe36d472db4153680694fefa5dc1314ef6a1ab	1644fe63-cec2-41c2-9ff8-45bc6b9ccbea	2026-11-18 03:51:27.518172+00	1	22	22	train	1	0	{}	55	'1':2 'in':5 'mill':10 'of':3 'one':6 'question':1 'the':9 'w21':4 'what':7 'é':8	f
15f7880d11638d2298b8e02a7b889ce23c49e476	1a16c6d6-4511-4402-a188-c315b29033c2	2026-11-18 03:51:27.518762+00	1	20	20	test	1	0	{}	56	'2':2 'in':5 'north':9 'of':3 'one':6 'question':1 'w19':4 'what':7 'wind':10 'é':8	f
c8cc2dbb6b1ec2285990a5ac2111cfc35e921fe1	4df2295c-fcd8-404b-9bd6-8f9f624a322f	2026-11-18 03:51:27.519521+00	1	23	23	train	1	0	{}	57	'2':2 'in':5 'north':9 'of':3 'one':6 'question':1 'w22':4 'what':7 'wind':10 'é':8	f
2fa2fef924276b7af3d4593785669c0bf2fab1f9	9df5f1ef-0796-4d0f-bc92-4258225c67af	2026-11-18 03:51:27.523564+00	1	24	24	train	1	0	{}	58	'2':2 'in':5 'north':9 'of':3 'one':6 'question':1 'w23':4 'what':7 'wind':10 'é':8	f
e2fb5d52d0c02e6610bb92426c859840457fb5ac	97cda247-c8e8-44d6-a4ae-d85989b7201f	2026-11-18 03:51:27.525821+00	1	20	20	test	1	0	{}	59	'3':2 'bread':9 'in':5 'of':3 'one':6 'question':1 'w19':4 'what':7 'é':8	f
be0dd29339004730be420b6a654e3060aeca0945	2b76159b-8508-42a2-8b09-afcb04b605b0	2026-11-18 03:51:27.528698+00	1	24	24	train	1	0	{}	60	'3':2 'bread':9 'in':5 'of':3 'one':6 'question':1 'w23':4 'what':7 'é':8	f
2f3d23f404b9ed9a7187f19066d13b747b55e982	dd5ac73b-78fe-4425-b018-ef819d1ae2a9	2026-11-18 03:51:27.548385+00	1	25	25	train	1	0	{}	61	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w24':4 'what':7 'é':8	f
c683e998a00b1725dac0a85701d8afe3928931cf	14e500ae-ce9e-4fea-ba35-f4dab10ff541	2026-11-18 03:51:27.556468+00	1	26	26	train	1	0	{}	62	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w25':4 'what':7 'é':8	f
1388bd564d0cff7b52ea558403b2c5ff29440238	98628d1c-b220-47b6-908d-cf22764eae98	2026-11-18 03:51:27.557098+00	1	27	27	dev	1	0	{}	63	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w26':4 'what':7 'é':8	f
2a0ae47bc05811d9336f136806ee009af58a963d	66b8d55f-6df0-4d4c-85bf-39d7b2b66f6a	2026-11-18 03:51:27.5576+00	1	28	28	test	1	0	{}	64	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w27':4 'what':7 'é':8	f
7855db136671f7f35e9084552c9768e19f707365	51bacdaa-4c47-47db-ac15-efef05daa029	2026-11-18 03:51:27.557952+00	1	29	29	train	1	0	{}	65	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w28':4 'what':7 'é':8	f
9ae372d516de0efb1a99bbbfe996b3ab23ac1af0	e1b0caab-4be6-4fc5-b9c3-4214445f9dbf	2026-11-18 03:51:27.55834+00	1	30	30	dev	1	0	{}	66	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w29':4 'what':7 'é':8	f
07f607bb43db652bcff19971187a97749877c4a8	7427c191-cc3c-4348-8c68-c4fe4b689d34	2026-11-18 03:51:27.562736+00	1	26	26	train	1	0	{}	67	'1':2 'in':5 'mill':10 'of':3 'one':6 'question':1 'the':9 'w25':4 'what':7 'é':8	f
0c1d2bd7387f3fffec7eb3415cd8293b2fb455b6	a0cfd98d-345c-4517-bec4-71b2890c43a8	2026-11-18 03:51:27.563889+00	1	27	27	dev	1	0	{}	68	'1':2 'in':5 'mill':10 'of':3 'one':6 'question':1 'the':9 'w26':4 'what':7 'é':8	f
6679e7e70854c0c321d0ed632914eba976281c0a	89c02ea3-1f49-4050-a97b-392fc88dbf50	2026-11-18 03:51:27.564272+00	1	30	30	dev	1	0	{}	69	'1':2 'in':5 'mill':10 'of':3 'one':6 'question':1 'the':9 'w29':4 'what':7 'é':8	f
72ea333a7424fe704981d05a998a8a02ca068973	82d53e84-6cdc-4d11-80eb-9eea7894e875	2026-11-18 03:51:27.564524+00	1	28	28	test	1	0	{}	70	'1':2 'in':5 'mill':10 'of':3 'one':6 'question':1 'the':9 'w27':4 'what':7 'é':8	f
4346c23599668bbe084e84fbda6d9b11c61c9d3b	99d424b8-223c-46ba-a056-e5519dd58530	2026-11-18 03:51:27.567919+00	1	27	27	dev	1	0	{}	71	'2':2 'in':5 'north':9 'of':3 'one':6 'question':1 'w26':4 'what':7 'wind':10 'é':8	f
f5a98b7f37eb9ea63ad4b45da3471be1283d7db9	5c3c7a87-37c4-4ede-9f17-d9ca2cd46074	2026-11-18 03:51:27.570604+00	1	28	28	test	1	0	{}	72	'2':2 'in':5 'north':9 'of':3 'one':6 'question':1 'w27':4 'what':7 'wind':10 'é':8	f
1d70831cd913875e9ba325c9232c61398486a347	71a1ec27-811e-4ae4-83e4-38698057509f	2026-11-18 03:51:27.573286+00	1	28	28	test	1	0	{}	73	'3':2 'bread':9 'in':5 'of':3 'one':6 'question':1 'w27':4 'what':7 'é':8	f
bb0593dcdb88b345fcd57d37152d4c406ce6b014	229af44c-4baa-4624-933a-c4b0bfbbad2c	2026-11-18 03:51:27.589113+00	1	31	31	train	1	0	{}	74	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w30':4 'what':7 'é':8	f
db45548b8a84a93ace53a253513fa44231496b6d	31ee147c-b69e-49d9-949d-c4417ad09eee	2026-11-18 03:51:27.589917+00	1	32	32	train	1	0	{}	75	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w31':4 'what':7 'é':8	f
70d15d83eb015add5e6367ef909341fff51f4d7d	c3cfe1df-4b28-4b37-be48-67d3155b0a81	2026-11-18 03:51:27.592763+00	1	33	33	train	1	0	{}	76	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w32':4 'what':7 'é':8	f
08aef75786e37d90a66b1087b7da9cc953d4f039	77a1f5c9-edda-4677-ae93-85a91dcbcced	2026-11-18 03:51:27.59365+00	1	34	34	test	1	0	{}	77	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w33':4 'what':7 'é':8	f
2c34cea46941dce7499ec11b14a758da23ab5687	c72fdd3d-c06d-46cf-8193-b8b7edb134d3	2026-11-18 03:51:27.59878+00	1	36	36	test	1	0	{}	78	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w35':4 'what':7 'é':8	f
87fbe5f4e5afa40aaf79a99736d8e654e396ddf9	eba831ff-5dae-4374-ade5-fb6a15d45dc2	2026-11-18 03:51:27.599411+00	1	35	35	dev	1	0	{}	79	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w34':4 'what':7 'é':8	f
031d5fdcf799e07c5d2881eacc5927f74ee3b81f	5a7ff6d4-dfec-43e9-9974-b7c2789a6d14	2026-11-18 03:51:27.599793+00	1	32	32	train	1	0	{}	80	'1':2 'in':5 'mill':10 'of':3 'one':6 'question':1 'the':9 'w31':4 'what':7 'é':8	f
4968f8fb302758a9dbaef6d0d043dcc467263045	5364f210-eb85-430a-a635-6454c72616fa	2026-11-18 03:51:27.600218+00	1	34	34	test	1	0	{}	81	'1':2 'in':5 'mill':10 'of':3 'one':6 'question':1 'the':9 'w33':4 'what':7 'é':8	f
e0ece46c344c451ee15ceed87e8798a72b9859a3	d82d7b0b-1af1-43ca-8583-775d4f6dc2c8	2026-11-18 03:51:27.600571+00	1	31	31	train	1	0	{}	82	'1':2 'in':5 'mill':10 'of':3 'one':6 'question':1 'the':9 'w30':4 'what':7 'é':8	f
0928f3c23b6210b4b1440d3cf84c8cdc81900912	50a0124f-78bf-455f-953d-ce5ba4391d1c	2026-11-18 03:51:27.602902+00	1	36	36	test	1	0	{}	83	'1':2 'in':5 'mill':10 'of':3 'one':6 'question':1 'the':9 'w35':4 'what':7 'é':8	f
e8784a0a2c8bb0ea25aa874f4f71466df249e720	b3d5e8db-57d4-4155-b264-8df8da8a7f64	2026-11-18 03:51:27.605312+00	1	35	35	dev	1	0	{}	84	'1':2 'in':5 'mill':10 'of':3 'one':6 'question':1 'the':9 'w34':4 'what':7 'é':8	f
66f1eaedc9e85eb4075c9b0e97e201af3c5f362b	efc12a22-8cdb-489f-aa86-dd196d6d17eb	2026-11-18 03:51:27.605946+00	1	32	32	train	1	0	{}	85	'2':2 'in':5 'north':9 'of':3 'one':6 'question':1 'w31':4 'what':7 'wind':10 'é':8	f
6eae46782d04ce0103dc7a54481b2acd251efcdd	bf8b43df-3e1c-4aa9-9e27-568c1a036d7d	2026-11-18 03:51:27.606368+00	1	31	31	train	1	0	{}	86	'2':2 'in':5 'north':9 'of':3 'one':6 'question':1 'w30':4 'what':7 'wind':10 'é':8	f
6e5417a8834b2435097f3649fe1ea62075d5777a	559386ea-7705-426c-a948-7c79ef5ac82e	2026-11-18 03:51:27.608533+00	1	36	36	test	1	0	{}	87	'2':2 'in':5 'north':9 'of':3 'one':6 'question':1 'w35':4 'what':7 'wind':10 'é':8	f
0ba1152dc8367c9fc39e58790dcec8570345cd2f	02173d9a-75a0-40b1-998f-5e58c4b67428	2026-11-18 03:51:27.60945+00	1	35	35	dev	1	0	{}	88	'2':2 'in':5 'north':9 'of':3 'one':6 'question':1 'w34':4 'what':7 'wind':10 'é':8	f
8a7e27b9ec1070589253a84de4f22fa75aba559a	1583d2d4-93b1-4ed5-8e42-535e49110505	2026-11-18 03:51:27.610887+00	1	32	32	train	1	0	{}	89	'3':2 'bread':9 'in':5 'of':3 'one':6 'question':1 'w31':4 'what':7 'é':8	f
4cdc02b15d4cac6c8de16a21237bff4e596b12a9	d7d2630d-a019-4b24-aec4-6c109c4a2b27	2026-11-18 03:51:27.611453+00	1	36	36	test	1	0	{}	90	'3':2 'bread':9 'in':5 'of':3 'one':6 'question':1 'w35':4 'what':7 'é':8	f
e5c5c458fd6af02fdc4d35213a9023da7710bb6e	11ae67ba-cdbe-4c76-bdfa-ac9dd09d1e6d	2026-11-18 03:51:27.622389+00	1	37	37	test	1	0	{}	91	'0':2 'bob':9 'in':5 'of':3 'one':6 'question':1 'w36':4 'what':7 'é':8	f
\.
COPY beat.sample (assignment_id, batch_id, project_id, worker_id, state, reviews_wanted, taken, held, review_id, sampled_at, settled_at) FROM stdin;
1	1	1	1	waiting	1	0	f	\N	2026-11-18 03:51:27.876832+00	\N
2	1	1	2	waiting	1	0	f	\N	2026-11-18 03:51:27.876832+00	\N
3	1	1	3	waiting	1	0	f	\N	2026-11-18 03:51:27.876832+00	\N
4	1	1	4	waiting	1	0	f	\N	2026-11-18 03:51:27.876832+00	\N
5	1	1	5	waiting	1	0	f	\N	2026-11-18 03:51:27.876832+00	\N
6	1	1	6	waiting	1	0	f	\N	2026-11-18 03:51:27.876832+00	\N
7	1	1	7	waiting	1	0	f	\N	2026-11-18 03:51:27.876832+00	\N
8	1	1	8	waiting	1	0	f	\N	2026-11-18 03:51:27.876832+00	\N
9	1	1	9	waiting	1	0	f	\N	2026-11-18 03:51:27.876832+00	\N
10	1	1	10	waiting	1	0	f	\N	2026-11-18 03:51:27.876832+00	\N
11	1	1	11	waiting	1	0	f	\N	2026-11-18 03:51:27.876832+00	\N
12	1	1	12	waiting	1	0	f	\N	2026-11-18 03:51:27.876832+00	\N
13	1	1	13	waiting	1	0	f	\N	2026-11-18 03:51:27.876832+00	\N
14	1	1	14	waiting	1	0	f	\N	2026-11-18 03:51:27.876832+00	\N
15	1	1	15	waiting	1	0	f	\N	2026-11-18 03:51:27.876832+00	\N
16	1	1	16	waiting	1	0	f	\N	2026-11-18 03:51:27.876832+00	\N
17	1	1	17	waiting	1	0	f	\N	2026-11-18 03:51:27.876832+00	\N
18	1	1	18	waiting	1	0	f	\N	2026-11-18 03:51:27.876832+00	\N
19	1	1	19	waiting	1	0	f	\N	2026-11-18 03:51:27.876832+00	\N
20	1	1	20	waiting	1	0	f	\N	2026-11-18 03:51:27.876832+00	\N
21	1	1	21	waiting	1	0	f	\N	2026-11-18 03:51:27.876832+00	\N
22	1	1	22	waiting	1	0	f	\N	2026-11-18 03:51:27.876832+00	\N
23	1	1	23	waiting	1	0	f	\N	2026-11-18 03:51:27.876832+00	\N
24	1	1	24	waiting	1	0	f	\N	2026-11-18 03:51:27.876832+00	\N
25	1	1	25	waiting	1	0	f	\N	2026-11-18 03:51:27.876832+00	\N
26	1	1	26	waiting	1	0	f	\N	2026-11-18 03:51:27.876832+00	\N
27	1	1	27	waiting	1	0	f	\N	2026-11-18 03:51:27.876832+00	\N
28	1	1	28	waiting	1	0	f	\N	2026-11-18 03:51:27.876832+00	\N
29	1	1	29	waiting	1	0	f	\N	2026-11-18 03:51:27.876832+00	\N
30	1	1	30	waiting	1	0	f	\N	2026-11-18 03:51:27.876832+00	\N
31	1	1	31	waiting	1	0	f	\N	2026-11-18 03:51:27.876832+00	\N
32	1	1	32	waiting	1	0	f	\N	2026-11-18 03:51:27.876832+00	\N
33	1	1	33	waiting	1	0	f	\N	2026-11-18 03:51:27.876832+00	\N
34	1	1	34	waiting	1	0	f	\N	2026-11-18 03:51:27.876832+00	\N
35	1	1	35	waiting	1	0	f	\N	2026-11-18 03:51:27.876832+00	\N
36	1	1	36	waiting	1	0	f	\N	2026-11-18 03:51:27.876832+00	\N
37	1	1	37	waiting	1	0	f	\N	2026-11-18 03:51:27.876832+00	\N
\.
COPY beat.review (id, assignment_id, project_id, account_id, kind, state, leased_at, expires_at, finished_at) FROM stdin;
\.
COPY beat.revocation (id, project_id, worker_id, state, cause, reason, actor, at, review_id, valid, reviewed, decided_by, decided_at, discarded, undone_by, undone_at, undone_reason) FROM stdin;
\.
COPY beat.discard (id, question_id, cause, revocation_id, review_id, reason, actor, at, undone_at, undone_by, undone_reason) FROM stdin;
\.
COPY beat.duration_tally (project_id, bucket, lane, hits) FROM stdin;
1	0	13	37
\.
COPY beat.event (id, at, actor, kind, project_id, worker_id, assignment_id, detail) FROM stdin;
1	2026-11-18 03:51:26.957974+00	root	collection.import	\N	\N	\N	{"bad": 0, "split": "train", "passages": 24, "documents": 12, "collection": "sample", "duplicates": 0}
2	2026-11-18 03:51:27.010236+00	root	collection.import	\N	\N	\N	{"bad": 0, "split": "dev", "passages": 6, "documents": 3, "collection": "sample", "duplicates": 0}
3	2026-11-18 03:51:27.063375+00	root	collection.import	\N	\N	\N	{"bad": 0, "split": "test", "passages": 6, "documents": 3, "collection": "sample", "duplicates": 0}
4	2026-11-18 03:51:27.122052+00	root	model.add	\N	\N	\N	{"after": {"id": 1, "url": "http://127.0.0.1:41927/predict?one", "name": "127.0.0.1:41927", "protocol": "beat", "created_at": "2026-11-18T03:51:27.121175+00:00", "measured_on": null, "measured_permille": null}, "before": null}
5	2026-11-18 03:51:27.126041+00	root	project.create	1	\N	\N	{"after": {"id": 1, "name": "one", "open": true, "state": "active", "title": "one", "model_id": 1, "platforms": ["mturk", "prolific", "direct"], "batch_hits": null, "created_at": "2026-11-18T03:51:27.125192+00:00", "onboarding": null, "batch_hours": null, "empty_answer": "fault", "review_blind": true, "reward_cents": 200, "success_unit": "question", "lease_seconds": 3600, "review_double": false, "revoke_confirm": false, "completion_code": "", "questions_wanted": 5, "success_permille": 800, "validation_extra": 0, "validation_group": "hit", "validation_match": "em", "validation_votes": 3, "min_passage_words": 0, "onboarding_retries": 0, "threshold_permille": 400, "validation_matches": 1, "answerable_permille": 500, "onboarding_model_id": null, "review_lease_seconds": 1800, "validation_questions": 10, "validation_early_stop": 0, "validation_onboarding": null, "validation_f1_permille": 400, "assignments_per_passage": 1, "validation_reward_cents": 0, "validation_lease_seconds": 1800, "validation_lost_permille": 0, "validation_train_permille": 0, "validation_completion_code": ""}, "before": null}
6	2026-11-18 03:51:27.128322+00	root	project.collection	1	\N	\N	{"after": true, "before": false, "collection": "sample"}
7	2026-11-18 03:51:27.182705+00	root	project.set	1	\N	\N	{"after": {"validation_votes": 0}, "before": {"validation_votes": 3}}
8	2026-11-18 03:51:27.34061+00	worker	assignment.submit	1	1	1	{"won": 1, "cents": 200, "platform_ref": ""}
9	2026-11-18 03:51:27.351454+00	worker	assignment.submit	1	5	5	{"won": 1, "cents": 200, "platform_ref": ""}
10	2026-11-18 03:51:27.35205+00	worker	assignment.submit	1	2	2	{"won": 2, "cents": 200, "platform_ref": ""}
11	2026-11-18 03:51:27.352564+00	worker	assignment.submit	1	6	6	{"won": 2, "cents": 200, "platform_ref": ""}
12	2026-11-18 03:51:27.360115+00	worker	assignment.submit	1	3	3	{"won": 3, "cents": 200, "platform_ref": ""}
13	2026-11-18 03:51:27.361095+00	worker	assignment.submit	1	4	4	{"won": 4, "cents": 200, "platform_ref": ""}
14	2026-11-18 03:51:27.398721+00	worker	assignment.submit	1	9	9	{"won": 1, "cents": 200, "platform_ref": ""}
15	2026-11-18 03:51:27.40765+00	worker	assignment.submit	1	10	10	{"won": 2, "cents": 200, "platform_ref": ""}
16	2026-11-18 03:51:27.409643+00	worker	assignment.submit	1	7	7	{"won": 3, "cents": 200, "platform_ref": ""}
17	2026-11-18 03:51:27.41535+00	worker	assignment.submit	1	11	11	{"won": 3, "cents": 200, "platform_ref": ""}
18	2026-11-18 03:51:27.416216+00	worker	assignment.submit	1	8	8	{"won": 4, "cents": 200, "platform_ref": ""}
19	2026-11-18 03:51:27.419542+00	worker	assignment.submit	1	12	12	{"won": 4, "cents": 200, "platform_ref": ""}
20	2026-11-18 03:51:27.455192+00	worker	assignment.submit	1	13	13	{"won": 1, "cents": 200, "platform_ref": ""}
21	2026-11-18 03:51:27.461433+00	worker	assignment.submit	1	17	17	{"won": 1, "cents": 200, "platform_ref": ""}
22	2026-11-18 03:51:27.464406+00	worker	assignment.submit	1	14	14	{"won": 2, "cents": 200, "platform_ref": ""}
23	2026-11-18 03:51:27.469734+00	worker	assignment.submit	1	18	18	{"won": 2, "cents": 200, "platform_ref": ""}
24	2026-11-18 03:51:27.473247+00	worker	assignment.submit	1	15	15	{"won": 3, "cents": 200, "platform_ref": ""}
25	2026-11-18 03:51:27.476695+00	worker	assignment.submit	1	16	16	{"won": 4, "cents": 200, "platform_ref": ""}
26	2026-11-18 03:51:27.510226+00	worker	assignment.submit	1	21	21	{"won": 1, "cents": 200, "platform_ref": ""}
27	2026-11-18 03:51:27.521486+00	worker	assignment.submit	1	19	19	{"won": 3, "cents": 200, "platform_ref": ""}
28	2026-11-18 03:51:27.524513+00	worker	assignment.submit	1	22	22	{"won": 2, "cents": 200, "platform_ref": ""}
29	2026-11-18 03:51:27.525416+00	worker	assignment.submit	1	23	23	{"won": 3, "cents": 200, "platform_ref": ""}
30	2026-11-18 03:51:27.528086+00	worker	assignment.submit	1	20	20	{"won": 4, "cents": 200, "platform_ref": ""}
31	2026-11-18 03:51:27.530601+00	worker	assignment.submit	1	24	24	{"won": 4, "cents": 200, "platform_ref": ""}
32	2026-11-18 03:51:27.555101+00	worker	assignment.submit	1	25	25	{"won": 1, "cents": 200, "platform_ref": ""}
33	2026-11-18 03:51:27.561997+00	worker	assignment.submit	1	29	29	{"won": 1, "cents": 200, "platform_ref": ""}
34	2026-11-18 03:51:27.565131+00	worker	assignment.submit	1	26	26	{"won": 2, "cents": 200, "platform_ref": ""}
35	2026-11-18 03:51:27.569056+00	worker	assignment.submit	1	30	30	{"won": 2, "cents": 200, "platform_ref": ""}
36	2026-11-18 03:51:27.570158+00	worker	assignment.submit	1	27	27	{"won": 3, "cents": 200, "platform_ref": ""}
37	2026-11-18 03:51:27.574886+00	worker	assignment.submit	1	28	28	{"won": 4, "cents": 200, "platform_ref": ""}
38	2026-11-18 03:51:27.598177+00	worker	assignment.submit	1	33	33	{"won": 1, "cents": 200, "platform_ref": ""}
39	2026-11-18 03:51:27.60405+00	worker	assignment.submit	1	34	34	{"won": 2, "cents": 200, "platform_ref": ""}
40	2026-11-18 03:51:27.609935+00	worker	assignment.submit	1	31	31	{"won": 3, "cents": 200, "platform_ref": ""}
41	2026-11-18 03:51:27.612342+00	worker	assignment.submit	1	35	35	{"won": 3, "cents": 200, "platform_ref": ""}
42	2026-11-18 03:51:27.616401+00	worker	assignment.submit	1	32	32	{"won": 4, "cents": 200, "platform_ref": ""}
43	2026-11-18 03:51:27.617065+00	worker	assignment.submit	1	36	36	{"won": 4, "cents": 200, "platform_ref": ""}
44	2026-11-18 03:51:27.623899+00	worker	assignment.submit	1	37	37	{"won": 1, "cents": 200, "platform_ref": ""}
45	2026-11-18 03:51:27.880897+00	root	batch.close	1	\N	\N	{"hits": 37, "seed": "released", "batch": 1, "cause": "hand", "sampled": 37, "workers": 37, "hits_total": 37}
46	2026-11-18 03:51:27.933661+00	root	release.freeze	1	\N	\N	{"name": "one", "seed": "1", "as_of": "2026-11-18T03:51:27.915Z", "release": "1", "version": "1.0"}
47	2026-11-18 03:51:28.076922+00	root	release.ready	1	\N	\N	{"name": "one", "release": "1", "version": "1.0"}
48	2026-11-18 03:51:28.12699+00	root	project.set	1	\N	\N	{"after": {"validation_votes": 2}, "before": {"validation_votes": 0}}
49	2026-11-18 03:51:28.228643+00	worker	assignment.submit	1	38	38	{"won": 2, "cents": 0, "platform_ref": ""}
50	2026-11-18 03:51:28.240145+00	worker	assignment.submit	1	39	39	{"won": 4, "cents": 0, "platform_ref": ""}
\.
COPY beat.exercise_answer (assignment_id, number, tries, done, question, answer_start, answer_end, answer_text, shared, given_tokens, expected_tokens, at) FROM stdin;
\.
COPY beat.function_set (name, program, installed_at, dropped_at) FROM stdin;
beat_f_d41d90a3dbd9	0.5.0	2026-11-18 03:51:26.827173+00	\N
\.
COPY beat.judgement (review_id, question_id, valid, tags, labels, comment) FROM stdin;
\.
COPY beat.login (id, account_id, token_sha256, created_at, seen_at, expires_at, ended_at, address, agent) FROM stdin;
\.
COPY beat.login_failure (key, failures, last_at, blocked_until) FROM stdin;
\.
COPY beat.outbox (id, platform, action, worker_id, project_id, revocation_id, created_at, done_at, tries, error) FROM stdin;
\.
COPY beat.participation_move (from_state, to_state, meaning) FROM stdin;
new	onboarding	begins the onboarding
onboarding	screening	handed the onboarding in
screening	qualified	a reviewer passed the onboarding
screening	onboarding	a reviewer failed it, and there is another try
screening	failed	a reviewer failed it, and there is no other try
failed	screening	the decision was taken back
qualified	screening	the decision was taken back
failed	onboarding	an admin gave another chance
new	qualified	an admin gave the qualification
onboarding	qualified	an admin gave the qualification
failed	qualified	an admin gave the qualification
new	revoked	poor work in an open project
failed	revoked	poor work in an open project
onboarding	revoked	an admin took it away
screening	revoked	an admin took it away
qualified	revoked	poor work, or an admin took it away
revoked	qualified	reinstated by an admin
\.
COPY beat.project_collection (project_id, collection_id, linked, added_at) FROM stdin;
1	1	t	2026-11-18 03:51:27.127783+00
\.
COPY beat.project_tally (project_id, split, lane, submitted, kept, pay_cents, seconds, wins) FROM stdin;
1	dev	13	6	17	1200	0	17
1	train	13	25	57	5000	0	57
1	test	13	6	17	1200	0	17
1	test	4	0	0	0	0	0
\.
COPY beat.question_figures (question_id, question_words, answer_words, overlap, first_words) FROM stdin;
\.
COPY beat.release (id, name, version, project_id, parts, state, as_of, seed, licence, formats, settings, pseudonym_key, code_version, actor, served, created_at, ready_at, report, progress, alive_at) FROM stdin;
1	one	1.0	1	[]	ready	2026-11-18 03:51:27.915+00	1	CC-BY-4.0	{squad,mrqa,hf,attempts}	{"name": "one", "open": "true", "title": "one", "platforms": "[\\"mturk\\", \\"prolific\\", \\"direct\\"]", "batch_hits": null, "onboarding": null, "target_dev": null, "batch_hours": null, "target_test": null, "empty_answer": "fault", "review_blind": "true", "reward_cents": "200", "success_unit": "question", "target_train": null, "lease_seconds": "3600", "review_double": "false", "revoke_confirm": "false", "questions_wanted": "5", "success_permille": "800", "validation_extra": "0", "validation_group": "hit", "validation_match": "em", "validation_votes": "0", "min_passage_words": "0", "onboarding_retries": "0", "threshold_permille": "400", "validation_matches": "1", "answerable_permille": "500", "review_lease_seconds": "1800", "validation_questions": "10", "validation_early_stop": "0", "validation_onboarding": null, "validation_f1_permille": "400", "assignments_per_passage": "1", "validation_reward_cents": "0", "validation_lease_seconds": "1800", "validation_lost_permille": "0", "validation_train_permille": "0"}	\\xfe21629da01f74ed6a1e01b9e6141e9c5d4415594eb0ceb045a5f059732e0181	0.5.0	root	f	2026-11-18 03:51:27.921895+00	2026-11-18 03:51:28.075211+00	{"gate": [{"ok": true, "fix": null, "check": "documents", "found": 0, "examples": [], "sentence": "No document is in two splits."}, {"ok": true, "fix": null, "check": "passages", "found": 0, "examples": [], "sentence": "No passage is in two splits, also not written a little differently."}, {"ok": true, "fix": null, "check": "duplicates", "found": 0, "examples": [], "sentence": "No question is asked twice about a passage."}, {"ok": true, "fix": null, "check": "spans", "found": 0, "examples": [], "sentence": "Every answer stands in its passage at the place the files say."}, {"ok": true, "fix": null, "check": "gold", "found": 0, "examples": [], "sentence": "The answers against themselves score 100 exact match and 100 F1."}, {"ok": true, "fix": null, "check": "model", "found": 0, "examples": [], "sentence": "The answers of the model in the loop score 0 exact match."}, {"ok": true, "fix": null, "check": "counts", "found": 0, "examples": [], "sentence": "The files hold as many questions as the database."}], "facts": {"votes": 0, "models": [{"name": "reader-one", "version": "1", "weights": "0000000000000000000000000000000000000000000000000000000000000000"}], "workers": 37, "validated": 0, "answerable": 0, "validators": 0}, "splits": [{"split": "train", "chosen": 57, "target": null, "available": 57}, {"split": "dev", "chosen": 17, "target": null, "available": 17}, {"split": "test", "chosen": 17, "target": null, "available": 17}], "mrqa_left_out": {"dev": 0, "test": 0, "train": 0}, "near_duplicates": [{"a": {"split": "test", "title": "Hills", "question_id": "08aef75786e37d90a66b1087b7da9cc953d4f039"}, "b": {"split": "dev", "title": "Fords", "question_id": "0ba1152dc8367c9fc39e58790dcec8570345cd2f"}, "similarity": 0.5833333333333334}, {"a": {"split": "test", "title": "Vales", "question_id": "e5c5c458fd6af02fdc4d35213a9023da7710bb6e"}, "b": {"split": "dev", "title": "Fords", "question_id": "0ba1152dc8367c9fc39e58790dcec8570345cd2f"}, "similarity": 0.5833333333333334}, {"a": {"split": "test", "title": "Vales", "question_id": "0928f3c23b6210b4b1440d3cf84c8cdc81900912"}, "b": {"split": "dev", "title": "Fords", "question_id": "6679e7e70854c0c321d0ed632914eba976281c0a"}, "similarity": 0.5833333333333334}, {"a": {"split": "test", "title": "Hills", "question_id": "088a2854ab9073821a3d7d1f7d1766da99d7b412"}, "b": {"split": "dev", "title": "Fords", "question_id": "6679e7e70854c0c321d0ed632914eba976281c0a"}, "similarity": 0.5833333333333334}, {"a": {"split": "dev", "title": "Rivers", "question_id": "06a32c469292cfead14d362e3a0cd1b6204c11d0"}, "b": {"split": "train", "title": "Breads", "question_id": "69d0ff16c398ec042b120f5754227fcc271e0ef5"}, "similarity": 0.5833333333333334}, {"a": {"split": "dev", "title": "Rivers", "question_id": "423dadf60351d0df5d5438d54a6ce620e74c9efe"}, "b": {"split": "train", "title": "Breads", "question_id": "2fa2fef924276b7af3d4593785669c0bf2fab1f9"}, "similarity": 0.5833333333333334}, {"a": {"split": "dev", "title": "Fords", "question_id": "0ba1152dc8367c9fc39e58790dcec8570345cd2f"}, "b": {"split": "train", "title": "Mills", "question_id": "1c87775bd6e2a430a72408e05cf53cbab93be52b"}, "similarity": 0.5833333333333334}, {"a": {"split": "test", "title": "Vales", "question_id": "e5c5c458fd6af02fdc4d35213a9023da7710bb6e"}, "b": {"split": "train", "title": "Mills", "question_id": "1c87775bd6e2a430a72408e05cf53cbab93be52b"}, "similarity": 0.5833333333333334}, {"a": {"split": "test", "title": "Hills", "question_id": "08aef75786e37d90a66b1087b7da9cc953d4f039"}, "b": {"split": "train", "title": "Mills", "question_id": "1c87775bd6e2a430a72408e05cf53cbab93be52b"}, "similarity": 0.5833333333333334}, {"a": {"split": "dev", "title": "Fords", "question_id": "6679e7e70854c0c321d0ed632914eba976281c0a"}, "b": {"split": "train", "title": "Mills", "question_id": "716ac56c980529972a7b0ae72fa7864b28275b51"}, "similarity": 0.5833333333333334}, {"a": {"split": "test", "title": "Vales", "question_id": "0928f3c23b6210b4b1440d3cf84c8cdc81900912"}, "b": {"split": "train", "title": "Mills", "question_id": "716ac56c980529972a7b0ae72fa7864b28275b51"}, "similarity": 0.5833333333333334}, {"a": {"split": "test", "title": "Hills", "question_id": "088a2854ab9073821a3d7d1f7d1766da99d7b412"}, "b": {"split": "train", "title": "Mills", "question_id": "716ac56c980529972a7b0ae72fa7864b28275b51"}, "similarity": 0.5833333333333334}, {"a": {"split": "dev", "title": "Fords", "question_id": "6679e7e70854c0c321d0ed632914eba976281c0a"}, "b": {"split": "train", "title": "Winds", "question_id": "6eae46782d04ce0103dc7a54481b2acd251efcdd"}, "similarity": 0.5833333333333334}, {"a": {"split": "test", "title": "Vales", "question_id": "0928f3c23b6210b4b1440d3cf84c8cdc81900912"}, "b": {"split": "train", "title": "Winds", "question_id": "6eae46782d04ce0103dc7a54481b2acd251efcdd"}, "similarity": 0.5833333333333334}, {"a": {"split": "test", "title": "Hills", "question_id": "088a2854ab9073821a3d7d1f7d1766da99d7b412"}, "b": {"split": "train", "title": "Winds", "question_id": "6eae46782d04ce0103dc7a54481b2acd251efcdd"}, "similarity": 0.5833333333333334}, {"a": {"split": "dev", "title": "Fords", "question_id": "0ba1152dc8367c9fc39e58790dcec8570345cd2f"}, "b": {"split": "train", "title": "Winds", "question_id": "4b03d098d8573889e82e4e1f811564370d9b15f7"}, "similarity": 0.5833333333333334}, {"a": {"split": "test", "title": "Hills", "question_id": "08aef75786e37d90a66b1087b7da9cc953d4f039"}, "b": {"split": "train", "title": "Winds", "question_id": "4b03d098d8573889e82e4e1f811564370d9b15f7"}, "similarity": 0.5833333333333334}, {"a": {"split": "test", "title": "Vales", "question_id": "e5c5c458fd6af02fdc4d35213a9023da7710bb6e"}, "b": {"split": "train", "title": "Winds", "question_id": "4b03d098d8573889e82e4e1f811564370d9b15f7"}, "similarity": 0.5833333333333334}], "near_duplicates_more": false}	{}	2026-11-18 03:51:28.068786+00
\.
COPY beat.release_file (release_id, path, bytes, sha256) FROM stdin;
1	README.md	15333	7faeb42a1476baa7e152a7350156230ea382620de753d1e6bcbadac1fdeef78a
1	attempts/dev.jsonl	14040	0b0991a252d1a0ad41e1ac9daf2a30159dda93cadfb44eb3439ce404f8be8c87
1	attempts/test.jsonl	14160	3e316e5a3e6225bb163bd6828200aa20a5da2a615fab28b05ace3f52e9761648
1	attempts/train.jsonl	93569	fcbc53633aca879f6ede3da147f482c80d217865108ccb8eb3f237f8682fa090
1	croissant.json	37781	afb2c0f4d4a478d8e07b6d44ccc56f6af4f6c5bc36af022e5e6322c697f361b8
1	data/test.jsonl	6201	fe0edd639f390514d3cc87667bc3daa5247d49151ebee122bf85c876b151895e
1	data/train.jsonl	52900	6646e4e39f870840326cf10aef4f4fd529fa526bf84aa757b489633b4c2c4af6
1	data/validation.jsonl	6216	0f6e1244cd527fae2c0cc236805190072de062369c883c53b53314f3897389c1
1	figures/answer-length.svg	3613	9078e9f071352ea2b941f0266be784a4e457b150aa69930aa1545af68c3a12c2
1	figures/answer-types.svg	3448	e46370b6fb57a905b7e03607a50aeb7d182751555bea19d029da9aab16cc4377
1	figures/first-words.svg	5069	f72cb8f9c555d538322ccd50b8854e0a92c33beb3dac52938d1baa3b0c63dc82
1	figures/lengths.svg	5813	8cd0de3cb5780264815c3892c0ff40ff1bc3cdf686d715cb0fa2816ce5ec026b
1	figures/ngram-overlap.svg	3400	2d78b26941c43598f1dec6d603f5b426a5d1b65928bc17638b6bf07311561435
1	figures/question-length.svg	3545	aed0042d14cf626a25c15f983fe905e3ffd178ae0825454a333e6e7abef24a44
1	figures/question-types.svg	3164	a6ec1cfdb5e46886788b924ef7b7c480721f25817342e22e55dfcaa34247699d
1	mrqa/dev.jsonl.gz	1499	29d8d0efbb92df76690a0a0fe43b9c9bce1e21ef23a22d9f8b724da147ceff61
1	mrqa/test.jsonl.gz	1458	c9a518e808f46d0a94f966f4b0a4e04c489c34f93feaaa9b2017bf74a676c0a9
1	mrqa/train.jsonl.gz	4483	43d36f402c1e6f941876f4fb7e910b597c5b4417d6169fc775d0530e5fdd7344
1	one/dev.json	3513	2acef9f5928e5b09ecc96e35f00155d460c896530c8d193d1d9fe2b15934a232
1	one/test-public.json	2726	133e48c7e84f0587bfbecee9a0a409e550b4b073681b56bbed64e342097851c2
1	one/test.json	3537	4ae21effcdce30707d613824e1da04e94e33c8b27a03741b31315ca4bb9a1c5a
1	one/train.json	23391	7220a6390e5bcef9a0922a7f58acad57e413123569e11d9369e9fa559909eb06
1	statistics.json	14626	ac6cc26772b64d3efbf0d3dee7e28acdc0713e0ffc8caa4b2ec9243510c0fdcf
1	MANIFEST	1970	fa06188b25442236d0b51c8ab46381f3c585850105b16a7375b38326f7cec5b3
\.
COPY beat.release_question (release_id, split, place, question_id) FROM stdin;
1	train	1	00c3c9d328e727fb44784f92b036e2d512f682b0
1	train	2	70543b7692480551b5d7a37b1d95cd449b3d7353
1	train	3	de7249e655907fc399a80e9b89d4ec06da8c2952
1	train	4	031d5fdcf799e07c5d2881eacc5927f74ee3b81f
1	train	5	66f1eaedc9e85eb4075c9b0e97e201af3c5f362b
1	train	6	8a7e27b9ec1070589253a84de4f22fa75aba559a
1	train	7	db45548b8a84a93ace53a253513fa44231496b6d
1	train	8	667a58583aa27db61914f0a773790bd5c4aae931
1	train	9	c523cf80a3fad2671fd5cc9507172b833c5cb282
1	train	10	c8cc2dbb6b1ec2285990a5ac2111cfc35e921fe1
1	train	11	faba9cb62ca11322177f47f755de63a6ba7fc203
1	train	12	0b7ff48bb998c0d0e60abd6c572eb60adb4522e6
1	train	13	8bd3aacbbb2873d7384c21dfbf4fa731d16c5dff
1	train	14	92b2f31e8389ec809975ed469720005864c95988
1	train	15	aeb3e59d620ae2e4f02f894a8df174c340253885
1	train	16	93351fc0baf7e4fbd5f4978cbcc0cbcc3b65d3fa
1	train	17	8ff41c2d31b21ade8a2398ddf93e1bea929f037d
1	train	18	a123bcf6b6d982858e0a986dc458bc167d8fd319
1	train	19	a126f8d6fc064110d517fc9c5ea8ff90113d8378
1	train	20	d77248b6a5a2bdd5e97647811c24ff42768a466c
1	train	21	69d0ff16c398ec042b120f5754227fcc271e0ef5
1	train	22	85d91ba7689ee203be29eae5298a4cd700701841
1	train	23	8c737ce713226d420aab755064fd28af6a2ad729
1	train	24	2fa2fef924276b7af3d4593785669c0bf2fab1f9
1	train	25	be0dd29339004730be420b6a654e3060aeca0945
1	train	26	e0ce5760f4674046c6590dbcc51991aa7313ba28
1	train	27	fa13656c86139c7ff2e09c0ea903c8bf13ee8e7b
1	train	28	1c87775bd6e2a430a72408e05cf53cbab93be52b
1	train	29	6f53571d1ae1b109b2a20f8fbc3b3878b03cfc2d
1	train	30	e47e378fecab2e95cf4aef1d049bdfb073def369
1	train	31	716ac56c980529972a7b0ae72fa7864b28275b51
1	train	32	f1e53b3b17a04fc40735fc531730909f61dd0f94
1	train	33	6eae46782d04ce0103dc7a54481b2acd251efcdd
1	train	34	bb0593dcdb88b345fcd57d37152d4c406ce6b014
1	train	35	e0ece46c344c451ee15ceed87e8798a72b9859a3
1	train	36	4b03d098d8573889e82e4e1f811564370d9b15f7
1	train	37	9fc0a5caeb813bfdf785579d3ba0e07e4d3a8a85
1	train	38	dd57c4ac2f921c3096a7bd3d1a34152a21bd4f06
1	train	39	07f607bb43db652bcff19971187a97749877c4a8
1	train	40	c683e998a00b1725dac0a85701d8afe3928931cf
1	train	41	6312b78aa4461be36fefa7b3170c22d2538916a7
1	train	42	718691f9c41aeef22426fd5321a68d3f7467205f
1	train	43	a9fb589c5c73df699c33df43a6b135a5d55841f1
1	train	44	cf6a977bae0b673787902d07ed1568c52340d87d
1	train	45	7855db136671f7f35e9084552c9768e19f707365
1	train	46	8ffecc46e7949351d99e27650c2831bc968e3670
1	train	47	abbbfe132506397aac0ecabc3c6880db2efa9060
1	train	48	7d6da8cd3e92053af5221f42766c3e69a38ef901
1	train	49	a7c53e554cc2662a1bbc0e9caa7284d18f19f303
1	train	50	8643da9310e56cce026b0f0b5c8379095bfae67c
1	train	51	70d15d83eb015add5e6367ef909341fff51f4d7d
1	train	52	4d5e7da33539b265557dd3e41b75d60fc4a15f6e
1	train	53	591c619d8ac698fe5219f1f6ab117635d528b7db
1	train	54	94f820481fdc97cedae76d43ac7198bda9a5650c
1	train	55	27fe36d472db4153680694fefa5dc1314ef6a1ab
1	train	56	ecc1ed7fd2ab882714e4d26656ef88bea7a2e413
1	train	57	2f3d23f404b9ed9a7187f19066d13b747b55e982
1	dev	1	3a84d2f65924ce2f394bf0c50bb69a40e705c149
1	dev	2	7fc056430e1880b0b93426b045b113d095def10a
1	dev	3	ae22195850d660d5553b42db53696cf6716cc221
1	dev	4	f2cba344afd8278b194d1714048d1feb9d2338b6
1	dev	5	0c1d2bd7387f3fffec7eb3415cd8293b2fb455b6
1	dev	6	1388bd564d0cff7b52ea558403b2c5ff29440238
1	dev	7	4346c23599668bbe084e84fbda6d9b11c61c9d3b
1	dev	8	0ba1152dc8367c9fc39e58790dcec8570345cd2f
1	dev	9	87fbe5f4e5afa40aaf79a99736d8e654e396ddf9
1	dev	10	e8784a0a2c8bb0ea25aa874f4f71466df249e720
1	dev	11	6679e7e70854c0c321d0ed632914eba976281c0a
1	dev	12	9ae372d516de0efb1a99bbbfe996b3ab23ac1af0
1	dev	13	06a32c469292cfead14d362e3a0cd1b6204c11d0
1	dev	14	a8590ad94800f0f77ff60e5280b8fe40e4b1c2d3
1	dev	15	cf2b60eb737d7068981b24e3cbfc0c94c521a086
1	dev	16	423dadf60351d0df5d5438d54a6ce620e74c9efe
1	dev	17	5ac12cc4b3b1a309fc83a9bace5269cd8ac74726
1	test	1	1d70831cd913875e9ba325c9232c61398486a347
1	test	2	2a0ae47bc05811d9336f136806ee009af58a963d
1	test	3	72ea333a7424fe704981d05a998a8a02ca068973
1	test	4	f5a98b7f37eb9ea63ad4b45da3471be1283d7db9
1	test	5	1ad2c56c0835e188891859eefa4f2b859b4605d9
1	test	6	f665455a98116a4b7dddb8e4e54c28bd023b2969
1	test	7	088a2854ab9073821a3d7d1f7d1766da99d7b412
1	test	8	15f7880d11638d2298b8e02a7b889ce23c49e476
1	test	9	b6dd63ee62ddeaee0e5368086a63cb14afb1d74f
1	test	10	e2fb5d52d0c02e6610bb92426c859840457fb5ac
1	test	11	08aef75786e37d90a66b1087b7da9cc953d4f039
1	test	12	4968f8fb302758a9dbaef6d0d043dcc467263045
1	test	13	0928f3c23b6210b4b1440d3cf84c8cdc81900912
1	test	14	2c34cea46941dce7499ec11b14a758da23ab5687
1	test	15	4cdc02b15d4cac6c8de16a21237bff4e596b12a9
1	test	16	6e5417a8834b2435097f3649fe1ea62075d5777a
1	test	17	e5c5c458fd6af02fdc4d35213a9023da7710bb6e
\.
COPY beat.review_word (kind, word, place, meaning) FROM stdin;
tag	unanswerable	1	The passage does not answer it.
tag	several_answers	2	More than one span of the passage answers it equally well.
tag	wrong_span	3	The marked text is not the answer, or too much or too little of it.
tag	ungrammatical	4	Its language is so broken that a reader has to guess what is meant.
tag	trivial	5	It takes no reading: a sentence of the passage with a question word put in.
tag	nonsense	6	It means nothing, or has nothing to do with the passage.
tag	offensive	7	It insults, degrades or exposes somebody.
tag	copied	8	It repeats another question, or was taken from somewhere else.
tag	other	9	Something else; the comment says what.
label	explicit	1	The passage says the answer nearly as the question asks for it.
label	paraphrasing	2	The question puts in other words what the passage says.
label	external_knowledge	3	Something has to be known that the passage does not tell.
label	coreference	4	It has to be worked out whom or what a word such as "she" or "the latter" stands for.
label	multi_hop	5	Facts from two or more places of the passage have to be put together.
label	comparative	6	Things have to be compared: which is larger, earlier, better.
label	numeric	7	There is something to count or to calculate.
label	negation	8	It turns on what is not so, or on what is left out.
label	filtering	9	Of several candidates the one has to be picked that meets a condition.
label	temporal	10	It is about when, in what order or for how long things happen.
label	spatial	11	It is about where things are, or how they lie to each other.
label	inductive	12	A rule or pattern has to be drawn from single cases.
label	implicit	13	The answer follows from what is said, though nobody says it.
vote	no_answer	1	The passage does not say.
vote	several_answers	2	There is more than one right answer.
vote	unclear	3	I cannot tell what is asked.
vote	broken	4	It is not a question, or not in the language of the passage.
vote	other	5	Something else, which I explain.
\.
COPY beat.sample_tally (batch_id, lane, project_id, waiting, disputed, held, settled) FROM stdin;
1	22	1	37	0	0	0
\.
COPY beat.schema_migration (version, name, checksum, breaks, applied_at) FROM stdin;
1	base	5e6b624655eebb651395cb3a736df6f9a1cec91352024175c81249e4ecd5c01e	0	2026-11-18 03:51:26.657344+00
2	passages	6a0f8370431db625b9479a94ca464aaa6fcc70d45738fac34c9322293b6f5875	0	2026-11-18 03:51:26.664531+00
3	people	2a21cd56dfb09f183caa52fd02da56c0b996d01aac46774cbc1e42e120b48001	0	2026-11-18 03:51:26.670999+00
4	projects	e50058913e1df910a825e45a8c8dd73680fff88f1adde8fabcbecce26e371b71	0	2026-11-18 03:51:26.683821+00
5	workers	073a2b54db0e8c492774b7e2bf931b3ab80e099c5ea08699a0607d87ff27fb47	0	2026-11-18 03:51:26.690849+00
6	game	7c008a93668d35d6caecc06078470fa80799b7777d45c748bb5f711e911c32f8	0	2026-11-18 03:51:26.709998+00
7	review	659c253637cd725a3005d947d7ad0f27ff96f6ff162b06aa5ab850272c87d6cf	0	2026-11-18 03:51:26.739733+00
8	validation	c6b02ab416df95035b31181a5bd822e5f1bc5fcd4ce8497d623fce9642d4fefe	0	2026-11-18 03:51:26.756794+00
9	releases	62ac98e19ecd3660e7f169e5cf157b86d4ad9205ca047b318914e349a0841365	0	2026-11-18 03:51:26.768481+00
\.
COPY beat.screening (assignment_id, project_id, worker_id, onboarding_id, handed_in_at, state, reason, account_id, actor, decided_at) FROM stdin;
\.
COPY beat.screening_tally (project_id, lane, passed, failed) FROM stdin;
\.
COPY beat.setting (key, value, created_at) FROM stdin;
release_key	456740cba1a14a9da83e5b655eca6b6d18008b51b7394b36ae9a0b6109ff3f85	2026-11-18 03:51:26.655474+00
token-key	76b0e245a366306704b6c65f1cb57d896ce29ea30d81f004f70090d7e71cfa8f	2026-11-18 03:51:27.269237+00
\.
COPY beat.transfer_reader (id, name, version, weights, first_seen_at) FROM stdin;
\.
COPY beat.transfer_prediction (attempt_id, reader_id, answer, answer_start, answer_end, score, shared, model_tokens, human_tokens, verdict, model_ms, asked_at) FROM stdin;
\.
COPY beat.validation_item (assignment_id, validation_id, worker_id, place, state, due) FROM stdin;
38	1ad2c56c0835e188891859eefa4f2b859b4605d9	38	1	voted	\N
38	f665455a98116a4b7dddb8e4e54c28bd023b2969	38	2	voted	\N
39	6e5417a8834b2435097f3649fe1ea62075d5777a	39	1	voted	\N
39	2c34cea46941dce7499ec11b14a758da23ab5687	39	2	voted	\N
39	0928f3c23b6210b4b1440d3cf84c8cdc81900912	39	3	voted	\N
39	4cdc02b15d4cac6c8de16a21237bff4e596b12a9	39	4	voted	\N
\.
COPY beat.vote (id, assignment_id, validation_id, project_id, worker_id, answer_start, answer_end, answer_text, normal, reason, comment, shared, vote_tokens, original_tokens, exact, excluded, created_at, cast_at) FROM stdin;
1	38	1ad2c56c0835e188891859eefa4f2b859b4605d9	1	38	0	3	Ann	ann	\N		0	1	1	f	f	2026-11-18 03:51:28.218321+00	2026-11-18 03:51:28.223297+00
2	38	f665455a98116a4b7dddb8e4e54c28bd023b2969	1	38	0	3	Ann	ann	\N		0	1	1	f	f	2026-11-18 03:51:28.221394+00	2026-11-18 03:51:28.223297+00
3	39	6e5417a8834b2435097f3649fe1ea62075d5777a	1	39	\N	\N	\N	\N	no_answer		0	0	2	f	f	2026-11-18 03:51:28.233916+00	2026-11-18 03:51:28.238513+00
4	39	2c34cea46941dce7499ec11b14a758da23ab5687	1	39	\N	\N	\N	\N	no_answer		0	0	1	f	f	2026-11-18 03:51:28.235206+00	2026-11-18 03:51:28.238513+00
5	39	0928f3c23b6210b4b1440d3cf84c8cdc81900912	1	39	\N	\N	\N	\N	no_answer		0	0	1	f	f	2026-11-18 03:51:28.236359+00	2026-11-18 03:51:28.238513+00
6	39	4cdc02b15d4cac6c8de16a21237bff4e596b12a9	1	39	\N	\N	\N	\N	no_answer		0	0	1	f	f	2026-11-18 03:51:28.237506+00	2026-11-18 03:51:28.238513+00
\.
COPY beat.vote_exclusion (id, project_id, worker_id, revocation_id, reason, actor, at, undone_at, undone_by, undone_reason) FROM stdin;
\.
COPY beat.worker_note (id, worker_id, project_id, actor, at, text) FROM stdin;
\.
SELECT pg_catalog.setval('beat.account_id_seq', 1, false);
SELECT pg_catalog.setval('beat.api_token_id_seq', 1, false);
SELECT pg_catalog.setval('beat.assignment_id_seq', 39, true);
SELECT pg_catalog.setval('beat.batch_id_seq', 1, true);
SELECT pg_catalog.setval('beat.collection_id_seq', 3, true);
SELECT pg_catalog.setval('beat.decision_id_seq', 1, false);
SELECT pg_catalog.setval('beat.discard_id_seq', 1, false);
SELECT pg_catalog.setval('beat.document_id_seq', 19, true);
SELECT pg_catalog.setval('beat.event_id_seq', 50, true);
SELECT pg_catalog.setval('beat.login_id_seq', 1, false);
SELECT pg_catalog.setval('beat.model_build_id_seq', 1, true);
SELECT pg_catalog.setval('beat.model_id_seq', 1, true);
SELECT pg_catalog.setval('beat.onboarding_id_seq', 1, false);
SELECT pg_catalog.setval('beat.outbox_id_seq', 1, false);
SELECT pg_catalog.setval('beat.passage_id_seq', 37, true);
SELECT pg_catalog.setval('beat.project_id_seq', 1, true);
SELECT pg_catalog.setval('beat.question_number_seq', 91, true);
SELECT pg_catalog.setval('beat.release_id_seq', 1, true);
SELECT pg_catalog.setval('beat.review_id_seq', 1, false);
SELECT pg_catalog.setval('beat.revocation_id_seq', 1, false);
SELECT pg_catalog.setval('beat.transfer_reader_id_seq', 1, false);
SELECT pg_catalog.setval('beat.vote_exclusion_id_seq', 1, false);
SELECT pg_catalog.setval('beat.vote_id_seq', 6, true);
SELECT pg_catalog.setval('beat.worker_id_seq', 39, true);
SELECT pg_catalog.setval('beat.worker_note_id_seq', 1, false);
