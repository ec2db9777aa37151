-- serves 0044
-- The names of the traits that are a person's account and the value of that account.
alter table projects add column account_trait text, add column value_trait text;

-- The account in the traits of a person: a text, or a number as a text. Null: none.
create function account_in(traits jsonb, trait text) returns text language sql immutable parallel safe
  return case jsonb_typeof(traits -> trait)
    when 'string' then case when length(traits ->> trait) between 1 and 200 then traits ->> trait end
    when 'number' then case when length(traits ->> trait) <= 20 then trim_scale((traits ->> trait)::numeric)::text end
  end;

-- The value in the traits of a person: a number from 0 to a trillion, in hundredths. Null: none.
create function value_in(traits jsonb, trait text) returns numeric language sql immutable parallel safe
  return case when jsonb_typeof(traits -> trait) = 'number' and traits -> trait between '0' and '1000000000000'
    then round((traits ->> trait)::numeric, 2) end;

-- The numbers of posts for some people and some time. The view '' is about everybody and is kept up to date; others are counted when somebody asks.
-- A project without the view '' was never looked at, and costs nothing.
create table insight_views (
  project_id text not null references projects (id) on delete cascade,
  id text not null,
  segment_id text,
  since timestamptz,
  until timestamptz,
  asked_at timestamptz not null,
  counted_at timestamptz,
  -- All posts up to this one were counted; the others are still to be counted. Null: none are left. Only of the view ''.
  counted_until text collate "C",
  people integer not null default 0,
  accounts integer not null default 0,
  -- Groups of people who count as one: accounts, and people without an account.
  clusters integer not null default 0,
  -- The sum of the squares of their sizes.
  squares bigint not null default 0,
  primary key (project_id, id)
);
alter table insight_views alter column project_id set (n_distinct = 10); -- 0019_rows_of_a_project.sql says why

-- People whose account, value or state changed, with their accounts before and after it. The counts follow.
create table insight_changes (
  id bigint generated always as identity primary key,
  project_id text not null references projects (id) on delete cascade,
  user_id text not null,
  accounts text[] not null
);
alter table insight_changes alter column project_id set (n_distinct = 10);
create index insight_changes_by_project on insight_changes (project_id, id);

-- Posts that are to be counted again.
create table insight_due (
  project_id text not null references projects (id) on delete cascade,
  post_id text collate "C" not null,
  primary key (project_id, post_id)
);
alter table insight_due alter column project_id set (n_distinct = 10);

create table accounts (
  project_id text not null references projects (id) on delete cascade,
  name text not null,
  people integer not null,
  value numeric not null,
  primary key (project_id, name)
);
alter table accounts alter column project_id set (n_distinct = 10);
create index accounts_by_value on accounts (project_id, value desc, name desc);

-- How many people of an account voted for a post.
create table post_accounts (
  project_id text not null references projects (id) on delete cascade,
  post_id text collate "C" not null,
  account text not null,
  voters integer not null,
  primary key (project_id, post_id, account)
);
alter table post_accounts alter column project_id set (n_distinct = 10);
create index post_accounts_by_account on post_accounts (project_id, account, post_id);

create table post_insights (
  project_id text not null references projects (id) on delete cascade,
  view text not null,
  post_id text collate "C" not null,
  voters integer not null,
  accounts integer not null,
  value numeric not null,
  value_at_vote numeric not null,
  -- Sums over clusters: voters squared; voters times people.
  squares bigint not null,
  products bigint not null,
  -- The votes that are beyond chance, by which posts are ordered.
  sure double precision not null,
  primary key (project_id, view, post_id)
);
alter table post_insights alter column project_id set (n_distinct = 10);
create index post_insights_by_voters on post_insights (project_id, view, voters desc, post_id desc);
create index post_insights_by_accounts on post_insights (project_id, view, accounts desc, post_id desc);
create index post_insights_by_value on post_insights (project_id, view, value desc, post_id desc);
create index post_insights_by_sure on post_insights (project_id, view, sure desc, post_id desc);

-- Notes whose account, value or state changed, in projects whose numbers are kept. A trigger, because traits are written in several places, and a change
-- that is not noted would leave the numbers wrong for good.
create function note_person() returns trigger language plpgsql as $$
declare
  project text := coalesce(new.project_id, old.project_id);
  names record;
  found text[];
begin
  if not exists (select 1 from insight_views v where v.project_id = project and v.id = '') then
    return null;
  end if;
  select p.account_trait, p.value_trait into names from projects p where p.id = project;
  if old.state is not distinct from new.state
    and account_in(old.traits, names.account_trait) is not distinct from account_in(new.traits, names.account_trait)
    and value_in(old.traits, names.value_trait) is not distinct from value_in(new.traits, names.value_trait) then
    return null;
  end if;
  found := array_remove(array[account_in(old.traits, names.account_trait), account_in(new.traits, names.account_trait)], null);
  if tg_op = 'UPDATE' or found <> '{}' then
    insert into insight_changes (project_id, user_id, accounts) values (project, coalesce(new.id, old.id), found);
  end if;
  return null;
end
$$;
