import { Empty } from '../../../../../ui/components.tsx'
import {
  DIGEST,
  MAIL_STATES,
  type Mail,
  type MailState,
  MOST_COUNTED,
  type mailTrouble,
} from '../../../domain/mails/index.ts'
import { isReachable } from '../../../domain/operators/index.ts'
import type { Post } from '../../../domain/posts/index.ts'
import { topicOf } from '../../../domain/team-mails/index.ts'
import type { User } from '../../../domain/users/index.ts'
import type { ConsoleMail } from '../shared/context.ts'
import { ProjectPage } from '../shared/layout.tsx'
import { Ago, Badge, Form, inFull, NextPage } from '../shared/pieces.tsx'
import { Sentence } from '../shared/sentence.tsx'
import { Table } from '../shared/table.tsx'
import type { ProjectView } from '../shared/view.ts'
import { nameOf } from '../users/list-page.tsx'

/** A mail with its person and its post, where there still are such. */
export interface ShownMail {
  readonly mail: Mail
  readonly user: User | undefined
  readonly post: Post | undefined
  /** Of somebody of the team. */
  readonly address: string | undefined
}

/** Whom a mail is for. */
export function readerOf({ words }: Pick<ProjectView, 'words'>, { mail, user, address }: ShownMail): string {
  if (mail.userId === undefined) return address ?? words.say('mail_to_gone')
  return user ? nameOf(words, user) : words.say('users_deleted')
}

/** What can become of a mail while none is sent. */
const STATES_WHEN_OFF = ['waiting', 'skipped', 'off'] as const satisfies readonly MailState[]

interface MailsProps {
  readonly view: ProjectView
  readonly mail: ConsoleMail
  readonly trouble: Awaited<ReturnType<typeof mailTrouble>>
  readonly mails: readonly ShownMail[]
  readonly state: MailState | undefined
  readonly next: string | undefined
}

export function MailsPage({ view, mail, trouble, mails, state, next }: MailsProps) {
  return (
    <ProjectPage
      view={view}
      title={view.words.say('mail_title')}
      section="/mail"
      guide="mail"
      lead={view.words.say('mail_lead')}
    >
      <MailTabs view={view} current="mails" />
      <Condition view={view} mail={mail} trouble={trouble} />
      <nav class="views" aria-label={view.words.say('mail_filter')}>
        <a href={`${view.base}/mail`} aria-current={state === undefined ? 'page' : undefined}>
          {view.words.say('mail_filter_all')}
        </a>
        {(mail.mailer ? MAIL_STATES : STATES_WHEN_OFF).map((one) => (
          <a href={`${view.base}/mail?state=${one}`} aria-current={state === one ? 'page' : undefined}>
            {view.words.say(`mail_state_${one}`)}
          </a>
        ))}
      </nav>
      {mails.length === 0 ? (
        <Empty title={view.words.say('mail_none')}>
          {view.words.say(state === undefined ? 'mail_none_why' : 'mail_none_of_state')}
        </Empty>
      ) : (
        <MailTable view={view} mails={mails} />
      )}
      <NextPage view={view} next={next} />
    </ProjectPage>
  )
}

interface MailTabsProps {
  readonly view: ProjectView
  readonly current: 'mails' | 'suppressed' | 'mine'
}

/** Somebody who may only choose their own mail has nothing to go to. */
export function MailTabs({ view, current }: MailTabsProps) {
  if (!view.may('mails:manage')) return null
  return (
    <nav class="tabs" aria-label={view.words.say('mail_tabs')}>
      <a href={`${view.base}/mail`} aria-current={current === 'mails' ? 'page' : undefined}>
        {view.words.say('mail_tab_mails')}
      </a>
      <a href={`${view.base}/mail/suppressed`} aria-current={current === 'suppressed' ? 'page' : undefined}>
        {view.words.say('mail_tab_suppressed')}
      </a>
      <a href={`${view.base}/my-mail`} aria-current={current === 'mine' ? 'page' : undefined}>
        {view.words.say('mail_tab_mine')}
      </a>
    </nav>
  )
}

