-- People who run boards. They enter by a link that works once or by a passkey; nothing a client signs can make one, and nothing here signs
-- anybody in on a board.
create table operators (
  id text primary key,
  -- What others call them. It says who they are only where the command line gave it: anybody may open a link that was meant for another.
  email text not null,
  is_vouched boolean not null,
  -- May do everything in every project, and make new ones: whoever installed the service, and whom they let in from the command line.
  owns_all boolean not null default false,
  -- As for users: sessions carry the epoch they were made in, and raising it ends all of them.
  session_epoch integer not null default 0,
  created_at timestamptz not null,
  last_seen_at timestamptz
);
create unique index operator_email_is_unique on operators (lower(email)) where is_vouched;

create table operator_roles (
  project_id text not null references projects (id) on delete cascade,
  operator_id text not null references operators (id) on delete cascade,
  role text not null constraint operator_role check (role in ('owner', 'admin', 'moderator')),
  created_at timestamptz not null,
  primary key (project_id, operator_id)
);
create index operator_roles_by_operator on operator_roles (operator_id);

-- Somebody is asked to join a project. It lets nobody in by itself: that does a link, which may be made again while it lasts.
create table operator_invitations (
  project_id text not null references projects (id) on delete cascade,
  id text not null,
  email text not null,
  role text not null constraint invitation_role check (role in ('owner', 'admin', 'moderator')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (project_id, id)
);
create unique index invitation_is_unique on operator_invitations (project_id, lower(email));

-- Links that work once: for an operator, or for whoever opens it, who then has the role of an invitation and nothing else.
create table operator_links (
  code_hash bytea primary key,
  operator_id text references operators (id) on delete cascade,
  project_id text,
  invitation_id text,
  expires_at timestamptz not null,
  used_at timestamptz,
  foreign key (project_id, invitation_id) references operator_invitations (project_id, id) on delete cascade,
  constraint link_is_for_somebody check ((operator_id is null) <> (invitation_id is null))
);
create index operator_links_by_expiry on operator_links (expires_at);

create table operator_sessions (
  token_hash bytea primary key,
  operator_id text not null references operators (id) on delete cascade,
  epoch integer not null,
  -- When it was last shown that the operator sits there: by the link or passkey they came with, or by a passkey since.
  confirmed_at timestamptz not null,
  expires_at timestamptz not null
);
create index operator_sessions_by_expiry on operator_sessions (expires_at);

create table operator_passkeys (
  -- The credential's own id, as browsers name it.
  id text collate "C" primary key,
  operator_id text not null references operators (id) on delete cascade,
  public_key bytea not null,
  -- Goes up with each use where the authenticator counts; one that went down was copied.
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index operator_passkeys_by_operator on operator_passkeys (operator_id);

-- What a passkey has to sign, each once.
create table operator_challenges (
  challenge text collate "C" primary key,
  -- Who adds a passkey or confirms with one; absent where somebody enters.
  operator_id text references operators (id) on delete cascade,
  expires_at timestamptz not null
);
create index operator_challenges_by_expiry on operator_challenges (expires_at);

