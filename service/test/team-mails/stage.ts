import { expect } from 'vitest'
import { systemCall } from '../../src/domain/call/index.ts'
import type { ProjectDraft } from '../../src/domain/projects/index.ts'
import { noteForTeam, openTeamMails, warnOfRefusals } from '../../src/domain/team-mails/index.ts'
import { type Desk, startDesk } from '../console/desk.ts'
import { type MailStage, startMailStage } from '../mails/stage.ts'

export interface TeamStage extends Desk {
  readonly mailServer: MailStage['mailServer']
  readonly startSender: MailStage['startSender']
  /** Lets time pass. */
  wait(until: string): void
  /** Resolves once the events have led to these mails: whom each is for, and about what. */
  queued(...mails: readonly string[]): Promise<void>
  /** Looks for jumps of refused sign-ins, as the job does. */
  lookForJumps(): Promise<void>
  states(): Promise<string[]>
  settledAs(...states: readonly string[]): Promise<void>
}

interface Options {
  readonly begin?: string
  readonly isOff?: boolean
  readonly draft?: Partial<ProjectDraft>
  /** For a test that changes tables. */
  readonly isAlone?: boolean
}

/** A project with a team on a database without others, and a mail server of its own. Its clock moves only when the test says so. */
export async function startTeamStage({
  begin = '2026-11-16T12:00:00Z',
  isOff = false,
  isAlone = false,
  draft,
}: Options = {}) {
  let time = new Date(begin)
  const now = () => time
  const stage = await startMailStage({ now, isOff, isAlone })
  const desk = await startDesk({ service: stage.running, now, ...(draft && { draft }) })
  const { sql } = stage.running.database
  const { id } = desk.project
  const call = () => systemCall(stage.running.database, stage.running.config, time)
  await openTeamMails(call())
  const mails = async () => {
    const rows = await sql<{ reader: string; about: string }[]>`
      select coalesce(o.email, i.email) as reader, split_part(m.about, ':', 1) as about from mails m
      left join operators o on o.id = m.operator_id
      left join operator_invitations i on i.project_id = m.project_id and i.id = m.invitation_id
      where m.project_id = ${id} and m.user_id is null order by 2, 1`
    return rows.map(({ reader, about }) => `${reader} ${about}`)
  }
  const states = async () => {
    const rows = await sql<{ state: string }[]>`
      select state from mails where project_id = ${id} and user_id is null order by id`
    return rows.map(({ state }) => state)
  }
  const team: TeamStage = {
    ...desk,
    mailServer: stage.mailServer,
    startSender: stage.startSender,
    wait: (until) => {
      time = new Date(until)
    },
    queued: async (...wanted) => {
      // Every event of the project is in the log now; a transaction elsewhere may hold the reader back for a moment.
      await expect
        .poll(async () => {
          while ((await noteForTeam(call())) > 0);
          const [left] = await sql<{ left: number }[]>`
            select count(*)::int as left from events e, event_readers r where r.name = 'team-mails' and (e.tx, e.seq) > (r.tx, r.seq)`
          return left?.left
        })
        .toBe(0)
      expect(await mails()).toEqual(wanted)
    },
    lookForJumps: () => warnOfRefusals(call()),
    states,
    settledAs: async (...wanted) => void (await expect.poll(states).toEqual(wanted)),
  }
  return team
}
