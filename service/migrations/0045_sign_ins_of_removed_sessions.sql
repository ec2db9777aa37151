-- serves 0044
-- Sign-ins whose sessions were removed. They are added when that happens, so nobody has to count the sessions that stay.
alter table project_days add column removed_sign_ins integer not null default 0;
