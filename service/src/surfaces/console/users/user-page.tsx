import type { ComponentChildren } from 'preact'
import { Empty } from '../../../../../ui/components.tsx'
import { CONTRIBUTIONS, type Contribution, type ContributionKind } from '../../../domain/contributions/index.ts'
import type { Outlook } from '../../../domain/privacy/index.ts'
import { BanReason, displayName, type User } from '../../../domain/users/index.ts'
import { limitsOf } from '../../pages/index.ts'
import { ProjectPage } from '../shared/layout.tsx'
import { Ago, Badge, ConfirmFirst, Field, Form, NextPage, Time } from '../shared/pieces.tsx'
import type { ProjectView } from '../shared/view.ts'
import { nameOf, StateBadge } from './list-page.tsx'

interface UserProps {
  readonly view: ProjectView
  readonly user: User
  readonly outlook: Outlook
  readonly tab: ContributionKind
  readonly contributions: readonly Contribution[]
  readonly next: string | undefined
  readonly isConfirmed: boolean
  readonly mayErase: boolean
  readonly reason: string | undefined
}

export function UserPage(props: UserProps) {
  const { view, user } = props
  return (
    <ProjectPage
      view={view}
      title={nameOf(user)}
      section="/users"
      actions={<StateBadge state={user.state} />}
      lead={
        user.state === 'erased'
          ? 'The personal data of this user was erased. Their public posts and comments stay, under the name “deleted user”.'
          : `On the board they appear as “${displayName(view.project, user)}”.`
      }
    >
      <div class="halves">
        <Facts view={view} user={user} />
        {user.state !== 'erased' && !view.isReadOnly && <Measures {...props} />}
      </div>
      <Contributions {...props} />
    </ProjectPage>
  )
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** What the client's backend said in the last token, and when that was. */
function Facts({ view, user }: { view: ProjectView; user: User }) {
  const traits = Object.entries(user.traits)
  return (
    <section class="card top">
      <h2>{user.state === 'erased' ? 'Remaining data' : 'Data from your app'}</h2>
      <dl class="particulars">
        {user.sub !== undefined && <Fact name="Your id (sub)">{user.sub}</Fact>}
        {user.email !== undefined && (
          <Fact name="E-mail">
            {user.email} {user.emailVerified ? <Badge kind="good">verified</Badge> : <Badge>not verified</Badge>}
          </Fact>
        )}
        {(user.givenName || user.familyName) && (
          <Fact name="Name">{[user.givenName, user.familyName].filter(Boolean).join(' ')}</Fact>
        )}
        {user.locale !== undefined && <Fact name="Language">{user.locale}</Fact>}
        {traits.map(([key, value]) => (
          <Fact name={key}>{typeof value === 'string' ? value : JSON.stringify(value)}</Fact>
        ))}
        <Fact name="First here">
          <Time at={user.createdAt} />
        </Fact>
        <Fact name="Last seen">
          <Ago at={user.lastSeenAt} now={view.now} />
        </Fact>
        <Fact name="Id">
          <code>{user.id}</code>
        </Fact>
      </dl>
    </section>
  )
}

function Measures({ view, user, isConfirmed, mayErase, reason }: UserProps) {
  const path = `${view.base}/users/${user.id}`
  return (
    <div class="measures">
      {isConfirmed ? (
        <Ban view={view} user={user} path={path} reason={reason} />
      ) : (
        <ConfirmFirst view={view} what={user.state === 'banned' ? 'Lifting a ban' : 'Banning somebody'} />
      )}
      <section class="card top">
        <h2>Sessions and data</h2>
        <p class="soft">Ending the sessions signs them out everywhere. They can sign in again.</p>
        <div class="row">
          <Form
            view={view}
            action={`${path}/end-sessions`}
            asks={{
              question: `End all sessions of ${nameOf(user)}?`,
              does: 'They are signed out everywhere at once, and can sign in again.',
              yes: 'End the sessions',
            }}
          >
            <button class="button" type="submit">
              End sessions
            </button>
          </Form>
          {mayErase && (
            <a class="button danger" href={`${path}/erase`}>
              Erase …
            </a>
          )}
        </div>
      </section>
    </div>
  )
}

function Ban(props: { view: ProjectView; user: User; path: string; reason: string | undefined }) {
  const { view, user, path, reason } = props
  if (user.state === 'banned') {
    return (
      <section class="card top bad">
        <h2>Banned</h2>
        <p>{user.banReason ? `“${user.banReason}”` : 'No reason was given.'}</p>
        <Form view={view} action={`${path}/unban`}>
          <button class="button" type="submit">
            Lift the ban
          </button>
        </Form>
      </section>
    )
  }
  return (
    <section class="card top">
      <h2>Ban</h2>
      <p class="soft">Ends their sessions at once and refuses new ones. Their posts and comments stay.</p>
      <Form view={view} action={`${path}/ban`} class="inner">
        <Field name="reason" label="Reason (only your team sees it)" value={reason} rows={2} {...limitsOf(BanReason)} />
        <p>
          <button class="button danger" type="submit">
            Ban {nameOf(user)}
          </button>
        </p>
      </Form>
    </section>
  )
}

const TAB_NAMES: Readonly<Record<ContributionKind, string>> = {
  posts: 'Posts',
  comments: 'Comments',
  votes: 'Votes',
  follows: 'Follows',
}

function Contributions({ view, user, outlook, tab, contributions, next }: UserProps) {
  const { posts, unseenPosts, comments, unseenComments, votes, follows } = outlook
  const counts = { posts: posts + unseenPosts, comments: comments + unseenComments, votes, follows }
  return (
    <section class="part">
      <h2>What they did</h2>
      <nav class="views" aria-label="What they did">
        {CONTRIBUTIONS.map((key) => (
          <a href={`${view.base}/users/${user.id}?tab=${key}`} aria-current={key === tab ? 'page' : undefined}>
            {TAB_NAMES[key]} <span class="soft">{counts[key]}</span>
          </a>
        ))}
      </nav>
      {contributions.length === 0 ? (
        <Empty title={`No ${tab} to show`}>Deleted items, and those of merged or hidden posts, are not listed.</Empty>
      ) : (
        <ul class="rows">
          {contributions.map(({ post, at, text, isHidden }) => (
            <li>
              <div>
                <a href={`${view.base}/posts/${post.number}`} dir="auto">
                  {post.title}
                </a>{' '}
                {isHidden && <Badge kind="warn">not public</Badge>}
                {text !== undefined && (
                  <p class="excerpt" dir="auto">
                    {text.length > 240 ? `${text.slice(0, 240)}…` : text}
                  </p>
                )}
                <p class="soft">
                  {post.status.name} · {post.voteCount} {post.voteCount === 1 ? 'vote' : 'votes'} ·{' '}
                  <Ago at={at} now={view.now} />
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
      <NextPage next={next} />
    </section>
  )
}
