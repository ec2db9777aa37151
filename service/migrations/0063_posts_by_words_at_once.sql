-- serves 0061
-- PostgreSQL collects new words in a list before it puts them into the index, and each search reads all of that list. From now on it puts them in at once.
alter index posts_by_words set (fastupdate = off);
