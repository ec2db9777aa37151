import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
export const MIGRATIONS = fileURLToPath(new URL('../../migrations/', import.meta.url))
/** The build that `npm start` runs; the test command makes it first. */
export const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
