import { turnOf } from '../harness/effort.ts'
import type { Members } from '../harness/project.ts'
import { type TabOptions as AnyTab, type Tab, useTabs } from '../harness/tabs.ts'
import type { Stage } from './stage.ts'
import { visitorOf } from './visitor.ts'

export type { Tab } from '../harness/tabs.ts'

type TabOptions = Omit<AnyTab, 'cookie'> & {
  /** Already signed in, with these claims. */
  readonly as?: Members
}

/** Each tab is a visitor of the board. A worker beside each is a quarter of the time: it is there where a test is about it. */
export function useBrowser(): (stage: Stage, options?: TabOptions) => Promise<Tab> {
  const open = useTabs()
  return async (stage, { as, ...options } = {}) =>
    open({
      baseURL: stage.boardOrigin,
      serviceWorkers: 'block',
      ...options,
      cookie: as && (await visitorOf(stage).signIn(as)),
    })
}

const SCRIPTING = [{ javaScriptEnabled: true }, { javaScriptEnabled: false }]

/** With script and without it, for a test that says the same of both: in `npm test` one of them, and the other for the next such test. */
export const scriptingOf = (place: number) => turnOf(SCRIPTING, place)

/** Every host that any page of the tab asked for anything. */
export function hostsOf({ sent }: Tab): Set<string> {
  return new Set(sent.map((request) => new URL(request.url()).host))
}

export const GRACE = { sub: 'grace', given_name: 'Grace', family_name: 'Hopper' }

/** A post of the team. */
export async function makePost(stage: Stage, title: string, members: Members = {}) {
  const { status, body } = await stage.server('POST', '/v1/posts', { title, ...members })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body as { readonly id: string; readonly number: number; readonly status: { readonly id: string } }
}

/** With the worker that every browser has on the board. */
export const WITH_WORKER = { serviceWorkers: 'allow' } as const

export async function votesOf(stage: Stage, post: { readonly id: string }): Promise<number> {
  return (await stage.server('GET', `/v1/posts/${post.id}`)).body.vote_count
}
