import type { ComponentChildren } from 'preact'
import { Instant, More } from '../../../../../ui/components.tsx'
import { onFirstUse } from '../../../../../ui/on-first-use.ts'
import { consoleWords } from '../../../../../ui/words/console/words.ts'
import { distance } from '../../../../../ui/words/distance.ts'
import { RECENT_MS } from '../../../../../ui/words/speech.ts'
import type { InboxCounts } from '../../../domain/moderation/index.ts'
import { Sentence } from './sentence.tsx'
import type { View } from './view.ts'

/** A date and time; its title has the exact time. */
export function Time({ at }: { at: Date }) {
  return (
    <Instant at={at} title={inFull(at)}>
      {dates().format(at)}
    </Instant>
  )
}

/** "3 days ago" or "in 2 hours"; the date if it was long ago. */
export function Ago({ at, now }: { at: Date; now: Date }) {
  return (
    <Instant at={at} title={inFull(at)}>
      {now.getTime() - at.getTime() < RECENT_MS
        ? distance(spans(), at.getTime() - now.getTime(), consoleWords.say('shared_just_now'))
        : dates().format(at)}
    </Instant>
  )
}

const dates = onFirstUse(
  () =>
    new Intl.DateTimeFormat('en', {
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone: 'UTC',
    }),
)
const spans = onFirstUse(() => new Intl.RelativeTimeFormat('en', { numeric: 'auto' }))

