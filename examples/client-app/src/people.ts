import type { SignInUser } from '@feedback-board/server'

export interface Person extends SignInUser {
  readonly givenName: string
  readonly familyName: string
  readonly email: string
}

/** Acme's users. Yours are in your database, and they prove who they are with a password or a passkey. */
export const PEOPLE: readonly Person[] = [
  person('acme-1', 'Ada', 'Lovelace', 'en', { plan: 'business', company: 'Solva Health', mrr: 1850 }),
  person('acme-2', 'Bob', 'Keller', 'de', { plan: 'team', company: 'Blue Harbour', mrr: 180 }),
  person('acme-3', 'Yuki', 'Tanaka', 'ja', { plan: 'team', company: 'Tall Pine Books', mrr: 120 }),
  person('acme-4', 'Layla', 'Haddad', 'ar', { plan: 'free' }),
]

function person(id: string, givenName: string, familyName: string, locale: string, traits: Person['traits']): Person {
  const email = `${givenName}@acme.example`.toLowerCase()
  return { id, givenName, familyName, email, emailVerified: true, locale, traits }
}
