-- serves 0044
-- A number of more than 15 digits is no account: programs that read JSON round it, and two accounts would become one. Such names are sent as texts.
create or replace function account_in(traits jsonb, trait text) returns text language sql immutable parallel safe
  return case jsonb_typeof(traits -> trait)
    when 'string' then case when length(traits ->> trait) between 1 and 200 then traits ->> trait end
    when 'number' then case when length(translate(traits ->> trait, '-.', '')) <= 15 then trim_scale((traits ->> trait)::numeric)::text end
  end;

-- Both changes ask for a count of everything. It is done beside requests.
-- few rows: one for each project at whose numbers somebody has looked
update insight_views set counted_until = '' where id = '';

-- When somebody of the account voted for the post last. Null: not counted since this column is there.
alter table post_accounts add column voted_at timestamptz;
