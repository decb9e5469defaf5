-- The settings of projects, each told once. The columns of beat.project, their limits and defaults, the checks, the options
-- and the help of beatctl project, the form of the dashboard, the schema of the API and the README's table are made from
-- the entries below; a setting is added by an entry here, the place that uses it, and a test.

-- What an entry says, in the order in which people read them. beatctl reads the same text (server/cli/project_entries.c).
--   key       its name for programs; the option is made from it (review_lease: --review-lease) unless option names another
--   section, label, text   where the form has it, what it is called there, and what it does
--   kind      text, integer, boolean, choice (one of choices), list (several of choices), model (by name or URL),
--             models (several of them, max at most), builds (of the models in the loop), onboarding, pool (by name), collections, targets (of the three splits), protocol (of a model that is new)
--   column    of beat.project, if it is not called as the key; null: it is kept elsewhere
--   min, max  of a number, of a text's characters; pattern, form: of a text, for programs and in words
--   unit      of a number; default: of a project that was not told otherwise; nullable: it may be nothing (and is, by
--             default); none: what nothing means; choices, and what the form says instead of them
--   counts    since when a change counts; who: the permission it takes (manage, unless told)
--   first     asked for when a project is made; secret: not for releases; flag: an option without a value; value: what
--             help calls the option's value
create function project_setting_entries() returns jsonb language sql immutable as $$
	select $entries$[
	{"key": "title", "section": "The task", "label": "Title", "kind": "text", "min": 1, "max": 200, "first": true,
		"counts": "at once",
		"text": "What workers see as the name of the task. Without one it is the project's name."},
	{"key": "model", "section": "The task", "label": "Model", "kind": "model", "column": "model_id", "first": true,
		"counts": "for new attempts",
		"text": "The model that workers play against, by name or by URL; a new URL is registered."},
	{"key": "protocol", "section": "The task", "label": "Protocol", "kind": "protocol", "column": null,
		"default": "beat", "counts": "with the model",
		"text": "How a model that is given by URL is spoken to."},
	{"key": "also", "section": "The task", "label": "Further models in the loop", "kind": "models",
		"column": "also_model_ids", "max": 7, "default": [], "none": "none", "counts": "for new attempts",
		"text": "Models that are asked at the same time as the model, so that workers play against all of them; the rule says who wins."},
	{"key": "rule", "section": "The task", "label": "Of several models", "kind": "choice",
		"choices": ["single", "any", "most"],
		"says": {"single": "there is one", "any": "any wins for the AI", "most": "more than half must win for the AI"},
		"default": "single", "counts": "for new attempts",
		"text": "When the AI wins against a question that several models answer: any, if any of them does; most, if more than half of them do. With one model it is single."},
	{"key": "pins", "section": "The task", "label": "Pinned builds", "kind": "builds", "option": "pin",
		"column": "pin_build_ids", "max": 64, "default": [], "none": "none", "counts": "for new attempts",
		"text": "The builds that its models must answer with: current, those that answered last, or a build's number, version or weights as 'beatctl model show' tells them. An answer of another build is a fault, judged later, and an alert. A model without a pinned build may be any."},
	{"key": "shadows", "section": "The task", "label": "Shadows", "kind": "models", "option": "shadow",
		"column": "shadow_model_ids", "max": 8, "default": [], "none": "none", "counts": "for new attempts",
		"text": "Models that answer each attempt after its verdict, in the background; nobody sees their answers, which tell whether the questions beat them too."},
	{"key": "questions", "section": "The task", "label": "Winning questions in a HIT", "kind": "integer",
		"column": "questions_wanted", "min": 1, "max": 50, "unit": "questions", "default": 5, "first": true,
		"counts": "at once",
		"text": "How many won questions a HIT asks for, without an adversary questions on each paragraph; workers may hand in fewer."},
	{"key": "adversary", "section": "The task", "label": "Adversary", "kind": "choice", "choices": ["model", "none"],
		"says": {"model": "a model that questions have to beat", "none": "none: questions are asked and kept"},
		"default": "model", "first": true, "counts": "for new attempts",
		"text": "Whom workers write questions against: model, the one named; none, nobody: up to so many questions are asked and answered on each of several paragraphs of a document, and all are kept."},
	{"key": "paragraphs", "section": "The task", "label": "Paragraphs, without an adversary", "kind": "integer",
		"min": 1, "max": 50, "unit": "paragraphs", "default": 5, "counts": "at once",
		"text": "How many paragraphs of one document a HIT without an adversary goes over at most, with as many questions on each as a HIT asks for; workers may hand in after fewer."},
	{"key": "threshold", "section": "The task", "label": "The model wins above an F1 of", "kind": "integer",
		"column": "threshold_permille", "min": 0, "max": 1000, "unit": "per mille", "default": 400,
		"counts": "for new attempts",
		"text": "The model wins if the word overlap (F1) of its answer with the worker's is above this."},
	{"key": "empty_answer", "section": "The task", "label": "An empty answer of the model is", "kind": "choice",
		"choices": ["fault", "loss"], "default": "fault", "counts": "for new attempts",
		"text": "What an empty answer of the model is: a fault, to be judged later, or its loss."},
	{"key": "unlocated", "section": "The task", "label": "An answer that is not in the passage is", "kind": "choice",
		"choices": ["fault", "text"], "default": "fault", "counts": "for new attempts",
		"text": "What the answer of a language model is that stands nowhere in the passage, also not written a little differently: a fault, so that a right answer in other words is no cheap win, or text that is scored as it is."},
	{"key": "repeats", "section": "The task", "label": "A question asked before is", "kind": "choice",
		"choices": ["refuse", "allow"], "default": "refuse", "counts": "for new attempts",
		"text": "What becomes of a question that equals, after normalisation, one that the worker asked on the passage or one that was won on it: it is refused before the model is asked, or played."},
	{"key": "near_repeat", "section": "The task", "label": "A near-repeat shares pairs of words from", "kind": "integer",
		"column": "near_repeat_permille", "min": 0, "max": 1000, "unit": "per mille", "default": 600,
		"counts": "for new attempts",
		"text": "A question that shares so many of its pairs of neighbouring words with an earlier one on the passage gets a hint; sent again it counts, marked for review. 0: no hint."},
	{"key": "question_words", "section": "The task", "label": "Words of a question, at least", "kind": "integer",
		"column": "question_words_min", "min": 0, "max": 50, "unit": "words", "default": 3, "counts": "for new attempts",
		"text": "A question of fewer words gets a hint; sent again it counts, marked for review. 0: no hint."},
	{"key": "copied_words", "section": "The task", "label": "Copied words, without an adversary", "kind": "integer",
		"min": 0, "max": 50, "unit": "words", "default": 5, "counts": "for new attempts",
		"text": "A question without an adversary that has so many words in a row from the passage gets a hint; sent again it counts, marked for review. 0: no hint."},
	{"key": "way_out", "section": "The task", "label": "A HIT may end without a win after", "kind": "integer",
		"column": "way_out_attempts", "min": 1, "max": 1000, "unit": "attempts", "default": 10, "counts": "at once",
		"text": "A worker who has won nothing may hand in after so many attempts (those sent in spite of a hint do not count), or while the model does not answer."},
	{"key": "lease", "section": "The task", "label": "Time for a HIT", "kind": "integer", "column": "lease_seconds",
		"min": 1, "max": 2592000, "unit": "seconds", "default": 3600, "counts": "for HITs opened from then on",
		"text": "How long a worker may keep a passage before it can go to somebody else."},
	{"key": "first_lease", "section": "The task", "label": "Time until the first attempt", "kind": "integer",
		"column": "first_lease_seconds", "min": 1, "max": 2592000, "unit": "seconds", "default": 600, "counts": "at once",
		"text": "When no passage is left, those that were taken so long ago and never asked about are taken back for whoever comes, newcomers' first."},
	{"key": "contact", "section": "The task", "label": "Contact", "kind": "text", "pattern": "^.{0,200}$",
		"form": "up to 200 characters", "default": "", "counts": "at once",
		"text": "Whom workers can write to, as they are told before they begin: a name, an address. Empty: nothing is said."},
	{"key": "minutes", "section": "The task", "label": "A HIT takes about", "kind": "integer", "min": 1, "max": 1440,
		"unit": "minutes", "nullable": true, "none": "not told", "counts": "at once",
		"text": "How long a HIT takes, as workers are told before they begin."},
	{"key": "collections", "section": "Passages, targets and pay", "label": "Collections of passages",
		"kind": "collections", "column": null, "option": "collection", "default": [], "none": "all", "first": true,
		"counts": "for new HITs",
		"text": "Where passages are drawn from; none means all there are and will be."},
	{"key": "min_passage_words", "section": "Passages, targets and pay", "label": "Words of a passage, at least",
		"kind": "integer", "min": 0, "max": 100000, "unit": "words", "default": 0, "counts": "for new HITs",
		"text": "Passages with fewer words are not handed out; 0: all are."},
	{"key": "assignments_per_passage", "section": "Passages, targets and pay", "label": "HITs on a passage",
		"kind": "integer", "min": 1, "max": 1000, "unit": "workers", "default": 1, "counts": "for new HITs",
		"text": "How many workers get the same passage."},
	{"key": "targets", "section": "Passages, targets and pay", "label": "Targets", "kind": "targets", "column": null,
		"min": 0, "max": 1000000000, "unit": "questions", "default": [null, null, null], "none": "no limit",
		"first": true, "counts": "for new HITs",
		"text": "Kept questions wanted in train, dev and test; a split that has enough is handed out no more."},
	{"key": "reward", "section": "Passages, targets and pay", "label": "Reward of a HIT", "kind": "integer",
		"column": "reward_cents", "min": 0, "max": 1000000, "unit": "US cents", "default": 0, "first": true,
		"counts": "for HITs not handed in yet",
		"text": "What a HIT pays, as workers are told; work already handed in keeps what it was promised."},
	{"key": "win_reward", "section": "Passages, targets and pay", "label": "Added for every win", "kind": "integer",
		"column": "win_reward_cents", "min": 0, "max": 1000000, "unit": "US cents", "default": 0, "first": true,
		"counts": "for HITs not handed in yet, and for wins that are judged later",
		"text": "What each won question adds to a HIT's reward, up to the number that it asks for; 0: a HIT pays the same however many were won."},
	{"key": "pool", "section": "Who may work", "label": "Pool of workers", "kind": "pool", "column": "pool_id",
		"first": true, "counts": "before the first worker comes",
		"text": "Whose workers may work: who is qualified in the pool is qualified in each of its projects. Without one it is the pool default."},
	{"key": "open", "section": "Who may work", "label": "Open to anyone", "kind": "boolean", "flag": true,
		"default": false, "first": true, "counts": "at once",
		"text": "Let anyone work at once. Otherwise a worker needs the qualification, or an invitation if there is no onboarding."},
	{"key": "platforms", "section": "Who may work", "label": "Platforms", "kind": "list", "option": "platform",
		"choices": ["mturk", "prolific", "direct"], "default": ["mturk", "prolific", "direct"],
		"counts": "for workers who come from then on",
		"text": "Where workers may come from. Prolific needs a completion code; a new project without one takes the others."},
	{"key": "completion_code", "section": "Who may work", "label": "Completion code on Prolific", "kind": "text",
		"pattern": "^[A-Za-z0-9_-]{0,64}$", "form": "up to 64 letters, digits, _ and -", "value": "CODE",
		"secret": true, "default": "", "counts": "at once",
		"text": "The code that Prolific expects at the end."},
	{"key": "onboarding", "section": "Who may work", "label": "Onboarding", "kind": "onboarding", "nullable": true,
		"first": true, "counts": "for workers who begin from then on",
		"none": "the pool's",
		"text": "What workers without the qualification are taught before a reviewer screens them; none: what the pool says, and if that is nothing only invited and qualified ones get in."},
	{"key": "onboarding_model", "section": "Who may work", "label": "Model of the onboarding", "kind": "model",
		"column": "onboarding_model_id", "nullable": true, "none": "the pool's",
		"counts": "for new attempts",
		"text": "The model that the HIT of the project's own onboarding is played against; none: the pool's, which is the weakest that was measured unless it is told."},
	{"key": "onboarding_retries", "section": "Who may work", "label": "Further tries after a failed onboarding",
		"kind": "integer", "min": 0, "max": 100, "unit": "tries", "default": 0,
		"counts": "for screenings not decided yet",
		"text": "How often a worker who failed the screening of the project's own onboarding may do it again."},
	{"key": "batch_hits", "section": "Batches and review", "label": "Close a batch after", "kind": "integer",
		"min": 1, "max": 1000000, "unit": "HITs", "nullable": true, "none": "not by number",
		"counts": "for the batch that is open",
		"text": "A batch closes by itself, and its sample is drawn, after so many completed HITs."},
	{"key": "batch_hours", "section": "Batches and review", "label": "Close a batch every", "kind": "integer",
		"min": 1, "max": 8760, "unit": "hours", "nullable": true, "none": "not by time",
		"counts": "for the batch that is open",
		"text": "A batch closes by itself, and its sample is drawn, after so many hours."},
	{"key": "review_double", "section": "Batches and review", "label": "Two reviews of every sampled HIT",
		"kind": "boolean", "default": false, "counts": "from the next batch",
		"text": "Two reviewers judge each sampled HIT, and a third decides where they differ."},
	{"key": "review_blind", "section": "Batches and review", "label": "Blind review", "kind": "boolean",
		"default": true, "counts": "at once",
		"text": "Reviewers see neither the worker nor the model nor each other's judgements."},
	{"key": "review_lease", "section": "Batches and review", "label": "A reviewer keeps an item for",
		"kind": "integer", "column": "review_lease_seconds", "min": 60, "max": 86400, "unit": "seconds",
		"default": 1800, "counts": "for HITs taken from then on",
		"text": "How long a reviewer may keep a HIT before another gets it."},
	{"key": "success", "section": "Revocation", "label": "Success rate that is needed", "kind": "integer",
		"column": "success_permille", "min": 0, "max": 1000, "unit": "per mille", "default": 800,
		"counts": "at a worker's next settled review",
		"text": "A worker whose success rate over reviewed work is below this loses the qualification, and the work is discarded."},
	{"key": "success_least", "section": "Revocation", "label": "Judged questions before the rate counts", "kind": "integer",
		"min": 1, "max": 10000, "unit": "questions", "default": 5, "counts": "at a worker's next settled review",
		"text": "Nobody loses the qualification by the success rate on fewer reviewed questions than this."},
	{"key": "success_unit", "section": "Revocation", "label": "Success is counted by", "kind": "choice",
		"choices": ["question", "hit"], "default": "question", "counts": "at a worker's next settled review",
		"text": "What the success rate counts: valid questions, or HITs all of whose questions are valid."},
	{"key": "answerable", "section": "Revocation", "label": "Answerable questions that are needed",
		"kind": "integer", "column": "answerable_permille", "min": 0, "max": 1000, "unit": "per mille",
		"default": 500, "counts": "when votes are settled next",
		"text": "A worker of whose validated questions fewer than this are answerable loses the qualification, and the work is discarded."},
	{"key": "answerable_minimum", "section": "Revocation", "label": "Decided questions to judge an author by",
		"kind": "integer", "min": 1, "max": 1000, "unit": "questions", "default": 5,
		"counts": "when votes are settled next",
		"text": "An author is judged by the votes when all questions that are validated have theirs, and not by fewer than this, unless validation is closed."},
	{"key": "revoke_confirm", "section": "Revocation", "label": "A second person confirms revocations",
		"kind": "boolean", "default": false, "counts": "at once",
		"text": "A second person decides before a qualification is taken away by the rate."},
	{"key": "validation_votes", "section": "Validation", "label": "Validators of a dev or test question",
		"kind": "integer", "min": 0, "max": 20, "unit": "validators", "default": 3,
		"counts": "when votes are settled next: all questions are weighed anew",
		"text": "How many others answer each dev and test question without seeing its answer; 0: nothing is validated."},
	{"key": "validation_matches", "section": "Validation", "label": "Votes that must match", "kind": "integer",
		"min": 1, "max": 20, "unit": "votes", "default": 1, "counts": "when votes are settled next: all questions are weighed anew",
		"text": "How many votes must match for a question to be answerable; the others leave dev and test."},
	{"key": "validation_match", "section": "Validation", "label": "A vote matches by", "kind": "choice",
		"choices": ["em", "f1"], "says": {"em": "exact match (EM)", "f1": "overlap (F1)"}, "default": "em",
		"counts": "when votes are settled next: all questions are weighed anew",
		"text": "When a validator's answer matches the author's: em, the same words; f1, enough of the same words."},
	{"key": "validation_f1", "section": "Validation", "label": "With F1, it matches above", "kind": "integer",
		"column": "validation_f1_permille", "min": 0, "max": 999, "unit": "per mille", "default": 400,
		"counts": "when votes are settled next: all questions are weighed anew",
		"text": "With f1 an answer matches if its word overlap (F1) with the author's is above this."},
	{"key": "validation_early_stop", "section": "Validation", "label": "Stop early when so many match",
		"kind": "integer", "min": 0, "max": 20, "unit": "votes", "default": 0,
		"counts": "when votes are settled next: all questions are weighed anew",
		"text": "No further validator is asked once so many votes match; 0: all votes are collected."},
	{"key": "validation_extra", "section": "Validation", "label": "Further votes on disagreement", "kind": "integer",
		"min": 0, "max": 20, "unit": "votes", "default": 0, "counts": "when votes are settled next: all questions are weighed anew",
		"text": "Up to so many further validators are asked, one by one, while fewer than half of the votes match."},
	{"key": "validation_train", "section": "Validation", "label": "Train questions that are validated",
		"kind": "integer", "column": "validation_train_permille", "min": 0, "max": 1000, "unit": "per mille",
		"default": 0, "counts": "when votes are settled next: all questions are weighed anew",
		"text": "The part of train questions that is validated too, at random; they stay in train whatever comes of it."},
	{"key": "validation_lost", "section": "Validation", "label": "Lost attempts that are validated",
		"kind": "integer", "column": "validation_lost_permille", "min": 0, "max": 1000, "unit": "per mille",
		"default": 0, "counts": "when votes are settled next: all questions are weighed anew",
		"text": "The part of the lost attempts on dev and test passages that is validated too, to learn how hard they are."},
	{"key": "further_answers", "section": "Validation", "label": "Further answers, without an adversary", "kind": "integer",
		"min": 0, "max": 20, "unit": "workers", "default": 2,
		"counts": "when votes are settled next: all questions are weighed anew",
		"text": "How many others answer each question that was asked without an adversary, without seeing its answer, in the splits named for it; all answers are released, the author's first. Who finds no answer makes way for another, up to twice as many. 0: nobody is asked."},
	{"key": "further_splits", "section": "Validation", "label": "Splits with further answers", "kind": "list",
		"choices": ["train", "dev", "test"], "default": ["dev", "test"],
		"counts": "when votes are settled next: all questions are weighed anew",
		"text": "The splits whose questions, asked without an adversary, get further answers."},
	{"key": "further_decide", "section": "Validation", "label": "Further answers decide", "kind": "boolean",
		"default": false, "counts": "when votes are settled next: all questions are weighed anew",
		"text": "Whether further answers also decide, as votes do, what is answerable: dev and test questions that too few answer as their author leave, and authors are judged by it. Otherwise nothing leaves because others answered differently."},
	{"key": "release_answers", "section": "Validation", "label": "Answers in a release", "kind": "choice",
		"choices": ["author", "all"], "says": {"author": "the author's", "all": "the author's, then the validators'"},
		"default": "author", "counts": "in releases from now on",
		"text": "What a question of a release is answered with: author, the answer of who wrote it; all, that one first and then every answer of its validators, in the order in which they came. Further answers without an adversary are released always."},
	{"key": "release_tidy", "section": "Releases", "label": "Post-processing", "kind": "boolean", "default": false,
		"counts": "in releases from now on",
		"text": "Whether releases leave out what dataset tidy does: answers of nothing but punctuation and articles or of the whole passage, with the question if it is the author's, and documents with too few questions a paragraph. Nothing is deleted; the card counts each step."},
	{"key": "release_per_paragraph", "section": "Releases", "label": "Questions a paragraph, on average, at least",
		"kind": "integer", "min": 0, "max": 50, "unit": "questions", "default": 2, "counts": "in releases from now on",
		"text": "With post-processing, documents with fewer questions a paragraph on average are left out; 0: none are."},
	{"key": "release_whole_documents", "section": "Releases", "label": "Whole documents", "kind": "boolean", "default": false,
		"counts": "in releases from now on",
		"text": "Whether a document is released whole or not at all: all its paragraphs have a question that is in, and targets choose documents instead of passages."},
	{"key": "validation_group", "section": "Validation HITs", "label": "Questions of a validation HIT come from",
		"kind": "choice", "choices": ["hit", "passage"],
		"says": {"hit": "one HIT", "passage": "one passage, across authors"}, "default": "hit",
		"counts": "for new HITs",
		"text": "What a validator gets at a time: the questions of one author's HIT, or of a passage across authors."},
	{"key": "validation_questions", "section": "Validation HITs", "label": "Questions in a validation HIT, at most",
		"kind": "integer", "min": 1, "max": 50, "unit": "questions", "default": 10, "counts": "for new HITs",
		"text": "How many questions a validate HIT has at most."},
	{"key": "validation_lease", "section": "Validation HITs", "label": "Time for a validation HIT",
		"kind": "integer", "column": "validation_lease_seconds", "min": 1, "max": 2592000, "unit": "seconds",
		"default": 1800, "counts": "for HITs opened from then on",
		"text": "How long a validator may keep questions before they can go to somebody else."},
	{"key": "validation_reward", "section": "Validation HITs", "label": "Reward of a validation HIT",
		"kind": "integer", "column": "validation_reward_cents", "min": 0, "max": 1000000, "unit": "US cents",
		"default": 0, "counts": "for HITs not handed in yet",
		"text": "What a validate HIT pays, as validators are told."},
	{"key": "validation_minutes", "section": "Validation HITs", "label": "A validation HIT takes about", "kind": "integer",
		"min": 1, "max": 1440, "unit": "minutes", "nullable": true, "none": "not told", "counts": "at once",
		"text": "How long a validate HIT takes, as validators are told before they begin."},
	{"key": "validation_completion_code", "section": "Validation HITs",
		"label": "Completion code of validation on Prolific", "kind": "text", "pattern": "^[A-Za-z0-9_-]{0,64}$",
		"form": "up to 64 letters, digits, _ and -", "value": "CODE", "secret": true, "default": "",
		"counts": "at once",
		"text": "The code that Prolific expects at the end of a validate HIT."},
	{"key": "validation_onboarding", "section": "Validation HITs", "label": "Onboarding of validators",
		"kind": "onboarding", "nullable": true, "counts": "for workers who begin from then on",
		"text": "The onboarding whose highlighting exercises come before a newcomer's first validate HIT in the pool; nobody screens them. None: only qualified and invited workers validate."}
]$entries$::jsonb
$$;

