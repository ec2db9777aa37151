-- A file that somebody sent to the console, in pieces. It waits while they choose what its columns mean, and is deleted when its import starts. Neither
-- table is logged: if the database crashes, the file is sent again.
create unlogged table import_uploads (
  project_id text not null references projects (id) on delete cascade,
  id text collate "C" not null,
  -- [{"name": "ideas.csv", "bytes": 1234}]; several files are one backup.
  files jsonb not null,
  -- What the person chose. Null: what the file looks like.
  format text,
  source text,
  map jsonb,
  -- How far a check has read, and when it last said so by the clock of the database. Null: none is under way.
  read_bytes bigint not null default 0,
  read_at timestamptz,
  -- 1, 2, 3, …: only the last check changes anything.
  check_number integer not null default 0,
  -- The import that the check under way makes.
  checking_id text collate "C",
  -- Why the last check came to no end.
  failure text,
  -- The import that the last check made.
  import_id text collate "C",
  -- Nobody sees it any more; its pieces are deleted some at a time, and then its row.
  is_gone boolean not null default false,
  created_at timestamptz not null,
  primary key (project_id, id),
  constraint upload_import foreign key (project_id, import_id) references imports (project_id, id) on delete set null (import_id)
);
alter table import_uploads alter column project_id set (n_distinct = 10);
create index import_uploads_by_import on import_uploads (project_id, import_id) where import_id is not null;
create index import_uploads_gone on import_uploads (project_id, id) where is_gone;

create unlogged table import_upload_pieces (
  project_id text not null,
  upload_id text collate "C" not null,
  file integer not null,
  at bigint not null,
  bytes bytea not null,
  primary key (project_id, upload_id, file, at),
  constraint piece_upload foreign key (project_id, upload_id) references import_uploads (project_id, id) on delete cascade
);
alter table import_upload_pieces alter column project_id set (n_distinct = 10);
alter table import_upload_pieces alter column bytes set storage external; -- a piece is read whole and soon deleted: compressing it costs more than it saves
