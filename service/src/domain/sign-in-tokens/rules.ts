import { namesItsKey, noForeignMembers, onlyEs256, readableClaims, readableHeader, threeParts } from './envelope.ts'
import { issuedForProject, madeForThisVisit, meantForUs } from './issuer-and-audience.ts'
import { keyInUse, keyOfProject, saysWhatItIs, validSignature } from './key-and-signature.ts'
import {
  familyName,
  givenName,
  knownLocale,
  plausibleEmail,
  smallTraits,
  stableSub,
  uniqueJti,
  verifiedOrNot,
} from './person.ts'
import type { Rule } from './rule.ts'
import { alreadyValid, notExpired, notFromTheFuture, notTooOld, readableTimes, shortLife } from './times.ts'

/**
 * The protocol. The first rule that fails names the refusal, so the order is part of the contract;
 * nothing a client claims is read before the signature holds. That the `jti` is new is checked when it is used.
 */
export const RULES: readonly Rule[] = [
  threeParts,
  readableHeader,
  onlyEs256,
  noForeignMembers,
  namesItsKey,
  keyOfProject,
  keyInUse,
  validSignature,
  saysWhatItIs,
  readableClaims,
  issuedForProject,
  meantForUs,
  readableTimes,
  shortLife,
  notFromTheFuture,
  notExpired,
  notTooOld,
  alreadyValid,
  stableSub,
  uniqueJti,
  plausibleEmail,
  verifiedOrNot,
  givenName,
  familyName,
  knownLocale,
  smallTraits,
  madeForThisVisit,
]
