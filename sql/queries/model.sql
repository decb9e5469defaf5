-- beatctl model: the registry of models that projects put in the loop.

-- for: beatctl

-- name: model_write(name text, given jsonb, may_add bool, actor text)
--   -> (name text, url text, protocol text, measured text?, change text)
select (w.model).name, beat.url_shown((w.model).url) as url, (w.model).protocol,
       case when (w.model).measured_on is not null then measured_text(w.model) end as measured, w.change
  from model_write($1::text, $2::jsonb, $3::boolean, $4::text) as w;

-- name: model_list()
--   -> (name text, url text, protocol text, measured text?, projects bigint, builds text, created_at text)
select name, url, protocol, measured, projects, builds, created_at
  from model_list();

-- name: model_address_set(name text, url text, add bool, actor text) -> (addresses text, change text)
select addresses, change
  from model_address_set($1::text, $2::text, $3::boolean, $4::text);

-- name: model_addresses(name text) -> (place int, url text)
select place, url
  from model_addresses($1::text);

-- name: model_address(name text) -> (name text, url text, protocol text, call json?)
-- As it is asked, with the user and password it may carry: never to be shown.
select m.name, model_urls(m) as url, m.protocol, model_call(m) as call
  from beat.model m
 where m.name = $1::text and m.id <> no_model();

-- name: model_saw(name text, build_name text, version text, weights text, prompt text, protocol text) -> (build bigint?)
-- Keeps which build answered.
select model_saw(m.id, $2::text, $3::text, $4::text, $5::text, $6::text) as build
  from beat.model m
 where m.name = $1::text;

-- name: model_show(name text)
--   -> (json json, name text, url text, protocol text, measured text?, builds text?, projects text?, created_at text, usage text?)
select model_json(m) as json, l.name, l.url, l.protocol, l.measured, builds_text(m.id) as builds,
       (select string_agg(p.name, ', ' order by p.name)
          from beat.project p where m.id = any (p.model_id || p.also_model_ids)
            or onboarding_named(p.id) is not null and m.id = onboarding_model(p.id)) as projects,
       l.created_at, nullif(usage_text(m), '') as usage
  from model_list() as l
  join beat.model m on m.name = l.name
 where m.name = $1::text;

-- for: beatd

-- name: model_active() -> (name text, url text)
-- The addresses of the models that active projects use: a server that can reach none of them is not ready.
select m.name, a.url
  from beat.model m
 cross join lateral unnest(m.url || m.further_urls) with ordinality as a (url, place)
 where m.id <> no_model() and exists (
	select from beat.project p
	 where p.state = 'active' and (m.id = any (p.model_id || p.also_model_ids)
		or onboarding_named(p.id) is not null and not p.open and m.id = onboarding_model(p.id)))
 order by m.id, a.place;

-- name: admin_models() -> answer
select admin_models() as answer;

-- name: admin_model_add(name text, url text, protocol text, measured_on text, measured_permille text, actor text)
--   -> answer
select admin_model_add($1::text, $2::text, $3::text, $4::text, $5::text, $6::text) as answer;
