import { sizeFor } from '../../generator/generate.ts'
import { svc } from '../client.ts'
import { openSite, type Site } from '../site.ts'
import { median, type Workload } from '../workload.ts'

const USERS = 1_000_000
const ROUNDS = 15
/** What the answers may take, in milliseconds. */
const MOST = { count: 100, list: 30 }
const COUNTED_WITHIN_MS = 120_000

interface Asked {
  readonly name: string
  readonly rules: object
  /** Absent for rules without `is` and `in`: no index serves lists of these people, which the guide says. */
  readonly hasIndex?: boolean
}

/** Half of the people are on the plan free, a tenth on pro, a thousandth on enterprise; seats are from 1 to 1,000. */
const SEGMENTS: readonly Asked[] = [
  { name: 'rare', rules: { all: [{ trait: 'plan', op: 'is', value: 'enterprise' }] }, hasIndex: true },
  { name: 'some', rules: { all: [{ trait: 'plan', op: 'in', value: ['pro', 'enterprise'] }] }, hasIndex: true },
  { name: 'many', rules: { all: [{ trait: 'plan', op: 'is', value: 'free' }] }, hasIndex: true },
  {
    name: 'joined',
    rules: {
      all: [
        { trait: 'plan', op: 'is', value: 'pro' },
        { trait: 'seats', op: 'at_least', value: 900 },
      ],
    },
    hasIndex: true,
  },
  { name: 'other', rules: { all: [{ trait: 'plan', op: 'is_not', value: 'free' }] } },
  { name: 'numbers', rules: { all: [{ trait: 'seats', op: 'at_least', value: 1_000 }] } },
]

/** How long counts and the first pages of people take among a million users, against what we promise. The slowest is judged. */
export const segments: Workload = {
  name: 'segments_at_scale',
  unit: 'ms',
  floor: 1,
  measure: async () => {
    const site = await openSite(sizeFor(1_000), { environment: { RATE_LIMIT_FACTOR: '0' } })
    try {
      await addUsers(site)
      const secret = svc(site.directory, [
        ...['secret-key', 'create', '--project', 'bench', '--name', 'bench'],
        ...['--scope', 'users:read', '--scope', 'fields:write'],
      ]).secret as string // as the command says
      const shares: { ours: number; limit: number; ratio: number }[] = []
      for (const segment of SEGMENTS) shares.push(...(await measureOne(site, secret, segment)))
      return shares.reduce((worst, one) => (one.ratio < worst.ratio ? one : worst))
    } finally {
      await site.stop()
    }
  },
}

async function addUsers(site: Site): Promise<void> {
  process.stderr.write('Making a million users …\n')
  await site.query(
    `insert into users (project_id, id, sub, traits, state, created_at, last_seen_at)
     select $1, 'usr_' || lpad(n::text, 26, '0'), 'scale-' || n, jsonb_build_object(
       'plan', case when n % 1000 = 0 then 'enterprise' when n % 10 = 3 then 'pro' when n % 2 = 0 then 'free' else 'team' end,
       'seats', hashint4(n) & 1023, 'country', 'c' || n % 50, 'beta', n % 7 = 0), 'active', now(), now()
     from generate_series(1, $2::int) as n`,
    [site.projectId, USERS],
  )
  await site.query('vacuum analyze users')
}

async function measureOne(site: Site, secret: string, { name, rules, hasIndex }: Asked) {
  const authorization = `Bearer ${secret}`
  const headers = { authorization, 'content-type': 'application/json' }
  const made = await fetch(`${site.origin}/v1/segments`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ name, rules }),
  })
  const { id } = (await made.json()) as { id: string } // as the API says
  const first = await timeOf(`${site.origin}/v1/segments/${id}/count`, authorization)
  const times: Record<keyof typeof MOST, number[]> = { count: [], list: [] }
  for (let round = 0; round < ROUNDS; round += 1) {
    times.count.push((await timeOf(`${site.origin}/v1/segments/${id}/count`, authorization)).ms)
    times.list.push((await timeOf(`${site.origin}/v1/segments/${id}/users`, authorization)).ms)
  }
  const [count, list] = [median(times.count), median(times.list)]
  const whole = await untilCounted(`${site.origin}/v1/segments/${id}/count`, authorization)
  process.stderr.write(
    `${name}: first ${first.text.slice(0, 36)} in ${first.ms.toFixed(1)} ms, count ${count.toFixed(1)} ms, list ${list.toFixed(1)} ms; ${whole}\n`,
  )
  const share = (ours: number, limit: number) => ({ ours, limit, ratio: limit / ours })
  const counts = [share(first.ms, MOST.count), share(count, MOST.count)]
  return hasIndex ? [...counts, share(list, MOST.list)] : counts
}

/** The count, once it is no longer under way. */
async function untilCounted(address: string, authorization: string): Promise<string> {
  const began = performance.now()
  for (;;) {
    const { kind, count } = JSON.parse((await timeOf(address, authorization)).text)
    if (kind !== 'at_least') return `${kind} ${count} after ${((performance.now() - began) / 1000).toFixed(1)} s`
    if (performance.now() - began > COUNTED_WITHIN_MS) throw new Error(`${address} is still counting`)
    await new Promise((wake) => setTimeout(wake, 200))
  }
}

async function timeOf(address: string, authorization: string) {
  const began = performance.now()
  const answer = await fetch(address, { headers: { authorization } })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${address} answers ${answer.status}: ${text}`)
  return { text, ms: performance.now() - began }
}
