import { expect, test } from 'vitest'
import { commandLine } from '../harness/command-line.ts'
import { startProject } from '../harness/project.ts'
import { startReceiver } from './stage.ts'

const svc = (...words: string[]) => commandLine(words, { EGRESS_ALLOW: '127.0.0.1' })

test('webhooks are made, changed, tried out and deleted on the command line', async () => {
  const { project, server } = await startProject()
  const own = ['--project', project.slug]
  const { url, received } = await startReceiver()
  expect((await svc('webhook', 'list', ...own)).text).toContain('There are no webhooks.')
  const refused = await svc('webhook', 'create', ...own, '--url', 'http://10.0.0.1/', '--json')
  expect([refused.code, refused.json().code]).toEqual([1, 'url_not_allowed'])
  expect(refused.json().detail).toMatch(
    /^The address leads to a machine that is not on the public internet\. .*EGRESS_ALLOW/,
  )
  expect((await svc('webhook', 'create', ...own, '--url', url, '--event', 'nothing')).code).toBe(2)
  const made = await svc('webhook', 'create', ...own, '--url', url, '--event', 'post.created', '--json')
  const { webhook, secret } = made.json()
  expect([webhook.events, secret]).toEqual([['post.created'], expect.stringMatching(/^whsec_/)])
  expect(webhook).toEqual((await server('GET', `/v1/webhooks/${webhook.id}`)).body)
  expect((await svc('webhook', 'test', ...own, webhook.id)).code).toBe(0)
  expect(received[0]?.body.type).toBe('webhook.test')
  const off = await svc('webhook', 'update', ...own, webhook.id, '--disable', '--url', 'http://127.0.0.1:9/', '--json')
  expect(off.json()).toMatchObject({ state: 'disabled', disabled_reason: 'switched_off', url: 'http://127.0.0.1:9/' })
  expect((await svc('webhook', 'test', ...own, webhook.id, '--json')).json()).toEqual({
    at: expect.any(String),
    status: null,
    duration_ms: expect.any(Number),
    error: 'refused',
    response_excerpt: '',
  })
  expect((await svc('webhook', 'rotate-secret', ...own, webhook.id, '--json')).json().secret).not.toBe(secret)
  expect((await svc('webhook', 'delete', ...own, webhook.id)).code).toBe(0)
  expect((await svc('webhook', 'delete', ...own, webhook.id)).code).toBe(1)
})
