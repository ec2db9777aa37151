import { type Id, newId } from '../../foundation/ids/index.ts'
import { renderMarkdown } from '../../foundation/markdown/index.ts'
import type { ProjectCall } from '../call/index.ts'
import { insertImportedEntries } from '../changelog/inside.ts'
import { recordEvents } from '../events/inside.ts'
import { firstByKey, type Import, type Portion, portionSize } from './import.ts'
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
export async function addEntries(call: ProjectCall, running: Import): Promise<Portion | undefined> {
  const most = portionSize(ENTRIES_AT_ONCE, running)
  const rows = await selectRows(call, running, 'changelog_entry', running.position, most)
  const last = rows.at(-1)
  if (!last) return undefined
  const staged = rows.map((row) => ({ ...row, content: row.content as unknown as Staged })) // as the stage wrote it
  const [known, posts] = await Promise.all([
    selectTargets(
      call,
      rows.map(({ key }) => key),
    ),
    selectTargets<Id<'post'>>(call, [...new Set(staged.flatMap(({ content }) => content.postKeys))]),
  ])
  const fresh = firstByKey(staged.filter(({ key }) => !known.has(key))).map(
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
  return { position: last.place, made: { changelog_entries: fresh.length }, handled: rows.length }
}
