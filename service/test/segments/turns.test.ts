import { expect, test } from 'vitest'
import { inTurn } from '../../src/domain/segments/inside.ts'
import { newId } from '../../src/foundation/ids/index.ts'
import { startProject } from '../harness/project.ts'

const PRO = { all: [{ trait: 'plan', op: 'is', value: 'pro' }] }

// Guarantees that one project cannot take all connections by rules that read many users.
test('two reads by segments of a project run at once, twenty wait, more are refused, and other projects go on', async () => {
  const project = { id: newId('project') }
  const begun: PromiseWithResolvers<void>[] = []
  const ask = () =>
    inTurn({ project }, () => {
      const one = Promise.withResolvers<void>()
      begun.push(one)
      return one.promise
    })
  const asked = Array.from({ length: 22 }, ask)
  expect(begun).toHaveLength(2)
  await expect(ask()).rejects.toMatchObject({ kind: { code: 'rate_limited' }, headers: { 'retry-after': '5' } })
  expect(await inTurn({ project: { id: newId('project') } }, async () => 'answered')).toBe('answered')
  begun[0]?.reject(new Error('failed'))
  await expect(asked[0]).rejects.toThrow('failed')
  expect(begun).toHaveLength(3) // a failure gives its turn to the next one
  for (let ended = 1; ended < asked.length; ended += 1) {
    begun[ended]?.resolve()
    await asked[ended]
    expect(begun).toHaveLength(Math.min(ended + 3, asked.length))
  }
  expect(await inTurn({ project }, async () => 'free again')).toBe('free again')
})

test('counts of a project have a limit of their own, previews included, and lists by a segment another one', async () => {
  const { server, app } = await startProject({ environment: { RATE_LIMIT_FACTOR: '0.1' } }) // 6 counts a minute, 10 calls a second
  const { body: segment } = await server('POST', '/v1/segments', { name: 'Pro', rules: PRO })
  const count = () => server('GET', `/v1/segments/${segment.id}/count`)
  const preview = () => server('POST', '/v1/segments/count', { rules: PRO })
  for (const ask of [count, preview, count, preview, count, preview]) expect((await ask()).status).toBe(200)
  const refused = await preview()
  expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
  const list = `/v1/posts?segment=${segment.id}`
  expect((await app('GET', list)).headers.get('ratelimit-policy')).not.toContain('segment-lists')
  for (const path of [list, `/v1/users?segment=${segment.id}`]) {
    expect((await server('GET', path)).headers.get('ratelimit-policy'), path).toContain('segment-lists')
  }
})
