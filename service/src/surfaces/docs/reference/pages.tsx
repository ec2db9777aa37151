import type { ComponentChildren } from 'preact'
import { type Frame, Layout } from '../layout.tsx'
import { Words } from '../words.tsx'
import { Badges } from './badges.tsx'
import { callersOf } from './callers.ts'
import { type Call, callsByTag, type OpenapiDocument, operationPath, type Section, sectionPath } from './document.ts'
import { Fields } from './fields.tsx'
import { GuideLink } from './guide-link.tsx'
import { VARIABLES } from './samples/request.ts'
import { fieldsOf } from './schema.ts'

/** How the API works, and a list of all endpoints. */
export function ReferencePage({ frame, document }: { frame: Frame; document: OpenapiDocument }) {
  const base = document.servers?.[0]?.url ?? ''
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
      <RunASample />
      {callsByTag(document).map(({ tag, description, calls }) => (
        <section key={tag} aria-labelledby={idOf(tag)}>
          <h2 id={idOf(tag)}>
            <a href={sectionPath(tag)}>{tag}</a>
          </h2>
          <p class="soft">
            <Words text={description} />
          </p>
          <CallList calls={calls} />
        </section>
      ))}
      <section id="refusals" aria-labelledby="body-of-an-error">
        <h2 id="body-of-an-error">Body of an error</h2>
        <Fields fields={fieldsOf({ $ref: 'Problem' }, document.components.schemas)} use="answer" />
      </section>
    </Layout>
  )
}

const KITS = [
  ['TypeScript', '/docs/kits/server'],
  ['Python', '/docs/kits/python'],
  ['Ruby', '/docs/kits/ruby'],
  ['PHP', '/docs/kits/php'],
  ['Go', '/docs/kits/go'],
] as const

function RunASample() {
  return (
    <section aria-labelledby="run-a-sample">
      <h2 id="run-a-sample">Run a sample</h2>
      <p>
        Samples run as they are, after you put your own ids into them. From a server they use the kits for{' '}
        {KITS.map(([language, path], place) => (
          <span key={language}>
            {place > 0 && (place === KITS.length - 1 ? ' and ' : ', ')}
            <a href={path}>{language}</a>
          </span>
        ))}
        , whose pages say how to install them. From an app, TypeScript uses the <a href="/docs/kits/app">app kit</a>.
        All other samples need only what the language brings. They read these variables:
      </p>
      <dl class="fields">
        <Variable name={VARIABLES.secretKey}>
          A secret key of your project, from the console. Only on your server.
        </Variable>
        <Variable name={VARIABLES.projectKey}>The publishable key of your project.</Variable>
        <Variable name={VARIABLES.session}>
          A <a href="/docs/reference/exchangeSignInToken">session</a> of a user, for calls without a kit.
        </Variable>
        <Variable name={VARIABLES.token}>
          A <a href="/docs/guides/sign-in-tokens">sign-in token</a> that your backend made. The app kit gets a session
          for it.
        </Variable>
      </dl>
    </section>
  )
}

function Variable({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>
        <code>{name}</code>
      </dt>
      <dd>
        <p>{children}</p>
      </dd>
    </div>
  )
}

/** Each has the anchor that its operation had when a section was one page; the script goes on to the page of the operation. */
function CallList({ calls }: { calls: readonly Call[] }) {
  return (
    <ul class="calls">
      {calls.map(({ method, path, operation }) => (
        <li key={operation.operationId} id={operation.operationId}>
          <a href={operationPath(operation)}>{operation.summary}</a>
          <span class="call">
            <span class={`method ${method}`}>{method.toUpperCase()}</span>
            {path}
          </span>
        </li>
      ))}
    </ul>
  )
}

interface SectionPageProps {
  readonly frame: Frame
  readonly section: Section
}

export function SectionPage({ frame, section: { tag, description, calls } }: SectionPageProps) {
  return (
    <Layout frame={frame} path={sectionPath(tag)} title={tag}>
      <p class="crumbs">
        <a href="/docs/reference">API reference</a>
      </p>
      <h1>{tag}</h1>
      <p class="lead">
        <Words text={description} />
      </p>
      <GuideLink tag={tag} />
      <ul class="cards">
        {calls.map(({ method, path, operation }) => (
          <li key={operation.operationId} id={operation.operationId}>
            <a href={operationPath(operation)}>{operation.summary}</a>
            <span class="call">
              <span class={`method ${method}`}>{method.toUpperCase()}</span>
              {path}
            </span>
            {operation.description && (
              <p>
                <Words text={operation.description} />
              </p>
            )}
            <p class="card-badges">
              {callersOf(operation).map((kind) => (
                <Badges key={kind.caller} kind={kind} />
              ))}
            </p>
          </li>
        ))}
      </ul>
    </Layout>
  )
}

function idOf(tag: string): string {
  return `tag-${tag.toLowerCase().replaceAll(' ', '-')}`
}
