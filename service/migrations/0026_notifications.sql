-- What people were told, one row for each person and event. The id that the API shows is the event's under another prefix: a person is told
-- of an event once. As votes, rows have no foreign keys, so that telling many people holds nothing that requests need.
create table notifications (
  project_id text not null,
  user_id text not null,
  event_id text collate "C" not null,
  type text not null constraint notification_type check (type in
    ('status_changed', 'answered', 'commented', 'replied', 'merged', 'approved', 'rejected', 'changelog_published')),
  post_id text collate "C" not null,
  comment_id text collate "C",
  changelog_entry_id text collate "C",
  -- The status that the post got.
  status_id text,
  -- Who did it: the author of a comment, also where somebody else approved it.
  actor_kind text not null constraint notification_actor_kind check (actor_kind in ('user', 'secret_key', 'operator', 'system')),
  actor_id text,
  created_at timestamptz not null,
  read_at timestamptz,
  primary key (project_id, user_id, event_id)
);
create index notifications_unread on notifications (project_id, user_id, event_id) where read_at is null;
create index notifications_by_age on notifications using brin (created_at) with (autosummarize = on);
alter table notifications alter column project_id set (n_distinct = 10); -- 0019_rows_of_a_project.sql says why

-- Events whose people are still being told, in portions.
create table notification_rounds (
  project_id text not null references projects (id) on delete cascade,
  event_id text collate "C" not null,
  created_at timestamptz not null,
  -- Who is told, and of what: the strongest reason comes first.
  reasons jsonb not null,
  -- The reason that is being worked on, and the last person who was told because of it.
  place integer not null default 0,
  after_user_id text not null default '',
  primary key (project_id, event_id)
);
alter table notification_rounds alter column project_id set (n_distinct = 10); -- 0019_rows_of_a_project.sql says why

-- What people chose to be told: email, frequency, status_changes, comments, changelog. What is absent is as the project has it. Until now nobody
-- could tell a choice from the default, so "yes" was no choice.
alter table users add column notification_choices jsonb not null default '{}';
update users set notification_choices = '{"email": false}' where not notify_by_email;
alter table users drop column notify_by_email;

alter table projects add column notification_defaults jsonb not null
  default '{"email": true, "frequency": "instant", "status_changes": true, "comments": true, "changelog": true}';
