import type { FastifyRequest } from 'fastify'
import { membersOf, pathOf } from '../../pages/index.ts'

/** Only addresses of the console. */
export function returnPath(value: unknown): string {
  if (typeof value !== 'string' || value.includes('..') || value.includes('//')) return '/console'
  return /^\/console(?:[/?][\w\-./?=&%:+]*)?$/.test(value) ? value : '/console'
}

/** The requested page, or the page of the form that was sent. A page that asks a question sends it along. */
export function pageOf(request: FastifyRequest, origin: string): string {
  if (request.method !== 'POST') return returnPath(pathOf(request))
  const { came_from: before } = membersOf(request)
  if (typeof before === 'string') return returnPath(before)
  const { referer = '' } = request.headers
  return returnPath(referer.startsWith(`${origin}/`) ? referer.slice(origin.length) : undefined)
}
