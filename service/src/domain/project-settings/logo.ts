import type { Picture } from '../../foundation/pictures/index.ts'
import { inTransaction, type Permitted } from '../call/index.ts'
import { replaceLogo, storePicture } from '../files/index.ts'
import type { Project } from '../projects/index.ts'
import { updateLogo } from '../projects/inside.ts'

/** The picture that stands for a project on its board and in its widget; without one, its initial does. */
export async function changeLogo(call: Permitted<'project:write'>, picture: Picture | undefined): Promise<Project> {
  const logo = picture && (await storePicture(call, picture))
  return inTransaction(call, async (call) => {
    const project = await updateLogo(call, logo?.id) // first: it holds the project, so of two that come at once one waits
    await replaceLogo(call, logo)
    return project
  })
}
