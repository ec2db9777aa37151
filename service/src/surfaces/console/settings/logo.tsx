import { filePath } from '../../../domain/files/index.ts'
import { Form } from '../shared/pieces.tsx'
import type { ProjectView } from '../shared/view.ts'

/** A form of its own: it sends a file and nothing else. */
export function LogoForms({ view }: { view: ProjectView }) {
  const { logoId, name } = view.project
  const action = `${view.base}/settings/logo`
  return (
    <section class="part logo-part">
      <h2>Logo</h2>
      {logoId !== undefined && (
        <img class="logo" src={`${view.base}${filePath(logoId)}?size=small`} alt={`The logo of ${name}`} />
      )}
      <form method="post" action={action} encType="multipart/form-data" class="row tight">
        <label class="field">
          <span>Picture</span>
          <input type="file" name="file" accept="image/png,image/jpeg,image/webp,image/gif" required />
          <span class="soft">
            PNG, JPEG, WebP or GIF of at most 10 MB. Without a logo, the board shows the initial.
          </span>
        </label>
        <button class="button" type="submit">
          Upload
        </button>
      </form>
      {logoId !== undefined && (
        <Form view={view} action={`${action}/remove`}>
          <button class="button" type="submit">
            Remove the logo
          </button>
        </Form>
      )}
    </section>
  )
}
