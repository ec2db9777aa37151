export const postsNotices = {}
