import type { Account } from '../../../domain/operators/index.ts'
import { GuideLink } from '../shared/guide.tsx'
import { PlainPage } from '../shared/layout.tsx'
import { Ago, Badge, ConfirmFirst, Form, NextPage, type Question, SameAddress } from '../shared/pieces.tsx'
import { Sentence } from '../shared/sentence.tsx'
import type { View } from '../shared/view.ts'

interface OperatorsProps {
  readonly view: View
  /** The newest first. */
  readonly accounts: readonly Account[]
  readonly next: string | undefined
  readonly isConfirmed: boolean
}

export function OperatorsPage({ view, accounts, next, isConfirmed }: OperatorsProps) {
  return (
    <PlainPage view={view} title={view.words.say('operators_title')}>
      <h1>{view.words.say('operators_title')}</h1>
      <p class="lead">
        <Sentence view={view} of="operators_lead" /> <GuideLink view={view} to="operators" />
      </p>
      {!isConfirmed && <ConfirmFirst view={view} what={view.words.say('shared_changing_access')} />}
      <ul class="rows people">
        {accounts.map((account) => (
          <AccountRow view={view} account={account} isConfirmed={isConfirmed} />
        ))}
      </ul>
      <NextPage view={view} next={next} />
    </PlainPage>
  )
}

function AccountRow({ view, account, isConfirmed }: { view: View; account: Account; isConfirmed: boolean }) {
  const { id, email, ownsAll, roles, lastSeenAt } = account
  const isYou = id === view.operator?.id
  return (
    <li>
      <div>
        <b>{email}</b> {isYou && <Badge>{view.words.say('shared_you')}</Badge>}{' '}
        {ownsAll && <Badge>{view.words.say('shared_owns_all')}</Badge>}{' '}
        {account.sharesAddress && <SameAddress view={view} id={id} />}
        <p class="soft">
          {lastSeenAt ? (
            <Sentence view={view} of="shared_last_seen" with={{ time: <Ago at={lastSeenAt} now={view.now} /> }} />
          ) : (
            view.words.say('shared_never_seen')
          )}
          {` · ${sessionsOf(view, account)} · ${passkeysOf(view, account)}`}
        </p>
        {roles.length > 0 && (
          <p class="soft">
            {roles.map(({ slug, role }) => view.words.say('operators_role', { role, slug })).join(', ')}
          </p>
        )}
      </div>
      {isConfirmed && !isYou && (
        <div class="row">
          {ownsAll && (
            <Act
              view={view}
              account={account}
              path="limit"
              name={view.words.say('operators_limit')}
              asks={askToLimit(view, account)}
            />
          )}
          <Act
            view={view}
            account={account}
            path="sign-out"
            name={view.words.say('shared_sign_out')}
            asks={askToSignOut(view, account)}
          />
          {account.passkeys > 0 && (
            <Act
              view={view}
              account={account}
              path="end-passkeys"
              name={view.words.say('operators_end_passkeys')}
              asks={askToEndPasskeys(view, account)}
            />
          )}
          <Act
            view={view}
            account={account}
            path="remove"
            name={view.words.say('shared_remove')}
            asks={askToRemove(view, account)}
          />
        </div>
      )}
    </li>
  )
}

interface ActProps {
  readonly view: View
  readonly account: Account
  readonly path: string
  readonly name: string
  readonly asks: Question
}

function Act({ view, account: { id, email }, path, name, asks }: ActProps) {
  return (
    <Form view={view} action={`/console/me/operators/${path}`} asks={asks}>
      <input type="hidden" name="id" value={id} />
      <button class="button" type="submit" aria-label={view.words.say('operators_act_label', { action: name, email })}>
        {name}
      </button>
    </Form>
  )
}

function askToLimit({ words }: View, { email }: Account): Question {
  return {
    question: words.say('operators_limit_ask', { email }),
    does: words.say('operators_limit_does'),
    yes: words.say('operators_limit_yes'),
  }
}

function askToSignOut({ words }: View, { email }: Account): Question {
  return {
    question: words.say('operators_sign_out_ask', { email }),
    does: words.say('operators_sign_out_does'),
    yes: words.say('operators_sign_out_yes'),
  }
}

/** A person who is not signed in accepts an invitation as a new operator, so an invitation does not give this account back. */
function askToEndPasskeys({ words }: View, { id, email, passkeys: n }: Account): Question {
  return {
    question: words.say('operators_end_passkeys_ask', { n, email }),
    does: words.say('operators_end_passkeys_does', { id }),
    yes: words.say('operators_end_passkeys_yes', { n }),
  }
}

function askToRemove({ words }: View, { email, roles }: Account): Question {
  const owned = roles.filter(({ role }) => role === 'owner').map(({ slug }) => slug)
  const warning = owned.length > 0 ? [words.say('operators_remove_owned', { projects: owned.join(', ') })] : []
  return {
    question: words.say('operators_remove_ask', { email }),
    does: [words.say('operators_remove_does'), ...warning].join(' '),
    yes: words.say('operators_remove_yes'),
  }
}

function sessionsOf({ words }: View, { sessions: n }: Account): string {
  return n === 0 ? words.say('operators_no_sessions') : words.say('operators_sessions', { n })
}

function passkeysOf({ words }: View, { passkeys: n }: Account): string {
  return n === 0 ? words.say('operators_no_passkeys') : words.say('operators_passkeys', { n })
}
