import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { OperatorCall } from '../../../domain/call.ts'
import type { AccountCall, Operator, Role } from '../../../domain/operators/index.ts'
import type { Project } from '../../../domain/projects/index.ts'
import { NONCE, pathOf, queryOf, textOf } from '../../pages/index.ts'
import type { ConsoleContext } from './context.ts'
import { type Notice, noticeIn } from './notices.ts'

/** What every page of the console knows. */
export interface View {
  readonly operator: Operator | undefined
  /** The address of this page, to come back to. */
  readonly path: string
  readonly nonce: string
  readonly now: Date
  /** Names the forms of this page, so that one that is sent twice is taken once. */
  readonly formId: string
  readonly notice: Notice | undefined
}

/** A page within a project. */
export interface ProjectView extends View {
  readonly operator: Operator
  readonly project: Project
  readonly role: Role
  /** Where the pages of the project stand: /console/its-slug. */
  readonly base: string
}

export function viewOf(context: ConsoleContext, call: Partial<AccountCall>, request: FastifyRequest): View {
  return {
    operator: call.operator,
    path: pathOf(request),
    nonce: NONCE,
    now: context.now(),
    formId: randomBytes(16).toString('base64url'),
    notice: noticeIn(textOf(queryOf(request).done)),
  }
}

export function projectView(
  context: ConsoleContext,
  call: AccountCall & OperatorCall,
  request: FastifyRequest,
): ProjectView {
  const { operator, project, role } = call
  return { ...viewOf(context, call, request), operator, project, role, base: `/console/${project.slug}` }
}

/** The same page with what was wrong with its form. */
export function withFault<V extends View>(view: V, text: string): V {
  return { ...view, notice: { kind: 'fault', text } }
}
