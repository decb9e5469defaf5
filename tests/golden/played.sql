-- The data of a played database: made by tests/golden/record, read by tests/golden/load.mjs.

COPY account (id, name, role, password, password_changed_at, totp_secret, totp_confirmed_at, totp_last_step, disabled_at, created_at) FROM stdin;
1	ada	admin	$argon2id$v=19$m=65536,t=2,p=1$1pLc//K+97Sy2neoVjE2Vw$DCEBpZHVZv41OxOGwvDMTdItF6Zo7PJTki7EhczAyY4	2026-11-18 05:17:06.012124+00	\N	\N	0	\N	2026-11-18 05:17:06.012125+00
2	rob	reviewer	$argon2id$v=19$m=65536,t=2,p=1$w9qQIfWuk/6hgNhO42LZAQ$yA78943bCQ+TiYLaRqt6ksUH9vI3gdw3BVNsSi7iuOM	2026-11-18 05:17:07.350525+00	\N	\N	0	\N	2026-11-18 05:17:07.350526+00
3	rea	reviewer	$argon2id$v=19$m=65536,t=2,p=1$LpCnfBmZ2Oh0Vm0PzJmIjw$ig3Z8qFvZZBiFXxDk9dpRVMtK5/6b8A55UDVLgWCY7U	2026-11-18 05:17:08.721418+00	\N	\N	0	\N	2026-11-18 05:17:08.721418+00
4	vic	viewer	$argon2id$v=19$m=65536,t=2,p=1$Hv4LF6k0CACttsaVrjgLJA$ro+rdLQ+irlnlkfuLlNBn4LEapHQKSaAKQYYNiRzl3E	2026-11-18 05:17:09.894208+00	\N	\N	59832634	\N	2026-11-18 05:17:09.894208+00
5	tom	reviewer	$argon2id$v=19$m=65536,t=2,p=1$FbflENxlbYyZtkUDBV+D1w$IyfY+38FhlBtXCImUKbRti2SbVnh45CMD/4KL+qtsGQ	2026-11-18 05:17:11.04627+00	\N	\N	0	2026-11-18 05:17:11.617344+00	2026-11-18 05:17:11.04627+00
\.

COPY agreement (project_id, first_account_id, second_account_id, vv, vi, iv, ii) FROM stdin;
5	2	3	3	0	1	2
\.

COPY api_token (id, account_id, name, token_sha256, scopes, created_at, expires_at, used_at, revoked_at) FROM stdin;
1	1	gone	\\x764db54f55a9f9501c45ee6257f81fac3de2099b036d87cbb763f6b6b2659738	{look}	2026-11-18 05:17:12.710134+00	2026-12-18 05:17:12.710134+00	\N	2026-11-18 05:17:12.792864+00
3	1	golden	\\xde50f2c87a957dcd40ecf76ea8947315bdfb9eda49b7ef0a578f13cb9973a7f1	{look,review,manage,people,identity}	2026-11-18 05:17:13.008674+00	\N	\N	\N
4	2	golden	\\x3589bb129593407f3f21ea9a3b13acab529c6e8454c3269d102d1557c3e021f0	{look,review}	2026-11-18 05:17:13.133718+00	\N	\N	\N
5	4	golden	\\x983213955dae80127860b7db5d174ce790851050764359f7a5c0242b7d8f0e11	{look}	2026-11-18 05:17:13.249748+00	\N	\N	\N
\.

COPY assignment (id, project_id, worker_id, passage_id, kind, state, platform_ref, hit_ref, submit_to, won, started_at, expires_at, ended_at, reward_cents, onboarding_id) FROM stdin;
1	2	1	3	generate	submitted				3	2026-11-18 05:17:15.735909+00	2026-11-18 06:17:15.735909+00	2026-11-18 05:17:16.069156+00	200	\N
2	2	2	4	generate	submitted	3NEW	H1	https://workersandbox.mturk.com	4	2026-11-18 05:17:16.352496+00	2026-11-18 06:17:16.352496+00	2026-11-18 05:17:16.514045+00	200	\N
3	2	3	5	generate	submitted	x1	s1		2	2026-11-18 05:17:16.71827+00	2026-11-18 06:17:16.71827+00	2026-11-18 05:17:16.768616+00	200	\N
4	2	4	6	generate	expired				1	2026-11-18 05:17:17.122148+00	2026-11-18 05:17:18.122148+00	2026-11-18 05:17:18.633112+00	0	\N
5	2	5	6	generate	submitted				1	2026-11-18 05:17:18.634323+00	2026-11-18 06:17:18.634323+00	2026-11-18 05:17:18.697975+00	200	\N
6	2	1	7	generate	submitted				3	2026-11-18 05:17:18.999202+00	2026-11-18 06:17:18.999202+00	2026-11-18 05:17:19.100488+00	200	\N
7	2	6	7	validate	submitted				0	2026-11-18 05:17:19.119656+00	2026-11-18 05:47:19.119656+00	2026-11-18 05:17:19.187148+00	60	\N
8	2	7	7	validate	submitted				0	2026-11-18 05:17:19.197216+00	2026-11-18 05:47:19.197216+00	2026-11-18 05:17:19.257885+00	60	\N
9	2	8	8	generate	submitted				3	2026-11-18 05:17:19.712051+00	2026-11-18 06:17:19.712051+00	2026-11-18 05:17:19.801939+00	200	\N
10	2	6	8	validate	submitted				0	2026-11-18 05:17:19.804758+00	2026-11-18 05:47:19.804758+00	2026-11-18 05:17:19.823426+00	60	\N
11	2	9	8	validate	submitted				0	2026-11-18 05:17:19.829651+00	2026-11-18 05:47:19.829651+00	2026-11-18 05:17:19.884744+00	60	\N
12	2	8	9	generate	submitted				3	2026-11-18 05:17:20.136008+00	2026-11-18 06:17:20.136008+00	2026-11-18 05:17:20.204456+00	200	\N
13	2	7	9	validate	submitted				0	2026-11-18 05:17:20.220993+00	2026-11-18 05:47:20.220993+00	2026-11-18 05:17:20.298213+00	60	\N
14	2	9	9	validate	submitted				0	2026-11-18 05:17:20.322807+00	2026-11-18 05:47:20.322807+00	2026-11-18 05:17:20.386629+00	60	\N
15	3	10	10	generate	submitted				2	2026-11-18 05:17:21.547211+00	2026-11-18 06:17:21.547211+00	2026-11-18 05:17:21.593427+00	0	\N
16	3	11	10	validate	submitted				0	2026-11-18 05:17:21.606657+00	2026-11-18 05:47:21.606657+00	2026-11-18 05:17:21.631248+00	0	\N
17	3	12	10	validate	submitted				0	2026-11-18 05:17:21.638024+00	2026-11-18 05:47:21.638024+00	2026-11-18 05:17:21.657302+00	0	\N
18	3	13	10	generate	submitted				2	2026-11-18 05:17:21.659663+00	2026-11-18 06:17:21.659663+00	2026-11-18 05:17:21.675126+00	0	\N
19	3	11	10	validate	submitted				0	2026-11-18 05:17:21.678009+00	2026-11-18 05:47:21.678009+00	2026-11-18 05:17:21.688337+00	0	\N
20	3	12	10	validate	submitted				0	2026-11-18 05:17:21.696705+00	2026-11-18 05:47:21.696705+00	2026-11-18 05:17:21.707785+00	0	\N
21	3	10	11	generate	submitted				2	2026-11-18 05:17:21.820872+00	2026-11-18 06:17:21.820872+00	2026-11-18 05:17:21.837806+00	0	\N
22	3	13	11	generate	submitted				2	2026-11-18 05:17:21.840543+00	2026-11-18 06:17:21.840543+00	2026-11-18 05:17:21.853358+00	0	\N
23	3	11	11	validate	submitted				0	2026-11-18 05:17:21.856795+00	2026-11-18 05:47:21.856795+00	2026-11-18 05:17:21.881413+00	0	\N
24	3	12	11	validate	submitted				0	2026-11-18 05:17:21.887413+00	2026-11-18 05:47:21.887413+00	2026-11-18 05:17:21.909004+00	0	\N
25	3	13	12	generate	submitted				1	2026-11-18 05:17:22.053009+00	2026-11-18 06:17:22.053009+00	2026-11-18 05:17:22.09767+00	0	\N
26	3	11	12	validate	submitted				0	2026-11-18 05:17:22.100987+00	2026-11-18 05:47:22.100987+00	2026-11-18 05:17:22.107597+00	0	\N
27	4	14	1	onboarding	submitted				1	2026-11-18 05:17:23.785046+00	2026-11-18 06:17:23.785046+00	2026-11-18 05:17:23.940792+00	150	1
28	4	16	1	onboarding	submitted				1	2026-11-18 05:17:23.949982+00	2026-11-18 06:17:23.949982+00	2026-11-18 05:17:24.030733+00	150	1
29	4	17	1	onboarding	submitted				1	2026-11-18 05:17:24.035095+00	2026-11-18 06:17:24.035095+00	2026-11-18 05:17:24.105733+00	150	1
30	4	18	1	onboarding	submitted				1	2026-11-18 05:17:24.121726+00	2026-11-18 06:17:24.121726+00	2026-11-18 05:17:24.200699+00	150	1
31	4	16	1	onboarding	submitted				1	2026-11-18 05:17:24.740721+00	2026-11-18 06:17:24.740721+00	2026-11-18 05:17:24.87146+00	150	1
32	4	17	1	onboarding	submitted				1	2026-11-18 05:17:25.267133+00	2026-11-18 06:17:25.267133+00	2026-11-18 05:17:25.449909+00	150	1
33	4	14	13	generate	submitted				2	2026-11-18 05:17:25.813024+00	2026-11-18 06:17:25.813024+00	2026-11-18 05:17:25.858872+00	150	\N
34	4	16	14	generate	submitted				2	2026-11-18 05:17:26.143409+00	2026-11-18 06:17:26.143409+00	2026-11-18 05:17:26.190286+00	150	\N
35	4	14	15	generate	submitted				2	2026-11-18 05:17:26.930105+00	2026-11-18 06:17:26.930105+00	2026-11-18 05:17:26.995182+00	150	\N
36	4	20	15	validate	submitted				0	2026-11-18 05:17:27.249201+00	2026-11-18 05:47:27.249201+00	2026-11-18 05:17:27.40587+00	0	1
37	5	21	16	generate	submitted				2	2026-11-18 05:17:28.387826+00	2026-11-18 06:17:28.387826+00	2026-11-18 05:17:28.467729+00	0	\N
38	5	22	17	generate	submitted				2	2026-11-18 05:17:28.875796+00	2026-11-18 06:17:28.875796+00	2026-11-18 05:17:28.996532+00	0	\N
39	5	21	18	generate	submitted				2	2026-11-18 05:17:29.502504+00	2026-11-18 06:17:29.502504+00	2026-11-18 05:17:29.617086+00	0	\N
40	2	23	19	generate	submitted				3	2026-11-18 05:17:31.149777+00	2026-11-18 06:17:31.149777+00	2026-11-18 05:17:31.352714+00	200	\N
41	2	23	20	generate	ended				2	2026-11-18 05:17:31.734813+00	2026-11-18 06:17:33.212739+00	2026-11-18 05:17:33.641682+00	0	\N
42	6	24	21	generate	submitted				1	2026-11-18 05:17:36.628265+00	2026-11-18 06:17:36.628265+00	2026-11-18 05:17:36.880773+00	0	\N
43	6	25	22	generate	live				2	2026-11-18 05:17:37.71118+00	2026-11-18 06:17:37.71118+00	\N	0	\N
44	4	14	23	generate	submitted				2	2026-11-18 05:17:46.589577+00	2026-12-18 05:17:46.589577+00	2026-11-18 05:17:46.645109+00	150	\N
45	4	20	23	validate	live				0	2026-11-18 05:17:46.661787+00	2026-12-18 05:17:46.661787+00	\N	0	\N
46	4	16	24	generate	live				2	2026-11-18 05:17:46.974763+00	2026-12-18 05:17:46.974763+00	\N	0	\N
\.

COPY attempt (id, assignment_id, seq, question, answer_start, answer_end, answer_text, threshold_permille, model_id, model_build_id, model_answer, model_start, model_end, model_score, shared, model_tokens, human_tokens, verdict, fault, model_ms, created_at, judged_at, asked, marks) FROM stdin;
05929483-1946-43f3-8b5e-1c325c148272	22	2	Which fruit are most?	31	35	pear	400	2	3	quince	50	56	0.5	0	1	1	human	\N	1	2026-11-18 05:17:21.850719+00	2026-11-18 05:17:21.850719+00	\N	{}
1aba454c-312c-4f01-8735-4cfb69d5a1a1	2	3	Who put forty on the table?	65	77	Zoë Kranjčar	400	1	1	40 loaves	90	99	0.5	0	2	2	human	\N	1	2026-11-18 05:17:16.444446+00	2026-11-18 05:17:16.444446+00	\N	{}
1b0425ad-be25-4ec2-86f9-f93fbe35f0dc	5	1	Where is it?	43	47	hall	400	1	1	ten	60	63	0.5	0	1	1	human	\N	1	2026-11-18 05:17:18.657703+00	2026-11-18 05:17:18.657703+00	\N	{}
1f4088b3-2cdb-4b53-8aac-5ae08ba2ff0f	22	1	When was it given?	105	109	1802	400	2	3	bishop	87	93	0.5	0	1	1	human	\N	1	2026-11-18 05:17:21.84586+00	2026-11-18 05:17:21.84586+00	\N	{}
2d556cb2-45dc-464e-8145-3c24a86f09ef	12	3	Up to where?	35	55	four thousand metres	400	1	1	sea level	21	30	0.5	0	2	3	human	\N	11	2026-11-18 05:17:20.20039+00	2026-11-18 05:17:20.20039+00	\N	{}
2e4d8211-d546-4311-8ae8-e8caf0d9cfb0	40	2	How often?	51	62	three times	400	1	1	Monday	43	49	0.5	0	1	2	human	\N	21	2026-11-18 05:17:31.29024+00	2026-11-18 05:17:31.29024+00	\N	{short}
302bda53-d76b-4c26-8f70-b092ff40f4a4	25	2	Who spoke of it?	59	65	Perrin	400	2	3	a mason called Perrin	44	65	0.5	1	3	1	model	\N	0	2026-11-18 05:17:22.095377+00	2026-11-18 05:17:22.095377+00	\N	{}
32a66387-fe47-4a18-8029-8e6a6fb0f1d3	3	1	Which one is the largest?	102	107	Njord	400	1	1	Three	59	64	0.5	0	1	1	human	\N	4	2026-11-18 05:17:16.731445+00	2026-11-18 05:17:16.731445+00	\N	{}
354e6831-51c3-469d-8f7c-60ca6d805036	18	1	For how long?	40	51	three hours	400	2	3	Senn	31	35	0.5	0	1	2	human	\N	1	2026-11-18 05:17:21.668461+00	2026-11-18 05:17:21.668461+00	\N	{}
37711175-30d5-42d2-8d3a-f87c76034d05	6	1	Who was the founder?	27	30	王利发	400	1	1	老茶馆	0	3	0.5	0	1	1	human	\N	1	2026-11-18 05:17:19.018156+00	2026-11-18 05:17:19.018156+00	\N	{}
37fa26a9-a784-4a2c-85ab-f86930bffc4d	38	2	How many trees?	32	37	seven	400	1	1	larches	38	45	0.5	0	1	1	human	\N	12	2026-11-18 05:17:28.984122+00	2026-11-18 05:17:28.984122+00	\N	{}
3a6b3fd1-05da-415b-8502-af94f9ce155f	39	2	When was the last peat cut?	39	43	1980	400	1	1	October	66	73	0.5	0	1	1	human	\N	28	2026-11-18 05:17:29.589289+00	2026-11-18 05:17:29.589289+00	\N	{}
46d50bd3-e2c2-436f-8704-fc58afbc472f	37	1	Who made it?	86	96	Ola Brandt	400	1	1	Vestry Lane	35	46	0.5	0	2	2	human	\N	6	2026-11-18 05:17:28.42142+00	2026-11-18 05:17:28.42142+00	\N	{}
4e3a4739-606d-4e18-8d67-75e12a967405	15	2	For how long?	40	51	three hours	400	2	3	Senn	31	35	0.5	0	1	2	human	\N	1	2026-11-18 05:17:21.571407+00	2026-11-18 05:17:21.571407+00	\N	{}
5d2a7868-821d-4c56-8e68-1c700cbc53de	41	1	Which one ground rye?	65	79	the south mill	400	1	1	north	28	33	0.5	0	1	2	human	\N	12	2026-11-18 05:17:31.780832+00	2026-11-18 05:17:31.780832+00	\N	{}
619fc949-7628-49ca-8086-79ce6cf4a549	30	1	What is the last word, nora?	922	926	full	400	2	3	In	0	2	0.5	0	1	1	human	\N	1	2026-11-18 05:17:24.17455+00	2026-11-18 05:17:24.17455+00	\N	{}
647102ea-8a75-48fe-87b3-abb075042c7e	6	3	In which town?	46	53	Beijing	400	1	1	Beijing	46	53	0.5	1	1	1	model	\N	1	2026-11-18 05:17:19.07095+00	2026-11-18 05:17:19.07095+00	\N	{}
66719011-be47-40d4-830c-1883ff59d24b	27	1	What is the last word, nell?	922	926	full	400	2	3	In	0	2	0.5	0	1	1	human	\N	19	2026-11-18 05:17:23.933764+00	2026-11-18 05:17:23.933764+00	\N	{}
68856e1f-4903-4e66-8cd4-2afeefb3eb52	2	5	What opened 🥐?	0	17	Café Ljubljanica	400	1	1	1950	110	114	0.5	0	1	2	human	\N	1	2026-11-18 05:17:16.481909+00	2026-11-18 05:17:16.481909+00	\N	{short}
68f94586-84bf-4b23-8634-37524e2cd5d9	33	1	Where was it traded?	74	82	Anatolia	400	1	1	Obsidian	29	37	0.5	0	1	1	human	\N	9	2026-11-18 05:17:25.836434+00	2026-11-18 05:17:25.836434+00	\N	{}
69be451d-89c3-46ae-80e3-220603a0ff26	37	2	What is written there?	0	4	שלום	400	1	1	1770	107	111	0.5	0	1	1	human	\N	10	2026-11-18 05:17:28.447575+00	2026-11-18 05:17:28.447575+00	\N	{}
6ea1fd4a-7c0b-4673-809d-936f8a3b36eb	28	1	What is the last word, ned?	922	926	full	400	2	3	In	0	2	0.5	0	1	1	human	\N	1	2026-11-18 05:17:24.028434+00	2026-11-18 05:17:24.028434+00	\N	{}
745da04a-8e03-4e51-828d-64237708d710	41	3	Which comes first?	28	38	north mill	400	1	1	south	69	74	0.5	0	1	2	human	\N	1	2026-11-18 05:17:31.828471+00	2026-11-18 05:17:31.828471+00	\N	{}
753c76f2-a7e9-4a7d-879c-9eea38f3227f	44	3	For how many winters?	85	91	thirty	400	1	1	four	35	39	0.5	0	1	1	human	\N	4	2026-11-18 05:17:46.636743+00	2026-11-18 05:17:46.636743+00	\N	{}
799b3407-5356-4d77-87c0-addb8b01b00f	18	2	What is bared?	19	27	causeway	400	2	3	post	57	61	0.5	0	1	1	human	\N	1	2026-11-18 05:17:21.673156+00	2026-11-18 05:17:21.673156+00	\N	{}
7c65663b-3c39-4995-8662-4da06971d3f2	1	1	When was the quay rebuilt?	36	40	1911	400	1	1	Ardle	79	84	0.5	0	1	1	human	\N	3	2026-11-18 05:17:15.817224+00	2026-11-18 05:17:15.817224+00	\N	{}
7f5dddac-c52e-485e-8ca1-68c6bbd477b1	12	2	In which month?	100	105	April	400	1	1	Farmers	57	64	0.5	0	1	1	human	\N	0	2026-11-18 05:17:20.185298+00	2026-11-18 05:17:20.185298+00	\N	{}
8059d555-9382-4433-8e07-1424953bc556	15	1	How does the post go?	75	82	by cart	400	2	3		\N	\N	0.5	0	0	2	human	\N	1	2026-11-18 05:17:21.564681+00	2026-11-18 05:17:21.564681+00	\N	{}
84853985-438f-4c87-81fb-dc279a4c7578	2	4	Where did it go — “afterwards”?	135	140	Šiška	400	1	1	the river	35	44	0.5	0	1	1	human	\N	1	2026-11-18 05:17:16.460392+00	2026-11-18 05:17:16.460392+00	\N	{}
8a0768b3-356a-4794-86de-696f78fd36a6	43	1	Who cast it again?	82	95	brothers Lund	400	1	1	frost	32	37	0.5	0	1	2	human	\N	1	2026-11-18 05:17:37.719122+00	2026-11-18 05:17:37.719122+00	\\xb6118faeae1144053a6fad47d6386d339f09341af5044073331a7b6cca9b87c4	{}
90a45050-d62a-4931-865a-2a4bdaf8158f	2	2	Who was the owner?	65	77	Zoë Kranjčar	400	1	1	owner, Zoë Kranjčar	58	77	0.5	2	3	2	model	\N	1	2026-11-18 05:17:16.426257+00	2026-11-18 05:17:16.426257+00	\N	{}
90fafc78-de3f-4225-897c-31cc3d3e937c	21	1	Where is it all?	15	19	Ness	400	2	3	Ness	15	19	0.5	1	1	1	model	\N	1	2026-11-18 05:17:21.824787+00	2026-11-18 05:17:21.824787+00	\N	{}
93e11f8b-2a8c-4abb-81d4-746f24b73dd9	44	1	How long was a firing?	35	44	four days	400	1	2	\N	\N	\N	\N	\N	\N	\N	none	bad_status	1	2026-11-18 05:17:46.606808+00	\N	\N	{}
99f12dcc-bd39-4d26-8420-1ab172a3e11e	42	1	Who did the turning?	46	52	donkey	400	1	1	motor	88	93	0.5	0	1	1	human	\N	2	2026-11-18 05:17:36.686536+00	2026-11-18 05:17:36.686536+00	\\xce462a17d362d3466673925ca3a07d8821f539a29006346fbdc43cef89e73513	{}
9a51084e-c17b-44db-8030-6a41e1e11310	33	2	What is obsidian?	41	54	natural glass	400	1	1	traded	60	66	0.5	0	1	2	human	\N	1	2026-11-18 05:17:25.844358+00	2026-11-18 05:17:25.844358+00	\N	{}
9a9cc0e8-4e72-45f4-8fef-a7e231cc8176	34	2	How often in summer?	25	36	twice a day	400	1	1	1998	83	87	0.5	0	1	2	human	\N	1	2026-11-18 05:17:26.180733+00	2026-11-18 05:17:26.180733+00	\N	{}
9dc5c007-45f2-4e57-8a88-abed1524adbf	46	1	What did a bed cost?	30	39	two pence	400	1	1	one	61	64	0.5	0	1	2	human	\N	4	2026-11-18 05:17:46.992735+00	2026-11-18 05:17:46.992735+00	\N	{}
a1a141b8-9689-4cec-8fb8-3b76f8a30702	9	3	What did he build?	82	95	movable frame	400	1	1	gap	53	56	0.5	0	1	2	human	\N	0	2026-11-18 05:17:19.788472+00	2026-11-18 05:17:19.788472+00	\N	{}
a8bbfb1e-8e96-40ff-832a-a1a73c7b347a	35	1	What came with the fish?	81	87	otters	400	1	1	Halm	12	16	0.5	0	1	1	human	\N	5	2026-11-18 05:17:26.956578+00	2026-11-18 05:17:26.956578+00	\N	{}
ae60323e-1817-4f4b-8049-8f292c5be623	38	1	Who planted them?	71	80	Inge Moll	400	1	1	Tamsel	19	25	0.5	0	1	2	human	\N	20	2026-11-18 05:17:28.938871+00	2026-11-18 05:17:28.938871+00	\N	{}
b6d1f1ef-9671-455d-8513-8fdec995aff1	6	2	What did the board say?	74	78	莫谈国事	400	1	1	1898	19	23	0.5	0	1	1	human	\N	8	2026-11-18 05:17:19.060268+00	2026-11-18 05:17:19.060268+00	\N	{}
be71b374-391c-4da4-8b4b-d0dbb258a277	21	3	Who gave it?	87	101	bishop of Tarn	400	2	3	ninety	24	30	0.5	0	1	3	human	\N	1	2026-11-18 05:17:21.833779+00	2026-11-18 05:17:21.833779+00	\N	{}
bfc421df-e8ee-4160-858d-f2b47f0e202f	43	2	When did it crack?	41	45	1709	400	1	1	Arno	12	16	0.5	0	1	1	human	\N	1	2026-11-18 05:17:37.723826+00	2026-11-18 05:17:37.723826+00	\\xc57d3897b78504220f0454414020fd778e39762ce6bcf7b4f48cb7356a24c939	{}
c01933f9-3701-46e4-8c6e-f84cbd5a9a73	25	1	By how much?	31	42	two degrees	400	2	3	Perrin	59	65	0.5	0	1	2	human	\N	1	2026-11-18 05:17:22.077681+00	2026-11-18 05:17:22.077681+00	\N	{}
c184aee2-425b-4772-88eb-70fe22ba89d5	40	3	In which room?	76	85	back room	400	1	1	Monday	43	49	0.5	0	1	2	human	\N	4	2026-11-18 05:17:31.327056+00	2026-11-18 05:17:31.327056+00	\N	{}
c4a97432-06fe-4f1f-8a09-762dad6edd5a	44	2	Who kept the fire?	56	66	Marta Voss	400	1	1	Orrin	12	17	0.5	0	1	2	human	\N	2	2026-11-18 05:17:46.620715+00	2026-11-18 05:17:46.620715+00	\N	{}
c6977166-9dce-47b7-822f-70e703298e11	12	1	Who brings it in?	57	64	Farmers	400	1	1	Quinoa	0	6	0.5	0	1	1	human	\N	1	2026-11-18 05:17:20.16441+00	2026-11-18 05:17:20.16441+00	\N	{}
d1795a59-411d-4711-8e8a-50eceb81ab92	34	1	Who steers?	48	61	Captain Reyes	400	1	1	Lonna	13	18	0.5	0	1	2	human	\N	7	2026-11-18 05:17:26.161023+00	2026-11-18 05:17:26.161023+00	\N	{short}
d7330349-d86e-4783-8680-bdd65f781577	41	2	Which comes last?	117	126	east mill	400	1	1	\N	\N	\N	\N	\N	\N	\N	none	bad_span	2	2026-11-18 05:17:31.812678+00	\N	\N	{}
dc5d236f-74f0-44a9-8eb0-29cb5e7cde25	2	1	And the year of the move?	110	114	1950	400	1	1	river	39	44	0.5	0	1	1	human	\N	11	2026-11-18 05:17:16.397158+00	2026-11-18 05:17:39.281359+00	\N	{}
de51b760-92fa-4e5b-88b0-9e82d0a79ca6	46	2	Who ate for one?	47	52	horse	400	1	1	inn	7	10	0.5	0	1	1	human	\N	20	2026-11-18 05:17:47.048706+00	2026-11-18 05:17:47.048706+00	\N	{}
e13f4c05-e63e-4225-84d0-fe68ae3db3a7	4	1	Until when does it burn?	60	63	ten	400	1	1	Some	0	4	0.5	0	1	1	human	\N	1	2026-11-18 05:17:17.132071+00	2026-11-18 05:17:17.132071+00	\N	{}
e2a61dcc-177b-49b0-8860-c0549db526c8	9	1	Who saw it?	8	26	Lorenzo Langstroth	400	1	1	bees	40	44	0.5	0	1	2	human	\N	1	2026-11-18 05:17:19.743814+00	2026-11-18 05:17:19.743814+00	\N	{}
e3eed56e-9467-41f2-8835-5b8c6dea452d	35	2	When was it shut?	31	35	1963	400	1	1	1971	57	61	0.5	0	1	1	human	\N	1	2026-11-18 05:17:26.975651+00	2026-11-18 05:17:26.975651+00	\N	{}
e445054d-795d-4d09-8025-8118de6c128f	21	2	How many of the others?	24	30	ninety	400	2	3		\N	\N	0.5	0	0	1	human	\N	1	2026-11-18 05:17:21.82957+00	2026-11-18 05:17:21.82957+00	\N	{}
e6699e1d-892e-49a6-8c00-6804ccc06779	1	4	Whence the stones?	79	84	Ardle	400	1	1	Ardle, and its crane	79	99	0.5	1	4	1	human	\N	4	2026-11-18 05:17:16.037474+00	2026-11-18 05:17:16.037474+00	\N	{}
e9181f88-60c2-4dda-8fdb-4296f65f9fa5	3	2	What do the ships carry?	133	138	grain	400	1	1	channel	116	123	0.5	0	1	1	human	\N	1	2026-11-18 05:17:16.752367+00	2026-11-18 05:17:16.752367+00	\N	{}
ea6c6448-a4f9-4711-86fd-324cc8b8b2f6	32	1	What is the last word, nat?	922	926	full	400	2	3	In	0	2	0.5	0	1	1	human	\N	13	2026-11-18 05:17:25.446928+00	2026-11-18 05:17:25.446928+00	\N	{}
f3e18310-de43-49f2-889b-e620a1809b3b	1	2	After what?	47	56	the storm	400	1	1	storm	51	56	0.5	1	1	1	model	\N	1	2026-11-18 05:17:15.904741+00	2026-11-18 05:17:15.904741+00	\N	{short}
f45dc658-be9b-47a7-889c-953b9cd2d183	9	2	How much is left free?	60	76	nine millimetres	400	1	1	a gap	51	56	0.5	0	1	2	human	\N	1	2026-11-18 05:17:19.764405+00	2026-11-18 05:17:19.764405+00	\N	{}
f9b750d9-c382-4583-8177-89afc72576a0	29	1	What is the last word, nat?	922	926	full	400	2	3	In	0	2	0.5	0	1	1	human	\N	0	2026-11-18 05:17:24.094974+00	2026-11-18 05:17:24.094974+00	\N	{}
f9ce26e9-55ab-4a55-8883-165df50765eb	31	1	What is the last word, ned?	922	926	full	400	2	3	In	0	2	0.5	0	1	1	human	\N	0	2026-11-18 05:17:24.867162+00	2026-11-18 05:17:24.867162+00	\N	{}
fa5379a6-7b61-49bb-809a-2a66ea5d7042	40	1	When?	43	49	Monday	400	1	1	Sloppy work	0	11	0.5	0	2	1	human	\N	26	2026-11-18 05:17:31.230748+00	2026-11-18 05:17:31.230748+00	\N	{short}
fbd38d3a-9147-4645-86b5-db51909cac79	1	3	Where did the lifting gear come from?	105	109	Hull	400	1	1	Ardle	79	84	0.5	0	1	1	human	\N	1	2026-11-18 05:17:15.952526+00	2026-11-18 05:17:15.952526+00	\N	{}
fc3b8c12-79c3-44f0-8261-f01eb0686832	39	1	Which birds rest there?	45	51	Cranes	400	1	1	Peat	0	4	0.5	0	1	1	human	\N	10	2026-11-18 05:17:29.539392+00	2026-11-18 05:17:29.539392+00	\N	{}
fce7a23d-4549-459e-819e-42bc1c54bad6	6	4	When did it begin?	19	23	1898	400	1	1	王利发	27	30	0.5	0	1	1	human	\N	1	2026-11-18 05:17:19.092468+00	2026-11-18 05:17:19.092468+00	\N	{}
\.

