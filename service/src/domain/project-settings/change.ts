import { inTransaction, type ProjectCall } from '../call.ts'
import { reindexPosts } from '../posts/index.ts'
import { type Project, type ProjectDraft, updateProject } from '../projects/index.ts'
import { insertLanguageChange } from './store.ts'

/** Of 250 posts. So many follow a change of language before it is answered; the others follow within minutes. */
const PORTIONS_AT_ONCE = 4

/** Changes what is named and leaves the rest. With the language go the words by which posts are found. */
export async function changeSettings(
  call: ProjectCall,
  changes: Partial<ProjectDraft>,
  versions?: readonly number[],
): Promise<Project> {
  const changesLanguage = changes.language !== undefined && changes.language !== call.project.language
  const project = await inTransaction(call, async (call) => {
    const project = await updateProject(call, changes, versions)
    if (changesLanguage) await insertLanguageChange(call)
    return project
  })
  if (changesLanguage) await reindexFirst({ ...call, project })
  return project
}

/** Whether a change may show what was private, or send visitors to somebody else's page: worth asking who makes it. */
export function isFarReaching(
  before: Pick<ProjectDraft, 'isPrivate' | 'signInUrl'>,
  after: Pick<ProjectDraft, 'signInUrl'> & Partial<ProjectDraft>,
): boolean {
  return (before.isPrivate && after.isPrivate === false) || before.signInUrl !== after.signInUrl
}

/** After the change is there, and not in its transaction: that one holds the project, this one holds posts. */
async function reindexFirst(call: ProjectCall): Promise<void> {
  let after: string | undefined = ''
  for (let portion = 0; portion < PORTIONS_AT_ONCE && after !== undefined; portion += 1) {
    after = await reindexPosts(call, after)
  }
}
