-- Mails to the team of a project wait in the same queue as those to its users. Each mail is for one: a user, an operator, or somebody who is invited and is
-- no operator yet.
alter table mails
  alter column user_id drop not null,
  add column operator_id text,
  add column invitation_id text,
  add constraint mail_has_one_recipient check (num_nonnulls(user_id, operator_id, invitation_id) = 1);
-- An operator gets each of them once, also if it was sent long ago: one summary a day, one alarm about a key.
create unique index operator_mails_come_once on mails (project_id, operator_id, about) where operator_id is not null;

-- Which mails an operator wants or does not want. Absent: as their role says.
create table operator_mail_choices (
  project_id text not null references projects (id) on delete cascade,
  operator_id text not null references operators (id) on delete cascade,
  kind text not null,
  is_on boolean not null,
  primary key (project_id, operator_id, kind)
);
alter table operator_mail_choices alter column project_id set (n_distinct = 10); -- 0019_rows_of_a_project.sql says why

-- Which projects had many refusals on a day is asked every few minutes, for all projects at once.
create index refusal_days_by_day on refusal_days (day);
