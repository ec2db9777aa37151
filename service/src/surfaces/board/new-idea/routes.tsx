import type { FastifyReply, FastifyRequest } from 'fastify'
import type { WordKey } from '../../../../../ui/words/words.ts'
import { firstChoice, listForPosting, postingClosed } from '../../../domain/categories/index.ts'
import { writePost } from '../../../domain/posting/index.ts'
import { similarPosts } from '../../../domain/posts/index.ts'
import { Title } from '../../../domain/texts/index.ts'
import { Problem } from '../../../foundation/problems/index.ts'
import { makeOnce, membersOf, redirect, textIn, textOf } from '../../pages/index.ts'
import { readWrittenForm } from '../editor/written-form.ts'
import { MOST_MATCHES } from '../matches/routes.ts'
import type { BoardContext } from '../shared/context.ts'
import { nameFault, nameIn, takeName } from '../shared/name-choices.tsx'
import { postPath } from '../shared/posts.tsx'
import { bodyFault, formOf, isAbout, sendRefused, withFault } from '../shared/refused-forms.ts'
import type { BoardRoutes } from '../shared/routing.ts'
import { viewOf, writerCall } from '../shared/visitor.ts'
import { NewIdeaPage } from './page.tsx'

/** The form of a new idea. */
export function newIdeaRoutes(routes: BoardRoutes): void {
  const { context } = routes
  routes.page('/new', async (view, query) => {
    const title = textOf(query.title)?.slice(0, Title.maxLength) ?? ''
    const similar = title ? await similarPosts(view.call, title, MOST_MATCHES, 'beginning') : []
    const categories = await listForPosting(view.call)
    const slug = textOf(query.category)
    const chosen = categories.find((one) => one.slug === slug) ?? firstChoice(categories)
    return (
      <NewIdeaPage
        view={view}
        title={title}
        body={chosen?.template ?? ''}
        categories={categories}
        categoryId={chosen?.id}
        similar={similar}
      />
    )
  })
  routes.fileForm('/new', (request, reply) => write(context, request, reply))
}

async function write(context: BoardContext, request: FastifyRequest, reply: FastifyReply) {
  const call = await writerCall(context, request, reply)
  const { title, body, fault } = await readWrittenForm(context, call, request)
  const form = membersOf(request)
  const categoryId = textIn(form.category_id) || undefined
  const draft = { title, body, ...(categoryId !== undefined && { categoryId }) }
  const typedName = nameIn(form)
  const refuse = async (...faults: readonly WordKey[]) => {
    const view = { ...withFault(viewOf(context, call, request), ...faults), typedName }
    const typed = { title, body, categoryId, categories: await listForPosting(call) }
    return sendRefused(call, request, reply, <NewIdeaPage view={view} {...typed} similar={[]} />)
  }
  if (fault) return refuse(fault)
  try {
    return redirect(
      reply,
      await makeOnce(call, formOf(call), request, async (call) => {
        await takeName(call, typedName)
        return postPath(await writePost(call, draft))
      }),
      303,
    )
  } catch (error) {
    const ofTitle = isAbout(error, '/title') ? ('title_invalid' as const) : undefined
    const ofCategory =
      error instanceof Problem && error.kind === postingClosed ? ('posting_closed' as const) : undefined
    const ofBody = bodyFault(error, body, 'body_too_long')
    const faults = [ofCategory, ofTitle, ofBody, nameFault(error)].filter((fault) => fault !== undefined)
    if (faults.length === 0) throw error
    return refuse(...faults)
  }
}
