-- Whoever sends a delivery has it until then. While this is the time at which it is due, it is being sent.
alter table webhook_deliveries add column taken_until timestamptz;
-- The highest number of votes that the webhook waited for and the post reached: it is told of each number once, also if the number was changed in
-- between. Absent: a process of the version before wrote it; it counts as every number.
alter table webhook_reached add column votes integer;
update webhook_reached r set votes = w.reached_votes from webhooks w where w.project_id = r.project_id and w.id = r.webhook_id;
-- The mails of a project go to its own operators and to those who own everything: found without reading the operators of all other projects.
create index operators_of_all on operators (id) where owns_all;
