import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { UserCall } from '../../domain/call/index.ts'
import { addFile, fileUrl, readFile } from '../../domain/files/index.ts'
import { readPicture } from '../../foundation/pictures/index.ts'
import { FILES, MOST_FORM_BYTES, readOneFile } from '../http/index.ts'
import { queryOf, sendPicture } from '../pages/index.ts'
import { onGet } from './arrival.ts'
import type { BoardContext } from './context.ts'
import { countRead, visitorCall, writerCall } from './visitor.ts'

/** Pictures of this project, and what the page's script sends. */
export function fileRoutes(app: FastifyInstance, context: BoardContext): void {
  onGet(app, context, '/files/:id', async (board, request, reply) => {
    const call = await visitorCall(context, board, request, reply)
    await countRead(context, call, request)
    const { id } = request.params as { id: string } // as its path says
    const size = queryOf(request).size === 'small' ? 'small' : 'large'
    const bytes = await readFile(call, id, size)
    const isForAll = !call.project.isPrivate || id === call.project.logoId
    return sendPicture(reply, bytes, { isShared: isForAll && call.actor.kind === 'visitor', isForAll })
  })

  app.post(
    '/files',
    { bodyLimit: MOST_FORM_BYTES, config: { takesFile: true } },
    async (request: FastifyRequest, reply: FastifyReply) => {
      const call = await writerCall(context, request, reply)
      return reply
        .code(201)
        .header('cache-control', 'no-store')
        .send(await keepPicture(context, call, request))
    },
  )
}

async function keepPicture({ limits }: BoardContext, call: UserCall, request: FastifyRequest) {
  await limits.take(FILES, call.actor.user.id)
  const { id, width, height } = await addFile(call, await readPicture(await readOneFile(request)))
  return { id, url: fileUrl(call, id), width, height }
}
