-- serves 0061
-- A search reads all words that wait to be put into the index, so none waits.
alter index posts_by_words set (fastupdate = off);
