import { freePort } from '../../service/test/harness/ports.ts'
import { withBroadcast } from '../broadcast.ts'
import { startBare } from '../servers.ts'
import { type Measured, median, type Workload } from '../workload.ts'

const READERS = 1_000
const TURNS = 5

/** Mails about a change of status, from the first to the last that the mail server got, against the transport alone. */
export const mails: Workload = {
  name: 'mails',
  unit: 'mails/s',
  floor: 0.6,
  measure: async () => {
    const smtpPort = String(await freePort())
    const server = await startBare('mail-server', { SMTP_PORT: smtpPort })
    const bare = await startBare('mails', { SMTP_PORT: smtpPort })
    const secondsOfAll = async (): Promise<number> => {
      const answer = await fetch(`${server.origin}/taken/${READERS}`)
      const { seconds } = (await answer.json()) as { seconds: number } // as bare/mail-server.ts answers
      return seconds
    }
    const environment = {
      SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
      MAIL_FROM: 'feedback@acme.example',
      MAIL_DELAY_SECONDS: '0',
    }
    try {
      return await withBroadcast(
        READERS,
        async ({ site: { projectId, query }, many, changeStatus }) => {
          await query(
            `update users set email = id || '@example.com', email_verified = true where project_id = $1 and id in (
               select user_id from follows where project_id = $1 and post_id = $2)`,
            [projectId, many],
          )
          const turns: Measured[] = []
          for (let turn = 0; turn <= TURNS; turn += 1) {
            await changeStatus(many)
            const ours = await secondsOfAll()
            const mail = await (await fetch(`${server.origin}/last`)).text()
            await fetch(`${bare.origin}/send/${READERS}`, {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body: mail,
            })
            const alone = await secondsOfAll()
            if (turn > 0) turns.push({ ours: READERS / ours, limit: READERS / alone, ratio: alone / ours }) // both are warm
          }
          const middle = (member: keyof Measured) => median(turns.map((turn) => turn[member]))
          return { ours: middle('ours'), limit: middle('limit'), ratio: middle('ratio') }
        },
        environment,
      )
    } finally {
      await bare.stop()
      await server.stop()
    }
  },
}
