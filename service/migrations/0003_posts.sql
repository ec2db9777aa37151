-- Trigrams for typing mistakes, GIN over a project and its words together, distances between words. All three come with
-- PostgreSQL and are trusted: whoever may create in the database may create them.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;
create extension if not exists fuzzystrmatch;

-- Keys of the service's own. None of them can sign anybody in; cursors are signed so that nobody can make one up.
create table service_keys (
  name text primary key,
  key bytea not null
);
insert into service_keys (name, key)
values ('cursors', sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')));

alter table projects
  -- The language posts are searched in: the name of a text search configuration.
  add column language text not null default 'english',
  -- Whether what users write waits for somebody's approval.
  add column requires_approval boolean not null default false,
  add column version integer not null default 1;

alter table users add column version integer not null default 1;

-- How many posts a project has ever had. Apart from projects, so that posting does not hold up who reads the project.
create table project_counters (
  project_id text primary key references projects (id) on delete cascade,
  last_number integer not null
);

create table statuses (
  project_id text not null references projects (id) on delete cascade,
  id text not null,
  name text not null,
  category text not null constraint status_category check (category in ('open', 'planned', 'in_progress', 'done', 'closed')),
  color text not null,
  position integer not null,
  on_roadmap boolean not null,
  version integer not null default 1,
  created_at timestamptz not null,
  primary key (project_id, id)
);
create unique index status_name_is_unique on statuses (project_id, lower(name));

-- Every project begins with one of each category; so do those that were made before there were statuses.
insert into statuses (project_id, id, name, category, color, position, on_roadmap, created_at)
select p.id, 'sts_0' || substr(md5(p.id || s.category || random()) || md5(random()::text), 1, 25), s.name, s.category, s.color, s.position, s.on_roadmap, p.created_at
from projects p cross join (values
  ('Open', 'open', '#64748b', 1, false),
  ('Planned', 'planned', '#2563eb', 2, true),
  ('In progress', 'in_progress', '#b45309', 3, true),
  ('Done', 'done', '#15803d', 4, true),
  ('Closed', 'closed', '#78716c', 5, false)) as s (name, category, color, position, on_roadmap);

create table tags (
  project_id text not null references projects (id) on delete cascade,
  id text not null,
  name text not null,
  color text not null,
  version integer not null default 1,
  created_at timestamptz not null,
  primary key (project_id, id)
);
create unique index tag_name_is_unique on tags (project_id, lower(name));

-- What was written. How it stands (votes, comments, status) is in post_standings, so that a vote leaves this table and its
-- large indexes alone.
create table posts (
  project_id text not null references projects (id) on delete cascade,
  id text collate "C" not null,
  -- Counts from 1 in each project, without gaps: it is a part of the post's address.
  number integer not null,
  title text not null,
  body text not null,
  -- Made from the body when it is written.
  body_html text not null,
  -- Absent: the project's team.
  author_id text,
  tag_ids text[] not null default '{}',
  is_pinned boolean not null default false,
  comments_locked boolean not null default false,
  moderation_state text not null constraint post_moderation_state check (moderation_state in ('approved', 'pending', 'rejected')),
  merged_into_id text collate "C",
  created_at timestamptz not null,
  edited_at timestamptz,
  deleted_at timestamptz,
  version integer not null default 1,
  -- Title (A) and body (B) in the language of the project.
  search tsvector not null,
  primary key (project_id, id),
  constraint post_number_is_unique unique (project_id, number),
  foreign key (project_id, author_id) references users (project_id, id)
);
create index posts_by_words on posts using gin (project_id, search);
create index posts_by_tag on posts using gin (tag_ids);
create index posts_by_author on posts (project_id, author_id, created_at desc, id desc);
create index posts_merged_into on posts (project_id, merged_into_id) where merged_into_id is not null;
create index posts_that_are_pinned on posts (project_id, id) where is_pinned;

-- What a post said before each change of its text.
create table post_edits (
  project_id text not null,
  post_id text collate "C" not null,
  version integer not null,
  title text not null,
  body text not null,
  edited_at timestamptz not null,
  editor_kind text not null,
  editor_id text,
  primary key (project_id, post_id, version),
  foreign key (project_id, post_id) references posts (project_id, id) on delete cascade
);

-- One narrow row a post: everything a list is ordered and filtered by. Whoever changes it holds the row, so votes, comments,
-- merges and closings of one post come one after the other.
create table post_standings (
  project_id text not null,
  post_id text collate "C" not null,
  status_id text not null,
  -- Approved, not merged, not deleted: in lists, search and counts.
  is_listed boolean not null,
  vote_count integer not null,
  comment_count integer not null default 0,
  -- The logarithm of all votes, each weighing half as much after a week. It changes with votes alone, not as time passes.
  trend double precision not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Counts the changes of this row.
  revision integer not null default 1,
  primary key (project_id, post_id),
  foreign key (project_id, post_id) references posts (project_id, id) on delete cascade,
  constraint standing_status_exists foreign key (project_id, status_id) references statuses (project_id, id)
) with (fillfactor = 80);
create index standings_by_top on post_standings (project_id, vote_count desc, post_id desc) where is_listed;
create index standings_by_trend on post_standings (project_id, trend desc, post_id desc) where is_listed;
create index standings_by_creation on post_standings (project_id, created_at desc, post_id desc) where is_listed;
create index standings_by_update on post_standings (project_id, updated_at desc, post_id desc) where is_listed;
-- Not only of listed ones: deleting a status looks whether any post has it.
create index standings_by_status on post_standings (project_id, status_id, is_listed, vote_count desc, post_id desc);

-- How a post stood before a change, for an hour: a reader who began to page before the change goes on as if it had not happened.
create table post_moves (
  project_id text not null,
  post_id text collate "C" not null,
  revision integer not null,
  xid xid8 not null default pg_current_xact_id(),
  at timestamptz not null,
  vote_count integer not null,
  trend double precision not null,
  updated_at timestamptz not null
);
create index post_moves_by_time on post_moves (project_id, at);
create index post_moves_by_age on post_moves using brin (at);

-- Who voted for what. Rows are only made from a standing that is held, which is what a foreign key would have checked; without one, a
-- vote does not share locks on the rows of its post, its user and its project with all others.
create table votes (
  project_id text not null,
  post_id text collate "C" not null,
  user_id text not null,
  created_at timestamptz not null,
  -- The merged post this vote came from; unmerging takes it away again.
  merged_from text collate "C",
  primary key (project_id, post_id, user_id)
);
create index votes_by_user on votes (project_id, user_id, created_at desc, post_id desc);

create table follows (
  project_id text not null,
  post_id text collate "C" not null,
  user_id text not null,
  created_at timestamptz not null,
  merged_from text collate "C",
  primary key (project_id, post_id, user_id)
);
create index follows_by_user on follows (project_id, user_id, created_at desc, post_id desc);

-- Every word that posts of a project hold: where a word of a search is not among them, the nearest ones are searched too.
create table search_words (
  project_id text not null references projects (id) on delete cascade,
  word text collate "C" not null,
  primary key (project_id, word)
);
create index search_words_by_trigram on search_words using gin (project_id, word gin_trgm_ops);

-- Everything that happened, written in the transaction that did it. Holds ids, never what says who a person is.
create table events (
  project_id text not null,
  id text collate "C" not null,
  type text not null,
  at timestamptz not null,
  actor_kind text not null constraint event_actor_kind check (actor_kind in ('user', 'secret_key', 'operator', 'system')),
  actor_id text,
  -- What it happened to.
  subject_id text not null,
  post_id text collate "C",
  data jsonb not null default '{}',
  primary key (project_id, id)
);
create index events_of_post on events (project_id, post_id, id)
  where post_id is not null and type not in ('vote.cast', 'vote.withdrawn', 'follow.started', 'follow.ended');
create index events_by_staff on events (project_id, id) where actor_kind <> 'user';
create index events_by_age on events using brin (at);
