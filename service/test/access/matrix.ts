import { isOpen, type Operation } from './operations.ts'

/** Every kind of caller, and what each endpoint answers them: `ok`, or the code of its refusal. */
export const CALLERS = [
  'nobody',
  'key',
  'session',
  'right scope',
  'another scope',
  'app of another project',
  'server of another project',
  'banned user',
  'private board, key',
  'private board, session',
] as const
export type Caller = (typeof CALLERS)[number]

/** The exchange is judged by its token, which names a project and a person of its own. */
const EXCHANGE: Partial<Record<Caller, string>> = {
  'app of another project': 'token_signature_invalid',
  'banned user': 'user_banned',
}

/** `namesObjects`: the request names something of its project, by path, filter or body. */
export function answerFor(operation: Operation, caller: Caller, namesObjects: boolean): string {
  if (isOpen(operation)) return 'ok'
  if (operation.id === 'exchangeSignInToken' && EXCHANGE[caller]) return EXCHANGE[caller]
  const { app, server } = operation
  const withoutSession = app === undefined ? 'project_key_required' : app === 'session' ? 'session_required' : 'ok'
  const withSession = app === undefined ? 'secret_key_invalid' : 'ok'
  switch (caller) {
    case 'nobody':
      return 'project_key_required'
    case 'key':
      return withoutSession
    case 'session':
    case 'private board, session':
      return withSession
    case 'right scope':
      return server === undefined ? 'project_key_required' : 'ok'
    case 'another scope':
      if (server === undefined) return 'project_key_required'
      return server === 'any' ? 'ok' : 'scope_missing'
    case 'app of another project':
      return withSession === 'ok' && namesObjects ? 'not_found' : withSession
    case 'server of another project':
      if (server === undefined) return 'project_key_required'
      return namesObjects ? 'not_found' : 'ok'
    case 'banned user':
      return app === undefined ? 'secret_key_invalid' : app === 'key' ? 'ok' : 'session_ended'
    case 'private board, key':
      return app === 'reader' ? 'session_required' : withoutSession
  }
}
