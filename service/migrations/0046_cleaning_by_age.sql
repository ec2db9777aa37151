-- serves 0044
-- one by one
-- Cleaning finds what is old by these, and reads nothing else. A BRIN index never forgets the oldest row of a block: once a place in the table was used
-- again, everything there was read each time.
create index concurrently if not exists notifications_by_time on notifications (created_at);
drop index concurrently if exists notifications_by_age;
create index concurrently if not exists mails_by_time on mails (created_at) where state not in ('waiting', 'sending');
drop index concurrently if exists mails_by_age;
create index concurrently if not exists deliveries_by_time on webhook_deliveries (created_at);
drop index concurrently if exists deliveries_by_age;
create index concurrently if not exists erased_subs_by_time on erased_subs (erased_at);
-- Votes and follows from before they were kept by the month. A new event is never one of them.
create index concurrently if not exists marks_kept_by_time on events_kept (at)
  where type in ('vote.cast', 'vote.withdrawn', 'follow.started', 'follow.ended');
