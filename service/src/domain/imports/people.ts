import type { Id } from '../../foundation/ids/index.ts'
import type { ProjectCall } from '../call/index.ts'
import { recordEvents } from '../events/inside.ts'
import { type ImportedPerson, insertImported, selectImported } from '../users/inside.ts'
import { shareErasures } from './erased-store.ts'
import { firstByKey, type Import, type Portion, portionSize } from './import.ts'
import { adoptRecords, insertRecords, selectTargets } from './records-store.ts'
import { type Content, selectRows } from './rows-store.ts'

const PEOPLE_AT_ONCE = 1_000

/** Finds or makes the next people of the file. */
export async function addPeople(
  call: ProjectCall,
  running: Import,
  kind: 'user' | 'mention',
): Promise<Portion | undefined> {
  await shareErasures(call) // before the rows are read
  const rows = await selectRows(call, running, kind, running.position, portionSize(PEOPLE_AT_ONCE, running))
  const last = rows.at(-1)
  if (!last) return undefined
  const known = await selectTargets(
    call,
    rows.map(({ key }) => key),
  )
  await adoptRecords(call, running, [...known.keys()])
  const unknown = firstByKey(rows.filter(({ key }) => !known.has(key)))
  const people = unknown.map((row) => toPerson(row, call.now))
  const found = await selectImported(call, people)
  const missing = places(people, (place) => found[place] === undefined)
  const made = await insertImported(call, at(people, missing))
  // Somebody whom two records name, or who signed in just now, was not made here: they are found at the second look.
  const again = missing.filter((_, place) => made[place] === undefined)
  const foundAgain = await selectImported(call, at(people, again))
  const ids = new Map<number, Id<'user'> | undefined>([
    ...found.entries(),
    ...missing.map((place, order) => [place, made[order]] as const),
    ...again.map((place, order) => [place, foundAgain[order]] as const),
  ])
  const madeIds = new Set(made.filter((id) => id !== undefined))
  await insertRecords(
    call,
    running,
    unknown.flatMap(({ key }, place) => {
      const targetId = ids.get(place)
      if (targetId === undefined) throw new Error('Whoever cannot be made is there')
      return { key, targetId, isMade: madeIds.has(targetId) }
    }),
  )
  const happenings = [...madeIds].map((id) => ({ type: 'user.created', subject: id }) as const)
  await recordEvents(call, happenings, { actor: running.actor, isTold: running.notifies })
  return { position: last.place, made: { users: madeIds.size }, handled: kind === 'user' ? rows.length : 0 }
}

/** The author of a record. Without one it is the team's. The steps before made everybody whom the file names. */
export function authorIn(
  people: ReadonlyMap<string, Id<'user'>>,
  { line, personKey }: Pick<Content, 'line' | 'personKey'>,
): Id<'user'> | undefined {
  if (personKey === undefined) return undefined
  const id = people.get(personKey)
  if (id === undefined) throw new Error(`The author of line ${line} was not imported`)
  return id
}

function places<Item>(items: readonly Item[], fits: (place: number) => boolean): number[] {
  return [...items.keys()].filter(fits)
}

function at<Item>(items: readonly Item[], chosen: readonly number[]): Item[] {
  const some = new Set(chosen)
  return items.filter((_, place) => some.has(place))
}

/** The first word of a name is taken as the given name. */
function toPerson({ content: { sub, email, name }, at: createdAt }: Content, now: Date): ImportedPerson {
  const [givenName, ...family] = typeof name === 'string' ? name.split(/\s+/).filter((word) => word !== '') : []
  return {
    sub: typeof sub === 'string' ? sub : undefined,
    email: typeof email === 'string' ? email : undefined,
    givenName,
    familyName: family.length > 0 ? family.join(' ') : undefined,
    createdAt: createdAt ?? now,
  }
}
