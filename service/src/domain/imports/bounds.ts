/** So many imports of a project wait for the rest of their file, or for somebody to start them; and so many files of the console wait to be imported. */
export const MOST_WAITING = 5
/** How long they wait. */
export const WAITS_MS = 24 * 60 * 60 * 1000
/** So many imports of a project run, or wait for those before them. Others wait until somebody starts them. */
export const MOST_RUNNING = 20
