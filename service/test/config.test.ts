import { expect, test } from 'vitest'
import { ConfigError, databaseOf, readConfig } from '../src/config.ts'

test('an empty environment is a working configuration for one machine', () => {
  expect(readConfig({})).toMatchObject({
    port: 4000,
    host: '127.0.0.1',
    apiOrigin: 'http://localhost:4000',
    boardOrigin: 'http://{slug}.localhost:4000',
    dataDir: './data',
    databaseUrl: undefined,
    workers: 1,
    logLevel: 'info',
    rateLimitFactor: 1,
  })
})

test('the addresses follow the port when they are not set', () => {
  expect(readConfig({ PORT: '8080' })).toMatchObject({
    apiOrigin: 'http://localhost:8080',
    boardOrigin: 'http://{slug}.localhost:8080',
  })
})

test('nothing can change the configuration later', () => {
  expect(Object.isFrozen(readConfig({}))).toBe(true)
})

// Guarantees that an operator can correct everything at once: all wrong variables are reported together.
test('every mistake is reported at once, each with the name of its variable', () => {
  const wrong = {
    PORT: '70000',
    HOST: 'not a host',
    API_ORIGIN: 'https://api.example.com/v1',
    BOARD_ORIGIN: 'https://boards.example.com',
    DATABASE_URL: 'mysql://root:hunter2@db/app',
    DATABASE_DIRECT_URL: 'postgres://root:hunter2@one,two:x/app',
    DATABASE_READ_URL: 'postgres://root:hunter2@one/app,mysql://root:hunter2@two/app',
    DATABASE_CONNECTIONS: '1',
    REDIS_URL: 'http://hunter2@cache',
    SMTP_URL: 'mail.example.com',
    MAIL_FROM: 'nobody',
    MAIL_DELAY_SECONDS: '1.5',
    WORKERS: '0',
    STOP_DELAY_SECONDS: '-1',
    TRUSTED_PROXIES: '10.0.0.0/33',
    DNS_SERVERS: 'dns.example.com',
    EGRESS_ALLOW: 'https://hooks.internal',
    LOG_LEVEL: 'loud',
    RATE_LIMIT_FACTOR: '-1',
    METRICS_TOKEN: 'short',
    DATABASE_POOLER: 'session',
  }
  const error = mistakesOf(wrong)
  expect(error.mistakes.map((mistake) => mistake.split(' ')[0])).toEqual(Object.keys(wrong))
  expect(error.message).not.toMatch(/hunter2|short"/)
})

test.each([
  ['PORT', '0x10'],
  ['PORT', '4000.5'],
  ['API_ORIGIN', 'HTTPS://api.example.com'],
  ['API_ORIGIN', 'https://api.example.com:443'],
  ['API_ORIGIN', 'ftp://api.example.com'],
  ['BOARD_ORIGIN', 'https://x.{slug}.example.com'],
  ['BOARD_ORIGIN', 'https://{slug}.{slug}.example.com'],
  ['TRUSTED_PROXIES', '10.0.0.1/8/8'],
  ['TRUSTED_PROXIES', 'localhost'],
  ['API_ORIGIN', 'https://api.example.com//'],
  ['API_ORIGIN', '/'],
  ['DNS_SERVERS', '192.0.2.53:0'],
  ['DNS_SERVERS', '192.0.2.53:65536'],
  ['DNS_SERVERS', '192.0.2.53,'],
  ['DNS_SERVERS', '[192.0.2.53]:53'],
  ['DNS_SERVERS', 'https://192.0.2.53'],
  ['EGRESS_ALLOW', '10.0.0.0/33'],
  ['EGRESS_ALLOW', '0x7f.1'],
  ['EGRESS_ALLOW', 'hooks.internal:8080'],
  ['EGRESS_ALLOW', 'Hooks.internal'],
  ['DATABASE_URL', 'postgres://svc@one,/svc'],
  ['DATABASE_URL', 'postgres://svc@one,two/svc?target_session_attrs=any'],
  ['MAIL_FROM', 'Board <board@example.com>\r\nBcc: x@example.com'],
])('%s=%s is refused', (name, value) => {
  expect(mistakesOf({ [name]: value }).mistakes).toEqual([expect.stringContaining(name)])
})

test('a slash at the end of an origin is understood', () => {
  const slashed = { API_ORIGIN: 'https://api.example.com/', BOARD_ORIGIN: 'https://{slug}.example.com/' }
  expect(readConfig(slashed)).toMatchObject({
    apiOrigin: 'https://api.example.com',
    boardOrigin: 'https://{slug}.example.com',
  })
})

test('DNS servers are addresses, with a port where it is not 53', () => {
  const text = '192.0.2.53, 127.0.0.1:5353,2001:db8::53,[2001:db8::53]:5353'
  expect(readConfig({ DNS_SERVERS: text }).dnsServers).toEqual(text.split(/, ?/))
  expect(readConfig({}).dnsServers).toEqual([])
})

test('receivers in the operator’s own network are hosts, addresses and ranges', () => {
  const text = 'hooks.internal, 10.0.0.0/8,127.0.0.1,fd00::/8,localhost'
  expect(readConfig({ EGRESS_ALLOW: text }).egressAllow).toEqual(text.split(/, ?/))
})

// Guarantees that an operator finds what is wrong with a password that a provider made, such as base64, and reads it in no log.
test.each(['hunter2/x', '12/hunter2', 'hunter2#x', 'hunter2?x', 'hunter2%x'])(
  'SMTP_URL with the password %s says what has to be escaped, and not the password',
  (password) => {
    const wrong = { SMTP_URL: `smtp://user:${password}@mail.example.com:587`, MAIL_FROM: 'board@example.com' }
    const { mistakes } = mistakesOf(wrong)
    expect(mistakes).toEqual([expect.stringMatching(/^SMTP_URL .* escaped, such as %2F for \/$/)])
    expect(mistakes.join()).not.toContain('hunter2')
    const escaped = { ...wrong, SMTP_URL: `smtp://user:${encodeURIComponent(password)}@mail.example.com:587` }
    expect(readConfig(escaped)).toMatchObject({ smtpUrl: escaped.SMTP_URL })
  },
)

test('several servers are one URL, and a pooler needs both ways', () => {
  const several = 'postgres://svc:a%2Cb@one:5432,two,[::1]:5433/svc?target_session_attrs=read-write'
  expect(readConfig({ DATABASE_URL: several }).databaseUrl).toBe(several)
  const [through, directly] = ['postgres://svc@pooler/svc', 'postgres://svc@db/svc']
  const both = { DATABASE_URL: through, DATABASE_DIRECT_URL: directly }
  expect(databaseOf(readConfig({ ...both, DATABASE_POOLER: 'transaction' }))).toEqual({
    databaseUrl: directly,
    pooledUrl: through,
  })
  expect(databaseOf(readConfig({ DATABASE_URL: directly }))).toEqual({ databaseUrl: directly })
  for (const wrong of [
    both,
    { DATABASE_POOLER: 'transaction', DATABASE_URL: through },
    { DATABASE_POOLER: 'transaction', DATABASE_DIRECT_URL: directly },
    { DATABASE_DIRECT_URL: directly },
  ]) {
    expect(mistakesOf(wrong).mistakes).toEqual([expect.stringContaining('belong together')])
  }
})

test('each replica has its URL, whether URLs or hosts are separated by commas', () => {
  const urlsOf = (urls: string) =>
    readConfig({ DATABASE_URL: 'postgres://svc@db/svc', DATABASE_READ_URL: urls }).databaseReadUrls
  const [one, two] = ['postgres://svc:a%2Cb@one:5432/svc', 'postgres://svc:a%2Cb@two/svc']
  expect(urlsOf(`${one},${two}`)).toEqual([one, two])
  expect(urlsOf(`${one}, ${two}`)).toEqual([one, two])
  expect(urlsOf('postgres://svc:a%2Cb@one:5432,two/svc')).toEqual([one, two])
  const DATABASE_URL = one
  expect(mistakesOf({ DATABASE_READ_URL: two }).mistakes).toEqual([expect.stringContaining('needs DATABASE_URL')])
  expect(mistakesOf({ DATABASE_URL, DATABASE_READ_URL: `${two}?target_session_attrs=read-write` }).mistakes).toEqual([
    expect.stringMatching(/^DATABASE_READ_URL .*target_session_attrs/),
  ])
})

test('the number of connections is for a database that has a setting for it too', () => {
  const DATABASE_URL = 'postgres://svc@db/svc'
  expect(readConfig({ DATABASE_URL, DATABASE_CONNECTIONS: '40' }).databaseConnections).toBe(40)
  expect(readConfig({ DATABASE_URL }).databaseConnections).toBeUndefined()
  expect(mistakesOf({ DATABASE_CONNECTIONS: '40' }).mistakes).toEqual([
    expect.stringMatching(/^DATABASE_CONNECTIONS needs DATABASE_URL/),
  ])
})

test('mail needs a sender', () => {
  expect(mistakesOf({ SMTP_URL: 'smtp://localhost' }).mistakes).toEqual([expect.stringContaining('MAIL_FROM')])
})

function mistakesOf(environment: Record<string, string>): ConfigError {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error
  }
  throw new Error('The configuration was accepted')
}

test('a role needs a database that several processes can reach', () => {
  const DATABASE_URL = 'postgres://svc@db/svc'
  for (const ROLE of ['web', 'jobs', 'all']) expect(readConfig({ ROLE, DATABASE_URL })).toMatchObject({ role: ROLE })
  expect(readConfig({ ROLE: 'all' })).toMatchObject({ role: 'all' })
  for (const ROLE of ['web', 'jobs'])
    expect(mistakesOf({ ROLE }).mistakes).toEqual([expect.stringMatching(/^ROLE must be all without DATABASE_URL/)])
  expect(mistakesOf({ ROLE: 'worker', DATABASE_URL }).mistakes).toEqual([
    expect.stringMatching(/^ROLE must be one of all, web, jobs/),
  ])
})
