import type { Places, Project } from '../../../domain/call/index.ts'
import type { Letter } from '../../../domain/mails/index.ts'
import type { TeamLetter } from '../../../domain/team-mails/index.ts'
import type { WebhookDesk } from '../../../domain/webhooks/index.ts'
import type { LookUpTxt } from '../../../foundation/dns/index.ts'
import type { Mailer, OutgoingMail } from '../../../foundation/mail/index.ts'
import type { Cursors } from '../../../foundation/paging/index.ts'
import type { RateLimits } from '../../../foundation/rate-limits/index.ts'
import type { Database } from '../../../foundation/storage/index.ts'
import type { Live, SurfaceOptions } from '../../http/index.ts'
import type { Cookies } from '../../pages/index.ts'
import type { Afterwork } from './afterwork.ts'

/** How the service sends mail, and what a mail looks like. */
export interface ConsoleMail {
  /** Undefined: mail is off. */
  readonly mailer: Mailer | undefined
  readonly mailDelaySeconds: number
  /** As its reader gets it, but without links that would work. */
  preview(letter: Letter | TeamLetter): OutgoingMail
  /** Tells this operator that mail works. */
  test(project: Project, email: string): OutgoingMail
}

/** Everything that pages and forms of the console need. */
export interface ConsoleContext extends SurfaceOptions {
  readonly database: Database
  readonly places: Places
  readonly limits: RateLimits
  readonly cursors: Cursors
  readonly mail: ConsoleMail
  readonly live: Live
  readonly version: string
  readonly now: () => Date
  /** Through the operator's resolver. */
  readonly lookUpTxt: LookUpTxt
  readonly webhooks: WebhookDesk
  readonly eventsKeptDays: number
  readonly trustedProxies: readonly string[]
  readonly cookies: Cookies
  readonly afterwork: Afterwork
}
