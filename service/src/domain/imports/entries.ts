import { type Id, newId } from '../../foundation/ids/index.ts'
import { renderMarkdown } from '../../foundation/markdown/index.ts'
import type { ProjectCall } from '../call/index.ts'
import { insertImportedEntries } from '../changelog/inside.ts'
import { recordEvents } from '../events/inside.ts'
import type { Import, Made } from './import.ts'
import { insertRecords, selectTargets } from './records-store.ts'
import { selectRows } from './rows-store.ts'

const ENTRIES_AT_ONCE = 200

interface Staged {
  readonly title: string
  readonly body: string
  readonly postKeys: readonly string[]
  readonly publishedAt?: string
}

/** The next entries of the changelog, with the posts that they are about. Posts that are missing are left out. */
export async function addEntries(
  call: ProjectCall,
  running: Import,
): Promise<{ position: number; made: Partial<Made>; handled: number } | undefined> {
  const rows = await selectRows(call, running, 'changelog_entry', running.position, ENTRIES_AT_ONCE)
  const last = rows.at(-1)
  if (!last) return undefined
  const staged = rows.map((row) => ({ ...row, content: row.content as unknown as Staged })) // as the intake wrote it
  const [known, posts] = await Promise.all([
    selectTargets(
      call,
      rows.map(({ key }) => key),
    ),
    selectTargets<Id<'post'>>(call, [...new Set(staged.flatMap(({ content }) => content.postKeys))]),
  ])
  const fresh = [...new Map(staged.filter(({ key }) => !known.has(key)).map((row) => [row.key, row])).values()].map(
    ({ key, at, content: { title, body, postKeys, publishedAt } }) => ({
      key,
      id: newId('changelogEntry'),
      title,
      body,
      bodyHtml: renderMarkdown(body),
      publishAt: publishedAt === undefined ? undefined : new Date(publishedAt),
      createdAt: at ?? call.now,
      postIds: postKeys.flatMap((key) => posts.get(key) ?? []),
    }),
  )
  await insertImportedEntries(call, fresh, { isAnnounced: !running.notifies })
  await insertRecords(
    call,
    running,
    fresh.map(({ key, id }) => ({ key, targetId: id, isMade: true })),
  )
  const happenings = fresh.map(({ id }) => ({ type: 'changelog.created', subject: id }) as const)
  await recordEvents(call, happenings, { actor: running.actor, isTold: running.notifies })
  return { position: last.line, made: { changelog_entries: fresh.length }, handled: rows.length }
}
