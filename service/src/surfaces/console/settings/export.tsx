import { Form } from '../shared/pieces.tsx'
import type { ProjectView } from '../shared/view.ts'

/** For those who may take everything away. */
export function ExportForm({ view }: { view: ProjectView }) {
  if (!view.may('exports:read')) return null
  return (
    <Form view={view} action={`${view.base}/settings/export`} class="settings" id="export" downloads>
      <section class="part">
        <h2>{view.words.say('settings_export')}</h2>
        <p class="soft">{view.words.say('settings_export_has')}</p>
        <p class="soft">{view.words.say('settings_export_lasts')}</p>
        <div>
          <button class="button" type="submit">
            {view.words.say('settings_export_download')}
          </button>
        </div>
      </section>
    </Form>
  )
}
