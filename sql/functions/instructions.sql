-- Instructions: what workers and validators are told, in versions, by project and language; and which of them an assignment
-- has been shown.

-- What the programs say where a project has no text of its own, in English. {questions}: how many wins a HIT asks for;
-- {overlap}: the threshold as a percentage; {opponent}: how strong the AI is, if it was measured.
create function instruction_usual(in_role text) returns text language sql immutable as $$
	select case in_role when 'worker' then $worker$1. **Highlight an answer** in the passage: a name, a number, a few words.
2. **Write a question** that this answer, and only this one, fits.
3. **The AI tries to answer** from the passage. It never sees your answer. If it misses, you win. {opponent}

## Who wins

The AI wins if its answer and yours overlap by more than {overlap} of their words: “New York” and “New York City” share two words, which is 80 %. Otherwise you win and the question counts.

Win up to {questions} on this passage. At least three is ideal, fewer are fine: after one win you may finish whenever you like. A lost question costs nothing: ask another.

## The rules

- Exactly one right answer, and it stands in the passage.
- It may take more than the passage to find it: what everybody knows, or knows of the world, is welcome.
- Plain, correct language; no tricks with spelling, letters or word order.
- Each question once, in words of your own.
- Mark the shortest piece of text that fully answers.

## For example

> The Halvorsen ferry first crossed the fjord in 1911. It carried mail and sheep; passengers were let on board only after **the storm of 1923**, when the coast road was washed away.

### Good questions

- *What disaster opened the ferry to travellers?* → the storm of 1923. Own words, and two facts to be joined.
- *Which of the first loads was not alive?* → mail. Easy for a reader who knows what sheep are.
- *When, in the decade before the First World War ended, did the ferry begin?* → 1911. Knowing when that war was is fair.

### Not so good

- *When did the Halvorsen ferry first cross the fjord?* Copies the sentence: allowed, but the AI finds 1911 at once.
- *What did the ferry carry?* Two right answers: mail, and sheep.
- *How many years passed before people could ride?* The answer (twelve) does not stand in the passage.
- *Who was king when the ferry started?* The answer does not stand in the passage.
- *Wat yeer did teh bote strat?* Typing errors to confuse the AI are not fair play.
- *What is the third word of the second sentence?* About the letters, not about what the text says.$worker$
	else $validator$1. **Read the question**, then look for its answer in the passage.
2. **Highlight the answer**: the shortest piece of text that fully answers.
3. **No answer?** Then say so, and choose the reason. That happens, and is fine.

## The rules

- The answer is a piece of the passage. To find it you may use what you know; a question that needs common knowledge is a fair one.
- Mark the shortest piece of text that fully answers.
- If the same words stand in several places, mark the place that the question is about.
- A slip in spelling is no matter: answer what is clearly meant.
- Take each question by itself. Some are meant to be tricky.
- Do not guess: if there is no answer, saying so is the right answer.

Every answer is saved as you go, so you can leave and come back. You may change all of them until you hand in.

## For example

> The Halvorsen ferry first crossed the fjord in 1911. It carried mail and sheep; passengers were let on board only after **the storm of 1923**, when the coast road was washed away.

### Well marked

- *What disaster opened the ferry to travellers?* → the storm of 1923. Nothing is missing, and no word too many.
- *Which of its loads gives wool?* → sheep. The passage does not say it, but everybody knows.
- *What was on board in the first years?* → mail and sheep. Both belong to the answer, so both are marked.

### Not so well

- *What disaster opened the ferry to travellers?* → after the storm of 1923, when the coast road was washed away. Too long: the storm of 1923 says it all.
- *What disaster opened the ferry to travellers?* → storm. Too short: which storm?

### Without an answer

- *Who was king when the ferry started?* No words of the passage are the answer.
- *In which year did something change?* More than one right answer: 1911 and 1923.
- *What of the it first before?* Nobody can tell what is asked.$validator$ end
$$;

-- What the programs tell a worker where there is no adversary: as SQuAD was asked for, in words of our own.
create function instruction_plain() returns text language sql immutable as $$
	select $plain$1. **Read the paragraph**, then **highlight an answer** in it: a name, a number, a few words.
2. **Write a question** that this answer, and only this one, fits.
3. **Keep it** and go on: up to {questions} questions on a paragraph, then the next paragraph of the same text.

After one question you may finish whenever you like. A paragraph that gives more is worth more questions: look for what somebody who reads it would want to know.

