-- Whom an e-mail address names; several users may share one.
create index users_by_email on users (project_id, lower(email)) where email is not null;

-- The audit log by the kind of thing that something was done to.
create index events_by_staff_and_kind on events (project_id, split_part(type, '.', 1), id) where actor_kind <> 'user';
