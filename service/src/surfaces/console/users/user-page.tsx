import type { ComponentChildren } from 'preact'
import { Empty } from '../../../../../ui/components.tsx'
import { CONTRIBUTIONS, type Contribution, type ContributionKind } from '../../../domain/contributions/index.ts'
import { accountNameOf } from '../../../domain/insights/index.ts'
import type { Outlook } from '../../../domain/privacy/index.ts'
import { BanReason, displayName, type User } from '../../../domain/users/index.ts'
import { limitsOf } from '../../pages/index.ts'
import { AccountLink } from '../accounts/list-page.tsx'
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
      title={nameOf(view.words, user)}
      section="/users"
      actions={<StateBadge view={view} state={user.state} />}
      lead={
        user.state === 'erased'
          ? view.words.say('users_erased_lead')
          : view.words.say('users_appears_as', { name: displayName(view.project, user) })
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

/** The claims of the last token, and its time. */
function Facts({ view, user }: { view: ProjectView; user: User }) {
  const traits = Object.entries(user.traits)
  const isCounted = view.may('insights:read') && user.state === 'active'
  const account = isCounted ? accountNameOf(view.project, user) : undefined
  return (
    <section class="card top">
      <h2>{user.state === 'erased' ? view.words.say('users_remaining') : view.words.say('users_profile')}</h2>
      <dl class="particulars">
        {user.sub !== undefined && <Fact name={view.words.say('users_sub_claim')}>{user.sub}</Fact>}
        {user.email !== undefined && (
          <Fact name={view.words.say('shared_email')}>
            {user.email}{' '}
            {user.emailVerified ? (
              <Badge kind="good">{view.words.say('users_verified')}</Badge>
            ) : (
              <Badge>{view.words.say('users_not_verified')}</Badge>
            )}
          </Fact>
        )}
        {(user.givenName || user.familyName) && (
          <Fact name={view.words.say('shared_name')}>
            {[user.givenName, user.familyName].filter(Boolean).join(' ')}
          </Fact>
        )}
        {user.locale !== undefined && <Fact name={view.words.say('users_language')}>{user.locale}</Fact>}
        {traits.map(([key, value]) => (
          <Fact name={key}>
            {key === view.project.accountTrait && account !== undefined ? (
              <AccountLink view={view} name={account} />
            ) : typeof value === 'string' ? (
              value
            ) : (
              JSON.stringify(value)
            )}
          </Fact>
        ))}
        <Fact name={view.words.say('users_first_seen')}>
          <Time at={user.createdAt} />
        </Fact>
        <Fact name={view.words.say('users_last_seen')}>
          <Ago at={user.lastSeenAt} now={view.now} />
        </Fact>
        <Fact name={view.words.say('users_id')}>
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
        <ConfirmFirst
          view={view}
          what={user.state === 'banned' ? view.words.say('users_unbanning') : view.words.say('users_banning')}
        />
      )}
      <section class="card top">
        <h2>{view.words.say('users_sessions')}</h2>
        <p class="soft">{view.words.say('users_sessions_why')}</p>
        <div class="row">
          <Form
            view={view}
            action={`${path}/end-sessions`}
            asks={{
              question: view.words.say('users_end_ask', { user: nameOf(view.words, user) }),
              does: view.words.say('users_end_does'),
              yes: view.words.say('users_end_yes'),
            }}
          >
            <button class="button" type="submit">
              {view.words.say('users_end_yes')}
            </button>
          </Form>
          {mayErase && (
            <a class="button danger" href={`${path}/erase`}>
              {view.words.say('users_erase')}
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
        <h2>{view.words.say('users_banned')}</h2>
        <p>
          {user.banReason
            ? view.words.say('users_ban_reason', { reason: user.banReason })
            : view.words.say('users_no_reason')}
        </p>
        <Form view={view} action={`${path}/unban`}>
          <button class="button" type="submit">
            {view.words.say('users_unban')}
          </button>
        </Form>
      </section>
    )
  }
  return (
    <section class="card top">
      <h2>{view.words.say('users_ban')}</h2>
      <p class="soft">{view.words.say('users_ban_why')}</p>
      <Form view={view} action={`${path}/ban`} class="inner">
        <Field name="reason" label={view.words.say('users_reason')} value={reason} rows={2} {...limitsOf(BanReason)} />
        <p>
          <button class="button danger" type="submit">
            {view.words.say('users_ban_yes', { user: nameOf(view.words, user) })}
          </button>
        </p>
      </Form>
    </section>
  )
}

function Contributions({ view, user, outlook, tab, contributions, next }: UserProps) {
  const { posts, unseenPosts, comments, unseenComments, votes, follows } = outlook
  const counts = { posts: posts + unseenPosts, comments: comments + unseenComments, votes, follows }
  return (
    <section class="part">
      <h2>{view.words.say('users_activity')}</h2>
      <nav class="views" aria-label={view.words.say('users_activity')}>
        {CONTRIBUTIONS.map((key) => (
          <a href={`${view.base}/users/${user.id}?tab=${key}`} aria-current={key === tab ? 'page' : undefined}>
            {view.words.say(`users_tab_${key}`)} <span class="soft">{view.words.number(counts[key])}</span>
          </a>
        ))}
      </nav>
      {contributions.length === 0 ? (
        <Empty title={view.words.say(`users_no_${tab}`)}>{view.words.say('users_no_items_why')}</Empty>
      ) : (
        <ul class="rows">
          {contributions.map(({ post, at, text, isHidden }) => (
            <li>
              <div>
                <a href={`${view.base}/posts/${post.number}`} dir="auto">
                  {post.title}
                </a>{' '}
                {isHidden && <Badge kind="warn">{view.words.say('users_not_public')}</Badge>}
                {text !== undefined && (
                  <p class="excerpt" dir="auto">
                    {text.length > 240 ? `${text.slice(0, 240)}…` : text}
                  </p>
                )}
                <p class="soft">
                  {post.status.name} · {view.words.say('shared_votes', { n: post.voteCount })} ·{' '}
                  <Ago at={at} now={view.now} />
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
      <NextPage view={view} next={next} />
    </section>
  )
}
