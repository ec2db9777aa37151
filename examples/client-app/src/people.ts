import type { SignInUser } from '@feedback-board/server'

export interface Person extends SignInUser {
  readonly givenName: string
  readonly familyName: string
  readonly email: string
}

/** Acme's users. Yours are in your database, and they prove who they are with a password or a passkey. */
export const PEOPLE: readonly Person[] = [
  person('acme-1', 'Ada', 'Lovelace', 'en', 'business'),
  person('acme-2', 'Bob', 'Keller', 'de', 'team'),
  person('acme-3', 'Yuki', 'Tanaka', 'ja', 'team'),
  person('acme-4', 'Layla', 'Haddad', 'ar', 'free'),
]

function person(id: string, givenName: string, familyName: string, locale: string, plan: string): Person {
  const email = `${givenName}@acme.example`.toLowerCase()
  return { id, givenName, familyName, email, emailVerified: true, locale, traits: { plan } }
}
