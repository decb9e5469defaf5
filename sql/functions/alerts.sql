-- Alerts: what somebody should look at. One stands for each kind and subject while its cause lasts, however often it is seen;
-- raising and ending are told as events.

-- The kinds of alerts, and how grave they are.
create function alert_kinds() returns table (kind text, level text) language sql immutable as $$
	values ('build', 'error'), ('canary', 'warn'), ('budget', 'warn')
$$;

-- How many stand, by kind.
create function alerts_counted() returns json language sql stable as $$
	select json_object_agg(k.kind, (select count(*) from beat.alert a where a.kind = k.kind and a.until is null))
	  from alert_kinds() k
$$;

-- An alert's cause was seen: it stands, if it did not yet.
create function alert_raise(
	in_kind text, in_subject text, in_project_id bigint, in_model_id bigint, in_text text, in_detail jsonb)
	returns void language plpgsql as $$
declare
	is_new boolean;
begin
	insert into beat.alert as a (kind, subject, project_id, model_id, text, detail)
	values (in_kind, in_subject, in_project_id, in_model_id, in_text, in_detail)
	on conflict (kind, subject) where until is null
		do update set seen_at = clock_timestamp(), text = excluded.text, detail = excluded.detail
	returning xmax = 0 into is_new;
	if is_new then
		perform beat.event_add('alert.raise', in_project_id, null, null,
			jsonb_build_object('kind', in_kind, 'subject', in_subject, 'text', in_text));
	end if;
	perform beat.changed('model', null, in_subject);
end
$$;

-- An alert's cause is gone. True if one stood.
create function alert_end(in_kind text, in_subject text) returns boolean language plpgsql as $$
declare
	a beat.alert;
begin
	update beat.alert x set until = clock_timestamp()
	 where x.kind = in_kind and x.subject = in_subject and x.until is null
	returning x.* into a;
	if not found then
		return false;
	end if;
	perform beat.event_add('alert.end', a.project_id, null, null,
		jsonb_build_object('kind', a.kind, 'subject', a.subject, 'text', a.text));
	perform beat.changed('model', null, a.subject);
	return true;
end
$$;

-- An alert as the API shows it.
create function alert_json(a beat.alert) returns json language sql stable as $$
	select json_build_object('id', a.id::text, 'level', (select k.level from alert_kinds() k where k.kind = a.kind), 'kind', a.kind, 'subject', a.subject,
		'project', (select p.name from beat.project p where p.id = a.project_id),
		'model', (select m.name from beat.model m where m.id = a.model_id), 'text', a.text, 'detail', a.detail,
		'since', beat.iso(a.since), 'until', beat.iso(a.until), 'acknowledged_at', beat.iso(a.acknowledged_at),
		'acknowledged_by', a.acknowledged_by)
$$;

-- Alerts, the newest first: those that stand, or the latest of all.
create function admin_alerts(in_all text) returns json language plpgsql stable as $$
begin
	return json_build_object('items', (
		select coalesce(json_agg(alert_json(x) order by x.id desc), '[]')
		  from (select a.* from beat.alert a where a.until is null or in_all = 'yes' order by a.id desc limit 200) as x));
end
$$;

-- The same as rows, for a terminal.
create function alert_list(in_all boolean)
	returns table (id bigint, kind text, subject text, since text, until text, acknowledged text, said text)
	language sql stable as $$
	select a.id, a.kind, a.subject, beat.iso(a.since), beat.iso(a.until),
		   a.acknowledged_by || ' ' || beat.iso(a.acknowledged_at), a.text
	  from beat.alert a
	 where a.until is null or in_all
	 order by a.id desc
	 limit 200
$$;

-- Somebody knows of an alert: it stands on, but is not shown on top any more.
create function admin_alert_ack(in_id text, in_actor text) returns json language plpgsql as $$
declare
	number bigint := case when in_id ~ '^[0-9]{1,18}$' then in_id::bigint else 0 end;
	a beat.alert;
begin
	perform act_as(in_actor);
	update beat.alert x set acknowledged_at = clock_timestamp(), acknowledged_by = beat.current_actor()
	 where x.id = number and x.acknowledged_at is null
	returning x.* into a;
	if found then
		perform beat.event_add('alert.ack', a.project_id, null, null, jsonb_build_object('kind', a.kind, 'subject', a.subject));
		perform beat.changed('model', null, a.subject);
	else
		select x.* into a from beat.alert x where x.id = number;
		if not found then
			perform refuse_as('BE404', format('There is no alert "%s".', left(in_id, 40)));
		end if;
	end if;
	return alert_json(a);
end
$$;

-- The alerts that a project's overview shows on top: its own, and those of the models that it asks.
create function alert_standing(p beat.project) returns setof json language sql stable as $$
	select alert_json(a)
	  from beat.alert a
	 where a.until is null and a.acknowledged_at is null
	   and (a.project_id = p.id or a.project_id is null and a.model_id = any (p.model_id || p.also_model_ids || p.shadow_model_ids))
	 order by a.id
$$;

-- What an answer, or the lack of one, says about what a project holds its model to (model_guard); in_fault is null if it was
-- one of the right build.
create function guard_saw(
	in_project_id bigint, in_model_id bigint, in_fault text, in_name text, in_version text, in_weights text,
	in_prompt text, in_protocol text)
	returns boolean language plpgsql as $$
declare
	subject text;
	project text;
	model text;
	came text := build_words(in_name, in_version, in_weights, in_prompt, in_protocol);
begin
	perform act_as('server');
	select p.name, m.name, p.name || '/' || m.name into project, model, subject
	  from beat.project p cross join beat.model m
	 where p.id = in_project_id and m.id = in_model_id;
	if in_fault = 'other_build' then
		perform alert_raise('build', subject, in_project_id, in_model_id, format('%s answers project %s with another build than '
			'the one it is pinned to: %s. Questions wait for their verdict until the pinned build is back, or until the '
			'new one is pinned: beatctl project set %2$s --pin current.', model, project, came),
			jsonb_build_object('build', came, 'pinned', array(
				select build_text(b) from beat.model_build b
				  join beat.project p on p.id = in_project_id and b.id = any (p.pin_build_ids)
				 where b.model_id = in_model_id order by b.id)));
	elsif in_fault is null then
		perform alert_end('build', subject);
	end if;
	return true;
end
$$;

-- Alerts whose cause is gone by a change of settings.
create function alerts_settle() returns void language plpgsql as $$
begin
	perform alert_end(a.kind, a.subject)
	   from beat.alert a
	   join beat.project p on p.id = a.project_id
	  where a.until is null and a.kind = 'build' and (p.state = 'closed' or not exists (
		select from beat.model_build b where b.id = any (p.pin_build_ids) and b.model_id = a.model_id));
	perform budgets_settle();
end
$$;
