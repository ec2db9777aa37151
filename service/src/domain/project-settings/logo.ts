import { inTransaction, type Permitted } from '../call/index.ts'
import { replaceLogo, type StoredPicture } from '../files/index.ts'
import { type Project, updateLogo } from '../projects/index.ts'

/** The picture that stands for a project on its board and in its widget; without one, its initial does. */
export function changeLogo(call: Permitted<'project:write'>, logo: StoredPicture | undefined): Promise<Project> {
  return inTransaction(call, async (call) => {
    const project = await updateLogo(call, logo?.id) // first: it holds the project, so of two that come at once one waits
    await replaceLogo(call, logo)
    return project
  })
}
