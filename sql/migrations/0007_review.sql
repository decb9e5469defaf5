-- Quality: what is sampled and reviewed, what is discarded, whose qualification is taken away.

create table beat.batch (
	id bigint generated always as identity,
	project_id bigint not null,
	number integer not null,
	seed text not null,
	cause text not null,
	actor beat.actor_name not null,
	closed_at timestamptz not null default clock_timestamp(),
	hits_total bigint not null,
	hits beat.count not null,
	workers beat.count not null,
	sampled beat.count not null,
	constraint batch_pkey primary key (id),
	constraint batch_number_key unique (project_id, number),
	constraint batch_project_fkey foreign key (project_id) references beat.project (id),
	constraint batch_seed_form check (seed ~ '^[0-9A-Za-z._-]{1,64}$'),
	constraint batch_cause_known check (cause in ('hand', 'hits', 'hours'))
);
comment on table beat.batch is 'A closed batch: what it drew follows from its seed and the HITs completed by then.';
comment on column beat.batch.hits_total is 'Completed generate HITs of the project at its closing; hits: since the last.';

create table beat.sample (
	assignment_id bigint not null,
	batch_id bigint not null,
	project_id bigint not null,
	worker_id bigint not null,
	state text not null default 'waiting',
	reviews_wanted smallint not null default 1,
	taken smallint not null default 0,
	held boolean not null default false,
	free boolean not null generated always as (
		not held and taken < case state when 'waiting' then reviews_wanted when 'disputed' then 1 else 0 end) stored,
	review_id bigint,
	sampled_at timestamptz not null default clock_timestamp(),
	settled_at timestamptz,
	constraint sample_pkey primary key (assignment_id),
	constraint sample_assignment_fkey foreign key (assignment_id) references beat.assignment (id),
	constraint sample_batch_fkey foreign key (batch_id) references beat.batch (id),
	constraint sample_participation_fkey
		foreign key (worker_id, project_id) references beat.participation (worker_id, project_id),
	constraint sample_state_known check (state in ('waiting', 'disputed', 'settled')),
	constraint sample_settled_by_a_review check ((state = 'settled') = (review_id is not null)),
	constraint sample_reviews_range check (reviews_wanted in (1, 2)),
	constraint sample_taken_range check (taken between 0 and 2)
);
comment on table beat.sample is 'A HIT drawn for review. Disputed: two reviews differ, a third person decides.';
comment on column beat.sample.taken is 'Reviews under way or finished; once it is disputed, adjudications.';
comment on column beat.sample.held is 'Not handed out: the worker''s qualification is revoked, so nobody has to look.';
comment on column beat.sample.free is 'There is room for another reviewer.';
comment on column beat.sample.review_id is 'The review whose judgements count.';
create index sample_queue_idx on beat.sample (project_id, state, sampled_at, assignment_id)
	where state <> 'settled' and not held;
create index sample_worker_idx on beat.sample (worker_id, project_id);
create index sample_half_idx on beat.sample (project_id) where state = 'waiting' and reviews_wanted = 2 and taken > 0;

create table beat.review (
	id bigint generated always as identity,
	assignment_id bigint not null,
	project_id bigint not null,
	account_id bigint not null,
	kind text not null default 'review',
	state text not null default 'leased',
	leased_at timestamptz not null default clock_timestamp(),
	expires_at timestamptz not null,
	finished_at timestamptz,
	constraint review_pkey primary key (id),
	constraint review_sample_fkey foreign key (assignment_id) references beat.sample (assignment_id),
	constraint review_account_fkey foreign key (account_id) references beat.account (id),
	constraint review_kind_known check (kind in ('review', 'adjudication')),
	constraint review_state_known check (state in ('leased', 'finished', 'released', 'expired', 'undone')),
	constraint review_finished_has_moment check ((state = 'finished') <= (finished_at is not null))
);
comment on table beat.review is 'A reviewer on a sampled HIT: by lease until it is finished.';
create unique index review_once_per_reviewer on beat.review (assignment_id, account_id)
	where state in ('leased', 'finished');
