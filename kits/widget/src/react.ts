import { type CSSProperties, createElement, type ReactElement, useEffect, useRef, useState } from 'react'
import type { LoadOptions } from './index.js'
import { keyOf, start } from './started.js'
import type { Widget, WidgetEvents } from './types.js'

export interface Listeners {
  /** What the app hears, such as `{ vote: ({ post_id, on }) => … }`. */
  readonly on?: { readonly [Name in keyof WidgetEvents]?: (detail: WidgetEvents[Name]) => void } | undefined
  /** The script did not load: the service is down, `script-src` lacks it, or a blocker is at work. The console says so by default. */
  readonly onError?: ((error: unknown) => void) | undefined
}

export type UseWidgetOptions = LoadOptions & Listeners

/**
 * A widget for as long as the component is there; null until it has loaded, and on a server. Without options there is none. `getToken`, `onSignIn` and
 * listeners may be new functions at every rendering: the newest are called.
 */
export function useWidget(options: UseWidgetOptions | null): Widget | null {
  const [widget, setWidget] = useState<Widget | null>(null)
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const key = options && keyOf(options)
  const target = options?.target
  // The key and the target say when a new widget is needed.
  useEffect(() => {
    if (!options) return
    const { stop } = start({
      options: () => latest.current ?? options,
      isMade: setWidget,
      hear: (event, detail) => latest.current?.on?.[event]?.(detail),
      // biome-ignore lint/suspicious/noConsole: the developer's console is where a page says what is wrong with it
      fail: (error) => (latest.current?.onError ?? console.error)(error),
    })
    return () => {
      stop()
      setWidget(null)
    }
  }, [key, target])
  return widget
}

export interface FeedbackWidgetProps extends Omit<LoadOptions, 'target'>, Listeners {
  /** Shows the panel where the component stands, instead of a button in the corner. */
  readonly inline?: boolean | undefined
  /** For the place of an inline panel. */
  readonly className?: string | undefined
  readonly style?: CSSProperties | undefined
  /** Called with the widget when it is there, for your own buttons: `open()`, `signOut()`. */
  readonly onReady?: ((widget: Widget) => void) | undefined
}

/** The widget as a component: `<FeedbackWidget apiOrigin projectKey getToken />`. Give it `key={user.id}`, so that each user has their own session. */
export function FeedbackWidget(props: FeedbackWidgetProps): ReactElement | null {
  const { inline = false, className, style, onReady, ...options } = props
  const [place, setPlace] = useState<Element | null>(null)
  const embedded = place && { ...options, target: place }
  const widget = useWidget(inline ? embedded : options)
  const tell = useRef(onReady)
  useEffect(() => {
    tell.current = onReady
  })
  useEffect(() => {
    if (widget) tell.current?.(widget)
  }, [widget])
  return inline ? createElement('div', { ref: setPlace, className, style }) : null
}
