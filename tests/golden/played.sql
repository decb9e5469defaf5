-- The data of a played database: made by tests/golden/record, read by tests/golden/load.mjs.

COPY account (id, name, role, password, password_changed_at, totp_secret, totp_confirmed_at, totp_last_step, disabled_at, created_at) FROM stdin;
1	ada	admin	$argon2id$v=19$m=65536,t=2,p=1$gDFNV0z/uXum3U80cCWaww$94xFP7ReVWQTTB6l1Sz1KRDS9pZUdB3wyesga4pFvOo	2026-11-18 00:55:31.486239+00	\N	\N	0	\N	2026-11-18 00:55:31.486239+00
2	rob	reviewer	$argon2id$v=19$m=65536,t=2,p=1$uGJXNFdKsOMkc8W8fWT7jA$NNa9hJGRpyw8YtrVc/+W5vzPU8e5vpieI25AEMtJX4Y	2026-11-18 00:55:32.304181+00	\N	\N	0	\N	2026-11-18 00:55:32.304181+00
3	rea	reviewer	$argon2id$v=19$m=65536,t=2,p=1$n3kKr5tgyTnMfHqkn0UFkg$741714oyf7i9Rfk+49X7xbzu/aiMVo4aplI29TPGIXs	2026-11-18 00:55:32.988604+00	\N	\N	0	\N	2026-11-18 00:55:32.988604+00
4	vic	viewer	$argon2id$v=19$m=65536,t=2,p=1$QoxvR2YjEPFmkr7D8tFc0A$KHBtENrIxwGzW5+R995L4tc5hzepHa+ss8AqXJC5fhk	2026-11-18 00:55:33.359211+00	\N	\N	59832111	\N	2026-11-18 00:55:33.359211+00
5	tom	reviewer	$argon2id$v=19$m=65536,t=2,p=1$Rmpgbpub/Tu7k/HmOnbjRg$zrqDBzv32x4nXzjX1KVb5yDcnrl4AuvTrUswvwVZAyQ	2026-11-18 00:55:33.793344+00	\N	\N	0	2026-11-18 00:55:34.163605+00	2026-11-18 00:55:33.793344+00
\.

COPY agreement (project_id, first_account_id, second_account_id, vv, vi, iv, ii) FROM stdin;
5	2	3	3	0	1	2
\.

COPY api_token (id, account_id, name, token_sha256, scopes, created_at, expires_at, used_at, revoked_at) FROM stdin;
1	1	gone	\\x1df600fb3018876ed160453cb8b3968c3c70c73365e234735e41f1c10bab342b	{look}	2026-11-18 00:55:34.939914+00	2026-12-18 00:55:34.939914+00	\N	2026-11-18 00:55:34.948385+00
3	1	golden	\\xee58dea30927f1407cb243584a83a0afa6cd5b801739ebf1145c24cd8f83f9ac	{look,review,manage,people,identity}	2026-11-18 00:55:35.032939+00	\N	\N	\N
4	2	golden	\\xa4c88e03922a8f58af0c9a67f9fb45a6573c42db87130c913361f7eaf1b54ab5	{look,review}	2026-11-18 00:55:35.116174+00	\N	\N	\N
5	4	golden	\\xe92b0bae8e938ec66961239cb327746dc2f77fd6c241d1390bc5f302df915d29	{look}	2026-11-18 00:55:35.210916+00	\N	\N	\N
\.

COPY assignment (id, project_id, worker_id, passage_id, kind, state, platform_ref, hit_ref, submit_to, won, started_at, expires_at, ended_at, reward_cents, onboarding_id) FROM stdin;
1	2	1	3	generate	submitted				3	2026-11-18 00:55:37.187998+00	2026-11-18 01:55:37.187998+00	2026-11-18 00:55:37.48775+00	200	\N
2	2	2	4	generate	submitted	3NEW	H1	https://workersandbox.mturk.com	4	2026-11-18 00:55:37.682407+00	2026-11-18 01:55:37.682407+00	2026-11-18 00:55:37.813175+00	200	\N
3	2	3	5	generate	submitted	x1	s1		2	2026-11-18 00:55:38.02165+00	2026-11-18 01:55:38.02165+00	2026-11-18 00:55:38.085521+00	200	\N
4	2	4	6	generate	expired				1	2026-11-18 00:55:38.375894+00	2026-11-18 00:55:39.375894+00	2026-11-18 00:55:39.76026+00	0	\N
5	2	5	6	generate	submitted				1	2026-11-18 00:55:39.761721+00	2026-11-18 01:55:39.761721+00	2026-11-18 00:55:39.791322+00	200	\N
6	2	1	7	generate	submitted				3	2026-11-18 00:55:39.936985+00	2026-11-18 01:55:39.936985+00	2026-11-18 00:55:40.063881+00	200	\N
7	2	6	7	validate	submitted				0	2026-11-18 00:55:40.124473+00	2026-11-18 01:25:40.124473+00	2026-11-18 00:55:40.26367+00	60	\N
8	2	7	7	validate	submitted				0	2026-11-18 00:55:40.268559+00	2026-11-18 01:25:40.268559+00	2026-11-18 00:55:40.384185+00	60	\N
9	2	8	8	generate	submitted				3	2026-11-18 00:55:40.709943+00	2026-11-18 01:55:40.709943+00	2026-11-18 00:55:40.782388+00	200	\N
10	2	6	8	validate	submitted				0	2026-11-18 00:55:40.79525+00	2026-11-18 01:25:40.79525+00	2026-11-18 00:55:40.841948+00	60	\N
11	2	9	8	validate	submitted				0	2026-11-18 00:55:40.845642+00	2026-11-18 01:25:40.845642+00	2026-11-18 00:55:40.912734+00	60	\N
12	2	8	9	generate	submitted				3	2026-11-18 00:55:41.105096+00	2026-11-18 01:55:41.105096+00	2026-11-18 00:55:41.14734+00	200	\N
13	2	7	9	validate	submitted				0	2026-11-18 00:55:41.161527+00	2026-11-18 01:25:41.161527+00	2026-11-18 00:55:41.181763+00	60	\N
14	2	9	9	validate	submitted				0	2026-11-18 00:55:41.185808+00	2026-11-18 01:25:41.185808+00	2026-11-18 00:55:41.217161+00	60	\N
15	3	10	10	generate	submitted				2	2026-11-18 00:55:42.701987+00	2026-11-18 01:55:42.701987+00	2026-11-18 00:55:42.78707+00	0	\N
16	3	11	10	validate	submitted				0	2026-11-18 00:55:42.811893+00	2026-11-18 01:25:42.811893+00	2026-11-18 00:55:42.864781+00	0	\N
17	3	12	10	validate	submitted				0	2026-11-18 00:55:42.872087+00	2026-11-18 01:25:42.872087+00	2026-11-18 00:55:42.916681+00	0	\N
18	3	13	10	generate	submitted				2	2026-11-18 00:55:42.926594+00	2026-11-18 01:55:42.926594+00	2026-11-18 00:55:42.998101+00	0	\N
19	3	11	10	validate	submitted				0	2026-11-18 00:55:43.010022+00	2026-11-18 01:25:43.010022+00	2026-11-18 00:55:43.083084+00	0	\N
20	3	12	10	validate	submitted				0	2026-11-18 00:55:43.089058+00	2026-11-18 01:25:43.089058+00	2026-11-18 00:55:43.120849+00	0	\N
21	3	10	11	generate	submitted				2	2026-11-18 00:55:43.336263+00	2026-11-18 01:55:43.336263+00	2026-11-18 00:55:43.41007+00	0	\N
22	3	13	11	generate	submitted				2	2026-11-18 00:55:43.440947+00	2026-11-18 01:55:43.440947+00	2026-11-18 00:55:43.486158+00	0	\N
23	3	11	11	validate	submitted				0	2026-11-18 00:55:43.49525+00	2026-11-18 01:25:43.49525+00	2026-11-18 00:55:43.622884+00	0	\N
24	3	12	11	validate	submitted				0	2026-11-18 00:55:43.640308+00	2026-11-18 01:25:43.640308+00	2026-11-18 00:55:43.759391+00	0	\N
25	3	13	12	generate	submitted				1	2026-11-18 00:55:44.00865+00	2026-11-18 01:55:44.00865+00	2026-11-18 00:55:44.061027+00	0	\N
26	3	11	12	validate	submitted				0	2026-11-18 00:55:44.0782+00	2026-11-18 01:25:44.0782+00	2026-11-18 00:55:44.13063+00	0	\N
27	4	14	1	onboarding	submitted				1	2026-11-18 00:55:45.283877+00	2026-11-18 01:55:45.283877+00	2026-11-18 00:55:45.503711+00	150	1
28	4	15	1	onboarding	submitted				1	2026-11-18 00:55:45.527779+00	2026-11-18 01:55:45.527779+00	2026-11-18 00:55:45.62472+00	150	1
29	4	16	1	onboarding	submitted				1	2026-11-18 00:55:45.640847+00	2026-11-18 01:55:45.640847+00	2026-11-18 00:55:45.767554+00	150	1
30	4	17	1	onboarding	submitted				1	2026-11-18 00:55:45.787272+00	2026-11-18 01:55:45.787272+00	2026-11-18 00:55:45.883514+00	150	1
31	4	15	1	onboarding	submitted				1	2026-11-18 00:55:46.198599+00	2026-11-18 01:55:46.198599+00	2026-11-18 00:55:46.301725+00	150	1
32	4	16	1	onboarding	submitted				1	2026-11-18 00:55:46.480422+00	2026-11-18 01:55:46.480422+00	2026-11-18 00:55:46.525452+00	150	1
33	4	14	13	generate	submitted				2	2026-11-18 00:55:46.720807+00	2026-11-18 01:55:46.720807+00	2026-11-18 00:55:46.80997+00	150	\N
34	4	15	14	generate	submitted				2	2026-11-18 00:55:46.982892+00	2026-11-18 01:55:46.982892+00	2026-11-18 00:55:47.028855+00	150	\N
35	4	14	15	generate	submitted				2	2026-11-18 00:55:47.383724+00	2026-11-18 01:55:47.383724+00	2026-11-18 00:55:47.429042+00	150	\N
36	4	18	15	validate	submitted				0	2026-11-18 00:55:47.549759+00	2026-11-18 01:25:47.549759+00	2026-11-18 00:55:47.662473+00	0	1
37	5	19	16	generate	submitted				2	2026-11-18 00:55:48.162394+00	2026-11-18 01:55:48.162394+00	2026-11-18 00:55:48.267278+00	0	\N
38	5	20	17	generate	submitted				2	2026-11-18 00:55:48.508441+00	2026-11-18 01:55:48.508441+00	2026-11-18 00:55:48.563557+00	0	\N
39	5	19	18	generate	submitted				2	2026-11-18 00:55:48.780375+00	2026-11-18 01:55:48.780375+00	2026-11-18 00:55:48.82731+00	0	\N
40	2	21	19	generate	submitted				3	2026-11-18 00:55:49.617032+00	2026-11-18 01:55:49.617032+00	2026-11-18 00:55:49.690874+00	200	\N
41	2	21	20	generate	ended				2	2026-11-18 00:55:49.939516+00	2026-11-18 01:55:50.570634+00	2026-11-18 00:55:50.737517+00	0	\N
42	6	22	21	generate	submitted				1	2026-11-18 00:55:51.828446+00	2026-11-18 01:55:51.828446+00	2026-11-18 00:55:51.969143+00	0	\N
43	6	23	22	generate	live				2	2026-11-18 00:55:52.328921+00	2026-11-18 01:55:52.328921+00	\N	0	\N
44	4	14	23	generate	submitted				2	2026-11-18 00:55:59.451931+00	2026-12-18 00:55:59.451931+00	2026-11-18 00:55:59.544539+00	150	\N
45	4	18	23	validate	live				0	2026-11-18 00:55:59.602534+00	2026-12-18 00:55:59.602534+00	\N	0	\N
46	4	15	24	generate	live				2	2026-11-18 00:55:59.86044+00	2026-12-18 00:55:59.86044+00	\N	0	\N
\.

COPY attempt (id, assignment_id, seq, question, answer_start, answer_end, answer_text, threshold_permille, model_id, model_build_id, model_answer, model_start, model_end, model_score, shared, model_tokens, human_tokens, verdict, fault, model_ms, created_at, judged_at) FROM stdin;
05929483-1946-43f3-8b5e-1c325c148272	22	2	Which fruit are most?	31	35	pear	400	2	3	quince	50	56	0.5	0	1	1	human	\N	3	2026-11-18 00:55:43.47136+00	2026-11-18 00:55:43.47136+00
1aba454c-312c-4f01-8735-4cfb69d5a1a1	2	3	Who put forty on the table?	65	77	Zoë Kranjčar	400	1	1	40 loaves	90	99	0.5	0	2	2	human	\N	1	2026-11-18 00:55:37.724393+00	2026-11-18 00:55:37.724393+00
1b0425ad-be25-4ec2-86f9-f93fbe35f0dc	5	1	Where is it?	43	47	hall	400	1	1	ten	60	63	0.5	0	1	1	human	\N	1	2026-11-18 00:55:39.771213+00	2026-11-18 00:55:39.771213+00
1f4088b3-2cdb-4b53-8aac-5ae08ba2ff0f	22	1	When was it given?	105	109	1802	400	2	3	bishop	87	93	0.5	0	1	1	human	\N	1	2026-11-18 00:55:43.452639+00	2026-11-18 00:55:43.452639+00
2d556cb2-45dc-464e-8145-3c24a86f09ef	12	3	Up to where?	35	55	four thousand metres	400	1	1	sea level	21	30	0.5	0	2	3	human	\N	1	2026-11-18 00:55:41.144506+00	2026-11-18 00:55:41.144506+00
2e4d8211-d546-4311-8ae8-e8caf0d9cfb0	40	2	How often?	51	62	three times	400	1	1	Monday	43	49	0.5	0	1	2	human	\N	1	2026-11-18 00:55:49.65887+00	2026-11-18 00:55:49.65887+00
302bda53-d76b-4c26-8f70-b092ff40f4a4	25	2	Who spoke of it?	59	65	Perrin	400	2	3	a mason called Perrin	44	65	0.5	1	3	1	model	\N	5	2026-11-18 00:55:44.046401+00	2026-11-18 00:55:44.046401+00
32a66387-fe47-4a18-8029-8e6a6fb0f1d3	3	1	Which one is the largest?	102	107	Njord	400	1	1	Three	59	64	0.5	0	1	1	human	\N	1	2026-11-18 00:55:38.04317+00	2026-11-18 00:55:38.04317+00
354e6831-51c3-469d-8f7c-60ca6d805036	18	1	For how long?	40	51	three hours	400	2	3	Senn	31	35	0.5	0	1	2	human	\N	1	2026-11-18 00:55:42.963264+00	2026-11-18 00:55:42.963264+00
37711175-30d5-42d2-8d3a-f87c76034d05	6	1	Who was the founder?	27	30	王利发	400	1	1	老茶馆	0	3	0.5	0	1	1	human	\N	1	2026-11-18 00:55:39.995195+00	2026-11-18 00:55:39.995195+00
37fa26a9-a784-4a2c-85ab-f86930bffc4d	38	2	How many trees?	32	37	seven	400	1	1	larches	38	45	0.5	0	1	1	human	\N	10	2026-11-18 00:55:48.547954+00	2026-11-18 00:55:48.547954+00
3a6b3fd1-05da-415b-8502-af94f9ce155f	39	2	When was the last peat cut?	39	43	1980	400	1	1	October	66	73	0.5	0	1	1	human	\N	0	2026-11-18 00:55:48.82129+00	2026-11-18 00:55:48.82129+00
46d50bd3-e2c2-436f-8704-fc58afbc472f	37	1	Who made it?	86	96	Ola Brandt	400	1	1	Vestry Lane	35	46	0.5	0	2	2	human	\N	22	2026-11-18 00:55:48.227055+00	2026-11-18 00:55:48.227055+00
4e3a4739-606d-4e18-8d67-75e12a967405	15	2	For how long?	40	51	three hours	400	2	3	Senn	31	35	0.5	0	1	2	human	\N	6	2026-11-18 00:55:42.759441+00	2026-11-18 00:55:42.759441+00
5d2a7868-821d-4c56-8e68-1c700cbc53de	41	1	Which one ground rye?	65	79	the south mill	400	1	1	north	28	33	0.5	0	1	2	human	\N	6	2026-11-18 00:55:49.950342+00	2026-11-18 00:55:49.950342+00
619fc949-7628-49ca-8086-79ce6cf4a549	30	1	What is the last word, nora?	922	926	full	400	2	3	In	0	2	0.5	0	1	1	human	\N	1	2026-11-18 00:55:45.871786+00	2026-11-18 00:55:45.871786+00
647102ea-8a75-48fe-87b3-abb075042c7e	6	3	In which town?	46	53	Beijing	400	1	1	Beijing	46	53	0.5	1	1	1	model	\N	1	2026-11-18 00:55:40.030034+00	2026-11-18 00:55:40.030034+00
66719011-be47-40d4-830c-1883ff59d24b	27	1	What is the last word, nell?	922	926	full	400	2	3	In	0	2	0.5	0	1	1	human	\N	3	2026-11-18 00:55:45.485145+00	2026-11-18 00:55:45.485145+00
68856e1f-4903-4e66-8cd4-2afeefb3eb52	2	5	What opened 🥐?	0	17	Café Ljubljanica	400	1	1	1950	110	114	0.5	0	1	2	human	\N	4	2026-11-18 00:55:37.773652+00	2026-11-18 00:55:37.773652+00
68f94586-84bf-4b23-8634-37524e2cd5d9	33	1	Where was it traded?	74	82	Anatolia	400	1	1	Obsidian	29	37	0.5	0	1	1	human	\N	16	2026-11-18 00:55:46.762034+00	2026-11-18 00:55:46.762034+00
69be451d-89c3-46ae-80e3-220603a0ff26	37	2	What is written there?	0	4	שלום	400	1	1	1770	107	111	0.5	0	1	1	human	\N	6	2026-11-18 00:55:48.249265+00	2026-11-18 00:55:48.249265+00
6ea1fd4a-7c0b-4673-809d-936f8a3b36eb	28	1	What is the last word, ned?	922	926	full	400	2	3	In	0	2	0.5	0	1	1	human	\N	8	2026-11-18 00:55:45.620106+00	2026-11-18 00:55:45.620106+00
745da04a-8e03-4e51-828d-64237708d710	41	3	Which comes first?	28	38	north mill	400	1	1	south	69	74	0.5	0	1	2	human	\N	1	2026-11-18 00:55:49.985166+00	2026-11-18 00:55:49.985166+00
753c76f2-a7e9-4a7d-879c-9eea38f3227f	44	3	For how many winters?	85	91	thirty	400	1	1	four	35	39	0.5	0	1	1	human	\N	12	2026-11-18 00:55:59.536057+00	2026-11-18 00:55:59.536057+00
799b3407-5356-4d77-87c0-addb8b01b00f	18	2	What is bared?	19	27	causeway	400	2	3	post	57	61	0.5	0	1	1	human	\N	1	2026-11-18 00:55:42.983696+00	2026-11-18 00:55:42.983696+00
7c65663b-3c39-4995-8662-4da06971d3f2	1	1	When was the quay rebuilt?	36	40	1911	400	1	1	Ardle	79	84	0.5	0	1	1	human	\N	32	2026-11-18 00:55:37.357157+00	2026-11-18 00:55:37.357157+00
7f5dddac-c52e-485e-8ca1-68c6bbd477b1	12	2	In which month?	100	105	April	400	1	1	Farmers	57	64	0.5	0	1	1	human	\N	0	2026-11-18 00:55:41.132181+00	2026-11-18 00:55:41.132181+00
8059d555-9382-4433-8e07-1424953bc556	15	1	How does the post go?	75	82	by cart	400	2	3		\N	\N	0.5	0	0	2	human	\N	2	2026-11-18 00:55:42.728808+00	2026-11-18 00:55:42.728808+00
84853985-438f-4c87-81fb-dc279a4c7578	2	4	Where did it go — “afterwards”?	135	140	Šiška	400	1	1	the river	35	44	0.5	0	1	1	human	\N	1	2026-11-18 00:55:37.752153+00	2026-11-18 00:55:37.752153+00
8a0768b3-356a-4794-86de-696f78fd36a6	43	1	Who cast it again?	82	95	brothers Lund	400	1	1	frost	32	37	0.5	0	1	2	human	\N	10	2026-11-18 00:55:52.355287+00	2026-11-18 00:55:52.355287+00
90a45050-d62a-4931-865a-2a4bdaf8158f	2	2	Who was the owner?	65	77	Zoë Kranjčar	400	1	1	owner, Zoë Kranjčar	58	77	0.5	2	3	2	model	\N	1	2026-11-18 00:55:37.714409+00	2026-11-18 00:55:37.714409+00
90fafc78-de3f-4225-897c-31cc3d3e937c	21	1	Where is it all?	15	19	Ness	400	2	3	Ness	15	19	0.5	1	1	1	model	\N	1	2026-11-18 00:55:43.352851+00	2026-11-18 00:55:43.352851+00
93e11f8b-2a8c-4abb-81d4-746f24b73dd9	44	1	How long was a firing?	35	44	four days	400	1	2	\N	\N	\N	\N	\N	\N	\N	none	bad_status	1	2026-11-18 00:55:59.470434+00	\N
99f12dcc-bd39-4d26-8420-1ab172a3e11e	42	1	Who did the turning?	46	52	donkey	400	1	1	motor	88	93	0.5	0	1	1	human	\N	1	2026-11-18 00:55:51.848075+00	2026-11-18 00:55:51.848075+00
9a51084e-c17b-44db-8030-6a41e1e11310	33	2	What is obsidian?	41	54	natural glass	400	1	1	traded	60	66	0.5	0	1	2	human	\N	10	2026-11-18 00:55:46.7832+00	2026-11-18 00:55:46.7832+00
9a9cc0e8-4e72-45f4-8fef-a7e231cc8176	34	2	How often in summer?	25	36	twice a day	400	1	1	1998	83	87	0.5	0	1	2	human	\N	0	2026-11-18 00:55:47.016184+00	2026-11-18 00:55:47.016184+00
9dc5c007-45f2-4e57-8a88-abed1524adbf	46	1	What did a bed cost?	30	39	two pence	400	1	1	one	61	64	0.5	0	1	2	human	\N	3	2026-11-18 00:55:59.872058+00	2026-11-18 00:55:59.872058+00
a1a141b8-9689-4cec-8fb8-3b76f8a30702	9	3	What did he build?	82	95	movable frame	400	1	1	gap	53	56	0.5	0	1	2	human	\N	1	2026-11-18 00:55:40.772437+00	2026-11-18 00:55:40.772437+00
a8bbfb1e-8e96-40ff-832a-a1a73c7b347a	35	1	What came with the fish?	81	87	otters	400	1	1	Halm	12	16	0.5	0	1	1	human	\N	1	2026-11-18 00:55:47.399259+00	2026-11-18 00:55:47.399259+00
ae60323e-1817-4f4b-8049-8f292c5be623	38	1	Who planted them?	71	80	Inge Moll	400	1	1	Tamsel	19	25	0.5	0	1	2	human	\N	8	2026-11-18 00:55:48.528014+00	2026-11-18 00:55:48.528014+00
b6d1f1ef-9671-455d-8513-8fdec995aff1	6	2	What did the board say?	74	78	莫谈国事	400	1	1	1898	19	23	0.5	0	1	1	human	\N	1	2026-11-18 00:55:40.015232+00	2026-11-18 00:55:40.015232+00
be71b374-391c-4da4-8b4b-d0dbb258a277	21	3	Who gave it?	87	101	bishop of Tarn	400	2	3	ninety	24	30	0.5	0	1	3	human	\N	0	2026-11-18 00:55:43.389203+00	2026-11-18 00:55:43.389203+00
bfc421df-e8ee-4160-858d-f2b47f0e202f	43	2	When did it crack?	41	45	1709	400	1	1	Arno	12	16	0.5	0	1	1	human	\N	1	2026-11-18 00:55:52.362653+00	2026-11-18 00:55:52.362653+00
c01933f9-3701-46e4-8c6e-f84cbd5a9a73	25	1	By how much?	31	42	two degrees	400	2	3	Perrin	59	65	0.5	0	1	2	human	\N	1	2026-11-18 00:55:44.024511+00	2026-11-18 00:55:44.024511+00
c184aee2-425b-4772-88eb-70fe22ba89d5	40	3	In which room?	76	85	back room	400	1	1	Monday	43	49	0.5	0	1	2	human	\N	1	2026-11-18 00:55:49.67674+00	2026-11-18 00:55:49.67674+00
c4a97432-06fe-4f1f-8a09-762dad6edd5a	44	2	Who kept the fire?	56	66	Marta Voss	400	1	1	Orrin	12	17	0.5	0	1	2	human	\N	17	2026-11-18 00:55:59.511457+00	2026-11-18 00:55:59.511457+00
c6977166-9dce-47b7-822f-70e703298e11	12	1	Who brings it in?	57	64	Farmers	400	1	1	Quinoa	0	6	0.5	0	1	1	human	\N	1	2026-11-18 00:55:41.123212+00	2026-11-18 00:55:41.123212+00
d1795a59-411d-4711-8e8a-50eceb81ab92	34	1	Who steers?	48	61	Captain Reyes	400	1	1	Lonna	13	18	0.5	0	1	2	human	\N	1	2026-11-18 00:55:46.996757+00	2026-11-18 00:55:46.996757+00
d7330349-d86e-4783-8680-bdd65f781577	41	2	Which comes last?	117	126	east mill	400	1	1	\N	\N	\N	\N	\N	\N	\N	none	bad_span	0	2026-11-18 00:55:49.968009+00	\N
dc5d236f-74f0-44a9-8eb0-29cb5e7cde25	2	1	And the year of the move?	110	114	1950	400	1	1	river	39	44	0.5	0	1	1	human	\N	9	2026-11-18 00:55:37.703763+00	2026-11-18 00:55:52.864549+00
de51b760-92fa-4e5b-88b0-9e82d0a79ca6	46	2	Who ate for one?	47	52	horse	400	1	1	inn	7	10	0.5	0	1	1	human	\N	5	2026-11-18 00:55:59.891409+00	2026-11-18 00:55:59.891409+00
e13f4c05-e63e-4225-84d0-fe68ae3db3a7	4	1	Until when does it burn?	60	63	ten	400	1	1	Some	0	4	0.5	0	1	1	human	\N	1	2026-11-18 00:55:38.394317+00	2026-11-18 00:55:38.394317+00
e2a61dcc-177b-49b0-8860-c0549db526c8	9	1	Who saw it?	8	26	Lorenzo Langstroth	400	1	1	bees	40	44	0.5	0	1	2	human	\N	5	2026-11-18 00:55:40.732762+00	2026-11-18 00:55:40.732762+00
e3eed56e-9467-41f2-8835-5b8c6dea452d	35	2	When was it shut?	31	35	1963	400	1	1	1971	57	61	0.5	0	1	1	human	\N	1	2026-11-18 00:55:47.421651+00	2026-11-18 00:55:47.421651+00
e445054d-795d-4d09-8025-8118de6c128f	21	2	How many of the others?	24	30	ninety	400	2	3		\N	\N	0.5	0	0	1	human	\N	1	2026-11-18 00:55:43.373157+00	2026-11-18 00:55:43.373157+00
e6699e1d-892e-49a6-8c00-6804ccc06779	1	4	Whence the stones?	79	84	Ardle	400	1	1	Ardle, and its crane	79	99	0.5	1	4	1	human	\N	0	2026-11-18 00:55:37.469067+00	2026-11-18 00:55:37.469067+00
e9181f88-60c2-4dda-8fdb-4296f65f9fa5	3	2	What do the ships carry?	133	138	grain	400	1	1	channel	116	123	0.5	0	1	1	human	\N	1	2026-11-18 00:55:38.070566+00	2026-11-18 00:55:38.070566+00
ea6c6448-a4f9-4711-86fd-324cc8b8b2f6	32	1	What is the last word, nat?	922	926	full	400	2	3	In	0	2	0.5	0	1	1	human	\N	1	2026-11-18 00:55:46.522799+00	2026-11-18 00:55:46.522799+00
f3e18310-de43-49f2-889b-e620a1809b3b	1	2	After what?	47	56	the storm	400	1	1	storm	51	56	0.5	1	1	1	model	\N	1	2026-11-18 00:55:37.440715+00	2026-11-18 00:55:37.440715+00
f45dc658-be9b-47a7-889c-953b9cd2d183	9	2	How much is left free?	60	76	nine millimetres	400	1	1	a gap	51	56	0.5	0	1	2	human	\N	5	2026-11-18 00:55:40.752386+00	2026-11-18 00:55:40.752386+00
f9b750d9-c382-4583-8177-89afc72576a0	29	1	What is the last word, nat?	922	926	full	400	2	3	In	0	2	0.5	0	1	1	human	\N	2	2026-11-18 00:55:45.752351+00	2026-11-18 00:55:45.752351+00
f9ce26e9-55ab-4a55-8883-165df50765eb	31	1	What is the last word, ned?	922	926	full	400	2	3	In	0	2	0.5	0	1	1	human	\N	1	2026-11-18 00:55:46.292578+00	2026-11-18 00:55:46.292578+00
fa5379a6-7b61-49bb-809a-2a66ea5d7042	40	1	When?	43	49	Monday	400	1	1	Sloppy work	0	11	0.5	0	2	1	human	\N	1	2026-11-18 00:55:49.641335+00	2026-11-18 00:55:49.641335+00
fbd38d3a-9147-4645-86b5-db51909cac79	1	3	Where did the lifting gear come from?	105	109	Hull	400	1	1	Ardle	79	84	0.5	0	1	1	human	\N	15	2026-11-18 00:55:37.460275+00	2026-11-18 00:55:37.460275+00
fc3b8c12-79c3-44f0-8261-f01eb0686832	39	1	Which birds rest there?	45	51	Cranes	400	1	1	Peat	0	4	0.5	0	1	1	human	\N	26	2026-11-18 00:55:48.809718+00	2026-11-18 00:55:48.809718+00
fce7a23d-4549-459e-819e-42bc1c54bad6	6	4	When did it begin?	19	23	1898	400	1	1	王利发	27	30	0.5	0	1	1	human	\N	0	2026-11-18 00:55:40.059283+00	2026-11-18 00:55:40.059283+00
\.

