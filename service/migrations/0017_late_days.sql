-- Something was imported into a day that had been counted: it is counted again when somebody looks.
alter table project_days add column is_late boolean not null default false;
