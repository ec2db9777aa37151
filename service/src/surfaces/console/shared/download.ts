import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OperatorCall } from '../../../domain/call/index.ts'
import { type Columns, DOWNLOADS, type List, sendCsv } from '../../http/index.ts'
import type { ConsoleContext } from './context.ts'

/** A list of the console as a CSV file. */
export async function download<Item>(
  { limits, log }: ConsoleContext,
  { actor, project }: OperatorCall,
  request: FastifyRequest,
  reply: FastifyReply,
  file: { readonly name: string; readonly columns: Columns<Item>; readonly list: List<Item> },
): Promise<FastifyReply> {
  await limits.take(DOWNLOADS, actor.operator.id)
  const onFailure = (error: unknown) => log.error({ request_id: request.id, err: error }, 'a download broke off')
  return sendCsv(reply, `${project.slug}-${file.name}`, file.columns, file.list, onFailure)
}

/** A column for each trait that the project keeps. */
export function traitColumns<Item>(
  { project }: OperatorCall,
  traitsOf: (item: Item) => Readonly<Record<string, unknown>>,
): Columns<Item> {
  return Object.fromEntries(
    project.allowedTraits.map((trait) => [
      `trait_${trait}`,
      (item: Item) => {
        const traits = traitsOf(item)
        const value = Object.hasOwn(traits, trait) ? traits[trait] : undefined
        return value === undefined || typeof value === 'string' ? value : JSON.stringify(value)
      },
    ]),
  )
}
