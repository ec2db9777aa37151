-- serves 0044
-- Also the id of a segment. A build that does not know segments shows such a category to the team alone, and only the team writes in it.
alter table categories drop constraint category_visible_to;
alter table categories add constraint category_visible_to
  check (visible_to in ('everyone', 'users', 'team') or visible_to like 'seg\_%') not valid;
alter table categories drop constraint category_posting;
alter table categories add constraint category_posting check (posting in ('users', 'team') or posting like 'seg\_%') not valid;
