import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { startDesk } from './desk.ts'

const MOST_SCRIPT = 25 * 1024

// Guarantees that the console works on a slow connection: measures the compressed size of what each page loads.
test('every page loads at most 25 KB of script, from this host alone, and the files are kept for ever', async () => {
  const desk = await startDesk()
  const { body: post } = await desk.server('POST', '/v1/posts', { title: 'Dark mode' })
  const { userId } = await desk.signIn({ sub: 'files' })
  const cookie = await desk.enter('files@console.example')
  const paths = desk.service.consoleRoutes
    .filter(({ method }) => method === 'GET')
    .map(({ path }) =>
      path
        .replace('/console', '')
        .replace(':slug', desk.project.slug)
        .replace('/users/:id', `/users/${userId}`)
        .replace(':number', String(post.number)),
    )
    .filter((path) => !path.includes(':'))
  expect(paths.length).toBeGreaterThan(15)
  for (const path of ['/enter', '/me', ...paths]) {
    const { status, text } = await desk.ask('GET', path, { cookie })
    if (status !== 200 || !text.startsWith('<!doctype html>')) continue
    const scripts = [...text.matchAll(/<script[^>]* src="\/console([^"]+)"/g)].map(([, source = '']) => source)
    expect(text.match(/<script/g)).toHaveLength(scripts.length)
    let size = 0
    for (const source of scripts) {
      const file = await desk.ask('GET', source)
      expect(file.headers['cache-control']).toContain('immutable')
      size += gzipSync(file.text, { level: 9 }).length
    }
    expect([path, size <= MOST_SCRIPT, size]).toEqual([path, true, size])
  }
})
