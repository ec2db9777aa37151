-- serves 0044
-- Groups of people by rules over their traits. Who belongs to one is never stored: the rules are asked when somebody wants to know.
create table segments (
  project_id text not null references projects (id) on delete cascade,
  id text not null,
  name text not null,
  rules jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null,
  -- The last count of a large segment. Null: none is kept.
  people_count integer,
  counted_at timestamptz,
  primary key (project_id, id)
);
alter table segments alter column project_id set (n_distinct = 10); -- 0019_rows_of_a_project.sql says why
-- The name first: of two indexes that begin with the project, a planner without statistics may take the one that finds all of its rows.
create unique index segment_name_is_unique on segments (lower(name), project_id);

-- Whether a person belongs to a segment. The conditions of domain/segments/fragments.ts for rules in a row. A function, because every statement that
-- reads posts asks it about its reader: written out, it would be most of the statement. It finds its rows by their keys.
create function in_segment(project text, segment text, person text) returns boolean language plpgsql stable parallel safe as $$
declare
  rules jsonb := (select g.rules from segments g where g.project_id = project and g.id = segment);
  traits jsonb := (select u.traits from users u where u.project_id = project and u.id = person and u.state <> 'erased');
  rule jsonb;
  trait text;
  found jsonb;
  holds boolean;
begin
  if rules is null or traits is null then
    return false;
  end if;
  for rule in select jsonb_array_elements(coalesce(rules -> 'all', rules -> 'any')) loop
    trait := rule ->> 'trait';
    found := nullif(traits -> trait, 'null'); -- a trait that is null is like one that is absent
    holds := coalesce(case rule ->> 'op'
      when 'is' then traits @> jsonb_build_object(trait, rule -> 'value')
      when 'is_not' then found is not null and not traits @> jsonb_build_object(trait, rule -> 'value')
      when 'in' then exists (
        select 1 from jsonb_array_elements(rule -> 'value') as v (value) where traits @> jsonb_build_object(trait, v.value))
      when 'at_least' then jsonb_typeof(found) = 'number' and found >= rule -> 'value'
      when 'at_most' then jsonb_typeof(found) = 'number' and found <= rule -> 'value'
      when 'exists' then (found is not null) = (rule -> 'value' = 'true')
    end, false); -- a rule that this version does not know never holds
    if holds <> (rules ? 'all') then
      return holds;
    end if;
  end loop;
  return rules ? 'all';
end
$$;
