import { Words } from '../words.tsx'
import type { Field } from './schema.ts'

interface FieldsProps {
  readonly fields: readonly Field[]
  /** In a request a reader looks for what is required, in an answer for what may be absent. */
  readonly use: 'request' | 'answer'
  readonly level?: number
}

/** The members of an object stand below it; from the second level on they are folded, because the same objects appear often. */
export function Fields({ fields, use, level = 1 }: FieldsProps) {
  return (
    <dl class="fields">
      {fields.map(({ name, type, text, isRequired, isForServers, fields: inner }) => (
        <div key={name}>
          <dt>
            <code>{name}</code>{' '}
            <span class="soft">
              <Words text={type} />
            </span>
            {use === 'request' && isRequired && <span class="badge required">required</span>}
            {use === 'answer' && !isRequired && <span class="badge">optional</span>}
            {isForServers && <span class="badge">servers only</span>}
          </dt>
          <dd>
            {text && (
              <p>
                <Words text={text} />
              </p>
            )}
            {inner.length > 0 && (
              <details open={level === 1}>
                <summary>
                  Fields of <code>{name}</code>
                </summary>
                <Fields fields={inner} use={use} level={level + 1} />
              </details>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
