import { expect, test } from 'vitest'
import { commandLineWith } from '../harness/command-line.ts'
import { freePort } from '../harness/ports.ts'
import { preparedDataDirectory, runMain, untilReady } from '../harness/process.ts'

// Guarantees that commands judge tokens and print addresses as the service does, although their environment often differs.
test('a command uses the addresses of the service, whatever its environment says, also after the service was stopped', async () => {
  const DATA_DIR = await preparedDataDirectory()
  const port = await freePort()
  const run = runMain(['serve'], { DATA_DIR, PORT: String(port), EGRESS_ALLOW: 'localhost' })
  await untilReady(run)
  const svc = async (environment: Record<string, string>, ...words: string[]) => {
    const { told, json } = await commandLineWith([...words, '--json'], { DATA_DIR, ...environment })
    return { err: told, json: json() }
  }
  const made = await svc({}, 'project', 'create', '--name', 'Acme', '--slug', 'acme')
  expect([made.json.project.board_origin, made.err]).toEqual([`http://acme.localhost:${port}`, ''])
  const invited = await svc({}, 'operator', 'invite', '--email', 'ada@acme.example')
  expect(invited.json.url).toContain(`http://localhost:${port}/console`)

  const differing = await svc(
    { API_ORIGIN: 'https://api.example.com' },
    'operator',
    'invite',
    '--email',
    'b@acme.example',
  )
  expect(differing.json.url).toContain(`http://localhost:${port}/console`)
  expect(differing.err).toContain(`uses http://localhost:${port}, as the service`)
  expect(differing.err).toContain('API_ORIGIN of this environment would make it https://api.example.com')
  const onAnotherPort = await svc({ PORT: '4999' }, 'project', 'show', 'acme')
  expect(onAnotherPort.json.board_origin).toBe(`http://acme.localhost:${port}`)
  expect(onAnotherPort.err).toContain('PORT of this environment would make it http://{slug}.localhost:4999')
  const same = await svc({ PORT: String(port) }, 'project', 'show', 'acme')
  expect(same.err).toBe('')

  // The service would send to this address, so a command beside it accepts it.
  const hook = ['webhook', 'create', '--project', 'acme', '--url', 'http://localhost:9/hook']
  expect((await svc({}, ...hook)).json.webhook).toMatchObject({ url: 'http://localhost:9/hook' })

  run.child.kill('SIGTERM')
  await run.ended
  const later = await svc({}, 'project', 'show', 'acme')
  expect(later.json.board_origin).toBe(`http://acme.localhost:${port}`)
})
