import { describe, expect, test } from 'vitest'
import type { Language } from '../../src/domain/projects/index.ts'
import { startProject } from '../harness/project.ts'
import sets from './relevance.json' with { type: 'json' }

/* What people type, and the posts that must come first: the measure of search. A query that disappoints somebody belongs in here. */

interface Expectation {
  readonly first: string | readonly string[]
}

for (const [language, { posts, queries, similar, nothing }] of Object.entries(sets)) {
  describe(`in ${language}`, async () => {
    const ask = async () => {
      const project = await startProject({ draft: { language: language as Language } }) // the names of the sets are languages
      for (const title of posts) await project.server('POST', '/v1/posts', { title })
      return async (path: string): Promise<string[]> => {
        const { status, body } = await project.app('GET', path)
        expect(status, JSON.stringify(body)).toBe(200)
        return body.data.map(({ title }: { title: string }) => title)
      }
    }
    const disappointments = async (
      expectations: readonly (Expectation & { asked: string })[],
      find: (asked: string) => Promise<string[]>,
    ) => {
      const wrong = []
      for (const { asked, first } of expectations) {
        const wanted = [first].flat()
        const found = await find(asked)
        const missed = wanted.filter((title) => !found.slice(0, wanted.length).includes(title))
        if (missed.length > 0) wrong.push({ asked, wanted, found: found.slice(0, 4) })
      }
      return wrong
    }

    test('each search brings the post that is meant first', async () => {
      const find = await ask()
      const asked = queries.map(({ q, first }) => ({ asked: q, first }))
      expect(await disappointments(asked, (q) => find(`/v1/posts?q=${encodeURIComponent(q)}`))).toEqual([])
    })

    test('a half-typed title brings the post that is meant first', async () => {
      const find = await ask()
      const asked = similar.map(({ title, first }) => ({ asked: title, first }))
      const path = '/v1/posts/similar?title='
      expect(await disappointments(asked, (title) => find(path + encodeURIComponent(title)))).toEqual([])
    })

    test('a word that no post has is not found', async () => {
      const find = await ask()
      for (const q of nothing) {
        expect([q, ...(await find(`/v1/posts?q=${encodeURIComponent(q)}`))]).toEqual([q])
      }
    })
  })
}
