import { Empty } from '../../../../../ui/components.tsx'
import type { ConsoleWords } from '../../../../../ui/words/console/words.ts'
import type { Segment } from '../../../domain/segments/index.ts'
import { type User, UserSearch } from '../../../domain/users/index.ts'
import { ProjectPage } from '../shared/layout.tsx'
import { Ago, Badge, CsvLink, NextPage, Select } from '../shared/pieces.tsx'
import { Sentence } from '../shared/sentence.tsx'
import { Table } from '../shared/table.tsx'
import type { ProjectView } from '../shared/view.ts'

export const USER_STATES = ['active', 'banned', 'erased'] as const
const FILTERS = [
  [undefined, 'users_all'],
  ['banned', 'users_banned'],
  ['erased', 'users_erased'],
] as const

/** The name that the team sees: from the client's backend, whatever name the user chose for the board. */
export function nameOf(words: ConsoleWords, { state, givenName, familyName, email, sub, id }: User): string {
  if (state === 'erased') return words.say('users_deleted')
  return [givenName, familyName].filter(Boolean).join(' ').trim() || email || sub || id
}

export function StateBadge({ view, state }: { view: ProjectView } & Pick<User, 'state'>) {
  if (state === 'active') return null
  return <Badge kind={state === 'banned' ? 'bad' : 'warn'}>{view.words.say(`users_state_${state}`)}</Badge>
}

interface UsersProps {
  readonly view: ProjectView
  readonly users: readonly User[]
  readonly q: string | undefined
  /** Whether there are more matches than shown. */
  readonly hasMore?: boolean
  readonly state: User['state'] | undefined
  /** Empty for those who may not filter by segments. */
  readonly segments?: readonly Segment[]
  readonly segment?: string | undefined
  readonly next: string | undefined
}

export function UsersPage({ view, users, q, hasMore = false, state, segments = [], segment, next }: UsersProps) {
  const { base } = view
  return (
    <ProjectPage
      view={view}
      title={view.words.say('users_title')}
      section="/users"
      guide="users"
      isWide
      lead={view.words.say('users_lead')}
      actions={
        // A search shows the first that it found; a file of them would look whole.
        !hasMore && (
          <CsvLink
            view={view}
            href={`${base}/users.csv?${new URLSearchParams(q ? { q } : { ...(state && { state }), ...(segment && { segment }) })}`}
          />
        )
      }
    >
      <search>
        <form method="get" action={`${base}/users`} class="finder">
          <label for="q">{view.words.say(seesAddresses(view) ? 'users_find_label_address' : 'users_find_label')}</label>
          <div class="row">
            <input id="q" type="search" name="q" value={q} maxlength={UserSearch.maxLength} />
            <button class="button" type="submit">
              {view.words.say('users_find')}
            </button>
          </div>
        </form>
      </search>
      <nav class="views" aria-label={view.words.say('users_filter')}>
        {FILTERS.map(([filter, name]) => (
          <a
            href={filter ? `${base}/users?state=${filter}` : `${base}/users`}
            aria-current={q === undefined && segment === undefined && state === filter ? 'page' : undefined}
          >
            {view.words.say(name)}
          </a>
        ))}
      </nav>
      {segments.length > 0 && (
        <form method="get" action={`${base}/users`} class="row end">
          <Select
            name="segment"
            label={view.words.say('segments_segment')}
            options={[['', view.words.say('segments_any')], ...segments.map(({ id, name }) => [id, name] as const)]}
            value={segment}
          />
          <button class="button" type="submit">
            {view.words.say('segments_show')}
          </button>
        </form>
      )}
      {users.length === 0 ? (
        <Nobody view={view} q={q} state={state} segment={segment} />
      ) : (
        <UserTable view={view} users={users} />
      )}
      {hasMore && <p class="soft">{view.words.say('users_more_match')}</p>}
      <NextPage view={view} next={next} />
    </ProjectPage>
  )
}

function Nobody({ view, q, state, segment }: Pick<UsersProps, 'view' | 'q' | 'state' | 'segment'>) {
  if (segment !== undefined)
    return <Empty title={view.words.say('segments_nobody')}>{view.words.say('segments_nobody_why')}</Empty>
  if (q !== undefined) {
    return (
      <Empty title={view.words.say('users_none_found')}>
        <Sentence
          view={view}
          of="users_none_found_why"
          with={{ q, link: (text) => <a href={`${view.base}/users`}>{text}</a> }}
        />
      </Empty>
    )
  }
  if (state === 'banned')
    return <Empty title={view.words.say('users_none_banned')}>{view.words.say('users_none_banned_why')}</Empty>
  if (state === 'erased')
    return <Empty title={view.words.say('users_none_erased')}>{view.words.say('users_none_erased_why')}</Empty>
  return <Empty title={view.words.say('users_none')}>{view.words.say('users_none_why')}</Empty>
}

function seesAddresses(view: ProjectView): boolean {
  return view.may('users:read_addresses')
}

export function UserTable({ view, users }: { view: ProjectView; users: readonly User[] }) {
  const { words } = view
  const hasAddresses = seesAddresses(view)
  return (
    <Table
      label={words.say('users_title')}
      columns={[
        { name: words.say('users_user'), isHeading: true },
        { name: words.say('users_sub'), class: 'word' },
        ...(hasAddresses ? [{ name: words.say('shared_email'), class: 'word' }] : []),
        { name: words.say('users_first_seen') },
        { name: words.say('users_last_seen') },
      ]}
      rows={users.map((user) => [
        <>
          <a href={`${view.base}/users/${user.id}`} dir="auto">
            {nameOf(words, user)}
          </a>{' '}
          <StateBadge view={view} state={user.state} />
        </>,
        user.sub ?? '–',
        ...(hasAddresses ? [user.email ?? '–'] : []),
        <Ago at={user.createdAt} now={view.now} />,
        <Ago at={user.lastSeenAt} now={view.now} />,
      ])}
    />
  )
}
