export const settingsNotices = {}
