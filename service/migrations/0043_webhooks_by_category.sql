-- serves 0040
-- Only events about posts in one of these categories.
alter table webhooks add column category_ids text[] not null default '{}';
