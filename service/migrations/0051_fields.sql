-- serves 0050
-- What a project asks about its posts beside title and text. At most 30 rows for a project, so they are always read whole.
create table fields (
  project_id text not null references projects (id) on delete cascade,
  id text not null,
  -- Its name in the API and in filters. Values are kept by the id, so a new key loses nothing.
  key text not null,
  label text not null,
  kind text not null constraint field_kind check (kind in ('text', 'number', 'select', 'multi_select', 'checkbox', 'url', 'date')),
  -- [{value, label, is_removed}]: what can be chosen. Removed ones stay, so that posts that have them can still be read.
  options jsonb not null default '[]',
  required boolean not null,
  visible_to text not null constraint field_visible_to check (visible_to in ('everyone', 'team')),
  -- Null: all. Empty: none, because each of them was deleted.
  category_ids text[],
  position integer not null,
  version integer not null default 1,
  created_at timestamptz not null,
  -- Nobody sees it any more; the row goes once no post has a value of it.
  deleted_at timestamptz,
  primary key (project_id, id)
);
alter table fields alter column project_id set (n_distinct = 10); -- 0019_rows_of_a_project.sql says why
create unique index field_key_is_unique on fields (key, project_id) where deleted_at is null;
create index deleted_fields on fields (deleted_at) where deleted_at is not null;

-- The values by the ids of their fields; null where there are none. Posts from before have none, without a row being written.
alter table posts add column field_values jsonb;
