-- Whoever knows a part of somebody's name finds them: as the client's backend says it, or as they chose it. Each name begins after a space,
-- so that the beginning of a name can be looked up too.
create index users_by_name on users using gin (
  project_id, lower(' ' || coalesce(given_name, '') || ' ' || coalesce(family_name, '') || ' ' || coalesce(custom_name, '')) gin_trgm_ops);

-- By bytes, so that the beginning of an address is a range.
drop index users_by_email;
create index users_by_email on users (project_id, lower(email) collate "C", id) where email is not null;
