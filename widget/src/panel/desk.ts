import {
  createFeedbackConnection,
  type FeedbackConnection,
  FeedbackError,
  type Me,
  type Project,
} from '../../../kits/app/src/index.ts'
import type { WordKey } from '../../../ui/words/words.ts'
import { createMarks } from './marks.ts'
import type { Shell } from './shell.ts'

/** Reading does not wait longer for a sign-in: what everybody may see is shown, and seen again once it is done. */
const PATIENCE_MS = 1_500
const TOKEN_TIMEOUT_MS = 10_000

export interface Say {
  readonly key: WordKey
  readonly values?: Record<string, string>
  readonly isFault: boolean
  /** Changes with every saying, so that the same words twice are heard twice. */
  readonly turn: number
}

export type Desk = ReturnType<typeof createDesk>
export type Client = FeedbackConnection

/** What all views of one panel share: who is signed in, what has been said, and the way to the service. */
export function createDesk(shell: Shell, changed: () => void) {
  const { settings, emit } = shell
  const { apiOrigin, projectKey, fetch } = settings
  const state = {
    project: undefined as Project | undefined,
    me: null as Me | null,
    isBanned: false,
    said: undefined as Say | undefined,
    /** Counts who was signed in: views read again when it changes. */
    era: 0,
  }
  let isNobody = false
  let isPending = false
  let isExplained = false
  let signedIn: Promise<void> = Promise.resolve()

  const say = (key: WordKey, isFault = false, values?: Record<string, string>) => {
    state.said = { key, isFault, turn: (state.said?.turn ?? 0) + 1, ...(values && { values }) }
    changed()
  }

  const ask = settings.getToken
  const getToken = async () => {
    const token = await ask?.()
    isNobody = !token
    return token ?? ''
  }
  const common = { apiOrigin, projectKey, fetch, tokenTimeoutMs: TOKEN_TIMEOUT_MS }
  const client = createFeedbackConnection({
    ...common,
    ...(ask && { getToken }),
    onSessionChange: (me) => {
      if (state.me) marks.forget() // they were somebody else's
      state.me = me
      state.era += 1
      emit('session', { user: me && { id: me.id, display_name: me.display_name } })
      changed()
    },
  })
  /** Asks as nobody, while it is not known who is there. */
  const reader = createFeedbackConnection(common)

  /** A refusal in words for the visitor; what only the developer can mend goes to the developer. */
  const report = (error: unknown, ifInvalid: WordKey = 'failed_action') => {
    const { code = 'unexpected', status = 0 } = error instanceof FeedbackError ? error : {}
    emit('error', { code })
    if (code === 'user_banned') {
      state.isBanned = true
      return say('callback_banned', true)
    }
    if (code === 'session_required' || (code === 'token_unavailable' && isNobody)) {
      emit('sign_in_needed')
      return say('sign_in_needed', true, { project: state.project?.name ?? '' })
    }
    if (/^token_|^signing_key_/.test(code)) {
      shell.tell('the sign-in token was not accepted.', error)
      return say('sign_in_failed', true)
    }
    if (code === 'network_error') explainOnce(error)
    if (status === 429) return say('too_many', true)
    if (code === 'voting_closed') return say('voting_closed', true)
    if (code === 'comments_locked') return say('comments_locked', true)
    say(status === 400 ? ifInvalid : 'failed_action', true)
  }
  const explainOnce = (error: unknown) => {
    if (isExplained || !navigator.onLine) return
    isExplained = true
    void shell.explain(error)
  }
  const marks = createMarks({ client, changed, report, emit })

  const signIn = async () => {
    if (!ask || state.me || isPending) return
    isPending = true
    try {
      await client.signIn()
    } catch (error) {
      // Somebody who only reads need not know; whoever votes is told then.
      if (!isNobody) shell.tell('nobody could be signed in.', error)
      if (error instanceof FeedbackError && error.code === 'user_banned') report(error)
    } finally {
      isPending = false
    }
  }

  /** What may be read is read without waiting for a sign-in that takes its time. */
  const read = async <Result>(load: (client: Client) => Promise<Result>): Promise<Result> => {
    if (isPending) await Promise.race([signedIn, pause(PATIENCE_MS)])
    const isLate = isPending
    try {
      return await load(isLate ? reader : client)
    } catch (error) {
      const isPrivate = isLate && error instanceof FeedbackError && error.code === 'session_required'
      if (isPrivate) return load(client)
      if (error instanceof FeedbackError && error.code === 'network_error') explainOnce(error)
      throw error
    }
  }

  return {
    state,
    client,
    marks,
    read,
    say,
    report,
    emit,
    /** On every opening: whoever is there by now is signed in. */
    begin: () => {
      signedIn = signIn()
    },
    canWrite: () => !state.isBanned,
    learnProject: (project: Project) => {
      state.project = project
      shell.learn({ accent: project.accent_color })
      changed()
    },
    signOut: async () => {
      state.isBanned = false
      await client.signOut().catch(() => undefined) // it is forgotten here, whatever becomes of it there
    },
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, milliseconds))
}