## The rules

- Ask in your own words. A question that repeats the sentence it is answered by is hardly a question.
- Exactly one right answer, and it stands in the paragraph.
- Mark the shortest piece of text that fully answers.
- Ask about all of the paragraph, not five times about one sentence.
- Plain, correct language, understood without seeing the other questions.
- Each question once.

## For example

> The Halvorsen ferry first crossed the fjord in 1911. It carried mail and sheep; passengers were let on board only after **the storm of 1923**, when the coast road was washed away.

### Good questions

- *What disaster opened the ferry to travellers?* → the storm of 1923. Own words, and nothing else fits.
- *In which year did the boat make its maiden trip?* → 1911. The year says it all: “in 1911” is a word too many.

### Not so good

- *When did the Halvorsen ferry first cross the fjord?* Copies the sentence.
- *What did the ferry carry?* Two right answers: mail, and sheep.
- *How many years passed before people could ride?* The answer (twelve) does not stand in the paragraph.
- *And when was that?* Nobody can tell what is asked.$plain$
$$;

-- What the programs tell who gives a further answer to a question that was asked without an adversary.
create function instruction_further() returns text language sql immutable as $$
	select $further$1. **Read the question**, then look for its answer in the paragraph.
2. **Highlight the answer**: the shortest piece of text that fully answers.
3. **No answer?** Then say so, and choose the reason. Somebody else is asked instead.

Your answer is kept beside that of the person who asked, and beside those of others: all of them together show how people answer. Nobody is right or wrong here, and nobody is judged by whether the answers agree. So do not try to guess what others marked: give the answer that you would give.

## The rules

- The answer is a piece of the paragraph.
- Mark the shortest piece of text that fully answers.
- If the same words stand in several places, mark the place that the question is about.
- A slip in spelling is no matter: answer what is clearly meant.
- Take each question by itself.
- Do not guess: if there is no answer, saying so is the right answer.

Every answer is saved as you go, so you can leave and come back. You may change all of them until you hand in.

## For example

> The Halvorsen ferry first crossed the fjord in 1911. It carried mail and sheep; passengers were let on board only after **the storm of 1923**, when the coast road was washed away.

### Well marked

- *What disaster opened the ferry to travellers?* → the storm of 1923. Nothing is missing, and no word too many.
- *What was on board in the first years?* → mail and sheep. Both belong to the answer, so both are marked.

### Not so well

- *What disaster opened the ferry to travellers?* → after the storm of 1923, when the coast road was washed away. Too long: the storm of 1923 says it all.
- *In which year did the boat make its maiden trip?* → in 1911. The year alone answers.

### Without an answer

- *Who was king when the ferry started?* No words of the paragraph are the answer.
- *What of the it first before?* Nobody can tell what is asked.$further$
$$;

-- What a project says in that role where it has no text of its own.
create function instruction_default(p beat.project, in_role text) returns text language sql immutable as $$
	select case when p.model_id <> no_model() then instruction_usual(in_role)
		when in_role = 'worker' then instruction_plain() else instruction_further() end
$$;

-- A text of the programs as a row: the same text always the same version, another one the next.
create function instruction_own(in_role text, in_body text) returns beat.instruction language plpgsql as $$
declare
	own beat.instruction;
begin
	loop
		select i.* into own
		  from beat.instruction i
		 where i.project_id is null and i.role = in_role and i.language = 'en' and i.body = in_body
		 limit 1;
		exit when found;
		insert into beat.instruction (role, language, version, body, actor)
		select in_role, 'en', coalesce(max(i.version), 0) + 1, in_body, 'server'
		  from beat.instruction i
		 where i.project_id is null and i.role = in_role and i.language = 'en'
		on conflict on constraint instruction_version_key do nothing;
	end loop;
	return own;
end
$$;

-- The text of a project for a language: that language, or its main one ("de" for "de-AT"), or English, or the first there is;
-- null if it has none of its own.
create function instruction_for(in_project_id bigint, in_role text, in_language text) returns beat.instruction
	language plpgsql stable as $$
declare
	best beat.instruction;
begin
	select i.* into best
	  from beat.instruction i
	 where i.project_id = in_project_id and i.role = in_role
	 order by i.language = in_language desc, i.language = split_part(in_language, '-', 1) desc, i.language = 'en' desc,
		   i.language, i.version desc
	 limit 1;
	return best;