COPY attempt_tally (project_id, model_id, hour, lane, human, model, "none", model_ms, ms_buckets) FROM stdin;
2	1	2026-11-18 05:00:00+00	0	24	3	2	109	{23,4,0,0,0,0,0,0}
2	1	2026-11-18 05:00:00+00	18	1	0	-1	11	{0,1,0,0,0,0,0,0}
3	2	2026-11-18 05:00:00+00	0	9	2	0	10	{11,0,0,0,0,0,0,0}
4	1	2026-11-18 05:00:00+00	0	10	0	1	54	{9,1,0,0,0,0,0,0}
5	1	2026-11-18 05:00:00+00	0	6	0	0	86	{3,3,0,0,0,0,0,0}
6	1	2026-11-18 05:00:00+00	0	3	0	0	4	{3,0,0,0,0,0,0,0}
\.

COPY batch (id, project_id, number, seed, cause, actor, closed_at, hits_total, hits, workers, sampled) FROM stdin;
1	5	1	golden	hand	user:ada	2026-11-18 05:17:29.71338+00	3	3	2	3
2	2	1	first	hand	lea	2026-11-18 05:17:32.091863+00	8	8	6	8
\.

COPY collection (id, name, created_at, train, dev, test) FROM stdin;
1	odd	2026-11-18 05:17:14.705487+00	1	0	0
3	demo	2026-11-18 05:17:15.214163+00	6	2	1
10	loss	2026-11-18 05:17:21.366363+00	1	1	1
13	school	2026-11-18 05:17:22.486256+00	3	1	1
16	double	2026-11-18 05:17:27.581799+00	3	0	0
21	paused	2026-11-18 05:17:35.814576+00	2	0	0
\.

COPY collection_passage (collection_id, passage_id, added_at) FROM stdin;
1	2	2026-11-18 05:17:14.705784+00
3	3	2026-11-18 05:17:15.214418+00
3	4	2026-11-18 05:17:16.291068+00
3	5	2026-11-18 05:17:16.659001+00
3	6	2026-11-18 05:17:17.060828+00
3	7	2026-11-18 05:17:18.890644+00
3	8	2026-11-18 05:17:19.600606+00
3	9	2026-11-18 05:17:20.038152+00
3	19	2026-11-18 05:17:30.900856+00
3	20	2026-11-18 05:17:31.647308+00
10	10	2026-11-18 05:17:21.366622+00
10	11	2026-11-18 05:17:21.767859+00
10	12	2026-11-18 05:17:21.995573+00
13	13	2026-11-18 05:17:22.486518+00
13	14	2026-11-18 05:17:26.073354+00
13	15	2026-11-18 05:17:26.846778+00
13	23	2026-11-18 05:17:46.506635+00
13	24	2026-11-18 05:17:46.879854+00
16	16	2026-11-18 05:17:27.582283+00
16	17	2026-11-18 05:17:28.710152+00
16	18	2026-11-18 05:17:29.367268+00
21	21	2026-11-18 05:17:35.815007+00
21	22	2026-11-18 05:17:37.515965+00
\.

COPY day_tally (project_id, split, day, lane, kept) FROM stdin;
2	dev	2026-11-18	0	5
2	dev	2026-11-18	22	0
2	test	2026-11-18	0	2
2	test	2026-11-18	8	1
2	train	2026-11-18	0	12
2	train	2026-11-18	8	-2
2	train	2026-11-18	13	-1
2	train	2026-11-18	16	-1
2	train	2026-11-18	18	1
3	dev	2026-11-18	0	4
3	test	2026-11-18	0	1
3	train	2026-11-18	0	4
3	train	2026-11-18	23	-1
4	dev	2026-11-18	0	1
4	test	2026-11-18	0	2
4	train	2026-11-18	0	4
5	train	2026-11-18	0	6
5	train	2026-11-18	8	-4
6	train	2026-11-18	0	1
\.

COPY decision (id, validation_id, project_id, state, votes, matches, cause, actor, at) FROM stdin;
1	8387e9956727e3123f679956c69246f024748a39	2	answerable	1	1	vote	server	2026-11-18 05:17:19.185785+00
2	d8dfda13d41935c249a25cc18d8655923f08182f	2	answerable	1	1	vote	server	2026-11-18 05:17:19.186501+00
3	21453b9f317e225f267845dc995b34ffbce15a13	2	answerable	2	1	vote	server	2026-11-18 05:17:19.256951+00
4	a9feb7208239dcb67d25fbd3f331f8f74ba8c3a1	2	answerable	1	1	vote	server	2026-11-18 05:17:19.823087+00
5	273aa6a5ae6fd018fe81eb25c6b47ece8def0597	2	answerable	2	1	vote	server	2026-11-18 05:17:19.869974+00
6	f7560b01bf9fe63125bae4c6893e40a3cdf60bec	2	unanswerable	2	0	vote	server	2026-11-18 05:17:19.870503+00
7	86100570478441f247b574b62314a9380b4f31a5	2	answerable	1	1	vote	server	2026-11-18 05:17:20.29769+00
8	91f31dd2f85875522e6a111992dba4a157e44062	2	answerable	1	1	vote	server	2026-11-18 05:17:20.297899+00
9	dce83660a8f0744442ef2bb158c18a49608eac0b	2	unanswerable	2	0	vote	server	2026-11-18 05:17:20.385776+00
10	21453b9f317e225f267845dc995b34ffbce15a13	2	waiting	1	0	exclusion	user:rob	2026-11-18 05:17:20.456202+00
11	91f31dd2f85875522e6a111992dba4a157e44062	2	waiting	1	0	exclusion	user:rob	2026-11-18 05:17:20.458816+00
12	dce83660a8f0744442ef2bb158c18a49608eac0b	2	waiting	1	0	exclusion	user:rob	2026-11-18 05:17:20.458994+00
13	273aa6a5ae6fd018fe81eb25c6b47ece8def0597	2	waiting	1	0	exclusion	lea	2026-11-18 05:17:20.706809+00
14	86100570478441f247b574b62314a9380b4f31a5	2	waiting	0	0	exclusion	lea	2026-11-18 05:17:20.708025+00
15	f7560b01bf9fe63125bae4c6893e40a3cdf60bec	2	waiting	1	0	exclusion	lea	2026-11-18 05:17:20.716972+00
16	273aa6a5ae6fd018fe81eb25c6b47ece8def0597	2	answerable	2	1	exclusion	lea	2026-11-18 05:17:20.97406+00
17	86100570478441f247b574b62314a9380b4f31a5	2	answerable	1	1	exclusion	lea	2026-11-18 05:17:20.97525+00
18	f7560b01bf9fe63125bae4c6893e40a3cdf60bec	2	unanswerable	2	0	exclusion	lea	2026-11-18 05:17:20.975782+00
19	21453b9f317e225f267845dc995b34ffbce15a13	2	answerable	2	1	exclusion	user:ada	2026-11-18 05:17:21.200706+00
20	91f31dd2f85875522e6a111992dba4a157e44062	2	answerable	2	1	exclusion	user:ada	2026-11-18 05:17:21.202347+00
21	dce83660a8f0744442ef2bb158c18a49608eac0b	2	unanswerable	2	0	exclusion	user:ada	2026-11-18 05:17:21.202514+00
22	21453b9f317e225f267845dc995b34ffbce15a13	2	waiting	1	0	exclusion	user:rob	2026-11-18 05:17:21.243726+00
23	91f31dd2f85875522e6a111992dba4a157e44062	2	waiting	1	0	exclusion	user:rob	2026-11-18 05:17:21.244816+00
24	dce83660a8f0744442ef2bb158c18a49608eac0b	2	waiting	1	0	exclusion	user:rob	2026-11-18 05:17:21.244976+00
25	8cf1ab33e693272e9c6c0f642f73e2ac8af0036d	3	answerable	1	1	vote	server	2026-11-18 05:17:21.630755+00
26	c3bb0b470c216a787840598bf4184247a2d85cef	3	answerable	1	1	vote	server	2026-11-18 05:17:21.630987+00
27	65eb6e38c34beacdc6ac9ff9e33b03ea20365943	3	answerable	1	1	vote	server	2026-11-18 05:17:21.68735+00
28	dbdbe81be4909bf6f3964473ff93d7543a94cedd	3	answerable	1	1	vote	server	2026-11-18 05:17:21.687887+00
29	39447d57409b240986c27e60280bd2e37a5ebf67	3	answerable	1	1	vote	server	2026-11-18 05:17:21.875335+00
30	60a44b6cc5d36dbfefcb032534156ee36d1e0cfc	3	answerable	1	1	vote	server	2026-11-18 05:17:21.875551+00
31	f3840bd2b7a8a40609229cb75e7f628efcbc895c	3	answerable	1	1	vote	server	2026-11-18 05:17:21.875659+00
32	b9abcebf09475e01173324b69909b00d23bcb465	3	answerable	1	1	vote	server	2026-11-18 05:17:21.880698+00
33	c19c2a99c3d1d61485b6b51145ceb57066bd1fb5	3	answerable	1	1	vote	server	2026-11-18 05:17:21.881127+00
34	5e7096e6992120206709cbdfc736fbf298026c37	3	answerable	1	1	vote	server	2026-11-18 05:17:22.107165+00
35	e26d240e3e7e0536ff9fbba7f6545b9d76a4688d	3	answerable	1	1	vote	server	2026-11-18 05:17:22.107346+00
36	c3bb0b470c216a787840598bf4184247a2d85cef	3	waiting	2	0	setting	user:ada	2026-11-18 05:17:22.154506+00
37	c3bb0b470c216a787840598bf4184247a2d85cef	3	answerable	2	1	setting	user:ada	2026-11-18 05:17:22.20739+00
38	90ecf1470678f600c72171deb06bfafcedf5b6d8	4	answerable	1	1	vote	server	2026-11-18 05:17:27.398768+00
39	d66aa0fa954488a44f58b618903e682d9293cfc4	4	unanswerable	1	0	vote	server	2026-11-18 05:17:27.399219+00
\.

COPY discard (id, question_id, cause, revocation_id, review_id, reason, actor, at, undone_at, undone_by, undone_reason) FROM stdin;
1	f7560b01bf9fe63125bae4c6893e40a3cdf60bec	unanswerable	\N	\N	0 of 2 validators gave the answer of its author; 1 would have to.	server	2026-11-18 05:17:19.871636+00	2026-11-18 05:17:20.718375+00	lea	0 of 1 votes match by now; 1 would have to.
2	dce83660a8f0744442ef2bb158c18a49608eac0b	unanswerable	\N	\N	0 of 2 validators gave the answer of its author; 1 would have to.	server	2026-11-18 05:17:20.385995+00	2026-11-18 05:17:20.474032+00	user:rob	0 of 1 votes match by now; 1 would have to.
3	f7560b01bf9fe63125bae4c6893e40a3cdf60bec	unanswerable	\N	\N	0 of 2 validators gave the answer of its author; 1 would have to.	lea	2026-11-18 05:17:20.983287+00	\N	\N	\N
4	dce83660a8f0744442ef2bb158c18a49608eac0b	unanswerable	\N	\N	0 of 2 validators gave the answer of its author; 1 would have to.	user:ada	2026-11-18 05:17:21.20306+00	2026-11-18 05:17:21.245134+00	user:rob	0 of 1 votes match by now; 1 would have to.
5	d66aa0fa954488a44f58b618903e682d9293cfc4	unanswerable	\N	\N	0 of 1 validators gave the answer of its author; 1 would have to.	server	2026-11-18 05:17:27.399436+00	\N	\N	\N
6	2e018d9835ec244a761ba459313a3f6a0d577c74	review	\N	1	trivial: Not this: What is written there?	user:rea	2026-11-18 05:17:30.035491+00	\N	\N	\N
7	68cb5d00ebff6afce477572328f3e8baf06cea50	review	\N	1	nonsense: Not this: Who made it?	user:rea	2026-11-18 05:17:30.046982+00	\N	\N	\N
8	5578a6c9de221fc2238bfbb9aac7efd2e345fdc5	review	\N	7	nonsense: Not this: Which birds rest there?	user:ada	2026-11-18 05:17:30.365613+00	\N	\N	\N
9	2e018d9835ec244a761ba459313a3f6a0d577c74	revocation	1	\N	0 of 1 reviewed HITs are valid: 0.0 %, less than the 60.0 % that the project asks for.	user:rob	2026-11-18 05:17:30.484149+00	\N	\N	\N
10	4bca9856fcaa8d5de95ae7d5616f1df68b578328	revocation	1	\N	0 of 1 reviewed HITs are valid: 0.0 %, less than the 60.0 % that the project asks for.	user:rob	2026-11-18 05:17:30.49247+00	\N	\N	\N
11	5578a6c9de221fc2238bfbb9aac7efd2e345fdc5	revocation	1	\N	0 of 1 reviewed HITs are valid: 0.0 %, less than the 60.0 % that the project asks for.	user:rob	2026-11-18 05:17:30.49249+00	\N	\N	\N
12	68cb5d00ebff6afce477572328f3e8baf06cea50	revocation	1	\N	0 of 1 reviewed HITs are valid: 0.0 %, less than the 60.0 % that the project asks for.	user:rob	2026-11-18 05:17:30.492501+00	\N	\N	\N
13	49c4e8a1c541c2ef1f955690b45970000066ae1c	review	\N	17	ungrammatical, trivial: Not this: How often?	user:rob	2026-11-18 05:17:33.030613+00	\N	\N	\N
14	547c71c0e78f97f15981bfe5147017e14c8eb54c	review	\N	17	nonsense: Not this: When?	user:rob	2026-11-18 05:17:33.040334+00	\N	\N	\N
15	04d917da993bb6e2746204834f131401fd6a0853	revocation	2	\N	1 of 3 reviewed questions are valid: 33.3 %, less than the 80.0 % that the project asks for.	user:rob	2026-11-18 05:17:33.06678+00	2026-11-18 05:17:33.161407+00	user:ada	Mixed up with somebody else.
16	49c4e8a1c541c2ef1f955690b45970000066ae1c	revocation	2	\N	1 of 3 reviewed questions are valid: 33.3 %, less than the 80.0 % that the project asks for.	user:rob	2026-11-18 05:17:33.0669+00	2026-11-18 05:17:33.161551+00	user:ada	Mixed up with somebody else.
17	547c71c0e78f97f15981bfe5147017e14c8eb54c	revocation	2	\N	1 of 3 reviewed questions are valid: 33.3 %, less than the 80.0 % that the project asks for.	user:rob	2026-11-18 05:17:33.066913+00	2026-11-18 05:17:33.161564+00	user:ada	Mixed up with somebody else.
18	814d52deea33d4ebcfbc24336c681b34dc718aee	revocation	2	\N	1 of 3 reviewed questions are valid: 33.3 %, less than the 80.0 % that the project asks for.	user:rob	2026-11-18 05:17:33.066923+00	2026-11-18 05:17:33.161573+00	user:ada	Mixed up with somebody else.
19	9eed802e0a4b9cb0e8ee74a876e2adfff0771698	revocation	2	\N	1 of 3 reviewed questions are valid: 33.3 %, less than the 80.0 % that the project asks for.	user:rob	2026-11-18 05:17:33.066933+00	2026-11-18 05:17:33.161582+00	user:ada	Mixed up with somebody else.
20	04d917da993bb6e2746204834f131401fd6a0853	revocation	3	\N	It was no mix-up.	lea	2026-11-18 05:17:33.661305+00	\N	\N	\N
21	49c4e8a1c541c2ef1f955690b45970000066ae1c	revocation	3	\N	It was no mix-up.	lea	2026-11-18 05:17:33.661614+00	\N	\N	\N
22	547c71c0e78f97f15981bfe5147017e14c8eb54c	revocation	3	\N	It was no mix-up.	lea	2026-11-18 05:17:33.661633+00	\N	\N	\N
23	814d52deea33d4ebcfbc24336c681b34dc718aee	revocation	3	\N	It was no mix-up.	lea	2026-11-18 05:17:33.661643+00	\N	\N	\N
24	9eed802e0a4b9cb0e8ee74a876e2adfff0771698	revocation	3	\N	It was no mix-up.	lea	2026-11-18 05:17:33.661652+00	\N	\N	\N
25	91f31dd2f85875522e6a111992dba4a157e44062	hand	\N	\N	Asks for a month.	user:ada	2026-11-18 05:17:34.966352+00	2026-11-18 05:17:34.986772+00	user:ada	It may.
26	c4780bd2141f1d06278860fb3073e93126b27b7b	hand	\N	\N	Out.	lea	2026-11-18 05:17:35.399749+00	\N	\N	\N
27	c3bb0b470c216a787840598bf4184247a2d85cef	hand	\N	\N	Asked twice.	lea	2026-11-18 05:17:42.095725+00	\N	\N	\N
\.

COPY document (id, title, split, created_at) FROM stdin;
1	The library ship	train	2026-11-18 05:17:14.330896+00
2	Odd 🦊	train	2026-11-18 05:17:14.704864+00
3	Quay	train	2026-11-18 05:17:15.213531+00
4	Café Ljubljanica 🏙️	train	2026-11-18 05:17:16.29011+00
5	Harbour	train	2026-11-18 05:17:16.658086+00
6	Lamp	train	2026-11-18 05:17:17.053943+00
7	茶馆	dev	2026-11-18 05:17:18.889739+00
8	Beekeeping	dev	2026-11-18 05:17:19.591477+00
9	Quinoa	test	2026-11-18 05:17:20.037263+00
10	Tide	train	2026-11-18 05:17:21.365751+00
11	Orchard	dev	2026-11-18 05:17:21.76685+00
12	Tower	test	2026-11-18 05:17:21.994671+00
13	Glass	train	2026-11-18 05:17:22.485646+00
14	Ferry	train	2026-11-18 05:17:26.052067+00
15	Weir	dev	2026-11-18 05:17:26.84586+00
16	Clock	train	2026-11-18 05:17:27.575964+00
17	Ridge	train	2026-11-18 05:17:28.70903+00
18	Moor	train	2026-11-18 05:17:29.365858+00
19	Sloppy "work", with commas	train	2026-11-18 05:17:30.898959+00
20	Mills	train	2026-11-18 05:17:31.626485+00
21	Well	train	2026-11-18 05:17:35.813349+00
22	Bell	train	2026-11-18 05:17:37.515012+00
23	Kiln	test	2026-11-18 05:17:46.50558+00
24	Inn	train	2026-11-18 05:17:46.878801+00
\.

COPY duration_tally (project_id, bucket, lane, hits) FROM stdin;
2	0	0	8
3	0	0	5
4	0	0	4
5	0	0	3
6	0	0	1
\.

