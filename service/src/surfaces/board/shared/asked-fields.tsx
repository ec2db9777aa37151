import type { Field, GivenValues } from '../../../domain/fields/index.ts'
import { FieldInputs } from '../../pages/index.ts'
import type { View } from './view.ts'

interface AskedFieldsProps {
  readonly view: View
  readonly fields: readonly Field[]
  readonly values: GivenValues
  /** The keys of fields whose values were refused. */
  readonly faulty?: readonly string[] | undefined
  readonly categoryId: string | undefined
}

/** What a project asks about an idea beside title and text. */
export function AskedFields({ view: { words }, fields, values, faulty = [], categoryId }: AskedFieldsProps) {
  return (
    <FieldInputs
      fields={fields}
      values={values}
      faulty={faulty}
      categoryId={categoryId}
      words={{
        choose: words.say('field_choose'),
        optional: words.say('field_optional'),
        missing: words.say('field_missing'),
        wrong: words.say('field_wrong'),
      }}
    />
  )
}
