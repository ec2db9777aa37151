import { type Places, systemCall } from './domain/call/index.ts'
import { followLanguageChanges } from './domain/project-settings/index.ts'
import type { Job } from './foundation/jobs/index.ts'
import type { Database } from './foundation/storage/index.ts'

/** After a change of a project's language, brings the words by which its posts are found into it. */
export function followLanguages(database: Database, places: Places): Job<object> {
  return {
    name: 'follow-languages',
    every: '* * * * *',
    run: () => followLanguageChanges(systemCall(database, places, database.clock.now())),
  }
}
