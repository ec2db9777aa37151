import { afterAll, beforeAll, test } from 'vitest'
import { sizeFor } from '../generator/generate.ts'
import { addSigner, connectionOf } from './client.ts'
import { type RunningServer, startBare } from './servers.ts'
import { bareOf, openSite, type Site } from './site.ts'
import { spreadPairs } from './votes.ts'
import { startBareBoard } from './workloads/board-page.ts'
import { assertSameExchange } from './workloads/exchange.ts'
import { assertSameList, assertSamePosts } from './workloads/posts.ts'
import { assertSameMe } from './workloads/session.ts'
import { assertSameVersion } from './workloads/version.ts'
import { assertSameVotes } from './workloads/votes.ts'

/*
 * Guarantees that every workload compares the service with a program that answers the same. A member that only the service has would make it look slow,
 * and the workload itself would say so only when somebody runs it.
 */
let site: Site
const started: RunningServer[] = []

beforeAll(async () => {
  site = await openSite(sizeFor(100))
})

afterAll(async () => {
  await Promise.all(started.map((bare) => bare.stop()))
  await site?.stop()
})

async function start(starting: Promise<RunningServer>): Promise<RunningServer> {
  const bare = await starting
  started.push(bare)
  return bare
}

function ofSite(): Record<string, string> {
  return { CONNECTION: JSON.stringify(connectionOf(site.directory)), PROJECT: site.projectId, AUDIENCE: site.origin }
}

test('the version is the same', async () => {
  await assertSameVersion([site, await start(startBare('version'))])
})

test('the person of a session is the same', async () => {
  const [token] = await site.signIn(1)
  const headers = { ...site.headers, authorization: `Bearer ${token}` }
  await assertSameMe([site, await start(startBare('session', ofSite()))], headers)
})

test('an exchange is answered the same', async () => {
  const bare = await start(startBare('exchange', ofSite()))
  await assertSameExchange([site, bare], addSigner(site.directory, site, site.origin))
})

test('a list, posts and votes are the same', async () => {
  const bare = await start(bareOf(site))
  await assertSameList(site, bare)
  await assertSamePosts(site, bare)
  await assertSameVotes(site, bare, spreadPairs(await site.signIn(50), site.openPosts))
})

test('the front page of a board is the same', async () => {
  await start(startBareBoard(site))
})
