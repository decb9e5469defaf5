-- A model may stand at several addresses, and a build is also how it was asked.

alter table beat.model
	add column further_urls text[] not null default '{}',
	add constraint model_further_urls_form check (
		array_to_string(further_urls, ' ', '') ~ '^(https?://[^[:space:]/?#]+[^[:space:]]*( https?://[^[:space:]/?#]+[^[:space:]]*)*)?$'
		and cardinality(further_urls) <= 15 and char_length(array_to_string(further_urls, '')) <= 15 * 2000);
comment on column beat.model.further_urls is
	'Where the same model can be asked besides url. Each question goes to one that is up and has the least to do.';

create function beat.urls_shown(urls text[]) returns text[]
	language sql immutable strict parallel safe
	return (select coalesce(array_agg(beat.url_shown(u) order by place), '{}') from unnest(urls) with ordinality as x (u, place));
comment on function beat.urls_shown is 'URLs without the user and password they may carry.';

drop trigger model_log on beat.model;
drop function beat.model_log();
-- As before, but no address shows its password.
create function beat.model_recorded() returns trigger language plpgsql as $$
declare
	after_row jsonb := to_jsonb(new)
		|| jsonb_build_object('url', beat.url_shown(new.url), 'further_urls', beat.urls_shown(new.further_urls));
begin
	if tg_op = 'INSERT' then
		perform beat.event_add('model.add', null, null, null, jsonb_build_object('before', null, 'after', after_row));
	elsif old is distinct from new then
		perform beat.event_add('model.set', null, null, null, jsonb_build_object('model', new.name)
			|| beat.row_difference(to_jsonb(old) || jsonb_build_object('url', beat.url_shown(old.url),
				'further_urls', beat.urls_shown(old.further_urls)), after_row));
	end if;
	return null;
end
$$;
comment on function beat.model_recorded is 'Trigger: every change of the registry of models is an event, without passwords.';
create trigger model_recorded after insert or update on beat.model for each row execute function beat.model_recorded();

alter table beat.model_build
	add column prompt text not null default '',
	add column protocol text not null default '',
	drop constraint model_build_reported_once,
	add constraint model_build_reported_once unique (model_id, name, version, weights, prompt, protocol),
	add constraint model_build_asked_lengths check (char_length(prompt) <= 200 and char_length(protocol) <= 32);
comment on table beat.model_build is
	'What predictions said of themselves (name, version, hash of the weights) and how they were asked, each combination once.';
comment on column beat.model_build.prompt is 'The digest of the prompt that it was asked with; empty: without one.';
comment on column beat.model_build.protocol is 'That it was asked by; empty of builds from before this was recorded.';
