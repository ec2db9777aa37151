import type { ProblemKind } from '../../foundation/problems/index.ts'
import type { SearchEntry } from './find.ts'
import { callsByTag, type OpenapiDocument, operationPath } from './reference/document.ts'
import type { DocsPage } from './site.ts'

/** Everything that the search finds: sections of the documents, endpoints and errors. */
export function searchEntries(
  pages: readonly DocsPage[],
  document: OpenapiDocument,
  catalogue: readonly ProblemKind[],
): readonly SearchEntry[] {
  const sections = pages.flatMap(({ path, title: page, sections }) =>
    sections.map(({ id, title, text }) => ({
      path: id === '' ? path : `${path}#${id}`,
      page,
      title,
      text,
      ...(path.startsWith('/docs/decisions') && { isBackground: true }),
    })),
  )
  const endpoints = callsByTag(document).flatMap(({ tag, calls }) =>
    calls.map(({ method, path, operation }) => ({
      path: operationPath(operation),
      page: `API reference: ${tag}`,
      title: operation.summary,
      text: plain(`${method.toUpperCase()} ${path} ${wordsOf(operation.operationId)}. ${operation.description ?? ''}`),
    })),
  )
  const errors = catalogue.map(({ code, title, remedy }) => ({
    path: `/docs/errors#${code}`,
    page: 'Errors',
    title: code,
    text: plain(`${title} ${remedy}`),
  }))
  return [...sections, ...endpoints, ...errors]
}

/** As people write it, and as the kits do: `create post createPost`. */
function wordsOf(operationId: string): string {
  return `${operationId.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)} ${operationId}`
}

function plain(text: string): string {
  return text.replaceAll('`', '').trim()
}