COPY attempt_tally (project_id, model_id, hour, lane, human, model, "none", model_ms, ms_buckets) FROM stdin;
2	1	2026-11-18 00:00:00+00	12	24	3	2	85	{25,1,1,0,0,0,0,0}
2	1	2026-11-18 00:00:00+00	24	1	0	-1	9	{1,0,0,0,0,0,0,0}
3	2	2026-11-18 00:00:00+00	12	9	2	0	22	{11,0,0,0,0,0,0,0}
4	1	2026-11-18 00:00:00+00	12	10	0	1	66	{7,3,0,0,0,0,0,0}
5	1	2026-11-18 00:00:00+00	12	6	0	0	72	{4,2,0,0,0,0,0,0}
6	1	2026-11-18 00:00:00+00	12	3	0	0	12	{3,0,0,0,0,0,0,0}
\.

COPY batch (id, project_id, number, seed, cause, actor, closed_at, hits_total, hits, workers, sampled) FROM stdin;
1	5	1	golden	hand	user:ada	2026-11-18 00:55:48.862925+00	3	3	2	3
2	2	1	first	hand	lea	2026-11-18 00:55:50.097994+00	8	8	6	8
\.

COPY collection (id, name, created_at, train, dev, test) FROM stdin;
1	odd	2026-11-18 00:55:36.051675+00	1	0	0
3	demo	2026-11-18 00:55:36.653925+00	6	2	1
10	loss	2026-11-18 00:55:42.451326+00	1	1	1
13	school	2026-11-18 00:55:44.554496+00	3	1	1
16	double	2026-11-18 00:55:47.838467+00	3	0	0
21	paused	2026-11-18 00:55:51.590197+00	2	0	0
\.

COPY collection_passage (collection_id, passage_id, added_at) FROM stdin;
1	2	2026-11-18 00:55:36.052562+00
3	3	2026-11-18 00:55:36.654571+00
3	4	2026-11-18 00:55:37.656819+00
3	5	2026-11-18 00:55:37.97229+00
3	6	2026-11-18 00:55:38.318383+00
3	7	2026-11-18 00:55:39.899974+00
3	8	2026-11-18 00:55:40.634225+00
3	9	2026-11-18 00:55:41.067215+00
3	19	2026-11-18 00:55:49.54601+00
3	20	2026-11-18 00:55:49.868649+00
10	10	2026-11-18 00:55:42.452326+00
10	11	2026-11-18 00:55:43.266084+00
10	12	2026-11-18 00:55:43.925987+00
13	13	2026-11-18 00:55:44.567378+00
13	14	2026-11-18 00:55:46.943209+00
13	15	2026-11-18 00:55:47.324062+00
13	23	2026-11-18 00:55:59.368531+00
13	24	2026-11-18 00:55:59.809784+00
16	16	2026-11-18 00:55:47.847337+00
16	17	2026-11-18 00:55:48.457143+00
16	18	2026-11-18 00:55:48.714679+00
21	21	2026-11-18 00:55:51.590923+00
21	22	2026-11-18 00:55:52.268388+00
\.

COPY day_tally (project_id, split, day, lane, kept) FROM stdin;
2	dev	2026-11-18	7	1
2	dev	2026-11-18	12	5
2	dev	2026-11-18	20	-1
2	test	2026-11-18	12	2
2	test	2026-11-18	18	1
2	train	2026-11-18	12	12
2	train	2026-11-18	14	-1
2	train	2026-11-18	16	-1
2	train	2026-11-18	18	-2
2	train	2026-11-18	24	1
3	dev	2026-11-18	12	4
3	test	2026-11-18	12	1
3	train	2026-11-18	12	4
3	train	2026-11-18	15	-1
4	dev	2026-11-18	12	1
4	test	2026-11-18	12	2
4	train	2026-11-18	12	4
5	train	2026-11-18	12	6
5	train	2026-11-18	18	-4
6	train	2026-11-18	12	1
\.

COPY decision (id, validation_id, project_id, state, votes, matches, cause, actor, at) FROM stdin;
1	8387e9956727e3123f679956c69246f024748a39	2	answerable	1	1	vote	server	2026-11-18 00:55:40.237674+00
2	d8dfda13d41935c249a25cc18d8655923f08182f	2	answerable	1	1	vote	server	2026-11-18 00:55:40.249587+00
3	21453b9f317e225f267845dc995b34ffbce15a13	2	answerable	2	1	vote	server	2026-11-18 00:55:40.369781+00
4	a9feb7208239dcb67d25fbd3f331f8f74ba8c3a1	2	answerable	1	1	vote	server	2026-11-18 00:55:40.841066+00
5	273aa6a5ae6fd018fe81eb25c6b47ece8def0597	2	answerable	2	1	vote	server	2026-11-18 00:55:40.881041+00
6	f7560b01bf9fe63125bae4c6893e40a3cdf60bec	2	unanswerable	2	0	vote	server	2026-11-18 00:55:40.881712+00
7	86100570478441f247b574b62314a9380b4f31a5	2	answerable	1	1	vote	server	2026-11-18 00:55:41.17831+00
8	91f31dd2f85875522e6a111992dba4a157e44062	2	answerable	1	1	vote	server	2026-11-18 00:55:41.181196+00
9	dce83660a8f0744442ef2bb158c18a49608eac0b	2	unanswerable	2	0	vote	server	2026-11-18 00:55:41.216001+00
10	21453b9f317e225f267845dc995b34ffbce15a13	2	waiting	1	0	exclusion	user:rob	2026-11-18 00:55:41.296175+00
11	91f31dd2f85875522e6a111992dba4a157e44062	2	waiting	1	0	exclusion	user:rob	2026-11-18 00:55:41.316216+00
12	dce83660a8f0744442ef2bb158c18a49608eac0b	2	waiting	1	0	exclusion	user:rob	2026-11-18 00:55:41.316747+00
13	273aa6a5ae6fd018fe81eb25c6b47ece8def0597	2	waiting	1	0	exclusion	lea	2026-11-18 00:55:41.568757+00
14	86100570478441f247b574b62314a9380b4f31a5	2	waiting	0	0	exclusion	lea	2026-11-18 00:55:41.579529+00
15	f7560b01bf9fe63125bae4c6893e40a3cdf60bec	2	waiting	1	0	exclusion	lea	2026-11-18 00:55:41.581157+00
16	273aa6a5ae6fd018fe81eb25c6b47ece8def0597	2	answerable	2	1	exclusion	lea	2026-11-18 00:55:41.849882+00
17	86100570478441f247b574b62314a9380b4f31a5	2	answerable	1	1	exclusion	lea	2026-11-18 00:55:41.857233+00
18	f7560b01bf9fe63125bae4c6893e40a3cdf60bec	2	unanswerable	2	0	exclusion	lea	2026-11-18 00:55:41.858866+00
19	21453b9f317e225f267845dc995b34ffbce15a13	2	answerable	2	1	exclusion	user:ada	2026-11-18 00:55:42.062809+00
20	91f31dd2f85875522e6a111992dba4a157e44062	2	answerable	2	1	exclusion	user:ada	2026-11-18 00:55:42.090864+00
21	dce83660a8f0744442ef2bb158c18a49608eac0b	2	unanswerable	2	0	exclusion	user:ada	2026-11-18 00:55:42.091609+00
22	21453b9f317e225f267845dc995b34ffbce15a13	2	waiting	1	0	exclusion	user:rob	2026-11-18 00:55:42.172573+00
23	91f31dd2f85875522e6a111992dba4a157e44062	2	waiting	1	0	exclusion	user:rob	2026-11-18 00:55:42.187684+00
24	dce83660a8f0744442ef2bb158c18a49608eac0b	2	waiting	1	0	exclusion	user:rob	2026-11-18 00:55:42.188353+00
25	8cf1ab33e693272e9c6c0f642f73e2ac8af0036d	3	answerable	1	1	vote	server	2026-11-18 00:55:42.863994+00
26	c3bb0b470c216a787840598bf4184247a2d85cef	3	answerable	1	1	vote	server	2026-11-18 00:55:42.864351+00
27	65eb6e38c34beacdc6ac9ff9e33b03ea20365943	3	answerable	1	1	vote	server	2026-11-18 00:55:43.069689+00
28	dbdbe81be4909bf6f3964473ff93d7543a94cedd	3	answerable	1	1	vote	server	2026-11-18 00:55:43.070285+00
29	39447d57409b240986c27e60280bd2e37a5ebf67	3	answerable	1	1	vote	server	2026-11-18 00:55:43.61991+00
30	60a44b6cc5d36dbfefcb032534156ee36d1e0cfc	3	answerable	1	1	vote	server	2026-11-18 00:55:43.620321+00
31	f3840bd2b7a8a40609229cb75e7f628efcbc895c	3	answerable	1	1	vote	server	2026-11-18 00:55:43.620642+00
32	b9abcebf09475e01173324b69909b00d23bcb465	3	answerable	1	1	vote	server	2026-11-18 00:55:43.621979+00
33	c19c2a99c3d1d61485b6b51145ceb57066bd1fb5	3	answerable	1	1	vote	server	2026-11-18 00:55:43.622381+00
34	5e7096e6992120206709cbdfc736fbf298026c37	3	answerable	1	1	vote	server	2026-11-18 00:55:44.129669+00
35	e26d240e3e7e0536ff9fbba7f6545b9d76a4688d	3	answerable	1	1	vote	server	2026-11-18 00:55:44.130081+00
36	c3bb0b470c216a787840598bf4184247a2d85cef	3	waiting	2	0	setting	user:ada	2026-11-18 00:55:44.23341+00
37	c3bb0b470c216a787840598bf4184247a2d85cef	3	answerable	2	1	setting	user:ada	2026-11-18 00:55:44.34045+00
38	90ecf1470678f600c72171deb06bfafcedf5b6d8	4	answerable	1	1	vote	server	2026-11-18 00:55:47.650109+00
39	d66aa0fa954488a44f58b618903e682d9293cfc4	4	unanswerable	1	0	vote	server	2026-11-18 00:55:47.650789+00
\.

COPY discard (id, question_id, cause, revocation_id, review_id, reason, actor, at, undone_at, undone_by, undone_reason) FROM stdin;
1	f7560b01bf9fe63125bae4c6893e40a3cdf60bec	unanswerable	\N	\N	0 of 2 validators gave the answer of its author; 1 would have to.	server	2026-11-18 00:55:40.895575+00	2026-11-18 00:55:41.597989+00	lea	0 of 1 votes match by now; 1 would have to.
2	dce83660a8f0744442ef2bb158c18a49608eac0b	unanswerable	\N	\N	0 of 2 validators gave the answer of its author; 1 would have to.	server	2026-11-18 00:55:41.216247+00	2026-11-18 00:55:41.327714+00	user:rob	0 of 1 votes match by now; 1 would have to.
3	f7560b01bf9fe63125bae4c6893e40a3cdf60bec	unanswerable	\N	\N	0 of 2 validators gave the answer of its author; 1 would have to.	lea	2026-11-18 00:55:41.868296+00	\N	\N	\N
4	dce83660a8f0744442ef2bb158c18a49608eac0b	unanswerable	\N	\N	0 of 2 validators gave the answer of its author; 1 would have to.	user:ada	2026-11-18 00:55:42.093138+00	2026-11-18 00:55:42.18876+00	user:rob	0 of 1 votes match by now; 1 would have to.
5	d66aa0fa954488a44f58b618903e682d9293cfc4	unanswerable	\N	\N	0 of 1 validators gave the answer of its author; 1 would have to.	server	2026-11-18 00:55:47.660779+00	\N	\N	\N
6	2e018d9835ec244a761ba459313a3f6a0d577c74	review	\N	1	trivial: Not this: What is written there?	user:rea	2026-11-18 00:55:49.128428+00	\N	\N	\N
7	68cb5d00ebff6afce477572328f3e8baf06cea50	review	\N	1	nonsense: Not this: Who made it?	user:rea	2026-11-18 00:55:49.14398+00	\N	\N	\N
8	5578a6c9de221fc2238bfbb9aac7efd2e345fdc5	review	\N	7	nonsense: Not this: Which birds rest there?	user:ada	2026-11-18 00:55:49.312692+00	\N	\N	\N
9	2e018d9835ec244a761ba459313a3f6a0d577c74	revocation	1	\N	0 of 1 reviewed HITs are valid: 0.0 %, less than the 60.0 % that the project asks for.	user:rob	2026-11-18 00:55:49.384527+00	\N	\N	\N
10	4bca9856fcaa8d5de95ae7d5616f1df68b578328	revocation	1	\N	0 of 1 reviewed HITs are valid: 0.0 %, less than the 60.0 % that the project asks for.	user:rob	2026-11-18 00:55:49.384794+00	\N	\N	\N
11	5578a6c9de221fc2238bfbb9aac7efd2e345fdc5	revocation	1	\N	0 of 1 reviewed HITs are valid: 0.0 %, less than the 60.0 % that the project asks for.	user:rob	2026-11-18 00:55:49.38482+00	\N	\N	\N
12	68cb5d00ebff6afce477572328f3e8baf06cea50	revocation	1	\N	0 of 1 reviewed HITs are valid: 0.0 %, less than the 60.0 % that the project asks for.	user:rob	2026-11-18 00:55:49.38484+00	\N	\N	\N
13	49c4e8a1c541c2ef1f955690b45970000066ae1c	review	\N	17	ungrammatical, trivial: Not this: How often?	user:rob	2026-11-18 00:55:50.421159+00	\N	\N	\N
14	547c71c0e78f97f15981bfe5147017e14c8eb54c	review	\N	17	nonsense: Not this: When?	user:rob	2026-11-18 00:55:50.426104+00	\N	\N	\N
15	04d917da993bb6e2746204834f131401fd6a0853	revocation	2	\N	1 of 3 reviewed questions are valid: 33.3 %, less than the 80.0 % that the project asks for.	user:rob	2026-11-18 00:55:50.453783+00	2026-11-18 00:55:50.540237+00	user:ada	Mixed up with somebody else.
16	49c4e8a1c541c2ef1f955690b45970000066ae1c	revocation	2	\N	1 of 3 reviewed questions are valid: 33.3 %, less than the 80.0 % that the project asks for.	user:rob	2026-11-18 00:55:50.453958+00	2026-11-18 00:55:50.540398+00	user:ada	Mixed up with somebody else.
17	547c71c0e78f97f15981bfe5147017e14c8eb54c	revocation	2	\N	1 of 3 reviewed questions are valid: 33.3 %, less than the 80.0 % that the project asks for.	user:rob	2026-11-18 00:55:50.453983+00	2026-11-18 00:55:50.540432+00	user:ada	Mixed up with somebody else.
18	814d52deea33d4ebcfbc24336c681b34dc718aee	revocation	2	\N	1 of 3 reviewed questions are valid: 33.3 %, less than the 80.0 % that the project asks for.	user:rob	2026-11-18 00:55:50.454004+00	2026-11-18 00:55:50.540451+00	user:ada	Mixed up with somebody else.
19	9eed802e0a4b9cb0e8ee74a876e2adfff0771698	revocation	2	\N	1 of 3 reviewed questions are valid: 33.3 %, less than the 80.0 % that the project asks for.	user:rob	2026-11-18 00:55:50.454024+00	2026-11-18 00:55:50.540469+00	user:ada	Mixed up with somebody else.
20	04d917da993bb6e2746204834f131401fd6a0853	revocation	3	\N	It was no mix-up.	lea	2026-11-18 00:55:50.754861+00	\N	\N	\N
21	49c4e8a1c541c2ef1f955690b45970000066ae1c	revocation	3	\N	It was no mix-up.	lea	2026-11-18 00:55:50.75799+00	\N	\N	\N
22	547c71c0e78f97f15981bfe5147017e14c8eb54c	revocation	3	\N	It was no mix-up.	lea	2026-11-18 00:55:50.758018+00	\N	\N	\N
23	814d52deea33d4ebcfbc24336c681b34dc718aee	revocation	3	\N	It was no mix-up.	lea	2026-11-18 00:55:50.758032+00	\N	\N	\N
24	9eed802e0a4b9cb0e8ee74a876e2adfff0771698	revocation	3	\N	It was no mix-up.	lea	2026-11-18 00:55:50.758044+00	\N	\N	\N
25	91f31dd2f85875522e6a111992dba4a157e44062	hand	\N	\N	Asks for a month.	user:ada	2026-11-18 00:55:51.199521+00	2026-11-18 00:55:51.233886+00	user:ada	It may.
26	c4780bd2141f1d06278860fb3073e93126b27b7b	hand	\N	\N	Out.	lea	2026-11-18 00:55:51.424901+00	\N	\N	\N
27	c3bb0b470c216a787840598bf4184247a2d85cef	hand	\N	\N	Asked twice.	lea	2026-11-18 00:55:55.105736+00	\N	\N	\N
\.

COPY document (id, title, split, created_at) FROM stdin;
1	The library ship	train	2026-11-18 00:55:35.749245+00
2	Odd 🦊	train	2026-11-18 00:55:36.047785+00
3	Quay	train	2026-11-18 00:55:36.652637+00
4	Café Ljubljanica 🏙️	train	2026-11-18 00:55:37.655296+00
5	Harbour	train	2026-11-18 00:55:37.950418+00
6	Lamp	train	2026-11-18 00:55:38.316983+00
7	茶馆	dev	2026-11-18 00:55:39.898453+00
8	Beekeeping	dev	2026-11-18 00:55:40.632099+00
9	Quinoa	test	2026-11-18 00:55:41.052733+00
10	Tide	train	2026-11-18 00:55:42.441471+00
11	Orchard	dev	2026-11-18 00:55:43.264118+00
12	Tower	test	2026-11-18 00:55:43.924065+00
13	Glass	train	2026-11-18 00:55:44.553322+00
14	Ferry	train	2026-11-18 00:55:46.933627+00
15	Weir	dev	2026-11-18 00:55:47.308243+00
16	Clock	train	2026-11-18 00:55:47.837166+00
17	Ridge	train	2026-11-18 00:55:48.442528+00
18	Moor	train	2026-11-18 00:55:48.712724+00
19	Sloppy "work", with commas	train	2026-11-18 00:55:49.544098+00
20	Mills	train	2026-11-18 00:55:49.861605+00
21	Well	train	2026-11-18 00:55:51.588673+00
22	Bell	train	2026-11-18 00:55:52.254126+00
23	Kiln	test	2026-11-18 00:55:59.354458+00
24	Inn	train	2026-11-18 00:55:59.808362+00
\.

COPY duration_tally (project_id, bucket, lane, hits) FROM stdin;
2	0	12	8
3	0	12	5
4	0	12	4
5	0	12	3
6	0	12	1
\.

