-- What an import must know to change nothing twice, and to be taken back exactly.

-- Votes that somebody withdrew in a project with imports: no import casts them again.
create table withdrawn_votes (
  project_id text not null,
  post_id text collate "C" not null,
  user_id text not null,
  primary key (project_id, post_id, user_id),
  foreign key (project_id, post_id) references posts (project_id, id) on delete cascade,
  foreign key (project_id, user_id) references users (project_id, id) on delete cascade
);
create index withdrawn_votes_by_user on withdrawn_votes (project_id, user_id);
alter table withdrawn_votes alter column project_id set (n_distinct = 10); -- 0019_rows_of_a_project.sql says why

-- Posts that an import has merged. It merges a post once: if the team unmerges it, it stays so.
create table import_merges (
  project_id text not null,
  post_id text collate "C" not null,
  into_id text collate "C" not null,
  import_number integer not null,
  primary key (project_id, post_id),
  foreign key (project_id, post_id) references posts (project_id, id) on delete cascade,
  foreign key (project_id, into_id) references posts (project_id, id) on delete cascade
);
alter table import_merges alter column project_id set (n_distinct = 10);
create index import_merges_of_import on import_merges (import_number, post_id);
create index import_merges_by_target on import_merges (project_id, into_id);

-- Made by an import, and nobody has vouched for them since. An undo may delete only such people.
alter table users add column is_imported boolean not null default false;
update users u set is_imported = true
from import_records k
where k.project_id = u.project_id and k.target_id = u.id and k.is_made and u.last_seen_at = u.created_at
  and not exists (select 1 from events_kept e where e.project_id = u.project_id and e.subject_id = u.id and e.type = 'user.updated');

-- Who took it back.
alter table imports add column undo_actor_kind text;
alter table imports add column undo_actor_id text;

-- An undo that is under way goes on with the steps of today.
update imports set step = 'shared', position = 0 where state = 'undoing' and step = 'people';
