import type { ComponentChildren } from 'preact'
import type { ProblemKind } from '../../foundation/problems/index.ts'
import { type Call, type Caller, callersOf, callsByTag, curlOf, type OpenapiDocument } from './document.ts'
import { type Field, fieldsOf, type Schemas, typeInWords } from './schema.ts'

interface LayoutProps {
  readonly title: string
  readonly stylesheet: string
  readonly navigation: ComponentChildren
  readonly children: ComponentChildren
}

function Layout({ title, stylesheet, navigation, children }: LayoutProps) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <link rel="stylesheet" href={stylesheet} />
        <link rel="icon" href="data:," />
      </head>
      <body>
        <a class="skip" href="#content">
          Skip to the content
        </a>
        <nav aria-label="Reference">
          <a class="brand" href="/docs">
            Feedback board API
          </a>
          {navigation}
        </nav>
        <main id="content">{children}</main>
      </body>
    </html>
  )
}

export function ReferencePage({ document, stylesheet }: { document: OpenapiDocument; stylesheet: string }) {
  const sections = callsByTag(document)
  const base = document.servers?.[0]?.url ?? ''
  const { schemas } = document.components
  return (
    <Layout title="API reference" stylesheet={stylesheet} navigation={<Sections sections={sections} />}>
      <h1>API reference</h1>
      <p class="lead">
        <Words text={document.info.description ?? ''} />
      </p>
      <p>
        Every path below is under <code>{base}</code>. The API is JSON over HTTP: names are snake_case, times are RFC
        3339 in UTC, and an id begins with a prefix that names its kind. Tools read the same facts from{' '}
        <a href={`${base}/openapi.json`}>openapi.json</a>.
      </p>
      <p>
        An error is a body of type <code>application/problem+json</code> with a stable <code>code</code>.{' '}
        <a href="/docs/errors">All codes, with what to do about each</a>.
      </p>
      <section id="refusals" aria-labelledby="tag-refusals">
        <h2 id="tag-refusals">Body of an error</h2>
        <Fields fields={fieldsOf({ $ref: 'Problem' }, schemas)} />
      </section>
      {sections.map(({ tag, description, calls }) => (
        <section key={tag} aria-labelledby={`tag-${tag}`}>
          <h2 id={`tag-${tag}`}>{tag}</h2>
          <p class="soft">
            <Words text={description} />
          </p>
          {calls.map((call) => (
            <Endpoint key={call.operation.operationId} call={call} base={base} schemas={schemas} />
          ))}
        </section>
      ))}
    </Layout>
  )
}

function Sections({ sections }: { sections: ReturnType<typeof callsByTag> }) {
  return (
    <>
      {sections.map(({ tag, calls }) => (
        <div key={tag}>
          <h2>{tag}</h2>
          <ul>
            {calls.map(({ operation }) => (
              <li key={operation.operationId}>
                <a href={`#${operation.operationId}`}>{operation.summary}</a>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <h2>Errors</h2>
      <ul>
        <li>
          <a href="/docs/errors">All codes</a>
        </li>
      </ul>
    </>
  )
}

interface EndpointProps {
  readonly call: Call
  readonly base: string
  readonly schemas: Schemas
}

function Endpoint({ call: { method, path, operation }, base, schemas }: EndpointProps) {
  const body = operation.requestBody?.content['application/json']?.schema
  const callers = callersOf(operation)
  return (
    <article id={operation.operationId}>
      <h3>{operation.summary}</h3>
      <p class="call">
        <span class={`method ${method}`}>{method.toUpperCase()}</span>
        {path}
      </p>
      {operation.description && (
        <p>
          <Words text={operation.description} />
        </p>
      )}
      <h4>Who may call</h4>
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
          <h4>Parameters</h4>
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
          <h4>Body</h4>
          <Fields fields={fieldsOf(body, schemas)} />
        </>
      )}
      <h4>Try it</h4>
      {callers.map((caller) => (
        <Example key={caller.kind} caller={caller} isOneOf={callers.length > 1}>
          {curlOf(method, `${base}${path}`, operation, caller)}
        </Example>
      ))}
      <h4>Answers</h4>
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long line scrolls sideways, and the keyboard must reach it */}
      <pre tabIndex={0}>
        <code>{children}</code>
      </pre>
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
function Fields({ fields, level = 1 }: { fields: readonly Field[]; level?: number }) {
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

/** Names between backticks are set as code. */
function Words({ text }: { text: string }) {
  return <>{text.split('`').map((part, place) => (place % 2 === 1 ? <code key={part}>{part}</code> : part))}</>
}

export function ErrorsPage({ catalogue, stylesheet }: { catalogue: readonly ProblemKind[]; stylesheet: string }) {
  const byStatus = [...Map.groupBy(catalogue, ({ status }) => status)]
  const navigation = (
    <>
      <h2>By status</h2>
      <ul>
        {byStatus.map(([status]) => (
          <li key={status}>
            <a href={`#status-${status}`}>{status}</a>
          </li>
        ))}
      </ul>
      <h2>Endpoints</h2>
      <ul>
        <li>
          <a href="/docs">API reference</a>
        </li>
      </ul>
    </>
  )
  return (
    <Layout title="Errors" stylesheet={stylesheet} navigation={navigation}>
      <h1>Errors</h1>
      <p class="lead">
        Each error has one of these codes. A code never changes its meaning, so match on the code, not on the texts.
      </p>
      {byStatus.map(([status, kinds]) => (
        <section key={status} aria-labelledby={`status-${status}`}>
          <h2 id={`status-${status}`}>{status}</h2>
          <dl class="errors">
            {kinds.map(({ code, title, remedy }) => (
              <div key={code}>
                <dt id={code}>
                  <code>{code}</code> <Words text={title} />
                </dt>
                <dd class="soft">
                  <Words text={remedy} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Layout>
  )
}
