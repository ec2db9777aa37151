import type { ComponentChildren } from 'preact'
import type { View } from './view.ts'

export interface Step {
  readonly name: string
  readonly isDone: boolean
  readonly isNow: boolean
  readonly href?: string
  readonly children?: ComponentChildren
}

/** The steps in their order, and which of them are done. */
export function Steps({ view, label, steps }: { view: View; label: string; steps: readonly Step[] }) {
  const { say } = view.words
  return (
    <ol class="steps" aria-label={label}>
      {steps.map(({ name, isDone, isNow, href, children }, place) => (
        <li class={isDone ? 'done' : undefined} aria-current={isNow ? 'step' : undefined}>
          <span class="step-mark" aria-hidden="true">
            {isDone ? '✓' : place + 1}
          </span>
          <div>
            {href ? <a href={href}>{name}</a> : <b>{name}</b>}
            <span class="unseen">{isDone ? say('shared_step_done') : isNow ? say('shared_step_next') : ''}</span>
            {children && <div class="soft">{children}</div>}
          </div>
        </li>
      ))}
    </ol>
  )
}