COPY event (id, at, actor, kind, project_id, worker_id, assignment_id, detail) FROM stdin;
1	2026-11-18 00:55:31.489373+00	lea	account.create	\N	\N	\N	{"after": {"role": "admin", "totp": false, "account": "ada", "disabled": false}, "before": null, "account": "ada"}
2	2026-11-18 00:55:31.764482+00	user:ada	account.login	\N	\N	\N	{"account": "ada"}
3	2026-11-18 00:55:32.305594+00	lea	account.create	\N	\N	\N	{"after": {"role": "reviewer", "totp": false, "account": "rob", "disabled": false}, "before": null, "account": "rob"}
4	2026-11-18 00:55:32.680246+00	user:rob	account.login	\N	\N	\N	{"account": "rob"}
5	2026-11-18 00:55:32.98988+00	lea	account.create	\N	\N	\N	{"after": {"role": "reviewer", "totp": false, "account": "rea", "disabled": false}, "before": null, "account": "rea"}
6	2026-11-18 00:55:33.196799+00	user:rea	account.login	\N	\N	\N	{"account": "rea"}
7	2026-11-18 00:55:33.360253+00	lea	account.create	\N	\N	\N	{"after": {"role": "viewer", "totp": false, "account": "vic", "disabled": false}, "before": null, "account": "vic"}
8	2026-11-18 00:55:33.584704+00	user:vic	account.login	\N	\N	\N	{"account": "vic"}
9	2026-11-18 00:55:33.79422+00	user:ada	account.create	\N	\N	\N	{"after": {"role": "viewer", "totp": false, "account": "tom", "disabled": false}, "before": null, "account": "tom"}
10	2026-11-18 00:55:34.145294+00	user:ada	account.set	\N	\N	\N	{"after": {"role": "reviewer"}, "before": {"role": "viewer"}, "account": "tom"}
11	2026-11-18 00:55:34.165331+00	user:ada	account.set	\N	\N	\N	{"after": {"disabled": true}, "before": {"disabled": false}, "account": "tom"}
12	2026-11-18 00:55:34.596436+00	user:vic	account.set	\N	\N	\N	{"after": {"totp": true}, "before": {"totp": false}, "account": "vic"}
13	2026-11-18 00:55:34.914481+00	user:vic	account.set	\N	\N	\N	{"after": {"totp": false}, "before": {"totp": true}, "account": "vic"}
14	2026-11-18 00:55:34.942998+00	user:ada	token.create	\N	\N	\N	{"name": "gone", "token": 1, "scopes": ["look"], "account": "ada", "expires_at": "2026-12-18T00:55:34.939Z"}
15	2026-11-18 00:55:34.948671+00	user:ada	token.revoke	\N	\N	\N	{"name": "gone", "token": 1, "scopes": ["look"], "account": "ada"}
16	2026-11-18 00:55:35.033884+00	lea	token.create	\N	\N	\N	{"name": "golden", "token": 3, "scopes": ["look", "review", "manage", "people", "identity"], "account": "ada", "expires_at": null}
17	2026-11-18 00:55:35.117614+00	lea	token.create	\N	\N	\N	{"name": "golden", "token": 4, "scopes": ["look", "review"], "account": "rob", "expires_at": null}
18	2026-11-18 00:55:35.21529+00	lea	token.create	\N	\N	\N	{"name": "golden", "token": 5, "scopes": ["look"], "account": "vic", "expires_at": null}
19	2026-11-18 00:55:35.406758+00	lea	model.add	\N	\N	\N	{"after": {"id": 1, "url": "http://127.0.0.1:1/predict", "name": "stub", "protocol": "beat", "created_at": "2026-11-18T00:55:35.399362+00:00", "measured_on": "SQuAD", "measured_permille": 495}, "before": null}
20	2026-11-18 00:55:35.557356+00	lea	model.add	\N	\N	\N	{"after": {"id": 2, "url": "http://127.0.0.1:2/predict", "name": "second", "protocol": "beat", "created_at": "2026-11-18T00:55:35.556452+00:00", "measured_on": null, "measured_permille": null}, "before": null}
21	2026-11-18 00:55:35.649204+00	user:ada	model.add	\N	\N	\N	{"after": {"id": 3, "url": "http://127.0.0.1:9/predict", "name": "third", "protocol": "beat", "created_at": "2026-11-18T00:55:35.648777+00:00", "measured_on": "NewsQA", "measured_permille": 312}, "before": null}
22	2026-11-18 00:55:35.760952+00	lea	onboarding.import	\N	\N	\N	{"after": 1, "before": null, "onboarding": "basics"}
23	2026-11-18 00:55:36.077645+00	lea	collection.import	\N	\N	\N	{"bad": 0, "split": "train", "passages": 1, "documents": 1, "collection": "odd", "duplicates": 0}
26	2026-11-18 00:55:36.670058+00	lea	collection.import	\N	\N	\N	{"bad": 0, "split": "train", "passages": 1, "documents": 1, "collection": "demo", "duplicates": 0}
27	2026-11-18 00:55:36.914243+00	lea	project.create	2	\N	\N	{"after": {"id": 2, "name": "demo", "open": true, "state": "active", "title": "Démo 🎯 <b>one</b>", "model_id": 1, "platforms": ["mturk", "prolific", "direct"], "batch_hits": null, "created_at": "2026-11-18T00:55:36.912666+00:00", "onboarding": null, "batch_hours": null, "empty_answer": "fault", "review_blind": true, "reward_cents": 200, "success_unit": "question", "lease_seconds": 3600, "review_double": false, "revoke_confirm": false, "completion_code": "C0DE", "questions_wanted": 3, "success_permille": 800, "validation_extra": 0, "validation_group": "hit", "validation_match": "em", "validation_votes": 2, "onboarding_retries": 0, "threshold_permille": 400, "validation_matches": 1, "answerable_permille": 500, "onboarding_model_id": null, "review_lease_seconds": 1800, "validation_questions": 10, "validation_early_stop": 0, "validation_onboarding": null, "validation_f1_permille": 400, "assignments_per_passage": 1, "validation_reward_cents": 60, "validation_lease_seconds": 1800, "validation_lost_permille": 0, "validation_train_permille": 0, "validation_completion_code": ""}, "before": null}
28	2026-11-18 00:55:36.951711+00	lea	project.collection	2	\N	\N	{"after": true, "before": false, "collection": "demo"}
29	2026-11-18 00:55:37.488231+00	worker	assignment.submit	2	1	1	{"won": 3, "cents": 200, "platform_ref": ""}
30	2026-11-18 00:55:37.670403+00	lea	collection.import	\N	\N	\N	{"bad": 0, "split": "train", "passages": 1, "documents": 1, "collection": "demo", "duplicates": 0}
31	2026-11-18 00:55:37.783786+00	server	assignment.rebind	2	2	2	{"after": {"hit_ref": "H1", "platform_ref": "3NEW"}, "before": {"hit_ref": "H1", "platform_ref": "3OLD"}}
32	2026-11-18 00:55:37.813438+00	worker	assignment.submit	2	2	2	{"won": 3, "cents": 200, "platform_ref": "3NEW"}
33	2026-11-18 00:55:37.986423+00	lea	collection.import	\N	\N	\N	{"bad": 0, "split": "train", "passages": 1, "documents": 1, "collection": "demo", "duplicates": 0}
34	2026-11-18 00:55:38.085659+00	worker	assignment.submit	2	3	3	{"won": 2, "cents": 200, "platform_ref": "x1"}
35	2026-11-18 00:55:38.170622+00	lea	project.set	2	\N	\N	{"after": {"lease_seconds": 1}, "before": {"lease_seconds": 3600}}
36	2026-11-18 00:55:38.350111+00	lea	collection.import	\N	\N	\N	{"bad": 0, "split": "train", "passages": 1, "documents": 1, "collection": "demo", "duplicates": 0}
37	2026-11-18 00:55:39.740759+00	lea	project.set	2	\N	\N	{"after": {"lease_seconds": 3600}, "before": {"lease_seconds": 1}}
38	2026-11-18 00:55:39.761072+00	server	assignment.expire	2	4	4	{"won": 1, "expires_at": "2026-11-18T00:55:39.375Z"}
39	2026-11-18 00:55:39.79145+00	worker	assignment.submit	2	5	5	{"won": 1, "cents": 200, "platform_ref": ""}
40	2026-11-18 00:55:39.911796+00	lea	collection.import	\N	\N	\N	{"bad": 0, "split": "dev", "passages": 1, "documents": 1, "collection": "demo", "duplicates": 0}
41	2026-11-18 00:55:40.064037+00	worker	assignment.submit	2	1	6	{"won": 3, "cents": 200, "platform_ref": ""}
42	2026-11-18 00:55:40.26386+00	worker	assignment.submit	2	6	7	{"won": 3, "cents": 60, "platform_ref": ""}
43	2026-11-18 00:55:40.384354+00	worker	assignment.submit	2	7	8	{"won": 3, "cents": 60, "platform_ref": ""}
44	2026-11-18 00:55:40.691361+00	lea	collection.import	\N	\N	\N	{"bad": 0, "split": "dev", "passages": 1, "documents": 1, "collection": "demo", "duplicates": 0}
45	2026-11-18 00:55:40.782608+00	worker	assignment.submit	2	8	9	{"won": 3, "cents": 200, "platform_ref": ""}
46	2026-11-18 00:55:40.842188+00	worker	assignment.submit	2	6	10	{"won": 3, "cents": 60, "platform_ref": ""}
47	2026-11-18 00:55:40.912925+00	worker	assignment.submit	2	9	11	{"won": 3, "cents": 60, "platform_ref": ""}
48	2026-11-18 00:55:41.078375+00	lea	collection.import	\N	\N	\N	{"bad": 0, "split": "test", "passages": 1, "documents": 1, "collection": "demo", "duplicates": 0}
49	2026-11-18 00:55:41.147478+00	worker	assignment.submit	2	8	12	{"won": 3, "cents": 200, "platform_ref": ""}
50	2026-11-18 00:55:41.181881+00	worker	assignment.submit	2	7	13	{"won": 3, "cents": 60, "platform_ref": ""}
51	2026-11-18 00:55:41.217272+00	worker	assignment.submit	2	9	14	{"won": 3, "cents": 60, "platform_ref": ""}
52	2026-11-18 00:55:41.265606+00	user:rob	votes.exclude	2	7	\N	{"votes": 6, "reason": "Marks what he likes.", "revocation": null}
53	2026-11-18 00:55:41.528659+00	lea	votes.exclude	2	9	\N	{"votes": 6, "reason": "To see.", "revocation": null}
54	2026-11-18 00:55:41.816621+00	lea	votes.include	2	9	\N	{"votes": 6, "reason": "Seen.", "revocation": null}
55	2026-11-18 00:55:42.040956+00	user:ada	votes.include	2	7	\N	{"votes": 6, "reason": "He may.", "revocation": null}
56	2026-11-18 00:55:42.156305+00	user:rob	votes.exclude	2	7	\N	{"votes": 6, "reason": "He may not.", "revocation": null}
57	2026-11-18 00:55:42.472518+00	lea	collection.import	\N	\N	\N	{"bad": 0, "split": "train", "passages": 1, "documents": 1, "collection": "loss", "duplicates": 0}
58	2026-11-18 00:55:42.562788+00	user:ada	project.create	3	\N	\N	{"after": {"id": 3, "name": "loss", "open": true, "state": "active", "title": "Loss", "model_id": 2, "platforms": ["mturk", "prolific", "direct"], "batch_hits": null, "created_at": "2026-11-18T00:55:42.561625+00:00", "onboarding": null, "batch_hours": null, "empty_answer": "loss", "review_blind": true, "reward_cents": 0, "success_unit": "question", "lease_seconds": 3600, "review_double": false, "revoke_confirm": false, "completion_code": "", "questions_wanted": 2, "success_permille": 800, "validation_extra": 1, "validation_group": "passage", "validation_match": "f1", "validation_votes": 2, "onboarding_retries": 0, "threshold_permille": 400, "validation_matches": 1, "answerable_permille": 500, "onboarding_model_id": null, "review_lease_seconds": 1800, "validation_questions": 10, "validation_early_stop": 2, "validation_onboarding": null, "validation_f1_permille": 400, "assignments_per_passage": 2, "validation_reward_cents": 0, "validation_lease_seconds": 1800, "validation_lost_permille": 1000, "validation_train_permille": 1000, "validation_completion_code": ""}, "before": null}
59	2026-11-18 00:55:42.59186+00	user:ada	project.target	3	\N	\N	{"after": 9, "split": "dev", "before": null}
60	2026-11-18 00:55:42.592161+00	user:ada	project.target	3	\N	\N	{"after": 9, "split": "test", "before": null}
61	2026-11-18 00:55:42.594257+00	user:ada	project.collection	3	\N	\N	{"after": true, "before": false, "collection": "loss"}
62	2026-11-18 00:55:42.787218+00	worker	assignment.submit	3	10	15	{"won": 2, "cents": 0, "platform_ref": ""}
63	2026-11-18 00:55:42.864893+00	worker	assignment.submit	3	11	16	{"won": 2, "cents": 0, "platform_ref": ""}
64	2026-11-18 00:55:42.916843+00	worker	assignment.submit	3	12	17	{"won": 2, "cents": 0, "platform_ref": ""}
65	2026-11-18 00:55:42.998264+00	worker	assignment.submit	3	13	18	{"won": 2, "cents": 0, "platform_ref": ""}
66	2026-11-18 00:55:43.083313+00	worker	assignment.submit	3	11	19	{"won": 2, "cents": 0, "platform_ref": ""}
67	2026-11-18 00:55:43.121006+00	worker	assignment.submit	3	12	20	{"won": 2, "cents": 0, "platform_ref": ""}
68	2026-11-18 00:55:43.293531+00	lea	collection.import	\N	\N	\N	{"bad": 0, "split": "dev", "passages": 1, "documents": 1, "collection": "loss", "duplicates": 0}
69	2026-11-18 00:55:43.410266+00	worker	assignment.submit	3	10	21	{"won": 2, "cents": 0, "platform_ref": ""}
70	2026-11-18 00:55:43.486326+00	worker	assignment.submit	3	13	22	{"won": 2, "cents": 0, "platform_ref": ""}
71	2026-11-18 00:55:43.635206+00	worker	assignment.submit	3	11	23	{"won": 5, "cents": 0, "platform_ref": ""}
72	2026-11-18 00:55:43.75962+00	worker	assignment.submit	3	12	24	{"won": 5, "cents": 0, "platform_ref": ""}
73	2026-11-18 00:55:43.961715+00	lea	collection.import	\N	\N	\N	{"bad": 0, "split": "test", "passages": 1, "documents": 1, "collection": "loss", "duplicates": 0}
74	2026-11-18 00:55:44.061209+00	worker	assignment.submit	3	13	25	{"won": 1, "cents": 0, "platform_ref": ""}
75	2026-11-18 00:55:44.130787+00	worker	assignment.submit	3	11	26	{"won": 2, "cents": 0, "platform_ref": ""}
76	2026-11-18 00:55:44.174169+00	user:ada	project.set	3	\N	\N	{"after": {"validation_match": "em"}, "before": {"validation_match": "f1"}}
77	2026-11-18 00:55:44.301568+00	user:ada	project.set	3	\N	\N	{"after": {"reward_cents": 120, "validation_match": "f1", "validation_f1_permille": 500}, "before": {"reward_cents": 0, "validation_match": "em", "validation_f1_permille": 400}}
78	2026-11-18 00:55:44.570902+00	lea	collection.import	\N	\N	\N	{"bad": 0, "split": "train", "passages": 1, "documents": 1, "collection": "school", "duplicates": 0}
79	2026-11-18 00:55:44.681483+00	lea	project.create	4	\N	\N	{"after": {"id": 4, "name": "school", "open": false, "state": "active", "title": "school", "model_id": 1, "platforms": ["mturk", "prolific", "direct"], "batch_hits": null, "created_at": "2026-11-18T00:55:44.679397+00:00", "onboarding": "basics", "batch_hours": null, "empty_answer": "fault", "review_blind": true, "reward_cents": 150, "success_unit": "question", "lease_seconds": 3600, "review_double": false, "revoke_confirm": false, "completion_code": "", "questions_wanted": 2, "success_permille": 900, "validation_extra": 0, "validation_group": "hit", "validation_match": "em", "validation_votes": 1, "onboarding_retries": 1, "threshold_permille": 400, "validation_matches": 1, "answerable_permille": 500, "onboarding_model_id": 2, "review_lease_seconds": 1800, "validation_questions": 10, "validation_early_stop": 0, "validation_onboarding": "basics", "validation_f1_permille": 400, "assignments_per_passage": 1, "validation_reward_cents": 0, "validation_lease_seconds": 1800, "validation_lost_permille": 0, "validation_train_permille": 0, "validation_completion_code": ""}, "before": null}
80	2026-11-18 00:55:44.698144+00	lea	project.collection	4	\N	\N	{"after": true, "before": false, "collection": "school"}
81	2026-11-18 00:55:45.301486+00	db:beat	worker.state	4	14	\N	{"after": "onboarding", "before": "new", "version": 1, "onboarding": "basics"}
82	2026-11-18 00:55:45.503884+00	worker	assignment.submit	4	14	27	{"won": 1, "cents": 150, "platform_ref": ""}
83	2026-11-18 00:55:45.506699+00	db:beat	worker.state	4	14	\N	{"hit": "27", "after": "screening", "before": "onboarding"}
84	2026-11-18 00:55:45.529034+00	db:beat	worker.state	4	15	\N	{"after": "onboarding", "before": "new", "version": 1, "onboarding": "basics"}
85	2026-11-18 00:55:45.624883+00	worker	assignment.submit	4	15	28	{"won": 1, "cents": 150, "platform_ref": ""}
86	2026-11-18 00:55:45.625912+00	db:beat	worker.state	4	15	\N	{"hit": "28", "after": "screening", "before": "onboarding"}
87	2026-11-18 00:55:45.642073+00	db:beat	worker.state	4	16	\N	{"after": "onboarding", "before": "new", "version": 1, "onboarding": "basics"}
88	2026-11-18 00:55:45.767718+00	worker	assignment.submit	4	16	29	{"won": 1, "cents": 150, "platform_ref": ""}
89	2026-11-18 00:55:45.768704+00	db:beat	worker.state	4	16	\N	{"hit": "29", "after": "screening", "before": "onboarding"}
90	2026-11-18 00:55:45.795617+00	db:beat	worker.state	4	17	\N	{"after": "onboarding", "before": "new", "version": 1, "onboarding": "basics"}
91	2026-11-18 00:55:45.883702+00	worker	assignment.submit	4	17	30	{"won": 1, "cents": 150, "platform_ref": ""}
92	2026-11-18 00:55:45.884653+00	db:beat	worker.state	4	17	\N	{"hit": "30", "after": "screening", "before": "onboarding"}
93	2026-11-18 00:55:45.898091+00	user:rob	screening.decide	4	14	27	{"after": "passed", "before": "waiting", "reason": "Good."}
94	2026-11-18 00:55:45.904368+00	user:rob	worker.state	4	14	\N	{"hit": "27", "after": "qualified", "before": "screening", "reason": "Good."}
95	2026-11-18 00:55:45.928661+00	user:rob	screening.decide	4	15	28	{"after": "failed", "before": "waiting", "reason": "Copied from the passage."}
96	2026-11-18 00:55:45.929244+00	user:rob	worker.state	4	15	\N	{"hit": "28", "after": "onboarding", "before": "screening", "reason": "Copied from the passage."}
97	2026-11-18 00:55:45.944619+00	user:rob	screening.undo	4	15	28	{"after": "waiting", "before": "failed", "reason": "Looked again.", "decided_by": "user:rob"}
98	2026-11-18 00:55:45.945275+00	user:rob	worker.state	4	15	\N	{"hit": "28", "after": "screening", "before": "onboarding", "reason": "Looked again."}
99	2026-11-18 00:55:46.027437+00	lea	screening.decide	4	15	28	{"after": "failed", "before": "waiting", "reason": "Copied from the passage."}
100	2026-11-18 00:55:46.043972+00	lea	worker.state	4	15	\N	{"hit": "28", "after": "onboarding", "before": "screening", "reason": "Copied from the passage."}
101	2026-11-18 00:55:46.170065+00	lea	screening.decide	4	16	29	{"after": "failed", "before": "waiting", "reason": "No."}
102	2026-11-18 00:55:46.177467+00	lea	worker.state	4	16	\N	{"hit": "29", "after": "onboarding", "before": "screening", "reason": "No."}
103	2026-11-18 00:55:46.301899+00	worker	assignment.submit	4	15	31	{"won": 1, "cents": 150, "platform_ref": ""}
104	2026-11-18 00:55:46.302827+00	db:beat	worker.state	4	15	\N	{"hit": "31", "after": "screening", "before": "onboarding"}
105	2026-11-18 00:55:46.434845+00	lea	screening.decide	4	15	31	{"after": "passed", "before": "waiting", "reason": null}
106	2026-11-18 00:55:46.453268+00	lea	worker.state	4	15	\N	{"hit": "31", "after": "qualified", "before": "screening", "reason": null}
107	2026-11-18 00:55:46.525612+00	worker	assignment.submit	4	16	32	{"won": 1, "cents": 150, "platform_ref": ""}
108	2026-11-18 00:55:46.526557+00	db:beat	worker.state	4	16	\N	{"hit": "32", "after": "screening", "before": "onboarding"}
109	2026-11-18 00:55:46.636917+00	lea	screening.decide	4	16	32	{"after": "failed", "before": "waiting", "reason": "Not this time either."}
110	2026-11-18 00:55:46.652188+00	lea	worker.state	4	16	\N	{"hit": "32", "after": "failed", "before": "screening", "reason": "Not this time either."}
111	2026-11-18 00:55:46.810104+00	worker	assignment.submit	4	14	33	{"won": 2, "cents": 150, "platform_ref": ""}
112	2026-11-18 00:55:46.950633+00	lea	collection.import	\N	\N	\N	{"bad": 0, "split": "train", "passages": 1, "documents": 1, "collection": "school", "duplicates": 0}
113	2026-11-18 00:55:47.02905+00	worker	assignment.submit	4	15	34	{"won": 2, "cents": 150, "platform_ref": ""}
114	2026-11-18 00:55:47.17113+00	user:ada	worker.state	4	6	\N	{"after": "qualified", "before": "new", "reason": "Known from the other one."}
115	2026-11-18 00:55:47.171801+00	user:ada	worker.qualify	4	6	\N	{"after": "qualified", "before": "new", "reason": "Known from the other one."}
116	2026-11-18 00:55:47.338285+00	lea	collection.import	\N	\N	\N	{"bad": 0, "split": "dev", "passages": 1, "documents": 1, "collection": "school", "duplicates": 0}
117	2026-11-18 00:55:47.42919+00	worker	assignment.submit	4	14	35	{"won": 2, "cents": 150, "platform_ref": ""}
118	2026-11-18 00:55:47.590684+00	worker	worker.validator	4	18	36	{"version": 1, "onboarding": "basics"}
119	2026-11-18 00:55:47.66265+00	worker	assignment.submit	4	18	36	{"won": 2, "cents": 0, "platform_ref": ""}
120	2026-11-18 00:55:47.860233+00	lea	collection.import	\N	\N	\N	{"bad": 0, "split": "train", "passages": 1, "documents": 1, "collection": "double", "duplicates": 0}
121	2026-11-18 00:55:48.01448+00	lea	project.create	5	\N	\N	{"after": {"id": 5, "name": "double", "open": true, "state": "active", "title": "double", "model_id": 1, "platforms": ["mturk", "prolific", "direct"], "batch_hits": null, "created_at": "2026-11-18T00:55:48.013115+00:00", "onboarding": null, "batch_hours": null, "empty_answer": "fault", "review_blind": false, "reward_cents": 0, "success_unit": "hit", "lease_seconds": 3600, "review_double": true, "revoke_confirm": true, "completion_code": "", "questions_wanted": 2, "success_permille": 600, "validation_extra": 0, "validation_group": "hit", "validation_match": "em", "validation_votes": 0, "onboarding_retries": 0, "threshold_permille": 400, "validation_matches": 1, "answerable_permille": 500, "onboarding_model_id": null, "review_lease_seconds": 1800, "validation_questions": 10, "validation_early_stop": 0, "validation_onboarding": null, "validation_f1_permille": 400, "assignments_per_passage": 1, "validation_reward_cents": 0, "validation_lease_seconds": 1800, "validation_lost_permille": 0, "validation_train_permille": 0, "validation_completion_code": ""}, "before": null}
122	2026-11-18 00:55:48.033054+00	lea	project.collection	5	\N	\N	{"after": true, "before": false, "collection": "double"}
123	2026-11-18 00:55:48.267411+00	worker	assignment.submit	5	19	37	{"won": 2, "cents": 0, "platform_ref": ""}
124	2026-11-18 00:55:48.490405+00	lea	collection.import	\N	\N	\N	{"bad": 0, "split": "train", "passages": 1, "documents": 1, "collection": "double", "duplicates": 0}
125	2026-11-18 00:55:48.563722+00	worker	assignment.submit	5	20	38	{"won": 2, "cents": 0, "platform_ref": ""}
126	2026-11-18 00:55:48.74485+00	lea	collection.import	\N	\N	\N	{"bad": 0, "split": "train", "passages": 1, "documents": 1, "collection": "double", "duplicates": 0}
127	2026-11-18 00:55:48.827441+00	worker	assignment.submit	5	19	39	{"won": 2, "cents": 0, "platform_ref": ""}
128	2026-11-18 00:55:48.904119+00	user:ada	batch.close	5	\N	\N	{"hits": 3, "seed": "golden", "batch": 1, "cause": "hand", "sampled": 3, "workers": 2, "hits_total": 3}
129	2026-11-18 00:55:48.980898+00	user:rob	review.finish	5	19	37	{"kind": "review", "valid": 0, "review": "1", "questions": 2}
130	2026-11-18 00:55:49.004612+00	user:rob	review.finish	5	20	38	{"kind": "review", "valid": 2, "review": "2", "questions": 2}
131	2026-11-18 00:55:49.026299+00	user:rob	review.finish	5	19	39	{"kind": "review", "valid": 1, "review": "3", "questions": 2}
132	2026-11-18 00:55:49.088252+00	user:rea	review.finish	5	19	37	{"kind": "review", "valid": 0, "review": "4", "questions": 2}
133	2026-11-18 00:55:49.162504+00	user:rea	revocation.propose	5	19	\N	{"cause": "review", "valid": 0, "reason": "0 of 1 reviewed HITs are valid: 0.0 %, less than the 60.0 % that the project asks for.", "reviewed": 1, "revocation": "1"}
134	2026-11-18 00:55:49.191983+00	user:rea	review.finish	5	20	38	{"kind": "review", "valid": 2, "review": "5", "questions": 2}
135	2026-11-18 00:55:49.265653+00	user:rea	review.finish	5	19	39	{"kind": "review", "valid": 2, "review": "6", "questions": 2}
136	2026-11-18 00:55:49.280745+00	user:rea	review.dispute	5	19	39	{"reviews": ["3", "6"]}
137	2026-11-18 00:55:49.306055+00	user:ada	review.finish	5	19	39	{"kind": "adjudication", "valid": 1, "review": "7", "questions": 2}
138	2026-11-18 00:55:49.354188+00	user:rob	revocation.confirm	5	19	\N	{"after": "done", "before": "proposed", "reason": null, "revocation": "1"}
139	2026-11-18 00:55:49.372747+00	user:rob	worker.state	5	19	\N	{"after": "revoked", "before": "new", "reason": "0 of 1 reviewed HITs are valid: 0.0 %, less than the 60.0 % that the project asks for.", "revocation": "1"}
140	2026-11-18 00:55:49.398691+00	user:rob	worker.revoke	5	19	\N	{"after": "revoked", "cause": "review", "valid": 0, "before": "new", "reason": "0 of 1 reviewed HITs are valid: 0.0 %, less than the 60.0 % that the project asks for.", "reviewed": 1, "discarded": 4, "revocation": "1"}
141	2026-11-18 00:55:49.589615+00	lea	collection.import	\N	\N	\N	{"bad": 0, "split": "train", "passages": 1, "documents": 1, "collection": "demo", "duplicates": 0}
142	2026-11-18 00:55:49.691107+00	worker	assignment.submit	2	21	40	{"won": 3, "cents": 200, "platform_ref": ""}
143	2026-11-18 00:55:49.907324+00	lea	collection.import	\N	\N	\N	{"bad": 0, "split": "train", "passages": 1, "documents": 1, "collection": "demo", "duplicates": 0}
144	2026-11-18 00:55:50.109281+00	lea	batch.close	2	\N	\N	{"hits": 8, "seed": "first", "batch": 1, "cause": "hand", "sampled": 8, "workers": 6, "hits_total": 8}
145	2026-11-18 00:55:50.209359+00	user:rob	review.finish	2	1	1	{"kind": "review", "valid": 3, "review": "10", "questions": 3}
146	2026-11-18 00:55:50.243784+00	user:rob	review.undo	2	1	1	{"after": "undone", "again": "11", "before": "finished", "review": "10"}
147	2026-11-18 00:55:50.283789+00	user:rob	review.finish	2	3	3	{"kind": "review", "valid": 2, "review": "12", "questions": 2}
148	2026-11-18 00:55:50.309862+00	user:rob	review.finish	2	5	5	{"kind": "review", "valid": 1, "review": "13", "questions": 1}
149	2026-11-18 00:55:50.332352+00	user:rob	review.finish	2	1	6	{"kind": "review", "valid": 3, "review": "14", "questions": 3}
150	2026-11-18 00:55:50.36567+00	user:rob	review.finish	2	8	9	{"kind": "review", "valid": 3, "review": "15", "questions": 3}
151	2026-11-18 00:55:50.387918+00	user:rob	review.finish	2	8	12	{"kind": "review", "valid": 3, "review": "16", "questions": 3}
152	2026-11-18 00:55:50.419325+00	user:rob	review.finish	2	21	40	{"kind": "review", "valid": 1, "review": "17", "questions": 3}
153	2026-11-18 00:55:50.443557+00	user:rob	worker.state	2	21	\N	{"after": "revoked", "before": "new", "reason": "1 of 3 reviewed questions are valid: 33.3 %, less than the 80.0 % that the project asks for.", "revocation": "2"}
154	2026-11-18 00:55:50.452758+00	user:rob	assignment.end	2	21	41	{"won": 2, "after": "ended", "before": "live", "revocation": "2"}
155	2026-11-18 00:55:50.474148+00	user:rob	worker.revoke	2	21	\N	{"after": "revoked", "cause": "review", "valid": 1, "before": "new", "reason": "1 of 3 reviewed questions are valid: 33.3 %, less than the 80.0 % that the project asks for.", "reviewed": 3, "discarded": 5, "revocation": "2"}
156	2026-11-18 00:55:50.52824+00	user:ada	worker.state	2	21	\N	{"after": "qualified", "before": "revoked", "reason": "Mixed up with somebody else.", "revocation": "2"}
157	2026-11-18 00:55:50.542947+00	user:ada	worker.reinstate	2	21	\N	{"after": "qualified", "before": "revoked", "reason": "Mixed up with somebody else.", "restored": 3, "revocation": "2"}
158	2026-11-18 00:55:50.570902+00	server	assignment.revive	2	21	41	{"won": 2, "before": "ended"}
159	2026-11-18 00:55:50.724914+00	lea	worker.state	2	21	\N	{"after": "revoked", "before": "qualified", "reason": "It was no mix-up.", "revocation": "3"}
160	2026-11-18 00:55:50.738718+00	lea	assignment.end	2	21	41	{"won": 2, "after": "ended", "before": "live", "revocation": "3"}
161	2026-11-18 00:55:50.777744+00	lea	worker.revoke	2	21	\N	{"after": "revoked", "cause": "hand", "valid": null, "before": "qualified", "reason": "It was no mix-up.", "reviewed": null, "discarded": 5, "revocation": "3"}
162	2026-11-18 00:55:50.964362+00	lea	worker.note	2	1	\N	{"note": "1", "text": "Writes well — très bien 👍"}
163	2026-11-18 00:55:50.982015+00	user:rob	worker.note	2	21	\N	{"note": "2", "text": "To be watched."}
164	2026-11-18 00:55:51.088284+00	lea	worker.block	\N	2	\N	{"after": true, "ended": 0, "before": false, "reason": "Two accounts."}
165	2026-11-18 00:55:51.139956+00	user:ada	worker.unblock	\N	2	\N	{"after": false, "before": true, "reason": "It was one."}
166	2026-11-18 00:55:51.202226+00	user:ada	question.discard	2	\N	\N	{"ids": ["91f31dd2f85875522e6a111992dba4a157e44062"], "filter": null, "reason": "Asks for a month.", "changed": 1, "questions": 1}
167	2026-11-18 00:55:51.252529+00	user:ada	question.restore	2	\N	\N	{"ids": ["91f31dd2f85875522e6a111992dba4a157e44062"], "filter": null, "reason": "It may.", "changed": 1, "questions": 1}
168	2026-11-18 00:55:51.469175+00	lea	question.discard	2	\N	\N	{"ids": ["c4780bd2141f1d06278860fb3073e93126b27b7b"], "filter": null, "reason": "Out.", "changed": 1, "questions": 1}
169	2026-11-18 00:55:51.598517+00	lea	collection.import	\N	\N	\N	{"bad": 0, "split": "train", "passages": 1, "documents": 1, "collection": "paused", "duplicates": 0}
170	2026-11-18 00:55:51.733074+00	lea	project.create	6	\N	\N	{"after": {"id": 6, "name": "paused", "open": true, "state": "active", "title": "paused", "model_id": 1, "platforms": ["mturk", "prolific", "direct"], "batch_hits": null, "created_at": "2026-11-18T00:55:51.731252+00:00", "onboarding": null, "batch_hours": null, "empty_answer": "fault", "review_blind": true, "reward_cents": 0, "success_unit": "question", "lease_seconds": 3600, "review_double": false, "revoke_confirm": false, "completion_code": "", "questions_wanted": 2, "success_permille": 800, "validation_extra": 0, "validation_group": "hit", "validation_match": "em", "validation_votes": 0, "onboarding_retries": 0, "threshold_permille": 400, "validation_matches": 1, "answerable_permille": 500, "onboarding_model_id": null, "review_lease_seconds": 1800, "validation_questions": 10, "validation_early_stop": 0, "validation_onboarding": null, "validation_f1_permille": 400, "assignments_per_passage": 1, "validation_reward_cents": 0, "validation_lease_seconds": 1800, "validation_lost_permille": 0, "validation_train_permille": 0, "validation_completion_code": ""}, "before": null}
171	2026-11-18 00:55:51.745241+00	lea	project.target	6	\N	\N	{"after": 9, "split": "train", "before": null}
172	2026-11-18 00:55:51.760269+00	lea	project.collection	6	\N	\N	{"after": true, "before": false, "collection": "paused"}
173	2026-11-18 00:55:51.87666+00	user:ada	project.state	6	\N	\N	{"after": {"state": "paused"}, "before": {"state": "active"}}
174	2026-11-18 00:55:51.969343+00	worker	assignment.submit	6	22	42	{"won": 1, "cents": 0, "platform_ref": ""}
175	2026-11-18 00:55:52.074859+00	lea	project.state	6	\N	\N	{"after": {"state": "active"}, "before": {"state": "paused"}}
176	2026-11-18 00:55:52.300318+00	lea	collection.import	\N	\N	\N	{"bad": 0, "split": "train", "passages": 1, "documents": 1, "collection": "paused", "duplicates": 0}
177	2026-11-18 00:55:52.451053+00	lea	project.state	6	\N	\N	{"after": {"state": "closed"}, "before": {"state": "active"}}
178	2026-11-18 00:55:52.561543+00	lea	project.state	6	\N	\N	{"after": {"state": "active"}, "before": {"state": "closed"}}
179	2026-11-18 00:55:52.654862+00	lea	project.state	6	\N	\N	{"after": {"state": "paused"}, "before": {"state": "active"}}
180	2026-11-18 00:55:52.865143+00	lea	attempt.judge	2	2	2	{"after": "human", "fault": "bad_status", "before": "none", "attempt": "dc5d236f-74f0-44a9-8eb0-29cb5e7cde25"}
181	2026-11-18 00:55:53.553482+00	lea	release.freeze	2	\N	\N	{"name": "demo", "seed": "1", "as_of": "2026-11-18T00:55:53.381Z", "release": "1", "version": "1.0"}
182	2026-11-18 00:55:54.293694+00	lea	release.ready	2	\N	\N	{"name": "demo", "release": "1", "version": "1.0"}
183	2026-11-18 00:55:54.486346+00	lea	release.freeze	3	\N	\N	{"name": "loss", "seed": "7", "as_of": "2026-11-18T00:55:54.372Z", "release": "2", "version": "1.0"}
184	2026-11-18 00:55:54.889566+00	lea	release.fail	3	\N	\N	{"name": "loss", "release": "2", "version": "1.0"}
185	2026-11-18 00:55:55.140638+00	lea	question.discard	3	\N	\N	{"ids": ["c3bb0b470c216a787840598bf4184247a2d85cef"], "filter": null, "reason": "Asked twice.", "changed": 1, "questions": 1}
186	2026-11-18 00:55:55.358408+00	lea	release.freeze	3	\N	\N	{"name": "loss", "seed": "7", "as_of": "2026-11-18T00:55:55.216Z", "release": "3", "version": "1.0"}
187	2026-11-18 00:55:55.818607+00	lea	release.ready	3	\N	\N	{"name": "loss", "release": "3", "version": "1.0"}
188	2026-11-18 00:55:56.07962+00	lea	release.freeze	2	\N	\N	{"name": "demo", "seed": "1", "as_of": "2026-11-18T00:55:41.644Z", "release": "4", "version": "0.9"}
189	2026-11-18 00:55:56.840712+00	lea	release.ready	2	\N	\N	{"name": "demo", "release": "4", "version": "0.9"}
190	2026-11-18 00:55:57.02687+00	lea	release.freeze	\N	\N	\N	{"name": "both", "seed": "3", "as_of": "2026-11-18T00:55:55.216Z", "release": "5", "version": "1.0"}
191	2026-11-18 00:55:57.750545+00	lea	release.ready	\N	\N	\N	{"name": "both", "release": "5", "version": "1.0"}
192	2026-11-18 00:55:58.442274+00	user:ada	release.freeze	5	\N	\N	{"name": "double", "seed": "x", "as_of": "2026-11-18T00:55:58.270Z", "release": "6", "version": "2.0"}
193	2026-11-18 00:55:58.78754+00	user:ada	release.ready	5	\N	\N	{"name": "double", "release": "6", "version": "2.0"}
194	2026-11-18 00:55:58.8603+00	user:ada	project.set	2	\N	\N	{"after": {"title": "Démo 🎯", "success_permille": 750}, "before": {"title": "Démo 🎯 <b>one</b>", "success_permille": 800}}
195	2026-11-18 00:55:58.866847+00	user:ada	project.target	2	\N	\N	{"after": 100, "split": "train", "before": null}
196	2026-11-18 00:55:58.867108+00	user:ada	project.target	2	\N	\N	{"after": 50, "split": "test", "before": null}
197	2026-11-18 00:55:59.084477+00	lea	project.set	2	\N	\N	{"after": {"batch_hits": 50, "reward_cents": 250}, "before": {"batch_hits": null, "reward_cents": 200}}
198	2026-11-18 00:55:59.214407+00	lea	project.set	4	\N	\N	{"after": {"lease_seconds": 2592000, "validation_lease_seconds": 2592000}, "before": {"lease_seconds": 3600, "validation_lease_seconds": 1800}}
199	2026-11-18 00:55:59.392117+00	lea	collection.import	\N	\N	\N	{"bad": 0, "split": "test", "passages": 1, "documents": 1, "collection": "school", "duplicates": 0}
200	2026-11-18 00:55:59.544793+00	worker	assignment.submit	4	14	44	{"won": 2, "cents": 150, "platform_ref": ""}
201	2026-11-18 00:55:59.842463+00	lea	collection.import	\N	\N	\N	{"bad": 0, "split": "train", "passages": 1, "documents": 1, "collection": "school", "duplicates": 0}
202	2026-11-18 00:56:00.177887+00	user:ada	account.logout	\N	\N	\N	{"account": "ada", "sessions": 1, "everywhere": false}
203	2026-11-18 00:56:00.210232+00	user:rob	account.logout	\N	\N	\N	{"account": "rob", "sessions": 1, "everywhere": true}
204	2026-11-18 00:56:00.231854+00	user:rea	account.logout	\N	\N	\N	{"account": "rea", "sessions": 1, "everywhere": true}
205	2026-11-18 00:56:00.289069+00	user:vic	account.logout	\N	\N	\N	{"account": "vic", "sessions": 1, "everywhere": true}
\.

