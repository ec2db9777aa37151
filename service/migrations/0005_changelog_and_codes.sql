-- A draft has no time, a scheduled entry one in the future, a published one in the past: nothing has to happen for it to be public.
create table changelog_entries (
  project_id text not null references projects (id) on delete cascade,
  id text collate "C" not null,
  title text not null,
  body text not null,
  body_html text not null,
  publish_at timestamptz,
  -- When the event of its publication was written.
  announced_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id)
);
create index changelog_by_publication on changelog_entries (project_id, publish_at desc, id desc);
create index changelog_unannounced on changelog_entries (publish_at) where announced_at is null and publish_at is not null;

create table changelog_posts (
  project_id text not null,
  entry_id text collate "C" not null,
  post_id text collate "C" not null,
  position integer not null,
  primary key (project_id, entry_id, post_id),
  foreign key (project_id, entry_id) references changelog_entries (project_id, id) on delete cascade,
  foreign key (project_id, post_id) references posts (project_id, id) on delete cascade
);

-- One-time codes that open the board already signed in. What is kept of a code is a hash.
create table board_codes (
  project_id text not null references projects (id) on delete cascade,
  code_hash bytea not null,
  user_id text not null,
  -- A code counts only while its user's sessions of that time do.
  epoch integer not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (project_id, code_hash),
  foreign key (project_id, user_id) references users (project_id, id) on delete cascade
);
create index board_codes_by_expiry on board_codes (expires_at);
