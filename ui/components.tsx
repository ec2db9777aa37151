import type { ComponentChildren, JSX } from 'preact'
import type { Words } from './words/words.ts'

// Components that board, console and widget share. The caller passes the words, because each of them has its own.

interface Colored {
  readonly name: string
  readonly color: string
}

/** The colour is the project's, and only repeats the text beside it. It is an attribute, because pages have no inline style. */
export function Dot({ color, size = 8 }: { color: string; size?: number | undefined }) {
  return (
    <svg class="dot" viewBox="0 0 8 8" width={size} height={size} aria-hidden="true">
      <circle cx="4" cy="4" r="4" fill={color} />
    </svg>
  )
}

/** A pill in the status's colour. Its text has the colour of all texts, so that it can be read whatever colour the project chose. */
export function Status({ status }: { status: Colored }) {
  return (
    <span class="status">
      <svg class="tint" aria-hidden="true">
        <rect width="100%" height="100%" fill={status.color} />
      </svg>
      <Dot color={status.color} />
      {status.name}
    </span>
  )
}

/** An instant for people and for machines; `title` is shown under the pointer. */
export function Instant({ at, title, children }: { at: Date; title?: string; children: ComponentChildren }) {
  return (
    <time dateTime={at.toISOString()} title={title}>
      {children}
    </time>
  )
}

/** How long ago it was. */
export function Ago({ at, now, words }: { at: Date; now: Date; words: Words }) {
  return <Instant at={at}>{words.ago(at, now)}</Instant>
}

interface EmptyProps {
  readonly title: string
  /** Its level among the headings of the page. */
  readonly level?: 'h2' | 'h3'
  readonly picture?: JSX.Element
  readonly actions?: JSX.Element
  readonly children?: ComponentChildren
}

/** Shown instead of an empty list, with what to do about it. */
export function Empty({ title, level: Heading = 'h2', picture, actions, children }: EmptyProps) {
  return (
    <div class="empty">
      {picture}
      <Heading>{title}</Heading>
      {children && <p>{children}</p>}
      {actions}
    </div>
  )
}

type MoreProps = { readonly text: string } & (
  | { readonly href: string }
  | (JSX.IntrinsicElements['button'] & { readonly href?: undefined })
)

/** Leads to the rest of a list: a link, or a button whose script loads it. */
export function More({ text, ...target }: MoreProps) {
  return (
    <p class="more">
      {target.href === undefined ? (
        <button type="button" class="button" {...target}>
          {text}
        </button>
      ) : (
        <a class="button" href={target.href} rel="next">
          {text}
        </a>
      )}
    </p>
  )
}

type BallotProps = JSX.IntrinsicElements['button'] & { readonly isOn: boolean; readonly type: 'button' | 'submit' }

/** The arrow, with the number below it, which the caller passes. */
export function Ballot({ isOn, type, children, ...button }: BallotProps) {
  return (
    <button type={type} class="ballot" aria-pressed={isOn} {...button}>
      <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
        <path d="M8 3.2 14 11H2z" />
      </svg>
      {children}
    </button>
  )
}
