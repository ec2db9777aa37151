-- Pictures that people put into texts, and logos of projects: WebP in two sizes, written anew from what was sent.
create table files (
  project_id text not null references projects (id) on delete cascade,
  id text not null,
  user_id text, -- who sent it; null: the team
  shown_by text, -- the post, comment, changelog entry or project that it belongs to
  idle_since timestamptz, -- since when nothing shows it; null: something does
  width integer not null,
  height integer not null,
  large bytea, -- null: both sizes are with the object storage
  small bytea,
  created_at timestamptz not null,
  primary key (project_id, id),
  foreign key (project_id, user_id) references users (project_id, id),
  constraint file_is_shown_or_idle check (shown_by is not null or idle_since is not null)
);
-- It is compressed already.
alter table files alter column large set storage external, alter column small set storage external;
alter table files alter column project_id set (n_distinct = 10); -- 0019_rows_of_a_project.sql says why
create index files_by_place on files (project_id, shown_by) where shown_by is not null;
create index files_by_user on files (project_id, user_id, created_at desc, id desc) where user_id is not null;
create index files_idle on files (idle_since) where idle_since is not null;

-- Objects that no row stands for: they are removed from the object storage when their time comes. One that is about to be stored is noted here
-- first, and the row that takes it over removes the note; so no crash leaves an object that nobody knows of.
create table file_removals (
  file_id text primary key,
  due timestamptz not null
);
create index file_removals_by_due on file_removals (due);

create function note_removed_file() returns trigger language plpgsql as $$
begin
  insert into file_removals (file_id, due) values (old.id, now());
  return null;
end $$;
create trigger file_removed after delete on files for each row when (old.large is null) execute function note_removed_file();

alter table projects add column logo_id text;
