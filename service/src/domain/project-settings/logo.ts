import type { Picture } from '../../foundation/pictures/index.ts'
import { inTransaction, type Permitted } from '../call/index.ts'
import { replaceLogo, storePicture } from '../files/index.ts'
import type { Project } from '../projects/index.ts'
import { updateLogo } from '../projects/inside.ts'

/** Changes the picture that the board and the widget show for the project. Without one they show its initial. */
export async function changeLogo(call: Permitted<'project:write'>, picture: Picture | undefined): Promise<Project> {
  const logo = picture && (await storePicture(call, picture))
  return inTransaction(call, async (call) => {
    const project = await updateLogo(call, logo?.id) // first: it locks the project, so a concurrent change waits
    await replaceLogo(call, logo)
    return project
  })
}
