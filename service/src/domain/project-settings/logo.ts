import { newId } from '../../foundation/ids/index.ts'
import type { Picture } from '../../foundation/pictures/index.ts'
import { inTransaction, type Permitted } from '../call/index.ts'
import { replaceLogo } from '../files/index.ts'
import type { Project } from '../projects/index.ts'
import { updateLogo } from '../projects/inside.ts'

/** The picture that stands for a project on its board and in its widget; without one, its initial does. */
export function changeLogo(call: Permitted<'project:write'>, picture: Picture | undefined): Promise<Project> {
  return inTransaction(call, async (call) => {
    const logo = picture && { ...picture, id: newId('file') }
    const project = await updateLogo(call, logo?.id) // first: it holds the project, so of two that come at once one waits
    await replaceLogo(call, logo)
    return project
  })
}
