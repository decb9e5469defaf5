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

-- name: model_address(name text) -> (name text, url text, protocol text)
-- As it is asked, with the user and password it may carry: never to be shown.
select name, url, protocol
  from beat.model
 where name = $1::text;

-- name: model_show(name text)
--   -> (json json, name text, url text, protocol text, measured text?, builds text, projects text?, created_at text)
select model_json(m) as json, l.name, l.url, l.protocol, l.measured, l.builds,
       (select string_agg(p.name, ', ' order by p.name)
          from beat.project p where m.id = p.model_id
            or onboarding_named(p.id) is not null and m.id = onboarding_model(p.id)) as projects,
       l.created_at
  from model_list() as l
  join beat.model m on m.name = l.name
 where m.name = $1::text;

-- for: beatd

-- name: model_active() -> (name text, url text)
-- The models that active projects use: a server that can reach none of them is not ready.
select m.name, m.url
  from beat.model m
 where exists (
	select from beat.project p
	 where p.state = 'active' and (m.id = p.model_id
		or onboarding_named(p.id) is not null and not p.open and m.id = onboarding_model(p.id)))
 order by m.id;

-- name: admin_models() -> answer
select admin_models() as answer;

-- name: admin_model_add(name text, url text, protocol text, measured_on text, measured_permille text, actor text)
--   -> answer
select admin_model_add($1::text, $2::text, $3::text, $4::text, $5::text, $6::text) as answer;
