export { keyJson } from './key-json.ts'
export { readKeyText } from './key-text.ts'
export { isKid, KID_PATTERN, Kid, parseKeyUpload } from './kid.ts'
export {
  keyInvalid,
  keyTaken,
  kidTaken,
  privateKeyRejected,
  signingKeyNotActive,
  tooManyActiveKeys,
} from './problems.ts'
export { type PublicJwk, parsePublicJwk } from './public-jwk.ts'
export { type ActiveKey, mayVerify, RETIRING_LASTS_MS, type SigningKey } from './signing-key.ts'
export {
  addSigningKey,
  listSigningKeys,
  pageSigningKeys,
  retireSigningKey,
  revokeSigningKey,
  signingKeysOf,
} from './verbs.ts'
