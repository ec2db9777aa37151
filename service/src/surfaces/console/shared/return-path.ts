import type { FastifyRequest } from 'fastify'
import { membersOf, pathOf } from '../../pages/index.ts'

/** A page of the console and of nothing else. */
export function returnPath(value: unknown): string {
  if (typeof value !== 'string' || value.includes('..') || value.includes('//')) return '/console'
  return /^\/console(?:[/?][\w\-./?=&%:+]*)?$/.test(value) ? value : '/console'
}

/** The page that was asked for, or the one whose form was sent; where a page in between asked about it, that names it. */
export function pageOf(request: FastifyRequest, origin: string): string {
  if (request.method !== 'POST') return returnPath(pathOf(request))
  const { came_from: before } = membersOf(request)
  if (typeof before === 'string') return returnPath(before)
  const { referer = '' } = request.headers
  return returnPath(referer.startsWith(`${origin}/`) ? referer.slice(origin.length) : undefined)
}
