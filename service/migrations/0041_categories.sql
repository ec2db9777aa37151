-- serves 0040
-- The parts of a board. A project that never added or changed a category has no row here: it has one, General, by the rule in
-- domain/categories. So a process of the version before can make projects, and nothing has to be filled.
create table categories (
  project_id text not null references projects (id) on delete cascade,
  id text not null,
  name text not null,
  -- In the address of its page.
  slug text not null,
  description text not null default '',
  position integer not null,
  -- Later versions also have ids of segments here. What a version does not know, only the team sees.
  visible_to text not null constraint category_visible_to check (visible_to in ('everyone', 'users', 'team')),
  posting text not null constraint category_posting check (posting in ('users', 'team')),
  template text not null default '',
  -- The category of posts whose category_id is null.
  is_default boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null,
  primary key (project_id, id),
  constraint category_slug_is_unique unique (project_id, slug)
);
alter table categories alter column project_id set (n_distinct = 10); -- 0019_rows_of_a_project.sql says why
create unique index category_name_is_unique on categories (project_id, lower(name));
create unique index category_default_is_one on categories (project_id) where is_default;

-- Null: the default category. All posts that there are have it, without a row being written. The foreign key is not checked for them (null needs
-- no check), so that the table is not locked while it would be read.
alter table post_standings add column category_id text;
alter table post_standings add constraint standing_category_exists foreign key (project_id, category_id)
  references categories (project_id, id) not valid;