-- The entries as rows, with what they leave out.
create function project_setting()
	returns table (
		place integer, key text, kind text, column_name text, low integer, high integer, choices text[], nullable boolean,
		unit text, usual jsonb, explanation text, pattern text, form text, is_secret boolean, entry jsonb)
	language sql immutable rows 50 as $$
	select e.place::integer, e.entry ->> 'key', e.entry ->> 'kind',
		   case when e.entry ? 'column' then e.entry ->> 'column' else e.entry ->> 'key' end,
		   (e.entry ->> 'min')::integer, (e.entry ->> 'max')::integer,
		   case when e.entry ? 'choices' then array(select jsonb_array_elements_text(e.entry -> 'choices')) end,
		   e.entry -> 'nullable' is not null, e.entry ->> 'unit',
		   case when e.entry ? 'nullable' then 'null' else e.entry -> 'default' end, e.entry ->> 'text',
		   e.entry ->> 'pattern', e.entry ->> 'form', e.entry ? 'secret', '{"who": "manage"}' || e.entry
	  from jsonb_array_elements(project_setting_entries()) with ordinality as e (entry, place)
$$;

-- A default as a program writes it in SQL.
create function project_setting_literal(kind text, usual jsonb) returns text language sql immutable as $$
	select case when usual = 'null' then 'null'
		when kind in ('list', 'models', 'builds') then quote_literal(array(
			select jsonb_array_elements_text(case when kind in ('list', 'models', 'builds') then usual else '[]' end))::text)
		else quote_literal(usual #>> '{}') end
$$;

-- Whether an SQL expression, of a column's default, is that value.
create function project_setting_is(expression text, usual jsonb) returns boolean language plpgsql stable as $$
declare
	value jsonb;
begin
	execute 'select to_jsonb(' || coalesce(expression, 'null::text') || ')' into value;
	return value is not distinct from usual;
end
$$;

-- What the table itself checks of a setting, by the name of the constraint; null: nothing.
create function project_setting_check(s record, out name text, out rule text) language plpgsql immutable as $$
begin
	case
	when s.kind = 'integer' then
		name := 'range';
		rule := format('check (%I between %s and %s)', s.column_name, s.low, s.high);
	when s.kind = 'choice' then
		name := 'known';
		rule := format('check (%I = any (%L::text[]))', s.column_name, s.choices);
	when s.kind = 'list' then
		name := 'known';
		rule := format('check (%1$I <@ %2$L::text[] and cardinality(%1$I) between 1 and %3$s)', s.column_name,
			s.choices, cardinality(s.choices));
	when s.kind in ('models', 'builds') then
		name := 'limit';
		rule := format('check (cardinality(%1$I) <= %2$s and array_position(%1$I, null) is null)', s.column_name, s.high);
	when s.kind = 'model' then
		name := 'fkey';
		rule := format('foreign key (%I) references beat.model (id)', s.column_name);
	when s.kind = 'onboarding' then
		name := 'form';
		rule := format('check (%I ~ ''^[a-z0-9][a-z0-9_-]{0,62}$'')', s.column_name);
	when s.pattern is not null then
		name := 'form';
		rule := format('check (%I ~ %L)', s.column_name, s.pattern);
	when s.kind = 'text' then
		name := 'form';
		rule := format('check (not beat.is_blank(%1$I) and char_length(%1$I) between %2$s and %3$s)', s.column_name,
			s.low, s.high);
	else
		null;
	end case;
	name := 'project_' || s.key || '_' || name;
end
$$;

-- What has to be done to beat.project so that it fits the entries, as statements. A constraint's comment tells what it was
-- made from. A column that no entry names stays: an older program may use it.
create function project_settings_missing() returns setof text language plpgsql stable as $$
declare
	s record;
	c record;
	has record;
begin
	for s in select x.* from project_setting() x where x.column_name is not null order by x.place loop
		select a.attnum, pg_get_expr(d.adbin, d.adrelid) as usual, col_description(a.attrelid, a.attnum) as says into has
		  from pg_attribute a
		  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
		 where a.attrelid = 'beat.project'::regclass and a.attname = s.column_name and not a.attisdropped;
		if has.attnum is null then
			return next format('alter table beat.project add column %I %s%s%s', s.column_name,
				case s.kind when 'integer' then 'integer' when 'boolean' then 'boolean' when 'model' then 'bigint'
					when 'list' then 'text[]' when 'models' then 'bigint[]' when 'builds' then 'bigint[]' else 'text' end,
				case when s.nullable then '' else ' not null' end,
				' default ' || project_setting_literal(s.kind, nullif(s.usual, 'null')));
		elsif s.usual <> 'null' and not project_setting_is(has.usual, s.usual) then
			return next format('alter table beat.project alter column %I set default %s', s.column_name,
				project_setting_literal(s.kind, s.usual));
		end if;
		if has.says is distinct from s.explanation then
			return next format('comment on column beat.project.%I is %L', s.column_name, s.explanation);
		end if;
		select k.name, k.rule, obj_description(x.oid, 'pg_constraint') as was, x.oid into c
		  from project_setting_check(s) as k
		  left join pg_constraint x on x.conrelid = 'beat.project'::regclass and x.conname = k.name;
		if c.rule is distinct from c.was then
			if c.oid is not null then
				return next format('alter table beat.project drop constraint %I', c.name);
			end if;
			return next format('alter table beat.project add constraint %I %s', c.name, c.rule);
			return next format('comment on constraint %I on beat.project is %L', c.name, c.rule);
		end if;
	end loop;
end
$$;

-- Makes beat.project fit the entries; beatctl migrate calls it with a new set of functions. What is there already is only
-- looked at. Workers must not queue behind a lock that itself waits for a long report: it is asked for briefly, again and
-- again.
create function project_settings_columns() returns integer language plpgsql as $$
declare
	todo text[] := array(select project_settings_missing());
	statement text;
begin
	for i in 1 .. case when cardinality(todo) > 0 then 600 else 0 end loop
		begin
			perform set_config('lock_timeout', '100ms', true);
			lock table beat.project in access exclusive mode;
			exit;
		exception when lock_not_available then
			if i = 600 then
				raise;
			end if;
			perform pg_sleep(0.1);
		end;
	end loop;
	perform set_config('lock_timeout', '0', true);
	foreach statement in array todo loop
		execute statement;
	end loop;
	return cardinality(todo);
end
$$;

-- The columns of a project's settings as they are without being told otherwise, by column.
create function project_settings_usual() returns jsonb language sql immutable as $$
	select jsonb_object_agg(s.column_name, s.usual)
	  from project_setting() s
	 where s.column_name is not null and s.usual is not null
$$;

-- An entry for those who change it.
create function setting_explained(e jsonb) returns json language sql immutable as $$
	select json_build_object('key', e ->> 'key', 'section', e ->> 'section', 'label', e ->> 'label', 'text', e ->> 'text',
		'kind', e ->> 'kind', 'unit', e ->> 'unit', 'min', e -> 'min', 'max', e -> 'max', 'pattern', e ->> 'pattern',
		'form', e ->> 'form', 'choices', e -> 'choices', 'says', e -> 'says', 'nullable', e ? 'nullable',
		'none', e ->> 'none', 'default', e -> 'default', 'counts', e ->> 'counts', 'who', e ->> 'who',
		'first', e ? 'first')
$$;

-- All settings that the dashboard can change, by key.
create function settings_explained() returns json language sql stable as $$
	select json_object_agg(s.key, setting_explained(s.entry) order by s.place)
	  from project_setting() s
	 where s.kind <> 'protocol'
$$;

-- The same in their order, for a form about a project that is not there yet.
create function admin_project_settings() returns json language plpgsql stable as $$
begin
	return json_build_object('items', (
		select json_agg(setting_explained(s.entry) order by s.place) from project_setting() s where s.kind <> 'protocol'));
end
$$;
