import type { Registry } from 'prom-client'
import { announcements } from './announcements.ts'
import type { Config } from './config.ts'
import { countSegments } from './count-segments.ts'
import { deliverWebhooks } from './deliver-webhooks.ts'
import { followLanguages } from './follow-languages.ts'
import { forgetWords } from './forget-words.ts'
import { openEgress } from './foundation/egress/index.ts'
import { startJobs, startLoop, watchWrites } from './foundation/jobs/index.ts'
import type { Log } from './foundation/log/index.ts'
import { meterResults, meterWork } from './foundation/metrics/index.ts'
import { withObjects } from './foundation/objects/index.ts'
import type { Storage } from './foundation/storage/index.ts'
import { housekeeping, reportSteps } from './housekeeping.ts'
import { keepInsights } from './keep-insights.ts'
import { notify } from './notify.ts'
import { renderAgain } from './render-again.ts'
import { runImports } from './run-imports.ts'
import { sendMails } from './send-mails.ts'
import { suggestDuplicates } from './suggest-duplicates.ts'
import { verifyDomains } from './verify-domains.ts'
import { warnTeam } from './warn-team.ts'

interface Surroundings {
  readonly storage: Storage
  readonly config: Config
  readonly log: Log
  readonly registry: Registry
}

/** Everything that the service does beside answering requests: jobs, loops, mails and webhooks. Any number of processes may do it; each work is done once. */
export async function startWorkBeside({
  storage,
  config,
  log,
  registry,
}: Surroundings): Promise<{ stop(): Promise<void> }> {
  const meter = meterWork(registry)
  const writes = watchWrites(storage.sql)
  const sender = await sendMails({ database: storage, config, log, count: meterMails(registry) })
  const egress = openEgress({ allow: config.egressAllow, dnsServers: config.dnsServers })
  const deliverer = deliverWebhooks({
    database: storage,
    places: config,
    egress,
    log,
    count: meterDeliveries(registry),
    meter,
    writes,
  })
  const loops = [
    notify(storage, config, log),
    runImports(storage, config),
    suggestDuplicates(storage, config, log),
    keepInsights(storage, config, log),
    countSegments(storage, config),
  ].map((loop) => startLoop(loop, { log, meter, writes }))
  const jobs = startJobs(
    storage,
    [
      housekeeping(withObjects(storage, config.filesUrl), config, reportSteps(log, registry)),
      announcements(storage, config),
      followLanguages(storage, config),
      forgetWords(storage, config),
      renderAgain(storage, config),
      verifyDomains(storage, config, log),
      warnTeam(storage, config),
    ],
    log,
    meter,
  )
  return {
    stop: async () => {
      await Promise.all([...loops, sender, deliverer].map((work) => work.stop()))
      egress.close()
      await jobs.stop().catch(() => {}) // without a database it cannot tell the queue what was under way
    },
  }
}

function meterMails(registry: Registry) {
  return meterResults(registry, {
    name: 'svc_mails_total',
    help: 'Attempts to send a mail, by what became of them.',
    results: ['sent', 'failed', 'fault', 'skipped', 'off', 'untried'],
  })
}

function meterDeliveries(registry: Registry) {
  return meterResults(registry, {
    name: 'svc_webhook_attempts_total',
    help: 'Attempts to send an event to a webhook, by whether the receiver took it.',
    results: ['delivered', 'failed'],
  })
}
