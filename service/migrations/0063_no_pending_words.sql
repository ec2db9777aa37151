-- serves 0061
-- A search reads every word that waits to be put into the index, so none waits.
alter index posts_by_words set (fastupdate = off);
alter index posts_by_words_from_16 set (fastupdate = off);
alter index posts_by_words_from_64 set (fastupdate = off);
alter index posts_by_tag set (fastupdate = off);
alter index posts_by_field_value set (fastupdate = off);
