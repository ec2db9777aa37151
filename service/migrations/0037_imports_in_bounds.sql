-- The rows of all files that wait or are being imported. The table is not logged: if the database crashes, it is empty, the imports fail, and their files
-- are sent again. Before, each import had a partition, and dropping one locked the rows of all imports.
drop table import_rows;
drop function open_import_rows(integer), analyze_import_rows(integer), drop_import_rows(integer);

create unlogged table import_rows (
  import_number integer not null,
  -- 1, 2, 3, … within the import. A line can have several rows: its record, and the people whom it names.
  place bigint not null,
  line bigint not null,
  kind text not null,
  -- How many characters its texts have.
  size integer not null default 0,
  -- Of the record itself; a vote has none.
  key uuid,
  post_key uuid,
  person_key uuid,
  parent_key uuid,
  at timestamptz,
  content jsonb,
  primary key (import_number, place)
) with (autovacuum_vacuum_insert_threshold = -1); -- the rows do not stay
create index import_rows_by_kind on import_rows (import_number, kind, place) where kind <> 'vote';
create index import_rows_by_post on import_rows (import_number, post_key, place) where post_key is not null;
create index import_rows_of_comments on import_rows (import_number, key, place) where kind = 'comment';

alter table imports
  -- How many rows of its file are in import_rows, and about how many bytes they take.
  add column staged_rows bigint not null default 0,
  add column staged_bytes bigint not null default 0,
  -- The imports and undos of a project go on one after the other, in this order.
  add column turn bigint not null default 0,
  -- How far it came with the votes and comments of the post at `position`.
  add column within bigint not null default 0,
  -- How often its next portion failed.
  add column attempts integer not null default 0;
create index imports_with_rows on imports (number) where staged_rows > 0;
