import { isId } from '../../foundation/ids/index.ts'
import {
  type Mentions,
  mentionOf,
  mentionsIn,
  plainTextOf,
  withMentions,
  withNames,
  withoutMentions,
} from '../../foundation/markdown/index.ts'
import type { Permitted, ProjectCall } from '../call/index.ts'
import { getPost, type Post } from '../posts/index.ts'
import type { Project } from '../projects/index.ts'
import { type Author, type AuthorRow, displayName, toAuthor } from '../users/index.ts'
import { type PersonRow, selectMentionable, selectPeople } from './people-store.ts'

/** In a mention, in place of the id of a person. */
const TEAM = 'team'
const MOST_MENTIONS = 20
const MOST_SAID = 60

/** Somebody who takes part in the discussion of a post. */
export interface Person extends Author {
  /** Wrote the post. */
  readonly isAuthor: boolean
  /** The beginning of their latest comment, to tell people of the same name apart. */
  readonly said: string | undefined
  /** The Markdown that mentions them in a comment. */
  readonly mention: string
}

/** The people whom a comment on the post can mention: its author, those who commented last, and the team; never the caller. */
export async function listMentionable(call: Permitted<'board:read'>, post: string): Promise<Person[]> {
  const { project } = call
  const { id, author } = await getPost(call, post)
  const team = toPerson(project, { ...NOBODY, is_author: author.isTeam, said: null })
  return [...(await selectPeople(call, id, author.id)).map((row) => toPerson(project, row)), team]
}

const NOBODY = {
  author_id: null,
  author_state: null,
  author_name_choice: null,
  author_custom_name: null,
  author_given_name: null,
  author_family_name: null,
} satisfies AuthorRow

function toPerson(project: Pick<Project, 'name'>, row: PersonRow): Person {
  const author = toAuthor(project, row)
  const said = row.said === null ? undefined : shortened(plainTextOf(withoutMentions(row.said)))
  return { ...author, isAuthor: row.is_author, said, mention: mentionOf(author.id ?? TEAM, author.displayName) }
}

function shortened(text: string): string {
  return text.length > MOST_SAID ? `${[...text].slice(0, MOST_SAID).join('')} …` : text
}

export interface MentioningText {
  /** Without the names of the mentioned people, because names may change. */
  readonly body: string
  readonly mentions: Mentions
  readonly mentioned: readonly AuthorRow[]
}

/** Reads a text for a comment on this post. It mentions only people who take part in the discussion and are neither banned nor erased. */
export async function readMentions(call: ProjectCall, post: Post['id'], text: string): Promise<MentioningText> {
  const ids = mentionsIn(text).slice(0, MOST_MENTIONS)
  const users = ids.filter((id) => isId('user', id))
  const mentioned = users.length === 0 ? [] : await selectMentionable(call, post, users)
  const known = new Set<string>(mentioned.flatMap(({ author_id }) => author_id ?? []))
  if (ids.includes(TEAM)) known.add(TEAM)
  const mentions = (id: string) => known.has(id)
  return { body: withMentions(text, (id) => (known.has(id) ? '' : undefined)), mentions, mentioned }
}

/** The texts of a comment with the names that people have now. */
export function namedTexts(
  project: Pick<Project, 'name'>,
  row: { readonly body: string; readonly body_html: string; readonly mentioned: readonly AuthorRow[] | null },
): { body: string; bodyHtml: string } {
  const { body, body_html: bodyHtml, mentioned } = row
  if (!bodyHtml.includes('<bdi class="mention">')) return { body, bodyHtml }
  const people = new Map(mentioned?.map((person) => [String(person.author_id), person]))
  const personOf = (id: string) => {
    if (id === TEAM) return { name: project.name, isMarked: true }
    const person = people.get(id)
    const name = person ? toAuthor(project, person).displayName : displayName(project, GONE)
    return { name, isMarked: person?.author_state === 'active' }
  }
  const isKnown = (id: string) => id === TEAM || people.has(id)
  return {
    body: withMentions(body, (id) => (isKnown(id) ? personOf(id).name : undefined)),
    bodyHtml: withNames(bodyHtml, personOf),
  }
}

const GONE = {
  state: 'erased',
  nameChoice: 'default',
  customName: undefined,
  givenName: undefined,
  familyName: undefined,
} as const
