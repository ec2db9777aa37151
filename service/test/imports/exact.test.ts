import fc from 'fast-check'
import { expect, test } from 'vitest'
import { effort } from '../harness/effort.ts'
import { type File, nameOf } from './exact-model.ts'
import { OURS, World } from './exact-world.ts'

const PEOPLE = 3
const POSTS = { a: 3, b: 2 } as const

const who = fc.nat({ max: PEOPLE - 1 })
const file = (source: 'a' | 'b'): fc.Arbitrary<File> => {
  const post = fc.nat({ max: POSTS[source] - 1 })
  const mergedInto = fc.option(post, { nil: undefined, freq: 1 })
  const one = fc.record({ mergedInto, author: fc.option(who, { nil: undefined, freq: 1 }) })
  const comment = fc.record({ id: fc.nat({ max: 3 }), post, author: who })
  return fc.record({
    source: fc.constant(source),
    posts: fc.array(one, { minLength: POSTS[source], maxLength: POSTS[source] }),
    votes: fc.array(fc.tuple(post, who), { minLength: 3, maxLength: 6 }),
    comments: fc.uniqueArray(comment, { maxLength: 2, selector: ({ id }) => id }),
  })
}

const act = fc.record({
  kind: fc.constantFrom(
    'vote',
    'withdraw',
    'withdraw',
    'comment',
    'merge',
    'merge',
    'unmerge',
    'remove',
    'sign-in',
    'vouch',
    'erase',
  ),
  which: fc.nat(),
  other: fc.nat(),
})
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never

/** Something of the kind that is possible now, if there is anything. */
async function doSome(world: World, { kind, which, other }: Act): Promise<void> {
  const { model } = world
  const pick = <Item>(items: readonly Item[], by: number): Item | undefined => items[by % items.length]
  const listed = [...model.posts.keys()].filter((name) => model.isListed(name))
  const people = model.people.filter(({ isErased }) => !isErased)
  const [name, person] = [pick(listed, which), pick(people, other)]
  if (kind === 'sign-in' || kind === 'vouch') return world.vouch(which % PEOPLE, kind === 'sign-in')
  if (kind === 'erase') return person && other % 3 === 0 ? world.erase(person) : undefined
  if (kind === 'unmerge') {
    const merged = [...model.posts.values()].filter(
      ({ isDeleted, mergedInto }) => !isDeleted && mergedInto !== undefined,
    )
    const last = merged.filter(({ mergedInto = '' }) => model.posts.get(mergedInto)?.mergedInto === undefined)
    const found = pick(last, which)
    return found && world.unmerge(found.name)
  }
  if (kind === 'withdraw') {
    const votes = listed.flatMap((name) => [...model.votersOf(name)].map((voter) => [name, voter] as const))
    const [at, voter] =
      pick(
        votes.filter(([, { isErased }]) => !isErased),
        which,
      ) ?? []
    return at !== undefined && voter ? world.withdraw(at, voter) : undefined
  }
  if (!name) return
  const target = pick(
    listed.filter((one) => one !== name),
    other,
  )
  if (kind === 'merge' && target) return world.merge(name, target)
  if (kind === 'vote' && person) return world.vote(name, person)
  if (kind === 'comment') return world.comment(name)
  if (kind === 'remove' && other % 3 === 0) return world.remove(name)
}

const acts = (maxLength: number) => fc.array(act, { minLength: 1, maxLength })

// Guarantees that imports and undos in any order, with whatever people do between, leave exactly what the model says: nothing comes back that was withdrawn,
// unmerged or deleted, nothing of an undone import stays, nothing of anybody else goes, and all numbers equal their rows.
test('imports, undos and what people do between leave what everybody gave, and nothing else', async () => {
  const rounds = fc.tuple(
    fc.tuple(file('a'), file('a'), file('b')),
    acts(6),
    fc.nat({ max: 2 }),
    acts(3),
    fc.nat(),
    fc.boolean(),
  )
  await fc.assert(
    fc.asyncProperty(rounds, async ([files, first, again, then, undone, isRepeated]) => {
      const world = await World.begin()
      await world.import(files[0])
      for (const one of first) await doSome(world, one)
      await world.import(files[again] ?? files[0])
      for (const one of then) await doSome(world, one)
      await world.undo(undone % 2)
      if (isRepeated) await world.import(files[0])
      while (world.done.length > 0) await world.undo(0)
    }),
    { numRuns: effort(4) },
  )
})

const FILE: File = {
  source: 'a',
  posts: [
    { mergedInto: undefined, author: 0 },
    { mergedInto: 0, author: undefined },
    { mergedInto: undefined, author: undefined },
  ],
  votes: [
    [0, 1],
    [1, 2],
    [2, 1],
  ],
  comments: [
    { id: 0, post: 1, author: 0 },
    { id: 1, post: 2, author: 2 },
  ],
}
const [A0, A1, A2] = [nameOf('a', 0), nameOf('a', 1), nameOf('a', 2)]
const [OUR = '', OTHER = ''] = OURS

async function imported(file = FILE) {
  const world = await World.begin()
  await world.import(file)
  const person = (who: number) => {
    const found = world.model.personNow(who)
    if (!found) throw new Error(`Nobody is ${who}`)
    return found
  }
  return { world, person }
}

