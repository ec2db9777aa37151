import type { ProjectView } from '../shared/view.ts'
import type { Progress, StepId } from './progress.ts'
import type { Sample } from './samples/index.ts'

export interface TypedAddresses {
  readonly signInUrl: string
  readonly allowedOrigins: string
  /** The version of the project when the form was made; undefined: the current one. */
  readonly version: number | undefined
}

/** The step, and what was refused in it. */
export interface SetupShown {
  readonly step?: StepId | undefined
  readonly language?: string | undefined
  readonly typed?: TypedAddresses
  /** The addresses are saved after the operator has confirmed who they are. */
  readonly asks?: { readonly hasPasskey: boolean }
  readonly typedKey?: string
  readonly isBurnt?: boolean
}

export interface SetupProps {
  readonly view: ProjectView
  readonly progress: Progress
  readonly apiOrigin: string
  readonly samples: readonly Sample[]
  readonly isConfirmed: boolean
  readonly shown: SetupShown & { readonly step: StepId }
}

export function stepPath(view: ProjectView, step: StepId): string {
  return `${view.base}/setup?step=${step}`
}

export function Onward({ view, to, isMain = true }: { view: ProjectView; to: StepId; isMain?: boolean }) {
  return (
    <p>
      <a class={isMain ? 'button main' : 'button'} href={stepPath(view, to)}>
        {view.words.say('setup_continue', { step: view.words.say(`setup_step_${to}`).toLowerCase() })}
      </a>
    </p>
  )
}
