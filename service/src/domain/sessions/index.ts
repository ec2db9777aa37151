export { checkSignInToken, type TokenUse } from './check.ts'
export {
  countSignedInBy,
  exchangeOnBoard,
  exchangeSignInToken,
  type IssuedSession,
  lastSignInSince,
  MOST_COUNTED,
  openSession,
} from './exchange.ts'
export { sessionEnded, sessionExpired, sessionInvalid, sessionRequired, stateMismatch } from './problems.ts'
export { endCurrentSession, resolveSession } from './resolve.ts'
export { sweepSessions, sweepUsedTokens } from './sweep.ts'