COPY event (id, at, actor, kind, project_id, worker_id, assignment_id, detail) FROM stdin;
1	2026-11-18 05:17:06.012917+00	lea	account.create	\N	\N	\N	{"after": {"role": "admin", "totp": false, "account": "ada", "disabled": false}, "before": null, "account": "ada"}
2	2026-11-18 05:17:06.562115+00	user:ada	account.login	\N	\N	\N	{"account": "ada"}
3	2026-11-18 05:17:07.351124+00	lea	account.create	\N	\N	\N	{"after": {"role": "reviewer", "totp": false, "account": "rob", "disabled": false}, "before": null, "account": "rob"}
4	2026-11-18 05:17:08.01693+00	user:rob	account.login	\N	\N	\N	{"account": "rob"}
5	2026-11-18 05:17:08.722131+00	lea	account.create	\N	\N	\N	{"after": {"role": "reviewer", "totp": false, "account": "rea", "disabled": false}, "before": null, "account": "rea"}
6	2026-11-18 05:17:09.25301+00	user:rea	account.login	\N	\N	\N	{"account": "rea"}
7	2026-11-18 05:17:09.894763+00	lea	account.create	\N	\N	\N	{"after": {"role": "viewer", "totp": false, "account": "vic", "disabled": false}, "before": null, "account": "vic"}
8	2026-11-18 05:17:10.487496+00	user:vic	account.login	\N	\N	\N	{"account": "vic"}
9	2026-11-18 05:17:11.046752+00	user:ada	account.create	\N	\N	\N	{"after": {"role": "viewer", "totp": false, "account": "tom", "disabled": false}, "before": null, "account": "tom"}
10	2026-11-18 05:17:11.61405+00	user:ada	account.set	\N	\N	\N	{"after": {"role": "reviewer"}, "before": {"role": "viewer"}, "account": "tom"}
11	2026-11-18 05:17:11.618218+00	user:ada	account.set	\N	\N	\N	{"after": {"disabled": true}, "before": {"disabled": false}, "account": "tom"}
12	2026-11-18 05:17:12.325147+00	user:vic	account.set	\N	\N	\N	{"after": {"totp": true}, "before": {"totp": false}, "account": "vic"}
13	2026-11-18 05:17:12.6615+00	user:vic	account.set	\N	\N	\N	{"after": {"totp": false}, "before": {"totp": true}, "account": "vic"}
14	2026-11-18 05:17:12.710709+00	user:ada	token.create	\N	\N	\N	{"name": "gone", "token": 1, "scopes": ["look"], "account": "ada", "expires_at": "2026-12-18T05:17:12.710Z"}
15	2026-11-18 05:17:12.793141+00	user:ada	token.revoke	\N	\N	\N	{"name": "gone", "token": 1, "scopes": ["look"], "account": "ada"}
16	2026-11-18 05:17:13.009596+00	lea	token.create	\N	\N	\N	{"name": "golden", "token": 3, "scopes": ["look", "review", "manage", "people", "identity"], "account": "ada", "expires_at": null}
17	2026-11-18 05:17:13.13431+00	lea	token.create	\N	\N	\N	{"name": "golden", "token": 4, "scopes": ["look", "review"], "account": "rob", "expires_at": null}
18	2026-11-18 05:17:13.250348+00	lea	token.create	\N	\N	\N	{"name": "golden", "token": 5, "scopes": ["look"], "account": "vic", "expires_at": null}
19	2026-11-18 05:17:13.815939+00	lea	model.add	\N	\N	\N	{"after": {"id": 1, "url": "http://127.0.0.1:1/predict", "name": "stub", "protocol": "beat", "created_at": "2026-11-18T05:17:13.815344+00:00", "measured_on": "SQuAD", "measured_permille": 495}, "before": null}
20	2026-11-18 05:17:13.946378+00	lea	model.add	\N	\N	\N	{"after": {"id": 2, "url": "http://127.0.0.1:2/predict", "name": "second", "protocol": "beat", "created_at": "2026-11-18T05:17:13.945837+00:00", "measured_on": null, "measured_permille": null}, "before": null}
21	2026-11-18 05:17:14.169172+00	user:ada	model.add	\N	\N	\N	{"after": {"id": 3, "url": "http://127.0.0.1:9/predict", "name": "third", "protocol": "beat", "created_at": "2026-11-18T05:17:14.168844+00:00", "measured_on": "NewsQA", "measured_permille": 312}, "before": null}
22	2026-11-18 05:17:14.332128+00	lea	onboarding.import	\N	\N	\N	{"after": 1, "before": null, "onboarding": "basics"}
23	2026-11-18 05:17:14.707128+00	lea	collection.import	\N	\N	\N	{"bad": 0, "split": "train", "passages": 1, "documents": 1, "collection": "odd", "duplicates": 0}
26	2026-11-18 05:17:15.215692+00	lea	collection.import	\N	\N	\N	{"bad": 0, "split": "train", "passages": 1, "documents": 1, "collection": "demo", "duplicates": 0}
27	2026-11-18 05:17:15.383172+00	lea	project.create	2	\N	\N	{"after": {"id": 2, "name": "demo", "open": true, "state": "active", "title": "Démo 🎯 <b>one</b>", "pool_id": 1, "repeats": "allow", "model_id": 1, "platforms": ["mturk", "prolific", "direct"], "batch_hits": null, "created_at": "2026-11-18T05:17:15.382174+00:00", "onboarding": null, "batch_hours": null, "empty_answer": "fault", "review_blind": true, "reward_cents": 200, "success_unit": "question", "lease_seconds": 3600, "review_double": false, "success_least": 1, "revoke_confirm": false, "completion_code": "C0DE", "questions_wanted": 3, "success_permille": 800, "validation_extra": 0, "validation_group": "hit", "validation_match": "em", "validation_votes": 2, "way_out_attempts": 10, "win_reward_cents": 0, "min_passage_words": 0, "onboarding_retries": 0, "question_words_min": 3, "threshold_permille": 400, "validation_matches": 1, "answerable_permille": 500, "onboarding_model_id": null, "near_repeat_permille": 600, "review_lease_seconds": 1800, "validation_questions": 10, "validation_early_stop": 0, "validation_onboarding": null, "validation_f1_permille": 400, "assignments_per_passage": 1, "validation_reward_cents": 60, "validation_lease_seconds": 1800, "validation_lost_permille": 0, "validation_train_permille": 0, "validation_completion_code": ""}, "before": null}
28	2026-11-18 05:17:15.389267+00	lea	project.collection	2	\N	\N	{"after": true, "before": false, "collection": "demo"}
29	2026-11-18 05:17:16.069487+00	worker	assignment.submit	2	1	1	{"won": 3, "cents": 200, "platform_ref": ""}
30	2026-11-18 05:17:16.300819+00	lea	collection.import	\N	\N	\N	{"bad": 0, "split": "train", "passages": 1, "documents": 1, "collection": "demo", "duplicates": 0}
31	2026-11-18 05:17:16.4954+00	server	assignment.rebind	2	2	2	{"after": {"hit_ref": "H1", "platform_ref": "3NEW"}, "before": {"hit_ref": "H1", "platform_ref": "3OLD"}}
32	2026-11-18 05:17:16.514208+00	worker	assignment.submit	2	2	2	{"won": 3, "cents": 200, "platform_ref": "3NEW"}
33	2026-11-18 05:17:16.67425+00	lea	collection.import	\N	\N	\N	{"bad": 0, "split": "train", "passages": 1, "documents": 1, "collection": "demo", "duplicates": 0}
34	2026-11-18 05:17:16.768728+00	worker	assignment.submit	2	3	3	{"won": 2, "cents": 200, "platform_ref": "x1"}
35	2026-11-18 05:17:16.932253+00	lea	project.set	2	\N	\N	{"after": {"lease_seconds": 1}, "before": {"lease_seconds": 3600}}
36	2026-11-18 05:17:17.064151+00	lea	collection.import	\N	\N	\N	{"bad": 0, "split": "train", "passages": 1, "documents": 1, "collection": "demo", "duplicates": 0}
37	2026-11-18 05:17:18.547686+00	lea	project.set	2	\N	\N	{"after": {"lease_seconds": 3600}, "before": {"lease_seconds": 1}}
38	2026-11-18 05:17:18.633787+00	server	assignment.expire	2	4	4	{"won": 1, "expires_at": "2026-11-18T05:17:18.122Z"}
39	2026-11-18 05:17:18.698081+00	worker	assignment.submit	2	5	5	{"won": 1, "cents": 200, "platform_ref": ""}
40	2026-11-18 05:17:18.910455+00	lea	collection.import	\N	\N	\N	{"bad": 0, "split": "dev", "passages": 1, "documents": 1, "collection": "demo", "duplicates": 0}
41	2026-11-18 05:17:19.100581+00	worker	assignment.submit	2	1	6	{"won": 3, "cents": 200, "platform_ref": ""}
42	2026-11-18 05:17:19.187224+00	worker	assignment.submit	2	6	7	{"won": 3, "cents": 60, "platform_ref": ""}
43	2026-11-18 05:17:19.25797+00	worker	assignment.submit	2	7	8	{"won": 3, "cents": 60, "platform_ref": ""}
44	2026-11-18 05:17:19.604043+00	lea	collection.import	\N	\N	\N	{"bad": 0, "split": "dev", "passages": 1, "documents": 1, "collection": "demo", "duplicates": 0}
45	2026-11-18 05:17:19.802049+00	worker	assignment.submit	2	8	9	{"won": 3, "cents": 200, "platform_ref": ""}
46	2026-11-18 05:17:19.8235+00	worker	assignment.submit	2	6	10	{"won": 3, "cents": 60, "platform_ref": ""}
47	2026-11-18 05:17:19.884837+00	worker	assignment.submit	2	9	11	{"won": 3, "cents": 60, "platform_ref": ""}
48	2026-11-18 05:17:20.059985+00	lea	collection.import	\N	\N	\N	{"bad": 0, "split": "test", "passages": 1, "documents": 1, "collection": "demo", "duplicates": 0}
49	2026-11-18 05:17:20.204545+00	worker	assignment.submit	2	8	12	{"won": 3, "cents": 200, "platform_ref": ""}
50	2026-11-18 05:17:20.298292+00	worker	assignment.submit	2	7	13	{"won": 3, "cents": 60, "platform_ref": ""}
51	2026-11-18 05:17:20.386712+00	worker	assignment.submit	2	9	14	{"won": 3, "cents": 60, "platform_ref": ""}
52	2026-11-18 05:17:20.428357+00	user:rob	votes.exclude	2	7	\N	{"votes": 6, "reason": "Marks what he likes.", "revocation": null}
53	2026-11-18 05:17:20.690277+00	lea	votes.exclude	2	9	\N	{"votes": 6, "reason": "To see.", "revocation": null}
54	2026-11-18 05:17:20.96174+00	lea	votes.include	2	9	\N	{"votes": 6, "reason": "Seen.", "revocation": null}
55	2026-11-18 05:17:21.198767+00	user:ada	votes.include	2	7	\N	{"votes": 6, "reason": "He may.", "revocation": null}
56	2026-11-18 05:17:21.231678+00	user:rob	votes.exclude	2	7	\N	{"votes": 6, "reason": "He may not.", "revocation": null}
57	2026-11-18 05:17:21.367919+00	lea	collection.import	\N	\N	\N	{"bad": 0, "split": "train", "passages": 1, "documents": 1, "collection": "loss", "duplicates": 0}
58	2026-11-18 05:17:21.463824+00	user:ada	project.create	3	\N	\N	{"after": {"id": 3, "name": "loss", "open": true, "state": "active", "title": "Loss", "pool_id": 1, "repeats": "allow", "model_id": 2, "platforms": ["mturk", "direct"], "batch_hits": null, "created_at": "2026-11-18T05:17:21.46247+00:00", "onboarding": null, "batch_hours": null, "empty_answer": "loss", "review_blind": true, "reward_cents": 0, "success_unit": "question", "lease_seconds": 3600, "review_double": false, "success_least": 1, "revoke_confirm": false, "completion_code": "", "questions_wanted": 2, "success_permille": 800, "validation_extra": 1, "validation_group": "passage", "validation_match": "f1", "validation_votes": 2, "way_out_attempts": 10, "win_reward_cents": 0, "min_passage_words": 0, "onboarding_retries": 0, "question_words_min": 3, "threshold_permille": 400, "validation_matches": 1, "answerable_permille": 500, "onboarding_model_id": null, "near_repeat_permille": 600, "review_lease_seconds": 1800, "validation_questions": 10, "validation_early_stop": 2, "validation_onboarding": null, "validation_f1_permille": 400, "assignments_per_passage": 2, "validation_reward_cents": 0, "validation_lease_seconds": 1800, "validation_lost_permille": 1000, "validation_train_permille": 1000, "validation_completion_code": ""}, "before": null}
59	2026-11-18 05:17:21.471652+00	user:ada	project.target	3	\N	\N	{"after": 9, "split": "dev", "before": null}
60	2026-11-18 05:17:21.471853+00	user:ada	project.target	3	\N	\N	{"after": 9, "split": "test", "before": null}
61	2026-11-18 05:17:21.477834+00	user:ada	project.collection	3	\N	\N	{"after": true, "before": false, "collection": "loss"}
62	2026-11-18 05:17:21.593527+00	worker	assignment.submit	3	10	15	{"won": 2, "cents": 0, "platform_ref": ""}
63	2026-11-18 05:17:21.631332+00	worker	assignment.submit	3	11	16	{"won": 2, "cents": 0, "platform_ref": ""}
64	2026-11-18 05:17:21.657374+00	worker	assignment.submit	3	12	17	{"won": 2, "cents": 0, "platform_ref": ""}
65	2026-11-18 05:17:21.675214+00	worker	assignment.submit	3	13	18	{"won": 2, "cents": 0, "platform_ref": ""}
66	2026-11-18 05:17:21.688413+00	worker	assignment.submit	3	11	19	{"won": 2, "cents": 0, "platform_ref": ""}
67	2026-11-18 05:17:21.707855+00	worker	assignment.submit	3	12	20	{"won": 2, "cents": 0, "platform_ref": ""}
68	2026-11-18 05:17:21.775012+00	lea	collection.import	\N	\N	\N	{"bad": 0, "split": "dev", "passages": 1, "documents": 1, "collection": "loss", "duplicates": 0}
69	2026-11-18 05:17:21.837889+00	worker	assignment.submit	3	10	21	{"won": 2, "cents": 0, "platform_ref": ""}
70	2026-11-18 05:17:21.853439+00	worker	assignment.submit	3	13	22	{"won": 2, "cents": 0, "platform_ref": ""}
71	2026-11-18 05:17:21.881543+00	worker	assignment.submit	3	11	23	{"won": 5, "cents": 0, "platform_ref": ""}
72	2026-11-18 05:17:21.90908+00	worker	assignment.submit	3	12	24	{"won": 5, "cents": 0, "platform_ref": ""}
73	2026-11-18 05:17:22.007577+00	lea	collection.import	\N	\N	\N	{"bad": 0, "split": "test", "passages": 1, "documents": 1, "collection": "loss", "duplicates": 0}
74	2026-11-18 05:17:22.097782+00	worker	assignment.submit	3	13	25	{"won": 1, "cents": 0, "platform_ref": ""}
75	2026-11-18 05:17:22.107662+00	worker	assignment.submit	3	11	26	{"won": 2, "cents": 0, "platform_ref": ""}
76	2026-11-18 05:17:22.133076+00	user:ada	project.set	3	\N	\N	{"after": {"validation_match": "em"}, "before": {"validation_match": "f1"}}
77	2026-11-18 05:17:22.190647+00	user:ada	project.set	3	\N	\N	{"after": {"reward_cents": 120, "validation_match": "f1", "validation_f1_permille": 500}, "before": {"reward_cents": 0, "validation_match": "em", "validation_f1_permille": 400}}
78	2026-11-18 05:17:22.500575+00	lea	collection.import	\N	\N	\N	{"bad": 0, "split": "train", "passages": 1, "documents": 1, "collection": "school", "duplicates": 0}
79	2026-11-18 05:17:22.764535+00	lea	project.create	4	\N	\N	{"after": {"id": 4, "name": "school", "open": false, "state": "active", "title": "school", "pool_id": 1, "repeats": "allow", "model_id": 1, "platforms": ["mturk", "direct"], "batch_hits": null, "created_at": "2026-11-18T05:17:22.759259+00:00", "onboarding": "basics", "batch_hours": null, "empty_answer": "fault", "review_blind": true, "reward_cents": 150, "success_unit": "question", "lease_seconds": 3600, "review_double": false, "success_least": 1, "revoke_confirm": false, "completion_code": "", "questions_wanted": 2, "success_permille": 900, "validation_extra": 0, "validation_group": "hit", "validation_match": "em", "validation_votes": 1, "way_out_attempts": 10, "win_reward_cents": 0, "min_passage_words": 0, "onboarding_retries": 1, "question_words_min": 3, "threshold_permille": 400, "validation_matches": 1, "answerable_permille": 500, "onboarding_model_id": 2, "near_repeat_permille": 600, "review_lease_seconds": 1800, "validation_questions": 10, "validation_early_stop": 0, "validation_onboarding": "basics", "validation_f1_permille": 400, "assignments_per_passage": 1, "validation_reward_cents": 0, "validation_lease_seconds": 1800, "validation_lost_permille": 0, "validation_train_permille": 0, "validation_completion_code": ""}, "before": null}
80	2026-11-18 05:17:22.766372+00	lea	project.collection	4	\N	\N	{"after": true, "before": false, "collection": "school"}
81	2026-11-18 05:17:23.789994+00	db:beat	worker.state	4	14	\N	{"after": "onboarding", "before": "new", "version": 1, "onboarding": "basics"}
82	2026-11-18 05:17:23.94089+00	worker	assignment.submit	4	14	27	{"won": 1, "cents": 150, "platform_ref": ""}
83	2026-11-18 05:17:23.942594+00	db:beat	worker.state	4	14	\N	{"hit": "27", "after": "screening", "before": "onboarding"}
84	2026-11-18 05:17:23.950776+00	db:beat	worker.state	4	16	\N	{"after": "onboarding", "before": "new", "version": 1, "onboarding": "basics"}
85	2026-11-18 05:17:24.030837+00	worker	assignment.submit	4	16	28	{"won": 1, "cents": 150, "platform_ref": ""}
86	2026-11-18 05:17:24.031531+00	db:beat	worker.state	4	16	\N	{"hit": "28", "after": "screening", "before": "onboarding"}
87	2026-11-18 05:17:24.035856+00	db:beat	worker.state	4	17	\N	{"after": "onboarding", "before": "new", "version": 1, "onboarding": "basics"}
88	2026-11-18 05:17:24.105848+00	worker	assignment.submit	4	17	29	{"won": 1, "cents": 150, "platform_ref": ""}
89	2026-11-18 05:17:24.106709+00	db:beat	worker.state	4	17	\N	{"hit": "29", "after": "screening", "before": "onboarding"}
90	2026-11-18 05:17:24.122722+00	db:beat	worker.state	4	18	\N	{"after": "onboarding", "before": "new", "version": 1, "onboarding": "basics"}
91	2026-11-18 05:17:24.200814+00	worker	assignment.submit	4	18	30	{"won": 1, "cents": 150, "platform_ref": ""}
92	2026-11-18 05:17:24.201464+00	db:beat	worker.state	4	18	\N	{"hit": "30", "after": "screening", "before": "onboarding"}
93	2026-11-18 05:17:24.209108+00	user:rob	screening.decide	4	14	27	{"after": "passed", "before": "waiting", "reason": "Good."}
94	2026-11-18 05:17:24.210385+00	user:rob	worker.state	4	14	\N	{"hit": "27", "after": "qualified", "before": "screening", "reason": "Good."}
95	2026-11-18 05:17:24.243948+00	user:rob	screening.decide	4	16	28	{"after": "failed", "before": "waiting", "reason": "Copied from the passage."}
96	2026-11-18 05:17:24.244388+00	user:rob	worker.state	4	16	\N	{"hit": "28", "after": "onboarding", "before": "screening", "reason": "Copied from the passage."}
97	2026-11-18 05:17:24.262129+00	user:rob	screening.undo	4	16	28	{"after": "waiting", "before": "failed", "reason": "Looked again.", "decided_by": "user:rob"}
98	2026-11-18 05:17:24.262514+00	user:rob	worker.state	4	16	\N	{"hit": "28", "after": "screening", "before": "onboarding", "reason": "Looked again."}
99	2026-11-18 05:17:24.460853+00	lea	screening.decide	4	16	28	{"after": "failed", "before": "waiting", "reason": "Copied from the passage."}
100	2026-11-18 05:17:24.462471+00	lea	worker.state	4	16	\N	{"hit": "28", "after": "onboarding", "before": "screening", "reason": "Copied from the passage."}
101	2026-11-18 05:17:24.681552+00	lea	screening.decide	4	17	29	{"after": "failed", "before": "waiting", "reason": "No."}
102	2026-11-18 05:17:24.683247+00	lea	worker.state	4	17	\N	{"hit": "29", "after": "onboarding", "before": "screening", "reason": "No."}
103	2026-11-18 05:17:24.871589+00	worker	assignment.submit	4	16	31	{"won": 1, "cents": 150, "platform_ref": ""}
104	2026-11-18 05:17:24.872288+00	db:beat	worker.state	4	16	\N	{"hit": "31", "after": "screening", "before": "onboarding"}
105	2026-11-18 05:17:25.169286+00	lea	screening.decide	4	16	31	{"after": "passed", "before": "waiting", "reason": null}
106	2026-11-18 05:17:25.171117+00	lea	worker.state	4	16	\N	{"hit": "31", "after": "qualified", "before": "screening", "reason": null}
107	2026-11-18 05:17:25.450005+00	worker	assignment.submit	4	17	32	{"won": 1, "cents": 150, "platform_ref": ""}
108	2026-11-18 05:17:25.450626+00	db:beat	worker.state	4	17	\N	{"hit": "32", "after": "screening", "before": "onboarding"}
109	2026-11-18 05:17:25.726101+00	lea	screening.decide	4	17	32	{"after": "failed", "before": "waiting", "reason": "Not this time either."}
110	2026-11-18 05:17:25.727718+00	lea	worker.state	4	17	\N	{"hit": "32", "after": "failed", "before": "screening", "reason": "Not this time either."}
111	2026-11-18 05:17:25.858984+00	worker	assignment.submit	4	14	33	{"won": 2, "cents": 150, "platform_ref": ""}
112	2026-11-18 05:17:26.085138+00	lea	collection.import	\N	\N	\N	{"bad": 0, "split": "train", "passages": 1, "documents": 1, "collection": "school", "duplicates": 0}
113	2026-11-18 05:17:26.190397+00	worker	assignment.submit	4	16	34	{"won": 2, "cents": 150, "platform_ref": ""}
114	2026-11-18 05:17:26.512079+00	user:ada	worker.state	4	6	\N	{"after": "qualified", "before": "new", "reason": "Known from the other one."}
115	2026-11-18 05:17:26.51305+00	user:ada	worker.state	2	6	\N	{"after": "qualified", "before": "new", "reason": "Known from the other one."}
116	2026-11-18 05:17:26.513383+00	user:ada	worker.qualify	4	6	\N	{"after": "qualified", "before": "new", "reason": "Known from the other one."}
117	2026-11-18 05:17:26.855299+00	lea	collection.import	\N	\N	\N	{"bad": 0, "split": "dev", "passages": 1, "documents": 1, "collection": "school", "duplicates": 0}
118	2026-11-18 05:17:26.995319+00	worker	assignment.submit	4	14	35	{"won": 2, "cents": 150, "platform_ref": ""}
119	2026-11-18 05:17:27.34652+00	worker	worker.validator	4	20	36	{"version": 1, "onboarding": "basics"}
120	2026-11-18 05:17:27.406004+00	worker	assignment.submit	4	20	36	{"won": 2, "cents": 0, "platform_ref": ""}
121	2026-11-18 05:17:27.584476+00	lea	collection.import	\N	\N	\N	{"bad": 0, "split": "train", "passages": 1, "documents": 1, "collection": "double", "duplicates": 0}
122	2026-11-18 05:17:27.808129+00	lea	project.create	5	\N	\N	{"after": {"id": 5, "name": "double", "open": true, "state": "active", "title": "double", "pool_id": 1, "repeats": "allow", "model_id": 1, "platforms": ["mturk", "direct"], "batch_hits": null, "created_at": "2026-11-18T05:17:27.80654+00:00", "onboarding": null, "batch_hours": null, "empty_answer": "fault", "review_blind": false, "reward_cents": 0, "success_unit": "hit", "lease_seconds": 3600, "review_double": true, "success_least": 1, "revoke_confirm": true, "completion_code": "", "questions_wanted": 2, "success_permille": 600, "validation_extra": 0, "validation_group": "hit", "validation_match": "em", "validation_votes": 0, "way_out_attempts": 10, "win_reward_cents": 0, "min_passage_words": 0, "onboarding_retries": 0, "question_words_min": 3, "threshold_permille": 400, "validation_matches": 1, "answerable_permille": 500, "onboarding_model_id": null, "near_repeat_permille": 600, "review_lease_seconds": 1800, "validation_questions": 10, "validation_early_stop": 0, "validation_onboarding": null, "validation_f1_permille": 400, "assignments_per_passage": 1, "validation_reward_cents": 0, "validation_lease_seconds": 1800, "validation_lost_permille": 0, "validation_train_permille": 0, "validation_completion_code": ""}, "before": null}
123	2026-11-18 05:17:27.829222+00	lea	project.collection	5	\N	\N	{"after": true, "before": false, "collection": "double"}
124	2026-11-18 05:17:28.467893+00	worker	assignment.submit	5	21	37	{"won": 2, "cents": 0, "platform_ref": ""}
125	2026-11-18 05:17:28.733911+00	lea	collection.import	\N	\N	\N	{"bad": 0, "split": "train", "passages": 1, "documents": 1, "collection": "double", "duplicates": 0}
126	2026-11-18 05:17:28.996657+00	worker	assignment.submit	5	22	38	{"won": 2, "cents": 0, "platform_ref": ""}
127	2026-11-18 05:17:29.398056+00	lea	collection.import	\N	\N	\N	{"bad": 0, "split": "train", "passages": 1, "documents": 1, "collection": "double", "duplicates": 0}
128	2026-11-18 05:17:29.617272+00	worker	assignment.submit	5	21	39	{"won": 2, "cents": 0, "platform_ref": ""}
129	2026-11-18 05:17:29.744395+00	user:ada	batch.close	5	\N	\N	{"hits": 3, "seed": "golden", "batch": 1, "cause": "hand", "sampled": 3, "workers": 2, "hits_total": 3}
130	2026-11-18 05:17:29.84273+00	user:rob	review.finish	5	21	37	{"kind": "review", "valid": 0, "review": "1", "questions": 2}
131	2026-11-18 05:17:29.874761+00	user:rob	review.finish	5	22	38	{"kind": "review", "valid": 2, "review": "2", "questions": 2}
132	2026-11-18 05:17:29.974203+00	user:rob	review.finish	5	21	39	{"kind": "review", "valid": 1, "review": "3", "questions": 2}
133	2026-11-18 05:17:30.016267+00	user:rea	review.finish	5	21	37	{"kind": "review", "valid": 0, "review": "4", "questions": 2}
134	2026-11-18 05:17:30.063691+00	user:rea	revocation.propose	5	21	\N	{"cause": "review", "valid": 0, "reason": "0 of 1 reviewed HITs are valid: 0.0 %, less than the 60.0 % that the project asks for.", "reviewed": 1, "revocation": "1"}
135	2026-11-18 05:17:30.127646+00	user:rea	review.finish	5	22	38	{"kind": "review", "valid": 2, "review": "5", "questions": 2}
136	2026-11-18 05:17:30.24893+00	user:rea	review.finish	5	21	39	{"kind": "review", "valid": 2, "review": "6", "questions": 2}
137	2026-11-18 05:17:30.251032+00	user:rea	review.dispute	5	21	39	{"reviews": ["3", "6"]}
138	2026-11-18 05:17:30.351719+00	user:ada	review.finish	5	21	39	{"kind": "adjudication", "valid": 1, "review": "7", "questions": 2}
139	2026-11-18 05:17:30.464407+00	user:rob	revocation.confirm	5	21	\N	{"after": "done", "before": "proposed", "reason": null, "revocation": "1"}
140	2026-11-18 05:17:30.467657+00	user:rob	worker.state	5	21	\N	{"after": "revoked", "before": "new", "reason": "0 of 1 reviewed HITs are valid: 0.0 %, less than the 60.0 % that the project asks for.", "revocation": "1"}
141	2026-11-18 05:17:30.495725+00	user:rob	worker.revoke	5	21	\N	{"after": "revoked", "cause": "review", "valid": 0, "before": "new", "reason": "0 of 1 reviewed HITs are valid: 0.0 %, less than the 60.0 % that the project asks for.", "projects": 1, "reviewed": 1, "discarded": 4, "revocation": "1"}
142	2026-11-18 05:17:30.942039+00	lea	collection.import	\N	\N	\N	{"bad": 0, "split": "train", "passages": 1, "documents": 1, "collection": "demo", "duplicates": 0}
143	2026-11-18 05:17:31.352897+00	worker	assignment.submit	2	23	40	{"won": 3, "cents": 200, "platform_ref": ""}
144	2026-11-18 05:17:31.665261+00	lea	collection.import	\N	\N	\N	{"bad": 0, "split": "train", "passages": 1, "documents": 1, "collection": "demo", "duplicates": 0}
145	2026-11-18 05:17:32.127585+00	lea	batch.close	2	\N	\N	{"hits": 8, "seed": "first", "batch": 1, "cause": "hand", "sampled": 8, "workers": 6, "hits_total": 8}
146	2026-11-18 05:17:32.482287+00	user:rob	review.finish	2	1	1	{"kind": "review", "valid": 3, "review": "10", "questions": 3}
147	2026-11-18 05:17:32.540224+00	user:rob	review.undo	2	1	1	{"after": "undone", "again": "11", "before": "finished", "review": "10"}
148	2026-11-18 05:17:32.617658+00	user:rob	review.finish	2	3	3	{"kind": "review", "valid": 2, "review": "12", "questions": 2}
149	2026-11-18 05:17:32.709502+00	user:rob	review.finish	2	5	5	{"kind": "review", "valid": 1, "review": "13", "questions": 1}
150	2026-11-18 05:17:32.788769+00	user:rob	review.finish	2	1	6	{"kind": "review", "valid": 3, "review": "14", "questions": 3}
151	2026-11-18 05:17:32.840936+00	user:rob	review.finish	2	8	9	{"kind": "review", "valid": 3, "review": "15", "questions": 3}
152	2026-11-18 05:17:32.919056+00	user:rob	review.finish	2	8	12	{"kind": "review", "valid": 3, "review": "16", "questions": 3}
153	2026-11-18 05:17:33.023727+00	user:rob	review.finish	2	23	40	{"kind": "review", "valid": 1, "review": "17", "questions": 3}
154	2026-11-18 05:17:33.043809+00	user:rob	worker.state	2	23	\N	{"after": "revoked", "before": "new", "reason": "1 of 3 reviewed questions are valid: 33.3 %, less than the 80.0 % that the project asks for.", "revocation": "2"}
155	2026-11-18 05:17:33.061854+00	user:rob	assignment.end	2	23	41	{"won": 2, "after": "ended", "before": "live", "revocation": "2"}
156	2026-11-18 05:17:33.073584+00	user:rob	worker.revoke	2	23	\N	{"after": "revoked", "cause": "review", "valid": 1, "before": "new", "reason": "1 of 3 reviewed questions are valid: 33.3 %, less than the 80.0 % that the project asks for.", "projects": 1, "reviewed": 3, "discarded": 5, "revocation": "2"}
157	2026-11-18 05:17:33.139097+00	user:ada	worker.state	2	23	\N	{"after": "qualified", "before": "revoked", "reason": "Mixed up with somebody else.", "revocation": "2"}
158	2026-11-18 05:17:33.165844+00	user:ada	worker.reinstate	2	23	\N	{"after": "qualified", "before": "revoked", "reason": "Mixed up with somebody else.", "projects": 1, "restored": 3, "revocation": "2"}
159	2026-11-18 05:17:33.21299+00	server	assignment.revive	2	23	41	{"won": 2, "before": "ended"}
160	2026-11-18 05:17:33.618925+00	lea	worker.state	2	23	\N	{"after": "revoked", "before": "qualified", "reason": "It was no mix-up.", "revocation": "3"}
161	2026-11-18 05:17:33.642513+00	lea	assignment.end	2	23	41	{"won": 2, "after": "ended", "before": "live", "revocation": "3"}
162	2026-11-18 05:17:33.687756+00	lea	worker.revoke	2	23	\N	{"after": "revoked", "cause": "hand", "valid": null, "before": "qualified", "reason": "It was no mix-up.", "projects": 1, "reviewed": null, "discarded": 5, "revocation": "3"}
163	2026-11-18 05:17:34.164534+00	lea	worker.note	2	1	\N	{"note": "1", "text": "Writes well — très bien 👍"}
164	2026-11-18 05:17:34.270024+00	user:rob	worker.note	2	23	\N	{"note": "2", "text": "To be watched."}
165	2026-11-18 05:17:34.700491+00	lea	worker.block	\N	2	\N	{"after": true, "ended": 0, "before": false, "reason": "Two accounts."}
166	2026-11-18 05:17:34.893088+00	user:ada	worker.unblock	\N	2	\N	{"after": false, "before": true, "reason": "It was one."}
167	2026-11-18 05:17:34.97051+00	user:ada	question.discard	2	\N	\N	{"ids": ["91f31dd2f85875522e6a111992dba4a157e44062"], "filter": null, "reason": "Asks for a month.", "changed": 1, "questions": 1}
168	2026-11-18 05:17:34.987827+00	user:ada	question.restore	2	\N	\N	{"ids": ["91f31dd2f85875522e6a111992dba4a157e44062"], "filter": null, "reason": "It may.", "changed": 1, "questions": 1}
169	2026-11-18 05:17:35.425436+00	lea	question.discard	2	\N	\N	{"ids": ["c4780bd2141f1d06278860fb3073e93126b27b7b"], "filter": null, "reason": "Out.", "changed": 1, "questions": 1}
170	2026-11-18 05:17:35.832852+00	lea	collection.import	\N	\N	\N	{"bad": 0, "split": "train", "passages": 1, "documents": 1, "collection": "paused", "duplicates": 0}
171	2026-11-18 05:17:36.380688+00	lea	project.create	6	\N	\N	{"after": {"id": 6, "name": "paused", "open": true, "state": "active", "title": "paused", "pool_id": 1, "repeats": "refuse", "model_id": 1, "platforms": ["mturk", "direct"], "batch_hits": null, "created_at": "2026-11-18T05:17:36.370686+00:00", "onboarding": null, "batch_hours": null, "empty_answer": "fault", "review_blind": true, "reward_cents": 0, "success_unit": "question", "lease_seconds": 3600, "review_double": false, "success_least": 5, "revoke_confirm": false, "completion_code": "", "questions_wanted": 2, "success_permille": 800, "validation_extra": 0, "validation_group": "hit", "validation_match": "em", "validation_votes": 0, "way_out_attempts": 10, "win_reward_cents": 0, "min_passage_words": 0, "onboarding_retries": 0, "question_words_min": 3, "threshold_permille": 400, "validation_matches": 1, "answerable_permille": 500, "onboarding_model_id": null, "near_repeat_permille": 600, "review_lease_seconds": 1800, "validation_questions": 10, "validation_early_stop": 0, "validation_onboarding": null, "validation_f1_permille": 400, "assignments_per_passage": 1, "validation_reward_cents": 0, "validation_lease_seconds": 1800, "validation_lost_permille": 0, "validation_train_permille": 0, "validation_completion_code": ""}, "before": null}
172	2026-11-18 05:17:36.393373+00	lea	project.target	6	\N	\N	{"after": 9, "split": "train", "before": null}
173	2026-11-18 05:17:36.395551+00	lea	project.collection	6	\N	\N	{"after": true, "before": false, "collection": "paused"}
174	2026-11-18 05:17:36.699365+00	user:ada	project.state	6	\N	\N	{"after": {"state": "paused"}, "before": {"state": "active"}}
175	2026-11-18 05:17:36.88097+00	worker	assignment.submit	6	24	42	{"won": 1, "cents": 0, "platform_ref": ""}
176	2026-11-18 05:17:37.213823+00	lea	project.state	6	\N	\N	{"after": {"state": "active"}, "before": {"state": "paused"}}
177	2026-11-18 05:17:37.557126+00	lea	collection.import	\N	\N	\N	{"bad": 0, "split": "train", "passages": 1, "documents": 1, "collection": "paused", "duplicates": 0}
178	2026-11-18 05:17:37.905435+00	lea	project.state	6	\N	\N	{"after": {"state": "closed"}, "before": {"state": "active"}}
179	2026-11-18 05:17:38.306667+00	lea	project.state	6	\N	\N	{"after": {"state": "active"}, "before": {"state": "closed"}}
180	2026-11-18 05:17:38.701625+00	lea	project.state	6	\N	\N	{"after": {"state": "paused"}, "before": {"state": "active"}}
181	2026-11-18 05:17:39.281825+00	lea	attempt.judge	2	2	2	{"after": "human", "fault": "bad_status", "before": "none", "attempt": "dc5d236f-74f0-44a9-8eb0-29cb5e7cde25"}
182	2026-11-18 05:17:40.465106+00	lea	release.freeze	2	\N	\N	{"name": "demo", "seed": "1", "as_of": "2026-11-18T05:17:40.331Z", "release": "1", "version": "1.0"}
183	2026-11-18 05:17:41.003855+00	lea	release.ready	2	\N	\N	{"name": "demo", "release": "1", "version": "1.0"}
184	2026-11-18 05:17:41.474031+00	lea	release.freeze	3	\N	\N	{"name": "loss", "seed": "7", "as_of": "2026-11-18T05:17:41.326Z", "release": "2", "version": "1.0"}
185	2026-11-18 05:17:41.693606+00	lea	release.fail	3	\N	\N	{"name": "loss", "release": "2", "version": "1.0"}
186	2026-11-18 05:17:42.119363+00	lea	question.discard	3	\N	\N	{"ids": ["c3bb0b470c216a787840598bf4184247a2d85cef"], "filter": null, "reason": "Asked twice.", "changed": 1, "questions": 1}
187	2026-11-18 05:17:42.418839+00	lea	release.freeze	3	\N	\N	{"name": "loss", "seed": "7", "as_of": "2026-11-18T05:17:42.294Z", "release": "3", "version": "1.0"}
188	2026-11-18 05:17:42.766312+00	lea	release.ready	3	\N	\N	{"name": "loss", "release": "3", "version": "1.0"}
189	2026-11-18 05:17:43.142305+00	lea	release.freeze	2	\N	\N	{"name": "demo", "seed": "1", "as_of": "2026-11-18T05:17:20.788Z", "release": "4", "version": "0.9"}
190	2026-11-18 05:17:43.556052+00	lea	release.ready	2	\N	\N	{"name": "demo", "release": "4", "version": "0.9"}
191	2026-11-18 05:17:43.859342+00	lea	release.freeze	\N	\N	\N	{"name": "both", "seed": "3", "as_of": "2026-11-18T05:17:42.294Z", "release": "5", "version": "1.0"}
192	2026-11-18 05:17:44.303071+00	lea	release.ready	\N	\N	\N	{"name": "both", "release": "5", "version": "1.0"}
193	2026-11-18 05:17:45.327471+00	user:ada	release.freeze	5	\N	\N	{"name": "double", "seed": "x", "as_of": "2026-11-18T05:17:45.187Z", "release": "6", "version": "2.0"}
194	2026-11-18 05:17:45.613854+00	user:ada	release.ready	5	\N	\N	{"name": "double", "release": "6", "version": "2.0"}
195	2026-11-18 05:17:45.679861+00	user:ada	project.set	2	\N	\N	{"after": {"title": "Démo 🎯", "success_permille": 750}, "before": {"title": "Démo 🎯 <b>one</b>", "success_permille": 800}}
196	2026-11-18 05:17:45.684417+00	user:ada	project.target	2	\N	\N	{"after": 100, "split": "train", "before": null}
197	2026-11-18 05:17:45.692466+00	user:ada	project.target	2	\N	\N	{"after": 50, "split": "test", "before": null}
198	2026-11-18 05:17:45.983243+00	lea	project.set	2	\N	\N	{"after": {"batch_hits": 50, "reward_cents": 250}, "before": {"batch_hits": null, "reward_cents": 200}}
199	2026-11-18 05:17:46.285267+00	lea	project.set	4	\N	\N	{"after": {"lease_seconds": 2592000, "validation_lease_seconds": 2592000}, "before": {"lease_seconds": 3600, "validation_lease_seconds": 1800}}
200	2026-11-18 05:17:46.526503+00	lea	collection.import	\N	\N	\N	{"bad": 0, "split": "test", "passages": 1, "documents": 1, "collection": "school", "duplicates": 0}
201	2026-11-18 05:17:46.645247+00	worker	assignment.submit	4	14	44	{"won": 2, "cents": 150, "platform_ref": ""}
202	2026-11-18 05:17:46.897248+00	lea	collection.import	\N	\N	\N	{"bad": 0, "split": "train", "passages": 1, "documents": 1, "collection": "school", "duplicates": 0}
203	2026-11-18 05:17:47.326372+00	user:ada	account.logout	\N	\N	\N	{"account": "ada", "sessions": 1, "everywhere": false}
204	2026-11-18 05:17:47.343648+00	user:rob	account.logout	\N	\N	\N	{"account": "rob", "sessions": 1, "everywhere": true}
205	2026-11-18 05:17:47.380909+00	user:rea	account.logout	\N	\N	\N	{"account": "rea", "sessions": 1, "everywhere": true}
206	2026-11-18 05:17:47.401207+00	user:vic	account.logout	\N	\N	\N	{"account": "vic", "sessions": 1, "everywhere": true}
\.

