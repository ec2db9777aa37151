import type { LoadOptions } from './index.js'
import { loadScript } from './script.js'
import type { Widget, WidgetEvents } from './types.js'

const EVENTS = [
  'open',
  'close',
  'vote',
  'follow',
  'post',
  'comment',
  'session',
  'news',
  'sign_in_needed',
  'error',
] as const satisfies readonly (keyof WidgetEvents)[]

/** What has started, and may not have its widget yet. */
export interface Started {
  stop(): void
}

interface Uses {
  /** The options of now: functions are looked up when they are called, so that the newest is. */
  readonly options: () => LoadOptions
  readonly isMade: (widget: Widget) => void
  readonly hear: (event: keyof WidgetEvents, detail: never) => void
  readonly fail: (error: unknown) => void
}

/** Starts a widget that can be stopped at any time: before its script has come, nothing is made. */
export function start({ options, isMade, hear, fail }: Uses): Started {
  let isStopped = false
  let made: Widget | undefined
  const { apiOrigin, getToken, onSignIn, ...rest } = options()
  loadScript(apiOrigin).then(
    (create) => {
      if (isStopped) return
      made = create({
        ...rest,
        apiOrigin,
        getToken: getToken && (async () => (await options().getToken?.()) ?? null),
        onSignIn: onSignIn && (() => options().onSignIn?.()),
      })
      for (const event of EVENTS) made.on(event, (detail) => hear(event, detail as never))
      isMade(made)
    },
    (error) => {
      if (!isStopped) fail(error)
    },
  )
  return {
    stop: () => {
      isStopped = true
      made?.destroy()
    },
  }
}

/** Everything whose change needs a new widget. Functions may change as often as they like; only whether they are there counts. */
export function keyOf({ getToken, onSignIn, target, ...plain }: LoadOptions): string {
  return JSON.stringify([plain, !getToken, !onSignIn, typeof target === 'string' && target])
}
