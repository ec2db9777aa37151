import { LabelName } from '../../../domain/labels/index.ts'
import {
  MOST_RULES,
  MOST_VALUES,
  type PeopleCount,
  TraitName,
  type TraitOffer,
  TraitText,
} from '../../../domain/segments/index.ts'
import { limitsOf } from '../../pages/index.ts'
import { Field, inFull, Select } from '../shared/pieces.tsx'
import type { ProjectView } from '../shared/view.ts'
import { CHOICES, type TypedRule, type TypedSegment } from './form.ts'

const LEAST_ROWS = 3
/** Several values have commas between them. */
const LONGEST = MOST_VALUES * (limitsOf(TraitText).maxlength + 2)

interface EditorProps {
  readonly view: ProjectView
  readonly typed: TypedSegment
  /** The traits that people have, with some of their values. */
  readonly traits: readonly TraitOffer[]
  /** How many fit what is typed; undefined: not asked. */
  readonly counted: PeopleCount | undefined
}

/** The fields of a segment. Without script, a button shows how many people fit; with it, that is shown while one types. */
export function Editor({ view, typed, traits, counted }: EditorProps) {
  const { words } = view
  const fault = typed.faults?.name
  const rows = Math.min(MOST_RULES, Math.max(LEAST_ROWS, typed.rules.length + 1))
  return (
    <div class="segment-editor" data-count={`${view.base}/segments/count`} data-most={MOST_RULES}>
      <Field
        name="name"
        label={words.say('shared_name')}
        value={typed.name}
        required
        {...limitsOf(LabelName)}
        {...(fault !== undefined && { fault })}
      />
      <Select
        name="join"
        label={words.say('segments_join')}
        options={[
          ['all', words.say('segments_join_all')],
          ['any', words.say('segments_join_any')],
        ]}
        value={typed.join}
      />
      <fieldset class="segment-rules">
        <legend>{words.say('segments_rules')}</legend>
        {Array.from({ length: rows }, (_, place) => (
          <RuleRow view={view} typed={typed.rules[place]} place={place} traits={traits} fault={faultAt(typed, place)} />
        ))}
        <p class="soft">{words.say('segments_values_hint')}</p>
        <p class="soft">{words.say('segments_missing_hint')}</p>
      </fieldset>
      <datalist id="segment-traits">
        {traits.map(({ name }) => (
          <option value={name} />
        ))}
      </datalist>
      {traits.map(({ name, values }, place) => (
        <datalist id={valuesId(place)} data-trait={name}>
          {values.map((value) => (
            <option value={value} />
          ))}
        </datalist>
      ))}
      <p class="segment-count" role="status">
        <b>{counted && countInWords(view, counted)}</b> <span class="soft">{counted && ageInWords(view, counted)}</span>
      </p>
    </div>
  )
}

/** The values that are offered for a trait, by its place in the list. */
function valuesId(place: number): string {
  return `values-of-${place}`
}

interface RuleRowProps {
  readonly view: ProjectView
  readonly typed: TypedRule | undefined
  readonly place: number
  readonly traits: readonly TraitOffer[]
  readonly fault: string | undefined
}

function RuleRow({ view, typed, place, traits, fault }: RuleRowProps) {
  const { words } = view
  const known = traits.findIndex(({ name }) => name === typed?.trait)
  const about = fault === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': `rule-${place}-fault` }
  return (
    <div class="segment-rule">
      <input
        name="trait"
        list="segment-traits"
        value={typed?.trait}
        maxlength={TraitName.maxLength}
        aria-label={words.say('segments_trait')}
        placeholder={words.say('segments_trait')}
        autocomplete="off"
        {...about}
      />
      <select name="op" aria-label={words.say('segments_op')}>
        {CHOICES.map((op) => (
          <option value={op} selected={op === typed?.op}>
            {words.say(`segments_op_${op}`)}
          </option>
        ))}
      </select>
      <input
        name="value"
        list={known === -1 ? undefined : valuesId(known)}
        value={typed?.value}
        maxlength={LONGEST}
        aria-label={words.say('segments_value')}
        placeholder={words.say('segments_value')}
        autocomplete="off"
        {...about}
      />
      {fault !== undefined && (
        <p class="fault" id={`rule-${place}-fault`}>
          {fault}
        </p>
      )}
    </div>
  )
}

function faultAt({ join, faults = {} }: TypedSegment, place: number): string | undefined {
  const pointer = `rules/${join}/${place}`
  const [, whole] = Object.entries(faults).find(([name]) => place === 0 && name === `rules/${join}`) ?? []
  return Object.entries(faults).find(([name]) => name === pointer || name.startsWith(`${pointer}/`))?.[1] ?? whole
}

type Words = Pick<ProjectView, 'words'>

export function countInWords({ words }: Words, { kind, count }: PeopleCount): string {
  if (kind === 'exact') return words.say('segments_people', { n: count })
  if (kind === 'kept') return words.say('segments_kept', { n: count })
  return count === 0 ? words.say('segments_counting') : words.say('segments_at_least', { n: count })
}

/** Empty where the count is of now. */
export function ageInWords({ words }: Words, { kind, countedAt }: PeopleCount): string {
  return kind === 'kept' ? words.say('segments_kept_since', { at: inFull(countedAt) }) : ''
}