COPY exercise_answer (assignment_id, number, tries, done, question, answer_start, answer_end, answer_text, shared, given_tokens, expected_tokens, at) FROM stdin;
27	1	2	t	Who made the tower clock that shows nothing?	\N	\N	\N	\N	\N	\N	2026-11-18 05:17:23.848655+00
27	2	1	t	What made the descent so much faster?	\N	\N	\N	\N	\N	\N	2026-11-18 05:17:23.866346+00
27	3	1	t	\N	209	217	scissors	1	1	1	2026-11-18 05:17:23.880546+00
27	4	1	t	\N	221	246	the company went bankrupt	3	3	3	2026-11-18 05:17:23.894947+00
27	5	1	t	Who was put through calls first?	385	389	Elin	\N	\N	\N	2026-11-18 05:17:23.908632+00
28	1	1	t	Who made the tower clock that shows nothing?	\N	\N	\N	\N	\N	\N	2026-11-18 05:17:23.97925+00
28	2	1	t	What made the descent so much faster?	\N	\N	\N	\N	\N	\N	2026-11-18 05:17:23.981705+00
28	3	1	t	\N	209	217	scissors	1	1	1	2026-11-18 05:17:23.987153+00
28	4	1	t	\N	221	246	the company went bankrupt	3	3	3	2026-11-18 05:17:23.996557+00
28	5	1	t	Who was put through calls first?	385	389	Elin	\N	\N	\N	2026-11-18 05:17:23.998325+00
29	1	1	t	Who made the tower clock that shows nothing?	\N	\N	\N	\N	\N	\N	2026-11-18 05:17:24.05059+00
29	2	1	t	What made the descent so much faster?	\N	\N	\N	\N	\N	\N	2026-11-18 05:17:24.052048+00
29	3	1	t	\N	209	217	scissors	1	1	1	2026-11-18 05:17:24.053349+00
29	4	1	t	\N	221	246	the company went bankrupt	3	3	3	2026-11-18 05:17:24.073302+00
29	5	1	t	Who was put through calls first?	385	389	Elin	\N	\N	\N	2026-11-18 05:17:24.083339+00
30	1	1	t	Who made the tower clock that shows nothing?	\N	\N	\N	\N	\N	\N	2026-11-18 05:17:24.130802+00
30	2	1	t	What made the descent so much faster?	\N	\N	\N	\N	\N	\N	2026-11-18 05:17:24.14855+00
30	3	1	t	\N	209	217	scissors	1	1	1	2026-11-18 05:17:24.156568+00
30	4	1	t	\N	221	246	the company went bankrupt	3	3	3	2026-11-18 05:17:24.161184+00
30	5	1	t	Who was put through calls first?	385	389	Elin	\N	\N	\N	2026-11-18 05:17:24.168516+00
31	1	1	t	Who made the tower clock that shows nothing?	\N	\N	\N	\N	\N	\N	2026-11-18 05:17:24.76065+00
31	2	1	t	What made the descent so much faster?	\N	\N	\N	\N	\N	\N	2026-11-18 05:17:24.828589+00
31	3	1	t	\N	209	217	scissors	1	1	1	2026-11-18 05:17:24.833022+00
31	4	1	t	\N	221	246	the company went bankrupt	3	3	3	2026-11-18 05:17:24.83644+00
31	5	1	t	Who was put through calls first?	385	389	Elin	\N	\N	\N	2026-11-18 05:17:24.857619+00
32	1	1	t	Who made the tower clock that shows nothing?	\N	\N	\N	\N	\N	\N	2026-11-18 05:17:25.298606+00
32	2	1	t	What made the descent so much faster?	\N	\N	\N	\N	\N	\N	2026-11-18 05:17:25.348605+00
32	3	1	t	\N	209	217	scissors	1	1	1	2026-11-18 05:17:25.397336+00
32	4	1	t	\N	221	246	the company went bankrupt	3	3	3	2026-11-18 05:17:25.411665+00
32	5	1	t	Who was put through calls first?	385	389	Elin	\N	\N	\N	2026-11-18 05:17:25.419347+00
36	1	1	t	\N	209	217	scissors	1	1	1	2026-11-18 05:17:27.304593+00
36	2	1	t	\N	221	246	the company went bankrupt	3	3	3	2026-11-18 05:17:27.345967+00
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
1	1	\\xbe4f799bec3a5a6e47c203db7fe693bb6657ce4d40c92dc55c56246ccee09707	2026-11-18 05:17:06.561548+00	2026-11-18 05:17:06.561548+00	2026-11-18 17:17:06.561548+00	2026-11-18 05:17:47.326025+00	127.0.0.1	
2	2	\\xf72ae735a115bfc7dc38ac35614b426bedd91e6f2aebb1e4c6f1b0616911b96a	2026-11-18 05:17:08.016815+00	2026-11-18 05:17:08.016815+00	2026-11-18 17:17:08.016815+00	2026-11-18 05:17:47.342935+00	127.0.0.1	
3	3	\\x42a760b5ffccdb9671b24f890d4f936c4adc93e22f8a03bc0c82bca169d491bc	2026-11-18 05:17:09.252887+00	2026-11-18 05:17:09.252887+00	2026-11-18 17:17:09.252887+00	2026-11-18 05:17:47.380529+00	127.0.0.1	
4	4	\\x8162bb602e99929213a6103ef6ca75dcefb9d9a0b901da00e94f98fc3f424ddd	2026-11-18 05:17:10.487369+00	2026-11-18 05:17:10.487369+00	2026-11-18 17:17:10.487369+00	2026-11-18 05:17:47.400686+00	127.0.0.1	
\.

COPY login_failure (key, failures, last_at, blocked_until) FROM stdin;
address:127.0.0.1	1	2026-11-18 05:17:11.632074+00	\N
known:vic:127.0.0.1	1	2026-11-18 05:17:11.632074+00	\N
\.

COPY model (id, name, url, protocol, created_at, measured_on, measured_permille) FROM stdin;
1	stub	http://127.0.0.1:1/predict	beat	2026-11-18 05:17:13.815344+00	SQuAD	495
2	second	http://127.0.0.1:2/predict	beat	2026-11-18 05:17:13.945837+00	\N	\N
3	third	http://127.0.0.1:9/predict	beat	2026-11-18 05:17:14.168844+00	NewsQA	312
\.

COPY model_build (id, model_id, name, version, weights, first_seen_at) FROM stdin;
1	1	stub	1	0000000000000000000000000000000000000000000000000000000000000000	2026-11-18 05:17:15.818952+00
2	1	stub			2026-11-18 05:17:16.397894+00
3	2	reader-b	1	bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb	2026-11-18 05:17:21.564848+00
\.

COPY onboarding (id, name, version, content, content_sha256, passage_id, created_at) FROM stdin;
1	basics	1	{"hit": {"text": "In 1921 the county of Norrvik, whose four thousand people were scattered over more than ninety islands, bought a retired herring boat and turned it into a library. The Halcyon carried six hundred books on her first voyage, most of them gifts from a bankrupt hotel, and a stove that the librarian, Astrid Vang, was forbidden to light near the shelves. She lit it all the same. Borrowers paid nothing, but a book returned wet cost its reader a day of scraping barnacles. In 1934 a second and smaller ship, the Tern, took over the northern route, so that the Halcyon could spend the winters in the south, where the harbours did not freeze. The Tern sank in 1941 with all of her books; her crew of three rowed ashore, and her captain, Leif Moen, is said to have saved nothing but the catalogue. When a bridge joined the largest islands in 1968, buses replaced the boats. Today the Halcyon is a café, and her shelves are still full.", "title": "The library ship"}, "title": "Learn to beat the AI", "exercises": [{"hint": "What did she do? Ask who did it, and describe the deed in your own words.", "kind": "write", "title": "Ask for a person", "answer": {"end": 96, "text": "Josephine Tarn", "start": 82}, "praise": "Good: it is asked in your own words, and its answer stands in the passage.", "passage": {"text": "The market town of Aldermere has had a clock without hands since 1784. Its maker, Josephine Tarn, believed that the townspeople looked at the time too often, so she gave the tower nothing but a bell. When the council complained, she offered to add hands for sixty guineas; the council could not pay, and the tower stayed as it was. Travellers still ask the baker what time it is.", "title": "The clock of Aldermere"}, "question": null, "instruction": "The marked words are the answer. Write a question that they answer. Use words of your own, and make sure that nothing else in the passage would be right as well."}, {"hint": "The two ways took different times. Ask why, without using the words of the sentence.", "kind": "write", "title": "Ask for a reason", "answer": {"end": 233, "text": "the mules came down empty", "start": 208}, "praise": "Well asked. Questions about reasons are often harder for the AI than questions about names and dates.", "passage": {"text": "Until the railway came in 1873, salt from the pans of Ormby reached the hill villages on the backs of mules. A caravan of thirty animals needed four days for the way up but only two for the way back, because the mules came down empty. The drivers were paid by the sack, not by the day. In wet summers half of a load could be lost, for the sacks were made of plain linen.", "title": "The salt road"}, "question": null, "instruction": "Again the answer is marked; this time it is a reason. Write a question that a careful reader answers with just these words."}, {"hint": "A trowel is a tool for digging. Look for what was handed out instead.", "kind": "highlight", "title": "Find the answer", "answer": {"end": 217, "text": "scissors", "start": 209}, "praise": "Exactly one word answers this. Short answers make it clear what a question is after.", "passage": {"text": "Every spring the pupils of Hollin Street School plant a garden of paper. The custom began in 1958, when a late frost killed the bulbs two days before the opening, and the headmistress, Ruth Okafor, handed out scissors instead of trowels. Four hundred paper tulips stood in the beds by noon. The real bulbs flowered in May after all, but nobody came to see them.", "title": "The paper garden"}, "question": "What did the pupils work with in place of digging tools?", "instruction": "Now the other way round: the question is given. Highlight its answer in the passage, the shortest piece of text that fully answers."}, {"hint": "The newer bridge is the one that opened in 1866. Read on from there.", "kind": "highlight", "title": "Read two sentences together", "answer": {"end": 246, "text": "the company went bankrupt", "start": 221}, "praise": "This question never says “1866” or “iron”, and still has one answer. Such questions beat an AI that looks for equal words.", "passage": {"text": "The river Eske is crossed at Torrin by two bridges. The upper one, of oak, was built by shepherds in 1702 and carries nothing heavier than a cart. The lower one, of iron, opened in 1866; it was meant for the railway, but the company went bankrupt before a single rail was laid. Since then only cyclists and the yearly goat parade have used it.", "title": "Two bridges"}, "question": "What kept trains from ever crossing the newer bridge?", "instruction": "Highlight the answer of this question. No sentence answers it alone: first find out which of the two bridges is meant."}, {"hint": "Choose a name, a number or a few words first; then describe it without using the words around it.", "kind": "pair", "title": "A question and its answer", "answer": null, "praise": "That is a complete question. You know all there is to know; now for the real game.", "passage": {"text": "On the island of Sarn, where no two houses stand within calling distance, letters used to be announced by whistling. Each family had a tune of its own, and the postman, Matthis Brandt, knew all fifty-three of them. In winter he practised on his goats. When the telephone reached Sarn in 1969, the exchange was put in his kitchen, since he alone knew everybody’s tune, and his daughter Elin became its first operator.", "title": "The whistling postman"}, "question": null, "instruction": "Now all by yourself: highlight a short answer in the passage and write the question that it answers. A person who reads with care should find it; a machine that looks for equal words should not."}]}	\\x59cc4f3d49ab93e9867bc5f5f9fc6f4ad03ad26279fd7d2963dab268681b70c5	1	2026-11-18 05:17:14.331535+00
\.

COPY outbox (id, platform, action, worker_id, project_id, revocation_id, created_at, done_at, tries, error) FROM stdin;
1	direct	qualify	14	4	\N	2026-11-18 05:17:24.211837+00	2026-11-18 05:17:24.211797+00	0	\N
2	direct	qualify	16	4	\N	2026-11-18 05:17:25.181321+00	2026-11-18 05:17:25.181304+00	0	\N
3	direct	qualify	6	4	\N	2026-11-18 05:17:26.513303+00	2026-11-18 05:17:26.513297+00	0	\N
4	direct	revoke	21	5	1	2026-11-18 05:17:30.495178+00	2026-11-18 05:17:30.495169+00	0	\N
5	direct	revoke	23	2	2	2026-11-18 05:17:33.073421+00	2026-11-18 05:17:33.073412+00	0	\N
6	direct	qualify	23	2	2	2026-11-18 05:17:33.165491+00	2026-11-18 05:17:33.16548+00	0	\N
7	direct	revoke	23	2	3	2026-11-18 05:17:33.687289+00	2026-11-18 05:17:33.687254+00	0	\N
\.

