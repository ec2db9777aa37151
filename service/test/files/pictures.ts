import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type sharpModule from 'sharp'
import { ROOT } from '../harness/paths.ts'
import type { TestProject } from '../harness/project.ts'

/** The service's own dependency; the tests are no part of that package. */
export const sharp: typeof sharpModule = createRequire(join(ROOT, 'service/package.json'))('sharp')

export function plain(width: number, height: number, background = '#3366cc') {
  return sharp({ create: { width, height, channels: 3, background } })
}

export const png = (width = 80, height = 60) => plain(width, height).png().toBuffer()

/** A form as a browser sends it. */
export function formWith(bytes: Uint8Array<ArrayBuffer>, { name = 'picture.png', type = 'image/png' } = {}): FormData {
  const form = new FormData()
  form.set('file', new File([bytes], name, { type }))
  return form
}

/** By a signed-in user. */
export async function upload({ app }: TestProject, session: string, bytes: Uint8Array<ArrayBuffer>) {
  const { status, body } = await app('POST', '/v1/files', { session, body: formWith(bytes) })
  if (status !== 201) throw new Error(`Not kept: ${status} ${JSON.stringify(body)}`)
  return body as { id: string; url: string; width: number; height: number; markdown: string }
}

/** What the board answers at an address of its own. */
export async function fetchFile({ service }: TestProject, url: string, headers: Record<string, string> = {}) {
  const { host, pathname, search } = new URL(url)
  const asked = request(service.origin + pathname + search, { headers: { host, ...headers } }).end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  const bytes = Buffer.concat(await answer.toArray())
  return { status: answer.statusCode, headers: answer.headers, bytes }
}
