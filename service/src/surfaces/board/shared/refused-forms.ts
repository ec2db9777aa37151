import type { FastifyReply, FastifyRequest } from 'fastify'
import type { JSX } from 'preact'
import type { WordKey } from '../../../../../ui/words/words.ts'
import type { UserCall } from '../../../domain/call/index.ts'
import { hasTooManyPictures } from '../../../domain/files/index.ts'
import { Problem } from '../../../foundation/problems/index.ts'
import { sendPage } from '../../pages/index.ts'
import type { View } from './view.ts'
import { policyOf } from './visitor.ts'

/** The owner of a form: the kept answer is deleted with the person. */
export function formOf({ actor: { user } }: UserCall) {
  return { caller: `${user.id} board`, userId: user.id }
}

/** Whether a form was refused because of this field. */
export function isAbout(error: unknown, field: string): boolean {
  return error instanceof Problem && (error.errors?.some(({ pointer }) => pointer === field) ?? false)
}

/** What is wrong with the body that was sent; undefined if nothing is. */
export function bodyFault(error: unknown, body: string, otherwise: WordKey): WordKey | undefined {
  if (!isAbout(error, '/body')) return undefined
  return hasTooManyPictures(body) ? 'pictures_many' : otherwise
}

export function withFault<V extends View>(view: V, ...why: readonly WordKey[]): V {
  return { ...view, notice: { kind: 'fault', text: why.map((key) => view.words.say(key)).join(' ') } }
}

/** The page of the form, with what was typed and the faults. */
export function sendRefused(
  call: UserCall,
  request: FastifyRequest,
  reply: FastifyReply,
  page: JSX.Element,
): Promise<FastifyReply> {
  return sendPage(request, reply, page, { ...policyOf(call), isShared: false, status: 400 })
}
