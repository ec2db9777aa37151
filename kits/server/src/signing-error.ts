export type SigningErrorCode =
  | 'project_id_invalid'
  | 'key_id_invalid'
  | 'private_key_invalid'
  | 'origin_invalid'
  | 'lifetime_invalid'
  | 'time_invalid'
  | 'user_invalid'
  | 'traits_too_large'
  | 'state_missing'
  | 'text_invalid'
  | 'token_too_large'

/** The input cannot become a token that the service would accept. Never holds a key, a token or a claim's value. */
export class SigningError extends Error {
  readonly code: SigningErrorCode

  constructor(code: SigningErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'SigningError'
    this.code = code
  }
}
