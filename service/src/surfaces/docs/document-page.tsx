import { type Frame, Layout } from './layout.tsx'
import type { DocsPage } from './site.ts'

export function DocumentPage({ frame, page: { path, title, headings, html } }: { frame: Frame; page: DocsPage }) {
  return (
    <Layout frame={frame} path={path} title={title} headings={headings}>
      {/* made at build time from Markdown of this repository */}
      <div class="prose" dangerouslySetInnerHTML={{ __html: html }} />
    </Layout>
  )
}
