import { isIP } from 'node:net'
import { invalidRequest, Problem } from '../../foundation/problems/index.ts'
import { isTimeZone } from '../../foundation/time-zones/index.ts'
import { LANGUAGES, type Places, type ProjectDraft } from '../call/index.ts'
import { COLOR_IS, isColor, readColor } from '../labels/index.ts'
import { snakeCase } from '../members.ts'
import { fits, isPrintable, lengthOf, PRINTABLE, Printable, readBody, Text } from '../texts/index.ts'
import { boardOriginOf } from './board-origin.ts'

const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/
/** Names that visitors would take for the service itself, and names of console pages that stand in the place of a slug. */
const RESERVED_SLUGS = new Set(
  'admin api assets confirm console docs enter mail me new sign-out static status widget www'.split(' '),
)
export const ProjectName = Printable(1, 60)
export const Slug = Text(1, 63, 'A part of the board’s address. The old address redirects to the new one for 24 hours.')
const SLUG = new RegExp(`^[a-z0-9](?:[a-z0-9-]{0,${Slug.maxLength - 2}}[a-z0-9])?$`)
export const Domain = Text(4, 253, 'A host name in lower case, such as feedback.example.com.')
export const SignInUrl = Text(1, 2_000, 'Where the board sends a visitor who wants to sign in.')
export const WelcomeNote = Text(0, 500, 'What the board says above its ideas, as plain text.')
const TraitKey = Printable(1, 64)
const MOST_ENTRIES = 50
/** Pages inside an app have their own scheme, such as capacitor://localhost. For these, `new URL` gives the origin "null"; browsers do not. */
const APP_ORIGIN = /^[a-z][a-z0-9+.-]{1,62}:\/\/[a-z0-9._-]{1,253}$/
/** Pages with these schemes have no origin. */
const NO_APP_SCHEMES = new Set('ws: wss: ftp: file: blob: data: about: javascript:'.split(' '))

type Rule = (value: never, places: Places) => string | undefined

/** Each rule returns what is wrong, as a text for the person who typed it. */
const RULES: { readonly [Field in keyof ProjectDraft]-?: Rule } = {
  name: (name: string) =>
    fits(ProjectName, name) && name === name.trim() && isPrintable(name)
      ? undefined
      : `must have ${lengthOf(ProjectName, PRINTABLE)}, one of them visible, without spaces at its ends`,
  slug: (slug: string, places) => {
    if (!SLUG.test(slug) || slug.startsWith('xn--')) {
      return `must have ${lengthOf(Slug, 'lower-case letters, digits and hyphens')}, with no hyphen at its ends`
    }
    const clashes =
      RESERVED_SLUGS.has(slug) || boardOriginOf(places, { slug, verifiedDomain: undefined }) === places.apiOrigin
    return clashes ? 'is reserved for the service itself' : undefined
  },
  isPrivate: () => undefined,
  signInUrl: (url: string | undefined) => (url === undefined || isSignInUrl(url) ? undefined : SIGN_IN_URL_IS),
  domain: (domain: string | undefined, places) => {
    if (domain === undefined) return undefined
    if (!fits(Domain, domain) || !DOMAIN.test(domain))
      return 'must be a host name in lower case, such as feedback.example.com'
    if (domain === new URL(places.apiOrigin).hostname) return 'is the address of the API'
    return isForSlugs(domain, places) ? 'is an address that this service gives to boards by their slug' : undefined
  },
  allowedOrigins: (origins: readonly string[]) =>
    listRule(origins, isOrigin, 'an origin such as https://app.example.com or capacitor://localhost'),
  language: (language: string) =>
    LANGUAGES.some((known) => known === language) ? undefined : `must be one of ${LANGUAGES.join(', ')}`,
  requiresApproval: () => undefined,
  notificationDefaults: () => undefined,
  timeZone: (zone: string) =>
    isTimeZone(zone) ? undefined : 'must be a name of the time zone database, such as Europe/Berlin',
  welcomeNote: (note: string | undefined) =>
    note === undefined || fits(WelcomeNote, note) ? undefined : `must have ${lengthOf(WelcomeNote)}`,
  accentColor: (color: string) => (isColor(color) ? undefined : COLOR_IS),
  allowedTraits: (keys: readonly string[]) => listRule(keys, isTraitKey, `a key of ${lengthOf(TraitKey, PRINTABLE)}`),
  accountTrait: traitRule,
  valueTrait: traitRule,
}

