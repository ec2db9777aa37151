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
create index changelog_by_creation on changelog_entries (project_id, created_at desc, id desc);
create index changelog_drafts on changelog_entries (project_id, created_at desc, id desc) where publish_at is null;
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
create index changelog_entries_about_post on changelog_posts (project_id, post_id);

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
create index board_codes_by_user on board_codes (project_id, user_id);

-- Projects whose language was changed and whose posts have not all followed yet.
create table language_changes (
  project_id text primary key references projects (id) on delete cascade,
  -- Posts up to this one have followed.
  after_id text collate "C" not null,
  asked_at timestamptz not null
);

create index users_not_active on users (project_id, id) where state <> 'active';
-- What somebody did, for whoever asks for everything that is held about them.
create index events_by_user on events (project_id, actor_id, id) where actor_kind = 'user';
