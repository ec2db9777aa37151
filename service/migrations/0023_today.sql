-- Votes of a post by time: who voted last, and how many votes each of the last days brought.
create index votes_by_time on votes (project_id, post_id, created_at desc, user_id desc);

-- What each new post looks like. A post is compared once, and again after its text was changed.
create table post_likenesses (
  project_id text not null,
  post_id text collate "C" not null,
  -- An older post that probably says the same. Null: there is none.
  other_id text collate "C",
  compared_at timestamptz not null,
  -- The team said that they are not the same.
  is_distinct boolean not null default false,
  primary key (project_id, post_id),
  constraint likeness_of_post foreign key (project_id, post_id) references posts (project_id, id) on delete cascade,
  constraint likeness_to_post foreign key (project_id, other_id) references posts (project_id, id) on delete cascade
);
create index post_likenesses_to_decide on post_likenesses (project_id, post_id desc) where other_id is not null and not is_distinct;
create index post_likenesses_by_other on post_likenesses (project_id, other_id) where other_id is not null;
alter table post_likenesses alter column project_id set (n_distinct = 10); -- 0019_rows_of_a_project.sql says why

-- The audit log in the order of time: an id is made before its transaction waits, so ids can be in another order.
create index events_by_staff_and_time on events_kept (project_id, at desc, id desc) where actor_kind <> 'user';
create index events_by_staff_kind_and_time on events_kept (project_id, split_part(type, '.', 1), at desc, id desc) where actor_kind <> 'user';
drop index events_by_staff;
drop index events_by_staff_and_kind;

-- The same for the months that are there, and for those that are made from now on.
do $$
declare
  old record;
begin
  for old in
    select i.indexname from pg_indexes i join pg_class c on c.relname = i.tablename and i.schemaname = current_schema
    join pg_inherits h on h.inhrelid = c.oid
    where h.inhparent = 'events'::regclass and i.tablename <> 'events_kept' and i.indexdef like '%actor\_kind <> %'
  loop
    execute format('drop index %I', old.indexname);
  end loop;
  for old in
    select c.relname from pg_inherits h join pg_class c on c.oid = h.inhrelid
    where h.inhparent = 'events'::regclass and c.relname <> 'events_kept'
  loop
    execute format('create index on %I (project_id, at desc, id desc) where actor_kind <> ''user''', old.relname);
    execute format('create index on %I (project_id, split_part(type, ''.'', 1), at desc, id desc) where actor_kind <> ''user''', old.relname);
  end loop;
end
$$;

create or replace function make_event_months(ahead integer) returns integer language plpgsql as $$
declare
  first date;
  name text;
  made integer := 0;
begin
  perform pg_advisory_xact_lock(hashtextextended('event months', 0));
  for first in select generate_series(event_month(), event_month() + make_interval(months => ahead), interval '1 month') loop
    name := 'events_' || to_char(first, 'YYYY_MM');
    continue when to_regclass(name) is not null;
    execute format('create table %I (like events including defaults including constraints, primary key (project_id, id))', name);
    execute format('alter table %I alter column project_id set (n_distinct = 10)', name);
    execute format('create index on %I (tx, seq) where tx is not null', name);
    execute format('create index on %I (project_id, tx, seq) where tx is not null', name);
    execute format('create index on %I (project_id, actor_id, id) where actor_kind = ''user''', name);
    execute format('create index on %I (project_id, at desc, id desc) where actor_kind <> ''user''', name);
    execute format('create index on %I (project_id, split_part(type, ''.'', 1), at desc, id desc) where actor_kind <> ''user''', name);
    execute format('alter table events attach partition %I for values from (%L) to (%L)', name, first, first + interval '1 month');
    made := made + 1;
  end loop;
  return made;
end $$;
