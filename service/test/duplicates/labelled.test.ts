import { expect, test } from 'vitest'
import { LANGUAGES } from '../../src/domain/call/index.ts'
import { comparedOf, wordsComparedOf } from '../../src/domain/duplicates/compare.ts'
import { listDuplicates } from '../../src/domain/duplicates/index.ts'
import { likenessOf, SUGGESTED_FROM } from '../../src/domain/duplicates/score.ts'
import { selectStems } from '../../src/domain/duplicates/signals-store.ts'
import { writePostForTeam } from '../../src/domain/posting/index.ts'
import { startProject, type TestProject } from '../harness/project.ts'
import { compareOwn } from './comparing.ts'
import labelled from './labelled.json' with { type: 'json' }

type Label = 'same' | 'near' | 'unrelated'
type Pairs = Readonly<Record<Label, readonly (readonly string[])[]>>

/** The figures of the decision and the guide. If the score becomes better, raise them. */
const LEAST_PRECISION = 0.95
const LEAST_RECALL = 0.68

const sets: readonly [string, Pairs][] = Object.entries(labelled)
const keyOf = (titles: readonly (string | undefined)[]) => titles.toSorted().join(' = ')
const postIn = (text: string) => {
  const [title = '', body = ''] = text.split('\n')
  return { title, body, voteCount: 0 }
}
const sameIn = ({ same }: Pairs) => new Set(same.map((texts) => keyOf(texts.map((text) => postIn(text).title))))

/** Every two posts of a language are compared, so that a post could also be taken for one of another pair. */
async function suggestedIn({ call }: TestProject, pairs: Pairs): Promise<string[]> {
  const posts = Object.values(pairs).flat(2).map(postIn)
  const words = [...new Set(posts.flatMap(wordsComparedOf))]
  const stems = await selectStems(call(), words)
  const compared = posts.map((post) => comparedOf(post, stems))
  return posts.flatMap((one, place) =>
    posts.flatMap((other, behind) => {
      const [left, right] = [compared[place], compared[behind]]
      if (behind <= place || !left || !right || likenessOf(left, right, 0).score < SUGGESTED_FROM) return []
      return [keyOf([one.title, other.title])]
    }),
  )
}

// Guarantees that suggestions are worth looking at. Every suggested pair that the set does not call the same is wrong, also two posts of different pairs.
test('of 213 labelled pairs in seven languages, nearly all suggested ones are the same, and most of the same are suggested', async () => {
  expect(sets.flatMap(([, pairs]) => Object.values(pairs).flat())).toHaveLength(213)
  const figures = []
  for (const [language, pairs] of sets) {
    const known = LANGUAGES.find((one) => one === language)
    if (!known) throw new Error(`${language} is no language of a project`)
    const same = sameIn(pairs)
    const suggested = await suggestedIn(await startProject({ draft: { language: known } }), pairs)
    const wrong = suggested.filter((key) => !same.has(key))
    figures.push({ language, same: same.size, suggested: suggested.length, wrong })
  }
  const suggested = figures.reduce((sum, figure) => sum + figure.suggested, 0)
  const right = suggested - figures.flatMap(({ wrong }) => wrong).length
  const same = figures.reduce((sum, figure) => sum + figure.same, 0)
  const [precision, recall] = [right / suggested, right / same]
  expect(precision, JSON.stringify({ precision, figures })).toBeGreaterThanOrEqual(LEAST_PRECISION)
  expect(recall, JSON.stringify({ recall, figures })).toBeGreaterThanOrEqual(LEAST_RECALL)
})

// Guarantees that the search finds the candidates that the score would suggest.
test('posts on a board lead to the pairs that the score says', async () => {
  const pairs = labelled.portuguese
  const project = await startProject({ draft: { language: 'portuguese' } })
  for (const text of Object.values(pairs).flat(2)) {
    const { title, body } = postIn(text)
    await writePostForTeam(project.call(), { title, body })
  }
  const list = () => listDuplicates(project.call(), {}, { limit: 100, after: undefined })
  expect((await list()).items).toEqual([]) // they are compared soon after somebody looks
  await compareOwn(project)
  const { items } = await list()
  const found = items.map(({ post, into }) => keyOf([post.title, into.title]))
  expect(found.sort()).toEqual((await suggestedIn(project, pairs)).sort())
})
