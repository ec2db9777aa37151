-- serves 0040
-- one by one
-- Projects with one category write nothing to it.
create index concurrently if not exists standings_by_category
  on post_standings (project_id, category_id, is_listed, vote_count desc, post_id desc)
  where category_id is not null;
