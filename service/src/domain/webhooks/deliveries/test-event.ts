import type { KeyObject } from 'node:crypto'
import { type Id, newId } from '../../../foundation/ids/index.ts'
import type { Permitted } from '../../call/index.ts'
import { isSafeEnough } from '../address.ts'
import { selectSecrets } from '../store.ts'
import { requireWebhook } from '../verbs.ts'
import type { Webhook } from '../webhook.ts'

/** The type of what is sent to try a webhook out. No event of the log has it. */
export const TEST_TYPE = 'webhook.test'

export interface TestEvent {
  readonly id: Id<'event'>
  readonly webhook: Webhook
  readonly isSafe: boolean
  readonly secrets: readonly KeyObject[]
}

/** Also of a webhook that is disabled: to find out whether it can be switched on again. */
export async function testEventFor(call: Permitted<'webhooks:write'>, id: string): Promise<TestEvent> {
  const webhook = await requireWebhook(call, id)
  return {
    id: newId('event'),
    webhook,
    isSafe: isSafeEnough(call, webhook.url),
    secrets: await selectSecrets(call, webhook.id),
  }
}
