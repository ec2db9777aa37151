-- Where a project's events are sent.
create table webhooks (
  project_id text not null references projects (id) on delete cascade,
  id text collate "C" not null,
  url text not null,
  -- Types by the names that readers of events know; '*': all, also those that are added later.
  events text[] not null,
  format text not null constraint webhook_format check (format in ('standard', 'slack', 'discord', 'teams')),
  description text not null,
  -- Which posts it is told of; empty, absent: all.
  status_categories text[] not null default '{}',
  tag_ids text[] not null default '{}',
  -- Of votes, only the one with which a post reaches this number.
  reached_votes integer,
  state text not null constraint webhook_state check (state in ('enabled', 'disabled')),
  -- What happened before is not sent by itself.
  enabled_at timestamptz not null,
  disabled_reason text constraint webhook_disabled_reason check (disabled_reason in ('switched_off', 'gone', 'failing')),
  disabled_at timestamptz,
  -- Since when no attempt succeeded; absent while the last one did.
  failing_since timestamptz,
  -- A replay: everything after this place in the log, up to the last one, is sent again. The place moves with each portion.
  replay_tx bigint,
  replay_seq bigint,
  replay_last_tx bigint,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  primary key (project_id, id),
  constraint disabled_webhook_has_reason check ((state = 'disabled') = (disabled_reason is not null and disabled_at is not null)),
  constraint replay_has_both_ends check ((replay_tx is null) = (replay_last_tx is null) and (replay_tx is null) = (replay_seq is null))
);
create index webhooks_with_replay on webhooks (project_id, id) where replay_tx is not null;
alter table webhooks alter column project_id set (n_distinct = 10); -- 0019_rows_of_a_project.sql says why

-- What a webhook signs with. Apart from it, so that no list of webhooks reads it by accident.
create table webhook_secrets (
  project_id text not null,
  webhook_id text collate "C" not null,
  secret bytea not null constraint webhook_secret_has_32_bytes check (length(secret) = 32),
  -- The secret before the last rotation signs too, for a day.
  former_secret bytea,
  former_until timestamptz,
  primary key (project_id, webhook_id),
  foreign key (project_id, webhook_id) references webhooks (project_id, id) on delete cascade
);
alter table webhook_secrets alter column project_id set (n_distinct = 10); -- 0019_rows_of_a_project.sql says why

-- One row for each webhook and event that it is told of. It holds no text: the body is made when it is sent.
-- No foreign key: deleting a webhook must not wait for a million rows. Nothing is sent for a webhook that is gone, and the housekeeping removes its rows.
create table webhook_deliveries (
  project_id text not null references projects (id) on delete cascade,
  id text collate "C" not null,
  webhook_id text collate "C" not null,
  event_id text collate "C" not null,
  event_type text not null,
  state text not null constraint delivery_state check (state in ('waiting', 'delivered', 'failed')),
  -- How many attempts failed since it began to wait.
  tries integer not null default 0,
  -- When it may be tried, by any process; one that tries it now has moved this ahead.
  due_at timestamptz not null,
  -- The last attempts, the oldest first.
  attempts jsonb not null default '[]',
  created_at timestamptz not null,
  settled_at timestamptz,
  primary key (project_id, id),
  constraint event_is_delivered_once unique (project_id, webhook_id, event_id)
) with (fillfactor = 70);
create index deliveries_to_make on webhook_deliveries (project_id, webhook_id, due_at) where state = 'waiting';
create index deliveries_by_state on webhook_deliveries (project_id, webhook_id, state, id);
create index deliveries_of_webhook on webhook_deliveries (project_id, webhook_id, id);
create index deliveries_by_age on webhook_deliveries using brin (created_at) with (autosummarize = on);
alter table webhook_deliveries alter column project_id set (n_distinct = 10); -- 0019_rows_of_a_project.sql says why

-- Posts that have reached the number of votes of a webhook: it is told of each once.
create table webhook_reached (
  project_id text not null,
  webhook_id text collate "C" not null,
  post_id text collate "C" not null,
  primary key (project_id, webhook_id, post_id),
  foreign key (project_id, webhook_id) references webhooks (project_id, id) on delete cascade
);
alter table webhook_reached alter column project_id set (n_distinct = 10); -- 0019_rows_of_a_project.sql says why
