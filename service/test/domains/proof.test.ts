import { expect, test } from 'vitest'
import { systemCall } from '../../src/domain/call/index.ts'
import { trustDomain, verifyOpenClaims } from '../../src/domain/projects/index.ts'
import { txtLookUp } from '../../src/foundation/dns/index.ts'
import { createLog } from '../../src/foundation/log/index.ts'
import { verifyDomains } from '../../src/verify-domains.ts'
import { type BoardRequest, type Stage, startBoard } from '../board/stage.ts'
import { startDns } from '../harness/dns.ts'
import { until } from '../harness/process.ts'
import { BOARDS, DAY_MS, freshDomain, prove, startClocked } from './clocked.ts'

const at = (domain: string, options: BoardRequest = {}): BoardRequest => ({ ...options, headers: { host: domain } })
const claim = (stage: Stage, domain: string | null) => stage.server('PATCH', '/v1/project', { domain })
const check = (stage: Stage) => stage.server('POST', '/v1/project/verify_domain')
const bySlug = (stage: Stage) => `https://${stage.project.slug}.boards.example`

/** Boards remember for a second whose a host is. */
const untilServed = (stage: Stage, options?: BoardRequest) =>
  until(async () => (await stage.board('GET', '/', options)).status === 200)

test('a domain is served, and is canonical, once its TXT record holds the challenge of the project', async () => {
  const { stage, dns } = await startClocked()
  const domain = freshDomain()
  const { status, body } = await claim(stage, domain)
  expect([status, body]).toEqual([
    200,
    expect.objectContaining({
      domain,
      domain_state: 'waiting',
      domain_verified_at: null,
      domain_claim_expires_at: expect.any(String),
      domain_challenge: { name: `_feedback-board.${domain}`, value: expect.stringMatching(/^[0-9a-f]{64}$/) },
      board_origin: bySlug(stage),
    }),
  ])
  const { name, value } = body.domain_challenge
  const without = await check(stage)
  expect([without.status, without.body.code, without.body.detail]).toEqual([
    409,
    'domain_unproven',
    `No TXT record was found at ${name}. DNS changes can take an hour to be seen.`,
  ])
  expect((await stage.board('GET', '/', at(domain))).status).toBe(421)
  expect((await stage.board('GET', '/')).status).toBe(200)

  dns.records.set(name, ['v=spf1 -all', `${value}x`])
  expect((await check(stage)).body.detail).toContain('none that holds this project’s value')
  dns.records.set(name, ['something else', value])
  const proven = await check(stage)
  expect([proven.status, proven.body]).toEqual([
    200,
    expect.objectContaining({
      domain_state: 'verified',
      domain_verified_at: expect.any(String),
      domain_claim_expires_at: null,
      domain_challenge: { name, value },
      board_origin: `https://${domain}`,
    }),
  ])
  await untilServed(stage, at(domain))
  await until(async () => (await stage.board('GET', '/')).status === 308)
  const led = await stage.board('GET', '/roadmap?x=1')
  expect([led.status, led.headers.location]).toEqual([308, `https://${domain}/roadmap?x=1`])
  expect((await stage.server('GET', '/v1/project')).body).toEqual(proven.body)

  const asked = dns.asked.length
  expect((await check(stage)).status).toBe(200)
  expect(dns.asked.length).toBe(asked) // what is proven is not asked for again
})

test('an error of DNS is explained in plain words, and changes nothing', async () => {
  const { stage, dns } = await startClocked()
  expect((await check(stage)).body.code).toBe('domain_not_set')
  const domain = freshDomain()
  const { body } = await claim(stage, domain)
  const { name } = body.domain_challenge
  for (const [record, words] of [
    ['servfail', 'DNS could not be asked for'],
    ['silence', 'did not answer'],
  ] as const) {
    dns.records.set(name, record)
    const { status, body } = await check(stage)
    expect([status, body.code, body.detail]).toEqual([409, 'domain_unproven', expect.stringContaining(words)])
  }
  expect((await stage.server('GET', '/v1/project')).body).toEqual(body)
})

