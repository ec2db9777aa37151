import type { Examples } from './reference/example.ts'

/** What `docs-site.ts` makes at build time of the Markdown of this repository. */
export interface DocsSite {
  readonly groups: readonly Group[]
  /** In the order of their own index. */
  readonly decisions: readonly PageLink[]
  readonly pages: readonly DocsPage[]
  /** Pictures, and code that people take as it is. */
  readonly files: readonly DocsFile[]
  /** What the service answered in a test. */
  readonly examples: Examples
}

/** One heading of the index with the pages below it: a part of the side bar. */
export interface Group {
  readonly title: string
  readonly links: readonly PageLink[]
}

export interface PageLink {
  readonly path: string
  readonly title: string
}

export interface DocsPage extends PageLink {
  readonly html: string
  readonly headings: readonly Heading[]
  /** For the search: the page, cut at its headings. */
  readonly sections: readonly Section[]
}

export interface Heading {
  readonly id: string
  readonly title: string
  readonly level: number
}

export interface Section {
  /** Empty: before the first heading. */
  readonly id: string
  readonly title: string
  readonly text: string
}

export interface DocsFile {
  /** With a version after a question mark if it may be cached forever. */
  readonly address: string
  readonly type: string
  readonly base64: string
}