/** Whether mail works, and how to find out. */
function Condition({ view, mail, trouble }: Pick<MailsProps, 'view' | 'mail' | 'trouble'>) {
  const { words, project, operator } = view
  if (!mail.mailer) {
    return (
      <div class="card warn">
        <h2>{words.say('mail_off')}</h2>
        <p>
          <Sentence view={view} of="mail_off_why" />
        </p>
      </div>
    )
  }
  return (
    <div class={`card ${trouble ? 'bad' : 'good'}`}>
      <h2>{words.say(trouble ? 'mail_trouble' : 'mail_on')}</h2>
      {trouble ? (
        <Trouble view={view} trouble={trouble} />
      ) : (
        <p>
          {words.say('mail_on_why', { from: `${project.name} <${mail.mailer.address}>`, delay: mail.mailDelaySeconds })}
        </p>
      )}
      {isReachable(operator) ? (
        <Form view={view} action={`${view.base}/mail/test`} class="row">
          <button class="button" type="submit">
            {words.say('mail_test')}
          </button>
          <span class="soft">{words.say('mail_test_why', { email: operator.email })}</span>
        </Form>
      ) : (
        <p>
          <Sentence view={view} of="team_mails_no_address" />
        </p>
      )}
    </div>
  )
}

function Trouble({ view: { words }, trouble }: { view: ProjectView; trouble: NonNullable<MailsProps['trouble']> }) {
  const { reason, answer } = trouble.mail
  return (
    <>
      {reason && <p>{words.say(reasonKey(reason))}</p>}
      {answer && <p>{words.say('mail_answered', { answer })}</p>}
      <p>
        {trouble.waiting < MOST_COUNTED
          ? words.say('mail_trouble_count', { n: trouble.waiting })
          : words.say('mail_trouble_many', { n: MOST_COUNTED })}
      </p>
    </>
  )
}

function MailTable({ view, mails }: { view: ProjectView; mails: readonly ShownMail[] }) {
  const { words } = view
  return (
    <Table
      label={words.say('mail_tab_mails')}
      class="log mails"
      columns={[
        { name: words.say('shared_when'), class: 'when' },
        { name: words.say('mail_person') },
        { name: words.say('mail_about'), class: 'why' },
        { name: words.say('mail_state'), class: 'why' },
        { name: words.say('mail_actions'), isNameHidden: true },
      ]}
      rows={mails.map((shown) => [
        <Ago at={shown.mail.settledAt ?? shown.mail.createdAt} now={view.now} />,
        <Reader view={view} shown={shown} />,
        <About view={view} mail={shown.mail} post={shown.post} />,
        <StateOf view={view} mail={shown.mail} />,
        (shown.user || shown.address) && (
          <a
            class="button"
            href={`${view.base}/mail/${shown.mail.id}`}
            aria-label={words.say('mail_look_label', { name: readerOf(view, shown) })}
          >
            {words.say('mail_look')}
          </a>
        ),
      ])}
    />
  )
}

function Reader({ view, shown }: { view: ProjectView; shown: ShownMail }) {
  const name = readerOf(view, shown)
  if (!shown.user) return <>{name}</>
  return (
    <a href={`${view.base}/users/${shown.user.id}`} dir="auto">
      {name}
    </a>
  )
}

function About({ view, mail, post }: { view: ProjectView; mail: Mail; post: Post | undefined }) {
  if (mail.userId === undefined) {
    const kind = topicOf(mail.about)?.kind ?? 'unknown'
    return <>{view.words.say(`mail_about_${kind}`)}</>
  }
  if (mail.about === DIGEST) return <>{view.words.say('mail_about_digest')}</>
  if (!post) return <>{view.words.say('mail_about_gone')}</>
  return (
    <a href={`${view.base}/posts/${post.number}`} dir="auto">
      {post.title}
    </a>
  )
}

const KINDS: Readonly<Partial<Record<MailState, 'good' | 'warn' | 'bad'>>> = {
  sent: 'good',
  sending: 'warn',
  refused: 'bad',
  failed: 'bad',
}

/** The state of a mail, and why, where that helps. One that is tried again has a reason; its hour is that of the next attempt. */
export function StateOf({ view: { words }, mail }: { view: ProjectView; mail: Mail }) {
  const { state, reason, answer, dueAt } = mail
  const kind = KINDS[state]
  const waits = state === 'waiting' || (state === 'sending' && reason !== undefined)
  return (
    <>
      <Badge {...(kind && { kind })}>{words.say(`mail_state_${state}`)}</Badge>
      {waits && <p class="soft">{words.say('mail_due', { time: inFull(dueAt) })}</p>}
      {reason && <p class="soft">{words.say(reasonKey(reason))}</p>}
      {answer && <p class="soft">{words.say('mail_answered', { answer })}</p>}
    </>
  )
}

export function reasonKey(reason: NonNullable<Mail['reason']>) {
  switch (reason) {
    case 'address_refused':
    case 'mail_refused':
    case 'all_refused':
    case 'interrupted':
    case 'not_now':
    case 'login':
    case 'tls':
    case 'away':
    case 'fault':
      return `mail_failure_${reason}` as const
    default:
      return `mail_skipped_${reason}` as const
  }
}
