import { RETIRING_LASTS_MS, type SigningKey } from '../../../domain/signing-keys/index.ts'
import { Ago, Form, type Question } from '../shared/pieces.tsx'
import { Sentence } from '../shared/sentence.tsx'
import { type Step, Steps } from '../shared/steps.tsx'
import type { ProjectView } from '../shared/view.ts'

/** For this long after the first use of the new key, tokens of the old key may still be in use. */
const TOKENS_LAST_MS = 10 * 60 * 1000

interface RotationProps {
  readonly view: ProjectView
  /** The newest first. */
  readonly keys: readonly SigningKey[]
  readonly isConfirmed: boolean
}

/** Asked before a key retires. */
export function retirement({ words }: ProjectView, kid: string, isLast: boolean): Question {
  return {
    question: words.say('signing_keys_retire_ask', { kid }),
    does: words.say(isLast ? 'signing_keys_retire_last' : 'signing_keys_retire_does'),
    yes: words.say('signing_keys_retire_yes'),
  }
}

/** The steps that replace a key without any visitor noticing: where the project is now, and what comes next. */
export function Rotation({ view, keys, isConfirmed }: RotationProps) {
  const [fresh, old] = keys.filter(({ status }) => status === 'active')
  const retiring = keys.find(({ status }) => status === 'retiring')
  return (
    <section class="part">
      <h2>{view.words.say('signing_keys_replace')}</h2>
      <Steps
        view={view}
        label={view.words.say('signing_keys_replace')}
        steps={stepsOf(view, fresh, old, retiring, isConfirmed)}
      />
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
      name: view.words.say('signing_keys_step_add'),
      isDone: isAdded,
      isNow: !isAdded,
      children: <Add view={view} fresh={isAdded ? fresh : undefined} />,
    },
    {
      name: view.words.say('signing_keys_step_deploy'),
      isDone: isDeployed,
      isNow: isAdded && !isDeployed,
      children: isDeployed ? (
        view.words.say('signing_keys_step_deployed')
      ) : (
        <Deploy view={view} fresh={isAdded ? fresh : undefined} />
      ),
    },
    {
      name: view.words.say('signing_keys_step_retire'),
      isDone: isRetired,
      isNow: isDeployed && !isRetired,
      children: (
        <Retire view={view} fresh={fresh} old={old} retiring={retiring} isOffered={isDeployed && isConfirmed} />
      ),
    },
  ]
}

function Add({ view, fresh }: { view: ProjectView; fresh: SigningKey | undefined }) {
  return fresh ? (
    <Sentence view={view} of="signing_keys_step_added" with={{ code: <code>{fresh.kid}</code> }} />
  ) : (
    <Sentence view={view} of="signing_keys_step_add_why" with={{ link: (text) => <a href="#add">{text}</a> }} />
  )
}

function Deploy({ view, fresh }: { view: ProjectView; fresh: SigningKey | undefined }) {
  if (!fresh) return <>{view.words.say('signing_keys_step_deploy_why')}</>
  return <Sentence view={view} of="signing_keys_step_deploy_kid" with={{ kid: <code>{fresh.kid}</code> }} />
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
    if (!retiring?.retiredAt) return <>{view.words.say('signing_keys_step_retire_why')}</>
    const revokedAt = new Date(retiring.retiredAt.getTime() + RETIRING_LASTS_MS)
    return (
      <Sentence
        view={view}
        of={fresh?.lastUsedAt ? 'signing_keys_step_done' : 'signing_keys_step_wait'}
        with={{ kid: <code>{retiring.kid}</code>, time: <Ago at={revokedAt} now={view.now} /> }}
      />
    )
  }
  const isBusy = isStillUsed(old, fresh, view.now)
  return (
    <>
      {isBusy && old.lastUsedAt && (
        <p>
          <Sentence
            view={view}
            of="signing_keys_step_busy"
            with={{ time: <Ago at={old.lastUsedAt} now={view.now} /> }}
          />
        </p>
      )}
      <p>
        <Sentence view={view} of="signing_keys_step_retire_then" with={{ code: <code>{old.kid}</code> }} />
      </p>
      {isOffered && (
        <Form view={view} action={`${view.base}/keys/retire`} asks={retirement(view, old.kid, false)}>
          <input type="hidden" name="kid" value={old.kid} />
          <button
            class={isBusy ? 'button' : 'button main'}
            type="submit"
            aria-label={view.words.say('signing_keys_step_retire_label', { kid: old.kid })}
          >
            {view.words.say('signing_keys_step_retire')}
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
