import type { FastifyReply, FastifyRequest } from 'fastify'
import type { WordKey } from '../../../../../ui/words/words.ts'
import { firstChoice, listForPosting, postingClosed } from '../../../domain/categories/index.ts'
import { fieldsFor, listFields } from '../../../domain/fields/index.ts'
import { writePost } from '../../../domain/posting/index.ts'
import { similarPosts } from '../../../domain/posts/index.ts'
import { Title } from '../../../domain/texts/index.ts'
import { Problem } from '../../../foundation/problems/index.ts'
import { faultyKeys, givenIn, makeOnce, membersOf, redirect, sendPage, textIn, textOf } from '../../pages/index.ts'
import { readWrittenForm } from '../editor/written-form.ts'
import { MOST_MATCHES } from '../matches/routes.ts'
import type { BoardContext } from '../shared/context.ts'
import { nameFault, nameIn, takeName } from '../shared/name-choices.tsx'
import { postPath } from '../shared/posts.tsx'
import { bodyFault, formOf, isAbout, sendRefused, withFault } from '../shared/refused-forms.ts'
import type { BoardRoutes } from '../shared/routing.ts'
import { policyOf, viewOf, writerCall } from '../shared/visitor.ts'
import { NewIdeaPage } from './page.tsx'

/** The form of a new idea. */
export function newIdeaRoutes(routes: BoardRoutes): void {
  const { context } = routes
  routes.page('/new', async (view, query) => {
    const title = textOf(query.title)?.slice(0, Title.maxLength) ?? ''
    const similar = title ? await similarPosts(view.call, title, { limit: MOST_MATCHES }, 'beginning') : []
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
        fields={await listFields(view.call)}
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
  const [categories, fields] = await Promise.all([listForPosting(call), listFields(call)])
  const category = categories.find(({ id }) => id === categoryId) ?? firstChoice(categories)
  const values = givenIn(form, category ? fieldsFor(fields, category) : [])
  const draft = { title, body, fields: values, ...(categoryId !== undefined && { categoryId }) }
  const typedName = nameIn(form)
  const typed = { title, body, categoryId: category?.id, categories, fields, values, similar: [] }
  const refuse = async (faults: readonly WordKey[], faulty: readonly string[] = []) => {
    const view = { ...withFault(viewOf(context, call, request), ...faults), typedName }
    return sendRefused(call, request, reply, <NewIdeaPage view={view} {...typed} faulty={faulty} />)
  }
  if (fault) return refuse([fault])
  if (form.show === 'fields') {
    const page = <NewIdeaPage view={{ ...viewOf(context, call, request), typedName }} {...typed} />
    return sendPage(request, reply, page, { ...policyOf(call), isShared: false })
  }
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
    const faulty = error instanceof Problem ? faultyKeys(error.errors) : []
    const ofFields = faulty.length > 0 || isAbout(error, '/fields') ? ('fields_invalid' as const) : undefined
    const faults = [ofCategory, ofTitle, ofBody, ofFields, nameFault(error)].filter((fault) => fault !== undefined)
    if (faults.length === 0) throw error
    return refuse(faults, faulty)
  }
}
