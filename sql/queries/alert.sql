-- Alerts: what somebody should look at.

-- for: beatd

-- name: guard_saw(project_id bigint, model_id bigint, fault text?, name text, version text, weights text, prompt text,
--     protocol text)
--   -> (told bool)
-- What an answer says about what its project holds the model to; without a fault all is well.
select guard_saw($1::bigint, $2::bigint, $3::text, $4::text, $5::text, $6::text, $7::text, $8::text) as told;

-- name: admin_alerts(all text) -> answer
select admin_alerts($1::text) as answer;

-- name: admin_alert_ack(id text, actor text) -> answer
select admin_alert_ack($1::text, $2::text) as answer;

-- for: beatctl

-- name: alert_list(all bool)
--   -> (id bigint, kind text, subject text, since text, until text?, acknowledged text?, said text)
select id, kind, subject, since, until, acknowledged, said
  from alert_list($1::boolean);

-- name: alert_ack(id text, actor text) -> (answer json)
select admin_alert_ack($1::text, $2::text) as answer;
