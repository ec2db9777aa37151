import { type Frame, Layout } from '../layout.tsx'
import { Words } from '../words.tsx'
import { callsByTag, type OpenapiDocument, type Section, sectionPath } from './document.ts'
import { Endpoint, Fields } from './endpoint.tsx'
import { fieldsOf } from './schema.ts'

/** How the API works, and a list of all endpoints. */
export function ReferencePage({ frame, document }: { frame: Frame; document: OpenapiDocument }) {
  const base = baseOf(document)
  return (
    <Layout frame={frame} path="/docs/reference" title="API reference">
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
      {callsByTag(document).map(({ tag, description, calls }) => (
        <section key={tag} aria-labelledby={idOf(tag)}>
          <h2 id={idOf(tag)}>
            <a href={sectionPath(tag)}>{tag}</a>
          </h2>
          <p class="soft">
            <Words text={description} />
          </p>
          <ul class="calls">
            {calls.map(({ method, path, operation }) => (
              <li key={operation.operationId}>
                <a href={`${sectionPath(tag)}#${operation.operationId}`}>{operation.summary}</a>{' '}
                <span class="call">
                  <span class={`method ${method}`}>{method.toUpperCase()}</span> {path}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <section id="refusals" aria-labelledby="body-of-an-error">
        <h2 id="body-of-an-error">Body of an error</h2>
        <Fields fields={fieldsOf({ $ref: 'Problem' }, document.components.schemas)} />
      </section>
    </Layout>
  )
}

interface SectionPageProps {
  readonly frame: Frame
  readonly document: OpenapiDocument
  readonly section: Section
}

export function SectionPage({ frame, document, section: { tag, description, calls } }: SectionPageProps) {
  const headings = calls.map(({ operation }) => ({ id: operation.operationId, title: operation.summary, level: 2 }))
  return (
    <Layout frame={frame} path={sectionPath(tag)} title={tag} headings={headings}>
      <h1>{tag}</h1>
      <p class="lead">
        <Words text={description} />
      </p>
      {calls.map((call) => (
        <Endpoint
          key={call.operation.operationId}
          call={call}
          base={baseOf(document)}
          schemas={document.components.schemas}
        />
      ))}
    </Layout>
  )
}

function baseOf({ servers }: OpenapiDocument): string {
  return servers?.[0]?.url ?? ''
}

function idOf(tag: string): string {
  return `tag-${tag.toLowerCase().replaceAll(' ', '-')}`
}
