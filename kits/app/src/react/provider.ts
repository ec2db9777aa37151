import {
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { FeedbackError } from '../../../transport/src/feedback-error.ts'
import { createFeedbackClient, type FeedbackClient } from '../client.ts'
import type { FeedbackClientOptions, Me } from '../options.ts'

interface Shared {
  readonly client: FeedbackClient
  readonly user: Me | null
}

const Feedback = createContext<Shared | null>(null)

export interface FeedbackProviderProps extends FeedbackClientOptions {
  readonly children?: ReactNode
}

/**
 * One client for everything inside. `getToken` and `onSessionChange` may be new functions at every rendering: the newest are called. Give it
 * `key={user.id}`, so that each user of your app has their own session.
 */
export function FeedbackProvider({ children, ...options }: FeedbackProviderProps): ReactElement {
  const [user, setUser] = useState<Me | null>(null)
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const { apiOrigin, projectKey } = options
  const canSignIn = options.getToken !== undefined
  // Other options count when the client is made.
  const client = useMemo(
    () =>
      createFeedbackClient({
        ...options,
        getToken: canSignIn ? async () => (await latest.current.getToken?.()) ?? '' : undefined,
        onSessionChange: (now) => {
          setUser(now)
          latest.current.onSessionChange?.(now)
        },
      }),
    [apiOrigin, projectKey, canSignIn],
  )
  // Another client has another session.
  useEffect(() => () => setUser(null), [client])
  const shared = useMemo(() => ({ client, user }), [client, user])
  return createElement(Feedback.Provider, { value: shared }, children)
}

export function useShared(): Shared {
  const shared = useContext(Feedback)
  if (!shared) throw new FeedbackError('option_invalid', 'There is no FeedbackProvider around this component.')
  return shared
}
