-- Public keys that may vouch for a project's users. A kid is never free again, so a revoked key cannot come back.
create table signing_keys (
  project_id text not null references projects (id) on delete cascade,
  kid text collate "C" not null,
  jwk jsonb not null,
  status text not null constraint signing_key_status check (status in ('active', 'retiring', 'revoked')),
  created_at timestamptz not null,
  retired_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  constraint signing_key_kid_is_unique primary key (project_id, kid)
);

-- People vouched for by a client's backend. An erased one keeps its row, so that what they wrote has an author, and nothing else.
create table users (
  project_id text not null references projects (id) on delete cascade,
  id text not null,
  -- The client's own id of the person, byte for byte; gone once they are erased.
  sub text collate "C",
  email text,
  email_verified boolean not null default false,
  given_name text,
  family_name text,
  locale text,
  traits jsonb not null default '{}',
  state text not null constraint user_state check (state in ('active', 'banned', 'erased')),
  ban_reason text,
  name_choice text not null default 'default' constraint user_name_choice check (name_choice in ('default', 'first_name', 'custom')),
  custom_name text,
  name_locked boolean not null default false,
  notify_by_email boolean not null default true,
  -- Sessions carry the epoch they were made in; raising it ends all of them at once, without looking at a clock.
  session_epoch integer not null default 0,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (project_id, id),
  constraint user_sub_is_unique unique (project_id, sub)
);

-- One row per accepted sign-in token. The primary key is what makes a token work once.
create table used_tokens (
  project_id text not null references projects (id) on delete cascade,
  jti_hash bytea not null,
  expires_at timestamptz not null,
  primary key (project_id, jti_hash)
);
create index used_tokens_by_expiry on used_tokens (expires_at);

-- Until a token from before an erasure can no longer be accepted, the erasure is remembered by the hash of the sub.
create table erased_subs (
  project_id text not null references projects (id) on delete cascade,
  sub_hash bytea not null,
  erased_at timestamptz not null,
  primary key (project_id, sub_hash)
);

create table sessions (
  project_id text not null references projects (id) on delete cascade,
  token_hash bytea not null,
  user_id text not null,
  epoch integer not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (project_id, token_hash),
  foreign key (project_id, user_id) references users (project_id, id) on delete cascade
);
create index sessions_by_user on sessions (project_id, user_id);
create index sessions_by_expiry on sessions (expires_at);

-- The first answer to a request, sealed under what only its caller has.
create table idempotency_records (
  project_id text not null references projects (id) on delete cascade,
  caller text not null,
  key_hash bytea not null,
  request_hash bytea not null,
  sealed_answer bytea not null,
  -- Whose answer it is, where it is somebody's: erasing them removes it.
  user_id text,
  created_at timestamptz not null,
  primary key (project_id, caller, key_hash)
);
create index idempotency_records_by_age on idempotency_records (created_at);
create index idempotency_records_by_user on idempotency_records (project_id, user_id) where user_id is not null;

-- Why sign-ins were refused, for the client's developer. Never the token; the newest hundred of a project are kept.
create table rejected_sign_ins (
  project_id text not null references projects (id) on delete cascade,
  id bigint generated always as identity,
  at timestamptz not null,
  code text not null,
  kid text,
  audience text not null,
  primary key (project_id, id)
);

create index projects_by_allowed_origin on projects using gin (allowed_origins);
