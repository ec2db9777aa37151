import { type Tab, type TabOptions, useTabs } from '../harness/tabs.ts'
import type { Desk } from './desk.ts'

/** Each tab has its own person in the console: an owner of the project, or the one of the cookie; an empty cookie is signed out. */
export function useBrowser(): (desk: Desk, options?: TabOptions) => Promise<Tab> {
  const open = useTabs()
  return async (desk, { cookie, ...options } = {}) => {
    const { origin } = desk.service
    return open({ baseURL: origin, ...options, cookie: cookie ?? (await desk.enter()) })
  }
}

/** The same for a moderator. */
export function useModerator(): (desk: Desk, options?: TabOptions) => Promise<Tab> {
  const open = useBrowser()
  return async (desk, options) =>
    open(desk, { cookie: await desk.enter('desk@posts.example', 'moderator'), ...options })
}
