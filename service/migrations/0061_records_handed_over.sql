-- serves 0044
-- True: an undone import made the row, or found it, and something still needed it. The undo of this import tries again to delete it.
alter table import_records add column is_handed_over boolean not null default false;
