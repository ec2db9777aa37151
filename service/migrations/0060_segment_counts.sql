-- serves 0044
-- Counts of people that take longer than a request may: of a segment, or of rules that somebody tries. Counted beside requests, a portion at a time.
-- The columns people_count and counted_at of segments are no longer used.
create table segment_counts (
  project_id text not null references projects (id) on delete cascade,
  -- A digest of the rules: other rules of a segment have another count.
  id text not null,
  rules jsonb not null,
  asked_at timestamptz not null,
  -- The last count. Null: not counted to the end yet.
  people integer,
  counted_at timestamptz,
  -- A count that is under way: how many it found up to this user. Empty: it has not begun. Null: none is under way.
  found integer not null default 0,
  counted_until text,
  primary key (project_id, id)
);
alter table segment_counts alter column project_id set (n_distinct = 10); -- 0019_rows_of_a_project.sql says why
