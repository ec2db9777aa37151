-- How many rows a project has is estimated as a tenth of the table, whichever project it is. Counted, it is one row where most projects
-- are small, and then an index that only finds the project looks as good as the one that finds the row: in a project that has grown
-- since, every look-up would read all of it. A tenth keeps the two apart from some dozen rows on. It counts from the next statistics of
-- a table on.
do $$
declare
  name text;
begin
  for name in
    select c.oid::regclass from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and a.attname = 'project_id'
      and not exists (select 1 from pg_index i where i.indrelid = c.oid and i.indisunique and i.indkey::text = a.attnum::text)
  loop
    execute format('alter table %s alter column project_id set (n_distinct = 10)', name);
  end loop;
end $$;
