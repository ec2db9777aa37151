-- serves 0044
create trigger person_changed after update of traits, state on users for each row
  when (old.traits is distinct from new.traits or old.state is distinct from new.state) execute function note_person();
create trigger person_came after insert on users for each row when (new.traits <> '{}') execute function note_person();
create trigger person_left after delete on users for each row when (old.traits <> '{}') execute function note_person();