test('a claim lapses after seven days, and naming the domain again renews it', async () => {
  const { stage, dns, later } = await startClocked()
  const domain = freshDomain()
  const first = (await claim(stage, domain)).body
  dns.records.set(first.domain_challenge.name, [first.domain_challenge.value])
  later(7 * DAY_MS + 1_000)
  const lapsed = await check(stage)
  expect([lapsed.status, lapsed.body.code]).toEqual([409, 'domain_claim_lapsed'])
  expect((await stage.server('GET', '/v1/project')).body).toMatchObject({ domain, domain_state: 'lapsed' })
  expect(dns.asked).toEqual([])
  expect((await claim(stage, domain)).body).toMatchObject({
    domain_state: 'waiting',
    domain_challenge: first.domain_challenge,
  })
  expect((await check(stage)).body.domain_state).toBe('verified')
})

test('naming the same domain again does not make a claim last longer', async () => {
  const { stage, later } = await startClocked()
  const domain = freshDomain()
  const { body: first } = await claim(stage, domain)
  later(6 * DAY_MS)
  expect((await claim(stage, domain)).body.domain_claim_expires_at).toBe(first.domain_claim_expires_at)
})

test('a claim does not stop others from proving a domain: the first to prove it keeps it while its record is there', async () => {
  const { stage: squatter, dns } = await startClocked()
  const owner = await startBoard({}, {}, { service: squatter.service })
  const domain = freshDomain()
  const squatted = (await claim(squatter, domain)).body.domain_challenge
  const owned = (await claim(owner, domain)).body.domain_challenge
  expect(owned.name).toBe(squatted.name)
  expect(owned.value).not.toBe(squatted.value)
  dns.records.set(owned.name, [owned.value])
  expect((await check(squatter)).body.code).toBe('domain_unproven')
  expect((await check(owner)).status).toBe(200)

  dns.records.set(owned.name, [owned.value, squatted.value])
  const both = await check(squatter)
  expect([both.status, both.body.code]).toEqual([409, 'domain_taken'])
  expect((await owner.server('GET', '/v1/project')).body.domain_state).toBe('verified')
})

// Guarantees that the owner of a domain gets it, even if another project proved it before, as with a domain that was sold.
test('a project that proves a domain after its record changed takes it over, and the old board is back at its slug', async () => {
  const { stage: before, dns } = await startClocked()
  const after = await startBoard({}, {}, { service: before.service })
  const domain = freshDomain()
  const first = (await claim(before, domain)).body.domain_challenge
  dns.records.set(first.name, [first.value])
  expect((await check(before)).status).toBe(200)

  const second = (await claim(after, domain)).body.domain_challenge
  dns.records.set(second.name, [second.value])
  expect((await check(after)).body).toMatchObject({ domain_state: 'verified', board_origin: `https://${domain}` })
  const lost = (await before.server('GET', '/v1/project')).body
  expect(lost).toMatchObject({ domain, domain_state: 'waiting', board_origin: bySlug(before) })
  await untilServed(before)
  const log: { action: string }[] = (await before.server('GET', '/v1/audit_log?limit=100')).body.data
  expect(log.find(({ action }) => action.startsWith('project.'))).toMatchObject({
    action: 'project.domain_lost',
    actor: { kind: 'system', id: null },
  })
})

test('a record that vanishes takes nothing away, and the hourly job proves what waits', async () => {
  const { stage, dns } = await startClocked()
  const { database, config, logged } = stage.service
  const domain = freshDomain()
  const { name, value } = (await claim(stage, domain)).body.domain_challenge
  const job = verifyDomains(
    database,
    config,
    createLog('info', (line) => void logged.push(line)),
  )
  await job.run({})
  expect((await stage.server('GET', '/v1/project')).body.domain_state).toBe('waiting')
  dns.records.set(name, [value])
  await job.run({})
  expect((await stage.server('GET', '/v1/project')).body.domain_state).toBe('verified')
  dns.records.delete(name)
  await job.run({})
  expect((await stage.server('GET', '/v1/project')).body.domain_state).toBe('verified')
})

test('one claim that fails keeps no other waiting', async () => {
  const { stage, dns } = await startClocked()
  const other = await startBoard({}, {}, { service: stage.service })
  await claim(stage, freshDomain())
  const { name, value } = (await claim(other, freshDomain())).body.domain_challenge
  dns.records.set(name, [value])
  const { database, config } = stage.service
  const lookUp = txtLookUp(config.dnsServers)
  const call = systemCall(database, config, database.clock.now())
  const { failed } = await verifyOpenClaims(call, async (asked, asker) => {
    if (asked !== name) throw new Error('a failure of ours')
    return lookUp(asked, asker)
  })
  expect(failed.length).toBeGreaterThan(0)
  expect((await other.server('GET', '/v1/project')).body.domain_state).toBe('verified')
})

