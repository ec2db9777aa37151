import { type Places, systemCall } from './domain/call/index.ts'
import { renderEntriesAgain } from './domain/changelog/index.ts'
import { renderCommentsAgain } from './domain/comments/index.ts'
import { renderPostsAgain } from './domain/posts/index.ts'
import type { Job } from './foundation/jobs/index.ts'
import type { Database } from './foundation/storage/index.ts'

/** Renders HTML again that an earlier version made too large. It has work only once after an upgrade. */
export function renderAgain(database: Database, places: Places): Job<object> {
  return {
    name: 'render-again',
    every: '* * * * *',
    run: async () => {
      const call = systemCall(database, places, database.clock.now())
      for (const render of [renderPostsAgain, renderCommentsAgain, renderEntriesAgain])
        while ((await render(call)) > 0);
    },
  }
}
