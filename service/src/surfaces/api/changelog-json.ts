import { Type } from 'typebox'
import type { ProjectCall } from '../../domain/call/index.ts'
import { ENTRY_STATES, type Entry, stateOf } from '../../domain/changelog/index.ts'
import { postUrl } from '../../domain/posts/index.ts'
import { idPattern } from '../../foundation/ids/index.ts'
import { htmlForElsewhere, StatusSummary } from './post-json.ts'
import { Nullable, OneOf, Shared, Time, TimeOf } from './schema.ts'

const LinkedPost = Shared(
  'LinkedPost',
  Type.Object(
    {
      id: Type.String({ pattern: idPattern('post'), description: 'The post’s id.' }),
      number: Type.Integer({ description: 'Counts from 1 in each project.' }),
      title: Type.String({ description: 'One line of plain text.' }),
      url: Type.String({ description: 'Its page on the board.' }),
      status: StatusSummary,
      vote_count: Type.Integer({ description: 'How many people voted for it, merged posts included.' }),
    },
    { description: 'A post in short.' },
  ),
)

export const ChangelogEntry = Shared(
  'ChangelogEntry',
  Type.Object(
    {
      id: Type.String({ pattern: idPattern('changelogEntry'), description: 'The entry’s id.' }),
      title: Type.String({ description: 'One line of plain text.' }),
      body: Type.String({ description: 'Markdown.' }),
      body_html: Type.String({
        description:
          'Safe HTML made from the body, at most eight times as long as the body. Markdown that would grow further is shown as plain text. Aligned columns have the class align-left, align-center or align-right.',
      }),
      state: OneOf(ENTRY_STATES, { description: 'A scheduled entry is public from its publish_at on.' }),
      publish_at: Nullable(Time, { description: 'When it was or will be published; null for a draft.' }),
      posts: Type.Array(LinkedPost, {
        description: 'The posts it is about: the public ones, and for servers with changelog:write all of them.',
      }),
      created_at: TimeOf('When it was written.'),
      updated_at: TimeOf('When it was last changed.'),
    },
    { description: 'An entry of the changelog.' },
  ),
)

export function toEntryJson(call: ProjectCall, entry: Entry) {
  return {
    id: entry.id,
    title: entry.title,
    body: entry.body,
    body_html: htmlForElsewhere(call, entry),
    state: stateOf(entry, call.now),
    publish_at: entry.publishAt?.toISOString() ?? null,
    posts: entry.posts.map((post) => ({
      id: post.id,
      number: post.number,
      title: post.title,
      url: postUrl(call, post),
      status: post.status,
      vote_count: post.voteCount,
    })),
    created_at: entry.createdAt.toISOString(),
    updated_at: entry.updatedAt.toISOString(),
  }
}
