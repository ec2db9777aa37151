export { sessionRequired } from '../call/index.ts'
export { rememberAsService, signInAsService } from './as-service.ts'
export { checkSignInToken, type TokenUse } from './check.ts'
export {
  countSignedInBy,
  exchangeOnBoard,
  exchangeSignInToken,
  type ForeseenKey,
  foreseeKey,
  type IssuedSession,
  lastSignInSince,
  SESSION_LASTS_MS,
} from './exchange.ts'
export { callbackIncomplete, sessionEnded, sessionExpired, sessionInvalid, stateMismatch } from './problems.ts'
export { endCurrentSession, resolveSession } from './resolve.ts'
export { type NamedSession, type PeopleCount, type RemovedSessions, selectLasting as areLasting } from './store.ts'
export { sweepSessions, sweepUsedTokens } from './sweep.ts'
export { refuseIncomplete } from './way-back.ts'
