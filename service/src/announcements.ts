import { type Places, systemCall } from './domain/call/index.ts'
import { announceDue } from './domain/changelog/index.ts'
import type { Job } from './foundation/jobs/index.ts'
import type { Database } from './foundation/storage/index.ts'

/** Records entries that became public by time. They are public without this job; it only writes the event. */
export function announcements(database: Database, places: Places): Job<object> {
  return {
    name: 'announcements',
    every: '* * * * *',
    run: () => announceDue(systemCall(database, places, database.clock.now())),
  }
}
