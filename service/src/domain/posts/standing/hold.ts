import type { Id } from '../../../foundation/ids/index.ts'
import type { ProjectCall } from '../../call/index.ts'
import { type Held, holdPosts } from './store.ts'

/**
 * Locks all posts of what `find` finds, at once, in the common order. What it finds may change while we wait; then the locks are released and taken
 * again, because one more lock afterwards could cause a deadlock. Returns what it found with all of these locks.
 */
export async function holdPostsOf<Found>(
  call: ProjectCall,
  find: () => Promise<Found>,
  postsOf: (found: Found) => readonly Id<'post'>[],
): Promise<{ readonly found: Found; readonly held: ReadonlyMap<Id<'post'>, Held> }> {
  for (;;) {
    await call.sql`savepoint hold`
    const wanted = postsOf(await find())
    const held = await holdPosts(call, wanted)
    const found = await find()
    const locked = new Set(wanted)
    if (postsOf(found).every((post) => locked.has(post))) return { found, held }
    await call.sql`rollback to savepoint hold`
  }
}
