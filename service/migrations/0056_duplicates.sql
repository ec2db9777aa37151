-- serves 0044
-- Pairs of posts that probably say the same, in the order of their ids. The builds before this one have post_likenesses instead, and go on with it; what the
-- team said there ("Not the same") still counts.
create table duplicate_suggestions (
  project_id text not null,
  post_id text collate "C" not null,
  other_id text collate "C" not null,
  -- How much they are alike, in percent.
  score smallint not null,
  -- A dismissed pair is not suggested again, whatever becomes of its posts.
  state text not null default 'open' constraint suggestion_state check (state in ('open', 'dismissed')),
  found_at timestamptz not null,
  primary key (project_id, post_id, other_id),
  constraint suggestion_is_in_order check (post_id < other_id),
  constraint suggestion_of_post foreign key (project_id, post_id) references posts (project_id, id) on delete cascade,
  constraint suggestion_of_other foreign key (project_id, other_id) references posts (project_id, id) on delete cascade
);
alter table duplicate_suggestions alter column project_id set (n_distinct = 10); -- 0019_rows_of_a_project.sql says why
create index duplicates_by_score on duplicate_suggestions (project_id, state, score desc, post_id desc, other_id desc);
create index duplicates_by_other on duplicate_suggestions (project_id, other_id);

-- Posts that were compared with others, or are to be.
create table duplicate_checks (
  project_id text not null,
  post_id text collate "C" not null,
  -- Null: nothing has changed since it was compared.
  due_at timestamptz,
  -- Its votes when it was compared. It is compared again when it has twice as many.
  votes integer not null default 0,
  primary key (project_id, post_id),
  constraint check_of_post foreign key (project_id, post_id) references posts (project_id, id) on delete cascade
);
alter table duplicate_checks alter column project_id set (n_distinct = 10); -- 0019_rows_of_a_project.sql says why
create index duplicate_checks_due on duplicate_checks (project_id, due_at) where due_at is not null;
