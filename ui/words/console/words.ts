import { type Speech, speak } from '../speech.ts'
import shared from './en/shared.json' with { type: 'json' }

/** One file for each feature of the console. A key starts with the name of its feature, so that no two files share one. */
const english = { ...shared }

export type ConsoleKey = keyof typeof english
export type ConsoleWords = Speech<ConsoleKey>

/** The console speaks English only. A second language is a second folder beside `en`. */
export const consoleWords: ConsoleWords = speak('en', english)