COPY exercise_answer (assignment_id, number, tries, done, question, answer_start, answer_end, answer_text, shared, given_tokens, expected_tokens, at) FROM stdin;
27	1	2	t	Who made the tower clock that shows nothing?	\N	\N	\N	\N	\N	\N	2026-11-18 00:55:45.371307+00
27	2	1	t	What made the descent so much faster?	\N	\N	\N	\N	\N	\N	2026-11-18 00:55:45.416892+00
27	3	1	t	\N	209	217	scissors	1	1	1	2026-11-18 00:55:45.423381+00
27	4	1	t	\N	221	246	the company went bankrupt	3	3	3	2026-11-18 00:55:45.463612+00
27	5	1	t	Who was put through calls first?	385	389	Elin	\N	\N	\N	2026-11-18 00:55:45.473296+00
28	1	1	t	Who made the tower clock that shows nothing?	\N	\N	\N	\N	\N	\N	2026-11-18 00:55:45.560049+00
28	2	1	t	What made the descent so much faster?	\N	\N	\N	\N	\N	\N	2026-11-18 00:55:45.562402+00
28	3	1	t	\N	209	217	scissors	1	1	1	2026-11-18 00:55:45.564164+00
28	4	1	t	\N	221	246	the company went bankrupt	3	3	3	2026-11-18 00:55:45.582565+00
28	5	1	t	Who was put through calls first?	385	389	Elin	\N	\N	\N	2026-11-18 00:55:45.593682+00
29	1	1	t	Who made the tower clock that shows nothing?	\N	\N	\N	\N	\N	\N	2026-11-18 00:55:45.654659+00
29	2	1	t	What made the descent so much faster?	\N	\N	\N	\N	\N	\N	2026-11-18 00:55:45.675584+00
29	3	1	t	\N	209	217	scissors	1	1	1	2026-11-18 00:55:45.693693+00
29	4	1	t	\N	221	246	the company went bankrupt	3	3	3	2026-11-18 00:55:45.701798+00
29	5	1	t	Who was put through calls first?	385	389	Elin	\N	\N	\N	2026-11-18 00:55:45.743704+00
30	1	1	t	Who made the tower clock that shows nothing?	\N	\N	\N	\N	\N	\N	2026-11-18 00:55:45.823557+00
30	2	1	t	What made the descent so much faster?	\N	\N	\N	\N	\N	\N	2026-11-18 00:55:45.835559+00
30	3	1	t	\N	209	217	scissors	1	1	1	2026-11-18 00:55:45.847536+00
30	4	1	t	\N	221	246	the company went bankrupt	3	3	3	2026-11-18 00:55:45.854423+00
30	5	1	t	Who was put through calls first?	385	389	Elin	\N	\N	\N	2026-11-18 00:55:45.867552+00
31	1	1	t	Who made the tower clock that shows nothing?	\N	\N	\N	\N	\N	\N	2026-11-18 00:55:46.223598+00
31	2	1	t	What made the descent so much faster?	\N	\N	\N	\N	\N	\N	2026-11-18 00:55:46.249134+00
31	3	1	t	\N	209	217	scissors	1	1	1	2026-11-18 00:55:46.261604+00
31	4	1	t	\N	221	246	the company went bankrupt	3	3	3	2026-11-18 00:55:46.283553+00
31	5	1	t	Who was put through calls first?	385	389	Elin	\N	\N	\N	2026-11-18 00:55:46.286385+00
32	1	1	t	Who made the tower clock that shows nothing?	\N	\N	\N	\N	\N	\N	2026-11-18 00:55:46.488953+00
32	2	1	t	What made the descent so much faster?	\N	\N	\N	\N	\N	\N	2026-11-18 00:55:46.494213+00
32	3	1	t	\N	209	217	scissors	1	1	1	2026-11-18 00:55:46.512117+00
32	4	1	t	\N	221	246	the company went bankrupt	3	3	3	2026-11-18 00:55:46.516822+00
32	5	1	t	Who was put through calls first?	385	389	Elin	\N	\N	\N	2026-11-18 00:55:46.519471+00
36	1	1	t	\N	209	217	scissors	1	1	1	2026-11-18 00:55:47.576727+00
36	2	1	t	\N	221	246	the company went bankrupt	3	3	3	2026-11-18 00:55:47.589846+00
\.

COPY judgement (review_id, question_id, valid, tags, labels, comment) FROM stdin;
1	2e018d9835ec244a761ba459313a3f6a0d577c74	f	{trivial}	{}	Not this: What is written there?
1	68cb5d00ebff6afce477572328f3e8baf06cea50	f	{nonsense}	{}	Not this: Who made it?
2	b2639525f11bbcdf8754ec48f5e4aed1c9a29c98	t	{}	{explicit,numeric}	
2	e99a088fbdda5ae148086750d9a7d805eb531d05	t	{}	{coreference,numeric}	
3	4bca9856fcaa8d5de95ae7d5616f1df68b578328	t	{}	{coreference,numeric}	
3	5578a6c9de221fc2238bfbb9aac7efd2e345fdc5	f	{nonsense}	{}	Not this: Which birds rest there?
4	2e018d9835ec244a761ba459313a3f6a0d577c74	f	{trivial}	{}	Not this: What is written there?
4	68cb5d00ebff6afce477572328f3e8baf06cea50	f	{nonsense}	{}	Not this: Who made it?
5	b2639525f11bbcdf8754ec48f5e4aed1c9a29c98	t	{}	{explicit,numeric}	
5	e99a088fbdda5ae148086750d9a7d805eb531d05	t	{}	{coreference,numeric}	
6	4bca9856fcaa8d5de95ae7d5616f1df68b578328	t	{}	{coreference,numeric}	
6	5578a6c9de221fc2238bfbb9aac7efd2e345fdc5	t	{}	{numeric,temporal}	
7	4bca9856fcaa8d5de95ae7d5616f1df68b578328	t	{}	{coreference,numeric}	
7	5578a6c9de221fc2238bfbb9aac7efd2e345fdc5	f	{nonsense}	{}	Not this: Which birds rest there?
10	2a50e514bc5ce47bd0725ea967d6b61d83289ecb	t	{}	{coreference,numeric}	
10	9b766b315c089c26757fe30553c55880e440c911	t	{}	{numeric,temporal}	
10	e34877151b2e3f6f4c8f8c70c4f44277a3767e1b	t	{}	{paraphrasing,numeric}	
12	c4780bd2141f1d06278860fb3073e93126b27b7b	t	{}	{explicit,numeric}	
12	f1825ba109b5c76febf9415d4c4b48ba0a661646	t	{}	{numeric,negation}	
13	534b85e549b484feefe3c46032a5cc250c4c4fc3	t	{}	{coreference,numeric}	
14	21453b9f317e225f267845dc995b34ffbce15a13	t	{}	{numeric,temporal}	
14	8387e9956727e3123f679956c69246f024748a39	t	{}	{numeric,temporal}	
14	d8dfda13d41935c249a25cc18d8655923f08182f	t	{}	{explicit,numeric}	
15	273aa6a5ae6fd018fe81eb25c6b47ece8def0597	t	{}	{paraphrasing,numeric}	
15	a9feb7208239dcb67d25fbd3f331f8f74ba8c3a1	t	{}	{numeric,temporal}	
15	f7560b01bf9fe63125bae4c6893e40a3cdf60bec	t	{}	{coreference,numeric}	
16	86100570478441f247b574b62314a9380b4f31a5	t	{}	{coreference,numeric}	
16	91f31dd2f85875522e6a111992dba4a157e44062	t	{}	{explicit,numeric}	
16	dce83660a8f0744442ef2bb158c18a49608eac0b	t	{}	{coreference,numeric}	
17	04d917da993bb6e2746204834f131401fd6a0853	t	{}	{numeric,negation}	
17	49c4e8a1c541c2ef1f955690b45970000066ae1c	f	{ungrammatical,trivial}	{}	Not this: How often?
17	547c71c0e78f97f15981bfe5147017e14c8eb54c	f	{nonsense}	{}	Not this: When?
\.

COPY login (id, account_id, token_sha256, created_at, seen_at, expires_at, ended_at, address, agent) FROM stdin;
1	1	\\xcd77abd00a83685c75cb0c32de4dead32cc43a220af4b762773812c40891eb9a	2026-11-18 00:55:31.763674+00	2026-11-18 00:55:31.763674+00	2026-11-18 12:55:31.763674+00	2026-11-18 00:56:00.177327+00	127.0.0.1	
2	2	\\x0a5f20e57ed1e6c321b802e92d86103eaf2c7dd8523e5942358702038e9c76bb	2026-11-18 00:55:32.68007+00	2026-11-18 00:55:32.68007+00	2026-11-18 12:55:32.68007+00	2026-11-18 00:56:00.209458+00	127.0.0.1	
3	3	\\x6f0206aab180212a2c50f3970816d42e9533bccbeafa4a119977cf02305e7bee	2026-11-18 00:55:33.196629+00	2026-11-18 00:55:33.196629+00	2026-11-18 12:55:33.196629+00	2026-11-18 00:56:00.231358+00	127.0.0.1	
4	4	\\x7cc5105b4c9ded63678185ef8fc5f54760dab86faaf8dd6f5c9c1ef31aa16f2d	2026-11-18 00:55:33.584514+00	2026-11-18 00:55:33.584514+00	2026-11-18 12:55:33.584514+00	2026-11-18 00:56:00.288733+00	127.0.0.1	
\.

COPY login_failure (key, failures, last_at, blocked_until) FROM stdin;
address:127.0.0.1	1	2026-11-18 00:55:34.212812+00	\N
known:vic:127.0.0.1	1	2026-11-18 00:55:34.212812+00	\N
\.

COPY model (id, name, url, protocol, created_at, measured_on, measured_permille) FROM stdin;
1	stub	http://127.0.0.1:1/predict	beat	2026-11-18 00:55:35.399362+00	SQuAD	495
2	second	http://127.0.0.1:2/predict	beat	2026-11-18 00:55:35.556452+00	\N	\N
3	third	http://127.0.0.1:9/predict	beat	2026-11-18 00:55:35.648777+00	NewsQA	312
\.

COPY model_build (id, model_id, name, version, weights, first_seen_at) FROM stdin;
1	1	stub	1	0000000000000000000000000000000000000000000000000000000000000000	2026-11-18 00:55:37.358896+00
2	1	stub			2026-11-18 00:55:37.704441+00
3	2	reader-b	1	bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb	2026-11-18 00:55:42.72903+00
\.

COPY onboarding (id, name, version, content, content_sha256, passage_id, created_at) FROM stdin;
1	basics	1	{"hit": {"text": "In 1921 the county of Norrvik, whose four thousand people were scattered over more than ninety islands, bought a retired herring boat and turned it into a library. The Halcyon carried six hundred books on her first voyage, most of them gifts from a bankrupt hotel, and a stove that the librarian, Astrid Vang, was forbidden to light near the shelves. She lit it all the same. Borrowers paid nothing, but a book returned wet cost its reader a day of scraping barnacles. In 1934 a second and smaller ship, the Tern, took over the northern route, so that the Halcyon could spend the winters in the south, where the harbours did not freeze. The Tern sank in 1941 with all of her books; her crew of three rowed ashore, and her captain, Leif Moen, is said to have saved nothing but the catalogue. When a bridge joined the largest islands in 1968, buses replaced the boats. Today the Halcyon is a café, and her shelves are still full.", "title": "The library ship"}, "title": "Learn to beat the AI", "exercises": [{"hint": "What did she do? Ask who did it, and describe the deed in your own words.", "kind": "write", "title": "Ask for a person", "answer": {"end": 96, "text": "Josephine Tarn", "start": 82}, "praise": "Good: it is asked in your own words, and its answer stands in the passage.", "passage": {"text": "The market town of Aldermere has had a clock without hands since 1784. Its maker, Josephine Tarn, believed that the townspeople looked at the time too often, so she gave the tower nothing but a bell. When the council complained, she offered to add hands for sixty guineas; the council could not pay, and the tower stayed as it was. Travellers still ask the baker what time it is.", "title": "The clock of Aldermere"}, "question": null, "instruction": "The marked words are the answer. Write a question that they answer. Use words of your own, and make sure that nothing else in the passage would be right as well."}, {"hint": "The two ways took different times. Ask why, without using the words of the sentence.", "kind": "write", "title": "Ask for a reason", "answer": {"end": 233, "text": "the mules came down empty", "start": 208}, "praise": "Well asked. Questions about reasons are often harder for the AI than questions about names and dates.", "passage": {"text": "Until the railway came in 1873, salt from the pans of Ormby reached the hill villages on the backs of mules. A caravan of thirty animals needed four days for the way up but only two for the way back, because the mules came down empty. The drivers were paid by the sack, not by the day. In wet summers half of a load could be lost, for the sacks were made of plain linen.", "title": "The salt road"}, "question": null, "instruction": "Again the answer is marked; this time it is a reason. Write a question that a careful reader answers with just these words."}, {"hint": "A trowel is a tool for digging. Look for what was handed out instead.", "kind": "highlight", "title": "Find the answer", "answer": {"end": 217, "text": "scissors", "start": 209}, "praise": "Exactly one word answers this. Short answers make it clear what a question is after.", "passage": {"text": "Every spring the pupils of Hollin Street School plant a garden of paper. The custom began in 1958, when a late frost killed the bulbs two days before the opening, and the headmistress, Ruth Okafor, handed out scissors instead of trowels. Four hundred paper tulips stood in the beds by noon. The real bulbs flowered in May after all, but nobody came to see them.", "title": "The paper garden"}, "question": "What did the pupils work with in place of digging tools?", "instruction": "Now the other way round: the question is given. Highlight its answer in the passage, the shortest piece of text that fully answers."}, {"hint": "The newer bridge is the one that opened in 1866. Read on from there.", "kind": "highlight", "title": "Read two sentences together", "answer": {"end": 246, "text": "the company went bankrupt", "start": 221}, "praise": "This question never says “1866” or “iron”, and still has one answer. Such questions beat an AI that looks for equal words.", "passage": {"text": "The river Eske is crossed at Torrin by two bridges. The upper one, of oak, was built by shepherds in 1702 and carries nothing heavier than a cart. The lower one, of iron, opened in 1866; it was meant for the railway, but the company went bankrupt before a single rail was laid. Since then only cyclists and the yearly goat parade have used it.", "title": "Two bridges"}, "question": "What kept trains from ever crossing the newer bridge?", "instruction": "Highlight the answer of this question. No sentence answers it alone: first find out which of the two bridges is meant."}, {"hint": "Choose a name, a number or a few words first; then describe it without using the words around it.", "kind": "pair", "title": "A question and its answer", "answer": null, "praise": "That is a complete question. You know all there is to know; now for the real game.", "passage": {"text": "On the island of Sarn, where no two houses stand within calling distance, letters used to be announced by whistling. Each family had a tune of its own, and the postman, Matthis Brandt, knew all fifty-three of them. In winter he practised on his goats. When the telephone reached Sarn in 1969, the exchange was put in his kitchen, since he alone knew everybody’s tune, and his daughter Elin became its first operator.", "title": "The whistling postman"}, "question": null, "instruction": "Now all by yourself: highlight a short answer in the passage and write the question that it answers. A person who reads with care should find it; a machine that looks for equal words should not."}]}	\\x59cc4f3d49ab93e9867bc5f5f9fc6f4ad03ad26279fd7d2963dab268681b70c5	1	2026-11-18 00:55:35.750652+00
\.

