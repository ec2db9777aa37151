-- Where the service that started last may send webhooks besides public addresses, for commands that run beside it in another environment. Absent: it
-- is from before this was kept.
alter table service_places add column egress_allow text[];
