import type { ProblemKind } from '../../../foundation/problems/index.ts'
import { type Frame, Layout } from '../layout.tsx'
import { Words } from '../words.tsx'
import { Badges } from './badges.tsx'
import { type CallerKind, callersOf } from './callers.ts'
import { type Call, type Operation, operationPath, type Parameter, sectionPath, successesOf } from './document.ts'
import type { Example, Examples } from './example.ts'
import { Fields } from './fields.tsx'
import { GuideLink } from './guide-link.tsx'
import type { Refusals } from './refusals.ts'
import { sampleRequest } from './sample-request.ts'
import { JSON_STYLE, literal } from './samples/literal.ts'
import { samplesOf } from './samples/samples.ts'
import { type Field, fieldsOf, inWordsOf, type Schemas } from './schema.ts'

interface OperationPageProps {
  readonly frame: Frame
  readonly call: Call
  readonly origin: string
  readonly schemas: Schemas
  readonly examples: Examples
  readonly refusals: Refusals
}

/** What a call does on the left, and how it looks on the right; on a phone, one below the other. */
export function OperationPage({ frame, call, origin, schemas, examples, refusals }: OperationPageProps) {
  const { method, path, operation } = call
  const [tag = ''] = operation.tags
  const callers = callersOf(operation)
  return (
    <Layout frame={frame} path={operationPath(operation)} title={operation.summary}>
      <article class="operation">
        <header class="operation-head">
          <p class="crumbs">
            <a href="/docs/reference">API reference</a> / <a href={sectionPath(tag)}>{tag}</a>
          </p>
          <h1 id={operation.operationId}>{operation.summary}</h1>
          <p class="call">
            <span class={`method ${method}`}>{method.toUpperCase()}</span>
            /v1{path}
          </p>
          {operation.description && (
            <p class="lead">
              <Words text={operation.description} />
            </p>
          )}
          <GuideLink tag={tag} isForApps={callers.every(({ caller }) => caller === 'app')} />
        </header>
        <div class="operation-samples">
          {callers.map((kind, place) => {
            const example = examples[operation.operationId]?.[kind.caller]
            return (
              example && (
                <CallerSamples
                  key={kind.caller}
                  call={call}
                  kind={kind}
                  example={example}
                  origin={origin}
                  isFirst={place === 0}
                />
              )
            )
          })}
        </div>
        <div class="operation-text">
          <WhoMayCall callers={callers} />
          <Request operation={operation} schemas={schemas} />
          <Answer operation={operation} schemas={schemas} />
          <Errors refusals={refusals} />
        </div>
      </article>
    </Layout>
  )
}