const SIGN_IN_URL_IS =
  'must be an https address (http on this machine alone) without a fragment, without a password, and without a state parameter of its own'

/** Checks a draft like `refuseInvalid`, and returns its stored form. */
export function readDraft<Draft extends Partial<ProjectDraft>>(draft: Draft, places: Places): Draft {
  refuseInvalid(draft, places)
  const { accentColor, welcomeNote } = draft
  return {
    ...draft,
    ...(accentColor !== undefined && { accentColor: readColor(accentColor, '/accent_color') }),
    ...(welcomeNote !== undefined && { welcomeNote: readBody(welcomeNote, WelcomeNote, '/welcome_note') }),
  }
}

/** Refuses with every fault at once; `pointer` names the field as the API and the command line call it. */
export function refuseInvalid(draft: Partial<ProjectDraft>, places: Places): void {
  const errors = Object.entries(draft).flatMap(([field, value]) => {
    const rule = RULES[field as keyof ProjectDraft] // the keys of a ProjectDraft are those of RULES
    const fault = rule(value as never, places) // each rule takes the type of its own field
    return fault ? [{ pointer: `/${snakeCase(field)}`, detail: fault }] : []
  })
  if (errors.length === 0) return
  throw refusal(errors)
}

function refusal(errors: readonly { readonly pointer: string; readonly detail: string }[]): Problem {
  const detail = errors.map(({ pointer, detail }) => `${pointer.slice(1)} ${detail}`).join('; ')
  return new Problem(invalidRequest, { errors: [...errors], detail })
}

function traitRule(trait: string | undefined): string | undefined {
  return trait === undefined || isTraitKey(trait) ? undefined : `must be a key of ${lengthOf(TraitKey, PRINTABLE)}`
}

/** Refuses the name of a trait that is dropped from every token: no person would ever have it. */
export function refuseDropped({
  allowedTraits,
  accountTrait,
  valueTrait,
}: Pick<ProjectDraft, 'allowedTraits' | 'accountTrait' | 'valueTrait'>): void {
  const errors = Object.entries({ accountTrait, valueTrait }).flatMap(([field, trait]) =>
    trait === undefined || allowedTraits.includes(trait)
      ? []
      : [{ pointer: `/${snakeCase(field)}`, detail: 'must be one of the traits that the project keeps' }],
  )
  if (errors.length > 0) throw refusal(errors)
}

function listRule(entries: readonly string[], fits: (entry: string) => boolean, what: string): string | undefined {
  if (entries.length > MOST_ENTRIES) return `must have at most ${MOST_ENTRIES} entries`
  if (new Set(entries).size !== entries.length) return 'must not name anything twice'
  const wrong = entries.findIndex((entry) => !fits(entry))
  return wrong === -1 ? undefined : `must hold nothing but ${what}; entry ${wrong + 1} is not`
}

function isSignInUrl(text: string): boolean {
  if (!fits(SignInUrl, text) || !URL.canParse(text)) return false
  const url = new URL(text)
  if (url.hash || text.includes('#') || url.username || url.password || url.searchParams.has('state')) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
}

/** Exactly what a browser sends, because origins are compared as texts. */
function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  if (['http:', 'https:'].includes(url.protocol)) return url.origin === text && url.hostname.length <= Domain.maxLength
  return APP_ORIGIN.test(text) && !NO_APP_SCHEMES.has(url.protocol)
}

/** Otherwise a project could set another board's slug address as its domain and replace that board. */
function isForSlugs(domain: string, { boardOrigin }: Places): boolean {
  const { hostname } = new URL(boardOrigin.replace('{slug}', 'slug'))
  return `.${domain}`.endsWith(hostname.slice('slug'.length))
}

function isTraitKey(text: string): boolean {
  return fits(TraitKey, text) && isPrintable(text)
}

function isLoopback(hostname: string): boolean {
  if (hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]') return true
  return isIP(hostname) === 4 && hostname.startsWith('127.')
}