COPY outbox (id, platform, action, worker_id, project_id, revocation_id, created_at, done_at, tries, error) FROM stdin;
1	direct	qualify	14	4	\N	2026-11-18 00:55:45.905272+00	2026-11-18 00:55:45.905201+00	0	\N
2	direct	qualify	15	4	\N	2026-11-18 00:55:46.454026+00	2026-11-18 00:55:46.453988+00	0	\N
3	direct	qualify	6	4	\N	2026-11-18 00:55:47.171593+00	2026-11-18 00:55:47.171586+00	0	\N
4	direct	revoke	19	5	1	2026-11-18 00:55:49.398357+00	2026-11-18 00:55:49.398349+00	0	\N
5	direct	revoke	21	2	2	2026-11-18 00:55:50.473958+00	2026-11-18 00:55:50.47395+00	0	\N
6	direct	qualify	21	2	2	2026-11-18 00:55:50.542622+00	2026-11-18 00:55:50.542614+00	0	\N
7	direct	revoke	21	2	3	2026-11-18 00:55:50.777037+00	2026-11-18 00:55:50.776987+00	0	\N
\.

COPY participation (worker_id, project_id, state, state_at, onboarding_id, tries, seen_at, created_at, submitted, attempts, wins, kept, seconds, sampled, reviewed_hits, valid_hits, reviewed_questions, valid_questions, validator_at, validator_onboarding_id, votes, validated, answerable) FROM stdin;
1	2	new	2026-11-18 00:55:37.189475+00	\N	0	2026-11-18 00:55:37.189475+00	2026-11-18 00:55:37.189475+00	2	8	6	6	0	2	1	1	3	3	\N	\N	0	2	2
2	2	new	2026-11-18 00:55:37.695229+00	\N	0	2026-11-18 00:55:37.69523+00	2026-11-18 00:55:37.69523+00	1	5	4	4	0	1	0	0	0	0	\N	\N	0	0	0
3	2	new	2026-11-18 00:55:38.021956+00	\N	0	2026-11-18 00:55:38.021956+00	2026-11-18 00:55:38.021956+00	1	2	2	1	0	1	1	1	2	2	\N	\N	0	0	0
4	2	new	2026-11-18 00:55:38.37619+00	\N	0	2026-11-18 00:55:38.37619+00	2026-11-18 00:55:38.37619+00	0	0	0	0	0	0	0	0	0	0	\N	\N	0	0	0
5	2	new	2026-11-18 00:55:39.761876+00	\N	0	2026-11-18 00:55:39.761876+00	2026-11-18 00:55:39.761876+00	1	1	1	1	0	1	1	1	1	1	\N	\N	0	0	0
6	2	new	2026-11-18 00:55:40.140271+00	\N	0	2026-11-18 00:55:40.140271+00	2026-11-18 00:55:40.140272+00	0	0	0	0	0	0	0	0	0	0	\N	\N	6	0	0
6	4	qualified	2026-11-18 00:55:47.16413+00	\N	0	2026-11-18 00:55:47.161347+00	2026-11-18 00:55:47.161347+00	0	0	0	0	0	0	0	0	0	0	\N	\N	0	0	0
7	2	new	2026-11-18 00:55:40.279777+00	\N	0	2026-11-18 00:55:40.279778+00	2026-11-18 00:55:40.279778+00	0	0	0	0	0	0	0	0	0	0	\N	\N	6	0	0
8	2	new	2026-11-18 00:55:40.710273+00	\N	0	2026-11-18 00:55:40.710274+00	2026-11-18 00:55:40.710274+00	2	6	6	5	0	2	2	2	6	6	\N	\N	0	4	3
9	2	new	2026-11-18 00:55:40.846264+00	\N	0	2026-11-18 00:55:40.846264+00	2026-11-18 00:55:40.846264+00	0	0	0	0	0	0	0	0	0	0	\N	\N	6	0	0
10	3	new	2026-11-18 00:55:42.702338+00	\N	0	2026-11-18 00:55:42.702338+00	2026-11-18 00:55:42.702338+00	2	5	4	3	0	0	0	0	0	0	\N	\N	0	4	4
11	3	new	2026-11-18 00:55:42.812292+00	\N	0	2026-11-18 00:55:42.812292+00	2026-11-18 00:55:42.812292+00	0	0	0	0	0	0	0	0	0	0	\N	\N	11	0	0
12	3	new	2026-11-18 00:55:42.883289+00	\N	0	2026-11-18 00:55:42.88329+00	2026-11-18 00:55:42.88329+00	0	0	0	0	0	0	0	0	0	0	\N	\N	9	0	0
13	3	new	2026-11-18 00:55:42.935457+00	\N	0	2026-11-18 00:55:42.935458+00	2026-11-18 00:55:42.935458+00	3	6	5	5	0	0	0	0	0	0	\N	\N	0	5	5
14	4	qualified	2026-11-18 00:55:45.903922+00	1	1	2026-11-18 00:55:45.286155+00	2026-11-18 00:55:45.286155+00	3	7	6	5	0	0	0	0	0	0	\N	\N	0	2	1
15	4	qualified	2026-11-18 00:55:46.452787+00	1	2	2026-11-18 00:55:45.528303+00	2026-11-18 00:55:45.528303+00	1	2	2	2	0	0	0	0	0	0	\N	\N	0	0	0
16	4	failed	2026-11-18 00:55:46.651377+00	1	2	2026-11-18 00:55:45.641351+00	2026-11-18 00:55:45.641351+00	0	0	0	0	0	0	0	0	0	0	\N	\N	0	0	0
17	4	screening	2026-11-18 00:55:45.884441+00	1	1	2026-11-18 00:55:45.787847+00	2026-11-18 00:55:45.787847+00	0	0	0	0	0	0	0	0	0	0	\N	\N	0	0	0
18	4	new	2026-11-18 00:55:47.550391+00	\N	0	2026-11-18 00:55:47.550391+00	2026-11-18 00:55:47.550391+00	0	0	0	0	0	0	0	0	0	0	2026-11-18 00:55:47.590257+00	1	2	0	0
19	5	revoked	2026-11-18 00:55:49.372604+00	\N	0	2026-11-18 00:55:48.16274+00	2026-11-18 00:55:48.16274+00	2	4	4	0	0	2	2	0	4	1	\N	\N	0	0	0
20	5	new	2026-11-18 00:55:48.508884+00	\N	0	2026-11-18 00:55:48.508884+00	2026-11-18 00:55:48.508885+00	1	2	2	2	0	1	1	1	2	2	\N	\N	0	0	0
21	2	revoked	2026-11-18 00:55:50.723794+00	\N	0	2026-11-18 00:55:49.628804+00	2026-11-18 00:55:49.628804+00	1	3	3	0	0	1	1	0	3	1	\N	\N	0	0	0
22	6	new	2026-11-18 00:55:51.828842+00	\N	0	2026-11-18 00:55:51.828842+00	2026-11-18 00:55:51.828842+00	1	1	1	1	0	0	0	0	0	0	\N	\N	0	0	0
23	6	new	2026-11-18 00:55:52.329338+00	\N	0	2026-11-18 00:55:52.329338+00	2026-11-18 00:55:52.329338+00	0	0	0	0	0	0	0	0	0	0	\N	\N	0	0	0
\.

COPY passage (id, document_id, split, text, created_at) FROM stdin;
1	1	train	In 1921 the county of Norrvik, whose four thousand people were scattered over more than ninety islands, bought a retired herring boat and turned it into a library. The Halcyon carried six hundred books on her first voyage, most of them gifts from a bankrupt hotel, and a stove that the librarian, Astrid Vang, was forbidden to light near the shelves. She lit it all the same. Borrowers paid nothing, but a book returned wet cost its reader a day of scraping barnacles. In 1934 a second and smaller ship, the Tern, took over the northern route, so that the Halcyon could spend the winters in the south, where the harbours did not freeze. The Tern sank in 1941 with all of her books; her crew of three rowed ashore, and her captain, Leif Moen, is said to have saved nothing but the catalogue. When a bridge joined the largest islands in 1968, buses replaced the boats. Today the Halcyon is a café, and her shelves are still full.	2026-11-18 00:55:35.750073+00
2	2	train	Only this one is good, é.	2026-11-18 00:55:36.048391+00
3	3	train	The quay at Brannock was rebuilt in 1911 after the storm. Its stones came from Ardle, and its crane from Hull.	2026-11-18 00:55:36.653194+00
4	4	train	Café Ljubljanica 🏙️ opened beside the river in 1932. Its owner, Zoë Kranjčar 👩🏽‍🚀, baked 40 loaves a day; in 1950 the bakery moved to Šiška.	2026-11-18 00:55:37.655799+00
5	5	train	The harbour of Port Ellery freezes from December to March. Three icebreakers, the largest of them the Njord, keep a channel open for grain ships.	2026-11-18 00:55:37.950841+00
6	6	train	Some leave before the end. The lamp in the hall burns until ten.	2026-11-18 00:55:38.3174+00
7	7	dev	老茶馆 was founded in 1898 by 王利发 (Wang Lifa) in Beijing. Its signboard read 莫谈国事, “do not discuss affairs of state”.	2026-11-18 00:55:39.898992+00
8	8	dev	In 1851 Lorenzo Langstroth noticed that bees leave a gap of nine millimetres. The movable frame that he built on it, the frame of all frames, changed the trade.	2026-11-18 00:55:40.632762+00
9	9	test	Quinoa grows between sea level and four thousand metres. Farmers around Lake Titicaca harvest it in April 🌾, and wash it to remove the saponins.	2026-11-18 00:55:41.053326+00
10	10	train	Low tide bares the causeway to Senn for three hours. The post goes over it by cart.	2026-11-18 00:55:42.442246+00
11	11	dev	The orchard of Ness has ninety pear trees and one quince. The quince was a gift of the bishop of Tarn in 1802.	2026-11-18 00:55:43.264711+00
12	12	test	The tower of Ulm Gate leans by two degrees; a mason called Perrin said in 1604 that it would stand “until the bells are sold”.	2026-11-18 00:55:43.924642+00
13	13	train	Glass is an amorphous solid. Obsidian, a natural glass, was traded across Anatolia nine thousand years ago.	2026-11-18 00:55:44.553837+00
14	14	train	The ferry to Lonna sails twice a day in summer. Captain Reyes has steered it since 1998.	2026-11-18 00:55:46.934023+00
15	15	dev	The weir at Halm was closed in 1963. Salmon came back in 1971, and with them the otters.	2026-11-18 00:55:47.308851+00
16	16	train	שלום is written above the clock of Vestry Lane; its hands run backwards, as its maker Ola Brandt wished in 1770.	2026-11-18 00:55:47.837711+00
17	17	train	On the ridge above Tamsel stand seven larches, planted by the forester Inge Moll when her daughter was born.	2026-11-18 00:55:48.45537+00
18	18	train	Peat was cut on the moor of Dell until 1980. Cranes rest there in October, forty thousand of them in a good year.	2026-11-18 00:55:48.713272+00
19	19	train	Sloppy work was handed in by somebody on a Monday, three times over, in the back room.	2026-11-18 00:55:49.544691+00
20	20	train	First paragraph of two: the north mill.\n\nThe second one tells of the south mill, which ground rye.\n \nA third has the east mill.	2026-11-18 00:55:49.862432+00
21	21	train	The well of Saint Odo is sixty metres deep. A donkey turned its wheel until 1934, and a motor does since.	2026-11-18 00:55:51.589395+00
22	22	train	The bell of Arno cracked in the frost of 1709. It was cast again, smaller, by the brothers Lund.	2026-11-18 00:55:52.254718+00
23	23	test	The kiln of Orrin fired bricks for four days at a time; Marta Voss kept its fire for thirty winters.	2026-11-18 00:55:59.367474+00
24	24	train	At the inn of Kell a bed cost two pence, and a horse ate for one.	2026-11-18 00:55:59.808805+00
\.

COPY project (id, name, title, state, open, model_id, threshold_permille, questions_wanted, assignments_per_passage, lease_seconds, reward_cents, platforms, empty_answer, completion_code, created_at, onboarding, onboarding_model_id, onboarding_retries, batch_hits, batch_hours, success_permille, success_unit, review_double, review_blind, review_lease_seconds, revoke_confirm, validation_votes, validation_match, validation_f1_permille, validation_matches, validation_group, validation_questions, validation_lease_seconds, validation_reward_cents, validation_completion_code, validation_onboarding, validation_early_stop, validation_extra, validation_train_permille, validation_lost_permille, answerable_permille) FROM stdin;
2	demo	Démo 🎯	active	t	1	400	3	1	3600	250	{mturk,prolific,direct}	fault	C0DE	2026-11-18 00:55:36.912666+00	\N	\N	0	50	\N	750	question	f	t	1800	f	2	em	400	1	hit	10	1800	60		\N	0	0	0	0	500
3	loss	Loss	active	t	2	400	2	2	3600	120	{mturk,prolific,direct}	loss		2026-11-18 00:55:42.561625+00	\N	\N	0	\N	\N	800	question	f	t	1800	f	2	f1	500	1	passage	10	1800	0		\N	2	1	1000	1000	500
4	school	school	active	f	1	400	2	1	2592000	150	{mturk,prolific,direct}	fault		2026-11-18 00:55:44.679397+00	basics	2	1	\N	\N	900	question	f	t	1800	f	1	em	400	1	hit	10	2592000	0		basics	0	0	0	0	500
5	double	double	active	t	1	400	2	1	3600	0	{mturk,prolific,direct}	fault		2026-11-18 00:55:48.013115+00	\N	\N	0	\N	\N	600	hit	t	f	1800	t	0	em	400	1	hit	10	1800	0		\N	0	0	0	0	500
6	paused	paused	paused	t	1	400	2	1	3600	0	{mturk,prolific,direct}	fault		2026-11-18 00:55:51.731252+00	\N	\N	0	\N	\N	800	question	f	t	1800	f	0	em	400	1	hit	10	1800	0		\N	0	0	0	0	500
\.

COPY project_collection (project_id, collection_id, linked, added_at) FROM stdin;
2	3	t	2026-11-18 00:55:36.934448+00
3	10	t	2026-11-18 00:55:42.593535+00
4	13	t	2026-11-18 00:55:44.697322+00
5	16	t	2026-11-18 00:55:48.032098+00
6	21	t	2026-11-18 00:55:51.759251+00
\.

COPY project_passage (project_id, passage_id, split, taken, shuffle, active) FROM stdin;
2	3	train	1	562762849	t
2	4	train	1	1817714081	t
2	5	train	1	1594535968	t
2	6	train	1	1047925244	t
2	7	dev	1	181955258	t
2	8	dev	1	1490589271	t
2	9	test	1	1915576021	t
2	19	train	0	1777600572	t
2	20	train	0	1871552121	t
3	10	train	2	2045564744	t
3	11	dev	2	33495368	t
3	12	test	1	153517328	t
4	1	train	0	999356477	f
4	13	train	1	576618582	t
4	14	train	1	1194128644	t
4	15	dev	1	2081956700	t
4	23	test	1	1491038752	t
4	24	train	1	1666416003	t
5	16	train	0	105068627	t
5	17	train	1	55909861	t
5	18	train	0	143570917	t
6	21	train	1	1490063846	t
6	22	train	1	2092245859	t
\.

COPY project_split (project_id, split, target, passages) FROM stdin;
2	dev	\N	2
2	test	50	1
2	train	100	6
3	dev	9	1
3	test	9	1
3	train	\N	1
4	dev	\N	1
4	test	\N	1
4	train	\N	3
5	dev	\N	0
5	test	\N	0
5	train	\N	3
6	dev	\N	0
6	test	\N	0
6	train	9	2
\.

COPY project_tally (project_id, split, lane, submitted, kept, pay_cents, seconds, wins) FROM stdin;
2	dev	7	0	1	0	0	0
2	dev	12	2	5	640	0	6
2	dev	20	0	-1	0	0	0
2	test	12	1	2	320	0	3
2	test	18	0	1	0	0	0
2	train	12	5	12	1000	0	12
2	train	14	0	-1	0	0	0
2	train	16	0	-1	0	0	0
2	train	18	0	-2	0	0	0
2	train	24	0	1	0	0	1
3	dev	12	2	4	0	0	4
3	test	12	1	1	0	0	1
3	train	12	2	4	0	0	4
3	train	15	0	-1	0	0	0
4	dev	12	1	1	150	0	2
4	test	12	1	2	150	0	2
4	train	12	2	4	1200	0	4
5	train	12	3	6	0	0	6
5	train	18	0	-4	0	0	0
6	train	12	1	1	0	0	1
\.

COPY question (id, attempt_id, created_at, project_id, worker_id, assignment_id, split, model_id, discards, labels, number, words, reviewed) FROM stdin;
04d917da993bb6e2746204834f131401fd6a0853	c184aee2-425b-4772-88eb-70fe22ba89d5	2026-11-18 00:55:49.67674+00	2	21	40	train	1	1	{numeric,negation}	43	'back':4 'in':1 'room':3,5 'which':2	t
14304f7166a8dca77f7609581b7cc17f31e5be2c	99f12dcc-bd39-4d26-8420-1ab172a3e11e	2026-11-18 00:55:51.848075+00	6	22	42	train	1	0	{}	46	'did':2 'donkey':5 'the':3 'turning':4 'who':1	f
159adc6e7068dc80506e1f8bed555c5a3e756b98	dc5d236f-74f0-44a9-8eb0-29cb5e7cde25	2026-11-18 00:55:52.864549+00	2	2	2	train	1	0	{}	49	'1950':7 'and':1 'move':6 'of':4 'the':2,5 'year':3	f
165d7224e8e43e99218c7201c3e1e7e491c71cf8	c4a97432-06fe-4f1f-8a09-762dad6edd5a	2026-11-18 00:55:59.511457+00	4	14	44	test	1	0	{}	50	'fire':4 'kept':2 'marta':5 'the':3 'voss':6 'who':1	f
190d3e5214ae0411d421740256ef1bfb155fa547	9a9cc0e8-4e72-45f4-8fef-a7e231cc8176	2026-11-18 00:55:47.016184+00	4	15	34	train	1	0	{}	32	'a':6 'day':7 'how':1 'in':3 'often':2 'summer':4 'twice':5	f
21453b9f317e225f267845dc995b34ffbce15a13	fce7a23d-4549-459e-819e-42bc1c54bad6	2026-11-18 00:55:40.059283+00	2	1	6	dev	1	0	{numeric,temporal}	13	'1898':5 'begin':4 'did':2 'it':3 'when':1	t
273aa6a5ae6fd018fe81eb25c6b47ece8def0597	e2a61dcc-177b-49b0-8860-c0549db526c8	2026-11-18 00:55:40.732762+00	2	8	9	dev	1	0	{paraphrasing,numeric}	14	'it':3 'langstroth':5 'lorenzo':4 'saw':2 'who':1	t
2a50e514bc5ce47bd0725ea967d6b61d83289ecb	fbd38d3a-9147-4645-86b5-db51909cac79	2026-11-18 00:55:37.460275+00	2	1	1	train	1	0	{}	2	'come':6 'did':2 'from':7 'gear':5 'hull':8 'lifting':4 'the':3 'where':1	f
2e018d9835ec244a761ba459313a3f6a0d577c74	69be451d-89c3-46ae-80e3-220603a0ff26	2026-11-18 00:55:48.249265+00	5	19	37	train	1	2	{}	36	'is':2 'there':4 'what':1 'written':3 'שלום':5	t
2ebba1e626f5ec645f4a4b388ea6683f645bf032	84853985-438f-4c87-81fb-dc279a4c7578	2026-11-18 00:55:37.752153+00	2	2	2	train	1	0	{}	5	'afterwards':5 'did':2 'go':4 'it':3 'where':1 'šiška':6	f
39447d57409b240986c27e60280bd2e37a5ebf67	be71b374-391c-4da4-8b4b-d0dbb258a277	2026-11-18 00:55:43.389203+00	3	10	21	dev	2	0	{}	25	'bishop':4 'gave':2 'it':3 'of':5 'tarn':6 'who':1	f
49c4e8a1c541c2ef1f955690b45970000066ae1c	2e4d8211-d546-4311-8ae8-e8caf0d9cfb0	2026-11-18 00:55:49.65887+00	2	21	40	train	1	2	{}	42	'how':1 'often':2 'three':3 'times':4	t
4bca9856fcaa8d5de95ae7d5616f1df68b578328	3a6b3fd1-05da-415b-8502-af94f9ce155f	2026-11-18 00:55:48.82129+00	5	19	39	train	1	1	{coreference,numeric}	40	'1980':7 'cut':6 'last':4 'peat':5 'the':3 'was':2 'when':1	t
534b85e549b484feefe3c46032a5cc250c4c4fc3	1b0425ad-be25-4ec2-86f9-f93fbe35f0dc	2026-11-18 00:55:39.771213+00	2	5	5	train	1	0	{coreference,numeric}	10	'hall':4 'is':2 'it':3 'where':1	t
547c71c0e78f97f15981bfe5147017e14c8eb54c	fa5379a6-7b61-49bb-809a-2a66ea5d7042	2026-11-18 00:55:49.641335+00	2	21	40	train	1	2	{}	41	'monday':2 'when':1	t
5578a6c9de221fc2238bfbb9aac7efd2e345fdc5	fc3b8c12-79c3-44f0-8261-f01eb0686832	2026-11-18 00:55:48.809718+00	5	19	39	train	1	2	{}	39	'birds':2 'cranes':5 'rest':3 'there':4 'which':1	t
56d3079123a2b9b5653a5d216244ba1d85dfdb08	68856e1f-4903-4e66-8cd4-2afeefb3eb52	2026-11-18 00:55:37.773652+00	2	2	2	train	1	0	{}	6	'café':3 'ljubljanica':4 'opened':2 'what':1	f
63e4e5aa0bf77c2f928baf06095a58af1dc32376	1aba454c-312c-4f01-8735-4cfb69d5a1a1	2026-11-18 00:55:37.724393+00	2	2	2	train	1	0	{}	4	'forty':3 'kranjčar':8 'on':4 'put':2 'table':6 'the':5 'who':1 'zoë':7	f
65eb6e38c34beacdc6ac9ff9e33b03ea20365943	354e6831-51c3-469d-8f7c-60ca6d805036	2026-11-18 00:55:42.963264+00	3	13	18	train	2	0	{}	22	'for':1 'hours':5 'how':2 'long':3 'three':4	f
682d6d49d450a773f427d684c7ff57ec5bca064c	de51b760-92fa-4e5b-88b0-9e82d0a79ca6	2026-11-18 00:55:59.891409+00	4	15	46	train	1	0	{}	53	'ate':2 'for':3 'horse':5 'one':4 'who':1	f
68cb5d00ebff6afce477572328f3e8baf06cea50	46d50bd3-e2c2-436f-8704-fc58afbc472f	2026-11-18 00:55:48.227055+00	5	19	37	train	1	2	{}	35	'brandt':5 'it':3 'made':2 'ola':4 'who':1	t
68d8e97459c07665bbb4d3c65250f7df16a7dff1	753c76f2-a7e9-4a7d-879c-9eea38f3227f	2026-11-18 00:55:59.536057+00	4	14	44	test	1	0	{}	51	'for':1 'how':2 'many':3 'thirty':5 'winters':4	f
7255c17ba28247cb9f579862fad88b8f50b80a28	e13f4c05-e63e-4225-84d0-fe68ae3db3a7	2026-11-18 00:55:38.394317+00	2	4	4	train	1	0	{}	9	'burn':5 'does':3 'it':4 'ten':6 'until':1 'when':2	f
809fd741c8839c6af15405435ec7b1c82683bfef	d1795a59-411d-4711-8e8a-50eceb81ab92	2026-11-18 00:55:46.996757+00	4	15	34	train	1	0	{}	31	'captain':3 'reyes':4 'steers':2 'who':1	f
814d52deea33d4ebcfbc24336c681b34dc718aee	745da04a-8e03-4e51-828d-64237708d710	2026-11-18 00:55:49.985166+00	2	21	41	train	1	1	{}	45	'comes':2 'first':3 'mill':5 'north':4 'which':1	f
8387e9956727e3123f679956c69246f024748a39	b6d1f1ef-9671-455d-8513-8fdec995aff1	2026-11-18 00:55:40.015232+00	2	1	6	dev	1	0	{numeric,temporal}	12	'board':4 'did':2 'say':5 'the':3 'what':1 '莫谈国事':6	t
859c12dbd8eeadf9ba137597dc734f9e85bd16ce	8a0768b3-356a-4794-86de-696f78fd36a6	2026-11-18 00:55:52.355287+00	6	23	43	train	1	0	{}	47	'again':4 'brothers':5 'cast':2 'it':3 'lund':6 'who':1	f
86100570478441f247b574b62314a9380b4f31a5	c6977166-9dce-47b7-822f-70e703298e11	2026-11-18 00:55:41.123212+00	2	8	12	test	1	0	{coreference,numeric}	17	'brings':2 'farmers':5 'in':4 'it':3 'who':1	t
8cf1ab33e693272e9c6c0f642f73e2ac8af0036d	8059d555-9382-4433-8e07-1424953bc556	2026-11-18 00:55:42.728808+00	3	10	15	train	2	0	{}	20	'by':6 'cart':7 'does':2 'go':5 'how':1 'post':4 'the':3	f
90ecf1470678f600c72171deb06bfafcedf5b6d8	a8bbfb1e-8e96-40ff-832a-a1a73c7b347a	2026-11-18 00:55:47.399259+00	4	14	35	dev	1	0	{}	33	'came':2 'fish':5 'otters':6 'the':4 'what':1 'with':3	f
91f31dd2f85875522e6a111992dba4a157e44062	7f5dddac-c52e-485e-8ca1-68c6bbd477b1	2026-11-18 00:55:41.132181+00	2	8	12	test	1	0	{explicit,numeric}	18	'april':4 'in':1 'month':3 'which':2	t
9b766b315c089c26757fe30553c55880e440c911	e6699e1d-892e-49a6-8c00-6804ccc06779	2026-11-18 00:55:37.469067+00	2	1	1	train	1	0	{}	3	'ardle':4 'stones':3 'the':2 'whence':1	f
9eed802e0a4b9cb0e8ee74a876e2adfff0771698	5d2a7868-821d-4c56-8e68-1c700cbc53de	2026-11-18 00:55:49.950342+00	2	21	41	train	1	1	{}	44	'ground':3 'mill':7 'one':2 'rye':4 'south':6 'the':5 'which':1	f
a9feb7208239dcb67d25fbd3f331f8f74ba8c3a1	a1a141b8-9689-4cec-8fb8-3b76f8a30702	2026-11-18 00:55:40.772437+00	2	8	9	dev	1	0	{numeric,temporal}	16	'build':4 'did':2 'frame':6 'he':3 'movable':5 'what':1	t
b2639525f11bbcdf8754ec48f5e4aed1c9a29c98	37fa26a9-a784-4a2c-85ab-f86930bffc4d	2026-11-18 00:55:48.547954+00	5	20	38	train	1	0	{explicit,numeric}	38	'how':1 'many':2 'seven':4 'trees':3	t
b9abcebf09475e01173324b69909b00d23bcb465	05929483-1946-43f3-8b5e-1c325c148272	2026-11-18 00:55:43.47136+00	3	13	22	dev	2	0	{}	27	'are':3 'fruit':2 'most':4 'pear':5 'which':1	f
c19c2a99c3d1d61485b6b51145ceb57066bd1fb5	1f4088b3-2cdb-4b53-8aac-5ae08ba2ff0f	2026-11-18 00:55:43.452639+00	3	13	22	dev	2	0	{}	26	'1802':5 'given':4 'it':3 'was':2 'when':1	f
c3bb0b470c216a787840598bf4184247a2d85cef	4e3a4739-606d-4e18-8d67-75e12a967405	2026-11-18 00:55:42.759441+00	3	10	15	train	2	1	{}	21	'for':1 'hours':5 'how':2 'long':3 'three':4	f
c3c8ab718ed57d8a2e902013cb00e270b7757723	68f94586-84bf-4b23-8634-37524e2cd5d9	2026-11-18 00:55:46.762034+00	4	14	33	train	1	0	{}	29	'anatolia':5 'it':3 'traded':4 'was':2 'where':1	f
c453037dda8b03de0cd28dfffc36d5cfb343b39d	9dc5c007-45f2-4e57-8a88-abed1524adbf	2026-11-18 00:55:59.872058+00	4	15	46	train	1	0	{}	52	'a':3 'bed':4 'cost':5 'did':2 'pence':7 'two':6 'what':1	f
c4780bd2141f1d06278860fb3073e93126b27b7b	32a66387-fe47-4a18-8029-8e6a6fb0f1d3	2026-11-18 00:55:38.04317+00	2	3	3	train	1	1	{explicit,numeric}	7	'is':3 'largest':5 'njord':6 'one':2 'the':4 'which':1	t
c75da9a8cbd832d1cb8579cd37ab45992084946b	bfc421df-e8ee-4160-858d-f2b47f0e202f	2026-11-18 00:55:52.362653+00	6	23	43	train	1	0	{}	48	'1709':5 'crack':4 'did':2 'it':3 'when':1	f
d66aa0fa954488a44f58b618903e682d9293cfc4	e3eed56e-9467-41f2-8835-5b8c6dea452d	2026-11-18 00:55:47.421651+00	4	14	35	dev	1	1	{}	34	'1963':5 'it':3 'shut':4 'was':2 'when':1	f
d8dfda13d41935c249a25cc18d8655923f08182f	37711175-30d5-42d2-8d3a-f87c76034d05	2026-11-18 00:55:39.995195+00	2	1	6	dev	1	0	{explicit,numeric}	11	'founder':4 'the':3 'was':2 'who':1 '王利发':5	t
dbdbe81be4909bf6f3964473ff93d7543a94cedd	799b3407-5356-4d77-87c0-addb8b01b00f	2026-11-18 00:55:42.983696+00	3	13	18	train	2	0	{}	23	'bared':3 'causeway':4 'is':2 'what':1	f
dce83660a8f0744442ef2bb158c18a49608eac0b	2d556cb2-45dc-464e-8145-3c24a86f09ef	2026-11-18 00:55:41.144506+00	2	8	12	test	1	0	{coreference,numeric}	19	'four':4 'metres':6 'thousand':5 'to':2 'up':1 'where':3	t
e26d240e3e7e0536ff9fbba7f6545b9d76a4688d	c01933f9-3701-46e4-8c6e-f84cbd5a9a73	2026-11-18 00:55:44.024511+00	3	13	25	test	2	0	{}	28	'by':1 'degrees':5 'how':2 'much':3 'two':4	f
e34877151b2e3f6f4c8f8c70c4f44277a3767e1b	7c65663b-3c39-4995-8662-4da06971d3f2	2026-11-18 00:55:37.357157+00	2	1	1	train	1	0	{}	1	'1911':6 'quay':4 'rebuilt':5 'the':3 'was':2 'when':1	f
e99a088fbdda5ae148086750d9a7d805eb531d05	ae60323e-1817-4f4b-8049-8f292c5be623	2026-11-18 00:55:48.528014+00	5	20	38	train	1	0	{coreference,numeric}	37	'inge':4 'moll':5 'planted':2 'them':3 'who':1	t
f1825ba109b5c76febf9415d4c4b48ba0a661646	e9181f88-60c2-4dda-8fdb-4296f65f9fa5	2026-11-18 00:55:38.070566+00	2	3	3	train	1	0	{numeric,negation}	8	'carry':5 'do':2 'grain':6 'ships':4 'the':3 'what':1	t
f3840bd2b7a8a40609229cb75e7f628efcbc895c	e445054d-795d-4d09-8025-8118de6c128f	2026-11-18 00:55:43.373157+00	3	10	21	dev	2	0	{}	24	'how':1 'many':2 'ninety':6 'of':3 'others':5 'the':4	f
f7560b01bf9fe63125bae4c6893e40a3cdf60bec	f45dc658-be9b-47a7-889c-953b9cd2d183	2026-11-18 00:55:40.752386+00	2	8	9	dev	1	1	{coreference,numeric}	15	'free':5 'how':1 'is':3 'left':4 'millimetres':7 'much':2 'nine':6	t
f7cbb48dc9130f3677eb7a1fad0be854851d791c	9a51084e-c17b-44db-8030-6a41e1e11310	2026-11-18 00:55:46.7832+00	4	14	33	train	1	0	{}	30	'glass':5 'is':2 'natural':4 'obsidian':3 'what':1	f
\.

