-- serves 0044
-- Groups of people by rules over their traits. Who belongs to one is never stored: the rules are asked when somebody wants to know.
create table segments (
  project_id text not null references projects (id) on delete cascade,
  id text not null,
  name text not null,
  rules jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null,
  -- The last count of a large segment. Null: none is kept.
  people_count integer,
  counted_at timestamptz,
  primary key (project_id, id)
);
alter table segments alter column project_id set (n_distinct = 10); -- 0019_rows_of_a_project.sql says why
create unique index segment_name_is_unique on segments (project_id, lower(name));
