import { type Places, systemCall } from './domain/call/index.ts'
import { announceDue } from './domain/changelog/index.ts'
import type { Job } from './foundation/jobs/index.ts'
import type { Database } from './foundation/storage/index.ts'

/** Records what became public by the passing of time. It is public without this; whoever waits for the event hears of it. */
export function announcements(database: Database, places: Places): Job<object> {
  return {
    name: 'announcements',
    every: '* * * * *',
    run: () => announceDue(systemCall(database, places, database.clock.now())),
  }
}