create index review_assignment_idx on beat.review (assignment_id);
create index review_account_idx on beat.review (account_id, project_id, id) where state in ('leased', 'finished');
create index review_done_idx on beat.review (account_id, project_id, finished_at) where state = 'finished';
create index review_project_idx on beat.review (project_id, id) where state in ('leased', 'finished');
create index review_lease_idx on beat.review (expires_at) where state = 'leased';
alter table beat.sample add constraint sample_review_fkey foreign key (review_id) references beat.review (id);

-- The catalogue of comprehension labels (13) and of reasons is data, so that the page, the command line and the
-- constraints read the same list.
create table beat.review_word (
	kind text not null,
	word text not null,
	place smallint not null,
	meaning text not null,
	constraint review_word_pkey primary key (kind, word),
	constraint review_word_kind_known check (kind in ('tag', 'label', 'vote'))
);
comment on table beat.review_word is 'Words of a review: tags say why a question is invalid, labels what it asks of a reader.';

insert into beat.review_word (kind, word, place, meaning) values
	('tag', 'unanswerable', 1, 'The passage does not answer it.'),
	('tag', 'several_answers', 2, 'More than one span of the passage answers it equally well.'),
	('tag', 'wrong_span', 3, 'The marked text is not the answer, or too much or too little of it.'),
	('tag', 'ungrammatical', 4, 'Its language is so broken that a reader has to guess what is meant.'),
	('tag', 'trivial', 5, 'It takes no reading: a sentence of the passage with a question word put in.'),
	('tag', 'nonsense', 6, 'It means nothing, or has nothing to do with the passage.'),
	('tag', 'offensive', 7, 'It insults, degrades or exposes somebody.'),
	('tag', 'copied', 8, 'It repeats another question, or was taken from somewhere else.'),
	('tag', 'other', 9, 'Something else; the comment says what.'),
	('label', 'explicit', 1, 'The passage says the answer nearly as the question asks for it.'),
	('label', 'paraphrasing', 2, 'The question puts in other words what the passage says.'),
	('label', 'external_knowledge', 3, 'Something has to be known that the passage does not tell.'),
	('label', 'coreference', 4, 'It has to be worked out whom or what a word such as "she" or "the latter" stands for.'),
	('label', 'multi_hop', 5, 'Facts from two or more places of the passage have to be put together.'),
	('label', 'comparative', 6, 'Things have to be compared: which is larger, earlier, better.'),
	('label', 'numeric', 7, 'There is something to count or to calculate.'),
	('label', 'negation', 8, 'It turns on what is not so, or on what is left out.'),
	('label', 'filtering', 9, 'Of several candidates the one has to be picked that meets a condition.'),
	('label', 'temporal', 10, 'It is about when, in what order or for how long things happen.'),
	('label', 'spatial', 11, 'It is about where things are, or how they lie to each other.'),
	('label', 'inductive', 12, 'A rule or pattern has to be drawn from single cases.'),
	('label', 'implicit', 13, 'The answer follows from what is said, though nobody says it.');

insert into beat.review_word (kind, word, place, meaning)
values
	('vote', 'no_answer', 1, 'The passage does not say.'),
	('vote', 'several_answers', 2, 'There is more than one right answer.'),
	('vote', 'unclear', 3, 'I cannot tell what is asked.'),
	('vote', 'broken', 4, 'It is not a question, or not in the language of the passage.'),
	('vote', 'other', 5, 'Something else, which I explain.');

create table beat.judgement (
	review_id bigint not null,
	question_id beat.question_id not null,
	valid boolean not null,
	tags text[] not null default '{}',
	labels text[] not null default '{}',
	comment text not null default '',
	constraint judgement_pkey primary key (review_id, question_id),
	constraint judgement_review_fkey foreign key (review_id) references beat.review (id),
	constraint judgement_question_fkey foreign key (question_id) references beat.question (id),
	constraint judgement_tags_iff_invalid check (valid = (cardinality(tags) = 0)),
	constraint judgement_labels_limit check (cardinality(labels) <= 3),
	constraint judgement_comment_limit check (char_length(comment) <= 4000)
);
comment on table beat.judgement is 'What a review says of one question.';

