-- serves 0061
-- one by one
select gin_clean_pending_list('posts_by_words');
select gin_clean_pending_list('posts_by_words_from_16');
select gin_clean_pending_list('posts_by_words_from_64');
