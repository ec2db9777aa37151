-- serves 0044
-- What somebody saved of the page Decide: its filter, order, columns and axes, as the address has them.
create table decision_views (
  project_id text not null references projects (id) on delete cascade,
  id text not null,
  -- Whose it is. Null: the whole team's.
  operator_id text references operators (id) on delete cascade,
  name text not null,
  query text not null,
  created_at timestamptz not null,
  primary key (project_id, id)
);
alter table decision_views alter column project_id set (n_distinct = 10); -- 0019_rows_of_a_project.sql says why
create unique index decision_view_name_is_unique on decision_views (lower(name), coalesce(operator_id, ''), project_id);
create index decision_views_of_operator on decision_views (operator_id, project_id) where operator_id is not null;

-- What somebody saved for themselves goes when they leave the project, or the service. A trigger, because the room of operators stands below that of views.
create function forget_own_views() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'operator_roles' then
    delete from decision_views v where v.project_id = old.project_id and v.operator_id = old.operator_id;
  else
    delete from decision_views v where v.operator_id = new.id;
  end if;
  return null;
end
$$;
create trigger role_left after delete on operator_roles for each row execute function forget_own_views();
create trigger operator_left after update of removed_at on operators for each row
  when (old.removed_at is null and new.removed_at is not null) execute function forget_own_views();