test('an operator can trust a domain without a record, but not take it from another project', async () => {
  const { stage } = await startClocked()
  const other = await startBoard({}, {}, { service: stage.service })
  const domain = freshDomain()
  await claim(stage, domain)
  await claim(other, domain)
  expect((await trustDomain(stage.call())).verifiedDomain).toBe(domain)
  await expect(trustDomain(other.call())).rejects.toThrow('Another project has this domain.')
})

test('another domain takes the place of the proven one when it is proven itself, and removing it ends it', async () => {
  const { stage, dns } = await startClocked()
  const [old, next] = [freshDomain(), freshDomain()]
  await prove(stage, dns, old)
  const waiting = await claim(stage, next)
  expect(waiting.body).toMatchObject({ domain: next, domain_state: 'waiting', board_origin: `https://${old}` })
  expect((await prove(stage, dns, next)).body.board_origin).toBe(`https://${next}`)
  expect((await claim(stage, null)).body).toMatchObject({
    domain: null,
    domain_state: 'none',
    domain_challenge: null,
    board_origin: bySlug(stage),
  })
})

test('one of several projects that prove a domain at once gets it', async () => {
  const { stage, dns } = await startClocked()
  const others = await Promise.all([1, 2, 3].map(() => startBoard({}, {}, { service: stage.service })))
  const domain = freshDomain()
  const all = [stage, ...others]
  const challenges = await Promise.all(all.map(async (one) => (await claim(one, domain)).body.domain_challenge))
  dns.records.set(
    `_feedback-board.${domain}`,
    challenges.map(({ value }) => value),
  )
  const answers = await Promise.all(
    all.map((one) => one.server('POST', '/v1/project/verify_domain', undefined, { 'idempotency-key': 'k' })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
})

// Guarantees that a domain whose DNS does not answer holds no database connection, although the kit sends a key with every POST.
test('a look-up in DNS holds no database connection, and an Idempotency-Key does not repeat an earlier result', async () => {
  const { stage, dns } = await startClocked()
  const { name, value } = (await claim(stage, freshDomain())).body.domain_challenge
  const send = () => stage.server('POST', '/v1/project/verify_domain', undefined, { 'idempotency-key': 'same' })
  dns.records.set(name, 'silence')
  let isAnswered = false
  const slow = send().finally(() => {
    isAnswered = true
  })
  await until(() => dns.asked.includes(name))
  const { pool } = stage.service.database
  await until(() => pool.totalCount === pool.idleCount) // the service does other work from time to time
  expect(isAnswered).toBe(false)
  expect((await slow).body.code).toBe('domain_unproven')
  dns.records.set(name, [value])
  expect((await send()).body.domain_state).toBe('verified')
})

test('a project whose domains never answer does not make others wait', async () => {
  const dns = await startDns()
  const lookUp = txtLookUp([dns.address])
  dns.records.set('silent.example', 'silence')
  dns.records.set('good.example', ['proof'])
  const hostile = Array.from({ length: 20 }, () => lookUp('silent.example', 'one'))
  const others = await Promise.all(Array.from({ length: 30 }, (_, n) => lookUp('good.example', `other ${n}`)))
  expect(others.filter(({ kind }) => kind === 'found')).toHaveLength(30)
  const own = await Promise.all(['a', 'b', 'c'].map(() => lookUp('good.example', 'patient')))
  expect(own.map(({ kind }) => kind)).toEqual(['found', 'found', 'found'])
  const kinds = (await Promise.all(hostile)).map(({ kind }) => kind)
  expect(kinds[0]).toBe('timeout')
  expect(new Set(kinds.slice(1))).toEqual(new Set(['busy']))
})

test('DNS is asked ten times a minute for a project, and no more', async () => {
  const dns = await startDns()
  const stage = await startBoard({}, { ...BOARDS, DNS_SERVERS: dns.address, RATE_LIMIT_FACTOR: '1' })
  await claim(stage, freshDomain())
  const codes: number[] = []
  for (let n = 0; n < 12; n += 1) codes.push((await check(stage)).status)
  expect(codes.filter((code) => code === 409).length).toBe(10)
  expect(codes.at(-1)).toBe(429)
  expect(dns.asked.length).toBe(10)
})
