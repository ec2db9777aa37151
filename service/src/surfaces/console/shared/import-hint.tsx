import { Sentence } from './sentence.tsx'
import type { ProjectView } from './view.ts'

/** The way to the import, for those who may use it. */
export function ImportHint({ view }: { view: ProjectView }) {
  if (!view.may('imports:write')) return null
  return (
    <p>
      <Sentence view={view} of="imports_hint" with={{ link: (text) => <a href={`${view.base}/import`}>{text}</a> }} />
    </p>
  )
}
