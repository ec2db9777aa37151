import { Words } from '../words.tsx'
import { type Call, type Caller, callersOf, curlOf } from './document.ts'
import { type Field, fieldsOf, type Schemas, typeInWords } from './schema.ts'

interface EndpointProps {
  readonly call: Call
  readonly base: string
  readonly schemas: Schemas
}

export function Endpoint({ call: { method, path, operation }, base, schemas }: EndpointProps) {
  const body = operation.requestBody?.content['application/json']?.schema
  const callers = callersOf(operation)
  return (
    <article id={operation.operationId}>
      <h2>
        <a class="anchor" href={`#${operation.operationId}`}>
          {operation.summary}
        </a>
      </h2>
      <p class="call">
        <span class={`method ${method}`}>{method.toUpperCase()}</span>
        {path}
      </p>
      {operation.description && (
        <p>
          <Words text={operation.description} />
        </p>
      )}
      <h3>Who may call</h3>
      <ul class="callers">
        {callers.map(({ kind, needs }) => (
          <li key={kind}>
            <strong>{kind}</strong>
            <Words text={needs} />
          </li>
        ))}
      </ul>
      {operation.parameters && (
        <>
          <h3>Parameters</h3>
          <Fields
            fields={operation.parameters.map(({ name, in: where, required, description, schema }) => ({
              name,
              type: `${typeInWords(schema, schemas)}, in the ${where}${required ? '' : ', optional'}`,
              text: description ?? '',
              fields: [],
            }))}
          />
        </>
      )}
      {body && (
        <>
          <h3>Body</h3>
          <Fields fields={fieldsOf(body, schemas)} />
        </>
      )}
      <h3>Try it</h3>
      {callers.map((caller) => (
        <Example key={caller.kind} caller={caller} isOneOf={callers.length > 1}>
          {curlOf(method, `${base}${path}`, operation, caller)}
        </Example>
      ))}
      <h3>Answers</h3>
      <div class="table answers">
        <table>
          <tbody>
            {Object.entries(operation.responses).map(([status, response]) => {
              const fields = fieldsOf(response.content?.['application/json']?.schema ?? {}, schemas)
              return (
                <tr key={status}>
                  <th scope="row" class="status">
                    {status}
                  </th>
                  <td>
                    {response.description.split('\n\n').map((line) => (
                      <ProblemLine key={line} line={line} />
                    ))}
                    {fields.length > 0 && <Fields fields={fields} />}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </article>
  )
}

interface ExampleProps {
  readonly caller: Caller
  readonly isOneOf: boolean
  readonly children: string
}

function Example({ caller: { kind }, isOneOf, children }: ExampleProps) {
  return (
    <>
      {isOneOf && <p class="soft">{kind}:</p>}
      <figure class="code">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long line scrolls sideways, and the keyboard must reach it */}
        <pre tabIndex={0}>
          <code>{children}</code>
        </pre>
      </figure>
    </>
  )
}

/** `code`: title, as the document writes it; a plain sentence stays one. */
function ProblemLine({ line }: { line: string }) {
  const [, code, title] = line.match(/^`(\w+)`: (.*)$/) ?? []
  if (!code) {
    return (
      <p>
        <Words text={line} />
      </p>
    )
  }
  return (
    <p>
      <a href={`/docs/errors#${code}`}>
        <code>{code}</code>
      </a>{' '}
      <span class="soft">
        <Words text={title ?? ''} />
      </span>
    </p>
  )
}

/** The members of an object stand below it; from the second level on they are folded, because the same objects appear often. */
export function Fields({ fields, level = 1 }: { fields: readonly Field[]; level?: number }) {
  return (
    <dl class="fields">
      {fields.map(({ name, type, text, fields: inner }) => (
        <div key={name}>
          <dt>
            <code>{name}</code>{' '}
            <span class="soft">
              <Words text={type} />
            </span>
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
                <Fields fields={inner} level={level + 1} />
              </details>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