-- How often reviewers agree, by pair; kept when a second review is finished or taken back.
create table beat.agreement (
	project_id bigint not null,
	first_account_id bigint not null,
	second_account_id bigint not null,
	vv beat.count not null default 0,
	vi beat.count not null default 0,
	iv beat.count not null default 0,
	ii beat.count not null default 0,
	constraint agreement_pkey primary key (project_id, first_account_id, second_account_id),
	constraint agreement_project_fkey foreign key (project_id) references beat.project (id),
	constraint agreement_first_fkey foreign key (first_account_id) references beat.account (id),
	constraint agreement_second_fkey foreign key (second_account_id) references beat.account (id)
);
comment on table beat.agreement is
	'Questions that two people have reviewed, by what the one who finished first and the other said: vi is valid, then '
	'invalid.';

create table beat.sample_tally (
	batch_id bigint not null,
	lane smallint not null,
	project_id bigint not null,
	waiting integer not null default 0,
	disputed integer not null default 0,
	held integer not null default 0,
	settled integer not null default 0,
	constraint sample_tally_pkey primary key (batch_id, lane),
	constraint sample_tally_batch_fkey foreign key (batch_id) references beat.batch (id)
) with (fillfactor = 50);
comment on table beat.sample_tally is
	'Samples by state, kept by triggers of sample. Waiting and disputed are without those held, which are of workers '
	'whose qualification is revoked.';
create index sample_tally_project_idx on beat.sample_tally (project_id);

create table beat.revocation (
	id bigint generated always as identity,
	project_id bigint not null,
	worker_id bigint not null,
	state text not null,
	cause text not null,
	reason text not null,
	actor beat.actor_name not null,
	at timestamptz not null default clock_timestamp(),
	review_id bigint,
	valid beat.count,
	reviewed beat.count,
	decided_by text,
	decided_at timestamptz,
	discarded beat.count not null default 0,
	undone_by text,
	undone_at timestamptz,
	undone_reason text,
	constraint revocation_pkey primary key (id),
	constraint revocation_participation_fkey
		foreign key (worker_id, project_id) references beat.participation (worker_id, project_id),
	constraint revocation_review_fkey foreign key (review_id) references beat.review (id),
	constraint revocation_state_known check (state in ('proposed', 'done', 'dismissed', 'undone')),
	constraint revocation_cause_known check (cause in ('review', 'hand', 'answerability')),
	constraint revocation_reason_form check (not beat.is_blank(reason) and char_length(reason) <= 1000)
);
comment on table beat.revocation is 'A qualification taken away, or proposed to be; one at a time for a worker in a project.';
create unique index revocation_one_at_a_time on beat.revocation (worker_id, project_id)
	where state in ('proposed', 'done');
create index revocation_proposed_idx on beat.revocation (project_id, id) where state = 'proposed';
create index revocation_project_idx on beat.revocation (project_id, id);

create table beat.discard (
	id bigint generated always as identity,
	question_id beat.question_id not null,
	cause text not null,
	revocation_id bigint,
	review_id bigint,
	reason text not null,
	actor beat.actor_name not null,
	at timestamptz not null default clock_timestamp(),
	undone_at timestamptz,
	undone_by text,
	undone_reason text,
	constraint discard_pkey primary key (id),
	constraint discard_question_fkey foreign key (question_id) references beat.question (id),
	constraint discard_revocation_fkey foreign key (revocation_id) references beat.revocation (id),
	constraint discard_review_fkey foreign key (review_id) references beat.review (id),
	constraint discard_cause_is_told check (
		(cause = 'revocation') = (revocation_id is not null) and (cause = 'review') = (review_id is not null)
	),
	constraint discard_reason_form check (not beat.is_blank(reason) and char_length(reason) <= 1000),
	constraint discard_undone_by_someone check ((undone_at is null) = (undone_by is null)),
	constraint discard_cause_known check (cause in ('revocation', 'review', 'hand', 'unanswerable'))
);
comment on table beat.discard is
	'Why a question is out. It is in again when every discard of it is undone; each cause stands for itself.';
create unique index discard_once_per_cause on beat.discard (question_id, cause) where undone_at is null;
create index discard_question_idx on beat.discard (question_id);
create index discard_revocation_idx on beat.discard (revocation_id) where revocation_id is not null;
create index discard_review_idx on beat.discard (review_id) where review_id is not null;

