-- What a team brings from elsewhere. The rows of a file wait in import_rows, are checked there, and are then added in portions. Each portion is one
-- transaction that also moves `step` and `position`, so an import that was interrupted goes on where it was.
create table imports (
  project_id text not null references projects (id) on delete cascade,
  id text collate "C" not null,
  -- The short name of the import in the rows that it makes.
  number integer generated always as identity constraint import_number_is_unique unique,
  -- Where the records come from. External ids are unique within a source.
  source text not null,
  state text not null constraint import_state check (state in ('receiving', 'checked', 'running', 'done', 'failed', 'undoing', 'undone')),
  step text not null default 'people',
  position bigint not null default 0,
  -- Whether people, the team and webhooks are told, as if everything happened now.
  notifies boolean not null,
  actor_kind text not null,
  actor_id text,
  -- How many records of each type were received, and how many rows the import made of them.
  received jsonb not null default '{}',
  made jsonb not null default '{}',
  -- How many of them have been worked through.
  handled bigint not null default 0,
  -- The statuses and tags that posts name: {"statuses": {"Planned": "planned"}, "tags": ["api"]}.
  labels jsonb not null default '{}',
  -- The days of its records, whose numbers are counted again.
  days jsonb not null default '[]',
  -- The first faults, each with its line, and how many there are.
  faults jsonb not null default '[]',
  fault_count integer not null default 0,
  -- What of the records could not be carried over whole.
  notes jsonb not null default '[]',
  -- Why it failed.
  failure text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  finished_at timestamptz,
  primary key (project_id, id)
);
alter table imports alter column project_id set (n_distinct = 10);
create index imports_under_way on imports (updated_at) where state in ('receiving', 'checked', 'running', 'undoing');

-- Which row a record became. The key is a hash of source, type and external id, because an external id may be an address.
create table import_records (
  project_id text not null references projects (id) on delete cascade,
  key uuid not null,
  target_id text collate "C" not null,
  import_number integer not null,
  -- False: the row was there before the import.
  is_made boolean not null,
  primary key (project_id, key)
);
alter table import_records alter column project_id set (n_distinct = 10);
create index import_records_of_import on import_records (import_number, target_id);

-- The records of imports that wait or run: one partition each, which is dropped at the end. A partition is not logged: if the database crashes, it is
-- empty, the import fails, and the file is sent again.
create table import_rows (
  import_number integer not null,
  line bigint not null,
  kind text not null,
  -- Of the record itself; a vote has none.
  key uuid,
  post_key uuid,
  person_key uuid,
  parent_key uuid,
  at timestamptz,
  content jsonb
) partition by list (import_number);

create function open_import_rows(number integer) returns void language plpgsql as $$
declare
  name text := 'import_rows_' || number;
begin
  execute format('create unlogged table %I (like import_rows)', name);
  execute format('create index on %I (kind, line) where kind <> ''vote''', name);
  execute format('create index on %I (post_key, line) where post_key is not null', name);
  execute format('alter table import_rows attach partition %I for values in (%s)', name, number);
end $$;

-- The planner must know how many rows a post has before the first portion.
create function analyze_import_rows(number integer) returns void language plpgsql as $$
begin
  execute format('analyze %I', 'import_rows_' || number);
end $$;

create function drop_import_rows(number integer) returns void language plpgsql as $$
begin
  execute format('drop table if exists %I', 'import_rows_' || number);
end $$;

-- Imported people whom nobody has vouched for yet, by their address; each address once.
create unique index imported_user_address_is_unique on users (project_id, lower(email)) where sub is null and email is not null;

-- The import that brought a vote or a follow, for its undo. Nearly all have none.
alter table votes add column import_number integer;
create index votes_of_import on votes (import_number, post_id, user_id) where import_number is not null;
alter table follows add column import_number integer;
create index follows_of_import on follows (import_number, post_id, user_id) where import_number is not null;

-- Votes that were counted elsewhere and whose voters are not known. They are shown apart from votes and order no list.
alter table posts add column imported_vote_count integer not null default 0;
