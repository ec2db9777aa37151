import { Empty } from '../../../../../ui/components.tsx'
import { type User, UserSearch } from '../../../domain/users/index.ts'
import { ProjectPage } from '../shared/layout.tsx'
import { Ago, Badge, NextPage } from '../shared/pieces.tsx'
import type { ProjectView } from '../shared/view.ts'

export const USER_STATES = ['active', 'banned', 'erased'] as const
const FILTERS = [
  [undefined, 'Everybody'],
  ['banned', 'Banned'],
  ['erased', 'Erased'],
] as const

/** What the team calls somebody: by what the client's backend said, whatever name they chose for the board. */
export function nameOf({ state, givenName, familyName, email, sub, id }: User): string {
  if (state === 'erased') return 'Deleted user'
  return [givenName, familyName].filter(Boolean).join(' ').trim() || email || sub || id
}

export function StateBadge({ state }: Pick<User, 'state'>) {
  if (state === 'active') return null
  return <Badge kind={state === 'banned' ? 'bad' : 'warn'}>{state}</Badge>
}

interface UsersProps {
  readonly view: ProjectView
  readonly users: readonly User[]
  readonly q: string | undefined
  /** Whether more fit than are shown. */
  readonly hasMore?: boolean
  readonly state: User['state'] | undefined
  readonly next: string | undefined
}

export function UsersPage({ view, users, q, hasMore = false, state, next }: UsersProps) {
  const { base } = view
  return (
    <ProjectPage
      view={view}
      title="Users"
      section="/users"
      lead="Everybody who has signed in to the board, the newest first. The names come from your app."
    >
      <search>
        <form method="get" action={`${base}/users`} class="finder">
          <label for="q">
            Find somebody by a part of their name, {seesAddresses(view) && 'the beginning of their e-mail address, '}
            your id or our id
          </label>
          <div class="row">
            <input id="q" type="search" name="q" value={q} maxlength={UserSearch.maxLength} />
            <button class="button" type="submit">
              Find
            </button>
          </div>
        </form>
      </search>
      <nav class="views" aria-label="Which users">
        {FILTERS.map(([filter, name]) => (
          <a
            href={filter ? `${base}/users?state=${filter}` : `${base}/users`}
            aria-current={q === undefined && state === filter ? 'page' : undefined}
          >
            {name}
          </a>
        ))}
      </nav>
      {users.length === 0 ? <Nobody view={view} q={q} state={state} /> : <Table view={view} users={users} />}
      {hasMore && <p class="soft">There are more matches. Type more to narrow the search.</p>}
      <NextPage next={next} />
    </ProjectPage>
  )
}

function Nobody({ view, q, state }: Pick<UsersProps, 'view' | 'q' | 'state'>) {
  if (q !== undefined) {
    return (
      <Empty title="Nobody fits">
        No name contains “{q}”, no e-mail address begins with it, and no user has it as id.{' '}
        <a href={`${view.base}/users`}>Show everybody</a>
      </Empty>
    )
  }
  if (state === 'banned') return <Empty title="Nobody is banned">Nobody had to be banned so far.</Empty>
  if (state === 'erased') return <Empty title="Nobody was erased">You can erase a user on their page.</Empty>
  return <Empty title="Nobody has signed in yet">When somebody signs in to the board, they appear here.</Empty>
}

function seesAddresses(view: ProjectView): boolean {
  return view.may('users:read_addresses')
}

function Table({ view, users }: { view: ProjectView; users: readonly User[] }) {
  return (
    <section class="scroll" tabindex={0} aria-label="Users">
      <table class="broad">
        <thead>
          <tr>
            <th scope="col">User</th>
            <th scope="col">Your id</th>
            {seesAddresses(view) && <th scope="col">E-mail</th>}
            <th scope="col">First here</th>
            <th scope="col">Last seen</th>
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <tr>
              <th scope="row" class="lead-cell">
                <a href={`${view.base}/users/${user.id}`} dir="auto">
                  {nameOf(user)}
                </a>{' '}
                <StateBadge state={user.state} />
              </th>
              <td class="word">{user.sub ?? '–'}</td>
              {seesAddresses(view) && <td class="word">{user.email ?? '–'}</td>}
              <td>
                <Ago at={user.createdAt} now={view.now} />
              </td>
              <td>
                <Ago at={user.lastSeenAt} now={view.now} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
