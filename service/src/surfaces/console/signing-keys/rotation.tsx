import { RETIRING_LASTS_MS, type SigningKey } from '../../../domain/signing-keys/index.ts'
import { Ago, Form, type Question } from '../shared/pieces.tsx'
import { type Step, Steps } from '../shared/steps.tsx'
import type { ProjectView } from '../shared/view.ts'

/** So long after the new key's first use somebody may still hold a token of the old one. */
const TOKENS_LAST_MS = 10 * 60 * 1000

interface RotationProps {
  readonly view: ProjectView
  /** The newest first. */
  readonly keys: readonly SigningKey[]
  readonly isConfirmed: boolean
}

/** Asked before a key retires. */
export function retirement(kid: string, isLast: boolean): Question {
  const does = isLast
    ? 'This is your only active key: in 24 hours it is no longer accepted, and nobody can sign in.'
    : 'It is accepted for another 24 hours, then never again.'
  return { question: `Retire ${kid}?`, does, yes: 'Retire it' }
}

/** How a key is replaced so that no visitor notices: where the project is on that way, and what comes next. */
export function Rotation({ view, keys, isConfirmed }: RotationProps) {
  const [fresh, old] = keys.filter(({ status }) => status === 'active')
  const retiring = keys.find(({ status }) => status === 'retiring')
  return (
    <section class="part">
      <h2>Replace a key</h2>
      <Steps label="Replacing a key" steps={stepsOf(view, fresh, old, retiring, isConfirmed)} />
    </section>
  )
}

function stepsOf(
  view: ProjectView,
  fresh: SigningKey | undefined,
  old: SigningKey | undefined,
  retiring: SigningKey | undefined,
  isConfirmed: boolean,
): Step[] {
  const isAdded = fresh !== undefined && (old !== undefined || retiring !== undefined)
  const isDeployed = isAdded && fresh.lastUsedAt !== undefined
  const isRetired = isAdded && old === undefined
  return [
    {
      name: 'Add the new key',
      isDone: isAdded,
      isNow: !isAdded,
      children: <Add fresh={isAdded ? fresh : undefined} />,
    },
    {
      name: 'Deploy its private key',
      isDone: isDeployed,
      isNow: isAdded && !isDeployed,
      children: isDeployed ? 'Tokens signed with the new key arrive.' : <Deploy fresh={isAdded ? fresh : undefined} />,
    },
    {
      name: 'Retire the old key',
      isDone: isRetired,
      isNow: isDeployed && !isRetired,
      children: (
        <Retire view={view} fresh={fresh} old={old} retiring={retiring} isOffered={isDeployed && isConfirmed} />
      ),
    },
  ]
}

function Add({ fresh }: { fresh: SigningKey | undefined }) {
  return fresh ? (
    <>
      <code>{fresh.kid}</code> is there.
    </>
  ) : (
    <>
      Once a year, or when somebody who could read it leaves. <a href="#add">Add a key</a> below; the one in use goes on
      counting.
    </>
  )
}

function Deploy({ fresh }: { fresh: SigningKey | undefined }) {
  return (
    <>
      Put the new private key and its key id {fresh && <code>{fresh.kid}</code>} into your backend. It is done when the
      first token of it arrives; this page then says so.
    </>
  )
}

interface RetireProps {
  readonly view: ProjectView
  readonly fresh: SigningKey | undefined
  readonly old: SigningKey | undefined
  readonly retiring: SigningKey | undefined
  readonly isOffered: boolean
}

function Retire({ view, fresh, old, retiring, isOffered }: RetireProps) {
  if (!old) {
    return retiring?.retiredAt ? (
      <>
        <code>{retiring.kid}</code> is revoked{' '}
        <Ago at={new Date(retiring.retiredAt.getTime() + RETIRING_LASTS_MS)} now={view.now} />.{' '}
        {fresh?.lastUsedAt ? 'There is nothing left to do.' : 'The new key has to be deployed by then.'}
      </>
    ) : (
      <>It is accepted for 24 more hours, so sign-in is not interrupted.</>
    )
  }
  const isBusy = isStillUsed(old, fresh, view.now)
  return (
    <>
      {isBusy && old.lastUsedAt && (
        <p>
          <b>
            Wait: the old key was used <Ago at={old.lastUsedAt} now={view.now} />.
          </b>{' '}
          Some of your servers still sign with it.
        </p>
      )}
      <p>
        <code>{old.kid}</code> is then accepted for 24 more hours, so sign-in is not interrupted.
      </p>
      {isOffered && (
        <Form view={view} action={`${view.base}/keys/retire`} asks={retirement(old.kid, false)}>
          <input type="hidden" name="kid" value={old.kid} />
          <button class={isBusy ? 'button' : 'button main'} type="submit" aria-label={`Retire the old key ${old.kid}`}>
            Retire the old key
          </button>
        </Form>
      )}
    </>
  )
}

function isStillUsed(old: SigningKey, fresh: SigningKey | undefined, now: Date): boolean {
  if (!old.lastUsedAt || !fresh?.lastUsedAt) return false
  return old.lastUsedAt > fresh.lastUsedAt || now.getTime() - old.lastUsedAt.getTime() < TOKENS_LAST_MS
}