COPY participation (worker_id, project_id, state, state_at, onboarding_id, tries, seen_at, created_at, submitted, attempts, wins, kept, seconds, sampled, reviewed_hits, valid_hits, reviewed_questions, valid_questions, validator_at, validator_onboarding_id, votes, validated, answerable, revocation_id) FROM stdin;
1	2	new	2026-11-18 05:17:15.740839+00	\N	0	2026-11-18 05:17:15.740839+00	2026-11-18 05:17:15.740839+00	2	8	6	6	0	2	1	1	3	3	\N	\N	0	2	2	\N
2	2	new	2026-11-18 05:17:16.352918+00	\N	0	2026-11-18 05:17:16.352918+00	2026-11-18 05:17:16.352918+00	1	5	4	4	0	1	0	0	0	0	\N	\N	0	0	0	\N
3	2	new	2026-11-18 05:17:16.718484+00	\N	0	2026-11-18 05:17:16.718484+00	2026-11-18 05:17:16.718484+00	1	2	2	1	0	1	1	1	2	2	\N	\N	0	0	0	\N
4	2	new	2026-11-18 05:17:17.122403+00	\N	0	2026-11-18 05:17:17.122403+00	2026-11-18 05:17:17.122403+00	0	0	0	0	0	0	0	0	0	0	\N	\N	0	0	0	\N
5	2	new	2026-11-18 05:17:18.634442+00	\N	0	2026-11-18 05:17:18.634442+00	2026-11-18 05:17:18.634442+00	1	1	1	1	0	1	1	1	1	1	\N	\N	0	0	0	\N
6	2	qualified	2026-11-18 05:17:26.512987+00	\N	0	2026-11-18 05:17:19.129453+00	2026-11-18 05:17:19.129453+00	0	0	0	0	0	0	0	0	0	0	\N	\N	6	0	0	\N
6	4	qualified	2026-11-18 05:17:26.511975+00	\N	0	2026-11-18 05:17:26.51134+00	2026-11-18 05:17:26.51134+00	0	0	0	0	0	0	0	0	0	0	\N	\N	0	0	0	\N
7	2	new	2026-11-18 05:17:19.19754+00	\N	0	2026-11-18 05:17:19.197541+00	2026-11-18 05:17:19.197541+00	0	0	0	0	0	0	0	0	0	0	\N	\N	6	0	0	\N
8	2	new	2026-11-18 05:17:19.724483+00	\N	0	2026-11-18 05:17:19.724484+00	2026-11-18 05:17:19.724484+00	2	6	6	5	0	2	2	2	6	6	\N	\N	0	4	3	\N
9	2	new	2026-11-18 05:17:19.829956+00	\N	0	2026-11-18 05:17:19.829956+00	2026-11-18 05:17:19.829957+00	0	0	0	0	0	0	0	0	0	0	\N	\N	6	0	0	\N
10	3	new	2026-11-18 05:17:21.547401+00	\N	0	2026-11-18 05:17:21.547401+00	2026-11-18 05:17:21.547401+00	2	5	4	3	0	0	0	0	0	0	\N	\N	0	4	4	\N
11	3	new	2026-11-18 05:17:21.606996+00	\N	0	2026-11-18 05:17:21.606997+00	2026-11-18 05:17:21.606997+00	0	0	0	0	0	0	0	0	0	0	\N	\N	11	0	0	\N
12	3	new	2026-11-18 05:17:21.638306+00	\N	0	2026-11-18 05:17:21.638306+00	2026-11-18 05:17:21.638306+00	0	0	0	0	0	0	0	0	0	0	\N	\N	9	0	0	\N
13	3	new	2026-11-18 05:17:21.660095+00	\N	0	2026-11-18 05:17:21.660095+00	2026-11-18 05:17:21.660095+00	3	6	5	5	0	0	0	0	0	0	\N	\N	0	5	5	\N
14	4	qualified	2026-11-18 05:17:24.210214+00	1	1	2026-11-18 05:17:23.788517+00	2026-11-18 05:17:23.788517+00	3	7	6	5	0	0	0	0	0	0	\N	\N	0	2	1	\N
16	4	qualified	2026-11-18 05:17:25.1708+00	1	2	2026-11-18 05:17:23.9504+00	2026-11-18 05:17:23.9504+00	1	2	2	2	0	0	0	0	0	0	\N	\N	0	0	0	\N
17	4	failed	2026-11-18 05:17:25.727393+00	1	2	2026-11-18 05:17:24.035478+00	2026-11-18 05:17:24.035478+00	0	0	0	0	0	0	0	0	0	0	\N	\N	0	0	0	\N
18	4	screening	2026-11-18 05:17:24.201373+00	1	1	2026-11-18 05:17:24.122197+00	2026-11-18 05:17:24.122197+00	0	0	0	0	0	0	0	0	0	0	\N	\N	0	0	0	\N
20	4	new	2026-11-18 05:17:27.249544+00	\N	0	2026-11-18 05:17:27.249544+00	2026-11-18 05:17:27.249544+00	0	0	0	0	0	0	0	0	0	0	2026-11-18 05:17:27.346321+00	1	2	0	0	\N
21	5	revoked	2026-11-18 05:17:30.467357+00	\N	0	2026-11-18 05:17:28.400291+00	2026-11-18 05:17:28.400291+00	2	4	4	0	0	2	2	0	4	1	\N	\N	0	0	0	1
22	5	new	2026-11-18 05:17:28.876108+00	\N	0	2026-11-18 05:17:28.876109+00	2026-11-18 05:17:28.876109+00	1	2	2	2	0	1	1	1	2	2	\N	\N	0	0	0	\N
23	2	revoked	2026-11-18 05:17:33.607529+00	\N	0	2026-11-18 05:17:31.150137+00	2026-11-18 05:17:31.150137+00	1	3	3	0	0	1	1	0	3	1	\N	\N	0	0	0	3
24	6	new	2026-11-18 05:17:36.628704+00	\N	0	2026-11-18 05:17:36.628704+00	2026-11-18 05:17:36.628704+00	1	1	1	1	0	0	0	0	0	0	\N	\N	0	0	0	\N
25	6	new	2026-11-18 05:17:37.711581+00	\N	0	2026-11-18 05:17:37.711581+00	2026-11-18 05:17:37.711581+00	0	0	0	0	0	0	0	0	0	0	\N	\N	0	0	0	\N
\.

COPY passage (id, document_id, split, text, created_at) FROM stdin;
1	1	train	In 1921 the county of Norrvik, whose four thousand people were scattered over more than ninety islands, bought a retired herring boat and turned it into a library. The Halcyon carried six hundred books on her first voyage, most of them gifts from a bankrupt hotel, and a stove that the librarian, Astrid Vang, was forbidden to light near the shelves. She lit it all the same. Borrowers paid nothing, but a book returned wet cost its reader a day of scraping barnacles. In 1934 a second and smaller ship, the Tern, took over the northern route, so that the Halcyon could spend the winters in the south, where the harbours did not freeze. The Tern sank in 1941 with all of her books; her crew of three rowed ashore, and her captain, Leif Moen, is said to have saved nothing but the catalogue. When a bridge joined the largest islands in 1968, buses replaced the boats. Today the Halcyon is a café, and her shelves are still full.	2026-11-18 05:17:14.331224+00
2	2	train	Only this one is good, é.	2026-11-18 05:17:14.705124+00
3	3	train	The quay at Brannock was rebuilt in 1911 after the storm. Its stones came from Ardle, and its crane from Hull.	2026-11-18 05:17:15.213805+00
4	4	train	Café Ljubljanica 🏙️ opened beside the river in 1932. Its owner, Zoë Kranjčar 👩🏽‍🚀, baked 40 loaves a day; in 1950 the bakery moved to Šiška.	2026-11-18 05:17:16.290411+00
5	5	train	The harbour of Port Ellery freezes from December to March. Three icebreakers, the largest of them the Njord, keep a channel open for grain ships.	2026-11-18 05:17:16.658366+00
6	6	train	Some leave before the end. The lamp in the hall burns until ten.	2026-11-18 05:17:17.05424+00
7	7	dev	老茶馆 was founded in 1898 by 王利发 (Wang Lifa) in Beijing. Its signboard read 莫谈国事, “do not discuss affairs of state”.	2026-11-18 05:17:18.890016+00
8	8	dev	In 1851 Lorenzo Langstroth noticed that bees leave a gap of nine millimetres. The movable frame that he built on it, the frame of all frames, changed the trade.	2026-11-18 05:17:19.591822+00
9	9	test	Quinoa grows between sea level and four thousand metres. Farmers around Lake Titicaca harvest it in April 🌾, and wash it to remove the saponins.	2026-11-18 05:17:20.037517+00
10	10	train	Low tide bares the causeway to Senn for three hours. The post goes over it by cart.	2026-11-18 05:17:21.366021+00
11	11	dev	The orchard of Ness has ninety pear trees and one quince. The quince was a gift of the bishop of Tarn in 1802.	2026-11-18 05:17:21.76717+00
12	12	test	The tower of Ulm Gate leans by two degrees; a mason called Perrin said in 1604 that it would stand “until the bells are sold”.	2026-11-18 05:17:21.994928+00
13	13	train	Glass is an amorphous solid. Obsidian, a natural glass, was traded across Anatolia nine thousand years ago.	2026-11-18 05:17:22.485896+00
14	14	train	The ferry to Lonna sails twice a day in summer. Captain Reyes has steered it since 1998.	2026-11-18 05:17:26.072613+00
15	15	dev	The weir at Halm was closed in 1963. Salmon came back in 1971, and with them the otters.	2026-11-18 05:17:26.84614+00
16	16	train	שלום is written above the clock of Vestry Lane; its hands run backwards, as its maker Ola Brandt wished in 1770.	2026-11-18 05:17:27.581083+00
17	17	train	On the ridge above Tamsel stand seven larches, planted by the forester Inge Moll when her daughter was born.	2026-11-18 05:17:28.709465+00
18	18	train	Peat was cut on the moor of Dell until 1980. Cranes rest there in October, forty thousand of them in a good year.	2026-11-18 05:17:29.366289+00
19	19	train	Sloppy work was handed in by somebody on a Monday, three times over, in the back room.	2026-11-18 05:17:30.899536+00
20	20	train	First paragraph of two: the north mill.\n\nThe second one tells of the south mill, which ground rye.\n \nA third has the east mill.	2026-11-18 05:17:31.626997+00
21	21	train	The well of Saint Odo is sixty metres deep. A donkey turned its wheel until 1934, and a motor does since.	2026-11-18 05:17:35.813916+00
22	22	train	The bell of Arno cracked in the frost of 1709. It was cast again, smaller, by the brothers Lund.	2026-11-18 05:17:37.515294+00
23	23	test	The kiln of Orrin fired bricks for four days at a time; Marta Voss kept its fire for thirty winters.	2026-11-18 05:17:46.50589+00
24	24	train	At the inn of Kell a bed cost two pence, and a horse ate for one.	2026-11-18 05:17:46.879153+00
\.

COPY pool (id, name, title, onboarding, onboarding_model_id, onboarding_retries, revokes, created_at) FROM stdin;
1	default	All projects	\N	\N	0	pool	2026-11-18 05:17:04.348212+00
\.

COPY project (id, name, state, created_at, pool_id, title, model_id, questions_wanted, threshold_permille, empty_answer, repeats, near_repeat_permille, question_words_min, way_out_attempts, lease_seconds, min_passage_words, assignments_per_passage, reward_cents, win_reward_cents, open, platforms, completion_code, onboarding, onboarding_model_id, onboarding_retries, batch_hits, batch_hours, review_double, review_blind, review_lease_seconds, success_permille, success_least, success_unit, answerable_permille, revoke_confirm, validation_votes, validation_matches, validation_match, validation_f1_permille, validation_early_stop, validation_extra, validation_train_permille, validation_lost_permille, validation_group, validation_questions, validation_lease_seconds, validation_reward_cents, validation_completion_code, validation_onboarding) FROM stdin;
2	demo	active	2026-11-18 05:17:15.382174+00	1	Démo 🎯	1	3	400	fault	allow	600	3	10	3600	0	1	250	0	t	{mturk,prolific,direct}	C0DE	\N	\N	0	50	\N	f	t	1800	750	1	question	500	f	2	1	em	400	0	0	0	0	hit	10	1800	60		\N
3	loss	active	2026-11-18 05:17:21.46247+00	1	Loss	2	2	400	loss	allow	600	3	10	3600	0	2	120	0	t	{mturk,direct}		\N	\N	0	\N	\N	f	t	1800	800	1	question	500	f	2	1	f1	500	2	1	1000	1000	passage	10	1800	0		\N
4	school	active	2026-11-18 05:17:22.759259+00	1	school	1	2	400	fault	allow	600	3	10	2592000	0	1	150	0	f	{mturk,direct}		basics	2	1	\N	\N	f	t	1800	900	1	question	500	f	1	1	em	400	0	0	0	0	hit	10	2592000	0		basics
5	double	active	2026-11-18 05:17:27.80654+00	1	double	1	2	400	fault	allow	600	3	10	3600	0	1	0	0	t	{mturk,direct}		\N	\N	0	\N	\N	t	f	1800	600	1	hit	500	t	0	1	em	400	0	0	0	0	hit	10	1800	0		\N
6	paused	paused	2026-11-18 05:17:36.370686+00	1	paused	1	2	400	fault	refuse	600	3	10	3600	0	1	0	0	t	{mturk,direct}		\N	\N	0	\N	\N	f	t	1800	800	5	question	500	f	0	1	em	400	0	0	0	0	hit	10	1800	0		\N
\.

COPY project_collection (project_id, collection_id, linked, added_at) FROM stdin;
2	3	t	2026-11-18 05:17:15.388825+00
3	10	t	2026-11-18 05:17:21.477388+00
4	13	t	2026-11-18 05:17:22.766077+00
5	16	t	2026-11-18 05:17:27.828446+00
6	21	t	2026-11-18 05:17:36.394942+00
\.

COPY project_passage (project_id, passage_id, split, taken, shuffle, active) FROM stdin;
2	3	train	1	736112589	t
2	4	train	1	1995164198	t
2	5	train	1	1956034626	t
2	6	train	1	882600003	t
2	7	dev	1	46281174	t
2	8	dev	1	1321352035	t
2	9	test	1	1874883677	t
2	19	train	0	102994102	t
2	20	train	0	287816330	t
3	10	train	2	713169579	t
3	11	dev	2	847083921	t
3	12	test	1	634886614	t
4	1	train	0	1021721962	f
4	13	train	1	1362311017	t
4	14	train	1	1651740409	t
4	15	dev	1	192925106	t
4	23	test	1	1208093676	t
4	24	train	1	1896541665	t
5	16	train	0	2016796440	t
5	17	train	1	795189168	t
5	18	train	0	214781511	t
6	21	train	1	907088677	t
6	22	train	1	2004616539	t
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
2	dev	0	2	5	640	0	6
2	dev	22	0	0	0	0	0
2	test	0	1	2	320	0	3
2	test	8	0	1	0	0	0
2	train	0	5	12	1000	0	12
2	train	8	0	-2	0	0	0
2	train	13	0	-1	0	0	0
2	train	16	0	-1	0	0	0
2	train	18	0	1	0	0	1
3	dev	0	2	4	0	0	4
3	test	0	1	1	0	0	1
3	train	0	2	4	0	0	4
3	train	23	0	-1	0	0	0
4	dev	0	1	1	150	0	2
4	test	0	1	2	150	0	2
4	train	0	2	4	1200	0	4
5	train	0	3	6	0	0	6
5	train	8	0	-4	0	0	0
6	train	0	1	1	0	0	1
\.

COPY qualification (worker_id, pool_id, state, state_at, source, tries, created_at, invited_at, began_at, handed_in_at, passed_at, project_id, revocation_id) FROM stdin;
1	1	new	2026-11-18 05:17:15.741198+00	came	0	2026-11-18 05:17:15.741198+00	\N	\N	\N	\N	\N	\N
2	1	new	2026-11-18 05:17:16.353013+00	came	0	2026-11-18 05:17:16.353013+00	\N	\N	\N	\N	\N	\N
3	1	new	2026-11-18 05:17:16.718513+00	came	0	2026-11-18 05:17:16.718513+00	\N	\N	\N	\N	\N	\N
4	1	new	2026-11-18 05:17:17.122437+00	came	0	2026-11-18 05:17:17.122437+00	\N	\N	\N	\N	\N	\N
5	1	new	2026-11-18 05:17:18.634475+00	came	0	2026-11-18 05:17:18.634475+00	\N	\N	\N	\N	\N	\N
6	1	qualified	2026-11-18 05:17:26.512599+00	came	0	2026-11-18 05:17:19.129496+00	\N	\N	\N	\N	4	\N
7	1	new	2026-11-18 05:17:19.197573+00	came	0	2026-11-18 05:17:19.197573+00	\N	\N	\N	\N	\N	\N
8	1	new	2026-11-18 05:17:19.724522+00	came	0	2026-11-18 05:17:19.724523+00	\N	\N	\N	\N	\N	\N
9	1	new	2026-11-18 05:17:19.829989+00	came	0	2026-11-18 05:17:19.829989+00	\N	\N	\N	\N	\N	\N
10	1	new	2026-11-18 05:17:21.547436+00	came	0	2026-11-18 05:17:21.547436+00	\N	\N	\N	\N	\N	\N
11	1	new	2026-11-18 05:17:21.607033+00	came	0	2026-11-18 05:17:21.607033+00	\N	\N	\N	\N	\N	\N
12	1	new	2026-11-18 05:17:21.638337+00	came	0	2026-11-18 05:17:21.638337+00	\N	\N	\N	\N	\N	\N
13	1	new	2026-11-18 05:17:21.6602+00	came	0	2026-11-18 05:17:21.6602+00	\N	\N	\N	\N	\N	\N
14	1	qualified	2026-11-18 05:17:24.2109+00	invited	1	2026-11-18 05:17:22.978787+00	2026-11-18 05:17:22.979333+00	2026-11-18 05:17:23.790722+00	2026-11-18 05:17:23.942712+00	2026-11-18 05:17:24.2109+00	4	\N
16	1	qualified	2026-11-18 05:17:25.171858+00	invited	2	2026-11-18 05:17:23.275167+00	2026-11-18 05:17:23.275718+00	2026-11-18 05:17:23.950902+00	2026-11-18 05:17:24.031681+00	2026-11-18 05:17:25.171858+00	4	\N
17	1	failed	2026-11-18 05:17:25.736671+00	invited	2	2026-11-18 05:17:23.492635+00	2026-11-18 05:17:23.49324+00	2026-11-18 05:17:24.035978+00	2026-11-18 05:17:24.106825+00	\N	4	\N
18	1	screening	2026-11-18 05:17:24.201594+00	invited	1	2026-11-18 05:17:23.726184+00	2026-11-18 05:17:23.726748+00	2026-11-18 05:17:24.122886+00	2026-11-18 05:17:24.201594+00	\N	4	\N
19	1	new	2026-11-18 05:17:26.359925+00	invited	0	2026-11-18 05:17:26.359925+00	2026-11-18 05:17:26.379526+00	\N	\N	\N	\N	\N
20	1	new	2026-11-18 05:17:27.152759+00	invited	0	2026-11-18 05:17:27.15276+00	2026-11-18 05:17:27.153312+00	\N	\N	\N	\N	\N
21	1	revoked	2026-11-18 05:17:30.46651+00	came	0	2026-11-18 05:17:28.400379+00	\N	\N	\N	\N	5	1
22	1	new	2026-11-18 05:17:28.904239+00	came	0	2026-11-18 05:17:28.90424+00	\N	\N	\N	\N	\N	\N
23	1	revoked	2026-11-18 05:17:33.606032+00	came	0	2026-11-18 05:17:31.150197+00	\N	\N	\N	\N	2	3
24	1	new	2026-11-18 05:17:36.628769+00	came	0	2026-11-18 05:17:36.628769+00	\N	\N	\N	\N	\N	\N
25	1	new	2026-11-18 05:17:37.711633+00	came	0	2026-11-18 05:17:37.711633+00	\N	\N	\N	\N	\N	\N
\.

COPY qualification_step (id, worker_id, pool_id, from_state, to_state, project_id, revocation_id, reason, actor, at) FROM stdin;
1	14	1	new	onboarding	4	\N	\N	db:beat	2026-11-18 05:17:23.791205+00
2	14	1	onboarding	screening	4	\N	\N	db:beat	2026-11-18 05:17:23.942821+00
3	16	1	new	onboarding	4	\N	\N	db:beat	2026-11-18 05:17:23.950954+00
4	16	1	onboarding	screening	4	\N	\N	db:beat	2026-11-18 05:17:24.03177+00
5	17	1	new	onboarding	4	\N	\N	db:beat	2026-11-18 05:17:24.036036+00
6	17	1	onboarding	screening	4	\N	\N	db:beat	2026-11-18 05:17:24.106909+00
7	18	1	new	onboarding	4	\N	\N	db:beat	2026-11-18 05:17:24.122967+00
8	18	1	onboarding	screening	4	\N	\N	db:beat	2026-11-18 05:17:24.201676+00
9	14	1	screening	qualified	4	\N	Good.	user:rob	2026-11-18 05:17:24.211203+00
10	16	1	screening	onboarding	4	\N	Copied from the passage.	user:rob	2026-11-18 05:17:24.244713+00
11	16	1	onboarding	screening	4	\N	Looked again.	user:rob	2026-11-18 05:17:24.262852+00
12	16	1	screening	onboarding	4	\N	Copied from the passage.	lea	2026-11-18 05:17:24.463478+00
13	17	1	screening	onboarding	4	\N	No.	lea	2026-11-18 05:17:24.691076+00
14	16	1	onboarding	screening	4	\N	\N	db:beat	2026-11-18 05:17:24.872506+00
15	16	1	screening	qualified	4	\N	\N	lea	2026-11-18 05:17:25.180408+00
16	17	1	onboarding	screening	4	\N	\N	db:beat	2026-11-18 05:17:25.450787+00
17	17	1	screening	failed	4	\N	Not this time either.	lea	2026-11-18 05:17:25.737086+00
18	6	1	new	qualified	4	\N	Known from the other one.	user:ada	2026-11-18 05:17:26.512758+00
19	21	1	new	revoked	5	1	0 of 1 reviewed HITs are valid: 0.0 %, less than the 60.0 % that the project asks for.	user:rob	2026-11-18 05:17:30.466874+00
20	23	1	new	revoked	2	2	1 of 3 reviewed questions are valid: 33.3 %, less than the 80.0 % that the project asks for.	user:rob	2026-11-18 05:17:33.043271+00
21	23	1	revoked	qualified	2	2	Mixed up with somebody else.	user:ada	2026-11-18 05:17:33.138686+00
22	23	1	qualified	revoked	2	3	It was no mix-up.	lea	2026-11-18 05:17:33.606682+00
\.

