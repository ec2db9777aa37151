import type { FastifyReply, FastifyRequest } from 'fastify'
import { statusName } from '../../../../../ui/words/names.ts'
import { chooseLanguage, wordsIn } from '../../../../../ui/words/words.ts'
import type { ReaderCall } from '../../../domain/call/index.ts'
import { readFile } from '../../../domain/files/index.ts'
import { type Post, postByNumber } from '../../../domain/posts/index.ts'
import { boardOriginOf } from '../../../domain/projects/index.ts'
import { drawPng } from '../../../foundation/pictures/index.ts'
import { notFound, Problem } from '../../../foundation/problems/index.ts'
import { addressOf, DRAWINGS, etagOf, hasAlready } from '../../http/index.ts'
import { languageOf, sendDrawing } from '../../pages/index.ts'
import { readForVisitor } from '../shared/reading.ts'
import type { BoardRoutes } from '../shared/routing.ts'
import { sharedCall } from '../shared/visitor.ts'
import { type Card, type CardPicture, cardPicture } from './card.ts'
import { openDrawings } from './drawings.ts'
import { fontsOfPictures } from './type.ts'

/** About 20 KB each. */
const MOST_KEPT = 100

/** The pictures of link previews. Only public boards have them: a preview is for everybody. */
export function previewPictureRoutes(routes: BoardRoutes): void {
  const { context } = routes
  const drawings = openDrawings(MOST_KEPT)

  const sendCard = async (call: ReaderCall, request: FastifyRequest, reply: FastifyReply, post?: Post) => {
    const { isPrivate, logoId } = call.project
    if (isPrivate || post?.mergedIntoId) throw new Problem(notFound)
    const picture = cardPicture(cardOf(call, post))
    const version = etagOf(picture.svg + logoId)
    reply.header('etag', version)
    if (hasAlready(request, version)) return sendDrawing(reply, undefined)
    if (!drawings.known(version)) await context.limits.take(DRAWINGS, addressOf(request))
    return sendDrawing(reply, await drawings.drawnOnce(version, () => draw(call, picture)))
  }
  routes.get('/og.png', async (board, request, reply) => {
    const call = await sharedCall(context, board, request, reply)
    return sendCard(call, request, reply)
  })
  routes.get('/posts/:number/og.png', async (board, request, reply) => {
    const call = await sharedCall(context, board, request, reply)
    const { number } = request.params as { number: string } // as its path says
    const post = await readForVisitor(context, call, request, (call) => postByNumber(call, number))
    return sendCard(call, request, reply, post)
  })
}

/** Its words are in the language of the board: programs that preview links ask for none. */
function cardOf({ places, project }: ReaderCall, post: Post | undefined): Card {
  const words = wordsIn(chooseLanguage([languageOf(project)]))
  return {
    name: project.name,
    host: new URL(boardOriginOf(places, project)).host,
    accentColor: project.accentColor,
    hasLogo: project.logoId !== undefined,
    ...(post && {
      post: {
        number: post.number,
        title: post.title,
        votes: post.voteCount,
        status: { name: statusName(words, post.status), color: post.status.color },
      },
    }),
  }
}

async function draw(call: ReaderCall, { svg, logo }: CardPicture): Promise<Buffer> {
  const { logoId } = call.project
  const fonts = fontsOfPictures().map(({ file }) => file)
  if (logoId === undefined) return drawPng({ svg, fonts })
  return drawPng({ svg, fonts, inset: { ...logo, bytes: await readFile(call, logoId, 'small') } })
}
