import { listMentionable } from '../../../domain/comments/index.ts'
import { previewText, readFile } from '../../../domain/files/index.ts'
import { previewComment } from '../../../domain/posting/index.ts'
import { PostBody, postByNumber } from '../../../domain/posts/index.ts'
import { readBody } from '../../../domain/texts/index.ts'
import { readOneFile } from '../../http/index.ts'
import { membersOf, queryOf, sendPicture, textIn, withDirections } from '../../pages/index.ts'
import type { BoardRoutes } from '../shared/routing.ts'
import { countRead, readerCall, viewOf, visitorCall, writerCall } from '../shared/visitor.ts'
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
    const form = membersOf(request)
    const text = readBody(textIn(form.body), PostBody)
    const number = textIn(form.post)
    const post = number === '' ? undefined : await postByNumber(call, number)
    return { html: withDirections(await (post ? previewComment(call, post.id, text) : previewText(call, text))) }
  })
  routes.get('/people/:number', async (board, request, reply) => {
    const call = await readerCall(context, board, request, reply)
    const { number } = request.params as { number: string } // as its path says
    const { words } = viewOf(context, call, request)
    const people = await listMentionable(call, (await postByNumber(call, number)).id)
    reply.header('cache-control', 'no-store')
    return {
      people: people.map(({ displayName, isTeam, isAuthor, said, mention }) => ({
        name: displayName,
        note: (isTeam ? words.say('team') : isAuthor ? words.say('mention_author') : said) ?? '',
        markdown: mention,
      })),
    }
  })
}
