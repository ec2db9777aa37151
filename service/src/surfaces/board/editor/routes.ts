import { previewText, readFile } from '../../../domain/files/index.ts'
import { PostBody } from '../../../domain/posts/index.ts'
import { readBody } from '../../../domain/texts/index.ts'
import { readOneFile } from '../../http/index.ts'
import { membersOf, queryOf, sendPicture, textIn, withDirections } from '../../pages/index.ts'
import type { BoardRoutes } from '../shared/routing.ts'
import { countRead, visitorCall, writerCall } from '../shared/visitor.ts'
import { keepPicture } from './written-form.ts'

/** Pictures, and the requests of the editor's script. */
export function editorRoutes(routes: BoardRoutes): void {
  const { context } = routes
  routes.get('/files/:id', async (board, request, reply) => {
    const call = await visitorCall(context, board, request, reply)
    await countRead(context, call, request)
    const { id } = request.params as { id: string } // as its path says
    const bytes = await readFile(call, id, queryOf(request).size === 'small' ? 'small' : 'large')
    const isForAll = !call.project.isPrivate || id === call.project.logoId
    return sendPicture(reply, bytes, { isShared: isForAll && call.actor.kind === 'visitor', isForAll })
  })
  routes.fileForm('/files', async (request, reply) => {
    const call = await writerCall(context, request, reply)
    reply.code(201).header('cache-control', 'no-store')
    return { url: await keepPicture(context, call, await readOneFile(request)) }
  })
  routes.form('/preview', async (request, reply) => {
    const call = await writerCall(context, request, reply)
    reply.header('cache-control', 'no-store')
    const html = await previewText(call, readBody(textIn(membersOf(request).body), PostBody))
    return { html: withDirections(html) }
  })
}
