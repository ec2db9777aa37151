-- serves 0061
-- By how many hundredths its votes lift a post in a search. Null: they were not counted yet, and a search reads them.
alter table posts add column lift smallint;
