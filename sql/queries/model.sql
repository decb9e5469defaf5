-- beatctl model: the registry of models that projects put in the loop.

-- name: model_add(name, url, protocol, actor)
select name, url, protocol, change
  from beat.model_add($1::text, $2::text, $3::text, $4::text);

-- name: model_list()
select name, url, protocol, projects, builds, created_at
  from beat.model_list();

-- name: model_active()
-- The models that active projects use: a server that can reach none of them is not ready.
select m.name, m.url
  from beat.model m
 where exists (
	select from beat.project p where m.id in (p.model_id, p.onboarding_model_id) and p.state = 'active')
 order by m.id;

-- name: admin_models()
select beat.admin_models();

-- name: admin_model_add(name, url, protocol, actor)
select beat.admin_model_add($1::text, $2::text, $3::text, $4::text);
