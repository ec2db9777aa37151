import type { OperatorCall } from '../../../domain/call/index.ts'
import { checkSignInToken } from '../../../domain/sessions/index.ts'
import { listRejections } from '../../../domain/sign-in-log/index.ts'
import { membersOf, type Query, queryOf, readPage, textIn } from '../../pages/index.ts'
import type { ConsoleContext } from '../shared/context.ts'
import type { ConsoleRoutes } from '../shared/routing.ts'
import { type ProjectView, projectView, withFault } from '../shared/view.ts'
import { type Checked, SignInsPage } from './page.tsx'

type Caller = OperatorCall<'signing_keys:read'>

const READ = { needs: 'signing_keys:read' } as const
const A_PAGE = 50

/** The log of refused sign-ins, and the check of a single token. */
export function signInRoutes(routes: ConsoleRoutes, context: ConsoleContext): void {
  const show = async (call: Caller, view: ProjectView, query: Query, checked?: Checked) => {
    const { items, next } = await readPage(context.cursors, ['sign-ins', call.project.id], query, A_PAGE, (page) =>
      listRejections(call, page),
    )
    return (
      <SignInsPage
        view={view}
        rejections={items}
        next={next && `${view.base}/sign-ins?cursor=${encodeURIComponent(next)}`}
        {...(checked && { checked })}
      />
    )
  }
  routes.page('/sign-ins', READ, (call, view, request) => show(call, view, queryOf(request)))
  routes.form('/sign-ins/check', READ, async (call, request, reply) => {
    const view = await projectView(context, call, request)
    const { token, audience, state } = membersOf(request)
    const typed = textIn(token)
      .trim()
      .replace(/^Bearer\s+/i, '')
    const asked = { audience: audience === 'board' ? 'board' : 'app', state: textIn(state).trim() } as const
    if (typed === '') {
      reply.code(400)
      return show(call, withFault(view, view.words.say('sign_ins_paste_first')), {}, asked)
    }
    return show(call, view, {}, { ...asked, report: await checkSignInToken(call, typed, asked) })
  })
}
