import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { JSX } from 'preact'
import { renderToString } from 'preact-render-to-string'

/** Stands for the nonce of a page until it is sent. Nobody outside of this process knows it, so no text of a visitor holds it. */
export const NONCE = randomBytes(16).toString('hex')

/** Scripts by nonce, styles of our own, forms to ourselves and on to the client's app; nothing from any other host. */
export function policyFor(nonce: string, formTargets: readonly string[]): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    `form-action 'self' ${formTargets.join(' ')}`.trim(),
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

/** A page for a refusal: its policy is set, and whoever answers sends it. */
export function renderPage(reply: FastifyReply, page: JSX.Element, formTargets: readonly string[]): string {
  const nonce = randomBytes(16).toString('base64')
  reply.header('content-security-policy', policyFor(nonce, formTargets)).header('referrer-policy', 'same-origin')
  return `<!doctype html>${renderToString(page)}`.replaceAll(NONCE, nonce)
}

export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: JSX.Element,
  options: { formTargets: readonly string[]; isShared: boolean; status?: number; isSecretive?: boolean },
): FastifyReply {
  const html = `<!doctype html>${renderToString(page)}`
  reply.code(options.status ?? 200).header('vary', 'Accept-Language, Cookie')
  // Forms of ours say where they come from; nobody else learns which page a link was on.
  if (!options.isSecretive) reply.header('referrer-policy', 'same-origin')
  if (options.isShared && (options.status ?? 200) === 200) {
    // Of the page without its nonce: a page that says the same is the same page, and keeps the nonce and policy it was sent with.
    const etag = `"${createHash('sha256').update(html.replaceAll(NONCE, '')).digest('base64url').slice(0, 22)}"`
    reply.header('etag', etag).header('cache-control', 'no-cache')
    if (request.headers['if-none-match'] === etag) {
      reply.removeHeader('content-security-policy')
      return reply.code(304).send()
    }
  } else reply.header('cache-control', 'no-store')
  const nonce = randomBytes(16).toString('base64')
  reply.header('content-security-policy', policyFor(nonce, options.formTargets))
  return reply.type('text/html; charset=utf-8').send(html.replaceAll(NONCE, nonce))
}
