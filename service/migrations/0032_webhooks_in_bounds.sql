-- Deliveries of one type of event are listed without reading all others.
create index deliveries_by_type on webhook_deliveries (project_id, webhook_id, event_type, id);
-- The housekeeping finds the secrets that no longer sign without reading all others.
create index former_webhook_secrets on webhook_secrets (former_until) where former_until is not null;
-- A receiver may ask to be left alone. Until then nothing is sent to it.
alter table webhooks add column quiet_until timestamptz;
-- Whoever writes that a post reached its number does not wait for a change of the webhook. Deleting a webhook deletes these rows by itself.
alter table webhook_reached drop constraint webhook_reached_project_id_webhook_id_fkey;
alter table webhook_reached add foreign key (project_id) references projects (id) on delete cascade;
