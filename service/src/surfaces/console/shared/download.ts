import type { FastifyReply, FastifyRequest } from 'fastify'
import { type OperatorCall, readingOfNow } from '../../../domain/call/index.ts'
import { type Columns, DOWNLOADS, type List, sendCsv } from '../../http/index.ts'
import type { ConsoleContext } from './context.ts'

interface Download<Item, C> {
  readonly name: string
  readonly columns: Columns<Item>
  /** Reads through the call that it gets. */
  readonly list: (call: C, ...page: Parameters<List<Item>>) => ReturnType<List<Item>>
}

/** A list of the console as a CSV file. */
export async function download<Item, C extends OperatorCall>(
  { limits, log }: ConsoleContext,
  call: C,
  request: FastifyRequest,
  reply: FastifyReply,
  { name, columns, list }: Download<Item, C>,
): Promise<FastifyReply> {
  await limits.take(DOWNLOADS, call.actor.operator.id)
  const reading = await readingOfNow(call)
  const onFailure = (error: unknown) => log.error({ request_id: request.id, err: error }, 'a download broke off')
  return sendCsv(reply, `${call.project.slug}-${name}`, columns, (...page) => list(reading, ...page), onFailure)
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
