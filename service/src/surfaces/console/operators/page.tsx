import type { Account } from '../../../domain/operators/index.ts'
import { PlainPage } from '../shared/layout.tsx'
import { Ago, Badge, ConfirmFirst, Form, NextPage, type Question, SameAddress } from '../shared/pieces.tsx'
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
    <PlainPage view={view} title="Operators">
      <h1>Operators</h1>
      <p class="lead">
        Everybody who may enter this console. To let somebody in, invite them to a project under People, or run{' '}
        <code>npx svc operator invite</code>.
      </p>
      {!isConfirmed && <ConfirmFirst view={view} what="Changing who has access" />}
      <ul class="rows people">
        {accounts.map((account) => (
          <AccountRow view={view} account={account} isConfirmed={isConfirmed} />
        ))}
      </ul>
      <NextPage next={next} />
    </PlainPage>
  )
}

function AccountRow({ view, account, isConfirmed }: { view: View; account: Account; isConfirmed: boolean }) {
  const { id, email, ownsAll, roles, lastSeenAt } = account
  const isYou = id === view.operator?.id
  return (
    <li>
      <div>
        <b>{email}</b> {isYou && <Badge>you</Badge>} {ownsAll && <Badge>owns everything</Badge>}{' '}
        {account.sharesAddress && <SameAddress id={id} />}
        <p class="soft">
          {lastSeenAt ? (
            <>
              Last here <Ago at={lastSeenAt} now={view.now} />
            </>
          ) : (
            'Never here'
          )}
          {` · ${countOrNo(account.sessions, 'session')} · ${countOrNo(account.passkeys, 'passkey')}`}
        </p>
        {roles.length > 0 && <p class="soft">{roles.map(({ slug, role }) => `${role} of ${slug}`).join(', ')}</p>}
      </div>
      {isConfirmed && !isYou && (
        <div class="row">
          {ownsAll && (
            <Act view={view} account={account} path="limit" name="Limit to roles" asks={askToLimit(account)} />
          )}
          <Act view={view} account={account} path="sign-out" name="Sign out" asks={askToSignOut(account)} />
          {account.passkeys > 0 && (
            <Act
              view={view}
              account={account}
              path="end-passkeys"
              name="End passkeys"
              asks={askToEndPasskeys(account)}
            />
          )}
          <Act view={view} account={account} path="remove" name="Remove" asks={askToRemove(account)} />
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
      <button class="button" type="submit" aria-label={`${name} ${email}`}>
        {name}
      </button>
    </Form>
  )
}

function askToLimit({ email }: Account): Question {
  const does = 'They keep the roles that they have in projects, and cannot make projects or enter others any more.'
  return { question: `Let ${email} no longer own everything?`, does, yes: 'Limit them to their roles' }
}

function askToSignOut({ email }: Account): Question {
  const does = 'Their sessions and links end in all projects. With a passkey they can enter again.'
  return { question: `Sign ${email} out everywhere?`, does, yes: 'Sign them out' }
}

/** A person who is not signed in accepts an invitation as a new operator, so an invitation does not give this account back. */
function askToEndPasskeys({ id, email, passkeys }: Account): Question {
  const does = `For a device that is lost: their sessions and links end as well, in all projects, and their roles stay. They come back by a link that you make at the command line, npx svc operator link ${id}; an invitation would make them a second account.`
  const what = passkeys === 1 ? 'the passkey' : `all ${passkeys} passkeys`
  return {
    question: `End ${what} of ${email}?`,
    does,
    yes: passkeys === 1 ? 'End their passkey' : 'End their passkeys',
  }
}

function askToRemove({ email, roles }: Account): Question {
  const owned = roles.filter(({ role }) => role === 'owner').map(({ slug }) => slug)
  const does = `Their sessions, passkeys, links and roles end at once, in all projects. What they did stays in the audit logs.${
    owned.length > 0 ? ` See to it that these have another owner: ${owned.join(', ')}.` : ''
  }`
  return { question: `Remove ${email} from the console?`, does, yes: 'Remove them' }
}

function countOrNo(count: number, one: string): string {
  return count === 1 ? `1 ${one}` : `${count === 0 ? 'no' : count} ${one}s`
}
