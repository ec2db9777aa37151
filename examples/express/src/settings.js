export const apiOrigin = new URL(process.env.FEEDBACK_API_ORIGIN).origin
export const boardOrigin = new URL(process.env.FEEDBACK_BOARD_ORIGIN).origin
/** The project's publishable key: everybody may see it. */
export const projectKey = process.env.FEEDBACK_PROJECT_KEY
