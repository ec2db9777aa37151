import { Empty } from '../../../../../ui/components.tsx'
import type { PeopleCount } from '../../../domain/sessions/index.ts'
import { RETIRING_LASTS_MS, type SigningKey } from '../../../domain/signing-keys/index.ts'
import { ProjectPage } from '../shared/layout.tsx'
import { Ago, Badge, ConfirmFirst, Form } from '../shared/pieces.tsx'
import type { ProjectView } from '../shared/view.ts'
import { KeyMaker } from './key-maker.tsx'
import { Rotation, retirement } from './rotation.tsx'

/** A key with how many people its tokens sign in at this moment. */
export type CountedKey = SigningKey & PeopleCount

interface KeysProps {
  readonly view: ProjectView
  /** The newest first. */
  readonly keys: readonly CountedKey[]
  readonly isConfirmed: boolean
  readonly typed?: string
  readonly isBurnt?: boolean
}

export function KeysPage({ view, keys, isConfirmed, typed, isBurnt }: KeysProps) {
  const inUse = keys.filter(({ status }) => status !== 'revoked')
  const revoked = keys.filter(({ status }) => status === 'revoked')
  const active = keys.filter(({ status }) => status === 'active')
  return (
    <ProjectPage
      view={view}
      title="Signing keys"
      section="/keys"
      scripts={['keys.js']}
      lead="Your backend signs a token for each person who signs in. With these public keys we check that it was your backend."
    >
      {!isConfirmed && <ConfirmFirst view={view} what="Changing keys" />}
      {inUse.length === 0 ? (
        <Empty title="No key yet">
          Nobody can sign in before there is one.{' '}
          {isConfirmed
            ? 'Make the first one below. It takes a minute.'
            : 'Confirm that it is you, then make the first one.'}
        </Empty>
      ) : (
        <ul class="rows keys">
          {inUse.map((key) => (
            <KeyRow view={view} signingKey={key} isLast={active.length === 1} isConfirmed={isConfirmed} />
          ))}
        </ul>
      )}
      {inUse.length > 0 && <Rotation view={view} keys={keys} isConfirmed={isConfirmed} />}
      <section class="part" id="add">
        <h2>Add a key</h2>
        {active.length >= 2 ? (
          <p>
            A project has at most two active keys: the one in use and its successor. Each further key could leak too. To
            add another key, first retire or revoke one of them.
          </p>
        ) : isConfirmed ? (
          <KeyMaker view={view} action={`${view.base}/keys/add`} typed={typed} isBurnt={isBurnt} />
        ) : (
          <p class="soft">First confirm that it is you: see above.</p>
        )}
      </section>
      {revoked.length > 0 && (
        <details class="part">
          <summary>Revoked keys ({revoked.length})</summary>
          <ul class="rows keys">
            {revoked.map((key) => (
              <KeyRow view={view} signingKey={key} isLast={false} isConfirmed={isConfirmed} />
            ))}
          </ul>
        </details>
      )}
    </ProjectPage>
  )
}

const KINDS = { active: 'good', retiring: 'warn', revoked: 'bad' } as const

interface KeyRowProps {
  readonly view: ProjectView
  readonly signingKey: CountedKey
  readonly isLast: boolean
  readonly isConfirmed: boolean
}

function KeyRow({ view, signingKey: key, isLast, isConfirmed }: KeyRowProps) {
  const { kid, status } = key
  return (
    <li>
      <div>
        <code>{kid}</code> <Badge kind={KINDS[status]}>{status}</Badge>
        <p class="soft">
          <Fate view={view} signingKey={key} /> Added <Ago at={key.createdAt} now={view.now} />,{' '}
          {key.lastUsedAt ? (
            <>
              last used <Ago at={key.lastUsedAt} now={view.now} />
            </>
          ) : (
            'never used'
          )}
          .
        </p>
      </div>
      {isConfirmed && status === 'revoked' && key.people > 0 && <SignOut view={view} signingKey={key} />}
      {isConfirmed && status !== 'revoked' && (
        <div class="row">
          {status === 'active' && (
            <Form view={view} action={`${view.base}/keys/retire`} asks={retirement(kid, isLast)}>
              <input type="hidden" name="kid" value={kid} />
              <button class="button" type="submit" aria-label={`Retire the key ${kid}`}>
                Retire
              </button>
            </Form>
          )}
          <Revoke view={view} signingKey={key} isLast={isLast && status === 'active'} />
        </div>
      )}
    </li>
  )
}

function Fate({ view, signingKey: key }: Pick<KeyRowProps, 'view' | 'signingKey'>) {
  if (key.status === 'active') return null
  if (key.status === 'revoked') {
    return (
      <>
        Revoked <Ago at={key.revokedAt} now={view.now} />.
      </>
    )
  }
  return (
    <>
      <b>
        Will be revoked <Ago at={new Date(key.retiredAt.getTime() + RETIRING_LASTS_MS)} now={view.now} />.
      </b>{' '}
      Until then it is still accepted.
    </>
  )
}

/** Behind a second click, with what it does said before, also without script. */
function Revoke({ view, signingKey, isLast }: Omit<KeyRowProps, 'isConfirmed'>) {
  const { kid, people } = signingKey
  return (
    <details class="revoke">
      <summary class="button" aria-label={`Revoke now: the key ${kid}`}>
        Revoke now
      </summary>
      <div class="card bad">
        <p>
          <b>For a private key that leaked.</b> Tokens that it signed are refused from now on, and neither the key nor
          its id can be used again. This cannot be undone.
        </p>
        {isLast && <p>This is your only active key: nobody can sign in until you add and deploy another one.</p>}
        <Form view={view} action={`${view.base}/keys/revoke`} class="stack flat">
          <input type="hidden" name="kid" value={kid} />
          <label class="choice">
            <input type="checkbox" name="end_sessions" value="yes" checked />
            <span>
              <b>
                {people === 0
                  ? 'Also sign out everybody who signed in with this key'
                  : `Also sign out the ${peopleOf(signingKey)} who signed in with this key`}
              </b>
              <span class="soft">
                {people === 0 ? 'Nobody is signed in with it now. ' : ''}Otherwise their sessions last until their 24
                hours are over, and so do the sessions of a thief.
              </span>
            </span>
          </label>
          <button class="button danger" type="submit" aria-label={`Revoke for good: the key ${kid}`}>
            Revoke for good
          </button>
        </Form>
      </div>
    </details>
  )
}

/** For a key that was revoked without them, as long as there are any. */
function SignOut({ view, signingKey }: Pick<KeyRowProps, 'view' | 'signingKey'>) {
  const { kid } = signingKey
  return (
    <Form view={view} action={`${view.base}/keys/revoke`}>
      <input type="hidden" name="kid" value={kid} />
      <input type="hidden" name="end_sessions" value="yes" />
      <button class="button" type="submit" aria-label={`Sign out the ${peopleOf(signingKey)} of the key ${kid}`}>
        Sign out its {peopleOf(signingKey)}
      </button>
    </Form>
  )
}

function peopleOf({ people, isAtLeast }: PeopleCount): string {
  const words = people === 1 ? '1 person' : `${people.toLocaleString('en')} people`
  return isAtLeast ? `${words} or more` : words
}
