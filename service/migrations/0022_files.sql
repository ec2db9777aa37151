-- Pictures that people put into texts, and logos of projects: WebP in two sizes, written anew from what was sent.
create table files (
  project_id text not null references projects (id) on delete cascade,
  id text not null,
  user_id text, -- who sent it; null: the team
  shown_by text, -- the post, comment, changelog entry or project that it belongs to
  idle_since timestamptz, -- since when nothing shows it; null: something does
  width integer not null,
  height integer not null,
  large bytea not null,
  small bytea not null,
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

alter table projects add column logo_id text;
