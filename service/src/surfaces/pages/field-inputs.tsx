import {
  choicesOf,
  type Field,
  FieldText,
  FieldUrl,
  type FieldValue,
  fromText,
  type GivenValues,
  sayValue,
} from '../../domain/fields/index.ts'
import { textIn } from './body.ts'
import { limitsOf } from './limits.ts'

/** What inputs say, in the words of the surface. */
export interface FieldWords {
  /** The first line of a list from which nothing is chosen yet. */
  readonly choose: string
  /** Beside what may stay empty; absent: nothing says so. */
  readonly optional?: string
  readonly missing: string
  readonly wrong: string
}

interface FieldInputsProps {
  readonly fields: readonly Field[]
  readonly values: GivenValues
  readonly words: FieldWords
  /** The keys of fields whose values were refused. */
  readonly faulty?: readonly string[]
  /** The category of the post: fields of others wait unseen until somebody chooses one of theirs. Absent: all are shown. */
  readonly categoryId?: string | undefined
}

/** The inputs for values of fields. `givenIn` reads them. */
export function FieldInputs({ fields, categoryId, ...props }: FieldInputsProps) {
  return (
    <>
      {fields.map((field) => {
        const waits = categoryId !== undefined && field.categories !== null && !has(field.categories, categoryId)
        return (
          <fieldset class="asked" data-categories={field.categories?.join(' ')} hidden={waits} disabled={waits}>
            <OneInput field={field} {...props} />
          </fieldset>
        )
      })}
    </>
  )
}

interface OneInputProps extends Pick<FieldInputsProps, 'values' | 'words' | 'faulty'> {
  readonly field: Field
}

function OneInput({ field, values, words, faulty = [] }: OneInputProps) {
  const { key, label, kind, required } = field
  const id = nameOf(field)
  const isFaulty = faulty.includes(key)
  const value = values[key]
  const isEmpty = value === undefined || value === null || value === false || String(value) === ''
  const fault = isFaulty && (
    <p id={`${id}-fault`} class="asked-fault">
      {isEmpty ? words.missing : words.wrong}
    </p>
  )
  const mark = !required && words.optional && <span class="soft"> {words.optional}</span>
  const about = {
    'aria-invalid': isFaulty ? ('true' as const) : undefined,
    'aria-describedby': isFaulty ? `${id}-fault` : undefined,
  }
  if (kind === 'multi_select')
    return (
      <>
        <legend dir="auto">
          {label}
          {mark}
        </legend>
        <div class="asked-boxes">
          {offered(field, value).map((option) => (
            <label class="asked-box">
              <input
                type="checkbox"
                name={`${id}.${option.value}`}
                value="1"
                checked={isChosen(value, option.value)}
                {...about}
              />{' '}
              <span dir="auto">{option.label}</span>
            </label>
          ))}
        </div>
        {fault}
      </>
    )
  if (kind === 'checkbox')
    return (
      <>
        <label class="asked-box">
          <input id={id} type="checkbox" name={id} value="1" checked={value === true} required={required} {...about} />{' '}
          <span dir="auto">{label}</span>
        </label>
        {fault}
      </>
    )
  return (
    <>
      <label for={id} dir="auto">
        {label}
        {mark}
      </label>
      {kind === 'select' ? (
        <select id={id} name={id} class="pick" required={required} {...about}>
          <option value="">{words.choose}</option>
          {offered(field, value).map((option) => (
            <option value={option.value} selected={option.value === value}>
              {option.label}
            </option>
          ))}
        </select>
      ) : (
        <input id={id} name={id} {...TYPES[kind]} required={required} value={String(value ?? '')} {...about} />
      )}
      {fault}
    </>
  )
}

const TYPES = {
  text: { type: 'text', maxlength: limitsOf(FieldText).maxlength },
  url: { type: 'url', maxlength: limitsOf(FieldUrl).maxlength, placeholder: 'https://' },
  number: { type: 'number', step: 'any' },
  date: { type: 'date' },
} as const

/** What can be chosen, and what was chosen before it was removed. */
function offered(field: Field, value: unknown) {
  const open = choicesOf(field)
  return [...open, ...field.options.filter((option) => option.isRemoved && isChosen(value, option.value))]
}

function isChosen(value: unknown, option: string): boolean {
  return value === option || (Array.isArray(value) && value.includes(option))
}

function has(ids: readonly string[], id: string): boolean {
  return ids.includes(id)
}

function nameOf({ key }: Field): string {
  return `field.${key}`
}

/** What a form has about these fields. An empty input removes a value; a box that is not ticked is a no. */
export function givenIn(form: Readonly<Record<string, unknown>>, fields: readonly Field[]): GivenValues {
  return Object.fromEntries(
    fields.map((field) => {
      const name = nameOf(field)
      const text = textIn(form[name]).trim()
      if (field.kind === 'checkbox') return [field.key, text !== '']
      if (field.kind !== 'multi_select') return [field.key, text === '' ? null : fromText(field, text)]
      const chosen = field.options.filter(({ value }) => textIn(form[`${name}.${value}`]) !== '')
      return [field.key, chosen.map(({ value }) => value)]
    }),
  )
}

/** The keys of the fields that an error names. */
export function faultyKeys(errors: readonly { readonly pointer: string }[] = []): string[] {
  return errors.flatMap(({ pointer }) => (pointer.startsWith('/fields/') ? [pointer.slice('/fields/'.length)] : []))
}

interface FieldValuesProps {
  readonly fields: readonly Field[]
  readonly values: Readonly<Record<string, FieldValue>>
  readonly words: { readonly yes: string; readonly no: string }
  readonly speech: { number(value: number): string; date(time: Date): string }
}

/** The values of a post, in the order of the fields. */
export function FieldList({ fields, values, words, speech }: FieldValuesProps) {
  const shown = fields.filter(({ key }) => values[key] !== undefined)
  if (shown.length === 0) return null
  return (
    <dl class="answers">
      {shown.map((field) => (
        <div>
          <dt dir="auto">{field.label}</dt>
          <dd dir="auto">{shownOf(field, values[field.key] ?? '')}</dd>
        </div>
      ))}
    </dl>
  )

  function shownOf(field: Field, value: FieldValue) {
    if (typeof value === 'boolean') return value ? words.yes : words.no
    if (typeof value === 'number') return speech.number(value)
    // An export that somebody changed may hold other texts: they are shown as they are.
    const day = new Date(`${value}T00:00:00Z`)
    if (field.kind === 'date' && !Number.isNaN(day.getTime())) return speech.date(day)
    if (field.kind !== 'url' || !/^https?:\/\//i.test(String(value))) return sayValue(field, value)
    return (
      <a href={String(value)} rel="nofollow ugc noopener noreferrer">
        {String(value).replace(/^https?:\/\//, '')}
      </a>
    )
  }
}
