import { createFeedbackConnection, FeedbackError, type Me, type Project } from '../../../kits/app/src/index.ts'
import type { Act, Client, DeskState } from './desk-state.ts'
import { createKeptTexts } from './kept-texts.ts'
import { createMarks } from './marks.ts'
import { createReports, needsSignIn } from './reports.ts'
import type { Shell, View } from './shell.ts'

/** Reading waits no longer than this for a sign-in: public content is shown, and read again once the sign-in is done. */
const PATIENCE_MS = 1_500
const TOKEN_TIMEOUT_MS = 8_000

export type Desk = ReturnType<typeof createDesk>

/** The state that all views share for one user: who is signed in, which messages are shown, and the client of the service. */
export function createDesk(shell: Shell, changed: () => void) {
  const state: DeskState = {
    project: undefined,
    me: null,
    isBanned: false,
    isNobody: false,
    said: undefined,
    era: 0,
    isReadByNobody: false,
    texts: {},
    told: new Map(),
    isOver: false,
  }
  const { client, reader } = createClients(shell, state, changed)
  const reports = createReports(shell, state, changed)
  const signIns = createSignIns(shell, state, client, reports.report, changed)

  const kept = createKeptTexts(shell.settings.projectKey)
  /** The action that needs a sign-in first. */
  let again: (() => void) | undefined

  const act: Act = async (work, done, options = {}) => {
    again = undefined
    try {
      const result = await work()
      if (!state.isOver) done(result)
    } catch (error) {
      if (state.isOver) return
      if (needsSignIn(error, state)) again = options.again
      reports.report(error, options.ifInvalid)
    }
  }

  const begin = async () => {
    await signIns.begin()
    if (state.me) kept.forget()
  }

  /** The app signs the visitor in, here or on another page that replaces this one. The typed texts are there again afterwards. */
  const signIn = async (view: View) => {
    const { tell, settings } = shell
    const { onSignIn } = settings
    if (!onSignIn) return reports.askToSignIn()
    reports.hush()
    kept.keep(state.texts, view)
    try {
      await onSignIn()
    } catch (error) {
      tell('onSignIn failed.', error)
      return reports.say('sign_in_failed', true)
    }
    await begin() // this does nothing if the app is about to leave the page: then the texts stay kept
    if (state.me && !state.isOver) again?.()
  }

  /** Public content is read without waiting for a slow sign-in. */
  const read = async <Result>(load: (client: Client) => Promise<Result>): Promise<Result> => {
    const isLate = !(await signIns.isSettledWithin(PATIENCE_MS))
    state.isReadByNobody ||= !state.me
    try {
      return await load(isLate ? reader : client)
    } catch (error) {
      if (isLate && error instanceof FeedbackError && error.code === 'session_required') return load(client)
      reports.explain(error)
      throw error
    }
  }

  return {
    state,
    client,
    marks: createMarks({ client, changed, act, emit: shell.emit, isOver: () => state.isOver }),
    act,
    read,
    say: reports.say,
    hush: reports.hush,
    emit: shell.emit,
    /** At every opening: signs in the user who is now signed in to the app. */
    begin: () => {
      if (!state.project) state.era += 1 // what failed before may work now
      void begin()
    },
    /** Reads everything again. */
    again: () => {
      state.era += 1
      changed()
    },
    signIn,
    /** Restores the texts and the view from before the app left the page to sign its user in. */
    takeKept: (): View | undefined => {
      const taken = kept.take()
      if (taken) state.texts = { ...state.texts, ...taken.texts }
      return taken?.view
    },
    changed,
    write: (key: string, text: string | undefined) => {
      state.texts = { ...state.texts, [key]: text }
      changed()
    },
    canWrite: () => !state.isBanned,
    /** Nobody is signed in, and nobody will be until the visitor asks for it. */
    isGuest: () => !state.me && (state.isNobody || !shell.settings.getToken),
    hasSignIn: shell.settings.onSignIn !== undefined,
    /** After the first text, the name cannot be changed. */
    hasWritten: () => {
      if (state.me) state.me = { ...state.me, name_locked: true }
    },
    learnProject: (project: Project) => {
      state.project = project
      shell.glance.learn({ accent: project.accent_color })
      changed()
    },
    end: async () => {
      state.isOver = true
      kept.forget()
      await client.signOut().catch(() => undefined) // the session is forgotten here, whether or not the service answers
    },
  }
}

function createClients({ settings, emit }: Shell, state: DeskState, changed: () => void) {
  const { apiOrigin, projectKey, fetch, getToken: ask } = settings
  const common = { apiOrigin, projectKey, fetch, tokenTimeoutMs: TOKEN_TIMEOUT_MS }
  const getToken = async () => {
    if (state.isOver) throw new Error('Whoever this was for has signed out.')
    const token = await ask?.()
    state.isNobody = token === null
    return token ?? ''
  }
  const client = createFeedbackConnection({
    ...common,
    ...(ask && { getToken }),
    onSessionChange: (me) => {
      meet(state, me)
      emit('session', { user: me && { id: me.id, display_name: me.display_name } })
      changed()
    },
  })
  /** A client without a session, for the time until the user is known. */
  return { client, reader: createFeedbackConnection(common) }
}

/** Sets the current user, who may see more than everybody. */
function meet(state: DeskState, me: Me | null): void {
  if (state.me?.id === me?.id) return
  state.me = me
  if (me) state.isBanned = false
  if (state.isReadByNobody || !me) state.era += 1
  state.isReadByNobody = !me
}

function createSignIns(
  shell: Shell,
  state: DeskState,
  client: Client,
  report: (error: unknown) => void,
  changed: () => void,
) {
  let pending: Promise<void> | undefined

  const signIn = async () => {
    try {
      meet(state, await client.signIn())
    } catch (error) {
      // A visitor who only reads is not told; one who votes is told when they do. The developer is told at once.
      if (error instanceof FeedbackError && error.code === 'user_banned') report(error)
      else if (!state.isNobody && !state.isOver) {
        shell.emit('error', { code: error instanceof FeedbackError ? error.code : 'unexpected' })
        void shell.explain(error)
      }
    } finally {
      pending = undefined
      changed()
    }
  }

  return {
    begin: async () => {
      if (!shell.settings.getToken || state.me) return
      pending ??= signIn()
      await pending
    },
    /** Whether the user is known, as soon as that is settled or the time is over. */
    isSettledWithin: async (milliseconds: number) => {
      const wait = new Promise<void>((resolve) => void setTimeout(resolve, milliseconds))
      if (pending) await Promise.race([pending, wait])
      return !pending
    },
  }
}
