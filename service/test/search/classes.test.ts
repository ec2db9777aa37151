import { expect, test } from 'vitest'
import { startProject } from '../harness/project.ts'

const titlesOf = (answer: { body: { data: { title: string }[] } }) => answer.body.data.map(({ title }) => title)

/** A project that makes posts as if they had so many votes that they are in this class: 0, 1 or 2. */
async function startClasses() {
  const { server, app, service, project } = await startProject()
  const make = async (reach: number, title: string, body = '') => {
    const { body: post } = await server('POST', '/v1/posts', { title, body })
    await service.database.sql`update posts set reach = ${reach} where project_id = ${project.id} and id = ${post.id}`
  }
  const learn = (words: readonly string[]) =>
    service.database.sql`insert into search_words (project_id, word) select ${project.id}, unnest(${words}::text[])`
  return { make, learn, find: async (path: string) => titlesOf(await app('GET', path)) }
}

// Guarantees that a common word is not looked up in all posts, and that a post that says it in its title is found among many that have more votes.
test('with twenty posts from 64 votes, those from 16 are found by their title, and by their text only if there are fewer than twenty', async () => {
  const { make, find } = await startClasses()
  const search = () => find('/v1/posts?q=invoices&limit=100')
  for (let post = 0; post < 19; post += 1) await make(2, `Idea ${post}`, 'For invoices.')
  await make(1, 'Invoices as a file')
  await make(1, 'Better exports', 'Also of invoices.')
  await make(0, 'Small wish', 'About invoices.')
  expect(await search()).toHaveLength(21) // the small wish has 21 with more votes above it
  expect(await search()).toContain('Better exports')
  await make(2, 'One more idea', 'For invoices.')
  const found = await search()
  expect(found).toHaveLength(21)
  expect(found).toContain('Invoices as a file')
  expect(found).not.toContain('Better exports')
})

// Guarantees that a post is suggested to whoever writes nearly the same title, however many posts with more votes have one of its words.
test('a post without votes is similar to a title of four to seven words of which it lacks any one', async () => {
  const { make, find } = await startClasses()
  const words = ['purple', 'elephants', 'dancing', 'beside', 'golden', 'rivers', 'tonight']
  const titles = words.map((_, left) => words.filter((_, place) => place !== left).join(' '))
  for (const title of titles) await make(0, title)
  for (const word of words) for (let post = 0; post < 6; post += 1) await make(2, `${word} number ${post} of many`)
  for (let count = 4; count <= words.length; count += 1) {
    const asked = words.slice(0, count)
    const found = await find(`/v1/posts/similar?title=${encodeURIComponent(asked.join(' '))}&limit=10`)
    expect.soft(found.toSorted(), asked.join(' ')).toEqual(titles.toSorted())
  }
})

// Guarantees that suggestions among very many posts come soon, and that whoever has not finished the last word gets them, too.
test('if a post with many votes has all words of a title, a post without votes may lack the last word and no other', async () => {
  const { make, find } = await startClasses()
  await make(0, 'Dark theme for calendars')
  await make(0, 'Dark theme everywhere')
  await make(0, 'Another theme for invoia')
  await make(0, 'Many words', 'invoia invoib invoid invoie invoif invoig invoih invoii invoij invoik') // shorter than invoices, so chosen before it
  for (let post = 0; post < 40; post += 1) await make(2, `Theme number ${post} of many`)
  const similar = () => find('/v1/posts/similar?title=dark+theme+invoi')
  const all = ['Another theme for invoia', 'Dark theme everywhere', 'Dark theme for calendars']
  expect((await similar()).toSorted()).toEqual(all)
  await make(2, 'Dark theme for invoices')
  const [first, ...others] = await similar()
  expect(first).toBe('Dark theme for invoices')
  expect(others.toSorted()).toEqual(all.slice(1))
})

// Guarantees that among many posts with equally many votes those are found that say it in their titles, whenever they were made.
test('with more matches than are ranked, posts from 16 votes are found by their titles', async () => {
  const { make, find } = await startClasses()
  for (let post = 0; post < 40; post += 1) await make(1, `Idea ${post}`, 'For invoices.')
  await make(1, 'Invoices as a file')
  const found = await find('/v1/posts?q=invoices&limit=100')
  expect(found).toHaveLength(40)
  expect(found[0]).toBe('Invoices as a file')
})

// Guarantees that only a word to which letters may be missing may be absent from a post.
test('if the last word of a title is not one that is searched for, a post without votes may lack any one of the others', async () => {
  const { make, find } = await startClasses()
  await make(0, 'Dark calendar')
  for (let post = 0; post < 40; post += 1) await make(2, `Theme number ${post} of many`)
  await make(2, 'Dark theme calendar')
  expect(await find('/v1/posts/similar?title=dark+theme+calendar')).not.toContain('Dark calendar')
  expect(await find('/v1/posts/similar?title=dark+theme+calendar+with')).toContain('Dark calendar')
})

// Guarantees that a beginning of a few letters, which very many words of a large board share, costs little.
test('the beginning of a word is searched as ten longer words, or as five if more than forty begin with it', async () => {
  const { make, find } = await startClasses()
  const longer = (count: number) => Array.from({ length: count }, (_, more) => `zebr${'o'.repeat(more)}`)
  for (const word of longer(12)) await make(0, word)
  const found = () => find('/v1/posts?q=zeb&limit=100')
  expect((await found()).toSorted()).toEqual(longer(10))
  const others = Array.from({ length: 29 }, (_, place) => `zebu${(place + 36 ** 4).toString(36)}`)
  await make(0, 'Others', others.join(' '))
  expect(await found()).toEqual(expect.arrayContaining(longer(5)))
  expect(await found()).toHaveLength(5)
})

test('of thousands of words that begin alike, the shortest are searched, wherever they stand in the alphabet', async () => {
  const { make, find, learn } = await startClasses()
  await learn(Array.from({ length: 4_000 }, (_, place) => `quagm${(place + 36 ** 3).toString(36)}`))
  const short = ['quax', 'quay', 'quaz', 'quays', 'quazar', 'quayside']
  for (const word of short) await make(0, word)
  expect((await find('/v1/posts?q=qua&limit=100')).toSorted()).toEqual(short.slice(0, 5).toSorted())
})
