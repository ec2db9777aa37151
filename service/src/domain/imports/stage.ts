import { identityOf, keyOf } from './keys.ts'
import type { ImportRecord, Person } from './record.ts'
import type { StagedRow } from './rows-store.ts'

/** People who were named lately are not staged again at each mention. */
const NAMED_LATELY = 100_000

/** Makes the staged rows of records: one for the record itself, and before it one for each person whom it names for the first time. */
export function openStage(source: string): (line: number, record: ImportRecord) => StagedRow[] {
  let named = new Map<string, string>()
  function mention(rows: StagedRow[], line: number, person: Person | undefined): string | undefined {
    if (!person) return undefined
    const name = identityOf(person)
    const known = named.get(name)
    if (known !== undefined) return known
    const key = keyOf(source, 'user', name)
    if (named.size >= NAMED_LATELY) named = new Map()
    named.set(name, key)
    rows.push({ line, kind: 'mention', key, content: contentOf(person) })
    return key
  }
  /** Votes and comments of a post often stand together. */
  let lastPost = { id: '', key: '' }
  function postKey(id: string): string {
    if (id !== lastPost.id) lastPost = { id, key: keyOf(source, 'post', id) }
    return lastPost.key
  }
  return (line, record) => {
    const rows: StagedRow[] = []
    const at = record.createdAt
    switch (record.type) {
      case 'user':
        rows.push({
          line,
          kind: 'user',
          key: keyOf(source, 'user', identityOf(record)),
          at,
          content: contentOf(record),
        })
        break
      case 'vote': {
        const person = mention(rows, line, record.user)
        rows.push({ line, kind: 'vote', postKey: postKey(record.post), personKey: person, at })
        break
      }
      case 'changelog_entry': {
        const { externalId, posts, createdAt: _, type: kind, ...texts } = record
        const content = JSON.stringify({ ...texts, postKeys: posts.map((post) => keyOf(source, 'post', post)) })
        rows.push({ line, kind, key: keyOf(source, kind, externalId), at, content })
        break
      }
      case 'comment': {
        const { externalId, post, parent, author, createdAt: _, type: kind, ...texts } = record
        const person = mention(rows, line, author)
        const keys = {
          key: keyOf(source, kind, externalId),
          postKey: postKey(post),
          parentKey: parent === undefined ? undefined : keyOf(source, kind, parent),
        }
        rows.push({ line, kind, ...keys, personKey: person, at, content: JSON.stringify(texts) })
        break
      }
      case 'post': {
        const { externalId, author, mergedInto, createdAt: _, type: kind, ...texts } = record
        const person = mention(rows, line, author)
        const key = postKey(externalId)
        const parentKey = mergedInto === undefined ? undefined : keyOf(source, kind, mergedInto)
        rows.push({ line, kind, key, postKey: key, parentKey, personKey: person, at, content: JSON.stringify(texts) })
      }
    }
    return rows
  }
}

function contentOf({ sub, email, name }: Person): string {
  return JSON.stringify({ sub, email, name })
}
