import type { FastifyRequest } from 'fastify'
import type { JSX } from 'preact'
import type { OperatorCall } from '../../../domain/call/index.ts'
import type { ProjectView } from '../shared/view.ts'

export type Caller = OperatorCall<'imports:write' | 'people:read'>

/** `people:read` is for the names of those who imported something. */
export const MANAGE = { needs: ['imports:write', 'people:read'] } as const

/** The first step, again if its form was refused. */
export type ShowChoose = (
  call: Caller,
  view: ProjectView,
  request: FastifyRequest,
  refused?: { readonly fault?: string; readonly chosen?: string | undefined },
) => Promise<JSX.Element>
