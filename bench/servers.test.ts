import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { until } from '../service/test/harness/process.ts'
import { connectionOf, makeClient } from './client.ts'
import { startBare, startOurs, stopBoth, temporaryDirectory } from './servers.ts'

// Guarantees that the end of a run is quiet: the bare server has left the database before the database ends.
test('the bare server of a workload ends without a word, with all its connections open until then', async () => {
  const directory = await temporaryDirectory()
  const ours = await startOurs(directory)
  onTestFinished(ours.stop)
  const client = await makeClient(directory, ours.origin)
  const bare = await startBare('exchange', {
    CONNECTION: JSON.stringify(connectionOf(directory)),
    PROJECT: client.projectId,
    AUDIENCE: ours.origin,
  })
  onTestFinished(bare.stop)
  let said = ''
  bare.child.stderr?.on('data', (chunk) => {
    said += chunk
  })
  const answers = await Promise.all(Array.from({ length: 40 }, () => fetch(`${bare.origin}/ready`)))
  await Promise.all(answers.map((answer) => answer.text()))
  // A request that is under way holds the bare server for a while; ours must not take its database away meanwhile.
  const held = connect(Number(new URL(bare.origin).port), '127.0.0.1')
  held.on('error', () => {})
  await new Promise<void>((ready) => held.once('connect', ready))
  held.write(
    'POST /v1/sessions/sso HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
  )
  const stopped = stopBoth(ours, bare)
  await until(async () => !(await accepts(bare.origin)))
  expect((await fetch(`${ours.origin}/readyz`)).status).toBe(200)
  held.destroy()
  await stopped
  expect([said, bare.child.exitCode, ours.child.exitCode]).toEqual(['', 0, 0])
})

/** Whether a server still takes new connections. */
function accepts(origin: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
