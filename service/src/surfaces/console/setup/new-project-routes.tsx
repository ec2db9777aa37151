import { permitService } from '../../../domain/call/index.ts'
import { createProjectAs, enterProject } from '../../../domain/operators/index.ts'
import { Slug } from '../../../domain/projects/index.ts'
import { formWordsOf, notFound, Problem } from '../../../foundation/problems/index.ts'
import { membersOf, textIn } from '../../pages/index.ts'
import type { ConsoleContext } from '../shared/context.ts'
import { type ConsoleRoutes, goTo } from '../shared/routing.ts'
import { viewOf, withFault } from '../shared/view.ts'
import { NewProjectPage } from './new-project-page.tsx'

/** A second click comes within moments of the first. */
const SECOND_CLICK_MS = 60_000

type Call = Parameters<typeof createProjectAs>[0]

export function newProjectRoutes(routes: ConsoleRoutes, context: ConsoleContext): void {
  const { boardOrigin } = context.places
  routes.servicePage('/new', async (_, view) => (
    <NewProjectPage view={view} name="" slug="" boardOrigin={boardOrigin} />
  ))
  routes.ownForm('/new', {}, async (account, request, reply) => {
    const call = permitService(account)
    const { name: typedName, slug: typedSlug } = membersOf(request)
    const name = textIn(typedName).trim()
    const slug = textIn(typedSlug).trim() || slugOf(name)
    try {
      if (!(await isMadeAlready(call, name, slug))) await createProjectAs(call, { name, slug })
      return goTo(reply, `/console/${slug}/setup`, 'project_made')
    } catch (error) {
      if (!(error instanceof Problem) || error.kind.status >= 500 || error.kind.status === 403) throw error
      reply.code(error.kind.status)
      const view = withFault(viewOf(context, call, request), formWordsOf(error))
      return (
        <NewProjectPage view={view} name={name.slice(0, 200)} slug={slug.slice(0, 200)} boardOrigin={boardOrigin} />
      )
    }
  })
}

/** Whether the first of two clicks on the button has made it: the second then leads to the same page. */
async function isMadeAlready(call: Call, name: string, slug: string): Promise<boolean> {
  const found = await enterProject(call, slug).catch((error) => {
    if (!(error instanceof Problem) || error.kind !== notFound) throw error
  })
  return found?.project.name === name && call.now.getTime() - found.project.createdAt.getTime() < SECOND_CLICK_MS
}

/** The same suggestion as in client.ts, for browsers without script. */
export function slugOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
  return plain.slice(0, Slug.maxLength).replace(/^-+|-+$/g, '')
}
