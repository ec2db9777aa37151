import { type Call, inProject, type ServiceCall } from '../call/index.ts'
import { reindexPosts } from '../posts/inside.ts'
import { projectById } from '../projects/index.ts'
import { advance, finish, type LanguageChange, selectLanguageChanges } from './store.ts'

/** By then all transactions that write posts in the old language have ended. */
const BEGINS_AFTER_MS = 60_000
const MOST_PORTIONS = 400

/** Brings the posts of projects whose language was changed into it, from where it stopped the last time. Harmless to repeat. */
export async function followLanguageChanges(call: ServiceCall): Promise<void> {
  for (const change of await selectLanguageChanges(call, new Date(call.now.getTime() - BEGINS_AFTER_MS))) {
    await follow(call, change)
  }
}

/** At most so many posts at a time that another project has its turn within a minute or two. */
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
