-- Votes of a post by time: who voted last, and how many votes each of the last days brought.
create index votes_by_time on votes (project_id, post_id, created_at desc, user_id desc);

-- What each new post looks like. A post is compared once, and again after its text was changed.
create table post_likenesses (
  project_id text not null,
  post_id text collate "C" not null,
  -- An older post that probably says the same. Null: there is none.
  other_id text collate "C",
  compared_at timestamptz not null,
  -- The team said that they are not the same.
  is_distinct boolean not null default false,
  primary key (project_id, post_id),
  constraint likeness_of_post foreign key (project_id, post_id) references posts (project_id, id) on delete cascade,
  constraint likeness_to_post foreign key (project_id, other_id) references posts (project_id, id) on delete cascade
);
create index post_likenesses_to_decide on post_likenesses (project_id, post_id desc) where other_id is not null and not is_distinct;
create index post_likenesses_by_other on post_likenesses (project_id, other_id) where other_id is not null;
alter table post_likenesses alter column project_id set (n_distinct = 10); -- 0019_rows_of_a_project.sql says why