COPY release (id, name, version, project_id, parts, state, as_of, seed, licence, formats, settings, pseudonym_key, code_version, actor, served, created_at, ready_at, report, progress, alive_at) FROM stdin;
1	demo	1.0	2	[]	ready	2026-11-18 00:55:53.381+00	1	CC BY-SA 4.0	{squad,mrqa,hf,attempts}	{"name": "demo", "open": "true", "title": "Démo 🎯 <b>one</b>", "platforms": "[\\"mturk\\", \\"prolific\\", \\"direct\\"]", "batch_hits": null, "onboarding": null, "target_dev": null, "batch_hours": null, "target_test": null, "empty_answer": "fault", "review_blind": "true", "reward_cents": "200", "success_unit": "question", "target_train": null, "lease_seconds": "3600", "review_double": "false", "revoke_confirm": "false", "questions_wanted": "3", "success_permille": "800", "validation_extra": "0", "validation_group": "hit", "validation_match": "em", "validation_votes": "2", "onboarding_retries": "0", "threshold_permille": "400", "validation_matches": "1", "answerable_permille": "500", "review_lease_seconds": "1800", "validation_questions": "10", "validation_early_stop": "0", "validation_onboarding": null, "validation_f1_permille": "400", "assignments_per_passage": "1", "validation_reward_cents": "60", "validation_lease_seconds": "1800", "validation_lost_permille": "0", "validation_train_permille": "0"}	\\xef1fb613db76b04dab586b297fe106c1242fddc65689b6c4ff50a54fda949ed4	0.4.0	lea	f	2026-11-18 00:55:53.437415+00	2026-11-18 00:55:54.291272+00	{"gate": [{"ok": true, "fix": null, "check": "documents", "found": 0, "examples": [], "sentence": "No document is in two splits."}, {"ok": true, "fix": null, "check": "passages", "found": 0, "examples": [], "sentence": "No passage is in two splits, also not written a little differently."}, {"ok": true, "fix": null, "check": "duplicates", "found": 0, "examples": [], "sentence": "No question is asked twice about a passage."}, {"ok": true, "fix": null, "check": "spans", "found": 0, "examples": [], "sentence": "Every answer stands in its passage at the place the files say."}, {"ok": true, "fix": null, "check": "gold", "found": 0, "examples": [], "sentence": "The answers against themselves score 100 exact match and 100 F1."}, {"ok": true, "fix": null, "check": "model", "found": 0, "examples": [], "sentence": "The answers of the model in the loop score 0 exact match."}, {"ok": true, "fix": null, "check": "counts", "found": 0, "examples": [], "sentence": "The files hold as many questions as the database."}], "facts": {"votes": 7, "models": [{"name": "stub", "version": "1", "weights": "0000000000000000000000000000000000000000000000000000000000000000"}], "workers": 5, "validated": 6, "answerable": 5, "validators": 2}, "splits": [{"split": "train", "chosen": 9, "target": null, "available": 9}, {"split": "dev", "chosen": 4, "target": null, "available": 4}, {"split": "test", "chosen": 1, "target": null, "available": 1}], "mrqa_left_out": {"dev": 0, "test": 0, "train": 0}, "near_duplicates": [], "near_duplicates_more": false}	{}	2026-11-18 00:55:54.130134+00
2	loss	1.0	3	[]	failed	2026-11-18 00:55:54.372+00	7	cc-by-sa-4.0	{squad,attempts}	{"name": "loss", "open": "true", "title": "Loss", "platforms": "[\\"mturk\\", \\"prolific\\", \\"direct\\"]", "batch_hits": null, "onboarding": null, "target_dev": 9, "batch_hours": null, "target_test": 9, "empty_answer": "loss", "review_blind": "true", "reward_cents": "120", "success_unit": "question", "target_train": null, "lease_seconds": "3600", "review_double": "false", "revoke_confirm": "false", "questions_wanted": "2", "success_permille": "800", "validation_extra": "1", "validation_group": "passage", "validation_match": "f1", "validation_votes": "2", "onboarding_retries": "0", "threshold_permille": "400", "validation_matches": "1", "answerable_permille": "500", "review_lease_seconds": "1800", "validation_questions": "10", "validation_early_stop": "2", "validation_onboarding": null, "validation_f1_permille": "500", "assignments_per_passage": "2", "validation_reward_cents": "0", "validation_lease_seconds": "1800", "validation_lost_permille": "1000", "validation_train_permille": "1000"}	\\x740ff12130941775a9c33c09cc8fe351f44ab08a818a91d459ea68cb0a7197e5	0.4.0	lea	f	2026-11-18 00:55:54.417093+00	\N	{"gate": [{"ok": true, "fix": null, "check": "documents", "found": 0, "examples": [], "sentence": "No document is in two splits."}, {"ok": true, "fix": null, "check": "passages", "found": 0, "examples": [], "sentence": "No passage is in two splits, also not written a little differently."}, {"ok": false, "fix": "Discard all but one of each (beatctl question discard ID ... --reason TEXT), then build again as of now.", "check": "duplicates", "found": 1, "examples": ["65eb6e38c34beacdc6ac9ff9e33b03ea20365943 and c3bb0b470c216a787840598bf4184247a2d85cef"], "sentence": "A question is asked twice about a passage, but for capitals, punctuation, articles or white space."}, {"ok": true, "fix": null, "check": "spans", "found": 0, "examples": [], "sentence": "Every answer stands in its passage at the place the files say."}, {"ok": true, "fix": null, "check": "gold", "found": 0, "examples": [], "sentence": "The answers against themselves score 100 exact match and 100 F1."}, {"ok": true, "fix": null, "check": "model", "found": 0, "examples": [], "sentence": "The answers of the model in the loop score 0 exact match."}, {"ok": true, "fix": null, "check": "counts", "found": 0, "examples": [], "sentence": "The files hold as many questions as the database."}], "facts": {"votes": 17, "models": [{"name": "reader-b", "version": "1", "weights": "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"}], "workers": 2, "validated": 5, "answerable": 5, "validators": 2}, "splits": [{"split": "train", "chosen": 4, "target": null, "available": 4}, {"split": "dev", "chosen": 4, "target": 9, "available": 4}, {"split": "test", "chosen": 1, "target": 9, "available": 1}], "near_duplicates": [], "near_duplicates_more": false}	{}	2026-11-18 00:55:54.862929+00
3	loss	1.0	3	[]	ready	2026-11-18 00:55:55.216+00	7	cc-by-sa-4.0	{squad,attempts}	{"name": "loss", "open": "true", "title": "Loss", "platforms": "[\\"mturk\\", \\"prolific\\", \\"direct\\"]", "batch_hits": null, "onboarding": null, "target_dev": 9, "batch_hours": null, "target_test": 9, "empty_answer": "loss", "review_blind": "true", "reward_cents": "120", "success_unit": "question", "target_train": null, "lease_seconds": "3600", "review_double": "false", "revoke_confirm": "false", "questions_wanted": "2", "success_permille": "800", "validation_extra": "1", "validation_group": "passage", "validation_match": "f1", "validation_votes": "2", "onboarding_retries": "0", "threshold_permille": "400", "validation_matches": "1", "answerable_permille": "500", "review_lease_seconds": "1800", "validation_questions": "10", "validation_early_stop": "2", "validation_onboarding": null, "validation_f1_permille": "500", "assignments_per_passage": "2", "validation_reward_cents": "0", "validation_lease_seconds": "1800", "validation_lost_permille": "1000", "validation_train_permille": "1000"}	\\x740ff12130941775a9c33c09cc8fe351f44ab08a818a91d459ea68cb0a7197e5	0.4.0	lea	f	2026-11-18 00:55:55.253163+00	2026-11-18 00:55:55.817143+00	{"gate": [{"ok": true, "fix": null, "check": "documents", "found": 0, "examples": [], "sentence": "No document is in two splits."}, {"ok": true, "fix": null, "check": "passages", "found": 0, "examples": [], "sentence": "No passage is in two splits, also not written a little differently."}, {"ok": true, "fix": null, "check": "duplicates", "found": 0, "examples": [], "sentence": "No question is asked twice about a passage."}, {"ok": true, "fix": null, "check": "spans", "found": 0, "examples": [], "sentence": "Every answer stands in its passage at the place the files say."}, {"ok": true, "fix": null, "check": "gold", "found": 0, "examples": [], "sentence": "The answers against themselves score 100 exact match and 100 F1."}, {"ok": true, "fix": null, "check": "model", "found": 0, "examples": [], "sentence": "The answers of the model in the loop score 0 exact match."}, {"ok": true, "fix": null, "check": "counts", "found": 0, "examples": [], "sentence": "The files hold as many questions as the database."}], "facts": {"votes": 15, "models": [{"name": "reader-b", "version": "1", "weights": "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"}], "workers": 2, "validated": 5, "answerable": 5, "validators": 2}, "splits": [{"split": "train", "chosen": 3, "target": null, "available": 3}, {"split": "dev", "chosen": 4, "target": 9, "available": 4}, {"split": "test", "chosen": 1, "target": 9, "available": 1}], "near_duplicates": [], "near_duplicates_more": false}	{}	2026-11-18 00:55:55.767301+00
4	demo	0.9	2	[]	ready	2026-11-18 00:55:41.644+00	1	cc-by-sa-4.0	{squad,mrqa,hf,attempts}	{"name": "demo", "open": "true", "title": "Démo 🎯 <b>one</b>", "platforms": "[\\"mturk\\", \\"prolific\\", \\"direct\\"]", "batch_hits": null, "onboarding": null, "target_dev": null, "batch_hours": null, "target_test": null, "empty_answer": "fault", "review_blind": "true", "reward_cents": "200", "success_unit": "question", "target_train": null, "lease_seconds": "3600", "review_double": "false", "revoke_confirm": "false", "questions_wanted": "3", "success_permille": "800", "validation_extra": "0", "validation_group": "hit", "validation_match": "em", "validation_votes": "2", "onboarding_retries": "0", "threshold_permille": "400", "validation_matches": "1", "answerable_permille": "500", "review_lease_seconds": "1800", "validation_questions": "10", "validation_early_stop": "0", "validation_onboarding": null, "validation_f1_permille": "400", "assignments_per_passage": "1", "validation_reward_cents": "60", "validation_lease_seconds": "1800", "validation_lost_permille": "0", "validation_train_permille": "0"}	\\xbd03738ba3cf56a7ac49cfe9bbd3889a8b8cdd9ea2037bf850002ed286231e6b	0.4.0	lea	f	2026-11-18 00:55:55.953292+00	2026-11-18 00:55:56.828293+00	{"gate": [{"ok": true, "fix": null, "check": "documents", "found": 0, "examples": [], "sentence": "No document is in two splits."}, {"ok": true, "fix": null, "check": "passages", "found": 0, "examples": [], "sentence": "No passage is in two splits, also not written a little differently."}, {"ok": true, "fix": null, "check": "duplicates", "found": 0, "examples": [], "sentence": "No question is asked twice about a passage."}, {"ok": true, "fix": null, "check": "spans", "found": 0, "examples": [], "sentence": "Every answer stands in its passage at the place the files say."}, {"ok": true, "fix": null, "check": "gold", "found": 0, "examples": [], "sentence": "The answers against themselves score 100 exact match and 100 F1."}, {"ok": true, "fix": null, "check": "model", "found": 0, "examples": [], "sentence": "The answers of the model in the loop score 0 exact match."}, {"ok": true, "fix": null, "check": "counts", "found": 0, "examples": [], "sentence": "The files hold as many questions as the database."}], "facts": {"votes": 3, "models": [{"name": "stub", "version": "1", "weights": "0000000000000000000000000000000000000000000000000000000000000000"}], "workers": 5, "validated": 3, "answerable": 3, "validators": 1}, "splits": [{"split": "train", "chosen": 9, "target": null, "available": 9}, {"split": "dev", "chosen": 3, "target": null, "available": 3}, {"split": "test", "chosen": 0, "target": null, "available": 0}], "mrqa_left_out": {"dev": 0, "test": 0, "train": 0}, "near_duplicates": [], "near_duplicates_more": false}	{}	2026-11-18 00:55:56.631454+00
5	both	1.0	\N	[{"id": 1, "name": "demo", "version": "1.0"}, {"id": 3, "name": "loss", "version": "1.0"}]	ready	2026-11-18 00:55:55.216+00	3	cc-by-sa-4.0	{squad,mrqa,hf,attempts}	{}	\\xfd70ab98b6b8f4ea9c2d5acba41b620d696ede1450631a696f09dfa8d0e7cddc	0.4.0	lea	f	2026-11-18 00:55:57.012358+00	2026-11-18 00:55:57.747976+00	{"gate": [{"ok": true, "fix": null, "check": "documents", "found": 0, "examples": [], "sentence": "No document is in two splits."}, {"ok": true, "fix": null, "check": "passages", "found": 0, "examples": [], "sentence": "No passage is in two splits, also not written a little differently."}, {"ok": true, "fix": null, "check": "duplicates", "found": 0, "examples": [], "sentence": "No question is asked twice about a passage."}, {"ok": true, "fix": null, "check": "spans", "found": 0, "examples": [], "sentence": "Every answer stands in its passage at the place the files say."}, {"ok": true, "fix": null, "check": "gold", "found": 0, "examples": [], "sentence": "The answers against themselves score 100 exact match and 100 F1."}, {"ok": true, "fix": null, "check": "model", "found": 0, "examples": [], "sentence": "The answers of the model in the loop score 0 exact match."}, {"ok": true, "fix": null, "check": "counts", "found": 0, "examples": [], "sentence": "The files hold as many questions as the database."}], "splits": [{"split": "train", "chosen": 12, "target": null, "available": 12}, {"split": "dev", "chosen": 8, "target": null, "available": 8}, {"split": "test", "chosen": 2, "target": null, "available": 2}], "mrqa_left_out": {"dev": 0, "test": 0, "train": 0}, "near_duplicates": [], "near_duplicates_more": false}	{}	2026-11-18 00:55:57.549395+00
6	double	2.0	5	[]	ready	2026-11-18 00:55:58.27+00	x	MIT	{squad,mrqa}	{"name": "double", "open": "true", "title": "double", "platforms": "[\\"mturk\\", \\"prolific\\", \\"direct\\"]", "batch_hits": null, "onboarding": null, "target_dev": null, "batch_hours": null, "target_test": null, "empty_answer": "fault", "review_blind": "false", "reward_cents": "0", "success_unit": "hit", "target_train": null, "lease_seconds": "3600", "review_double": "true", "revoke_confirm": "true", "questions_wanted": "2", "success_permille": "600", "validation_extra": "0", "validation_group": "hit", "validation_match": "em", "validation_votes": "0", "onboarding_retries": "0", "threshold_permille": "400", "validation_matches": "1", "answerable_permille": "500", "review_lease_seconds": "1800", "validation_questions": "10", "validation_early_stop": "0", "validation_onboarding": null, "validation_f1_permille": "400", "assignments_per_passage": "1", "validation_reward_cents": "0", "validation_lease_seconds": "1800", "validation_lost_permille": "0", "validation_train_permille": "0"}	\\x00fe6eff490a76e40c39091986730add599d1454803eb335b8b83238c19dac1f	0.4.0	user:ada	t	2026-11-18 00:55:58.319582+00	2026-11-18 00:55:58.773495+00	{"gate": [{"ok": true, "fix": null, "check": "documents", "found": 0, "examples": [], "sentence": "No document is in two splits."}, {"ok": true, "fix": null, "check": "passages", "found": 0, "examples": [], "sentence": "No passage is in two splits, also not written a little differently."}, {"ok": true, "fix": null, "check": "duplicates", "found": 0, "examples": [], "sentence": "No question is asked twice about a passage."}, {"ok": true, "fix": null, "check": "spans", "found": 0, "examples": [], "sentence": "Every answer stands in its passage at the place the files say."}, {"ok": true, "fix": null, "check": "gold", "found": 0, "examples": [], "sentence": "The answers against themselves score 100 exact match and 100 F1."}, {"ok": true, "fix": null, "check": "model", "found": 0, "examples": [], "sentence": "The answers of the model in the loop score 0 exact match."}, {"ok": true, "fix": null, "check": "counts", "found": 0, "examples": [], "sentence": "The files hold as many questions as the database."}], "facts": {"votes": 0, "models": [{"name": "stub", "version": "1", "weights": "0000000000000000000000000000000000000000000000000000000000000000"}], "workers": 1, "validated": 0, "answerable": 0, "validators": 0}, "splits": [{"split": "train", "chosen": 2, "target": null, "available": 2}, {"split": "dev", "chosen": 0, "target": null, "available": 0}, {"split": "test", "chosen": 0, "target": null, "available": 0}], "mrqa_left_out": {"dev": 0, "test": 0, "train": 0}, "near_duplicates": [], "near_duplicates_more": false}	{}	2026-11-18 00:55:58.695032+00
\.

