-- serves 0044
-- one by one
create index concurrently if not exists accounts_by_people on accounts (project_id, people desc, name desc);
create index concurrently if not exists accounts_by_name on accounts (project_id, lower(name) collate "C", name collate "C");
create index concurrently if not exists post_accounts_by_vote on post_accounts (project_id, account, voted_at desc nulls last, post_id desc);
