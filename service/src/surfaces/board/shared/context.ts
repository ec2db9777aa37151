import type { Places } from '../../../domain/call/index.ts'
import type { MailLinks } from '../../../domain/mails/index.ts'
import type { Cursors } from '../../../foundation/paging/index.ts'
import type { RateLimits } from '../../../foundation/rate-limits/index.ts'
import type { Database } from '../../../foundation/storage/index.ts'
import type { Live, SurfaceOptions } from '../../http/index.ts'
import type { Cookies } from '../../pages/index.ts'
import type { BoardDirectory } from './directory.ts'
import type { Assets } from './view.ts'

/** Everything that the boards need to answer requests. */
export interface BoardContext extends SurfaceOptions {
  readonly database: Database
  readonly places: Places
  readonly limits: RateLimits
  readonly cursors: Cursors
  readonly mailLinks: MailLinks
  readonly live: Live
  readonly now: () => Date
  readonly trustedProxies: readonly string[]
  readonly sendsMail: boolean
  readonly directory: BoardDirectory
  readonly cookies: Cookies
  readonly assets: Assets & { readonly callback: string; readonly continue: string }
}
