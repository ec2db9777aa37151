/** The claims of a client's backend, after every rule has passed. */
export interface SignInClaims extends PersonClaims {
  readonly jti: string
  readonly issuedAt: Date
  readonly expiresAt: Date
}

/** The claims about the person. */
export interface PersonClaims {
  /** The client's own id of the user, to be compared byte for byte. */
  readonly sub: string
  readonly email?: string
  /** Never true without an address. */
  readonly emailVerified: boolean
  readonly givenName?: string
  readonly familyName?: string
  /** A canonical language tag, such as `de-AT`. */
  readonly locale?: string
  /** Only the keys that the project allows. */
  readonly traits: Readonly<Record<string, unknown>>
}
