-- Signs the links in mails by which people unsubscribe. They change what somebody is mailed, and sign nobody in.
insert into service_keys (name, key)
values ('mail_links', sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')));

-- Where the hours of a project are counted, such as that of its daily mails: a name of the time zone database.
alter table projects add column time_zone text not null default 'UTC';

-- One row for each mail. It holds no text and no address: both are read when the mail leaves, so what was undone or erased is not mailed.
create table mails (
  project_id text not null references projects (id) on delete cascade,
  id text collate "C" not null,
  user_id text not null,
  -- A post, or 'digest' for a mail about all that happened since the last one.
  about text collate "C" not null,
  -- What it tells of: notifications of this person, in the order in which they happened.
  event_ids text[] not null,
  state text not null constraint mail_state check (state in ('waiting', 'sending', 'sent', 'refused', 'failed', 'skipped', 'off')),
  -- Why, where it is not sent: a fixed word, and the last answer of the mail server.
  reason text,
  answer text,
  -- How often the mail server asked to try again later, and since when it is tried.
  attempts integer not null default 0,
  tried_at timestamptz,
  -- Waiting: when it may leave, after the pause in which several events become one mail. Sending: when it may be tried again, by any process.
  due_at timestamptz not null,
  created_at timestamptz not null,
  settled_at timestamptz,
  primary key (project_id, id)
);
-- Events about a post join the mail that waits.
create unique index mails_that_wait on mails (project_id, user_id, about) where state = 'waiting';
create index mails_to_send on mails (project_id, due_at) where state = 'waiting';
create index mails_to_repeat on mails (project_id, due_at) where state = 'sending';
create index mails_by_user on mails (project_id, user_id);
create index mails_by_age on mails using brin (created_at);
alter table mails alter column project_id set (n_distinct = 10); -- 0019_rows_of_a_project.sql says why

-- Addresses that get no mail: the mail server refused them for good, or a provider reported them.
create table mail_suppressions (
  project_id text not null references projects (id) on delete cascade,
  id text collate "C" not null,
  -- In lower case.
  email text not null,
  reason text not null,
  created_at timestamptz not null,
  primary key (project_id, id),
  constraint suppressed_once unique (project_id, email)
);
alter table mail_suppressions alter column project_id set (n_distinct = 10); -- 0019_rows_of_a_project.sql says why

-- Posts that somebody wants no mail about. Following the post anew ends it.
create table mail_mutes (
  project_id text not null references projects (id) on delete cascade,
  user_id text not null,
  post_id text collate "C" not null,
  created_at timestamptz not null,
  primary key (project_id, user_id, post_id)
);
alter table mail_mutes alter column project_id set (n_distinct = 10); -- 0019_rows_of_a_project.sql says why
