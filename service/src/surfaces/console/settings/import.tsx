import type { ProjectView } from '../shared/view.ts'

/** The way to the import, for those who may use it. */
export function ImportPart({ view }: { view: ProjectView }) {
  if (!view.may('imports:write')) return null
  return (
    <section class="part" id="import">
      <h2>{view.words.say('settings_import')}</h2>
      <p class="soft">{view.words.say('imports_lead')}</p>
      <div>
        <a class="button" href={`${view.base}/import`}>
          {view.words.say('settings_import_open')}
        </a>
      </div>
    </section>
  )
}