COPY release_file (release_id, path, bytes, sha256) FROM stdin;
1	MANIFEST	2150	88838d802f0c512da44000fa46d96f48ddc325d7d1e77ddc0e3968c138bce180
1	README.md	16318	7cc0420349b09569402f1af782a9c5eb0b9580772b03b11a4af8647f9a6310e7
1	attempts/dev.jsonl	4388	a1cba5595e33d545d5175d9b7972eca0154a5e0fbc4c7b768a4e5f72fe3215a4
1	attempts/test.jsonl	1852	6728d4b2c3aa0f240e07f06a84928137982f653c99d05cd625456654da7064b8
1	attempts/train.jsonl	6873	aeda2cbb494018930744fdeb017d177790f8a146cd0a8e5a2c3cdffce76bb74e
1	croissant.json	38338	b250b2f315895cc23f1fc89c9141c28e0d29460b212d0a9e088421d685c631b4
1	data/test.jsonl	364	06fba9d9e88e3ecb4e4d5086ce099e5884cf68dc34497996851b7051b8aaf430
1	data/train.jsonl	3297	8417c579aa21af12a424c5d9ceffc3d25cb65a31f5f6b1e83782f3b17d4018b7
1	data/validation.jsonl	1523	960a6e44ecefa33181de3ac1314f7beec1074af92b002953f4a687be7d6bdb00
1	demo/dev.json	993	f776724e3c34cc4bd8b45557333fa2052a6ea9969fb6c20420e547681f22befd
1	demo/test-public.json	314	b3e45a5b494829025991c58db10f9fa5ddbe76fb34edd5b11f32652accfb4523
1	demo/test.json	363	cc94300329d6fb8a5e3799d631a48df143dad78956295acd34f1057b00ff4cd4
1	demo/train.json	2003	c7166109f63b558a1caed1e8d2a822997a44f2f73215fc3ee9f4e9ca32d4eb83
1	figures/answer-length.svg	3338	042b99b276e1a2d62a68c8960125c0c18f24888b019b917607154010fc62bacb
1	figures/answer-types.svg	3447	3619bc8adafad3555419137f7ce71847363f9a45591aea4b4954e68384a5e83a
1	figures/comprehension.svg	4049	3aee351413d0652b790e28edef6462bc160544df3d293548320255521827d7d4
1	figures/first-words.svg	13737	149a6d753d42d9d342e89972c16b65dfae17ec4fb6d3c38a9952aa3fc80b44fb
1	figures/human.svg	5761	f593244800d6e7f01a98dd691bf84c0d6eefe7ff5f11f6f97dd6698692376472
1	figures/lengths.svg	5824	87042056e9c63529ecf0d86bcd94c1ca0d1596ecf0275f6bc529d99809da6f0a
1	figures/ngram-overlap.svg	3490	890532232583cfe123976335c278bdd5abbae7ac8d6b048e69ddcdf99bab400a
1	figures/question-length.svg	3892	4ae65dae017a0d2836fd315c29a9fc58a0ff7cf21d6fccaa0bac7fb76396ebd9
1	figures/question-types.svg	3179	a8d62bc0b6814e460194058796d2e0934b78fcea83f91db52a332bd168027478
1	mrqa/dev.jsonl.gz	1053	7ec6bd810156cf5d0e6d673b9afe2661acb7c7177c9a1f524e7c3fe043a1429e
1	mrqa/test.jsonl.gz	493	f594d9a167ef3d46410a42e2d2685976c5b7eb8ab493fea2a1c05c27808ddfff
1	mrqa/train.jsonl.gz	1795	93c84ea2abc2b576c42109f6b0109d18703229c78747dcd6af8b62875f440619
1	statistics.json	15641	bb5e4e86ed3170ceba7f944df199bdcff3fb1ef0024f0a4ad218f89f5cc49e52
3	MANIFEST	589	3f2ceead88998ffe9d7453cdbb1f69504213b6d1680e52a3adb37e54f45cd419
3	attempts/dev.jsonl	2946	c955dc39be68c2d33b9614c96a4bf61c1f79e76dfa3ea7daa8367f7609bab96a
3	attempts/test.jsonl	1213	e5dcf794ca1db35272f75a20647db52f616fa4c848e5e595ad0cf8113b019651
3	attempts/train.jsonl	1650	03d200473bdb9bfed5cbc725b6d6da2b8de8b86acc7b4a139a1cf70bd0d93109
3	loss/dev.json	724	fa99fb9c9ebe0a507446b51c4b92f8114a84dba1d6bf5dee2ac8744618a65642
3	loss/test-public.json	291	1a1888d637f68f475e573210f2b5ddda9115352af928bdf04095e6878dceb11f
3	loss/test.json	344	0e7c05795785d9e12c70010c18783c1888c9356a2599e20803305387de16f424
3	loss/train.json	559	fcb4fa766f2a41c8f9017233899f89c91956b3cbc1013e8b6fb04d90e62310df
4	MANIFEST	2058	7a35b6cc0dc42de195bd3be01ed52a941e3262a231f8e53208a63537316b1974
4	README.md	15975	9c413753d43934457dab8640211523f543520634098a20fd681c461b6aeb29ec
4	attempts/dev.jsonl	4389	5409334dcfdb6fed52bff321a6b14b6fb798d4160cfd7c1765681b69289ad503
4	attempts/test.jsonl	1853	d05f343965fb184f01b9added499f0839ec79234ddf8db047021144ee1bfc51b
4	attempts/train.jsonl	6838	ddfbd4dc5a68c6a5d6615c15e6ab8bdca3de27d72f95fefdfa8bf9c784ebf45e
4	croissant.json	38064	1ab2bdef279f78bd2980d66ad10627a09096f418275b0ee306789c37d6764166
4	data/test.jsonl	0	e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
4	data/train.jsonl	3262	1996b47030dbf63e53f4f661b57e298a2dc8dc2013a257820c6316b9ae4a5607
4	data/validation.jsonl	1132	24c5d7fa166aab016b756e2bdec39ac38883046ea918be4827bad5a3f93600c0
4	demo/dev.json	859	e388cd6e0fc6bc503e92d8644f72874c511c68b08011fdad0c7e774cb2219cda
4	demo/test-public.json	28	6ca6dba6ab6e2b10cdbefd94017b9d3f690aea06a34e9c2dd1ffec6a0f0ec016
4	demo/test.json	28	6ca6dba6ab6e2b10cdbefd94017b9d3f690aea06a34e9c2dd1ffec6a0f0ec016
4	demo/train.json	2004	d33cd978119a14da96d7793b84764042042a65dc5f78a97be9a8cfc9560a8224
4	figures/answer-length.svg	3338	07e2c5aab90e64438a2b63794460b192e4d77a793006400eb234dad5ded40cc6
4	figures/answer-types.svg	3443	09eaf97ecfb8513e6d548657a006a6549713ca46d4ee525a77a7a71db7378d4f
4	figures/first-words.svg	12250	3de6b5880298d9a32637e05fc7c9f7f4f169277d1dcd9b31a1b713fe1ae8ee5d
4	figures/human.svg	4270	ab8df1495388ca22745f995ca7774d15740622752f9c90313c09fc4d150b7908
4	figures/lengths.svg	5824	910b081d54be4ebbd1e90ff9a09f4e722c4b135fd68325ee399b131253a21499
4	figures/ngram-overlap.svg	3765	3cda66d511fd23daf27808b0f8563dac87d11547e2312415b891b892a1fc7250
4	figures/question-length.svg	3616	a8582e19c77bc004b8478a61e6e08032d9a31e6d3578458d9290dd822d92ccbb
4	figures/question-types.svg	3186	c161412d27613979b4b90d607e7c2595f1980864ae79a5228541e49ce5a9062d
4	mrqa/dev.jsonl.gz	983	fdd35d92b6dc431371b2ed9eceef74840006c8c762fe67289a7f707211d8c4e7
4	mrqa/test.jsonl.gz	62	3166e9ec7abd927e6fe3365b7b56fb877166f27d2d8c1cc11078a13699ba8b46
4	mrqa/train.jsonl.gz	1794	200489f12f255960a113a99a8c72abedc8948228685e60db634a4e29a820caa8
4	statistics.json	15378	c54318afc314ef815e037bfd51b4616099b8092f6d06defc5eb7ad1744a88f3e
5	MANIFEST	2150	02109ccfa9ea1d1930be06669a2cf5fb1803a9e12427ce6353853e4442047126
5	README.md	17406	4e40814b1251d77c5a19e1e4ed3f90e3b7f072dc27719ac249a2a9bafbf04716
5	attempts/dev.jsonl	7334	2b437a4cc835ab92385d6a4762d1c3973c6e86fc69c1b3f8f277dbce7b8b70b0
5	attempts/test.jsonl	3065	f8cff875acddb3d2a394ddc0a4b75aaa0e37dfd4c40e19dfb531d0a4fef6862e
5	attempts/train.jsonl	8523	fe684e7a77ec6d070b9ac86dae2dbd4065647c35f0a51728b9bcd3eb991809ce
5	both/dev.json	1689	ef2ef4002e9bd565ac7534dd55f39e0f588ef431f41a343b26b4f44f835c1376
5	both/test-public.json	577	e7f4d27b405d6514cad1a5f28a03187ad2bab56c11c51ad418535cc34b78d367
5	both/test.json	679	a21df28a4deb8e1de772c522674633875f4d748d1b8bc764f39d2b76f9cc954d
5	both/train.json	2534	c553bbcd5d3e452b80dad2f74078db2d57354d7e2f3c95f7c7c920033a70ae21
5	croissant.json	38531	5099353d4f1d8c121ea4867d891f5bdcd436e8b40536fc1578d7360f498e91e4
5	data/test.jsonl	713	abbd0cc431af23109f2f18bff7302cbdc07c58db9b3112209a70406fe8e9a773
5	data/train.jsonl	4208	c8a0344db00b7d1772d8a259fd1ab7b97e41f9e9a4dc590e334c4f2eddde0168
5	data/validation.jsonl	2882	21b7d5526d3f28556cb4c7ec5d38e72858af62ec43a37d3ff758880bcf54e80e
5	figures/answer-length.svg	3424	ffbe2b6e50ff37815fd3cbab298ae1c00603e5c9fdd534cb871492bdd69c0d89
5	figures/answer-types.svg	3479	83218e2c50656d6de395fa769d616547c82b8b169a63a8fe71fc3431aee2423b
5	figures/comprehension.svg	4049	3aee351413d0652b790e28edef6462bc160544df3d293548320255521827d7d4
5	figures/first-words.svg	20862	d3cf411c29a8aeb1823c4aec813aecbb8ed18f2660215ee72c45a5cdce13e527
5	figures/human.svg	5767	4af7c9602a9ccf8185311db735a25dc45265eaf0eb58503c7cd496e504147903
5	figures/lengths.svg	5824	c2d10d77f1976eb4b0eb9cec86f057c8f810adbabd137726fef06a2a210e1410
5	figures/ngram-overlap.svg	3765	daede972c0606020dc0b7d61844607ced482e1d6206c62bacc89e6676d532b15
5	figures/question-length.svg	3618	38f988c66a2d22e7c6d6d924f589b3ae910ef8fbabc0200b6ad864d8bd26e375
5	figures/question-types.svg	3175	a2a3e89c819f89ecd6dc300d55c09f21461cb018a88e494338273f264be450f6
5	mrqa/dev.jsonl.gz	1553	9cb01765eb8f04ae677bcec29164027e02f5266ff30b21658c86ff56aac4a798
5	mrqa/test.jsonl.gz	823	cfee5d096ab5e0e96708197d02cb5dad8a19f2d5fb114d2dcb1b16d08bd50c90
5	mrqa/train.jsonl.gz	2187	848430916f248120fda446b12fad8ed90d499de638279c558fb88971a619260c
5	statistics.json	16405	d4413bfe687926873fb6d268cc4d52f53cede976379d7cb9c26ae5fa6088782e
6	MANIFEST	594	68490227f631548f8c0f737c3593d78c3163a5e06930fd11688f7c8ddd15abd3
6	double/dev.json	28	6ca6dba6ab6e2b10cdbefd94017b9d3f690aea06a34e9c2dd1ffec6a0f0ec016
6	double/test-public.json	28	6ca6dba6ab6e2b10cdbefd94017b9d3f690aea06a34e9c2dd1ffec6a0f0ec016
6	double/test.json	28	6ca6dba6ab6e2b10cdbefd94017b9d3f690aea06a34e9c2dd1ffec6a0f0ec016
6	double/train.json	451	acf587b4fa8ac72740a87544288fd93021ffeaff3024518aed1cf0cb29231164
6	mrqa/dev.jsonl.gz	63	00617c6beca6151cc2a8cc6aa8b861beb3327f0ec96e5ab4b1164380045c44e8
6	mrqa/test.jsonl.gz	65	06afc73c6444ec87af29e95cd409e49589c5f49b14c40e5b53a42893fa28e201
6	mrqa/train.jsonl.gz	508	178d9842aadeffd3d6a2cc175ce565bf4b7991dbb1d8d4a21baf061c8172f037
\.

COPY release_question (release_id, split, place, question_id) FROM stdin;
1	dev	1	273aa6a5ae6fd018fe81eb25c6b47ece8def0597
1	dev	2	a9feb7208239dcb67d25fbd3f331f8f74ba8c3a1
1	dev	3	8387e9956727e3123f679956c69246f024748a39
1	dev	4	d8dfda13d41935c249a25cc18d8655923f08182f
1	test	1	86100570478441f247b574b62314a9380b4f31a5
1	train	1	159adc6e7068dc80506e1f8bed555c5a3e756b98
1	train	2	2ebba1e626f5ec645f4a4b388ea6683f645bf032
1	train	3	56d3079123a2b9b5653a5d216244ba1d85dfdb08
1	train	4	63e4e5aa0bf77c2f928baf06095a58af1dc32376
1	train	5	f1825ba109b5c76febf9415d4c4b48ba0a661646
1	train	6	534b85e549b484feefe3c46032a5cc250c4c4fc3
1	train	7	2a50e514bc5ce47bd0725ea967d6b61d83289ecb
1	train	8	9b766b315c089c26757fe30553c55880e440c911
1	train	9	e34877151b2e3f6f4c8f8c70c4f44277a3767e1b
2	dev	1	39447d57409b240986c27e60280bd2e37a5ebf67
2	dev	2	b9abcebf09475e01173324b69909b00d23bcb465
2	dev	3	c19c2a99c3d1d61485b6b51145ceb57066bd1fb5
2	dev	4	f3840bd2b7a8a40609229cb75e7f628efcbc895c
2	test	1	e26d240e3e7e0536ff9fbba7f6545b9d76a4688d
2	train	1	65eb6e38c34beacdc6ac9ff9e33b03ea20365943
2	train	2	8cf1ab33e693272e9c6c0f642f73e2ac8af0036d
2	train	3	c3bb0b470c216a787840598bf4184247a2d85cef
2	train	4	dbdbe81be4909bf6f3964473ff93d7543a94cedd
3	dev	1	39447d57409b240986c27e60280bd2e37a5ebf67
3	dev	2	b9abcebf09475e01173324b69909b00d23bcb465
3	dev	3	c19c2a99c3d1d61485b6b51145ceb57066bd1fb5
3	dev	4	f3840bd2b7a8a40609229cb75e7f628efcbc895c
3	test	1	e26d240e3e7e0536ff9fbba7f6545b9d76a4688d
3	train	1	65eb6e38c34beacdc6ac9ff9e33b03ea20365943
3	train	2	8cf1ab33e693272e9c6c0f642f73e2ac8af0036d
3	train	3	dbdbe81be4909bf6f3964473ff93d7543a94cedd
4	dev	1	a9feb7208239dcb67d25fbd3f331f8f74ba8c3a1
4	dev	2	8387e9956727e3123f679956c69246f024748a39
4	dev	3	d8dfda13d41935c249a25cc18d8655923f08182f
4	train	1	2ebba1e626f5ec645f4a4b388ea6683f645bf032
4	train	2	56d3079123a2b9b5653a5d216244ba1d85dfdb08
4	train	3	63e4e5aa0bf77c2f928baf06095a58af1dc32376
4	train	4	c4780bd2141f1d06278860fb3073e93126b27b7b
4	train	5	f1825ba109b5c76febf9415d4c4b48ba0a661646
4	train	6	534b85e549b484feefe3c46032a5cc250c4c4fc3
4	train	7	2a50e514bc5ce47bd0725ea967d6b61d83289ecb
4	train	8	9b766b315c089c26757fe30553c55880e440c911
4	train	9	e34877151b2e3f6f4c8f8c70c4f44277a3767e1b
5	dev	1	8387e9956727e3123f679956c69246f024748a39
5	dev	2	d8dfda13d41935c249a25cc18d8655923f08182f
5	dev	3	f3840bd2b7a8a40609229cb75e7f628efcbc895c
5	dev	4	273aa6a5ae6fd018fe81eb25c6b47ece8def0597
5	dev	5	b9abcebf09475e01173324b69909b00d23bcb465
5	dev	6	c19c2a99c3d1d61485b6b51145ceb57066bd1fb5
5	dev	7	39447d57409b240986c27e60280bd2e37a5ebf67
5	dev	8	a9feb7208239dcb67d25fbd3f331f8f74ba8c3a1
5	test	1	86100570478441f247b574b62314a9380b4f31a5
5	test	2	e26d240e3e7e0536ff9fbba7f6545b9d76a4688d
5	train	1	f1825ba109b5c76febf9415d4c4b48ba0a661646
5	train	2	2a50e514bc5ce47bd0725ea967d6b61d83289ecb
5	train	3	9b766b315c089c26757fe30553c55880e440c911
5	train	4	63e4e5aa0bf77c2f928baf06095a58af1dc32376
5	train	5	2ebba1e626f5ec645f4a4b388ea6683f645bf032
5	train	6	dbdbe81be4909bf6f3964473ff93d7543a94cedd
5	train	7	8cf1ab33e693272e9c6c0f642f73e2ac8af0036d
5	train	8	e34877151b2e3f6f4c8f8c70c4f44277a3767e1b
5	train	9	56d3079123a2b9b5653a5d216244ba1d85dfdb08
5	train	10	534b85e549b484feefe3c46032a5cc250c4c4fc3
5	train	11	159adc6e7068dc80506e1f8bed555c5a3e756b98
5	train	12	65eb6e38c34beacdc6ac9ff9e33b03ea20365943
6	train	1	b2639525f11bbcdf8754ec48f5e4aed1c9a29c98
6	train	2	e99a088fbdda5ae148086750d9a7d805eb531d05
\.

COPY review (id, assignment_id, project_id, account_id, kind, state, leased_at, expires_at, finished_at) FROM stdin;
1	37	5	2	review	finished	2026-11-18 00:55:48.939737+00	2026-11-18 01:25:48.939737+00	2026-11-18 00:55:48.980437+00
2	38	5	2	review	finished	2026-11-18 00:55:48.990287+00	2026-11-18 01:25:48.990287+00	2026-11-18 00:55:49.004433+00
3	39	5	2	review	finished	2026-11-18 00:55:49.017951+00	2026-11-18 01:25:49.017951+00	2026-11-18 00:55:49.026157+00
4	37	5	3	review	finished	2026-11-18 00:55:49.06581+00	2026-11-18 01:25:49.06581+00	2026-11-18 00:55:49.088041+00
5	38	5	3	review	finished	2026-11-18 00:55:49.18362+00	2026-11-18 01:25:49.18362+00	2026-11-18 00:55:49.191838+00
6	39	5	3	review	finished	2026-11-18 00:55:49.225136+00	2026-11-18 01:25:49.225136+00	2026-11-18 00:55:49.265444+00
7	39	5	1	adjudication	finished	2026-11-18 00:55:49.291642+00	2026-11-18 01:25:49.291642+00	2026-11-18 00:55:49.30591+00
8	1	2	2	review	released	2026-11-18 00:55:50.157143+00	2026-11-18 01:25:50.157143+00	\N
9	2	2	2	review	leased	2026-11-18 00:55:50.170539+00	2026-11-18 01:25:50.170539+00	\N
10	1	2	2	review	undone	2026-11-18 00:55:50.200193+00	2026-11-18 01:25:50.200193+00	2026-11-18 00:55:50.209163+00
11	1	2	2	review	leased	2026-11-18 00:55:50.243411+00	2026-11-18 01:25:50.243411+00	\N
12	3	2	2	review	finished	2026-11-18 00:55:50.271917+00	2026-11-18 01:25:50.271917+00	2026-11-18 00:55:50.283567+00
13	5	2	2	review	finished	2026-11-18 00:55:50.293951+00	2026-11-18 01:25:50.293951+00	2026-11-18 00:55:50.309657+00
14	6	2	2	review	finished	2026-11-18 00:55:50.319192+00	2026-11-18 01:25:50.319192+00	2026-11-18 00:55:50.332163+00
15	9	2	2	review	finished	2026-11-18 00:55:50.351986+00	2026-11-18 01:25:50.351986+00	2026-11-18 00:55:50.365466+00
16	12	2	2	review	finished	2026-11-18 00:55:50.373976+00	2026-11-18 01:25:50.373976+00	2026-11-18 00:55:50.387714+00
17	40	2	2	review	finished	2026-11-18 00:55:50.404044+00	2026-11-18 01:25:50.404044+00	2026-11-18 00:55:50.419019+00
\.

COPY revocation (id, project_id, worker_id, state, cause, reason, actor, at, review_id, valid, reviewed, decided_by, decided_at, discarded, undone_by, undone_at, undone_reason) FROM stdin;
1	5	19	done	review	0 of 1 reviewed HITs are valid: 0.0 %, less than the 60.0 % that the project asks for.	user:rea	2026-11-18 00:55:49.161796+00	4	0	1	user:rob	2026-11-18 00:55:49.353626+00	4	\N	\N	\N
2	2	21	undone	review	1 of 3 reviewed questions are valid: 33.3 %, less than the 80.0 % that the project asks for.	user:rob	2026-11-18 00:55:50.433299+00	17	1	3	\N	\N	5	user:ada	2026-11-18 00:55:50.542178+00	Mixed up with somebody else.
3	2	21	done	hand	It was no mix-up.	lea	2026-11-18 00:55:50.716559+00	\N	\N	\N	\N	\N	5	\N	\N	\N
\.

COPY sample (assignment_id, batch_id, project_id, worker_id, state, reviews_wanted, taken, held, review_id, sampled_at, settled_at) FROM stdin;
1	2	2	1	waiting	1	1	f	\N	2026-11-18 00:55:50.097994+00	\N
2	2	2	2	waiting	1	1	f	\N	2026-11-18 00:55:50.097994+00	\N
3	2	2	3	settled	1	1	f	12	2026-11-18 00:55:50.097994+00	2026-11-18 00:55:50.284188+00
5	2	2	5	settled	1	1	f	13	2026-11-18 00:55:50.097994+00	2026-11-18 00:55:50.31024+00
6	2	2	1	settled	1	1	f	14	2026-11-18 00:55:50.097994+00	2026-11-18 00:55:50.33258+00
9	2	2	8	settled	1	1	f	15	2026-11-18 00:55:50.097994+00	2026-11-18 00:55:50.365848+00
12	2	2	8	settled	1	1	f	16	2026-11-18 00:55:50.097994+00	2026-11-18 00:55:50.388115+00
37	1	5	19	settled	2	2	f	1	2026-11-18 00:55:48.862925+00	2026-11-18 00:55:49.116171+00
38	1	5	20	settled	2	2	f	2	2026-11-18 00:55:48.862925+00	2026-11-18 00:55:49.193532+00
39	1	5	19	settled	2	1	f	7	2026-11-18 00:55:48.862925+00	2026-11-18 00:55:49.30641+00
40	2	2	21	settled	1	1	f	17	2026-11-18 00:55:50.097994+00	2026-11-18 00:55:50.419569+00
\.

COPY sample_tally (batch_id, lane, project_id, waiting, disputed, held, settled) FROM stdin;
1	15	5	3	0	0	0
1	18	5	-3	0	0	3
2	7	2	8	0	0	0
2	18	2	-6	0	0	6
\.

COPY screening (assignment_id, project_id, worker_id, onboarding_id, handed_in_at, state, reason, account_id, actor, decided_at) FROM stdin;
27	4	14	1	2026-11-18 00:55:45.50521+00	passed	Good.	2	user:rob	2026-11-18 00:55:45.897139+00
28	4	15	1	2026-11-18 00:55:45.625328+00	failed	Copied from the passage.	\N	lea	2026-11-18 00:55:46.011422+00
29	4	16	1	2026-11-18 00:55:45.768156+00	failed	No.	\N	lea	2026-11-18 00:55:46.137637+00
30	4	17	1	2026-11-18 00:55:45.884132+00	waiting	\N	\N	\N	\N
31	4	15	1	2026-11-18 00:55:46.302331+00	passed	\N	\N	lea	2026-11-18 00:55:46.432829+00
32	4	16	1	2026-11-18 00:55:46.526015+00	failed	Not this time either.	\N	lea	2026-11-18 00:55:46.620344+00
\.

COPY screening_tally (project_id, lane, passed, failed) FROM stdin;
4	2	0	1
4	18	1	0
4	22	0	1
4	25	0	1
4	30	1	0
\.

COPY setting (key, value, created_at) FROM stdin;
release_key	b8cac0d2143f455c89710a92c9360bf7fe6614bcab06477b81101b7f63c7ab20	2026-11-18 00:55:29.976662+00
token-key	ad638deaa8cc9e064ef89502bd3d44e71834862fddbf2c110c70291d00ec0587	2026-11-18 00:55:31.194106+00
\.

COPY transfer_prediction (attempt_id, reader_id, answer, answer_start, answer_end, score, shared, model_tokens, human_tokens, verdict, model_ms, asked_at) FROM stdin;
1aba454c-312c-4f01-8735-4cfb69d5a1a1	1	Cafe	0	4	0.5	0	1	2	human	1	2026-11-18 00:55:53.195268+00
1b0425ad-be25-4ec2-86f9-f93fbe35f0dc	1	ten	60	63	0.5	0	1	1	human	13	2026-11-18 00:55:53.236613+00
2d556cb2-45dc-464e-8145-3c24a86f09ef	1	sea level	21	30	0.5	0	2	3	human	1	2026-11-18 00:55:53.263518+00
37711175-30d5-42d2-8d3a-f87c76034d05	1	老茶馆	0	3	0.5	0	1	1	human	0	2026-11-18 00:55:53.239993+00
37fa26a9-a784-4a2c-85ab-f86930bffc4d	1	On	0	2	0.5	0	1	1	human	0	2026-11-18 00:55:53.269815+00
647102ea-8a75-48fe-87b3-abb075042c7e	1	Beijing	46	53	0.5	1	1	1	model	0	2026-11-18 00:55:53.244045+00
68856e1f-4903-4e66-8cd4-2afeefb3eb52	1	Cafe	0	4	0.5	0	1	2	human	1	2026-11-18 00:55:53.203834+00
7c65663b-3c39-4995-8662-4da06971d3f2	1	Ardle	79	84	0.5	0	1	1	human	1	2026-11-18 00:55:53.152829+00
7f5dddac-c52e-485e-8ca1-68c6bbd477b1	1	Quinoa	0	6	0.5	0	1	1	human	0	2026-11-18 00:55:53.261943+00
84853985-438f-4c87-81fb-dc279a4c7578	1	Cafe	0	4	0.5	0	1	1	human	1	2026-11-18 00:55:53.200846+00
90a45050-d62a-4931-865a-2a4bdaf8158f	1	owner, Zoë Kranjčar	58	77	0.5	2	3	2	model	1	2026-11-18 00:55:53.191294+00
a1a141b8-9689-4cec-8fb8-3b76f8a30702	1	gap	53	56	0.5	0	1	2	human	0	2026-11-18 00:55:53.255263+00
ae60323e-1817-4f4b-8049-8f292c5be623	1	On	0	2	0.5	0	1	2	human	1	2026-11-18 00:55:53.264522+00
b6d1f1ef-9671-455d-8513-8fdec995aff1	1	老茶馆	0	3	0.5	0	1	1	human	0	2026-11-18 00:55:53.241036+00
c6977166-9dce-47b7-822f-70e703298e11	1	Quinoa	0	6	0.5	0	1	1	human	1	2026-11-18 00:55:53.258945+00
dc5d236f-74f0-44a9-8eb0-29cb5e7cde25	1	Cafe	0	4	0.5	0	1	1	human	0	2026-11-18 00:55:53.175271+00
e13f4c05-e63e-4225-84d0-fe68ae3db3a7	1	Some	0	4	0.5	0	1	1	human	1	2026-11-18 00:55:53.219225+00
e2a61dcc-177b-49b0-8860-c0549db526c8	1	In	0	2	0.5	0	1	2	human	0	2026-11-18 00:55:53.247149+00
e6699e1d-892e-49a6-8c00-6804ccc06779	1	Ardle, and its crane	79	99	0.5	1	4	1	human	1	2026-11-18 00:55:53.1695+00
e9181f88-60c2-4dda-8fdb-4296f65f9fa5	1	channel	116	123	0.5	0	1	1	human	1	2026-11-18 00:55:53.21533+00
f3e18310-de43-49f2-889b-e620a1809b3b	1	The	0	3	0.5	0	0	1	human	1	2026-11-18 00:55:53.163325+00
fbd38d3a-9147-4645-86b5-db51909cac79	1	The	0	3	0.5	0	0	1	human	1	2026-11-18 00:55:53.166013+00
fce7a23d-4549-459e-819e-42bc1c54bad6	1	王利发	27	30	0.5	0	1	1	human	0	2026-11-18 00:55:53.245088+00
\.

