import type { FastifyRequest } from 'fastify'
import { pathOf } from '../pages/index.ts'

/** A page of the console and of nothing else. */
export function returnPath(value: unknown): string {
  if (typeof value !== 'string' || value.includes('..') || value.includes('//')) return '/console'
  return /^\/console(?:[/?][\w\-./?=&%:+]*)?$/.test(value) ? value : '/console'
}

/** The page that was asked for, or the one whose form was sent. */
export function pageOf(request: FastifyRequest, origin: string): string {
  if (request.method !== 'POST') return returnPath(pathOf(request))
  const { referer = '' } = request.headers
  return returnPath(referer.startsWith(`${origin}/`) ? referer.slice(origin.length) : undefined)
}
