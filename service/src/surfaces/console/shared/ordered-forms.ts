import type { FastifyRequest } from 'fastify'
import type { JSX } from 'preact'
import type { Needs, OperatorCall, ProofOf } from '../../../domain/call/index.ts'
import { confirmationRequired, listPasskeys } from '../../../domain/operators/index.ts'
import { Problem } from '../../../foundation/problems/index.ts'
import type { ConsoleContext } from './context.ts'
import { formErrorsOf } from './form-errors.ts'
import { versionAfter } from './form-values.ts'
import type { Done } from './notices.ts'
import { type Access, type ConsoleRoutes, goTo } from './routing.ts'
import { type ProjectView, projectView, withFault } from './view.ts'

/** What a form of such a page has, to be shown again if it is refused. */
interface Typed {
  /** The version that was read; undefined: the newest. */
  readonly version: number | undefined
  /** By the names of the members in the API. */
  readonly faults?: Readonly<Record<string, string>>
}

/** The operator must confirm who they are before the typed form is saved. */
export interface Confirms {
  readonly hasPasskey: boolean
}

interface OrderedPage<N extends Needs, Sent extends Typed> {
  /** Such as `/fields`. */
  readonly path: string
  readonly access: Access<N>
  readonly sentIn: (request: FastifyRequest) => Sent & { readonly version: number }
  readonly show: (
    call: OperatorCall & ProofOf<N>,
    view: ProjectView,
    typed?: Sent,
    confirms?: Confirms,
  ) => Promise<JSX.Element>
}

/**
 * The page and the forms of a list whose items are added, changed, moved and deleted. Returns how a form is declared: after its work the page says what is
 * done. A form that is refused is shown again with what was typed.
 */
export function orderedForms<const N extends Needs, Sent extends Typed>(
  routes: ConsoleRoutes,
  context: ConsoleContext,
  { path, access, sentIn, show }: OrderedPage<N, Sent>,
) {
  type Caller = OperatorCall & ProofOf<N>
  routes.page(path, access, (call, view) => show(call, view))
  return (
    name: 'add' | 'change' | 'move' | 'delete',
    done: Done,
    work: (call: Caller, sent: Sent & { readonly version: number }, request: FastifyRequest) => Promise<unknown>,
  ) =>
    routes.form(
      `${path}/${name}`,
      { ...access, ...(name === 'delete' && { asks: true }) },
      async (call, request, reply) => {
        const sent = sentIn(request)
        try {
          await work(call, sent, request)
          return goTo(reply, `/console/${call.project.slug}${path}`, done)
        } catch (error) {
          const page = await projectView(context, call, request)
          const { status, text, fields } = formErrorsOf(page.words, error)
          reply.code(status)
          if (error instanceof Problem && error.kind === confirmationRequired)
            return show(call, page, sent, { hasPasskey: (await listPasskeys(call)).length > 0 })
          const version = versionAfter<number | undefined>(error, sent.version, undefined)
          return show(call, withFault(page, text), { ...sent, version, faults: fields })
        }
      },
    )
}
