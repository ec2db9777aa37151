create table comments (
  project_id text not null references projects (id) on delete cascade,
  id text collate "C" not null,
  post_id text collate "C" not null,
  -- One level: the comment answered to, which answers none itself.
  parent_id text collate "C",
  -- Absent: the project's team.
  author_id text,
  body text not null,
  body_html text not null,
  is_official boolean not null default false,
  -- For the team alone; no app and no visitor sees it.
  is_internal boolean not null default false,
  moderation_state text not null constraint comment_moderation_state check (moderation_state in ('approved', 'pending', 'rejected')),
  -- The posts it came through by merging, the last one first.
  merged_path text[] not null default '{}',
  created_at timestamptz not null,
  edited_at timestamptz,
  deleted_at timestamptz,
  version integer not null default 1,
  primary key (project_id, id),
  foreign key (project_id, post_id) references posts (project_id, id) on delete cascade,
  foreign key (project_id, parent_id) references comments (project_id, id),
  foreign key (project_id, author_id) references users (project_id, id)
);
create index comments_of_post on comments (project_id, post_id, created_at, id);
create index comments_by_time on comments (project_id, created_at desc, id desc);
create index comments_by_author on comments (project_id, author_id, created_at desc, id desc);
create index comments_by_parent on comments (project_id, parent_id) where parent_id is not null;

-- What waits for somebody's decision: a post or comment that was never public, or that somebody reported. Named by its subject.
create table moderation_items (
  project_id text not null references projects (id) on delete cascade,
  subject_id text collate "C" not null,
  is_pending boolean not null,
  -- Reports that nobody has decided about yet.
  report_count integer not null default 0,
  opened_at timestamptz not null,
  closed_at timestamptz,
  primary key (project_id, subject_id)
);
create index moderation_items_open on moderation_items (project_id, opened_at, subject_id) where closed_at is null;

-- One report of a person about a thing, however often they send it.
create table reports (
  project_id text not null references projects (id) on delete cascade,
  subject_id text collate "C" not null,
  user_id text not null,
  reason text not null,
  created_at timestamptz not null,
  -- When somebody decided about what it says.
  settled_at timestamptz,
  primary key (project_id, subject_id, user_id),
  foreign key (project_id, user_id) references users (project_id, id)
);
create index reports_by_user on reports (project_id, user_id);