COPY question (id, attempt_id, created_at, project_id, worker_id, assignment_id, split, model_id, discards, labels, number, words, reviewed, passage_id, asked) FROM stdin;
04d917da993bb6e2746204834f131401fd6a0853	c184aee2-425b-4772-88eb-70fe22ba89d5	2026-11-18 05:17:31.327056+00	2	23	40	train	1	1	{numeric,negation}	43	'back':4 'in':1 'room':3,5 'which':2	t	19	\N
14304f7166a8dca77f7609581b7cc17f31e5be2c	99f12dcc-bd39-4d26-8420-1ab172a3e11e	2026-11-18 05:17:36.686536+00	6	24	42	train	1	0	{}	46	'did':2 'donkey':5 'the':3 'turning':4 'who':1	f	21	\\xce462a17d362d3466673925ca3a07d8821f539a29006346fbdc43cef89e73513
159adc6e7068dc80506e1f8bed555c5a3e756b98	dc5d236f-74f0-44a9-8eb0-29cb5e7cde25	2026-11-18 05:17:39.281359+00	2	2	2	train	1	0	{}	49	'1950':7 'and':1 'move':6 'of':4 'the':2,5 'year':3	f	4	\N
165d7224e8e43e99218c7201c3e1e7e491c71cf8	c4a97432-06fe-4f1f-8a09-762dad6edd5a	2026-11-18 05:17:46.620715+00	4	14	44	test	1	0	{}	50	'fire':4 'kept':2 'marta':5 'the':3 'voss':6 'who':1	f	23	\N
190d3e5214ae0411d421740256ef1bfb155fa547	9a9cc0e8-4e72-45f4-8fef-a7e231cc8176	2026-11-18 05:17:26.180733+00	4	16	34	train	1	0	{}	32	'a':6 'day':7 'how':1 'in':3 'often':2 'summer':4 'twice':5	f	14	\N
21453b9f317e225f267845dc995b34ffbce15a13	fce7a23d-4549-459e-819e-42bc1c54bad6	2026-11-18 05:17:19.092468+00	2	1	6	dev	1	0	{numeric,temporal}	13	'1898':5 'begin':4 'did':2 'it':3 'when':1	t	7	\N
273aa6a5ae6fd018fe81eb25c6b47ece8def0597	e2a61dcc-177b-49b0-8860-c0549db526c8	2026-11-18 05:17:19.743814+00	2	8	9	dev	1	0	{paraphrasing,numeric}	14	'it':3 'langstroth':5 'lorenzo':4 'saw':2 'who':1	t	8	\N
2a50e514bc5ce47bd0725ea967d6b61d83289ecb	fbd38d3a-9147-4645-86b5-db51909cac79	2026-11-18 05:17:15.952526+00	2	1	1	train	1	0	{}	2	'come':6 'did':2 'from':7 'gear':5 'hull':8 'lifting':4 'the':3 'where':1	f	3	\N
2e018d9835ec244a761ba459313a3f6a0d577c74	69be451d-89c3-46ae-80e3-220603a0ff26	2026-11-18 05:17:28.447575+00	5	21	37	train	1	2	{}	36	'is':2 'there':4 'what':1 'written':3 'שלום':5	t	16	\N
2ebba1e626f5ec645f4a4b388ea6683f645bf032	84853985-438f-4c87-81fb-dc279a4c7578	2026-11-18 05:17:16.460392+00	2	2	2	train	1	0	{}	5	'afterwards':5 'did':2 'go':4 'it':3 'where':1 'šiška':6	f	4	\N
39447d57409b240986c27e60280bd2e37a5ebf67	be71b374-391c-4da4-8b4b-d0dbb258a277	2026-11-18 05:17:21.833779+00	3	10	21	dev	2	0	{}	25	'bishop':4 'gave':2 'it':3 'of':5 'tarn':6 'who':1	f	11	\N
49c4e8a1c541c2ef1f955690b45970000066ae1c	2e4d8211-d546-4311-8ae8-e8caf0d9cfb0	2026-11-18 05:17:31.29024+00	2	23	40	train	1	2	{}	42	'how':1 'often':2 'three':3 'times':4	t	19	\N
4bca9856fcaa8d5de95ae7d5616f1df68b578328	3a6b3fd1-05da-415b-8502-af94f9ce155f	2026-11-18 05:17:29.589289+00	5	21	39	train	1	1	{coreference,numeric}	40	'1980':7 'cut':6 'last':4 'peat':5 'the':3 'was':2 'when':1	t	18	\N
534b85e549b484feefe3c46032a5cc250c4c4fc3	1b0425ad-be25-4ec2-86f9-f93fbe35f0dc	2026-11-18 05:17:18.657703+00	2	5	5	train	1	0	{coreference,numeric}	10	'hall':4 'is':2 'it':3 'where':1	t	6	\N
547c71c0e78f97f15981bfe5147017e14c8eb54c	fa5379a6-7b61-49bb-809a-2a66ea5d7042	2026-11-18 05:17:31.230748+00	2	23	40	train	1	2	{}	41	'monday':2 'when':1	t	19	\N
5578a6c9de221fc2238bfbb9aac7efd2e345fdc5	fc3b8c12-79c3-44f0-8261-f01eb0686832	2026-11-18 05:17:29.539392+00	5	21	39	train	1	2	{}	39	'birds':2 'cranes':5 'rest':3 'there':4 'which':1	t	18	\N
56d3079123a2b9b5653a5d216244ba1d85dfdb08	68856e1f-4903-4e66-8cd4-2afeefb3eb52	2026-11-18 05:17:16.481909+00	2	2	2	train	1	0	{}	6	'café':3 'ljubljanica':4 'opened':2 'what':1	f	4	\N
63e4e5aa0bf77c2f928baf06095a58af1dc32376	1aba454c-312c-4f01-8735-4cfb69d5a1a1	2026-11-18 05:17:16.444446+00	2	2	2	train	1	0	{}	4	'forty':3 'kranjčar':8 'on':4 'put':2 'table':6 'the':5 'who':1 'zoë':7	f	4	\N
65eb6e38c34beacdc6ac9ff9e33b03ea20365943	354e6831-51c3-469d-8f7c-60ca6d805036	2026-11-18 05:17:21.668461+00	3	13	18	train	2	0	{}	22	'for':1 'hours':5 'how':2 'long':3 'three':4	f	10	\N
682d6d49d450a773f427d684c7ff57ec5bca064c	de51b760-92fa-4e5b-88b0-9e82d0a79ca6	2026-11-18 05:17:47.048706+00	4	16	46	train	1	0	{}	53	'ate':2 'for':3 'horse':5 'one':4 'who':1	f	24	\N
68cb5d00ebff6afce477572328f3e8baf06cea50	46d50bd3-e2c2-436f-8704-fc58afbc472f	2026-11-18 05:17:28.42142+00	5	21	37	train	1	2	{}	35	'brandt':5 'it':3 'made':2 'ola':4 'who':1	t	16	\N
68d8e97459c07665bbb4d3c65250f7df16a7dff1	753c76f2-a7e9-4a7d-879c-9eea38f3227f	2026-11-18 05:17:46.636743+00	4	14	44	test	1	0	{}	51	'for':1 'how':2 'many':3 'thirty':5 'winters':4	f	23	\N
7255c17ba28247cb9f579862fad88b8f50b80a28	e13f4c05-e63e-4225-84d0-fe68ae3db3a7	2026-11-18 05:17:17.132071+00	2	4	4	train	1	0	{}	9	'burn':5 'does':3 'it':4 'ten':6 'until':1 'when':2	f	6	\N
809fd741c8839c6af15405435ec7b1c82683bfef	d1795a59-411d-4711-8e8a-50eceb81ab92	2026-11-18 05:17:26.161023+00	4	16	34	train	1	0	{}	31	'captain':3 'reyes':4 'steers':2 'who':1	f	14	\N
814d52deea33d4ebcfbc24336c681b34dc718aee	745da04a-8e03-4e51-828d-64237708d710	2026-11-18 05:17:31.828471+00	2	23	41	train	1	1	{}	45	'comes':2 'first':3 'mill':5 'north':4 'which':1	f	20	\N
8387e9956727e3123f679956c69246f024748a39	b6d1f1ef-9671-455d-8513-8fdec995aff1	2026-11-18 05:17:19.060268+00	2	1	6	dev	1	0	{numeric,temporal}	12	'board':4 'did':2 'say':5 'the':3 'what':1 '莫谈国事':6	t	7	\N
859c12dbd8eeadf9ba137597dc734f9e85bd16ce	8a0768b3-356a-4794-86de-696f78fd36a6	2026-11-18 05:17:37.719122+00	6	25	43	train	1	0	{}	47	'again':4 'brothers':5 'cast':2 'it':3 'lund':6 'who':1	f	22	\\xb6118faeae1144053a6fad47d6386d339f09341af5044073331a7b6cca9b87c4
86100570478441f247b574b62314a9380b4f31a5	c6977166-9dce-47b7-822f-70e703298e11	2026-11-18 05:17:20.16441+00	2	8	12	test	1	0	{coreference,numeric}	17	'brings':2 'farmers':5 'in':4 'it':3 'who':1	t	9	\N
8cf1ab33e693272e9c6c0f642f73e2ac8af0036d	8059d555-9382-4433-8e07-1424953bc556	2026-11-18 05:17:21.564681+00	3	10	15	train	2	0	{}	20	'by':6 'cart':7 'does':2 'go':5 'how':1 'post':4 'the':3	f	10	\N
90ecf1470678f600c72171deb06bfafcedf5b6d8	a8bbfb1e-8e96-40ff-832a-a1a73c7b347a	2026-11-18 05:17:26.956578+00	4	14	35	dev	1	0	{}	33	'came':2 'fish':5 'otters':6 'the':4 'what':1 'with':3	f	15	\N
91f31dd2f85875522e6a111992dba4a157e44062	7f5dddac-c52e-485e-8ca1-68c6bbd477b1	2026-11-18 05:17:20.185298+00	2	8	12	test	1	0	{explicit,numeric}	18	'april':4 'in':1 'month':3 'which':2	t	9	\N
9b766b315c089c26757fe30553c55880e440c911	e6699e1d-892e-49a6-8c00-6804ccc06779	2026-11-18 05:17:16.037474+00	2	1	1	train	1	0	{}	3	'ardle':4 'stones':3 'the':2 'whence':1	f	3	\N
9eed802e0a4b9cb0e8ee74a876e2adfff0771698	5d2a7868-821d-4c56-8e68-1c700cbc53de	2026-11-18 05:17:31.780832+00	2	23	41	train	1	1	{}	44	'ground':3 'mill':7 'one':2 'rye':4 'south':6 'the':5 'which':1	f	20	\N
a9feb7208239dcb67d25fbd3f331f8f74ba8c3a1	a1a141b8-9689-4cec-8fb8-3b76f8a30702	2026-11-18 05:17:19.788472+00	2	8	9	dev	1	0	{numeric,temporal}	16	'build':4 'did':2 'frame':6 'he':3 'movable':5 'what':1	t	8	\N
b2639525f11bbcdf8754ec48f5e4aed1c9a29c98	37fa26a9-a784-4a2c-85ab-f86930bffc4d	2026-11-18 05:17:28.984122+00	5	22	38	train	1	0	{explicit,numeric}	38	'how':1 'many':2 'seven':4 'trees':3	t	17	\N
b9abcebf09475e01173324b69909b00d23bcb465	05929483-1946-43f3-8b5e-1c325c148272	2026-11-18 05:17:21.850719+00	3	13	22	dev	2	0	{}	27	'are':3 'fruit':2 'most':4 'pear':5 'which':1	f	11	\N
c19c2a99c3d1d61485b6b51145ceb57066bd1fb5	1f4088b3-2cdb-4b53-8aac-5ae08ba2ff0f	2026-11-18 05:17:21.84586+00	3	13	22	dev	2	0	{}	26	'1802':5 'given':4 'it':3 'was':2 'when':1	f	11	\N
c3bb0b470c216a787840598bf4184247a2d85cef	4e3a4739-606d-4e18-8d67-75e12a967405	2026-11-18 05:17:21.571407+00	3	10	15	train	2	1	{}	21	'for':1 'hours':5 'how':2 'long':3 'three':4	f	10	\N
c3c8ab718ed57d8a2e902013cb00e270b7757723	68f94586-84bf-4b23-8634-37524e2cd5d9	2026-11-18 05:17:25.836434+00	4	14	33	train	1	0	{}	29	'anatolia':5 'it':3 'traded':4 'was':2 'where':1	f	13	\N
c453037dda8b03de0cd28dfffc36d5cfb343b39d	9dc5c007-45f2-4e57-8a88-abed1524adbf	2026-11-18 05:17:46.992735+00	4	16	46	train	1	0	{}	52	'a':3 'bed':4 'cost':5 'did':2 'pence':7 'two':6 'what':1	f	24	\N
c4780bd2141f1d06278860fb3073e93126b27b7b	32a66387-fe47-4a18-8029-8e6a6fb0f1d3	2026-11-18 05:17:16.731445+00	2	3	3	train	1	1	{explicit,numeric}	7	'is':3 'largest':5 'njord':6 'one':2 'the':4 'which':1	t	5	\N
c75da9a8cbd832d1cb8579cd37ab45992084946b	bfc421df-e8ee-4160-858d-f2b47f0e202f	2026-11-18 05:17:37.723826+00	6	25	43	train	1	0	{}	48	'1709':5 'crack':4 'did':2 'it':3 'when':1	f	22	\\xc57d3897b78504220f0454414020fd778e39762ce6bcf7b4f48cb7356a24c939
d66aa0fa954488a44f58b618903e682d9293cfc4	e3eed56e-9467-41f2-8835-5b8c6dea452d	2026-11-18 05:17:26.975651+00	4	14	35	dev	1	1	{}	34	'1963':5 'it':3 'shut':4 'was':2 'when':1	f	15	\N
d8dfda13d41935c249a25cc18d8655923f08182f	37711175-30d5-42d2-8d3a-f87c76034d05	2026-11-18 05:17:19.018156+00	2	1	6	dev	1	0	{explicit,numeric}	11	'founder':4 'the':3 'was':2 'who':1 '王利发':5	t	7	\N
dbdbe81be4909bf6f3964473ff93d7543a94cedd	799b3407-5356-4d77-87c0-addb8b01b00f	2026-11-18 05:17:21.673156+00	3	13	18	train	2	0	{}	23	'bared':3 'causeway':4 'is':2 'what':1	f	10	\N
dce83660a8f0744442ef2bb158c18a49608eac0b	2d556cb2-45dc-464e-8145-3c24a86f09ef	2026-11-18 05:17:20.20039+00	2	8	12	test	1	0	{coreference,numeric}	19	'four':4 'metres':6 'thousand':5 'to':2 'up':1 'where':3	t	9	\N
e26d240e3e7e0536ff9fbba7f6545b9d76a4688d	c01933f9-3701-46e4-8c6e-f84cbd5a9a73	2026-11-18 05:17:22.077681+00	3	13	25	test	2	0	{}	28	'by':1 'degrees':5 'how':2 'much':3 'two':4	f	12	\N
e34877151b2e3f6f4c8f8c70c4f44277a3767e1b	7c65663b-3c39-4995-8662-4da06971d3f2	2026-11-18 05:17:15.817224+00	2	1	1	train	1	0	{}	1	'1911':6 'quay':4 'rebuilt':5 'the':3 'was':2 'when':1	f	3	\N
e99a088fbdda5ae148086750d9a7d805eb531d05	ae60323e-1817-4f4b-8049-8f292c5be623	2026-11-18 05:17:28.938871+00	5	22	38	train	1	0	{coreference,numeric}	37	'inge':4 'moll':5 'planted':2 'them':3 'who':1	t	17	\N
f1825ba109b5c76febf9415d4c4b48ba0a661646	e9181f88-60c2-4dda-8fdb-4296f65f9fa5	2026-11-18 05:17:16.752367+00	2	3	3	train	1	0	{numeric,negation}	8	'carry':5 'do':2 'grain':6 'ships':4 'the':3 'what':1	t	5	\N
f3840bd2b7a8a40609229cb75e7f628efcbc895c	e445054d-795d-4d09-8025-8118de6c128f	2026-11-18 05:17:21.82957+00	3	10	21	dev	2	0	{}	24	'how':1 'many':2 'ninety':6 'of':3 'others':5 'the':4	f	11	\N
f7560b01bf9fe63125bae4c6893e40a3cdf60bec	f45dc658-be9b-47a7-889c-953b9cd2d183	2026-11-18 05:17:19.764405+00	2	8	9	dev	1	1	{coreference,numeric}	15	'free':5 'how':1 'is':3 'left':4 'millimetres':7 'much':2 'nine':6	t	8	\N
f7cbb48dc9130f3677eb7a1fad0be854851d791c	9a51084e-c17b-44db-8030-6a41e1e11310	2026-11-18 05:17:25.844358+00	4	14	33	train	1	0	{}	30	'glass':5 'is':2 'natural':4 'obsidian':3 'what':1	f	13	\N
\.

COPY release (id, name, version, project_id, parts, state, as_of, seed, licence, formats, settings, pseudonym_key, code_version, actor, served, created_at, ready_at, report, progress, alive_at) FROM stdin;
1	demo	1.0	2	[]	ready	2026-11-18 05:17:40.331+00	1	CC BY-SA 4.0	{squad,mrqa,hf,attempts}	{"name": "demo", "open": "true", "title": "Démo 🎯 <b>one</b>", "pool_id": "1", "repeats": "allow", "platforms": "[\\"mturk\\", \\"prolific\\", \\"direct\\"]", "batch_hits": null, "onboarding": null, "target_dev": null, "batch_hours": null, "target_test": null, "empty_answer": "fault", "review_blind": "true", "reward_cents": "200", "success_unit": "question", "target_train": null, "lease_seconds": "3600", "review_double": "false", "success_least": "1", "revoke_confirm": "false", "questions_wanted": "3", "success_permille": "800", "validation_extra": "0", "validation_group": "hit", "validation_match": "em", "validation_votes": "2", "way_out_attempts": "10", "win_reward_cents": "0", "min_passage_words": "0", "onboarding_retries": "0", "question_words_min": "3", "threshold_permille": "400", "validation_matches": "1", "answerable_permille": "500", "near_repeat_permille": "600", "review_lease_seconds": "1800", "validation_questions": "10", "validation_early_stop": "0", "validation_onboarding": null, "validation_f1_permille": "400", "assignments_per_passage": "1", "validation_reward_cents": "60", "validation_lease_seconds": "1800", "validation_lost_permille": "0", "validation_train_permille": "0"}	\\x2bfbd763923329d36d55043f21f7fd24f284f23c1ec2d5996efd29999c41e6d2	0.5.0	lea	f	2026-11-18 05:17:40.371998+00	2026-11-18 05:17:41.00222+00	{"gate": [{"ok": true, "fix": null, "more": [], "check": "documents", "found": 0, "examples": [], "sentence": "No document is in two splits."}, {"ok": true, "fix": null, "more": [], "check": "passages", "found": 0, "examples": [], "sentence": "No passage is in two splits, also not written a little differently."}, {"ok": true, "fix": null, "more": [], "check": "duplicates", "found": 0, "examples": [], "sentence": "No question is asked twice about a passage."}, {"ok": true, "fix": null, "more": [], "check": "spans", "found": 0, "examples": [], "sentence": "Every answer stands in its passage at the place the files say."}, {"ok": true, "fix": null, "more": [], "check": "gold", "found": 0, "examples": [], "sentence": "The answers against themselves score 100 exact match and 100 F1."}, {"ok": true, "fix": null, "more": [], "check": "model", "found": 0, "examples": [], "sentence": "The answers of the model in the loop score 0 exact match."}, {"ok": true, "fix": null, "more": [], "check": "counts", "found": 0, "examples": [], "sentence": "The files hold as many questions as the database."}], "facts": {"votes": 7, "models": [{"name": "stub", "version": "1", "weights": "0000000000000000000000000000000000000000000000000000000000000000"}], "workers": 5, "validated": 6, "answerable": 5, "validators": 2}, "splits": [{"split": "train", "chosen": 9, "target": null, "available": 9}, {"split": "dev", "chosen": 4, "target": null, "available": 4}, {"split": "test", "chosen": 1, "target": null, "available": 1}], "mrqa_left_out": {"dev": 0, "test": 0, "train": 0}, "near_duplicates": [], "near_duplicates_more": false}	{}	2026-11-18 05:17:40.9847+00
2	loss	1.0	3	[]	failed	2026-11-18 05:17:41.326+00	7	cc-by-sa-4.0	{squad,attempts}	{"name": "loss", "open": "true", "title": "Loss", "pool_id": "1", "repeats": "allow", "platforms": "[\\"mturk\\", \\"direct\\"]", "batch_hits": null, "onboarding": null, "target_dev": 9, "batch_hours": null, "target_test": 9, "empty_answer": "loss", "review_blind": "true", "reward_cents": "120", "success_unit": "question", "target_train": null, "lease_seconds": "3600", "review_double": "false", "success_least": "1", "revoke_confirm": "false", "questions_wanted": "2", "success_permille": "800", "validation_extra": "1", "validation_group": "passage", "validation_match": "f1", "validation_votes": "2", "way_out_attempts": "10", "win_reward_cents": "0", "min_passage_words": "0", "onboarding_retries": "0", "question_words_min": "3", "threshold_permille": "400", "validation_matches": "1", "answerable_permille": "500", "near_repeat_permille": "600", "review_lease_seconds": "1800", "validation_questions": "10", "validation_early_stop": "2", "validation_onboarding": null, "validation_f1_permille": "500", "assignments_per_passage": "2", "validation_reward_cents": "0", "validation_lease_seconds": "1800", "validation_lost_permille": "1000", "validation_train_permille": "1000"}	\\xe31c014daff109f7c60ebfe10233649db369726f17e492ddc206e184ae7c9b1c	0.5.0	lea	f	2026-11-18 05:17:41.383527+00	\N	{"gate": [{"ok": true, "fix": null, "more": [], "check": "documents", "found": 0, "examples": [], "sentence": "No document is in two splits."}, {"ok": true, "fix": null, "more": [], "check": "passages", "found": 0, "examples": [], "sentence": "No passage is in two splits, also not written a little differently."}, {"ok": false, "fix": "Discard all but one of each (beatctl question discard ID ... --reason TEXT), then build again as of now.", "more": [], "check": "duplicates", "found": 1, "examples": ["65eb6e38c34beacdc6ac9ff9e33b03ea20365943 and c3bb0b470c216a787840598bf4184247a2d85cef"], "sentence": "A question is asked twice about a passage, but for capitals, punctuation, articles or white space."}, {"ok": true, "fix": null, "more": [], "check": "spans", "found": 0, "examples": [], "sentence": "Every answer stands in its passage at the place the files say."}, {"ok": true, "fix": null, "more": [], "check": "gold", "found": 0, "examples": [], "sentence": "The answers against themselves score 100 exact match and 100 F1."}, {"ok": true, "fix": null, "more": [], "check": "model", "found": 0, "examples": [], "sentence": "The answers of the model in the loop score 0 exact match."}, {"ok": true, "fix": null, "more": [], "check": "counts", "found": 0, "examples": [], "sentence": "The files hold as many questions as the database."}], "facts": {"votes": 17, "models": [{"name": "reader-b", "version": "1", "weights": "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"}], "workers": 2, "validated": 5, "answerable": 5, "validators": 2}, "splits": [{"split": "train", "chosen": 4, "target": null, "available": 4}, {"split": "dev", "chosen": 4, "target": 9, "available": 4}, {"split": "test", "chosen": 1, "target": 9, "available": 1}], "near_duplicates": [], "near_duplicates_more": false}	{}	2026-11-18 05:17:41.649109+00
3	loss	1.0	3	[]	ready	2026-11-18 05:17:42.294+00	7	cc-by-sa-4.0	{squad,attempts}	{"name": "loss", "open": "true", "title": "Loss", "pool_id": "1", "repeats": "allow", "platforms": "[\\"mturk\\", \\"direct\\"]", "batch_hits": null, "onboarding": null, "target_dev": 9, "batch_hours": null, "target_test": 9, "empty_answer": "loss", "review_blind": "true", "reward_cents": "120", "success_unit": "question", "target_train": null, "lease_seconds": "3600", "review_double": "false", "success_least": "1", "revoke_confirm": "false", "questions_wanted": "2", "success_permille": "800", "validation_extra": "1", "validation_group": "passage", "validation_match": "f1", "validation_votes": "2", "way_out_attempts": "10", "win_reward_cents": "0", "min_passage_words": "0", "onboarding_retries": "0", "question_words_min": "3", "threshold_permille": "400", "validation_matches": "1", "answerable_permille": "500", "near_repeat_permille": "600", "review_lease_seconds": "1800", "validation_questions": "10", "validation_early_stop": "2", "validation_onboarding": null, "validation_f1_permille": "500", "assignments_per_passage": "2", "validation_reward_cents": "0", "validation_lease_seconds": "1800", "validation_lost_permille": "1000", "validation_train_permille": "1000"}	\\xe31c014daff109f7c60ebfe10233649db369726f17e492ddc206e184ae7c9b1c	0.5.0	lea	f	2026-11-18 05:17:42.331098+00	2026-11-18 05:17:42.765336+00	{"gate": [{"ok": true, "fix": null, "more": [], "check": "documents", "found": 0, "examples": [], "sentence": "No document is in two splits."}, {"ok": true, "fix": null, "more": [], "check": "passages", "found": 0, "examples": [], "sentence": "No passage is in two splits, also not written a little differently."}, {"ok": true, "fix": null, "more": [], "check": "duplicates", "found": 0, "examples": [], "sentence": "No question is asked twice about a passage."}, {"ok": true, "fix": null, "more": [], "check": "spans", "found": 0, "examples": [], "sentence": "Every answer stands in its passage at the place the files say."}, {"ok": true, "fix": null, "more": [], "check": "gold", "found": 0, "examples": [], "sentence": "The answers against themselves score 100 exact match and 100 F1."}, {"ok": true, "fix": null, "more": [], "check": "model", "found": 0, "examples": [], "sentence": "The answers of the model in the loop score 0 exact match."}, {"ok": true, "fix": null, "more": [], "check": "counts", "found": 0, "examples": [], "sentence": "The files hold as many questions as the database."}], "facts": {"votes": 15, "models": [{"name": "reader-b", "version": "1", "weights": "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"}], "workers": 2, "validated": 5, "answerable": 5, "validators": 2}, "splits": [{"split": "train", "chosen": 3, "target": null, "available": 3}, {"split": "dev", "chosen": 4, "target": 9, "available": 4}, {"split": "test", "chosen": 1, "target": 9, "available": 1}], "near_duplicates": [], "near_duplicates_more": false}	{}	2026-11-18 05:17:42.758441+00
4	demo	0.9	2	[]	ready	2026-11-18 05:17:20.788+00	1	cc-by-sa-4.0	{squad,mrqa,hf,attempts}	{"name": "demo", "open": "true", "title": "Démo 🎯 <b>one</b>", "pool_id": "1", "repeats": "allow", "platforms": "[\\"mturk\\", \\"prolific\\", \\"direct\\"]", "batch_hits": null, "onboarding": null, "target_dev": null, "batch_hours": null, "target_test": null, "empty_answer": "fault", "review_blind": "true", "reward_cents": "200", "success_unit": "question", "target_train": null, "lease_seconds": "3600", "review_double": "false", "success_least": "1", "revoke_confirm": "false", "questions_wanted": "3", "success_permille": "800", "validation_extra": "0", "validation_group": "hit", "validation_match": "em", "validation_votes": "2", "way_out_attempts": "10", "win_reward_cents": "0", "min_passage_words": "0", "onboarding_retries": "0", "question_words_min": "3", "threshold_permille": "400", "validation_matches": "1", "answerable_permille": "500", "near_repeat_permille": "600", "review_lease_seconds": "1800", "validation_questions": "10", "validation_early_stop": "0", "validation_onboarding": null, "validation_f1_permille": "400", "assignments_per_passage": "1", "validation_reward_cents": "60", "validation_lease_seconds": "1800", "validation_lost_permille": "0", "validation_train_permille": "0"}	\\x5caae94ba670bec16f840c7aa79947b4107206f091df0d207633dac3a2e5f9be	0.5.0	lea	f	2026-11-18 05:17:43.082042+00	2026-11-18 05:17:43.554891+00	{"gate": [{"ok": true, "fix": null, "more": [], "check": "documents", "found": 0, "examples": [], "sentence": "No document is in two splits."}, {"ok": true, "fix": null, "more": [], "check": "passages", "found": 0, "examples": [], "sentence": "No passage is in two splits, also not written a little differently."}, {"ok": true, "fix": null, "more": [], "check": "duplicates", "found": 0, "examples": [], "sentence": "No question is asked twice about a passage."}, {"ok": true, "fix": null, "more": [], "check": "spans", "found": 0, "examples": [], "sentence": "Every answer stands in its passage at the place the files say."}, {"ok": true, "fix": null, "more": [], "check": "gold", "found": 0, "examples": [], "sentence": "The answers against themselves score 100 exact match and 100 F1."}, {"ok": true, "fix": null, "more": [], "check": "model", "found": 0, "examples": [], "sentence": "The answers of the model in the loop score 0 exact match."}, {"ok": true, "fix": null, "more": [], "check": "counts", "found": 0, "examples": [], "sentence": "The files hold as many questions as the database."}], "facts": {"votes": 3, "models": [{"name": "stub", "version": "1", "weights": "0000000000000000000000000000000000000000000000000000000000000000"}], "workers": 5, "validated": 3, "answerable": 3, "validators": 1}, "splits": [{"split": "train", "chosen": 9, "target": null, "available": 9}, {"split": "dev", "chosen": 3, "target": null, "available": 3}, {"split": "test", "chosen": 0, "target": null, "available": 0}], "mrqa_left_out": {"dev": 0, "test": 0, "train": 0}, "near_duplicates": [], "near_duplicates_more": false}	{}	2026-11-18 05:17:43.550264+00
5	both	1.0	\N	[{"id": 1, "name": "demo", "version": "1.0"}, {"id": 3, "name": "loss", "version": "1.0"}]	ready	2026-11-18 05:17:42.294+00	3	cc-by-sa-4.0	{squad,mrqa,hf,attempts}	{}	\\x13d7643be83286214ca90ddd93a5a5003780974c0adcbb5c2aa27c84994bb0a7	0.5.0	lea	f	2026-11-18 05:17:43.847519+00	2026-11-18 05:17:44.301964+00	{"gate": [{"ok": true, "fix": null, "more": [], "check": "documents", "found": 0, "examples": [], "sentence": "No document is in two splits."}, {"ok": true, "fix": null, "more": [], "check": "passages", "found": 0, "examples": [], "sentence": "No passage is in two splits, also not written a little differently."}, {"ok": true, "fix": null, "more": [], "check": "duplicates", "found": 0, "examples": [], "sentence": "No question is asked twice about a passage."}, {"ok": true, "fix": null, "more": [], "check": "spans", "found": 0, "examples": [], "sentence": "Every answer stands in its passage at the place the files say."}, {"ok": true, "fix": null, "more": [], "check": "gold", "found": 0, "examples": [], "sentence": "The answers against themselves score 100 exact match and 100 F1."}, {"ok": true, "fix": null, "more": [], "check": "model", "found": 0, "examples": [], "sentence": "The answers of the model in the loop score 0 exact match."}, {"ok": true, "fix": null, "more": [], "check": "counts", "found": 0, "examples": [], "sentence": "The files hold as many questions as the database."}], "splits": [{"split": "train", "chosen": 12, "target": null, "available": 12}, {"split": "dev", "chosen": 8, "target": null, "available": 8}, {"split": "test", "chosen": 2, "target": null, "available": 2}], "mrqa_left_out": {"dev": 0, "test": 0, "train": 0}, "near_duplicates": [], "near_duplicates_more": false}	{}	2026-11-18 05:17:44.290468+00
6	double	2.0	5	[]	ready	2026-11-18 05:17:45.187+00	x	MIT	{squad,mrqa}	{"name": "double", "open": "true", "title": "double", "pool_id": "1", "repeats": "allow", "platforms": "[\\"mturk\\", \\"direct\\"]", "batch_hits": null, "onboarding": null, "target_dev": null, "batch_hours": null, "target_test": null, "empty_answer": "fault", "review_blind": "false", "reward_cents": "0", "success_unit": "hit", "target_train": null, "lease_seconds": "3600", "review_double": "true", "success_least": "1", "revoke_confirm": "true", "questions_wanted": "2", "success_permille": "600", "validation_extra": "0", "validation_group": "hit", "validation_match": "em", "validation_votes": "0", "way_out_attempts": "10", "win_reward_cents": "0", "min_passage_words": "0", "onboarding_retries": "0", "question_words_min": "3", "threshold_permille": "400", "validation_matches": "1", "answerable_permille": "500", "near_repeat_permille": "600", "review_lease_seconds": "1800", "validation_questions": "10", "validation_early_stop": "0", "validation_onboarding": null, "validation_f1_permille": "400", "assignments_per_passage": "1", "validation_reward_cents": "0", "validation_lease_seconds": "1800", "validation_lost_permille": "0", "validation_train_permille": "0"}	\\x8c32647b6eaff82bbc39d5a7fc53fed5381521687af7c7f56de6a57a7e383a06	0.5.0	user:ada	t	2026-11-18 05:17:45.228741+00	2026-11-18 05:17:45.612808+00	{"gate": [{"ok": true, "fix": null, "more": [], "check": "documents", "found": 0, "examples": [], "sentence": "No document is in two splits."}, {"ok": true, "fix": null, "more": [], "check": "passages", "found": 0, "examples": [], "sentence": "No passage is in two splits, also not written a little differently."}, {"ok": true, "fix": null, "more": [], "check": "duplicates", "found": 0, "examples": [], "sentence": "No question is asked twice about a passage."}, {"ok": true, "fix": null, "more": [], "check": "spans", "found": 0, "examples": [], "sentence": "Every answer stands in its passage at the place the files say."}, {"ok": true, "fix": null, "more": [], "check": "gold", "found": 0, "examples": [], "sentence": "The answers against themselves score 100 exact match and 100 F1."}, {"ok": true, "fix": null, "more": [], "check": "model", "found": 0, "examples": [], "sentence": "The answers of the model in the loop score 0 exact match."}, {"ok": true, "fix": null, "more": [], "check": "counts", "found": 0, "examples": [], "sentence": "The files hold as many questions as the database."}], "facts": {"votes": 0, "models": [{"name": "stub", "version": "1", "weights": "0000000000000000000000000000000000000000000000000000000000000000"}], "workers": 1, "validated": 0, "answerable": 0, "validators": 0}, "splits": [{"split": "train", "chosen": 2, "target": null, "available": 2}, {"split": "dev", "chosen": 0, "target": null, "available": 0}, {"split": "test", "chosen": 0, "target": null, "available": 0}], "mrqa_left_out": {"dev": 0, "test": 0, "train": 0}, "near_duplicates": [], "near_duplicates_more": false}	{}	2026-11-18 05:17:45.596949+00
\.

