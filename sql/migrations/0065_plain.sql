-- Projects without an adversary: questions are asked and answered, and nobody plays against them.

-- What stands where a model would: number 0, never asked.
insert into beat.model (id, name, url) overriding system value
select 0, case when exists (select from beat.model m where m.name = 'none') then '[none]' else 'none' end,
	   'http://nobody.invalid/';

-- Who wins is told by the counts; of a question that nobody plays against there are none, and no verdict.
alter table beat.attempt drop constraint attempt_verdict_follows_from_overlap;
alter table beat.attempt add constraint attempt_verdict_follows_from_overlap check (
	case when verdict = 'plain' then model_id = 0 and num_nonnulls(shared, model_tokens, human_tokens) = 0
		else (verdict = beat.verdict_of(shared, model_tokens, human_tokens, threshold_permille)) is true end);

-- A HIT over several paragraphs: an assignment each, one after the other.
alter table beat.assignment
	add column hit_id bigint,
	add column part smallint not null default 1,
	add constraint assignment_hit_fkey foreign key (hit_id) references beat.assignment (id),
	add constraint assignment_part_of_hit check (part >= 1 and (part = 1) = (hit_id is null));
comment on column beat.assignment.hit_id is 'The assignment that its HIT began with; null of that one.';
comment on column beat.assignment.part is
	'The how manieth paragraph of its HIT. The reference of the platform is always with the last.';
create unique index assignment_hit_part_once on beat.assignment (hit_id, part) where hit_id is not null;
