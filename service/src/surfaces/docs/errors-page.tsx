import type { ProblemKind } from '../../foundation/problems/index.ts'
import { causesOf } from './causes.ts'
import { type Frame, Layout } from './layout.tsx'
import { Words } from './words.tsx'

export function ErrorsPage({ frame, catalogue }: { frame: Frame; catalogue: readonly ProblemKind[] }) {
  const byStatus = [...Map.groupBy(catalogue, ({ status }) => status)]
  const headings = byStatus.map(([status]) => ({ id: `status-${status}`, title: String(status), level: 2 }))
  return (
    <Layout frame={frame} path="/docs/errors" title="Errors" headings={headings}>
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
                  <Words text={remedy} /> <Causes code={code} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Layout>
  )
}

function Causes({ code }: { code: string }) {
  const causes = causesOf(code)
  return causes ? <a href={causes.path}>{causes.title}</a> : null
}