/** To the minute, the same everywhere. */
export function inFull(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

/** Counts stop at 99: larger numbers help nobody. */
/** How many items wait for a decision. */
export function waitingIn({ unanswered, reported, pending }: InboxCounts): number {
  return unanswered + reported + pending
}

export function upTo99({ words }: View, count: number): string {
  return count > 99 ? '99+' : words.number(count)
}

export function Badge({ children, kind }: { children: ComponentChildren; kind?: 'good' | 'warn' | 'bad' }) {
  return <span class={kind ? `badge ${kind}` : 'badge'}>{children}</span>
}

interface FieldProps {
  readonly name: string
  readonly label: string
  readonly value?: string | undefined
  readonly hint?: ComponentChildren
  readonly type?: string
  readonly required?: boolean
  readonly maxlength?: number
  readonly minlength?: number
  readonly pattern?: string
  readonly placeholder?: string
  readonly rows?: number
  readonly autocomplete?: string
  /** The address at which the editor's script reads whom the text can mention. */
  readonly 'data-people'?: string
  /** The fault of its value. */
  readonly fault?: string
}

/** A label, its field and a hint. With `rows` the field has several lines. */
export function Field({ name, label, hint, fault, rows, value, ...rest }: FieldProps) {
  const about = [hint && `${name}-hint`, fault && `${name}-fault`].filter(Boolean).join(' ')
  const props: object = {
    id: name,
    name,
    ...(about && { 'aria-describedby': about }),
    ...(fault && { 'aria-invalid': 'true' }),
    ...rest,
  }
  return (
    <div class="field">
      <label for={name}>{label}</label>
      {rows ? (
        <textarea rows={rows} {...props}>
          {value}
        </textarea>
      ) : (
        <input value={value} {...props} />
      )}
      {fault && (
        <p id={`${name}-fault`} class="field-fault">
          {fault}
        </p>
      )}
      {hint && (
        <p id={`${name}-hint`} class="soft">
          {hint}
        </p>
      )}
    </div>
  )
}

interface SelectProps {
  readonly name: string
  readonly label: string
  readonly options: readonly (readonly [value: string, text: string])[]
  readonly value?: string | undefined
  readonly isLabelHidden?: boolean
  readonly form?: string
}

export function Select({ name, label, options, value, isLabelHidden = false, form }: SelectProps) {
  return (
    <label class="select">
      <span class={isLabelHidden ? 'unseen' : undefined}>{label}</span>
      <select name={name} form={form}>
        {options.map(([option, text]) => (
          <option value={option} selected={option === value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}

interface CheckProps {
  readonly name: string
  readonly label: string
  /** What it means. */
  readonly hint: string
  readonly isOn: boolean
  readonly value?: string
}

export function Check({ name, label, hint, isOn, value = 'yes' }: CheckProps) {
  return (
    <label class="choice">
      <input type="checkbox" name={name} value={value} checked={isOn} />
      <span>
        <b>{label}</b>
        <span class="soft">{hint}</span>
      </span>
    </label>
  )
}

export interface Question {
  /** “Delete “Bug”?” */
  readonly question: string
  /** What the action does. */
  readonly does: string
  /** The text of its button. */
  readonly yes: string
}

interface FormProps {
  readonly view: View
  readonly action: string
  readonly class?: string
  readonly id?: string
  /** Whether its content is also shown to people who may only read, such as a list with checkboxes. */
  readonly wraps?: boolean
  /** The question before the form is processed, if its route has `asks`. The script asks in place; without script a page asks. */
  readonly asks?: Question
  /** Whether its answer is a file, so that the page stays. */
  readonly downloads?: boolean
  readonly children: ComponentChildren
}

/** Every form holds the id of its page, so that a form that is sent twice is processed once. */
export function Form({ view, action, asks, wraps = false, downloads = false, children, ...rest }: FormProps) {
  if (view.isReadOnly)
    return wraps ? (
      <fieldset class="look-only" disabled>
        {children}
      </fieldset>
    ) : null
  return (
    <form
      method="post"
      action={action}
      data-asks={asks && `${asks.question}\n\n${asks.does}`}
      data-downloads={downloads ? '' : undefined}
      {...rest}
    >
      <input type="hidden" name="form_id" value={view.formId} />
      {asks && <Asked {...asks} />}
      {children}
    </form>
  )
}

/** The form sends these words to the page that asks. The script writes the answer into `confirmed`. */
function Asked({ question, does, yes }: Question) {
  return (
    <>
      {[question, does, yes].map((words) => (
        <input type="hidden" name="asks" value={words} />
      ))}
      <input type="hidden" name="confirmed" value="" />
    </>
  )
}

/** Shown before somebody types or creates anything that needs a recent sign-in. */
export function ConfirmFirst({ view, what }: { view: View; what: string }) {
  return (
    <div class="card warn">
      <h2>{view.words.say('shared_confirm_title')}</h2>
      <p>{view.words.say('shared_confirm_why', { what })}</p>
      <p>
        <a class="button main" href={`/console/confirm?return_to=${encodeURIComponent(view.path)}`}>
          {view.words.say('shared_confirm')}
        </a>
      </p>
    </div>
  )
}

/**
 * The same after a form that turned out to need it: nothing was saved, and the form below still contains everything. With a passkey the form is sent
 * again from here; without script or passkey, operators confirm in another tab and send it again themselves.
 */
export function ConfirmHere({ view, what, page, form, hasPasskey }: ConfirmHereProps) {
  return (
    <div class="card warn" role="alert">
      <h2>{view.words.say('shared_confirm_title')}</h2>
      <p>
        {view.words.say('shared_confirm_why', { what })} <Sentence view={view} of="shared_confirm_unsaved" />
      </p>
      {hasPasskey && (
        <p>
          <button
            class="button main"
            type="button"
            data-passkey="confirm"
            data-closed={view.words.say('entering_not_used')}
            data-then-send={form}
            hidden
          >
            {view.words.say('shared_confirm_and_save')}
          </button>
        </p>
      )}
      <p class="soft">
        <Sentence
          view={view}
          of={hasPasskey ? 'shared_confirm_tab_instead' : 'shared_confirm_tab'}
          with={{
            link: (text) => (
              <a href={`/console/confirm?return_to=${encodeURIComponent(page)}`} target="_blank" rel="noopener">
                {text}
              </a>
            ),
          }}
        />
      </p>
    </div>
  )
}

/** The person who opens an invitation gets its address, so two operators may have the same address. */
export function SameAddress({ view, id }: { view: View; id: string }) {
  return (
    <>
      <Badge kind="warn">{view.words.say('shared_same_address')}</Badge> <code>{id}</code>
    </>
  )
}

/** The scripts that its button needs. */
export const CONFIRM_SCRIPTS = ['enter.js'] as const

interface ConfirmHereProps {
  readonly view: View
  readonly what: string
  /** The page to which the other tab returns. */
  readonly page: string
  /** The id of the form that is sent again. */
  readonly form: string
  readonly hasPasskey: boolean
}

/** The list of this page, with its filter, as a file. */
export function CsvLink({ view, href }: { view: View; href: string }) {
  return (
    <a class="button" href={href} download>
      {view.words.say('shared_csv')}
    </a>
  )
}

export function NextPage({ view, next }: { view: View; next: string | undefined }) {
  return next === undefined ? null : <More href={next} text={view.words.say('shared_more')} />
}
