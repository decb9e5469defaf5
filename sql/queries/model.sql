-- beatctl model: the registry of models that projects put in the loop.

-- name: model_write(name, given, may_add, actor)
select (w.model).name, beat.url_shown((w.model).url), (w.model).protocol,
       case when (w.model).measured_on is not null then beat.measured_text(w.model) end as measured, w.change
  from beat.model_write($1::text, $2::jsonb, $3::boolean, $4::text) as w;

-- name: model_list()
select name, url, protocol, measured, projects, builds, created_at
  from beat.model_list();

-- name: model_address(name)
-- As it is asked, with the user and password it may carry: never to be shown.
select name, url, protocol
  from beat.model
 where name = $1::text;

-- name: model_show(name)
select beat.model_json(m), l.name, l.url, l.protocol, l.measured, l.builds,
       (select string_agg(p.name, ', ' order by p.name) from beat.project p where m.id in (p.model_id, p.onboarding_model_id)),
       l.created_at
  from beat.model_list() as l
  join beat.model m on m.name = l.name
 where m.name = $1::text;

-- name: model_active()
-- The models that active projects use: a server that can reach none of them is not ready.
select m.name, m.url
  from beat.model m
 where exists (
	select from beat.project p where m.id in (p.model_id, p.onboarding_model_id) and p.state = 'active')
 order by m.id;

-- name: admin_models()
select beat.admin_models();

-- name: admin_model_add(name, url, protocol, measured_on, measured_permille, actor)
select beat.admin_model_add($1::text, $2::text, $3::text, $4::text, $5::text, $6::text);
