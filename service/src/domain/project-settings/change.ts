import { Problem } from '../../foundation/problems/index.ts'
import { inProject, inTransaction, type Permitted, type ProjectCall } from '../call/index.ts'
import { countAnew } from '../insights/inside.ts'
import { confirmationRequired } from '../operators/index.ts'
import { isUnconfirmedOperator } from '../operators/inside.ts'
import { reindexPosts } from '../posts/inside.ts'
import type { Project, ProjectDraft } from '../projects/index.ts'
import { updateProject } from '../projects/inside.ts'
import { insertLanguageChange } from './store.ts'

/** A portion has 250 posts. These portions are indexed before a change of language is answered; all others follow within minutes. */
const PORTIONS_AT_ONCE = 4

/**
 * Changes only the named fields. A change of language also changes the words by which posts are found. An operator needs
 * a recent sign-in for a far-reaching change. That is checked on the locked project, because an earlier read may be
 * outdated.
 */
export async function changeSettings(
  call: Permitted<'project:write'>,
  changes: Partial<ProjectDraft>,
  versions?: readonly number[],
): Promise<Project> {
  const changesLanguage = changes.language !== undefined && changes.language !== call.project.language
  const project = await inTransaction(call, async (call) => {
    const project = await updateProject(call, changes, versions, (before) => {
      if (asksForConfirmation(call, changes, before)) throw new Problem(confirmationRequired)
    })
    if (changesLanguage) await insertLanguageChange(call)
    if (changesAccounts(call.project, project)) await countAnew(inProject(call, project))
    return project
  })
  if (changesLanguage) await reindexFirst(inProject(call, project))
  return project
}

/** Also if the traits changed since the call began: counting anew does no harm. */
function changesAccounts(before: Project, after: Project): boolean {
  return before.accountTrait !== after.accountTrait || before.valueTrait !== after.valueTrait
}

/** Whether the caller must confirm who they are before these changes. */
export function asksForConfirmation(
  call: Permitted<'project:write'>,
  changes: Partial<ProjectDraft>,
  before: Project = call.project,
): boolean {
  return isUnconfirmedOperator(call) && isFarReaching(before, changes)
}

/** Whether a change may show private data, or send visitors and their tokens to somebody else's page. It then needs a recent sign-in. */
function isFarReaching(before: ProjectDraft, changes: Partial<ProjectDraft>): boolean {
  const isChanged = (member: 'signInUrl' | 'domain' | 'slug') =>
    Object.hasOwn(changes, member) && changes[member] !== before[member]
  const opens = before.isPrivate && changes.isPrivate === false
  return opens || isChanged('signInUrl') || isChanged('domain') || isChanged('slug')
}

/** Runs after the transaction of the change: that one locks the project, this one locks posts. */
async function reindexFirst(call: ProjectCall): Promise<void> {
  let after: string | undefined = ''
  for (let portion = 0; portion < PORTIONS_AT_ONCE && after !== undefined; portion += 1) {
    after = await reindexPosts(call, after)
  }
}
