export { etagOf } from '../../transport/src/answer.ts'
export { FeedbackError, type FeedbackErrorCode, type KitErrorCode } from '../../transport/src/feedback-error.ts'
export type { Fetch, FetchAnswer, FetchRequest, StopSignal } from '../../transport/src/host.ts'
export type { List } from '../../transport/src/list.ts'
export type { CallOptions } from '../../transport/src/parcel.ts'
export type * from './api.ts'
export { type BoardCallback, boardCallbackUrl } from './board-callback.ts'
export type { ServerClientOptions } from './client-options.ts'
export { generateKeyPair, type PublicSigningJwk, type SigningKeyPair } from './key-pair.ts'
export type { PrivateKey, WebCryptoKey } from './private-key.ts'
export {
  type Answer,
  createServerClient,
  type Events,
  type Input,
  type Operation,
  type ServerClient,
} from './server-client.ts'
export { createSignInToken, type SignInTokenInput } from './sign-in-token.ts'
export { createSigner, type Signer, type SignerOptions } from './signer.ts'
export { SigningError, type SigningErrorCode } from './signing-error.ts'
export type { SignInUser } from './user-claims.ts'
export {
  type VerifyOptions,
  verifyWebhook,
  WebhookError,
  type WebhookErrorCode,
  type WebhookEvent,
  type WebhookHeaders,
} from './webhook.ts'
