import type { Id } from '../../foundation/ids/index.ts'
import type { Language } from './language.ts'
import type { Scope } from './scopes.ts'

/* The records that a call holds: its project and its caller. Their own rooms read and write them. They are declared here so that every room can use the types without importing those rooms. */

export const FREQUENCIES = ['instant', 'daily', 'weekly'] as const

/** Which notifications somebody gets, and how. */
export interface NotificationChoices {
  /** Whether they get mail; the board shows notifications in any case. */
  readonly email: boolean
  /** How often they get mail. */
  readonly frequency: (typeof FREQUENCIES)[number]
  readonly statusChanges: boolean
  readonly comments: boolean
  readonly changelog: boolean
}

/** The settings of a project that people choose. */
export interface ProjectDraft {
  readonly name: string
  readonly slug: string
  readonly isPrivate: boolean
  /** Where the board sends a visitor who wants to sign in. */
  readonly signInUrl: string | undefined
  /** The board's own domain; it is served there once that is proven. */
  readonly domain: string | undefined
  /** The origins whose pages may call the API. */
  readonly allowedOrigins: readonly string[]
  /** The traits of a sign-in token that are kept; all others are dropped. */
  readonly allowedTraits: readonly string[]
  /** The trait that is a person's account. */
  readonly accountTrait: string | undefined
  /** The trait that is the value of a person's account: a number. */
  readonly valueTrait: string | undefined
  /** The language its posts are searched in. */
  readonly language: Language
  /** Whether posts and comments of users wait for approval. */
  readonly requiresApproval: boolean
  /** The colour of its board, as #rrggbb. */
  readonly accentColor: string
  /** Its time zone by name, such as Europe/Berlin. */
  readonly timeZone: string
  /** For users who have not chosen otherwise. */
  readonly notificationDefaults: Partial<NotificationChoices>
  /** What the board says above its ideas. Undefined: a text in the visitor's language. Empty: nothing. */
  readonly welcomeNote: string | undefined
}

export interface Project extends ProjectDraft {
  readonly id: Id<'project'>
  readonly publishableKey: string
  /** When `domain` was asked for. */
  readonly domainClaimedAt: Date | undefined
  /** The proven domain, at which the board is served. A newly set domain replaces it once it is proven. */
  readonly verifiedDomain: string | undefined
  readonly domainVerifiedAt: Date | undefined
  /** The value that a TXT record of the domain must have. It never changes. */
  readonly domainChallenge: string
  readonly logoId: Id<'file'> | undefined
  readonly notificationDefaults: NotificationChoices
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly version: number
}

/** The data about a signed-in user that every call has. It is read at each request, so it holds no more than requests need. */
export interface SignedInUser {
  readonly id: Id<'user'>
  readonly givenName: string | undefined
  readonly familyName: string | undefined
  readonly locale: string | undefined
  readonly state: 'active' | 'banned' | 'erased'
  readonly nameChoice: 'default' | 'first_name' | 'custom'
  readonly customName: string | undefined
  readonly nameLocked: boolean
  /** The user's own choices. The project's defaults apply to all others. */
  readonly notifications: Partial<NotificationChoices>
  readonly createdAt: Date
  /** Counts the user's changes to their own data. */
  readonly version: number
}

/** A person whom a client's backend vouches for. */
export interface User extends SignedInUser {
  readonly sub: string | undefined
  readonly email: string | undefined
  readonly emailVerified: boolean
  readonly traits: Readonly<Record<string, unknown>>
  /** For the project's team alone. */
  readonly banReason: string | undefined
  readonly lastSeenAt: Date
}

/** A key of a client's server. The secret itself is not among its fields: it is shown once, when it is issued. */
export interface SecretKey {
  readonly id: Id<'secretKey'>
  readonly projectId: Id<'project'>
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly createdAt: Date
  readonly revokedAt: Date | undefined
  /** To the minute. */
  readonly lastUsedAt: Date | undefined
}

/** A person who runs boards. Disjoint from users: no token of a client ever becomes one. */
export interface Operator {
  readonly id: Id<'operator'>
  readonly email: string
  /** May do everything in every project, and make new ones. */
  readonly ownsAll: boolean
  readonly createdAt: Date
  readonly lastSeenAt: Date | undefined
}

/** A session of an operator in the console. */
export interface OperatorSession {
  readonly hash: Buffer
  /** When the operator last proved who they are. */
  readonly confirmedAt: Date
}