end
$$;

-- Whether a worker has agreed to what a text asks consent to: to these very words, or to the newest text of another language.
create function consent_given(i beat.instruction, in_worker_id bigint) returns boolean language plpgsql stable as $$
begin
	return exists (
		select from beat.consent c
		  join beat.instruction x on x.id = c.instruction_id
		 where c.worker_id = in_worker_id and x.project_id = i.project_id and x.role = i.role
		   and (x.consent = i.consent or x.language <> i.language and not exists (
				select from beat.instruction y
				 where y.project_id = x.project_id and y.role = x.role and y.language = x.language and y.version > x.version)));
end
$$;

-- Whether the worker of an assignment may begin: nothing is to be agreed to, or it was, or is now, by naming the text. Until
-- then the assignment waits, and the tables take nothing for it.
create function consent_take(i beat.instruction, in_worker_id bigint, in_assignment_id bigint, in_agrees text) returns boolean
	language plpgsql as $$
declare
	agreed boolean := i.consent = '' or consent_given(i, in_worker_id) or in_agrees is not distinct from i.id::text;
begin
	if agreed and i.consent <> '' then
		insert into beat.consent (worker_id, instruction_id, assignment_id)
		select in_worker_id, i.id, in_assignment_id
		 where not consent_given(i, in_worker_id)
		on conflict on constraint consent_pkey do nothing;
	end if;
	update beat.assignment a set awaits_consent = not agreed where a.id = in_assignment_id and a.awaits_consent = agreed;
	return agreed;
end
$$;

-- The text that is shown in a project: its own, or the programs', which is stored as a version if it is shown with work.
create function instruction_shown(p beat.project, in_role text, in_language text, in_stored boolean)
	returns beat.instruction language plpgsql as $$
declare
	i beat.instruction := instruction_for(p.id, in_role, coalesce(in_language, ''));
begin
	if i.id is null and in_stored then
		i := instruction_own(in_role, instruction_default(p, in_role));
	elsif i.id is null then -- only looked at: nothing is stored
		i.language := 'en';
		i.body := instruction_default(p, in_role);
		i.consent := '';
	end if;
	return i;
end
$$;

-- What a page shows of a text.
create function instruction_terms(p beat.project, in_role text, i beat.instruction, in_agreed boolean,
	in_may_leave boolean default false) returns json language plpgsql stable as $$
begin
	return json_build_object('win_reward_cents', p.win_reward_cents, 'way_out_attempts', p.way_out_attempts,
		'contact', p.contact, 'minutes', case in_role when 'worker' then p.minutes else p.validation_minutes end,
		'id', i.id::text, 'agreed', in_agreed, 'may_leave', in_may_leave, 'version', i.version, 'language', i.language, 'own', i.project_id is not null,
		'body', i.body, 'consent', i.consent,
		'languages', coalesce(case when i.project_id is not null then (
			select json_agg(distinct x.language) from beat.instruction x where x.project_id = i.project_id and x.role = in_role)
			end, '["en"]'));
end
$$;

-- Whether the page gets a token: the worker agreed, or has something to hand in that was done under earlier words.
create function terms_let_in(in_terms json) returns boolean language sql immutable parallel safe as $$
	select coalesce((in_terms ->> 'agreed')::boolean or (in_terms ->> 'may_leave')::boolean, true)
$$;

-- The same; and, of an assignment, that it was shown, and whether its worker agreed. in_agrees: the id of the text that the
-- worker agrees to with this request.
create function instruct(
	in_project text, in_role text, in_language text, in_assignment_id bigint, in_worker_id bigint default null,
	in_agrees text default null)
	returns json language plpgsql as $$
declare
	p beat.project;
	i beat.instruction;
	agreed boolean;
begin
	select x.* into p from beat.project x where x.name = in_project;
	if not found then
		return null;
	end if;
	i := instruction_shown(p, in_role, in_language, in_assignment_id is not null);
	if in_assignment_id is null then -- a preview is only read
		return instruction_terms(p, in_role, i, i.consent = '');
	end if;
	insert into beat.instructed (assignment_id, instruction_id) values (in_assignment_id, i.id)
	on conflict on constraint instructed_pkey do nothing;
	agreed := consent_take(i, in_worker_id, in_assignment_id, in_agrees);
	return instruction_terms(p, in_role, i, agreed,
		not agreed and (select may_leave(a) from beat.assignment a where a.id = in_assignment_id));