test('repeating an import brings back no vote that was withdrawn, no merge that was undone, and no post that was deleted', async () => {
  const { world, person } = await imported()
  await world.unmerge(A1)
  await world.withdraw(A1, person(2))
  await world.withdraw(A0, person(1))
  await world.import(FILE)
  await world.remove(A2)
  await world.import({
    ...FILE,
    votes: [...FILE.votes, [2, 0]],
    comments: [...FILE.comments, { id: 2, post: 2, author: 1 }],
  })
})

test('old votes keep their weight when a new one is withdrawn', async () => {
  const { world, person } = await imported()
  await world.vote(A0, person(0))
  await world.withdraw(A0, person(0))
  await world.check()
})

test('a vote for a post that was merged counts where it is counted now, and goes back with it', async () => {
  const { world } = await imported()
  await world.merge(A0, OUR)
  const more: File = {
    ...FILE,
    votes: [
      [0, 2],
      [0, 0],
      [1, 0],
      [1, 3],
      [1, 1],
    ],
    comments: [{ id: 3, post: 1, author: 1 }],
  }
  await world.import(more)
  await world.unmerge(A0)
  await world.check()
  await world.unmerge(A1)
  await world.check()
  await world.import(more)
})

test('a vote that an undo takes back, and that another merged post gives instead, counts with the time of that one', async () => {
  const posts = [0, 1, 2].map(() => ({ mergedInto: undefined, author: undefined }))
  const { world, person } = await imported({ source: 'a', posts, votes: [[0, 1]], comments: [] })
  await world.merge(A0, A1)
  await world.withdraw(A1, person(1))
  await world.import({
    source: 'a',
    posts,
    votes: [
      [0, 0],
      [0, 0],
      [2, 1],
    ],
    comments: [],
  }) // votes of a file are a day apart
  await world.merge(A2, A1)
  await world.undo(1)
})

test('an undo takes back what merges carried to other posts, in chains as well, and gives back what was merged into its own', async () => {
  const { world, person } = await imported()
  await world.vote(OTHER, person(2))
  await world.comment(A2)
  await world.merge(A2, OUR)
  await world.merge(OUR, OTHER)
  await world.merge(OTHER, A0)
  await world.undo(0)
})

test('a person whom somebody vouched for stays after an undo, and is the same when the file is imported again', async () => {
  const { world, person } = await imported()
  await world.vouch(0)
  await world.vouch(1, true)
  await world.vote(OUR, person(2))
  await world.undo(0)
  await world.import(FILE)
  await world.withdraw(OUR, person(2))
  await world.undo(0)
})

test('an import that another one needs is undone, and the last undo leaves nothing of either', async () => {
  const { world, person } = await imported()
  await world.import({
    ...FILE,
    source: 'b',
    posts: FILE.posts.slice(0, 2),
    votes: [
      [1, 2],
      [0, 1],
    ],
    comments: [],
  })
  await world.erase(person(0))
  await world.undo(0)
  await world.undo(0)
})

test.for([
  { order: 'from the first', undos: [0, 0] },
  { order: 'from the last', undos: [1, 0] },
])(
  'whoever an import says wrote about a merged post follows it, wherever it is; undone $order, imports leave nobody',
  async ({ undos }) => {
    const { world } = await imported({ ...FILE, comments: [] })
    const [before, after] = [['p0@example.com'], ['p0@example.com', 'p2@example.com']]
    await world.merge(A0, OUR)
    expect(await world.followersOf(OUR)).toEqual(before)
    await world.import({ ...FILE, comments: [{ id: 7, post: 0, author: 2 }] })
    expect(await world.followersOf(A0)).toEqual(after)
    expect(await world.followersOf(OUR)).toEqual(after)
    await world.unmerge(A0)
    expect(await world.followersOf(A0)).toEqual(after)
    expect(await world.followersOf(OUR)).toEqual([])
    await world.merge(A0, OUR)
    for (const place of undos) {
      await world.undo(place)
      expect(await world.followersOf(OUR)).toEqual(place === 1 ? before : [])
    }
    expect(world.model.people).toEqual([])
  },
)

test('the last undo of a source deletes whom an earlier one had to leave', async () => {
  const { world } = await imported({ ...FILE, posts: FILE.posts.slice(0, 1), votes: [[0, 1]], comments: [] })
  await world.import({ ...FILE, votes: [[1, 1]], comments: [] })
  await world.undo(0)
  expect(world.model.people).toHaveLength(1)
  await world.undo(0)
  expect(world.model.people).toEqual([])
})

test('undos that are asked for together delete whoever is left, though a file of the source never came to its end', async () => {
  const { world } = await imported({ ...FILE, posts: FILE.posts.slice(0, 1), votes: [[0, 1]], comments: [] })
  await world.import({ ...FILE, votes: [[1, 1]], comments: [] })
  await world.breakOff('a')
  await world.undoTogether()
  expect(world.model.people).toEqual([])
})

test('whom imports of two sources named goes with the last import that needs them', async () => {
  const { world } = await imported({ ...FILE, votes: [[0, 1]], comments: [] })
  await world.import({ ...FILE, posts: FILE.posts.slice(1), votes: [], comments: [] })
  await world.import({ ...FILE, source: 'b', posts: FILE.posts.slice(0, 2), votes: [[0, 1]], comments: [] })
  await world.undo(0)
  expect(world.model.personNow(1)).toBeDefined()
  await world.undo(1)
  expect(world.model.personNow(1)).toBeUndefined()
})
