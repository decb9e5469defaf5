-- Wins that mean something: a question is asked once on a passage, and what looks odd is marked for review.

alter table beat.attempt
	add column asked bytea,
	add column marks text[] not null default '{}',
	add constraint attempt_asked_form check (octet_length(asked) = 32),
	add constraint attempt_marks_known check (marks <@ array['near', 'short', 'copied']);
comment on column beat.attempt.asked is
	'By what the question is known again: the digest of its normalised text; null where it may be asked again.';
comment on column beat.attempt.marks is
	'What a reviewer should look at: near, much like an earlier question; short, hardly a question; copied, words of the '
	'passage in a row. Sent after a hint.';
create unique index attempt_asked_once on beat.attempt (assignment_id, asked) where asked is not null;

alter table beat.question
	add column passage_id bigint,
	add column asked bytea;
comment on column beat.question.passage_id is 'Of its HIT; null of questions from before repeats were refused.';
comment on column beat.question.asked is
	'Of its attempt; null also where an equal one has the place already, and this one is out.';
-- Holds whoever asks, and for two at once; it also finds what was won on a passage.
create unique index question_won_once on beat.question (project_id, passage_id, asked) where asked is not null;

-- By what a question is known, and what was odd about it, stays as it was.
create function beat.asked_check_change() returns trigger language plpgsql as $$
begin
	perform beat.violates(tg_table_name, tg_name, format('What was asked by %s %s stays as it is.', tg_table_name, old.id),
		'restrict_violation');
	return null;
end
$$;
comment on function beat.asked_check_change is 'Trigger: attempt_asked_stays, question_asked_stays.';
create trigger attempt_asked_stays before update on beat.attempt
	for each row when ((new.asked, new.marks) is distinct from (old.asked, old.marks))
	execute function beat.asked_check_change();
create trigger question_asked_stays before update on beat.question
	for each row when ((new.asked, new.passage_id) is distinct from (old.asked, old.passage_id))
	execute function beat.asked_check_change();
