import type { JsonObject } from '../../foundation/json/index.ts'
import { mentionOf, mentionsIn, renderMarkdown } from '../../foundation/markdown/index.ts'
import type { ProjectCall } from '../call/index.ts'
import { filesNamedIn, filesShownBy, picturesOf } from '../files/inside.ts'
import { selectKnownUsers } from './import-store.ts'
import type { RecordType } from './records.ts'

const WITH_TEXT: readonly RecordType[] = ['post', 'comment', 'changelog_entry']
const TEAM = 'team'

/** The records with the HTML of their texts. A file never brings HTML itself: it would be shown to everybody. */
export async function rendered(
  call: ProjectCall,
  type: RecordType,
  records: readonly JsonObject[],
): Promise<readonly JsonObject[]> {
  if (!WITH_TEXT.includes(type)) return records
  const texts = records.map(({ id, body }) => ({ id: String(id), body: String(body) }))
  const places = texts.flatMap(({ id, body }) => (filesNamedIn(body).length > 0 ? [id] : []))
  const files = places.length === 0 ? new Map() : await filesShownBy(call, places)
  const mentioned = type === 'comment' ? texts.flatMap(({ body }) => mentionsIn(body)) : []
  const people = mentioned.length === 0 ? new Set<string>() : await selectKnownUsers(call, mentioned)
  return records.map((record, place) => {
    const { id = '', body = '' } = texts[place] ?? {}
    // A mention that counted when it was written is kept without a name.
    const mentions = (who: string) => (who === TEAM || people.has(who)) && body.includes(mentionOf(who, ''))
    const pictures = picturesOf(files.get(id) ?? [])
    return { ...record, body_html: renderMarkdown(body, { pictures, ...(type === 'comment' && { mentions }) }) }
  })
}
