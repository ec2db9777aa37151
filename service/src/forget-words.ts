import { type Places, systemCall } from './domain/call/index.ts'
import { forgetGoneWords } from './domain/search/index.ts'
import type { Job } from './foundation/jobs/index.ts'
import type { Database } from './foundation/storage/index.ts'

/** Unlearns the words of texts that were rejected, changed or deleted. Until then they lead a search to nothing. */
export function forgetWords(database: Database, places: Places): Job<object> {
  return {
    name: 'forget-words',
    every: '* * * * *',
    run: () => forgetGoneWords(systemCall(database, places, database.clock.now())),
  }
}
