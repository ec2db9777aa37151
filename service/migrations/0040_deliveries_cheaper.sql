-- A lane reads what is due from a place on, without what it has read before: many deliveries are due at the same moment.
create index deliveries_in_turn on webhook_deliveries (project_id, webhook_id, due_at, id) where state = 'waiting';
-- One index for lists by state, by type and of all: every delivery that is sent is written to each index.
create index deliveries_by_type_and_state on webhook_deliveries (project_id, webhook_id, event_type, state, id);
-- Last, because a drop keeps readers out until the end of the migration.
drop index deliveries_to_make;
drop index deliveries_by_state;
drop index deliveries_by_type;