create table beat.outbox (
	id bigint generated always as identity,
	platform beat.platform_name not null,
	action text not null,
	worker_id bigint not null,
	project_id bigint not null,
	revocation_id bigint,
	created_at timestamptz not null default clock_timestamp(),
	done_at timestamptz,
	tries beat.count not null default 0,
	error text,
	constraint outbox_pkey primary key (id),
	constraint outbox_action_known check (action in ('revoke', 'qualify')),
	constraint outbox_participation_fkey
		foreign key (worker_id, project_id) references beat.participation (worker_id, project_id),
	constraint outbox_revocation_fkey foreign key (revocation_id) references beat.revocation (id)
);
comment on table beat.outbox is
	'What a platform has to be told. Direct workers have no platform to tell: their entries are done at once.';
create index outbox_waiting_idx on beat.outbox (id) where done_at is null;
create index outbox_project_idx on beat.outbox (project_id, id);

-- Nothing is deleted, from any table.
call beat.never('deleted', 'batch', 'sample', 'review', 'review_word', 'judgement', 'agreement', 'sample_tally',
	'revocation', 'discard', 'outbox');

-- What is true once stays true.
call beat.never('changed', 'batch', 'judgement');

create function beat.sample_counted() returns trigger language plpgsql as $$
begin
	if tg_op = 'INSERT' then
		perform beat.count_samples(n.batch_id, n.project_id, n.waiting, n.disputed, n.held, n.settled)
		   from (select x.batch_id, x.project_id,
						(count(*) filter (where x.state = 'waiting' and not x.held))::integer as waiting,
						(count(*) filter (where x.state = 'disputed' and not x.held))::integer as disputed,
						(count(*) filter (where x.state <> 'settled' and x.held))::integer as held,
						(count(*) filter (where x.state = 'settled'))::integer as settled
				   from new_rows x
				  group by x.batch_id, x.project_id) as n;
	else
		perform beat.count_samples(new.batch_id, new.project_id,
			(new.state = 'waiting' and not new.held)::integer - (old.state = 'waiting' and not old.held)::integer,
			(new.state = 'disputed' and not new.held)::integer - (old.state = 'disputed' and not old.held)::integer,
			(new.state <> 'settled' and new.held)::integer - (old.state <> 'settled' and old.held)::integer,
			(new.state = 'settled')::integer - (old.state = 'settled')::integer);
	end if;
	return null;
end
$$;
comment on function beat.sample_counted is 'Trigger: keeps sample_tally.';
create trigger sample_counted_new after insert on beat.sample referencing new table as new_rows
	for each statement execute function beat.sample_counted();
create trigger sample_counted_change after update on beat.sample
	for each row when (old.state <> new.state or old.held <> new.held) execute function beat.sample_counted();

create function beat.question_reviewed() returns trigger language plpgsql as $$
begin
	if new.state = 'settled' then
		update beat.question q
		   set reviewed = true
		  from beat.judgement j
		 where j.review_id = new.review_id and q.id = j.question_id and not q.reviewed;
	else
		update beat.question q set reviewed = false where q.assignment_id = new.assignment_id and q.reviewed;
	end if;
	return null;
end
$$;
comment on function beat.question_reviewed is 'Trigger: a HIT that is settled, or no longer is, tells its questions.';
create trigger question_reviewed after update on beat.sample
	for each row when ((old.state = 'settled') <> (new.state = 'settled')) execute function beat.question_reviewed();

create function beat.count_samples(
	in_batch_id bigint, in_project_id bigint, in_waiting integer, in_disputed integer, in_held integer,
	in_settled integer)
	returns void language plpgsql as $$
declare
	of_lane smallint := beat.tally_lane();
begin
	loop
		update beat.sample_tally t
		   set waiting = t.waiting + in_waiting, disputed = t.disputed + in_disputed, held = t.held + in_held,
			   settled = t.settled + in_settled
		 where t.batch_id = in_batch_id and t.lane = of_lane;
		exit when found;
		insert into beat.sample_tally (batch_id, lane, project_id) values (in_batch_id, of_lane, in_project_id)
		on conflict on constraint sample_tally_pkey do nothing;
	end loop;
end
$$;
comment on function beat.count_samples is 'Adds to the counters of a batch''s samples in this transaction''s lane.';