end
$$;

-- A text as the dashboard shows it.
create function instruction_json(i beat.instruction) returns jsonb language sql stable as $$
	select jsonb_build_object('role', i.role, 'language', i.language, 'version', i.version, 'body', i.body,
		'consent', i.consent, 'actor', i.actor, 'created_at', beat.iso(i.created_at),
		'assignments', (select count(*) from beat.instructed x where x.instruction_id = i.id),
		'consents', (select count(*) from beat.consent x where x.instruction_id = i.id))
$$;

-- All texts of a project, newest version first, and what is said where it has none.
create function admin_instructions(in_project text) returns json language plpgsql stable as $$
declare
	p beat.project := project_named(in_project);
begin
	return json_build_object(
		'usual', json_build_object('worker', instruction_default(p, 'worker'), 'validator', instruction_default(p, 'validator')),
		'items', coalesce((
			select json_agg(instruction_json(i) order by i.role desc, i.language, i.version desc)
			  from beat.instruction i
			 where i.project_id = p.id), '[]'));
end
$$;

-- Stores a new version of a text; the same text again is no new version.
create function admin_instruction_set(
	in_project text, in_role text, in_language text, in_body text, in_consent text, in_actor text)
	returns json language plpgsql as $$
declare
	p beat.project := project_locked((project_named(in_project)).name);
	was beat.instruction;
	made beat.instruction;
begin
	perform instruction_checked(in_role, in_language, in_body, in_consent);
	perform act_as(in_actor);
	select i.* into was
	  from beat.instruction i
	 where i.project_id = p.id and i.role = in_role and i.language = in_language
	 order by i.version desc
	 limit 1;
	if (was.body, was.consent) is not distinct from (in_body, coalesce(in_consent, '')) then
		return instruction_json(was) || '{"change": "unchanged"}';
	end if;
	insert into beat.instruction as i (project_id, role, language, version, body, consent, actor)
	values (p.id, in_role, in_language, coalesce(was.version, 0) + 1, in_body, coalesce(in_consent, ''), beat.current_actor())
	returning i.* into made;
	perform beat.event_add('instruction.set', p.id, null, null, jsonb_build_object('role', in_role, 'language', in_language,
		'before', was.version, 'after', made.version));
	perform beat.changed('project', p.id, null);
	return instruction_json(made) || '{"change": "stored"}';
end
$$;

-- Refuses a text that cannot be shown, in words.
create function instruction_checked(in_role text, in_language text, in_body text, in_consent text) returns void
	language plpgsql immutable as $$
begin
	if (in_role in ('worker', 'validator')) is not true then
		perform refuse(format('Instructions are for a worker or a validator, not for "%s".', in_role), 'role');
	end if;
	if (in_language ~ '^[a-z]{2,3}(-[A-Z][A-Za-z]{1,7})?$') is not true then
		perform refuse(format('A language is told as browsers do, like en, de or pt-BR; "%s" is not.', in_language), 'language');
	end if;
	if beat.is_blank(coalesce(in_body, '')) or char_length(in_body) > 20000 then
		perform refuse('Instructions are a text of 1 to 20000 characters.', 'body');
	end if;
	if char_length(in_consent) > 20000 then
		perform refuse('The text of consent has at most 20000 characters.', 'consent');
	end if;
end
$$;

-- The texts that were shown with the work of a release, up to its moment, in an order that depends on nothing but them.
create function release_instructions(in_release_id bigint)
	returns table (project text, role text, language text, version integer, body text, consent text)
	language sql stable as $$
	with work as (
		select q.assignment_id from beat.release_question rq join beat.question q on q.id = rq.question_id
		 where rq.release_id = in_release_id
		union
		select o.assignment_id from beat.release_question rq join beat.vote o on o.validation_id = rq.question_id
		 where rq.release_id = in_release_id and o.cast_at is not null
		   and o.cast_at <= (select r.as_of from beat.release r where r.id = in_release_id)
	)
	select distinct coalesce(p.name, ''), i.role, i.language, i.version, i.body, i.consent
	  from work w
	  join beat.release r on r.id = in_release_id
	  join beat.instructed x on x.assignment_id = w.assignment_id and x.at <= r.as_of
	  join beat.instruction i on i.id = x.instruction_id
	  left join beat.project p on p.id = i.project_id
	 order by i.role desc, coalesce(p.name, ''), i.language, i.version
$$;
