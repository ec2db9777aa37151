import { type Call, inProject, type ServiceCall } from '../call/index.ts'
import { reindexPosts } from '../posts/inside.ts'
import { projectById } from '../projects/index.ts'
import { advance, finish, type LanguageChange, selectLanguageChanges } from './store.ts'

/** By then all transactions that write posts in the old language have ended. */
const BEGINS_AFTER_MS = 60_000
const MOST_PORTIONS = 400

/** Indexes the posts of projects whose language was changed, from where the last run stopped. Harmless to repeat. */
export async function followLanguageChanges(call: ServiceCall): Promise<void> {
  for (const change of await selectLanguageChanges(call, new Date(call.now.getTime() - BEGINS_AFTER_MS))) {
    await follow(call, change)
  }
}

/** Stops after so many posts that another project gets its turn within a minute or two. */
async function follow(call: Call, change: LanguageChange): Promise<void> {
  const project = await projectById(call, change.projectId)
  let after = change.afterId
  for (let portion = 0; portion < MOST_PORTIONS; portion += 1) {
    const last = await reindexPosts(inProject(call, project), after)
    if (last === undefined) return finish(call, change)
    after = last
    await advance(call, change, after)
  }
}
