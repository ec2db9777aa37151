import type { ConsoleKey } from '../../../../../ui/words/console/words.ts'
import type { OperatorCall, Permission } from '../../../domain/call/index.ts'
import { may, permit } from '../../../domain/call/index.ts'
import { findEntries, type NamedEntry } from '../../../domain/changelog/index.ts'
import { findPosts, type Post, postByNumber, SearchWords } from '../../../domain/posts/index.ts'
import { SECTIONS as TODAY } from '../../../domain/today/index.ts'
import { findUsers, type User } from '../../../domain/users/index.ts'
import { notFound, Problem } from '../../../foundation/problems/index.ts'
import type { IconName } from '../shared/icons.tsx'
import { SECTIONS } from '../shared/sections.ts'
import type { ProjectView } from '../shared/view.ts'

/** A result that leads somewhere: to a page, or to the start of an action. */
export interface Place {
  readonly path: string
  readonly name: ConsoleKey
  readonly needs: Permission
  readonly icon: IconName
}

const PAGES: readonly Place[] = [
  ...SECTIONS.flatMap(([, sections]) => sections),
  ...TODAY.map((section) => ({
    path: `?show=${section}`,
    name: `today_${section}` as const,
    needs: 'moderation:read' as const,
    icon: 'today' as const,
  })),
  { path: '/shortcuts', name: 'search_shortcuts', needs: 'posts:read', icon: 'settings' },
]

const ACTIONS: readonly Place[] = [
  { path: '/posts/new', name: 'search_new_post', needs: 'posts:write', icon: 'posts' },
  { path: '/changelog/new', name: 'search_new_entry', needs: 'changelog:write', icon: 'changelog' },
  { path: '/people#invite', name: 'search_invite', needs: 'people:write', icon: 'people' },
  { path: '/statuses', name: 'search_new_status', needs: 'project:write', icon: 'labels' },
  { path: '/secret-keys#new', name: 'search_new_secret_key', needs: 'secret_keys:write', icon: 'secret_keys' },
]

export interface Found {
  readonly pages: readonly Place[]
  readonly actions: readonly Place[]
  readonly posts: readonly Post[]
  readonly entries: readonly NamedEntry[]
  readonly people: readonly User[]
}

const MOST_POSTS = 8
const MOST_PEOPLE = 5
const MOST_ENTRIES = 5
/** A single letter matches nearly everybody. */
const LEAST_LETTERS = 2

/** Pages, actions, posts, changelog entries and people that match a typed text. Without a text: all pages and actions. */
export async function findAnything(
  call: OperatorCall<'posts:read' | 'moderation:read'>,
  view: ProjectView,
  text: string,
): Promise<Found> {
  const q = text.trim().slice(0, SearchWords.maxLength)
  const places = (all: readonly Place[]) =>
    all.filter(({ name, needs }) => view.may(needs) && hasWords(view.words.say(name), q))
  const isLong = q.length >= LEAST_LETTERS
  const [posts, entries, people] = await Promise.all([
    q === '' ? [] : postsFor(call, q, isLong),
    isLong && may(call, 'changelog:write') ? findEntries(permit(call, 'changelog:write'), q, MOST_ENTRIES) : [],
    isLong && may(call, 'users:read') ? findUsers(permit(call, 'users:read'), q) : { users: [] },
  ])
  return { pages: places(PAGES), actions: places(ACTIONS), posts, entries, people: people.users.slice(0, MOST_PEOPLE) }
}

/** Whether each typed word begins a word of the name. */
function hasWords(name: string, q: string): boolean {
  const words = wordsOf(name)
  return wordsOf(q).every((typed) => words.some((word) => word.startsWith(typed)))
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

/** The post with this number comes first, public or not. */
async function postsFor(call: OperatorCall<'posts:read' | 'moderation:read'>, q: string, isLong: boolean) {
  const page = { limit: MOST_POSTS, after: undefined }
  const [numbered, { items }] = await Promise.all([
    postByNumber(call, q.replace(/^#/, '')).catch((error) => {
      if (!(error instanceof Problem) || error.kind !== notFound) throw error
    }),
    isLong ? findPosts(call, { q }, page, { texts: 'beginning' }) : { items: [] },
  ])
  const others = items.filter(({ id }) => id !== numbered?.id)
  return [...(numbered ? [numbered] : []), ...others].slice(0, MOST_POSTS)
}
