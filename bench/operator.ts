import { svc } from './client.ts'
import type { Site } from './site.ts'

/** Signs an owner of a project in to the console; returns the cookie. */
export async function enter({ directory, origin }: Pick<Site, 'directory' | 'origin'>, slug: string): Promise<string> {
  const { url } = svc(directory, [
    'operator',
    'invite',
    '--email',
    'bench@example.com',
    '--project',
    slug,
    '--role',
    'owner',
  ])
  const answer = await fetch(`${origin}/console/enter`, {
    method: 'POST',
    headers: { origin, 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ code: new URL(url).hash.slice(1) }),
    redirect: 'manual',
  })
  const [cookie = ''] = answer.headers.getSetCookie()
  return cookie.split(';', 1)[0] ?? ''
}
