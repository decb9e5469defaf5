-- Experts: named people who answer questions of datasets, first with feedback, then without: a strong human baseline
-- (section 4.3 of the paper on distribution shift).

create table beat.expert_baseline (
	id bigint generated always as identity,
	name text not null,
	title text not null,
	seed text not null,
	per_person integer not null,
	actor beat.actor_name not null,
	created_at timestamptz not null default clock_timestamp(),
	constraint expert_baseline_pkey primary key (id),
	constraint expert_baseline_name_key unique (name),
	constraint expert_baseline_name_form check (name ~ '^[a-z0-9][a-z0-9_-]{0,62}$'),
	constraint expert_baseline_title_length check (char_length(title) between 1 and 200),
	constraint expert_baseline_seed_form check (seed ~ '^[0-9A-Za-z._-]{1,64}$'),
	constraint expert_baseline_per_person_range check (per_person between 1 and 100000)
);
comment on table beat.expert_baseline is 'A sample of questions with known answers that named people answer.';
comment on column beat.expert_baseline.per_person is 'How many questions of each set one person is asked, practice apart.';

create table beat.expert_set (
	baseline_id bigint not null,
	place smallint not null,
	name text not null,
	source text not null,
	practice boolean not null,
	constraint expert_set_pkey primary key (baseline_id, place),
	constraint expert_set_name_key unique (baseline_id, name),
	constraint expert_set_baseline_fkey foreign key (baseline_id) references beat.expert_baseline (id),
	constraint expert_set_practice_first check (practice = (place = 0)),
	constraint expert_set_name_length check (char_length(name) between 1 and 200)
);
comment on table beat.expert_set is 'A dataset of a baseline, in the order in which they were named; place 0 is for practice.';

create table beat.expert_item (
	id bigint generated always as identity,
	baseline_id bigint not null,
	place smallint not null,
	question_ref text not null,
	digest text not null generated always as (md5(passage || E'\n' || question)) stored,
	title text not null,
	passage text not null,
	question text not null,
	answers jsonb not null,
	constraint expert_item_pkey primary key (id),
	constraint expert_item_digest_key unique (id, digest),
	constraint expert_item_once unique (baseline_id, digest),
	constraint expert_item_ref_once unique (baseline_id, place, question_ref),
	constraint expert_item_set_fkey foreign key (baseline_id, place) references beat.expert_set (baseline_id, place),
	constraint expert_item_answers_form check (jsonb_typeof(answers) = 'array' and jsonb_array_length(answers) > 0)
);
comment on table beat.expert_item is 'A question of a baseline with its texts as they were, and every known answer.';
comment on column beat.expert_item.digest is 'Of passage and question: the same question of another file or baseline has the same.';

create table beat.expert_person (
	id bigint generated always as identity,
	baseline_id bigint not null,
	name text not null,
	invited_by beat.actor_name not null,
	invited_at timestamptz not null default clock_timestamp(),
	constraint expert_person_pkey primary key (id),
	constraint expert_person_name_key unique (baseline_id, name),
	constraint expert_person_id_name_key unique (id, name),
	constraint expert_person_baseline_fkey foreign key (baseline_id) references beat.expert_baseline (id),
	constraint expert_person_name_length check (char_length(name) between 1 and 128)
);
comment on table beat.expert_person is 'Who was invited to a baseline, by name.';

create table beat.expert_answer (
	person_id bigint not null,
	person_name text not null,
	item_id bigint not null,
	digest text not null,
	given_at timestamptz not null default clock_timestamp(),
	answered_at timestamptz,
	answer_start integer,
	answer_end integer,
	answer_text text,
	exact boolean,
	shared integer,
	answer_tokens integer,
	gold_tokens integer,
	constraint expert_answer_pkey primary key (person_id, item_id),
	constraint expert_answer_never_twice unique (person_name, digest),
	constraint expert_answer_person_fkey foreign key (person_id, person_name) references beat.expert_person (id, name),
	constraint expert_answer_item_fkey foreign key (item_id, digest) references beat.expert_item (id, digest),
	constraint expert_answer_whole check (
		num_nulls(answer_start, answer_end, answer_text) in (0, 3)
		and num_nulls(answered_at, exact, shared, answer_tokens, gold_tokens) in (0, 5)
		and (answered_at is not null or answer_text is null)),
	constraint expert_answer_score_sound check (
		shared between 0 and least(answer_tokens, gold_tokens) and (answer_text is not null or shared = 0 and not exact))
);
comment on table beat.expert_answer is 'A question in the hands of a person, and what they answered; a text of null: that there is no answer.';
comment on column beat.expert_answer.shared is 'With answer_tokens and gold_tokens: F1 against the known answer that it comes nearest to.';
create unique index expert_answer_one_open on beat.expert_answer (person_id) where answered_at is null;
create index expert_answer_item_idx on beat.expert_answer (item_id);

-- An answer is given once, and a question stays with who got it.
create function beat.expert_answer_guard() returns trigger language plpgsql as $$
begin
	if old.answered_at is not null then
		raise exception 'What an expert answered stays as it is.' using errcode = '23514', constraint = 'expert_answer_final';
	elsif (new.person_id, new.person_name, new.item_id, new.digest, new.given_at)
			is distinct from (old.person_id, old.person_name, old.item_id, old.digest, old.given_at) then
		raise exception 'A question stays with who got it.' using errcode = '23514', constraint = 'expert_answer_kept';
	end if;
	return new;
end
$$;
comment on function beat.expert_answer_guard is 'Trigger: an answer is final, and a question stays with who got it.';
create trigger expert_answer_guard before update on beat.expert_answer
	for each row execute function beat.expert_answer_guard();

call beat.never('deleted', 'expert_baseline', 'expert_set', 'expert_item', 'expert_person', 'expert_answer');
call beat.never('changed', 'expert_baseline', 'expert_set', 'expert_item', 'expert_person');
