-- A process that sends to a webhook has it for itself until then, and moves this ahead while it sends. Not indexed: it changes often.
alter table webhooks add column taken_until timestamptz;
-- So a delivery is written once when it is sent, and not also when it is taken.
alter table webhook_deliveries drop column taken_until;
-- A list of all states reads each of them by deliveries_by_state.
drop index deliveries_of_webhook;
