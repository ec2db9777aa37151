-- serves 0044
-- Drops the first month that ended before a moment and that every reader has read; answers how many it dropped. Whoever uses it is waited for a second.
-- A drop stops all votes until its transaction ends, so nothing else is done in it afterwards. The index finds out whether all is read.
create or replace function drop_event_months(before timestamptz) returns integer language plpgsql as $$
declare
  name text;
  is_unread boolean;
begin
  perform set_config('lock_timeout', '1s', true);
  for name in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'events'::regclass and c.relname ~ '^events_\d{4}_\d{2}$'
      and to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month' <= before at time zone 'UTC'
    order by 1
  loop
    execute format('select exists (select 1 from event_readers r where exists (
        select 1 from %I e where e.tx is not null and (e.tx, e.seq) > (r.tx, r.seq)))', name)
      into is_unread;
    continue when is_unread;
    execute format('drop table %I', name);
    return 1;
  end loop;
  return 0;
end $$;
