-- Where somebody said so whose vote the team or a server cast for them. Nearly all votes have none.
alter table votes add column note text;
