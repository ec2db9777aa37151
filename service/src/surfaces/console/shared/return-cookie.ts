import type { FastifyReply, FastifyRequest } from 'fastify'
import { newCall } from '../../../domain/call/index.ts'
import { enterProject, resolveOperator } from '../../../domain/operators/index.ts'
import type { ConsoleContext } from './context.ts'
import { returnPath } from './return-path.ts'

const COOKIE = 'console-return'
/** As long as a link works. */
const LASTS_SECONDS = 15 * 60
const OWN_PAGE = /^\/console(?:\/(?:me|me\/operators|new|confirm))?(?:\?|$)/

/** Remembers the page that somebody asked for before signing in. It is a cookie because a sign-in link opens in another tab. */
export function rememberPage({ cookies }: ConsoleContext, reply: FastifyReply, path: string): void {
  if (path !== '/console') cookies.write(reply, COOKIE, encodeURIComponent(path), LASTS_SECONDS)
}

export function forgetPage({ cookies }: ConsoleContext, request: FastifyRequest, reply: FastifyReply): void {
  if (cookies.read(request, COOKIE) !== undefined) cookies.clear(reply, COOKIE)
}

/** Returns that page once, after signing in. If another person was there before, the list of projects is used instead. */
export async function pageToReturnTo(
  context: ConsoleContext,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
): Promise<string> {
  const path = rememberedIn(context.cookies.read(request, COOKIE))
  forgetPage(context, request, reply)
  if (OWN_PAGE.test(path)) return path
  const call = await resolveOperator(newCall(context.database, context.places, context.now()), token)
  const slug = path.split(/[/?]/)[2] ?? ''
  return enterProject(call, slug).then(
    () => path,
    () => '/console',
  )
}

function rememberedIn(value = ''): string {
  try {
    return returnPath(decodeURIComponent(value))
  } catch {
    return '/console'
  }
}