COPY release_file (release_id, path, bytes, sha256) FROM stdin;
1	MANIFEST	2243	a52f1619a7d8c432aeb7bf85358e4b619ccaa15a66b3a41015f36ea97e1042ad
1	README.md	16984	1517a9821fbcc82dbdafb92f6f19490fc72a60acd709b620e6da7136214f9454
1	attempts/dev.jsonl	4388	dfdbfde1b651dae360897806e0ba22dd37ca46d2b0ad22bbc77fa55f2a51bb47
1	attempts/test.jsonl	1852	e9dfeb292e222d481993a2c62cd5994dbf86ca7ef978f1499bb4a3e08a93c64d
1	attempts/train.jsonl	6873	ca8c0e72ee4a682ceace4a0c5745164725e0a63c74bca191251b88752b42b2e1
1	croissant.json	38609	ff2aa0efd79d5fd139b18493b8a453fc9cf1c2703cd1e089576b31f2653f1590
1	data/test.jsonl	364	06fba9d9e88e3ecb4e4d5086ce099e5884cf68dc34497996851b7051b8aaf430
1	data/train.jsonl	3297	8417c579aa21af12a424c5d9ceffc3d25cb65a31f5f6b1e83782f3b17d4018b7
1	data/validation.jsonl	1523	960a6e44ecefa33181de3ac1314f7beec1074af92b002953f4a687be7d6bdb00
1	demo/dev.json	993	f776724e3c34cc4bd8b45557333fa2052a6ea9969fb6c20420e547681f22befd
1	demo/test-public.json	314	b3e45a5b494829025991c58db10f9fa5ddbe76fb34edd5b11f32652accfb4523
1	demo/test.json	363	cc94300329d6fb8a5e3799d631a48df143dad78956295acd34f1057b00ff4cd4
1	demo/train.json	2003	c7166109f63b558a1caed1e8d2a822997a44f2f73215fc3ee9f4e9ca32d4eb83
1	figures/answer-length.svg	3082	1e57db33f576c57d2e6d6e1fc0cf55c1c0a97dee6d663c125dbdeaba8e6e87d7
1	figures/answer-types.svg	3262	9e8907f608881ef3c31528f026b959ed6ebdea3259f45136b1111ef52dcf0576
1	figures/comprehension.svg	3858	971a38084d439d29b2a9a8a9d5ff76576e1d79e3c1b296af23379e8845a2aad9
1	figures/first-words.svg	13406	5291556bedd27550ad779231ab625881ca24e1f25dd2b2946a1a9b48c4c7af16
1	figures/human.svg	5586	b234f419c464474bf16871e39e146eb724759312cda949b79cfb73bcb39ca5ae
1	figures/lengths.svg	5576	b1d920fb42a32d19e59e3635a41235af80ecc4e4f9ada6b3dabede27617f61be
1	figures/ngram-overlap.svg	3234	281cd4eea28a5300eeeb51bda6181cef5981a2dc539eeb1e161cf11d3792960d
1	figures/question-length.svg	3637	d610963aa71089f01a1764395d104010eb378ccc8acc8431096ded145f18209c
1	figures/question-types.svg	2993	034473b3d150b652ba26bd73dc2c2a65b14111d55c650b0c5401eef3313449a3
1	figures/worker-success.svg	3260	ac3fa0e8a23d3e36e7d5b8fa33fb35cea99f107dc2cafdb8e0fe442d61877c07
1	mrqa/dev.jsonl.gz	1053	7ec6bd810156cf5d0e6d673b9afe2661acb7c7177c9a1f524e7c3fe043a1429e
1	mrqa/test.jsonl.gz	493	f594d9a167ef3d46410a42e2d2685976c5b7eb8ab493fea2a1c05c27808ddfff
1	mrqa/train.jsonl.gz	1795	93c84ea2abc2b576c42109f6b0109d18703229c78747dcd6af8b62875f440619
1	statistics.json	16131	ebf33e178062df8ec38c477047630f6713801fd4f3005bc9a80d1a2fc59a2cd4
3	MANIFEST	589	a56b1784a1377e687d3ba3abb8966bf8d0a96839a7f0bfac535d08cc555f8a53
3	attempts/dev.jsonl	2946	381ee536658f3dc102c010c1433c3f2e120213c5669213e4ca975a417bdfa751
3	attempts/test.jsonl	1213	17f057bc947829388183ddd6a75719095b122b647e84007ec70ee1e40cc3ba52
3	attempts/train.jsonl	1650	a96f268ffc54811c43b94f28a2ebd69e60f895199034cbafe95859bd56547b64
3	loss/dev.json	724	fa99fb9c9ebe0a507446b51c4b92f8114a84dba1d6bf5dee2ac8744618a65642
3	loss/test-public.json	291	1a1888d637f68f475e573210f2b5ddda9115352af928bdf04095e6878dceb11f
3	loss/test.json	344	0e7c05795785d9e12c70010c18783c1888c9356a2599e20803305387de16f424
3	loss/train.json	559	fcb4fa766f2a41c8f9017233899f89c91956b3cbc1013e8b6fb04d90e62310df
4	MANIFEST	2058	36f45781b56b6ac64ec845e581429afac72488fd9e523e7b2031521c180b9cb1
4	README.md	16432	ae0ffabd04e749e4e2b6a107575b53a169ae027d2da4edf19c0763803e15afb8
4	attempts/dev.jsonl	4389	fef9c593bd958ac6ab762d33326d974574a8e5f1e5fef2d5c2f70069799c83f2
4	attempts/test.jsonl	1853	6574e485cfba6c04110b5eee8d55dc8854987d78e4a16fbea8b7a39afaa2d922
4	attempts/train.jsonl	6838	f64eaab0d1e1548e4dc781deb28003be920f7f6be3f91b987d9c23be3f4a39e0
4	croissant.json	38064	e31451850a38e5be31b27a596bea26f14ae752fc1516f4299990435ce74d5dae
4	data/test.jsonl	0	e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
4	data/train.jsonl	3262	1996b47030dbf63e53f4f661b57e298a2dc8dc2013a257820c6316b9ae4a5607
4	data/validation.jsonl	1132	24c5d7fa166aab016b756e2bdec39ac38883046ea918be4827bad5a3f93600c0
4	demo/dev.json	859	e388cd6e0fc6bc503e92d8644f72874c511c68b08011fdad0c7e774cb2219cda
4	demo/test-public.json	28	6ca6dba6ab6e2b10cdbefd94017b9d3f690aea06a34e9c2dd1ffec6a0f0ec016
4	demo/test.json	28	6ca6dba6ab6e2b10cdbefd94017b9d3f690aea06a34e9c2dd1ffec6a0f0ec016
4	demo/train.json	2004	d33cd978119a14da96d7793b84764042042a65dc5f78a97be9a8cfc9560a8224
4	figures/answer-length.svg	3083	06bca328b75ab63103fd993267e2625de1375e9bfd2052efe4b41319c6f6e19c
4	figures/answer-types.svg	3258	8640429e909302c6d31b98c2178de2fb4eb52d2574113025484e3efced22f100
4	figures/first-words.svg	11919	f1339392f3c5dd2463759ef06b63a837abf71088c598ab1a4f1ea51c54ace1f1
4	figures/human.svg	4090	66d3d4f27b81b3e2e6ab1da419770fcaf8bc7a93cf19d1886503ec6396c85602
4	figures/lengths.svg	5576	5928d45f8bbebb9d45f45a6a5bde0b29409a1c66239a40aaaf4749960a15bd56
4	figures/ngram-overlap.svg	3509	9b89dde4fb5699184535b754d531fd4644cb50b0c1cc793e7e6744808638486f
4	figures/question-length.svg	3360	a1a5b48fe0fca7b2d61d07829a0af12a4f92015ea597ab069e5aae24f9785b9b
4	figures/question-types.svg	3000	6f1639bfcf30314535d8cffd64738db3f3cfa6c764c0a7857f1c97eb528829d7
4	mrqa/dev.jsonl.gz	983	fdd35d92b6dc431371b2ed9eceef74840006c8c762fe67289a7f707211d8c4e7
4	mrqa/test.jsonl.gz	62	3166e9ec7abd927e6fe3365b7b56fb877166f27d2d8c1cc11078a13699ba8b46
4	mrqa/train.jsonl.gz	1794	200489f12f255960a113a99a8c72abedc8948228685e60db634a4e29a820caa8
4	statistics.json	15815	c610fefbe09bd178ea3f0d419ef57905e22de3049914c20b346f46fe1e28908e
5	MANIFEST	2243	6511f3944c6930391e0d271a91f48d66fba71b8b4d6546dbc624a9d03708a943
5	README.md	18072	713d51c244be51bdba8ba1a58e4013123f30ed44834687f6643b496e2e1aea86
5	attempts/dev.jsonl	7334	8378f23423cf23bec2123fb63a77f50f76565869c92d31d0a1bfd21a45452f84
5	attempts/test.jsonl	3065	fd85430b5896ec41914bf4e10a9ecc0db5a583b3a230d5d8a34cecb50cadf013
5	attempts/train.jsonl	8523	3846485f38720d626bd9efda349229ef481e61401da0e93dd7c6fd9b86501590
5	both/dev.json	1689	ef2ef4002e9bd565ac7534dd55f39e0f588ef431f41a343b26b4f44f835c1376
5	both/test-public.json	577	e7f4d27b405d6514cad1a5f28a03187ad2bab56c11c51ad418535cc34b78d367
5	both/test.json	679	a21df28a4deb8e1de772c522674633875f4d748d1b8bc764f39d2b76f9cc954d
5	both/train.json	2534	c553bbcd5d3e452b80dad2f74078db2d57354d7e2f3c95f7c7c920033a70ae21
5	croissant.json	38802	11bd9112288c7233bcc72bd40f3f62bb6da41b483767ba33d9b2c693d7fdfaad
5	data/test.jsonl	713	abbd0cc431af23109f2f18bff7302cbdc07c58db9b3112209a70406fe8e9a773
5	data/train.jsonl	4208	c8a0344db00b7d1772d8a259fd1ab7b97e41f9e9a4dc590e334c4f2eddde0168
5	data/validation.jsonl	2882	21b7d5526d3f28556cb4c7ec5d38e72858af62ec43a37d3ff758880bcf54e80e
5	figures/answer-length.svg	3169	fc050b8c06bc516517ca9fbb469ebc96e31ed20c5a1e7967a7e481a3c5688c4e
5	figures/answer-types.svg	3294	ba8f3261d6dace3c3f2551b66aab61f75fa443cad648b8ceafa936983e3da621
5	figures/comprehension.svg	3858	971a38084d439d29b2a9a8a9d5ff76576e1d79e3c1b296af23379e8845a2aad9
5	figures/first-words.svg	20531	a2e3129d6efbbd57389f809e50b36701b3459e301e035b04db1a860b313d1c70
5	figures/human.svg	5592	646b047e19f5652571e47f8d86664ba5407cd8eb0090dc49c0859b6daa7c7003
5	figures/lengths.svg	5576	a46479ceaebf4e768aef48b8f44c3d98cb0a708c35ef71439b2ec7c250ff02ec
5	figures/ngram-overlap.svg	3509	8d58f24e479a95fb74af4d60bce467b478ff9caf6de1c87b0634337287831288
5	figures/question-length.svg	3363	ab55059df998ed1e70e2ec2e3bfff82fedde292cd1fd6691654d68270f5593b3
5	figures/question-types.svg	2989	652cf7fa5e26ac6939ee35cedbcc900e3da2136d3e11b1d11732104851ac0072
5	figures/worker-success.svg	3260	5d7c61139b2baa168ff294a5337576e3e1b65f7aba80e153329e059e1f59a143
5	mrqa/dev.jsonl.gz	1553	9cb01765eb8f04ae677bcec29164027e02f5266ff30b21658c86ff56aac4a798
5	mrqa/test.jsonl.gz	823	cfee5d096ab5e0e96708197d02cb5dad8a19f2d5fb114d2dcb1b16d08bd50c90
5	mrqa/train.jsonl.gz	2187	848430916f248120fda446b12fad8ed90d499de638279c558fb88971a619260c
5	statistics.json	16895	9b6c7f50d13081ed8bb01a4f6aa0ca9fb801a5f8c54bd48548d1baca78182bb0
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
1	37	5	2	review	finished	2026-11-18 05:17:29.76696+00	2026-11-18 05:47:29.76696+00	2026-11-18 05:17:29.842297+00
2	38	5	2	review	finished	2026-11-18 05:17:29.859689+00	2026-11-18 05:47:29.859689+00	2026-11-18 05:17:29.874607+00
3	39	5	2	review	finished	2026-11-18 05:17:29.9451+00	2026-11-18 05:47:29.9451+00	2026-11-18 05:17:29.974066+00
4	37	5	3	review	finished	2026-11-18 05:17:29.996771+00	2026-11-18 05:47:29.996771+00	2026-11-18 05:17:30.016067+00
5	38	5	3	review	finished	2026-11-18 05:17:30.102655+00	2026-11-18 05:47:30.102655+00	2026-11-18 05:17:30.127425+00
6	39	5	3	review	finished	2026-11-18 05:17:30.19579+00	2026-11-18 05:47:30.19579+00	2026-11-18 05:17:30.238398+00
7	39	5	1	adjudication	finished	2026-11-18 05:17:30.293788+00	2026-11-18 05:47:30.293788+00	2026-11-18 05:17:30.351548+00
8	1	2	2	review	released	2026-11-18 05:17:32.27492+00	2026-11-18 05:47:32.27492+00	\N
9	2	2	2	review	leased	2026-11-18 05:17:32.344955+00	2026-11-18 05:47:32.344955+00	\N
10	1	2	2	review	undone	2026-11-18 05:17:32.450587+00	2026-11-18 05:47:32.450587+00	2026-11-18 05:17:32.482154+00
11	1	2	2	review	leased	2026-11-18 05:17:32.539965+00	2026-11-18 05:47:32.539965+00	\N
12	3	2	2	review	finished	2026-11-18 05:17:32.569941+00	2026-11-18 05:47:32.569942+00	2026-11-18 05:17:32.617514+00
13	5	2	2	review	finished	2026-11-18 05:17:32.668444+00	2026-11-18 05:47:32.668444+00	2026-11-18 05:17:32.70934+00
14	6	2	2	review	finished	2026-11-18 05:17:32.738041+00	2026-11-18 05:47:32.738041+00	2026-11-18 05:17:32.788604+00
15	9	2	2	review	finished	2026-11-18 05:17:32.808803+00	2026-11-18 05:47:32.808803+00	2026-11-18 05:17:32.840747+00
16	12	2	2	review	finished	2026-11-18 05:17:32.887968+00	2026-11-18 05:47:32.887968+00	2026-11-18 05:17:32.918908+00
17	40	2	2	review	finished	2026-11-18 05:17:32.959519+00	2026-11-18 05:47:32.95952+00	2026-11-18 05:17:33.023555+00
\.

COPY revocation (id, project_id, worker_id, state, cause, reason, actor, at, review_id, valid, reviewed, decided_by, decided_at, discarded, undone_by, undone_at, undone_reason, pool_id) FROM stdin;
1	5	21	done	review	0 of 1 reviewed HITs are valid: 0.0 %, less than the 60.0 % that the project asks for.	user:rea	2026-11-18 05:17:30.063129+00	4	0	1	user:rob	2026-11-18 05:17:30.455778+00	4	\N	\N	\N	1
2	2	23	undone	review	1 of 3 reviewed questions are valid: 33.3 %, less than the 80.0 % that the project asks for.	user:rob	2026-11-18 05:17:33.042257+00	17	1	3	\N	\N	5	user:ada	2026-11-18 05:17:33.165174+00	Mixed up with somebody else.	1
3	2	23	done	hand	It was no mix-up.	lea	2026-11-18 05:17:33.595447+00	\N	\N	\N	\N	\N	5	\N	\N	\N	1
\.

COPY sample (assignment_id, batch_id, project_id, worker_id, state, reviews_wanted, taken, held, review_id, sampled_at, settled_at) FROM stdin;
1	2	2	1	waiting	1	1	f	\N	2026-11-18 05:17:32.091863+00	\N
2	2	2	2	waiting	1	1	f	\N	2026-11-18 05:17:32.091863+00	\N
3	2	2	3	settled	1	1	f	12	2026-11-18 05:17:32.091863+00	2026-11-18 05:17:32.618116+00
5	2	2	5	settled	1	1	f	13	2026-11-18 05:17:32.091863+00	2026-11-18 05:17:32.712358+00
6	2	2	1	settled	1	1	f	14	2026-11-18 05:17:32.091863+00	2026-11-18 05:17:32.788935+00
9	2	2	8	settled	1	1	f	15	2026-11-18 05:17:32.091863+00	2026-11-18 05:17:32.841073+00
12	2	2	8	settled	1	1	f	16	2026-11-18 05:17:32.091863+00	2026-11-18 05:17:32.919165+00
37	1	5	21	settled	2	2	f	1	2026-11-18 05:17:29.71338+00	2026-11-18 05:17:30.019496+00
38	1	5	22	settled	2	2	f	2	2026-11-18 05:17:29.71338+00	2026-11-18 05:17:30.129303+00
39	1	5	21	settled	2	1	f	7	2026-11-18 05:17:29.71338+00	2026-11-18 05:17:30.352038+00
40	2	2	23	settled	1	1	f	17	2026-11-18 05:17:32.091863+00	2026-11-18 05:17:33.023862+00
\.

COPY sample_tally (batch_id, lane, project_id, waiting, disputed, held, settled) FROM stdin;
1	5	5	3	0	0	0
1	8	5	-3	0	0	3
2	8	2	-6	0	0	6
2	14	2	8	0	0	0
\.

COPY screening (assignment_id, project_id, worker_id, onboarding_id, handed_in_at, state, reason, account_id, actor, decided_at) FROM stdin;
27	4	14	1	2026-11-18 05:17:23.941561+00	passed	Good.	2	user:rob	2026-11-18 05:17:24.208495+00
28	4	16	1	2026-11-18 05:17:24.031118+00	failed	Copied from the passage.	\N	lea	2026-11-18 05:17:24.454599+00
29	4	17	1	2026-11-18 05:17:24.106148+00	failed	No.	\N	lea	2026-11-18 05:17:24.66296+00
30	4	18	1	2026-11-18 05:17:24.201083+00	waiting	\N	\N	\N	\N
31	4	16	1	2026-11-18 05:17:24.87188+00	passed	\N	\N	lea	2026-11-18 05:17:25.15594+00
32	4	17	1	2026-11-18 05:17:25.450279+00	failed	Not this time either.	\N	lea	2026-11-18 05:17:25.714239+00
\.

COPY screening_tally (project_id, lane, passed, failed) FROM stdin;
4	0	0	1
4	8	1	0
4	13	0	1
4	24	1	0
4	29	0	1
\.

COPY setting (key, value, created_at) FROM stdin;
release_key	703021c2fd354e71bf1a82fa02d5c885fcc7c4d3517241bdaecacadcd5e68e7d	2026-11-18 05:17:03.867064+00
token-key	b6dc8e85fc30815fe680b5f27e69379aa3651c1f317c79dd0d78d1d3d6bf721c	2026-11-18 05:17:05.228951+00
\.

COPY transfer_prediction (attempt_id, reader_id, answer, answer_start, answer_end, score, shared, model_tokens, human_tokens, verdict, model_ms, asked_at) FROM stdin;
1aba454c-312c-4f01-8735-4cfb69d5a1a1	1	Cafe	0	4	0.5	0	1	2	human	1	2026-11-18 05:17:39.8229+00
1b0425ad-be25-4ec2-86f9-f93fbe35f0dc	1	ten	60	63	0.5	0	1	1	human	0	2026-11-18 05:17:39.872128+00
2d556cb2-45dc-464e-8145-3c24a86f09ef	1	sea level	21	30	0.5	0	2	3	human	1	2026-11-18 05:17:39.99011+00
37711175-30d5-42d2-8d3a-f87c76034d05	1	老茶馆	0	3	0.5	0	1	1	human	1	2026-11-18 05:17:39.878099+00
37fa26a9-a784-4a2c-85ab-f86930bffc4d	1	On	0	2	0.5	0	1	1	human	1	2026-11-18 05:17:39.995452+00
647102ea-8a75-48fe-87b3-abb075042c7e	1	Beijing	46	53	0.5	1	1	1	model	18	2026-11-18 05:17:39.91324+00
68856e1f-4903-4e66-8cd4-2afeefb3eb52	1	Cafe	0	4	0.5	0	1	2	human	1	2026-11-18 05:17:39.839585+00
7c65663b-3c39-4995-8662-4da06971d3f2	1	Ardle	79	84	0.5	0	1	1	human	2	2026-11-18 05:17:39.760583+00
7f5dddac-c52e-485e-8ca1-68c6bbd477b1	1	Quinoa	0	6	0.5	0	1	1	human	1	2026-11-18 05:17:39.988386+00
84853985-438f-4c87-81fb-dc279a4c7578	1	Cafe	0	4	0.5	0	1	1	human	1	2026-11-18 05:17:39.831622+00
90a45050-d62a-4931-865a-2a4bdaf8158f	1	owner, Zoë Kranjčar	58	77	0.5	2	3	2	model	1	2026-11-18 05:17:39.809922+00
a1a141b8-9689-4cec-8fb8-3b76f8a30702	1	gap	53	56	0.5	0	1	2	human	1	2026-11-18 05:17:39.957905+00
ae60323e-1817-4f4b-8049-8f292c5be623	1	On	0	2	0.5	0	1	2	human	0	2026-11-18 05:17:39.993896+00
b6d1f1ef-9671-455d-8513-8fdec995aff1	1	老茶馆	0	3	0.5	0	1	1	human	1	2026-11-18 05:17:39.89079+00
c6977166-9dce-47b7-822f-70e703298e11	1	Quinoa	0	6	0.5	0	1	1	human	1	2026-11-18 05:17:39.967049+00
dc5d236f-74f0-44a9-8eb0-29cb5e7cde25	1	Cafe	0	4	0.5	0	1	1	human	1	2026-11-18 05:17:39.80044+00
e13f4c05-e63e-4225-84d0-fe68ae3db3a7	1	Some	0	4	0.5	0	1	1	human	1	2026-11-18 05:17:39.8586+00
e2a61dcc-177b-49b0-8860-c0549db526c8	1	In	0	2	0.5	0	1	2	human	24	2026-11-18 05:17:39.953558+00
e6699e1d-892e-49a6-8c00-6804ccc06779	1	Ardle, and its crane	79	99	0.5	1	4	1	human	1	2026-11-18 05:17:39.77962+00
e9181f88-60c2-4dda-8fdb-4296f65f9fa5	1	channel	116	123	0.5	0	1	1	human	1	2026-11-18 05:17:39.853311+00
f3e18310-de43-49f2-889b-e620a1809b3b	1	The	0	3	0.5	0	0	1	human	1	2026-11-18 05:17:39.773803+00
fbd38d3a-9147-4645-86b5-db51909cac79	1	The	0	3	0.5	0	0	1	human	1	2026-11-18 05:17:39.776961+00
fce7a23d-4549-459e-819e-42bc1c54bad6	1	王利发	27	30	0.5	0	1	1	human	1	2026-11-18 05:17:39.928337+00
\.

