import type { Places } from '../../domain/call/index.ts'
import type { WebhookDesk } from '../../domain/webhooks/index.ts'
import type { LookUpTxt } from '../../foundation/dns/index.ts'
import type { Cursors } from '../../foundation/paging/index.ts'
import type { RateLimits } from '../../foundation/rate-limits/index.ts'
import type { Database } from '../../foundation/storage/index.ts'
import type { Live, SurfaceOptions } from '../http/index.ts'
import type { EventWaits } from './event-waits.ts'
import type { ProjectDirectory } from './project-directory.ts'

/** Everything that the API needs to answer requests. */
export interface ApiContext extends SurfaceOptions {
  readonly database: Database
  readonly places: Places
  readonly limits: RateLimits
  readonly projects: ProjectDirectory
  readonly cursors: Cursors
  readonly version: string
  /** The instant of each call; the database's clock. */
  readonly now: () => Date
  /** Through the operator's resolver. */
  readonly lookUpTxt: LookUpTxt
  readonly webhooks: WebhookDesk
  readonly trustedProxies: readonly string[]
  /** How far back events can be read. */
  readonly eventsKeptDays: number
  readonly eventWaits: EventWaits
  readonly live: Live
}