function WhoMayCall({ callers }: { callers: readonly CallerKind[] }) {
  return (
    <section aria-labelledby="who-may-call">
      <h2 id="who-may-call">Who may call</h2>
      <ul class="callers">
        {callers.map((kind) => (
          <li key={kind.caller}>
            <Badges kind={kind} />
            <span>
              <Words text={kind.needs} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const PLACES = { path: 'In the path', query: 'In the query', header: 'Headers' } as const

function Request({ operation, schemas }: { operation: Operation; schemas: Schemas }) {
  const { parameters = [], requestBody } = operation
  const [[type = '', { schema = {} }] = ['', {}]] = Object.entries(requestBody?.content ?? {})
  const members = fieldsOf(schema, schemas)
  return (
    <>
      {Object.entries(PLACES).map(([place, title]) => {
        const own = parameters.filter((parameter) => parameter.in === place)
        return (
          own.length > 0 && (
            <section key={place} aria-labelledby={`in-${place}`}>
              <h2 id={`in-${place}`}>{title}</h2>
              <Fields fields={own.map((parameter) => fieldOf(parameter, schemas))} use="request" />
            </section>
          )
        )
      })}
      {requestBody && (
        <section aria-labelledby="body">
          <h2 id="body">Body</h2>
          {type !== 'application/json' && (
            <p>
              <code>{type}</code>: <Words text={schema.description ?? ''} />
            </p>
          )}
          {members.length > 0 && <Fields fields={members} use="request" />}
          {members.length === 0 && type === 'application/json' && <p>It has no members, and may be empty.</p>}
        </section>
      )}
    </>
  )
}

function fieldOf({ name, required = false, description, schema }: Parameter, schemas: Schemas): Field {
  const described = { ...schema, ...(description !== undefined && { description }) }
  return { name, ...inWordsOf(described, schemas), isRequired: required, fields: [] }
}

function Answer({ operation, schemas }: { operation: Operation; schemas: Schemas }) {
  return (
    <section class="answer" aria-labelledby="answer">
      <h2 id="answer">Answer</h2>
      {successesOf(operation).map(([status, { description, content = {} }]) => {
        const fields = fieldsOf(content['application/json']?.schema ?? {}, schemas)
        return (
          <div key={status}>
            <p>
              <span class="badge status">{status}</span> <Words text={description} />
            </p>
            {fields.length > 0 && <Fields fields={fields} use="answer" />}
          </div>
        )
      })}
    </section>
  )
}

function Errors({ refusals: { own, common } }: { refusals: Refusals }) {
  return (
    <section aria-labelledby="errors">
      <h2 id="errors">Errors</h2>
      <p>
        Each is a <a href="/docs/reference#body-of-an-error">problem</a> with one of these codes.
      </p>
      {own.length > 0 && <ErrorList kinds={own} />}
      <details open={own.length === 0}>
        <summary>{common.length} errors that most calls share</summary>
        <ErrorList kinds={common} />
      </details>
    </section>
  )
}

function ErrorList({ kinds }: { kinds: readonly ProblemKind[] }) {
  return (
    <dl class="fields refusals">
      {kinds.map(({ code, status, title, remedy }) => (
        <div key={code}>
          <dt>
            <span class="badge status">{status}</span>{' '}
            <a href={`/docs/errors#${code}`}>
              <code>{code}</code>
            </a>
          </dt>
          <dd>
            <p>
              <Words text={title} />{' '}
              <span class="soft">
                <Words text={remedy} />
              </span>
            </p>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function noBody({ status }: Example): string {
  return status === 204 ? '204 and no body' : `${status} and a file`
}

interface CallerSamplesProps {
  readonly call: Call
  readonly kind: CallerKind
  readonly example: Example
  readonly origin: string
  readonly isFirst: boolean
}

const FROM = { server: 'From your server', app: 'From your app', anyone: 'From anywhere' } as const

/** The first kind of caller is open; another one is folded, because it differs little. */
function CallerSamples({ call, kind, example, origin, isFirst }: CallerSamplesProps) {
  const title = FROM[kind.caller]
  return (
    <details class="samples-of" open={isFirst}>
      <summary>
        <h2>{title}</h2>
      </summary>
      <div class="samples">
        {samplesOf(sampleRequest(call, kind, example, origin)).map(({ language, code }) => (
          <figure key={language} class="code" data-language={language}>
            <figcaption>{language}</figcaption>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long line scrolls sideways, and the keyboard must reach it */}
            <pre tabIndex={0}>
              <code>{code}</code>
            </pre>
          </figure>
        ))}
      </div>
      <p class="soft hint">
        <a href="/docs/reference#run-a-sample">How to run it</a>
      </p>
      {example.answer !== undefined && (
        <figure class="code example-answer">
          <figcaption>Answer, {example.status}</figcaption>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: as above */}
          <pre tabIndex={0}>
            <code>{typeof example.answer === 'string' ? example.answer : literal(example.answer, JSON_STYLE)}</code>
          </pre>
        </figure>
      )}
      {example.answer === undefined && <p class="soft hint">It answers with {noBody(example)}.</p>}
    </details>
  )
}
