-- How many votes a day brought is counted for every summary and for the numbers of a project, from the project's own rows. The index by block ranges
-- held the votes of all projects together, and imported ones in any order.
create index votes_by_day on votes (project_id, created_at) where merged_from is null;
drop index votes_by_age;

-- Whether the link went to the address of the invitation by mail. Links that are shown in the console may be passed on to anybody.
alter table operator_links add column is_mailed boolean not null default false;

-- Whether the operator reads mail to their address: they came by a link that was mailed to it, or the command line gave the address and they came.
alter table operators add column has_proven_email boolean not null default false;
update operators set has_proven_email = true where is_vouched and last_seen_at is not null;
