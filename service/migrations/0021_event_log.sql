-- The log has an order that readers can follow: by the transaction that wrote (tx), within it by seq. A reader takes only rows whose tx lies
-- before every transaction that still runs, so no row appears later in front of its place.
-- Votes and follows are by far the most rows and are dropped by the month; all others stay, in events_kept.

create sequence event_seq;

-- tx is the transaction id of PostgreSQL plus this base. A dump that is restored into another server meets smaller ids there: the base is
-- raised at the next start, and what is new still comes after what is old.
create table event_base (
  is_only boolean primary key default true constraint event_base_is_one_row check (is_only),
  base bigint not null
);
insert into event_base (base) values (0);

-- Rows from before this migration have no place in the order: they are history and audit log, and no reader is told of them.
alter table events rename to events_kept;
alter table events_kept
  add column month date not null default 'infinity',
  add column tx bigint,
  add column seq bigint;
create index events_kept_in_order on events_kept (tx, seq) where tx is not null;
create index events_kept_of_project on events_kept (project_id, tx, seq) where tx is not null;
-- Where a moment stands in the order is found without the rows that have no place in it.
create index events_kept_by_id on events_kept (project_id, id) where tx is not null;

create table events (like events_kept including defaults including constraints) partition by range (month);
alter table events attach partition events_kept for values from ('infinity') to (maxvalue);
alter table events alter column project_id set (n_distinct = 10);

-- How far each reader has come. What it has not read is not dropped.
create table event_readers (
  name text primary key,
  tx bigint not null,
  seq bigint not null,
  moved_at timestamptz not null
);

-- The partition of this moment, by the clock that also names the partitions.
create function event_month() returns date language sql stable as $$
  select date_trunc('month', now() at time zone 'UTC')::date
$$;

-- Makes the partitions of this month and the months after it that are not there; answers how many. Attaching one stops neither readers nor writers.
create function make_event_months(ahead integer) returns integer language plpgsql as $$
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
    execute format('create index on %I (project_id, id) where actor_kind <> ''user''', name);
    execute format('create index on %I (project_id, split_part(type, ''.'', 1), id) where actor_kind <> ''user''', name);
    execute format('alter table events attach partition %I for values from (%L) to (%L)', name, first, first + interval '1 month');
    made := made + 1;
  end loop;
  return made;
end $$;

-- Drops the months that ended before a moment and that every reader has read; answers how many. Whoever uses them is waited for a second.
create function drop_event_months(before timestamptz) returns integer language plpgsql as $$
declare
  name text;
  is_unread boolean;
  dropped integer := 0;
begin
  perform set_config('lock_timeout', '1s', true);
  for name in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'events'::regclass and c.relname ~ '^events_\d{4}_\d{2}$'
      and to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month' <= before at time zone 'UTC'
    order by 1
  loop
    execute format('select exists (select 1 from event_readers r where exists (select 1 from %I e where (e.tx, e.seq) > (r.tx, r.seq)))', name)
      into is_unread;
    continue when is_unread;
    execute format('drop table %I', name);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $$;

select make_event_months(3);
