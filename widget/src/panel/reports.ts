import { FeedbackError } from '../../../kits/app/src/index.ts'
import type { Values } from '../../../ui/words/speech.ts'
import type { WordKey } from '../../../ui/words/words.ts'
import type { DeskState } from './desk-state.ts'
import type { Shell } from './shell.ts'

/** Reports errors: to the visitor in words, and to the developer if only they can correct the cause. */
export function createReports(shell: Shell, state: DeskState, changed: () => void) {
  let isExplained = false
  let turns = 0

  const say = (key: WordKey, isFault = false, values?: Values) => {
    state.said = { key, isFault, turn: ++turns, ...(values && { values }) }
    changed()
  }

  const values = () => ({ project: state.project?.name ?? '' })

  /** Explains once why there was no answer, although the device is online. */
  const explain = (error: unknown) => {
    if (isExplained || !navigator.onLine || !(error instanceof FeedbackError) || error.code !== 'network_error') return
    isExplained = true
    void shell.explain(error)
  }

  /** A guest wanted to do something that needs a sign-in. */
  const askToSignIn = () => {
    shell.emit('sign_in_needed')
    say('sign_in_needed', true, values())
  }

  const report = (error: unknown, ifInvalid: WordKey = 'failed_action') => {
    const { code = 'unexpected', status = 0 } = error instanceof FeedbackError ? error : {}
    if (needsSignIn(error, state)) return askToSignIn()
    shell.emit('error', { code })
    explain(error)
    if (code === 'user_banned') state.isBanned = true
    const isToken = /^token_|^signing_key_/.test(code)
    if (isToken) void shell.explain(error)
    say(WORDS[code] ?? (isToken ? 'sign_in_failed' : status === 400 ? ifInvalid : 'failed_action'), true, values())
  }

  return {
    say,
    report,
    askToSignIn,
    explain,
    /** Removes the error of another view. */
    hush: () => {
      if (!state.said?.isFault) return
      state.said = undefined
      changed()
    },
  }
}

export function needsSignIn(error: unknown, state: DeskState): boolean {
  if (!(error instanceof FeedbackError)) return false
  return error.code === 'session_required' || (error.code === 'token_unavailable' && state.isNobody)
}

const WORDS: Readonly<Record<string, WordKey>> = {
  token_unavailable: 'sign_in_unsure',
  user_banned: 'callback_banned',
  rate_limited: 'too_many',
  voting_closed: 'voting_closed',
  comments_locked: 'comments_locked',
  post_in_discussion: 'idea_in_discussion',
}