COPY transfer_reader (id, name, version, weights, first_seen_at) FROM stdin;
1	reader-b	2	bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb	2026-11-18 00:55:53.072438+00
\.

COPY validation (id, attempt_id, project_id, passage_id, assignment_id, worker_id, split, cause, active, state, wanted, taken, votes, matches, shuffle, created_at, decided_at) FROM stdin;
165d7224e8e43e99218c7201c3e1e7e491c71cf8	c4a97432-06fe-4f1f-8a09-762dad6edd5a	4	23	44	14	test	split	t	waiting	1	1	0	0	1251064177	2026-11-18 00:55:59.557669+00	\N
21453b9f317e225f267845dc995b34ffbce15a13	fce7a23d-4549-459e-819e-42bc1c54bad6	2	7	6	1	dev	split	t	waiting	2	1	1	0	687171656	2026-11-18 00:55:40.074747+00	\N
273aa6a5ae6fd018fe81eb25c6b47ece8def0597	e2a61dcc-177b-49b0-8860-c0549db526c8	2	8	9	8	dev	split	t	answerable	2	2	2	1	1151063991	2026-11-18 00:55:40.783594+00	2026-11-18 00:55:41.84882+00
39447d57409b240986c27e60280bd2e37a5ebf67	be71b374-391c-4da4-8b4b-d0dbb258a277	3	11	21	10	dev	split	t	answerable	2	2	2	1	1000879876	2026-11-18 00:55:43.415838+00	2026-11-18 00:55:43.619753+00
5e7096e6992120206709cbdfc736fbf298026c37	302bda53-d76b-4c26-8f70-b092ff40f4a4	3	12	25	13	test	lost	t	answerable	2	1	1	1	371098721	2026-11-18 00:55:44.062492+00	2026-11-18 00:55:44.129448+00
60a44b6cc5d36dbfefcb032534156ee36d1e0cfc	90fafc78-de3f-4225-897c-31cc3d3e937c	3	11	21	10	dev	lost	t	answerable	2	2	2	2	934289095	2026-11-18 00:55:43.41558+00	2026-11-18 00:55:43.620217+00
65eb6e38c34beacdc6ac9ff9e33b03ea20365943	354e6831-51c3-469d-8f7c-60ca6d805036	3	10	18	13	train	train	t	answerable	2	2	2	2	1456809877	2026-11-18 00:55:42.999236+00	2026-11-18 00:55:43.069464+00
68d8e97459c07665bbb4d3c65250f7df16a7dff1	753c76f2-a7e9-4a7d-879c-9eea38f3227f	4	23	44	14	test	split	t	waiting	1	1	0	0	2101554672	2026-11-18 00:55:59.557946+00	\N
8387e9956727e3123f679956c69246f024748a39	b6d1f1ef-9671-455d-8513-8fdec995aff1	2	7	6	1	dev	split	t	answerable	2	1	1	1	2085998623	2026-11-18 00:55:40.074671+00	2026-11-18 00:55:40.236929+00
86100570478441f247b574b62314a9380b4f31a5	c6977166-9dce-47b7-822f-70e703298e11	2	9	12	8	test	split	t	answerable	2	1	1	1	1480184275	2026-11-18 00:55:41.148271+00	2026-11-18 00:55:41.857046+00
8cf1ab33e693272e9c6c0f642f73e2ac8af0036d	8059d555-9382-4433-8e07-1424953bc556	3	10	15	10	train	train	t	answerable	2	2	2	2	482101152	2026-11-18 00:55:42.795539+00	2026-11-18 00:55:42.86383+00
90ecf1470678f600c72171deb06bfafcedf5b6d8	a8bbfb1e-8e96-40ff-832a-a1a73c7b347a	4	15	35	14	dev	split	t	answerable	1	1	1	1	869890721	2026-11-18 00:55:47.430049+00	2026-11-18 00:55:47.649899+00
91f31dd2f85875522e6a111992dba4a157e44062	7f5dddac-c52e-485e-8ca1-68c6bbd477b1	2	9	12	8	test	split	t	waiting	2	1	1	0	667894405	2026-11-18 00:55:41.148402+00	\N
a9feb7208239dcb67d25fbd3f331f8f74ba8c3a1	a1a141b8-9689-4cec-8fb8-3b76f8a30702	2	8	9	8	dev	split	t	answerable	2	2	2	1	1629832406	2026-11-18 00:55:40.783814+00	2026-11-18 00:55:40.840941+00
b9abcebf09475e01173324b69909b00d23bcb465	05929483-1946-43f3-8b5e-1c325c148272	3	11	22	13	dev	split	t	answerable	2	2	2	2	2117756355	2026-11-18 00:55:43.487509+00	2026-11-18 00:55:43.621827+00
c19c2a99c3d1d61485b6b51145ceb57066bd1fb5	1f4088b3-2cdb-4b53-8aac-5ae08ba2ff0f	3	11	22	13	dev	split	t	answerable	2	2	2	2	757706995	2026-11-18 00:55:43.487332+00	2026-11-18 00:55:43.622257+00
c3bb0b470c216a787840598bf4184247a2d85cef	4e3a4739-606d-4e18-8d67-75e12a967405	3	10	15	10	train	train	f	answerable	2	2	2	1	1834399300	2026-11-18 00:55:42.795687+00	2026-11-18 00:55:44.340256+00
d66aa0fa954488a44f58b618903e682d9293cfc4	e3eed56e-9467-41f2-8835-5b8c6dea452d	4	15	35	14	dev	split	t	unanswerable	1	1	1	0	705547172	2026-11-18 00:55:47.430184+00	2026-11-18 00:55:47.650608+00
d8dfda13d41935c249a25cc18d8655923f08182f	37711175-30d5-42d2-8d3a-f87c76034d05	2	7	6	1	dev	split	t	answerable	2	1	1	1	812703997	2026-11-18 00:55:40.07412+00	2026-11-18 00:55:40.249357+00
dbdbe81be4909bf6f3964473ff93d7543a94cedd	799b3407-5356-4d77-87c0-addb8b01b00f	3	10	18	13	train	train	t	answerable	2	2	2	2	1512585405	2026-11-18 00:55:42.999403+00	2026-11-18 00:55:43.070128+00
dce83660a8f0744442ef2bb158c18a49608eac0b	2d556cb2-45dc-464e-8145-3c24a86f09ef	2	9	12	8	test	split	t	waiting	2	1	1	0	214629903	2026-11-18 00:55:41.148435+00	\N
e26d240e3e7e0536ff9fbba7f6545b9d76a4688d	c01933f9-3701-46e4-8c6e-f84cbd5a9a73	3	12	25	13	test	split	t	answerable	2	1	1	1	2114500543	2026-11-18 00:55:44.062283+00	2026-11-18 00:55:44.129949+00
f3840bd2b7a8a40609229cb75e7f628efcbc895c	e445054d-795d-4d09-8025-8118de6c128f	3	11	21	10	dev	split	t	answerable	2	2	2	2	1443298308	2026-11-18 00:55:43.415779+00	2026-11-18 00:55:43.620483+00
f7560b01bf9fe63125bae4c6893e40a3cdf60bec	f45dc658-be9b-47a7-889c-953b9cd2d183	2	8	9	8	dev	split	t	unanswerable	2	2	2	0	2126291903	2026-11-18 00:55:40.783762+00	2026-11-18 00:55:41.858731+00
\.

COPY validation_item (assignment_id, validation_id, worker_id, place, state, due) FROM stdin;
7	21453b9f317e225f267845dc995b34ffbce15a13	6	3	voted	\N
7	8387e9956727e3123f679956c69246f024748a39	6	2	voted	\N
7	d8dfda13d41935c249a25cc18d8655923f08182f	6	1	voted	\N
8	21453b9f317e225f267845dc995b34ffbce15a13	7	3	voted	\N
8	8387e9956727e3123f679956c69246f024748a39	7	1	voted	\N
8	d8dfda13d41935c249a25cc18d8655923f08182f	7	2	voted	\N
10	273aa6a5ae6fd018fe81eb25c6b47ece8def0597	6	1	voted	\N
10	a9feb7208239dcb67d25fbd3f331f8f74ba8c3a1	6	3	voted	\N
10	f7560b01bf9fe63125bae4c6893e40a3cdf60bec	6	2	voted	\N
11	273aa6a5ae6fd018fe81eb25c6b47ece8def0597	9	1	voted	\N
11	a9feb7208239dcb67d25fbd3f331f8f74ba8c3a1	9	3	voted	\N
11	f7560b01bf9fe63125bae4c6893e40a3cdf60bec	9	2	voted	\N
13	86100570478441f247b574b62314a9380b4f31a5	7	3	voted	\N
13	91f31dd2f85875522e6a111992dba4a157e44062	7	1	voted	\N
13	dce83660a8f0744442ef2bb158c18a49608eac0b	7	2	voted	\N
14	86100570478441f247b574b62314a9380b4f31a5	9	1	voted	\N
14	91f31dd2f85875522e6a111992dba4a157e44062	9	2	voted	\N
14	dce83660a8f0744442ef2bb158c18a49608eac0b	9	3	voted	\N
16	8cf1ab33e693272e9c6c0f642f73e2ac8af0036d	11	2	voted	\N
16	c3bb0b470c216a787840598bf4184247a2d85cef	11	1	voted	\N
17	8cf1ab33e693272e9c6c0f642f73e2ac8af0036d	12	2	voted	\N
17	c3bb0b470c216a787840598bf4184247a2d85cef	12	1	voted	\N
19	65eb6e38c34beacdc6ac9ff9e33b03ea20365943	11	2	voted	\N
19	dbdbe81be4909bf6f3964473ff93d7543a94cedd	11	1	voted	\N
20	65eb6e38c34beacdc6ac9ff9e33b03ea20365943	12	2	voted	\N
20	dbdbe81be4909bf6f3964473ff93d7543a94cedd	12	1	voted	\N
23	39447d57409b240986c27e60280bd2e37a5ebf67	11	2	voted	\N
23	60a44b6cc5d36dbfefcb032534156ee36d1e0cfc	11	5	voted	\N
23	b9abcebf09475e01173324b69909b00d23bcb465	11	4	voted	\N
23	c19c2a99c3d1d61485b6b51145ceb57066bd1fb5	11	3	voted	\N
23	f3840bd2b7a8a40609229cb75e7f628efcbc895c	11	1	voted	\N
24	39447d57409b240986c27e60280bd2e37a5ebf67	12	3	voted	\N
24	60a44b6cc5d36dbfefcb032534156ee36d1e0cfc	12	4	voted	\N
24	b9abcebf09475e01173324b69909b00d23bcb465	12	5	voted	\N
24	c19c2a99c3d1d61485b6b51145ceb57066bd1fb5	12	1	voted	\N
24	f3840bd2b7a8a40609229cb75e7f628efcbc895c	12	2	voted	\N
26	5e7096e6992120206709cbdfc736fbf298026c37	11	2	voted	\N
26	e26d240e3e7e0536ff9fbba7f6545b9d76a4688d	11	1	voted	\N
36	90ecf1470678f600c72171deb06bfafcedf5b6d8	18	1	voted	\N
36	d66aa0fa954488a44f58b618903e682d9293cfc4	18	2	voted	\N
45	165d7224e8e43e99218c7201c3e1e7e491c71cf8	18	1	leased	\N
45	68d8e97459c07665bbb4d3c65250f7df16a7dff1	18	2	leased	\N
\.

COPY vote (id, assignment_id, validation_id, project_id, worker_id, answer_start, answer_end, answer_text, normal, reason, comment, shared, vote_tokens, original_tokens, exact, excluded, created_at, cast_at) FROM stdin;
1	7	8387e9956727e3123f679956c69246f024748a39	2	6	74	78	莫谈国事	莫谈国事	\N		1	1	1	t	f	2026-11-18 00:55:40.177093+00	2026-11-18 00:55:40.205724+00
2	7	21453b9f317e225f267845dc995b34ffbce15a13	2	6	\N	\N	\N	\N	no_answer	Which of the two — 茶?	0	0	1	f	f	2026-11-18 00:55:40.198608+00	2026-11-18 00:55:40.205724+00
3	7	d8dfda13d41935c249a25cc18d8655923f08182f	2	6	27	30	王利发	王利发	\N		1	1	1	t	f	2026-11-18 00:55:40.203378+00	2026-11-18 00:55:40.205724+00
4	8	8387e9956727e3123f679956c69246f024748a39	2	7	46	53	Beijing	beijing	\N		0	1	1	f	t	2026-11-18 00:55:40.336844+00	2026-11-18 00:55:40.35155+00
5	8	21453b9f317e225f267845dc995b34ffbce15a13	2	7	19	23	1898	1898	\N		1	1	1	t	t	2026-11-18 00:55:40.309648+00	2026-11-18 00:55:40.35155+00
6	8	d8dfda13d41935c249a25cc18d8655923f08182f	2	7	32	41	Wang Lifa	wang lifa	\N		0	2	1	f	t	2026-11-18 00:55:40.313235+00	2026-11-18 00:55:40.35155+00
9	10	f7560b01bf9fe63125bae4c6893e40a3cdf60bec	2	6	\N	\N	\N	\N	no_answer		0	0	2	f	f	2026-11-18 00:55:40.803408+00	2026-11-18 00:55:40.826348+00
10	10	a9feb7208239dcb67d25fbd3f331f8f74ba8c3a1	2	6	82	95	movable frame	movable frame	\N		2	2	2	t	f	2026-11-18 00:55:40.819501+00	2026-11-18 00:55:40.826348+00
11	10	273aa6a5ae6fd018fe81eb25c6b47ece8def0597	2	6	16	26	Langstroth	langstroth	\N		1	1	2	f	f	2026-11-18 00:55:40.823846+00	2026-11-18 00:55:40.826348+00
12	11	f7560b01bf9fe63125bae4c6893e40a3cdf60bec	2	9	60	64	nine	nine	\N		1	1	2	f	f	2026-11-18 00:55:40.863443+00	2026-11-18 00:55:40.878922+00
13	11	a9feb7208239dcb67d25fbd3f331f8f74ba8c3a1	2	9	90	95	frame	frame	\N		1	1	2	f	f	2026-11-18 00:55:40.872384+00	2026-11-18 00:55:40.878922+00
14	11	273aa6a5ae6fd018fe81eb25c6b47ece8def0597	2	9	8	26	Lorenzo Langstroth	lorenzo langstroth	\N		2	2	2	t	f	2026-11-18 00:55:40.87631+00	2026-11-18 00:55:40.878922+00
15	13	91f31dd2f85875522e6a111992dba4a157e44062	2	7	100	105	April	april	\N		1	1	1	t	t	2026-11-18 00:55:41.167722+00	2026-11-18 00:55:41.176788+00
16	13	dce83660a8f0744442ef2bb158c18a49608eac0b	2	7	\N	\N	\N	\N	several_answers	Two heights.	0	0	3	f	t	2026-11-18 00:55:41.170174+00	2026-11-18 00:55:41.176788+00
17	13	86100570478441f247b574b62314a9380b4f31a5	2	7	57	64	Farmers	farmers	\N		1	1	1	t	t	2026-11-18 00:55:41.174758+00	2026-11-18 00:55:41.176788+00
18	14	91f31dd2f85875522e6a111992dba4a157e44062	2	9	100	107	April 🌾	april 🌾	\N		1	2	1	f	f	2026-11-18 00:55:41.194415+00	2026-11-18 00:55:41.205523+00
19	14	dce83660a8f0744442ef2bb158c18a49608eac0b	2	9	21	30	sea level	sea level	\N		0	2	3	f	f	2026-11-18 00:55:41.200436+00	2026-11-18 00:55:41.205523+00
20	14	86100570478441f247b574b62314a9380b4f31a5	2	9	57	64	Farmers	farmers	\N		1	1	1	t	f	2026-11-18 00:55:41.20355+00	2026-11-18 00:55:41.205523+00
21	16	c3bb0b470c216a787840598bf4184247a2d85cef	3	11	36	51	for three hours	for three hours	\N		2	3	2	f	f	2026-11-18 00:55:42.824789+00	2026-11-18 00:55:42.859392+00
22	16	8cf1ab33e693272e9c6c0f642f73e2ac8af0036d	3	11	75	82	by cart	by cart	\N		2	2	2	t	f	2026-11-18 00:55:42.848038+00	2026-11-18 00:55:42.859392+00
23	17	c3bb0b470c216a787840598bf4184247a2d85cef	3	12	\N	\N	\N	\N	no_answer		0	0	2	f	f	2026-11-18 00:55:42.899383+00	2026-11-18 00:55:42.906003+00
24	17	8cf1ab33e693272e9c6c0f642f73e2ac8af0036d	3	12	75	82	by cart	by cart	\N		2	2	2	t	f	2026-11-18 00:55:42.903425+00	2026-11-18 00:55:42.906003+00
25	19	65eb6e38c34beacdc6ac9ff9e33b03ea20365943	3	11	40	51	three hours	three hours	\N		2	2	2	t	f	2026-11-18 00:55:43.03144+00	2026-11-18 00:55:43.067525+00
26	19	dbdbe81be4909bf6f3964473ff93d7543a94cedd	3	11	19	27	causeway	causeway	\N		1	1	1	t	f	2026-11-18 00:55:43.047543+00	2026-11-18 00:55:43.067525+00
27	20	65eb6e38c34beacdc6ac9ff9e33b03ea20365943	3	12	40	51	three hours	three hours	\N		2	2	2	t	f	2026-11-18 00:55:43.099539+00	2026-11-18 00:55:43.118161+00
28	20	dbdbe81be4909bf6f3964473ff93d7543a94cedd	3	12	19	27	causeway	causeway	\N		1	1	1	t	f	2026-11-18 00:55:43.107322+00	2026-11-18 00:55:43.118161+00
29	23	f3840bd2b7a8a40609229cb75e7f628efcbc895c	3	11	24	30	ninety	ninety	\N		1	1	1	t	f	2026-11-18 00:55:43.523406+00	2026-11-18 00:55:43.601558+00
30	23	c19c2a99c3d1d61485b6b51145ceb57066bd1fb5	3	11	105	109	1802	1802	\N		1	1	1	t	f	2026-11-18 00:55:43.539517+00	2026-11-18 00:55:43.601558+00
31	23	60a44b6cc5d36dbfefcb032534156ee36d1e0cfc	3	11	15	19	Ness	ness	\N		1	1	1	t	f	2026-11-18 00:55:43.554743+00	2026-11-18 00:55:43.601558+00
32	23	b9abcebf09475e01173324b69909b00d23bcb465	3	11	31	35	pear	pear	\N		1	1	1	t	f	2026-11-18 00:55:43.561133+00	2026-11-18 00:55:43.601558+00
33	23	39447d57409b240986c27e60280bd2e37a5ebf67	3	11	83	93	the bishop	bishop	\N		1	1	3	f	f	2026-11-18 00:55:43.586608+00	2026-11-18 00:55:43.601558+00
34	24	f3840bd2b7a8a40609229cb75e7f628efcbc895c	3	12	24	30	ninety	ninety	\N		1	1	1	t	f	2026-11-18 00:55:43.659393+00	2026-11-18 00:55:43.735277+00
35	24	c19c2a99c3d1d61485b6b51145ceb57066bd1fb5	3	12	105	109	1802	1802	\N		1	1	1	t	f	2026-11-18 00:55:43.663948+00	2026-11-18 00:55:43.735277+00
36	24	60a44b6cc5d36dbfefcb032534156ee36d1e0cfc	3	12	15	19	Ness	ness	\N		1	1	1	t	f	2026-11-18 00:55:43.683929+00	2026-11-18 00:55:43.735277+00
37	24	b9abcebf09475e01173324b69909b00d23bcb465	3	12	31	35	pear	pear	\N		1	1	1	t	f	2026-11-18 00:55:43.699939+00	2026-11-18 00:55:43.735277+00
38	24	39447d57409b240986c27e60280bd2e37a5ebf67	3	12	87	101	bishop of Tarn	bishop of tarn	\N		3	3	3	t	f	2026-11-18 00:55:43.702762+00	2026-11-18 00:55:43.735277+00
39	26	e26d240e3e7e0536ff9fbba7f6545b9d76a4688d	3	11	31	42	two degrees	two degrees	\N		2	2	2	t	f	2026-11-18 00:55:44.09941+00	2026-11-18 00:55:44.127493+00
40	26	5e7096e6992120206709cbdfc736fbf298026c37	3	11	59	65	Perrin	perrin	\N		1	1	1	t	f	2026-11-18 00:55:44.119435+00	2026-11-18 00:55:44.127493+00
41	36	90ecf1470678f600c72171deb06bfafcedf5b6d8	4	18	77	87	the otters	otters	\N		1	1	1	t	f	2026-11-18 00:55:47.620578+00	2026-11-18 00:55:47.648168+00
42	36	d66aa0fa954488a44f58b618903e682d9293cfc4	4	18	\N	\N	\N	\N	other	Weirs “close”?	0	0	1	f	f	2026-11-18 00:55:47.629452+00	2026-11-18 00:55:47.648168+00
43	45	68d8e97459c07665bbb4d3c65250f7df16a7dff1	4	18	85	91	thirty	thirty	\N		1	1	1	t	f	2026-11-18 00:55:59.645149+00	\N
44	45	165d7224e8e43e99218c7201c3e1e7e491c71cf8	4	18	\N	\N	\N	\N	no_answer		0	0	2	f	f	2026-11-18 00:55:59.660367+00	\N
\.

COPY vote_exclusion (id, project_id, worker_id, revocation_id, reason, actor, at, undone_at, undone_by, undone_reason) FROM stdin;
1	2	7	\N	Marks what he likes.	user:rob	2026-11-18 00:55:41.253121+00	2026-11-18 00:55:42.039286+00	user:ada	He may.
2	2	9	\N	To see.	lea	2026-11-18 00:55:41.500714+00	2026-11-18 00:55:41.786291+00	lea	Seen.
3	2	7	\N	He may not.	user:rob	2026-11-18 00:55:42.137265+00	\N	\N	\N
4	5	19	1	0 of 1 reviewed HITs are valid: 0.0 %, less than the 60.0 % that the project asks for.	user:rob	2026-11-18 00:55:49.399026+00	\N	\N	\N
5	2	21	2	1 of 3 reviewed questions are valid: 33.3 %, less than the 80.0 % that the project asks for.	user:rob	2026-11-18 00:55:50.474445+00	2026-11-18 00:55:50.553382+00	user:ada	Mixed up with somebody else.
6	2	21	3	It was no mix-up.	lea	2026-11-18 00:55:50.791026+00	\N	\N	\N
\.

COPY worker (id, platform, platform_worker_id, created_at, blocked_at, blocked_reason) FROM stdin;
1	direct	ann	2026-11-18 00:55:37.146362+00	\N	\N
2	mturk	A1TURK	2026-11-18 00:55:37.679852+00	\N	\N
3	prolific	p1	2026-11-18 00:55:38.020176+00	\N	\N
4	direct	cyd	2026-11-18 00:55:38.374477+00	\N	\N
5	direct	dee	2026-11-18 00:55:39.760088+00	\N	\N
6	direct	val	2026-11-18 00:55:40.098108+00	\N	\N
7	direct	wes	2026-11-18 00:55:40.267358+00	\N	\N
8	direct	bob	2026-11-18 00:55:40.708422+00	\N	\N
9	direct	xia	2026-11-18 00:55:40.844753+00	\N	\N
10	direct	lia	2026-11-18 00:55:42.700226+00	\N	\N
11	direct	vera	2026-11-18 00:55:42.811248+00	\N	\N
12	direct	vito	2026-11-18 00:55:42.871128+00	\N	\N
13	direct	leo	2026-11-18 00:55:42.925435+00	\N	\N
14	direct	nell	2026-11-18 00:55:44.736436+00	\N	\N
15	direct	ned	2026-11-18 00:55:45.527537+00	\N	\N
16	direct	nat	2026-11-18 00:55:45.640628+00	\N	\N
17	direct	nora	2026-11-18 00:55:45.787029+00	\N	\N
18	direct	olga	2026-11-18 00:55:47.548932+00	\N	\N
19	direct	gus	2026-11-18 00:55:48.161066+00	\N	\N
20	direct	hal	2026-11-18 00:55:48.504439+00	\N	\N
21	direct	sid	2026-11-18 00:55:49.615308+00	\N	\N
22	direct	pia	2026-11-18 00:55:51.81424+00	\N	\N
23	direct	pip	2026-11-18 00:55:51.955375+00	\N	\N
\.

COPY worker_note (id, worker_id, project_id, actor, at, text) FROM stdin;
1	1	2	lea	2026-11-18 00:55:50.954718+00	Writes well — très bien 👍
2	21	2	user:rob	2026-11-18 00:55:50.981399+00	To be watched.
\.
