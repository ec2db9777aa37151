import type { FastifyReply } from 'fastify'
import type { OperatorCall } from '../../../domain/call/index.ts'
import {
  liftSuppression,
  listMails,
  listSuppressions,
  MAIL_STATES,
  type Mail,
  mailById,
  mailTrouble,
  suppressAddress,
} from '../../../domain/mails/index.ts'
import { readPosts } from '../../../domain/posts/index.ts'
import { addressesOf, readLetter } from '../../../domain/team-mails/index.ts'
import { readUsers } from '../../../domain/users/index.ts'
import { isId } from '../../../foundation/ids/index.ts'
import { notFound, Problem } from '../../../foundation/problems/index.ts'
import { MAIL_TESTS } from '../../http/index.ts'
import { membersOf, type Query, queryOf, readPage, textIn } from '../../pages/index.ts'
import type { ConsoleContext } from '../shared/context.ts'
import { formErrorsOf } from '../shared/form-errors.ts'
import { type ConsoleRoutes, goTo, idOf } from '../shared/routing.ts'
import { type ProjectView, projectView, withFault } from '../shared/view.ts'
import { MailsPage, type ShownMail } from './page.tsx'
import { PreviewPage, SANDBOX } from './preview-page.tsx'
import { SuppressedPage, type TypedSuppression } from './suppressed-page.tsx'

const NEEDS = ['mails:manage', 'users:read', 'people:read', 'moderation:read', 'posts:read'] as const

type Caller = OperatorCall<(typeof NEEDS)[number]>

const MANAGE = { needs: NEEDS } as const
const A_PAGE = 40
/** The HTML part of a mail is what others wrote: it may load and run nothing, and is not part of this site. */
const PREVIEW_POLICY = `default-src 'none'; style-src 'unsafe-inline'; sandbox ${SANDBOX}; frame-ancestors 'self'`

/** Whether mail works, and what became of each mail. */
export function mailRoutes(routes: ConsoleRoutes, context: ConsoleContext): void {
  const show = async (call: Caller, view: ProjectView, query: Query) => {
    const state = MAIL_STATES.find((state) => state === query.state)
    const name = ['console mails', call.project.id, state]
    const { items, next } = await readPage(context.cursors, name, query, A_PAGE, (page) =>
      listMails(call, { state }, page),
    )
    const address = next && `${view.base}/mail?${new URLSearchParams({ ...(state && { state }), cursor: next })}`
    return (
      <MailsPage
        view={view}
        mail={context.mail}
        trouble={await mailTrouble(call)}
        mails={await withNames(call, items)}
        state={state}
        next={address}
      />
    )
  }
  routes.page('/mail', MANAGE, (call, view, request) => show(call, view, queryOf(request)))
  routes.form('/mail/test', MANAGE, async (call, request, reply) => {
    const view = await projectView(context, call, request)
    const sentence = await sendTest(context, call, view)
    if (sentence === undefined) return goTo(reply, `${view.base}/mail`, 'mail_test_sent')
    return show(call, withFault(view, view.words.say('mail_test_failed', { sentence })), {})
  })
  routes.page('/mail/:id', MANAGE, async (call, view, request) => {
    const mail = await mailById(call, idOf(request))
    const letter = await readLetter(call, mail)
    const [shown] = await withNames(call, [mail])
    if (!shown) throw new Problem(notFound)
    return typeof letter === 'string' ? (
      <PreviewPage view={view} shown={shown} reason={letter} />
    ) : (
      <PreviewPage view={view} shown={shown} outgoing={context.mail.preview(letter)} />
    )
  })
  routes.page('/mail/:id/html', MANAGE, async (call, _view, request, reply) => {
    const letter = await readLetter(call, await mailById(call, idOf(request)))
    if (typeof letter === 'string') throw new Problem(notFound)
    return sendHtml(reply, context.mail.preview(letter).html)
  })
  suppressionRoutes(routes, context)
}

function suppressionRoutes(routes: ConsoleRoutes, context: ConsoleContext): void {
  const show = async (call: Caller, view: ProjectView, query: Query, typed?: TypedSuppression) => {
    const name = ['console suppressions', call.project.id]
    const { items, next } = await readPage(context.cursors, name, query, A_PAGE, (page) =>
      listSuppressions(call, {}, page),
    )
    const address = next && `${view.base}/mail/suppressed?cursor=${encodeURIComponent(next)}`
    return <SuppressedPage view={view} suppressions={items} next={address} {...(typed && { typed })} />
  }
  routes.page('/mail/suppressed', MANAGE, (call, view, request) => show(call, view, queryOf(request)))
  routes.form('/mail/suppressed/add', MANAGE, async (call, request, reply) => {
    const { email, reason } = membersOf(request)
    const typed = { email: textIn(email).trim(), reason: textIn(reason).trim() }
    try {
      await suppressAddress(call, typed.email, typed.reason)
      return goTo(reply, `/console/${call.project.slug}/mail/suppressed`, 'mail_stopped')
    } catch (error) {
      const view = await projectView(context, call, request)
      const { status, text, fields } = formErrorsOf(view.words, error)
      reply.code(status)
      return show(call, withFault(view, text), {}, { ...typed, faults: fields })
    }
  })
  routes.form('/mail/suppressed/lift', MANAGE, async (call, request, reply) => {
    await liftSuppression(call, textIn(membersOf(request).id))
    return goTo(reply, `/console/${call.project.slug}/mail/suppressed`, 'mail_allowed')
  })
}

/** Undefined: the mail server took it. Otherwise what went wrong, in plain words. */
async function sendTest({ mail, limits }: ConsoleContext, { project, actor }: Caller, { words }: ProjectView) {
  if (!mail.mailer) throw new Problem(notFound) // the page does not offer it
  await limits.take(MAIL_TESTS, project.id)
  const failure = await mail.mailer.send(mail.test(project, actor.operator.email))
  if (!failure) return undefined
  const sentence = words.say(`mail_failure_${failure.kind}`)
  return failure.answer === undefined
    ? sentence
    : `${sentence} ${words.say('mail_answered', { answer: failure.answer })}`
}

/** With the people and posts they are about, where there still are such. */
async function withNames(call: Caller, mails: readonly Mail[]): Promise<ShownMail[]> {
  const users = await readUsers(call, [...new Set(mails.flatMap(({ userId }) => userId ?? []))])
  const addresses = await addressesOf(call, mails)
  const about = mails.flatMap(({ about }) => (isId('post', about) ? [about] : []))
  const posts = await readPosts(call, [...new Set(about)])
  return mails.map((mail) => ({
    mail,
    user: users.find(({ id }) => id === mail.userId),
    post: posts.find(({ id }) => id === mail.about),
    address: addresses.get(mail.id),
  }))
}

function sendHtml(reply: FastifyReply, html: string): FastifyReply {
  return reply
    .header('content-security-policy', PREVIEW_POLICY)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(html.replace('<head>', '<head><base target="_blank"/>'))
}
