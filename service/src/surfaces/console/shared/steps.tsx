import type { ComponentChildren } from 'preact'

export interface Step {
  readonly name: string
  readonly isDone: boolean
  readonly isNow: boolean
  readonly href?: string
  readonly children?: ComponentChildren
}

/** What comes after what, and how far it is. */
export function Steps({ label, steps }: { label: string; steps: readonly Step[] }) {
  return (
    <ol class="steps" aria-label={label}>
      {steps.map(({ name, isDone, isNow, href, children }, place) => (
        <li class={isDone ? 'done' : undefined} aria-current={isNow ? 'step' : undefined}>
          <span class="step-mark" aria-hidden="true">
            {isDone ? '✓' : place + 1}
          </span>
          <div>
            {href ? <a href={href}>{name}</a> : <b>{name}</b>}
            <span class="unseen">{isDone ? ' (done)' : isNow ? ' (next)' : ''}</span>
            {children && <div class="soft">{children}</div>}
          </div>
        </li>
      ))}
    </ol>
  )
}
