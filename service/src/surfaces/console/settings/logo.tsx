import { filePath } from '../../../domain/files/index.ts'
import { Form } from '../shared/pieces.tsx'
import type { ProjectView } from '../shared/view.ts'

/** A form of its own: it sends a file and nothing else. */
export function LogoForms({ view }: { view: ProjectView }) {
  const { logoId, name } = view.project
  const action = `${view.base}/settings/logo`
  return (
    <section class="part logo-part">
      <h2>{view.words.say('settings_logo')}</h2>
      {logoId !== undefined && (
        <img
          class="logo"
          src={`${view.base}${filePath(logoId)}?size=small`}
          alt={view.words.say('settings_logo_alt', { name })}
        />
      )}
      <form method="post" action={action} encType="multipart/form-data" class="row tight">
        <label class="field">
          <span>{view.words.say('settings_logo_file')}</span>
          <input type="file" name="file" accept="image/png,image/jpeg,image/webp,image/gif" required />
          <span class="soft">{view.words.say('settings_logo_why')}</span>
        </label>
        <button class="button" type="submit">
          {view.words.say('settings_logo_upload')}
        </button>
      </form>
      {logoId !== undefined && (
        <Form view={view} action={`${action}/remove`}>
          <button class="button" type="submit">
            {view.words.say('settings_logo_remove')}
          </button>
        </Form>
      )}
    </section>
  )
}