COPY transfer_reader (id, name, version, weights, first_seen_at) FROM stdin;
1	reader-b	2	bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb	2026-11-18 05:17:39.711304+00
\.

COPY validation (id, attempt_id, project_id, passage_id, assignment_id, worker_id, split, cause, active, state, wanted, taken, votes, matches, shuffle, created_at, decided_at) FROM stdin;
165d7224e8e43e99218c7201c3e1e7e491c71cf8	c4a97432-06fe-4f1f-8a09-762dad6edd5a	4	23	44	14	test	split	t	waiting	1	1	0	0	1569100697	2026-11-18 05:17:46.647323+00	\N
21453b9f317e225f267845dc995b34ffbce15a13	fce7a23d-4549-459e-819e-42bc1c54bad6	2	7	6	1	dev	split	t	waiting	2	1	1	0	2018628006	2026-11-18 05:17:19.103423+00	\N
273aa6a5ae6fd018fe81eb25c6b47ece8def0597	e2a61dcc-177b-49b0-8860-c0549db526c8	2	8	9	8	dev	split	t	answerable	2	2	2	1	2092174315	2026-11-18 05:17:19.802616+00	2026-11-18 05:17:20.973711+00
39447d57409b240986c27e60280bd2e37a5ebf67	be71b374-391c-4da4-8b4b-d0dbb258a277	3	11	21	10	dev	split	t	answerable	2	2	2	1	1808508032	2026-11-18 05:17:21.838572+00	2026-11-18 05:17:21.875239+00
5e7096e6992120206709cbdfc736fbf298026c37	302bda53-d76b-4c26-8f70-b092ff40f4a4	3	12	25	13	test	lost	t	answerable	2	1	1	1	1484659470	2026-11-18 05:17:22.098529+00	2026-11-18 05:17:22.107077+00
60a44b6cc5d36dbfefcb032534156ee36d1e0cfc	90fafc78-de3f-4225-897c-31cc3d3e937c	3	11	21	10	dev	lost	t	answerable	2	2	2	2	861453087	2026-11-18 05:17:21.838474+00	2026-11-18 05:17:21.875505+00
65eb6e38c34beacdc6ac9ff9e33b03ea20365943	354e6831-51c3-469d-8f7c-60ca6d805036	3	10	18	13	train	train	t	answerable	2	2	2	2	1737326336	2026-11-18 05:17:21.675814+00	2026-11-18 05:17:21.687252+00
68d8e97459c07665bbb4d3c65250f7df16a7dff1	753c76f2-a7e9-4a7d-879c-9eea38f3227f	4	23	44	14	test	split	t	waiting	1	1	0	0	303571078	2026-11-18 05:17:46.647421+00	\N
8387e9956727e3123f679956c69246f024748a39	b6d1f1ef-9671-455d-8513-8fdec995aff1	2	7	6	1	dev	split	t	answerable	2	1	1	1	1435768555	2026-11-18 05:17:19.103393+00	2026-11-18 05:17:19.185388+00
86100570478441f247b574b62314a9380b4f31a5	c6977166-9dce-47b7-822f-70e703298e11	2	9	12	8	test	split	t	answerable	2	1	1	1	1296483282	2026-11-18 05:17:20.205106+00	2026-11-18 05:17:20.975176+00
8cf1ab33e693272e9c6c0f642f73e2ac8af0036d	8059d555-9382-4433-8e07-1424953bc556	3	10	15	10	train	train	t	answerable	2	2	2	2	233377040	2026-11-18 05:17:21.594346+00	2026-11-18 05:17:21.630654+00
90ecf1470678f600c72171deb06bfafcedf5b6d8	a8bbfb1e-8e96-40ff-832a-a1a73c7b347a	4	15	35	14	dev	split	t	answerable	1	1	1	1	1963359841	2026-11-18 05:17:26.996093+00	2026-11-18 05:17:27.396099+00
91f31dd2f85875522e6a111992dba4a157e44062	7f5dddac-c52e-485e-8ca1-68c6bbd477b1	2	9	12	8	test	split	t	waiting	2	1	1	0	1673922909	2026-11-18 05:17:20.205174+00	\N
a9feb7208239dcb67d25fbd3f331f8f74ba8c3a1	a1a141b8-9689-4cec-8fb8-3b76f8a30702	2	8	9	8	dev	split	t	answerable	2	2	2	1	1156413998	2026-11-18 05:17:19.802706+00	2026-11-18 05:17:19.823017+00
b9abcebf09475e01173324b69909b00d23bcb465	05929483-1946-43f3-8b5e-1c325c148272	3	11	22	13	dev	split	t	answerable	2	2	2	2	1403723127	2026-11-18 05:17:21.853995+00	2026-11-18 05:17:21.880498+00
c19c2a99c3d1d61485b6b51145ceb57066bd1fb5	1f4088b3-2cdb-4b53-8aac-5ae08ba2ff0f	3	11	22	13	dev	split	t	answerable	2	2	2	2	998966961	2026-11-18 05:17:21.853922+00	2026-11-18 05:17:21.881007+00
c3bb0b470c216a787840598bf4184247a2d85cef	4e3a4739-606d-4e18-8d67-75e12a967405	3	10	15	10	train	train	f	answerable	2	2	2	1	1923723345	2026-11-18 05:17:21.594423+00	2026-11-18 05:17:22.207305+00
d66aa0fa954488a44f58b618903e682d9293cfc4	e3eed56e-9467-41f2-8835-5b8c6dea452d	4	15	35	14	dev	split	t	unanswerable	1	1	1	0	5608737	2026-11-18 05:17:26.999941+00	2026-11-18 05:17:27.399154+00
d8dfda13d41935c249a25cc18d8655923f08182f	37711175-30d5-42d2-8d3a-f87c76034d05	2	7	6	1	dev	split	t	answerable	2	1	1	1	993257702	2026-11-18 05:17:19.103186+00	2026-11-18 05:17:19.186432+00
dbdbe81be4909bf6f3964473ff93d7543a94cedd	799b3407-5356-4d77-87c0-addb8b01b00f	3	10	18	13	train	train	t	answerable	2	2	2	2	1103620532	2026-11-18 05:17:21.675891+00	2026-11-18 05:17:21.687766+00
dce83660a8f0744442ef2bb158c18a49608eac0b	2d556cb2-45dc-464e-8145-3c24a86f09ef	2	9	12	8	test	split	t	waiting	2	1	1	0	917041862	2026-11-18 05:17:20.205191+00	\N
e26d240e3e7e0536ff9fbba7f6545b9d76a4688d	c01933f9-3701-46e4-8c6e-f84cbd5a9a73	3	12	25	13	test	split	t	answerable	2	1	1	1	889865324	2026-11-18 05:17:22.098442+00	2026-11-18 05:17:22.107288+00
f3840bd2b7a8a40609229cb75e7f628efcbc895c	e445054d-795d-4d09-8025-8118de6c128f	3	11	21	10	dev	split	t	answerable	2	2	2	2	2060244885	2026-11-18 05:17:21.838548+00	2026-11-18 05:17:21.875618+00
f7560b01bf9fe63125bae4c6893e40a3cdf60bec	f45dc658-be9b-47a7-889c-953b9cd2d183	2	8	9	8	dev	split	t	unanswerable	2	2	2	0	357456032	2026-11-18 05:17:19.802688+00	2026-11-18 05:17:20.975743+00
\.

COPY validation_item (assignment_id, validation_id, worker_id, place, state, due) FROM stdin;
7	21453b9f317e225f267845dc995b34ffbce15a13	6	1	voted	\N
7	8387e9956727e3123f679956c69246f024748a39	6	3	voted	\N
7	d8dfda13d41935c249a25cc18d8655923f08182f	6	2	voted	\N
8	21453b9f317e225f267845dc995b34ffbce15a13	7	2	voted	\N
8	8387e9956727e3123f679956c69246f024748a39	7	1	voted	\N
8	d8dfda13d41935c249a25cc18d8655923f08182f	7	3	voted	\N
10	273aa6a5ae6fd018fe81eb25c6b47ece8def0597	6	1	voted	\N
10	a9feb7208239dcb67d25fbd3f331f8f74ba8c3a1	6	2	voted	\N
10	f7560b01bf9fe63125bae4c6893e40a3cdf60bec	6	3	voted	\N
11	273aa6a5ae6fd018fe81eb25c6b47ece8def0597	9	2	voted	\N
11	a9feb7208239dcb67d25fbd3f331f8f74ba8c3a1	9	1	voted	\N
11	f7560b01bf9fe63125bae4c6893e40a3cdf60bec	9	3	voted	\N
13	86100570478441f247b574b62314a9380b4f31a5	7	1	voted	\N
13	91f31dd2f85875522e6a111992dba4a157e44062	7	2	voted	\N
13	dce83660a8f0744442ef2bb158c18a49608eac0b	7	3	voted	\N
14	86100570478441f247b574b62314a9380b4f31a5	9	3	voted	\N
14	91f31dd2f85875522e6a111992dba4a157e44062	9	2	voted	\N
14	dce83660a8f0744442ef2bb158c18a49608eac0b	9	1	voted	\N
16	8cf1ab33e693272e9c6c0f642f73e2ac8af0036d	11	1	voted	\N
16	c3bb0b470c216a787840598bf4184247a2d85cef	11	2	voted	\N
17	8cf1ab33e693272e9c6c0f642f73e2ac8af0036d	12	1	voted	\N
17	c3bb0b470c216a787840598bf4184247a2d85cef	12	2	voted	\N
19	65eb6e38c34beacdc6ac9ff9e33b03ea20365943	11	2	voted	\N
19	dbdbe81be4909bf6f3964473ff93d7543a94cedd	11	1	voted	\N
20	65eb6e38c34beacdc6ac9ff9e33b03ea20365943	12	1	voted	\N
20	dbdbe81be4909bf6f3964473ff93d7543a94cedd	12	2	voted	\N
23	39447d57409b240986c27e60280bd2e37a5ebf67	11	4	voted	\N
23	60a44b6cc5d36dbfefcb032534156ee36d1e0cfc	11	2	voted	\N
23	b9abcebf09475e01173324b69909b00d23bcb465	11	5	voted	\N
23	c19c2a99c3d1d61485b6b51145ceb57066bd1fb5	11	1	voted	\N
23	f3840bd2b7a8a40609229cb75e7f628efcbc895c	11	3	voted	\N
24	39447d57409b240986c27e60280bd2e37a5ebf67	12	4	voted	\N
24	60a44b6cc5d36dbfefcb032534156ee36d1e0cfc	12	3	voted	\N
24	b9abcebf09475e01173324b69909b00d23bcb465	12	1	voted	\N
24	c19c2a99c3d1d61485b6b51145ceb57066bd1fb5	12	2	voted	\N
24	f3840bd2b7a8a40609229cb75e7f628efcbc895c	12	5	voted	\N
26	5e7096e6992120206709cbdfc736fbf298026c37	11	1	voted	\N
26	e26d240e3e7e0536ff9fbba7f6545b9d76a4688d	11	2	voted	\N
36	90ecf1470678f600c72171deb06bfafcedf5b6d8	20	1	voted	\N
36	d66aa0fa954488a44f58b618903e682d9293cfc4	20	2	voted	\N
45	165d7224e8e43e99218c7201c3e1e7e491c71cf8	20	1	leased	\N
45	68d8e97459c07665bbb4d3c65250f7df16a7dff1	20	2	leased	\N
\.

COPY vote (id, assignment_id, validation_id, project_id, worker_id, answer_start, answer_end, answer_text, normal, reason, comment, shared, vote_tokens, original_tokens, exact, excluded, created_at, cast_at) FROM stdin;
1	7	8387e9956727e3123f679956c69246f024748a39	2	6	74	78	莫谈国事	莫谈国事	\N		1	1	1	t	f	2026-11-18 05:17:19.145191+00	2026-11-18 05:17:19.170313+00
2	7	21453b9f317e225f267845dc995b34ffbce15a13	2	6	\N	\N	\N	\N	no_answer	Which of the two — 茶?	0	0	1	f	f	2026-11-18 05:17:19.156484+00	2026-11-18 05:17:19.170313+00
3	7	d8dfda13d41935c249a25cc18d8655923f08182f	2	6	27	30	王利发	王利发	\N		1	1	1	t	f	2026-11-18 05:17:19.168411+00	2026-11-18 05:17:19.170313+00
4	8	8387e9956727e3123f679956c69246f024748a39	2	7	46	53	Beijing	beijing	\N		0	1	1	f	t	2026-11-18 05:17:19.240069+00	2026-11-18 05:17:19.255827+00
5	8	21453b9f317e225f267845dc995b34ffbce15a13	2	7	19	23	1898	1898	\N		1	1	1	t	t	2026-11-18 05:17:19.22751+00	2026-11-18 05:17:19.255827+00
6	8	d8dfda13d41935c249a25cc18d8655923f08182f	2	7	32	41	Wang Lifa	wang lifa	\N		0	2	1	f	t	2026-11-18 05:17:19.232428+00	2026-11-18 05:17:19.255827+00
9	10	f7560b01bf9fe63125bae4c6893e40a3cdf60bec	2	6	\N	\N	\N	\N	no_answer		0	0	2	f	f	2026-11-18 05:17:19.808526+00	2026-11-18 05:17:19.820934+00
10	10	a9feb7208239dcb67d25fbd3f331f8f74ba8c3a1	2	6	82	95	movable frame	movable frame	\N		2	2	2	t	f	2026-11-18 05:17:19.811483+00	2026-11-18 05:17:19.820934+00
11	10	273aa6a5ae6fd018fe81eb25c6b47ece8def0597	2	6	16	26	Langstroth	langstroth	\N		1	1	2	f	f	2026-11-18 05:17:19.819501+00	2026-11-18 05:17:19.820934+00
12	11	f7560b01bf9fe63125bae4c6893e40a3cdf60bec	2	9	60	64	nine	nine	\N		1	1	2	f	f	2026-11-18 05:17:19.832001+00	2026-11-18 05:17:19.859057+00
13	11	a9feb7208239dcb67d25fbd3f331f8f74ba8c3a1	2	9	90	95	frame	frame	\N		1	1	2	f	f	2026-11-18 05:17:19.83639+00	2026-11-18 05:17:19.859057+00
14	11	273aa6a5ae6fd018fe81eb25c6b47ece8def0597	2	9	8	26	Lorenzo Langstroth	lorenzo langstroth	\N		2	2	2	t	f	2026-11-18 05:17:19.856522+00	2026-11-18 05:17:19.859057+00
15	13	91f31dd2f85875522e6a111992dba4a157e44062	2	7	100	105	April	april	\N		1	1	1	t	t	2026-11-18 05:17:20.279822+00	2026-11-18 05:17:20.296576+00
16	13	dce83660a8f0744442ef2bb158c18a49608eac0b	2	7	\N	\N	\N	\N	several_answers	Two heights.	0	0	3	f	t	2026-11-18 05:17:20.281986+00	2026-11-18 05:17:20.296576+00
17	13	86100570478441f247b574b62314a9380b4f31a5	2	7	57	64	Farmers	farmers	\N		1	1	1	t	t	2026-11-18 05:17:20.283353+00	2026-11-18 05:17:20.296576+00
18	14	91f31dd2f85875522e6a111992dba4a157e44062	2	9	100	107	April 🌾	april 🌾	\N		1	2	1	f	f	2026-11-18 05:17:20.343449+00	2026-11-18 05:17:20.384493+00
19	14	dce83660a8f0744442ef2bb158c18a49608eac0b	2	9	21	30	sea level	sea level	\N		0	2	3	f	f	2026-11-18 05:17:20.360529+00	2026-11-18 05:17:20.384493+00
20	14	86100570478441f247b574b62314a9380b4f31a5	2	9	57	64	Farmers	farmers	\N		1	1	1	t	f	2026-11-18 05:17:20.371789+00	2026-11-18 05:17:20.384493+00
21	16	c3bb0b470c216a787840598bf4184247a2d85cef	3	11	36	51	for three hours	for three hours	\N		2	3	2	f	f	2026-11-18 05:17:21.622018+00	2026-11-18 05:17:21.629663+00
22	16	8cf1ab33e693272e9c6c0f642f73e2ac8af0036d	3	11	75	82	by cart	by cart	\N		2	2	2	t	f	2026-11-18 05:17:21.628014+00	2026-11-18 05:17:21.629663+00
23	17	c3bb0b470c216a787840598bf4184247a2d85cef	3	12	\N	\N	\N	\N	no_answer		0	0	2	f	f	2026-11-18 05:17:21.652147+00	2026-11-18 05:17:21.656089+00
24	17	8cf1ab33e693272e9c6c0f642f73e2ac8af0036d	3	12	75	82	by cart	by cart	\N		2	2	2	t	f	2026-11-18 05:17:21.65424+00	2026-11-18 05:17:21.656089+00
25	19	65eb6e38c34beacdc6ac9ff9e33b03ea20365943	3	11	40	51	three hours	three hours	\N		2	2	2	t	f	2026-11-18 05:17:21.683094+00	2026-11-18 05:17:21.686261+00
26	19	dbdbe81be4909bf6f3964473ff93d7543a94cedd	3	11	19	27	causeway	causeway	\N		1	1	1	t	f	2026-11-18 05:17:21.684726+00	2026-11-18 05:17:21.686261+00
27	20	65eb6e38c34beacdc6ac9ff9e33b03ea20365943	3	12	40	51	three hours	three hours	\N		2	2	2	t	f	2026-11-18 05:17:21.702512+00	2026-11-18 05:17:21.70657+00
28	20	dbdbe81be4909bf6f3964473ff93d7543a94cedd	3	12	19	27	causeway	causeway	\N		1	1	1	t	f	2026-11-18 05:17:21.705148+00	2026-11-18 05:17:21.70657+00
29	23	f3840bd2b7a8a40609229cb75e7f628efcbc895c	3	11	24	30	ninety	ninety	\N		1	1	1	t	f	2026-11-18 05:17:21.859936+00	2026-11-18 05:17:21.874288+00
30	23	c19c2a99c3d1d61485b6b51145ceb57066bd1fb5	3	11	105	109	1802	1802	\N		1	1	1	t	f	2026-11-18 05:17:21.864805+00	2026-11-18 05:17:21.874288+00
31	23	60a44b6cc5d36dbfefcb032534156ee36d1e0cfc	3	11	15	19	Ness	ness	\N		1	1	1	t	f	2026-11-18 05:17:21.868396+00	2026-11-18 05:17:21.874288+00
32	23	b9abcebf09475e01173324b69909b00d23bcb465	3	11	31	35	pear	pear	\N		1	1	1	t	f	2026-11-18 05:17:21.870175+00	2026-11-18 05:17:21.874288+00
33	23	39447d57409b240986c27e60280bd2e37a5ebf67	3	11	83	93	the bishop	bishop	\N		1	1	3	f	f	2026-11-18 05:17:21.872955+00	2026-11-18 05:17:21.874288+00
34	24	f3840bd2b7a8a40609229cb75e7f628efcbc895c	3	12	24	30	ninety	ninety	\N		1	1	1	t	f	2026-11-18 05:17:21.896815+00	2026-11-18 05:17:21.90723+00
35	24	c19c2a99c3d1d61485b6b51145ceb57066bd1fb5	3	12	105	109	1802	1802	\N		1	1	1	t	f	2026-11-18 05:17:21.899759+00	2026-11-18 05:17:21.90723+00
36	24	60a44b6cc5d36dbfefcb032534156ee36d1e0cfc	3	12	15	19	Ness	ness	\N		1	1	1	t	f	2026-11-18 05:17:21.901352+00	2026-11-18 05:17:21.90723+00
37	24	b9abcebf09475e01173324b69909b00d23bcb465	3	12	31	35	pear	pear	\N		1	1	1	t	f	2026-11-18 05:17:21.90458+00	2026-11-18 05:17:21.90723+00
38	24	39447d57409b240986c27e60280bd2e37a5ebf67	3	12	87	101	bishop of Tarn	bishop of tarn	\N		3	3	3	t	f	2026-11-18 05:17:21.906+00	2026-11-18 05:17:21.90723+00
39	26	e26d240e3e7e0536ff9fbba7f6545b9d76a4688d	3	11	31	42	two degrees	two degrees	\N		2	2	2	t	f	2026-11-18 05:17:22.103195+00	2026-11-18 05:17:22.10614+00
40	26	5e7096e6992120206709cbdfc736fbf298026c37	3	11	59	65	Perrin	perrin	\N		1	1	1	t	f	2026-11-18 05:17:22.104764+00	2026-11-18 05:17:22.10614+00
41	36	90ecf1470678f600c72171deb06bfafcedf5b6d8	4	20	77	87	the otters	otters	\N		1	1	1	t	f	2026-11-18 05:17:27.386481+00	2026-11-18 05:17:27.39486+00
42	36	d66aa0fa954488a44f58b618903e682d9293cfc4	4	20	\N	\N	\N	\N	other	Weirs “close”?	0	0	1	f	f	2026-11-18 05:17:27.393118+00	2026-11-18 05:17:27.39486+00
43	45	68d8e97459c07665bbb4d3c65250f7df16a7dff1	4	20	85	91	thirty	thirty	\N		1	1	1	t	f	2026-11-18 05:17:46.677901+00	\N
44	45	165d7224e8e43e99218c7201c3e1e7e491c71cf8	4	20	\N	\N	\N	\N	no_answer		0	0	2	f	f	2026-11-18 05:17:46.689943+00	\N
\.

COPY vote_exclusion (id, project_id, worker_id, revocation_id, reason, actor, at, undone_at, undone_by, undone_reason) FROM stdin;
1	2	7	\N	Marks what he likes.	user:rob	2026-11-18 05:17:20.413798+00	2026-11-18 05:17:21.197951+00	user:ada	He may.
2	2	9	\N	To see.	lea	2026-11-18 05:17:20.670179+00	2026-11-18 05:17:20.952812+00	lea	Seen.
3	2	7	\N	He may not.	user:rob	2026-11-18 05:17:21.230933+00	\N	\N	\N
4	5	21	1	0 of 1 reviewed HITs are valid: 0.0 %, less than the 60.0 % that the project asks for.	user:rob	2026-11-18 05:17:30.504341+00	\N	\N	\N
5	2	23	2	1 of 3 reviewed questions are valid: 33.3 %, less than the 80.0 % that the project asks for.	user:rob	2026-11-18 05:17:33.073874+00	2026-11-18 05:17:33.176552+00	user:ada	Mixed up with somebody else.
6	2	23	3	It was no mix-up.	lea	2026-11-18 05:17:33.705194+00	\N	\N	\N
\.

COPY worker (id, platform, platform_worker_id, created_at, blocked_at, blocked_reason) FROM stdin;
1	direct	ann	2026-11-18 05:17:15.723122+00	\N	\N
2	mturk	A1TURK	2026-11-18 05:17:16.350869+00	\N	\N
3	prolific	p1	2026-11-18 05:17:16.717035+00	\N	\N
4	direct	cyd	2026-11-18 05:17:17.120855+00	\N	\N
5	direct	dee	2026-11-18 05:17:18.633027+00	\N	\N
6	direct	val	2026-11-18 05:17:19.117292+00	\N	\N
7	direct	wes	2026-11-18 05:17:19.196541+00	\N	\N
8	direct	bob	2026-11-18 05:17:19.710849+00	\N	\N
9	direct	xia	2026-11-18 05:17:19.828391+00	\N	\N
10	direct	lia	2026-11-18 05:17:21.546025+00	\N	\N
11	direct	vera	2026-11-18 05:17:21.606041+00	\N	\N
12	direct	vito	2026-11-18 05:17:21.637588+00	\N	\N
13	direct	leo	2026-11-18 05:17:21.658989+00	\N	\N
14	direct	nell	2026-11-18 05:17:22.829564+00	\N	\N
16	direct	ned	2026-11-18 05:17:23.274038+00	\N	\N
17	direct	nat	2026-11-18 05:17:23.48353+00	\N	\N
18	direct	nora	2026-11-18 05:17:23.725003+00	\N	\N
19	direct	nils	2026-11-18 05:17:26.358156+00	\N	\N
20	direct	olga	2026-11-18 05:17:27.151642+00	\N	\N
21	direct	gus	2026-11-18 05:17:28.386106+00	\N	\N
22	direct	hal	2026-11-18 05:17:28.87412+00	\N	\N
23	direct	sid	2026-11-18 05:17:31.13861+00	\N	\N
24	direct	pia	2026-11-18 05:17:36.605628+00	\N	\N
25	direct	pip	2026-11-18 05:17:36.85658+00	\N	\N
\.

COPY worker_note (id, worker_id, project_id, actor, at, text) FROM stdin;
1	1	2	lea	2026-11-18 05:17:34.150535+00	Writes well — très bien 👍
2	23	2	user:rob	2026-11-18 05:17:34.269557+00	To be watched.
\.
