export const keysNotices = {}
