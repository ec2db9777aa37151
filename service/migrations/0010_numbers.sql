-- What happened on each day, counted once and again while the day lasts: nobody who looks at a year waits for ten million votes.
create table project_days (
  project_id text not null references projects (id) on delete cascade,
  day date not null,
  posts integer not null,
  votes integer not null,
  comments integer not null,
  sign_ins integer not null,
  counted_at timestamptz not null,
  primary key (project_id, day)
);

-- Refused sign-ins by reason; those that are kept one by one are few.
create table refusal_days (
  project_id text not null references projects (id) on delete cascade,
  day date not null,
  code text not null,
  refusals integer not null,
  primary key (project_id, day, code)
);

-- Rows of these come in the order of time, so a few pages of index tell where a day lies.
create index votes_by_age on votes using brin (created_at);
create index sessions_by_age on sessions using brin (created_at);
