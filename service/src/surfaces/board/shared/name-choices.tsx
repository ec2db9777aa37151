import type { WordKey } from '../../../../../ui/words/words.ts'
import { type UserCall, viewerOf } from '../../../domain/call/index.ts'
import { changeMe, OwnName } from '../../../domain/names/index.ts'
import { displayName, type NameChoice, nameChoices, type SignedInUser } from '../../../domain/users/index.ts'
import { Problem } from '../../../foundation/problems/index.ts'
import { textIn } from '../../pages/index.ts'
import type { TypedName, View } from './view.ts'

const LABELS = { default: 'me_name_default', first_name: 'me_name_first', custom: 'me_name_custom' } as const

/** Each choice with its preview. */
export function NameChoices({ view, user }: { view: View; user: SignedInUser }) {
  return (
    <>
      {nameChoices(view.project, user).map((choice) => (
        <Choice view={view} user={user} choice={choice} />
      ))}
    </>
  )
}

function Choice({ view, user, choice: { choice, preview } }: { view: View; user: SignedInUser; choice: NameChoice }) {
  const { words } = view
  return (
    <label class="choice">
      <input type="radio" name="name_choice" value={choice} checked={user.nameChoice === choice} />
      <span>
        <b>{words.say(LABELS[choice])}</b>
        {choice === 'custom' ? (
          <input
            name="custom_name"
            aria-label={words.say('me_name_custom_label')}
            maxLength={OwnName.maxLength} // a name that is too short but not chosen must not block the form
            value={user.customName ?? ''}
          />
        ) : (
          <span class="soft" dir="auto">
            {preview}
          </span>
        )}
      </span>
    </label>
  )
}

/** Before the first text: the name that will be shown and how to choose another, because it cannot be changed afterwards. */
export function WritesAs({ view }: { view: View }) {
  const { words, project } = view
  const viewer = viewerOf(view.call)
  if (viewer?.nameLocked !== false) return null
  const user = { ...viewer, ...view.typedName }
  return (
    <details class="names" open={view.typedName !== undefined}>
      <summary>
        <span data-text={words.say('writes_as', { name: '{name}' })}>
          {words.say('writes_as', { name: displayName(project, viewer) })}
        </span>{' '}
        <span class="link">{words.say('change_name')}</span>
      </summary>
      <fieldset class="choices">
        <legend>
          <p class="soft">{words.say('me_name_lead')}</p>
        </legend>
        <NameChoices view={view} user={user} />
      </fieldset>
    </details>
  )
}

/** Undefined if the form has no choice of a name. */
export function nameIn(form: Readonly<Record<string, unknown>>): TypedName | undefined {
  const nameChoice = (['default', 'first_name', 'custom'] as const).find((choice) => choice === form.name_choice)
  if (nameChoice === undefined) return undefined
  return nameChoice === 'custom' ? { nameChoice, customName: textIn(form.custom_name) } : { nameChoice }
}

/** Call it before the text is written, in the same transaction: both are saved, or neither. */
export async function takeName(call: UserCall, typed: TypedName | undefined): Promise<void> {
  const { user } = call.actor
  const isNew =
    typed && (typed.nameChoice !== user.nameChoice || (typed.customName ?? user.customName) !== user.customName)
  if (isNew) await changeMe(call, typed, undefined)
}

const NAME_FAULTS: Readonly<Record<string, WordKey>> = {
  name_locked: 'name_locked_now',
  name_unavailable: 'name_unavailable',
}

/** The message for a refused name. */
export function nameFault(error: unknown): WordKey | undefined {
  if (!(error instanceof Problem)) return undefined
  const isInvalid = error.errors?.some(({ pointer }) => pointer === '/custom_name')
  return isInvalid ? 'name_invalid' : NAME_FAULTS[error.kind.code]
}
