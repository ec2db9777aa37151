import { Empty } from '../../../../../ui/components.tsx'
import {
  type Account,
  type AccountPost,
  type AccountPosts,
  OUTCOMES,
  type Outcome,
} from '../../../domain/insights/index.ts'
import type { Status } from '../../../domain/statuses/index.ts'
import type { User } from '../../../domain/users/index.ts'
import { postPath, StatusDot } from '../posts/pieces.tsx'
import { ProjectPage } from '../shared/layout.tsx'
import { Ago, NextPage } from '../shared/pieces.tsx'
import { Table } from '../shared/table.tsx'
import type { ProjectView } from '../shared/view.ts'
import { UserTable } from '../users/list-page.tsx'

interface AccountProps {
  readonly view: ProjectView
  readonly account: Account
  readonly wanted: AccountPosts
  readonly statuses: readonly Status[]
  readonly people: readonly User[]
  readonly next: string | undefined
}

export function OneAccountPage(props: AccountProps) {
  const { view, account, wanted, people, next } = props
  const { words, base } = view
  return (
    <ProjectPage
      view={view}
      title={account.name}
      section="/insights"
      guide="accounts"
      isWide
      actions={
        <a class="button" href={`${base}/accounts`}>
          {words.say('accounts_all')}
        </a>
      }
    >
      <Facts {...props} />
      {wanted.posts.length === 0 ? (
        <Empty title={words.say('accounts_wants_nothing')}>{words.say('accounts_wants_nothing_why')}</Empty>
      ) : (
        OUTCOMES.map((outcome) => <Posts {...props} outcome={outcome} />)
      )}
      {wanted.hasMore && <p class="soft">{words.say('accounts_looked_at')}</p>}
      <section class="part" id="people">
        <h2>{words.say('accounts_who')}</h2>
        <UserTable view={view} users={people} />
        <NextPage view={view} next={next} />
      </section>
    </ProjectPage>
  )
}

function Facts({ view, account }: AccountProps) {
  const { words, project } = view
  const people = words.say('accounts_people_count', { n: account.people })
  const value = words.number(Math.round(account.value))
  return (
    <p class="soft">
      {project.valueTrait === undefined
        ? words.say('accounts_facts_without_value', { people })
        : words.say('accounts_facts', { value, people })}{' '}
      ·{' '}
      {account.votedAt ? (
        <>
          {words.say('accounts_voted')} <Ago at={account.votedAt} now={view.now} />
        </>
      ) : (
        words.say('accounts_never_voted')
      )}
    </p>
  )
}

/** The posts of one outcome; nothing where there are none. */
function Posts({ view, wanted, statuses, outcome }: AccountProps & { outcome: Outcome }) {
  const { words } = view
  const posts = wanted.posts.filter((post) => post.outcome === outcome)
  if (posts.length === 0) return null
  const n = wanted.counts[outcome]
  const count = { class: 'number' }
  return (
    <section class="part">
      <h2>
        {words.say(`accounts_${outcome}`)} <span class="soft">{words.number(n)}</span>
      </h2>
      <p class="soft">
        {words.say(`accounts_${outcome}_why`)}{' '}
        {n > posts.length && words.say('accounts_first_of', { shown: posts.length, n: words.number(n) })}
      </p>
      <Table
        label={words.say(`accounts_${outcome}`)}
        class="accounts account-posts"
        columns={[
          { name: words.say('insights_post'), isHeading: true },
          { name: words.say('shared_status') },
          { name: words.say('accounts_of_them'), ...count },
          { name: words.say('accounts_of_all'), ...count },
          { name: words.say('accounts_their_last_vote') },
        ]}
        rows={posts.map((post) => [
          <PostLink view={view} post={post} />,
          <StatusOf statuses={statuses} post={post} />,
          words.number(post.voters),
          words.number(post.votes),
          post.votedAt ? <Ago at={post.votedAt} now={view.now} /> : '–',
        ])}
      />
    </section>
  )
}

function PostLink({ view, post }: { view: ProjectView; post: AccountPost }) {
  return (
    <>
      <a href={postPath(view, post)} dir="auto">
        {post.title}
      </a>{' '}
      <span class="soft">#{post.number}</span>
    </>
  )
}

function StatusOf({ statuses, post }: { statuses: readonly Status[]; post: AccountPost }) {
  const status = statuses.find(({ id }) => id === post.statusId)
  return status ? <StatusDot status={status} /> : null
}
