import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { type ConsoleWords, consoleWords } from '../../../../../ui/words/console/words.ts'
import {
  type Call,
  may,
  type Operator,
  type OperatorCall,
  type Permission,
  type Project,
  permit,
} from '../../../domain/call/index.ts'
import { type InboxCounts, inboxCounts } from '../../../domain/moderation/index.ts'
import { boardOriginOf } from '../../../domain/projects/index.ts'
import { isId } from '../../../foundation/ids/index.ts'
import { NONCE, pathOf, queryOf, textOf, textsIn } from '../../pages/index.ts'
import type { ConsoleContext } from './context.ts'
import { type Notice, noticeIn } from './notices.ts'

/** The data of every page of the console. */
export interface View {
  readonly operator: Operator | undefined
  /** The address of this page, to come back to. */
  readonly path: string
  readonly nonce: string
  readonly words: ConsoleWords
  readonly now: Date
  /** An id for the forms of this page, so that a form that is sent twice is processed once. */
  readonly formId: string
  readonly notice: Notice | undefined
  /** Whether the operator may only read: then no form is shown. */
  readonly isReadOnly: boolean
}

/** A page within a project. */
export interface ProjectView extends View {
  readonly operator: Operator
  readonly project: Project
  /** Whether the operator may do this here. Actions that are not allowed are not shown. */
  readonly may: (permission: Permission) => boolean
  /** The ids of the events that the page offers to undo. */
  readonly undo: readonly string[]
  /** The numbers of items that wait for the team, for the navigation. */
  readonly waiting: InboxCounts
  /** The beginning of the project's paths: /console/its-slug. */
  readonly base: string
  readonly boardOrigin: string
}

export function viewOf(context: ConsoleContext, call: Pick<Call, 'actor'>, request: FastifyRequest): View {
  return {
    operator: call.actor.kind === 'operator' ? call.actor.operator : undefined,
    path: pathOf(request),
    nonce: NONCE,
    words: consoleWords,
    now: context.now(),
    formId: randomBytes(16).toString('base64url'),
    isReadOnly: false,
    notice: noticeIn(consoleWords, textOf(queryOf(request).done)),
  }
}

export async function projectView(
  context: ConsoleContext,
  call: OperatorCall,
  request: FastifyRequest,
): Promise<ProjectView> {
  const { project } = call
  return {
    ...viewOf(context, call, request),
    operator: call.actor.operator,
    project,
    isReadOnly: !may(call, 'posts:write'),
    may: (permission) => may(call, permission),
    waiting: await inboxCounts(permit(call, 'moderation:read')), // every role has it
    undo: textsIn(queryOf(request).undo).filter((id) => isId('event', id)),
    base: `/console/${project.slug}`,
    boardOrigin: boardOriginOf(call.places, project),
  }
}

/** The same page with the fault of its form. */
export function withFault<V extends View>(view: V, text: string): V {
  return { ...view, notice: { kind: 'fault', text } }
}
