-- Deliveries of one type of event are listed without reading all others.
create index deliveries_by_type on webhook_deliveries (project_id, webhook_id, event_type, id);
-- The housekeeping finds the secrets that no longer sign without reading all others.
create index former_webhook_secrets on webhook_secrets (former_until) where former_until is not null;
