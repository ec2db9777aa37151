import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { JSX } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { compress, etagOf, hasAlready } from '../http/index.ts'

/** A placeholder for the nonce of a page until it is sent. It is random for each process, so no visitor's text can contain it. */
export const NONCE = randomBytes(16).toString('hex')

const VARY = 'Accept-Language, Cookie, Accept-Encoding'

/** Scripts need a nonce, styles are our own, forms lead to this service and on to the client's app; nothing comes from other hosts. */
function policyFor(nonce: string, { formTargets, trustedTypes = "'none'", hasFrames = false }: Policy): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    `form-action 'self' ${formTargets.join(' ')}`.trim(),
    ...(hasFrames ? ["frame-src 'self'"] : []),
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${trustedTypes}`,
  ].join('; ')
}

interface Policy {
  /** The other targets of forms, besides this service. */
  readonly formTargets: readonly string[]
  /** The Trusted Types policies that a script of the page may use; none by default. */
  readonly trustedTypes?: string
  /** Whether it may show answers of this service in frames, where these allow it. */
  readonly hasFrames?: boolean
}

/** A page that is HTML already, from its `html` element on. */
export class RenderedPage {
  readonly html: string

  constructor(html: string) {
    this.html = html
  }
}

export interface PageOptions extends Policy {
  /** Whether everybody who speaks the language sees the same page. */
  readonly isShared: boolean
  readonly status?: number
  /** A part of the ETag that changes before the links of the page expire. */
  readonly edition?: string
  /** Called with the ETag of the page, if it has one. */
  readonly onTagged?: (tag: string) => void
  /** Whether links from this page send no referrer at all, not even to this service. */
  readonly isSecretive?: boolean
  /** Whether the page may contain secrets beside texts of strangers. Such a page is never compressed: its length would reveal them. */
  readonly isConfidential?: boolean
}

/** An error page: its policies are set, and the caller sends it. */
export function renderPage(
  reply: FastifyReply,
  page: JSX.Element,
  { isSecretive = false, ...policy }: Policy & Pick<PageOptions, 'isSecretive'>,
): string {
  const nonce = newNonce()
  reply.header('content-security-policy', policyFor(nonce, policy))
  reply.header('referrer-policy', referrerPolicy(isSecretive))
  return partsOf(page).join(nonce)
}

export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: JSX.Element | RenderedPage,
  {
    isShared,
    status = 200,
    isSecretive = false,
    edition = '',
    onTagged,
    isConfidential = false,
    ...policy
  }: PageOptions,
): Promise<FastifyReply> {
  const parts = partsOf(page)
  reply.code(status).header('vary', VARY).header('referrer-policy', referrerPolicy(isSecretive))
  // An answer that deletes a cookie is never cached.
  if (isShared && status === 200 && !reply.hasHeader('set-cookie')) {
    // The ETag is made from the page and its policy without the nonce. If neither has changed, the browser uses the page that it has, with its old
    // nonce.
    const etag = etagOf(policyFor('', policy) + parts.join('').replace(CURSOR, '$1') + edition)
    onTagged?.(etag)
    if (hasAlready(request, etag)) return sendUnchanged(reply, etag)
    reply.header('etag', etag).header('cache-control', 'no-cache')
  } else reply.header('cache-control', 'no-store')
  const nonce = newNonce()
  reply.header('content-security-policy', policyFor(nonce, policy))
  const html = parts.join(nonce)
  const mayCompress = isShared || !(isConfidential || request.method === 'POST' || request.url.includes('?'))
  return reply.type('text/html; charset=utf-8').send(mayCompress ? await compress(request, reply, html) : html)
}

/** The browser has the page with this tag, which everybody who speaks the language sees. */
export function sendUnchanged(reply: FastifyReply, etag: string): FastifyReply {
  reply.removeHeader('content-security-policy')
  return reply
    .code(304)
    .header('vary', VARY)
    .header('referrer-policy', referrerPolicy(false))
    .header('etag', etag)
    .header('cache-control', 'no-cache')
    .send()
}

/** The cursor of a list: it is different each time, though the list is the same. */
const CURSOR = /([?&](?:amp;)?cursor=)[\w.~%-]+/g

/** The parts of the page; the nonce belongs between them. */
function partsOf(page: JSX.Element | RenderedPage): string[] {
  const html = page instanceof RenderedPage ? page.html : renderToString(page)
  return `<!doctype html>${html}`.split(NONCE)
}

/** Our own forms send a referrer; other sites do not learn which page a link was on. */
function referrerPolicy(isSecretive: boolean): string {
  return isSecretive ? 'no-referrer' : 'same-origin'
}

function newNonce(): string {
  return randomBytes(16).toString('base64')
}
