import { identityOf, keyOf } from './keys.ts'
import type { ImportRecord, Person } from './record.ts'
import type { StagedRow } from './rows-store.ts'

/** People who were named lately are not staged again at each mention. */
const NAMED_LATELY = 100_000

/** Makes the staged rows of records: one for the record itself, and before it one for the person whom it names, if that is the first time. */
export function openStage(source: string): (line: number, record: ImportRecord) => StagedRow[] {
  const mentions = openMentions(source)
  const keys = openKeys(source)
  return (line, record) => {
    const person = personOf(record)
    const { personKey, isFirst } = person ? mentions.take(person) : NOBODY
    const row = { line, personKey, at: record.createdAt, ...rowOf(record, keys) }
    return isFirst ? [{ line, kind: 'mention', key: personKey, content: contentOf(person) }, row] : [row]
  }
}

const NOBODY = { personKey: undefined, isFirst: false }

function openMentions(source: string) {
  let named = new Map<string, string>()
  return {
    /** The key of a person, and whether they were not named before. */
    take: (person: Person): { personKey: string; isFirst: boolean } => {
      const name = identityOf(person)
      const known = named.get(name)
      if (known !== undefined) return { personKey: known, isFirst: false }
      const personKey = keyOf(source, 'user', name)
      if (named.size >= NAMED_LATELY) named = new Map()
      named.set(name, personKey)
      return { personKey, isFirst: true }
    },
  }
}

type Keys = ReturnType<typeof openKeys>

function openKeys(source: string) {
  let lastPost = { id: '', key: '' } // votes and comments of a post often stand together
  return {
    of: (type: Parameters<typeof keyOf>[1], id: string): string => keyOf(source, type, id),
    ofPost: (id: string): string => {
      if (id !== lastPost.id) lastPost = { id, key: keyOf(source, 'post', id) }
      return lastPost.key
    },
  }
}

/** Whom a record names beside itself. */
function personOf(record: ImportRecord): Person | undefined {
  if (record.type === 'vote') return record.user
  return record.type === 'post' || record.type === 'comment' ? record.author : undefined
}

function rowOf(record: ImportRecord, keys: Keys): Omit<StagedRow, 'line' | 'personKey' | 'at'> {
  switch (record.type) {
    case 'user':
      return { kind: 'user', key: keys.of('user', identityOf(record)), content: contentOf(record) }
    case 'vote':
      return { kind: 'vote', postKey: keys.ofPost(record.post) }
    case 'changelog_entry': {
      const { type: kind, title, body, publishedAt } = record
      const postKeys = record.posts.map((post) => keys.of('post', post))
      const content = JSON.stringify({ title, body, publishedAt, postKeys })
      return { kind, key: keys.of(kind, record.externalId), content }
    }
    case 'comment': {
      const { type: kind, externalId, post, parent, author: _, createdAt: __, ...texts } = record
      const parentKey = parent === undefined ? undefined : keys.of(kind, parent)
      const content = JSON.stringify(texts)
      return { kind, key: keys.of(kind, externalId), postKey: keys.ofPost(post), parentKey, content }
    }
    case 'post': {
      const { type: kind, externalId, mergedInto, author: _, createdAt: __, ...texts } = record
      const key = keys.ofPost(externalId)
      const parentKey = mergedInto === undefined ? undefined : keys.of(kind, mergedInto)
      return { kind, key, postKey: key, parentKey, content: JSON.stringify(texts) }
    }
  }
}

function contentOf({ sub, email, name }: Person = {}): string {
  return JSON.stringify({ sub, email, name })
}
